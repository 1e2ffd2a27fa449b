/* Arguments as shape rules need them. */
#include <stdarg.h>
#include <string.h>

#include "fl-shapes-private.h"

static const char *G_GNUC_PRINTF (2, 0) print (FlShape *shape, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);

  return fl_arena_strdup (shape->arena, text);
}

gboolean
fl_shape_fail (FlShape *shape, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  shape->why = print (shape, format, args);
  va_end (args);
  shape->is_wrong = TRUE;
  return FALSE;
}

gboolean
fl_shape_lack (FlShape *shape, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  shape->why = print (shape, format, args);
  va_end (args);
  return FALSE;
}

gboolean
fl_shape_doubt (FlShape *shape, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  shape->doubt = print (shape, format, args);
  va_end (args);
  return TRUE;
}

const FlSym *
fl_shape_int (const FlShape *shape, gint64 value)
{
  return fl_sym_int (shape->symbols, value);
}

const FlValue *
fl_shape_get_value (const FlShape *shape, const FlArg *arg)
{
  const FlValue *value;

  if (arg == NULL || arg->kind != FL_ARG_NODE)
    return NULL;
  value = &fl_graph_get_node (shape->graph, arg->node)->value;
  return value->kind != FL_VALUE_UNKNOWN ? value : NULL;
}

const FlTensor *
fl_shape_get_tensor_of (const FlShape *shape, const FlArg *arg)
{
  const FlValue *value = fl_shape_get_value (shape, arg);

  return value != NULL && value->kind == FL_VALUE_TENSOR ? &value->tensor : NULL;
}

const FlTensor *
fl_shape_find_tensor (FlShape *shape, guint position)
{
  return fl_shape_get_tensor_of (shape, fl_node_get_arg (shape->node, position));
}

const FlTensor *
fl_shape_get_tensor (FlShape *shape, guint position)
{
  const FlTensor *tensor = fl_shape_find_tensor (shape, position);

  if (tensor == NULL)
    fl_shape_lack (shape, "argument %u is no tensor whose shape is known", position + 1);
  return tensor;
}

const FlSym *
fl_shape_get_sym_of (const FlShape *shape, const FlArg *arg)
{
  const FlValue *value = fl_shape_get_value (shape, arg);

  if (value != NULL)
    return value->kind == FL_VALUE_SYM ? value->sym : NULL;
  if (arg == NULL)
    return NULL;
  if (arg->kind == FL_ARG_BOOL)
    return fl_shape_int (shape, arg->number != 0);
  return arg->kind == FL_ARG_INT ? arg->sym : NULL;
}

const FlSym *
fl_shape_get_sym (const FlShape *shape, const char *name)
{
  const FlArg *arg = fl_node_find_arg (shape->node, name);
  gint64 value;

  if (arg != NULL)
    return fl_shape_get_sym_of (shape, arg);
  return fl_node_get_int (shape->node, name, &value) ? fl_shape_int (shape, value) : NULL;
}

const FlSym *const *
fl_shape_get_syms (FlShape *shape, const char *name, guint *n)
{
  const FlSym *const *syms = fl_node_get_syms (shape->graph, shape->node, name, shape->arena, n);

  if (syms == NULL)
    fl_shape_lack (shape, "%s is no list of known integers", name);
  else if (*n > FL_SHAPE_MAX_DIMS)
    {
      fl_shape_lack (shape, "%s has %u entries; at most %d are handled", name, *n, FL_SHAPE_MAX_DIMS);
      return NULL;
    }
  return syms;
}

gboolean
fl_shape_get_int (FlShape *shape, const char *name, gint64 *value)
{
  const FlSym *sym = fl_shape_get_sym (shape, name);

  return (sym != NULL && fl_sym_is_int (sym, value)) || fl_shape_lack (shape, "%s is no known integer", name);
}

gint64
fl_shape_get_int_or (const FlShape *shape, const char *name, gint64 fallback)
{
  const FlSym *sym = fl_shape_get_sym (shape, name);
  gint64 value;

  return sym != NULL && fl_sym_is_int (sym, &value) ? value : fallback;
}

gboolean
fl_shape_get_bool_or (const FlShape *shape, const char *name, gboolean fallback)
{
  gboolean value;

  return fl_node_get_bool (shape->node, name, &value) ? value : fallback;
}

FlDtype
fl_shape_get_dtype_or (const FlShape *shape, const char *name, FlDtype fallback)
{
  const FlArg *arg = fl_node_find_arg (shape->node, name);

  return arg != NULL && arg->kind == FL_ARG_DTYPE ? arg->dtype : fallback;
}

FlDevice
fl_shape_get_device_or (const FlShape *shape, FlDevice fallback)
{
  const FlArg *arg = fl_node_find_arg (shape->node, "device");

  return arg != NULL && arg->kind == FL_ARG_DEVICE ? arg->device : fallback;
}

gboolean
fl_shape_has_arg (const FlShape *shape, const char *name)
{
  const FlArg *arg = fl_node_find_arg (shape->node, name);

  return arg != NULL && arg->kind != FL_ARG_NONE;
}

gboolean
fl_shape_wrap_dim (FlShape *shape, gint64 dim, guint n_dims, guint *wrapped)
{
  const gint64 n = MAX (n_dims, 1);

  if (dim < -n || dim >= n)
    return fl_shape_fail (shape, "dimension %" G_GINT64_FORMAT " of a tensor with %u dimensions", dim, n_dims);
  *wrapped = (guint) (dim < 0 ? dim + n : dim);
  return TRUE;
}

gboolean
fl_shape_get_dim (FlShape *shape, const char *name, guint n_dims, guint *dim)
{
  gint64 value;

  return fl_shape_get_int (shape, name, &value) && fl_shape_wrap_dim (shape, value, n_dims, dim);
}

const char *
fl_shape_get_memory_format (const FlShape *shape)
{
  const FlArg *arg = fl_node_find_arg (shape->node, "memory_format");
  const char *dot;

  if (arg == NULL || arg->kind != FL_ARG_NAME)
    return NULL;
  dot = strrchr (arg->text, '.');
  return dot != NULL ? dot + 1 : arg->text;
}

/* --- promotion -------------------------------------------------------------------------------- */

/* Operands fall into three classes: tensors with dimensions, tensors without, and numbers. A lower class only counts
 * when its kind (bool < integer < float < complex) is higher. */
typedef struct
{
  FlDtype dims;
  FlDtype zero;
  FlDtype number;
} Promotion;

static FlDtype
combine (FlDtype higher, FlDtype lower)
{
  if (fl_dtype_is_complex (higher))
    return higher;
  if (fl_dtype_is_float (higher))
    return fl_dtype_is_complex (lower) ? fl_dtype_promote (higher, lower) : higher;
  if (higher == FL_DTYPE_NONE || higher == FL_DTYPE_BOOL || fl_dtype_is_float (lower) || fl_dtype_is_complex (lower))
    return fl_dtype_promote (higher, lower);
  return higher;
}

static void
add_operand (const FlShape *shape, const FlArg *arg, Promotion *promotion)
{
  const FlValue *value = fl_shape_get_value (shape, arg);
  FlDtype number = FL_DTYPE_NONE;

  if (value != NULL && value->kind == FL_VALUE_TENSOR)
    {
      FlDtype *slot = value->tensor.n_dims > 0 ? &promotion->dims : &promotion->zero;

      *slot = fl_dtype_promote (*slot, value->tensor.dtype);
      return;
    }
  if (value != NULL)
    number = value->kind == FL_VALUE_SYM     ? FL_DTYPE_I64
             : value->kind == FL_VALUE_FLOAT ? FL_DTYPE_F32
             : value->kind == FL_VALUE_BOOL  ? FL_DTYPE_BOOL
                                             : FL_DTYPE_NONE;
  else if (arg != NULL)
    number = arg->kind == FL_ARG_INT     ? FL_DTYPE_I64
             : arg->kind == FL_ARG_FLOAT ? FL_DTYPE_F32
             : arg->kind == FL_ARG_BOOL  ? FL_DTYPE_BOOL
                                         : FL_DTYPE_NONE;
  promotion->number = fl_dtype_promote (promotion->number, number);
}

FlDtype
fl_shape_promote (const FlShape *shape, guint first, guint last)
{
  Promotion promotion = { FL_DTYPE_NONE, FL_DTYPE_NONE, FL_DTYPE_NONE };

  for (guint i = first; i <= last; i++)
    add_operand (shape, fl_node_get_arg (shape->node, i), &promotion);
  return combine (promotion.dims, combine (promotion.zero, promotion.number));
}

FlDtype
fl_shape_to_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_BOOL || fl_dtype_is_integer (dtype) ? FL_DTYPE_F32 : dtype;
}
