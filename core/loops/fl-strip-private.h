/* Shared by the files of the pass over reductions of columns: a strip while it is made. */
#pragma once

#include "fl-loop-split.h"
#include "fl-loop-strips.h"

G_BEGIN_DECLS

enum
{
  FL_STRIP_MAX_FLOPS = 8, /* with more arithmetic, loading and storing accumulators costs little */
  FL_STRIP_BLOCK = 128    /* rows that a float adds up: of equal terms 1024 lost 1e-5, so many lose 6e-7 */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint64 open; /* axes around what is looked at */
} FlStripPass;

/* An accumulator, the row of them, that of a block of rows, and the floats that totals in double
 * become. */
typedef struct
{
  FlHomeId home, total, part, final;
} FlStripRow;

typedef struct
{
  FlStripPass *pass;
  FlLoopKernel *kernel;
  FlLoopStrip strip;
  FlAxisId tiles, within; /* over strips, and over the columns of one */
  GArray *rows;           /* FlStripRow */
  gboolean is_wide;       /* blocked summation of floats */
  gboolean is_plain;      /* element by element */
  guint n_flops;
} FlStripMaker;

const FlSym *fl_strip_get_var (const FlStripMaker *self, FlAxisId axis);
const FlSym *fl_strip_make_int (const FlStripMaker *self, gint64 value);
/* NULL: it is no accumulator of the strip. */
const FlStripRow *fl_strip_find_row (const FlStripMaker *self, FlHomeId home);
/* Where a column is in a row of accumulators. */
const FlSym *fl_strip_get_place (const FlStripMaker *self, FlAxisId column);
/* A loop over the columns of a strip around one statement. */
FlStmtId fl_strip_loop_over_columns (const FlStripMaker *self, FlLoopStmt stmt);
FlValueId fl_strip_read_row (const FlStripMaker *self, FlHomeId home, const FlSym *index);

/* All rows of the innermost loop, in blocks where sums are long. */
FlStmtId fl_strip_add_rows (const FlStripMaker *self);
guint fl_strip_choose_n_rows (const FlStripMaker *self);

G_END_DECLS
