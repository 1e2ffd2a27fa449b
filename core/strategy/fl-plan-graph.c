/* Marks what a partition's groups store. A value that one group stores and another computes again
 * becomes two nodes: each group computes with its own. */
#include "fl-plan-graph.h"

#include "fl-aten-ids.h"
#include "fl-intern.h"
#include "fl-options.h"
#include "fl-rewrite.h"

enum
{
  MAX_CHOICES = 8 /* inputs of a concatenation that is computed in a loop */
};

typedef struct
{
  const FlPartition *partition;
  GHashTable *ops;      /* interned FX name -> op id + 1 */
  FlBits *stored;       /* by op */
  GArray *group_of;     /* guint32, by node of the new graph */
  GPtrArray *again;     /* by node of the given graph: Copy, its value in groups that compute it again;
                           NULL: none */
  gboolean *is_written; /* by node of the given graph: a view of memory that the graph writes */
  GArray **holders;     /* by op: groups that compute it again; NULL: none, or no values are stored and
                           computed again */
} Planner;

typedef struct
{
  guint32 group;
  FlArg value;
} Copy;

static guint32
find_op (const Planner *planner, const FlNode *node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (planner->ops, node->name)) - 1; /* absent: G_MAXUINT32 */
}

static gboolean
writes (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_MUTATION && node->n_args > 0
         && node->args[0].kind == FL_ARG_NODE;
}

static gboolean
is_view (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
         && (node->op->kind == FL_ATEN_VIEW || node->op->op == FL_ATEN_OP_OPERATOR_GETITEM);
}

/* The node whose memory this one shows. */
static guint32
find_root (const FlGraph *graph, guint32 index)
{
  while (is_view (&graph->nodes[index]) || writes (&graph->nodes[index]))
    index = graph->nodes[index].args[0].node.index;
  return index;
}

/* A view of what is written must stay a view: a copy would keep the values of before. */
static void
find_written (Planner *planner, const FlGraph *graph)
{
  g_autofree gboolean *is_root = g_new0 (gboolean, graph->n_nodes + 1);

  planner->is_written = g_new0 (gboolean, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (writes (&graph->nodes[i]))
      is_root[find_root (graph, i)] = TRUE;
  for (guint32 i = 0; i < graph->n_nodes; i++)
    planner->is_written[i] = is_view (&graph->nodes[i]) && is_root[find_root (graph, i)];
}

/* Library calls have memory of their own anyway. */
static gboolean
needs_mark (const Planner *planner, guint32 op, guint32 fx)
{
  const FlOpNode *node = &planner->partition->graph->nodes[op];

  return fl_bits_has (planner->stored, op) && !planner->is_written[fx] && node->kind != FL_OP_OPAQUE
         && node->kind != FL_OP_MATMUL && node->kind != FL_OP_CONVOLUTION;
}

static void
note_group (Planner *planner, const FlRewrite *rw, guint32 group)
{
  while (planner->group_of->len < rw->nodes->len)
    g_array_append_val (planner->group_of, group);
}

static const Copy *
find_copy (const Planner *planner, guint32 node, guint32 group)
{
  const GArray *copies = planner->again->pdata[node];

  for (guint i = 0; copies != NULL && i < copies->len; i++)
    if (g_array_index (copies, Copy, i).group == group)
      return &g_array_index (copies, Copy, i);
  return NULL;
}

/* Puts the group's own values in the place of those of other groups among the node's arguments, or
 * takes them back. */
static void
swap_arguments (Planner *planner, FlRewrite *rw, const FlArg *args, guint n_args, guint32 group, GArray *saved)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind != FL_ARG_NODE)
      swap_arguments (planner, rw, args[i].items, args[i].n_items, group, saved);
    else
      {
        const Copy *copy = find_copy (planner, args[i].node.index, group);
        Copy before = { args[i].node.index, rw->results[args[i].node.index] };

        g_array_append_val (saved, before);
        if (copy != NULL)
          rw->results[args[i].node.index] = copy->value;
      }
}

/* A concatenation that shares a kernel is a choice in its loop; alone it is memory into which its inputs are copied. */
static gboolean
is_choice (const Planner *planner, const FlNode *node, guint32 group)
{
  guint32 op = node->kind == FL_NODE_CALL ? find_op (planner, node) : G_MAXUINT32;

  return op != G_MAXUINT32 && group != G_MAXUINT32 && planner->partition->graph->nodes[op].kind == FL_OP_CONCAT
         && planner->partition->graph->nodes[op].n_inputs <= MAX_CHOICES
         && planner->partition->groups[group].n_members > 1
         && planner->partition->groups[group].emission.template != FL_TEMPLATE_NONE;
}

/* A small product with an epilogue: a loop over its sums inside the kernel. */
static gboolean
is_loop (const Planner *planner, const FlRewrite *rw, guint32 group)
{
  guint32 op = rw->node->kind == FL_NODE_CALL ? find_op (planner, rw->node) : G_MAXUINT32;
  const FlOpNode *node = op != G_MAXUINT32 ? &planner->partition->graph->nodes[op] : NULL;
  const FlTensor *first;
  gint64 n;

  if (node == NULL || group == G_MAXUINT32 || node->kind != FL_OP_MATMUL || rw->is_gpu
      || planner->partition->groups[group].emission.template != FL_TEMPLATE_EPILOGUE
      || (node->dtype != FL_DTYPE_F32 && node->dtype != FL_DTYPE_F64) || rw->node->n_args < 2
      || rw->node->args[0].kind != FL_ARG_NODE)
    return FALSE;
  first = &rw->source->nodes[rw->node->args[0].node.index].value.tensor;
  n = fl_sym_get_hint (node->numel, FL_OP_UNKNOWN_SIZE);
  return first->n_dims >= 2
         && !__builtin_mul_overflow (n, fl_sym_get_hint (first->sizes[first->n_dims - 1], FL_OP_UNKNOWN_SIZE), &n)
         && n <= rw->pass->options->epilogue_max_multiplications;
}

/* [.., m, k, 1] * [.., 1, k, n], added up over k. */
static void
emit_product (FlRewrite *rw)
{
  FlArg a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);
  gint64 rank = (gint64) fl_rewrite_rank (rw, a), inner = rank - 1;

  a = fl_emit_unsqueeze (rw, a, rank);
  b = fl_emit_unsqueeze (rw, b, rank - 2);
  fl_rewrite_set_result (rw, fl_emit_reduce (rw, "aten.sum.dim_IntList", fl_emit_mul (rw, a, b), &inner, 1, FALSE));
}

/* The last of the nodes from `first` on computes what the given node's operator does; the others are its way there. */
static void
name_stand_ins (FlRewrite *rw, guint first, const char *target)
{
  for (guint i = first; i < rw->nodes->len; i++)
    {
      FlNode *node = fl_graph_builder_get_node (rw->builder, (FlNodeId) { i });

      if (i + 1 < rw->nodes->len)
        node->is_copy = TRUE;
      else if (node->target != target)
        node->stands_for = target;
      node->is_copy |= rw->node->is_copy;
    }
}

static void
copy_for (Planner *planner, FlRewrite *rw, guint32 group)
{
  g_autoptr (GArray) saved = g_array_new (FALSE, FALSE, sizeof (Copy));
  guint first = rw->nodes->len;

  swap_arguments (planner, rw, rw->node->args, rw->node->n_args, group, saved);
  if (is_loop (planner, rw, group))
    emit_product (rw);
  else
    fl_rewrite_copy_as (rw,
                        is_choice (planner, rw->node, group) ? fl_intern ("fuseloom.cat.default") : rw->node->target);
  if (rw->node->kind == FL_NODE_CALL)
    name_stand_ins (rw, first, rw->node->target);
  for (guint i = saved->len; i-- > 0;)
    rw->results[g_array_index (saved, Copy, i).group] = g_array_index (saved, Copy, i).value;
  note_group (planner, rw, group);
}

static void
copy_again (Planner *planner, FlRewrite *rw, guint32 group)
{
  FlNode renamed = *rw->node;
  const FlNode *given = rw->node;
  FlArg first = rw->results[rw->id.index];
  Copy copy = { group };

  renamed.is_copy = TRUE;
  renamed.name = fl_intern (fl_arena_printf (rw->arena, "%s_again_%u", given->name, group));
  rw->node = &renamed;
  copy_for (planner, rw, group);
  rw->node = given;
  copy.value = rw->results[rw->id.index];
  rw->results[rw->id.index] = first;
  if (planner->again->pdata[rw->id.index] == NULL)
    planner->again->pdata[rw->id.index] = g_array_new (FALSE, FALSE, sizeof (Copy));
  g_array_append_val ((GArray *) planner->again->pdata[rw->id.index], copy);
}

/* Groups that compute one of the arguments again: what is no op of its own (a view that its readers
 * look through) follows. */
static void
collect_copies (const Planner *planner, const FlArg *args, guint n_args, GArray *groups)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind != FL_ARG_NODE)
      collect_copies (planner, args[i].items, args[i].n_items, groups);
    else if (planner->again->pdata[args[i].node.index] != NULL)
      {
        const GArray *copies = planner->again->pdata[args[i].node.index];

        for (guint k = 0; k < copies->len; k++)
          {
            guint32 group = g_array_index (copies, Copy, k).group;
            gboolean is_known = FALSE;

            for (guint g = 0; g < groups->len; g++)
              is_known |= g_array_index (groups, guint32, g) == group;
            if (!is_known)
              g_array_append_val (groups, group);
          }
      }
}

static void
plan_node (Planner *planner, FlRewrite *rw)
{
  guint32 op = rw->node->kind == FL_NODE_CALL ? find_op (planner, rw->node) : G_MAXUINT32;
  guint32 group = op != G_MAXUINT32 ? planner->partition->group_of[op] : G_MAXUINT32;
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (guint32));

  copy_for (planner, rw, group);
  if (op != G_MAXUINT32 && needs_mark (planner, op, rw->id.index))
    fl_rewrite_set_result (rw, EMIT (rw, "fuseloom.store.default", rw->results[rw->id.index]));
  note_group (planner, rw, group);
  if (op == G_MAXUINT32 && rw->node->kind == FL_NODE_CALL)
    collect_copies (planner, rw->node->args, rw->node->n_args, groups);
  else if (op != G_MAXUINT32 && planner->holders[op] != NULL)
    g_array_append_vals (groups, planner->holders[op]->data, planner->holders[op]->len);
  for (guint i = 0; i < groups->len; i++)
    copy_again (planner, rw, g_array_index (groups, guint32, i));
}

/* Ops that several groups compute. Broadcasts that nobody stores have no memory of their own: one
 * node serves all. Of anything else, lowering might store one node's value for its many readers. */
static void
find_holders (Planner *planner)
{
  const FlPartition *partition = planner->partition;
  gboolean is_needed = FALSE;

  planner->holders = g_new0 (GArray *, partition->graph->n_nodes + 1);
  for (guint32 g = 0; g < partition->n_groups && partition->n_recomputed > 0; g++)
    for (guint i = 0; i < partition->groups[g].n_members; i++)
      {
        guint32 op = partition->groups[g].members[i];

        if (partition->group_of[op] == g)
          continue;
        is_needed |= fl_bits_has (planner->stored, op) || partition->graph->nodes[op].kind != FL_OP_BROADCAST;
        if (planner->holders[op] == NULL)
          planner->holders[op] = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_array_append_val (planner->holders[op], g);
      }
  for (guint32 i = 0; i < partition->graph->n_nodes && !is_needed; i++)
    g_clear_pointer (&planner->holders[i], g_array_unref);
}

static void
prepare (Planner *planner, const FlGraph *graph, const FlPartition *partition)
{
  planner->partition = partition;
  planner->ops = g_hash_table_new (NULL, NULL);
  planner->stored = fl_bits_new (partition->graph->n_nodes);
  planner->group_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < partition->graph->n_nodes; i++)
    if (partition->graph->nodes[i].fx != NULL)
      g_hash_table_insert (planner->ops, (gpointer) partition->graph->nodes[i].fx, GUINT_TO_POINTER (i + 1));
  for (guint g = 0; g < partition->n_groups; g++)
    for (guint i = 0; i < partition->groups[g].n_results; i++)
      fl_bits_add (planner->stored, partition->groups[g].results[i]);
  planner->again = g_ptr_array_new ();
  g_ptr_array_set_size (planner->again, (gint) graph->n_nodes + 1);
  find_holders (planner);
  find_written (planner, graph);
}

static void
clear (Planner *planner)
{
  for (guint i = 0; i < planner->again->len; i++)
    if (planner->again->pdata[i] != NULL)
      g_array_unref (planner->again->pdata[i]);
  for (guint32 i = 0; i < planner->partition->graph->n_nodes; i++)
    g_clear_pointer (&planner->holders[i], g_array_unref);
  g_free (planner->holders);
  g_free (planner->is_written);
  g_ptr_array_unref (planner->again);
  g_hash_table_unref (planner->ops);
  g_free (planner->stored);
  g_array_unref (planner->group_of);
}

gboolean
fl_plan_graph_run (const FlPass *pass, const FlGraph *given, const FlGraph *explicit_graph,
                   const FlPartition *partition, FlPlanGraph *plan, GError **error)
{
  Planner planner;
  FlRewrite rw;

  prepare (&planner, explicit_graph, partition);
  fl_rewrite_start (&rw, pass, explicit_graph);
  for (guint i = 0; i < explicit_graph->n_nodes; i++)
    {
      fl_rewrite_enter (&rw, i);
      plan_node (&planner, &rw);
    }
  plan->graph = fl_rewrite_finish (&rw, given, error);
  if (plan->graph != NULL)
    plan->group_of = fl_arena_memdup (pass->arena, planner.group_of->data, planner.group_of->len * sizeof (guint32));
  clear (&planner);
  return plan->graph != NULL;
}
