/* Scans (prefix sums) along one dimension: running sums, products, extremes with their places, and logarithms of sums
 * of exponentials.
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
  STRIP = 2048,            /* lanes at a time */
  LEAST_STRIP = 64,        /* columns of a thread: lines of memory that lie next to each other */
  STREAMED_BYTES = 8 << 20 /* read and written: nobody would find the result in a cache */
};

typedef struct
{
  FlScanOp op;
  FlLanes lanes;
  FlDtype dtype; /* in which elements are scanned */
  gboolean is_streamed;
  gint64 width; /* columns of a strip, where lanes are gone through side by side */
} FlScanCall;

/* What came before, of the lanes that are scanned side by side. */
typedef struct
{
  FlScanElement values[STRIP], others[STRIP];
} State;

/* --- blocks ----------------------------------------------------------------------------------- */

/* Can the micro-kernels read and write elements where they lie? */
static gboolean
is_direct (const FlScanCall *self)
{
  return self->lanes.views[IN].dtype == self->lanes.views[OUT].dtype && self->lanes.views[IN].dtype == self->dtype;
}

/* Scans n lanes from some place of each view on; across: from one lane to the next. */
static void
scan_in_place (const FlScanCall *self, const gint64 at[FL_LANE_VIEWS], const gint64 across[FL_LANE_VIEWS], gint64 n,
               State *state)
{
  const FlWorkView *views = self->lanes.views;
  const gint64 width = fl_dtype_get_size_bytes (self->dtype);
  FlScanBlock block = { .dtype = self->dtype,
                        .in = (const guint8 *) views[IN].bytes + at[IN] * width,
                        .out = (guint8 *) views[OUT].bytes + at[OUT] * width,
                        .places = views[PLACES].bytes == NULL ? NULL : (gint64 *) views[PLACES].bytes + at[PLACES],
                        .length = self->lanes.length,
                        .n = n,
                        .values = state->values,
                        .others = state->others,
                        .is_streamed = self->is_streamed };
  memcpy (block.steps, self->lanes.steps, sizeof block.steps);
  memcpy (block.across, across, sizeof block.across);
  fl_scan_run (self->op, &block);
}

/* Scans n elements by way of copies: of one lane, or of as many lanes side by side; place: of the first in its lane. */
static void
scan_copies (const FlScanCall *self, const gint64 at[FL_LANE_VIEWS], const gint64 steps[FL_LANE_VIEWS], gint64 n,
             gboolean is_beside, gint64 place, State *state)
{
  const FlWorkView *views = self->lanes.views;
  FlScanElement elements[FL_SCAN_CHUNK];
  const FlScanBlock block
      = { .dtype = self->dtype,
          .in = elements,
          .out = elements,
          .places = views[PLACES].bytes == NULL ? NULL : (gint64 *) views[PLACES].bytes + at[PLACES],
          .length = is_beside ? 1 : n,
          .n = is_beside ? n : 1,
          .at = place,
          .steps = { 1, 1, steps[PLACES] },
          .across = { 1, 1, steps[PLACES] },
          .values = state->values,
          .others = state->others };
  fl_scan_read (&views[IN], at[IN], steps[IN], n, self->dtype, elements);
  fl_scan_run (self->op, &block);
  fl_scan_write (&views[OUT], at[OUT], steps[OUT], n, elements);
}

static void
begin_lanes (const FlScanCall *self, State *state, gint64 n)
{
  const FlScanElement neutral = fl_scan_get_neutral (self->op, self->dtype);
  for (gint64 i = 0; i < n; i++)
    state->values[i] = neutral;
  memset (state->others, 0, n * sizeof *state->others);
}

static void
move (gint64 at[FL_LANE_VIEWS], const gint64 steps[FL_LANE_VIEWS], gint64 n)
{
  for (guint v = 0; v < FL_LANE_VIEWS; v++)
    at[v] += n * steps[v];
}

/* --- lanes ------------------------------------------------------------------------------------ */

/* Lanes of the last dimension of those that number lanes are equally far apart. */
static void
run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  const FlLanes *lanes = &self->lanes;
  const guint last = MAX (lanes->n_dims, 1) - 1;
  const gint64 n_last = lanes->n_dims == 0 ? 1 : lanes->sizes[last],
               across[] = { lanes->strides[IN][last], lanes->strides[OUT][last], lanes->strides[PLACES][last] };
  State state;
  for (gint64 lane = begin, n; lane < end; lane += n)
    {
      gint64 at[FL_LANE_VIEWS];
      n = is_direct (self) ? MIN (MIN (end - lane, n_last - lane % n_last), STRIP) : 1;
      fl_lanes_find (lanes, lane, at);
      begin_lanes (self, &state, n);
      if (is_direct (self))
        scan_in_place (self, at, across, n, &state);
      for (gint64 done = 0, some; done < lanes->length && !is_direct (self); done += some)
        {
          some = MIN (FL_SCAN_CHUNK, lanes->length - done);
          scan_copies (self, at, lanes->steps, some, FALSE, done, &state);
          move (at, lanes->steps, some);
        }
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}

/* --- rows of memory across lanes, a strip of columns at a time -------------------------------- */

static gint64
count_strips (const FlScanCall *self)
{
  return (self->lanes.columns + self->width - 1) / self->width;
}

static void
run_strips (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  const FlLanes *lanes = &self->lanes;
  const gint64 n_strips = count_strips (self);
  State state;
  for (gint64 i = begin; i < end; i++)
    {
      const gint64 first = i % n_strips * self->width, n = MIN (self->width, lanes->columns - first);
      gint64 at[FL_LANE_VIEWS];
      fl_lanes_find (lanes, i / n_strips, at);
      move (at, lanes->column_steps, first);
      begin_lanes (self, &state, n);
      if (is_direct (self))
        scan_in_place (self, at, lanes->column_steps, n, &state);
      for (gint64 k = 0; k < lanes->length && !is_direct (self); k++, move (at, lanes->steps, 1))
        scan_copies (self, at, lanes->column_steps, n, TRUE, k, &state);
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
  return CLAMP (width, LEAST_STRIP, is_direct (self) ? STRIP : FL_SCAN_CHUNK);
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
  const FlWorkView *in = fl_library_find_view (step, 0, "self"), *out = &step->out[0];
  gint64 dim;
  if (!find_op (step->row->op, &op) || step->n_out < 1 || step->n_out > 2 || out->bytes == NULL || in == NULL
      || !fl_library_find_int (step, 1, "dim", G_MAXINT64, &dim))
    return NULL;
  const gint64 n_dims = in->n_dims;
  const gboolean has_places = op == FL_SCAN_MAX || op == FL_SCAN_MIN;
  dim += dim < 0 ? n_dims : 0;
  if (!fl_scan_has_types (in->dtype, out->dtype) || !fl_work_views_have_same_sizes (in, out)
      || (n_dims > 0 && (dim < 0 || dim >= n_dims)) || (op == FL_SCAN_LOG_SUM && !fl_dtype_is_float (out->dtype))
      || has_places != (step->n_out == 2)
      || (has_places && step->out[1].bytes != NULL
          && (step->out[1].dtype != FL_DTYPE_I64 || !fl_work_views_have_same_sizes (&step->out[1], out))))
    return NULL;
  FlScanCall *self = g_new0 (FlScanCall, 1);
  self->op = op;
  self->lanes.views[IN] = *in;
  self->lanes.views[OUT] = *out;
  if (has_places)
    self->lanes.views[PLACES] = step->out[1];
  self->dtype = fl_scan_get_kernel_type (out->dtype);
  fl_lanes_open (&self->lanes, in->sizes, n_dims, dim, find_across (&self->lanes, dim));
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
  self->is_streamed = numel * 2 * fl_dtype_get_size_bytes (lanes->views[OUT].dtype) >= STREAMED_BYTES;
  self->width = choose_width (self, fl_thread_pool_get_n_threads (pool));
  if (lanes->column_steps[OUT] != 0)
    fl_loops_share_out (pool, run_strips, self, lanes->n * count_strips (self), numel);
  else
    fl_loops_share_out (pool, run_lanes, self, lanes->n, numel);
  return TRUE;
}

const FlLibraryOp fl_scan_op = { .name = "scan", .prepare = prepare, .run = run, .free = g_free };
