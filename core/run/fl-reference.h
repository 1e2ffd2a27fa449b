/* The reference interpreter: evaluates an FX graph operator by operator in float64 with plain loops. It shares no code
 * with lowering or code generation. Results are rounded to the value's dtype after every operator (f16, bf16, f32), so
 * that it follows the graph's own precision; integers and booleans are exact. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* A dense tensor in memory, contiguous: float kinds as double, integer and bool kinds as gint64. */
typedef struct
{
  FlDtype dtype;
  guint n_dims;
  gint64 sizes[16];
  gint64 numel;
  double *numbers;   /* float dtypes */
  gint64 *integers;  /* integer and bool dtypes */
} FlArray;

FlArray *fl_array_new (FlDtype dtype, guint n_dims, const gint64 *sizes);
void fl_array_free (FlArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlArray, fl_array_free)

/* To and from the strided bytes that kernels use. offset and strides in elements; rounds to dtype when storing. */
FlArray *fl_array_load (FlDtype dtype, guint n_dims, const gint64 *sizes, const gint64 *strides, gint64 offset, gconstpointer bytes);
void fl_array_store (const FlArray *array, const gint64 *strides, gint64 offset, gpointer bytes);

/* Values of size symbols for this evaluation. */
typedef gint64 (*FlSizeLookup) (const FlSym *symbol, gpointer data);

/* inputs: one a placeholder (NULL where it is a symbolic integer). outputs: g_ptr_array of FlArray (NULL entries for None and
 * integers), in the output node's order; mutated inputs are written back into inputs[]. Fails with FL_ERROR_UNSUPPORTED
 * naming the operators that have no reference kernel, and with FL_ERROR_CANCELLED. */
GPtrArray *fl_reference_run (const FlGraph *graph, FlArray *const *inputs, FlSizeLookup sizes, gpointer data,
                             const gint *cancelled, GError **error);

G_END_DECLS
