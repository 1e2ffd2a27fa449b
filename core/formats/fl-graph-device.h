/* Where a graph's tensors lie: its own text says so, or the files of its compilation beside it do. */
#pragma once

#include "fl-debug-folder.h"
#include "fl-graph.h"

G_BEGIN_DECLS

/* Before shapes are propagated: strides, hints and devices of the inputs from fx_graph_runnable.py, else the device
 * from output_code.py or the scheduler's dumps; graph->device_why says from where. folder NULL: there is nothing beside
 * it. */
void fl_graph_settle_device (FlGraph *graph, const FlDebugFolder *folder);
/* The device that rules are chosen by: the first that is no CPU, else the first; type NULL: no tensor has one. */
FlDevice fl_graph_get_device (const FlGraph *graph);

G_END_DECLS
