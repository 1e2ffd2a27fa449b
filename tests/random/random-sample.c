/* Arguments of samplers, of pools with places, and of gradients of pools and pads. */
#include "random-private.h"

/* --- columns of windows --- */

static gboolean
make_columns (RndMaker *m)
{
  gint64 kernel[2], dilation[2], padding[2], stride[2], sizes[2], n_places = 1, batch = 1 + rnd_pick (m, 2),
                                                                  channels = rnd_between (m, 1, 3);

  for (guint d = 0; d < 2; d++)
    {
      kernel[d] = rnd_between (m, 1, 3);
      dilation[d] = rnd_between (m, 1, 2);
      padding[d] = rnd_between (m, 0, 2);
      stride[d] = rnd_between (m, 1, 3);
      sizes[d] = dilation[d] * (kernel[d] - 1) + rnd_between (m, 1, 5);
      n_places *= (sizes[d] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1) / stride[d] + 1;
    }
  if (rnd_is (m, "im2col"))
    rnd_give_shaped (m, FL_DTYPE_F32, 4, batch, channels, sizes[0], sizes[1]);
  else
    {
      rnd_give_shaped (m, FL_DTYPE_F32, 3, batch, channels * kernel[0] * kernel[1], n_places, 0);
      rnd_give_ints (m, 2, sizes);
    }
  rnd_give_ints (m, 2, kernel);
  rnd_give_ints (m, 2, dilation);
  rnd_give_ints (m, 2, padding);
  rnd_give_ints (m, 2, stride);
  return TRUE;
}

/* --- samplers --- */

static gboolean
make_grid_sampler (RndMaker *m)
{
  gint64 batch = rnd_between (m, 1, 2), channels = rnd_between (m, 1, 3), h = rnd_between (m, 1, 5),
         w = rnd_between (m, 1, 5), rows = rnd_between (m, 1, 4), columns = rnd_between (m, 1, 4),
         sizes[4] = { batch, rows, columns, 2 };
  gboolean is_backward = rnd_is (m, "backward");

  if (is_backward)
    rnd_give_shaped (m, FL_DTYPE_F32, 4, batch, channels, rows, columns);
  rnd_give_shaped (m, FL_DTYPE_F32, 4, batch, channels, h, w);
  rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 4, sizes, rnd_fill (m, rnd_chance (m, 70) ? "unit" : "plain", 0)));
  rnd_give_int (m, rnd_between (m, 0, 2));
  rnd_give_int (m, rnd_between (m, 0, 2));
  rnd_give_bool (m, rnd_chance (m, 50));
  if (is_backward)
    {
      RndArg mask = { .kind = RND_LIST, .n_items = 2, .items = fl_arena_new (m->arena, RndArg, 2) };

      mask.items[0] = (RndArg) { .kind = RND_BOOL, .integer = rnd_chance (m, 80) };
      mask.items[1] = (RndArg) { .kind = RND_BOOL, .integer = TRUE };
      rnd_give (m, mask);
    }
  return TRUE;
}

/* --- pools with places --- */

static guint
get_spatial (RndMaker *m)
{
  return rnd_is (m, "3d") ? 3 : 2;
}

/* Numbers that differ: which of two equal ones is the largest is not to be asked. */
static int
make_distinct (RndMaker *m, guint n, const gint64 *spatial, gint64 *sizes)
{
  sizes[0] = rnd_between (m, 1, 2);
  sizes[1] = rnd_between (m, 1, 3);
  memcpy (sizes + 2, spatial, n * sizeof *sizes);
  return rnd_input (m, FL_DTYPE_F32, 2 + n, sizes, rnd_fill (m, "distinct", 0));
}

/* What the backward of a pool begins with: a gradient for each maximum, and the image. */
static void
give_gradient (RndMaker *m, int result, int image)
{
  rnd_give_value (m, rnd_like (m, result, 0));
  rnd_give_value (m, image);
}

static gboolean
make_fractional (RndMaker *m)
{
  guint n = get_spatial (m);
  gint64 kernel[3], out[3], spatial[3], sizes[5], drawn[3];
  int image, samples, results[2];

  for (guint d = 0; d < n; d++)
    {
      kernel[d] = rnd_between (m, 1, 2);
      out[d] = rnd_between (m, 1, 3);
      spatial[d] = out[d] + kernel[d] - (n == 2) + rnd_between (m, 0, 3); /* 3d: one more */
    }
  image = make_distinct (m, n, spatial, sizes);
  memcpy (drawn, sizes, 2 * sizeof *drawn);
  drawn[2] = n;
  samples = rnd_input (m, FL_DTYPE_F32, 3, drawn, rnd_fill (m, "unit", 0));
  rnd_give_value (m, image);
  rnd_give_ints (m, n, kernel);
  rnd_give_ints (m, n, out);
  rnd_give_value (m, samples);
  if (!rnd_is (m, "backward"))
    return TRUE;
  if (!rnd_forward (m, n == 3 ? "aten.fractional_max_pool3d.default" : "aten.fractional_max_pool2d.default", 2,
                    results))
    return FALSE;
  give_gradient (m, results[0], image);
  rnd_give_ints (m, n, kernel);
  rnd_give_ints (m, n, out);
  rnd_give_value (m, results[1]);
  return TRUE;
}

static gboolean
make_adaptive_max_backward (RndMaker *m)
{
  guint n = get_spatial (m);
  gint64 spatial[3], out[3], sizes[5];
  int image, results[2];

  for (guint d = 0; d < n; d++)
    {
      spatial[d] = rnd_between (m, 1, 7);
      out[d] = rnd_between (m, 1, MIN (spatial[d], 4));
    }
  image = make_distinct (m, n, spatial, sizes);
  rnd_give_value (m, image);
  rnd_give_ints (m, n, out);
  if (!rnd_forward (m, n == 3 ? "aten.adaptive_max_pool3d.default" : "aten.adaptive_max_pool2d.default", 2, results))
    return FALSE;
  give_gradient (m, results[0], image);
  rnd_give_value (m, results[1]);
  return TRUE;
}

static void
give_windows (RndMaker *m, guint n, const gint64 *kernel, const gint64 *stride, const gint64 *padding)
{
  gint64 ones[3] = { 1, 1, 1 };

  rnd_give_ints (m, n, kernel);
  rnd_give_ints (m, n, stride);
  rnd_give_ints (m, n, padding);
  rnd_give_ints (m, n, ones);
  rnd_give_bool (m, FALSE);
}

static gboolean
make_max_pool3d_backward (RndMaker *m)
{
  gint64 kernel[3], stride[3], padding[3], spatial[3], sizes[5];
  int image, results[2];

  for (guint d = 0; d < 3; d++)
    {
      kernel[d] = rnd_between (m, 1, 3);
      stride[d] = rnd_between (m, 1, 2);
      padding[d] = rnd_between (m, 0, kernel[d] / 2);
      spatial[d] = kernel[d] + rnd_between (m, 0, 3);
    }
  image = make_distinct (m, 3, spatial, sizes);
  rnd_give_value (m, image);
  give_windows (m, 3, kernel, stride, padding);
  if (!rnd_forward (m, "aten.max_pool3d_with_indices.default", 2, results))
    return FALSE;
  give_gradient (m, results[0], image);
  give_windows (m, 3, kernel, stride, padding);
  rnd_give_value (m, results[1]);
  return TRUE;
}

/* Windows side by side, so that no place is that of two maxima. */
static gboolean
make_unpool (RndMaker *m)
{
  guint n = get_spatial (m);
  gint64 kernel[3], spatial[3], sizes[5], zeros[3] = { 0 };
  int image, results[2];

  for (guint d = 0; d < n; d++)
    {
      kernel[d] = rnd_between (m, 1, 2);
      spatial[d] = kernel[d] * rnd_between (m, 1, 3);
    }
  image = make_distinct (m, n, spatial, sizes);
  rnd_give_value (m, image);
  give_windows (m, n, kernel, kernel, zeros);
  if (!rnd_forward (m, n == 3 ? "aten.max_pool3d_with_indices.default" : "aten.max_pool2d_with_indices.default", 2,
                    results))
    return FALSE;
  rnd_give_value (m, results[0]);
  rnd_give_value (m, results[1]);
  rnd_give_ints (m, n, spatial);
  if (n == 3)
    {
      rnd_give_ints (m, n, kernel);
      rnd_give_ints (m, n, zeros);
    }
  return TRUE;
}

/* --- gradients of pads --- */

static gboolean
make_pad_backward (RndMaker *m)
{
  guint n = rnd_is (m, "1d") ? 1 : get_spatial (m);
  gint64 sizes[5] = { rnd_between (m, 1, 2), rnd_between (m, 1, 2) }, padded[5], pad[6];

  memcpy (padded, sizes, sizeof padded);
  for (guint d = 0; d < n; d++)
    {
      guint last = n - 1 - d;

      pad[2 * d] = rnd_between (m, 0, 2);
      pad[2 * d + 1] = rnd_between (m, 0, 2);
      sizes[2 + last] = rnd_between (m, 3, 5);
      padded[2 + last] = sizes[2 + last] + pad[2 * d] + pad[2 * d + 1];
    }
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2 + n, padded, 0));
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2 + n, sizes, 0));
  rnd_give_ints (m, 2 * n, pad);
  return TRUE;
}

const RndMakerRow rnd_sample_makers[] = {
  { "im2col", make_columns },
  { "col2im", make_columns },
  { "grid_sampler", make_grid_sampler },
  { "grid_sampler_backward", make_grid_sampler },
  { "aten.fractional_max_pool2d.default", make_fractional },
  { "aten.fractional_max_pool3d.default", make_fractional },
  { "aten.fractional_max_pool2d_backward.default", make_fractional },
  { "aten.fractional_max_pool3d_backward.default", make_fractional },
  { "aten.adaptive_max_pool2d_backward.default", make_adaptive_max_backward },
  { "aten.adaptive_max_pool3d_backward.default", make_adaptive_max_backward },
  { "aten.max_pool3d_with_indices_backward.default", make_max_pool3d_backward },
  { "aten.max_unpool2d.default", make_unpool },
  { "aten.max_unpool3d.default", make_unpool },
  { "aten.reflection_pad1d_backward.default", make_pad_backward },
  { "aten.reflection_pad2d_backward.default", make_pad_backward },
  { "aten.reflection_pad3d_backward.default", make_pad_backward },
  { "aten.replication_pad1d_backward.default", make_pad_backward },
  { "aten.replication_pad2d_backward.default", make_pad_backward },
  { NULL, NULL },
};
