/* Narrowing: 64-bit integers that 32 bits hold become such of 32, which are twice as many in a vector.
 *
 * Exact: intervals say that no bit is lost. A value becomes narrow where all that it is made of are narrow, numbers or
 * positions, and all that is made of it takes a narrow one for what it is: another narrow value, a comparison with one,
 * a conversion, an index, memory of 64 bits, which it is widened for when it is stored, or a random number of that
 * position. Numbers and positions are made anew for each that wants them. A truth value that was made an integer on the
 * way to a comparison with 0, or to another type, is taken as it is. */
#include "fl-loop-passes.h"

#include "fl-loop-interval.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-uses.h"

typedef struct
{
  FlLoopKernel *kernel;
  FlLoopIntervals *intervals;
  const FlLoopUses *uses;
  GHashTable *narrow; /* a set of values */
} Finder;

/* --- which may be narrow ---------------------------------------------------------------------- */

static gboolean
is_arithmetic (FlScalar op)
{
  switch (op)
    {
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_TO_DTYPE:
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_MAXIMUM:
    case FL_SCALAR_MINIMUM:
    case FL_SCALAR_NEG:
    case FL_SCALAR_FLOORDIV:
    case FL_SCALAR_TRUNCDIV:
    case FL_SCALAR_REMAINDER:
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD:
    case FL_SCALAR_WHERE: return TRUE;
    default: return FALSE;
    }
}

static gboolean
is_comparison (FlScalar op)
{
  return op == FL_SCALAR_EQ || op == FL_SCALAR_NE || op == FL_SCALAR_LT || op == FL_SCALAR_LE || op == FL_SCALAR_GT
         || op == FL_SCALAR_GE;
}

static gboolean
is_small (Finder *finder, FlValueId id)
{
  FlLoopInterval interval;

  return fl_loop_intervals_find (finder->intervals, id, &interval);
}

/* A number or a position: it is made again as a narrow one. */
static gboolean
can_be_made_narrow (Finder *finder, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);

  return (value->op == FL_SCALAR_CONSTANT || value->op == FL_SCALAR_INDEX_EXPR) && value->dtype == FL_DTYPE_I64
         && is_small (finder, id);
}

static gboolean
is_narrow (Finder *finder, FlValueId id)
{
  return g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (id)) || can_be_made_narrow (finder, id);
}

/* Does nothing come of it but indices, which are checked? What 32 bits do not hold is outside of any dimension, and so
 * is what it is turned to. */
static gboolean
is_only_checked (Finder *finder, FlValueId id)
{
  const GArray *uses = fl_loop_uses_find (finder->uses, id);

  for (guint i = 0; uses && i < uses->len; i++)
    {
      const FlLoopUse *use = &g_array_index (uses, FlLoopUse, i);
      const FlLoopValue *user = use->id ? fl_loop_get_value (finder->kernel, use->id) : NULL;

      if (!user
          || (!(user->op == FL_SCALAR_SET_INDIRECT && user->check)
              && !(user->op == FL_SCALAR_WHERE && use->position > 0 && is_only_checked (finder, use->id))))
        return FALSE;
    }
  return uses != NULL;
}

/* An index in memory, be it widened, that only tells positions in dimensions which 32 bits hold: what these do not hold
 * lies outside. */
static gboolean
is_position (Finder *finder, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);
  const FlLoopValue *from
      = value->op == FL_SCALAR_TO_DTYPE ? fl_loop_get_value (finder->kernel, value->args[0]) : value;
  const GArray *uses = fl_loop_uses_find (finder->uses, id);
  gint64 size;

  if (from->op != FL_SCALAR_LOAD || fl_loop_get_home (finder->kernel, from->home)->kind != FL_HOME_ARGUMENT
      || from->dtype != (from == value ? FL_DTYPE_I64 : FL_DTYPE_I32))
    return FALSE;
  for (guint i = 0; uses && i < uses->len; i++)
    {
      const FlLoopUse *use = &g_array_index (uses, FlLoopUse, i);
      const FlLoopValue *user = use->id ? fl_loop_get_value (finder->kernel, use->id) : NULL;

      if (!user || user->op != FL_SCALAR_SET_INDIRECT || !fl_sym_is_int (user->bound, &size) || size > FL_LOOP_LARGEST)
        return FALSE;
    }
  return uses != NULL;
}

static gboolean
is_fit_store (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->kind == FL_STMT_STORE ? fl_loop_get_home (kernel, stmt->home) : NULL;

  return home && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD && home->kind == FL_HOME_ARGUMENT
         && home->dtype == FL_DTYPE_I64;
}

/* The position of a random number: the same whatever its type. */
static gboolean
is_random_position (const FlLoopValue *user, guint position)
{
  return (user->op == FL_SCALAR_RAND || user->op == FL_SCALAR_RANDN) && position == 1;
}

/* Does it take a narrow integer for what it is? */
static gboolean
is_fit_use (Finder *finder, const FlLoopUse *use)
{
  const FlLoopValue *user = use->id ? fl_loop_get_value (finder->kernel, use->id) : NULL;

  if (!user)
    return is_fit_store (finder->kernel, use->stmt);
  if (g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (use->id)) || user->op == FL_SCALAR_SET_INDIRECT
      || is_random_position (user, use->position))
    return TRUE;
  if (user->op == FL_SCALAR_TO_DTYPE)
    return user->dtype != FL_DTYPE_I64;
  return is_comparison (user->op) && is_narrow (finder, user->args[0]) && is_narrow (finder, user->args[1]);
}

static gboolean
is_fit_source (Finder *finder, FlValueId id)
{
  const FlDtype dtype = fl_loop_get_value (finder->kernel, id)->dtype;
  FlLoopInterval any;

  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_I32 || is_narrow (finder, id)
         || (fl_dtype_get_size_bytes (dtype) < 4 && !fl_dtype_is_float (dtype)
             && fl_loop_intervals_find (finder->intervals, id, &any));
}

static gboolean
is_among_narrow (Finder *finder, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);
  const GArray *uses = fl_loop_uses_find (finder->uses, id);

  for (guint i = value->op == FL_SCALAR_WHERE ? 1 : 0; i < value->n_args; i++)
    if (value->op == FL_SCALAR_TO_DTYPE ? !is_fit_source (finder, value->args[i]) : !is_narrow (finder, value->args[i]))
      return FALSE;
  for (guint i = 0; uses && i < uses->len; i++)
    if (!is_fit_use (finder, &g_array_index (uses, FlLoopUse, i)))
      return FALSE;
  return TRUE;
}

static void
find_narrow (Finder *finder)
{
  gboolean is_changed = TRUE;

  for (guint i = 0; i < finder->uses->values->len; i++)
    {
      const FlValueId id = g_array_index (finder->uses->values, FlValueId, i);
      const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);

      if (value->dtype != FL_DTYPE_I64 || !(is_arithmetic (value->op) || value->op == FL_SCALAR_LOAD))
        continue;
      if (is_position (finder, id)
          || (value->op == FL_SCALAR_TO_DTYPE
              && fl_loop_get_value (finder->kernel, value->args[0])->dtype == FL_DTYPE_F32
              && is_only_checked (finder, id)))
        fl_loop_intervals_assume (finder->intervals, id, (FlLoopInterval) { -FL_LOOP_LARGEST, FL_LOOP_LARGEST });
      if (is_small (finder, id))
        g_hash_table_add (finder->narrow, GUINT_TO_POINTER (id));
    }
  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = 0; i < finder->uses->values->len; i++)
        {
          const FlValueId id = g_array_index (finder->uses->values, FlValueId, i);

          if (g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (id)) && !is_among_narrow (finder, id))
            is_changed = g_hash_table_remove (finder->narrow, GUINT_TO_POINTER (id));
        }
    }
}

/* --- the narrow program ----------------------------------------------------------------------- */

static FlValueId
add_like (FlLoopKernel *kernel, FlValueId like, const FlLoopValue *value)
{
  const FlValueId made = fl_loop_add_value (kernel, value);

  fl_loop_set_value_origins (kernel, made, fl_loop_get_value_origins (kernel, like));
  return made;
}

/* The truth value that this integer was. */
static FlValueId
find_truth (const FlLoopKernel *kernel, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return value->op == FL_SCALAR_TO_DTYPE && fl_dtype_is_integer (value->dtype) && value->dtype != FL_DTYPE_BOOL
                 && fl_loop_get_value (kernel, value->args[0])->dtype == FL_DTYPE_BOOL
             ? value->args[0]
             : 0;
}

static gboolean
is_zero (const FlLoopKernel *kernel, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return value->op == FL_SCALAR_CONSTANT && fl_dtype_is_integer (value->dtype) && value->bits == 0;
}

/* What a comparison with 0, or a conversion, of a truth value that is an integer comes to; 0: it is none. */
static FlValueId
take_truth (Finder *finder, FlLoopRewrite *rewrite, FlValueId id)
{
  FlLoopValue value = *fl_loop_get_value (finder->kernel, id);
  const FlValueId truth = value.n_args > 0 ? find_truth (finder->kernel, value.args[0]) : 0;
  FlValueId taken;

  if (!truth)
    return 0;
  taken = fl_loop_rewrite_value (rewrite, truth);
  if (value.op == FL_SCALAR_TO_DTYPE && value.dtype == FL_DTYPE_BOOL)
    return taken;
  if (value.op == FL_SCALAR_TO_DTYPE)
    {
      value.src_dtype = FL_DTYPE_BOOL;
      value.args[0] = taken;
      return add_like (finder->kernel, id, &value);
    }
  if ((value.op != FL_SCALAR_EQ && value.op != FL_SCALAR_NE) || !is_zero (finder->kernel, value.args[1]))
    return 0;
  if (value.op == FL_SCALAR_NE)
    return taken;
  return add_like (finder->kernel, id,
                   &(FlLoopValue) { .op = FL_SCALAR_LOGICAL_NOT,
                                    .dtype = FL_DTYPE_BOOL,
                                    .n_args = 1,
                                    .args = { taken },
                                    .name = value.name });
}

/* An argument as a narrow value. */
static FlValueId
make_narrow (Finder *finder, FlLoopRewrite *rewrite, FlValueId id)
{
  FlLoopValue value = *fl_loop_get_value (finder->kernel, id);

  if (!can_be_made_narrow (finder, id))
    return fl_loop_rewrite_value (rewrite, id);
  if (value.op == FL_SCALAR_INDEX_EXPR)
    value.index = fl_loop_rewrite_index (rewrite, value.index);
  value.dtype = FL_DTYPE_I32;
  return add_like (finder->kernel, id, &value);
}

/* Does it take narrow arguments, though it is no narrow integer itself? */
static gboolean
takes_narrow (Finder *finder, const FlLoopValue *value)
{
  if (is_comparison (value->op))
    return is_narrow (finder, value->args[0]) && is_narrow (finder, value->args[1]);
  if (value->op == FL_SCALAR_TO_DTYPE)
    return value->dtype != FL_DTYPE_I64 && is_narrow (finder, value->args[0]);
  return value->n_args > 1 && is_random_position (value, 1) && is_narrow (finder, value->args[1]);
}

/* What the value becomes; 0: it stays. */
static FlValueId
narrow_value (Finder *finder, FlLoopRewrite *rewrite, FlValueId id)
{
  FlLoopValue value = *fl_loop_get_value (finder->kernel, id);
  const gboolean is_narrow_itself = g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (id));
  const FlValueId truth = take_truth (finder, rewrite, id);

  if (truth && !is_narrow_itself)
    return truth;
  if (!is_narrow_itself && !takes_narrow (finder, &value))
    return 0;
  for (guint i = 0; i < value.n_args; i++)
    value.args[i] = is_random_position (&value, 1) && i == 0 ? fl_loop_rewrite_value (rewrite, value.args[i])
                                                             : make_narrow (finder, rewrite, value.args[i]);
  if (value.op == FL_SCALAR_TO_DTYPE && value.src_dtype != FL_DTYPE_NONE)
    value.src_dtype = fl_loop_get_value (finder->kernel, value.args[0])->dtype;
  if (value.op == FL_SCALAR_INDEX_EXPR && fl_sym_contains_kind (value.index, FL_SYM_INDIRECT))
    value.index = fl_loop_rewrite_index (rewrite, value.index);
  if (is_narrow_itself)
    value.dtype = FL_DTYPE_I32;
  return add_like (finder->kernel, id, &value);
}

static guint
narrow_all (Finder *finder, FlLoopRewrite *rewrite)
{
  guint n = 0;

  for (guint i = 0; i < finder->uses->values->len; i++)
    {
      const FlValueId id = g_array_index (finder->uses->values, FlValueId, i),
                      made = narrow_value (finder, rewrite, id);

      if (!made || made == id)
        continue;
      fl_loop_rewrite_add_value (rewrite, id, made);
      n++;
    }
  return n;
}

const FlLoopProgram *
fl_pass_narrow (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (FlLoopIntervals) intervals = fl_loop_intervals_new (kernel);
  g_autoptr (GHashTable) narrow = g_hash_table_new (NULL, NULL);
  g_autoptr (FlLoopUses) uses = NULL;
  Finder finder = { .kernel = kernel, .intervals = intervals, .narrow = narrow };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  finder.uses = uses = fl_loop_uses_new (program);
  find_narrow (&finder);
  if (narrow_all (&finder, rewrite) == 0)
    return program;
  root = fl_loop_drop_unused (kernel, fl_loop_rewrite_values (rewrite, program->root));
  if (g_hash_table_size (narrow) > 0)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel), "integers narrowed",
                  "32 bits hold %u values of 64: no more than %d from 0", g_hash_table_size (narrow), FL_LOOP_LARGEST);
  return fl_loop_program_new (kernel, root, context->pass, program);
}
