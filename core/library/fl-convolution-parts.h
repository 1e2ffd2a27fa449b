/* A convolution as primitives of the library: shares of images, groups, rows or output channels, each run by one
 * thread. */
#pragma once

#include "fl-library-call.h"
#include "fl-primitive.h"

G_BEGIN_DECLS

typedef struct _FlConvolutionParts FlConvolutionParts;

/* NULL: the library has no primitive of that form for some part. */
FlConvolutionParts *fl_convolution_parts_new (const FlConvolution *shape, FlConvolutionForm form, guint n_threads);
void fl_convolution_parts_pack (FlConvolutionParts *parts, FlThreadPool *pool, const float *weight);
/* FALSE: by Winograd's form, some results are not finite, so that results beside them must be computed anew. */
gboolean fl_convolution_parts_run (FlConvolutionParts *parts, FlThreadPool *pool, const float *in, const float *bias,
                                   float *out);
gint64 fl_convolution_parts_count_packed (const FlConvolutionParts *parts);
void fl_convolution_parts_free (FlConvolutionParts *parts);

G_END_DECLS
