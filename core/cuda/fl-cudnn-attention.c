/* Attention as the graph of operations that the library's one kernel for all of it is found by: a product, its scaling,
 * a mask, a softmax in its parts, and a product. Everything between never leaves the chip. */
#include "fl-cudnn-private.h"

#include <math.h>

/* The library's numbers. */
enum
{
  ADD = 0,
  MULTIPLY = 1,
  DIVIDE = 6,
  SUBTRACT = 9,
  EXP = 13,
  LOG = 15,
  IS_AT_LEAST = 303,
  MAKE_INDEX = 501,
  SELECT = 601,
  REDUCE_ADD = 0,
  REDUCE_MAX = 3
};

typedef struct
{
  FlCudnnBuilder *builder;
  FlCudnnTensor scores, rows; /* tensors of that size that never leave the chip */
} Writer;

static FlCudnnTensor
make_shape (gint64 batch, gint64 heads, gint64 rows, gint64 columns)
{
  return (FlCudnnTensor) { .n_dims = 4,
                           .sizes = { batch, heads, rows, columns },
                           .strides = { heads * rows * columns, rows * columns, columns, 1 } };
}

/* --- operations -----------------------------------------------------------------------------------------------------
 */

/* y = mode (x, b, t); b and t: NULL: none. axis: of MAKE_INDEX. */
static FlCudnnDescriptor
add_pointwise (const Writer *self, int mode, FlCudnnDescriptor x, FlCudnnDescriptor b, FlCudnnDescriptor t,
               FlCudnnDescriptor y, gint64 axis)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnDescriptor pointwise = fl_cudnn_make (builder, OF_POINTWISE), operation;
  const int type = mode == IS_AT_LEAST ? DATA_BOOL : FL_CUDNN_F32;
  fl_cudnn_set_number (builder, pointwise, POINTWISE_MODE, TYPE_POINTWISE_MODE, mode);
  fl_cudnn_set_number (builder, pointwise, POINTWISE_PRECISION, TYPE_DATA_TYPE, type);
  if (mode == MAKE_INDEX)
    fl_cudnn_set (builder, pointwise, POINTWISE_AXIS, TYPE_INT64, 1, &axis);
  fl_cudnn_finish (builder, pointwise);
  operation = fl_cudnn_make (builder, OF_POINTWISE_OPERATION);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_POINTWISE, pointwise);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_POINTWISE_X, x);
  if (b != NULL)
    fl_cudnn_set_descriptor (builder, operation, OPERATION_POINTWISE_B, b);
  if (t != NULL)
    fl_cudnn_set_descriptor (builder, operation, OPERATION_POINTWISE_T, t);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_POINTWISE_Y, y);
  fl_cudnn_finish (builder, operation);
  g_ptr_array_add (builder->operations, operation);
  return y;
}

static FlCudnnDescriptor
add_reduction (const Writer *self, int operator, FlCudnnDescriptor x)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnDescriptor reduction = fl_cudnn_make (builder, OF_REDUCTION), operation,
                    y = fl_cudnn_add_tensor (builder, &self->rows, FL_CUDNN_F32);
  fl_cudnn_set_number (builder, reduction, REDUCTION_OPERATOR, TYPE_REDUCTION_OPERATOR, operator);
  fl_cudnn_set_number (builder, reduction, REDUCTION_TYPE, TYPE_DATA_TYPE, FL_CUDNN_F32);
  fl_cudnn_finish (builder, reduction);
  operation = fl_cudnn_make (builder, OF_REDUCTION_OPERATION);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_REDUCTION_X, x);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_REDUCTION_X + 1, y);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_REDUCTION_X + 2, reduction);
  fl_cudnn_finish (builder, operation);
  g_ptr_array_add (builder->operations, operation);
  return y;
}

static FlCudnnDescriptor
add_product (const Writer *self, FlCudnnDescriptor a, FlCudnnDescriptor b, FlCudnnDescriptor c)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnDescriptor product = fl_cudnn_make (builder, OF_MATMUL), operation;
  fl_cudnn_set_number (builder, product, MATMUL_TYPE, TYPE_DATA_TYPE, FL_CUDNN_F32);
  fl_cudnn_finish (builder, product);
  operation = fl_cudnn_make (builder, OF_MATMUL_OPERATION);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_MATMUL_A, a);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_MATMUL_A + 1, b);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_MATMUL_A + 2, c);
  fl_cudnn_set_descriptor (builder, operation, OPERATION_MATMUL_A + 3, product);
  fl_cudnn_finish (builder, operation);
  g_ptr_array_add (builder->operations, operation);
  return c;
}

static FlCudnnDescriptor
make_scores (const Writer *self, int type)
{
  return fl_cudnn_add_tensor (self->builder, &self->scores, type);
}

/* --- the graph ------------------------------------------------------------------------------------------------------
 */

/* Scores of columns behind the row become -inf. */
static FlCudnnDescriptor
add_causal_mask (const Writer *self, FlCudnnDescriptor scores)
{
  FlCudnnDescriptor row = add_pointwise (self, MAKE_INDEX, scores, NULL, NULL, make_scores (self, DATA_I32), 2),
                    column = add_pointwise (self, MAKE_INDEX, scores, NULL, NULL, make_scores (self, DATA_I32), 3),
                    is_seen = add_pointwise (self, IS_AT_LEAST, row, column, NULL, make_scores (self, DATA_BOOL), -1);
  return add_pointwise (self, SELECT, scores, fl_cudnn_add_number (self->builder, -INFINITY, 4), is_seen,
                        make_scores (self, FL_CUDNN_F32), -1);
}

/* exp (scores - max) / sum, of the type that the second product reads; log_sums: max + log sum. The library knows the
 * graph by that sum, too, whether or not somebody asks for it. */
static FlCudnnDescriptor
add_softmax (const Writer *self, const FlCudnnAttention *call, FlCudnnDescriptor scores)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnDescriptor high = add_reduction (self, REDUCE_MAX, scores),
                    less = add_pointwise (self, SUBTRACT, scores, high, NULL, make_scores (self, FL_CUDNN_F32), -1),
                    power = add_pointwise (self, EXP, less, NULL, NULL, make_scores (self, FL_CUDNN_F32), -1),
                    sum = add_reduction (self, REDUCE_ADD, power);
  FlCudnnDescriptor log
      = add_pointwise (self, LOG, sum, NULL, NULL, fl_cudnn_add_tensor (builder, &self->rows, FL_CUDNN_F32), -1);
  const FlCudnnTensor *log_sums = call->log_sums.address != 0 ? &call->log_sums : &self->rows;
  add_pointwise (self, ADD, high, log, NULL, fl_cudnn_add_tensor (builder, log_sums, FL_CUDNN_F32), -1);
  return add_pointwise (self, DIVIDE, power, sum, NULL, make_scores (self, call->q.type), -1);
}

static void
add_attention (Writer *self, const FlCudnnAttention *call)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnTensor keys = call->k; /* as the product reads them: depth by columns */
  keys.sizes[2] = call->k.sizes[3];
  keys.sizes[3] = call->k.sizes[2];
  keys.strides[2] = call->k.strides[3];
  keys.strides[3] = call->k.strides[2];
  FlCudnnDescriptor q = fl_cudnn_add_tensor (builder, &call->q, call->q.type),
                    k = fl_cudnn_add_tensor (builder, &keys, keys.type),
                    scores = add_product (self, q, k, make_scores (self, FL_CUDNN_F32));
  scores = add_pointwise (self, MULTIPLY, scores, fl_cudnn_add_number (builder, (float) call->scale, 4), NULL,
                          make_scores (self, FL_CUDNN_F32), -1);
  if (call->bias.address != 0)
    scores = add_pointwise (self, ADD, scores, fl_cudnn_add_tensor (builder, &call->bias, call->bias.type), NULL,
                            make_scores (self, FL_CUDNN_F32), -1);
  if (call->is_causal)
    scores = add_causal_mask (self, scores);
  FlCudnnDescriptor weights = add_softmax (self, call, scores),
                    v = fl_cudnn_add_tensor (builder, &call->v, call->v.type);
  add_product (self, weights, v, fl_cudnn_add_tensor (builder, &call->out, call->out.type));
}

FlCudnnPlan *
fl_cudnn_attention_new (FlCudnn *cudnn, const FlCudnnAttention *call, char **why)
{
  const gint64 *sizes = call->q.sizes;
  FlCudnnBuilder builder;
  Writer writer = { .builder = &builder,
                    .scores = make_shape (sizes[0], sizes[1], sizes[2], call->k.sizes[2]),
                    .rows = make_shape (sizes[0], sizes[1], sizes[2], 1) };
  g_autoptr (GString) subject = g_string_new ("attention ");
  const FlCudnnTensor *const tensors[] = { &call->q, &call->k, &call->v, &call->bias, &call->out, &call->log_sums };
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    fl_cudnn_print_tensor (subject, tensors[i]);
  g_string_append (subject, call->is_causal ? "causal" : "whole");
  fl_cudnn_builder_init (&builder, cudnn);
  add_attention (&writer, call);
  return fl_cudnn_plan_new (&builder, FALSE, subject->str, why);
}
