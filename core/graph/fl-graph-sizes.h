/* A symbolic graph at given sizes. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* A copy of the graph with symbols of its own, so that the passes may be told other sizes
 * (fl_sym_set_hint) while runs of the original are looked at: ranges are copied, hints and samples
 * are not. */
FlGraph *fl_graph_dup (const FlGraph *graph);

/* Can the graph be what it says when its size symbols are what lookup gives? Every call's arguments
 * are checked and every shape is worked out again with numbers, and compared with what the graph
 * says of it. FALSE: FL_ERROR_SHAPE names the node, its operator and both shapes. Symbols for which
 * lookup has nothing stay symbols. */
gboolean fl_graph_check_sizes (const FlGraph *graph, FlSymLookup lookup, gpointer data, GError **error);

G_END_DECLS
