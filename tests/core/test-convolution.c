/* Convolutions: own loops against sums of doubles, and whole calls against the reference interpreter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fl-convolution-parts.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-transpose.h"
#include "fl-winograd-transforms.h"
#include "fl-winograd.h"

static float
get_number (guint i)
{
  return (float) ((i * 2654435761u >> 8) % 2001) / 1000.0f - 1.0f;
}

static float *
new_floats (gint64 n, guint seed)
{
  float *data = g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
  for (gint64 i = 0; i < n; i++)
    data[i] = get_number (seed * 7919 + i);
  return data;
}

/* --- micro-kernels -------------------------------------------------------------------------- */

/* One tile of 4 x 4 pixels with weights of ones at one of 2 x 2 taps: the transform of that weight
 * is G e G', and the nine outputs are the pixels that the tap reads. */
static void
check_square (gint64 n, gint64 y, gint64 x)
{
  static const double g[4][2] = { { 1, 0 }, { 0.5, 0.5 }, { 0.5, -0.5 }, { 0, 1 } };
  float *pixels = new_floats (16 * n, 1), *rows = new_floats (16 * n, 2), *bias = new_floats (n, 3),
        *out = new_floats (9 * n + 1, 4);
  float *to[9] = { NULL }, untouched = out[2 * n], after = out[9 * n];

  for (guint i = 0; i < 9; i++)
    to[i] = i == 2 ? NULL : out + i * n;
  fl_winograd_square_in (pixels, 4 * n, n, n, rows, n);
  for (gint64 i = 0; i < 16; i++)
    for (gint64 c = 0; c < n; c++)
      rows[i * n + c] *= g[i / 4][y] * g[i % 4][x];
  g_assert_true (fl_winograd_square_out (rows, n, n, bias, to));
  for (gint64 i = 0; i < 9; i++)
    for (gint64 c = 0; c < n && i != 2; c++) /* additions of nine numbers up to 1 */
      g_assert_cmpfloat_with_epsilon (out[i * n + c], pixels[((i / 3 + y) * 4 + i % 3 + x) * n + c] + bias[c], 3e-6);
  g_assert_cmpfloat (out[2 * n], ==, untouched);
  g_assert_cmpfloat (out[9 * n], ==, after);
  pixels[5 * n + n - 1] = INFINITY; /* all outputs read it */
  fl_winograd_square_in (pixels, 4 * n, n, n, rows, n);
  g_assert_false (fl_winograd_square_out (rows, n, n, NULL, to));
  g_aligned_free (pixels);
  g_aligned_free (rows);
  g_aligned_free (bias);
  g_aligned_free (out);
}

/* Checks three taps along a line. */
static void
check_line (gint64 n, gint64 x, gboolean has_second)
{
  const float taps[3] = { x == 0, x == 1, x == 2 };
  float *pixels = new_floats (4 * n, 1), *rows = new_floats (4 * n, 2), *bias = new_floats (n, 3),
        *out = new_floats (2 * n + 1, 4), after = out[2 * n];
  float *to[2] = { out, has_second ? out + n : NULL }, untouched = out[n], weights[4];

  fl_winograd_weigh_three (taps, weights, 1);
  fl_winograd_line_in (pixels, n, n, rows, n);
  for (gint64 i = 0; i < 4; i++)
    for (gint64 c = 0; c < n; c++)
      rows[i * n + c] *= weights[i];
  g_assert_true (fl_winograd_line_out (rows, n, n, bias, to));
  for (gint64 i = 0; i < 1 + has_second; i++)
    for (gint64 c = 0; c < n; c++)
      g_assert_cmpfloat_with_epsilon (out[i * n + c], pixels[(i + x) * n + c] + bias[c], 2e-6);
  g_assert_true (has_second || out[n] == untouched);
  g_assert_cmpfloat (out[2 * n], ==, after);
  pixels[n + n - 1] = NAN;
  fl_winograd_line_in (pixels, n, n, rows, n);
  g_assert_false (fl_winograd_line_out (rows, n, n, NULL, to));
  g_aligned_free (pixels);
  g_aligned_free (rows);
  g_aligned_free (bias);
  g_aligned_free (out);
}

static void
test_winograd_transforms (void)
{
  for (gint64 n = 16; n <= 48; n += 16)
    for (gint64 i = 0; i < 6; i++)
      {
        check_square (n, i % 2, i / 2 % 2);
        check_line (n, i % 3, i % 2);
      }
}

static void
check_transpose (gint64 n_rows, gint64 n_columns)
{
  float *from = new_floats (n_rows * (n_columns + 3), 1), *to = new_floats (n_columns * (n_rows + 5), 2);

  fl_transpose (from, n_columns + 3, n_rows, n_columns, to, n_rows + 5);
  for (gint64 k = 0; k < n_columns; k++)
    for (gint64 i = 0; i < n_rows + 5; i++) /* between the rows nothing is touched */
      g_assert_cmpfloat (to[k * (n_rows + 5) + i], ==,
                         i < n_rows ? from[i * (n_columns + 3) + k] : get_number (2 * 7919 + k * (n_rows + 5) + i));
  g_aligned_free (from);
  g_aligned_free (to);
}

static void
test_transposes (void)
{
  for (gint64 rows = 1; rows <= 50; rows += rows < 20 ? 1 : 6)
    for (gint64 columns = 1; columns <= 70; columns += 23)
      check_transpose (rows, columns);
}

/* --- loops around them ------------------------------------------------------------------------ */

enum
{
  DIMS = 3
};

typedef struct
{
  gint64 images, channels, outputs, groups;
  gint64 in[DIMS], out[DIMS], kernel[DIMS], stride[DIMS], padding[DIMS], dilation[DIMS];
  gboolean is_transposed;
} Shape;

/* The sum at one place of the output, by the definition; of a transposed one, each input adds to what lies stride times
 * as far. */
static double
sum_taps (const Shape *s, const float *in, const float *weight, gint64 image, gint64 o, const gint64 *at)
{
  const gint64 channels = s->channels / s->groups, outputs = s->outputs / s->groups, group = o / outputs;
  double sum = 0;

  for (gint64 k = 0; k < s->kernel[0] * s->kernel[1] * s->kernel[2]; k++)
    {
      const gint64 tap[DIMS] = { k / (s->kernel[1] * s->kernel[2]), k / s->kernel[2] % s->kernel[1], k % s->kernel[2] };
      gint64 pixel = image;
      gboolean is_there = TRUE;
      for (guint d = 0; d < DIMS; d++)
        {
          gint64 x = s->is_transposed ? at[d] + s->padding[d] - tap[d] * s->dilation[d]
                                      : at[d] * s->stride[d] - s->padding[d] + tap[d] * s->dilation[d];
          if (s->is_transposed)
            {
              is_there &= x % s->stride[d] == 0;
              x /= s->stride[d];
            }
          is_there &= x >= 0 && x < s->in[d];
          pixel = pixel * s->in[d] + x;
        }
      for (gint64 c = 0; c < channels && is_there; c++)
        sum += (double) in[pixel * s->channels + group * channels + c] * weight[(k * s->outputs + o) * channels + c];
    }
  return sum;
}

/* Equal to the sums of doubles, or of the kind that they are. */
static void
check_results (const Shape *s, const float *in, const float *weight, const float *bias, const float *out)
{
  const gint64 n_pixels = s->out[0] * s->out[1] * s->out[2];
  const double n = (double) s->channels / s->groups * s->kernel[0] * s->kernel[1] * s->kernel[2] + 4;

  for (gint64 i = 0; i < s->images * n_pixels; i++)
    for (gint64 o = 0; o < s->outputs; o++)
      {
        const gint64 at[DIMS] = { i % n_pixels / (s->out[1] * s->out[2]), i / s->out[2] % s->out[1], i % s->out[2] };
        const double sum = sum_taps (s, in, weight, i / n_pixels, o, at) + bias[o];
        const float got = out[i * s->outputs + o];
        if (isfinite (sum))
          g_assert_cmpfloat_with_epsilon (got, sum, 1e-6 * n); /* n products of at most 1 */
        else
          g_assert_true (isnan (sum) ? isnan (got) : got == sum);
      }
}

typedef struct
{
  Shape shape;
  FlConvolution call; /* channels innermost; the weight of a transposed one is [C, O / groups, taps] */
  float *in, *weight, *bias, *out, *given;
  gint64 n_out;
} Fixture;

static void
set_channels_last (gint64 *sizes, gint64 *strides, gint64 images, gint64 channels, const gint64 *pixels)
{
  gint64 step = channels;

  sizes[0] = images;
  sizes[1] = channels;
  strides[1] = 1;
  for (guint d = DIMS; d-- > 0; step *= pixels[d])
    {
      sizes[2 + d] = pixels[d];
      strides[2 + d] = step;
    }
  strides[0] = step;
}

/* The call's weight, from [taps][O][C / groups]. */
static void
give_weight (Fixture *f)
{
  const Shape *s = &f->shape;
  const gint64 each = s->channels / s->groups, outputs = s->outputs / s->groups,
               n_taps = s->kernel[0] * s->kernel[1] * s->kernel[2];
  const gint64 first = s->is_transposed ? s->channels : s->outputs, second = s->is_transposed ? outputs : each;
  gint64 *sizes = f->call.weight_sizes, *strides = f->call.weight_strides, step = 1;

  sizes[0] = first;
  sizes[1] = second;
  for (guint d = 0; d < DIMS; d++)
    sizes[2 + d] = s->kernel[d];
  for (guint d = 2 + DIMS; d-- > 0; step *= sizes[d])
    strides[d] = step;
  f->given = g_aligned_alloc (step, sizeof (float), 64);
  for (gint64 k = 0; k < n_taps; k++)
    for (gint64 o = 0; o < s->outputs; o++)
      for (gint64 c = 0; c < each; c++)
        {
          const gint64 group = o / outputs, row = s->is_transposed ? group * each + c : o,
                       column = s->is_transposed ? o % outputs : c;
          f->given[(row * second + column) * n_taps + k] = f->weight[(k * s->outputs + o) * each + c];
        }
}

static void
open_fixture (Fixture *f, const Shape *shape, float special)
{
  Shape *s = &f->shape;

  *f = (Fixture) { .shape = *shape };
  for (guint d = 0; d < DIMS; d++)
    if (s->out[d] == 0)
      s->out[d] = (s->in[d] + 2 * s->padding[d] - s->dilation[d] * (s->kernel[d] - 1) - 1) / s->stride[d] + 1;
  const gint64 each = s->channels / s->groups, n_taps = s->kernel[0] * s->kernel[1] * s->kernel[2];
  f->n_out = s->images * s->out[0] * s->out[1] * s->out[2] * s->outputs;
  f->in = new_floats (s->images * s->in[0] * s->in[1] * s->in[2] * s->channels, 1);
  f->weight = new_floats (n_taps * s->outputs * each, 2);
  if (special != 0 && s->is_transposed) /* no tap is multiplied by a pixel that is not there */
    f->weight[n_taps / 2 * s->outputs * each] = special;
  f->bias = new_floats (s->outputs, 3);
  f->out = new_floats (f->n_out + 1, 4);
  f->call
      = (FlConvolution) { .n_spatial = DIMS, .groups = s->groups, .has_bias = TRUE, .is_transposed = s->is_transposed };
  set_channels_last (f->call.sizes, f->call.in_strides, s->images, s->channels, s->in);
  set_channels_last (f->call.out_sizes, f->call.out_strides, s->images, s->outputs, s->out);
  for (guint d = 0; d < DIMS; d++)
    {
      f->call.stride[d] = s->stride[d];
      f->call.dilation[d] = s->dilation[d];
      f->call.padding[d] = f->call.behind[d] = s->padding[d];
      if (s->is_transposed)
        f->call.behind[d]
            = (s->in[d] - 1) * s->stride[d] - s->padding[d] + s->dilation[d] * (s->kernel[d] - 1) + 1 - s->out[d];
    }
  give_weight (f);
}

static void
close_fixture (Fixture *f)
{
  g_aligned_free (f->in);
  g_aligned_free (f->weight);
  g_aligned_free (f->bias);
  g_aligned_free (f->out);
  g_aligned_free (f->given);
}

/* The last two dimensions where the first is but one, as Winograd's form wants them. */
static FlConvolution
drop_dimension (const FlConvolution *call)
{
  FlConvolution plane = *call;

  plane.n_spatial = 2;
  for (guint d = 0; d < 2; d++)
    {
      plane.sizes[2 + d] = call->sizes[3 + d];
      plane.in_strides[2 + d] = call->in_strides[3 + d];
      plane.out_sizes[2 + d] = call->out_sizes[3 + d];
      plane.out_strides[2 + d] = call->out_strides[3 + d];
      plane.weight_sizes[2 + d] = call->weight_sizes[3 + d];
      plane.weight_strides[2 + d] = call->weight_strides[3 + d];
      plane.stride[d] = call->stride[1 + d];
      plane.dilation[d] = call->dilation[1 + d];
      plane.padding[d] = call->padding[1 + d];
      plane.behind[d] = call->behind[1 + d];
    }
  return plane;
}

static void
clear_output (const Fixture *f)
{
  for (gint64 i = 0; i < f->n_out; i++)
    f->out[i] = NAN;
}

static guint
check_forms (Fixture *f, const FlConvolution *call, FlThreadPool *pool, guint n_threads, gboolean is_special)
{
  guint n_made = 0;

  for (FlConvolutionForm form = 0; form < FL_N_CONVOLUTION_FORMS; form++)
    {
      FlConvolutionParts *parts = fl_convolution_parts_new (call, form, n_threads);
      if (parts == NULL)
        continue;
      clear_output (f);
      fl_convolution_parts_pack (parts, pool, f->given);
      if (fl_convolution_parts_run (parts, pool, f->in, f->bias, f->out))
        check_results (&f->shape, f->in, f->weight, f->bias, f->out);
      else
        g_assert_true (is_special);
      fl_convolution_parts_free (parts);
      n_made++;
    }
  return n_made;
}

static gboolean
check_winograd (Fixture *f, const FlConvolution *call, FlThreadPool *pool, guint n_threads, gboolean is_special)
{
  FlWinograd *winograd = fl_winograd_new (call, n_threads);

  if (winograd == NULL)
    return FALSE;
  clear_output (f);
  fl_winograd_pack (winograd, f->given);
  if (fl_winograd_run (winograd, pool, f->in, f->bias, f->out))
    check_results (&f->shape, f->in, f->weight, f->bias, f->out);
  else
    g_assert_true (is_special);
  fl_winograd_free (winograd);
  return TRUE;
}

/* In all forms that there are, in shares of images, rows, groups and output channels. Returns
 * whether Winograd's form of our own was one. */
static gboolean
check_shape (const Shape *shape, float special, guint most_threads)
{
  gboolean has_winograd = FALSE;

  for (guint n_threads = 1; n_threads <= most_threads; n_threads++)
    {
      g_autoptr (FlThreadPool) pool = fl_thread_pool_new (n_threads);
      Fixture f;
      open_fixture (&f, shape, special);
      const FlConvolution call
          = shape->in[0] == 1 && shape->kernel[0] == 1 && shape->stride[0] == 1 ? drop_dimension (&f.call) : f.call;
      const float after = f.out[f.n_out];
      if (special != 0)
        f.in[f.shape.in[0] * f.shape.in[1] * f.shape.in[2] / 2 * f.shape.channels] = special;
      check_forms (&f, &call, pool, n_threads, special != 0);
      has_winograd |= check_winograd (&f, &call, pool, n_threads, special != 0);
      g_assert_cmpfloat (f.out[f.n_out], ==, after);
      close_fixture (&f);
    }
  return has_winograd;
}

#define ONES                                                                                                           \
  {                                                                                                                    \
    1, 1, 1                                                                                                            \
  }
static const Shape shapes[] = {
  /* images, channels, outputs, groups, in, out (0: from the rest), kernel, stride, padding,
     dilation */
  { 2, 17, 19, 1, { 1, 7, 5 }, { 1, 14, 10 }, { 1, 4, 4 }, { 1, 2, 2 }, { 0, 1, 1 }, ONES, TRUE },
  { 1, 16, 48, 1, { 1, 4, 6 }, { 1, 10, 14 }, { 1, 4, 4 }, { 1, 2, 2 }, { 0, 0, 0 }, ONES, TRUE },
  { 1, 20, 16, 1, { 1, 5, 5 }, { 1, 6, 9 }, { 1, 4, 4 }, { 1, 2, 2 }, { 0, 3, 2 }, ONES, TRUE },
  { 1, 16, 16, 1, { 1, 1, 2 }, { 1, 1, 2 }, { 1, 4, 4 }, { 1, 2, 2 }, { 0, 1, 2 }, ONES, TRUE }, /* a single line of one
                                                                                                    phase */
  { 2, 5, 7, 1, { 1, 6, 9 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 1, 16, 48, 1, { 1, 8, 8 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 2, 33, 65, 1, { 1, 7, 5 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 1, 40, 20, 1, { 1, 5, 6 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 0, 0 }, ONES, FALSE },
  { 1, 17, 19, 1, { 1, 1, 2 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 2 }, ONES, FALSE },
  { 1, 16, 16, 1, { 1, 4, 4 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 3, 3 }, ONES, FALSE }, /* more zeros
                                                                                        than pixels
                                                                                      */
  { 2, 20, 33, 1, { 1, 1, 23 }, { 0 }, { 1, 1, 3 }, ONES, { 0, 0, 1 }, ONES, FALSE },
  { 1, 16, 16, 1, { 1, 3, 10 }, { 0 }, { 1, 1, 3 }, ONES, { 0, 0, 2 }, ONES, FALSE }, /* lines of a
                                                                                         plane */
  { 3, 20, 30, 1, { 1, 9, 7 }, { 0 }, { 1, 1, 1 }, ONES, { 0, 0, 0 }, ONES, FALSE },
  { 1, 24, 16, 1, { 1, 10, 9 }, { 0 }, { 1, 1, 1 }, { 1, 2, 2 }, { 0, 0, 0 }, ONES, FALSE },
  { 1, 3, 16, 1, { 1, 15, 17 }, { 0 }, { 1, 7, 7 }, { 1, 2, 2 }, { 0, 3, 3 }, ONES, FALSE },
  { 1, 8, 16, 1, { 1, 12, 11 }, { 0 }, { 1, 3, 2 }, { 1, 3, 2 }, { 0, 2, 1 }, { 1, 2, 3 }, FALSE },
  { 2, 700, 20, 1, { 1, 4, 5 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE }, /* two blocks
                                                                                         of the
                                                                                         depth */
  { 2, 8, 12, 4, { 1, 6, 7 }, { 0 }, { 1, 3, 3 }, { 1, 2, 1 }, { 0, 1, 1 }, ONES, FALSE },
  { 1, 64, 64, 2, { 1, 6, 6 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 2, 37, 37, 37, { 1, 6, 11 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 1, 16, 16, 16, { 1, 9, 9 }, { 0 }, { 1, 5, 5 }, { 1, 2, 2 }, { 0, 2, 2 }, ONES, FALSE },
  { 1, 6, 18, 6, { 1, 5, 8 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, { 1, 2, 2 }, FALSE }, /* three outputs a channel */
  { 1, 18, 6, 6, { 1, 5, 8 }, { 0 }, { 1, 3, 3 }, ONES, { 0, 1, 1 }, ONES, FALSE },
  { 2, 12, 20, 1, { 1, 1, 30 }, { 0 }, { 1, 1, 5 }, { 1, 1, 2 }, { 0, 0, 2 }, ONES, FALSE },
  { 2, 24, 24, 24, { 1, 1, 30 }, { 0 }, { 1, 1, 31 }, ONES, { 0, 0, 15 }, ONES, FALSE },
  { 1, 9, 17, 1, { 4, 5, 6 }, { 0 }, { 3, 3, 3 }, ONES, { 1, 1, 1 }, ONES, FALSE },
  { 1, 5, 4, 1, { 6, 5, 6 }, { 0 }, { 5, 5, 6 }, ONES, { 2, 2, 2 }, ONES, FALSE }, /* 150 taps */
  { 1, 8, 8, 8, { 5, 5, 6 }, { 0 }, { 2, 3, 3 }, { 2, 1, 2 }, { 1, 0, 1 }, ONES, FALSE },
  { 1, 9, 17, 1, { 1, 4, 5 }, { 1, 8, 10 }, { 1, 4, 4 }, { 1, 2, 2 }, { 0, 1, 1 }, ONES, TRUE },
  { 2, 8, 12, 4, { 1, 4, 5 }, { 1, 8, 16 }, { 1, 3, 3 }, { 1, 2, 3 }, { 0, 1, 0 }, { 1, 1, 2 }, TRUE },
  { 1, 20, 20, 20, { 1, 4, 5 }, { 1, 7, 9 }, { 1, 3, 3 }, { 1, 2, 2 }, { 0, 1, 1 }, ONES, TRUE },
  { 1, 6, 10, 1, { 1, 3, 3 }, { 1, 10, 9 }, { 1, 2, 1 }, { 1, 4, 4 }, { 0, 0, 0 }, ONES, TRUE }, /* places that no tap
                                                                                                    reaches */
  { 1, 16, 33, 1, { 1, 1, 9 }, { 1, 1, 18 }, { 1, 1, 4 }, { 1, 1, 2 }, { 0, 0, 1 }, ONES, TRUE },
  { 1, 4, 5, 1, { 2, 3, 4 }, { 4, 6, 8 }, { 2, 2, 2 }, { 2, 2, 2 }, { 0, 0, 0 }, ONES, TRUE },
};

static void
test_all_shapes (void)
{
  guint n_winograd = 0;

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    n_winograd += check_shape (&shapes[i], 0, 2);
  if (!g_str_has_prefix (fl_library_get_name (), "oneDNN"))
    return;
  g_assert_cmpuint (n_winograd, ==, 6); /* four transposed ones of 4 x 4 taps, two of lines */
}

static void
test_what_is_not_finite_stays_where_it_is (void)
{
  static const float specials[] = { -INFINITY, NAN };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (specials) && (i < 12 || shapes[i].is_transposed); k++)
      check_shape (&shapes[i], specials[k], 1);
}

/* --- whole calls ------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *inputs, *call;
  gboolean is_interpreted; /* left to the interpreter */
} Case;

static const Case cases[] = {
  { "plane", "x: 'f32[2, 20, 9, 11]', w: 'f32[24, 20, 3, 3]', b: 'f32[24]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "plane-of-short-lines", "x: 'f32[2, 33, 45, 5]', w: 'f32[24, 33, 4, 4]'",
    "convolution.default(x, w, None, [1, 2], [1, 3], [1, 1], False, [0, 0], 1)" },
  { "plane-of-many-channels", "x: 'f32[1, 600, 6, 21]', w: 'f32[8, 600, 3, 2]'",
    "convolution.default(x, w, None, [1, 1], [2, 1], [1, 1], False, [0, 0], 1)" },
  { "space-of-short-lines", "x: 'f32[2, 18, 5, 19, 3]', w: 'f32[10, 18, 2, 4, 4]'",
    "convolution.default(x, w, None, [1, 1, 1], [1, 2, 2], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "plane-without-bias", "x: 'f32[5, 16, 8, 8]', w: 'f32[16, 16, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "points", "x: 'f32[3, 40, 7, 7]', w: 'f32[50, 40, 1, 1]', b: 'f32[50]'",
    "convolution.default(x, w, b, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)" },
  { "points-of-lines", "x: 'f32[3, 40, 300]', w: 'f32[50, 40, 1]'",
    "convolution.default(x, w, None, [1], [0], [1], False, [0], 1)" },
  { "few-channels", "x: 'f32[2, 3, 20, 21]', w: 'f32[32, 3, 7, 7]', b: 'f32[32]'",
    "convolution.default(x, w, b, [2, 2], [3, 3], [1, 1], False, [0, 0], 1)" },
  { "one-channel", "x: 'f32[2, 1, 12, 13]', w: 'f32[8, 1, 5, 5]', b: 'f32[8]'",
    "convolution.default(x, w, b, [1, 1], [2, 2], [1, 1], False, [0, 0], 1)" },
  { "one-output", "x: 'f32[2, 8, 12, 13]', w: 'f32[1, 8, 3, 3]', b: 'f32[1]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "dilated", "x: 'f32[1, 8, 15, 16]', w: 'f32[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [2, 2], [2, 2], False, [0, 0], 1)" },
  { "padding-of-one-number", "x: 'f32[1, 8, 15, 16]', w: 'f32[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [2], [1], [1], False, [0], 1)" },
  { "groups", "x: 'f32[2, 32, 9, 9]', w: 'f32[64, 8, 3, 3]', b: 'f32[64]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 4)" },
  { "depthwise", "x: 'f32[2, 36, 9, 9]', w: 'f32[36, 1, 3, 3]', b: 'f32[36]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 36)" },
  { "depthwise-strided", "x: 'f32[1, 16, 14, 14]', w: 'f32[16, 1, 5, 5]'",
    "convolution.default(x, w, None, [2, 2], [2, 2], [1, 1], False, [0, 0], 16)" },
  { "line", "x: 'f32[2, 4, 9]', w: 'f32[6, 4, 3]', b: 'f32[6]'",
    "convolution.default(x, w, b, [1], [1], [1], False, [0], 1)" },
  { "line-long", "x: 'f32[2, 80, 300]', w: 'f32[64, 80, 3]', b: 'f32[64]'",
    "convolution.default(x, w, b, [2], [1], [1], False, [0], 1)" },
  { "line-depthwise", "x: 'f32[2, 24, 40]', w: 'f32[24, 1, 4]', b: 'f32[24]'",
    "convolution.default(x, w, b, [1], [3], [1], False, [0], 24)" },
  { "space", "x: 'f32[1, 5, 6, 7, 8]', w: 'f32[10, 5, 3, 3, 3]', b: 'f32[10]'",
    "convolution.default(x, w, b, [1, 1, 1], [1, 1, 1], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "space-strided", "x: 'f32[2, 3, 4, 16, 16]', w: 'f32[20, 3, 2, 8, 8]'",
    "convolution.default(x, w, None, [2, 8, 8], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "transposed", "x: 'f32[2, 12, 7, 8]', w: 'f32[12, 20, 4, 4]', b: 'f32[20]'",
    "convolution.default(x, w, b, [2, 2], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-by-nines", "x: 'f32[3, 33, 14, 13]', w: 'f32[33, 40, 4, 4]', b: 'f32[40]'",
    "convolution.default(x, w, b, [2, 2], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-by-three", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 6]', b: 'f32[36]'",
    "convolution.default(x, w, b, [2, 3], [1, 2], [1, 1], True, [1, 1], 1)" },
  { "transposed-without-gaps", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-with-odd-taps", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 5]'",
    "convolution.default(x, w, None, [2, 2], [1, 1], [1, 1], True, [1, 0], 1)" },
  { "transposed-with-more", "x: 'f32[2, 12, 7, 8]', w: 'f32[12, 10, 3, 3]', b: 'f32[20]'",
    "convolution.default(x, w, b, [2, 3], [1, 0], [1, 2], True, [1, 2], 2)" },
  { "transposed-line", "x: 'f32[2, 12, 9]', w: 'f32[12, 10, 4]'",
    "convolution.default(x, w, None, [2], [1], [1], True, [0], 1)" },
  { "transposed-space", "x: 'f32[1, 4, 3, 4, 5]', w: 'f32[4, 6, 2, 2, 2]', b: 'f32[6]'",
    "convolution.default(x, w, b, [2, 2, 2], [0, 0, 0], [1, 1, 1], True, [0, 0, 0], 1)" },
  { "halves", "x: 'bf16[2, 20, 9, 11]', w: 'bf16[24, 20, 3, 3]', b: 'bf16[24]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "half-line", "x: 'f16[2, 8, 20]', w: 'f16[8, 8, 3]'",
    "convolution.default(x, w, None, [1], [1], [1], False, [0], 1)" },
  { "no-images", "x: 'f32[0, 8, 9, 9]', w: 'f32[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", TRUE },
  { "doubles", "x: 'f64[1, 8, 9, 9]', w: 'f64[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "doubles-strided-in-groups", "x: 'f64[3, 12, 11, 10]', w: 'f64[18, 4, 3, 2]', b: 'f64[18]'",
    "convolution.default(x, w, b, [2, 1], [1, 2], [1, 2], False, [0, 0], 3)" },
  { "doubles-line", "x: 'f64[2, 5, 700]', w: 'f64[7, 5, 4]', b: 'f64[7]'",
    "convolution.default(x, w, b, [1], [3], [1], False, [0], 1)" },
  { "doubles-space", "x: 'f64[1, 3, 4, 5, 6]', w: 'f64[5, 3, 2, 3, 2]'",
    "convolution.default(x, w, None, [1, 2, 1], [0, 1, 1], [1, 1, 2], False, [0, 0, 0], 1)" },
  { "doubles-depthwise", "x: 'f64[2, 16, 9, 9]', w: 'f64[16, 1, 3, 3]', b: 'f64[16]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 16)" },
  { "doubles-transposed", "x: 'f64[2, 12, 7, 8]', w: 'f64[12, 10, 3, 3]', b: 'f64[20]'",
    "convolution.default(x, w, b, [2, 3], [1, 0], [1, 2], True, [1, 2], 2)" },
  { "doubles-of-one-number", "x: 'f64[1, 8, 15, 16]', w: 'f64[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [2], [1], [1], False, [0], 1)" },
  { "doubles-no-images", "x: 'f64[0, 8, 9, 9]', w: 'f64[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", TRUE },
};

static FlRun *
execute (const char *name, const char *text, const char *option, gboolean measure)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (name, text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .verify = TRUE, .measure = measure };

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  g_assert_true (fl_options_set (&request.options, "run.repeats=3", NULL));
  g_assert_true (fl_options_set (&request.options, "cpu.choices=measured", NULL)); /* each way is run */
  g_assert_true (fl_options_set (&request.options, option, NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  FlRun *executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  for (guint i = 0; i < executed->execution->n_agreements; i++)
    {
      const FlAgreement *a = &executed->execution->agreements[i];
      if (!a->agrees)
        g_test_message ("%s %s at %s: %g, expected %g", a->variant, a->output, a->worst_place, a->got, a->expected);
    }
  g_assert_true (executed->execution->agrees);
  return executed;
}

static char *
dup_text (const char *inputs, const char *body)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (inputs), "'", '"');
  g_auto (GStrv) lines = g_strsplit (body, ";", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = g_strv_length (lines);

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n", quoted);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "        x%u = torch.ops.aten.%s\n", i, lines[i]);
  g_string_append_printf (text, "        return (x%u,)\n", n - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Did the worker say how it convolved? */
static gboolean
has_library_event (const FlRun *run)
{
  static const char *const clauses[]
      = { "direct convolution", "convolution of the library", "Winograd's convolution", "convolution by plain loops" };

  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      for (guint k = 0; k < G_N_ELEMENTS (clauses); k++)
        if (event->kind == FL_EVENT_LIBRARY && event->reason != NULL && g_str_has_prefix (event->reason, clauses[k]))
          return TRUE;
    }
  return FALSE;
}

/* Timed on several threads, too, and with activations after it. */
static void
test_call_agrees (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *body = g_strdup_printf ("%s;relu.default(x0)", row->call), *text = dup_text (row->inputs, body);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (FlRun) run = execute (row->name, text, i == 1 ? "cpp.threads=2" : "cpp.threads=1", i > 0);
      if (i == 0)
        g_assert_true (has_library_event (run) == !row->is_interpreted);
    }
}

/* --- what stands around convolutions ---------------------------------------------------------- */

/* Each runs as so many steps panel by panel where that is asked for, and leaves so many copying kernels out. */
static const struct
{
  const char *name, *inputs, *body;
  guint n_chained, n_skipped;
} surroundings[] = {
  { "relu", "x: 'f32[6, 24, 9, 9]', w: 'f32[32, 24, 3, 3]', b: 'f32[32]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);relu.default(x0)", 2, 2 },
  { "two", "x: 'f32[6, 24, 9, 9]', w: 'f32[32, 24, 1, 1]', v: 'f32[16, 32, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);relu.default(x0);"
    "convolution.default(x1, v, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);silu.default(x2)",
    4, 2 }, /* 1 x 1 has no other layout */
  { "residual", "x: 'f32[4, 32, 8, 8]', w: 'f32[32, 32, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);add.Tensor(x0, x);relu.default(x1)", 2,
    2 },
  /* PyTorch copies an image for each convolution that reads it; here one kernel does both. */
  { "shared-image", "x: 'f32[4, 16, 8, 8]', w: 'f32[16, 16, 3, 3]', v: 'f32[16, 16, 1, 1]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);"
    "convolution.default(x, v, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);add.Tensor(x0, x1)",
    0, 2 },
  /* The weight is written before it is read: that copy is made. */
  { "written-weight", "x: 'f32[4, 16, 8, 8]', w: 'f32[16, 16, 3, 3]'",
    "add_.Tensor(w, 1.0);convolution.default(x, x0, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", 0, 1 },
};

static guint
count_skipped (const FlRun *run)
{
  guint n = 0;
  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      n += event->kind == FL_EVENT_LIBRARY && g_str_has_prefix (event->reason, "not run: it only copies");
    }
  return n;
}

static guint
find_longest_chain (const FlRun *run)
{
  guint most = 0, n;
  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      if (event->kind == FL_EVENT_LIBRARY && event->verdict == FL_VERDICT_ACCEPT && event->facts != NULL
          && sscanf (event->facts, "%u steps", &n) == 1)
        most = MAX (most, n);
    }
  return most;
}

static void
test_surroundings (gconstpointer position)
{
  const guint at = GPOINTER_TO_UINT (position);
  g_autofree char *text = dup_text (surroundings[at].inputs, surroundings[at].body);
  g_autoptr (FlRun) panels = execute (surroundings[at].name, text, "cpu.panels=always", FALSE),
                    copied = execute (surroundings[at].name, text, "cpu.skip_copies=off", FALSE),
                    guarded = execute (surroundings[at].name, text, "run.guard=on", FALSE);

  g_assert_cmpuint (find_longest_chain (panels), >=, surroundings[at].n_chained);
  g_assert_cmpuint (count_skipped (panels), ==, surroundings[at].n_skipped);
  g_assert_cmpuint (count_skipped (copied), ==, 0);
  g_assert_cmpuint (count_skipped (guarded), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/library/convolution/winograd-transforms", test_winograd_transforms);
  g_test_add_func ("/core/library/convolution/transposes", test_transposes);
  g_test_add_func ("/core/library/convolution/all-shapes", test_all_shapes);
  g_test_add_func ("/core/library/convolution/what-is-not-finite-stays-where-it-is",
                   test_what_is_not_finite_stays_where_it_is);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/library/convolution/agrees/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_call_agrees);
    }
  for (guint i = 0; i < G_N_ELEMENTS (surroundings); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/library/convolution/surroundings/%s", surroundings[i].name);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_surroundings);
    }
  return g_test_run ();
}
