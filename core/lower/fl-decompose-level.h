/* How far PyTorch had come with a graph. */
#pragma once

#include "fl-lower.h"

G_BEGIN_DECLS

/* Of the pass only the options are used, and the arena for scratch. */
FlLevelFact fl_decompose_find_level (const FlPass *pass, const FlGraph *graph);

G_END_DECLS
