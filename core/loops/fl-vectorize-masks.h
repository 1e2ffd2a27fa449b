/* Which loops with conditions on what they load are done in whole vectors: for the pass vectorize. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Does the innermost loop store rows of whole cache lines, so short that cutting them where a condition changes would
 * cost more? */
gboolean fl_vectorize_masks_whole_lines (const FlLoopKernel *kernel, const FlLoopStmt *loop);

G_END_DECLS
