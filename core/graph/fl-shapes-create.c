/* Tensors made of nothing: constants, ranges, random numbers. */
#include <math.h>
#include <string.h>

#include "fl-shapes-private.h"

#include "fl-intern.h"

SHAPE_RULE (full);
SHAPE_RULE (full_like);
SHAPE_RULE (new_full);
SHAPE_RULE (empty_strided);
SHAPE_RULE (new_empty_strided);
SHAPE_RULE (empty_permuted);
SHAPE_RULE (scalar_tensor);
SHAPE_RULE (eye);
SHAPE_RULE (fill);
SHAPE_RULE (arange);
SHAPE_RULE (linspace);
SHAPE_RULE (hann_window);
SHAPE_RULE (iota);
SHAPE_RULE (randint);
SHAPE_RULE (randperm);
SHAPE_RULE (multinomial);
SHAPE_RULE (seed);
SHAPE_RULE (seeds);
SHAPE_RULE (lookup_seed);
SHAPE_RULE (inductor_random);
SHAPE_RULE (inductor_randint);
SHAPE_RULE (token);

static FlDevice
get_cpu (void)
{
  return (FlDevice) { fl_intern ("cpu"), -1 };
}

/* Without a device argument factories make CPU tensors. */
static FlDevice
get_device (const FlShape *shape)
{
  return fl_shape_get_device_or (shape, get_cpu ());
}

static FlDtype
get_number_dtype (const FlShape *shape, const FlArg *arg)
{
  const FlValue *value = fl_shape_get_value (shape, arg);

  if (value != NULL)
    return value->kind == FL_VALUE_SYM ? FL_DTYPE_I64 : value->kind == FL_VALUE_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_F32;
  if (arg == NULL)
    return FL_DTYPE_F32;
  return arg->kind == FL_ARG_INT ? FL_DTYPE_I64 : arg->kind == FL_ARG_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_F32;
}

static gboolean
set_new (FlShape *shape, FlDtype dtype, const FlSym *const *sizes, guint n, FlDevice device, FlValue *out)
{
  FlTensor tensor = fl_shape_make_contiguous (shape, dtype, sizes, n, device);
  const char *format = fl_shape_get_memory_format (shape);

  if (format != NULL && g_str_has_prefix (format, "channels_last"))
    tensor.strides = fl_shape_make_channels_last_strides (shape, sizes, n);
  return fl_shape_set (out, tensor);
}

/* --- constants -------------------------------------------------------------------------------- */

gboolean
fl_shape_full (FlShape *shape, FlValue *out)
{
  const FlArg *fill = fl_node_find_arg (shape->node, "fill_value");
  const FlSym *const *sizes;
  guint n;

  return (sizes = fl_shape_get_syms (shape, "size", &n)) != NULL
         && set_new (shape, fl_shape_get_dtype_or (shape, "dtype", get_number_dtype (shape, fill)), sizes, n,
                     get_device (shape), out);
}

gboolean
fl_shape_full_like (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *format = fl_shape_get_memory_format (shape);
  FlTensor tensor;

  if (self == NULL)
    return FALSE;
  tensor = fl_shape_like (shape, self, fl_shape_get_dtype_or (shape, "dtype", self->dtype));
  if (format != NULL && g_str_has_prefix (format, "contiguous"))
    tensor.strides = fl_shape_make_contiguous_strides (shape, tensor.sizes, tensor.n_dims);
  else if (format != NULL && g_str_has_prefix (format, "channels_last"))
    tensor.strides = fl_shape_make_channels_last_strides (shape, tensor.sizes, tensor.n_dims);
  tensor.device = fl_shape_get_device_or (shape, self->device);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_new_full (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes;
  guint n;

  return self != NULL && (sizes = fl_shape_get_syms (shape, "size", &n)) != NULL
         && set_new (shape, fl_shape_get_dtype_or (shape, "dtype", self->dtype), sizes, n,
                     fl_shape_get_device_or (shape, self->device), out);
}

static gboolean
set_strided (FlShape *shape, FlDtype dtype, FlDevice device, FlValue *out)
{
  const FlSym *const *sizes, *const *strides;
  guint n, n_strides;

  if ((sizes = fl_shape_get_syms (shape, "size", &n)) == NULL
      || (strides = fl_shape_get_syms (shape, "stride", &n_strides)) == NULL)
    return FALSE;
  if (n != n_strides)
    return fl_shape_fail (shape, "%u sizes but %u strides", n, n_strides);
  return fl_shape_set (out, (FlTensor) {
                                .dtype = dtype, .n_dims = n, .sizes = sizes, .strides = strides, .device = device });
}

gboolean
fl_shape_empty_strided (FlShape *shape, FlValue *out)
{
  return set_strided (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32), get_device (shape), out);
}

gboolean
fl_shape_new_empty_strided (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL
         && set_strided (shape, fl_shape_get_dtype_or (shape, "dtype", self->dtype),
                         fl_shape_get_device_or (shape, self->device), out);
}

/* physical_layout names the dimensions from the outermost. */
gboolean
fl_shape_empty_permuted (FlShape *shape, FlValue *out)
{
  const FlSym *const *sizes, *const *layout;
  const FlSym **strides;
  const FlSym *next = fl_shape_int (shape, 1);
  guint n, n_layout;

  if ((sizes = fl_shape_get_syms (shape, "size", &n)) == NULL
      || (layout = fl_shape_get_syms (shape, "physical_layout", &n_layout)) == NULL)
    return FALSE;
  strides = fl_shape_new_syms (shape, n);
  for (guint i = n; i-- > 0;)
    {
      gint64 dim;

      if (n != n_layout || !fl_sym_is_int (layout[i], &dim) || dim < 0 || dim >= n || strides[dim] != NULL)
        return fl_shape_fail (shape, "physical_layout is no order of the %u dimensions", n);
      strides[dim] = next;
      next = fl_sym_mul (next, sizes[dim]);
    }
  return fl_shape_set (out, (FlTensor) { .dtype = fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32),
                                         .n_dims = n,
                                         .sizes = sizes,
                                         .strides = strides,
                                         .device = get_device (shape) });
}

gboolean
fl_shape_scalar_tensor (FlShape *shape, FlValue *out)
{
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32), NULL, 0, get_device (shape), out);
}

gboolean
fl_shape_eye (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  sizes[0] = fl_shape_get_sym (shape, "n");
  sizes[1] = fl_shape_has_arg (shape, "m") ? fl_shape_get_sym (shape, "m") : sizes[0];
  if (sizes[0] == NULL || sizes[1] == NULL)
    return fl_shape_lack (shape, "n or m is not known");
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32), sizes, 2, get_device (shape), out);
}

gboolean
fl_shape_fill (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && fl_shape_set (out, fl_shape_like (shape, self, self->dtype));
}

/* --- ranges ----------------------------------------------------------------------------------- */

/* The number as a double; FALSE for symbols. */
static gboolean
get_number (const FlArg *arg, double *value)
{
  gint64 integer;

  if (arg == NULL)
    return FALSE;
  if (arg->kind == FL_ARG_FLOAT)
    {
      *value = arg->number;
      return TRUE;
    }
  if (arg->kind != FL_ARG_INT || !fl_sym_is_int (arg->sym, &integer))
    return FALSE;
  *value = (double) integer;
  return TRUE;
}

/* ceil ((end - start) / step) */
static const FlSym *
count_range (FlShape *shape, const FlArg *start, const FlArg *end, const FlArg *step)
{
  const FlSym *first = start != NULL ? fl_shape_get_sym_of (shape, start) : fl_shape_int (shape, 0);
  const FlSym *last = fl_shape_get_sym_of (shape, end);
  const FlSym *stride = step != NULL ? fl_shape_get_sym_of (shape, step) : fl_shape_int (shape, 1);
  double a = 0, b, s = 1;

  if (first != NULL && last != NULL && stride != NULL && !fl_sym_is_int_value (stride, 0))
    {
      const FlSym *length = fl_sym_sub (last, first);

      return fl_shape_is_one (stride) ? length : fl_sym_ceil_div (length, stride);
    }
  if ((start != NULL && !get_number (start, &a)) || !get_number (end, &b) || (step != NULL && !get_number (step, &s))
      || s == 0)
    return NULL;
  b = ceil ((b - a) / s);
  return b >= 0 && b < 1e15 ? fl_shape_int (shape, (gint64) b) : NULL;
}

/* A step of 0 or away from the end counts nothing. */
static gboolean
check_step (FlShape *shape, const FlArg *start, const FlArg *end, const FlArg *step)
{
  double a = 0, b, s = 1;

  if ((start != NULL && !get_number (start, &a)) || !get_number (end, &b) || (step != NULL && !get_number (step, &s)))
    return TRUE;
  if (isfinite (a) && isfinite (b) && isfinite (s) && s != 0 && (b - a) / s >= 0)
    return TRUE;
  return fl_shape_fail (shape, "no range goes from %g to %g in steps of %g", a, b, s);
}

gboolean
fl_shape_arange (FlShape *shape, FlValue *out)
{
  const FlArg *start = fl_node_find_arg (shape->node, "start");
  const FlArg *end = fl_node_find_arg (shape->node, "end");
  const FlArg *step = fl_node_find_arg (shape->node, "step");
  const FlSym **sizes = fl_shape_new_syms (shape, 1);
  FlDtype dtype = FL_DTYPE_I64;

  if (!check_step (shape, start, end, step))
    return FALSE;
  sizes[0] = end != NULL ? count_range (shape, start, end, step) : NULL;
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "the bounds are not known");
  if ((start != NULL && start->kind == FL_ARG_FLOAT) || end->kind == FL_ARG_FLOAT
      || (step != NULL && step->kind == FL_ARG_FLOAT))
    dtype = FL_DTYPE_F32;
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", dtype), sizes, 1, get_device (shape), out);
}

gboolean
fl_shape_linspace (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "steps");
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "steps is not known");
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32), sizes, 1, get_device (shape), out);
}

gboolean
fl_shape_hann_window (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "window_length");
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "window_length is not known");
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32), sizes, 1, get_device (shape), out);
}

gboolean
fl_shape_iota (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "length");
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "length is not known");
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_I64), sizes, 1, get_device (shape), out);
}

/* --- random numbers --------------------------------------------------------------------------- */

gboolean
fl_shape_randint (FlShape *shape, FlValue *out)
{
  const FlSym *const *sizes;
  guint n;

  return (sizes = fl_shape_get_syms (shape, "size", &n)) != NULL
         && set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_I64), sizes, n, get_device (shape), out);
}

gboolean
fl_shape_randperm (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "n");
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "n is not known");
  return set_new (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_I64), sizes, 1, get_device (shape), out);
}

gboolean
fl_shape_multinomial (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);
  const FlSym *n = fl_shape_get_sym (shape, "num_samples");

  if (self == NULL || n == NULL || self->n_dims == 0 || self->n_dims > 2)
    return fl_shape_fail (shape, "probabilities with 1 or 2 dimensions are needed");
  sizes[0] = self->n_dims == 2 ? self->sizes[0] : n;
  sizes[1] = n;
  return set_new (shape, FL_DTYPE_I64, sizes, self->n_dims, self->device, out);
}

gboolean
fl_shape_seed (FlShape *shape, FlValue *out)
{
  return set_new (shape, FL_DTYPE_I64, NULL, 0, get_device (shape), out);
}

gboolean
fl_shape_seeds (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "count");
  if (sizes[0] == NULL)
    return fl_shape_lack (shape, "count is not known");
  return set_new (shape, FL_DTYPE_I64, sizes, 1, get_device (shape), out);
}

gboolean
fl_shape_lookup_seed (FlShape *shape, FlValue *out)
{
  const FlTensor *seeds = fl_shape_get_tensor (shape, 0);

  return seeds != NULL && set_new (shape, FL_DTYPE_I64, NULL, 0, seeds->device, out);
}

static gboolean
set_random (FlShape *shape, FlDtype dtype, guint seed_position, FlValue *out)
{
  const FlTensor *seed = fl_shape_get_tensor (shape, seed_position);
  const FlSym *const *sizes;
  guint n;

  return seed != NULL && (sizes = fl_shape_get_syms (shape, "size", &n)) != NULL
         && set_new (shape, dtype, sizes, n, seed->device, out);
}

gboolean
fl_shape_inductor_random (FlShape *shape, FlValue *out)
{
  return set_random (shape, FL_DTYPE_F32, 1, out);
}

gboolean
fl_shape_inductor_randint (FlShape *shape, FlValue *out)
{
  return set_random (shape, FL_DTYPE_I64, 3, out);
}

/* Tokens order side effects: empty tensors. */
gboolean
fl_shape_token (FlShape *shape, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_int (shape, 0);
  return set_new (shape, FL_DTYPE_F32, sizes, 1, get_cpu (), out);
}
