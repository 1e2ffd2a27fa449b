/* Concatenations and the operations that write and read their pieces. Private to fl-nest-whole.c and
 * fl-nest-whole-loops.c. */
#pragma once

#include "fl-nest-private.h"

G_BEGIN_DECLS

enum
{
  FL_WHOLE_MAX_LOOPS = 8,
  FL_WHOLE_MAX_PARTS = 8
};

typedef struct
{
  const FlBuffer *buffer;
  const FlSym *row; /* elements */
  guint n_parts;
  const FlBuffer *parts[FL_WHOLE_MAX_PARTS];
  const FlSym *offsets[FL_WHOLE_MAX_PARTS + 1]; /* where each begins in a row; then the row's end */
} FlWhole;

/* A loop that is to be: so many steps of `scale` of a variable, each of `step` elements of the whole. */
typedef struct
{
  const FlSym *size, *scale, *step;
  guint var;
} FlWholeLoop;

typedef struct
{
  const FlSchedNode *node;
  const FlLoopBody *body;
  guint part; /* of the whole: written by it, or read by this copy */
  gboolean is_reader;
  guint n_outer, n; /* loops over rows, then along them */
  FlWholeLoop loops[FL_WHOLE_MAX_LOOPS];
  const FlSym *bases[FL_WHOLE_MAX_LOOPS]; /* added to each variable of the body */
} FlWholeOp;

/* a / b; NULL: it does not go into it, or may not. */
const FlSym *fl_whole_divide (const FlSym *a, const FlSym *b);
gboolean fl_whole_is_one (const FlSym *sym);
/* Sorts the loops of an operation by what they do to the index at which it touches the whole or a piece. */
gboolean fl_whole_make_loops (const FlWhole *whole, FlWholeOp *op, const FlSym *index);
/* Makes it the copy for one piece. step: elements of the whole that its first loop along a row goes on by. */
gboolean fl_whole_cut_op (const FlWhole *whole, const FlSym *step, guint part, FlWholeOp *op);
void fl_whole_drop_single_loops (FlWholeOp *op);
/* Cuts the loops of all operations (FlWholeOp) over rows alike; those of one piece along them. */
gboolean fl_whole_align_rows (GArray *ops);
gboolean fl_whole_align_part (GArray *ops, guint part);

G_END_DECLS
