/* One task of attention: softmax (scale query key' + bias) value of some rows of one head. Scores of up to a thousand
 * keys at a time stay in the cache from the first product to the second; where there are more keys, sums and results go
 * on from one lot to the next. */
#include <math.h>
#include <string.h>

#include "fl-half-copies.h"
#include "fl-library-attention-private.h"

/* --- elements --------------------------------------------------------------------------------- */

gint64
fl_attention_get_place (const FlWorkView *view, gint64 batch, gint64 head, gint64 row)
{
  return view->offset + batch * view->strides[0] + head * view->strides[1] + row * view->strides[2];
}

static void
widen (const FlWorkView *view, gint64 place, gint64 n, float *to)
{
  gint64 step = view->strides[3];

  if (view->dtype != FL_DTYPE_F32)
    fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, n);
  else if (step == 1)
    memcpy (to, (const float *) view->bytes + place, n * sizeof (float));
  else
    for (gint64 i = 0; i < n; i++)
      to[i] = ((const float *) view->bytes)[place + i * step];
}

/* Rows that the library takes as they lie. */
static gboolean
lies_well (const FlWorkView *view)
{
  return view->dtype == FL_DTYPE_F32 && view->strides[3] == 1
         && (view->strides[2] >= view->sizes[3] || view->sizes[2] == 1);
}

/* Keys or values of a head: in place, or copied as f32, unless the copy has them already. */
static FlMatrix
get_matrix (const FlWorkView *view, gint64 batch, gint64 head, float *copy, gboolean is_new)
{
  gint64 rows = view->sizes[2], columns = view->sizes[3];

  if (lies_well (view))
    return (FlMatrix) { (const float *) view->bytes + fl_attention_get_place (view, batch, head, 0), rows, columns,
                        MAX (view->strides[2], columns), 1 };
  for (gint64 r = 0; r < rows && is_new; r++)
    widen (view, fl_attention_get_place (view, batch, head, r), columns, copy + r * columns);
  return (FlMatrix) { copy, rows, columns, columns, 1 };
}

static FlMatrix
get_rows (const FlMatrix *m, gint64 begin, gint64 end)
{
  return (FlMatrix) { m->data + begin * m->row_stride, end - begin, m->columns, m->row_stride, m->column_stride };
}

/* A row of the bias, [begin, begin + n) of it: as it lies where it can be read in whole steps, else copied. */
static const float *
bring_bias (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 batch, gint64 head, gint64 row,
            gint64 begin, gint64 n)
{
  const FlWorkView *bias = &self->bias;
  gint64 place = fl_attention_get_place (bias, batch, head, row) + begin * bias->strides[3], step = bias->strides[3];

  if (bias->bytes == NULL)
    return NULL;
  if (bias->dtype == FL_DTYPE_F32 && step == 1 && n % FL_ATTENTION_STEP == 0)
    return (const float *) bias->bytes + place;
  if (bias->dtype == FL_DTYPE_BOOL)
    for (gint64 c = 0; c < n; c++)
      scratch->bias[c] = ((const guint8 *) bias->bytes)[place + c * step] ? 0 : -INFINITY;
  else
    widen (bias, place, n, scratch->bias);
  for (gint64 c = n; c % FL_ATTENTION_STEP != 0;
       c++) /* whole steps are read: what an earlier row left there must not count */
    scratch->bias[c] = 0;
  return scratch->bias;
}

/* --- products ------------------------------------------------------------------------------- */

static gint64
get_begin (const FlAttentionCall *self, gint64 lot)
{
  return MIN (lot * FL_ATTENTION_COLUMNS, self->columns);
}

static gint64
count_lots (gint64 columns)
{
  return (columns + FL_ATTENTION_COLUMNS - 1) / FL_ATTENTION_COLUMNS;
}

/* Keys, values of another head than before. */
static void
enter_head (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 batch, gint64 head, FlMatrix *key,
            FlMatrix *value)
{
  const gint64 lane = batch * self->k.sizes[1] + head;
  const gboolean is_new = scratch->lane != lane;

  *key = get_matrix (&self->k, batch, head, scratch->key, is_new);
  *value = get_matrix (&self->v, batch, head, scratch->value, is_new);
  scratch->lane = lane;
}

static void
multiply_by_keys (const FlAttentionCall *self, FlAttentionScratch *scratch, const FlMatrix *key, gint64 n_rows,
                  gint64 begin, gint64 end)
{
  const FlMatrix a = { scratch->query, n_rows, self->depth, self->depth, 1 };
  const FlMatrix b = { key->data + begin * key->row_stride, self->depth, end - begin, 1, key->row_stride };

  fl_library_gemm (&a, &b, 1, 0, scratch->scores, self->stride);
}

/* Results so far are added to from the second lot on. */
static void
multiply_by_values (const FlAttentionCall *self, FlAttentionScratch *scratch, const FlMatrix *value, gint64 n_rows,
                    gint64 begin, gint64 end)
{
  const FlMatrix a = { scratch->scores, n_rows, end - begin, self->stride, 1 }, b = get_rows (value, begin, end);

  fl_library_gemm (&a, &b, 1, begin > 0, scratch->out, self->value_depth);
}

/* --- one task --------------------------------------------------------------------------------- */

/* Columns that a row may look at. */
static gint64
count_columns (const FlAttentionCall *self, gint64 row)
{
  return self->is_causal ? MIN (self->columns, row + 1) : self->columns;
}

static void
bring_query (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 batch, gint64 head, gint64 begin,
             gint64 n_rows)
{
  for (gint64 r = 0; r < n_rows; r++)
    {
      float *to = scratch->query + r * self->depth;
      widen (&self->q, fl_attention_get_place (&self->q, batch, head, begin + r), self->depth, to);
      fl_attention_scale_row (to, self->scale * FL_ATTENTION_LOG2_E, to, self->depth);
      scratch->sums[r] = (FlAttentionSum) { 0, -INFINITY };
    }
}

/* Scores of the columns [begin, end) become weights. */
static void
weigh (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 batch, gint64 head, gint64 first, gint64 n_rows,
       gint64 begin, gint64 end)
{
  const gint64 width = self->value_depth;

  for (gint64 r = 0; r < n_rows; r++)
    {
      gint64 n = CLAMP (count_columns (self, first + r) - begin, 0, end - begin);
      const float *bias = bring_bias (self, scratch, batch, head, first + r, begin, n);
      float factor
          = fl_attention_continue_row (scratch->scores + r * self->stride, bias, n, end - begin, &scratch->sums[r]);
      if (begin > 0 && factor != 1)
        fl_attention_scale_row (scratch->out + r * width, factor, scratch->out + r * width, self->value_depth);
    }
}

static void
store (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 batch, gint64 head, gint64 begin, gint64 n_rows)
{
  const gint64 width = self->value_depth, step = self->out.strides[3];

  for (gint64 r = 0; r < n_rows; r++)
    {
      const FlAttentionSum *sum = &scratch->sums[r];
      gint64 place = fl_attention_get_place (&self->out, batch, head, begin + r);
      float *from = scratch->out + r * width, *direct = (float *) self->out.bytes + place;
      gboolean is_direct = self->out.dtype == FL_DTYPE_F32 && step == 1;
      fl_attention_scale_row (from, sum->sum > 0 || isnan (sum->sum) ? 1 / sum->sum : 0, is_direct ? direct : from,
                              self->value_depth);
      if (self->out.dtype != FL_DTYPE_F32)
        fl_half_round_row (self->out.dtype, from, (guint16 *) self->out.bytes + place, step, self->value_depth);
      else
        for (gint64 d = 0; d < self->value_depth && !is_direct; d++)
          direct[d * step] = from[d];
      if (self->log_sums.bytes != NULL)
        ((float *) self->log_sums.bytes)[fl_attention_get_place (&self->log_sums, batch, head, begin + r)]
            = sum->high * (float) G_LN2 + logf (sum->sum);
    }
}

void
fl_attention_do_task (const FlAttentionCall *self, FlAttentionScratch *scratch, gint64 task)
{
  gint64 n_blocks = (self->rows + self->block - 1) / self->block, lane = task / n_blocks,
         first = task % n_blocks * self->block;
  gint64 n_heads = self->q.sizes[1], batch = lane / n_heads, head = lane % n_heads,
         shared = head / (n_heads / self->k.sizes[1]);
  gint64 n_rows = MIN (self->block, self->rows - first), n_columns = count_columns (self, first + n_rows - 1);
  FlMatrix key, value;

  enter_head (self, scratch, batch, shared, &key, &value);
  bring_query (self, scratch, batch, head, first, n_rows);
  for (gint64 lot = 0; lot < count_lots (n_columns); lot++)
    {
      gint64 begin = get_begin (self, lot), end = MIN (get_begin (self, lot + 1), n_columns);
      multiply_by_keys (self, scratch, &key, n_rows, begin, end);
      weigh (self, scratch, batch, head, first, n_rows, begin, end);
      multiply_by_values (self, scratch, &value, n_rows, begin, end);
    }
  store (self, scratch, batch, head, first, n_rows);
}

/* --- scratch memory --------------------------------------------------------------------------- */

static float *
take_floats (gint64 n)
{
  return g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
}

void
fl_attention_scratch_init (FlAttentionScratch *scratch, const FlAttentionCall *self)
{
  *scratch = (FlAttentionScratch) { .lane = -1 };
  scratch->query = take_floats (self->block * self->depth);
  scratch->key = lies_well (&self->k) ? NULL : take_floats (self->columns * self->depth);
  scratch->value = lies_well (&self->v) ? NULL : take_floats (self->columns * self->value_depth);
  scratch->bias = take_floats (self->stride);
  scratch->scores = take_floats (self->block * self->stride);
  scratch->out = take_floats (self->block * self->value_depth);
}

gint64
fl_attention_scratch_count_bytes (const FlAttentionCall *self)
{
  return (self->block * (self->depth + self->stride + self->value_depth) + self->stride
          + (lies_well (&self->k) ? 0 : self->columns * self->depth)
          + (lies_well (&self->v) ? 0 : self->columns * self->value_depth))
         * (gint64) sizeof (float);
}

void
fl_attention_scratch_clear (FlAttentionScratch *scratch)
{
  g_aligned_free (scratch->query);
  g_aligned_free (scratch->key);
  g_aligned_free (scratch->value);
  g_aligned_free (scratch->bias);
  g_aligned_free (scratch->scores);
  g_aligned_free (scratch->out);
}
