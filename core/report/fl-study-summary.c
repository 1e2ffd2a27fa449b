/* What the cells of a study amount to. A ratio is a cell's measure over that of the group's first configuration, of the
 * same graph; its mean over graphs is geometric: exp (mean (log ratio)). */
#include <math.h>
#include <string.h>

#include "fl-study.h"

typedef struct
{
  FlStudySummary *summary;
  GHashTable *groups; /* title -> FlStudyGroup */
  GHashTable *rows;   /* title and label -> FlStudyRow */
  GHashTable *bases;  /* title and graph -> FlStudyCell of the first row */
  GHashTable *graphs; /* of all groups */
} Summing;

static void
clear_spread (FlStudySpread *spread)
{
  g_free ((gpointer) spread->ratios);
}

static void
free_row (gpointer data)
{
  FlStudyRow *row = data;

  for (guint i = 0; i < FL_N_MEASURES; i++)
    clear_spread (&row->spreads[i]);
  clear_spread (&row->unfused);
  clear_spread (&row->beside_first);
  g_free (row->label);
  g_free (row);
}

static void
free_group (gpointer data)
{
  FlStudyGroup *group = data;

  g_ptr_array_unref (group->rows);
  g_free (group->title);
  g_free (group->common);
  g_free (group);
}

void
fl_study_summary_free (FlStudySummary *summary)
{
  g_ptr_array_unref (summary->groups);
  g_free (summary);
}

/* --- groups and rows -------------------------------------------------------------------------- */

/* "target cpu, run on cpu: 2 x AMD EPYC". */
static char *
dup_title (const FlStudyCell *cell)
{
  const char *rules = cell->rules != NULL ? cell->rules : cell->asked.target;

  if (cell->error != NULL)
    return g_strdup_printf ("target %s: no cell has a result", rules);
  if (cell->machine == NULL)
    return g_strdup_printf ("target %s, not run", rules);
  if (g_str_has_prefix (cell->machine, cell->device)) /* as of GPUs */
    return g_strdup_printf ("target %s, run on %s", rules, cell->machine);
  return g_strdup_printf ("target %s, run on %s: %s", rules, cell->device, cell->machine);
}

static char *
dup_graph_id (const FlStudyCell *cell)
{
  return g_strdup_printf ("%s\n%u", cell->asked.graph, cell->asked.number);
}

static FlStudyGroup *
find_group (Summing *summing, const FlStudyCell *cell)
{
  g_autofree char *title = dup_title (cell);
  FlStudyGroup *group = g_hash_table_lookup (summing->groups, title);

  if (group != NULL)
    return group;
  group = g_new0 (FlStudyGroup, 1);
  group->rows = g_ptr_array_new_with_free_func (free_row);
  group->title = g_steal_pointer (&title);
  g_ptr_array_add (summing->summary->groups, group);
  g_hash_table_insert (summing->groups, group->title, group);
  return group;
}

static FlStudyRow *
find_row (Summing *summing, FlStudyGroup *group, const FlStudyCell *cell)
{
  g_autofree char *label = fl_cell_question_dup_label (&cell->asked),
                  *id = g_strdup_printf ("%s\n%s", group->title, label);
  FlStudyRow *row = g_hash_table_lookup (summing->rows, id);

  if (row != NULL)
    return row;
  row = g_new0 (FlStudyRow, 1);
  row->label = g_steal_pointer (&label);
  row->asked = &cell->asked;
  g_ptr_array_add (group->rows, row);
  g_hash_table_insert (summing->rows, g_steal_pointer (&id), row);
  return row;
}

/* An error tells no machine: it is counted where cells of the same target are. */
static FlStudyGroup *
find_group_of_error (Summing *summing, const FlStudyCell *cell)
{
  for (guint i = 0; i < summing->summary->groups->len; i++)
    {
      FlStudyGroup *group = summing->summary->groups->pdata[i];
      const FlStudyRow *first = group->rows->pdata[0];

      if (strcmp (first->asked->target, cell->asked.target) == 0 && first->asked->is_run == cell->asked.is_run)
        return group;
    }
  return find_group (summing, cell);
}

static void
count_cell (Summing *summing, const FlStudyCell *cell)
{
  FlStudyGroup *group = cell->error != NULL ? find_group_of_error (summing, cell) : find_group (summing, cell);
  FlStudyRow *row = find_row (summing, group, cell);
  const gboolean disagrees = g_strcmp0 (cell->check, "disagrees") == 0,
                 is_unverified = g_strcmp0 (cell->check, "unverified") == 0;

  row->n_cells++;
  row->n_errors += cell->error != NULL;
  row->n_disagree += disagrees;
  row->n_unverified += is_unverified;
  summing->summary->n_cells++;
  summing->summary->n_errors += cell->error != NULL;
  summing->summary->n_disagree += disagrees;
  summing->summary->n_unverified += is_unverified;
  if (cell->has[FL_MEASURE_TIME])
    summing->summary->n_jobs = MAX (summing->summary->n_jobs, cell->n_jobs);
  g_hash_table_add (summing->graphs, dup_graph_id (cell));
  if (row == group->rows->pdata[0] && cell->error == NULL)
    {
      g_autofree char *graph = dup_graph_id (cell);

      g_hash_table_insert (summing->bases, g_strdup_printf ("%s\n%s", group->title, graph), (gpointer) cell);
      group->n_graphs++;
    }
}

/* --- ratios ----------------------------------------------------------------------------------- */

typedef struct
{
  GArray *ratios; /* FlStudyRatio */
  guint n_left_out;
} Collected;

static void
collect (Collected *collected, const FlStudyCell *cell, const FlStudyCell *base, double amount, double base_amount)
{
  const FlStudyRatio ratio = { cell, base, amount == base_amount ? 1 : amount / base_amount };

  if ((amount > 0 && base_amount > 0) || amount == base_amount)
    g_array_append_val (collected->ratios, ratio);
  else
    collected->n_left_out++;
}

static gint
compare_ratios (gconstpointer a, gconstpointer b)
{
  const FlStudyRatio *p = a, *q = b;

  return p->ratio < q->ratio ? -1 : p->ratio > q->ratio;
}

/* Between the two values around the place, in proportion. */
static double
get_quantile (const FlStudyRatio *sorted, guint n, double share)
{
  const double at = share * (n - 1);
  const guint low = (guint) floor (at), high = MIN (low + 1, n - 1);

  return sorted[low].ratio + (at - low) * (sorted[high].ratio - sorted[low].ratio);
}

static void
settle (FlStudySpread *spread, Collected *collected)
{
  const guint n = collected->ratios->len;
  double sum = 0;

  g_array_sort (collected->ratios, compare_ratios);
  spread->n = n;
  spread->n_left_out = collected->n_left_out;
  spread->ratios = (FlStudyRatio *) (gpointer) g_array_free (collected->ratios, FALSE);
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    sum += log (spread->ratios[i].ratio);
  spread->mean = exp (sum / n);
  spread->low = get_quantile (spread->ratios, n, 0.25);
  spread->median = get_quantile (spread->ratios, n, 0.5);
  spread->high = get_quantile (spread->ratios, n, 0.75);
}

/* measure FL_N_MEASURES: the unfused program beside the fused one. */
static void
compare_row (const Summing *summing, const FlStudyGroup *group, FlStudyRow *row, const GPtrArray *cells, guint measure)
{
  Collected collected = { g_array_new (FALSE, FALSE, sizeof (FlStudyRatio)), 0 };

  for (guint i = 0; i < cells->len; i++)
    {
      const FlStudyCell *cell = cells->pdata[i];
      g_autofree char *graph = dup_graph_id (cell), *id = g_strdup_printf ("%s\n%s", group->title, graph);
      const FlStudyCell *base = g_hash_table_lookup (summing->bases, id);

      if (measure == FL_N_MEASURES)
        {
          if (cell->unfused_ns > 0 && cell->has[FL_MEASURE_TIME])
            collect (&collected, cell, cell, cell->unfused_ns, cell->amount[FL_MEASURE_TIME]);
        }
      else if (base != NULL && base->has[measure] && cell->has[measure])
        collect (&collected, cell, base, cell->amount[measure], base->amount[measure]);
    }
  settle (measure == FL_N_MEASURES ? &row->unfused : &row->spreads[measure], &collected);
}

/* Times of a row beside those of the same configuration in the first group that was timed; the graphs are the same. */
static void
compare_with_first (FlStudyRow *row, const GPtrArray *cells, GHashTable *first, gboolean is_first)
{
  Collected collected = { g_array_new (FALSE, FALSE, sizeof (FlStudyRatio)), 0 };

  for (guint i = 0; i < cells->len; i++)
    {
      const FlStudyCell *cell = cells->pdata[i], *base;
      g_autofree char *graph = dup_graph_id (cell), *id = g_strdup_printf ("%s\n%s", row->label, graph);

      if (!cell->has[FL_MEASURE_TIME])
        continue;
      base = g_hash_table_lookup (first, id);
      if (is_first)
        g_hash_table_insert (first, g_steal_pointer (&id), (gpointer) cell);
      else if (base != NULL)
        collect (&collected, cell, base, cell->amount[FL_MEASURE_TIME], base->amount[FL_MEASURE_TIME]);
    }
  settle (&row->beside_first, &collected);
}

static void
compare_groups (FlStudySummary *summary, GHashTable *cells_of)
{
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < summary->groups->len; i++)
    {
      FlStudyGroup *group = summary->groups->pdata[i];
      const gboolean is_first = g_hash_table_size (first) == 0;

      for (guint k = 0; k < group->rows->len; k++)
        {
          FlStudyRow *row = group->rows->pdata[k];
          const GPtrArray *cells = g_hash_table_lookup (cells_of, row);

          if (cells == NULL)
            continue;
          compare_with_first (row, cells, first, is_first);
          if (row->beside_first.n > 0)
            group->beside = summary->timed;
        }
      if (is_first && g_hash_table_size (first) > 0)
        summary->timed = group;
    }
}

static void
compare_rows (Summing *summing, const FlStudy *study)
{
  g_autoptr (GHashTable) cells_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < study->cells->len; i++)
    {
      const FlStudyCell *cell = study->cells->pdata[i];
      FlStudyRow *row = cell->error == NULL ? find_row (summing, find_group (summing, cell), cell) : NULL;
      GPtrArray *cells = row != NULL ? g_hash_table_lookup (cells_of, row) : NULL;

      if (row != NULL && cells == NULL)
        g_hash_table_insert (cells_of, row, cells = g_ptr_array_new ());
      if (row != NULL)
        g_ptr_array_add (cells, (gpointer) cell);
    }
  for (guint i = 0; i < summing->summary->groups->len; i++)
    {
      FlStudyGroup *group = summing->summary->groups->pdata[i];

      for (guint k = 0; k < group->rows->len; k++)
        for (guint m = 0; m <= FL_N_MEASURES; m++)
          {
            GPtrArray *cells = g_hash_table_lookup (cells_of, group->rows->pdata[k]);

            if (cells != NULL)
              compare_row (summing, group, group->rows->pdata[k], cells, m);
          }
    }
  compare_groups (summing->summary, cells_of);
}

/* --- labels ----------------------------------------------------------------------------------- */

static gboolean
is_common (const FlStudyGroup *group, const char *option)
{
  for (guint i = 0; i < group->rows->len; i++)
    if (!g_strv_contains ((const char *const *) ((const FlStudyRow *) group->rows->pdata[i])->asked->options, option))
      return FALSE;
  return TRUE;
}

/* What all rows have in common is said once, and tells none of them apart. */
static void
shorten_labels (FlStudyGroup *group)
{
  g_autoptr (GString) common = g_string_new (NULL);

  for (guint i = 0; i < group->rows->len; i++)
    {
      FlStudyRow *row = group->rows->pdata[i];
      g_autoptr (GString) label = g_string_new (row->asked->strategy);

      for (char **option = row->asked->options; *option != NULL; option++)
        if (!is_common (group, *option))
          g_string_append_printf (label, ", %s", *option);
        else if (i == 0)
          g_string_append_printf (common, "%s%s", common->len > 0 ? ", " : "", *option);
      g_free (row->label);
      row->label = g_strdup (label->str);
    }
  group->common = g_string_free (g_steal_pointer (&common), FALSE);
}

FlStudySummary *
fl_study_summary_new (const FlStudy *study)
{
  FlStudySummary *summary = g_new0 (FlStudySummary, 1);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal),
                         rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         bases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         graphs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Summing summing = { summary, groups, rows, bases, graphs };

  summary->groups = g_ptr_array_new_with_free_func (free_group);
  for (guint pass = 0; pass < 2; pass++) /* results make the groups, errors find theirs */
    for (guint i = 0; i < study->cells->len; i++)
      {
        const FlStudyCell *cell = study->cells->pdata[i];

        if ((cell->error != NULL) == (pass == 1))
          count_cell (&summing, cell);
      }
  compare_rows (&summing, study);
  for (guint i = 0; i < summary->groups->len; i++)
    shorten_labels (summary->groups->pdata[i]);
  summary->n_graphs = g_hash_table_size (graphs);
  return summary;
}
