/* Making axes, guards and loops. */
#include "fl-loop-make.h"

#include "fl-intern.h"

FlAxisId
fl_loop_make_axis (FlLoopKernel *kernel, FlAxisId of, const char *name, const FlSym *extent)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopAxis axis = { .name = fl_intern (name), .extent = extent, .of = of };

  for (guint n = 1;; n++)
    {
      FlAxisId known;

      axis.var = fl_sym_var (symbols, axis.name, extent);
      known = fl_loop_find_axis (kernel, axis.var);
      if (!known)
        return fl_loop_add_axis (kernel, &axis);
      if (fl_loop_get_axis (kernel, known)->of == of && !fl_loop_get_axis (kernel, known)->begin
          && !fl_loop_get_axis (kernel, known)->step)
        return known;
      axis.name = fl_intern_printf ("%s%u", name, n);
    }
}

static FlStmtId
add_block (FlLoopKernel *kernel, FlLoopStmt stmt, const FlStmtId *children, guint n)
{
  stmt.n_children = n;
  stmt.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children, n * sizeof *children);
  return fl_loop_add_stmt (kernel, &stmt);
}

FlStmtId
fl_loop_add_guard (FlLoopKernel *kernel, const FlSym *condition, const FlStmtId *children, guint n)
{
  const FlLoopValue value
      = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_BOOL, .index = condition, .name = "inside" };

  if (fl_sym_is_int_value (condition, 1))
    return 0;
  return add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_GUARD, .condition = fl_loop_add_value (kernel, &value) },
                    children, n);
}

FlStmtId
fl_loop_add_loop (FlLoopKernel *kernel, FlAxisId axis, FlAxisMap map, const FlStmtId *children, guint n)
{
  return add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis, .map = map }, children, n);
}

void
fl_loop_append_guarded (FlLoopKernel *kernel, GArray *out, const FlSym *condition, const GArray *children)
{
  const FlStmtId guard = fl_loop_add_guard (kernel, condition, (const FlStmtId *) children->data, children->len);

  if (guard)
    g_array_append_val (out, guard);
  else
    g_array_append_vals (out, children->data, children->len);
}

const FlSym *
fl_loop_make_indirect (FlLoopKernel *kernel, const char *name)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlSym *symbol = fl_sym_indirect (symbols, name);

  for (guint n = 2; fl_loop_find_indirect (kernel, symbol); n++)
    symbol = fl_sym_indirect (symbols, fl_intern_printf ("%s%u", name, n));
  return symbol;
}
