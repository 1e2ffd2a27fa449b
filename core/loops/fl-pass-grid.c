/* Mapping axes to a grid of thread blocks, warps and lanes.
 *
 * - A flat grid: each thread has one iteration of the outer loops (one vector, where accesses are
 * wide). A flat grid beat persistent ones for streams on an H100: 98 % of the copy rate against 93
 * %.
 * - A warp a row, up to 1,024 columns: lanes share out the loops inside and combine by shuffles,
 * without a barrier.
 * - A block a row beyond: at most 32 elements a thread as long as there are threads: a row of 32,768 by 1,024 threads
 * reached 94 % of the copy rate of an H100, four blocks of a cluster 80 %.
 * Long rows of halves are kept two elements in a register, 64 a thread, so that a multiprocessor has two blocks: one
 * reads while the other one computes.
 * - A cluster of blocks a row where one block's registers do not hold it and it is read again: several clusters share
 * multiprocessors, so that one reads while another one combines.
 * Fewer rows than multiprocessors are divided among all threads that a block may have: a thread of many elements would
 * wait for its loads one after another, and nobody else is there to work.
 * - A lane a result, where memory is contiguous along the results (columns): the warps of a block share out the loops
 * inside, unless there are more results than threads.
 * - A thread a result where rows are shorter than a warp. Blocks are one-dimensional, of 32 lanes a warp; what a grid
 * has beyond the iterations is kept out by a guard. */
#include "fl-loop-make.h"
#include "fl-pass-grid-private.h"

/* --- the program --------------------------------------------------------- */

static void
add_axes (FlGrid *grid, const FlSym *n_blocks)
{
  grid->block = fl_loop_make_axis (grid->kernel, 0, "block", n_blocks);
  if (grid->n_cluster > 1)
    grid->rank = fl_loop_make_axis (grid->kernel, 0, "rank", fl_sym_int (grid->symbols, grid->n_cluster));
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
  if (grid->scheme == FL_GRID_LANE_A_COLUMN)
    return fl_sym_add (fl_sym_mul_int (row, FL_GRID_LANES), fl_loop_get_var (grid->kernel, grid->lane));
  row = fl_sym_add (fl_sym_mul_int (row, grid->n_warps), fl_loop_get_var (grid->kernel, grid->warp));
  if (grid->scheme == FL_GRID_WARP_A_ROW)
    return row;
  return fl_sym_add (fl_sym_mul_int (row, FL_GRID_LANES), fl_loop_get_var (grid->kernel, grid->lane));
}

static guint64
get_open (const FlGrid *grid)
{
  return G_GUINT64_CONSTANT (1) << grid->block | G_GUINT64_CONSTANT (1) << grid->warp
         | G_GUINT64_CONSTANT (1) << grid->lane | (grid->rank ? G_GUINT64_CONSTANT (1) << grid->rank : 0);
}

/* A guard that depends on the lane stands within its loop, one that does not around it: lanes then
 * combine below it. */
static FlStmtId
make_root (FlGrid *grid)
{
  FlLoopKernel *kernel = grid->kernel;
  const gint64 rows = grid->scheme == FL_GRID_FLAT            ? grid->n_warps * FL_GRID_LANES
                      : grid->scheme == FL_GRID_WARP_A_ROW    ? grid->n_warps
                      : grid->scheme == FL_GRID_LANE_A_COLUMN ? FL_GRID_LANES
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
  if (grid->rank)
    replace_all (stmts, wrap (kernel, grid->rank, FL_MAP_CLUSTER, stmts));
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
  grid->n_warps = FL_GRID_FLAT_WARPS;
  grid->n_resident = 0;
  grid->n_cluster = 1;
  grid->rank = 0;
  grid->why_not = NULL;
  return make_root (grid);
}

static const char *
describe (const FlGrid *grid)
{
  return grid->scheme == FL_GRID_FLAT            ? grid->outer.n > 0 ? "a thread an iteration" : "one thread does all"
         : grid->scheme == FL_GRID_WARP_A_ROW    ? "a warp a row"
         : grid->scheme == FL_GRID_LANE_A_COLUMN ? "a lane a column"
         : grid->n_cluster > 1                   ? "a cluster a row"
                                                 : "a block a row";
}

const FlLoopProgram *
fl_pass_grid (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlStmtId first = fl_grid_skip_sequences (kernel, program->root);
  FlGrid grid = { .kernel = kernel, .symbols = fl_loop_kernel_get_symbols (kernel) };
  g_autofree char *rows = NULL, *resident = NULL, *cluster = NULL;
  gint64 columns;
  FlStmtId root;

  if (fl_loop_get_stmt (kernel, first)->map == FL_MAP_PARALLEL)
    return program;
  if (fl_loop_get_n_axes (kernel) + 4 + FL_GRID_MAX_LOOPS >= FL_LOOP_MAX_AXES)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, "grid", "mapped to blocks", "%s", "it has too many axes");
      return program;
    }
  fl_grid_chain_find (kernel, first, NULL, FALSE, &grid.outer);
  grid.body = fl_grid_chain_get_inside (&grid.outer, program->root);
  columns = fl_grid_count_row (&grid);
  fl_grid_choose (&grid, context->machine);
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
  resident = grid.n_resident ? g_strdup_printf (", %u of them on a multiprocessor at once", grid.n_resident) : NULL;
  cluster = grid.n_cluster > 1 ? g_strdup_printf (", clusters of %" G_GINT64_FORMAT, grid.n_cluster) : NULL;
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, "grid", describe (&grid),
                "%s rows of %" G_GINT64_FORMAT " steps, blocks of %" G_GINT64_FORMAT " threads%s%s; %s", rows,
                MAX (columns, 1), grid.n_warps * FL_GRID_LANES, cluster ? cluster : "", resident ? resident : "",
                grid.why ? grid.why : "iterations of the outer loops are many");
  return fl_loop_program_new (kernel, root, "grid", program);
}
