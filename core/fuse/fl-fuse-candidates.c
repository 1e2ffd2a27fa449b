/* Pairs of nodes that may be fused, and their order.
 * Source: torch/_inductor/scheduler.py (get_possible_fusions). */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

typedef struct
{
  FlFusion *fusion;
  GHashTable *seen; /* (position of a << 32 | position of b) */
  GArray *pairs;    /* FlFusionPair */
} Search;

static void
try_pair (Search *search, FlSchedNode *a, FlSchedNode *b, gboolean is_turned)
{
  FlFusion *fusion = search->fusion;
  gint64 shared;

  if (fl_fusion_can_fuse (fusion, a, b, fusion->is_reorder_round, &shared))
    {
      FlFusionPair pair = { .a = a, .b = b };

      g_array_append_val (search->pairs, pair);
      fl_fusion_record (fusion, FL_EVENT_CANDIDATE, a, b, FL_VERDICT_ACCEPT, shared);
    }
  else
    {
      fl_fusion_record (fusion, FL_EVENT_CANDIDATE, a, b, fusion->verdict, shared);
      if ((b->kind == FL_SCHED_FOREACH || b->kind == FL_SCHED_NESTED) && !is_turned)
        try_pair (search, b, a, TRUE);
    }
}

static gboolean
check_pairs (Search *search, const GPtrArray *nodes, GError **error)
{
  guint window = search->fusion->pass->options->max_fusion_buffer_group_pairwise_attempts;

  for (guint i = 0; i < nodes->len; i++)
    for (guint k = i + 1; k < nodes->len && k <= i + window; k++)
      {
        FlSchedNode *a = nodes->pdata[i], *b = nodes->pdata[k];
        gint64 key = (gint64) a->index << 32 | b->index;

        if (fl_fusion_is_stopped (search->fusion))
          return TRUE;
        if (fl_pass_is_cancelled (search->fusion->pass, error))
          return FALSE;
        if (!g_hash_table_contains (search->seen, &key))
          {
            g_hash_table_add (search->seen, g_memdup2 (&key, sizeof key));
            try_pair (search, a, b, FALSE);
          }
      }
  return TRUE;
}

/* Names of the buffers that the node touches, inside ones of a group too. */
static void
add_to_groupings (FlSchedNode *node, GPtrArray *groupings, GHashTable *by_name)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      FlDepSet sets[2]
          = { fl_sched_node_get_reads (node->originals[i]), fl_sched_node_get_writes (node->originals[i]) };

      for (guint s = 0; s < 2; s++)
        for (guint k = 0; k < sets[s].n; k++)
          {
            GPtrArray *grouping = g_hash_table_lookup (by_name, sets[s].deps[k].name);

            if (grouping == NULL)
              {
                grouping = g_ptr_array_new ();
                g_ptr_array_add (groupings, grouping);
                g_hash_table_insert (by_name, (gpointer) sets[s].deps[k].name, grouping);
              }
            if (grouping->len == 0 || grouping->pdata[grouping->len - 1] != node)
              g_ptr_array_add (grouping, node);
          }
    }
}

static gboolean
collect_pairs (Search *search, FlSchedNode *const *nodes, guint n_nodes, GError **error)
{
  g_autoptr (GPtrArray) groupings = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_nodes; i++)
    if (nodes[i]->kind != FL_SCHED_EXTERN && nodes[i]->kind != FL_SCHED_NOP)
      add_to_groupings (nodes[i], groupings, by_name);
  for (guint i = 0; i < groupings->len; i++)
    if (!check_pairs (search, groupings->pdata[i], error))
      return FALSE;
  if (search->fusion->pass->options->aggressive_fusion)
    {
      g_autoptr (GPtrArray) all = g_ptr_array_new ();

      for (guint i = 0; i < n_nodes; i++)
        if (nodes[i]->kind != FL_SCHED_EXTERN && nodes[i]->kind != FL_SCHED_NOP)
          g_ptr_array_add (all, nodes[i]);
      return check_pairs (search, all, error);
    }
  return TRUE;
}

/* Only pairs of the lowest priority number stay. */
static void
keep_first_priority (FlFusion *fusion, GArray *pairs)
{
  g_autofree guint *priorities = g_new0 (guint, pairs->len + 1);
  guint lowest = G_MAXUINT, n = 0;

  for (guint i = 0; i < pairs->len; i++)
    {
      FlFusionPair *pair = &g_array_index (pairs, FlFusionPair, i);

      priorities[i] = fl_fusion_get_backend (fusion, pair->a)->get_priority (fusion, pair->a, pair->b);
      lowest = MIN (lowest, priorities[i]);
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      const FlFusionPair *pair = &g_array_index (pairs, FlFusionPair, i);

      if (priorities[i] == lowest)
        g_array_index (pairs, FlFusionPair, n++) = *pair;
      else if (!fl_fusion_is_stopped (fusion))
        {
          fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "postponed: the backend gives it a lower priority",
                            "priority %u, others have %u", priorities[i], lowest);
          fl_fusion_record (fusion, FL_EVENT_CANDIDATE, pair->a, pair->b, fusion->verdict, 0);
        }
    }
  g_array_set_size (pairs, n);
}

/* --- order ------------------------------------------------------------------------------------ */

/* The comparison is no total order, so the way of sorting shows: runs, insertion by binary search
 * and balanced merges, as in Python's sort; reverse=True sorts the reversed list and reverses the
 * result. */
static gboolean
is_before (const FlFusionPair *a, const FlFusionPair *b)
{
  return fl_fusion_score_is_less (&a->score, &b->score);
}

static void
reverse_pairs (FlFusionPair *pairs, guint n)
{
  for (guint i = 0; i < n / 2; i++)
    {
      FlFusionPair other = pairs[i];

      pairs[i] = pairs[n - 1 - i];
      pairs[n - 1 - i] = other;
    }
}

static guint
find_run (FlFusionPair *pairs, guint n)
{
  guint run = 2;

  if (n < 2)
    return n;
  if (is_before (&pairs[1], &pairs[0]))
    {
      while (run < n && is_before (&pairs[run], &pairs[run - 1]))
        run++;
      reverse_pairs (pairs, run);
    }
  else
    while (run < n && !is_before (&pairs[run], &pairs[run - 1]))
      run++;
  return run;
}

static void
insert_rest (FlFusionPair *pairs, guint n, guint n_sorted)
{
  for (; n_sorted < n; n_sorted++)
    {
      FlFusionPair pivot = pairs[n_sorted];
      guint low = 0, high = n_sorted;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (is_before (&pivot, &pairs[middle]))
            high = middle;
          else
            low = middle + 1;
        }
      memmove (&pairs[low + 1], &pairs[low], (n_sorted - low) * sizeof *pairs);
      pairs[low] = pivot;
    }
}

static void
merge_runs (FlFusionPair *pairs, guint n_left, guint n_right)
{
  g_autofree FlFusionPair *left = g_memdup2 (pairs, n_left * sizeof *pairs);
  FlFusionPair *right = pairs + n_left;
  guint l = 0, r = 0;

  for (guint at = 0; l < n_left; at++)
    if (r < n_right && is_before (&right[r], &left[l]))
      pairs[at] = right[r++];
    else
      pairs[at] = left[l++];
}

static guint
get_min_run (guint n)
{
  guint rest = 0;

  for (; n >= 64; n >>= 1)
    rest |= n & 1;
  return n + rest;
}

static void
sort_ascending (FlFusionPair *pairs, guint n)
{
  guint min_run = get_min_run (n), n_runs = 0, starts[64], lengths[64];

  for (guint at = 0; at < n;)
    {
      guint run = find_run (pairs + at, n - at), wanted = MIN (min_run, n - at);

      if (run < wanted)
        {
          insert_rest (pairs + at, wanted, run);
          run = wanted;
        }
      starts[n_runs] = at;
      lengths[n_runs++] = run;
      at += run;
      while (n_runs > 1 && (at == n || lengths[n_runs - 2] <= lengths[n_runs - 1]))
        {
          merge_runs (pairs + starts[n_runs - 2], lengths[n_runs - 2], lengths[n_runs - 1]);
          lengths[n_runs - 2] += lengths[n_runs - 1];
          n_runs--;
        }
    }
}

GArray *
fl_fusion_get_candidates (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (FlFusionPair));
  Search search = { .fusion = fusion, .seen = seen, .pairs = pairs };
  FlFusionPair *data;

  if (!collect_pairs (&search, nodes, n_nodes, error))
    return NULL;
  if (fl_fusion_has (fusion, FL_RULE_PRIORITY_OF_BACKEND))
    keep_first_priority (fusion, pairs);
  for (guint i = 0; i < pairs->len; i++)
    {
      FlFusionPair *pair = &g_array_index (pairs, FlFusionPair, i);

      pair->score = fl_fusion_score (fusion, pair->a, pair->b);
    }
  data = (FlFusionPair *) (gpointer) pairs->data;
  reverse_pairs (data, pairs->len);
  sort_ascending (data, pairs->len);
  reverse_pairs (data, pairs->len);
  return g_steal_pointer (&pairs);
}
