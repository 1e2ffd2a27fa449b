/* The small operators that decompositions are written in. */
#include "fl-rewrite.h"

#include "fl-intern.h"

/* --- operators -------------------------------------------------------------------------------- */

FlArg
fl_emit_item (FlRewrite *rw, FlArg tuple, guint position)
{
  return EMIT (rw, "operator.getitem", tuple, fl_arg_int (rw, position));
}

/* PyTorch's overload for what the second operand is. */
static FlArg
emit_binary (FlRewrite *rw, const char *tensor, FlArg a, FlArg b)
{
  return EMIT (rw, tensor, a, b);
}

FlArg
fl_emit_add (FlRewrite *rw, FlArg a, FlArg b)
{
  return a.kind == FL_ARG_NODE ? emit_binary (rw, "aten.add.Tensor", a, b) : emit_binary (rw, "aten.add.Tensor", b, a);
}

FlArg
fl_emit_sub (FlRewrite *rw, FlArg a, FlArg b)
{
  return emit_binary (rw, "aten.sub.Tensor", a, b);
}

FlArg
fl_emit_mul (FlRewrite *rw, FlArg a, FlArg b)
{
  return a.kind == FL_ARG_NODE ? emit_binary (rw, "aten.mul.Tensor", a, b) : emit_binary (rw, "aten.mul.Tensor", b, a);
}

FlArg
fl_emit_div (FlRewrite *rw, FlArg a, FlArg b)
{
  return emit_binary (rw, "aten.div.Tensor", a, b);
}

FlArg
fl_emit_unary (FlRewrite *rw, const char *name, FlArg a)
{
  return EMIT (rw, fl_intern_printf ("aten.%s.default", name), a);
}

/* Numbers become tensors without dimensions, as PyTorch's own decompositions have it: of dtype, and on other's device.
 */
static FlArg
make_scalar_tensor (FlRewrite *rw, FlArg number, FlArg other, FlDtype dtype)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, other);
  FlArg empty = { .kind = FL_ARG_LIST };
  FlArg device = { .kind = FL_ARG_DEVICE };

  if (number.kind == FL_ARG_NODE || tensor == NULL)
    return number;
  device.device = tensor->device;
  return EMIT (rw, "aten.full.default", empty, number, fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)),
               fl_arg_with_keyword ("device", tensor->device.type != NULL ? device : fl_arg_none ()));
}

FlArg
fl_emit_where (FlRewrite *rw, FlArg condition, FlArg a, FlArg b)
{
  const FlTensor *given = fl_rewrite_tensor (rw, a.kind == FL_ARG_NODE ? a : b);
  gboolean is_float = a.kind == FL_ARG_FLOAT || b.kind == FL_ARG_FLOAT,
           is_bool = a.kind == FL_ARG_BOOL && b.kind == FL_ARG_BOOL;
  FlDtype dtype = given != NULL ? given->dtype : is_float ? FL_DTYPE_F32 : is_bool ? FL_DTYPE_BOOL : FL_DTYPE_I64;
  FlArg first = make_scalar_tensor (rw, a, condition, dtype);
  FlArg second = make_scalar_tensor (rw, b, condition, dtype);

  return EMIT (rw, "aten.where.self", condition, first, second);
}

FlArg
fl_emit_cast (FlRewrite *rw, FlArg a, FlDtype dtype)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, a);

  if (tensor != NULL && tensor->dtype == dtype)
    return a;
  return EMIT (rw, "prims.convert_element_type.default", a, fl_arg_dtype (dtype));
}

FlArg
fl_emit_reshape (FlRewrite *rw, FlArg a, const FlSym *const *sizes, guint n)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, a);
  gboolean is_same = tensor != NULL && tensor->n_dims == n;

  for (guint i = 0; is_same && i < n; i++)
    is_same = fl_sym_known_equal (tensor->sizes[i], sizes[i]);
  return is_same ? a : EMIT (rw, "aten.reshape.default", a, fl_arg_syms (rw, sizes, n));
}

FlArg
fl_emit_reduce (FlRewrite *rw, const char *target, FlArg a, const gint64 *dims, guint n, gboolean keep_dims)
{
  return EMIT (rw, target, a, fl_arg_ints (rw, dims, n), fl_arg_bool (keep_dims));
}

FlArg
fl_emit_full (FlRewrite *rw, const FlTensor *like, double value)
{
  FlArg device = { .kind = FL_ARG_DEVICE };

  device.device = like->device;
  return EMIT (rw, "aten.full.default", fl_arg_syms (rw, like->sizes, like->n_dims),
               fl_dtype_is_float (like->dtype) ? fl_arg_float (value) : fl_arg_int (rw, (gint64) value),
               fl_arg_with_keyword ("dtype", fl_arg_dtype (like->dtype)),
               fl_arg_with_keyword ("device", like->device.type != NULL ? device : fl_arg_none ()));
}

FlArg
fl_emit_positions (FlRewrite *rw, const FlSym *size, FlDevice device)
{
  FlArg on = { .kind = FL_ARG_DEVICE };

  on.device = device;
  return EMIT (rw, "prims.iota.default", fl_arg_sym (size), fl_arg_with_keyword ("start", fl_arg_int (rw, 0)),
               fl_arg_with_keyword ("step", fl_arg_int (rw, 1)),
               fl_arg_with_keyword ("dtype", fl_arg_dtype (FL_DTYPE_I64)),
               fl_arg_with_keyword ("device", device.type != NULL ? on : fl_arg_none ()),
               fl_arg_with_keyword ("requires_grad", fl_arg_bool (FALSE)));
}

FlArg
fl_emit_unsqueeze (FlRewrite *rw, FlArg a, gint64 dim)
{
  return EMIT (rw, "aten.unsqueeze.default", a, fl_arg_int (rw, dim));
}

FlArg
fl_emit_unsqueeze_to (FlRewrite *rw, FlArg a, guint rank)
{
  for (guint i = fl_rewrite_rank (rw, a); i < rank; i++)
    a = fl_emit_unsqueeze (rw, a, -1);
  return a;
}

FlArg
fl_emit_opmath (FlRewrite *rw, FlArg a, FlDtype *given)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, a);

  *given = tensor != NULL ? tensor->dtype : FL_DTYPE_F32;
  return fl_dtype_is_low_precision (*given) ? fl_emit_cast (rw, a, FL_DTYPE_F32) : a;
}
