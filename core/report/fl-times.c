/* Times of a graph on several devices: what they are made of. */
#include "fl-times.h"

#include <string.h>

#include "fl-compare.h"
#include "fl-error.h"
#include "fl-text.h"

FlTimes *
fl_times_new (const char *graph)
{
  FlArena *arena = fl_arena_open ();
  FlTimes *times = fl_arena_new (arena, FlTimes, 1);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *measured = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");

  times->arena = arena;
  times->graph = fl_arena_strdup (arena, graph);
  times->measured = fl_arena_strdup (arena, measured);
  times->parts = g_ptr_array_new ();
  times->rows = g_array_new (FALSE, FALSE, sizeof (FlTimesRow));
  times->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  times->joined = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_times_unref);
  g_atomic_ref_count_init (&times->refs);
  return times;
}

FlTimes *
fl_times_ref (const FlTimes *times)
{
  FlTimes *it = (FlTimes *) times;

  g_atomic_ref_count_inc (&it->refs);
  return it;
}

void
fl_times_unref (FlTimes *times)
{
  if (!times || !g_atomic_ref_count_dec (&times->refs))
    return;
  g_ptr_array_unref (times->parts);
  g_array_unref (times->rows);
  g_ptr_array_unref (times->kept);
  g_ptr_array_unref (times->joined);
  fl_arena_close (times->arena);
}

/* --- parts ------------------------------------------------------------------------------------ */

static FlTimesPart *
add_part (FlTimes *times, const char *by, FlTarget target)
{
  FlTimesPart *part = fl_arena_new (times->arena, FlTimesPart, 1);

  part->by = fl_arena_strdup (times->arena, by);
  part->target = target;
  g_ptr_array_add (times->parts, part);
  return part;
}

/* "ssh://HOST/PATH" of "ssh://HOST/PATH (Debian …)". */
static const char *
find_place (FlTimes *times, const FlExecution *execution)
{
  return execution->device ? fl_arena_strndup (times->arena, execution->device, strcspn (execution->device, " "))
                           : NULL;
}

void
fl_times_add_execution (FlTimes *times, const char *by, FlTarget target, const FlExecution *execution)
{
  FlTimesPart *part = add_part (times, by, target);

  g_assert (execution->gpu || execution->processor || execution->machine);
  part->execution = execution;
  part->device = execution->gpu ? execution->gpu : execution->processor ? execution->processor : execution->machine;
  part->place = find_place (times, execution);
  for (guint i = 0; i < execution->n_variants; i++)
    {
      const FlTimesRow row = { part, &execution->variants[i], i };

      g_array_append_val (times->rows, row);
    }
}

void
fl_times_add_run (FlTimes *times, const char *by, FlTarget target, const FlRun *run)
{
  g_ptr_array_add (times->kept, fl_run_ref (run));
  fl_times_add_execution (times, by, target, run->execution);
}

void
fl_times_add_error (FlTimes *times, const char *by, FlTarget target, const char *message)
{
  FlTimesPart *part = add_part (times, by, target);
  const FlTimesRow row = { .part = part };

  part->error = fl_arena_strdup (times->arena, message);
  g_array_append_val (times->rows, row);
}

gboolean
fl_times_join (FlTimes *times, const FlTimes *other, GError **error)
{
  if (!g_str_equal (times->graph, other->graph))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "times of two graphs do not stand beside each other: these are of \"%s\", %s of \"%s\"",
                   times->graph, other->path ? other->path : "others", other->graph);
      return FALSE;
    }
  g_ptr_array_add (times->joined, fl_times_ref (other));
  g_ptr_array_extend (times->parts, other->parts, NULL, NULL);
  g_array_append_vals (times->rows, other->rows->data, other->rows->len);
  return TRUE;
}

/* --- what is asked of them -------------------------------------------------------------------- */

static gboolean
is_same_device (const FlTimesPart *a, const FlTimesPart *b)
{
  return a->device && b->device && g_str_equal (a->device, b->device) && g_strcmp0 (a->place, b->place) == 0;
}

guint
fl_times_get_n_devices (const FlTimes *times)
{
  guint n = 0;

  for (guint i = 0; i < times->parts->len; i++)
    {
      const FlTimesPart *part = times->parts->pdata[i];
      gboolean is_new = part->device != NULL;

      for (guint k = 0; k < i && is_new; k++)
        is_new = !is_same_device (part, times->parts->pdata[k]);
      n += is_new;
    }
  return n;
}

const FlVariantTime *
fl_times_find_unfused (const FlTimes *times, const FlTimesPart *part)
{
  for (guint i = 0; i < times->rows->len; i++)
    {
      const FlTimesRow *row = &g_array_index (times->rows, FlTimesRow, i);

      if (row->time && row->part->target == part->target && is_same_device (row->part, part)
          && g_str_equal (row->time->name, FL_TIMES_UNFUSED) && row->time->total_median_ns > 0)
        return row->time;
    }
  return NULL;
}

double
fl_times_add_up_kernels (const FlVariantTime *time)
{
  double sum = 0;

  for (guint i = 0; i < time->n_kernels; i++)
    sum += time->kernels[i].median_ns;
  return sum;
}

double
fl_times_get_gap (const FlTimesRow *row)
{
  const FlVariantTime *time = row->time;

  if (!time || time->total_median_ns <= 0)
    return -1;
  if (row->part->execution->gpu)
    return time->plain_median_ns > 0 && !time->no_graph_why ? MAX (time->plain_median_ns - time->total_median_ns, 0)
                                                            : -1;
  return time->n_kernels > 0 ? time->gap_ns : -1;
}

const char *
fl_times_get_check (const FlTimesRow *row)
{
  int agrees = row->time ? fl_comparison_get_agreement (row->part->execution, row->variant) : -1;

  return agrees < 0 ? "unverified" : agrees ? "agrees" : "DISAGREES";
}

char *
fl_times_dup_device (const FlTimesPart *part)
{
  if (!part->device)
    return g_strdup (fl_target_get_name (part->target));
  return part->place ? g_strdup_printf ("%s at %s", part->device, part->place) : g_strdup (part->device);
}

const char *
fl_times_get_program (const FlTimesRow *row)
{
  return row->time ? row->time->name : "–";
}
