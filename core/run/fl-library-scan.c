/* Scans: which lanes there are, how they are shared out, and elements of other types than the loops know.
 *
 * TorchInductor hands scans on a CPU to ATen; this stands in for ATen's kernels. Extremes keep the place of the last of equals and of
 * the last NaN, as ATen does. */
#include "fl-library-scan.h"

#include "fl-library-half.h"

#include <math.h>
#include <string.h>

enum
{
  CHUNK = 256,  /* elements of a lane that are converted at a time */
  PIECE = 512,  /* of a single lane, whose pieces are scanned side by side */
  STRIP = 2048, /* columns at a time */
  LEAST_STRIP = 64, /* columns of a thread: lines of memory that lie next to each other */
  PART = 1 << 15,   /* of a long row, of which threads take parts: it stays in a second-level cache */
  FEW_LANES = 16,
  STREAMED_BYTES = 8 << 20, /* read and written: nobody would find the result in a cache */
  MIN_PARALLEL = 1 << 15
};

struct _FlScanCall
{
  FlScanOp op;
  FlWorkView in, out, places; /* places: of extremes; bytes NULL: not asked for */
  gboolean is_float;
  gint64 length, in_step, out_step, places_step;
  /* The other dimensions: lanes. Where memory is contiguous across them, the last of them is that one. */
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS], in_strides[FL_MAX_DIMS], out_strides[FL_MAX_DIMS], places_strides[FL_MAX_DIMS];
  gint64 n_lanes;
  gboolean is_across; /* rows of the last dimension are scanned side by side */
  gint64 width;       /* is_across: columns of a strip */
  gboolean is_streamed;
  double *totals;     /* of parts of long rows: what comes before each */
};

typedef union
{
  double number;
  guint64 integer;
} Element;

/* Where a lane begins, in elements. */
typedef struct
{
  gint64 in, out, places;
} Start;

static Start
find_start (const FlScanCall *self, gint64 lane)
{
  Start start = { self->in.offset, self->out.offset, self->places.offset };
  for (guint d = self->n_dims; d-- > 0; lane /= self->sizes[d])
    {
      gint64 i = lane % self->sizes[d];
      start.in += i * self->in_strides[d];
      start.out += i * self->out_strides[d];
      start.places += i * self->places_strides[d];
    }
  return start;
}

/* --- elements of any type -------------------------------------------------------------------------------------------- */

#define READ_AS(id, type, field)                                                                                            \
  case FL_DTYPE_##id:                                                                                                       \
    for (gint64 i = 0; i < n; i++)                                                                                          \
      to[i].field = ((const type *) view->bytes)[place + i * step];                                                         \
    return;
#define WRITE_AS(id, type, field)                                                                                           \
  case FL_DTYPE_##id:                                                                                                       \
    for (gint64 i = 0; i < n; i++)                                                                                          \
      ((type *) view->bytes)[place + i * step] = from[i].field;                                                             \
    return;

/* To double or, where the result is of integers, to 64 bits. */
static void
read_elements (const FlWorkView *view, gboolean is_float, gint64 place, gint64 step, gint64 n, Element *to)
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
      default:
        g_assert_not_reached ();
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

static void
write_elements (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const Element *from)
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

static gboolean
is_plain (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_F32 || fl_half_is (dtype) || dtype == FL_DTYPE_I64 || dtype == FL_DTYPE_I32
         || dtype == FL_DTYPE_I16 || dtype == FL_DTYPE_I8 || dtype == FL_DTYPE_U8 || dtype == FL_DTYPE_BOOL;
}

/* Does every value of one type have its like in the other? */
static gboolean
is_lossless (FlDtype from, FlDtype to)
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

/* --- one step -------------------------------------------------------------------------------------------------------- */

/* What has been seen of a lane. */
typedef struct
{
  Element value;
  double sum; /* LOG_SUM: of exp (x - value) */
  gint64 place;
} State;

static State
get_first_state (FlScanOp op, gboolean is_float)
{
  State state = { .place = -1 };
  if (op == FL_SCAN_LOG_SUM)
    state.value.number = -INFINITY;
  else if (op == FL_SCAN_PRODUCT && is_float)
    state.value.number = 1;
  else
    state.value.integer = op == FL_SCAN_PRODUCT;
  return state;
}

static gboolean
is_extreme (FlScanOp op, gboolean is_float, const State *state, Element x)
{
  if (state->place < 0)
    return TRUE;
  if (!is_float)
    return op == FL_SCAN_MAX ? (gint64) x.integer >= (gint64) state->value.integer : (gint64) x.integer <= (gint64) state->value.integer;
  if (isnan (x.number) || isnan (state->value.number))
    return isnan (x.number);
  return op == FL_SCAN_MAX ? x.number >= state->value.number : x.number <= state->value.number;
}

/* log (exp (a) + exp (b) + ...) = high + log (sum of exp (x - high)), with sums made anew when the highest so far changes. */
static double
add_log (State *state, double x)
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

static Element
step_state (FlScanOp op, gboolean is_float, State *state, Element x, gint64 place)
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
    case FL_SCAN_LOG_SUM:
      return (Element){ .number = add_log (state, x.number) };
    default:
      if (is_extreme (op, is_float, state, x))
        {
          state->value = x;
          state->place = place;
        }
    }
  return state->value;
}

/* --- lanes ----------------------------------------------------------------------------------------------------------- */

static gboolean
is_direct (const FlScanCall *self)
{
  return (self->op == FL_SCAN_SUM || self->op == FL_SCAN_PRODUCT) && self->in.dtype == self->out.dtype
         && (self->in.dtype == FL_DTYPE_F32 || self->in.dtype == FL_DTYPE_F64 || self->in.dtype == FL_DTYPE_I64);
}

static void
set_lane (const FlScanCall *self, FlScanLanes *lanes, guint i, const Start *start, gint64 begin)
{
  gint64 width = fl_dtype_get_size_bytes (self->in.dtype);
  lanes->in[i] = (const guint8 *) self->in.bytes + (start->in + begin * self->in_step) * width;
  lanes->out[i] = (guint8 *) self->out.bytes + (start->out + begin * self->out_step) * width;
}

/* Rows that vectors take need no company. */
static gboolean
can_sum_in_vectors (const FlScanCall *self)
{
  return self->op == FL_SCAN_SUM && is_direct (self) && self->in.dtype == FL_DTYPE_F32 && self->in_step == 1 && self->out_step == 1
         && fl_scan_has_row_f32 ();
}

static gboolean
is_extremes_f32 (const FlScanCall *self)
{
  return (self->op == FL_SCAN_MAX || self->op == FL_SCAN_MIN) && self->in.dtype == FL_DTYPE_F32 && self->out.dtype == FL_DTYPE_F32;
}

/* In whole vectors, until a NaN comes. */
static void
run_start_of_extremes (const FlScanCall *self, const Start *start, State *state, gint64 *done)
{
  float best = self->op == FL_SCAN_MAX ? -INFINITY : INFINITY;
  if (self->in_step != 1 || self->out_step != 1 || (self->places.bytes != NULL && self->places_step != 1))
    return;
  *done = fl_scan_extreme_row_f32 (self->op, (const float *) self->in.bytes + start->in, (float *) self->out.bytes + start->out,
                                   self->places.bytes != NULL ? (gint64 *) self->places.bytes + start->places : NULL, self->length, &best,
                                   &state->place, self->is_streamed);
  if (*done > 0)
    {
      state->value.number = best;
      state->place = MAX (state->place, 0); /* there is one, asked for or not */
    }
}

/* Sums and products of 16 bits, row by row, by way of f32. */
static gboolean
is_half (const FlScanCall *self)
{
  return (self->op == FL_SCAN_SUM || self->op == FL_SCAN_PRODUCT) && fl_half_is (self->in.dtype)
         && (self->out.dtype == FL_DTYPE_F32 || fl_half_is (self->out.dtype));
}

static void
read_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, float *to)
{
  fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, n);
}

static void
write_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const float *from)
{
  if (view->dtype != FL_DTYPE_F32)
    fl_half_round_row (view->dtype, from, (guint16 *) view->bytes + place, step, n);
  else
    for (gint64 i = 0; i < n; i++)
      ((float *) view->bytes)[place + i * step] = from[i];
}

static void
run_half_row (const FlScanCall *self, const Start *start, State *state, gint64 *done)
{
  float row[CHUNK];
  if (!is_half (self) || self->op != FL_SCAN_SUM)
    return;
  for (gint64 n; *done < self->length; *done += n)
    {
      n = MIN (CHUNK, self->length - *done);
      read_floats (&self->in, start->in + *done * self->in_step, self->in_step, n, row);
      for (gint64 i = fl_scan_sum_row_f32 (row, row, n, &state->value.number, FALSE); i < n; i++)
        row[i] = state->value.number += row[i];
      write_floats (&self->out, start->out + *done * self->out_step, self->out_step, n, row);
    }
}

static void
run_start_of_row (const FlScanCall *self, const Start *start, State *state, gint64 *done)
{
  if (can_sum_in_vectors (self))
    *done = fl_scan_sum_row_f32 ((const float *) self->in.bytes + start->in, (float *) self->out.bytes + start->out, self->length,
                                 &state->value.number, self->is_streamed);
}

static void
run_four (const FlScanCall *self, gint64 first)
{
  FlScanLanes lanes = { .in_step = self->in_step, .out_step = self->out_step, .n = self->length };
  for (guint i = 0; i < FL_SCAN_LANES; i++)
    {
      Start start = find_start (self, first + i);
      set_lane (self, &lanes, i, &start, 0);
      lanes.before[i].integer = get_first_state (self->op, self->is_float).value.integer;
    }
  fl_scan_lanes (self->op, self->in.dtype, &lanes);
}

/* What comes before the second, third and fourth piece is added up first. Only where no rounding could tell: sums of integers, and of
 * floats of 32 bits, which are made in double. */
static void
run_one_in_pieces (const FlScanCall *self, const Start *start, State *state, gint64 *done)
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
run_from (const FlScanCall *self, Start start, State state)
{
  Element elements[CHUNK], places[CHUNK];
  gint64 done = 0;
  if (is_direct (self) && self->op == FL_SCAN_SUM && self->in.dtype != FL_DTYPE_F64)
    {
      run_start_of_row (self, &start, &state, &done);
      run_one_in_pieces (self, &start, &state, &done);
    }
  else if (is_extremes_f32 (self))
    run_start_of_extremes (self, &start, &state, &done);
  else
    run_half_row (self, &start, &state, &done);
  for (gint64 n; done < self->length; done += n)
    {
      n = MIN (CHUNK, self->length - done);
      read_elements (&self->in, self->is_float, start.in + done * self->in_step, self->in_step, n, elements);
      for (gint64 i = 0; i < n; i++)
        {
          elements[i] = step_state (self->op, self->is_float, &state, elements[i], done + i);
          places[i].integer = state.place;
        }
      write_elements (&self->out, start.out + done * self->out_step, self->out_step, n, elements);
      if (self->places.bytes != NULL)
        write_elements (&self->places, start.places + done * self->places_step, self->places_step, n, places);
    }
}

static void
run_one (const FlScanCall *self, gint64 lane)
{
  run_from (self, find_start (self, lane), get_first_state (self->op, self->is_float));
}

static void
run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gboolean has_vectors = can_sum_in_vectors (self);
  for (gint64 group = begin; group < end; group++)
    {
      gint64 first = group * FL_SCAN_LANES, last = MIN (first + FL_SCAN_LANES, self->n_lanes);
      if (is_direct (self) && last - first == FL_SCAN_LANES && !has_vectors)
        run_four (self, first);
      else
        for (gint64 lane = first; lane < last; lane++)
          run_one (self, lane);
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- parts of long rows ---------------------------------------------------------------------------------------------- */

/* Few long rows are cut into parts, whatever the number of threads: each part's sum is made first, in 32 doubles side by side, and what
 * comes before a part is the sum of these in their order. */
static gboolean
has_parts (const FlScanCall *self)
{
  return !self->is_across && can_sum_in_vectors (self) && self->n_lanes < FEW_LANES && self->length >= 2 * PART;
}

static gint64
count_parts (const FlScanCall *self)
{
  return (self->length + PART - 1) / PART;
}

static void
find_totals (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 n_parts = count_parts (self);
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_parts * PART;
      Start start = find_start (self, i / n_parts);
      self->totals[i] = fl_scan_total_f32 ((const float *) self->in.bytes + start.in + first, MIN (PART, self->length - first));
    }
}

static void
join_totals (const FlScanCall *self)
{
  gint64 n_parts = count_parts (self);
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

static void
run_parts (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 n_parts = count_parts (self);
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_parts * PART;
      FlScanCall part = *self;
      Start start = find_start (self, i / n_parts);
      part.length = MIN (PART, self->length - first);
      start.in += first;
      start.out += first;
      run_from (&part, start, (State){ .value.number = self->totals[i], .place = -1 });
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- across lanes ---------------------------------------------------------------------------------------------------- */

static void
run_strip_f32 (const FlScanCall *self, const Start *start, gint64 n)
{
  double before[STRIP];
  for (gint64 i = 0; i < n; i++)
    before[i] = self->op == FL_SCAN_PRODUCT;
  fl_scan_columns_f32 (self->op, (const float *) self->in.bytes + start->in, self->in_step, (float *) self->out.bytes + start->out,
                       self->out_step, self->length, n, before, self->is_streamed);
}

static void
run_strip_half (const FlScanCall *self, const Start *start, gint64 n)
{
  double before[CHUNK];
  float row[CHUNK];
  for (gint64 i = 0; i < n; i++)
    before[i] = self->op == FL_SCAN_PRODUCT;
  for (gint64 k = 0; k < self->length; k++)
    {
      read_floats (&self->in, start->in + k * self->in_step, 1, n, row);
      fl_scan_columns_f32 (self->op, row, n, row, n, 1, n, before, FALSE);
      write_floats (&self->out, start->out + k * self->out_step, 1, n, row);
    }
}

static void
run_strip_extremes (const FlScanCall *self, const Start *start, gint64 n)
{
  float best[CHUNK];
  gint32 place[CHUNK];
  for (gint64 i = 0; i < n; i++)
    {
      best[i] = self->op == FL_SCAN_MAX ? -INFINITY : INFINITY;
      place[i] = 0;
    }
  for (gint64 k = 0; k < self->length; k++)
    fl_scan_extreme_columns_f32 (self->op, (const float *) self->in.bytes + start->in + k * self->in_step,
                                 (float *) self->out.bytes + start->out + k * self->out_step,
                                 self->places.bytes != NULL ? (gint64 *) self->places.bytes + start->places + k * self->places_step : NULL, n, k,
                                 best, place, self->is_streamed);
}

static gboolean
can_strip_extremes (const FlScanCall *self)
{
  return is_extremes_f32 (self) && self->length <= G_MAXINT32
         && (self->places.bytes == NULL || self->places_strides[self->n_dims - 1] == 1);
}

static void
run_strip (const FlScanCall *self, const Start *start, gint64 n)
{
  State states[CHUNK];
  Element elements[CHUNK], places[CHUNK];
  for (gint64 i = 0; i < n; i++)
    states[i] = get_first_state (self->op, self->is_float);
  for (gint64 k = 0; k < self->length; k++)
    {
      read_elements (&self->in, self->is_float, start->in + k * self->in_step, 1, n, elements);
      for (gint64 i = 0; i < n; i++)
        elements[i] = step_state (self->op, self->is_float, &states[i], elements[i], k);
      for (gint64 i = 0; i < n; i++)
        places[i].integer = states[i].place;
      write_elements (&self->out, start->out + k * self->out_step, 1, n, elements);
      if (self->places.bytes != NULL)
        write_elements (&self->places, start->places + k * self->places_step, self->places_strides[self->n_dims - 1], n, places);
    }
}

static gboolean
is_direct_f32 (const FlScanCall *self)
{
  return is_direct (self) && self->in.dtype == FL_DTYPE_F32;
}

/* Wide strips read whole rows of memory; there are some for each thread. */
static gint64
choose_width (const FlScanCall *self, guint n_threads)
{
  gint64 columns = self->sizes[self->n_dims - 1], around = self->n_lanes / MAX (columns, 1);
  gint64 wanted = (n_threads + around - 1) / MAX (around, 1), width = (columns / wanted + LEAST_STRIP - 1) / LEAST_STRIP * LEAST_STRIP;
  return CLAMP (width, LEAST_STRIP, is_direct_f32 (self) ? STRIP : CHUNK);
}

static void
run_strips (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 columns = self->sizes[self->n_dims - 1], width = self->width, n_strips = (columns + width - 1) / width;
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_strips * width, n = MIN (width, columns - first);
      Start start = find_start (self, i / n_strips * columns + first);
      if (is_direct_f32 (self))
        run_strip_f32 (self, &start, n);
      else if (is_half (self))
        run_strip_half (self, &start, n);
      else if (can_strip_extremes (self))
        run_strip_extremes (self, &start, n);
      else
        run_strip (self, &start, n);
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

/* All dimensions but the one that is scanned; one along which both lie contiguously goes last. */
static void
find_lanes (FlScanCall *self, guint dim)
{
  guint across = G_MAXUINT;
  self->n_lanes = 1;
  for (guint d = 0; d < self->in.n_dims; d++)
    {
      if (d == dim)
        continue;
      if (self->in.strides[d] == 1 && self->out.strides[d] == 1 && self->in.sizes[d] > 1)
        across = self->n_dims;
      self->sizes[self->n_dims] = self->in.sizes[d];
      self->in_strides[self->n_dims] = self->in.strides[d];
      self->out_strides[self->n_dims] = self->out.strides[d];
      self->places_strides[self->n_dims++] = self->places.strides[d];
      self->n_lanes *= self->in.sizes[d];
    }
  self->is_across = across != G_MAXUINT && self->length > 1 && (self->in_step != 1 || self->out_step != 1);
  if (!self->is_across)
    return;
  gint64 *all[] = { self->sizes, self->in_strides, self->out_strides, self->places_strides };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      gint64 last = all[i][self->n_dims - 1];
      all[i][self->n_dims - 1] = all[i][across];
      all[i][across] = last;
    }
}

static gboolean
find_op (FlAtenOp aten, FlScanOp *op)
{
  static const struct
  {
    FlAtenOp aten;
    FlScanOp op;
  } ops[] = { { FL_ATEN_OP_CUMSUM, FL_SCAN_SUM },
              { FL_ATEN_OP_CUMPROD, FL_SCAN_PRODUCT },
              { FL_ATEN_OP_CUMMAX, FL_SCAN_MAX },
              { FL_ATEN_OP_CUMMIN, FL_SCAN_MIN },
              { FL_ATEN_OP_LOGCUMSUMEXP, FL_SCAN_LOG_SUM } };
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (ops[i].aten == aten)
      {
        *op = ops[i].op;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_same_sizes (const FlWorkView *a, const FlWorkView *b)
{
  return a->n_dims == b->n_dims && memcmp (a->sizes, b->sizes, a->n_dims * sizeof *a->sizes) == 0;
}

FlScanCall *
fl_scan_prepare (const FlWorkStep *step)
{
  FlScanOp op;
  const FlWorkArg *in = fl_work_step_find_arg (step, 0, "self"), *given = fl_work_step_find_arg (step, 1, "dim");
  if (!find_op (step->row->op, &op) || step->n_out < 1 || step->n_out > 2 || step->out[0].bytes == NULL || in == NULL || given == NULL
      || in->value.kind != FL_DATUM_TENSOR || given->value.kind != FL_DATUM_INT)
    return NULL;
  const FlWorkView *out = &step->out[0];
  gint64 n_dims = in->view.n_dims, dim = given->value.integer + (given->value.integer < 0 ? n_dims : 0);
  gboolean has_places = op == FL_SCAN_MAX || op == FL_SCAN_MIN;
  if (!is_plain (in->view.dtype) || !is_plain (out->dtype) || !is_lossless (in->view.dtype, out->dtype) || !has_same_sizes (&in->view, out)
      || (n_dims > 0 && (dim < 0 || dim >= n_dims)) || (op == FL_SCAN_LOG_SUM && !fl_dtype_is_float (out->dtype))
      || has_places != (step->n_out == 2))
    return NULL;
  if (has_places && step->out[1].bytes != NULL && (step->out[1].dtype != FL_DTYPE_I64 || !has_same_sizes (&step->out[1], out)))
    return NULL;
  FlScanCall *self = g_new0 (FlScanCall, 1);
  self->op = op;
  self->in = in->view;
  self->out = *out;
  if (has_places)
    self->places = step->out[1];
  self->is_float = fl_dtype_is_float (out->dtype);
  self->length = n_dims == 0 ? 1 : in->view.sizes[dim];
  self->in_step = n_dims == 0 ? 0 : in->view.strides[dim];
  self->out_step = n_dims == 0 ? 0 : out->strides[dim];
  self->places_step = n_dims == 0 ? 0 : self->places.strides[dim];
  find_lanes (self, n_dims == 0 ? G_MAXUINT : dim);
  return self;
}

static gint64
count_bytes (const FlScanCall *self)
{
  gint64 place_bytes = self->places.bytes != NULL ? sizeof (gint64) : 0;
  return self->n_lanes * self->length * (fl_dtype_get_size_bytes (self->in.dtype) + fl_dtype_get_size_bytes (self->out.dtype) + place_bytes);
}

/* By all threads, if it is worth their while. */
static void
share_out (FlScanCall *self, FlThreadPool *pool, FlPoolFunc func, gint64 extent)
{
  if (extent > 1 && self->n_lanes * self->length >= MIN_PARALLEL)
    fl_thread_pool_run (pool, func, self, extent);
  else
    func (self, 0, extent);
}

void
fl_scan_run (FlScanCall *self, FlThreadPool *pool)
{
  gint64 columns = self->is_across ? self->sizes[self->n_dims - 1] : 1;
  if (self->n_lanes == 0 || self->length == 0)
    return;
  self->is_streamed = count_bytes (self) >= STREAMED_BYTES;
  if (self->is_across)
    {
      self->width = choose_width (self, fl_thread_pool_get_n_threads (pool));
      share_out (self, pool, run_strips, self->n_lanes / MAX (columns, 1) * ((columns + self->width - 1) / self->width));
    }
  else if (has_parts (self))
    {
      if (self->totals == NULL)
        self->totals = g_new (double, self->n_lanes * count_parts (self));
      share_out (self, pool, find_totals, self->n_lanes * count_parts (self));
      join_totals (self);
      share_out (self, pool, run_parts, self->n_lanes * count_parts (self));
    }
  else
    share_out (self, pool, run_lanes, (self->n_lanes + FL_SCAN_LANES - 1) / FL_SCAN_LANES);
}

void
fl_scan_free (FlScanCall *self)
{
  g_free (self->totals);
  g_free (self);
}
