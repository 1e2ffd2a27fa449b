/* Graphs that the CPU benchmark runs: single kernels, whose size is asked for, and whole blocks. FX text that both
 * Fuseloom and PyTorch read. */
#pragma once

#include <glib.h>

typedef struct
{
  GString *inputs, *body, *limits;
  guint n_inputs, n_values;
  gint64 n_elements;  /* of the tensor that the kernel goes over: for times an element */
  double flops;       /* of products; 0: not counted */
  gint64 moved_bytes; /* where not all of an input is read; 0: all inputs and results */
} BenchText;

/* What a row of figures is counted with. */
typedef enum
{
  BENCH_KERNELS,  /* bound by memory or mathematics */
  BENCH_PRODUCTS, /* products and convolutions */
  BENCH_BLOCKS,
  BENCH_SAMPLES, /* the graphs that the program comes with */
  BENCH_N_KINDS
} BenchKind;

/* What a kernel is compared with, and since when it is good enough. */
typedef struct
{
  const char *name;
  BenchKind kind;
  double share, share_many;          /* of a STREAM loop's speed, with one thread and with more; 0: no such target */
  double element_ns, element_far_ns; /* in caches, beyond; 0: no such target */
  double peak;                       /* of peak FMA throughput */
} BenchClass;

typedef struct
{
  const char *name;
  const char *class_name;
  double n_tensors; /* large tensors in the graph: n elements each, together the footprint; 0: a block, whose size is
                       its own */
  const char *sentence;
  const char *(*write) (BenchText *text, gint64 n); /* the name of the result */
} BenchCase;

extern const BenchCase bench_cases[], bench_blocks[];
extern const guint n_bench_cases, n_bench_blocks;

const BenchClass *bench_class_find (const char *name);

/* The graph as FX text; facts of it in *text, which the caller clears. */
char *bench_case_dup_text (const BenchCase *row, gint64 n, BenchText *text);
void bench_text_clear (BenchText *text);

/* "f32[3, 4]": an input of this type. limit: indices below it; 0: any numbers. */
const char *bench_add_input (BenchText *text, gint64 limit, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The value of a call of aten: "add.Tensor", "%s, %s". */
const char *bench_add_call (BenchText *text, const char *target, const char *format, ...) G_GNUC_PRINTF (3, 4);
const char *bench_add_item (BenchText *text, const char *tuple, guint position);
/* Rows of so many columns that n elements make, at least 2; the text counts them. */
gint64 bench_get_rows (BenchText *text, gint64 n, gint64 columns);
