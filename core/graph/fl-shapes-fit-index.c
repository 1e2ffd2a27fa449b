/* How the arguments of a call must fit each other, as fl-shapes-fit.c says, where one is an index into another or a
 * part that is put into it. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-intern.h"
#include "fl-shapes-fit-private.h"

/* --- picking along a dimension
 * ----------------------------------------------------------------------------------- */

/* index has the rank of self and, but along dim, at most its sizes. */
gboolean
fl_fit_gather (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self"), *index = fl_fit_find (shape, "index");
  guint dim;

  if (self == NULL || index == NULL)
    return TRUE;
  if (!fl_fit_check_integers (shape, "index", index, FALSE) || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (fl_fit_get_rank (index) != fl_fit_get_rank (self))
    return fl_shape_fail (shape, "the argument `index` has %u dimensions; `self` has %u", index->n_dims, self->n_dims);
  for (guint i = 0; i < fl_fit_get_rank (self); i++)
    if (i != dim && fl_fit_is_greater (index, self, i))
      return fl_shape_fail (shape, "dimension %u of `index` is larger than that of `self`", i);
  return TRUE;
}

/* Like gather; src, where there is one, has at least the sizes of index. */
gboolean
fl_fit_scatter (FlShape *shape)
{
  const FlTensor *index = fl_fit_find (shape, "index"), *src = fl_fit_find (shape, "src");

  if (index != NULL && fl_fit_get_size (index, 0) == 0) /* nothing is written */
    return TRUE;
  if (!fl_fit_gather (shape))
    return FALSE;
  if (src == NULL || index == NULL)
    return TRUE;
  if (fl_fit_get_rank (src) != fl_fit_get_rank (index))
    return fl_shape_fail (shape, "the argument `src` has %u dimensions; `index` has %u", src->n_dims, index->n_dims);
  for (guint i = 0; i < fl_fit_get_rank (index); i++)
    if (fl_fit_is_greater (index, src, i))
      return fl_shape_fail (shape, "dimension %u of `index` is larger than that of `src`", i);
  return TRUE;
}

/* A row of indices along dim, and for each of them a part of source. */
gboolean
fl_fit_rows (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self"), *index = fl_fit_find (shape, "index"),
                 *source = fl_fit_find (shape, "source"), *value = fl_fit_find (shape, "value");
  guint dim;

  if (value != NULL && value->n_dims > 0) /* of index_fill */
    return fl_shape_fail (shape, "the argument `value` has %u dimensions; it must have none", value->n_dims);
  if (self == NULL || index == NULL)
    return TRUE;
  if (!fl_fit_check_integers (shape, "index", index, FALSE) || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (index->n_dims > 1)
    return fl_shape_fail (shape, "the argument `index` has %u dimensions; it must have 1", index->n_dims);
  if (source == NULL)
    return TRUE;
  if (fl_fit_get_rank (source) != fl_fit_get_rank (self))
    return fl_shape_fail (shape, "the argument `source` has %u dimensions; `self` has %u", source->n_dims,
                          self->n_dims);
  for (guint i = 0; i < fl_fit_get_rank (self); i++)
    {
      const gint64 wanted = i == dim ? fl_fit_get_size (index, 0) : fl_fit_get_size (self, i),
                   found = fl_fit_get_size (source, i);

      if (wanted >= 0 && found >= 0 && wanted != found)
        return fl_shape_fail (shape, "dimension %u of `source` is %" G_GINT64_FORMAT "; it must be %" G_GINT64_FORMAT,
                              i, found, wanted);
    }
  return TRUE;
}

/* --- x[indices] -------------------------------------------------------------------------------- */

/* A mask stands for as many dimensions as it has, anything else for one. */
static gboolean
check_index_list (FlShape *shape, const FlTensor *self, const FlArg *list)
{
  guint n = 0;

  for (guint i = 0; list != NULL && i < list->n_items; i++)
    {
      const FlTensor *index = fl_shape_get_tensor_of (shape, &list->items[i]);
      const gboolean is_mask = index != NULL && (index->dtype == FL_DTYPE_BOOL || index->dtype == FL_DTYPE_U8);
      const guint n_taken = is_mask ? index->n_dims : 1;

      if (index != NULL && !fl_fit_check_integers (shape, "indices", index, TRUE))
        return FALSE;
      if (n + n_taken > self->n_dims)
        return fl_shape_fail (shape, "the argument `indices` has more indices than `self` has dimensions, %u",
                              self->n_dims);
      for (guint j = 0; is_mask && j < n_taken; j++)
        if (fl_fit_get_size (index, j) >= 0 && fl_fit_get_size (self, n + j) >= 0
            && fl_fit_get_size (index, j) != fl_fit_get_size (self, n + j))
          return fl_shape_fail (shape, "dimension %u of a mask has another size than what it picks from", j);
      n += n_taken;
    }
  return TRUE;
}

gboolean
fl_fit_index (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self");

  return self == NULL || check_index_list (shape, self, fl_node_find_arg (shape->node, "indices"));
}

/* What indices without masks pick; FALSE where that is not known. */
static gboolean
infer_picked (FlShape *shape, FlValue *picked)
{
  FlShape reading = { .graph = shape->graph, .arena = shape->arena, .symbols = shape->symbols };
  FlNode node = *shape->node;
  FlArg args[2];

  if (fl_node_find_arg (&node, "self") == NULL || fl_node_find_arg (&node, "indices") == NULL)
    return FALSE;
  args[0] = *fl_node_find_arg (&node, "self");
  args[1] = *fl_node_find_arg (&node, "indices");
  args[0].keyword = args[1].keyword = NULL;
  node.op = fl_aten_get_named (FL_ATEN_OP_INDEX_TENSOR);
  node.n_args = G_N_ELEMENTS (args);
  node.args = args;
  reading.node = &node;
  return fl_shape_index (&reading, picked);
}

/* values spread over what the indices pick, and does not make that larger. Sizes that do not fit
 * are a doubt only: dumps of graphs whose sizes depend on data give them as they were in one run,
 * where they need not agree. */
gboolean
fl_fit_index_put (FlShape *shape)
{
  const FlTensor *values = fl_fit_find (shape, "values");
  FlValue picked;
  guint missing;

  if (!fl_fit_index (shape))
    return FALSE;
  if (values == NULL || fl_fit_find (shape, "self") == NULL || !infer_picked (shape, &picked))
    return TRUE;
  if (values->n_dims > picked.tensor.n_dims)
    return fl_shape_fail (shape, "the argument `values` has %u dimensions; the indices pick %u", values->n_dims,
                          picked.tensor.n_dims);
  missing = picked.tensor.n_dims - values->n_dims;
  for (guint i = 0; i < values->n_dims; i++)
    {
      const gint64 found = fl_fit_get_size (values, i), wanted = fl_fit_get_size (&picked.tensor, missing + i);

      if (found >= 0 && wanted >= 0 && found != 1 && found != wanted)
        return fl_shape_doubt (shape,
                               "dimension %u of `values` is %" G_GINT64_FORMAT "; the indices pick %" G_GINT64_FORMAT,
                               i, found, wanted);
    }
  return TRUE;
}

static gboolean
is_empty (const FlTensor *tensor)
{
  for (guint i = 0; tensor != NULL && i < tensor->n_dims; i++)
    if (fl_fit_get_size (tensor, i) == 0)
      return TRUE;
  return FALSE;
}

/* The mask is as large as what the indices pick. What is masked is added as 0 at a place that is there; a tensor of no
 * elements has none: PyTorch returns it as it is, whatever the rest. */
gboolean
fl_fit_masked_index (FlShape *shape)
{
  const FlTensor *mask = fl_fit_find (shape, "mask"), *values = fl_fit_find (shape, "values");
  FlValue picked;
  const FlSym *const *sizes;
  guint n;

  if (values != NULL && is_empty (fl_fit_find (shape, "self")))
    return TRUE;
  if (values != NULL ? !fl_fit_index_put (shape) : !fl_fit_index (shape))
    return FALSE;
  if (mask == NULL || fl_fit_find (shape, "self") == NULL || !infer_picked (shape, &picked))
    return TRUE;
  if (mask->n_dims > picked.tensor.n_dims)
    return fl_shape_fail (shape, "the argument `mask` has %u dimensions; the indices pick %u", mask->n_dims,
                          picked.tensor.n_dims);
  return fl_shape_broadcast_sizes (shape, mask->sizes, mask->n_dims, picked.tensor.sizes, picked.tensor.n_dims, &sizes,
                                   &n);
}

/* --- putting a part back
 * ----------------------------------------------------------------------------------------- */

/* src has the sizes of the view that it replaces: the same call without src. */
static gboolean
check_part (FlShape *shape, FlAtenOp view_op, FlShapeRule rule, guint roomy)
{
  const FlTensor *src = fl_fit_find (shape, "src");
  FlShape viewing = { .graph = shape->graph, .arena = shape->arena, .symbols = shape->symbols };
  FlNode node = *shape->node;
  FlArg *args = fl_arena_new (shape->arena, FlArg, node.n_args + 1);
  FlValue view;

  node.op = fl_aten_get_named (view_op);
  node.args = args;
  node.n_args = 0;
  for (guint i = 0; i < shape->node->n_args; i++)
    if (&shape->node->args[i] != fl_node_find_arg (shape->node, "src"))
      args[node.n_args++] = shape->node->args[i];
  viewing.node = &node;
  if (!rule (&viewing, &view))
    {
      shape->why = viewing.why;
      shape->is_wrong = viewing.is_wrong;
      return !viewing.is_wrong;
    }
  return src == NULL || fl_fit_check_same_sizes (shape, "src", src, &view.tensor, roomy);
}

gboolean
fl_fit_slice_scatter (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self");
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return self == NULL;
  return check_part (shape, FL_ATEN_OP_SLICE_TENSOR, fl_shape_slice, dim);
}

gboolean
fl_fit_select_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_SELECT_INT, fl_shape_select, G_MAXUINT);
}

gboolean
fl_fit_diagonal_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_DIAGONAL, fl_shape_diagonal, G_MAXUINT);
}

gboolean
fl_fit_as_strided_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_AS_STRIDED, fl_shape_as_strided, G_MAXUINT);
}
