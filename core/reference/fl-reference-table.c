/* Which reference kernel serves which operator: the REFERENCE column of the operator table. */
#include "fl-reference-kernels.h"

#define reference_none NULL

FlReferenceFunc
fl_reference_find (FlAtenOp op)
{
  static const FlReferenceFunc kernels[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id]
#define REFERENCE(kernel) = reference_##kernel,
#include "fl-aten-ops.def"
  };
  return op < FL_N_ATEN_OPS ? kernels[op] : NULL;
}
