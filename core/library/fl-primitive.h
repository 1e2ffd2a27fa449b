/* What the library that Fuseloom was built with does for one shape: matrix products, convolutions
 * and gradients of a convolution's weight. oneDNN is one implementation (fl-onednn.c); the other
 * (fl-library-plain.c) has products by CBLAS or by plain loops, and no kernels. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A matrix in memory: element (i, j) is number i * row_stride + j * column_stride from data on. */
typedef struct
{
  gconstpointer data;
  gint64 rows, columns;
  gint64 row_stride, column_stride;
} FlMatrix;

/* Makes C = alpha A B + beta C of f32, row-major C with rows `stride` apart. A and B must have one stride of 1. */
void fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride);
/* Makes C = A B of bytes (i8), exactly, modulo 2^32. FALSE: the library has none that is exact on this processor, and
 * nothing was done. */
gboolean fl_library_gemm_bytes (const FlMatrix *a, const FlMatrix *b, gint32 *c, gint64 stride);

enum
{
  FL_PRIMITIVE_DIMS = 12 /* as long as oneDNN's own arrays, which it reads whole */
};

/* A B + bias: a[rows, depth], b[depth, columns], c[rows, columns]. */
typedef struct
{
  gint64 rows, depth, columns;
  gint64 a_strides[2], b_strides[2], c_strides[2];
  gboolean has_bias; /* one a column */
} FlMatmul;

typedef struct
{
  guint n_spatial;                                                /* 1 to 3 */
  gint64 sizes[FL_PRIMITIVE_DIMS], in_strides[FL_PRIMITIVE_DIMS]; /* input [N, C, …] */
  gint64 weight_sizes[FL_PRIMITIVE_DIMS],
      weight_strides[FL_PRIMITIVE_DIMS]; /* [O, C / groups, …]; transposed: [C, O / groups, …] */
  gint64 out_sizes[FL_PRIMITIVE_DIMS], out_strides[FL_PRIMITIVE_DIMS];
  gint64 stride[FL_PRIMITIVE_DIMS], dilation[FL_PRIMITIVE_DIMS];
  gint64 padding[FL_PRIMITIVE_DIMS],
      behind[FL_PRIMITIVE_DIMS]; /* zeros in front, and behind; transposed: pixels of the result that are cut off */
  gint64 groups;
  gboolean has_bias, is_transposed;
} FlConvolution;

typedef enum
{
  FL_CONVOLUTION_DIRECT,   /* channels innermost where the library is fastest so, with copies of what
                              lies otherwise */
  FL_CONVOLUTION_GEMM,     /* as a matrix product over columns of pixels */
  FL_CONVOLUTION_WINOGRAD, /* for 3 x 3 taps: fewer multiplications */
  FL_N_CONVOLUTION_FORMS
} FlConvolutionForm;

/* A kernel holds its right operand as the library wants it; one thread runs it at a time. NULL: the
 * library has none for such a shape. with: NULL, or a kernel that outlives it and whose right
 * operand it reads where both want it alike. */
typedef struct _FlPrimitive FlPrimitive;
FlPrimitive *fl_primitive_new_matmul (const FlMatmul *shape, const FlPrimitive *with);
FlPrimitive *fl_primitive_new_convolution (const FlConvolution *shape, FlConvolutionForm form, const FlPrimitive *with);
/* `in` is the convolution's input, `right` the gradient of its result, `out` the weight's gradient.
 */
FlPrimitive *fl_primitive_new_weight_gradient (const FlConvolution *shape);
/* right NULL: what the last run, or the kernel that it shares it with, had. bias NULL: none. */
void fl_primitive_run (FlPrimitive *kernel, const float *in, const float *right, const float *bias, float *out);
/* Only brings the right operand into shape. */
void fl_primitive_pack (FlPrimitive *kernel, const float *right);
gboolean fl_primitive_copies_operands (
    const FlPrimitive *kernel); /* the input or the result, because of how they lie */
gint64 fl_primitive_count_packed (
    const FlPrimitive *kernel); /* bytes of a right operand that is held in another shape */
void fl_primitive_free (FlPrimitive *kernel);

G_END_DECLS
