/* Scans: elements of any type, and one step of each operation on them. */
#include <math.h>

#include "fl-half-copies.h"
#include "fl-scan.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* no branches in the loops over elements */
#endif

/* --- elements of any type --------------------------------------------------------------------- */

#define READ_AS(id, type, field)                                                                                       \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      to[i].field = ((const type *) view->bytes)[place + i * step];                                                    \
    return;
#define READ_SMALL(field)                                                                                              \
  READ_AS (I16, gint16, field)                                                                                         \
  READ_AS (I8, gint8, field)                                                                                           \
  READ_AS (U8, guint8, field)                                                                                          \
  READ_AS (BOOL, guint8, field)
#define WRITE_AS(id, type, field)                                                                                      \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) view->bytes)[place + i * step] = from[i].field;                                                        \
    return;

void
fl_scan_read (const FlWorkView *view, gboolean is_float, gint64 place, gint64 step, gint64 n, FlScanElement *to)
{
  float floats[FL_SCAN_CHUNK];
  if (!is_float)
    switch ((int) view->dtype)
      {
        READ_AS (I64, gint64, integer)
        READ_AS (I32, gint32, integer)
        READ_SMALL (integer)
      default: g_assert_not_reached ();
      }
  switch ((int) view->dtype)
    {
      READ_AS (F64, double, number)
      READ_AS (F32, float, number)
      READ_SMALL (number)
    default:
      fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, floats, n);
      for (gint64 i = 0; i < n; i++)
        to[i].number = floats[i];
    }
}

void
fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const FlScanElement *from)
{
  float floats[FL_SCAN_CHUNK];
  switch ((int) view->dtype)
    {
      WRITE_AS (F64, double, number)
      WRITE_AS (F32, float, number)
      WRITE_AS (I64, gint64, integer)
      WRITE_AS (I32, gint32, integer)
      WRITE_AS (I16, gint16, integer)
      WRITE_AS (I8, gint8, integer)
      WRITE_AS (U8, guint8, integer)
      WRITE_AS (BOOL, guint8, integer)
    default:
      for (gint64 i = 0; i < n; i++)
        floats[i] = from[i].number;
      fl_half_round_row (view->dtype, floats, (guint16 *) view->bytes + place, step, n);
    }
}

static gboolean
is_small (FlDtype dtype)
{
  return dtype == FL_DTYPE_I16 || dtype == FL_DTYPE_I8 || dtype == FL_DTYPE_U8 || dtype == FL_DTYPE_BOOL;
}

gboolean
fl_scan_has_types (FlDtype from, FlDtype to)
{
  const gboolean is_integer = from == FL_DTYPE_I64 || from == FL_DTYPE_I32 || is_small (from);
  if (from == to)
    return is_integer || from == FL_DTYPE_F64 || from == FL_DTYPE_F32 || fl_half_is (from);
  if (to == FL_DTYPE_I64)
    return is_integer;
  return (to == FL_DTYPE_F32 || to == FL_DTYPE_F64) && (from == FL_DTYPE_F32 || fl_half_is (from) || is_small (from));
}

/* --- one step --------------------------------------------------------------------------------- */

FlScanState
fl_scan_get_first_state (FlScanOp op, gboolean is_float)
{
  static const double numbers[] = { 0, 1, -INFINITY, INFINITY, -INFINITY };
  static const gint64 integers[] = { 0, 1, G_MININT64, G_MAXINT64, 0 };
  FlScanState state = { .place = 0 };
  if (is_float)
    state.value.number = numbers[op];
  else
    state.value.integer = integers[op];
  return state;
}

/* log (exp (a) + exp (b) + ...) = high + log (sum of exp (x - high)), with sums made anew when the highest so far
 * changes. */
static double
add_log (FlScanState *state, double x)
{
  double high = state->value.number;
  if (isnan (high) || isnan (x))
    state->value.number = NAN;
  else if (x > high)
    {
      state->sum = (state->sum > 0 ? state->sum * exp (high - x) : 0) + 1;
      state->value.number = x;
    }
  else if (!isinf (high))
    state->sum += exp (x - high);
  return isfinite (state->value.number) ? state->value.number + log (state->sum) : state->value.number;
}

/* The last of equals counts, and the last NaN of all. */
static inline __attribute__ ((always_inline)) FlScanElement
join (FlScanOp op, gboolean is_float, FlScanState *state, FlScanElement x, gint64 place)
{
  FlScanElement *value = &state->value;
  const double a = x.number, b = value->number;
  const gint64 i = x.integer, k = value->integer;
  gboolean is_extreme;
  if (op == FL_SCAN_LOG_SUM)
    return (FlScanElement) { .number = add_log (state, a) };
  if (op == FL_SCAN_SUM || op == FL_SCAN_PRODUCT)
    {
      if (is_float)
        value->number = op == FL_SCAN_SUM ? b + a : b * a;
      else
        value->integer = op == FL_SCAN_SUM ? value->integer + x.integer : value->integer * x.integer;
      return *value;
    }
  if (is_float)
    is_extreme = a != a || (op == FL_SCAN_MAX ? a >= b : a <= b);
  else
    is_extreme = op == FL_SCAN_MAX ? i >= k : i <= k;
  *value = is_extreme ? x : *value;
  state->place = is_extreme ? place : state->place;
  return *value;
}

/* One loop for each operation on floats and on integers, along a lane and across lanes. */
#define JOIN_ALL(op, is_float)                                                                                         \
  case 2 * op + is_float:                                                                                              \
    if (state_step == 0)                                                                                               \
      {                                                                                                                \
        FlScanState state = *states;                                                                                   \
        for (gint64 i = 0; i < n; i++)                                                                                 \
          {                                                                                                            \
            elements[i] = join (op, is_float, &state, elements[i], place + i);                                         \
            places[i].integer = state.place;                                                                           \
          }                                                                                                            \
        *states = state;                                                                                               \
      }                                                                                                                \
    else                                                                                                               \
      for (gint64 i = 0; i < n; i++)                                                                                   \
        {                                                                                                              \
          elements[i] = join (op, is_float, &states[i], elements[i], place);                                           \
          places[i].integer = states[i].place;                                                                         \
        }                                                                                                              \
    break;
#define JOIN_BOTH(op) JOIN_ALL (op, TRUE) JOIN_ALL (op, FALSE)

void
fl_scan_join (FlScanOp op, gboolean is_float, FlScanState *states, gint64 state_step, FlScanElement *elements, gint64 n,
              gint64 place, FlScanElement *places)
{
  switch (2 * op + is_float)
    {
      JOIN_BOTH (FL_SCAN_SUM)
      JOIN_BOTH (FL_SCAN_PRODUCT)
      JOIN_BOTH (FL_SCAN_MAX)
      JOIN_BOTH (FL_SCAN_MIN)
      JOIN_ALL (FL_SCAN_LOG_SUM, TRUE)
    }
}
