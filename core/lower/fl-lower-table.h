/* The lowerings that the operator table names: each takes the node from low and gives what it became. */
#pragma once

#include "fl-lowering.h"

G_BEGIN_DECLS

/* Declares a lowering. Each file declares those that it defines, and fl-lower-table.c all that the operator table
 * names: no header reads the table, or every row would build all lowerings anew. */
#define LOWERING(how) FlItem lower_##how (FlLowering *low, const FlAtenRow *row, FlScalar scalar)

/* NULL when the operator has none. */
FlLowerFn fl_lower_find (const FlAtenRow *row, FlScalar *scalar);

G_END_DECLS
