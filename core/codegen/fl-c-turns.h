/* Loops over bf16 by turns: of 2 * FL_LANES elements first those at even places, then those at odd ones.
 *
 * Two neighbours lie in the halves of one lane: a shift makes the even one a float, a mask the odd one, and both are rounded and put back
 * together at once. That takes half as many instructions as widening a vector's elements and narrowing its results. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Can this loop, which can be written in vectors, be written by turns? */
gboolean fl_c_turns_can_write (const FlCWriter *writer, const FlNestLoop *loop, guint n_vectors);
/* Both turns, after the header of the loop over pairs; write_body: one turn. Inside, loads and stores are those of the turn. */
void fl_c_turns_write (FlCWriter *writer, const FlNestLoop *loop, void (*write_body) (FlCWriter *writer, const FlNestLoop *loop));
/* What a turn stores: kept until both are done. */
void fl_c_turns_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place, gboolean is_streamed,
                       const char *access, const char *value);
void fl_c_turns_note (FlCWriter *writer, const FlNestLoop *loop);

G_END_DECLS
