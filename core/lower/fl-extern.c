/* Making library calls: arguments in memory, results with the layout that the library gives them. */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <string.h>

/* A call in the making, of at most as many arguments as are announced. */
FlExternCall *
fl_extern_new (FlLowering *low, guint max_args)
{
  FlExternCall *call = fl_arena_new (low->arena, FlExternCall, 1);

  call->args = fl_arena_new (low->arena, FlExternArg, max_args + 1);
  call->max_args = max_args;
  return call;
}

static FlExternArg *
add_arg (FlExternCall *call, const char *keyword)
{
  FlExternArg *arg = &call->args[call->n_args++];

  g_assert (call->n_args <= call->max_args);
  arg->keyword = keyword;
  return arg;
}

/* A box of at most one element meets every wish for strides as it is, a view that is not in memory, too. */
void
fl_extern_add_box (FlLowering *low, FlExternCall *call, const char *keyword, FlBox *box)
{
  FlExternArg *arg = add_arg (call, keyword);

  if (!fl_box_is_storage_and_layout (box))
    box = fl_realize_input (low, box);
  arg->kind = FL_EXTERN_TENSOR;
  arg->tensor = fl_box_get_buffer_view (low, box);
}

void
fl_extern_add_value (FlLowering *low, FlExternCall *call, const char *keyword, const FlArg *value)
{
  FlExternArg *arg = add_arg (call, keyword);

  arg->kind = FL_EXTERN_VALUE;
  arg->value = *value;
  if (value->kind == FL_ARG_NODE
      && low->items[value->node.index].kind == FL_ITEM_SYM) /* a number that comes with the call */
    {
      arg->value.kind = FL_ARG_INT;
      arg->value.sym = low->items[value->node.index].sym;
    }
}

void
fl_extern_add_int (FlLowering *low, FlExternCall *call, const char *keyword, gint64 value)
{
  const FlArg arg = { .kind = FL_ARG_INT, .sym = fl_sym_int (low->symbols, value) };

  fl_extern_add_value (low, call, keyword, &arg);
}

void
fl_extern_add_bool (FlLowering *low, FlExternCall *call, const char *keyword, gboolean value)
{
  const FlArg arg = { .kind = FL_ARG_BOOL, .number = value ? 1 : 0 };

  fl_extern_add_value (low, call, keyword, &arg);
}

/* stride=(1, 1) */
void
fl_extern_add_tuple (FlLowering *low, FlExternCall *call, const char *keyword, const FlSym *const *values, guint n)
{
  FlArg *items = fl_arena_new (low->arena, FlArg, n + 1);
  const FlArg arg = { .kind = FL_ARG_TUPLE, .n_items = n, .items = items };

  for (guint i = 0; i < n; i++)
    items[i] = (FlArg) { .kind = FL_ARG_INT, .sym = values[i] };
  fl_extern_add_value (low, call, keyword, &arg);
}

/* --- arguments as the node has them ----------------------------------------------------------- */

/* Sizes that are nodes become the integers they stand for. */
static FlArg
resolve_value (FlLowering *low, const FlArg *arg)
{
  FlArg value = *arg;
  FlArg *items;

  if (arg->kind == FL_ARG_NODE)
    {
      const FlItem *item = &low->items[arg->node.index];

      value.kind = item->kind == FL_ITEM_SYM ? FL_ARG_INT : FL_ARG_NONE;
      value.sym = item->sym;
    }
  if (arg->n_items == 0)
    return value;
  items = fl_arena_new (low->arena, FlArg, arg->n_items + 1);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = resolve_value (low, &arg->items[i]);
  value.items = items;
  return value;
}

static FlBox *
put_in_memory (FlLowering *low, FlBox *box)
{
  box = fl_realize_input (low, box);
  fl_box_decide_layout (low, box);
  return box;
}

static gboolean
has_tensor (FlLowering *low, const FlArg *arg)
{
  for (guint i = 0; i < arg->n_items; i++)
    if (arg->items[i].kind == FL_ARG_NODE && low->items[arg->items[i].node.index].kind == FL_ITEM_BOX)
      return TRUE;
  return FALSE;
}

static void
add_tensor_list (FlLowering *low, FlExternCall *call, const FlArg *given)
{
  FlExternArg *arg = add_arg (call, given->keyword);
  FlBufferView *tensors = fl_arena_new (low->arena, FlBufferView, given->n_items + 1);

  arg->kind = FL_EXTERN_TENSORS;
  arg->n_tensors = given->n_items;
  arg->tensors = tensors;
  for (guint i = 0; i < given->n_items; i++)
    {
      FlItem item = fl_lower_get_item (low, &given->items[i]);

      if (item.kind == FL_ITEM_BOX)
        tensors[i] = fl_box_get_buffer_view (low, put_in_memory (low, item.box));
    }
}

void
fl_extern_add_node_arg (FlLowering *low, FlExternCall *call, const FlArg *given)
{
  FlItem item = fl_lower_get_item (low, given);
  FlArg value;

  if (item.kind == FL_ITEM_BOX)
    {
      fl_extern_add_box (low, call, given->keyword, put_in_memory (low, item.box));
      return;
    }
  if (has_tensor (low, given))
    {
      add_tensor_list (low, call, given);
      return;
    }
  value = resolve_value (low, given);
  value.keyword = NULL;
  fl_extern_add_value (low, call, given->keyword, &value);
}

/* --- results ---------------------------------------------------------------------------------- */

static FlRecord *
make_record (FlLowering *low, const FlExternCall *call, FlBufferKind kind, FlDevice device, FlDtype dtype,
             const FlSym *const *sizes, guint n)
{
  FlRecord *record = fl_record_new (low, kind, device, dtype, sizes, n);

  record->buffer.kernel = call->kernel;
  record->buffer.aten = call->aten;
  record->buffer.n_args = call->n_args;
  record->buffer.args = call->args;
  record->buffer.why = "it is a library call";
  return record;
}

static void
trace_call (FlLowering *low, const FlRecord *record)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, record->buffer.why, record->buffer.name, 0,
                  record->buffer.kernel);
}

/* strides NULL: flexible. */
FlBox *
fl_extern_finish (FlLowering *low, FlExternCall *call, FlBufferKind kind, FlDevice device, FlDtype dtype,
                  const FlSym *const *sizes, guint n, const FlSym *const *strides)
{
  FlRecord *record = make_record (low, call, kind, device, dtype, sizes, n);

  fl_record_register_buffer (low, record);
  fl_record_register_operation (low, record);
  trace_call (low, record);
  if (strides != NULL)
    fl_record_freeze (low, record, strides, "the library gives it so");
  return fl_box_of_record (low, record);
}

/* The file may say what strides an element has where the operator's rule cannot know: of what the library lays out as
 * its inputs are. NULL: it does not. */
static const FlSym *const *
find_annotated_strides (FlLowering *low, const FlTensor *tensor, guint position)
{
  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);
      const FlTensor *told = &user->annotated.tensor;
      gint64 which;

      if (user->op != NULL && user->op->op == FL_ATEN_OP_OPERATOR_GETITEM && user->n_args > 1
          && user->args[1].kind == FL_ARG_INT && fl_sym_is_int (user->args[1].sym, &which) && which == position
          && user->annotated.kind == FL_VALUE_TENSOR && told->strides != NULL && told->n_dims == tensor->n_dims)
        return told->strides;
    }
  return NULL;
}

static FlItem
make_element (FlLowering *low, FlRecord *packed, const FlValue *value, guint position)
{
  FlItem item = { .kind = FL_ITEM_NONE };
  FlExternCall *call;
  FlBox *box;
  const FlTensor *tensor = &value->tensor;
  const FlSym *const *annotated = NULL;

  if (value->kind == FL_VALUE_SYM)
    return (FlItem) { .kind = FL_ITEM_SYM, .sym = value->sym };
  if (value->kind != FL_VALUE_TENSOR)
    return item;
  annotated = find_annotated_strides (low, tensor, position);
  call = fl_extern_new (low, 1);
  call->args[0].tensor = (FlBufferView) { .buffer = &packed->buffer, .layout = packed->buffer.layout };
  call->n_args = 1;
  box = fl_extern_finish (low, call, FL_BUFFER_MULTI_OUTPUT, fl_lower_map_device (low, tensor->device), tensor->dtype,
                          tensor->sizes, tensor->n_dims,
                          annotated != NULL         ? annotated
                          : tensor->strides != NULL ? tensor->strides
                                                    : fl_strides_contiguous (low, tensor->sizes, tensor->n_dims));
  box->storage->record->buffer.tuple_index = position;
  return fl_item_of_box (box);
}

static FlDevice
find_device (FlLowering *low, const FlExternCall *call)
{
  FlDevice device = { NULL, -1 };

  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i].kind == FL_EXTERN_TENSOR && call->args[i].tensor.buffer != NULL)
      return call->args[i].tensor.layout.device;
  return fl_lower_map_device (low, device);
}

static FlItem
finish_tuple (FlLowering *low, FlExternCall *call, const FlValue *value)
{
  FlRecord *packed = make_record (low, call, FL_BUFFER_FALLBACK, find_device (low, call), FL_DTYPE_NONE, NULL, 0);
  FlItem item = { .kind = FL_ITEM_LIST, .n_items = value->n_items };

  packed->buffer.layout.kind = FL_LAYOUT_MULTI_OUTPUT;
  fl_record_register_buffer (low, packed);
  fl_record_register_operation (low, packed);
  trace_call (low, packed);
  item.items = fl_arena_new (low->arena, FlItem, value->n_items + 1);
  for (guint i = 0; i < value->n_items; i++)
    item.items[i] = make_element (low, packed, &value->items[i], i);
  return item;
}

FlRecord *
fl_extern_finish_nothing (FlLowering *low, FlExternCall *call, FlDevice device)
{
  FlRecord *record = make_record (low, call, FL_BUFFER_FALLBACK, device, FL_DTYPE_NONE, NULL, 0);

  record->buffer.layout.kind = FL_LAYOUT_NONE;
  fl_record_register_buffer (low, record);
  fl_record_register_operation (low, record);
  trace_call (low, record);
  return record;
}

/* A call of the operator as it stands: its results are those of the node. */
FlItem
fl_extern_finish_fallback (FlLowering *low, FlExternCall *call)
{
  const FlValue *value = &low->node->value;
  const FlTensor *tensor = &value->tensor;
  FlItem none = { .kind = FL_ITEM_NONE };

  if (value->kind == FL_VALUE_TUPLE)
    return finish_tuple (low, call, value);
  if (value->kind == FL_VALUE_TENSOR && !fl_options_has (low->options, FL_RULE_CALLS_OF_ONE_RESULT))
    {
      const FlValue one = { .kind = FL_VALUE_TUPLE, .n_items = 1, .items = value };

      return finish_tuple (low, call, &one).items[0];
    }
  if (value->kind == FL_VALUE_TENSOR)
    return fl_item_of_box (fl_extern_finish (low, call, FL_BUFFER_FALLBACK, fl_lower_map_device (low, tensor->device),
                                             tensor->dtype, tensor->sizes, tensor->n_dims,
                                             tensor->strides != NULL
                                                 ? tensor->strides
                                                 : fl_strides_contiguous (low, tensor->sizes, tensor->n_dims)));
  fl_extern_finish_nothing (low, call, find_device (low, call));
  return value->kind == FL_VALUE_SYM ? (FlItem) { .kind = FL_ITEM_SYM, .sym = value->sym } : none;
}

/* The call writes this argument too: its readers come first. with_output: a buffer without memory stands for the new
 * value. */
void
fl_extern_add_mutation (FlLowering *low, FlRecord *call, FlBox *changed, gboolean with_output)
{
  FlRecord *written = fl_lower_find_record (low, changed->storage->record->buffer.name), *output;
  FlBuffer **mutates = fl_arena_new (low->arena, FlBuffer *, call->buffer.n_mutates + 1);

  if (call->buffer.n_mutates > 0)
    memcpy (mutates, call->buffer.mutates, call->buffer.n_mutates * sizeof *mutates);
  mutates[call->buffer.n_mutates++] = &written->buffer;
  call->buffer.mutates = mutates;
  fl_record_mark_mutated (low, written);
  if (!with_output)
    return;
  output = fl_record_new (low, FL_BUFFER_MUTATION_OUTPUT, call->buffer.layout.device, FL_DTYPE_NONE, NULL, 0);
  output->buffer.layout.kind = FL_LAYOUT_NONE;
  output->buffer.layout.target = &written->buffer;
  output->buffer.why = "a library call overwrites an argument";
  fl_record_register_buffer (low, output);
}

/* --- another device --------------------------------------------------------------------------- */

FlBox *
fl_box_to_device (FlLowering *low, FlBox *box, FlDevice device)
{
  FlExternCall *call = fl_extern_new (low, 1);

  box = fl_realize_input (low, box);
  fl_extern_add_box (low, call, NULL, box);
  call->kernel = "copy_";
  return fl_extern_finish (low, call, FL_BUFFER_DEVICE_COPY, device, box->dtype, box->sizes, box->n_dims, NULL);
}
