/* Marks what a partition's groups store. */
#include "fl-plan-graph.h"
#include "fl-rewrite.h"

typedef struct
{
  const FlPartition *partition;
  GHashTable *ops;  /* interned FX name -> op id + 1 */
  FlBits *stored;   /* by op */
  GArray *group_of; /* guint32, by node of the new graph */
} Planner;

static guint32
find_op (const Planner *planner, const FlNode *node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (planner->ops, node->name)) - 1; /* absent: G_MAXUINT32 */
}

/* Library calls have memory of their own anyway. */
static gboolean
needs_mark (const Planner *planner, guint32 op)
{
  const FlOpNode *node = &planner->partition->graph->nodes[op];

  return fl_bits_has (planner->stored, op) && node->kind != FL_OP_OPAQUE && node->kind != FL_OP_MATMUL
         && node->kind != FL_OP_CONVOLUTION;
}

static void
plan_node (Planner *planner, FlRewrite *rw)
{
  guint32 op = rw->node->kind == FL_NODE_CALL ? find_op (planner, rw->node) : G_MAXUINT32;
  guint32 group = op != G_MAXUINT32 ? planner->partition->group_of[op] : G_MAXUINT32;

  fl_rewrite_copy (rw);
  if (op != G_MAXUINT32 && needs_mark (planner, op))
    fl_rewrite_set_result (rw, EMIT (rw, "fuseloom.store.default", rw->results[rw->id.index]));
  while (planner->group_of->len < rw->nodes->len)
    g_array_append_val (planner->group_of, group);
}

static void
prepare (Planner *planner, const FlPartition *partition)
{
  planner->partition = partition;
  planner->ops = g_hash_table_new (NULL, NULL);
  planner->stored = fl_bits_new (partition->graph->n_nodes);
  planner->group_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < partition->graph->n_nodes; i++)
    if (partition->graph->nodes[i].fx != NULL)
      g_hash_table_insert (planner->ops, (gpointer) partition->graph->nodes[i].fx, GUINT_TO_POINTER (i + 1));
  for (guint g = 0; g < partition->n_groups; g++)
    for (guint i = 0; i < partition->groups[g].n_results; i++)
      fl_bits_add (planner->stored, partition->groups[g].results[i]);
}

gboolean
fl_plan_graph_run (const FlPass *pass, const FlGraph *given, const FlGraph *explicit_graph,
                   const FlPartition *partition, FlPlanGraph *plan, GError **error)
{
  Planner planner;
  FlRewrite rw;

  prepare (&planner, partition);
  fl_rewrite_start (&rw, pass, explicit_graph);
  for (guint i = 0; i < explicit_graph->n_nodes; i++)
    {
      fl_rewrite_enter (&rw, i);
      plan_node (&planner, &rw);
    }
  plan->graph = fl_rewrite_finish (&rw, given, error);
  if (plan->graph != NULL)
    plan->group_of = fl_arena_memdup (pass->arena, planner.group_of->data, planner.group_of->len * sizeof (guint32));
  g_hash_table_unref (planner.ops);
  g_free (planner.stored);
  g_array_unref (planner.group_of);
  return plan->graph != NULL;
}
