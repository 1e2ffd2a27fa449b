/* Which scalar operator an operator applies to each element: the SCALAR column of the operator
 * table. */
#include "fl-reference-private.h"

const char *
fl_reference_get_scalar (const FlAtenRow *row)
{
  static const char *const scalars[] = {
#define SCALAR(op) #op,
#include "fl-aten-ops.def"
  };
  return scalars[row->position];
}
