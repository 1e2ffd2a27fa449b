/* What a loop costs at hints, and which loops are divided among threads as one. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_NEST = 8 /* loops that are divided as one */
};

/* Loops that threads share: the outermost one, or so many of a nest that there are parts enough. */
typedef struct
{
  gint64 work;   /* bytes moved, also from caches, and operations */
  gint64 wanted; /* parts that it is worth */
  gint64 around; /* iterations of the loops around the last one */
  gint64 step;   /* parts of the last one are multiples of so many positions */
  guint n_loops; /* of the nest, that are shared as one */
  FlStmtId loops[FL_LOOP_MAX_NEST];
  gint64 block; /* of several: positions of the last one in a part */
} FlLoopShare;

/* Bytes that a statement moves and operations that it does, all iterations of it and what is below.
 */
gint64 fl_loop_count_work (FlLoopKernel *kernel, FlStmtId stmt);
/* Says that this is too little work for two threads. */
void fl_loop_note_small (FlLoopContext *context, const FlLoopProgram *program, gint64 work);
/* loop: whose iterations may be done in any order. */
FlLoopShare fl_loop_choose_share (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId loop);

G_END_DECLS
