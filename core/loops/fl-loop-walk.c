/* Values of statements, and statements that do nothing. See fl-loop-walk.h. */
#include "fl-loop-walk.h"

typedef struct
{
  FlLoopVisitValue visit;
  gpointer data;
  GHashTable *seen;
} ValueWalk;

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const ValueWalk *walk = data;

  walk->visit (kernel, id, walk->data);
  return TRUE;
}

static void
walk_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  ValueWalk *walk = data;

  fl_loop_visit_values (kernel, &stmt, walk->seen, enter_value, walk);
}

void
fl_loop_walk_values (const FlLoopKernel *kernel, FlStmtId stmt, FlLoopVisitValue visit, gpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  ValueWalk walk = { visit, data, seen };

  fl_loop_visit (kernel, stmt, walk_stmt, &walk);
}

/* What a statement other than a name needs. */
static void
note_used (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  ValueWalk *walk = data;

  if (stmt->kind != FL_STMT_LET)
    walk_stmt (kernel, id, walk);
  if (stmt->index)
    fl_loop_visit_positions (kernel, stmt->index, walk->seen, enter_value, walk);
}

static void
ignore_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
}

/* Without names that nobody uses any more, nor for numbers, and without checks that always hold. */
static FlStmtId
drop_from (FlLoopKernel *kernel, FlStmtId id, GHashTable *used)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = drop_from (kernel, stmt.children[i], used);
      const FlLoopStmt *made = fl_loop_get_stmt (kernel, child);
      const FlLoopValue *value = made->value || made->condition
                                     ? fl_loop_get_value (kernel, made->value ? made->value : made->condition)
                                     : NULL;

      if (made->kind == FL_STMT_LET
          && (!g_hash_table_contains (used, GUINT_TO_POINTER (made->value)) || value->op == FL_SCALAR_CONSTANT))
        continue;
      if (made->kind == FL_STMT_ASSERT && value->op == FL_SCALAR_CONSTANT && value->bits != 0)
        continue;
      g_array_append_val (children, child);
    }
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

FlStmtId
fl_loop_drop_idle (FlLoopKernel *kernel, FlStmtId stmt)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  ValueWalk walk = { ignore_value, NULL, used };

  fl_loop_visit (kernel, stmt, note_used, &walk);
  return drop_from (kernel, stmt, used);
}
