/* Matrix products and convolutions by a library, behind one shape of call. Which library: decided when Fuseloom is built
 * (oneDNN, else OpenBLAS or another CBLAS, else plain loops). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A float matrix in memory: element (i, j) at data[i * row_stride + j * column_stride]. */
typedef struct
{
  const float *data;
  gint64 rows, columns;
  gint64 row_stride, column_stride;
} FlMatrix;

/* C = alpha A B + beta C, row-major C with rows `stride` apart. A and B must have one stride of 1. */
void fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride);

typedef struct
{
  guint n_spatial; /* 1 to 3 */
  gint64 sizes[5], in_strides[5];       /* input [N, C, …] */
  gint64 weight_sizes[5], weight_strides[5]; /* [O, C / groups, …] */
  gint64 out_sizes[5], out_strides[5];
  gint64 stride[3], padding[3], dilation[3];
  gint64 groups;
  gboolean has_bias;
} FlConvolution;

/* NULL when the library cannot take it: then the interpreter's loops do. */
gpointer fl_library_convolution_new (const FlConvolution *shape);
void fl_library_convolution_run (gpointer convolution, const float *in, const float *weight, const float *bias, float *out);
void fl_library_convolution_free (gpointer convolution);

G_END_DECLS
