/* Two loops of one, for reductions whose elements are gone through twice. */
#include "fl-loop-access.h"
#include "fl-pass-grid-private.h"
#include "fl-variance-private.h"

/* Only what leads to the old step is left, 0: nothing. */
static FlStmtId
make_second (FlLoopKernel *kernel, const FlMoments *moments, FlStmtId id, const FlStmtId *steps, guint n)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  gboolean has_step = FALSE;

  if (stmt.n_children == 0)
    return stmt.kind == FL_STMT_LET ? id : 0;
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const gboolean is_step = stmt.children[i] == moments->step;
      const FlStmtId child = is_step ? 0 : make_second (kernel, moments, stmt.children[i], steps, n);

      if (is_step)
        g_array_append_vals (children, steps, n);
      else if (child)
        g_array_append_val (children, child);
      has_step |= is_step || (child && fl_loop_get_stmt (kernel, child)->kind != FL_STMT_LET);
    }
  stmt.n_homes = 0;
  return has_step ? fl_loop_add_block (kernel, stmt, children, NULL) : 0;
}

FlStmtId
fl_moments_make_second (FlLoopKernel *kernel, const FlMoments *moments, FlStmtId loop, const FlStmtId *steps, guint n)
{
  return make_second (kernel, moments, loop, steps, n);
}

FlStmtId
fl_moments_remake_block (FlLoopKernel *kernel, const FlLoopStmt *block, const FlHomeId *homes, guint n, FlStmtId loop,
                         gboolean has_rest)
{
  FlArena *arena = fl_loop_kernel_get_arena (kernel);
  FlLoopStmt made = *block;
  FlStmtId *children = fl_arena_memdup (arena, block->children, sizeof (FlStmtId) * block->n_children);

  children[0] = loop;
  made.children = children;
  made.n_children = has_rest ? block->n_children : 1;
  made.n_homes = n;
  made.homes = fl_arena_memdup (arena, homes, n * sizeof *homes);
  return fl_loop_add_stmt (kernel, &made);
}

const char *
fl_moments_refuse_row (FlLoopContext *context, FlLoopKernel *kernel, const FlMoments *moments)
{
  g_autoptr (GArray) touches = NULL;
  gint64 count;

  if (context->machine->target != FL_TARGET_CUDA)
    return NULL;
  if (!fl_sym_is_int (moments->count, &count)
      || (count > fl_tuned_get (FL_TUNED_ROW_KEPT, &context->machine->caches)
          && fl_grid_count_cluster (context->machine, count, 1) == 1))
    return "a row that registers do not keep would be read twice";
  touches = fl_loop_collect_touches (kernel, moments->step);
  for (guint i = 0; i < touches->len; i++)
    if (fl_loop_classify_access (kernel, moments->at->axis, g_array_index (touches, FlLoopTouch, i).index)
        > FL_ACCESS_CONTIGUOUS)
      return "its elements lie apart: threads have columns, and would read them twice";
  return NULL;
}
