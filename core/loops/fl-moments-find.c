/* Pairs of sums that one loop can take: over elements, and over the squares about the mean that the first one gives. */
#include "fl-moments-private.h"

#include <string.h>

static gboolean
is_sum (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = stmt->kind == FL_STMT_ACCUMULATE ? fl_loop_get_home (kernel, stmt->home) : NULL;

  return home && home->combiner == FL_REDUCTION_SUM && home->dtype == FL_DTYPE_F32 && home->source_dtype == FL_DTYPE_F32
         && fl_sym_is_int_value (home->size, 1);
}

/* The nest of loops of a block, each of which has nothing else but names beside the next one, and the sum in it, or
 * two.
 */
gboolean
fl_moments_find_sum (FlLoopKernel *kernel, FlStmtId id, FlMomentsSum *found)
{
  FlLoopStmt loop;
  guint n_sums = 0;

  *found = (FlMomentsSum) { .block = *fl_loop_get_stmt (kernel, id),
                            .count = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 1) };
  if (found->block.kind != FL_STMT_SEQUENCE || found->block.n_homes == 0 || found->block.n_children == 0)
    return FALSE;
  for (found->inner = found->block.children[0];; found->inner = loop.children[0])
    {
      const FlLoopAxis *axis;

      loop = *fl_loop_get_stmt (kernel, found->inner);
      axis = loop.kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, loop.axis) : NULL;
      if (!axis || axis->step || axis->stop || loop.map != FL_MAP_SERIAL)
        return FALSE;
      found->length = axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent;
      found->count = fl_sym_mul (found->count, found->length);
      if (loop.n_children != 1 || fl_loop_get_stmt (kernel, loop.children[0])->kind != FL_STMT_LOOP)
        break;
    }
  for (guint i = 0; i < loop.n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, loop.children[i]);

      if (!is_sum (kernel, child))
        continue;
      if (n_sums++ > 0)
        {
          found->other = loop.children[i];
          continue;
        }
      found->step = loop.children[i];
      found->home = child->home;
      found->value = child->value;
    }
  return n_sums == 1 || n_sums == 2;
}

/* Is the second value the first one, or loaded from where that was stored beside its step? */
static gboolean
is_same_element (const FlLoopKernel *kernel, const FlMomentsSum *sum, FlValueId id)
{
  const FlLoopStmt inner = *fl_loop_get_stmt (kernel, sum->inner);
  const FlLoopValue *load = fl_loop_get_value (kernel, id);

  for (guint i = 0; id != sum->value && load->op == FL_SCALAR_LOAD && i < inner.n_children; i++)
    {
      const FlLoopStmt *store = fl_loop_get_stmt (kernel, inner.children[i]);

      if (store->kind == FL_STMT_STORE && store->value == sum->value && store->home == load->home
          && store->index == load->index && store->mode != FL_LOOP_STORE_ATOMIC_ADD
          && fl_loop_get_home (kernel, store->home)->dtype == FL_DTYPE_F32)
        return TRUE;
    }
  return id == sum->value;
}

gboolean
fl_moments_is_read (const FlLoopKernel *kernel, FlValueId id, const FlMomentsSum *of)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return value->op == FL_SCALAR_GETITEM && value->home == of->home;
}

static gboolean
is_count (const FlLoopValue *value, const FlSym *count)
{
  gint64 number;
  double given;

  if (value->op == FL_SCALAR_INDEX_EXPR)
    return fl_sym_known_equal (value->index, count);
  memcpy (&given, &value->bits, sizeof given);
  return value->op == FL_SCALAR_CONSTANT && fl_sym_is_int (count, &number) && given == (double) number;
}

/* "sum / 768" */
static gboolean
is_mean (const FlLoopKernel *kernel, FlValueId id, const FlMomentsSum *sum)
{
  const FlLoopValue mean = *fl_loop_get_value (kernel, id);

  return mean.op == FL_SCALAR_TRUEDIV && mean.dtype == FL_DTYPE_F32 && fl_moments_is_read (kernel, mean.args[0], sum)
         && is_count (fl_loop_get_value (kernel, mean.args[1]), sum->count);
}

/* "square (x - mean)" */
static gboolean
is_about_mean (const FlLoopKernel *kernel, const FlMomentsSum *squares, const FlMomentsSum *sum)
{
  const FlLoopValue square = *fl_loop_get_value (kernel, squares->value);
  const FlLoopValue *delta = square.n_args > 0 ? fl_loop_get_value (kernel, square.args[0]) : NULL;

  if (square.op != FL_SCALAR_SQUARE && (square.op != FL_SCALAR_MUL || square.args[0] != square.args[1]))
    return FALSE;
  return delta->op == FL_SCALAR_SUB && is_same_element (kernel, sum, delta->args[0])
         && is_mean (kernel, delta->args[1], sum);
}

/* Nothing but the squares, the sum of what is squared, and names. */
static gboolean
does_nothing_else (const FlLoopKernel *kernel, const FlMomentsSum *squares)
{
  const FlLoopStmt inner = *fl_loop_get_stmt (kernel, squares->inner);

  for (guint i = 0; i < inner.n_children; i++)
    if (inner.children[i] != squares->step && inner.children[i] != squares->other
        && fl_loop_get_stmt (kernel, inner.children[i])->kind != FL_STMT_LET)
      return FALSE;
  if (squares->other
      && fl_loop_get_stmt (kernel, squares->other)->value != fl_loop_get_value (kernel, squares->value)->args[0])
    return FALSE;
  return squares->block.n_homes == (squares->other ? 2 : 1) && squares->block.homes[0] == squares->home;
}

gboolean
fl_moments_are (const FlLoopMachine *machine, FlLoopKernel *kernel, const FlMomentsSum *sum,
                const FlMomentsSum *squares)
{
  return !sum->other && fl_sym_known_equal (sum->count, squares->count)
         && fl_sym_get_hint (sum->length, FL_MOMENTS_MIN_ELEMENTS) >= FL_MOMENTS_MIN_INNERMOST
         && fl_sym_get_hint (sum->count, FL_MOMENTS_MIN_ELEMENTS) >= FL_MOMENTS_MIN_ELEMENTS
         && is_about_mean (kernel, squares, sum) && does_nothing_else (kernel, squares)
         && !fl_loop_refuse_vectors (machine, kernel, sum->inner)
         && !fl_loop_refuse_vectors (machine, kernel, squares->inner);
}
