/* Orders are chosen by an estimate that knows neither in-place writes nor what stays inside a
 * kernel. Where TorchInductor's choice is not asked for, the planner has the last word: the order
 * after fusion, TorchInductor's and the one found are planned, and the first of those with fewest
 * bytes alive at once is taken. */
#include "fl-pipeline-order.h"

#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-memory.h"
#include "fl-options.h"

typedef struct
{
  const char *title;
  const char *setting; /* NULL: the order found */
} Candidate;

static const Candidate candidates[] = {
  { "planned: order after fusion", "peak_order=given" },
  { "planned: TorchInductor's choice", "peak_order=best" },
  { "planned: the lowest estimate", NULL },
};

static gint64
measure (const FlPass *pass, const FlSchedule *fused)
{
  FlOptions options = *pass->options;
  FlPass quiet = *pass;
  FlMemoryPlan *plan;

  options.memory_planner = 0;
  options.memory_planning = FALSE;
  quiet.options = &options;
  quiet.trace = fl_trace_new (pass->arena);
  plan = fl_memory_plan_run (&quiet, fused, NULL);
  return plan ? plan->arena_bound_bytes : G_MAXINT64;
}

static FlSchedule *
fuse_again (const FlPass *pass, const FlSchedule *schedule, const guint32 *group_of, const char *setting)
{
  FlOptions options = *pass->options;
  FlPass quiet = *pass;

  if (!fl_options_set (&options, setting, NULL))
    g_assert_not_reached ();
  quiet.options = &options;
  quiet.trace = fl_trace_new (pass->arena);
  return group_of ? fl_fuse_run_planned (&quiet, schedule, group_of, NULL) : fl_fuse_run (&quiet, schedule, NULL);
}

static void
record (const FlPass *pass, const char *title, gint64 bytes, gint64 best)
{
  FlEvent event = { .stage = FL_STAGE_FUSE,
                    .kind = FL_EVENT_PEAK,
                    .verdict = bytes < best ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                    .amount = bytes,
                    .reason = title };

  event.facts
      = best == G_MAXINT64
            ? fl_arena_printf (pass->arena, "%" G_GINT64_FORMAT " B alive at once", bytes)
            : fl_arena_printf (pass->arena, "%" G_GINT64_FORMAT " B alive at once, best so far %" G_GINT64_FORMAT " B",
                               bytes, best);
  fl_trace_record (pass->trace, &event);
}

FlSchedule *
fl_pipeline_keep_lowest_order (const FlPass *pass, const FlSchedule *schedule, const guint32 *group_of,
                               FlSchedule *found)
{
  static const char *const searched[] = { "ours", "exact", "lowest" };
  FlSchedule *kept = found;
  gint64 best = G_MAXINT64;
  FlOptions given = *pass->options;
  gboolean is_searched = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (searched) && !is_searched; i++)
    {
      g_autofree char *setting = g_strconcat ("peak_order=", searched[i], NULL);

      is_searched = fl_options_set (&given, setting, NULL) && given.peak_order == pass->options->peak_order;
    }
  if (!is_searched || !pass->options->reorder_for_peak_memory)
    return found;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      FlSchedule *fused = candidates[i].setting ? fuse_again (pass, schedule, group_of, candidates[i].setting) : found;
      gint64 bytes;

      if (fl_pass_is_stopped (pass, FL_STAGE_FUSE))
        return kept;
      if (!fused || fl_pass_is_cancelled (pass, NULL))
        continue;
      bytes = measure (pass, fused);
      record (pass, candidates[i].title, bytes, best);
      if (bytes >= best)
        continue;
      best = bytes;
      kept = fused;
    }
  return kept;
}
