/* What the CPU benchmark tells, as tables: each is given line by line, once for the terminal and once for HTML. */
#pragma once

#include "cpu-bench.h"

typedef void (*BenchTakeLine) (gpointer data, const char *const *cells, guint n);

extern const char *const bench_verdict_names[];

/* columns: class | threads | than | ratio | cases */
void bench_list_means (const cJSON *document, BenchTakeLine take, gpointer data);
/* case | size | threads | target | value | verdict | cause */
void bench_list_targets (const cJSON *document, gboolean missed_only, BenchTakeLine take, gpointer data);
/* case | size | threads | strategy | kernels and calls | time | times as fast as unfused: blocks and samples only */
void bench_list_strategies (const cJSON *document, BenchTakeLine take, gpointer data);
/* case | size | threads | than | ratio | cause */
void bench_list_slower (const cJSON *document, BenchTakeLine take, gpointer data);
/* columns: case | time | target | verdict */
void bench_list_latency (const cJSON *document, BenchTakeLine take, gpointer data);

typedef struct
{
  guint n, n_missed,
      n_bound;       /* rows with a target; those that miss it; of these, those that the machine does not allow */
  guint n_computing; /* missed by our doing, with nine tenths of the time in arithmetic or more */
  guint n_slower;    /* than the code that torch.compile makes */
} BenchCounts;

BenchCounts bench_count (const cJSON *document);
