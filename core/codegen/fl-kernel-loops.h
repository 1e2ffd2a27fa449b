/* Loop programs of a program's kernels. */
#pragma once

#include "fl-codegen.h"
#include "fl-loop-build.h"
#include "fl-loop-passes.h"
#include "fl-options.h"

G_BEGIN_DECLS

/* In arena, which must not outlive the run that the program belongs to. Thread-safe for arenas of their own.
 * NULL + FL_ERROR_UNSUPPORTED: the kernel calls a library, or something in it has no loop program yet. */
const FlLoopProgram *fl_kernel_build_loops (FlArena *arena, const FlProgram *program, guint kernel, GError **error);

/* The loops of a CUDA kernel; NULL: it calls a library. */
const FlNest *fl_kernel_make_nest (FlArena *arena, const FlMemoryPlan *plan, const FlSchedNode *node);

/* The loop program of a kernel in the making, whose arguments are known. */
const FlLoopProgram *fl_kernel_make_loops (FlArena *arena, const FlMemoryPlan *plan, const FlNest *nest,
                                           const FlKernel *kernel, GError **error);

/* What passes are to know of the machine that these options choose. */
FlLoopMachine fl_kernel_get_machine (const FlOptions *options);
/* What the printer makes of one version of a kernel's loop program: C, without what units begin with. In pass->arena,
 * which must not outlive the run: what the writer needs meanwhile. NULL + FL_ERROR_UNSUPPORTED: it has no spelling for
 * something in there. */
char *fl_kernel_dup_printed (const FlPass *pass, const FlProgram *program, guint kernel, const FlLoopProgram *loops,
                             GError **error);

G_END_DECLS
