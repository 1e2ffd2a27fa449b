/* The loop programs of a random program's kernels. */
#pragma once

#include "random-check-private.h"

G_BEGIN_DECLS

void rnd_loops_check (RndCheck *check);

G_END_DECLS
