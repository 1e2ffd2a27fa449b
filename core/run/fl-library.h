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

enum
{
  FL_LIBRARY_DIMS = 12 /* as long as oneDNN's own arrays, which it reads whole */
};

typedef struct
{
  guint n_spatial; /* 1 to 3 */
  gint64 sizes[FL_LIBRARY_DIMS], in_strides[FL_LIBRARY_DIMS];       /* input [N, C, …] */
  gint64 weight_sizes[FL_LIBRARY_DIMS], weight_strides[FL_LIBRARY_DIMS]; /* [O, C / groups, …] */
  gint64 out_sizes[FL_LIBRARY_DIMS], out_strides[FL_LIBRARY_DIMS];
  gint64 stride[FL_LIBRARY_DIMS], padding[FL_LIBRARY_DIMS], dilation[FL_LIBRARY_DIMS];
  gint64 groups;
  gboolean has_bias;
} FlConvolution;

/* NULL when the library cannot take it: then the interpreter's loops do. */
gpointer fl_library_convolution_new (const FlConvolution *shape);
void fl_library_convolution_run (gpointer convolution, const float *in, const float *weight, const float *bias, float *out);
void fl_library_convolution_free (gpointer convolution);

G_END_DECLS
