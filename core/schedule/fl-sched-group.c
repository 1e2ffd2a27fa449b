/* Groups of scheduler nodes: what is scheduled as one. */
#include "fl-intern.h"
#include "fl-schedule-private.h"

static const char *const kind_names[] = {
  [FL_SCHED_COMPUTE] = "SchedulerNode",
  [FL_SCHED_EXTERN] = "ExternKernelSchedulerNode",
  [FL_SCHED_NOP] = "NopKernelSchedulerNode",
  [FL_SCHED_FUSED] = "FusedSchedulerNode",
  [FL_SCHED_OUTER_LOOP] = "OuterLoopFusedSchedulerNode",
  [FL_SCHED_FOREACH] = "ForeachKernelSchedulerNode",
  [FL_SCHED_MIX_ORDER] = "FusedMixOrderReductions",
  [FL_SCHED_NESTED] = "FusedNestedReductions",
  [FL_SCHED_KERNEL_GROUP] = "KernelGroup",
};

const char *
fl_sched_kind_get_name (FlSchedKind kind)
{
  g_assert (kind < G_N_ELEMENTS (kind_names));
  return kind_names[kind];
}

gboolean
fl_sched_node_is_group (const FlSchedNode *node)
{
  return node->kind >= FL_SCHED_FUSED;
}

gboolean
fl_sched_node_has_buffer (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->buffer->name == name)
      return TRUE;
  return FALSE;
}

/* Reads are those of the members but for exact accesses that the group itself writes; what remains
 * unmet is what no buffer of the group provides. */
void
fl_sched_group_refresh_deps (FlSchedContext *context, FlSchedNode *group)
{
  FlDepSetBuilder builder;
  FlDepSet reads, writes, unmet;

  fl_dep_set_begin (&builder, context);
  for (guint i = 0; i < group->n_originals; i++)
    fl_dep_set_add_all (&builder, fl_sched_node_get_writes (group->originals[i]));
  writes = fl_dep_set_end (&builder);
  fl_dep_set_begin (&builder, context);
  fl_dep_set_exclude (&builder, writes);
  for (guint i = 0; i < group->n_originals; i++)
    fl_dep_set_add_all (&builder, fl_sched_node_get_reads (group->originals[i]));
  reads = fl_dep_set_end (&builder);
  fl_dep_set_begin (&builder, context);
  fl_dep_set_exclude (&builder, writes);
  for (guint i = 0; i < group->n_originals; i++)
    for (guint k = 0; k < group->originals[i]->n_unmet; k++)
      if (!fl_sched_node_has_buffer (group, group->originals[i]->unmet[k].name))
        fl_dep_set_add (&builder, &group->originals[i]->unmet[k]);
  unmet = fl_dep_set_end (&builder);
  group->reads = reads.deps;
  group->n_reads = reads.n;
  group->writes = writes.deps;
  group->n_writes = writes.n;
  group->unmet = unmet.deps;
  group->n_unmet = unmet.n;
}

static void
collect_members (FlSchedContext *context, FlSchedNode *group)
{
  g_autoptr (GPtrArray) originals = g_ptr_array_new ();
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < group->n_members; i++)
    for (guint k = 0; k < group->members[i]->n_originals; k++)
      {
        FlSchedNode *original = group->members[i]->originals[k];

        g_ptr_array_add (originals, original);
        g_string_append_printf (name, "%s%s", name->len > 0 ? "_" : "", original->name);
        for (guint o = 0; o < original->n_outputs; o++)
          g_ptr_array_add (outputs, original->outputs[o]);
      }
  group->name = fl_intern (name->str);
  group->n_originals = originals->len;
  group->originals = fl_arena_memdup (context->arena, originals->pdata, originals->len * sizeof (gpointer));
  group->n_outputs = outputs->len;
  group->outputs = fl_arena_memdup (context->arena, outputs->pdata, outputs->len * sizeof (gpointer));
}

/* The group key is that of the first reduction, or of the first node. */
static void
set_group_key (FlSchedNode *group)
{
  const FlSchedNode *key = group->originals[0];

  for (guint i = 0; i < group->n_originals; i++)
    if (group->originals[i]->is_reduction)
      {
        key = group->originals[i];
        group->is_reduction = TRUE;
        break;
      }
  group->device = key->device;
  group->iter_sizes = key->iter_sizes;
  group->n_iter_sizes = key->n_iter_sizes;
  group->reduce_sizes = key->reduce_sizes;
  group->n_reduce_sizes = key->n_reduce_sizes;
  group->numel = key->numel;
  group->rnumel = key->rnumel;
}

FlSchedNode *
fl_sched_group_new (FlSchedContext *context, FlSchedKind kind, FlSchedNode *const *members, guint n_members,
                    guint n_words)
{
  FlSchedNode *group = fl_arena_new (context->arena, FlSchedNode, 1);
  guint32 *ancestors = fl_arena_new (context->arena, guint32, n_words + 1);

  group->kind = kind;
  group->n_members = n_members;
  group->members = fl_arena_memdup (context->arena, members, n_members * sizeof *members);
  collect_members (context, group);
  group->index = group->originals[0]->index;
  group->min_order = group->min_input_distance = G_MAXUINT;
  for (guint i = 0; i < group->n_originals; i++)
    {
      const FlSchedNode *node = group->originals[i];

      group->min_order = MIN (group->min_order, node->min_order);
      group->max_order = MAX (group->max_order, node->max_order);
      group->min_input_distance = MIN (group->min_input_distance, node->min_input_distance);
      group->max_input_distance = MAX (group->max_input_distance, node->max_input_distance);
      for (guint w = 0; w < n_words; w++)
        ancestors[w] |= node->ancestors[w];
    }
  group->ancestors = ancestors;
  set_group_key (group);
  fl_sched_group_refresh_deps (context, group);
  return group;
}
