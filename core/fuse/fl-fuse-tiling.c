/* Tiles of a GPU kernel, as far as they decide about fusion.
 * Source: torch/_inductor/codegen/simd.py (candidate_tilings, select_tiling). */
#include "fl-fuse-private.h"

/* --- candidates ------------------------------------------------------------------------------- */

typedef struct
{
  const char *name; /* of the buffer that wants it; NULL: no tiling */
  gint64 score;
  FlTiling tiling;
} Candidate;

typedef struct
{
  const FlLoopBody *body; /* for which these were found */
  GArray *candidates;
} NodeCandidates;

struct _FlTilingCache
{
  GHashTable *of_node; /* original -> NodeCandidates */
};

static void
free_node_candidates (gpointer data)
{
  NodeCandidates *node = data;

  g_array_unref (node->candidates);
  g_free (node);
}

void
fl_tiling_cache_free (FlTilingCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->of_node);
  g_free (cache);
}

static gboolean
is_good_size (const FlSym *size)
{
  gint64 hint = fl_sched_get_hint (size);

  return hint >= 32 && hint % 32 == 0;
}

typedef struct
{
  FlFusion *fusion;
  const FlLoopBody *body;
  GHashTable *is_written;
  gboolean stores; /* which operations are looked at */
  GArray *candidates;
} Search;

/* Loops up to the one with stride 1 form the outer tile, the rest the inner. */
static void
add_candidate (Search *search, const char *name, const FlSym *index)
{
  const FlLoopBody *body = search->body;
  guint n = body->n_iter, split = 0;
  g_autofree gint64 *strides = g_new0 (gint64, n + 1);
  gint64 score = 1, whole = 1;
  gboolean is_broadcast = TRUE;
  Candidate candidate = { .name = name };

  fl_loops_get_stride_hints (index, body->vars, n, body->vars, body->n_vars, strides);
  while (split < n && strides[split] != 1)
    split++;
  if (split++ >= n || split == n)
    return;
  for (guint i = split; i < n; i++)
    is_broadcast &= strides[i] == 0;
  if (is_broadcast)
    return;
  candidate.tiling.n = 3;
  candidate.tiling.sizes[0] = fl_sym_product (search->fusion->context.symbols, body->sizes, split);
  candidate.tiling.sizes[1] = fl_sym_product (search->fusion->context.symbols, body->sizes + split, n - split);
  candidate.tiling.sizes[2] = fl_sym_int (search->fusion->context.symbols, 1);
  for (guint i = 0; i < n; i++)
    {
      gint64 size = fl_sched_get_hint (body->sizes[i]);

      whole *= size;
      score *= strides[i] != 0 ? size : 1;
    }
  score *= g_hash_table_contains (search->is_written, name) ? 2 : 1;
  score *= is_good_size (candidate.tiling.sizes[0]) ? 2 : 1;
  score *= is_good_size (candidate.tiling.sizes[1]) ? 2 : 1;
  candidate.score = score;
  if (score >= whole)
    g_array_append_val (search->candidates, candidate);
}

static void
look_at_access (const FlBodyOp *op, gpointer data)
{
  Search *search = data;
  gboolean is_store = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
  gboolean is_load = op->op == FL_SCALAR_LOAD;

  if (search->stores ? !is_store : !is_load)
    return;
  add_candidate (search, op->buffer, search->body->indices[op->index]);
}

static void
note_written (const FlBodyOp *op, gpointer data)
{
  if (op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION)
    g_hash_table_add (data, (gpointer) op->buffer);
}

static GArray *
find_candidates (FlFusion *fusion, const FlSchedNode *node, const FlSym *numel)
{
  GArray *candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  g_autoptr (GHashTable) is_written = g_hash_table_new (NULL, NULL);
  Search search = { .fusion = fusion, .body = node->body, .is_written = is_written, .candidates = candidates };
  Candidate none = { .tiling = { 2, { numel, fl_sym_int (fusion->context.symbols, 1), NULL } } };

  if (node->n_iter_sizes <= 1 && node->n_reduce_sizes <= 1)
    return candidates;
  g_array_append_val (candidates, none);
  fl_loop_body_visit (node->body, note_written, is_written);
  fl_loop_body_visit (node->body, look_at_access, &search);
  search.stores = TRUE;
  fl_loop_body_visit (node->body, look_at_access, &search);
  return candidates;
}

static GArray *
get_candidates (FlFusion *fusion, FlSchedNode *node, const FlSym *numel)
{
  NodeCandidates *known;

  if (fusion->tilings == NULL)
    {
      fusion->tilings = g_new0 (FlTilingCache, 1);
      fusion->tilings->of_node = g_hash_table_new_full (NULL, NULL, NULL, free_node_candidates);
    }
  known = g_hash_table_lookup (fusion->tilings->of_node, node);
  if (known == NULL || known->body != node->body)
    {
      known = g_new0 (NodeCandidates, 1);
      known->body = node->body;
      known->candidates = find_candidates (fusion, node, numel);
      g_hash_table_insert (fusion->tilings->of_node, node, known);
    }
  return known->candidates;
}

/* --- choice ----------------------------------------------------------------------------------- */

static gboolean
is_compatible_with_all (FlFusion *fusion, const FlTiling *tiling, FlSchedNode *const *nodes, guint n_nodes,
                        const FlSym *rnumel)
{
  for (guint i = 0; i < n_nodes; i++)
    if (!fl_tiling_is_compatible (fusion->context.symbols, tiling->sizes, tiling->n, nodes[i], rnumel))
      return FALSE;
  return TRUE;
}

gboolean
fl_tiling_equal (const FlTiling *a, const FlTiling *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->sizes[i] != b->sizes[i])
      return FALSE;
  return TRUE;
}

/* Falling score; equal ones in the order of discovery. */
static void
insert_sorted (GArray *ranked, const Candidate *candidate)
{
  guint at = ranked->len;

  while (at > 0 && g_array_index (ranked, Candidate, at - 1).score < candidate->score)
    at--;
  g_array_insert_val (ranked, at, *candidate);
}

FlTiling
fl_tiling_select (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel, const FlSym *rnumel)
{
  FlTiling flat = { 2, { numel, rnumel, NULL } };
  g_autoptr (GArray) ranked = NULL;
  g_autoptr (GHashTable) seen = NULL;
  gboolean has_none = FALSE;

  if (!fl_sym_is_int_value (rnumel, 1))
    return flat;
  ranked = g_array_new (FALSE, FALSE, sizeof (Candidate));
  seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n_nodes; i++)
    {
      GArray *candidates = get_candidates (fusion, nodes[i], numel);

      for (guint k = 0; k < candidates->len; k++)
        {
          const Candidate *candidate = &g_array_index (candidates, Candidate, k);

          if (candidate->name != NULL ? !g_hash_table_add (seen, (gpointer) candidate->name) : has_none)
            continue;
          has_none |= candidate->name == NULL;
          insert_sorted (ranked, candidate);
        }
    }
  for (guint i = 0; i < ranked->len; i++)
    {
      const Candidate *candidate = &g_array_index (ranked, Candidate, i);

      if (is_compatible_with_all (fusion, &candidate->tiling, nodes, n_nodes, rnumel))
        return candidate->tiling;
    }
  return flat;
}

gboolean
fl_fuse_find_tile (const FlSchedule *schedule, const FlSchedNode *node, const FlSym **outer, const FlSym **inner)
{
  FlFusion fusion = { .context.symbols = schedule->lowered->symbols };
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  const FlSym *numel = NULL;
  FlTiling tiling;

  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->body)
      {
        numel = node->originals[i]->numel;
        g_ptr_array_add (nodes, node->originals[i]);
      }
  if (!numel)
    return FALSE;
  tiling = fl_tiling_select (&fusion, (FlSchedNode *const *) nodes->pdata, nodes->len, numel,
                             fl_sym_int (schedule->lowered->symbols, 1));
  fl_tiling_cache_free (fusion.tilings);
  *outer = tiling.sizes[0];
  *inner = tiling.sizes[1];
  return tiling.n == 3;
}
