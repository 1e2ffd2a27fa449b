/* Windows and borders, there and back, opened into index operators as PyTorch's decompositions do:
 * columns of patches, what was padded, what a maximum was taken from. */
#include <string.h>

#include "fl-decompose-table.h"

DECOMPOSITION (max_unpool);
DECOMPOSITION (reflection_pad_backward);
DECOMPOSITION (im2col);
DECOMPOSITION (col2im);

enum
{
  MAX_RANK = FL_DECOMPOSE_MAX_RANK,
  MAX_SPATIAL = 3
};

/* Integers of a list that are known. */
static gboolean
get_ints (FlRewrite *rw, const char *name, gint64 *values, guint n)
{
  FlArg arg = fl_rewrite_get (rw, name);

  if (arg.n_items != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (arg.items[i].kind != FL_ARG_INT || !fl_sym_is_int (arg.items[i].sym, &values[i]))
      return FALSE;
  return TRUE;
}

static FlArg
reshape (FlRewrite *rw, FlArg x, const gint64 *sizes, guint n)
{
  return EMIT (rw, "aten.reshape.default", x, fl_arg_ints (rw, sizes, n));
}

static FlArg
make_zeros (FlRewrite *rw, const FlTensor *like, const gint64 *sizes, guint n)
{
  const FlSym *syms[MAX_RANK];
  FlTensor tensor = *like;

  for (guint d = 0; d < n; d++)
    syms[d] = fl_sym_int (rw->symbols, sizes[d]);
  tensor.n_dims = n;
  tensor.sizes = syms;
  return fl_emit_full (rw, &tensor, 0);
}

/* --- maxima back to their places --------------------------------------------------------------- */

gboolean
decompose_max_unpool (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), indices = fl_rewrite_get (rw, "indices"), at, flat, zeros;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 sizes[MAX_RANK], planes = 1, places = 1, all = -1, wanted[MAX_SPATIAL], leading[MAX_RANK];
  guint n = strstr (row->name, "3d") != NULL ? 3 : 2, rank;

  if (!fl_decompose_get_sizes (tensor, sizes) || tensor->n_dims < n || !get_ints (rw, "output_size", wanted, n))
    return FALSE;
  rank = tensor->n_dims;
  for (guint d = 0; d < rank; d++)
    {
      planes *= d < rank - n ? sizes[d] : 1;
      leading[d] = d < rank - n ? sizes[d] : 1;
    }
  memcpy (sizes + rank - n, wanted, n * sizeof *wanted);
  for (guint d = 0; d < n; d++)
    places *= wanted[d];
  if (planes == 0 || places == 0)
    return fl_decompose_done (rw, make_zeros (rw, tensor, sizes, rank), FL_DTYPE_NONE);
  at = reshape (rw, fl_emit_positions (rw, fl_sym_int (rw->symbols, planes), tensor->device), leading, rank);
  flat = reshape (rw, ADD (indices, MUL (at, INTEGER (places))), &all, 1);
  zeros = reshape (rw, make_zeros (rw, tensor, sizes, rank), &all, 1);
  x = EMIT (rw, "aten._unsafe_index_put.default", zeros, fl_arg_list (rw, &flat, 1), reshape (rw, x, &all, 1));
  return fl_decompose_done (rw, reshape (rw, x, sizes, rank), FL_DTYPE_NONE);
}

/* --- what was padded --------------------------------------------------------------------------- */

typedef struct
{
  FlArg place; /* in the padded tensor */
  FlArg at;    /* the value that is compared with low and high */
  gint64 low, high;
} Area;

static FlArg
is_within (FlRewrite *rw, const Area *area)
{
  return EMIT (rw, "aten.logical_and.default", EMIT (rw, "aten.ge.Scalar", area->at, INTEGER (area->low)),
               EMIT (rw, "aten.le.Scalar", area->at, INTEGER (area->high)));
}

/* The gradients of one area: its middle, or what is reflected on one side of each dimension. */
static FlArg
load_area (FlRewrite *rw, FlArg grad, FlArg *list, guint first, Area (*areas)[3], const guint *which, guint n)
{
  guint rank = first + n;
  FlArg is_on = is_within (rw, &areas[0][which[0]]);

  for (guint i = 0; i < n; i++)
    {
      list[first + i] = areas[i][which[i]].place;
      if (i > 0)
        is_on = EMIT (rw, "aten.logical_and.default", is_on, is_within (rw, &areas[i][which[i]]));
    }
  return EMIT (rw, "aten._unsafe_masked_index.default", grad, is_on, fl_arg_list (rw, list, rank), NUMBER (0));
}

static gboolean
is_empty (Area (*areas)[3], const guint *which, guint n)
{
  for (guint i = 0; i < n; i++)
    if (areas[i][which[i]].high < areas[i][which[i]].low)
      return TRUE;
  return FALSE;
}

gboolean
decompose_reflection_pad_backward (FlRewrite *rw, const FlAtenRow *row)
{
  enum
  {
    LEFT,
    MIDDLE,
    RIGHT
  };
  FlArg grad = fl_rewrite_nth (rw, 0), list[MAX_RANK], sum;
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 1));
  guint n = strstr (row->name, "1d") != NULL   ? 1
            : strstr (row->name, "2d") != NULL ? 2
                                               : 3,
        first, which[MAX_SPATIAL], n_areas = 1;
  gint64 sizes[MAX_RANK], pads[2 * MAX_SPATIAL];
  Area areas[MAX_SPATIAL][3];

  if (!fl_decompose_get_sizes (tensor, sizes) || tensor->n_dims < n || !get_ints (rw, "padding", pads, 2 * n))
    return FALSE;
  first = tensor->n_dims - n;
  for (guint d = 0; d < tensor->n_dims; d++)
    {
      gint64 shape[MAX_RANK];

      for (guint k = 0; k < tensor->n_dims; k++)
        shape[k] = k == d ? -1 : 1;
      list[d] = reshape (rw, fl_emit_positions (rw, tensor->sizes[d], tensor->device), shape, tensor->n_dims);
    }
  for (guint i = 0; i < n; i++)
    {
      gint64 last = sizes[first + i] - 1, left = pads[2 * (n - 1 - i)], right = pads[2 * (n - 1 - i) + 1];
      FlArg at = list[first + i], middle = ADD (at, INTEGER (left));

      areas[i][MIDDLE] = (Area) { middle, middle, 0, last + left + right };
      areas[i][LEFT] = (Area) { EMIT (rw, "aten.sub.Tensor", INTEGER (left), at), at, 1, left };
      areas[i][RIGHT]
          = (Area) { EMIT (rw, "aten.sub.Tensor", INTEGER (2 * last + left), at), at, last - right, last - 1 };
      which[i] = MIDDLE;
      n_areas *= 3;
    }
  sum = load_area (rw, grad, list, first, areas, which, n);
  for (guint area = 0; area < n_areas; area++)
    {
      for (guint i = 0, rest = area; i < n; i++, rest /= 3)
        which[n - 1 - i] = rest % 3;
      if (area != n_areas / 2 && !is_empty (areas, which, n)) /* the middle is there */
        sum = ADD (sum, load_area (rw, grad, list, first, areas, which, n));
    }
  return fl_decompose_done (rw, sum, FL_DTYPE_NONE);
}

/* --- columns of patches ------------------------------------------------------------------------ */

typedef struct
{
  gint64 kernel[2], dilation[2], padding[2], stride[2], blocks[2];
} Patches;

static gboolean
open_patches (FlRewrite *rw, Patches *self, const gint64 *sizes)
{
  if (!get_ints (rw, "kernel_size", self->kernel, 2) || !get_ints (rw, "dilation", self->dilation, 2)
      || !get_ints (rw, "padding", self->padding, 2) || !get_ints (rw, "stride", self->stride, 2))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      self->blocks[i]
          = 1 + (sizes[i] + 2 * self->padding[i] - self->dilation[i] * (self->kernel[i] - 1) - 1) / self->stride[i];
      if (self->blocks[i] < 1)
        return FALSE;
    }
  return TRUE;
}

static FlArg
count_by (FlRewrite *rw, gint64 n, gint64 step, FlDevice device)
{
  FlArg at = fl_emit_positions (rw, fl_sym_int (rw->symbols, n), device);

  return step == 1 ? at : MUL (at, INTEGER (step));
}

/* [kernel, blocks]: where each element of each patch is, along dimension i. */
static FlArg
find_places (FlRewrite *rw, const Patches *self, guint i, FlDevice device)
{
  FlArg begins = fl_emit_unsqueeze (rw, count_by (rw, self->blocks[i], self->stride[i], device), 0);
  FlArg within = fl_emit_unsqueeze (rw, count_by (rw, self->kernel[i], self->dilation[i], device), -1);

  return ADD (begins, within);
}

static FlArg
pad (FlRewrite *rw, FlArg x, const Patches *self, gint64 sign)
{
  const gint64 pads[]
      = { sign * self->padding[1], sign * self->padding[1], sign * self->padding[0], sign * self->padding[0] };

  return EMIT (rw, "aten.constant_pad_nd.default", x, fl_arg_ints (rw, pads, 4), NUMBER (0));
}

static FlArg
exchange_middle (FlRewrite *rw, FlArg x)
{
  static const gint64 order[] = { 0, 1, 2, 4, 3, 5 };

  return EMIT (rw, "aten.permute.default", x, fl_arg_ints (rw, order, 6));
}

gboolean
decompose_im2col (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), list[4] = { fl_arg_none (), fl_arg_none () };
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 sizes[MAX_RANK], shape[3];
  guint rank;
  Patches self;

  if (!fl_decompose_get_sizes (tensor, sizes) || tensor->n_dims < 3 || tensor->n_dims > 4
      || !open_patches (rw, &self, sizes + tensor->n_dims - 2))
    return FALSE;
  rank = tensor->n_dims;
  shape[0] = rank == 4 ? sizes[0] : 1;
  shape[1] = sizes[rank - 3] * self.kernel[0] * self.kernel[1];
  shape[2] = self.blocks[0] * self.blocks[1];
  if (rank == 3)
    x = fl_emit_unsqueeze (rw, x, 0);
  list[2] = fl_emit_unsqueeze_to (rw, find_places (rw, &self, 0, tensor->device), 4);
  list[3] = find_places (rw, &self, 1, tensor->device);
  x = EMIT (rw, "aten.index.Tensor", pad (rw, x, &self, 1), fl_arg_list (rw, list, 4));
  x = reshape (rw, exchange_middle (rw, x), shape, 3);
  return fl_decompose_done (rw, rank == 3 ? EMIT (rw, "aten.squeeze.dim", x, INTEGER (0)) : x, FL_DTYPE_NONE);
}

gboolean
decompose_col2im (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given), list[4] = { fl_arg_none (), fl_arg_none () };
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 sizes[MAX_RANK], wanted[2], taps, n, channels;
  guint rank;
  Patches self;

  if (!fl_decompose_get_sizes (tensor, sizes) || tensor->n_dims < 2 || tensor->n_dims > 3
      || !get_ints (rw, "output_size", wanted, 2) || !open_patches (rw, &self, wanted))
    return FALSE;
  rank = tensor->n_dims;
  taps = self.kernel[0] * self.kernel[1];
  n = rank == 3 ? sizes[0] : 1;
  channels = sizes[rank - 2] / taps;
  if (sizes[rank - 2] % taps != 0 || sizes[rank - 1] != self.blocks[0] * self.blocks[1])
    return FALSE;
  x = reshape (rw, x, (const gint64[]) { n, channels, self.kernel[0], self.kernel[1], self.blocks[0], self.blocks[1] },
               6);
  list[2] = fl_emit_unsqueeze_to (rw, find_places (rw, &self, 0, tensor->device), 4);
  list[3] = find_places (rw, &self, 1, tensor->device);
  x = EMIT (rw, "aten._unsafe_index_put.default",
            make_zeros (rw, tensor,
                        (const gint64[]) { n, channels, wanted[0] + 2 * self.padding[0],
                                           wanted[1] + 2 * self.padding[1] },
                        4),
            fl_arg_list (rw, list, 4), exchange_middle (rw, x), fl_arg_bool (TRUE));
  x = pad (rw, x, &self, -1);
  return fl_decompose_done (rw, rank == 2 ? EMIT (rw, "aten.squeeze.dim", x, INTEGER (0)) : x, given);
}
