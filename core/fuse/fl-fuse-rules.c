/* May two nodes be one kernel?
 * Source: torch/_inductor/scheduler.py (_can_fuse, can_fuse_vertical,
 * will_fusion_create_cycle, _prune_redundant_deps) and choices.py. Reasons are in
 * Inductor's words. */
#include "fl-event-kinds.h"
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

enum
{
  MAX_DISTANCE = 64
};

/* --- deps that others imply ------------------------------------------------------------------ */

void
fl_fusion_prune_redundant_deps (FlFusion *fusion, FlSchedNode *node)
{
  FlSchedContext *context = &fusion->context;
  g_autoptr (GHashTable) producers = NULL;
  FlDepSetBuilder kept, reads;
  gboolean has_weak = FALSE;
  FlDepSet set, pruned;

  if (node->kind == FL_SCHED_FOREACH)
    for (guint i = 0; i < node->n_members; i++)
      fl_fusion_prune_redundant_deps (fusion, node->members[i]);

  for (guint i = 0; i < node->n_unmet && !has_weak; i++)
    has_weak = node->unmet[i].kind == FL_DEP_WEAK;
  if (!has_weak)
    return;
  producers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < node->n_unmet; i++)
    if (node->unmet[i].kind != FL_DEP_WEAK)
      g_hash_table_add (producers, fl_fusion_get_writer (fusion, node->unmet[i].name));
  fl_dep_set_begin (&kept, context);
  for (guint i = 0; i < node->n_unmet; i++)
    {
      const FlDep *dep = &node->unmet[i];
      FlSchedNode *producer = dep->kind == FL_DEP_WEAK ? fl_fusion_get_writer (fusion, dep->name) : NULL;

      if (dep->kind == FL_DEP_WEAK
          && (producer == node
              || (g_hash_table_contains (producers, producer)
                  && (!fl_fusion_has (fusion, FL_RULE_PRUNES_BEFORE_ROUNDS)
                      || fl_fusion_can_fuse_weak_dep (fusion, dep, producer, node)))))
        fl_dep_set_add (&kept, dep);
    }
  pruned = fl_dep_set_end (&kept);
  if (pruned.n == 0)
    return;
  fl_dep_set_begin (&reads, context);
  fl_dep_set_exclude (&reads, pruned);
  fl_dep_set_add_all (&reads, fl_sched_node_get_reads (node));
  set = fl_dep_set_end (&reads);
  fl_sched_node_set_deps (context, node, set, fl_sched_node_get_writes (node));
  fusion->score_reads = NULL;
}

/* --- vertical --------------------------------------------------------------------------------- */

static gboolean
is_satisfied (FlFusion *fusion, const FlDep *dep, const FlSchedNode *a, const FlSchedNode *b)
{
  const char *name = fl_fusion_rename (fusion, dep->name);

  if (dep->kind == FL_DEP_WEAK)
    return fl_fusion_can_fuse_weak_dep (fusion, dep, a, b);
  for (guint i = 0; i < a->n_writes; i++)
    if (a->writes[i].kind == FL_DEP_MEMORY && fl_fusion_rename (fusion, a->writes[i].name) == name
        && fl_fusion_can_read_from_write (fusion, dep, &a->writes[i]))
      return TRUE;
  return FALSE;
}

static gboolean
refuse_dep (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, const FlDep *dep)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_dep_append (text, dep, &fusion->pass->options->rules);
  fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "memory deps did not match", "%s", text->str);
  fusion->access = dep->kind == FL_DEP_WEAK ? fl_access_find_overwritten (&fusion->context, a, b, dep) : NULL;
  if (fusion->access == NULL)
    fusion->access = fl_access_find (&fusion->context, a, b, dep->name);
  return FALSE;
}

/* b needs results of a: each must be used where it is made, and nothing may have to run between the
 * two. */
static gboolean
can_fuse_vertical (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  for (guint i = 0; i < b->n_unmet; i++)
    if (fl_sched_node_has_buffer (a, b->unmet[i].name) && !is_satisfied (fusion, &b->unmet[i], a, b))
      return refuse_dep (fusion, a, b, &b->unmet[i]);
  for (guint i = 0; i < b->n_unmet; i++)
    {
      FlSchedNode *producer = fl_fusion_get_writer (fusion, b->unmet[i].name);

      if (producer == NULL || is_satisfied (fusion, &b->unmet[i], a, b))
        continue;
      if (fl_fusion_depends (producer, a))
        return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "intermediate nodes between node1 & node2",
                                 "%s must run between them", producer->name);
    }
  return TRUE;
}

/* --- taste ------------------------------------------------------------------------------------ */

/* What the two would read together, each dependency once, without what they write. */
static gint64
add_reads (FlFusion *fusion, const FlSchedNode *node, const FlSchedNode *other, gboolean skip_common)
{
  gint64 bytes = 0;

  for (guint i = 0; i < node->n_reads; i++)
    {
      const FlDep *read = &node->reads[i];
      gboolean is_counted = read->kind != FL_DEP_WEAK;

      for (guint k = 0; k < node->n_writes; k++)
        is_counted = is_counted && node->writes[k].id != read->id;
      for (guint k = 0; k < other->n_writes; k++)
        is_counted = is_counted && other->writes[k].id != read->id;
      for (guint k = 0; skip_common && k < other->n_reads; k++)
        is_counted = is_counted && other->reads[k].id != read->id;
      if (is_counted)
        bytes += fl_dep_get_bytes (&fusion->context, read);
    }
  return bytes;
}

static gboolean
is_worthwhile (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, gint64 shared)
{
  const FlOptions *options = fusion->pass->options;
  guint n = a->n_originals + b->n_originals;

  if (fusion->is_forced)
    return TRUE;
  if (shared == 0 && (!options->aggressive_fusion || a->is_reduction || b->is_reduction))
    return fl_fusion_refuse_apart (fusion, a, b);
  if (n > options->max_fusion_size && a->kind != FL_SCHED_FOREACH && b->kind != FL_SCHED_FOREACH)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "exceeds max fusion",
                             "%u nodes > max_fusion_size %" G_GINT64_FORMAT, n, options->max_fusion_size);
  if (options->fusion_reads_size_threshold > 0)
    {
      gint64 bytes = add_reads (fusion, a, b, FALSE) + add_reads (fusion, b, a, TRUE);

      if (bytes >= options->fusion_reads_size_threshold)
        return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "the kernel would read too much",
                                 "reads %" G_GINT64_FORMAT " B >= fusion_reads_size_threshold %" G_GINT64_FORMAT, bytes,
                                 options->fusion_reads_size_threshold);
    }
  if (fl_fusion_has (fusion, FL_RULE_PEAK_BY_REUSE) && fl_fusion_may_raise_peak (fusion, a, b))
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "Fusion will increase peak memory",
                             "shared bytes %" G_GINT64_FORMAT " x 32 < elements that could be reused", shared);
  return TRUE;
}

static gboolean
is_horizontal_worthwhile (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, gint64 shared)
{
  gint64 threshold = fusion->pass->options->score_fusion_memory_threshold;

  if (fusion->is_forced || !fl_fusion_has (fusion, FL_RULE_HORIZONTAL_LIMITS) || fl_fusion_is_mix_order (fusion, a, b))
    return TRUE;
  if (shared < threshold)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "score_fusion_memory_threshold",
                             "shared bytes %" G_GINT64_FORMAT " < %" G_GINT64_FORMAT, shared, threshold);
  if (fl_fusion_get_distance (a, b) > MAX_DISTANCE)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "Nodes are too far away. Fusing them may increase peak memory.",
                             "distance %" G_GINT64_FORMAT " > %d", fl_fusion_get_distance (a, b), MAX_DISTANCE);
  return TRUE;
}

/* --- the whole rule --------------------------------------------------------------------------- */

static gboolean
is_fusable_kind (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  gboolean a_is_call = a->kind == FL_SCHED_EXTERN, a_is_nop = a->kind == FL_SCHED_NOP;

  if (!fl_fusion_has (fusion, FL_RULE_TEMPLATE_REASONS) && (a_is_call || a_is_nop))
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "node1 is extern or nop", NULL);
  if (a_is_nop)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "node1 is nop", NULL);
  if (a_is_call)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "node1 is extern but not a triton kernel", NULL);
  if (b->kind == FL_SCHED_EXTERN || b->kind == FL_SCHED_NOP)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "node2 is extern or nop", NULL);
  return TRUE;
}

static gboolean
check_devices (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GString) text = NULL;

  if (a->device.type == b->device.type && a->device.index == b->device.index)
    return TRUE;
  text = g_string_new (NULL);
  fl_device_append (text, a->device);
  g_string_append (text, " vs ");
  fl_device_append (text, b->device);
  return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "device mismatch", "%s", text->str);
}

static gboolean
can_follow (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  return can_fuse_vertical (fusion, a, b) && fl_fusion_get_backend (fusion, a)->can_fuse_vertical (fusion, a, b);
}

/* Loops stay as they are: the proofs are about these. */
static gboolean
can_nest (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, gint64 *shared)
{
  if (!fl_fusion_prove_nested (fusion, a, b))
    return FALSE;
  *shared = fl_fusion_score_nested (fusion, a, b);
  return is_worthwhile (fusion, a, b, *shared) && can_follow (fusion, a, b);
}

/* The refusal stands with the loops as they are, so it is recorded before they are changed. */
static gboolean
follows_with_other_loops (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, gint64 shared)
{
  if (!fl_fusion_has (fusion, FL_RULE_REINDEXES_POINTWISE) || !fl_fusion_split_for_reduction (fusion, a, b))
    return FALSE;
  fl_fusion_record (fusion, FL_EVENT_CANDIDATE, a, b, fusion->verdict, shared);
  return can_follow (fusion, a, b);
}

static gboolean
can_fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, gboolean can_reorder, gint64 *shared)
{
  gint64 threshold = fusion->pass->options->score_fusion_memory_threshold;

  if (a == b)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "already one kernel", NULL);
  if (!fl_fusion_check_forbidden (fusion, a, b))
    return FALSE;
  if (a->kind == FL_SCHED_MIX_ORDER)
    {
      *shared = fl_fusion_score_memory (fusion, a, b);
      return fl_fusion_can_join_mix (fusion, a, b);
    }
  if (b->kind == FL_SCHED_MIX_ORDER)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "nothing joins a kernel of both orders from before", NULL);
  if (b->kind == FL_SCHED_NESTED)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "nothing joins a nested reduction from before", NULL);
  if (!is_fusable_kind (fusion, a, b))
    return FALSE;
  if (fl_fusion_depends (a, b))
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "node1 must go before node2", NULL);
  if (!check_devices (fusion, a, b))
    return FALSE;
  if (a->kind == FL_SCHED_NESTED)
    return fl_fusion_can_append_nested (fusion, a, b);
  if (fl_fusion_is_nested (fusion, a, b))
    return can_nest (fusion, a, b, shared);
  if (fl_fusion_has (fusion, FL_RULE_STAGED_EPILOGUES) && !fl_fusion_check_parts (fusion, a, b))
    return FALSE;
  *shared = fl_fusion_score_memory (fusion, a, b);
  if (can_reorder && *shared < threshold)
    {
      gint64 after = fl_fusion_reorder_loops (fusion, a, b);

      if (after >= 0)
        *shared = after;
    }
  if (fl_fusion_has (fusion, FL_RULE_INVERTS_INDICES) && fusion->pass->options->loop_index_inversion
      && *shared < threshold)
    {
      gint64 after = fl_fusion_invert_index (fusion, a, b);

      if (after >= 0)
        *shared = after;
    }
  if (!is_worthwhile (fusion, a, b, *shared))
    return FALSE;
  if (fl_fusion_depends (b, a))
    return can_follow (fusion, a, b) || follows_with_other_loops (fusion, a, b, *shared);
  return is_horizontal_worthwhile (fusion, a, b, *shared)
         && fl_fusion_get_backend (fusion, a)->can_fuse_horizontal (fusion, a, b);
}

gboolean
fl_fusion_can_fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, gboolean can_reorder, gint64 *shared)
{
  guint mark = fusion->saved->len;
  gint64 bytes = 0;
  gboolean yes = can_fuse (fusion, a, b, can_reorder, &bytes);

  g_array_set_size (fusion->staged, 0);
  /* Loops that were changed on trial stay so only if the answer is yes. */
  if (!yes && fl_fusion_has (fusion, FL_RULE_UNDOES_LOOPS))
    fl_fusion_restore (fusion, mark);
  g_array_set_size (fusion->saved, mark);
  if (shared != NULL)
    *shared = bytes;
  return yes;
}

gboolean
fl_fusion_can_fuse_parts (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  gint64 shared;

  if (fl_fusion_can_fuse (fusion, a, b, FALSE, &shared))
    return TRUE;
  fl_fusion_record (fusion, FL_EVENT_CANDIDATE, a, b, fusion->verdict, shared);
  return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "a part of it cannot be fused", "%s and %s", a->name, b->name);
}

/* --- cycles ----------------------------------------------------------------------------------- */

typedef struct
{
  FlFusion *fusion;
  guint32 *names;     /* originals of both nodes */
  guint32 *ancestors; /* of both, but for themselves */
  guint32 *todo;      /* originals in groups that were not looked at */
} CycleSearch;

/* Takes all of a group off the list; FALSE: it may bring ancestors that the two nodes do not have.
 */
static gboolean
take_group (CycleSearch *search, const FlSchedNode *group)
{
  gboolean is_within = TRUE;

  for (guint i = 0; i < group->n_originals; i++)
    {
      guint32 index = group->originals[i]->index;

      search->todo[index / 32] &= ~(1u << (index % 32));
      is_within = is_within && fl_bits_get (search->ancestors, index);
    }
  return is_within;
}

static gboolean finds_path (CycleSearch *search, const guint32 *from, gboolean skip_ancestors);

static gboolean
leads_back (CycleSearch *search, const FlSchedNode *group)
{
  for (guint w = 0; w < search->fusion->n_words; w++)
    if (search->names[w] & group->ancestors[w])
      return TRUE;
  return finds_path (search, group->ancestors, TRUE);
}

/* Only groups bring ancestors that the originals did not have. */
static gboolean
finds_path (CycleSearch *search, const guint32 *from, gboolean skip_ancestors)
{
  for (guint w = 0; w < search->fusion->n_words; w++)
    for (;;)
      {
        guint32 bits = from[w] & search->todo[w] & (skip_ancestors ? ~search->ancestors[w] : ~0u);
        const FlSchedNode *group;

        if (bits == 0)
          break;
        group = search->fusion->groups[w * 32 + g_bit_nth_lsf (bits, -1)];
        if (!take_group (search, group) && leads_back (search, group))
          return TRUE;
      }
  return FALSE;
}

gboolean
fl_fusion_makes_cycle (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  guint n_words = fusion->n_words;
  g_autofree guint32 *names = g_new0 (guint32, n_words + 1);
  g_autofree guint32 *ancestors = g_new0 (guint32, n_words + 1);
  g_autofree guint32 *todo = g_memdup2 (fusion->is_grouped, (n_words + 1) * sizeof (guint32));
  CycleSearch search = { fusion, names, ancestors, todo };

  for (guint i = 0; i < a->n_originals; i++)
    fl_bits_set (names, a->originals[i]->index);
  for (guint i = 0; i < b->n_originals; i++)
    fl_bits_set (names, b->originals[i]->index);
  for (guint w = 0; w < n_words; w++)
    ancestors[w] = (a->ancestors[w] | b->ancestors[w]) & ~names[w];
  if (!finds_path (&search, ancestors, FALSE))
    return FALSE;
  fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "will create cycle",
                    "a group between them needs one and is needed by the other");
  return TRUE;
}
