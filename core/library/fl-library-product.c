/* Products of f32 matrices: by the library's gemm, by its kernels with the right operand packed
 * once, or by GEMV; whichever is fastest on the shape. */
#include "fl-library-product.h"

#define L G_GINT64_FORMAT

/* --- matrices --------------------------------------------------------------------------------- */

static FlMatrix
get_matrix (const FlWorkView *view)
{
  guint r = view->n_dims - 2, c = view->n_dims - 1;
  return (FlMatrix) { fl_library_get_floats (view), view->sizes[r], view->sizes[c], view->strides[r],
                      view->strides[c] };
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

static float *
new_copy (FlMatrix *m)
{
  return is_takeable (m) ? NULL : g_new (float, MAX (m->rows * m->columns, 1));
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
  self->c = (float *) c.data;
  self->c_stride = MAX (c.row_stride, c.columns);
  self->alpha = 1;
  self->copies[0] = new_copy (&self->a);
  self->copies[1] = new_copy (&self->b);
  return TRUE;
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
  if (add->n_dims > out->n_dims)
    return FALSE;
  self->is_tunable = !fl_work_views_overlap (add, out);
  if (self->beta == 0)
    return TRUE; /* whatever it holds, NaN too */
  self->add = fl_library_get_floats (add);
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
  fl_product_close_parts (self);
  g_free (self->copies[0]);
  g_free (self->copies[1]);
  g_aligned_free (self->panels);
  g_free (self);
}

static gboolean
read_step (FlProductCall *self, const FlLibraryStep *step)
{
  const gboolean is_batch = step->row->op == FL_ATEN_OP_BADDBMM;
  const FlWorkView *add = fl_library_find_tensor (step, 0, "self", FL_DTYPE_F32);
  gboolean is_swapped;
  if (step->row->op == FL_ATEN_OP_MM || step->row->op == FL_ATEN_OP_BMM)
    return read_operands (self, add, fl_library_find_tensor (step, 1, "mat2", FL_DTYPE_F32), &step->out[0],
                          &is_swapped);
  return (is_batch || step->row->op == FL_ATEN_OP_ADDMM) && add != NULL
         && read_operands (self, fl_library_find_tensor (step, 1, is_batch ? "batch1" : "mat1", FL_DTYPE_F32),
                           fl_library_find_tensor (step, 2, is_batch ? "batch2" : "mat2", FL_DTYPE_F32), &step->out[0],
                           &is_swapped)
         && read_addend (self, step, add, is_swapped);
}

static gboolean
can (gpointer state, guint way)
{
  FlProductCall *self = state;
  return way == FL_PRODUCT_GEMM || (way == FL_PRODUCT_GEMV ? fl_product_can_gemv (self) : fl_product_open_parts (self));
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlProductCall *self = g_new0 (FlProductCall, 1);
  self->n_threads = n_threads;
  self->is_tunable = TRUE;
  if (step->out[0].dtype != FL_DTYPE_F32 || !read_step (self, step))
    g_clear_pointer (&self, free_state);
  else
    self->how = fl_product_can_gemv (self)      ? FL_PRODUCT_GEMV
                : can (self, FL_PRODUCT_PACKED) ? FL_PRODUCT_PACKED
                                                : FL_PRODUCT_GEMM;
  return self;
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  if (self->how == FL_PRODUCT_GEMV)
    fl_product_pack_panels (self, pool);
  else if (self->how == FL_PRODUCT_PACKED)
    fl_product_pack_parts (self, pool);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  if (self->how == FL_PRODUCT_GEMV)
    fl_product_run_gemv (self, pool);
  else if (self->how == FL_PRODUCT_PACKED)
    fl_product_run_parts (self, pool);
  else
    fl_product_run_gemm (self, pool);
  return TRUE;
}

static void
forget (gpointer state)
{
  FlProductCall *self = state;
  self->kernels.is_packed = FALSE;
  g_clear_pointer (&self->panels, g_aligned_free);
}

static void
choose (gpointer state, guint way, gboolean is_final)
{
  FlProductCall *self = state;
  self->how = way;
  if (is_final && way != FL_PRODUCT_PACKED)
    fl_product_close_parts (self);
  if (is_final && way != FL_PRODUCT_GEMV)
    g_clear_pointer (&self->panels, g_aligned_free);
}

static char *
dup_subject (gconstpointer state)
{
  const FlProductCall *self = state;
  const FlMatrix *a = &self->a, *b = &self->b;
  const gint64 *add = self->add_strides;
  if (!self->is_tunable)
    return NULL;
  return g_strdup_printf ("matrix product of %u threads: %" L " times %" L " x %" L " x %" L ", strides %" L " %" L
                          " %" L ", %" L " %" L " %" L "%s, %" L ", %s %" L " %" L " %" L,
                          self->n_threads, self->batch, a->rows, a->columns, b->columns, self->a_step, a->row_stride,
                          a->column_stride, self->b_step, b->row_stride, b->column_stride,
                          self->b_is_fixed ? " fixed" : "", self->c_stride, self->add != NULL ? "adds" : "plain",
                          add[0], add[1], add[2]);
}

static const char *
describe (gconstpointer state)
{
  static const char *const names[] = { [FL_PRODUCT_GEMM] = "GEMM of the library",
                                       [FL_PRODUCT_PACKED] = "GEMM kernel of the library, right operand packed once",
                                       [FL_PRODUCT_GEMV] = "GEMV micro-kernel, right operand packed once" };
  const FlProductCall *self = state;
  return names[self->how];
}

static gint64
count_packed (gconstpointer state)
{
  const FlProductCall *self = state;
  gint64 n = self->panels == NULL ? 0 : self->b.rows * self->b.columns * (gint64) sizeof (float);
  for (guint i = 0; i < self->kernels.n_parts && self->how == FL_PRODUCT_PACKED; i++)
    n += fl_primitive_count_packed (self->kernels.parts[i].kernel);
  return n;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlProductCall *self = state;
  return ((self->copies[0] != NULL ? self->a.rows * self->a.columns : 0)
          + (self->copies[1] != NULL ? self->b.rows * self->b.columns : 0))
         * (gint64) sizeof (float);
}

static const FlLibraryWays ways = { FL_N_PRODUCT_HOWS, can, choose, dup_subject };

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
                                    .ways = &ways,
                                    .chain = &fl_product_chain };
