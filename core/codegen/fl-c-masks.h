/* Short rows whose conditions are asked of all lanes at once.
 *
 * Where a condition changes within a row of a few vectors, as at the edge of a window that lies partly beside an image,
 * a cut would leave parts that begin anywhere: each vector of the part between would be stored across two cache lines.
 * The row is written in whole vectors instead, and only those lanes are loaded whose condition holds. */
#pragma once

#include "fl-c-leaf-private.h"

G_BEGIN_DECLS

/* Is the innermost loop, which could be cut, better written like that? Then each masked operation of it, which is one
 * load of floats side by side, may be a vector from here on until the next end. */
gboolean fl_c_masks_begin (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_masks_end (FlCWriter *writer);
/* The masked operation, its mask being known. */
FlCValue fl_c_masks_write (FlCSite *site, const FlBodyOp *op, FlCValue mask);

G_END_DECLS
