/* softmax (scale query key' + bias) value as one kernel: which calls it takes, and how its rows are
 * shared out. */
#include <math.h>
#include <string.h>

#include "fl-half-copies.h"
#include "fl-library-attention-private.h"

/* --- running ---------------------------------------------------------------------------------- */

/* [begin, end) of the threads' shares. */
static void
do_share (gpointer data, gint64 begin, gint64 end)
{
  FlAttentionCall *self = data;
  for (gint64 s = begin; s < end; s++)
    {
      self->scratch[s].lane = -1; /* keys may have changed since the last run */
      for (gint64 t = self->n_tasks * s / self->n_threads; t < self->n_tasks * (s + 1) / self->n_threads; t++)
        fl_attention_do_task (self, &self->scratch[s], t);
    }
}

/* Rows that a result has beyond the last one, for the library that it comes from. */
static void
pad_log_sums (const FlAttentionCall *self)
{
  const FlWorkView *view = &self->log_sums;
  for (gint64 lane = 0; view->bytes != NULL && lane < self->n_lanes; lane++)
    for (gint64 r = self->rows; r < view->sizes[2]; r++)
      ((float *) view->bytes)[fl_attention_get_place (view, lane / self->q.sizes[1], lane % self->q.sizes[1], r)]
          = INFINITY;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlAttentionCall *self = state;
  fl_thread_pool_run (pool, do_share, self, self->n_threads);
  pad_log_sums (self);
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

gboolean
fl_attention_is_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_half_is (dtype);
}

const FlWorkArg *
fl_attention_find (const FlLibraryStep *step, const char *name, const char *other)
{
  guint n;
  const FlAtenParam *parameters = fl_aten_get_params (step->row, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (parameters[i].name, name) == 0 || g_strcmp0 (parameters[i].name, other) == 0)
      return fl_library_find_arg (step, i, parameters[i].name);
  return NULL;
}

gboolean
fl_attention_read_bias (const FlLibraryStep *step, const FlWorkView *query, const FlWorkView *key, FlWorkView *bias)
{
  const FlWorkArg *arg = fl_attention_find (step, "attn_mask", "attn_bias");
  const gint64 sizes[4] = { query->sizes[0], query->sizes[1], query->sizes[2], key->sizes[2] };
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR)
    return TRUE;
  const FlWorkView *from = &arg->view;
  if (from->n_dims > 4 || !(fl_attention_is_float (from->dtype) || from->dtype == FL_DTYPE_BOOL))
    return FALSE;
  *bias = (FlWorkView) { .bytes = from->bytes, .dtype = from->dtype, .n_dims = 4, .offset = from->offset };
  for (guint d = 4 - from->n_dims; d < 4; d++)
    {
      guint own = d - (4 - from->n_dims);
      if (from->sizes[own] != 1 && from->sizes[own] != sizes[d])
        return FALSE;
      bias->strides[d] = from->sizes[own] == 1 ? 0 : from->strides[own];
    }
  return TRUE;
}

static gboolean
read_operands (FlAttentionCall *self, const FlLibraryStep *step)
{
  const char *const names[] = { "query", "key", "value" };
  FlWorkView *views[] = { &self->q, &self->k, &self->v };
  for (guint i = 0; i < 3; i++)
    {
      const FlWorkArg *arg = fl_attention_find (step, names[i], NULL);
      if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.n_dims != 4
          || !fl_attention_is_float (arg->view.dtype))
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
         && self->q.sizes[1] % self->k.sizes[1] == 0 && self->n_lanes > 0 && self->rows > 0 && self->columns > 0
         && self->depth > 0 && self->value_depth > 0 && self->out.n_dims == 4 && fl_attention_is_float (self->out.dtype)
         && self->out.sizes[2] == self->rows && self->out.sizes[3] == self->value_depth;
}

/* The second result; the others say how random numbers were drawn, which nobody did. */
static gboolean
read_log_sums (FlAttentionCall *self, const FlLibraryStep *step)
{
  if (step->n_out < 2 || step->out[1].bytes == NULL || fl_sizes_product (step->out[1].sizes, step->out[1].n_dims) == 0)
    return TRUE;
  self->log_sums = step->out[1];
  return self->log_sums.dtype == FL_DTYPE_F32 && self->log_sums.n_dims == 3
         && self->log_sums.sizes[0] == self->q.sizes[0] && self->log_sums.sizes[1] == self->q.sizes[1]
         && self->log_sums.sizes[2] >= self->rows;
}

static void
make_scratch (FlAttentionCall *self, guint n_threads)
{
  const gint64 most = MIN (self->columns, FL_ATTENTION_COLUMNS);

  self->stride = (most + FL_ATTENTION_STEP - 1) / FL_ATTENTION_STEP * FL_ATTENTION_STEP;
  self->block = MIN (FL_ATTENTION_ROWS, self->rows);
  self->n_tasks = self->n_lanes * ((self->rows + self->block - 1) / self->block);
  self->n_threads = MIN (n_threads, self->n_tasks);
  self->scratch = g_new0 (FlAttentionScratch, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    fl_attention_scratch_init (&self->scratch[i], self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  if (!is_attention (step->row) || step->n_out == 0 || step->out[0].bytes == NULL)
    return NULL;
  const FlWorkArg *dropout = fl_attention_find (step, "dropout_p", NULL),
                  *scale = fl_attention_find (step, "scale", NULL);
  const FlWorkArg *causal = fl_attention_find (step, "is_causal", NULL);
  if (dropout != NULL && dropout->value.kind != FL_DATUM_NONE && dropout->value.number != 0)
    return NULL;
  FlAttentionCall *self = g_new0 (FlAttentionCall, 1);
  if (!read_operands (self, step) || !fl_attention_read_bias (step, &self->q, &self->k, &self->bias)
      || !read_log_sums (self, step))
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

/* --- the interface -------------------------------------------------------------------------- */

static const char *
describe (gconstpointer state)
{
  return "GEMM of the library, scores of some rows kept in the cache from the first product to the "
         "second";
}

static gint64
count_scratch (gconstpointer state)
{
  const FlAttentionCall *self = state;
  return self->n_threads * fl_attention_scratch_count_bytes (self);
}

static void
free_state (gpointer state)
{
  FlAttentionCall *self = state;
  for (guint i = 0; i < self->n_threads; i++)
    fl_attention_scratch_clear (&self->scratch[i]);
  g_free (self->scratch);
  g_free (self);
}

const FlLibraryOp fl_attention_op = { .name = "attention",
                                      .prepare = prepare,
                                      .run = run,
                                      .describe = describe,
                                      .count_scratch = count_scratch,
                                      .free = free_state };
