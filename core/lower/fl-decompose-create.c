/* Tensors made from numbers: all of it is aten.full and prims.iota in the end. */
#include "fl-decompose-table.h"

#include <math.h>
#include <string.h>

DECOMPOSITION (full);
DECOMPOSITION (new_full);
DECOMPOSITION (full_like);
DECOMPOSITION (arange);
DECOMPOSITION (eye);

static FlArg
name (const char *text)
{
  return (FlArg) { .kind = FL_ARG_NAME, .text = text };
}

static FlArg
device_of (FlRewrite *rw, const FlTensor *like)
{
  FlArg device = fl_rewrite_get (rw, "device");

  if (device.kind == FL_ARG_DEVICE)
    return device;
  device.kind = FL_ARG_DEVICE;
  if (like != NULL)
    device.device = like->device;
  else if (rw->node->value.kind == FL_VALUE_TENSOR)
    device.device = rw->node->value.tensor.device;
  return device.device.type != NULL ? device : fl_arg_none ();
}

static FlDtype
get_dtype (FlRewrite *rw, FlDtype fallback)
{
  FlArg dtype = fl_rewrite_get (rw, "dtype");

  if (dtype.kind == FL_ARG_DTYPE)
    return dtype.dtype;
  if (fallback == FL_DTYPE_NONE && rw->node->value.kind == FL_VALUE_TENSOR)
    return rw->node->value.tensor.dtype;
  return fallback;
}

static FlArg
emit_full (FlRewrite *rw, FlArg sizes, FlArg value, FlDtype dtype, FlArg device)
{
  return EMIT (rw, "aten.full.default", sizes, value, fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)),
               fl_arg_with_keyword ("layout", name ("torch.strided")), fl_arg_with_keyword ("device", device),
               fl_arg_with_keyword ("pin_memory", fl_arg_bool (FALSE)));
}

static FlArg
emit_iota (FlRewrite *rw, FlArg length, FlArg start, FlArg step, FlDtype dtype, FlArg device)
{
  return EMIT (rw, "prims.iota.default", length, fl_arg_with_keyword ("start", start),
               fl_arg_with_keyword ("step", step), fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)),
               fl_arg_with_keyword ("device", device), fl_arg_with_keyword ("requires_grad", fl_arg_bool (FALSE)));
}

/* What the name of the operator says: zeros, ones, or the value given. */
static FlArg
get_value (FlRewrite *rw, const FlAtenRow *row)
{
  if (strstr (row->name, "zeros") != NULL)
    return INTEGER (0);
  if (strstr (row->name, "ones") != NULL)
    return INTEGER (1);
  return fl_rewrite_get (rw, "fill_value");
}

gboolean
decompose_full (FlRewrite *rw, const FlAtenRow *row)
{
  return fl_decompose_done (rw,
                            emit_full (rw, fl_rewrite_get (rw, "size"), get_value (rw, row),
                                       get_dtype (rw, FL_DTYPE_F32), device_of (rw, NULL)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_new_full (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *like = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));

  if (like == NULL)
    return FALSE;
  return fl_decompose_done (rw,
                            emit_full (rw, fl_rewrite_get (rw, "size"), get_value (rw, row),
                                       get_dtype (rw, like->dtype), device_of (rw, like)),
                            FL_DTYPE_NONE);
}

/* Dimensions from the largest stride to the smallest; FALSE when that is their order already. */
static gboolean
find_physical_order (const FlTensor *tensor, guint *order)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < tensor->n_dims; i++)
    {
      guint to = i;

      while (tensor->strides != NULL && to > 0
             && fl_sym_known (FL_SYM_GT, tensor->strides[i], tensor->strides[order[to - 1]])
             && !fl_sym_is_int_value (tensor->sizes[i], 1))
        {
          order[to] = order[to - 1];
          to--;
        }
      order[to] = i;
      is_changed = is_changed || to != i;
    }
  return is_changed;
}

gboolean
decompose_full_like (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *like = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));
  FlArg format = fl_rewrite_get (rw, "memory_format"), value = get_value (rw, row), result;
  const FlSym *sizes[16];
  guint order[16];
  gint64 back[16];

  if (like == NULL || like->n_dims > G_N_ELEMENTS (order))
    return FALSE;
  if (format.kind == FL_ARG_NAME && !g_str_equal (format.text, "torch.preserve_format"))
    {
      result = emit_full (rw, fl_arg_syms (rw, like->sizes, like->n_dims), value, get_dtype (rw, like->dtype),
                          device_of (rw, like));
      if (!g_str_equal (format.text, "torch.contiguous_format"))
        result = EMIT (rw, "aten.clone.default", result, fl_arg_with_keyword ("memory_format", format));
      return fl_decompose_done (rw, result, FL_DTYPE_NONE);
    }
  if (!find_physical_order (like, order))
    return fl_decompose_done (rw,
                              emit_full (rw, fl_arg_syms (rw, like->sizes, like->n_dims), value,
                                         get_dtype (rw, like->dtype), device_of (rw, like)),
                              FL_DTYPE_NONE);
  for (guint i = 0; i < like->n_dims; i++)
    {
      sizes[i] = like->sizes[order[i]];
      back[order[i]] = i;
    }
  result
      = emit_full (rw, fl_arg_syms (rw, sizes, like->n_dims), value, get_dtype (rw, like->dtype), device_of (rw, like));
  result = EMIT (rw, "aten.permute.default", result, fl_arg_ints (rw, back, like->n_dims));
  return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", result), FL_DTYPE_NONE);
}

static double
get_number (FlArg arg, double fallback)
{
  gint64 value;

  if (arg.kind == FL_ARG_FLOAT)
    return arg.number;
  return arg.kind == FL_ARG_INT && fl_sym_is_int (arg.sym, &value) ? value : fallback;
}

/* Whole numbers counted, scaled in the wide dtype (in i64 when start and step are whole), then cast. */
static FlArg
count_in_floats (FlRewrite *rw, FlArg length, FlArg start, FlArg step, FlDtype dtype, FlArg device)
{
  FlDtype wide = rw->is_gpu && dtype != FL_DTYPE_F64 ? FL_DTYPE_F32 : FL_DTYPE_F64;
  FlArg index = emit_iota (rw, length, INTEGER (0), INTEGER (1), FL_DTYPE_I64, device);

  if (start.kind != FL_ARG_INT || step.kind != FL_ARG_INT)
    index = fl_emit_cast (rw, index, wide);
  index = ADD (MUL (index, step), start);
  return fl_emit_cast (rw, index, dtype);
}

gboolean
decompose_arange (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg start = fl_rewrite_get (rw, "start"), end = fl_rewrite_get (rw, "end"), step = fl_rewrite_get (rw, "step"),
        length;
  FlArg device = device_of (rw, NULL);
  gboolean is_whole;
  gint64 stride = 1;
  FlDtype dtype;

  if (start.kind == FL_ARG_NONE)
    start = INTEGER (0);
  if (step.kind == FL_ARG_NONE)
    step = INTEGER (1);
  if (start.kind == FL_ARG_NODE || end.kind == FL_ARG_NODE || step.kind == FL_ARG_NODE || get_number (step, 0) == 0)
    return FALSE;
  is_whole = start.kind == FL_ARG_INT && end.kind == FL_ARG_INT && step.kind == FL_ARG_INT;
  dtype = get_dtype (rw, is_whole ? FL_DTYPE_I64 : FL_DTYPE_F32);
  if (is_whole)
    {
      fl_sym_is_int (step.sym, &stride);
      length
          = fl_arg_sym (fl_sym_floor_div (fl_sym_add (fl_sym_sub (end.sym, start.sym),
                                                      fl_sym_int (rw->symbols, stride > 0 ? stride - 1 : stride + 1)),
                                          step.sym));
    }
  else
    length = INTEGER ((gint64) ceil ((get_number (end, 0) - get_number (start, 0)) / get_number (step, 1)));
  if (is_whole && !fl_dtype_is_float (dtype))
    return fl_decompose_done (rw, emit_iota (rw, length, start, step, dtype, device), FL_DTYPE_NONE);
  if (!fl_dtype_is_float (dtype))
    {
      FlArg index = emit_iota (rw, length, INTEGER (0), INTEGER (1), dtype, device);

      return fl_decompose_done (rw,
                                ADD (MUL (index, INTEGER ((gint64) get_number (step, 1))),
                                     INTEGER ((gint64) get_number (start, 0))),
                                FL_DTYPE_NONE);
    }
  return fl_decompose_done (rw, count_in_floats (rw, length, start, step, dtype, device), FL_DTYPE_NONE);
}

gboolean
decompose_eye (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg n = fl_rewrite_get (rw, "n"), m = fl_rewrite_get (rw, "m"), device = device_of (rw, NULL), rows, columns, same,
        one;
  FlDtype dtype = get_dtype (rw, FL_DTYPE_F32);

  if (n.kind != FL_ARG_INT)
    return FALSE;
  rows = emit_iota (rw, n, INTEGER (0), INTEGER (1), FL_DTYPE_I64, device);
  columns = emit_iota (rw, m.kind == FL_ARG_INT ? m : n, INTEGER (0), INTEGER (1), FL_DTYPE_I64, device);
  same = EMIT (rw, "aten.eq.Tensor", EMIT (rw, "aten.unsqueeze.default", rows, INTEGER (-1)), columns);
  if (dtype == FL_DTYPE_BOOL)
    return fl_decompose_done (rw, same, FL_DTYPE_NONE);
  one = emit_full (rw, fl_arg_ints (rw, (const gint64[]) { 1 }, 1), INTEGER (1), dtype, device);
  return fl_decompose_done (rw, WHERE (same, one, INTEGER (0)), FL_DTYPE_NONE);
}
