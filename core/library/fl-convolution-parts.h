/* A convolution as primitives of the library: one for each phase of a transposed one, cut into
 * shares of images, groups, rows or output channels. */
#pragma once

#include "fl-library-call.h"
#include "fl-primitive.h"

G_BEGIN_DECLS

/* A convolution that is not transposed. Those that are fall into phases, by the remainders of an
 * output's position: within one, all outputs read the same taps. */
typedef struct
{
  FlConvolution shape;
  gint64 in, out;                   /* where its input and its output begin, in elements */
  float *weight;                    /* a phase's taps, gathered from the weight; NULL: it is the weight */
  gint64 first_tap[3], tap_step[3]; /* of the phase's taps, in the weight */
} FlConvolutionPhase;

typedef struct
{
  guint n;
  FlConvolutionPhase *phases;
  gboolean has_gaps; /* some outputs read no tap at all */
} FlConvolutionPhases;

/* FALSE: it falls into none that the library could have (dilated beyond the stride, cropped away).
 */
gboolean fl_convolution_phases_open (FlConvolutionPhases *phases, const FlConvolution *shape, gboolean is_transposed);
void fl_convolution_phases_gather (FlConvolutionPhases *phases, const FlConvolution *shape, const float *weight);
gint64 fl_convolution_phases_count_bytes (const FlConvolutionPhases *phases);
void fl_convolution_phases_close (FlConvolutionPhases *phases);

/* Shares of all phases, each run by one thread. */
typedef struct _FlConvolutionParts FlConvolutionParts;

/* NULL: the library has no primitive of that form for some part. */
FlConvolutionParts *fl_convolution_parts_new (const FlConvolutionPhases *phases, FlConvolutionForm form,
                                              guint n_threads);
void fl_convolution_parts_pack (FlConvolutionParts *parts, FlThreadPool *pool, const float *weight);
/* FALSE: with Winograd's form, some results are not finite; then those beside them must be computed
 * anew. */
gboolean fl_convolution_parts_run (FlConvolutionParts *parts, FlThreadPool *pool, const float *in, const float *bias,
                                   float *out);
gint64 fl_convolution_parts_count_packed (const FlConvolutionParts *parts);
void fl_convolution_parts_free (FlConvolutionParts *parts);

G_END_DECLS
