/* The fusion log: its nodes, from scheduler nodes or tensor operations. */
#include "fl-event-kinds.h"
#include "fl-fusion-log-private.h"
#include "fl-scene-private.h"

/* --- finding -------------------------------------------------------------------------------- */
const FlEvent *
fl_fusion_log_get_event (const FlFusionLog *log, guint32 step)
{
  return step > 0 ? fl_trace_get_step (log->run->trace, FL_STAGE_FUSE, step - 1) : NULL;
}

guint32
fl_fusion_log_find_item (const FlFusionLog *log, FlItem item)
{
  const FlSchedNode *group;
  guint32 at;

  if (item.name == NULL)
    return G_MAXUINT32;
  at = GPOINTER_TO_UINT (g_hash_table_lookup (log->by_name, item.name)) - 1;
  if (at != G_MAXUINT32 || log->run->fused == NULL)
    return at;
  group = fl_schedule_find_node (log->run->fused, item.name);
  if (group == NULL || group->n_originals == 0)
    return G_MAXUINT32;
  for (guint32 i = 0; i < log->n_nodes; i++)
    if (log->nodes[i].item.name == group->originals[0]->name)
      return i;
  return G_MAXUINT32;
}

/* --- nodes: scheduler nodes ------------------------------------------------------------------ */
static gint64
count_written (const FlSchedule *schedule, const FlSchedNode *node)
{
  gint64 read, written;

  fl_sched_node_count_traffic (schedule, node, &read, &written);
  return written;
}

static const char *
describe_sched_node (FlFusionLog *log, const FlSchedNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const FlGraph *graph = log->run->lowered->graph;

  for (guint i = 0; node->op != NULL && i < node->op->n_origins; i++)
    {
      const FlNode *origin = fl_graph_get_node (graph, node->op->origins[i]);

      if (origin->kind == FL_NODE_CALL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", origin->name);
    }
  return fl_scene_clip (log->arena, text->str, FL_MAX_LABEL);
}

static void
fill_sched_node (FlFusionLog *log, FlFusionNode *own, const FlSchedNode *node)
{
  const FlSchedule *schedule = log->run->schedule;
  guint32 *inputs = fl_arena_new (log->arena, guint32, node->n_unmet + 1);

  *own = (FlFusionNode) { .name = node->name,
                          .item = { FL_ITEM_OP, node->name },
                          .is_work = TRUE,
                          .look = fl_look_of_sched_node (node),
                          .text = describe_sched_node (log, node),
                          .bytes = count_written (schedule, node),
                          .inputs = inputs };
  for (guint i = 0; i < node->n_unmet; i++)
    {
      const FlSchedBuffer *buffer = fl_schedule_find_buffer (schedule, node->unmet[i].name);

      if (buffer != NULL && buffer->node != NULL && buffer->node != node)
        inputs[own->n_inputs++] = buffer->node->index;
    }
  g_hash_table_insert (log->by_name, (gpointer) node->name, GUINT_TO_POINTER (node->index + 1));
  for (guint i = 0; i < node->n_outputs; i++)
    g_hash_table_insert (log->by_name, (gpointer) node->outputs[i]->buffer->name, GUINT_TO_POINTER (node->index + 1));
}

static void
add_sched_nodes (FlFusionLog *log)
{
  const FlSchedule *schedule = log->run->schedule;
  FlFusionNode *nodes = fl_arena_new (log->arena, FlFusionNode, schedule->n_originals + 1);

  log->n_nodes = schedule->n_originals;
  log->nodes = nodes;
  for (guint i = 0; i < schedule->n_originals; i++)
    fill_sched_node (log, &nodes[schedule->originals[i]->index], schedule->originals[i]);
}

static void
take_group (const FlSchedNode *group, guint32 *final)
{
  guint32 lowest = G_MAXUINT32;

  for (guint k = 0; k < group->n_originals; k++)
    lowest = MIN (lowest, group->originals[k]->index);
  for (guint k = 0; k < group->n_originals; k++)
    final[group->originals[k]->index] = lowest;
}

/* What became one kernel after fusion counts as what it was before. */
static void
take_final_groups (FlFusionLog *log, guint32 *final)
{
  const FlSchedule *fused = log->run->fused;

  for (guint i = 0; i < fused->n_nodes; i++)
    {
      const FlSchedNode *node = fused->nodes[i];

      if (node->kind != FL_SCHED_KERNEL_GROUP)
        take_group (node, final);
      for (guint m = 0; node->kind == FL_SCHED_KERNEL_GROUP && m < node->n_members; m++)
        take_group (node->members[m], final);
    }
}

/* --- nodes: tensor operations ---------------------------------------------------------------- */
static FlLook
get_look (const FlOpNode *op)
{
  switch (op->kind)
    {
    case FL_OP_INPUT: return FL_LOOK_INPUT;
    case FL_OP_CONSTANT: return FL_LOOK_CONSTANT;
    case FL_OP_POINTWISE: return FL_LOOK_POINTWISE;
    case FL_OP_REDUCE: return FL_LOOK_REDUCTION;
    case FL_OP_GATHER: return FL_LOOK_RANDOM;
    case FL_OP_MATMUL:
    case FL_OP_CONVOLUTION: return FL_LOOK_EXTERN;
    case FL_OP_OPAQUE: return FL_LOOK_OPAQUE;
    default: return FL_LOOK_VIEW;
    }
}

static void
name_if_free (FlFusionLog *log, const char *name, guint32 at)
{
  if (!g_hash_table_contains (log->by_name, name))
    g_hash_table_insert (log->by_name, (gpointer) name, GUINT_TO_POINTER (at + 1));
}

/* A scheduler node and its buffers name the operation that they hold last. */
static void
name_stand_ins (FlFusionLog *log, const FlSchedNode *node, guint32 at)
{
  name_if_free (log, node->name, at);
  for (guint k = 0; k < node->n_outputs; k++)
    name_if_free (log, node->outputs[k]->buffer->name, at);
}

/* What stands for the operations in the picture after fusion: the scheduler node that computes one
 * last, or one that computes it on the way. */
static void
find_op_items (FlFusionLog *log, FlFusionNode *nodes)
{
  const FlSchedule *fused = log->run->fused;
  const FlGraph *graph = log->run->decomposed;

  for (guint pass = 0; fused != NULL && pass < 2; pass++)
    for (guint i = 0; i < fused->n_originals; i++)
      {
        const FlSchedNode *node = fused->originals[i];
        gboolean is_last = TRUE;

        for (guint k = node->op != NULL ? node->op->n_origins : 0; k-- > 0;)
          {
            const char *name = fl_graph_get_node (graph, node->op->origins[k])->name;
            guint32 at = GPOINTER_TO_UINT (g_hash_table_lookup (log->by_name, name)) - 1;

            if (at == G_MAXUINT32 || !nodes[at].is_work)
              continue;
            if (pass == 0 && is_last)
              name_stand_ins (log, node, at);
            if ((pass == 1 || is_last) && nodes[at].item.kind == FL_ITEM_NONE)
              nodes[at].item = (FlItem) { FL_ITEM_OP, node->name };
            is_last = FALSE;
          }
      }
}

static void
add_op_nodes (FlFusionLog *log)
{
  const FlOpGraph *graph = log->run->partition->graph;
  FlFusionNode *nodes = fl_arena_new (log->arena, FlFusionNode, graph->n_nodes + 1);

  log->is_over_ops = TRUE;
  log->n_nodes = graph->n_nodes;
  log->nodes = nodes;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *op = &graph->nodes[i];

      nodes[i] = (FlFusionNode) { .name = op->name,
                                  .is_work = fl_op_is_work (op),
                                  .look = get_look (op),
                                  .text = op->fn != NULL ? op->fn : fl_op_kind_get_name (op->kind),
                                  .bytes = op->bytes,
                                  .n_inputs = op->n_inputs,
                                  .inputs = op->inputs };
      g_hash_table_insert (log->by_name, (gpointer) op->name, GUINT_TO_POINTER (i + 1));
    }
  find_op_items (log, nodes);
}

static void
take_final_parts (FlFusionLog *log, guint32 *final)
{
  const FlPartition *partition = log->run->partition;

  for (guint i = 0; i < partition->n_groups; i++)
    {
      const FlOpGroup *group = &partition->groups[i];
      guint32 lowest = G_MAXUINT32;

      for (guint k = 0; k < group->n_members; k++)
        if (partition->group_of[group->members[k]] == i)
          lowest = MIN (lowest, group->members[k]);
      for (guint k = 0; k < group->n_members; k++)
        if (partition->group_of[group->members[k]] == i)
          final[group->members[k]] = lowest;
    }
}

/* --- life ----------------------------------------------------------------------------------- */
static void
add_users (FlFusionLog *log)
{
  FlFusionNode *nodes = (FlFusionNode *) log->nodes;
  g_autofree guint *counts = g_new0 (guint, log->n_nodes + 1);

  for (guint i = 0; i < log->n_nodes; i++)
    for (guint k = 0; k < nodes[i].n_inputs; k++)
      counts[nodes[i].inputs[k]]++;
  for (guint i = 0; i < log->n_nodes; i++)
    nodes[i].users = fl_arena_new (log->arena, guint32, counts[i] + 1);
  for (guint32 i = 0; i < log->n_nodes; i++)
    for (guint k = 0; k < nodes[i].n_inputs; k++)
      {
        FlFusionNode *source = &nodes[nodes[i].inputs[k]];

        if (source->n_users == 0 || source->users[source->n_users - 1] != i)
          ((guint32 *) source->users)[source->n_users++] = i;
      }
}

FlFusionLog *
fl_fusion_log_new (const FlRun *run)
{
  FlFusionLog *log;
  FlArena *arena;
  guint32 *final;

  if (run->fused == NULL || run->schedule == NULL)
    return NULL;
  arena = fl_arena_open ();
  log = fl_arena_new (arena, FlFusionLog, 1);
  log->arena = arena;
  log->run = fl_run_ref (run);
  log->n_steps = fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE);
  log->n_group_steps = log->n_steps;
  while (log->n_group_steps > 0
         && fl_trace_get_step (run->trace, FL_STAGE_FUSE, log->n_group_steps - 1)->kind == FL_EVENT_PEAK)
    log->n_group_steps--;
  log->by_name = g_hash_table_new (NULL, NULL);
  if (run->partition != NULL)
    add_op_nodes (log);
  else
    add_sched_nodes (log);
  add_users (log);
  final = fl_arena_new (arena, guint32, log->n_nodes + 1);
  for (guint32 i = 0; i < log->n_nodes; i++)
    final[i] = i;
  if (run->partition != NULL)
    take_final_parts (log, final);
  else
    take_final_groups (log, final);
  log->final_group = final;
  fl_fusion_log_add_rounds (log);
  fl_fusion_log_add_refusals (log);
  return log;
}

void
fl_fusion_log_free (FlFusionLog *log)
{
  if (log == NULL)
    return;
  g_hash_table_unref (log->by_name);
  fl_run_unref ((FlRun *) log->run);
  fl_arena_close (log->arena);
}
