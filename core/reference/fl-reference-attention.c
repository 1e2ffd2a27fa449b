/* Reference kernels: attention, forward and backward, whatever library PyTorch takes for it. With dropout, the forward
 * yields a seed and the backward takes it: the mask is drawn by Philox from the seed and the position in [lanes, rows,
 * columns], where PyTorch's kernels on GPUs draw other numbers of the same distribution. */
#include "fl-inputs.h"
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (sdpa);
REFERENCE_KERNEL (sdpa_backward);

/* Batch and heads together are `lanes`; keys and values may have fewer heads than queries. */
typedef struct
{
  gint64 lanes, q_heads, kv_heads, rows, columns, depth, v_depth;
  double scale;
  gboolean is_causal, is_opened;
  gboolean skips; /* with noise: what is hidden is not even multiplied by 0; whether infinite values there count is the
                     library's choice */
  double dropout;
  guint64 seed;
  const double *query, *key, *value, *bias; /* bias: broadcast to [lanes, rows, columns]; may be NULL */
  const FlView *q, *k, *v;
} Attention;

static void
get_weight_sizes (const Attention *self, gint64 *sizes)
{
  memcpy (sizes, self->q->sizes, FL_MAX_DIMS * sizeof *sizes);
  sizes[self->q->n_dims - 1] = self->columns;
}

static void
read_bias (FlCall *call, Attention *self)
{
  const FlDatum *mask = fl_call_find (call, "attn_mask|attn_bias");
  gint64 sizes[FL_MAX_DIMS];
  if (mask == NULL || mask->kind != FL_DATUM_TENSOR)
    return;
  get_weight_sizes (self, sizes);
  if (mask->view->dtype == FL_DTYPE_BOOL
      && strstr (call->row->name, "_math") == NULL) /* aten's _math variant adds a boolean mask as 0 and 1 */
    {
      const FlArray *allowed = fl_call_broadcast (call, mask, FL_DTYPE_BOOL, self->q->n_dims, sizes);
      double *bias = fl_call_alloc (call, allowed->numel, sizeof (double));
      for (gint64 i = 0; i < allowed->numel; i++)
        bias[i] = allowed->integers[i] ? 0 : -INFINITY;
      self->bias = bias;
    }
  else
    self->bias = fl_call_broadcast (call, mask, FL_DTYPE_F64, self->q->n_dims, sizes)->numbers;
}

/* The seed that the forward returned, or a new one. */
static gboolean
read_dropout (FlCall *call, Attention *self)
{
  const FlView *seed = fl_call_find_view (call, "philox_seed");
  self->dropout = fl_call_get_double (call, "dropout_p", 0);
  self->seed = call->seed;
  if (self->dropout < 0 || self->dropout >= 1)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s: the dropout is %g, not in [0, 1)", call->row->name,
                         self->dropout);
  if (self->dropout > 0 && strstr (call->row->name, "for_cpu") != NULL)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s has no dropout", call->row->name);
  if (seed != NULL && seed->numel > 0 && !fl_dtype_is_float (seed->dtype))
    self->seed = fl_call_dense (call, seed)->integers[0];
  return TRUE;
}

static gboolean
open_attention (FlCall *call, Attention *self)
{
  const FlView *q = fl_call_get_view (call, "query"), *k = fl_call_get_view (call, "key"),
               *v = fl_call_get_view (call, "value");
  if (q == NULL || k == NULL || v == NULL || q->n_dims < 2 || k->n_dims != q->n_dims || v->n_dims != q->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: shapes of the operands do not fit", call->row->name);
  guint n = q->n_dims;
  *self = (Attention) { .lanes = fl_sizes_product (q->sizes, n - 2),
                        .rows = q->sizes[n - 2],
                        .depth = q->sizes[n - 1],
                        .columns = k->sizes[n - 2],
                        .v_depth = v->sizes[n - 1],
                        .q = q,
                        .k = k,
                        .v = v };
  self->q_heads = n > 2 ? q->sizes[n - 3] : 1;
  self->kv_heads = n > 2 ? k->sizes[n - 3] : 1;
  if (k->sizes[n - 1] != self->depth || v->sizes[n - 2] != self->columns || self->kv_heads == 0
      || self->q_heads % self->kv_heads != 0 || (n > 2 && v->sizes[n - 3] != self->kv_heads))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: sizes of query, key and value do not fit", call->row->name);
  self->scale = fl_call_get_double (call, "scale", 1 / sqrt ((double) self->depth));
  self->is_causal = fl_call_get_bool (call, "is_causal", FALSE);
  self->skips = self->is_causal && call->noise % 2 == 1;
  self->is_opened = !self->skips
                    && (strstr (call->row->name, "_math") != NULL
                        || strstr (call->row->name, "scaled_dot_product_attention.default") != NULL);
  self->query = fl_call_dense (call, q)->numbers;
  self->key = fl_call_dense (call, k)->numbers;
  self->value = fl_call_dense (call, v)->numbers;
  read_bias (call, self);
  return read_dropout (call, self);
}

static gint64
get_kv_lane (const Attention *self, gint64 lane)
{
  return lane / self->q_heads * self->kv_heads + lane % self->q_heads / (self->q_heads / self->kv_heads);
}

/* Probabilities of one row, before dropout; returns the logarithm of the sum. */
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
      weights[c]
          = dot * self->scale + (self->bias != NULL ? self->bias[(lane * self->rows + row) * self->columns + c] : 0);
      if (self->is_causal && c > row) /* libraries skip what is hidden, opened attention adds to it */
        weights[c] = self->is_opened ? weights[c] - INFINITY : -INFINITY;
      high = isnan (weights[c]) || weights[c] > high ? weights[c] : high; /* NaN stays NaN */
    }
  for (gint64 c = 0; c < self->columns; c++)
    {
      weights[c] = high == -INFINITY ? 0 : exp (weights[c] - high);
      sum += weights[c];
    }
  for (gint64 c = 0; c < self->columns && sum != 0; c++)
    weights[c] /= sum;
  return high + log (sum);
}

/* What the weight at a position is multiplied by: 0, or what makes up for the dropped ones. */
static double
keep (const Attention *self, gint64 position)
{
  if (self->dropout == 0)
    return 1;
  return fl_reference_draw (self->seed, position, FALSE) >= self->dropout ? 1 / (1 - self->dropout) : 0;
}

/* --- forward ---------------------------------------------------------------------------------- */

/* A result that says how the numbers were drawn, as the graph has it: the seed, then zeros. */
static FlArray *
make_state (FlCall *call, guint position, guint64 first)
{
  const FlCallOutput *as = position < call->n_outputs ? &call->outputs[position] : NULL;
  FlDtype dtype = as == NULL || as->dtype == FL_DTYPE_NONE || fl_dtype_is_float (as->dtype) ? FL_DTYPE_I64 : as->dtype;
  FlArray *array
      = as == NULL ? fl_call_new_array (call, dtype, 0, NULL) : fl_call_new_array (call, dtype, as->n_dims, as->sizes);
  if (array->numel > 0)
    array->integers[0] = first;
  return array;
}

/* The logarithms of the sums in the shape that the library gives them: rows beyond the last are infinite. */
static FlArray *
pad_sums (FlCall *call, const Attention *self, FlArray *sums)
{
  const FlCallOutput *as = call->n_outputs > 1 ? &call->outputs[1] : NULL;
  guint n = self->q->n_dims;
  FlCallOutput usual = { .dtype = sums->dtype, .n_dims = n - 1 };
  if (as == NULL || as->dtype == FL_DTYPE_NONE || as->n_dims < n - 1)
    {
      if (strstr (call->row->name, "efficient") == NULL)
        return sums;
      memcpy (usual.sizes, self->q->sizes, (n - 1) * sizeof (gint64));
      usual.sizes[n - 2] = fl_call_get_bool (call, "compute_log_sumexp", FALSE) ? (self->rows + 31) / 32 * 32 : 0;
      as = &usual;
    }
  FlArray *out = fl_call_new_array (call, sums->dtype, as->n_dims, as->sizes);
  gint64 rows = as->sizes[n - 2], step = self->lanes * rows == 0 ? 1 : out->numel / (self->lanes * rows);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 lane = i / step / rows, row = i / step % rows;
      out->numbers[i] = row < self->rows && lane < self->lanes ? sums->numbers[lane * self->rows + row] : INFINITY;
    }
  return out;
}

/* Each entry point returns its own tuple; what says nothing here (cumulated lengths) is None. */
static gboolean
return_attention (FlCall *call, const Attention *self, FlArray *out, FlArray *sums, FlArray *weights)
{
  const char *name = call->row->name;
  gboolean draws = self->dropout > 0;
  if (strstr (name, "scaled_dot_product_attention.default") != NULL)
    return fl_call_return (call, out);
  if (strstr (name, "_math") != NULL)
    return fl_call_return_list (call, 2, (FlArray *[]) { out, weights });
  if (strstr (name, "for_cpu") != NULL)
    return fl_call_return_list (call, 2, (FlArray *[]) { out, sums });
  sums = pad_sums (call, self, sums);
  if (strstr (name, "efficient") != NULL)
    return fl_call_return_list (call, 4,
                                (FlArray *[]) { out, sums, draws ? make_state (call, 2, self->seed) : NULL,
                                                draws ? make_state (call, 3, 0) : NULL });
  if (!fl_call_return_list (call, 9,
                            (FlArray *[]) { out, sums, NULL, NULL, NULL, NULL,
                                            draws ? make_state (call, 6, self->seed) : NULL,
                                            draws ? make_state (call, 7, 0) : NULL, NULL }))
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
  get_weight_sizes (&self, sizes);
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
        for (gint64 c = 0; c < (self.skips ? MIN (row + 1, self.columns) : self.columns); c++)
          {
            double kept = w[c] * keep (&self, at * self.columns + c);
            for (gint64 d = 0; d < self.v_depth; d++)
              y[d] += kept * v[c * self.v_depth + d];
          }
      }
  return return_attention (call, &self, out, sums, weights);
}

/* --- backward --------------------------------------------------------------------------------- */

/* The gradient of a bias that was broadcast: summed where it was repeated. */
static FlArray *
sum_to_bias (FlCall *call, const Attention *self, const double *full)
{
  const FlView *bias = fl_call_find_view (call, "attn_bias");
  gint64 sizes[FL_MAX_DIMS], index[FL_MAX_DIMS] = { 0 }, at = 0;
  guint n = self->q->n_dims, lack = n - bias->n_dims;
  FlArray *out = fl_call_new_array (call, bias->dtype, bias->n_dims, bias->sizes);
  get_weight_sizes (self, sizes);
  do
    {
      gint64 to = 0;
      for (guint d = lack; d < n; d++)
        to = to * bias->sizes[d - lack] + (bias->sizes[d - lack] == 1 ? 0 : index[d]);
      out->numbers[to] += full[at++];
    }
  while (fl_index_next (index, sizes, n));
  return out;
}

static gboolean
wants_bias (FlCall *call)
{
  const FlDatum *wanted = fl_call_find (call, "grad_input_mask");
  return fl_call_find_view (call, "attn_bias") != NULL && wanted != NULL && wanted->kind == FL_DATUM_LIST
         && wanted->n_items == 4 && wanted->items[3].integer != 0;
}

gboolean
reference_sdpa_backward (FlCall *call)
{
  Attention self;
  const FlView *grad = fl_call_get_view (call, "grad_out|grad_out_");
  if (grad == NULL || !open_attention (call, &self))
    return FALSE;
  gboolean is_efficient = strstr (call->row->name, "efficient") != NULL;
  const double *dy = fl_call_dense (call, grad)->numbers;
  FlArray *dq = fl_call_new_array (call, self.q->dtype, self.q->n_dims, self.q->sizes);
  FlArray *dk = fl_call_new_array (call, self.k->dtype, self.k->n_dims, self.k->sizes);
  FlArray *dv = fl_call_new_array (call, self.v->dtype, self.v->n_dims, self.v->sizes);
  double *w = fl_call_alloc (call, self.columns, sizeof *w), *dw = fl_call_alloc (call, self.columns, sizeof *dw);
  double *db = is_efficient && wants_bias (call)
                   ? fl_call_alloc (call, self.lanes * self.rows * self.columns, sizeof *db)
                   : NULL;
  for (gint64 at = 0; at < self.lanes * self.rows; at++)
    {
      gint64 lane = at / self.rows, kv = get_kv_lane (&self, lane) * self.columns;
      const double *g = dy + at * self.v_depth, *q = self.query + at * self.depth;
      double mean = 0;
      attend (&self, lane, at % self.rows, w);
      for (gint64 c = 0; c < self.columns; c++)
        {
          double kept = keep (&self, at * self.columns + c);
          dw[c] = 0;
          for (gint64 d = 0; d < self.v_depth; d++)
            {
              dw[c] += kept * g[d] * self.value[(kv + c) * self.v_depth + d];
              dv->numbers[(kv + c) * self.v_depth + d] += kept * w[c] * g[d];
            }
          mean += w[c] * dw[c];
        }
      if (call->noise != 0) /* where one weight is nearly 1, its slope is the difference of two sums that each kernel
                               rounds its own way */
        fl_array_shake (&(FlArray) { .numel = self.columns, .numbers = dw },
                        MIN (fl_dtype_get_unit (self.q->dtype), 0x1p-23),
                        call->noise ^ fl_inputs_mix (call->seed + ((guint64) at << 20)));
      for (gint64 c = 0; c < self.columns; c++)
        {
          double slope = w[c] * (dw[c] - mean);
          for (gint64 d = 0; d < self.depth; d++)
            {
              dq->numbers[at * self.depth + d] += slope * self.scale * self.key[(kv + c) * self.depth + d];
              dk->numbers[(kv + c) * self.depth + d] += slope * self.scale * q[d];
            }
          if (db != NULL)
            db[at * self.columns + c] = slope;
        }
    }
  FlArray *bias = db != NULL && self.lanes * self.rows * self.columns > 0 ? sum_to_bias (call, &self, db) : NULL;
  return fl_call_return_list (call, is_efficient ? 4 : 3, (FlArray *[]) { dq, dk, dv, bias });
}
