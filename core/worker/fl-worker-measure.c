/* Measuring, inside the worker, so that starting and talking to it is never part of a figure.
 *
 * Programs are run in rounds, all of them in every round, in alternating order: neighbouring measurements see the same
 * machine, so the ratio of a pair is steady where two separate medians are not. In each round a program is timed as a
 * whole, then once more with a clock around each step, whose threads are started for each then; a short one runs once
 * before that. A sample during which the scheduler took a processor away is thrown away and taken again, as long as the
 * time allows. Programs so slow that three such rounds do not fit are run once a round, with the clocks; the whole is
 * then the sum of the steps. */
#include "fl-counters.h"
#include "fl-worker-private.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum
{
  MIN_SAMPLE_NS = 100000, /* short programs are repeated until a sample is this long */
  MAX_REPEATS = 10000,
  MIN_SAMPLES = 3,
  SLOW_NS = 200000000 /* a program's first call is as good as its second when it takes this long */
};

typedef struct
{
  FlWorkProgram *program;
  guint repeats;
  gint64 once_ns; /* one call, about */
  GArray *totals; /* gint64 */
  GArray **steps; /* one a step: gint64 */
  guint n_dropped;
} Subject;

static long
count_preemptions (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static gboolean
run_once (FlWorker *worker, FlWorkProgram *program, GError **error)
{
  for (guint i = 0; i < program->n_steps; i++)
    {
      guint n = fl_work_chain_run_at (worker, program, i);
      if (n == 0)
        n = fl_work_row_run_at (worker, program, i);
      if (n > 0)
        i += n - 1;
      else if (!fl_work_step_run (worker, &program->steps[i], error))
        return FALSE;
    }
  return TRUE;
}

/* What fits a cache is found there, as by the streams that it is compared with: another program ran meanwhile. Long
 * programs would find nothing of it anyhow. */
static void
warm (FlWorker *worker, const Subject *subject)
{
  if (subject->repeats > 1)
    run_once (worker, subject->program, NULL);
}

static gint64
time_whole (FlWorker *worker, Subject *subject, GError **error)
{
  fl_work_program_load (worker, subject->program, TRUE);
  warm (worker, subject);
  gint64 begin = fl_now_ns ();
  for (guint r = 0; r < subject->repeats; r++)
    if (!run_once (worker, subject->program, error))
      return -1;
  return (fl_now_ns () - begin) / subject->repeats;
}

static void
time_steps (FlWorker *worker, Subject *subject, gint64 *times)
{
  FlWorkProgram *program = subject->program;
  memset (times, 0, program->n_steps * sizeof *times);
  fl_work_program_load (worker, program, TRUE);
  warm (worker, subject);
  for (guint r = 0; r < subject->repeats; r++)
    {
      gint64 last = fl_now_ns ();
      for (guint i = 0; i < program->n_steps; i++)
        {
          fl_work_step_run (worker, &program->steps[i], NULL);
          gint64 now = fl_now_ns ();
          times[i] += now - last;
          last = now;
        }
    }
  for (guint i = 0; i < program->n_steps; i++)
    times[i] /= subject->repeats;
}

/* One warm call, one timed one, then as many repeats as a sample needs. */
static gboolean
calibrate (FlWorker *worker, Subject *subject, GError **error)
{
  subject->repeats = 1;
  fl_work_program_load (worker, subject->program, FALSE);
  gint64 once = time_whole (worker, subject, error);
  if (once < 0)
    return FALSE;
  if (once < SLOW_NS)
    once = MAX (time_whole (worker, subject, error), 1);
  subject->repeats = CLAMP (MIN_SAMPLE_NS / once + (once < MIN_SAMPLE_NS), 1, MAX_REPEATS);
  subject->once_ns = once;
  return TRUE;
}

/* One round of all programs. Keeps it only when nothing disturbed any of them, unless must_keep. */
static gboolean
take_round (FlWorker *worker, Subject *subjects, guint n, guint round, gboolean must_keep, gint64 *totals)
{
  long before = count_preemptions ();
  for (guint i = 0; i < n; i++)
    {
      guint which = round % 2 == 0 ? i : n - 1 - i;
      totals[which] = time_whole (worker, &subjects[which], NULL);
    }
  if (count_preemptions () != before && !must_keep)
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_array_append_val (subjects[i].totals, totals[i]);
  return TRUE;
}

static void
take_steps (FlWorker *worker, Subject *subject, gboolean must_keep)
{
  guint n = subject->program->n_steps;
  g_autofree gint64 *times = g_new0 (gint64, n + 1);
  long before = count_preemptions ();
  time_steps (worker, subject, times);
  if (count_preemptions () != before && !must_keep)
    return;
  for (guint i = 0; i < n; i++)
    g_array_append_val (subject->steps[i], times[i]);
}

static void
report_progress (double fraction)
{
  cJSON *line = cJSON_CreateObject ();
  cJSON_AddNumberToObject (line, "progress", fraction);
  fl_worker_send (line);
}

/* Slow programs: one call of each a round, while it lasts; what the time does not suffice for keeps its first call
 * alone. */
static void
take_slow_samples (FlWorker *worker, Subject *subjects, guint n, guint n_samples, gint64 end)
{
  for (guint round = 0; round < n_samples && fl_now_ns () < end; round++)
    for (guint i = 0; i < n; i++)
      {
        Subject *subject = &subjects[round % 2 == 0 ? i : n - 1 - i];
        gint64 total = 0;
        if (fl_now_ns () + subject->once_ns > end)
          continue;
        take_steps (worker, subject, TRUE);
        for (guint k = 0; k < subject->program->n_steps; k++)
          total += g_array_index (subject->steps[k], gint64, subject->steps[k]->len - 1);
        g_array_append_val (subject->totals, total);
        report_progress ((round + (double) i / n) / n_samples);
      }
  for (guint i = 0; i < n; i++)
    if (subjects[i].totals->len == 0)
      g_array_append_val (subjects[i].totals, subjects[i].once_ns);
}

static void
take_samples (FlWorker *worker, Subject *subjects, guint n, guint n_samples, gint64 end)
{
  g_autofree gint64 *totals = g_new0 (gint64, n + 1);
  gint64 round_ns = 0;
  guint n_kept = 0;
  for (guint i = 0; i < n; i++)
    round_ns += 2 * subjects[i].once_ns * subjects[i].repeats;
  if (fl_now_ns () + MIN_SAMPLES * round_ns > end)
    {
      take_slow_samples (worker, subjects, n, n_samples, end);
      return;
    }
  for (guint round = 0; n_kept < n_samples; round++)
    {
      gboolean is_late = fl_now_ns () > end;
      if (is_late && n_kept >= MIN_SAMPLES)
        break;
      gboolean must_keep = is_late || round >= 4 * n_samples;
      if (take_round (worker, subjects, n, round, must_keep, totals))
        n_kept++;
      else
        subjects[0].n_dropped++;
      for (guint i = 0; i < n; i++)
        take_steps (worker, &subjects[i], must_keep);
      if (round % 4 == 0)
        report_progress ((double) n_kept / n_samples);
    }
  for (guint i = 0; i < n; i++)
    for (guint tries = 0;
         subjects[i].program->n_steps > 0 && subjects[i].steps[0]->len < MIN_SAMPLES && tries < MIN_SAMPLES; tries++)
      take_steps (worker, &subjects[i], TRUE);
}

/* --- other processes -------------------------------------------------------------------------- */

typedef struct
{
  double busy, all; /* clock ticks of all processors */
  double own;       /* seconds */
} Usage;

static Usage
get_usage (const FlWorker *worker)
{
  char text[1024] = ""; /* the first line is all processors' */
  Usage usage = { 0 };
  struct rusage own;
  getrusage (RUSAGE_SELF, &own);
  usage.own = own.ru_utime.tv_sec + own.ru_stime.tv_sec + 1e-6 * (own.ru_utime.tv_usec + own.ru_stime.tv_usec);
  if (pread (worker->usage_fd, text, sizeof text - 1, 0) <= 0)
    return usage;
  char *place = text + strcspn (text, " ");
  for (int field = 0; field < 8; field++) /* user nice system idle iowait irq softirq steal */
    {
      double ticks = g_ascii_strtoull (place, &place, 10);
      usage.all += ticks;
      usage.busy += field == 3 || field == 4 ? 0 : ticks;
    }
  return usage;
}

static double
get_foreign_share (const FlWorker *worker, Usage before)
{
  Usage now = get_usage (worker);
  double all = now.all - before.all, own = (now.own - before.own) * sysconf (_SC_CLK_TCK);
  return all <= 0 ? 0 : CLAMP ((now.busy - before.busy - own) / all, 0, 1);
}

/* --- the command ------------------------------------------------------------------------------ */

static void
add_times (cJSON *list, const GArray *times)
{
  for (guint i = 0; i < times->len; i++)
    cJSON_AddItemToArray (list, cJSON_CreateNumber (g_array_index (times, gint64, i)));
}

static void
add_subject (cJSON *programs, const Subject *subject)
{
  cJSON *object = cJSON_CreateObject ();
  add_times (cJSON_AddArrayToObject (object, "totals"), subject->totals);
  cJSON_AddNumberToObject (object, "dropped", subject->n_dropped);
  cJSON *steps = cJSON_AddArrayToObject (object, "steps");
  for (guint i = 0; i < subject->program->n_steps; i++)
    {
      cJSON *step = cJSON_CreateArray ();
      add_times (step, subject->steps[i]);
      cJSON_AddItemToArray (steps, step);
    }
  cJSON_AddItemToArray (programs, object);
}

static void
open_subject (Subject *subject, FlWorkProgram *program)
{
  subject->program = program;
  subject->totals = g_array_new (FALSE, FALSE, sizeof (gint64));
  subject->steps = g_new0 (GArray *, program->n_steps + 1);
  for (guint i = 0; i < program->n_steps; i++)
    subject->steps[i] = g_array_new (FALSE, FALSE, sizeof (gint64));
}

static void
close_subject (Subject *subject)
{
  if (subject->program == NULL)
    return;
  for (guint i = 0; i < subject->program->n_steps; i++)
    g_array_unref (subject->steps[i]);
  g_free (subject->steps);
  g_array_unref (subject->totals);
}

static gboolean
open_subjects (FlWorker *worker, const cJSON *ids, Subject *subjects, GError **error)
{
  guint n = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, ids)
    {
      guint id = item->valuedouble;
      if (id >= worker->programs->len || worker->programs->pdata[id] == NULL)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "measure: there is no program %u", id);
          return FALSE;
        }
      if (!fl_work_program_link (worker, worker->programs->pdata[id], error))
        return FALSE;
      open_subject (&subjects[n], worker->programs->pdata[id]);
      if (!calibrate (worker, &subjects[n++], error))
        return FALSE;
    }
  return TRUE;
}

/* --- the processor's counters ----------------------------------------------------------------- */

/* What a step adds to each counter: the least of a few calls, as what disturbs only adds. */
static cJSON *
count_step (FlWorker *worker, FlWorkStep *step, const FlCounters *counters)
{
  FlCounts least = { 0 }, before, after;
  cJSON *list = cJSON_CreateArray ();
  for (guint r = 0; r < MIN_SAMPLES; r++)
    {
      fl_counters_read (counters, &before);
      fl_work_step_run (worker, step, NULL);
      fl_counters_read (counters, &after);
      for (guint i = 0; i < FL_N_COUNTERS; i++)
        least.counts[i]
            = r == 0 ? after.counts[i] - before.counts[i] : MIN (least.counts[i], after.counts[i] - before.counts[i]);
    }
  for (guint i = 0; i < FL_N_COUNTERS; i++)
    cJSON_AddItemToArray (list, cJSON_CreateNumber (least.counts[i]));
  return list;
}

typedef struct
{
  FlCounters *counters;
  char *why;
} Opening;

static void
open_counters (gpointer data, gpointer unused)
{
  Opening *opening = data;
  opening->counters = fl_counters_open (&opening->why);
}

/* Apart from timing, which reading them would disturb. A program that writes its inputs is given them anew. */
static void
count_programs (FlWorker *worker, const Subject *subjects, guint n, cJSON *answer)
{
  Opening opening = { NULL, NULL };
  fl_loader_run (worker->loader, open_counters, &opening);
  g_autofree char *why = opening.why;
  g_autoptr (FlCounters) counters = opening.counters;
  if (counters == NULL)
    {
      cJSON_AddStringToObject (answer, "no_counters", why);
      return;
    }
  cJSON *programs = cJSON_AddArrayToObject (answer, "counters");
  for (guint i = 0; i < n; i++)
    {
      FlWorkProgram *program = subjects[i].program;
      cJSON *steps = cJSON_CreateArray ();
      fl_work_program_load (worker, program, TRUE);
      for (guint k = 0; k < program->n_steps && subjects[i].once_ns < SLOW_NS; k++)
        cJSON_AddItemToArray (steps, count_step (worker, &program->steps[k], counters));
      cJSON_AddItemToArray (programs, steps);
    }
}

gboolean
fl_worker_measure (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const cJSON *ids = cJSON_GetObjectItemCaseSensitive (message, "ids");
  const cJSON *samples = cJSON_GetObjectItemCaseSensitive (message, "samples");
  const cJSON *budget = cJSON_GetObjectItemCaseSensitive (message, "budget_ns");
  guint n = cJSON_GetArraySize (ids);
  gint64 begin = fl_now_ns ();
  Usage before = get_usage (worker);
  g_autofree Subject *subjects = g_new0 (Subject, n + 1);
  fl_thread_pool_begin (worker->pool);
  gboolean ok = open_subjects (worker, ids, subjects, error);
  if (ok)
    {
      take_samples (worker, subjects, n, cJSON_IsNumber (samples) ? MAX (samples->valuedouble, MIN_SAMPLES) : 25,
                    begin + (cJSON_IsNumber (budget) ? (gint64) budget->valuedouble : G_GINT64_CONSTANT (10000000000)));
      cJSON *programs = cJSON_AddArrayToObject (answer, "programs");
      for (guint i = 0; i < n; i++)
        add_subject (programs, &subjects[i]);
      count_programs (worker, subjects, n, answer);
      worker->control->kernel[0] = '\0';
      cJSON_AddNumberToObject (answer, "foreign", get_foreign_share (worker, before));
    }
  fl_thread_pool_end (worker->pool);
  for (guint i = 0; i < n; i++)
    close_subject (&subjects[i]);
  return ok;
}
