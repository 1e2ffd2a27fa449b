/* Locality: each producer moves right before its first reader, so that values live shortly and meet their readers in
 * fusion. Source: Inductor's reorder_for_locality. */
#include "fl-aten-ids.h"
#include "fl-decompose-pass.h"
#include "fl-event-kinds.h"

typedef struct
{
  FlDecompose *run;
  const FlGraph *graph;
  guint32 *before, *after; /* the order as a list; n_nodes is its head */
  gboolean *is_seen;
  guint32 *region; /* how many writes precede a node */
  guint32 node;    /* the reader */
  guint32 *reader; /* by node: whom it was moved to; n_nodes: it was not */
} Reordering;

static void
move_before (Reordering *reordering, guint32 what, guint32 where)
{
  guint32 *before = reordering->before, *after = reordering->after;

  if (after[what] == where)
    return;
  after[before[what]] = after[what];
  before[after[what]] = before[what];
  before[what] = before[where];
  after[what] = where;
  after[before[where]] = what;
  before[where] = what;
  reordering->reader[what] = where;
}

static gboolean
can_move (Reordering *reordering, guint32 what)
{
  const FlNode *node = &reordering->graph->nodes[what];

  /* A write stays where it is: what follows reads what it has written, by other names, too. */
  if (node->kind != FL_NODE_CALL || node->list != 0
      || (node->op != NULL
          && (node->op->op == FL_ATEN_OP_OPERATOR_GETITEM || node->op->kind == FL_ATEN_RANDOM
              || node->op->kind == FL_ATEN_MUTATION))
      || reordering->region[what] != reordering->region[reordering->node])
    return FALSE;
  for (guint i = 0; i < node->n_users; i++)
    if (!reordering->is_seen[node->users[i].index])
      return FALSE;
  return TRUE;
}

static void
visit (Reordering *reordering, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE && can_move (reordering, args[i].node.index))
        move_before (reordering, args[i].node.index, reordering->node);
      visit (reordering, args[i].items, args[i].n_items);
    }
}

/* An operator on lists is one node for Inductor: what its elements read goes before the first of them, argument by
 * argument. */
static guint32
visit_list (Reordering *reordering, guint32 last)
{
  const FlNode *nodes = reordering->graph->nodes;
  guint32 first = last, list = nodes[last].list;
  guint n_args = 0;

  for (guint32 node = last; nodes[node].list == list; node = reordering->before[node])
    {
      reordering->is_seen[node] = TRUE;
      n_args = MAX (n_args, nodes[node].n_args);
      first = node;
      if (reordering->before[node] == reordering->graph->n_nodes)
        break;
    }
  reordering->node = first;
  for (guint i = 0; i < n_args; i++)
    for (guint32 node = first;; node = reordering->after[node])
      {
        if (i < nodes[node].n_args)
          visit (reordering, nodes[node].args + i, 1);
        if (node == last)
          break;
      }
  return first;
}

static void
walk (Reordering *reordering)
{
  const FlGraph *graph = reordering->graph;
  guint32 head = graph->n_nodes;
  gboolean is_past_writes = TRUE;
  guint32 first_write = head;

  for (guint i = 0; i < graph->n_nodes && first_write == head; i++)
    if (graph->nodes[i].op != NULL && graph->nodes[i].op->op == FL_ATEN_OP_COPY_ && graph->nodes[i].list == 0)
      first_write = i;
  is_past_writes = first_write == head;
  for (guint32 node = reordering->before[head]; node != head; node = reordering->before[node])
    {
      reordering->is_seen[node] = TRUE;
      if (!is_past_writes)
        {
          is_past_writes = node == first_write;
          continue;
        }
      reordering->node = node;
      if (graph->nodes[node].list != 0)
        node = visit_list (reordering, node);
      else
        visit (reordering, graph->nodes[node].args, graph->nodes[node].n_args);
    }
}

/* Nodes moved one after the other often end up where they were. FALSE: all of them. */
static gboolean
tell (Reordering *reordering)
{
  guint32 head = reordering->graph->n_nodes, position = 0;
  gboolean is_changed = FALSE;

  for (guint32 i = reordering->after[head]; i != head; i = reordering->after[i], position++)
    {
      is_changed = is_changed || i != position;
      if (reordering->reader[i] != head && reordering->after[i] != i + 1)
        fl_decompose_trace (reordering->run, FL_EVENT_REORDER, FL_VERDICT_ACCEPT, reordering->graph, i,
                            "next to its first reader", 0, reordering->graph->nodes[reordering->reader[i]].name);
    }
  return is_changed;
}

/* A graph of a training step, by the names that AOTAutograd gives its inputs: Inductor leaves its order alone. */
static gboolean
is_training (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const char *name = graph->nodes[graph->inputs[i].index].name;

      if (g_str_has_prefix (name, "primals_") || g_str_has_prefix (name, "tangents_"))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_on_gpu (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlValue *value = &graph->nodes[i].value;

      if (value->kind == FL_VALUE_TENSOR && value->tensor.device.type != NULL
          && !g_str_equal (value->tensor.device.type, "cpu"))
        return TRUE;
    }
  return FALSE;
}

/* Ordered already. On the CPU ordering again changes nothing; on a GPU patterns are replaced afterwards, and it would.
 */
static gboolean
is_ordered (const FlDecompose *run, const FlGraph *graph)
{
  return is_training (graph) || (!fl_decompose_is_before_passes (run) && graph == run->given && is_on_gpu (graph));
}

FlGraph *
fl_decompose_reorder (FlDecompose *run, FlGraph *graph, GError **error)
{
  Reordering reordering = { .run = run, .graph = graph };
  guint32 n = graph->n_nodes, head = n, writes = 0;
  FlRewrite rw;

  if (!run->pass->options->reorder_for_locality || is_ordered (run, graph))
    return fl_graph_ref (graph);
  fl_rewrite_start (&rw, run->pass, graph);
  reordering.before = fl_arena_new (rw.arena, guint32, n + 1);
  reordering.after = fl_arena_new (rw.arena, guint32, n + 1);
  reordering.region = fl_arena_new (rw.arena, guint32, n + 1);
  reordering.reader = fl_arena_new (rw.arena, guint32, n + 1);
  reordering.is_seen = fl_arena_new (rw.arena, gboolean, n + 1);
  for (guint32 i = 0; i <= n; i++)
    {
      reordering.before[i] = i == 0 ? head : i - 1;
      reordering.after[i] = i == n ? 0 : i + 1;
      /* a node that changes how later nodes see a tensor (a mutation, a view in place) ends a region: no node moves
       * across it */
      if (i < n && graph->nodes[i].op != NULL
          && (graph->nodes[i].op->kind == FL_ATEN_MUTATION || fl_node_is_view_in_place (&graph->nodes[i])))
        writes++;
      reordering.region[i] = writes;
      reordering.reader[i] = n;
    }
  walk (&reordering);
  if (!tell (&reordering))
    {
      fl_rewrite_clear (&rw);
      return fl_graph_ref (graph);
    }
  for (guint32 i = reordering.after[head]; i != head; i = reordering.after[i])
    {
      fl_rewrite_enter (&rw, i);
      fl_rewrite_copy (&rw);
    }
  return fl_rewrite_finish (&rw, run->given, error);
}
