/* Comparisons for people who are not at the program: a pull request's comment, and one page of strategies by targets.
 */
#include "fl-compare-markdown.h"

#include "fl-event-kinds.h"
#include "fl-quote.h"
#include "fl-text.h"

enum
{
  MAX_DIFFERENCES = 3
};

/* --- cells ------------------------------------------------------------------------------------ */

static char *
dup_bytes (gint64 bytes)
{
  return bytes < 0 ? g_strdup ("-") : fl_text_dup_bytes ((guint64) bytes);
}

static char *
dup_time (const FlExecution *execution, guint c)
{
  const FlVariantTime *time = execution != NULL && c < execution->n_variants ? &execution->variants[c] : NULL;

  return time != NULL && time->total_median_ns > 0 ? fl_text_dup_duration (time->total_median_ns) : g_strdup ("-");
}

static const char *
get_result (const FlExecution *execution, guint c)
{
  const int agrees = fl_comparison_get_agreement (execution, c);

  return execution == NULL ? "not run" : agrees < 0 ? "unverified" : agrees ? "agrees" : "DISAGREES";
}

/* Bytes that a block of threads keeps between the loops of the strategy's kernels: the most of one kernel is not told,
 * so all of the plan. */
static gint64
count_shared (const FlRun *run)
{
  gint64 bytes = 0;

  for (guint32 i = 0; run->partition != NULL && i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);

      if (event->kind == FL_EVENT_STAGE)
        bytes += event->amount;
    }
  return bytes;
}

/* --- the largest differences ------------------------------------------------------------------ */

static gint
compare_spread (gconstpointer a, gconstpointer b)
{
  const FlCompareDifference *p = *(const FlCompareDifference *const *) a, *q = *(const FlCompareDifference *const *) b;

  return (p->spread_bytes < q->spread_bytes) - (p->spread_bytes > q->spread_bytes);
}

static void
append_largest (GString *out, const FlComparison *comparison, gboolean as_markdown)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; i < comparison->n_differences; i++)
    g_ptr_array_add (all, (gpointer) &comparison->differences[i]);
  g_ptr_array_sort (all, compare_spread);
  for (guint i = 0; i < MIN (all->len, MAX_DIFFERENCES); i++)
    {
      const FlCompareDifference *difference = all->pdata[i];
      g_autofree char *spread = dup_bytes (difference->spread_bytes);
      g_autoptr (GString) line = g_string_new (NULL);

      g_string_append_printf (line, "%s: %s, %s apart", difference->title, difference->counts, spread);
      if (difference->n_reasons > 0)
        g_string_append_printf (line, "; %s", difference->reasons[0].text);
      g_string_append (out, as_markdown ? "- " : "  ");
      if (as_markdown)
        fl_quote_append_markdown (out, line->str);
      else
        g_string_append (out, line->str);
      g_string_append_c (out, '\n');
    }
  if (all->len > MAX_DIFFERENCES)
    g_string_append_printf (out, "%s… and %u smaller ones\n", as_markdown ? "- " : "  ", all->len - MAX_DIFFERENCES);
  if (all->len == 0)
    g_string_append_printf (out, "%sall columns have the same kernels\n", as_markdown ? "- " : "  ");
}

/* --- one comparison --------------------------------------------------------------------------- */

void
fl_comparison_append_markdown (GString *out, const FlComparison *comparison, const FlExecution *execution)
{
  g_string_append (out, "| | strategy | kernels | read | written | peak | time | result |\n"
                        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
  for (guint c = 0; c < comparison->n_columns; c++)
    {
      const FlCompareColumn *column = &comparison->columns[c];
      g_autofree char *name = fl_comparison_dup_name (comparison, c), *time = dup_time (execution, c);
      g_autofree char *read = dup_bytes (column->read_bytes), *written = dup_bytes (column->written_bytes);
      g_autofree char *peak = dup_bytes (column->peak_bytes);

      g_string_append_printf (out, "| %c | %s | %u | %s | %s | %s | %s | %s |\n", column->letter, name,
                              column->n_groups, read, written, peak, time, get_result (execution, c));
    }
  g_string_append_c (out, '\n');
  fl_quote_append_markdown (out, comparison->summary);
  g_string_append (out, "\n\n");
  append_largest (out, comparison, TRUE);
}

/* --- strategies by targets -------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *cells; /* owned text, row by row */
  guint n_columns;
} Grid;

static void
add_cell (Grid *grid, char *text)
{
  g_ptr_array_add (grid->cells, text);
}

static void
fill (Grid *grid, const FlMatrixSide *sides, guint n_sides)
{
  static const char *const titles[] = { "kernels", "bytes", "shared", "time", "result" };

  grid->n_columns = 1 + n_sides * G_N_ELEMENTS (titles);
  add_cell (grid, g_strdup ("strategy"));
  for (guint s = 0; s < n_sides; s++)
    for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
      add_cell (grid, g_strdup_printf ("%s %s", sides[s].target, titles[i]));
  for (guint c = 0; c < sides[0].comparison->n_columns; c++)
    {
      add_cell (grid, fl_comparison_dup_name (sides[0].comparison, c));
      for (guint s = 0; s < n_sides; s++)
        {
          const FlCompareColumn *column = &sides[s].comparison->columns[c];
          const gint64 shared = count_shared (column->run);

          add_cell (grid, g_strdup_printf ("%u", column->n_groups));
          add_cell (grid, dup_bytes (column->read_bytes + column->written_bytes));
          add_cell (grid, shared > 0 ? dup_bytes (shared) : g_strdup ("-"));
          add_cell (grid, dup_time (sides[s].execution, c));
          add_cell (grid, g_strdup (get_result (sides[s].execution, c)));
        }
    }
}

static void
append_grid (GString *out, const Grid *grid, gboolean as_markdown)
{
  g_autofree glong *widths = g_new0 (glong, grid->n_columns);

  for (guint i = 0; i < grid->cells->len; i++)
    widths[i % grid->n_columns] = MAX (widths[i % grid->n_columns], g_utf8_strlen (grid->cells->pdata[i], -1));
  for (guint i = 0; i < grid->cells->len; i++)
    {
      const guint column = i % grid->n_columns;
      const char *cell = grid->cells->pdata[i];
      const int pad = (int) (widths[column] - g_utf8_strlen (cell, -1));

      if (column == 0)
        g_string_append_printf (out, as_markdown ? "| %s%*s" : "%s%*s", cell, pad, "");
      else
        g_string_append_printf (out, as_markdown ? " | %*s%s" : "  %*s%s", pad, "", cell);
      if (column + 1 < grid->n_columns)
        continue;
      g_string_append (out, as_markdown ? " |\n" : "\n");
      for (guint k = 0; as_markdown && i + 1 == grid->n_columns && k < grid->n_columns; k++)
        g_string_append (out, k == 0 ? "| --- " : k + 1 < grid->n_columns ? "| ---: " : "| ---: |\n");
    }
}

void
fl_comparison_append_matrix (GString *out, const FlMatrixSide *sides, guint n_sides, gboolean as_markdown)
{
  Grid grid = { .cells = g_ptr_array_new_with_free_func (g_free) };

  fill (&grid, sides, n_sides);
  append_grid (out, &grid, as_markdown);
  g_ptr_array_unref (grid.cells);
  g_string_append (out, as_markdown ? "\n" : "");
  g_string_append (out,
                   "bytes: what the accesses of each kernel reach, each element once; shared: what the strategy's plan "
                   "keeps of a block's rows between loops\n");
  for (guint s = 0; s < n_sides; s++)
    {
      if (sides[s].execution == NULL && sides[s].why_not != NULL)
        g_string_append_printf (out, "%s%s: not run: %s\n", as_markdown ? "\n" : "", sides[s].target, sides[s].why_not);
      g_string_append_printf (out,
                              as_markdown ? "\n**%s**, the largest differences:\n\n" : "%s, the largest differences:\n",
                              sides[s].target);
      append_largest (out, sides[s].comparison, as_markdown);
    }
}
