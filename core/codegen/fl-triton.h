/* A program for a GPU as TorchInductor's output_code.py has it: a Python module of Triton kernels and the function that
 * calls them, for PyTorch and Triton to run. */
#pragma once

#include "fl-codegen.h"

G_BEGIN_DECLS

/* One kernel in Triton. */
typedef struct _FlTritonKernel FlTritonKernel;
struct _FlTritonKernel
{
  const char *name;          /* equal kernels share one, as in Inductor, and numbers count different ones */
  gboolean is_first;         /* of those that share it */
  const char *source;        /* imports, decorators and the function; NULL: not written */
  const char *why_no_source; /* a phrase: "a scan over two loops" */
  guint n_args;
  const FlBuffer *const *args; /* whose memory, in the order of the parameters */
  guint n_sizes;
  const FlSym *const *sizes; /* size symbols, passed behind the buffers */
  guint n_numels;
  const FlSym *numels[4]; /* launch sizes, passed last */
  FlTritonKernel *next;   /* called right behind, of the same scheduler node; NULL: none */
};

/* program: for FL_TARGET_CUDA. In the pass's arena, with the kernel's own name. */
FlTritonKernel *fl_triton_kernel_new (const FlPass *pass, const FlProgram *program, guint kernel);
/* The module. why_not: NULL, or gets a line a kernel that is not written ("NAME: reason"; the function raises an
 * exception where the kernel would be called). */
char *fl_triton_dup_module (const FlPass *pass, const FlProgram *program, GPtrArray *why_not);

G_END_DECLS
