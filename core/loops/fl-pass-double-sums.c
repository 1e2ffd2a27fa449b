/* Sums of floats that are added up one by one are kept in double: a float that takes in thousands of them loses digits.
 * What is read of such a sum is a float again. Sums of lanes stay floats: each lane adds up few of them. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

static gboolean
is_sum (const FlLoopHome *home)
{
  const FlDtype compute = fl_dtype_get_compute (home->dtype);

  return (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT) && compute == FL_DTYPE_F32
         && fl_sym_is_int_value (home->size, 1);
}

/* A term, or what a piece of the sum came to. */
static void
note_step (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind != FL_STMT_ACCUMULATE
      && (stmt->kind != FL_STMT_COMBINE || !stmt->from
          || !fl_sym_is_int_value (fl_loop_get_home (kernel, stmt->from)->size, 1)))
    return;
  if (is_sum (fl_loop_get_home (kernel, stmt->home)))
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->home));
}

typedef struct
{
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite;
  GHashTable *widened; /* home -> that in double */
  GHashTable *seen;
} Widening;

static FlHomeId
find_widened (const Widening *self, const FlLoopValue *value)
{
  return value->op == FL_SCALAR_GETITEM
             ? GPOINTER_TO_UINT (g_hash_table_lookup (self->widened, GUINT_TO_POINTER (value->home)))
             : 0;
}

/* "(float) sum"; where a double is wanted, the sum itself. */
static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  FlLoopValue value = *fl_loop_get_value (kernel, id);
  const gboolean is_wanted = value.op == FL_SCALAR_TO_DTYPE && value.dtype == FL_DTYPE_F64;
  Widening *self = data;
  FlLoopValue narrowed
      = { .op = FL_SCALAR_TO_DTYPE, .dtype = FL_DTYPE_F32, .src_dtype = FL_DTYPE_F64, .n_args = 1, .name = value.name };
  FlHomeId by;

  if (is_wanted)
    value = *fl_loop_get_value (kernel, value.args[0]);
  by = find_widened (self, &value);
  if (!by)
    return TRUE;
  value.home = by;
  value.dtype = FL_DTYPE_F64;
  narrowed.args[0] = fl_loop_add_value (self->kernel, &value);
  fl_loop_rewrite_add_value (self->rewrite, id,
                             is_wanted ? narrowed.args[0] : fl_loop_add_value (self->kernel, &narrowed));
  return TRUE;
}

static void
note_reads (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Widening *self = data;

  fl_loop_visit_values (kernel, &stmt, self->seen, enter_value, self);
}

static void
widen (Widening *self, FlHomeId sum)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, sum);
  FlHomeId by;

  home.dtype = home.source_dtype = FL_DTYPE_F64;
  by = fl_loop_add_home (self->kernel, &home);
  g_hash_table_insert (self->widened, GUINT_TO_POINTER (sum), GUINT_TO_POINTER (by));
  fl_loop_rewrite_add_home (self->rewrite, sum, by);
}

const FlLoopProgram *
fl_pass_double_sums (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GHashTable) sums = g_hash_table_new (NULL, NULL), widened = g_hash_table_new (NULL, NULL),
                         seen = g_hash_table_new (NULL, NULL);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  Widening self = { .kernel = kernel, .rewrite = rewrite, .widened = widened, .seen = seen };

  fl_loop_visit (kernel, program->root, note_step, sums);
  if (g_hash_table_size (sums) == 0)
    return program;
  for (FlHomeId sum = 1, n = fl_loop_get_n_homes (kernel); sum <= n; sum++)
    if (g_hash_table_contains (sums, GUINT_TO_POINTER (sum)))
      widen (&self, sum);
  fl_loop_visit (kernel, program->root, note_reads, &self);
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel), "sums in double",
                "%u, whose terms are added one by one", g_hash_table_size (sums));
  return fl_loop_program_new (kernel, fl_loop_rewrite_stmt (rewrite, program->root), "double sums", program);
}
