/* Turning back: a loop that reads a row again goes through it from its end, which the cache still has, while its
 * beginning may have left. Only loops whose iterations write apart and add up nothing: results keep their bits. */
#include "fl-loop-access.h"
#include "fl-loop-apart.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  guint64 threads;  /* axes of blocks, warps and lanes */
  GHashTable *read; /* arguments that an earlier loop of a thread read */
} Turner;

static void
note_threads (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_LOOP
      && (stmt->map == FL_MAP_PARALLEL || stmt->map == FL_MAP_CLUSTER || stmt->map == FL_MAP_WARP
          || stmt->map == FL_MAP_LANE))
    ((Turner *) data)->threads |= G_GUINT64_CONSTANT (1) << stmt->axis;
}

static void
note_ordered (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  *(gboolean *) data |= stmt->kind != FL_STMT_LOOP && stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_GUARD
                        && stmt->kind != FL_STMT_STORE;
}

/* Does the loop read an argument that an earlier one read? Those that it reads count as read from here on. */
static gboolean
reads_again (Turner *self, const FlLoopKernel *kernel, const GArray *touches, FlAxisId axis)
{
  gboolean again = FALSE;

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (touch->value && fl_loop_get_home (kernel, touch->home)->kind == FL_HOME_ARGUMENT
          && (fl_loop_index_get_axes (kernel, touch->index) >> axis & 1)
          && !g_hash_table_add (self->read, GUINT_TO_POINTER (touch->home)))
        again = TRUE;
    }
  return again;
}

static gboolean
is_known_apart (const Turner *self, FlLoopKernel *kernel, FlStmtId id, const FlLoopStmt *loop)
{
  const FlSym *around[FL_LOOP_MAX_AXES];
  gboolean is_ordered = FALSE;
  guint n = 0;

  fl_loop_visit (kernel, id, note_ordered, &is_ordered);
  for (guint64 left = self->threads; left; left &= left - 1)
    around[n++] = fl_loop_get_var (kernel, (FlAxisId) __builtin_ctzll (left));
  return !is_ordered && loop->n_homes == 0 && !fl_loop_find_why_dependent (kernel, id, around, n, FALSE);
}

static FlStmtId
turn (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  Turner *self = data;
  FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) touches = NULL, children = NULL;
  g_autoptr (FlLoopRewrite) rewrite = NULL;
  FlLoopAxis axis;

  if (loop.kind != FL_STMT_LOOP || loop.map != FL_MAP_SERIAL || !self->threads || (open & ~self->threads)
      || (open & self->threads) != self->threads)
    return 0;
  touches = fl_loop_collect_touches (kernel, id);
  axis = *fl_loop_get_axis (kernel, loop.axis);
  if (!reads_again (self, kernel, touches, loop.axis) || axis.begin || axis.step || axis.stop
      || !is_known_apart (self, kernel, id, &loop))
    return 0;
  rewrite = fl_loop_rewrite_new (kernel);
  fl_loop_rewrite_add_var (rewrite, axis.var, fl_sym_sub (fl_sym_add_int (axis.extent, -1), axis.var));
  children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  for (guint i = 0; i < loop.n_children; i++)
    fl_loop_append (children, fl_loop_rewrite_stmt (rewrite, loop.children[i]));
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_name (kernel, loop.axis), "turned back",
                "what it reads again was read last where it begins");
  return fl_loop_add_block (kernel, loop, children, NULL);
}

const FlLoopProgram *
fl_pass_turn_back (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) read = g_hash_table_new (NULL, NULL);
  Turner self = { .context = context, .program = program, .read = read };
  FlStmtId root;

  fl_loop_visit (program->kernel, program->root, note_threads, &self);
  root = fl_loop_map_stmts (program->kernel, program->root, 0, turn, &self);
  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
