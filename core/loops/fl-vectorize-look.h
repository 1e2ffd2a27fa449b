/* What stands in the way of vectors, and what speaks for them: for the pass vectorize. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

/* What was found of a loop. */
typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopMachine *machine;
  FlAxisId id;
  FlLoopAxis axis;
  GHashTable *written; /* homes */
  GHashTable *seen;    /* values */
  GArray *accesses;    /* of memory that the loop writes */
  guint n_contiguous, n_strided;
  guint widest;            /* bytes of an element that differs from lane to lane */
  GArray *accumulated;     /* FlHomeId */
  guint n_stores, n_flops; /* arithmetic operations of an element, roughly */
  gboolean has_function;
  gboolean has_masks; /* loads that only some iterations do */
  gboolean has_small_integers,
      does_fill; /* integers of less than 32 bits; anything that has as many bits as a lane, or is a float */
  const char *why_not;
} FlVectorFinder;

void fl_vectorize_finder_init (FlVectorFinder *finder, const FlLoopMachine *machine, const FlLoopKernel *kernel,
                               FlStmtId loop);
void fl_vectorize_finder_clear (FlVectorFinder *finder);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlVectorFinder, fl_vectorize_finder_clear)

/* Is it an innermost loop, and a serial one that has no accumulators of its own? */
gboolean fl_vectorize_is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt);
/* Looks at the loop: finder->why_not is set where it has no vectors. */
void fl_vectorize_look (FlVectorFinder *finder, const FlLoopStmt *loop);

G_END_DECLS
