/* Measuring in rounds, and from samples to figures: ratios of pairs. */
#include "fl-event-kinds.h"
#include "fl-execute-private.h"
#include "fl-text.h"

#include <string.h>

/* --- samples ---------------------------------------------------------------------------------- */

typedef struct
{
  GArray *totals; /* double */
  GArray **steps; /* one a step: double */
  GArray *plain;  /* double; a GPU's: by plain launches */
} Samples;

typedef struct
{
  FlExecutor *executor;
  Samples *variants;
  double foreign_sum;
  guint n_rounds;
} Rounds;

static void
open_rounds (Rounds *rounds, FlExecutor *executor)
{
  *rounds = (Rounds) { executor, g_new0 (Samples, executor->request->n_variants), 0, 0 };
  for (guint v = 0; v < executor->request->n_variants; v++)
    {
      Samples *samples = &rounds->variants[v];
      samples->totals = g_array_new (FALSE, FALSE, sizeof (double));
      samples->plain = g_array_new (FALSE, FALSE, sizeof (double));
      samples->steps = g_new0 (GArray *, executor->programs[v].n_steps + 1);
      for (guint i = 0; i < executor->programs[v].n_steps; i++)
        samples->steps[i] = g_array_new (FALSE, FALSE, sizeof (double));
    }
}

static void
close_rounds (Rounds *rounds)
{
  for (guint v = 0; v < rounds->executor->request->n_variants; v++)
    {
      for (guint i = 0; i < rounds->executor->programs[v].n_steps; i++)
        g_array_unref (rounds->variants[v].steps[i]);
      g_free (rounds->variants[v].steps);
      g_array_unref (rounds->variants[v].plain);
      g_array_unref (rounds->variants[v].totals);
    }
  g_free (rounds->variants);
}

static void
append_samples (GArray *samples, const cJSON *list)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    g_array_append_val (samples, item->valuedouble);
}

static void
report_measuring (double fraction, gpointer data)
{
  const Rounds *rounds = data;
  guint n = MAX (rounds->executor->request->n_rounds, 1);
  fl_executor_report (rounds->executor, 0.6 + 0.4 * (rounds->n_rounds + fraction) / n, "Measuring");
}

static void
read_counters (Rounds *rounds, const cJSON *answer)
{
  FlExecutor *self = rounds->executor;
  const char *why = cJSON_GetStringValue (cJSON_GetObjectItem (answer, "no_counters"));
  const cJSON *programs = cJSON_GetObjectItem (answer, "counters");
  if (why != NULL && self->result->no_counters_why == NULL)
    self->result->no_counters_why = fl_arena_strdup (self->pass->arena, why);
  for (guint v = 0; v < self->request->n_variants && cJSON_IsArray (programs); v++)
    {
      const cJSON *step = cJSON_GetArrayItem (cJSON_GetArrayItem (programs, v), 0);
      for (guint i = 0; i < self->result->variants[v].n_kernels && cJSON_GetArraySize (step) == 3;
           i++, step = step->next)
        {
          FlKernelTime *time = &self->result->variants[v].kernels[i];
          time->is_counted = TRUE;
          time->cycles = cJSON_GetNumberValue (cJSON_GetArrayItem (step, 0));
          time->instructions = cJSON_GetNumberValue (cJSON_GetArrayItem (step, 1));
          time->cache_misses = cJSON_GetNumberValue (cJSON_GetArrayItem (step, 2));
        }
    }
}

static gboolean
take_round (Rounds *rounds, guint n_samples, double budget_ns, GError **error)
{
  FlExecutor *self = rounds->executor;
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "measure");
  cJSON *ids = cJSON_AddArrayToObject (message, "ids");
  for (guint i = 0; i < self->request->n_variants; i++)
    cJSON_AddItemToArray (ids, cJSON_CreateNumber (i));
  cJSON_AddNumberToObject (message, "samples", n_samples);
  cJSON_AddNumberToObject (message, "budget_ns", budget_ns);
  cJSON *answer = fl_worker_client_call (self->client, message, report_measuring, rounds, error);
  if (answer == NULL)
    return FALSE;
  const cJSON *program = cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "programs"), 0);
  for (guint v = 0; v < self->request->n_variants; v++, program = program->next)
    {
      append_samples (rounds->variants[v].totals, cJSON_GetObjectItem (program, "totals"));
      append_samples (rounds->variants[v].plain, cJSON_GetObjectItem (program, "plain"));
      if (fl_executor_is_for_gpu (self))
        fl_executor_read_launches (self, v, rounds->variants[v].plain, program);
      const cJSON *step = cJSON_GetArrayItem (cJSON_GetObjectItem (program, "steps"), 0);
      for (guint i = 0; i < self->programs[v].n_steps && step != NULL; i++, step = step->next)
        append_samples (rounds->variants[v].steps[i], step);
    }
  read_counters (rounds, answer);
  rounds->foreign_sum += cJSON_GetNumberValue (cJSON_GetObjectItem (answer, "foreign"));
  rounds->n_rounds++;
  cJSON_Delete (answer);
  return TRUE;
}

/* --- figures ---------------------------------------------------------------------------------- */

static void
read_kernel_time (FlExecutor *self, const FlVariantTime *variant, const FlKernel *kernel, guint position,
                  GArray *samples)
{
  FlKernelTime *time = &variant->kernels[position];
  FlQuartiles q = fl_samples_summarize ((double *) samples->data, samples->len);
  time->kernel = kernel->name;
  time->median_ns = q.median;
  time->low_ns = q.low;
  time->high_ns = q.high;
  time->n_samples = q.n;
  time->bytes = time->read_bytes + time->written_bytes;
  time->flops = fl_kernel_count_flops (kernel, fl_executor_look_up, self);
  time->of = kernel;
  time->is_interpreted = fl_interpreted_has (self, kernel);
  time->is_on_gpu = fl_executor_is_for_gpu (self);
  fl_trace_record (self->pass->trace,
                   &(FlEvent) { .stage = FL_STAGE_RUN,
                                .kind = FL_EVENT_TIME,
                                .verdict = FL_VERDICT_NOTE,
                                .subject = { FL_REF_KERNEL, position, kernel->name },
                                .amount = q.median,
                                .reason = variant->name,
                                .facts = fl_arena_printf (self->pass->arena,
                                                          "median %.0f ns, quartiles %.0f to %.0f, %u samples",
                                                          q.median, q.low, q.high, q.n) });
}

static void
read_variant (FlExecutor *self, guint position, const Samples *samples)
{
  FlVariantTime *variant = &self->result->variants[position];
  guint n = samples->totals->len;
  double *kept = fl_arena_new (self->pass->arena, double, n + 1), steps_ns = 0;
  memcpy (kept, samples->totals->data, n * sizeof *kept);
  variant->n_samples = n;
  variant->samples = kept;
  FlQuartiles q = fl_samples_summarize ((double *) samples->totals->data, n);
  variant->total_median_ns = q.median;
  variant->total_low_ns = q.low;
  variant->total_high_ns = q.high;
  for (guint i = 0; i < variant->n_kernels; i++)
    {
      read_kernel_time (self, variant, self->programs[position].steps[i], i, samples->steps[i]);
      if (self->programs[position].host_whys != NULL)
        variant->kernels[i].host_why = self->programs[position].host_whys[i];
      steps_ns += variant->kernels[i].median_ns;
    }
  variant->gap_ns = MAX (q.median - steps_ns, 0);
  variant->saved_ns = MAX (steps_ns - q.median, 0);
}

static void
read_speedup (FlExecutor *self)
{
  FlExecution *result = self->result;
  if (self->interpreted != NULL) /* copies are no kernels */
    return;
  const FlVariantTime *a = &result->variants[0], *b = &result->variants[1];
  guint n = MIN (a->n_samples, b->n_samples);
  g_autofree double *ratios = g_new0 (double, n + 1);
  for (guint i = 0; i < n; i++)
    ratios[i] = b->samples[i] > 0 ? a->samples[i] / b->samples[i] : 0;
  FlQuartiles q = fl_samples_summarize (ratios, n);
  result->speedup = q.median;
  result->speedup_low = q.low;
  result->speedup_high = q.high;
}

/* Slow programs are not called as often as asked for. */
static void
note_few_samples (FlExecutor *self)
{
  guint fewest = G_MAXUINT, asked = self->pass->options->repeats;
  double round_ns = 0;
  g_autofree char *round = NULL;
  for (guint v = 0; v < self->request->n_variants; v++)
    {
      fewest = MIN (fewest, self->result->variants[v].n_samples);
      round_ns += self->result->variants[v].total_median_ns;
    }
  if (fewest >= asked)
    return;
  round = fl_text_dup_duration (round_ns);
  self->result->measured_why
      = fl_arena_printf (self->pass->arena,
                         "timed %u time%s instead of %u: one call of each of the %u programs takes %s together", fewest,
                         fewest == 1 ? "" : "s", asked, self->request->n_variants, round);
}

gboolean
fl_executor_measure (FlExecutor *self, GError **error)
{
  guint n_rounds = MAX (self->request->n_rounds, 1),
        n_samples = (self->pass->options->repeats + n_rounds - 1) / n_rounds;
  /* Samples may take a third of the time that an answer may take; three are taken in any case. */
  double budget_ns = MIN (self->pass->options->timeout_s / 3.0, 20.0) * 1e9 / n_rounds;
  /* No more samples than of a program: who asks for few is in a hurry, and the copy through memory takes longest of
   * all. */
  guint n_ceilings = n_rounds > 1 ? 1 : MIN (5, n_samples);
  g_autoptr (FlCeilingSamples) ceilings = fl_ceiling_samples_new (self);
  Rounds rounds;
  gboolean ok = TRUE;
  open_rounds (&rounds, self);
  for (guint r = 0; ok && r < n_rounds; r++)
    {
      ok = take_round (&rounds, n_samples, budget_ns, error)
           && (self->request->only_times || fl_ceiling_samples_take (ceilings, n_ceilings, r == 0, error));
      if (ok && self->request->between != NULL)
        self->request->between (r, self->request->between_data);
    }
  if (ok)
    {
      for (guint v = 0; v < self->request->n_variants; v++)
        read_variant (self, v, &rounds.variants[v]);
      note_few_samples (self);
      if (!self->request->only_times)
        fl_ceiling_samples_finish (ceilings);
      self->result->foreign_share = rounds.foreign_sum / n_rounds;
      if (self->request->n_variants == 2)
        read_speedup (self);
    }
  close_rounds (&rounds);
  if (!ok)
    g_prefix_error (error, "while measuring: ");
  return ok;
}
