/* Lanes along one dimension sorted, the first few of them in that order, or the one at some place of it: sort, topk, kthvalue, median. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlSortCall FlSortCall;

/* For results that do not overlap what is read. NULL when it is not such an operator, or of types or sizes that are left to the interpreter. */
FlSortCall *fl_sort_prepare (const FlLibraryStep *step);
void fl_sort_run (FlSortCall *call, FlThreadPool *pool);
void fl_sort_free (FlSortCall *call);

G_END_DECLS
