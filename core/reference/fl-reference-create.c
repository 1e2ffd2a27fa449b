/* Reference kernels: tensors made from nothing. What is empty in PyTorch is zero here. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (full);
REFERENCE_KERNEL (full_like);
REFERENCE_KERNEL (empty);
REFERENCE_KERNEL (arange);
REFERENCE_KERNEL (iota);
REFERENCE_KERNEL (linspace);
REFERENCE_KERNEL (eye);
REFERENCE_KERNEL (logspace);
REFERENCE_KERNEL (hann_window);

/* The dtype of a number argument when none is given: bool, i64 or f32, as torch.full has it. */
static FlDtype
infer_dtype (const FlDatum *value)
{
  if (value == NULL || value->kind == FL_DATUM_FLOAT)
    return FL_DTYPE_F32;
  if (value->kind == FL_DATUM_TENSOR)
    return value->view->dtype;
  return value->kind == FL_DATUM_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_I64;
}

static gboolean
return_filled (FlCall *call, FlDtype dtype, guint n_dims, const gint64 *sizes, const FlDatum *value)
{
  FlArray *out = fl_call_new_array (call, dtype, n_dims, sizes);
  if (value != NULL)
    {
      const FlArray *from = fl_call_broadcast (call, value, dtype, n_dims, sizes);
      gsize width = fl_dtype_is_complex (dtype) ? 2 : 1;
      if (out->numbers != NULL)
        memcpy (out->numbers, from->numbers, width * out->numel * sizeof (double));
      else
        memcpy (out->integers, from->integers, out->numel * sizeof (gint64));
    }
  return fl_call_return (call, out);
}

/* full, zeros, ones and their new_ forms; scalar_tensor has no size. */
gboolean
reference_full (FlCall *call)
{
  gint64 sizes[FL_MAX_DIMS];
  FlDatum one = fl_datum_int (1);
  const FlDatum *value = fl_call_find (call, "fill_value|s");
  const FlView *self = fl_call_find_view (call, "self");
  int n = fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  FlDtype dtype = self != NULL                                                         ? self->dtype
                  : value != NULL && strstr (call->row->name, "scalar_tensor") == NULL ? infer_dtype (value)
                                                                                       : FL_DTYPE_F32;
  if (value == NULL && strstr (call->row->name, "ones") != NULL)
    value = &one;
  return return_filled (call, fl_call_get_dtype (call, "dtype", dtype), MAX (n, 0), sizes, value);
}

gboolean
reference_full_like (FlCall *call)
{
  FlDatum one = fl_datum_int (1);
  const FlView *self = fl_call_get_view (call, "self");
  const FlDatum *value = fl_call_find (call, "fill_value");
  if (self == NULL)
    return FALSE;
  if (value == NULL && strstr (call->row->name, "ones") != NULL)
    value = &one;
  return return_filled (call, fl_call_get_dtype (call, "dtype", self->dtype), self->n_dims, self->sizes, value);
}

gboolean
reference_empty (FlCall *call)
{
  gint64 sizes[FL_MAX_DIMS];
  const FlView *self = fl_call_find_view (call, "self");
  int n = fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  FlDtype dtype = fl_call_get_dtype (call, "dtype", self != NULL ? self->dtype : FL_DTYPE_F32);
  if (n < 0 && self != NULL)
    return return_filled (call, dtype, self->n_dims, self->sizes, NULL);
  return return_filled (call, dtype, MAX (n, 0), sizes, NULL);
}

static gboolean
is_whole (const FlDatum *value)
{
  return value == NULL || value->kind == FL_DATUM_INT || value->kind == FL_DATUM_BOOL;
}

gboolean
reference_arange (FlCall *call)
{
  const FlDatum *start = fl_call_find (call, "start"), *end = fl_call_find (call, "end"),
                *step = fl_call_find (call, "step");
  FlDtype dtype = is_whole (start) && is_whole (end) && is_whole (step) ? FL_DTYPE_I64 : FL_DTYPE_F32;
  dtype = fl_call_get_dtype (call, "dtype", dtype);
  double from = fl_call_get_double (call, "start", 0), to = fl_call_get_double (call, "end", 0),
         by = fl_call_get_double (call, "step", 1);
  gint64 n = by == 0 ? 0 : MAX (ceil ((to - from) / by), 0);
  FlArray *out = fl_call_new_array (call, dtype, 1, &n);
  for (gint64 i = 0; i < n; i++)
    fl_array_set (out, i, from + i * by);
  return fl_call_return (call, out);
}

gboolean
reference_iota (FlCall *call)
{
  gint64 n = fl_call_get_int (call, "length", 0), start = fl_call_get_int (call, "start", 0),
         step = fl_call_get_int (call, "step", 1);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_I64), 1, &n);
  for (gint64 i = 0; i < n; i++)
    if (out->integers != NULL)
      out->integers[i] = start + i * step;
    else
      out->numbers[i] = start + i * step;
  return fl_call_return (call, out);
}

gboolean
reference_linspace (FlCall *call)
{
  double start = fl_call_get_double (call, "start", 0), end = fl_call_get_double (call, "end", 0);
  gint64 n = fl_call_get_int (call, "steps", 0);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_F32), 1, &n);
  for (gint64 i = 0; i < n; i++)
    fl_array_set (out, i,
                  n == 1      ? start
                  : i < n / 2 ? start + i * (end - start) / (n - 1)
                              : end - (n - 1 - i) * (end - start) / (n - 1));
  return fl_call_return (call, out);
}

gboolean
reference_eye (FlCall *call)
{
  gint64 n = fl_call_get_int (call, "n", 0);
  gint64 sizes[] = { n, fl_call_get_int (call, "m", n) };
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_F32), 2, sizes);
  for (gint64 i = 0; i < MIN (sizes[0], sizes[1]); i++)
    fl_array_set (out, i * sizes[1] + i, 1);
  return fl_call_return (call, out);
}

/* Powers of the base, from start to end. */
gboolean
reference_logspace (FlCall *call)
{
  FlDtype dtype = fl_call_get_dtype (call, "dtype", FL_DTYPE_F32);
  double start = fl_call_get_double (call, "start", 0), end = fl_call_get_double (call, "end", 0),
         base = fl_call_get_double (call, "base", 10);
  gint64 n = fl_call_get_int (call, "steps", 0);
  FlArray *out = fl_call_new_array (call, dtype, 1, &n);
  if (out->integers != NULL)
    {
      start = trunc (start);
      end = trunc (end);
    }
  for (gint64 i = 0; i < n; i++)
    fl_array_set (out, i,
                  pow (base, n == 1      ? start
                             : i < n / 2 ? start + i * (end - start) / (n - 1)
                                         : end - (n - 1 - i) * (end - start) / (n - 1)));
  return fl_call_return (call, out);
}

/* Half a turn of a cosine, lifted; periodic: as if it had one more element. */
gboolean
reference_hann_window (FlCall *call)
{
  gint64 n = fl_call_get_int (call, "window_length", 0);
  gboolean is_periodic = fl_call_get_bool (call, "periodic", TRUE);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_F32), 1, &n);
  for (gint64 i = 0; i < n; i++)
    fl_array_set (out, i, n == 1 ? 1 : 0.5 - 0.5 * cos (2 * G_PI * i / (is_periodic ? n : n - 1)));
  return fl_call_return (call, out);
}
