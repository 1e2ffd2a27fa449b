/* Which convolutions, gradients of these and attention calls cuDNN takes, and what it is told. */
#include "fl-attention.h"
#include "fl-cudnn.h"
#include "fl-library-convolution.h"
#include "fl-worker-gpu-private.h"

#include <string.h>

/* --- tensors --------------------------------------------------------------------------------------------------------
 */

static gboolean
find_type (FlDtype dtype, FlCudnnType *type)
{
  static const struct
  {
    FlDtype dtype;
    FlCudnnType type;
  } known[] = { { FL_DTYPE_F32, FL_CUDNN_F32 },
                { FL_DTYPE_F64, FL_CUDNN_F64 },
                { FL_DTYPE_F16, FL_CUDNN_F16 },
                { FL_DTYPE_BF16, FL_CUDNN_BF16 } };
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].dtype == dtype)
      {
        *type = known[i].type;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_tensor (const FlGpuProgram *self, const FlWorkView *view, FlCudnnTensor *out)
{
  *out = (FlCudnnTensor) { 0 };
  if (view->bytes == NULL || view->n_dims > FL_CUDNN_DIMS || !find_type (view->dtype, &out->type))
    return FALSE;
  out->address = self->arena + self->program->tensors[view->tensor].offset
                 + view->offset * fl_dtype_get_size_bytes (view->dtype);
  out->n_dims = view->n_dims;
  memcpy (out->sizes, view->sizes, view->n_dims * sizeof *view->sizes);
  memcpy (out->strides, view->strides, view->n_dims * sizeof *view->strides);
  return TRUE;
}

static FlCudnn *
get_library (FlGpu *gpu)
{
  if (gpu->cudnn == NULL && gpu->no_cudnn_why == NULL)
    gpu->cudnn = fl_cudnn_open (gpu->cuda, gpu->stream, &gpu->no_cudnn_why);
  return gpu->cudnn;
}

static void
add_plan (FlGpuStep *out, FlCudnnPlan *plan)
{
  g_assert (out->n_plans < FL_GPU_PLANS);
  out->plans[out->n_plans++] = plan;
}

static void
give_up (FlGpuStep *out, const char *why)
{
  for (guint i = 0; i < out->n_plans; i++)
    fl_cudnn_plan_free (out->plans[i]);
  out->n_plans = 0;
  out->why = fl_intern (why);
}

/* --- convolutions ---------------------------------------------------------------------------------------------------
 */

/* A transposed convolution is the gradient of another one, whose result its input is. */
static void
copy_numbers (const FlConvolution *shape, FlCudnnConvolution *out)
{
  out->n_spatial = shape->n_spatial;
  memcpy (out->stride, shape->stride, shape->n_spatial * sizeof *out->stride);
  memcpy (out->padding, shape->padding, shape->n_spatial * sizeof *out->padding);
  memcpy (out->dilation, shape->dilation, shape->n_spatial * sizeof *out->dilation);
}

static const char *
read_convolution (const FlGpuProgram *self, const FlLibraryStep *step, FlCudnnConvolution *out)
{
  FlConvolutionStep call;
  FlCudnnTensor in, result;
  *out = (FlCudnnConvolution) { 0 };
  if (step->n_out != 1 || step->out[0].bytes == NULL || !fl_convolution_read (&call, step))
    return "its sizes or types are not those of a convolution of cuDNN";
  if (call.shape.has_bias)
    return "it adds a bias, which kernels do on a GPU";
  if (!read_tensor (self, &call.in, &in) || !read_tensor (self, &call.weight, &out->w)
      || !read_tensor (self, &call.out, &result))
    return "its types are not those of cuDNN's convolutions";
  copy_numbers (&call.shape, out);
  out->direction = call.shape.is_transposed ? FL_CUDNN_INPUT_GRADIENT : FL_CUDNN_FORWARD;
  out->x = call.shape.is_transposed ? result : in;
  out->y = call.shape.is_transposed ? in : result;
  return NULL;
}

static gboolean
add_convolution (FlGpuProgram *self, const FlCudnnConvolution *call, FlGpuStep *out)
{
  g_autofree char *why = NULL;
  FlCudnn *cudnn = get_library (self->gpu);
  FlCudnnPlan *plan = cudnn == NULL ? NULL : fl_cudnn_convolution_new (cudnn, call, &why);
  if (plan != NULL)
    add_plan (out, plan);
  else
    give_up (out, cudnn == NULL ? self->gpu->no_cudnn_why : why);
  return plan != NULL;
}

/* The gradients of input and weight that somebody asks for, one plan each. */
static const char *
read_gradients (const FlGpuProgram *self, const FlLibraryStep *step, FlCudnnConvolution *out, guint *n)
{
  FlConvolutionStep forward;
  FlCudnnTensor grad, in, weight, of_in, of_weight;
  *n = 0;
  if (step->n_out < 2 || !fl_convolution_gradient_read (&forward, step))
    return "its sizes or types are not those of a convolution of cuDNN";
  if (step->n_out > 2 && step->out[2].bytes != NULL && step->out[2].n_dims > 0)
    return "cuDNN has no gradient of a bias";
  const FlWorkView *const views[] = { &step->out[0], &step->out[1] };
  const FlWorkView *input = fl_library_find_view (step, 1, "input");
  if (!read_tensor (self, fl_library_find_view (step, 0, "grad_output"), &grad) || !read_tensor (self, input, &in)
      || !read_tensor (self, &forward.weight, &weight)
      || (views[0]->bytes != NULL && !read_tensor (self, views[0], &of_in))
      || (views[1]->bytes != NULL && !read_tensor (self, views[1], &of_weight)))
    return "its types are not those of cuDNN's convolutions";
  const gboolean is_other_way = forward.shape.is_transposed;
  FlCudnnConvolution base = { .x = is_other_way ? grad : in, .w = weight, .y = is_other_way ? in : grad };
  copy_numbers (&forward.shape, &base);
  if (views[0]->bytes != NULL)
    {
      out[*n] = base;
      out[*n].direction = is_other_way ? FL_CUDNN_FORWARD : FL_CUDNN_INPUT_GRADIENT;
      *(is_other_way ? &out[*n].y : &out[*n].x) = of_in;
      *n += 1;
    }
  if (views[1]->bytes != NULL)
    {
      out[*n] = base;
      out[*n].direction = FL_CUDNN_WEIGHT_GRADIENT;
      out[*n].w = of_weight;
      *n += 1;
    }
  return *n > 0 ? NULL : "nobody asks for a result";
}

static gboolean
prepare_convolution (FlGpuProgram *self, const FlLibraryStep *step, FlGpuStep *out)
{
  FlCudnnConvolution calls[FL_GPU_PLANS];
  guint n = 1;
  const char *refused = step->row->op == FL_ATEN_OP_CONVOLUTION ? read_convolution (self, step, calls)
                                                                : read_gradients (self, step, calls, &n);
  if (refused != NULL)
    give_up (out, refused);
  for (guint i = 0; i < n && refused == NULL; i++)
    if (!add_convolution (self, &calls[i], out))
      return FALSE;
  return refused == NULL;
}

/* --- attention ------------------------------------------------------------------------------------------------------
 */

/* A dimension that is repeated has one element for the library. */
static gboolean
read_bias (const FlGpuProgram *self, const FlAttention *call, FlCudnnTensor *out)
{
  FlWorkView view = call->bias;
  const gint64 sizes[4] = { call->q.sizes[0], call->q.sizes[1], call->rows, call->columns };
  for (guint d = 0; d < 4; d++)
    view.sizes[d] = view.strides[d] == 0 ? 1 : sizes[d];
  return view.sizes[2] == call->rows && view.sizes[3] == call->columns && read_tensor (self, &view, out);
}

static const char *
read_attention (const FlGpuProgram *self, const FlLibraryStep *step, FlCudnnAttention *out)
{
  FlAttention call = { 0 };
  const FlWorkView *log_sums = step->n_out > 1 ? &step->out[1] : NULL;
  *out = (FlCudnnAttention) { 0 };
  if (step->out[0].bytes == NULL || step->out[0].n_dims != 4 || !fl_attention_read (&call, step))
    return "its sizes or types are not those of cuDNN's attention, or it drops elements";
  if (!read_tensor (self, &call.q, &out->q) || !read_tensor (self, &call.k, &out->k)
      || !read_tensor (self, &call.v, &out->v) || !read_tensor (self, &step->out[0], &out->out)
      || out->q.type == FL_CUDNN_F32 || out->k.type != out->q.type || out->v.type != out->q.type)
    return "cuDNN's attention is of f16 and bf16";
  if (call.bias.bytes != NULL && (!read_bias (self, &call, &out->bias) || out->bias.type != out->q.type))
    return "its mask is not one that cuDNN adds";
  out->scale = call.scale;
  out->is_causal = call.is_causal;
  if (log_sums == NULL || log_sums->bytes == NULL || fl_sizes_product (log_sums->sizes, log_sums->n_dims) == 0)
    return NULL;
  if (log_sums->n_dims < 3 || log_sums->sizes[2] != call.rows || !read_tensor (self, log_sums, &out->log_sums)
      || out->log_sums.type != FL_CUDNN_F32)
    return "its logarithms of sums lie otherwise than cuDNN's";
  out->log_sums.n_dims = 4;
  out->log_sums.sizes[3] = out->log_sums.strides[3] = 1;
  return NULL;
}

static gboolean
prepare_attention (FlGpuProgram *self, const FlLibraryStep *step, FlGpuStep *out)
{
  FlCudnnAttention call;
  g_autofree char *why = NULL;
  const char *refused = read_attention (self, step, &call);
  FlCudnn *cudnn = refused == NULL ? get_library (self->gpu) : NULL;
  FlCudnnPlan *plan = cudnn == NULL ? NULL : fl_cudnn_attention_new (cudnn, &call, &why);
  if (plan != NULL)
    add_plan (out, plan);
  else
    give_up (out, refused != NULL ? refused : cudnn == NULL ? self->gpu->no_cudnn_why : why);
  return plan != NULL;
}

/* --- the step -------------------------------------------------------------------------------------------------------
 */

gboolean
fl_gpu_is_cudnn_call (const FlLibraryStep *step)
{
  return step->row != NULL
         && (step->row->op == FL_ATEN_OP_CONVOLUTION || step->row->op == FL_ATEN_OP_CONVOLUTION_BACKWARD
             || step->row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION
             || step->row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION
             || step->row->op == FL_ATEN_OP__SCALED_DOT_PRODUCT_CUDNN_ATTENTION);
}

gboolean
fl_gpu_prepare_cudnn (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out)
{
  const FlLibraryStep *call = &step->call;
  const gboolean is_convolution
      = call->row->op == FL_ATEN_OP_CONVOLUTION || call->row->op == FL_ATEN_OP_CONVOLUTION_BACKWARD;
  if (!(is_convolution ? prepare_convolution : prepare_attention) (self, call, out))
    return FALSE;
  out->place = FL_GPU_LIBRARY;
  return TRUE;
}
