/* Post-dominators: the first op that every path from an op to the graph's outputs passes.
 * Source: lowest common ancestors in reverse topological order, as TVM's FuseOps builds its tree; each edge carries
 * its reader's kind, and a node's path kind is the largest met on the way. */
#pragma once

#include "fl-op-graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 parent; /* the immediate post-dominator; G_MAXUINT32: none */
  guint depth;    /* roots: 1 */
  guint path_kind;
} FlDominator;

/* kinds: per node, numbers that grow with how hard an op is to fuse. Free with g_free. */
FlDominator *fl_dominators_new (const FlOpGraph *graph, const guint *kinds);

G_END_DECLS
