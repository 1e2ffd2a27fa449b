/* What write combining finds in a loop, and what is made of that. See fl-pass-write-combining.c. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

enum
{
  FL_STRETCH_LINE = 16, /* floats of a cache line */
  FL_STRETCH_MAX_PIECES = 16
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GHashTable *stores; /* FlStmtId that would gain */
  guint64 open;       /* axes around what is looked at */
} FlStager;

/* What a store writes in one iteration of the loop that is staged. */
typedef struct
{
  const FlSym *begin; /* in the first iteration */
  gint64 n;
} FlStretchPiece;

/* A loop whose iterations write one stretch after the other. */
typedef struct
{
  FlStager *stager;
  FlLoopStmt loop;
  FlHomeId home;
  gint64 step;        /* elements of an iteration */
  const FlSym *index; /* of the last store */
  FlStretchPiece pieces[FL_STRETCH_MAX_PIECES];
  guint n_pieces;
  guint64 inner; /* axes between the loop and what is looked at */
  gboolean is_unfit;
} FlStretch;

/* Elements of an iteration of the one loop that is inside, if these make up the buffer in their order; 0: they do not,
 * or there are few. */
gint64 fl_stage_measure_rows (const FlStretch *stretch);

/* The loop with a buffer. first: where the first iteration's stretch begins. */
FlStmtId fl_stage_each (const FlStretch *stretch, const FlSym *first);
/* Of rows so long: the copy goes on beside them. */
FlStmtId fl_stage_rows (const FlStretch *stretch, const FlSym *first, gint64 row);
/* Of so many iterations. */
FlStmtId fl_stage_blocks (const FlStretch *stretch, const FlSym *first, gint64 block);

G_END_DECLS
