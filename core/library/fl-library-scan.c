/* Scans: which lanes there are, and how they are shared out.
 *
 * TorchInductor hands scans on a CPU to ATen; this stands in for ATen's kernels. Extremes keep the place of the last of
 * equals and of the last NaN, as ATen does. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-library-scan-private.h"

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
  gint64 n_dims = in->view.n_dims, dim = given->value.integer + (given->value.integer < 0 ? n_dims : 0);
  gboolean has_places = op == FL_SCAN_MAX || op == FL_SCAN_MIN;
  if (!fl_scan_is_plain (in->view.dtype) || !fl_scan_is_plain (out->dtype)
      || !fl_scan_is_lossless (in->view.dtype, out->dtype) || !has_same_sizes (&in->view, out)
      || (n_dims > 0 && (dim < 0 || dim >= n_dims)) || (op == FL_SCAN_LOG_SUM && !fl_dtype_is_float (out->dtype))
      || has_places != (step->n_out == 2))
    return NULL;
  if (has_places && step->out[1].bytes != NULL
      && (step->out[1].dtype != FL_DTYPE_I64 || !has_same_sizes (&step->out[1], out)))
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
  return self->n_lanes * self->length
         * (fl_dtype_get_size_bytes (self->in.dtype) + fl_dtype_get_size_bytes (self->out.dtype) + place_bytes);
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

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlScanCall *self = state;
  gint64 columns = self->is_across ? self->sizes[self->n_dims - 1] : 1;
  if (self->n_lanes == 0 || self->length == 0)
    return TRUE;
  self->is_streamed = count_bytes (self) >= STREAMED_BYTES;
  if (self->is_across)
    {
      self->width = fl_scan_choose_width (self, fl_thread_pool_get_n_threads (pool));
      share_out (self, pool, fl_scan_run_strips,
                 self->n_lanes / MAX (columns, 1) * ((columns + self->width - 1) / self->width));
    }
  else if (fl_scan_has_parts (self))
    {
      if (self->totals == NULL)
        self->totals = g_new (double, self->n_lanes *fl_scan_count_parts (self));
      share_out (self, pool, fl_scan_find_totals, self->n_lanes * fl_scan_count_parts (self));
      fl_scan_join_totals (self);
      share_out (self, pool, fl_scan_run_parts, self->n_lanes * fl_scan_count_parts (self));
    }
  else
    share_out (self, pool, fl_scan_run_lanes, (self->n_lanes + FL_SCAN_LANES - 1) / FL_SCAN_LANES);
  return TRUE;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlScanCall *self = state;
  return !self->is_across && fl_scan_has_parts (self)
             ? self->n_lanes * fl_scan_count_parts (self) * (gint64) sizeof (double)
             : 0;
}

static void
free_state (gpointer state)
{
  FlScanCall *self = state;
  g_free (self->totals);
  g_free (self);
}

const FlLibraryOp fl_scan_op
    = { .name = "scan", .prepare = prepare, .run = run, .count_scratch = count_scratch, .free = free_state };
