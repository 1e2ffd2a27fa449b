/* Commands that show what the compiler did: stages, steps, dump, report, kernels, import, options. */
#include <string.h>

#include "fl-concepts.h"
#include "fl-cli.h"
#include "fl-file.h"
#include "fl-formats.h"

#define PNG_SCALE 1.5
#define LAYOUT_DEADLINE_MS 20000

FlCliStatus
fl_cli_stages (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status, stopped;

  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, &status);
  if (!run)
    return status;
  if (cli->json)
    status = fl_cli_print_json (cli, run);
  else
    {
      fl_report_append_stages (text, run);
      status = fl_cli_print (cli, text);
    }
  stopped = fl_cli_check_run (run);
  return status ? status : stopped;
}

static const FlSceneOptions scene_options = { .fold_modules = TRUE, .show_refused = TRUE };

/* Takes the scene over. */
static FlCliStatus
draw (FlCli *cli, FlScene *drawn)
{
  g_autoptr (FlScene) scene = drawn;
  g_autoptr (FlPlacement) placement = NULL;
  g_autoptr (GString) dot = g_string_new (NULL);
  GError *error = NULL;

  fl_scene_measure (scene);
  if (cli->dot)
    {
      fl_scene_append_dot (dot, scene);
      if (!fl_file_write_text (cli->dot, dot->str, dot->len, &error))
        return fl_cli_fail (error);
    }
  if (!cli->svg && !cli->pdf && !cli->png)
    return FL_CLI_OK;
  placement = fl_layout_run (scene, fl_cli_get_worker (), LAYOUT_DEADLINE_MS, NULL, &error);
  if (!placement)
    return fl_cli_fail (error);
  if (placement->note && !cli->quiet)
    fl_cli_say ("%s", placement->note);
  if ((cli->svg && !fl_scene_write_svg (scene, placement, cli->dark, cli->svg, &error))
      || (cli->pdf && !fl_scene_write_pdf (scene, placement, cli->pdf, &error))
      || (cli->png && !fl_scene_write_png (scene, placement, cli->dark, PNG_SCALE, cli->png, &error)))
    return fl_cli_fail (error);
  return FL_CLI_OK;
}

FlCliStatus
fl_cli_regions (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status;

  run = fl_cli_run_pipeline (cli, FL_STAGE_FUSE, FALSE, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  if (!run->partition)
    {
      fl_cli_say (
          "strategy %s fuses scheduler nodes, not operations: `dump --stage fuse` shows its groups; regions are those "
          "of --strategy eager, pattern, xla, xla-base, stitch, stitch-cpu, tvm, dnnfusion or optimal",
          run->options.strategy);
      return FL_CLI_USAGE;
    }
  if (cli->svg || cli->pdf || cli->png || cli->dot)
    return draw (cli, fl_scene_new_regions (run, &scene_options));
  fl_concepts_append_regions (text, run->partition, run->options.strategy, run->trace);
  return fl_cli_print (cli, text);
}

/* Of --stage; FALSE + message when there is none of that name. */
static gboolean
find_stage (FlCli *cli, FlStage *stage, FlCliStatus *status)
{
  int found;

  if (!cli->stage)
    return TRUE;
  found = fl_stage_find (cli->stage);
  if (found < 0)
    {
      fl_cli_say (
          "there is no stage \"%s\": use graph, decompose, lower, realize, schedule, fuse, memory, codegen or run",
          cli->stage);
      *status = FL_CLI_USAGE;
      return FALSE;
    }
  *stage = found;
  return TRUE;
}

FlRun *
fl_cli_run_to (FlCli *cli, FlStage stage, FlCliStatus *status)
{
  FlExecuteRequest request = { .verify = TRUE, .measure = TRUE, .worker_path = fl_cli_get_device (cli) };
  g_autoptr (FlRun) run = NULL;
  GError *error = NULL;
  FlRun *executed;

  cli->is_executing = stage == FL_STAGE_RUN;
  run = fl_cli_run_pipeline (cli, MIN (stage, FL_STAGE_CODEGEN), stage == FL_STAGE_RUN, status);
  if (!run || stage != FL_STAGE_RUN)
    return g_steal_pointer (&run);
  executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  if (!executed)
    *status = fl_cli_fail (error);
  return executed;
}

static const char *const verdict_names[] = { "note", "accept", "reject", "illegal" };

FlCliStatus
fl_cli_steps (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlStage stage = FL_STAGE_FUSE;
  FlCliStatus status = FL_CLI_OK, stopped;
  int verdict = -1;

  if (!find_stage (cli, &stage, &status))
    return status;
  for (guint i = 0; cli->verdict && i < G_N_ELEMENTS (verdict_names); i++)
    if (strcmp (cli->verdict, verdict_names[i]) == 0)
      verdict = i;
  if (cli->verdict && verdict < 0)
    {
      fl_cli_say ("there is no verdict \"%s\": use note, accept, reject or illegal", cli->verdict);
      return FL_CLI_USAGE;
    }
  if (cli->kernel && stage != FL_STAGE_CODEGEN)
    {
      fl_cli_say ("--kernel asks for the passes over one kernel: use it with --stage codegen");
      return FL_CLI_USAGE;
    }
  if (cli->kernel)
    return fl_cli_steps_of_kernel (cli, verdict);
  run = fl_cli_run_to (cli, stage, &status);
  if (!run)
    return status;
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, stage); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, stage, i);

      if (verdict >= 0 && (int) event->verdict != verdict)
        continue;
      g_string_append_printf (text, "%5u  ", i + 1);
      fl_event_append_line (event, text);
      g_string_append_c (text, '\n');
    }
  status = cli->json ? fl_cli_print_json (cli, run) : fl_cli_print (cli, text);
  stopped = fl_cli_check_run (run);
  return status ? status : stopped;
}

FlCliStatus
fl_cli_dump (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlStage stage = FL_STAGE_FUSE;
  FlCliStatus status = FL_CLI_OK, stopped;
  GError *error = NULL;

  if (g_strcmp0 (cli->stage, "loops") == 0)
    return fl_cli_dump_loops (cli);
  if (cli->kernel || cli->after || cli->diff)
    {
      fl_cli_say ("--kernel, --after and --diff choose among loop programs: use them with --stage loops");
      return FL_CLI_USAGE;
    }
  if (!find_stage (cli, &stage, &status))
    return status;
  run = fl_cli_run_to (cli, stage, &status);
  if (!run)
    return status;
  if (!run->stages[stage].was_reached)
    return fl_cli_check_run (run);
  if (cli->svg || cli->pdf || cli->png || cli->dot)
    status = draw (cli, fl_scene_new (run, stage, &scene_options));
  else if (cli->json)
    status = fl_cli_print_json (cli, run);
  else if (fl_report_append_stage (text, run, stage, &error))
    status = fl_cli_print (cli, text);
  else
    status = fl_cli_fail (error);
  stopped = fl_cli_check_run (run);
  return status ? status : stopped;
}

FlCliStatus
fl_cli_report (FlCli *cli)
{
  g_autoptr (FlRun) run = NULL;
  g_autofree char *folder = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, &status);
  if (!run)
    return status;
  folder = g_strdup (cli->output ? cli->output : "fuseloom-report");
  if (!fl_report_write (run, folder, fl_cli_get_worker (), NULL, &error))
    return fl_cli_fail (error);
  if (!cli->quiet)
    {
      g_autofree char *line = g_strdup_printf ("%s/report.html\n", folder);

      status = fl_cli_write_out (line);
    }
  return status ? status : fl_cli_check_run (run);
}

/* The module, and an error a kernel that it lacks. */
static FlCliStatus
print_triton (FlCli *cli, const FlRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) why_not = g_ptr_array_new_with_free_func (g_free);
  FlCliStatus status;
  GError *error = NULL;

  if (!fl_report_append_triton (text, run, why_not, &error))
    return fl_cli_fail (error);
  status = fl_cli_print (cli, text);
  for (guint i = 0; i < why_not->len; i++)
    fl_cli_say ("%s", (const char *) why_not->pdata[i]);
  return status ? status : why_not->len > 0 ? FL_CLI_INPUT : FL_CLI_OK;
}

static FlCliStatus
print_machine_code (FlCli *cli, const FlRun *run, FlMachineCode kind)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  if (!fl_report_append_machine_code (text, run, kind, NULL, NULL, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_kernels (FlCli *cli)
{
  const gboolean is_triton = g_strcmp0 (cli->language, "triton") == 0;
  FlMachineCode machine = FL_N_MACHINE_CODES;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (cli->language && !is_triton && !g_str_equal (cli->language, "cuda")
      && !fl_machine_code_find (cli->language, &machine))
    {
      fl_cli_say ("kernels are not written in \"%s\": --language is cuda or triton, or ptx, sass or resources of what "
                  "NVRTC makes of them",
                  cli->language);
      return FL_CLI_USAGE;
    }
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  if (is_triton)
    return print_triton (cli, run);
  if (machine != FL_N_MACHINE_CODES)
    return print_machine_code (cli, run, machine);
  if (cli->json)
    return fl_cli_print_json (cli, run);
  if (!fl_report_append_stage (text, run, FL_STAGE_CODEGEN, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_import (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlGraph) graph = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  graph = fl_cli_read_graph (cli, &status);
  if (!graph)
    return status;
  if (!fl_json_write (graph, text, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_options (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      g_autofree char *value = fl_options_dup_value_text (&cli->options, row);

      g_string_append_printf (text, "%s=%s", row->name, value);
      if (row->choices)
        g_string_append_printf (text, "   (%s)", row->choices);
      else if (row->type == FL_OPTION_INT)
        g_string_append_printf (text, "   (%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT "%s%s)", row->minimum,
                                row->maximum, *row->unit ? " " : "", row->unit);
      g_string_append_printf (text, "\n    %s\n", row->sentence);
    }
  return fl_cli_print (cli, text);
}
