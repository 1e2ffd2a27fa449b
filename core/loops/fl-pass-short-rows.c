/* Reductions of short rows: many rows at a time, each in a lane.
 *
 * What the lanes of one row come to takes longer than a row that is no longer than a few vectors. So a tile of rows is
 * transposed on the stack (RELAYOUT): there, elements of neighbouring rows lie side by side, and the pass strips
 * reduces them as columns, whose lanes never meet. Exact: each row takes in its elements in their order. */
#include "fl-loop-passes.h"

#include "fl-loop-order.h"
#include "fl-loop-split.h"
#include "fl-loop-strips.h"
#include "fl-loop-walk.h"

#include "fl-intern.h"

enum
{
  ROWS = 64,      /* of a tile: as far apart the transposed ones are */
  MIN_LENGTH = 4, /* elements: a vector of 16 bytes */
  MAX_TILES = 2   /* on the stack */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint64 open; /* axes around what is looked at */
} ShortRows;

/* A loop over rows, and one along each. */
typedef struct
{
  ShortRows *pass;
  FlLoopStrip strip;
  FlAxisId row, along;
  gint64 length;
  GArray *loads;       /* FlValueId: of elements that go along rows */
  gboolean is_refused; /* another load has no place in a tile */
} Rows;

/* --- which rows they are ---------------------------------------------------------------------- */

static void
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Rows *rows = data;
  const FlLoopHome *home;

  /* A copy of the tile would read what the mask keeps from being read. */
  rows->is_refused |= value->op == FL_SCALAR_MASKED;
  if (!value->home || !value->index || !fl_sym_contains (value->index, fl_loop_get_axis (kernel, rows->row)->var)
      || fl_loop_has_step (kernel, value->index, rows->row, 1))
    return;
  home = fl_loop_get_home (kernel, value->home);
  rows->is_refused |= value->op != FL_SCALAR_LOAD || home->kind != FL_HOME_ARGUMENT || home->is_written
                      || home->dtype != FL_DTYPE_F32 || !fl_loop_has_step (kernel, value->index, rows->along, 1)
                      || !fl_loop_find_step (kernel, value->index, rows->row) || rows->loads->len == MAX_TILES;
  g_array_append_val (rows->loads, id);
}

static gboolean
are_float_sums (const FlLoopKernel *kernel, const FlLoopStmt *block)
{
  for (guint i = 0; i < block->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (kernel, block->homes[i]);

      if (home->dtype != FL_DTYPE_F32 || home->source_dtype != FL_DTYPE_F32
          || (home->combiner != FL_REDUCTION_SUM && home->combiner != FL_REDUCTION_MAX
              && home->combiner != FL_REDUCTION_MIN))
        return FALSE;
    }
  return TRUE;
}

/* Rows that memory has to bring come faster along themselves than in tiles, unless they are no whole vector. */
static gboolean
are_short (const Rows *rows)
{
  const FlLoopCaches *caches = &rows->pass->context->machine->caches;
  const gint64 n = fl_sym_get_hint (fl_loop_get_whole_extent (rows->pass->kernel, rows->row), G_MAXINT32);
  const FlTuned longest = n * rows->length * 4 > fl_tuned_get (FL_TUNED_PREFETCH_LEAST, caches)
                              ? FL_TUNED_SHORT_ROWS_LONGEST_AWAY
                              : FL_TUNED_SHORT_ROWS_LONGEST;

  return n >= ROWS && rows->length >= MIN_LENGTH && rows->length <= fl_tuned_get (longest, caches);
}

static gboolean
find_rows (ShortRows *pass, FlStmtId id, Rows *rows)
{
  FlLoopKernel *kernel = pass->kernel;
  const FlLoopAxis *along;

  rows->pass = pass;
  if (!fl_loop_find_row_reduction (kernel, id, &rows->strip) || rows->strip.n_loops > 1
      || !are_float_sums (kernel, fl_loop_get_stmt (kernel, rows->strip.block)))
    return FALSE;
  rows->row = rows->strip.column;
  rows->along = fl_loop_get_stmt (kernel, rows->strip.rows)->axis;
  along = fl_loop_get_axis (kernel, rows->along);
  if (along->begin || !fl_sym_is_int (along->extent, &rows->length) || !are_short (rows))
    return FALSE;
  fl_loop_walk_values (kernel, rows->strip.rows, note_load, rows);
  return rows->loads->len > 0 && !rows->is_refused;
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* A home for the transposed elements that a load reads in a tile, and the statement that fills it. tile, row: the loop
 * over tiles, and that within one. */
static FlStmtId
add_tile (const Rows *rows, FlValueId id, FlAxisId tile, FlAxisId row, FlLoopRewrite *rewrite, FlHomeId *home)
{
  FlLoopKernel *kernel = rows->pass->kernel;
  FlLoopValue load = *fl_loop_get_value (kernel, id);
  const FlSym *down = fl_loop_get_axis (kernel, rows->along)->var,
              *right = fl_sym_sub (fl_loop_get_axis (kernel, row)->var, fl_loop_get_axis (kernel, tile)->var);
  const FlLoopHome made = { .name = fl_intern_printf ("%s_tile", fl_loop_get_home (kernel, load.home)->name),
                            .kind = FL_HOME_STACK,
                            .dtype = FL_DTYPE_F32,
                            .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), ROWS * rows->length),
                            .combiner = FL_N_REDUCTIONS,
                            .n_components = 1,
                            .varies = rows->pass->open | G_GUINT64_CONSTANT (1) << tile };
  g_autoptr (FlLoopRewrite) moved = fl_loop_rewrite_new (kernel);
  FlLoopStmt relayout = { .kind = FL_STMT_RELAYOUT,
                          .index = fl_sym_add (fl_sym_mul_int (down, ROWS), right),
                          .over = G_GUINT64_CONSTANT (1) << row | G_GUINT64_CONSTANT (1) << rows->along,
                          .origins = fl_loop_get_value_origins (kernel, id) };

  fl_loop_rewrite_add_var (moved, fl_loop_get_axis (kernel, rows->row)->var, fl_loop_get_axis (kernel, row)->var);
  relayout.value = fl_loop_rewrite_value (moved, id);
  relayout.home = *home = fl_loop_add_home (kernel, &made);
  load.home = *home;
  load.index = relayout.index;
  load.epoch = 1;
  fl_loop_rewrite_add_value (rewrite, id, fl_loop_add_value (kernel, &load));
  return fl_loop_add_stmt (kernel, &relayout);
}

static FlStmtId
tile (const Rows *rows)
{
  FlLoopKernel *kernel = rows->pass->kernel;
  FlArena *arena = fl_loop_kernel_get_arena (kernel);
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, rows->strip.loop);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, rows->row);
  const FlSym *step = fl_sym_int (fl_loop_kernel_get_symbols (kernel), ROWS), *first, *end;
  const FlAxisId tiles = fl_loop_add_part (kernel, rows->row, "_tile",
                                           (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlStmtId children[MAX_TILES + 1];
  FlHomeId homes[MAX_TILES];
  FlLoopStmt outer = { .kind = FL_STMT_LOOP, .axis = tiles, .n_homes = rows->loads->len };
  FlAxisId row;

  first = fl_loop_get_axis (kernel, tiles)->var;
  end = fl_sym_add (first, step);
  if (!fl_loop_axis_is_multiple (kernel, rows->row, ROWS))
    end = fl_sym_min (end, axis.extent);
  row = fl_loop_add_part (kernel, rows->row, "_in", (FlLoopAxis) { .begin = first, .extent = end });
  fl_loop_rewrite_add_var (rewrite, axis.var, fl_loop_get_axis (kernel, row)->var);
  for (guint i = 0; i < rows->loads->len; i++)
    children[i] = add_tile (rows, g_array_index (rows->loads, FlValueId, i), tiles, row, rewrite, &homes[i]);
  children[outer.n_homes] = fl_loop_remake_with (kernel, rewrite, &loop, row, FL_MAP_SERIAL);
  outer.n_children = outer.n_homes + 1;
  outer.children = fl_arena_memdup (arena, children, outer.n_children * sizeof *children);
  outer.homes = fl_arena_memdup (arena, homes, outer.n_homes * sizeof *homes);
  outer.message = fl_arena_printf (arena, "%d rows at a time, each in a lane: they are short", ROWS);
  return fl_loop_add_stmt (kernel, &outer);
}

/* The loop over tiles; 0: its columns have no vector form. */
static FlStmtId
try (const Rows *rows)
{
  FlLoopKernel *kernel = rows->pass->kernel;
  const FlStmtId made = tile (rows);
  const FlLoopStmt outer = *fl_loop_get_stmt (kernel, made);
  FlLoopStrip strip;

  if (!fl_loop_find_strip (kernel, outer.children[outer.n_children - 1], &strip)
      || fl_loop_refuse_strip (kernel, &strip)
      || fl_loop_refuse_strip_vectors (rows->pass->context->machine, kernel, &strip))
    return 0;
  fl_loop_note (rows->pass->context, rows->pass->program, FL_VERDICT_ACCEPT,
                fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, rows->row))->name, "rows in lanes",
                "%d at a time: what lanes come to takes longer than a row of %" G_GINT64_FORMAT " elements", ROWS,
                rows->length);
  return made;
}

static FlStmtId
look_in (ShortRows *pass, FlStmtId id)
{
  FlLoopKernel *kernel = pass->kernel;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const guint64 was_open = pass->open;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     loads = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  Rows rows = { .loads = loads };

  if (fl_loop_get_n_axes (kernel) + 20 < FL_LOOP_MAX_AXES && find_rows (pass, id, &rows))
    {
      const FlStmtId made = try (&rows);

      return made ? made : id;
    }
  if (stmt.kind == FL_STMT_LOOP)
    pass->open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = look_in (pass, stmt.children[i]);

      g_array_append_val (children, child);
    }
  pass->open = was_open;
  return stmt.n_children > 0 ? fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len)
                             : id;
}

const FlLoopProgram *
fl_pass_short_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  ShortRows pass = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = context->machine->n_lanes < 2 ? program->root : look_in (&pass, program->root);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
