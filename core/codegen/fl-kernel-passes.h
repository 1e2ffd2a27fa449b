/* How often a kernel's loops go over a row. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* 1: once; of softmax, 3. */
guint fl_kernel_count_passes (const FlLoopProgram *program);

G_END_DECLS
