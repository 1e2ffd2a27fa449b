/* The invariant of stores that wait in a register. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* What is wrong with combined stores: the memory's name in *home; NULL: nothing. A literal. */
const char *fl_loop_find_unfit_line (const FlLoopProgram *program, const char **home);

G_END_DECLS
