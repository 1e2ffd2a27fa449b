/* Convolutions of float tensors by Fuseloom's own loops, over pixels with their channels side by side: sums over taps by the tiles of
 * products, or Winograd's form of them, or vectors of channels where each channel is convolved alone. One to three dimensions, strided,
 * padded, dilated, in groups, transposed. */
#pragma once

#include "fl-product.h"

G_BEGIN_DECLS

enum
{
  FL_CONVOLUTION_DIMS = 3 /* ones in front where there are fewer */
};

typedef struct
{
  gint64 images, channels, outputs, groups;
  gint64 in[FL_CONVOLUTION_DIMS], out[FL_CONVOLUTION_DIMS], kernel[FL_CONVOLUTION_DIMS];
  gint64 stride[FL_CONVOLUTION_DIMS], padding[FL_CONVOLUTION_DIMS], dilation[FL_CONVOLUTION_DIMS];
  gboolean is_transposed;
} FlConvolutionShape;

/* Steps in floats: from group to group, and so on. */
typedef struct
{
  const float *data;
  gint64 group, output, channel, tap[FL_CONVOLUTION_DIMS];
} FlConvolutionWeight;

typedef struct
{
  float *data;
  gint64 image, step[FL_CONVOLUTION_DIMS];
} FlPixels;

/* Images [0, n_images) of both. */
typedef struct
{
  FlPixels in, out;
  gint64 n_images;
  gboolean is_padded; /* zeros lie around each input image, as many as FlConvolutionMargins tells */
  const float *bias;  /* one an output channel; NULL: none */
} FlConvolutionRun;

/* --- fl-convolution.c: sums over taps ---------------------------------------------------------------------------------- */

typedef struct _FlDirect FlDirect;

FlDirect *fl_direct_new (const FlConvolutionShape *shape, gboolean is_padded);
void fl_direct_free (FlDirect *direct);
gboolean fl_direct_is_depthwise (const FlDirect *direct);
gint64 fl_direct_count_packed (const FlDirect *direct); /* floats */
guint fl_direct_count_units (const FlDirect *direct);   /* of packing */
guint fl_direct_count_panels (const FlDirect *direct);  /* of output channels */
void fl_direct_pack (const FlDirect *direct, const FlConvolutionWeight *weight, guint begin, guint end, float *packed);
/* Share s of n: of the pixels, or of the output channels. */
void fl_direct_run (const FlDirect *direct, const float *packed, const FlConvolutionRun *run, gint64 share, gint64 n_shares,
                    gboolean by_columns);
/* Output pixels [begin, end) of the images laid end to end; not of transposed ones. */
void fl_direct_run_pixels (const FlDirect *direct, const float *packed, const FlConvolutionRun *run, gint64 begin, gint64 end);
/* Output pixels [begin, end) of one phase, laid end to end likewise. Phases are numbered by the remainders of y and x by the strides. */
void fl_direct_run_phase (const FlDirect *direct, const float *packed, const FlConvolutionRun *run, guint phase, gint64 begin, gint64 end);
/* Zeros that a padded image has in front and behind. */
void fl_convolution_get_margins (const FlConvolutionShape *shape, gint64 *front, gint64 *behind);

/* --- fl-convolution-winograd.c: 3 x 3 taps by 16 products for each 2 x 2 outputs instead of 36, 3 taps by 4 for 2 instead of 6,
 * transposed ones of 4 x 4 taps and stride 2 by 16 for 3 x 3 outputs of each phase instead of 36 */

typedef struct _FlWinograd FlWinograd;

/* NULL: not for such shapes. */
FlWinograd *fl_winograd_new (const FlConvolutionShape *shape);
void fl_winograd_free (FlWinograd *winograd);
gint64 fl_winograd_count_packed (const FlWinograd *winograd);
gint64 fl_winograd_count_scratch (const FlWinograd *winograd); /* floats a thread */
guint fl_winograd_count_units (const FlWinograd *winograd);
void fl_winograd_pack (const FlWinograd *winograd, const FlConvolutionWeight *weight, guint begin, guint end, float *packed);
/* direct: computes what infinities and NaNs reached; its run is not padded. */
void fl_winograd_run (const FlWinograd *winograd, const float *packed, const FlDirect *direct, const float *direct_packed,
                      const FlConvolutionRun *run, gint64 share, gint64 n_shares, float *scratch);

/* --- fl-convolution-rows.c: loops for each instruction set ------------------------------------------------------------- */

enum
{
  FL_WINOGRAD_SIZE = 4, /* pixels each way of an input tile; it gives two each way */
  FL_WINOGRAD_PIXELS = FL_WINOGRAD_SIZE * FL_WINOGRAD_SIZE
};

typedef struct
{
  guint lanes;
  /* 16 input pixels of n channels become 16 rows, `step` floats apart, of whole vectors. */
  void (*winograd_in) (const float *const *pixels, gint64 n, float *to, gint64 step);
  /* 16 rows become four pixels, with bias; NULL pixels are left out. FALSE: some are not finite. */
  gboolean (*winograd_out) (const float *from, gint64 step, gint64 n, const float *bias, float *const *pixels);
  /* The same of 4 pixels in a line, which become two. */
  void (*winograd_line_in) (const float *const *pixels, gint64 n, float *to, gint64 step);
  gboolean (*winograd_line_out) (const float *from, gint64 step, gint64 n, const float *bias, float *const *pixels);
  /* 16 rows become nine pixels, of two taps each way, with bias; NULL pixels are left out. FALSE: some are not finite. */
  gboolean (*winograd_out_nine) (const float *from, gint64 step, gint64 n, const float *bias, float *const *pixels);
  /* Sums over taps, channel by channel: a[pixel * n_taps + tap], b and to rows of weights and pixels. */
  void (*depthwise) (const float *const *a, guint n_taps, guint n_pixels, gint64 n, const float *b, gint64 b_stride, const float *bias,
                     float *to, gint64 to_stride);
  /* to[k * to_stride + i] = from[i * from_stride + k]. */
  void (*turn) (const float *from, gint64 from_stride, gint64 n_rows, gint64 n_columns, float *to, gint64 to_stride);
} FlConvolutionLoops;

const FlConvolutionLoops *fl_convolution_loops_get (guint lanes);

G_END_DECLS
