/* The reference interpreter: evaluates an FX graph operator by operator in float64 with plain loops. It shares no code
 * with lowering or code generation. Results are rounded to the value's dtype after every operator (f16, bf16, f32), so
 * that it follows the graph's own precision; integers and booleans are exact. */
#pragma once

#include "fl-array.h"

G_BEGIN_DECLS

/* inputs: one a placeholder (NULL where it is a symbolic integer). outputs: g_ptr_array of FlArray (NULL entries for
 * None and integers), in the output node's order; mutated inputs are written back into inputs[]. Fails with
 * FL_ERROR_UNSUPPORTED naming the operators that have no reference kernel, and with FL_ERROR_CANCELLED. */
GPtrArray *fl_reference_run (const FlGraph *graph, FlArray *const *inputs, FlSizeLookup sizes, gpointer data,
                             const gint *cancelled, GError **error);

G_END_DECLS
