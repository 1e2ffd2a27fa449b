/* The comparison in words: the sentence, the counters, the list of differences, and the table with
 * times. */
#include "fl-compare-private.h"
#include "fl-slower.h"

#include <string.h>
#include "fl-text.h"

const char *
fl_relation_get_name (FlRelation relation)
{
  static const char *const names[] = { "same", "joined", "part", "regrouped" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FL_N_RELATIONS);
  return names[relation];
}

const char *
fl_relation_get_sentence (FlRelation relation)
{
  static const char *const sentences[] = {
    "Every column has this kernel",
    "Joins what another column keeps apart",
    "A part of what another column joins",
    "Joins some of what another column keeps apart, and leaves out some of what it joins",
  };

  return sentences[relation];
}

static const char *
get_plural (guint n)
{
  return n == 1 ? "" : "s";
}

/* --- the sentence ------------------------------------------------------------------------------ */

static gint64
get_bytes (const FlCompareColumn *column)
{
  return column->read_bytes + column->written_bytes;
}

static void
append_column (GString *out, const FlCompareColumn *column, const char *verb)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) get_bytes (column));

  if (column->is_unfused && !g_str_has_suffix (verb, ":"))
    g_string_append_printf (out, "before fusion, %u kernel%s move%s %s", column->n_groups,
                            get_plural (column->n_groups), column->n_groups == 1 ? "s" : "", bytes);
  else if (g_str_has_suffix (verb, ":"))
    g_string_append_printf (out, "%s %s %s in %u kernel%s", column->title, verb, bytes, column->n_groups,
                            get_plural (column->n_groups));
  else
    g_string_append_printf (out, "%s %s %u kernel%s and moves %s", column->title, verb, column->n_groups,
                            get_plural (column->n_groups), bytes);
}

static const FlCompareDifference *
find_largest (const FlComparison *comparison)
{
  const FlCompareDifference *found = NULL;

  for (guint i = 0; i < comparison->n_differences; i++)
    if (found == NULL || comparison->differences[i].spread_bytes > found->spread_bytes)
      found = &comparison->differences[i];
  return found;
}

/* Of the column that pays most there; where it has none, the first. */
static const FlCompareReason *
find_reason (const FlCompareDifference *difference, guint n_columns)
{
  guint worst = 0;

  for (guint c = 1; c < n_columns; c++)
    if (difference->bytes[c] > difference->bytes[worst])
      worst = c;
  for (guint i = 0; i < difference->n_reasons; i++)
    if (difference->reasons[i].column == worst)
      return &difference->reasons[i];
  return difference->n_reasons > 0 ? &difference->reasons[0] : NULL;
}

static void
append_why (GString *out, const FlComparison *comparison)
{
  const FlCompareDifference *largest = find_largest (comparison);
  const FlCompareReason *reason = find_reason (largest, comparison->n_columns);
  g_autofree char *spread = largest->spread_bytes > 0 ? fl_text_dup_bytes ((guint64) largest->spread_bytes) : NULL;

  if (comparison->n_differences > 1)
    g_string_append_printf (out, "; the largest of %u differences", comparison->n_differences);
  else
    g_string_append (out, "; the only difference");
  if (spread != NULL)
    g_string_append_printf (out, ", %s,", spread);
  g_string_append (out, reason != NULL ? " is that " : " is at ");
  g_string_append (out, reason != NULL ? reason->text : largest->title);
}

/* Two: both; more: those that move the fewest and the most bytes. */
const char *
fl_compare_make_summary (FlComparison *comparison)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint least = 0, most = 0;

  for (guint c = 1; c < comparison->n_columns; c++)
    {
      if (get_bytes (&comparison->columns[c]) < get_bytes (&comparison->columns[least]))
        least = c;
      if (get_bytes (&comparison->columns[c]) > get_bytes (&comparison->columns[most]))
        most = c;
    }
  if (comparison->n_columns == 1)
    append_column (out, &comparison->columns[0], "makes");
  else if (comparison->n_differences == 0)
    {
      g_string_append_printf (out, "Nothing differs: %s make the same ",
                              comparison->n_columns == 2 ? "both" : "all columns");
      if (comparison->columns[0].n_groups == 1)
        g_string_append (out, "kernel");
      else
        g_string_append_printf (out, "%u kernels", comparison->columns[0].n_groups);
    }
  else
    {
      if (least == most)
        least = 0, most = 1;
      append_column (out, &comparison->columns[least], comparison->n_columns > 2 ? "moves least:" : "makes");
      g_string_append (out, "; ");
      append_column (out, &comparison->columns[most], comparison->n_columns > 2 ? "most:" : "makes");
      append_why (out, comparison);
    }
  g_string_append_c (out, '.');
  out->str[0] = g_ascii_toupper (out->str[0]);
  return fl_arena_strdup (comparison->arena, out->str);
}

char *
fl_comparison_dup_counters (const FlComparison *comparison, guint column)
{
  const FlCompareColumn *it = &comparison->columns[column], *first = &comparison->columns[0];
  guint percent = it->n_nodes > 0 ? (guint) (100.0 * it->n_matched / it->n_nodes) : 100;

  if (column == 0)
    return it->is_unfused ? g_strdup_printf ("%u kernel%s", it->n_groups, get_plural (it->n_groups))
                          : fl_run_dup_kernels (it->run->fused);
  return g_strdup_printf ("%u → %u kernel%s, %u fusion%s, %u lost; matched %u %% by origin", first->n_groups,
                          it->n_groups, get_plural (it->n_groups), it->n_joins, get_plural (it->n_joins), it->n_lost,
                          percent);
}

/* --- the list ---------------------------------------------------------------------------------- */

static void
append_kernels (GString *out, const FlComparison *comparison, guint c, guint difference)
{
  const FlCompareColumn *column = &comparison->columns[c];
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) comparison->differences[difference].bytes[c]);

  g_string_append_printf (out, "   %c  %-10s", column->letter, bytes);
  if (comparison->differences[difference].n_groups[c] == 0)
    g_string_append (out, " no kernel of its own: computed inside others");
  for (guint g = 0; g < column->n_groups; g++)
    {
      const FlCompareGroup *group = &column->groups[g];

      if (group->difference != difference)
        continue;
      g_string_append_printf (out, " %s %s{", group->label,
                              group->relation == FL_RELATION_SAME ? "" : fl_relation_get_name (group->relation));
      for (guint i = 0; i < group->n_ops; i++)
        g_string_append_printf (out, "%s%s", i > 0 ? " " : "", fl_comparison_get_op_name (comparison, group->ops[i]));
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, '\n');
}

void
fl_comparison_append_differences (GString *out, const FlComparison *comparison)
{
  g_string_append_printf (out, "%s\n\n", comparison->summary);
  for (guint c = 0; c < comparison->n_columns; c++)
    {
      g_autofree char *counters = fl_comparison_dup_counters (comparison, c);
      g_string_append_printf (out, "%c  %s: %s\n", comparison->columns[c].letter, comparison->columns[c].title,
                              counters);
    }
  for (guint d = 0; d < comparison->n_differences; d++)
    {
      const FlCompareDifference *difference = &comparison->differences[d];

      g_string_append_printf (out, "\n%u. %s: kernels %s\n", d + 1, difference->title, difference->counts);
      for (guint c = 0; c < comparison->n_columns; c++)
        append_kernels (out, comparison, c, d);
      for (guint i = 0; i < difference->n_reasons; i++)
        g_string_append_printf (out, "   %s\n", difference->reasons[i].text);
    }
}

/* --- the table --------------------------------------------------------------------------------- */

int
fl_comparison_get_agreement (const FlExecution *execution, guint column)
{
  gboolean is_verified = TRUE;

  if (execution == NULL || !execution->is_compared || column >= execution->n_variants)
    return -1;
  for (guint k = 0; k < execution->n_agreements; k++)
    {
      FlCheck check = fl_agreement_get_check (&execution->agreements[k]);

      if (!g_str_equal (execution->agreements[k].variant, execution->variants[column].name))
        continue;
      if (check == FL_CHECK_DISAGREES)
        return FALSE;
      is_verified &= check == FL_CHECK_AGREES;
    }
  return is_verified ? TRUE : -1;
}

static void
append_time (GString *out, const FlVariantTime *time)
{
  g_autofree char *median = NULL, *spread = NULL;

  if (time == NULL || !(time->total_median_ns > 0))
    {
      g_string_append_printf (out, " %18s", "-");
      return;
    }
  median = fl_text_dup_duration (time->total_median_ns);
  spread = time->n_samples < 3
               ? g_strdup (median)
               : g_strdup_printf ("%s ±%.0f %%", median,
                                  50 * (time->total_high_ns - time->total_low_ns) / time->total_median_ns);
  /* ± and the micro sign are two bytes long, so the width is counted in characters. */
  g_string_append_printf (out, " %*s%s", (int) MAX (0, 18 - g_utf8_strlen (spread, -1)), "", spread);
}

static void
append_row (GString *out, const FlComparison *comparison, const FlExecution *execution, guint c, int width)
{
  const FlCompareColumn *column = &comparison->columns[c];
  g_autofree char *read = fl_text_dup_bytes ((guint64) column->read_bytes),
                  *written = fl_text_dup_bytes ((guint64) column->written_bytes);
  g_autofree char *estimate = fl_text_dup_bytes ((guint64) column->estimate_bytes);
  g_autofree char *peak = column->peak_bytes >= 0 ? fl_text_dup_bytes ((guint64) column->peak_bytes) : g_strdup ("-");
  g_autofree char *name = fl_comparison_dup_name (comparison, c);
  int agrees = fl_comparison_get_agreement (execution, c);

  g_string_append_printf (out, "%-*s %8u %10s %10s %10s %10s", width, name, column->n_groups, read, written, estimate,
                          peak);
  if (comparison->least_bytes > 0)
    g_string_append_printf (out, " %8.2f", (double) get_bytes (column) / (double) comparison->least_bytes);
  else
    g_string_append_printf (out, " %8s", "-");
  append_time (out, execution != NULL && c < execution->n_variants ? &execution->variants[c] : NULL);
  g_string_append_printf (out, "  %s", agrees < 0 ? "unverified" : agrees ? "agrees" : "DISAGREES");
  if (column->n_split > 0)
    g_string_append_printf (out, "; %u group%s run in parts", column->n_split, get_plural (column->n_split));
  g_string_append_c (out, '\n');
}

static void
append_taken (GString *out, const FlCompareColumn *column)
{
  if (!column->is_unfused && column->run->options.strategy != column->strategy)
    g_string_append_printf (
        out,
        "%s: the kernels of %s, which move fewest bytes as they are carried out, views in place and values computed twice included\n",
        column->strategy, column->run->options.strategy);
}

/* What the column's rules made, beside what this program joined since. */
static void
append_joined (GString *out, const FlCompareColumn *column)
{
  g_autofree char *kernels = fl_run_dup_kernels (column->run->fused);

  if (!column->is_unfused && column->run->fused->unjoined != NULL)
    g_string_append_printf (out, "%s: %s (joins are Fuseloom's own; --set cpu.join=false leaves them out)\n",
                            column->title, kernels);
}

/* Which groups of a column are not one kernel, and why: the first of each reason. */
static void
append_split_groups (GString *out, const FlCompareColumn *column)
{
  const FlPartition *partition = column->run->partition;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < partition->n_groups; i++)
    if (column->group_runs[i].why != NULL)
      g_hash_table_insert (counts, (gpointer) column->group_runs[i].why,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, column->group_runs[i].why))
                                             + 1));
  for (guint i = 0; i < partition->n_groups; i++)
    {
      const FlGroupRun *run = &column->group_runs[i];
      const FlOpGroup *group = &partition->groups[i];
      guint n;

      if (run->why == NULL || (n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, run->why))) == 0)
        continue;
      g_hash_table_remove (counts, run->why);
      g_string_append_printf (out, "%s: %s … %s as %u kernel%s: %s", column->strategy,
                              partition->graph->nodes[group->members[0]].name,
                              partition->graph->nodes[group->members[group->n_members - 1]].name, run->n_kernels,
                              get_plural (run->n_kernels), run->why);
      if (n > 1)
        g_string_append_printf (out, "; so %u other group%s", n - 1, get_plural (n - 1));
      g_string_append_c (out, '\n');
    }
}

/* Where fusing costs time, by how much and why: each strategy beside the kernels that nothing fused. */
static void
append_slower (GString *out, const FlExecution *execution)
{
  guint unfused = 0;

  while (unfused < execution->n_variants && strcmp (execution->variants[unfused].name, "none") != 0)
    unfused++;
  for (guint i = 0; i < execution->n_variants; i++)
    {
      g_autofree char *slower = fl_execution_dup_slower (execution, i, unfused);

      if (slower != NULL)
        g_string_append_printf (out, "%s\n", slower);
    }
}

void
fl_comparison_append_table (GString *out, const FlComparison *comparison, const FlExecution *execution)
{
  g_autofree char *bound = comparison->bound_bytes > 0 ? fl_text_dup_bytes ((guint64) comparison->bound_bytes) : NULL;

  int width = 10;

  for (guint c = 0; c < comparison->n_columns; c++)
    {
      g_autofree char *name = fl_comparison_dup_name (comparison, c);

      width = MAX (width, (int) strlen (name));
    }
  g_string_append_printf (out, "%-*s %8s %10s %10s %10s %10s %8s %18s  %s\n", width, "strategy", "kernels", "read",
                          "written", "estimate", "peak", "/optimal", "time", "result");
  for (guint c = 0; c < comparison->n_columns; c++)
    append_row (out, comparison, execution, c, width);
  if (execution != NULL && execution->device != NULL)
    g_string_append_printf (out, "device: %s\n", execution->device);
  g_string_append (out, "read, written: what the accesses of each kernel reach, each element once; "
                        "estimate: TorchInductor's own count of both, whole buffers\n");
  if (execution != NULL && execution->device != NULL)
    g_string_append_printf (out, "times: on %s, each program one CUDA graph, with nothing in the cache before\n",
                            execution->device);
  if (bound != NULL)
    g_string_append_printf (
        out,
        comparison->bound_is_optimum
            ? "the search of optimal: %s is the least of all partitions of operations into kernels\n"
            : "the search of optimal: no partition of operations into kernels goes below %s; it ended before it could "
              "prove more (--set optimal.limit=MS)\n",
        bound);
  if (execution != NULL)
    append_slower (out, execution);
  for (guint c = 0; c < comparison->n_columns; c++)
    append_taken (out, &comparison->columns[c]);
  for (guint c = 0; c < comparison->n_columns; c++)
    append_joined (out, &comparison->columns[c]);
  if (execution != NULL && execution->measured_why != NULL)
    g_string_append_printf (out, "%s\n", execution->measured_why);
  for (guint c = 0; c < comparison->n_columns; c++)
    if (comparison->columns[c].group_runs != NULL)
      append_split_groups (out, &comparison->columns[c]);
}
