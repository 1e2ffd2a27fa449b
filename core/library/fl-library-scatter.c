/* Scatters along one dimension, by threads that have places of their own: lanes along that dimension never meet.
 *
 * TorchInductor hands these on a CPU to ATen; this stands in for ATen's kernels. Elements that go to the same place are
 * joined in their order, so that any number of threads gives the same result. Indices are looked at before anything is
 * written where they say. */
#include "fl-library-scatter-private.h"

#include <math.h>
#include <string.h>

#ifndef __clang__                              /* which does so anyway */
#pragma GCC optimize("O3", "no-trapping-math") /* rows in vectors */
#endif

enum
{
  MIN_PARALLEL = 1 << 13,
  LEAST_COLUMNS = 64, /* of a thread: whole lines of memory */
  LEAST_PIECE = 4096, /* bytes: of shorter pieces the processor fetches the neighbour's lines, too */
  LINE_BYTES = 64,
  MANY_LANES = 16,        /* enough for threads to take lanes */
  N_CHECKED = 2048,       /* indices that are looked at before they are used: they stay in the first-level cache */
  FETCHED_BYTES = 1 << 15 /* what the first-level cache holds of a lane */
};

/* n_outer times n_inner elements: index[a * index_outer + j * index_inner] of each tells how many steps from
 * self[a * self_outer + j * self_inner] it goes. */
typedef struct
{
  gpointer self;
  gconstpointer from;
  const gint64 *index;
  gint64 n_outer, n_inner, step;
  gint64 self_outer, self_inner, from_outer, from_inner, index_outer, index_inner;
  gint64 low, high; /* places [low, high) of whole rows are joined here, the others by other threads */
} Block;

typedef void (*ScatterFunc) (const Block *block);

typedef struct
{
  FlScatterJoin join;
  FlWorkView self, from, index;
  gboolean has_from;
  guint dim, across; /* across: a dimension that runs innermost instead of dim; G_MAXUINT: none */
  /* All other dimensions. */
  guint n_dims, dims[FL_MAX_DIMS];
  gint64 n_lanes, n_pieces, width; /* pieces of the dimension across, of each lane */
  gint64 n_owners;                 /* of places, of each piece */
  ScatterFunc func;
  ScatterFunc clear;       /* before; NULL: what is there counts, too */
  ScatterFunc count;       /* of a mean; else NULL */
  FlWorkView copied;       /* what the result begins with, where it is another tensor; bytes NULL: the result itself */
  double *counts;          /* as many as the result has elements, in the result's own type */
  gboolean is_plain;       /* lanes of elements that lie in a row: indices are looked at piece by piece on the way */
  FlScatterTables *tables; /* of a lane; NULL: none */
  gint64
      *row_counts; /* where whole rows are joined and it matters: how many come to each place of each lane; else NULL */
  gboolean is_row_mean;
  gint n_bad;
} FlScatterCall;

/* --- elements --------------------------------------------------------------------------------- */

#define COUNT(to, x, wide) to = (wide) to + 1
#define CLEAR(to, x, wide) to = 0
#define CLEAR_PRODUCT(to, x, wide) to = 1
#define CLEAR_MAX(to, x, wide) to = (wide) -INFINITY /* floats only */
#define CLEAR_MIN(to, x, wide) to = (wide) INFINITY

/* Where a whole row has one index it is a row that is joined to a row. */
#define DEFINE_SCATTER(name, type, wide, join)                                                                         \
  FL_SCATTER_CLONES static void name (const Block *b)                                                                  \
  {                                                                                                                    \
    for (gint64 a = 0; a < b->n_outer; a++)                                                                            \
      {                                                                                                                \
        const gint64 *index = b->index + a * b->index_outer;                                                           \
        const type *from G_GNUC_UNUSED = (const type *) b->from + a * b->from_outer;                                   \
        type *self = (type *) b->self + a * b->self_outer;                                                             \
        if (b->index_inner == 0 && b->self_inner == 1 && b->from_inner == 1)                                           \
          {                                                                                                            \
            if (*index < b->low || *index >= b->high)                                                                  \
              continue;                                                                                                \
            type *restrict row = self + *index * b->step;                                                              \
            for (gint64 j = 0; j < b->n_inner; j++)                                                                    \
              join (row[j], from[j], wide);                                                                            \
          }                                                                                                            \
        else if (b->index_inner == 1 && b->from_inner == 1 && b->self_inner == 0 && b->step == 1)                      \
          {                                                                                                            \
            for (gint64 j = 0; j < b->n_inner; j++)                                                                    \
              join (self[index[j]], from[j], wide);                                                                    \
          }                                                                                                            \
        else                                                                                                           \
          for (gint64 j = 0; j < b->n_inner; j++)                                                                      \
            join (self[j * b->self_inner + index[j * b->index_inner] * b->step], from[j * b->from_inner], wide);       \
      }                                                                                                                \
  }
#define DEFINE_SCATTERS(name, type, wide)                                                                              \
  DEFINE_SCATTER (set_##name, type, wide, SET)                                                                         \
  DEFINE_SCATTER (sum_##name, type, wide, SUM)                                                                         \
  DEFINE_SCATTER (product_##name, type, wide, PRODUCT)                                                                 \
  DEFINE_SCATTER (larger_##name, type, wide, LARGER)                                                                   \
  DEFINE_SCATTER (smaller_##name, type, wide, SMALLER)
#define DEFINE_CLEARS(name, type)                                                                                      \
  DEFINE_SCATTER (count_##name, type, type, COUNT)                                                                     \
  DEFINE_SCATTER (clear_##name, type, type, CLEAR)                                                                     \
  DEFINE_SCATTER (clear_product_##name, type, type, CLEAR_PRODUCT)                                                     \
  DEFINE_SCATTER (clear_max_##name, type, type, CLEAR_MAX)                                                             \
  DEFINE_SCATTER (clear_min_##name, type, type, CLEAR_MIN)
#define FUNCTIONS(name) set_##name, sum_##name, product_##name, larger_##name, smaller_##name
#define CLEARS(name) count_##name, clear_##name, clear_product_##name, clear_max_##name, clear_min_##name

DEFINE_SCATTERS (f32, float, float)
DEFINE_SCATTERS (f64, double, double)
DEFINE_SCATTERS (i64, gint64, guint64)
DEFINE_SCATTERS (i32, gint32, guint32)
DEFINE_CLEARS (f32, float)
DEFINE_CLEARS (f64, double)

static ScatterFunc
find_function (FlDtype dtype, FlScatterJoin join)
{
  static const ScatterFunc f32[FL_N_SCATTER_JOINS] = { FUNCTIONS (f32), CLEARS (f32) },
                           f64[FL_N_SCATTER_JOINS] = { FUNCTIONS (f64), CLEARS (f64) },
                           i64[FL_N_SCATTER_JOINS] = { FUNCTIONS (i64) }, i32[FL_N_SCATTER_JOINS] = { FUNCTIONS (i32) };
  switch ((int) dtype)
    {
    case FL_DTYPE_F32: return f32[join];
    case FL_DTYPE_F64: return f64[join];
    case FL_DTYPE_I64: return i64[join];
    case FL_DTYPE_I32: return i32[join];
    default: return NULL;
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

static void
fill_block (const FlScatterCall *self, gint64 whole_part, Block *block)
{
  const gint64 part = whole_part / self->n_owners, owner = whole_part % self->n_owners,
               n_places = self->self.sizes[self->dim];
  gint64 lane = self->n_pieces == 1 ? part : part / self->n_pieces,
         first = (part - lane * self->n_pieces) * self->width;
  gint64 at = self->self.offset, from = self->from.offset, index = self->index.offset,
         width = fl_dtype_get_size_bytes (self->self.dtype);
  const guint dim = self->dim, across = self->across;
  for (guint d = self->n_dims; d-- > 0;)
    {
      gint64 size = self->index.sizes[self->dims[d]],
             i = d == 0 ? lane : lane % size; /* divisions take longer than short lanes */
      lane = d == 0 ? 0 : lane / size;
      at += i * self->self.strides[self->dims[d]];
      from += i * self->from.strides[self->dims[d]];
      index += i * self->index.strides[self->dims[d]];
    }
  *block = (Block) { .n_outer = 1,
                     .n_inner = self->index.sizes[dim],
                     .step = self->self.strides[dim],
                     .from_inner = self->from.strides[dim],
                     .index_inner = self->index.strides[dim],
                     .low = n_places * owner / self->n_owners,
                     .high = n_places * (owner + 1) / self->n_owners };
  if (across != G_MAXUINT)
    {
      at += first * self->self.strides[across];
      from += first * self->from.strides[across];
      index += first * self->index.strides[across];
      block->n_outer = block->n_inner;
      block->from_outer = block->from_inner;
      block->index_outer = block->index_inner;
      block->n_inner = MIN (self->width, self->index.sizes[across] - first);
      block->self_inner = self->self.strides[across];
      block->from_inner = self->from.strides[across];
      block->index_inner = self->index.strides[across];
    }
  block->self = (guint8 *) self->self.bytes + at * width;
  block->from = (const guint8 *) self->from.bytes + from * width;
  block->index = (const gint64 *) self->index.bytes + index;
}

static void
look_at_parts (gpointer data, gint64 begin, gint64 end)
{
  FlScatterCall *self = data;
  const guint64 size = self->self.sizes[self->dim];
  for (gint64 part = begin; part < end; part++)
    {
      gint64 n_bad = 0, n_inner;
      Block block;
      fill_block (self, part * self->n_owners, &block);
      n_inner = block.index_inner == 0 ? 1 : block.n_inner; /* the same again and again */
      for (gint64 a = 0; a < block.n_outer; a++)
        if (block.index_inner <= 1)
          for (gint64 j = 0; j < n_inner; j++)
            n_bad += (guint64) block.index[a * block.index_outer + j] >= size;
        else
          for (gint64 j = 0; j < n_inner; j++)
            n_bad += (guint64) block.index[a * block.index_outer + j * block.index_inner] >= size;
      if (n_bad > 0)
        g_atomic_int_set (&self->n_bad, 1);
    }
}

/* A lane that is written here and there nearly everywhere: its lines are brought in their order, which is faster than
 * one by one as indices ask for them. */
static void
fetch_lane (const FlScatterCall *self, const Block *block)
{
  const gint64 bytes = self->self.sizes[self->dim] * fl_dtype_get_size_bytes (self->self.dtype);

  if (self->across == G_MAXUINT && block->step == 1 && bytes <= FETCHED_BYTES && bytes / LINE_BYTES <= block->n_inner)
    for (gint64 at = 0; at < bytes; at += LINE_BYTES)
      __builtin_prefetch ((const guint8 *) block->self + at, 1);
}

/* Of a row that some come to, before they do. */
static void
clear_row (const FlScatterCall *self, const Block *block, gint64 place)
{
  Block row = *block;
  row.index = &place;
  row.n_outer = 1;
  self->clear (&row);
}

static void
divide_row (const FlScatterCall *self, const Block *block, gint64 place, gint64 count)
{
  if (self->self.dtype == FL_DTYPE_F32)
    for (gint64 j = 0; j < block->n_inner; j++)
      ((float *) block->self + place * block->step)[j] /= count;
  else
    for (gint64 j = 0; j < block->n_inner; j++)
      ((double *) block->self + place * block->step)[j] /= count;
}

/* Each row is cleared, and divided, once. */
static void
join_rows (const FlScatterCall *self, const Block *block, const gint64 *counts)
{
  for (gint64 place = block->low; self->clear != NULL && place < block->high; place++)
    if (counts[place] > 0)
      clear_row (self, block, place);
  self->func (block);
  for (gint64 place = block->low; self->is_row_mean && place < block->high; place++)
    if (counts[place] > 0)
      divide_row (self, block, place, counts[place] + (self->clear == NULL));
}

/* After indices were looked at. */
static void
count_rows (const FlScatterCall *self)
{
  const gint64 n_places = self->self.sizes[self->dim];
  memset (self->row_counts, 0, self->n_lanes * n_places * sizeof *self->row_counts);
  for (gint64 lane = 0; lane < self->n_lanes; lane++)
    {
      Block block;
      fill_block (self, lane * self->n_pieces * self->n_owners, &block);
      for (gint64 a = 0; a < block.n_outer; a++)
        self->row_counts[lane * n_places + block.index[a * block.index_outer]]++;
    }
}

/* Beside what is joined: what was there is cleared first, and elements are counted, each in the same order. */
static void
join_block (const FlScatterCall *self, const Block *block)
{
  if (self->clear != NULL)
    self->clear (block);
  self->func (block);
  if (self->count != NULL)
    {
      Block counts = *block;
      counts.self
          = (guint8 *) self->counts
            + ((const guint8 *) block->self
               - ((const guint8 *) self->self.bytes + self->self.offset * fl_dtype_get_size_bytes (self->self.dtype)));
      self->count (&counts);
    }
}

/* An index beyond ends it: what was written so far is nobody's. */
static void
run_lane (FlScatterCall *self, const Block *lane)
{
  const gint64 size = self->self.sizes[self->dim], width = fl_dtype_get_size_bytes (self->self.dtype);
  for (gint64 first = 0; first < lane->n_inner; first += N_CHECKED)
    {
      Block block = *lane;
      block.n_inner = MIN (lane->n_inner - first, N_CHECKED);
      block.index += first;
      block.from = (const guint8 *) lane->from + first * width;
      if (fl_scatter_has_outside (block.index, block.n_inner, size))
        {
          g_atomic_int_set (&self->n_bad, 1);
          return;
        }
      self->func (&block);
    }
}

static void
run_parts (gpointer data, gint64 begin, gint64 end)
{
  FlScatterCall *self = data;
  for (gint64 part = begin; part < end; part++)
    {
      Block block;
      fill_block (self, part, &block);
      fetch_lane (self, &block);
      if (self->is_plain)
        run_lane (self, &block);
      else if (self->row_counts != NULL)
        join_rows (self, &block,
                   self->row_counts + part / (self->n_pieces * self->n_owners) * self->self.sizes[self->dim]);
      else
        join_block (self, &block);
    }
}

/* --- means ------------------------------------------------------------------------------------ */

#define DIVIDE(type)                                                                                                   \
  {                                                                                                                    \
    type *sums = (type *) self->self.bytes + self->self.offset;                                                        \
    const type *counts = (const type *) self->counts;                                                                  \
    for (gint64 i = begin; i < end; i++)                                                                               \
      sums[i] = counts[i] > 0 ? sums[i] / (counts[i] + (self->clear == NULL)) : sums[i];                               \
  }

static void
divide_by_counts (gpointer data, gint64 begin, gint64 end)
{
  const FlScatterCall *self = data;
  if (self->self.dtype == FL_DTYPE_F32)
    DIVIDE (float)
  else
    DIVIDE (double)
}

static gint64
count_elements (const FlWorkView *view)
{
  return fl_sizes_product (view->sizes, view->n_dims);
}

static void
begin_result (const FlScatterCall *self)
{
  const gint64 width = fl_dtype_get_size_bytes (self->self.dtype), bytes = count_elements (&self->self) * width;
  if (self->copied.bytes != NULL)
    memcpy ((guint8 *) self->self.bytes + self->self.offset * width,
            (const guint8 *) self->copied.bytes + self->copied.offset * width, bytes);
  if (self->counts != NULL)
    memset (self->counts, 0, bytes);
}

/* --- the interface ---------------------------------------------------------------------------- */

static gboolean
find_join (const FlLibraryStep *step, FlScatterJoin *join, gboolean *is_mean, gboolean *with_it)
{
  static const struct
  {
    const char *name;
    FlScatterJoin join;
  } joins[] = { { "sum", FL_SCATTER_SUM },          { "add", FL_SCATTER_SUM },  { "prod", FL_SCATTER_PRODUCT },
                { "multiply", FL_SCATTER_PRODUCT }, { "amax", FL_SCATTER_MAX }, { "amin", FL_SCATTER_MIN },
                { "mean", FL_SCATTER_SUM } };
  const FlWorkArg *reduce = fl_library_find_arg (step, 4, "reduce"),
                  *with_self = fl_library_find_arg (step, 5, "include_self");
  *is_mean = FALSE;
  *with_it = TRUE;
  switch ((int) step->row->op)
    {
    case FL_ATEN_OP_SCATTER_SRC: *join = FL_SCATTER_SET; return reduce == NULL;
    case FL_ATEN_OP_SCATTER_ADD: *join = FL_SCATTER_SUM; return TRUE;
    case FL_ATEN_OP_SCATTER_REDUCE_TWO:
    case FL_ATEN_OP_INDEX_REDUCE:
      *join = FL_SCATTER_SUM;
      if (with_self != NULL && with_self->value.kind != FL_DATUM_BOOL)
        return FALSE;
      *with_it = with_self == NULL || with_self->value.integer;
      if (reduce == NULL)
        return TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (joins) && reduce->value.kind == FL_DATUM_STRING; i++)
        if (g_strcmp0 (reduce->value.text, joins[i].name) == 0)
          {
            *join = joins[i].join;
            *is_mean = g_str_equal (joins[i].name, "mean");
            return TRUE;
          }
      return FALSE;
    default: return FALSE;
    }
}

/* The dimension along which memory lies in a row, if it is not the one that is indexed; the others. */
static void
find_lanes (FlScatterCall *self)
{
  self->across = G_MAXUINT;
  self->n_lanes = 1;
  for (guint d = 0; d < self->self.n_dims; d++)
    if (d != self->dim && self->index.sizes[d] > 1 && self->self.strides[d] == 1)
      self->across = d;
  for (guint d = 0; d < self->self.n_dims; d++)
    if (d != self->dim && d != self->across)
      {
        self->dims[self->n_dims++] = d;
        self->n_lanes *= self->index.sizes[d];
      }
}

static gboolean
has_no_elements (const FlWorkView *view)
{
  for (guint d = 0; d < view->n_dims; d++)
    if (view->sizes[d] == 0)
      return TRUE;
  return FALSE;
}

/* The tensor that is written: the first argument itself, or the result, which begins as a copy of it. */
static gboolean
find_target (const FlLibraryStep *step, const FlWorkArg *self, FlScatterCall *call)
{
  call->self = self->view;
  if (step->row->op != FL_ATEN_OP_INDEX_REDUCE)
    return step->n_out == 0 && self->view.is_mutated;
  call->copied = self->view;
  call->self = step->n_out == 1 ? step->out[0] : self->view;
  return step->n_out == 1 && step->out[0].bytes != NULL && step->out[0].dtype == self->view.dtype
         && fl_work_view_is_dense (&call->self) && fl_work_view_is_dense (&self->view)
         && count_elements (&call->self) == count_elements (&self->view);
}

/* One index a row: the same for all elements of it. */
static gboolean
find_index (const FlLibraryStep *step, const FlWorkArg *from, const FlWorkArg *index, FlScatterCall *call)
{
  call->index = index->view;
  if (step->row->op != FL_ATEN_OP_INDEX_REDUCE)
    return index->view.n_dims == call->self.n_dims;
  if (index->view.n_dims != 1 || index->view.sizes[0] != from->view.sizes[call->dim])
    return FALSE;
  call->index.n_dims = from->view.n_dims;
  for (guint d = 0; d < from->view.n_dims; d++)
    {
      call->index.sizes[d] = from->view.sizes[d];
      call->index.strides[d] = d == call->dim ? index->view.strides[0] : 0;
    }
  return TRUE;
}

/* How what is there counts, and what a mean is divided by. */
static gboolean
find_passes (FlScatterCall *call, gboolean is_mean, gboolean with_it)
{
  static const FlScatterJoin clears[] = { [FL_SCATTER_SUM] = FL_SCATTER_CLEAR,
                                          [FL_SCATTER_PRODUCT] = FL_SCATTER_CLEAR_PRODUCT,
                                          [FL_SCATTER_MAX] = FL_SCATTER_CLEAR_MAX,
                                          [FL_SCATTER_MIN] = FL_SCATTER_CLEAR_MIN };
  call->func = find_function (call->self.dtype, call->join);
  call->clear = with_it ? NULL : find_function (call->self.dtype, clears[call->join]);
  call->count = is_mean ? find_function (call->self.dtype, FL_SCATTER_COUNT) : NULL;
  if (call->func == NULL || (!with_it && call->clear == NULL)
      || (is_mean && (call->count == NULL || !fl_work_view_is_dense (&call->self))))
    return FALSE;
  if (is_mean)
    call->counts = g_new (double, count_elements (&call->self));
  return TRUE;
}

static gboolean
fill_call (const FlLibraryStep *step, FlScatterCall *call)
{
  const FlWorkArg *self = fl_library_find_arg (step, 0, "self"), *dim = fl_library_find_arg (step, 1, "dim"),
                  *index = fl_library_find_arg (step, 2, "index"),
                  *from = fl_library_find_arg (step, 3, step->row->op == FL_ATEN_OP_INDEX_REDUCE ? "source" : "src");
  gboolean is_mean, with_it;
  if (!find_join (step, &call->join, &is_mean, &with_it) || self == NULL || dim == NULL || index == NULL || from == NULL
      || self->value.kind != FL_DATUM_TENSOR || index->value.kind != FL_DATUM_TENSOR
      || from->value.kind != FL_DATUM_TENSOR || dim->value.kind != FL_DATUM_INT || self->view.n_dims == 0
      || !find_target (step, self, call) || from->view.n_dims != call->self.n_dims || index->view.dtype != FL_DTYPE_I64
      || from->view.dtype != call->self.dtype)
    return FALSE;
  call->from = from->view;
  call->dim = dim->value.integer < 0 ? dim->value.integer + call->self.n_dims : dim->value.integer;
  return call->dim < call->self.n_dims && find_index (step, from, index, call) && !has_no_elements (&call->index)
         && !has_no_elements (&call->self) && find_passes (call, is_mean, with_it);
}

/* Are whole rows joined to rows, each by one index? */
static gboolean
joins_rows (const FlScatterCall *self)
{
  return self->across != G_MAXUINT && self->index.strides[self->across] == 0 && self->self.strides[self->across] == 1
         && self->from.strides[self->across] == 1;
}

/* Whole rows are cleared and counted by rows, not element by element. */
static void
find_row_counts (FlScatterCall *self)
{
  if (!joins_rows (self) || (self->clear == NULL && self->count == NULL))
    return;
  self->row_counts = g_new (gint64, self->n_lanes * self->self.sizes[self->dim]);
  self->is_row_mean = self->count != NULL;
  self->count = NULL;
  g_clear_pointer (&self->counts, g_free);
}

static void
free_state (gpointer state)
{
  FlScatterCall *self = state;
  g_clear_pointer (&self->tables, fl_scatter_tables_free);
  g_free (self->row_counts);
  g_free (self->counts);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlScatterCall *call = g_new0 (FlScatterCall, 1);
  if (step->row == NULL || !fill_call (step, call))
    {
      free_state (call);
      return NULL;
    }
  find_lanes (call);
  find_row_counts (call);
  call->is_plain = call->across == G_MAXUINT && call->self.strides[call->dim] == 1 && call->from.strides[call->dim] == 1
                   && call->index.strides[call->dim] == 1 && call->clear == NULL && call->count == NULL;
  if (call->is_plain && call->n_lanes < MANY_LANES)
    call->tables = fl_scatter_tables_new (call->self.dtype, call->join, call->index.sizes[call->dim],
                                          call->self.sizes[call->dim]);
  return call;
}

/* Lanes; where there are too few of them, the threads take pieces of a row, or the places of short rows. */
static void
cut (FlScatterCall *self, guint n_threads)
{
  gint64 columns = self->across != G_MAXUINT ? self->index.sizes[self->across] : 1;
  gint64 wanted = (n_threads + self->n_lanes - 1) / self->n_lanes;
  self->width = MAX ((columns / wanted + LEAST_COLUMNS - 1) / LEAST_COLUMNS * LEAST_COLUMNS, LEAST_COLUMNS);
  self->n_pieces = (columns + self->width - 1) / self->width;
  self->n_owners = 1;
  if (self->n_pieces > 1 && joins_rows (self) && self->width * fl_dtype_get_size_bytes (self->self.dtype) < LEAST_PIECE)
    {
      self->width = columns;
      self->n_pieces = 1;
      self->n_owners = MIN (wanted, self->self.sizes[self->dim]);
    }
}

static gboolean
run_tables (FlScatterCall *self, FlThreadPool *pool)
{
  for (gint64 lane = 0; lane < self->n_lanes; lane++)
    {
      Block block;
      fill_block (self, lane, &block);
      if (!fl_scatter_tables_run (self->tables, block.self, block.from, block.index, pool))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlScatterCall *self = state;
  gint64 columns = self->across != G_MAXUINT ? self->index.sizes[self->across] : 1;
  gint64 n_elements = self->n_lanes * columns * self->index.sizes[self->dim], extent;
  cut (self, fl_thread_pool_get_n_threads (pool));
  extent = self->n_lanes * self->n_pieces; /* and so many times the owners of places */
  self->n_bad = 0;
  begin_result (self);
  if (self->tables != NULL)
    return run_tables (self, pool);
  if (extent * self->n_owners > 1 && n_elements >= MIN_PARALLEL)
    {
      if (!self->is_plain)
        fl_thread_pool_run (pool, look_at_parts, self, extent);
      if (self->n_bad == 0 && self->row_counts != NULL)
        count_rows (self);
      if (self->n_bad == 0)
        fl_thread_pool_run (pool, run_parts, self, extent * self->n_owners);
    }
  else
    {
      if (!self->is_plain)
        look_at_parts (self, 0, extent);
      if (self->n_bad == 0 && self->row_counts != NULL)
        count_rows (self);
      if (self->n_bad == 0)
        run_parts (self, 0, extent * self->n_owners);
    }
  if (self->n_bad == 0 && self->count != NULL)
    fl_thread_pool_run (pool, divide_by_counts, self, count_elements (&self->self));
  return self->n_bad == 0;
}

static const char *
describe (gconstpointer state)
{
  const FlScatterCall *self = state;
  return self->tables != NULL ? fl_scatter_tables_describe (self->tables) : NULL;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlScatterCall *self = state;
  return (self->counts == NULL ? 0 : count_elements (&self->self) * (gint64) sizeof (double))
         + (self->row_counts == NULL ? 0 : self->n_lanes * self->self.sizes[self->dim] * (gint64) sizeof (gint64))
         + (self->tables == NULL ? 0 : fl_scatter_tables_count_bytes (self->tables));
}

const FlLibraryOp fl_scatter_op = { .name = "scatter",
                                    .needs = FL_LIBRARY_WRITES_APART | FL_LIBRARY_RETURNS_APART,
                                    .prepare = prepare,
                                    .run = run,
                                    .describe = describe,
                                    .count_scratch = count_scratch,
                                    .free = free_state };
