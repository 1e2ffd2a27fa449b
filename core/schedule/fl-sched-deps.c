/* What a scheduler node reads and writes. */
#include "fl-schedule-private.h"

FlDepSet
fl_sched_node_get_reads (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_reads, node->reads };
}

FlDepSet
fl_sched_node_get_writes (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_writes, node->writes };
}

FlDepSet
fl_sched_node_get_unmet (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_unmet, node->unmet };
}

void
fl_sched_node_set_deps (FlSchedContext *context, FlSchedNode *node, FlDepSet reads, FlDepSet writes)
{
  FlDepSetBuilder unmet;

  node->reads = reads.deps;
  node->n_reads = reads.n;
  node->writes = writes.deps;
  node->n_writes = writes.n;
  fl_dep_set_begin (&unmet, context);
  for (guint i = 0; i < reads.n; i++)
    if (!g_hash_table_contains (context->is_available, reads.deps[i].name))
      fl_dep_set_add (&unmet, &reads.deps[i]);
  reads = fl_dep_set_end (&unmet);
  node->unmet = reads.deps;
  node->n_unmet = reads.n;
}

void
fl_sched_node_add_read (FlSchedContext *context, FlSchedNode *node, const FlDep *dep)
{
  FlDepSetBuilder reads;

  fl_dep_set_begin (&reads, context);
  fl_dep_set_add_all (&reads, fl_sched_node_get_reads (node));
  fl_dep_set_add (&reads, dep);
  fl_sched_node_set_deps (context, node, fl_dep_set_end (&reads), fl_sched_node_get_writes (node));
}

static const char *
find_rename (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_renames; i++)
    if (node->renames[2 * i] == name)
      return node->renames[2 * i + 1];
  return name;
}

static FlDepSet
rename_set (FlSchedContext *context, const FlSchedNode *node, FlDepSet set)
{
  FlDepSetBuilder renamed;

  fl_dep_set_begin (&renamed, context);
  for (guint i = 0; i < set.n; i++)
    {
      FlDep dep = fl_dep_rename (&set.deps[i], find_rename (node, set.deps[i].name));

      fl_dep_set_add (&renamed, &dep);
    }
  return fl_dep_set_end (&renamed);
}

void
fl_sched_node_rename_deps (FlSchedContext *context, FlSchedNode *node)
{
  FlDepSet reads, writes;

  if (node->n_renames == 0)
    return;
  reads = rename_set (context, node, fl_sched_node_get_reads (node));
  writes = rename_set (context, node, fl_sched_node_get_writes (node));
  fl_sched_node_set_deps (context, node, reads, writes);
}

void
fl_sched_node_refresh_deps (FlSchedContext *context, FlSchedNode *node, gboolean normalize)
{
  FlDepSet reads, writes;
  FlDepSetBuilder all;

  fl_dep_extract (context, node->body, normalize, &reads, &writes);
  fl_dep_set_begin (&all, context);
  fl_dep_set_add_all (&all, reads);
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].kind != FL_DEP_MEMORY)
      fl_dep_set_add (&all, &node->reads[i]);
  fl_sched_node_set_deps (context, node, fl_dep_set_end (&all), writes);
  fl_sched_node_rename_deps (context, node);
}
