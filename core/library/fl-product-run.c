/* Running products by GEMM, which packs operands in each call, and rows by a matrix by GEMV. */
#include <string.h>

#include "fl-library-product.h"
#include "fl-product-kernels.h"
#include "fl-transpose.h"

enum
{
  SLICE = 48,                /* rows or columns that a thread takes at least: whole register tiles */
  PARALLEL_FLOATS = 64 << 10 /* of a matrix that is read */
};

/* Copies a row of n elements, `step` apart. */
static void
copy_row (gconstpointer from, gint64 step, gint64 n, gsize width, gpointer to)
{
  if (step == 1)
    memcpy (to, from, n * width);
  else if (width == sizeof (float))
    for (gint64 i = 0; i < n; i++)
      ((float *) to)[i] = ((const float *) from)[i * step];
  else if (width == sizeof (double))
    for (gint64 i = 0; i < n; i++)
      ((double *) to)[i] = ((const double *) from)[i * step];
  else
    for (gint64 i = 0; i < n; i++)
      ((gint8 *) to)[i] = ((const gint8 *) from)[i * step];
}

static gconstpointer
move (const FlProductCall *self, gconstpointer data, gint64 elements)
{
  return (const guint8 *) data + elements * fl_dtype_get_size_bytes (self->dtype);
}

/* Results are of the operands' type, but 32 bits for bytes. */
static gpointer
move_result (const FlProductCall *self, gpointer c, gint64 elements)
{
  return (guint8 *) c + elements * (self->dtype == FL_DTYPE_F64 ? sizeof (double) : sizeof (gint32));
}

void
fl_product_fill_rows (const FlProductCall *self, gint64 entry, gint64 begin, gint64 end, gpointer c)
{
  const gint64 *strides = self->add_strides, width = fl_dtype_get_size_bytes (self->dtype);
  for (gint64 i = begin; i < end && self->add != NULL && self->add != self->c; i++)
    copy_row (move (self, self->add, entry * strides[0] + i * strides[1]), strides[2], self->b.columns, width,
              move_result (self, c, (i - begin) * self->c_stride));
}

/* --- gemm ----------------------------------------------------------------------------------- */

/* Brings the matrix of one entry, copied where it must be. */
static FlMatrix
bring (const FlProductCall *self, const FlMatrix *m, gint64 shift, gpointer copy)
{
  const gint64 width = fl_dtype_get_size_bytes (self->dtype);
  FlMatrix moved = *m;
  moved.data = move (self, m->data, shift);
  if (copy == NULL)
    return moved;
  for (gint64 i = 0; i < m->rows; i++)
    copy_row (move (self, moved.data, i * m->row_stride), m->column_stride, m->columns, width,
              (guint8 *) copy + i * m->columns * width);
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
multiply_bytes (const FlMatrix *a, const FlMatrix *b, gint32 *c, gint64 c_stride)
{
  for (gint64 i = 0; i < a->rows; i++, c += c_stride)
    {
      memset (c, 0, b->columns * sizeof *c);
      for (gint64 k = 0; k < a->columns; k++)
        {
          const gint32 x = ((const gint8 *) a->data)[i * a->row_stride + k * a->column_stride];
          const gint8 *row = (const gint8 *) b->data + k * b->row_stride;
          for (gint64 j = 0; j < b->columns; j++)
            c[j] = (gint32) ((guint32) c[j] + (guint32) (x * row[j * b->column_stride]));
        }
    }
}

static void
multiply (const FlProductCall *self, const FlMatrix *a, const FlMatrix *b, gpointer c)
{
  const double beta = self->add == NULL ? 0 : self->beta;
  if (a->columns == 0)
    scale_rows (self, a->rows, b->columns, c);
  else if (self->dtype == FL_DTYPE_F32)
    fl_library_gemm (a, b, self->alpha, beta, c, self->c_stride);
  else if (self->dtype == FL_DTYPE_F64)
    fl_gemm_doubles (a, b, self->alpha, beta, c, self->c_stride);
  else if (!fl_library_gemm_bytes (a, b, c, self->c_stride))
    multiply_bytes (a, b, c, self->c_stride);
}

/* Computes entries [begin, end) of the batch. */
static void
run_entries (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const FlMatrix a = bring (self, &self->a, i * self->a_step, NULL),
                     b = bring (self, &self->b, i * self->b_step, NULL);
      const gpointer c = move_result (self, self->c, i * self->c_step);
      fl_product_fill_rows (self, i, 0, a.rows, c);
      multiply (self, &a, &b, c);
    }
}

typedef struct
{
  const FlProductCall *call;
  FlMatrix a, b;
  gpointer c;
  gboolean by_columns;
} Slice;

static void
run_slices (gpointer data, gint64 begin, gint64 end)
{
  const Slice *slice = data;
  FlMatrix a = slice->a, b = slice->b;
  gpointer c = slice->c;
  const gint64 limit = slice->by_columns ? b.columns : a.rows;
  begin = MIN (begin * SLICE, limit);
  end = MIN (end * SLICE, limit);
  if (begin == end)
    return;
  if (slice->by_columns)
    {
      b.data = move (slice->call, b.data, begin * b.column_stride);
      b.columns = end - begin;
      c = move_result (slice->call, c, begin);
    }
  else
    {
      a.data = move (slice->call, a.data, begin * a.row_stride);
      a.rows = end - begin;
      c = move_result (slice->call, c, begin * slice->call->c_stride);
    }
  multiply (slice->call, &a, &b, c);
}

/* Stores the lowest 8 bits of the sums of one entry. */
static void
narrow_sums (const FlProductCall *self, gint64 entry)
{
  for (gint64 i = 0; i < self->a.rows; i++)
    for (gint64 j = 0; j < self->b.columns; j++)
      self->narrow[entry * self->c_step + i * self->c_stride + j] = ((const gint32 *) self->c)[i * self->c_stride + j];
}

static void
run_entry (FlProductCall *self, FlThreadPool *pool, gint64 entry)
{
  Slice slice = { self, bring (self, &self->a, entry * self->a_step, self->copies[0]),
                  bring (self, &self->b, entry * self->b_step, self->copies[1]),
                  self->narrow != NULL ? self->c : move_result (self, self->c, entry * self->c_step),
                  self->b.columns > self->a.rows };
  const gint64 n = (slice.by_columns ? self->b.columns : self->a.rows) / SLICE + 1;
  fl_product_fill_rows (self, entry, 0, self->a.rows, slice.c);
  if (2.0 * self->a.rows * self->a.columns * self->b.columns > FL_PRODUCT_PARALLEL_FLOPS)
    fl_thread_pool_run (pool, run_slices, &slice, n);
  else
    run_slices (&slice, 0, n);
  if (self->narrow != NULL)
    narrow_sums (self, entry);
}

void
fl_product_run_gemm (FlProductCall *self, FlThreadPool *pool)
{
  const gboolean is_apart = self->copies[0] == NULL && self->copies[1] == NULL && self->narrow == NULL;
  const double flops = 2.0 * self->batch * self->a.rows * self->a.columns * self->b.columns;
  if (is_apart && self->batch > 1 && flops <= FL_PRODUCT_PARALLEL_FLOPS)
    run_entries (self, 0, self->batch);
  else if (is_apart && self->batch >= fl_thread_pool_get_n_threads (pool) && flops > FL_PRODUCT_PARALLEL_FLOPS)
    fl_thread_pool_run (pool, run_entries, self, self->batch);
  else
    for (gint64 i = 0; i < self->batch; i++)
      run_entry (self, pool, i);
}

/* --- one row by a matrix ---------------------------------------------------------------------- */

gboolean
fl_product_can_gemv (const FlProductCall *self)
{
  return self->dtype == FL_DTYPE_F32 && self->a.rows == 1 && self->b.columns >= FL_GEMV_WIDTH
         && self->a.column_stride == 1 && self->b.rows > 0 && self->add != self->c && self->b_is_fixed;
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
      const float *from = (const float *) b->data + column * b->column_stride;
      float *to = self->packed.panels + column * b->rows;
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
  if (self->packed.panels != NULL)
    return;
  self->packed.panels = fl_work_alloc (count_panels (self) * FL_GEMV_WIDTH * self->b.rows * sizeof (float));
  fl_work_share_out (pool, pack_panels, self, count_panels (self), 1);
}

static void
run_panels (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  const gint64 first = begin * FL_GEMV_WIDTH, last = MIN (end * FL_GEMV_WIDTH, self->b.columns);
  const float *add = self->add;
  float *c = self->c;
  fl_gemv (self->a.data, self->packed.panels, self->b.rows, first, last, c);
  for (gint64 j = first; j < last && (self->alpha != 1 || add != NULL); j++)
    c[j] = self->alpha * c[j] + (add == NULL ? 0 : self->beta * add[j * self->add_strides[2]]);
}

void
fl_product_run_gemv (FlProductCall *self, FlThreadPool *pool)
{
  if (self->n_threads == 1 || self->b.rows * self->b.columns < PARALLEL_FLOATS)
    run_panels (self, 0, count_panels (self));
  else
    fl_thread_pool_run (pool, run_panels, self, count_panels (self));
}
