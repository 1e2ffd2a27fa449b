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
              guint32 a = find_root (parents, get_first (column, group)), b = find_root (parents, group->ops[i]);
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
      g_ptr_array_add (names, (gpointer) fl_comparison_get_op_name (comparison, difference->ops[i]));
  for (guint i = 0; i < difference->n_ops && names->len == 0; i++)
    g_ptr_array_add (names, (gpointer) fl_comparison_get_op_name (comparison, difference->ops[i]));
  for (guint i = 0; i < names->len; i++)
    {
      gboolean skips = names->len > n_shown && i == n_shown - 1;

      i = skips ? names->len - 1 : i;
      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", skips ? "… " : "", (const char *) names->pdata[i]);
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
    g_string_append_printf (text, "%s%c %u", c > 0 ? ", " : "", comparison->columns[c].letter, difference->n_groups[c]);
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
  g_autofree guint *difference_of = g_new0 (guint, MAX (comparison->n_ops, 1)); /* of a root: position + 1 */
  g_autofree gboolean *differs = g_new0 (gboolean, MAX (comparison->n_ops, 1));
  g_autofree guint *n_ops = NULL;
  FlCompareDifference *differences;
  guint n = 0;

  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      if (comparison->columns[c].groups[g].relation != FL_RELATION_SAME && comparison->columns[c].groups[g].n_ops > 0)
        differs[find_root (parents, get_first (&comparison->columns[c], &comparison->columns[c].groups[g]))] = TRUE;
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
        guint d = group->n_ops > 0 ? difference_of[find_root (parents, get_first (&comparison->columns[c], group))] : 0;

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
  const char *mark = fl_intern ("fuseloom.store.default"); /* says that a group stores the value: no work */

  for (guint i = 0; i < comparison->graph->n_nodes; i++)
    if (comparison->graph->nodes[i].kind == FL_NODE_CALL && comparison->graph->nodes[i].target != mark)
      ops[comparison->n_ops++] = (FlNodeId) { i };
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
            g_propagate_prefixed_error (error, g_error_copy (run->error), "column %c (%s): ", (char) ('A' + i),
                                        run->options.strategy);
          else
            g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                         "column %c (%s) stopped before fusion: there is nothing to compare", (char) ('A' + i),
                         run->options.strategy);
          return FALSE;
        }
      if (run->graph != sources[0].run->graph)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
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
  const FlStrategyRow *row = fl_strategies_find (source->run->own_options.strategy);
  const char *title = source->title != NULL ? source->title
                      : row != NULL         ? row->title
                                            : source->run->own_options.strategy;

  if (source->is_unfused && source->title == NULL)
    return "Before fusion";
  return fl_arena_strdup (comparison->arena, title);
}

static void
take_bound (FlComparison *comparison, const FlCompareColumn *column)
{
  const FlPartition *partition = column->run->partition;

  if (!column->is_unfused && g_str_equal (column->strategy, "optimal"))
    comparison->least_bytes = column->read_bytes + column->written_bytes;
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
      fl_compare_fill_column (comparison, &columns[i]);
      take_bound (comparison, &columns[i]);
    }
  fl_compare_relate_columns (comparison, columns);
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
    columns[i] = (FlCompareColumn) { .letter = (char) ('A' + i),
                                     .title = dup_title (comparison, &sources[i]),
                                     .strategy = sources[i].run->own_options.strategy,
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
