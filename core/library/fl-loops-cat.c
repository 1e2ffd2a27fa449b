/* Tensors joined along a dimension: TorchInductor hands that of bytes on a CPU to ATen.
 *
 * Elements are copied as they are. Where the last dimension is joined of two tensors that have one element of it each
 * (a stack), they are dealt out in turn: one pass over the result instead of two. */
#include <string.h>

#include "fl-library-op.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

/* A tensor and its piece of the result: the dimensions in which both go on, longest steps of the result first. */
typedef struct
{
  const guint8 *from;
  guint8 *to;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS], from_strides[FL_MAX_DIMS], to_strides[FL_MAX_DIMS];
} Piece;

typedef struct
{
  gint64 width; /* of an element, in bytes */
  gboolean is_dealt;
  guint n;
  Piece pieces[];
} Cat;

/* --- elements --------------------------------------------------------------------------------- */

#define COPY_ROW(type)                                                                                                 \
  case sizeof (type):                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) to)[i * to_step] = ((const type *) from)[i * from_step];                                               \
    break;

static void
copy_row (const guint8 *from, guint8 *to, gint64 n, gint64 from_step, gint64 to_step, gint64 width)
{
  if (from_step == 1 && to_step == 1)
    {
      memcpy (to, from, n * width);
      return;
    }
  switch (width)
    {
      COPY_ROW (guint8)
      COPY_ROW (guint16)
      COPY_ROW (guint32)
      COPY_ROW (guint64)
    default:
      for (gint64 i = 0; i < n; i++)
        memcpy (to + i * to_step * width, from + i * from_step * width, width);
    }
}

#define DEAL(type)                                                                                                     \
  case sizeof (type):                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        ((type *) to)[2 * i] = ((const type *) even)[i];                                                               \
        ((type *) to)[2 * i + 1] = ((const type *) odd)[i];                                                            \
      }                                                                                                                \
    break;

static void
deal_row (const guint8 *even, const guint8 *odd, guint8 *restrict to, gint64 n, gint64 width)
{
  switch (width)
    {
      DEAL (guint8)
      DEAL (guint16)
      DEAL (guint32)
      DEAL (guint64)
    default: g_assert_not_reached ();
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Where row `row` of a piece begins, in elements. */
static void
find_row (const Piece *piece, gint64 row, gint64 *from, gint64 *to)
{
  *from = *to = 0;
  for (guint d = piece->n_dims - 1; d-- > 0; row /= piece->sizes[d])
    {
      *from += row % piece->sizes[d] * piece->from_strides[d];
      *to += row % piece->sizes[d] * piece->to_strides[d];
    }
}

static gint64
count_rows (const Piece *piece)
{
  return fl_sizes_product (piece->sizes, piece->n_dims - 1);
}

static void
copy_rows (gpointer data, gint64 begin, gint64 end)
{
  const Cat *self = data;
  gint64 first = 0; /* rows of all pieces are counted one after the other */

  for (guint p = 0; p < self->n; p++)
    {
      const Piece *piece = &self->pieces[p];
      const guint last = piece->n_dims - 1;
      const gint64 n = count_rows (piece);

      for (gint64 row = MAX (begin - first, 0); row < MIN (end - first, n); row++)
        {
          gint64 from, to;
          find_row (piece, row, &from, &to);
          copy_row (piece->from + from * self->width, piece->to + to * self->width, piece->sizes[last],
                    piece->from_strides[last], piece->to_strides[last], self->width);
        }
      first += n;
    }
}

static void
deal_rows (gpointer data, gint64 begin, gint64 end)
{
  const Cat *self = data;
  const Piece *even = &self->pieces[0], *odd = &self->pieces[1];

  for (gint64 row = begin; row < end; row++)
    {
      gint64 first, second, to;
      find_row (odd, row, &second, &to);
      find_row (even, row, &first, &to);
      deal_row (even->from + first * self->width, odd->from + second * self->width, even->to + to * self->width,
                even->sizes[even->n_dims - 1], self->width);
    }
}

static gboolean
run_cat (gpointer data, FlThreadPool *pool)
{
  Cat *self = data;
  gint64 rows = 0, elements = 0;

  for (guint p = 0; p < self->n; p++)
    {
      rows += count_rows (&self->pieces[p]);
      elements += fl_sizes_product (self->pieces[p].sizes, self->pieces[p].n_dims);
    }
  if (self->is_dealt)
    fl_loops_share_out (pool, deal_rows, self, count_rows (&self->pieces[0]), elements);
  else
    fl_loops_share_out (pool, copy_rows, self, rows, elements);
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
  /* the shortest step of the result goes last */
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

/* Are there two tensors of one shape, contiguous where the result has a gap for the other, which begins one element
 * further on?
 */
static gboolean
can_deal (const Cat *self)
{
  const Piece *even = &self->pieces[0], *odd = &self->pieces[1];
  const guint last = even->n_dims - 1;
  const gsize bytes = even->n_dims * sizeof *even->sizes;

  return self->width <= 8 && even->n_dims == odd->n_dims && memcmp (even->sizes, odd->sizes, bytes) == 0
         && memcmp (even->to_strides, odd->to_strides, bytes) == 0 && even->from_strides[last] == 1
         && odd->from_strides[last] == 1 && even->to_strides[last] == 2 && odd->to == even->to + self->width;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlWorkArg *list = fl_library_find_arg (step, 0, "tensors");
  const FlWorkView *out = &step->out[0];
  gint64 dim, total = 0;
  const gboolean has_dim = fl_library_find_int (step, 1, "dim", 0, &dim);

  dim += dim < 0 ? out->n_dims : 0;
  if (step->row->op != FL_ATEN_OP_CAT || list == NULL || list->value.kind != FL_DATUM_LIST || list->n_items == 0
      || !has_dim || dim < 0 || dim >= out->n_dims)
    return NULL;
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlWorkView *view = &list->items[i].view;

      if (list->items[i].value.kind != FL_DATUM_TENSOR || view->dtype != out->dtype || view->n_dims != out->n_dims
          || fl_work_views_overlap (view, out))
        return NULL;
      for (guint d = 0; d < out->n_dims; d++)
        if (d != dim && view->sizes[d] != out->sizes[d])
          return NULL;
      total += view->sizes[dim];
    }
  if (total != out->sizes[dim])
    return NULL;
  Cat *self = g_malloc0 (sizeof *self + list->n_items * sizeof *self->pieces);
  self->width = fl_dtype_get_size_bytes (out->dtype);
  gint64 at = out->offset;
  for (guint i = 0; i < list->n_items; i++)
    {
      const FlWorkView *view = &list->items[i].view;

      if (view->sizes[dim] > 0)
        describe_piece (&self->pieces[self->n++], view, out, at);
      at += view->sizes[dim] * out->strides[dim];
    }
  self->is_dealt = self->n == 2 && can_deal (self);
  return self;
}

const FlLibraryOp fl_cat_op
    = { .name = "concatenation", .needs = FL_LIBRARY_ONE_RESULT, .prepare = prepare, .run = run_cat, .free = g_free };
