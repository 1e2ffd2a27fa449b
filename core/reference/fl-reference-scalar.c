/* Which scalar operator an operator applies to each element: the SCALAR column of the operator
 * table. */
#include "fl-reference-private.h"

const char *
fl_reference_get_scalar (FlAtenOp op)
{
  static const char *const scalars[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id]
#define SCALAR(op) = #op,
#include "fl-aten-ops.def"
  };
  return op < FL_N_ATEN_OPS ? scalars[op] : "NONE";
}
