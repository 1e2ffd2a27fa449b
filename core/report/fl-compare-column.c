/* A column of a comparison: its kernels as sets of the common operators, and their sums. */
#include <string.h>

#include "fl-compare-private.h"

/* What an original node computes: a library call only itself (its origins tell what it was made
 * from). */
static void
add_node (const FlSchedNode *node, const FlCompareMatch *match, GArray *ops, FlCompareColumn *column)
{
  const FlBuffer *op = node->op;
  gboolean is_library = op != NULL && op->kind != FL_BUFFER_COMPUTED && op->fx_node.index != G_MAXUINT32;
  guint n = op == NULL ? 0 : is_library ? 1 : op->n_origins;

  for (guint i = 0; i < n; i++)
    {
      guint32 fx = is_library ? op->fx_node.index : op->origins[i].index;
      const GArray *left = match->left_of_node[fx];

      column->n_nodes++;
      column->n_matched += match->op_of_node[fx] != G_MAXUINT32 || match->has_origin[fx];
      if (match->op_of_node[fx] != G_MAXUINT32)
        g_array_append_val (ops, match->op_of_node[fx]);
      else if (left != NULL)
        g_array_append_vals (ops, left->data, left->len);
    }
}

static GArray *
collect_group (const FlSchedNode *node, const FlCompareMatch *match, FlCompareColumn *column)
{
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < node->n_originals; i++)
    add_node (node->originals[i], match, ops, column);
  g_array_sort (ops, fl_compare_op_numbers);
  for (guint i = 0; i < ops->len; i++)
    if (n == 0 || g_array_index (ops, guint32, n - 1) != g_array_index (ops, guint32, i))
      g_array_index (ops, guint32, n++) = g_array_index (ops, guint32, i);
  g_array_set_size (ops, n);
  return ops;
}

/* What no kernel names (a view, a broadcast that is read in place) belongs to the kernel that alone
 * reads it. */
static void
adopt_views (const FlComparison *comparison, GPtrArray *drafts)
{
  const FlGraph *graph = comparison->graph;
  g_autofree guint32 *only = g_new0 (guint32, graph->n_nodes + 1); /* by node: its kernel + 1; G_MAXUINT32: several */

  for (guint32 g = 0; g < drafts->len; g++)
    for (guint i = 0; i < ((GArray *) drafts->pdata[g])->len; i++)
      {
        guint32 *it = &only[comparison->ops[g_array_index ((GArray *) drafts->pdata[g], guint32, i)].index];
        *it = *it == 0 || *it == g + 1 ? g + 1 : G_MAXUINT32;
      }
  for (guint32 k = graph->n_nodes, op = comparison->n_ops; k-- > 0;)
    {
      const FlNode *node = &graph->nodes[k];
      gboolean is_op = op > 0 && comparison->ops[op - 1].index == k;

      op -= is_op;
      if (only[k] != 0 || node->kind != FL_NODE_CALL)
        continue;
      for (guint u = 0; u < node->n_users; u++)
        {
          guint32 reader = only[node->users[u].index];

          only[k] = reader == 0 || (only[k] != 0 && only[k] != reader) ? G_MAXUINT32 : reader;
        }
      if (is_op && only[k] != 0 && only[k] != G_MAXUINT32)
        {
          g_array_append_val ((GArray *) drafts->pdata[only[k] - 1], op);
          g_array_sort (drafts->pdata[only[k] - 1], fl_compare_op_numbers);
        }
    }
}

static FlCompareGroup
make_group (FlComparison *comparison, FlCompareColumn *column, const FlSchedNode *node, const GArray *ops, guint number)
{
  FlCompareGroup group = { .name = node->name, .difference = G_MAXUINT, .n_nodes = node->n_originals };

  for (guint i = 0; i < node->n_originals; i++)
    group.is_library |= node->originals[i]->kind == FL_SCHED_EXTERN;
  group.n_ops = ops->len;
  group.ops = fl_arena_memdup (comparison->arena, ops->data, ops->len * sizeof (guint32));
  group.label = fl_arena_printf (comparison->arena, "%c%u", column->letter, number);
  fl_sched_node_count_traffic (fl_compare_column_get_schedule (column), node, &group.read_bytes, &group.written_bytes);
  return group;
}

/* Where each operator's kernels stand. */
static void
index_groups (FlComparison *comparison, FlCompareColumn *column)
{
  guint32 *first = fl_arena_new (comparison->arena, guint32, comparison->n_ops + 1);
  g_autofree guint32 *n = g_new0 (guint32, comparison->n_ops + 1);
  guint32 *groups, total = 0;

  for (guint g = 0; g < column->n_groups; g++)
    for (guint i = 0; i < column->groups[g].n_ops; i++)
      n[column->groups[g].ops[i]]++;
  for (guint i = 0; i < comparison->n_ops; i++)
    {
      first[i] = total;
      total += n[i];
      n[i] = 0;
    }
  first[comparison->n_ops] = total;
  groups = fl_arena_new (comparison->arena, guint32, MAX (total, 1));
  for (guint32 g = 0; g < column->n_groups; g++)
    for (guint i = 0; i < column->groups[g].n_ops; i++)
      {
        guint32 op = column->groups[g].ops[i];
        groups[first[op] + n[op]++] = g;
      }
  column->first_of_op = first;
  column->groups_of_op = groups;
}

static gint64
get_peak (const FlCompareColumn *column)
{
  const FlMemoryPlan *plan = column->run->plan;

  if (column->is_unfused)
    plan = column->run->unfused != NULL ? column->run->unfused->plan : NULL;
  return plan != NULL ? fl_memory_plan_get_peak (plan) : -1;
}

static void
count_totals (FlArena *arena, FlCompareColumn *column)
{
  const FlSchedule *schedule = fl_compare_column_get_schedule (column);
  const FlPartition *partition = column->is_unfused ? NULL : column->run->partition;

  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      gint64 read = 0, written = 0;

      fl_sched_node_count_traffic (schedule, schedule->nodes[i], &read, &written);
      column->read_bytes += read;
      column->written_bytes += written;
    }
  column->estimate_bytes = fl_schedule_count_bytes (schedule);
  column->peak_bytes = get_peak (column);
  column->group_runs = partition != NULL ? fl_group_runs_new (arena, column->run) : NULL;
  if (column->group_runs != NULL)
    column->n_split = fl_group_runs_count_split (column->group_runs, partition);
}

void
fl_compare_fill_column (FlComparison *comparison, FlCompareColumn *column)
{
  const FlSchedule *schedule = fl_compare_column_get_schedule (column);
  FlCompareGroup *groups = fl_arena_new (comparison->arena, FlCompareGroup, MAX (schedule->n_nodes, 1));
  g_autoptr (GPtrArray) drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  FlCompareMatch match;

  fl_compare_match_init (&match, comparison->graph, comparison->ops, comparison->n_ops, schedule->lowered->graph);
  for (guint i = 0; i < schedule->n_nodes; i++)
    if (schedule->nodes[i]->kind != FL_SCHED_NOP)
      g_ptr_array_add (drafts, collect_group (schedule->nodes[i], &match, column));
  adopt_views (comparison, drafts);
  for (guint i = 0; i < schedule->n_nodes; i++)
    if (schedule->nodes[i]->kind != FL_SCHED_NOP)
      {
        guint n = column->n_groups++;
        groups[n] = make_group (comparison, column, schedule->nodes[i], drafts->pdata[n], n + 1);
      }
  column->groups = groups;
  column->node_of_op = fl_arena_memdup (comparison->arena, match.node_of_op, comparison->n_ops * sizeof (guint32));
  fl_compare_match_clear (&match);
  index_groups (comparison, column);
  count_totals (comparison->arena, column);
}

char *
fl_comparison_dup_name (const FlComparison *comparison, guint c)
{
  const FlCompareColumn *column = &comparison->columns[c];
  const guint version = column->run->options.rules.version;
  gboolean is_one = TRUE;

  for (guint i = 0; i < comparison->n_columns; i++)
    is_one = is_one && comparison->columns[i].run->options.rules.version == version;
  return g_strdup_printf ("%s%s%s%s", column->strategy, column->is_unfused ? ":pre" : "", is_one ? "" : " ",
                          is_one ? "" : fl_torch_get_name (version));
}
