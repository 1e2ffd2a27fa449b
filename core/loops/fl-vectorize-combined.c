/* What becomes of combined stores where a loop has no vectors: putting elements into a register one by one takes longer
 * than stores of half-written lines. See fl-pass-write-combining.c. */
#include "fl-vectorize-combined.h"

#include "fl-loop-rewrite.h"

enum
{
  MAX_SINGLES = 4 /* elements of a loop that are put there one by one, as those of a row's ends */
};

gboolean
fl_vectorize_has_combined (const FlLoopKernel *kernel, const FlLoopStmt *loop)
{
  for (guint i = 0; i < loop->n_children; i++)
    if (fl_loop_get_stmt (kernel, loop->children[i])->mode == FL_LOOP_STORE_COMBINED)
      return TRUE;
  return FALSE;
}

static void
note_singles (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopAxis *axis = stmt->kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, stmt->axis) : NULL;
  gint64 length;

  if (!axis || stmt->map == FL_MAP_VECTOR
      || (fl_sym_is_int (axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent, &length)
          && length <= MAX_SINGLES))
    return;
  for (guint i = 0; i < stmt->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, stmt->children[i]);

      if (child->mode == FL_LOOP_STORE_COMBINED)
        g_hash_table_add (data, GUINT_TO_POINTER (child->home));
    }
}

static FlStmtId
part_stmt (FlLoopKernel *kernel, FlStmtId id, G_GNUC_UNUSED guint64 open, gpointer homes)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  if (stmt.mode != FL_LOOP_STORE_COMBINED || !g_hash_table_contains (homes, GUINT_TO_POINTER (stmt.home)))
    return 0;
  stmt.mode = FL_LOOP_STORE_PLAIN;
  return fl_loop_add_stmt (kernel, &stmt);
}

FlStmtId
fl_vectorize_part_singles (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer home;

  fl_loop_visit (program->kernel, root, note_singles, homes);
  g_hash_table_iter_init (&iter, homes);
  while (g_hash_table_iter_next (&iter, &home, NULL))
    fl_loop_note (context, program, FL_VERDICT_REJECT,
                  fl_loop_get_home (program->kernel, GPOINTER_TO_UINT (home))->name, "combined in a register",
                  "a loop that has no vectors writes it");
  return g_hash_table_size (homes) == 0 ? root : fl_loop_map_stmts (program->kernel, root, 0, part_stmt, homes);
}
