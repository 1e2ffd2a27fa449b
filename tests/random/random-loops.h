/* The loop programs of a random program's kernels. */
#pragma once

#include "random-check-private.h"

G_BEGIN_DECLS

/* Of a program that was planned for the CPU. */
void rnd_loops_check (RndCheck *check);
/* Of one that was planned for CUDA. */
void rnd_grid_check (RndCheck *check);

G_END_DECLS
