/* run: builds the kernels, executes them, and says what came of it. */
#include <string.h>
#include <unistd.h>

#include "fl-ablate.h"
#include "fl-cli.h"
#include "fl-roofline.h"
#include "fl-sizes.h"
#include "fl-text.h"
#include "fl-file.h"

/* --- run -------------------------------------------------------------------------------------- */

static guint
count_executions (const GArray *all)
{
  guint most = 1;

  for (guint i = 0; i < all->len; i++)
    {
      guint n = 0;

      for (guint k = 0; k < all->len; k++)
        n += g_array_index (all, FlSizeValue, k).symbol == g_array_index (all, FlSizeValue, i).symbol;
      most = MAX (most, n);
    }
  return most;
}

/* --svg: the kernels under the roofs; with --ablate what passes are worth. */
static gboolean
write_picture (const FlCli *cli, const FlRun *run, GError **error)
{
  g_autoptr (FlAblation) ablation = fl_ablation_new (run);
  g_autoptr (FlRoofline) roofline = ablation ? NULL : fl_roofline_new (run->execution);
  g_autofree char *svg = NULL;

  if (!roofline && !ablation)
    {
      g_set_error (
          error, FL_ERROR, FL_ERROR_UNSUPPORTED,
          "%s: --svg draws the kernels under the roofs of this machine, but no kernel of this run was timed beside a STREAM loop; "
          "run it without --no-measure",
          cli->svg);
      return FALSE;
    }
  svg = ablation ? fl_ablation_dup_svg (ablation, cli->dark) : fl_roofline_dup_svg (roofline, cli->dark);
  return fl_file_write_text (cli->svg, svg, -1, error);
}

/* What the exit status says of the results. */
static FlCliStatus
judge (const FlCli *cli, const FlExecution *execution)
{
  if (execution->check == FL_CHECK_DISAGREES)
    fl_cli_say ("the results disagree with the reference");
  else if (execution->n_expected > 0 && !execution->meets_expected)
    fl_cli_say ("%s: the results differ from those that were given", cli->tensors.expect);
  else if (cli->tensors.require_verified && !execution->verified)
    fl_cli_say ("unverified: %s", execution->not_verified_why);
  else
    return FL_CLI_OK;
  return FL_CLI_MISMATCH;
}

void
fl_cli_append_execution (const FlCli *cli, GString *text, const FlRun *run)
{
  if (cli->verbose)
    {
      fl_report_append_execution (text, run);
      return;
    }
  fl_report_append_verdict (text, run);
  if (!cli->quiet)
    g_string_append (text, "(--verbose: every result and kernel, compiler, machine, measured peaks)\n");
}

static FlCliStatus
execute_once (FlCli *cli, const FlRun *run, GArray *sizes)
{
  FlExecuteRequest request = {
    .verify = !cli->no_verify, .measure = !cli->no_measure, .worker_path = fl_cli_get_device (cli), .fault = cli->fault
  };
  gboolean shows_progress = isatty (STDERR_FILENO) && !cli->quiet;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) executed = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (!fl_cli_tensors_apply (&cli->tensors, run, &request, sizes, &error))
    return fl_cli_fail (error);
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) sizes->data;
  executed = (cli->ablate ? fl_pipeline_ablate : fl_pipeline_execute) (run, &request, NULL,
                                                                       shows_progress ? fl_cli_show_progress : NULL,
                                                                       NULL, &error);
  if (shows_progress)
    fl_cli_clear_progress ();
  if (executed && executed->execution->warning && !cli->quiet)
    fl_cli_say ("warning: %s", executed->execution->warning);
  if (!executed || (cli->svg && !write_picture (cli, executed, &error)))
    return fl_cli_fail (error);
  if (cli->json)
    status = fl_cli_print_json (cli, executed);
  else
    {
      if (cli->ablate)
        fl_report_append_ablation (text, executed);
      else
        fl_cli_append_execution (cli, text, executed);
      status = fl_cli_print (cli, text);
    }
  if (status == FL_CLI_OK && cli->tensors.error)
    return fl_cli_fail (g_steal_pointer (&cli->tensors.error));
  return status == FL_CLI_OK ? judge (cli, executed->execution) : status;
}

FlCliStatus
fl_cli_execute (FlCli *cli)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;
  guint n_executions;

  if (cli->tensors.require_verified && cli->no_verify)
    {
      fl_cli_say ("--require-verified and --no-verify exclude each other");
      return FL_CLI_USAGE;
    }

  if (cli->times.strategies)
    return fl_cli_execute_side_by_side (cli);
  cli->is_executing = TRUE;
  fl_execute_prepare (fl_cli_get_device (cli));
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, !cli->ablate, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  if (!fl_cli_parse_sizes (cli, run->graph, all, &error))
    return fl_cli_fail (error);
  n_executions = count_executions (all);
  if (n_executions > 1 && cli->json)
    {
      fl_cli_say ("--json prints one object: give each size symbol one value");
      return FL_CLI_USAGE;
    }
  for (guint i = 0; i < n_executions && status == FL_CLI_OK; i++)
    {
      g_autoptr (GArray) sizes = fl_cli_pick_sizes (all, i);

      status = execute_once (cli, run, sizes);
    }
  return status;
}
