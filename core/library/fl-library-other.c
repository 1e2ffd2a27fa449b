/* Products of doubles and of bytes, by own tiles: what they are of, and how their panels of columns are shared out. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-product-other.h"

enum
{
  ALIGNMENT = 64,
  TILE_ROWS = 8
};

typedef struct
{
  gboolean is_double, is_narrow; /* narrow: results are the lowest 8 bits of sums */
  gint64 batch, a_step, b_step, c_step;
  FlOtherMatrix a, b, c;
  FlWorkView out, bias; /* bias: bytes NULL where none is added */
  double alpha, beta;
  guint n_threads;
  gint32 *groups, *sums; /* of bytes: the left operand */
  double *turned;        /* of doubles: where its columns do not lie side by side */
  guint8 **scratch;      /* one a thread */
} FlOtherCall;

/* --- preparing -------------------------------------------------------------------------------- */

static const FlWorkView *
find_tensor (const FlLibraryStep *step, guint position, const char *keyword, FlDtype dtype)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);

  return arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.dtype != dtype ? NULL : &arg->view;
}

static FlOtherMatrix
get_matrix (const FlWorkView *view, gsize width)
{
  guint r = view->n_dims - 2, c = view->n_dims - 1;

  return (FlOtherMatrix) { (const guint8 *) view->bytes + view->offset * width, view->sizes[r], view->sizes[c],
                           view->strides[r], view->strides[c] };
}

static gboolean
read_operands (FlOtherCall *self, const FlWorkView *a, const FlWorkView *b, const FlWorkView *out)
{
  const gsize width = self->is_double ? sizeof (double) : 1;

  if (a == NULL || b == NULL || a->n_dims < 2 || a->n_dims > 3 || b->n_dims != a->n_dims || out->n_dims != a->n_dims)
    return FALSE;
  self->batch = a->n_dims == 3 ? a->sizes[0] : 1;
  self->a_step = a->n_dims == 3 ? a->strides[0] : 0;
  self->b_step = b->n_dims == 3 ? b->strides[0] : 0;
  self->c_step = out->n_dims == 3 ? out->strides[0] : 0;
  self->a = get_matrix (a, width);
  self->b = get_matrix (b, width);
  self->c = get_matrix (out, fl_dtype_get_size_bytes (out->dtype));
  self->out = *out;
  return self->a.columns == self->b.rows && self->a.columns > 0 && self->c.rows == self->a.rows
         && self->c.columns == self->b.columns && self->batch * self->c.rows * self->c.columns > 0
         && (!self->is_double || self->c.column_stride == 1 || self->c.columns == 1);
}

static double
find_number (const FlLibraryStep *step, const char *keyword)
{
  const FlWorkArg *arg = fl_library_find_arg (step, G_MAXUINT, keyword);

  return arg == NULL || (arg->value.kind != FL_DATUM_INT && arg->value.kind != FL_DATUM_FLOAT) ? 1 : arg->value.number;
}

/* A plain product, or one that something is added to. */
static gboolean
read_step (FlOtherCall *self, const FlLibraryStep *step)
{
  const FlDtype dtype = self->is_double ? FL_DTYPE_F64 : FL_DTYPE_I8;
  const FlWorkView *out = &step->out[0], *bias;
  const gboolean is_batch = step->row->op == FL_ATEN_OP_BADDBMM;

  self->alpha = 1;
  if (step->row->op == FL_ATEN_OP_MM || step->row->op == FL_ATEN_OP_BMM || step->row->op == FL_ATEN_OP__INT_MM)
    return read_operands (self, find_tensor (step, 0, "self", dtype), find_tensor (step, 1, "mat2", dtype), out);
  if (!self->is_double || (step->row->op != FL_ATEN_OP_ADDMM && !is_batch))
    return FALSE;
  for (guint i = 3; i < step->n_args; i++) /* only keywords may stand there */
    if (step->args[i].value.keyword == NULL)
      return FALSE;
  bias = find_tensor (step, 0, "self", dtype);
  self->alpha = find_number (step, "alpha");
  self->beta = find_number (step, "beta");
  if (bias == NULL || bias->n_dims > out->n_dims || fl_work_views_overlap (bias, out))
    return FALSE;
  self->bias = *bias;
  return read_operands (self, find_tensor (step, 1, is_batch ? "batch1" : "mat1", dtype),
                        find_tensor (step, 2, is_batch ? "batch2" : "mat2", dtype), out);
}

static gpointer
take_bytes (gint64 n)
{
  return g_aligned_alloc0 (MAX (n, 1), 1, ALIGNMENT);
}

static void
take_memory (FlOtherCall *self)
{
  const gint64 m = self->a.rows, k = self->a.columns, bytes = fl_bytes_count_scratch (k),
               rows = (m + TILE_ROWS - 1) / TILE_ROWS * TILE_ROWS;

  self->scratch = g_new0 (guint8 *, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    self->scratch[i] = take_bytes (self->is_double ? fl_doubles_count_scratch () * (gint64) sizeof (double) : bytes);
  if (!self->is_double)
    {
      self->groups = take_bytes (rows * fl_bytes_count_groups (k) * sizeof (gint32));
      self->sums = take_bytes (rows * sizeof (gint32));
    }
  else if (self->a.column_stride != 1)
    self->turned = take_bytes (m * k * sizeof (double));
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlOtherCall *self = g_new0 (FlOtherCall, 1);

  self->is_double = step->out[0].dtype == FL_DTYPE_F64;
  self->is_narrow = step->out[0].dtype == FL_DTYPE_I8;
  self->n_threads = n_threads;
  if ((self->is_double || self->is_narrow || step->out[0].dtype == FL_DTYPE_I32) && read_step (self, step))
    {
      take_memory (self);
      return self;
    }
  g_free (self);
  return NULL;
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
  guint lack = out->n_dims - bias->n_dims;

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

typedef struct
{
  FlOtherCall *self;
  gint64 entry; /* of the batch */
  guint n_shares;
} Job;

static FlOtherMatrix
move (const FlOtherMatrix *m, gint64 elements, gsize width)
{
  FlOtherMatrix moved = *m;
  moved.data = (const guint8 *) m->data + elements * width;
  return moved;
}

/* Rows of the left operand, as tiles want them. */
static void
prepare_rows (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  FlOtherCall *self = job->self;
  FlOtherMatrix a = move (&self->a, job->entry * self->a_step, self->is_double ? sizeof (double) : 1);

  if (!self->is_double)
    fl_bytes_group (&a, begin, end, self->groups, self->sums);
  else
    for (gint64 i = begin; i < end; i++)
      for (gint64 k = 0; k < a.columns; k++)
        self->turned[i * a.columns + k] = ((const double *) a.data)[i * a.row_stride + k * a.column_stride];
}

/* Shares of the panels of columns. */
static void
run_shares (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  FlOtherCall *self = job->self;
  const gsize width = self->is_double ? sizeof (double) : 1;
  FlOtherMatrix b = move (&self->b, job->entry * self->b_step, width),
                a = move (&self->a, job->entry * self->a_step, width);
  guint8 *c = (guint8 *) self->c.data + job->entry * self->c_step * fl_dtype_get_size_bytes (self->out.dtype);
  const guint n_panels = self->is_double ? fl_doubles_count_panels (b.columns) : fl_bytes_count_panels (b.columns);

  if (self->turned != NULL)
    a = (FlOtherMatrix) { self->turned, a.rows, a.columns, a.columns, 1 };
  for (gint64 s = begin; s < end; s++)
    {
      const guint first = n_panels * s / job->n_shares, last = n_panels * (s + 1) / job->n_shares;
      if (self->is_double)
        fl_doubles_run (&a, &b, first, last, self->alpha, self->beta, (double *) c, self->c.row_stride,
                        (double *) self->scratch[s]);
      else
        fl_bytes_run (self->groups, self->sums, a.rows, &b, first, last, c, self->c.row_stride, self->c.column_stride,
                      self->is_narrow, self->scratch[s]);
    }
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlOtherCall *self = state;
  const double n_products = (double) self->a.rows * self->a.columns * self->b.columns;
  const gboolean is_small = n_products < 5e5 || self->n_threads == 1;

  if (self->bias.bytes != NULL && self->beta != 0)
    spread_bias (self);
  for (Job job = { self, 0, is_small ? 1 : self->n_threads }; job.entry < self->batch; job.entry++)
    {
      if ((!self->is_double || self->turned != NULL) && is_small)
        prepare_rows (&job, 0, self->a.rows);
      else if (!self->is_double || self->turned != NULL)
        fl_thread_pool_run (pool, prepare_rows, &job, self->a.rows);
      if (is_small)
        run_shares (&job, 0, 1);
      else
        fl_thread_pool_run (pool, run_shares, &job, job.n_shares);
    }
  return TRUE;
}

static const char *
describe (gconstpointer state)
{
  const FlOtherCall *self = state;
  return self->is_double ? "own tiles of doubles, right operand packed each time"
                         : "own tiles of bytes, right operand packed each time";
}

static void
free_state (gpointer state)
{
  FlOtherCall *self = state;
  for (guint i = 0; i < self->n_threads; i++)
    g_aligned_free (self->scratch[i]);
  g_free (self->scratch);
  g_aligned_free (self->groups);
  g_aligned_free (self->sums);
  g_aligned_free (self->turned);
  g_free (self);
}

const FlLibraryOp fl_other_product_op = { .name = "matrix product of doubles or bytes",
                                          .needs = FL_LIBRARY_ONE_RESULT,
                                          .prepare = prepare,
                                          .run = run,
                                          .describe = describe,
                                          .free = free_state };
