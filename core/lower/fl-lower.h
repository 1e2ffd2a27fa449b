/* Decomposition and lowering: FX graph -> simpler FX graph -> IR. The rules are TorchInductor's (GraphLowering,
 * lowering, decomposition); one event a decision. */
#pragma once

#include "fl-ir.h"
#include "fl-trace.h"

G_BEGIN_DECLS

/* In: a graph as read. Out: a new graph in which composite operators are opened, no-ops removed and patterns applied
 * (torch/_inductor/fx_passes: only what the target and the options ask for). Every node keeps its origin in the input
 * graph. A post-grad graph comes back node for node, but for what Inductor itself would still change. */
FlGraph *fl_decompose_run (const FlPass *pass, const FlGraph *graph, GError **error);

/* In: a decomposed graph. Out: the same with every broadcast, kept dimension and compound reduction spelled out as
 * nodes (expand, reshape, sum, …), for fusion rules that speak of such nodes. Origins are nodes of `given`, from which
 * graph was made. */
FlGraph *fl_explicit_run (const FlPass *pass, const FlGraph *given, const FlGraph *graph, GError **error);

/* In: a decomposed graph. Out: buffers and operations in Inductor's order. FL_ERROR_UNSUPPORTED names every operator
 * that has no lowering (all of them, with counts), not only the first. */
FlLowered *fl_lower_run (const FlPass *pass, const FlGraph *graph, GError **error);

G_END_DECLS
