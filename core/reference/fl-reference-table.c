/* Which reference kernel serves which operator: the REFERENCE column of the operator table. */
#include "fl-reference-kernels.h"

#define REFERENCE(kernel) REFERENCE_KERNEL (kernel);
#include "fl-aten-ops.def"

#define reference_none NULL

FlReferenceFunc
fl_reference_find (const FlAtenRow *row)
{
  static const FlReferenceFunc kernels[] = {
#define REFERENCE(kernel) reference_##kernel,
#include "fl-aten-ops.def"
  };
  return kernels[row->position];
}
