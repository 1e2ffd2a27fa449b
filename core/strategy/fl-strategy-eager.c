/* Eager PyTorch: one kernel an operator of the file, as it is without a compiler. What a decomposition opened stays
 * together where one kernel can compute it, since eager PyTorch has a kernel for it (softmax, layer norm); views move
 * nothing and are read where they lie. */
#include "fl-event-kinds.h"
#include "fl-op-guard.h"
#include "fl-op-strategies.h"

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  gboolean *is_folded; /* a view that its readers look through */
  gboolean *is_taken;
  FlPartitionBuilder *builder;
} Eager;

static gboolean
is_pure_view (const FlOpNode *node)
{
  return fl_op_kind_is_view (node->kind) && node->kind != FL_OP_RESHAPE && !node->is_output;
}

/* Readers first, so that a view of a view is known to be looked through. */
static void
find_folded (Eager *eager)
{
  for (guint32 i = eager->graph->n_nodes; i-- > 0;)
    {
      const FlOpNode *node = &eager->graph->nodes[i];

      eager->is_folded[i] = is_pure_view (node) && node->n_users > 0;
      for (guint k = 0; k < node->n_users && eager->is_folded[i]; k++)
        {
          const FlOpNode *user = &eager->graph->nodes[node->users[k]];

          eager->is_folded[i]
              = user->kind == FL_OP_POINTWISE || user->kind == FL_OP_REDUCE || eager->is_folded[user->id];
        }
    }
}

static void
add_views (const Eager *eager, guint32 op, GArray *members)
{
  const FlOpNode *node = &eager->graph->nodes[op];

  for (guint i = 0; i < node->n_inputs; i++)
    for (guint32 input = node->inputs[i]; eager->is_folded[input]; input = eager->graph->nodes[input].inputs[0])
      g_array_append_val (members, input);
}

static gboolean
can_emit (const Eager *eager, const GArray *ops)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (FlOpSet) set = { 0 };
  FlEmission emission;

  for (guint i = 0; i < ops->len; i++)
    {
      g_array_append_val (members, g_array_index (ops, guint32, i));
      add_views (eager, g_array_index (ops, guint32, i), members);
    }
  fl_op_set_init (&set, eager->graph, (const guint32 *) members->data, members->len);
  fl_oracle_ask (&set, &emission);
  return emission.template != FL_TEMPLATE_NONE && fl_op_find_forbidden (eager->pass, set.bits) == NULL;
}

static void
record (const Eager *eager, guint32 first, guint32 op, FlVerdict verdict, const char *reason)
{
  const FlOpNode *nodes = eager->graph->nodes;

  fl_trace_record (eager->pass->trace, &(FlEvent) { .kind = FL_EVENT_FUSE,
                                                    .verdict = verdict,
                                                    .round = 1,
                                                    .subject = { FL_REF_OP, first, nodes[first].name },
                                                    .object = { FL_REF_OP, op, nodes[op].name },
                                                    .amount = nodes[first].bytes,
                                                    .reason = reason });
}

static void
add_group (Eager *eager, const GArray *ops)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < ops->len; i++)
    {
      const guint32 op = g_array_index (ops, guint32, i);

      eager->is_taken[op] = TRUE;
      g_array_append_val (members, op);
      add_views (eager, op, members);
    }
  fl_partition_builder_add (eager->builder, (const guint32 *) members->data, members->len, NULL, 0);
}

/* The operations that the same operator of the file was opened into, from `first` on. */
static GArray *
collect_operator (const Eager *eager, guint32 first)
{
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 origin = eager->graph->nodes[first].origin;

  for (guint32 i = first; i < eager->graph->n_nodes; i++)
    if (i == first
        || (origin != 0 && eager->graph->nodes[i].origin == origin && !eager->is_taken[i]
            && fl_op_is_work (&eager->graph->nodes[i]) && !eager->is_folded[i]))
      g_array_append_val (ops, i);
  return ops;
}

static void
take_operator (Eager *eager, guint32 first)
{
  g_autoptr (GArray) ops = collect_operator (eager, first);
  const gboolean is_one = ops->len == 1 || can_emit (eager, ops);

  for (guint i = 1; i < ops->len; i++)
    record (eager, first, g_array_index (ops, guint32, i), is_one ? FL_VERDICT_ACCEPT : FL_VERDICT_ILLEGAL,
            is_one ? "one operator of the file" : "no kernel here computes the whole operator");
  if (!is_one)
    g_array_set_size (ops, 1);
  add_group (eager, ops);
}

/* What the user forces together begins as a group, as elsewhere. */
static void
take_forced (Eager *eager)
{
  FlOpGuard *guard = fl_op_guard_new (eager->pass, eager->graph);

  for (guint i = 0; guard != NULL && i < fl_op_guard_get_forced (guard)->len; i++)
    {
      const GArray *ops = fl_op_guard_get_forced (guard)->pdata[i];

      for (guint k = 0; k < ops->len; k++)
        eager->is_folded[g_array_index (ops, guint32, k)] = FALSE;
      for (guint k = 1; k < ops->len; k++)
        record (eager, g_array_index (ops, guint32, 0), g_array_index (ops, guint32, k), FL_VERDICT_ACCEPT,
                "an override forces it");
    }
  for (guint i = 0; guard != NULL && i < fl_op_guard_get_forced (guard)->len; i++)
    add_group (eager, fl_op_guard_get_forced (guard)->pdata[i]);
  if (guard != NULL)
    fl_op_guard_free (guard);
}

FlPartition *
fl_op_strategy_eager (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autofree gboolean *is_folded = g_new0 (gboolean, graph->n_nodes + 1);
  g_autofree gboolean *is_taken = g_new0 (gboolean, graph->n_nodes + 1);
  Eager eager = { pass, graph, is_folded, is_taken, fl_partition_builder_new (graph) };

  find_folded (&eager);
  take_forced (&eager);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      if (fl_pass_is_cancelled (pass, error))
        {
          fl_partition_builder_free (eager.builder);
          return NULL;
        }
      if (!is_taken[i] && !is_folded[i] && fl_op_is_work (&graph->nodes[i])
          && !fl_pass_is_stopped (pass, FL_STAGE_FUSE))
        take_operator (&eager, i);
    }
  return fl_partition_builder_finish (eager.builder, error);
}
