/* Reference kernels of complex numbers: Fourier transforms between real and complex ones by their
 * definition, conjugates, and complex numbers put together. An array of complex numbers has two
 * numbers an element. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (fft_r2c);
REFERENCE_KERNEL (fft_c2r);
REFERENCE_KERNEL (conj);
REFERENCE_KERNEL (complex);
REFERENCE_KERNEL (polar);

/* Along one dimension: out (k) = sum over i of in (i) e^(sign 2 pi i k / length), in place. */
static void
transform (double *data, guint n_dims, const gint64 *sizes, guint dim, int sign, double *lane)
{
  const gint64 length = sizes[dim], inner = fl_sizes_product (sizes + dim + 1, n_dims - dim - 1),
               outer = fl_sizes_product (sizes, dim);
  for (gint64 row = 0; row < outer * inner; row++)
    {
      double *x = data + 2 * (row / inner * length * inner + row % inner);
      for (gint64 k = 0; k < length; k++)
        {
          double re = 0, im = 0;
          for (gint64 i = 0; i < length; i++)
            {
              const double angle = sign * 2 * G_PI * (double) (i * k % length) / (double) length, c = cos (angle),
                           s = sin (angle);
              re += x[2 * i * inner] * c - x[2 * i * inner + 1] * s;
              im += x[2 * i * inner] * s + x[2 * i * inner + 1] * c;
            }
          lane[2 * k] = re;
          lane[2 * k + 1] = im;
        }
      for (gint64 k = 0; k < length; k++)
        memcpy (x + 2 * k * inner, lane + 2 * k, 2 * sizeof *lane);
    }
}

/* 0 none, 1 by the root, 2 by the length. */
static double
get_scale (FlCall *call, double length)
{
  const gint64 normalization = fl_call_get_int (call, "normalization", 0);
  return normalization == 0 ? 1 : normalization == 1 ? 1 / sqrt (length) : 1 / length;
}

/* Where element i of an array of sizes lies in one whose size of dim is another. */
static gint64
find_place (gint64 i, guint n_dims, const gint64 *sizes, guint dim, gint64 other)
{
  const gint64 inner = fl_sizes_product (sizes + dim + 1, n_dims - dim - 1);
  return i / (inner * sizes[dim]) * inner * other + i / inner % sizes[dim] * inner + i % inner;
}

gboolean
reference_fft_r2c (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 dims[FL_MAX_DIMS], sizes[FL_MAX_DIMS];
  const int n = fl_call_get_ints (call, "dim", dims, FL_MAX_DIMS);
  double length = 1;
  if (self == NULL || n <= 0 || !fl_dtype_is_float (self->dtype))
    return self != NULL
           && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs real numbers and a dimension", call->row->name);
  const FlArray *in = fl_call_dense (call, self);
  double *data = fl_call_alloc (call, 2 * MAX (in->numel, 1), sizeof *data);
  for (gint64 i = 0; i < in->numel; i++)
    data[2 * i] = in->numbers[i];
  for (int i = 0; i < n; i++)
    {
      const guint dim = fl_wrap_dim (dims[i], self->n_dims);
      transform (data, self->n_dims, self->sizes, dim, -1, fl_call_alloc (call, 2 * self->sizes[dim], sizeof *data));
      length *= (double) self->sizes[dim];
    }
  const guint last = fl_wrap_dim (dims[n - 1], self->n_dims);
  memcpy (sizes, self->sizes, sizeof sizes);
  if (fl_call_get_bool (call, "onesided", TRUE))
    sizes[last] = self->sizes[last] / 2 + 1;
  FlArray *out
      = fl_call_new_array (call, self->dtype == FL_DTYPE_F64 ? FL_DTYPE_C128 : FL_DTYPE_C64, self->n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    for (guint part = 0; part < 2; part++)
      out->numbers[2 * i + part]
          = data[2 * find_place (i, self->n_dims, sizes, last, self->sizes[last]) + part] * get_scale (call, length);
  return fl_call_return (call, out);
}

/* What is not there of the last dimension is the conjugate of what is. */
gboolean
reference_fft_c2r (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 dims[FL_MAX_DIMS], sizes[FL_MAX_DIMS];
  const int n = fl_call_get_ints (call, "dim", dims, FL_MAX_DIMS);
  double length = 1;
  if (self == NULL || n <= 0 || !fl_dtype_is_complex (self->dtype))
    return self != NULL
           && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs complex numbers and a dimension", call->row->name);
  const FlArray *in = fl_call_dense (call, self);
  const guint last = fl_wrap_dim (dims[n - 1], self->n_dims);
  double *half = fl_call_alloc (call, 2 * MAX (in->numel, 1), sizeof *half);
  memcpy (half, in->numbers, 2 * in->numel * sizeof *half);
  for (int i = 0; i + 1 < n; i++)
    {
      const guint dim = fl_wrap_dim (dims[i], self->n_dims);
      transform (half, self->n_dims, self->sizes, dim, 1, fl_call_alloc (call, 2 * self->sizes[dim], sizeof *half));
      length *= (double) self->sizes[dim];
    }
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[last] = fl_call_get_int (call, "last_dim_size", 0);
  length *= (double) sizes[last];
  FlArray *out
      = fl_call_new_array (call, self->dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32, self->n_dims, sizes);
  const gint64 inner = fl_sizes_product (sizes + last + 1, self->n_dims - last - 1), m = sizes[last],
               given = self->sizes[last];
  for (gint64 i = 0; i < out->numel; i++)
    {
      const gint64 k = i / inner % m, base = i / (inner * m) * inner * given + i % inner;
      double sum = 0;
      for (gint64 j = 0; j < m; j++)
        {
          const gint64 source = j < m / 2 + 1 ? j : m - j;
          if (source >= given)
            continue;
          const double angle = 2 * G_PI * (double) (j * k % m) / (double) m, re = half[2 * (base + source * inner)];
          /* The imaginary parts of the first number and of the middle one cancel. */
          const double im = source == 0 || 2 * source == m ? 0 : half[2 * (base + source * inner) + 1];
          sum += re * cos (angle) - (source == j ? im : -im) * sin (angle);
        }
      out->numbers[i] = sum * get_scale (call, length);
    }
  return fl_call_return (call, out);
}

/* PyTorch's _conj is the same memory with a mark: as_strided finds its elements where those of self are. */
gboolean
reference_conj (FlCall *call)
{
  FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  if (call->row->op == FL_ATEN_OP__CONJ && fl_dtype_is_complex (self->dtype))
    {
      const gint64 one = 1, length = self->storage->array->numel;
      FlView *memory = fl_view_new (self, 1, &length, &one, 0);
      FlArray *array = fl_view_dup_array (memory);
      for (gint64 i = 1; i < 2 * length; i += 2)
        array->numbers[i] = -array->numbers[i];
      fl_view_unref (memory);
      memory = fl_view_new_array (array);
      FlView *out = fl_view_new (memory, self->n_dims, self->sizes, self->strides, self->offset);
      fl_view_unref (memory);
      return fl_call_return_view (call, out);
    }
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  const gboolean is_complex = fl_dtype_is_complex (self->dtype);
  for (gint64 i = 0; i < (is_complex ? 2 : 1) * in->numel; i++)
    if (in->integers != NULL)
      out->integers[i] = in->integers[i];
    else
      out->numbers[i] = is_complex && i % 2 == 1 ? -in->numbers[i] : in->numbers[i];
  return fl_call_return (call, out);
}

/* a + b i, or length and angle. */
static gboolean
do_complex (FlCall *call, gboolean is_polar)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  gint64 sizes[FL_MAX_DIMS];
  guint n;
  if (!fl_call_broadcast_shapes (call, 2, values, &n, sizes))
    return FALSE;
  const FlDtype dtype = fl_call_promote (call, 2, values);
  const FlArray *a = fl_call_broadcast (call, values[0], dtype, n, sizes),
                *b = fl_call_broadcast (call, values[1], dtype, n, sizes);
  FlArray *out = fl_call_new_array (call,
                                    dtype == FL_DTYPE_F64   ? FL_DTYPE_C128
                                    : dtype == FL_DTYPE_F16 ? FL_DTYPE_C32
                                                            : FL_DTYPE_C64,
                                    n, sizes);
  for (gint64 i = 0; i < a->numel; i++)
    {
      const double x = fl_array_get (a, i), y = fl_array_get (b, i);
      out->numbers[2 * i] = is_polar ? x * cos (y) : x;
      out->numbers[2 * i + 1] = is_polar ? x * sin (y) : y;
    }
  return fl_call_return (call, out);
}

gboolean
reference_complex (FlCall *call)
{
  return do_complex (call, FALSE);
}

gboolean
reference_polar (FlCall *call)
{
  return do_complex (call, TRUE);
}
