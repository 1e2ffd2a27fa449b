/* Loop programs of a program's kernels. */
#pragma once

#include "fl-codegen.h"
#include "fl-loop-build.h"

G_BEGIN_DECLS

/* In arena, which must not outlive the run that the program belongs to. Thread-safe for arenas of their own.
 * NULL + FL_ERROR_UNSUPPORTED: the kernel calls a library, or something in it has no loop program yet. */
const FlLoopProgram *fl_kernel_build_loops (FlArena *arena, const FlProgram *program, guint kernel, GError **error);

G_END_DECLS
