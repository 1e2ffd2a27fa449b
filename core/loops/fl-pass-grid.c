/* Mapping axes to a grid of thread blocks, warps and lanes.
 *
 * - A flat grid: each thread has one iteration of the outer loops (one vector, where accesses are
 * wide). A flat grid beat persistent ones for streams on an H100: 98 % of the copy rate against 93
 * %.
 * - A warp a row, up to 1,024 columns: lanes share out the loops inside and combine by shuffles,
 * without a barrier.
 * - A block a row beyond: at most 32 elements a thread as long as there are threads, since few
 * blocks a row with many values a thread were fastest: a row of 32,768 by 1,024 threads reached 94
 * % of the copy rate, four blocks of a cluster 80 %.
 * Long rows of halves are kept two elements in a register, 64 a thread, so that a multiprocessor has two blocks: one
 * reads while the other one computes.
 * Fewer rows than multiprocessors are divided among all threads that a block may have: a thread of many elements would
 * wait for its loads one after another, and nobody else is there to work.
 * - A thread a result, where memory is contiguous along the results (columns), or rows are shorter
 * than a warp. Blocks are one-dimensional, of 32 lanes a warp; what a grid has beyond the
 * iterations is kept out by a guard. */
#include "fl-loop-access.h"
#include "fl-loop-make.h"
#include "fl-pass-grid-private.h"

enum
{
  FLAT_WARPS = 8,   /* 256 threads a block */
  ROWS_A_BLOCK = 4, /* warps, of a row each */
  FEWEST_WARPS = 4,
  HALF_WARPS = 16, /* of long rows of halves */
  HALF_RESIDENT = 2,
  MOST_WARPS = 32
};

/* --- what threads do ----------------------------------------------------- */

/* Is it contiguous along an axis inside of the outer loops? */
static gboolean
is_row_access (const FlGrid *grid, const FlLoopTouch *touch, FlAxisId outer)
{
  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (grid->kernel); axis++)
    if (axis != outer && (fl_loop_index_get_axes (grid->kernel, touch->index) >> axis & 1)
        && fl_loop_classify_access (grid->kernel, axis, touch->index) == FL_ACCESS_CONTIGUOUS)
      return TRUE;
  return FALSE;
}

/* Is memory contiguous along the last of the outer loops rather than along loops inside? */
static gboolean
is_columns (const FlGrid *grid)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (grid->kernel, grid->body);
  const FlAxisId outer = grid->outer.n > 0 ? fl_loop_get_stmt (grid->kernel, grid->body)->axis : 0;
  gint balance = 0;

  for (guint i = 0; i < touches->len && outer; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (is_row_access (grid, touch, outer))
        balance--;
      else if (fl_loop_index_get_axes (grid->kernel, touch->index) != G_GUINT64_CONSTANT (1) << outer
               && fl_loop_classify_access (grid->kernel, outer, touch->index) == FL_ACCESS_CONTIGUOUS)
        balance++;
    }
  return balance > 0;
}

/* Is what a row is read from one argument, of halves? */
static gboolean
has_half_row (const FlGrid *grid)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (grid->kernel, grid->body);
  const FlAxisId outer = grid->outer.n > 0 ? fl_loop_get_stmt (grid->kernel, grid->body)->axis : 0;
  FlHomeId row = 0;

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (!touch->value || !is_row_access (grid, touch, outer))
        continue;
      if ((row && row != touch->home)
          || fl_dtype_get_size_bytes (fl_loop_get_home (grid->kernel, touch->home)->dtype) != 2)
        return FALSE;
      row = touch->home;
    }
  return row != 0;
}

static void
choose_scheme (FlGrid *grid, const FlLoopCaches *caches)
{
  const gint64 columns = fl_grid_count_row (grid), many = fl_tuned_get (FL_TUNED_GRID_MANY_ROWS, caches),
               most = fl_tuned_get (FL_TUNED_GRID_ELEMENTS, caches),
               most_halves = fl_tuned_get (FL_TUNED_GRID_HALF_ELEMENTS, caches);
  const gboolean has_many = fl_sym_get_hint (fl_grid_chain_get_extent (grid->symbols, &grid->outer), many) >= many;
  const gint64 elements = has_many ? most : fl_tuned_get (FL_TUNED_GRID_FEW_ELEMENTS, caches);

  grid->scheme = FL_GRID_FLAT;
  grid->n_warps = FLAT_WARPS;
  if (columns < FL_GRID_LANES || is_columns (grid))
    return;
  grid->scheme = columns <= fl_tuned_get (FL_TUNED_GRID_WARP_ROW, caches)
                         && !fl_sym_is_int_value (fl_grid_chain_get_extent (grid->symbols, &grid->outer), 1)
                     ? FL_GRID_WARP_A_ROW
                     : FL_GRID_BLOCK_A_ROW;
  grid->n_warps = ROWS_A_BLOCK;
  if (grid->scheme == FL_GRID_WARP_A_ROW)
    return;
  if (columns > HALF_WARPS * FL_GRID_LANES * most && columns <= HALF_WARPS * FL_GRID_LANES * most_halves && has_many
      && has_half_row (grid))
    {
      grid->n_warps = HALF_WARPS;
      grid->n_resident = HALF_RESIDENT;
      return;
    }
  for (grid->n_warps = FEWEST_WARPS; grid->n_warps < MOST_WARPS && columns > grid->n_warps * FL_GRID_LANES * elements;)
    grid->n_warps *= 2;
}

/* --- the program --------------------------------------------------------- */

static void
add_axes (FlGrid *grid, const FlSym *n_blocks)
{
  grid->block = fl_loop_make_axis (grid->kernel, 0, "block", n_blocks);
  grid->warp = fl_loop_make_axis (grid->kernel, 0, "warp", fl_sym_int (grid->symbols, grid->n_warps));
  grid->lane = fl_loop_make_axis (grid->kernel, 0, "lane", fl_sym_int (grid->symbols, FL_GRID_LANES));
}

static FlStmtId
wrap (FlLoopKernel *kernel, FlAxisId axis, FlAxisMap map, const GArray *children)
{
  return fl_loop_add_loop (kernel, axis, map, (const FlStmtId *) children->data, children->len);
}

static void
replace_all (GArray *stmts, FlStmtId by)
{
  g_array_set_size (stmts, 0);
  g_array_append_val (stmts, by);
}

/* Which row a thread is at: by blocks of as many as a block has threads, warps, or one. */
static const FlSym *
get_row (const FlGrid *grid)
{
  const FlSym *row = fl_loop_get_var (grid->kernel, grid->block);

  if (grid->scheme == FL_GRID_BLOCK_A_ROW)
    return row;
  row = fl_sym_add (fl_sym_mul_int (row, grid->n_warps), fl_loop_get_var (grid->kernel, grid->warp));
  if (grid->scheme == FL_GRID_WARP_A_ROW)
    return row;
  return fl_sym_add (fl_sym_mul_int (row, FL_GRID_LANES), fl_loop_get_var (grid->kernel, grid->lane));
}

static guint64
get_open (const FlGrid *grid)
{
  return G_GUINT64_CONSTANT (1) << grid->block | G_GUINT64_CONSTANT (1) << grid->warp
         | G_GUINT64_CONSTANT (1) << grid->lane;
}

/* A guard that depends on the lane stands within its loop, one that does not around it: lanes then
 * combine below it. */
static FlStmtId
make_root (FlGrid *grid)
{
  FlLoopKernel *kernel = grid->kernel;
  const gint64 rows = grid->scheme == FL_GRID_FLAT         ? grid->n_warps * FL_GRID_LANES
                      : grid->scheme == FL_GRID_WARP_A_ROW ? grid->n_warps
                                                           : 1;
  const FlSym *n_rows = fl_grid_chain_get_extent (grid->symbols, &grid->outer), *inside;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GArray) stmts = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     outer = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlLoopStmt body = *fl_loop_get_stmt (kernel, grid->body);
  FlLoopStmt root = *fl_loop_get_stmt (kernel, grid->body);

  add_axes (grid, fl_sym_ceil_div (n_rows, fl_sym_int (grid->symbols, rows)));
  fl_grid_chain_substitute (rewrite, &grid->outer, get_row (grid));
  fl_loop_rewrite_set_open (rewrite, get_open (grid));
  fl_loop_rewrite_simplify (rewrite);
  inside = fl_sym_known_multiple (n_rows, fl_sym_int (grid->symbols, rows))
               ? fl_sym_int (grid->symbols, 1)
               : fl_sym_rel (FL_SYM_LT, get_row (grid), n_rows);
  if (grid->scheme != FL_GRID_FLAT && !fl_grid_share_rows (grid, rewrite, stmts))
    return 0;
  if (grid->scheme == FL_GRID_FLAT)
    {
      fl_loop_rewrite_homes (rewrite, &root);
      for (guint i = 0; i < body.n_children; i++)
        fl_loop_append (stmts, fl_loop_rewrite_stmt (rewrite, body.children[i]));
      root = (FlLoopStmt) { .kind = FL_STMT_SEQUENCE, .n_homes = root.n_homes, .homes = root.homes };
      if (root.n_homes > 0)
        replace_all (stmts, fl_loop_add_block (kernel, root, stmts, NULL));
      fl_loop_append_guarded (kernel, outer, inside, stmts);
      replace_all (stmts, wrap (kernel, grid->lane, FL_MAP_LANE, outer));
    }
  else
    {
      replace_all (stmts, wrap (kernel, grid->lane, FL_MAP_LANE, stmts));
      fl_loop_append_guarded (kernel, outer, inside, stmts);
      g_array_set_size (stmts, 0);
      g_array_append_vals (stmts, outer->data, outer->len);
    }
  replace_all (stmts, wrap (kernel, grid->warp, FL_MAP_WARP, stmts));
  replace_all (stmts, wrap (kernel, grid->block, FL_MAP_PARALLEL, stmts));
  if (grid->n_resident)
    {
      FlLoopStmt blocks = *fl_loop_get_stmt (kernel, g_array_index (stmts, FlStmtId, 0));

      blocks.resident = grid->n_resident;
      replace_all (stmts, fl_loop_add_stmt (kernel, &blocks));
    }
  root = (FlLoopStmt) { .kind = FL_STMT_SEQUENCE,
                        .n_children = 1,
                        .children
                        = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), stmts->data, sizeof (FlStmtId)) };
  return fl_loop_add_stmt (kernel, &root);
}

/* One thread an iteration of the outer loops; where there are none, one for all, however long that takes: iterations
 * that depend on each other are right in no other way. */
static FlStmtId
make_flat (FlGrid *grid)
{
  grid->scheme = FL_GRID_FLAT;
  grid->n_warps = FLAT_WARPS;
  grid->n_resident = 0;
  grid->why_not = NULL;
  return make_root (grid);
}

static const char *
describe (const FlGrid *grid)
{
  return grid->scheme == FL_GRID_FLAT         ? grid->outer.n > 0 ? "a thread an iteration" : "one thread does all"
         : grid->scheme == FL_GRID_WARP_A_ROW ? "a warp a row"
                                              : "a block a row";
}

const FlLoopProgram *
fl_pass_grid (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlStmtId first = fl_grid_skip_sequences (kernel, program->root);
  FlGrid grid = { .kernel = kernel, .symbols = fl_loop_kernel_get_symbols (kernel) };
  g_autofree char *rows = NULL;
  gint64 columns;
  FlStmtId root;

  if (fl_loop_get_stmt (kernel, first)->map == FL_MAP_PARALLEL)
    return program;
  if (fl_loop_get_n_axes (kernel) + 3 + FL_GRID_MAX_LOOPS >= FL_LOOP_MAX_AXES)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, "grid", "mapped to blocks", "%s", "it has too many axes");
      return program;
    }
  fl_grid_chain_find (kernel, first, NULL, FALSE, &grid.outer);
  grid.body = fl_grid_chain_get_inside (&grid.outer, program->root);
  columns = fl_grid_count_row (&grid);
  choose_scheme (&grid, &context->machine->caches);
  root = grid.scheme == FL_GRID_FLAT ? make_flat (&grid) : make_root (&grid);
  if (!root && grid.scheme != FL_GRID_FLAT)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, "lanes", "mapped to a row", "%s", grid.why_not);
      root = make_flat (&grid);
    }
  if (!root)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, "grid", "mapped to blocks", "%s", grid.why_not);
      return program;
    }
  rows = fl_sym_dup_text (fl_grid_chain_get_extent (grid.symbols, &grid.outer));
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, "grid", describe (&grid),
                "%s rows of %" G_GINT64_FORMAT " steps, blocks of %" G_GINT64_FORMAT " threads%s", rows,
                MAX (columns, 1), grid.n_warps * FL_GRID_LANES,
                grid.n_resident ? ", two of them on a multiprocessor at once" : "");
  return fl_loop_program_new (kernel, root, "grid", program);
}
