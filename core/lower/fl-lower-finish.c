/* The end of lowering: outputs, mutated inputs, layouts, and the frozen result (torch/_inductor/graph.py, output). */
#include "fl-lowering.h"

FlBufferView
fl_box_get_buffer_view (FlLowering *low, const FlBox *box)
{
  FlRecord *record = fl_lower_find_record (low, box->storage->record->buffer.name);

  return (FlBufferView) {
    .buffer = &record->buffer,
    .layout = fl_box_get_layout (box),
    .is_view = box->view == FL_VIEW_REINTERPRET,
  };
}

/* --- outputs ---------------------------------------------------------------------------------- */

static void
add_output (FlLowering *low, const FlArg *arg, GArray *outputs, GPtrArray *boxes)
{
  FlItem item = fl_lower_get_item (low, arg);
  FlOutput output = { .kind = FL_OUTPUT_NONE };
  FlBox *box = NULL;

  if (item.kind == FL_ITEM_BOX)
    {
      box = fl_realize_input (low, item.box);
      output.kind = FL_OUTPUT_TENSOR;
    }
  else if (item.kind == FL_ITEM_SYM || item.kind == FL_ITEM_BOOL)
    {
      output.kind = FL_OUTPUT_SYM;
      output.sym = (item.kind == FL_ITEM_SYM ? item.sym : fl_item_get_sym (low, &item));
    }
  g_array_append_val (outputs, output);
  g_ptr_array_add (boxes, box);
}

static void
add_outputs (FlLowering *low, const FlArg *args, guint n_args, GArray *outputs, GPtrArray *boxes)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind == FL_ARG_LIST || args[i].kind == FL_ARG_TUPLE)
      add_outputs (low, args[i].items, args[i].n_items, outputs, boxes);
    else
      add_output (low, &args[i], outputs, boxes);
}

/* An input whose box no longer is its own buffer was mutated: the new value is copied back. */
static void
write_back_inputs (FlLowering *low, GPtrArray *outputs)
{
  for (guint i = 0; i < low->inputs->len; i++)
    {
      FlRecord *record = low->inputs->pdata[i];
      FlBox *box = low->input_boxes->pdata[i];

      if (record == NULL || box->storage->record == record)
        continue;
      for (guint k = 0; k < outputs->len; k++)
        if (outputs->pdata[k] != NULL && ((FlBox *) outputs->pdata[k])->storage == box->storage)
          outputs->pdata[k] = fl_box_of_record (low, record);
      fl_realize_into (low, box, fl_box_of_record (low, record));
    }
}

void
fl_lower_output (FlLowering *low, FlOutput **outputs, guint *n_outputs)
{
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (FlOutput));
  g_autoptr (GPtrArray) boxes = g_ptr_array_new ();

  add_outputs (low, low->node->args, low->node->n_args, found, boxes);
  write_back_inputs (low, boxes);
  for (guint i = 0; i < boxes->len && low->error == NULL; i++)
    if (boxes->pdata[i] != NULL)
      {
        /* Views are made last: the layout of the buffer may be decided only now. */
        FlBox *box = boxes->pdata[i];
        FlOutput *output = &g_array_index (found, FlOutput, i);

        if (box->view == FL_VIEW_NONE)
          fl_record_decide_layout (low, box->storage->record, "it is returned");
        output->tensor = fl_box_get_buffer_view (low, box);
        output->tensor.buffer->is_output = TRUE;
      }
  *n_outputs = found->len;
  *outputs = fl_arena_memdup (low->arena, found->data, found->len * sizeof (FlOutput));
}

/* --- layouts and the frozen result ------------------------------------------------------------ */

static void
resolve_loops (FlLowering *low, FlRecord *record)
{
  FlLoops *loops = fl_arena_memdup (low->arena, record->loops, sizeof *record->loops);
  const FlSym **index;

  for (guint i = 0; i < loops->n_values; i++)
    loops->values[i] = fl_layout_resolve (low, loops->values[i]);
  if (loops->n_scatter_index > 0)
    {
      index = fl_arena_new (low->arena, const FlSym *, loops->n_scatter_index);
      for (guint i = 0; i < loops->n_scatter_index; i++)
        index[i] = fl_layout_resolve_index (low, loops->scatter_index[i]);
      loops->scatter_index = index;
    }
  record->loops = loops;
  record->buffer.loops = loops;
}

/* Views of arguments were made before the layouts of some buffers were decided: those that show a whole buffer follow
 * it. */
static void
refresh_views (FlBuffer *buffer)
{
  for (guint i = 0; i < buffer->n_args; i++)
    {
      FlExternArg *arg = (FlExternArg *) &buffer->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && arg->tensor.buffer != NULL && !arg->tensor.is_view)
        arg->tensor.layout = arg->tensor.buffer->layout;
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (arg->tensors[k].buffer != NULL && !arg->tensors[k].is_view)
          ((FlBufferView *) &arg->tensors[k])->layout = arg->tensors[k].buffer->layout;
    }
}

static void *
copy_array (FlLowering *low, GPtrArray *array)
{
  return fl_arena_memdup (low->arena, array->pdata, array->len * sizeof (gpointer));
}

static FlLowered *
freeze (FlLowering *low, FlOutput *outputs, guint n_outputs, guint n_unlowered)
{
  FlLowered *lowered = fl_arena_new (low->arena, FlLowered, 1);

  *lowered = (FlLowered) {
    .graph = low->graph,
    .pool = low->pool,
    .symbols = low->symbols,
    .target = low->options->target,
    .n_inputs = low->inputs->len,
    .inputs = copy_array (low, low->inputs),
    .n_constants = low->constants->len,
    .constants = copy_array (low, low->constants),
    .n_buffers = low->buffers->len,
    .buffers = copy_array (low, low->buffers),
    .n_operations = low->operations->len,
    .operations = copy_array (low, low->operations),
    .n_lists = low->lists->len,
    .lists = fl_arena_memdup (low->arena, low->lists->data, low->lists->len * sizeof (FlOperationList)),
    .n_outputs = n_outputs,
    .outputs = outputs,
    .nodes = low->nodes,
    .n_mutated_inputs = low->mutated_inputs->len,
    .mutated_inputs = copy_array (low, low->mutated_inputs),
    .by_name = low->by_name,
    .n_unlowered = n_unlowered,
  };
  return lowered;
}

FlLowered *
fl_lower_finish (FlLowering *low, FlOutput *outputs, guint n_outputs, guint n_unlowered)
{
  low->node = NULL;
  fl_expr_pool_set_origin (low->pool, FL_NODE_NONE);
  for (guint i = 0; i < low->buffers->len; i++)
    fl_record_decide_layout (low, low->buffers->pdata[i], "lowering is done");
  for (guint i = 0; i < low->buffers->len; i++)
    {
      FlRecord *record = low->buffers->pdata[i];

      if (record->follows_target)
        record->buffer.layout.strides = record->buffer.layout.target->layout.strides;
      if (record->loops != NULL)
        resolve_loops (low, record);
      refresh_views (&record->buffer);
    }
  for (guint i = 0; i < low->inputs->len; i++)
    {
      FlRecord *record = low->inputs->pdata[i];

      if (record != NULL && record->is_mutated)
        g_ptr_array_add (low->mutated_inputs, record);
    }
  fl_lower_describe_nodes (low);
  return freeze (low, outputs, n_outputs, n_unlowered);
}
