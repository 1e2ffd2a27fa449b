/* dump --stage loops: the loop programs of kernels as outlines. */
#include "fl-cli.h"

FlCliStatus
fl_cli_dump_loops (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (cli->json || cli->svg || cli->pdf || cli->png || cli->dot)
    {
      fl_cli_say ("loop programs are text: --stage loops goes without --json, --svg, --pdf, --png and --dot");
      return FL_CLI_USAGE;
    }
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  if (!fl_report_append_loops (text, run, cli->kernel, cli->after, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}
