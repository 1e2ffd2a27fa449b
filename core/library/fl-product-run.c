/* Running products by gemm, which packs operands in each call, and rows by a matrix by GEMV. */
#include <string.h>

#include "fl-gemv.h"
#include "fl-library-product.h"

enum
{
  SLICE = 32,                /* rows or columns that a thread takes at least */
  COLUMNS = 16,              /* of a share of a row, whole lines of the result */
  PARALLEL_FLOATS = 64 << 10 /* of a matrix that is read */
};

void
fl_product_fill_rows (const FlProductCall *self, gint64 entry, gint64 begin, gint64 end, float *c)
{
  const gint64 step = self->add_strides[2];
  for (gint64 i = begin; i < end && self->add != self->c; i++, c += self->c_stride)
    {
      const float *from = self->add + entry * self->add_strides[0] + i * self->add_strides[1];
      if (step == 1)
        memcpy (c, from, self->b.columns * sizeof (float));
      else
        for (gint64 j = 0; j < self->b.columns; j++)
          c[j] = from[j * step];
    }
}

/* --- gemm
 * ------------------------------------------------------------------------------------------------------------
 */

/* The matrix of one entry, copied where it must be. */
static FlMatrix
bring (const FlMatrix *m, gint64 shift, float *copy)
{
  FlMatrix moved = *m;
  moved.data += shift;
  if (copy == NULL)
    return moved;
  for (gint64 i = 0; i < m->rows; i++)
    for (gint64 j = 0; j < m->columns; j++)
      copy[i * m->columns + j] = moved.data[i * m->row_stride + j * m->column_stride];
  return (FlMatrix){ copy, m->rows, m->columns, m->columns, 1 };
}

/* Sums of nothing: libraries may leave what is there. */
static void
scale_rows (const FlProductCall *self, gint64 n_rows, gint64 n_columns, float *c)
{
  for (gint64 i = 0; i < n_rows; i++, c += self->c_stride)
    for (gint64 j = 0; j < n_columns; j++)
      c[j] = self->add == NULL ? 0 : self->beta * c[j];
}

static void
multiply (const FlProductCall *self, const FlMatrix *a, const FlMatrix *b, float *c)
{
  if (a->columns == 0)
    {
      scale_rows (self, a->rows, b->columns, c);
      return;
    }
  fl_library_gemm (a, b, self->alpha, self->add == NULL ? 0 : self->beta, c, self->c_stride);
}

/* Entries of the batch. */
static void
run_entries (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const FlMatrix a = bring (&self->a, i * self->a_step, NULL),
                     b = bring (&self->b, i * self->b_step, NULL);
      float *c = self->c + i * self->c_step;
      if (self->add != NULL)
        fl_product_fill_rows (self, i, 0, a.rows, c);
      multiply (self, &a, &b, c);
    }
}

typedef struct
{
  const FlProductCall *call;
  FlMatrix a, b;
  float *c;
  gboolean by_columns;
} Slice;

static void
run_slices (gpointer data, gint64 begin, gint64 end)
{
  const Slice *slice = data;
  FlMatrix a = slice->a, b = slice->b;
  float *c = slice->c;
  const gint64 limit = slice->by_columns ? b.columns : a.rows;
  begin = MIN (begin * SLICE, limit);
  end = MIN (end * SLICE, limit);
  if (begin == end)
    return;
  if (slice->by_columns)
    {
      b.data += begin * b.column_stride;
      b.columns = end - begin;
      c += begin;
    }
  else
    {
      a.data += begin * a.row_stride;
      a.rows = end - begin;
      c += begin * slice->call->c_stride;
    }
  multiply (slice->call, &a, &b, c);
}

void
fl_product_run_gemm (FlProductCall *self, FlThreadPool *pool)
{
  const gboolean is_copied = self->copies[0] != NULL || self->copies[1] != NULL;
  const double flops = 2.0 * self->a.rows * self->a.columns * self->b.columns;
  if (!is_copied && self->batch > 1 && self->batch * flops <= FL_PRODUCT_PARALLEL_FLOPS)
    run_entries (self, 0, self->batch);
  else if (!is_copied && self->batch >= fl_thread_pool_get_n_threads (pool)
           && self->batch * flops > FL_PRODUCT_PARALLEL_FLOPS)
    fl_thread_pool_run (pool, run_entries, self, self->batch);
  else
    for (gint64 i = 0; i < self->batch; i++)
      {
        Slice slice = { self, bring (&self->a, i * self->a_step, self->copies[0]),
                        bring (&self->b, i * self->b_step, self->copies[1]),
                        self->c + i * self->c_step, self->b.columns > self->a.rows };
        const gint64 n = (slice.by_columns ? self->b.columns : self->a.rows) / SLICE + 1;
        if (self->add != NULL)
          fl_product_fill_rows (self, i, 0, self->a.rows, slice.c);
        if (flops > FL_PRODUCT_PARALLEL_FLOPS)
          fl_thread_pool_run (pool, run_slices, &slice, n);
        else
          run_slices (&slice, 0, n);
      }
}

/* --- one row by a matrix
 * --------------------------------------------------------------------------------------------- */

gboolean
fl_product_can_gemv (const FlProductCall *self)
{
  return self->a.rows == 1 && self->a.column_stride == 1 && self->b.rows > 1 && self->is_tunable
         && (self->b.row_stride == 1 || self->b_is_fixed);
}

/* Columns of all entries, one behind the other. */
static void
copy_columns (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const float *from = self->b.data + i / self->b.columns * self->b_step
                          + i % self->b.columns * self->b.column_stride;
      for (gint64 k = 0; k < self->b.rows; k++)
        self->columns[i * self->b.rows + k] = from[k * self->b.row_stride];
    }
}

/* Before the first run, which else does. */
void
fl_product_bring_columns (FlProductCall *self, FlThreadPool *pool)
{
  if (self->b.row_stride == 1 || self->columns != NULL)
    return;
  self->columns = fl_work_alloc (self->batch * self->b.rows * self->b.columns * sizeof (float));
  fl_work_share_out (pool, copy_columns, self, self->batch * self->b.columns, COLUMNS);
}

/* Some columns of all entries. */
static void
run_columns (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  const gint64 n_all = self->b.columns, each = (n_all + COLUMNS - 1) / COLUMNS,
               stride = self->columns == NULL ? self->b.column_stride : self->b.rows;
  for (gint64 until; begin < end; begin = until)
    {
      const gint64 entry = begin / each, first = (begin - entry * each) * COLUMNS;
      until = MIN (end, (entry + 1) * each);
      const gint64 last = MIN ((until - entry * each) * COLUMNS, n_all);
      const float *b = self->columns != NULL ? self->columns + entry * n_all * stride
                                             : self->b.data + entry * self->b_step;
      const float *add = self->add == NULL ? NULL : self->add + entry * self->add_strides[0];
      float *c = self->c + entry * self->c_step;
      fl_gemv (self->a.data + entry * self->a_step, b + first * stride, stride, self->b.rows,
               last - first, c + first);
      for (gint64 j = first; j < last && (self->alpha != 1 || add != NULL); j++)
        c[j] = self->alpha * c[j] + (add == NULL ? 0 : self->beta * add[j * self->add_strides[2]]);
    }
}

void
fl_product_run_gemv (FlProductCall *self, FlThreadPool *pool)
{
  const gint64 n_shares = self->batch * ((self->b.columns + COLUMNS - 1) / COLUMNS);
  fl_product_bring_columns (self, pool);
  if (self->n_threads == 1 || n_shares == 1
      || self->batch * self->b.rows * self->b.columns < PARALLEL_FLOATS)
    run_columns (self, 0, n_shares);
  else
    fl_thread_pool_run (pool, run_columns, self, n_shares);
}
