/* Whether any element of a row is beyond a constant is asked of its largest, or smallest, one: any (x > c) becomes
 * max (x) > c.
 *
 * An element costs one operation instead of a comparison and the joining of two truth values. NaN, of which no
 * comparison holds, is left out. Exact: where an element is beyond the constant, the extreme
 * is; with all of them NaN, minus infinity is beyond no number. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include "fl-intern.h"

#include <math.h>
#include <string.h>

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite;
  GHashTable *n_steps; /* home -> statements that accumulate in it */
  guint n_made;
} Reducer;

/* any (value op bound), or with the sides changed. */
typedef struct
{
  FlValueId value, bound;
  FlScalar op; /* of the extreme and the bound */
} Question;

static FlScalar
turn_around (FlScalar op)
{
  return op == FL_SCALAR_GT   ? FL_SCALAR_LT
         : op == FL_SCALAR_LT ? FL_SCALAR_GT
         : op == FL_SCALAR_GE ? FL_SCALAR_LE
                              : FL_SCALAR_GE;
}

static gboolean
is_finite_number (const FlLoopKernel *kernel, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  double number;

  memcpy (&number, &value->bits, sizeof number);
  return value->op == FL_SCALAR_CONSTANT && fl_dtype_is_float (value->dtype) && isfinite (number);
}

static gboolean
find_question (const FlLoopKernel *kernel, FlValueId id, Question *question)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  gboolean is_turned;

  if (value->op != FL_SCALAR_GT && value->op != FL_SCALAR_GE && value->op != FL_SCALAR_LT && value->op != FL_SCALAR_LE)
    return FALSE;
  is_turned = is_finite_number (kernel, value->args[0]);
  if (!is_turned && !is_finite_number (kernel, value->args[1]))
    return FALSE;
  *question = (Question) { .value = value->args[is_turned],
                           .bound = value->args[!is_turned],
                           .op = is_turned ? turn_around (value->op) : value->op };
  return fl_dtype_get_compute (fl_loop_get_value (kernel, question->value)->dtype) == FL_DTYPE_F32;
}

static void
count_step (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const gpointer home = GUINT_TO_POINTER (stmt->home);

  if (stmt->kind == FL_STMT_ACCUMULATE)
    g_hash_table_insert (data, home, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (data, home)) + 1));
}

/* What reads whether any was: the extreme is compared. */
static void
add_answer (Reducer *self, FlHomeId any, FlHomeId extreme, const Question *question)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopHome *home = fl_loop_get_home (kernel, any);
  FlLoopValue read = { .op = FL_SCALAR_GETITEM, .dtype = FL_DTYPE_BOOL, .home = any, .epoch = 1, .name = home->name };
  FlLoopValue answer = { .op = question->op, .dtype = FL_DTYPE_BOOL, .n_args = 2, .name = home->name };
  const FlValueId was = fl_loop_add_value (kernel, &read);

  read.home = extreme;
  read.dtype = FL_DTYPE_F32;
  read.name = fl_loop_get_home (kernel, extreme)->name;
  answer.args[0] = fl_loop_add_value (kernel, &read);
  answer.args[1] = question->bound;
  fl_loop_rewrite_add_value (self->rewrite, was, fl_loop_add_value (kernel, &answer));
}

static FlStmtId
reduce_extreme (Reducer *self, const FlLoopStmt *any, const Question *question)
{
  FlLoopKernel *kernel = self->kernel;
  const gboolean is_above = question->op == FL_SCALAR_GT || question->op == FL_SCALAR_GE;
  FlLoopHome home = *fl_loop_get_home (kernel, any->home);
  FlLoopStmt stmt = *any;

  home.name = fl_intern_printf ("%s_%s", home.name, is_above ? "largest" : "smallest");
  home.combiner = is_above ? FL_REDUCTION_MAX : FL_REDUCTION_MIN;
  home.dtype = home.source_dtype = FL_DTYPE_F32;
  home.ignores_nan = TRUE;
  stmt.home = fl_loop_add_home (kernel, &home);
  stmt.value = question->value;
  add_answer (self, any->home, stmt.home, question);
  fl_loop_rewrite_add_home (self->rewrite, any->home, stmt.home);
  self->n_made++;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, home.name, "the extreme is compared",
                "one operation an element instead of two");
  return fl_loop_add_stmt (kernel, &stmt);
}

static gboolean
can_reduce (const Reducer *self, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = stmt->kind == FL_STMT_ACCUMULATE ? fl_loop_get_home (self->kernel, stmt->home) : NULL;

  return home && home->combiner == FL_REDUCTION_ANY && home->dtype == FL_DTYPE_BOOL && !stmt->index
         && fl_sym_is_int_value (home->size, 1)
         && g_hash_table_lookup (self->n_steps, GUINT_TO_POINTER (stmt->home)) == GUINT_TO_POINTER (1);
}

/* A copy of the tree in which such questions are extremes; homes follow behind. */
static FlStmtId
reduce_in (Reducer *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);
  const gboolean is_row = stmt.kind == FL_STMT_LOOP && stmt.n_children > 0
                          && !fl_loop_refuse_vectors (self->context->machine, self->kernel, id);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (self->kernel, stmt.children[i]);
      Question question;

      children[i] = is_row && can_reduce (self, &child) && find_question (self->kernel, child.value, &question)
                        ? reduce_extreme (self, &child, &question)
                        : reduce_in (self, stmt.children[i]);
    }
  return fl_loop_with_children (self->kernel, id, children, stmt.n_children);
}

const FlLoopProgram *
fl_pass_compare_extremes (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GHashTable) n_steps = g_hash_table_new (NULL, NULL);
  Reducer self = { .context = context, .program = program, .kernel = kernel, .rewrite = rewrite, .n_steps = n_steps };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  fl_loop_visit (kernel, program->root, count_step, n_steps);
  root = reduce_in (&self, program->root);
  return self.n_made == 0
             ? program
             : fl_loop_program_new (kernel, fl_loop_rewrite_stmt (rewrite, root), "compare extremes", program);
}
