/* Cleaning a graph: nodes nobody reads, operators that change nothing, and reshapes that cannot be views. */
#include "fl-decompose-pass.h"

#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- what is live ----------------------------------------------------------------------------- */

static gboolean
has_effects (const FlNode *node)
{
  if (node->kind != FL_NODE_CALL)
    return TRUE;
  if (node->op == NULL)
    return node->value.kind == FL_VALUE_NONE || node->value.kind == FL_VALUE_UNKNOWN;
  return node->op->kind == FL_ATEN_MUTATION || node->op->op == FL_ATEN_OP__ASSERT_ASYNC_MSG;
}

static void
mark (gboolean *is_live, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE || args[i].kind == FL_ARG_GRAPH)
        is_live[args[i].node.index] = TRUE;
      mark (is_live, args[i].items, args[i].n_items);
    }
}

static gboolean *
find_live (FlRewrite *rw)
{
  gboolean *is_live = fl_arena_new (rw->arena, gboolean, rw->source->n_nodes + 1);

  for (guint i = rw->source->n_nodes; i-- > 0;)
    {
      const FlNode *node = &rw->source->nodes[i];

      is_live[i] = is_live[i] || has_effects (node);
      if (is_live[i])
        mark (is_live, node->args, node->n_args);
    }
  return is_live;
}

/* --- removing --------------------------------------------------------------------------------- */

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  FlNoops noops;
  gboolean *is_live;
} Cleaning;

static gboolean
remove_noop (Cleaning *cleaning, guint index)
{
  FlRewrite *rw = &cleaning->rw;
  const char *obstacle;
  const FlArg *source;

  source = fl_noops_find (&cleaning->noops, index, &obstacle);
  if (obstacle != NULL)
    fl_decompose_trace (cleaning->run, FL_EVENT_REMOVE_NOOP, FL_VERDICT_ILLEGAL, rw->source, index, obstacle, 0, NULL);
  if (source == NULL)
    return FALSE;
  fl_decompose_trace (cleaning->run, FL_EVENT_REMOVE_NOOP, FL_VERDICT_ACCEPT, rw->source, index, "it changes nothing",
                      0, rw->node->target);
  fl_noops_replace (&cleaning->noops, index, source->node.index);
  fl_rewrite_set_result (rw, fl_rewrite_map (rw, source));
  return TRUE;
}

/* --- reshapes --------------------------------------------------------------------------------- */

/* Whether the new shape can be had by strides alone, whatever the symbols are: dimensions are taken together as far as
 * they lie evenly in memory, and each such run must be cut up by whole new dimensions. The first run takes what is
 * left: there are as many elements before as after. */
static gboolean
can_view (const FlTensor *from, const FlTensor *to)
{
  const FlSym *run, *covered, *base;
  guint next = to->n_dims;

  if (from->strides == NULL || from->n_dims == 0)
    return TRUE;
  for (guint i = 0; i < from->n_dims; i++)
    if (fl_sym_is_int_value (from->sizes[i], 0))
      return TRUE;
  base = from->strides[from->n_dims - 1];
  run = covered = fl_sym_int (fl_sym_get_table (base), 1);
  for (guint d = from->n_dims - 1; d > 0; d--)
    {
      run = fl_sym_mul (run, from->sizes[d]);
      if (fl_sym_is_int_value (from->sizes[d - 1], 1)
          || fl_sym_known_equal (from->strides[d - 1], fl_sym_mul (run, base)))
        continue;
      while (next > 0 && !fl_sym_known_equal (covered, run))
        covered = fl_sym_mul (covered, to->sizes[--next]);
      if (!fl_sym_known_equal (covered, run))
        return FALSE;
      base = from->strides[d - 1];
      run = covered = fl_sym_int (fl_sym_get_table (base), 1);
    }
  return TRUE;
}

/* Whether it must copy. */
static gboolean
is_copying (const FlNode *node, const FlTensor *from)
{
  return from != NULL && node->value.kind == FL_VALUE_TENSOR && !can_view (from, &node->value.tensor);
}

/* A reshape that no strides can express copies first; the others are views. */
static void
copy_reshape (Cleaning *cleaning)
{
  FlRewrite *rw = &cleaning->rw;
  FlArg x = fl_rewrite_nth (rw, 0), format = { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" };

  if (!is_copying (rw->node, fl_rewrite_tensor (rw, x)))
    {
      fl_rewrite_copy_as (rw, "aten.reshape.default");
      return;
    }
  x = EMIT (rw, "aten.clone.default", x, fl_arg_with_keyword ("memory_format", format));
  fl_rewrite_set_result (rw, EMIT (rw, "aten.reshape.default", x, fl_rewrite_nth (rw, 1)));
}

static gboolean
is_reshape (const FlNode *node)
{
  return node->op != NULL
         && (node->op->op == FL_ATEN_OP_RESHAPE || node->op->op == FL_ATEN_OP_VIEW
             || node->op->op == FL_ATEN_OP__UNSAFE_VIEW);
}

static gboolean
is_check (const FlNode *node)
{
  return node->op != NULL && node->op->kind == FL_ATEN_OTHER && node->n_users == 0
         && strstr (node->op->name, "_assert_") != NULL;
}

static gboolean
has_work (Cleaning *cleaning)
{
  const FlGraph *graph = cleaning->rw.source;
  const char *obstacle;

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (!cleaning->is_live[i] || is_check (node))
        return TRUE;
      if (fl_noops_find (&cleaning->noops, i, &obstacle) != NULL)
        return TRUE;
      if (is_reshape (node) && node->args[0].kind == FL_ARG_NODE)
        {
          const FlValue *from = &graph->nodes[node->args[0].node.index].value;

          if (node->op->op != FL_ATEN_OP_RESHAPE
              || is_copying (node, from->kind == FL_VALUE_TENSOR ? &from->tensor : NULL))
            return TRUE;
        }
    }
  return FALSE;
}

FlGraph *
fl_decompose_clean (FlDecompose *run, FlGraph *graph, GError **error)
{
  Cleaning cleaning = { .run = run };
  FlRewrite *rw = &cleaning.rw;

  fl_rewrite_start (rw, run->pass, graph);
  cleaning.is_live = find_live (rw);
  fl_noops_init (&cleaning.noops, rw->arena, graph, fl_options_has (run->pass->options, FL_RULE_DROPS_NEUTRAL_NUMBERS));
  if (!has_work (&cleaning))
    {
      fl_rewrite_clear (rw);
      return fl_graph_ref (graph);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (rw, i);
      if (!cleaning.is_live[i] || is_check (rw->node))
        continue;
      if (fl_decompose_is_stopped (run) || !remove_noop (&cleaning, i))
        {
          if (is_reshape (rw->node))
            copy_reshape (&cleaning);
          else
            fl_rewrite_copy (rw);
        }
    }
  return fl_rewrite_finish (rw, run->given, error);
}
