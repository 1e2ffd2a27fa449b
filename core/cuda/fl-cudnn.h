/* cuDNN, NVIDIA's library of convolutions and attention, opened at run time. A call is described as a graph of
 * operations over tensors; the library lists engines that compute it, of which the fastest of a few is kept. */
#pragma once

#include "fl-cuda.h"

G_BEGIN_DECLS

enum
{
  FL_CUDNN_DIMS = 5, /* of a tensor, at most */
  FL_CUDNN_SPATIAL = 3
};

/* By the library's numbers. */
typedef enum
{
  FL_CUDNN_F32 = 0, /* by f32 arithmetic: no TF32 */
  FL_CUDNN_F64 = 1,
  FL_CUDNN_F16 = 2,
  FL_CUDNN_BF16 = 9
} FlCudnnType;

/* Strides in elements. */
typedef struct
{
  FlCudaAddress address; /* 0: not there */
  FlCudnnType type;
  guint n_dims;
  gint64 sizes[FL_CUDNN_DIMS], strides[FL_CUDNN_DIMS];
} FlCudnnTensor;

typedef enum
{
  FL_CUDNN_FORWARD,        /* y from x and w */
  FL_CUDNN_INPUT_GRADIENT, /* x from y and w; a transposed convolution, too */
  FL_CUDNN_WEIGHT_GRADIENT /* w from x and y */
} FlCudnnDirection;

/* y [n, outputs, …] = x [n, channels, …] * w [outputs, channels / groups, …], one to three spatial dimensions. */
typedef struct
{
  FlCudnnDirection direction;
  guint n_spatial;
  gint64 stride[FL_CUDNN_SPATIAL], padding[FL_CUDNN_SPATIAL], dilation[FL_CUDNN_SPATIAL];
  FlCudnnTensor x, w, y;
} FlCudnnConvolution;

/* out = softmax (scale q k' + bias) v, of [batch, heads, rows, depth]; k and v may have fewer heads. log_sums f32
 * [batch, heads, rows, 1]; bias of out's type, sizes of 1 are repeated. is_causal: row i reads columns up to i. */
typedef struct
{
  FlCudnnTensor q, k, v, bias, out, log_sums;
  double scale;
  gboolean is_causal;
} FlCudnnAttention;

typedef struct _FlCudnn FlCudnn;
typedef struct _FlCudnnPlan FlCudnnPlan;

/* The work space is the current context's, and everything is put onto the stream. NULL: *why is a part of a sentence.
 * g_free it. */
FlCudnn *fl_cudnn_open (const FlCudaDriver *driver, FlCudaStream stream, char **why);
const char *fl_cudnn_get_name (const FlCudnn *cudnn); /* "cuDNN 9.19.0" */
/* NULL: the library has no engine for it, *why says so in its words. g_free it. The memory of results is written, to
 * time the engines. */
FlCudnnPlan *fl_cudnn_convolution_new (FlCudnn *cudnn, const FlCudnnConvolution *call, char **why);
FlCudnnPlan *fl_cudnn_attention_new (FlCudnn *cudnn, const FlCudnnAttention *call, char **why);
void fl_cudnn_plan_free (FlCudnnPlan *plan);
gboolean fl_cudnn_plan_run (FlCudnnPlan *plan, const char *doing, GError **error);

G_END_DECLS
