/* The planner's word on orders of kernels that a search found. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

/* For options peak_order ours, exact and lowest: found, or the same groups in another order that
 * needs fewer bytes at once. For the others: found. */
FlSchedule *fl_pipeline_keep_lowest_order (const FlPass *pass, const FlSchedule *schedule, const guint32 *group_of,
                                           FlSchedule *found);

G_END_DECLS
