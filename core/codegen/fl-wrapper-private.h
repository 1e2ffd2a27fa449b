/* The calling code under way, as its files share it. */
#pragma once

#include "fl-kernel.h"
#include "fl-triton.h"

G_BEGIN_DECLS

typedef struct
{
  const FlPass *pass;
  const FlProgram *program;
  const FlMemoryPlan *plan; /* NULL: the text is TorchInductor's plan, not that of a program */
  const FlLowered *lowered;
  GString *out;
  guint indent;
  GPtrArray *pools;                     /* states of pools: fl-wrapper-memory.c */
  GHashTable *names;                    /* name of a tensor or a size in the graph -> its name in the text */
  GHashTable *taken;                    /* names in the text */
  const FlTritonKernel *const *kernels; /* one a kernel, as the text is to run with them; NULL: it is for people */
} FlWrapper;

/* --- the whole: fl-wrapper.c ------------------------------------------------------------------- */

void fl_wrapper_init (FlWrapper *wrapper, const FlPass *pass, const FlProgram *program);
/* "def call(args):" and its lines. */
void fl_wrapper_write_call_function (FlWrapper *wrapper);
/* The text; the caller frees it. */
char *fl_wrapper_finish (FlWrapper *wrapper);

/* --- text: fl-wrapper-text.c ------------------------------------------------------------------ */

void fl_wrapper_line (FlWrapper *wrapper, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean fl_wrapper_is_gpu (const FlWrapper *wrapper);
/* Names of a file as Python can have them, each another one, and none that the text has for something else. */
const char *fl_wrapper_get_name (FlWrapper *wrapper, const char *name);
/* A size or an index, with the names of sizes as they are in this text. */
void fl_wrapper_append_sym (FlWrapper *wrapper, GString *out, const FlSym *sym);
void fl_wrapper_append_layout (FlWrapper *wrapper, GString *out, const FlLayout *layout);
void fl_wrapper_append_view (FlWrapper *wrapper, const FlBufferView *view);
/* "# Topologically Sorted Source Nodes: …" */
void fl_wrapper_write_sources (FlWrapper *wrapper, const FlKernel *kernel);

/* --- memory: fl-wrapper-memory.c -------------------------------------------------------------- */

GPtrArray *fl_wrapper_make_pools (const FlMemoryPlan *plan);
void fl_wrapper_write_allocation (FlWrapper *wrapper, const FlBuffer *buffer);
void fl_wrapper_write_reuse (FlWrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other);
void fl_wrapper_write_from_pool (FlWrapper *wrapper, const FlMemoryBuffer *entry);
void fl_wrapper_write_free (FlWrapper *wrapper, const FlBuffer *buffer, guint time);
void fl_wrapper_write_alias (FlWrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other);

G_END_DECLS
