/* Which library calls go to the library, and in what form: f32 products and convolutions, half precision by way of them;
 * attention and scans have loops of our own. All others run by the interpreter's kernel of that operator. */
#include "fl-library.h"

#include "fl-library-attention.h"
#include "fl-library-half.h"
#include "fl-library-scan.h"

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

/* One thread's share of a convolution: some images of the batch, some groups, or some output channels. */
typedef struct
{
  gpointer convolution;
  const float *in, *weight, *bias;
  float *out;
} Part;

struct _FlLibraryCall
{
  gboolean is_convolution;
  FlHalfCall *half; /* instead of what follows */
  FlAttentionCall *attention; /* likewise */
  FlScanCall *scan;           /* likewise */
  Product product;
  guint n_parts;
  Part *parts;
};

enum
{
  SLICE = 32 /* rows or columns that a thread takes at least */
};

static const double MIN_PARALLEL_FLOPS = 1e6;

/* --- arguments ------------------------------------------------------------------------------------------------------- */

const FlWorkArg *
fl_work_step_find_arg (const FlWorkStep *step, guint position, const char *keyword)
{
  for (guint i = 0; i < step->n_args; i++)
    if (step->args[i].value.keyword == NULL ? i == position : strcmp (step->args[i].value.keyword, keyword) == 0)
      return &step->args[i];
  return NULL;
}

static const FlWorkView *
find_tensor (const FlWorkStep *step, guint position, const char *keyword)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.dtype != FL_DTYPE_F32)
    return NULL;
  return &arg->view;
}

static double
find_number (const FlWorkStep *step, guint position, const char *keyword, double fallback)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
  if (arg == NULL || (arg->value.kind != FL_DATUM_INT && arg->value.kind != FL_DATUM_FLOAT))
    return fallback;
  return arg->value.number;
}

static gboolean
find_ints (const FlWorkStep *step, guint position, const char *keyword, gint64 *values, guint n)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
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

/* Products of the batch, or rows of the only one. */
static void
run_products (gpointer data, gint64 begin, gint64 end)
{
  const Product *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      FlMatrix a = pack (&self->a, i * self->a_step, FALSE, NULL), b = pack (&self->b, i * self->b_step, FALSE, NULL);
      fl_library_gemm (&a, &b, self->alpha, self->beta, self->c + i * self->c_step, self->c_stride);
    }
}

typedef struct
{
  const Product *product;
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
run_product (Product *self, FlThreadPool *pool)
{
  if (self->bias != NULL)
    spread_bias (self->bias, self->out);
  gboolean is_packed = self->a_packed || self->b_packed;
  double flops = 2.0 * self->a.rows * self->a.columns * self->b.columns;
  if (!is_packed && self->batch >= fl_thread_pool_get_n_threads (pool) && self->batch * flops > MIN_PARALLEL_FLOPS)
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
      if (flops > MIN_PARALLEL_FLOPS)
        fl_thread_pool_run (pool, run_slice, &slice, n);
      else
        run_slice (&slice, 0, n);
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

/* Shares of the batch where it is large enough, else of the groups, else of the output channels. */
static gboolean
split_convolution (FlLibraryCall *call, const FlConvolution *shape, Part whole, guint n_threads)
{
  gint64 batch = shape->sizes[0], channels = shape->out_sizes[1], groups = shape->groups;
  gint64 extent = batch >= n_threads ? batch : groups > 1 ? groups : channels;
  guint n = MIN (extent, n_threads);
  call->is_convolution = TRUE;
  call->parts = g_new0 (Part, MAX (n, 1));
  for (; call->n_parts < n; call->n_parts++)
    {
      gint64 begin = extent * call->n_parts / n, length = extent * (call->n_parts + 1) / n - begin;
      FlConvolution share = *shape;
      Part *part = &call->parts[call->n_parts];
      *part = whole;
      if (extent == batch && batch >= n_threads)
        {
          share.sizes[0] = share.out_sizes[0] = length;
          part->in += begin * shape->in_strides[0];
          part->out += begin * shape->out_strides[0];
        }
      else
        {
          gint64 out_channels = groups > 1 ? channels / groups : 1; /* an entry of the extent has so many */
          share.out_sizes[1] = share.weight_sizes[0] = length * out_channels;
          part->weight += begin * out_channels * shape->weight_strides[0];
          part->out += begin * out_channels * shape->out_strides[1];
          part->bias += part->bias == NULL ? 0 : begin * out_channels;
          if (groups > 1)
            {
              share.groups = length;
              share.sizes[1] = shape->sizes[1] / groups * length;
              part->in += begin * (shape->sizes[1] / groups) * shape->in_strides[1];
            }
        }
      part->convolution = fl_library_convolution_new (&share);
      if (part->convolution == NULL)
        return FALSE;
    }
  return n > 0;
}

static void
run_parts (gpointer data, gint64 begin, gint64 end)
{
  FlLibraryCall *call = data;
  for (gint64 i = begin; i < end; i++)
    {
      const Part *part = &call->parts[i];
      fl_library_convolution_run (part->convolution, part->in, part->weight, part->bias, part->out);
    }
}

static gboolean
prepare_convolution (FlLibraryCall *call, const FlWorkStep *step, guint n_threads)
{
  const FlWorkView *in = find_tensor (step, 0, "input"), *weight = find_tensor (step, 1, "weight");
  const FlWorkView *out = &step->out[0];
  const FlWorkArg *bias = fl_work_step_find_arg (step, 2, "bias"), *transposed = fl_work_step_find_arg (step, 6, "transposed");
  /* One-dimensional ones are left to the interpreter's kernel: oneDNN 2.6 was seen to crash on x f32[2, 4, 9], w f32[6, 4, 3]. */
  if (in == NULL || weight == NULL || in->n_dims < 4 || in->n_dims > 5 || (transposed != NULL && transposed->value.integer != 0))
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
  const float *bias_data = shape.has_bias ? get_floats (&bias->view) : NULL;
  return split_convolution (call, &shape, (Part){ NULL, get_floats (in), get_floats (weight), bias_data, get_floats (out) }, n_threads);
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

static gboolean
is_for_library (FlAtenOp op)
{
  return op == FL_ATEN_OP_MM || op == FL_ATEN_OP_BMM || op == FL_ATEN_OP_ADDMM || op == FL_ATEN_OP_BADDBMM
         || op == FL_ATEN_OP_CONVOLUTION;
}

FlLibraryCall *
fl_library_prepare (const FlWorkStep *step, guint n_threads)
{
  FlAttentionCall *attention = fl_attention_prepare (step, n_threads);
  if (attention != NULL)
    {
      FlLibraryCall *attends = g_new0 (FlLibraryCall, 1);
      attends->attention = attention;
      return attends;
    }
  FlScanCall *scan = fl_scan_prepare (step);
  if (scan != NULL)
    {
      FlLibraryCall *scans = g_new0 (FlLibraryCall, 1);
      scans->scan = scan;
      return scans;
    }
  if (step->n_out != 1 || step->out[0].bytes == NULL || !is_for_library (step->row->op))
    return NULL;
  FlLibraryCall *call = g_new0 (FlLibraryCall, 1);
  if (step->out[0].dtype != FL_DTYPE_F32)
    {
      call->half = fl_half_prepare (step, n_threads);
      if (call->half == NULL)
        g_clear_pointer (&call, g_free);
      return call;
    }
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
      ok = prepare_convolution (call, step, n_threads);
      break;
    default:
      break;
    }
  if (!ok)
    g_clear_pointer (&call, fl_library_free);
  return call;
}

void
fl_library_run (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->attention != NULL)
    fl_attention_run (call->attention, pool);
  else if (call->scan != NULL)
    fl_scan_run (call->scan, pool);
  else if (call->half != NULL)
    fl_half_run (call->half, pool);
  else if (call->is_convolution)
    fl_thread_pool_run (pool, run_parts, call, call->n_parts);
  else
    run_product (&call->product, pool);
}

void
fl_library_free (FlLibraryCall *call)
{
  for (guint i = 0; i < call->n_parts; i++)
    if (call->parts[i].convolution != NULL)
      fl_library_convolution_free (call->parts[i].convolution);
  g_clear_pointer (&call->half, fl_half_free);
  g_clear_pointer (&call->attention, fl_attention_free);
  g_clear_pointer (&call->scan, fl_scan_free);
  g_free (call->parts);
  g_free (call->product.a_copy);
  g_free (call->product.b_copy);
  g_free (call);
}

const char *
fl_library_get_name (void)
{
  return FL_LIBRARY_NAME;
}
