/* Lowering of convolutions: a library call on channels-last tensors where that pays (torch/_inductor/kernel/conv.py).
 */
#include "fl-torch-rules.h"
#include "fl-lower-table.h"

LOWERING (convolution);
LOWERING (convolution_backward);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

/* --- the call --------------------------------------------------------------------------------- */

static FlBox *
require_channels_last (FlLowering *low, FlBox *box)
{
  const FlSym **strides = fl_strides_channels_last (low, box->sizes, box->n_dims);

  return fl_require_stride_order (low, box, fl_stride_order (low, strides, box->n_dims), FALSE);
}

static gboolean
is_seen_as_channels_last (const FlBox *box)
{
  FlLayout layout;

  if (!fl_box_is_storage_and_layout (box))
    return FALSE;
  layout = fl_box_get_layout (box);
  return fl_strides_suggest_channels_last (layout.strides, layout.sizes, layout.n_dims);
}

/* The library's results are channels-last where input or weight is. */
static gboolean
gives_channels_last (FlLowering *low, const FlBox *x, const FlBox *weight)
{
  return low->wants_channels_last && x->n_dims == 4
         && (is_seen_as_channels_last (x) || is_seen_as_channels_last (weight));
}

static const FlSym **
convert_to_channels_last (FlLowering *low, const FlTensor *tensor)
{
  const FlSym **strides = fl_strides_contiguous (low, tensor->sizes, tensor->n_dims);

  return fl_strides_suggest_channels_last (strides, tensor->sizes, tensor->n_dims)
             ? strides
             : fl_strides_channels_last (low, tensor->sizes, tensor->n_dims);
}

static const FlSym **
get_strides (FlLowering *low)
{
  const FlTensor *tensor = &low->node->value.tensor;

  return tensor->strides != NULL ? (const FlSym **) tensor->strides
                                 : fl_strides_contiguous (low, tensor->sizes, tensor->n_dims);
}

static void
add_list (FlLowering *low, FlExternCall *call, const char *keyword, guint n_wanted)
{
  guint n;
  const FlSym **values = fl_lower_get_syms (low, keyword, &n),
              **all = fl_arena_new (low->arena, const FlSym *, n_wanted + 1);

  for (guint i = 0; i < n_wanted; i++)
    all[i] = n == 0 ? low->zero : values[MIN (i, n - 1)];
  fl_extern_add_tuple (low, call, keyword, all, n_wanted);
}

static FlBox *
call_convolution (FlLowering *low, FlBox *x, FlBox *weight, FlBox *bias, const FlSym *const *strides)
{
  const FlTensor *tensor = &low->node->value.tensor;
  FlExternCall *call = fl_extern_new (low, 10);
  const FlArg none = { .kind = FL_ARG_NONE };
  guint n = weight->n_dims - 2;

  call->kernel = "extern_kernels.convolution";
  call->aten = low->node->op;
  fl_extern_add_box (low, call, NULL, x);
  fl_extern_add_box (low, call, NULL, weight);
  if (bias != NULL)
    {
      bias = fl_realize_input (low, bias);
      if (bias->view == FL_VIEW_NONE)
        fl_record_freeze_contiguous (low, bias->storage->record, "a library call reads it");
      fl_extern_add_box (low, call, NULL, bias);
    }
  add_list (low, call, "stride", n);
  add_list (low, call, "padding", n);
  add_list (low, call, "dilation", n);
  fl_extern_add_bool (low, call, "transposed", fl_lower_get_bool (low, "transposed", FALSE));
  add_list (low, call, "output_padding", n);
  fl_extern_add_int (low, call, "groups", fl_lower_get_int (low, "groups", 1));
  if (bias == NULL)
    fl_extern_add_value (low, call, "bias", &none);
  return fl_extern_finish (low, call, FL_BUFFER_EXTERN_ALLOC, x->device, tensor->dtype, tensor->sizes, tensor->n_dims,
                           strides);
}

/* The bias of a convolution on a GPU is added by a kernel of ours, which may do more. */
static FlBox *
add_bias (FlLowering *low, FlBox *result, FlBox *bias)
{
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, result->n_dims);

  sizes[0] = bias->sizes[0];
  for (guint i = 1; i + 1 < result->n_dims; i++)
    sizes[i] = low->one;
  bias = fl_box_reshape (low, bias, sizes, result->n_dims - 1);
  return fl_box_binary (low, FL_SCALAR_ADD, fl_item_of_box (result), fl_item_of_box (bias));
}

FlItem
lower_convolution (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *x = fl_lower_get_input (low), *weight = fl_lower_get_nth (low, 1).box, *bias = fl_lower_get_nth (low, 2).box,
        *result;
  gboolean channels_last;
  const FlSym **strides;

  if (x == NULL || weight == NULL || low->node->value.kind != FL_VALUE_TENSOR)
    return nothing;
  if (x->n_dims != weight->n_dims)
    return fl_lower_fallback (low);
  channels_last = low->wants_channels_last && x->n_dims == 4;
  if (!low->wants_channels_last)
    {
      x = fl_lower_constrain_box (low, 0);
      weight = fl_lower_constrain_box (low, 1);
    }
  fl_realize_box (low, x, "a convolution reads it");
  fl_realize_box (low, weight, "a convolution reads it");
  if (channels_last)
    {
      x = require_channels_last (low, x);
      weight = require_channels_last (low, weight);
      strides = gives_channels_last (low, x, weight)
                    ? convert_to_channels_last (low, &low->node->value.tensor)
                    : fl_strides_contiguous (low, low->node->value.tensor.sizes, x->n_dims);
    }
  else
    {
      strides = get_strides (low);
      x = fl_require_stride_order (low, x, fl_stride_order (low, strides, x->n_dims), FALSE);
      weight = fl_require_stride_order (low, weight, fl_stride_order (low, strides, weight->n_dims), FALSE);
    }
  result = call_convolution (low, x, weight, fl_box_is_on_cpu (x) ? bias : NULL, strides);
  return fl_item_of_box (bias != NULL && !fl_box_is_on_cpu (x) ? add_bias (low, result, bias) : result);
}

/* --- its gradients ---------------------------------------------------------------------------- */

enum
{
  GRADIENT,
  INPUT,
  WEIGHT,
  N_TENSORS
};

static FlBox **
get_tensors (FlLowering *low, FlBox **boxes)
{
  for (guint i = 0; i < N_TENSORS; i++)
    boxes[i] = fl_lower_get_nth (low, i).box;
  return boxes[GRADIENT] != NULL && boxes[INPUT] != NULL && boxes[WEIGHT] != NULL ? boxes : NULL;
}

static void
set_tensors (FlLowering *low, FlBox *const *boxes)
{
  for (guint i = 0; i < N_TENSORS; i++)
    low->items[low->node->args[i].node.index].box = boxes[i];
}

static gboolean
is_wanted (const FlNode *node, guint result)
{
  const FlArg *mask = fl_node_find_arg (node, "output_mask");

  return mask == NULL || result >= mask->n_items || mask->items[result].number != 0;
}

static const FlTensor *
get_result (FlLowering *low, guint position)
{
  const FlValue *value = &low->node->value;

  return value->kind == FL_VALUE_TUPLE && position < value->n_items && value->items[position].kind == FL_VALUE_TENSOR
             ? &value->items[position].tensor
             : NULL;
}

static gboolean
may_give_channels_last (FlBox **boxes)
{
  return boxes[INPUT]->n_dims == 4
         && (is_seen_as_channels_last (boxes[INPUT]) || is_seen_as_channels_last (boxes[WEIGHT]));
}

/* Both tensors that a gradient is computed from get the strides that the library gives the result. */
static void
require_for_result (FlLowering *low, FlBox **boxes, guint one, guint other, guint position)
{
  const FlTensor *result = get_result (low, position);
  const guint *order;

  if (!is_wanted (low->node, position) || result == NULL)
    return;
  if (low->wants_channels_last && boxes[INPUT]->n_dims == 4)
    {
      boxes[one] = require_channels_last (low, boxes[one]);
      boxes[other] = require_channels_last (low, boxes[other]);
      return;
    }
  order = fl_stride_order (low,
                           may_give_channels_last (boxes) ? convert_to_channels_last (low, result)
                                                          : fl_strides_contiguous (low, result->sizes, result->n_dims),
                           result->n_dims);
  boxes[one] = fl_require_stride_order (low, boxes[one], order, FALSE);
  boxes[other] = fl_require_stride_order (low, boxes[other], order, FALSE);
}

/* The node with the strides that the library gives the gradients of input and weight. */
static const FlNode *
with_strides_of_results (FlLowering *low, gboolean channels_last)
{
  FlNode *node = fl_arena_memdup (low->arena, low->node, sizeof *node);
  FlValue *items = fl_arena_memdup (low->arena, node->value.items, node->value.n_items * sizeof *items);

  for (guint i = 0; i < node->value.n_items && i < 2; i++)
    if (items[i].kind == FL_VALUE_TENSOR)
      items[i].tensor.strides = channels_last
                                    ? convert_to_channels_last (low, &items[i].tensor)
                                    : fl_strides_contiguous (low, items[i].tensor.sizes, items[i].tensor.n_dims);
  node->value.items = items;
  return node;
}

FlItem
lower_convolution_backward (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlNode *node = low->node;
  FlBox *given[N_TENSORS], *boxes[N_TENSORS];
  gboolean is_channels_last, is_laid_out;
  FlItem item;

  if (get_tensors (low, given) == NULL || node->value.kind != FL_VALUE_TUPLE)
    return fl_lower_fallback (low);
  if (!low->wants_channels_last || !fl_options_has (low->options, FL_RULE_LAYS_OUT_CONVOLUTION_GRADIENTS))
    fl_lower_constrain_strides (low);
  get_tensors (low, boxes);
  fl_realize_box (low, boxes[INPUT], "a convolution reads it");
  fl_realize_box (low, boxes[WEIGHT], "a convolution reads it");
  fl_realize_box (low, boxes[GRADIENT], "a convolution reads it");
  is_channels_last = low->wants_channels_last && boxes[INPUT]->n_dims == 4;
  is_laid_out = fl_options_has (low->options, FL_RULE_LAYS_OUT_CONVOLUTION_GRADIENTS)
                && (is_channels_last || fl_box_is_on_cpu (boxes[INPUT]));
  if (is_laid_out)
    {
      require_for_result (low, boxes, INPUT, GRADIENT, 1);
      require_for_result (low, boxes, GRADIENT, WEIGHT, 0);
    }
  set_tensors (low, boxes);
  if (is_channels_last || is_laid_out)
    low->node = with_strides_of_results (low, may_give_channels_last (boxes));
  item = fl_lower_fallback (low);
  low->node = node;
  set_tensors (low, given);
  return item;
}
