/* What the files that write reductions share. Private to this folder. */
#pragma once

#include "fl-c-vector.h"

G_BEGIN_DECLS

/* Which of its names a reduction adds to in the present pass. */
guint fl_c_get_running_output (const FlCWriter *writer, const FlCAccumulator *accumulator);
/* Of a strip in vectors: truth values and positions are kept as 32-bit integers. */
gboolean fl_c_is_mask_slot (const FlCAccumulator *accumulator, guint output);
/* In a strip there is one accumulator a column; in vectors, what is being added up has one a lane. */
char *fl_c_dup_slot (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output);

/* --- the statement inside the loop: fl-c-reduce-step.c ---------------------------------------- */
void fl_c_reduce_write_first_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                   const FlCAccumulator *accumulator, const FlCValue *args);
/* The mean or the maximum is known: sum the squares about it, or the exponentials below it. */
void fl_c_reduce_write_second_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                    const FlCAccumulator *accumulator, FlCValue value);

G_END_DECLS
