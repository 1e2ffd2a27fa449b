/* Scans: elements of any type, and one step of each operation on them. */
#include <math.h>

#include "fl-half-copies.h"
#include "fl-scan.h"

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
  FlScanState state = { .place = -1 };
  if (op == FL_SCAN_LOG_SUM)
    state.value.number = -INFINITY;
  else if (op == FL_SCAN_PRODUCT && is_float)
    state.value.number = 1;
  else
    state.value.integer = op == FL_SCAN_PRODUCT;
  return state;
}

static gboolean
is_extreme (FlScanOp op, gboolean is_float, const FlScanState *state, FlScanElement x)
{
  if (state->place < 0)
    return TRUE;
  if (!is_float)
    return op == FL_SCAN_MAX ? (gint64) x.integer >= (gint64) state->value.integer
                             : (gint64) x.integer <= (gint64) state->value.integer;
  if (isnan (x.number) || isnan (state->value.number))
    return isnan (x.number);
  return op == FL_SCAN_MAX ? x.number >= state->value.number : x.number <= state->value.number;
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

static inline FlScanElement
join (FlScanOp op, gboolean is_float, FlScanState *state, FlScanElement x, gint64 place)
{
  FlScanElement *value = &state->value;
  if (op == FL_SCAN_LOG_SUM)
    return (FlScanElement) { .number = add_log (state, x.number) };
  if (op == FL_SCAN_SUM && is_float)
    value->number += x.number;
  else if (op == FL_SCAN_SUM)
    value->integer += x.integer;
  else if (op == FL_SCAN_PRODUCT && is_float)
    value->number *= x.number;
  else if (op == FL_SCAN_PRODUCT)
    value->integer *= x.integer;
  else if (is_extreme (op, is_float, state, x))
    *state = (FlScanState) { .value = x, .place = place };
  return *value;
}

void
fl_scan_join (FlScanOp op, gboolean is_float, FlScanState *states, gint64 state_step, FlScanElement *elements, gint64 n,
              gint64 place, FlScanElement *places)
{
  for (gint64 i = 0; i < n; i++)
    {
      FlScanState *state = &states[i * state_step];
      elements[i] = join (op, is_float, state, elements[i], state_step == 0 ? place + i : place);
      places[i].integer = state->place;
    }
}
