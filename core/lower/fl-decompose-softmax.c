/* The softmax of something scaled: the scale is taken out, so that the maximum is that of the input itself. Where that
 * would change infinities or NaN, the value as written is chosen. Source: torch/_inductor/fx_passes/joint_graph.py
 * (mul_softmax_pattern, div_softmax_pattern). */
#include "fl-aten-ids.h"
#include "fl-decompose-pass.h"
#include "fl-decompose-table.h"
#include "fl-event-kinds.h"
#include "fl-torch-rules.h"

#include <math.h>

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  gboolean *is_skipped; /* maxima that the difference alone read */
  guint n_matched;
} Scaling;

typedef struct
{
  const FlNode *maximum;
  guint32 maximum_index, scaled_index; /* scaled: with its cast, where there is one */
  const FlNode *product;               /* the multiplication or division */
  const FlArg *input, *factor;
  FlDtype cast; /* NONE: none */
} Match;

static gboolean
is_number (const FlArg *arg)
{
  return arg->kind == FL_ARG_FLOAT || (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, NULL));
}

/* Is the factor one and the same along the dimensions reduced? */
static gboolean
is_even_along (const FlRewrite *rw, const FlArg *input, const FlArg *factor, const FlArg *dims)
{
  const FlNode *x = fl_rewrite_find_node (rw, input), *other = fl_rewrite_find_node (rw, factor);
  guint missing;

  if (x == NULL || x->value.kind != FL_VALUE_TENSOR)
    return FALSE;
  if (is_number (factor))
    return TRUE;
  if (other == NULL || other->value.kind != FL_VALUE_TENSOR || other->value.tensor.n_dims > x->value.tensor.n_dims)
    return FALSE;
  missing = x->value.tensor.n_dims - other->value.tensor.n_dims;
  for (guint i = 0; i < dims->n_items; i++)
    {
      gint64 dim;

      if (dims->items[i].kind != FL_ARG_INT || !fl_sym_is_int (dims->items[i].sym, &dim))
        return FALSE;
      dim = fl_rewrite_wrap (dim, x->value.tensor.n_dims);
      if (dim < 0 || dim >= x->value.tensor.n_dims)
        return FALSE;
      if (dim >= missing && !fl_sym_is_int_value (other->value.tensor.sizes[dim - missing], 1))
        return FALSE;
    }
  return TRUE;
}

/* Would the factor, beside what was cast before it and no longer after it, make the result another type? PyTorch
 * rewrites such a softmax nevertheless, and yields the wider type. */
static gboolean
widens (const FlRewrite *rw, const FlArg *factor, FlDtype cast)
{
  const FlNode *other = cast != FL_DTYPE_NONE ? fl_rewrite_find_node (rw, factor) : NULL;

  return other != NULL && other->value.kind == FL_VALUE_TENSOR && other->value.tensor.n_dims > 0
         && fl_dtype_promote (other->value.tensor.dtype, cast) != cast;
}

/* s - amax (s) where s is x * factor or x / factor, maybe cast. */
static gboolean
find_match (const FlRewrite *rw, const FlNode *node, Match *match)
{
  const FlNode *scaled, *maximum;
  const FlArg *dims;

  *match = (Match) { .cast = FL_DTYPE_NONE };
  if (!fl_node_is_op (node, FL_ATEN_OP_SUB_TENSOR) || node->n_args != 2)
    return FALSE;
  scaled = fl_rewrite_find_node (rw, &node->args[0]);
  maximum = fl_rewrite_find_node (rw, &node->args[1]);
  dims = fl_node_is_op (maximum, FL_ATEN_OP_AMAX) ? fl_node_get_arg (maximum, 1) : NULL;
  if (scaled == NULL || dims == NULL || maximum->n_users != 1 || maximum->n_args < 3
      || maximum->args[0].kind != FL_ARG_NODE || maximum->args[0].node.index != node->args[0].node.index)
    return FALSE;
  match->maximum = maximum;
  match->maximum_index = node->args[1].node.index;
  match->scaled_index = node->args[0].node.index;
  if (fl_node_is_op (scaled, FL_ATEN_OP_PRIMS_CONVERT_ELEMENT_TYPE) && scaled->n_args > 1
      && scaled->args[1].kind == FL_ARG_DTYPE)
    {
      match->cast = scaled->args[1].dtype;
      scaled = fl_rewrite_find_node (rw, &scaled->args[0]);
    }
  if ((!fl_node_is_op (scaled, FL_ATEN_OP_MUL_TENSOR) && !fl_node_is_op (scaled, FL_ATEN_OP_DIV_TENSOR))
      || scaled->n_args != 2)
    return FALSE;
  match->product = scaled;
  for (guint i = 0; i < (fl_node_is_op (scaled, FL_ATEN_OP_MUL_TENSOR) ? 2 : 1); i++)
    if (is_even_along (rw, &scaled->args[i], &scaled->args[1 - i], dims)
        && !widens (rw, &scaled->args[1 - i], match->cast))
      {
        match->input = &scaled->args[i];
        match->factor = &scaled->args[1 - i];
        return TRUE;
      }
  return FALSE;
}

/* 1 or -1, as a number or as a tensor of them. */
static FlArg
get_sign (FlRewrite *rw, FlArg input, FlArg factor)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, input);
  FlArg device = { .kind = FL_ARG_DEVICE }, one, is_positive;
  gint64 whole;

  if (factor.kind == FL_ARG_FLOAT)
    return INTEGER (factor.number >= 0 ? 1 : -1);
  if (factor.kind == FL_ARG_INT && fl_sym_is_int (factor.sym, &whole))
    return INTEGER (whole >= 0 ? 1 : -1);
  device.device = tensor->device;
  one = EMIT (rw, "aten.scalar_tensor.default", INTEGER (1),
              fl_arg_with_keyword ("dtype", fl_arg_dtype (tensor->dtype)),
              fl_arg_with_keyword ("device", tensor->device.type != NULL ? device : fl_arg_none ()));
  is_positive = EMIT (rw, "aten.ge.Scalar", factor, INTEGER (0));
  return EMIT (rw, "aten.where.self", is_positive, one, UNARY ("neg", one));
}

static FlArg
multiply_sign (FlRewrite *rw, FlArg sign, FlArg factor)
{
  gint64 way, whole;

  if (sign.kind == FL_ARG_NODE)
    return EMIT (rw, "aten.mul.Tensor", sign, factor);
  fl_sym_is_int (sign.sym, &way);
  if (factor.kind == FL_ARG_FLOAT)
    return fl_arg_float (way * factor.number);
  fl_sym_is_int (factor.sym, &whole);
  return INTEGER (way * whole);
}

/* Is every element of a row of x finite? */
static FlArg
are_finite (FlRewrite *rw, FlArg x, FlArg dims)
{
  FlArg is_number_at = EMIT (rw, "aten.eq.Tensor", x, x), is_bounded, both;

  is_bounded = EMIT (rw, "aten.ne.Scalar", UNARY ("abs", x), fl_arg_float (INFINITY));
  both = EMIT (rw, "aten.mul.Tensor", is_number_at, is_bounded);
  return UNARY ("logical_not", EMIT (rw, "aten.any.dims", UNARY ("logical_not", both), dims, fl_arg_bool (TRUE)));
}

static void
take_scale_out (Scaling *scaling, guint index, const Match *match)
{
  FlRewrite *rw = &scaling->rw;
  const char *target = match->product->target;
  FlArg input = fl_rewrite_map (rw, match->input), factor = fl_rewrite_map (rw, match->factor);
  FlArg dims = fl_rewrite_map (rw, fl_node_get_arg (match->maximum, 1));
  FlArg keep = fl_rewrite_map (rw, fl_node_get_arg (match->maximum, 2));
  FlArg scaled = EMIT (rw, target, input, factor), sign, stable, original;

  dims.keyword = keep.keyword = NULL;
  if (match->cast != FL_DTYPE_NONE)
    {
      scaled = fl_emit_cast (rw, scaled, match->cast);
      input = fl_emit_cast (rw, input, match->cast);
    }
  sign = get_sign (rw, input, factor);
  input = EMIT (rw, "aten.mul.Tensor", input, sign);
  stable = SUB (input, EMIT (rw, "aten.amax.default", input, dims, keep));
  stable = EMIT (rw, target, stable, multiply_sign (rw, sign, factor));
  original = SUB (scaled, EMIT (rw, "aten.amax.default", scaled, dims, keep));
  fl_rewrite_set_result (rw, EMIT (rw, "aten.where.self", are_finite (rw, scaled, dims), stable, original));
  scaling->n_matched++;
  fl_decompose_trace (scaling->run, FL_EVENT_REWRITE, FL_VERDICT_ACCEPT, rw->source, index,
                      "the scale of a softmax is taken out of its maximum", 1, match->product->name);
}

FlGraph *
fl_decompose_softmax (FlDecompose *run, FlGraph *graph, GError **error)
{
  Scaling scaling = { .run = run };
  FlRewrite *rw = &scaling.rw;
  FlGraph *made, *cleaned;
  Match match;

  if (!fl_decompose_is_before_passes (run) || !run->pass->options->pattern_matcher
      || !fl_options_has (run->pass->options, FL_RULE_SCALED_SOFTMAX_FINITE))
    return fl_graph_ref (graph);
  fl_rewrite_start (rw, run->pass, graph);
  scaling.is_skipped = fl_arena_new (rw->arena, gboolean, graph->n_nodes + 1);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (find_match (rw, &graph->nodes[i], &match))
      scaling.is_skipped[match.maximum_index] = TRUE;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (rw, i);
      if (fl_decompose_is_stopped (run))
        fl_rewrite_copy (rw);
      else if (find_match (rw, rw->node, &match))
        take_scale_out (&scaling, i, &match);
      else if (!scaling.is_skipped[i])
        fl_rewrite_copy (rw);
    }
  if (scaling.n_matched == 0)
    {
      fl_rewrite_clear (rw);
      return fl_graph_ref (graph);
    }
  made = fl_rewrite_finish (rw, run->given, error);
  cleaned = made != NULL ? fl_decompose_clean (run, made, error) : NULL; /* products nobody reads now */
  if (made != NULL)
    fl_graph_unref (made);
  return cleaned;
}
