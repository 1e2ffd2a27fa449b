/* Kernels that are joined: on a CPU, scheduled nodes that follow each other become one kernel where they can share
 * their outermost loop and what passes between them then stays in registers or a row, where the second has no loops at
 * all (the division of a mean), or where they write pieces of the same rows (a concatenation). What reads a
 * concatenation joins those that write its pieces, cut where these end. TorchInductor's C++ backend writes nodes that
 * follow each other into one function too (KernelGroup in torch/_inductor/codegen/cpp.py), loop nest after loop nest;
 * fusion does not see that, nor does the text of the schedule. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

/* In: the schedule after fusion, in its final order.  Out: the same, or one with FL_SCHED_KERNEL_GROUP nodes.  Keeps:
 * the order of operations. */
const FlSchedule *fl_join_run (const FlPass *pass, const FlSchedule *schedule);

G_END_DECLS
