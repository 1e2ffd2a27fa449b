/* Means of windows: avg_pool2d, adaptive_avg_pool2d and the gradients of both, which TorchInductor hands to ATen where
 * windows are large. Rows of a window are added up along contiguous memory in double, and pieces of that sum along the
 * row; gradients go the other way round. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-vectors.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

/* A window along one axis: [begin, end) of the input; length: as it counts in a mean. */
typedef struct
{
  gint64 begin, end, length;
} Span;

typedef struct
{
  FlWorkView wide, narrow; /* the input or its gradient; the result or its gradient */
  gint64 channels, height, width, narrow_height, narrow_width;
  gint64 divisor; /* 0: as many as the window has */
  gboolean is_gradient;
  Span *rows, *columns; /* freed with this */
} Windows;

#define ADD_ROW(id, type)                                                                                              \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      sums[i] += ((const type *) view->bytes)[place + i * step];                                                       \
    break;
#define STORE_ROW(id, type)                                                                                            \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) view->bytes)[place + i * step] = sums[i];                                                              \
    break;

/* A row of a tensor is added to sums, or stored from them. */
FL_CLONES static void
add_row (const FlWorkView *view, gint64 place, gint64 step, gint64 n, double *restrict sums)
{
  switch ((int) view->dtype)
    {
      ADD_ROW (F32, float)
      ADD_ROW (F64, double)
    }
}

FL_CLONES static void
store_row (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const double *sums)
{
  switch ((int) view->dtype)
    {
      STORE_ROW (F32, float)
      STORE_ROW (F64, double)
    }
}

static double
get_divisor (const Windows *self, gint64 y, gint64 x)
{
  return self->divisor != 0 ? self->divisor : self->rows[y].length * self->columns[x].length;
}

/* Tells where a row of a plane begins, in elements. */
static gint64
find_row (const FlWorkView *view, gint64 image, gint64 channel, gint64 row)
{
  const guint n = view->n_dims;
  return view->offset + (n == 4 ? image * view->strides[0] : 0) + channel * view->strides[n - 3]
         + row * view->strides[n - 2];
}

/* Finds row y of the means of a plane. */
static void
find_means (const Windows *self, gint64 image, gint64 channel, gint64 y, double *sums, double *means)
{
  const FlWorkView *wide = &self->wide, *narrow = &self->narrow;
  const guint last = wide->n_dims - 1;
  memset (sums, 0, self->width * sizeof *sums);
  for (gint64 row = self->rows[y].begin; row < self->rows[y].end; row++)
    add_row (wide, find_row (wide, image, channel, row), wide->strides[last], self->width, sums);
  for (gint64 x = 0; x < self->narrow_width; x++)
    {
      double sum = 0;
      for (gint64 i = self->columns[x].begin; i < self->columns[x].end; i++)
        sum += sums[i];
      means[x] = sum / get_divisor (self, y, x);
    }
  store_row (narrow, find_row (narrow, image, channel, y), narrow->strides[last], self->narrow_width, means);
}

/* Finds the gradient of a plane: every window gives an equal part to each of its elements, first to those of one row.
 */
static void
find_gradient (const Windows *self, gint64 image, gint64 channel, double *plane, double *parts, double *row)
{
  const FlWorkView *wide = &self->wide, *narrow = &self->narrow, row_view = { .bytes = row, .dtype = FL_DTYPE_F64 };
  const guint last = wide->n_dims - 1;
  memset (plane, 0, self->height * self->width * sizeof *plane);
  for (gint64 y = 0; y < self->narrow_height; y++)
    {
      memset (row, 0, self->width * sizeof *row);
      memset (parts, 0, self->narrow_width * sizeof *parts);
      add_row (narrow, find_row (narrow, image, channel, y), narrow->strides[last], self->narrow_width, parts);
      for (gint64 x = 0; x < self->narrow_width; x++)
        {
          const double part = parts[x] / get_divisor (self, y, x);
          for (gint64 i = self->columns[x].begin; i < self->columns[x].end; i++)
            row[i] += part;
        }
      for (gint64 i = self->rows[y].begin; i < self->rows[y].end; i++)
        add_row (&row_view, 0, 1, self->width, plane + i * self->width);
    }
  for (gint64 i = 0; i < self->height; i++)
    store_row (wide, find_row (wide, image, channel, i), wide->strides[last], self->width, plane + i * self->width);
}

static void
run_planes (gpointer data, gint64 begin, gint64 end)
{
  const Windows *self = data;
  g_autofree double *sums = g_new (double, self->width), *others = g_new (double, self->narrow_width),
                    *plane = self->is_gradient ? g_new (double, self->height * self->width) : NULL;
  for (gint64 i = begin; i < end; i++)
    {
      const gint64 image = i / self->channels, channel = i % self->channels;
      for (gint64 y = 0; y < self->narrow_height && !self->is_gradient; y++)
        find_means (self, image, channel, y, sums, others);
      if (self->is_gradient)
        find_gradient (self, image, channel, plane, others, sums);
    }
}

static gboolean
run_windows (gpointer data, FlThreadPool *pool)
{
  const Windows *self = data;
  const gint64 images = self->wide.n_dims == 4 ? self->wide.sizes[0] : 1;

  fl_loops_share_out (pool, run_planes, data, images * self->channels,
                      images * self->channels * self->height * self->width);
  return TRUE;
}

/* --- which call ------------------------------------------------------------------------------- */

typedef struct
{
  gint64 kernel[2], stride[2], padding[2];
  gboolean counts_padding, is_adaptive;
} Shape;

static Span
find_span (const Shape *shape, guint d, gint64 at, gint64 size, gint64 n)
{
  gint64 start, stop;

  if (shape->is_adaptive)
    {
      start = at * size / n;
      stop = ((at + 1) * size + n - 1) / n;
      return (Span) { start, stop, stop - start };
    }
  start = at * shape->stride[d] - shape->padding[d];
  stop = MIN (start + shape->kernel[d], size + shape->padding[d]);
  const Span inside = { MAX (start, 0), MIN (stop, size), 0 };
  return (Span) { inside.begin, inside.end, shape->counts_padding ? stop - start : MAX (inside.end - inside.begin, 0) };
}

/* first: the position of the kernel's size among the arguments. */
static gboolean
read_shape (const FlLibraryStep *step, guint first, Shape *shape, gint64 *divisor)
{
  const FlWorkArg *stride = fl_library_find_arg (step, first + 1, "stride");
  const gboolean has_stride = stride != NULL && !(stride->value.kind == FL_DATUM_LIST && stride->n_items == 0),
                 has_padding = fl_library_find_arg (step, first + 2, "padding") != NULL;
  gint64 counts_padding;

  if (!fl_library_find_ints (step, first, "kernel_size", shape->kernel, 2)
      || (has_stride && !fl_library_find_ints (step, first + 1, "stride", shape->stride, 2))
      || (has_padding && !fl_library_find_ints (step, first + 2, "padding", shape->padding, 2))
      || !fl_library_find_int (step, first + 4, "count_include_pad", TRUE, &counts_padding)
      || !fl_library_find_int (step, first + 5, "divisor_override", 0, divisor))
    return FALSE;
  if (!has_stride)
    memcpy (shape->stride, shape->kernel, sizeof shape->stride);
  shape->counts_padding = counts_padding != 0;
  for (guint d = 0; d < 2; d++)
    if (shape->kernel[d] <= 0 || shape->stride[d] <= 0 || shape->padding[d] < 0)
      return FALSE;
  return TRUE;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const int op = step->row->op;
  const gboolean is_gradient = op == FL_ATEN_OP_AVG_POOL2D_BACKWARD || op == FL_ATEN_OP__ADAPTIVE_AVG_POOL2D_BACKWARD;
  const FlWorkView *in = fl_library_find_view (step, 0, is_gradient ? "grad_output" : "self"), *out = &step->out[0];
  const guint n = out->n_dims;
  const gboolean is_adaptive = op == FL_ATEN_OP__ADAPTIVE_AVG_POOL2D || op == FL_ATEN_OP_ADAPTIVE_AVG_POOL2D;
  Shape shape = { .is_adaptive = is_adaptive || op == FL_ATEN_OP__ADAPTIVE_AVG_POOL2D_BACKWARD };
  gint64 divisor = 0;

  if ((!is_gradient && !is_adaptive && op != FL_ATEN_OP_AVG_POOL2D) || in == NULL || in->dtype != out->dtype
      || (out->dtype != FL_DTYPE_F32 && out->dtype != FL_DTYPE_F64) || n < 3 || n > 4 || in->n_dims != n
      || fl_sizes_product (in->sizes, n) == 0
      || (!shape.is_adaptive && !read_shape (step, is_gradient ? 2 : 1, &shape, &divisor)))
    return NULL;
  for (guint d = 0; d + 2 < n; d++)
    if (in->sizes[d] != out->sizes[d])
      return NULL;
  const FlWorkView *wide = is_gradient ? out : in, *narrow = is_gradient ? in : out;
  const gint64 rows = narrow->sizes[n - 2], columns = narrow->sizes[n - 1];
  Windows *self = g_malloc (sizeof *self + (rows + columns) * sizeof (Span));
  Span *spans = (Span *) (self + 1);
  *self = (Windows) { .wide = *wide,
                      .narrow = *narrow,
                      .channels = out->sizes[n - 3],
                      .height = wide->sizes[n - 2],
                      .width = wide->sizes[n - 1],
                      .narrow_height = rows,
                      .narrow_width = columns,
                      .divisor = divisor,
                      .is_gradient = is_gradient };
  self->rows = spans;
  self->columns = spans + rows;
  for (gint64 i = 0; i < rows; i++)
    self->rows[i] = find_span (&shape, 0, i, self->height, rows);
  for (gint64 i = 0; i < columns; i++)
    self->columns[i] = find_span (&shape, 1, i, self->width, columns);
  return self;
}

const FlLibraryOp fl_window_op = { .name = "average pooling",
                                   .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART,
                                   .prepare = prepare,
                                   .run = run_windows,
                                   .free = g_free };
