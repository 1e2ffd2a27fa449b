/* Interval arithmetic over recipes, which begins with variables of axes, constants, and types of few bits. */
#include "fl-loop-interval.h"

#include "fl-intern.h"

#include <math.h>
#include <string.h>

typedef struct
{
  FlLoopInterval interval;
  gboolean is_known;
} Found;

struct _FlLoopIntervals
{
  const FlLoopKernel *kernel;
  GHashTable *found; /* value -> Found */
};

FlLoopIntervals *
fl_loop_intervals_new (const FlLoopKernel *kernel)
{
  FlLoopIntervals *intervals = g_new0 (FlLoopIntervals, 1);

  *intervals = (FlLoopIntervals) { .kernel = kernel, .found = g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  return intervals;
}

void
fl_loop_intervals_free (FlLoopIntervals *intervals)
{
  g_hash_table_unref (intervals->found);
  g_free (intervals);
}

static void
remember (FlLoopIntervals *intervals, FlValueId id, FlLoopInterval interval, gboolean is_known)
{
  const Found found = { interval, is_known };

  g_hash_table_insert (intervals->found, GUINT_TO_POINTER (id), g_memdup2 (&found, sizeof found));
}

void
fl_loop_intervals_assume (FlLoopIntervals *intervals, FlValueId value, FlLoopInterval interval)
{
  remember (intervals, value, interval, TRUE);
}

/* --- operations ------------------------------------------------------------------------------- */

static FlLoopInterval
join (FlLoopInterval a, FlLoopInterval b)
{
  return (FlLoopInterval) { MIN (a.low, b.low), MAX (a.high, b.high) };
}

static FlLoopInterval
multiply (FlLoopInterval a, FlLoopInterval b)
{
  const double x[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
  FlLoopInterval interval = { x[0], x[0] };

  for (guint i = 1; i < G_N_ELEMENTS (x); i++)
    interval = join (interval, (FlLoopInterval) { x[i], x[i] });
  return interval;
}

/* Of an operation on known intervals. */
static gboolean
combine (const FlLoopValue *value, const FlLoopInterval *args, FlLoopInterval *interval)
{
  const FlLoopInterval a = args[0], b = args[1];

  switch (value->op)
    {
    case FL_SCALAR_WIDEN:
    case FL_SCALAR_ROUND_LOW: *interval = a; return TRUE;
    case FL_SCALAR_TO_DTYPE:
      *interval = fl_dtype_is_integer (value->dtype) ? (FlLoopInterval) { trunc (a.low), trunc (a.high) } : a;
      return value->dtype != FL_DTYPE_BOOL;
    case FL_SCALAR_ADD: *interval = (FlLoopInterval) { a.low + b.low, a.high + b.high }; return TRUE;
    case FL_SCALAR_SUB: *interval = (FlLoopInterval) { a.low - b.high, a.high - b.low }; return TRUE;
    case FL_SCALAR_MUL: *interval = multiply (a, b); return TRUE;
    case FL_SCALAR_MAXIMUM: *interval = (FlLoopInterval) { MAX (a.low, b.low), MAX (a.high, b.high) }; return TRUE;
    case FL_SCALAR_MINIMUM: *interval = (FlLoopInterval) { MIN (a.low, b.low), MIN (a.high, b.high) }; return TRUE;
    case FL_SCALAR_NEG: *interval = (FlLoopInterval) { -a.high, -a.low }; return TRUE;
    case FL_SCALAR_FLOOR:
    case FL_SCALAR_CEIL:
    case FL_SCALAR_ROUND:
    case FL_SCALAR_TRUNC: *interval = (FlLoopInterval) { floor (a.low), ceil (a.high) }; return TRUE;
    case FL_SCALAR_FLOORDIV: /* by no less than 1, and 0 by 0 */
    case FL_SCALAR_TRUNCDIV:
      *interval = (FlLoopInterval) { -MAX (fabs (a.low), fabs (a.high)), MAX (fabs (a.low), fabs (a.high)) };
      return fl_dtype_is_integer (value->dtype);
    case FL_SCALAR_REMAINDER: *interval = (FlLoopInterval) { MIN (b.low, 0), MAX (b.high, 0) }; return TRUE;
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD: *interval = (FlLoopInterval) { MIN (a.low, 0), MAX (a.high, 0) }; return TRUE;
    case FL_SCALAR_WHERE: *interval = join (b, args[2]); return TRUE;
    default: return FALSE;
    }
}

/* An index in memory lies within the dimension that it was checked against: variables of that size stand for such. */
static const FlSym *
replace_indirect (const FlLoopKernel *kernel, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i], *below;
      const FlValueId at = fl_loop_find_indirect (kernel, symbol);
      const FlLoopValue *value = at ? fl_loop_get_value (kernel, at) : NULL;
      g_autofree char *size = value ? fl_sym_dup_text (value->bound) : NULL;

      if (!value || !value->check)
        continue;
      below = fl_sym_var (fl_sym_get_table (index), fl_intern_printf ("%s below %s", fl_sym_get_name (symbol), size),
                          value->bound);
      index = fl_sym_substitute (index, &symbol, &below, 1);
    }
  return index;
}

static gboolean
find_index (const FlLoopKernel *kernel, const FlSym *index, FlLoopInterval *interval)
{
  gint64 low, high;

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    index = replace_indirect (kernel, index);
  fl_sym_get_range (index, &low, &high);
  *interval = (FlLoopInterval) { low, high };
  return low > G_MININT64 && high < G_MAXINT64 && !fl_sym_contains_kind (index, FL_SYM_INDIRECT);
}

/* Of what few bits hold, whatever it is computed from. */
static gboolean
find_type (FlDtype dtype, FlLoopInterval *interval)
{
  switch ((int) dtype)
    {
    case FL_DTYPE_BOOL: *interval = (FlLoopInterval) { 0, 1 }; return TRUE;
    case FL_DTYPE_U8: *interval = (FlLoopInterval) { 0, G_MAXUINT8 }; return TRUE;
    case FL_DTYPE_I8: *interval = (FlLoopInterval) { G_MININT8, G_MAXINT8 }; return TRUE;
    case FL_DTYPE_I16: *interval = (FlLoopInterval) { G_MININT16, G_MAXINT16 }; return TRUE;
    default: return FALSE;
    }
}

static gboolean
find_constant (const FlLoopValue *value, FlLoopInterval *interval)
{
  double number = value->bits;

  if (fl_dtype_is_float (value->dtype))
    memcpy (&number, &value->bits, sizeof number);
  *interval = (FlLoopInterval) { number, number };
  return isfinite (number);
}

static gboolean
find_recipe (FlLoopIntervals *intervals, const FlLoopValue *value, FlLoopInterval *interval)
{
  FlLoopInterval args[3] = { { 0, 0 } };

  if (value->op == FL_SCALAR_CONSTANT)
    return find_constant (value, interval);
  if (find_type (value->dtype, interval))
    return TRUE;
  if (value->op == FL_SCALAR_INDEX_EXPR)
    return find_index (intervals->kernel, value->index, interval);
  if (value->n_args == 0 || value->n_args > 3)
    return FALSE;
  for (guint i = value->op == FL_SCALAR_WHERE ? 1 : 0; i < value->n_args; i++)
    if (!fl_loop_intervals_find (intervals, value->args[i], &args[i]))
      return FALSE;
  return combine (value, args, interval);
}

gboolean
fl_loop_intervals_find (FlLoopIntervals *intervals, FlValueId id, FlLoopInterval *interval)
{
  const FlLoopValue *value = fl_loop_get_value (intervals->kernel, id);
  const Found *known = g_hash_table_lookup (intervals->found, GUINT_TO_POINTER (id));
  gboolean is_known;

  if (known)
    {
      *interval = known->interval;
      return known->is_known;
    }
  is_known = find_recipe (intervals, value, interval);
  /* What a float rounds to may lie a little beyond. */
  if (is_known && fl_dtype_is_float (value->dtype) && value->op != FL_SCALAR_CONSTANT)
    *interval
        = (FlLoopInterval) { interval->low - fabs (interval->low) / 64, interval->high + fabs (interval->high) / 64 };
  is_known = is_known && fabs (interval->low) <= FL_LOOP_LARGEST && fabs (interval->high) <= FL_LOOP_LARGEST;
  remember (intervals, id, *interval, is_known);
  return is_known;
}
