/* A row by a matrix: sums of the products of two rows that lie in memory, some of the matrix's rows at a time. Then the matrix is read as
 * fast as it can be. Where it lies with columns side by side, its transpose is kept if it is the same in every run. */
#include "fl-library-product.h"

enum
{
  SHARE = 16,                /* columns that a thread takes at least, and whole lines of the result */
  PARALLEL_FLOATS = 64 << 10 /* of the matrix */
};

gboolean
fl_product_call_can_dot (const FlProductCall *self)
{
  return self->a.rows == 1 && self->a.column_stride == 1 && self->b.rows > 1 && self->is_tunable && (self->add == NULL || self->add != self->c)
         && (self->b.row_stride == 1 || self->b_is_fixed);
}

static gint64
count_shares (const FlProductCall *self)
{
  return (self->b.columns + SHARE - 1) / SHARE;
}

/* Some columns of one product. */
static void
run_columns (const FlProductCall *self, gint64 entry, gint64 begin, gint64 end)
{
  const float *a = self->a.data + entry * self->a_step, *b = self->b.data + entry * self->b_step + begin * self->b.column_stride;
  const float *add = self->add == NULL ? NULL : self->add + entry * self->add_step, *bias = self->row_bias;
  const gint64 stride = self->columns == NULL ? self->b.column_stride : self->b.rows;
  float *c = self->c + entry * self->c_step;

  if (self->columns != NULL)
    b = self->columns + (entry * self->b.columns + begin) * self->b.rows;
  fl_tile_set_get ()->dots (a, b, stride, self->b.rows, end - begin, c + begin);
  for (gint64 j = begin; j < end && self->alpha != 1; j++)
    c[j] *= self->alpha;
  for (gint64 j = begin; j < end && add != NULL; j++)
    c[j] += self->beta * add[j];
  for (gint64 j = begin; j < end && bias != NULL; j++)
    c[j] += bias[j];
}

/* Shares of all products. */
static void
run_shares (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  const gint64 each = count_shares (self);

  for (gint64 until; begin < end; begin = until)
    {
      const gint64 entry = begin / each, first = entry * each;
      until = MIN (end, first + each);
      run_columns (self, entry, (begin - first) * SHARE, MIN ((until - first) * SHARE, self->b.columns));
    }
}

void
fl_product_call_run_dots (FlProductCall *self, FlThreadPool *pool)
{
  const gint64 n_shares = self->batch * count_shares (self);

  fl_product_call_turn_columns (self, pool);
  if (self->n_threads == 1 || n_shares == 1 || self->batch * self->b.rows * self->b.columns < PARALLEL_FLOATS)
    run_shares (self, 0, n_shares);
  else
    fl_thread_pool_run (pool, run_shares, self, n_shares);
}

/* Columns of all products, one behind the other. */
static void
turn_columns (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;

  for (gint64 i = begin; i < end; i++)
    {
      const float *from = self->b.data + i / self->b.columns * self->b_step + i % self->b.columns * self->b.column_stride;
      for (gint64 k = 0; k < self->b.rows; k++)
        self->columns[i * self->b.rows + k] = from[k * self->b.row_stride];
    }
}

void
fl_product_call_turn_columns (FlProductCall *self, FlThreadPool *pool)
{
  if (self->b.row_stride == 1 || self->has_columns)
    return;
  if (self->columns == NULL)
    self->columns = fl_work_alloc (self->batch * self->b.rows * self->b.columns * sizeof (float));
  fl_work_share_out (pool, turn_columns, self, self->batch * self->b.columns, SHARE);
  self->has_columns = TRUE;
}
