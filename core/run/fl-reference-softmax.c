/* Reference kernels: softmax, its logarithm, their gradients, and attention, which is built of it. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

void
fl_softmax_rows (const double *in, double *out, gint64 outer, gint64 length, gint64 inner, gboolean is_log)
{
  for (gint64 o = 0; o < outer; o++)
    for (gint64 i = 0; i < inner; i++)
      {
        const double *x = in + o * length * inner + i;
        double *y = out + o * length * inner + i;
        double high = -INFINITY, sum = 0;
        for (gint64 k = 0; k < length; k++)
          high = isnan (x[k * inner]) ? NAN : MAX (high, x[k * inner]);
        for (gint64 k = 0; k < length; k++)
          sum += exp (x[k * inner] - high);
        for (gint64 k = 0; k < length; k++)
          y[k * inner] = is_log ? x[k * inner] - high - log (sum) : exp (x[k * inner] - high) / sum;
      }
}

static void
cut_at (const FlView *view, gint64 dim, gint64 *outer, gint64 *length, gint64 *inner)
{
  dim = fl_wrap_dim (dim, view->n_dims);
  *outer = view->n_dims == 0 ? 1 : fl_sizes_product (view->sizes, dim);
  *length = view->n_dims == 0 ? 1 : view->sizes[dim];
  *inner = view->n_dims == 0 ? 1 : fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1);
}

static gboolean
do_softmax (FlCall *call, gboolean is_log)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  FlDtype dtype = fl_dtype_get_float (self->dtype);
  if (fl_call_get_bool (call, "half_to_float", FALSE))
    dtype = FL_DTYPE_F32;
  dtype = fl_call_get_dtype (call, "dtype", dtype);
  const FlArray *in = fl_call_cast (call, self, dtype);
  FlArray *out = fl_call_new_array (call, dtype, self->n_dims, self->sizes);
  gint64 outer, length, inner;
  cut_at (self, fl_call_get_int (call, "dim", -1), &outer, &length, &inner);
  fl_softmax_rows (in->numbers, out->numbers, outer, length, inner, is_log);
  if (strstr (call->row->name, "safe") != NULL) /* rows that are masked altogether give 0 */
    for (gint64 i = 0; i < out->numel; i++)
      {
        gboolean is_masked = TRUE;
        for (gint64 k = 0; k < length; k++)
          is_masked &= in->numbers[i / (length * inner) * length * inner + k * inner + i % inner] == -INFINITY;
        if (is_masked)
          out->numbers[i] = 0;
      }
  return fl_call_return (call, out);
}

gboolean
reference_softmax (FlCall *call)
{
  return do_softmax (call, FALSE);
}

gboolean
reference_log_softmax (FlCall *call)
{
  return do_softmax (call, TRUE);
}

static gboolean
do_softmax_backward (FlCall *call, gboolean is_log)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *output = fl_call_get_view (call, "output");
  if (grad == NULL || output == NULL)
    return FALSE;
  const double *g = fl_call_dense (call, grad)->numbers, *y = fl_call_dense (call, output)->numbers;
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "input_dtype", grad->dtype), grad->n_dims, grad->sizes);
  gint64 outer, length, inner;
  cut_at (grad, fl_call_get_int (call, "dim", -1), &outer, &length, &inner);
  for (gint64 row = 0; row < outer * inner; row++)
    {
      gint64 base = row / inner * length * inner + row % inner;
      double sum = 0;
      for (gint64 k = base; k < base + length * inner; k += inner)
        sum += is_log ? g[k] : g[k] * y[k];
      for (gint64 k = base; k < base + length * inner; k += inner)
        out->numbers[k] = is_log ? g[k] - exp (y[k]) * sum : y[k] * (g[k] - sum);
    }
  return fl_call_return (call, out);
}

gboolean
reference_softmax_backward (FlCall *call)
{
  return do_softmax_backward (call, FALSE);
}

gboolean
reference_log_softmax_backward (FlCall *call)
{
  return do_softmax_backward (call, TRUE);
}

/* Largest element and sum of exp (x - largest) along dim, both kept. */
gboolean
reference_prepare_softmax_online (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "a");
  if (self == NULL)
    return FALSE;
  gint64 outer, length, inner, sizes[FL_MAX_DIMS], dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims);
  cut_at (self, dim, &outer, &length, &inner);
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[dim] = 1;
  const double *x = fl_call_numbers (call, self);
  FlArray *high = fl_call_new_array (call, fl_dtype_get_float (self->dtype), self->n_dims, sizes);
  FlArray *sum = fl_call_new_array (call, fl_dtype_get_float (self->dtype), self->n_dims, sizes);
  for (gint64 row = 0; row < outer * inner; row++)
    {
      gint64 base = row / inner * length * inner + row % inner;
      high->numbers[row] = -INFINITY;
      for (gint64 k = base; k < base + length * inner; k += inner)
        high->numbers[row] = isnan (x[k]) ? NAN : MAX (high->numbers[row], x[k]);
      for (gint64 k = base; k < base + length * inner; k += inner)
        sum->numbers[row] += exp (x[k] - high->numbers[row]);
    }
  return fl_call_return_list (call, 2, (FlArray *[]){ high, sum });
}

/* --- attention ------------------------------------------------------------------------------------------------------- */

/* Batch and heads together are `lanes`; keys and values may have fewer heads than queries. */
typedef struct
{
  gint64 lanes, q_heads, kv_heads, rows, columns, depth, v_depth;
  double scale;
  gboolean is_causal;
  const double *query, *key, *value, *bias; /* bias: broadcast to [lanes, rows, columns]; may be NULL */
  const FlView *q, *k, *v;
} Attention;

static gboolean
open_attention (FlCall *call, Attention *self)
{
  const FlView *q = fl_call_get_view (call, "query"), *k = fl_call_get_view (call, "key"), *v = fl_call_get_view (call, "value");
  if (q == NULL || k == NULL || v == NULL || q->n_dims < 2 || k->n_dims != q->n_dims || v->n_dims != q->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  guint n = q->n_dims;
  *self = (Attention){ .lanes = fl_sizes_product (q->sizes, n - 2), .rows = q->sizes[n - 2], .depth = q->sizes[n - 1],
                       .columns = k->sizes[n - 2], .v_depth = v->sizes[n - 1], .q = q, .k = k, .v = v };
  self->q_heads = n > 2 ? q->sizes[n - 3] : 1;
  self->kv_heads = n > 2 ? k->sizes[n - 3] : 1;
  self->scale = fl_call_get_double (call, "scale", 1 / sqrt ((double) self->depth));
  self->is_causal = fl_call_get_bool (call, "is_causal", FALSE);
  self->query = fl_call_dense (call, q)->numbers;
  self->key = fl_call_dense (call, k)->numbers;
  self->value = fl_call_dense (call, v)->numbers;
  if (fl_call_get_double (call, "dropout_p", 0) != 0)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s with dropout has no reference", call->row->name);
  const FlDatum *mask = fl_call_find (call, "attn_mask|attn_bias");
  if (mask != NULL && mask->kind == FL_DATUM_TENSOR)
    {
      gint64 sizes[FL_MAX_DIMS];
      memcpy (sizes, q->sizes, sizeof sizes);
      sizes[n - 1] = self->columns;
      if (mask->view->dtype == FL_DTYPE_BOOL && strstr (call->row->name, "_math") == NULL) /* that one adds it as 0 and 1 */
        {
          const FlArray *allowed = fl_call_broadcast (call, mask, FL_DTYPE_BOOL, n, sizes);
          double *bias = fl_call_alloc (call, allowed->numel, sizeof (double));
          for (gint64 i = 0; i < allowed->numel; i++)
            bias[i] = allowed->integers[i] ? 0 : -INFINITY;
          self->bias = bias;
        }
      else
        self->bias = fl_call_broadcast (call, mask, FL_DTYPE_F64, n, sizes)->numbers;
    }
  return TRUE;
}

static gint64
get_kv_lane (const Attention *self, gint64 lane)
{
  return lane / self->q_heads * self->kv_heads + lane % self->q_heads / (self->q_heads / self->kv_heads);
}

/* Probabilities of one row; returns the logarithm of the sum. */
static double
attend (const Attention *self, gint64 lane, gint64 row, double *weights)
{
  const double *q = self->query + (lane * self->rows + row) * self->depth;
  const double *k = self->key + get_kv_lane (self, lane) * self->columns * self->depth;
  double high = -INFINITY, sum = 0;
  for (gint64 c = 0; c < self->columns; c++)
    {
      double dot = 0;
      for (gint64 d = 0; d < self->depth; d++)
        dot += q[d] * k[c * self->depth + d];
      weights[c] = dot * self->scale + (self->bias != NULL ? self->bias[(lane * self->rows + row) * self->columns + c] : 0);
      if (self->is_causal && c > row)
        weights[c] = -INFINITY;
      high = MAX (high, weights[c]);
    }
  for (gint64 c = 0; c < self->columns; c++)
    {
      weights[c] = high == -INFINITY ? 0 : exp (weights[c] - high);
      sum += weights[c];
    }
  for (gint64 c = 0; c < self->columns && sum > 0; c++)
    weights[c] /= sum;
  return high + log (sum);
}

/* Each entry point returns its own tuple; what says nothing here (seeds, cumulated
 * lengths) is None. */
static gboolean
return_attention (FlCall *call, const Attention *self, FlArray *out, FlArray *sums, FlArray *weights)
{
  const char *name = call->row->name;
  if (strstr (name, "scaled_dot_product_attention.default") != NULL)
    return fl_call_return (call, out);
  if (strstr (name, "_math") != NULL)
    return fl_call_return_list (call, 2, (FlArray *[]){ out, weights });
  if (strstr (name, "for_cpu") != NULL)
    return fl_call_return_list (call, 2, (FlArray *[]){ out, sums });
  if (strstr (name, "efficient") != NULL)
    return fl_call_return_list (call, 4, (FlArray *[]){ out, sums, NULL, NULL });
  if (!fl_call_return_list (call, 9, (FlArray *[]){ out, sums, NULL, NULL, NULL, NULL, NULL, NULL, NULL }))
    return FALSE;
  call->result.items[4] = fl_datum_int (self->rows);
  call->result.items[5] = fl_datum_int (self->columns);
  return TRUE;
}

gboolean
reference_sdpa (FlCall *call)
{
  Attention self;
  if (!open_attention (call, &self))
    return FALSE;
  guint n = self.q->n_dims;
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self.q->sizes, sizeof sizes);
  sizes[n - 1] = 1; /* cuDNN keeps the dimension */
  FlArray *sums = fl_call_new_array (call, self.q->dtype == FL_DTYPE_F64 ? FL_DTYPE_F64 : FL_DTYPE_F32,
                                     strstr (call->row->name, "cudnn") != NULL ? n : n - 1, sizes);
  sizes[n - 1] = self.columns;
  FlArray *weights = fl_call_new_array (call, self.q->dtype, n, sizes);
  sizes[n - 1] = self.v_depth;
  FlArray *out = fl_call_new_array (call, self.q->dtype, n, sizes);
  for (gint64 lane = 0; lane < self.lanes; lane++)
    for (gint64 row = 0; row < self.rows; row++)
      {
        gint64 at = lane * self.rows + row;
        double *w = weights->numbers + at * self.columns, *y = out->numbers + at * self.v_depth;
        const double *v = self.value + get_kv_lane (&self, lane) * self.columns * self.v_depth;
        sums->numbers[at] = attend (&self, lane, row, w);
        for (gint64 c = 0; c < self.columns; c++)
          for (gint64 d = 0; d < self.v_depth; d++)
            y[d] += w[c] * v[c * self.v_depth + d];
      }
  return return_attention (call, &self, out, sums, weights);
}

/* The gradient of what was added to the scores, summed where that was broadcast. */
typedef struct
{
  FlArray *out; /* NULL: there is none */
  gint64 strides[FL_MAX_DIMS];
} BiasGradient;

static BiasGradient
open_bias_gradient (FlCall *call, const Attention *self)
{
  BiasGradient bias = { 0 };
  const FlView *view = fl_call_find_view (call, "attn_bias");
  guint n = self->q->n_dims;
  gint64 step = 1;
  if (view == NULL || view->n_dims > n || !fl_dtype_is_float (view->dtype))
    return bias;
  bias.out = fl_call_new_array (call, view->dtype, view->n_dims, view->sizes);
  for (guint d = view->n_dims; d-- > 0;)
    {
      bias.strides[n - view->n_dims + d] = view->sizes[d] == 1 ? 0 : step;
      step *= view->sizes[d];
    }
  return bias;
}

static gint64
find_bias (const BiasGradient *bias, const Attention *self, gint64 at, gint64 column)
{
  guint n = self->q->n_dims;
  gint64 place = column * bias->strides[n - 1];
  for (guint d = n - 1; d-- > 0; at /= self->q->sizes[d])
    place += at % self->q->sizes[d] * bias->strides[d];
  return place;
}

gboolean
reference_sdpa_backward (FlCall *call)
{
  Attention self;
  const FlView *grad = fl_call_get_view (call, "grad_out|grad_out_");
  if (grad == NULL || !open_attention (call, &self))
    return FALSE;
  const double *dy = fl_call_dense (call, grad)->numbers;
  FlArray *dq = fl_call_new_array (call, self.q->dtype, self.q->n_dims, self.q->sizes);
  FlArray *dk = fl_call_new_array (call, self.k->dtype, self.k->n_dims, self.k->sizes);
  FlArray *dv = fl_call_new_array (call, self.v->dtype, self.v->n_dims, self.v->sizes);
  BiasGradient bias = open_bias_gradient (call, &self);
  double *w = fl_call_alloc (call, self.columns, sizeof *w), *dw = fl_call_alloc (call, self.columns, sizeof *dw);
  for (gint64 at = 0; at < self.lanes * self.rows; at++)
    {
      gint64 lane = at / self.rows, kv = get_kv_lane (&self, lane) * self.columns;
      const double *g = dy + at * self.v_depth, *q = self.query + at * self.depth;
      double mean = 0;
      attend (&self, lane, at % self.rows, w);
      for (gint64 c = 0; c < self.columns; c++)
        {
          dw[c] = 0;
          for (gint64 d = 0; d < self.v_depth; d++)
            {
              dw[c] += g[d] * self.value[(kv + c) * self.v_depth + d];
              dv->numbers[(kv + c) * self.v_depth + d] += w[c] * g[d];
            }
          mean += w[c] * dw[c];
        }
      for (gint64 c = 0; c < self.columns; c++)
        for (gint64 d = 0; d < self.depth; d++)
          {
            double slope = w[c] * (dw[c] - mean) * self.scale;
            if (d == 0 && bias.out != NULL)
              bias.out->numbers[find_bias (&bias, &self, at, c)] += w[c] * (dw[c] - mean);
            dq->numbers[at * self.depth + d] += slope * self.key[(kv + c) * self.depth + d];
            dk->numbers[(kv + c) * self.depth + d] += slope * q[d];
          }
    }
  gboolean is_efficient = strstr (call->row->name, "efficient") != NULL;
  return fl_call_return_list (call, is_efficient ? 4 : 3, (FlArray *[]){ dq, dk, dv, bias.out });
}
