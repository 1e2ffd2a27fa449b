/* Strength reduction of division: by what stays the same in a loop one divides once, and multiplies by the reciprocal.
 *
 * A division of vectors takes a processor 8 to 16 cycles, a multiplication half of one. The product rounds twice, which
 * is within a unit in the last place of the quotient. The reciprocal of a subnormal number may be infinite where the
 * quotient is not: both sides are scaled by the same power of two, which rounds nothing. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include "fl-intern.h"

#include <string.h>

static const double LEAST_NORMAL = 0x1p-126, SCALE = 0x1p24;

typedef struct
{
  FlLoopKernel *kernel;
  FlAxisId axis;       /* of the loop */
  GHashTable *written; /* homes, in the loop */
  GHashTable *seen;
  FlLoopRewrite *rewrite;
  guint n_made;
} Reducer;

static FlValueId
add_number (Reducer *self, double number)
{
  FlLoopValue value = { .op = FL_SCALAR_CONSTANT, .dtype = FL_DTYPE_F32 };

  memcpy (&value.bits, &number, sizeof value.bits);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_op (Reducer *self, FlScalar op, FlDtype dtype, const char *name, guint n, const FlValueId *args)
{
  FlLoopValue value = { .op = op, .dtype = dtype, .n_args = n, .name = fl_intern (name) };

  memcpy (value.args, args, n * sizeof *args);
  return fl_loop_add_value (self->kernel, &value);
}

/* x * scale * (1 / (divisor * scale)) */
static FlValueId
multiply (Reducer *self, const FlLoopValue *quotient, FlValueId x)
{
  const FlValueId divisor = quotient->args[1], one = add_number (self, 1);
  const FlValueId size
      = add_op (self, FL_SCALAR_ABS, FL_DTYPE_F32, "size", 1, &divisor),
      is_small = add_op (self, FL_SCALAR_LT, FL_DTYPE_BOOL, "is_small", 2,
                         (const FlValueId[]) { size, add_number (self, LEAST_NORMAL) }),
      scale = add_op (self, FL_SCALAR_WHERE, FL_DTYPE_F32, "scale", 3,
                      (const FlValueId[]) { is_small, add_number (self, SCALE), one }),
      scaled = add_op (self, FL_SCALAR_MUL, FL_DTYPE_F32, "scaled", 2, (const FlValueId[]) { divisor, scale }),
      inverse = add_op (self, FL_SCALAR_TRUEDIV, FL_DTYPE_F32, "inverse", 2, (const FlValueId[]) { one, scaled });

  x = add_op (self, FL_SCALAR_MUL, FL_DTYPE_F32, "scaled", 2, (const FlValueId[]) { x, scale });
  return add_op (self, FL_SCALAR_MUL, FL_DTYPE_F32, quotient->name, 2, (const FlValueId[]) { x, inverse });
}

/* Not under a mask, from which the reciprocal would not be moved. */
static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  Reducer *self = data;
  FlValueId made;

  if (value.op == FL_SCALAR_MASKED || value.function != FL_LOOP_FUNCTION_NONE)
    return FALSE;
  if (value.op != FL_SCALAR_TRUEDIV || value.dtype != FL_DTYPE_F32
      || !(fl_loop_value_get_axes (kernel, value.args[0]) >> self->axis & 1)
      || (fl_loop_value_get_axes (kernel, value.args[1]) >> self->axis & 1)
      || fl_loop_get_value (kernel, value.args[1])->op == FL_SCALAR_CONSTANT
      || fl_loop_get_value (kernel, value.args[1])->dtype != FL_DTYPE_F32
      || fl_loop_value_reads (kernel, value.args[1], self->written))
    return TRUE;
  fl_loop_visit_value (kernel, value.args[0], self->seen, enter_value, self);
  made = multiply (self, &value, fl_loop_rewrite_value (self->rewrite, value.args[0]));
  fl_loop_set_value_origins (self->kernel, made, fl_loop_get_value_origins (kernel, id));
  fl_loop_rewrite_add_value (self->rewrite, id, made);
  self->n_made++;
  return FALSE;
}

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
} Pass;

static FlStmtId
reduce_loop (FlLoopKernel *kernel, FlStmtId id, const Pass *pass)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id), seen = g_hash_table_new (NULL, NULL);
  Reducer self = { .kernel = kernel, .axis = stmt.axis, .written = written, .seen = seen, .rewrite = rewrite };

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (kernel, stmt.children[i]);

      for (guint k = 0; k < 3; k++)
        if (k == 0 ? child.value : child.more[k - 1])
          fl_loop_visit_value (kernel, k == 0 ? child.value : child.more[k - 1], seen, enter_value, &self);
    }
  if (self.n_made > 0)
    fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, fl_loop_get_name (kernel, stmt.axis),
                  "multiplied by reciprocals", "%u divisors stay the same along it", self.n_made);
  return self.n_made > 0 ? fl_loop_rewrite_values (rewrite, id) : id;
}

static FlStmtId
reduce (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer pass)
{
  return fl_loop_is_innermost (kernel, fl_loop_get_stmt (kernel, id)) ? reduce_loop (kernel, id, pass) : 0;
}

const FlLoopProgram *
fl_pass_reciprocals (FlLoopContext *context, const FlLoopProgram *program)
{
  Pass pass = { context, program };
  const FlStmtId root = fl_loop_map_stmts (program->kernel, program->root, 0, reduce, &pass);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
