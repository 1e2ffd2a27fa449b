/* What the CPU benchmark tells, as tables: targets, geometric means, what is slower than PyTorch and why. */
#include "cpu-tables.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name, *ratio;
} Rival;

static const Rival rivals[] = { { "PyTorch eager", "eager_over_this" },
                                { "torch.compile's code", "compile_over_this" },
                                { "torch.compile's code, max-autotune", "autotune_over_this" },
                                { "torch.compile, as called from Python", "called_over_this" } };

static const char *const kind_names[BENCH_N_KINDS]
    = { "memory- and math-bound kernels", "products and convolutions", "whole blocks", "samples" };

static BenchKind
get_kind (const cJSON *row)
{
  return bench_class_find (bench_row_get_text (row, "class"))->kind;
}

/* The fused program's ratio of pairs; 0: none. */
static double
get_ratio (const cJSON *row, const char *name)
{
  const cJSON *variant = cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1);

  return bench_row_get_number (cJSON_GetObjectItem (variant, name), "median");
}

static double
get_mean (const cJSON *document, BenchKind kind, gboolean is_many, const char *ratio, guint *n)
{
  double sum = 0;
  const cJSON *row;

  *n = 0;
  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double value = get_ratio (row, ratio);

      if (get_kind (row) != kind || (bench_row_get_number (row, "threads") > 1) != is_many || value <= 0
          || strcmp (bench_row_get_text (row, "size"), "strategies")
                 == 0) /* rows of class "strategies" time graphs that other rows time, too */
        continue;
      sum += log (value);
      (*n)++;
    }
  return *n > 0 ? exp (sum / *n) : 0;
}

static char *
dup_threads (const cJSON *row)
{
  return g_strdup_printf ("%.0f", bench_row_get_number (row, "threads"));
}

/* Of rows with several threads, "2" or "2 to 16". */
static char *
dup_many_threads (const cJSON *document)
{
  double least = 0, most = 0;
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double threads = bench_row_get_number (row, "threads");

      if (threads > 1)
        {
          least = least == 0 ? threads : MIN (least, threads);
          most = MAX (most, threads);
        }
    }
  return least == most ? g_strdup_printf ("%.0f", most) : g_strdup_printf ("%.0f to %.0f", least, most);
}

void
bench_list_means (const cJSON *document, BenchTakeLine take, gpointer data)
{
  g_autofree char *threads = dup_many_threads (document);

  for (guint kind = 0; kind < BENCH_N_KINDS; kind++)
    for (guint many = 0; many < 2; many++)
      for (guint r = 0; r < G_N_ELEMENTS (rivals); r++)
        {
          guint n;
          double mean = get_mean (document, kind, many, rivals[r].ratio, &n);
          g_autofree char *value = g_strdup_printf ("%.2fx", mean), *count = g_strdup_printf ("%u", n);
          const char *cells[] = { kind_names[kind], many ? threads : "1", rivals[r].name, value, count };

          if (n > 0)
            take (data, cells, G_N_ELEMENTS (cells));
        }
}

const char *const bench_verdict_names[]
    = { [BENCH_MET] = "met", [BENCH_MISSED] = "missed", [BENCH_BOUND] = "machine's bound" };

static char *
dup_whole_cause (const cJSON *row)
{
  g_autofree char *cause = bench_row_dup_cause (row), *hand = bench_row_dup_hand (row),
                  *cores = bench_row_dup_cores (row);

  return g_strconcat (cause, hand, cores, NULL);
}

void
bench_list_targets (const cJSON *document, gboolean missed_only, BenchTakeLine take, gpointer data)
{
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double value = 0;
      BenchVerdict verdict = BENCH_MISSED;
      g_autofree char *target = bench_row_dup_target (row, &value, &verdict), *threads = dup_threads (row),
                      *cause = NULL, *number = NULL;

      if (target == NULL || (missed_only && verdict == BENCH_MET))
        continue;
      cause = verdict == BENCH_MET ? g_strdup ("") : dup_whole_cause (row);
      number = g_strdup_printf ("%.3f", value);
      {
        const char *cells[] = { bench_row_get_text (row, "case"),
                                bench_row_get_text (row, "size"),
                                threads,
                                target,
                                number,
                                bench_verdict_names[verdict],
                                cause };

        take (data, cells, G_N_ELEMENTS (cells));
      }
    }
}

/* Blocks and samples under every strategy that was timed: the unfused program's time over each. */
void
bench_list_strategies (const cJSON *document, BenchTakeLine take, gpointer data)
{
  const cJSON *row, *variant;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double unfused
          = bench_row_get_number (cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 0), "median_ns");
      guint at = 0;

      cJSON_ArrayForEach (variant, cJSON_GetObjectItem (row, "variants"))
        {
          const cJSON *kernels = cJSON_GetObjectItem (variant, "kernels");
          double time = bench_row_get_number (variant, "median_ns");
          g_autofree char *threads = dup_threads (row), *count = g_strdup_printf ("%d", cJSON_GetArraySize (kernels)),
                          *median = g_strdup_printf ("%.1f µs", time / 1e3),
                          *ratio = g_strdup_printf ("%.2fx", unfused / MAX (time, 1));
          const char *cells[] = { bench_row_get_text (row, "case"),
                                  bench_row_get_text (row, "size"),
                                  threads,
                                  bench_row_get_text (variant, "name"),
                                  count,
                                  median,
                                  ratio };

          if (at++ > 0 && kernels != NULL && time > 0 && get_kind (row) >= BENCH_BLOCKS)
            take (data, cells, G_N_ELEMENTS (cells));
        }
    }
}

void
bench_list_slower (const cJSON *document, BenchTakeLine take, gpointer data)
{
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    for (guint r = 1; r < 3; r++)
      {
        double ratio = get_ratio (row, rivals[r].ratio);
        g_autofree char *threads = dup_threads (row), *value = g_strdup_printf ("%.2fx", ratio),
                        *cause = bench_row_dup_cause (row);
        const char *cells[] = {
          bench_row_get_text (row, "case"), bench_row_get_text (row, "size"), threads, rivals[r].name, value, cause
        };

        if (ratio > 0 && ratio < 1)
          take (data, cells, G_N_ELEMENTS (cells));
      }
}

void
bench_list_latency (const cJSON *document, BenchTakeLine take, gpointer data)
{
  const cJSON *item;

  cJSON_ArrayForEach (item, cJSON_GetObjectItem (document, "latency"))
    {
      gboolean is_ratio = cJSON_HasObjectItem (item, "times");
      double value = bench_row_get_number (item, is_ratio ? "times" : "ms"),
             target = bench_row_get_number (item, is_ratio ? "target_times" : "target_ms");
      gboolean is_met = is_ratio ? value >= target : value <= target;
      g_autofree char *number = g_strdup_printf (is_ratio ? "%.1fx" : "%.2f ms", value),
                      *limit
                      = target <= 0 ? g_strdup ("") : g_strdup_printf (is_ratio ? ">= %.4gx" : "<= %.4g ms", target);
      const char *cells[] = { bench_row_get_text (item, "what"), number, limit,
                              target <= 0 ? ""
                              : is_met    ? "met"
                                          : "missed" };

      take (data, cells, G_N_ELEMENTS (cells));
    }
}

/* --- counts ----------------------------------------------------------------------------------- */

static void
count_line (gpointer data, const char *const *cells, guint n)
{
  (*(guint *) data)++;
}

BenchCounts
bench_count (const cJSON *document)
{
  BenchCounts counts = { 0 };
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double value,
          time = bench_row_get_number (cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1), "median_ns");
      BenchVerdict verdict = BENCH_MET;
      g_autofree char *target = bench_row_dup_target (row, &value, &verdict);

      counts.n += target != NULL;
      counts.n_missed += target != NULL && verdict != BENCH_MET;
      counts.n_bound += target != NULL && verdict == BENCH_BOUND;
      counts.n_computing
          += target != NULL && verdict == BENCH_MISSED && bench_row_get_number (row, "arithmetic_ns") >= 0.9 * time;
    }
  bench_list_slower (document, count_line, &counts.n_slower);
  return counts;
}
