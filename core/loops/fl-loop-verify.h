/* What every loop program must hold to, checked after each pass: statement, axes and the two values compared are in the
 * message. The numbers are those of the invariants in data/docs/cpu-kernels.md. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* FALSE + FL_ERROR_MISMATCH. What cannot be proved either way is no error: passes put a guard there. */
gboolean fl_loop_verify (const FlLoopProgram *program, GError **error);

G_END_DECLS
