/* Sizes and strides: broadcasting, dense layouts, views. The rules are those of ATen: TensorIterator's order of
 * dimensions for elementwise operators, computeStride for views, suggest_memory_format for channels last. */
#include <string.h>

#include "fl-shapes-private.h"

enum
{
  UNKNOWN_SIZE = 8192 /* stands for a symbol without a hint where two strides must be put in order */
};

const FlSym **
fl_shape_new_syms (const FlShape *shape, guint n)
{
  return fl_arena_new (shape->arena, const FlSym *, n + 1);
}

const FlSym **
fl_shape_dup_syms (const FlShape *shape, const FlSym *const *syms, guint n)
{
  const FlSym **copy = fl_shape_new_syms (shape, n);

  if (n > 0)
    memcpy (copy, syms, n * sizeof *copy);
  return copy;
}

gboolean
fl_shape_is_one (const FlSym *size)
{
  return fl_sym_is_int_value (size, 1);
}

static gboolean
is_zero (const FlSym *size)
{
  return fl_sym_is_int_value (size, 0);
}

/* max (size, 1): what a dimension adds to the next stride */
static const FlSym *
get_step (const FlShape *shape, const FlSym *size)
{
  return is_zero (size) ? fl_shape_int (shape, 1) : fl_sym_max (fl_shape_int (shape, 1), size);
}

/* Strides of dense memory whose dimensions are ordered from the innermost: order[0] has stride 1. */
static const FlSym *const *
make_strides_in_order (const FlShape *shape, const FlSym *const *sizes, const guint *order, guint n)
{
  const FlSym **strides = fl_shape_new_syms (shape, n);
  const FlSym *next = fl_shape_int (shape, 1);

  for (guint i = 0; i < n; i++)
    {
      strides[order[i]] = next;
      next = fl_sym_mul (next, get_step (shape, sizes[order[i]]));
    }
  return strides;
}

const FlSym *const *
fl_shape_make_contiguous_strides (const FlShape *shape, const FlSym *const *sizes, guint n)
{
  const FlSym **strides = fl_shape_new_syms (shape, n);
  const FlSym *next = fl_shape_int (shape, 1);

  for (guint i = n; i-- > 0;)
    {
      strides[i] = next;
      next = fl_sym_mul (next, get_step (shape, sizes[i]));
    }
  return strides;
}

/* 4 dimensions: N H W C; 5: N D H W C; others are contiguous. */
const FlSym *const *
fl_shape_make_channels_last_strides (const FlShape *shape, const FlSym *const *sizes, guint n)
{
  static const guint order_4[] = { 1, 3, 2, 0 }, order_5[] = { 1, 4, 3, 2, 0 };

  if (n != 4 && n != 5)
    return fl_shape_make_contiguous_strides (shape, sizes, n);
  return make_strides_in_order (shape, sizes, n == 4 ? order_4 : order_5, n);
}

/* --- looking at layouts ----------------------------------------------------------------------- */

static gint64
get_hint (const FlSym *sym)
{
  return fl_sym_get_hint (sym, UNKNOWN_SIZE);
}

/* Dense in this order of dimensions, innermost first; sizes of 1 may have any stride. */
static gboolean
is_dense_in_order (const FlTensor *tensor, const guint *order)
{
  const FlSym *next = NULL; /* NULL: 1 */

  for (guint i = 0; i < tensor->n_dims; i++)
    {
      const FlSym *size = tensor->sizes[order[i]];

      if (fl_shape_is_one (size))
        continue;
      if (next == NULL ? !fl_shape_is_one (tensor->strides[order[i]])
                       : !fl_sym_known_equal (tensor->strides[order[i]], next))
        return FALSE;
      next = next == NULL ? size : fl_sym_mul (next, size);
    }
  return TRUE;
}

/* Dimensions by rising stride. */
static void
sort_by_stride (const FlTensor *tensor, guint *order)
{
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      guint at = i;

      while (at > 0)
        {
          const gint64 mine = get_hint (tensor->strides[i]), other = get_hint (tensor->strides[order[at - 1]]);

          if (mine > other || (mine == other && get_hint (tensor->sizes[i]) >= get_hint (tensor->sizes[order[at - 1]])))
            break;
          order[at] = order[at - 1];
          at--;
        }
      order[at] = i;
    }
}

gboolean
fl_shape_is_dense (const FlTensor *tensor)
{
  guint order[FL_SHAPE_MAX_DIMS];

  if (tensor->strides == NULL || fl_tensor_is_contiguous (tensor))
    return TRUE;
  sort_by_stride (tensor, order);
  return is_dense_in_order (tensor, order);
}

gboolean
fl_shape_is_channels_last (const FlTensor *tensor)
{
  static const guint order_4[] = { 1, 3, 2, 0 }, order_5[] = { 1, 4, 3, 2, 0 };

  if (tensor->strides == NULL || (tensor->n_dims != 4 && tensor->n_dims != 5))
    return FALSE;
  return is_dense_in_order (tensor, tensor->n_dims == 4 ? order_4 : order_5);
}

gboolean
fl_shape_suggests_channels_last (const FlTensor *tensor)
{
  static const guint order_4[] = { 1, 3, 2, 0 }, order_5[] = { 1, 4, 3, 2, 0 };
  const guint *order = tensor->n_dims == 4 ? order_4 : order_5;
  gint64 least = 0;

  if (tensor->strides == NULL || (tensor->n_dims != 4 && tensor->n_dims != 5) || is_zero (tensor->strides[1]))
    return FALSE;
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      const guint dim = order[i];
      const gint64 stride = get_hint (tensor->strides[dim]), size = get_hint (tensor->sizes[dim]);

      if (size == 0 || stride < least)
        return FALSE;
      /* N111 is contiguous as well: the default layout wins where both fit */
      if (dim == 0 && least == get_hint (tensor->strides[1]))
        return FALSE;
      least = size > 1 ? stride * size : stride;
    }
  return TRUE;
}

/* --- elementwise ------------------------------------------------------------------------------ */

typedef struct
{
  const FlSym *const *sizes;
  guint n;
  guint n_operands;
  const FlTensor *const *operands;
} Iteration;

/* Stride of the operand along dim of the iteration: 0 where it is broadcast. */
static gint64
get_operand_stride (const Iteration *iteration, const FlTensor *operand, guint dim)
{
  const guint missing = iteration->n - operand->n_dims;

  if (dim < missing)
    return 0;
  if (fl_shape_is_one (operand->sizes[dim - missing]) && !fl_shape_is_one (iteration->sizes[dim]))
    return 0;
  return get_hint (operand->strides[dim - missing]);
}

/* > 0: a is outside of b; < 0: inside; 0: the operands do not say. */
static int
compare_dims (const Iteration *iteration, guint a, guint b)
{
  for (guint i = 0; i < iteration->n_operands; i++)
    {
      const gint64 a_stride = get_operand_stride (iteration, iteration->operands[i], a);
      const gint64 b_stride = get_operand_stride (iteration, iteration->operands[i], b);

      if (a_stride == 0 || b_stride == 0)
        continue;
      if (a_stride != b_stride)
        return a_stride > b_stride ? 1 : -1;
      if (get_hint (iteration->sizes[a]) > get_hint (iteration->sizes[b]))
        return 1;
    }
  return 0;
}

/* TensorIterator's insertion sort, which starts from the contiguous order. */
static void
order_dims (const Iteration *iteration, guint *order)
{
  for (guint i = 0; i < iteration->n; i++)
    order[i] = iteration->n - 1 - i;
  for (guint i = 1; i < iteration->n; i++)
    {
      guint at = i;

      for (guint j = i; j-- > 0;)
        {
          const int comparison = compare_dims (iteration, order[j], order[at]);

          if (comparison > 0)
            {
              const guint swapped = order[j];

              order[j] = order[at];
              order[at] = swapped;
              at = j;
            }
          else if (comparison < 0)
            break;
        }
    }
}

static gboolean
has_sizes (const FlTensor *tensor, const FlSym *const *sizes, guint n)
{
  if (tensor->n_dims != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!fl_sym_known_equal (tensor->sizes[i], sizes[i]))
      return FALSE;
  return TRUE;
}

static gboolean
has_strides (const FlTensor *tensor, const FlTensor *other)
{
  for (guint i = 0; i < tensor->n_dims; i++)
    if (!fl_sym_known_equal (tensor->strides[i], other->strides[i]))
      return FALSE;
  return TRUE;
}

typedef enum
{
  FAST_NONE,
  FAST_CONTIGUOUS,
  FAST_CHANNELS_LAST,
  FAST_SAME
} Fast;

/* When all operands have the result's sizes and one layout, the result has that layout too. Where sizes of 1 leave open
 * which of two it is, the operands' strides tell the order (torch/_prims_common,
 * compute_elementwise_output_logical_to_physical_perm). */
static Fast
find_fast (const FlSym *const *sizes, guint n, const FlTensor *const *operands, guint n_operands)
{
  gboolean contiguous = TRUE, channels_last = TRUE, same = TRUE;

  for (guint i = 0; i < n_operands; i++)
    {
      if (!has_sizes (operands[i], sizes, n))
        return FAST_NONE;
      contiguous = contiguous && fl_tensor_is_contiguous (operands[i]);
      channels_last = channels_last && fl_shape_is_channels_last (operands[i]);
      same = same && fl_shape_is_dense (operands[i]) && has_strides (operands[i], operands[0]);
    }
  if (contiguous && channels_last)
    return FAST_NONE;
  return contiguous ? FAST_CONTIGUOUS : channels_last ? FAST_CHANNELS_LAST : same ? FAST_SAME : FAST_NONE;
}

const FlSym *const *
fl_shape_make_elementwise_strides (const FlShape *shape, const FlSym *const *sizes, guint n,
                                   const FlTensor *const *operands, guint n_operands)
{
  const FlTensor *known[8];
  Iteration iteration = { sizes, n, 0, known };
  guint order[FL_SHAPE_MAX_DIMS];

  for (guint i = 0; i < n_operands && iteration.n_operands < G_N_ELEMENTS (known); i++)
    if (operands[i]->strides != NULL && operands[i]->n_dims <= n)
      known[iteration.n_operands++] = operands[i];
  if (iteration.n_operands == 0)
    return fl_shape_make_contiguous_strides (shape, sizes, n);
  switch (find_fast (sizes, n, known, iteration.n_operands))
    {
    case FAST_CONTIGUOUS: return fl_shape_make_contiguous_strides (shape, sizes, n);
    case FAST_CHANNELS_LAST: return fl_shape_make_channels_last_strides (shape, sizes, n);
    case FAST_SAME: return fl_shape_dup_syms (shape, known[0]->strides, n);
    case FAST_NONE: break;
    }
  order_dims (&iteration, order);
  return make_strides_in_order (shape, sizes, order, n);
}

/* --- making tensors --------------------------------------------------------------------------- */

FlTensor
fl_shape_make_contiguous (const FlShape *shape, FlDtype dtype, const FlSym *const *sizes, guint n, FlDevice device)
{
  return (FlTensor) { .dtype = dtype,
                      .n_dims = n,
                      .sizes = sizes,
                      .strides = fl_shape_make_contiguous_strides (shape, sizes, n),
                      .device = device };
}

FlTensor
fl_shape_like (const FlShape *shape, const FlTensor *like, FlDtype dtype)
{
  FlTensor tensor = *like;
  const FlTensor *const operands[] = { like };

  tensor.dtype = dtype;
  tensor.offset = NULL;
  if (like->strides == NULL)
    tensor.strides = fl_shape_make_contiguous_strides (shape, like->sizes, like->n_dims);
  else if (!fl_shape_is_dense (like))
    tensor.strides = fl_shape_make_elementwise_strides (shape, like->sizes, like->n_dims, operands, 1);
  return tensor;
}

gboolean
fl_shape_set (FlValue *out, FlTensor tensor)
{
  *out = (FlValue) { .kind = FL_VALUE_TENSOR, .tensor = tensor };
  return TRUE;
}

gboolean
fl_shape_set_tuple (const FlShape *shape, FlValue *out, const FlTensor *tensors, guint n)
{
  FlValue *items = fl_arena_new (shape->arena, FlValue, n);

  for (guint i = 0; i < n; i++)
    if (tensors[i].dtype == FL_DTYPE_NONE)
      items[i].kind = FL_VALUE_NONE;
    else
      fl_shape_set (&items[i], tensors[i]);
  *out = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = n, .items = items };
  return TRUE;
}

gboolean
fl_shape_broadcast_sizes (FlShape *shape, const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b,
                          const FlSym *const **sizes, guint *n)
{
  const FlSym **out;

  *n = MAX (n_a, n_b);
  *sizes = out = fl_shape_new_syms (shape, *n);
  for (guint i = 0; i < *n; i++)
    {
      const FlSym *x = i < n_a ? a[n_a - 1 - i] : NULL;
      const FlSym *y = i < n_b ? b[n_b - 1 - i] : NULL;
      gint64 x_value, y_value;

      if (x == NULL || y == NULL || fl_shape_is_one (x) || fl_shape_is_one (y))
        out[*n - 1 - i] = x == NULL || (y != NULL && fl_shape_is_one (x)) ? y : x;
      else if (fl_sym_is_int (x, &x_value) && fl_sym_is_int (y, &y_value) && x_value != y_value)
        return fl_shape_fail (shape,
                              "sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                              " do not broadcast (dimension %u from the end)",
                              x_value, y_value, i + 1);
      else
        out[*n - 1 - i] = fl_sym_is_int (y, NULL) ? y : x;
    }
  return TRUE;
}

/* --- views ------------------------------------------------------------------------------------ */

static const FlSym *
get_numel (const FlShape *shape, const FlSym *const *sizes, guint n)
{
  return fl_sym_product (shape->symbols, sizes, n);
}

const FlSym *const *
fl_shape_infer_sizes (const FlShape *shape, const FlSym *const *sizes, guint n, const FlSym *numel)
{
  const FlSym **out = fl_shape_dup_syms (shape, sizes, n);
  const FlSym *others = fl_shape_int (shape, 1);
  int inferred = -1;

  for (guint i = 0; i < n; i++)
    if (fl_sym_is_int_value (sizes[i], -1))
      inferred = (int) i;
    else
      others = fl_sym_mul (others, sizes[i]);
  if (inferred >= 0)
    out[inferred] = is_zero (others) ? fl_shape_int (shape, 0) : fl_sym_floor_div (numel, others);
  return out;
}

/* ATen's computeStride: runs of old dimensions that lie in memory as one are cut anew. */
const FlSym *const *
fl_shape_make_view_strides (const FlShape *shape, const FlTensor *tensor, const FlSym *const *sizes, guint n)
{
  const FlSym **strides = fl_shape_new_syms (shape, n);
  const FlSym *const *old_strides = tensor->strides;
  const FlSym *base, *old_numel, *new_numel;
  guint next = n;

  if (old_strides == NULL || tensor->n_dims == 0 || fl_tensor_is_contiguous (tensor)
      || is_zero (get_numel (shape, sizes, n)))
    return fl_shape_make_contiguous_strides (shape, sizes, n);
  base = old_strides[tensor->n_dims - 1];
  old_numel = new_numel = fl_shape_int (shape, 1);
  for (guint i = tensor->n_dims; i-- > 0;)
    {
      old_numel = fl_sym_mul (old_numel, tensor->sizes[i]);
      if (i > 0
          && (fl_shape_is_one (tensor->sizes[i - 1])
              || fl_sym_known_equal (old_strides[i - 1], fl_sym_mul (old_numel, base))))
        continue;
      while (next > 0 && (!fl_sym_known_equal (new_numel, old_numel) || fl_shape_is_one (sizes[next - 1])))
        {
          next--;
          strides[next] = fl_sym_mul (new_numel, base);
          new_numel = fl_sym_mul (new_numel, sizes[next]);
        }
      if (!fl_sym_known_equal (new_numel, old_numel))
        return NULL;
      if (i > 0)
        {
          base = old_strides[i - 1];
          old_numel = new_numel = fl_shape_int (shape, 1);
        }
    }
  return next == 0 ? strides : NULL;
}
