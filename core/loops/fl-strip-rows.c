/* The rows of a strip: several at a time, in vectors of columns; long sums in blocks. */
#include "fl-loop-order.h"
#include "fl-strip-private.h"

enum
{
  N_ROWS = 4, /* at a time; more would be more streams than some machines fetch ahead */
  LINE = 16   /* floats: rows of accumulators are whole vectors of any width */
};

const FlSym *
fl_strip_get_var (const FlStripMaker *self, FlAxisId axis)
{
  return fl_loop_get_var (self->kernel, axis);
}

const FlSym *
fl_strip_make_int (const FlStripMaker *self, gint64 value)
{
  return fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), value);
}

const FlStripRow *
fl_strip_find_row (const FlStripMaker *self, FlHomeId home)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, FlStripRow, i).home == home)
      return &g_array_index (self->rows, FlStripRow, i);
  return NULL;
}

/* Where a column is in a row of accumulators. */
const FlSym *
fl_strip_get_place (const FlStripMaker *self, FlAxisId column)
{
  return fl_sym_sub (fl_strip_get_var (self, column), fl_strip_get_var (self, self->tiles));
}

/* A loop over the columns of a strip around one statement. */
FlStmtId
fl_strip_loop_over_columns (const FlStripMaker *self, FlLoopStmt stmt)
{
  return fl_loop_wrap (self->kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = self->within },
                       fl_loop_add_stmt (self->kernel, &stmt));
}

FlValueId
fl_strip_read_row (const FlStripMaker *self, FlHomeId home, const FlSym *index)
{
  const FlLoopHome *row = fl_loop_get_home (self->kernel, home);
  const FlLoopValue read
      = { .op = FL_SCALAR_GETITEM, .dtype = row->dtype, .home = home, .index = index, .epoch = 1, .name = row->name };

  return fl_loop_add_value (self->kernel, &read);
}

/* --- rows ------------------------------------------------------------------------------------ */

/* What a row adds, with accumulators in rows: over the columns' own axis. */
static FlLoopStmt
get_step (const FlStripMaker *self)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (self->kernel, self->strip.rows);
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (self->kernel), FlStmtId, loop.n_children);

  for (guint i = 0; i < loop.n_children; i++)
    {
      FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, loop.children[i]);

      children[i] = loop.children[i];
      if (stmt.kind != FL_STMT_ACCUMULATE)
        continue;
      stmt.home = fl_strip_find_row (self, stmt.home)->part;
      stmt.index = fl_strip_get_place (self, self->strip.column);
      children[i] = fl_loop_add_stmt (self->kernel, &stmt);
    }
  return (FlLoopStmt) { .kind = FL_STMT_LOOP, .n_children = loop.n_children, .children = children };
}

/* One column after the other. */
static FlStmtId
add_elements (const FlStripMaker *self, const FlLoopStmt *step, const FlSym *row)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (self->kernel);

  fl_loop_rewrite_add_var (rewrite, fl_strip_get_var (self, self->strip.column), fl_strip_get_var (self, self->within));
  fl_loop_rewrite_add_var (rewrite, fl_strip_get_var (self, fl_loop_get_stmt (self->kernel, self->strip.rows)->axis),
                           row);
  return fl_loop_remake_with (self->kernel, rewrite, step, self->within, FL_MAP_SERIAL);
}

/* Vectors of columns: whole ones, or the partial one. several: an unrolled axis of rows, 0: one
 * row. */
static FlStmtId
add_vectors (const FlStripMaker *self, const FlLoopStmt *step, const FlSym *row, FlAxisId several, gboolean is_partial)
{
  FlLoopKernel *kernel = self->kernel;
  const FlSym *width = fl_loop_kernel_get_lanes (kernel), *begin = fl_strip_get_var (self, self->tiles),
              *extent = fl_loop_get_axis (kernel, self->within)->extent;
  const FlSym *whole = fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (extent, begin), width), width));
  const gboolean divides = fl_loop_axis_is_multiple (kernel, self->within, LINE);
  const FlAxisId blocks = fl_loop_add_part (kernel, self->within, is_partial ? "r" : "b",
                                            (FlLoopAxis) { .begin = is_partial ? whole : begin,
                                                           .extent = is_partial || divides ? extent : whole,
                                                           .step = width });
  const FlAxisId lanes
      = fl_loop_add_part (kernel, self->within, is_partial ? "t" : "v",
                          (FlLoopAxis) { .extent
                                         = is_partial ? fl_sym_sub (extent, fl_strip_get_var (self, blocks)) : width });
  const FlLoopStmt outer = { .kind = FL_STMT_LOOP,
                             .axis = blocks,
                             .tail = is_partial ? FL_TAIL_REST
                                     : divides  ? FL_TAIL_NONE
                                                : FL_TAIL_MASK };
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlStmtId made;

  fl_loop_rewrite_add_var (rewrite, fl_strip_get_var (self, self->strip.column),
                           fl_sym_add (fl_strip_get_var (self, blocks), fl_strip_get_var (self, lanes)));
  fl_loop_rewrite_add_var (rewrite, fl_strip_get_var (self, fl_loop_get_stmt (kernel, self->strip.rows)->axis), row);
  made = fl_loop_remake_with (kernel, rewrite, step, lanes, FL_MAP_VECTOR);
  if (several)
    made = fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = several, .map = FL_MAP_UNROLLED }, made);
  return fl_loop_wrap (kernel, outer, made);
}

static FlStmtId
add_row_loop (const FlStripMaker *self, FlLoopAxis axis, FlAxisId of, const char *suffix, guint n_rows)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt step = get_step (self);
  const FlAxisId rows = fl_loop_add_part (kernel, of, suffix, axis);
  const FlAxisId several
      = n_rows > 1 ? fl_loop_add_part (kernel, of, "_row", (FlLoopAxis) { .extent = fl_strip_make_int (self, n_rows) })
                   : 0;
  const FlSym *row = several ? fl_sym_add (fl_strip_get_var (self, rows), fl_strip_get_var (self, several))
                             : fl_strip_get_var (self, rows);
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId made;
  gint64 n;

  if (self->is_plain)
    {
      made = add_elements (self, &step, row);
      return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = rows }, made);
    }
  if (!fl_sym_is_int (fl_loop_get_whole_extent (kernel, self->strip.column), &n) || n >= FL_LOOP_FEWEST_FLOATS)
    fl_loop_append (vectors, add_vectors (self, &step, row, several, FALSE));
  if (!fl_loop_axis_is_multiple (kernel, self->within, LINE))
    fl_loop_append (vectors, add_vectors (self, &step, row, several, TRUE));
  return fl_loop_add_block (self->kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = rows }, vectors, NULL);
}

guint
fl_strip_choose_n_rows (const FlStripMaker *self)
{
  const FlLoopAxis *rows = fl_loop_get_axis (self->kernel, fl_loop_get_stmt (self->kernel, self->strip.rows)->axis);

  return self->is_plain || self->n_flops > FL_STRIP_MAX_FLOPS
                 || fl_sym_known (FL_SYM_LT, rows->extent, fl_strip_make_int (self, N_ROWS))
             ? 1
             : N_ROWS;
}

/* The rows of an axis, several at a time, then those that are left. */
static void
add_all_rows (const FlStripMaker *self, FlAxisId id, GArray *out)
{
  const FlLoopAxis axis = *fl_loop_get_axis (self->kernel, id);
  const FlSym *n = fl_strip_make_int (self, N_ROWS), *begin = axis.begin ? axis.begin : fl_strip_make_int (self, 0);
  const FlSym *whole = fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (axis.extent, begin), n), n));
  const gboolean divides = fl_loop_axis_is_multiple (self->kernel, id, N_ROWS);
  FlStmtId made;

  if (fl_strip_choose_n_rows (self) == 1)
    {
      fl_loop_append (out,
                      add_row_loop (self, (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent }, id, "o", 1));
      return;
    }
  fl_loop_append (out, add_row_loop (self,
                                     (FlLoopAxis) {
                                         .begin = axis.begin, .extent = divides ? axis.extent : whole, .step = n },
                                     id, "_at", N_ROWS));
  if (divides)
    return;
  made = add_row_loop (self, (FlLoopAxis) { .begin = whole, .extent = axis.extent }, id, "o", 1);
  g_array_append_val (out, made);
}

/* The rows of a reduction in blocks: the partial sums of a block are added to the totals. */
FlStmtId
fl_strip_add_rows (const FlStripMaker *self)
{
  FlLoopKernel *kernel = self->kernel;
  const FlAxisId id = fl_loop_get_stmt (kernel, self->strip.rows)->axis;
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, id);
  const gboolean is_one = (self->is_plain && !self->is_wide)
                          || fl_sym_known (FL_SYM_LE, axis.begin ? fl_sym_sub (axis.extent, axis.begin) : axis.extent,
                                           fl_strip_make_int (self, FL_STRIP_BLOCK));
  const FlSym *step = fl_strip_make_int (self, FL_STRIP_BLOCK), *at;
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlAxisId blocks = 0, block = id;
  FlStmtId made;

  if (!is_one)
    {
      blocks = fl_loop_add_part (kernel, id, "_blocks",
                                 (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
      at = fl_strip_get_var (self, blocks);
      block
          = fl_loop_add_part (kernel, id, "d",
                              (FlLoopAxis) { .begin = at, .extent = fl_sym_min (fl_sym_add (at, step), axis.extent) });
    }
  add_all_rows (self, block, inside);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const FlStripRow *row = &g_array_index (self->rows, FlStripRow, i);
      const FlSym *place = fl_strip_get_place (self, self->within);

      if (row->part == row->total)
        continue;
      g_array_append_val (homes, row->part);
      fl_loop_append (inside,
                      fl_strip_loop_over_columns (self, (FlLoopStmt) { .kind = FL_STMT_ACCUMULATE,
                                                                       .home = row->total,
                                                                       .index = place,
                                                                       .value
                                                                       = fl_strip_read_row (self, row->part, place) }));
    }
  made = fl_loop_add_block (self->kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, inside, homes);
  return is_one ? made : fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = blocks }, made);
}
