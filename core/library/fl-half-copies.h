/* Calls of half precision as calls of f32: bf16 and f16 operands are widened, the call is one of
 * f32, and its result is rounded once, as PyTorch's own kernels do on a CPU. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlHalfCopies FlHalfCopies;

/* Makes copies for a call whose operands and only result are all of half precision. NULL: they are not. */
FlHalfCopies *fl_half_copies_new (const FlLibraryStep *step);
const FlLibraryStep *fl_half_copies_get_step (const FlHalfCopies *copies); /* the call, of f32 */
void fl_half_copies_widen (FlHalfCopies *copies, FlThreadPool *pool);      /* operands, before a run */
void fl_half_copies_round (FlHalfCopies *copies, FlThreadPool *pool);      /* the result, after it */
void fl_half_copies_forget (FlHalfCopies *copies);                         /* inputs were loaded anew */
void fl_half_copies_free (FlHalfCopies *copies);

/* Is a type bf16, or f16 where the compiler has it? Rows have n elements, `step` apart: fl-half-rows.c. */
gboolean fl_half_is (FlDtype dtype);
void fl_half_widen_row (FlDtype dtype, gconstpointer from, gint64 step, float *to, gint64 n);
void fl_half_round_row (FlDtype dtype, const float *from, gpointer to, gint64 step, gint64 n);

G_END_DECLS
