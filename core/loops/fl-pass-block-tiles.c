/* Tiles through shared memory: where results are contiguous along one axis and what is read is contiguous along
 * another one, a block has a tile of both. It reads the tile along one axis, keeps it in shared memory, and computes
 * along the other one, so that both sides have accesses of 16 bytes to neighbours.
 *
 * A row of the tile has some elements of padding, so that threads that go down a column find their words in banks of
 * their own (no bank conflicts). Warps read and write 64 by 64 elements: of both axes whole lines of 128 bytes, and few
 * blocks for each multiprocessor (low occupancy) keep enough loads in flight. */
#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-make.h"
#include "fl-pass-grid-private.h"

enum
{
  TILE = 64,
  WARPS = 8,
  THREADS = WARPS * FL_GRID_LANES,
  ACCESS_BYTES = 16,
  MOST_STAGED = 4, /* tiles of 64 by 65 floats have 16,640 B; a block has 48 KiB without being asked */
  MOST_SHARED_BYTES = 48 << 10
};

typedef struct
{
  FlValueId value; /* a load along `read` */
  FlHomeId tile;
} Staged;

typedef struct
{
  FlLoopKernel *kernel;
  FlSymTable *symbols;
  FlGridChain chain;
  guint read,
      write;    /* positions in it: contiguous along the first is what is staged, along the second what is written */
  gint64 width; /* elements of a vector */
  FlAxisId block, warp, lane, step, element;
  guint n_staged;
  Staged staged[MOST_STAGED];
  gint64 bytes;
  const char *why_not; /* interned; NULL: it is nothing for tiles */
} Tiler;

/* --- what is read and written along which axis --------------------------------------------------- */

static FlAxisId
get_axis (const Tiler *self, guint position)
{
  return fl_loop_get_stmt (self->kernel, self->chain.loops[position])->axis;
}

static FlLoopAccess
classify (const Tiler *self, guint position, const FlSym *index)
{
  return fl_loop_classify_access (self->kernel, get_axis (self, position), index);
}

/* Stores, all along one axis. */
static gboolean
find_write (Tiler *self, const GArray *touches)
{
  guint n = 0;

  self->write = self->chain.n;
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      guint along = 0;

      if (touch->value)
        continue;
      while (along < self->chain.n && classify (self, along, touch->index) != FL_ACCESS_CONTIGUOUS)
        along++;
      if (along == self->chain.n || (n++ > 0 && along != self->write)
          || fl_loop_get_stmt (self->kernel, touch->stmt)->mode == FL_LOOP_STORE_ATOMIC_ADD)
        return FALSE;
      self->write = along;
    }
  return n > 0;
}

/* The axis that a load goes along, rather than along that of the stores; chain.n: none. */
static guint
find_read (const Tiler *self, const FlLoopTouch *touch)
{
  const FlLoopHome *home = fl_loop_get_home (self->kernel, touch->home);
  guint along = 0;

  if (!touch->value || touch->is_masked || home->kind != FL_HOME_ARGUMENT || home->is_written
      || fl_sym_contains_kind (touch->index, FL_SYM_INDIRECT)
      || classify (self, self->write, touch->index) != FL_ACCESS_STRIDED)
    return self->chain.n;
  while (along < self->chain.n
         && (along == self->write || classify (self, along, touch->index) != FL_ACCESS_CONTIGUOUS))
    along++;
  return along;
}

static gboolean
is_staged (const Tiler *self, FlValueId value)
{
  for (guint i = 0; i < self->n_staged; i++)
    if (self->staged[i].value == value)
      return TRUE;
  return FALSE;
}

static gint64
get_pitch (FlDtype dtype)
{
  return TILE + MAX (4 / (gint64) fl_dtype_get_size_bytes (dtype), 1);
}

/* The loads that go along another axis than the stores: all along one. */
static gboolean
find_staged (Tiler *self, const GArray *touches)
{
  self->read = self->chain.n;
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      const guint along = find_read (self, touch);
      const FlDtype dtype = fl_loop_get_home (self->kernel, touch->home)->dtype;
      const gint64 bytes = TILE * get_pitch (dtype) * (gint64) fl_dtype_get_size_bytes (dtype);

      if (along == self->chain.n || is_staged (self, touch->value))
        continue;
      if ((self->n_staged > 0 && along != self->read) || self->n_staged == MOST_STAGED
          || self->bytes + bytes > MOST_SHARED_BYTES)
        return FALSE;
      self->read = along;
      self->bytes += bytes;
      self->staged[self->n_staged++].value = touch->value;
    }
  return self->n_staged > 0;
}

/* 16 bytes of the widest type, where both axes have whole vectors of them. */
static void
choose_width (Tiler *self, const GArray *touches)
{
  gint64 widest = 1;

  for (guint i = 0; i < touches->len; i++)
    widest = MAX (widest, (gint64) fl_dtype_get_size_bytes (
                              fl_loop_get_home (self->kernel, g_array_index (touches, FlLoopTouch, i).home)->dtype));
  self->width = MAX (ACCESS_BYTES / widest, 1);
  if (!fl_sym_known_multiple (self->chain.extents[self->read], fl_sym_int (self->symbols, self->width))
      || !fl_sym_known_multiple (self->chain.extents[self->write], fl_sym_int (self->symbols, self->width)))
    self->width = 1;
}

/* Assignments alone, one after another. */
static gboolean
is_plain (const FlLoopKernel *kernel, const FlLoopStmt *inside)
{
  for (guint i = 0; i < inside->n_children; i++)
    {
      const FlStmtKind kind = fl_loop_get_stmt (kernel, inside->children[i])->kind;

      if (kind != FL_STMT_LET && kind != FL_STMT_STORE)
        return FALSE;
    }
  return inside->n_homes == 0 && inside->n_children > 0;
}

static gboolean
find_tiles (Tiler *self, FlStmtId first)
{
  g_autoptr (GArray) touches = NULL;
  FlLoopStmt inside;

  fl_grid_chain_find (self->kernel, first, NULL, FALSE, &self->chain);
  if (self->chain.n < 2)
    return FALSE;
  inside = *fl_loop_get_stmt (self->kernel, self->chain.loops[self->chain.n - 1]);
  if (!is_plain (self->kernel, &inside))
    return FALSE;
  touches = fl_loop_collect_touches (self->kernel, first);
  if (!find_write (self, touches) || !find_staged (self, touches))
    return FALSE;
  if (fl_sym_get_hint (self->chain.extents[self->read], TILE) < TILE / 2
      || fl_sym_get_hint (self->chain.extents[self->write], TILE) < TILE / 2)
    {
      self->why_not = "an axis is shorter than half of a tile";
      return FALSE;
    }
  choose_width (self, touches);
  return TRUE;
}

/* --- the program ----------------------------------------------------------------------------------- */

/* Where a thread is in the tile: its vector is the step'th of the block's threads; along: in a row of it. */
static void
get_place (const Tiler *self, const FlSym **row, const FlSym **along)
{
  const FlSym *per_row = fl_sym_int (self->symbols, TILE / self->width), *one = fl_sym_int (self->symbols, 1),
              *number = fl_sym_mul_int (fl_loop_get_var (self->kernel, self->step), THREADS);

  number = fl_sym_add (number, fl_sym_mul_int (fl_loop_get_var (self->kernel, self->warp), FL_GRID_LANES));
  number = fl_sym_add (number, fl_loop_get_var (self->kernel, self->lane));
  *row = fl_sym_floor_div (number, per_row);
  *along = fl_sym_mul_int (fl_sym_mod_index (number, one, per_row), self->width);
}

static const FlSym *
get_element (const Tiler *self, const FlSym *along)
{
  return self->width > 1 ? fl_sym_add (along, fl_loop_get_var (self->kernel, self->element)) : along;
}

/* The tiles of the block: numbers of the last two, other axes as they are. */
static void
substitute (Tiler *self, FlLoopRewrite *rewrite, const FlSym *read_at, const FlSym *write_at, const FlSym **read,
            const FlSym **write)
{
  const FlSym *tile = fl_sym_int (self->symbols, TILE), *step = fl_sym_int (self->symbols, 1),
              *block = fl_loop_get_var (self->kernel, self->block);

  for (guint k = 0; k < 2; k++)
    {
      const guint position = k == 0 ? self->write : self->read;
      const FlSym *n = fl_sym_ceil_div (self->chain.extents[position], tile);
      const FlSym *at = fl_sym_add (fl_sym_mul (fl_sym_mod_index (block, step, n), tile), k == 0 ? write_at : read_at);

      *(k == 0 ? write : read) = at;
      fl_loop_rewrite_add_var (rewrite, self->chain.vars[position], at);
      step = fl_sym_mul (step, n);
    }
  for (guint i = self->chain.n; i-- > 0;)
    {
      if (i == self->read || i == self->write)
        continue;
      fl_loop_rewrite_add_var (rewrite, self->chain.vars[i], fl_sym_mod_index (block, step, self->chain.extents[i]));
      step = fl_sym_mul (step, self->chain.extents[i]);
    }
  fl_loop_rewrite_simplify (rewrite);
}

/* for step: if inside: for element: children */
static FlStmtId
wrap_steps (Tiler *self, const FlSym *read, const FlSym *write, const GArray *children)
{
  FlLoopKernel *kernel = self->kernel;
  const FlSym *ends[] = { self->chain.extents[self->read], self->chain.extents[self->write] };
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (self->width > 1)
    fl_loop_append (inside, fl_loop_add_loop (kernel, self->element, FL_MAP_VECTOR, (const FlStmtId *) children->data,
                                              children->len));
  else
    g_array_append_vals (inside, children->data, children->len);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GArray) guarded = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

      if (fl_sym_known_multiple (ends[i], fl_sym_int (self->symbols, TILE)))
        continue;
      fl_loop_append_guarded (kernel, guarded, fl_sym_rel (FL_SYM_LT, i == 0 ? read : write, ends[i]), inside);
      g_array_set_size (inside, 0);
      g_array_append_vals (inside, guarded->data, guarded->len);
    }
  return fl_loop_add_loop (kernel, self->step, FL_MAP_UNROLLED, (const FlStmtId *) inside->data, inside->len);
}

static void
add_tiles (Tiler *self, GArray *homes)
{
  for (guint i = 0; i < self->n_staged; i++)
    {
      const FlHomeId argument = fl_loop_get_value (self->kernel, self->staged[i].value)->home;
      FlLoopHome home = { .name = fl_intern_printf ("%s_tile", fl_loop_get_home (self->kernel, argument)->name),
                          .kind = FL_HOME_SHARED,
                          .dtype = fl_loop_get_home (self->kernel, argument)->dtype,
                          .combiner = FL_N_REDUCTIONS,
                          .n_components = 1,
                          .varies = G_GUINT64_CONSTANT (1) << self->block };

      home.size = fl_sym_int (self->symbols, TILE * get_pitch (home.dtype));
      self->staged[i].tile = fl_loop_add_home (self->kernel, &home);
      g_array_append_val (homes, self->staged[i].tile);
    }
}

static const FlSym *
get_index (const Tiler *self, guint staged, const FlSym *write, const FlSym *read)
{
  const FlDtype dtype = fl_loop_get_home (self->kernel, self->staged[staged].tile)->dtype;

  return fl_sym_add (fl_sym_mul_int (write, get_pitch (dtype)), read);
}

/* Vectors along the axis of what is read, into the tiles. */
static FlStmtId
make_filling (Tiler *self)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (self->kernel);
  g_autoptr (GArray) stores = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlSym *row, *along, *read, *write;

  get_place (self, &row, &along);
  substitute (self, rewrite, get_element (self, along), row, &read, &write);
  for (guint i = 0; i < self->n_staged; i++)
    fl_loop_append (stores, fl_loop_add_stmt (self->kernel,
                                              &(FlLoopStmt) {
                                                  .kind = FL_STMT_STORE,
                                                  .home = self->staged[i].tile,
                                                  .index = get_index (self, i, row, get_element (self, along)),
                                                  .value = fl_loop_rewrite_value (rewrite, self->staged[i].value) }));
  return wrap_steps (self, fl_sym_sub (read, fl_sym_sub (get_element (self, along), along)), write, stores);
}

/* Vectors along the axis of what is written, down the columns of the tiles. */
static FlStmtId
make_use (Tiler *self)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt inside = *fl_loop_get_stmt (kernel, self->chain.loops[self->chain.n - 1]);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlSym *row, *along, *read, *write;

  get_place (self, &row, &along);
  substitute (self, rewrite, row, get_element (self, along), &read, &write);
  for (guint i = 0; i < self->n_staged; i++)
    {
      FlLoopValue load = *fl_loop_get_value (kernel, self->staged[i].value);

      load.home = self->staged[i].tile;
      load.index = get_index (self, i, get_element (self, along), row);
      load.epoch = 1;
      fl_loop_rewrite_add_value (rewrite, self->staged[i].value, fl_loop_add_value (kernel, &load));
    }
  for (guint i = 0; i < inside.n_children; i++)
    fl_loop_append (children, fl_loop_rewrite_stmt (rewrite, inside.children[i]));
  return wrap_steps (self, read, fl_sym_sub (write, fl_sym_sub (get_element (self, along), along)), children);
}

static FlStmtId
make_root (Tiler *self)
{
  FlLoopKernel *kernel = self->kernel;
  const FlSym *n_blocks = fl_sym_int (self->symbols, 1), *tile = fl_sym_int (self->symbols, TILE);
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlLoopStmt made = { .kind = FL_STMT_LOOP, .map = FL_MAP_PARALLEL };
  FlStmtId phases[2], stmt;

  for (guint i = 0; i < self->chain.n; i++)
    n_blocks
        = fl_sym_mul (n_blocks, i == self->read || i == self->write ? fl_sym_ceil_div (self->chain.extents[i], tile)
                                                                    : self->chain.extents[i]);
  self->block = fl_loop_make_axis (kernel, 0, "block", n_blocks);
  self->warp = fl_loop_make_axis (kernel, 0, "warp", fl_sym_int (self->symbols, WARPS));
  self->lane = fl_loop_make_axis (kernel, 0, "lane", fl_sym_int (self->symbols, FL_GRID_LANES));
  self->step = fl_loop_make_axis (kernel, 0, "step", fl_sym_int (self->symbols, TILE * TILE / self->width / THREADS));
  self->element = fl_loop_make_axis (kernel, 0, "element", fl_sym_int (self->symbols, self->width));
  add_tiles (self, homes);
  phases[0] = make_filling (self);
  phases[1] = make_use (self);
  stmt = fl_loop_add_loop (kernel, self->lane, FL_MAP_LANE, phases, G_N_ELEMENTS (phases));
  stmt = fl_loop_add_loop (kernel, self->warp, FL_MAP_WARP, &stmt, 1);
  made.axis = self->block;
  made.n_children = 1;
  made.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), &stmt, sizeof stmt);
  made.n_homes = homes->len;
  made.homes = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), homes->data, homes->len * sizeof (FlHomeId));
  return fl_loop_add_stmt (kernel, &made);
}

const FlLoopProgram *
fl_pass_block_tiles (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  Tiler self = { .kernel = kernel, .symbols = fl_loop_kernel_get_symbols (kernel) };
  const FlStmtId first = fl_grid_skip_sequences (kernel, program->root);
  FlLoopStmt root = { .kind = FL_STMT_SEQUENCE, .n_children = 1 };
  FlStmtId made;

  if (fl_loop_get_n_axes (kernel) + 5 >= FL_LOOP_MAX_AXES || !find_tiles (&self, first))
    {
      if (self.why_not)
        fl_loop_note (context, program, FL_VERDICT_REJECT, "tile", "read and written by tiles in shared memory", "%s",
                      self.why_not);
      return program;
    }
  made = make_root (&self);
  root.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), &made, sizeof made);
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, "tile", "read and written by tiles in shared memory",
                "%u loads go along %s and the stores along %s; %d by %d elements, %" G_GINT64_FORMAT
                " at once, %" G_GINT64_FORMAT " B, blocks of %d threads",
                self.n_staged, fl_loop_get_name (kernel, get_axis (&self, self.read)),
                fl_loop_get_name (kernel, get_axis (&self, self.write)), TILE, TILE, self.width, self.bytes, THREADS);
  return fl_loop_program_new (kernel, fl_loop_add_stmt (kernel, &root), context->pass, program);
}
