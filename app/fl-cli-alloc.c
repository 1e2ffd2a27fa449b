/* plan PROBLEM.csv: an allocation problem without a graph: buffers with lifetimes and sizes. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fl-alloc.h"
#include "fl-cli.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-text.h"

typedef struct
{
  FlCli *cli;
  const FlAllocProblem *problem;
  FlAllocLimits limits;
  gint64 naive; /* all sizes together */
  GString *table;
  FlAllocPlan best; /* the lowest so far */
  const char *best_name;
} AllocRun;

double
fl_cli_get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

void
fl_cli_append_planner_titles (GString *text)
{
  g_string_append (text, "planner             height   /bound  sharing   cpu time\n");
}

void
fl_cli_append_planner (GString *text, const char *name, const FlAllocPlan *plan, gint64 naive, double ms)
{
  g_string_append_printf (text, "%-11s %14" G_GINT64_FORMAT " %8.4f %8.3f %9.1f ms  %s\n", name, plan->height,
                          plan->bound > 0 ? (double) plan->height / plan->bound : 1.0,
                          plan->height > 0 ? (double) naive / plan->height : 1.0, ms,
                          plan->is_optimal ? "optimal: no plan is lower"
                          : plan->gave_up  ? "the search ended by its limit"
                                           : "");
}

static void
run_planner (AllocRun *run, const FlAllocRow *row)
{
  FlAllocPlan plan;
  double start_ms = fl_cli_get_cpu_ms ();

  fl_alloc_run (row, run->problem, &run->limits, &plan);
  fl_cli_append_planner (run->table, row->name, &plan, run->naive, fl_cli_get_cpu_ms () - start_ms);
  if (run->best_name && plan.height >= run->best.height)
    {
      run->best.bound = MAX (run->best.bound, plan.bound);
      fl_alloc_plan_clear (&plan);
      return;
    }
  plan.bound = MAX (plan.bound, run->best.bound);
  fl_alloc_plan_clear (&run->best);
  run->best = plan;
  run->best_name = row->name;
}

static FlCliStatus
run_planners (AllocRun *run)
{
  const char *name = run->cli->planner ? run->cli->planner : "exact";
  g_autoptr (GString) names = g_string_new (NULL);

  if (g_str_equal (name, "all"))
    {
      for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
        run_planner (run, fl_alloc_get_row (i));
      return FL_CLI_OK;
    }
  if (fl_alloc_find (name))
    {
      run_planner (run, fl_alloc_find (name));
      return FL_CLI_OK;
    }
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    g_string_append_printf (names, ", %s", fl_alloc_get_row (i)->name);
  fl_cli_say ("there is no planner \"%s\" for allocation problems; there are: all%s", name, names->str);
  return FL_CLI_USAGE;
}

static FlCliStatus
write_picture (const AllocRun *run)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *title = g_path_get_basename (run->cli->words[0]);

  return fl_cli_write_memory (run->cli,
                              fl_memory_map_new_problem (arena, run->problem, title, fl_alloc_find (run->best_name),
                                                         &run->best),
                              NULL);
}

/* With -o the solution goes to the file and the table to stdout; without, only the table is printed. */
static FlCliStatus
report (AllocRun *run)
{
  g_autoptr (GString) solution = g_string_new (NULL);
  g_autoptr (FlArena) scratch = fl_arena_open ();
  FlCliStatus status = FL_CLI_OK;

  if (fl_cli_wants_facts (run->cli))
    return fl_cli_show_facts (run->cli, fl_memory_map_new_problem (scratch, run->problem, run->cli->words[0],
                                                                   fl_alloc_find (run->best_name), &run->best));

  if (run->cli->output)
    {
      fl_alloc_append_solution (solution, run->problem, &run->best);
      status = fl_cli_print (run->cli, solution);
    }
  if (!status && fl_cli_wants_picture (run->cli))
    status = write_picture (run);
  g_string_append_printf (run->table,
                          "%u buffers, %" G_GINT64_FORMAT " bytes in all; at most %" G_GINT64_FORMAT
                          " alive at once; no plan is lower than %" G_GINT64_FORMAT "\n",
                          run->problem->n, run->naive, fl_alloc_get_max_live (run->problem), run->best.bound);
  if (!status)
    status = fl_cli_write_out (run->table->str);
  if (status || run->limits.capacity == 0 || run->best.height <= run->limits.capacity)
    return status;
  fl_cli_say ("no plan within %" G_GINT64_FORMAT " bytes was found: the lowest is %" G_GINT64_FORMAT " by %s, and %s",
              run->limits.capacity, run->best.height, run->best_name,
              run->best.bound > run->limits.capacity ? "none exists: that is proved by the bound above"
              : strcmp (run->best_name, "exact") == 0
                  ? "whether one exists is not known: --seconds lets the search go on"
                  : "whether one exists is not known: --planner exact searches for one");
  return FL_CLI_INPUT;
}

FlCliStatus
fl_cli_plan_problem (FlCli *cli)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) table = g_string_new (NULL);
  g_autofree char *text = NULL;
  AllocRun run = { .cli = cli, .table = table };
  gsize length;
  GError *error = NULL;
  FlCliStatus status;

  if (!fl_file_read (cli->words[0], &text, &length, &error))
    return fl_cli_fail (error);
  if (cli->capacity < 0 || cli->seconds < 0)
    {
      fl_cli_say ("--capacity and --seconds want a number above 0");
      return FL_CLI_USAGE;
    }
  run.problem = fl_alloc_problem_parse (arena, text, length, cli->words[0], &error);
  if (!run.problem)
    return fl_cli_fail (error);
  run.limits.capacity = cli->capacity;
  run.limits.seconds = cli->seconds;
  for (guint i = 0; i < run.problem->n; i++)
    run.naive += run.problem->buffers[i].upper > run.problem->buffers[i].lower ? run.problem->buffers[i].size : 0;
  fl_cli_append_planner_titles (table);
  status = run_planners (&run);
  if (!status)
    status = report (&run);
  fl_alloc_plan_clear (&run.best);
  return status;
}
