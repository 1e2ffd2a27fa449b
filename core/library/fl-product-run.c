/* Running products by gemm, which packs operands in each call, and rows by a matrix by GEMV. */
#include <string.h>

#include "fl-gemv.h"
#include "fl-library-product.h"
#include "fl-transpose.h"

enum
{
  SLICE = 32,                /* rows or columns that a thread takes at least */
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

/* --- gemm ----------------------------------------------------------------------------------- */

/* Brings the matrix of one entry, copied where it must be. */
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
  return (FlMatrix) { copy, m->rows, m->columns, m->columns, 1 };
}

/* Sums of nothing are made here, since libraries may leave what is there. */
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

/* Computes entries [begin, end) of the batch. */
static void
run_entries (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const FlMatrix a = bring (&self->a, i * self->a_step, NULL), b = bring (&self->b, i * self->b_step, NULL);
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
                        bring (&self->b, i * self->b_step, self->copies[1]), self->c + i * self->c_step,
                        self->b.columns > self->a.rows };
        const gint64 n = (slice.by_columns ? self->b.columns : self->a.rows) / SLICE + 1;
        if (self->add != NULL)
          fl_product_fill_rows (self, i, 0, self->a.rows, slice.c);
        if (flops > FL_PRODUCT_PARALLEL_FLOPS)
          fl_thread_pool_run (pool, run_slices, &slice, n);
        else
          run_slices (&slice, 0, n);
      }
}

/* --- one row by a matrix ---------------------------------------------------------------------- */

gboolean
fl_product_can_gemv (const FlProductCall *self)
{
  return self->a.rows == 1 && self->a.column_stride == 1 && self->b.rows > 0 && self->is_tunable && self->b_is_fixed;
}

static gint64
count_panels (const FlProductCall *self)
{
  return (self->b.columns + FL_GEMV_WIDTH - 1) / FL_GEMV_WIDTH;
}

static void
pack_panels (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  const FlMatrix *b = &self->b;
  for (gint64 p = begin; p < end; p++)
    {
      const gint64 column = p * FL_GEMV_WIDTH, n = MIN (FL_GEMV_WIDTH, b->columns - column);
      const float *from = b->data + column * b->column_stride;
      float *to = self->panels + column * b->rows;
      if (n < FL_GEMV_WIDTH)
        memset (to, 0, FL_GEMV_WIDTH * b->rows * sizeof (float));
      if (b->row_stride == 1)
        fl_transpose (from, b->column_stride, n, b->rows, to, FL_GEMV_WIDTH);
      else
        for (gint64 k = 0; k < b->rows; k++)
          for (gint64 j = 0; j < n; j++)
            to[k * FL_GEMV_WIDTH + j] = from[k * b->row_stride + j * b->column_stride];
    }
}

void
fl_product_pack_panels (FlProductCall *self, FlThreadPool *pool)
{
  if (self->panels != NULL)
    return;
  self->panels = fl_work_alloc (count_panels (self) * FL_GEMV_WIDTH * self->b.rows * sizeof (float));
  fl_work_share_out (pool, pack_panels, self, count_panels (self), 1);
}

static void
run_panels (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  const gint64 first = begin * FL_GEMV_WIDTH, last = MIN (end * FL_GEMV_WIDTH, self->b.columns);
  float *c = self->c;
  fl_gemv (self->a.data, self->panels, self->b.rows, first, last, c);
  for (gint64 j = first; j < last && (self->alpha != 1 || self->add != NULL); j++)
    c[j] = self->alpha * c[j] + (self->add == NULL ? 0 : self->beta * self->add[j * self->add_strides[2]]);
}

void
fl_product_run_gemv (FlProductCall *self, FlThreadPool *pool)
{
  fl_product_pack_panels (self, pool);
  if (self->n_threads == 1 || self->b.rows * self->b.columns < PARALLEL_FLOATS)
    run_panels (self, 0, count_panels (self));
  else
    fl_thread_pool_run (pool, run_panels, self, count_panels (self));
}
