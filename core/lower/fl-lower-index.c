/* Lowerings that read at computed addresses (torch/_inductor/lowering.py): an index tensor becomes an indirect index.
 */
#include "fl-lower-table.h"

#include <string.h>

LOWERING (embedding);
LOWERING (gather);
LOWERING (index);
LOWERING (unsafe_index);
LOWERING (unsafe_masked_index);
LOWERING (index_select);
LOWERING (upsample_nearest2d);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* weight[indices] */
FlItem
lower_embedding (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *weight = fl_lower_get_input (low), *indices = fl_lower_get_nth (low, 1).box;
  const FlSym **sizes, **vars, **index;
  guint n;

  if (weight == NULL || indices == NULL || weight->n_dims == 0)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "embedding takes a table and indices");
  n = indices->n_dims + weight->n_dims - 1;
  sizes = fl_arena_new (low->arena, const FlSym *, n + 1);
  memcpy (sizes, indices->sizes, indices->n_dims * sizeof *sizes);
  memcpy (sizes + indices->n_dims, weight->sizes + 1, (weight->n_dims - 1) * sizeof *sizes);
  vars = fl_box_get_vars (low, "i", sizes, n);
  index = fl_arena_new (low->arena, const FlSym *, weight->n_dims + 1);
  index[0] = fl_expr_indirect (low->pool, fl_box_load (low, indices, vars), weight->sizes[0], FALSE, TRUE);
  memcpy (index + 1, vars + indices->n_dims, (weight->n_dims - 1) * sizeof *index);
  return result (fl_box_pointwise (low, weight->device, weight->dtype, sizes, n, fl_box_load (low, weight, index)));
}

FlItem
lower_gather (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *where = fl_lower_get_arg (low, "index").box;
  const FlSym **vars, **index;
  guint dim;

  if (box == NULL || where == NULL)
    return nothing;
  if (box->n_dims == 0)
    box = fl_box_unsqueeze (low, box, 0);
  if (!fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  vars = fl_box_get_vars (low, "i", where->sizes, where->n_dims);
  index = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  memcpy (index, vars, where->n_dims * sizeof *index);
  index[dim] = fl_expr_indirect (low->pool, fl_box_load (low, where, vars), box->sizes[dim], FALSE, TRUE);
  return result (
      fl_box_pointwise (low, box->device, box->dtype, where->sizes, where->n_dims, fl_box_load (low, box, index)));
}

/* --- x[i, :, j] ------------------------------------------------------------------------------- */

static gboolean
is_mask (const FlItem *item)
{
  return item->kind == FL_ITEM_BOX && (item->box->dtype == FL_DTYPE_BOOL || item->box->dtype == FL_DTYPE_U8);
}

/* The index tensors, broadcast among themselves; FALSE where a mask is among them, which is left to the library. */
gboolean
fl_indexing_start (FlLowering *low, FlItem list, const FlSym *const *sizes, guint n_dims, FlIndexing *indexing)
{
  FlItem *tensors = fl_arena_new (low->arena, FlItem, list.n_items + 1);
  guint last = 0;

  *indexing
      = (FlIndexing) { .n_indices = list.n_items, .indices = fl_arena_new (low->arena, FlBox *, list.n_items + 1) };
  for (guint i = 0; i < list.n_items; i++)
    if (is_mask (&list.items[i]))
      return FALSE;
  for (guint i = 0; i < list.n_items && i < n_dims; i++)
    if (list.items[i].kind == FL_ITEM_BOX)
      {
        if (indexing->n_tensors > 0 && i - last != 1)
          indexing->is_scattered = TRUE;
        if (indexing->n_tensors == 0)
          indexing->first = i;
        last = i;
        indexing->last = i;
        tensors[indexing->n_tensors++] = list.items[i];
      }
  if (indexing->n_tensors == 0)
    return FALSE;
  fl_broadcast_items (low, tensors, indexing->n_tensors);
  for (guint i = 0, t = 0; i < list.n_items; i++)
    indexing->indices[i] = list.items[i].kind == FL_ITEM_BOX && t < indexing->n_tensors ? tensors[t++].box : NULL;
  indexing->rank = tensors[0].box->n_dims;
  indexing->sizes = sizes;
  indexing->n_dims = n_dims;
  indexing->result_sizes = fl_arena_new (low->arena, const FlSym *, n_dims + indexing->rank + 1);
  for (guint i = 0; i <= n_dims; i++)
    {
      if (i == (indexing->is_scattered ? 0 : indexing->first))
        for (guint k = 0; k < indexing->rank; k++)
          indexing->result_sizes[indexing->n_result++] = tensors[0].box->sizes[k];
      if (i < n_dims && (i >= list.n_items || indexing->indices[i] == NULL))
        indexing->result_sizes[indexing->n_result++] = sizes[i];
    }
  return TRUE;
}

/* The index of each dimension of x, for an index of the result. */
const FlSym **
fl_indexing_get_index (FlLowering *low, const FlIndexing *indexing, const FlSym *const *vars, gboolean wrap,
                       gboolean check)
{
  const FlSym **index = fl_arena_new (low->arena, const FlSym *, indexing->n_dims + 1);
  guint start = indexing->is_scattered ? 0 : indexing->first, next = 0;

  for (guint i = 0; i < indexing->n_dims; i++)
    {
      if (i == start)
        next += indexing->rank;
      if (i < indexing->n_indices && indexing->indices[i] != NULL)
        index[i] = fl_expr_indirect (low->pool, fl_box_load (low, indexing->indices[i], vars + start),
                                     indexing->sizes[i], wrap, check);
      else
        index[i] = vars[next++];
    }
  return index;
}

static FlItem
get_at (FlLowering *low, gboolean check)
{
  FlBox *box = fl_lower_get_input (low);
  FlIndexing indexing;
  const FlSym **vars, **index;

  if (box == NULL)
    return nothing;
  if (!fl_indexing_start (low, fl_lower_get_arg (low, "indices"), box->sizes, box->n_dims, &indexing))
    {
      fl_realize_box (low, box, "it is indexed by a mask");
      return fl_lower_fallback (low);
    }
  vars = fl_box_get_vars (low, "i", indexing.result_sizes, indexing.n_result);
  index = fl_indexing_get_index (low, &indexing, vars, TRUE, check);
  return result (fl_box_pointwise (low, box->device, box->dtype, indexing.result_sizes, indexing.n_result,
                                   fl_box_load (low, box, index)));
}

FlItem
lower_index (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return get_at (low, TRUE);
}

FlItem
lower_unsafe_index (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return get_at (low, FALSE);
}

FlItem
lower_unsafe_masked_index (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *mask = fl_lower_get_arg (low, "mask").box;
  FlIndexing indexing;
  const FlSym **vars, **index;
  const FlExpr *value, *kept;

  if (box == NULL || mask == NULL || fl_lower_is_symbolic (low, "fill")
      || !fl_indexing_start (low, fl_lower_get_arg (low, "indices"), box->sizes, box->n_dims, &indexing))
    return fl_lower_fallback (low);
  mask = fl_box_expand (low, mask, indexing.result_sizes, indexing.n_result, TRUE);
  vars = fl_box_get_vars (low, "i", indexing.result_sizes, indexing.n_result);
  kept = fl_expr_to_dtype (low->pool, fl_box_load (low, mask, vars), FL_DTYPE_BOOL);
  index = fl_indexing_get_index (low, &indexing, vars, FALSE, FALSE);
  value = fl_box_load (low, box, index);
  /* A whole number stays one. */
  if (fl_lower_get_arg (low, "fill").kind == FL_ITEM_SYM)
    value = fl_expr_masked_int (low->pool, kept, value, (gint64) fl_lower_get_float (low, "fill", 0));
  else
    value = fl_expr_masked (low->pool, kept, value, fl_lower_get_float (low, "fill", 0));
  return result (fl_box_pointwise (low, box->device, box->dtype, indexing.result_sizes, indexing.n_result, value));
}

/* index_select (x, dim, i) is x[:, i]. */
FlItem
lower_index_select (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *where = fl_lower_get_arg (low, "index").box;
  const FlSym **sizes, **vars;
  guint dim;

  if (box == NULL || where == NULL || box->n_dims == 0 || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim))
    return nothing;
  sizes = fl_arena_memdup (low->arena, box->sizes, box->n_dims * sizeof *sizes);
  sizes[dim] = where->n_dims > 0 ? where->sizes[0] : low->one;
  vars = fl_box_get_vars (low, "i", sizes, box->n_dims);
  vars[dim] = fl_expr_indirect (low->pool, fl_box_load (low, where, &vars[dim]), box->sizes[dim], TRUE, TRUE);
  return result (fl_box_pointwise (low, box->device, box->dtype, sizes, box->n_dims, fl_box_load (low, box, vars)));
}

/* --- nearest neighbours ----------------------------------------------------------------------- */

FlItem
lower_upsample_nearest2d (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  const char *const scales[] = { "scales_h", "scales_w" };
  const FlSym *const *sizes;
  const FlSym **vars;
  guint n;

  if (box == NULL || box->n_dims < 3 || low->node->value.kind != FL_VALUE_TENSOR)
    return nothing;
  fl_realize_hint (low, box, "elements of it are read several times");
  n = box->n_dims;
  sizes = low->node->value.tensor.sizes;
  vars = fl_box_get_vars (low, "i", sizes, n);
  for (guint i = n - 2; i < n; i++)
    {
      double scale = fl_lower_get_float (low, scales[i - (n - 2)], 0);
      const FlExpr *position = fl_expr_index (low->pool, FL_DTYPE_F32, vars[i]), *ratio;
      gint64 from, to;

      if (scale > 0)
        ratio = fl_expr_constant (low->pool, FL_DTYPE_F32, 1.0 / scale);
      else if (fl_sym_is_int (box->sizes[i], &from) && fl_sym_is_int (sizes[i], &to))
        ratio = fl_expr_constant (low->pool, FL_DTYPE_F32, (double) from / (double) MAX (1, to));
      else /* of the call's own sizes */
        ratio = fl_expr_op2 (low->pool, FL_SCALAR_TRUEDIV, fl_expr_index (low->pool, FL_DTYPE_F32, box->sizes[i]),
                             fl_expr_index (low->pool, FL_DTYPE_F32, sizes[i]));
      position = fl_expr_op2 (low->pool, FL_SCALAR_MUL, position, ratio);
      vars[i] = fl_expr_indirect (low->pool, fl_expr_to_dtype (low->pool, position, FL_DTYPE_I32), box->sizes[i], TRUE,
                                  FALSE);
    }
  return result (fl_box_pointwise (low, box->device, box->dtype, sizes, n, fl_box_load (low, box, vars)));
}
