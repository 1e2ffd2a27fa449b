/* Tables of the CPU benchmark: targets, geometric means, what is slower than PyTorch and why. */
#include "cpu-bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  const char *name, *ratio;
} Rival;

static const Rival rivals[] = { { "PyTorch eager", "eager_over_this" },
                                { "torch.compile's code", "compile_over_this" },
                                { "torch.compile's code, max-autotune", "autotune_over_this" },
                                { "torch.compile, as called from Python", "called_over_this" } };

static const char *const kind_names[BENCH_N_KINDS] = { "memory- and math-bound kernels", "products and convolutions", "whole blocks", "samples" };

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
          || strcmp (bench_row_get_text (row, "size"), "strategies") == 0) /* the same graphs once more */
        continue;
      sum += log (value);
      (*n)++;
    }
  return *n > 0 ? exp (sum / *n) : 0;
}

static char *
dup_place (const cJSON *row)
{
  return g_strdup_printf ("%-20s %-7s %2.0fT", bench_row_get_text (row, "case"), bench_row_get_text (row, "size"),
                          bench_row_get_number (row, "threads"));
}

typedef void (*TakeLine) (gpointer data, const char *const *cells, guint n);

/* Every table as cells, once for the terminal and once for HTML. */
static void
list_means (const cJSON *document, TakeLine take, gpointer data)
{
  for (guint kind = 0; kind < BENCH_N_KINDS; kind++)
    for (guint many = 0; many < 2; many++)
      for (guint r = 0; r < G_N_ELEMENTS (rivals); r++)
        {
          guint n;
          double mean = get_mean (document, kind, many, rivals[r].ratio, &n);
          g_autofree char *value = g_strdup_printf ("%.2fx", mean), *count = g_strdup_printf ("%u", n);
          const char *cells[] = { kind_names[kind], many ? "all threads" : "1 thread", rivals[r].name, value, count };

          if (n > 0)
            take (data, cells, G_N_ELEMENTS (cells));
        }
}

static const char *const verdict_names[] = { [BENCH_MET] = "met", [BENCH_MISSED] = "missed", [BENCH_BOUND] = "machine's bound" };

static char *
dup_whole_cause (const cJSON *row)
{
  g_autofree char *cause = bench_row_dup_cause (row), *hand = bench_row_dup_hand (row), *cores = bench_row_dup_cores (row);

  return g_strconcat (cause, hand, cores, NULL);
}

static void
list_targets (const cJSON *document, gboolean missed_only, TakeLine take, gpointer data)
{
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double value = 0;
      BenchVerdict verdict = BENCH_MISSED;
      g_autofree char *target = bench_row_dup_target (row, &value, &verdict), *place = dup_place (row), *cause = NULL, *number = NULL;

      if (target == NULL || (missed_only && verdict == BENCH_MET))
        continue;
      cause = verdict == BENCH_MET ? g_strdup ("") : dup_whole_cause (row);
      number = g_strdup_printf ("%.3f", value);
      {
        const char *cells[] = { place, target, number, verdict_names[verdict], cause };

        take (data, cells, G_N_ELEMENTS (cells));
      }
    }
}

/* Blocks and samples under every strategy that was timed: the unfused program's time over each. */
static void
list_strategies (const cJSON *document, TakeLine take, gpointer data)
{
  const cJSON *row, *variant;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double unfused = bench_row_get_number (cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 0), "median_ns");
      guint at = 0;

      cJSON_ArrayForEach (variant, cJSON_GetObjectItem (row, "variants"))
        {
          const cJSON *kernels = cJSON_GetObjectItem (variant, "kernels");
          double time = bench_row_get_number (variant, "median_ns");
          g_autofree char *place = dup_place (row), *count = g_strdup_printf ("%d steps", cJSON_GetArraySize (kernels)),
                          *median = g_strdup_printf ("%.1f us", time / 1e3), *ratio = g_strdup_printf ("%.2fx", unfused / MAX (time, 1));
          const char *cells[] = { place, bench_row_get_text (variant, "name"), count, median, ratio };

          if (at++ > 0 && kernels != NULL && time > 0 && get_kind (row) >= BENCH_BLOCKS)
            take (data, cells, G_N_ELEMENTS (cells));
        }
    }
}

static void
list_slower (const cJSON *document, TakeLine take, gpointer data)
{
  const cJSON *row;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    for (guint r = 1; r < 3; r++)
      {
        double ratio = get_ratio (row, rivals[r].ratio);
        g_autofree char *place = dup_place (row), *value = g_strdup_printf ("%.2fx", ratio), *cause = bench_row_dup_cause (row);
        const char *cells[] = { place, rivals[r].name, value, cause };

        if (ratio > 0 && ratio < 1)
          take (data, cells, G_N_ELEMENTS (cells));
      }
}

static void
list_latency (const cJSON *document, TakeLine take, gpointer data)
{
  const cJSON *item;

  cJSON_ArrayForEach (item, cJSON_GetObjectItem (document, "latency"))
    {
      gboolean is_ratio = cJSON_HasObjectItem (item, "times");
      double value = bench_row_get_number (item, is_ratio ? "times" : "ms"),
             target = bench_row_get_number (item, is_ratio ? "target_times" : "target_ms");
      gboolean is_met = is_ratio ? value >= target : value <= target;
      g_autofree char *number = g_strdup_printf (is_ratio ? "%.1fx" : "%.2f ms", value),
                      *limit = target <= 0 ? g_strdup ("") : g_strdup_printf (is_ratio ? ">= %.4gx" : "<= %.4g ms", target);
      const char *cells[] = { bench_row_get_text (item, "what"), number, limit, target <= 0 ? "" : is_met ? "met" : "missed" };

      take (data, cells, G_N_ELEMENTS (cells));
    }
}

/* --- the terminal ----------------------------------------------------------------------------- */

static void
print_line (gpointer data, const char *const *cells, guint n)
{
  guint *n_lines = data;

  for (guint i = 0; i < n; i++)
    printf ("%s%s", i > 0 ? "  |  " : "  ", cells[i]);
  putchar ('\n');
  (*n_lines)++;
}

static void
count_line (gpointer data, const char *const *cells, guint n)
{
  (*(guint *) data)++;
}

static void
count_bound (gpointer data, const char *const *cells, guint n)
{
  *(guint *) data += g_strcmp0 (cells[3], verdict_names[BENCH_BOUND]) == 0;
}

/* Rows that miss their target while nine tenths of their time is arithmetic: what bounds them is our functions, not our loops. */
static guint
count_computing (const cJSON *document)
{
  const cJSON *row;
  guint n = 0;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    {
      double value, time = bench_row_get_number (cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1), "median_ns");
      BenchVerdict verdict = BENCH_MET;
      g_autofree char *target = bench_row_dup_target (row, &value, &verdict);

      n += target != NULL && verdict == BENCH_MISSED && bench_row_get_number (row, "arithmetic_ns") >= 0.9 * time;
    }
  return n;
}

void
bench_report_print (const cJSON *document)
{
  guint n = 0, n_targets = 0, n_missed = 0, n_bound = 0;

  list_targets (document, FALSE, count_line, &n_targets);
  printf ("\nTargets missed:\n");
  list_targets (document, TRUE, print_line, &n_missed);
  list_targets (document, TRUE, count_bound, &n_bound);
  printf ("  %u of %u met; %u ask for less time than a plain stream takes here; of those missed %u compute for nine tenths of their time or more\n"
          "\nSlower than the code that torch.compile makes:\n",
          n_targets - n_missed, n_targets, n_bound, count_computing (document));
  list_slower (document, print_line, &n);
  printf ("  %u cases\n\nFrom a graph to its first result:\n", n);
  list_latency (document, print_line, &n);
  printf ("\nBlocks and samples, each strategy, how many times as fast as unfused:\n");
  list_strategies (document, print_line, &n);
  printf ("\nGeometric means, how many times as fast:\n");
  list_means (document, print_line, &n);
}

/* --- HTML ------------------------------------------------------------------------------------- */

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

static void
append_line (gpointer data, const char *const *cells, guint n)
{
  GString *out = data;

  g_string_append (out, "<tr>");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "<td class=\"%s\">", g_strcmp0 (cells[i], "missed") == 0 ? "bad" : g_strcmp0 (cells[i], "met") == 0 ? "good" : "");
      append_escaped (out, cells[i]);
      g_string_append (out, "</td>");
    }
  g_string_append (out, "</tr>\n");
}

static void
append_head (GString *out, const char *title, const char *columns)
{
  g_auto (GStrv) names = g_strsplit (columns, "|", -1);

  g_string_append_printf (out, "</table>\n<h2>%s</h2>\n<table><tr>", title);
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (out, "<th>%s</th>", names[i]);
  g_string_append (out, "</tr>\n");
}

/* What the functions of the fused program's kernels take by themselves; "" in runs that did not time them. */
static char *
dup_arithmetic (const cJSON *row)
{
  double ns = bench_row_get_number (row, "arithmetic_ns");

  return ns > 0 ? g_strdup_printf ("%.1f", ns / 1e3) : g_strdup ("");
}

static void
append_all (GString *out, const cJSON *document)
{
  const cJSON *row, *variant;

  append_head (out, "All times", "case|size|threads|program|median µs|quartiles|ceiling µs|arithmetic µs|eager is|torch.compile's code is");
  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    cJSON_ArrayForEach (variant, cJSON_GetObjectItem (row, "variants"))
      {
        double eager = bench_row_get_number (cJSON_GetObjectItem (variant, "eager_over_this"), "median"),
               compiled = bench_row_get_number (cJSON_GetObjectItem (variant, "compile_over_this"), "median");
        g_autofree char *threads = g_strdup_printf ("%.0f", bench_row_get_number (row, "threads")),
                        *median = g_strdup_printf ("%.1f", bench_row_get_number (variant, "median_ns") / 1e3),
                        *spread = g_strdup_printf ("%.1f to %.1f", bench_row_get_number (variant, "low_ns") / 1e3,
                                                   bench_row_get_number (variant, "high_ns") / 1e3),
                        *ceiling = g_strdup_printf ("%.1f", bench_row_get_number (row, "ceiling_ns") / 1e3),
                        *arithmetic = dup_arithmetic (row),
                        *a = eager > 0 ? g_strdup_printf ("%.2fx", eager) : g_strdup (""),
                        *b = compiled > 0 ? g_strdup_printf ("%.2fx", compiled) : g_strdup ("");
        const char *cells[] = { bench_row_get_text (row, "case"), bench_row_get_text (row, "size"), threads,
                                bench_row_get_text (variant, "name"), median, spread, ceiling, arithmetic, a, b };

        append_line (out, cells, G_N_ELEMENTS (cells));
      }
}

char *
bench_report_dup_html (const cJSON *document)
{
  GString *out = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>CPU kernels</title>\n<style>"
                               "body{font:14px/1.5 sans-serif;max-width:1100px;margin:2em auto;color:#222;background:#fff}"
                               "table{border-collapse:collapse}td,th{padding:2px 10px;text-align:left;border-bottom:1px solid #ddd;"
                               "white-space:pre-wrap}.good{color:#197a3e}.bad{color:#b3261e}</style>\n<h1>CPU kernels</h1>\n<table>");
  g_autofree char *svg = bench_plot_cpu_dup_svg (document);
  const cJSON *item;

  cJSON_ArrayForEach (item, cJSON_GetObjectItem (document, "machine"))
    {
      g_autofree char *number = cJSON_IsNumber (item) ? g_strdup_printf ("%.0f", item->valuedouble) : NULL;
      const char *cells[] = { item->string, number ? number : item->valuestring };

      append_line (out, cells, 2);
    }
  append_head (out, "Geometric means: how many times as fast", "what|threads|than|ratio|cases");
  list_means (document, append_line, out);
  g_string_append (out, "</table>\n");
  g_string_append (out, svg);
  g_string_append (out, "<table>");
  append_head (out, "Blocks and samples under each strategy", "graph|strategy|kernels and calls|time|times as fast as unfused");
  list_strategies (document, append_line, out);
  append_head (out, "From a graph to its first result", "what|time|target|");
  list_latency (document, append_line, out);
  append_head (out, "Slower than the code that torch.compile makes", "case|than|ratio|cause");
  list_slower (document, append_line, out);
  append_head (out, "Targets", "case|target|value||cause");
  list_targets (document, FALSE, append_line, out);
  append_all (out, document);
  g_string_append (out, "</table>\n</html>\n");
  return g_string_free (out, FALSE);
}
