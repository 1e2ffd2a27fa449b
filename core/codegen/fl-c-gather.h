/* Loads of vectors whose elements lie anywhere: where, an index in memory tells. What they are in C: preamble/gather.h.
 *
 * Indices that do nothing but tell where to load become positions, lanes of 32 bits beside floats, whether memory has
 * 32 or 64 bits of them. They are checked, wrapped and made valid in vectors, as one index is in a plain loop. Private
 * to this folder. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Is the operation an index that only tells where loads of the leaf are, in a loop along var? */
gboolean fl_c_gather_is_position (const FlCWriter *writer, const FlCLeaf *state, guint position, const FlSym *var);
/* Does the index change along var other than by steps: has it a position of each element? */
gboolean fl_c_gather_has_position (const FlCLeaf *state, const FlSym *index, const FlSym *var);
/* Why it cannot be a position: a sentence, or NULL. op: SET_INDIRECT; a load that has a position. */
const char *fl_c_gather_refuse_position (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                         const FlSym *var);
const char *fl_c_gather_refuse_load (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                     const FlSym *var);
/* The same of a store that has one: lanes are put to their places one by one. */
const char *fl_c_gather_refuse_store (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                      const FlSym *var);
/* Does the loop do nothing but that? */
gboolean fl_c_gather_scatters (const FlCWriter *writer, const FlCLeaf *state, const FlNestLoop *loop);

/* An index that becomes a number: steps along var and the sum of what positions come to, in lanes of 32 bits. */
gboolean fl_c_gather_can_count (const FlCLeaf *state, const FlSym *index, const FlSym *var);
char *fl_c_gather_dup_count (FlCWriter *writer, const FlCLeaf *state, const FlSym *index);

/* While the loop is written: "fl_load_index_i64 (index + i0)" of the address; the position made valid; the elements.
 * count: how many lanes memory has; NULL: all. */
char *fl_c_gather_dup_loaded_index (FlDtype dtype, const char *access, const char *count);
void fl_c_gather_write_position (FlCWriter *writer, FlCLeaf *state, const FlBodyOp *op, FlCValue value);
char *fl_c_gather_dup_load (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                            const char *count);
/* "fl_scatter_add_f32 (buf0, at, load)"; is_same: the value is one number for all lanes. */
char *fl_c_gather_dup_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                             const char *value, gboolean is_same, const char *count);
/* Fetches ahead what the next row of the loop around will gather from, if that is a row of memory. */
void fl_c_gather_write_prefetch (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place);

G_END_DECLS
