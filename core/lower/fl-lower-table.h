/* The lowerings that the operator table names: each takes the node from low and gives what it became. */
#pragma once

#include "fl-lowering.h"

G_BEGIN_DECLS

#define LOWER(how) FlItem lower_##how (FlLowering *low, const FlAtenRow *row, FlScalar scalar);
#define ATEN(id, name, kind, signature)
#include "fl-aten-ops.def"

/* NULL when the operator has none. */
FlLowerFn fl_lower_find (const FlAtenRow *row, FlScalar *scalar);

G_END_DECLS
