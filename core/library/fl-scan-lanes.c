/* Scans along lanes: four side by side, in vectors where memory is contiguous, and long rows in parts. */
#include <math.h>
#include <string.h>

#include "fl-half-copies.h"
#include "fl-library-scan-private.h"

/* --- lanes ------------------------------------------------------------------------------------ */

gboolean
fl_scan_is_direct (const FlScanCall *self)
{
  return (self->op == FL_SCAN_SUM || self->op == FL_SCAN_PRODUCT) && self->in.dtype == self->out.dtype
         && (self->in.dtype == FL_DTYPE_F32 || self->in.dtype == FL_DTYPE_F64 || self->in.dtype == FL_DTYPE_I64);
}

static void
set_lane (const FlScanCall *self, FlScanLanes *lanes, guint i, const FlScanStart *start, gint64 begin)
{
  gint64 width = fl_dtype_get_size_bytes (self->in.dtype);
  lanes->in[i] = (const guint8 *) self->in.bytes + (start->in + begin * self->in_step) * width;
  lanes->out[i] = (guint8 *) self->out.bytes + (start->out + begin * self->out_step) * width;
}

/* Rows that vectors take need no company. */
static gboolean
can_sum_in_vectors (const FlScanCall *self)
{
  return self->op == FL_SCAN_SUM && fl_scan_is_direct (self) && self->in.dtype == FL_DTYPE_F32 && self->in_step == 1
         && self->out_step == 1 && fl_scan_has_row_f32 ();
}

gboolean
fl_scan_is_extremes_f32 (const FlScanCall *self)
{
  return (self->op == FL_SCAN_MAX || self->op == FL_SCAN_MIN) && self->in.dtype == FL_DTYPE_F32
         && self->out.dtype == FL_DTYPE_F32;
}

/* In whole vectors, until a NaN comes. */
static void
run_start_of_extremes (const FlScanCall *self, const FlScanStart *start, FlScanState *state, gint64 *done)
{
  float best = self->op == FL_SCAN_MAX ? -INFINITY : INFINITY;
  if (self->in_step != 1 || self->out_step != 1 || (self->places.bytes != NULL && self->places_step != 1))
    return;
  *done = fl_scan_extreme_row_f32 (self->op, (const float *) self->in.bytes + start->in,
                                   (float *) self->out.bytes + start->out,
                                   self->places.bytes != NULL ? (gint64 *) self->places.bytes + start->places : NULL,
                                   self->length, &best, &state->place, self->is_streamed);
  if (*done > 0)
    {
      state->value.number = best;
      state->place = MAX (state->place, 0); /* there is one, asked for or not */
    }
}

/* Sums and products of 16 bits, row by row, by way of f32. */
gboolean
fl_scan_is_half (const FlScanCall *self)
{
  return (self->op == FL_SCAN_SUM || self->op == FL_SCAN_PRODUCT) && fl_half_is (self->in.dtype)
         && (self->out.dtype == FL_DTYPE_F32 || fl_half_is (self->out.dtype));
}

void
fl_scan_read_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, float *to)
{
  fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, n);
}

void
fl_scan_write_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const float *from)
{
  if (view->dtype != FL_DTYPE_F32)
    fl_half_round_row (view->dtype, from, (guint16 *) view->bytes + place, step, n);
  else
    for (gint64 i = 0; i < n; i++)
      ((float *) view->bytes)[place + i * step] = from[i];
}

static void
run_half_row (const FlScanCall *self, const FlScanStart *start, FlScanState *state, gint64 *done)
{
  float row[CHUNK];
  if (!fl_scan_is_half (self) || self->op != FL_SCAN_SUM)
    return;
  for (gint64 n; *done < self->length; *done += n)
    {
      n = MIN (CHUNK, self->length - *done);
      fl_scan_read_floats (&self->in, start->in + *done * self->in_step, self->in_step, n, row);
      for (gint64 i = fl_scan_sum_row_f32 (row, row, n, &state->value.number, FALSE); i < n; i++)
        row[i] = state->value.number += row[i];
      fl_scan_write_floats (&self->out, start->out + *done * self->out_step, self->out_step, n, row);
    }
}

static void
run_start_of_row (const FlScanCall *self, const FlScanStart *start, FlScanState *state, gint64 *done)
{
  if (can_sum_in_vectors (self))
    *done = fl_scan_sum_row_f32 ((const float *) self->in.bytes + start->in, (float *) self->out.bytes + start->out,
                                 self->length, &state->value.number, self->is_streamed);
}

static void
run_four (const FlScanCall *self, gint64 first)
{
  FlScanLanes lanes = { .in_step = self->in_step, .out_step = self->out_step, .n = self->length };
  for (guint i = 0; i < FL_SCAN_LANES; i++)
    {
      FlScanStart start = fl_scan_find_start (self, first + i);
      set_lane (self, &lanes, i, &start, 0);
      lanes.before[i].integer = fl_scan_get_first_state (self->op, self->is_float).value.integer;
    }
  fl_scan_lanes (self->op, self->in.dtype, &lanes);
}

/* What comes before the second, third and fourth piece is added up first. Only where no rounding could tell: sums of
 * integers, and of floats of 32 bits, which are made in double. */
static void
run_one_in_pieces (const FlScanCall *self, const FlScanStart *start, FlScanState *state, gint64 *done)
{
  for (; *done + FL_SCAN_LANES * PIECE <= self->length; *done += FL_SCAN_LANES * PIECE)
    {
      FlScanLanes lanes = { .in_step = self->in_step, .out_step = self->out_step, .n = PIECE };
      FlScanLanes ends;
      for (guint i = 0; i < FL_SCAN_LANES; i++)
        set_lane (self, &lanes, i, start, *done + i * PIECE);
      ends = lanes;
      memset (ends.out, 0, sizeof ends.out);
      fl_scan_lanes (self->op, self->in.dtype, &ends);
      lanes.before[0].integer = state->value.integer;
      for (guint i = 1; i < FL_SCAN_LANES; i++)
        if (self->is_float)
          lanes.before[i].number = lanes.before[i - 1].number + ends.before[i - 1].number;
        else
          lanes.before[i].integer = lanes.before[i - 1].integer + ends.before[i - 1].integer;
      fl_scan_lanes (self->op, self->in.dtype, &lanes);
      state->value.integer = lanes.before[FL_SCAN_LANES - 1].integer;
    }
}

/* From what the state has come to. */
static void
run_from (const FlScanCall *self, FlScanStart start, FlScanState state)
{
  FlScanElement elements[CHUNK], places[CHUNK];
  gint64 done = 0;
  if (fl_scan_is_direct (self) && self->op == FL_SCAN_SUM && self->in.dtype != FL_DTYPE_F64)
    {
      run_start_of_row (self, &start, &state, &done);
      run_one_in_pieces (self, &start, &state, &done);
    }
  else if (fl_scan_is_extremes_f32 (self))
    run_start_of_extremes (self, &start, &state, &done);
  else
    run_half_row (self, &start, &state, &done);
  for (gint64 n; done < self->length; done += n)
    {
      n = MIN (CHUNK, self->length - done);
      fl_scan_read (&self->in, self->is_float, start.in + done * self->in_step, self->in_step, n, elements);
      for (gint64 i = 0; i < n; i++)
        {
          elements[i] = fl_scan_step (self->op, self->is_float, &state, elements[i], done + i);
          places[i].integer = state.place;
        }
      fl_scan_write (&self->out, start.out + done * self->out_step, self->out_step, n, elements);
      if (self->places.bytes != NULL)
        fl_scan_write (&self->places, start.places + done * self->places_step, self->places_step, n, places);
    }
}

static void
run_one (const FlScanCall *self, gint64 lane)
{
  run_from (self, fl_scan_find_start (self, lane), fl_scan_get_first_state (self->op, self->is_float));
}

void
fl_scan_run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gboolean has_vectors = can_sum_in_vectors (self);
  for (gint64 group = begin; group < end; group++)
    {
      gint64 first = group * FL_SCAN_LANES, last = MIN (first + FL_SCAN_LANES, self->n_lanes);
      if (fl_scan_is_direct (self) && last - first == FL_SCAN_LANES && !has_vectors)
        run_four (self, first);
      else
        for (gint64 lane = first; lane < last; lane++)
          run_one (self, lane);
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- parts of long rows ----------------------------------------------------------------------- */

/* Few long rows are cut into parts, whatever the number of threads: each part's sum is made first, in 32 doubles side
 * by side, and what comes before a part is the sum of these in their order. */
gboolean
fl_scan_has_parts (const FlScanCall *self)
{
  return !self->is_across && can_sum_in_vectors (self) && self->n_lanes < FEW_LANES && self->length >= 2 * PART;
}

gint64
fl_scan_count_parts (const FlScanCall *self)
{
  return (self->length + PART - 1) / PART;
}

void
fl_scan_find_totals (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 n_parts = fl_scan_count_parts (self);
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_parts * PART;
      FlScanStart start = fl_scan_find_start (self, i / n_parts);
      self->totals[i]
          = fl_scan_total_f32 ((const float *) self->in.bytes + start.in + first, MIN (PART, self->length - first));
    }
}

void
fl_scan_join_totals (const FlScanCall *self)
{
  gint64 n_parts = fl_scan_count_parts (self);
  for (gint64 lane = 0; lane < self->n_lanes; lane++)
    {
      double before = 0;
      for (gint64 i = lane * n_parts; i < (lane + 1) * n_parts; i++)
        {
          double total = self->totals[i];
          self->totals[i] = before;
          before += total;
        }
    }
}

void
fl_scan_run_parts (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 n_parts = fl_scan_count_parts (self);
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_parts * PART;
      FlScanCall part = *self;
      FlScanStart start = fl_scan_find_start (self, i / n_parts);
      part.length = MIN (PART, self->length - first);
      start.in += first;
      start.out += first;
      run_from (&part, start, (FlScanState) { .value.number = self->totals[i], .place = -1 });
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}
