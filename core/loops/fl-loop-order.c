/* Indices along axes. See fl-loop-order.h. */
#include "fl-loop-order.h"

#include "fl-loop-walk.h"

const FlSym *
fl_loop_find_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis)
{
  const FlSym *var = fl_loop_get_var (kernel, axis), *step = fl_sym_get_stride (index, var, &var, 1);

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT) || fl_loop_index_get_axes (kernel, step)
      || fl_sym_contains (fl_sym_sub (index, fl_sym_mul (step, var)), var))
    return NULL;
  return step;
}

gboolean
fl_loop_has_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, gint64 step)
{
  const FlSym *by = fl_loop_find_step (kernel, index, axis);

  return by && fl_sym_is_int_value (by, step);
}

const FlSym *
fl_loop_get_whole_extent (const FlLoopKernel *kernel, FlAxisId axis)
{
  return fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, axis))->extent;
}

/* --- one to one ------------------------------------------------------------------------------ */

typedef struct
{
  const FlSym *step, *extent;
} Digit;

/* From the smallest step up; FALSE: it is not known which of two is smaller. */
static gboolean
insert_digit (GArray *digits, Digit digit)
{
  guint at = 0;

  while (at < digits->len && fl_sym_known (FL_SYM_LE, g_array_index (digits, Digit, at).step, digit.step))
    at++;
  if (at < digits->len && !fl_sym_known (FL_SYM_LE, digit.step, g_array_index (digits, Digit, at).step))
    return FALSE;
  g_array_insert_val (digits, at, digit);
  return TRUE;
}

gboolean
fl_loop_is_one_to_one (const FlLoopKernel *kernel, const FlSym *index, guint64 axes)
{
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (Digit));

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    {
      const gboolean is_in = fl_sym_contains (index, fl_loop_get_var (kernel, axis));
      const Digit digit
          = { is_in ? fl_loop_find_step (kernel, index, axis) : NULL, fl_loop_get_whole_extent (kernel, axis) };

      if (!is_in && !(axes >> axis & 1))
        continue;
      if (!digit.step || !fl_sym_known (FL_SYM_GE, digit.step, fl_sym_int (fl_sym_get_table (index), 1))
          || !insert_digit (digits, digit))
        return FALSE;
    }
  for (guint i = 1; i < digits->len; i++)
    {
      const Digit *low = &g_array_index (digits, Digit, i - 1), *high = &g_array_index (digits, Digit, i);

      if (!fl_sym_known (FL_SYM_GE, high->step, fl_sym_mul (low->step, low->extent)))
        return FALSE;
    }
  return TRUE;
}

/* --- places ---------------------------------------------------------------------------------- */

/* Axes are numbered from outside in: each goes on by more than all behind it count. */
static gboolean
grows (const FlLoopKernel *kernel, const FlSym *index)
{
  const FlSym *span = fl_sym_int (fl_sym_get_table (index), 1);

  for (FlAxisId axis = fl_loop_get_n_axes (kernel); axis > 0; axis--)
    {
      const FlSym *step, *extent = fl_loop_get_axis (kernel, axis)->extent;

      if (!fl_sym_contains (index, fl_loop_get_var (kernel, axis)))
        continue;
      step = fl_loop_find_step (kernel, index, axis);
      if (!step || !fl_sym_known (FL_SYM_GE, step, span))
        return FALSE;
      span = fl_sym_add (span, fl_sym_mul (step, fl_sym_add_int (extent, -1)));
    }
  return TRUE;
}

gboolean
fl_loop_is_least (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_MIN || combiner == FL_REDUCTION_ARGMIN || combiner == FL_REDUCTION_ARGMIN_VALUE
         || combiner == FL_REDUCTION_ARGMIN_WITH_VALUE;
}

gboolean
fl_loop_is_place (const FlLoopKernel *kernel, FlValueId id)
{
  const FlLoopValue *value = id ? fl_loop_get_value (kernel, id) : NULL;
  gint64 least, most;

  if (!value || value->op != FL_SCALAR_INDEX_EXPR || fl_sym_contains_kind (value->index, FL_SYM_INDIRECT))
    return FALSE;
  fl_sym_get_range (value->index, &least, &most);
  return least == 0 && most <= G_MAXINT32 / 2 && grows (kernel, value->index);
}

/* --- order ----------------------------------------------------------------------------------- */

typedef struct
{
  GHashTable *places; /* home -> FlSym: where it is written */
  guint64 axes;
  gboolean is_free;
} Order;

static void
note_store (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Order *order = data;
  const FlSym *known;

  if (stmt->kind == FL_STMT_LOOP || stmt->kind == FL_STMT_LET)
    return;
  if (stmt->kind != FL_STMT_STORE || stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    {
      order->is_free = FALSE;
      return;
    }
  known = g_hash_table_lookup (order->places, GUINT_TO_POINTER (stmt->home));
  order->is_free &= known ? known == stmt->index : fl_loop_is_one_to_one (kernel, stmt->index, order->axes);
  g_hash_table_insert (order->places, GUINT_TO_POINTER (stmt->home), (gpointer) stmt->index);
}

static void
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Order *order = data;
  const FlSym *written = value->home ? g_hash_table_lookup (order->places, GUINT_TO_POINTER (value->home)) : NULL;

  order->is_free &= !written || written == value->index;
}

/* A loop whose bounds hang on another one of them stays inside that. */
static void
note_bounds (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopAxis *axis = stmt->kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, stmt->axis) : NULL;
  Order *order = data;
  guint64 depends;

  if (!axis || !(order->axes >> stmt->axis & 1))
    return;
  depends = fl_loop_index_get_axes (kernel, axis->extent)
            | (axis->begin ? fl_loop_index_get_axes (kernel, axis->begin) : 0);
  if (depends & order->axes & ~(G_GUINT64_CONSTANT (1) << stmt->axis))
    order->is_free = FALSE;
}

gboolean
fl_loop_has_free_order (FlLoopKernel *kernel, FlStmtId loop, guint64 axes)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  Order order = { .places = places, .axes = axes, .is_free = TRUE };

  fl_loop_visit (kernel, loop, note_bounds, &order);
  fl_loop_visit (kernel, loop, note_store, &order);
  fl_loop_walk_values (kernel, loop, note_load, &order);
  return order.is_free;
}
