/* Lowerings to library calls: matrix products, whatever is called as it stands, sorting, random seeds
 * (torch/_inductor/lowering.py, kernel/mm.py). */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <string.h>

LOWERING (mm);
LOWERING (bmm);
LOWERING (addmm);
LOWERING (baddbmm);
LOWERING (fallback);
LOWERING (assert_async);

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* --- matrix products -------------------------------------------------------------------------- */

/* In memory, and with a dimension whose elements are neighbours: else a copy. */
FlBox *
fl_realize_matrix (FlLowering *low, FlBox *box)
{
  FlLayout layout;

  box = fl_realize_input (low, box);
  layout = fl_box_get_layout (box);
  if (layout.n_dims == 0)
    return box;
  for (guint i = 0; i < layout.n_dims; i++)
    if (fl_sym_is_int_value (layout.strides[i], 1))
      return box;
  return fl_box_copy_input (low, box, "a matrix product needs neighbouring elements in one dimension");
}

static const FlSym **
get_product_sizes (FlLowering *low, const FlBox *a, const FlBox *b)
{
  const FlSym **sizes = fl_arena_memdup (low->arena, a->sizes, a->n_dims * sizeof *sizes);

  sizes[a->n_dims - 1] = b->sizes[b->n_dims - 1];
  return sizes;
}

static FlBox *
multiply (FlLowering *low, const char *kernel, FlBox *bias, FlBox *a, FlBox *b)
{
  FlExternCall *call = fl_extern_new (low, 5);
  FlDtype dtype = low->node->value.kind == FL_VALUE_TENSOR ? low->node->value.tensor.dtype : a->dtype;
  const FlArg *alpha = fl_node_find_arg (low->node, "alpha"), *beta = fl_node_find_arg (low->node, "beta");

  call->kernel = kernel;
  call->aten = low->node->op;
  if (bias != NULL)
    fl_extern_add_box (low, call, NULL, bias);
  fl_extern_add_box (low, call, NULL, a);
  fl_extern_add_box (low, call, NULL, b);
  if (bias != NULL)
    {
      if (alpha != NULL)
        fl_extern_add_value (low, call, "alpha", alpha);
      else
        fl_extern_add_int (low, call, "alpha", 1);
      if (beta != NULL)
        fl_extern_add_value (low, call, "beta", beta);
      else
        fl_extern_add_int (low, call, "beta", 1);
    }
  return fl_extern_finish (low, call, FL_BUFFER_EXTERN_OUT, a->device, dtype, get_product_sizes (low, a, b), a->n_dims,
                           NULL);
}

/* (a[..., :, :, None] * b[..., None, :, :]).sum (-2) */
static FlBox *
multiply_and_sum (FlLowering *low, FlBox *a, FlBox *b)
{
  guint n = a->n_dims;
  gboolean *axes = fl_arena_new (low->arena, gboolean, n + 2);
  FlDtype dtype = a->dtype;
  FlBox *product;

  product = fl_box_binary (low, FL_SCALAR_MUL, result (fl_box_unsqueeze (low, a, n)),
                           result (fl_box_unsqueeze (low, b, n - 2)));
  axes[n - 1] = TRUE;
  if (!fl_dtype_is_float (dtype) && !fl_dtype_is_complex (dtype))
    product = fl_box_to_dtype (low, product, FL_DTYPE_I64);
  return fl_box_to_dtype (low, fl_box_reduce (low, FL_REDUCTION_SUM, product, axes, FALSE, FL_DTYPE_NONE), dtype);
}

static gboolean
is_known_below (FlLowering *low, const FlSym *size, gint64 limit)
{
  return fl_sym_known (FL_SYM_LT, size, fl_sym_int (low->symbols, limit));
}

/* Thin products on a GPU: the call would cost more than the work. */
static gboolean
is_small_product (FlLowering *low, const FlBox *a, const FlBox *b)
{
  return !fl_box_is_on_cpu (a) && fl_options_has (low->options, FL_RULE_SMALL_MM_BY_SUM)
         && fl_sym_known (FL_SYM_GE, a->sizes[0], fl_sym_int (low->symbols, 64)) && is_known_below (low, a->sizes[1], 5)
         && is_known_below (low, b->sizes[1], 5);
}

FlItem
lower_mm (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *a = fl_lower_get_input (low), *b = fl_lower_get_nth (low, 1).box;
  gboolean is_int = row->op == FL_ATEN_OP_MM ? FALSE : strstr (row->name, "_int_mm") != NULL;

  if (a == NULL || b == NULL || a->n_dims != 2 || b->n_dims != 2)
    return fl_lower_fail (low, FL_ERROR_SHAPE, "a matrix product takes two matrices");
  a = fl_realize_matrix (low, a);
  b = fl_realize_matrix (low, b);
  if (!is_int && is_small_product (low, a, b))
    return result (multiply_and_sum (low, a, b));
  return result (multiply (low, is_int ? "extern_kernels._int_mm" : "extern_kernels.mm", NULL, a, b));
}

/* A batch of products with a side of 1 is bound by memory: sums of products on a CPU. */
static gboolean
is_memory_bound (FlLowering *low, const FlBox *a, const FlBox *b)
{
  gboolean row = fl_sym_is_int_value (a->sizes[1], 1), column = fl_sym_is_int_value (b->sizes[2], 1);

  if (fl_box_is_on_cpu (a))
    return row || column;
  return fl_options_has (low->options, FL_RULE_DOTS_BY_SUM) && fl_sym_hint (a->sizes[1]) == 1
         && fl_sym_hint (b->sizes[2]) == 1 && !fl_sym_known (FL_SYM_GT, a->sizes[2], fl_sym_int (low->symbols, 32));
}

static gboolean
is_preferred_for_bmm (const FlTensor *tensor)
{
  guint n = tensor->n_dims;
  const FlSym *const *size = tensor->sizes + n - 2, *const *stride = tensor->strides + n - 2;

  return (fl_sym_is_int_value (stride[1], 1)
          && (fl_sym_is_int_value (size[0], 1) || fl_sym_hint (stride[0]) >= fl_sym_hint (size[1])))
         || (fl_sym_is_int_value (stride[0], 1)
             && (fl_sym_is_int_value (size[1], 1) || fl_sym_hint (stride[1]) >= fl_sym_hint (size[0])));
}

/* On a CPU, what is not laid out yet is laid out as the library would copy it anyway. */
static FlBox *
prepare_for_bmm (FlLowering *low, FlBox *box, guint position)
{
  const FlArg *arg = fl_node_get_arg (low->node, position);
  const FlValue *value
      = arg != NULL && arg->kind == FL_ARG_NODE ? &fl_graph_get_node (low->graph, arg->node)->value : NULL;

  if (!fl_box_is_on_cpu (box) || value == NULL || value->kind != FL_VALUE_TENSOR || value->tensor.strides == NULL)
    return box;
  if (fl_box_is_storage_and_layout (box) && fl_box_get_layout (box).kind != FL_LAYOUT_FLEXIBLE)
    return box;
  return is_preferred_for_bmm (&value->tensor) ? box : fl_require_contiguous (low, box);
}

FlItem
lower_bmm (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *a = fl_lower_get_input (low), *b = fl_lower_get_nth (low, 1).box;

  if (a == NULL || b == NULL || a->n_dims != 3 || b->n_dims != 3)
    return fl_lower_fail (low, FL_ERROR_SHAPE, "a batch of products takes two tensors of three dimensions");
  if (is_memory_bound (low, a, b))
    return result (multiply_and_sum (low, a, b));
  a = prepare_for_bmm (low, a, 0);
  b = prepare_for_bmm (low, b, 1);
  a = fl_realize_matrix (low, a);
  return result (multiply (low, "extern_kernels.bmm", NULL, a, fl_realize_matrix (low, b)));
}

FlItem
lower_addmm (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *bias = fl_lower_get_input (low), *a = fl_lower_get_nth (low, 1).box, *b = fl_lower_get_nth (low, 2).box;

  if (bias == NULL || a == NULL || b == NULL || a->n_dims != 2 || b->n_dims != 2)
    return fl_lower_fail (low, FL_ERROR_SHAPE, "addmm takes a tensor and two matrices");
  a = fl_realize_matrix (low, a);
  b = fl_realize_matrix (low, b);
  fl_realize_matrix (low, fl_box_expand (low, bias, get_product_sizes (low, a, b), 2, FALSE));
  bias = fl_realize_matrix (low, bias);
  return result (multiply (low, "extern_kernels.addmm", bias, a, b));
}

FlItem
lower_baddbmm (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *bias = fl_lower_get_input (low), *a = fl_lower_get_nth (low, 1).box, *b = fl_lower_get_nth (low, 2).box;

  if (bias == NULL || a == NULL || b == NULL || a->n_dims != 3 || b->n_dims != 3)
    return fl_lower_fail (low, FL_ERROR_SHAPE, "baddbmm takes a tensor and two batches of matrices");
  a = fl_realize_matrix (low, a);
  b = fl_realize_matrix (low, b);
  bias = fl_realize_matrix (low, fl_box_expand (low, bias, get_product_sizes (low, a, b), 3, FALSE));
  return result (multiply (low, "extern_kernels.baddbmm", bias, a, b));
}

/* --- operators called as they stand ----------------------------------------------------------- */

static gboolean
is_attention (const FlNode *node)
{
  return strstr (node->target, "scaled_dot_product") != NULL || strstr (node->target, "_attention_forward") != NULL;
}

/* Strides in the order that the graph was traced with: operators that nobody knows. */
FlBox *
fl_lower_constrain_box (FlLowering *low, guint position)
{
  const FlArg *arg = &low->node->args[position];
  const FlValue *value = &fl_graph_get_node (low->graph, arg->node)->value;
  FlBox *box = low->items[arg->node.index].box;

  if (box == NULL || value->kind != FL_VALUE_TENSOR || value->tensor.strides == NULL
      || value->tensor.n_dims != box->n_dims || box->n_dims == 0)
    return box;
  return fl_require_stride_order (low, box, fl_stride_order (low, value->tensor.strides, value->tensor.n_dims), FALSE);
}

void
fl_lower_constrain_strides (FlLowering *low)
{
  for (guint i = 0; i < low->node->n_args; i++)
    if (low->node->args[i].kind == FL_ARG_NODE && low->items[low->node->args[i].node.index].kind == FL_ITEM_BOX)
      low->items[low->node->args[i].node.index].box = fl_lower_constrain_box (low, i);
}

/* "aten.index_put_.default" writes its first argument. */
static gboolean
is_mutating (const char *target)
{
  const char *overload = strrchr (target, '.');

  return overload != NULL && overload > target + 1 && overload[-1] == '_' && overload[-2] != '_';
}

static gboolean
has_stride_one (const FlBox *box)
{
  FlLayout layout;

  if (!fl_box_is_storage_and_layout (box))
    return FALSE;
  layout = fl_box_get_layout (box);
  for (guint i = 0; i < layout.n_dims; i++)
    if (fl_sym_is_int_value (layout.strides[i], 1))
      return TRUE;
  return layout.n_dims == 0;
}

/* Inductor's require_contiguous and require_dense. */
static void
constrain_density (FlLowering *low)
{
  FlAtenOp op = low->node->op->op;
  gboolean is_contiguous = op == FL_ATEN_OP__EMBEDDING_BAG || op == FL_ATEN_OP__EMBEDDING_BAG_FORWARD_ONLY;
  gboolean is_dense = op == FL_ATEN_OP__THNN_FUSED_LSTM_CELL || op == FL_ATEN_OP__CUDNN_RNN;

  for (guint i = 0; (is_contiguous || is_dense) && i < low->node->n_args; i++)
    {
      const FlArg *arg = &low->node->args[i];
      FlItem *item = arg->kind == FL_ARG_NODE ? &low->items[arg->node.index] : NULL;

      if (item == NULL || item->kind != FL_ITEM_BOX)
        continue;
      if (is_contiguous)
        item->box = fl_require_contiguous (low, item->box);
      else if (!has_stride_one (item->box))
        item->box = fl_box_copy_input (low, item->box, "the library needs neighbouring elements in one dimension");
    }
}

/* What a call asks of its arguments is for the call alone: other readers keep what they had. */
static FlBox **
dup_boxes (FlLowering *low)
{
  FlBox **boxes = g_new0 (FlBox *, low->node->n_args + 1);

  for (guint i = 0; i < low->node->n_args; i++)
    if (low->node->args[i].kind == FL_ARG_NODE)
      boxes[i] = low->items[low->node->args[i].node.index].box;
  return boxes;
}

static void
restore_boxes (FlLowering *low, FlBox *const *boxes)
{
  for (guint i = 0; i < low->node->n_args; i++)
    if (boxes[i] != NULL)
      low->items[low->node->args[i].node.index].box = boxes[i];
}

/* A view that the library makes: its memory is the input's. */
static void
set_alias (FlLowering *low, FlBox *made, const FlBox *viewed)
{
  FlRecord *record = made->storage->record;
  const FlBuffer **aliases;

  if (record == NULL || viewed == NULL || viewed->storage->record == NULL
      || !fl_options_has (low->options, FL_RULE_VIEWS_OF_CALLS))
    return;
  aliases = fl_arena_new (low->arena, const FlBuffer *, 1);
  aliases[0] = &viewed->storage->record->buffer;
  record->buffer.aliases = (FlBuffer *const *) aliases;
  record->buffer.n_aliases = 1;
}

/* TorchInductor has classes of its own for oneDNN's operators, which its passes make of a frozen graph
 * (torch/_inductor/mkldnn_ir.py); they are called as all others. */
static const char *
find_library_class (const char *target)
{
  static const struct
  {
    const char *target, *class;
  } classes[] = {
    { "mkldnn._convolution_pointwise.default", "ConvolutionUnary" },
    { "mkldnn._convolution_pointwise.binary", "ConvolutionBinary" },
    { "mkldnn._convolution_pointwise_.binary", "ConvolutionBinaryInplace" },
    { "mkldnn._convolution_transpose_pointwise.default", "ConvolutionTransposeUnary" },
    { "mkldnn._linear_pointwise.default", "LinearUnary" },
    { "mkldnn._linear_pointwise.binary", "LinearBinary" },
    { "mkl._mkl_linear.default", "MKLPackedLinear" },
    { "onednn.qconv_pointwise.default", "QConvPointWisePT2E" },
    { "onednn.qconv2d_pointwise.binary", "QConvPointWiseBinaryPT2E" },
    { "onednn.qlinear_pointwise.default", "QLinearPointwisePT2E" },
    { "onednn.qlinear_pointwise.binary", "QLinearPointwiseBinaryPT2E" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_str_equal (target, classes[i].target))
      return classes[i].class;
  return NULL;
}

FlItem
fl_lower_fallback_as (FlLowering *low, const char *kernel)
{
  FlExternCall *call = fl_extern_new (low, low->node->n_args);
  FlItem item;
  FlBox *changed = low->node->n_args > 0 && low->node->args[0].kind == FL_ARG_NODE
                       ? low->items[low->node->args[0].node.index].box
                       : NULL;
  guint first = low->buffers->len;
  gboolean writes;
  g_autofree FlBox **given = dup_boxes (low);

  if (is_attention (low->node))
    fl_lower_constrain_attention (low);
  else if (low->node->op == NULL)
    fl_lower_constrain_strides (low);
  else
    constrain_density (low);
  call->kernel = kernel;
  call->aten = low->node->op;
  for (guint i = 0; i < low->node->n_args; i++)
    fl_extern_add_node_arg (low, call, &low->node->args[i]);
  restore_boxes (low, given);
  writes = is_mutating (low->node->target) && changed != NULL && changed->storage->record != NULL;
  if (writes)
    fl_record_mark_mutated (low, changed->storage->record); /* who reads the old value does so before the call */
  first = low->buffers->len;
  item = fl_extern_finish_fallback (low, call);
  if (first < low->buffers->len)
    ((FlRecord *) low->buffers->pdata[first])->buffer.class_name = find_library_class (low->node->target);
  if (low->node->op != NULL && low->node->op->kind == FL_ATEN_VIEW && item.kind == FL_ITEM_BOX)
    set_alias (low, item.box, changed);
  if (writes && first < low->buffers->len)
    {
      fl_extern_add_mutation (low, low->buffers->pdata[first], changed, TRUE);
      return fl_item_of_box (changed);
    }
  return item;
}

FlItem
fl_lower_fallback (FlLowering *low)
{
  if (low->node->op == NULL)
    fl_lower_trace (low, FL_EVENT_LOWER, FL_VERDICT_NOTE, "nobody knows this operator: it is called as it stands", NULL,
                    0, low->node->target);
  return fl_lower_fallback_as (low, fl_intern_printf ("torch.ops.%s", low->node->target));
}

FlItem
lower_fallback (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return fl_lower_fallback (low);
}

/* --- assertions ------------------------------------------------------------------------------- */

/* A kernel of its own that nobody reads, and that stays. */
FlItem
lower_assert_async (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  const FlArg *message = fl_node_find_arg (low->node, "assert_msg");
  const FlExpr *value;
  FlItem nothing = { .kind = FL_ITEM_NONE };

  if (box == NULL)
    return nothing;
  fl_realize_box (low, box, "it is asserted");
  value = fl_expr_to_dtype (low->pool, fl_box_load (low, box, fl_box_get_vars (low, "i", box->sizes, box->n_dims)),
                            FL_DTYPE_BOOL);
  value = fl_expr_assert (low->pool, value, message != NULL && message->text != NULL ? message->text : "");
  fl_realize_box (low, fl_box_pointwise (low, box->device, FL_DTYPE_BOOL, box->sizes, box->n_dims, value),
                  "it is an assertion");
  return nothing;
}
