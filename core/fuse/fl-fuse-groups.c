/* The groups that there are: two made one, and all of them in order. */
#include <stdlib.h>

#include "fl-fuse-private.h"

void
fl_fusion_fuse_pair (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *group;

  /* Loops that fusing aligns stay aligned. */
  group = fl_fusion_get_backend (fusion, a)->fuse (fusion, a, b);
  g_array_set_size (fusion->saved, 0);
  fusion->score_reads = NULL;
  fl_fusion_set_group (fusion, group);
}

static gint
compare_orders (gconstpointer a, gconstpointer b)
{
  const FlSchedNode *one = *(const FlSchedNode *const *) a, *other = *(const FlSchedNode *const *) b;

  return one->min_order < other->min_order ? -1 : one->min_order > other->min_order;
}

guint
fl_fusion_collect_groups (FlFusion *fusion, FlSchedNode **nodes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < fusion->schedule->n_originals; i++)
    if (g_hash_table_add (seen, fusion->groups[i]))
      nodes[n++] = fusion->groups[i];
  qsort (nodes, n, sizeof *nodes, compare_orders);
  fl_schedule_sort (nodes, n);
  return n;
}

FlSchedNode *
fl_fusion_fuse_loops (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  g_autofree FlSchedNode **members = g_new0 (FlSchedNode *, a->n_originals + b->n_originals);

  for (guint i = 0; i < a->n_originals; i++)
    members[i] = a->originals[i];
  for (guint i = 0; i < b->n_originals; i++)
    members[a->n_originals + i] = b->originals[i];
  return fl_sched_group_new (&fusion->context, FL_SCHED_FUSED, members, a->n_originals + b->n_originals,
                             fusion->n_words);
}
