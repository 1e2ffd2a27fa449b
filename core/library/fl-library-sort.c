/* Sorting and selecting along one dimension: sort, topk, kthvalue, median.
 *
 * TorchInductor hands these on a CPU to ATen; these loops stand in for ATen's kernels. NaN is the largest; of equal
 * elements, which 0 and -0 are, the first comes first. (ATen's topk leaves open which of equal elements it takes.) */
#include "fl-lanes.h"
#include "fl-sort-items.h"

enum
{
  MAX_LENGTH = 1 << 27 /* of a lane: two gigabytes of items and scratch memory each */
};

enum
{
  IN,
  OUT,
  PLACES /* bytes NULL: not asked for */
};

typedef struct
{
  FlLanes lanes;
  gboolean is_descending, is_wide;
  gboolean is_one, nan_wins; /* only what is at `rank` in that order; the first NaN instead, if there is one */
  gint64 keep, rank;
  guint n_threads;
} FlSortCall;

/* --- order as a number ------------------------------------------------------------------------ */

/* The order of a float's bits: negative ones descend, all NaN are the last, and -0 is 0. */
static inline guint32
order_32 (guint32 bits)
{
  if ((bits & G_MAXINT32) > 0x7f800000)
    return G_MAXUINT32;
  if (bits == 0x80000000)
    bits = 0;
  return bits ^ (bits >> 31 ? G_MAXUINT32 : 0x80000000);
}

static inline guint64
order_64 (guint64 bits)
{
  if ((bits & G_MAXINT64) > G_GUINT64_CONSTANT (0x7ff0000000000000))
    return G_MAXUINT64;
  if (bits == G_GUINT64_CONSTANT (1) << 63)
    bits = 0;
  return bits ^ (bits >> 63 ? G_MAXUINT64 : G_GUINT64_CONSTANT (1) << 63);
}

static inline guint32
order_16 (guint16 bits, guint16 infinity)
{
  if ((bits & 0x7fff) > infinity)
    return 0xffff;
  if (bits == 0x8000)
    bits = 0;
  return (guint16) (bits ^ (bits >> 15 ? 0xffff : 0x8000));
}

#define ITEMS_OF(id, type, order)                                                                                      \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < self->lanes.length; i++)                                                                    \
      {                                                                                                                \
        const type x = ((const type *) in->bytes)[at + i * step];                                                      \
        items[i] = (FlItem) ((guint32) (order) ^ turn) << FL_ITEM_BITS | (FlItem) i;                                   \
      }                                                                                                                \
    return;

static void
read_items (const FlSortCall *self, gint64 at, FlItem *items)
{
  const guint32 turn = self->is_descending ? G_MAXUINT32 : 0;
  const FlWorkView *in = &self->lanes.views[IN];
  const gint64 step = self->lanes.steps[IN];

  switch ((int) in->dtype)
    {
      ITEMS_OF (F32, guint32, order_32 (x))
      ITEMS_OF (F16, guint16, order_16 (x, 0x7c00))
      ITEMS_OF (BF16, guint16, order_16 (x, 0x7f80))
      ITEMS_OF (I32, gint32, (guint32) x ^ 0x80000000)
      ITEMS_OF (I16, gint16, x + 0x8000)
      ITEMS_OF (I8, gint8, x + 0x80)
      ITEMS_OF (U8, guint8, x)
      ITEMS_OF (BOOL, guint8, x != 0)
    default: g_assert_not_reached ();
    }
}

static void
read_wide_items (const FlSortCall *self, gint64 at, FlWideItem *items)
{
  const FlWorkView *in = &self->lanes.views[IN];
  const guint64 turn = self->is_descending ? G_MAXUINT64 : 0, *from = (const guint64 *) in->bytes + at;
  const gboolean is_float = in->dtype == FL_DTYPE_F64;

  for (gint64 i = 0; i < self->lanes.length; i++)
    {
      const guint64 x = from[i * self->lanes.steps[IN]],
                    order = is_float ? order_64 (x) : x ^ G_GUINT64_CONSTANT (1) << 63;
      items[i] = (FlWideItem) (order ^ turn) << FL_WIDE_ITEM_BITS | (guint64) i;
    }
}

static gboolean
is_wide_type (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_I64;
}

static gboolean
is_known_type (FlDtype dtype)
{
  return is_wide_type (dtype) || dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F16 || dtype == FL_DTYPE_BF16
         || dtype == FL_DTYPE_I32 || dtype == FL_DTYPE_I16 || dtype == FL_DTYPE_I8 || dtype == FL_DTYPE_U8
         || dtype == FL_DTYPE_BOOL;
}

/* --- lanes ------------------------------------------------------------------------------------ */

static inline gint64
get_place (const FlSortCall *self, gconstpointer items, gint64 i)
{
  return self->is_wide ? (gint64) (guint64) ((const FlWideItem *) items)[i]
                       : (gint64) (guint32) ((const FlItem *) items)[i];
}

#define COPY_AS(type)                                                                                                  \
  case sizeof (type):                                                                                                  \
    for (gint64 i = 0; i < self->keep; i++)                                                                            \
      ((type *) views[OUT].bytes)[starts[OUT] + i * steps[OUT]]                                                        \
          = ((const type *) views[IN].bytes)[starts[IN] + get_place (self, items, i) * steps[IN]];                     \
    break;

static void
write_lane (const FlSortCall *self, const gint64 starts[FL_LANE_VIEWS], gconstpointer items)
{
  const FlWorkView *views = self->lanes.views;
  const gint64 *steps = self->lanes.steps;

  if (views[PLACES].bytes != NULL)
    for (gint64 i = 0; i < self->keep; i++)
      ((gint64 *) views[PLACES].bytes)[starts[PLACES] + i * steps[PLACES]] = get_place (self, items, i);
  if (views[OUT].bytes == NULL)
    return;
  switch (fl_dtype_get_size_bytes (views[IN].dtype))
    {
      COPY_AS (guint8)
      COPY_AS (guint16)
      COPY_AS (guint32)
      COPY_AS (guint64)
    default: g_assert_not_reached ();
    }
}

/* Finds the first NaN, where NaN wins: all numbers are below; -1: there is none. */
static gint64
find_nan (const FlSortCall *self, gconstpointer items)
{
  const guint32 nan = fl_dtype_get_size_bytes (self->lanes.views[IN].dtype) == 2 ? G_MAXUINT16 : G_MAXUINT32;

  for (gint64 i = 0; self->nan_wins && i < self->lanes.length; i++)
    if (self->is_wide ? (guint64) (((const FlWideItem *) items)[i] >> FL_WIDE_ITEM_BITS) == G_MAXUINT64
                      : (guint32) (((const FlItem *) items)[i] >> FL_ITEM_BITS) == nan)
      return i;
  return -1;
}

/* Puts the item at `rank` at the front. */
static void
pick_one (const FlSortCall *self, gpointer items, gpointer scratch)
{
  const gint64 nan = find_nan (self, items);

  if (self->is_wide)
    {
      FlWideItem *wide = items;
      wide[0] = nan >= 0 ? wide[nan] : fl_wide_items_select (wide, self->lanes.length, self->rank, scratch);
    }
  else
    {
      FlItem *narrow = items;
      narrow[0] = nan >= 0 ? narrow[nan] : fl_items_select (narrow, self->lanes.length, self->rank, scratch);
    }
}

static void
run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlSortCall *self = data;
  const gint64 n = self->lanes.length;
  const gsize width = self->is_wide ? sizeof (FlWideItem) : sizeof (FlItem);
  g_autofree gpointer items = g_malloc (n * width), scratch = g_malloc (n * width);

  for (gint64 lane = begin; lane < end; lane++)
    {
      gint64 starts[FL_LANE_VIEWS];
      fl_lanes_find (&self->lanes, lane, starts);
      if (self->is_wide)
        read_wide_items (self, starts[IN], items);
      else
        read_items (self, starts[IN], items);
      if (self->is_one)
        pick_one (self, items, scratch);
      else if (self->is_wide)
        fl_wide_items_sort_least (items, n, self->keep, scratch);
      else
        fl_items_sort_least (items, n, self->keep, scratch);
      write_lane (self, starts, items);
    }
}

/* --- the interface ---------------------------------------------------------------------------- */

/* Reads a dimension, and k of topk and kthvalue (-1: there is none). */
static gboolean
read_numbers (const FlLibraryStep *step, gint64 *dim, gint64 *k)
{
  const gboolean has_k = step->row->op == FL_ATEN_OP_TOPK || step->row->op == FL_ATEN_OP_KTHVALUE;

  *k = -1;
  return (!has_k || (fl_library_find_int (step, 1, "k", -1, k) && *k >= 0))
         && fl_library_find_int (step, has_k ? 2 : 1, "dim", -1, dim)
         && (step->row->op != FL_ATEN_OP_MEDIAN_DIM || fl_library_find_arg (step, 1, "dim") != NULL);
}

/* Adds a dimension of one element where `keepdim` has left it out. */
static FlWorkView
add_dimension (const FlWorkView *view, gint64 dim, guint n_dims)
{
  FlWorkView whole = *view;

  if (n_dims == 0 || view->n_dims == n_dims || view->n_dims + 1 != n_dims)
    return whole;
  whole.n_dims = n_dims;
  for (guint d = n_dims - 1; d > dim; d--)
    {
      whole.sizes[d] = view->sizes[d - 1];
      whole.strides[d] = view->strides[d - 1];
    }
  whole.sizes[dim] = 1;
  whole.strides[dim] = 0;
  return whole;
}

/* Is a result, if it is asked for, of as many elements of the dimension as are kept? */
static gboolean
is_result (const FlWorkView *view, FlDtype dtype, const FlWorkView *in, gint64 dim, gint64 keep)
{
  if (view->bytes == NULL)
    return TRUE;
  if (view->dtype != dtype || view->n_dims != in->n_dims)
    return FALSE;
  for (guint d = 0; d < in->n_dims; d++)
    if (view->sizes[d] != (d == dim ? keep : in->sizes[d]))
      return FALSE;
  return TRUE;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlWorkView *in = fl_library_find_view (step, 0, "self");
  FlSortCall self = { .n_threads = n_threads };
  FlWorkView *views = self.lanes.views;
  gint64 dim, k, is_descending;
  const FlAtenOp op = step->row == NULL ? 0 : step->row->op;
  const gboolean is_topk = op == FL_ATEN_OP_TOPK, is_sort = op == FL_ATEN_OP_SORT || op == FL_ATEN_OP_SORT_STABLE;

  self.is_one = op == FL_ATEN_OP_KTHVALUE || op == FL_ATEN_OP_MEDIAN_DIM;
  if ((!is_topk && !is_sort && !self.is_one) || step->n_out != 2 || in == NULL || !is_known_type (in->dtype)
      || !read_numbers (step, &dim, &k) || (op == FL_ATEN_OP_KTHVALUE && k == 0)
      || !fl_library_find_int (step, is_topk ? 3 : 2, is_topk ? "largest" : "descending", is_topk, &is_descending))
    return NULL;
  const gint64 n_dims = in->n_dims;
  dim += dim < 0 ? n_dims : 0;
  if (n_dims > 0 && (dim < 0 || dim >= n_dims))
    return NULL;
  const gint64 length = n_dims == 0 ? 1 : in->sizes[dim];
  self.is_descending = !self.is_one && is_descending;
  self.keep = self.is_one ? 1 : is_topk ? k : length;
  self.rank = k > 0 ? k - 1 : (length - 1) / 2; /* the lower one of the middle */
  self.is_wide = is_wide_type (in->dtype);
  self.nan_wins = op == FL_ATEN_OP_MEDIAN_DIM && fl_dtype_is_float (in->dtype);
  views[IN] = *in;
  views[OUT] = self.is_one ? add_dimension (&step->out[0], dim, n_dims) : step->out[0];
  views[PLACES] = self.is_one ? add_dimension (&step->out[1], dim, n_dims) : step->out[1];
  if (self.keep > length || length > MAX_LENGTH || (self.is_one && self.rank >= length)
      || (n_dims == 0 && self.keep == 0) || !is_result (&views[OUT], in->dtype, in, dim, self.keep)
      || !is_result (&views[PLACES], FL_DTYPE_I64, in, dim, self.keep))
    return NULL;
  fl_lanes_open (&self.lanes, in->sizes, n_dims, dim, G_MAXUINT);
  return g_memdup2 (&self, sizeof self);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlSortCall *self = state;

  if (self->keep > 0) /* an element takes as long to sort as four take to be added */
    fl_loops_share_out (pool, run_lanes, self, self->lanes.n, 4 * self->lanes.n * self->lanes.length);
  return TRUE;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlSortCall *self = state;
  return 2 * self->lanes.length * (gint64) (self->is_wide ? sizeof (FlWideItem) : sizeof (FlItem))
         * MIN (self->n_threads, self->lanes.n);
}

const FlLibraryOp fl_sort_op = { .name = "sort",
                                 .needs = FL_LIBRARY_RETURNS_APART,
                                 .prepare = prepare,
                                 .run = run,
                                 .count_scratch = count_scratch,
                                 .free = g_free };
