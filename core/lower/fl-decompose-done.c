/* What decompositions ask of a value, and how they end. */
#include "fl-decompose-table.h"
#include "fl-graph-memory.h"

gboolean
fl_decompose_get_sizes (const FlTensor *tensor, gint64 *sizes)
{
  if (tensor == NULL || tensor->n_dims > FL_DECOMPOSE_MAX_RANK)
    return FALSE;
  for (guint d = 0; d < tensor->n_dims; d++)
    if (!fl_sym_is_int (tensor->sizes[d], &sizes[d]))
      return FALSE;
  return TRUE;
}

gboolean
fl_decompose_done (FlRewrite *rw, FlArg result, FlDtype given)
{
  fl_rewrite_set_result (rw, given != FL_DTYPE_NONE && result.kind == FL_ARG_NODE ? fl_emit_cast (rw, result, given)
                                                                                  : result);
  return TRUE;
}

gboolean
fl_decompose_done_tuple (FlRewrite *rw, const FlArg *results, guint n)
{
  FlArg tuple
      = { .kind = FL_ARG_TUPLE, .n_items = n, .items = fl_arena_memdup (rw->arena, results, n * sizeof *results) };

  fl_rewrite_set_result (rw, tuple);
  return TRUE;
}

static gboolean
is_written_by (const FlGraph *graph, const FlNode *node, const FlNode *user)
{
  guint n;
  const FlArg *written = fl_node_get_written (user, &n);

  for (guint i = 0; i < n; i++)
    if (written[i].kind == FL_ARG_NODE && fl_graph_get_node (graph, written[i].node) == node)
      return TRUE;
  return FALSE;
}

gboolean
fl_decompose_is_memory_seen (const FlGraph *graph, const FlNode *node)
{
  gboolean has_views = node->op->kind == FL_ATEN_VIEW, is_written = FALSE;

  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (graph, node->users[i]);

      if (user->kind != FL_NODE_CALL || user->op == NULL)
        continue;
      if (g_str_has_prefix (user->op->name, "aten.as_strided")
          || (user->op->kind == FL_ATEN_VIEW && fl_decompose_is_memory_seen (graph, user)))
        return TRUE;
      has_views |= user->op->kind == FL_ATEN_VIEW;
      is_written |= is_written_by (graph, node, user);
    }
  return has_views && is_written;
}
