/* Which library calls go to the library, and in what form: f32 products and convolutions. All others run by the
 * interpreter's kernel of that operator. */
#include "fl-library.h"
#include "fl-worker-private.h"

#include <string.h>

typedef struct
{
  gint64 batch;
  FlMatrix a, b;
  gint64 a_step, b_step, c_step; /* from one product of the batch to the next */
  gboolean a_packed, b_packed;
  float *a_copy, *b_copy;
  float *c;
  gint64 c_stride;
  float alpha, beta;
  const FlWorkView *bias; /* added: broadcast into C before */
  const FlWorkView *out;
} Product;

struct _FlLibraryCall
{
  gboolean is_convolution;
  Product product;
  gpointer convolution;
  const float *in, *weight, *bias;
  float *out;
};

/* --- arguments ------------------------------------------------------------------------------------------------------- */

static const FlWorkArg *
find_arg (const FlWorkStep *step, guint position, const char *keyword)
{
  for (guint i = 0; i < step->n_args; i++)
    if (step->args[i].value.keyword == NULL ? i == position : strcmp (step->args[i].value.keyword, keyword) == 0)
      return &step->args[i];
  return NULL;
}

static const FlWorkView *
find_tensor (const FlWorkStep *step, guint position, const char *keyword)
{
  const FlWorkArg *arg = find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.dtype != FL_DTYPE_F32)
    return NULL;
  return &arg->view;
}

static double
find_number (const FlWorkStep *step, guint position, const char *keyword, double fallback)
{
  const FlWorkArg *arg = find_arg (step, position, keyword);
  if (arg == NULL || (arg->value.kind != FL_DATUM_INT && arg->value.kind != FL_DATUM_FLOAT))
    return fallback;
  return arg->value.number;
}

static gboolean
find_ints (const FlWorkStep *step, guint position, const char *keyword, gint64 *values, guint n)
{
  const FlWorkArg *arg = find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_LIST || arg->n_items == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    values[i] = arg->items[arg->n_items == 1 ? 0 : MIN (i, arg->n_items - 1)].value.integer;
  return TRUE;
}

static float *
get_floats (const FlWorkView *view)
{
  return (float *) view->bytes + view->offset;
}

/* --- products -------------------------------------------------------------------------------------------------------- */

static FlMatrix
get_matrix (const FlWorkView *view)
{
  guint r = view->n_dims - 2, c = view->n_dims - 1;
  return (FlMatrix){ get_floats (view), view->sizes[r], view->sizes[c], view->strides[r], view->strides[c] };
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
prepare_product (Product *self, const FlWorkView *a, const FlWorkView *b, const FlWorkView *out)
{
  if (a == NULL || b == NULL || a->n_dims < 2 || b->n_dims != a->n_dims || out->n_dims != a->n_dims || a->n_dims > 3)
    return FALSE;
  FlMatrix c = get_matrix (out);
  self->a = get_matrix (a);
  self->b = get_matrix (b);
  self->batch = a->n_dims == 3 ? a->sizes[0] : 1;
  self->a_step = a->n_dims == 3 ? a->strides[0] : 0;
  self->b_step = b->n_dims == 3 ? b->strides[0] : 0;
  self->c_step = out->n_dims == 3 ? out->strides[0] : 0;
  if (self->a.columns != self->b.rows || c.rows != self->a.rows || c.columns != self->b.columns || c.rows * c.columns == 0
      || self->a.columns == 0)
    return FALSE;
  if (!is_takeable (&c))
    return FALSE;
  if (c.column_stride != 1) /* C' = B' A' */
    {
      FlMatrix swap = self->a;
      gint64 step = self->a_step;
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
  const float *from = get_floats (bias);
  float *to = get_floats (out);
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

static void
run_product (const Product *self)
{
  if (self->bias != NULL)
    spread_bias (self->bias, self->out);
  for (gint64 i = 0; i < self->batch; i++)
    {
      FlMatrix a = pack (&self->a, i * self->a_step, self->a_packed, self->a_copy);
      FlMatrix b = pack (&self->b, i * self->b_step, self->b_packed, self->b_copy);
      fl_library_gemm (&a, &b, self->alpha, self->beta, self->c + i * self->c_step, self->c_stride);
    }
}

static gboolean
prepare_added_product (Product *self, const FlWorkStep *step, const char *a, const char *b)
{
  const FlWorkView *bias = find_tensor (step, 0, "self");
  if (bias == NULL || !prepare_product (self, find_tensor (step, 1, a), find_tensor (step, 2, b), &step->out[0]))
    return FALSE;
  self->alpha = find_number (step, 3, "alpha", 1);
  self->beta = find_number (step, 3, "beta", 1);
  for (guint i = 3; i < step->n_args; i++) /* only keywords may stand there */
    if (step->args[i].value.keyword == NULL)
      return FALSE;
  self->bias = self->beta == 0 || get_floats (bias) == get_floats (self->out) ? NULL : bias;
  return bias->n_dims <= self->out->n_dims;
}

/* --- convolutions ---------------------------------------------------------------------------------------------------- */

static gboolean
prepare_convolution (FlLibraryCall *call, const FlWorkStep *step)
{
  const FlWorkView *in = find_tensor (step, 0, "input"), *weight = find_tensor (step, 1, "weight");
  const FlWorkView *out = &step->out[0];
  const FlWorkArg *bias = find_arg (step, 2, "bias"), *transposed = find_arg (step, 6, "transposed");
  if (in == NULL || weight == NULL || in->n_dims < 3 || in->n_dims > 5 || (transposed != NULL && transposed->value.integer != 0))
    return FALSE;
  FlConvolution shape = { .n_spatial = in->n_dims - 2, .groups = find_number (step, 8, "groups", 1) };
  memcpy (shape.sizes, in->sizes, in->n_dims * sizeof (gint64));
  memcpy (shape.in_strides, in->strides, in->n_dims * sizeof (gint64));
  memcpy (shape.weight_sizes, weight->sizes, weight->n_dims * sizeof (gint64));
  memcpy (shape.weight_strides, weight->strides, weight->n_dims * sizeof (gint64));
  memcpy (shape.out_sizes, out->sizes, out->n_dims * sizeof (gint64));
  memcpy (shape.out_strides, out->strides, out->n_dims * sizeof (gint64));
  shape.has_bias = bias != NULL && bias->value.kind == FL_DATUM_TENSOR;
  if (shape.has_bias && (bias->view.dtype != FL_DTYPE_F32 || (bias->view.sizes[0] > 1 && bias->view.strides[0] != 1)))
    return FALSE;
  if (!find_ints (step, 3, "stride", shape.stride, shape.n_spatial) || !find_ints (step, 4, "padding", shape.padding, shape.n_spatial)
      || !find_ints (step, 5, "dilation", shape.dilation, shape.n_spatial))
    return FALSE;
  call->is_convolution = TRUE;
  call->in = get_floats (in);
  call->weight = get_floats (weight);
  call->bias = shape.has_bias ? get_floats (&bias->view) : NULL;
  call->out = get_floats (out);
  call->convolution = fl_library_convolution_new (&shape);
  return call->convolution != NULL;
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

FlLibraryCall *
fl_library_prepare (const FlWorkStep *step)
{
  if (step->n_out != 1 || step->out[0].bytes == NULL || step->out[0].dtype != FL_DTYPE_F32)
    return NULL;
  FlLibraryCall *call = g_new0 (FlLibraryCall, 1);
  gboolean ok = FALSE;
  switch (step->row->op)
    {
    case FL_ATEN_OP_MM:
    case FL_ATEN_OP_BMM:
      ok = prepare_product (&call->product, find_tensor (step, 0, "self"), find_tensor (step, 1, "mat2"), &step->out[0]);
      break;
    case FL_ATEN_OP_ADDMM:
      ok = prepare_added_product (&call->product, step, "mat1", "mat2");
      break;
    case FL_ATEN_OP_BADDBMM:
      ok = prepare_added_product (&call->product, step, "batch1", "batch2");
      break;
    case FL_ATEN_OP_CONVOLUTION:
      ok = prepare_convolution (call, step);
      break;
    default:
      break;
    }
  if (!ok)
    g_clear_pointer (&call, fl_library_free);
  return call;
}

void
fl_library_run (FlLibraryCall *call)
{
  if (call->is_convolution)
    fl_library_convolution_run (call->convolution, call->in, call->weight, call->bias, call->out);
  else
    run_product (&call->product);
}

void
fl_library_free (FlLibraryCall *call)
{
  if (call->convolution != NULL)
    fl_library_convolution_free (call->convolution);
  g_free (call->product.a_copy);
  g_free (call->product.b_copy);
  g_free (call);
}

const char *
fl_library_get_name (void)
{
  return FL_LIBRARY_NAME;
}

/* OpenMP and OpenBLAS make their threads at the first call and give them the caller's processors: that must be all of
 * them, so it happens before the caller is pinned. */
void
fl_library_start (guint n_threads)
{
  if (n_threads > 0)
    {
      g_autofree char *text = g_strdup_printf ("%u", n_threads);
      g_setenv ("OMP_NUM_THREADS", text, TRUE);
      g_setenv ("OPENBLAS_NUM_THREADS", text, TRUE);
    }
  enum { N = 128 };
  g_autofree float *data = g_new0 (float, 3 * N * N);
  FlMatrix a = { data, N, N, N, 1 }, b = { data + N * N, N, N, N, 1 };
  fl_library_gemm (&a, &b, 1, 0, data + 2 * N * N, N);
}
