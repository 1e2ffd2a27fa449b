/* Parts of axes, and loops over them. See fl-loop-split.h. */
#include "fl-loop-split.h"

#include "fl-intern.h"
#include "fl-loop-make.h"

static gboolean
is_same (const FlLoopAxis *a, const FlLoopAxis *b)
{
  return a->of == b->of && a->begin == b->begin && a->extent == b->extent && a->step == b->step
         && (a->stop != NULL) == (b->stop != NULL);
}

FlAxisId
fl_loop_add_part (FlLoopKernel *kernel, FlAxisId of, const char *suffix, FlLoopAxis part)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const char *whole = fl_loop_get_axis (kernel, of)->name;

  part.of = of;
  for (guint n = 1;; n++)
    {
      FlAxisId known;

      part.name = n == 1 ? fl_intern_printf ("%s%s", whole, suffix) : fl_intern_printf ("%s%s%u", whole, suffix, n);
      part.var = fl_sym_var (symbols, part.name, part.extent);
      known = fl_loop_find_axis (kernel, part.var);
      if (!known)
        return fl_loop_add_axis (kernel, &part);
      if (is_same (fl_loop_get_axis (kernel, known), &part))
        return known;
    }
}

FlAxisId
fl_loop_add_partition (FlLoopKernel *kernel, FlAxisId of, const FlSym *extent, const FlSym *unit)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, of);
  FlLoopAxis parts = { .of = of, .extent = extent ? extent : whole.extent, .step = unit };

  for (guint n = 1;; n++)
    {
      const char *number = n == 1 ? "" : fl_intern_printf ("%u", n);
      FlAxisId known;

      parts.name = fl_intern_printf ("%sp%s", whole.name, number);
      parts.var = fl_sym_var (symbols, fl_intern_printf ("%s_begin%s", whole.name, number), parts.extent);
      parts.stop
          = fl_sym_var (symbols, fl_intern_printf ("%s_end%s", whole.name, number), fl_sym_add_int (parts.extent, 1));
      known = fl_loop_find_axis (kernel, parts.var);
      if (!known)
        return fl_loop_add_axis (kernel, &parts);
      if (is_same (fl_loop_get_axis (kernel, known), &parts))
        return known;
    }
}

typedef struct
{
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite;
} Remake;

/* Where a loop inside begins or ends by a variable that is replaced, its axis is another one. */
static void
move_bounds (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const Remake *remake = data;
  FlLoopAxis axis, moved;

  if (stmt->kind != FL_STMT_LOOP)
    return;
  moved = axis = *fl_loop_get_axis (kernel, stmt->axis);
  moved.begin = axis.begin ? fl_loop_rewrite_bound (remake->rewrite, axis.begin) : NULL;
  moved.extent = fl_loop_rewrite_bound (remake->rewrite, axis.extent);
  if (!axis.stop && (moved.begin != axis.begin || moved.extent != axis.extent))
    fl_loop_rewrite_add_axis (remake->rewrite, stmt->axis,
                              fl_loop_add_part (remake->kernel, stmt->axis, "m",
                                                (FlLoopAxis) {
                                                    .begin = moved.begin, .extent = moved.extent, .step = axis.step }));
}

FlStmtId
fl_loop_remake_with (FlLoopKernel *kernel, FlLoopRewrite *rewrite, const FlLoopStmt *loop, FlAxisId axis, FlAxisMap map)
{
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, loop->n_children);
  FlLoopStmt made = *loop;

  made.axis = axis;
  made.map = map;
  made.tail = FL_TAIL_NONE;
  made.children = children;
  if (made.n_homes > 0)
    fl_loop_rewrite_homes (rewrite, &made);
  for (guint i = 0; i < loop->n_children; i++)
    fl_loop_visit (kernel, loop->children[i], move_bounds, &(Remake) { kernel, rewrite });
  for (guint i = 0; i < loop->n_children; i++)
    children[i] = fl_loop_rewrite_stmt (rewrite, loop->children[i]);
  return fl_loop_add_stmt (kernel, &made);
}

FlStmtId
fl_loop_remake (FlLoopKernel *kernel, const FlLoopStmt *loop, const FlSym *by, FlAxisId axis, FlAxisMap map)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);

  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, loop->axis), by);
  return fl_loop_remake_with (kernel, rewrite, loop, axis, map);
}

FlStmtId
fl_loop_wrap (FlLoopKernel *kernel, FlLoopStmt loop, FlStmtId child)
{
  loop.n_children = 1;
  loop.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), &child, sizeof child);
  return fl_loop_add_stmt (kernel, &loop);
}

/* The axis goes from a position of another one, by steps, to the next one, or to the end. */
static gboolean
is_piece_of (const FlLoopAxis *axis, const FlLoopAxis *steps)
{
  return steps->step && !steps->stop
         && axis->extent == fl_sym_min (fl_sym_add (steps->var, steps->step), steps->extent);
}

FlAxisId
fl_loop_find_steps (const FlLoopKernel *kernel, FlAxisId id)
{
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, id);
  const FlAxisId steps = axis->begin ? fl_loop_find_axis (kernel, axis->begin) : 0;

  return steps && is_piece_of (axis, fl_loop_get_axis (kernel, steps)) ? steps : 0;
}

gboolean
fl_loop_axis_is_multiple (const FlLoopKernel *kernel, FlAxisId id, gint64 n)
{
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, id);
  const FlSym *of = fl_sym_int (fl_sym_get_table (axis->extent), n);
  const FlAxisId parts = axis->begin ? fl_loop_find_axis (kernel, axis->begin) : 0;
  const FlLoopAxis *around = parts ? fl_loop_get_axis (kernel, parts) : NULL;

  if (around && around->stop == axis->extent)
    return fl_sym_known_multiple (around->extent, of) && around->step && fl_sym_known_multiple (around->step, of);
  if (around && is_piece_of (axis, around))
    return fl_sym_known_multiple (around->step, of) && fl_loop_axis_is_multiple (kernel, parts, n);
  return fl_sym_known_multiple (axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent, of);
}

FlValueId
fl_loop_add_head (FlLoopKernel *kernel, FlHomeId home, const FlSym *first)
{
  const FlSym *symbol = fl_loop_make_indirect (kernel, "head");
  const FlLoopValue head = { .op = FL_SCALAR_SET_INDIRECT,
                             .dtype = FL_DTYPE_I64,
                             .home = home,
                             .bound = first,
                             .index = symbol,
                             .name = fl_sym_get_name (symbol) };

  fl_sym_set_range (head.index, 0, FL_LOOP_MOST_FLOATS - 1);
  return fl_loop_add_value (kernel, &head);
}
