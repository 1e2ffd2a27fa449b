/* dump --stage loops and steps --kernel: the loop programs of kernels, and what passes made of them. */
#include <cjson/cJSON.h>

#include "fl-cli.h"

/* The run whose kernels are looked at. NULL: *status says why there is none. */
static FlRun *
run_to_kernels (FlCli *cli, FlCliStatus *status)
{
  g_autoptr (FlRun) run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, status);

  if (!run)
    return NULL;
  *status = fl_cli_check_run (run);
  return *status ? NULL : g_steal_pointer (&run);
}

static FlCliStatus
print_json (FlCli *cli, const FlRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;
  cJSON *root, *kernels = fl_report_new_kernel_steps_json (run, cli->kernel, &error);
  char *printed;

  if (!kernels)
    return fl_cli_fail (error);
  root = cJSON_CreateObject ();
  cJSON_AddNumberToObject (root, "schema_version", 1);
  cJSON_AddItemToObject (root, "kernels", kernels);
  printed = cJSON_Print (root);
  g_string_append (text, printed);
  g_string_append_c (text, '\n');
  cJSON_free (printed);
  cJSON_Delete (root);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_dump_loops (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (cli->svg || cli->pdf || cli->png || cli->dot)
    {
      fl_cli_say ("loop programs are text: --stage loops goes without --svg, --pdf, --png and --dot");
      return FL_CLI_USAGE;
    }
  if (cli->json && (cli->after || cli->diff))
    {
      fl_cli_say ("--json gives all passes with what each one changed: it goes without --after and --diff");
      return FL_CLI_USAGE;
    }
  run = run_to_kernels (cli, &status);
  if (!run)
    return status;
  if (cli->json)
    return print_json (cli, run);
  if (!fl_report_append_loops (text, run, cli->kernel, cli->after, cli->diff, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_steps_of_kernel (FlCli *cli, int verdict)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  run = run_to_kernels (cli, &status);
  if (!run)
    return status;
  if (cli->json)
    return print_json (cli, run);
  if (!fl_report_append_kernel_steps (text, run, cli->kernel, verdict, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}
