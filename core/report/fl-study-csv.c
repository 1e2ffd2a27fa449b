/* A study as comma-separated values, and as lines for a terminal. */
#include "fl-quote-csv.h"
#include "fl-report-private.h"
#include "fl-study.h"

static void
append_number (GString *out, gboolean is_known, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (out, ',');
  if (is_known)
    g_string_append (out, g_ascii_formatd (text, sizeof text, "%.15g", number));
}

static void
append_text (GString *out, const char *text)
{
  g_string_append_c (out, ',');
  if (text != NULL)
    fl_quote_append_csv (out, text);
}

static void
append_cell (GString *out, const FlStudyCell *cell)
{
  g_autofree char *options = cell->asked.options != NULL ? g_strjoinv (" ", cell->asked.options) : NULL;
  const gboolean is_timed = cell->has[FL_MEASURE_TIME];

  fl_quote_append_csv (out, cell->asked.graph);
  append_number (out, cell->asked.number > 0, cell->asked.number);
  append_text (out, cell->asked.name);
  append_text (out, cell->asked.target);
  append_text (out, cell->asked.strategy);
  append_text (out, options);
  append_text (out, cell->rules);
  append_text (out, cell->torch);
  for (guint i = 0; i < FL_N_MEASURES; i++)
    append_number (out, cell->has[i], cell->amount[i]);
  append_number (out, is_timed, cell->time_low_ns);
  append_number (out, is_timed, cell->time_high_ns);
  append_number (out, cell->unfused_ns > 0, cell->unfused_ns);
  append_number (out, cell->speedup > 0, cell->speedup);
  append_text (out, cell->device);
  append_text (out, cell->machine);
  append_number (out, cell->machine != NULL, cell->n_threads);
  append_number (out, cell->machine != NULL, cell->n_jobs);
  append_text (out, cell->check);
  append_number (out, cell->max_rel_error >= 0, cell->max_rel_error);
  append_text (out, cell->why);
  append_text (out, cell->error_kind);
  append_text (out, cell->error);
  append_number (out, TRUE, cell->wall_s);
  append_text (out, cell->finished);
  append_text (out, cell->program);
  append_text (out, cell->asked.key);
  g_string_append (out, "\r\n");
}

char *
fl_study_dup_csv (const FlStudy *study)
{
  GString *out = g_string_new (
      "graph,number,name,target,strategy,options,rules,torch,kernels,bytes,peak_bytes,time_ns,time_low_ns,"
      "time_high_ns,unfused_ns,speedup,device,machine,threads,jobs,check,max_rel_error,unverified_why,error_kind,error,wall_s,"
      "finished,program,key\r\n");

  for (guint i = 0; i < study->cells->len; i++)
    append_cell (out, study->cells->pdata[i]);
  return g_string_free (out, FALSE);
}

/* --- for a terminal --------------------------------------------------------------------------- */

static void
add_spread (FlTable *table, const FlStudySpread *spread)
{
  g_autofree char *mean = fl_report_dup_number ("%.3f", spread->mean);

  fl_table_take (table, spread->n > 0 ? g_strdup_printf ("%s (%u)", mean, spread->n) : NULL);
}

void
fl_study_append_text (GString *out, const FlStudySummary *summary)
{
  static const char *const titles[]
      = { "strategy, options", "cells", "errors", "kernels", "bytes", "peak", "time", "unfused/fused",
          "time/first device" };

  for (guint i = 0; i < summary->groups->len; i++)
    {
      const FlStudyGroup *group = summary->groups->pdata[i];
      const FlStudyRow *first = group->rows->pdata[0];
      FlTable table;

      g_string_append_printf (out, "%s\n%s%s%s  geometric means of ratios to %s (of so many graphs)\n", group->title,
                              *group->common != '\0' ? "  all with " : "", group->common,
                              *group->common != '\0' ? "\n" : "", first->label);
      fl_table_init (&table, titles, G_N_ELEMENTS (titles) - (group->beside == NULL), 0x1fe);
      for (guint k = 0; k < group->rows->len; k++)
        {
          const FlStudyRow *row = group->rows->pdata[k];

          fl_table_add (&table, row->label);
          fl_table_take (&table, g_strdup_printf ("%u", row->n_cells));
          fl_table_take (&table, g_strdup_printf ("%u", row->n_errors));
          for (guint m = 0; m < FL_N_MEASURES; m++)
            add_spread (&table, &row->spreads[m]);
          add_spread (&table, &row->unfused);
          if (group->beside != NULL)
            add_spread (&table, &row->beside_first);
        }
      fl_table_append_text (out, &table);
      fl_table_clear (&table);
    }
}
