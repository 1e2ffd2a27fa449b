/* Matrix products and convolutions by a library, behind one shape of call. Which library: decided when Fuseloom is built
 * (oneDNN, else OpenBLAS or another CBLAS, else plain loops). */
#pragma once

#include "fl-gemm.h"

G_BEGIN_DECLS

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
/* weight NULL: the last run's, which was kept as the library wants it. */
void fl_library_convolution_run (gpointer convolution, const float *in, const float *weight, const float *bias, float *out);
void fl_library_convolution_free (gpointer convolution);

/* The weight's gradient of a convolution of that shape, `out` being the result's gradient. NULL when the library cannot take it. */
gpointer fl_library_weight_gradient_new (const FlConvolution *shape);
void fl_library_weight_gradient_run (gpointer gradient, const float *in, const float *out, float *weight);
void fl_library_weight_gradient_free (gpointer gradient);

G_END_DECLS
