/* Random numbers from seeds: all seeds of a graph are drawn in one call, each operator takes one of them.
 * They are opened last, when it is known how many there are (FlRewrite.n_seeds). */
#include "fl-decompose-table.h"

#include "fl-aten-ids.h"
#include "fl-intern.h"

#include <string.h>

DECOMPOSITION (bernoulli);
DECOMPOSITION (native_dropout);
DECOMPOSITION (dropout);

static FlArg
get_device (FlRewrite *rw)
{
  FlArg device = fl_rewrite_get (rw, "device");

  if (device.kind != FL_ARG_DEVICE && rw->node->value.kind == FL_VALUE_TENSOR)
    {
      device.kind = FL_ARG_DEVICE;
      device.device = rw->node->value.tensor.device;
    }
  if (device.device.type == NULL)
    {
      device.kind = FL_ARG_DEVICE;
      device.device = (FlDevice) { fl_intern (rw->is_gpu ? "cuda" : "cpu"), rw->is_gpu ? 0 : -1 };
    }
  return device;
}

static FlArg
take_seed (FlRewrite *rw)
{
  if (rw->next_seed == 0)
    rw->seeds = EMIT (rw, "prims.inductor_seeds.default", INTEGER (rw->n_seeds), get_device (rw));
  return EMIT (rw, "prims.inductor_lookup_seed.default", rw->seeds, INTEGER (rw->next_seed++));
}

static FlArg
get_sizes (FlRewrite *rw)
{
  FlArg size = fl_rewrite_get (rw, "size");

  if (size.kind == FL_ARG_LIST || size.kind == FL_ARG_TUPLE)
    return size;
  return fl_arg_syms (rw, rw->node->value.tensor.sizes, rw->node->value.tensor.n_dims);
}

gboolean
decompose_rand (FlRewrite *rw, const FlAtenRow *row)
{
  const FlValue *value = &rw->node->value;
  FlArg result;

  if (rw->n_seeds == 0 || value->kind != FL_VALUE_TENSOR)
    return FALSE;
  result = EMIT (rw, "prims.inductor_random.default", get_sizes (rw), take_seed (rw),
                 fl_arg_name (strstr (row->name, "randn") != NULL ? "randn" : "rand"));
  return fl_decompose_done (rw, result, value->tensor.dtype);
}

gboolean
decompose_randint (FlRewrite *rw, const FlAtenRow *row)
{
  const FlValue *value = &rw->node->value;
  FlArg low = fl_rewrite_get (rw, "low"), high = fl_rewrite_get (rw, "high"), result;

  if (rw->n_seeds == 0 || value->kind != FL_VALUE_TENSOR)
    return FALSE;
  if (low.kind == FL_ARG_NONE)
    low = INTEGER (0);
  result = EMIT (rw, "prims.inductor_randint.default", low, high, get_sizes (rw), take_seed (rw));
  return fl_decompose_done (rw, result, value->tensor.dtype);
}

/* Numbers in [0, 1) of the shape of x. */
static FlArg
rand_like (FlRewrite *rw, FlArg x, FlDtype dtype)
{
  return EMIT (rw, "aten.rand_like.default", x, fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)));
}

gboolean
decompose_bernoulli (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  FlArg drawn;

  if (tensor == NULL)
    return FALSE;
  drawn = rand_like (rw, x, FL_DTYPE_F32);
  if (row->op == FL_ATEN_OP_BERNOULLI)
    drawn = EMIT (rw, "aten.lt.Tensor", drawn, x);
  else
    drawn = EMIT (rw, "aten.lt.Scalar", drawn, fl_rewrite_get (rw, "p"));
  return fl_decompose_done (rw, drawn, tensor->dtype);
}

static FlArg
full_like (FlRewrite *rw, const FlTensor *tensor, double value, FlDtype dtype)
{
  FlTensor like = *tensor;

  like.dtype = dtype;
  return fl_emit_full (rw, &like, value);
}

gboolean
decompose_native_dropout (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), train = fl_rewrite_get (rw, "train"), results[2];
  double p = fl_rewrite_get_float (rw, "p", 0.5);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor == NULL)
    return FALSE;
  results[0] = x;
  if ((train.kind == FL_ARG_BOOL && train.number == 0) || p == 0)
    {
      results[1] = full_like (rw, tensor, 1, FL_DTYPE_BOOL);
      return fl_decompose_done_tuple (rw, results, 2);
    }
  if (p == 1)
    {
      results[0] = full_like (rw, tensor, 0, tensor->dtype);
      results[1] = full_like (rw, tensor, 0, FL_DTYPE_BOOL);
      return fl_decompose_done_tuple (rw, results, 2);
    }
  results[1] = EMIT (rw, "aten.gt.Scalar", rand_like (rw, x, tensor->dtype), NUMBER (p));
  results[0] = MUL (MUL (results[1], x), NUMBER (1 / (1 - p)));
  return fl_decompose_done_tuple (rw, results, 2);
}

gboolean
decompose_dropout (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), p = fl_rewrite_get (rw, "p");

  if (!fl_rewrite_get_bool (rw, "train", FALSE))
    return fl_decompose_done (rw, x, FL_DTYPE_NONE);
  return fl_decompose_done (rw,
                            fl_emit_item (rw, EMIT (rw, "aten.native_dropout.default", x, p, fl_arg_bool (TRUE)), 0),
                            FL_DTYPE_NONE);
}
