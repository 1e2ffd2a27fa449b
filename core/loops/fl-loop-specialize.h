/* Values of a loop while its variable stays within a range: conditions become constants, masks that
 * always hold go, and what is masked where they never do. */
#pragma once

#include "fl-loop-range.h"
#include "fl-loop-rewrite.h"

G_BEGIN_DECLS

typedef struct
{
  FlLoopKernel *kernel;
  const FlLoopRange *range;
  GHashTable *relevant; /* values whose conditions a cut is worth; NULL: all, and indices */
  GPtrArray *cuts;      /* FlSym: where an undecided condition changes; NULL: nobody asks */
  FlLoopSettle settle;
} FlLoopSpecial;

/* Makes a rewriting do so. special: its range and what it asks for; it must live as long. */
void fl_loop_specialize (FlLoopRewrite *rewrite, FlLoopSpecial *special);

G_END_DECLS
