/* Results that go past the caches in pieces that are no whole cache lines: padded rows, tensors that are joined. What an iteration of
 * a loop writes, side by side in memory, is put together on the stack, and stored from there line by line. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Looks for a loop whose iterations write memory of the argument one after the other, without gaps, in pieces that are no whole lines.
 * FALSE: there is none. */
gboolean fl_c_stage_find (FlCWriter *writer, const FlKernel *kernel, guint arg);

/* Before the inside of a loop is written: is it the one? Then what is declared stands before it, and what is left is stored behind it. */
gboolean fl_c_stage_open (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_stage_write_before (FlCWriter *writer);
void fl_c_stage_write_after (FlCWriter *writer, const FlNestLoop *loop);
/* Is what an iteration of the loop writes put together? Then before and after what it does: */
gboolean fl_c_stage_is_row (const FlCWriter *writer, const FlNestLoop *loop);
void fl_c_stage_write_first (FlCWriter *writer);
void fl_c_stage_write_last (FlCWriter *writer);

/* Is the memory put together on the stack in this kernel? */
gboolean fl_c_stage_has (const FlCWriter *writer, const FlCPlace *place);
/* The index within what is put together where the operation stores to it, whose name is given; NULL: it goes to memory. */
const FlSym *fl_c_stage_get_index (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place, const char **name);

G_END_DECLS
