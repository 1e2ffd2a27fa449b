/* Tiling of two loops, and tile sizes: memory is contiguous along the one here and along the other there, and
 * within a tile, cache lines are used whole while they are there.
 *
 * In vectors, tiles are 16 rows of 64 columns: what lies across comes by way of a copy on the stack
 * that is transposed in registers (RELAYOUT), and what is written goes along rows. Tiles follow
 * each other along what is read: 64 rows of it stream in, which took two thirds of the time of the
 * other order. Exact: each element is computed as before. */
#include "fl-intern.h"
#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-passes.h"
#include "fl-loop-split.h"
#include "fl-loop-walk.h"

enum
{
  LINE = 16,      /* floats of a cache line: rows of a tile */
  COLUMNS = 64,   /* of a tile in vectors */
  MIN_LENGTH = 8, /* shorter loops are less than half a line */
  MAX_TILES = 8   /* copies on the stack */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint64 open; /* axes around what is looked at */
} Tiler;

/* Two loops, one in the other. */
typedef struct
{
  Tiler *tiler;
  FlLoopKernel *kernel;
  FlStmtId id;
  FlLoopStmt outer, inner;
  FlAxisId row, column; /* within a tile, what is written is contiguous along columns */
  guint n_along, n_across, written_along, written_across;
  GArray *across;    /* FlValueId: loads that are contiguous along rows */
  gboolean is_plain; /* one of those, or a store, has no vector form */
} Pair;

/* --- what is accessed
 * -------------------------------------------------------------------------------------------- */

/* Contiguous along one axis, jumping along the other? */
static gboolean
is_along (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, FlAxisId other)
{
  const FlSym *step = fl_loop_find_step (kernel, index, other);

  return fl_loop_has_step (kernel, index, axis, 1)
         && !(step && (fl_sym_is_int_value (step, 0) || fl_sym_is_int_value (step, 1)));
}

static void
count_access (Pair *pair, const FlSym *index, gboolean is_store)
{
  const gboolean along = is_along (pair->kernel, index, pair->inner.axis, pair->outer.axis),
                 across = is_along (pair->kernel, index, pair->outer.axis, pair->inner.axis);

  pair->n_along += along;
  pair->n_across += across;
  pair->written_along += along && is_store;
  pair->written_across += across && is_store;
}

static void
count_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->home && value->index)
    count_access (data, value->index, FALSE);
}

static gboolean
find_pair (Tiler *tiler, FlStmtId id, Pair *pair)
{
  FlLoopKernel *kernel = tiler->kernel;

  *pair = (Pair) { .tiler = tiler, .kernel = kernel, .id = id, .outer = *fl_loop_get_stmt (kernel, id) };
  if (pair->outer.kind != FL_STMT_LOOP || pair->outer.n_children != 1)
    return FALSE;
  pair->inner = *fl_loop_get_stmt (kernel, pair->outer.children[0]);
  if (pair->inner.kind != FL_STMT_LOOP || pair->outer.map != FL_MAP_SERIAL || pair->inner.map != FL_MAP_SERIAL
      || pair->outer.n_homes > 0 || pair->inner.n_homes > 0 || fl_loop_get_axis (kernel, pair->outer.axis)->step
      || fl_loop_get_axis (kernel, pair->inner.axis)->step
      || fl_sym_get_hint (fl_loop_get_whole_extent (kernel, pair->outer.axis), MIN_LENGTH) < MIN_LENGTH
      || fl_sym_get_hint (fl_loop_get_whole_extent (kernel, pair->inner.axis), MIN_LENGTH) < MIN_LENGTH)
    return FALSE;
  for (guint i = 0; i < pair->inner.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, pair->inner.children[i]);

      if (stmt->n_children > 0)
        return FALSE;
      if (stmt->kind == FL_STMT_STORE)
        count_access (pair, stmt->index, TRUE);
    }
  fl_loop_walk_values (kernel, id, count_load, pair);
  if (pair->n_along == 0 || pair->n_across == 0)
    return FALSE;
  pair->row = pair->written_across > pair->written_along ? pair->inner.axis : pair->outer.axis;
  pair->column = pair->row == pair->inner.axis ? pair->outer.axis : pair->inner.axis;
  return fl_loop_has_free_order (kernel, id,
                                 G_GUINT64_CONSTANT (1) << pair->outer.axis
                                     | G_GUINT64_CONSTANT (1) << pair->inner.axis);
}

/* Loads that a vector along columns needs a transposed copy of. */
static void
note_across (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Pair *pair = data;
  const FlLoopHome *home;

  /* A copy of the tile would read what the mask keeps from being read. */
  pair->is_plain |= value->op == FL_SCALAR_MASKED;
  if (!value->home || !value->index || !fl_sym_contains (value->index, fl_loop_get_var (kernel, pair->column))
      || fl_loop_has_step (kernel, value->index, pair->column, 1))
    return;
  home = fl_loop_get_home (kernel, value->home);
  pair->is_plain |= value->op != FL_SCALAR_LOAD || home->kind != FL_HOME_ARGUMENT || home->is_written
                    || !(home->dtype == FL_DTYPE_F32 || home->dtype == FL_DTYPE_BF16 || home->dtype == FL_DTYPE_F16)
                    || !fl_loop_has_step (kernel, value->index, pair->row, 1)
                    || !fl_loop_find_step (kernel, value->index, pair->column) || pair->across->len == MAX_TILES;
  g_array_append_val (pair->across, id);
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* A loop over tiles of an axis, and one within a tile. */
typedef struct
{
  FlAxisId tiles, within;
} Split;

static Split
split (FlLoopKernel *kernel, FlAxisId id, gint64 elements)
{
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, id);
  const gboolean divides = fl_loop_axis_is_multiple (kernel, id, elements);
  const FlSym *step = fl_sym_int (fl_loop_kernel_get_symbols (kernel), elements), *first, *end;
  Split made;

  made.tiles = fl_loop_add_part (kernel, id, "_tile",
                                 (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
  first = fl_loop_get_var (kernel, made.tiles);
  end = fl_sym_add (first, step);
  made.within
      = fl_loop_add_part (kernel, id, "_in",
                          (FlLoopAxis) { .begin = first, .extent = divides ? end : fl_sym_min (end, axis.extent) });
  return made;
}

static FlStmtId
open_loop (FlLoopKernel *kernel, FlAxisId axis, const FlStmtId *children, guint n, const GArray *homes)
{
  FlArena *arena = fl_loop_kernel_get_arena (kernel);
  const FlLoopStmt loop
      = { .kind = FL_STMT_LOOP,
          .axis = axis,
          .n_children = n,
          .children = fl_arena_memdup (arena, children, n * sizeof *children),
          .n_homes = homes ? homes->len : 0,
          .homes = homes ? fl_arena_memdup (arena, homes->data, homes->len * sizeof (FlHomeId)) : NULL };

  return fl_loop_add_stmt (kernel, &loop);
}

/* What the two loops do, over other axes. */
static FlLoopRewrite *
begin_rewrite (const Pair *pair, FlAxisId row, FlAxisId column)
{
  FlLoopRewrite *rewrite = fl_loop_rewrite_new (pair->kernel);

  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (pair->kernel, pair->row), fl_loop_get_var (pair->kernel, row));
  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (pair->kernel, pair->column),
                           fl_loop_get_var (pair->kernel, column));
  return rewrite;
}

/* A home for the copy of what a load reads in a tile, the statement that fills it, and the load of
 * it instead. */
static FlStmtId
add_tile (const Pair *pair, FlValueId id, Split row, Split column, FlLoopRewrite *rewrite, GArray *homes)
{
  FlLoopKernel *kernel = pair->kernel;
  g_autoptr (FlLoopRewrite) moved = begin_rewrite (pair, row.within, column.within);
  const FlLoopValue load = *fl_loop_get_value (kernel, id);
  const FlLoopHome tile
      = { .name = fl_intern_printf ("%s_tile", fl_loop_get_home (kernel, load.home)->name),
          .kind = FL_HOME_STACK,
          .dtype = fl_loop_get_home (kernel, load.home)->dtype,
          .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), LINE * COLUMNS),
          .combiner = FL_N_REDUCTIONS,
          .n_components = 1,
          .varies = pair->tiler->open | G_GUINT64_CONSTANT (1) << row.tiles | G_GUINT64_CONSTANT (1) << column.tiles };
  const FlSym *down = fl_sym_sub (fl_loop_get_var (kernel, row.within), fl_loop_get_var (kernel, row.tiles)),
              *right = fl_sym_sub (fl_loop_get_var (kernel, column.within), fl_loop_get_var (kernel, column.tiles));
  const FlSym *index = fl_sym_add (fl_sym_mul_int (down, COLUMNS), right);
  const FlHomeId home = fl_loop_add_home (kernel, &tile);
  const FlLoopStmt relayout = { .kind = FL_STMT_RELAYOUT,
                                .value = fl_loop_rewrite_value (moved, id),
                                .home = home,
                                .index = index,
                                .over = G_GUINT64_CONSTANT (1) << row.within | G_GUINT64_CONSTANT (1) << column.within,
                                .origins = fl_loop_get_value_origins (kernel, id) };
  FlLoopValue again = load;

  again.home = home;
  again.index = index;
  again.epoch = 1;
  g_array_append_val (homes, home);
  fl_loop_rewrite_add_value (rewrite, id, fl_loop_add_value (kernel, &again));
  return fl_loop_add_stmt (kernel, &relayout);
}

static FlStmtId
remake_elements (const Pair *pair, FlLoopRewrite *rewrite, FlAxisId column)
{
  return fl_loop_remake_with (pair->kernel, rewrite, &pair->inner, column, FL_MAP_SERIAL);
}

/* 0: it has no vector form. */
static FlStmtId
tile_in_vectors (const Pair *pair)
{
  FlLoopKernel *kernel = pair->kernel;
  const Split row = split (kernel, pair->row, LINE), column = split (kernel, pair->column, COLUMNS);
  g_autoptr (FlLoopRewrite) rewrite = begin_rewrite (pair, row.within, column.within);
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlStmtId made;

  for (guint i = 0; i < pair->across->len; i++)
    fl_loop_append (inside, add_tile (pair, g_array_index (pair->across, FlValueId, i), row, column, rewrite, homes));
  made = remake_elements (pair, rewrite, column.within);
  if (fl_loop_refuse_vectors (pair->tiler->context->machine, kernel, made))
    return 0;
  fl_loop_append (inside, open_loop (kernel, row.within, &made, 1, NULL));
  made = open_loop (kernel, row.tiles, (const FlStmtId *) inside->data, inside->len, homes);
  return open_loop (kernel, column.tiles, &made, 1, NULL);
}

/* Element by element, a line of memory either way. */
static FlStmtId
tile_by_elements (const Pair *pair)
{
  FlLoopKernel *kernel = pair->kernel;
  const Split row = split (kernel, pair->row, LINE), column = split (kernel, pair->column, LINE);
  const gboolean is_swapped = pair->row == pair->inner.axis;
  g_autoptr (FlLoopRewrite) rewrite = begin_rewrite (pair, row.within, column.within);
  FlStmtId made = remake_elements (pair, rewrite, column.within);

  made = open_loop (kernel, row.within, &made, 1, NULL);
  made = open_loop (kernel, is_swapped ? row.tiles : column.tiles, &made, 1, NULL);
  return open_loop (kernel, is_swapped ? column.tiles : row.tiles, &made, 1, NULL);
}

static FlStmtId
describe (const Pair *pair, FlStmtId loop, guint n_columns)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (pair->kernel, loop);

  stmt.message
      = fl_arena_printf (fl_loop_kernel_get_arena (pair->kernel),
                         "%d x %u tiles: memory is contiguous along %s here, along %s there", LINE, n_columns,
                         fl_loop_get_name (pair->kernel, pair->row), fl_loop_get_name (pair->kernel, pair->column));
  return fl_loop_add_stmt (pair->kernel, &stmt);
}

static FlStmtId
tile (Tiler *tiler, Pair *pair)
{
  FlLoopKernel *kernel = tiler->kernel;
  const char *row = fl_loop_get_name (kernel, pair->row), *column = fl_loop_get_name (kernel, pair->column);
  g_autoptr (GArray) across = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  FlStmtId made;

  pair->across = across;
  fl_loop_walk_values (kernel, pair->id, note_across, pair);
  made = pair->is_plain || tiler->context->machine->n_lanes < 2 ? 0 : tile_in_vectors (pair);
  fl_loop_note (tiler->context, tiler->program, FL_VERDICT_ACCEPT, row, "size of tiles",
                "%d along %s, as many floats as a cache line has, and %d along %s: %s", LINE, row,
                made ? COLUMNS : LINE, column,
                made ? "lines next to each other come and go as one stretch"
                     : "the tile uses whole lines of both sides");
  return describe (pair, made ? made : tile_by_elements (pair), made ? COLUMNS : LINE);
}

static FlStmtId
tile_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  Tiler *tiler = data;
  Pair pair;

  tiler->open = open;
  return fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP && fl_loop_get_n_axes (kernel) + 8 < FL_LOOP_MAX_AXES
                 && find_pair (tiler, id, &pair)
             ? tile (tiler, &pair)
             : 0;
}

gboolean
fl_loop_is_tiled (FlLoopKernel *kernel, FlStmtId loop)
{
  Tiler tiler = { .kernel = kernel };
  Pair pair;

  return find_pair (&tiler, loop, &pair);
}

const FlLoopProgram *
fl_pass_tile (FlLoopContext *context, const FlLoopProgram *program)
{
  Tiler tiler = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = fl_loop_map_stmts (program->kernel, program->root, 0, tile_stmt, &tiler);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "tile", program);
}
