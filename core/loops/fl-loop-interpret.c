/* The loop interpreter: the tree of statements, values, checked memory. See fl-loop-interpret.h. */
#include "fl-loop-interpret.h"

#include "fl-error.h"

#include <math.h>

enum
{
  MAX_LANES = 64,
  MAX_DEPTH = 200 /* of recipes */
};

typedef struct
{
  FlLoopNumber number;
  gboolean is_known;
} Named;

/* What a value came to, good for one statement at one position: a value that is used twice there is evaluated once. */
typedef struct
{
  FlLoopNumber number;
  guint64 moment;
} Memo;

typedef struct
{
  const FlLoopKernel *kernel;
  FlLoopInput *input;
  gint64 axes[FL_LOOP_MAX_AXES];
  FlLoopMemory *homes;      /* by home; accumulators have three elements */
  GHashTable *let;          /* value -> Named[1 + MAX_LANES]: without a lane, then one a lane */
  GArray *names;            /* FlValueId: LETs in reach, in order */
  guint lane;               /* 0: outside of vectors */
  Memo *memo;               /* by value */
  guint64 moment;
  gint64 n_steps;
  FlStmtId stmt;            /* being executed */
  GError **error;
} Machine;

static gboolean evaluate (Machine *machine, FlValueId id, guint depth, FlLoopNumber *result);

static gboolean
fail (Machine *machine, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (Machine *machine, int code, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (machine->error && !*machine->error)
    g_set_error (machine->error, FL_ERROR, code, "loop program %s, %s %u: %s", fl_loop_kernel_get_name (machine->kernel),
                 machine->stmt ? fl_stmt_kind_get_name (fl_loop_get_stmt (machine->kernel, machine->stmt)->kind) : "statement", machine->stmt, text);
  return FALSE;
}

/* --- indices ----------------------------------------------------------------------------------------------------- */

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  Machine *machine = data;
  const FlAxisId axis = fl_loop_find_axis (machine->kernel, symbol);
  const FlValueId indirect = fl_loop_find_indirect (machine->kernel, symbol);
  FlLoopNumber number;

  if (axis)
    *value = machine->axes[axis];
  else if (indirect)
    {
      if (!evaluate (machine, indirect, 0, &number))
        return FALSE;
      *value = number.integer;
    }
  else
    return machine->input->lookup && machine->input->lookup (symbol, machine->input->data, value);
  return TRUE;
}

static gboolean
compute_index (Machine *machine, const FlSym *index, gint64 *value)
{
  if (fl_sym_evaluate (index, look_up, machine, value))
    return TRUE;
  return fail (machine, FL_ERROR_UNSUPPORTED, "an index has no value");
}

static FlLoopNumber *
find_element (Machine *machine, FlHomeId id, const FlSym *index)
{
  const FlLoopHome *home = fl_loop_get_home (machine->kernel, id);
  FlLoopMemory *memory = &machine->homes[id];
  gint64 at;

  if (!compute_index (machine, index, &at))
    return NULL;
  if (at >= 0 && at < memory->n)
    return &memory->elements[at];
  fail (machine, FL_ERROR_MISMATCH, "element %" G_GINT64_FORMAT " of %s, which has %" G_GINT64_FORMAT, at, home->name, memory->n);
  return NULL;
}

/* --- values ------------------------------------------------------------------------------------------------------ */

static const Named *
find_named (const Machine *machine, FlValueId id)
{
  const Named *named = g_hash_table_lookup (machine->let, GUINT_TO_POINTER (id));

  if (named && machine->lane && named[machine->lane].is_known)
    return &named[machine->lane];
  return named && named[0].is_known ? &named[0] : NULL;
}

static gboolean
evaluate_masked (Machine *machine, const FlLoopValue *value, guint depth, FlLoopNumber *result)
{
  FlLoopNumber mask, body;

  if (!evaluate (machine, value->args[0], depth + 1, &mask))
    return FALSE;
  if (!mask.integer)
    {
      result->integer = value->bits; /* floats as their bits */
      return TRUE;
    }
  if (!evaluate (machine, value->args[1], depth + 1, &body))
    return FALSE;
  *result = fl_dtype_is_float (value->dtype) ? body
                                             : fl_loop_number_convert (value->dtype, fl_loop_get_value (machine->kernel, value->args[1])->dtype, body);
  return TRUE;
}

static gboolean
evaluate_indirect (Machine *machine, const FlLoopValue *value, FlLoopNumber at, FlLoopNumber *result)
{
  gint64 bound, index = at.integer;

  if (!compute_index (machine, value->bound, &bound))
    return FALSE;
  if (value->wrap && index < 0)
    index += bound;
  if (bound <= 0 && machine->input->clamps)
    return fail (machine, FL_ERROR_UNSUPPORTED, "arguments made at random ask for an element of nothing");
  if ((value->check || machine->input->clamps) && (index < 0 || index >= bound))
    {
      machine->input->bad_indices += value->check;
      index = CLAMP (index, 0, MAX (bound - 1, 0));
    }
  result->integer = index;
  return TRUE;
}

static gboolean
evaluate_plain (Machine *machine, const FlLoopValue *value, const FlLoopNumber *args, const FlDtype *types, FlLoopNumber *result)
{
  double numbers[2] = { 0 };

  if (fl_loop_number_apply (value, args, types, result))
    return TRUE;
  for (guint i = 0; i < value->n_args && i < 2; i++)
    numbers[i] = args[i].number;
  if (machine->input->special && fl_dtype_is_float (value->dtype) && machine->input->special (value->op, numbers, &result->number))
    {
      if (value->dtype != FL_DTYPE_F64)
        result->number = (float) result->number;
      return TRUE;
    }
  return fail (machine, FL_ERROR_UNSUPPORTED, "the interpreter does not know %s of %s", fl_scalar_get_info (value->op)->name,
               fl_dtype_get_torch_name (value->dtype));
}

static gboolean
evaluate_recipe (Machine *machine, FlValueId id, guint depth, FlLoopNumber *result)
{
  const FlLoopValue value = *fl_loop_get_value (machine->kernel, id);
  FlLoopNumber args[4] = { { 0 } }, *element;
  FlDtype types[4] = { 0 };

  if (depth > MAX_DEPTH)
    return fail (machine, FL_ERROR_UNSUPPORTED, "a value nests more than %d deep", MAX_DEPTH);
  switch (value.op)
    {
    case FL_SCALAR_CONSTANT:
      result->integer = value.bits;
      if (fl_dtype_is_float (value.dtype) && value.dtype != FL_DTYPE_F64)
        result->number = (float) result->number;
      return TRUE;
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED:
      element = find_element (machine, value.home, value.index);
      if (element)
        *result = *element;
      return element != NULL;
    case FL_SCALAR_INDEX_EXPR:
      if (!compute_index (machine, value.index, &args[0].integer))
        return FALSE;
      *result = fl_loop_number_convert (value.dtype, FL_DTYPE_I64, args[0]);
      return TRUE;
    case FL_SCALAR_GETITEM:
      *result = fl_loop_number_get (fl_loop_get_home (machine->kernel, value.home)->combiner, machine->homes[value.home].elements, value.component);
      return TRUE;
    case FL_SCALAR_MASKED:
      return evaluate_masked (machine, &value, depth, result);
    default:
      break;
    }
  for (guint i = 0; i < value.n_args; i++)
    {
      types[i] = fl_loop_get_value (machine->kernel, value.args[i])->dtype;
      if (!evaluate (machine, value.args[i], depth + 1, &args[i]))
        return FALSE;
    }
  if (value.op == FL_SCALAR_SET_INDIRECT)
    return evaluate_indirect (machine, &value, args[0], result);
  return evaluate_plain (machine, &value, args, types, result);
}

static gboolean
evaluate (Machine *machine, FlValueId id, guint depth, FlLoopNumber *result)
{
  const Named *named = find_named (machine, id);
  Memo *memo = &machine->memo[id];

  if (named || memo->moment == machine->moment)
    {
      *result = named ? named->number : memo->number;
      return TRUE;
    }
  if (!evaluate_recipe (machine, id, depth, result))
    return FALSE;
  *memo = (Memo) { .number = *result, .moment = machine->moment };
  return TRUE;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

static void
forget_names (Machine *machine, guint n)
{
  while (machine->names->len > n)
    {
      const FlValueId id = g_array_index (machine->names, FlValueId, machine->names->len - 1);
      Named *named = g_hash_table_lookup (machine->let, GUINT_TO_POINTER (id));

      for (guint i = 0; i <= MAX_LANES; i++)
        named[i].is_known = FALSE;
      g_array_set_size (machine->names, machine->names->len - 1);
    }
}

static gboolean
execute_let (Machine *machine, const FlLoopStmt *stmt)
{
  Named *named = g_hash_table_lookup (machine->let, GUINT_TO_POINTER (stmt->value));
  FlLoopNumber number;

  if (!evaluate (machine, stmt->value, 0, &number))
    return FALSE;
  if (!named)
    {
      named = g_new0 (Named, 1 + MAX_LANES);
      g_hash_table_insert (machine->let, GUINT_TO_POINTER (stmt->value), named);
    }
  named[machine->lane] = (Named) { .number = number, .is_known = TRUE };
  g_array_append_val (machine->names, stmt->value);
  return TRUE;
}

static gboolean
execute_store (Machine *machine, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (machine->kernel, stmt->home);
  const FlDtype from = fl_loop_get_value (machine->kernel, stmt->value)->dtype;
  FlLoopNumber number, *element;

  if (!evaluate (machine, stmt->value, 0, &number) || !(element = find_element (machine, stmt->home, stmt->index)))
    return FALSE;
  if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    {
      const FlDtype compute = fl_dtype_get_compute (home->dtype);
      const FlLoopValue sum = { .op = home->dtype == FL_DTYPE_BOOL ? FL_SCALAR_LOGICAL_OR : FL_SCALAR_ADD, .dtype = compute, .n_args = 2 };
      FlLoopNumber total;

      if (!fl_loop_number_apply (&sum, (const FlLoopNumber[]) { *element, number }, (const FlDtype[]) { compute, from }, &total))
        return fail (machine, FL_ERROR_UNSUPPORTED, "adding to %s", fl_dtype_get_torch_name (home->dtype));
      *element = fl_loop_number_store (home->dtype, compute, total);
    }
  else if (home->kind == FL_HOME_ARGUMENT || !fl_dtype_is_float (home->dtype) || !fl_dtype_is_float (from))
    *element = fl_loop_number_store (home->dtype, from, number);
  else
    *element = number; /* a row holds what is computed */
  return TRUE;
}

static gboolean
execute_accumulate (Machine *machine, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (machine->kernel, stmt->home);
  FlLoopNumber args[3] = { { 0 } };
  guint n = 0;

  for (guint i = 0; i < 3; i++)
    {
      const FlValueId id = i == 0 ? stmt->value : stmt->more[i - 1];

      if (!id)
        continue;
      if (!evaluate (machine, id, 0, &args[n]))
        return FALSE;
      if (n == 0)
        args[0] = fl_dtype_is_float (home->source_dtype) ? args[0] : fl_loop_number_convert (home->source_dtype, fl_loop_get_value (machine->kernel, id)->dtype, args[0]);
      n++;
    }
  if (!fl_loop_number_step (home->combiner, fl_dtype_get_compute (home->source_dtype), machine->homes[stmt->home].elements, args, n))
    return fail (machine, FL_ERROR_UNSUPPORTED, "combining %s by %s", fl_dtype_get_torch_name (home->source_dtype), fl_reduction_get_name (home->combiner));
  return TRUE;
}

static gboolean
begin_homes (Machine *machine, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (machine->kernel, stmt->homes[i]);
      FlLoopMemory *memory = &machine->homes[stmt->homes[i]];
      gint64 n = 3;

      if (home->combiner == FL_N_REDUCTIONS && !compute_index (machine, home->size, &n))
        return FALSE;
      if (!memory->elements)
        *memory = (FlLoopMemory) { .elements = g_new0 (FlLoopNumber, MAX (n, 1)), .n = n };
      if (home->combiner != FL_N_REDUCTIONS)
        fl_loop_number_begin (home->combiner, fl_dtype_get_compute (home->source_dtype), memory->elements);
    }
  return TRUE;
}

static gboolean execute (Machine *machine, FlStmtId id);

static gboolean
execute_children (Machine *machine, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_children; i++)
    if (!execute (machine, stmt->children[i]))
      return FALSE;
  return TRUE;
}

/* All positions do a statement before any does the next one. */
static gboolean
execute_vector (Machine *machine, const FlLoopStmt *stmt, gint64 n)
{
  const guint n_names = machine->names->len;
  gboolean done = TRUE;

  if (n > MAX_LANES || machine->lane)
    return fail (machine, FL_ERROR_MISMATCH, "a vector of %" G_GINT64_FORMAT " positions, or one within another", n);
  for (guint i = 0; i < stmt->n_children && done; i++)
    for (gint64 lane = 0; lane < n && done; lane++)
      {
        machine->lane = (guint) lane + 1;
        machine->axes[stmt->axis] = lane;
        done = execute (machine, stmt->children[i]);
      }
  machine->lane = 0;
  forget_names (machine, n_names);
  return done;
}

static gint64
choose_position (FlLoopOrder order, FlAxisMap map, gint64 i, gint64 n)
{
  if (map != FL_MAP_PARALLEL || order == FL_LOOP_FORWARD)
    return i;
  if (order == FL_LOOP_BACKWARD)
    return n - 1 - i;
  return i < (n + 1) / 2 ? 2 * i : 2 * (i - (n + 1) / 2) + 1;
}

static gboolean
execute_loop (Machine *machine, const FlLoopStmt *stmt)
{
  const FlLoopAxis axis = *fl_loop_get_axis (machine->kernel, stmt->axis);
  gint64 n;

  if (!compute_index (machine, axis.extent, &n))
    return FALSE;
  if (stmt->map == FL_MAP_VECTOR)
    return execute_vector (machine, stmt, n);
  for (gint64 i = 0; i < n; i++)
    {
      const guint n_names = machine->names->len;

      machine->axes[stmt->axis] = choose_position (machine->input->order, stmt->map, i, n);
      if (!begin_homes (machine, stmt) || !execute_children (machine, stmt))
        return FALSE;
      forget_names (machine, n_names);
    }
  return TRUE;
}

static gboolean
execute_condition (Machine *machine, const FlLoopStmt *stmt)
{
  const guint n_names = machine->names->len;
  FlLoopNumber holds;

  if (!evaluate (machine, stmt->condition, 0, &holds))
    return FALSE;
  if (stmt->kind == FL_STMT_ASSERT)
    return holds.integer ? TRUE : fail (machine, FL_ERROR_MISMATCH, "%s", stmt->message);
  if (holds.integer && !execute_children (machine, stmt))
    return FALSE;
  forget_names (machine, n_names);
  return TRUE;
}

static gboolean
execute (Machine *machine, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (machine->kernel, id);

  machine->stmt = id;
  machine->moment++;
  if (machine->input->max_steps && ++machine->n_steps > machine->input->max_steps)
    return fail (machine, FL_ERROR_UNSUPPORTED, "more than %" G_GINT64_FORMAT " steps", machine->input->max_steps);
  switch (stmt.kind)
    {
    case FL_STMT_SEQUENCE:
      return begin_homes (machine, &stmt) && execute_children (machine, &stmt);
    case FL_STMT_LOOP:
      return execute_loop (machine, &stmt);
    case FL_STMT_GUARD:
    case FL_STMT_ASSERT:
      return execute_condition (machine, &stmt);
    case FL_STMT_LET:
      return execute_let (machine, &stmt);
    case FL_STMT_STORE:
      return execute_store (machine, &stmt);
    case FL_STMT_ACCUMULATE:
      return execute_accumulate (machine, &stmt);
    case FL_STMT_PREFETCH:
    case FL_STMT_BARRIER:
    case FL_STMT_WAIT:
      return TRUE;
    default:
      return fail (machine, FL_ERROR_UNSUPPORTED, "the interpreter does not know this statement yet");
    }
}

gboolean
fl_loop_interpret (const FlLoopProgram *program, FlLoopInput *input, GError **error)
{
  const guint n_homes = fl_loop_get_n_homes (program->kernel);
  g_autoptr (GHashTable) let = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  g_autofree FlLoopMemory *homes = g_new0 (FlLoopMemory, n_homes + 1);
  g_autoptr (GError) own = NULL;
  g_autofree Memo *memo = g_new0 (Memo, fl_loop_get_n_values (program->kernel) + 1);
  Machine machine = { .kernel = program->kernel, .memo = memo, .input = input, .homes = homes, .let = let, .names = names, .error = &own };
  gboolean done;

  for (FlHomeId i = 1; i <= n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (program->kernel, i);

      if (home->kind == FL_HOME_ARGUMENT && home->argument < input->n_arguments)
        homes[i] = input->arguments[home->argument];
    }
  done = execute (&machine, program->root);
  for (FlHomeId i = 1; i <= n_homes; i++)
    if (fl_loop_get_home (program->kernel, i)->kind != FL_HOME_ARGUMENT)
      g_free (homes[i].elements);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&own));
  return done;
}
