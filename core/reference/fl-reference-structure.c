/* Reference kernels of operators that move elements about, and of a few that libraries compute:
 * plain loops over positions. */
#include <string.h>

#include "fl-reference-formula.h"
#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (diag_embed);
REFERENCE_KERNEL (rot90);
REFERENCE_KERNEL (glu_backward);
REFERENCE_KERNEL (put);
REFERENCE_KERNEL (isin);
REFERENCE_KERNEL (cross);
REFERENCE_KERNEL (renorm);
REFERENCE_KERNEL (weight_norm);
REFERENCE_KERNEL (frexp);
REFERENCE_KERNEL (fake_quantize);

static void
copy_element (const FlArray *from, gint64 source, FlArray *to, gint64 target)
{
  if (to->integers != NULL)
    to->integers[target] = from->integers[source];
  else
    to->numbers[target] = from->numbers[source];
}

static void
split_position (gint64 i, guint n_dims, const gint64 *sizes, gint64 *index)
{
  for (guint d = n_dims; d-- > 0; i /= sizes[d])
    index[d] = i % sizes[d];
}

static gint64
join_position (guint n_dims, const gint64 *sizes, const gint64 *index)
{
  gint64 i = 0;
  for (guint d = 0; d < n_dims; d++)
    i = i * sizes[d] + index[d];
  return i;
}

/* --- moved ------------------------------------------------------------------------------------- */

gboolean
reference_diag_embed (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || self->n_dims == 0)
    return self != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs a dimension", call->row->name);
  guint n = self->n_dims + 1;
  gint64 offset = fl_call_get_int (call, "offset", 0), length = self->sizes[self->n_dims - 1];
  gint64 dim1 = fl_wrap_dim (fl_call_get_int (call, "dim1", -2), n),
         dim2 = fl_wrap_dim (fl_call_get_int (call, "dim2", -1), n);
  gint64 sizes[FL_MAX_DIMS], index[FL_MAX_DIMS], place[FL_MAX_DIMS];
  for (guint d = 0, from = 0; d < n; d++)
    sizes[d] = d == dim1 || d == dim2 ? length + ABS (offset) : self->sizes[from++];
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, n, sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, self->n_dims, self->sizes, index);
      for (guint d = 0, from = 0; d < n; d++)
        place[d] = d == dim1   ? index[self->n_dims - 1] + MAX (-offset, 0)
                   : d == dim2 ? index[self->n_dims - 1] + MAX (offset, 0)
                               : index[from++];
      copy_element (in, i, out, join_position (n, sizes, place));
    }
  return fl_call_return (call, out);
}

gboolean
reference_rot90 (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 dims[2] = { 0, 1 }, sizes[FL_MAX_DIMS], index[FL_MAX_DIMS];
  if (self == NULL)
    return FALSE;
  fl_call_get_ints (call, "dims", dims, 2);
  gint64 k = (fl_call_get_int (call, "k", 1) % 4 + 4) % 4, a = fl_wrap_dim (dims[0], self->n_dims),
         b = fl_wrap_dim (dims[1], self->n_dims);
  memcpy (sizes, self->sizes, sizeof sizes);
  if (k % 2 == 1)
    {
      sizes[a] = self->sizes[b];
      sizes[b] = self->sizes[a];
    }
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, self->n_dims, self->sizes, index);
      for (gint64 turn = 0; turn < k; turn++) /* (r, c) of an r x c matrix goes to (last column - c, r) */
        {
          gint64 columns = turn % 2 == 0 ? self->sizes[b] : self->sizes[a], r = index[a];
          index[a] = columns - 1 - index[b];
          index[b] = r;
        }
      copy_element (in, i, out, join_position (self->n_dims, sizes, index));
    }
  return fl_call_return (call, out);
}

gboolean
reference_glu_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *self = fl_call_get_view (call, "self");
  if (grad == NULL || self == NULL)
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims), half, index[FL_MAX_DIMS];
  gboolean fits = grad->n_dims == self->n_dims && dim >= 0 && dim < (gint64) self->n_dims && self->sizes[dim] % 2 == 0;
  for (guint d = 0; fits && d < self->n_dims; d++)
    fits = grad->sizes[d] == (d == dim ? self->sizes[d] / 2 : self->sizes[d]);
  if (!fits)
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: the gradient has not the sizes of self with dimension %" G_GINT64_FORMAT " halved",
                         call->row->name, dim);
  half = self->sizes[dim] / 2;
  const FlArray *in = fl_call_dense (call, self), *g = fl_call_dense (call, grad);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < g->numel; i++)
    {
      split_position (i, grad->n_dims, grad->sizes, index);
      gint64 first = join_position (self->n_dims, self->sizes, index);
      index[dim] += half;
      gint64 second = join_position (self->n_dims, self->sizes, index);
      double s = 1 / (1 + exp (-in->numbers[second])), left = 1 - s;
      if (call->noise != 0) /* 1 - s keeps as many digits of it as s, which is near 1, has in f32 */
        left += (self->dtype == FL_DTYPE_F64 ? 0x1p-53 : 0x1p-24)
                * (2 * fl_reference_draw (call->noise ^ call->seed, i, FALSE) - 1);
      out->numbers[first] = g->numbers[i] * s;
      out->numbers[second] = g->numbers[i] * in->numbers[first] * s * left;
    }
  return fl_call_return (call, out);
}

gboolean
reference_put (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *index = fl_call_get_view (call, "index"),
               *source = fl_call_get_view (call, "source");
  if (self == NULL || index == NULL || source == NULL)
    return FALSE;
  gboolean adds = fl_call_get_bool (call, "accumulate", FALSE);
  const FlArray *in = fl_call_dense (call, self), *at = fl_call_dense (call, index),
                *from = fl_call_dense (call, source);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < in->numel; i++)
    copy_element (in, i, out, i);
  if (from->numel != at->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " elements for %" G_GINT64_FORMAT " indices",
                         call->row->name, from->numel, at->numel);
  gint64 *places = fl_call_alloc (call, MAX (at->numel, 1), sizeof *places);
  for (gint64 i = 0; i < at->numel; i++)
    {
      places[i] = at->integers[i] < 0 ? at->integers[i] + in->numel : at->integers[i];
      if (places[i] < 0 || places[i] >= in->numel)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                             call->row->name, at->integers[i], in->numel);
      if (!adds)
        copy_element (from, i, out, places[i]);
    }
  if (adds)
    fl_call_add_elements (call, from, places, out);
  return fl_call_return (call, out);
}

/* Is each element among the others? Either side may be a number. */
gboolean
reference_isin (FlCall *call)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  FlDtype dtype = fl_call_promote (call, 2, values);
  const FlView *all = values[0]->kind == FL_DATUM_TENSOR ? values[0]->view : NULL,
               *set = values[1]->kind == FL_DATUM_TENSOR ? values[1]->view : NULL;
  const FlArray *x
      = fl_call_broadcast (call, values[0], dtype, all != NULL ? all->n_dims : 0, all != NULL ? all->sizes : NULL);
  const FlArray *y
      = fl_call_broadcast (call, values[1], dtype, set != NULL ? set->n_dims : 0, set != NULL ? set->sizes : NULL);
  gboolean is_inverse = fl_call_get_bool (call, "invert", FALSE);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_BOOL, x->n_dims, x->sizes);
  for (gint64 i = 0; i < x->numel; i++)
    {
      gboolean found = FALSE;
      for (gint64 k = 0; k < y->numel && !found; k++)
        found = fl_array_get (x, i) == fl_array_get (y, k);
      out->integers[i] = found != is_inverse;
    }
  return fl_call_return (call, out);
}

/* --- of vectors -------------------------------------------------------------------------------- */

gboolean
reference_cross (FlCall *call)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  gint64 sizes[FL_MAX_DIMS], index[FL_MAX_DIMS];
  guint n;
  if (!fl_call_broadcast_shapes (call, 2, values, &n, sizes))
    return FALSE;
  FlDtype dtype = fl_call_promote (call, 2, values);
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), n), at[2][2];
  for (guint k = 0; k < 2; k++)
    if (values[k]->kind == FL_DATUM_TENSOR
        && (values[k]->view->n_dims != n || dim < 0 || dim >= n || values[k]->view->sizes[dim] != 3))
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs operands of as many dimensions, and 3 elements along one",
                           call->row->name);
  const FlArray *a = fl_call_broadcast (call, values[0], dtype, n, sizes),
                *b = fl_call_broadcast (call, values[1], dtype, n, sizes);
  FlArray *out = fl_call_new_array (call, dtype, n, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      split_position (i, n, sizes, index);
      gint64 own = index[dim];
      for (guint k = 0; k < 2; k++)
        {
          index[dim] = (own + 1 + k) % 3;
          at[0][k] = join_position (n, sizes, index);
        }
      if (out->integers != NULL) /* integers wrap */
        out->integers[i] = fl_dtype_wrap (dtype, (guint64) a->integers[at[0][0]] * b->integers[at[0][1]]
                                                     - (guint64) a->integers[at[0][1]] * b->integers[at[0][0]]);
      else
        fl_array_set (out, i,
                      fl_array_get (a, at[0][0]) * fl_array_get (b, at[0][1])
                          - fl_array_get (a, at[0][1]) * fl_array_get (b, at[0][0]));
    }
  return fl_call_return (call, out);
}

/* The p-norm of what shares a place of dimension dim with element i. */
static double *
find_norms (FlCall *call, const FlView *view, guint dim, double p)
{
  const FlArray *in = fl_call_dense (call, view);
  double *norms = fl_call_alloc (call, MAX (view->sizes[dim], 1), sizeof *norms);
  gint64 index[FL_MAX_DIMS];
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, view->n_dims, view->sizes, index);
      double x = fabs (fl_array_get (in, i));
      if (!isinf (p))
        norms[index[dim]] += p == 0 ? x != 0 : pow (x, p);
      else if (isnan (x) || x > norms[index[dim]])
        norms[index[dim]] = x;
    }
  for (gint64 k = 0; k < view->sizes[dim] && p != 0 && !isinf (p); k++)
    norms[k] = pow (norms[k], 1 / p);
  return norms;
}

gboolean
reference_renorm (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  double most = fl_call_get_double (call, "maxnorm", 0);
  const double *norms = find_norms (call, self, dim, fl_call_get_double (call, "p", 2));
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  gint64 index[FL_MAX_DIMS];
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, self->n_dims, self->sizes, index);
      double norm = norms[index[dim]];
      fl_array_set (out, i, fl_array_get (in, i) * (norm > most ? most / (norm + 1e-7) : 1));
    }
  return fl_call_return (call, out);
}

gboolean
reference_weight_norm (FlCall *call)
{
  const FlView *v = fl_call_get_view (call, "v"), *g = fl_call_get_view (call, "g");
  if (v == NULL || g == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), v->n_dims);
  const double *norms = find_norms (call, v, dim, 2), *lengths = fl_call_numbers (call, g);
  const FlArray *in = fl_call_dense (call, v);
  FlArray *out = fl_call_new_array (call, v->dtype, v->n_dims, v->sizes),
          *kept = fl_call_new_array (call, fl_dtype_get_compute (g->dtype), g->n_dims, g->sizes);
  gint64 index[FL_MAX_DIMS];
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, v->n_dims, v->sizes, index);
      out->numbers[i] = in->numbers[i] * lengths[index[dim]] / norms[index[dim]];
    }
  for (gint64 k = 0; k < kept->numel; k++)
    kept->numbers[k] = norms[k];
  return fl_call_return_list (call, 2, (FlArray *[]) { out, kept });
}

/* --- numbers taken apart ----------------------------------------------------------------------- */

gboolean
reference_frexp (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *mantissa = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  FlArray *exponent = fl_call_new_array (call, FL_DTYPE_I32, self->n_dims, self->sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      int power = 0;
      mantissa->numbers[i] = frexp (in->numbers[i], &power);
      exponent->integers[i] = isfinite (in->numbers[i]) ? power : 0;
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { mantissa, exponent });
}

static double
mvlgamma (double x, int p)
{
  double sum = p * (p - 1) / 4.0 * log (G_PI);
  for (int j = 0; j < p; j++)
    sum += lgamma (x - j / 2.0);
  return sum;
}

FORMULA (mvlgamma, FLOAT, LIST ("self"), LIST ("p"), mvlgamma (X, (int) p[0]))

/* --- quantization that stays in floats
 * ---------------------------------------------------------------------------------------- */

/* The nearest of the numbers that are scale times an integer, and whether that was in range. */
static gboolean
return_quantized (FlCall *call, const FlView *self, const double *scales, const double *zeros, gint64 dim,
                  gboolean is_on)
{
  double low = fl_call_get_int (call, "quant_min", 0), high = fl_call_get_int (call, "quant_max", 255);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes),
          *mask = fl_call_new_array (call, FL_DTYPE_BOOL, self->n_dims, self->sizes);
  gint64 index[FL_MAX_DIMS];
  for (gint64 i = 0; i < in->numel; i++)
    {
      split_position (i, self->n_dims, self->sizes, index);
      gint64 k = dim < 0 ? 0 : index[dim];
      double q = nearbyint ((float) (1 / (float) scales[k]) * in->numbers[i]) + zeros[k];
      out->numbers[i] = is_on ? (CLAMP (q, low, high) - zeros[k]) * scales[k] : in->numbers[i];
      mask->integers[i] = !is_on || (q >= low && q <= high);
    }
  if (strstr (call->row->name, "cachemask") == NULL)
    return fl_call_return (call, out);
  return fl_call_return_list (call, 2, (FlArray *[]) { out, mask });
}

gboolean
reference_fake_quantize (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *scale = NULL, *zero = NULL, *on = NULL;
  if (self == NULL)
    return FALSE;
  if (strstr (call->row->name, "channel") != NULL || strstr (call->row->name, "tensor_qparams") != NULL)
    {
      scale = fl_call_get_view (call, "scale");
      zero = fl_call_get_view (call, "zero_point");
      if (scale == NULL || zero == NULL)
        return FALSE;
      on = strstr (call->row->name, "tensor_qparams") != NULL ? fl_call_find_view (call, "fake_quant_enabled") : NULL;
      gboolean is_on = on == NULL || fl_call_numbers (call, on)[0] != 0;
      gint64 dim = strstr (call->row->name, "channel") != NULL
                       ? fl_wrap_dim (fl_call_get_int (call, "axis", 0), self->n_dims)
                       : -1;
      gint64 n = dim >= 0 && dim < self->n_dims ? self->sizes[dim] : 1;
      if (scale->numel != n || zero->numel != n)
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: %" G_GINT64_FORMAT " scales and %" G_GINT64_FORMAT
                             " zero points for %" G_GINT64_FORMAT " channels",
                             call->row->name, scale->numel, zero->numel, n);
      return return_quantized (call, self, fl_call_numbers (call, scale), fl_call_numbers (call, zero), dim, is_on);
    }
  double s = fl_call_get_double (call, "scale", 1), z = fl_call_get_int (call, "zero_point", 0);
  return return_quantized (call, self, &s, &z, -1, TRUE);
}
