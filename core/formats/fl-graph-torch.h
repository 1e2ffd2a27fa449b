/* Which PyTorch compiled a graph: the comment in fx_graph_runnable.py says so, and texts beside the graph show it. */
#pragma once

#include "fl-debug-folder.h"
#include "fl-graph.h"

G_BEGIN_DECLS

/* Sets graph->torch, of versions and where they were recognized. folder NULL: there is nothing beside the graph, whose
 * own text may hold the comment. */
void fl_graph_settle_torch (FlGraph *graph, const FlDebugFolder *folder);

G_END_DECLS
