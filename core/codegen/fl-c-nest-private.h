/* What the loops of a kernel and their strips and tiles write with. Private to this folder. */
#pragma once

#include "fl-c-vector.h"

G_BEGIN_DECLS

/* The inside of a loop while it is captured. */
typedef struct
{
  FlCCapture capture;
  guint first_span;
} FlCLoopText;

/* --- loops: fl-c-nest.c ----------------------------------------------------------------------- */
FlCLeaf *fl_c_nest_get_state (FlCWriter *writer, const FlNestLeaf *leaf);
void fl_c_nest_hoist (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_vector_loops (FlCWriter *writer, const FlNestLoop *loop, guint d, const char *start,
                                   const char *end, gboolean has_rest);
gboolean fl_c_nest_is_whole (const FlNestLoop *loop, guint elements);
void fl_c_nest_write_results (FlCWriter *writer, const FlNestLoop *loop);
/* The loop once, whole or in the range it was made for: in vectors if it can be and is_plain is not set. */
void fl_c_nest_write_pass (FlCWriter *writer, const FlNestLoop *loop, gboolean is_plain);
void fl_c_nest_write_loop (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_items (FlCWriter *writer, const FlNestItem *items, guint n_items, guint depth);

/* --- what surrounds their inside: fl-c-nest-text.c -------------------------------------------- */
void fl_c_nest_forget_written (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_begin_text (FlCWriter *writer, FlCLoopText *text);
void fl_c_nest_begin_body (FlCWriter *writer, FlCLoopText *text);
GString *fl_c_nest_end_body (FlCWriter *writer, FlCLoopText *text);
void fl_c_nest_put_body (FlCWriter *writer, const FlCLoopText *text, GString *body);
void fl_c_nest_write_pragma (FlCWriter *writer, const FlNestLoop *loop);
/* The header of the loop in the present phase and range; of a piece, a strip or a tile, from i1_begin to i1_end. */
void fl_c_nest_write_header (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_range (FlCWriter *writer, guint depth);
gboolean fl_c_nest_is_longer_than_piece (const FlNestLoop *loop);
void fl_c_nest_write_piece_header (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_piece_end (FlCWriter *writer);

/* Accumulators that a vector loop is worth: 1 or 4. */
guint fl_c_nest_choose_n_vectors (const FlNestLoop *loop);

/* --- what rows that overlap are made of: fl-c-nest-copies.c ----------------------------------- */
/* A loop over one row, with leaves only. */
gboolean fl_c_nest_is_row (const FlNestItem *item, const FlNestLoop *rows);
/* Does any leaf write memory that this one reads? Writing over the very element that is read, later in the row's turn,
 * does no harm. */
gboolean fl_c_nest_reads_written (const FlCWriter *writer, const FlNestLeaf *reader, gboolean may_be_local);
/* A reduction whose operations depend on nothing but where they are, and on memory. */
gboolean fl_c_nest_is_plain (const FlNestLeaf *leaf);
/* The same operations, of the row that has this name; of a reduction, those but the last, which stores its result. */
const FlNestLeaf *fl_c_nest_make_leaf (FlCWriter *writer, const FlNestLeaf *leaf, guint depth, const char *row);
/* In the place of the leaf it was made of, whose state is returned. */
FlCLeaf fl_c_nest_begin_leaf (FlCWriter *writer, const FlNestLeaf *leaf);
void fl_c_nest_end_leaf (FlCWriter *writer, const FlNestLeaf *leaf, FlCLeaf saved);

/* --- innermost loops in vectors: fl-c-nest-vectors.c ------------------------------------------ */
gboolean fl_c_nest_has_reduction (const FlNestLoop *loop);
void fl_c_nest_write_vector_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator);
void fl_c_nest_note_vectors (FlCWriter *writer, const FlNestLoop *loop);

/* --- mean and variance in one pass: fl-c-nest-moments.c --------------------------------------- */
/* Does this loop, with those inside, do nothing but make them? */
gboolean fl_c_nest_finds_moments (const FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_moments (FlCWriter *writer, const FlNestLoop *loop);
/* Its two halves: sums and squares of all elements, in two doubles of these names, declared here unless rows end one
 * turn later; and what follows from them. */
void fl_c_nest_write_moment_sums (FlCWriter *writer, const FlNestLoop *loop, const char *const *sums);
void fl_c_nest_write_moment_end (FlCWriter *writer, const FlNestLoop *loop, const char *const *sums);

/* --- the same where they are two sums: fl-c-nest-variance.c ----------------------------------- */
/* The loop that adds up squares about the mean of what this one adds up; NULL: there is none, or it must stay as it is.
 */
const FlNestLoop *fl_c_nest_find_deviations (const FlCWriter *writer, const FlNestLoop *loop);
/* What a quotient of a sum is called: mean, variance; else as the operation. */
const char *fl_c_nest_name_quotient (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op);
/* That loop, the squares themselves having been added up. */
void fl_c_nest_write_deviations (FlCWriter *writer, const FlNestLoop *loop);

/* Are two operations of leaves that share loops sure to yield the same? */
gboolean fl_c_nest_is_same_value (const FlNestLeaf *a, guint32 x, const FlNestLeaf *b, guint32 y);

/* --- the place of an extreme: fl-c-nest-places.c ---------------------------------------------- */
/* Does the loop, which can be vectors, do nothing but find one? */
gboolean fl_c_nest_finds_place (const FlNestLoop *loop);
void fl_c_nest_write_place_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator);
/* Its two halves: all elements, whose best are in lanes of the name that is returned, declared here unless rows end one
 * turn later; and where in these lanes the place is. */
const char *fl_c_nest_write_place_loop (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator);
void fl_c_nest_write_place_end (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator, const char *lanes);

/* --- short rows, as many at a time as a vector has lanes: fl-c-nest-short.c ------------------- */
/* Writes the loop over them. FALSE: it is another loop, and nothing was written. */
gboolean fl_c_nest_write_short_rows (FlCWriter *writer, const FlNestLoop *rows);

/* --- rows that end one turn later: fl-c-nest-behind.c ----------------------------------------- */
typedef struct _FlCBehind FlCBehind;

/* NULL: rows are done one by one. */
FlCBehind *fl_c_nest_begin_behind (FlCWriter *writer, const FlNestLoop *rows);
/* The inside of the loop; then, still before the loop, what it carries and its header. */
void fl_c_nest_write_behind (FlCWriter *writer, FlCBehind *behind);
void fl_c_nest_end_behind (FlCWriter *writer, FlCBehind *behind);

/* The first reduction that a leaf does; NULL: none. */
const FlBodyOp *fl_c_nest_find_reduction (const FlNestLeaf *leaf);
/* Does what the loop computes for a row stay in one on the stack? */

/* --- columns in vectors: fl-c-nest-strips.c --------------------------------------------------- */
/* Is this the innermost loop of a strip that is written in vectors? */
gboolean fl_c_nest_is_row_loop (const FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_row_loop (FlCWriter *writer, const FlNestLoop *rows, guint first_accumulator);

/* --- ranges: fl-c-nest-ranges.c --------------------------------------------------------------- */
/* Writes the loop in ranges. FALSE: there is nothing to be won, and nothing was written. */
gboolean fl_c_nest_write_ranges (FlCWriter *writer, const FlNestLoop *loop);

/* --- copies that turn memory over: fl-c-nest-turn.c ------------------------------------------- */
/* Writes the loop, if it is the outer one of such a copy. FALSE: nothing was written. */
gboolean fl_c_nest_write_turned (FlCWriter *writer, const FlNestLoop *loop);
/* The loop inside over rows of what is read, where the two loops are written so past the caches; else NULL. */
const FlNestLoop *fl_c_nest_find_turned_rows (const FlCWriter *writer, const FlNestLoop *loop);

/* --- strips and tiles: fl-c-nest-tiles.c ------------------------------------------------------ */
void fl_c_nest_begin_lanes (FlCWriter *writer, FlCLoopText *text);
void fl_c_nest_end_lanes (FlCWriter *writer, FlCLoopText *text);
void fl_c_nest_write_strip (FlCWriter *writer, const FlNestLoop *loop);
void fl_c_nest_write_tiles (FlCWriter *writer, const FlNestLoop *loop);

/* fl-c-nest-ported.c */
gboolean fl_c_nest_is_ported (const FlCWriter *writer, const FlKernel *kernel);

G_END_DECLS
