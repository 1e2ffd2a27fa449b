/* Predication: short rows whose conditions are asked of all lanes at once.
 *
 * Where a condition changes within a row of a few vectors, as at the edge of a window that lies partly beside an image,
 * a cut would leave parts that begin anywhere: each vector of the part between would be stored across two cache lines.
 * Such a row is done in whole vectors instead, and only those lanes are loaded whose condition holds. */
#include "fl-vectorize-masks.h"

enum
{
  MAX_ROW = 256, /* elements: in longer rows, the vectors at their ends count for little */
  LINE = 16      /* floats of a cache line */
};

/* Does each row begin where a cache line does, if the memory does? */
static gboolean
begins_lines (const FlSym *index, const FlSym *var)
{
  const FlSym *rest = fl_sym_sub (index, var);

  return !fl_sym_contains (rest, var) && fl_sym_known_multiple (rest, fl_sym_int (fl_sym_get_table (index), LINE));
}

gboolean
fl_vectorize_masks_whole_lines (const FlLoopKernel *kernel, const FlLoopStmt *loop)
{
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, loop->axis);
  gint64 size;

  if (axis->begin || !fl_sym_is_int (axis->extent, &size) || size % LINE != 0 || size > MAX_ROW)
    return FALSE;
  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, loop->children[i]);
      const FlLoopHome *home = stmt->kind == FL_STMT_STORE ? fl_loop_get_home (kernel, stmt->home) : NULL;

      if (home
          && (home->kind != FL_HOME_ARGUMENT || stmt->mode == FL_LOOP_STORE_ATOMIC_ADD || home->dtype != FL_DTYPE_F32
              || !begins_lines (stmt->index, axis->var)))
        return FALSE;
    }
  return TRUE;
}
