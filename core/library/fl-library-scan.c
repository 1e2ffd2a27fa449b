/* Scans along one dimension: running sums, products, extremes with their places, and logarithms of sums of
 * exponentials.
 *
 * TorchInductor hands scans on a CPU to ATen; these loops stand in for ATen's kernels. Every lane is joined element by
 * element, in double or 64 bits, from its first to its last. Extremes keep the place of the last of equals and of the
 * last NaN, as ATen does. */
#include <string.h>

#include "fl-lanes.h"
#include "fl-scan.h"

enum
{
  IN,
  OUT,
  PLACES /* of extremes; bytes NULL: not asked for */
};

enum
{
  STRIP = 2048,            /* columns at a time */
  LEAST_STRIP = 64,        /* columns of a thread: lines of memory that lie next to each other */
  STREAMED_BYTES = 8 << 20 /* read and written: nobody would find the result in a cache */
};

typedef struct
{
  FlScanOp op;
  FlLanes lanes;
  gboolean is_float, is_streamed;
  gint64 width; /* columns of a strip, where lanes are gone through side by side */
} FlScanCall;

/* --- lanes ------------------------------------------------------------------------------------ */

static gboolean
is_f32 (const FlScanCall *self)
{
  return (self->op == FL_SCAN_SUM || self->op == FL_SCAN_PRODUCT) && self->lanes.views[IN].dtype == FL_DTYPE_F32
         && self->lanes.views[OUT].dtype == FL_DTYPE_F32;
}

/* Some elements, along a lane or of one row across lanes. */
static void
join_chunk (const FlScanCall *self, const gint64 at[FL_LANE_VIEWS], const gint64 steps[FL_LANE_VIEWS], gint64 n,
            FlScanState *states, gint64 state_step, gint64 place)
{
  FlScanElement elements[FL_SCAN_CHUNK], places[FL_SCAN_CHUNK];
  const FlWorkView *views = self->lanes.views;
  fl_scan_read (&views[IN], self->is_float, at[IN], steps[IN], n, elements);
  fl_scan_join (self->op, self->is_float, states, state_step, elements, n, place, places);
  fl_scan_write (&views[OUT], at[OUT], steps[OUT], n, elements);
  if (views[PLACES].bytes != NULL)
    fl_scan_write (&views[PLACES], at[PLACES], steps[PLACES], n, places);
}

static void
run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  const FlLanes *lanes = &self->lanes;
  for (gint64 lane = begin; lane < end; lane++)
    {
      FlScanState state = fl_scan_get_first_state (self->op, self->is_float);
      gint64 starts[FL_LANE_VIEWS], done = 0;
      fl_lanes_find (lanes, lane, starts);
      if (is_f32 (self) && self->op == FL_SCAN_SUM && lanes->steps[IN] == 1 && lanes->steps[OUT] == 1)
        done = fl_scan_sum_row ((const float *) lanes->views[IN].bytes + starts[IN],
                                (float *) lanes->views[OUT].bytes + starts[OUT], lanes->length, &state.value.number,
                                self->is_streamed);
      for (gint64 n; done < lanes->length; done += n)
        {
          gint64 at[FL_LANE_VIEWS];
          for (guint v = 0; v < FL_LANE_VIEWS; v++)
            at[v] = starts[v] + done * lanes->steps[v];
          n = MIN (FL_SCAN_CHUNK, lanes->length - done);
          join_chunk (self, at, lanes->steps, n, &state, 0, done);
        }
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- rows of memory across lanes, a strip of columns at a time -------------------------------- */

static void
run_strip (const FlScanCall *self, gint64 at[FL_LANE_VIEWS], gint64 n)
{
  const FlLanes *lanes = &self->lanes;
  FlScanState states[FL_SCAN_CHUNK];
  double before[STRIP];
  if (is_f32 (self))
    {
      for (gint64 i = 0; i < n; i++)
        before[i] = self->op == FL_SCAN_PRODUCT;
      fl_scan_columns (self->op == FL_SCAN_SUM, (const float *) lanes->views[IN].bytes + at[IN], lanes->steps[IN],
                       (float *) lanes->views[OUT].bytes + at[OUT], lanes->steps[OUT], lanes->length, n, before,
                       self->is_streamed);
      return;
    }
  for (gint64 i = 0; i < n; i++)
    states[i] = fl_scan_get_first_state (self->op, self->is_float);
  for (gint64 k = 0; k < lanes->length; k++)
    {
      join_chunk (self, at, lanes->column_steps, n, states, 1, k);
      for (guint v = 0; v < FL_LANE_VIEWS; v++)
        at[v] += lanes->steps[v];
    }
}

static gint64
count_strips (const FlScanCall *self)
{
  return (self->lanes.columns + self->width - 1) / self->width;
}

static void
run_strips (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  const gint64 n_strips = count_strips (self);
  for (gint64 i = begin; i < end; i++)
    {
      const gint64 first = i % n_strips * self->width;
      gint64 at[FL_LANE_VIEWS];
      fl_lanes_find (&self->lanes, i / n_strips, at);
      for (guint v = 0; v < FL_LANE_VIEWS; v++)
        at[v] += first * self->lanes.column_steps[v];
      run_strip (self, at, MIN (self->width, self->lanes.columns - first));
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* Wide strips read whole rows of memory; there are some for each thread. */
static gint64
choose_width (const FlScanCall *self, guint n_threads)
{
  const gint64 wanted = (n_threads + self->lanes.n - 1) / self->lanes.n,
               width = (self->lanes.columns / wanted + LEAST_STRIP - 1) / LEAST_STRIP * LEAST_STRIP;
  return CLAMP (width, LEAST_STRIP, is_f32 (self) ? STRIP : FL_SCAN_CHUNK);
}

/* --- the interface ---------------------------------------------------------------------------- */

static gboolean
find_op (FlAtenOp aten, FlScanOp *op)
{
  static const FlAtenOp ops[] = { [FL_SCAN_SUM] = FL_ATEN_OP_CUMSUM,
                                  [FL_SCAN_PRODUCT] = FL_ATEN_OP_CUMPROD,
                                  [FL_SCAN_MAX] = FL_ATEN_OP_CUMMAX,
                                  [FL_SCAN_MIN] = FL_ATEN_OP_CUMMIN,
                                  [FL_SCAN_LOG_SUM] = FL_ATEN_OP_LOGCUMSUMEXP };
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (ops[i] == aten)
      {
        *op = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_same_sizes (const FlWorkView *a, const FlWorkView *b)
{
  return a->n_dims == b->n_dims && memcmp (a->sizes, b->sizes, a->n_dims * sizeof *a->sizes) == 0;
}

/* A dimension along which both lie contiguously is gone through side by side, where the lanes themselves do not. */
static guint
find_across (const FlLanes *lanes, guint dim)
{
  const FlWorkView *in = &lanes->views[IN], *out = &lanes->views[OUT];
  guint across = G_MAXUINT;
  for (guint d = 0; d < in->n_dims; d++)
    if (d != dim && in->strides[d] == 1 && out->strides[d] == 1 && in->sizes[d] > 1)
      across = d;
  return in->n_dims > 0 && in->sizes[dim] > 1 && (in->strides[dim] != 1 || out->strides[dim] != 1) ? across : G_MAXUINT;
}

/* Casts with a loss on the way are left to the interpreter. */
static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlScanOp op;
  const FlWorkArg *in = fl_library_find_arg (step, 0, "self"), *given = fl_library_find_arg (step, 1, "dim");
  if (!find_op (step->row->op, &op) || step->n_out < 1 || step->n_out > 2 || step->out[0].bytes == NULL || in == NULL
      || given == NULL || in->value.kind != FL_DATUM_TENSOR || given->value.kind != FL_DATUM_INT)
    return NULL;
  const FlWorkView *out = &step->out[0];
  const gint64 n_dims = in->view.n_dims, dim = given->value.integer + (given->value.integer < 0 ? n_dims : 0);
  const gboolean has_places = op == FL_SCAN_MAX || op == FL_SCAN_MIN;
  if (!fl_scan_has_types (in->view.dtype, out->dtype) || !has_same_sizes (&in->view, out)
      || (n_dims > 0 && (dim < 0 || dim >= n_dims)) || (op == FL_SCAN_LOG_SUM && !fl_dtype_is_float (out->dtype))
      || has_places != (step->n_out == 2)
      || (has_places && step->out[1].bytes != NULL
          && (step->out[1].dtype != FL_DTYPE_I64 || !has_same_sizes (&step->out[1], out))))
    return NULL;
  FlScanCall *self = g_new0 (FlScanCall, 1);
  self->op = op;
  self->lanes.views[IN] = in->view;
  self->lanes.views[OUT] = *out;
  if (has_places)
    self->lanes.views[PLACES] = step->out[1];
  self->is_float = fl_dtype_is_float (out->dtype);
  fl_lanes_open (&self->lanes, in->view.sizes, n_dims, dim, find_across (&self->lanes, dim));
  return self;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlScanCall *self = state;
  const FlLanes *lanes = &self->lanes;
  const gint64 numel = lanes->n * lanes->columns * lanes->length;
  if (numel == 0)
    return TRUE;
  self->is_streamed = numel * 2 * (gint64) sizeof (float) >= STREAMED_BYTES && is_f32 (self);
  self->width = choose_width (self, fl_thread_pool_get_n_threads (pool));
  if (lanes->column_steps[OUT] != 0)
    fl_loops_share_out (pool, run_strips, self, lanes->n * count_strips (self), numel);
  else
    fl_loops_share_out (pool, run_lanes, self, lanes->n, numel);
  return TRUE;
}

const FlLibraryOp fl_scan_op = { .name = "scan", .prepare = prepare, .run = run, .free = g_free };
