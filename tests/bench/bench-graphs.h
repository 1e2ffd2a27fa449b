/* Own-made graphs that grow: FX text with a given number of nodes. */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name;
  const char *sentence;
  void (*write) (GString *text, guint n_nodes);
} BenchKind;

extern const BenchKind bench_kinds[];
extern const guint n_bench_kinds;

/* The graph of about n_nodes nodes (it ends with a whole block) as FX text. */
char *bench_graph_dup_text (const BenchKind *kind, guint n_nodes);
