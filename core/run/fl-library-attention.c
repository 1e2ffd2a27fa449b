/* softmax (scale query key' + bias) value, some rows at a time: two products by the library with the scores of those rows between
 * them, which never leave the cache. Keys and values of half precision are widened once a head. */
#include "fl-library-attention.h"

#include "fl-gemm.h"
#include "fl-library-half.h"

#include <math.h>
#include <string.h>

enum
{
  MAX_ROWS = 64,
  SCORE_FLOATS = 128 << 10 /* of one thread: half a megabyte, less than second-level caches of our time */
};

typedef struct
{
  float *query, *key, *value, *scores, *out;
  float sums[MAX_ROWS], highs[MAX_ROWS];
  gint64 lane; /* whose keys and values were widened; -1: none */
} Scratch;

struct _FlAttentionCall
{
  FlWorkView q, k, v, out, log_sums, bias; /* bytes NULL: not there */
  gint64 n_lanes, rows, columns, depth, value_depth, block, stride;
  float scale;
  gboolean is_causal;
  guint n_threads;
  gint64 n_tasks;
  Scratch *scratch; /* one a thread */
};

/* --- elements -------------------------------------------------------------------------------------------------------- */

static gint64
get_place (const FlWorkView *view, gint64 batch, gint64 head, gint64 row)
{
  return view->offset + batch * view->strides[0] + head * view->strides[1] + row * view->strides[2];
}

static void
widen (const FlWorkView *view, gint64 place, gint64 n, float *to)
{
  gint64 step = view->strides[3];
  if (view->dtype != FL_DTYPE_F32)
    fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, n);
  else
    for (gint64 i = 0; i < n; i++)
      to[i] = ((const float *) view->bytes)[place + i * step];
}

/* A matrix as the library takes it: in place, or widened. */
static FlMatrix
get_matrix (const FlWorkView *view, gint64 batch, gint64 head, float *copy, gboolean is_fresh)
{
  gint64 rows = view->sizes[2], columns = view->sizes[3];
  if (view->dtype == FL_DTYPE_F32 && view->strides[3] == 1 && view->strides[2] >= columns)
    return (FlMatrix){ (const float *) view->bytes + get_place (view, batch, head, 0), rows, columns, view->strides[2], 1 };
  for (gint64 r = 0; r < rows && !is_fresh; r++)
    widen (view, get_place (view, batch, head, r), columns, copy + r * columns);
  return (FlMatrix){ copy, rows, columns, columns, 1 };
}

static void
add_bias (const FlAttentionCall *self, gint64 batch, gint64 head, gint64 row, float *scores, gint64 n)
{
  const FlWorkView *bias = &self->bias;
  gint64 place = get_place (bias, batch, head, row), step = bias->strides[3];
  if (bias->dtype == FL_DTYPE_F32)
    for (gint64 c = 0; c < n; c++)
      scores[c] += ((const float *) bias->bytes)[place + c * step];
  else if (bias->dtype == FL_DTYPE_BOOL)
    for (gint64 c = 0; c < n; c++)
      scores[c] = ((const guint8 *) bias->bytes)[place + c * step] ? scores[c] : -INFINITY;
  else
    for (gint64 c = 0; c < n; c++)
      {
        float x;
        fl_half_widen_row (bias->dtype, (const guint16 *) bias->bytes + place + c * step, 1, &x, 1);
        scores[c] += x;
      }
}

/* --- one task: some rows of one head --------------------------------------------------------------------------------- */

static void
score (const FlAttentionCall *self, Scratch *scratch, const FlMatrix *key, gint64 batch, gint64 head, gint64 begin, gint64 n_rows,
       gint64 n_columns)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      float *q = scratch->query + r * self->depth;
      widen (&self->q, get_place (&self->q, batch, head, begin + r), self->depth, q);
      for (gint64 d = 0; d < self->depth; d++)
        q[d] *= self->scale;
    }
  FlMatrix a = { scratch->query, n_rows, self->depth, self->depth, 1 };
  FlMatrix b = { key->data, self->depth, n_columns, 1, key->row_stride };
  fl_library_gemm (&a, &b, 1, 0, scratch->scores, self->stride);
  for (gint64 r = 0; r < n_rows; r++)
    {
      float *row = scratch->scores + r * self->stride;
      if (self->bias.bytes != NULL)
        add_bias (self, batch, head, begin + r, row, n_columns);
      for (gint64 c = begin + r + 1; self->is_causal && c < n_columns; c++)
        row[c] = -INFINITY;
    }
}

static void
store (const FlAttentionCall *self, Scratch *scratch, gint64 batch, gint64 head, gint64 begin, gint64 n_rows)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      gint64 place = get_place (&self->out, batch, head, begin + r);
      float factor = scratch->sums[r] > 0 || isnan (scratch->sums[r]) ? 1 / scratch->sums[r] : 0;
      float *from = scratch->out + r * self->value_depth;
      for (gint64 d = 0; d < self->value_depth; d++)
        from[d] *= factor;
      if (self->out.dtype != FL_DTYPE_F32)
        fl_half_round_row (self->out.dtype, from, (guint16 *) self->out.bytes + place, self->out.strides[3], self->value_depth);
      else
        for (gint64 d = 0; d < self->value_depth; d++)
          ((float *) self->out.bytes)[place + d * self->out.strides[3]] = from[d];
      if (self->log_sums.bytes != NULL)
        ((float *) self->log_sums.bytes)[get_place (&self->log_sums, batch, head, begin + r)] = scratch->highs[r] + logf (scratch->sums[r]);
    }
}

static void
do_task (const FlAttentionCall *self, Scratch *scratch, gint64 task)
{
  gint64 n_blocks = (self->rows + self->block - 1) / self->block, lane = task / n_blocks, begin = task % n_blocks * self->block;
  gint64 n_heads = self->q.sizes[1], batch = lane / n_heads, head = lane % n_heads, shared = head / (n_heads / self->k.sizes[1]);
  gint64 n_rows = MIN (self->block, self->rows - begin), kv_lane = batch * self->k.sizes[1] + shared;
  gint64 n_columns = self->is_causal ? MIN (self->columns, begin + n_rows) : self->columns;
  FlMatrix key = get_matrix (&self->k, batch, shared, scratch->key, scratch->lane == kv_lane);
  FlMatrix value = get_matrix (&self->v, batch, shared, scratch->value, scratch->lane == kv_lane);
  scratch->lane = kv_lane;
  score (self, scratch, &key, batch, head, begin, n_rows, n_columns);
  fl_attention_normalize (scratch->scores, n_rows, n_columns, self->stride, scratch->sums, scratch->highs);
  FlMatrix a = { scratch->scores, n_rows, n_columns, self->stride, 1 };
  FlMatrix b = { value.data, n_columns, self->value_depth, value.row_stride, 1 };
  fl_library_gemm (&a, &b, 1, 0, scratch->out, self->value_depth);
  store (self, scratch, batch, head, begin, n_rows);
}

/* [begin, end) of the threads' shares. */
static void
do_share (gpointer data, gint64 begin, gint64 end)
{
  FlAttentionCall *self = data;
  for (gint64 s = begin; s < end; s++)
    {
      self->scratch[s].lane = -1; /* keys may have changed since the last run */
      for (gint64 t = self->n_tasks * s / self->n_threads; t < self->n_tasks * (s + 1) / self->n_threads; t++)
        do_task (self, &self->scratch[s], t);
    }
}

/* Rows that a result has beyond the last one, for the library that it comes from. */
static void
pad_log_sums (const FlAttentionCall *self)
{
  const FlWorkView *view = &self->log_sums;
  for (gint64 lane = 0; view->bytes != NULL && lane < self->n_lanes; lane++)
    for (gint64 r = self->rows; r < view->sizes[2]; r++)
      ((float *) view->bytes)[get_place (view, lane / self->q.sizes[1], lane % self->q.sizes[1], r)] = INFINITY;
}

void
fl_attention_run (FlAttentionCall *self, FlThreadPool *pool)
{
  fl_thread_pool_run (pool, do_share, self, self->n_threads);
  pad_log_sums (self);
}

/* --- preparing ------------------------------------------------------------------------------------------------------- */

static gboolean
is_attention (const FlAtenRow *row)
{
  return row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION
         || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION;
}

static gboolean
is_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_half_is (dtype);
}

/* By its place in the operator's signature, or by its name. */
static const FlWorkArg *
find (const FlWorkStep *step, const char *keyword)
{
  guint n;
  const FlAtenParam *parameters = fl_aten_get_params (step->row, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (parameters[i].name, keyword) == 0)
      return fl_work_step_find_arg (step, i, keyword);
  return NULL;
}

/* Broadcast to [batch, heads, rows, columns]: what is repeated has a stride of 0. */
static gboolean
read_bias (FlAttentionCall *self, const FlWorkStep *step)
{
  const FlWorkArg *arg = find (step, "attn_mask");
  gint64 sizes[4] = { self->q.sizes[0], self->q.sizes[1], self->rows, self->columns };
  if (arg == NULL)
    arg = find (step, "attn_bias");
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR)
    return TRUE;
  const FlWorkView *from = &arg->view;
  if (from->n_dims > 4 || !(is_float (from->dtype) || from->dtype == FL_DTYPE_BOOL))
    return FALSE;
  self->bias = (FlWorkView){ .bytes = from->bytes, .dtype = from->dtype, .n_dims = 4, .offset = from->offset };
  for (guint d = 4 - from->n_dims; d < 4; d++)
    {
      guint own = d - (4 - from->n_dims);
      if (from->sizes[own] != 1 && from->sizes[own] != sizes[d])
        return FALSE;
      self->bias.strides[d] = from->sizes[own] == 1 ? 0 : from->strides[own];
    }
  return TRUE;
}

static gboolean
read_operands (FlAttentionCall *self, const FlWorkStep *step)
{
  const char *const names[] = { "query", "key", "value" };
  FlWorkView *views[] = { &self->q, &self->k, &self->v };
  for (guint i = 0; i < 3; i++)
    {
      const FlWorkArg *arg = find (step, names[i]);
      if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.n_dims != 4 || !is_float (arg->view.dtype))
        return FALSE;
      *views[i] = arg->view;
    }
  self->out = step->out[0];
  self->rows = self->q.sizes[2];
  self->depth = self->q.sizes[3];
  self->columns = self->k.sizes[2];
  self->value_depth = self->v.sizes[3];
  self->n_lanes = self->q.sizes[0] * self->q.sizes[1];
  return self->k.sizes[3] == self->depth && self->v.sizes[2] == self->columns && self->k.sizes[0] == self->q.sizes[0]
         && self->v.sizes[0] == self->q.sizes[0] && self->k.sizes[1] > 0 && self->v.sizes[1] == self->k.sizes[1]
         && self->q.sizes[1] % self->k.sizes[1] == 0 && self->n_lanes > 0 && self->rows > 0 && self->columns > 0 && self->depth > 0
         && self->value_depth > 0 && self->out.n_dims == 4 && is_float (self->out.dtype) && self->out.sizes[2] == self->rows
         && self->out.sizes[3] == self->value_depth;
}

/* The second result; the others say how random numbers were drawn, which nobody did. */
static gboolean
read_log_sums (FlAttentionCall *self, const FlWorkStep *step)
{
  if (step->n_out < 2 || step->out[1].bytes == NULL || fl_sizes_product (step->out[1].sizes, step->out[1].n_dims) == 0)
    return TRUE;
  self->log_sums = step->out[1];
  return self->log_sums.dtype == FL_DTYPE_F32 && self->log_sums.n_dims == 3 && self->log_sums.sizes[0] == self->q.sizes[0]
         && self->log_sums.sizes[1] == self->q.sizes[1] && self->log_sums.sizes[2] >= self->rows;
}

static float *
take_floats (gint64 n)
{
  return g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
}

static void
make_scratch (FlAttentionCall *self, guint n_threads)
{
  self->stride = (self->columns + 15) / 16 * 16;
  self->block = MIN (CLAMP (SCORE_FLOATS / self->stride, 8, MAX_ROWS), self->rows);
  self->n_tasks = self->n_lanes * ((self->rows + self->block - 1) / self->block);
  self->n_threads = MIN (n_threads, self->n_tasks);
  self->scratch = g_new0 (Scratch, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    {
      Scratch *scratch = &self->scratch[i];
      scratch->query = take_floats (self->block * self->depth);
      scratch->key = take_floats (self->columns * self->depth);
      scratch->value = take_floats (self->columns * self->value_depth);
      scratch->scores = take_floats (self->block * self->stride);
      scratch->out = take_floats (self->block * self->value_depth);
    }
}

FlAttentionCall *
fl_attention_prepare (const FlWorkStep *step, guint n_threads)
{
  if (!is_attention (step->row) || step->n_out == 0 || step->out[0].bytes == NULL)
    return NULL;
  const FlWorkArg *dropout = find (step, "dropout_p"), *causal = find (step, "is_causal"), *scale = find (step, "scale");
  if (dropout != NULL && dropout->value.kind != FL_DATUM_NONE && dropout->value.number != 0)
    return NULL;
  FlAttentionCall *self = g_new0 (FlAttentionCall, 1);
  if (!read_operands (self, step) || !read_bias (self, step) || !read_log_sums (self, step))
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

void
fl_attention_free (FlAttentionCall *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      Scratch *scratch = &self->scratch[i];
      g_aligned_free (scratch->query);
      g_aligned_free (scratch->key);
      g_aligned_free (scratch->value);
      g_aligned_free (scratch->scores);
      g_aligned_free (scratch->out);
    }
  g_free (self->scratch);
  g_free (self);
}
