/* The graph passes of decomposition: each makes a new graph from the one before, or gives it back when there is nothing
 * to do. */
#pragma once

#include "fl-aten.h"
#include "fl-rewrite.h"

G_BEGIN_DECLS

/* Positions of the choices of option "graph_passes". */
enum
{
  FL_GRAPH_PASSES_AUTO,
  FL_GRAPH_PASSES_ALWAYS,
  FL_GRAPH_PASSES_NEVER
};

typedef struct
{
  const FlPass *pass;
  const FlGraph *given; /* the graph that the user opened: events speak of its nodes */
  gboolean is_gpu;
  FlGraphLevel level;
  gboolean was_opened; /* composite operators were found and opened */
} FlDecompose;

/* An event about a node of `graph` (one of the intermediate graphs). */
void fl_decompose_trace (FlDecompose *run, FlEventKind kind, FlVerdict verdict, const FlGraph *graph, guint index,
                         const char *reason, gint64 amount, const char *facts);
gboolean fl_decompose_is_stopped (FlDecompose *run);

/* Dead nodes and operators that change nothing go; views that must copy say so. */
FlGraph *fl_decompose_clean (FlDecompose *run, FlGraph *graph, GError **error);
/* mm + bias as one call or two; the two reductions of a softmax as one. */
FlGraph *fl_decompose_match (FlDecompose *run, FlGraph *graph, GError **error);
/* Operators on constants and on each other's parts that come out simpler together. */
FlGraph *fl_decompose_shorten (FlDecompose *run, FlGraph *graph, GError **error);
/* Whether the given graph is surely one that Inductor's passes have not seen: something was opened, or its level says
 * so, or the user. */
gboolean fl_decompose_is_before_passes (const FlDecompose *run);
/* Before Inductor's own order: the scale of a softmax apart from its maximum. */
FlGraph *fl_decompose_softmax (FlDecompose *run, FlGraph *graph, GError **error);
/* Producers next to their first reader. */
FlGraph *fl_decompose_reorder (FlDecompose *run, FlGraph *graph, GError **error);

/* index_put into a value that nobody needs any more happens in place. */
FlGraph *fl_decompose_reinplace (FlDecompose *run, FlGraph *graph, GError **error);

/* What it takes to tell operators that change nothing. */
typedef struct
{
  const FlGraph *graph;
  guint32 *storage;       /* by node; of a storage that another stands for, that one */
  guint32 *stand_in;      /* by node: the node that stands for it, itself at first */
  guint8 *flags;          /* by storage */
  gboolean *is_output;    /* by node */
  gboolean drops_numbers; /* x + 0 and x * 1 of numbers, too, not of filled tensors only */
} FlNoops;

void fl_noops_init (FlNoops *noops, FlArena *arena, const FlGraph *graph, gboolean drops_numbers);
/* The argument that can stand for the node; NULL: the node stays. obstacle: what kept one that could go, or NULL. */
const FlArg *fl_noops_find (FlNoops *noops, guint index, const char **obstacle);
/* From now on source stands for the node: what ties them to inputs and outputs is shared. */
void fl_noops_replace (FlNoops *noops, guint index, guint source);

G_END_DECLS
