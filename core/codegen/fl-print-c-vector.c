/* Which values and stores along the lanes of a vector have a form in C. */
#include "fl-print-c.h"

#include "fl-c-lanes.h"
#include "fl-c-vector.h"

gboolean
fl_print_c_find_step (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, gint64 *step)
{
  const FlSym *var = fl_loop_get_axis (loops, axis)->var, *by = fl_sym_get_stride (index, var, &var, 1);

  return fl_sym_is_int (by, step) && !fl_sym_contains (fl_sym_sub (index, fl_sym_mul (by, var)), var) && !fl_sym_contains_kind (index, FL_SYM_INDIRECT);
}

/* --- whether ----------------------------------------------------------------------------------------------------- */

static const char *
refuse_memory (const FlLoopKernel *kernel, FlHomeId home, const FlSym *index, FlAxisId axis)
{
  gint64 step;

  if (!fl_c_lanes_has_elements (fl_loop_get_home (kernel, home)->dtype))
    return "elements that have no vectors";
  return fl_print_c_find_step (kernel, index, axis, &step) && step == 1 ? NULL : "elements that are not next to each other";
}

static const char *
refuse_index (const FlLoopKernel *kernel, const FlLoopValue *value, FlAxisId axis)
{
  gint64 step, least, most;

  if (!fl_print_c_find_step (kernel, value->index, axis, &step))
    return "positions that do not go up by steps";
  if (value->dtype == FL_DTYPE_I64)
    return NULL;
  fl_sym_get_range (value->index, &least, &most);
  if (value->dtype != FL_DTYPE_I32 && value->dtype != FL_DTYPE_F32)
    return "positions of another type";
  return least >= G_MININT32 / 2 && most <= G_MAXINT32 / 2 ? NULL : "positions that 32 bits may not hold";
}

const char *
fl_print_c_refuse_vector (const FlLoopKernel *kernel, FlValueId id, FlAxisId axis)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlBodyOp op = { .op = value->op, .dtype = value->dtype, .src_dtype = value->src_dtype, .n_args = value->n_args, .index = -1, .block = -1 };
  FlDtype types[4] = { 0 };

  switch (value->op)
    {
    case FL_SCALAR_LOAD:
      return refuse_memory (kernel, value->home, value->index, axis);
    case FL_SCALAR_INDEX_EXPR:
      return refuse_index (kernel, value, axis);
    case FL_SCALAR_MASKED:
      return "elements that only some iterations may read";
    case FL_SCALAR_SET_INDIRECT:
      return "an index in memory";
    case FL_SCALAR_LOAD_SEED:
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN:
    case FL_SCALAR_RANDINT64:
      return "random numbers";
    default:
      for (guint i = 0; i < value->n_args; i++)
        types[i] = fl_loop_get_value (kernel, value->args[i])->dtype;
      return fl_c_lanes_refuse_op (&op, types);
    }
}

const char *
fl_print_c_refuse_store (const FlLoopKernel *kernel, const FlLoopStmt *store, FlAxisId axis)
{
  if (store->mode == FL_LOOP_STORE_ATOMIC_ADD)
    return "a scatter";
  return refuse_memory (kernel, store->home, store->index, axis);
}

const char *
fl_print_c_refuse_accumulate (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlAxisId axis)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, stmt->home);
  const FlDtype type = fl_loop_get_value (kernel, stmt->value)->dtype;

  switch (home->combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      return fl_c_vector_is_float (home->dtype) && fl_c_vector_is_float (type) ? NULL : "a reduction of numbers that are no floats";
    case FL_REDUCTION_ANY:
      return fl_c_vector_is_element (type) ? NULL : "a reduction of numbers that are no floats";
    default:
      return "a reduction that is kept one element at a time";
    }
}
