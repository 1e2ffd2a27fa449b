/* A whole pass: loops of at most four steps, whose number is known, are unrolled. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlStmtId root;
} Unroller;

static void
unroll_if_short (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Unroller *unroller = data;
  gint64 n;

  if (stmt.kind != FL_STMT_LOOP || stmt.map != FL_MAP_SERIAL
      || !fl_sym_is_int (fl_loop_get_axis (kernel, stmt.axis)->extent, &n))
    return;
  fl_loop_note (unroller->context, unroller->program, n <= 4 ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                fl_loop_get_axis (kernel, stmt.axis)->name, "unrolled", "%" G_GINT64_FORMAT " steps, at most 4", n);
  if (n > 4)
    return;
  stmt.map = FL_MAP_UNROLLED;
  const FlStmtId unrolled = fl_loop_add_stmt (unroller->program->kernel, &stmt);
  unroller->root = fl_loop_replace (unroller->program->kernel, unroller->root, id, &unrolled, 1);
}

const FlLoopProgram *fl_pass_unroll_short (FlLoopContext *context, const FlLoopProgram *program);

const FlLoopProgram *
fl_pass_unroll_short (FlLoopContext *context, const FlLoopProgram *program)
{
  Unroller unroller = { context, program, program->root };

  fl_loop_visit (program->kernel, program->root, unroll_if_short, &unroller);
  return unroller.root == program->root ? program
                                        : fl_loop_program_new (program->kernel, unroller.root, context->pass, program);
}
