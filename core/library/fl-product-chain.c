/* Products in a chain of steps: panels of rows by gemm, each while what it reads and writes is in the cache. */
#include "fl-library-product.h"

static gboolean
is_dense (const FlMatrix *m)
{
  return (m->column_stride == 1 && m->row_stride == m->columns) || (m->row_stride == 1 && m->column_stride == m->rows);
}

static gint64
count_right_span (const FlProductCall *self)
{
  const FlMatrix *b = &self->b;
  return (self->batch - 1) * self->b_step + (b->rows - 1) * b->row_stride + (b->columns - 1) * b->column_stride + 1;
}

static gboolean
get_panels (gconstpointer state, FlLibraryPanels *panels)
{
  const FlProductCall *self = state;
  const gint64 m = self->a.rows, k = self->a.columns, n = self->b.columns;
  const gboolean right_is_own = self->batch > 1 && self->b_step == k * n && is_dense (&self->b);

  *panels = (FlLibraryPanels) { .n_parts = self->batch * m,
                                .n_whole = self->batch,
                                .right = right_is_own ? 1 : -1,
                                .shared_bytes = right_is_own ? 0 : count_right_span (self) * (gint64) sizeof (float) };
  return self->dtype == FL_DTYPE_F32 && self->a.column_stride == 1 && self->copies[0] == NULL && self->copies[1] == NULL
         && self->c_stride == n && (self->batch == 1 || self->c_step == m * n) && self->add != self->c;
}

static guint
list_accesses (gconstpointer state, FlWorkAccess *accesses)
{
  const FlProductCall *self = state;
  const gint64 width = sizeof (float), m = self->a.rows, k = self->a.columns, n = self->b.columns;
  const gboolean a_is_own = self->a.row_stride == k && (self->batch == 1 || self->a_step == m * k);
  const gint64 a_span = (self->batch - 1) * self->a_step + (m - 1) * self->a.row_stride + k;
  const gint64 add_span
      = (self->batch - 1) * self->add_strides[0] + (m - 1) * self->add_strides[1] + (n - 1) * self->add_strides[2] + 1;

  accesses[0] = (FlWorkAccess) { (const guint8 *) self->a.data, a_span * width, a_is_own, FALSE, self->tensors[0] };
  accesses[1] = (FlWorkAccess) { (const guint8 *) self->b.data, count_right_span (self) * width, FALSE, FALSE,
                                 self->tensors[1] };
  accesses[2] = (FlWorkAccess) { (const guint8 *) self->c, self->batch * m * n * width, TRUE, TRUE, self->tensors[2] };
  if (self->add == NULL)
    return 3;
  accesses[3] = (FlWorkAccess) { (const guint8 *) self->add, add_span * width, FALSE, FALSE, self->tensors[3] };
  return 4;
}

/* Computes rows of one entry of the batch. */
static void
run_rows (const FlProductCall *self, gint64 entry, gint64 begin, gint64 end, guint8 *const *places)
{
  const float *a = places[0] != NULL ? (const float *) places[0] : (const float *) self->a.data,
              *b = places[1] != NULL ? (const float *) places[1] : (const float *) self->b.data;
  float *c
      = (places[2] != NULL ? (float *) places[2] : (float *) self->c) + entry * self->c_step + begin * self->c_stride;
  const FlMatrix left
      = { a + entry * self->a_step + begin * self->a.row_stride, end - begin, self->a.columns, self->a.row_stride, 1 },
      right = { b + entry * self->b_step, self->b.rows, self->b.columns, self->b.row_stride, self->b.column_stride };

  if (self->add != NULL)
    fl_product_fill_rows (self, entry, begin, end, c);
  fl_library_gemm (&left, &right, self->alpha, self->add == NULL ? 0 : self->beta, c, self->c_stride);
}

static void
run_panel (gpointer state, guint share, gint64 p, gint64 n, guint8 *const *places)
{
  const FlProductCall *self = state;
  const gint64 n_rows = self->batch * self->a.rows, end = n_rows * (p + 1) / n;

  for (gint64 row = n_rows * p / n, until; row < end; row = until)
    {
      const gint64 entry = row / self->a.rows, first = entry * self->a.rows;
      until = MIN (end, first + self->a.rows);
      run_rows (self, entry, row - first, until - first, places);
    }
}

const FlLibraryChain fl_product_chain = { .get = get_panels, .list = list_accesses, .run = run_panel };
