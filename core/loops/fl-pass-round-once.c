/* Rounding once: the memory of an argument rounds what is stored, so a value that was rounded to the same type for
 * nothing but that store need not be. Rounding what is rounded changes nothing: the pass is exact. Rows between
 * operations hold what is computed, of whatever type their buffer is: rounding for them stays. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
} Pass;

/* What the value was rounded from; 0: it was not. From double the rounding would be another one. */
static FlValueId
find_unrounded (const FlLoopKernel *kernel, const FlLoopStmt *store)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, store->value);
  const FlLoopHome *home = fl_loop_get_home (kernel, store->home);
  const FlDtype dtype = home->dtype;

  if (home->kind != FL_HOME_ARGUMENT || value->op != FL_SCALAR_TO_DTYPE || value->dtype != dtype
      || value->function != FL_LOOP_FUNCTION_NONE || (dtype != FL_DTYPE_BF16 && dtype != FL_DTYPE_F16)
      || !fl_dtype_is_float (value->src_dtype) || fl_dtype_get_compute (value->src_dtype) != FL_DTYPE_F32
      || fl_dtype_get_compute (fl_loop_get_value (kernel, value->args[0])->dtype) != FL_DTYPE_F32)
    return 0;
  return value->args[0];
}

static FlStmtId
store_unrounded (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  const Pass *pass = data;
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlValueId value
      = stmt.kind == FL_STMT_STORE && stmt.mode != FL_LOOP_STORE_ATOMIC_ADD ? find_unrounded (kernel, &stmt) : 0;

  if (!value)
    return 0;
  fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, fl_loop_get_home (kernel, stmt.home)->name,
                "rounded once", "the store rounds to the type that the value was rounded to");
  stmt.value = value;
  return fl_loop_add_stmt (kernel, &stmt);
}

const FlLoopProgram *
fl_pass_round_once (FlLoopContext *context, const FlLoopProgram *program)
{
  Pass pass = { context, program };
  const FlStmtId root = fl_loop_map_stmts (program->kernel, program->root, 0, store_unrounded, &pass);

  return root == program->root ? program
                               : fl_loop_program_new (program->kernel, fl_loop_drop_unused (program->kernel, root),
                                                      context->pass, program);
}
