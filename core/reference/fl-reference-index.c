/* Reference kernels with computed addresses: gather, scatter, index and related operators. Negative indices count from
 * the end where PyTorch's do; an index out of range is an error. */
#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (embedding);
REFERENCE_KERNEL (index_select);
REFERENCE_KERNEL (embedding_dense_backward);
REFERENCE_KERNEL (index_add);
REFERENCE_KERNEL (index_copy);
REFERENCE_KERNEL (index_fill);
REFERENCE_KERNEL (gather);
REFERENCE_KERNEL (scatter);
REFERENCE_KERNEL (scatter_add);
REFERENCE_KERNEL (scatter_reduce);
REFERENCE_KERNEL (scatter_named);
REFERENCE_KERNEL (index_reduce);
REFERENCE_KERNEL (bucketize);
REFERENCE_KERNEL (bucketize_scalar);

FlArray *
fl_call_dup_dense (FlCall *call, const FlView *view)
{
  const FlArray *in = fl_call_dense (call, view);
  FlArray *out = fl_call_new_array (call, view->dtype, view->n_dims, view->sizes);
  if (out->numbers != NULL)
    memcpy (out->numbers, in->numbers, in->numel * sizeof (double) * (fl_dtype_is_complex (in->dtype) ? 2 : 1));
  else
    memcpy (out->integers, in->integers, in->numel * sizeof (gint64));
  return out;
}

void
fl_array_copy_element (const FlArray *from, gint64 source, FlArray *to, gint64 target)
{
  if (fl_dtype_is_complex (to->dtype))
    memcpy (to->numbers + 2 * target, from->numbers + 2 * source, 2 * sizeof *to->numbers);
  else if (to->numbers != NULL)
    to->numbers[target] = from->numbers[source];
  else
    to->integers[target] = from->integers[source];
}

static double
round_narrow (FlDtype dtype, double sum)
{
  return fl_dtype_get_unit (dtype) > 0x1p-23 ? fl_dtype_round (dtype, sum) : sum;
}

void
fl_call_add_elements (FlCall *call, const FlArray *from, const gint64 *places, FlArray *to)
{
  for (gint64 n = 0; n < from->numel; n++)
    {
      gint64 i = call->noise % 2 == 1 ? from->numel - 1 - n : n, target = places[i];

      if (target < 0)
        continue;
      if (to->numbers != NULL)
        to->numbers[target] = round_narrow (to->dtype, to->numbers[target] + from->numbers[i]);
      else
        to->integers[target] = (guint64) to->integers[target] + (guint64) from->integers[i];
    }
}

gboolean
fl_call_check_index (FlCall *call, gint64 *index, gint64 size)
{
  gint64 wrapped = *index < 0 ? *index + size : *index;
  if (wrapped < 0 || wrapped >= size)
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: index %" G_GINT64_FORMAT " of a dimension of size %" G_GINT64_FORMAT, call->row->name,
                         *index, size);
  *index = wrapped;
  return TRUE;
}

static void
get_strides (const gint64 *sizes, guint n_dims, gint64 *strides)
{
  gint64 stride = 1;
  for (guint d = n_dims; d-- > 0;)
    {
      strides[d] = stride;
      stride *= sizes[d];
    }
}

static const FlArray *
get_indices (FlCall *call, const char *name)
{
  const FlView *view = fl_call_get_view (call, name);
  return view == NULL ? NULL : fl_call_cast (call, view, FL_DTYPE_I64);
}

/* --- rows: embedding, index_select, index_add … --------------------------------------------- */

/* Cuts a tensor at a dim: outer x length x inner. */
typedef struct
{
  gint64 outer, length, inner;
} Cut;

static Cut
cut_at (const FlView *view, guint dim)
{
  if (view->n_dims == 0)
    return (Cut) { 1, 1, 1 };
  return (Cut) { fl_sizes_product (view->sizes, dim), view->sizes[dim],
                 fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1) };
}

static gboolean
take_rows (FlCall *call, const FlView *self, guint dim, const FlArray *index, guint n_dims, const gint64 *sizes)
{
  const FlArray *in = fl_call_dense (call, self);
  Cut cut = cut_at (self, dim);
  FlArray *out = fl_call_new_array (call, self->dtype, n_dims, sizes);
  for (gint64 i = 0; i < index->numel; i++)
    {
      gint64 row = index->integers[i];
      if (!fl_call_check_index (call, &row, cut.length))
        return FALSE;
      for (gint64 o = 0; o < cut.outer; o++)
        for (gint64 e = 0; e < cut.inner; e++)
          fl_array_copy_element (in, (o * cut.length + row) * cut.inner + e, out,
                                 (o * index->numel + i) * cut.inner + e);
    }
  return fl_call_return (call, out);
}

gboolean
reference_embedding (FlCall *call)
{
  const FlView *weight = fl_call_get_view (call, "weight");
  const FlArray *index = get_indices (call, "indices");
  if (weight == NULL || index == NULL)
    return FALSE;
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, index->sizes, sizeof sizes);
  sizes[index->n_dims] = weight->sizes[1];
  return take_rows (call, weight, 0, index, index->n_dims + 1, sizes);
}

gboolean
reference_index_select (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  const FlArray *index = get_indices (call, "index");
  if (self == NULL || index == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[dim] = index->numel;
  return take_rows (call, self, dim, index, self->n_dims, sizes);
}

gboolean
reference_embedding_dense_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output");
  const FlArray *index = get_indices (call, "indices");
  if (grad == NULL || index == NULL)
    return FALSE;
  gint64 sizes[] = { fl_call_get_int (call, "num_weights", 0), grad->sizes[grad->n_dims - 1] };
  gint64 padding = fl_call_get_int (call, "padding_idx", -1);
  if (fl_sizes_product (grad->sizes, grad->n_dims) < index->numel * sizes[1])
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: fewer rows than the %" G_GINT64_FORMAT " indices", call->row->name,
                         index->numel);
  const double *in = fl_call_numbers (call, grad);
  FlArray *out = fl_call_new_array (call, grad->dtype, 2, sizes);
  double *sums = fl_call_open_numbers (call, out);
  gint64 *counts = fl_call_alloc (call, sizes[0], sizeof *counts);
  gboolean by_frequency = fl_call_get_bool (call, "scale_grad_by_freq", FALSE);
  for (gint64 i = 0; i < index->numel; i++)
    {
      gint64 row = index->integers[i];
      if (!fl_call_check_index (call, &row, sizes[0]))
        return FALSE;
      counts[row]++;
    }
  for (gint64 i = 0; i < index->numel; i++)
    {
      gint64 row = index->integers[i] < 0 ? index->integers[i] + sizes[0] : index->integers[i];
      for (gint64 e = 0; e < sizes[1] && index->integers[i] != padding; e++)
        sums[row * sizes[1] + e] += in[i * sizes[1] + e] / (by_frequency ? counts[row] : 1);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

typedef enum
{
  WRITE_COPY,
  WRITE_ADD,
  WRITE_FILL
} WriteMode;

static gboolean
write_rows (FlCall *call, WriteMode mode)
{
  const FlView *self = fl_call_get_view (call, "self");
  const FlArray *index = get_indices (call, "index");
  if (self == NULL || index == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  Cut cut = cut_at (self, dim);
  const FlView *source = mode == WRITE_FILL ? NULL : fl_call_get_view (call, "source");
  const FlArray *from = mode == WRITE_FILL
                            ? fl_call_broadcast (call, fl_call_find (call, "value"), self->dtype, 0, NULL)
                        : source == NULL ? NULL
                                         : fl_call_cast (call, source, self->dtype);
  double alpha = fl_call_get_double (call, "alpha", 1);
  guint64 factor = fl_call_get_int (call, "alpha", 1);
  if (from != NULL && mode != WRITE_FILL && from->numel < cut.outer * index->numel * cut.inner)
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: the source has %" G_GINT64_FORMAT " elements, %" G_GINT64_FORMAT
                         " indices need %" G_GINT64_FORMAT,
                         call->row->name, from->numel, index->numel, cut.outer * index->numel * cut.inner);
  FlArray *out = fl_call_dup_dense (call, self);
  for (gint64 i = 0; from != NULL && i < index->numel; i++)
    {
      gint64 row = index->integers[i];
      if (!fl_call_check_index (call, &row, cut.length))
        return FALSE;
      for (gint64 o = 0; o < cut.outer; o++)
        for (gint64 e = 0; e < cut.inner; e++)
          {
            gint64 target = (o * cut.length + row) * cut.inner + e, place = (o * index->numel + i) * cut.inner + e;
            if (mode == WRITE_ADD && out->integers != NULL) /* integer sums wrap, and keep all their digits */
              out->integers[target]
                  = fl_dtype_wrap (out->dtype, out->integers[target] + factor * from->integers[place]);
            else if (mode == WRITE_ADD)
              out->numbers[target] = round_narrow (out->dtype, out->numbers[target] + alpha * from->numbers[place]);
            else
              fl_array_copy_element (from, mode == WRITE_FILL ? 0 : place, out, target);
          }
    }
  return from != NULL && fl_call_return (call, out);
}

gboolean
reference_index_add (FlCall *call)
{
  return write_rows (call, WRITE_ADD);
}

gboolean
reference_index_copy (FlCall *call)
{
  return write_rows (call, WRITE_COPY);
}

gboolean
reference_index_fill (FlCall *call)
{
  return write_rows (call, WRITE_FILL);
}

/* --- gather and scatter ----------------------------------------------------------------------- */

/* The place in self that element i of the index tensor names along dim. */
static gint64
find_place (const FlView *self, const gint64 *strides, const gint64 *position, guint dim, gint64 index)
{
  gint64 place = 0;
  for (guint d = 0; d < self->n_dims; d++)
    place += (d == dim ? index : position[d]) * strides[d];
  return place;
}

/* May every element of a tensor of these sizes stand in the other one, but for dim (G_MAXUINT: none)? */
static gboolean
check_fits (FlCall *call, const gint64 *sizes, guint n_dims, const gint64 *into, guint into_dims, guint dim)
{
  if (n_dims != into_dims && n_dims > 0 && into_dims > 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %u-dimensional indices and a %u-dimensional tensor",
                         call->row->name, n_dims, into_dims);
  for (guint d = 0; d < MIN (n_dims, into_dims); d++)
    if (d != dim && sizes[d] > into[d])
      return fl_call_fail (call, FL_ERROR_SHAPE,
                           "%s: dimension %u of the indices has %" G_GINT64_FORMAT
                           " elements, that of the tensor only %" G_GINT64_FORMAT,
                           call->row->name, d, sizes[d], into[d]);
  return TRUE;
}

gboolean
reference_gather (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  const FlArray *index = get_indices (call, "index");
  if (self == NULL || index == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  gint64 strides[FL_MAX_DIMS], position[FL_MAX_DIMS] = { 0 };
  if (!check_fits (call, index->sizes, index->n_dims, self->sizes, self->n_dims, dim))
    return FALSE;
  get_strides (self->sizes, self->n_dims, strides);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, index->n_dims, index->sizes);
  for (gint64 i = 0; i < index->numel; i++)
    {
      gint64 at = index->integers[i];
      if (!fl_call_check_index (call, &at, self->n_dims == 0 ? 1 : self->sizes[dim]))
        return FALSE;
      fl_array_copy_element (in, find_place (self, strides, position, dim, at), out, i);
      fl_index_next (position, index->sizes, index->n_dims);
    }
  return fl_call_return (call, out);
}

/* How a scattered value joins what is there. count: values that came before, the original included if asked for. */
static double
join (char how, double old, double new)
{
  switch (how)
    {
    case 's':
    case 'm': return old + new;
    case 'p': return old * new;
    case 'x': return isnan (old) || isnan (new) ? NAN : MAX (old, new);
    case 'n': return isnan (old) || isnan (new) ? NAN : MIN (old, new);
    default: return new;
    }
}

/* Integers wrap, and keep all their digits. */
static gint64
join_integers (char how, gint64 old, gint64 new)
{
  switch (how)
    {
    case 's':
    case 'm': return (guint64) old + (guint64) new;
    case 'p': return (guint64) old * (guint64) new;
    case 'x': return MAX (old, new);
    default: return MIN (old, new);
    }
}

/* how: '=' set, s sum, p prod, m mean, x amax, n amin. by_rows: each index is of a whole row of the source. */
static gboolean
do_scatter (FlCall *call, char how, gboolean include_self, gboolean by_rows)
{
  const FlView *self = fl_call_get_view (call, "self");
  const FlArray *index = get_indices (call, "index");
  if (self == NULL || index == NULL)
    return FALSE;
  const FlView *source = fl_call_find_view (call, by_rows ? "source" : "src");
  const FlArray *from = source != NULL ? fl_call_cast (call, source, self->dtype)
                                       : fl_call_broadcast (call, fl_call_find (call, "value"), self->dtype, 0, NULL);
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  const FlArray *shape = by_rows ? from : index;
  gint64 strides[FL_MAX_DIMS], from_strides[FL_MAX_DIMS], position[FL_MAX_DIMS] = { 0 };
  if (!check_fits (call, shape->sizes, shape->n_dims, self->sizes, self->n_dims, dim)
      || (!by_rows && source != NULL
          && !check_fits (call, shape->sizes, shape->n_dims, from->sizes, from->n_dims, G_MAXUINT)))
    return FALSE;
  if (by_rows && from->n_dims > 0 && index->numel < from->sizes[dim])
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " indices for %" G_GINT64_FORMAT " rows",
                         call->row->name, index->numel, from->sizes[dim]);
  get_strides (self->sizes, self->n_dims, strides);
  get_strides (from->sizes, from->n_dims, from_strides);
  FlArray *out = fl_call_dup_dense (call, self);
  gint64 *counts = fl_call_alloc (call, out->numel, sizeof *counts);
  for (gint64 i = 0; i < shape->numel; i++)
    {
      gint64 at = index->integers[by_rows ? position[dim] : i], place = 0;
      if (!fl_call_check_index (call, &at, self->n_dims == 0 ? 1 : self->sizes[dim]))
        return FALSE;
      for (guint d = 0; source != NULL && d < from->n_dims; d++)
        place += position[d] * from_strides[d];
      gint64 target = find_place (self, strides, position, dim, at);
      gboolean is_first = counts[target]++ == 0 && !include_self;
      if (how == '=' || is_first)
        fl_array_copy_element (from, place, out, target);
      else if (out->integers != NULL)
        out->integers[target]
            = fl_dtype_wrap (out->dtype, join_integers (how, out->integers[target], from->integers[place]));
      else
        {
          double joined = join (how, out->numbers[target], from->numbers[place]);
          /* Kernels store what they have so far. A product of f32 may thus underflow to 0 where a double does not. */
          out->numbers[target] = call->noise % 2 == 0 ? joined
                                 : how == 'p'         ? fl_dtype_round (out->dtype, joined)
                                                      : round_narrow (out->dtype, joined);
        }
      fl_index_next (position, shape->sizes, shape->n_dims);
    }
  for (gint64 i = 0; how == 'm' && i < out->numel; i++)
    if (counts[i] > 0)
      {
        double mean = fl_array_get (out, i) / (counts[i] + include_self);
        fl_array_set (out, i, out->integers != NULL ? floor (mean) : mean);
      }
  return fl_call_return (call, out);
}

gboolean
reference_scatter (FlCall *call)
{
  return do_scatter (call, '=', TRUE, FALSE);
}

gboolean
reference_scatter_add (FlCall *call)
{
  return do_scatter (call, 's', TRUE, FALSE);
}

static gboolean
do_named_scatter (FlCall *call, gboolean by_rows)
{
  const char *reduce = fl_call_get_text (call, "reduce");
  char how = reduce == NULL ? 's' : strcmp (reduce, "amax") == 0 ? 'x' : strcmp (reduce, "amin") == 0 ? 'n' : *reduce;
  return do_scatter (call, how, fl_call_get_bool (call, "include_self", TRUE), by_rows);
}

gboolean
reference_scatter_reduce (FlCall *call)
{
  return do_named_scatter (call, FALSE);
}

/* reduce='add' or 'multiply', onto what is there. */
gboolean
reference_scatter_named (FlCall *call)
{
  const char *reduce = fl_call_get_text (call, "reduce");
  return do_scatter (call, g_strcmp0 (reduce, "add") == 0 ? 's' : 'p', TRUE, FALSE);
}

gboolean
reference_index_reduce (FlCall *call)
{
  return do_named_scatter (call, TRUE);
}

/* --- searching -------------------------------------------------------------------------------- */

gboolean
reference_bucketize (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *bounds = fl_call_get_view (call, "boundaries|sorted_sequence");
  if (self == NULL || bounds == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self), *edges = fl_call_dense (call, bounds);
  const char *side = fl_call_get_text (call, "side");
  gboolean is_right = side != NULL ? strcmp (side, "right") == 0 : fl_call_get_bool (call, "right", FALSE);
  gint64 n = bounds->sizes[bounds->n_dims - 1], length = self->n_dims == 0 ? 1 : self->sizes[self->n_dims - 1];
  FlArray *out = fl_call_new_array (call, fl_call_get_bool (call, "out_int32", FALSE) ? FL_DTYPE_I32 : FL_DTYPE_I64,
                                    self->n_dims, self->sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      gint64 row = bounds->n_dims > 1 ? i / length * n : 0, at = 0;
      double x = fl_array_get (in, i);
      while (at < n && (is_right ? fl_array_get (edges, row + at) <= x : fl_array_get (edges, row + at) < x))
        at++;
      out->integers[i] = isnan (x) ? n : at;
    }
  return fl_call_return (call, out);
}

/* Of one number. */
gboolean
reference_bucketize_scalar (FlCall *call)
{
  const FlView *bounds = fl_call_get_view (call, "boundaries|sorted_sequence");
  double x = fl_call_get_double (call, "self", 0);
  if (bounds == NULL || bounds->n_dims != 1)
    return bounds != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs one row of boundaries", call->row->name);
  const FlArray *edges = fl_call_dense (call, bounds);
  const FlView *sorter = fl_call_find_view (call, "sorter");
  const FlArray *order = sorter != NULL ? fl_call_cast (call, sorter, FL_DTYPE_I64) : NULL;
  const char *side = fl_call_get_text (call, "side");
  gboolean is_right = side != NULL ? strcmp (side, "right") == 0 : fl_call_get_bool (call, "right", FALSE);
  FlArray *out
      = fl_call_new_array (call, fl_call_get_bool (call, "out_int32", FALSE) ? FL_DTYPE_I32 : FL_DTYPE_I64, 0, NULL);
  gint64 at = 0;
  for (; at < edges->numel; at++)
    {
      gint64 place = order != NULL && at < order->numel ? CLAMP (order->integers[at], 0, edges->numel - 1) : at;
      if (!(is_right ? fl_array_get (edges, place) <= x : fl_array_get (edges, place) < x) && !isnan (x))
        break;
    }
  out->integers[0] = at;
  return fl_call_return (call, out);
}
