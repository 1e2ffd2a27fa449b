/* Products by kernels of the library that hold the right operand packed, one for each thread's
 * share of the columns or of the rows. */
#include "fl-library-product.h"

enum
{
  SLICE = 32, /* rows or columns that a thread takes at least */
  MAX_FIXED_BYTES = 512 << 20
};

static gboolean
adds_a_row (const FlProductCall *self)
{
  return self->add != NULL && self->beta == 1 && self->add_strides[1] == 0 && self->add_strides[2] == 1;
}

/* Makes a kernel of some rows and columns; NULL: the library has none. */
static FlPrimitive *
new_kernel (const FlProductCall *self, gint64 n_rows, gint64 n_columns, const FlPrimitive *with)
{
  const FlMatrix *a = &self->a, *b = &self->b;
  const FlMatmul shape = { .rows = n_rows,
                           .depth = a->columns,
                           .columns = n_columns,
                           .a_strides = { a->row_stride, a->column_stride },
                           .b_strides = { b->row_stride, b->column_stride },
                           .c_strides = { self->c_stride, 1 },
                           .has_bias = self->add != NULL };

  return fl_primitive_new_matmul (&shape, with);
}

/* Opens share i of n of the columns, or of the rows. */
static gboolean
open_share (FlProductCall *self, gint64 i, gint64 n)
{
  const gboolean by_columns = self->b.columns >= self->a.rows;
  const gint64 all = by_columns ? self->b.columns : self->a.rows, begin = all * i / n / SLICE * SLICE;
  const gint64 end = i + 1 == n ? all : all * (i + 1) / n / SLICE * SLICE;
  FlShare *share = &self->packed.kernels.shares[i];

  *share = (FlShare) { .n_runs = 1 };
  if (by_columns)
    {
      share->right = begin * self->b.column_stride;
      share->bias = share->out = begin;
      share->primitive = new_kernel (self, self->a.rows, end - begin, NULL);
    }
  else
    {
      share->in = begin * self->a.row_stride;
      share->out = begin * self->c_stride;
      share->primitive
          = new_kernel (self, end - begin, self->b.columns, i == 0 ? NULL : self->packed.kernels.shares[0].primitive);
    }
  return share->primitive != NULL;
}

gboolean
fl_product_open_parts (FlProductCall *self)
{
  const gint64 longest = MAX (self->a.rows, self->b.columns);
  const double flops = 2.0 * self->a.rows * self->a.columns * self->b.columns;

  if (!self->b_is_fixed || self->dtype != FL_DTYPE_F32 || self->batch != 1 || self->a.rows < 2 || self->a.columns == 0
      || self->alpha != 1 || (self->add != NULL && !adds_a_row (self)) || self->copies[0] != NULL
      || self->copies[1] != NULL || self->b.rows * self->b.columns * (gint64) sizeof (float) > MAX_FIXED_BYTES)
    return FALSE;
  self->packed.kernels.n = flops < FL_PRODUCT_PARALLEL_FLOPS ? 1 : CLAMP (longest / SLICE, 1, self->n_threads);
  self->packed.kernels.shares = g_new0 (FlShare, self->packed.kernels.n);
  for (guint i = 0; i < self->packed.kernels.n; i++)
    if (!open_share (self, i, self->packed.kernels.n))
      {
        fl_shares_close (&self->packed.kernels);
        return FALSE;
      }
  return TRUE;
}
