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
  const FlMatmul shape = { .batch = 1,
                           .rows = n_rows,
                           .depth = a->columns,
                           .columns = n_columns,
                           .a_strides = { 1, a->row_stride, a->column_stride },
                           .b_strides = { 1, b->row_stride, b->column_stride },
                           .c_strides = { 1, self->c_stride, 1 },
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
  FlProductPart *part = &self->kernels.parts[i];

  part->row = by_columns ? 0 : begin;
  part->column = by_columns ? begin : 0;
  part->kernel = by_columns
                     ? new_kernel (self, self->a.rows, end - begin, NULL)
                     : new_kernel (self, end - begin, self->b.columns, i == 0 ? NULL : self->kernels.parts[0].kernel);
  return part->kernel != NULL;
}

gboolean
fl_product_open_parts (FlProductCall *self)
{
  const gint64 longest = MAX (self->a.rows, self->b.columns);
  const double flops = 2.0 * self->a.rows * self->a.columns * self->b.columns;

  if (self->kernels.parts != NULL)
    return TRUE;
  if (!self->b_is_fixed || self->dtype != FL_DTYPE_F32 || self->batch != 1 || self->a.rows < 2 || self->a.columns == 0
      || self->alpha != 1 || (self->add != NULL && !adds_a_row (self)) || self->copies[0] != NULL
      || self->copies[1] != NULL || self->b.rows * self->b.columns * (gint64) sizeof (float) > MAX_FIXED_BYTES)
    return FALSE;
  self->kernels.n_parts = flops < FL_PRODUCT_PARALLEL_FLOPS ? 1 : CLAMP (longest / SLICE, 1, self->n_threads);
  self->kernels.parts = g_new0 (FlProductPart, self->kernels.n_parts);
  for (guint i = 0; i < self->kernels.n_parts; i++)
    if (!open_share (self, i, self->kernels.n_parts))
      {
        fl_product_close_parts (self);
        return FALSE;
      }
  return TRUE;
}

static void
pack_some (gpointer data, gint64 begin, gint64 end)
{
  FlProductCall *self = data;

  for (gint64 i = begin; i < end; i++)
    fl_primitive_pack (self->kernels.parts[i].kernel,
                       (const float *) self->b.data + self->kernels.parts[i].column * self->b.column_stride);
}

void
fl_product_pack_parts (FlProductCall *self, FlThreadPool *pool)
{
  if (self->kernels.is_packed)
    return;
  fl_work_share_out (pool, pack_some, self, self->kernels.n_parts, 1);
  self->kernels.is_packed = TRUE;
}

static void
run_some (gpointer data, gint64 begin, gint64 end)
{
  FlProductCall *self = data;

  for (gint64 i = begin; i < end; i++)
    {
      const FlProductPart *part = &self->kernels.parts[i];
      fl_primitive_run (part->kernel, (const float *) self->a.data + part->row * self->a.row_stride, NULL,
                        self->add == NULL ? NULL : (const float *) self->add + part->column,
                        (float *) self->c + part->row * self->c_stride + part->column);
    }
}

void
fl_product_run_parts (FlProductCall *self, FlThreadPool *pool)
{
  fl_product_pack_parts (self, pool);
  fl_thread_pool_run (pool, run_some, self, self->kernels.n_parts);
}

void
fl_product_close_parts (FlProductCall *self)
{
  FlProductKernels *kernels = &self->kernels;

  for (guint i = kernels->n_parts; i-- > 0;) /* others may read what the first one packed */
    g_clear_pointer (&kernels->parts[i].kernel, fl_primitive_free);
  g_free (kernels->parts);
  *kernels = (FlProductKernels) { 0 };
}
