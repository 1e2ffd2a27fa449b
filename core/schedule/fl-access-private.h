/* What the files on accesses share, and how core/fuse asks them. */
#pragma once

#include "fl-access.h"
#include "fl-schedule-private.h"

G_BEGIN_DECLS

/* Of two accesses to one buffer that are not equal; neither only keeps an order. */
FlAccessKind fl_access_classify (const FlAccessSide *a, const FlAccessSide *b);

/* Of the buffers that a and b both touch the one with most bytes, or the one called name, and what differs; in the
 * context's arena. NULL: they touch no common one. */
const FlAccess *fl_access_find (FlSchedContext *context, const FlSchedNode *a, const FlSchedNode *b, const char *name);
/* The memory that b, which has to wait for a by this dependency, overwrites, and how a reads it. NULL: a does not. */
const FlAccess *fl_access_find_overwritten (FlSchedContext *context, const FlSchedNode *a, const FlSchedNode *b,
                                            const FlDep *weak);

G_END_DECLS
