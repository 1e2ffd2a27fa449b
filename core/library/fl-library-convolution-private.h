/* A convolution's call, as what prepares it and what runs it share it. */
#pragma once

#include "fl-convolution.h"
#include "fl-library-op.h"

G_BEGIN_DECLS

enum
{
  DIMS = FL_CONVOLUTION_DIMS,
  FEW_CHANNELS = 16,       /* zeros around images let taps of so few lie side by side */
  MAX_PADDED_BYTES = 256 << 20,
  MAX_TRANSFORMED_BYTES = 512 << 20, /* of a weight */
  MIN_PIXELS = 64,         /* of a share: else output channels are shared out */
  LINE_PIXELS = 32,
  POINTS = 128
};

typedef enum
{
  BY_LIBRARY,
  BY_SUMS,
  BY_WINOGRAD,
  N_HOWS
} FlConvolutionHow;

/* One thread's share of the library's: some images of the batch, some groups, or some output channels. */
typedef struct
{
  FlPrimitive *convolution;
  const float *in, *weight, *bias;
  float *out;
} FlConvolutionPart;

typedef struct
{
  FlConvolution library; /* as the library is told */
  FlConvolutionShape shape;
  FlConvolutionWeight weight;
  const float *in, *bias;
  float *out;
  gint64 in_image, in_channel, in_step[DIMS], out_image, out_channel, out_step[DIMS];
  guint n_threads;
  FlConvolutionHow how;
  gboolean can[N_HOWS], has_tried_library;
  guint n_parts;
  FlConvolutionPart *parts;
  gboolean weight_is_fixed, is_packed[N_HOWS];
  FlDirect *direct;
  FlWinograd *winograd;
  float *packed[N_HOWS], *winograd_scratch; /* the latter one a thread */
  gboolean in_is_copied, out_is_copied, is_padded;
  gboolean needs_pixels; /* of the weight as it was packed last */
  gint64 front[DIMS], padded[DIMS]; /* of a copied image: zeros in front, and sizes with all of them */
  gint64 in_floats, out_floats;     /* of an image's copies */
  float *copies;                    /* one of both a thread, or of one image */
  int tensors[4];                   /* of the program: input, result, weight, bias */
  gint64 weight_bytes;
} FlConvolutionCall;

gint64 fl_convolution_multiply (const gint64 *sizes); /* of DIMS */
/* All positions of an image are evenly apart, as if they were one dimension. */
gboolean fl_convolution_is_flat (const gint64 *steps, const gint64 *sizes, gint64 step);
/* Packs the weight for one way, once if it is the same in every run. */
void fl_convolution_call_pack_how (FlConvolutionCall *self, FlThreadPool *pool, FlConvolutionHow how);
/* Must it be computed input pixel by input pixel? */
gboolean fl_convolution_call_needs_pixels (const FlConvolutionCall *self);
void fl_convolution_call_run_own (FlConvolutionCall *self, FlThreadPool *pool);
/* Panels of images; of pixels where each output is made of one. */
gboolean fl_convolution_call_get_panels (gconstpointer state, FlLibraryPanels *panels);
guint fl_convolution_call_list (
    gconstpointer state,
    FlWorkAccess *accesses); /* the input, the result, the weight, the bias */
void fl_convolution_call_begin_panels (gpointer state, FlThreadPool *pool);
void fl_convolution_call_run_panel (gpointer state,
                                    guint share,
                                    gint64 p,
                                    gint64 n,
                                    guint8 *const *places);

G_END_DECLS
