/* What every node became, in TorchInductor's words: its boxes, its loops, and the formula of one element. */
#include "fl-lowering.h"

/* ReductionHint, as TorchInductor prints it. */
static const char *
get_hint (FlReductionHint hint)
{
  static const char *const names[] = { "INNER", "OUTER", "OUTER_TINY", "DEFAULT" };

  return names[hint];
}

static void
append_list (GString *out, const FlSym *const *syms, guint n)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, syms[i]);
    }
  g_string_append_c (out, ']');
}

static const char *
get_loops_class (const FlLoops *loops)
{
  static const char *const names[] = { "Pointwise", "Reduction", "Scatter", "Scan", "Sort" };

  return names[loops->kind];
}

/* "StorageBox(ComputedBuffer buf1: Pointwise)"; not realized yet: "StorageBox(Pointwise)". An input, with_layout:
 * "StorageBox(InputBuffer(name='x', layout=FixedLayout(…)))". */
static void
append_storage (GString *out, const FlStorage *storage, gboolean with_layout)
{
  const FlRecord *record = storage->record;
  const FlLoops *loops = record != NULL ? record->loops : storage->loops;

  g_string_append (out, "StorageBox(");
  if (record != NULL && with_layout)
    {
      g_string_append_printf (out, "%s(name='%s', layout=", fl_buffer_get_class_name (&record->buffer),
                              record->buffer.name);
      fl_layout_append (out, &record->buffer.layout);
      g_string_append_c (out, ')');
    }
  else if (record != NULL)
    g_string_append_printf (out, "%s %s%s", fl_buffer_get_class_name (&record->buffer), record->buffer.name,
                            loops != NULL ? ": " : "");
  if (loops != NULL)
    g_string_append (out, get_loops_class (loops));
  g_string_append_c (out, ')');
}

/* TorchInductor's class of the view, by the operator that made it. */
static const char *
get_view_class (const FlNode *node)
{
  static const struct
  {
    const char *target, *class;
  } classes[] = {
    { "aten.permute", "PermuteView" }, { "aten.transpose", "PermuteView" }, { "aten.t.", "PermuteView" },
    { "aten.expand", "ExpandView" },   { "aten.squeeze", "SqueezeView" },   { "aten.slice", "SliceView" },
    { "aten.select", "SliceView" },
  };

  for (guint i = 0; node->target != NULL && i < G_N_ELEMENTS (classes); i++)
    if (g_str_has_prefix (node->target, classes[i].target))
      return classes[i].class;
  return "View";
}

static void
append_box (GString *out, FlLowering *low, const FlNode *node, const FlBox *box)
{
  g_string_append (out, "TensorBox(");
  if (box->view == FL_VIEW_REINTERPRET)
    {
      g_string_append (out, "ReinterpretView(size=");
      append_list (out, box->sizes, box->n_dims);
      g_string_append (out, ", stride=");
      append_list (out, box->strides, box->n_dims);
      g_string_append (out, ", offset=");
      fl_sym_append (out, fl_layout_resolve_index (low, box->offset));
      g_string_append (out, ", ");
    }
  else if (box->view == FL_VIEW_LAZY)
    {
      const FlStorage *storage = box->storage;
      const guint n = storage->record != NULL ? storage->record->buffer.layout.n_dims : storage->loops->n_ranges;

      g_string_append_printf (out, "%s(size=", get_view_class (node));
      append_list (out, box->sizes, box->n_dims);
      g_string_append (out, ", ");
      append_list (out, box->vars, box->n_dims);
      g_string_append (out, " reads ");
      append_list (out, box->reindex, n);
      g_string_append (out, ", ");
    }
  append_storage (out, box->storage, node->kind != FL_NODE_CALL);
  g_string_append (out, box->view != FL_VIEW_NONE ? "))" : ")");
}

static void
append_loops (GString *out, FlLowering *low, const FlLoops *loops)
{
  g_string_append (out, "\n    ranges=");
  append_list (out, loops->ranges, loops->n_ranges);
  if (loops->kind == FL_LOOPS_REDUCTION)
    {
      g_string_append (out, ", reduction_ranges=");
      append_list (out, loops->reduction_ranges, loops->n_reduction_ranges);
      g_string_append_printf (out, ", reduction_type='%s', hint=%s", fl_reduction_get_name (loops->reduction),
                              get_hint (loops->hint));
    }
  g_string_append (out, "\n    inner_fn: ");
  if (loops->kind == FL_LOOPS_REDUCTION)
    g_string_append_printf (out, "%s of ", fl_reduction_get_name (loops->reduction));
  for (guint i = 0; i < loops->n_values; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_expr_append (out, low->pool, fl_layout_resolve (low, loops->values[i]));
    }
}

/* Whole numbers are no boxes: Inductor computes with them by sympy. */
static const char *
dup_sym (FlLowering *low, const FlSym *sym)
{
  g_autoptr (GString) text = g_string_new ("sympy: ");

  fl_sym_append (text, sym);
  return fl_arena_strdup (low->arena, text->str);
}

void
fl_lower_describe_nodes (FlLowering *low)
{
  for (guint i = 0; i < low->graph->n_nodes; i++)
    {
      FlLoweredNode *node = &low->nodes[i];
      const FlItem *item = &low->items[i];
      g_autoptr (GString) text = NULL;
      const FlLoops *loops;

      if (item->kind == FL_ITEM_SYM)
        node->text = dup_sym (low, item->sym);
      if (item->kind != FL_ITEM_BOX)
        continue;
      if (item->box->storage->record != NULL)
        node->buffer = &fl_lower_find_record (low, item->box->storage->record->buffer.name)->buffer;
      loops = item->box->storage->record != NULL ? item->box->storage->record->loops : item->box->storage->loops;
      text = g_string_new (NULL);
      append_box (text, low, &low->graph->nodes[i], item->box);
      if (loops != NULL && low->graph->nodes[i].kind == FL_NODE_CALL)
        {
          node->count = *fl_storage_get_count (low, item->box->storage);
          append_loops (text, low, loops);
        }
      node->text = fl_arena_strdup (low->arena, text->str);
    }
}
