/* Products of matrices, and collectives. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (mm);
SHAPE_RULE (int_mm);
SHAPE_RULE (scaled_mm);
SHAPE_RULE (addmm);
SHAPE_RULE (bmm);
SHAPE_RULE (baddbmm);
SHAPE_RULE (mv);
SHAPE_RULE (addmv);
SHAPE_RULE (dot);
SHAPE_RULE (einsum);
SHAPE_RULE (linear);
SHAPE_RULE (matmul);
SHAPE_RULE (grouped_mm);
SHAPE_RULE (all_gather);
SHAPE_RULE (all_gather_coalesced);
SHAPE_RULE (reduce_scatter);
SHAPE_RULE (reduce_scatter_coalesced);
SHAPE_RULE (all_to_all);

/* Rows and columns of the last two dimensions; a vector counts as one row (left) or one column (right). */
static gboolean
check_inner (FlShape *shape, const FlSym *a, const FlSym *b)
{
  gint64 a_value, b_value;

  if (!fl_sym_is_int (a, &a_value) || !fl_sym_is_int (b, &b_value) || a_value == b_value)
    return TRUE;
  return fl_shape_fail (shape, "inner sizes differ: %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, a_value, b_value);
}

static gboolean
get_two (FlShape *shape, guint a_position, guint n_dims, const FlTensor **a, const FlTensor **b)
{
  *a = fl_shape_get_tensor (shape, a_position);
  *b = *a != NULL ? fl_shape_get_tensor (shape, a_position + 1) : NULL;
  if (*b == NULL)
    return FALSE;
  if ((*a)->n_dims != n_dims || (*b)->n_dims != n_dims)
    return fl_shape_fail (shape, "the factors have %u and %u dimensions, not %u", (*a)->n_dims, (*b)->n_dims, n_dims);
  return check_inner (shape, (*a)->sizes[n_dims - 1], (*b)->sizes[n_dims - 2]);
}

static gboolean
multiply (FlShape *shape, guint a_position, FlDtype dtype, FlValue *out)
{
  const FlTensor *a, *b;
  const FlSym **sizes = fl_shape_new_syms (shape, 2);

  if (!get_two (shape, a_position, 2, &a, &b))
    return FALSE;
  sizes[0] = a->sizes[0];
  sizes[1] = b->sizes[1];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, dtype == FL_DTYPE_NONE ? a->dtype : dtype, sizes, 2,
                                                      a->device));
}

static gboolean
multiply_batch (FlShape *shape, guint a_position, FlValue *out)
{
  const FlTensor *a, *b;
  const FlSym **sizes = fl_shape_new_syms (shape, 3);
  gint64 n_a, n_b;

  if (!get_two (shape, a_position, 3, &a, &b))
    return FALSE;
  if (fl_sym_is_int (a->sizes[0], &n_a) && fl_sym_is_int (b->sizes[0], &n_b) && n_a != n_b)
    return fl_shape_fail (shape, "batches of %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " matrices", n_a, n_b);
  sizes[0] = a->sizes[0];
  sizes[1] = a->sizes[1];
  sizes[2] = b->sizes[2];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, fl_shape_get_dtype_or (shape, "out_dtype", a->dtype),
                                                      sizes, 3, a->device));
}

gboolean
fl_shape_mm (FlShape *shape, FlValue *out)
{
  return multiply (shape, 0, fl_shape_get_dtype_or (shape, "out_dtype", FL_DTYPE_NONE), out);
}

gboolean
fl_shape_int_mm (FlShape *shape, FlValue *out)
{
  return multiply (shape, 0, FL_DTYPE_I32, out);
}

gboolean
fl_shape_scaled_mm (FlShape *shape, FlValue *out)
{
  return multiply (shape, 0, fl_shape_get_dtype_or (shape, "out_dtype", FL_DTYPE_NONE), out);
}

gboolean
fl_shape_addmm (FlShape *shape, FlValue *out)
{
  return multiply (shape, 1, fl_shape_get_dtype_or (shape, "out_dtype", FL_DTYPE_NONE), out);
}

gboolean
fl_shape_bmm (FlShape *shape, FlValue *out)
{
  return multiply_batch (shape, 0, out);
}

gboolean
fl_shape_baddbmm (FlShape *shape, FlValue *out)
{
  return multiply_batch (shape, 1, out);
}

static gboolean
multiply_vector (FlShape *shape, guint position, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, position);
  const FlTensor *b = a != NULL ? fl_shape_get_tensor (shape, position + 1) : NULL;

  if (b == NULL)
    return FALSE;
  if (a->n_dims != 2 || b->n_dims != 1)
    return fl_shape_fail (shape, "a matrix and a vector are needed, not %u and %u dimensions", a->n_dims, b->n_dims);
  return check_inner (shape, a->sizes[1], b->sizes[0])
         && fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, a->sizes, 1, a->device));
}

gboolean
fl_shape_mv (FlShape *shape, FlValue *out)
{
  return multiply_vector (shape, 0, out);
}

gboolean
fl_shape_addmv (FlShape *shape, FlValue *out)
{
  return multiply_vector (shape, 1, out);
}

gboolean
fl_shape_dot (FlShape *shape, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, 0);

  return a != NULL && fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, NULL, 0, a->device));
}

/* --- einsum ----------------------------------------------------------------------------------- */

enum
{
  N_CHARS = 128
};

/* Gives each letter of one term its size; a size of 1 is broadcast. */
static gboolean
read_term (FlShape *shape, const char *term, const FlTensor *tensor, const FlSym **letters)
{
  guint n = 0;

  for (; *term; term++)
    {
      if (*term == ' ')
        continue;
      if (!g_ascii_isalpha (*term) || n == tensor->n_dims)
        return fl_shape_fail (shape, "the term %s does not name %u dimensions by letters", term, tensor->n_dims);
      if (letters[(guchar) *term] == NULL || fl_shape_is_one (letters[(guchar) *term]))
        letters[(guchar) *term] = tensor->sizes[n];
      n++;
    }
  return n == tensor->n_dims || fl_shape_fail (shape, "a term has %u letters for %u dimensions", n, tensor->n_dims);
}

/* "ij,jk->ik"; without an arrow the result has the letters that occur once, in the order of the alphabet. */
static char *
dup_result_letters (const char *equation)
{
  const char *arrow = strstr (equation, "->");
  GString *result;

  if (arrow != NULL)
    return g_strdup (arrow + 2);
  result = g_string_new (NULL);
  for (int c = 'A'; c <= 'z'; c++)
    if (g_ascii_isalpha (c) && strchr (equation, c) != NULL && strchr (equation, c) == strrchr (equation, c))
      g_string_append_c (result, c);
  return g_string_free (result, FALSE);
}

gboolean
fl_shape_einsum (FlShape *shape, FlValue *out)
{
  const FlArg *equation = fl_node_get_arg (shape->node, 0), *list = fl_node_get_arg (shape->node, 1);
  const FlSym *letters[N_CHARS] = { NULL }, *sizes[FL_SHAPE_MAX_DIMS];
  const FlTensor *first = NULL;
  g_autofree char *terms_text = NULL, *result = NULL;
  g_auto (GStrv) terms = NULL;
  FlDtype dtype = FL_DTYPE_NONE;
  guint n = 0;

  if (equation == NULL || equation->kind != FL_ARG_STRING || list == NULL || list->kind != FL_ARG_LIST)
    return fl_shape_fail (shape, "an equation and a list of tensors are needed");
  result = dup_result_letters (equation->text);
  terms_text = g_strdup (equation->text);
  if (strstr (terms_text, "->") != NULL)
    *strstr (terms_text, "->") = '\0';
  terms = g_strsplit (terms_text, ",", -1);
  if (g_strv_length (terms) != list->n_items)
    return fl_shape_fail (shape, "the equation has %u terms for %u tensors", g_strv_length (terms), list->n_items);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (tensor == NULL || !read_term (shape, terms[i], tensor, letters))
        return shape->why != NULL ? FALSE
                                  : fl_shape_lack (shape, "item %u of the list is no tensor whose shape is known", i);
      first = first != NULL ? first : tensor;
      dtype = dtype == FL_DTYPE_NONE ? tensor->dtype : fl_dtype_promote (dtype, tensor->dtype);
    }
  for (const char *c = result; *c; c++)
    if (*c != ' ')
      {
        if (!g_ascii_isalpha (*c) || letters[(guchar) *c] == NULL || n == FL_SHAPE_MAX_DIMS)
          return fl_shape_fail (shape, "the result's letter %c is in no term", *c);
        sizes[n++] = letters[(guchar) *c];
      }
  if (first == NULL)
    return fl_shape_fail (shape, "a sum over no tensors");
  return fl_shape_set (out,
                       fl_shape_make_contiguous (shape, dtype, fl_shape_dup_syms (shape, sizes, n), n, first->device));
}

/* --- with vectors and batches ----------------------------------------------------------------- */

/* x[…, in] with weight[out, in] gives [..., out]. */
gboolean
fl_shape_linear (FlShape *shape, FlValue *out)
{
  const FlTensor *input = fl_shape_get_tensor (shape, 0);
  const FlTensor *weight = input != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlSym **sizes;

  if (weight == NULL)
    return FALSE;
  if (input->n_dims == 0 || weight->n_dims == 0 || weight->n_dims > 2)
    return fl_shape_fail (shape, "an input with dimensions and a weight with 1 or 2 are needed");
  if (!check_inner (shape, input->sizes[input->n_dims - 1], weight->sizes[weight->n_dims - 1]))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, input->sizes, input->n_dims);
  sizes[input->n_dims - 1] = weight->sizes[0];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, input->dtype, sizes, input->n_dims - (weight->n_dims == 1),
                                                      input->device));
}

gboolean
fl_shape_matmul (FlShape *shape, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, 0);
  const FlTensor *b = a != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlSym *const *batch;
  const FlSym **sizes;
  guint n;

  if (b == NULL)
    return FALSE;
  if (a->n_dims == 0 || b->n_dims == 0)
    return fl_shape_fail (shape, "both factors need at least one dimension");
  if (!check_inner (shape, a->sizes[a->n_dims - 1], b->sizes[b->n_dims == 1 ? 0 : b->n_dims - 2])
      || !fl_shape_broadcast_sizes (shape, a->sizes, a->n_dims - MIN (a->n_dims, 2), b->sizes,
                                    b->n_dims - MIN (b->n_dims, 2), &batch, &n))
    return FALSE;
  sizes = fl_shape_new_syms (shape, n + 2);
  memcpy (sizes, batch, n * sizeof *sizes);
  if (a->n_dims > 1)
    sizes[n++] = a->sizes[a->n_dims - 2];
  if (b->n_dims > 1)
    sizes[n++] = b->sizes[b->n_dims - 1];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, a->dtype, sizes, n, a->device));
}

/* Rows (2-D by 3-D), columns or inner dimension are cut into groups; rows are padded to 16 bytes. */
gboolean
fl_shape_grouped_mm (FlShape *shape, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, 0);
  const FlTensor *b = a != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlTensor *offsets = fl_shape_find_tensor (shape, 2);
  const FlSym **sizes = fl_shape_new_syms (shape, 3);
  const FlSym **strides = fl_shape_new_syms (shape, 3);
  FlTensor tensor;
  guint n = 0;
  gint64 unit;

  if (b == NULL || a->n_dims < 2 || a->n_dims > 3 || b->n_dims < 2 || b->n_dims > 3)
    return fl_shape_fail (shape, "matrices or batches of matrices are needed");
  if (a->n_dims == 2 && b->n_dims == 2)
    {
      if (offsets == NULL || offsets->n_dims != 1)
        return fl_shape_lack (shape, "the offsets of the groups are not known");
      sizes[n++] = offsets->sizes[0];
    }
  else if (a->n_dims == 3 && b->n_dims == 3)
    sizes[n++] = a->sizes[0];
  sizes[n++] = a->sizes[a->n_dims - 2];
  sizes[n++] = b->sizes[b->n_dims - 1];
  tensor = fl_shape_make_contiguous (shape, fl_shape_get_dtype_or (shape, "out_dtype", a->dtype), sizes, n, a->device);
  unit = 16 / MAX (fl_dtype_get_size_bytes (tensor.dtype), 1);
  strides[n - 1] = fl_shape_int (shape, 1);
  strides[n - 2] = fl_sym_mul_int (fl_sym_ceil_div (sizes[n - 1], fl_shape_int (shape, unit)), unit);
  if (n == 3)
    strides[0] = fl_sym_mul (sizes[1], strides[1]);
  tensor.strides = strides;
  return fl_shape_set (out, tensor);
}

/* --- collectives ------------------------------------------------------------------------------ */

static gboolean
resize_first (FlShape *shape, const FlTensor *self, const FlSym *size, FlTensor *tensor)
{
  const FlSym **sizes;

  if (self->n_dims == 0 || size == NULL)
    return fl_shape_fail (shape, "a tensor with dimensions and a group size are needed");
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  sizes[0] = size;
  *tensor = fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device);
  return TRUE;
}

static const FlSym *
scale_first (FlShape *shape, const FlTensor *self, gboolean is_gather)
{
  const FlSym *group = fl_shape_get_sym (shape, "group_size");

  if (group == NULL || self->n_dims == 0 || fl_sym_is_int_value (group, 0))
    return NULL;
  return is_gather ? fl_sym_mul (self->sizes[0], group) : fl_sym_floor_div (self->sizes[0], group);
}

static gboolean
scale_one (FlShape *shape, gboolean is_gather, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor tensor;

  return self != NULL && resize_first (shape, self, scale_first (shape, self, is_gather), &tensor)
         && fl_shape_set (out, tensor);
}

static gboolean
scale_all (FlShape *shape, gboolean is_gather, FlValue *out)
{
  const FlArg *list = fl_node_get_arg (shape->node, 0);
  FlTensor *tensors;

  if (list == NULL || list->n_items == 0)
    return fl_shape_fail (shape, "the first argument is no list of tensors");
  tensors = fl_arena_new (shape->arena, FlTensor, list->n_items);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *self = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (self == NULL || !resize_first (shape, self, scale_first (shape, self, is_gather), &tensors[i]))
        return fl_shape_lack (shape, "item %u of the list is no tensor whose shape is known", i);
    }
  return fl_shape_set_tuple (shape, out, tensors, list->n_items);
}

gboolean
fl_shape_all_gather (FlShape *shape, FlValue *out)
{
  return scale_one (shape, TRUE, out);
}

gboolean
fl_shape_all_gather_coalesced (FlShape *shape, FlValue *out)
{
  return scale_all (shape, TRUE, out);
}

gboolean
fl_shape_reduce_scatter (FlShape *shape, FlValue *out)
{
  return scale_one (shape, FALSE, out);
}

gboolean
fl_shape_reduce_scatter_coalesced (FlShape *shape, FlValue *out)
{
  return scale_all (shape, FALSE, out);
}

gboolean
fl_shape_all_to_all (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *parts;
  const FlSym *sum = fl_shape_int (shape, 0);
  FlTensor tensor;
  guint n;

  if (self == NULL || (parts = fl_shape_get_syms (shape, "output_split_sizes", &n)) == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    sum = fl_sym_add (sum, parts[i]);
  return resize_first (shape, self, sum, &tensor) && fl_shape_set (out, tensor);
}
