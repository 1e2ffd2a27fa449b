/* Gradients by operators of their own: of attention, and of convolutions. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlAttentionGradient FlAttentionGradient;

/* Of query, key and value, scores computed once more, some rows of one head at a time. NULL: another operator, or one with dropout, with
 * a bias that has a gradient, or of types and layouts that are left to the interpreter. Results must not overlap what is read. */
FlAttentionGradient *fl_attention_gradient_prepare (const FlLibraryStep *step, guint n_threads);
void fl_attention_gradient_run (FlAttentionGradient *self, FlThreadPool *pool);
void fl_attention_gradient_describe (const FlAttentionGradient *self, FlLibraryChoice *choice);
void fl_attention_gradient_free (FlAttentionGradient *self);

typedef struct _FlConvolutionGradient FlConvolutionGradient;

/* Of f32: the input's gradient is a convolution the other way, the weight's is the library's, the bias's a sum over images and positions.
 * NULL: another operator, or sizes, types and layouts that are left to the interpreter. Results must not overlap what is read. */
FlConvolutionGradient *fl_convolution_gradient_prepare (const FlLibraryStep *step, guint n_threads);
void fl_convolution_gradient_run (FlConvolutionGradient *self, FlThreadPool *pool);
void fl_convolution_gradient_pack (FlConvolutionGradient *self, FlThreadPool *pool);
void fl_convolution_gradient_forget (FlConvolutionGradient *self);
/* Times the ways to the input's gradient and keeps the fastest; results are as after a run. */
void fl_convolution_gradient_tune (FlConvolutionGradient *self, FlThreadPool *pool);
void fl_convolution_gradient_describe (const FlConvolutionGradient *self, FlLibraryChoice *choice);
void fl_convolution_gradient_free (FlConvolutionGradient *self);

G_END_DECLS
