/* Rows that a lane keeps in registers: which ones. See fl-pass-keep-rows.c. */
#include "fl-keep-rows.h"

#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-rewrite.h"

enum
{
  PACK_BYTES = 16
};

/* --- loads --------------------------------------------------------------- */

static void
collect_from (FlKeeper *self, FlStmtId id, const FlKeepTouch *around)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) touches = stmt.n_children == 0 ? fl_loop_collect_touches (self->kernel, id) : NULL;
  FlKeepTouch inside = *around;

  for (guint i = 0; touches && i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      FlKeepTouch load = *around;

      load.value = touch->value;
      load.home = touch->home;
      load.index = touch->index;
      if (!touch->is_masked)
        g_array_append_val (self->loads, load);
    }
  if (stmt.kind == FL_STMT_LOOP)
    {
      inside.axes |= G_GUINT64_CONSTANT (1) << stmt.axis;
      inside.path = fl_intern_printf ("%s for %u", around->path, stmt.axis);
      inside.parent = id;
    }
  else if (stmt.kind == FL_STMT_GUARD)
    {
      inside.path = fl_intern_printf ("%s if %u", around->path, stmt.condition);
      inside.parent = id;
    }
  for (guint i = 0; i < stmt.n_children; i++)
    collect_from (self, stmt.children[i], &inside);
}

static void
find_lane (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  FlKeeper *self = data;

  self->is_shared_out |= stmt->resident > 1;
  self->is_of_cluster |= stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_CLUSTER;
  if (stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_VECTOR)
    self->vectors |= G_GUINT64_CONSTANT (1) << stmt->axis;
  if (stmt->kind == FL_STMT_LOOP
      && (stmt->map == FL_MAP_PARALLEL || stmt->map == FL_MAP_CLUSTER || stmt->map == FL_MAP_WARP
          || stmt->map == FL_MAP_LANE))
    self->open |= G_GUINT64_CONSTANT (1) << stmt->axis;
  if (stmt->kind != FL_STMT_LOOP || stmt->map != FL_MAP_LANE)
    return;
  self->lane = id;
  self->lane_axis = G_GUINT64_CONSTANT (1) << stmt->axis;
}

/* Where an element is in the registers: the loops as digits, that of a vector last. FALSE: their
 * lengths are not known, or large. */
static gboolean
find_place (const FlKeeper *self, guint64 axes, const FlSym **place, gint64 *n)
{
  const guint64 order[] = { axes & ~self->vectors, axes & self->vectors };

  *place = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), 0);
  *n = 1;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (self->kernel); axis++)
      {
        const FlLoopAxis *row = fl_loop_get_axis (self->kernel, axis);
        gint64 extent;

        if (!(order[i] >> axis & 1))
          continue;
        if (!fl_sym_is_int (row->extent, &extent) || extent < 1 || extent > FL_KEEP_MOST_ELEMENTS)
          return FALSE;
        *place = fl_sym_add (fl_sym_mul_int (*place, extent), row->var);
        *n *= extent;
      }
  return TRUE;
}

/* Is the argument read again, in another loop over the same part of the row? */
static gboolean
is_read_again (const FlKeeper *self, guint position)
{
  const FlKeepTouch *first = &g_array_index (self->loads, FlKeepTouch, position);
  gboolean is_again = FALSE;

  for (guint i = 0; i < self->loads->len; i++)
    {
      const FlKeepTouch *load = &g_array_index (self->loads, FlKeepTouch, i);

      if (load->home != first->home || load->index != first->index)
        continue;
      if (i < position || load->path != first->path)
        return FALSE;
      is_again |= load->parent != first->parent;
    }
  return is_again;
}

/* Blocks that are to share a multiprocessor's registers keep halves two in a register, where all loops over the row go
 * by vectors of 16 bytes. Returns the elements of such a vector, 0: each has a register of its own. */
static guint
find_pack (const FlKeeper *self, const FlKeepTouch *first)
{
  const FlDtype dtype = fl_loop_get_home (self->kernel, first->home)->dtype;
  const guint width = PACK_BYTES / fl_dtype_get_size_bytes (dtype);

  if (!self->is_shared_out || self->is_of_cluster || fl_dtype_get_size_bytes (dtype) != 2)
    return 0;
  for (guint i = 0; i < self->loads->len; i++)
    {
      const FlKeepTouch *load = &g_array_index (self->loads, FlKeepTouch, i);
      const FlLoopStmt *loop = load->parent ? fl_loop_get_stmt (self->kernel, load->parent) : NULL;

      if (load->home != first->home || load->index != first->index)
        continue;
      if (!loop || loop->kind != FL_STMT_LOOP || loop->map != FL_MAP_VECTOR
          || !fl_sym_is_int_value (fl_loop_get_axis (self->kernel, loop->axis)->extent, width))
        return 0;
    }
  return width;
}

/* May the touch's row be kept? Its index goes with the lane and all loops around it. */
static gboolean
is_row_of_lane (const FlKeeper *self, const FlKeepTouch *touch)
{
  const guint64 axes = fl_loop_index_get_axes (self->kernel, touch->index);

  return (axes & self->lane_axis) && !(touch->axes & ~axes) && touch->axes
         && !fl_sym_contains_kind (touch->index, FL_SYM_INDIRECT);
}

static void
choose_rows (FlKeeper *self)
{
  for (guint i = 0; i < self->loads->len && self->n_rows < FL_KEEP_MOST_ROWS; i++)
    {
      const FlKeepTouch *load = &g_array_index (self->loads, FlKeepTouch, i);
      const FlLoopHome argument = *fl_loop_get_home (self->kernel, load->home);
      FlLoopHome kept = { .name = fl_intern_printf ("%s_kept", argument.name),
                          .kind = FL_HOME_REGISTER,
                          .combiner = FL_N_REDUCTIONS,
                          .n_components = 1 };
      FlKeepRow row = {
        .home = load->home, .index = load->index, .first = load->parent, .load = load->value, .axes = load->axes
      };

      if (argument.kind != FL_HOME_ARGUMENT || argument.is_written || !is_row_of_lane (self, load)
          || !is_read_again (self, i))
        continue;
      kept.pack = find_pack (self, load);
      if (!find_place (self, load->axes, &row.place, &row.n)
          || self->n_elements + (kept.pack ? row.n / 2 : row.n) > FL_KEEP_MOST_ELEMENTS)
        continue;
      kept.dtype = kept.pack ? argument.dtype : fl_dtype_get_compute (argument.dtype);
      kept.size = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), row.n);
      kept.varies = self->open;
      row.kept = fl_loop_add_home (self->kernel, &kept);
      self->n_elements += kept.pack ? row.n / 2 : row.n;
      self->rows[self->n_rows++] = row;
    }
}

/* Is what the lane stores read in another loop over the same part of the row, by nobody before, and by nothing else?
 * Returns the first of these loads, 0: it is not. */
static FlValueId
find_read_of_stored (const FlKeeper *self, guint position)
{
  const FlKeepTouch *store = &g_array_index (self->loads, FlKeepTouch, position);
  FlValueId first = 0;

  for (guint i = 0; i < self->loads->len; i++)
    {
      const FlKeepTouch *touch = &g_array_index (self->loads, FlKeepTouch, i);

      if (touch->home != store->home || i == position)
        continue;
      if (i < position || !touch->value || touch->index != store->index || touch->path != store->path
          || touch->parent == store->parent)
        return 0;
      first = first ? first : touch->value;
    }
  return first;
}

/* Rows that are written, and read again: a residual that is added and then normalized. */
static void
choose_stored_rows (FlKeeper *self)
{
  for (guint i = 0; i < self->loads->len && self->n_rows < FL_KEEP_MOST_ROWS; i++)
    {
      const FlKeepTouch *store = &g_array_index (self->loads, FlKeepTouch, i);
      const FlLoopHome argument = *fl_loop_get_home (self->kernel, store->home);
      FlLoopHome kept = { .name = fl_intern_printf ("%s_kept", argument.name),
                          .kind = FL_HOME_REGISTER,
                          .dtype = fl_dtype_get_compute (argument.dtype),
                          .combiner = FL_N_REDUCTIONS,
                          .n_components = 1,
                          .varies = self->open };
      FlKeepRow row = {
        .home = store->home, .index = store->index, .first = store->parent, .axes = store->axes, .is_stored = TRUE
      };

      row.load = store->value || argument.kind != FL_HOME_ARGUMENT || !is_row_of_lane (self, store)
                     ? 0
                     : find_read_of_stored (self, i);
      if (!row.load || !find_place (self, row.axes, &row.place, &row.n)
          || self->n_elements + row.n > FL_KEEP_MOST_ELEMENTS)
        continue;
      kept.size = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), row.n);
      row.kept = fl_loop_add_home (self->kernel, &kept);
      self->n_elements += row.n;
      self->rows[self->n_rows++] = row;
    }
}

/* Do all accesses to a row have one index? Then the lane's elements are its own. */
static gboolean
has_one_index (const GArray *touches, const FlLoopTouch *touch)
{
  for (guint i = 0; i < touches->len; i++)
    if (g_array_index (touches, FlLoopTouch, i).home == touch->home
        && g_array_index (touches, FlLoopTouch, i).index != touch->index)
      return FALSE;
  return TRUE;
}

static gboolean
is_chosen (const FlKeeper *self, FlHomeId home)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].home == home)
      return TRUE;
  return FALSE;
}

/* Rows that the kernel makes: their home has as many elements as the lane has. */
static void
choose_made_rows (FlKeeper *self)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (self->kernel, self->lane);

  for (guint i = 0; i < touches->len && self->n_rows < FL_KEEP_MOST_ROWS; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      FlLoopHome kept = *fl_loop_get_home (self->kernel, touch->home);
      FlKeepRow row = { .home = touch->home, .index = touch->index };

      row.axes = fl_loop_index_get_axes (self->kernel, touch->index) & ~self->open;
      if (kept.kind != FL_HOME_STACK || is_chosen (self, touch->home) || !has_one_index (touches, touch)
          || !find_place (self, row.axes, &row.place, &row.n) || self->n_elements + row.n > FL_KEEP_MOST_ELEMENTS)
        continue;
      kept.kind = FL_HOME_REGISTER;
      kept.size = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), row.n);
      row.kept = fl_loop_add_home (self->kernel, &kept);
      self->n_elements += row.n;
      self->rows[self->n_rows++] = row;
    }
}

void
fl_keep_rows_find (FlKeeper *self, FlStmtId root)
{
  fl_loop_visit (self->kernel, root, find_lane, self);
  for (guint i = 0; self->lane && i < fl_loop_get_stmt (self->kernel, self->lane)->n_children; i++)
    collect_from (self, fl_loop_get_stmt (self->kernel, self->lane)->children[i], &(FlKeepTouch) { .path = "" });
  if (!self->lane)
    return;
  choose_made_rows (self);
  choose_rows (self);
  choose_stored_rows (self);
}
