/* The strides in which attention takes its inputs: the last dimension dense, on a GPU the others in
 * multiples of eight elements, and of a broadcast bias only one copy. Source: Inductor's
 * sdpa_constraint. */
#include <string.h>

#include "fl-lowering.h"

enum
{
  ALIGNMENT = 8
};

static gboolean
is_aligned (FlLowering *low, const FlSym *sym)
{
  return fl_sym_known_equal (fl_sym_mod (sym, fl_sym_int (low->symbols, ALIGNMENT)), low->zero);
}

/* Inductor's is_aligned_realized_tensor. */
static gboolean
lies_aligned (FlLowering *low, const FlBox *box)
{
  FlLayout layout;

  if (!fl_box_is_storage_and_layout (box) || box->n_dims == 0)
    return FALSE;
  layout = fl_box_get_layout (box);
  for (guint i = 0; i + 1 < layout.n_dims; i++)
    if (!is_aligned (low, layout.strides[i]))
      return FALSE;
  return fl_sym_is_int_value (layout.strides[layout.n_dims - 1], 1)
         || fl_sym_known (FL_SYM_LE, layout.sizes[layout.n_dims - 1], low->one);
}

/* The order of the strides that the graph was traced with, unless the last dimension is not the
 * dense one. */
static const guint *
get_order (FlLowering *low, const FlBox *box, const FlTensor *traced, guint position)
{
  static const guint of_gradient[] = { 3, 1, 2, 0 };
  const guint *order = fl_stride_order (low, traced->strides, traced->n_dims);
  guint *contiguous;

  if (strstr (low->node->target, "_scaled_dot_product_efficient_attention_backward") != NULL
      && (position == 0 || position == 5) && box->n_dims == 4)
    return of_gradient;
  if (order[box->n_dims - 1] == 0)
    return order;
  contiguous = fl_arena_new (low->arena, guint, box->n_dims + 1);
  for (guint i = 0; i < box->n_dims; i++)
    contiguous[i] = box->n_dims - 1 - i;
  return contiguous;
}

/* Dimensions that are read again and again stay of stride 0, as far as what lies inside of them is
 * aligned. */
static FlBox *
constrain_bias (FlLowering *low, FlBox *box, const FlTensor *traced)
{
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, box->n_dims);
  const FlSym *stride = low->one, *alignment = fl_sym_int (low->symbols, ALIGNMENT);
  gboolean has_layout = fl_box_is_storage_and_layout (box);
  FlLayout layout = { 0 };

  if (has_layout)
    layout = fl_box_get_layout (box);
  strides[box->n_dims - 1] = low->one;
  for (guint i = box->n_dims - 1; i-- > 0;)
    {
      gboolean is_expanded
          = fl_sym_is_int_value (traced->strides[i], 0) || (has_layout && fl_sym_is_int_value (layout.strides[i], 0));

      if (!fl_sym_is_int_value (strides[i + 1], 0))
        stride = fl_sym_mul (stride, box->sizes[i + 1]);
      if (is_expanded && is_aligned (low, strides[i + 1]))
        {
          strides[i] = low->zero;
          continue;
        }
      if (!is_aligned (low, stride))
        stride = fl_sym_mul (fl_sym_ceil_div (stride, alignment), alignment);
      strides[i] = stride;
    }
  return fl_require_exact_strides (low, box, strides, FALSE);
}

static FlBox *
constrain (FlLowering *low, FlBox *box, const FlTensor *traced, guint position)
{
  gboolean is_bias
      = strcmp (low->node->target, "aten._scaled_dot_product_efficient_attention.default") == 0 && position == 3;

  if (fl_box_is_on_cpu (box))
    return fl_require_stride_order (low, box, get_order (low, box, traced, position), FALSE);
  if (box->n_dims != 3 && box->n_dims != 4)
    return box;
  if (lies_aligned (low, box))
    return fl_box_match_strides (low, fl_realize_input (low, box), traced->strides);
  if (is_bias)
    return constrain_bias (low, box, traced);
  return fl_require_stride_order (low, box, get_order (low, box, traced, position), FALSE);
}

void
fl_lower_constrain_attention (FlLowering *low)
{
  for (guint i = 0; i < low->node->n_args; i++)
    {
      const FlArg *arg = &low->node->args[i];
      const FlValue *value = arg->kind == FL_ARG_NODE ? &fl_graph_get_node (low->graph, arg->node)->value : NULL;
      FlItem *item = arg->kind == FL_ARG_NODE ? &low->items[arg->node.index] : NULL;

      if (item == NULL || item->kind != FL_ITEM_BOX || value->kind != FL_VALUE_TENSOR || value->tensor.strides == NULL
          || value->tensor.n_dims != item->box->n_dims || item->box->n_dims == 0)
        continue;
      item->box = constrain (low, item->box, &value->tensor, i);
    }
}
