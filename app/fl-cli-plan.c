/* plan GRAPH: the memory plan of a graph, the same by every planner, and its buffers as an allocation problem. */
#include <string.h>

#include "fl-cli.h"
#include "fl-file.h"

static FlCliStatus
write_problem (const FlCli *cli, const FlAllocProblem *problem)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  fl_alloc_append_problem (text, problem);
  return fl_file_write_text (cli->problem, text->str, text->len, &error) ? FL_CLI_OK : fl_cli_fail (error);
}

/* What the lines of the plan lead to, beside the planners: memory that is taken over stays one storage. */
static void
append_reuse (GString *text, const FlMemoryPlan *plan, gint64 naive)
{
  FlAllocPlan row
      = { .height = plan->arena_bytes, .bound = plan->arena_bound_bytes, .is_optimal = plan->is_arena_optimal };
  g_autofree gint64 *offsets = g_new0 (gint64, plan->n_buffers + 1);
  double start_ms = fl_cli_get_cpu_ms ();

  fl_memory_plan_lay_out (plan, NULL, NULL, offsets, NULL, NULL);
  fl_cli_append_planner (text, plan->planner, &row, naive, fl_cli_get_cpu_ms () - start_ms);
}

static FlCliStatus
compare_planners (FlCli *cli, const FlRun *run, const FlAllocProblem *problem)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FlAllocLimits limits = { .seconds = cli->options.memory_planner_limit_ms / 1e3 };
  gint64 naive = 0, bound = run->plan->arena_bound_bytes;

  for (guint i = 0; i < problem->n; i++)
    naive += (problem->buffers[i].size + problem->alignment - 1) / problem->alignment * problem->alignment;
  fl_cli_append_planner_titles (text);
  append_reuse (text, run->plan, naive);
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    {
      double start_ms = fl_cli_get_cpu_ms ();
      g_auto (FlAllocPlan) plan = { 0 };

      fl_alloc_run (fl_alloc_get_row (i), problem, &limits, &plan);
      fl_cli_append_planner (text, fl_alloc_get_row (i)->name, &plan, naive, fl_cli_get_cpu_ms () - start_ms);
      bound = MAX (bound, plan.bound);
    }
  g_string_append_printf (text,
                          "%u storages, %" G_GINT64_FORMAT
                          " bytes in all, over %u calls; no arena is smaller than %" G_GINT64_FORMAT "\n",
                          problem->n, naive, run->plan->n_calls, bound);
  return fl_cli_print (cli, text);
}

static FlCliStatus
show_plan (FlCli *cli, const FlRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  if (cli->json)
    return fl_cli_print_json (cli, run);
  if (!fl_report_append_stage (text, run, FL_STAGE_MEMORY, &error))
    return fl_cli_fail (error);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_plan (FlCli *cli)
{
  gboolean all = cli->planner && strcmp (cli->planner, "all") == 0;
  g_autoptr (FlArena) scratch = NULL;
  g_autoptr (FlRun) run = NULL;
  const FlAllocProblem *problem;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (g_str_has_suffix (cli->words[0], ".csv"))
    return fl_cli_plan_problem (cli);
  if (cli->seconds < 0 || cli->capacity != 0 || (all && cli->json))
    {
      fl_cli_say (
          "plan GRAPH: --seconds wants a number above 0, --capacity is for PROBLEM.csv, and --planner all prints a table");
      return FL_CLI_USAGE;
    }
  if (cli->order && strcmp (cli->order, "all") == 0 && (all || cli->json || cli->problem))
    {
      fl_cli_say (
          "plan GRAPH --order all prints a table of its own: not with --planner all, --json or --export-problem");
      return FL_CLI_USAGE;
    }
  if (!fl_cli_set_planner (cli, all ? "reuse" : cli->planner, &error))
    return fl_cli_fail (error);
  if (cli->order && strcmp (cli->order, "all") == 0)
    return fl_cli_plan_orders (cli);
  run = fl_cli_run_pipeline (cli, FL_STAGE_MEMORY, FALSE, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  scratch = fl_arena_open ();
  problem = fl_memory_plan_make_problem (run->plan, NULL, scratch, NULL);
  if (cli->problem)
    status = write_problem (cli, problem);
  if (!status && fl_cli_wants_picture (cli))
    status = fl_cli_write_memory (cli, fl_memory_map_new (scratch, run), run);
  if (status)
    return status;
  if (fl_cli_wants_facts (cli))
    return fl_cli_show_facts (cli, fl_memory_map_new (scratch, run));
  return all ? compare_planners (cli, run, problem) : show_plan (cli, run);
}
