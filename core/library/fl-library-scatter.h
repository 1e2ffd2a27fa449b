/* Elements written, or joined to what is there, at indices along one dimension: scatter, scatter_add, scatter_reduce, index_reduce. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlScatterCall FlScatterCall;

/* For arguments that do not overlap what is written. NULL when it is not such an operator, or one that is left to the interpreter. */
FlScatterCall *fl_scatter_prepare (const FlLibraryStep *step);
/* FALSE: an index is outside, or negative, and nothing was written. */
gboolean fl_scatter_run (FlScatterCall *call, FlThreadPool *pool);
/* How it goes about it, where that was to be decided; else NULL. */
const char *fl_scatter_describe (const FlScatterCall *call);
void fl_scatter_free (FlScatterCall *call);

G_END_DECLS
