/* Sorting and the largest few along one dimension: which lanes there are, how they become items and are shared out.
 *
 * TorchInductor hands these on a CPU to ATen; this stands in for ATen's kernels. NaN is the largest; of equal elements,
 * which 0 and -0 are, the first comes first. (ATen's topk leaves open which of equal elements it takes.) */
#include <string.h>

#include "fl-library-op.h"
#include "fl-sort-items.h"

enum
{
  MIN_PARALLEL = 1 << 12, /* elements */
  MAX_LENGTH = 1 << 27    /* of a lane: two gigabytes of items and scratch memory each */
};

typedef struct
{
  FlWorkView in, out, places; /* bytes NULL: not asked for */
  gboolean is_descending, is_wide;
  gboolean is_one, nan_wins; /* only what is at `rank` in that order; the first NaN instead, if there is one */
  gint64 length, keep, rank;
  gint64 in_step, out_step, places_step;
  /* The other dimensions: lanes. */
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS], in_strides[FL_MAX_DIMS], out_strides[FL_MAX_DIMS], places_strides[FL_MAX_DIMS];
  gint64 n_lanes;
  guint n_threads;
} FlSortCall;

/* --- order as a number ------------------------------------------------------------------------ */

/* Of a float's bits: negative ones descend, all NaN are the last, and -0 is 0. */
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
    for (gint64 i = 0; i < self->length; i++)                                                                          \
      {                                                                                                                \
        const type x = ((const type *) self->in.bytes)[at + i * self->in_step];                                        \
        items[i] = (FlItem) ((guint32) (order) ^ turn) << FL_ITEM_BITS | (FlItem) i;                                   \
      }                                                                                                                \
    return;

static void
read_items (const FlSortCall *self, gint64 at, FlItem *items)
{
  const guint32 turn = self->is_descending ? G_MAXUINT32 : 0;

  switch ((int) self->in.dtype)
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
  const guint64 turn = self->is_descending ? G_MAXUINT64 : 0, *from = (const guint64 *) self->in.bytes + at;
  const gboolean is_float = self->in.dtype == FL_DTYPE_F64;

  for (gint64 i = 0; i < self->length; i++)
    {
      const guint64 x = from[i * self->in_step], order = is_float ? order_64 (x) : x ^ G_GUINT64_CONSTANT (1) << 63;
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

/* Where a lane begins, in elements. */
typedef struct
{
  gint64 in, out, places;
} Start;

static Start
find_start (const FlSortCall *self, gint64 lane)
{
  Start start = { self->in.offset, self->out.offset, self->places.offset };

  for (guint d = self->n_dims; d-- > 0; lane /= self->sizes[d])
    {
      const gint64 i = lane % self->sizes[d];
      start.in += i * self->in_strides[d];
      start.out += i * self->out_strides[d];
      start.places += i * self->places_strides[d];
    }
  return start;
}

static inline gint64
get_place (const FlSortCall *self, gconstpointer items, gint64 i)
{
  return self->is_wide ? (gint64) (guint64) ((const FlWideItem *) items)[i]
                       : (gint64) (guint32) ((const FlItem *) items)[i];
}

#define COPY_AS(type)                                                                                                  \
  case sizeof (type):                                                                                                  \
    for (gint64 i = 0; i < self->keep; i++)                                                                            \
      ((type *) self->out.bytes)[start->out + i * self->out_step]                                                      \
          = ((const type *) self->in.bytes)[start->in + get_place (self, items, i) * self->in_step];                   \
    break;

static void
write_lane (const FlSortCall *self, const Start *start, gconstpointer items)
{
  if (self->places.bytes != NULL)
    for (gint64 i = 0; i < self->keep; i++)
      ((gint64 *) self->places.bytes)[start->places + i * self->places_step] = get_place (self, items, i);
  if (self->out.bytes == NULL)
    return;
  switch (fl_dtype_get_size_bytes (self->in.dtype))
    {
      COPY_AS (guint8)
      COPY_AS (guint16)
      COPY_AS (guint32)
      COPY_AS (guint64)
    default: g_assert_not_reached ();
    }
}

/* Where NaN wins: the place of the first one, which all numbers are below; -1: there is none. */
static gint64
find_nan (const FlSortCall *self, gconstpointer items)
{
  const guint32 nan = fl_dtype_get_size_bytes (self->in.dtype) == 2 ? G_MAXUINT16 : G_MAXUINT32;

  for (gint64 i = 0; self->nan_wins && i < self->length; i++)
    if (self->is_wide ? (guint64) (((const FlWideItem *) items)[i] >> FL_WIDE_ITEM_BITS) == G_MAXUINT64
                      : (guint32) (((const FlItem *) items)[i] >> FL_ITEM_BITS) == nan)
      return i;
  return -1;
}

/* Puts what is at `rank` at the front. */
static void
pick_one (const FlSortCall *self, gpointer items, gpointer scratch)
{
  const gint64 nan = find_nan (self, items);

  if (self->is_wide)
    {
      FlWideItem *wide = items;
      wide[0] = nan >= 0 ? wide[nan] : fl_wide_items_select (wide, self->length, self->rank, scratch);
    }
  else
    {
      FlItem *narrow = items;
      narrow[0] = nan >= 0 ? narrow[nan] : fl_items_select (narrow, self->length, self->rank, scratch);
    }
}

static void
take_least (const FlSortCall *self, gpointer items, gpointer scratch)
{
  if (self->is_wide)
    fl_wide_items_sort_least (items, self->length, self->keep, scratch);
  else
    fl_items_sort_least (items, self->length, self->keep, scratch);
}

static void
run_lanes (gpointer data, gint64 begin, gint64 end)
{
  const FlSortCall *self = data;
  const gsize width = self->is_wide ? sizeof (FlWideItem) : sizeof (FlItem);
  g_autofree gpointer items = g_malloc (self->length * width), scratch = g_malloc (self->length * width);

  for (gint64 lane = begin; lane < end; lane++)
    {
      const Start start = find_start (self, lane);
      if (self->is_wide)
        read_wide_items (self, start.in, items);
      else
        read_items (self, start.in, items);
      (self->is_one ? pick_one : take_least) (self, items, scratch);
      write_lane (self, &start, items);
    }
}

/* --- the interface ---------------------------------------------------------------------------- */

static gboolean
find_bool (const FlLibraryStep *step, guint position, const char *keyword, gboolean fallback)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  return arg == NULL || (arg->value.kind != FL_DATUM_BOOL && arg->value.kind != FL_DATUM_INT) ? fallback
                                                                                              : arg->value.integer != 0;
}

/* kthvalue, median: the dimension, and which of it (-1: the lower one of the middle). */
static gboolean
read_place (const FlLibraryStep *step, gint64 *dim, gint64 *rank)
{
  const gboolean is_median = step->row->op == FL_ATEN_OP_MEDIAN_DIM;
  const FlWorkArg *k = is_median ? NULL : fl_library_find_arg (step, 1, "k"),
                  *given = fl_library_find_arg (step, is_median ? 1 : 2, "dim");

  if ((!is_median
       && (step->row->op != FL_ATEN_OP_KTHVALUE || k == NULL || k->value.kind != FL_DATUM_INT || k->value.integer < 1))
      || (is_median && given == NULL) || (given != NULL && given->value.kind != FL_DATUM_INT))
    return FALSE;
  *dim = given == NULL ? -1 : given->value.integer;
  *rank = k == NULL ? -1 : k->value.integer - 1;
  return TRUE;
}

/* The dimension; how many of it are kept (-1: all), and in which order. */
static gboolean
read_arguments (const FlLibraryStep *step, gint64 *dim, gint64 *keep, gboolean *is_descending)
{
  const gboolean is_topk = step->row->op == FL_ATEN_OP_TOPK;
  const gboolean is_sort = step->row->op == FL_ATEN_OP_SORT || step->row->op == FL_ATEN_OP_SORT_STABLE;
  const FlWorkArg *k = fl_library_find_arg (step, 1, "k"), *given = fl_library_find_arg (step, is_topk ? 2 : 1, "dim");

  if ((!is_topk && !is_sort) || (is_topk && (k == NULL || k->value.kind != FL_DATUM_INT || k->value.integer < 0))
      || (given != NULL && given->value.kind != FL_DATUM_INT))
    return FALSE;
  *dim = given == NULL ? -1 : given->value.integer;
  *keep = is_topk ? k->value.integer : -1;
  *is_descending = find_bool (step, is_topk ? 3 : 2, is_topk ? "largest" : "descending", is_topk);
  return TRUE;
}

/* With a dimension of one element where `keepdim` has left it out. */
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

/* One of the results, if it is asked for: with as many elements of the dimension as are kept. */
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

static void
find_lanes (FlSortCall *self, gint64 dim)
{
  self->n_lanes = 1;
  for (guint d = 0; d < self->in.n_dims; d++)
    if (d != dim)
      {
        self->sizes[self->n_dims] = self->in.sizes[d];
        self->in_strides[self->n_dims] = self->in.strides[d];
        self->out_strides[self->n_dims] = self->out.strides[d];
        self->places_strides[self->n_dims++] = self->places.strides[d];
        self->n_lanes *= self->in.sizes[d];
      }
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  const FlWorkArg *in = fl_library_find_arg (step, 0, "self");
  gint64 dim, keep, n_dims, length, rank = -1;
  gboolean is_descending = FALSE, is_one;
  FlWorkView out, places;
  FlSortCall *self;

  if (step->row == NULL || step->n_out != 2 || in == NULL || in->value.kind != FL_DATUM_TENSOR)
    return NULL;
  is_one = read_place (step, &dim, &rank);
  if ((!is_one && !read_arguments (step, &dim, &keep, &is_descending)) || !is_known_type (in->view.dtype))
    return NULL;
  n_dims = in->view.n_dims;
  dim += dim < 0 ? n_dims : 0;
  if (n_dims > 0 && (dim < 0 || dim >= n_dims))
    return NULL;
  length = n_dims == 0 ? 1 : in->view.sizes[dim];
  keep = is_one ? 1 : keep < 0 ? length : keep;
  rank = rank < 0 ? (length - 1) / 2 : rank;
  out = is_one ? add_dimension (&step->out[0], dim, n_dims) : step->out[0];
  places = is_one ? add_dimension (&step->out[1], dim, n_dims) : step->out[1];
  if (keep > length || length > MAX_LENGTH || (is_one && rank >= length) || (n_dims == 0 && keep == 0)
      || !is_result (&out, in->view.dtype, &in->view, dim, keep)
      || !is_result (&places, FL_DTYPE_I64, &in->view, dim, keep))
    return NULL;
  self = g_new0 (FlSortCall, 1);
  *self = (FlSortCall) { .in = in->view,
                         .out = out,
                         .places = places,
                         .is_descending = is_descending,
                         .is_wide = is_wide_type (in->view.dtype),
                         .is_one = is_one,
                         .length = length,
                         .keep = keep,
                         .rank = rank,
                         .n_threads = n_threads,
                         .nan_wins = step->row->op == FL_ATEN_OP_MEDIAN_DIM && fl_dtype_is_float (in->view.dtype) };
  self->in_step = n_dims == 0 ? 0 : self->in.strides[dim];
  self->out_step = n_dims == 0 ? 0 : self->out.strides[dim];
  self->places_step = n_dims == 0 ? 0 : self->places.strides[dim];
  find_lanes (self, n_dims == 0 ? -1 : dim);
  return self;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlSortCall *self = state;

  if (self->n_lanes == 0 || self->keep == 0)
    return TRUE;
  if (self->n_lanes > 1 && self->n_lanes * self->length >= MIN_PARALLEL)
    fl_thread_pool_run (pool, run_lanes, self, self->n_lanes);
  else
    run_lanes (self, 0, self->n_lanes);
  return TRUE;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlSortCall *self = state;
  return 2 * self->length * (gint64) (self->is_wide ? sizeof (FlWideItem) : sizeof (FlItem))
         * MIN (self->n_threads, self->n_lanes);
}

const FlLibraryOp fl_sort_op = { .name = "sort",
                                 .needs = FL_LIBRARY_RETURNS_APART,
                                 .prepare = prepare,
                                 .run = run,
                                 .count_scratch = count_scratch,
                                 .free = g_free };
