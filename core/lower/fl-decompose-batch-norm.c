/* Batch normalization and gradients of normalizations opened into reductions and arithmetic, as PyTorch does. */
#include "fl-aten-ids.h"
#include "fl-decompose-table.h"
#include "fl-torch-rules.h"

#include <string.h>

DECOMPOSITION (batch_norm);
DECOMPOSITION (layer_norm_backward);
DECOMPOSITION (batch_norm_backward);

static FlArg
squeeze (FlRewrite *rw, FlArg x, const gint64 *dims, guint n)
{
  return EMIT (rw, "aten.squeeze.dims", x, fl_arg_ints (rw, dims, n));
}

/* Every dimension but the channels. */
static guint
get_batch_dims (guint rank, gint64 *dims)
{
  guint n = 0;

  for (guint i = 0; i < rank && n < 8; i++)
    if (i != 1)
      dims[n++] = i;
  return n;
}

typedef struct
{
  FlArg x, weight, bias, running_mean, running_var;
  FlDtype given, compute;
  const FlTensor *tensor;
  double eps, momentum;
  gint64 dims[8];
  guint n_dims;
  FlArg out, save_mean, save_rstd, new_mean, new_var;
} BatchNorm;

static FlArg
blend (FlRewrite *rw, FlArg fresh, FlArg old, double momentum)
{
  return ADD (MUL (fresh, NUMBER (momentum)), MUL (old, NUMBER (1 - momentum)));
}

/* How many elements each channel has. */
static const FlSym *
count_channel (FlRewrite *rw, const FlTensor *tensor)
{
  const FlSym *n = fl_sym_int (rw->symbols, 1);

  for (guint i = 0; i < tensor->n_dims; i++)
    if (i != 1)
      n = fl_sym_mul (n, tensor->sizes[i]);
  return n;
}

/* x / n: by a number where it is known, and by whatever n is when the kernel runs. */
static FlArg
divide_by_count (FlRewrite *rw, FlArg x, const FlSym *n)
{
  gint64 known;

  return fl_sym_is_int (n, &known) ? MUL (x, NUMBER (1.0 / (double) known)) : DIV (x, fl_arg_sym (n));
}

static FlArg
make_unbiased (FlRewrite *rw, FlArg variance, const FlSym *n)
{
  gint64 known;

  if (fl_sym_is_int (n, &known))
    return MUL (variance, NUMBER ((double) known / ((double) known - 1)));
  return DIV (MUL (variance, fl_arg_sym (n)), fl_arg_sym (fl_sym_add_int (n, -1)));
}

static void
train (FlRewrite *rw, BatchNorm *norm)
{
  FlArg x = fl_emit_cast (rw, norm->x, norm->compute), both, variance, mean, rstd, unbiased;

  both = EMIT (rw, "aten.var_mean.correction", x, fl_arg_ints (rw, norm->dims, norm->n_dims),
               fl_arg_with_keyword ("correction", fl_arg_int (rw, 0)),
               fl_arg_with_keyword ("keepdim", fl_arg_bool (TRUE)));
  variance = fl_emit_item (rw, both, 0);
  mean = fl_emit_item (rw, both, 1);
  rstd = UNARY ("rsqrt", ADD (variance, NUMBER (norm->eps)));
  norm->out = MUL (SUB (norm->x, mean), rstd);
  norm->save_mean = squeeze (rw, mean, norm->dims, norm->n_dims);
  norm->save_rstd = squeeze (rw, rstd, norm->dims, norm->n_dims);
  norm->new_mean = norm->running_mean;
  norm->new_var = norm->running_var;
  if (norm->running_mean.kind == FL_ARG_NODE)
    norm->new_mean = blend (rw, norm->save_mean, norm->running_mean, norm->momentum);
  if (norm->running_var.kind == FL_ARG_NODE)
    {
      unbiased = make_unbiased (rw, squeeze (rw, variance, norm->dims, norm->n_dims), count_channel (rw, norm->tensor));
      norm->new_var = blend (rw, unbiased, norm->running_var, norm->momentum);
    }
}

static void
infer (FlRewrite *rw, BatchNorm *norm)
{
  guint rank = norm->tensor->n_dims;
  FlArg mean = fl_emit_cast (rw, norm->running_mean, norm->compute), rstd;

  rstd = ADD (fl_emit_cast (rw, norm->running_var, norm->compute), NUMBER (norm->eps));
  if (fl_options_has (rw->pass->options, FL_RULE_ROOT_BY_RSQRT))
    rstd = UNARY ("rsqrt", rstd);
  else
    rstd = MUL (UNARY ("reciprocal", UNARY ("sqrt", rstd)), INTEGER (1));
  norm->save_mean = mean;
  norm->save_rstd = rstd;
  norm->new_mean = norm->running_mean;
  norm->new_var = norm->running_var;
  norm->out = SUB (norm->x, fl_emit_unsqueeze_to (rw, mean, rank - 1));
  norm->out = MUL (norm->out, fl_emit_unsqueeze_to (rw, rstd, rank - 1));
}

/* In training an operator that is not functional writes the running statistics. */
static void
write_back (FlRewrite *rw, FlArg old, FlArg fresh)
{
  if (old.kind == FL_ARG_NODE && fresh.kind == FL_ARG_NODE)
    EMIT (rw, "aten.copy_.default", old, fresh);
}

static FlArg
make_empty (FlRewrite *rw, const FlTensor *like)
{
  const FlSym *zero = fl_sym_int (rw->symbols, 0);
  FlTensor tensor = *like;

  tensor.n_dims = 1;
  tensor.sizes = &zero;
  return fl_emit_full (rw, &tensor, 0);
}

/* What some libraries keep for the gradient: nothing here. */
static FlArg
make_reserve (FlRewrite *rw, const FlTensor *like)
{
  FlTensor tensor = *like;

  tensor.dtype = FL_DTYPE_U8;
  return make_empty (rw, &tensor);
}

static guint
count_results (const char *name)
{
  if (strstr (name, "functional") != NULL)
    return 5;
  return g_str_equal (name, "aten.batch_norm.default")                                  ? 1
         : strstr (name, "cudnn") != NULL || g_str_has_suffix (name, "_update.default") ? 4
                                                                                        : 3;
}

gboolean
decompose_batch_norm (FlRewrite *rw, const FlAtenRow *row)
{
  BatchNorm norm = { .x = fl_rewrite_nth (rw, 0),
                     .weight = fl_rewrite_get (rw, "weight"),
                     .bias = fl_rewrite_get (rw, "bias"),
                     .running_mean = fl_rewrite_get (rw, "running_mean"),
                     .running_var = fl_rewrite_get (rw, "running_var"),
                     .eps = fl_rewrite_get_float (rw, "eps", fl_rewrite_get_float (rw, "epsilon", 1e-5)),
                     .momentum = fl_rewrite_get_float (rw, "momentum",
                                                       fl_rewrite_get_float (rw, "exponential_average_factor", 0.1)) };
  gboolean is_training = fl_rewrite_get_bool (rw, "training", strstr (row->name, "with_update") != NULL);
  guint n = count_results (row->name);
  FlArg results[5];

  norm.tensor = fl_rewrite_tensor (rw, norm.x);
  if (norm.tensor == NULL || norm.tensor->n_dims < 2 || norm.tensor->n_dims > 7)
    return FALSE;
  norm.given = norm.tensor->dtype;
  norm.compute = fl_dtype_is_low_precision (norm.given) ? FL_DTYPE_F32 : norm.given;
  norm.n_dims = get_batch_dims (norm.tensor->n_dims, norm.dims);
  if (is_training || norm.running_mean.kind != FL_ARG_NODE)
    train (rw, &norm);
  else
    infer (rw, &norm);
  if (norm.weight.kind == FL_ARG_NODE)
    norm.out = MUL (norm.out, fl_emit_unsqueeze_to (rw, norm.weight, norm.tensor->n_dims - 1));
  if (norm.bias.kind == FL_ARG_NODE)
    norm.out = ADD (norm.out, fl_emit_unsqueeze_to (rw, norm.bias, norm.tensor->n_dims - 1));
  results[0] = fl_emit_cast (rw, norm.out, norm.given);
  results[1] = norm.save_mean;
  results[2] = norm.save_rstd;
  if (n > 1 && g_strcmp0 (norm.tensor->device.type, "cpu") == 0)
    for (guint i = 1; i < 3;
         i++) /* on the CPU both are of the input's type, and empty unless the batch's statistics were computed */
      results[i] = is_training || norm.running_mean.kind != FL_ARG_NODE ? fl_emit_cast (rw, results[i], norm.given)
                                                                        : make_empty (rw, norm.tensor);
  results[3] = n == 5 ? norm.new_mean : n == 4 ? make_reserve (rw, norm.tensor) : fl_arg_none ();
  results[4] = norm.new_var;
  for (guint i = 3; i < 5 && n == 5; i++)
    if (results[i].kind == FL_ARG_NODE && fl_rewrite_tensor (rw, norm.running_mean) != NULL)
      results[i] = fl_emit_cast (rw, results[i], fl_rewrite_tensor (rw, norm.running_mean)->dtype);
  if (is_training && n < 5)
    {
      write_back (rw, norm.running_mean, norm.new_mean);
      write_back (rw, norm.running_var, norm.new_var);
    }
  return n == 1 ? fl_decompose_done (rw, results[0], FL_DTYPE_NONE) : fl_decompose_done_tuple (rw, results, n);
}

/* --- gradients -------------------------------------------------------------------------------- */

static gboolean
is_wanted (FlRewrite *rw, guint position)
{
  const FlArg *mask = fl_node_find_arg (rw->node, "output_mask");

  return mask == NULL || position >= mask->n_items || mask->items[position].number != 0;
}

gboolean
decompose_layer_norm_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, ignored;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &ignored),
        x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  FlArg mean = fl_rewrite_get (rw, "mean"), rstd = fl_rewrite_get (rw, "rstd"), weight = fl_rewrite_get (rw, "weight");
  FlArg bias = fl_rewrite_get (rw, "bias"), results[3] = { fl_arg_none (), fl_arg_none (), fl_arg_none () };
  FlArg normal, scaled, a, b, c;
  const FlArg *shape = fl_node_find_arg (rw->node, "normalized_shape");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  guint rank = fl_rewrite_rank (rw, x), n = shape != NULL ? shape->n_items : 0;
  gint64 inner[16], outer[16];
  const FlSym *numel;

  if (tensor == NULL || n == 0 || n > rank || rank > G_N_ELEMENTS (inner))
    return FALSE;
  for (guint i = 0; i < rank; i++)
    *(i < rank - n ? &outer[i] : &inner[i - (rank - n)]) = i;
  numel = fl_sym_product (rw->symbols, tensor->sizes + rank - n, n);
  mean = fl_emit_unsqueeze_to (rw, mean, rank);
  rstd = fl_emit_unsqueeze_to (rw, rstd, rank);
  normal = MUL (SUB (x, mean), rstd);
  scaled = weight.kind == FL_ARG_NODE ? MUL (grad, fl_emit_opmath (rw, weight, &ignored)) : grad;
  a = MUL (scaled, fl_arg_sym (numel));
  b = fl_emit_reduce (rw, "aten.sum.dim_IntList", scaled, inner, n, TRUE);
  c = MUL (normal, fl_emit_reduce (rw, "aten.sum.dim_IntList", MUL (scaled, normal), inner, n, TRUE));
  if (is_wanted (rw, 0))
    results[0] = fl_emit_cast (rw, MUL (DIV (rstd, fl_arg_sym (numel)), SUB (SUB (a, b), c)), given);
  if (is_wanted (rw, 1) && weight.kind == FL_ARG_NODE)
    {
      results[1] = MUL (grad, normal);
      if (rank > n)
        results[1] = fl_emit_reduce (rw, "aten.sum.dim_IntList", results[1], outer, rank - n, FALSE);
      results[1] = fl_emit_cast (rw, results[1], fl_rewrite_tensor (rw, weight)->dtype);
    }
  if (is_wanted (rw, 2) && bias.kind == FL_ARG_NODE)
    {
      results[2] = rank > n ? fl_emit_reduce (rw, "aten.sum.dim_IntList", grad, outer, rank - n, FALSE)
                            : UNARY ("clone", grad);
      results[2] = fl_emit_cast (rw, results[2], fl_rewrite_tensor (rw, bias)->dtype);
    }
  return fl_decompose_done_tuple (rw, results, 3);
}

static FlArg
broadcast_channels (FlRewrite *rw, FlArg x, const FlTensor *tensor)
{
  const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, tensor->n_dims);

  for (guint i = 0; i < tensor->n_dims; i++)
    sizes[i] = i == 1 ? tensor->sizes[1] : fl_sym_int (rw->symbols, 1);
  return EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, sizes, tensor->n_dims));
}

gboolean
decompose_batch_norm_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, ignored;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &ignored),
        x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  FlArg weight = fl_rewrite_get (rw, "weight"), mean = fl_rewrite_get (rw, "save_mean"),
        rstd = fl_rewrite_get (rw, row->op == FL_ATEN_OP_BATCH_NORM_BACKWARD ? "save_var" : "save_invstd");
  FlArg results[3] = { fl_arg_none (), fl_arg_none (), fl_arg_none () }, centered, grad_sum, dot, projection, scale;
  gboolean is_training = fl_rewrite_get_bool (rw, row->op == FL_ATEN_OP_BATCH_NORM_BACKWARD ? "update" : "train", TRUE);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 dims[8];
  const FlSym *count;
  guint n;

  if (tensor == NULL || tensor->n_dims < 2 || tensor->n_dims > 7)
    return FALSE;
  n = get_batch_dims (tensor->n_dims, dims);
  if (!is_training)
    {
      mean = fl_rewrite_get (rw, "running_mean");
      rstd = UNARY ("rsqrt", ADD (fl_rewrite_get (rw, "running_var"), NUMBER (fl_rewrite_get_float (rw, "eps", 1e-5))));
    }
  count = count_channel (rw, tensor);
  centered = SUB (x, broadcast_channels (rw, mean, tensor));
  grad_sum = fl_emit_reduce (rw, "aten.sum.dim_IntList", grad, dims, n, FALSE);
  dot = fl_emit_reduce (rw, "aten.sum.dim_IntList", MUL (grad, centered), dims, n, FALSE);
  projection = MUL (divide_by_count (rw, dot, count), MUL (rstd, rstd));
  scale = weight.kind == FL_ARG_NODE ? MUL (rstd, fl_emit_opmath (rw, weight, &ignored)) : rstd;
  if (is_training)
    {
      FlArg mean_grad = broadcast_channels (rw, divide_by_count (rw, grad_sum, count), tensor);

      results[0] = SUB (SUB (grad, MUL (centered, broadcast_channels (rw, projection, tensor))), mean_grad);
      results[0] = MUL (results[0], broadcast_channels (rw, scale, tensor));
    }
  else
    results[0] = MUL (grad, broadcast_channels (rw, scale, tensor));
  results[0] = fl_emit_cast (rw, results[0], given);
  if (is_wanted (rw, 1))
    results[1] = MUL (dot, rstd);
  if (is_wanted (rw, 2))
    results[2] = grad_sum;
  for (guint i = 1; i < 3 && weight.kind == FL_ARG_NODE; i++)
    if (is_wanted (rw, i))
      results[i] = fl_emit_cast (rw, results[i], fl_rewrite_tensor (rw, weight)->dtype);
  return fl_decompose_done_tuple (rw, results, 3);
}
