/* Reading the graph and running the pipeline. */
#include <cjson/cJSON.h>
#include <gio/gio.h>

#include "fl-cache-sizes.h"
#include "fl-cli.h"
#include "fl-debug-folder.h"
#include "fl-torch-config.h"
#include "fl-quote.h"
#include "fl-remote-address.h"
#include "fl-remote.h"
#include "fl-streaming.h"

const char *
fl_cli_get_worker (void)
{
  static char *path;

  if (!path)
    {
      g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
      g_autofree char *folder = self ? g_path_get_dirname (self) : g_strdup (".");

      path = g_build_filename (folder, "fuseloom-worker", NULL);
    }
  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) ? path : NULL;
}

const char *
fl_cli_get_device (const FlCli *cli)
{
  return fl_remote_address_is (cli->device) ? cli->device : fl_cli_get_worker ();
}

/* Where kernels run, they are made for that machine's caches, and non-temporal stores are used as was measured on it;
 * where they are shown, only if that is asked for: else their text would not be everywhere the same. */
static gboolean
find_machine (FlCli *cli, GError **error)
{
  static const char *const running[] = { "run", "compare", NULL };
  const gboolean is_asked
      = cli->settings && g_strv_contains ((const char *const *) cli->settings, "cpu.stream_bytes=-1");

  if (g_strv_contains (running, cli->command))
    {
      if (fl_remote_address_is (cli->device) && !fl_remote_find_cache_sizes (&cli->options, cli->device, error))
        return FALSE;
      fl_streaming_measure (&cli->options, NULL, fl_cli_get_device (cli));
      if (!fl_remote_address_is (cli->device))
        fl_cache_find_sizes (&cli->options);
    }
  else if (is_asked)
    fl_streaming_find (&cli->options, NULL);
  return TRUE;
}

/* The settings that PyTorch had when it compiled the graph (fx_graph_runnable.py beside it), below those of --set. Told
 * are those that change something here. */
static gboolean
settle_folder (FlCli *cli, const FlGraph *graph, GError **error)
{
  g_autoptr (FlDebugFolder) folder = graph->path != NULL ? fl_debug_folder_new_around (graph->path) : NULL;
  g_autoptr (GString) taken = g_string_new (NULL);
  gboolean is_set = FALSE;

  for (guint i = 0; folder != NULL && folder->settings[i] != NULL; i++)
    {
      g_autoptr (GError) wrong = NULL;
      g_autofree char *answer = fl_torch_config_explain (folder->settings[i]);
      const FlOptions before = cli->options;
      const gboolean is_good = fl_options_set (&cli->options, folder->settings[i], &wrong);

      is_set |= is_good;
      if (!is_good)
        fl_cli_say ("%s says %s, which is left out: %s", folder->title, folder->settings[i], wrong->message);
      else if (!fl_options_are_equal (&before, &cli->options))
        g_string_append_printf (taken, "%s%s", taken->len > 0 ? ", " : "", folder->settings[i]);
      else if (answer != NULL && strstr (answer, "not modelled") != NULL)
        fl_cli_say ("%s", answer);
    }
  if (taken->len > 0 && !cli->quiet)
    fl_cli_say ("settings of its compilation: %s", taken->str);
  for (guint i = 0; is_set && cli->settings != NULL && cli->settings[i] != NULL; i++)
    if (strcmp (cli->command, "whatif") != 0 && !fl_options_set (&cli->options, cli->settings[i], error))
      return FALSE;
  return TRUE;
}

FlGraph *
fl_cli_read_graph (FlCli *cli, FlCliStatus *status)
{
  const guint n_shown = 8;
  GError *error = NULL;
  FlGraph *graph;

  if (!fl_cli_open_session (cli, status))
    return NULL;
  graph = fl_cli_read_one_of (cli, &error);
  if (!graph)
    {
      *status = fl_cli_fail (error);
      return NULL;
    }
  if (!settle_folder (cli, graph, &error))
    {
      fl_graph_unref (graph);
      *status = fl_cli_fail (error);
      return NULL;
    }
  fl_cli_settle_target (cli, graph);
  if (!fl_cli_settle_sizes (cli, graph, &error) || !find_machine (cli, &error))
    {
      fl_graph_unref (graph);
      *status = fl_cli_fail (error);
      return NULL;
    }
  if (!cli->quiet)
    {
      if (graph->truncated)
        fl_cli_say ("%s: the file ends early: %s; shown as far as it goes", cli->words[0], graph->truncated_why);
      for (guint i = 0; i < MIN (graph->n_warnings, n_shown); i++)
        fl_cli_say ("warning: %s", graph->warnings[i]);
      if (graph->n_warnings > n_shown)
        {
          g_autofree char *word = fl_quote_dup_shell (cli->words[0], TRUE);

          fl_cli_say ("warning: … and %u more; `fuseloom-cli steps %s --stage graph` lists all",
                      graph->n_warnings - n_shown, word);
        }
    }
  return graph;
}

static FlRun *
run_pipeline (FlCli *cli, FlStage until, gboolean with_unfused, gboolean with_overrides, FlCliStatus *status)
{
  g_autoptr (FlGraph) graph = fl_cli_read_graph (cli, status);
  FlPipelineRequest request;

  if (!graph)
    return NULL;
  fl_pipeline_request_init (&request);
  request.options = cli->options;
  request.target_why = cli->target_why;
  request.until = until;
  request.with_unfused = with_unfused;
  if (with_overrides)
    {
      request.overrides = cli->overrides;
      request.n_overrides = cli->n_overrides;
    }
  if (cli->step >= 0)
    {
      request.stop_stage = until;
      request.stop_step = cli->step;
    }
  *status = FL_CLI_OK;
  return fl_pipeline_run (graph, &request);
}

FlRun *
fl_cli_run_pipeline (FlCli *cli, FlStage until, gboolean with_unfused, FlCliStatus *status)
{
  return run_pipeline (cli, until, with_unfused, TRUE, status);
}

FlRun *
fl_cli_run_base (FlCli *cli, FlCliStatus *status)
{
  return run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, FALSE, status);
}

FlCliStatus
fl_cli_check_run (const FlRun *run)
{
  if (!run->error)
    return FL_CLI_OK;
  return fl_cli_fail (g_error_copy (run->error));
}

FlCliStatus
fl_cli_print_json (FlCli *cli, const FlRun *run)
{
  cJSON *json = fl_report_new_json (run);
  char *text;
  g_autoptr (GString) out = NULL;

  cJSON_AddItemToObject (json, "measured", fl_report_new_measured_json (run));
  text = cJSON_Print (json);
  out = g_string_new (text);
  g_string_append_c (out, '\n');
  cJSON_free (text);
  cJSON_Delete (json);
  return fl_cli_print (cli, out);
}
