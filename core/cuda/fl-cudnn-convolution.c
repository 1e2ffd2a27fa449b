/* A convolution, or one of its gradients, as a graph of one operation. */
#include "fl-cudnn-private.h"

#include <string.h>

/* --- layouts --------------------------------------------------------------------------------------------------------
 */

/* The strides of a tensor without gaps, its channels before or behind the positions. */
static void
get_strides (const FlCudnnTensor *tensor, gboolean channels_last, gint64 *strides)
{
  gint64 stride = 1;
  if (channels_last)
    {
      strides[1] = stride;
      stride *= tensor->sizes[1];
    }
  for (guint d = tensor->n_dims - 1; d >= 2; d--)
    {
      strides[d] = stride;
      stride *= tensor->sizes[d];
    }
  if (!channels_last)
    {
      strides[1] = stride;
      stride *= tensor->sizes[1];
    }
  strides[0] = stride;
}

/* The stride of a dimension of one element says nothing. */
static gboolean
lies_so (const FlCudnnTensor *tensor, gboolean channels_last)
{
  gint64 strides[FL_CUDNN_DIMS];
  get_strides (tensor, channels_last, strides);
  for (guint d = 0; d < tensor->n_dims; d++)
    if (tensor->sizes[d] > 1 && tensor->strides[d] != strides[d])
      return FALSE;
  return TRUE;
}

/* The library has two spatial dimensions at least: the first of a row's is 1. */
static void
widen (FlCudnnConvolution *call)
{
  FlCudnnTensor *const tensors[] = { &call->x, &call->w, &call->y };
  if (call->n_spatial != 1)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      FlCudnnTensor *tensor = tensors[i];
      tensor->sizes[3] = tensor->sizes[2];
      tensor->strides[3] = tensor->strides[2];
      tensor->sizes[2] = 1;
      tensor->strides[2] = tensor->sizes[3] * tensor->strides[3];
      tensor->n_dims = 4;
    }
  call->n_spatial = 2;
  call->stride[1] = call->stride[0];
  call->padding[1] = call->padding[0];
  call->dilation[1] = call->dilation[0];
  call->stride[0] = call->dilation[0] = 1;
  call->padding[0] = 0;
}

/* Where all three lie in one of the two layouts, strides that say nothing are made to say so, too: the library's
 * engines look at all of them. */
static void
settle_layouts (FlCudnnConvolution *call)
{
  FlCudnnTensor *const tensors[] = { &call->x, &call->w, &call->y };
  for (int last = 1; last >= 0; last--)
    {
      gboolean ok = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
        ok = ok && lies_so (tensors[i], last);
      for (guint i = 0; i < G_N_ELEMENTS (tensors) && ok; i++)
        get_strides (tensors[i], last, tensors[i]->strides);
      if (ok)
        return;
    }
}

/* --- the graph ------------------------------------------------------------------------------------------------------
 */

static FlCudnnDescriptor
describe (FlCudnnBuilder *builder, const FlCudnnConvolution *call, int type)
{
  FlCudnnDescriptor convolution = fl_cudnn_make (builder, OF_CONVOLUTION);
  const gint64 n = call->n_spatial;
  fl_cudnn_set_number (builder, convolution, CONVOLUTION_TYPE, TYPE_DATA_TYPE, type);
  fl_cudnn_set_number (builder, convolution, CONVOLUTION_MODE, TYPE_CONVOLUTION_MODE, 1); /* nothing is mirrored */
  fl_cudnn_set (builder, convolution, CONVOLUTION_SPATIAL, TYPE_INT64, 1, &n);
  fl_cudnn_set (builder, convolution, CONVOLUTION_STRIDES, TYPE_INT64, n, call->stride);
  fl_cudnn_set (builder, convolution, CONVOLUTION_DILATIONS, TYPE_INT64, n, call->dilation);
  fl_cudnn_set (builder, convolution, CONVOLUTION_BEFORE, TYPE_INT64, n, call->padding);
  fl_cudnn_set (builder, convolution, CONVOLUTION_BEHIND, TYPE_INT64, n, call->padding);
  fl_cudnn_finish (builder, convolution);
  return convolution;
}

static void
add_operation (FlCudnnBuilder *builder, const FlCudnnConvolution *call)
{
  static const int kinds[] = { OF_CONVOLUTION_FORWARD, OF_CONVOLUTION_INPUT, OF_CONVOLUTION_WEIGHT },
                   firsts[] = { FORWARD_ALPHA, INPUT_ALPHA, WEIGHT_ALPHA };
  const gboolean is_double = call->x.type == FL_CUDNN_F64;
  const double one = 1, none = 0;
  const float one_f32 = 1, none_f32 = 0;
  FlCudnnDescriptor convolution = describe (builder, call, is_double ? FL_CUDNN_F64 : FL_CUDNN_F32),
                    x = fl_cudnn_add_tensor (builder, &call->x, call->x.type),
                    w = fl_cudnn_add_tensor (builder, &call->w, call->w.type),
                    y = fl_cudnn_add_tensor (builder, &call->y, call->y.type),
                    operation = fl_cudnn_make (builder, kinds[call->direction]);
  const int first = firsts[call->direction], scale = is_double ? TYPE_DOUBLE : TYPE_FLOAT;
  fl_cudnn_set (builder, operation, first, scale, 1, is_double ? (const void *) &one : &one_f32);
  fl_cudnn_set (builder, operation, first + 1, scale, 1, is_double ? (const void *) &none : &none_f32);
  fl_cudnn_set_descriptor (builder, operation, first + 2, convolution);
  fl_cudnn_set_descriptor (builder, operation, first + 3, w);
  fl_cudnn_set_descriptor (builder, operation, first + 4, x);
  fl_cudnn_set_descriptor (builder, operation, first + 5, y);
  fl_cudnn_finish (builder, operation);
  g_ptr_array_add (builder->operations, operation);
}

FlCudnnPlan *
fl_cudnn_convolution_new (FlCudnn *cudnn, const FlCudnnConvolution *asked, char **why)
{
  FlCudnnConvolution call = *asked;
  FlCudnnBuilder builder;
  g_autoptr (GString) subject = g_string_new (NULL);
  widen (&call);
  settle_layouts (&call);
  g_string_append_printf (subject, "convolution %d: ", (int) call.direction);
  fl_cudnn_print_tensor (subject, &call.x);
  fl_cudnn_print_tensor (subject, &call.w);
  fl_cudnn_print_tensor (subject, &call.y);
  for (guint d = 0; d < call.n_spatial; d++)
    g_string_append_printf (subject, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT " ", call.stride[d],
                            call.padding[d], call.dilation[d]);
  fl_cudnn_builder_init (&builder, cudnn);
  add_operation (&builder, &call);
  return fl_cudnn_plan_new (&builder, call.x.type == FL_CUDNN_F32, subject->str, why);
}
