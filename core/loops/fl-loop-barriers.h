/* Barriers that a program lacks: what a pass places, and the verifier asks for. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* The program with barriers where positions of warps and lanes use what others wrote. n_added: how
 * many. subject: the home of an access that no barrier can order where it stands, interned; NULL:
 * there is none. */
FlStmtId fl_loop_place_barriers (FlLoopKernel *kernel, FlStmtId root, guint *n_added, const char **subject);

G_END_DECLS
