/* The loop interpreter: the tree of statements. See fl-loop-interpret.h. */
#include "fl-loop-interpret-private.h"

#include <math.h>

/* --- statements ------------------------------------------------------------------------------- */

static gboolean
execute_let (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  FlLoopNamed *named = g_hash_table_lookup (runner->let, GUINT_TO_POINTER (stmt->value));
  FlLoopNumber number;

  if (!fl_loop_runner_evaluate (runner, stmt->value, 0, &number))
    return FALSE;
  if (!named)
    {
      named = g_new0 (FlLoopNamed, 1 + FL_LOOP_MAX_LANES);
      g_hash_table_insert (runner->let, GUINT_TO_POINTER (stmt->value), named);
      runner->memo[stmt->value].is_named = TRUE;
    }
  named[runner->lane] = (FlLoopNamed) { .number = number, .is_known = TRUE };
  g_array_append_val (runner->names, stmt->value);
  return TRUE;
}

static gboolean
execute_store (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (runner->kernel, stmt->home);
  const FlDtype from = fl_loop_get_value (runner->kernel, stmt->value)->dtype;
  FlLoopNumber number, *element;

  if (!fl_loop_runner_evaluate (runner, stmt->value, 0, &number)
      || !(element = fl_loop_runner_find_element (runner, stmt->home, stmt->index)))
    return FALSE;
  if (stmt->mode != FL_LOOP_STORE_ATOMIC_ADD && !fl_loop_runner_check_race (runner, stmt->home, element, TRUE))
    return FALSE;
  if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    {
      const FlDtype compute = fl_dtype_get_compute (home->dtype);
      const FlLoopValue sum = { .op = home->dtype == FL_DTYPE_BOOL ? FL_SCALAR_LOGICAL_OR : FL_SCALAR_ADD,
                                .dtype = compute,
                                .n_args = 2 };
      FlLoopNumber total;

      if (!fl_loop_number_apply (&sum, (const FlLoopNumber[]) { *element, number }, (const FlDtype[]) { compute, from },
                                 &total))
        return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "adding to %s",
                                    fl_dtype_get_torch_name (home->dtype));
      *element = fl_loop_number_convert (home->dtype, compute, total);
    }
  else if (home->kind == FL_HOME_ARGUMENT || !fl_dtype_is_float (home->dtype) || !fl_dtype_is_float (from))
    *element = fl_loop_number_convert (home->dtype, from, number);
  else
    *element = number; /* a row holds what is computed */
  return TRUE;
}

/* The three numbers that one element of an accumulator consists of. NULL: outside. */
static FlLoopNumber *
find_state (FlLoopRunner *runner, FlHomeId home, const FlSym *index)
{
  gint64 at = 0;

  if (index && !fl_loop_runner_compute_index (runner, index, &at))
    return NULL;
  if (at >= 0 && 3 * at < runner->homes[home].n)
    return runner->homes[home].elements + 3 * at;
  fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "element %" G_GINT64_FORMAT " of %s, which has %" G_GINT64_FORMAT, at,
                       fl_loop_get_home (runner->kernel, home)->name, runner->homes[home].n / 3);
  return NULL;
}

/* What each element came to goes to the other accumulator, as partial results do. */
static gboolean
execute_combine (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (runner->kernel, stmt->home);
  const FlDtype type = fl_dtype_get_compute (home->source_dtype);
  const FlLoopMemory *from = &runner->homes[stmt->from];
  FlLoopNumber *state = find_state (runner, stmt->home, NULL);

  if (!state || !stmt->from)
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "the interpreter does not know this statement yet");
  for (gint64 i = 0; i < from->n; i += 3)
    if (fl_loop_runner_is_exact_sum (runner, home))
      state->number += from->elements[i].number;
    else if (!fl_loop_number_merge (home->combiner, type, state, &from->elements[i]))
      return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "combining %s by %s",
                                  fl_dtype_get_torch_name (home->source_dtype), fl_reduction_get_name (home->combiner));
  return TRUE;
}

/* Where sums are exact, what a part of one came to is added as it is kept, not as the float that it is read as. NULL:
 * it is another value. */
static const FlLoopNumber *
find_part (FlLoopRunner *runner, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (runner->kernel, id);

  return value->op == FL_SCALAR_GETITEM
                 && fl_loop_runner_is_exact_sum (runner, fl_loop_get_home (runner->kernel, value->home))
             ? find_state (runner, value->home, value->index)
             : NULL;
}

static gboolean
execute_accumulate (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (runner->kernel, stmt->home);
  FlLoopNumber args[3] = { { 0 } }, *state = find_state (runner, stmt->home, stmt->index);
  const FlLoopNumber *part = find_part (runner, stmt->value);
  guint n = 0;

  if (!state)
    return FALSE;

  for (guint i = 0; i < 3; i++)
    {
      const FlValueId id = i == 0 ? stmt->value : stmt->more[i - 1];

      if (!id)
        continue;
      if (!fl_loop_runner_evaluate (runner, id, 0, &args[n]))
        return FALSE;
      if (n == 0)
        args[0]
            = fl_dtype_is_float (home->source_dtype)
                  ? args[0]
                  : fl_loop_number_convert (home->source_dtype, fl_loop_get_value (runner->kernel, id)->dtype, args[0]);
      n++;
    }
  if (home->ignores_nan && isnan (args[0].number))
    return TRUE;
  if (fl_loop_runner_is_exact_sum (runner, home))
    fl_loop_number_add_exactly (state, part ? *part : args[0]);
  else if (!fl_loop_number_step (home->combiner, fl_dtype_get_compute (home->source_dtype), state, args, n))
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "combining %s by %s",
                                fl_dtype_get_torch_name (home->source_dtype), fl_reduction_get_name (home->combiner));
  return TRUE;
}

static gboolean execute (FlLoopRunner *runner, FlStmtId id);

static gboolean
execute_children (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_children; i++)
    if (!execute (runner, stmt->children[i]))
      return FALSE;
  return TRUE;
}

/* All positions do a statement before any does the next one. */
static gboolean
execute_vector (FlLoopRunner *runner, const FlLoopStmt *stmt, gint64 n)
{
  const guint n_names = runner->names->len;
  gboolean done = TRUE;

  if (n > FL_LOOP_MAX_LANES || runner->lane)
    return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH,
                                "a vector of %" G_GINT64_FORMAT " positions, or one within another", n);
  for (guint i = 0; i < stmt->n_children && done; i++)
    for (gint64 lane = 0; lane < n && done; lane++)
      {
        runner->lane = (guint) lane + 1;
        runner->axes[stmt->axis] = lane;
        done = execute (runner, stmt->children[i]);
      }
  runner->lane = 0;
  fl_loop_runner_forget_names (runner, n_names);
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

typedef struct
{
  gint64 begin, extent, step, n; /* n: of positions */
} Span;

static gboolean
compute_span (FlLoopRunner *runner, const FlLoopAxis *axis, Span *span)
{
  *span = (Span) { .step = 1 };
  if ((axis->begin && !fl_loop_runner_compute_index (runner, axis->begin, &span->begin))
      || (axis->step && !fl_loop_runner_compute_index (runner, axis->step, &span->step))
      || !fl_loop_runner_compute_index (runner, axis->extent, &span->extent))
    return FALSE;
  if (span->step < 1)
    return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "%s goes on by %" G_GINT64_FORMAT, axis->name, span->step);
  span->n = MAX ((span->extent - span->begin + span->step - 1) / span->step, 0);
  return TRUE;
}

/* In order one part has all, so that programs are as fast as without parts; else each has as little as a part may. */
static void
choose_parts (const FlLoopRunner *runner, Span *span)
{
  if (runner->input->order != FL_LOOP_FORWARD || span->n < 2)
    return;
  span->step *= span->n;
  span->n = 1;
}

static gboolean
execute_loop (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  const FlLoopAxis axis = *fl_loop_get_axis (runner->kernel, stmt->axis);
  Span span;

  if (!compute_span (runner, &axis, &span))
    return FALSE;
  if (stmt->map == FL_MAP_VECTOR)
    return execute_vector (runner, stmt, span.n);
  if (axis.stop)
    choose_parts (runner, &span);
  for (gint64 i = 0; i < span.n; i++)
    {
      const guint n_names = runner->names->len;

      runner->together.n_blocks += stmt->map == FL_MAP_PARALLEL;
      runner->axes[stmt->axis] = span.begin + span.step * choose_position (runner->input->order, stmt->map, i, span.n);
      runner->stops[stmt->axis] = MIN (runner->axes[stmt->axis] + span.step, span.extent);
      if (!fl_loop_runner_begin_homes (runner, stmt) || !execute_children (runner, stmt))
        return FALSE;
      fl_loop_runner_forget_names (runner, n_names);
    }
  return TRUE;
}

static gboolean
execute_condition (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  const guint n_names = runner->names->len;
  FlLoopNumber holds;

  if (!fl_loop_runner_evaluate (runner, stmt->condition, 0, &holds))
    return FALSE;
  if (stmt->kind == FL_STMT_ASSERT)
    return holds.integer ? TRUE : fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "%s", stmt->message);
  if (holds.integer && !execute_children (runner, stmt))
    return FALSE;
  fl_loop_runner_forget_names (runner, n_names);
  return TRUE;
}

/* A store at all positions of its axes. */
static gboolean
execute_relayout (FlLoopRunner *runner, const FlLoopStmt *stmt, guint64 over)
{
  const FlAxisId axis = (FlAxisId) g_bit_nth_lsf (over, -1);
  Span span;

  runner->moment++;
  if (!over)
    return execute_store (runner, stmt);
  if (!compute_span (runner, fl_loop_get_axis (runner->kernel, axis), &span))
    return FALSE;
  for (gint64 i = 0; i < span.n; i++)
    {
      runner->axes[axis] = span.begin + span.step * i;
      if (!execute_relayout (runner, stmt, over & ~(G_GUINT64_CONSTANT (1) << axis)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
execute (FlLoopRunner *runner, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (runner->kernel, id);

  runner->stmt = id;
  runner->moment++;
  if (runner->input->max_steps && ++runner->n_steps > runner->input->max_steps)
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "more than %" G_GINT64_FORMAT " steps",
                                runner->input->max_steps);
  switch (stmt.kind)
    {
    case FL_STMT_SEQUENCE: return fl_loop_runner_begin_homes (runner, &stmt) && execute_children (runner, &stmt);
    case FL_STMT_LOOP:
      return stmt.map == FL_MAP_WARP || stmt.map == FL_MAP_LANE || stmt.map == FL_MAP_CLUSTER
                 ? fl_loop_runner_execute_team (runner, id)
                 : execute_loop (runner, &stmt);
    case FL_STMT_GUARD:
    case FL_STMT_ASSERT: return execute_condition (runner, &stmt);
    case FL_STMT_LET: return execute_let (runner, &stmt);
    case FL_STMT_STORE: return execute_store (runner, &stmt);
    case FL_STMT_ACCUMULATE: return execute_accumulate (runner, &stmt);
    case FL_STMT_COMBINE: return execute_combine (runner, &stmt);
    case FL_STMT_RELAYOUT: return execute_relayout (runner, &stmt, stmt.over);
    case FL_STMT_PREFETCH: return fl_loop_runner_compute_index (runner, stmt.index, &(gint64) { 0 });
    case FL_STMT_BARRIER:
    case FL_STMT_ARRIVE:
    case FL_STMT_WAIT: return TRUE;
    default:
      return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "the interpreter does not know this statement yet");
    }
}

static gboolean
interpret (const FlLoopProgram *program, FlLoopInput *input, GHashTable *memory, GError **error)
{
  const guint n_homes = fl_loop_get_n_homes (program->kernel);
  g_autoptr (GHashTable) let = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  g_autofree FlLoopMemory *homes = g_new0 (FlLoopMemory, n_homes + 1);
  g_autoptr (GError) own = NULL;
  g_autofree FlLoopMemo *memo = g_new0 (FlLoopMemo, fl_loop_get_n_values (program->kernel) + 1);
  g_autoptr (GHashTable) shared = g_hash_table_new_full (NULL, NULL, NULL, g_free),
                         arguments = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  FlLoopRunner runner = { .kernel = program->kernel,
                          .lanes = fl_loop_kernel_get_lanes (program->kernel),
                          .lanes64 = fl_loop_kernel_get_lanes64 (program->kernel),
                          .memo = memo,
                          .input = input,
                          .own = memory,
                          .homes = homes,
                          .let = let,
                          .names = names,
                          .error = &own,
                          .together = { .shared = shared, .arguments = arguments, .chance = input->seed },
                          .execute = execute };
  const gboolean done = fl_loop_runner_bind_arguments (&runner) && execute (&runner, program->root);

  for (FlHomeId i = 1; i <= n_homes; i++)
    if (fl_loop_get_home (program->kernel, i)->kind != FL_HOME_ARGUMENT)
      g_free (homes[i].elements);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&own));
  return done;
}

gboolean
fl_loop_interpret_all (const GPtrArray *programs, FlLoopInput *input, GError **error)
{
  g_autoptr (GHashTable) memory = fl_loop_own_memory_new ();

  for (guint i = 0; i < programs->len; i++)
    if (!interpret (programs->pdata[i], input, memory, error))
      return FALSE;
  return TRUE;
}

gboolean
fl_loop_interpret (const FlLoopProgram *program, FlLoopInput *input, GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) program);
  return fl_loop_interpret_all (one, input, error);
}
