/* Products of matrices: by Fuseloom's own tiles or by the library, whichever is faster on the shape. A right operand that is the
 * same in every run is packed once. */
#include "fl-library-product.h"

enum
{
  SLICE = 32, /* rows or columns that a thread takes at least */
  MAX_FIXED_BYTES = 512 << 20 /* of an operand that is kept packed */
};

/* --- matrices -------------------------------------------------------------------------------------------------------- */

static FlMatrix
get_matrix (const FlWorkView *view)
{
  guint r = view->n_dims - 2, c = view->n_dims - 1;
  return (FlMatrix){ fl_library_get_floats (view), view->sizes[r], view->sizes[c], view->strides[r], view->strides[c] };
}

static FlMatrix
transpose (FlMatrix m)
{
  return (FlMatrix){ m.data, m.columns, m.rows, m.column_stride, m.row_stride };
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

static void
pack_operand (FlMatrix *m, gboolean *is_packed, float **copy)
{
  *is_packed = !is_takeable (m);
  if (*is_packed)
    *copy = g_new (float, MAX (m->rows * m->columns, 1));
}

static gboolean
prepare_product (FlProductCall *self, const FlWorkView *a, const FlWorkView *b, const FlWorkView *out,
                 gboolean *is_swapped)
{
  if (a == NULL || b == NULL || a->n_dims < 2 || b->n_dims != a->n_dims || out->n_dims != a->n_dims || a->n_dims > 3)
    return FALSE;
  FlMatrix c = get_matrix (out);
  self->a = get_matrix (a);
  self->b = get_matrix (b);
  self->a_tensor = a->tensor;
  self->b_tensor = b->tensor;
  self->c_tensor = out->tensor;
  self->batch = a->n_dims == 3 ? a->sizes[0] : 1;
  self->a_step = a->n_dims == 3 ? a->strides[0] : 0;
  self->b_step = b->n_dims == 3 ? b->strides[0] : 0;
  self->c_step = out->n_dims == 3 ? out->strides[0] : 0;
  if (self->a.columns != self->b.rows || c.rows != self->a.rows || c.columns != self->b.columns || self->batch * c.rows * c.columns == 0)
    return FALSE;
  if (!is_takeable (&c))
    return FALSE;
  *is_swapped = c.column_stride != 1 || (c.columns == 1 && c.rows > 1 && c.row_stride == 1); /* a column that is one row in memory */
  self->b_is_fixed = *is_swapped ? a->is_fixed : b->is_fixed;
  if (*is_swapped) /* C' = B' A' */
    {
      FlMatrix swap = self->a;
      gint64 step = self->a_step;
      self->a_tensor = b->tensor;
      self->b_tensor = a->tensor;
      self->a = transpose (self->b);
      self->b = transpose (swap);
      self->a_step = self->b_step;
      self->b_step = step;
      c = transpose (c);
    }
  self->c = (float *) c.data;
  self->c_stride = MAX (c.row_stride, c.columns);
  self->out = out;
  self->alpha = 1;
  pack_operand (&self->a, &self->a_packed, &self->a_copy);
  pack_operand (&self->b, &self->b_packed, &self->b_copy);
  return TRUE;
}

static FlMatrix
pack (const FlMatrix *m, gint64 shift, gboolean is_packed, float *copy)
{
  FlMatrix moved = *m;
  moved.data += shift;
  if (!is_packed)
    return moved;
  for (gint64 i = 0; i < m->rows; i++)
    for (gint64 j = 0; j < m->columns; j++)
      copy[i * m->columns + j] = moved.data[i * m->row_stride + j * m->column_stride];
  return (FlMatrix){ copy, m->rows, m->columns, m->columns, 1 };
}

/* out = bias broadcast to out's shape. */
static void
spread_bias (const FlWorkView *bias, const FlWorkView *out)
{
  guint lack = out->n_dims - bias->n_dims;
  gint64 index[FL_MAX_DIMS] = { 0 };
  const float *from = fl_library_get_floats (bias);
  float *to = fl_library_get_floats (out);
  guint last = out->n_dims - 1;
  gint64 step = last < lack || bias->sizes[last - lack] == 1 ? 0 : bias->strides[last - lack];
  do
    {
      gint64 source = 0, target = 0;
      for (guint d = 0; d < last; d++)
        {
          target += index[d] * out->strides[d];
          if (d >= lack && bias->sizes[d - lack] != 1)
            source += index[d] * bias->strides[d - lack];
        }
      for (gint64 i = 0; i < out->sizes[last]; i++)
        to[target + i * out->strides[last]] = from[source + i * step];
    }
  while (fl_index_next (index, out->sizes, last));
}

/* --- by the library -------------------------------------------------------------------------------------------------- */

/* Products of the batch, or rows of the only one. */
static void
run_products (gpointer data, gint64 begin, gint64 end)
{
  const FlProductCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      FlMatrix a = pack (&self->a, i * self->a_step, FALSE, NULL), b = pack (&self->b, i * self->b_step, FALSE, NULL);
      fl_library_gemm (&a, &b, self->alpha, self->beta, self->c + i * self->c_step, self->c_stride);
    }
}

typedef struct
{
  const FlProductCall *product;
  FlMatrix a, b;
  float *c;
  gboolean by_columns;
} Slice;

static void
run_slice (gpointer data, gint64 begin, gint64 end)
{
  const Slice *slice = data;
  FlMatrix a = slice->a, b = slice->b;
  float *c = slice->c;
  gint64 limit = slice->by_columns ? b.columns : a.rows;
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
      c += begin * slice->product->c_stride;
    }
  fl_library_gemm (&a, &b, slice->product->alpha, slice->product->beta, c, slice->product->c_stride);
}

static void
run_by_library (FlProductCall *self, FlThreadPool *pool)
{
  gboolean is_packed = self->a_packed || self->b_packed;
  double flops = 2.0 * self->a.rows * self->a.columns * self->b.columns;
  if (!is_packed && self->batch >= fl_thread_pool_get_n_threads (pool) && self->batch * flops > FL_PRODUCT_PARALLEL_FLOPS)
    {
      fl_thread_pool_run (pool, run_products, self, self->batch);
      return;
    }
  for (gint64 i = 0; i < self->batch; i++)
    {
      Slice slice = { self, pack (&self->a, i * self->a_step, self->a_packed, self->a_copy),
                      pack (&self->b, i * self->b_step, self->b_packed, self->b_copy), self->c + i * self->c_step,
                      self->b.columns > self->a.rows };
      gint64 n = (slice.by_columns ? self->b.columns : self->a.rows) / SLICE + 1;
      if (flops > FL_PRODUCT_PARALLEL_FLOPS)
        fl_thread_pool_run (pool, run_slice, &slice, n);
      else
        run_slice (&slice, 0, n);
    }
}

/* --- preparing ------------------------------------------------------------------------------------------------------- */

/* FlProductHow own tiles add what is added: one a column, or a matrix as it lies; else C is filled with it first. */
static void
place_addend (FlProductCall *self, const FlWorkView *bias, gboolean is_swapped)
{
  const FlWorkView *out = self->out;
  guint n = bias->n_dims;
  gboolean is_row = !is_swapped && self->beta == 1 && n >= 1 && bias->sizes[n - 1] == self->b.columns && bias->strides[n - 1] == 1;
  gboolean is_same = n == out->n_dims && !is_swapped && (bias->strides[n - 1] == 1 || self->b.columns == 1);
  for (guint d = 0; d < n; d++)
    {
      is_row = is_row && (d + 1 == n || bias->sizes[d] == 1);
      is_same = is_same && bias->sizes[d] == out->sizes[d];
    }
  if (is_row)
    self->row_bias = fl_library_get_floats (bias);
  else if (is_same || fl_library_get_floats (bias) == self->c)
    {
      self->add = fl_library_get_floats (bias);
      self->add_stride = is_same ? bias->strides[n - 2] : self->c_stride;
      self->add_step = is_same ? n == 3 ? bias->strides[0] : 0 : self->c_step;
    }
  else
    {
      self->add = self->c;
      self->add_stride = self->c_stride;
      self->add_step = self->c_step;
    }
}

static gboolean
prepare_added_product (FlProductCall *self, const FlLibraryStep *step, const char *a, const char *b)
{
  gboolean is_swapped;
  const FlWorkView *bias = fl_library_find_tensor (step, 0, "self");
  if (bias == NULL
      || !prepare_product (self, fl_library_find_tensor (step, 1, a), fl_library_find_tensor (step, 2, b), &step->out[0], &is_swapped))
    return FALSE;
  self->alpha = fl_library_find_number (step, 3, "alpha", 1);
  self->beta = fl_library_find_number (step, 3, "beta", 1);
  if (self->a.columns == 0)
    self->alpha = 1; /* of nothing, whatever it is */
  for (guint i = 3; i < step->n_args; i++) /* only keywords may stand there */
    if (step->args[i].value.keyword == NULL)
      return FALSE;
  if (bias->n_dims > self->out->n_dims)
    return FALSE;
  if (self->beta == 0)
    return TRUE; /* whatever it holds, NaN too */
  place_addend (self, bias, is_swapped);
  self->add_tensor = bias->tensor;
  self->bias = bias->bytes == self->out->bytes && fl_library_get_floats (bias) == fl_library_get_floats (self->out) ? NULL : bias;
  self->is_tunable = !fl_work_views_overlap (bias, self->out);
  return TRUE;
}

/* What is not yet known by measurement: tiles of rows pay from a few rows on, and where B need not be packed each time; of one row
 * reading B is the work. */
static void
choose_how (FlProductCall *self)
{
  guint lanes = fl_tile_set_get ()->lanes;
  gint64 m = self->a.rows, n = self->b.columns;
  self->n_packed = fl_product_count_packed (self->b.rows, n);
  self->b_is_fixed = self->b_is_fixed && self->n_packed * self->batch * sizeof (float) <= MAX_FIXED_BYTES;
  if (self->batch > 1)
    self->b_is_fixed = FALSE; /* no weights: batched products multiply activations, which are others in each call of a model */
  self->can[FL_PRODUCT_LIBRARY] = self->b.rows > 0;
  self->can[FL_PRODUCT_PACKED] = TRUE;
  self->can[FL_PRODUCT_IN_PLACE] = self->b.column_stride == 1 && n % lanes == 0;
  self->can[FL_PRODUCT_DOTS] = fl_product_call_can_dot (self);
  if (self->can[FL_PRODUCT_DOTS])
    self->how = FL_PRODUCT_DOTS;
  else if (m >= 24 || (self->b_is_fixed && m > 1) || fl_library_gemm_is_plain () || !self->can[FL_PRODUCT_LIBRARY])
    self->how = FL_PRODUCT_PACKED;
  else
    self->how = m > 1 && self->can[FL_PRODUCT_IN_PLACE] ? FL_PRODUCT_IN_PLACE : FL_PRODUCT_LIBRARY;
}

static void
free_state (gpointer state)
{
  FlProductCall *self = state;
  g_free (self->a_copy);
  g_free (self->b_copy);
  g_aligned_free (self->packed);
  g_aligned_free (self->turned);
  g_aligned_free (self->columns);
  g_aligned_free (self->panel_scratch);
  g_free (self->panel_lanes);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  gboolean ok = FALSE, is_swapped;
  const FlWorkView *a = fl_library_find_tensor (step, 0, "self"), *b = fl_library_find_tensor (step, 1, "mat2");
  if (step->out[0].dtype != FL_DTYPE_F32)
    return NULL;
  FlProductCall *self = g_new0 (FlProductCall, 1);
  self->n_threads = n_threads;
  self->is_tunable = TRUE;
  switch (step->row->op)
    {
    case FL_ATEN_OP_MM:
    case FL_ATEN_OP_BMM:
      ok = prepare_product (self, a, b, &step->out[0], &is_swapped);
      break;
    case FL_ATEN_OP_ADDMM:
      ok = prepare_added_product (self, step, "mat1", "mat2");
      break;
    case FL_ATEN_OP_BADDBMM:
      ok = prepare_added_product (self, step, "batch1", "batch2");
      break;
    default:
      break;
    }
  if (ok)
    choose_how (self);
  else
    g_clear_pointer (&self, free_state);
  return self;
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  gboolean is_own = self->how != FL_PRODUCT_LIBRARY;
  if (self->bias != NULL && (!is_own || self->add == self->c))
    spread_bias (self->bias, self->out);
  if (self->how == FL_PRODUCT_DOTS)
    fl_product_call_run_dots (self, pool);
  else if (is_own)
    fl_product_call_run_own (self, pool);
  else
    run_by_library (self, pool);
  return TRUE;
}

static void
pack_operand_once (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  if (self->how == FL_PRODUCT_DOTS)
    fl_product_call_turn_columns (self, pool);
  else
    fl_product_call_pack_own (self, pool);
}

static void
forget (gpointer state)
{
  FlProductCall *self = state;
  self->is_packed = self->has_panels = self->has_columns = FALSE;
}

static gboolean
can (gpointer state, guint way)
{
  const FlProductCall *self = state;
  return self->can[way];
}

static void
choose (gpointer state, guint way, gboolean is_final)
{
  FlProductCall *self = state;
  self->how = way;
  if (is_final && way != FL_PRODUCT_PACKED)
    {
      g_aligned_free (g_steal_pointer (&self->packed));
      self->is_packed = FALSE;
    }
  if (is_final && way != FL_PRODUCT_DOTS)
    {
      g_aligned_free (g_steal_pointer (&self->columns));
      self->has_columns = FALSE;
    }
}

G_STATIC_ASSERT ((int) FL_N_PRODUCT_HOWS <= (int) FL_CHOICE_WAYS);

static char *
dup_subject (gconstpointer state)
{
  const FlProductCall *self = state;
  const FlMatrix *a = &self->a, *b = &self->b;

  if (!self->is_tunable)
    return NULL;
  return g_strdup_printf ("product of %u threads: %" G_GINT64_FORMAT " times %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT
                          ", strides %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          " %" G_GINT64_FORMAT "%s, %" G_GINT64_FORMAT "%s%s",
                          self->n_threads, self->batch, a->rows, a->columns, b->columns, self->a_step, a->row_stride, a->column_stride, self->b_step,
                          b->row_stride, b->column_stride, self->b_is_fixed ? " fixed" : "", self->c_stride, self->add != NULL ? ", adds" : "",
                          self->row_bias != NULL ? ", bias" : "");
}

static gboolean
is_kept (const FlProductCall *self)
{
  return self->how == FL_PRODUCT_PACKED && self->b_is_fixed;
}

static gboolean
is_turned (const FlProductCall *self)
{
  return self->how == FL_PRODUCT_DOTS && self->b.row_stride != 1;
}

static const char *
describe (gconstpointer state)
{
  static const char *const names[] = { [FL_PRODUCT_LIBRARY] = "the library's product", [FL_PRODUCT_PACKED] = "own tiles, right operand packed each time",
                                       [FL_PRODUCT_IN_PLACE] = "own tiles, right operand as it lies",
                                       [FL_PRODUCT_DOTS] = "the right operand's columns as they lie" };
  const FlProductCall *self = state;
  return is_kept (self)     ? "own tiles, right operand packed once"
         : is_turned (self) ? "the right operand's columns, turned once"
                            : names[self->how];
}

static gint64
count_packed (gconstpointer state)
{
  const FlProductCall *self = state;
  return (is_kept (self)     ? self->n_packed
          : is_turned (self) ? self->b.rows * self->b.columns
                             : 0)
         * self->batch * sizeof (float);
}

static const FlLibraryWays ways = { FL_N_PRODUCT_HOWS, can, choose, dup_subject };
static const FlLibraryChain chain
    = { fl_product_call_get_panels, fl_product_call_list,    fl_product_call_begin_panels,
        fl_product_call_run_panel,  fl_product_call_can_end, fl_product_call_run_ending };

const FlLibraryOp fl_product_op = { .name = "matrix product",
                                    .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_WIDENED,
                                    .prepare = prepare,
                                    .run = run,
                                    .describe = describe,
                                    .count_packed = count_packed,
                                    .pack = pack_operand_once,
                                    .forget = forget,
                                    .free = free_state,
                                    .ways = &ways,
                                    .chain = &chain };
