/* The loop programs of a random program's kernels. */
#pragma once

#include "random-check-private.h"

G_BEGIN_DECLS

/* Of all calls so far. */
typedef struct
{
  guint64 n_programs, n_kernels;
  guint64 n_subsets;     /* of passes that were tried on a kernel */
  guint64 n_interpreted; /* whose results were compared after each pass */
  guint64 *n_changed;    /* by position of a pass's row: programs that it changed something in */
} RndLoopTotals;

void rnd_loops_check (RndCheck *check);
const RndLoopTotals *rnd_loops_get_totals (void);

G_END_DECLS
