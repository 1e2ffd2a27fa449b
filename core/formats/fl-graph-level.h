/* How far PyTorch had come with a graph, as the names around its text say. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* path: of its file; kind: what a log or a trace calls it. Either may be NULL. Sets graph->level where one tells. */
void fl_graph_settle_level (FlGraph *graph, const char *path, const char *kind);

G_END_DECLS
