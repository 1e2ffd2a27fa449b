/* Vectors in generated source: innermost loops over contiguous memory, written in GNU C's vector types.
 *
 * A loop whose operations are all on floats (of 16 or 32 bits) and truth values, next to each other in memory, is
 * written with a vector an operation: fl_vec for floats, fl_mask for truth values (-1 and 0). Everything else stays a
 * plain loop, which the compiler may vectorise. Widths are left to the preamble (FL_LANES), so that one source serves
 * every machine. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* --- whether: fl-c-vector.c ------------------------------------------------------------------- */
/* Can this innermost loop be written in vectors? why_not: a sentence, when it cannot. */
gboolean fl_c_vector_can_write (const FlCWriter *writer, const FlNestLoop *loop, const char **why_not);
/* The same for what is inside a strip, along its columns. */
gboolean fl_c_vector_can_strip (const FlCWriter *writer, const FlNestLoop *strip);
/* The same for two loops in tiles, where memory is contiguous along either: row runs outside, column in vectors. */
gboolean fl_c_vector_can_tile (const FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *row,
                               const FlNestLoop *column);
/* A load of such a tile that is contiguous along the row only: it goes through a copy on the stack. */
gboolean fl_c_vector_is_across (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op);
/* Of a leaf that scatters: do the loop's iterations write apart from each other? */
gboolean fl_c_vector_scatters_rows (const FlCWriter *writer, const FlCLeaf *state, const FlNestLoop *loop);
/* Why not an operation; why not the place of a load or store, whatever its dtype; both NULL when it can. */
const char *fl_c_vector_refuse_op (const FlCWriter *writer, const FlCLeaf *state, guint position, const FlSym *var);
const char *fl_c_vector_refuse_place (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op,
                                      const FlSym *var);
/* Is the load contiguous, but down along the variable? Floats of 32 bits only. */
gboolean fl_c_vector_is_backwards (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op,
                                   const FlSym *var);
/* The step of a load of floats of 32 bits from one lane to the next where it is a few elements, else 0: such lanes are
 * put together from vectors. */
gint64 fl_c_vector_find_step (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var);
/* Does the index go up by a fixed step, or stay the same? */
gboolean fl_c_vector_is_counting (const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var);
/* Arithmetic operations of one iteration, roughly: cheap loops get several accumulators. */
guint fl_c_vector_count_flops (const FlNestLoop *loop);

/* --- text: fl-c-vector-text.c ----------------------------------------------------------------- */
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
