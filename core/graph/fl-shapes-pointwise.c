/* Elementwise operators: sizes broadcast together, layout of TensorIterator, PyTorch's type promotion. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-intern.h"
#include "fl-shapes-private.h"

SHAPE_RULE (div_mode);
SHAPE_RULE (clamp);
SHAPE_RULE (ternary);
SHAPE_RULE (ternary_float);
SHAPE_RULE (where);
SHAPE_RULE (masked_fill);
SHAPE_RULE (float);
SHAPE_RULE (boolean);
SHAPE_RULE (clone);
SHAPE_RULE (contiguous);
SHAPE_RULE (to);
SHAPE_RULE (to_copy);
SHAPE_RULE (to_other);
SHAPE_RULE (convert_element_type);
SHAPE_RULE (device_put);
SHAPE_RULE (first);
SHAPE_RULE (second);
SHAPE_RULE (copy);
SHAPE_RULE (gradient);
SHAPE_RULE (gradient_where);
SHAPE_RULE (gradient_cast);
SHAPE_RULE (glu);
SHAPE_RULE (log_sigmoid);
SHAPE_RULE (complex);
SHAPE_RULE (native_dropout);
SHAPE_RULE (loss);
SHAPE_RULE (foreach);
SHAPE_RULE (nothing);
SHAPE_RULE (dynamic);

/* --- the one pattern -------------------------------------------------------------------------- */

typedef struct
{
  const FlTensor *tensors[8];
  guint n;
} Operands;

/* Numbers among the operands do not matter here; a node of which nothing is known does. */
static gboolean
collect_operands (FlShape *shape, guint first, guint last, Operands *operands)
{
  operands->n = 0;
  for (guint i = first; i <= last; i++)
    {
      const FlTensor *tensor = fl_shape_find_tensor (shape, i);
      const FlArg *arg = fl_node_get_arg (shape->node, i);

      if (arg != NULL && arg->kind == FL_ARG_NODE && fl_shape_get_value (shape, arg) == NULL)
        return fl_shape_lack (shape, "argument %u is not known", i + 1);
      if (tensor != NULL && operands->n < G_N_ELEMENTS (operands->tensors))
        operands->tensors[operands->n++] = tensor;
    }
  return operands->n > 0 || fl_shape_fail (shape, "no argument is a tensor");
}

/* The first operand that has dimensions decides: a CPU scalar may join tensors of any device. */
static FlDevice
pick_device (const Operands *operands)
{
  for (guint i = 0; i < operands->n; i++)
    if (operands->tensors[i]->n_dims > 0 && operands->tensors[i]->device.type != NULL)
      return operands->tensors[i]->device;
  for (guint i = 0; i < operands->n; i++)
    if (operands->tensors[i]->device.type != NULL && strcmp (operands->tensors[i]->device.type, "cpu") != 0)
      return operands->tensors[i]->device;
  return operands->tensors[0]->device;
}

gboolean
fl_shape_combine (FlShape *shape, guint first, guint last, FlDtype dtype, FlValue *out)
{
  Operands operands;
  FlTensor tensor = { .dtype = dtype };
  const FlSym *const *sizes;
  guint n;

  if (!collect_operands (shape, first, last, &operands))
    return FALSE;
  sizes = operands.tensors[0]->sizes;
  n = operands.tensors[0]->n_dims;
  for (guint i = 1; i < operands.n; i++)
    if (!fl_shape_broadcast_sizes (shape, sizes, n, operands.tensors[i]->sizes, operands.tensors[i]->n_dims, &sizes,
                                   &n))
      return FALSE;
  tensor.n_dims = n;
  tensor.sizes = sizes;
  tensor.strides = fl_shape_make_elementwise_strides (shape, sizes, n, operands.tensors, operands.n);
  tensor.device = pick_device (&operands);
  return fl_shape_set (out, tensor);
}

/* How many leading arguments are operands: two, or three for prims.fma. */
static guint
get_last_operand (const FlShape *shape)
{
  return shape->node->op->op == FL_ATEN_OP_PRIMS_FMA ? 2 : 1;
}

gboolean
fl_shape_broadcast (FlShape *shape, FlValue *out)
{
  const guint last = get_last_operand (shape);

  return fl_shape_combine (shape, 0, last, fl_shape_promote (shape, 0, last), out);
}

gboolean
fl_shape_broadcast_boolean (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 1, FL_DTYPE_BOOL, out);
}

gboolean
fl_shape_broadcast_float (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 1, fl_shape_to_float (fl_shape_promote (shape, 0, 1)), out);
}

/* Without a rounding mode division is true division. */
gboolean
fl_shape_div_mode (FlShape *shape, FlValue *out)
{
  return fl_shape_has_arg (shape, "rounding_mode") ? fl_shape_broadcast (shape, out)
                                                   : fl_shape_broadcast_float (shape, out);
}

gboolean
fl_shape_clamp (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 2, fl_shape_promote (shape, 0, 2), out);
}

gboolean
fl_shape_ternary (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 2, fl_shape_promote (shape, 0, 2), out);
}

gboolean
fl_shape_ternary_float (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 2, fl_shape_to_float (fl_shape_promote (shape, 0, 2)), out);
}

gboolean
fl_shape_where (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 2, fl_shape_promote (shape, 1, 2), out);
}

/* where (mask, value, self): the mask is the first operand. */
gboolean
fl_shape_masked_fill (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *mask = self != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlTensor *operands[] = { mask, self };
  FlTensor tensor;

  if (mask == NULL)
    return FALSE;
  tensor = *self;
  tensor.offset = NULL;
  if (!fl_shape_broadcast_sizes (shape, self->sizes, self->n_dims, mask->sizes, mask->n_dims, &tensor.sizes,
                                 &tensor.n_dims))
    return FALSE;
  tensor.strides
      = fl_shape_make_elementwise_strides (shape, tensor.sizes, tensor.n_dims, operands, G_N_ELEMENTS (operands));
  return fl_shape_set (out, tensor);
}

/* --- one operand ------------------------------------------------------------------------------ */

static gboolean
set_like (FlShape *shape, guint position, FlDtype dtype, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, position);
  FlTensor tensor;

  if (self == NULL)
    return FALSE;
  tensor = fl_shape_like (shape, self, dtype == FL_DTYPE_NONE ? self->dtype : dtype);
  if (fl_tensor_is_contiguous (self)) /* whatever the strides of dimensions of size 1 were, but for one pixel */
    tensor.strides = fl_shape_make_elementwise_strides (shape, tensor.sizes, tensor.n_dims, &self, 1);
  return fl_shape_set (out, tensor);
}

/* Of the real and the imaginary part of such a number. */
static FlDtype
get_part (FlDtype dtype)
{
  return dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : dtype == FL_DTYPE_C64 ? FL_DTYPE_F32 : FL_DTYPE_F16;
}

gboolean
fl_shape_same (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  /* abs of a complex tensor is real */
  if (shape->node->op->op == FL_ATEN_OP_ABS && fl_dtype_is_complex (self->dtype))
    return set_like (shape, 0, get_part (self->dtype), out);
  /* square is a power: of booleans it counts */
  if (shape->node->op->op == FL_ATEN_OP_SQUARE && self->dtype == FL_DTYPE_BOOL)
    return set_like (shape, 0, FL_DTYPE_I64, out);
  return set_like (shape, 0, FL_DTYPE_NONE, out);
}

gboolean
fl_shape_float (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  if (shape->node->op->op == FL_ATEN_OP_ANGLE && fl_dtype_is_complex (self->dtype))
    return set_like (shape, 0, get_part (self->dtype), out);
  return set_like (shape, 0, fl_shape_to_float (self->dtype), out);
}

gboolean
fl_shape_boolean (FlShape *shape, FlValue *out)
{
  return set_like (shape, 0, FL_DTYPE_BOOL, out);
}

gboolean
fl_shape_clone (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *format = fl_shape_get_memory_format (shape);
  FlTensor tensor;

  if (self == NULL)
    return FALSE;
  tensor = fl_shape_like (shape, self, self->dtype);
  if (format != NULL && g_str_has_prefix (format, "contiguous"))
    tensor.strides = fl_shape_make_contiguous_strides (shape, tensor.sizes, tensor.n_dims);
  else if (format != NULL && g_str_has_prefix (format, "channels_last"))
    tensor.strides = fl_shape_make_channels_last_strides (shape, tensor.sizes, tensor.n_dims);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_contiguous (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *format = fl_shape_get_memory_format (shape);
  FlTensor tensor;

  if (self == NULL)
    return FALSE;
  tensor = fl_shape_make_contiguous (shape, self->dtype, self->sizes, self->n_dims, self->device);
  if (format != NULL && g_str_has_prefix (format, "channels_last"))
    tensor.strides = fl_shape_make_channels_last_strides (shape, tensor.sizes, tensor.n_dims);
  return fl_shape_set (out, tensor);
}

/* to() and type_as() yield their tensor itself where nothing is left to convert, strides and all; a copy would be
 * dense. */
static void
keep_strides_of_itself (FlShape *shape, FlTensor *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (out->dtype == self->dtype && g_strcmp0 (out->device.type, self->device.type) == 0
      && out->device.index == self->device.index)
    out->strides = self->strides;
}

gboolean
fl_shape_to (FlShape *shape, FlValue *out)
{
  const char *format = fl_shape_get_memory_format (shape);

  if (!fl_shape_to_copy (shape, out))
    return FALSE;
  if (!fl_shape_get_bool_or (shape, "copy", FALSE) && (format == NULL || g_str_has_prefix (format, "preserve")))
    keep_strides_of_itself (shape, &out->tensor);
  return TRUE;
}

gboolean
fl_shape_to_copy (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL || !fl_shape_clone (shape, out))
    return FALSE;
  out->tensor.dtype = fl_shape_get_dtype_or (shape, "dtype", self->dtype);
  out->tensor.device = fl_shape_get_device_or (shape, self->device);
  return TRUE;
}

gboolean
fl_shape_to_other (FlShape *shape, FlValue *out)
{
  const FlTensor *other = fl_shape_get_tensor (shape, 1);

  if (other == NULL || !set_like (shape, 0, other->dtype, out))
    return FALSE;
  out->tensor.device = other->device;
  keep_strides_of_itself (shape, &out->tensor);
  return TRUE;
}

gboolean
fl_shape_convert_element_type (FlShape *shape, FlValue *out)
{
  return set_like (shape, 0, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_NONE), out);
}

gboolean
fl_shape_device_put (FlShape *shape, FlValue *out)
{
  if (!set_like (shape, 0, FL_DTYPE_NONE, out))
    return FALSE;
  out->tensor.device = fl_shape_get_device_or (shape, out->tensor.device);
  return TRUE;
}

/* --- the value of an argument ----------------------------------------------------------------- */

/* Operators that write their first argument return it. */
gboolean
fl_shape_first (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && fl_shape_set (out, *self);
}

/* Gradients look like the operand that they belong to. */
gboolean
fl_shape_second (FlShape *shape, FlValue *out)
{
  return set_like (shape, 1, FL_DTYPE_NONE, out);
}

gboolean
fl_shape_copy (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor tensor;

  if (self == NULL)
    return FALSE;
  tensor = *self;
  if (tensor.strides != NULL && !fl_shape_is_dense (self))
    tensor = fl_shape_like (shape, self, self->dtype);
  tensor.offset = NULL;
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_gradient (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 1, fl_shape_promote (shape, 0, 0), out);
}

/* Gradients that are where (condition of self, …): self is the first operand. */
gboolean
fl_shape_gradient_where (FlShape *shape, FlValue *out)
{
  const FlTensor *operands[2];

  if (!fl_shape_gradient (shape, out))
    return FALSE;
  operands[0]
      = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, shape->node->op->op == FL_ATEN_OP_ELU_BACKWARD
                                                                          ? "self_or_result"
                                                                          : "self"));
  operands[1] = fl_shape_find_tensor (shape, 0);
  if (operands[0] != NULL && operands[1] != NULL)
    out->tensor.strides = fl_shape_make_elementwise_strides (shape, out->tensor.sizes, out->tensor.n_dims, operands,
                                                             G_N_ELEMENTS (operands));
  return TRUE;
}

gboolean
fl_shape_gradient_cast (FlShape *shape, FlValue *out)
{
  const FlTensor *gradient = fl_shape_get_tensor (shape, 0);

  return gradient != NULL
         && fl_shape_set (out, fl_shape_make_contiguous (shape,
                                                         fl_shape_get_dtype_or (shape, "input_dtype", gradient->dtype),
                                                         gradient->sizes, gradient->n_dims, gradient->device));
}

/* --- the rest --------------------------------------------------------------------------------- */

gboolean
fl_shape_glu (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "glu needs a dimension to halve");
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  sizes[dim] = fl_sym_floor_div (sizes[dim], fl_shape_int (shape, 2));
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device));
}

/* The second result is a buffer that only the CPU kernel uses. */
gboolean
fl_shape_log_sigmoid (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor tensors[2];

  if (self == NULL)
    return FALSE;
  tensors[0] = tensors[1] = fl_shape_like (shape, self, self->dtype);
  if (self->device.type != NULL && strcmp (self->device.type, "cpu") != 0)
    {
      const FlSym **sizes = fl_shape_new_syms (shape, 1);

      sizes[0] = fl_shape_int (shape, 0);
      tensors[1] = fl_shape_make_contiguous (shape, self->dtype, sizes, 1, self->device);
    }
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

gboolean
fl_shape_complex (FlShape *shape, FlValue *out)
{
  const FlDtype part = fl_shape_promote (shape, 0, 1);

  return fl_shape_combine (shape, 0, 1,
                           part == FL_DTYPE_F64   ? FL_DTYPE_C128
                           : part == FL_DTYPE_F16 ? FL_DTYPE_C32
                                                  : FL_DTYPE_C64,
                           out);
}

gboolean
fl_shape_native_dropout (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor tensors[2];

  if (self == NULL)
    return FALSE;
  tensors[0] = fl_shape_like (shape, self, self->dtype);
  tensors[1] = fl_shape_like (shape, self, FL_DTYPE_BOOL);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* reduction: 0 none, 1 mean, 2 sum */
gboolean
fl_shape_loss (FlShape *shape, FlValue *out)
{
  if (!fl_shape_combine (shape, 0, 1, fl_shape_promote (shape, 0, 1), out))
    return FALSE;
  if (fl_shape_get_int_or (shape, "reduction", 1) != 0)
    *out = (FlValue) { .kind = FL_VALUE_TENSOR,
                       .tensor = fl_shape_make_contiguous (shape, out->tensor.dtype, NULL, 0, out->tensor.device) };
  return TRUE;
}

/* A result for every tensor of the first list. */
/* The operator that a foreach applies to each member; NULL where results are like the first list. */
static const FlAtenRow *
find_single (const char *name)
{
  static const struct
  {
    const char *prefix, *single;
  } names[] = {
    { "aten._foreach_addcmul.", "aten.addcmul.default" },
    { "aten._foreach_addcdiv.", "aten.addcdiv.default" },
    { "aten._foreach_add.", "aten.add.Tensor" },
    { "aten._foreach_sub.", "aten.sub.Tensor" },
    { "aten._foreach_mul.", "aten.mul.Tensor" },
    { "aten._foreach_div.", "aten.div.Tensor" },
    { "aten._foreach_sqrt.", "aten.sqrt.default" },
    { "aten._foreach_lerp.", "aten.lerp.Scalar" },
    { "aten._foreach_norm.", "aten.linalg_vector_norm.default" },
    { "aten._foreach_rsqrt.", "aten.rsqrt.default" },
    { "aten._foreach_reciprocal.", "aten.reciprocal.default" },
    { "aten._foreach_pow.List", "aten.pow.Tensor_Tensor" },
    { "aten._foreach_pow.ScalarAndTensor", "aten.pow.Scalar" },
    { "aten._foreach_pow.Scalar", "aten.pow.Tensor_Scalar" },
    { "aten._foreach_maximum.List", "aten.maximum.default" },
    { "aten._foreach_minimum.List", "aten.minimum.default" },
    { "aten._foreach_clamp_min.List", "aten.maximum.default" },
    { "aten._foreach_clamp_max.List", "aten.minimum.default" },
    { "aten._foreach_maximum.Scalar", "aten.clamp_min.default" },
    { "aten._foreach_minimum.Scalar", "aten.clamp_max.default" },
    { "aten._foreach_clamp_min.Scalar", "aten.clamp_min.default" },
    { "aten._foreach_clamp_max.Scalar", "aten.clamp_max.default" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i].prefix))
      return fl_aten_find (names[i].single);
  return NULL;
}

static gboolean
infer_member (FlShape *shape, const FlAtenRow *single, guint position, FlTensor *tensor)
{
  FlNode node = *shape->node;
  FlArg *args = fl_arena_memdup (shape->arena, node.args, node.n_args * sizeof *args);
  FlValue value = { 0 };

  for (guint i = 0; i < node.n_args; i++)
    if (args[i].kind == FL_ARG_LIST && position < args[i].n_items)
      {
        const char *keyword = args[i].keyword;

        args[i] = args[i].items[position];
        args[i].keyword = keyword;
      }
  if (node.n_args == 4 && args[3].keyword == NULL)
    args[3].keyword = fl_intern ("value");
  node.args = args;
  node.op = single;
  if (!shape->infer (shape->graph, &node, &value) || value.kind != FL_VALUE_TENSOR)
    return fl_shape_lack (shape, "the members at position %u of the lists do not fit %s", position, single->name);
  *tensor = value.tensor;
  return TRUE;
}

gboolean
fl_shape_foreach (FlShape *shape, FlValue *out)
{
  const FlArg *list
      = fl_node_get_arg (shape->node,
                         fl_node_get_arg (shape->node, 0) != NULL && fl_node_get_arg (shape->node, 0)->n_items > 0 ? 0
                                                                                                                   : 1);
  const FlAtenRow *single = find_single (shape->node->op->name);
  FlTensor tensors[FL_SHAPE_MAX_DIMS * 16];

  if (list == NULL || list->n_items > G_N_ELEMENTS (tensors))
    return fl_shape_fail (shape, "the first argument is no list of tensors, or has more than %u",
                          (guint) G_N_ELEMENTS (tensors));
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor_of (shape, &list->items[i]);

      if (tensor == NULL)
        return fl_shape_lack (shape, "item %u of the list is no tensor whose shape is known", i);
      tensors[i] = fl_shape_like (shape, tensor, tensor->dtype);
      if (single != NULL && !infer_member (shape, single, i, &tensors[i]))
        return FALSE;
    }
  return fl_shape_set_tuple (shape, out, tensors, list->n_items);
}

gboolean
fl_shape_nothing (FlShape *shape, FlValue *out)
{
  *out = (FlValue) { .kind = FL_VALUE_NONE };
  return TRUE;
}

/* The sizes depend on the data: only the file knows them. */
gboolean
fl_shape_dynamic (FlShape *shape, FlValue *out)
{
  return fl_shape_lack (shape, "its sizes depend on the data");
}
