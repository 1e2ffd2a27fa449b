/* The explicit presentation: what operators do silently becomes nodes, so that a fusion rule can speak of it. Arguments
 * of other shape are expanded, kept dimensions are put back by a reshape, means and variances are sums and pointwise
 * steps, addmm is a product and a sum. A product's value is that of the graph given, up to rounding. */
#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-rewrite.h"

#include <math.h>

enum
{
  MAX_WHOLE_CORRECTION = 1 << 30 /* of a variance: beyond it no tensor has as many elements */
};

/* --- pointwise: every tensor argument gets the result's shape --------------------------------- */

static gboolean
has_shape_of (const FlTensor *tensor, const FlTensor *result)
{
  if (tensor->n_dims != result->n_dims)
    return FALSE;
  for (guint i = 0; i < tensor->n_dims; i++)
    if (!fl_sym_known_equal (tensor->sizes[i], result->sizes[i]))
      return FALSE;
  return TRUE;
}

static FlArg
expand (FlRewrite *rw, FlArg arg, const FlTensor *result)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, arg);
  const char *keyword = arg.keyword;

  if (tensor == NULL || has_shape_of (tensor, result))
    return arg;
  arg.keyword = NULL;
  arg = EMIT (rw, "aten.expand.default", arg, fl_arg_syms (rw, result->sizes, result->n_dims));
  arg.keyword = keyword;
  return arg;
}

/* The floats that a complex type has two of. */
static FlDtype
get_part_dtype (FlDtype dtype)
{
  return dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : dtype == FL_DTYPE_C64 ? FL_DTYPE_F32 : FL_DTYPE_F16;
}

/* Beside tensors with dimensions, one without gives way to their dtype, of its own kind (i16[4] + i64[] is i16[4]):
 * what has been expanded would not any more. FL_DTYPE_NONE: it may stay as it is. */
static FlDtype
find_stronger_dtype (FlRewrite *rw, const FlTensor *zero_dim)
{
  FlDtype found = FL_DTYPE_NONE, result = rw->node->value.tensor.dtype;

  /* c64[4] + f64[] is c64[4]: the result says what is wide enough. */
  if (fl_dtype_is_complex (result) && fl_dtype_is_float (zero_dim->dtype))
    return get_part_dtype (result);
  for (guint i = 0; i < rw->node->n_args; i++)
    {
      const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_map (rw, &rw->node->args[i]));

      if (tensor != NULL && tensor->n_dims > 0
          && ((fl_dtype_is_integer (tensor->dtype) && fl_dtype_is_integer (zero_dim->dtype))
              || (fl_dtype_is_float (tensor->dtype) && fl_dtype_is_float (zero_dim->dtype))))
        found = found == FL_DTYPE_NONE ? tensor->dtype : fl_dtype_promote (found, tensor->dtype);
    }
  return found == result || result == FL_DTYPE_BOOL ? found : FL_DTYPE_NONE;
}

static FlArg
expand_operand (FlRewrite *rw, FlArg arg)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, arg), *result = &rw->node->value.tensor;
  FlDtype stronger
      = tensor != NULL && tensor->n_dims == 0 && result->n_dims > 0 ? find_stronger_dtype (rw, tensor) : FL_DTYPE_NONE;
  const char *keyword = arg.keyword;

  if (stronger != FL_DTYPE_NONE && stronger != tensor->dtype)
    {
      arg.keyword = NULL;
      arg = fl_emit_cast (rw, arg, stronger);
      arg.keyword = keyword;
    }
  return expand (rw, arg, result);
}

static gboolean
explain_pointwise (FlRewrite *rw)
{
  const FlValue *value = &rw->node->value;
  g_autofree FlArg *args = g_new (FlArg, rw->node->n_args + 1);
  gboolean is_changed = FALSE;

  if (value->kind != FL_VALUE_TENSOR)
    return FALSE;
  for (guint i = 0; i < rw->node->n_args; i++)
    {
      FlArg mapped = fl_rewrite_map (rw, &rw->node->args[i]);

      mapped.keyword = rw->node->args[i].keyword;
      args[i] = expand_operand (rw, mapped);
      is_changed |= args[i].kind == FL_ARG_NODE && args[i].node.index != mapped.node.index;
    }
  if (is_changed)
    fl_rewrite_set_result (rw, fl_rewrite_emit (rw, rw->node->target, args, rw->node->n_args));
  return is_changed;
}

/* --- reductions: without kept dimensions ------------------------------------------------------ */

typedef struct
{
  gint64 dims[64];
  guint n_dims;
  gboolean keeps;
  const FlTensor *argument, *result; /* result: of the node, or of its first item */
} Reduction;

static gboolean
read_reduction (FlRewrite *rw, FlArg argument, const FlTensor *result, Reduction *reduction)
{
  const FlArg *dims = fl_node_find_arg (rw->node, "dim");
  guint rank;

  reduction->argument = fl_rewrite_tensor (rw, argument);
  reduction->result = result;
  if (reduction->argument == NULL || reduction->argument->n_dims > G_N_ELEMENTS (reduction->dims))
    return FALSE;
  rank = reduction->argument->n_dims;
  reduction->keeps = fl_rewrite_get_bool (rw, "keepdim", FALSE);
  reduction->n_dims = 0;
  if (dims == NULL || dims->kind == FL_ARG_NONE || (dims->kind != FL_ARG_INT && dims->n_items == 0))
    for (guint i = 0; i < rank; i++)
      reduction->dims[reduction->n_dims++] = i;
  else
    for (guint i = 0; i < (dims->kind == FL_ARG_INT ? 1 : dims->n_items); i++)
      {
        const FlArg *item = dims->kind == FL_ARG_INT ? dims : &dims->items[i];
        gint64 dim;

        if (item->kind != FL_ARG_INT || !fl_sym_is_int (item->sym, &dim) || reduction->n_dims == rank)
          return FALSE;
        reduction->dims[reduction->n_dims++] = fl_rewrite_wrap (dim, rank);
      }
  return rank > 0;
}

static const FlSym *
count_reduced (FlRewrite *rw, const Reduction *reduction)
{
  const FlSym *count = fl_sym_int (rw->symbols, 1);

  for (guint i = 0; i < reduction->n_dims; i++)
    count = fl_sym_mul (count, reduction->argument->sizes[reduction->dims[i]]);
  return count;
}

/* The dimensions that were to be kept, of size 1. */
static FlArg
put_back (FlRewrite *rw, const Reduction *reduction, FlArg value)
{
  const FlSym *sizes[64];

  if (!reduction->keeps)
    return value;
  memcpy (sizes, reduction->argument->sizes, reduction->argument->n_dims * sizeof *sizes);
  for (guint i = 0; i < reduction->n_dims; i++)
    sizes[reduction->dims[i]] = fl_sym_int (rw->symbols, 1);
  return fl_emit_reshape (rw, value, sizes, reduction->argument->n_dims);
}

/* A reduced value as wide as the argument again. */
static FlArg
spread (FlRewrite *rw, const Reduction *reduction, FlArg value)
{
  Reduction kept = *reduction;

  kept.keeps = TRUE;
  return expand (rw, put_back (rw, &kept, value), reduction->argument);
}

static FlArg
emit_sum (FlRewrite *rw, const Reduction *reduction, FlArg value)
{
  return fl_emit_reduce (rw, "aten.sum.dim_IntList", value, reduction->dims, reduction->n_dims, FALSE);
}

static FlArg
emit_divided (FlRewrite *rw, FlArg value, const FlSym *count)
{
  return EMIT (rw, "aten.div.Tensor", value, fl_arg_sym (count));
}

static gboolean
explain_mean (FlRewrite *rw)
{
  FlArg argument = fl_rewrite_nth (rw, 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, argument);
  Reduction reduction;
  FlArg value;
  FlDtype given;

  if (tensor == NULL || !fl_dtype_is_float (tensor->dtype) || fl_node_find_arg (rw->node, "dtype") != NULL
      || !read_reduction (rw, argument, &rw->node->value.tensor, &reduction))
    return FALSE;
  value = fl_emit_opmath (rw, argument, &given);
  value = emit_divided (rw, emit_sum (rw, &reduction, value), count_reduced (rw, &reduction));
  fl_rewrite_set_result (rw, put_back (rw, &reduction, fl_emit_cast (rw, value, given)));
  return TRUE;
}

/* What the squares' sum is divided by: max (0, count - correction), the correction being any number. FALSE: no text for
 * it. */
static gboolean
find_divisor (FlRewrite *rw, const FlSym *count, FlArg *divisor)
{
  double correction = fl_rewrite_get_float (rw, "correction", 1);
  gint64 number;

  if (fl_sym_is_int (count, &number))
    {
      *divisor = fl_arg_number (rw, MAX ((double) number - correction, 0));
      return TRUE;
    }
  if (correction != floor (correction) || fabs (correction) > MAX_WHOLE_CORRECTION)
    return FALSE;
  *divisor = fl_arg_sym (
      correction == 0 ? count : fl_sym_max (fl_sym_add_int (count, -(gint64) correction), fl_sym_int (rw->symbols, 0)));
  return TRUE;
}

/* Two passes: the mean, then the mean of the squared differences. */
static gboolean
explain_variance (FlRewrite *rw, gboolean with_mean)
{
  FlArg argument = fl_rewrite_nth (rw, 0), mean, centred, variance, pair[2];
  const FlTensor *tensor = fl_rewrite_tensor (rw, argument);
  FlArg divisor;
  const FlSym *count;
  Reduction reduction;
  FlDtype given;

  if (tensor == NULL || !fl_dtype_is_float (tensor->dtype) || !read_reduction (rw, argument, NULL, &reduction))
    return FALSE;
  count = count_reduced (rw, &reduction);
  if (!find_divisor (rw, count, &divisor))
    return FALSE;
  argument = fl_emit_opmath (rw, argument, &given);
  mean = emit_divided (rw, emit_sum (rw, &reduction, argument), count);
  centred = fl_emit_sub (rw, argument, spread (rw, &reduction, mean));
  variance = emit_sum (rw, &reduction, fl_emit_mul (rw, centred, centred));
  variance = EMIT (rw, "aten.div.Tensor", variance, divisor);
  pair[0] = put_back (rw, &reduction, fl_emit_cast (rw, variance, given));
  pair[1] = with_mean ? put_back (rw, &reduction, fl_emit_cast (rw, mean, given)) : fl_arg_none ();
  if (with_mean)
    fl_rewrite_set_result (rw, (FlArg) { .kind = FL_ARG_TUPLE,
                                         .n_items = 2,
                                         .items = fl_arena_memdup (rw->arena, pair, sizeof pair) });
  else
    fl_rewrite_set_result (rw, pair[0]);
  return TRUE;
}

/* Of a graph dumped after TorchInductor's patterns: the maximum, and the sum of what lies below it. */
static gboolean
explain_online_softmax (FlRewrite *rw)
{
  FlArg argument = fl_rewrite_nth (rw, 0), maximum, sum, pair[2];
  const FlTensor *tensor = fl_rewrite_tensor (rw, argument);
  Reduction reduction = { .n_dims = 1, .keeps = TRUE, .argument = tensor };

  if (tensor == NULL || tensor->n_dims == 0 || tensor->n_dims > G_N_ELEMENTS (reduction.dims))
    return FALSE;
  reduction.dims[0] = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", -1), tensor->n_dims);
  maximum = fl_emit_reduce (rw, "aten.amax.default", argument, reduction.dims, 1, FALSE);
  sum = EMIT (rw, "aten.exp.default", fl_emit_sub (rw, argument, spread (rw, &reduction, maximum)));
  pair[0] = put_back (rw, &reduction, maximum);
  pair[1] = put_back (rw, &reduction, emit_sum (rw, &reduction, sum));
  fl_rewrite_set_result (rw, (FlArg) { .kind = FL_ARG_TUPLE,
                                       .n_items = 2,
                                       .items = fl_arena_memdup (rw->arena, pair, sizeof pair) });
  return TRUE;
}

/* sum, amax, amin, prod, any over given dimensions that are kept: reduced, then put back. */
static gboolean
explain_kept (FlRewrite *rw)
{
  FlArg argument = fl_rewrite_nth (rw, 0), args[8], value;
  const FlArg *keep = fl_node_find_arg (rw->node, "keepdim");
  guint n = 0;
  Reduction reduction;

  if (!fl_rewrite_get_bool (rw, "keepdim", FALSE) || rw->node->value.kind != FL_VALUE_TENSOR
      || rw->node->n_args > G_N_ELEMENTS (args) || !read_reduction (rw, argument, &rw->node->value.tensor, &reduction))
    return FALSE;
  for (guint i = 0; i < rw->node->n_args; i++)
    {
      const FlArg *given = &rw->node->args[i];
      FlArg mapped = fl_rewrite_map (rw, given);

      if (given == keep) /* positional or by name */
        mapped = fl_arg_bool (FALSE);
      mapped.keyword = given->keyword;
      args[n++] = mapped;
    }
  value = fl_rewrite_emit (rw, rw->node->target, args, n);
  if (fl_rewrite_tensor (rw, value) == NULL)
    return FALSE;
  fl_rewrite_set_result (rw, put_back (rw, &reduction, value));
  return TRUE;
}

/* --- addmm ------------------------------------------------------------------------------------ */

static gboolean
is_one (FlRewrite *rw, const char *name)
{
  return fl_rewrite_get_float (rw, name, 1.0) == 1.0;
}

static gboolean
explain_addmm (FlRewrite *rw, const char *product)
{
  FlArg bias = fl_rewrite_nth (rw, 0), value;

  if (rw->node->value.kind != FL_VALUE_TENSOR || !is_one (rw, "alpha") || !is_one (rw, "beta"))
    return FALSE;
  value = EMIT (rw, product, fl_rewrite_nth (rw, 1), fl_rewrite_nth (rw, 2));
  fl_rewrite_set_result (rw, fl_emit_add (rw, value, expand (rw, bias, &rw->node->value.tensor)));
  return TRUE;
}

/* --- all nodes -------------------------------------------------------------------------------- */

static gboolean
explain_node (FlRewrite *rw)
{
  const FlAtenRow *op = rw->node->kind == FL_NODE_CALL ? rw->node->op : NULL;

  if (op == NULL)
    return FALSE;
  switch (op->op)
    {
    case FL_ATEN_OP_MEAN:
    case FL_ATEN_OP_MEAN_DIM: return explain_mean (rw);
    case FL_ATEN_OP_VAR_CORRECTION: return explain_variance (rw, FALSE);
    case FL_ATEN_OP_VAR_MEAN_CORRECTION: return explain_variance (rw, TRUE);
    case FL_ATEN_OP_PRIMS_PREPARE_SOFTMAX_ONLINE: return explain_online_softmax (rw);
    case FL_ATEN_OP_ADDMM: return explain_addmm (rw, "aten.mm.default");
    case FL_ATEN_OP_BADDBMM: return explain_addmm (rw, "aten.bmm.default");
    default:
      if (op->kind == FL_ATEN_REDUCTION)
        return explain_kept (rw);
      return op->kind == FL_ATEN_POINTWISE ? explain_pointwise (rw) : FALSE;
    }
}

FlGraph *
fl_explicit_run (const FlPass *pass, const FlGraph *given, const FlGraph *graph, GError **error)
{
  FlRewrite rw;

  fl_rewrite_start (&rw, pass, graph);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      if (i % 256 == 0 && fl_pass_is_cancelled (pass, error))
        {
          fl_rewrite_clear (&rw);
          return NULL;
        }
      fl_rewrite_enter (&rw, i);
      rw.is_untold = FALSE;
      if (!explain_node (&rw) || rw.is_untold)
        fl_rewrite_copy (&rw);
    }
  return fl_rewrite_finish (&rw, given, error);
}
