/* Products of f32, f64 and bytes: by the library's gemm, by its kernels with the right operand packed once, or by
 * micro-kernels: GEMV of one row of f32, GEMM of f64. */
#include "fl-library-product.h"

/* --- matrices --------------------------------------------------------------------------------- */

static FlMatrix
get_matrix (const FlWorkView *view)
{
  const guint r = view->n_dims - 2, c = view->n_dims - 1;
  return (FlMatrix) { (const guint8 *) view->bytes + view->offset * fl_dtype_get_size_bytes (view->dtype),
                      view->sizes[r], view->sizes[c], view->strides[r], view->strides[c] };
}

static FlMatrix
transpose (FlMatrix m)
{
  return (FlMatrix) { m.data, m.columns, m.rows, m.column_stride, m.row_stride };
}

/* A matrix with one stride of 1 (and the other long enough) is taken as it lies. A single row or column may have any
 * stride written down for the other direction. */
static gboolean
is_takeable (FlMatrix *m)
{
  if (m->columns == 1 && m->row_stride != 1)
    m->column_stride = 1;
  if (m->rows == 1 && m->column_stride != 1)
    m->row_stride = 1;
  if (m->column_stride == 1 && (m->row_stride >= m->columns || m->rows == 1))
    return TRUE;
  return m->row_stride == 1 && (m->column_stride >= m->rows || m->columns == 1);
}

static gpointer
new_copy (FlMatrix *m, FlDtype dtype, gboolean by_rows)
{
  return is_takeable (m) && (!by_rows || m->column_stride == 1)
             ? NULL
             : g_malloc (MAX (m->rows * m->columns, 1) * fl_dtype_get_size_bytes (dtype));
}

/* C' = B' A': a result with rows side by side is computed as its transpose. */
static void
swap_operands (FlProductCall *self)
{
  const FlMatrix a = self->a;
  const gint64 step = self->a_step;
  const int tensor = self->tensors[0];
  self->a = transpose (self->b);
  self->b = transpose (a);
  self->a_step = self->b_step;
  self->b_step = step;
  self->tensors[0] = self->tensors[1];
  self->tensors[1] = tensor;
}

static gboolean
read_operands (FlProductCall *self, const FlWorkView *a, const FlWorkView *b, const FlWorkView *out,
               gboolean *is_swapped)
{
  if (a == NULL || b == NULL || a->n_dims < 2 || b->n_dims != a->n_dims || out->n_dims != a->n_dims || a->n_dims > 3)
    return FALSE;
  FlMatrix c = get_matrix (out);
  self->a = get_matrix (a);
  self->b = get_matrix (b);
  self->tensors[0] = a->tensor;
  self->tensors[1] = b->tensor;
  self->tensors[2] = out->tensor;
  self->batch = a->n_dims == 3 ? a->sizes[0] : 1;
  self->a_step = a->n_dims == 3 ? a->strides[0] : 0;
  self->b_step = b->n_dims == 3 ? b->strides[0] : 0;
  self->c_step = out->n_dims == 3 ? out->strides[0] : 0;
  if (self->a.columns != self->b.rows || c.rows != self->a.rows || c.columns != self->b.columns || !is_takeable (&c))
    return FALSE;
  *is_swapped = c.column_stride != 1
                || (c.columns == 1 && c.rows > 1 && c.row_stride == 1); /* a column that is one row in memory */
  self->b_is_fixed = self->batch == 1 && (*is_swapped ? a->is_fixed : b->is_fixed);
  if (*is_swapped)
    {
      swap_operands (self);
      c = transpose (c);
    }
  self->c = (gpointer) c.data;
  self->c_stride = MAX (c.row_stride, c.columns);
  self->alpha = 1;
  self->copies[0] = new_copy (&self->a, self->dtype, self->dtype == FL_DTYPE_F64);
  self->copies[1] = new_copy (&self->b, self->dtype, FALSE);
  if (out->dtype == FL_DTYPE_I8)
    {
      self->narrow = self->c;
      self->c = g_new (gint32, MAX (c.rows * self->c_stride, 1));
    }
  return self->dtype == FL_DTYPE_F32 || self->a.columns > 0;
}

/* Only keywords may stand behind the operands. */
static gboolean
read_addend (FlProductCall *self, const FlLibraryStep *step, const FlWorkView *add, gboolean is_swapped)
{
  const FlWorkView *out = &step->out[0];
  for (guint i = 3; i < step->n_args; i++)
    if (step->args[i].value.keyword == NULL)
      return FALSE;
  self->alpha
      = self->a.columns == 0 ? 1 : fl_library_find_number (step, 3, "alpha", 1); /* of nothing, whatever it is */
  self->beta = fl_library_find_number (step, 3, "beta", 1);
  if (add->n_dims > out->n_dims || self->dtype == FL_DTYPE_I8)
    return FALSE;
  if (self->beta == 0)
    return TRUE; /* whatever it holds, NaN too */
  self->add = (const guint8 *) add->bytes + add->offset * fl_dtype_get_size_bytes (add->dtype);
  if (self->add != self->c && fl_work_views_overlap (add, out))
    return FALSE;
  self->tensors[3] = add->tensor;
  for (guint d = 0; d < add->n_dims; d++) /* entries, rows, columns from the last dimension on */
    self->add_strides[3 - add->n_dims + d] = add->sizes[d] == 1 ? 0 : add->strides[d];
  if (is_swapped)
    {
      const gint64 stride = self->add_strides[1];
      self->add_strides[1] = self->add_strides[2];
      self->add_strides[2] = stride;
    }
  return TRUE;
}

/* --- the interface -------------------------------------------------------------------------- */

static void
free_state (gpointer state)
{
  FlProductCall *self = state;
  fl_shares_close (&self->packed.kernels);
  g_free (self->copies[0]);
  g_free (self->copies[1]);
  if (self->narrow != NULL)
    g_free (self->c);
  g_aligned_free (self->packed.panels);
  g_free (self);
}

static gboolean
read_step (FlProductCall *self, const FlLibraryStep *step)
{
  const gboolean is_batch = step->row->op == FL_ATEN_OP_BADDBMM;
  const FlWorkView *add = fl_library_find_tensor (step, 0, "self", self->dtype);
  gboolean is_swapped;
  if (step->row->op == FL_ATEN_OP_MM || step->row->op == FL_ATEN_OP_BMM || step->row->op == FL_ATEN_OP__INT_MM)
    return read_operands (self, add, fl_library_find_tensor (step, 1, "mat2", self->dtype), &step->out[0], &is_swapped);
  return (is_batch || step->row->op == FL_ATEN_OP_ADDMM) && add != NULL
         && read_operands (self, fl_library_find_tensor (step, 1, is_batch ? "batch1" : "mat1", self->dtype),
                           fl_library_find_tensor (step, 2, is_batch ? "batch2" : "mat2", self->dtype), &step->out[0],
                           &is_swapped)
         && read_addend (self, step, add, is_swapped);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlDtype dtype = step->out[0].dtype;
  if (dtype != FL_DTYPE_F32 && dtype != FL_DTYPE_F64 && dtype != FL_DTYPE_I8 && dtype != FL_DTYPE_I32)
    return NULL;
  FlProductCall *self = g_new0 (FlProductCall, 1);
  self->n_threads = n_threads;
  self->dtype = dtype == FL_DTYPE_I32 ? FL_DTYPE_I8 : dtype;
  if (!read_step (self, step))
    g_clear_pointer (&self, free_state);
  else
    self->how = fl_product_can_gemv (self)     ? FL_PRODUCT_GEMV
                : fl_product_open_parts (self) ? FL_PRODUCT_PACKED
                                               : FL_PRODUCT_GEMM;
  return self;
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  if (self->how == FL_PRODUCT_GEMV)
    fl_product_pack_panels (self, pool);
  else if (self->how == FL_PRODUCT_PACKED && !self->packed.is_packed)
    {
      fl_shares_pack (&self->packed.kernels, pool, self->b.data);
      self->packed.is_packed = TRUE;
    }
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  pack (self, pool);
  if (self->how == FL_PRODUCT_GEMV)
    fl_product_run_gemv (self, pool);
  else if (self->how == FL_PRODUCT_PACKED)
    fl_shares_run (&self->packed.kernels, pool, self->a.data, NULL, self->add, self->c);
  else
    fl_product_run_gemm (self, pool);
  return TRUE;
}

static void
forget (gpointer state)
{
  FlProductCall *self = state;
  self->packed.is_packed = FALSE;
  g_clear_pointer (&self->packed.panels, g_aligned_free);
}

static const char *
describe (gconstpointer state)
{
  static const char *const names[] = { [FL_PRODUCT_GEMM] = "GEMM of the library",
                                       [FL_PRODUCT_PACKED] = "GEMM kernel of the library, right operand packed once",
                                       [FL_PRODUCT_GEMV] = "GEMV micro-kernel, right operand packed once" };
  const FlProductCall *self = state;
  return self->dtype == FL_DTYPE_F64  ? "GEMM micro-kernel of doubles"
         : self->dtype == FL_DTYPE_I8 ? "GEMM of bytes, sums of 32 bits"
                                      : names[self->how];
}

static gint64
count_packed (gconstpointer state)
{
  const FlProductCall *self = state;
  return fl_shares_count_packed (&self->packed.kernels)
         + (self->packed.panels == NULL ? 0 : self->b.rows * self->b.columns * (gint64) sizeof (float));
}

static gint64
count_scratch (gconstpointer state)
{
  const FlProductCall *self = state;
  return ((self->copies[0] != NULL ? self->a.rows * self->a.columns : 0)
          + (self->copies[1] != NULL ? self->b.rows * self->b.columns : 0))
             * fl_dtype_get_size_bytes (self->dtype)
         + (self->narrow != NULL ? self->a.rows * self->c_stride * (gint64) sizeof (gint32) : 0);
}

const FlLibraryOp fl_product_op = { .name = "matrix product",
                                    .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_WIDENED,
                                    .prepare = prepare,
                                    .run = run,
                                    .describe = describe,
                                    .count_scratch = count_scratch,
                                    .count_packed = count_packed,
                                    .pack = pack,
                                    .forget = forget,
                                    .free = free_state,
                                    .chain = &fl_product_chain };
