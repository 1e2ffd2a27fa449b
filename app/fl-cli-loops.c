/* dump --stage loops: the loop programs of kernels as outlines. */
#include "fl-cli.h"
#include "fl-kernel-loops.h"

#include <string.h>

static gboolean
append_kernel (GString *text, const FlRun *run, guint kernel)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, kernel, &error);

  if (program)
    {
      g_string_append_printf (text, "%s%s, after %s:\n", text->len ? "\n" : "", run->program->kernels[kernel].name, program->pass);
      fl_loop_program_append (text, program, run->decomposed);
    }
  else
    g_string_append_printf (text, "%s%s\n", text->len ? "\n" : "", error->message);
  return program != NULL;
}

/* By its own name, or by that of the scheduler node that it does. */
static gboolean
is_called (const FlKernel *kernel, const char *name)
{
  return g_strcmp0 (kernel->name, name) == 0 || g_strcmp0 (kernel->node->name, name) == 0;
}

FlCliStatus
fl_cli_dump_loops (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  guint n = 0;

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
  for (guint i = 0; i < run->program->n_kernels; i++)
    if (cli->kernel ? is_called (&run->program->kernels[i], cli->kernel) : run->program->plan->nests[i] != NULL)
      {
        append_kernel (text, run, i);
        n++;
      }
  if (cli->kernel && n == 0)
    {
      fl_cli_say ("no kernel is called \"%s\" here; `fuseloom-cli dump GRAPH --stage codegen` shows them", cli->kernel);
      return FL_CLI_USAGE;
    }
  return fl_cli_print (cli, text);
}
