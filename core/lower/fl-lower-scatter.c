/* Lowerings that write at computed addresses: loops whose store goes where an index tensor says
 * (torch/_inductor/lowering.py). */
#include "fl-event-kinds.h"
#include "fl-lower-table.h"

#include <string.h>

LOWERING (index_put);
LOWERING (index_put_);
LOWERING (unsafe_masked_index_put_accumulate);
LOWERING (scatter);
LOWERING (scatter_add);
LOWERING (scatter_reduce);
LOWERING (as_strided_scatter);
LOWERING (scatter_upon_const_tensor);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* A buffer that stores value into target at index, over the ranges. */
static void
store_at (FlLowering *low, FlBox *target, const FlSym *const *ranges, guint n, const FlExpr *value,
          const FlSym *const *index, FlStoreMode mode)
{
  FlRecord *written = fl_lower_find_record (low, target->storage->record->buffer.name), *record;
  FlLoops *loops = fl_arena_new (low->arena, FlLoops, 1);

  /* A view that was taken before its tensor was in memory. */
  if (target->view == FL_VIEW_LAZY)
    target = fl_box_to_written (low, target);
  if (target == NULL)
    {
      fl_lower_fail (low, FL_ERROR_UNSUPPORTED, "writing through a view that no strides describe");
      return;
    }
  *loops = (FlLoops) {
    .kind = FL_LOOPS_SCATTER,
    .device = target->device,
    .dtype = target->dtype,
    .src_dtype = target->dtype,
    .n_ranges = n,
    .ranges = ranges,
    .vars = fl_box_get_vars (low, "i", ranges, n),
    .n_values = 1,
    .values = { value },
    .hint = FL_HINT_DEFAULT,
    .scatter_index = index,
    .n_scatter_index = target->n_dims,
    .mode = mode,
  };
  fl_record_mark_mutated (low, written);
  record = fl_record_new (low, FL_BUFFER_COMPUTED, target->device, target->dtype, target->sizes, target->n_dims);
  record->loops = loops;
  record->buffer.loops = loops;
  record->buffer.why = "it writes into another buffer at computed addresses";
  fl_record_set_mutation (record, written, target);
  fl_record_register_buffer (low, record);
  fl_record_register_operation (low, record);
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, record->buffer.why, record->buffer.name, 0, NULL);
}

static FlBox *
with_a_dimension (FlLowering *low, FlBox *box)
{
  return box->n_dims == 0 ? fl_box_unsqueeze (low, box, 0) : box;
}

/* --- index_put -------------------------------------------------------------------------------- */

/* A write that is left to the library: memory with a name changes under it. */
static void
call_library (FlLowering *low, FlBox *self, const char *kernel, const char *class_name)
{
  FlExternCall *call = fl_extern_new (low, low->node->n_args);
  FlBox *box = fl_realize_input (low, self);
  FlRecord *record;

  fl_box_decide_layout (low, box);
  call->kernel = kernel;
  call->aten = low->node->op;
  fl_extern_add_box (low, call, NULL, box);
  for (guint i = 1; i < low->node->n_args; i++)
    fl_extern_add_node_arg (low, call, &low->node->args[i]);
  fl_record_mark_mutated (low, box->storage->record);
  record = fl_extern_finish_nothing (low, call, box->device);
  record->buffer.class_name = class_name;
  fl_extern_add_mutation (low, record, box, FALSE);
}

static gboolean
is_mask (const FlItem *item)
{
  return item->kind == FL_ITEM_BOX && (item->box->dtype == FL_DTYPE_BOOL || item->box->dtype == FL_DTYPE_U8);
}

static FlBox *
fill_where (FlLowering *low, FlBox *self, FlBox *mask, FlBox *value, gboolean accumulate)
{
  while (mask->n_dims < self->n_dims)
    mask = fl_box_unsqueeze (low, mask, mask->n_dims);
  if (accumulate)
    value = fl_box_binary (low, FL_SCALAR_ADD, result (self), result (value));
  return fl_realize_mutate_to (low, self, fl_box_where (low, result (mask), result (value), result (self)), TRUE);
}

static FlBox *
put_at (FlLowering *low, FlBox *self, FlItem indices, FlBox *values, gboolean check)
{
  gboolean accumulate = fl_lower_get_bool (low, "accumulate", FALSE);
  const FlSym **vars, **index;
  FlIndexing indexing;
  FlBox *target;

  if (indices.n_items == 1 && is_mask (&indices.items[0]) && fl_sym_is_int_value (fl_box_get_numel (low, values), 1))
    return fill_where (low, self, indices.items[0].box, values, accumulate);
  if (accumulate && !fl_box_is_on_cpu (self) && (self->dtype == FL_DTYPE_I64 || self->dtype == FL_DTYPE_BOOL))
    {
      call_library (low, self, "aten.index_put_", "IndexPutFallback");
      return self;
    }
  values = fl_box_to_dtype (low, values, self->dtype);
  target = with_a_dimension (low, self);
  if (!fl_indexing_start (low, indices, target->sizes, target->n_dims, &indexing))
    {
      call_library (low, self, "aten.index_put_", "IndexPutFallback");
      return self;
    }
  fl_realize_box (low, self, "it is written at computed addresses");
  target = with_a_dimension (low, self);
  values = fl_box_expand (low, values, indexing.result_sizes, indexing.n_result, TRUE);
  vars = fl_box_get_vars (low, "i", indexing.result_sizes, indexing.n_result);
  index = fl_indexing_get_index (low, &indexing, vars, TRUE, check);
  store_at (low, target, indexing.result_sizes, indexing.n_result, fl_box_load (low, values, vars), index,
            accumulate ? FL_STORE_ATOMIC_ADD : FL_STORE_SET);
  return self;
}

static FlItem
lower_put (FlLowering *low, gboolean in_place, gboolean check)
{
  FlBox *self = fl_lower_get_input (low), *values = fl_lower_get_arg (low, "values").box;
  FlItem indices = fl_lower_get_arg (low, "indices");

  if (self == NULL || values == NULL || indices.kind != FL_ITEM_LIST)
    return nothing;
  if (!in_place)
    return result (put_at (low, fl_box_clone (low, self), indices, values, check));
  values = fl_realize_aside (low, values, self);
  for (guint i = 0; i < indices.n_items; i++)
    if (indices.items[i].kind == FL_ITEM_BOX)
      indices.items[i].box = fl_realize_aside (low, indices.items[i].box, self);
  return result (put_at (low, self, indices, values, check));
}

static gboolean
is_unsafe (const FlAtenRow *row)
{
  return strstr (row->name, "_unsafe") != NULL;
}

FlItem
lower_index_put (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_put (low, FALSE, !is_unsafe (row));
}

FlItem
lower_index_put_ (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_put (low, TRUE, !is_unsafe (row));
}

static FlItem
clamp_index (FlLowering *low, FlItem index, const FlSym *size)
{
  FlItem last = { .kind = FL_ITEM_SYM, .sym = fl_sym_add_int (size, -1) },
         first = { .kind = FL_ITEM_SYM, .sym = fl_sym_neg (size) };

  if (index.kind != FL_ITEM_BOX)
    return index;
  index = result (fl_box_binary (low, FL_SCALAR_MINIMUM, last, index));
  return result (fl_box_binary (low, FL_SCALAR_MAXIMUM, first, index));
}

/* Values where the mask holds, 0 elsewhere, added at addresses that were brought into range. */
FlItem
lower_unsafe_masked_index_put_accumulate (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *self = fl_lower_get_input (low), *values = fl_lower_get_arg (low, "values").box, *target;
  FlItem mask = fl_lower_get_arg (low, "mask"), indices = fl_lower_get_arg (low, "indices"),
         zero = fl_item_of_int (low, 0);
  const FlSym **vars, **index;
  FlIndexing indexing;

  if (self == NULL || values == NULL || mask.kind != FL_ITEM_BOX)
    return nothing;
  values = fl_box_where (low, mask, result (values), zero);
  for (guint i = 0; i < indices.n_items && i < self->n_dims; i++)
    indices.items[i] = clamp_index (low, indices.items[i], self->sizes[i]);
  target = fl_box_clone (low, self);
  values = fl_box_to_dtype (low, values, self->dtype);
  if (!fl_indexing_start (low, indices, target->sizes, target->n_dims, &indexing))
    return fl_lower_fallback (low);
  fl_realize_box (low, target, "it is written at computed addresses");
  values = fl_box_expand (low, values, indexing.result_sizes, indexing.n_result, TRUE);
  vars = fl_box_get_vars (low, "i", indexing.result_sizes, indexing.n_result);
  index = fl_indexing_get_index (low, &indexing, vars, TRUE, FALSE);
  store_at (low, target, indexing.result_sizes, indexing.n_result, fl_box_load (low, values, vars), index,
            FL_STORE_ATOMIC_ADD);
  return result (target);
}

/* --- scatter ---------------------------------------------------------------------------------- */

/* Source: Inductor's use_scatter_fallback. One thread needs no atomic additions, so a loop is as fast as the library.
 */
static gboolean
must_call_library (const FlLowering *low, const FlBox *self, const FlItem *source, const char *reduce,
                   gboolean is_scatter)
{
  const char *plain = is_scatter ? "add" : "sum";
  const gboolean prefers_library = low->options->fallback_scatter_reduce_sum && low->options->cpp_threads != 1;

  if (reduce != NULL && !g_str_equal (reduce, plain))
    return TRUE;
  if (source->kind == FL_ITEM_BOX && !fl_box_is_on_cpu (source->box)
      && (source->box->dtype == FL_DTYPE_I64 || source->box->dtype == FL_DTYPE_BOOL))
    return TRUE;
  if (prefers_library && !is_scatter && reduce != NULL && source->kind == FL_ITEM_BOX && fl_box_is_on_cpu (source->box))
    return TRUE;
  return reduce != NULL && (self->dtype == FL_DTYPE_BOOL || self->dtype == FL_DTYPE_I64);
}

static void
scatter_into (FlLowering *low, FlBox *self, FlBox *where, FlItem source, FlStoreMode mode, gboolean include_self)
{
  const FlSym **vars, **index;
  const FlExpr *value;
  guint dim;

  if (source.kind == FL_ITEM_BOX)
    source.box = with_a_dimension (low, source.box);
  where = with_a_dimension (low, where);
  fl_realize_box (low, self, "it is written at computed addresses");
  self = with_a_dimension (low, self);
  if (!fl_lower_get_dim (low, "dim", 0, self->n_dims, &dim))
    return;
  vars = fl_box_get_vars (low, "i", where->sizes, where->n_dims);
  index = fl_arena_memdup (low->arena, vars, where->n_dims * sizeof *vars);
  index[dim] = fl_expr_indirect (low->pool, fl_box_load (low, where, vars), self->sizes[dim], FALSE, TRUE);
  if (!include_self)
    store_at (low, self, where->sizes, where->n_dims, fl_expr_constant (low->pool, self->dtype, 0), index,
              FL_STORE_SET);
  value = source.kind == FL_ITEM_BOX ? fl_box_load (low, source.box, vars)
                                     : fl_item_to_constant (low, &source, self->dtype);
  store_at (low, self, where->sizes, where->n_dims, value, index, mode);
}

static FlItem
lower_any_scatter (FlLowering *low, const char *reduce, gboolean is_scatter)
{
  FlBox *self = fl_lower_get_input (low), *where = fl_lower_get_arg (low, "index").box, *target;
  FlItem source = fl_lower_get_arg (low, "src");

  if (source.kind == FL_ITEM_NONE)
    source = fl_lower_get_arg (low, "value");
  if (self == NULL || where == NULL || source.kind == FL_ITEM_NONE)
    return nothing;
  target = fl_box_clone (low, self);
  if (must_call_library (low, self, &source, reduce, is_scatter))
    {
      call_library (low, target, is_scatter ? "aten.scatter_.src" : "aten.scatter_reduce_.two", "ScatterFallback");
      return result (target);
    }
  scatter_into (low, target, where, source, reduce != NULL ? FL_STORE_ATOMIC_ADD : FL_STORE_SET,
                fl_lower_get_bool (low, "include_self", TRUE));
  return result (target);
}

FlItem
lower_scatter (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_any_scatter (low, NULL, TRUE);
}

FlItem
lower_scatter_add (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_any_scatter (low, "sum", FALSE);
}

FlItem
lower_scatter_reduce (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlArg *reduce = fl_node_find_arg (low->node, "reduce");

  return lower_any_scatter (low, reduce != NULL && reduce->kind == FL_ARG_STRING ? reduce->text : "sum", FALSE);
}

/* A copy of self with the strides of self, and src copied into a strided view of it. */
FlItem
lower_as_strided_scatter (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *self = fl_lower_get_input (low), *source = fl_lower_get_arg (low, "src").box, *copy, *view;
  guint n, n_strides;
  const FlSym **sizes = fl_lower_get_syms (low, "size", &n), **strides = fl_lower_get_syms (low, "stride", &n_strides);
  FlItem offset = fl_lower_get_arg (low, "storage_offset");
  const FlValue *traced;

  if (self == NULL || source == NULL || n != n_strides || low->node->args[0].kind != FL_ARG_NODE)
    return nothing;
  copy = fl_box_clone (low, self);
  fl_realize_box (low, copy, "it is written through a view");
  traced = &fl_graph_get_node (low->graph, low->node->args[0].node)->value;
  if (traced->kind == FL_VALUE_TENSOR && traced->tensor.strides != NULL && traced->tensor.n_dims == copy->n_dims)
    copy = fl_require_exact_strides (low, copy, traced->tensor.strides, FALSE);
  fl_box_decide_layout (low, copy);
  view = fl_box_reinterpret (low, copy, sizes, strides, n, offset.kind == FL_ITEM_SYM ? offset.sym : low->zero);
  source = fl_box_expand (low, fl_box_to_dtype (low, source, self->dtype), sizes, n, FALSE);
  fl_realize_into (low, source, view);
  return result (copy);
}

/* A choice by position: fx_passes/post_grad.py scatter_upon_const_tensor. */
FlItem
lower_scatter_upon_const_tensor (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlTensor *whole = &low->node->value.tensor;
  FlBox *selector = fl_lower_get_arg (low, "selector").box;
  const FlItem number = fl_lower_get_arg (low, "val"), background = fl_lower_get_arg (low, "background_val");
  const FlSym **vars, **index;
  const FlExpr *is_there;
  guint dim;

  if (selector == NULL || low->node->value.kind != FL_VALUE_TENSOR || selector->n_dims != whole->n_dims
      || !fl_lower_get_dim (low, "dim", 0, whole->n_dims, &dim))
    return nothing;
  vars = fl_box_get_vars (low, "i", whole->sizes, whole->n_dims);
  index = fl_arena_memdup (low->arena, vars, whole->n_dims * sizeof *vars);
  index[dim] = low->zero;
  is_there = fl_expr_op2 (low->pool, FL_SCALAR_EQ, fl_box_load (low, selector, index),
                          fl_expr_index (low->pool, FL_DTYPE_I64, vars[dim]));
  return result (fl_box_pointwise (low, whole->device, whole->dtype, whole->sizes, whole->n_dims,
                                   fl_expr_where (low->pool, is_there, fl_item_to_constant (low, &number, whole->dtype),
                                                  fl_item_to_constant (low, &background, whole->dtype))));
}
