/* The reference kernels by name: one line a token of the operator table's REFERENCE column. Tokens that have no kernel
 * yet stand at the end as NULL, and programs that need them are refused with the operator's name. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

#define REFERENCE(kernel) gboolean reference_##kernel (FlCall *call);
#define ATEN(id, name, kind, signature)
#include "fl-aten-ops.def"

G_END_DECLS
