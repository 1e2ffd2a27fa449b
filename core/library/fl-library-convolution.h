/* A convolution's call, as the files on convolutions share it. */
#pragma once

#include "fl-convolution-parts.h"
#include "fl-library-op.h"
#include "fl-winograd.h"

G_BEGIN_DECLS

enum
{
  FL_CONVOLUTION_SPATIAL = 3 /* dimensions at most */
};

/* aten.convolution as it was called. */
typedef struct
{
  FlConvolution shape;
  FlWorkView in, weight, bias, out; /* bias: bytes NULL: none */
} FlConvolutionStep;

/* FALSE: no convolution of tensors of the result's type, or of sizes that do not fit, which the interpreter tells. */
gboolean fl_convolution_read (FlConvolutionStep *self, const FlLibraryStep *step);

/* aten.convolution_backward likewise: the convolution whose gradients are asked for, of a transposed one with
 * is_transposed set and the other way round. Any type. */
gboolean fl_convolution_gradient_read (FlConvolutionStep *self, const FlLibraryStep *step);

/* Ways to convolve: the library's forms, and one more. */
enum
{
  BY_DIRECT = FL_CONVOLUTION_DIRECT,
  BY_GEMM = FL_CONVOLUTION_GEMM,
  BY_LIBRARY_WINOGRAD = FL_CONVOLUTION_WINOGRAD,
  BY_WINOGRAD,
  N_HOWS
};

typedef struct
{
  FlConvolutionStep step;
  const float *in, *weight, *bias;
  float *out;
  guint n_threads, how;
  gboolean is_packed[N_HOWS], has_tried[N_HOWS];
  FlConvolutionParts *parts[FL_N_CONVOLUTION_FORMS];
  FlWinograd *winograd;
  FlPrimitive **of_thread; /* of single images, for panels in a chain of steps */
} FlConvolutionCall;

/* A way of the library that computes what Winograd's forms cannot. */
guint fl_convolution_get_plain_way (const FlConvolutionCall *call);
/* fl-convolution-chain.c: panels of images in a chain of steps. */
extern const FlLibraryChain fl_convolution_chain;

G_END_DECLS
