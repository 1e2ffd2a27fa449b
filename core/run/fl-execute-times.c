/* From samples to figures: medians and quartiles, ratios of pairs, shares of the copy bandwidth. */
#include "fl-execute-private.h"

#include <math.h>

typedef struct
{
  guint n;
  double low, median, high;
} Quartiles;

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Linear between neighbours, as numpy does. */
static double
get_quantile (const double *sorted, guint n, double share)
{
  double place = share * (n - 1);
  guint below = place;
  return below + 1 >= n ? sorted[n - 1] : sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

static Quartiles
summarize (double *values, guint n)
{
  if (n == 0)
    return (Quartiles){ 0 };
  qsort (values, n, sizeof *values, compare_numbers);
  return (Quartiles){ n, get_quantile (values, n, 0.25), get_quantile (values, n, 0.5), get_quantile (values, n, 0.75) };
}

static double *
read_samples (const cJSON *list, guint *n)
{
  *n = cJSON_GetArraySize (list);
  double *values = g_new0 (double, *n + 1);
  guint i = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    values[i++] = item->valuedouble;
  return values;
}

static Quartiles
summarize_list (const cJSON *list)
{
  guint n;
  g_autofree double *values = read_samples (list, &n);
  return summarize (values, n);
}

/* The copy whose size is nearest, by ratio. */
static double
get_copy_rate (const cJSON *copies, gint64 bytes)
{
  double best = G_MAXDOUBLE, rate = 0;
  const cJSON *row;
  cJSON_ArrayForEach (row, copies)
  {
    double size = cJSON_GetObjectItem (row, "bytes")->valuedouble, ns = cJSON_GetObjectItem (row, "ns")->valuedouble;
    double distance = fabs (log (size / MAX (bytes, 1)));
    if (distance < best && ns > 0)
      {
        best = distance;
        rate = size / ns * 1e9;
      }
  }
  return rate;
}

/* At the sizes of this execution; what the kernel itself says holds at the symbols' hints. */
static gint64
get_moved_bytes (FlExecutor *self, const FlKernel *kernel)
{
  FlSymTable *symbols = self->request->variants[0].program->plan->schedule->lowered->symbols;
  gint64 sum = 0;
  if (self->result->n_sizes == 0)
    return kernel->read_bytes + kernel->written_bytes;
  for (guint i = 0; i < kernel->n_args; i++)
    {
      gint64 bytes;
      if (fl_buffer_get_size_bytes (kernel->args[i].buffer, symbols, fl_executor_look_up, self, &bytes, NULL))
        sum += bytes * (kernel->args[i].is_read + kernel->args[i].is_written);
    }
  return sum;
}

static void
read_kernel_times (FlExecutor *self, guint variant, const cJSON *program, const cJSON *copies)
{
  const FlSentProgram *sent = &self->programs[variant];
  FlVariantTime *out = &self->result->variants[variant];
  const cJSON *steps = cJSON_GetObjectItem (program, "steps");
  out->n_kernels = sent->n_steps;
  out->kernels = fl_arena_new (self->pass->arena, FlKernelTime, sent->n_steps + 1);
  for (guint i = 0; i < sent->n_steps; i++)
    {
      const FlKernel *kernel = sent->steps[i];
      Quartiles q = summarize_list (cJSON_GetArrayItem (steps, i));
      gint64 bytes = get_moved_bytes (self, kernel);
      double ceiling = get_copy_rate (copies, bytes);
      out->kernels[i] = (FlKernelTime){ kernel->name, q.median, q.low, q.high, q.n, bytes, 0 };
      if (q.median > 0 && ceiling > 0)
        out->kernels[i].bandwidth_share = bytes / (q.median * 1e-9) / ceiling;
      fl_trace_record (self->pass->trace,
                       &(FlEvent){ .stage = FL_STAGE_RUN,
                                   .kind = FL_EVENT_TIME,
                                   .verdict = FL_VERDICT_NOTE,
                                   .subject = { FL_REF_KERNEL, i, kernel->name },
                                   .amount = q.median,
                                   .reason = out->name,
                                   .facts = fl_arena_printf (self->pass->arena, "median %.0f ns, quartiles %.0f to %.0f, %u samples",
                                                             q.median, q.low, q.high, q.n) });
    }
}

static void
read_speedup (FlExecutor *self, const cJSON *programs)
{
  guint n0, n1;
  g_autofree double *a = read_samples (cJSON_GetObjectItem (cJSON_GetArrayItem (programs, 0), "totals"), &n0);
  g_autofree double *b = read_samples (cJSON_GetObjectItem (cJSON_GetArrayItem (programs, 1), "totals"), &n1);
  guint n = MIN (n0, n1);
  for (guint i = 0; i < n; i++)
    a[i] = b[i] > 0 ? a[i] / b[i] : 0;
  Quartiles q = summarize (a, n);
  self->result->speedup = q.median;
  self->result->speedup_low = q.low;
  self->result->speedup_high = q.high;
}

void
fl_executor_read_times (FlExecutor *self, const cJSON *answer)
{
  const cJSON *programs = cJSON_GetObjectItem (answer, "programs"), *copies = cJSON_GetObjectItem (answer, "copies");
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const cJSON *program = cJSON_GetArrayItem (programs, i);
      Quartiles q = summarize_list (cJSON_GetObjectItem (program, "totals"));
      self->result->variants[i].total_median_ns = q.median;
      self->result->variants[i].total_low_ns = q.low;
      self->result->variants[i].total_high_ns = q.high;
      read_kernel_times (self, i, program, copies);
    }
  self->result->copy_bytes_per_s = get_copy_rate (copies, G_MAXINT64 / 2);
  if (self->request->n_variants == 2)
    read_speedup (self, programs);
}
