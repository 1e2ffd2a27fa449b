/* Loops over bf16 by turns: of 2 * FL_LANES elements first those at even places, then those at odd ones.
 *
 * Two neighbours lie in the halves of one lane: a shift makes the even one a float, a mask the odd one, and both are
 * rounded and put back together at once. That takes half as many instructions as widening a vector's elements and
 * narrowing its results.
 *
 * Where other memory is among them, the turns are two vectors one after the other, of which only what is stored as bf16
 * is put together. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* How is this loop, which can be written in vectors, to be written? */
FlCTurns fl_c_turns_choose (const FlCWriter *writer, const FlNestLoop *loop, guint n_vectors);
/* Both turns, after the header of the loop over them; write_body: one turn. Inside, loads and stores are those of the
 * turn. */
void fl_c_turns_write (FlCWriter *writer, const FlNestLoop *loop,
                       void (*write_body) (FlCWriter *writer, const FlNestLoop *loop));
/* What a turn stores: kept until both are done. */
void fl_c_turns_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                       gboolean is_streamed, const char *access, const char *value);
void fl_c_turns_note (FlCWriter *writer, const FlNestLoop *loop);

G_END_DECLS
