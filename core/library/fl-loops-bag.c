/* Sums, means or the largest of rows of a table that bags of indices choose (_embedding_bag): TorchInductor hands these
 * to ATen. Threads take bags. A row is fetched a few indices before it is added, as nothing foretells where it lies. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-scatter-join.h"
#include "fl-vectors.h"

#ifndef __clang__                              /* which does so anyway */
#pragma GCC optimize("O3", "no-trapping-math") /* rows in vectors */
#endif

enum
{
  BAG_SUM,
  BAG_MEAN,
  BAG_MAX,
  AHEAD = 6,          /* indices */
  FETCHED_LINES = 16, /* of a row; what follows is foreseen */
  FLOATS_OF_A_LINE = 16
};

typedef struct
{
  FlWorkView weight, indices, offsets, scales, out[4];
  gint64 mode, padding, has_last, n_bags, n_columns, n_indices, n_rows;
  gboolean is_plain;
} Bags;

static gint64
get_integer (const FlWorkView *view, gint64 i)
{
  return view->dtype == FL_DTYPE_I32 ? ((const gint32 *) view->bytes)[view->offset + i]
                                     : ((const gint64 *) view->bytes)[view->offset + i];
}

static void
set_integer (const FlWorkView *view, gint64 i, gint64 value)
{
  if (view->dtype == FL_DTYPE_I32)
    ((gint32 *) view->bytes)[view->offset + i] = value;
  else
    ((gint64 *) view->bytes)[view->offset + i] = value;
}

static gint64
find_end (const Bags *self, gint64 bag)
{
  return bag + 1 < self->n_bags || (self->is_plain && self->has_last) ? get_integer (&self->offsets, bag + 1)
                                                                      : self->n_indices;
}

FL_CLONES static void
add_row (float *restrict out, const float *restrict row, float scale, gint64 n)
{
  for (gint64 e = 0; e < n; e++)
    out[e] += row[e] * scale;
}

/* Two rows at a time: what is there is loaded and stored half as often. */
FL_CLONES static void
add_two_rows (float *restrict out, const float *restrict row, const float *restrict other, gint64 n)
{
  for (gint64 e = 0; e < n; e++)
    out[e] = out[e] + row[e] + other[e];
}

static void
take_larger (float *out, const float *row, gint64 index, const FlWorkView *largest, gint64 at, gint64 n,
             gboolean is_first)
{
  for (gint64 e = 0; e < n; e++)
    if (is_first || row[e] > out[e])
      {
        out[e] = row[e];
        if (largest->bytes != NULL)
          set_integer (largest, at + e, index);
      }
}

static gint64
reduce_bag (const Bags *self, gint64 bag, float *out)
{
  const gint64 n = self->n_columns, end = find_end (self, bag);
  const float *rows = (const float *) self->weight.bytes + self->weight.offset,
              *scales = (const float *) self->scales.bytes, *before = NULL;
  gint64 count = 0;

  memset (out, 0, n * sizeof *out);
  for (gint64 i = get_integer (&self->offsets, bag); i < end; i++)
    {
      const gint64 index = get_integer (&self->indices, i);
      const float *row = rows + index * n;

      if (i + AHEAD < self->n_indices)
        for (gint64 e = 0; e < MIN (n, FETCHED_LINES * FLOATS_OF_A_LINE); e += FLOATS_OF_A_LINE)
          __builtin_prefetch (rows + get_integer (&self->indices, i + AHEAD) * n + e);
      if (index == self->padding)
        continue;
      if (self->mode == BAG_MAX)
        take_larger (out, row, index, &self->out[3], bag * n, n, count == 0);
      else if (scales != NULL)
        add_row (out, row, scales[self->scales.offset + i], n);
      else if (before != NULL)
        add_two_rows (out, before, row, n);
      before = self->mode == BAG_MAX || scales != NULL || before != NULL ? NULL : row;
      count++;
    }
  if (before != NULL)
    add_row (out, before, 1, n);
  for (gint64 e = 0; self->mode == BAG_MEAN && count > 0 && e < n; e++)
    out[e] /= count;
  return count;
}

static void
run_bags (gpointer data, gint64 begin, gint64 end)
{
  const Bags *self = data;

  for (gint64 b = begin; b < end; b++)
    {
      const gint64 count
          = reduce_bag (self, b, (float *) self->out[0].bytes + self->out[0].offset + b * self->n_columns);

      if (self->mode == BAG_MAX && count == 0 && self->out[3].bytes != NULL)
        for (gint64 e = 0; e < self->n_columns; e++)
          set_integer (&self->out[3], b * self->n_columns + e, 0);
      if (self->out[2].bytes != NULL)
        set_integer (&self->out[2], b, self->mode == BAG_SUM ? 0 : count);
      if (self->mode != BAG_MAX && self->out[3].bytes != NULL)
        set_integer (&self->out[3], b, self->mode == BAG_SUM ? 0 : count);
      for (gint64 i = get_integer (&self->offsets, b);
           !self->is_plain && self->out[1].bytes != NULL && i < find_end (self, b); i++)
        set_integer (&self->out[1], i, b);
    }
}

/* Are all indices rows of the table, and do the offsets ascend? */
static gboolean
is_valid (const Bags *self)
{
  gint64 before = 0;

  for (gint64 b = 0; b < self->offsets.sizes[0]; b++)
    {
      const gint64 offset = get_integer (&self->offsets, b);

      if (offset < before || offset > self->n_indices)
        return FALSE;
      before = offset;
    }
  if (self->indices.dtype == FL_DTYPE_I64)
    return !fl_scatter_has_outside ((const gint64 *) self->indices.bytes + self->indices.offset, self->n_indices,
                                    self->n_rows);
  for (gint64 i = 0; i < self->n_indices; i++)
    if ((guint64) get_integer (&self->indices, i) >= (guint64) self->n_rows)
      return FALSE;
  return TRUE;
}

static gboolean
run_all (gpointer data, FlThreadPool *pool)
{
  const Bags *self = data;

  if (!is_valid (self))
    return FALSE;
  fl_loops_share_out (pool, run_bags, data, self->n_bags, self->n_indices * self->n_columns);
  return TRUE;
}

/* --- the interface ---------------------------------------------------------------------------- */

static gboolean
is_dense_list (const FlWorkView *view, FlDtype one, FlDtype other)
{
  return view != NULL && view->n_dims == 1 && fl_work_view_is_dense (view)
         && (view->dtype == one || view->dtype == other);
}

static gboolean
has_results (const FlLibraryStep *step)
{
  if (step->n_out != 4 || step->out[0].bytes == NULL || step->out[0].dtype != FL_DTYPE_F32)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (step->out[i].bytes != NULL
        && (!fl_work_view_is_dense (&step->out[i])
            || (i > 0 && step->out[i].dtype != FL_DTYPE_I64 && step->out[i].dtype != FL_DTYPE_I32)))
      return FALSE;
  return TRUE;
}

/* Are the results as large as what is written there? */
static gboolean
fits (const Bags *self)
{
  const gint64 sizes[4] = { self->n_bags * self->n_columns, self->is_plain ? 0 : self->n_indices, self->n_bags,
                            self->n_bags * (self->mode == BAG_MAX ? self->n_columns : 1) };

  for (guint i = 0; i < 4; i++)
    if (self->out[i].bytes != NULL && fl_sizes_product (self->out[i].sizes, self->out[i].n_dims) != sizes[i])
      return FALSE;
  return TRUE;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlWorkView *weight = fl_library_find_tensor (step, 0, "weight", FL_DTYPE_F32),
                   *indices = fl_library_find_view (step, 1, "indices"),
                   *offsets = fl_library_find_view (step, 2, "offsets"),
                   *scales = fl_library_find_view (step, 6, "per_sample_weights");
  Bags self = { .mode = BAG_SUM };

  if ((step->row->op != FL_ATEN_OP__EMBEDDING_BAG && step->row->op != FL_ATEN_OP__EMBEDDING_BAG_FORWARD_ONLY)
      || !has_results (step) || weight == NULL || weight->n_dims != 2 || !fl_work_view_is_dense (weight)
      || !is_dense_list (indices, FL_DTYPE_I64, FL_DTYPE_I32) || !is_dense_list (offsets, FL_DTYPE_I64, FL_DTYPE_I32)
      || (scales != NULL
          && (!is_dense_list (scales, FL_DTYPE_F32, FL_DTYPE_F32) || scales->sizes[0] != indices->sizes[0]))
      || !fl_library_find_int (step, 4, "mode", BAG_SUM, &self.mode)
      || !fl_library_find_int (step, 7, "include_last_offset", FALSE, &self.has_last)
      || !fl_library_find_int (step, 8, "padding_idx", -1, &self.padding))
    return NULL;
  self.weight = *weight;
  self.indices = *indices;
  self.offsets = *offsets;
  if (scales != NULL)
    self.scales = *scales;
  self.n_columns = weight->sizes[1];
  self.n_indices = indices->sizes[0];
  self.n_rows = weight->sizes[0];
  self.n_bags = offsets->sizes[0] - (self.has_last != 0);
  self.is_plain = self.mode == BAG_SUM && self.padding < 0;
  memcpy (self.out, step->out, sizeof self.out);
  if (self.mode < BAG_SUM || self.mode > BAG_MAX || (scales != NULL && self.mode != BAG_SUM) || self.n_bags < 1
      || !fits (&self))
    return NULL;
  return g_memdup2 (&self, sizeof self);
}

const FlLibraryOp fl_bag_op = { .name = "embedding bags", .prepare = prepare, .run = run_all, .free = g_free };
