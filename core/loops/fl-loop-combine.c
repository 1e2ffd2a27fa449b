/* Combiners of accumulators: where each starts, one step, what is read of it.
 * Welford: B. P. Welford, Note on a method for calculating corrected sums of squares and products, 1962; merging two
 * partial results: T. Chan, G. Golub, R. LeVeque, 1979. Online softmax: M. Milakov, N. Gimelshein, 2018. */
#include "fl-loop-interpret.h"
#include "fl-loop-order.h"

#include <math.h>

static FlLoopNumber
get_worst (FlDtype type, gboolean is_least)
{
  const guint bits = 8 * fl_dtype_get_size_bytes (type);

  if (fl_dtype_is_float (type))
    return (FlLoopNumber) { .number = is_least ? INFINITY : -INFINITY };
  if (type == FL_DTYPE_BOOL)
    return (FlLoopNumber) { .integer = is_least };
  if (!fl_dtype_is_signed (type))
    return (FlLoopNumber) { .integer = is_least ? (bits == 64 ? -1 : (G_GINT64_CONSTANT (1) << bits) - 1) : 0 };
  return (FlLoopNumber) { .integer
                          = is_least ? (gint64) (G_MAXUINT64 >> (65 - bits)) : (gint64) (G_MAXUINT64 << (bits - 1)) };
}

/* state: value, then what the combiner has besides; state[2] of an argmax tells whether it has seen anything. */
void
fl_loop_number_begin (FlReductionType combiner, FlDtype type, FlLoopNumber *state)
{
  state[0] = state[1] = state[2] = (FlLoopNumber) { .integer = 0 };
  if (fl_reduction_is_arg (combiner) || combiner == FL_REDUCTION_MAX || combiner == FL_REDUCTION_MIN)
    state[0] = get_worst (type, fl_loop_is_least (combiner));
  else if (combiner == FL_REDUCTION_ONLINE_SOFTMAX)
    state[0].number = -INFINITY;
  else if (combiner == FL_REDUCTION_PROD)
    state[0] = fl_loop_number_convert (type, FL_DTYPE_I64, (FlLoopNumber) { .integer = 1 });
}

static gboolean
apply (FlScalar op, FlDtype type, FlLoopNumber a, FlLoopNumber b, FlLoopNumber *result)
{
  const FlLoopValue value = { .op = op, .dtype = type, .n_args = 2 };

  return fl_loop_number_apply (&value, (const FlLoopNumber[]) { a, b }, (const FlDtype[]) { type, type }, result);
}

/* Ties go to the smaller position; NaN is beyond every number. */
static void
step_place (FlReductionType combiner, FlDtype type, FlLoopNumber *state, FlLoopNumber value, gint64 place)
{
  const gboolean is_least = fl_loop_is_least (combiner), is_float = fl_dtype_is_float (type);
  const gboolean is_nan = is_float && isnan (value.number), was_nan = is_float && isnan (state[0].number);
  gboolean is_better = is_float ? (is_least ? value.number < state[0].number : value.number > state[0].number)
                       : type == FL_DTYPE_U64
                           ? (is_least ? (guint64) value.integer < (guint64) state[0].integer
                                       : (guint64) value.integer > (guint64) state[0].integer)
                           : (is_least ? value.integer < state[0].integer : value.integer > state[0].integer);
  const gboolean is_same = is_nan     ? was_nan
                           : is_float ? value.number == state[0].number
                                      : value.integer == state[0].integer;

  if (is_nan || was_nan)
    is_better = is_nan && !was_nan;
  if (state[2].integer && !is_better && !(is_same && place < state[1].integer))
    return;
  state[0] = value;
  state[1].integer = place;
  state[2].integer = 1;
}

static double
as_type (FlDtype type, double number)
{
  return type == FL_DTYPE_F64 ? number : (float) number;
}

/* An infinity stays the mean, as it is of the sum; delta: of the value from the mean. */
static double
move_mean (FlDtype type, double mean, double value, double delta, double movement)
{
  return as_type (type, mean + (isfinite (delta) ? movement : value));
}

static void
step_moments (FlDtype type, FlLoopNumber *state, double mean, double m2, double weight)
{
  const double total = as_type (type, state[2].number + weight), delta = as_type (type, mean - state[0].number);
  const double part = total != 0 ? as_type (type, weight / total) : 0;

  if (weight == 0) /* of nothing, whose mean is no number */
    return;
  state[1].number = as_type (type, state[1].number + m2 + delta * delta * state[2].number * part);
  state[0].number = move_mean (type, state[0].number, mean, delta, delta * part);
  state[2].number = total;
}

/* One element more. Its distance from the new mean makes an infinity no number, as two passes do. */
static void
step_mean (FlDtype type, FlLoopNumber *state, double value)
{
  const double delta = as_type (type, value - state[0].number);

  state[2].number += 1;
  state[0].number = move_mean (type, state[0].number, value, delta, delta / state[2].number);
  state[1].number = as_type (type, state[1].number + delta * (value - state[0].number));
}

static void
step_softmax (FlDtype type, FlLoopNumber *state, double largest, double sum)
{
  const double before = state[0].number, now = isnan (largest) || isnan (before) ? NAN : MAX (before, largest);

  state[0].number = now;
  if (now == -INFINITY)
    return;
  state[1].number = as_type (type, as_type (type, state[1].number * exp (before - now))
                                       + as_type (type, sum * exp (largest - now)));
}

gboolean
fl_loop_number_step (FlReductionType combiner, FlDtype type, FlLoopNumber *state, const FlLoopNumber *args,
                     guint n_args)
{
  switch (combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT: return apply (FL_SCALAR_ADD, type, state[0], args[0], &state[0]);
    case FL_REDUCTION_PROD: return apply (FL_SCALAR_MUL, type, state[0], args[0], &state[0]);
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      if (type == FL_DTYPE_U64)
        state[0].integer = ((guint64) args[0].integer > (guint64) state[0].integer) == (combiner == FL_REDUCTION_MAX)
                               ? args[0].integer
                               : state[0].integer;
      else
        return apply (combiner == FL_REDUCTION_MAX ? FL_SCALAR_MAXIMUM : FL_SCALAR_MINIMUM, type, state[0], args[0],
                      &state[0]);
      return TRUE;
    case FL_REDUCTION_ANY: state[0].integer |= args[0].integer != 0; return TRUE;
    case FL_REDUCTION_XOR_SUM: state[0].integer ^= args[0].integer; return TRUE;
    case FL_REDUCTION_WELFORD_REDUCE:
      if (n_args == 3) /* a partial result */
        step_moments (type, state, args[0].number, args[1].number, args[2].number);
      else
        step_mean (type, state, args[0].number);
      return TRUE;
    case FL_REDUCTION_WELFORD_COMBINE:
      step_moments (type, state, args[0].number, args[1].number, args[2].number);
      return n_args == 3;
    case FL_REDUCTION_ONLINE_SOFTMAX:
      step_softmax (type, state, args[0].number, n_args > 1 ? args[1].number : 1);
      return TRUE;
    default:
      if (!fl_reduction_is_arg (combiner) || n_args < 2)
        return FALSE;
      step_place (combiner, type, state, args[0], args[1].integer);
      return TRUE;
    }
}

gboolean
fl_loop_number_is_sum (FlReductionType combiner, FlDtype type)
{
  return fl_dtype_is_float (type)
         && (combiner == FL_REDUCTION_SUM || combiner == FL_REDUCTION_DOT || combiner == FL_REDUCTION_PROD);
}

void
fl_loop_number_add_exactly (FlLoopNumber *state, FlLoopNumber term)
{
  state->number += isfinite (term.number) ? ldexp (rint (ldexp (term.number, 20)), -20) : term.number;
}

gboolean
fl_loop_number_merge (FlReductionType combiner, FlDtype type, FlLoopNumber *state, const FlLoopNumber *from)
{
  switch (combiner)
    {
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
      step_moments (type, state, from[0].number, from[1].number, from[2].number);
      return TRUE;
    case FL_REDUCTION_ONLINE_SOFTMAX: step_softmax (type, state, from[0].number, from[1].number); return TRUE;
    default:
      if (fl_reduction_is_arg (combiner) && !from[2].integer) /* `from` has seen nothing */
        return TRUE;
      return fl_loop_number_step (combiner, type, state, from, 2);
    }
}

FlLoopNumber
fl_loop_number_get (FlReductionType combiner, const FlLoopNumber *state, guint component)
{
  if (combiner == FL_REDUCTION_ARGMAX || combiner == FL_REDUCTION_ARGMIN)
    return state[1];
  /* The mean of nothing is no number. */
  if ((combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE) && component == 0
      && state[2].number == 0)
    return (FlLoopNumber) { .number = NAN };
  return state[MIN (component, 2)];
}
