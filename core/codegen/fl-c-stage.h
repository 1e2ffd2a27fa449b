/* Write-combining buffers for results in pieces that are no whole cache lines: padded rows, tensors that are joined.
 * Elements that a loop writes side by side in memory are combined first and stored line by line: in registers, where
 * pieces come in the order of memory; else, for non-temporal stores, on the stack. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Looks for a loop whose iterations write memory of the argument one after the other, without gaps, in pieces that are
 * no whole lines. FALSE: there is none, or another argument has one. */
gboolean fl_c_stage_find (FlCWriter *writer, const FlKernel *kernel, guint arg, gboolean is_streamed);
/* The argument's memory is written as it comes. */
void fl_c_stage_drop (FlCWriter *writer, guint arg);

/* Before the inside of a loop is written: is it the one? Then what is declared stands before it, and what is left is
 * stored behind it. */
gboolean fl_c_stage_open (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_stage_write_before (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_stage_write_after (FlCWriter *writer, const FlNestLoop *loop);
/* Is what an iteration of the loop writes put together? Then before and after what it does: */
gboolean fl_c_stage_is_row (const FlCWriter *writer, const FlNestLoop *loop);
void fl_c_stage_write_first (FlCWriter *writer);
void fl_c_stage_write_last (FlCWriter *writer);

/* Is a line of this memory open? Then a vector, or as many lanes of one, is appended to it: */
gboolean fl_c_stage_is_line (const FlCWriter *writer, const FlCPlace *place);
char *fl_c_stage_dup_put (FlCWriter *writer, const char *operand, const char *count);
/* Does the loop append to a line? */
gboolean fl_c_stage_puts (const FlCWriter *writer, const FlNestLoop *loop);
/* The loop does so one by one: if it is not short, the kernel had better be written without lines. */
void fl_c_stage_check_singles (FlCWriter *writer, const FlNestLoop *loop);
gboolean fl_c_stage_is_unfit (const FlCWriter *writer);

/* Is the memory put together first in this kernel, here? */
gboolean fl_c_stage_has (const FlCWriter *writer, const FlCPlace *place);
/* The index within what is put together where the operation stores to it, whose name is given; NULL: it goes to memory.
 */
const FlSym *fl_c_stage_get_index (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                                   const FlCPlace *place, const char **name);

G_END_DECLS
