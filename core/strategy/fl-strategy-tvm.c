/* TVM's FuseOps: an op joins its immediate post-dominator, and everything between goes along, when the kinds on all
 * paths allow it. Three phases: products and reductions first, then injective ops, then tuples (we have none).
 * Source: the rules of TVM's graph partitioner. */
#include "fl-concepts.h"
#include "fl-dominators.h"
#include "fl-event-kinds.h"
#include "fl-op-strategies.h"
#include "fl-bits.h"
#include "fl-op-guard.h"

enum
{
  KIND_ELEMENTWISE = 0,
  KIND_BROADCAST = 1,
  KIND_INJECTIVE = 2,
  KIND_REDUCE = 3,
  KIND_OUT_FUSABLE = 4, /* the result can be worked on by fused operators: products, convolutions */
  KIND_OPAQUE = 8,
  MAX_DEPTH = 256 /* ops in a group */
};

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  guint *kinds;
  FlDominator *tree;
  guint32 *parents;   /* union-find: the sink's root wins */
  guint *group_kinds; /* by root */
  guint *sizes;       /* by root */
  gboolean *has_anchor;
  guint phase;
  GArray *path; /* guint32: strictly between, reused */
  FlBits *seen;
  FlOpGuard *guard; /* NULL: the user decided nothing */
} Tvm;

static guint
classify (const FlOpNode *node)
{
  switch (node->kind)
    {
    case FL_OP_POINTWISE: return KIND_ELEMENTWISE;
    case FL_OP_BROADCAST: return KIND_BROADCAST;
    case FL_OP_RESHAPE:
    case FL_OP_TRANSPOSE:
    case FL_OP_SLICE:
    case FL_OP_CONCAT:
    case FL_OP_GATHER: return KIND_INJECTIVE;
    case FL_OP_REDUCE: return KIND_REDUCE;
    case FL_OP_MATMUL:
    case FL_OP_CONVOLUTION: return KIND_OUT_FUSABLE;
    default: return KIND_OPAQUE;
    }
}

static const char *
get_kind_name (guint kind)
{
  static const char *const names[] = { "ElemWise", "Broadcast", "Injective", "CommReduce", "OutEWiseFusable" };

  return kind < G_N_ELEMENTS (names) ? names[kind] : "Opaque";
}

/* Pattern kinds, and the tree of post-dominators along which operations are joined. */
static void
tell_classes (const Tvm *tvm)
{
  const FlOpGraph *graph = tvm->graph;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (fl_op_is_work (&graph->nodes[i]))
      fl_concept_tell (tvm->pass, graph, FL_EVENT_CLASSIFY, i, G_MAXUINT32, get_kind_name (tvm->kinds[i]),
                       fl_arena_printf (tvm->pass->arena, "pattern kind %u, from %s", tvm->kinds[i],
                                        fl_op_kind_get_name (graph->nodes[i].kind)));
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (fl_op_is_work (&graph->nodes[i]))
      fl_concept_tell (tvm->pass, graph, FL_EVENT_RELATE, i, tvm->tree[i].parent,
                       tvm->tree[i].parent == G_MAXUINT32 ? "root of the dominator tree" : "post-dominated by",
                       fl_arena_printf (tvm->pass->arena, "depth %u; hardest kind on the way: %s", tvm->tree[i].depth,
                                        get_kind_name (tvm->tree[i].path_kind)));
}

static guint32
find_root (Tvm *tvm, guint32 op)
{
  while (tvm->parents[op] != op)
    op = tvm->parents[op] = tvm->parents[tvm->parents[op]];
  return op;
}

/* Every op strictly between `from` and its post-dominator `to`; stops early when there are too many for a group. */
static void
collect_path (Tvm *tvm, guint32 from, guint32 to)
{
  g_array_set_size (tvm->path, 0);
  for (gint at = -1; at < (gint) tvm->path->len && tvm->path->len <= MAX_DEPTH; at++)
    {
      const FlOpNode *node = &tvm->graph->nodes[at < 0 ? from : g_array_index (tvm->path, guint32, (guint) at)];

      for (guint i = 0; i < node->n_users; i++)
        if (node->users[i] != to && !fl_bits_has (tvm->seen, node->users[i]))
          {
            fl_bits_add (tvm->seen, node->users[i]);
            g_array_append_val (tvm->path, node->users[i]);
          }
    }
  for (guint i = 0; i < tvm->path->len; i++)
    fl_bits_remove (tvm->seen, g_array_index (tvm->path, guint32, i));
}

static void
record (Tvm *tvm, guint32 op, guint32 sink, FlVerdict verdict, const char *reason, guint32 culprit)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = verdict, .round = tvm->phase + 1, .reason = reason };

  event.subject = (FlRef) { FL_REF_OP, op, tvm->graph->nodes[op].name };
  event.object = (FlRef) { FL_REF_OP, sink, tvm->graph->nodes[sink].name };
  event.amount = verdict == FL_VERDICT_ACCEPT ? tvm->graph->nodes[op].bytes : 0;
  if (culprit != G_MAXUINT32)
    event.facts = tvm->graph->nodes[culprit].name;
  fl_trace_record (tvm->pass->trace, &event);
}

/* The kinds along the path and at its end must not pass these; the group's root counts, not the op itself. */
static const char *
check_path (Tvm *tvm, guint32 sink, guint path_limit, guint sink_limit, guint32 *culprit)
{
  for (guint i = 0; i < tvm->path->len; i++)
    {
      *culprit = g_array_index (tvm->path, guint32, i);
      if (tvm->group_kinds[find_root (tvm, *culprit)] > path_limit)
        return "an op between is too complex";
    }
  *culprit = sink;
  return tvm->group_kinds[find_root (tvm, sink)] > sink_limit ? "the post-dominator is too complex" : NULL;
}

/* The rule of the op's kind; NULL: it may join. */
static const char *
check_kind (Tvm *tvm, guint32 op, guint32 sink, guint32 *culprit)
{
  guint path_kind = tvm->tree[op].path_kind;

  *culprit = G_MAXUINT32;
  switch (tvm->kinds[op])
    {
    case KIND_OUT_FUSABLE:
      if (path_kind != KIND_ELEMENTWISE)
        return "only elementwise readers may follow a product";
      return check_path (tvm, sink, KIND_BROADCAST, KIND_BROADCAST, culprit);
    case KIND_ELEMENTWISE:
    case KIND_BROADCAST:
      if (path_kind > KIND_REDUCE)
        return "a reader on the way is neither injective nor a reduction";
      return check_path (tvm, sink, KIND_INJECTIVE, KIND_OUT_FUSABLE, culprit);
    default: return check_path (tvm, sink, KIND_INJECTIVE, KIND_INJECTIVE, culprit);
    }
}

static void
join (Tvm *tvm, guint32 op, guint32 sink)
{
  guint32 to = find_root (tvm, sink), from = find_root (tvm, op);

  if (to == from)
    return;
  tvm->parents[from] = to;
  tvm->sizes[to] += tvm->sizes[from];
  if (tvm->has_anchor[from])
    {
      tvm->has_anchor[to] = TRUE;
      tvm->group_kinds[to] = MAX (tvm->group_kinds[to], tvm->group_kinds[from]);
    }
}

/* Groups that the user forces are there before the first phase; their sink is their last op. */
static void
join_forced (Tvm *tvm)
{
  const GPtrArray *forced = tvm->guard != NULL ? fl_op_guard_get_forced (tvm->guard) : NULL;

  for (guint i = 0; forced != NULL && i < forced->len; i++)
    {
      const GArray *group = forced->pdata[i];
      guint32 sink = g_array_index (group, guint32, group->len - 1);

      for (guint k = 0; k + 1 < group->len; k++)
        {
          guint32 op = g_array_index (group, guint32, k);

          join (tvm, op, sink);
          tvm->group_kinds[sink] = MAX (tvm->group_kinds[sink], tvm->kinds[op]);
        }
    }
}

/* The op, its path and its sink as one group, as far as the user is concerned. */
static const char *
ask_guard (Tvm *tvm, guint32 op, guint32 sink)
{
  g_autoptr (GArray) all = g_array_copy (tvm->path);
  const char *reason;

  g_array_append_val (all, op);
  g_array_append_val (all, sink);
  reason = fl_op_guard_refuse (tvm->guard, (const guint32 *) all->data, all->len);
  if (reason == NULL)
    fl_op_guard_join (tvm->guard, (const guint32 *) all->data, all->len);
  return reason;
}

static gboolean
is_candidate (const Tvm *tvm, guint32 op)
{
  guint kind = tvm->kinds[op];

  if (kind == KIND_OPAQUE || kind == KIND_REDUCE)
    return FALSE;
  return kind == KIND_OUT_FUSABLE ? tvm->phase == 0 : kind == KIND_INJECTIVE ? tvm->phase == 1 : TRUE;
}

static void
visit (Tvm *tvm, guint32 op)
{
  guint32 sink = tvm->tree[op].parent, culprit;
  guint n_new;
  const char *reason;

  if (!is_candidate (tvm, op))
    return;
  if (sink == G_MAXUINT32)
    {
      if (tvm->phase == 0)
        record (tvm, op, op, FL_VERDICT_ILLEGAL, "no op post-dominates it", G_MAXUINT32);
      return;
    }
  if (find_root (tvm, op) == find_root (tvm, sink))
    return;
  collect_path (tvm, op, sink);
  n_new = tvm->sizes[find_root (tvm, op)];
  for (guint i = 0; i < tvm->path->len; i++)
    if (find_root (tvm, g_array_index (tvm->path, guint32, i)) != find_root (tvm, sink))
      n_new++;
  if (tvm->sizes[find_root (tvm, sink)] + n_new > MAX_DEPTH)
    {
      record (tvm, op, sink, FL_VERDICT_REJECT, "more than 256 ops in the group", G_MAXUINT32);
      return;
    }
  reason = check_kind (tvm, op, sink, &culprit);
  if (reason == NULL && tvm->guard != NULL)
    {
      reason = ask_guard (tvm, op, sink);
      culprit = G_MAXUINT32;
    }
  record (tvm, op, sink, reason != NULL ? FL_VERDICT_ILLEGAL : FL_VERDICT_ACCEPT,
          reason != NULL ? reason : "post-dominated", reason != NULL ? culprit : G_MAXUINT32);
  if (reason != NULL)
    return;
  for (guint i = 0; i < tvm->path->len; i++)
    {
      record (tvm, g_array_index (tvm->path, guint32, i), sink, FL_VERDICT_ACCEPT, "on the way", op);
      join (tvm, g_array_index (tvm->path, guint32, i), sink);
    }
  join (tvm, op, sink);
}

static FlPartition *
collect (Tvm *tvm, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (tvm->graph);
  g_autofree GArray **groups = g_new0 (GArray *, tvm->graph->n_nodes + 1);

  for (guint32 i = 0; i < tvm->graph->n_nodes; i++)
    {
      guint32 root = find_root (tvm, i);

      if (!fl_op_is_work (&tvm->graph->nodes[i]))
        continue;
      if (groups[root] == NULL)
        groups[root] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (groups[root], i);
    }
  for (guint32 i = 0; i < tvm->graph->n_nodes; i++)
    if (groups[i] != NULL)
      {
        fl_partition_builder_add (builder, (const guint32 *) groups[i]->data, groups[i]->len, NULL, 0);
        g_array_unref (groups[i]);
      }
  return fl_partition_builder_finish (builder, error);
}

FlPartition *
fl_op_strategy_tvm (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  guint n = graph->n_nodes;
  Tvm tvm = { pass, graph };
  FlPartition *partition = NULL;

  tvm.kinds = g_new (guint, n + 1);
  tvm.parents = g_new (guint32, n + 1);
  tvm.group_kinds = g_new (guint, n + 1);
  tvm.sizes = g_new (guint, n + 1);
  tvm.has_anchor = g_new0 (gboolean, n + 1);
  tvm.path = g_array_new (FALSE, FALSE, sizeof (guint32));
  tvm.seen = fl_bits_new (n);
  for (guint32 i = 0; i < n; i++)
    {
      tvm.kinds[i] = tvm.group_kinds[i] = classify (&graph->nodes[i]);
      tvm.has_anchor[i] = tvm.kinds[i] == KIND_OUT_FUSABLE;
      tvm.parents[i] = i;
      tvm.sizes[i] = 1;
    }
  tvm.tree = fl_dominators_new (graph, tvm.kinds);
  tell_classes (&tvm);
  tvm.guard = fl_op_guard_new (pass, graph);
  join_forced (&tvm);
  for (tvm.phase = 0; tvm.phase < 2; tvm.phase++)
    for (guint32 i = 0; i < n && !fl_pass_is_stopped (pass, FL_STAGE_FUSE); i++)
      visit (&tvm, i);
  if (!fl_pass_is_cancelled (pass, error))
    partition = collect (&tvm, error);
  g_free (tvm.kinds);
  g_free (tvm.parents);
  g_free (tvm.group_kinds);
  g_free (tvm.sizes);
  g_free (tvm.has_anchor);
  g_free (tvm.tree);
  g_free (tvm.seen);
  fl_op_guard_free (tvm.guard);
  g_array_unref (tvm.path);
  return partition;
}
