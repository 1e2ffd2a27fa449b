/* Mapping to a grid, third part: the loops of a row are divided among lanes.
 *
 * Iteration j of a loop inside is done by lane j % 32, of warp j / 32 % W where a block has a row, of block j / 32 / W
 * % C where a cluster has it; where lanes have columns, by warp j % W. What is left is a loop of one thread. What a
 * loop accumulates is then a part of the result in each lane, until a COMBINE behind the loop. Every lane does what
 * stands between the loops; one of them stores it. */
#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-make.h"
#include "fl-pass-grid-private.h"

typedef struct
{
  FlGrid *grid;
  FlLoopRewrite *rewrite;
  guint n;
  FlGridChain chains[FL_GRID_MAX_LOOPS];   /* of loops inside; loops over the same axes are one */
  const FlSym *numbers[FL_GRID_MAX_LOOPS]; /* j, which counts their iterations */
  GHashTable *accumulated;                 /* homes that a shared loop accumulated in */
  guint64 shared, serial;                  /* axes of chains, and of loops inside of these */
} Sharer;

static gboolean
refuse (FlGrid *grid, const char *why_not)
{
  if (!grid->why_not)
    grid->why_not = why_not;
  return FALSE;
}

/* --- the loops of a row -------------------------------------------------- */

static gboolean
is_same_chain (const FlGridChain *a, const FlGridChain *b)
{
  gboolean is_same = a->n == b->n;

  for (guint i = 0; i < a->n && is_same; i++)
    is_same = a->vars[i] == b->vars[i];
  return is_same;
}

static gboolean
do_meet (const FlGridChain *a, const FlGridChain *b)
{
  for (guint i = 0; i < a->n; i++)
    for (guint k = 0; k < b->n; k++)
      if (a->vars[i] == b->vars[k])
        return TRUE;
  return FALSE;
}

static guint
find_chain (const Sharer *self, const FlGridChain *chain)
{
  for (guint i = 0; i < self->n; i++)
    if (is_same_chain (&self->chains[i], chain))
      return i;
  return self->n;
}

static void
note_axis (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_LOOP)
    *(guint64 *) data |= G_GUINT64_CONSTANT (1) << stmt->axis;
}

static void
note_axes (Sharer *self, const FlGridChain *chain)
{
  guint64 own = 0, all = 0;

  for (guint i = 0; i < chain->n; i++)
    own |= G_GUINT64_CONSTANT (1) << fl_loop_get_stmt (self->grid->kernel, chain->loops[i])->axis;
  fl_loop_visit (self->grid->kernel, chain->loops[0], note_axis, &all);
  self->shared |= own;
  self->serial |= all & ~own;
}

static gboolean
add_chain (Sharer *self, FlStmtId loop)
{
  FlGrid *grid = self->grid;
  g_autoptr (GHashTable) totals = fl_grid_collect_totals (grid->kernel, loop);
  GHashTableIter iter;
  gpointer total;
  FlGridChain chain;

  fl_grid_chain_find (grid->kernel, loop, &grid->outer, TRUE, &chain);
  if (chain.n == 0)
    return refuse (grid, "iterations of a loop inside are not proved to write apart");
  note_axes (self, &chain);
  if (fl_grid_reads (grid->kernel, loop, totals))
    return refuse (grid, "a loop inside reads what it accumulates, step by step");
  g_hash_table_iter_init (&iter, totals);
  while (g_hash_table_iter_next (&iter, &total, NULL))
    if (!g_hash_table_add (self->accumulated, total))
      return refuse (grid, "two loops accumulate one result");
  if (find_chain (self, &chain) < self->n)
    return TRUE;
  for (guint i = 0; i < self->n; i++)
    if (do_meet (&self->chains[i], &chain))
      return refuse (grid, "loops inside go over some of their axes together");
  if (self->n == FL_GRID_MAX_LOOPS)
    return refuse (grid, "it has too many loops inside");
  self->chains[self->n++] = chain;
  return TRUE;
}

static gboolean
add_chains (Sharer *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->grid->kernel, id);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtKind kind = fl_loop_get_stmt (self->grid->kernel, stmt.children[i])->kind;

      if (kind == FL_STMT_LOOP ? !add_chain (self, stmt.children[i])
                               : kind == FL_STMT_SEQUENCE && !add_chains (self, stmt.children[i]))
        return FALSE;
    }
  return TRUE;
}

gint64
fl_grid_count_vector (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  gint64 most = stmt->map == FL_MAP_VECTOR ? fl_sym_get_hint (fl_loop_get_axis (kernel, stmt->axis)->extent, 1) : 1;

  for (guint i = 0; i < stmt->n_children; i++)
    most = MAX (most, fl_grid_count_vector (kernel, fl_loop_get_stmt (kernel, id)->children[i]));
  return most;
}

gint64
fl_grid_count_row (const FlGrid *grid)
{
  FlGrid copy = *grid;
  g_autoptr (GHashTable) accumulated = g_hash_table_new (NULL, NULL);
  Sharer self = { .grid = &copy, .accumulated = accumulated };
  gint64 most = 0;

  add_chains (&self, grid->body);
  for (guint i = 0; i < self.n; i++)
    most = MAX (most, fl_sym_get_hint (fl_grid_chain_get_extent (grid->symbols, &self.chains[i]), 8192)
                          * fl_grid_count_vector (grid->kernel, self.chains[i].loops[0]));
  return most;
}

/* --- one thread's part --------------------------------------------------- */

static gint64
count_sharers (const FlGrid *grid)
{
  switch (grid->scheme)
    {
    case FL_GRID_LANE_A_COLUMN: return grid->n_warps;
    case FL_GRID_BLOCK_A_ROW: return FL_GRID_LANES * grid->n_warps * grid->n_cluster;
    default: return FL_GRID_LANES;
    }
}

static const char *
get_whole_name (const FlLoopKernel *kernel, FlAxisId axis)
{
  while (fl_loop_get_axis (kernel, axis)->of)
    axis = fl_loop_get_axis (kernel, axis)->of;
  return fl_loop_get_axis (kernel, axis)->name;
}

/* Which of those that share a loop a thread is: (rank W + warp) 32 + lane, or a part of that. */
static const FlSym *
get_sharer (const FlGrid *grid)
{
  const FlSym *warp = fl_loop_get_var (grid->kernel, grid->warp), *lane = fl_loop_get_var (grid->kernel, grid->lane);

  if (grid->scheme == FL_GRID_LANE_A_COLUMN)
    return warp;
  if (grid->scheme != FL_GRID_BLOCK_A_ROW)
    return lane;
  if (grid->rank)
    warp = fl_sym_add (fl_sym_mul_int (fl_loop_get_var (grid->kernel, grid->rank), grid->n_warps), warp);
  return fl_sym_add (fl_sym_mul_int (warp, FL_GRID_LANES), lane);
}

/* j = u N + sharer */
static void
number_iterations (Sharer *self, guint position)
{
  FlGrid *grid = self->grid;
  const FlGridChain *chain = &self->chains[position];
  const FlAxisId last = fl_loop_get_stmt (grid->kernel, chain->loops[chain->n - 1])->axis;
  const FlSym *steps = fl_sym_ceil_div (fl_grid_chain_get_extent (grid->symbols, chain),
                                        fl_sym_int (grid->symbols, count_sharers (grid)));
  const FlSym *number = fl_sym_int (grid->symbols, 0);

  grid->inner[position] = 0;
  if (!fl_sym_is_int_value (steps, 1))
    {
      grid->inner[position] = fl_loop_make_axis (grid->kernel, last,
                                                 fl_intern_printf ("%su", get_whole_name (grid->kernel, last)), steps);
      number = fl_sym_mul_int (fl_loop_get_var (grid->kernel, grid->inner[position]), count_sharers (grid));
    }
  self->numbers[position] = fl_sym_add (number, get_sharer (grid));
  fl_grid_chain_substitute (self->rewrite, chain, self->numbers[position]);
}

static guint64
get_sharers (const FlGrid *grid)
{
  const guint64 lane = G_GUINT64_CONSTANT (1) << grid->lane, warp = G_GUINT64_CONSTANT (1) << grid->warp,
                rank = grid->rank ? G_GUINT64_CONSTANT (1) << grid->rank : 0;

  switch (grid->scheme)
    {
    case FL_GRID_LANE_A_COLUMN: return warp;
    case FL_GRID_BLOCK_A_ROW: return rank | warp | lane;
    default: return lane;
    }
}

/* Behind a shared loop: its totals, in order of their making. */
static void
add_combines (Sharer *self, FlStmtId loop, GArray *out)
{
  FlLoopKernel *kernel = self->grid->kernel;
  g_autoptr (GHashTable) totals = fl_grid_collect_totals (kernel, loop);

  for (FlHomeId home = 1; home <= fl_loop_get_n_homes (kernel); home++)
    if (g_hash_table_contains (totals, GUINT_TO_POINTER (home)))
      {
        fl_loop_append (out, fl_loop_add_stmt (kernel, &(FlLoopStmt) { .kind = FL_STMT_COMBINE,
                                                                       .home = home,
                                                                       .over = get_sharers (self->grid) }));
      }
}

static void
share_loop (Sharer *self, FlStmtId id, GArray *out)
{
  FlGrid *grid = self->grid;
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     guarded = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlGridChain chain;
  FlLoopStmt last, made = { .kind = FL_STMT_SEQUENCE };
  const FlSym *condition, *extent;
  FlStmtId stmt;
  guint position;

  fl_grid_chain_find (grid->kernel, id, &grid->outer, TRUE, &chain);
  position = find_chain (self, &chain);
  last = *fl_loop_get_stmt (grid->kernel, chain.loops[chain.n - 1]);
  extent = fl_grid_chain_get_extent (grid->symbols, &chain);
  condition = fl_sym_known_multiple (extent, fl_sym_int (grid->symbols, count_sharers (grid)))
                  ? fl_sym_int (grid->symbols, 1)
                  : fl_sym_rel (FL_SYM_LT, self->numbers[position], extent);
  fl_loop_rewrite_homes (self->rewrite, &last);
  for (guint i = 0; i < last.n_children; i++)
    fl_loop_append (inside, fl_loop_rewrite_stmt (self->rewrite, last.children[i]));
  fl_loop_append_guarded (grid->kernel, guarded, condition, inside);
  if (grid->inner[position])
    made = (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = grid->inner[position], .map = FL_MAP_SERIAL };
  made.n_homes = last.n_homes;
  made.homes = last.homes;
  stmt = fl_loop_add_block (grid->kernel, made, guarded, NULL);
  if (made.kind == FL_STMT_LOOP || made.n_homes > 0)
    g_array_append_val (out, stmt);
  else
    g_array_append_vals (out, guarded->data, guarded->len);
  add_combines (self, stmt, out);
}

/* What stands between the loops is stored by the first one of those that share them. */
static void
share_store (Sharer *self, FlStmtId id, GArray *out)
{
  FlGrid *grid = self->grid;
  const FlAxisId axes[] = { grid->lane, grid->warp, grid->rank };
  const guint64 sharers = get_sharers (grid);
  FlStmtId stmt = fl_loop_rewrite_stmt (self->rewrite, id);

  if (fl_loop_get_home (grid->kernel, fl_loop_get_stmt (grid->kernel, id)->home)->kind == FL_HOME_ARGUMENT)
    for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
      if (axes[i] && (sharers >> axes[i] & 1))
        stmt = fl_loop_add_guard (grid->kernel,
                                  fl_sym_rel (FL_SYM_EQ, fl_loop_get_var (grid->kernel, axes[i]),
                                              fl_sym_int (grid->symbols, 0)),
                                  &stmt, 1);
  g_array_append_val (out, stmt);
}

static gboolean
share_children (Sharer *self, FlStmtId id, GArray *out)
{
  FlLoopKernel *kernel = self->grid->kernel;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (kernel, stmt.children[i]);
      g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
      FlLoopStmt made = child;

      switch (child.kind)
        {
        case FL_STMT_LOOP: share_loop (self, stmt.children[i], out); break;
        case FL_STMT_SEQUENCE:
          fl_loop_rewrite_homes (self->rewrite, &made);
          if (!share_children (self, stmt.children[i], inside))
            return FALSE;
          fl_loop_append (out, fl_loop_add_block (kernel, made, inside, NULL));
          break;
        case FL_STMT_STORE: share_store (self, stmt.children[i], out); break;
        case FL_STMT_LET:
        case FL_STMT_ACCUMULATE: fl_loop_append (out, fl_loop_rewrite_stmt (self->rewrite, stmt.children[i])); break;
        default: return refuse (self->grid, "a statement between the loops is no assignment");
        }
    }
  return TRUE;
}

/* Rows between the loops: what a lane reads, it wrote itself. */
static gboolean
check_rows (FlGrid *grid, const GArray *stmts)
{
  g_autoptr (GHashTable) indices = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < stmts->len; i++)
    {
      g_autoptr (GArray) touches = fl_loop_collect_touches (grid->kernel, g_array_index (stmts, FlStmtId, i));

      for (guint k = 0; k < touches->len; k++)
        {
          const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, k);
          const FlSym *known = g_hash_table_lookup (indices, GUINT_TO_POINTER (touch->home));

          if (fl_loop_get_home (grid->kernel, touch->home)->kind != FL_HOME_STACK)
            continue;
          if (known && known != touch->index)
            return refuse (grid, "a row between the loops is read by other lanes than it was written by");
          g_hash_table_insert (indices, GUINT_TO_POINTER (touch->home), (gpointer) touch->index);
        }
    }
  return TRUE;
}

gboolean
fl_grid_share_rows (FlGrid *grid, FlLoopRewrite *rewrite, GArray *out)
{
  g_autoptr (GHashTable) accumulated = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Sharer self = { .grid = grid, .rewrite = rewrite, .accumulated = accumulated };
  FlLoopStmt row = *fl_loop_get_stmt (grid->kernel, grid->body);

  if (!add_chains (&self, grid->body))
    return FALSE;
  if (self.shared & self.serial)
    return refuse (grid, "an axis is divided among lanes in one loop inside and not in another");
  for (guint i = 0; i < self.n; i++)
    number_iterations (&self, i);
  fl_loop_rewrite_homes (rewrite, &row);
  if (!share_children (&self, grid->body, inside) || !check_rows (grid, inside))
    return FALSE;
  if (row.n_homes == 0)
    {
      g_array_append_vals (out, inside->data, inside->len);
      return TRUE;
    }
  row = (FlLoopStmt) { .kind = FL_STMT_SEQUENCE, .n_homes = row.n_homes, .homes = row.homes };
  fl_loop_append (out, fl_loop_add_block (grid->kernel, row, inside, NULL));
  return TRUE;
}
