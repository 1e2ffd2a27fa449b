/* Attention: on a CPU one operator whose scores never leave the cache, where its rules allow it, as PyTorch chooses
 * there; else the parts, as PyTorch's own mathematics has them. */
#include "fl-decompose-table.h"
#include "fl-event-kinds.h"

#include <math.h>
#include <string.h>

DECOMPOSITION (scaled_dot_product_attention);

static FlArg
add_mask (FlRewrite *rw, FlArg scores, FlArg mask, gboolean adds_truths)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, mask), *like = fl_rewrite_tensor (rw, scores);

  if (tensor == NULL || like == NULL)
    return scores;
  if (tensor->dtype != FL_DTYPE_BOOL || adds_truths)
    return ADD (scores, mask);
  {
    FlTensor scalar = *like;
    FlArg zero, outside;

    scalar.n_dims = 0;
    zero = fl_emit_full (rw, &scalar, 0);
    outside = fl_emit_full (rw, &scalar, -INFINITY);
    return ADD (scores, EMIT (rw, "aten.where.self", mask, zero, outside));
  }
}

/* Row i sees columns up to i. */
static FlArg
make_causal_mask (FlRewrite *rw, const FlTensor *query, const FlTensor *key)
{
  const FlSym *sizes[] = { query->sizes[query->n_dims - 2], key->sizes[key->n_dims - 2] };
  FlTensor square = *query;
  FlArg ones;

  square.n_dims = 2;
  square.sizes = sizes;
  square.dtype = FL_DTYPE_BOOL;
  ones = fl_emit_full (rw, &square, 1);
  return EMIT (rw, "aten.tril.default", ones);
}

/* --- one operator ----------------------------------------------------------------------------- */

typedef struct
{
  FlArg query, key, value, mask;
  const FlTensor *q, *k, *v, *m; /* m NULL: no mask */
  gboolean is_causal;
} Operands;

static gboolean
has_nothing (const FlTensor *tensor)
{
  for (guint i = 0; i < tensor->n_dims; i++)
    if (fl_sym_is_int_value (tensor->sizes[i], 0))
      return TRUE;
  return FALSE;
}

/* Each dimension 1, or the scores' own. */
static gboolean
mask_fits (const Operands *of)
{
  const FlSym *const sizes[] = { of->q->sizes[0], of->q->sizes[1], of->q->sizes[2], of->k->sizes[2] };

  for (guint i = 0; i < of->m->n_dims; i++)
    if (!fl_sym_is_int_value (of->m->sizes[i], 1)
        && !fl_sym_known_equal (of->m->sizes[i], sizes[4 - of->m->n_dims + i]))
      return FALSE;
  return TRUE;
}

/* Why the one operator cannot have it; NULL: it can. */
static const char *
find_obstacle (const Operands *of)
{
  const FlTensor *q = of->q, *k = of->k, *v = of->v, *m = of->m;

  if (q->n_dims != 4 || k->n_dims != 4 || v->n_dims != 4)
    return "attention is opened: one kernel takes four dimensions (batch, heads, rows, depth)";
  if (q->dtype != FL_DTYPE_F32 && q->dtype != FL_DTYPE_BF16 && q->dtype != FL_DTYPE_F16)
    return "attention is opened: one kernel takes f32, bf16 and f16";
  if (k->dtype != q->dtype || v->dtype != q->dtype)
    return "attention is opened: query, key and value are of different types";
  if (!fl_sym_known_equal (q->sizes[3], v->sizes[3]) || !fl_sym_known_equal (q->sizes[3], k->sizes[3]))
    return "attention is opened: query, key and value differ in depth";
  if (has_nothing (q) || has_nothing (k))
    return "attention is opened: there is nothing to attend to";
  if (of->mask.kind == FL_ARG_NODE && of->is_causal)
    return "attention is opened: a mask beside the causal one";
  if (m != NULL && m->n_dims != 2 && m->n_dims != 4)
    return "attention is opened: the mask has neither two nor four dimensions";
  if (m != NULL && m->dtype != FL_DTYPE_BOOL && m->dtype != q->dtype && m->dtype != FL_DTYPE_F32)
    return "attention is opened: the mask is of another type";
  if (m != NULL && !mask_fits (of))
    return "attention is opened: the mask's sizes are not the scores'";
  return NULL;
}

static void
tell_obstacle (FlRewrite *rw, const Operands *of, const char *why)
{
  const FlTensor *q = of->q;
  const guint32 n = fl_trace_get_n_steps (rw->pass->trace, FL_STAGE_DECOMPOSE);
  const FlEvent *last = n > 0 ? fl_trace_get_step (rw->pass->trace, FL_STAGE_DECOMPOSE, n - 1) : NULL;

  /* A rewrite may be tried more than once; its obstacle is told once. */
  if (last != NULL && last->reason == why && last->subject.index == rw->node->origin.index)
    return;
  fl_trace_record (rw->pass->trace,
                   &(FlEvent) {
                       .kind = FL_EVENT_DECOMPOSE,
                       .verdict = FL_VERDICT_ILLEGAL,
                       .subject = { FL_REF_NODE, rw->node->origin.index, rw->node->name },
                       .amount = q->n_dims,
                       .reason = why,
                       .facts = fl_arena_printf (rw->pass->arena, "query of %u dimensions, %s; key %s, value %s%s%s",
                                                 q->n_dims, fl_dtype_get_short_name (q->dtype),
                                                 fl_dtype_get_short_name (of->k->dtype),
                                                 fl_dtype_get_short_name (of->v->dtype), of->m != NULL ? "; mask " : "",
                                                 of->m != NULL ? fl_dtype_get_short_name (of->m->dtype) : ""),
                   });
}

/* A mask of truth values becomes 0 where they are true, else -infinity. */
static FlArg
emit_one (FlRewrite *rw, const Operands *of)
{
  FlArg args[7] = { of->query, of->key, of->value, fl_arg_float (0), fl_arg_bool (of->is_causal) }, mask = of->mask;
  FlArg scale = fl_rewrite_get (rw, "scale");
  guint n = 5;

  if (of->m != NULL && of->m->dtype == FL_DTYPE_BOOL)
    {
      FlTensor scalar = *of->q;
      scalar.n_dims = 0;
      mask = EMIT (rw, "aten.where.self", mask, fl_emit_full (rw, &scalar, 0), fl_emit_full (rw, &scalar, -INFINITY));
    }
  if (of->m != NULL)
    args[n++] = fl_arg_with_keyword ("attn_mask", mask);
  if (scale.kind != FL_ARG_NONE)
    args[n++] = fl_arg_with_keyword ("scale", scale);
  return fl_emit_item (rw, fl_rewrite_emit (rw, "aten._scaled_dot_product_flash_attention_for_cpu.default", args, n),
                       0);
}

/* Whether it was done; if not, an event says why. */
static gboolean
decompose_to_one (FlRewrite *rw)
{
  Operands of
      = { fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1), fl_rewrite_nth (rw, 2), fl_rewrite_get (rw, "attn_mask") };
  const char *why;

  of.q = fl_rewrite_tensor (rw, of.query);
  of.k = fl_rewrite_tensor (rw, of.key);
  of.v = fl_rewrite_tensor (rw, of.value);
  of.m = of.mask.kind == FL_ARG_NODE ? fl_rewrite_tensor (rw, of.mask) : NULL;
  of.is_causal = fl_rewrite_get_bool (rw, "is_causal", FALSE);
  if (of.q == NULL || of.k == NULL || of.v == NULL || (of.mask.kind == FL_ARG_NODE && of.m == NULL))
    return FALSE;
  why = find_obstacle (&of);
  if (why == NULL)
    return fl_decompose_done (rw, emit_one (rw, &of), FL_DTYPE_NONE);
  tell_obstacle (rw, &of, why);
  return FALSE;
}

/* --- the parts -------------------------------------------------------------------------------- */

gboolean
decompose_scaled_dot_product_attention (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg query = fl_rewrite_nth (rw, 0), key = fl_rewrite_nth (rw, 1), value = fl_rewrite_nth (rw, 2),
        mask = fl_rewrite_get (rw, "attn_mask");
  FlArg scores, weights, out, results[2];
  const FlTensor *q = fl_rewrite_tensor (rw, query), *k = fl_rewrite_tensor (rw, key);
  gint64 width;
  double factor;

  if (q == NULL || k == NULL || fl_rewrite_get_float (rw, "dropout_p", 0) > 0)
    return FALSE;
  if (!rw->is_gpu && strstr (row->name, "_math") == NULL && decompose_to_one (rw))
    return TRUE;
  if (q->n_dims < 3 || fl_rewrite_get_bool (rw, "enable_gqa", FALSE))
    return FALSE;
  if (!fl_sym_is_int (q->sizes[q->n_dims - 1], &width))
    return FALSE;
  /* Both factors get the root, which keeps f16 in range. */
  factor = sqrt (fl_rewrite_get_float (rw, "scale", 1.0 / sqrt ((double) width)));
  if (fl_rewrite_get_bool (rw, "is_causal", FALSE))
    mask = make_causal_mask (rw, q, k);
  query = MUL (query, NUMBER (factor));
  key = MUL (fl_emit_transpose_last (rw, key), NUMBER (factor));
  if (!fl_emit_matmul (rw, query, key, &scores))
    return FALSE;
  /* PyTorch's mathematical form adds a mask of the caller's as it is, truth values as 0 and 1. */
  scores = add_mask (rw, scores, mask,
                     strstr (row->name, "_math") != NULL && !fl_rewrite_get_bool (rw, "is_causal", FALSE));
  weights = EMIT (rw, "aten._safe_softmax.default", scores,
                  fl_arg_int (rw, -1)); /* even without a mask: scores may be -inf */
  if (!fl_emit_matmul (rw, weights, value, &out))
    return FALSE;
  results[0] = out;
  results[1] = weights;
  return strstr (row->name, "_math") != NULL ? fl_decompose_done_tuple (rw, results, 2)
                                             : fl_decompose_done (rw, out, FL_DTYPE_NONE);
}
