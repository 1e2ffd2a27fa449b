/* Decomposition and lowering: FX graph -> simpler FX graph -> IR. The rules are TorchInductor's (GraphLowering,
 * lowering, decomposition); one event a decision. */
#pragma once

#include "fl-ir.h"
#include "fl-override.h"
#include "fl-trace.h"

G_BEGIN_DECLS

/* In: a graph as read. Out: a new graph in which composite operators are opened, no-ops removed and patterns applied
 * (torch/_inductor/fx_passes: only what the target and the options ask for). Every node keeps its origin in the input
 * graph. A post-grad graph comes back node for node, but for what Inductor itself would still change. */
FlGraph *fl_decompose_run (const FlPass *pass, const FlGraph *graph, GError **error);

/* Overrides that write an operation in another way (their stage is DECOMPOSE), whose nodes were looked up in graph.
 * Takes graph, which was made of given; hands over what it became. NULL + error: cancelled, or no graph. */
FlGraph *fl_decompose_obey (const FlPass *pass, const FlGraph *given, FlGraph *graph, GError **error);
/* Could such an override apply to the node of a decomposed graph? NULL: yes; else what forbids it. */
const char *fl_decompose_check_override (const FlGraph *graph, FlNodeId node, FlOverrideKind kind);

/* In: a decomposed graph. Out: the same with every broadcast, kept dimension and compound reduction spelled out as
 * nodes (expand, reshape, sum, …), for fusion rules that speak of such nodes. Origins are nodes of `given`, from which
 * graph was made. */
FlGraph *fl_explicit_run (const FlPass *pass, const FlGraph *given, const FlGraph *graph, GError **error);

/* In: a decomposed graph. Out: buffers and operations in Inductor's order. FL_ERROR_UNSUPPORTED names every operator
 * that has no lowering (all of them, with counts), not only the first. */
FlLowered *fl_lower_run (const FlPass *pass, const FlGraph *graph, GError **error);

G_END_DECLS
