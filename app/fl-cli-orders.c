/* plan GRAPH --order all: the estimated peak of every order of kernels, and what the planner makes
 * of the order as fused, of TorchInductor's choice and of the lowest of all. */
#include <string.h>

#include "fl-cli.h"
#include "fl-event-kinds.h"
#include "fl-orders.h"

static FlRun *
run_order (FlCli *cli, const char *name, FlCliStatus *status)
{
  g_autofree char *setting = g_strconcat ("peak_order=", name, NULL);
  FlRun *run;

  if (!fl_options_set (&cli->options, setting, NULL))
    g_assert_not_reached ();
  run = fl_cli_run_pipeline (cli, FL_STAGE_MEMORY, FALSE, status);
  if (run && (*status = fl_cli_check_run (run)))
    g_clear_pointer (&run, fl_run_unref);
  return run;
}

static const FlEvent *
find_event (const FlRun *run, const char *title)
{
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);

      if (event->kind == FL_EVENT_PEAK && g_str_equal (event->reason, title))
        return event;
    }
  return NULL;
}

static void
append_estimates (GString *text, const FlRun *lowest)
{
  const FlEvent *given = find_event (lowest, fl_orders_get_row (0)->title);

  g_string_append (text, "order     estimated peak   /given\n");
  for (guint i = 0; i < fl_orders_get_n_rows (); i++)
    {
      const FlOrderRow *row = fl_orders_get_row (i);
      const FlEvent *event = find_event (lowest, row->title);
      const char *note = event && event->facts ? strstr (event->facts, "; ") : NULL;
      char ratio[G_ASCII_DTOSTR_BUF_SIZE];

      if (!event)
        continue;
      g_ascii_formatd (ratio, sizeof ratio, "%.4f",
                       given->amount > 0 ? (double) event->amount / (double) given->amount : 1);
      g_string_append_printf (text, "%-7s %16" G_GINT64_FORMAT " %8s  %s%s%s\n", row->name, event->amount, ratio,
                              row->title, row->is_inductors ? "" : " (not TorchInductor's)", note ? note : "");
    }
}

/* The plan knows in-place writes and what never leaves its kernel, which the estimate does not. */
static void
append_plan (GString *text, const char *title, const FlRun *run, gint64 given)
{
  char ratio[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (ratio, sizeof ratio, "%.4f", given > 0 ? (double) run->plan->arena_bound_bytes / (double) given : 1);
  g_string_append_printf (text, "%-7s %16" G_GINT64_FORMAT " %8s %16" G_GINT64_FORMAT "  %s\n", title,
                          run->plan->arena_bound_bytes, ratio, run->plan->arena_bytes, run->plan->planner);
}

FlCliStatus
fl_cli_plan_orders (FlCli *cli)
{
  static const char *const names[] = { "given", "best", "lowest" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  FlCliStatus status = FL_CLI_OK;
  gint64 given;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      FlRun *run = run_order (cli, names[i], &status);

      if (!run)
        return status;
      g_ptr_array_add (runs, run);
    }
  if (!find_event (runs->pdata[2], fl_orders_get_row (0)->title))
    {
      g_string_append (text, "no orders are tried: reorder_for_peak_memory is off, or the rules "
                             "are the classic ones\n");
      return fl_cli_print (cli, text);
    }
  append_estimates (text, runs->pdata[2]);
  g_string_append (text, "\nchoice      alive at once   /given            arena  planner\n");
  given = ((const FlRun *) runs->pdata[0])->plan->arena_bound_bytes;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    append_plan (text, names[i], runs->pdata[i], given);
  return fl_cli_print (cli, text);
}
