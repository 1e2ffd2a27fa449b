/* What every graph keeps: ids in range, uses after definitions, output last, users equal to uses. The builder checks it
 * for what a file gave; fl_graph_verify checks it after every pass of our own. */
#include "fl-graph-private.h"

#include <string.h>

gboolean
fl_args_visit_nodes (const FlArg *args, guint n_args, FlArgVisit visit, gpointer data)
{
  for (guint i = 0; i < n_args; i++)
    {
      const FlArg *arg = &args[i];

      if ((arg->kind == FL_ARG_NODE || arg->kind == FL_ARG_GRAPH) && !visit (arg, data))
        return FALSE;
      if (arg->n_items > 0 && !fl_args_visit_nodes (arg->items, arg->n_items, visit, data))
        return FALSE;
    }
  return TRUE;
}

/* --- uses ------------------------------------------------------------------------------------- */

typedef struct
{
  const FlGraph *graph;
  guint32 user;
  GError **error;
} UseCheck;

static gboolean
check_use (const FlArg *arg, gpointer data)
{
  UseCheck *check = data;
  const FlGraph *graph = check->graph;
  const char *name = graph->nodes[check->user].name;

  if (arg->node.index < check->user)
    return TRUE;
  if (arg->node.index < graph->n_nodes)
    g_set_error (check->error, FL_ERROR, FL_ERROR_GRAPH, "%s (node %u) uses %s, which is defined after it", name,
                 check->user, graph->nodes[arg->node.index].name);
  else
    g_set_error (check->error, FL_ERROR, FL_ERROR_GRAPH, "%s (node %u) uses node %u, but the graph has %u nodes", name,
                 check->user, arg->node.index, graph->n_nodes);
  return FALSE;
}

gboolean
fl_graph_verify_uses (const FlGraph *graph, GError **error)
{
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      UseCheck check = { graph, i, error };

      if (!fl_args_visit_nodes (graph->nodes[i].args, graph->nodes[i].n_args, check_use, &check))
        return FALSE;
    }
  return TRUE;
}

/* --- users ------------------------------------------------------------------------------------ */

typedef struct
{
  guint32 user;
  guint32 *last_user; /* of each node: whether this user was seen already */
  FlGraphUsers users;
} UserVisit;

static gboolean
visit_user (const FlArg *arg, gpointer data)
{
  UserVisit *visit = data;
  const guint32 used = arg->node.index;

  if (visit->last_user[used] == visit->user)
    return TRUE;
  visit->last_user[used] = visit->user;
  if (visit->users.users[used] != NULL)
    visit->users.users[used][visit->users.n_users[used]] = (FlNodeId) { visit->user };
  visit->users.n_users[used]++;
  return TRUE;
}

static void
visit_all_users (const FlGraph *graph, UserVisit *visit)
{
  memset (visit->last_user, 0xff, graph->n_nodes * sizeof *visit->last_user);
  memset (visit->users.n_users, 0, graph->n_nodes * sizeof *visit->users.n_users);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      visit->user = i;
      fl_args_visit_nodes (graph->nodes[i].args, graph->nodes[i].n_args, visit_user, visit);
    }
}

FlGraphUsers
fl_graph_find_users (const FlGraph *graph, FlArena *arena)
{
  g_autofree guint32 *last_user = g_new (guint32, graph->n_nodes + 1);
  UserVisit visit
      = { 0,
          last_user,
          { fl_arena_new (arena, guint, graph->n_nodes + 1), fl_arena_new (arena, FlNodeId *, graph->n_nodes + 1) } };

  visit_all_users (graph, &visit); /* counts */
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (visit.users.n_users[i] > 0)
      visit.users.users[i] = fl_arena_new (arena, FlNodeId, visit.users.n_users[i]);
  visit_all_users (graph, &visit); /* fills */
  return visit.users;
}

static gboolean
check_users (const FlGraph *graph, GError **error)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  const FlGraphUsers fresh = fl_graph_find_users (graph, scratch);

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (node->n_users == fresh.n_users[i]
          && (node->n_users == 0 || memcmp (node->users, fresh.users[i], node->n_users * sizeof (FlNodeId)) == 0))
        continue;
      g_set_error (error, FL_ERROR, FL_ERROR_GRAPH,
                   "the users of %s (node %u, %u of them) are not the %u nodes that use it", node->name, i,
                   node->n_users, fresh.n_users[i]);
      return FALSE;
    }
  return TRUE;
}

/* --- the rest --------------------------------------------------------------------------------- */

gboolean
fl_graph_verify_output (const FlGraph *graph, GError **error)
{
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if ((graph->nodes[i].kind == FL_NODE_OUTPUT) != (i + 1 == graph->n_nodes))
      {
        g_set_error (error, FL_ERROR, FL_ERROR_GRAPH,
                     "%s (node %u of %u): the output node must be the last one, and the only one", graph->nodes[i].name,
                     i, graph->n_nodes);
        return FALSE;
      }
  if (graph->output.index + 1 == graph->n_nodes)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "the graph's output is node %u, but it has %u nodes",
               graph->output.index, graph->n_nodes);
  return FALSE;
}

static gboolean
check_inputs (const FlGraph *graph, GError **error)
{
  guint n_inputs = 0;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      if (graph->nodes[i].kind != FL_NODE_PLACEHOLDER)
        continue;
      if (n_inputs >= graph->n_inputs || graph->inputs[n_inputs].index != i)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "%s (node %u) is not input %u of the graph",
                       graph->nodes[i].name, i, n_inputs);
          return FALSE;
        }
      n_inputs++;
    }
  if (n_inputs == graph->n_inputs)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "the graph lists %u inputs but has %u placeholders", graph->n_inputs,
               n_inputs);
  return FALSE;
}

static gboolean
check_names (const FlGraph *graph, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (!g_hash_table_add (seen, (gpointer) graph->nodes[i].name))
      {
        g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "two nodes are called %s", graph->nodes[i].name);
        return FALSE;
      }
  return TRUE;
}

gboolean
fl_graph_verify (const FlGraph *graph, GError **error)
{
  return fl_graph_verify_uses (graph, error) && fl_graph_verify_output (graph, error) && check_inputs (graph, error)
         && check_names (graph, error) && check_users (graph, error);
}
