/* Convolutions: the loops of core/library against sums of doubles, in every shape. */
#include <math.h>

#include "fl-convolution-fixture.h"
#include "fl-convolution-parts.h"
#include "fl-quick-kernels.h"
#include "fl-winograd.h"

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
  { 2, 20, 36, 1, { 1, 9, 8 }, { 1, 18, 24 }, { 1, 3, 6 }, { 1, 2, 3 }, { 0, 1, 2 }, ONES, TRUE },
  { 1, 4, 5, 1, { 2, 3, 4 }, { 4, 6, 8 }, { 2, 2, 2 }, { 2, 2, 2 }, { 0, 0, 0 }, ONES, TRUE },
};

static void
test_all_shapes (void)
{
  guint n_winograd = 0;

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    n_winograd += check_shape (&shapes[i], 0, 3); /* more than images */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  g_test_add_func ("/core/library/convolution/all-shapes", test_all_shapes);
  g_test_add_func ("/core/library/convolution/what-is-not-finite-stays-where-it-is",
                   test_what_is_not_finite_stays_where_it_is);
  return g_test_run ();
}
