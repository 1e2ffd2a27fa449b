/* What the CPU benchmark prints in the end: its tables, for a terminal. */
#include "cpu-tables.h"

#include <stdio.h>

typedef struct
{
  const int *widths; /* of the columns, but the last */
  guint n;           /* lines so far */
} Printer;

static void
print_line (gpointer data, const char *const *cells, guint n)
{
  Printer *printer = data;

  for (guint i = 0; i < n; i++)
    {
      int width = i + 1 < n ? printer->widths[i] : 0;

      printf ("  %s%*s", cells[i], MAX (width - (int) g_utf8_strlen (cells[i], -1), 0), "");
    }
  putchar ('\n');
  printer->n++;
}

static void
print_table (const char *title, const int *widths,
             void (*list) (const cJSON *document, BenchTakeLine take, gpointer data), const cJSON *document)
{
  Printer printer = { widths, 0 };

  printf ("\n%s:\n", title);
  list (document, print_line, &printer);
  if (printer.n == 0)
    printf ("  none\n");
}

static void
list_missed (const cJSON *document, BenchTakeLine take, gpointer data)
{
  bench_list_targets (document, TRUE, take, data);
}

void
bench_report_print (const cJSON *document)
{
  const BenchCounts counts = bench_count (document);
  static const int target_widths[] = { 22, 6, 1, 18, 5, 15 }, slower_widths[] = { 22, 10, 1, 33, 5 },
                   latency_widths[] = { 66, 9, 9 }, strategy_widths[] = { 22, 10, 1, 9, 2, 10 },
                   mean_widths[] = { 30, 1, 35, 6 };

  print_table ("Targets missed", target_widths, list_missed, document);
  printf (
      "  %u of %u met; of those missed, %u by what the machine allows (a STREAM loop, or a kernel written by hand, misses them, too), %u while "
      "computing for nine tenths of their time or more\n",
      counts.n - counts.n_missed, counts.n, counts.n_bound, counts.n_computing);
  print_table ("Slower than the code that torch.compile makes", slower_widths, bench_list_slower, document);
  print_table ("From a graph to its first result", latency_widths, bench_list_latency, document);
  print_table ("Blocks and samples, each strategy, how many times as fast as unfused", strategy_widths,
               bench_list_strategies, document);
  print_table ("Geometric means, how many times as fast", mean_widths, bench_list_means, document);
}
