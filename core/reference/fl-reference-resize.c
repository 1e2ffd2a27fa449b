/* Reference kernels: resizing of lines, pictures and volumes, [N, C, W], [N, C, H, W] or [N, C, D,
 * H, W]. */
#include <math.h>
#include <string.h>

#include "fl-inputs.h"

#include "fl-reference-kernels.h"

REFERENCE_KERNEL (upsample);
REFERENCE_KERNEL (upsample_backward);

enum
{
  MAX_TAPS = 4,
  MAX_SPATIAL = 3
};

/* What one result reads along one dim. */
typedef struct
{
  guint n;
  gint64 place[MAX_TAPS];
  double weight[MAX_TAPS];
} Taps;

typedef void (*TapFunc) (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners);

static void
tap_nearest (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  *taps = (Taps) { 1, { MIN ((gint64) floorf ((float) at * (float) scale), in - 1) }, { 1 } };
}

/* The element whose middle is nearest. */
static void
tap_exact (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  *taps = (Taps) { 1, { MIN ((gint64) floorf (((float) at + 0.5f) * (float) scale), in - 1) }, { 1 } };
}

static double
find_source (double scale, gint64 at, gboolean align_corners)
{
  return align_corners ? at * scale : scale * (at + 0.5) - 0.5;
}

static void
tap_linear (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  double x = MAX (find_source (scale, at, align_corners), 0);
  gint64 below = MIN ((gint64) x, in - 1);
  double share = x - below;
  *taps = (Taps) { 2, { below, MIN (below + 1, in - 1) }, { 1 - share, share } };
}

/* Keys' kernel with a = -0.75. */
static double
cubic (double x)
{
  const double a = -0.75;
  x = fabs (x);
  return x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static void
tap_cubic (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  double x = find_source (scale, at, align_corners), base = floor (x);
  taps->n = 4;
  for (int i = 0; i < 4; i++)
    {
      taps->place[i] = CLAMP ((gint64) base - 1 + i, 0, in - 1);
      taps->weight[i] = cubic (x - (base - 1 + i));
    }
}

/* What the taps of a row make of it. Two are a + share (b - a), as PyTorch's compiled form has it:
 * equal infinities leave no number. */
static double
mix (const Taps *taps, const double *values)
{
  double sum = 0;

  if (taps->n == 2)
    return values[0] + taps->weight[1] * (values[1] - values[0]);
  for (guint i = 0; i < taps->n; i++)
    sum += taps->weight[i] * values[i];
  return sum;
}

/* Scales named by the call win over the ratio of sizes, except with align_corners. */
static double
get_scale (gint64 in, gint64 out, double factor, gboolean align_corners)
{
  if (align_corners)
    return out > 1 ? (double) (in - 1) / (out - 1) : 0;
  return factor > 0 ? 1 / factor : (double) in / out;
}

/* What is resized, and for each spatial dimension the taps of every place of the large side. */
typedef struct
{
  guint n;                                       /* spatial dimensions: the last ones */
  gint64 small[MAX_SPATIAL], large[MAX_SPATIAL]; /* read, made */
  Taps *taps[MAX_SPATIAL];
} Resize;

static TapFunc
find_taps (const FlCall *call)
{
  const char *name = call->row->name;
  return strstr (name, "exact") != NULL     ? tap_exact
         : strstr (name, "nearest") != NULL ? tap_nearest
         : strstr (name, "cubic") != NULL   ? tap_cubic
                                            : tap_linear;
}

static double
get_factor (FlCall *call, const Resize *resize, guint d)
{
  static const char *const names[] = { "scales_d", "scales_h", "scales_w" };
  const FlDatum *list = fl_call_find (call, "scale_factors");
  if (list != NULL && d < list->n_items)
    return list->items[d].number;
  return fl_call_get_double (call, resize->n == 1 ? "scales" : names[3 - resize->n + d], 0);
}

static void
open_taps (FlCall *call, Resize *resize)
{
  gboolean align_corners = fl_call_get_bool (call, "align_corners", FALSE);
  TapFunc tap = find_taps (call);
  for (guint d = 0; d < resize->n; d++)
    {
      double scale = get_scale (resize->small[d], resize->large[d], get_factor (call, resize, d), align_corners);
      resize->taps[d] = fl_call_alloc (call, MAX (resize->large[d], 1), sizeof (Taps));
      for (gint64 at = 0; at < resize->large[d]; at++)
        {
          Taps *taps = &resize->taps[d][at];
          tap (taps, scale, at, resize->small[d], resize->large[d], align_corners);
          if (call->noise != 0 && tap == tap_linear) /* the share is what f32 leaves behind the integer */
            {
              double moved = 0x1p-23 * (taps->place[0] + 1) * (fl_inputs_mix (call->noise + at) % 2 == 0 ? 1 : -1);
              taps->weight[0] -= moved;
              taps->weight[1] += moved;
            }
        }
    }
}

/* The taps of a place of the large side, and how many each dimension has. */
static gint64
count_taps (const Resize *resize, const gint64 *at, const Taps **taps, gint64 *counts)
{
  gint64 n = 1;
  for (guint d = 0; d < resize->n; d++)
    {
      taps[d] = &resize->taps[d][at[d]];
      n *= counts[d] = taps[d]->n;
    }
  return n;
}

/* Each place of the large side from what it reads, the last dimension first. */
static void
read_taps (const Resize *resize, gint64 planes, const double *from, double *to)
{
  gint64 large = fl_sizes_product (resize->large, resize->n), at[MAX_SPATIAL] = { 0 };
  for (gint64 i = 0; i < planes * large; i++)
    {
      const Taps *taps[MAX_SPATIAL];
      double values[MAX_TAPS * MAX_TAPS * MAX_TAPS];
      gint64 counts[MAX_SPATIAL], tap[MAX_SPATIAL] = { 0 };
      gint64 n = count_taps (resize, at, taps, counts);
      for (gint64 k = 0; k < n; k++)
        {
          gint64 place = i / large;
          for (guint d = 0; d < resize->n; d++)
            place = place * resize->small[d] + taps[d]->place[tap[d]];
          values[k] = from[place];
          fl_index_next (tap, counts, resize->n);
        }
      for (guint d = resize->n; d-- > 0;)
        {
          n /= counts[d];
          for (gint64 k = 0; k < n; k++)
            values[k] = mix (taps[d], values + k * counts[d]);
        }
      to[i] = values[0];
      fl_index_next (at, resize->large, resize->n);
    }
}

/* Each place of the large side back to what it read, by the share of each. */
static void
write_taps (const Resize *resize, gint64 planes, const double *from, double *to)
{
  gint64 large = fl_sizes_product (resize->large, resize->n), at[MAX_SPATIAL] = { 0 };
  for (gint64 i = 0; i < planes * large; i++)
    {
      const Taps *taps[MAX_SPATIAL];
      gint64 counts[MAX_SPATIAL], tap[MAX_SPATIAL] = { 0 };
      gint64 n = count_taps (resize, at, taps, counts);
      for (gint64 k = 0; k < n; k++)
        {
          gint64 place = i / large;
          double weight = 1;
          for (guint d = 0; d < resize->n; d++)
            {
              place = place * resize->small[d] + taps[d]->place[tap[d]];
              weight *= taps[d]->weight[tap[d]];
            }
          to[place] += weight * from[i];
          fl_index_next (tap, counts, resize->n);
        }
      fl_index_next (at, resize->large, resize->n);
    }
}

/* Where nothing is resized, the library's second tap, of no weight, is the first one's place: what is infinite
 * spoils no other. */
static void
join_taps (Resize *resize)
{
  for (guint d = 0; d < resize->n; d++)
    for (gint64 at = 0; resize->small[d] == resize->large[d] && at < resize->large[d]; at++)
      resize->taps[d][at].place[1] = resize->taps[d][at].place[0];
}

static guint
count_spatial (const FlCall *call)
{
  return strstr (call->row->name, "1d") != NULL ? 1 : strstr (call->row->name, "3d") != NULL ? 3 : 2;
}

gboolean
reference_upsample (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self|input");
  gint64 sizes[FL_MAX_DIMS], wanted[MAX_SPATIAL];
  Resize resize = { .n = count_spatial (call) };
  if (self == NULL)
    return FALSE;
  if (self->n_dims != resize.n + 2)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of a tensor with %u dimensions", call->row->name, self->n_dims);
  memcpy (sizes, self->sizes, sizeof sizes);
  int given = fl_call_get_ints (call, "output_size", wanted, MAX_SPATIAL);
  for (guint d = 0; d < resize.n; d++)
    {
      resize.small[d] = self->sizes[2 + d];
      resize.large[d] = given > 0 ? wanted[d] : (gint64) floor (self->sizes[2 + d] * get_factor (call, &resize, d));
      sizes[2 + d] = resize.large[d];
      if (resize.small[d] < 1 || resize.large[d] < 1)
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: no image has %" G_GINT64_FORMAT " elements a side, to be made %" G_GINT64_FORMAT,
                             call->row->name, resize.small[d], resize.large[d]);
    }
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  double *sums = fl_call_open_numbers (call, out);
  open_taps (call, &resize);
  read_taps (&resize, sizes[0] * sizes[1], fl_call_numbers (call, self), sums);
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* Each gradient goes back to the elements that were read, by the share of each. */
gboolean
reference_upsample_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output");
  gint64 sizes[FL_MAX_DIMS];
  Resize resize = { .n = count_spatial (call) };
  if (grad == NULL)
    return FALSE;
  if (grad->n_dims != resize.n + 2 || fl_call_get_ints (call, "input_size", sizes, FL_MAX_DIMS) != (int) resize.n + 2)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs %u sizes of the input", call->row->name, resize.n + 2);
  for (guint d = 0; d < 2; d++)
    if (grad->sizes[d] != sizes[d])
      return fl_call_fail (call, FL_ERROR_SHAPE,
                           "%s: dimension %u of the gradient has %" G_GINT64_FORMAT
                           " elements, input_size says %" G_GINT64_FORMAT,
                           call->row->name, d, grad->sizes[d], sizes[d]);
  gint64 wanted[MAX_SPATIAL];
  const int n_wanted = fl_call_get_ints (call, "output_size", wanted, MAX_SPATIAL);
  for (guint d = 0; d < resize.n; d++)
    {
      resize.small[d] = sizes[2 + d];
      resize.large[d] = grad->sizes[2 + d];
      if (n_wanted == (int) resize.n && wanted[d] != grad->sizes[2 + d])
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: the gradient has %" G_GINT64_FORMAT
                             " elements a side, output_size says %" G_GINT64_FORMAT,
                             call->row->name, grad->sizes[2 + d], wanted[d]);
    }
  FlArray *out = fl_call_new_array (call, grad->dtype, grad->n_dims, sizes);
  double *sums = fl_call_open_numbers (call, out);
  open_taps (call, &resize);
  if (find_taps (call) == tap_linear)
    join_taps (&resize);
  write_taps (&resize, sizes[0] * sizes[1], fl_call_numbers (call, grad), sums);
  return fl_call_return (call, fl_call_settle (out, sums));
}
