/* Operators that TorchInductor hands to ATen on a CPU and that are one plain loop: joining bytes, means of windows and their gradients,
 * places in sorted lists. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct
{
  gpointer data; /* NULL: there is no such loop */
  void (*run) (gpointer data, FlThreadPool *pool);
  gboolean (*refuses) (gconstpointer data); /* after a run: was an argument bad, so that nothing was done? NULL: never */
} FlLoopsCall;

/* For results that do not overlap what is read. FALSE when it is not such an operator, or one that is left to the interpreter. */
gboolean fl_loops_prepare (const FlLibraryStep *step, FlLoopsCall *call);
void fl_loops_clear (FlLoopsCall *call);

/* What it consists of; each is freed by g_free. */
gboolean fl_loops_prepare_cat (const FlLibraryStep *step, FlLoopsCall *call);
gboolean fl_loops_prepare_pool (const FlLibraryStep *step, FlLoopsCall *call);
gboolean fl_loops_prepare_window (const FlLibraryStep *step, FlLoopsCall *call);
gboolean fl_loops_prepare_bag (const FlLibraryStep *step, FlLoopsCall *call); /* of several results */
gboolean fl_loops_prepare_search (const FlLibraryStep *step, FlLoopsCall *call);
/* By all threads, if there are elements enough for that. */
void fl_loops_share_out (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 n_elements);

G_END_DECLS
