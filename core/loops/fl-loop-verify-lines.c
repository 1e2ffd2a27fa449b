/* The verifier of combined stores: what waits in a register is memory's floats that the kernel neither reads nor writes
 * otherwise. See fl-pass-write-combining.c. */
#include "fl-loop-verify-lines.h"

typedef struct
{
  GHashTable *combined; /* FlHomeId */
  GHashTable *seen;     /* values */
  FlHomeId home;
  const char *why_not;
} Lines;

static void
note_combined (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->home ? fl_loop_get_home (kernel, stmt->home) : NULL;
  Lines *lines = data;

  if (stmt->mode != FL_LOOP_STORE_COMBINED)
    return;
  g_hash_table_add (lines->combined, GUINT_TO_POINTER (stmt->home));
  if (stmt->kind != FL_STMT_STORE || home->kind != FL_HOME_ARGUMENT || home->dtype != FL_DTYPE_F32)
    {
      lines->home = stmt->home;
      lines->why_not = "only stores of floats to memory are combined";
    }
}

static gboolean
look_at_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Lines *lines = data;

  if (value->op == FL_SCALAR_LOAD && g_hash_table_contains (lines->combined, GUINT_TO_POINTER (value->home)))
    {
      lines->home = value->home;
      lines->why_not = "what is read may still wait in a register";
    }
  return TRUE;
}

static void
look_at_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Lines *lines = data;

  fl_loop_visit_values (kernel, &stmt, lines->seen, look_at_value, lines);
  if (stmt.mode != FL_LOOP_STORE_COMBINED && stmt.kind != FL_STMT_PREFETCH
      && g_hash_table_contains (lines->combined, GUINT_TO_POINTER (stmt.home)))
    {
      lines->home = stmt.home;
      lines->why_not = "what is written may be overwritten by what waits in a register";
    }
}

const char *
fl_loop_find_unfit_line (const FlLoopProgram *program, const char **home)
{
  g_autoptr (GHashTable) combined = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (NULL, NULL);
  Lines lines = { .combined = combined, .seen = seen };

  fl_loop_visit (program->kernel, program->root, note_combined, &lines);
  if (g_hash_table_size (combined) > 0 && !lines.why_not)
    fl_loop_visit (program->kernel, program->root, look_at_stmt, &lines);
  if (lines.why_not)
    *home = fl_loop_get_home (program->kernel, lines.home)->name;
  return lines.why_not;
}
