/* How the arguments of a call must fit each other where that does not follow from the shape of what
 * it yields: an index and the tensor it picks from, a part and the place it is put in, windows. A
 * row names the operators by the beginning of their names. */
#include <string.h>

#include "fl-intern.h"
#include "fl-shapes-private.h"

typedef gboolean (*Fit) (FlShape *shape);

static const FlTensor *
find (FlShape *shape, const char *name)
{
  return fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, name));
}

/* A tensor without dimensions counts as one element in a row. */
static guint
get_rank (const FlTensor *tensor)
{
  return MAX (tensor->n_dims, 1);
}

static gint64
get_size (const FlTensor *tensor, guint dim)
{
  gint64 size;

  if (tensor->n_dims == 0)
    return 1;
  return fl_sym_is_int (tensor->sizes[dim], &size) ? size : -1; /* -1: not known */
}

static gboolean
is_greater (const FlTensor *a, const FlTensor *b, guint dim)
{
  const gint64 a_size = get_size (a, dim), b_size = get_size (b, dim);

  return a_size >= 0 && b_size >= 0 && a_size > b_size;
}

static gboolean
check_integers (FlShape *shape, const char *name, const FlTensor *tensor, gboolean may_be_mask)
{
  if (fl_dtype_is_integer (tensor->dtype) || tensor->dtype == FL_DTYPE_NONE
      || (may_be_mask && tensor->dtype == FL_DTYPE_BOOL))
    return TRUE;
  return fl_shape_fail (shape, "the argument `%s` must hold integers%s, not %s", name,
                        may_be_mask ? " or a mask" : "", fl_dtype_get_short_name (tensor->dtype));
}

/* Along `roomy` (G_MAXUINT: nowhere) tensor may have more than is used of it, for the reason that
 * fits_index_put gives. */
static gboolean
check_same_sizes (FlShape *shape,
                  const char *name,
                  const FlTensor *tensor,
                  const FlTensor *other,
                  guint roomy)
{
  gboolean is_same = tensor->n_dims == other->n_dims;
  g_autoptr (GString) text = NULL;

  for (guint i = 0; is_same && i < tensor->n_dims; i++)
    is_same = (i == roomy || !is_greater (tensor, other, i)) && !is_greater (other, tensor, i);
  if (is_same)
    return TRUE;
  text = g_string_new (NULL);
  fl_tensor_append (text, tensor, FALSE, FALSE);
  g_string_append (text, ", where it is put ");
  fl_tensor_append (text, other, FALSE, FALSE);
  return fl_shape_fail (shape, "the sizes of `%s` do not fit: it is %s", name, text->str);
}

/* --- picking along a dimension
 * ----------------------------------------------------------------------------------- */

/* index has the rank of self and, but along dim, at most its sizes. */
static gboolean
fits_gather (FlShape *shape)
{
  const FlTensor *self = find (shape, "self"), *index = find (shape, "index");
  guint dim;

  if (self == NULL || index == NULL)
    return TRUE;
  if (!check_integers (shape, "index", index, FALSE)
      || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (get_rank (index) != get_rank (self))
    return fl_shape_fail (shape, "the argument `index` has %u dimensions; `self` has %u",
                          index->n_dims, self->n_dims);
  for (guint i = 0; i < get_rank (self); i++)
    if (i != dim && is_greater (index, self, i))
      return fl_shape_fail (shape, "dimension %u of `index` is larger than that of `self`", i);
  return TRUE;
}

/* Like gather; src, where there is one, has at least the sizes of index. */
static gboolean
fits_scatter (FlShape *shape)
{
  const FlTensor *index = find (shape, "index"), *src = find (shape, "src");

  if (index != NULL && get_size (index, 0) == 0) /* nothing is written */
    return TRUE;
  if (!fits_gather (shape))
    return FALSE;
  if (src == NULL || index == NULL)
    return TRUE;
  if (get_rank (src) != get_rank (index))
    return fl_shape_fail (shape, "the argument `src` has %u dimensions; `index` has %u",
                          src->n_dims, index->n_dims);
  for (guint i = 0; i < get_rank (index); i++)
    if (is_greater (index, src, i))
      return fl_shape_fail (shape, "dimension %u of `index` is larger than that of `src`", i);
  return TRUE;
}

/* A row of indices along dim, and for each of them a part of source. */
static gboolean
fits_rows (FlShape *shape)
{
  const FlTensor *self = find (shape, "self"), *index = find (shape, "index"),
                 *source = find (shape, "source");
  guint dim;

  if (self == NULL || index == NULL)
    return TRUE;
  if (!check_integers (shape, "index", index, FALSE)
      || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (index->n_dims > 1)
    return fl_shape_fail (shape, "the argument `index` has %u dimensions; it must have 1",
                          index->n_dims);
  if (source == NULL)
    return TRUE;
  if (get_rank (source) != get_rank (self))
    return fl_shape_fail (shape, "the argument `source` has %u dimensions; `self` has %u",
                          source->n_dims, self->n_dims);
  for (guint i = 0; i < get_rank (self); i++)
    {
      const gint64 wanted = i == dim ? get_size (index, 0) : get_size (self, i),
                   found = get_size (source, i);

      if (wanted >= 0 && found >= 0 && wanted != found)
        return fl_shape_fail (shape,
                              "dimension %u of `source` is %" G_GINT64_FORMAT
                              "; it must be %" G_GINT64_FORMAT,
                              i, found, wanted);
    }
  return TRUE;
}

/* --- x[indices]
 * --------------------------------------------------------------------------------------------------
 */

/* A mask stands for as many dimensions as it has, anything else for one. */
static gboolean
check_index_list (FlShape *shape, const FlTensor *self, const FlArg *list)
{
  guint n = 0;

  for (guint i = 0; list != NULL && i < list->n_items; i++)
    {
      const FlTensor *index = fl_shape_get_tensor_of (shape, &list->items[i]);
      const gboolean is_mask
          = index != NULL && (index->dtype == FL_DTYPE_BOOL || index->dtype == FL_DTYPE_U8);
      const guint n_taken = is_mask ? index->n_dims : 1;

      if (index != NULL && !check_integers (shape, "indices", index, TRUE))
        return FALSE;
      if (n + n_taken > self->n_dims)
        return fl_shape_fail (
            shape, "the argument `indices` has more indices than `self` has dimensions, %u",
            self->n_dims);
      for (guint j = 0; is_mask && j < n_taken; j++)
        if (get_size (index, j) >= 0 && get_size (self, n + j) >= 0
            && get_size (index, j) != get_size (self, n + j))
          return fl_shape_fail (shape,
                                "dimension %u of a mask has another size than what it picks from",
                                j);
      n += n_taken;
    }
  return TRUE;
}

static gboolean
fits_index (FlShape *shape)
{
  const FlTensor *self = find (shape, "self");

  return self == NULL || check_index_list (shape, self, fl_node_find_arg (shape->node, "indices"));
}

/* What indices without masks pick; FALSE where that is not known. */
static gboolean
infer_picked (FlShape *shape, FlValue *picked)
{
  FlShape reading = { .graph = shape->graph, .arena = shape->arena, .symbols = shape->symbols };
  FlNode node = *shape->node;
  FlArg args[2];

  if (fl_node_find_arg (&node, "self") == NULL || fl_node_find_arg (&node, "indices") == NULL)
    return FALSE;
  args[0] = *fl_node_find_arg (&node, "self");
  args[1] = *fl_node_find_arg (&node, "indices");
  args[0].keyword = args[1].keyword = NULL;
  node.op = fl_aten_get_row (FL_ATEN_OP_INDEX_TENSOR);
  node.n_args = G_N_ELEMENTS (args);
  node.args = args;
  reading.node = &node;
  return fl_shape_index (&reading, picked);
}

/* values spread over what the indices pick, and does not make that larger. Sizes that do not fit
 * are a doubt only: dumps of graphs whose sizes depend on data give them as they were in one run,
 * where they need not agree. */
static gboolean
fits_index_put (FlShape *shape)
{
  const FlTensor *values = find (shape, "values");
  FlValue picked;
  guint missing;

  if (!fits_index (shape))
    return FALSE;
  if (values == NULL || find (shape, "self") == NULL || !infer_picked (shape, &picked))
    return TRUE;
  if (values->n_dims > picked.tensor.n_dims)
    return fl_shape_fail (shape, "the argument `values` has %u dimensions; the indices pick %u",
                          values->n_dims, picked.tensor.n_dims);
  missing = picked.tensor.n_dims - values->n_dims;
  for (guint i = 0; i < values->n_dims; i++)
    {
      const gint64 found = get_size (values, i), wanted = get_size (&picked.tensor, missing + i);

      if (found >= 0 && wanted >= 0 && found != 1 && found != wanted)
        return fl_shape_doubt (shape,
                               "dimension %u of `values` is %" G_GINT64_FORMAT
                               "; the indices pick %" G_GINT64_FORMAT,
                               i, found, wanted);
    }
  return TRUE;
}

/* The mask is as large as what the indices pick. */
static gboolean
fits_masked_index (FlShape *shape)
{
  const FlTensor *mask = find (shape, "mask");
  FlValue picked;
  const FlSym *const *sizes;
  guint n;

  if (find (shape, "values") != NULL ? !fits_index_put (shape) : !fits_index (shape))
    return FALSE;
  if (mask == NULL || find (shape, "self") == NULL || !infer_picked (shape, &picked))
    return TRUE;
  if (mask->n_dims > picked.tensor.n_dims)
    return fl_shape_fail (shape, "the argument `mask` has %u dimensions; the indices pick %u",
                          mask->n_dims, picked.tensor.n_dims);
  return fl_shape_broadcast_sizes (shape, mask->sizes, mask->n_dims, picked.tensor.sizes,
                                   picked.tensor.n_dims, &sizes, &n);
}

/* --- putting a part back
 * ----------------------------------------------------------------------------------------- */

/* src has the sizes of the view that it replaces: the same call without src. */
static gboolean
check_part (FlShape *shape, FlAtenOp view_op, FlShapeRule rule, guint roomy)
{
  const FlTensor *src = find (shape, "src");
  FlShape viewing = { .graph = shape->graph, .arena = shape->arena, .symbols = shape->symbols };
  FlNode node = *shape->node;
  FlArg *args = fl_arena_new (shape->arena, FlArg, node.n_args + 1);
  FlValue view;

  node.op = fl_aten_get_row (view_op);
  node.args = args;
  node.n_args = 0;
  for (guint i = 0; i < shape->node->n_args; i++)
    if (&shape->node->args[i] != fl_node_find_arg (shape->node, "src"))
      args[node.n_args++] = shape->node->args[i];
  viewing.node = &node;
  if (!rule (&viewing, &view))
    {
      shape->why = viewing.why;
      shape->is_wrong = viewing.is_wrong;
      return !viewing.is_wrong;
    }
  return src == NULL || check_same_sizes (shape, "src", src, &view.tensor, roomy);
}

static gboolean
fits_slice_scatter (FlShape *shape)
{
  const FlTensor *self = find (shape, "self");
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return self == NULL;
  return check_part (shape, FL_ATEN_OP_SLICE_TENSOR, fl_shape_slice, dim);
}

static gboolean
fits_select_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_SELECT_INT, fl_shape_select, G_MAXUINT);
}

static gboolean
fits_diagonal_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_DIAGONAL, fl_shape_diagonal, G_MAXUINT);
}

static gboolean
fits_as_strided_scatter (FlShape *shape)
{
  return check_part (shape, FL_ATEN_OP_AS_STRIDED, fl_shape_as_strided, G_MAXUINT);
}

/* --- one value, targets
 * ------------------------------------------------------------------------------------------ */

static gboolean
fits_value (FlShape *shape)
{
  const FlTensor *value = find (shape, "value");

  return value == NULL || value->n_dims == 0
         || fl_shape_fail (shape, "the argument `value` has %u dimensions; it must have none",
                           value->n_dims);
}

/* [N, C, …] and a class for each of [N, …]; a lone row is [C] and one class. Probabilities have the
 * sizes of self. */
static gboolean
check_targets (FlShape *shape, gboolean may_be_probabilities)
{
  const FlTensor *self = find (shape, "self"), *target = find (shape, "target"),
                 *weight = find (shape, "weight");
  const guint skipped = 1;

  if (self == NULL || target == NULL)
    return TRUE;
  if (may_be_probabilities && fl_dtype_is_float (target->dtype) && target->n_dims == self->n_dims)
    return self->n_dims > 0 ? check_same_sizes (shape, "target", target, self, G_MAXUINT)
                            : fl_shape_fail (shape, "the input has no dimension of classes");
  if (self->n_dims == 0 || target->n_dims + 1 != self->n_dims)
    return fl_shape_fail (shape,
                          "targets of %u dimensions for an input of %u; they must have one less",
                          target->n_dims, self->n_dims);
  if (!check_integers (shape, "target", target, FALSE))
    return FALSE;
  for (guint i = 0; i < target->n_dims; i++)
    if (is_greater (target, self, i) && i == 0)
      return fl_shape_fail (shape, "there are more targets than rows");
    else if (i > 0 && get_size (target, i) >= 0 && get_size (self, i + skipped) >= 0
             && get_size (target, i) != get_size (self, i + skipped))
      return fl_shape_fail (shape, "dimension %u of `target` does not fit the input's", i);
  if (target->n_dims > 0 && is_greater (self, target, 0))
    return fl_shape_fail (shape, "there are fewer targets than rows");
  if (weight != NULL
      && (weight->n_dims != 1
          || (get_size (weight, 0) >= 0 && get_size (self, MIN (self->n_dims - 1, 1)) >= 0
              && get_size (weight, 0) != get_size (self, MIN (self->n_dims - 1, 1)))))
    return fl_shape_fail (shape, "the argument `weight` must be a row of one number a class");
  return TRUE;
}

static gboolean
fits_classes (FlShape *shape)
{
  const FlTensor *self = find (shape, "self");
  const gboolean is_2d = strstr (shape->node->op->name, "2d") != NULL,
                 is_nd = strstr (shape->node->op->name, "_nd") != NULL;

  if (self != NULL && !is_nd && (is_2d ? self->n_dims != 4 : self->n_dims == 0 || self->n_dims > 2))
    return fl_shape_fail (shape, "the input has %u dimensions; it must have %s", self->n_dims,
                          is_2d ? "4" : "1 or 2");
  return check_targets (shape, FALSE);
}

static gboolean
fits_cross_entropy (FlShape *shape)
{
  return check_targets (shape, TRUE);
}

/* --- windows
 * -----------------------------------------------------------------------------------------------------
 */

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
  const FlTensor *self = find (shape, "self");
  const gboolean reflects = strstr (shape->node->op->name, "reflection") != NULL;
  const FlSym *const *pads;
  guint n_pads;
  gint64 pad;

  if (self == NULL || (pads = fl_shape_get_syms (shape, "padding", &n_pads)) == NULL)
    return TRUE;
  if (n_pads != 2 * n)
    return fl_shape_fail (shape, "the argument `padding` has %u entries; it must have %u", n_pads,
                          2 * n);
  if (self->n_dims != n + 1 && self->n_dims != n + 2)
    return fl_shape_fail (shape, "`self` has %u dimensions; it must have %u or %u", self->n_dims,
                          n + 1, n + 2);
  for (guint i = 0; i < n_pads; i++)
    {
      const gint64 size = get_size (self, self->n_dims - 1 - i / 2);

      if (!fl_sym_is_int (pads[i], &pad) || size < 0)
        continue;
      if (pad < -size || (reflects && pad >= size) || (!reflects && pad > 0 && size == 0))
        return fl_shape_fail (shape,
                              "the entry %" G_GINT64_FORMAT
                              " of `padding` does not fit a size of %" G_GINT64_FORMAT,
                              pad, size);
    }
  return TRUE;
}

/* Windows are counted in 32 bits, and at most half of one is padding. */
static gboolean
fits_pool (FlShape *shape)
{
  static const char *const names[] = { "kernel_size", "stride", "padding", "dilation" };
  const FlTensor *self = find (shape, "self"), *gradient = find (shape, "grad_output"),
                 *indices = find (shape, "indices");
  const guint n_spatial = get_n_spatial (shape);
  const FlSym *const *kernel = NULL, *const * syms;
  guint n_kernel = 0, n;
  gint64 value, width;

  if (self != NULL && strstr (shape->node->op->name, "low_memory") == NULL
      && self->n_dims != n_spatial + 1 && self->n_dims != n_spatial + 2)
    return fl_shape_fail (shape, "`self` has %u dimensions; it must have %u or %u", self->n_dims,
                          n_spatial + 1, n_spatial + 2);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (fl_node_find_arg (shape->node, names[i]) == NULL
          || (syms = fl_shape_get_syms (shape, names[i], &n)) == NULL)
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
            return fl_shape_fail (shape, "the entry %" G_GINT64_FORMAT " of `%s` is beyond 2**31",
                                  value, names[i]);
          if (i == 2 && n_kernel > 0 && fl_sym_is_int (kernel[MIN (j, n_kernel - 1)], &width)
              && value > width / 2)
            return fl_shape_fail (shape,
                                  "the entry %" G_GINT64_FORMAT
                                  " of `padding` is more than half of the kernel",
                                  value);
        }
    }
  if (gradient != NULL && self != NULL && gradient->n_dims != self->n_dims)
    return fl_shape_fail (shape, "`grad_output` has %u dimensions; `self` has %u", gradient->n_dims,
                          self->n_dims);
  return gradient == NULL || indices == NULL
         || check_same_sizes (shape, "indices", indices, gradient, G_MAXUINT);
}

/* prims have no wrapped dimensions: there must be one. */
static gboolean
fits_rev (FlShape *shape)
{
  const FlTensor *self = find (shape, "a");
  guint n;

  if (self == NULL || self->n_dims > 0 || fl_shape_get_syms (shape, "dims", &n) == NULL)
    return TRUE;
  return n == 0 || fl_shape_fail (shape, "a tensor without dimensions has none to reverse");
}

static gboolean
fits_window_offsets (FlShape *shape)
{
  static const char *const names[] = { "kernel_size", "stride", "padding", "dilation" };
  const FlTensor *self = find (shape, "self");
  guint n, n_input;

  if (fl_shape_get_syms (shape, "input_size", &n_input) == NULL || self == NULL)
    return TRUE;
  if (n_input == 0 || n_input > self->n_dims)
    return fl_shape_fail (shape, "the argument `input_size` has %u entries for %u dimensions",
                          n_input, self->n_dims);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fl_shape_get_syms (shape, names[i], &n) != NULL && n != n_input)
      return fl_shape_fail (shape, "the argument `%s` has %u entries; it must have %u", names[i], n,
                            n_input);
  return TRUE;
}

static gboolean
fits_seed (FlShape *shape)
{
  const FlTensor *seed = find (shape, "seed");

  return seed == NULL || (seed->n_dims == 0 && fl_dtype_is_integer (seed->dtype))
         || fl_shape_fail (shape, "the argument `seed` must be one integer");
}

static gboolean
fits_embedding_gradient (FlShape *shape)
{
  const FlTensor *gradient = find (shape, "grad_output"), *indices = find (shape, "indices");

  if (gradient == NULL || indices == NULL)
    return TRUE;
  if (gradient->n_dims != indices->n_dims + 1)
    return fl_shape_fail (
        shape, "`grad_output` has %u dimensions; it must have one more than `indices`, %u",
        gradient->n_dims, indices->n_dims);
  return check_integers (shape, "indices", indices, FALSE);
}

/* --- all of them
 * -------------------------------------------------------------------------------------------------
 */

gboolean
fl_shape_fits (FlShape *shape)
{
  static const struct
  {
    const char *prefix;
    Fit fits;
  } rows[] = {
    { "aten.gather.", fits_gather },
    { "aten.scatter", fits_scatter },
    { "aten.index_add", fits_rows },
    { "aten.index_copy", fits_rows },
    { "aten.index_fill", fits_rows },
    { "aten.index_reduce", fits_rows },
    { "aten.index_select.", fits_rows },
    { "aten.index.", fits_index },
    { "aten._unsafe_index.", fits_index },
    { "aten.index_put", fits_index_put },
    { "aten._unsafe_index_put", fits_index_put },
    { "prims._unsafe_index_put", fits_index_put },
    { "aten._unsafe_masked_index", fits_masked_index },
    { "aten.slice_scatter.", fits_slice_scatter },
    { "aten.select_scatter.", fits_select_scatter },
    { "aten.diagonal_scatter.", fits_diagonal_scatter },
    { "aten.as_strided_scatter.", fits_as_strided_scatter },
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
    { "prims.rev.", fits_rev },
    { "prims.inductor_random.", fits_seed },
    { "prims.inductor_randint.", fits_seed },
    { "aten.embedding_dense_backward.", fits_embedding_gradient },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (shape->node->op->name, rows[i].prefix) && !rows[i].fits (shape))
      return FALSE;
  return TRUE;
}
