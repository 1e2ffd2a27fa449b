/* Which decomposition an operator has, from the operator table. */
#include "fl-decompose-table.h"

#define decompose_none NULL

static const FlDecomposeFn decompositions[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id] =
#define DECOMPOSE(into) decompose_##into,
#include "fl-aten-ops.def"
};

FlDecomposeFn
fl_decompose_find (const FlAtenRow *row)
{
  return row != NULL ? decompositions[row->op] : NULL;
}

gboolean
fl_decompose_get_sizes (const FlTensor *tensor, gint64 *sizes)
{
  if (tensor == NULL || tensor->n_dims > FL_DECOMPOSE_MAX_RANK)
    return FALSE;
  for (guint d = 0; d < tensor->n_dims; d++)
    if (!fl_sym_is_int (tensor->sizes[d], &sizes[d]))
      return FALSE;
  return TRUE;
}

gboolean
fl_decompose_done (FlRewrite *rw, FlArg result, FlDtype given)
{
  fl_rewrite_set_result (rw, given != FL_DTYPE_NONE && result.kind == FL_ARG_NODE ? fl_emit_cast (rw, result, given) : result);
  return TRUE;
}

gboolean
fl_decompose_done_tuple (FlRewrite *rw, const FlArg *results, guint n)
{
  FlArg tuple = { .kind = FL_ARG_TUPLE, .n_items = n, .items = fl_arena_memdup (rw->arena, results, n * sizeof *results) };

  fl_rewrite_set_result (rw, tuple);
  return TRUE;
}
