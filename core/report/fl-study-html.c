/* A study as one HTML page: no scripts, no resources from elsewhere; links lead to its own files and to the graphs. */
#include <math.h>
#include <string.h>

#include "fl-quote.h"
#include "fl-report-private.h"
#include "fl-study-plot.h"
#include "fl-text.h"

enum
{
  N_WORST = 20, /* rows of a table */
  MAX_ERRORS = 200
};

typedef struct
{
  GString *out;
  const FlStudy *study;
  const FlStudySummary *summary;
} Page;

static void
append_escaped (const Page *page, const char *text)
{
  fl_quote_append_xml (page->out, text != NULL ? text : "");
}

static void
append_card (const Page *page, const char *class_name, guint value, const char *label)
{
  g_string_append_printf (page->out, "<div class=\"card %s\"><b>%u</b><span>%s</span></div>\n", class_name, value,
                          label);
}

/* What the cells were measured under, each once: "2 x AMD EPYC …". */
static char *
dup_versions (const FlStudy *study)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < study->cells->len; i++)
    {
      const FlStudyCell *cell = study->cells->pdata[i];

      if (cell->program != NULL && g_hash_table_add (seen, cell->program))
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", cell->program);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_head (const Page *page, const char *title)
{
  const FlStudySummary *summary = page->summary;
  g_autofree char *versions = dup_versions (page->study), *torch = fl_study_dup_torch (page->study);

  g_string_append (page->out,
                   "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                   "content=\"width=device-width,initial-scale=1\">\n<title>");
  append_escaped (page, title);
  g_string_append (page->out, " – Fuseloom study</title>\n<style>\n");
  fl_report_append_style (page->out);
  fl_study_append_plot_style (page->out);
  fl_study_append_profile_style (page->out);
  g_string_append (page->out, "</style></head><body>\n<header><h1>");
  append_escaped (page, title);
  g_string_append_printf (page->out, "</h1><p class=\"dim\">%u cells of %u graphs, by Fuseloom ", summary->n_cells,
                          summary->n_graphs);
  append_escaped (page, versions);
  if (torch != NULL)
    g_string_append (page->out, " · ");
  append_escaped (page, torch);
  g_string_append (page->out, "</p>\n<nav><a href=\"#means\">Means</a><a href=\"#worst\">Worst cells</a><a "
                              "href=\"#errors\">Errors</a><a href=\"cells.csv\">cells.csv</a><a "
                              "href=\"cells.jsonl\">cells.jsonl</a></nav>\n<div class=\"cards\">\n");
  append_card (page, "", summary->n_cells, "cells");
  append_card (page, "", summary->n_graphs, "graphs");
  append_card (page, summary->n_errors > 0 ? "bad" : "good", summary->n_errors, "cells with an error");
  append_card (page, summary->n_disagree > 0 ? "bad" : "good", summary->n_disagree, "disagree with the reference");
  append_card (page, "", summary->n_unverified, "are unverified");
  g_string_append (page->out, "</div>\n");
  if (summary->n_jobs > 1)
    g_string_append_printf (
        page->out,
        "<div class=\"box\">Up to %u cells were timed at the same time on one machine: they disturbed "
        "each other, and times say less than those of --jobs 1.</div>\n",
        summary->n_jobs);
  for (guint i = 0; i < MIN (page->study->warnings->len, 20); i++)
    {
      g_string_append (page->out, "<div class=\"box\">");
      append_escaped (page, page->study->warnings->pdata[i]);
      g_string_append (page->out, "</div>\n");
    }
  g_string_append (page->out, "</header><main>\n");
}

/* --- means ------------------------------------------------------------------------------------ */

static char *
dup_spread (const FlStudySpread *spread)
{
  g_autofree char *mean = fl_report_dup_number ("%.3f", spread->mean);

  return spread->n > 0 ? g_strdup_printf ("%s (%u)", mean, spread->n) : NULL;
}

static void
append_means (const Page *page, const FlStudyGroup *group)
{
  static const char *const titles[]
      = { "Strategy, options", "Cells",       "Errors", "Disagree",        "Kernels",
          "Bytes moved",       "Peak memory", "Time",   "Unfused / fused", "Time / first device" };
  const guint n_columns = G_N_ELEMENTS (titles) - (group->beside == NULL);
  FlTable table;

  fl_table_init (&table, titles, n_columns, 0x3fe);
  for (guint i = 0; i < group->rows->len; i++)
    {
      const FlStudyRow *row = group->rows->pdata[i];

      fl_table_add (&table, row->label);
      fl_table_take (&table, g_strdup_printf ("%u", row->n_cells));
      fl_table_take (&table, g_strdup_printf ("%u", row->n_errors));
      fl_table_take (&table, g_strdup_printf ("%u", row->n_disagree));
      for (guint m = 0; m < FL_N_MEASURES; m++)
        fl_table_take (&table, dup_spread (&row->spreads[m]));
      fl_table_take (&table, dup_spread (&row->unfused));
      if (group->beside != NULL)
        fl_table_take (&table, dup_spread (&row->beside_first));
    }
  fl_table_append_html (page->out, &table, NULL);
  fl_table_clear (&table);
  if (group->beside == NULL)
    return;
  g_string_append (page->out,
                   "<p class=\"dim\">Time / first device: beside the same graph and configuration in the group “");
  append_escaped (page, group->beside->title);
  g_string_append (page->out, "”.</p>\n");
}

/* How often a configuration is near the best one: of times where there are any, else of bytes. */
static void
append_profile (const Page *page, const FlStudyGroup *group)
{
  const FlMeasure measures[] = { FL_MEASURE_TIME, FL_MEASURE_BYTES };

  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      g_autoptr (GString) svg = g_string_new (NULL);

      if (!fl_study_append_profile (svg, group, measures[i]))
        continue;
      g_string_append_printf (
          page->out,
          "<figure><figcaption><b>%s, performance profile.</b> On how many of the graphs a configuration "
          "comes within a factor of the best one there; the higher and the further to the left, the "
          "better.</figcaption>\n%s</figure>\n",
          fl_measure_get_info (measures[i])->title, svg->str);
      return;
    }
}

static void
append_group (const Page *page, const FlStudyGroup *group)
{
  const FlStudyRow *first = group->rows->pdata[0];

  g_string_append (page->out, "<h3>");
  append_escaped (page, group->title);
  g_string_append (page->out, "</h3>\n<p class=\"dim\">Geometric means over graphs of the ratio to <b>");
  append_escaped (page, first->label);
  g_string_append_printf (page->out,
                          "</b>, the first configuration of the grid (%u graphs); in brackets how many graphs. "
                          "Unfused / fused: times of two programs of the same run.</p>\n",
                          group->n_graphs);
  if (*group->common != '\0')
    {
      g_string_append (page->out, "<p class=\"dim\">All with ");
      append_escaped (page, group->common);
      g_string_append (page->out, ".</p>\n");
    }
  append_means (page, group);
  for (guint m = FL_N_MEASURES; m-- > 0;) /* time first, where it was taken */
    {
      g_autoptr (GString) svg = g_string_new (NULL);

      if (!fl_study_append_strips (svg, group, m))
        continue;
      g_string_append_printf (page->out,
                              "<figure><figcaption><b>%s.</b> %s A dot is a graph, the box reaches from quartile "
                              "to quartile, the diamond is the geometric mean.</figcaption>\n%s</figure>\n",
                              fl_measure_get_info (m)->title, fl_measure_get_info (m)->sentence, svg->str);
    }
  append_profile (page, group);
}

/* --- cells ------------------------------------------------------------------------------------ */

static void
append_link (const Page *page, const FlCellQuestion *asked)
{
  g_autofree char *uri = g_path_is_absolute (asked->graph) ? g_filename_to_uri (asked->graph, NULL, NULL) : NULL,
                  *file = g_path_get_basename (asked->graph);

  if (uri != NULL)
    {
      g_string_append (page->out, "<a href=\"");
      append_escaped (page, uri);
      g_string_append (page->out, "\">");
    }
  append_escaped (page, file);
  g_string_append (page->out, uri != NULL ? "</a>" : "");
  if (asked->number > 0)
    g_string_append_printf (page->out, " (graph %u)", asked->number);
}

/* A line to copy: what was run for this cell. */
static void
append_command (const Page *page, const FlCellQuestion *asked)
{
  g_autoptr (GString) line = g_string_new (asked->is_run ? "fuseloom-cli run " : "fuseloom-cli stages ");
  g_autofree char *graph = fl_quote_dup_shell (asked->graph, TRUE),
                  *strategy = fl_quote_dup_shell (asked->strategy, FALSE);

  g_string_append_printf (line, "%s --strategy %s", graph, strategy);
  if (asked->number > 0)
    g_string_append_printf (line, " --graph %u", asked->number);
  if (strcmp (asked->target, "auto") != 0)
    {
      g_autofree char *target = fl_quote_dup_shell (asked->target, FALSE);

      g_string_append_printf (line, " --target %s", target);
    }
  for (guint i = 0; asked->options != NULL && asked->options[i] != NULL; i++)
    {
      g_autofree char *option = fl_quote_dup_shell (asked->options[i], FALSE);

      g_string_append_printf (line, " --set %s", option);
    }
  for (guint i = 0; asked->words != NULL && asked->words[i] != NULL; i++)
    {
      g_autofree char *word = fl_quote_dup_shell (asked->words[i], FALSE);

      g_string_append_printf (line, " %s", word);
    }
  g_string_append (page->out, "<code>");
  append_escaped (page, line->str);
  g_string_append (page->out, "</code>");
}

static gint
compare_worst (gconstpointer a, gconstpointer b)
{
  const FlStudyRatio *p = a, *q = b;

  return p->ratio > q->ratio ? -1 : p->ratio < q->ratio;
}

static void
append_ratio_row (const Page *page, const FlStudyRatio *ratio, FlMeasure measure)
{
  g_autofree char *number = fl_report_dup_number ("%.3g", ratio->ratio),
                  *amount = fl_measure_dup_amount (measure, ratio->cell->amount[measure]),
                  *base = fl_measure_dup_amount (measure, ratio->base->amount[measure]),
                  *label = fl_cell_question_dup_label (&ratio->cell->asked);

  g_string_append_printf (page->out, "<tr><td class=\"r\">%s</td><td>", number);
  append_link (page, &ratio->cell->asked);
  g_string_append (page->out, "</td><td>");
  append_escaped (page, label);
  g_string_append_printf (page->out, "</td><td class=\"r\">%s</td><td class=\"r\">%s</td><td>", amount, base);
  append_command (page, &ratio->cell->asked);
  g_string_append (page->out, "</td></tr>\n");
}

/* Where a configuration loses most against the first one. */
static void
append_worst (const Page *page, const FlStudyGroup *group, FlMeasure measure)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FlStudyRatio));

  for (guint i = 1; i < group->rows->len; i++)
    {
      const FlStudySpread *spread = &((const FlStudyRow *) group->rows->pdata[i])->spreads[measure];

      for (guint k = 0; k < spread->n; k++)
        if (spread->ratios[k].ratio > 1)
          g_array_append_val (all, spread->ratios[k]);
    }
  if (all->len == 0)
    return;
  g_array_sort (all, compare_worst);
  g_string_append_printf (page->out, "<h3>%s: ", fl_measure_get_info (measure)->title);
  append_escaped (page, group->title);
  g_string_append (
      page->out, "</h3>\n<div class=\"scroll\"><table><thead><tr><th class=\"r\">Ratio</th><th>Graph</th><th>Strategy, "
                 "options</th><th class=\"r\">Here</th><th class=\"r\">First</th><th>Again</th></tr></thead><tbody>\n");
  for (guint i = 0; i < MIN (all->len, N_WORST); i++)
    append_ratio_row (page, &g_array_index (all, FlStudyRatio, i), measure);
  g_string_append (page->out, "</tbody></table></div>\n");
  if (all->len > N_WORST)
    g_string_append_printf (page->out,
                            "<p class=\"dim\">%u more are worse than the first configuration; cells.csv has all.</p>\n",
                            all->len - N_WORST);
}

/* Cells with an error, or whose results disagree. */
static void
append_errors (const Page *page)
{
  guint n = 0;

  g_string_append (page->out, "<h2 id=\"errors\">Errors and disagreements</h2>\n");
  for (guint i = 0; i < page->study->cells->len; i++)
    {
      const FlStudyCell *cell = page->study->cells->pdata[i];
      const gboolean disagrees = g_strcmp0 (cell->check, "disagrees") == 0;
      g_autofree char *label = fl_cell_question_dup_label (&cell->asked);

      if ((cell->error == NULL && !disagrees) || n++ >= MAX_ERRORS)
        continue;
      if (n == 1)
        g_string_append (page->out, "<div class=\"scroll\"><table><thead><tr><th>Graph</th><th>Strategy, "
                                    "options</th><th>Kind</th><th>Message</th><th>Again</th></tr></thead><tbody>\n");
      g_string_append (page->out, "<tr><td>");
      append_link (page, &cell->asked);
      g_string_append (page->out, "</td><td>");
      append_escaped (page, label);
      g_string_append (page->out, "</td><td><span class=\"v illegal\">");
      append_escaped (page, disagrees ? "disagrees" : cell->error_kind);
      g_string_append (page->out, "</span></td><td>");
      append_escaped (page, disagrees ? "the results disagree with the reference" : cell->error);
      g_string_append (page->out, "</td><td>");
      append_command (page, &cell->asked);
      g_string_append (page->out, "</td></tr>\n");
    }
  g_string_append (page->out, n > 0 ? "</tbody></table></div>\n" : "<p>None.</p>\n");
  if (n > MAX_ERRORS)
    g_string_append_printf (page->out, "<p class=\"dim\">%u more; cells.csv has all.</p>\n", n - MAX_ERRORS);
}

char *
fl_study_dup_html (const FlStudy *study, const char *title)
{
  g_autoptr (FlStudySummary) summary = fl_study_summary_new (study);
  Page page = { g_string_new (NULL), study, summary };

  append_head (&page, title);
  g_string_append (page.out, "<h2 id=\"means\">Geometric means and their spread</h2>\n");
  for (guint i = 0; i < summary->groups->len; i++)
    append_group (&page, summary->groups->pdata[i]);
  g_string_append (page.out,
                   "<h2 id=\"worst\">Worst cells</h2>\n<p class=\"dim\">Where a configuration loses most against the "
                   "first one of the grid. The last column is a command to see it again.</p>\n");
  for (guint i = 0; i < summary->groups->len; i++)
    for (guint m = FL_N_MEASURES; m-- > FL_MEASURE_BYTES;)
      append_worst (&page, summary->groups->pdata[i], m);
  append_errors (&page);
  g_string_append (
      page.out, "</main><footer>Ratios below 1 are better than the first configuration. Times belong to the device and "
                "machine that stand above them.</footer></body></html>\n");
  return g_string_free (page.out, FALSE);
}
