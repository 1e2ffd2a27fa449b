/* What the kinds of library calls share: reading a step's arguments, and how a call tells what it became. */
#pragma once

#include "fl-product.h"
#include "fl-work-chain.h"
#include "fl-worker-private.h"

G_BEGIN_DECLS

/* Of f32; NULL: there is none, or of another type. */
const FlWorkView *fl_library_find_tensor (const FlWorkStep *step, guint position, const char *keyword);
double fl_library_find_number (const FlWorkStep *step, guint position, const char *keyword, double fallback);
/* A list that is as long, or one number for all. */
gboolean fl_library_find_ints (const FlWorkStep *step, guint position, const char *keyword, gint64 *values, guint n);
float *fl_library_get_floats (const FlWorkView *view);
/* Do the two touch the same memory? */
gboolean fl_work_views_overlap (const FlWorkView *a, const FlWorkView *b);

typedef struct _FlProductCall FlProductCall;

/* NULL: it is something else. */
FlProductCall *fl_library_get_product (const FlLibraryCall *call);

/* mm, bmm, addmm, baddbmm of f32. NULL: something else, or shapes that are left to the interpreter. */
FlProductCall *fl_product_call_prepare (const FlWorkStep *step, guint n_threads);
void fl_product_call_run (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_pack (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_forget (FlProductCall *call);
void fl_product_call_tune (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_describe (const FlProductCall *call, FlLibraryChoice *choice);
/* Panels of rows, for chains of steps: entries of the batch, rows of all of them, and whether each entry has a right operand of its own.
 * FALSE: its rows cannot be computed apart. */
gboolean fl_product_call_get_panels (const FlProductCall *call, gint64 *batch, gint64 *n_rows, gboolean *right_is_own);
/* What it touches: the left operand, the right one, the result, what is added; at most four. */
guint fl_product_call_list (const FlProductCall *call, FlWorkAccess *accesses);
void fl_product_call_begin_panels (FlProductCall *call, FlThreadPool *pool);
/* Rows of panel p of n. share: of the thread, which nobody else uses meanwhile. places: of what fl_product_call_list told, where it
 * begins instead; NULL: where it does. */
void fl_product_call_run_panel (FlProductCall *call, guint share, gint64 p, gint64 n, guint8 *const *places);
void fl_product_call_free (FlProductCall *call);

G_END_DECLS
