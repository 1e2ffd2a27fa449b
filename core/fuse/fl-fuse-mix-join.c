/* What joins a kernel of two reductions in both orders.
 * Source: torch/_inductor/scheduler.py (FusedMixOrderReductions). */
#include "fl-fuse-private.h"

/* Elements of the accesses that both have. */
static gint64
score_elements (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  gint64 elements = 0;

  if (fl_fusion_is_mix_order (fusion, a, b))
    return fl_fusion_get_mix_numel (a);
  for (guint i = 0; i < a->n_reads + a->n_writes; i++)
    {
      const FlDep *dep = i < a->n_reads ? &a->reads[i] : &a->writes[i - a->n_reads];
      gboolean is_common = FALSE;

      for (guint k = 0; k < b->n_reads + b->n_writes && !is_common; k++)
        is_common = fl_dep_equal (dep, k < b->n_reads ? &b->reads[k] : &b->writes[k - b->n_reads]);
      if (is_common)
        elements += MAX (0, fl_sched_get_hint (fl_dep_get_numel (&fusion->context, dep)));
    }
  return elements;
}

static gboolean
has_producer_among (const FlSchedNode *a, FlSchedNode *const *others, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fl_fusion_depends (a, others[i]) || fl_fusion_depends (others[i], a))
      return TRUE;
  return FALSE;
}

/* Recursion: a part must fit as if it stood alone, and that is what the rules are asked
 * (fl-fuse-rules.c), which asked here about the whole kernel. It ends, since no kernel of both
 * orders counts meanwhile. */
static gboolean
can_join_part (FlFusion *fusion, const FlSchedNode *mix, FlSchedNode *part, FlSchedNode *node,
               FlSchedNode *const *others, guint n_others)
{
  gboolean can, was_without = fusion->is_without_mix;

  fusion->is_without_mix = TRUE;
  can = fl_fusion_can_fuse_parts (fusion, part, node);
  fusion->is_without_mix = was_without;
  if (!can || (fl_fusion_is_contiguous (part) ? !fl_fusion_is_contiguous (node) : !fl_fusion_supports_columns (node))
      || has_producer_among (part, others, n_others) || has_producer_among (node, others, n_others))
    return FALSE;
  return !node->is_reduction || score_elements (fusion, part, node) >= fl_fusion_get_mix_numel (mix->members[0]);
}

static guint
count_read_buffers (const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const FlSchedNode *both[] = { a, b };

  for (guint n = 0; n < 2; n++)
    for (guint i = 0; i < both[n]->n_originals; i++)
      for (guint k = 0; k < both[n]->originals[i]->n_reads; k++)
        if (both[n]->originals[i]->reads[k].kind == FL_DEP_MEMORY)
          g_hash_table_add (names, (gpointer) both[n]->originals[i]->reads[k].name);
  return g_hash_table_size (names);
}

gboolean
fl_fusion_can_join_mix (FlFusion *fusion, FlSchedNode *mix, FlSchedNode *node)
{
  FlSchedNode *const *parts = mix->members;
  gboolean can;

  if (count_read_buffers (mix, node) > fusion->pass->options->mix_order_max_reads)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "a kernel of both orders reads too much",
                             "%u buffers > %" G_GINT64_FORMAT, count_read_buffers (mix, node),
                             fusion->pass->options->mix_order_max_reads);
  if (node->kind == FL_SCHED_MIX_ORDER)
    {
      FlSchedNode *others[] = { parts[1], node->members[1] };

      can = can_join_part (fusion, mix, parts[0], node->members[0], others, 2)
            && can_join_part (fusion, mix, parts[1], node->members[1], NULL, 0);
    }
  else
    can = can_join_part (fusion, mix, parts[0], node, parts + 1, 1)
          || can_join_part (fusion, mix, parts[1], node, parts, 1);
  return can
         || fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "it fits neither reduction of a kernel of both orders", NULL);
}

FlSchedNode *
fl_fusion_fuse_mix (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *members[2] = { a, b };

  if (a->kind == FL_SCHED_MIX_ORDER && b->kind == FL_SCHED_MIX_ORDER)
    {
      members[0] = fl_fusion_fuse_loops (fusion, a->members[0], b->members[0]);
      members[1] = fl_fusion_fuse_loops (fusion, a->members[1], b->members[1]);
    }
  else if (a->kind == FL_SCHED_MIX_ORDER)
    {
      guint which = can_join_part (fusion, a, a->members[0], b, a->members + 1, 1) ? 0 : 1;

      members[which] = fl_fusion_fuse_loops (fusion, a->members[which], b);
      members[1 - which] = a->members[1 - which];
    }
  if (!fl_fusion_is_contiguous (members[0]))
    {
      FlSchedNode *first = members[0];

      members[0] = members[1];
      members[1] = first;
    }
  return fl_sched_group_new (&fusion->context, FL_SCHED_MIX_ORDER, members, 2, fusion->n_words);
}
