/* What the files of this folder share about graphs. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* Calls visit for every FL_ARG_NODE and FL_ARG_GRAPH in args, at any depth, in order; FALSE as soon as visit says so.
 */
typedef gboolean (*FlArgVisit) (const FlArg *arg, gpointer data);
gboolean fl_args_visit_nodes (const FlArg *args, guint n_args, FlArgVisit visit, gpointer data);

/* Who uses whom. users[i] has n_users[i] distinct nodes in order; everything lives in arena. Uses must be in range. */
typedef struct
{
  guint *n_users;
  FlNodeId **users;
} FlGraphUsers;
FlGraphUsers fl_graph_find_users (const FlGraph *graph, FlArena *arena);

/* Uses are in range and after their definitions. */
gboolean fl_graph_verify_uses (const FlGraph *graph, GError **error);
/* There is one output node, the last one. */
gboolean fl_graph_verify_output (const FlGraph *graph, GError **error);

G_END_DECLS
