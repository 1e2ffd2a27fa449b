/* The reference kernels by name: one line a token of the operator table's REFERENCE column. Tokens that have no kernel
 * yet stand at the end as NULL, and programs that need them are refused with the operator's name. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

/* Declares a kernel. Each file declares those that it defines, and fl-reference-table.c all that the operator table
 * names: no header reads the table, or every row would build all kernels anew. */
#define REFERENCE_KERNEL(kernel) gboolean reference_##kernel (FlCall *call)

/* Kernels that other kernels call. */
REFERENCE_KERNEL (as_strided);
REFERENCE_KERNEL (diagonal);
REFERENCE_KERNEL (select);
REFERENCE_KERNEL (slice);
REFERENCE_KERNEL (split_with_sizes);
REFERENCE_KERNEL (unbind);

G_END_DECLS
