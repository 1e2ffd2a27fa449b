/* Kernels of a partition's groups. */
#include "fl-group-run.h"

typedef struct
{
  const FlRun *run;
  FlGroupRun *groups;
  GHashTable *nests; /* scheduled node -> FlNest */
} Count;

/* The group of an original: that of the FX node whose value it is, or of the last node it came
 * from. */
static guint32
get_group (const FlRun *run, const FlSchedNode *original)
{
  const FlBuffer *op = original->op;

  if (op->fx_node.index != G_MAXUINT32 && run->group_of_node[op->fx_node.index] != G_MAXUINT32)
    return run->group_of_node[op->fx_node.index];
  for (guint i = op->n_origins; i-- > 0;)
    if (run->group_of_node[op->origins[i].index] != G_MAXUINT32)
      return run->group_of_node[op->origins[i].index];
  return G_MAXUINT32;
}

static GHashTable *
index_nests (const FlRun *run)
{
  GHashTable *nests = g_hash_table_new (NULL, NULL);
  guint call = 0;

  for (guint i = 0; run->plan != NULL && i < run->plan->n_lines; i++)
    if (run->plan->lines[i].kind == FL_LINE_CALL)
      g_hash_table_insert (nests, (gpointer) run->plan->lines[i].node, (gpointer) run->plan->nests[call++]);
  return nests;
}

static void
count_node (Count *count, guint position)
{
  const FlSchedNode *node = count->run->fused->nodes[position];
  guint32 group = get_group (count->run, node->originals[0]);
  const FlNest *nest;

  if (group == G_MAXUINT32 || node->kind == FL_SCHED_NOP)
    return;
  count->groups[group].n_kernels++;
  if (node->kind == FL_SCHED_EXTERN)
    {
      count->groups[group].n_library++;
      return;
    }
  nest = g_hash_table_lookup (count->nests, node);
  count->groups[group].n_nests += nest != NULL ? nest->n_items : 1;
}

static const char *
explain (FlArena *arena, const FlRun *run, const FlOpGroup *group, const FlGroupRun *own)
{
  const FlEmission *emission = &group->emission;
  const char *culprit = emission->culprit != G_MAXUINT32 ? run->partition->graph->nodes[emission->culprit].name : NULL;

  if (emission->template == FL_TEMPLATE_NONE)
    return fl_arena_printf (arena, "%s: %s%s%s%s",
                            own->n_kernels > 1 ? "not emittable, so run in parts"
                                               : "no template covers it, though its loops fit one kernel",
                            emission->reason, culprit != NULL ? " (" : "", culprit != NULL ? culprit : "",
                            culprit != NULL ? ")" : "");
  if (own->n_kernels < 2)
    return NULL;
  if (emission->template == FL_TEMPLATE_EXTERN)
    return "a library call, and kernels that bring its arguments into the layout that it takes";
  if (own->n_library > 0)
    return "the product is a library call, and what follows it a kernel of its own: products take "
           "no epilogue here";
  return "lowering placed or ordered its values so that one kernel would wait for itself";
}

const FlGroupRun *
fl_group_runs_new (FlArena *arena, const FlRun *run)
{
  Count count = { run };

  if (run->partition == NULL || run->fused == NULL || run->group_of_node == NULL)
    return NULL;
  count.groups = fl_arena_new (arena, FlGroupRun, run->partition->n_groups + 1);
  count.nests = index_nests (run);
  for (guint i = 0; i < run->fused->n_nodes; i++)
    count_node (&count, i);
  for (guint i = 0; i < run->partition->n_groups; i++)
    count.groups[i].why = explain (arena, run, &run->partition->groups[i], &count.groups[i]);
  g_hash_table_unref (count.nests);
  return count.groups;
}

guint
fl_group_runs_count_split (const FlGroupRun *groups, const FlPartition *partition)
{
  guint n = 0;

  for (guint i = 0; i < partition->n_groups; i++)
    n += groups[i].n_kernels > 1;
  return n;
}
