/* Kernels: from groups of scheduler nodes to source text, and the program that calls them.
 *
 * Every generated C kernel is one function or several that run one after the other, its phases. They have one ABI:
 *     void NAME (void *const *buffers, const int64_t *sizes, int64_t begin, int64_t end)
 * buffers: one pointer an argument, in FlKernel.args order, already at the tensor's storage start (offset 0 of the
 * buffer); sizes: the values of FlKernel.size_symbols; [begin, end): the parts to do, 0 <= begin <= end <= the phase's
 * extent, both multiples of its step or the extent. Any division among threads gives the same results, bit by bit. All
 * parts of a phase are done before the next begins; what phases hand on beside buffers lies in static memory of the
 * unit, so that a kernel runs once at a time. Names from files reach source only through fl_c_get_foreign_name, and
 * comments through fl_quote_append_c_comment.
 *
 * An index that data put out of range is clamped to a valid one and counted in the unit's `int64_t fl_index_errors`:
 * kernels never read or write outside of their buffers. Sources are for -O3 with the flags of fl_c_preamble_get_flags:
 * without -fwrapv integers would overflow otherwise than PyTorch's, without the others loops would not be vectorised.
 */
#pragma once

#include "fl-memory.h"

G_BEGIN_DECLS

typedef enum
{
  FL_KERNEL_POINTWISE,
  FL_KERNEL_REDUCTION,  /* with or without pointwise operations fused into it */
  FL_KERNEL_OUTER_LOOP, /* several loop nests under one outer loop */
  FL_KERNEL_SCATTER,
  FL_KERNEL_SCAN,
  FL_KERNEL_EXTERN, /* a library call */
  FL_KERNEL_NOP,
  FL_N_KERNEL_KINDS
} FlKernelKind;

const char *fl_kernel_kind_get_name (FlKernelKind kind);

typedef struct
{
  const FlBuffer *buffer; /* whose memory: after in-place decisions, the one that owns it */
  gboolean is_read, is_written;
} FlKernelArg;

/* One line of source that came from an expression. */
typedef struct
{
  guint line;       /* from 1 */
  const char *node; /* scheduler node, "op3" */
  const char *text; /* the body operation: "exp = ops.exp(sub)" */
  FlNodeId origin;  /* in the decomposed graph */
} FlSourceSpan;

/* One function of a kernel, its extent divided among threads. Of a CUDA kernel: extent blocks of `step` threads, in
 * clusters of `cluster` blocks. */
typedef struct
{
  const char *name;    /* C symbol; the first one's is the kernel's own */
  const FlSym *extent; /* NULL: one thread calls it with (0, 1) */
  gint64 step;
  gint64 work;   /* at hints: bytes moved, also from caches, and operations */
  guint cluster; /* of a CUDA kernel; 1: no clusters */
} FlKernelPhase;

/* A function on vectors, such as exp, that a kernel calls. */
typedef struct
{
  const char *name; /* interned: "exp" */
  const char *call; /* in C, of vectors x and y: "fl_exp_vec (x)" */
  gint64 n;         /* elements that it is called for, at hints */
} FlKernelFunction;

/* What a kernel computes, by how it does. */
typedef struct
{
  guint n_functions;
  const FlKernelFunction *functions; /* of vectors; what is computed one element at a time has none */
  gint64 plain_flops;                /* operations that those functions do not compute, at hints */
} FlKernelWork;

typedef struct
{
  const char *name; /* interned: "cpp_fused_add_relu_0", also the C symbol; extern: "extern_kernels.mm" */
  FlKernelKind kind;
  FlTarget target;
  const FlSchedNode *node;
  const char *source;        /* whole, readable text; NULL for EXTERN and NOP */
  const char *why_no_source; /* CUDA: what is not written yet; NULL: there is source, or it needs none */
  guint n_spans;
  const FlSourceSpan *spans;
  guint n_args;
  const FlKernelArg *args;
  guint n_sizes;
  const FlSym *const *size_symbols;
  guint n_phases;
  const FlKernelPhase *phases;      /* in the order that they run in */
  const FlBuffer *call;             /* EXTERN: the operation with its arguments */
  gint64 read_bytes, written_bytes; /* at hints: distinct buffers, each once */
  gint64 flops;                     /* at hints: scalar operations, loads and stores not counted */
  FlKernelWork work;                /* of flops */
  guint n_passes; /* how often its loops go over a row, each waiting for the one before: 1, unless for sums and the like
                   */
} FlKernel;

/* One whole program: kernels in call order, over a memory plan. */
typedef struct
{
  const FlMemoryPlan *plan;
  FlTarget target;
  guint n_kernels; /* one a FL_LINE_CALL of the plan, in that order */
  const FlKernel *kernels;
  const char *head;    /* lines before all of every unit; may be "" */
  const char *source;  /* all kernels that have source as one translation unit with its preamble */
  const char *wrapper; /* the calling code as text, in the style of Inductor's output_code: for people */
} FlProgram;

/* Vector loops that TorchInductor's CPU back end would write for a group (its generated_cpp_vec_kernel_count): here the
 * C compiler vectorises. */
guint fl_kernel_count_vector_loops (const FlSchedNode *node);

/* Writes the kernels of a plan. Those for FL_TARGET_CUDA are CUDA C++; a kernel of a kind that is not written yet says
 * so in why_no_source. */
FlProgram *fl_codegen_run (const FlPass *pass, const FlMemoryPlan *plan, GError **error);

/* Of a kernel with one phase: how many elements of each argument `group` parts that follow each other have to
 * themselves. The i-th group of the phase then touches nothing of it but elements [i * own, (i + 1) * own) from its
 * start, and they are all. own: n_args; 0: groups share it, or it cannot be told. FALSE: of no argument. */
gboolean fl_kernel_find_parts (const FlMemoryPlan *plan, const FlNest *nest, const FlKernel *kernel, gint64 *group,
                               gint64 *own);

/* The program's kernels as at most so many translation units that take a compiler about as long, each with the helpers
 * it needs: texts. Fewer, or the one source, where more would not be done sooner. */
GPtrArray *fl_program_split (const FlProgram *program, guint n_units);
/* A unit of one kernel alone, with the helpers that it needs. */
char *fl_program_dup_unit (const FlProgram *program, guint kernel);
/* The program without the source of some kernels; is_out: one a kernel. */
FlProgram *fl_program_new_without (FlArena *arena, const FlProgram *program, const gboolean *is_out);

/* A unit with a function fl_call_0, fl_call_1, … for each call, of the kernels' type: from buffers[1] and [2] to [0],
 * all floats, a multiple of 16. To be timed. */
char *fl_codegen_dup_calls (const char *head, const char *const *calls, guint n);

G_END_DECLS
