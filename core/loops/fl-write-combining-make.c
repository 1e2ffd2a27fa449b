/* Loops with buffers: rows fill one, and a copy stores it in whole lines. See fl-pass-write-combining.c. */
#include "fl-intern.h"
#include "fl-loop-order.h"
#include "fl-loop-split.h"
#include "fl-write-combining-private.h"

/* The statement with its stores going to the buffer, whose first element stands for `begin`. */
static FlStmtId
redirect (FlLoopKernel *kernel, FlStmtId id, FlHomeId from, FlHomeId to, const FlSym *begin)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);

  if (stmt.kind == FL_STMT_STORE && stmt.home == from)
    {
      stmt.home = to;
      stmt.mode = FL_LOOP_STORE_PLAIN;
      stmt.index = fl_sym_sub (stmt.index, begin);
      return fl_loop_add_stmt (kernel, &stmt);
    }
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = redirect (kernel, stmt.children[i], from, to, begin);
  return fl_loop_with_children (kernel, id, children, stmt.n_children);
}

static FlHomeId
add_buffer (const FlStretch *stretch, FlAxisId around, gint64 n)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlLoopHome buffer = { .name = fl_intern_printf ("%s_lines", fl_loop_get_home (kernel, stretch->home)->name),
                              .kind = FL_HOME_STACK,
                              .dtype = FL_DTYPE_F32,
                              .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), n),
                              .combiner = FL_N_REDUCTIONS,
                              .n_components = 1,
                              .varies = stretch->stager->open | G_GUINT64_CONSTANT (1) << around };

  return fl_loop_add_home (kernel, &buffer);
}

/* "for k [range]  memory[begin + k] = buffer[k]", by non-temporal stores. */
static FlStmtId
copy_range (const FlStretch *stretch, FlHomeId buffer, const FlSym *begin, FlLoopAxis range, FlAxisTail tail)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlAxisId axis = fl_loop_add_part (kernel, stretch->loop.axis, "k", range);
  const FlSym *k = fl_loop_get_var (kernel, axis);
  const FlLoopValue load = {
    .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = buffer, .epoch = stretch->n_pieces, .index = k, .name = "line"
  };
  const FlLoopStmt store = { .kind = FL_STMT_STORE,
                             .value = fl_loop_add_value (kernel, &load),
                             .home = stretch->home,
                             .index = fl_sym_add (begin, k),
                             .mode = FL_LOOP_STORE_STREAMING };

  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis, .tail = tail },
                       fl_loop_add_stmt (kernel, &store));
}

static FlStmtId
copy_out (const FlStretch *stretch, FlHomeId buffer, const FlSym *begin, const FlSym *n)
{
  return copy_range (stretch, buffer, begin, (FlLoopAxis) { .extent = n }, FL_TAIL_NONE);
}

/* A loop with one more home, around these statements. */
static FlStmtId
with_buffer (FlLoopKernel *kernel, FlLoopStmt loop, FlHomeId buffer, const FlStmtId *children, guint n)
{
  FlArena *arena = fl_loop_kernel_get_arena (kernel);
  FlHomeId *homes = fl_arena_new (arena, FlHomeId, loop.n_homes + 1);

  for (guint i = 0; i < loop.n_homes; i++)
    homes[i] = loop.homes[i];
  homes[loop.n_homes++] = buffer;
  loop.homes = homes;
  loop.children = fl_arena_memdup (arena, children, n * sizeof *children);
  loop.n_children = n;
  return fl_loop_add_stmt (kernel, &loop);
}

/* One iteration at a time. */
FlStmtId
fl_stage_each (const FlStretch *stretch, const FlSym *first)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlSym *var = fl_loop_get_var (kernel, stretch->loop.axis);
  const FlSym *begin = fl_sym_add (first, fl_sym_mul_int (var, stretch->step));
  const FlHomeId buffer = add_buffer (stretch, stretch->loop.axis, stretch->step);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId made;

  for (guint i = 0; i < stretch->loop.n_children; i++)
    {
      made = redirect (kernel, stretch->loop.children[i], stretch->home, buffer, begin);
      g_array_append_val (children, made);
    }
  made = copy_out (stretch, buffer, begin, fl_sym_int (fl_loop_kernel_get_symbols (kernel), stretch->step));
  g_array_append_val (children, made);
  return with_buffer (kernel, stretch->loop, buffer, (const FlStmtId *) children->data, children->len);
}

/* --- beside rows ------------------------------------------------------------------------------ */

/* Elements that the copy stays behind the rows: by then these have left the store queue. */
static gint64
get_lag (const FlStretch *stretch)
{
  return fl_tuned_get (FL_TUNED_STAGE_LAG, &stretch->stager->context->machine->caches);
}

gint64
fl_stage_measure_rows (const FlStretch *stretch)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlLoopStmt *rows = fl_loop_get_stmt (kernel, stretch->loop.children[0]);
  const FlSym *by;
  gint64 step, n;

  if (stretch->loop.n_children != 1 || stretch->n_pieces != 1 || stretch->step < 2 * get_lag (stretch)
      || rows->kind != FL_STMT_LOOP || rows->map != FL_MAP_SERIAL || rows->n_homes > 0)
    return 0;
  by = fl_loop_find_step (kernel, stretch->index, rows->axis);
  return by && fl_sym_is_int (by, &step) && step >= FL_STRETCH_LINE
                 && fl_sym_is_int (fl_loop_get_axis (kernel, rows->axis)->extent, &n) && n * step == stretch->step
             ? step
             : 0;
}

/* Where the copy stands when so many elements are in the buffer: whole lines from the first one of memory on. */
static const FlSym *
get_copied (const FlStretch *stretch, const FlSym *head, const FlSym *n)
{
  FlSymTable *symbols = fl_sym_get_table (head);
  const FlSym *line = fl_sym_int (symbols, FL_STRETCH_LINE),
              *behind = fl_sym_max (fl_sym_sub (fl_sym_add_int (n, -get_lag (stretch)), head), fl_sym_int (symbols, 0));

  return fl_sym_add (head, fl_sym_mul (line, fl_sym_floor_div (behind, line)));
}

FlStmtId
fl_stage_rows (const FlStretch *stretch, const FlSym *first, gint64 row)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  FlLoopStmt rows = *fl_loop_get_stmt (kernel, stretch->loop.children[0]);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, rows.axis);
  const FlSym *begin = fl_sym_add (first, fl_sym_mul_int (fl_loop_get_var (kernel, stretch->loop.axis), stretch->step));
  const FlHomeId buffer = add_buffer (stretch, stretch->loop.axis, stretch->step);
  const FlValueId aligned = fl_loop_add_head (kernel, stretch->home, begin);
  const FlSym *head = fl_loop_get_value (kernel, aligned)->index, *filled = fl_sym_mul_int (axis.var, row),
              *all = fl_sym_int (fl_sym_get_table (head), stretch->step);
  g_autofree FlStmtId *inside = g_new0 (FlStmtId, rows.n_children + 1);
  FlStmtId children[4] = { fl_loop_add_stmt (kernel, &(FlLoopStmt) { .kind = FL_STMT_LET, .value = aligned }) };

  for (guint i = 0; i < rows.n_children; i++)
    inside[i] = redirect (kernel, rows.children[i], stretch->home, buffer, begin);
  inside[rows.n_children]
      = copy_range (stretch, buffer, begin,
                    (FlLoopAxis) { .begin = get_copied (stretch, head, filled),
                                   .extent = get_copied (stretch, head, fl_sym_add_int (filled, row)) },
                    FL_TAIL_NONE);
  rows.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), inside, ++rows.n_children * sizeof *inside);
  children[1] = fl_loop_add_stmt (kernel, &rows);
  children[2] = copy_range (stretch, buffer, begin, (FlLoopAxis) { .extent = head }, FL_TAIL_HEAD);
  children[3] = copy_range (stretch, buffer, begin,
                            (FlLoopAxis) { .begin = get_copied (stretch, head, all), .extent = all }, FL_TAIL_NONE);
  return with_buffer (kernel, stretch->loop, buffer, children, G_N_ELEMENTS (children));
}

/* Some iterations at a time. */
FlStmtId
fl_stage_blocks (const FlStretch *stretch, const FlSym *first, gint64 block)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, stretch->loop.axis);
  const FlSym *size = fl_sym_int (symbols, block);
  const gboolean divides = fl_sym_known_multiple (axis.extent, size);
  const FlAxisId blocks = fl_loop_add_part (kernel, stretch->loop.axis, "b",
                                            (FlLoopAxis) { .extent = fl_sym_ceil_div (axis.extent, size) });
  const FlSym *begin = fl_sym_mul (fl_loop_get_var (kernel, blocks), size), *end = fl_sym_add (begin, size);
  const FlAxisId within
      = fl_loop_add_part (kernel, stretch->loop.axis, "w",
                          (FlLoopAxis) { .begin = begin, .extent = divides ? end : fl_sym_min (end, axis.extent) });
  const FlHomeId buffer = add_buffer (stretch, blocks, block * stretch->step);
  const FlSym *start = fl_sym_add (first, fl_sym_mul_int (begin, stretch->step));
  const FlSym *n = divides ? size : fl_sym_min (size, fl_sym_sub (axis.extent, begin));
  FlStmtId children[2];

  children[0] = fl_loop_remake (kernel, &stretch->loop, fl_loop_get_var (kernel, within), within, FL_MAP_SERIAL);
  children[0] = redirect (kernel, children[0], stretch->home, buffer, start);
  children[1] = copy_out (stretch, buffer, start, fl_sym_mul_int (n, stretch->step));
  return with_buffer (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = blocks }, buffer, children, 2);
}
