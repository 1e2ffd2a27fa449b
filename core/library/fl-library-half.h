/* Library calls of half precision, by way of f32. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlHalfCall FlHalfCall;

/* NULL when its result is not of half precision, or the library cannot take the same call of f32. */
FlHalfCall *fl_half_prepare (const FlLibraryStep *step, guint n_threads);
void fl_half_run (FlHalfCall *call, FlThreadPool *pool);
void fl_half_forget (FlHalfCall *call);
void fl_half_tune (FlHalfCall *call, FlThreadPool *pool);
void fl_half_describe (const FlHalfCall *call, FlLibraryChoice *choice);
FlLibraryCall *fl_half_get_call (const FlHalfCall *call); /* of floats, that does it */
void fl_half_free (FlHalfCall *call);

/* bf16, and f16 where the compiler has it. Rows of n elements, `step` apart. */
gboolean fl_half_is (FlDtype dtype);
void fl_half_widen_row (FlDtype dtype, gconstpointer from, gint64 step, float *to, gint64 n);
void fl_half_round_row (FlDtype dtype, const float *from, gpointer to, gint64 step, gint64 n);

G_END_DECLS
