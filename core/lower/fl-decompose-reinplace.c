/* Writing in place again: an index_put whose old value nobody needs any more writes where it is (a cache that is filled
 * step by step), and the copy back into the input goes. Source: Inductor's reinplace_inplaceable_ops. */
#include "fl-decompose-pass.h"

#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-graph-memory.h"

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  guint32 *storage;
  guint32 *last_use; /* by storage: the last node that uses it, copies back into it left out */
  gboolean *is_skipped;
  guint n_done;
} Reinplacing;

/* A copy of the whole of an input's new value back into it. */
static gboolean
is_copy_back (const FlGraph *graph, const FlNode *node)
{
  return fl_node_is_op (node, FL_ATEN_OP_COPY_) && node->n_args > 1 && node->args[0].kind == FL_ARG_NODE
         && node->args[1].kind == FL_ARG_NODE && graph->nodes[node->args[0].node.index].kind == FL_NODE_PLACEHOLDER;
}

static void
note_uses (Reinplacing *pass, guint32 user, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        pass->last_use[pass->storage[args[i].node.index]] = user;
      note_uses (pass, user, args[i].items, args[i].n_items);
    }
}

static gboolean
find_uses (Reinplacing *pass)
{
  const FlGraph *graph = pass->rw.source;
  gboolean may = FALSE;

  pass->storage = fl_graph_find_storages (graph, pass->rw.arena);
  pass->last_use = fl_arena_new (pass->rw.arena, guint32, graph->n_nodes + 1);
  pass->is_skipped = fl_arena_new (pass->rw.arena, gboolean, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      may = may || fl_node_is_op (node, FL_ATEN_OP_INDEX_PUT);
      if (is_copy_back (graph, node))
        note_uses (pass, i, node->args + 1, 1);
      else
        note_uses (pass, i, node->args, node->n_args);
    }
  return may;
}

/* The copy that brings the node's value back into the input it was made from; NULL: there is none. */
static const FlNode *
find_copy_back (Reinplacing *pass, guint index, guint input)
{
  const FlGraph *graph = pass->rw.source;
  const FlNode *node = &graph->nodes[index];

  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = &graph->nodes[node->users[i].index];

      if (is_copy_back (graph, user) && user->args[0].node.index == input && user->args[1].node.index == index)
        return user;
    }
  return NULL;
}

/* Indices or values that lie in the memory that is to be written: they would be read while they change. The rule is
 * PyTorch's should_reinplace_index_put. */
static gboolean
reads_what_it_writes (Reinplacing *pass, guint32 storage, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if ((args[i].kind == FL_ARG_NODE && pass->storage[args[i].node.index] == storage)
        || reads_what_it_writes (pass, storage, args[i].items, args[i].n_items))
      return TRUE;
  return FALSE;
}

static gboolean
reinplace (Reinplacing *pass, guint index)
{
  FlRewrite *rw = &pass->rw;
  const FlGraph *graph = rw->source;
  const FlNode *node = rw->node, *copy = NULL;
  guint32 self;

  if (!fl_node_is_op (node, FL_ATEN_OP_INDEX_PUT) || node->args[0].kind != FL_ARG_NODE)
    return FALSE;
  self = node->args[0].node.index;
  if (pass->storage[self] != self || pass->last_use[self] > index)
    return FALSE;
  if (reads_what_it_writes (pass, self, node->args + 1, node->n_args - 1))
    {
      fl_decompose_trace (pass->run, FL_EVENT_REWRITE, FL_VERDICT_ILLEGAL, graph, index,
                          "not written in place: its values or indices lie in the memory that it writes", 0,
                          graph->nodes[self].name);
      return FALSE;
    }
  if (graph->nodes[self].kind == FL_NODE_PLACEHOLDER)
    copy = find_copy_back (pass, index, self);
  if (copy == NULL && graph->nodes[self].kind != FL_NODE_CALL)
    return FALSE;
  if (copy != NULL)
    pass->is_skipped[copy - graph->nodes] = TRUE;
  pass->n_done++;
  fl_decompose_trace (pass->run, FL_EVENT_REWRITE, FL_VERDICT_ACCEPT, graph, index,
                      "written in place: nobody needs the old value", 1, graph->nodes[self].name);
  fl_rewrite_copy_as (rw, "aten.index_put_.default");
  return TRUE;
}

FlGraph *
fl_decompose_reinplace (FlDecompose *run, FlGraph *graph, GError **error)
{
  Reinplacing pass = { .run = run };
  gboolean may;

  fl_rewrite_start (&pass.rw, run->pass, graph);
  may = find_uses (&pass);
  for (guint i = 0; i < graph->n_nodes && may; i++)
    {
      fl_rewrite_enter (&pass.rw, i);
      if (pass.is_skipped[i])
        continue;
      if (fl_decompose_is_stopped (run) || !reinplace (&pass, i))
        fl_rewrite_copy (&pass.rw);
    }
  if (pass.n_done > 0)
    return fl_rewrite_finish (&pass.rw, run->given, error);
  fl_rewrite_clear (&pass.rw);
  return fl_graph_ref (graph);
}
