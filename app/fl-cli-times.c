/* Times of several devices and strategies beside each other: `run` with more than one of either, and `times`, which
 * shows what was measured before, here or elsewhere. */
#include <unistd.h>

#include <cJSON.h>

#include "fl-cli.h"
#include "fl-file.h"
#include "fl-times-run.h"

/* --- showing ---------------------------------------------------------------------------------- */

static FlCliStatus
print (FlCli *cli, const FlTimes *times)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  if (cli->svg)
    {
      g_autofree char *svg = fl_times_dup_svg (times, cli->dark);

      if (!fl_file_write_text (cli->svg, svg, -1, &error))
        return fl_cli_fail (error);
    }
  if (cli->json)
    {
      cJSON *json = fl_times_new_json (times);
      char *printed = cJSON_Print (json);

      g_string_append_printf (text, "%s\n", printed);
      cJSON_free (printed);
      cJSON_Delete (json);
    }
  else if (cli->output && g_str_has_suffix (cli->output, ".html"))
    fl_times_append_html (text, times);
  else
    fl_times_append_text (text, times);
  return fl_cli_print (cli, text);
}

static FlCliStatus
judge (const FlTimes *times)
{
  FlCliStatus status = FL_CLI_OK;

  for (guint i = 0; i < times->rows->len; i++)
    {
      const FlTimesRow *row = &g_array_index (times->rows, FlTimesRow, i);

      if (row->part->error)
        {
          fl_cli_say ("%s: %s", fl_target_get_name (row->part->target), row->part->error);
          status = MAX (status, FL_CLI_INPUT);
        }
      else if (g_str_equal (fl_times_get_check (row), "DISAGREES"))
        {
          fl_cli_say ("the results of %s on %s disagree with the reference", fl_times_get_program (row),
                      row->part->device);
          status = FL_CLI_MISMATCH;
        }
    }
  return status;
}

/* --- run -------------------------------------------------------------------------------------- */

FlCliStatus
fl_cli_execute_side_by_side (FlCli *cli)
{
  const gboolean is_shown = isatty (STDERR_FILENO) && !cli->quiet;
  FlCliStatus status = FL_CLI_OK;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlTimes) times = NULL;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue)), picked = NULL;
  FlTimesRequest request = {
    .n_targets = cli->times.n_targets,
    .targets = cli->times.targets,
    .strategies = (const char *const *) cli->times.strategies,
    .execute = { .verify = !cli->no_verify,
                 .measure = !cli->no_measure,
                 .worker_path = fl_cli_get_device (cli),
                 .fault = cli->fault },
    .by = "Fuseloom " FL_VERSION,
  };
  GError *error = NULL;

  cli->is_executing = TRUE;
  graph = fl_cli_read_graph (cli, &status);
  if (!graph)
    return status;
  if (!fl_cli_parse_sizes (cli, graph, sizes, &error))
    return fl_cli_fail (error);
  picked = fl_cli_pick_sizes (sizes, 0);
  request.execute.n_sizes = picked->len;
  request.execute.sizes = (const FlSizeValue *) (gpointer) picked->data;
  request.options = cli->options;
  times = fl_times_run (graph, &request, NULL, is_shown ? fl_cli_show_progress : NULL, NULL, &error);
  if (is_shown)
    fl_cli_clear_progress ();
  if (!times)
    return fl_cli_fail (error);
  status = print (cli, times);
  return status ? status : judge (times);
}

/* --- times ------------------------------------------------------------------------------------ */

FlCliStatus
fl_cli_times (FlCli *cli)
{
  g_autoptr (FlTimes) times = NULL;
  GError *error = NULL;

  for (guint i = 0; i < cli->n_words; i++)
    {
      g_autoptr (FlTimes) one = fl_times_read (cli->words[i], &error);

      if (!one)
        return fl_cli_fail (error);
      if (!times)
        times = g_steal_pointer (&one);
      else if (!fl_times_join (times, one, &error))
        return fl_cli_fail (error);
    }
  return print (cli, times);
}
