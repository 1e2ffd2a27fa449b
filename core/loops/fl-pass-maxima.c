/* Maxima that need not tell of NaN: softmax takes the largest element of a row from all of them and adds up
 * exponentials. Where an element is NaN, so is that sum, and with it all that is made of it by arithmetic. And such an
 * exponential is at most 1 and weighed against others, the largest of which is 1: what counts is its error beside 1.
 *
 * Processors have one instruction for the larger of two numbers, which forgets NaN; one that keeps it is two. So where
 * whatever comes of a maximum in memory comes of such a sum, too, the maximum leaves NaN out. Exact: results that NaN
 * reaches are NaN by way of the sum. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-walk.h"

typedef struct
{
  FlLoopKernel *kernel;
  FlHomeId maximum;
  FlValueId term;       /* the maximum is the largest value of this */
  GHashTable *sums;     /* homes: of exp (term - maximum) */
  GHashTable *tainted;  /* homes that something of the maximum alone lies in */
  GHashTable *poisoned; /* value -> is it NaN where a sum is: 1 + TRUE or FALSE */
  gboolean has_sum, is_asked_for;
} Flow;

/* NaN when one of its arguments is. */
static gboolean
keeps_nan (const FlLoopValue *value)
{
  switch (value->op)
    {
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_TRUEDIV:
    case FL_SCALAR_EXP:
    case FL_SCALAR_LOG:
    case FL_SCALAR_NEG: return TRUE;
    case FL_SCALAR_TO_DTYPE: return fl_dtype_is_float (value->dtype);
    default: return FALSE;
    }
}

/* Is it NaN where the sum is? */
static gboolean
is_poisoned (const Flow *flow, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (flow->kernel, id);
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (flow->poisoned, GUINT_TO_POINTER (id)));
  gboolean is = value->op == FL_SCALAR_GETITEM && g_hash_table_contains (flow->sums, GUINT_TO_POINTER (value->home));

  if (known)
    return known > 1;
  for (guint i = 0; i < value->n_args && !is && keeps_nan (value); i++)
    is = is_poisoned (flow, value->args[i]);
  g_hash_table_insert (flow->poisoned, GUINT_TO_POINTER (id), GUINT_TO_POINTER (1 + is));
  return is;
}

typedef struct
{
  const Flow *flow;
  gboolean is_tainted;
} Taint;

static gboolean
enter_tainted (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Taint *taint = data;

  if (is_poisoned (taint->flow, id))
    return FALSE;
  taint->is_tainted |= value->home
                       && (value->home == taint->flow->maximum
                           || g_hash_table_contains (taint->flow->tainted, GUINT_TO_POINTER (value->home)));
  return TRUE;
}

/* Does it come of the maximum otherwise than by the sum, in an index, too? */
static gboolean
is_tainted (const Flow *flow, FlValueId id)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Taint taint = { .flow = flow };

  fl_loop_visit_value (flow->kernel, id, seen, enter_tainted, &taint);
  return taint.is_tainted;
}

static gboolean
is_tainted_index (const Flow *flow, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (flow->kernel, symbols->pdata[i]);

      if (at && is_tainted (flow, at))
        return TRUE;
    }
  return FALSE;
}

/* exp (term - maximum) */
static gboolean
is_exponential (const Flow *flow, FlValueId id)
{
  const FlLoopValue *exp = fl_loop_get_value (flow->kernel, id), *difference, *maximum;

  if (exp->op != FL_SCALAR_EXP || exp->dtype != FL_DTYPE_F32)
    return FALSE;
  difference = fl_loop_get_value (flow->kernel, exp->args[0]);
  if (difference->op != FL_SCALAR_SUB || difference->args[0] != flow->term)
    return FALSE;
  maximum = fl_loop_get_value (flow->kernel, difference->args[1]);
  return maximum->op == FL_SCALAR_GETITEM && maximum->home == flow->maximum;
}

/* A sum that begins no further in than the maximum takes in all of its elements. */
static void
note_sum (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->home ? fl_loop_get_home (kernel, stmt->home) : NULL;
  Flow *flow = data;

  flow->is_asked_for |= stmt->kind == FL_STMT_GUARD; /* which may leave elements out */
  if (stmt->kind == FL_STMT_ACCUMULATE && !stmt->index && home->combiner == FL_REDUCTION_SUM
      && !(home->varies & ~fl_loop_get_home (kernel, flow->maximum)->varies) && is_exponential (flow, stmt->value))
    {
      g_hash_table_add (flow->sums, GUINT_TO_POINTER (stmt->home));
      flow->has_sum = TRUE;
    }
}

/* What comes of the maximum may lie in the kernel's own memory; in what others see it must come of the sum. */
static void
follow (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlValueId values[] = { stmt.value, stmt.more[0], stmt.more[1] };
  Flow *flow = data;

  if ((stmt.condition && is_tainted (flow, stmt.condition)) || (stmt.index && is_tainted_index (flow, stmt.index)))
    flow->is_asked_for = TRUE;
  if (stmt.kind != FL_STMT_STORE && stmt.kind != FL_STMT_ACCUMULATE)
    return;
  if (stmt.home == flow->maximum || g_hash_table_contains (flow->sums, GUINT_TO_POINTER (stmt.home)))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (values) && values[i]; i++)
    if (is_tainted (flow, values[i]))
      {
        flow->is_asked_for |= fl_loop_get_home (kernel, stmt.home)->kind == FL_HOME_ARGUMENT;
        g_hash_table_add (flow->tainted, GUINT_TO_POINTER (stmt.home));
      }
}

typedef struct
{
  GArray *maxima; /* FlStmtId: the one step of each */
  GHashTable *n_steps;
} Maxima;

static void
note_maximum (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->home ? fl_loop_get_home (kernel, stmt->home) : NULL;
  Maxima *self = data;
  const gpointer key = GUINT_TO_POINTER (stmt->home);

  if (stmt->kind != FL_STMT_ACCUMULATE || home->combiner != FL_REDUCTION_MAX || home->dtype != FL_DTYPE_F32
      || home->kind != FL_HOME_REGISTER || stmt->index)
    return;
  g_hash_table_insert (self->n_steps, key,
                       GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->n_steps, key)) + 1));
  g_array_append_val (self->maxima, id);
}

static void
note_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  g_array_append_val ((GArray *) data, id);
}

/* Twice: a loop may read what a later statement in it leaves to its next iteration. */
static gboolean
may_ignore_nan (FlLoopKernel *kernel, FlStmtId root, const FlLoopStmt *step)
{
  g_autoptr (GHashTable) sums = g_hash_table_new (NULL, NULL), tainted = g_hash_table_new (NULL, NULL),
                         poisoned = g_hash_table_new (NULL, NULL);
  Flow flow = {
    .kernel = kernel, .maximum = step->home, .term = step->value, .sums = sums, .tainted = tainted, .poisoned = poisoned
  };

  fl_loop_visit (kernel, root, note_sum, &flow);
  for (guint i = 0; i < 2 && flow.has_sum; i++)
    fl_loop_visit (kernel, root, follow, &flow);
  return flow.has_sum && !flow.is_asked_for;
}

/* Exponentials of what elements are below the largest. */
static void
mark_exponentials (FlLoopKernel *kernel, const GArray *values, const FlLoopStmt *step, FlLoopRewrite *rewrite)
{
  const Flow flow = { .kernel = kernel, .maximum = step->home, .term = step->value };

  for (guint i = 0; i < values->len; i++)
    {
      const FlValueId id = g_array_index (values, FlValueId, i);
      FlLoopValue value = *fl_loop_get_value (kernel, id);
      FlValueId made;

      if (!is_exponential (&flow, id))
        continue;
      value.function = FL_LOOP_FUNCTION_EXP_BELOW;
      value.of = value.args[0];
      made = fl_loop_add_value (kernel, &value);
      fl_loop_set_value_origins (kernel, made, fl_loop_get_value_origins (kernel, id));
      fl_loop_rewrite_add_value (rewrite, id, made);
    }
}

/* The one step of each maximum. */
static GArray *
find_maxima (FlLoopKernel *kernel, FlStmtId root)
{
  GArray *maxima = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  g_autoptr (GHashTable) n_steps = g_hash_table_new (NULL, NULL);
  Maxima self = { .maxima = maxima, .n_steps = n_steps };

  fl_loop_visit (kernel, root, note_maximum, &self);
  for (guint i = maxima->len; i-- > 0;)
    {
      const FlHomeId home = fl_loop_get_stmt (kernel, g_array_index (maxima, FlStmtId, i))->home;

      if (g_hash_table_lookup (n_steps, GUINT_TO_POINTER (home)) != GUINT_TO_POINTER (1))
        g_array_remove_index (maxima, i);
    }
  return maxima;
}

static FlStmtId
mark_all (FlLoopKernel *kernel, FlStmtId root)
{
  g_autoptr (GArray) maxima = find_maxima (kernel, root), values = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);

  fl_loop_walk_values (kernel, root, note_value, values);
  for (guint i = 0; i < maxima->len; i++)
    {
      const FlLoopStmt step = *fl_loop_get_stmt (kernel, g_array_index (maxima, FlStmtId, i));

      mark_exponentials (kernel, values, &step, rewrite);
    }
  return fl_loop_rewrite_values (rewrite, root);
}

const FlLoopProgram *
fl_pass_maxima (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GArray) maxima = find_maxima (kernel, program->root);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlStmtId root = program->root;
  guint n_made = 0;

  for (guint i = 0; i < maxima->len; i++)
    {
      const FlLoopStmt step = *fl_loop_get_stmt (kernel, g_array_index (maxima, FlStmtId, i));
      FlLoopHome home = *fl_loop_get_home (kernel, step.home);

      if (!may_ignore_nan (kernel, program->root, &step))
        continue;
      home.ignores_nan = TRUE;
      fl_loop_rewrite_add_home (rewrite, step.home, fl_loop_add_home (kernel, &home));
      fl_loop_note (context, program, FL_VERDICT_ACCEPT, home.name, "leaves NaN out",
                    "the sum of exponentials below it tells of that");
      n_made++;
    }
  if (n_made > 0)
    root = fl_loop_rewrite_stmt (rewrite, root);
  if (maxima->len > 0)
    root = mark_all (kernel, root);
  return root == program->root ? program : fl_loop_program_new (kernel, root, context->pass, program);
}
