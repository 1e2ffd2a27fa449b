/* How the arguments of a call must fit each other where that does not follow from the shape of what
 * it yields: an index and the tensor it picks from, a part and the place it is put in, windows. A
 * row names the operators by the beginning of their names. */
#include <math.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-shapes-fit-private.h"

typedef gboolean (*Fit) (FlShape *shape);

/* --- one value, targets
 * ------------------------------------------------------------------------------------------ */

static gboolean
fits_value (FlShape *shape)
{
  const FlTensor *value = fl_fit_find (shape, "value");

  return value == NULL || value->n_dims == 0
         || fl_shape_fail (shape, "the argument `value` has %u dimensions; it must have none", value->n_dims);
}

/* [N, C, …] and a class for each of [N, …]; a lone row is [C] and one class. Probabilities have the
 * sizes of self. */
static gboolean
check_targets (FlShape *shape, gboolean may_be_probabilities)
{
  const FlTensor *self = fl_fit_find (shape, "self"), *target = fl_fit_find (shape, "target"),
                 *weight = fl_fit_find (shape, "weight");
  const guint skipped = 1;

  if (self == NULL || target == NULL)
    return TRUE;
  if (may_be_probabilities && fl_dtype_is_float (target->dtype) && target->n_dims == self->n_dims)
    return self->n_dims > 0 ? fl_fit_check_same_sizes (shape, "target", target, self, G_MAXUINT)
                            : fl_shape_fail (shape, "the input has no dimension of classes");
  if (self->n_dims == 0 || target->n_dims + 1 != self->n_dims)
    return fl_shape_fail (shape, "targets of %u dimensions for an input of %u; they must have one less", target->n_dims,
                          self->n_dims);
  if (!fl_fit_check_integers (shape, "target", target, FALSE))
    return FALSE;
  for (guint i = 0; i < target->n_dims; i++)
    if (fl_fit_is_greater (target, self, i) && i == 0)
      return fl_shape_fail (shape, "there are more targets than rows");
    else if (i > 0 && fl_fit_get_size (target, i) >= 0 && fl_fit_get_size (self, i + skipped) >= 0
             && fl_fit_get_size (target, i) != fl_fit_get_size (self, i + skipped))
      return fl_shape_fail (shape, "dimension %u of `target` does not fit the input's", i);
  if (target->n_dims > 0 && fl_fit_is_greater (self, target, 0))
    return fl_shape_fail (shape, "there are fewer targets than rows");
  if (weight != NULL
      && (weight->n_dims != 1
          || (fl_fit_get_size (weight, 0) >= 0 && fl_fit_get_size (self, MIN (self->n_dims - 1, 1)) >= 0
              && fl_fit_get_size (weight, 0) != fl_fit_get_size (self, MIN (self->n_dims - 1, 1)))))
    return fl_shape_fail (shape, "the argument `weight` must be a row of one number a class");
  return TRUE;
}

static gboolean
fits_classes (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self");
  const gboolean is_2d = strstr (shape->node->op->name, "2d") != NULL,
                 is_nd = strstr (shape->node->op->name, "_nd") != NULL;

  if (self != NULL && !is_nd && (is_2d ? self->n_dims != 4 : self->n_dims == 0 || self->n_dims > 2))
    return fl_shape_fail (shape, "the input has %u dimensions; it must have %s", self->n_dims, is_2d ? "4" : "1 or 2");
  return check_targets (shape, FALSE);
}

static gboolean
fits_cross_entropy (FlShape *shape)
{
  return check_targets (shape, TRUE);
}

/* --- windows ----------------------------------------------------------------------------------- */

static guint
get_n_spatial (const FlShape *shape)
{
  const char *name = shape->node->op->name;

  return strstr (name, "1d") != NULL ? 1 : strstr (name, "3d") != NULL ? 3 : 2;
}

/* Two numbers a dimension, last one first; what is reflected must be there. */
static gboolean
fits_pads (FlShape *shape)
{
  const guint n = get_n_spatial (shape);
  const FlTensor *self = fl_fit_find (shape, "self");
  const gboolean reflects = strstr (shape->node->op->name, "reflection") != NULL;
  const FlSym *const *pads;
  guint n_pads;
  gint64 pad;

  if (self == NULL || (pads = fl_shape_get_syms (shape, "padding", &n_pads)) == NULL)
    return TRUE;
  if (n_pads != 2 * n)
    return fl_shape_fail (shape, "the argument `padding` has %u entries; it must have %u", n_pads, 2 * n);
  if (self->n_dims != n + 1 && self->n_dims != n + 2)
    return fl_shape_fail (shape, "`self` has %u dimensions; it must have %u or %u", self->n_dims, n + 1, n + 2);
  for (guint i = 0; i < n_pads; i++)
    {
      const gint64 size = fl_fit_get_size (self, self->n_dims - 1 - i / 2);

      if (!fl_sym_is_int (pads[i], &pad) || size < 0)
        continue;
      if (pad < -size || (reflects && pad >= size) || (!reflects && pad > 0 && size == 0))
        return fl_shape_fail (shape,
                              "the entry %" G_GINT64_FORMAT " of `padding` does not fit a size of %" G_GINT64_FORMAT,
                              pad, size);
    }
  return TRUE;
}

/* Windows are counted in 32 bits, and at most half of one is padding. */
static gboolean
fits_pool (FlShape *shape)
{
  static const char *const names[] = { "kernel_size", "stride", "padding", "dilation" };
  const FlTensor *self = fl_fit_find (shape, "self"), *gradient = fl_fit_find (shape, "grad_output"),
                 *indices = fl_fit_find (shape, "indices");
  const guint n_spatial = get_n_spatial (shape);
  const FlSym *const *kernel = NULL, *const * syms;
  guint n_kernel = 0, n;
  gint64 value, width;

  if (self != NULL && strstr (shape->node->op->name, "low_memory") == NULL && self->n_dims != n_spatial + 1
      && self->n_dims != n_spatial + 2)
    return fl_shape_fail (shape, "`self` has %u dimensions; it must have %u or %u", self->n_dims, n_spatial + 1,
                          n_spatial + 2);
  for (guint d = 0; self != NULL && d < n_spatial && d < self->n_dims; d++)
    if (fl_fit_get_size (self, self->n_dims - 1 - d) == 0)
      return fl_shape_fail (shape, "dimension %u of `self`, which is pooled, has no elements", self->n_dims - 1 - d);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (fl_node_find_arg (shape->node, names[i]) == NULL || (syms = fl_shape_get_syms (shape, names[i], &n)) == NULL)
        continue;
      if (i == 0)
        {
          kernel = syms;
          n_kernel = n;
        }
      for (guint j = 0; j < n; j++)
        {
          if (!fl_sym_is_int (syms[j], &value))
            continue;
          if (value > G_MAXINT32)
            return fl_shape_fail (shape, "the entry %" G_GINT64_FORMAT " of `%s` is beyond 2**31", value, names[i]);
          if (i == 2 && n_kernel > 0 && fl_sym_is_int (kernel[MIN (j, n_kernel - 1)], &width) && value > width / 2)
            return fl_shape_fail (shape, "the entry %" G_GINT64_FORMAT " of `padding` is more than half of the kernel",
                                  value);
        }
    }
  if (gradient != NULL && self != NULL && gradient->n_dims != self->n_dims)
    return fl_shape_fail (shape, "`grad_output` has %u dimensions; `self` has %u", gradient->n_dims, self->n_dims);
  return gradient == NULL || indices == NULL
         || fl_fit_check_same_sizes (shape, "indices", indices, gradient, G_MAXUINT);
}

/* Three numbers of each operand along a dimension of both; the others are broadcast. */
static gboolean
fits_cross (FlShape *shape)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0), *other = fl_shape_get_tensor (shape, 1);
  guint dim;

  if (self == NULL || other == NULL)
    return TRUE;
  if (self->n_dims != other->n_dims || self->n_dims == 0)
    return fl_shape_fail (shape, "operands of %u and %u dimensions; they must have equally many", self->n_dims,
                          other->n_dims);
  if (!fl_shape_wrap_dim (shape, fl_shape_get_int_or (shape, "dim", -1), self->n_dims, &dim))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      const gint64 size = fl_fit_get_size (i == 0 ? self : other, dim);

      if (size >= 0 && size != 3)
        return fl_shape_fail (shape, "%" G_GINT64_FORMAT " elements along dimension %u; there must be 3", size, dim);
    }
  return TRUE;
}

static gboolean
fits_groups (FlShape *shape)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *channels = fl_shape_get_sym (shape, "C");
  gint64 groups, n;

  if (channels == NULL && self != NULL && self->n_dims > 1)
    channels = self->sizes[1];
  groups = fl_shape_get_int_or (shape, fl_node_find_arg (shape->node, "group") != NULL ? "group" : "num_groups", 1);
  if (groups < 1)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " groups; there must be at least one", groups);
  return channels == NULL || !fl_sym_is_int (channels, &n) || n % groups == 0
         || fl_shape_fail (shape, "%" G_GINT64_FORMAT " channels are not divisible by %" G_GINT64_FORMAT " groups", n,
                           groups);
}

/* Nothing can be made of an image without elements; a batch may have no images. */
static gboolean
fits_image (FlShape *shape)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes;
  gint64 size;
  guint n;

  for (guint i = 1; self != NULL && i < self->n_dims; i++)
    if (fl_fit_get_size (self, i) == 0)
      return fl_shape_fail (shape, "there is nothing to resize: dimension %u has no elements", i);
  sizes = fl_node_find_arg (shape->node, "output_size") != NULL ? fl_shape_get_syms (shape, "output_size", &n) : NULL;
  for (guint i = 0; sizes != NULL && i < n; i++)
    if (fl_sym_is_int (sizes[i], &size) && size < 1)
      return fl_shape_fail (shape, "the entry %" G_GINT64_FORMAT " of `output_size` must be greater than 0", size);
  return TRUE;
}

/* The gradient is of what the images became: as many of them, of as many channels, of the output's
 * sides. */
static gboolean
fits_resized (FlShape *shape)
{
  const FlTensor *gradient = fl_fit_find (shape, "grad_output");
  const FlSym *const *sizes, *const *sides;
  guint n, n_sides;

  if (gradient == NULL || (sizes = fl_shape_get_syms (shape, "input_size", &n)) == NULL
      || (sides = fl_shape_get_syms (shape, "output_size", &n_sides)) == NULL)
    return TRUE;
  if (gradient->n_dims != n || n != n_sides + 2)
    return fl_shape_fail (shape, "%u dimensions for `input_size` of %u and `output_size` of %u", gradient->n_dims, n,
                          n_sides);
  for (guint i = 0; i < n; i++)
    {
      const gint64 size = fl_fit_get_size (gradient, i);
      gint64 wanted;

      if (size >= 0 && fl_sym_is_int (i < 2 ? sizes[i] : sides[i - 2], &wanted) && size != wanted)
        return fl_shape_fail (shape,
                              "`grad_output` has %" G_GINT64_FORMAT
                              " elements in dimension %u; `%s` says %" G_GINT64_FORMAT,
                              size, i, i < 2 ? "input_size" : "output_size", wanted);
    }
  return TRUE;
}

/* --- written in place, extremes ---------------------------------------------------------------- */

/* What is written keeps its sizes: the other operands broadcast to it, and it to nothing. */
static gboolean
fits_in_place (FlShape *shape)
{
  static const char *const names[]
      = { "other", "exponent", "min", "max", "end", "weight", "mask", "tensor1", "tensor2", "values" };
  const FlTensor *self = fl_fit_find (shape, "self");

  for (guint k = 0; self != NULL && k < G_N_ELEMENTS (names); k++)
    {
      const FlTensor *operand = fl_fit_find (shape, names[k]);

      if (operand != NULL && operand->n_dims > self->n_dims)
        return fl_shape_fail (shape, "`%s` has %u dimensions; it is written over `self`, which has %u", names[k],
                              operand->n_dims, self->n_dims);
      for (guint i = 0; operand != NULL && i < operand->n_dims; i++)
        {
          const gint64 size = fl_fit_get_size (operand, operand->n_dims - 1 - i),
                       own = fl_fit_get_size (self, self->n_dims - 1 - i);

          if (size >= 0 && own >= 0 && size != 1 && size != own)
            return fl_shape_fail (shape,
                                  "`%s` has %" G_GINT64_FORMAT
                                  " elements in dimension %u from the end; `self`, which is "
                                  "written, has %" G_GINT64_FORMAT,
                                  names[k], size, i + 1, own);
        }
    }
  return TRUE;
}

/* Nothing has no greatest and no least element, not even where there is no result either. */
static gboolean
fits_extreme (FlShape *shape)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gboolean mask[FL_SHAPE_MAX_DIMS];

  if (self == NULL || !fl_shape_get_reduced_dims (shape, self, mask))
    return TRUE;
  for (guint i = 0; i < self->n_dims; i++)
    if (mask[i] && fl_fit_get_size (self, i) == 0)
      return fl_shape_fail (shape, "dimension %u has no elements to choose from", i);
  return TRUE;
}

/* glu and its gradient halve a dimension. */
static gboolean
fits_halves (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "self");
  gint64 size;
  guint dim;

  if (self == NULL || self->n_dims == 0 || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return TRUE;
  size = fl_fit_get_size (self, dim);
  return size < 0 || size % 2 == 0
         || fl_shape_fail (shape, "dimension %u, which is halved, has %" G_GINT64_FORMAT " elements", dim, size);
}

/* Powers below 0 and the greatest of no elements have no value to begin with. */
static gboolean
fits_norm (FlShape *shape)
{
  const FlArg *order = fl_node_find_arg (shape->node, fl_node_find_arg (shape->node, "ord") != NULL ? "ord" : "p");
  double value = 2;

  if (order != NULL && order->kind == FL_ARG_INT)
    value = fl_sym_get_hint (order->sym, 2);
  else if (order != NULL && order->kind == FL_ARG_FLOAT)
    value = order->number;
  return !(value < 0 || isinf (value)) || fits_extreme (shape);
}

/* prims have no wrapped dimensions: there must be one. */
static gboolean
fits_rev (FlShape *shape)
{
  const FlTensor *self = fl_fit_find (shape, "a");
  guint n;

  if (self == NULL || self->n_dims > 0 || fl_shape_get_syms (shape, "dims", &n) == NULL)
    return TRUE;
  return n == 0 || fl_shape_fail (shape, "a tensor without dimensions has none to reverse");
}

static gboolean
fits_window_offsets (FlShape *shape)
{
  static const char *const names[] = { "kernel_size", "stride", "padding", "dilation" };
  const FlTensor *self = fl_fit_find (shape, "self");
  guint n, n_input;

  if (fl_shape_get_syms (shape, "input_size", &n_input) == NULL || self == NULL)
    return TRUE;
  if (n_input == 0 || n_input > self->n_dims)
    return fl_shape_fail (shape, "the argument `input_size` has %u entries for %u dimensions", n_input, self->n_dims);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fl_shape_get_syms (shape, names[i], &n) != NULL && n != n_input)
      return fl_shape_fail (shape, "the argument `%s` has %u entries; it must have %u", names[i], n, n_input);
  return TRUE;
}

static gboolean
fits_seed (FlShape *shape)
{
  const FlTensor *seed = fl_fit_find (shape, "seed");

  return seed == NULL || (seed->n_dims == 0 && fl_dtype_is_integer (seed->dtype))
         || fl_shape_fail (shape, "the argument `seed` must be one integer");
}

static gboolean
fits_embedding_gradient (FlShape *shape)
{
  const FlTensor *gradient = fl_fit_find (shape, "grad_output"), *indices = fl_fit_find (shape, "indices");

  if (gradient == NULL || indices == NULL)
    return TRUE;
  if (gradient->n_dims != indices->n_dims + 1)
    return fl_shape_fail (shape, "`grad_output` has %u dimensions; it must have one more than `indices`, %u",
                          gradient->n_dims, indices->n_dims);
  return fl_fit_check_integers (shape, "indices", indices, FALSE);
}

/* PyTorch's CPU kernels do not look, and read beyond the smaller one. */
static gboolean
fits_softmax_gradient (FlShape *shape)
{
  const FlTensor *gradient = fl_fit_find (shape, "grad_output"), *output = fl_fit_find (shape, "output");

  gboolean is_same = gradient == NULL || output == NULL || gradient->n_dims == output->n_dims;

  for (guint i = 0; is_same && gradient != NULL && output != NULL && i < gradient->n_dims; i++)
    is_same = !fl_fit_is_greater (gradient, output, i) && !fl_fit_is_greater (output, gradient, i);
  return is_same || fl_shape_fail (shape, "`grad_output` has other sizes than `output`");
}

/* --- all of them ------------------------------------------------------------------------------- */

gboolean
fl_shape_fits (FlShape *shape)
{
  static const struct
  {
    const char *prefix;
    Fit fits;
  } rows[] = {
    { "aten.gather.", fl_fit_gather },
    { "aten.scatter", fl_fit_scatter },
    { "aten.index_add", fl_fit_rows },
    { "aten.index_copy", fl_fit_rows },
    { "aten.index_fill", fl_fit_rows },
    { "aten.index_reduce", fl_fit_rows },
    { "aten.index_select.", fl_fit_rows },
    { "aten.index.", fl_fit_index },
    { "aten._unsafe_index.", fl_fit_index },
    { "aten.index_put", fl_fit_index_put },
    { "aten._unsafe_index_put", fl_fit_index_put },
    { "prims._unsafe_index_put", fl_fit_index_put },
    { "aten._unsafe_masked_index", fl_fit_masked_index },
    { "aten.slice_scatter.", fl_fit_slice_scatter },
    { "aten.select_scatter.", fl_fit_select_scatter },
    { "aten.diagonal_scatter.", fl_fit_diagonal_scatter },
    { "aten.as_strided_scatter.", fl_fit_as_strided_scatter },
    { "aten.fill", fits_value },
    { "aten.masked_fill", fits_value },
    { "aten.nll_loss", fits_classes },
    { "aten.cross_entropy_loss.", fits_cross_entropy },
    { "aten.reflection_pad", fits_pads },
    { "aten.replication_pad", fits_pads },
    { "aten.avg_pool", fits_pool },
    { "aten.max_pool", fits_pool },
    { "prims._low_memory_max_pool2d_with", fits_pool },
    { "prims._low_memory_max_pool_with", fits_pool },
    { "prims._low_memory_max_pool_offsets", fits_window_offsets },
    { "aten.upsample_", fits_image },
    { "aten._upsample_", fits_image },
    { "aten.linalg_cross.", fits_cross },
    { "aten.group_norm.", fits_groups },
    { "aten.native_group_norm.", fits_groups },
    { "aten.glu", fits_halves },
    { "aten.amax.", fits_extreme },
    { "aten.amin.", fits_extreme },
    { "aten.aminmax.", fits_extreme },
    { "aten.max.d", fits_extreme },
    { "aten.min.d", fits_extreme },
    { "aten.argmax.", fits_extreme },
    { "aten.argmin.", fits_extreme },
    { "aten.linalg_vector_norm.", fits_norm },
    { "aten.norm.", fits_norm },
    { "aten._softmax_backward_data.", fits_softmax_gradient },
    { "aten._log_softmax_backward_data.", fits_softmax_gradient },
    { "prims.rev.", fits_rev },
    { "prims.inductor_random.", fits_seed },
    { "prims.inductor_randint.", fits_seed },
    { "aten.embedding_dense_backward.", fits_embedding_gradient },
  };

  const FlAtenRow *row = shape->node->op;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (row->name, rows[i].prefix) && !rows[i].fits (shape))
      return FALSE;
  if (row->kind == FL_ATEN_MUTATION && strstr (row->name, "_.") != NULL
      && !g_str_has_prefix (row->name, "aten._foreach") && fl_node_find_arg (shape->node, "index") == NULL
      && fl_node_find_arg (shape->node, "indices") == NULL)
    return fits_in_place (shape);
  return strstr (row->name, "upsample_") == NULL || strstr (row->name, "_backward.") == NULL || fits_resized (shape);
}
