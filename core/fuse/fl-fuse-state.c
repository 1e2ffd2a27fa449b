/* The state of a fusion run: a copy of the schedule that may be changed. */
#include <string.h>

#include "fl-fuse-private.h"

/* --- copying ---------------------------------------------------------------------------------- */

typedef struct
{
  FlFusion *fusion;
  GHashTable *copies; /* old FlSchedNode -> new one */
} Copy;

static FlDepSet
copy_deps (Copy *copy, guint n, const FlDep *deps)
{
  FlDepSetBuilder builder;

  fl_dep_set_begin (&builder, &copy->fusion->context);
  fl_dep_set_add_all (&builder, (FlDepSet) { n, deps });
  return fl_dep_set_end (&builder);
}

static FlSchedNode *
find_copy (Copy *copy, const FlSchedNode *node)
{
  FlSchedNode *made = node != NULL ? g_hash_table_lookup (copy->copies, node) : NULL;

  return made != NULL ? made : (FlSchedNode *) node; /* dead nodes stay the old ones: nothing changes them */
}

static FlSchedNode *
copy_node (Copy *copy, const FlSchedNode *node)
{
  FlSchedNode *made = fl_arena_memdup (copy->fusion->pass->arena, node, sizeof *node);
  FlDepSet set;

  set = copy_deps (copy, node->n_reads, node->reads);
  made->reads = set.deps;
  set = copy_deps (copy, node->n_writes, node->writes);
  made->writes = set.deps;
  set = copy_deps (copy, node->n_unmet, node->unmet);
  made->unmet = set.deps;
  g_hash_table_insert (copy->copies, (gpointer) node, made);
  return made;
}

static FlSchedNode *const *
copy_list (Copy *copy, FlSchedNode *const *nodes, guint n)
{
  FlSchedNode **made = fl_arena_new (copy->fusion->pass->arena, FlSchedNode *, n + 1);

  for (guint i = 0; i < n; i++)
    made[i] = find_copy (copy, nodes[i]);
  return made;
}

static void
copy_group (Copy *copy, const FlSchedNode *group)
{
  FlSchedNode *made;

  if (g_hash_table_contains (copy->copies, group))
    return;
  for (guint i = 0; i < group->n_members; i++)
    if (fl_sched_node_is_group (group->members[i]))
      copy_group (copy, group->members[i]);
  made = copy_node (copy, group);
  made->members = copy_list (copy, group->members, group->n_members);
  made->originals = copy_list (copy, group->originals, group->n_originals);
}

static void
copy_buffers (Copy *copy, FlSchedule *schedule)
{
  FlArena *arena = copy->fusion->pass->arena;
  FlSchedBuffer **buffers = fl_arena_new (arena, FlSchedBuffer *, schedule->n_buffers + 1);

  for (guint i = 0; i < schedule->n_buffers; i++)
    {
      FlSchedBuffer *buffer = fl_arena_memdup (arena, schedule->buffers[i], sizeof *buffer);
      FlSchedUser *users = fl_arena_memdup (arena, buffer->users, buffer->n_users * sizeof *users);

      for (guint u = 0; u < buffer->n_users; u++)
        users[u].node = find_copy (copy, users[u].node);
      buffer->users = users;
      buffer->node = find_copy (copy, buffer->node);
      buffers[i] = buffer;
      g_hash_table_insert (copy->fusion->context.buffers, (gpointer) buffer->buffer->name, buffer);
    }
  schedule->buffers = buffers;
}

static void
copy_outputs (Copy *copy, FlSchedNode *node)
{
  FlSchedBuffer **outputs = fl_arena_new (copy->fusion->pass->arena, FlSchedBuffer *, node->n_outputs + 1);

  for (guint i = 0; i < node->n_outputs; i++)
    outputs[i] = g_hash_table_lookup (copy->fusion->context.buffers, node->outputs[i]->buffer->name);
  node->outputs = outputs;
}

static void
copy_schedule (Copy *copy, const FlSchedule *old)
{
  FlArena *arena = copy->fusion->pass->arena;
  FlSchedule *schedule = fl_arena_memdup (arena, old, sizeof *old);
  GHashTableIter iter;
  gpointer made;

  for (guint i = 0; i < old->n_originals; i++)
    copy_node (copy, old->originals[i]);
  for (guint i = 0; i < old->n_originals; i++)
    {
      FlSchedNode *node = find_copy (copy, old->originals[i]);

      node->originals = copy_list (copy, old->originals[i]->originals, 1);
    }
  for (guint i = 0; i < old->n_nodes; i++)
    copy_group (copy, old->nodes[i]);
  schedule->originals = copy_list (copy, old->originals, old->n_originals);
  schedule->nodes = copy_list (copy, old->nodes, old->n_nodes);
  copy_buffers (copy, schedule);
  g_hash_table_iter_init (&iter, copy->copies);
  while (g_hash_table_iter_next (&iter, NULL, &made))
    copy_outputs (copy, made);
  schedule->by_name = g_hash_table_ref (copy->fusion->context.buffers);
  fl_arena_adopt (arena, schedule->by_name, (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < old->n_mutations; i++)
    fl_sched_context_note_mutation (&copy->fusion->context, &old->mutations[i]);
  copy->fusion->schedule = schedule;
}

/* --- life ------------------------------------------------------------------------------------- */

void
fl_fusion_set_group (FlFusion *fusion, FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      fusion->groups[node->originals[i]->index] = node;
      if (fl_sched_node_is_group (node))
        fl_bits_set (fusion->is_grouped, node->originals[i]->index);
    }
}

void
fl_fusion_init (FlFusion *fusion, const FlFusionBackends *backends, const FlPass *pass, const FlSchedule *schedule)
{
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  Copy copy = { fusion, copies };

  memset (fusion, 0, sizeof *fusion);
  fusion->backends = backends;
  fusion->pass = pass;
  fusion->n_words = schedule->n_words;
  fl_sched_context_init (&fusion->context, pass, schedule->lowered);
  copy_schedule (&copy, schedule);
  fusion->groups = fl_arena_new (pass->arena, FlSchedNode *, schedule->n_originals + 1);
  fusion->is_grouped = fl_arena_new (pass->arena, guint32, schedule->n_words + 1);
  for (guint i = 0; i < fusion->schedule->n_nodes; i++)
    fl_fusion_set_group (fusion, fusion->schedule->nodes[i]);
  fusion->facts = g_string_new (NULL);
  fusion->score_marks = g_array_new (FALSE, TRUE, sizeof (guint32));
  fusion->saved = g_array_new (FALSE, FALSE, sizeof (FlSavedNode));
  fusion->staged = g_array_new (FALSE, FALSE, sizeof (FlStagedMatch));
}

void
fl_fusion_clear (FlFusion *fusion)
{
  fl_sched_context_clear (&fusion->context);
  g_string_free (fusion->facts, TRUE);
  g_array_unref (fusion->score_marks);
  g_array_unref (fusion->saved);
  g_array_unref (fusion->staged);
  fl_tiling_cache_free (fusion->tilings);
}

/* --- helpers ---------------------------------------------------------------------------------- */

gboolean
fl_fusion_refuse (FlFusion *fusion, FlVerdict verdict, const char *reason, const char *facts_format, ...)
{
  va_list args;

  fusion->verdict = verdict;
  fusion->reason = reason;
  fusion->upstream = NULL;
  fusion->access = NULL;
  g_string_truncate (fusion->facts, 0);
  if (facts_format != NULL)
    {
      va_start (args, facts_format);
      g_string_vprintf (fusion->facts, facts_format, args);
      va_end (args);
    }
  return FALSE;
}

const FlFusionBackend *
fl_fusion_get_backend (const FlFusion *fusion, const FlSchedNode *node)
{
  return fl_sched_is_gpu (node->device) ? fusion->backends->gpu : fusion->backends->cpu;
}

FlSchedNode *
fl_fusion_get_group (FlFusion *fusion, const FlSchedNode *original)
{
  return fusion->groups[original->index];
}

FlSchedNode *
fl_fusion_get_writer (FlFusion *fusion, const char *buffer)
{
  const FlSchedBuffer *found = g_hash_table_lookup (fusion->context.buffers, buffer);

  return found != NULL ? fl_fusion_get_group (fusion, found->node) : NULL;
}

gboolean
fl_fusion_depends (const FlSchedNode *b, const FlSchedNode *a)
{
  for (guint i = 0; i < a->n_originals; i++)
    if (fl_bits_get (b->ancestors, a->originals[i]->index))
      return TRUE;
  return FALSE;
}

void
fl_fusion_save (FlFusion *fusion, FlSchedNode *node)
{
  FlSavedNode saved = { node, *node };

  g_array_append_val (fusion->saved, saved);
  fusion->score_reads = NULL;
}

void
fl_fusion_restore (FlFusion *fusion, guint mark)
{
  while (fusion->saved->len > mark)
    {
      FlSavedNode *saved = &g_array_index (fusion->saved, FlSavedNode, fusion->saved->len - 1);

      *saved->node = saved->copy;
      g_array_set_size (fusion->saved, fusion->saved->len - 1);
    }
  fusion->score_reads = NULL;
}

const char *
fl_fusion_rename (FlFusion *fusion, const char *name)
{
  const char *version = g_hash_table_lookup (fusion->context.renames, name);

  return version != NULL ? version : name;
}
