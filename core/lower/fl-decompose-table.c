/* Which decomposition an operator has, from the operator table. */
#include "fl-decompose-table.h"

#define DECOMPOSE(into) DECOMPOSITION (into);
#include "fl-aten-ops.def"

#define decompose_none NULL

static const FlDecomposeFn decompositions[] = {
#define DECOMPOSE(into) decompose_##into,
#include "fl-aten-ops.def"
};

FlDecomposeFn
fl_decompose_find (const FlAtenRow *row)
{
  return row != NULL ? decompositions[row->position] : NULL;
}
