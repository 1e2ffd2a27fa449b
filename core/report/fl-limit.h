/* Why a kernel is no faster: one sentence, from what was measured beside it. */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* "memory-bound: as fast as 91 % of a plain copy". The caller frees it. NULL: it was not measured. */
char *fl_kernel_time_dup_limit (const FlKernelTime *time);
/* Of the roof that is nearer, in short: "35 % of a plain stream", "64 % of peak arithmetic". NULL: it was not measured. */
char *fl_kernel_time_dup_share (const FlKernelTime *time);
/* Where it stands under the roofs: "2.1 operations a byte, 34 of at most 118 GFLOP/s". NULL: not known. */
char *fl_kernel_time_dup_roofline (const FlKernelTime *time);

G_END_DECLS
