/* The graph passes of decomposition: each makes a new graph from the one before, or gives it back when there is nothing to do. */
#pragma once

#include "fl-aten.h"
#include "fl-rewrite.h"

G_BEGIN_DECLS

typedef struct
{
  const FlPass *pass;
  const FlGraph *given; /* what the user opened: events speak of its nodes */
  gboolean is_gpu;
} FlDecompose;

/* An event about a node of `graph` (one of the intermediate graphs). */
void fl_decompose_trace (FlDecompose *run, FlEventKind kind, FlVerdict verdict, const FlGraph *graph, guint index, const char *reason,
                         gint64 amount, const char *facts);
gboolean fl_decompose_is_stopped (FlDecompose *run);

/* Dead nodes and operators that change nothing go; views that must copy say so. */
FlGraph *fl_decompose_clean (FlDecompose *run, FlGraph *graph, GError **error);
/* mm + bias as one call or two; the two reductions of a softmax as one. */
FlGraph *fl_decompose_match (FlDecompose *run, FlGraph *graph, GError **error);
/* Producers next to their first reader. */
FlGraph *fl_decompose_reorder (FlDecompose *run, FlGraph *graph, GError **error);

/* Each stores what is read by what is live; index -> TRUE. In the graph's arena of rw. */
gboolean *fl_decompose_find_live (FlRewrite *rw);
gboolean fl_node_has_effects (const FlNode *node);

G_END_DECLS
