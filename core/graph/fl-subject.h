/* Names of values that hold from run to run: the node of the user's graph they come from, and,
 * where that node was opened into several, which of them. core/base/fl-override.h shows the form.
 */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* given: the user's graph. graph: one made from it (or itself). NULL when the node is no call, or
 * none of the user's. */
const char *fl_subject_of_node (const FlGraph *given, const FlGraph *graph, FlNodeId id);
/* FL_NODE_NONE + error (what is unknown, and what there is instead) when graph has no such value.
 */
FlNodeId fl_subject_find (const FlGraph *given, const FlGraph *graph, const char *subject, GError **error);

G_END_DECLS
