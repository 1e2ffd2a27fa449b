/* Which lowering an operator has, from the operator table. */
#include "fl-lower-table.h"

#define LOWER(how) LOWERING (how);
#include "fl-aten-ops.def"

#define FL_SCALAR_NONE FL_N_SCALARS
#define FL_SCALAR_BITWISE_LEFT_SHIFT FL_SCALAR_SHIFT_LEFT
#define FL_SCALAR_BITWISE_RIGHT_SHIFT FL_SCALAR_SHIFT_RIGHT
#define lower_none NULL

static const FlLowerFn lowerings[] = {
#define LOWER(how) lower_##how,
#include "fl-aten-ops.def"
};

static const FlScalar scalars[] = {
#define SCALAR(op) FL_SCALAR_##op,
#include "fl-aten-ops.def"
};

FlLowerFn
fl_lower_find (const FlAtenRow *row, FlScalar *scalar)
{
  *scalar = scalars[row->position];
  return lowerings[row->position];
}

/* Inductor's needs_realized_inputs: what many read is put into memory before these read it. */
gboolean
fl_lower_needs_realized_inputs (const FlNode *node)
{
  FlLowerFn how = node->op != NULL ? lowerings[node->op->position] : NULL;

  return how != NULL
         && ((how == lower_fallback && g_str_has_prefix (node->op->name, "aten.")) || how == lower_mm
             || how == lower_bmm || how == lower_convolution || how == lower_convolution_backward
             || how == lower_upsample_nearest2d || how == lower_avg_pool || how == lower_avg_pool_backward
             || how == lower_max_pool2d_with_indices || how == lower_as_strided);
}
