/* Products by own tiles: whole ones, and panels of rows for chains of steps. */
#include "fl-library-product.h"

enum
{
  MIN_SHARED_PANELS = 4,
  MANY_PANELS = 5,
  PARALLEL_FLOATS = 64 << 10,
  FRESH_FLOATS = 160 << 10, /* of A and C, which pass through the second-level cache with each panel */
  NEXT_FLOATS = 256 << 10   /* that may come there beside the present ones */
};

/* --- by own tiles ---------------------------------------------------------------------------------------------------- */

static FlMatrix
move (const FlMatrix *m, gint64 by)
{
  return (FlMatrix){ m->data + by, m->rows, m->columns, m->row_stride, m->column_stride };
}

/* What one thread does of the products, or of the only one. */
typedef struct
{
  FlProductCall *self;
  gint64 i;
  guint n_shares;
  gboolean by_columns;
} Job;

static gboolean
is_dense (const FlMatrix *m)
{
  return (m->column_stride == 1 && m->row_stride == m->columns) || (m->row_stride == 1 && m->column_stride == m->rows);
}

static const float *
shift (const float *data, gint64 by)
{
  return data == NULL ? NULL : data + by;
}

static FlMatrix
get_left (const FlProductCall *self, gint64 i, float *turned)
{
  FlMatrix a = move (&self->a, i * self->a_step);
  if (turned == NULL)
    return a;
  fl_product_turn (&a, turned);
  return (FlMatrix){ turned, a.rows, a.columns, a.columns, 1 };
}

static FlProductEnd
get_end (const FlProductCall *self, gint64 i)
{
  return (FlProductEnd){ .alpha = self->alpha, .beta = self->beta, .row_bias = self->row_bias, .has_relu = self->has_relu,
                         .add = shift (self->add, i * self->add_step), .add_stride = self->add_stride };
}

/* Panels of product i; NULL: B is read as it lies. */
static float *
get_panels (const FlProductCall *self, gint64 i, guint share)
{
  if (self->how == FL_PRODUCT_IN_PLACE)
    return NULL;
  return self->packed + (self->b_is_fixed ? i : share) * self->n_packed;
}

static gboolean
must_pack (const FlProductCall *self)
{
  return self->how == FL_PRODUCT_PACKED && !(self->b_is_fixed && self->is_packed);
}

static void
pack_part (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  FlMatrix b = move (&job->self->b, job->i * job->self->b_step);
  fl_product_pack (&b, begin, end, get_panels (job->self, job->i, 0));
}

static void
add_piece (FlProductNext *next, const float *at, gint64 step, gint64 n)
{
  if (step == 0)
    return; /* the same again */
  next->at[next->n] = (const char *) at;
  next->bytes[next->n++] = n * sizeof (float);
}

/* What product i + 1 touches, where that lies together. */
static FlProductNext
get_next (const FlProductCall *self, gint64 i)
{
  const gint64 m = self->a.rows, k = self->a.columns, n = self->b.columns;
  FlProductNext next = { 0 };

  if (m * k + k * n + m * n > NEXT_FLOATS)
    return next;
  if (is_dense (&self->b))
    add_piece (&next, self->b.data + (i + 1) * self->b_step, self->b_step, k * n);
  if (is_dense (&self->a))
    add_piece (&next, self->a.data + (i + 1) * self->a_step, self->a_step, m * k);
  if (self->c_stride == n)
    add_piece (&next, self->c + (i + 1) * self->c_step, self->c_step, m * n);
  return next;
}

/* What of one product a thread does: some rows by some panels of columns. */
typedef struct
{
  gint64 entry, first_row, last_row;
  guint first_panel, last_panel;
  gboolean has_next; /* the thread goes on with the next product */
  gint64 first_entry; /* of the thread's */
} Piece;

/* After the last one: results of the first ones, which whoever comes next begins with and which operands have meanwhile driven out of the
 * second-level cache. */
static FlProductNext
get_results (const FlProductCall *self, const Piece *piece)
{
  const gint64 first = piece->first_entry, n_floats = (piece->entry - first) * self->c_step;
  FlProductNext next = { 0 };

  if (n_floats > 0 && n_floats <= NEXT_FLOATS && self->c_step == self->a.rows * self->c_stride)
    add_piece (&next, self->c + first * self->c_step, 1, n_floats);
  return next;
}

/* Is a panel of B packed as the first rows use it? */
static gboolean
can_be_fresh (const FlMatrix *a, const FlMatrix *b)
{
  return a->columns > 0 && a->rows * (a->columns + b->columns) <= FRESH_FLOATS;
}

static void
run_piece (FlProductCall *self, guint share, const Piece *piece)
{
  const gint64 i = piece->entry, first = piece->first_row;
  FlMatrix a = get_left (self, i, self->turned == NULL ? NULL : self->turned + share * self->a.rows * self->a.columns);
  FlMatrix b = move (&self->b, i * self->b_step);
  FlProductEnd end_of = get_end (self, i);
  FlProductNext next = piece->has_next ? get_next (self, i) : get_results (self, piece);
  float *panels = get_panels (self, i, share), *c = self->c + i * self->c_step + first * self->c_stride;

  a = (FlMatrix){ a.data + first * a.row_stride, piece->last_row - first, a.columns, a.row_stride, 1 };
  end_of.add = shift (end_of.add, first * self->add_stride);
  if (must_pack (self) && can_be_fresh (&a, &b))
    {
      fl_product_run_fresh (&a, &b, piece->first_panel, piece->last_panel, &end_of, c, self->c_stride, panels, &next);
      return;
    }
  if (must_pack (self))
    fl_product_pack (&b, piece->first_panel, piece->last_panel, panels);
  fl_product_run_followed (&a, panels, &b, piece->first_panel, piece->last_panel, &end_of, c, self->c_stride, &next);
}

/* Shares of the rows of all products, or of their panels of columns where those are many and each thread would have to pack the same
 * ones: whole products, but for the first and the last of a share. */
static void
run_own_products (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  FlProductCall *self = job->self;
  const gint64 n_panels = fl_product_count_panels (self->b.columns), n_strips = (self->a.rows + FL_TILE_ROWS - 1) / FL_TILE_ROWS;
  const gboolean by_rows = n_strips > n_panels && (!must_pack (self) || n_panels < MANY_PANELS);
  const gint64 each = by_rows ? n_strips : n_panels, all = self->batch * each;

  for (gint64 s = begin; s < end; s++)
    for (gint64 at = all * s / job->n_shares, last = all * (s + 1) / job->n_shares, until; at < last; at = until)
      {
        Piece piece = { .entry = at / each, .last_row = self->a.rows, .last_panel = n_panels, .first_entry = all * s / job->n_shares / each };
        const gint64 first = at - piece.entry * each;
        until = MIN (last, (piece.entry + 1) * each);
        if (by_rows)
          {
            piece.first_row = first * FL_TILE_ROWS;
            piece.last_row = MIN ((until - piece.entry * each) * FL_TILE_ROWS, self->a.rows);
          }
        else
          {
            piece.first_panel = first;
            piece.last_panel = until - piece.entry * each;
          }
        piece.has_next = until < last;
        run_piece (self, s, &piece);
      }
}

/* Shares of one product: rows, or panels of columns. */
static void
run_own_slice (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  const FlProductCall *self = job->self;
  FlMatrix b = move (&self->b, job->i * self->b_step);
  FlMatrix a = self->turned == NULL ? move (&self->a, job->i * self->a_step)
                                    : (FlMatrix){ self->turned, self->a.rows, self->a.columns, self->a.columns, 1 };
  FlProductEnd end_of = get_end (self, job->i);
  float *c = self->c + job->i * self->c_step;
  if (!job->by_columns)
    {
      begin *= FL_TILE_ROWS;
      end = MIN (end * FL_TILE_ROWS, a.rows);
      a.data += begin * a.row_stride;
      a.rows = end - begin;
      c += begin * self->c_stride;
      end_of.add = shift (end_of.add, begin * self->add_stride);
      begin = 0;
      end = fl_product_count_panels (b.columns);
    }
  if (a.rows > 0)
    fl_product_run (&a, get_panels (self, job->i, 0), &b, begin, end, &end_of, c, self->c_stride);
}

static void
run_own_product (FlProductCall *self, FlThreadPool *pool, gint64 i)
{
  Job job = { .self = self, .i = i };
  guint n_panels = fl_product_count_panels (self->b.columns);
  gint64 n_rows = (self->a.rows + FL_TILE_ROWS - 1) / FL_TILE_ROWS;
  job.by_columns = n_panels >= 2 * self->n_threads && self->b.columns > self->a.rows;
  if (self->turned != NULL)
    get_left (self, i, self->turned);
  const double n_weights = (double) self->a.columns * self->b.columns; /* of few rows, reading them is the work */
  gboolean is_small = self->n_threads == 1
                      || (2 * self->a.rows * n_weights < FL_PRODUCT_PARALLEL_FLOPS && n_weights < PARALLEL_FLOATS);
  if (must_pack (self) && is_small)
    pack_part (&job, 0, n_panels);
  else if (must_pack (self))
    fl_thread_pool_run (pool, pack_part, &job, n_panels);
  if (is_small)
    run_own_slice (&job, 0, job.by_columns ? n_panels : n_rows);
  else
    fl_thread_pool_run (pool, run_own_slice, &job, job.by_columns ? n_panels : n_rows);
}

static gboolean
has_share_a_thread (const FlProductCall *self)
{
  const gint64 n_strips = self->a.rows / FL_TILE_ROWS, n_panels = fl_product_count_panels (self->b.columns);
  return self->batch > 1 && self->batch * MAX (n_strips, n_panels) >= self->n_threads;
}

/* The first run takes it: a call that is never made needs none. */
static void
take_memory (FlProductCall *self)
{
  gint64 n_shares = has_share_a_thread (self) ? self->n_threads : 1;
  if (self->how == FL_PRODUCT_PACKED && self->packed == NULL)
    self->packed = fl_work_alloc (MAX (self->n_packed, 1) * (self->b_is_fixed ? self->batch : n_shares) * sizeof (float));
  if (self->a.column_stride != 1 && self->turned == NULL)
    self->turned = g_aligned_alloc (MAX (self->a.rows * self->a.columns, 1) * n_shares, sizeof (float), 64);
}

void
fl_product_call_run_own (FlProductCall *self, FlThreadPool *pool)
{
  take_memory (self);
  if (has_share_a_thread (self))
    {
      Job job = { .self = self, .n_shares = self->n_threads };
      if (2.0 * self->batch * self->a.rows * self->a.columns * self->b.columns < FL_PRODUCT_PARALLEL_FLOPS)
        run_own_products (&job, 0, job.n_shares);
      else
        fl_thread_pool_run (pool, run_own_products, &job, job.n_shares);
    }
  else
    for (gint64 i = 0; i < self->batch; i++)
      run_own_product (self, pool, i);
  self->is_packed |= self->how == FL_PRODUCT_PACKED && self->b_is_fixed;
}

void
fl_product_call_pack_own (FlProductCall *self, FlThreadPool *pool)
{
  if (self->how != FL_PRODUCT_PACKED || !self->b_is_fixed || self->is_packed)
    return;
  take_memory (self);
  for (Job job = { .self = self }; job.i < self->batch; job.i++)
    fl_work_share_out (pool, pack_part, &job, fl_product_count_panels (self->b.columns), MIN_SHARED_PANELS);
  self->is_packed = TRUE;
}

/* --- what follows, as the sums are stored ---------------------------------------------------------------------------- */

gboolean
fl_product_call_can_end (gconstpointer state)
{
  const FlProductCall *self = state;
  const gint64 m = self->a.rows, n = self->b.columns;
  const gboolean is_dense_result = (self->c_stride == n || m == 1) && (self->batch == 1 || self->c_step == m * n);

  return (self->how == FL_PRODUCT_PACKED || self->how == FL_PRODUCT_IN_PLACE) && is_dense_result && self->is_tunable
         && (self->add == NULL || self->add != self->c);
}

void
fl_product_call_run_ending (gpointer state, FlThreadPool *pool, gpointer to)
{
  FlProductCall *self = state;
  float *c = self->c;

  self->c = to;
  self->has_relu = TRUE;
  fl_product_call_run_own (self, pool);
  self->has_relu = FALSE;
  self->c = c;
}

/* --- panels of rows -------------------------------------------------------------------------------------------------- */

gboolean
fl_product_call_get_panels (gconstpointer state, FlLibraryPanels *panels)
{
  const FlProductCall *self = state;
  gint64 m = self->a.rows, k = self->a.columns, n = self->b.columns;
  const gboolean right_is_own = self->batch > 1 && self->b_step == k * n && is_dense (&self->b);
  *panels = (FlLibraryPanels){ .n_parts = self->batch * m,
                               .n_whole = self->batch,
                               .right = right_is_own ? 1 : -1 };
  if (!right_is_own)
    panels->shared_bytes = ((self->batch - 1) * self->b_step + (k - 1) * self->b.row_stride
                            + (n - 1) * self->b.column_stride + 1)
                           * sizeof (float);
  return self->a.column_stride == 1 && self->c_stride == n && (self->batch == 1 || self->c_step == m * n)
         && !(self->bias != NULL && self->add == self->c) && (self->add == NULL || self->add != self->c);
}

guint
fl_product_call_list (gconstpointer state, FlWorkAccess *accesses)
{
  const FlProductCall *self = state;
  const gsize width = sizeof (float);
  gint64 m = self->a.rows, k = self->a.columns, n = self->b.columns;
  gboolean a_is_own = self->a.row_stride == k && (self->batch == 1 || self->a_step == m * k);
  gint64 a_span = (self->batch - 1) * self->a_step + (m - 1) * self->a.row_stride + k;
  gint64 b_span = (self->batch - 1) * self->b_step + (self->b.rows - 1) * self->b.row_stride + (n - 1) * self->b.column_stride + 1;
  guint count = 0;
  accesses[count++] = (FlWorkAccess){ (const guint8 *) self->a.data, a_span * width, a_is_own, FALSE, self->a_tensor };
  accesses[count++] = (FlWorkAccess){ (const guint8 *) self->b.data, b_span * width, FALSE, FALSE, self->b_tensor };
  accesses[count++] = (FlWorkAccess){ (const guint8 *) self->c, self->batch * m * n * width, TRUE, TRUE, self->c_tensor };
  if (self->row_bias != NULL)
    accesses[count++] = (FlWorkAccess){ (const guint8 *) self->row_bias, n * width, FALSE, FALSE, self->add_tensor };
  else if (self->add != NULL)
    accesses[count++] = (FlWorkAccess){ (const guint8 *) self->add, ((self->batch - 1) * self->add_step + (m - 1) * self->add_stride + n) * width,
                                        FALSE, FALSE, self->add_tensor };
  return count;
}

/* By the library where that is faster for the whole and nothing is added; else by own tiles. */
static gboolean
panels_use_library (const FlProductCall *self)
{
  return self->how == FL_PRODUCT_LIBRARY && self->bias == NULL && self->add == NULL && self->row_bias == NULL && !self->a_packed && !self->b_packed;
}

static FlProductHow
get_panel_how (const FlProductCall *self)
{
  return self->how == FL_PRODUCT_LIBRARY || self->how == FL_PRODUCT_DOTS ? self->can[FL_PRODUCT_IN_PLACE] ? FL_PRODUCT_IN_PLACE : FL_PRODUCT_PACKED : self->how;
}

void
fl_product_call_begin_panels (gpointer state, FlThreadPool *pool)
{
  FlProductCall *self = state;
  if (panels_use_library (self) || get_panel_how (self) != FL_PRODUCT_PACKED)
    return;
  if (self->panel_scratch == NULL)
    self->panel_scratch = g_aligned_alloc (MAX (self->n_packed, 1) * (self->b_is_fixed ? self->batch : self->n_threads), sizeof (float), 64);
  if (self->panel_lanes == NULL)
    self->panel_lanes = g_new (gint64, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    self->panel_lanes[i] = -1;
  if (!self->b_is_fixed || self->has_panels)
    return;
  for (gint64 i = 0; i < self->batch; i++)
    {
      FlMatrix b = move (&self->b, i * self->b_step);
      fl_product_pack (&b, 0, fl_product_count_panels (b.columns), self->panel_scratch + i * self->n_packed);
    }
  self->has_panels = TRUE;
}

/* Rows of one entry of the batch, and what is read after them. */
static void
run_rows (FlProductCall *self, guint share, gint64 entry, gint64 begin, gint64 end, guint8 *const *places, const FlProductNext *next)
{
  FlMatrix a = move (&self->a, entry * self->a_step + begin * self->a.row_stride);
  FlMatrix b = move (&self->b, entry * self->b_step);
  FlProductEnd last = get_end (self, entry);
  float *c = (places[2] != NULL ? (float *) places[2] : self->c) + entry * self->c_step + begin * self->c_stride, *panels = NULL;
  guint n_panels = fl_product_count_panels (b.columns);
  a.rows = end - begin;
  if (places[0] != NULL)
    a.data = (const float *) places[0] + (a.data - self->a.data);
  if (places[1] != NULL)
    b.data = (const float *) places[1] + (b.data - self->b.data);
  if (panels_use_library (self))
    {
      fl_library_gemm (&a, &b, self->alpha, self->beta, c, self->c_stride);
      return;
    }
  if (get_panel_how (self) == FL_PRODUCT_PACKED)
    panels = self->panel_scratch + (self->b_is_fixed ? entry : share) * self->n_packed;
  last.add = shift (last.add, begin * self->add_stride);
  if (panels != NULL && !self->b_is_fixed && a.rows == self->a.rows && can_be_fresh (&a, &b))
    {
      fl_product_run_fresh (&a, &b, 0, n_panels, &last, c, self->c_stride, panels, next);
      return;
    }
  if (panels != NULL && !self->b_is_fixed && self->panel_lanes[share] != entry)
    {
      fl_product_pack (&b, 0, n_panels, panels);
      self->panel_lanes[share] = entry;
    }
  fl_product_run_followed (&a, panels, &b, 0, n_panels, &last, c, self->c_stride, next);
}

/* The right operand of the entry that follows in the same panel. */
static FlProductNext
get_next_right (const FlProductCall *self, gint64 entry, guint8 *const *places)
{
  const gint64 n_floats = self->b.rows * self->b.columns;
  FlProductNext next = { 0 };

  if (places[1] == NULL && is_dense (&self->b) && n_floats <= NEXT_FLOATS)
    add_piece (&next, self->b.data + (entry + 1) * self->b_step, self->b_step, n_floats);
  return next;
}

void
fl_product_call_run_panel (gpointer state, guint share, gint64 p, gint64 n, guint8 *const *places)
{
  FlProductCall *self = state;
  const FlProductNext nothing = { 0 };
  gint64 n_rows = self->batch * self->a.rows, end = n_rows * (p + 1) / n;
  for (gint64 row = n_rows * p / n, until; row < end; row = until)
    {
      gint64 entry = row / self->a.rows, first = entry * self->a.rows;
      until = MIN (end, first + self->a.rows);
      FlProductNext next = until < end ? get_next_right (self, entry, places) : nothing;
      run_rows (self, share, entry, row - first, until - first, places, &next);
    }
}
