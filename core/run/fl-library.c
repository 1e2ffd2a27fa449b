/* Which library calls go to the library, and in what form: f32 products and convolutions, half precision by way of them;
 * attention and scans have loops of our own. All others run by the interpreter's kernel of that operator. */
#include "fl-library.h"

#include "fl-library-attention.h"
#include "fl-library-half.h"
#include "fl-library-scan.h"
#include "fl-library-private.h"

#include <string.h>

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
  FlProductCall *product; /* likewise */
  guint n_parts;
  Part *parts;
};

/* --- arguments ------------------------------------------------------------------------------------------------------- */

const FlWorkArg *
fl_work_step_find_arg (const FlWorkStep *step, guint position, const char *keyword)
{
  for (guint i = 0; i < step->n_args; i++)
    if (step->args[i].value.keyword == NULL ? i == position : strcmp (step->args[i].value.keyword, keyword) == 0)
      return &step->args[i];
  return NULL;
}

const FlWorkView *
fl_library_find_tensor (const FlWorkStep *step, guint position, const char *keyword)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.dtype != FL_DTYPE_F32)
    return NULL;
  return &arg->view;
}

double
fl_library_find_number (const FlWorkStep *step, guint position, const char *keyword, double fallback)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
  if (arg == NULL || (arg->value.kind != FL_DATUM_INT && arg->value.kind != FL_DATUM_FLOAT))
    return fallback;
  return arg->value.number;
}

gboolean
fl_library_find_ints (const FlWorkStep *step, guint position, const char *keyword, gint64 *values, guint n)
{
  const FlWorkArg *arg = fl_work_step_find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_LIST || arg->n_items == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    values[i] = arg->items[arg->n_items == 1 ? 0 : MIN (i, arg->n_items - 1)].value.integer;
  return TRUE;
}

float *
fl_library_get_floats (const FlWorkView *view)
{
  return (float *) view->bytes + view->offset;
}

gboolean
fl_work_views_overlap (const FlWorkView *a, const FlWorkView *b)
{
  const FlWorkView *views[] = { a, b };
  const guint8 *low[2], *high[2];

  for (guint i = 0; i < 2; i++)
    {
      gint64 width = fl_dtype_get_size_bytes (views[i]->dtype), first = views[i]->offset, last = first;
      for (guint d = 0; d < views[i]->n_dims; d++)
        {
          if (views[i]->sizes[d] == 0)
            return FALSE;
          gint64 reach = (views[i]->sizes[d] - 1) * views[i]->strides[d];
          first += MIN (reach, 0);
          last += MAX (reach, 0);
        }
      low[i] = (const guint8 *) views[i]->bytes + first * width;
      high[i] = (const guint8 *) views[i]->bytes + (last + 1) * width;
    }
  return low[0] < high[1] && low[1] < high[0];
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
  const FlWorkView *in = fl_library_find_tensor (step, 0, "input"), *weight = fl_library_find_tensor (step, 1, "weight");
  const FlWorkView *out = &step->out[0];
  const FlWorkArg *bias = fl_work_step_find_arg (step, 2, "bias"), *transposed = fl_work_step_find_arg (step, 6, "transposed");
  /* One-dimensional ones are left to the interpreter's kernel: oneDNN 2.6 was seen to crash on x f32[2, 4, 9], w f32[6, 4, 3]. */
  if (in == NULL || weight == NULL || in->n_dims < 4 || in->n_dims > 5 || (transposed != NULL && transposed->value.integer != 0))
    return FALSE;
  FlConvolution shape = { .n_spatial = in->n_dims - 2, .groups = fl_library_find_number (step, 8, "groups", 1) };
  memcpy (shape.sizes, in->sizes, in->n_dims * sizeof (gint64));
  memcpy (shape.in_strides, in->strides, in->n_dims * sizeof (gint64));
  memcpy (shape.weight_sizes, weight->sizes, weight->n_dims * sizeof (gint64));
  memcpy (shape.weight_strides, weight->strides, weight->n_dims * sizeof (gint64));
  memcpy (shape.out_sizes, out->sizes, out->n_dims * sizeof (gint64));
  memcpy (shape.out_strides, out->strides, out->n_dims * sizeof (gint64));
  shape.has_bias = bias != NULL && bias->value.kind == FL_DATUM_TENSOR;
  if (shape.has_bias && (bias->view.dtype != FL_DTYPE_F32 || (bias->view.sizes[0] > 1 && bias->view.strides[0] != 1)))
    return FALSE;
  if (!fl_library_find_ints (step, 3, "stride", shape.stride, shape.n_spatial) || !fl_library_find_ints (step, 4, "padding", shape.padding, shape.n_spatial)
      || !fl_library_find_ints (step, 5, "dilation", shape.dilation, shape.n_spatial))
    return FALSE;
  const float *bias_data = shape.has_bias ? fl_library_get_floats (&bias->view) : NULL;
  return split_convolution (call, &shape, (Part){ NULL, fl_library_get_floats (in), fl_library_get_floats (weight), bias_data, fl_library_get_floats (out) }, n_threads);
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
  gboolean ok;
  if (step->row->op == FL_ATEN_OP_CONVOLUTION)
    ok = prepare_convolution (call, step, n_threads);
  else
    ok = (call->product = fl_product_call_prepare (step, n_threads)) != NULL;
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
    fl_product_call_run (call->product, pool);
}

FlProductCall *
fl_library_get_product (const FlLibraryCall *call)
{
  return call->product;
}

void
fl_library_forget (FlLibraryCall *call)
{
  if (call->half != NULL)
    fl_half_forget (call->half);
  else if (call->product != NULL)
    fl_product_call_forget (call->product);
}

void
fl_library_pack (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->product != NULL)
    fl_product_call_pack (call->product, pool);
}

void
fl_library_tune (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->half != NULL)
    fl_half_tune (call->half, pool);
  else if (call->product != NULL)
    fl_product_call_tune (call->product, pool);
  else /* there is but one way */
    fl_library_run (call, pool);
}

void
fl_library_describe (const FlLibraryCall *call, FlLibraryChoice *choice)
{
  *choice = (FlLibraryChoice){ NULL };
  if (call->half != NULL)
    fl_half_describe (call->half, choice);
  else if (call->product != NULL)
    fl_product_call_describe (call->product, choice);
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
  g_clear_pointer (&call->product, fl_product_call_free);
  g_free (call);
}

const char *
fl_library_get_name (void)
{
  return FL_LIBRARY_NAME;
}
