/* Lowering of concatenations: memory into which the inputs are computed, or a choice inside the reader
 * (torch/_inductor/lowering.py, cat). */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <string.h>

LOWERING (cat);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

enum
{
  MAX_SIMPLE_OPS = 2
};

/* --- as a choice ------------------------------------------------------------------------------ */

static const FlExpr *
get_input_mask (FlLowering *low, const FlSym *position, const FlSym *start, const FlSym *end, guint i, guint n)
{
  FlExprPool *pool = low->pool;
  const FlExpr *at = fl_expr_index (pool, FL_DTYPE_I64, position);
  const FlExpr *from
      = i == 0 ? fl_expr_constant_int (pool, FL_DTYPE_I64, 0) : fl_expr_index (pool, FL_DTYPE_I64, start);
  const FlExpr *not_before = fl_expr_op2 (pool, FL_SCALAR_GE, at, from);
  const FlExpr *not_after = fl_expr_op2 (pool, FL_SCALAR_LT, at, fl_expr_index (pool, FL_DTYPE_I64, end));

  if (i == 0)
    return fl_expr_after (pool, not_before, not_after);
  if (i == n - 1)
    return fl_expr_after (pool, fl_expr_after (pool, not_before, not_after), not_before);
  return fl_expr_op2 (pool, FL_SCALAR_AND, not_before, not_after);
}

static const FlSym **
get_sizes (FlLowering *low, const FlItem *items, guint n, guint dim)
{
  const FlBox *first = items[0].box;
  const FlSym **sizes = fl_arena_memdup (low->arena, first->sizes, first->n_dims * sizeof *sizes);

  for (guint i = 1; i < n; i++)
    sizes[dim] = fl_sym_add (sizes[dim], items[i].box->sizes[dim]);
  return sizes;
}

static FlBox *
concatenate_pointwise (FlLowering *low, const FlItem *items, guint n, guint dim)
{
  const FlBox *first = items[0].box;
  const FlSym **sizes = get_sizes (low, items, n, dim), **vars = fl_box_get_vars (low, "i", sizes, first->n_dims);
  const FlExpr **masks = fl_arena_new (low->arena, const FlExpr *, n),
               **values = fl_arena_new (low->arena, const FlExpr *, n);
  const FlExpr *chosen;
  const FlSym *start = low->zero;

  for (guint i = 0; i < n; i++)
    {
      const FlSym **index = fl_arena_memdup (low->arena, vars, first->n_dims * sizeof *vars);
      const FlSym *end = fl_sym_add (start, items[i].box->sizes[dim]);

      masks[i] = get_input_mask (low, vars[dim], start, end, i, n);
      /* Not multiplied out with the strides: the offset keeps the width of the shape. */
      index[dim] = fl_sym_identity (fl_sym_sub (vars[dim], start));
      values[i] = fl_expr_masked_zero (low->pool, masks[i], fl_box_load (low, items[i].box, index));
      start = end;
    }
  chosen = values[n - 1];
  for (guint i = n - 1; i > 0; i--)
    chosen = fl_expr_where (low->pool, masks[i - 1], values[i - 1], chosen);
  return fl_box_pointwise (low, first->device, first->dtype, sizes, first->n_dims, chosen);
}

/* --- as memory -------------------------------------------------------------------------------- */

static gboolean
is_traced_channels_last (FlLowering *low)
{
  const FlArg *list = fl_node_get_arg (low->node, 0);

  for (guint i = 0; list != NULL && i < list->n_items; i++)
    if (list->items[i].kind == FL_ARG_NODE)
      {
        const FlValue *value = &fl_graph_get_node (low->graph, list->items[i].node)->value;

        if (value->kind == FL_VALUE_TENSOR && value->tensor.strides != NULL
            && fl_strides_fit_channels_last (low, value->tensor.strides, value->tensor.sizes, value->tensor.n_dims))
          return TRUE;
      }
  return FALSE;
}

static const FlSym **
choose_strides (FlLowering *low, const FlItem *items, guint n, const FlSym *const *sizes, guint n_dims,
                gboolean *is_tuple)
{
  gboolean is_any_laid_out = FALSE;

  *is_tuple = TRUE;
  for (guint i = 0; i < n; i++)
    if (fl_box_is_storage_and_layout (items[i].box))
      {
        FlLayout layout = fl_box_get_layout (items[i].box);

        is_any_laid_out = TRUE;
        if (layout.kind == FL_LAYOUT_FIXED
            && fl_strides_are_channels_last (low, layout.strides, layout.sizes, layout.n_dims))
          return fl_strides_channels_last (low, sizes, n_dims);
      }
  if (!is_any_laid_out && (n_dims == 4 || n_dims == 5) && is_traced_channels_last (low))
    return fl_strides_channels_last (low, sizes, n_dims);
  *is_tuple = FALSE;
  return fl_strides_pad (low, fl_strides_contiguous (low, sizes, n_dims), sizes, n_dims, items[0].box->dtype,
                         items[0].box->device);
}

/* Does more than one operation read it? A stored value is the value itself. */
static gboolean
is_read_by_several (const FlGraph *graph, guint32 node)
{
  while (graph->nodes[node].n_users == 1
         && fl_node_is_op (&graph->nodes[graph->nodes[node].users[0].index], FL_ATEN_OP_FUSELOOM_STORE))
    node = graph->nodes[node].users[0].index;
  return graph->nodes[node].n_users > 1;
}

/* A piece of a concatenation that is written in place later would take the concatenation along; so would a
 * concatenation that is written take a piece along that others read. */
static gboolean
is_written (const FlLowering *low, const FlBox *box)
{
  const guint32 node = box->storage->fx_node.index;

  if (node >= low->graph->n_nodes || low->is_written == NULL)
    return FALSE;
  return low->is_written[node]
         || (low->id.index < low->graph->n_nodes && low->is_written[low->id.index]
             && is_read_by_several (low->graph, node));
}

/* A buffer that the kernel that makes it may as well write elsewhere. */
static gboolean
is_placeable (const FlBox *box)
{
  return box->view == FL_VIEW_NONE && box->storage->record != NULL
         && box->storage->record->buffer.layout.kind == FL_LAYOUT_FLEXIBLE
         && box->storage->record->buffer.kind != FL_BUFFER_EXTERN_ALLOC
         && box->storage->record->buffer.kind != FL_BUFFER_FALLBACK;
}

static FlRecord *
place_input (FlLowering *low, FlBox *box, FlRecord *whole, const FlSym *const *strides, const FlSym *start)
{
  FlRecord *record;
  FlLayout *layout;

  if (box->view == FL_VIEW_NONE)
    fl_realize_box (low, box, "it is computed into a concatenation");
  if (!is_placeable (box) || is_written (low, box))
    {
      box = fl_box_clone (low, box);
      fl_realize_box (low, box, "it is copied into a concatenation");
    }
  record = box->storage->record;
  layout = &record->buffer.layout;
  layout->kind = FL_LAYOUT_NON_OWNING;
  layout->strides = strides;
  layout->offset = low->zero;
  layout->target = &whole->buffer;
  layout->target_offset = start;
  return record;
}

static gboolean
is_graph_input (const FlBox *box)
{
  const FlRecord *record = box->storage->record;

  return record != NULL && record->buffer.kind == FL_BUFFER_INPUT;
}

static FlBox *
concatenate_in_memory (FlLowering *low, const FlItem *items, guint n, guint dim)
{
  const FlBox *first = items[0].box;
  const FlSym **sizes = get_sizes (low, items, n, dim);
  gboolean is_tuple;
  const FlSym **strides = choose_strides (low, items, n, sizes, first->n_dims, &is_tuple);
  FlRecord *whole = fl_record_new (low, FL_BUFFER_CONCAT, first->device, first->dtype, sizes, first->n_dims);
  FlExternArg *args = fl_arena_new (low->arena, FlExternArg, n + 1);
  const FlSym *start = low->zero;
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();

  whole->buffer.layout.kind = FL_LAYOUT_FIXED;
  whole->buffer.layout.strides = strides;
  whole->buffer.layout.is_stride_tuple = is_tuple;
  whole->buffer.why = "it is a concatenation";
  for (guint i = 0; i < n; i++)
    {
      gboolean is_input = is_graph_input (items[i].box);
      FlRecord *part = place_input (low, items[i].box, whole, strides, fl_sym_mul (start, strides[dim]));

      args[i].kind = FL_EXTERN_TENSOR;
      args[i].tensor = (FlBufferView) { .buffer = &part->buffer, .layout = part->buffer.layout };
      start = fl_sym_add (start, items[i].box->sizes[dim]);
      if (is_input)
        g_ptr_array_add (copies, part);
    }
  if (copies->len > 1 && !fl_box_is_on_cpu (first))
    fl_lower_add_list (low, copies);
  whole->buffer.args = args;
  whole->buffer.n_args = n;
  fl_record_register_buffer (low, whole);
  fl_record_register_operation (low, whole);
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, "it is memory into which the inputs are computed",
                  whole->buffer.name, n, NULL);
  return fl_box_of_record (low, whole);
}

/* --- which ------------------------------------------------------------------------------------ */

/* The loops of what is not realized, through views; NULL for what is in memory. */
static const FlLoops *
find_loops (const FlBox *box)
{
  return fl_storage_get_loops (box->storage);
}

static gboolean
needs_copy_anyway (const FlBox *box)
{
  const FlLoops *loops = find_loops (box);

  if (fl_box_is_storage_and_layout (box))
    return !is_placeable (box);
  return loops != NULL ? loops->kind == FL_LOOPS_POINTWISE : !is_placeable (box);
}

static gboolean
is_reduction_record (const FlRecord *record)
{
  return record->loops != NULL && record->loops->kind == FL_LOOPS_REDUCTION;
}

/* Would a reduction be computed inside the choice, again and again? */
static gboolean
reads_reduction (FlLowering *low, FlStorage *storage)
{
  const FlLoops *loops = fl_storage_get_loops (storage);
  const FlExprCount *count;

  if (loops == NULL)
    return storage->record != NULL && is_reduction_record (storage->record);
  count = fl_storage_get_count (low, storage);
  for (guint i = 0; i < count->n_read_buffers; i++)
    {
      const FlRecord *record = fl_lower_find_record (low, count->read_buffers[i]);

      if (record != NULL && is_reduction_record (record))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_pointwise_use (const FlGraph *graph, const FlNode *user, gboolean joins_too, guint depth)
{
  if (user->kind != FL_NODE_CALL || user->op == NULL || depth > 32)
    return FALSE;
  if (user->op->kind == FL_ATEN_VIEW || g_str_equal (user->op->name, "operator.getitem"))
    {
      for (guint i = 0; i < user->n_users; i++)
        if (!is_pointwise_use (graph, fl_graph_get_node (graph, user->users[i]), joins_too, depth + 1))
          return FALSE;
      return TRUE;
    }
  return user->op->kind == FL_ATEN_POINTWISE
         || (joins_too && (user->op->op == FL_ATEN_OP_CAT || user->op->op == FL_ATEN_OP_CONSTANT_PAD_ND));
}

gboolean
fl_node_is_pointwise_use (const FlGraph *graph, const FlNode *user, guint depth)
{
  return is_pointwise_use (graph, user, TRUE, depth);
}

static gboolean
has_other_readers (FlLowering *low, const FlItem *items, guint n)
{
  const FlArg *list = fl_node_get_arg (low->node, 0);

  for (guint i = 0; list != NULL && i < list->n_items && i < n; i++)
    {
      const FlNode *input
          = list->items[i].kind == FL_ARG_NODE ? fl_graph_get_node (low->graph, list->items[i].node) : NULL;
      const FlLoops *loops = find_loops (items[i].box);

      if (input == NULL || input->n_users <= 1)
        continue;
      if (loops != NULL && loops->kind == FL_LOOPS_POINTWISE)
        return TRUE;
      for (guint k = 0; k < input->n_users; k++)
        if (input->users[k].index != low->id.index
            && is_pointwise_use (low->graph, fl_graph_get_node (low->graph, input->users[k]), FALSE, 0))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_chosen_inside_reader (FlLowering *low, const FlItem *items, guint n)
{
  gboolean all = TRUE, any = FALSE, is_reduction = FALSE, is_simple = TRUE, is_used_pointwise = TRUE;
  const char *reason;

  if (low->options->force_pointwise_cat)
    return TRUE;
  if (fl_box_is_on_cpu (items[0].box))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gboolean copies = needs_copy_anyway (items[i].box);
      const FlLoops *loops = find_loops (items[i].box);

      all &= copies;
      any |= copies;
      is_reduction |= reads_reduction (low, items[i].box->storage);
      is_simple &= loops == NULL || fl_storage_get_count (low, items[i].box->storage)->n_ops <= MAX_SIMPLE_OPS;
    }
  for (guint i = 0; i < low->node->n_users; i++)
    is_used_pointwise &= fl_node_is_pointwise_use (low->graph, fl_graph_get_node (low->graph, low->node->users[i]), 0);
  if (n > low->options->max_complex_pointwise_cat_inputs && !(n <= low->options->max_pointwise_cat_inputs && is_simple))
    reason = "it has too many inputs to be a choice inside the reader";
  else if (fl_options_has (low->options, FL_RULE_CAT_OF_SHARED) && has_other_readers (low, items, n))
    reason = "an input has other readers, that would compute it again";
  else if (any && is_used_pointwise)
    return TRUE;
  else if (all && !is_reduction)
    return TRUE;
  else
    reason = "its inputs can be computed in place, or its readers are not pointwise";
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_REJECT, reason, NULL, n, NULL);
  return FALSE;
}

FlBox *
fl_box_concatenate (FlLowering *low, const FlItem *items, guint n, guint dim)
{
  return is_chosen_inside_reader (low, items, n) ? concatenate_pointwise (low, items, n, dim)
                                                 : concatenate_in_memory (low, items, n, dim);
}

static gboolean
is_skipped (const FlItem *item)
{
  return item->kind == FL_ITEM_BOX && item->box->n_dims == 1 && fl_sym_is_int_value (item->box->sizes[0], 0);
}

/* Bytes on the CPU go to the library: every input in memory, of four dimensions channels last, and so the result. */
static FlItem
concatenate_bytes (FlLowering *low)
{
  static const guint channels_last[] = { 3, 0, 2, 1 };
  const FlNode *node = low->node;
  const FlArg *list = &node->args[0];
  FlBox **given = fl_arena_new (low->arena, FlBox *, list->n_items + 1);
  gboolean has_four = node->value.kind == FL_VALUE_TENSOR && node->value.tensor.n_dims == 4;
  FlNode *call;
  FlItem item;

  for (guint i = 0; i < list->n_items; i++)
    {
      given[i] = list->items[i].kind == FL_ARG_NODE ? low->items[list->items[i].node.index].box : NULL;
      if (given[i] == NULL)
        continue;
      fl_realize_box (low, given[i], "a library concatenates bytes");
      has_four &= given[i]->n_dims == 4;
    }
  if (has_four)
    {
      for (guint i = 0; i < list->n_items; i++)
        if (given[i] != NULL)
          low->items[list->items[i].node.index].box = fl_require_stride_order (low, given[i], channels_last, FALSE);
      call = fl_arena_memdup (low->arena, node, sizeof *node);
      call->value.tensor.strides = fl_strides_channels_last (low, call->value.tensor.sizes, 4);
      low->node = call;
    }
  item = fl_lower_fallback (low);
  low->node = node;
  for (guint i = 0; i < list->n_items; i++)
    if (given[i] != NULL)
      low->items[list->items[i].node.index].box = given[i];
  return item;
}

FlItem
lower_cat (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem list = fl_lower_get_nth (low, 0);
  FlItem *items = fl_arena_new (low->arena, FlItem, list.n_items + 1);
  FlDtype dtype = fl_promote_items (list.items, list.n_items, FL_PROMOTE_DEFAULT); /* of those that are left out, too */
  guint n = 0, dim;
  gboolean is_bytes = TRUE;

  for (guint i = 0; i < list.n_items; i++)
    if (list.items[i].kind == FL_ITEM_BOX && !is_skipped (&list.items[i]))
      {
        is_bytes &= list.items[i].box->dtype == FL_DTYPE_U8 || list.items[i].box->dtype == FL_DTYPE_I8;
        items[n++] = list.items[i];
      }
  if (n == 0)
    return list.n_items > 0 && list.items[0].kind == FL_ITEM_BOX
               ? fl_item_of_box (fl_box_clone (low, fl_box_to_dtype (low, list.items[0].box, dtype)))
               : fl_lower_fail (low, FL_ERROR_GRAPH, "there is nothing to concatenate");
  if (fl_box_is_on_cpu (items[0].box) && is_bytes)
    return concatenate_bytes (low);
  if (n == 1)
    return fl_item_of_box (fl_box_clone (low, fl_box_to_dtype (low, items[0].box, dtype)));
  if (!fl_lower_get_dim (low, "dim", 0, items[0].box->n_dims, &dim))
    return nothing;
  fl_promote_to (low, items, n, dtype);
  return fl_item_of_box (row->op == FL_ATEN_OP_FUSELOOM_CAT ? concatenate_pointwise (low, items, n, dim)
                                                            : fl_box_concatenate (low, items, n, dim));
}
