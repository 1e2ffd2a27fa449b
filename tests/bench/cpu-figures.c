/* Figures of a row, what its class asks for, and why it is no faster. */
#include "cpu-bench.h"

#include <string.h>

#define WITHIN 1.03 /* of the time of a kernel written by hand: as fast as that */

const cJSON *
bench_row_find_variant (const cJSON *row, const char *name)
{
  const cJSON *item;

  cJSON_ArrayForEach (item, cJSON_GetObjectItem (row, "variants"))
    if (g_strcmp0 (bench_row_get_text (item, "name"), name) == 0)
      return item;
  return NULL;
}

double
bench_row_get_median (const cJSON *row, const char *name)
{
  const cJSON *variant = bench_row_find_variant (row, name);

  return variant != NULL ? bench_row_get_number (variant, "median_ns") : 0;
}

const char *
bench_row_get_text (const cJSON *row, const char *name)
{
  return cJSON_GetStringValue (cJSON_GetObjectItem (row, name));
}

double
bench_row_get_number (const cJSON *row, const char *name)
{
  const cJSON *item = cJSON_GetObjectItem (row, name);

  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

/* The fused program: the second strategy of a run. */
static double
get_time (const cJSON *row)
{
  const cJSON *variant = cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1);

  return variant != NULL ? bench_row_get_number (variant, "median_ns") : 0;
}

static char *
dup_target (const cJSON *row, double time, double *value, BenchVerdict *verdict)
{
  const BenchClass *class = bench_class_find (bench_row_get_text (row, "class"));
  gboolean is_far = g_strcmp0 (bench_row_get_text (row, "size"), "memory") == 0;
  double target = bench_row_get_number (row, "threads") > 1 ? class->share_many : class->share;
  double element = is_far ? class->element_far_ns : class->element_ns;

  if (time <= 0)
    return NULL;
  if (class->peak > 0)
    {
      double peak = bench_row_get_number (row, "peak_gflops");

      *value = peak > 0 ? bench_row_get_number (row, "flops") / time / peak : 0;
      *verdict = *value >= class->peak ? BENCH_MET : BENCH_MISSED;
      return g_strdup_printf ("peak >= %.2f", class->peak);
    }
  /* Of what is asked for an element and of a STREAM loop's speed, one is enough. */
  *value = bench_row_get_number (row, "ceiling_ns") / time;
  if (target > 0 && *value >= target)
    {
      *verdict = BENCH_MET;
      return g_strdup_printf ("ceiling >= %.2f", target);
    }
  if (element > 0)
    {
      double share = *value,
             each = time * bench_row_get_number (row, "threads") / MAX (bench_row_get_number (row, "elements"), 1);

      *verdict = each <= element ? BENCH_MET : share >= 0.92 && each * share > element ? BENCH_BOUND : BENCH_MISSED;
      *value = each;
      return g_strdup_printf ("ns/element <= %.2f", element);
    }
  *verdict = BENCH_MISSED;
  return target > 0 ? g_strdup_printf ("ceiling >= %.2f", target) : NULL;
}

char *
bench_row_dup_target (const cJSON *row, double *value, BenchVerdict *verdict)
{
  double time = get_time (row), by_hand = bench_row_get_median (row, "hand"), its_value;
  char *target = dup_target (row, time, value, verdict);

  if (target != NULL && *verdict == BENCH_MISSED && by_hand > 0 && time <= WITHIN * by_hand)
    {
      BenchVerdict its;
      g_autofree char *same = dup_target (row, by_hand, &its_value, &its);

      if (its != BENCH_MET)
        *verdict = BENCH_BOUND;
    }
  return target;
}

char *
bench_row_dup_hand (const cJSON *row)
{
  double time = get_time (row), by_hand = bench_row_get_median (row, "hand"), value;
  BenchVerdict verdict;
  g_autofree char *target = by_hand > 0 && time > 0 ? dup_target (row, by_hand, &value, &verdict) : NULL;

  return target == NULL ? g_strdup ("") : g_strdup_printf ("; by hand %.3f, %.2fx of this time", value, by_hand / time);
}

/* "; both threads ran on one core": where the row says so. */
char *
bench_row_dup_cores (const cJSON *row)
{
  double cores = bench_row_get_number (row, "cores");

  return bench_machine_is_one_core (cores)
             ? g_strdup_printf ("; two processors did %.2f times the arithmetic of one meanwhile: they were one core",
                                cores)
             : g_strdup ("");
}

/* The kernel that takes longest; all of the time, where it is the only one. */
static char *
dup_where (const cJSON *slowest, int n_kernels, double time)
{
  if (slowest == NULL)
    return g_strdup ("no kernel");
  if (n_kernels == 1)
    return g_strdup_printf ("one kernel, %s", bench_row_get_text (slowest, "name"));
  return g_strdup_printf ("%d kernels, %.0f %% of the time in %s", n_kernels,
                          MIN (100 * bench_row_get_number (slowest, "median_ns") / time, 100),
                          bench_row_get_text (slowest, "name"));
}

/* "STREAM copy bandwidth (non-temporal stores)": the worker's name of the loop in the field's words. */
static char *
dup_stream (const char *ceiling)
{
  const char *end = ceiling != NULL ? strstr (ceiling, " with non-temporal stores") : NULL;

  if (end != NULL)
    return g_strdup_printf ("STREAM %.*s bandwidth (non-temporal stores)", (int) (end - ceiling), ceiling);
  return g_strdup_printf ("STREAM %s bandwidth", ceiling != NULL ? ceiling : "");
}

/* From facts: how near to the stream, how much time between kernels, what the class computes. */
char *
bench_row_dup_cause (const cJSON *row)
{
  const cJSON *variant = cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1), *kernels, *kernel,
              *slowest = NULL;
  double time = get_time (row), share = 100 * bench_row_get_number (row, "ceiling_ns") / time, gap, longest = -1, peak;
  g_autofree char *where = NULL, *stream = dup_stream (bench_row_get_text (row, "ceiling"));

  if (time <= 0)
    return g_strdup (bench_row_get_text (row, "error") ? bench_row_get_text (row, "error") : "not measured");
  kernels = cJSON_GetObjectItem (variant, "kernels");
  cJSON_ArrayForEach (kernel, kernels)
    if (bench_row_get_number (kernel, "median_ns") > longest)
      {
        longest = bench_row_get_number (kernel, "median_ns");
        slowest = kernel;
      }
  where = dup_where (slowest, cJSON_GetArraySize (kernels), time);
  gap = 100 * bench_row_get_number (variant, "gap_ns") / time;
  peak = bench_row_get_number (row, "peak_gflops");
  if (bench_row_get_number (row, "flops") > 0)
    return g_strdup_printf ("%.0f %% of peak FMA throughput; %s",
                            100 * bench_row_get_number (row, "flops") / time / MAX (peak, 1e-9), where);
  if (time < 5000 || gap > 20)
    return g_strdup_printf ("launch-bound: %.1f us, %.0f %% of it between kernels", time / 1e3, gap);
  if (bench_row_get_number (row, "arithmetic_ns") > MAX (time / 2, bench_row_get_number (row, "ceiling_ns")))
    return g_strdup_printf ("compute-bound%s%s: arithmetic alone takes %.0f %% of the time; %.0f %% of %s",
                            slowest && cJSON_GetObjectItem (slowest, "function") ? " in " : "",
                            slowest && cJSON_GetObjectItem (slowest, "function")
                                ? bench_row_get_text (slowest, "function")
                                : "",
                            100 * bench_row_get_number (row, "arithmetic_ns") / time, share, stream);
  if (share >= 85)
    return g_strdup_printf ("memory-bound: %.0f %% of %s", share, stream);
  return g_strdup_printf ("%.0f %% of %s; %s", share, stream, where);
}
