/* Places in an ascending list: bucketize, searchsorted. TorchInductor hands these on a CPU to ATen, which looks for one
 * number after the other. Some are looked for side by side here, all by as many steps and without branches, so that
 * none waits for another. */
#include <string.h>

#include "fl-library-op.h"

enum
{
  BESIDE = 16
};

typedef struct
{
  FlWorkView in, edges, out; /* dense */
  gint64 n_elements, n_edges;
  gboolean is_right, is_narrow; /* results of 32 bits */
} Search;

/* After each step an element lies among `left` edges from base[k] on. NaN goes behind all: what is not before or at an
 * edge is after it. */
#define DEFINE_SEARCH(name, type, is_after)                                                                            \
  static void name (const type *edges, gint64 n_edges, const type *in, gint64 n, gint64 *base)                         \
  {                                                                                                                    \
    for (gint64 k = 0; k < n; k++)                                                                                     \
      base[k] = 0;                                                                                                     \
    for (gint64 left = n_edges; left > 0;)                                                                             \
      {                                                                                                                \
        const gint64 half = (left + 1) / 2;                                                                            \
        for (gint64 k = 0; k < n; k++)                                                                                 \
          {                                                                                                            \
            const type edge = edges[base[k] + half - 1], x = in[k];                                                    \
            base[k] += half & -(gint64) (is_after); /* no branch */                                                    \
          }                                                                                                            \
        left -= half;                                                                                                  \
      }                                                                                                                \
  }
#define DEFINE_SEARCHES(name, type)                                                                                    \
  DEFINE_SEARCH (search_left_##name, type, !(edge >= x))                                                               \
  DEFINE_SEARCH (search_right_##name, type, !(edge > x))

DEFINE_SEARCHES (f32, float)
DEFINE_SEARCHES (f64, double)
DEFINE_SEARCHES (i64, gint64)
DEFINE_SEARCHES (i32, gint32)

#define SEARCH(id, name, type)                                                                                         \
  case FL_DTYPE_##id:                                                                                                  \
    (self->is_right ? search_right_##name                                                                              \
                    : search_left_##name) ((const type *) self->edges.bytes + self->edges.offset, self->n_edges,       \
                                           (const type *) self->in.bytes + self->in.offset + at, n, base);             \
    break;

static void
run_elements (gpointer data, gint64 begin, gint64 end)
{
  const Search *self = data;

  for (gint64 at = begin * BESIDE; at < MIN (end * BESIDE, self->n_elements); at += BESIDE)
    {
      const gint64 n = MIN (self->n_elements - at, BESIDE);
      gint64 base[BESIDE];

      switch ((int) self->in.dtype)
        {
          SEARCH (F32, f32, float)
          SEARCH (F64, f64, double)
          SEARCH (I64, i64, gint64)
          SEARCH (I32, i32, gint32)
        default: g_assert_not_reached ();
        }
      for (gint64 k = 0; k < n; k++)
        if (self->is_narrow)
          ((gint32 *) self->out.bytes)[self->out.offset + at + k] = (gint32) base[k];
        else
          ((gint64 *) self->out.bytes)[self->out.offset + at + k] = base[k];
    }
}

static gboolean
run_search (gpointer data, FlThreadPool *pool)
{
  const Search *self = data;

  fl_loops_share_out (pool, run_elements, data, (self->n_elements + BESIDE - 1) / BESIDE, self->n_elements);
  return TRUE;
}

/* Is the upper of equal places wanted? FALSE: an argument tells that is not known here. */
static gboolean
find_side (const FlLibraryStep *step, gint64 *is_right)
{
  const FlWorkArg *side = fl_library_find_arg (step, 4, "side");

  if (!fl_library_find_int (step, 3, "right", FALSE, is_right) || fl_library_find_view (step, 5, "sorter") != NULL)
    return FALSE;
  if (side != NULL && side->value.kind == FL_DATUM_STRING)
    *is_right = g_strcmp0 (side->value.text, "right") == 0;
  return TRUE;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const gboolean is_bucketize = step->row->op == FL_ATEN_OP_BUCKETIZE_TENSOR;
  const FlWorkView *in = fl_library_find_view (step, is_bucketize ? 0 : 1, "self"),
                   *edges
                   = fl_library_find_view (step, is_bucketize ? 1 : 0, is_bucketize ? "boundaries" : "sorted_sequence"),
                   *out = &step->out[0];
  gint64 is_right;

  if ((!is_bucketize && step->row->op != FL_ATEN_OP_SEARCHSORTED_TENSOR) || in == NULL || edges == NULL
      || edges->n_dims != 1 || in->dtype != edges->dtype
      || (in->dtype != FL_DTYPE_F32 && in->dtype != FL_DTYPE_F64 && in->dtype != FL_DTYPE_I64
          && in->dtype != FL_DTYPE_I32)
      || (out->dtype != FL_DTYPE_I64 && out->dtype != FL_DTYPE_I32) || !fl_work_view_is_dense (in)
      || !fl_work_view_is_dense (edges) || !fl_work_view_is_dense (out) || !find_side (step, &is_right)
      || fl_sizes_product (in->sizes, in->n_dims) != fl_sizes_product (out->sizes, out->n_dims))
    return NULL;
  const Search self = { .in = *in,
                        .edges = *edges,
                        .out = *out,
                        .n_elements = fl_sizes_product (out->sizes, out->n_dims),
                        .n_edges = edges->sizes[0],
                        .is_right = is_right,
                        .is_narrow = out->dtype == FL_DTYPE_I32 };
  return g_memdup2 (&self, sizeof self);
}

const FlLibraryOp fl_search_op = { .name = "binary search",
                                   .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART,
                                   .prepare = prepare,
                                   .run = run_search,
                                   .free = g_free };
