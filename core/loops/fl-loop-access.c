/* How accesses go along an axis. */
#include "fl-loop-access.h"

static const FlSym *
set_variable (const FlSym *index, const FlSym *var, gint64 value)
{
  const FlSym *number = fl_sym_int (fl_sym_get_table (index), value);

  return fl_sym_substitute (index, &var, &number, 1);
}

FlLoopAccess
fl_loop_classify_access (const FlLoopKernel *kernel, FlAxisId axis, const FlSym *index)
{
  const FlSym *var = fl_loop_get_var (kernel, axis), *first = set_variable (index, var, 0);
  const FlSym *step = fl_sym_sub (set_variable (index, var, 1), first);

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT) && (fl_loop_index_get_axes (kernel, index) >> axis & 1))
    return FL_ACCESS_IRREGULAR;
  if (fl_sym_is_int_value (step, 0) && first == index)
    return FL_ACCESS_UNIFORM;
  if (fl_sym_contains (step, var) || fl_sym_sub (index, fl_sym_mul (step, var)) != first)
    return FL_ACCESS_IRREGULAR;
  return fl_sym_is_int_value (step, 1) ? FL_ACCESS_CONTIGUOUS : FL_ACCESS_STRIDED;
}

gboolean
fl_loop_is_aligned (const FlLoopKernel *kernel, FlAxisId axis, const FlSym *index, gint64 width)
{
  const FlSym *var = fl_loop_get_var (kernel, axis);

  return fl_loop_classify_access (kernel, axis, index) == FL_ACCESS_CONTIGUOUS
         && fl_sym_known_multiple (set_variable (index, var, 0), fl_sym_int (fl_sym_get_table (index), width));
}

/* --- collecting ---------------------------------------------------------- */

typedef struct
{
  GArray *touches;
  GHashTable *seen;
  FlStmtId stmt;
} Collector;

static void
collect_value (const FlLoopKernel *kernel, Collector *self, FlValueId id, gboolean is_masked)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  g_autoptr (GPtrArray) symbols = NULL;

  if (!g_hash_table_add (self->seen, GUINT_TO_POINTER (2 * id + (is_masked ? 1 : 0))))
    return;
  if (value.home && value.index)
    g_array_append_vals (self->touches, &(FlLoopTouch) { value.home, value.index, id, self->stmt, is_masked }, 1);
  for (guint i = 0; i < value.n_args; i++)
    collect_value (kernel, self, value.args[i], is_masked || (value.op == FL_SCALAR_MASKED && i == 1));
  if (!value.index || value.op == FL_SCALAR_SET_INDIRECT || !fl_sym_contains_kind (value.index, FL_SYM_INDIRECT))
    return;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (value.index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_loop_find_indirect (kernel, symbols->pdata[i]))
      collect_value (kernel, self, fl_loop_find_indirect (kernel, symbols->pdata[i]), is_masked);
}

static void
collect_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Collector *self = data;

  self->stmt = id;
  g_hash_table_remove_all (self->seen);
  if (stmt.value)
    collect_value (kernel, self, stmt.value, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (stmt.more) && stmt.more[i]; i++)
    collect_value (kernel, self, stmt.more[i], FALSE);
  if (stmt.condition)
    collect_value (kernel, self, stmt.condition, FALSE);
  if (stmt.index)
    g_array_append_vals (self->touches, &(FlLoopTouch) { stmt.home, stmt.index, 0, id, FALSE }, 1);
}

GArray *
fl_loop_collect_touches (const FlLoopKernel *kernel, FlStmtId stmt)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Collector self = { .touches = g_array_new (FALSE, FALSE, sizeof (FlLoopTouch)), .seen = seen };

  fl_loop_visit (kernel, stmt, collect_stmt, &self);
  return self.touches;
}
