/* What library calls ask of their inputs: a buffer, strides in an order, exact strides; with a copy where need be
 * (torch/_inductor/ir.py, require_strides). */
#include "fl-intern.h"
#include "fl-lowering.h"

#include <string.h>

FlBox *
fl_box_copy_input (FlLowering *low, FlBox *box, const char *why)
{
  const FlSym **vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  FlBox *copy = fl_box_pointwise (low, box->device, box->dtype, box->sizes, box->n_dims, fl_box_load (low, box, vars));

  fl_realize_box (low, copy, why);
  return copy;
}

/* --- a lazy view as strides ------------------------------------------------------------------- */

static void
freeze_base (FlLowering *low, FlRecord *record)
{
  const FlLayout *layout = &record->buffer.layout;
  FlNodeId id = record->buffer.fx_node;

  if (layout->kind != FL_LAYOUT_FLEXIBLE)
    return;
  if (id.index < low->graph->n_nodes)
    {
      const FlTensor *value = &low->graph->nodes[id.index].value.tensor;

      if (low->graph->nodes[id.index].value.kind == FL_VALUE_TENSOR && value->strides != NULL
          && value->n_dims == layout->n_dims
          && fl_strides_fit_channels_last (low, value->strides, value->sizes, value->n_dims))
        {
          fl_record_freeze (low, record,
                            fl_strides_of_same_order (low, layout->sizes, layout->n_dims,
                                                      fl_strides_channels_last (low, layout->sizes, layout->n_dims)),
                            "it is channels-last where the graph was traced");
          return;
        }
    }
  fl_record_freeze_contiguous (low, record, "a library call reads a view of it");
}

FlBox *
fl_box_to_reinterpret (FlLowering *low, FlBox *box)
{
  FlRecord *record = box->storage->record;
  const FlSym *const *vars = fl_box_close_vars (low, fl_box_get_vars (low, "r", box->sizes, box->n_dims), box->n_dims);
  guint n_base = record->buffer.layout.n_dims;
  const FlSym **base = fl_arena_new (low->arena, const FlSym *, n_base + 1);
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym *index, *offset, *expected;

  if (box->view != FL_VIEW_LAZY)
    return box;
  freeze_base (low, record);
  for (guint i = 0; i < n_base; i++)
    base[i] = fl_sym_substitute (box->reindex[i], box->vars, vars, box->n_dims);
  index = fl_sym_simplify_as_inductor (fl_record_get_index (low, record, base), vars, box->sizes, box->n_dims);
  offset = index;
  for (guint i = 0; i < box->n_dims; i++)
    if (!fl_sym_is_int (vars[i], NULL))
      offset = fl_sym_substitute (offset, &vars[i], &low->zero, 1);
  expected = offset;
  for (guint i = 0; i < box->n_dims; i++)
    {
      strides[i] = fl_sym_is_int (vars[i], NULL) ? low->zero : fl_sym_get_stride (index, vars[i], vars, box->n_dims);
      expected = fl_sym_add (expected, fl_sym_mul (strides[i], vars[i]));
    }
  return expected == index ? fl_box_reinterpret (low, box, box->sizes, strides, box->n_dims, offset) : NULL;
}

FlBox *
fl_box_to_written (FlLowering *low, FlBox *box)
{
  const FlLayout *layout = &box->storage->record->buffer.layout;

  if (box->view != FL_VIEW_LAZY || !box->is_in_order)
    return fl_box_to_reinterpret (low, box);
  freeze_base (low, box->storage->record);
  if (layout->kind != FL_LAYOUT_FIXED || !fl_layout_is_contiguous (layout))
    return fl_box_to_reinterpret (low, box);
  return fl_box_reinterpret (low, box, box->sizes, fl_strides_contiguous (low, box->sizes, box->n_dims), box->n_dims,
                             layout->offset);
}

FlBox *
fl_realize_input (FlLowering *low, FlBox *box)
{
  FlBox *found;

  if (box->view == FL_VIEW_REINTERPRET)
    return box;
  fl_realize_storage (low, box->storage, "a library call reads it");
  if (box->view == FL_VIEW_NONE)
    return box;
  found = fl_box_to_reinterpret (low, box);
  return found != NULL ? found : fl_box_copy_input (low, box, "a library call reads a view that no strides describe");
}

/* --- strides ---------------------------------------------------------------------------------- */

typedef struct
{
  const guint *order;          /* an order of strides, or NULL where `strides` are given */
  const FlSym *const *strides; /* exact ones */
  gboolean allow_padding;
  gboolean is_shared; /* others write the memory: a copy would be another tensor, so the wish gives way */
} Wish;

static gboolean
are_significant_strides_equal (const FlSym *const *a, const FlSym *const *b, const FlSym *const *sizes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fl_sym_is_int_value (sizes[i], 0))
      return TRUE;
  for (guint i = 0; i < n; i++)
    if (!fl_sym_is_int_value (sizes[i], 1) && !fl_sym_known_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_wish_met (const Wish *wish, const FlLayout *layout)
{
  return wish->order != NULL
             ? fl_strides_are_ordered (layout->strides, layout->sizes, layout->n_dims, wish->order)
             : are_significant_strides_equal (wish->strides, layout->strides, layout->sizes, layout->n_dims);
}

static const FlSym **
get_wished_strides (FlLowering *low, const Wish *wish, const FlLayout *layout)
{
  const FlSym **strides = wish->order != NULL ? fl_strides_of_order (low, layout->sizes, layout->n_dims, wish->order)
                                              : (const FlSym **) wish->strides;

  return wish->allow_padding
             ? fl_strides_pad (low, strides, layout->sizes, layout->n_dims, layout->dtype, layout->device)
             : strides;
}

/* Strides of dimensions of size 1 mean nothing; a result shows the ones that were asked for. */
static FlBox *
match_insignificant (FlLowering *low, FlBox *box, const FlSym *const *strides)
{
  FlLayout layout = fl_box_get_layout (box);
  const FlSym **matched;

  if (strides == NULL || fl_sizes_equal (strides, box->n_dims, layout.strides, layout.n_dims))
    return box;
  matched = fl_arena_memdup (low->arena, layout.strides, layout.n_dims * sizeof *matched);
  for (guint i = 0; i < layout.n_dims; i++)
    if (fl_sym_is_int_value (layout.sizes[i], 1) || fl_sym_is_int_value (layout.sizes[i], 0))
      matched[i] = strides[i];
  return fl_box_reinterpret (low, box, layout.sizes, matched, layout.n_dims, layout.offset);
}

FlBox *
fl_box_match_strides (FlLowering *low, FlBox *box, const FlSym *const *strides)
{
  FlLayout layout;

  if (!fl_box_is_storage_and_layout (box))
    return box;
  layout = fl_box_get_layout (box);
  if (layout.kind == FL_LAYOUT_FLEXIBLE || layout.kind == FL_LAYOUT_MUTATION
      || !are_significant_strides_equal (strides, layout.strides, layout.sizes, layout.n_dims))
    return box;
  return match_insignificant (low, box, strides);
}

guint
fl_lower_count_returns (const FlLowering *low)
{
  guint n = 0;

  for (guint i = 0; low->node != NULL && i < low->node->n_users; i++)
    n += fl_graph_get_node (low->graph, low->node->users[i])->kind == FL_NODE_OUTPUT;
  return n;
}

/* The caller sees it, and its strides. */
static gboolean
is_returned (const FlLowering *low)
{
  return low->node != NULL && (low->node->kind == FL_NODE_OUTPUT || fl_lower_count_returns (low) > 0);
}

/* Whose strides they are: the operator that is being lowered asks for them, unless a reader of its result does. */
static const char *
get_reason_of_copy (const FlLowering *low)
{
  const FlNode *node = low->node;

  for (guint i = 0; node != NULL && i < node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, node->users[i]);

      if (user->kind == FL_NODE_CALL && g_str_has_prefix (user->target, "aten.as_strided"))
        return "as_strided reads its memory, with the strides that the graph was traced with";
    }
  if (node == NULL || node->kind != FL_NODE_CALL)
    return "strides are asked for that it does not have";
  return fl_intern_printf ("%s asks for strides that it does not have", node->target);
}

/* Dimensions that a copy need not hold: read again and again with stride 0. */
static FlBox *
copy_with_strides (FlLowering *low, FlBox *box, const Wish *wish)
{
  const FlSym *const *sizes = box->sizes;
  guint n = box->n_dims;
  const gboolean is_output = is_returned (low) && fl_box_is_unrealized (box);
  gboolean is_expanded = FALSE;
  FlLayout layout;

  for (guint i = 0; wish->strides != NULL && i < n; i++)
    if (fl_sym_is_int_value (wish->strides[i], 0) && fl_sym_known (FL_SYM_GE, sizes[i], fl_sym_int (low->symbols, 2)))
      {
        box = fl_box_slice (low, box, i, low->zero, low->one, 1);
        is_expanded = TRUE;
      }
  box = fl_box_copy_input (low, box, is_output ? "it is an output of the graph" : get_reason_of_copy (low));
  layout = fl_box_get_layout (box);
  fl_record_freeze (low, box->storage->record, get_wished_strides (low, wish, &layout),
                    is_output ? "the caller knows the strides of an output" : "strides were asked for");
  if (is_expanded)
    box = match_insignificant (low, fl_box_expand (low, box, sizes, n, FALSE), wish->strides);
  return box;
}

static FlBox *
require_strides (FlLowering *low, FlBox *box, const Wish *wish)
{
  gint64 numel;

  if (wish->strides == NULL && fl_sym_is_int (fl_box_get_numel (low, box), &numel) && numel <= 1)
    return box;
  if (fl_box_is_storage_and_layout (box))
    {
      FlLayout layout = fl_box_get_layout (box);

      if (layout.kind == FL_LAYOUT_FLEXIBLE)
        {
          if (wish->order != NULL && is_wish_met (wish, &layout))
            fl_record_freeze_contiguous (low, box->storage->record, "its strides are already in the order asked for");
          else
            fl_record_freeze (low, box->storage->record, get_wished_strides (low, wish, &layout),
                              "strides were asked for");
          return box;
        }
      if (is_wish_met (wish, &layout))
        return layout.kind == FL_LAYOUT_MUTATION ? box : match_insignificant (low, box, wish->strides);
      if (wish->allow_padding && wish->strides != NULL)
        {
          const FlSym **padded = get_wished_strides (low, wish, &layout);

          if (are_significant_strides_equal (padded, layout.strides, layout.sizes, layout.n_dims))
            return match_insignificant (low, box, padded);
        }
    }
  if (box->view == FL_VIEW_LAZY && box->storage->record != NULL
      && box->storage->record->buffer.kind != FL_BUFFER_EXTERN_ALLOC
      && box->storage->record->buffer.kind != FL_BUFFER_FALLBACK)
    {
      FlBox *found = wish->is_shared ? fl_box_to_written (low, box) : fl_box_to_reinterpret (low, box);

      if (found != NULL)
        {
          *box = *found;
          return require_strides (low, box, wish);
        }
    }
  return wish->is_shared ? box : copy_with_strides (low, box, wish);
}

FlBox *
fl_require_stride_order (FlLowering *low, FlBox *box, const guint *order, gboolean allow_padding)
{
  Wish wish = { .order = order, .allow_padding = allow_padding };

  return require_strides (low, box, &wish);
}

FlBox *
fl_prefer_stride_order (FlLowering *low, FlBox *box, const guint *order)
{
  Wish wish = { .order = order, .is_shared = TRUE };

  return require_strides (low, box, &wish);
}

FlBox *
fl_require_exact_strides (FlLowering *low, FlBox *box, const FlSym *const *strides, gboolean allow_padding)
{
  Wish wish = { .strides = strides, .allow_padding = allow_padding };

  return require_strides (low, box, &wish);
}

FlBox *
fl_require_contiguous (FlLowering *low, FlBox *box)
{
  return fl_require_exact_strides (low, box, fl_strides_contiguous (low, box->sizes, box->n_dims), FALSE);
}
