/* Gradients of softmax (scale query key' + bias) value, some rows of one head at a time. With weights w = softmax (...)
 * and g the gradient of the result, the value's is w' g, that of the scores s = w (g value' - the row's mean of it
 * under w), the query's scale s key and the key's scale s' query (Dao et al., FlashAttention, 2022, appendix B).
 * Weights are computed once more rather than read. */
#include <math.h>
#include <string.h>

#include "fl-attention.h"

/* Matrices of one thread, whose rows lie one behind the other. */
enum
{
  QUERY, /* of some rows */
  GRAD,
  D_QUERY,
  WEIGHTS,
  SLOPES,
  BIAS, /* of one row */
  KEY,  /* of a head */
  VALUE,
  D_KEY,
  D_VALUE,
  N_MATRICES
};

typedef struct
{
  FlAttention attention;
  FlWorkView grad, d_q, d_k, d_v; /* bytes NULL: nobody asks for it */
  gint64 stride;                  /* of rows of scores */
  gint64 n_lanes, n_shared;       /* heads of keys, and how many of queries share one */
  guint n_threads;
  float *(*scratch)[N_MATRICES]; /* one set a thread */
} FlAttentionGradient;

/* --- some rows of a head ---------------------------------------------------------------------- */

/* Scores become weights, 0 where a row may not look; a row that may look nowhere weighs nothing. */
static void
weigh (const FlAttentionGradient *self, float *const *scratch, gint64 batch, gint64 head, gint64 first, gint64 n_rows,
       gint64 n_columns)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      FlAttentionSum sum = { 0, -INFINITY };
      float *row = scratch[WEIGHTS] + r * self->stride;
      const gint64 n = fl_attention_count_columns (&self->attention, first + r);
      const float *bias = fl_attention_read_bias (&self->attention, batch, head, first + r, 0, n, scratch[BIAS]);
      fl_attention_continue_row (row, bias, n, n_columns, &sum);
      fl_attention_scale_row (row, sum.sum > 0 || isnan (sum.sum) ? 1 / sum.sum : 0, row, n_columns);
    }
}

/* Gradients of the weights become gradients of the scores, times the scale. */
static void
find_slopes (const FlAttentionGradient *self, float *const *scratch, gint64 n_rows, gint64 n_columns)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      const float *weights = scratch[WEIGHTS] + r * self->stride;
      float *slopes = scratch[SLOPES] + r * self->stride, sums[16] = { 0 }, mean = 0;
      gint64 c = 0;
      for (; c + 16 <= n_columns; c += 16)
        for (guint i = 0; i < 16; i++)
          sums[i] += weights[c + i] * slopes[c + i];
      for (; c < n_columns; c++)
        sums[c % 16] += weights[c] * slopes[c];
      for (guint i = 0; i < 16; i++)
        mean += sums[i];
      for (c = 0; c < n_columns; c++)
        slopes[c] = weights[c] * (slopes[c] - mean) * self->attention.scale;
    }
}

/* Describes a matrix as it lies, and with rows and columns exchanged. */
static FlMatrix
plain (const float *data, gint64 rows, gint64 columns, gint64 stride)
{
  return (FlMatrix) { data, rows, columns, stride, 1 };
}

static FlMatrix
transposed (const float *data, gint64 rows, gint64 columns, gint64 stride)
{
  return (FlMatrix) { data, columns, rows, 1, stride };
}

static void
do_rows (const FlAttentionGradient *self, float *const *scratch, gint64 batch, gint64 head, gint64 first)
{
  const FlAttention *attention = &self->attention;
  const gint64 depth = attention->depth, value_depth = attention->value_depth, stride = self->stride,
               n = MIN (attention->block, attention->rows - first),
               columns = fl_attention_count_columns (attention, first + n - 1);
  const FlMatrix query = plain (scratch[QUERY], n, depth, depth),
                 grad = plain (scratch[GRAD], n, value_depth, value_depth),
                 key = plain (scratch[KEY], columns, depth, depth),
                 key_transposed = transposed (scratch[KEY], columns, depth, depth),
                 value_transposed = transposed (scratch[VALUE], columns, value_depth, value_depth),
                 slopes = plain (scratch[SLOPES], n, columns, stride),
                 weights_transposed = transposed (scratch[WEIGHTS], n, columns, stride),
                 slopes_transposed = transposed (scratch[SLOPES], n, columns, stride);

  fl_attention_read_rows (&attention->q, batch, head, first, n, scratch[QUERY]);
  fl_attention_read_rows (&self->grad, batch, head, first, n, scratch[GRAD]);
  fl_library_gemm (&query, &key_transposed, attention->scale * FL_ATTENTION_LOG2_E, 0, scratch[WEIGHTS], stride);
  weigh (self, scratch, batch, head, first, n, columns);
  fl_library_gemm (&weights_transposed, &grad, 1, 1, scratch[D_VALUE], value_depth);
  fl_library_gemm (&grad, &value_transposed, 1, 0, scratch[SLOPES], stride);
  find_slopes (self, scratch, n, columns);
  fl_library_gemm (&slopes, &key, 1, 0, scratch[D_QUERY], depth);
  fl_library_gemm (&slopes_transposed, &query, 1, 1, scratch[D_KEY], depth);
  fl_attention_write_rows (&self->d_q, batch, head, first, n, scratch[D_QUERY]);
}

/* --- running ---------------------------------------------------------------------------------- */

static void
do_lane (const FlAttentionGradient *self, float *const *scratch, gint64 lane)
{
  const FlAttention *attention = &self->attention;
  const gint64 heads = attention->k.sizes[1], batch = lane / heads, head = lane % heads, n = attention->columns;

  fl_attention_read_rows (&attention->k, batch, head, 0, n, scratch[KEY]);
  fl_attention_read_rows (&attention->v, batch, head, 0, n, scratch[VALUE]);
  memset (scratch[D_KEY], 0, n * attention->depth * sizeof (float));
  memset (scratch[D_VALUE], 0, n * attention->value_depth * sizeof (float));
  for (gint64 s = 0; s < self->n_shared; s++)
    for (gint64 first = 0; first < attention->rows; first += attention->block)
      do_rows (self, scratch, batch, head * self->n_shared + s, first);
  fl_attention_write_rows (&self->d_k, batch, head, 0, n, scratch[D_KEY]);
  fl_attention_write_rows (&self->d_v, batch, head, 0, n, scratch[D_VALUE]);
}

static void
do_shares (gpointer data, gint64 begin, gint64 end)
{
  FlAttentionGradient *self = data;

  for (gint64 s = begin; s < end; s++)
    for (gint64 lane = self->n_lanes * s / self->n_threads; lane < self->n_lanes * (s + 1) / self->n_threads; lane++)
      do_lane (self, self->scratch[s], lane);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlAttentionGradient *self = state;
  fl_thread_pool_run (pool, do_shares, self, self->n_threads);
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
has_sizes (const FlWorkView *view, const FlWorkView *as)
{
  return view->n_dims == 4 && memcmp (view->sizes, as->sizes, 4 * sizeof (gint64)) == 0
         && fl_attention_is_float (view->dtype);
}

/* The bias's gradient, a fourth result, is left to the interpreter. */
static gboolean
read_results (FlAttentionGradient *self, const FlLibraryStep *step)
{
  const FlAttention *attention = &self->attention;
  const FlWorkView *const operands[] = { &attention->q, &attention->k, &attention->v };
  FlWorkView *const results[] = { &self->d_q, &self->d_k, &self->d_v };

  for (guint i = 0; i < step->n_out; i++)
    if (i < 3 && step->out[i].bytes != NULL)
      {
        *results[i] = step->out[i];
        if (!has_sizes (results[i], operands[i]))
          return FALSE;
      }
    else if (i >= 3 && step->out[i].bytes != NULL && fl_sizes_product (step->out[i].sizes, step->out[i].n_dims) > 0)
      return FALSE;
  return self->grad.sizes[0] == attention->q.sizes[0] && self->grad.sizes[1] == attention->q.sizes[1]
         && self->grad.sizes[2] == attention->rows && self->grad.sizes[3] == attention->value_depth;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlAttentionGradient call = { 0 };
  const FlAttention *attention = &call.attention;
  if (step->row == NULL || !is_gradient (step->row) || !fl_attention_read (&call.attention, step)
      || !fl_attention_read_view (step, "grad_out", "grad_out_", &call.grad) || !read_results (&call, step))
    return NULL;
  call.stride = fl_attention_fill_up (attention->columns);
  call.n_lanes = attention->k.sizes[0] * attention->k.sizes[1];
  call.n_shared = attention->q.sizes[1] / attention->k.sizes[1];
  call.n_threads = MIN (n_threads, call.n_lanes);
  call.scratch = g_malloc_n (call.n_threads, sizeof *call.scratch);
  const gint64 block = attention->block, depth = attention->depth, value_depth = attention->value_depth,
               columns = attention->columns;
  const gint64 sizes[N_MATRICES]
      = { [QUERY] = block * depth,          [GRAD] = block * value_depth,    [D_QUERY] = block * depth,
          [WEIGHTS] = block * call.stride,  [SLOPES] = block * call.stride,  [BIAS] = call.stride,
          [KEY] = columns * depth,          [VALUE] = columns * value_depth, [D_KEY] = columns * depth,
          [D_VALUE] = columns * value_depth };
  for (guint i = 0; i < call.n_threads; i++)
    for (guint m = 0; m < N_MATRICES; m++)
      call.scratch[i][m] = fl_attention_take_floats (sizes[m]);
  return g_memdup2 (&call, sizeof call);
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
    for (guint m = 0; m < N_MATRICES; m++)
      g_aligned_free (self->scratch[i][m]);
  g_free (self->scratch);
  g_free (self);
}

const FlLibraryOp fl_attention_gradient_op = { .name = "gradients of attention",
                                               .needs = FL_LIBRARY_RETURNS_APART,
                                               .prepare = prepare,
                                               .run = run,
                                               .describe = describe,
                                               .free = free_state };
