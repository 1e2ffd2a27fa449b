/* Parts of a tensor: slices, pieces, diagonals, windows. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-shapes-private.h"

SHAPE_RULE (narrow);
SHAPE_RULE (split);
SHAPE_RULE (chunk);
SHAPE_RULE (unfold);

/* --- parts ------------------------------------------------------------------------------------ */

static void
move_offset (FlShape *shape, FlShapeView *view, guint dim, const FlSym *start)
{
  view->tensor.offset = fl_sym_add (fl_shape_get_offset (shape, &view->tensor), fl_sym_mul (start, view->strides[dim]));
}

/* Counted from the front, whatever the symbols are; as lowering has it. */
static const FlSym *
wrap (const FlShape *shape, const FlSym *position, const FlSym *size)
{
  const FlSym *zero = fl_shape_int (shape, 0);

  if (fl_sym_known (FL_SYM_GE, position, zero))
    return position;
  if (fl_sym_known (FL_SYM_LT, position, zero))
    return fl_sym_add (position, size);
  return fl_sym_select (fl_sym_rel (FL_SYM_LT, position, zero), fl_sym_add (position, size), position);
}

gboolean
fl_shape_select (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *index = fl_shape_get_sym (shape, "index");
  FlShapeView view;
  guint dim;
  gint64 value, size;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !fl_shape_open_view (shape, &view))
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions has nothing to select");
  if (index != NULL && fl_sym_is_int (index, &value) && fl_sym_is_int (self->sizes[dim], &size)
      && (value < -size || value >= size))
    return fl_shape_fail (shape,
                          "the argument `index` is %" G_GINT64_FORMAT "; dimension %u has the size %" G_GINT64_FORMAT,
                          value, dim, size);
  if (index != NULL)
    move_offset (shape, &view, dim, wrap (shape, index, self->sizes[dim]));
  fl_shape_remove_dim (&view, dim);
  return fl_shape_set (out, view.tensor);
}

/* A bound of a slice, from least to size: for every size, as lowering has it. */
static const FlSym *
clamp_bound (const FlShape *shape, const FlSym *bound, const FlSym *size, const FlSym *least)
{
  gint64 value;

  if (fl_sym_is_int (bound, &value) && value == G_MAXINT64)
    return size;
  if (fl_sym_known (FL_SYM_LT, bound, fl_shape_int (shape, 0)))
    bound = fl_sym_add (bound, size);
  if (!fl_sym_known (FL_SYM_LE, bound, size))
    bound = fl_sym_min (bound, size);
  return fl_sym_known (FL_SYM_GE, bound, least) ? bound : fl_sym_max (bound, least);
}

static gboolean
slice (FlShape *shape, const FlSym *start, const FlSym *end, const FlSym *step, guint dim, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *length;
  FlShapeView view;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  start
      = start != NULL ? clamp_bound (shape, start, self->sizes[dim], fl_shape_int (shape, 0)) : fl_shape_int (shape, 0);
  end = end != NULL ? clamp_bound (shape, end, self->sizes[dim], start) : self->sizes[dim];
  length = fl_sym_sub (end, start);
  if (fl_sym_known (FL_SYM_LE, length, fl_shape_int (shape, 0)))
    length = fl_shape_int (shape, 0);
  view.sizes[dim]
      = fl_shape_is_one (step) ? length : fl_sym_floor_div (fl_sym_add_int (fl_sym_add (length, step), -1), step);
  move_offset (shape, &view, dim, start);
  view.strides[dim] = fl_sym_mul (view.strides[dim], step);
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_slice (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *step = fl_shape_get_sym (shape, "step");
  const FlSym *start = fl_shape_get_sym (shape, "start"), *end = fl_shape_get_sym (shape, "end");
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (self->n_dims == 0 || step == NULL || !fl_sym_known (FL_SYM_GT, step, fl_shape_int (shape, 0)))
    return fl_shape_fail (shape, "a slice needs a dimension and a positive step");
  if ((start == NULL && fl_shape_has_arg (shape, "start")) || (end == NULL && fl_shape_has_arg (shape, "end")))
    return fl_shape_lack (shape, "the bounds of the slice are not known");
  return slice (shape, start, end, step, dim, out);
}

gboolean
fl_shape_narrow (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *start = fl_shape_get_sym (shape, "start"), *length = fl_shape_get_sym (shape, "length");
  gint64 value;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (start == NULL || length == NULL || self->n_dims == 0)
    return fl_shape_lack (shape, "start and length are not known");
  if (fl_sym_is_int (start, &value) && value < 0)
    start = fl_sym_add (start, self->sizes[dim]);
  if (fl_sym_known (FL_SYM_LT, start, fl_shape_int (shape, 0))
      || fl_sym_known (FL_SYM_LT, length, fl_shape_int (shape, 0))
      || fl_sym_known (FL_SYM_GT, fl_sym_add (start, length), self->sizes[dim]))
    return fl_shape_fail (shape, "start and length reach beyond dimension %u", dim);
  return slice (shape, start, fl_sym_add (start, length), fl_shape_int (shape, 1), dim, out);
}

enum
{
  MAX_PARTS = 4096
};

/* Cuts self along dim into pieces of these lengths. */
static gboolean
cut (FlShape *shape, guint dim, const FlSym *const *lengths, guint n, FlValue *out)
{
  FlTensor *parts = fl_arena_new (shape->arena, FlTensor, n);
  const FlSym *start = fl_shape_int (shape, 0);

  for (guint i = 0; i < n; i++)
    {
      FlShapeView view;

      if (!fl_shape_open_view (shape, &view))
        return FALSE;
      move_offset (shape, &view, dim, start);
      view.sizes[dim] = lengths[i];
      start = fl_sym_add (start, lengths[i]);
      parts[i] = view.tensor;
    }
  return fl_shape_set_tuple (shape, out, parts, n);
}

/* Pieces of one length, the last one maybe shorter. */
static gboolean
cut_evenly (FlShape *shape, const FlTensor *self, guint dim, gint64 size, gint64 length, FlValue *out)
{
  const gint64 n = length > 0 ? MAX (size / length + (size % length != 0), 1) : 1;
  const FlSym **lengths;

  if (length <= 0 && size > 0)
    return fl_shape_fail (shape, "parts of %" G_GINT64_FORMAT " elements of %" G_GINT64_FORMAT, length, size);

  if (n > MAX_PARTS)
    return fl_shape_lack (shape, "%" G_GINT64_FORMAT " parts; at most %d are handled", n, MAX_PARTS);
  lengths = fl_shape_new_syms (shape, (guint) n);
  for (gint64 i = 0; i < n; i++)
    lengths[i] = fl_shape_int (shape, MIN (length, size - i * length));
  return cut (shape, dim, lengths, (guint) n, out);
}

/* --- parts of symbolic sizes ------------------------------------------------------------------ */

/* At least so many parts there are, since they are taken; 0: nobody takes one. */
static guint
count_taken (const FlShape *shape)
{
  gint64 most = -1, index;

  for (guint i = 0; i < shape->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (shape->graph, shape->node->users[i]);

      if (user->op != NULL && user->op->op == FL_ATEN_OP_OPERATOR_GETITEM && user->n_args == 2
          && user->args[1].kind == FL_ARG_INT && fl_sym_is_int (user->args[1].sym, &index) && index < MAX_PARTS)
        most = MAX (most, index);
    }
  return (guint) (most + 1);
}

guint
fl_shapes_count_parts (const FlSym *size, const FlSym *length)
{
  enum
  {
    MOST = 64
  };

  for (guint n = 1; n <= MOST; n++)
    if (fl_sym_known (FL_SYM_LE, size, fl_sym_mul_int (length, n)))
      return n == 1 || fl_sym_known (FL_SYM_LT, fl_sym_mul_int (length, n - 1), size) ? n : 0;
  return 0;
}

const FlSym *
fl_shapes_get_last_part (const FlSym *size, const FlSym *length, guint n)
{
  const FlSym *rest = fl_sym_sub (size, fl_sym_mul_int (length, (gint64) n - 1));

  if (fl_sym_known (FL_SYM_LE, length, rest))
    return length;
  return fl_sym_known (FL_SYM_LE, rest, length) ? rest : fl_sym_min (length, rest);
}

/* Parts of a dimension of symbolic size. PyTorch counts the parts of the example's sizes, and the graph holds only for
 * sizes that make as many: where no rule tells how many parts there are, there are at least as many as the graph takes.
 */
static gboolean
cut_symbolic (FlShape *shape, const FlTensor *self, guint dim, const FlSym *length, FlValue *out)
{
  const FlSym **lengths;
  guint n;

  if (length == NULL || self->n_dims == 0)
    return fl_shape_lack (shape, "how long the parts are is not known, or there is no dimension");
  n = fl_shapes_count_parts (self->sizes[dim], length);
  n = n > 0 ? n : count_taken (shape);
  if (n == 0)
    return fl_shape_lack (
        shape,
        "how many parts there are depends on the size of dimension %u, which is not constant, and nobody takes one",
        dim);
  lengths = fl_shape_new_syms (shape, n);
  for (guint i = 0; i < n; i++)
    lengths[i] = i + 1 < n ? length : fl_shapes_get_last_part (self->sizes[dim], length, n);
  return cut (shape, dim, lengths, n, out);
}

gboolean
fl_shape_split (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *length = fl_shape_get_sym (shape, "split_size");
  gint64 size, n;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (length != NULL && self->n_dims > 0 && fl_sym_is_int (self->sizes[dim], &size) && fl_sym_is_int (length, &n))
    return cut_evenly (shape, self, dim, size, n, out);
  return cut_symbolic (shape, self, dim, length, out);
}

gboolean
fl_shape_chunk (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gint64 size, n;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !fl_shape_get_int (shape, "chunks", &n))
    return FALSE;
  if (n < 1)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " chunks", n);
  if (self->n_dims == 0 || !fl_sym_is_int (self->sizes[dim], &size))
    return cut_symbolic (shape, self, dim,
                         self->n_dims > 0 ? fl_sym_ceil_div (self->sizes[dim], fl_shape_int (shape, n)) : NULL, out);
  if (size == 0) /* as many as were asked for, all empty */
    {
      const FlSym **lengths = fl_shape_new_syms (shape, MIN (n, MAX_PARTS));

      for (guint i = 0; i < MIN (n, MAX_PARTS); i++)
        lengths[i] = fl_shape_int (shape, 0);
      return cut (shape, dim, lengths, MIN (n, MAX_PARTS), out);
    }
  return cut_evenly (shape, self, dim, size, size / n + (size % n != 0), out);
}

gboolean
fl_shape_split_with_sizes (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *name = fl_node_find_arg (shape->node, "split_size") != NULL ? "split_size" : "split_sizes";
  const FlSym *const *lengths;
  const FlSym *sum = fl_shape_int (shape, 0);
  gint64 parts, size;
  guint dim, n;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim)
      || (lengths = fl_shape_get_syms (shape, name, &n)) == NULL)
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions cannot be split");
  for (guint i = 0; i < n; i++)
    sum = fl_sym_add (sum, lengths[i]);
  if (fl_sym_is_int (sum, &parts) && fl_sym_is_int (self->sizes[dim], &size) && parts != size)
    return fl_shape_fail (shape, "the parts have %" G_GINT64_FORMAT " elements, dimension %u has %" G_GINT64_FORMAT,
                          parts, dim, size);
  return cut (shape, dim, lengths, n, out);
}

/* Of a symbolic size those that are taken: each is there, or the call would have failed. */
static gboolean
count_unbound (FlShape *shape, const FlTensor *self, guint dim, gint64 *n)
{
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions has no parts");
  if (fl_sym_is_int (self->sizes[dim], n))
    return *n >= 0 && *n <= MAX_PARTS
               ? TRUE
               : fl_shape_lack (shape, "%" G_GINT64_FORMAT " parts; at most %d are handled", *n, MAX_PARTS);
  *n = count_taken (shape);
  return *n > 0
         || fl_shape_lack (shape,
                           "how many parts there are depends on the size of dimension %u, which is "
                           "not constant, and nobody takes one",
                           dim);
}

gboolean
fl_shape_unbind (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor *parts;
  gint64 n;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !count_unbound (shape, self, dim, &n))
    return FALSE;
  parts = fl_arena_new (shape->arena, FlTensor, (gsize) n);
  for (gint64 i = 0; i < n; i++)
    {
      FlShapeView view;

      if (!fl_shape_open_view (shape, &view))
        return FALSE;
      move_offset (shape, &view, dim, fl_shape_int (shape, i));
      fl_shape_remove_dim (&view, dim);
      parts[i] = view.tensor;
    }
  return fl_shape_set_tuple (shape, out, parts, (guint) n);
}

/* --- by hand ---------------------------------------------------------------------------------- */

gboolean
fl_shape_as_strided (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *offset = fl_shape_get_sym (shape, "storage_offset");
  const FlSym *const *sizes, *const *strides;
  guint n, n_strides;
  FlTensor tensor;

  if (self == NULL || (sizes = fl_shape_get_syms (shape, "size", &n)) == NULL
      || (strides = fl_shape_get_syms (shape, "stride", &n_strides)) == NULL)
    return FALSE;
  if (n != n_strides)
    return fl_shape_fail (shape, "%u sizes but %u strides", n, n_strides);
  tensor = *self;
  tensor.n_dims = n;
  tensor.sizes = sizes;
  tensor.strides = strides;
  tensor.offset = offset != NULL ? offset : self->offset;
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_diagonal (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *offset = fl_shape_get_sym (shape, "offset"), *zero = fl_shape_int (shape, 0);
  const FlSym *rows, *columns, *length, *stride, *below, *beside;
  FlShapeView view;
  guint a, b;

  if (self == NULL || !fl_shape_get_dim (shape, "dim1", self->n_dims, &a)
      || !fl_shape_get_dim (shape, "dim2", self->n_dims, &b) || !fl_shape_open_view (shape, &view))
    return FALSE;
  if (a == b || self->n_dims < 2)
    return fl_shape_fail (shape, "a diagonal needs two dimensions");
  if (offset == NULL)
    return fl_shape_lack (shape, "where the diagonal begins is not known");
  below = fl_sym_max (fl_sym_neg (offset), zero);
  beside = fl_sym_max (offset, zero);
  rows = fl_sym_sub (view.sizes[a], below);
  columns = fl_sym_sub (view.sizes[b], beside);
  length = fl_sym_max (fl_sym_min (rows, columns), fl_shape_int (shape, 0));
  stride = fl_sym_add (view.strides[a], view.strides[b]);
  view.tensor.offset = fl_sym_add (fl_shape_get_offset (shape, self), fl_sym_add (fl_sym_mul (view.strides[b], beside),
                                                                                  fl_sym_mul (view.strides[a], below)));
  fl_shape_remove_dim (&view, MAX (a, b));
  fl_shape_remove_dim (&view, MIN (a, b));
  view.sizes[view.tensor.n_dims] = length;
  view.strides[view.tensor.n_dims] = stride;
  view.tensor.n_dims++;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_unfold (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *size = fl_shape_get_sym (shape, "size"), *step = fl_shape_get_sym (shape, "step");
  FlShapeView view;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dimension", self->n_dims, &dim) || !fl_shape_open_view (shape, &view))
    return FALSE;
  if (size == NULL || step == NULL || self->n_dims == 0 || fl_sym_is_int_value (step, 0))
    return fl_shape_lack (shape, "size and step are not known, or there is no dimension");
  view.sizes[self->n_dims] = size;
  view.strides[self->n_dims] = view.strides[dim];
  view.sizes[dim] = fl_sym_add_int (fl_sym_floor_div (fl_sym_sub (self->sizes[dim], size), step), 1);
  view.strides[dim] = fl_sym_mul (view.strides[dim], step);
  view.tensor.n_dims++;
  return fl_shape_set (out, view.tensor);
}
