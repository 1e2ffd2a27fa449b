/* Operators that write their first argument: the new value takes the old one's place in all that follows. Inputs are
 * written at the end. Where views of the value exist it is written at once, and lowering keeps the order. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-decompose-table.h"
#include "fl-graph-memory.h"
#include "fl-intern.h"

DECOMPOSITION (inplace);
DECOMPOSITION (copy_);

/* "aten.add_.Tensor" -> "aten.add.Tensor", "aten.__iand__.Tensor" -> "aten.__and__.Tensor"; a few have their own names.
 */
static const char *
get_functional (const char *name)
{
  static const char *const others[][2] = {
    { "aten.pow_.Scalar", "aten.pow.Tensor_Scalar" },
    { "aten.pow_.Tensor", "aten.pow.Tensor_Tensor" },
    { "aten.floor_divide_.Tensor", "aten.floor_divide.default" },
    { "aten.float_power_.Scalar", "aten.float_power.Tensor_Scalar" },
    { "aten.float_power_.Tensor", "aten.float_power.Tensor_Tensor" },
    { "aten.ldexp_.default", "aten.ldexp.Tensor" },
  };
  g_autofree char *text = g_strdup (name);
  char *mark = g_str_has_prefix (text, "aten.__i") ? text + strlen ("aten.__") : strstr (text, "_.");

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (others[i][0], name) == 0)
      return others[i][1];
  if (mark == NULL)
    return NULL;
  memmove (mark, mark + 1, strlen (mark));
  return fl_intern (text);
}

static gboolean
is_view (const FlGraph *graph, const FlNode *node)
{
  return (node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_VIEW)
         || fl_node_yields_argument (graph, node);
}

/* What it yields is its first argument, written. */
static gboolean
is_in_place (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_MUTATION
         && strstr (node->op->name, "_.") != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE;
}

/* The node that first yielded the tensor. From now on whoever reads the tensor, by whatever name, gets what was written
 * last. */
static guint32
get_root (FlRewrite *rw, guint32 index)
{
  const FlGraph *source = rw->source;

  if (rw->roots == NULL)
    {
      rw->roots = fl_arena_new (rw->arena, guint32, source->n_nodes + 1);
      for (guint i = 0; i < source->n_nodes; i++)
        {
          rw->roots[i] = is_in_place (&source->nodes[i]) ? rw->roots[source->nodes[i].args[0].node.index] : i;
          if (i < rw->id.index && rw->results[i].kind == FL_ARG_NODE)
            rw->results[rw->roots[i]] = rw->results[i];
        }
    }
  return rw->roots[index];
}

void
fl_rewrite_note_write (FlRewrite *rw)
{
  if (rw->roots != NULL && is_in_place (rw->node) && rw->results[rw->id.index].kind == FL_ARG_NODE)
    rw->results[rw->roots[rw->id.index]] = rw->results[rw->id.index];
}

static gboolean
is_member_viewed (FlRewrite *rw, const FlNode *node, guint32 root)
{
  if (!fl_node_views_members (node))
    return FALSE;
  for (guint i = 0; i < node->args[0].n_items; i++)
    if (node->args[0].items[i].kind == FL_ARG_NODE && get_root (rw, node->args[0].items[i].node.index) == root)
      return TRUE;
  return FALSE;
}

static gboolean
has_views (FlRewrite *rw, guint32 root)
{
  const FlNode *node = &rw->source->nodes[root];

  if (is_view (rw->source, node) || (node->op != NULL && node->op->op == FL_ATEN_OP_OPERATOR_GETITEM))
    return TRUE;
  for (guint i = root + 1; i < rw->source->n_nodes; i++)
    {
      const FlNode *view = &rw->source->nodes[i];

      if (is_view (rw->source, view) && view->n_args > 0 && view->args[0].kind == FL_ARG_NODE
          && get_root (rw, view->args[0].node.index) == root)
        return TRUE;
      if (is_member_viewed (rw, view, root))
        return TRUE;
    }
  return FALSE;
}

static FlArg
compute (FlRewrite *rw, const FlAtenRow *row, FlArg self, const FlTensor *tensor)
{
  const char *target = get_functional (row->name);
  FlArg args[8];
  guint n = MIN (rw->node->n_args, G_N_ELEMENTS (args));

  if (row->op == FL_ATEN_OP_ZERO_ || row->op == FL_ATEN_OP_FILL__SCALAR)
    return EMIT (rw, "aten.full_like.default", self,
                 row->op == FL_ATEN_OP_ZERO_ ? INTEGER (0) : fl_rewrite_nth (rw, 1));
  if (target == NULL || fl_aten_find (target) == NULL || rw->node->n_args > G_N_ELEMENTS (args))
    return fl_arg_none ();
  for (guint i = 0; i < n; i++)
    args[i] = fl_rewrite_map (rw, &rw->node->args[i]);
  return fl_rewrite_emit (rw, target, args, n);
}

static void
keep_for_later (FlRewrite *rw, guint32 root, FlArg original)
{
  FlRewriteWrite write = { root, original };

  if (rw->written == NULL)
    rw->written = g_array_new (FALSE, FALSE, sizeof (FlRewriteWrite));
  for (guint i = 0; i < rw->written->len; i++)
    if (g_array_index (rw->written, FlRewriteWrite, i).root == root)
      return;
  g_array_append_val (rw->written, write);
}

gboolean
decompose_inplace (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg self = fl_rewrite_nth (rw, 0), result;
  const FlTensor *tensor = fl_rewrite_tensor (rw, self);
  guint32 root;

  if (tensor == NULL)
    return FALSE;
  root = get_root (rw, rw->node->args[0].node.index);
  result = compute (rw, row, self, tensor);
  if (result.kind != FL_ARG_NODE)
    return FALSE;
  result = fl_emit_cast (rw, result, tensor->dtype);
  rw->is_done[rw->id.index] = TRUE;
  if (has_views (rw, root))
    {
      EMIT (rw, "aten.copy_.default", self, result);
      return TRUE;
    }
  if (rw->source->nodes[root].kind == FL_NODE_PLACEHOLDER)
    keep_for_later (rw, root, rw->results[root]);
  rw->results[root] = result;
  return TRUE;
}

/* Whether only writes and the output follow: then the graph was made functional already. Recursion: the table of
 * decompositions, which has this file's, says which writes would be opened; it is only looked at, nothing is called. */
static gboolean
is_at_end (FlRewrite *rw)
{
  for (guint i = rw->id.index + 1; i < rw->source->output.index; i++)
    {
      const FlAtenRow *row = rw->source->nodes[i].op;

      if (row == NULL || row->kind != FL_ATEN_MUTATION || fl_decompose_find (row) == decompose_inplace)
        return FALSE;
    }
  return TRUE;
}

/* A copy into an input amid the graph: the new value stands for the input from here on. */
gboolean
decompose_copy_ (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg self = fl_rewrite_nth (rw, 0), value = fl_rewrite_nth (rw, 1);
  const FlTensor *tensor = fl_rewrite_tensor (rw, self), *given = fl_rewrite_tensor (rw, value);
  guint32 root;

  if (tensor == NULL || given == NULL || rw->node->list != 0 || is_at_end (rw))
    return FALSE;
  root = get_root (rw, rw->node->args[0].node.index);
  if (has_views (rw, root) || rw->source->nodes[root].kind != FL_NODE_PLACEHOLDER)
    return FALSE;
  value = fl_emit_cast (rw, value, tensor->dtype);
  if (given->n_dims != tensor->n_dims
      || !fl_sym_known_equal (fl_tensor_get_numel (given, rw->symbols), fl_tensor_get_numel (tensor, rw->symbols)))
    value = EMIT (rw, "aten.expand.default", value, fl_arg_syms (rw, tensor->sizes, tensor->n_dims));
  rw->is_done[rw->id.index] = TRUE;
  keep_for_later (rw, root, rw->results[root]);
  rw->results[root] = value;
  return TRUE;
}

static gint
compare_roots (gconstpointer a, gconstpointer b)
{
  const FlRewriteWrite *x = a, *y = b;

  return x->root < y->root ? -1 : x->root > y->root;
}

void
fl_rewrite_write_back (FlRewrite *rw)
{
  if (rw->written != NULL)
    g_array_sort (rw->written, compare_roots);
  for (guint i = 0; rw->written != NULL && i < rw->written->len; i++)
    {
      const FlRewriteWrite *write = &g_array_index (rw->written, FlRewriteWrite, i);

      EMIT (rw, "aten.copy_.default", write->original, rw->results[write->root]);
    }
}
