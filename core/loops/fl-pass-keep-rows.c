/* Rows in registers (scalar replacement of arrays): what a lane reads of an argument in one loop
 * over its part of a row, and again in another one over the same part, is read once and stays in
 * the lane's registers; so a row is read from memory once, however many phases it has. A row that a
 * loop makes and a later one reads is there, too, with the lane's elements alone.
 *
 * The lane's part is an array, indexed by the loops that go over it, which are unrolled so that
 * each element is a register of its own. Its shape has every axis along which what it holds varies
 * within the lane. Worth it as long as there are registers: 64 elements a lane. */
#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

enum
{
  MOST_ELEMENTS = 64, /* of a lane, all rows together; a thread has 255 registers */
  MOST_ROWS = 8,
  PACK_BYTES = 16
};

/* A load, and the loops and guards of its lane that it stands under. */
typedef struct
{
  FlValueId value;
  FlHomeId home;
  const FlSym *index;
  FlStmtId parent;  /* the innermost of them */
  const char *path; /* interned: loops by axis, guards by condition */
  guint64 axes;     /* of these loops */
} Load;

typedef struct
{
  FlHomeId home, kept;
  const FlSym *index, *place; /* of the argument, and in the registers */
  FlStmtId first;             /* whose children load it; 0: a row that the kernel makes */
  FlValueId load;
  guint64 axes;
  gint64 n;
} Row;

typedef struct
{
  FlLoopKernel *kernel;
  FlStmtId lane;                    /* the loop over lanes; 0: none */
  guint64 lane_axis, vectors, open; /* open: axes around a lane's statements, and its own */
  gboolean is_shared_out;           /* several blocks are to have a multiprocessor's registers */
  gboolean is_of_cluster;           /* each of which has a part of a row only */
  GArray *loads;                    /* Load, in order */
  guint n_rows;
  Row rows[MOST_ROWS];
  gint64 n_elements;
} Keeper;

/* --- loads --------------------------------------------------------------- */

static void
collect_from (Keeper *self, FlStmtId id, const Load *around)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) touches = stmt.n_children == 0 ? fl_loop_collect_touches (self->kernel, id) : NULL;
  Load inside = *around;

  for (guint i = 0; touches && i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      Load load = *around;

      load.value = touch->value;
      load.home = touch->home;
      load.index = touch->index;
      if (touch->value && !touch->is_masked)
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
  Keeper *self = data;

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
find_place (const Keeper *self, guint64 axes, const FlSym **place, gint64 *n)
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
        if (!fl_sym_is_int (row->extent, &extent) || extent < 1 || extent > MOST_ELEMENTS)
          return FALSE;
        *place = fl_sym_add (fl_sym_mul_int (*place, extent), row->var);
        *n *= extent;
      }
  return TRUE;
}

/* Is the argument read again, in another loop over the same part of the row? */
static gboolean
is_read_again (const Keeper *self, guint position)
{
  const Load *first = &g_array_index (self->loads, Load, position);
  gboolean is_again = FALSE;

  for (guint i = 0; i < self->loads->len; i++)
    {
      const Load *load = &g_array_index (self->loads, Load, i);

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
find_pack (const Keeper *self, const Load *first)
{
  const FlDtype dtype = fl_loop_get_home (self->kernel, first->home)->dtype;
  const guint width = PACK_BYTES / fl_dtype_get_size_bytes (dtype);

  if (!self->is_shared_out || self->is_of_cluster || fl_dtype_get_size_bytes (dtype) != 2)
    return 0;
  for (guint i = 0; i < self->loads->len; i++)
    {
      const Load *load = &g_array_index (self->loads, Load, i);
      const FlLoopStmt *loop = load->parent ? fl_loop_get_stmt (self->kernel, load->parent) : NULL;

      if (load->home != first->home || load->index != first->index)
        continue;
      if (!loop || loop->kind != FL_STMT_LOOP || loop->map != FL_MAP_VECTOR
          || !fl_sym_is_int_value (fl_loop_get_axis (self->kernel, loop->axis)->extent, width))
        return 0;
    }
  return width;
}

static void
choose_rows (Keeper *self)
{
  for (guint i = 0; i < self->loads->len && self->n_rows < MOST_ROWS; i++)
    {
      const Load *load = &g_array_index (self->loads, Load, i);
      const FlLoopHome argument = *fl_loop_get_home (self->kernel, load->home);
      const guint64 axes = fl_loop_index_get_axes (self->kernel, load->index);
      FlLoopHome kept = { .name = fl_intern_printf ("%s_kept", argument.name),
                          .kind = FL_HOME_REGISTER,
                          .combiner = FL_N_REDUCTIONS,
                          .n_components = 1 };
      Row row = {
        .home = load->home, .index = load->index, .first = load->parent, .load = load->value, .axes = load->axes
      };

      if (argument.kind != FL_HOME_ARGUMENT || argument.is_written || !(axes & self->lane_axis) || (load->axes & ~axes)
          || !load->axes || fl_sym_contains_kind (load->index, FL_SYM_INDIRECT) || !is_read_again (self, i))
        continue;
      kept.pack = find_pack (self, load);
      if (!find_place (self, load->axes, &row.place, &row.n)
          || self->n_elements + (kept.pack ? row.n / 2 : row.n) > MOST_ELEMENTS)
        continue;
      kept.dtype = kept.pack ? argument.dtype : fl_dtype_get_compute (argument.dtype);
      kept.size = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), row.n);
      kept.varies = self->open;
      row.kept = fl_loop_add_home (self->kernel, &kept);
      self->n_elements += kept.pack ? row.n / 2 : row.n;
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
is_chosen (const Keeper *self, FlHomeId home)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].home == home)
      return TRUE;
  return FALSE;
}

/* Rows that the kernel makes: their home has as many elements as the lane has. */
static void
choose_made_rows (Keeper *self)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (self->kernel, self->lane);

  for (guint i = 0; i < touches->len && self->n_rows < MOST_ROWS; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      FlLoopHome kept = *fl_loop_get_home (self->kernel, touch->home);
      Row row = { .home = touch->home, .index = touch->index };

      row.axes = fl_loop_index_get_axes (self->kernel, touch->index) & ~self->open;
      if (kept.kind != FL_HOME_STACK || is_chosen (self, touch->home) || !has_one_index (touches, touch)
          || !find_place (self, row.axes, &row.place, &row.n) || self->n_elements + row.n > MOST_ELEMENTS)
        continue;
      kept.kind = FL_HOME_REGISTER;
      kept.size = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), row.n);
      row.kept = fl_loop_add_home (self->kernel, &kept);
      self->n_elements += row.n;
      self->rows[self->n_rows++] = row;
    }
}

/* --- statements ---------------------------------------------------------- */

/* Loads of a row that the kernel makes, wherever they are. */
static void
replace_made (Keeper *self, FlLoopRewrite *rewrite, const Row *row)
{
  const guint n = fl_loop_get_n_values (self->kernel);

  for (FlValueId id = 1; id <= n; id++)
    {
      FlLoopValue value = *fl_loop_get_value (self->kernel, id);

      if (value.op != FL_SCALAR_LOAD || value.home != row->home || value.index != row->index)
        continue;
      value.home = row->kept;
      value.index = row->place;
      fl_loop_rewrite_add_value (rewrite, id, fl_loop_add_value (self->kernel, &value));
    }
}

static FlValueId
make_load (Keeper *self, const Row *row)
{
  FlLoopValue value = *fl_loop_get_value (self->kernel, row->load);

  value.home = row->kept;
  value.index = row->place;
  value.epoch = 0;
  return fl_loop_add_value (self->kernel, &value);
}

/* Loads of these rows are those of the registers, behind where these are filled. */
static void
rewrite_values (Keeper *self, FlLoopStmt *stmt, const gboolean *is_kept)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (self->kernel);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = &self->rows[i];

      if (row->first)
        continue;
      replace_made (self, rewrite, row);
      if (stmt->kind != FL_STMT_STORE || stmt->home != row->home)
        continue;
      stmt->home = row->kept;
      stmt->index = row->place;
    }
  for (guint i = 0; i < self->n_rows; i++)
    for (guint k = 0; is_kept[i] && k < self->loads->len; k++)
      {
        const Load *load = &g_array_index (self->loads, Load, k);

        if (load->home == self->rows[i].home && load->index == self->rows[i].index)
          fl_loop_rewrite_add_value (rewrite, load->value, make_load (self, &self->rows[i]));
      }
  if (stmt->value)
    stmt->value = fl_loop_rewrite_value (rewrite, stmt->value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    stmt->more[i] = fl_loop_rewrite_value (rewrite, stmt->more[i]);
}

static FlStmtId
rebuild (Keeper *self, FlStmtId id, gboolean *is_kept)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  gboolean fills[MOST_ROWS] = { FALSE };

  if (stmt.n_children == 0)
    {
      rewrite_values (self, &stmt, is_kept);
      return fl_loop_add_stmt (self->kernel, &stmt);
    }
  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = &self->rows[i];

      for (guint k = 0; k < homes->len && !row->first; k++)
        if (g_array_index (homes, FlHomeId, k) == row->home)
          g_array_index (homes, FlHomeId, k) = row->kept;
      if (id == self->lane && row->first)
        g_array_append_val (homes, row->kept);
      if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_SERIAL && (row->axes >> stmt.axis & 1))
        stmt.map = FL_MAP_UNROLLED;
      fills[i] = id == row->first;
      if (fills[i])
        {
          fl_loop_append (children, fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_STORE,
                                                                                    .home = row->kept,
                                                                                    .index = row->place,
                                                                                    .value = row->load }));
        }
    }
  for (guint i = 0; i < stmt.n_children; i++)
    fl_loop_append (children, rebuild (self, stmt.children[i], is_kept));
  for (guint i = 0; i < self->n_rows; i++)
    is_kept[i] |= fills[i];
  return fl_loop_add_block (self->kernel, stmt, children, homes);
}

const FlLoopProgram *
fl_pass_keep_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (Load));
  Keeper self = { .kernel = program->kernel, .loads = loads };
  gboolean is_kept[MOST_ROWS] = { FALSE };
  FlStmtId root;

  fl_loop_visit (self.kernel, program->root, find_lane, &self);
  for (guint i = 0; self.lane && i < fl_loop_get_stmt (self.kernel, self.lane)->n_children; i++)
    collect_from (&self, fl_loop_get_stmt (self.kernel, self.lane)->children[i], &(Load) { .path = "" });
  if (self.lane)
    choose_made_rows (&self);
  choose_rows (&self);
  if (self.n_rows == 0)
    return program;
  for (guint i = 0; i < self.n_rows; i++)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_get_home (self.kernel, self.rows[i].home)->name,
                  "kept in registers", "%" G_GINT64_FORMAT " elements a lane, %s in a later loop", self.rows[i].n,
                  fl_loop_get_home (self.kernel, self.rows[i].kept)->pack ? "two in a register, read again"
                  : self.rows[i].first                                    ? "read again"
                                                                          : "made in one loop and read");
  root = rebuild (&self, program->root, is_kept);
  return fl_loop_program_new (self.kernel, root, "keep rows", program);
}
