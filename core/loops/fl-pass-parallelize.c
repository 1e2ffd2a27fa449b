/* The outermost axis is shared out to threads: parallel, where no two iterations touch one element that one of them writes. */
#include "fl-loop-apart.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

static void
note_loop (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  *(guint *) data += fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP;
}

/* Ranges of the axis, each of which a thread goes through in order. Parts of an innermost loop are whole vectors. */
static FlStmtId
share_out (FlLoopContext *context, FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopStmt parallel = { .kind = FL_STMT_LOOP, .map = FL_MAP_PARALLEL };
  FlLoopStmt outer = parallel;
  const FlLoopAxis *parts;
  FlAxisId axis;
  guint n_loops = 0;

  fl_loop_visit (kernel, id, note_loop, &n_loops);
  outer.axis = fl_loop_add_partition (kernel, loop.axis, fl_sym_int (fl_loop_kernel_get_symbols (kernel), n_loops == 1 ? MAX (context->machine->grain, 1) : 1));
  parts = fl_loop_get_axis (kernel, outer.axis);
  axis = fl_loop_add_part (kernel, loop.axis, "s", (FlLoopAxis) { .begin = parts->var, .extent = parts->stop });
  return fl_loop_wrap (kernel, outer, fl_loop_remake (kernel, &loop, fl_loop_get_axis (kernel, axis)->var, axis, FL_MAP_SERIAL));
}

const FlLoopProgram *
fl_pass_parallelize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt root = *fl_loop_get_stmt (kernel, program->root);
  FlStmtId now = program->root;

  for (guint i = 0; i < root.n_children; i++)
    {
      const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, root.children[i]);
      const char *why_not;
      FlStmtId id;

      if (stmt.kind != FL_STMT_LOOP || stmt.map != FL_MAP_SERIAL || fl_loop_get_n_axes (kernel) + 3 > FL_LOOP_MAX_AXES)
        continue;
      why_not = fl_loop_find_why_dependent (kernel, root.children[i], NULL, 0, FALSE);
      fl_loop_note (context, program, why_not ? FL_VERDICT_ILLEGAL : FL_VERDICT_ACCEPT, fl_loop_get_axis (kernel, stmt.axis)->name,
                    "shared out to threads", why_not ? "%s" : NULL, why_not);
      if (why_not)
        continue;
      id = share_out (context, kernel, root.children[i]);
      now = fl_loop_replace (kernel, now, root.children[i], &id, 1);
    }
  return now == program->root ? program : fl_loop_program_new (kernel, now, "parallelize", program);
}
