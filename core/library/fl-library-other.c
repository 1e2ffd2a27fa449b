/* Products of doubles, by a micro-kernel of doubles, and of bytes, by the library or plain loops. Threads take panels
 * of columns. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-product-other.h"

static const double PARALLEL_PRODUCTS = 5e5; /* fewer are done before a second thread could help */

typedef struct
{
  gboolean is_double, is_narrow; /* narrow: results are the lowest 8 bits of sums */
  gint64 batch, steps[3];        /* from one entry of the batch to the next */
  FlOtherMatrix a, b, c;
  gpointer copies[2]; /* of A and B, where they cannot be taken as they lie; else NULL */
  gint32 *sums;       /* of bytes, where they are not stored as they are; else NULL */
  FlWorkView out, bias;
  double alpha, beta;
  guint n_threads;
} FlOtherCall;

/* --- preparing -------------------------------------------------------------------------------- */

static FlOtherMatrix
get_matrix (const FlWorkView *view, gint64 *step)
{
  const guint r = view->n_dims - 2, c = view->n_dims - 1;
  *step = view->n_dims == 3 ? view->strides[0] : 0;
  return (FlOtherMatrix) { (const guint8 *) view->bytes + view->offset * fl_dtype_get_size_bytes (view->dtype),
                           view->sizes[r], view->sizes[c], view->strides[r], view->strides[c] };
}

static gboolean
is_takeable (const FlOtherCall *self, const FlOtherMatrix *m, gboolean is_left)
{
  if (self->is_double)
    return !is_left || m->column_stride == 1;
  return (m->column_stride == 1 && m->row_stride >= m->columns) || (m->row_stride == 1 && m->column_stride >= m->rows);
}

static gboolean
read_operands (FlOtherCall *self, const FlWorkView *a, const FlWorkView *b, const FlWorkView *out)
{
  const gsize width = self->is_double ? sizeof (double) : 1;
  if (a == NULL || b == NULL || a->n_dims < 2 || a->n_dims > 3 || b->n_dims != a->n_dims || out->n_dims != a->n_dims)
    return FALSE;
  self->batch = a->n_dims == 3 ? a->sizes[0] : 1;
  self->a = get_matrix (a, &self->steps[0]);
  self->b = get_matrix (b, &self->steps[1]);
  self->c = get_matrix (out, &self->steps[2]);
  self->out = *out;
  if (self->a.columns != self->b.rows || self->a.columns == 0 || self->c.rows != self->a.rows
      || self->c.columns != self->b.columns || (self->is_double && self->c.column_stride != 1 && self->c.columns != 1))
    return FALSE;
  if (!is_takeable (self, &self->a, TRUE))
    self->copies[0] = g_malloc (self->a.rows * self->a.columns * width);
  if (!is_takeable (self, &self->b, FALSE))
    self->copies[1] = g_malloc (self->b.rows * self->b.columns * width);
  if (!self->is_double && (self->is_narrow || self->c.column_stride != 1 || self->c.row_stride < self->c.columns))
    self->sums = g_new (gint32, self->c.rows * self->c.columns);
  return TRUE;
}

/* Reads a plain product, or one that something is added to. */
static gboolean
read_step (FlOtherCall *self, const FlLibraryStep *step)
{
  const FlDtype dtype = self->is_double ? FL_DTYPE_F64 : FL_DTYPE_I8;
  const FlWorkView *out = &step->out[0], *bias = fl_library_find_tensor (step, 0, "self", dtype);
  const gboolean is_batch = step->row->op == FL_ATEN_OP_BADDBMM;

  self->alpha = 1;
  if (step->row->op == FL_ATEN_OP_MM || step->row->op == FL_ATEN_OP_BMM || step->row->op == FL_ATEN_OP__INT_MM)
    return read_operands (self, bias, fl_library_find_tensor (step, 1, "mat2", dtype), out);
  if (!self->is_double || (step->row->op != FL_ATEN_OP_ADDMM && !is_batch))
    return FALSE;
  for (guint i = 3; i < step->n_args; i++) /* only keywords may stand there */
    if (step->args[i].value.keyword == NULL)
      return FALSE;
  self->alpha = fl_library_find_number (step, G_MAXUINT, "alpha", 1);
  self->beta = fl_library_find_number (step, G_MAXUINT, "beta", 1);
  if (bias == NULL || bias->n_dims > out->n_dims || fl_work_views_overlap (bias, out))
    return FALSE;
  self->bias = *bias;
  return read_operands (self, fl_library_find_tensor (step, 1, is_batch ? "batch1" : "mat1", dtype),
                        fl_library_find_tensor (step, 2, is_batch ? "batch2" : "mat2", dtype), out);
}

static void
free_state (gpointer state)
{
  FlOtherCall *self = state;
  g_free (self->copies[0]);
  g_free (self->copies[1]);
  g_free (self->sums);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlDtype dtype = step->out[0].dtype;
  FlOtherCall *self = g_new0 (FlOtherCall, 1);

  self->is_double = dtype == FL_DTYPE_F64;
  self->is_narrow = dtype == FL_DTYPE_I8;
  self->n_threads = n_threads;
  if ((!self->is_double && !self->is_narrow && dtype != FL_DTYPE_I32) || !read_step (self, step))
    g_clear_pointer (&self, free_state);
  return self;
}

/* --- running ---------------------------------------------------------------------------------- */

/* out = bias, broadcast. */
static void
spread_bias (const FlOtherCall *self)
{
  const FlWorkView *bias = &self->bias, *out = &self->out;
  gint64 index[FL_MAX_DIMS] = { 0 };
  const double *from = (const double *) bias->bytes + bias->offset;
  double *to = (double *) out->bytes + out->offset;
  const guint lack = out->n_dims - bias->n_dims;

  do
    {
      gint64 source = 0, target = 0;
      for (guint d = 0; d < out->n_dims; d++)
        {
          target += index[d] * out->strides[d];
          if (d >= lack && bias->sizes[d - lack] != 1)
            source += index[d] * bias->strides[d - lack];
        }
      to[target] = from[source];
    }
  while (fl_index_next (index, out->sizes, out->n_dims));
}

/* Brings the matrix of one entry, copied where it must be. */
static FlOtherMatrix
bring (const FlOtherMatrix *m, gint64 elements, gsize width, guint8 *copy)
{
  FlOtherMatrix moved = *m;
  moved.data = (const guint8 *) m->data + elements * width;
  if (copy == NULL)
    return moved;
  for (gint64 i = 0; i < m->rows; i++)
    for (gint64 j = 0; j < m->columns; j++)
      memcpy (copy + (i * m->columns + j) * width,
              (const guint8 *) moved.data + (i * m->row_stride + j * m->column_stride) * width, width);
  return (FlOtherMatrix) { copy, m->rows, m->columns, m->columns, 1 };
}

typedef struct
{
  const FlOtherCall *call;
  FlOtherMatrix a, b; /* of one entry */
  guint8 *c;
} Job;

static void
multiply_bytes (const FlOtherMatrix *a, const FlOtherMatrix *b, gint32 *c, gint64 c_stride)
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

/* Computes columns [begin, end) of the product. */
static void
run_columns (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  const FlOtherCall *self = job->call;
  const FlOtherMatrix *c = &self->c;
  const gint64 stride = self->sums != NULL ? c->columns : c->row_stride;
  FlOtherMatrix b = job->b;
  b.columns = end - begin;
  b.data = (const guint8 *) b.data + begin * b.column_stride * (self->is_double ? sizeof (double) : 1);
  if (self->is_double)
    {
      fl_doubles_run (&job->a, &b, self->alpha, self->beta, (double *) job->c + begin, c->row_stride);
      return;
    }
  gint32 *sums = (self->sums != NULL ? self->sums : (gint32 *) job->c) + begin;
  if (!fl_library_gemm_bytes (&job->a, &b, sums, stride))
    multiply_bytes (&job->a, &b, sums, stride);
  for (gint64 i = 0; i < c->rows && self->sums != NULL; i++)
    for (gint64 j = 0; j < b.columns; j++)
      if (self->is_narrow)
        job->c[i * c->row_stride + (begin + j) * c->column_stride] = (guint8) sums[i * stride + j];
      else
        ((gint32 *) job->c)[i * c->row_stride + (begin + j) * c->column_stride] = sums[i * stride + j];
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlOtherCall *self = state;
  const gsize width = self->is_double ? sizeof (double) : 1;
  const gboolean is_small = (double) self->a.rows * self->a.columns * self->b.columns < PARALLEL_PRODUCTS;

  if (self->bias.bytes != NULL && self->beta != 0)
    spread_bias (self);
  for (gint64 i = 0; i < self->batch; i++)
    {
      Job job = { self, bring (&self->a, i * self->steps[0], width, self->copies[0]),
                  bring (&self->b, i * self->steps[1], width, self->copies[1]),
                  (guint8 *) self->c.data + i * self->steps[2] * fl_dtype_get_size_bytes (self->out.dtype) };
      fl_thread_pool_run_steps (pool, is_small ? 1 : self->n_threads, run_columns, &job, self->b.columns,
                                FL_DOUBLES_WIDTH);
    }
  return TRUE;
}

static const char *
describe (gconstpointer state)
{
  const FlOtherCall *self = state;
  return self->is_double ? "GEMM micro-kernel of doubles" : "GEMM of bytes, sums of 32 bits";
}

const FlLibraryOp fl_other_product_op = { .name = "matrix product of doubles or bytes",
                                          .needs = FL_LIBRARY_ONE_RESULT,
                                          .prepare = prepare,
                                          .run = run,
                                          .describe = describe,
                                          .free = free_state };
