/* Convolutions of doubles: columns of the pixels that outputs are made of, by the tiles of products. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlWideConvolution FlWideConvolution;

/* For a result that does not overlap what is read. NULL: something else, or sizes that the interpreter is to speak about. */
FlWideConvolution *fl_wide_convolution_prepare (const FlLibraryStep *step, guint n_threads);
void fl_wide_convolution_run (FlWideConvolution *call, FlThreadPool *pool);
void fl_wide_convolution_free (FlWideConvolution *call);

G_END_DECLS
