/* Arguments of convolutions, pools and resizing. */
#include "random-private.h"

/* Batch, channels and some dimensions with windows over them. */
typedef struct
{
  guint n;
  gint64 batch, channels, sizes[3], kernel[3], stride[3], padding[3], dilation[3];
} Window;

static guint
get_dims (RndMaker *m)
{
  if (rnd_is (m, "1d"))
    return 1;
  return rnd_is (m, "3d") ? 3
         : rnd_is (m, "2d") || rnd_is (m, "pool") || rnd_is (m, "upsample")
             ? 2
             : 1 + rnd_pick (m, rnd_chance (m, 85) ? 2 : 3);
}

static Window
make_window (RndMaker *m, gboolean is_pool)
{
  Window w = { .n = get_dims (m), .batch = 1 + rnd_pick (m, 2), .channels = rnd_between (m, 1, 5) };

  for (guint d = 0; d < w.n; d++)
    {
      w.kernel[d] = rnd_between (m, 1, 3);
      w.dilation[d] = !is_pool || rnd_chance (m, 20) ? rnd_between (m, 1, 2) : 1;
      w.sizes[d] = w.dilation[d] * (w.kernel[d] - 1) + rnd_between (m, 1, 8);
      w.stride[d] = rnd_between (m, 1, 3);
      w.padding[d] = rnd_between (m, 0, is_pool ? w.kernel[d] / 2 : 2);
    }
  return w;
}

static FlDtype
pick_dtype (RndMaker *m)
{
  return rnd_chance (m, 70) ? FL_DTYPE_F32 : rnd_dtype (m, RND_FLOATS);
}

static int
give_image (RndMaker *m, const Window *w, FlDtype dtype)
{
  gint64 sizes[5] = { w->batch, w->channels };
  int value;

  memcpy (sizes + 2, w->sizes, w->n * sizeof *sizes);
  value = rnd_shaped (m, dtype, 2 + w->n, sizes, 0);
  rnd_give_value (m, value);
  return value;
}

/* --- convolutions ------------------------------------------------------------------------------ */

static void
give_weight (RndMaker *m, const Window *w, FlDtype dtype, gint64 out, gint64 groups, gboolean is_transposed)
{
  gint64 sizes[5] = { is_transposed ? w->channels : out, (is_transposed ? out : w->channels) / groups };

  memcpy (sizes + 2, w->kernel, w->n * sizeof *sizes);
  rnd_give_value (m, rnd_shaped (m, dtype, 2 + w->n, sizes, 0));
}

static gboolean
make_convolution (RndMaker *m)
{
  Window w = make_window (m, FALSE);
  FlDtype dtype = pick_dtype (m);
  gint64 groups = rnd_chance (m, 25) ? w.channels : 1, out = groups * rnd_between (m, 1, 4), zeros[3] = { 0 };
  gboolean is_whole = rnd_is (m, "convolution"),
           is_transposed = rnd_is (m, "transpose") || (is_whole && rnd_chance (m, 20));

  give_image (m, &w, dtype);
  give_weight (m, &w, dtype, out, groups, is_transposed);
  if (rnd_chance (m, 60))
    rnd_give_value (m, rnd_shaped (m, dtype, 1, &out, 0));
  else
    rnd_give_none (m);
  if (is_transposed)
    for (guint d = 0; d < w.n; d++)
      w.padding[d] = MIN (w.padding[d], w.kernel[d] - 1);
  rnd_give_ints (m, w.n, w.stride);
  if (rnd_is (m, "padding"))
    {
      gboolean is_same = rnd_chance (m, 50);

      for (guint d = 0; is_same && d < w.n; d++)
        if (w.stride[d] != 1)
          return FALSE;
      rnd_give_string (m, is_same ? "same" : "valid");
    }
  else
    rnd_give_ints (m, w.n, w.padding);
  if (rnd_is (m, "conv_transpose"))
    {
      rnd_give_ints (m, w.n, zeros);
      rnd_give_int (m, groups);
      rnd_give_ints (m, w.n, w.dilation);
      return TRUE;
    }
  rnd_give_ints (m, w.n, w.dilation);
  if (is_whole)
    {
      rnd_give_bool (m, is_transposed);
      rnd_give_ints (m, w.n, zeros);
    }
  rnd_give_int (m, groups);
  for (guint i = 0; rnd_is (m, "_convolution") && i < 4; i++)
    rnd_give_bool (m, FALSE);
  return TRUE;
}

static gboolean
make_convolution_backward (RndMaker *m)
{
  Window w = make_window (m, FALSE);
  gint64 groups = rnd_chance (m, 20) ? w.channels : 1, out = groups * rnd_between (m, 1, 3), zeros[3] = { 0 };
  RndArg kept[2], mask = { .kind = RND_LIST, .n_items = 3, .items = fl_arena_new (m->arena, RndArg, 4) };
  int result;
  const FlView *view;

  give_image (m, &w, FL_DTYPE_F32);
  give_weight (m, &w, FL_DTYPE_F32, out, groups, FALSE);
  memcpy (kept, m->args, sizeof kept);
  rnd_give_none (m);
  rnd_give_ints (m, w.n, w.stride);
  rnd_give_ints (m, w.n, w.padding);
  rnd_give_ints (m, w.n, w.dilation);
  rnd_give_bool (m, FALSE);
  rnd_give_ints (m, w.n, zeros);
  rnd_give_int (m, groups);
  if (!rnd_forward (m, "aten.convolution.default", 1, &result))
    return FALSE;
  view = rnd_view (m, result);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, view->n_dims, view->sizes, 0));
  rnd_give (m, kept[0]);
  rnd_give (m, kept[1]);
  rnd_give_ints (m, 1, &out);
  rnd_give_ints (m, w.n, w.stride);
  rnd_give_ints (m, w.n, w.padding);
  rnd_give_ints (m, w.n, w.dilation);
  rnd_give_bool (m, FALSE);
  rnd_give_ints (m, w.n, zeros);
  rnd_give_int (m, groups);
  for (guint i = 0; i < 3; i++)
    mask.items[i] = (RndArg) { .kind = RND_BOOL, .integer = i == 0 || rnd_chance (m, 70) };
  rnd_give (m, mask);
  return TRUE;
}

/* --- pools ------------------------------------------------------------------------------------- */

static void
give_max_pool (RndMaker *m, const Window *w, gboolean has_ceil)
{
  rnd_give_ints (m, w->n, w->kernel);
  rnd_give_ints (m, w->n, w->stride);
  rnd_give_ints (m, w->n, w->padding);
  rnd_give_ints (m, w->n, w->dilation);
  rnd_give_bool (m, has_ceil);
}

/* Numbers that differ: which of two equal ones is the largest is not to be asked. */
static int
give_distinct_image (RndMaker *m, const Window *w)
{
  gint64 sizes[5] = { w->batch, w->channels };
  int value;

  memcpy (sizes + 2, w->sizes, w->n * sizeof *sizes);
  value = rnd_input (m, FL_DTYPE_F32, 2 + w->n, sizes, rnd_fill (m, "distinct", 0));
  rnd_give_value (m, value);
  return value;
}

static gboolean
make_max_pool (RndMaker *m)
{
  Window w = make_window (m, TRUE);

  give_distinct_image (m, &w);
  give_max_pool (m, &w, rnd_chance (m, 25));
  return TRUE;
}

static gboolean
make_max_pool_indices (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  int results[2];

  give_distinct_image (m, &w);
  give_max_pool (m, &w, FALSE);
  if (!rnd_forward (m, "prims._low_memory_max_pool_with_offsets.default", 2, results))
    return FALSE;
  rnd_give_value (m, results[1]);
  rnd_give_ints (m, w.n, w.kernel);
  rnd_give_ints (m, w.n, w.sizes);
  rnd_give_ints (m, w.n, w.stride);
  rnd_give_ints (m, w.n, w.padding);
  rnd_give_ints (m, w.n, w.dilation);
  return TRUE;
}

static gboolean
make_max_pool_backward (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  int results[2], image = give_distinct_image (m, &w);
  gboolean has_ceil = rnd_chance (m, 20);
  const FlView *view;

  give_max_pool (m, &w, has_ceil);
  if (!rnd_forward (m, "aten.max_pool2d_with_indices.default", 2, results))
    return FALSE;
  view = rnd_view (m, results[0]);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, view->n_dims, view->sizes, 0));
  rnd_give_value (m, image);
  give_max_pool (m, &w, has_ceil);
  rnd_give_value (m, results[1]);
  return TRUE;
}

static void
give_avg_pool (RndMaker *m, const Window *w, gboolean has_ceil, gboolean counts_pad)
{
  rnd_give_ints (m, w->n, w->kernel);
  rnd_give_ints (m, w->n, w->stride);
  rnd_give_ints (m, w->n, w->padding);
  rnd_give_bool (m, has_ceil);
  rnd_give_bool (m, counts_pad);
}

static gboolean
make_avg_pool (RndMaker *m)
{
  Window w = make_window (m, TRUE);

  give_image (m, &w, pick_dtype (m));
  give_avg_pool (m, &w, rnd_chance (m, 25), rnd_chance (m, 50));
  if (!rnd_is (m, "1d") && rnd_chance (m, 20))
    rnd_give_int (m, rnd_between (m, 1, 5));
  return TRUE;
}

static gboolean
make_avg_pool_backward (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  int result, image = give_image (m, &w, FL_DTYPE_F32);
  gboolean has_ceil = rnd_chance (m, 20), counts_pad = rnd_chance (m, 50);
  const FlView *view;

  give_avg_pool (m, &w, has_ceil, counts_pad);
  if (!rnd_forward (m, w.n == 3 ? "aten.avg_pool3d.default" : "aten.avg_pool2d.default", 1, &result))
    return FALSE;
  view = rnd_view (m, result);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, view->n_dims, view->sizes, 0));
  rnd_give_value (m, image);
  give_avg_pool (m, &w, has_ceil, counts_pad);
  rnd_give_none (m);
  return TRUE;
}

static gboolean
make_adaptive (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  gint64 out[3];

  if (rnd_is (m, "max"))
    give_distinct_image (m, &w);
  else
    give_image (m, &w, pick_dtype (m));
  for (guint d = 0; d < w.n; d++)
    out[d] = rnd_between (m, 1, MIN (w.sizes[d], 4));
  rnd_give_ints (m, w.n, out);
  return TRUE;
}

static gboolean
make_adaptive_backward (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  gint64 sizes[5] = { w.batch, w.channels };

  for (guint d = 0; d < w.n; d++)
    sizes[2 + d] = rnd_between (m, 1, MIN (w.sizes[d], 4));
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2 + w.n, sizes, 0));
  give_image (m, &w, FL_DTYPE_F32);
  return TRUE;
}

/* --- resizing ---------------------------------------------------------------------------------- */

static gboolean
make_upsample (RndMaker *m)
{
  Window w = make_window (m, TRUE);
  gboolean is_backward = rnd_is (m, "backward"), has_corners = strstr (m->row->signature, "align_corners") != NULL;
  gint64 out[3], whole[5] = { w.batch, w.channels };

  m->needs_elements = TRUE; /* nothing cannot be resized */
  for (guint d = 0; d < w.n; d++)
    whole[2 + d] = out[d] = rnd_chance (m, 60) ? w.sizes[d] * rnd_between (m, 1, 2) : rnd_between (m, 1, 9);
  if (is_backward)
    {
      rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2 + w.n, whole, 0));
      rnd_give_sizes (m, w.n, out);
      memcpy (whole + 2, w.sizes, w.n * sizeof *whole);
      rnd_give_ints (m, 2 + w.n, whole);
      if (has_corners)
        rnd_give_bool (m, rnd_chance (m, 50));
      return TRUE;
    }
  give_image (m, &w, FL_DTYPE_F32);
  rnd_give_ints (m, w.n, out);
  if (has_corners)
    rnd_give_bool (m, rnd_chance (m, 50));
  if (rnd_is (m, ".vec"))
    rnd_give_none (m);
  return TRUE;
}

static gboolean
make_pixel_shuffle (RndMaker *m)
{
  gint64 factor = rnd_between (m, 1, 3), batch = 1 + rnd_pick (m, 2), channels = rnd_between (m, 1, 3),
         h = rnd_between (m, 1, 4), w = rnd_between (m, 1, 4);

  if (rnd_is (m, "channel"))
    rnd_give_shaped (m, pick_dtype (m), 4, batch, channels * factor, h, w);
  else if (rnd_is (m, "unshuffle"))
    rnd_give_shaped (m, pick_dtype (m), 4, batch, channels, h * factor, w * factor);
  else
    rnd_give_shaped (m, pick_dtype (m), 4, batch, channels * factor * factor, h, w);
  rnd_give_int (m, factor);
  return TRUE;
}

const RndMakerRow rnd_window_makers[] = {
  { "convolution", make_convolution },
  { "conv_nd", make_convolution },
  { "conv_padding", make_convolution },
  { "conv_transpose", make_convolution },
  { "convolution_backward", make_convolution_backward },
  { "max_pool", make_max_pool },
  { "max_pool_with_indices", make_max_pool },
  { "low_memory_max_pool", make_max_pool },
  { "low_memory_max_pool_indices", make_max_pool_indices },
  { "aten.max_pool2d_with_indices_backward.default", make_max_pool_backward },
  { "avg_pool", make_avg_pool },
  { "aten.avg_pool2d_backward.default", make_avg_pool_backward },
  { "aten.avg_pool3d_backward.default", make_avg_pool_backward },
  { "adaptive_avg_pool", make_adaptive },
  { "adaptive_max_pool", make_adaptive },
  { "aten._adaptive_avg_pool2d_backward.default", make_adaptive_backward },
  { "aten._adaptive_avg_pool3d_backward.default", make_adaptive_backward },
  { "upsample", make_upsample },
  { "upsample_backward", make_upsample },
  { "pixel_shuffle", make_pixel_shuffle },
  { "pixel_unshuffle", make_pixel_shuffle },
  { "aten.channel_shuffle.default", make_pixel_shuffle },
  { NULL, NULL },
};
