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
