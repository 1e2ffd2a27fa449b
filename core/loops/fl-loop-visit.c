/* Going through the statements and values of a loop program. */
#include "fl-loop-program.h"

gboolean
fl_loop_index_is_read_along (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return FALSE;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (kernel, symbols->pdata[i]);

      if (at && (fl_loop_value_get_axes (kernel, at) >> axis & 1))
        return TRUE;
    }
  return FALSE;
}

void
fl_loop_visit (const FlLoopKernel *kernel, FlStmtId id, FlLoopVisit visit, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  visit (kernel, id, data);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_loop_visit (kernel, stmt->children[i], visit, data);
}

gboolean
fl_loop_is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_children; i++)
    if (fl_loop_get_stmt (kernel, stmt->children[i])->n_children > 0)
      return FALSE;
  return stmt->kind == FL_STMT_LOOP;
}

void
fl_loop_visit_value (const FlLoopKernel *kernel, FlValueId id, GHashTable *seen, FlLoopEnter enter, gpointer data)
{
  const FlLoopValue *value;

  if (!g_hash_table_add (seen, GUINT_TO_POINTER (id)) || !enter (kernel, id, data))
    return;
  value = fl_loop_get_value (kernel, id);
  for (guint i = 0; i < value->n_args; i++)
    fl_loop_visit_value (kernel, value->args[i], seen, enter, data);
  if (value->index && value->op != FL_SCALAR_SET_INDIRECT)
    fl_loop_visit_positions (kernel, value->index, seen, enter, data);
}

void
fl_loop_visit_values (const FlLoopKernel *kernel, const FlLoopStmt *stmt, GHashTable *seen, FlLoopEnter enter,
                      gpointer data)
{
  const FlValueId values[] = { stmt->value, stmt->more[0], stmt->more[1], stmt->condition };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i])
      fl_loop_visit_value (kernel, values[i], seen, enter, data);
}

void
fl_loop_visit_positions (const FlLoopKernel *kernel, const FlSym *index, GHashTable *seen, FlLoopEnter enter,
                         gpointer data)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (kernel, symbols->pdata[i]);

      if (at)
        fl_loop_visit_value (kernel, at, seen, enter, data);
    }
}
