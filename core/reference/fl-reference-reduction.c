/* Reference kernels, reductions and scans. Sums are kept in double; f32 results differ from any summation order of the
 * generated code by rounding only. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (sum);
REFERENCE_KERNEL (prod);
REFERENCE_KERNEL (mean);
REFERENCE_KERNEL (amax);
REFERENCE_KERNEL (amin);
REFERENCE_KERNEL (aminmax);
REFERENCE_KERNEL (max_dim);
REFERENCE_KERNEL (min_dim);
REFERENCE_KERNEL (argmax);
REFERENCE_KERNEL (argmin);
REFERENCE_KERNEL (any);
REFERENCE_KERNEL (all);
REFERENCE_KERNEL (var);
REFERENCE_KERNEL (std);
REFERENCE_KERNEL (std_mean);
REFERENCE_KERNEL (var_mean);
REFERENCE_KERNEL (xor_sum);
REFERENCE_KERNEL (logsumexp);
REFERENCE_KERNEL (linalg_vector_norm);

/* A dense tensor cut into result elements: place[] maps each input element to its result. */
typedef struct
{
  const FlArray *in;
  gboolean is_reduced[FL_MAX_DIMS];
  guint n_out; /* dims of the result, with or without the reduced ones */
  gint64 out_sizes[FL_MAX_DIMS];
  gint64 out_strides[FL_MAX_DIMS]; /* an input dim's step in the result; 0 where reduced */
  gint64 length;                   /* elements that make one result */
} Reduction;

static gboolean
read_dims (FlCall *call, const char *names, guint n_dims, gboolean *is_reduced)
{
  gint64 dims[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, names, dims, FL_MAX_DIMS);
  if (n <= 0) /* absent, None or []: all */
    {
      for (guint d = 0; d < n_dims; d++)
        is_reduced[d] = TRUE;
      return TRUE;
    }
  for (int i = 0; i < n; i++)
    {
      gint64 dim = fl_wrap_dim (dims[i], n_dims);
      if (dim < 0 || dim >= MAX (n_dims, 1))
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " of a tensor with %u",
                             call->row->name, dims[i], n_dims);
      if (n_dims > 0)
        is_reduced[dim] = TRUE;
    }
  return TRUE;
}

static gboolean
open_reduction (FlCall *call, Reduction *self)
{
  const FlView *view = fl_call_get_view (call, call->names[0]);
  if (view == NULL)
    return FALSE;
  *self = (Reduction) { .in = fl_call_dense (call, view), .length = 1 };
  if (!read_dims (call, "dim|dims", view->n_dims, self->is_reduced))
    return FALSE;
  gboolean keep = fl_call_get_bool (call, "keepdim", FALSE);
  for (guint d = 0; d < view->n_dims; d++)
    {
      if (self->is_reduced[d])
        self->length *= view->sizes[d];
      if (!self->is_reduced[d] || keep)
        self->out_sizes[self->n_out++] = self->is_reduced[d] ? 1 : view->sizes[d];
    }
  gint64 stride = 1;
  for (guint d = view->n_dims; d-- > 0;)
    {
      self->out_strides[d] = self->is_reduced[d] ? 0 : stride;
      stride *= self->is_reduced[d] ? 1 : view->sizes[d];
    }
  return TRUE;
}

static FlArray *
new_result (FlCall *call, const Reduction *self, FlDtype dtype)
{
  return fl_call_new_array (call, dtype, self->n_out, self->out_sizes);
}

/* position: among the elements of its result, in row-major order. */
typedef void (*Visit) (gpointer data, gint64 result, gint64 element, gint64 position);

static void
visit_all (const Reduction *self, Visit visit, gpointer data)
{
  gint64 index[FL_MAX_DIMS] = { 0 };
  const FlArray *in = self->in;
  guint last = MAX (in->n_dims, 1) - 1;
  gint64 inner = in->n_dims == 0 ? 1 : in->sizes[last];
  for (gint64 at = 0; at < in->numel; at += inner)
    {
      gint64 result = 0, position = 0;
      for (guint d = 0; d < last; d++)
        {
          result += index[d] * self->out_strides[d];
          if (self->is_reduced[d])
            position = position * in->sizes[d] + index[d];
        }
      gboolean is_inner = in->n_dims > 0 && self->is_reduced[last];
      gint64 step = in->n_dims == 0 ? 0 : self->out_strides[last];
      for (gint64 i = 0; i < inner; i++)
        visit (data, result + i * step, at + i, is_inner ? position * inner + i : position);
      fl_index_next (index, in->sizes, last);
    }
}

/* --- sums and products ------------------------------------------------------------------------ */

typedef struct
{
  const FlArray *in;
  double *sums, *lost;
  gint64 *integers;
  gboolean is_product, is_parted; /* of a product: what makes it larger in sums, what makes it smaller in lost */
  gboolean is_plain;              /* rounding errors of additions are not compensated */
} Accumulate;

static void
accumulate (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Accumulate *self = data;
  if (self->integers != NULL)
    {
      gint64 x = self->in->integers[element];
      if (self->is_product)
        self->integers[result] = (guint64) self->integers[result] * (guint64) x;
      else
        self->integers[result] = (guint64) self->integers[result] + (guint64) x;
      return;
    }
  double x = fl_array_get (self->in, element);
  if (self->is_parted && fabs (x) < 1)
    self->lost[result] *= x;
  else if (self->is_product)
    self->sums[result] *= x;
  else if (self->is_plain)
    self->sums[result] += x;
  else
    fl_sum_add (&self->sums[result], &self->lost[result], x);
}

/* Factors come in any order, in the precision that kernels keep: with noise all large ones come first, or all small
 * ones. Where they leave the numbers that there are on the way, the whole depends on the order. */
static FlArray *
join_parts (const FlCall *call, FlDtype dtype, const Accumulate *parts, FlArray *out)
{
  FlDtype kept = dtype == FL_DTYPE_F64 ? dtype : FL_DTYPE_F32;
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = call->noise % 2 == 1 ? fl_dtype_round (kept, parts->sums[i]) * parts->lost[i]
                                           : parts->sums[i] * fl_dtype_round (kept, parts->lost[i]);
  return out;
}

static FlArray *
add_up (FlCall *call, const Reduction *self, FlDtype dtype, gboolean is_product)
{
  FlArray *out = new_result (call, self, dtype);
  for (gint64 i = 0; is_product && i < out->numel; i++)
    fl_array_set (out, i, 1);
  Accumulate state
      = { self->in, out->numbers, fl_call_alloc (call, out->numel, sizeof (double)), out->integers, is_product };
  if (out->integers != NULL && self->in->integers == NULL)
    return NULL;
  state.is_plain
      = call->noise % 2 == 1 && dtype == FL_DTYPE_F64; /* equal terms are rounded the same way at every step */
  state.is_parted = is_product && call->noise != 0 && fl_dtype_is_float (dtype);
  for (gint64 i = 0; state.is_parted && i < out->numel; i++)
    state.lost[i] = 1;
  visit_all (self, accumulate, &state);
  if (state.is_parted)
    return join_parts (call, dtype, &state, out);
  for (gint64 i = 0; out->numbers != NULL && !is_product && i < out->numel; i++)
    out->numbers[i] += state.lost[i];
  return out;
}

static gboolean
do_sum (FlCall *call, gboolean is_product)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  FlArray *out = add_up (call, &self, fl_call_get_sum_dtype (call, self.in->dtype), is_product);
  return out != NULL ? fl_call_return (call, out)
                     : fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s of floats as integers", call->row->name);
}

gboolean
reference_sum (FlCall *call)
{
  return do_sum (call, FALSE);
}

gboolean
reference_prod (FlCall *call)
{
  return do_sum (call, TRUE);
}

gboolean
reference_mean (FlCall *call)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  FlArray *out = add_up (call, &self, fl_call_get_dtype (call, "dtype", fl_dtype_get_float (self.in->dtype)), FALSE);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] /= self.length;
  return fl_call_return (call, out);
}

/* --- extremes --------------------------------------------------------------------------------- */

typedef struct
{
  const FlArray *in;
  FlArray *values;  /* best so far; may be NULL */
  gint64 *best;     /* element of the best so far, -1 at first */
  gint64 *position; /* of the best so far, within its result */
  gboolean is_min;
} Extreme;

/* NaN wins and stays. Of equal ones the first wins. */
static gboolean
is_better (const FlArray *in, gint64 a, gint64 b, gboolean is_min)
{
  if (in->integers != NULL)
    return is_min ? in->integers[a] < in->integers[b] : in->integers[a] > in->integers[b];
  double x = in->numbers[a], y = in->numbers[b];
  if (isnan (x) || isnan (y))
    return isnan (x) && !isnan (y);
  return is_min ? x < y : x > y;
}

static void
find_extreme (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Extreme *self = data;
  if (self->best[result] >= 0 && !is_better (self->in, element, self->best[result], self->is_min))
    return;
  self->best[result] = element;
  self->position[result] = position;
}

static gboolean
open_extreme (FlCall *call, Reduction *reduction, Extreme *self, gboolean is_min)
{
  if (!open_reduction (call, reduction))
    return FALSE;
  gint64 n = fl_sizes_product (reduction->out_sizes, reduction->n_out);
  *self = (Extreme) { reduction->in, NULL, fl_call_alloc (call, n, sizeof (gint64)),
                      fl_call_alloc (call, n, sizeof (gint64)), is_min };
  memset (self->best, 0xff, n * sizeof (gint64));
  if (reduction->length == 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of no elements", call->row->name);
  visit_all (reduction, find_extreme, self);
  self->values = new_result (call, reduction, reduction->in->dtype);
  for (gint64 i = 0; i < n; i++)
    if (self->values->numbers != NULL)
      self->values->numbers[i] = self->in->numbers[self->best[i]];
    else
      self->values->integers[i] = self->in->integers[self->best[i]];
  return TRUE;
}

static gboolean
do_extreme (FlCall *call, gboolean is_min)
{
  Reduction reduction;
  Extreme self;
  return open_extreme (call, &reduction, &self, is_min) && fl_call_return (call, self.values);
}

static FlArray *
get_positions (FlCall *call, const Reduction *reduction, const Extreme *self)
{
  FlArray *out = new_result (call, reduction, FL_DTYPE_I64);
  memcpy (out->integers, self->position, out->numel * sizeof (gint64));
  return out;
}

gboolean
reference_amax (FlCall *call)
{
  return do_extreme (call, FALSE);
}

gboolean
reference_amin (FlCall *call)
{
  return do_extreme (call, TRUE);
}

gboolean
reference_aminmax (FlCall *call)
{
  Reduction reduction;
  Extreme low, high;
  return open_extreme (call, &reduction, &low, TRUE) && open_extreme (call, &reduction, &high, FALSE)
         && fl_call_return_list (call, 2, (FlArray *[]) { low.values, high.values });
}

static gboolean
do_extreme_pair (FlCall *call, gboolean is_min)
{
  Reduction reduction;
  Extreme self;
  return open_extreme (call, &reduction, &self, is_min)
         && fl_call_return_list (call, 2, (FlArray *[]) { self.values, get_positions (call, &reduction, &self) });
}

gboolean
reference_max_dim (FlCall *call)
{
  return do_extreme_pair (call, FALSE);
}

gboolean
reference_min_dim (FlCall *call)
{
  return do_extreme_pair (call, TRUE);
}

static gboolean
do_extreme_index (FlCall *call, gboolean is_min)
{
  Reduction reduction;
  Extreme self;
  return open_extreme (call, &reduction, &self, is_min)
         && fl_call_return (call, get_positions (call, &reduction, &self));
}

gboolean
reference_argmax (FlCall *call)
{
  return do_extreme_index (call, FALSE);
}

gboolean
reference_argmin (FlCall *call)
{
  return do_extreme_index (call, TRUE);
}

/* --- any and all ------------------------------------------------------------------------------ */

typedef struct
{
  const FlArray *in;
  FlArray *out;
  gboolean stop; /* the value that decides */
} Decide;

static void
decide (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Decide *self = data;
  if ((fl_array_get (self->in, element) != 0) == self->stop)
    self->out->integers[result] = self->stop;
}

static gboolean
do_decide (FlCall *call, gboolean stop)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  /* PyTorch keeps u8 for u8. */
  Decide state
      = { self.in, new_result (call, &self, self.in->dtype == FL_DTYPE_U8 ? FL_DTYPE_U8 : FL_DTYPE_BOOL), stop };
  for (gint64 i = 0; i < state.out->numel; i++)
    state.out->integers[i] = !stop;
  visit_all (&self, decide, &state);
  return fl_call_return (call, state.out);
}

gboolean
reference_any (FlCall *call)
{
  return do_decide (call, TRUE);
}

gboolean
reference_all (FlCall *call)
{
  return do_decide (call, FALSE);
}

/* --- variance --------------------------------------------------------------------------------- */

typedef struct
{
  const FlArray *in;
  const FlArray *means;
  double *squares, *lost;
  gboolean is_in_order;
} Spread;

/* What is nearly the same at every step is rounded the same way at every step, which no random roundings show. With
 * noise every other draw adds squares as a kernel without lanes may: in f32, one after the other. */
static gboolean
adds_in_order (const FlCall *call, FlDtype dtype)
{
  return call->noise % 2 == 1 && dtype != FL_DTYPE_F64 && fl_dtype_is_float (dtype);
}

static void
add_term (double *sum, double *lost, double x, gboolean is_in_order)
{
  if (is_in_order)
    *sum = (float) (*sum + (float) x);
  else
    fl_sum_add (sum, lost, x);
}

static void
add_square (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Spread *self = data;
  double d = fl_array_get (self->in, element) - self->means->numbers[result];
  add_term (&self->squares[result], &self->lost[result], d * d, self->is_in_order);
}

static gboolean
do_variance (FlCall *call, gboolean take_root, gboolean with_mean)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  double correction = fl_call_get_bool (call, "unbiased", TRUE) ? 1 : 0;
  correction = fl_call_get_double (call, "correction", correction);
  FlDtype dtype = fl_dtype_get_float (self.in->dtype);
  FlArray *means = add_up (call, &self, dtype, FALSE);
  FlArray *out = new_result (call, &self, dtype);
  for (gint64 i = 0; i < means->numel; i++)
    means->numbers[i] /= self.length;
  Spread state = { self.in, means, out->numbers, fl_call_alloc (call, out->numel, sizeof (double)),
                   adds_in_order (call, dtype) };
  visit_all (&self, add_square, &state);
  for (gint64 i = 0; i < out->numel; i++)
    {
      out->numbers[i] = (out->numbers[i] + state.lost[i]) / MAX (self.length - correction, 0);
      if (take_root)
        out->numbers[i] = sqrt (out->numbers[i]);
    }
  return with_mean ? fl_call_return_list (call, 2, (FlArray *[]) { out, means }) : fl_call_return (call, out);
}

gboolean
reference_var (FlCall *call)
{
  return do_variance (call, FALSE, FALSE);
}

gboolean
reference_std (FlCall *call)
{
  return do_variance (call, TRUE, FALSE);
}

gboolean
reference_std_mean (FlCall *call)
{
  return do_variance (call, TRUE, TRUE);
}

gboolean
reference_var_mean (FlCall *call)
{
  return do_variance (call, FALSE, TRUE);
}

typedef struct
{
  const FlArray *in;
  gint64 *out;
} Parity;

static void
add_parity (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Parity *self = data;
  self->out[result] ^= self->in->integers[element];
}

gboolean
reference_xor_sum (FlCall *call)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  if (self.in->integers == NULL)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s needs integers", call->row->name);
  FlArray *out = new_result (call, &self, self.in->dtype);
  visit_all (&self, add_parity, &(Parity) { self.in, out->integers });
  return fl_call_return (call, out);
}

/* --- norms ------------------------------------------------------------------------------------ */

typedef struct
{
  const FlArray *in;
  const FlArray *shift; /* subtracted; may be NULL */
  double *out, *lost;
  double order;
  gboolean is_exp;
} Power;

static void
add_power (gpointer data, gint64 result, gint64 element, gint64 position)
{
  Power *self = data;
  double x = fl_array_get (self->in, element);
  if (self->is_exp)
    {
      double shift = self->shift->numbers[result];
      fl_sum_add (&self->out[result], &self->lost[result], exp (x - (isinf (shift) ? 0 : shift)));
      return;
    }
  x = fabs (x);
  if (isinf (self->order))
    {
      double before = self->out[result]; /* NaN stays NaN */
      if (position == 0 || isnan (x) || (self->order > 0 ? x > before : x < before))
        self->out[result] = x;
    }
  else
    fl_sum_add (&self->out[result], &self->lost[result],
                self->order == 0   ? x != 0
                : self->order == 1 ? x
                : self->order == 2 ? x * x
                                   : pow (x, self->order));
}

static gboolean
return_filled (FlCall *call, const Reduction *self, FlDtype dtype, double value)
{
  FlArray *out = new_result (call, self, dtype);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = value;
  return fl_call_return (call, out);
}

/* Kernels add up powers in f32, where small ones are lost and large ones infinite. */
static double
keep_range (double sum)
{
  return sum < 0x1p-126 ? 0 : sum > G_MAXFLOAT ? INFINITY : sum;
}

gboolean
reference_logsumexp (FlCall *call)
{
  Reduction reduction;
  Extreme high;
  if (!open_reduction (call, &reduction))
    return FALSE;
  FlDtype dtype = fl_dtype_get_float (reduction.in->dtype);
  if (reduction.in->numel == 0)
    return return_filled (call, &reduction, dtype, -INFINITY); /* of no terms: the logarithm of 0 */
  if (!open_extreme (call, &reduction, &high, FALSE))
    return FALSE;
  FlArray *shift = new_result (call, &reduction, dtype);
  for (gint64 i = 0; i < shift->numel; i++)
    shift->numbers[i] = fl_array_get (high.values, i);
  for (gint64 i = 0; call->noise != 0 && i < shift->numel;
       i++) /* kernels store the largest, and keep f32 of what they take it from */
    shift->numbers[i] = fl_dtype_round (dtype, shift->numbers[i]);
  FlArray *out = new_result (call, &reduction, dtype);
  Power state = { reduction.in, shift, out->numbers, fl_call_alloc (call, out->numel, sizeof (double)), 0, TRUE };
  visit_all (&reduction, add_power, &state);
  for (gint64 i = 0; i < out->numel; i++)
    {
      double sum = out->numbers[i] + state.lost[i];
      if (call->noise != 0) /* the sum may be rounded to its dtype when it is stored */
        sum *= 1 + fl_dtype_get_unit (dtype) * (2 * fl_reference_draw (call->noise ^ call->seed, i, FALSE) - 1);
      out->numbers[i] = log (call->noise != 0 && dtype != FL_DTYPE_F64 ? keep_range (sum) : sum)
                        + (isinf (shift->numbers[i]) ? 0 : shift->numbers[i]);
    }
  return fl_call_return (call, out);
}

gboolean
reference_linalg_vector_norm (FlCall *call)
{
  Reduction self;
  if (!open_reduction (call, &self))
    return FALSE;
  double order = fl_call_get_double (call, "ord|p", 2);
  if (self.length == 0 && (order < 0 || isinf (order)))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of no elements: the order %g has no value to begin with",
                         call->row->name, order);
  FlArray *out = new_result (call, &self, fl_call_get_dtype (call, "dtype", fl_dtype_get_float (self.in->dtype)));
  Power state = { self.in, NULL, out->numbers, fl_call_alloc (call, out->numel, sizeof (double)), order, FALSE };
  visit_all (&self, add_power, &state);
  for (gint64 i = 0; i < out->numel; i++)
    {
      out->numbers[i] += state.lost[i];
      if (call->noise != 0 && out->dtype != FL_DTYPE_F64 && order > 1 && !isinf (order))
        out->numbers[i] = keep_range (out->numbers[i]);
      if (order == 2)
        out->numbers[i] = sqrt (out->numbers[i]);
      else if (order != 0 && order != 1 && !isinf (order))
        out->numbers[i] = pow (out->numbers[i], 1 / order);
    }
  return fl_call_return (call, out);
}
