/* Normalizations, attention kernels, losses. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-shapes-private.h"

SHAPE_RULE (native_layer_norm);
SHAPE_RULE (fused_rms_norm);
SHAPE_RULE (native_norm_backward);
SHAPE_RULE (native_group_norm_backward);
SHAPE_RULE (native_group_norm);
SHAPE_RULE (batch_norm);
SHAPE_RULE (batch_norm_functional);
SHAPE_RULE (sdpa);
SHAPE_RULE (sdpa_math);
SHAPE_RULE (sdpa_flash);
SHAPE_RULE (sdpa_efficient);
SHAPE_RULE (sdpa_cudnn);
SHAPE_RULE (sdpa_cpu);
SHAPE_RULE (sdpa_backward);
SHAPE_RULE (nll_loss);
SHAPE_RULE (nll_loss_forward);
SHAPE_RULE (cross_entropy);

static gboolean
is_cpu (const FlTensor *tensor)
{
  return tensor->device.type != NULL && strcmp (tensor->device.type, "cpu") == 0;
}

static FlTensor
make_1d (FlShape *shape, FlDtype dtype, const FlSym *size, FlDevice device)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = size;
  return fl_shape_make_contiguous (shape, dtype, sizes, 1, device);
}

static FlTensor
make_scalar (FlShape *shape, FlDtype dtype, FlDevice device)
{
  return fl_shape_make_contiguous (shape, dtype, NULL, 0, device);
}

/* --- norms ------------------------------------------------------------------------------------ */

/* The statistics of the last dimensions: those sizes become 1. GPUs keep them in f32. */
static gboolean
make_statistics (FlShape *shape, const FlTensor *input, FlTensor *statistics)
{
  const FlSym **sizes = fl_shape_dup_syms (shape, input->sizes, input->n_dims);
  guint n;

  if (fl_shape_get_syms (shape, "normalized_shape", &n) == NULL)
    return FALSE;
  if (n > input->n_dims)
    return fl_shape_fail (shape, "normalized_shape has %u entries, the input %u dimensions", n, input->n_dims);
  for (guint i = input->n_dims - n; i < input->n_dims; i++)
    sizes[i] = fl_shape_int (shape, 1);
  *statistics = fl_shape_make_contiguous (shape, is_cpu (input) ? input->dtype : fl_dtype_get_compute (input->dtype),
                                          sizes, input->n_dims, input->device);
  return TRUE;
}

gboolean
fl_shape_native_layer_norm (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 0);
  FlTensor tensors[3];

  if (input == NULL || !make_statistics (shape, input, &tensors[1]))
    return FALSE;
  tensors[0] = fl_shape_make_contiguous (shape, input->dtype, input->sizes, input->n_dims, input->device);
  tensors[2] = tensors[1];
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

gboolean
fl_shape_fused_rms_norm (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 0);
  FlTensor tensors[2];

  if (input == NULL || !make_statistics (shape, input, &tensors[1]))
    return FALSE;
  tensors[0] = fl_shape_make_contiguous (shape, input->dtype, input->sizes, input->n_dims, input->device);
  tensors[1].dtype = fl_dtype_get_compute (input->dtype);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* Gradients of input, weight and bias, as output_mask asks. */
static gboolean
set_norm_gradients (FlShape *shape, guint input_position, const FlTensor *weight, const FlSym *channels, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, input_position);
  const FlArg *mask = fl_node_find_arg (shape->node, "output_mask");
  FlTensor tensors[3] = { { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE } };

  if (input == NULL || mask == NULL || mask->n_items != 3)
    return fl_shape_lack (shape, "the input or output_mask is not known");
  if (mask->items[0].number != 0)
    tensors[0] = fl_shape_like (shape, input, input->dtype);
  for (guint i = 1; i < 3; i++)
    if (mask->items[i].number != 0 && weight != NULL)
      tensors[i] = fl_shape_make_contiguous (shape, weight->dtype, weight->sizes, weight->n_dims, input->device);
    else if (mask->items[i].number != 0 && channels != NULL)
      tensors[i] = make_1d (shape, input->dtype, channels, input->device);
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

gboolean
fl_shape_native_norm_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_find_tensor (shape, 1);
  const FlTensor *weight = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "weight"));

  return set_norm_gradients (shape, 1, weight, input != NULL && input->n_dims > 1 ? input->sizes[1] : NULL, out);
}

gboolean
fl_shape_native_group_norm_backward (FlShape *shape, FlValue *out)
{
  return set_norm_gradients (shape, 1, NULL, fl_shape_get_sym (shape, "C"), out);
}

gboolean
fl_shape_native_group_norm (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);
  FlTensor tensors[3];

  sizes[0] = fl_shape_get_sym (shape, "N");
  sizes[1] = fl_shape_get_sym (shape, "group");
  if (input == NULL || sizes[0] == NULL || sizes[1] == NULL)
    return fl_shape_lack (shape, "the input, N or group is not known");
  tensors[0] = fl_shape_like (shape, input, input->dtype);
  tensors[1] = tensors[2] = fl_shape_make_contiguous (shape, input->dtype, sizes, 2, input->device);
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

/* Output, then saved mean and inverse deviation: empty on the CPU when nothing was computed from the batch. */
static guint
make_batch_norm (FlShape *shape, FlTensor *tensors)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 0);
  const FlAtenOp op = shape->node->op->op;
  const gboolean is_training
      = op == FL_ATEN_OP__NATIVE_BATCH_NORM_LEGIT_NO_TRAINING || op == FL_ATEN_OP__BATCH_NORM_NO_UPDATE ? FALSE
        : op == FL_ATEN_OP__BATCH_NORM_WITH_UPDATE_FUNCTIONAL                                           ? TRUE
                                                              : fl_shape_get_bool_or (shape, "training", TRUE);

  if (input == NULL)
    return 0;
  if (input->n_dims < 2)
    {
      fl_shape_fail (shape, "the input has %u dimensions; at least 2 are needed", input->n_dims);
      return 0;
    }
  tensors[0] = fl_shape_like (shape, input, input->dtype);
  tensors[1] = make_1d (shape, is_cpu (input) ? input->dtype : fl_dtype_get_compute (input->dtype),
                        is_training || !is_cpu (input) ? input->sizes[1] : fl_shape_int (shape, 0), input->device);
  tensors[2] = tensors[1];
  if (op != FL_ATEN_OP_CUDNN_BATCH_NORM && op != FL_ATEN_OP__BATCH_NORM_NO_UPDATE
      && op != FL_ATEN_OP__BATCH_NORM_WITH_UPDATE)
    return 3;
  tensors[3] = make_1d (shape, FL_DTYPE_U8, fl_shape_int (shape, 0), input->device);
  return 4;
}

gboolean
fl_shape_batch_norm (FlShape *shape, FlValue *out)
{
  FlTensor tensors[4];
  const guint n = make_batch_norm (shape, tensors);

  return n > 0 && fl_shape_set_tuple (shape, out, tensors, n);
}

/* The functional forms also return the new running statistics: copies, which lie densely. */
gboolean
fl_shape_batch_norm_functional (FlShape *shape, FlValue *out)
{
  const FlTensor *mean = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "running_mean"));
  const FlTensor *var = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "running_var"));
  FlTensor tensors[6];
  guint n;

  if (mean == NULL || var == NULL)
    return fl_shape_lack (shape, "the running statistics are no tensors whose shape is known");
  n = make_batch_norm (shape, tensors);
  if (n == 0)
    return FALSE;
  if (shape->node->op->op == FL_ATEN_OP__BATCH_NORM_WITH_UPDATE_FUNCTIONAL)
    tensors[n++] = make_1d (shape, FL_DTYPE_U8, fl_shape_int (shape, 0), tensors[0].device);
  tensors[n++] = fl_shape_make_contiguous (shape, mean->dtype, mean->sizes, mean->n_dims, mean->device);
  tensors[n++] = fl_shape_make_contiguous (shape, var->dtype, var->sizes, var->n_dims, var->device);
  return fl_shape_set_tuple (shape, out, tensors, n);
}

/* --- attention -------------------------------------------------------------------------------- */

typedef struct
{
  const FlTensor *query;
  const FlTensor *key;
  const FlTensor *value;
} Attention;

static gboolean
read_attention (FlShape *shape, guint position, guint n_dims, Attention *attention)
{
  attention->query = fl_shape_get_tensor (shape, position);
  attention->key = attention->query != NULL ? fl_shape_get_tensor (shape, position + 1) : NULL;
  attention->value = attention->key != NULL ? fl_shape_get_tensor (shape, position + 2) : NULL;
  if (attention->value == NULL)
    return FALSE;
  if (attention->query->n_dims < 2 || attention->value->n_dims < 2
      || (n_dims > 0 && attention->query->n_dims != n_dims))
    return fl_shape_fail (shape, "the query has %u dimensions", attention->query->n_dims);
  if (attention->key->n_dims != attention->query->n_dims || attention->value->n_dims != attention->query->n_dims)
    return fl_shape_fail (shape, "query, key and value have %u, %u and %u dimensions", attention->query->n_dims,
                          attention->key->n_dims, attention->value->n_dims);
  return TRUE;
}

/* [B, H, S, Dv] that lies in memory as [B, S, H, Dv]. */
static FlTensor
make_transposed_output (FlShape *shape, const Attention *attention)
{
  const FlTensor *query = attention->query;
  const FlSym **sizes = fl_shape_dup_syms (shape, query->sizes, 4);
  const FlSym **strides = fl_shape_new_syms (shape, 4);

  sizes[3] = attention->value->sizes[3];
  strides[3] = fl_shape_int (shape, 1);
  strides[1] = sizes[3];
  strides[2] = fl_sym_mul (sizes[3], sizes[1]);
  strides[0] = fl_sym_mul (strides[2], sizes[2]);
  return (FlTensor) { .dtype = query->dtype, .n_dims = 4, .sizes = sizes, .strides = strides, .device = query->device };
}

/* [B, H, S, Dv] in the order of the query's dimensions in memory. Source: PyTorch's alloc_with_matching_layout, and
 * empty_like (query) where the widths are the same. */
static FlTensor
make_output_like_query (FlShape *shape, const Attention *attention)
{
  FlTensor query = *attention->query;
  const FlSym **sizes = fl_shape_dup_syms (shape, query.sizes, 4);

  sizes[3] = attention->value->sizes[3];
  query.sizes = sizes;
  return fl_shape_like (shape, &query, query.dtype);
}

static void
set_item (FlValue *item, FlTensor tensor)
{
  fl_shape_set (item, tensor);
}

static void
set_sym_item (FlValue *item, const FlSym *sym)
{
  *item = (FlValue) { .kind = FL_VALUE_SYM, .sym = sym };
}

static gboolean
set_items (FlValue *out, FlValue *items, guint n)
{
  *out = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = n, .items = items };
  return TRUE;
}

gboolean
fl_shape_sdpa (FlShape *shape, FlValue *out)
{
  Attention attention;
  const FlSym **sizes;
  guint n;

  if (!read_attention (shape, 0, 0, &attention))
    return FALSE;
  n = attention.query->n_dims;
  sizes = fl_shape_dup_syms (shape, attention.query->sizes, n);
  sizes[n - 1] = attention.value->sizes[attention.value->n_dims - 1];
  return fl_shape_set (out,
                       fl_shape_make_contiguous (shape, attention.query->dtype, sizes, n, attention.query->device));
}

gboolean
fl_shape_sdpa_math (FlShape *shape, FlValue *out)
{
  Attention attention;
  FlTensor tensors[2];
  const FlSym **sizes;
  guint n;

  if (!read_attention (shape, 0, 0, &attention) || !fl_shape_sdpa (shape, out))
    return FALSE;
  n = attention.query->n_dims;
  sizes = fl_shape_dup_syms (shape, attention.query->sizes, n);
  sizes[n - 1] = attention.key->sizes[attention.key->n_dims - 2];
  tensors[0] = out->tensor;
  tensors[1] = fl_shape_make_contiguous (shape, attention.query->dtype, sizes, n, attention.query->device);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* output, logsumexp, cumulative lengths (none), longest query and key, random state twice, mask for debugging */
gboolean
fl_shape_sdpa_flash (FlShape *shape, FlValue *out)
{
  FlValue *items = fl_arena_new (shape->arena, FlValue, 9);
  Attention attention;
  FlTensor output;

  if (!read_attention (shape, 0, 4, &attention))
    return FALSE;
  output = make_output_like_query (shape, &attention);
  set_item (&items[0], output);
  set_item (&items[1], fl_shape_make_contiguous (shape, FL_DTYPE_F32, attention.query->sizes, 3, output.device));
  items[2].kind = items[3].kind = FL_VALUE_NONE;
  set_sym_item (&items[4], attention.query->sizes[2]);
  set_sym_item (&items[5], attention.key->sizes[2]);
  set_item (&items[6], make_1d (shape, FL_DTYPE_U64, fl_shape_int (shape, 2), output.device));
  set_item (&items[7], make_scalar (shape, FL_DTYPE_U64, output.device));
  set_item (&items[8], make_1d (shape, output.dtype, fl_shape_int (shape, 0), output.device));
  return set_items (out, items, 9);
}

/* output, logsumexp (rows padded to 32), seed, offset */
gboolean
fl_shape_sdpa_efficient (FlShape *shape, FlValue *out)
{
  FlValue *items = fl_arena_new (shape->arena, FlValue, 4);
  const FlSym **sizes;
  Attention attention;
  FlTensor output;

  if (!read_attention (shape, 0, 4, &attention))
    return FALSE;
  output = make_transposed_output (shape, &attention);
  sizes = fl_shape_dup_syms (shape, output.sizes, 3);
  sizes[2] = fl_shape_get_bool_or (shape, "compute_log_sumexp", FALSE)
                 ? fl_sym_mul_int (fl_sym_ceil_div (attention.query->sizes[2], fl_shape_int (shape, 32)), 32)
                 : fl_shape_int (shape, 0);
  set_item (&items[0], output);
  set_item (&items[1], fl_shape_make_contiguous (shape, FL_DTYPE_F32, sizes, 3, output.device));
  set_item (&items[2], make_scalar (shape, FL_DTYPE_I64, output.device));
  set_item (&items[3], make_scalar (shape, FL_DTYPE_I64, output.device));
  return set_items (out, items, 4);
}

/* As flash, with the query's own layout and a logsumexp of [B, H, S, 1]. */
gboolean
fl_shape_sdpa_cudnn (FlShape *shape, FlValue *out)
{
  FlValue *items = fl_arena_new (shape->arena, FlValue, 9);
  const FlSym **sizes;
  Attention attention;
  FlTensor output;

  if (!read_attention (shape, 0, 4, &attention))
    return FALSE;
  output = make_output_like_query (shape, &attention);
  sizes = fl_shape_dup_syms (shape, attention.query->sizes, 4);
  sizes[3] = fl_shape_int (shape, 1);
  set_item (&items[0], output);
  set_item (&items[1], fl_shape_make_contiguous (shape, FL_DTYPE_F32, sizes, 4, output.device));
  items[2].kind = items[3].kind = FL_VALUE_NONE;
  set_sym_item (&items[4], attention.query->sizes[2]);
  set_sym_item (&items[5], attention.key->sizes[2]);
  set_item (&items[6], make_scalar (shape, FL_DTYPE_I64, output.device));
  set_item (&items[7], make_scalar (shape, FL_DTYPE_I64, output.device));
  items[8].kind = FL_VALUE_NONE;
  return set_items (out, items, 9);
}

gboolean
fl_shape_sdpa_cpu (FlShape *shape, FlValue *out)
{
  FlTensor tensors[2];
  const FlSym **strides;
  Attention attention;

  if (!read_attention (shape, 0, 4, &attention))
    return FALSE;
  tensors[0] = make_output_like_query (shape, &attention);
  tensors[1] = fl_shape_make_contiguous (shape, fl_dtype_get_compute (tensors[0].dtype), tensors[0].sizes, 3,
                                         tensors[0].device);
  strides = fl_shape_dup_syms (shape, tensors[1].strides, 3); /* [B, S, H] seen as [B, H, S] */
  strides[1] = fl_shape_int (shape, 1);
  strides[2] = tensors[0].sizes[1];
  tensors[1].strides = strides;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* [batch, length, heads, width] in memory, seen as [batch, heads, length, width]. */
static const FlSym **
make_transposed_strides (FlShape *shape, const FlTensor *tensor)
{
  const FlSym **strides = fl_shape_new_syms (shape, 4);

  strides[3] = fl_shape_int (shape, 1);
  strides[1] = tensor->sizes[3];
  strides[2] = fl_sym_mul (tensor->sizes[3], tensor->sizes[1]);
  strides[0] = fl_sym_mul (strides[2], tensor->sizes[2]);
  return strides;
}

/* Gradients of query, key and value, and of the bias where there is one. */
gboolean
fl_shape_sdpa_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *bias = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "attn_bias"));
  const FlAtenOp op = shape->node->op->op;
  FlTensor tensors[4] = {
    { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE }
  };
  Attention attention;

  if (!read_attention (shape, 1, 4, &attention))
    return FALSE;
  tensors[0] = fl_shape_like (shape, attention.query, attention.query->dtype);
  tensors[1] = fl_shape_like (shape, attention.key, attention.key->dtype);
  tensors[2] = fl_shape_like (shape, attention.value, attention.value->dtype);
  if (op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU_BACKWARD)
    for (guint i = 0; i < 3; i++)
      tensors[i].strides = make_transposed_strides (shape, &tensors[i]);
  if (op != FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION_BACKWARD)
    return fl_shape_set_tuple (shape, out, tensors, 3);
  if (bias != NULL)
    tensors[3] = fl_shape_like (shape, bias, bias->dtype);
  return fl_shape_set_tuple (shape, out, tensors, 4);
}

/* --- losses ----------------------------------------------------------------------------------- */

/* A class for each row: [N, C] or [N, C, d1, …] with targets [N] or [N, d1, …]. reduction 0: one loss a target. */
static gboolean
make_nll (FlShape *shape, FlTensor *loss)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *target = self != NULL ? fl_shape_get_tensor (shape, 1) : NULL;

  if (target == NULL)
    return FALSE;
  *loss = fl_shape_get_int_or (shape, "reduction", 1) == 0
              ? fl_shape_make_contiguous (shape, self->dtype, target->sizes, target->n_dims, self->device)
              : make_scalar (shape, self->dtype, self->device);
  return TRUE;
}

gboolean
fl_shape_nll_loss (FlShape *shape, FlValue *out)
{
  FlTensor loss;

  return make_nll (shape, &loss) && fl_shape_set (out, loss);
}

/* The loss, and the total weight of the targets. */
gboolean
fl_shape_nll_loss_forward (FlShape *shape, FlValue *out)
{
  FlTensor tensors[2];

  if (!make_nll (shape, &tensors[0]))
    return FALSE;
  tensors[1] = make_scalar (shape, tensors[0].dtype, tensors[0].device);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* Targets are classes, or probabilities of the input's own shape. */
gboolean
fl_shape_cross_entropy (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor loss;

  if (self == NULL || !make_nll (shape, &loss))
    return FALSE;
  if (loss.n_dims > 0 && loss.n_dims == self->n_dims) /* probabilities: dimension 1 is summed over */
    {
      const FlSym **sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
      const guint removed = self->n_dims > 1 ? 1 : 0;

      memmove (&sizes[removed], &sizes[removed + 1], (self->n_dims - removed - 1) * sizeof *sizes);
      loss = fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims - 1, self->device);
    }
  return fl_shape_set (out, loss);
}
