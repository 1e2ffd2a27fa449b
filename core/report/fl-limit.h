/* Why a kernel is no faster: one sentence, from what was measured beside it. */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* Do the functions that it calls, and its other operations, take at least half of its time by themselves, and more than memory? */
gboolean fl_kernel_time_is_compute_bound (const FlKernelTime *time);
/* "memory-bound: as fast as 91 % of a plain copy". The caller frees it. NULL: it was not measured. */
char *fl_kernel_time_dup_limit (const FlKernelTime *time);
/* Of the roof that is nearer, in short: "35 % of a plain stream", "64 % of peak arithmetic",
 * "81 % of its arithmetic". NULL: it was not measured. */
char *fl_kernel_time_dup_share (const FlKernelTime *time);
/* Where it stands under the roofs: "2.1 operations a byte, 34 of at most 118 GFLOP/s". NULL: not known. */
char *fl_kernel_time_dup_roofline (const FlKernelTime *time);

G_END_DECLS
