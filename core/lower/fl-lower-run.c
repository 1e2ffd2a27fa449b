/* Lowering: FX node by FX node, what each becomes.
 * In: a decomposed graph. Out: buffers and operations, numbered in the order in which values were realized.
 * Keeps: every buffer's origins are nodes of the graph. Source: GraphLowering in torch/_inductor/graph.py. */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- inputs and constants --------------------------------------------------------------------- */

static FlRecord *
make_given_buffer (FlLowering *low, FlBufferKind kind, const FlTensor *tensor)
{
  FlRecord *record = fl_record_new (low, kind, fl_lower_map_device (low, tensor->device), tensor->dtype, tensor->sizes,
                                    tensor->n_dims);

  record->buffer.layout.kind = FL_LAYOUT_FIXED;
  if (tensor->strides != NULL)
    record->buffer.layout.strides = tensor->strides;
  record->buffer.name = low->node->name;
  record->buffer.is_constant_zero_dim = kind == FL_BUFFER_CONSTANT && tensor->n_dims == 0;
  g_hash_table_insert (low->by_name, (gpointer) record->buffer.name, record);
  return record;
}

static FlItem
lower_placeholder (FlLowering *low)
{
  const FlValue *value = &low->node->value;
  FlItem item = { .kind = FL_ITEM_NONE };
  FlBox *box = NULL;
  FlRecord *record = NULL;

  if (value->kind == FL_VALUE_TENSOR)
    {
      record = make_given_buffer (low, FL_BUFFER_INPUT, &value->tensor);
      box = fl_box_of_record (low, record);
      item = fl_item_of_box (box);
    }
  else if (value->kind == FL_VALUE_SYM || value->kind == FL_VALUE_BOOL || value->kind == FL_VALUE_FLOAT)
    item = (FlItem) { .kind = FL_ITEM_SYM, .sym = value->sym };
  g_ptr_array_add (low->inputs, record);
  g_ptr_array_add (low->input_boxes, box);
  low->nodes[low->id.index].kind
      = item.kind == FL_ITEM_NONE || item.kind == FL_ITEM_SYM ? FL_LOWERED_NOTHING : FL_LOWERED_INPUT;
  return item;
}

/* What a constant is, from the node that takes it up where the file says nothing about the constant itself. */
static const FlValue *
find_constant_value (FlLowering *low)
{
  const FlValue *value = &low->node->value;

  for (guint i = 0; i < low->node->n_users && value->kind == FL_VALUE_UNKNOWN; i++)
    {
      const FlNode *user = &low->graph->nodes[low->node->users[i].index];

      if (user->op != NULL
          && (user->op->op == FL_ATEN_OP_LIFT_FRESH_COPY || user->op->op == FL_ATEN_OP_LIFT_FRESH
              || user->op->op == FL_ATEN_OP_DETACH || user->op->op == FL_ATEN_OP_ALIAS))
        value = &user->value;
    }
  return value;
}

/* Element start of the constant, or a choice between halves by the position. */
static const FlExpr *
choose_element (FlLowering *low, FlDtype dtype, const FlSym *position, guint start, guint end)
{
  const guint middle = start + (end - start) / 2;
  const FlArg *arg = &low->node->args[start];
  double number = arg->number;
  gint64 whole;

  if (end - start > 1)
    {
      const FlExpr *is_below = fl_mask_compare (low, FL_SCALAR_LT, position, fl_sym_int (low->symbols, middle)), *below;

      is_below = fl_expr_step (low->pool, is_below, is_below); /* before what is chosen from */
      below = choose_element (low, dtype, position, start, middle);
      return fl_expr_step (low->pool, is_below,
                           fl_expr_where (low->pool, is_below, below,
                                          choose_element (low, dtype, position, middle, end)));
    }
  if (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &whole))
    return fl_expr_scope (low->pool, fl_expr_constant_int (low->pool, dtype, whole));
  if (dtype == FL_DTYPE_BF16 || dtype == FL_DTYPE_F16)
    number = fl_round_to_half (dtype, number);
  else if (dtype == FL_DTYPE_F32)
    number = (float) number;
  return fl_expr_scope (low->pool, fl_expr_constant (low->pool, dtype, number));
}

static FlItem
lower_get_attr (FlLowering *low)
{
  const FlValue *value = find_constant_value (low);
  FlItem none = { .kind = FL_ITEM_NONE };
  FlRecord *record;

  if (value->kind != FL_VALUE_TENSOR)
    return none;
  if (low->node->n_args > 0 && value->tensor.n_dims == 1)
    {
      const FlSym **vars = fl_box_get_vars (low, "i", value->tensor.sizes, 1);

      return fl_item_of_box (
          fl_box_pointwise (low, fl_lower_map_device (low, value->tensor.device), value->tensor.dtype,
                            value->tensor.sizes, 1,
                            choose_element (low, value->tensor.dtype, vars[0], 0, low->node->n_args)));
    }
  record = make_given_buffer (low, FL_BUFFER_CONSTANT, &value->tensor);
  g_ptr_array_add (low->constants, record);
  low->nodes[low->id.index].kind = FL_LOWERED_CONSTANT;
  return fl_item_of_box (fl_box_of_record (low, record));
}

/* --- calls ------------------------------------------------------------------------------------ */

static void
join_argument (FlLowering *low, const FlItem *item)
{
  if (item->kind == FL_ITEM_BOX)
    low->origins = fl_origins_join (low->arena, low->origins, fl_origins_of_box (item->box));
  for (guint i = 0; i < item->n_items; i++)
    join_argument (low, &item->items[i]);
}

static void
join_arguments (FlLowering *low, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind == FL_ARG_NODE)
      join_argument (low, &low->items[args[i].node.index]);
    else
      join_arguments (low, args[i].items, args[i].n_items);
}

static void
start_node (FlLowering *low, guint index)
{
  guint32 *self = fl_arena_new (low->arena, guint32, 1);

  low->node = &low->graph->nodes[index];
  low->id.index = index;
  *self = index;
  low->origins = (FlOrigins) { 1, self };
  if (low->node->kind == FL_NODE_CALL)
    join_arguments (low, low->node->args, low->node->n_args);
  fl_expr_pool_set_origin (low->pool, low->id);
}

/* An input or constant among the arguments whose shape nobody told; NULL: none. */
static const FlNode *
find_untold_argument (FlLowering *low, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      const FlNode *node = args[i].kind == FL_ARG_NODE ? &low->graph->nodes[args[i].node.index] : NULL;

      if (node != NULL && (node->kind == FL_NODE_PLACEHOLDER || node->kind == FL_NODE_GET_ATTR)
          && node->subgraph == NULL && node->value.kind == FL_VALUE_UNKNOWN
          && low->items[args[i].node.index].kind == FL_ITEM_NONE)
        return node;
      node = find_untold_argument (low, args[i].items, args[i].n_items);
      if (node != NULL)
        return node;
    }
  return NULL;
}

static gboolean
has_unknown_argument (FlLowering *low, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      const FlValueKind kind
          = args[i].kind == FL_ARG_NODE ? low->graph->nodes[args[i].node.index].value.kind : FL_VALUE_NONE;

      if ((kind == FL_VALUE_TENSOR || kind == FL_VALUE_UNKNOWN) && low->items[args[i].node.index].kind == FL_ITEM_NONE)
        return TRUE;
      if (has_unknown_argument (low, args[i].items, args[i].n_items))
        return TRUE;
    }
  return FALSE;
}

static void
count_unsupported (FlLowering *low)
{
  gpointer count = g_hash_table_lookup (low->unsupported, low->node->target);

  g_hash_table_insert (low->unsupported, (gpointer) low->node->target, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
}

static gboolean
holds_complex (const FlValue *value)
{
  for (guint i = 0; value->kind == FL_VALUE_TUPLE && i < value->n_items; i++)
    if (holds_complex (&value->items[i]))
      return TRUE;
  return value->kind == FL_VALUE_TENSOR && fl_dtype_is_complex (value->tensor.dtype);
}

static gboolean
takes_complex (FlLowering *low, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if ((args[i].kind == FL_ARG_NODE && holds_complex (&low->graph->nodes[args[i].node.index].value))
        || takes_complex (low, args[i].items, args[i].n_items))
      return TRUE;
  return FALSE;
}

/* as_strided reads the memory below a view, which a view that the library makes does not hand on. */
static gboolean
leads_to_as_strided (const FlGraph *graph, const FlNode *node)
{
  if (node->op == NULL || node->op->kind != FL_ATEN_VIEW)
    return FALSE;
  if (node->op->op == FL_ATEN_OP_AS_STRIDED)
    return TRUE;
  for (guint i = 0; i < node->n_users; i++)
    if (leads_to_as_strided (graph, &graph->nodes[node->users[i].index]))
      return TRUE;
  return FALSE;
}

/* A cast of real numbers has a lowering of its own (lowering.py, unsupported_output_tensor). */
static gboolean
makes_complex (FlLowering *low, const FlNode *node)
{
  return node->op->op == FL_ATEN_OP_PRIMS_CONVERT_ELEMENT_TYPE && !takes_complex (low, node->args, node->n_args);
}

/* Loops know no complex numbers: whatever reads or makes them is a library call. */
static gboolean
must_be_called (FlLowering *low)
{
  const FlNode *node = low->node;

  return fl_options_has (low->options, FL_RULE_COMPLEX_IS_CALLED) && node->op != NULL
         && node->op->kind != FL_ATEN_MUTATION && node->op->kind != FL_ATEN_OTHER
         && node->op->op != FL_ATEN_OP_LIFT_FRESH_COPY && node->op->op != FL_ATEN_OP_OPERATOR_GETITEM
         && !makes_complex (low, node) && (node->value.kind == FL_VALUE_TENSOR || node->value.kind == FL_VALUE_TUPLE)
         && (holds_complex (&node->value) || takes_complex (low, node->args, node->n_args))
         && !leads_to_as_strided (low->graph, node);
}

static FlItem
lower_call (FlLowering *low)
{
  FlItem none = { .kind = FL_ITEM_NONE };
  FlScalar scalar;
  FlLowerFn how = low->node->op != NULL ? fl_lower_find (low->node->op, &scalar) : NULL;
  const FlNode *untold = find_untold_argument (low, low->node->args, low->node->n_args);

  if (untold != NULL && low->node->value.kind != FL_VALUE_NONE)
    return fl_lower_fail (low, FL_ERROR_GRAPH,
                          "the shape and dtype of %s are not known: give it an annotation such as \"f32[8, 16]\"",
                          untold->name);
  /* What an unsupported operator would have given is missing: not a fault of its own. */
  if (g_hash_table_size (low->unsupported) > 0 && has_unknown_argument (low, low->node->args, low->node->n_args))
    return none;
  if (how != NULL && low->node->value.kind == FL_VALUE_UNKNOWN && low->node->op->kind <= FL_ATEN_COMPOSITE)
    return fl_lower_fail (low, FL_ERROR_GRAPH,
                          "what it yields is not known: its arguments do not fit the operator's shape rule");
  if (how != NULL)
    return must_be_called (low) ? fl_lower_fallback (low) : how (low, low->node->op, scalar);
  if (low->node->value.kind == FL_VALUE_UNKNOWN || low->node->value.kind == FL_VALUE_NONE)
    {
      if (low->node->n_users > 0)
        count_unsupported (low);
      return none;
    }
  return fl_lower_fallback (low);
}

static FlLoweredKind
classify (FlLowering *low, const FlItem *item)
{
  const FlStorage *storage;

  if (item->kind == FL_ITEM_LIST)
    return FL_LOWERED_TUPLE;
  if (item->kind != FL_ITEM_BOX)
    return FL_LOWERED_NOTHING;
  storage = item->box->storage;
  if (low->node->op != NULL && low->node->op->kind == FL_ATEN_VIEW && item->box->view != FL_VIEW_NONE)
    return FL_LOWERED_VIEW;
  if (storage->record != NULL && storage->record->buffer.kind == FL_BUFFER_CONCAT)
    return FL_LOWERED_CONCAT;
  if (storage->record != NULL && storage->record->loops == NULL)
    return storage->record->buffer.kind == FL_BUFFER_INPUT ? FL_LOWERED_INPUT : FL_LOWERED_EXTERN;
  if ((storage->record != NULL ? storage->record->loops : storage->loops)->kind == FL_LOOPS_POINTWISE)
    return item->box->view != FL_VIEW_NONE ? FL_LOWERED_VIEW : FL_LOWERED_POINTWISE;
  return (storage->record != NULL ? storage->record->loops : storage->loops)->kind == FL_LOOPS_SCATTER
             ? FL_LOWERED_SCATTER
             : FL_LOWERED_REDUCTION;
}

static const char *const lowered_names[] = {
  [FL_LOWERED_NOTHING] = "nothing to compute", [FL_LOWERED_INPUT] = "an input",
  [FL_LOWERED_CONSTANT] = "a constant",        [FL_LOWERED_POINTWISE] = "pointwise loops",
  [FL_LOWERED_REDUCTION] = "a reduction",      [FL_LOWERED_VIEW] = "a view",
  [FL_LOWERED_EXTERN] = "a library call",      [FL_LOWERED_CONCAT] = "a concatenation",
  [FL_LOWERED_SCATTER] = "a scatter",          [FL_LOWERED_TUPLE] = "several values",
  [FL_LOWERED_OUTPUT] = "the output",
};

/* --- operators on lists ----------------------------------------------------------------------- */

/* Somebody who is no operator on lists reads an element, or writes one in place. */
static gboolean
is_list_needed (FlLowering *low)
{
  gboolean has_users = FALSE;

  for (guint i = 0; i < low->graph->n_nodes; i++)
    {
      const FlNode *node = &low->graph->nodes[i];

      if (node->list != low->node->list)
        continue;
      has_users |= node->n_users > 0;
      if (node->op != NULL && node->op->kind == FL_ATEN_MUTATION)
        return TRUE;
      for (guint k = 0; k < node->n_users; k++)
        if (low->graph->nodes[node->users[k].index].list == 0)
          return TRUE;
    }
  return !has_users;
}

/* An element of an operator on lists: on a GPU one kernel does them all, so each gets a buffer, if only the next such
 * operator reads them. */
static void
settle_list_element (FlLowering *low, FlItem *item)
{
  const FlNode *next = low->id.index + 1 < low->graph->n_nodes ? &low->graph->nodes[low->id.index + 1] : NULL;

  if (low->node->op->kind != FL_ATEN_MUTATION && item->kind == FL_ITEM_BOX && !fl_box_is_on_cpu (item->box)
      && is_list_needed (low))
    {
      fl_realize_box (low, item->box, "it is an element of an operator on lists");
      g_ptr_array_add (low->list, item->box->storage->record);
    }
  if (next != NULL && next->list == low->node->list)
    return;
  fl_lower_add_list (low, low->list);
  g_ptr_array_set_size (low->list, 0);
}

static void
lower_node (FlLowering *low, guint index)
{
  FlItem *item = &low->items[index];

  start_node (low, index);
  if (low->node->kind == FL_NODE_PLACEHOLDER)
    {
      *item = lower_placeholder (low);
      if (item->kind == FL_ITEM_BOX && low->error == NULL)
        item->box = fl_realize_result (low, item->box);
    }
  else if (low->node->kind == FL_NODE_GET_ATTR)
    *item = lower_get_attr (low);
  else
    {
      *item = lower_call (low);
      if (low->node->list != 0 && low->error == NULL)
        settle_list_element (low, item);
      if (item->kind == FL_ITEM_BOX && low->error == NULL)
        item->box = fl_realize_result (low, item->box);
      low->nodes[index].kind = classify (low, item);
    }
  if (low->error == NULL)
    fl_lower_trace (low, FL_EVENT_LOWER, FL_VERDICT_ACCEPT, lowered_names[low->nodes[index].kind],
                    item->kind == FL_ITEM_BOX && item->box->storage->record != NULL
                        ? item->box->storage->record->buffer.name
                        : NULL,
                    0, NULL);
}

/* --- the pass --------------------------------------------------------------------------------- */

static void
start (FlLowering *low, const FlPass *pass, const FlGraph *graph)
{
  low->pass = pass;
  low->options = pass->options;
  low->graph = graph;
  low->arena = pass->arena;
  low->symbols = graph->symbols;
  low->pool = fl_expr_pool_new (pass->arena, graph->symbols);
  low->zero = fl_sym_int (low->symbols, 0);
  low->one = fl_sym_int (low->symbols, 1);
  low->inputs = g_ptr_array_new ();
  low->input_boxes = g_ptr_array_new ();
  low->constants = g_ptr_array_new ();
  low->buffers = g_ptr_array_new ();
  low->operations = g_ptr_array_new ();
  low->mutated_inputs = g_ptr_array_new ();
  low->lists = g_array_new (FALSE, FALSE, sizeof (FlOperationList));
  low->list = g_ptr_array_new ();
  low->by_name = fl_arena_adopt (pass->arena, g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  low->items = fl_arena_new (pass->arena, FlItem, graph->n_nodes + 1);
  low->nodes = fl_arena_new (pass->arena, FlLoweredNode, graph->n_nodes + 1);
  low->unsupported = g_hash_table_new (NULL, NULL);
  low->has_gpu = fl_lower_names_gpu (graph);
  fl_lower_look_at_layouts (low);
}

static void
stop (FlLowering *low)
{
  g_ptr_array_unref (low->inputs);
  g_ptr_array_unref (low->input_boxes);
  g_ptr_array_unref (low->constants);
  g_ptr_array_unref (low->buffers);
  g_ptr_array_unref (low->operations);
  g_ptr_array_unref (low->mutated_inputs);
  g_array_unref (low->lists);
  g_ptr_array_unref (low->list);
  g_hash_table_unref (low->unsupported);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
set_unsupported (FlLowering *low, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, low->unsupported);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s (%u)", i > 0 ? ", " : "", (const char *) names->pdata[i],
                            GPOINTER_TO_UINT (g_hash_table_lookup (low->unsupported, names->pdata[i])));
  g_set_error (
      error, FL_ERROR, FL_ERROR_UNSUPPORTED,
      "%s%soperators without a lowering, with how often they occur: %s. Give their nodes an annotation such as "
      "\"f32[8, 16]\" to have them called as they stand",
      low->graph->path != NULL ? low->graph->path : "", low->graph->path != NULL ? ": " : "", text->str);
}

static gboolean
is_stopped (const FlPass *pass)
{
  return fl_pass_is_stopped (pass, FL_STAGE_LOWER) || fl_pass_is_stopped (pass, FL_STAGE_REALIZE);
}

static gboolean
lower_graph (FlLowering *low, guint *next, GError **error)
{
  for (*next = 0; *next < low->graph->output.index && low->error == NULL && !is_stopped (low->pass); ++*next)
    {
      if (fl_pass_is_cancelled (low->pass, error))
        return FALSE;
      lower_node (low, *next);
    }
  if (g_hash_table_size (low->unsupported) > 0)
    {
      g_clear_error (&low->error);
      set_unsupported (low, error);
      return FALSE;
    }
  return TRUE;
}

FlLowered *
fl_lower_run (const FlPass *pass, const FlGraph *graph, GError **error)
{
  FlLowering low = { 0 };
  FlLowered *lowered = NULL;
  FlOutput *outputs = NULL;
  guint next = 0, n_outputs = 0;

  start (&low, pass, graph);
  if (lower_graph (&low, &next, error))
    {
      if (low.error == NULL && !is_stopped (pass))
        {
          start_node (&low, graph->output.index);
          fl_lower_output (&low, &outputs, &n_outputs);
          low.nodes[graph->output.index].kind = FL_LOWERED_OUTPUT;
          next = graph->n_nodes;
          fl_realize_settle_rest (&low);
        }
      if (low.error == NULL)
        lowered = fl_lower_finish (&low, outputs, n_outputs, graph->n_nodes - next);
      if (low.error != NULL)
        {
          g_propagate_error (error, low.error);
          lowered = NULL;
        }
    }
  else
    g_clear_error (&low.error);
  stop (&low);
  return lowered;
}
