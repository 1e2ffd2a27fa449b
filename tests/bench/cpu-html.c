/* The CPU benchmark's page: what came out in a few lines, the picture, then all tables. */
#include "cpu-tables.h"

#include <string.h>

static const char style[]
    = "body{font:15px/1.5 system-ui,sans-serif;max-width:1080px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
      "h1{margin-bottom:.2em}h2{margin-top:2em}p{max-width:52em}"
      "table{border-collapse:collapse;font-size:14px}td,th{padding:2px 10px;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}"
      "th{color:#555;font-weight:600;border-bottom:2px solid #bbb}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
      "td:first-child{white-space:nowrap}.good{color:#197a3e}.bad{color:#b3261e}.bound{color:#8a6100}svg{max-width:100%;height:auto}";

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

static const char *
get_class (const char *cell)
{
  if (g_strcmp0 (cell, bench_verdict_names[BENCH_MISSED]) == 0)
    return "bad";
  if (g_strcmp0 (cell, bench_verdict_names[BENCH_MET]) == 0)
    return "good";
  if (g_strcmp0 (cell, bench_verdict_names[BENCH_BOUND]) == 0)
    return "bound";
  /* "0.93", "1.02x", "12.5 µs", "0.1 to 0.2" */
  return g_ascii_isdigit (cell[0]) && strlen (cell) < 24 ? "n" : "";
}

static void
append_line (gpointer data, const char *const *cells, guint n)
{
  GString *out = data;

  g_string_append (out, "<tr>");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "<td class=\"%s\">", cells[i] ? get_class (cells[i]) : "");
      append_escaped (out, cells[i] ? cells[i] : "");
      g_string_append (out, "</td>");
    }
  g_string_append (out, "</tr>\n");
}

/* columns: names, those of numbers after a '#'. */
static void
append_head (GString *out, const char *title, const char *text, const char *columns)
{
  g_auto (GStrv) names = g_strsplit (columns, "|", -1);

  g_string_append_printf (out, "<h2>%s</h2>\n<p>%s</p>\n<table><tr>", title, text);
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (out, "<th%s>%s</th>", names[i][0] == '#' ? " class=\"n\"" : "",
                            names[i] + (names[i][0] == '#'));
  g_string_append (out, "</tr>\n");
}

static void
append_end (GString *out)
{
  g_string_append (out, "</table>\n");
}

/* --- what came out ---------------------------------------------------------------------------- */

static void
append_bytes (GString *out, const cJSON *machine, const char *name, const char *title)
{
  double bytes = bench_row_get_number (machine, name);

  if (bytes >= 1 << 20)
    g_string_append_printf (out, ", %s %.0f MiB", title, bytes / (1 << 20));
  else if (bytes > 0)
    g_string_append_printf (out, ", %s %.0f KiB", title, bytes / 1024);
}

static void
append_text_of (GString *out, const cJSON *machine, const char *name, const char *before)
{
  const char *text = bench_row_get_text (machine, name);

  if (text == NULL)
    return;
  g_string_append (out, before);
  append_escaped (out, text);
}

static void
append_summary (GString *out, const cJSON *document)
{
  const cJSON *machine = cJSON_GetObjectItem (document, "machine");
  const BenchCounts counts = bench_count (document);

  g_string_append (out, "<p>");
  append_text_of (out, machine, "cpu", "");
  g_string_append_printf (out, ", %.0f processors", bench_row_get_number (machine, "processors"));
  append_bytes (out, machine, "l1_bytes", "L1 cache");
  append_bytes (out, machine, "l2_bytes", "L2 cache");
  append_bytes (out, machine, "l3_bytes", "L3 cache");
  append_text_of (out, machine, "system", "; ");
  append_text_of (out, machine, "kernel_compiler", "; kernels compiled by ");
  append_text_of (out, machine, "torch", "; beside ");
  append_text_of (out, machine, "date", "; ");
  g_string_append_printf (
      out,
      "</p>\n<p><b>%u of %u targets are met.</b> Of the %u that are missed, %u ask for more than the machine gives: a STREAM "
      "loop over the same bytes, or a kernel written by hand, misses them, too. ",
      counts.n - counts.n_missed, counts.n, counts.n_missed, counts.n_bound);
  if (bench_row_get_text (machine, "torch") != NULL)
    g_string_append_printf (out, "%u comparisons with the code that <code>torch.compile</code> makes are under 1.00x.",
                            counts.n_slower);
  g_string_append (
      out,
      "</p>\n<p>Each case runs at three sizes: its working set fills half of L2, part of L3, or exceeds "
      "both (memory). All programs run in interleaved rounds within one process; times are medians, comparisons medians of the ratios of pairs.</p>\n");
}

/* --- all times -------------------------------------------------------------------------------- */

/* In µs; "" in runs that did not take it. */
static char *
dup_us (double ns)
{
  return ns > 0 ? g_strdup_printf ("%.1f", ns / 1e3) : g_strdup ("");
}

static char *
dup_ratio (const cJSON *variant, const char *name)
{
  double ratio = bench_row_get_number (cJSON_GetObjectItem (variant, name), "median");

  return ratio > 0 ? g_strdup_printf ("%.2fx", ratio) : g_strdup ("");
}

static void
append_all (GString *out, const cJSON *document)
{
  const cJSON *row, *variant;

  append_head (
      out, "All times",
      "In microseconds. The ceiling is a STREAM loop (read, copy, add, fill) over as many bytes; arithmetic is what the kernels' functions "
      "and operations take alone, on data in L1. The last two columns: how many times as long PyTorch takes.",
      "case|size|#threads|program|#median|#quartiles|#ceiling|#arithmetic|#eager|#torch.compile's code");
  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    cJSON_ArrayForEach (variant, cJSON_GetObjectItem (row, "variants"))
      {
        g_autofree char *threads = g_strdup_printf ("%.0f", bench_row_get_number (row, "threads")),
                        *median = dup_us (bench_row_get_number (variant, "median_ns")),
                        *spread = g_strdup_printf ("%.1f to %.1f", bench_row_get_number (variant, "low_ns") / 1e3,
                                                   bench_row_get_number (variant, "high_ns") / 1e3),
                        *ceiling = dup_us (bench_row_get_number (row, "ceiling_ns")),
                        *arithmetic = dup_us (bench_row_get_number (row, "arithmetic_ns")),
                        *eager = dup_ratio (variant, "eager_over_this"),
                        *compiled = dup_ratio (variant, "compile_over_this");
        const char *cells[] = { bench_row_get_text (row, "case"),
                                bench_row_get_text (row, "size"),
                                threads,
                                bench_row_get_text (variant, "name"),
                                median,
                                spread,
                                ceiling,
                                arithmetic,
                                eager,
                                compiled };

        append_line (out, cells, G_N_ELEMENTS (cells));
      }
  append_end (out);
}

/* --- the page --------------------------------------------------------------------------------- */

char *
bench_report_dup_html (const cJSON *document)
{
  static const char target_columns[] = "case|size|#threads|target|#value|verdict|cause";
  GString *out = g_string_new (
      "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>How fast CPU kernels are</title>\n");
  g_autofree char *svg = bench_plot_cpu_dup_svg (document);

  g_string_append_printf (out, "<style>%s</style>\n<h1>How fast CPU kernels are</h1>\n", style);
  append_summary (out, document);
  append_head (out, "Geometric means", "How many times as long PyTorch takes for the same kernels.",
               "class|#threads|compared with|#ratio|#cases");
  bench_list_means (document, append_line, out);
  append_end (out);
  g_string_append (out, "<h2>Every case</h2>\n<p>Each mark is a case at one size; point at it for its figure.</p>\n");
  g_string_append (out, svg);
  append_head (out, "Targets missed",
               "With the cause, and what a kernel written by hand comes to where there is one (<code>hand/</code>).",
               target_columns);
  bench_list_targets (document, TRUE, append_line, out);
  append_end (out);
  append_head (out, "Slower than the code that torch.compile makes", "",
               "case|size|#threads|compared with|#ratio|cause");
  bench_list_slower (document, append_line, out);
  append_end (out);
  append_head (out, "From a graph to its first result",
               "On all processors; cold: with nothing in the cache of compiled kernels.", "case|#time|#target|verdict");
  bench_list_latency (document, append_line, out);
  append_end (out);
  append_head (
      out, "Blocks and samples under each strategy",
      "Size <i>strategies</i>: all strategies run in interleaved rounds, so that each finds less of its data in the caches.",
      "case|size|#threads|strategy|#kernels and calls|#time|#as fast as unfused");
  bench_list_strategies (document, append_line, out);
  append_end (out);
  append_head (out, "All targets",
               "A share of the ceiling or of peak FMA throughput (peak), or nanoseconds an element and thread.",
               target_columns);
  bench_list_targets (document, FALSE, append_line, out);
  append_end (out);
  append_all (out, document);
  g_string_append (out, "</html>\n");
  return g_string_free (out, FALSE);
}
