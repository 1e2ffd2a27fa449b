/* Scatters along one dimension, and privatized histograms: the index of each element tells its place.
 *
 * TorchInductor hands these on a CPU to ATen; these loops stand in for ATen's kernels. Threads have places of their
 * own: lanes along the dimension never meet. Elements of the same place are joined in their order, so that any number
 * of threads gives the same result. A lane with many elements and few places is a privatized histogram: its elements
 * are cut into pieces by the sizes alone, each piece is joined to a table of its own, and the tables are joined in
 * their order. */
#include <string.h>

#include "fl-lanes.h"
#include "fl-scatter-join.h"

enum
{
  LEAST_COLUMNS = 64,   /* of a thread: whole lines of memory */
  MANY_LANES = 16,      /* enough for threads to take lanes */
  N_CHECKED = 2048,     /* indices that are looked at before they are used: they stay in the L1 cache */
  LEAST_LENGTH = 20000, /* elements of a table */
  LEAST_SHARE = 16,     /* elements of a table to a place: making and joining tables is little beside them */
  MAX_TABLES = 16
};

enum
{
  TO,
  FROM,
  INDEX
};

typedef struct
{
  FlScatterJoin join;
  FlScatterFunc func;
  FlLanes lanes;
  gint64 n_places, width; /* of a lane; bytes of an element */
  gboolean with_self;     /* elements that are there count, too */
  FlWorkView copied;      /* the result begins as a copy of it; bytes NULL: as it is */
  guint8 *counts;         /* of a mean: as many as the result has elements, in the result's own type; else NULL */
  gint64 n_pieces, piece; /* pieces of the columns of each lane; columns of a piece */
  gint64 n_owners;        /* of places, of each piece */
  gint64 n_tables;        /* of each lane; 0: none */
  guint8 *tables;
  gint n_bad;
} FlScatterCall;

/* --- blocks ----------------------------------------------------------------------------------- */

/* Joins one element to each place: the neutral one that a scatter begins with, or 1 to be counted. */
static void
join_one (const FlScatterCall *self, FlScatterJoin join, gconstpointer element, gpointer to,
          const FlScatterBlock *block)
{
  FlScatterBlock same = *block;
  same.to = to;
  same.from = element;
  same.from_outer = same.from_inner = 0;
  fl_scatter_find_func (self->lanes.views[TO].dtype, join) (&same);
}

/* An index outside ends the run: nobody looks at what was written so far. */
static void
join_block (FlScatterCall *self, const FlScatterBlock *whole)
{
  const FlDtype dtype = self->lanes.views[TO].dtype;
  const FlScatterJoin neutral = self->join == FL_SCATTER_SUM ? FL_SCATTER_SET : self->join;
  const guint8 *first = (const guint8 *) self->lanes.views[TO].bytes + self->lanes.views[TO].offset * self->width;
  const gboolean clears = !self->with_self;
  if (clears && fl_scatter_block_has_outside (whole, self->n_places))
    g_atomic_int_set (&self->n_bad, 1);
  else if (clears)
    join_one (self, FL_SCATTER_SET, fl_scatter_get_neutral (dtype, neutral), whole->to, whole);
  for (gint64 j = 0; j < whole->n_inner; j += N_CHECKED)
    {
      FlScatterBlock block = *whole;
      block.n_inner = MIN (whole->n_inner - j, N_CHECKED);
      block.to = (guint8 *) whole->to + j * whole->to_inner * self->width;
      block.from = (const guint8 *) whole->from + j * whole->from_inner * self->width;
      block.index += j * whole->index_inner;
      if (fl_scatter_block_has_outside (&block, self->n_places))
        {
          g_atomic_int_set (&self->n_bad, 1);
          return;
        }
      self->func (&block);
      if (self->counts != NULL)
        join_one (self, FL_SCATTER_SUM, fl_scatter_get_neutral (dtype, FL_SCATTER_PRODUCT),
                  self->counts + ((const guint8 *) block.to - first), &block);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

/* A part is a lane, a piece of its columns, and the places of one owner. */
static FlScatterBlock
find_block (const FlScatterCall *self, gint64 part)
{
  const FlLanes *lanes = &self->lanes;
  const gint64 owner = part % self->n_owners, piece = part / self->n_owners,
               first = piece % self->n_pieces * self->piece;
  const gint64 *steps = lanes->steps, *columns = lanes->column_steps;
  gint64 at[FL_LANE_VIEWS];
  FlScatterBlock block = { .n_outer = 1,
                           .n_inner = lanes->length,
                           .step = steps[TO],
                           .from_inner = steps[FROM],
                           .index_inner = steps[INDEX],
                           .low = self->n_places * owner / self->n_owners,
                           .high = self->n_places * (owner + 1) / self->n_owners };
  fl_lanes_find (lanes, piece / self->n_pieces, at);
  if (columns[TO] != 0)
    {
      block.n_outer = lanes->length;
      block.from_outer = steps[FROM];
      block.index_outer = steps[INDEX];
      block.n_inner = MIN (self->piece, lanes->columns - first);
      block.to_inner = columns[TO];
      block.from_inner = columns[FROM];
      block.index_inner = columns[INDEX];
    }
  block.to = (guint8 *) lanes->views[TO].bytes + (at[TO] + first * columns[TO]) * self->width;
  block.from = (const guint8 *) lanes->views[FROM].bytes + (at[FROM] + first * columns[FROM]) * self->width;
  block.index = (const gint64 *) lanes->views[INDEX].bytes + at[INDEX] + first * columns[INDEX];
  return block;
}

static void
run_parts (gpointer data, gint64 begin, gint64 end)
{
  FlScatterCall *self = data;
  for (gint64 part = begin; part < end; part++)
    {
      const FlScatterBlock block = find_block (self, part);
      join_block (self, &block);
    }
}

/* --- privatized histograms -------------------------------------------------------------------- */

static guint8 *
get_table (const FlScatterCall *self, gint64 t)
{
  return self->tables
         + t * ((self->n_places * self->width + 63) / 64 * 64 + 64); /* tables begin on lines of their own */
}

/* Joins as many elements as a lane has places to all places in a row. from_step 0: one element, again and again. */
static void
join_row (const FlScatterCall *self, FlScatterJoin join, gpointer to, gconstpointer from, gint64 from_step)
{
  const gint64 none = 0;
  const FlScatterBlock block = { .to = to,
                                 .from = from,
                                 .index = &none,
                                 .n_outer = 1,
                                 .n_inner = self->n_places,
                                 .to_inner = 1,
                                 .from_inner = from_step,
                                 .high = 1 };
  fl_scatter_find_func (self->lanes.views[TO].dtype, join) (&block);
}

static void
fill_tables (gpointer data, gint64 begin, gint64 end)
{
  FlScatterCall *self = data;
  for (gint64 t = begin; t < end; t++)
    {
      FlScatterBlock block = find_block (self, t / self->n_tables);
      const gint64 length = self->lanes.length, first = length * (t % self->n_tables) / self->n_tables;
      block.n_inner = length * (t % self->n_tables + 1) / self->n_tables - first;
      block.from = (const guint8 *) block.from + first * self->width;
      block.index += first;
      block.to = get_table (self, t);
      join_row (self, FL_SCATTER_SET, block.to, fl_scatter_get_neutral (self->lanes.views[TO].dtype, self->join), 0);
      join_block (self, &block);
    }
}

static void
join_tables (const FlScatterCall *self)
{
  for (gint64 t = 0; t < self->lanes.n * self->n_tables; t++)
    join_row (self, self->join, find_block (self, t / self->n_tables).to, get_table (self, t), 1);
}

/* --- which call ------------------------------------------------------------------------------- */

static gboolean
find_join (const FlLibraryStep *step, FlScatterCall *self, gboolean *is_mean)
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
  self->with_self = TRUE;
  self->join = step->row->op == FL_ATEN_OP_SCATTER_SRC ? FL_SCATTER_SET : FL_SCATTER_SUM;
  if (step->row->op == FL_ATEN_OP_SCATTER_SRC)
    return reduce == NULL;
  if (step->row->op == FL_ATEN_OP_SCATTER_ADD)
    return TRUE;
  if ((step->row->op != FL_ATEN_OP_SCATTER_REDUCE_TWO && step->row->op != FL_ATEN_OP_INDEX_REDUCE)
      || (with_self != NULL && with_self->value.kind != FL_DATUM_BOOL))
    return FALSE;
  self->with_self = with_self == NULL || with_self->value.integer;
  for (guint i = 0; i < G_N_ELEMENTS (joins) && reduce != NULL && reduce->value.kind == FL_DATUM_STRING; i++)
    if (g_strcmp0 (reduce->value.text, joins[i].name) == 0)
      {
        self->join = joins[i].join;
        *is_mean = g_str_equal (joins[i].name, "mean");
        return TRUE;
      }
  return reduce == NULL;
}

/* Finds the tensor that is written: the first argument itself, or the result, which begins as a copy of it. */
static gboolean
find_target (const FlLibraryStep *step, const FlWorkView *self, FlScatterCall *call)
{
  FlWorkView *to = &call->lanes.views[TO];
  *to = *self;
  if (step->row->op != FL_ATEN_OP_INDEX_REDUCE)
    return step->n_out == 0 && self->is_mutated;
  if (step->n_out != 1 || step->out[0].bytes == NULL)
    return FALSE;
  *to = step->out[0];
  call->copied = *self;
  return to->dtype == self->dtype && fl_work_view_is_dense (to) && fl_work_view_is_dense (self)
         && fl_sizes_product (to->sizes, to->n_dims) == fl_sizes_product (self->sizes, self->n_dims);
}

/* Of index_reduce there is one index a row: the same for all elements of the row. */
static gboolean
find_index (const FlLibraryStep *step, const FlWorkView *from, const FlWorkView *given, guint dim, FlWorkView *index)
{
  *index = *given;
  if (step->row->op != FL_ATEN_OP_INDEX_REDUCE)
    return given->n_dims == from->n_dims;
  if (given->n_dims != 1 || given->sizes[0] != from->sizes[dim])
    return FALSE;
  index->n_dims = from->n_dims;
  for (guint d = 0; d < from->n_dims; d++)
    {
      index->sizes[d] = from->sizes[d];
      index->strides[d] = d == dim ? given->strides[0] : 0;
    }
  return TRUE;
}

static gboolean
read_step (FlScatterCall *call, const FlLibraryStep *step)
{
  const FlWorkView *self = fl_library_find_view (step, 0, "self"),
                   *index = fl_library_find_tensor (step, 2, "index", FL_DTYPE_I64),
                   *from = fl_library_find_view (step, 3, step->row->op == FL_ATEN_OP_INDEX_REDUCE ? "source" : "src");
  FlWorkView *views = call->lanes.views, *to = &views[TO];
  gboolean is_mean = FALSE;
  gint64 along;
  if (!find_join (step, call, &is_mean) || self == NULL || index == NULL || from == NULL || self->n_dims == 0
      || !fl_library_find_int (step, 1, "dim", G_MAXINT64, &along) || !find_target (step, self, call)
      || from->n_dims != to->n_dims || from->dtype != to->dtype
      || (is_mean && (!fl_work_view_is_dense (to) || !fl_dtype_is_float (to->dtype))))
    return FALSE;
  const guint n = to->n_dims;
  guint across = G_MAXUINT;
  along += along < 0 ? n : 0;
  views[FROM] = *from;
  call->func = fl_scatter_find_func (to->dtype, call->join);
  if (call->func == NULL || along < 0 || along >= n || !find_index (step, from, index, along, &views[INDEX])
      || fl_sizes_product (views[INDEX].sizes, n) == 0 || fl_sizes_product (to->sizes, n) == 0)
    return FALSE;
  for (guint d = 0; d < n; d++)
    if (d != along && views[INDEX].sizes[d] > 1 && to->strides[d] == 1)
      across = d;
  fl_lanes_open (&call->lanes, views[INDEX].sizes, n, along, across);
  call->n_places = to->sizes[along];
  call->width = fl_dtype_get_size_bytes (to->dtype);
  if (is_mean)
    call->counts = g_malloc (fl_sizes_product (to->sizes, n) * call->width);
  return TRUE;
}

static void
free_state (gpointer state)
{
  FlScatterCall *self = state;
  g_free (self->tables);
  g_free (self->counts);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlScatterCall *self = g_new0 (FlScatterCall, 1);
  const FlLanes *lanes = &self->lanes;
  if (step->row == NULL || !read_step (self, step))
    {
      free_state (self);
      return NULL;
    }
  self->n_pieces = self->n_owners = 1;
  if (lanes->column_steps[TO] == 0 && lanes->steps[TO] == 1 && lanes->n < MANY_LANES && self->with_self
      && self->counts == NULL && self->join != FL_SCATTER_SET && lanes->steps[FROM] == 1 && lanes->steps[INDEX] == 1)
    self->n_tables = MIN (lanes->length / MAX (LEAST_LENGTH, LEAST_SHARE * self->n_places), MAX_TABLES);
  if (self->n_tables == 1)
    self->n_tables = 0;
  if (self->n_tables > 0)
    self->tables = g_malloc (lanes->n * self->n_tables * (self->n_places * self->width + 128));
  return self;
}

/* --- running ---------------------------------------------------------------------------------- */

/* Threads take lanes; where there are too few, places of whole rows, or pieces of the columns. */
static void
cut (FlScatterCall *self, guint n_threads)
{
  const FlLanes *lanes = &self->lanes;
  const gint64 wanted = (n_threads + lanes->n - 1) / lanes->n;
  const gboolean joins_rows = lanes->column_steps[TO] != 0 && lanes->column_steps[INDEX] == 0;
  self->piece = joins_rows ? lanes->columns : MAX (lanes->columns / wanted, LEAST_COLUMNS);
  self->n_pieces = (lanes->columns + self->piece - 1) / self->piece;
  self->n_owners = joins_rows ? MIN (wanted, self->n_places) : 1;
}

#define DIVIDE(type)                                                                                                   \
  {                                                                                                                    \
    type *sums = (type *) to->bytes + to->offset;                                                                      \
    const type *counts = (const type *) self->counts;                                                                  \
    for (gint64 i = begin; i < end; i++)                                                                               \
      sums[i] = counts[i] > 0 ? sums[i] / (counts[i] + self->with_self) : sums[i];                                     \
  }

static void
divide_by_counts (gpointer data, gint64 begin, gint64 end)
{
  const FlScatterCall *self = data;
  const FlWorkView *to = &self->lanes.views[TO];
  if (to->dtype == FL_DTYPE_F32)
    DIVIDE (float)
  else
    DIVIDE (double)
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlScatterCall *self = state;
  const FlLanes *lanes = &self->lanes;
  const FlWorkView *to = &lanes->views[TO];
  const gint64 n = fl_sizes_product (to->sizes, to->n_dims), n_joined = lanes->n * lanes->columns * lanes->length;
  self->n_bad = 0;
  if (self->copied.bytes != NULL)
    memcpy ((guint8 *) to->bytes + to->offset * self->width,
            (const guint8 *) self->copied.bytes + self->copied.offset * self->width, n * self->width);
  if (self->counts != NULL)
    memset (self->counts, 0, n * self->width);
  if (self->n_tables > 0)
    fl_loops_share_out (pool, fill_tables, self, lanes->n * self->n_tables, n_joined);
  else
    {
      cut (self, fl_thread_pool_get_n_threads (pool));
      fl_loops_share_out (pool, run_parts, self, lanes->n * self->n_pieces * self->n_owners, n_joined);
    }
  if (self->n_tables > 0 && self->n_bad == 0)
    join_tables (self);
  if (self->counts != NULL && self->n_bad == 0)
    fl_loops_share_out (pool, divide_by_counts, self, n, n);
  return self->n_bad == 0;
}

static const char *
describe (gconstpointer state)
{
  const FlScatterCall *self = state;
  return self->n_tables > 0 ? "privatized histogram: pieces of the indices have tables of their own" : NULL;
}

static gint64
count_scratch (gconstpointer state)
{
  const FlScatterCall *self = state;
  const FlWorkView *to = &self->lanes.views[TO];
  return (self->counts == NULL ? 0 : fl_sizes_product (to->sizes, to->n_dims) * self->width)
         + (self->n_tables == 0 ? 0 : self->lanes.n * self->n_tables * (self->n_places * self->width + 128));
}

const FlLibraryOp fl_scatter_op = { .name = "scatter",
                                    .needs = FL_LIBRARY_WRITES_APART | FL_LIBRARY_RETURNS_APART,
                                    .prepare = prepare,
                                    .run = run,
                                    .describe = describe,
                                    .count_scratch = count_scratch,
                                    .free = free_state };
