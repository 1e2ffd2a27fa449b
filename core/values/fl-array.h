/* Dense tensors as the reference interpreter holds them, and the arithmetic of dtypes. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

enum
{
  FL_MAX_DIMS = 16
};

/* A dense tensor in memory, contiguous: float kinds as double, integer and bool kinds as gint64. */
typedef struct
{
  FlDtype dtype;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  gint64 numel;
  double *numbers;  /* float dtypes */
  gint64 *integers; /* integer and bool dtypes */
} FlArray;

FlArray *fl_array_new (FlDtype dtype, guint n_dims, const gint64 *sizes);
FlArray *fl_array_dup (const FlArray *array);
void fl_array_free (FlArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlArray, fl_array_free)

/* To and from the strided bytes that kernels use. offset and strides in elements; rounds to dtype when storing. */
FlArray *fl_array_load (FlDtype dtype, guint n_dims, const gint64 *sizes, const gint64 *strides, gint64 offset,
                        gconstpointer bytes);
/* Of the array's own elements: row-major, dense. */
void fl_array_get_strides (const FlArray *array, gint64 *strides);
void fl_array_store (const FlArray *array, const gint64 *strides, gint64 offset, gpointer bytes);

/* Of elements that lie in one place by these strides, as they do along a stride of 0, all get the first one's value.
 * TRUE: some were different; *index (may be NULL) gets the first such element, *like the one in whose place it lies. */
gboolean fl_array_share (FlArray *array, const gint64 *strides, gint64 *index, gint64 *like);

/* Values of size symbols for this evaluation. */
typedef gint64 (*FlSizeLookup) (const FlSym *symbol, gpointer data);

/* Elements and indices. */
gint64 fl_sizes_product (const gint64 *sizes, guint n);
double fl_dtype_round (FlDtype dtype, double number);
gint64 fl_dtype_wrap (FlDtype dtype, gint64 integer);
gint64 fl_dtype_wrap_number (
    FlDtype dtype, double number);       /* truncates; NaN and what lies beyond 32 or 64 bits: the smallest of those */
gint64 fl_number_to_int (double number); /* truncation; undefined cases are 0 or the ends of the range */
/* Moves index to the next element in row-major order; FALSE after the last. */
gboolean fl_index_next (gint64 *index, const gint64 *sizes, guint n_dims);

G_END_DECLS
