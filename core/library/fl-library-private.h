/* What the kinds of library calls share: reading a step's arguments, and how a call tells what it became. */
#pragma once

#include "fl-product.h"
#include "fl-library-call.h"

G_BEGIN_DECLS

/* Of f32; NULL: there is none, or of another type. */
const FlWorkView *fl_library_find_tensor (const FlLibraryStep *step, guint position, const char *keyword);
double fl_library_find_number (const FlLibraryStep *step, guint position, const char *keyword, double fallback);
/* A list that is as long, or one number for all. */
gboolean fl_library_find_ints (const FlLibraryStep *step, guint position, const char *keyword, gint64 *values, guint n);
float *fl_library_get_floats (const FlWorkView *view);

typedef struct _FlProductCall FlProductCall;
/* mm, bmm, addmm, baddbmm of f32. NULL: something else, or shapes that are left to the interpreter. */
FlProductCall *fl_product_call_prepare (const FlLibraryStep *step, guint n_threads);
void fl_product_call_run (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_pack (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_forget (FlProductCall *call);
void fl_product_call_tune (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_describe (const FlProductCall *call, FlLibraryChoice *choice);
/* What it is of, as text, and the way that was chosen. recall: FALSE where it has no such way. */
char *fl_product_call_dup_subject (const FlProductCall *call);
gboolean fl_product_call_recall (FlProductCall *call, const FlChoice *choice);
/* Was it chosen while others had the processor? */
gboolean fl_product_call_is_unsure (const FlProductCall *call);
void fl_product_call_tell (const FlProductCall *call, FlChoice *choice);
void fl_product_call_free (FlProductCall *call);
/* Panels of rows: entries of the batch, rows of all of them, and whether each entry has a right operand of its own. */
gboolean fl_product_call_get_panels (const FlProductCall *call, gint64 *batch, gint64 *n_rows, gboolean *right_is_own);
/* The left operand, the right one, the result, what is added. */
guint fl_product_call_list (const FlProductCall *call, FlWorkAccess *accesses);
/* Own tiles store relu of the result elsewhere, where it lies as dense. */
gboolean fl_product_call_can_end (const FlProductCall *call);
void fl_product_call_run_ending (FlProductCall *call, FlThreadPool *pool, float *to);
void fl_product_call_begin_panels (FlProductCall *call, FlThreadPool *pool);
/* after: what is read once the panel is done. */
void fl_product_call_run_panel (FlProductCall *call, guint share, gint64 p, gint64 n, guint8 *const *places, const FlProductNext *after);

/* Convolutions of f32. NULL: something else, or sizes that are left to the interpreter. */
typedef struct _FlConvolutionCall FlConvolutionCall;
FlConvolutionCall *fl_convolution_call_prepare (const FlLibraryStep *step, guint n_threads);
void fl_convolution_call_run (FlConvolutionCall *call, FlThreadPool *pool);
void fl_convolution_call_pack (FlConvolutionCall *call, FlThreadPool *pool);
void fl_convolution_call_forget (FlConvolutionCall *call);
void fl_convolution_call_tune (FlConvolutionCall *call, FlThreadPool *pool);
void fl_convolution_call_describe (const FlConvolutionCall *call, FlLibraryChoice *choice);
char *fl_convolution_call_dup_subject (const FlConvolutionCall *call);
gboolean fl_convolution_call_recall (FlConvolutionCall *call, const FlChoice *choice);
gboolean fl_convolution_call_is_unsure (const FlConvolutionCall *call);
void fl_convolution_call_tell (const FlConvolutionCall *call, FlChoice *choice);
void fl_convolution_call_free (FlConvolutionCall *call);
/* Panels of images; of pixels where each output is made of one. */
gboolean fl_convolution_call_get_panels (const FlConvolutionCall *call, FlLibraryPanels *panels);
/* The input, the result, the weight, the bias. */
guint fl_convolution_call_list (const FlConvolutionCall *call, FlWorkAccess *accesses);
void fl_convolution_call_begin_panels (FlConvolutionCall *call, FlThreadPool *pool);
void fl_convolution_call_run_panel (FlConvolutionCall *call, guint share, gint64 p, gint64 n, guint8 *const *places);

typedef struct _FlOtherCall FlOtherCall;

/* mm, bmm, addmm, baddbmm of f64; mm, bmm and _int_mm of i8. NULL: something else. */
FlOtherCall *fl_other_prepare (const FlLibraryStep *step, guint n_threads);
void fl_other_run (FlOtherCall *call, FlThreadPool *pool);
void fl_other_describe (const FlOtherCall *call, FlLibraryChoice *choice);
void fl_other_free (FlOtherCall *call);

G_END_DECLS
