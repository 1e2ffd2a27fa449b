/* Boxes: what a value is while the graph is lowered, and how one reads it.
 *
 * In Inductor an inner_fn is a closure; here it is an expression over the variables of its ranges, and calling it is a
 * substitution. Every use is wrapped in a scope, since Inductor evaluates the closure afresh each time. */
#include "fl-lowering.h"

#include <string.h>

FlOrigins
fl_origins_join (FlArena *arena, FlOrigins a, FlOrigins b)
{
  FlOrigins joined = { 0 };
  guint32 *nodes;
  guint i = 0, j = 0;

  if (a.n == 0 || a.nodes == b.nodes)
    return b;
  if (b.n == 0)
    return a;
  nodes = fl_arena_new (arena, guint32, a.n + b.n);
  while (i < a.n || j < b.n)
    {
      guint32 next = j == b.n || (i < a.n && a.nodes[i] <= b.nodes[j]) ? a.nodes[i] : b.nodes[j];

      i += i < a.n && a.nodes[i] == next;
      j += j < b.n && b.nodes[j] == next;
      nodes[joined.n++] = next;
    }
  joined.nodes = nodes;
  return joined;
}

/* What a use of the box brings along: its views and what is computed there, nothing when it is a whole buffer. */
FlOrigins
fl_origins_of_box (const FlBox *box)
{
  FlOrigins none = { 0 };

  if (box->view != FL_VIEW_NONE)
    return box->origins;
  if (box->storage->record != NULL)
    return none;
  return box->storage->origins;
}

const FlSym **
fl_box_get_vars (FlLowering *low, const char *prefix, const FlSym *const *sizes, guint n)
{
  const FlSym **vars = fl_arena_new (low->arena, const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    vars[i] = fl_sym_is_int_value (sizes[i], 1)
                  ? low->zero
                  : fl_sym_open_var (low->symbols, fl_intern_printf ("%s%u", prefix, i), sizes[i]);
  return vars;
}

const FlSym *const *
fl_box_close_vars (FlLowering *low, const FlSym *const *vars, guint n)
{
  const FlSym **closed = fl_arena_new (low->arena, const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    closed[i] = fl_sym_close (vars[i]);
  return closed;
}

/* value with vars[i] := values[i]; variables that are constants (ranges of size 1) are passed over. */
const FlExpr *
fl_expr_bind (FlLowering *low, const FlExpr *value, const FlSym *const *vars, const FlSym *const *values, guint n)
{
  const FlSym *from[64], *to[64];
  guint used = 0;

  g_assert (n <= G_N_ELEMENTS (from));
  for (guint i = 0; i < n; i++)
    if (vars[i] != values[i] && !fl_sym_is_int (vars[i], NULL))
      {
        from[used] = vars[i];
        to[used++] = values[i];
      }
  return used > 0 ? fl_expr_substitute (low->pool, value, from, to, used) : value;
}

static const FlSym *
bind_index (const FlSym *index, const FlSym *const *vars, const FlSym *const *values, guint n)
{
  return fl_sym_substitute (index, vars, values, n);
}

FlStorage *
fl_storage_new (FlLowering *low)
{
  FlStorage *storage = fl_arena_new (low->arena, FlStorage, 1);

  storage->origins = low->origins;
  storage->fx_node = low->node != NULL ? low->id : FL_NODE_NONE;
  return storage;
}

FlBox *
fl_box_of_storage (FlLowering *low, FlStorage *storage)
{
  FlBox *box = fl_arena_new (low->arena, FlBox, 1);

  box->storage = storage;
  if (storage->record != NULL)
    {
      const FlLayout *layout = &storage->record->buffer.layout;

      box->device = layout->device;
      box->dtype = layout->dtype;
      box->n_dims = layout->n_dims;
      box->sizes = layout->sizes;
    }
  else
    {
      box->device = storage->loops->device;
      box->dtype = storage->loops->dtype;
      box->n_dims = storage->loops->n_ranges;
      box->sizes = storage->loops->ranges;
    }
  return box;
}

FlBox *
fl_box_of_record (FlLowering *low, FlRecord *record)
{
  FlStorage *storage = fl_storage_new (low);

  storage->record = record;
  return fl_box_of_storage (low, storage);
}

FlBox *
fl_box_of_loops (FlLowering *low, FlLoops *loops)
{
  FlStorage *storage = fl_storage_new (low);

  storage->loops = loops;
  return fl_box_of_storage (low, storage);
}

FlBox *
fl_box_pointwise (FlLowering *low, FlDevice device, FlDtype dtype, const FlSym *const *sizes, guint n,
                  const FlExpr *value)
{
  FlLoops *loops = fl_arena_new (low->arena, FlLoops, 1);

  *loops = (FlLoops) {
    .kind = FL_LOOPS_POINTWISE,
    .device = device,
    .dtype = dtype,
    .src_dtype = dtype,
    .n_ranges = n,
    .ranges = sizes,
    .vars = fl_box_get_vars (low, "i", sizes, n),
    .n_values = 1,
    .values = { value },
    .hint = FL_HINT_DEFAULT,
  };
  return fl_box_of_loops (low, loops);
}

const FlLoops *
fl_storage_get_loops (const FlStorage *storage)
{
  return storage->record == NULL ? storage->loops : NULL;
}

gboolean
fl_box_is_storage_and_layout (const FlBox *box)
{
  return box->view == FL_VIEW_REINTERPRET || (box->view == FL_VIEW_NONE && box->storage->record != NULL);
}

gboolean
fl_box_is_unrealized (const FlBox *box)
{
  return box->view == FL_VIEW_NONE && box->storage->record == NULL;
}

gboolean
fl_box_is_on_cpu (const FlBox *box)
{
  return box->device.type == NULL || g_str_equal (box->device.type, "cpu");
}

const FlSym *
fl_box_get_numel (FlLowering *low, const FlBox *box)
{
  return fl_sym_product (low->symbols, box->sizes, box->n_dims);
}

FlLayout
fl_box_get_layout (const FlBox *box)
{
  FlLayout layout = { 0 };

  g_assert (fl_box_is_storage_and_layout (box));
  if (box->view == FL_VIEW_NONE)
    return box->storage->record->buffer.layout;
  layout.kind = FL_LAYOUT_FIXED;
  layout.device = box->device;
  layout.dtype = box->dtype;
  layout.n_dims = box->n_dims;
  layout.sizes = box->sizes;
  layout.strides = box->strides;
  layout.offset = box->offset;
  return layout;
}

FlRecord *
fl_lower_find_record (FlLowering *low, const char *name)
{
  return g_hash_table_lookup (low->by_name, name);
}

/* --- symbolic strides of flexible buffers ----------------------------------------------------- */

static const FlSym *
resolve_index (gpointer data, const char *buffer, const FlSym *index)
{
  FlLowering *low = data;
  FlRecord *record = fl_lower_find_record (low, buffer);

  if (record == NULL || record->stride_symbols == NULL)
    return index;
  return fl_sym_substitute (index, record->stride_symbols, record->buffer.layout.strides, record->buffer.layout.n_dims);
}

const FlSym *
fl_layout_resolve_one (FlLowering *low, const char *buffer, const FlSym *index)
{
  return resolve_index (low, buffer, index);
}

const FlExpr *
fl_layout_resolve (FlLowering *low, const FlExpr *value)
{
  return fl_expr_map_indices (low->pool, value, resolve_index, low);
}

const FlSym *
fl_layout_resolve_index (FlLowering *low, const FlSym *index)
{
  return fl_expr_map_index (low->pool, index, resolve_index, low);
}

/* --- counting --------------------------------------------------------------------------------- */

/* Two loads are one where they have one index by the strides that the buffer has now, whichever it had when they were
 * made. */
static void
count_value (FlLowering *low, const FlExpr *value, FlExprCount *count)
{
  fl_expr_count (low->pool, value, low->arena, count);
  if (count->n_reads > count->n_read_buffers)
    fl_expr_count (low->pool, fl_layout_resolve (low, value), low->arena, count);
}

static void
count_loops (FlLowering *low, const FlLoops *loops, FlExprCount *count)
{
  count_value (low, loops->values[0], count);
  for (guint i = 1; i < loops->n_values; i++)
    {
      FlExprCount other;

      count_value (low, loops->values[i], &other);
      count->n_ops += other.n_ops;
      count->n_reads += other.n_reads;
      count->n_nontrivial_reads += other.n_nontrivial_reads;
    }
}

/* Of the loops inside, realized or not; zero for buffers that have none. */
const FlExprCount *
fl_storage_get_count (FlLowering *low, FlStorage *storage)
{
  const FlLoops *loops = storage->record != NULL ? storage->record->loops : storage->loops;

  if (!storage->is_counted && loops != NULL)
    count_loops (low, loops, &storage->count);
  storage->is_counted = TRUE;
  return &storage->count;
}

void
fl_box_collect_reads (FlLowering *low, const FlBox *box, GPtrArray *names)
{
  FlStorage *storage = box->storage;
  const FlExprCount *count;

  if (storage->record != NULL && storage->record->loops == NULL)
    {
      g_ptr_array_add (names, (gpointer) storage->record->buffer.name);
      return;
    }
  count = fl_storage_get_count (low, storage);
  for (guint i = 0; i < count->n_read_buffers; i++)
    g_ptr_array_add (names, (gpointer) count->read_buffers[i]);
}

/* --- loading ---------------------------------------------------------------------------------- */

/* Inductor reads a computed buffer that itself reads nothing (full, arange) by computing it again. */
static gboolean
is_inlined_though_realized (FlLowering *low, FlStorage *storage)
{
  FlRecord *record = storage->record;

  return record->buffer.kind == FL_BUFFER_COMPUTED && record->loops != NULL && record->loops->kind == FL_LOOPS_POINTWISE
         && !record->is_mutated && record->buffer.layout.kind != FL_LAYOUT_MUTATION
         && fl_storage_get_count (low, storage)->n_reads == 0;
}

/* From the buffer itself, whose numbers a view's record may show as another dtype. */
static const FlExpr *
load_buffer (FlLowering *low, const char *name, const FlSym *index, FlDtype dtype)
{
  const FlRecord *memory = fl_lower_find_record (low, name);

  return fl_expr_bitcast (low->pool, fl_expr_load (low->pool, name, memory->buffer.layout.dtype, index), dtype);
}

static const FlExpr *
load_storage (FlLowering *low, FlStorage *storage, const FlSym *const *index)
{
  const FlLoops *loops = storage->record == NULL                     ? storage->loops
                         : is_inlined_though_realized (low, storage) ? storage->record->loops
                                                                     : NULL;

  if (loops != NULL)
    return fl_expr_bind (low, loops->values[0], loops->vars, index, loops->n_ranges);
  return load_buffer (low, storage->record->buffer.name, fl_record_get_index (low, storage->record, index),
                      storage->record->buffer.layout.dtype);
}

static const FlExpr *
load_reinterpreted (FlLowering *low, const FlBox *box, const FlSym *const *index)
{
  const FlLayout layout = fl_box_get_layout (box);

  return load_buffer (low, box->storage->record->buffer.name, fl_layout_get_index (&layout, low->symbols, index),
                      box->dtype);
}

const FlExpr *
fl_box_load (FlLowering *low, const FlBox *box, const FlSym *const *index)
{
  const FlLoops *loops = box->storage->loops;
  const FlExpr *value;

  if (box->view == FL_VIEW_REINTERPRET)
    value = load_reinterpreted (low, box, index);
  else if (box->view == FL_VIEW_NONE)
    value = load_storage (low, box->storage, index);
  else
    {
      guint n_base = box->storage->record != NULL ? box->storage->record->buffer.layout.n_dims : loops->n_ranges;
      const FlSym **base = fl_arena_new (low->arena, const FlSym *, n_base + 1);

      for (guint i = 0; i < n_base; i++)
        base[i] = bind_index (box->reindex[i], box->vars, index, box->n_dims);
      value = load_storage (low, box->storage, base);
    }
  return fl_expr_scope_at (low->pool, value, index, box->n_dims);
}

static const FlSym *const *
get_stride_symbols (FlLowering *low, FlRecord *record)
{
  guint n = record->buffer.layout.n_dims;
  const FlSym **symbols;

  if (record->stride_symbols != NULL)
    return record->stride_symbols;
  symbols = fl_arena_new (low->arena, const FlSym *, n + 1);
  for (guint i = 0; i < n; i++)
    symbols[i] = fl_sym_size (low->symbols, fl_intern_printf ("%s.stride%u", record->buffer.name, i));
  record->stride_symbols = symbols;
  return symbols;
}

const FlSym *
fl_record_get_index (FlLowering *low, FlRecord *record, const FlSym *const *index)
{
  FlLayout layout = record->buffer.layout;

  if (layout.kind == FL_LAYOUT_FLEXIBLE)
    layout.strides = get_stride_symbols (low, record);
  return fl_layout_get_index (&layout, low->symbols, index);
}
