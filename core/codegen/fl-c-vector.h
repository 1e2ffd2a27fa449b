/* How operations on vectors of floats and truth values are spelled, in GNU C's vector types: fl_vec for floats (of 16
 * or 32 bits), fl_mask for truth values (-1 and 0). Widths are left to the preamble (FL_LANES), so that one source
 * serves every machine. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Is this a float that a lane of fl_vec holds (of 16 bits, widened)? Or that, or a truth value? */
gboolean fl_c_vector_is_float (FlDtype dtype);
gboolean fl_c_vector_is_element (FlDtype dtype);
/* How an operation is spelled whose first operand and result are of these types; NULL: not at all. */
const char *fl_c_vector_find_spelling (FlScalar op, FlDtype result, FlDtype first);
/* How an operation on floats is spelled, with {0} and <0> for its arguments; NULL: not at all. */
const char *fl_c_vector_get_spelling (FlScalar op);
/* "fl_vec" or "fl_mask". */
const char *fl_c_vector_get_type (FlDtype dtype);
/* A vector, whatever the value is. */
char *fl_c_vector_dup_operand (FlCValue value);
gboolean fl_c_vector_append_op (GString *out, const FlBodyOp *op, const FlCValue *args);
/* Does the operation change nothing, such as widening what was rounded? */
gboolean fl_c_vector_is_identity (const FlBodyOp *op, const FlCValue *args);
/* place: the address of the first element. Rows on the stack hold compute types. */
void fl_c_vector_append_loaded (const FlCWriter *writer, GString *out, FlDtype dtype, gboolean is_row,
                                const char *place);
char *fl_c_vector_dup_store (const FlCWriter *writer, FlDtype dtype, gboolean is_row, gboolean is_streamed,
                             const char *place, FlCValue value);

G_END_DECLS
