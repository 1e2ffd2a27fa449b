/* Column reductions in strips: where memory is contiguous along the results, and not along what is
 * reduced, columns are strip-mined and run innermost, in vectors, below the loops over rows.
 * Accumulators become rows of a strip, which stay in the L1 cache; a few rows at a time go
 * to them (unroll and jam). A row at a time would load and store an accumulator for each element; a
 * column at a time would jump through memory.
 *
 * Long sums go by blocks of rows, whose partial sums a double adds up. Each column takes in its elements in the
 * order of rows. */
#include "fl-intern.h"
#include "fl-loop-order.h"
#include "fl-loop-partials.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-walk.h"
#include "fl-strip-private.h"

enum
{
  STRIP = 1024, /* columns at most: pages of memory are then read whole */
  LINE = 16     /* floats: rows of accumulators are whole vectors of any width */
};

/* --- homes ----------------------------------------------------------------------------------- */

static gboolean
is_float_sum (const FlLoopHome *home)
{
  return (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT)
         && fl_dtype_get_compute (home->dtype) == FL_DTYPE_F32;
}

/* Elements are kept as they are computed. */
static FlHomeId
add_row_home (const FlStripMaker *self, FlLoopHome home, const char *suffix, FlDtype dtype)
{
  gint64 n = STRIP;

  fl_sym_is_int (fl_loop_get_axis (self->kernel, self->tiles)->step, &n);
  home.name = fl_intern_printf ("%s%s", home.name, suffix);
  home.kind = FL_HOME_STACK;
  home.source_dtype = home.source_dtype == home.dtype ? dtype : fl_dtype_get_compute (home.source_dtype);
  home.dtype = dtype;
  home.size = fl_strip_make_int (self, (n + LINE - 1) / LINE * LINE);
  home.varies = self->pass->open | G_GUINT64_CONSTANT (1) << self->tiles;
  if (fl_reduction_is_arg (home.combiner))
    {
      home.combiner
          = fl_loop_is_least (home.combiner) ? FL_REDUCTION_ARGMIN_WITH_VALUE : FL_REDUCTION_ARGMAX_WITH_VALUE;
      home.n_components = 2;
    }
  return fl_loop_add_home (self->kernel, &home);
}

static void
add_rows (FlStripMaker *self)
{
  const FlLoopStmt block = *fl_loop_get_stmt (self->kernel, self->strip.block);

  for (guint i = 0; i < block.n_homes; i++)
    {
      const FlLoopHome home = *fl_loop_get_home (self->kernel, block.homes[i]);
      const gboolean is_wide = self->is_wide && is_float_sum (&home);
      FlLoopHome floats = home;
      FlStripRow row = { .home = block.homes[i],
                         .total = add_row_home (self, home, is_wide ? "_total" : "_row",
                                                is_wide ? FL_DTYPE_F64 : fl_dtype_get_compute (home.dtype)) };

      row.part = is_wide ? add_row_home (self, home, "_part", FL_DTYPE_F32) : row.total;
      floats.combiner = FL_N_REDUCTIONS;
      row.final = is_wide ? add_row_home (self, floats, "_row", FL_DTYPE_F32) : 0;
      g_array_append_val (self->rows, row);
    }
}

/* --- results --------------------------------------------------------------------------------- */

/* The extreme of a column, or its place. */
static FlValueId
read_place (const FlStripMaker *self, const FlLoopValue *value, const FlStripRow *row)
{
  FlLoopValue read = *value;

  read.op = FL_SCALAR_GETITEM;
  read.home = row->total;
  read.component = fl_loop_get_place_component (self->kernel, value);
  read.index = fl_strip_get_place (self, self->within);
  return fl_loop_add_value (self->kernel, &read);
}

/* "sum" becomes that of the column. */
static void
replace_read (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  gpointer *both = data;
  const FlStripMaker *self = both[0];
  const FlStripRow *row = value.home ? fl_strip_find_row (self, value.home) : NULL;
  const FlSym *place;

  if (!row)
    return;
  if (fl_reduction_is_arg (fl_loop_get_home (kernel, value.home)->combiner))
    {
      fl_loop_rewrite_add_value (both[1], id, read_place (self, &value, row));
      return;
    }
  place = fl_strip_get_place (self, self->within);
  if (row->final)
    {
      const FlLoopValue load = {
        .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = row->final, .index = place, .epoch = 1, .name = value.name
      };

      fl_loop_rewrite_add_value (both[1], id, fl_loop_add_value (self->kernel, &load));
      return;
    }
  fl_loop_rewrite_add_value (both[1], id, fl_strip_read_row (self, row->total, place));
}

/* What stands behind the reduction, for all columns of a strip. */
static FlStmtId
add_results (const FlStripMaker *self)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt columns = *fl_loop_get_stmt (kernel, self->strip.loop),
                   block = *fl_loop_get_stmt (kernel, self->strip.block);
  g_autoptr (GArray) after = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  gpointer both[] = { (gpointer) self, rewrite };
  FlLoopStmt loop = { .kind = FL_STMT_LOOP };

  g_array_append_vals (after, block.children + 1, block.n_children - 1);
  g_array_append_vals (after, columns.children + 1, columns.n_children - 1);
  fl_loop_rewrite_add_var (rewrite, fl_strip_get_var (self, self->strip.column), fl_strip_get_var (self, self->within));
  for (guint i = 0; i < after->len; i++)
    fl_loop_walk_values (kernel, g_array_index (after, FlStmtId, i), replace_read, both);
  loop.n_children = after->len;
  loop.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), after->data, after->len * sizeof (FlStmtId));
  return fl_loop_remake_with (kernel, rewrite, &loop, self->within, FL_MAP_SERIAL);
}

/* Totals in double as floats. */
static void
add_finals (const FlStripMaker *self, GArray *out, GArray *homes)
{
  const FlSym *place = fl_strip_get_place (self, self->within);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const FlStripRow *row = &g_array_index (self->rows, FlStripRow, i);
      FlLoopValue narrowed
          = { .op = FL_SCALAR_TO_DTYPE, .dtype = FL_DTYPE_F32, .src_dtype = FL_DTYPE_F64, .n_args = 1, .name = "sum" };

      if (!row->final)
        continue;
      narrowed.args[0] = fl_strip_read_row (self, row->total, place);
      fl_loop_append (out, fl_strip_loop_over_columns (self, (FlLoopStmt) { .kind = FL_STMT_STORE,
                                                                            .home = row->final,
                                                                            .index = place,
                                                                            .value = fl_loop_add_value (self->kernel,
                                                                                                        &narrowed) }));
      g_array_append_val (homes, row->final);
    }
}

/* --- the strip ------------------------------------------------------------------------------- */

static void
split_columns (FlStripMaker *self)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, self->strip.column);
  const FlAxisId steps = fl_loop_find_steps (kernel, self->strip.column);
  const FlSym *first, *end;
  gboolean divides;
  gint64 n;

  if (steps && fl_sym_is_int (fl_loop_get_axis (kernel, steps)->step, &n) && n <= STRIP)
    {
      self->tiles = steps;
      self->within = self->strip.column;
      return;
    }
  if (!fl_sym_is_int (fl_loop_get_whole_extent (kernel, self->strip.column), &n) || n > STRIP)
    n = STRIP;
  n = MAX (n, 1);
  divides = fl_loop_axis_is_multiple (kernel, self->strip.column, n);
  self->tiles
      = fl_loop_add_part (kernel, self->strip.column, "_strip",
                          (FlLoopAxis) {
                              .begin = axis.begin, .extent = axis.extent, .step = fl_strip_make_int (self, n) });
  first = fl_strip_get_var (self, self->tiles);
  end = fl_sym_add_int (first, n);
  self->within
      = fl_loop_add_part (kernel, self->strip.column, "_in",
                          (FlLoopAxis) { .begin = first, .extent = divides ? end : fl_sym_min (end, axis.extent) });
}

static gboolean
is_long (const FlStripMaker *self)
{
  gboolean has_sum = FALSE;
  double n = 1;

  for (guint i = 0; i < fl_loop_get_stmt (self->kernel, self->strip.block)->n_homes; i++)
    has_sum
        |= is_float_sum (fl_loop_get_home (self->kernel, fl_loop_get_stmt (self->kernel, self->strip.block)->homes[i]));
  for (guint i = 0; i < self->strip.n_loops; i++)
    n *= fl_sym_get_hint (fl_loop_get_whole_extent (self->kernel,
                                                    fl_loop_get_stmt (self->kernel, self->strip.loops[i])->axis),
                          FL_STRIP_BLOCK + 1);
  return has_sum && n > FL_STRIP_BLOCK;
}

static void
count_flops (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  *(guint *) data += fl_scalar_get_info (fl_loop_get_value (kernel, id)->op)->flops;
}

static const char *
describe (const FlStripMaker *self)
{
  gint64 n = STRIP;

  fl_sym_is_int (fl_loop_get_axis (self->kernel, self->tiles)->step, &n);
  return fl_arena_printf (fl_loop_kernel_get_arena (self->kernel),
                          "%" G_GINT64_FORMAT " columns at a time: memory is contiguous along %s", n,
                          fl_loop_get_name (self->kernel, self->strip.column));
}

static void
note_strip (const FlStripMaker *self, const char *why_no_vectors)
{
  FlStripPass *pass = self->pass;
  const char *name = fl_loop_get_name (self->kernel, self->strip.column);

  if (why_no_vectors)
    fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, name, "columns in strips", "element by element: %s",
                  why_no_vectors);
  else
    fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, name, "columns in vectors",
                  "%u rows at a time go into one row of accumulators, as %u operations an element "
                  "(at most %d) take less time than loading "
                  "and storing it",
                  fl_strip_choose_n_rows (self), self->n_flops, FL_STRIP_MAX_FLOPS);
}

static FlStmtId
make_strip (FlStripPass *pass, const FlLoopStrip *strip, const char *why_no_vectors)
{
  FlLoopKernel *kernel = pass->kernel;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (FlStripRow)),
                     inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlStripMaker self
      = { .pass = pass, .kernel = kernel, .strip = *strip, .rows = rows, .is_plain = why_no_vectors != NULL };
  FlStmtId made;

  self.is_wide = is_long (&self);
  self.n_flops = fl_scalar_get_info (FL_SCALAR_REDUCTION)->flops * fl_loop_get_stmt (kernel, strip->block)->n_homes;
  fl_loop_walk_values (kernel, strip->rows, count_flops, &self.n_flops);
  split_columns (&self);
  add_rows (&self);
  made = fl_strip_add_rows (&self);
  for (guint i = strip->n_loops - 1; i-- > 0;)
    made = fl_loop_with_children (kernel, strip->loops[i], &made, 1);
  g_array_append_val (inside, made);
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (homes, g_array_index (rows, FlStripRow, i).total);
  add_finals (&self, inside, homes);
  fl_loop_append (inside, add_results (&self));
  note_strip (&self, why_no_vectors);
  if (self.within == strip->column) /* the column is in a strip already */
    return fl_loop_add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, inside, homes);
  return fl_loop_add_block (kernel,
                            (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = self.tiles, .message = describe (&self) },
                            inside, homes);
}

static FlStmtId
strip_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  FlStripPass *pass = data;
  const char *why_not;
  FlLoopStrip strip;

  pass->open = open;
  if (fl_loop_get_n_axes (kernel) + 16 >= FL_LOOP_MAX_AXES || !fl_loop_find_strip (kernel, id, &strip))
    return 0;
  why_not = fl_loop_refuse_strip (kernel, &strip);
  if (!why_not)
    return make_strip (pass, &strip, fl_loop_refuse_strip_vectors (pass->context->machine, kernel, &strip));
  fl_loop_note (pass->context, pass->program, FL_VERDICT_REJECT, fl_loop_get_axis (kernel, strip.column)->name,
                "columns in vectors", "%s", why_not);
  return 0;
}

const FlLoopProgram *
fl_pass_strips (FlLoopContext *context, const FlLoopProgram *program)
{
  FlStripPass pass = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = context->machine->n_lanes < 2
                            ? program->root
                            : fl_loop_map_stmts (program->kernel, program->root, 0, strip_stmt, &pass);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "strips", program);
}
