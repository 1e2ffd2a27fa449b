/* What the searches for orders share: who waits for whom, and who uses a buffer. */
#pragma once

#include "fl-alloc-order.h"

G_BEGIN_DECLS

typedef struct
{
  const FlOrderProblem *problem;
  guint *after_starts, *after; /* nodes that wait for node i */
  guint *user_starts, *users;  /* nodes that use buffer b */
  guint64 *hashes;             /* a random number a node: that of a set is their exclusive or */
} FlOrderIndex;

void fl_order_index_init (FlOrderIndex *index, const FlOrderProblem *problem);
void fl_order_index_clear (FlOrderIndex *index);

G_END_DECLS
