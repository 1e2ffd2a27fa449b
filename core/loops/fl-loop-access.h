/* How accesses go along an axis: what passes decide by and printers spell, so that neither looks at
 * an index by itself. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef enum
{
  FL_ACCESS_UNIFORM,    /* one element for all positions */
  FL_ACCESS_CONTIGUOUS, /* neighbours */
  FL_ACCESS_STRIDED,    /* others, but each as far from the one before */
  FL_ACCESS_IRREGULAR
} FlLoopAccess;

FlLoopAccess fl_loop_classify_access (const FlLoopKernel *kernel, FlAxisId axis, const FlSym *index);
/* Contiguous, and each run of `width` positions from the first one on begins at a multiple of width
 * elements. */
gboolean fl_loop_is_aligned (const FlLoopKernel *kernel, FlAxisId axis, const FlSym *index, gint64 width);

/* One access to memory below a statement: a load of a value, or a store. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
  FlValueId value; /* of a load; 0: a store */
  FlStmtId stmt;
  gboolean is_masked; /* not every position does it */
} FlLoopTouch;

/* All of them (FlLoopTouch), those of values that names are given to included, each value once a
 * statement. */
GArray *fl_loop_collect_touches (const FlLoopKernel *kernel, FlStmtId stmt);

G_END_DECLS
