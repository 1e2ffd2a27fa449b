/* Loops over vectors of bf16 that are unrolled by two: which, and how. Shared by the files of the pass. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef enum
{
  FL_BF16_NONE,
  FL_BF16_PAIRS, /* elements at even places, then those at odd ones */
  FL_BF16_HALVES /* one vector, then the next one */
} FlBf16Split;

enum
{
  FL_BF16_MOST_FLOPS = 16 /* of an element in halves; dearer loops hide the rounding */
};

/* vector: a loop over lanes. n_flops: arithmetic operations of an element, roughly. */
FlBf16Split fl_bf16_choose (const FlLoopKernel *kernel, const FlLoopStmt *vector, guint *n_flops);
/* Does the statement of a loop over lanes store bf16 side by side? */
gboolean fl_bf16_is_store (const FlLoopKernel *kernel, FlAxisId lanes, const FlLoopStmt *stmt);

/* Blocks of one vector as blocks of two, and a loop over what they leave over. open: axes around. Returns how many
 * statements. */
guint fl_bf16_unroll (FlLoopKernel *kernel, const FlLoopStmt *blocks, const FlLoopStmt *vector, FlBf16Split split,
                      guint64 open, FlStmtId made[2]);
/* Of an even number of vectors each second one does elements at odd places. unrolled: the loop over them. */
FlStmtId fl_bf16_pair_unrolled (FlLoopKernel *kernel, const FlLoopStmt *unrolled, const FlLoopStmt *vector);

G_END_DECLS
