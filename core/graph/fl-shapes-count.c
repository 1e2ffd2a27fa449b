/* Shape rules of what counts or gathers: histograms, segments, places of nonzeros, repetitions; and
 * of joins and copies of parts. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-shapes-private.h"

SHAPE_RULE (histogram);
SHAPE_RULE (histogramdd);
SHAPE_RULE (histogramdd_edges);
SHAPE_RULE (segment_reduce);
SHAPE_RULE (third);
SHAPE_RULE (nonzero_static);
SHAPE_RULE (repeat_interleave_tensor);
SHAPE_RULE (bucketize_scalar);
SHAPE_RULE (sample_weights);
SHAPE_RULE (weight_norm_backward);
SHAPE_RULE (multi_margin);
SHAPE_RULE (multilabel_margin);
SHAPE_RULE (chunk_cat);
SHAPE_RULE (block_diag);
SHAPE_RULE (split_with_sizes_copy);
SHAPE_RULE (unbind_copy);
SHAPE_RULE (addbmm);
SHAPE_RULE (int8pack_mm);
SHAPE_RULE (fused_rms_norm_backward);

static gboolean
set_1d (FlShape *shape, FlDtype dtype, const FlSym *size, FlDevice device, FlValue *out)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = size;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, dtype, sizes, 1, device));
}

static FlTensor
make_1d (FlShape *shape, const FlTensor *like, gint64 size)
{
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_int (shape, size);
  return fl_shape_make_contiguous (shape, like->dtype, sizes, 1, like->device);
}

/* --- histograms -------------------------------------------------------------------------------- */

gboolean
fl_shape_histogram (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const gint64 bins = fl_shape_get_int_or (shape, "bins", 100);
  FlTensor tensors[2];

  if (self == NULL)
    return FALSE;
  if (bins < 1 || bins > G_MAXINT32)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " bins", bins);
  tensors[0] = make_1d (shape, self, bins);
  tensors[1] = make_1d (shape, self, bins + 1);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* The bins of every column. NULL and why. */
static const FlSym *const *
get_bins (FlShape *shape, const FlTensor *self, guint *n)
{
  const FlSym *const *bins = self != NULL ? fl_shape_get_syms (shape, "bins", n) : NULL;
  gint64 columns, count;

  if (bins == NULL)
    return NULL;
  if (self->n_dims < 2 || (fl_sym_is_int (self->sizes[self->n_dims - 1], &columns) && columns != *n))
    {
      fl_shape_fail (shape, "there are %u numbers of bins; each of the last dimension's columns needs one", *n);
      return NULL;
    }
  for (guint i = 0; i < *n; i++)
    if (!fl_sym_is_int (bins[i], &count) || count < 1 || count > G_MAXINT32)
      {
        fl_shape_fail (shape, "number %u of bins is not positive", i);
        return NULL;
      }
  return bins;
}

gboolean
fl_shape_histogramdd (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  guint n;
  const FlSym *const *bins = get_bins (shape, self, &n);

  return bins != NULL && fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, bins, n, self->device));
}

gboolean
fl_shape_histogramdd_edges (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  guint n;
  const FlSym *const *bins = get_bins (shape, self, &n);
  FlTensor tensors[FL_SHAPE_MAX_DIMS];
  gint64 count;

  if (bins == NULL)
    return FALSE;
  if (n > G_N_ELEMENTS (tensors))
    return fl_shape_fail (shape, "%u columns", n);
  for (guint i = 0; i < n; i++)
    {
      fl_sym_is_int (bins[i], &count);
      tensors[i] = make_1d (shape, self, count + 1);
    }
  return fl_shape_set_tuple (shape, out, tensors, n);
}

/* --- segments ---------------------------------------------------------------------------------- */

/* One row a segment along the axis: as many as there are lengths, or offsets but one. */
gboolean
fl_shape_segment_reduce (FlShape *shape, FlValue *out)
{
  const FlTensor *data = fl_shape_get_tensor (shape, 0);
  const FlTensor *lengths = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "lengths"));
  const FlTensor *offsets = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "offsets"));
  const FlTensor *parts = lengths != NULL ? lengths : offsets;
  const gint64 axis = fl_shape_get_int_or (shape, "axis", 0);
  const FlSym **sizes;

  if (data == NULL || parts == NULL)
    return fl_shape_lack (shape, "neither lengths nor offsets are known");
  if (axis < 0 || axis >= data->n_dims || parts->n_dims != axis + 1)
    return fl_shape_fail (shape, "axis %" G_GINT64_FORMAT " of %u dimensions, and segments of %u", axis, data->n_dims,
                          parts->n_dims);
  sizes = fl_shape_dup_syms (shape, data->sizes, data->n_dims);
  sizes[axis] = lengths != NULL ? lengths->sizes[axis] : fl_sym_add_int (offsets->sizes[axis], -1);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, data->dtype, sizes, data->n_dims, data->device));
}

gboolean
fl_shape_third (FlShape *shape, FlValue *out)
{
  const FlTensor *like = fl_shape_get_tensor (shape, 2);

  return like != NULL
         && fl_shape_set (out, fl_shape_make_contiguous (shape, like->dtype, like->sizes, like->n_dims, like->device));
}

/* --- places and repetitions
 * ------------------------------------------------------------------------------------------ */

gboolean
fl_shape_nonzero_static (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  if (self == NULL || (sizes[0] = fl_shape_get_sym (shape, "size")) == NULL)
    return fl_shape_lack (shape, "the size is not known");
  sizes[1] = fl_shape_int (shape, self->n_dims);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, FL_DTYPE_I64, sizes, 2, self->device));
}

/* As many as the sum of the repeats: an argument, or known at run time only. */
gboolean
fl_shape_repeat_interleave_tensor (FlShape *shape, FlValue *out)
{
  const FlTensor *repeats = fl_shape_get_tensor (shape, 0);
  const FlSym *size = fl_shape_get_sym (shape, "output_size");

  if (repeats == NULL)
    return FALSE;
  if (repeats->n_dims != 1)
    return fl_shape_fail (shape, "the repeats have %u dimensions; they must have 1", repeats->n_dims);
  if (size == NULL)
    return fl_shape_lack (shape, "the sum of the repeats is not known");
  return set_1d (shape, repeats->dtype, size, repeats->device, out);
}

/* Where one number would stand among sorted ones. */
gboolean
fl_shape_bucketize_scalar (FlShape *shape, FlValue *out)
{
  const guint position = shape->node->op->op == FL_ATEN_OP_BUCKETIZE_SCALAR ? 1 : 0;
  const FlTensor *bounds = fl_shape_get_tensor (shape, position);
  const FlDtype dtype = fl_shape_get_bool_or (shape, "out_int32", FALSE) ? FL_DTYPE_I32 : FL_DTYPE_I64;

  return bounds != NULL && fl_shape_set (out, fl_shape_make_contiguous (shape, dtype, NULL, 0, bounds->device));
}

/* One number an index. */
gboolean
fl_shape_sample_weights (FlShape *shape, FlValue *out)
{
  const FlTensor *grad = fl_shape_get_tensor (shape, 0), *indices = fl_shape_get_tensor (shape, 2);

  return grad != NULL && indices != NULL
         && fl_shape_set (out,
                          fl_shape_make_contiguous (shape, grad->dtype, indices->sizes, indices->n_dims, grad->device));
}

gboolean
fl_shape_weight_norm_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *v = fl_shape_get_tensor (shape, 1), *g = fl_shape_get_tensor (shape, 2);
  FlTensor tensors[2];

  if (v == NULL || g == NULL)
    return FALSE;
  tensors[0] = fl_shape_like (shape, v, v->dtype);
  tensors[1] = fl_shape_like (shape, g, g->dtype);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* --- losses ------------------------------------------------------------------------------------ */

/* One number a row, or one of all. */
static FlTensor
make_row_loss (FlShape *shape, const FlTensor *self)
{
  const gboolean is_whole = fl_shape_get_int_or (shape, "reduction", 1) != 0 || self->n_dims < 2;

  return fl_shape_make_contiguous (shape, self->dtype, self->sizes, is_whole ? 0 : 1, self->device);
}

gboolean
fl_shape_multi_margin (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  if (self->n_dims > 2)
    return fl_shape_fail (shape, "%u dimensions; at most 2 are taken", self->n_dims);
  return fl_shape_set (out, make_row_loss (shape, self));
}

gboolean
fl_shape_multilabel_margin (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0), *target = fl_shape_get_tensor (shape, 1);
  FlTensor tensors[2];

  if (self == NULL || target == NULL)
    return FALSE;
  if (self->n_dims > 2 || target->n_dims != self->n_dims)
    return fl_shape_fail (shape, "%u dimensions, and targets of %u", self->n_dims, target->n_dims);
  tensors[0] = make_row_loss (shape, self);
  tensors[1] = fl_shape_make_contiguous (shape, self->dtype, target->sizes, target->n_dims, self->device);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* --- joins and copies -------------------------------------------------------------------------- */

/* Each tensor cut into as many parts as are asked for, the last filled up; part after part. */
gboolean
fl_shape_chunk_cat (FlShape *shape, FlValue *out)
{
  const FlArg *list = fl_node_find_arg (shape->node, "tensors");
  const gint64 chunks = fl_shape_get_int_or (shape, "num_chunks", 0);
  gint64 dim = fl_shape_get_int_or (shape, "dim", 0);
  const FlTensor *first = NULL;
  const FlSym **sizes, *total = fl_shape_int (shape, 0);

  if (list == NULL || list->n_items == 0 || chunks < 1)
    return fl_shape_fail (shape, "no tensors, or %" G_GINT64_FORMAT " chunks", chunks);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);
      const FlSym *rest = fl_shape_int (shape, 1);

      if (tensor == NULL)
        return fl_shape_lack (shape, "tensor %u is not known", i);
      if (i == 0)
        {
          first = tensor;
          dim = dim < 0 ? dim + tensor->n_dims : dim;
        }
      if (dim < 0 || dim >= tensor->n_dims)
        return fl_shape_fail (shape, "tensor %u has %u dimensions, none at %" G_GINT64_FORMAT, i, tensor->n_dims, dim);
      for (guint d = dim; d < tensor->n_dims; d++)
        {
          const FlSym *size = tensor->sizes[d];
          gint64 known;

          if (fl_sym_is_int (size, &known) && known > G_MAXINT32)
            return fl_shape_lack (shape, "tensor %u is too large", i);
          rest = fl_sym_mul (rest, d == dim ? fl_sym_ceil_div (size, fl_shape_int (shape, chunks)) : size);
        }
      total = fl_sym_add (total, rest);
    }
  sizes = fl_shape_new_syms (shape, dim + 2);
  memcpy (sizes, first->sizes, dim * sizeof *sizes);
  sizes[dim] = fl_shape_int (shape, chunks);
  sizes[dim + 1] = total;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, first->dtype, sizes, dim + 2, first->device));
}

/* Rows and columns add up; a vector counts as one row. */
gboolean
fl_shape_block_diag (FlShape *shape, FlValue *out)
{
  const FlArg *list = fl_node_find_arg (shape->node, "tensors");
  const FlSym **sizes = fl_shape_new_syms (shape, 2), *one = fl_shape_int (shape, 1);
  FlDtype dtype = FL_DTYPE_NONE;
  FlDevice device = { 0 };

  if (list == NULL || list->n_items == 0)
    return fl_shape_fail (shape, "no tensors");
  sizes[0] = sizes[1] = fl_shape_int (shape, 0);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (tensor == NULL)
        return fl_shape_lack (shape, "tensor %u is not known", i);
      if (tensor->n_dims > 2)
        return fl_shape_fail (shape, "tensor %u has %u dimensions; at most 2 are taken", i, tensor->n_dims);
      sizes[0] = fl_sym_add (sizes[0], tensor->n_dims == 2 ? tensor->sizes[0] : one);
      sizes[1] = fl_sym_add (sizes[1], tensor->n_dims == 0 ? one : tensor->sizes[tensor->n_dims - 1]);
      dtype = i == 0 ? tensor->dtype : fl_dtype_promote (dtype, tensor->dtype);
      device = tensor->device;
    }
  return fl_shape_set (out, fl_shape_make_contiguous (shape, dtype, sizes, 2, device));
}

static gboolean
copy_parts (FlShape *shape, gboolean is_cut, FlValue *out)
{
  FlTensor *tensors;

  if (!is_cut)
    return FALSE;
  tensors = fl_arena_new (shape->arena, FlTensor, out->n_items + 1);
  for (guint i = 0; i < out->n_items; i++)
    {
      const FlTensor *part = &out->items[i].tensor;

      tensors[i] = fl_shape_make_contiguous (shape, part->dtype, part->sizes, part->n_dims, part->device);
    }
  return fl_shape_set_tuple (shape, out, tensors, out->n_items);
}

gboolean
fl_shape_split_with_sizes_copy (FlShape *shape, FlValue *out)
{
  return copy_parts (shape, fl_shape_split_with_sizes (shape, out), out);
}

gboolean
fl_shape_unbind_copy (FlShape *shape, FlValue *out)
{
  return copy_parts (shape, fl_shape_unbind (shape, out), out);
}

/* --- products ---------------------------------------------------------------------------------- */

gboolean
fl_shape_addbmm (FlShape *shape, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, 1), *b = fl_shape_get_tensor (shape, 2);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  if (a == NULL || b == NULL)
    return FALSE;
  if (a->n_dims != 3 || b->n_dims != 3)
    return fl_shape_fail (shape, "batches of matrices are needed, not %u and %u dimensions", a->n_dims, b->n_dims);
  sizes[0] = a->sizes[1];
  sizes[1] = b->sizes[2];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, sizes, 2, a->device));
}

/* Rows of mat2 are the columns of the result. */
gboolean
fl_shape_int8pack_mm (FlShape *shape, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, 0), *b = fl_shape_get_tensor (shape, 1);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  if (a == NULL || b == NULL)
    return FALSE;
  if (a->n_dims != 2 || b->n_dims != 2)
    return fl_shape_fail (shape, "two matrices are needed, not %u and %u dimensions", a->n_dims, b->n_dims);
  sizes[0] = a->sizes[0];
  sizes[1] = b->sizes[0];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, sizes, 2, a->device));
}

gboolean
fl_shape_fused_rms_norm_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 1);
  const FlTensor *weight = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "weight"));
  const FlArg *mask = fl_node_find_arg (shape->node, "output_mask");
  FlTensor tensors[2];

  if (input == NULL)
    return FALSE;
  tensors[0] = fl_shape_make_contiguous (shape, input->dtype, input->sizes, input->n_dims, input->device);
  tensors[1] = weight != NULL
                   ? fl_shape_make_contiguous (shape, input->dtype, weight->sizes, weight->n_dims, input->device)
                   : tensors[0];
  for (guint i = 0; mask != NULL && i < mask->n_items && i < 2; i++)
    if (mask->items[i].number == 0 || (i == 1 && weight == NULL))
      tensors[i].dtype = FL_DTYPE_NONE;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}
