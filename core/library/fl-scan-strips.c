/* Scans across lanes: rows of memory are scanned side by side, a strip of columns at a time. */
#include "fl-library-scan-private.h"

#include <math.h>

/* --- across lanes ----------------------------------------------------------------------------- */

static void
run_strip_f32 (const FlScanCall *self, const FlScanStart *start, gint64 n)
{
  double before[STRIP];
  for (gint64 i = 0; i < n; i++)
    before[i] = self->op == FL_SCAN_PRODUCT;
  fl_scan_columns_f32 (self->op, (const float *) self->in.bytes + start->in, self->in_step,
                       (float *) self->out.bytes + start->out, self->out_step, self->length, n, before,
                       self->is_streamed);
}

static void
run_strip_half (const FlScanCall *self, const FlScanStart *start, gint64 n)
{
  double before[CHUNK];
  float row[CHUNK];
  for (gint64 i = 0; i < n; i++)
    before[i] = self->op == FL_SCAN_PRODUCT;
  for (gint64 k = 0; k < self->length; k++)
    {
      fl_scan_read_floats (&self->in, start->in + k * self->in_step, 1, n, row);
      fl_scan_columns_f32 (self->op, row, n, row, n, 1, n, before, FALSE);
      fl_scan_write_floats (&self->out, start->out + k * self->out_step, 1, n, row);
    }
}

static void
run_strip_extremes (const FlScanCall *self, const FlScanStart *start, gint64 n)
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
                                 self->places.bytes != NULL
                                     ? (gint64 *) self->places.bytes + start->places + k * self->places_step
                                     : NULL,
                                 n, k, best, place, self->is_streamed);
}

static gboolean
can_strip_extremes (const FlScanCall *self)
{
  return fl_scan_is_extremes_f32 (self) && self->length <= G_MAXINT32
         && (self->places.bytes == NULL || self->places_strides[self->n_dims - 1] == 1);
}

static void
run_strip (const FlScanCall *self, const FlScanStart *start, gint64 n)
{
  FlScanState states[CHUNK];
  FlScanElement elements[CHUNK], places[CHUNK];
  for (gint64 i = 0; i < n; i++)
    states[i] = fl_scan_get_first_state (self->op, self->is_float);
  for (gint64 k = 0; k < self->length; k++)
    {
      fl_scan_read (&self->in, self->is_float, start->in + k * self->in_step, 1, n, elements);
      for (gint64 i = 0; i < n; i++)
        elements[i] = fl_scan_step (self->op, self->is_float, &states[i], elements[i], k);
      for (gint64 i = 0; i < n; i++)
        places[i].integer = states[i].place;
      fl_scan_write (&self->out, start->out + k * self->out_step, 1, n, elements);
      if (self->places.bytes != NULL)
        fl_scan_write (&self->places, start->places + k * self->places_step, self->places_strides[self->n_dims - 1], n,
                       places);
    }
}

static gboolean
is_direct_f32 (const FlScanCall *self)
{
  return fl_scan_is_direct (self) && self->in.dtype == FL_DTYPE_F32;
}

/* Wide strips read whole rows of memory; there are some for each thread. */
gint64
fl_scan_choose_width (const FlScanCall *self, guint n_threads)
{
  gint64 columns = self->sizes[self->n_dims - 1], around = self->n_lanes / MAX (columns, 1);
  gint64 wanted = (n_threads + around - 1) / MAX (around, 1),
         width = (columns / wanted + LEAST_STRIP - 1) / LEAST_STRIP * LEAST_STRIP;
  return CLAMP (width, LEAST_STRIP, is_direct_f32 (self) ? STRIP : CHUNK);
}

void
fl_scan_run_strips (gpointer data, gint64 begin, gint64 end)
{
  const FlScanCall *self = data;
  gint64 columns = self->sizes[self->n_dims - 1], width = self->width, n_strips = (columns + width - 1) / width;
  for (gint64 i = begin; i < end; i++)
    {
      gint64 first = i % n_strips * width, n = MIN (width, columns - first);
      FlScanStart start = fl_scan_find_start (self, i / n_strips * columns + first);
      if (is_direct_f32 (self))
        run_strip_f32 (self, &start, n);
      else if (fl_scan_is_half (self))
        run_strip_half (self, &start, n);
      else if (can_strip_extremes (self))
        run_strip_extremes (self, &start, n);
      else
        run_strip (self, &start, n);
    }
  if (self->is_streamed)
    fl_scan_end_streams ();
}
