/* Integers of sizes: a node's value is the symbolic expression itself. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (sym_size);
SHAPE_RULE (sym_sizes);
SHAPE_RULE (sym_stride);
SHAPE_RULE (sym_numel);
SHAPE_RULE (sym_offset);
SHAPE_RULE (item);
SHAPE_RULE (sym_floordiv);
SHAPE_RULE (sym_mod);
SHAPE_RULE (sym_truediv);
SHAPE_RULE (sym_float);
SHAPE_RULE (sym_function);
SHAPE_RULE (sym_pow);
SHAPE_RULE (sym_neg);
SHAPE_RULE (sym_pos);
SHAPE_RULE (sym_abs);
SHAPE_RULE (sym_opaque);
SHAPE_RULE (sym_ceil);
SHAPE_RULE (sym_floor);
SHAPE_RULE (sym_int);
SHAPE_RULE (sym_sum);
SHAPE_RULE (sym_ite);
SHAPE_RULE (sym_logic);
SHAPE_RULE (getitem);

static gboolean
set_sym (FlValue *out, FlValueKind kind, const FlSym *sym)
{
  *out = (FlValue) { .kind = kind, .sym = sym };
  return TRUE;
}

static const FlTensor *
get_tensor_and_dim (FlShape *shape, guint *dim)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && self->n_dims > 0 && fl_shape_get_dim (shape, "dim", self->n_dims, dim) ? self : NULL;
}

gboolean
fl_shape_sym_size (FlShape *shape, FlValue *out)
{
  guint dim;
  const FlTensor *self = get_tensor_and_dim (shape, &dim);

  return self != NULL && set_sym (out, FL_VALUE_SYM, self->sizes[dim]);
}

/* Before PyTorch 2.2 sym_size had no overload: with a dimension it is sym_size.int. */
gboolean
fl_shape_sym_sizes (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlValue *items;

  if (self == NULL)
    return FALSE;
  if (fl_shape_has_arg (shape, "dim"))
    return fl_shape_sym_size (shape, out);
  items = fl_arena_new (shape->arena, FlValue, self->n_dims);
  for (guint i = 0; i < self->n_dims; i++)
    set_sym (&items[i], FL_VALUE_SYM, self->sizes[i]);
  *out = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = self->n_dims, .items = items };
  return TRUE;
}

gboolean
fl_shape_sym_stride (FlShape *shape, FlValue *out)
{
  guint dim;
  const FlTensor *self = get_tensor_and_dim (shape, &dim);

  return self != NULL && self->strides != NULL && set_sym (out, FL_VALUE_SYM, self->strides[dim]);
}

gboolean
fl_shape_sym_numel (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && set_sym (out, FL_VALUE_SYM, fl_tensor_get_numel (self, shape->symbols));
}

gboolean
fl_shape_sym_offset (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && set_sym (out, FL_VALUE_SYM, self->offset != NULL ? self->offset : fl_shape_int (shape, 0));
}

/* A value read from a tensor: a symbol of its own, named after the node; of a float the one that
 * the file says. */
gboolean
fl_shape_item (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlValue *said = &shape->node->annotated;

  if (self == NULL)
    return FALSE;
  if (fl_dtype_is_float (self->dtype) && said->kind == FL_VALUE_FLOAT && said->sym != NULL
      && fl_sym_is_real (said->sym))
    return set_sym (out, FL_VALUE_FLOAT, said->sym);
  if (fl_dtype_is_float (self->dtype))
    return set_sym (out, FL_VALUE_FLOAT, fl_sym_opaque (shape->symbols, shape->node->name));
  if (self->dtype == FL_DTYPE_BOOL)
    return set_sym (out, FL_VALUE_BOOL, fl_sym_opaque (shape->symbols, shape->node->name));
  return set_sym (out, FL_VALUE_SYM, fl_sym_size (shape->symbols, shape->node->name));
}

/* --- arithmetic ------------------------------------------------------------------------------- */

static gboolean
is_float_operand (const FlShape *shape, guint position)
{
  const FlArg *arg = fl_node_get_arg (shape->node, position);
  const FlValue *value = fl_shape_get_value (shape, arg);

  return (value != NULL && value->kind == FL_VALUE_FLOAT) || (arg != NULL && arg->kind == FL_ARG_FLOAT);
}

/* On tensors python's operators mean the aten operator (graphs before AOT have them). */
static gboolean
is_tensor_operand (const FlShape *shape)
{
  return fl_shape_get_tensor_of (shape, fl_node_get_arg (shape->node, 0)) != NULL
         || fl_shape_get_tensor_of (shape, fl_node_get_arg (shape->node, 1)) != NULL;
}

/* An operand as a number, whole or not; NULL: it is none that is known. */
static const FlSym *
get_number (const FlShape *shape, guint position)
{
  const FlArg *arg = fl_node_get_arg (shape->node, position);
  const FlValue *value = fl_shape_get_value (shape, arg);

  if (arg != NULL && arg->kind == FL_ARG_FLOAT)
    return fl_sym_real_constant (shape->symbols, arg->number);
  if (value != NULL && value->kind == FL_VALUE_FLOAT)
    return value->sym;
  return fl_shape_get_sym_of (shape, arg);
}

/* What an operation on doubles yields. Of operands that nobody tells: a name, with which nothing computes. */
static gboolean
set_float (FlShape *shape, FlSymReal op, guint n_operands, FlValue *out)
{
  const FlSym *a = get_number (shape, 0), *b = n_operands > 1 ? get_number (shape, 1) : NULL;

  if (a == NULL || (n_operands > 1 && b == NULL) || fl_sym_contains_kind (a, FL_SYM_OPAQUE)
      || (b != NULL && fl_sym_contains_kind (b, FL_SYM_OPAQUE)))
    return set_sym (out, FL_VALUE_FLOAT, fl_sym_opaque (shape->symbols, shape->node->name));
  return set_sym (out, FL_VALUE_FLOAT, fl_sym_real (op, a, b));
}

/* A float of an operation that the algebra of sizes does not have: an opaque value. */
static gboolean
set_unknown_float (FlShape *shape, FlValue *out)
{
  return set_sym (out, FL_VALUE_FLOAT, fl_sym_opaque (shape->symbols, shape->node->name));
}

static gboolean
get_operands (FlShape *shape, const FlSym **a, const FlSym **b)
{
  *a = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 0));
  *b = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 1));
  return (*a != NULL && *b != NULL) || fl_shape_lack (shape, "the operands are not known integers");
}

#define BINARY(token, op, expression)                                                                                  \
  SHAPE_RULE (token);                                                                                                  \
  gboolean fl_shape_##token (FlShape *shape, FlValue *out)                                                             \
  {                                                                                                                    \
    const FlSym *a, *b;                                                                                                \
                                                                                                                       \
    if (is_tensor_operand (shape))                                                                                     \
      return fl_shape_broadcast (shape, out);                                                                          \
    if (is_float_operand (shape, 0) || is_float_operand (shape, 1))                                                    \
      return set_float (shape, FL_SYM_REAL_##op, 2, out);                                                              \
    return get_operands (shape, &a, &b) && set_sym (out, FL_VALUE_SYM, expression);                                    \
  }

BINARY (sym_add, ADD, fl_sym_add (a, b))
BINARY (sym_sub, SUB, fl_sym_sub (a, b))
BINARY (sym_mul, MUL, fl_sym_mul (a, b))
BINARY (sym_min, MIN, fl_sym_min (a, b))
BINARY (sym_max, MAX, fl_sym_max (a, b))

#undef BINARY

/* As PyTorch has it: ToFloat(FloorToInt(FloatTrueDiv(a, b))), and Python's remainder. */
static gboolean
divide_floats (FlShape *shape, gboolean is_mod, FlValue *out)
{
  if (!set_float (shape, is_mod ? FL_SYM_REAL_MOD : FL_SYM_REAL_DIV, 2, out) || is_mod || !fl_sym_is_real (out->sym))
    return TRUE;
  out->sym = fl_sym_real (FL_SYM_REAL_FLOAT, fl_sym_round (FL_SYM_ROUND_FLOOR, out->sym), NULL);
  return TRUE;
}

static gboolean
divide (FlShape *shape, gboolean is_mod, FlValue *out)
{
  const FlSym *a, *b;

  if (is_tensor_operand (shape))
    return fl_shape_broadcast (shape, out);
  if (is_float_operand (shape, 0) || is_float_operand (shape, 1))
    return divide_floats (shape, is_mod, out);
  if (!get_operands (shape, &a, &b))
    return FALSE;
  if (fl_sym_is_int_value (b, 0))
    return fl_shape_fail (shape, "division by zero");
  return set_sym (out, FL_VALUE_SYM, is_mod ? fl_sym_mod (a, b) : fl_sym_floor_div (a, b));
}

gboolean
fl_shape_sym_floordiv (FlShape *shape, FlValue *out)
{
  return divide (shape, FALSE, out);
}

gboolean
fl_shape_sym_mod (FlShape *shape, FlValue *out)
{
  return divide (shape, TRUE, out);
}

gboolean
fl_shape_sym_truediv (FlShape *shape, FlValue *out)
{
  if (is_tensor_operand (shape))
    return fl_shape_broadcast_float (shape, out);
  return set_float (shape, FL_SYM_REAL_DIV, 2, out);
}

gboolean
fl_shape_sym_float (FlShape *shape, FlValue *out)
{
  return set_float (shape, FL_SYM_REAL_FLOAT, 1, out);
}

/* torch._sym_sin and related functions */
gboolean
fl_shape_sym_function (FlShape *shape, FlValue *out)
{
  FlSymReal op;

  if (!fl_sym_find_function (strrchr (shape->node->op->name, '_') + 1, &op))
    return set_unknown_float (shape, out);
  return set_float (shape, op, 1, out);
}

gboolean
fl_shape_sym_pow (FlShape *shape, FlValue *out)
{
  const FlSym *a, *b, *product;
  gint64 exponent;

  if (is_tensor_operand (shape))
    return fl_shape_broadcast (shape, out);
  if (is_float_operand (shape, 0) || is_float_operand (shape, 1))
    return set_float (shape, FL_SYM_REAL_POW, 2, out);
  if (!get_operands (shape, &a, &b))
    return FALSE;
  if (!fl_sym_is_int (b, &exponent) || exponent < 0 || exponent > 16)
    return set_sym (out, FL_VALUE_SYM, fl_sym_opaque (shape->symbols, shape->node->name));
  product = fl_shape_int (shape, 1);
  for (gint64 i = 0; i < exponent; i++)
    product = fl_sym_mul (product, a);
  return set_sym (out, FL_VALUE_SYM, product);
}

static gboolean
get_operand (FlShape *shape, const FlSym **a)
{
  *a = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 0));
  return *a != NULL || fl_shape_lack (shape, "the operand is no known integer");
}

/* -x; of is_absolute, the larger of that and x. */
static gboolean
set_negated (FlShape *shape, gboolean is_absolute, FlValue *out)
{
  const FlSym *x = get_number (shape, 0), *negated;

  if (x == NULL || !fl_sym_is_real (x) || fl_sym_contains_kind (x, FL_SYM_OPAQUE))
    return set_unknown_float (shape, out);
  negated = fl_sym_real (FL_SYM_REAL_MUL, fl_shape_int (shape, -1), x);
  return set_sym (out, FL_VALUE_FLOAT, is_absolute ? fl_sym_real (FL_SYM_REAL_MAX, x, negated) : negated);
}

gboolean
fl_shape_sym_neg (FlShape *shape, FlValue *out)
{
  const FlSym *a;

  if (is_tensor_operand (shape))
    return fl_shape_same (shape, out);
  if (is_float_operand (shape, 0))
    return set_negated (shape, FALSE, out);
  return get_operand (shape, &a) && set_sym (out, FL_VALUE_SYM, fl_sym_neg (a));
}

gboolean
fl_shape_sym_pos (FlShape *shape, FlValue *out)
{
  const FlSym *a;

  if (is_tensor_operand (shape))
    return fl_shape_same (shape, out);
  if (is_float_operand (shape, 0))
    return set_float (shape, FL_SYM_REAL_FLOAT, 1, out);
  return get_operand (shape, &a) && set_sym (out, FL_VALUE_SYM, a);
}

gboolean
fl_shape_sym_abs (FlShape *shape, FlValue *out)
{
  const FlSym *a;

  if (is_tensor_operand (shape))
    return fl_shape_same (shape, out);
  if (is_float_operand (shape, 0))
    return set_negated (shape, TRUE, out);
  return get_operand (shape, &a) && set_sym (out, FL_VALUE_SYM, fl_sym_max (a, fl_sym_neg (a)));
}

gboolean
fl_shape_sym_opaque (FlShape *shape, FlValue *out)
{
  return set_sym (out, FL_VALUE_SYM, fl_sym_opaque (shape->symbols, shape->node->name));
}

/* A number as an integer: itself where it is one. */
static gboolean
set_rounded (FlShape *shape, FlSymRounding how, FlValue *out)
{
  const FlSym *a = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 0));
  const FlValue *value = fl_shape_get_value (shape, fl_node_get_arg (shape->node, 0));

  if (a != NULL)
    return set_sym (out, FL_VALUE_SYM, a);
  if (value == NULL)
    return fl_shape_lack (shape, "the operand is not known");
  if (value->kind == FL_VALUE_FLOAT && value->sym != NULL && fl_sym_is_real (value->sym))
    return set_sym (out, FL_VALUE_SYM, fl_sym_round (how, value->sym));
  return set_sym (out, FL_VALUE_SYM, fl_sym_size (shape->symbols, shape->node->name));
}

gboolean
fl_shape_sym_ceil (FlShape *shape, FlValue *out)
{
  return set_rounded (shape, FL_SYM_ROUND_CEIL, out);
}

gboolean
fl_shape_sym_floor (FlShape *shape, FlValue *out)
{
  return set_rounded (shape, FL_SYM_ROUND_FLOOR, out);
}

gboolean
fl_shape_sym_int (FlShape *shape, FlValue *out)
{
  return set_rounded (shape, FL_SYM_ROUND_TRUNC, out);
}

gboolean
fl_shape_sym_sum (FlShape *shape, FlValue *out)
{
  const FlArg *list = fl_node_get_arg (shape->node, 0);
  const FlSym *sum = fl_shape_int (shape, 0);

  for (guint i = 0; list != NULL && i < list->n_items; i++)
    {
      const FlSym *item = fl_shape_get_sym_of (shape, &list->items[i]);

      if (item == NULL)
        return fl_shape_lack (shape, "item %u is no known integer", i);
      sum = fl_sym_add (sum, item);
    }
  return set_sym (out, FL_VALUE_SYM, sum);
}

gboolean
fl_shape_sym_ite (FlShape *shape, FlValue *out)
{
  const FlSym *then_value = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 1));
  const FlSym *else_value = fl_shape_get_sym_of (shape, fl_node_get_arg (shape->node, 2));
  const FlValue *condition = fl_shape_get_value (shape, fl_node_get_arg (shape->node, 0));

  if (then_value == NULL || else_value == NULL || condition == NULL || condition->sym == NULL)
    return fl_shape_lack (shape, "the operands are not known");
  return set_sym (out, FL_VALUE_SYM, fl_sym_select (condition->sym, then_value, else_value));
}

/* --- truth ------------------------------------------------------------------------------------ */

static gboolean
relate (FlShape *shape, FlSymRelation relation, FlValue *out)
{
  const FlSym *a, *b;

  if (is_tensor_operand (shape))
    return fl_shape_broadcast_boolean (shape, out);
  if (is_float_operand (shape, 0) || is_float_operand (shape, 1))
    return set_sym (out, FL_VALUE_BOOL, fl_sym_opaque (shape->symbols, shape->node->name));
  return get_operands (shape, &a, &b) && set_sym (out, FL_VALUE_BOOL, fl_sym_rel (relation, a, b));
}

#define RELATION(token, relation)                                                                                      \
  SHAPE_RULE (token);                                                                                                  \
  gboolean fl_shape_##token (FlShape *shape, FlValue *out)                                                             \
  {                                                                                                                    \
    return relate (shape, relation, out);                                                                              \
  }

RELATION (sym_eq, FL_SYM_EQ)
RELATION (sym_ne, FL_SYM_NE)
RELATION (sym_lt, FL_SYM_LT)
RELATION (sym_le, FL_SYM_LE)
RELATION (sym_gt, FL_SYM_GT)
RELATION (sym_ge, FL_SYM_GE)

#undef RELATION

gboolean
fl_shape_sym_logic (FlShape *shape, FlValue *out)
{
  if (is_tensor_operand (shape))
    return fl_shape_broadcast (shape, out);
  return set_sym (out, FL_VALUE_BOOL, fl_sym_opaque (shape->symbols, shape->node->name));
}

/* --- tuples ----------------------------------------------------------------------------------- */

gboolean
fl_shape_getitem (FlShape *shape, FlValue *out)
{
  const FlValue *tuple = fl_shape_get_value (shape, fl_node_get_arg (shape->node, 0));
  const FlArg *key = fl_node_get_arg (shape->node, 1);
  const FlSym *index = fl_shape_get_sym_of (shape, key);
  const FlValue *found;
  gint64 position;

  if (tuple != NULL && key != NULL && key->kind == FL_ARG_STRING)
    {
      found = fl_shape_find_kernel_result (shape,
                                           fl_graph_get_node (shape->graph, fl_node_get_arg (shape->node, 0)->node),
                                           key->text);
      if (found == NULL)
        return fl_shape_fail (shape, "there is no item '%s'", key->text);
      *out = *found;
      return TRUE;
    }
  if (tuple == NULL || tuple->kind != FL_VALUE_TUPLE || index == NULL || !fl_sym_is_int (index, &position))
    return fl_shape_lack (shape, "what is indexed is no tuple that is known");
  if (position < 0)
    position += tuple->n_items;
  if (position < 0 || position >= tuple->n_items)
    return fl_shape_fail (shape, "item %" G_GINT64_FORMAT " of a tuple of %u", position, tuple->n_items);
  *out = tuple->items[position];
  return out->kind != FL_VALUE_UNKNOWN || fl_shape_lack (shape, "that item is not known");
}
