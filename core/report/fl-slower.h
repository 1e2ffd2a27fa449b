/* Fusing that costs time: by how much, in which kernel, and why. */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* "fused is slower than unfused by 45 % (beyond the spread: …): most of it in cpp_fused_…". The caller frees it. NULL:
 * it is not slower, or by no more than the spread of the measurements. */
char *fl_execution_dup_slower (const FlExecution *execution, guint fused, guint unfused);

G_END_DECLS
