/* compare: several strategies over one graph, side by side: kernels, bytes, peak, times of one interleaved run, and
 * whether each result agrees with the reference. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cJSON.h>

#include "fl-cli.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-text.h"

typedef struct
{
  FlRun *run;
  guint n_kernels;
  guint n_split;             /* groups that this version runs in parts: products with an epilogue, and what no kernel can compute */
  gint64 read, written, issued, peak;
  const FlVariantTime *time; /* NULL: not measured */
  gint agrees;               /* -1: not verified */
} Row;

typedef struct
{
  FlCli *cli;
  FlGraph *graph;
  GStrv names;
  guint n_rows;
  Row *rows;
  gint64 optimum; /* bytes that no plan goes below; 0: not known */
  gboolean is_proved;
  FlRun *executed; /* NULL: not asked for */
} Comparison;

static GStrv
get_names (const FlCli *cli)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (cli->strategy && !g_str_equal (cli->strategy, "all"))
    return g_strsplit (cli->strategy, ",", -1);
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    g_strv_builder_add (builder, fl_strategies_get_row (i)->name);
  return g_strv_builder_end (builder);
}

static void
count (Row *row)
{
  const FlRun *run = row->run;

  for (guint i = 0; i < run->fused->n_nodes; i++)
    {
      gint64 read = 0, written = 0;

      row->n_kernels += run->fused->nodes[i]->kind != FL_SCHED_NOP;
      fl_sched_node_count_bytes (run->fused, run->fused->nodes[i], &read, &written);
      row->read += read;
      row->written += written;
    }
  row->issued = run->partition ? run->partition->bytes_issued : row->read;
  row->peak = run->plan->row ? run->plan->arena_bytes : run->plan->peak_bytes; /* a planner's plan is its arena */
  for (guint i = 0; run->partition && i < run->partition->n_groups; i++)
    row->n_split += run->partition->groups[i].emission.template == FL_TEMPLATE_NONE
                    || run->partition->groups[i].emission.template == FL_TEMPLATE_EPILOGUE;
}

static FlCliStatus
run_one (Comparison *comparison, const char *strategy)
{
  Row *row = &comparison->rows[comparison->n_rows++];
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options = comparison->cli->options;
  request.options.strategy = fl_intern (strategy);
  row->run = fl_pipeline_run (comparison->graph, &request);
  row->agrees = -1;
  if (!row->run->program)
    return fl_cli_check_run (row->run);
  count (row);
  if (row->run->partition && row->run->partition->lower_bound > 0)
    {
      comparison->optimum = row->run->partition->lower_bound;
      comparison->is_proved = row->run->partition->is_optimal;
    }
  return FL_CLI_OK;
}

static void
show_progress (double fraction, const char *text, gpointer data)
{
  fprintf (stderr, "\r\033[K%3.0f %%  %s", fraction * 100, text);
  fflush (stderr);
}

/* All programs in one worker, on the same inputs, timed in turns. */
static FlCliStatus
execute (Comparison *comparison)
{
  FlCli *cli = comparison->cli;
  gboolean is_shown = isatty (STDERR_FILENO) && !cli->quiet;
  g_autofree FlVariant *variants = g_new0 (FlVariant, comparison->n_rows);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlExecuteRequest request = { .verify = !cli->no_verify, .measure = !cli->no_measure,
                               .worker_path = fl_cli_get_worker (), .fault = cli->fault };
  GError *error = NULL;

  if (!fl_cli_parse_sizes (cli, comparison->rows[0].run, sizes, &error))
    return fl_cli_fail (error);
  for (guint i = 0; i < comparison->n_rows; i++)
    variants[i] = (FlVariant) { comparison->names[i], comparison->rows[i].run->program };
  request.n_variants = comparison->n_rows;
  request.variants = variants;
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) sizes->data;
  comparison->executed = fl_pipeline_execute (comparison->rows[0].run, &request, NULL,
                                              is_shown ? show_progress : NULL, NULL, &error);
  if (is_shown)
    fputs ("\r\033[K", stderr);
  if (!comparison->executed)
    return fl_cli_fail (error);
  for (guint i = 0; i < comparison->n_rows; i++)
    {
      const FlExecution *execution = comparison->executed->execution;

      if (request.measure)
        comparison->rows[i].time = &execution->variants[i];
      if (!execution->verified)
        continue;
      comparison->rows[i].agrees = TRUE;
      for (guint k = 0; k < execution->n_agreements; k++)
        if (g_str_equal (execution->agreements[k].variant, comparison->names[i]) && !execution->agreements[k].agrees)
          comparison->rows[i].agrees = FALSE;
    }
  return FL_CLI_OK;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void
append_time (GString *text, const Row *row)
{
  if (!row->time)
    g_string_append_printf (text, " %18s", "-");
  else
    {
      g_autofree char *median = fl_text_dup_duration (row->time->total_median_ns);
      g_autofree char *spread
          = g_strdup_printf ("%s ±%.0f %%", median,
                             50 * (row->time->total_high_ns - row->time->total_low_ns) / row->time->total_median_ns);

      /* ± and the micro sign are two bytes long, so the width is counted in characters. */
      g_string_append_printf (text, " %*s%s", (int) MAX (0, 18 - g_utf8_strlen (spread, -1)), "", spread);
    }
}

static void
append_row (GString *text, const Comparison *comparison, guint position)
{
  const Row *row = &comparison->rows[position];
  g_autofree char *read = fl_text_dup_bytes (row->read), *written = fl_text_dup_bytes (row->written);
  g_autofree char *issued = fl_text_dup_bytes (row->issued), *peak = fl_text_dup_bytes (row->peak);

  g_string_append_printf (text, "%-10s %8u %10s %10s %10s %10s", comparison->names[position], row->n_kernels, read,
                          written, issued, peak);
  if (comparison->optimum > 0)
    g_string_append_printf (text, " %8.2f", (double) (row->read + row->written) / comparison->optimum);
  else
    g_string_append_printf (text, " %8s", "-");
  append_time (text, row);
  g_string_append_printf (text, "  %s", row->agrees < 0 ? "not verified" : row->agrees ? "agrees" : "DISAGREES");
  if (row->n_split > 0)
    g_string_append_printf (text, "; %u group%s run in parts", row->n_split, row->n_split == 1 ? "" : "s");
  g_string_append_c (text, '\n');
}

static void
append_table (GString *text, const Comparison *comparison)
{
  g_string_append_printf (text, "%-10s %8s %10s %10s %10s %10s %8s %18s  %s\n", "strategy", "kernels", "read", "written",
                          "issued", "peak", comparison->is_proved ? "/optimum" : "/bound", "time", "result");
  for (guint i = 0; i < comparison->n_rows; i++)
    append_row (text, comparison, i);
  g_string_append (text, "read, written: each value once a kernel; issued: loads when a kernel streams its inputs anew for each row pass\n");
  if (comparison->optimum > 0)
    {
      g_autofree char *bytes = fl_text_dup_bytes (comparison->optimum);

      g_string_append_printf (text, comparison->is_proved
                                        ? "optimum: %s over all partitions whose groups one kernel can compute; a strategy "
                                          "that computes values twice, or leaves views in place, can be below\n"
                                        : "bound: %s, which no partition goes below; the graph is too large to prove more\n",
                              bytes);
    }
}

static void
print_json (const Comparison *comparison, GString *text)
{
  cJSON *root = cJSON_CreateObject (), *rows = cJSON_AddArrayToObject (root, "strategies");
  char *printed;

  for (guint i = 0; i < comparison->n_rows; i++)
    {
      const Row *row = &comparison->rows[i];
      cJSON *object = cJSON_CreateObject ();

      cJSON_AddItemToArray (rows, object);
      cJSON_AddStringToObject (object, "strategy", comparison->names[i]);
      cJSON_AddNumberToObject (object, "kernels", row->n_kernels);
      cJSON_AddNumberToObject (object, "bytes_read", row->read);
      cJSON_AddNumberToObject (object, "bytes_written", row->written);
      cJSON_AddNumberToObject (object, "bytes_issued", row->issued);
      cJSON_AddNumberToObject (object, "peak_bytes", row->peak);
      cJSON_AddNumberToObject (object, "groups_in_parts", row->n_split);
      if (row->time)
        {
          cJSON_AddNumberToObject (object, "median_ns", row->time->total_median_ns);
          cJSON_AddNumberToObject (object, "low_ns", row->time->total_low_ns);
          cJSON_AddNumberToObject (object, "high_ns", row->time->total_high_ns);
        }
      if (row->agrees >= 0)
        cJSON_AddBoolToObject (object, "agrees", row->agrees);
    }
  if (comparison->optimum > 0)
    {
      cJSON_AddNumberToObject (root, "bound_bytes", comparison->optimum);
      cJSON_AddBoolToObject (root, "bound_is_optimum", comparison->is_proved);
    }
  printed = cJSON_Print (root);
  g_string_append (text, printed);
  g_string_append_c (text, '\n');
  cJSON_free (printed);
  cJSON_Delete (root);
}

static FlCliStatus
compare (Comparison *comparison)
{
  FlCli *cli = comparison->cli;
  g_autoptr (GString) text = g_string_new (NULL);
  FlCliStatus status = FL_CLI_OK, executed;

  for (guint i = 0; comparison->names[i] && !status; i++)
    status = run_one (comparison, comparison->names[i]);
  if (status)
    return status;
  /* What could not be executed is said, and the rest of the table is shown all the same. */
  executed = cli->no_verify && cli->no_measure ? FL_CLI_OK : execute (comparison);
  if (cli->json)
    print_json (comparison, text);
  else
    append_table (text, comparison);
  status = fl_cli_print (cli, text);
  for (guint i = 0; i < comparison->n_rows && !status; i++)
    if (comparison->rows[i].agrees == FALSE)
      {
        fprintf (stderr, "fuseloom-cli: the results under %s disagree with the reference\n", comparison->names[i]);
        status = FL_CLI_MISMATCH;
      }
  return status ? status : executed;
}

FlCliStatus
fl_cli_compare (FlCli *cli)
{
  Comparison comparison = { .cli = cli };
  FlCliStatus status = FL_CLI_OK;

  if (!cli->target && !(cli->no_verify && cli->no_measure))
    cli->target = g_strdup ("cpu"); /* where kernels run */
  comparison.graph = fl_cli_read_graph (cli, &status);
  if (!comparison.graph)
    return status;
  comparison.names = get_names (cli);
  comparison.rows = g_new0 (Row, g_strv_length (comparison.names) + 1);
  for (guint i = 0; comparison.names[i] && !status; i++)
    if (!fl_strategies_find (comparison.names[i]))
      {
        fprintf (stderr, "fuseloom-cli: there is no strategy \"%s\" in this version\n", comparison.names[i]);
        status = FL_CLI_USAGE;
      }
  if (!status)
    status = compare (&comparison);
  for (guint i = 0; i < comparison.n_rows; i++)
    fl_run_unref (comparison.rows[i].run);
  if (comparison.executed)
    fl_run_unref (comparison.executed);
  g_free (comparison.rows);
  g_strfreev (comparison.names);
  fl_graph_unref (comparison.graph);
  return status;
}
