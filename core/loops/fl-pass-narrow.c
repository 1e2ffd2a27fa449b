/* Narrowing: 64-bit integers that 32 bits hold become such of 32, which are twice as many in a vector.
 *
 * Exact: intervals say that no bit is lost. A value becomes narrow where all that it is made of are narrow, numbers or positions, and all
 * that is made of it takes a narrow one for what it is: another narrow value, a comparison with one, a conversion, an index, memory of 64
 * bits, which it is widened for when it is stored, or a random number of that position. Numbers and positions are made anew for each that
 * wants them.
 * A truth value that was made an integer on the way to a comparison with 0, or to another type, is taken as it is. */
#include "fl-loop-passes.h"

#include "fl-loop-interval.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlValueId id;   /* 0: a statement */
  FlStmtId stmt;
  guint position; /* among its arguments */
} Use;

typedef struct
{
  FlLoopKernel *kernel;
  FlLoopIntervals *intervals;
  GArray *values;      /* FlValueId: all that are evaluated, ascending */
  GHashTable *seen;
  GHashTable *uses;    /* value -> GArray of Use */
  GHashTable *narrow;  /* a set of values */
} Finder;

/* --- who uses what ------------------------------------------------------------------------------------------------- */

static void
note_use (Finder *finder, FlValueId of, Use use)
{
  GArray *uses = g_hash_table_lookup (finder->uses, GUINT_TO_POINTER (of));

  if (!uses)
    {
      uses = g_array_new (FALSE, FALSE, sizeof (Use));
      g_hash_table_insert (finder->uses, GUINT_TO_POINTER (of), uses);
    }
  g_array_append_val (uses, use);
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  for (guint i = 0; i < value->n_args; i++)
    note_use (data, value->args[i], (Use) { .id = id, .position = i });
  g_array_append_val (((Finder *) data)->values, id);
  return TRUE;
}

static void
note_values (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlValueId values[] = { stmt.value, stmt.more[0], stmt.more[1], stmt.condition };
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  Finder *finder = data;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i])
      {
        if (stmt.kind != FL_STMT_LET)
          note_use (finder, values[i], (Use) { .stmt = id });
        fl_loop_visit_value (kernel, values[i], finder->seen, enter_value, finder);
      }
  if (stmt.index)
    fl_sym_collect_symbols (stmt.index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_loop_find_indirect (kernel, symbols->pdata[i]))
      fl_loop_visit_value (kernel, fl_loop_find_indirect (kernel, symbols->pdata[i]), finder->seen, enter_value, finder);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const FlValueId x = *(const FlValueId *) a, y = *(const FlValueId *) b;

  return x < y ? -1 : x > y;
}

/* --- which may be narrow ------------------------------------------------------------------------------------------- */

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
    case FL_SCALAR_WHERE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_comparison (FlScalar op)
{
  return op == FL_SCALAR_EQ || op == FL_SCALAR_NE || op == FL_SCALAR_LT || op == FL_SCALAR_LE || op == FL_SCALAR_GT || op == FL_SCALAR_GE;
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

  return (value->op == FL_SCALAR_CONSTANT || value->op == FL_SCALAR_INDEX_EXPR) && value->dtype == FL_DTYPE_I64 && is_small (finder, id);
}

static gboolean
is_narrow (Finder *finder, FlValueId id)
{
  return g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (id)) || can_be_made_narrow (finder, id);
}

/* Does nothing come of it but indices, which are checked? What 32 bits do not hold is outside of any dimension, and so is what it is
 * turned to. */
static gboolean
is_only_checked (Finder *finder, FlValueId id)
{
  const GArray *uses = g_hash_table_lookup (finder->uses, GUINT_TO_POINTER (id));

  for (guint i = 0; uses && i < uses->len; i++)
    {
      const Use *use = &g_array_index (uses, Use, i);
      const FlLoopValue *user = use->id ? fl_loop_get_value (finder->kernel, use->id) : NULL;

      if (!user || (!(user->op == FL_SCALAR_SET_INDIRECT && user->check)
                    && !(user->op == FL_SCALAR_WHERE && use->position > 0 && is_only_checked (finder, use->id))))
        return FALSE;
    }
  return uses != NULL;
}

static gboolean
is_fit_store (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->kind == FL_STMT_STORE ? fl_loop_get_home (kernel, stmt->home) : NULL;

  return home && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD && home->kind == FL_HOME_ARGUMENT && home->dtype == FL_DTYPE_I64;
}

/* The position of a random number: the same whatever its type. */
static gboolean
is_random_position (const FlLoopValue *user, guint position)
{
  return (user->op == FL_SCALAR_RAND || user->op == FL_SCALAR_RANDN) && position == 1;
}

/* Does it take a narrow integer for what it is? */
static gboolean
is_fit_use (Finder *finder, const Use *use)
{
  const FlLoopValue *user = use->id ? fl_loop_get_value (finder->kernel, use->id) : NULL;

  if (!user)
    return is_fit_store (finder->kernel, use->stmt);
  if (g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (use->id)) || user->op == FL_SCALAR_SET_INDIRECT || is_random_position (user, use->position))
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
         || (fl_dtype_get_size_bytes (dtype) < 4 && !fl_dtype_is_float (dtype) && fl_loop_intervals_find (finder->intervals, id, &any));
}

static gboolean
is_among_narrow (Finder *finder, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);
  const GArray *uses = g_hash_table_lookup (finder->uses, GUINT_TO_POINTER (id));

  for (guint i = value->op == FL_SCALAR_WHERE ? 1 : 0; i < value->n_args; i++)
    if (value->op == FL_SCALAR_TO_DTYPE ? !is_fit_source (finder, value->args[i]) : !is_narrow (finder, value->args[i]))
      return FALSE;
  for (guint i = 0; uses && i < uses->len; i++)
    if (!is_fit_use (finder, &g_array_index (uses, Use, i)))
      return FALSE;
  return TRUE;
}

static void
find_narrow (Finder *finder)
{
  gboolean is_changed = TRUE;

  for (guint i = 0; i < finder->values->len; i++)
    {
      const FlValueId id = g_array_index (finder->values, FlValueId, i);
      const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);

      if (value->dtype != FL_DTYPE_I64 || !is_arithmetic (value->op))
        continue;
      if (value->op == FL_SCALAR_TO_DTYPE && fl_loop_get_value (finder->kernel, value->args[0])->dtype == FL_DTYPE_F32 && is_only_checked (finder, id))
        fl_loop_intervals_assume (finder->intervals, id, (FlLoopInterval) { -FL_LOOP_LARGEST, FL_LOOP_LARGEST });
      if (is_small (finder, id))
        g_hash_table_add (finder->narrow, GUINT_TO_POINTER (id));
    }
  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = 0; i < finder->values->len; i++)
        {
          const FlValueId id = g_array_index (finder->values, FlValueId, i);

          if (g_hash_table_contains (finder->narrow, GUINT_TO_POINTER (id)) && !is_among_narrow (finder, id))
            is_changed = g_hash_table_remove (finder->narrow, GUINT_TO_POINTER (id));
        }
    }
}

/* --- the narrow program -------------------------------------------------------------------------------------------- */

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
  return add_like (finder->kernel, id, &(FlLoopValue) { .op = FL_SCALAR_LOGICAL_NOT, .dtype = FL_DTYPE_BOOL, .n_args = 1, .args = { taken }, .name = value.name });
}

/* An argument as a narrow value. */
static FlValueId
make_narrow (Finder *finder, FlLoopRewrite *rewrite, FlValueId id)
{
  FlLoopValue value = *fl_loop_get_value (finder->kernel, id);

  if (!can_be_made_narrow (finder, id))
    return fl_loop_rewrite_value (rewrite, id);
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
    value.args[i] = is_random_position (&value, 1) && i == 0 ? fl_loop_rewrite_value (rewrite, value.args[i]) : make_narrow (finder, rewrite, value.args[i]);
  if (value.op == FL_SCALAR_TO_DTYPE && value.src_dtype != FL_DTYPE_NONE)
    value.src_dtype = fl_loop_get_value (finder->kernel, value.args[0])->dtype;
  if (is_narrow_itself)
    value.dtype = FL_DTYPE_I32;
  return add_like (finder->kernel, id, &value);
}

static guint
narrow_all (Finder *finder, FlLoopRewrite *rewrite)
{
  guint n = 0;

  for (guint i = 0; i < finder->values->len; i++)
    {
      const FlValueId id = g_array_index (finder->values, FlValueId, i), made = narrow_value (finder, rewrite, id);

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
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL), narrow = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) uses = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  Finder finder = { .kernel = kernel, .intervals = intervals, .values = values, .seen = seen, .uses = uses, .narrow = narrow };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  fl_loop_visit (kernel, program->root, note_values, &finder);
  g_array_sort (values, compare_ids);
  find_narrow (&finder);
  if (narrow_all (&finder, rewrite) == 0)
    return program;
  root = fl_loop_drop_unused (kernel, fl_loop_rewrite_values (rewrite, program->root));
  if (g_hash_table_size (narrow) > 0)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel), "integers narrowed",
                  "32 bits hold %u values of 64: no more than %d from 0", g_hash_table_size (narrow), FL_LOOP_LARGEST);
  return fl_loop_program_new (kernel, root, context->pass, program);
}
