/* Lowerings of views (torch/_inductor/lowering.py): none computes anything. */
#include "fl-aten-ids.h"
#include "fl-lower-table.h"

#include <string.h>

LOWERING (view);
LOWERING (expand);
LOWERING (broadcast_in_dim);
LOWERING (permute);
LOWERING (transpose);
LOWERING (t);
LOWERING (squeeze);
LOWERING (unsqueeze);
LOWERING (slice);
LOWERING (narrow);
LOWERING (select);
LOWERING (split_with_sizes);
LOWERING (split);
LOWERING (chunk);
LOWERING (unbind);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* The functional twins of views (aten.permute_copy, …) hand out memory of their own. */
static FlItem
finish (FlLowering *low, FlBox *box)
{
  return result (box != NULL && fl_aten_is_view_copy (low->node->op) ? fl_box_clone (low, box) : box);
}

/* --- reshaping -------------------------------------------------------------------------------- */

/* The sizes asked for; those of the node's value where the operator's own arguments are of another kind (flatten,
 * view_as). */
static const FlSym **
get_wanted_sizes (FlLowering *low, guint *n)
{
  FlItem list = fl_lower_get_nth (low, 1);
  const FlSym **sizes;

  if (low->node->value.kind == FL_VALUE_TENSOR)
    {
      *n = low->node->value.tensor.n_dims;
      return (const FlSym **) low->node->value.tensor.sizes;
    }
  if (list.kind != FL_ITEM_LIST)
    {
      fl_lower_fail (low, FL_ERROR_GRAPH, "the shape of the result is not known");
      return NULL;
    }
  sizes = fl_arena_new (low->arena, const FlSym *, list.n_items + 1);
  for (guint i = 0; i < list.n_items; i++)
    {
      sizes[i] = fl_item_get_sym (low, &list.items[i]);
      if (sizes[i] == NULL)
        {
          fl_lower_fail (low, FL_ERROR_GRAPH, "size %u of the result is no integer", i);
          return NULL;
        }
    }
  *n = list.n_items;
  return sizes;
}

FlItem
lower_view (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n = 0;
  const FlSym **sizes = get_wanted_sizes (low, &n);

  return box != NULL && (sizes != NULL || n == 0) ? finish (low, fl_box_reshape (low, box, sizes, n)) : nothing;
}

FlItem
lower_expand (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n = 0;
  const FlSym **sizes = get_wanted_sizes (low, &n);

  return box != NULL && sizes != NULL ? finish (low, fl_box_expand (low, box, sizes, n, FALSE)) : nothing;
}

FlItem
lower_broadcast_in_dim (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n, n_kept;
  const FlSym **shape = fl_lower_get_syms (low, "shape", &n);
  const FlSym **kept = fl_lower_get_syms (low, "broadcast_dimensions", &n_kept);

  if (box == NULL)
    return nothing;
  for (guint d = 0; d < n; d++)
    {
      gboolean is_kept = FALSE;

      for (guint i = 0; i < n_kept; i++)
        is_kept |= fl_sym_is_int_value (kept[i], d);
      if (!is_kept)
        box = fl_box_unsqueeze (low, box, d);
    }
  return result (fl_box_expand (low, box, shape, n, FALSE));
}

/* --- order of dimensions ---------------------------------------------------------------------- */

static FlItem
swap_dims (FlLowering *low, FlBox *box, guint a, guint b)
{
  guint *dims = fl_arena_new (low->arena, guint, box->n_dims + 1);

  for (guint i = 0; i < box->n_dims; i++)
    dims[i] = i == a ? b : i == b ? a : i;
  return finish (low, fl_box_permute (low, box, dims));
}

FlItem
lower_permute (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem list = fl_lower_get_nth (low, 1);
  guint *dims;

  if (box == NULL)
    return nothing;
  if (list.kind != FL_ITEM_LIST || list.n_items != box->n_dims)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "the dimensions to permute are not %u numbers", box->n_dims);
  dims = fl_arena_new (low->arena, guint, box->n_dims + 1);
  for (guint i = 0; i < box->n_dims; i++)
    {
      const FlSym *dim = fl_item_get_sym (low, &list.items[i]);

      if (dim == NULL || !fl_lower_check_dim (low, fl_sym_hint (dim), box->n_dims, &dims[i]))
        return nothing;
    }
  return finish (low, fl_box_permute (low, box, dims));
}

FlItem
lower_transpose (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem a = fl_lower_get_nth (low, 1), b = fl_lower_get_nth (low, 2);
  guint first, second;

  if (box == NULL || a.kind != FL_ITEM_SYM || b.kind != FL_ITEM_SYM
      || !fl_lower_check_dim (low, fl_sym_hint (a.sym), box->n_dims, &first)
      || !fl_lower_check_dim (low, fl_sym_hint (b.sym), box->n_dims, &second))
    return nothing;
  return box->n_dims == 0 ? result (box) : swap_dims (low, box, first, second);
}

FlItem
lower_t (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return nothing;
  return box->n_dims < 2 ? result (box) : swap_dims (low, box, 0, 1);
}

/* --- dimensions of size 1 --------------------------------------------------------------------- */

FlItem
lower_squeeze (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem list = fl_lower_get_nth (low, 1), single = list;
  gboolean *is_squeezed;

  if (box == NULL)
    return nothing;
  if (list.kind == FL_ITEM_NONE)
    return finish (low, fl_box_squeeze (low, box, NULL));
  is_squeezed = fl_arena_new (low->arena, gboolean, box->n_dims + 1);
  if (list.kind == FL_ITEM_SYM)
    list = (FlItem) { .kind = FL_ITEM_LIST, .n_items = 1, .items = &single };
  for (guint i = 0; i < list.n_items; i++)
    {
      const FlSym *dim = fl_item_get_sym (low, &list.items[i]);
      guint position;

      if (dim == NULL || !fl_lower_check_dim (low, fl_sym_hint (dim), box->n_dims, &position))
        return nothing;
      is_squeezed[position] = TRUE;
    }
  return finish (low, fl_box_squeeze (low, box, is_squeezed));
}

FlItem
lower_unsqueeze (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint dim;

  if (box == NULL || !fl_lower_get_dim (low, "dim", 0, box->n_dims + 1, &dim))
    return nothing;
  return finish (low, fl_box_unsqueeze (low, box, dim));
}

/* --- slices ----------------------------------------------------------------------------------- */

/* start or end, counted from the front and within [least, size]. */
static const FlSym *
clamp_position (FlLowering *low, FlItem item, const FlSym *size, const FlSym *least, const FlSym *fallback)
{
  const FlSym *position = item.kind == FL_ITEM_SYM ? item.sym : fallback;

  if (fl_sym_is_int_value (position, G_MAXINT64))
    return size;
  if (position == least && fl_sym_is_int_value (position, 0))
    return position; /* no size is below it, whatever the example's sizes make of the expression */
  if (fl_sym_known (FL_SYM_LT, position, low->zero) || fl_sym_hint (position) < 0)
    position = fl_sym_add (position, size);
  if (!fl_sym_known (FL_SYM_GE, position, least))
    position = fl_sym_hint (position) < fl_sym_hint (least) ? least : position;
  if (!fl_sym_known (FL_SYM_LE, position, size))
    position = fl_sym_hint (position) > fl_sym_hint (size) ? size : position;
  return position;
}

/* Clamps a position for any size: a comparison that holds for the example's sizes need not hold for others. */
static const FlSym *
clamp_exactly (FlLowering *low, FlItem item, const FlSym *size, const FlSym *least, const FlSym *fallback)
{
  const FlSym *position = item.kind == FL_ITEM_SYM ? item.sym : fallback;

  if (fl_sym_is_int_value (position, G_MAXINT64))
    return size;
  if (fl_sym_known (FL_SYM_LT, position, low->zero))
    position = fl_sym_add (position, size);
  if (!fl_sym_known (FL_SYM_LE, position, size))
    position = fl_sym_min (position, size);
  return fl_sym_known (FL_SYM_GE, position, least) ? position : fl_sym_max (position, least);
}

void
fl_lower_get_slice (FlLowering *low, const FlSym *size, gint64 step, const FlSym *length, const FlSym **start,
                    const FlSym **end)
{
  FlItem first = fl_lower_get_arg (low, "start"), last = fl_lower_get_arg (low, "end");

  *start = clamp_position (low, first, size, low->zero, low->zero);
  *end = clamp_position (low, last, size, *start, size);
  if (length == NULL || fl_sym_known_equal (length, fl_size_of_slice (low, *start, *end, step)))
    return;
  *start = clamp_exactly (low, first, size, low->zero, low->zero);
  *end = clamp_exactly (low, last, size, *start, size);
}

const FlSym *
fl_lower_wrap (FlLowering *low, const FlSym *position, const FlSym *size)
{
  if (fl_sym_known (FL_SYM_GE, position, low->zero))
    return position;
  if (fl_sym_known (FL_SYM_LT, position, low->zero))
    return fl_sym_add (position, size);
  return fl_sym_select (fl_sym_rel (FL_SYM_LT, position, low->zero), fl_sym_add (position, size), position);
}

FlItem
lower_slice (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  const FlValue *value = &low->node->value;
  gint64 step = fl_lower_get_int (low, "step", 1);
  const FlSym *start, *end;
  guint dim;

  if (box == NULL || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  if (step < 1)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "a slice needs a step of at least 1, not %d", (int) step);
  fl_lower_get_slice (low, box->sizes[dim], step,
                      value->kind == FL_VALUE_TENSOR && dim < value->tensor.n_dims ? value->tensor.sizes[dim] : NULL,
                      &start, &end);
  if (step == 1 && fl_sym_is_int_value (start, 0) && fl_sym_known_equal (end, box->sizes[dim]))
    return finish (low, box);
  return finish (low, fl_box_slice (low, box, dim, start, fl_size_of_slice (low, start, end, step), step));
}

FlItem
lower_narrow (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem start = fl_lower_get_arg (low, "start"), length = fl_lower_get_arg (low, "length");
  guint dim;

  if (box == NULL || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim) || length.kind != FL_ITEM_SYM)
    return nothing;
  return result (fl_box_slice (low, box, dim,
                               start.kind == FL_ITEM_SYM ? fl_lower_wrap (low, start.sym, box->sizes[dim]) : low->zero,
                               length.sym, 1));
}

FlItem
lower_select (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem index = fl_lower_get_arg (low, "index");
  guint dim;

  if (box == NULL || index.kind != FL_ITEM_SYM || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  return finish (low, fl_box_select (low, box, dim, fl_lower_wrap (low, index.sym, box->sizes[dim])));
}

/* --- several slices --------------------------------------------------------------------------- */

static FlItem
split_at (FlLowering *low, FlBox *box, guint dim, const FlSym *const *sizes, guint n)
{
  FlBox **parts = fl_arena_new (low->arena, FlBox *, n + 1);
  const FlSym *start = low->zero;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_whole = fl_sym_is_int_value (start, 0) && fl_sym_known_equal (sizes[i], box->sizes[dim]);

      parts[i] = is_whole ? box : fl_box_slice (low, box, dim, start, sizes[i], 1);
      start = fl_sym_add (start, sizes[i]);
    }
  return fl_item_of_boxes (low, parts, n);
}

FlItem
lower_split_with_sizes (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem list = fl_lower_get_nth (low, 1);
  const FlSym **sizes;
  guint dim;

  if (box == NULL || list.kind != FL_ITEM_LIST || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  sizes = fl_arena_new (low->arena, const FlSym *, list.n_items + 1);
  for (guint i = 0; i < list.n_items; i++)
    {
      sizes[i] = fl_item_get_sym (low, &list.items[i]);
      if (sizes[i] == NULL)
        return fl_lower_fail (low, FL_ERROR_GRAPH, "size %u of the parts is no integer", i);
    }
  return split_at (low, box, dim, sizes, list.n_items);
}

/* Pieces of `size`, the last one what is left; as many as the shape rule found. */
/* The size of a part as the graph tells it: PyTorch may know more about it than follows from the arguments. */
static const FlSym *
find_told_size (FlLowering *low, guint part, guint dim)
{
  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);
      gint64 position;

      if (user->op != NULL && user->op->op == FL_ATEN_OP_OPERATOR_GETITEM && user->n_args > 1
          && user->args[1].kind == FL_ARG_INT && fl_sym_is_int (user->args[1].sym, &position) && position == part
          && user->value.kind == FL_VALUE_TENSOR && dim < user->value.tensor.n_dims)
        return user->value.tensor.sizes[dim];
    }
  return NULL;
}

static FlItem
split_evenly (FlLowering *low, FlBox *box, guint dim, const FlSym *size)
{
  const guint n = low->node->value.kind == FL_VALUE_TUPLE ? low->node->value.n_items : 0;
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, n + 1);

  if (n == 0)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "how many parts there are is not known");
  for (guint i = 0; i < n; i++)
    {
      const FlSym *told = i + 1 < n ? NULL : find_told_size (low, i, dim);

      sizes[i] = told != NULL ? told : i + 1 < n ? size : fl_shapes_get_last_part (box->sizes[dim], size, n);
    }
  return split_at (low, box, dim, sizes, n);
}

FlItem
lower_split (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem size = fl_lower_get_nth (low, 1);
  guint dim;

  if (size.kind == FL_ITEM_LIST)
    return lower_split_with_sizes (low, row, scalar);
  if (box == NULL || size.kind != FL_ITEM_SYM || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  return split_evenly (low, box, dim, size.sym);
}

FlItem
lower_chunk (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  gint64 chunks = fl_lower_get_int (low, "chunks", 1);
  guint dim;

  if (box == NULL || chunks < 1 || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  return split_evenly (low, box, dim, fl_sym_ceil_div (box->sizes[dim], fl_sym_int (low->symbols, chunks)));
}

FlItem
lower_unbind (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlBox **parts;
  gint64 n;
  guint dim;

  if (box == NULL || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  n = low->node->value.kind == FL_VALUE_TUPLE ? low->node->value.n_items : 0;
  parts = fl_arena_new (low->arena, FlBox *, (gsize) n + 1);
  for (gint64 i = 0; i < n; i++)
    parts[i] = fl_box_select (low, box, dim, fl_sym_int (low->symbols, i));
  return fl_item_of_boxes (low, parts, (guint) n);
}
