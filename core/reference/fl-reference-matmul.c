/* Reference kernels: products of matrices and vectors. */
#include "fl-aten-ids.h"
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (mm);
REFERENCE_KERNEL (bmm);
REFERENCE_KERNEL (addmm);
REFERENCE_KERNEL (baddbmm);
REFERENCE_KERNEL (addmm_activation);
REFERENCE_KERNEL (addbmm);
REFERENCE_KERNEL (int8pack_mm);
REFERENCE_KERNEL (scaled_mm);
REFERENCE_KERNEL (mv);
REFERENCE_KERNEL (addmv);
REFERENCE_KERNEL (dot);
REFERENCE_KERNEL (matmul);
REFERENCE_KERNEL (linear);

/* Products of integers wrap at 64 bits, which doubles would not tell. */
static void
add_integers (gint64 rows, gint64 columns, gint64 inner, const gint64 *a, const gint64 *b, gint64 *out)
{
  for (gint64 i = 0; i < rows; i++)
    for (gint64 k = 0; k < inner; k++)
      for (gint64 j = 0; j < columns; j++)
        out[i * columns + j] += (guint64) a[i * inner + k] * (guint64) b[k * columns + j];
}

/* Factors of integers are integers. bias may be NULL. */
static void
scale_integers (FlCall *call, const FlArray *bias, FlArray *out)
{
  guint64 alpha = fl_number_to_int (fl_call_get_double (call, "alpha", 1)),
          beta = fl_number_to_int (fl_call_get_double (call, "beta", 1));
  for (gint64 i = 0; i < out->numel; i++)
    out->integers[i]
        = fl_dtype_wrap (out->dtype, alpha * out->integers[i] + (bias == NULL ? 0 : beta * bias->integers[i]));
}

/* out = beta * bias + alpha * a b over a batch, of integers. */
static gboolean
multiply_integers (FlCall *call, const FlView *a, const FlView *b, const FlDatum *bias, FlArray *out)
{
  guint n = a->n_dims;
  gint64 batch = fl_sizes_product (a->sizes, n - 2), rows = a->sizes[n - 2], inner = a->sizes[n - 1],
         columns = b->sizes[n - 1];
  const gint64 *x = fl_call_dense (call, a)->integers, *y = fl_call_dense (call, b)->integers;
  const FlArray *add = bias == NULL ? NULL : fl_call_broadcast (call, bias, out->dtype, n, out->sizes);
  for (gint64 i = 0; i < batch; i++)
    add_integers (rows, columns, inner, x + i * rows * inner, y + i * inner * columns,
                  out->integers + i * rows * columns);
  scale_integers (call, add, out);
  return fl_call_return (call, out);
}

/* Whether infinite products count that are multiplied by 0 is the library's choice: eager PyTorch
 * makes NaN of them where matrices are small. With every other noise they do not. */
static void
drop_products (const FlCall *call, double alpha, double *sums, gint64 n)
{
  if (alpha == 0 && call->noise % 2 == 1)
    memset (sums, 0, n * sizeof *sums);
}

/* Terms in a few lanes, as vectors hold them: where doubles overflow on the way, the order decides. */
static double
add_in_lanes (guint64 noise, gint64 n, const double *x, const double *y, gint64 step)
{
  const guint n_lanes = 2 << (noise / 2 % 3);
  double lanes[8] = { 0 }, sum = 0;
  for (gint64 k = 0; k < n; k++)
    lanes[k % n_lanes] += x[k] * y[k * step];
  for (guint lane = 0; lane < n_lanes; lane++)
    sum += lanes[lane];
  return sum;
}

static void
add_products (const FlCall *call, FlDtype dtype, gint64 rows, gint64 columns, gint64 inner, const double *x,
              const double *y, double *sums)
{
  if (call->noise % 2 == 0 || dtype != FL_DTYPE_F64)
    fl_matmul_add (rows, columns, inner, x, y, sums, call->cancelled);
  else
    for (gint64 i = 0; i < rows * columns; i++)
      sums[i] += add_in_lanes (call->noise, inner, x + i / columns * inner, y + i % columns, columns);
}

/* out = beta * bias + alpha * a b over a batch; bias may be NULL. */
static gboolean
multiply (FlCall *call, const FlView *a, const FlView *b, const FlDatum *bias, FlDtype dtype)
{
  guint n = a == NULL ? 0 : a->n_dims;
  if (n < 2 || b == NULL || b->n_dims != n || a->sizes[n - 1] != b->sizes[n - 2]
      || (n == 3 && a->sizes[0] != b->sizes[0]))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, a->sizes, sizeof sizes);
  sizes[n - 1] = b->sizes[n - 1];
  gint64 batch = fl_sizes_product (a->sizes, n - 2), rows = a->sizes[n - 2], inner = a->sizes[n - 1],
         columns = b->sizes[n - 1];
  FlArray *out = fl_call_new_array (call, dtype, n, sizes);
  if (out->integers != NULL && fl_dtype_is_integer (a->dtype) && fl_dtype_is_integer (b->dtype))
    return multiply_integers (call, a, b, bias, out);
  const double *x = fl_call_numbers (call, a), *y = fl_call_numbers (call, b);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < batch; i++)
    add_products (call, dtype, rows, columns, inner, x + i * rows * inner, y + i * inner * columns,
                  sums + i * rows * columns);
  double alpha = fl_call_get_double (call, "alpha", 1), beta = fl_call_get_double (call, "beta", 1);
  drop_products (call, alpha, sums, out->numel);
  const FlArray *add = bias == NULL ? NULL : fl_call_broadcast (call, bias, fl_dtype_get_float (dtype), n, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    sums[i] = alpha * sums[i] + (add != NULL && beta != 0 ? beta * add->numbers[i] : 0);
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_mm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "mat2");
  return a != NULL && b != NULL
         && multiply (call, a, b, NULL,
                      call->row->op == FL_ATEN_OP__INT_MM ? FL_DTYPE_I32
                                                          : fl_call_get_dtype (call, "out_dtype", a->dtype));
}

gboolean
reference_bmm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "mat2");
  return a != NULL && b != NULL && multiply (call, a, b, NULL, fl_call_get_dtype (call, "out_dtype", a->dtype));
}

gboolean
reference_addmm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "mat1"), *b = fl_call_get_view (call, "mat2");
  return a != NULL && b != NULL
         && multiply (call, a, b, fl_call_find (call, "self"), fl_call_get_dtype (call, "out_dtype", a->dtype));
}

gboolean
reference_baddbmm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "batch1"), *b = fl_call_get_view (call, "batch2");
  return a != NULL && b != NULL
         && multiply (call, a, b, fl_call_find (call, "self"), fl_call_get_dtype (call, "out_dtype", a->dtype));
}

/* The larger of 0 and it, or times the share of a normal distribution that is below it. */
gboolean
reference_addmm_activation (FlCall *call)
{
  gboolean is_gelu = fl_call_get_bool (call, "use_gelu", FALSE);
  if (!reference_addmm (call))
    return FALSE;
  const FlArray *in = fl_call_dense (call, call->result.view);
  FlArray *out = fl_call_new_array (call, in->dtype, in->n_dims, in->sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      double x = fl_array_get (in, i);
      fl_array_set (out, i, is_gelu ? 0.5 * x * erfc (-x / G_SQRT2) : x > 0 || isnan (x) ? x : 0);
    }
  fl_datum_clear (&call->result);
  return fl_call_return (call, out);
}

static gboolean
return_addbmm (FlCall *call, FlArray *out)
{
  return strstr (call->row->name, "_.") != NULL ? fl_call_return_written (call, fl_call_get_view (call, "self"), out)
                                                : fl_call_return (call, out);
}

/* The products of all pairs, added up. */
gboolean
reference_addbmm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "batch1"), *b = fl_call_get_view (call, "batch2");
  if (a == NULL || b == NULL || a->n_dims != 3 || b->n_dims != 3 || a->sizes[0] != b->sizes[0]
      || a->sizes[2] != b->sizes[1])
    return a != NULL && b != NULL
           && fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  const gint64 sizes[] = { a->sizes[1], b->sizes[2] }, inner = a->sizes[2];
  const double *x = fl_call_numbers (call, a), *y = fl_call_numbers (call, b);
  FlArray *out = fl_call_new_array (call, a->dtype, 2, sizes);
  if (out->integers != NULL)
    {
      const gint64 *left = fl_call_dense (call, a)->integers, *right = fl_call_dense (call, b)->integers;
      const FlArray *bias = fl_call_broadcast (call, fl_call_find (call, "self"), a->dtype, 2, sizes);
      for (gint64 i = 0; i < a->sizes[0]; i++)
        add_integers (sizes[0], sizes[1], inner, left + i * sizes[0] * inner, right + i * inner * sizes[1],
                      out->integers);
      scale_integers (call, bias, out);
      return return_addbmm (call, out);
    }
  double *sums = fl_call_open_numbers (call, out), alpha = fl_call_get_double (call, "alpha", 1),
         beta = fl_call_get_double (call, "beta", 1);
  const FlArray *add = fl_call_broadcast (call, fl_call_find (call, "self"), FL_DTYPE_F64, 2, sizes);
  for (gint64 i = 0; i < a->sizes[0]; i++)
    fl_matmul_add (sizes[0], sizes[1], inner, x + i * sizes[0] * inner, y + i * inner * sizes[1], sums,
                   call->cancelled);
  drop_products (call, alpha, sums, out->numel);
  for (gint64 i = 0; add != NULL && i < out->numel; i++)
    sums[i] = alpha * sums[i] + (beta != 0 ? beta * add->numbers[i] : 0);
  fl_call_settle (out, sums);
  return add != NULL && return_addbmm (call, out);
}

/* Rows of small integers, each times its scale, are the columns of the second factor. */
gboolean
reference_int8pack_mm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "mat2"),
               *scales = fl_call_get_view (call, "scales");
  if (a == NULL || b == NULL || scales == NULL || a->n_dims != 2 || b->n_dims != 2 || a->sizes[1] != b->sizes[1]
      || scales->numel != b->sizes[0])
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  const gint64 sizes[] = { a->sizes[0], b->sizes[0] };
  const double *x = fl_call_numbers (call, a), *y = fl_call_numbers (call, b), *factor = fl_call_numbers (call, scales);
  FlArray *out = fl_call_new_array (call, a->dtype, 2, sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < out->numel; i++)
    {
      for (gint64 k = 0; k < a->sizes[1]; k++)
        sums[i] += x[i / sizes[1] * a->sizes[1] + k] * y[i % sizes[1] * a->sizes[1] + k];
      sums[i] *= factor[i % sizes[1]];
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* A factor for each element of the product: of all, of each row or of each column. NULL: there is none, or it is
 * another kind. */
static const FlArray *
open_scale (FlCall *call, const char *name, const gint64 *sizes)
{
  const FlDatum *datum = fl_call_find (call, name);
  const FlView *view = datum != NULL && datum->kind == FL_DATUM_TENSOR ? datum->view : NULL;
  gboolean fits = view != NULL && view->dtype == FL_DTYPE_F32
                  && (view->n_dims == 2 || fl_sizes_product (view->sizes, view->n_dims) == 1);
  for (guint d = 0; fits && view->n_dims == 2 && d < 2; d++)
    fits = view->sizes[d] == 1 || view->sizes[d] == sizes[d];
  if (fits)
    return fl_call_broadcast (call, datum, FL_DTYPE_F32, 2, sizes);
  fl_call_fail (call, FL_ERROR_UNSUPPORTED,
                "%s: %s is neither one number nor one a row or column in f32; scales by blocks are lacking",
                call->row->name, name);
  return NULL;
}

/* scale_a * scale_b * (a b) + bias, rounded once. */
gboolean
reference_scaled_mm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "mat2");
  const FlDatum *bias = fl_call_find (call, "bias"), *scale_result = fl_call_find (call, "scale_result");
  if (a == NULL || b == NULL || a->n_dims != 2 || b->n_dims != 2 || a->sizes[1] != b->sizes[0])
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  if (scale_result != NULL && scale_result->kind == FL_DATUM_TENSOR)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s: scale_result is lacking", call->row->name);
  const gint64 sizes[] = { a->sizes[0], b->sizes[1] };
  const FlArray *scale_a = open_scale (call, "scale_a", sizes),
                *scale_b = scale_a == NULL ? NULL : open_scale (call, "scale_b", sizes);
  if (scale_b == NULL)
    return FALSE;
  const FlArray *add
      = bias == NULL || bias->kind != FL_DATUM_TENSOR ? NULL : fl_call_broadcast (call, bias, FL_DTYPE_F32, 2, sizes);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "out_dtype", a->dtype), 2, sizes);
  fl_matmul_add (sizes[0], sizes[1], a->sizes[1], fl_call_numbers (call, a), fl_call_numbers (call, b), out->numbers,
                 call->cancelled);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = out->numbers[i] * scale_a->numbers[i] * scale_b->numbers[i] + (add == NULL ? 0 : add->numbers[i]);
  return fl_call_return (call, out);
}

/* --- with vectors: seen as matrices ----------------------------------------------------------- */

static FlView *
add_dim (const FlView *view, guint dim)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS];
  for (guint d = 0, from = 0; d <= view->n_dims; d++)
    {
      sizes[d] = d == dim ? 1 : view->sizes[from];
      strides[d] = d == dim ? 0 : view->strides[from];
      from += d != dim;
    }
  return fl_view_new (view, view->n_dims + 1, sizes, strides, view->offset);
}

/* Multiplies and drops the dims of size 1 that were added: bit 0 the row, bit 1 the column. */
static gboolean
multiply_and_drop (FlCall *call, const FlView *a, const FlView *b, guint drop)
{
  if (!multiply (call, a, b, NULL, a->dtype))
    return FALSE;
  FlView *whole = call->result.view;
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS];
  guint n = 0;
  for (guint d = 0; d < whole->n_dims; d++)
    if (!((drop & 1) && d == whole->n_dims - 2) && !((drop & 2) && d == whole->n_dims - 1))
      {
        sizes[n] = whole->sizes[d];
        strides[n++] = whole->strides[d];
      }
  FlView *view = fl_view_new (whole, n, sizes, strides, whole->offset);
  fl_view_unref (whole);
  call->result.view = view;
  return TRUE;
}

gboolean
reference_mv (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *v = fl_call_get_view (call, "vec");
  if (a == NULL || v == NULL)
    return FALSE;
  FlView *column = add_dim (v, 1);
  gboolean ok = multiply_and_drop (call, a, column, 2);
  fl_view_unref (column);
  return ok;
}

gboolean
reference_addmv (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "mat"), *v = fl_call_get_view (call, "vec");
  if (a == NULL || v == NULL || a->n_dims != 2)
    return FALSE;
  const double *x = fl_call_numbers (call, a), *y = fl_call_numbers (call, v);
  const FlArray *bias = fl_call_broadcast (call, fl_call_find (call, "self"), a->dtype, 1, a->sizes);
  double alpha = fl_call_get_double (call, "alpha", 1), beta = fl_call_get_double (call, "beta", 1);
  FlArray *out = fl_call_new_array (call, a->dtype, 1, a->sizes);
  if (out->integers != NULL)
    {
      add_integers (a->sizes[0], 1, a->sizes[1], fl_call_dense (call, a)->integers, fl_call_dense (call, v)->integers,
                    out->integers);
      scale_integers (call, bias, out);
      return fl_call_return (call, out);
    }
  for (gint64 i = 0; i < a->sizes[0]; i++)
    {
      double sum = 0;
      add_products (call, a->dtype, 1, 1, a->sizes[1], x + i * a->sizes[1], y, &sum);
      drop_products (call, alpha, &sum, 1);
      fl_array_set (out, i, alpha * sum + (beta == 0 ? 0 : beta * fl_array_get (bias, i)));
    }
  return fl_call_return (call, out);
}

gboolean
reference_dot (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "tensor|other");
  if (a == NULL || b == NULL)
    return FALSE;
  FlArray *out = fl_call_new_array (call, a->dtype, 0, NULL);
  if (out->integers != NULL)
    {
      add_integers (1, 1, a->numel, fl_call_dense (call, a)->integers, fl_call_dense (call, b)->integers,
                    out->integers);
      out->integers[0] = fl_dtype_wrap (out->dtype, out->integers[0]);
      return fl_call_return (call, out);
    }
  const double *x = fl_call_numbers (call, a), *y = fl_call_numbers (call, b);
  double sum = 0;
  for (gint64 i = 0; i < a->numel; i++)
    sum += x[i] * y[i];
  return fl_call_return (call, fl_call_settle (out, &sum));
}

/* torch.matmul: vectors become matrices, leading dims broadcast. */
gboolean
reference_matmul (FlCall *call)
{
  FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "other");
  if (a == NULL || b == NULL)
    return FALSE;
  guint drop = (a->n_dims == 1) | (b->n_dims == 1) << 1;
  FlView *left = a->n_dims == 1 ? add_dim (a, 0) : fl_view_ref (a);
  FlView *right = b->n_dims == 1 ? add_dim (b, 1) : fl_view_ref (b);
  guint n = MAX (left->n_dims, right->n_dims);
  gint64 a_sizes[FL_MAX_DIMS], b_sizes[FL_MAX_DIMS];
  for (guint d = 0; d < n; d++)
    {
      gint64 la = (gint64) d + left->n_dims - n, lb = (gint64) d + right->n_dims - n;
      gint64 x = la < 0 ? 1 : left->sizes[la], y = lb < 0 ? 1 : right->sizes[lb];
      a_sizes[d] = d + 2 >= n || x != 1 ? x : y;
      b_sizes[d] = d + 2 >= n || y != 1 ? y : x;
    }
  FlDatum da = { .kind = FL_DATUM_TENSOR, .view = left }, db = { .kind = FL_DATUM_TENSOR, .view = right };
  const FlArray *x = fl_call_broadcast (call, &da, a->dtype, n, a_sizes),
                *y = fl_call_broadcast (call, &db, b->dtype, n, b_sizes);
  FlView *xv = fl_view_new_borrowed ((FlArray *) x), *yv = fl_view_new_borrowed ((FlArray *) y);
  gboolean ok = multiply_and_drop (call, xv, yv, drop);
  fl_view_unref (xv);
  fl_view_unref (yv);
  fl_view_unref (left);
  fl_view_unref (right);
  return ok;
}

/* input [..., k] times weight [n, k] transposed, plus bias [n]. */
gboolean
reference_linear (FlCall *call)
{
  const FlView *in = fl_call_get_view (call, "input"), *weight = fl_call_get_view (call, "weight");
  if (in == NULL || weight == NULL || weight->n_dims != 2 || in->n_dims == 0)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s: the weight is no matrix", call->row->name);
  gint64 k = weight->sizes[1], n = weight->sizes[0], m = k == 0 ? 0 : in->numel / k;
  gint64 turned[] = { k, n }, strides[] = { weight->strides[1], weight->strides[0] };
  FlView *transposed = fl_view_new (weight, 2, turned, strides, weight->offset);
  const double *x = fl_call_numbers (call, in), *w = fl_call_numbers (call, transposed);
  const gint64 *factors = fl_call_dense (call, transposed)->integers;
  fl_view_unref (transposed);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, in->sizes, sizeof sizes);
  sizes[in->n_dims - 1] = n;
  FlArray *out = fl_call_new_array (call, in->dtype, in->n_dims, sizes);
  const FlDatum *bias = fl_call_find (call, "bias");
  if (out->integers != NULL && factors != NULL)
    {
      add_integers (m, n, k, fl_call_dense (call, in)->integers, factors, out->integers);
      scale_integers (call, bias == NULL ? NULL : fl_call_broadcast (call, bias, in->dtype, in->n_dims, sizes), out);
      return fl_call_return (call, out);
    }
  double *sums = fl_call_open_numbers (call, out);
  fl_matmul_add (m, n, k, x, w, sums, call->cancelled);
  if (bias != NULL)
    {
      const FlArray *add = fl_call_broadcast (call, bias, in->dtype, in->n_dims, sizes);
      for (gint64 i = 0; i < out->numel; i++)
        sums[i] += fl_array_get (add, i);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}
