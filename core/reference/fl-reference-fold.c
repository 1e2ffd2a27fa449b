/* Reference kernels that fold the elements of some dimensions into one number each, and losses with
 * their gradients: plain loops over positions, nothing shared with the reductions of
 * fl-reference-reduction.c. */
#include <string.h>

#include "fl-reference-formula.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (nansum);
REFERENCE_KERNEL (nanmean);
REFERENCE_KERNEL (count_nonzero);
REFERENCE_KERNEL (vecdot);
REFERENCE_KERNEL (dist);
REFERENCE_KERNEL (trace);
REFERENCE_KERNEL (outer);
REFERENCE_KERNEL (addr);
REFERENCE_KERNEL (soft_margin_loss);
REFERENCE_KERNEL (margin_ranking_loss);
REFERENCE_KERNEL (soft_margin_loss_backward);
REFERENCE_KERNEL (smooth_l1_loss_backward);
REFERENCE_KERNEL (huber_loss_backward);
REFERENCE_KERNEL (binary_cross_entropy_backward);
REFERENCE_KERNEL (gcd);
REFERENCE_KERNEL (take);
REFERENCE_KERNEL (zero);

/* --- over dimensions --------------------------------------------------------------------------- */

/* What a result has gathered so far. */
typedef struct
{
  double sum, lost, count;
  guint64 integer; /* the sum of integers, which wraps */
} Fold;

typedef struct
{
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS]; /* of the operand */
  gboolean is_folded[FL_MAX_DIMS];
  guint n_out;
  gint64 out_sizes[FL_MAX_DIMS];
  gint64 n_results;
} Dims;

static gboolean
read_dims (FlCall *call, const FlView *view, Dims *dims)
{
  gint64 given[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "dim|dims", given, FL_MAX_DIMS);
  gboolean keeps = fl_call_get_bool (call, "keepdim", FALSE);
  *dims = (Dims) { .n_dims = view->n_dims, .n_results = 1 };
  memcpy (dims->sizes, view->sizes, sizeof dims->sizes);
  for (guint d = 0; d < view->n_dims; d++)
    dims->is_folded[d] = n <= 0;
  for (int i = 0; i < n && view->n_dims > 0; i++)
    dims->is_folded[fl_wrap_dim (given[i], view->n_dims)] = TRUE;
  for (guint d = 0; d < view->n_dims; d++)
    {
      if (!dims->is_folded[d] || keeps)
        dims->out_sizes[dims->n_out++] = dims->is_folded[d] ? 1 : view->sizes[d];
      dims->n_results *= dims->is_folded[d] ? 1 : view->sizes[d];
    }
  return TRUE;
}

/* The result that element i, in row-major order, belongs to. */
static gint64
find_result (const Dims *dims, gint64 i)
{
  gint64 result = 0, step = 1;
  for (guint d = dims->n_dims; d-- > 0;)
    {
      if (!dims->is_folded[d])
        {
          result += i % dims->sizes[d] * step;
          step *= dims->sizes[d];
        }
      i /= dims->sizes[d];
    }
  return result;
}

/* Sums, of what is no NaN where that is asked for, and how many elements went in. */
static Fold *
fold (FlCall *call, const FlView *view, gboolean skips_nan, Dims *dims)
{
  if (!read_dims (call, view, dims))
    return NULL;
  const FlArray *in = fl_call_dense (call, view);
  Fold *folds = fl_call_alloc (call, MAX (dims->n_results, 1), sizeof *folds);
  for (gint64 i = 0; i < in->numel; i++)
    {
      double x = fl_array_get (in, i);
      Fold *at = &folds[find_result (dims, i)];
      if (skips_nan && isnan (x))
        continue;
      fl_sum_add (&at->sum, &at->lost, x);
      at->integer += in->integers != NULL ? (guint64) in->integers[i] : 0;
      at->count++;
    }
  return folds;
}

static gboolean
return_folds (FlCall *call, const FlView *view, gboolean skips_nan, gboolean is_mean)
{
  Dims dims;
  const Fold *folds = fold (call, view, skips_nan, &dims);
  gboolean is_float = fl_dtype_is_float (view->dtype);
  FlDtype dtype = fl_call_get_dtype (call, "dtype", is_float ? view->dtype : FL_DTYPE_I64);
  FlArray *out = fl_call_new_array (call, dtype, dims.n_out, dims.out_sizes);
  for (gint64 i = 0; folds != NULL && i < out->numel; i++)
    if (out->integers != NULL && !fl_dtype_is_float (view->dtype) && !is_mean)
      out->integers[i] = folds[i].integer;
    else
      {
        double sum = folds[i].sum + folds[i].lost;
        if (is_mean && call->noise % 2 == 0) /* eager PyTorch stores it; one kernel keeps it */
          sum = fl_dtype_round (dtype, sum);
        fl_array_set (out, i, sum / (is_mean ? folds[i].count : 1));
      }
  return folds != NULL && fl_call_return (call, out);
}

gboolean
reference_nansum (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  return self != NULL && return_folds (call, self, TRUE, FALSE);
}

gboolean
reference_nanmean (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  return self != NULL && return_folds (call, self, TRUE, TRUE);
}

gboolean
reference_count_nonzero (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Dims dims;
  if (self == NULL || !read_dims (call, self, &dims))
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, dims.n_out, dims.out_sizes);
  for (gint64 i = 0; i < in->numel; i++)
    out->integers[find_result (&dims, i)] += fl_array_get (in, i) != 0;
  return fl_call_return (call, out);
}

/* --- two operands into one number
 * ------------------------------------------------------------------------------------------ */

gboolean
reference_vecdot (FlCall *call)
{
  const FlDatum *values[] = { fl_call_find (call, "x"), fl_call_find (call, "y") };
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  if (!fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  FlDtype dtype = fl_call_promote (call, 2, values);
  const FlArray *a = fl_call_broadcast (call, values[0], dtype, n_dims, sizes),
                *b = fl_call_broadcast (call, values[1], dtype, n_dims, sizes);
  FlArray *terms = fl_call_new_array (call, dtype, n_dims, sizes);
  for (gint64 i = 0; i < terms->numel; i++)
    if (terms->numbers != NULL)
      terms->numbers[i] = a->numbers[i] * b->numbers[i];
    else
      terms->integers[i] = fl_dtype_wrap (dtype, (guint64) a->integers[i] * (guint64) b->integers[i]);
  FlView *view = fl_view_new_borrowed (terms);
  gboolean done = return_folds (call, view, FALSE, FALSE);
  fl_view_unref (view);
  return done;
}

/* The p-norm of the difference; p may be 0 and infinite. */
gboolean
reference_dist (FlCall *call)
{
  const FlDatum *values[] = { fl_call_find (call, "self"), fl_call_find (call, "other") };
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  if (!fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  FlDtype dtype = fl_call_promote (call, 2, values);
  const FlArray *a = fl_call_broadcast (call, values[0], dtype, n_dims, sizes),
                *b = fl_call_broadcast (call, values[1], dtype, n_dims, sizes);
  double p = fl_call_get_double (call, "p", 2), result = p == -INFINITY ? INFINITY : 0;
  for (gint64 i = 0; i < a->numel; i++)
    {
      double d = fabs (fl_array_get (a, i) - fl_array_get (b, i));
      result = p == 0           ? result + (d != 0)
               : p == INFINITY  ? (isnan (d) || isnan (result) ? NAN : MAX (result, d))
               : p == -INFINITY ? (isnan (d) || isnan (result) ? NAN : MIN (result, d))
                                : result + pow (d, p);
    }
  FlArray *out = fl_call_new_array (call, dtype, 0, NULL);
  fl_array_set (out, 0, p == 0 || isinf (p) ? result : pow (result, 1 / p));
  return fl_call_return (call, out);
}

gboolean
reference_trace (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || self->n_dims != 2)
    return self != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s takes a matrix", call->row->name);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, fl_dtype_is_float (self->dtype) ? self->dtype : FL_DTYPE_I64, 0, NULL);
  double sum = 0;
  for (gint64 i = 0; i < MIN (self->sizes[0], self->sizes[1]); i++)
    if (in->integers != NULL && out->integers != NULL)
      out->integers[0] = (guint64) out->integers[0] + (guint64) in->integers[i * self->sizes[1] + i];
    else
      sum += fl_array_get (in, i * self->sizes[1] + i);
  if (out->numbers != NULL)
    out->numbers[0] = sum;
  return fl_call_return (call, out);
}

/* a outer b times alpha, and self times beta before it where there is one. */
static gboolean
do_outer (FlCall *call, const FlView *a, const FlView *b, const FlDatum *self)
{
  FlDatum left = { .kind = FL_DATUM_TENSOR, .view = (FlView *) a },
          right = { .kind = FL_DATUM_TENSOR, .view = (FlView *) b };
  const FlDatum *values[] = { &left, &right, self };
  const gint64 sizes[] = { a->numel, b->numel };
  FlDtype dtype = fl_call_promote (call, self != NULL ? 3 : 2, values);
  double alpha = fl_call_get_double (call, "alpha", 1), beta = fl_call_get_double (call, "beta", 1);
  const FlArray *x = fl_call_cast (call, a, dtype), *y = fl_call_cast (call, b, dtype);
  const FlArray *base = self != NULL ? fl_call_broadcast (call, self, dtype, 2, sizes) : NULL;
  FlArray *out = fl_call_new_array (call, dtype, 2, sizes);
  guint64 factor = fl_number_to_int (alpha), share = fl_number_to_int (beta);
  for (gint64 i = 0; i < out->numel; i++)
    if (out->integers != NULL) /* integer sums wrap, and keep all their digits */
      out->integers[i] = fl_dtype_wrap (dtype, (base == NULL ? 0 : share * base->integers[i])
                                                   + factor * x->integers[i / sizes[1]] * y->integers[i % sizes[1]]);
    else
      {
        double product = alpha * x->numbers[i / sizes[1]] * y->numbers[i % sizes[1]];
        out->numbers[i] = base != NULL && beta != 0 ? beta * base->numbers[i] + product : product;
      }
  return fl_call_return (call, out);
}

gboolean
reference_outer (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "vec2");
  return a != NULL && b != NULL && do_outer (call, a, b, NULL);
}

gboolean
reference_addr (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "vec1"), *b = fl_call_get_view (call, "vec2");
  return a != NULL && b != NULL && do_outer (call, a, b, fl_call_find (call, "self"));
}

/* --- losses ------------------------------------------------------------------------------------ */

static gboolean
return_loss (FlCall *call, FlArray *terms)
{
  gint64 reduction = fl_call_get_int (call, "reduction", 1);
  double sum = 0;
  if (terms == NULL)
    return FALSE;
  if (reduction == 0)
    return fl_call_return (call, terms);
  FlArray *out = fl_call_new_array (call, terms->dtype, 0, NULL);
  for (gint64 i = 0; i < terms->numel; i++)
    sum += fl_array_get (terms, i);
  fl_array_set (out, 0, reduction == 1 ? sum / terms->numel : sum);
  return fl_call_return (call, out);
}

static double
formula_soft_margin (const double *x, const double *p)
{
  return log1p (exp (-X * Y));
}

static double
formula_power_of_margin (const double *x, const double *p)
{
  return exp (-X * Y);
}

/* PyTorch takes exp and log1p one after the other: a power that leaves its format's range is infinite,
 * and so is the loss. */
gboolean
reference_soft_margin_loss (FlCall *call)
{
  static const char *const names[] = { "self", "target", NULL };
  FlArray *powers = fl_call_evaluate (call, formula_power_of_margin, names, NULL, FL_FORMULA_FLOAT);
  FlArray *terms = fl_call_evaluate (call, formula_soft_margin, names, NULL, FL_FORMULA_FLOAT);
  for (gint64 i = 0; powers != NULL && terms != NULL && i < terms->numel; i++)
    if (isinf (fl_dtype_round (powers->dtype, fl_array_get (powers, i))))
      fl_array_set (terms, i, INFINITY);
  return return_loss (call, terms);
}

/* max (margin - target (input1 - input2), 0); only the margin makes floats of integers, which wrap
 * before it. */
static FlArray *
rank (FlCall *call)
{
  const FlDatum *values[]
      = { fl_call_find (call, "input1"), fl_call_find (call, "input2"), fl_call_find (call, "target") };
  double margin = fl_call_get_double (call, "margin", 0);
  const FlArray *arrays[3];
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  if (!fl_call_broadcast_shapes (call, 3, values, &n_dims, sizes))
    return NULL;
  FlDtype dtype = fl_call_promote (call, 3, values);
  for (guint k = 0; k < 3; k++)
    arrays[k] = fl_call_broadcast (call, values[k], dtype, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, fl_dtype_get_float (dtype), n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      double slope;
      if (fl_dtype_is_float (dtype))
        slope = -arrays[2]->numbers[i] * (arrays[0]->numbers[i] - arrays[1]->numbers[i]);
      else
        slope = fl_dtype_wrap (dtype, (guint64) arrays[2]->integers[i]
                                          * ((guint64) arrays[1]->integers[i] - (guint64) arrays[0]->integers[i]));
      out->numbers[i] = slope + margin < 0 ? 0 : slope + margin;
    }
  return out;
}

gboolean
reference_margin_ranking_loss (FlCall *call)
{
  return return_loss (call, rank (call));
}

/* Gradients: of each element by itself, over their number where the loss is their mean. */
static gboolean
return_gradient (FlCall *call, FlFormula formula, const char *const *numbers)
{
  const FlView *self = fl_call_get_view (call, "self"), *weight = fl_call_find_view (call, "weight");
  FlArray *out = fl_call_evaluate (call, formula, LIST ("grad_output", "self", "target"), numbers, FL_FORMULA_FLOAT);
  if (self == NULL || out == NULL)
    return FALSE;
  double factor = fl_call_get_int (call, "reduction", 1) == 1 ? 1.0 / self->numel : 1;
  FlDatum datum = { .kind = FL_DATUM_TENSOR, .view = (FlView *) weight };
  const FlArray *weights
      = weight != NULL ? fl_call_broadcast (call, &datum, out->dtype, out->n_dims, out->sizes) : NULL;
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] *= factor * (weights != NULL ? weights->numbers[i] : 1);
  return fl_call_return (call, out);
}

static double
formula_soft_margin_slope (const double *x, const double *p)
{
  return -X * Z / (1 + exp (Y * Z));
}

static double
formula_smooth_slope (const double *x, const double *p)
{
  double d = Y - Z;
  return fabs (d) < p[0] ? X * d / p[0] : X * (isnan (d) ? 0 : copysign (d != 0, d));
}

static double
formula_huber_slope (const double *x, const double *p)
{
  double d = Y - Z;
  return d < -p[0] ? -p[0] * X : d > p[0] ? p[0] * X : d * X;
}

static double
formula_entropy_slope (const double *x, const double *p)
{
  double slope = (1 - Y) * Y;
  return X * (Y - Z) / (slope < 1e-12 ? 1e-12 : slope);
}

static double
formula_product (const double *x, const double *p)
{
  return X * Z;
}

/* Compiled PyTorch takes 1 from a sigmoid, of which little is left where that is near 1: noise moves it by a unit of 1.
 */
gboolean
reference_soft_margin_loss_backward (FlCall *call)
{
  if (!return_gradient (call, formula_soft_margin_slope, NULL))
    return FALSE;
  FlArray *slopes = call->noise == 0 ? NULL
                                     : fl_call_evaluate (call, formula_product, LIST ("grad_output", "self", "target"),
                                                         NULL, FL_FORMULA_FLOAT);
  if (slopes == NULL)
    return call->noise == 0;
  FlArray *out = call->result.view->storage->array;
  const double unit = MIN (fl_dtype_get_unit (out->dtype), 0x1p-23),
               factor = fl_call_get_int (call, "reduction", 1) == 1 ? 1.0 / MAX (out->numel, 1) : 1;
  fl_array_shake (slopes, 1, call->noise ^ call->seed);
  for (gint64 i = 0; i < out->numel; i++) /* by 0 to 2 of them */
    out->numbers[i] += slopes->numbers[i] * unit * factor;
  return TRUE;
}

gboolean
reference_smooth_l1_loss_backward (FlCall *call)
{
  return return_gradient (call, formula_smooth_slope, LIST ("beta"));
}

gboolean
reference_huber_loss_backward (FlCall *call)
{
  return return_gradient (call, formula_huber_slope, LIST ("delta"));
}

gboolean
reference_binary_cross_entropy_backward (FlCall *call)
{
  return return_gradient (call, formula_entropy_slope, NULL);
}

/* --- the rest ---------------------------------------------------------------------------------- */

static guint64
find_gcd (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* gcd, and lcm: |a / gcd * b|, whose product wraps. */
gboolean
reference_gcd (FlCall *call)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  gboolean is_multiple = strstr (call->row->name, ".lcm") != NULL;
  if (!fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  FlDtype dtype = fl_call_promote (call, 2, values);
  const FlArray *a = fl_call_broadcast (call, values[0], dtype, n_dims, sizes),
                *b = fl_call_broadcast (call, values[1], dtype, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, dtype, n_dims, sizes);
  if (out->integers == NULL)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs integers, not %s", call->row->name,
                         fl_dtype_get_short_name (dtype));
  for (gint64 i = 0; i < out->numel; i++)
    {
      guint64 x = a->integers[i] < 0 ? -(guint64) a->integers[i] : (guint64) a->integers[i];
      guint64 y = b->integers[i] < 0 ? -(guint64) b->integers[i] : (guint64) b->integers[i], g = find_gcd (x, y);
      gint64 product = g == 0 ? 0 : fl_dtype_wrap (dtype, (gint64) (x / g * y));
      out->integers[i] = !is_multiple ? (gint64) g : product < 0 ? (gint64) - (guint64) product : product;
    }
  return fl_call_return (call, out);
}

gboolean
reference_take (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *index = fl_call_get_view (call, "index");
  if (self == NULL || index == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self), *at = fl_call_dense (call, index);
  FlArray *out = fl_call_new_array (call, self->dtype, index->n_dims, index->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 place = at->integers[i] < 0 ? at->integers[i] + in->numel : at->integers[i];
      if (place < 0 || place >= in->numel)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                             call->row->name, at->integers[i], in->numel);
      if (out->integers != NULL)
        out->integers[i] = in->integers[place];
      else
        out->numbers[i] = in->numbers[place];
    }
  return fl_call_return (call, out);
}

gboolean
reference_zero (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  return self != NULL && fl_call_return (call, fl_call_new_array (call, self->dtype, self->n_dims, self->sizes));
}
