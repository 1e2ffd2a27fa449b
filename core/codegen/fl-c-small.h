/* Integers of 64 bits that 32 suffice for: positions that are computed, such as where an image that grows takes its
 * pixels from.
 *
 * In vectors they lie in lanes of 32 bits, beside floats. Private to this folder. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Sets is_small of the leaf's operations: those of FL_DTYPE_I64 whose range is known to be small, and that meet no
 * larger number. */
void fl_c_small_find (const FlCWriter *writer, FlCLeaf *state);
/* Is the operation one, or does it compare such? Constants among its arguments are small, too, then. */
gboolean fl_c_small_is_among (const FlCLeaf *state, guint position);
/* Is an index of loop variables one? */
gboolean fl_c_small_is_count (const FlSym *index);
/* The dtype that an operation has in vectors. */
FlDtype fl_c_small_get_dtype (const FlCLeaf *state, guint position);

G_END_DECLS
