/* What a loop in vectors reads over and over: element i0 % 3 of a row of three. The row is copied to the stack before
 * the loop, as often as a vector and one row more take, so that a vector of it begins at i0 % 3. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Is the load of floats of 32 bits at a number + var % length, outside of strips and tiles? */
gboolean fl_c_round_find (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var,
                          gint64 *length, gint64 *first);
/* "arg1_1_round", which the head of the function declares. */
const char *fl_c_round_get_row (FlCWriter *writer, const FlCPlace *place, gint64 length, gint64 first);
/* Does the head read this pointer? */
gboolean fl_c_round_reads (const FlCWriter *writer, const char *pointer);
void fl_c_round_write_rows (FlCWriter *writer);

G_END_DECLS
