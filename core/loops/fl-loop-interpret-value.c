/* Values of the loop interpreter: indices, checked elements, recipes. */
#include "fl-loop-interpret-private.h"

#include <math.h>

enum
{
  MAX_DEPTH = 200 /* of recipes */
};

/* --- indices ---------------------------------------------------------------------------------- */

/* Most of what is looked up is the axis that was looked up there before. */
static FlAxisId
find_axis (FlLoopRunner *runner, const FlSym *symbol)
{
  FlLoopFound *found = &runner->found[((gsize) symbol >> 4) % FL_LOOP_N_FOUND];

  if (found->symbol != symbol)
    *found = (FlLoopFound) { symbol, fl_loop_find_axis (runner->kernel, symbol) };
  return found->axis;
}

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  FlLoopRunner *runner = data;
  const FlAxisId axis = find_axis (runner, symbol);
  FlValueId indirect;
  FlLoopNumber number;

  if (axis)
    *value = fl_loop_get_axis (runner->kernel, axis)->stop == symbol ? runner->stops[axis] : runner->axes[axis];
  else if (symbol == runner->lanes || symbol == runner->lanes64)
    *value
        = (runner->input->n_lanes ? runner->input->n_lanes : FL_LOOP_FEWEST_FLOATS) / (symbol == runner->lanes ? 1 : 2);
  else if ((indirect = fl_loop_find_indirect (runner->kernel, symbol)) != 0)
    {
      if (!fl_loop_runner_evaluate (runner, indirect, 0, &number))
        return FALSE;
      *value = number.integer;
    }
  else
    return runner->input->lookup && runner->input->lookup (symbol, runner->input->data, value);
  return TRUE;
}

gboolean
fl_loop_runner_compute_index (FlLoopRunner *runner, const FlSym *index, gint64 *value)
{
  if (fl_sym_evaluate (index, look_up, runner, value))
    return TRUE;
  return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "an index has no value");
}

FlLoopNumber *
fl_loop_runner_find_element (FlLoopRunner *runner, FlHomeId id, const FlSym *index)
{
  const FlLoopHome *home = fl_loop_get_home (runner->kernel, id);
  FlLoopMemory *memory = &runner->homes[id];
  gint64 at;

  if (!fl_loop_runner_compute_index (runner, index, &at))
    return NULL;
  if (at >= 0 && at < memory->n)
    return &memory->elements[at];
  fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "element %" G_GINT64_FORMAT " of %s, which has %" G_GINT64_FORMAT, at,
                       home->name, memory->n);
  return NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static const FlLoopNamed *
find_named (const FlLoopRunner *runner, FlValueId id)
{
  const FlLoopNamed *named = g_hash_table_lookup (runner->let, GUINT_TO_POINTER (id));

  if (named && runner->lane && named[runner->lane].is_known)
    return &named[runner->lane];
  if (named && named[0].is_known)
    return &named[0];
  for (const FlLoopScope *scope = runner->outer; scope; scope = scope->outer)
    {
      named = g_hash_table_lookup (scope->let, GUINT_TO_POINTER (id));
      if (named && named[0].is_known)
        return &named[0];
    }
  return NULL;
}

static gboolean
evaluate_masked (FlLoopRunner *runner, const FlLoopValue *value, guint depth, FlLoopNumber *result)
{
  FlLoopNumber mask, body;

  if (!fl_loop_runner_evaluate (runner, value->args[0], depth + 1, &mask))
    return FALSE;
  if (!mask.integer)
    {
      result->integer = value->bits; /* floats as their bits */
      return TRUE;
    }
  if (!fl_loop_runner_evaluate (runner, value->args[1], depth + 1, &body))
    return FALSE;
  *result
      = fl_dtype_is_float (value->dtype)
            ? body
            : fl_loop_number_convert (value->dtype, fl_loop_get_value (runner->kernel, value->args[1])->dtype, body);
  return TRUE;
}

static gboolean
evaluate_indirect (FlLoopRunner *runner, const FlLoopValue *value, FlLoopNumber at, FlLoopNumber *result)
{
  gint64 bound, index = at.integer;

  if (!fl_loop_runner_compute_index (runner, value->bound, &bound))
    return FALSE;
  if (value->wrap && index < 0)
    index += bound;
  if (bound <= 0 && runner->input->clamps)
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "arguments made at random ask for an element of nothing");
  if ((value->check || runner->input->clamps) && (index < 0 || index >= bound))
    {
      runner->input->bad_indices += value->check;
      index = MAX (bound - 1, 0); /* the last one, as kernels have it */
    }
  result->integer = index;
  return TRUE;
}

/* Memory of arguments begins where a vector does. */
static gboolean
evaluate_head (FlLoopRunner *runner, const FlLoopValue *value, FlLoopNumber *result)
{
  gint64 lanes, first;

  if (!fl_loop_runner_compute_index (runner, runner->lanes, &lanes)
      || !fl_loop_runner_compute_index (runner, value->bound, &first))
    return FALSE;
  result->integer = (lanes - first % lanes) % lanes;
  return TRUE;
}

static gboolean
evaluate_plain (FlLoopRunner *runner, const FlLoopValue *value, const FlLoopNumber *args, const FlDtype *types,
                FlLoopNumber *result)
{
  double numbers[2] = { 0 };

  if (fl_loop_number_apply (value, args, types, result))
    return TRUE;
  for (guint i = 0; i < value->n_args && i < 2; i++)
    numbers[i] = args[i].number;
  if (runner->input->special && fl_dtype_is_float (value->dtype)
      && runner->input->special (value->op, numbers, &result->number))
    {
      if (value->dtype != FL_DTYPE_F64)
        result->number = (float) result->number;
      return TRUE;
    }
  return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "the interpreter does not know %s of %s",
                              fl_scalar_get_info (value->op)->name, fl_dtype_get_torch_name (value->dtype));
}

/* A sum that is added up without rounding: where a float of it is wanted, in double or not, it is rounded by who uses
 * it, so that what parts of it come to may be added up, too. */
static gboolean
is_exact_sum (const FlLoopRunner *runner, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (runner->kernel, id);

  return value->op == FL_SCALAR_GETITEM
         && fl_loop_runner_is_exact_sum (runner, fl_loop_get_home (runner->kernel, value->home));
}

/* Conversions between these leave a sum without rounding as it is. */
static gboolean
is_wide (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F64;
}

static gboolean
evaluate_recipe (FlLoopRunner *runner, FlValueId id, guint depth, FlLoopNumber *result)
{
  const FlLoopValue value = *fl_loop_get_value (runner->kernel, id);
  FlLoopNumber args[4] = { { 0 } }, *element;
  FlDtype types[4] = { 0 };

  if (depth > MAX_DEPTH)
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "a value nests more than %d deep", MAX_DEPTH);
  switch (value.op)
    {
    case FL_SCALAR_CONSTANT:
      result->integer = value.bits;
      if (fl_dtype_is_float (value.dtype) && value.dtype != FL_DTYPE_F64)
        result->number = (float) result->number;
      return TRUE;
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED:
      element = fl_loop_runner_find_element (runner, value.home, value.index);
      if (element)
        *result = *element;
      if (element && value.dtype == FL_DTYPE_I32
          && fl_loop_get_home (runner->kernel, value.home)->dtype == FL_DTYPE_I64)
        result->integer = CLAMP (result->integer, G_MININT32, G_MAXINT32);
      return element && fl_loop_runner_check_race (runner, value.home, element, FALSE);
    case FL_SCALAR_INDEX_EXPR:
      if (!fl_loop_runner_compute_index (runner, value.index, &args[0].integer))
        return FALSE;
      *result = fl_loop_number_convert (value.dtype, FL_DTYPE_I64, args[0]);
      return TRUE;
    case FL_SCALAR_GETITEM:
      args[0].integer = 0;
      if (value.index && !fl_loop_runner_compute_index (runner, value.index, &args[0].integer))
        return FALSE;
      if (args[0].integer < 0 || 3 * args[0].integer >= runner->homes[value.home].n)
        return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "element %" G_GINT64_FORMAT " of %s", args[0].integer,
                                    fl_loop_get_home (runner->kernel, value.home)->name);
      *result = fl_loop_number_get (fl_loop_get_home (runner->kernel, value.home)->combiner,
                                    runner->homes[value.home].elements + 3 * args[0].integer, value.component);
      return TRUE;
    case FL_SCALAR_MASKED: return evaluate_masked (runner, &value, depth, result);
    case FL_SCALAR_TO_DTYPE:
      if (is_exact_sum (runner, value.args[0]) && is_wide (value.dtype))
        return fl_loop_runner_evaluate (runner, value.args[0], depth + 1, result);
      break;
    default: break;
    }
  for (guint i = 0; i < value.n_args; i++)
    {
      types[i] = fl_loop_get_value (runner->kernel, value.args[i])->dtype;
      if (!fl_loop_runner_evaluate (runner, value.args[i], depth + 1, &args[i]))
        return FALSE;
      /* A sum without rounding, in an accumulator or a row: arithmetic takes it as memory would hold it. */
      if (types[i] == FL_DTYPE_F32 && !(value.op == FL_SCALAR_TO_DTYPE && is_wide (value.dtype)))
        args[i].number = (float) args[i].number;
    }
  if (value.op == FL_SCALAR_SET_INDIRECT && value.n_args == 0)
    return evaluate_head (runner, &value, result);
  if (value.op == FL_SCALAR_SET_INDIRECT)
    return evaluate_indirect (runner, &value, args[0], result);
  return evaluate_plain (runner, &value, args, types, result);
}

gboolean
fl_loop_runner_evaluate (FlLoopRunner *runner, FlValueId id, guint depth, FlLoopNumber *result)
{
  FlLoopMemo *memo = &runner->memo[id];
  const FlLoopNamed *named = memo->is_named ? find_named (runner, id) : NULL;

  if (named || memo->moment == runner->moment)
    {
      *result = named ? named->number : memo->number;
      return TRUE;
    }
  if (!evaluate_recipe (runner, id, depth, result))
    return FALSE;
  memo->number = *result;
  memo->moment = runner->moment;
  return TRUE;
}
