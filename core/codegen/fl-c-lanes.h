/* Loops in vectors that hold integers, or numbers of 64 bits: what fl-c-vector.h is for floats and truth values.
 *
 * Integers of up to 32 bits lie in lanes of 32 bits beside floats (FL_C_LANES_INTEGERS). Where there are numbers of 64
 * bits (FL_C_LANES_WIDE) the loop goes forward by FL_WIDE elements, so that those fill a vector; of the others the
 * lower half counts. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* How an operation on doubles is spelled, with <0> and <1> for its arguments; NULL: not at all. */
const char *fl_c_lanes_get_f64_spelling (FlScalar op);
/* Have elements of this type vectors? */
gboolean fl_c_lanes_has_elements (FlDtype dtype);
/* Why an operation on arguments of these types has no vector form; NULL: it has one. */
const char *fl_c_lanes_refuse_op (const FlBodyOp *op, const FlDtype *dtypes);
/* How many elements of a vector memory has: fewer than all when the others of the loop are twice as wide. NULL: all. */
const char *fl_c_lanes_get_count (const FlCWriter *writer, FlDtype dtype);

/* A vector, whatever the value is. New string. */
char *fl_c_lanes_dup_operand (FlCValue value);

/* As the functions of fl-c-vector.h, whatever the loop being written holds. */
const char *fl_c_lanes_get_type (const FlCWriter *writer, FlDtype dtype);
gboolean fl_c_lanes_append_op (GString *out, const FlCWriter *writer, const FlBodyOp *op, const FlCValue *args);
gboolean fl_c_lanes_is_identity (const FlCWriter *writer, const FlBodyOp *op, const FlCValue *args);
void fl_c_lanes_append_loaded (const FlCWriter *writer, GString *out, FlDtype dtype, gboolean is_row,
                               const char *place);
/* The vector that a store stores. */
char *fl_c_lanes_dup_stored (const FlCWriter *writer, FlDtype dtype, FlCValue value);
char *fl_c_lanes_dup_store (const FlCWriter *writer, FlDtype dtype, gboolean is_row, gboolean is_streamed,
                            const char *place, FlCValue value);

G_END_DECLS
