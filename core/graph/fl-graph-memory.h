/* Whose memory a value lies in, and who writes it. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* By node: the node whose memory its value lies in, itself when that is new. Lives in arena. */
guint32 *fl_graph_find_storages (const FlGraph *graph, FlArena *arena);
/* Whether the node yields its first argument itself, another name of it: a conversion (to, type_as,
 * contiguous) of what is so already, a wait. */
gboolean fl_node_yields_argument (const FlGraph *graph, const FlNode *node);
/* Whether the node yields views of each member of its first argument, a list (meshgrid). */
gboolean fl_node_views_members (const FlNode *node);
/* What an in-place operator writes: its first argument, or all of a list of them (_foreach_add_); NULL, *n = 0:
 * nothing. */
const FlArg *fl_node_get_written (const FlNode *node, guint *n);

G_END_DECLS
