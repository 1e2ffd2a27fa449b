/* Shape rules of patches, grids, distances and products of three operands. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (im2col);
SHAPE_RULE (col2im);
SHAPE_RULE (grid_sampler);
SHAPE_RULE (grid_sampler_backward);
SHAPE_RULE (cdist);
SHAPE_RULE (cdist_backward);
SHAPE_RULE (pdist);
SHAPE_RULE (trilinear);

enum
{
  MAX_SIZE = 1 << 24 /* of what patches are counted in: products stay within 64 bits */
};

static gboolean
get_two (FlShape *shape, const char *name, gint64 *values)
{
  const FlSym *const *syms;
  guint n;

  syms = fl_shape_get_syms (shape, name, &n);
  if (syms == NULL)
    return FALSE;
  if (n != 2)
    return fl_shape_fail (shape, "the argument `%s` needs two numbers", name);
  return (fl_sym_is_int (syms[0], &values[0]) && fl_sym_is_int (syms[1], &values[1]))
         || fl_shape_lack (shape, "the argument `%s` is not known", name);
}

/* How many patches there are, and how many elements each has. FALSE and why. */
static gboolean
count_patches (FlShape *shape, const FlSym *const *sizes, const FlSym **blocks, gint64 *taps)
{
  gint64 kernel[2], dilation[2], padding[2], stride[2], known;

  if (!get_two (shape, "kernel_size", kernel) || !get_two (shape, "dilation", dilation)
      || !get_two (shape, "padding", padding) || !get_two (shape, "stride", stride))
    return FALSE;
  *blocks = fl_shape_int (shape, 1);
  *taps = 1;
  for (guint i = 0; i < 2; i++)
    {
      gboolean is_known = fl_sym_is_int (sizes[i], &known);
      const FlSym *room;
      gint64 covered;

      if (kernel[i] < 1 || dilation[i] < 1 || padding[i] < 0 || stride[i] < 1
          || MAX (MAX (kernel[i], dilation[i]), MAX (padding[i], is_known ? known : 0)) > MAX_SIZE)
        return fl_shape_fail (shape, "patches of %" G_GINT64_FORMAT " elements", kernel[i]);
      covered = dilation[i] * (kernel[i] - 1) + 1;
      room = fl_sym_add_int (sizes[i], 2 * padding[i] - covered);
      if (is_known && known + 2 * padding[i] < covered)
        return fl_shape_fail (shape, "a patch of %" G_GINT64_FORMAT " elements does not fit", covered);
      room = fl_sym_floor_div (room, fl_shape_int (shape, stride[i]));
      *blocks = fl_sym_mul (*blocks, fl_sym_add_int (room, 1));
      *taps *= kernel[i];
    }
  return TRUE;
}

gboolean
fl_shape_im2col (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 3);
  const FlSym *blocks;
  gint64 taps;
  guint n;

  if (self == NULL)
    return FALSE;
  n = self->n_dims;
  if (n < 3 || n > 4)
    return fl_shape_fail (shape, "%u dimensions; 3 or 4 are needed", n);
  if (!count_patches (shape, self->sizes + n - 2, &blocks, &taps))
    return FALSE;
  sizes[0] = self->sizes[0];
  sizes[1] = fl_sym_mul (self->sizes[n - 3], fl_shape_int (shape, taps));
  sizes[2] = blocks;
  return fl_shape_set (out,
                       fl_shape_make_contiguous (shape, self->dtype, n == 4 ? sizes : sizes + 1, n - 1, self->device));
}

gboolean
fl_shape_col2im (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 4);
  const FlSym *const *wanted, *blocks;
  gint64 taps, columns, rows, n_blocks;
  guint n, n_wanted;

  wanted = fl_shape_get_syms (shape, "output_size", &n_wanted);
  if (self == NULL || wanted == NULL)
    return FALSE;
  if (n_wanted != 2)
    return fl_shape_fail (shape, "the argument `output_size` needs two numbers");
  if (!count_patches (shape, wanted, &blocks, &taps))
    return FALSE;
  n = self->n_dims;
  if (n < 2 || n > 3)
    return fl_shape_fail (shape, "%u dimensions; 2 or 3 are needed", n);
  if (fl_sym_is_int (self->sizes[n - 2], &rows) && fl_sym_is_int (self->sizes[n - 1], &columns)
      && fl_sym_is_int (blocks, &n_blocks) && (columns != n_blocks || rows % taps != 0))
    return fl_shape_fail (shape,
                          "%" G_GINT64_FORMAT " columns of %" G_GINT64_FORMAT "; there are %" G_GINT64_FORMAT
                          " patches of %" G_GINT64_FORMAT,
                          columns, rows, n_blocks, taps);
  sizes[0] = self->sizes[0];
  sizes[1] = fl_sym_floor_div (self->sizes[n - 2], fl_shape_int (shape, taps));
  sizes[2] = wanted[0];
  sizes[3] = wanted[1];
  return fl_shape_set (out,
                       fl_shape_make_contiguous (shape, self->dtype, n == 3 ? sizes : sizes + 1, n + 1, self->device));
}

/* --- grids ------------------------------------------------------------------------------------- */

static gboolean
get_grid (FlShape *shape, const FlTensor **input, const FlTensor **grid)
{
  *input = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "input"));
  *grid = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "grid"));
  if (*input == NULL || *grid == NULL)
    return fl_shape_lack (shape, "the input or the grid is not known");
  if ((*input)->n_dims != 4 || (*grid)->n_dims != 4)
    return fl_shape_fail (shape, "input and grid have %u and %u dimensions; they must have 4", (*input)->n_dims,
                          (*grid)->n_dims);
  return TRUE;
}

gboolean
fl_shape_grid_sampler (FlShape *shape, FlValue *out)
{
  const FlTensor *input, *grid;
  const FlSym **sizes;

  if (!get_grid (shape, &input, &grid))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, input->sizes, 4);
  sizes[2] = grid->sizes[1];
  sizes[3] = grid->sizes[2];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, input->dtype, sizes, 4, input->device));
}

gboolean
fl_shape_grid_sampler_backward (FlShape *shape, FlValue *out)
{
  const FlArg *mask = fl_node_find_arg (shape->node, "output_mask");
  const FlTensor *input, *grid;
  FlTensor tensors[2];

  if (!get_grid (shape, &input, &grid))
    return FALSE;
  tensors[0] = fl_shape_make_contiguous (shape, input->dtype, input->sizes, 4, input->device);
  tensors[1] = fl_shape_make_contiguous (shape, grid->dtype, grid->sizes, 4, grid->device);
  if (mask != NULL && mask->n_items > 0 && mask->items[0].number == 0)
    tensors[0].dtype = FL_DTYPE_NONE;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* --- distances --------------------------------------------------------------------------------- */

/* [batch, rows of the first, rows of the second, or columns] */
static gboolean
set_rows (FlShape *shape, guint first, gboolean is_gradient, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, first), *b = fl_shape_get_tensor (shape, first + 1);
  const FlSym *const *batch, **sizes;
  guint n;

  if (a == NULL || b == NULL)
    return FALSE;
  if (a->n_dims < 2 || b->n_dims < 2)
    return fl_shape_fail (shape, "rows are needed, not %u and %u dimensions", a->n_dims, b->n_dims);
  if (!fl_shape_broadcast_sizes (shape, a->sizes, a->n_dims - 2, b->sizes, b->n_dims - 2, &batch, &n))
    return FALSE;
  sizes = fl_shape_new_syms (shape, n + 2);
  memcpy (sizes, batch, n * sizeof *sizes);
  sizes[n] = a->sizes[a->n_dims - 2];
  sizes[n + 1] = is_gradient ? a->sizes[a->n_dims - 1] : b->sizes[b->n_dims - 2];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, sizes, n + 2, a->device));
}

gboolean
fl_shape_cdist (FlShape *shape, FlValue *out)
{
  return set_rows (shape, 0, FALSE, out);
}

gboolean
fl_shape_cdist_backward (FlShape *shape, FlValue *out)
{
  return set_rows (shape, 1, TRUE, out);
}

gboolean
fl_shape_pdist (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **size = fl_shape_new_syms (shape, 1);
  gint64 rows;

  if (self == NULL)
    return FALSE;
  if (self->n_dims != 2)
    return fl_shape_fail (shape, "%u dimensions; a matrix is needed", self->n_dims);
  if (fl_sym_is_int (self->sizes[0], &rows) && rows > G_MAXINT32)
    return fl_shape_lack (shape, "the number of rows is not known");
  size[0]
      = fl_sym_floor_div (fl_sym_mul (self->sizes[0], fl_sym_add_int (self->sizes[0], -1)), fl_shape_int (shape, 2));
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, size, 1, self->device));
}

/* --- three operands ---------------------------------------------------------------------------- */

/* Which dimensions a list names; FALSE and why. */
static gboolean
mark (FlShape *shape, const char *name, guint n_dims, gboolean *is_named, guint *n)
{
  const FlSym *const *syms = fl_shape_get_syms (shape, name, n);
  gint64 dim;

  memset (is_named, 0, FL_SHAPE_MAX_DIMS * sizeof *is_named);
  for (guint i = 0; syms != NULL && i < *n; i++)
    {
      if (!fl_sym_is_int (syms[i], &dim) || dim < 0
          || dim >= MIN (n_dims + (strcmp (name, "sumdim") == 0 ? 0 : *n), FL_SHAPE_MAX_DIMS) || is_named[dim])
        return fl_shape_fail (shape, "the argument `%s` does not name dimensions", name);
      is_named[dim] = TRUE;
    }
  return syms != NULL || *n == 0;
}

gboolean
fl_shape_trilinear (FlShape *shape, FlValue *out)
{
  static const char *const lists[] = { "expand1", "expand2", "expand3" };
  const FlSym *const *all = NULL, **sizes;
  const FlTensor *first = fl_shape_get_tensor (shape, 0);
  gboolean is_named[FL_SHAPE_MAX_DIMS];
  guint total = 0, n = 0, n_added;

  for (guint i = 0; i < 3; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor (shape, i);

      if (tensor == NULL || !mark (shape, lists[i], tensor->n_dims, is_named, &n_added))
        return FALSE;
      if ((i > 0 && tensor->n_dims + n_added != total) || tensor->n_dims + n_added > FL_SHAPE_MAX_DIMS)
        return fl_shape_fail (shape, "the operands have different ranks");
      total = tensor->n_dims + n_added;
      sizes = fl_shape_new_syms (shape, total);
      for (guint d = 0, from = 0; d < total; d++)
        sizes[d] = is_named[d] ? fl_shape_int (shape, 1) : tensor->sizes[from++];
      if (i == 0)
        all = sizes;
      else if (!fl_shape_broadcast_sizes (shape, all, total, sizes, total, &all, &total))
        return FALSE;
    }
  if (!mark (shape, "sumdim", total, is_named, &n_added))
    return FALSE;
  sizes = fl_shape_new_syms (shape, total);
  for (guint d = 0; d < total; d++)
    if (!is_named[d])
      sizes[n++] = all[d];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, first->dtype, sizes, n, first->device));
}
