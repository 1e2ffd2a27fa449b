/* How much of what a GPU kernel reads and writes is coalesced (neighbouring threads access neighbours) under the tiles
 * that it would get. Source: torch/_inductor/tiling_utils.py (_analyze_memory_coalescing), codegen/simd.py
 * (compute_tiling_strategy, MemoryCoalescing). */
#include "fl-fuse-coalesce.h"

enum
{
  UNCOALESCED_WEIGHT = 16,
  LEAST_TILE = 8,
  MAX_TILES = 3,
  MAX_CANDIDATES = 2 + FL_MAX_COALESCED_LOOPS * (FL_MAX_COALESCED_LOOPS + 1) / 2
};

typedef struct
{
  FlFusion *fusion;
  FlSchedNode *const *nodes;
  guint n_nodes;
  const FlSym *numel, *rnumel;
  FlCommonLoops loops;
  gint64 coalesced[FL_MAX_COALESCED_LOOPS]; /* bytes of the accesses that this loop runs along */
  gboolean is_along[FL_MAX_COALESCED_LOOPS];
  gint64 uncoalesced;
  gint tiled_loop; /* broken in tiles of tile steps, it would run along more; -1: none */
  gint64 tile, tile_score;
} Analysis;

/* --- which loop runs along an access ---------------------------------------------------------------- */

typedef struct
{
  const Analysis *analysis;
  gint64 values[FL_MAX_COALESCED_LOOPS];
} Point;

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Point *point = data;
  const FlCommonLoops *loops = &point->analysis->loops;

  for (guint i = 0; i < loops->n; i++)
    if (loops->vars[i] == symbol)
      {
        *value = point->values[i];
        return TRUE;
      }
  *value = fl_sched_get_hint (symbol);
  return TRUE;
}

/* How far the access moves when a loop, the others at 0, goes from one step to the next. */
static gboolean
get_move (const Analysis *analysis, const FlSym *index, guint loop, gint64 step, gint64 *move)
{
  Point point = { analysis, { 0 } };
  gint64 from, to;

  point.values[loop] = step;
  if (!fl_sym_evaluate (index, look_up, &point, &from))
    return FALSE;
  point.values[loop] = step + 1;
  if (!fl_sym_evaluate (index, look_up, &point, &to))
    return FALSE;
  *move = to - from;
  return TRUE;
}

static gboolean
is_term (const FlSym *index, const FlSym *var)
{
  if (fl_sym_get_kind (index) != FL_SYM_ADD)
    return index == var;
  for (guint i = 0; i < fl_sym_get_n_args (index); i++)
    if (fl_sym_get_arg (index, i) == var)
      return TRUE;
  return FALSE;
}

/* Step by step through memory, or else again and again at one place, which stays in the cache; -1: none. */
static gint
find_loop_along (const Analysis *analysis, const FlSym *index)
{
  const FlCommonLoops *loops = &analysis->loops;
  gint64 first, second;

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return -1;
  for (guint i = 0; i < loops->n; i++)
    if (is_term (index, loops->vars[i]))
      return i;
  for (guint i = 0; i < loops->n; i++)
    if (get_move (analysis, index, i, 0, &first) && first == 1 && get_move (analysis, index, i, 1, &second)
        && second == 1)
      return i;
  for (guint i = 0; i < loops->n; i++)
    if (fl_sym_contains (index, loops->vars[i]) && get_move (analysis, index, i, 0, &first) && first == 0)
      return i;
  return -1;
}

/* A kernel of one tile runs along it already with the innermost loop. */
static gboolean
is_along_innermost (const Analysis *analysis, const FlSym *index)
{
  guint innermost = analysis->loops.n_pointwise - 1;
  gint64 first, second;

  return get_move (analysis, index, innermost, 0, &first) && (first == 0 || first == 1)
         && get_move (analysis, index, innermost, 1, &second) && (second == 0 || second == 1);
}

/* --- tiles that would run along more --------------------------------------------------------------- */

typedef struct
{
  guint loop;
  gint64 tile, score;
} Tile;

static void
add_tiles (Analysis *analysis, const FlSym *index, gint64 bytes, GArray *tiles)
{
  const FlCommonLoops *loops = &analysis->loops;

  for (guint i = 0; i < loops->n && !fl_sym_contains_kind (index, FL_SYM_INDIRECT); i++)
    {
      const FlSym *zeros[FL_MAX_COALESCED_LOOPS], *alone, *tile;
      FlSymTable *symbols = analysis->fusion->context.symbols;
      Tile found = { .loop = i, .score = 0 };
      guint at = 0;

      if (bytes == 0 || !fl_sym_contains (index, loops->vars[i]))
        continue;
      for (guint k = 0; k < loops->n; k++)
        zeros[k] = k == i ? loops->vars[k] : fl_sym_int (symbols, 0);
      alone = fl_sym_substitute (index, loops->vars, zeros, loops->n);
      if (!fl_sym_contains (alone, loops->vars[i]) || !fl_coalescing_find_tile (alone, loops->vars[i], &found.tile)
          || found.tile <= LEAST_TILE)
        continue;
      tile = fl_sym_int (symbols, found.tile);
      if (!fl_sym_known (FL_SYM_LT, tile, loops->sizes[i])
          || !fl_sym_known (FL_SYM_GT, fl_sym_floor_div (loops->sizes[i], tile), fl_sym_int (symbols, LEAST_TILE)))
        continue;
      while (at < tiles->len
             && (g_array_index (tiles, Tile, at).loop != i || g_array_index (tiles, Tile, at).tile != found.tile))
        at++;
      if (at == tiles->len)
        g_array_append_val (tiles, found);
      g_array_index (tiles, Tile, at).score += bytes;
    }
}

/* --- all accesses ------------------------------------------------------------------------------- */

static gint64
count_bytes (const Analysis *analysis, const FlCommonAccess *access)
{
  const FlCommonLoops *loops = &analysis->loops;
  const FlSym *elements = fl_sym_int (analysis->fusion->context.symbols, 1);
  gint64 bytes = 0;

  for (guint i = 0; i < loops->n; i++)
    if (fl_sym_contains (access->index, loops->vars[i]))
      elements = fl_sym_mul (elements, loops->sizes[i]);
  for (guint i = 0; i < access->names->len; i++)
    {
      const FlBuffer *buffer = fl_lowered_find_buffer (analysis->fusion->schedule->lowered, access->names->pdata[i]);

      if (buffer != NULL && buffer->layout.kind != FL_LAYOUT_NONE && buffer->layout.kind != FL_LAYOUT_MULTI_OUTPUT)
        bytes += MIN (fl_sched_get_hint (elements),
                      fl_sched_get_hint (fl_layout_get_numel (&buffer->layout, analysis->fusion->context.symbols)))
                 * fl_dtype_get_size_bytes (buffer->layout.dtype);
    }
  return access->is_read ? bytes : 2 * bytes;
}

static gboolean
analyze (Analysis *analysis)
{
  FlCommonLoops *loops = &analysis->loops;
  g_autoptr (GArray) accesses = fl_common_accesses_new (analysis->fusion, analysis->nodes, analysis->n_nodes,
                                                        analysis->numel, analysis->rnumel, loops);
  g_autoptr (GArray) tiles = g_array_new (FALSE, FALSE, sizeof (Tile));

  if (accesses == NULL)
    return FALSE;
  for (guint i = 0; i < accesses->len; i++)
    {
      const FlCommonAccess *access = &g_array_index (accesses, FlCommonAccess, i);
      gint64 bytes = count_bytes (analysis, access);
      gint loop = find_loop_along (analysis, access->index);

      if (loop < 0)
        {
          analysis->uncoalesced += bytes;
          add_tiles (analysis, access->index, bytes, tiles);
          continue;
        }
      if (loops->n_pointwise > 0 && loops->n_pointwise == loops->n && is_along_innermost (analysis, access->index))
        loop = loops->n - 1;
      analysis->coalesced[loop] += bytes;
      analysis->is_along[loop] = TRUE;
    }
  for (guint i = 0; i < tiles->len; i++)
    if (g_array_index (tiles, Tile, i).score > analysis->tile_score)
      {
        analysis->tiled_loop = g_array_index (tiles, Tile, i).loop;
        analysis->tile = g_array_index (tiles, Tile, i).tile;
        analysis->tile_score = g_array_index (tiles, Tile, i).score;
      }
  return TRUE;
}

/* --- tiles of the kernel ------------------------------------------------------------------------- */

typedef struct
{
  guint n, n_pointwise;
  const FlSym *sizes[8];
  gint64 scores[8];
  gint64 coalesced;
  double rank;
} Candidate;

static void
add_tile (Candidate *candidate, const FlSym *size, gint64 score)
{
  gint64 hint = MIN (fl_sched_get_hint (size), LEAST_TILE);

  candidate->coalesced += score;
  candidate->sizes[candidate->n] = size;
  /* A short tile does not fill what memory hands over at once. */
  candidate->scores[candidate->n++] = (gint64) ((double) score * hint / LEAST_TILE);
}

/* Tiles that end at the loops of ends; the tiled loop is broken where breaks is set. */
static void
add_pointwise_tiles (const Analysis *analysis, Candidate *candidate, guint64 ends, gboolean breaks)
{
  FlSymTable *symbols = analysis->fusion->context.symbols;
  const FlSym *one = fl_sym_int (symbols, 1), *product = one;
  gint64 last_score = 0;

  if (analysis->loops.n_pointwise == 0)
    {
      candidate->sizes[candidate->n++] = analysis->numel;
      return;
    }
  for (guint i = 0; i < analysis->loops.n_pointwise; i++)
    {
      const FlSym *size = analysis->loops.sizes[i];
      gint64 score = analysis->coalesced[i];

      if (!(ends >> i & 1))
        {
          product = fl_sym_mul (product, size);
          last_score = score;
          continue;
        }
      if (breaks && (gint) i == analysis->tiled_loop)
        {
          const FlSym *tile = fl_sym_int (symbols, analysis->tile);

          add_tile (candidate, fl_sym_mul (product, fl_sym_floor_div (size, tile)), analysis->tile_score);
          add_tile (candidate, tile, score);
          last_score = 0;
        }
      else
        add_tile (candidate, fl_sym_mul (product, size), score);
      product = one;
    }
  if (product != one || candidate->n == 0)
    add_tile (candidate, product, last_score);
}

static void
add_reduction_tile (const Analysis *analysis, Candidate *candidate)
{
  const FlCommonLoops *loops = &analysis->loops;
  const FlSym *product = fl_sym_product (analysis->fusion->context.symbols, loops->sizes + loops->n_pointwise,
                                         loops->n - loops->n_pointwise);

  if (loops->n == loops->n_pointwise)
    candidate->sizes[candidate->n++] = analysis->rnumel;
  else if (!fl_sym_is_int_value (product, 1))
    add_tile (candidate, product, analysis->coalesced[loops->n - 1]);
}

/* Longer tilings have to be worth it. */
static double
rank (const Analysis *analysis, const Candidate *candidate)
{
  double factor = 1, score = 0;

  for (guint i = 0; i < candidate->n; i++)
    {
      gint64 size = fl_sched_get_hint (candidate->sizes[i]);

      factor /= size >= 32 && size % 32 == 0 ? 1.005 : 1.025;
      score += candidate->scores[i];
    }
  return (score + analysis->uncoalesced * 0.05) * factor;
}

static void
add_candidate (const Analysis *analysis, GArray *candidates, guint64 ends, gboolean breaks)
{
  Candidate candidate = { 0 };
  guint at = candidates->len;

  add_pointwise_tiles (analysis, &candidate, ends, breaks);
  candidate.n_pointwise = candidate.n;
  add_reduction_tile (analysis, &candidate);
  candidate.rank = rank (analysis, &candidate);
  while (at > 0 && g_array_index (candidates, Candidate, at - 1).rank < candidate.rank)
    at--;
  g_array_insert_val (candidates, at, candidate);
}

/* The best first, equal ones in the order of discovery. */
static GArray *
list_candidates (const Analysis *analysis)
{
  GArray *candidates = g_array_sized_new (FALSE, FALSE, sizeof (Candidate), MAX_CANDIDATES);
  guint n = analysis->loops.n_pointwise;

  add_candidate (analysis, candidates, 0, FALSE);
  if (analysis->tiled_loop >= 0)
    add_candidate (analysis, candidates, (guint64) 1 << analysis->tiled_loop, TRUE);
  for (guint i = 0; i < n; i++)
    if (analysis->is_along[i])
      add_candidate (analysis, candidates, (guint64) 1 << i, FALSE);
  for (guint i = 0; i < n && fl_sym_is_int_value (analysis->rnumel, 1); i++)
    for (guint k = i + 1; k < n; k++)
      if (analysis->is_along[i] && analysis->is_along[k])
        add_candidate (analysis, candidates, (guint64) 1 << i | (guint64) 1 << k, FALSE);
  return candidates;
}

static gboolean
is_default (const Analysis *analysis, const Candidate *candidate)
{
  return candidate->n == 2 && candidate->n_pointwise == 1 && candidate->sizes[0] == analysis->numel
         && candidate->sizes[1] == analysis->rnumel;
}

static gboolean
fits_all (const Analysis *analysis, const Candidate *candidate)
{
  for (guint i = 0; i < analysis->n_nodes; i++)
    if (!fl_tiling_is_compatible (analysis->fusion->context.symbols, candidate->sizes, candidate->n, analysis->nodes[i],
                                  analysis->rnumel))
      return FALSE;
  return TRUE;
}

static gboolean
choose (const Analysis *analysis, FlCoalescing *coalescing)
{
  g_autoptr (GArray) candidates = list_candidates (analysis);
  gint64 total = analysis->uncoalesced;

  for (guint i = 0; i < analysis->loops.n; i++)
    total += analysis->coalesced[i];
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (!is_default (analysis, candidate)
          && (candidate->n - fl_sym_is_int_value (analysis->rnumel, 1) > MAX_TILES || !fits_all (analysis, candidate)))
        continue;
      coalescing->coalesced = candidate->coalesced;
      coalescing->uncoalesced = MAX (total - candidate->coalesced, 0);
      return TRUE;
    }
  return FALSE;
}

gint64
fl_coalescing_get_cost (const FlCoalescing *coalescing)
{
  return coalescing->coalesced + UNCOALESCED_WEIGHT * coalescing->uncoalesced;
}

gboolean
fl_coalescing_measure (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, FlCoalescing *coalescing)
{
  Analysis analysis = { .fusion = fusion, .nodes = nodes, .n_nodes = n_nodes, .tiled_loop = -1 };
  const FlSchedNode *leader = nodes[0];

  for (guint i = 0; i < n_nodes; i++)
    {
      if (nodes[i]->kind != FL_SCHED_COMPUTE || nodes[i]->body == NULL || !fl_sched_is_gpu (nodes[i]->device))
        return FALSE;
      if (nodes[i]->is_reduction && !leader->is_reduction)
        leader = nodes[i];
    }
  analysis.numel = leader->numel;
  analysis.rnumel = leader->rnumel;
  return analyze (&analysis) && choose (&analysis, coalescing);
}
