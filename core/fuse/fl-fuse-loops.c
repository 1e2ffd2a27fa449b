/* Changing the order of loops so that two nodes access a buffer alike; on a GPU, where loops stay
 * unmerged until fusion is over. Source: torch/_inductor/scheduler.py
 * (shared_data_after_reordering_loop), dependencies.py (decide_loop_order_to_match). */
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

/* --- the access of a node to a buffer --------------------------------------------------------- */

/* The last one by name, as a dict over the set would hold it. */
static const FlDep *
find_last (FlDepSet set, const char *name)
{
  for (guint i = set.n; i > 0; i--)
    if (set.deps[i - 1].name == name)
      return &set.deps[i - 1];
  return NULL;
}

static gboolean
has_indexed_access (const FlSchedNode *node, const char *name)
{
  FlDepSet sets[2] = { fl_sched_node_get_reads (node), fl_sched_node_get_writes (node) };

  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      if (sets[s].deps[i].name == name && sets[s].deps[i].kind == FL_DEP_MEMORY
          && !fl_sym_is_int (sets[s].deps[i].index, NULL))
        return TRUE;
  return FALSE;
}

/* Buffers that both access by index, in a's order. */
static GPtrArray *
get_common_names (const FlSchedNode *a, const FlSchedNode *b)
{
  GPtrArray *names = g_ptr_array_new ();
  FlDepSet sets[2] = { fl_sched_node_get_reads (a), fl_sched_node_get_writes (a) };

  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      {
        const char *name = sets[s].deps[i].name;

        if (!g_ptr_array_find (names, name, NULL) && has_indexed_access (a, name) && has_indexed_access (b, name))
          g_ptr_array_add (names, (gpointer) name);
      }
  return names;
}

/* --- order ------------------------------------------------------------------------------------ */

static gboolean
has_one_symbol_a_loop (const FlDep *dep)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (dep->index, symbols);
  if (symbols->len != dep->n_vars)
    return FALSE;
  for (guint i = 0; i < dep->n_vars; i++)
    if (fl_sym_is_int_value (dep->sizes[i], 0) || fl_sym_is_int_value (dep->sizes[i], 1))
      return FALSE;
  return TRUE;
}

static gint
find_stride (const gint64 *strides, guint n, gint64 stride)
{
  gint found = -1;

  for (guint i = 0; i < n; i++)
    if (strides[i] == stride)
      {
        if (found >= 0)
          return -1; /* twice: no telling which */
        found = i;
      }
  return found;
}

/* The permutation of dep's loops that gives the strides of other. */
static gboolean
decide_order (const FlDep *dep, const FlDep *other, guint *order)
{
  guint n = dep->n_vars;
  g_autofree gint64 *mine = g_new0 (gint64, n + 1);
  g_autofree gint64 *theirs = g_new0 (gint64, n + 1);

  if (n == 0 || n != other->n_vars || !has_one_symbol_a_loop (dep) || !has_one_symbol_a_loop (other))
    return FALSE;
  fl_loops_get_stride_hints (dep->index, dep->vars, n, dep->vars, n, mine);
  fl_loops_get_stride_hints (other->index, other->vars, n, other->vars, n, theirs);
  for (guint i = 0; i < n; i++)
    {
      gint position = find_stride (mine, n, theirs[i]);

      if (position < 0 || find_stride (theirs, n, theirs[i]) < 0)
        return FALSE;
      order[i] = position;
    }
  return TRUE;
}

static gboolean
have_equal_loops (const FlSchedNode *node)
{
  const FlSchedNode *first = node->originals[0];

  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      if (original->kind != FL_SCHED_COMPUTE || original->n_iter_sizes != first->n_iter_sizes)
        return FALSE;
      for (guint k = 0; k < first->n_iter_sizes; k++)
        if (original->iter_sizes[k] != first->iter_sizes[k])
          return FALSE;
    }
  return TRUE;
}

static gboolean
reorder_node (FlFusion *fusion, FlSchedNode *node, const FlDep *dep, const FlDep *other)
{
  g_autofree guint *order = g_new0 (guint, dep->n_vars + 1);

  if (!have_equal_loops (node) || node->originals[0]->n_iter_sizes != dep->n_vars || !decide_order (dep, other, order))
    return FALSE;
  fl_fusion_save (fusion, node);
  for (guint i = 0; i < node->n_originals; i++)
    {
      if (node->originals[i] != node)
        fl_fusion_save (fusion, node->originals[i]);
      fl_sched_node_permute_loops (&fusion->context, node->originals[i], order);
    }
  if (fl_sched_node_is_group (node))
    fl_sched_group_refresh_deps (&fusion->context, node);
  fusion->score_reads = NULL;
  return TRUE;
}

/* --- which buffer ----------------------------------------------------------------------------- */

typedef struct
{
  const FlDep *a, *b;
  gboolean is_write_read;
  gint64 numel;
} Match;

static gboolean
is_same_but_for_order (FlFusion *fusion, const FlDep *a, const FlDep *b)
{
  FlDep one = fl_dep_normalize_with_stride_order (&fusion->context, a);
  FlDep other = fl_dep_normalize_with_stride_order (&fusion->context, b);

  return fl_dep_equal (&one, &other);
}

/* Could another order of loops help, or do the sizes themselves differ? */
static gboolean
has_sizes_of (FlFusion *fusion, const FlDep *write, const FlDep *read)
{
  FlDep w = fl_dep_normalize (&fusion->context, write), r = fl_dep_normalize (&fusion->context, read);

  for (guint i = 0; i < w.n_vars; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < r.n_vars && !found; k++)
        found = fl_sym_known_equal (w.sizes[i], r.sizes[k]);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static gboolean
consider (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, const char *name, Match *best)
{
  const FlDep *a_write = find_last (fl_sched_node_get_writes (a), name),
              *a_read = find_last (fl_sched_node_get_reads (a), name);
  const FlDep *b_write = find_last (fl_sched_node_get_writes (b), name),
              *b_read = find_last (fl_sched_node_get_reads (b), name);
  Match match = { a_write != NULL ? a_write : a_read, b_write != NULL ? b_write : b_read, FALSE, 0 };

  match.is_write_read = fl_fusion_has (fusion, FL_RULE_WRITES_LEAD_REORDERING)
                        && ((a_write != NULL && b_read != NULL) || (b_write != NULL && a_read != NULL));
  if (is_same_but_for_order (fusion, match.a, match.b))
    {
      match.numel = fl_sched_get_hint (fl_dep_get_numel (&fusion->context, match.a));
      if (best->a == NULL || match.is_write_read > best->is_write_read
          || (match.is_write_read == best->is_write_read && match.numel > best->numel))
        *best = match;
    }
  else if (match.is_write_read)
    {
      const FlDep *write = a_write != NULL ? a_write : b_write, *read = b_read != NULL ? b_read : a_read;

      if (write->kind == FL_DEP_MEMORY && read->kind == FL_DEP_MEMORY && !has_sizes_of (fusion, write, read))
        return FALSE;
    }
  return TRUE;
}

static gint64
reorder_for_best_match (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  g_autoptr (GPtrArray) names = get_common_names (a, b);
  Match best = { NULL, NULL, FALSE, 0 };
  FlDep dep_a, dep_b;

  for (guint i = 0; i < names->len; i++)
    if (!consider (fusion, a, b, names->pdata[i], &best))
      return -1;
  if (best.a == NULL || best.a->kind != FL_DEP_MEMORY || best.b->kind != FL_DEP_MEMORY)
    return -1;
  if (best.a->n_vars != best.b->n_vars)
    {
      dep_a = fl_dep_normalize (&fusion->context, best.a);
      dep_b = fl_dep_normalize (&fusion->context, best.b);
      return fl_dep_equal (&dep_a, &dep_b) ? fl_dep_get_bytes (&fusion->context, best.a) : -1;
    }
  dep_a = *best.a;
  dep_b = *best.b;
  if (!a->is_reduction ? reorder_node (fusion, a, &dep_a, &dep_b)
                       : !b->is_reduction && reorder_node (fusion, b, &dep_b, &dep_a))
    return fl_fusion_score_memory (fusion, a, b);
  return -1;
}

/* --- splitting for a reduction ---------------------------------------------------------------- */

/* The last dep by name, writes counting as later than reads. */
static const FlDep *
find_access (const FlSchedNode *node, const char *name)
{
  const FlDep *write = find_last (fl_sched_node_get_writes (node), name);

  return write != NULL ? write : find_last (fl_sched_node_get_reads (node), name);
}

static gboolean
match_when_normalized (FlFusion *fusion, const FlDep *a, const FlDep *b)
{
  FlDep one, other;

  if (a->kind != FL_DEP_MEMORY || b->kind != FL_DEP_MEMORY)
    return FALSE;
  if (a->n_vars == b->n_vars)
    return is_same_but_for_order (fusion, a, b);
  one = fl_dep_normalize (&fusion->context, a);
  other = fl_dep_normalize (&fusion->context, b);
  return fl_dep_equal (&one, &other);
}

/* May every original of node have the loops sizes[0] x sizes[1], and would that change any? */
static gboolean
can_split (FlFusion *fusion, const FlSchedNode *node, const FlSym *const *sizes)
{
  FlSymTable *symbols = fusion->context.symbols;
  const FlSym *whole = fl_sym_mul (sizes[0], sizes[1]), *one = fl_sym_int (symbols, 1);
  gboolean changes = FALSE;

  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      if (original->kind != FL_SCHED_COMPUTE || !fl_sym_known_equal (original->numel, whole)
          || !fl_tiling_is_compatible (symbols, sizes, 2, original, one))
        return FALSE;
      changes
          |= original->n_iter_sizes != 2 || original->iter_sizes[0] != sizes[0] || original->iter_sizes[1] != sizes[1];
    }
  return changes;
}

static gboolean
shares_access (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GPtrArray) names = get_common_names (a, b);

  for (guint i = 0; i < names->len; i++)
    if (match_when_normalized (fusion, find_access (a, names->pdata[i]), find_access (b, names->pdata[i])))
      return TRUE;
  return FALSE;
}

/* --- is it worth it? --------------------------------------------------------------------------- */

enum
{
  LAUNCH_NS = 1000 /* spared with one kernel less */
};

typedef struct
{
  gboolean is_known;
  FlCoalescing a, b;
} Apart;

static gboolean
is_plain (const FlSchedNode *node)
{
  return node->kind != FL_SCHED_FOREACH && node->kind != FL_SCHED_NESTED;
}

static Apart
measure_apart (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  Apart apart = { 0 };

  apart.is_known = fl_fusion_has (fusion, FL_RULE_SPLITS_COALESCED) && fusion->pass->options->coalesce_tiling_analysis
                   && is_plain (a) && is_plain (b)
                   && fl_coalescing_measure (fusion, a->originals, a->n_originals, &apart.a)
                   && fl_coalescing_measure (fusion, b->originals, b->n_originals, &apart.b);
  return apart;
}

/* With the pointwise node's loops split like the reduction's: does one kernel take longer at its memory than two did?
 */
static gboolean
is_slower_together (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, const Apart *apart)
{
  guint n = a->n_originals + b->n_originals;
  g_autofree FlSchedNode **both = g_new (FlSchedNode *, n + 1);
  gint64 cost_apart, cost, gbps = fusion->pass->options->cuda_dram_gbps;
  FlCoalescing together;
  gboolean is_slower;

  if (!apart->is_known)
    return FALSE;
  memcpy (both, a->originals, a->n_originals * sizeof *both);
  memcpy (both + a->n_originals, b->originals, b->n_originals * sizeof *both);
  if (!fl_coalescing_measure (fusion, both, n, &together))
    return FALSE;
  cost_apart = fl_coalescing_get_cost (&apart->a) + fl_coalescing_get_cost (&apart->b);
  cost = fl_coalescing_get_cost (&together);
  is_slower = cost > cost_apart + gbps * LAUNCH_NS;
  fl_fusion_record_loops (fusion, a, b, is_slower ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT,
                          is_slower ? "one kernel's accesses would be less coalesced"
                                    : "one kernel's accesses are as coalesced",
                          g_strdup_printf ("apart %" G_GINT64_FORMAT " B + 16 x %" G_GINT64_FORMAT
                                           " B uncoalesced, together %" G_GINT64_FORMAT " B + 16 x %" G_GINT64_FORMAT
                                           " B, a launch saved: %" G_GINT64_FORMAT " B",
                                           apart->a.coalesced + apart->b.coalesced,
                                           apart->a.uncoalesced + apart->b.uncoalesced, together.coalesced,
                                           together.uncoalesced, gbps * LAUNCH_NS));
  return is_slower;
}

static void
split_node (FlFusion *fusion, FlSchedNode *node, const FlSym *const *sizes)
{
  fl_fusion_save (fusion, node);
  for (guint i = 0; i < node->n_originals; i++)
    {
      if (node->originals[i] != node)
        fl_fusion_save (fusion, node->originals[i]);
      fl_sched_node_split_loops (&fusion->context, node->originals[i], sizes, 2);
    }
  if (fl_sched_node_is_group (node))
    fl_sched_group_refresh_deps (&fusion->context, node);
  fusion->score_reads = NULL;
}

gboolean
fl_fusion_split_for_reduction (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *reduction = a->is_reduction ? a : b, *pointwise = a->is_reduction ? b : a;
  const FlSym *sizes[2] = { reduction->numel, reduction->rnumel };
  guint mark = fusion->saved->len;
  Apart apart;

  if (!fusion->pass->options->loop_reindexing_after_fusion || a->is_reduction == b->is_reduction
      || !fl_sched_keeps_loops (&fusion->context, a->device) || !can_split (fusion, pointwise, sizes))
    return FALSE;
  apart = measure_apart (fusion, a, b);
  split_node (fusion, pointwise, sizes);
  if (shares_access (fusion, a, b) && !is_slower_together (fusion, a, b, &apart))
    return TRUE;
  fl_fusion_restore (fusion, mark);
  return FALSE;
}

gint64
fl_fusion_reorder_loops (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  g_autoptr (GPtrArray) names = NULL;
  gint64 shared;

  if (!fl_sched_keeps_loops (&fusion->context, a->device) || !fl_sched_keeps_loops (&fusion->context, b->device))
    return -1;
  names = get_common_names (a, b);
  if (names->len == 0)
    return -1;
  shared = reorder_for_best_match (fusion, a, b);
  if (shared >= 0 || !fl_fusion_split_for_reduction (fusion, a, b))
    return shared;
  shared = reorder_for_best_match (fusion, a, b);
  return shared >= 0 ? shared : fl_fusion_score_memory (fusion, a, b);
}
