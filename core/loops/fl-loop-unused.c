/* Names of a loop program that nothing uses: which values are needed, and dropping the others. */
#include "fl-loop-rewrite.h"

/* Of a composition that a function computes, only what that is of. */
static gboolean
enter_needed (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->function == FL_LOOP_FUNCTION_NONE)
    return TRUE;
  fl_loop_visit_value (kernel, value->of, data, enter_needed, data);
  return FALSE;
}

static void
note_needed (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  if (stmt.kind == FL_STMT_LET)
    return;
  fl_loop_visit_values (kernel, &stmt, data, enter_needed, data);
  if (stmt.index)
    fl_loop_visit_positions (kernel, stmt.index, data, enter_needed, data);
}

static gboolean
is_constant (const FlLoopKernel *kernel, FlValueId id, gboolean is_not_zero)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return value->op == FL_SCALAR_CONSTANT && (value->bits != 0 || !is_not_zero);
}

static FlStmtId
drop_from (FlLoopKernel *kernel, FlStmtId id, GHashTable *needed)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = drop_from (kernel, stmt.children[i], needed);
      const FlLoopStmt *made = fl_loop_get_stmt (kernel, child);
      const gboolean is_idle = made->kind == FL_STMT_LET
                                   ? !g_hash_table_contains (needed, GUINT_TO_POINTER (made->value))
                                         || is_constant (kernel, made->value, FALSE)
                                   : made->kind == FL_STMT_ASSERT && is_constant (kernel, made->condition, TRUE);

      if (!is_idle)
        g_array_append_val (children, child);
    }
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

GHashTable *
fl_loop_collect_needed (const FlLoopKernel *kernel, FlStmtId root)
{
  GHashTable *needed = g_hash_table_new (NULL, NULL);

  fl_loop_visit (kernel, root, note_needed, needed);
  return needed;
}

FlStmtId
fl_loop_drop_unused (FlLoopKernel *kernel, FlStmtId root)
{
  g_autoptr (GHashTable) needed = fl_loop_collect_needed (kernel, root);

  return drop_from (kernel, root, needed);
}
