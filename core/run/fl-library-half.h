/* Library calls of half precision, by way of f32. */
#pragma once

#include "fl-worker-private.h"

G_BEGIN_DECLS

typedef struct _FlHalfCall FlHalfCall;

/* NULL when its result is not of half precision, or the library cannot take the same call of f32. */
FlHalfCall *fl_half_prepare (const FlWorkStep *step, guint n_threads);
void fl_half_run (FlHalfCall *call, FlThreadPool *pool);
void fl_half_free (FlHalfCall *call);

G_END_DECLS
