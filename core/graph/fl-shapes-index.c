/* Joining, padding, gathering. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-shapes-private.h"

SHAPE_RULE (cat);
SHAPE_RULE (stack);
SHAPE_RULE (pad);
SHAPE_RULE (repeat);
SHAPE_RULE (repeat_interleave);
SHAPE_RULE (embedding);
SHAPE_RULE (embedding_bag);
SHAPE_RULE (fused_lstm_cell);
SHAPE_RULE (embedding_dense_backward);
SHAPE_RULE (gather);
SHAPE_RULE (index_select);
SHAPE_RULE (unsafe_masked_index);
SHAPE_RULE (bucketize);
SHAPE_RULE (fill_sizes);
SHAPE_RULE (meshgrid);
SHAPE_RULE (pixel_shuffle);
SHAPE_RULE (pixel_unshuffle);

/* --- cat, stack ------------------------------------------------------------------------------- */

/* An empty 1-D tensor may stand among others of any shape. */
static gboolean
is_legacy_empty (const FlTensor *tensor)
{
  return tensor->n_dims == 1 && fl_sym_is_int_value (tensor->sizes[0], 0);
}

/* cat keeps channels last when all inputs suggest it. */
static gboolean
all_suggest_channels_last (FlShape *shape, const FlArg *list)
{
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (tensor == NULL || !fl_shape_suggests_channels_last (tensor))
        return FALSE;
    }
  return TRUE;
}

static const FlArg *
get_list (FlShape *shape)
{
  const FlArg *list = fl_node_get_arg (shape->node, 0);

  if (list != NULL && (list->kind == FL_ARG_LIST || list->kind == FL_ARG_TUPLE) && list->n_items > 0)
    return list;
  fl_shape_fail (shape, "the first argument is no list of tensors");
  return NULL;
}

static const FlTensor *
get_item (FlShape *shape, const FlArg *list, guint position)
{
  const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[position]);

  if (tensor == NULL)
    fl_shape_lack (shape, "item %u of the list is no tensor whose shape is known", position);
  return tensor;
}

/* As arithmetic would: an operand without dimensions does not count against ones that have some. */
static FlDtype
promote_list (FlShape *shape, const FlArg *list)
{
  FlDtype dtype = FL_DTYPE_NONE;

  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (tensor != NULL)
        dtype = fl_dtype_promote (dtype, tensor->dtype);
    }
  return dtype;
}

/* Equal ranks and, but in one dimension (G_MAXUINT: in none), no sizes that are known to differ. */
static gboolean
have_sizes_of (const FlTensor *item, const FlTensor *first, guint but)
{
  gint64 size, other;

  if (item->n_dims != first->n_dims)
    return FALSE;
  for (guint i = 0; i < item->n_dims; i++)
    if (i != but && fl_sym_is_int (item->sizes[i], &size) && fl_sym_is_int (first->sizes[i], &other) && size != other)
      return FALSE;
  return TRUE;
}

gboolean
fl_shape_cat (FlShape *shape, FlValue *out)
{
  const FlArg *list = get_list (shape);
  const FlTensor *first = NULL;
  const FlSym **sizes;
  const FlSym *length;
  FlTensor tensor;
  guint dim = 0;

  if (list == NULL)
    return FALSE;
  length = fl_shape_int (shape, 0);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *item = get_item (shape, list, i);

      if (item == NULL)
        return FALSE;
      if (is_legacy_empty (item) && list->n_items > 1)
        continue;
      if (first == NULL && !fl_shape_get_dim (shape, "dim", item->n_dims, &dim))
        return FALSE;
      if (first == NULL)
        first = item;
      if (item->n_dims != first->n_dims || item->n_dims == 0)
        return fl_shape_fail (shape, "item %u has %u dimensions, but others have %u", i, item->n_dims, first->n_dims);
      if (!have_sizes_of (item, first, dim))
        return fl_shape_fail (shape, "item %u has other sizes than the first one, not only in dimension %u", i, dim);
      length = fl_sym_add (length, item->sizes[dim]);
    }
  if (first == NULL)
    first = get_item (shape, list, 0);
  sizes = fl_shape_dup_syms (shape, first->sizes, first->n_dims);
  sizes[dim] = length;
  tensor = fl_shape_make_contiguous (shape, promote_list (shape, list), sizes, first->n_dims, first->device);
  if (all_suggest_channels_last (shape, list))
    tensor.strides = fl_shape_make_channels_last_strides (shape, sizes, first->n_dims);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_stack (FlShape *shape, FlValue *out)
{
  const FlArg *list = get_list (shape);
  const FlTensor *first = list != NULL ? get_item (shape, list, 0) : NULL;
  const FlSym **sizes;
  guint dim;

  if (first == NULL || !fl_shape_get_dim (shape, "dim", first->n_dims + 1, &dim))
    return FALSE;
  for (guint i = 1; i < list->n_items; i++)
    {
      const FlTensor *item = get_item (shape, list, i);

      if (item == NULL)
        return FALSE;
      if (!have_sizes_of (item, first, G_MAXUINT))
        return fl_shape_fail (shape, "item %u has other sizes than the first one", i);
    }
  sizes = fl_shape_new_syms (shape, first->n_dims + 1);
  for (guint i = 0; i <= first->n_dims; i++)
    sizes[i] = i < dim ? first->sizes[i] : i == dim ? fl_shape_int (shape, list->n_items) : first->sizes[i - 1];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, promote_list (shape, list), sizes, first->n_dims + 1,
                                                      first->device));
}

/* --- padding, repeating ----------------------------------------------------------------------- */

gboolean
fl_shape_pad (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *name = fl_node_find_arg (shape->node, "padding") != NULL ? "padding" : "pad";
  const FlSym *const *pads;
  const FlSym **sizes;
  FlTensor tensor;
  guint n;

  if (self == NULL || (pads = fl_shape_get_syms (shape, name, &n)) == NULL)
    return FALSE;
  if (n % 2 != 0 || n / 2 > self->n_dims)
    return fl_shape_fail (shape, "%u paddings for %u dimensions; two a dimension are needed", n, self->n_dims);
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  for (guint i = 0; i < n / 2; i++)
    {
      const guint dim = self->n_dims - 1 - i;

      sizes[dim] = fl_sym_add (sizes[dim], fl_sym_add (pads[2 * i], pads[2 * i + 1]));
    }
  tensor = fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device);
  if (fl_shape_suggests_channels_last (self))
    tensor.strides = fl_shape_make_channels_last_strides (shape, sizes, self->n_dims);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_repeat (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const gboolean is_tile = fl_node_find_arg (shape->node, "dims") != NULL;
  const FlSym *const *repeats;
  const FlSym **sizes;
  guint n, n_out;

  if (self == NULL || (repeats = fl_shape_get_syms (shape, is_tile ? "dims" : "repeats", &n)) == NULL)
    return FALSE;
  if (n < self->n_dims && !is_tile)
    return fl_shape_fail (shape, "%u repeats for %u dimensions", n, self->n_dims);
  n_out = MAX (n, self->n_dims);
  sizes = fl_shape_new_syms (shape, n_out);
  for (guint i = 0; i < n_out; i++)
    {
      const FlSym *times = i + n >= n_out ? repeats[i + n - n_out] : fl_shape_int (shape, 1);
      const FlSym *size = i + self->n_dims >= n_out ? self->sizes[i + self->n_dims - n_out] : fl_shape_int (shape, 1);

      sizes[i] = fl_sym_mul (size, times);
    }
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, n_out, self->device));
}

gboolean
fl_shape_repeat_interleave (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *times = fl_shape_get_sym (shape, "repeats");
  const FlSym **sizes;
  guint dim;

  if (self == NULL || times == NULL)
    return fl_shape_lack (shape, "how often each element is repeated is not known");
  if (!fl_shape_has_arg (shape, "dim"))
    {
      sizes = fl_shape_new_syms (shape, 1);
      sizes[0] = fl_sym_mul (fl_tensor_get_numel (self, shape->symbols), times);
      return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, 1, self->device));
    }
  if (!fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || self->n_dims == 0)
    return FALSE;
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  sizes[dim] = fl_sym_mul (sizes[dim], times);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device));
}

/* --- gathering -------------------------------------------------------------------------------- */

gboolean
fl_shape_embedding (FlShape *shape, FlValue *out)
{
  const FlTensor *weight = fl_shape_get_tensor (shape, 0);
  const FlTensor *indices = weight != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlSym **sizes;

  if (indices == NULL)
    return FALSE;
  if (weight->n_dims != 2 || indices->n_dims >= FL_SHAPE_MAX_DIMS)
    return fl_shape_fail (shape, "the weight has %u dimensions, not 2", weight->n_dims);
  sizes = fl_shape_new_syms (shape, indices->n_dims + 1);
  for (guint i = 0; i < indices->n_dims; i++)
    sizes[i] = indices->sizes[i];
  sizes[indices->n_dims] = weight->sizes[1];
  return fl_shape_set (out,
                       fl_shape_make_contiguous (shape, weight->dtype, sizes, indices->n_dims + 1, weight->device));
}

/* The sums; on a GPU or where they are no plain ones, the bag of each index; the size of each bag; the greatest index.
 */
gboolean
fl_shape_embedding_bag (FlShape *shape, FlValue *out)
{
  const FlTensor *weight = fl_shape_get_tensor (shape, 0);
  const FlTensor *indices = weight != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlTensor *offsets = indices != NULL ? fl_shape_get_tensor (shape, 2) : NULL;
  gint64 mode = fl_shape_get_int_or (shape, "mode", 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 2), **zero = fl_shape_new_syms (shape, 1),
              **n_bags = fl_shape_new_syms (shape, 1);
  gboolean is_cpu, is_plain;
  FlTensor tensors[4];

  if (offsets == NULL)
    return FALSE;
  if (weight->n_dims != 2 || indices->n_dims == 0 || offsets->n_dims != 1)
    return fl_shape_fail (shape, "bags take a table, indices and one-dimensional offsets");
  is_cpu = weight->device.type == NULL || g_str_equal (weight->device.type, "cpu");
  is_plain = is_cpu && mode == 0 && fl_shape_get_int_or (shape, "padding_idx", -1) < 0;
  zero[0] = fl_shape_int (shape, 0);
  n_bags[0] = fl_shape_get_bool_or (shape, "include_last_offset", FALSE) ? fl_sym_add_int (offsets->sizes[0], -1)
                                                                         : offsets->sizes[0];
  sizes[0] = n_bags[0];
  sizes[1] = weight->sizes[1];
  tensors[0] = fl_shape_make_contiguous (shape, weight->dtype, sizes, 2, weight->device);
  tensors[1] = fl_shape_make_contiguous (shape, offsets->dtype, is_plain ? zero : indices->sizes, 1, weight->device);
  tensors[2] = fl_shape_make_contiguous (shape, offsets->dtype, is_cpu ? n_bags : offsets->sizes, 1, weight->device);
  tensors[3] = mode == 2 ? fl_shape_make_contiguous (shape, offsets->dtype, sizes, 2, weight->device)
                         : fl_shape_make_contiguous (shape, offsets->dtype, is_cpu ? n_bags : zero, 1, weight->device);
  return fl_shape_set_tuple (shape, out, tensors, 4);
}

/* Hidden state, cell state, and the gates kept for the gradients. */
gboolean
fl_shape_fused_lstm_cell (FlShape *shape, FlValue *out)
{
  const FlTensor *gates = fl_shape_get_tensor (shape, 0);
  const FlTensor *cell = gates != NULL ? fl_shape_get_tensor (shape, 2) : NULL;
  FlTensor tensors[3];

  if (cell == NULL)
    return FALSE;
  tensors[0] = tensors[1] = fl_shape_make_contiguous (shape, cell->dtype, cell->sizes, cell->n_dims, cell->device);
  tensors[2] = fl_shape_make_contiguous (shape, gates->dtype, gates->sizes, gates->n_dims, gates->device);
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

gboolean
fl_shape_embedding_dense_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *gradient = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  sizes[0] = fl_shape_get_sym (shape, "num_weights");
  if (gradient == NULL || gradient->n_dims == 0 || sizes[0] == NULL)
    return fl_shape_lack (shape, "the gradient or the number of weights is not known");
  sizes[1] = gradient->sizes[gradient->n_dims - 1];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, gradient->dtype, sizes, 2, gradient->device));
}

gboolean
fl_shape_gather (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *index
      = self != NULL
            ? fl_shape_get_tensor_of (shape, fl_node_get_arg (shape->node,
                                                              shape->node->op->op == FL_ATEN_OP_TAKE_ALONG_DIM ? 1 : 2))
            : NULL;

  if (index == NULL)
    return fl_shape_lack (shape, "self or index is no tensor whose shape is known");
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, index->sizes, index->n_dims, self->device));
}

gboolean
fl_shape_index_select (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *index = self != NULL ? fl_shape_get_tensor (shape, 2) : NULL;
  const FlSym **sizes;
  guint dim;

  if (index == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  if (self->n_dims > 0)
    sizes[dim] = index->n_dims > 0 ? index->sizes[0] : fl_shape_int (shape, 1);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device));
}

/* The index tensors of x[…] broadcast together; their dimensions stand where the first one stood when the indexed
 * dimensions are neighbours, else in front. */
typedef struct
{
  const FlTensor *self;
  gboolean is_indexed[FL_SHAPE_MAX_DIMS];
  const FlSym *const *sizes; /* of the broadcast indices */
  guint n;
} Indexing;

static gboolean
read_indices (FlShape *shape, const FlArg *list, Indexing *indexing)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *index = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (list->items[i].kind == FL_ARG_NONE)
        continue;
      if (index == NULL || i >= indexing->self->n_dims)
        return fl_shape_lack (shape, "index %u is no tensor whose shape is known, or there are too many", i);
      if (index->dtype == FL_DTYPE_BOOL || (index->dtype == FL_DTYPE_U8))
        return fl_shape_lack (shape, "how many elements a mask picks depends on the data");
      if (!is_any)
        {
          indexing->sizes = index->sizes;
          indexing->n = index->n_dims;
        }
      else if (!fl_shape_broadcast_sizes (shape, indexing->sizes, indexing->n, index->sizes, index->n_dims,
                                          &indexing->sizes, &indexing->n))
        return FALSE;
      is_any = TRUE;
      indexing->is_indexed[i] = TRUE;
    }
  return is_any || fl_shape_fail (shape, "no index is a tensor");
}

/* Where the dimensions of the indices go. */
static guint
find_index_place (const Indexing *indexing)
{
  guint first = 0, last = 0, n = 0;

  for (guint i = 0; i < indexing->self->n_dims; i++)
    if (indexing->is_indexed[i])
      {
        if (n++ == 0)
          first = i;
        last = i;
      }
  return last - first + 1 == n ? first : 0;
}

static gboolean
index_with (FlShape *shape, const FlArg *list, FlValue *out)
{
  Indexing indexing = { fl_shape_get_tensor (shape, 0), { FALSE }, NULL, 0 };
  const FlSym **sizes;
  guint place, n = 0;

  if (indexing.self == NULL || !read_indices (shape, list, &indexing))
    return FALSE;
  if (indexing.n + indexing.self->n_dims > FL_SHAPE_MAX_DIMS)
    return fl_shape_lack (shape, "more than %d dimensions", FL_SHAPE_MAX_DIMS);
  place = find_index_place (&indexing);
  sizes = fl_shape_new_syms (shape, indexing.n + indexing.self->n_dims);
  for (guint i = 0; i <= indexing.self->n_dims; i++)
    {
      if (i == place)
        for (guint j = 0; j < indexing.n; j++)
          sizes[n++] = indexing.sizes[j];
      if (i < indexing.self->n_dims && !indexing.is_indexed[i])
        sizes[n++] = indexing.self->sizes[i];
    }
  return fl_shape_set (out, fl_shape_make_contiguous (shape, indexing.self->dtype, sizes, n, indexing.self->device));
}

gboolean
fl_shape_index (FlShape *shape, FlValue *out)
{
  const FlArg *list = fl_node_get_arg (shape->node, 1);

  return list != NULL && index_with (shape, list, out);
}

gboolean
fl_shape_unsafe_masked_index (FlShape *shape, FlValue *out)
{
  const FlArg *list = fl_node_get_arg (shape->node, 2);

  return list != NULL && index_with (shape, list, out);
}

gboolean
fl_shape_bucketize (FlShape *shape, FlValue *out)
{
  const gboolean is_search = shape->node->op->op == FL_ATEN_OP_SEARCHSORTED_TENSOR;
  const FlTensor *self = fl_shape_get_tensor (shape, is_search ? 1 : 0);

  return self != NULL
         && fl_shape_set (out,
                          fl_shape_make_contiguous (shape,
                                                    fl_shape_get_bool_or (shape, "out_int32", FALSE) ? FL_DTYPE_I32
                                                                                                     : FL_DTYPE_I64,
                                                    self->sizes, self->n_dims, self->device));
}

/* --- by given sizes --------------------------------------------------------------------------- */

/* Backward of a part: the whole, whose sizes are an argument. */
gboolean
fl_shape_fill_sizes (FlShape *shape, FlValue *out)
{
  static const char *const names[] = { "input_sizes", "input_size", "size", "sizes" };
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes = NULL;
  guint n = 0;

  if (self == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names) && sizes == NULL; i++)
    if (fl_node_find_arg (shape->node, names[i]) != NULL)
      sizes = fl_shape_get_syms (shape, names[i], &n);
  return sizes != NULL && fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, n, self->device));
}

gboolean
fl_shape_meshgrid (FlShape *shape, FlValue *out)
{
  const FlArg *list = get_list (shape), *indexing = fl_node_find_arg (shape->node, "indexing");
  const gboolean is_xy = indexing != NULL && indexing->kind == FL_ARG_STRING && g_str_equal (indexing->text, "xy");
  const FlSym **sizes;
  FlTensor tensors[FL_SHAPE_MAX_DIMS];

  if (list == NULL || list->n_items > FL_SHAPE_MAX_DIMS)
    return FALSE;
  sizes = fl_shape_new_syms (shape, list->n_items);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *item = get_item (shape, list, i);

      if (item == NULL)
        return FALSE;
      sizes[is_xy && i < 2 && list->n_items > 1 ? 1 - i : i]
          = item->n_dims > 0 ? item->sizes[0] : fl_shape_int (shape, 1);
    }
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *item = get_item (shape, list, i);
      const FlSym **strides = fl_shape_new_syms (shape, list->n_items);

      for (guint j = 0; j < list->n_items; j++)
        strides[j] = j == (is_xy && i < 2 && list->n_items > 1 ? 1 - i : i) && item->n_dims > 0 && item->strides != NULL
                         ? item->strides[0]
                         : fl_shape_int (shape, 0);
      tensors[i] = (FlTensor) {
        .dtype = item->dtype, .n_dims = list->n_items, .sizes = sizes, .strides = strides, .device = item->device
      };
    }
  return fl_shape_set_tuple (shape, out, tensors, list->n_items);
}

static gboolean
shuffle_pixels (FlShape *shape, const char *name, gboolean is_inverse, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *factor = fl_shape_get_sym (shape, name);
  const FlSym **sizes;
  guint n;

  if (self == NULL || factor == NULL || self->n_dims < 3)
    return fl_shape_fail (shape, "at least 3 dimensions and a factor are needed");
  n = self->n_dims;
  sizes = fl_shape_dup_syms (shape, self->sizes, n);
  sizes[n - 3] = is_inverse ? fl_sym_mul (sizes[n - 3], fl_sym_mul (factor, factor))
                            : fl_sym_floor_div (sizes[n - 3], fl_sym_mul (factor, factor));
  for (guint i = n - 2; i < n; i++)
    sizes[i] = is_inverse ? fl_sym_floor_div (sizes[i], factor) : fl_sym_mul (sizes[i], factor);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, n, self->device));
}

gboolean
fl_shape_pixel_shuffle (FlShape *shape, FlValue *out)
{
  return shuffle_pixels (shape, "upscale_factor", FALSE, out);
}

gboolean
fl_shape_pixel_unshuffle (FlShape *shape, FlValue *out)
{
  return shuffle_pixels (shape, "downscale_factor", TRUE, out);
}
