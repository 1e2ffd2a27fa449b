/* Values of statements. See fl-loop-walk.h. */
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
