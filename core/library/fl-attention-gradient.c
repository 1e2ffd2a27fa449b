/* Gradients of softmax (scale query key' + bias) value, some rows of one head at a time. With weights w = softmax (...)
 * and g the gradient of the result, the value's is w' g, that of the scores s = w (g value' - the row's mean of it
 * under w), the query's scale s key and the key's scale s' query (Dao et al., FlashAttention, 2022, appendix B).
 * Weights are computed once more rather than read. */
#include <math.h>
#include <string.h>

#include "fl-half-copies.h"
#include "fl-library-attention-private.h"

/* Of one thread; matrices of rows that lie one behind the other. */
typedef struct
{
  float *query, *grad, *d_query;        /* of some rows */
  float *weights, *slopes, *bias;       /* of the same rows, and of one */
  float *key, *value, *d_key, *d_value; /* of a head */
} Scratch;

typedef struct
{
  FlWorkView q, k, v, grad, bias, d_q, d_k, d_v; /* bytes NULL: not there */
  gint64 rows, columns, depth, value_depth, block, stride;
  gint64 n_lanes, n_shared; /* heads of keys, and how many of queries share one */
  float scale;
  gboolean is_causal;
  guint n_threads;
  Scratch *scratch; /* one a thread */
} FlAttentionGradient;

/* --- elements --------------------------------------------------------------------------------- */

static void
read_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n, float *to)
{
  const gint64 length = view->sizes[3], step = view->strides[3];

  for (gint64 r = 0; r < n; r++, to += length)
    {
      gint64 place = fl_attention_get_place (view, batch, head, begin + r);
      const float *from = (const float *) view->bytes + place;
      if (view->dtype != FL_DTYPE_F32)
        fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, length);
      else if (step == 1)
        memcpy (to, from, length * sizeof (float));
      else
        for (gint64 i = 0; i < length; i++)
          to[i] = from[i * step];
    }
}

static void
write_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n, const float *from)
{
  const gint64 length = view->sizes[3], step = view->strides[3];

  for (gint64 r = 0; r < n && view->bytes != NULL; r++, from += length)
    {
      gint64 place = fl_attention_get_place (view, batch, head, begin + r);
      float *to = (float *) view->bytes + place;
      if (view->dtype != FL_DTYPE_F32)
        fl_half_round_row (view->dtype, from, (guint16 *) view->bytes + place, step, length);
      else
        for (gint64 i = 0; i < length; i++)
          to[i * step] = from[i];
    }
}

/* A row of the bias; NULL: none. */
static const float *
read_bias_row (const FlAttentionGradient *self, const Scratch *scratch, gint64 batch, gint64 head, gint64 row, gint64 n)
{
  const FlWorkView *bias = &self->bias;
  const gint64 place = bias->bytes == NULL ? 0 : fl_attention_get_place (bias, batch, head, row),
               step = bias->strides[3];

  if (bias->bytes == NULL)
    return NULL;
  if (bias->dtype == FL_DTYPE_BOOL)
    for (gint64 c = 0; c < n; c++)
      scratch->bias[c] = ((const guint8 *) bias->bytes)[place + c * step] ? 0 : -INFINITY;
  else if (bias->dtype == FL_DTYPE_F32)
    for (gint64 c = 0; c < n; c++)
      scratch->bias[c] = ((const float *) bias->bytes)[place + c * step];
  else
    fl_half_widen_row (bias->dtype, (const guint16 *) bias->bytes + place, step, scratch->bias, n);
  for (gint64 c = n; c % FL_ATTENTION_STEP != 0; c++) /* whole steps are read */
    scratch->bias[c] = 0;
  return scratch->bias;
}

/* --- some rows of a head ---------------------------------------------------------------------- */

static gint64
count_columns (const FlAttentionGradient *self, gint64 row)
{
  return self->is_causal ? MIN (self->columns, row + 1) : self->columns;
}

/* Scores become weights, 0 where a row may not look; a row that may look nowhere weighs nothing. */
static void
weigh (const FlAttentionGradient *self, const Scratch *scratch, gint64 batch, gint64 head, gint64 first, gint64 n_rows,
       gint64 n_columns)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      FlAttentionSum sum = { 0, -INFINITY };
      float *row = scratch->weights + r * self->stride;
      gint64 n = count_columns (self, first + r);
      fl_attention_continue_row (row, read_bias_row (self, scratch, batch, head, first + r, n), n, n_columns, &sum);
      fl_attention_scale_row (row, sum.sum > 0 || isnan (sum.sum) ? 1 / sum.sum : 0, row, n_columns);
    }
}

/* What the weights' gradients are becomes what the scores' are, times the scale. */
static void
find_slopes (const FlAttentionGradient *self, const Scratch *scratch, gint64 n_rows, gint64 n_columns)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      const float *weights = scratch->weights + r * self->stride;
      float *slopes = scratch->slopes + r * self->stride, sums[16] = { 0 }, mean = 0;
      gint64 c = 0;
      for (; c + 16 <= n_columns; c += 16)
        for (guint i = 0; i < 16; i++)
          sums[i] += weights[c + i] * slopes[c + i];
      for (; c < n_columns; c++)
        sums[c % 16] += weights[c] * slopes[c];
      for (guint i = 0; i < 16; i++)
        mean += sums[i];
      for (c = 0; c < n_columns; c++)
        slopes[c] = weights[c] * (slopes[c] - mean) * self->scale;
    }
}

/* m as it lies, and with rows and columns exchanged. */
static FlMatrix
plain (const float *data, gint64 rows, gint64 columns, gint64 stride)
{
  return (FlMatrix) { data, rows, columns, stride, 1 };
}

static FlMatrix
turned (const float *data, gint64 rows, gint64 columns, gint64 stride)
{
  return (FlMatrix) { data, columns, rows, 1, stride };
}

static void
do_rows (const FlAttentionGradient *self, Scratch *scratch, gint64 batch, gint64 head, gint64 first)
{
  const gint64 depth = self->depth, value_depth = self->value_depth, stride = self->stride,
               n = MIN (self->block, self->rows - first);
  const gint64 columns = count_columns (self, first + n - 1);
  FlMatrix query = plain (scratch->query, n, depth, depth), grad = plain (scratch->grad, n, value_depth, value_depth);
  FlMatrix key = plain (scratch->key, columns, depth, depth), key_turned = turned (scratch->key, columns, depth, depth);
  FlMatrix value_turned = turned (scratch->value, columns, value_depth, value_depth),
           slopes = plain (scratch->slopes, n, columns, stride);
  FlMatrix weights_turned = turned (scratch->weights, n, columns, stride),
           slopes_turned = turned (scratch->slopes, n, columns, stride);

  read_rows (&self->q, batch, head, first, n, scratch->query);
  read_rows (&self->grad, batch, head, first, n, scratch->grad);
  fl_library_gemm (&query, &key_turned, self->scale * FL_ATTENTION_LOG2_E, 0, scratch->weights, stride);
  weigh (self, scratch, batch, head, first, n, columns);
  fl_library_gemm (&weights_turned, &grad, 1, 1, scratch->d_value, value_depth);
  fl_library_gemm (&grad, &value_turned, 1, 0, scratch->slopes, stride);
  find_slopes (self, scratch, n, columns);
  fl_library_gemm (&slopes, &key, 1, 0, scratch->d_query, depth);
  fl_library_gemm (&slopes_turned, &query, 1, 1, scratch->d_key, depth);
  write_rows (&self->d_q, batch, head, first, n, scratch->d_query);
}

/* --- running ---------------------------------------------------------------------------------- */

static void
do_lane (const FlAttentionGradient *self, Scratch *scratch, gint64 lane)
{
  const gint64 heads = self->k.sizes[1], batch = lane / heads, head = lane % heads;

  read_rows (&self->k, batch, head, 0, self->columns, scratch->key);
  read_rows (&self->v, batch, head, 0, self->columns, scratch->value);
  memset (scratch->d_key, 0, self->columns * self->depth * sizeof (float));
  memset (scratch->d_value, 0, self->columns * self->value_depth * sizeof (float));
  for (gint64 s = 0; s < self->n_shared; s++)
    for (gint64 first = 0; first < self->rows; first += self->block)
      do_rows (self, scratch, batch, head * self->n_shared + s, first);
  write_rows (&self->d_k, batch, head, 0, self->columns, scratch->d_key);
  write_rows (&self->d_v, batch, head, 0, self->columns, scratch->d_value);
}

static void
do_share (gpointer data, gint64 begin, gint64 end)
{
  FlAttentionGradient *self = data;

  for (gint64 s = begin; s < end; s++)
    for (gint64 lane = self->n_lanes * s / self->n_threads; lane < self->n_lanes * (s + 1) / self->n_threads; lane++)
      do_lane (self, &self->scratch[s], lane);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlAttentionGradient *self = state;
  fl_thread_pool_run (pool, do_share, self, self->n_threads);
  return TRUE;
}

/* --- preparing -------------------------------------------------------------------------------- */

static gboolean
is_gradient (const FlAtenRow *row)
{
  return row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU_BACKWARD
         || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_BACKWARD
         || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION_BACKWARD;
}

static gboolean
read_view (const FlLibraryStep *step, const char *name, const char *other, FlWorkView *view)
{
  const FlWorkArg *arg = fl_attention_find (step, name, other);

  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.n_dims != 4
      || !fl_attention_is_float (arg->view.dtype))
    return FALSE;
  *view = arg->view;
  return TRUE;
}

static gboolean
has_sizes (const FlWorkView *view, const FlWorkView *as)
{
  return view->n_dims == 4 && memcmp (view->sizes, as->sizes, 4 * sizeof (gint64)) == 0
         && fl_attention_is_float (view->dtype);
}

static gboolean
read_operands (FlAttentionGradient *self, const FlLibraryStep *step)
{
  const FlWorkView *const operands[] = { &self->q, &self->k, &self->v };
  FlWorkView *const results[] = { &self->d_q, &self->d_k, &self->d_v };

  if (!read_view (step, "query", NULL, &self->q) || !read_view (step, "key", NULL, &self->k)
      || !read_view (step, "value", NULL, &self->v) || !read_view (step, "grad_out", "grad_out_", &self->grad))
    return FALSE;
  for (guint i = 0; i < step->n_out; i++)
    if (i < 3 && step->out[i].bytes != NULL)
      {
        *results[i] = step->out[i];
        if (!has_sizes (results[i], operands[i]))
          return FALSE;
      }
    else if (i >= 3 && step->out[i].bytes != NULL && fl_sizes_product (step->out[i].sizes, step->out[i].n_dims) > 0)
      return FALSE; /* a bias's */
  self->rows = self->q.sizes[2];
  self->depth = self->q.sizes[3];
  self->columns = self->k.sizes[2];
  self->value_depth = self->v.sizes[3];
  self->n_lanes = self->k.sizes[0] * self->k.sizes[1];
  if (self->n_lanes < 1 || self->rows < 1 || self->columns < 1 || self->depth < 1 || self->value_depth < 1)
    return FALSE;
  self->n_shared = self->q.sizes[1] / self->k.sizes[1];
  return self->k.sizes[3] == self->depth && self->v.sizes[2] == self->columns && self->k.sizes[0] == self->q.sizes[0]
         && self->v.sizes[0] == self->q.sizes[0] && self->v.sizes[1] == self->k.sizes[1]
         && self->q.sizes[1] % self->k.sizes[1] == 0 && self->grad.sizes[0] == self->q.sizes[0]
         && self->grad.sizes[1] == self->q.sizes[1] && self->grad.sizes[2] == self->rows
         && self->grad.sizes[3] == self->value_depth;
}

static float *
take_floats (gint64 n)
{
  return g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
}

static void
make_scratch (FlAttentionGradient *self, guint n_threads)
{
  self->stride = (self->columns + FL_ATTENTION_STEP - 1) / FL_ATTENTION_STEP * FL_ATTENTION_STEP;
  self->block = MIN (FL_ATTENTION_ROWS, self->rows);
  self->n_threads = MIN (n_threads, self->n_lanes);
  self->scratch = g_new0 (Scratch, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    self->scratch[i] = (Scratch) { .query = take_floats (self->block * self->depth),
                                   .grad = take_floats (self->block * self->value_depth),
                                   .d_query = take_floats (self->block * self->depth),
                                   .weights = take_floats (self->block * self->stride),
                                   .slopes = take_floats (self->block * self->stride),
                                   .bias = take_floats (self->stride),
                                   .key = take_floats (self->columns * self->depth),
                                   .value = take_floats (self->columns * self->value_depth),
                                   .d_key = take_floats (self->columns * self->depth),
                                   .d_value = take_floats (self->columns * self->value_depth) };
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  if (step->row == NULL || !is_gradient (step->row))
    return NULL;
  const FlWorkArg *dropout = fl_attention_find (step, "dropout_p", NULL),
                  *causal = fl_attention_find (step, "is_causal", NULL);
  const FlWorkArg *scale = fl_attention_find (step, "scale", NULL);
  if (dropout != NULL && dropout->value.kind != FL_DATUM_NONE && dropout->value.number != 0)
    return NULL;
  FlAttentionGradient *self = g_new0 (FlAttentionGradient, 1);
  if (!read_operands (self, step) || !fl_attention_read_bias (step, &self->q, &self->k, &self->bias))
    {
      g_free (self);
      return NULL;
    }
  self->is_causal = causal != NULL && causal->value.kind == FL_DATUM_BOOL && causal->value.integer != 0;
  gboolean has_scale = scale != NULL && (scale->value.kind == FL_DATUM_FLOAT || scale->value.kind == FL_DATUM_INT);
  self->scale = has_scale ? scale->value.number : 1 / sqrt ((double) self->depth);
  make_scratch (self, n_threads);
  return self;
}

static const char *
describe (gconstpointer state)
{
  return "the library's products, scores computed once more and kept in the cache";
}

static void
free_state (gpointer state)
{
  FlAttentionGradient *self = state;
  for (guint i = 0; i < self->n_threads; i++)
    {
      Scratch *s = &self->scratch[i];
      float *all[]
          = { s->query, s->grad, s->d_query, s->weights, s->slopes, s->bias, s->key, s->value, s->d_key, s->d_value };
      for (guint k = 0; k < G_N_ELEMENTS (all); k++)
        g_aligned_free (all[k]);
    }
  g_free (self->scratch);
  g_free (self);
}

const FlLibraryOp fl_attention_gradient_op = { .name = "gradients of attention",
                                               .needs = FL_LIBRARY_RETURNS_APART,
                                               .prepare = prepare,
                                               .run = run,
                                               .describe = describe,
                                               .free = free_state };
