/* Scans: elements of any type, and one step of each operation on them. */
#include <math.h>

#include "fl-half-copies.h"
#include "fl-library-scan-private.h"

FlScanStart
fl_scan_find_start (const FlScanCall *self, gint64 lane)
{
  FlScanStart start = { self->in.offset, self->out.offset, self->places.offset };
  for (guint d = self->n_dims; d-- > 0; lane /= self->sizes[d])
    {
      gint64 i = lane % self->sizes[d];
      start.in += i * self->in_strides[d];
      start.out += i * self->out_strides[d];
      start.places += i * self->places_strides[d];
    }
  return start;
}

/* --- elements of any type --------------------------------------------------------------------- */

#define READ_AS(id, type, field)                                                                                       \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      to[i].field = ((const type *) view->bytes)[place + i * step];                                                    \
    return;
#define WRITE_AS(id, type, field)                                                                                      \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) view->bytes)[place + i * step] = from[i].field;                                                        \
    return;

/* To double or, where the result is of integers, to 64 bits. */
void
fl_scan_read (const FlWorkView *view, gboolean is_float, gint64 place, gint64 step, gint64 n, FlScanElement *to)
{
  float floats[CHUNK];
  if (!is_float)
    switch ((int) view->dtype)
      {
        READ_AS (I64, gint64, integer)
        READ_AS (I32, gint32, integer)
        READ_AS (I16, gint16, integer)
        READ_AS (I8, gint8, integer)
        READ_AS (U8, guint8, integer)
        READ_AS (BOOL, guint8, integer)
      default: g_assert_not_reached ();
      }
  switch ((int) view->dtype)
    {
      READ_AS (F64, double, number)
      READ_AS (F32, float, number)
      READ_AS (I16, gint16, number)
      READ_AS (I8, gint8, number)
      READ_AS (U8, guint8, number)
      READ_AS (BOOL, guint8, number)
    default:
      fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, floats, n);
      for (gint64 i = 0; i < n; i++)
        to[i].number = floats[i];
    }
}

void
fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const FlScanElement *from)
{
  float floats[CHUNK];
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

gboolean
fl_scan_is_plain (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_F32 || fl_half_is (dtype) || dtype == FL_DTYPE_I64
         || dtype == FL_DTYPE_I32 || dtype == FL_DTYPE_I16 || dtype == FL_DTYPE_I8 || dtype == FL_DTYPE_U8
         || dtype == FL_DTYPE_BOOL;
}

/* Does every value of one type have its like in the other? */
gboolean
fl_scan_is_lossless (FlDtype from, FlDtype to)
{
  if (from == to)
    return TRUE;
  if (to == FL_DTYPE_I64)
    return !fl_dtype_is_float (from);
  if (to != FL_DTYPE_F32 && to != FL_DTYPE_F64)
    return FALSE;
  return from == FL_DTYPE_F32 || fl_half_is (from) || from == FL_DTYPE_I16 || from == FL_DTYPE_I8 || from == FL_DTYPE_U8
         || from == FL_DTYPE_BOOL;
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

FlScanElement
fl_scan_step (FlScanOp op, gboolean is_float, FlScanState *state, FlScanElement x, gint64 place)
{
  switch (op)
    {
    case FL_SCAN_SUM:
      if (is_float)
        state->value.number += x.number;
      else
        state->value.integer += x.integer;
      break;
    case FL_SCAN_PRODUCT:
      if (is_float)
        state->value.number *= x.number;
      else
        state->value.integer *= x.integer;
      break;
    case FL_SCAN_LOG_SUM: return (FlScanElement) { .number = add_log (state, x.number) };
    default:
      if (is_extreme (op, is_float, state, x))
        {
          state->value = x;
          state->place = place;
        }
    }
  return state->value;
}
