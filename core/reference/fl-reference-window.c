/* Reference kernels: columns of patches there and back, and pictures read where a grid of
 * coordinates says. */
#include <math.h>
#include <string.h>

#include "fl-reference-kernels.h"

REFERENCE_KERNEL (im2col);
REFERENCE_KERNEL (col2im);
REFERENCE_KERNEL (grid_sampler);
REFERENCE_KERNEL (grid_sampler_backward);

/* --- patches ----------------------------------------------------------------------------------- */

typedef struct
{
  gint64 size[2], kernel[2], dilation[2], padding[2], stride[2], blocks[2];
} Patches;

static gboolean
open_patches (FlCall *call, Patches *self)
{
  static const char *const names[] = { "kernel_size", "dilation", "padding", "stride" };
  gint64 *const lists[] = { self->kernel, self->dilation, self->padding, self->stride };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fl_call_get_ints (call, names[i], lists[i], 2) != 2)
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %s needs two numbers", call->row->name, names[i]);
  for (guint i = 0; i < 2; i++)
    {
      self->blocks[i] = (self->size[i] + 2 * self->padding[i] - self->dilation[i] * (self->kernel[i] - 1) - 1)
                            / MAX (self->stride[i], 1)
                        + 1;
      if (self->stride[i] < 1 || self->kernel[i] < 1 || self->blocks[i] < 1)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: no patch fits", call->row->name);
    }
  return TRUE;
}

/* The element of the picture that is element i of the columns [.., channels, kernel, kernel,
 * blocks, blocks]; -1: padding. */
static gint64
find_element (const Patches *self, gint64 i)
{
  gint64 at[2];
  at[1] = i % self->blocks[1];
  at[0] = i / self->blocks[1] % self->blocks[0];
  i /= self->blocks[0] * self->blocks[1];
  at[1] = at[1] * self->stride[1] - self->padding[1] + i % self->kernel[1] * self->dilation[1];
  at[0] = at[0] * self->stride[0] - self->padding[0] + i / self->kernel[1] % self->kernel[0] * self->dilation[0];
  i /= self->kernel[0] * self->kernel[1];
  if (at[0] < 0 || at[0] >= self->size[0] || at[1] < 0 || at[1] >= self->size[1])
    return -1;
  return (i * self->size[0] + at[0]) * self->size[1] + at[1];
}

gboolean
reference_im2col (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Patches patches;
  if (self == NULL || self->n_dims < 3 || self->n_dims > 4)
    return self != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s of %u dimensions", call->row->name, self->n_dims);
  memcpy (patches.size, self->sizes + self->n_dims - 2, sizeof patches.size);
  if (!open_patches (call, &patches))
    return FALSE;
  gint64 sizes[] = { self->sizes[0], 0, patches.blocks[0] * patches.blocks[1] };
  sizes[1] = self->sizes[self->n_dims - 3] * patches.kernel[0] * patches.kernel[1];
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims - 1, self->n_dims == 4 ? sizes : sizes + 1);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 from = find_element (&patches, i);
      if (from >= 0)
        fl_array_set (out, i, fl_array_get (in, from));
    }
  return fl_call_return (call, out);
}

gboolean
reference_col2im (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Patches patches;
  if (self == NULL || self->n_dims < 2 || self->n_dims > 3
      || fl_call_get_ints (call, "output_size", patches.size, 2) != 2)
    return self != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs columns and two sizes", call->row->name);
  if (!open_patches (call, &patches))
    return FALSE;
  guint n = self->n_dims;
  gint64 taps = patches.kernel[0] * patches.kernel[1];
  gint64 sizes[] = { self->sizes[0], self->sizes[n - 2] / taps, patches.size[0], patches.size[1] };
  if (self->sizes[n - 1] != patches.blocks[0] * patches.blocks[1] || self->sizes[n - 2] % taps != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the columns do not fit the sizes", call->row->name);
  const double *from = fl_call_numbers (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, n + 1, n == 3 ? sizes : sizes + 1);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < self->numel; i++)
    {
      gint64 to = find_element (&patches, i);
      if (to >= 0)
        sums[to] += from[i];
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* --- grids ------------------------------------------------------------------------------------- */

typedef enum
{
  GRID_LINEAR,
  GRID_NEAREST,
  GRID_CUBIC
} GridMode;

typedef enum
{
  BORDER_ZEROS,
  BORDER_NEAREST,
  BORDER_REFLECTED
} GridBorder;

typedef struct
{
  const FlView *input, *grid;
  GridMode mode;
  GridBorder border;
  gboolean align_corners;
} Sampler;

enum
{
  MAX_TAPS = 4
};

/* What one coordinate reads: places (-1: outside, zero), weights, and their derivatives by the
 * coordinate of the grid. */
typedef struct
{
  guint n;
  gint64 place[MAX_TAPS];
  double weight[MAX_TAPS], slope[MAX_TAPS];
} GridTaps;

/* Folded between the middles of the first and the last element, or their outer borders. *sign: of
 * the derivative. */
static double
fold (const Sampler *self, double x, gint64 size, double *sign)
{
  double low = self->align_corners ? 0 : -0.5, span = self->align_corners ? size - 1 : size, rest;
  if (span <= 0)
    {
      *sign = 0;
      return 0;
    }
  *sign = x < low ? -1 : 1;
  x = fabs (x - low);
  rest = fmod (x, span);
  if (fmod (floor (x / span), 2) == 0)
    return rest + low;
  *sign = -*sign;
  return span - rest + low;
}

static double
keep_inside (const Sampler *self, double x, gint64 size, double *sign)
{
  *sign = 1;
  if (self->border == BORDER_ZEROS)
    return x;
  if (self->border == BORDER_REFLECTED)
    x = fold (self, x, size, sign);
  if (x <= 0 || x >= size - 1)
    *sign = 0;
  return CLAMP (x, 0, size - 1);
}

static double
cubic_near (double x, double a)
{
  return ((a + 2) * x - (a + 3)) * x * x + 1;
}

static double
cubic_far (double x, double a)
{
  return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
}

static void
find_taps (const Sampler *self, double at, gint64 size, GridTaps *taps)
{
  const double a = -0.75, factor = (self->align_corners ? size - 1 : size) / 2.0;
  double x = self->align_corners ? (at + 1) / 2 * (size - 1) : ((at + 1) * size - 1) / 2, sign = 1, ignored;
  *taps = (GridTaps) { .n = self->mode == GRID_CUBIC ? 4 : self->mode == GRID_LINEAR ? 2 : 1 };
  if (self->mode != GRID_CUBIC)
    x = keep_inside (self, x, size, &sign);
  x = isfinite (x) ? CLAMP (x, -1e9, 1e9) : -1e9;
  double base = self->mode == GRID_NEAREST ? nearbyint (x) : floor (x), t = x - base;
  if (self->mode == GRID_NEAREST)
    taps->weight[0] = 1;
  else if (self->mode == GRID_LINEAR)
    {
      taps->weight[0] = 1 - t;
      taps->weight[1] = t;
      taps->slope[0] = -factor * sign;
      taps->slope[1] = factor * sign;
    }
  else
    {
      const double far[2] = { t + 1, 2 - t }, near[2] = { t, 1 - t };
      for (guint k = 0; k < 2; k++)
        {
          guint inner = k == 0 ? 1 : 2, outer = k == 0 ? 0 : 3;
          double way = k == 0 ? factor : -factor;
          taps->weight[inner] = cubic_near (near[k], a);
          taps->weight[outer] = cubic_far (far[k], a);
          taps->slope[inner] = way * (3 * (a + 2) * near[k] - 2 * (a + 3)) * near[k];
          taps->slope[outer] = way * ((3 * a * far[k] - 10 * a) * far[k] + 8 * a);
        }
    }
  for (guint k = 0; k < taps->n; k++)
    {
      double place = base + k - (self->mode == GRID_CUBIC);
      if (self->mode == GRID_CUBIC)
        place = keep_inside (self, place, size, &ignored);
      taps->place[k] = place >= 0 && place < size ? (gint64) place : -1;
    }
}

static gboolean
open_sampler (FlCall *call, Sampler *self)
{
  self->input = fl_call_get_view (call, "input");
  self->grid = fl_call_get_view (call, "grid");
  if (self->input == NULL || self->grid == NULL)
    return FALSE;
  self->mode = fl_call_get_int (call, "interpolation_mode", 0);
  self->border = fl_call_get_int (call, "padding_mode", 0);
  self->align_corners = fl_call_get_bool (call, "align_corners", FALSE);
  if (self->input->n_dims != 4 || self->grid->n_dims != 4 || self->grid->sizes[3] != 2
      || self->grid->sizes[0] != self->input->sizes[0] || self->mode > GRID_CUBIC || self->border > BORDER_REFLECTED)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: input, grid and modes do not fit", call->row->name);
  return TRUE;
}

/* The coordinates of place i of [batch, rows, columns]. */
static void
find_both (const Sampler *self, const double *grid, gint64 i, GridTaps *rows, GridTaps *columns)
{
  find_taps (self, grid[2 * i], self->input->sizes[3], columns);
  find_taps (self, grid[2 * i + 1], self->input->sizes[2], rows);
}

gboolean
reference_grid_sampler (FlCall *call)
{
  Sampler self;
  if (!open_sampler (call, &self))
    return FALSE;
  const gint64 *from = self.input->sizes, sizes[] = { from[0], from[1], self.grid->sizes[1], self.grid->sizes[2] };
  const double *grid = fl_call_numbers (call, self.grid), *in = fl_call_numbers (call, self.input);
  FlArray *out = fl_call_new_array (call, self.input->dtype, 4, sizes);
  gint64 places = sizes[2] * sizes[3], plane = from[2] * from[3];
  for (gint64 i = 0; i < sizes[0] * places; i++)
    {
      GridTaps rows, columns;
      find_both (&self, grid, i, &rows, &columns);
      for (gint64 c = 0; c < sizes[1]; c++)
        {
          const double *picture = in + (i / places * sizes[1] + c) * plane;
          double sum = 0;
          for (guint r = 0; r < rows.n; r++)
            for (guint k = 0; k < columns.n; k++)
              if (rows.place[r] >= 0 && columns.place[k] >= 0)
                sum += rows.weight[r] * columns.weight[k] * picture[rows.place[r] * from[3] + columns.place[k]];
          fl_array_set (out, (i / places * sizes[1] + c) * places + i % places, sum);
        }
    }
  return fl_call_return (call, out);
}

gboolean
reference_grid_sampler_backward (FlCall *call)
{
  Sampler self;
  const FlView *view = fl_call_get_view (call, "grad_output");
  gint64 mask[2] = { 1, 1 };
  if (view == NULL || !open_sampler (call, &self))
    return FALSE;
  fl_call_get_ints (call, "output_mask", mask, 2);
  const gint64 *from = self.input->sizes;
  gint64 places = self.grid->sizes[1] * self.grid->sizes[2], plane = from[2] * from[3];
  if (view->n_dims != 4 || view->numel != from[0] * from[1] * places)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient does not fit", call->row->name);
  const double *grid = fl_call_numbers (call, self.grid), *in = fl_call_numbers (call, self.input),
               *grad = fl_call_numbers (call, view);
  FlArray *to_input = fl_call_new_array (call, self.input->dtype, 4, from);
  FlArray *to_grid = fl_call_new_array (call, self.grid->dtype, 4, self.grid->sizes);
  double *input_sums = fl_call_open_numbers (call, to_input), *grid_sums = fl_call_open_numbers (call, to_grid);
  for (gint64 i = 0; i < from[0] * places; i++)
    {
      GridTaps rows, columns;
      find_both (&self, grid, i, &rows, &columns);
      for (gint64 c = 0; c < from[1]; c++)
        {
          gint64 first = (i / places * from[1] + c) * plane;
          double g = grad[(i / places * from[1] + c) * places + i % places];
          for (guint r = 0; r < rows.n; r++)
            for (guint k = 0; k < columns.n; k++)
              {
                gint64 at = first + rows.place[r] * from[3] + columns.place[k];
                if (rows.place[r] < 0 || columns.place[k] < 0)
                  continue;
                input_sums[at] += g * rows.weight[r] * columns.weight[k];
                grid_sums[2 * i] += g * in[at] * rows.weight[r] * columns.slope[k];
                grid_sums[2 * i + 1] += g * in[at] * rows.slope[r] * columns.weight[k];
              }
        }
    }
  return fl_call_return_list (call, 2,
                              (FlArray *[]) { mask[0] ? fl_call_settle (to_input, input_sums) : NULL,
                                              fl_call_settle (to_grid, grid_sums) });
}
