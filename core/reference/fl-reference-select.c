/* Reference kernels, pointwise: selection, conversion, and operators of three operands. */
#include "fl-reference-kernels.h"
#include "fl-reference-pointwise-private.h"

#include <math.h>

REFERENCE_KERNEL (where);
REFERENCE_KERNEL (masked_fill);
REFERENCE_KERNEL (clone);
REFERENCE_KERNEL (force_stride_order);
REFERENCE_KERNEL (copy);
REFERENCE_KERNEL (to_copy);
REFERENCE_KERNEL (convert_element_type);
REFERENCE_KERNEL (fill);
REFERENCE_KERNEL (addcmul);
REFERENCE_KERNEL (addcdiv);
REFERENCE_KERNEL (lerp);
REFERENCE_KERNEL (fma);
REFERENCE_KERNEL (clamp);
REFERENCE_KERNEL (nan_to_num);

/* --- selection and conversion ----------------------------------------------------------------- */

static gboolean
choose (FlCall *call, const FlDatum *mask, const FlDatum *yes, const FlDatum *no, FlDtype dtype)
{
  const FlDatum *values[] = { mask, yes, no };
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  if (!fl_call_broadcast_shapes (call, 3, values, &n_dims, sizes))
    return FALSE;
  const FlArray *m = fl_call_broadcast (call, mask, FL_DTYPE_BOOL, n_dims, sizes);
  const FlArray *a = fl_call_broadcast (call, yes, dtype, n_dims, sizes);
  const FlArray *b = fl_call_broadcast (call, no, dtype, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, dtype, n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (out->numbers != NULL)
      out->numbers[i] = m->integers[i] ? a->numbers[i] : b->numbers[i];
    else
      out->integers[i] = m->integers[i] ? a->integers[i] : b->integers[i];
  return fl_call_return (call, out);
}

gboolean
reference_where (FlCall *call)
{
  const FlDatum *values[] = { &call->values[1], &call->values[2] };
  return choose (call, &call->values[0], values[0], values[1], fl_call_promote (call, 2, values));
}

gboolean
reference_masked_fill (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  return self != NULL && choose (call, &call->values[1], &call->values[2], &call->values[0], self->dtype);
}

gboolean
reference_clone (FlCall *call)
{
  const FlView *view = fl_call_get_view (call, call->names[0]);
  return view != NULL && fl_call_return_view (call, fl_view_new_array (fl_view_dup_array (view)));
}

/* Elements that share memory cannot all be kept: PyTorch refuses to write such a tensor. */
gboolean
reference_force_stride_order (FlCall *call)
{
  const FlView *view = fl_call_get_view (call, call->names[0]);
  gint64 strides[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "stride", strides, FL_MAX_DIMS);

  if (view == NULL)
    return FALSE;
  if (n != (int) view->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %d strides for %u dimensions", call->row->name, n, view->n_dims);
  for (guint d = 0; d < view->n_dims; d++)
    {
      gint64 inner = 1; /* the elements of the dimensions that are packed closer */

      for (guint k = 0; k < view->n_dims; k++)
        if (k != d && view->sizes[k] > 1 && (strides[k] < strides[d] || (strides[k] == strides[d] && k > d)))
          inner += (view->sizes[k] - 1) * strides[k];
      if (view->sizes[d] > 1 && strides[d] < inner)
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: the stride %" G_GINT64_FORMAT " of dimension %u makes elements overlap",
                             call->row->name, strides[d], d);
    }
  return reference_clone (call);
}

gboolean
reference_copy (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *from = fl_call_broadcast (call, fl_call_find (call, "src"), self->dtype, self->n_dims, self->sizes);
  FlView *view = fl_view_new_borrowed ((FlArray *) from);
  FlView *copy = fl_view_new_array (fl_view_dup_array (view));
  fl_view_unref (view);
  return fl_call_return_view (call, copy);
}

gboolean
reference_to_copy (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, call->names[0]);
  if (self == NULL)
    return FALSE;
  const FlView *like = fl_call_find_view (call, "other");
  FlDtype dtype = like != NULL ? like->dtype : fl_call_get_dtype (call, "dtype", self->dtype);
  const FlArray *from = fl_call_cast (call, self, dtype);
  FlView *view = fl_view_new_borrowed ((FlArray *) from);
  FlView *copy = fl_view_new_array (fl_view_dup_array (view));
  fl_view_unref (view);
  return fl_call_return_view (call, copy);
}

gboolean
reference_convert_element_type (FlCall *call)
{
  return reference_to_copy (call);
}

gboolean
reference_fill (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  FlDatum zero = fl_datum_int (0);
  const FlDatum *value = fl_call_find (call, "value");
  const FlArray *from = fl_call_broadcast (call, value == NULL ? &zero : value, self->dtype, self->n_dims, self->sizes);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (out->numbers != NULL)
      out->numbers[i] = from->numbers[i];
    else
      out->integers[i] = from->integers[i];
  return fl_call_return (call, out);
}

/* --- three operands --------------------------------------------------------------------------- */

typedef double (*TernaryFunc) (double a, double b, double c, double value);
typedef guint64 (*TernaryIntegers) (guint64 a, guint64 b, guint64 c, guint64 value);

static gboolean
do_ternary (FlCall *call, TernaryFunc func, TernaryIntegers integer, double value, gboolean is_float)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1], &call->values[2] };
  const FlArray *arrays[3] = { NULL };
  FlDtype dtype = fl_call_promote (call, 3, values);
  if (is_float)
    dtype = fl_dtype_get_float (dtype);
  if (!fl_call_open_operands (call, 3, values, &dtype, arrays))
    return FALSE;
  FlArray *out = fl_call_new_array (call, dtype, arrays[0]->n_dims, arrays[0]->sizes);
  guint64 factor = fl_number_to_int (value);
  for (gint64 i = 0; i < out->numel; i++)
    if (out->numbers == NULL) /* a factor of integers is one, too; they wrap, and keep all their digits */
      out->integers[i] = fl_dtype_wrap (dtype, integer (arrays[0]->integers[i], arrays[1]->integers[i],
                                                        arrays[2]->integers[i], factor));
    else
      out->numbers[i] = func (arrays[0]->numbers[i], arrays[1]->numbers[i], arrays[2]->numbers[i], value);
  return fl_call_return (call, out);
}

static double
f_addcmul (double a, double b, double c, double v)
{
  return a + v * b * c;
}
static guint64
i_addcmul (guint64 a, guint64 b, guint64 c, guint64 v)
{
  return a + v * b * c;
}
/* clang-format off */
static double f_addcdiv (double a, double b, double c, double v) { return a + v * b / c; }
static double f_lerp (double a, double b, double c, double v) { return fabs (c) < 0.5 ? a + c * (b - a) : b - (b - a) * (1 - c); }
static double f_fma (double a, double b, double c, double v) { return fma (a, b, c); }
/* clang-format on */
static guint64
i_fma (guint64 a, guint64 b, guint64 c, guint64 v)
{
  return a * b + c;
}

gboolean
reference_addcmul (FlCall *call)
{
  return do_ternary (call, f_addcmul, i_addcmul, fl_call_get_double (call, "value", 1), FALSE);
}

gboolean
reference_addcdiv (FlCall *call)
{
  return do_ternary (call, f_addcdiv, NULL, fl_call_get_double (call, "value", 1), TRUE);
}

gboolean
reference_lerp (FlCall *call)
{
  return do_ternary (call, f_lerp, NULL, 0, TRUE);
}

gboolean
reference_fma (FlCall *call)
{
  return do_ternary (call, f_fma, i_fma, 0, FALSE);
}

gboolean
reference_clamp (FlCall *call)
{
  const FlDatum *low = fl_call_find (call, "min"), *high = fl_call_find (call, "max");
  const FlDatum *values[] = { &call->values[0], low, high };
  const FlArray *arrays[3] = { NULL };
  FlDtype dtype = FL_DTYPE_NONE;
  if (!fl_call_open_operands (call, 3, values, &dtype, arrays))
    return FALSE;
  FlArray *out = fl_call_new_array (call, dtype, arrays[0]->n_dims, arrays[0]->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (out->integers != NULL)
      {
        gint64 x = arrays[0]->integers[i];
        x = low != NULL ? MAX (x, arrays[1]->integers[i]) : x;
        out->integers[i] = high != NULL ? MIN (x, arrays[2]->integers[i]) : x;
      }
    else
      {
        double x = arrays[0]->numbers[i];
        x = low != NULL ? fl_reference_max (x, arrays[1]->numbers[i]) : x;
        out->numbers[i] = high != NULL ? fl_reference_min (x, arrays[2]->numbers[i]) : x;
      }
  return fl_call_return (call, out);
}

gboolean
reference_nan_to_num (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  double top = self->dtype == FL_DTYPE_F64    ? G_MAXDOUBLE
               : self->dtype == FL_DTYPE_F16  ? 65504.0
               : self->dtype == FL_DTYPE_BF16 ? 0x1.fep127
                                              : G_MAXFLOAT;
  double nan = fl_call_get_double (call, "nan", 0), high = fl_call_get_double (call, "posinf", top);
  double low = fl_call_get_double (call, "neginf", -top);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (in->integers != NULL)
      out->integers[i] = in->integers[i];
    else
      out->numbers[i] = isnan (in->numbers[i])   ? nan
                        : isinf (in->numbers[i]) ? (in->numbers[i] > 0 ? high : low)
                                                 : in->numbers[i];
  return fl_call_return (call, out);
}
