/* How often the loops of a kernel go over a row. */
#pragma once

#include "fl-nest.h"

G_BEGIN_DECLS

/* 1: once. Loops of the outermost level do not count: what they hand on goes through memory. */
guint fl_kernel_count_passes (const FlNest *nest);

G_END_DECLS
