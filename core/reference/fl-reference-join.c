/* Reference kernels: tensors joined in blocks and chunks, copies of parts, gradients of what was
 * chosen or scaled. */
#include <math.h>
#include <string.h>

#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (chunk_cat);
REFERENCE_KERNEL (block_diag);
REFERENCE_KERNEL (split_with_sizes_copy);
REFERENCE_KERNEL (unbind_copy);
REFERENCE_KERNEL (masked_scatter_backward);
REFERENCE_KERNEL (weight_norm_backward);
REFERENCE_KERNEL (sample_weights);
REFERENCE_KERNEL (multi_margin_loss);
REFERENCE_KERNEL (multilabel_margin_loss);

static const FlView *
get_item (const FlDatum *list, guint i)
{
  return list->items[i].kind == FL_DATUM_TENSOR ? list->items[i].view : NULL;
}

static const FlDatum *
get_tensors (FlCall *call)
{
  const FlDatum *list = fl_call_find (call, "tensors");
  gboolean is_good = list != NULL && list->kind == FL_DATUM_LIST && list->n_items > 0;
  for (guint i = 0; is_good && i < list->n_items; i++)
    is_good = get_item (list, i) != NULL;
  if (!is_good)
    fl_call_fail (call, FL_ERROR_GRAPH, "%s needs a list of tensors", call->row->name);
  return is_good ? list : NULL;
}

gboolean
reference_chunk_cat (FlCall *call)
{
  const FlDatum *list = get_tensors (call);
  gint64 dim = fl_call_get_int (call, "dim", 0), chunks = fl_call_get_int (call, "num_chunks", 1), sizes[FL_MAX_DIMS],
         total = 0, at = 0;
  if (list == NULL)
    return FALSE;
  const FlView *first = get_item (list, 0);
  dim = dim < 0 ? dim + first->n_dims : dim;
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlView *view = get_item (list, i);
      if (chunks < 1 || dim < 0 || dim >= view->n_dims || dim + 2 > FL_MAX_DIMS || view->dtype != first->dtype
          || memcmp (view->sizes, first->sizes, dim * sizeof *sizes) != 0)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: tensor %u does not fit", call->row->name, i);
      total += (view->sizes[dim] + chunks - 1) / chunks
               * fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1);
    }
  memcpy (sizes, first->sizes, dim * sizeof *sizes);
  sizes[dim] = chunks;
  sizes[dim + 1] = total;
  FlArray *out = fl_call_new_array (call, first->dtype, dim + 2, sizes);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlView *view = get_item (list, i);
      const FlArray *in = fl_call_dense (call, view);
      gint64 inner = fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1);
      gint64 whole = view->sizes[dim] * inner, part = (view->sizes[dim] + chunks - 1) / chunks * inner;
      for (gint64 k = 0; k < in->numel; k++)
        fl_array_copy_element (in, k, out, (k / whole * chunks + k % whole / part) * total + at + k % whole % part);
      at += part;
    }
  return fl_call_return (call, out);
}

gboolean
reference_block_diag (FlCall *call)
{
  const FlDatum *list = get_tensors (call);
  gint64 sizes[2] = { 0, 0 }, row = 0, column = 0;
  FlDtype dtype = FL_DTYPE_NONE;
  if (list == NULL)
    return FALSE;
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlView *view = get_item (list, i);
      if (view->n_dims > 2)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: tensor %u has %u dimensions", call->row->name, i, view->n_dims);
      sizes[0] += view->n_dims == 2 ? view->sizes[0] : 1;
      sizes[1] += view->n_dims == 0 ? 1 : view->sizes[view->n_dims - 1];
      dtype = i == 0 ? view->dtype : fl_dtype_promote (dtype, view->dtype);
    }
  FlArray *out = fl_call_new_array (call, dtype, 2, sizes);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlView *view = get_item (list, i);
      const FlArray *in = fl_call_cast (call, view, dtype);
      gint64 width = view->n_dims == 0 ? 1 : view->sizes[view->n_dims - 1];
      for (gint64 k = 0; k < in->numel; k++)
        fl_array_copy_element (in, k, out, (row + k / width) * sizes[1] + column + k % width);
      row += view->n_dims == 2 ? view->sizes[0] : 1;
      column += width;
    }
  return fl_call_return (call, out);
}

/* The parts in memory of their own. */
static gboolean
copy_parts (FlCall *call, gboolean is_cut)
{
  for (guint i = 0; is_cut && i < call->result.n_items; i++)
    {
      FlView **view = &call->result.items[i].view, *copy = fl_view_new_array (fl_view_dup_array (*view));
      fl_view_unref (*view);
      *view = copy;
    }
  return is_cut;
}

gboolean
reference_split_with_sizes_copy (FlCall *call)
{
  return copy_parts (call, reference_split_with_sizes (call));
}

gboolean
reference_unbind_copy (FlCall *call)
{
  return copy_parts (call, reference_unbind (call));
}

/* The gradients where the mask was set, one after the other; the rest of the source had no part. */
gboolean
reference_masked_scatter_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output");
  const FlDatum *mask = fl_call_find (call, "mask");
  gint64 sizes[FL_MAX_DIMS], at = 0;
  int n = fl_call_get_ints (call, "sizes", sizes, FL_MAX_DIMS);
  if (grad == NULL || mask == NULL || n < 0)
    return grad != NULL && fl_call_fail (call, FL_ERROR_GRAPH, "%s needs a mask and sizes", call->row->name);
  const FlArray *in = fl_call_dense (call, grad),
                *is_on = fl_call_broadcast (call, mask, FL_DTYPE_BOOL, grad->n_dims, grad->sizes);
  FlArray *out = fl_call_new_array (call, grad->dtype, n, sizes);
  for (gint64 i = 0; i < in->numel && at < out->numel; i++)
    if (is_on->integers[i] != 0)
      fl_array_copy_element (in, i, out, at++);
  return fl_call_return (call, out);
}

/* w = v g / |v|, the length over all dimensions but one. */
gboolean
reference_weight_norm_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_w"), *v = fl_call_get_view (call, "saved_v"),
               *g = fl_call_get_view (call, "saved_g"), *norms = fl_call_get_view (call, "saved_norms");
  if (grad == NULL || v == NULL || g == NULL || norms == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), v->n_dims);
  if (dim >= v->n_dims || grad->numel != v->numel || g->numel != v->sizes[dim] || norms->numel != g->numel
      || !fl_dtype_is_float (v->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands do not fit", call->row->name);
  gint64 inner = fl_sizes_product (v->sizes + dim + 1, v->n_dims - dim - 1);
  const double *dw = fl_call_numbers (call, grad), *x = fl_call_numbers (call, v),
               *lengths = fl_call_numbers (call, norms), *scales = fl_call_numbers (call, g);
  double *dots = fl_call_alloc (call, MAX (g->numel, 1), sizeof *dots);
  FlArray *dv = fl_call_new_array (call, v->dtype, v->n_dims, v->sizes),
          *dg = fl_call_new_array (call, g->dtype, g->n_dims, g->sizes);
  for (gint64 i = 0; i < v->numel; i++)
    dots[i / inner % v->sizes[dim]] += dw[i] * x[i];
  for (gint64 i = 0; i < v->numel; i++)
    {
      gint64 k = i / inner % v->sizes[dim];
      double share = scales[k] / lengths[k]; /* infinite ones leave no number, as in PyTorch */
      dv->numbers[i] = share * dw[i] - share * dots[k] / (lengths[k] * lengths[k]) * x[i];
    }
  for (gint64 k = 0; k < g->numel; k++)
    dg->numbers[k] = dots[k] / lengths[k];
  return fl_call_return_list (call, 2, (FlArray *[]) { dv, dg });
}

/* Of each index: what its row of the table and the gradient of its bag come to. */
gboolean
reference_sample_weights (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad"), *weight = fl_call_get_view (call, "weight"),
               *indices = fl_call_get_view (call, "indices"), *bags = fl_call_get_view (call, "offset2bag"),
               *offsets = fl_call_get_view (call, "offsets");
  if (grad == NULL || weight == NULL || indices == NULL || bags == NULL || offsets == NULL)
    return FALSE;
  gint64 padding = fl_call_get_int (call, "padding_idx", -1), bag = 0;
  if (grad->n_dims != 2 || weight->n_dims != 2 || grad->sizes[1] != weight->sizes[1]
      || fl_call_get_int (call, "mode", 0) != 0 || (bags->numel != 0 && bags->numel != indices->numel))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: table, gradient and bags do not fit, or they are not sums",
                         call->row->name);
  const FlArray *rows = fl_call_cast (call, indices, FL_DTYPE_I64),
                *begins = fl_call_cast (call, offsets, FL_DTYPE_I64), *own = fl_call_cast (call, bags, FL_DTYPE_I64);
  const double *table = fl_call_numbers (call, weight), *g = fl_call_numbers (call, grad);
  FlArray *out = fl_call_new_array (call, grad->dtype, 1, &indices->numel);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < rows->numel; i++)
    {
      while (own->numel == 0 && bag + 1 < begins->numel && begins->integers[bag + 1] <= i)
        bag++;
      gint64 row = rows->integers[i], to = own->numel > 0 ? own->integers[i] : bag;
      if (row < 0 || row >= weight->sizes[0] || to < 0 || to >= grad->sizes[0])
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " rows",
                             call->row->name, row, weight->sizes[0]);
      for (gint64 k = 0; row != padding && k < grad->sizes[1]; k++)
        sums[i] += g[to * grad->sizes[1] + k] * table[row * grad->sizes[1] + k];
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* --- losses of margins ------------------------------------------------------------------------- */

typedef struct
{
  const FlView *self;
  gint64 rows, columns;
  const double *x;
  const FlArray *target;
} Margins;

static gboolean
open_margins (FlCall *call, Margins *self, gboolean is_per_class)
{
  const FlView *target = fl_call_get_view (call, "target");
  self->self = fl_call_get_view (call, "self");
  if (self->self == NULL || target == NULL)
    return FALSE;
  guint n = self->self->n_dims;
  self->columns = n == 0 ? 1 : self->self->sizes[n - 1];
  self->rows = n == 2 ? self->self->sizes[0] : 1;
  if (n > 2 || self->columns == 0 || target->numel != self->rows * (is_per_class ? self->columns : 1)
      || fl_dtype_is_float (target->dtype) || !fl_dtype_is_float (self->self->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: input and target do not fit", call->row->name);
  self->x = fl_call_numbers (call, self->self);
  self->target = fl_call_cast (call, target, FL_DTYPE_I64);
  for (gint64 i = 0; i < target->numel; i++)
    if (self->target->integers[i] >= self->columns || self->target->integers[i] < (is_per_class ? -1 : 0))
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s: class %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, call->row->name,
                           self->target->integers[i], self->columns);
  return TRUE;
}

/* One number a row, or their mean or sum. */
static FlArray *
reduce_rows (FlCall *call, const Margins *self, const double *rows)
{
  gint64 reduction = fl_call_get_int (call, "reduction", 1);
  FlArray *out
      = fl_call_new_array (call, self->self->dtype, reduction == 0 && self->self->n_dims == 2 ? 1 : 0, &self->rows);
  for (gint64 i = 0; i < self->rows; i++)
    if (out->n_dims == 1)
      out->numbers[i] = rows[i];
    else
      out->numbers[0] += rows[i] / (reduction == 1 ? self->rows : 1);
  if (self->rows == 0 && reduction == 1) /* the mean of nothing, as compiled PyTorch computes it;
                                            eager PyTorch leaves it open */
    out->numbers[0] = NAN;
  return out;
}

/* What is no number stays, as compiled PyTorch clamps; eager PyTorch takes it for 0. */
static double
clamp_at_zero (double z)
{
  return z < 0 ? 0 : z;
}

gboolean
reference_multi_margin_loss (FlCall *call)
{
  Margins self;
  const FlView *weight = fl_call_find_view (call, "weight");
  if (!open_margins (call, &self, FALSE))
    return FALSE;
  double p = fl_call_get_double (call, "p", 1), margin = fl_call_get_double (call, "margin", 1);
  const double *weights = weight != NULL && weight->numel == self.columns ? fl_call_numbers (call, weight) : NULL;
  double *rows = fl_call_alloc (call, MAX (self.rows, 1), sizeof *rows);
  for (gint64 i = 0; i < self.rows; i++)
    for (gint64 k = 0, right = self.target->integers[i]; k < self.columns; k++)
      {
        double z = clamp_at_zero (margin - self.x[i * self.columns + right] + self.x[i * self.columns + k]);
        if (k != right)
          rows[i] += (p == 2 ? z * z : z) * (weights != NULL ? weights[right] : 1) / self.columns;
      }
  return fl_call_return (call, reduce_rows (call, &self, rows));
}

/* Every class that is not named against each that is, up to the first -1. */
gboolean
reference_multilabel_margin_loss (FlCall *call)
{
  Margins self;
  if (!open_margins (call, &self, TRUE))
    return FALSE;
  double *rows = fl_call_alloc (call, MAX (self.rows, 1), sizeof *rows);
  FlArray *is_named = fl_call_new_array (call, self.self->dtype, self.self->n_dims, self.self->sizes);
  for (gint64 i = 0; i < self.rows; i++)
    {
      const gint64 *labels = self.target->integers + i * self.columns;
      const double *x = self.x + i * self.columns;
      double *named = is_named->numbers + i * self.columns;
      for (gint64 k = 0; k < self.columns && labels[k] >= 0; k++)
        named[labels[k]] = 1;
      for (gint64 k = 0; k < self.columns && labels[k] >= 0; k++)
        for (gint64 j = 0; j < self.columns; j++)
          rows[i] += named[j] == 0 ? clamp_at_zero (1 - x[labels[k]] + x[j]) / self.columns : 0;
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { reduce_rows (call, &self, rows), is_named });
}
