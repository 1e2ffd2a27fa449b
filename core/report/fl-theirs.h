/* FlTheirs: what a real PyTorch left of one compilation, read: its scheduler's texts, the kernels
 * that its code calls, and what of its own decisions is known. Frozen once made, reference-counted.
 */
#pragma once

#include "fl-debug-folder.h"
#include "fl-dump.h"
#include "fl-options.h"

G_BEGIN_DECLS

typedef struct
{
  FlDebugFolder *folder;
  char *pre_text, *post_text; /* NULL: not there, or not readable: a note says so */
  gsize pre_length, post_length;
  FlDump *pre, *post;
  GPtrArray *kernels;      /* names of the kernels and library calls, in the order of their calls; NULL:
                              no code */
  GPtrArray *memory_lines; /* of the code: what its wrapper allocates, reuses and deletes, and its calls; NULL: no code
                            */
  GPtrArray *refusals;     /* lines of fusion.txt: "refused op1 op3: …"; may be empty */
  GPtrArray *notes;        /* sentences: which parts could not be read, and why */
  gatomicrefcount refs;
} FlTheirs;

/* NULL + error when neither text of the scheduler can be read. Takes the folder. */
FlTheirs *fl_theirs_new (FlDebugFolder *folder, GError **error);
FlTheirs *fl_theirs_ref (const FlTheirs *theirs);
void fl_theirs_unref (FlTheirs *theirs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlTheirs, fl_theirs_unref)

/* The dialect, the settings that Fuseloom has options for, and (unless keep_target) whose rules: of
 * a GPU when the dumps name one. */
void fl_theirs_apply_options (const FlTheirs *theirs, FlOptions *options, gboolean keep_target);
gboolean fl_theirs_is_gpu (const FlTheirs *theirs);

/* Calls in the text of a wrapper, in order: "triton_poi_fused_add_0", "cpp_fused_add_0",
 * "extern_kernels.mm". */
GPtrArray *fl_theirs_find_calls (const char *code, gsize length);

G_END_DECLS
