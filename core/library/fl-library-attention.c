/* softmax (scale query key' + bias) value as one kernel, with maxima and sums that grow from lot to lot: some rows of
 * one head at a time (FlashAttention). Scores of up to a thousand keys stay in the cache from the first product to the
 * second; where there are more keys, sums and results go on from one lot to the next (Milakov and Gimelshein, Online
 * normalizer calculation for softmax, 2018). */
#include <math.h>

#include "fl-attention.h"

enum
{
  LOT = 1024 /* keys: their scores are a quarter of a megabyte, in the L2 cache */
};

/* What a task needs, of one thread. */
typedef struct
{
  float *query, *bias, *scores, *out;
  float *key, *value; /* of a head, as f32 with rows one behind the other; NULL: they lie so */
  FlAttentionSum sums[FL_ATTENTION_ROWS];
  gint64 lane; /* whose keys and values were copied; -1: none */
} Scratch;

typedef struct
{
  FlAttention attention;
  FlWorkView out, log_sums; /* bytes NULL: not there */
  gint64 stride;            /* of rows of scores */
  guint n_threads;
  gint64 n_tasks;
  Scratch *scratch; /* one a thread */
} FlAttentionCall;

/* --- products ------------------------------------------------------------------------------- */

/* Does the library take rows as they lie? */
static gboolean
lies_well (const FlWorkView *view)
{
  return view->dtype == FL_DTYPE_F32 && view->strides[3] == 1
         && (view->strides[2] >= view->sizes[3] || view->sizes[2] == 1);
}

/* Brings keys or values of a head: in place, or copied as f32, unless the copy has them already. */
static FlMatrix
get_matrix (const FlWorkView *view, gint64 batch, gint64 head, float *copy, gboolean is_new)
{
  const gint64 rows = view->sizes[2], columns = view->sizes[3];
  if (lies_well (view))
    return (FlMatrix) { (const float *) view->bytes + fl_attention_get_place (view, batch, head, 0), rows, columns,
                        MAX (view->strides[2], columns), 1 };
  if (is_new)
    fl_attention_read_rows (view, batch, head, 0, rows, copy);
  return (FlMatrix) { copy, rows, columns, columns, 1 };
}

/* Scores of the columns [begin, end) become weights; earlier results are scaled to the largest score so far. */
static void
weigh (const FlAttentionCall *self, Scratch *scratch, gint64 batch, gint64 head, gint64 first, gint64 n_rows,
       gint64 begin, gint64 end)
{
  const FlAttention *attention = &self->attention;
  for (gint64 r = 0; r < n_rows; r++)
    {
      const gint64 n = CLAMP (fl_attention_count_columns (attention, first + r) - begin, 0, end - begin);
      const float *bias = fl_attention_read_bias (attention, batch, head, first + r, begin, n, scratch->bias);
      float *out = scratch->out + r * attention->value_depth;
      const float factor
          = fl_attention_continue_row (scratch->scores + r * self->stride, bias, n, end - begin, &scratch->sums[r]);
      if (begin > 0 && factor != 1)
        fl_attention_scale_row (out, factor, out, attention->value_depth);
    }
}

static void
store (const FlAttentionCall *self, Scratch *scratch, gint64 batch, gint64 head, gint64 begin, gint64 n_rows)
{
  const FlWorkView *log_sums = &self->log_sums, *out = &self->out;
  const gint64 width = self->attention.value_depth;
  const gboolean is_direct = out->dtype == FL_DTYPE_F32 && out->strides[3] == 1;
  for (gint64 r = 0; r < n_rows; r++)
    {
      const FlAttentionSum *sum = &scratch->sums[r];
      float *row = scratch->out + r * width,
            *to = is_direct ? (float *) out->bytes + fl_attention_get_place (out, batch, head, begin + r) : row;
      fl_attention_scale_row (row, sum->sum > 0 || isnan (sum->sum) ? 1 / sum->sum : 0, to, width);
      if (log_sums->bytes != NULL)
        ((float *) log_sums->bytes)[fl_attention_get_place (log_sums, batch, head, begin + r)]
            = sum->high * (float) G_LN2 + logf (sum->sum);
    }
  if (!is_direct)
    fl_attention_write_rows (out, batch, head, begin, n_rows, scratch->out);
}

/* Computes some rows of one head. */
static void
do_task (const FlAttentionCall *self, Scratch *scratch, gint64 task)
{
  const FlAttention *attention = &self->attention;
  const gint64 block = attention->block, n_blocks = (attention->rows + block - 1) / block,
               n_heads = attention->q.sizes[1], first = task % n_blocks * block, batch = task / n_blocks / n_heads,
               head = task / n_blocks % n_heads, shared = head / (n_heads / attention->k.sizes[1]),
               lane = batch * attention->k.sizes[1] + shared;
  const gint64 n = MIN (block, attention->rows - first), depth = attention->depth,
               n_columns = fl_attention_count_columns (attention, first + n - 1);
  const FlMatrix key = get_matrix (&attention->k, batch, shared, scratch->key, scratch->lane != lane),
                 value = get_matrix (&attention->v, batch, shared, scratch->value, scratch->lane != lane),
                 query = { scratch->query, n, depth, depth, 1 };
  scratch->lane = lane;
  fl_attention_read_rows (&attention->q, batch, head, first, n, scratch->query);
  fl_attention_scale_row (scratch->query, attention->scale * FL_ATTENTION_LOG2_E, scratch->query, n * depth);
  for (gint64 r = 0; r < n; r++)
    scratch->sums[r] = (FlAttentionSum) { 0, -INFINITY };
  for (gint64 begin = 0; begin < n_columns; begin += LOT)
    {
      const gint64 end = MIN (begin + LOT, n_columns);
      const FlMatrix keys
          = { (const float *) key.data + begin * key.row_stride, depth, end - begin, 1, key.row_stride },
          weights = { scratch->scores, n, end - begin, self->stride, 1 },
          values
          = { (const float *) value.data + begin * value.row_stride, end - begin, value.columns, value.row_stride, 1 };
      fl_library_gemm (&query, &keys, 1, 0, scratch->scores, self->stride);
      weigh (self, scratch, batch, head, first, n, begin, end);
      fl_library_gemm (&weights, &values, 1, begin > 0, scratch->out, attention->value_depth);
    }
  store (self, scratch, batch, head, first, n);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Runs shares [begin, end) of the threads. */
static void
do_shares (gpointer data, gint64 begin, gint64 end)
{
  FlAttentionCall *self = data;
  for (gint64 s = begin; s < end; s++)
    {
      self->scratch[s].lane = -1; /* keys may have changed since the last run */
      for (gint64 t = self->n_tasks * s / self->n_threads; t < self->n_tasks * (s + 1) / self->n_threads; t++)
        do_task (self, &self->scratch[s], t);
    }
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlAttentionCall *self = state;
  const FlWorkView *view = &self->log_sums;
  fl_thread_pool_run (pool, do_shares, self, self->n_threads);
  /* A result may have rows beyond the last one, for the library that it comes from. */
  for (gint64 batch = 0; view->bytes != NULL && batch < view->sizes[0]; batch++)
    for (gint64 head = 0; head < view->sizes[1]; head++)
      for (gint64 r = self->attention.rows; r < view->sizes[2]; r++)
        ((float *) view->bytes)[fl_attention_get_place (view, batch, head, r)] = INFINITY;
  return TRUE;
}

/* --- preparing -------------------------------------------------------------------------------- */

static gboolean
is_attention (const FlAtenRow *row)
{
  return row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU
         || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION
         || row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION;
}

/* The second result is logarithms of sums; the others say how random numbers were drawn, which nobody did. */
static gboolean
read_results (FlAttentionCall *self, const FlLibraryStep *step)
{
  const FlAttention *attention = &self->attention;
  const FlWorkView *log_sums = &step->out[1];
  self->out = step->out[0];
  if (self->out.n_dims != 4 || !fl_attention_is_float (self->out.dtype) || self->out.sizes[2] != attention->rows
      || self->out.sizes[3] != attention->value_depth)
    return FALSE;
  if (step->n_out < 2 || log_sums->bytes == NULL || fl_sizes_product (log_sums->sizes, log_sums->n_dims) == 0)
    return TRUE;
  self->log_sums = *log_sums;
  return log_sums->dtype == FL_DTYPE_F32 && log_sums->n_dims == 3 && log_sums->sizes[0] == attention->q.sizes[0]
         && log_sums->sizes[1] == attention->q.sizes[1] && log_sums->sizes[2] >= attention->rows;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlAttentionCall call = { 0 };
  FlAttention *attention = &call.attention;
  if (!is_attention (step->row) || step->n_out == 0 || step->out[0].bytes == NULL
      || !fl_attention_read (attention, step) || !read_results (&call, step))
    return NULL;
  call.stride = fl_attention_fill_up (MIN (attention->columns, LOT));
  call.n_tasks
      = attention->q.sizes[0] * attention->q.sizes[1] * ((attention->rows + attention->block - 1) / attention->block);
  call.n_threads = MIN (n_threads, call.n_tasks);
  call.scratch = g_new0 (Scratch, call.n_threads);
  for (guint i = 0; i < call.n_threads; i++)
    {
      Scratch *scratch = &call.scratch[i];
      scratch->query = fl_attention_take_floats (attention->block * attention->depth);
      scratch->bias = fl_attention_take_floats (call.stride);
      scratch->scores = fl_attention_take_floats (attention->block * call.stride);
      scratch->out = fl_attention_take_floats (attention->block * attention->value_depth);
      if (!lies_well (&attention->k))
        scratch->key = fl_attention_take_floats (attention->columns * attention->depth);
      if (!lies_well (&attention->v))
        scratch->value = fl_attention_take_floats (attention->columns * attention->value_depth);
    }
  return g_memdup2 (&call, sizeof call);
}

/* --- the interface -------------------------------------------------------------------------- */

static const char *
describe (gconstpointer state)
{
  return "GEMM of the library, scores of some rows kept in the cache from the first product to the second";
}

static gint64
count_scratch (gconstpointer state)
{
  const FlAttentionCall *self = state;
  const FlAttention *attention = &self->attention;
  return self->n_threads * (gint64) sizeof (float)
         * (attention->block * (attention->depth + self->stride + attention->value_depth) + self->stride
            + (lies_well (&attention->k) ? 0 : attention->columns * attention->depth)
            + (lies_well (&attention->v) ? 0 : attention->columns * attention->value_depth));
}

static void
free_state (gpointer state)
{
  FlAttentionCall *self = state;
  for (guint i = 0; i < self->n_threads; i++)
    {
      const Scratch *s = &self->scratch[i];
      float *const all[] = { s->query, s->bias, s->scores, s->out, s->key, s->value };
      for (guint k = 0; k < G_N_ELEMENTS (all); k++)
        g_aligned_free (all[k]);
    }
  g_free (self->scratch);
  g_free (self);
}

const FlLibraryOp fl_attention_op = { .name = "attention",
                                      .prepare = prepare,
                                      .run = run,
                                      .describe = describe,
                                      .count_scratch = count_scratch,
                                      .free = free_state };
