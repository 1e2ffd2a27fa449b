/* Why a kernel is no faster: one clause in the terms of the roofline model, with the figures measured in the same run.
 */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* Do the functions that it calls, and its other operations, take at least half of its time by themselves, and more than
 * memory? */
gboolean fl_kernel_time_is_compute_bound (const FlKernelTime *time);
/* "memory-bound: 91 % of STREAM copy bandwidth". The caller frees it. NULL: it was not measured. */
char *fl_kernel_time_dup_limit (const FlKernelTime *time);
/* Of the roof that is nearer, in short: "35 % of STREAM", "64 % of peak FMA", "81 % is arithmetic". NULL: it was not
 * measured. */
char *fl_kernel_time_dup_share (const FlKernelTime *time);
/* Where it stands under the roofs: "2.1 operations a byte, 34 of at most 118 GFLOP/s". NULL: not known. */
char *fl_kernel_time_dup_roofline (const FlKernelTime *time);

G_END_DECLS
