/* Calls of operators with complex arguments. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

/* Whether any tensor among the arguments, in lists, too, holds complex numbers. */
gboolean fl_reference_is_complex (const FlCall *call);
/* As kernel (call), which serves the operator. FALSE + the call's error where it would take pairs for numbers. */
gboolean fl_reference_run_complex (FlCall *call, FlReferenceFunc kernel);

G_END_DECLS
