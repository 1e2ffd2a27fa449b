/* A convolution's call, as the files on it share it. */
#pragma once

#include "fl-convolution-parts.h"
#include "fl-library-op.h"
#include "fl-winograd.h"

G_BEGIN_DECLS

enum
{
  BY_DIRECT = FL_CONVOLUTION_DIRECT,
  BY_GEMM = FL_CONVOLUTION_GEMM,
  BY_LIBRARY_WINOGRAD = FL_CONVOLUTION_WINOGRAD,
  BY_WINOGRAD,
  N_HOWS,
  MAX_SPATIAL = 3
};

typedef struct
{
  FlConvolution shape; /* as the call has it: of a transposed one the weight is [C, O / groups, …] */
  gboolean is_transposed;
  const float *in, *weight, *bias;
  float *out;
  int tensors[4]; /* of the program: input, result, weight, bias; -1: none */
  guint n_threads, how;
  gboolean weight_is_fixed, is_packed[N_HOWS], has_infinity, has_tried[N_HOWS];
  FlConvolutionPhases phases;
  FlConvolutionParts *parts[FL_N_CONVOLUTION_FORMS];
  FlWinograd *winograd;
  FlPrimitive **of_thread; /* of single images, for panels in a chain of steps */
  FlLibraryStep step;
  gpointer columns; /* of fl_columns_op, where that computes it; NULL: not yet */
} FlConvolutionCall;

/* A way of the library that computes what Winograd's forms cannot. */
guint fl_convolution_get_plain_way (const FlConvolutionCall *call);
/* fl-convolution-chain.c: panels of images in a chain of steps. */
extern const FlLibraryChain fl_convolution_chain;

G_END_DECLS
