/* Comparison: the columns' kernels as sets of the same operators, how they relate, and where they
 * differ. */
#include <string.h>

#include "fl-compare-private.h"
#include "fl-fuse.h"
#include "fl-intern.h"

enum
{
  MAX_TIED = 3 /* kernels that compute one value anew and still count as one place */
};

/* --- columns -------------------------------------------------------------------------------- */

static int
compare_ops (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return p < q ? -1 : p > q;
}

/* What an original node computes: a library call only itself (its origins tell what it was made
 * from). */
static void
add_node (const FlSchedNode *node,
          const FlCompareMatch *match,
          GArray *ops,
          FlCompareColumn *column)
{
  const FlBuffer *op = node->op;
  gboolean is_library
      = op != NULL && op->kind != FL_BUFFER_COMPUTED && op->fx_node.index != G_MAXUINT32;
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
  g_array_sort (ops, compare_ops);
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
  g_autofree guint32 *only
      = g_new0 (guint32, graph->n_nodes + 1); /* by node: its kernel + 1; G_MAXUINT32: several */

  for (guint32 g = 0; g < drafts->len; g++)
    for (guint i = 0; i < ((GArray *) drafts->pdata[g])->len; i++)
      {
        guint32 *it
            = &only[comparison->ops[g_array_index ((GArray *) drafts->pdata[g], guint32, i)].index];
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
          g_array_sort (drafts->pdata[only[k] - 1], compare_ops);
        }
    }
}

static FlCompareGroup
make_group (FlComparison *comparison,
            FlCompareColumn *column,
            const FlSchedNode *node,
            const GArray *ops,
            guint number)
{
  FlCompareGroup group
      = { .name = node->name, .difference = G_MAXUINT, .n_nodes = node->n_originals };

  for (guint i = 0; i < node->n_originals; i++)
    group.is_library |= node->originals[i]->kind == FL_SCHED_EXTERN;
  group.n_ops = ops->len;
  group.ops = fl_arena_memdup (comparison->arena, ops->data, ops->len * sizeof (guint32));
  group.label = fl_arena_printf (comparison->arena, "%c%u", column->letter, number);
  fl_sched_node_count_bytes (fl_compare_column_get_schedule (column), node, &group.read_bytes,
                             &group.written_bytes);
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
  if (plan == NULL)
    return -1;
  return plan->row != NULL ? plan->arena_bytes
                           : plan->peak_bytes; /* a planner's plan is its arena */
}

static void
count_totals (FlArena *arena, FlCompareColumn *column)
{
  const FlSchedule *schedule = fl_compare_column_get_schedule (column);
  const FlPartition *partition = column->is_unfused ? NULL : column->run->partition;

  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      gint64 read = 0, written = 0;

      fl_sched_node_count_bytes (schedule, schedule->nodes[i], &read, &written);
      column->read_bytes += read;
      column->written_bytes += written;
    }
  column->issued_bytes = partition != NULL ? partition->bytes_issued : column->read_bytes;
  column->peak_bytes = get_peak (column);
  column->group_runs = partition != NULL ? fl_group_runs_new (arena, column->run) : NULL;
  if (column->group_runs != NULL)
    column->n_split = fl_group_runs_count_split (column->group_runs, partition);
}

static void
fill_column (FlComparison *comparison, FlCompareColumn *column)
{
  const FlSchedule *schedule = fl_compare_column_get_schedule (column);
  FlCompareGroup *groups
      = fl_arena_new (comparison->arena, FlCompareGroup, MAX (schedule->n_nodes, 1));
  g_autoptr (GPtrArray) drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  FlCompareMatch match;

  fl_compare_match_init (&match, comparison->graph, comparison->ops, comparison->n_ops,
                         schedule->lowered->graph);
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
  column->node_of_op
      = fl_arena_memdup (comparison->arena, match.node_of_op, comparison->n_ops * sizeof (guint32));
  fl_compare_match_clear (&match);
  index_groups (comparison, column);
  count_totals (comparison->arena, column);
}

/* --- how kernels relate --------------------------------------------------------------------- */

static gboolean
has_op (const FlCompareGroup *group, guint32 op)
{
  return bsearch (&op, group->ops, group->n_ops, sizeof op, compare_ops) != NULL;
}

static guint
count_common (const FlCompareGroup *a, const FlCompareGroup *b)
{
  guint n = 0;

  for (guint i = 0; i < a->n_ops; i++)
    n += has_op (b, a->ops[i]);
  return n;
}

/* Operators of the group that some kernel of the column computes: what it has nowhere says nothing.
 */
static guint
count_known (const FlCompareColumn *column, const FlCompareGroup *group)
{
  guint n_known = 0, n;

  for (guint i = 0; i < group->n_ops; i++)
    {
      fl_compare_column_get_groups (column, group->ops[i], &n);
      n_known += n > 0;
    }
  return n_known;
}

/* The kernels of a column that share operators with the group, each once. */
static GArray *
find_touching (const FlCompareColumn *column, const FlCompareGroup *group)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < group->n_ops; i++)
    {
      guint n;
      const guint32 *groups = fl_compare_column_get_groups (column, group->ops[i], &n);

      for (guint k = 0; k < n; k++)
        {
          gboolean is_new = TRUE;

          for (guint m = found->len; m-- > 0 && is_new;)
            is_new = g_array_index (found, guint32, m) != groups[k];
          if (is_new)
            g_array_append_val (found, groups[k]);
        }
    }
  return found;
}

/* The kernel of `column` that holds all of the group's operators; of several, the smallest;
 * G_MAXUINT32: none. */
static guint32
find_holder (const FlCompareColumn *column, const FlCompareGroup *group)
{
  g_autoptr (GArray) touching = find_touching (column, group);
  guint n_known = count_known (column, group);
  guint32 holder = G_MAXUINT32;

  for (guint k = 0; k < touching->len; k++)
    {
      guint32 at = g_array_index (touching, guint32, k);

      if (count_common (group, &column->groups[at]) == n_known
          && (holder == G_MAXUINT32 || column->groups[at].n_ops < column->groups[holder].n_ops))
        holder = at;
    }
  return holder;
}

static void
cover (gboolean *is_covered, const FlCompareGroup *group, const FlCompareGroup *piece)
{
  for (guint i = 0; i < group->n_ops; i++)
    is_covered[i] |= has_op (piece, group->ops[i]);
}

/* How many kernels of `from` this one stands for: those that it alone holds, and as few more as its
 * other operators need (the largest overlap first). */
static guint
count_pieces (const FlCompareColumn *from,
              const guint32 *holders,
              const FlCompareGroup *group,
              guint32 position)
{
  g_autoptr (GArray) touching = find_touching (from, group);
  g_autofree gboolean *is_covered = g_new0 (gboolean, MAX (group->n_ops, 1));
  guint n_pieces = 0;

  for (guint k = 0; k < touching->len; k++)
    if (holders[g_array_index (touching, guint32, k)] == position)
      {
        cover (is_covered, group, &from->groups[g_array_index (touching, guint32, k)]);
        n_pieces++;
      }
  for (;;)
    {
      guint best = 0, best_at = 0;

      for (guint k = 0; k < touching->len; k++)
        {
          const FlCompareGroup *other = &from->groups[g_array_index (touching, guint32, k)];
          guint n = 0;

          for (guint i = 0; i < group->n_ops; i++)
            n += !is_covered[i] && has_op (other, group->ops[i]);
          if (n > best)
            best = n, best_at = k;
        }
      if (best == 0)
        return n_pieces;
      cover (is_covered, group, &from->groups[g_array_index (touching, guint32, best_at)]);
      n_pieces++;
    }
}

/* Fusions that `column` has and `other` has not. */
static guint
count_fusions (const FlCompareColumn *column, const FlCompareColumn *other)
{
  g_autofree guint32 *holders = g_new (guint32, MAX (other->n_groups, 1));
  guint n = 0;

  for (guint g = 0; g < other->n_groups; g++)
    holders[g] = find_holder (column, &other->groups[g]);
  for (guint32 g = 0; g < column->n_groups; g++)
    n += MAX (count_pieces (other, holders, &column->groups[g], g), 1) - 1;
  return n;
}

/* Kernels of a column that compute nothing but what the group (of `of`) computes. */
static guint
count_inside (const FlCompareColumn *column, const FlCompareColumn *of, const FlCompareGroup *group)
{
  g_autoptr (GArray) touching = find_touching (column, group);
  guint n = 0;

  for (guint k = 0; k < touching->len; k++)
    {
      const FlCompareGroup *it = &column->groups[g_array_index (touching, guint32, k)];
      n += count_common (group, it) == count_known (of, it);
    }
  return n;
}

/* Two kernels of the same operators are the same, unless one column needs more kernels for them:
 * one operator may be several nodes, each a kernel. */
static FlRelation
relate_equal (const FlCompareColumn *column,
              const FlCompareGroup *group,
              const FlCompareColumn *other,
              const FlCompareGroup *it)
{
  guint n_own = count_inside (column, other, it), n_others = count_inside (other, column, group);

  return n_own == n_others  ? FL_RELATION_SAME
         : n_own < n_others ? FL_RELATION_JOINED
                            : FL_RELATION_PART;
}

/* Beside one column. */
static FlRelation
relate (const FlCompareColumn *column, const FlCompareGroup *group, const FlCompareColumn *other)
{
  g_autoptr (GArray) touching = find_touching (other, group);
  gboolean holds_all = TRUE, is_held = FALSE;
  guint n_known = count_known (other, group);

  for (guint k = 0; k < touching->len; k++)
    {
      const FlCompareGroup *it = &other->groups[g_array_index (touching, guint32, k)];
      guint n_common = count_common (group, it);
      gboolean is_whole = n_common == count_known (column, it);

      if (is_whole && n_common == n_known)
        return relate_equal (column, group, other, it);
      holds_all = holds_all && is_whole;
      is_held = is_held || n_common == n_known;
    }
  if (touching->len == 0) /* inside all of its readers there */
    return group->n_ops > 0 ? FL_RELATION_PART : FL_RELATION_SAME;
  return holds_all ? FL_RELATION_JOINED : is_held ? FL_RELATION_PART : FL_RELATION_REGROUPED;
}

static void
relate_columns (FlComparison *comparison, FlCompareColumn *columns)
{
  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < columns[c].n_groups; g++)
      {
        FlCompareGroup *group = (FlCompareGroup *) &columns[c].groups[g];
        gboolean is_joined = FALSE, is_part = FALSE;

        for (guint k = 0; k < comparison->n_columns; k++)
          {
            FlRelation relation
                = k == c ? FL_RELATION_SAME : relate (&columns[c], group, &columns[k]);

            is_joined |= relation == FL_RELATION_JOINED || relation == FL_RELATION_REGROUPED;
            is_part |= relation == FL_RELATION_PART || relation == FL_RELATION_REGROUPED;
          }
        group->relation = is_joined && is_part ? FL_RELATION_REGROUPED
                          : is_joined          ? FL_RELATION_JOINED
                          : is_part            ? FL_RELATION_PART
                                               : FL_RELATION_SAME;
      }
  for (guint c = 1; c < comparison->n_columns; c++)
    {
      columns[c].n_joins = count_fusions (&columns[c], &columns[0]);
      columns[c].n_lost = count_fusions (&columns[0], &columns[c]);
    }
}

/* --- differences ---------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parents, guint32 op)
{
  while (parents[op] != op)
    op = parents[op] = parents[parents[op]];
  return op;
}

/* A value that a column computes anew in many kernels ties none of them together. */
static gboolean
is_tie (const FlCompareColumn *column, guint32 op)
{
  return column->first_of_op[op + 1] - column->first_of_op[op] <= MAX_TIED;
}

/* The operator that stands for a kernel. */
static guint32
get_first (const FlCompareColumn *column, const FlCompareGroup *group)
{
  for (guint i = 0; i < group->n_ops; i++)
    if (is_tie (column, group->ops[i]))
      return group->ops[i];
  return group->ops[0];
}

static guint32 *
unite_ops (const FlComparison *comparison)
{
  guint32 *parents = g_new (guint32, MAX (comparison->n_ops, 1));

  for (guint32 i = 0; i < comparison->n_ops; i++)
    parents[i] = i;
  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      {
        const FlCompareColumn *column = &comparison->columns[c];
        const FlCompareGroup *group = &column->groups[g];

        for (guint i = 0; i < group->n_ops; i++)
          if (is_tie (column, group->ops[i]))
            {
              guint32 a = find_root (parents, get_first (column, group)),
                      b = find_root (parents, group->ops[i]);
              parents[MAX (a, b)] = MIN (a, b);
            }
      }
  return parents;
}

static const char *
name_difference (FlComparison *comparison, const FlCompareDifference *difference)
{
  const guint n_shown = 4;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < difference->n_ops; i++)
    if (!fl_compare_is_view (comparison, difference->ops[i]))
      g_ptr_array_add (names,
                       (gpointer) fl_comparison_get_op_name (comparison, difference->ops[i]));
  for (guint i = 0; i < difference->n_ops && names->len == 0; i++)
    g_ptr_array_add (names, (gpointer) fl_comparison_get_op_name (comparison, difference->ops[i]));
  for (guint i = 0; i < names->len; i++)
    {
      gboolean skips = names->len > n_shown && i == n_shown - 1;

      i = skips ? names->len - 1 : i;
      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", skips ? "… " : "",
                              (const char *) names->pdata[i]);
    }
  if (difference->n_ops > n_shown)
    g_string_append_printf (text, " (%u operators)", difference->n_ops);
  return fl_arena_strdup (comparison->arena, text->str);
}

static const char *
count_kernels (FlComparison *comparison, const FlCompareDifference *difference)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint c = 0; c < comparison->n_columns; c++)
    g_string_append_printf (text, "%s%c %u", c > 0 ? ", " : "", comparison->columns[c].letter,
                            difference->n_groups[c]);
  return fl_arena_strdup (comparison->arena, text->str);
}

static void
finish_difference (FlComparison *comparison, FlCompareDifference *difference)
{
  gint64 least = G_MAXINT64, most = 0;

  for (guint c = 0; c < comparison->n_columns; c++)
    {
      least = MIN (least, difference->bytes[c]);
      most = MAX (most, difference->bytes[c]);
    }
  difference->spread_bytes = most - least;
  difference->title = name_difference (comparison, difference);
  difference->counts = count_kernels (comparison, difference);
}

/* Operators that are tied by kernels that are not the same everywhere. */
static void
find_differences (FlComparison *comparison)
{
  g_autofree guint32 *parents = unite_ops (comparison);
  g_autofree guint *difference_of
      = g_new0 (guint, MAX (comparison->n_ops, 1)); /* of a root: position + 1 */
  g_autofree gboolean *differs = g_new0 (gboolean, MAX (comparison->n_ops, 1));
  g_autofree guint *n_ops = NULL;
  FlCompareDifference *differences;
  guint n = 0;

  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      if (comparison->columns[c].groups[g].relation != FL_RELATION_SAME
          && comparison->columns[c].groups[g].n_ops > 0)
        differs[find_root (parents,
                           get_first (&comparison->columns[c], &comparison->columns[c].groups[g]))]
            = TRUE;
  for (guint32 i = 0; i < comparison->n_ops; i++)
    if (parents[i] == i && differs[i])
      difference_of[i] = ++n;
  differences = fl_arena_new (comparison->arena, FlCompareDifference, MAX (n, 1));
  n_ops = g_new0 (guint, n + 1);
  for (guint32 i = 0; i < comparison->n_ops; i++)
    n_ops[difference_of[find_root (parents, i)]]++;
  for (guint d = 0; d < n; d++)
    {
      differences[d].ops = fl_arena_new (comparison->arena, guint32, n_ops[d + 1]);
      differences[d].n_groups = fl_arena_new (comparison->arena, guint, comparison->n_columns);
      differences[d].bytes = fl_arena_new (comparison->arena, gint64, comparison->n_columns);
    }
  for (guint32 i = 0; i < comparison->n_ops; i++)
    {
      guint d = difference_of[find_root (parents, i)];
      if (d > 0)
        ((guint32 *) differences[d - 1].ops)[differences[d - 1].n_ops++] = i;
    }
  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      {
        FlCompareGroup *group = (FlCompareGroup *) &comparison->columns[c].groups[g];
        guint d
            = group->n_ops > 0
                  ? difference_of[find_root (parents, get_first (&comparison->columns[c], group))]
                  : 0;

        if (d == 0)
          continue;
        group->difference = d - 1;
        differences[d - 1].n_groups[c]++;
        differences[d - 1].bytes[c] += group->read_bytes + group->written_bytes;
      }
  comparison->n_differences = n;
  comparison->differences = differences;
  for (guint d = 0; d < n; d++)
    finish_difference (comparison, &differences[d]);
}

/* --- the whole ------------------------------------------------------------------------------ */

/* The operators are those of a strategy over tensor operations, where there is one: it spells out
 * every broadcast, and may make a kernel of it. */
static guint
choose_base (const FlCompareSource *sources, guint n)
{
  for (guint i = 0; i < n; i++)
    if (sources[i].run->partition != NULL)
      return i;
  return 0;
}

static void
collect_ops (FlComparison *comparison)
{
  FlNodeId *ops = fl_arena_new (comparison->arena, FlNodeId, MAX (comparison->graph->n_nodes, 1));
  const char *mark
      = fl_intern ("fuseloom.store.default"); /* says that a group stores the value: no work */

  for (guint i = 0; i < comparison->graph->n_nodes; i++)
    if (comparison->graph->nodes[i].kind == FL_NODE_CALL
        && comparison->graph->nodes[i].target != mark)
      ops[comparison->n_ops++] = (FlNodeId){ i };
  comparison->ops = ops;
}

static gboolean
check_sources (const FlCompareSource *sources, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      const FlRun *run = sources[i].run;

      if (run->fused == NULL && !(sources[i].is_unfused && run->schedule != NULL))
        {
          if (run->error != NULL)
            g_propagate_prefixed_error (error, g_error_copy (run->error),
                                        "column %c (%s): ", (char) ('A' + i),
                                        run->options.strategy);
          else
            g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                         "column %c (%s) stopped before fusion: there is nothing to compare",
                         (char) ('A' + i), run->options.strategy);
          return FALSE;
        }
      if (run->graph != sources[0].run->graph)
        {
          g_set_error (
              error, FL_ERROR, FL_ERROR_USAGE,
              "column %c is of another graph than column A: runs of one graph can be compared",
              (char) ('A' + i));
          return FALSE;
        }
    }
  return TRUE;
}

static const char *
dup_title (FlComparison *comparison, const FlCompareSource *source)
{
  const FlStrategyRow *row = fl_strategies_find (source->run->options.strategy);
  const char *title = source->title != NULL ? source->title
                      : row != NULL         ? row->title
                                            : source->run->options.strategy;

  if (source->is_unfused && source->title == NULL)
    return "Before fusion";
  return fl_arena_strdup (comparison->arena, title);
}

static void
take_bound (FlComparison *comparison, const FlCompareColumn *column)
{
  const FlPartition *partition = column->run->partition;

  if (partition == NULL || partition->lower_bound <= 0)
    return;
  comparison->bound_bytes = partition->lower_bound;
  comparison->bound_is_optimum = partition->is_optimal;
}

static gboolean
fill (FlComparison *comparison, FlCompareColumn *columns, const FlPass *pass, GError **error)
{
  g_autoptr (FlCompareSearch) search = NULL;

  for (guint i = 0; i < comparison->n_columns; i++)
    {
      if (fl_pass_is_cancelled (pass, error))
        return FALSE;
      fill_column (comparison, &columns[i]);
      take_bound (comparison, &columns[i]);
    }
  relate_columns (comparison, columns);
  find_differences (comparison);
  search = fl_compare_search_new (comparison);
  for (guint d = 0; d < comparison->n_differences; d++)
    {
      if (fl_pass_is_cancelled (pass, error))
        return FALSE;
      fl_compare_search_explain (search, (FlCompareDifference *) &comparison->differences[d]);
    }
  comparison->summary = fl_compare_make_summary (comparison);
  return TRUE;
}

FlComparison *
fl_comparison_new (const FlCompareSource *sources, guint n, const gint *cancelled, GError **error)
{
  FlPass pass = { .cancelled = cancelled };
  FlArena *arena;
  FlComparison *comparison;
  FlCompareColumn *columns;

  g_assert (n >= 1 && n <= FL_COMPARE_MAX_COLUMNS);
  if (!check_sources (sources, n, error))
    return NULL;
  arena = fl_arena_open ();
  comparison = fl_arena_new (arena, FlComparison, 1);
  columns = fl_arena_new (arena, FlCompareColumn, n);
  comparison->arena = arena;
  g_atomic_ref_count_init (&comparison->refs);
  comparison->n_columns = n;
  comparison->columns = columns;
  for (guint i = 0; i < n; i++)
    columns[i] = (FlCompareColumn){ .letter = (char) ('A' + i),
                                    .title = dup_title (comparison, &sources[i]),
                                    .strategy = sources[i].run->options.strategy,
                                    .run = fl_run_ref (sources[i].run),
                                    .is_unfused = sources[i].is_unfused };
  comparison->base = choose_base (sources, n);
  comparison->graph = fl_compare_column_get_schedule (&columns[comparison->base])->lowered->graph;
  collect_ops (comparison);
  if (fill (comparison, columns, &pass, error))
    return comparison;
  fl_comparison_unref (comparison);
  return NULL;
}

FlComparison *
fl_comparison_ref (const FlComparison *comparison)
{
  FlComparison *own = (FlComparison *) comparison;

  g_atomic_ref_count_inc (&own->refs);
  return own;
}

void
fl_comparison_unref (FlComparison *comparison)
{
  if (comparison == NULL || !g_atomic_ref_count_dec (&comparison->refs))
    return;
  for (guint i = 0; i < comparison->n_columns; i++)
    fl_run_unref (comparison->columns[i].run);
  fl_arena_close (comparison->arena);
}

FlItem
fl_comparison_get_item (const FlComparison *comparison, guint column, guint op)
{
  const FlCompareColumn *it = &comparison->columns[column];
  guint32 node = it->node_of_op[op];

  if (node == G_MAXUINT32)
    return (FlItem){ FL_ITEM_NONE, NULL };
  return (FlItem){ FL_ITEM_NODE, it->run->decomposed->nodes[node].name };
}
