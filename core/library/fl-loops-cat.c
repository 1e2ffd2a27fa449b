/* Tensors joined along a dimension, whose elements are copied as they are: TorchInductor hands that of bytes on a CPU
 * to ATen. */
#include <string.h>

#include "fl-library-op.h"

/* A tensor and a piece of the result: the dimensions in which both go on, the shortest step of the result last. */
typedef struct
{
  const guint8 *from;
  guint8 *to;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS], from_strides[FL_MAX_DIMS], to_strides[FL_MAX_DIMS];
} Piece;

typedef struct
{
  gint64 width, n_rows, n_elements; /* width: of an element, in bytes */
  guint n;
  Piece pieces[];
} Cat;

/* --- running ---------------------------------------------------------------------------------- */

#define COPY_ROW(type)                                                                                                 \
  case sizeof (type):                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) to)[i * to_step] = ((const type *) from)[i * from_step];                                               \
    break;

static void
copy_row (const Piece *piece, gint64 row, gint64 width)
{
  const guint last = piece->n_dims - 1;
  const gint64 n = piece->sizes[last], from_step = piece->from_strides[last], to_step = piece->to_strides[last];
  const guint8 *from = piece->from;
  guint8 *to = piece->to;

  for (guint d = last; d-- > 0; row /= piece->sizes[d])
    {
      from += row % piece->sizes[d] * piece->from_strides[d] * width;
      to += row % piece->sizes[d] * piece->to_strides[d] * width;
    }
  switch (from_step == 1 && to_step == 1 ? 0 : width)
    {
    case 0:
      memcpy (to, from, n * width);
      break;
      COPY_ROW (guint8)
      COPY_ROW (guint16)
      COPY_ROW (guint32)
      COPY_ROW (guint64)
    default:
      for (gint64 i = 0; i < n; i++)
        memcpy (to + i * to_step * width, from + i * from_step * width, width);
    }
}

static gint64
count_rows (const Piece *piece)
{
  return fl_sizes_product (piece->sizes, piece->n_dims - 1);
}

/* Rows of all pieces are counted one after the other. */
static void
copy_rows (gpointer data, gint64 begin, gint64 end)
{
  const Cat *self = data;
  gint64 first = 0;

  for (guint p = 0; p < self->n; first += count_rows (&self->pieces[p++]))
    for (gint64 row = MAX (begin - first, 0); row < MIN (end - first, count_rows (&self->pieces[p])); row++)
      copy_row (&self->pieces[p], row, self->width);
}

static gboolean
run_cat (gpointer data, FlThreadPool *pool)
{
  const Cat *self = data;
  fl_loops_share_out (pool, copy_rows, data, self->n_rows, self->n_elements);
  return TRUE;
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* Dimensions of one element are left out, and two that go on without a gap in both become one. */
static void
describe_piece (Piece *piece, const FlWorkView *from, const FlWorkView *to, gint64 to_offset)
{
  const gint64 width = fl_dtype_get_size_bytes (from->dtype);
  guint n = 0;

  piece->from = (const guint8 *) from->bytes + from->offset * width;
  piece->to = (guint8 *) to->bytes + to_offset * width;
  for (guint d = 0; d < from->n_dims; d++)
    {
      if (from->sizes[d] == 1)
        continue;
      if (n > 0 && piece->from_strides[n - 1] == from->strides[d] * from->sizes[d]
          && piece->to_strides[n - 1] == to->strides[d] * from->sizes[d])
        piece->sizes[n - 1] *= from->sizes[d];
      else
        piece->sizes[n++] = from->sizes[d];
      piece->from_strides[n - 1] = from->strides[d];
      piece->to_strides[n - 1] = to->strides[d];
    }
  if (n == 0)
    piece->sizes[n++] = 1;
  piece->n_dims = n;
  guint least = n - 1;
  for (guint d = 0; d < n; d++)
    if (piece->to_strides[d] < piece->to_strides[least])
      least = d;
  gint64 *all[] = { piece->sizes, piece->from_strides, piece->to_strides };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const gint64 last = all[i][n - 1];
      all[i][n - 1] = all[i][least];
      all[i][least] = last;
    }
}

static gboolean
fits (const FlWorkArg *list, const FlWorkView *out, gint64 dim)
{
  gint64 total = 0;
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlWorkView *view = &list->items[i].view;
      if (list->items[i].value.kind != FL_DATUM_TENSOR || view->dtype != out->dtype || view->n_dims != out->n_dims
          || fl_work_views_overlap (view, out))
        return FALSE;
      for (guint d = 0; d < out->n_dims; d++)
        if (d != dim && view->sizes[d] != out->sizes[d])
          return FALSE;
      total += view->sizes[dim];
    }
  return total == out->sizes[dim];
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlWorkArg *list = fl_library_find_arg (step, 0, "tensors"), *given = fl_library_find_arg (step, 1, "dim");
  const FlWorkView *out = &step->out[0];
  gint64 dim = given == NULL ? 0 : given->value.integer, at = out->offset;

  dim += dim < 0 ? out->n_dims : 0;
  if (step->row->op != FL_ATEN_OP_CAT || list == NULL || list->value.kind != FL_DATUM_LIST || list->n_items == 0
      || (given != NULL && given->value.kind != FL_DATUM_INT) || dim < 0 || dim >= out->n_dims
      || !fits (list, out, dim))
    return NULL;
  Cat *self = g_malloc0 (sizeof *self + list->n_items * sizeof *self->pieces);
  self->width = fl_dtype_get_size_bytes (out->dtype);
  self->n_elements = fl_sizes_product (out->sizes, out->n_dims);
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlWorkView *view = &list->items[i].view;
      if (view->sizes[dim] > 0)
        {
          describe_piece (&self->pieces[self->n], view, out, at);
          self->n_rows += count_rows (&self->pieces[self->n++]);
        }
      at += view->sizes[dim] * out->strides[dim];
    }
  return self;
}

const FlLibraryOp fl_cat_op
    = { .name = "concatenation", .needs = FL_LIBRARY_ONE_RESULT, .prepare = prepare, .run = run_cat, .free = g_free };
