/* What passes are worth, as text and as JSON. */
#include <cjson/cJSON.h>
#include <math.h>

#include "fl-ablation.h"
#include "fl-report-private.h"
#include "fl-text.h"

static const char *const state_names[] = { [FL_ABLATION_MEASURED] = "measured",
                                           [FL_ABLATION_NOT_TIMED] = "not timed",
                                           [FL_ABLATION_SAME_CODE] = "same code",
                                           [FL_ABLATION_OFF] = "switched off" };

char *
fl_ablation_row_dup_verdict (const FlAblationRow *row)
{
  g_autofree char *times = NULL;

  if (row->state == FL_ABLATION_OFF)
    return g_strdup ("switched off all along");
  if (row->state == FL_ABLATION_SAME_CODE)
    return g_strdup ("changes no kernel's code here");
  if (row->check == FL_CHECK_DISAGREES)
    return g_strdup ("without it the results are WRONG");
  if (row->state == FL_ABLATION_NOT_TIMED)
    return g_strdup ("not timed");
  if (!row->is_apart)
    return g_strdup ("no difference beyond the spread");
  times = fl_report_dup_number ("%.3g", row->worth.median > 1 ? row->worth.median : 1 / row->worth.median);
  return g_strdup_printf (row->worth.median > 1 ? "%s times as fast with it" : "%s times as fast WITHOUT it", times);
}

/* --- tables ----------------------------------------------------------------------------------- */

static char *
dup_worth (const FlWorth *worth)
{
  g_autofree char *median = worth->median > 0 ? fl_report_dup_number ("%.3g", worth->median) : NULL;

  return median ? g_strdup_printf ("%s x", median) : NULL;
}

static char *
dup_spread (const FlWorth *worth)
{
  g_autofree char *low = fl_report_dup_number ("%.3g", worth->low), *high = fl_report_dup_number ("%.3g", worth->high);

  return worth->median > 0 ? g_strdup_printf ("%s … %s", low, high) : NULL;
}

void
fl_ablation_init_passes (FlTable *table, const FlAblation *ablation)
{
  static const char *const titles[]
      = { "pass", "kernels", "with it", "without", "ratio", "at least … at most", "agrees", "what it is worth here" };
  static const char *const checks[]
      = { [FL_CHECK_UNVERIFIED] = "unverified", [FL_CHECK_AGREES] = "yes", [FL_CHECK_DISAGREES] = "NO" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x3e);
  for (guint i = 0; i < ablation->n_rows; i++)
    {
      const FlAblationRow *row = &ablation->rows[i];
      const gboolean has_run = row->state == FL_ABLATION_MEASURED || row->state == FL_ABLATION_NOT_TIMED;

      fl_table_add (table, row->pass);
      fl_table_take (table, has_run ? g_strdup_printf ("%u", row->n_kernels) : NULL);
      fl_table_take (table, row->with_ns > 0 ? fl_text_dup_duration (row->with_ns) : NULL);
      fl_table_take (table, row->without_ns > 0 ? fl_text_dup_duration (row->without_ns) : NULL);
      fl_table_take (table, dup_worth (&row->worth));
      fl_table_take (table, dup_spread (&row->worth));
      fl_table_add (table, has_run ? checks[row->check] : "");
      fl_table_take (table, fl_ablation_row_dup_verdict (row));
    }
}

void
fl_ablation_init_kernels (FlTable *table, const FlAblation *ablation)
{
  static const char *const titles[] = { "kernel", "pass", "with it", "without", "ratio", "at least … at most" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x3c);
  for (guint i = 0; i < ablation->n_rows; i++)
    for (guint k = 0; k < ablation->rows[i].n_kernels; k++)
      {
        const FlAblationKernel *kernel = &ablation->rows[i].kernels[k];

        if (!(kernel->worth.median > 0))
          continue;
        fl_table_add (table, kernel->kernel);
        fl_table_add (table, ablation->rows[i].pass);
        fl_table_take (table, fl_text_dup_duration (kernel->with_ns));
        fl_table_take (table, fl_text_dup_duration (kernel->without_ns));
        fl_table_take (table, dup_worth (&kernel->worth));
        fl_table_take (table, dup_spread (&kernel->worth));
      }
}

void
fl_ablation_append_headline (GString *out, const FlAblation *ablation)
{
  if (ablation->program_ns > 0)
    {
      g_autofree char *time = fl_text_dup_duration (ablation->program_ns);

      g_string_append_printf (
          out,
          "What each pass over loop programs is worth here, by the kernels that it changes (medians of %u rounds, all programs in interleaved rounds; "
          "the whole takes %s with all passes)",
          ablation->n_samples, time);
    }
  else
    g_string_append (out, "What each pass over loop programs changes here: nothing was timed");
  g_string_append (out, ".\n");
}

void
fl_ablation_append (GString *out, const FlAblation *ablation)
{
  FlTable table;

  fl_ablation_append_headline (out, ablation);
  if (ablation->n_kernels == 0)
    return;
  g_string_append_c (out, '\n');
  fl_ablation_init_passes (&table, ablation);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
  fl_ablation_init_kernels (&table, ablation);
  if (fl_table_get_n_rows (&table) > 0)
    {
      g_string_append_c (out, '\n');
      fl_table_append_text (out, &table);
    }
  fl_table_clear (&table);
}

void
fl_report_append_ablation (GString *out, const FlRun *run)
{
  g_autoptr (FlAblation) ablation = fl_ablation_new (run);

  fl_report_append_headline (out, run->execution);
  g_string_append_c (out, '\n');
  if (ablation)
    fl_ablation_append (out, ablation);
  g_string_append_c (out, '\n');
  fl_report_append_speed (out, run->execution);
  fl_report_append_conditions (out, run->execution);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void
add_worth (cJSON *object, const FlWorth *worth)
{
  if (!(worth->median > 0))
    return;
  cJSON_AddNumberToObject (object, "ratio", worth->median);
  cJSON_AddNumberToObject (object, "ratio_low", worth->low);
  cJSON_AddNumberToObject (object, "ratio_high", worth->high);
}

static void
add_row (cJSON *rows, const FlAblationRow *row)
{
  cJSON *object = cJSON_CreateObject (), *kernels;
  g_autofree char *verdict = fl_ablation_row_dup_verdict (row);

  cJSON_AddItemToArray (rows, object);
  cJSON_AddStringToObject (object, "pass", row->pass);
  cJSON_AddStringToObject (object, "state", state_names[row->state]);
  cJSON_AddStringToObject (object, "verdict", verdict);
  if (row->state != FL_ABLATION_MEASURED && row->state != FL_ABLATION_NOT_TIMED)
    return;
  cJSON_AddStringToObject (object, "check", fl_check_get_word (row->check));
  if (row->worth.median > 0)
    {
      cJSON_AddNumberToObject (object, "with_ns", row->with_ns);
      cJSON_AddNumberToObject (object, "without_ns", row->without_ns);
    }
  if (row->program_ns > 0)
    cJSON_AddNumberToObject (object, "program_ns", row->program_ns);
  add_worth (object, &row->worth);
  cJSON_AddBoolToObject (object, "beyond_spread", row->is_apart);
  kernels = cJSON_AddArrayToObject (object, "kernels");
  for (guint i = 0; i < row->n_kernels; i++)
    {
      cJSON *kernel = cJSON_CreateObject ();

      cJSON_AddItemToArray (kernels, kernel);
      cJSON_AddStringToObject (kernel, "name", row->kernels[i].kernel);
      if (row->kernels[i].worth.median > 0)
        {
          cJSON_AddNumberToObject (kernel, "with_ns", row->kernels[i].with_ns);
          cJSON_AddNumberToObject (kernel, "without_ns", row->kernels[i].without_ns);
        }
      add_worth (kernel, &row->kernels[i].worth);
    }
}

cJSON *
fl_ablation_new_json (const FlAblation *ablation)
{
  cJSON *root = cJSON_CreateObject (), *rows;

  cJSON_AddNumberToObject (root, "program_ns", ablation->program_ns);
  cJSON_AddNumberToObject (root, "rounds", ablation->n_samples);
  cJSON_AddNumberToObject (root, "kernels_from_loops", ablation->n_kernels);
  rows = cJSON_AddArrayToObject (root, "passes");
  for (guint i = 0; i < ablation->n_rows; i++)
    add_row (rows, &ablation->rows[i]);
  return root;
}
