/* Mapping to a grid, second part: what threads do, by how long rows are, how many, and how memory lies. */
#include "fl-loop-access.h"
#include "fl-pass-grid-private.h"

enum
{
  ROWS_A_BLOCK = 4, /* warps, of a row each */
  FEWEST_WARPS = 4,
  HALF_WARPS = 16, /* of long rows of halves */
  HALF_RESIDENT = 2,
  MOST_WARPS = 32,
  FEWEST_STEPS = 32,             /* of a column */
  MANY_RESULTS = 4 * 132 * 1024, /* twice the threads of an H100: nobody has to share a column */
  MANY_BLOCKS = 4 * 132
};

/* --- how memory is accessed ---------------------------------------------- */

/* Is it contiguous along an axis inside of the outer loops? */
static gboolean
is_row_access (const FlGrid *grid, const FlLoopTouch *touch, FlAxisId outer)
{
  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (grid->kernel); axis++)
    if (axis != outer && (fl_loop_index_get_axes (grid->kernel, touch->index) >> axis & 1)
        && fl_loop_classify_access (grid->kernel, axis, touch->index) == FL_ACCESS_CONTIGUOUS)
      return TRUE;
  return FALSE;
}

/* Is memory contiguous along the last of the outer loops rather than along loops inside? */
static gboolean
is_columns (const FlGrid *grid)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (grid->kernel, grid->body);
  const FlAxisId outer = grid->outer.n > 0 ? fl_loop_get_stmt (grid->kernel, grid->body)->axis : 0;
  gint balance = 0;

  for (guint i = 0; i < touches->len && outer; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (is_row_access (grid, touch, outer))
        balance--;
      else if (fl_loop_index_get_axes (grid->kernel, touch->index) != G_GUINT64_CONSTANT (1) << outer
               && fl_loop_classify_access (grid->kernel, outer, touch->index) == FL_ACCESS_CONTIGUOUS)
        balance++;
    }
  return balance > 0;
}

/* Is what a row is read from one argument, of halves? */
static gboolean
has_half_row (const FlGrid *grid)
{
  g_autoptr (GArray) touches = fl_loop_collect_touches (grid->kernel, grid->body);
  const FlAxisId outer = grid->outer.n > 0 ? fl_loop_get_stmt (grid->kernel, grid->body)->axis : 0;
  FlHomeId row = 0;

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (!touch->value || !is_row_access (grid, touch, outer))
        continue;
      if ((row && row != touch->home)
          || fl_dtype_get_size_bytes (fl_loop_get_home (grid->kernel, touch->home)->dtype) != 2)
        return FALSE;
      row = touch->home;
    }
  return row != 0;
}

/* --- rows read again ----------------------------------------------------- */

typedef struct
{
  const FlGrid *grid;
  FlAxisId outer;
  GHashTable *loops; /* argument -> the first loop that reads it along the row */
  GHashTable *again; /* arguments that other loops read, too */
} Readers;

static void
note_reads (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  Readers *self = data;
  g_autoptr (GArray) touches = NULL;

  if (!fl_loop_is_innermost (kernel, fl_loop_get_stmt (kernel, id)))
    return;
  touches = fl_loop_collect_touches (kernel, id);
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      const gpointer home = GUINT_TO_POINTER (touch->home);
      const guint loop = GPOINTER_TO_UINT (g_hash_table_lookup (self->loops, home));

      if (!touch->value || fl_loop_get_home (kernel, touch->home)->kind != FL_HOME_ARGUMENT
          || !is_row_access (self->grid, touch, self->outer))
        continue;
      if (loop == 0)
        g_hash_table_insert (self->loops, home, GUINT_TO_POINTER (id));
      else if (loop != id)
        g_hash_table_add (self->again, home);
    }
}

/* Registers for one position of all rows that several loops read; 0: there are none. */
static gint64
count_kept (const FlGrid *grid)
{
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL), again = g_hash_table_new (NULL, NULL);
  Readers readers = { .grid = grid, .loops = loops, .again = again };
  GHashTableIter iter;
  gpointer home;
  gint64 n = 0;

  readers.outer = grid->outer.n > 0 ? fl_loop_get_stmt (grid->kernel, grid->body)->axis : 0;
  fl_loop_visit (grid->kernel, grid->body, note_reads, &readers);
  g_hash_table_iter_init (&iter, again);
  while (g_hash_table_iter_next (&iter, &home, NULL))
    n += fl_dtype_get_size_bytes (fl_loop_get_home (grid->kernel, GPOINTER_TO_UINT (home))->dtype) > 4 ? 2 : 1;
  return n;
}

/* --- what threads do ----------------------------------------------------- */

gint64
fl_grid_count_cluster (const FlLoopMachine *machine, gint64 columns, gint64 n_kept)
{
  const gint64 a_block = fl_tuned_get (FL_TUNED_GRID_CLUSTER_WARPS, &machine->caches) * FL_GRID_LANES
                         * fl_tuned_get (FL_TUNED_GRID_CLUSTER_ELEMENTS, &machine->caches);
  gint64 n = 2;

  if (machine->cluster < 2 || n_kept < 1 || columns <= fl_tuned_get (FL_TUNED_ROW_KEPT, &machine->caches)
      || columns > a_block * machine->cluster / n_kept)
    return 1;
  while (n * a_block < columns * n_kept)
    n *= 2;
  return n;
}

static gboolean
choose_cluster (FlGrid *grid, const FlLoopMachine *machine, gint64 columns)
{
  const gint64 n_kept = count_kept (grid);

  grid->n_cluster = fl_grid_count_cluster (machine, columns, n_kept);
  if (grid->n_cluster == 1)
    return FALSE;
  grid->n_warps = fl_tuned_get (FL_TUNED_GRID_CLUSTER_WARPS, &machine->caches);
  grid->n_resident = fl_tuned_get (FL_TUNED_GRID_CLUSTER_RESIDENT, &machine->caches);
  grid->why
      = fl_arena_printf (fl_loop_kernel_get_arena (grid->kernel),
                         "several loops read the row, of which a thread's registers keep %" G_GINT64_FORMAT " elements",
                         columns * n_kept / (grid->n_cluster * grid->n_warps * FL_GRID_LANES));
  return TRUE;
}

static void
choose_block (FlGrid *grid, const FlLoopMachine *machine, gint64 columns)
{
  const FlLoopCaches *caches = &machine->caches;
  const gint64 many = fl_tuned_get (FL_TUNED_GRID_MANY_ROWS, caches),
               most = fl_tuned_get (FL_TUNED_GRID_ELEMENTS, caches),
               most_halves = fl_tuned_get (FL_TUNED_GRID_HALF_ELEMENTS, caches);
  const gboolean has_many = fl_sym_get_hint (fl_grid_chain_get_extent (grid->symbols, &grid->outer), many) >= many;
  const gint64 elements = has_many ? most : fl_tuned_get (FL_TUNED_GRID_FEW_ELEMENTS, caches);

  if (columns > HALF_WARPS * FL_GRID_LANES * most && columns <= HALF_WARPS * FL_GRID_LANES * most_halves && has_many
      && has_half_row (grid))
    {
      grid->n_warps = HALF_WARPS;
      grid->n_resident = HALF_RESIDENT;
      grid->why = "halves are kept two in a register";
      return;
    }
  for (grid->n_warps = FEWEST_WARPS; grid->n_warps < MOST_WARPS && columns > grid->n_warps * FL_GRID_LANES * elements;)
    grid->n_warps *= 2;
  grid->why = fl_arena_printf (fl_loop_kernel_get_arena (grid->kernel),
                               "%s rows: up to %" G_GINT64_FORMAT " elements a thread, as long as there are threads",
                               has_many ? "many" : "fewer than multiprocessors are", elements);
}

/* Threads of one block read neighbouring columns, several rows at once: more is under way than by a thread a column,
 * and fewer columns than a GPU has threads keep it busy. */
static void
choose_columns (FlGrid *grid, const FlLoopMachine *machine, gint64 steps)
{
  const FlSym *n = fl_grid_chain_get_extent (grid->symbols, &grid->outer);
  const gint64 results = fl_sym_get_hint (n, MANY_RESULTS);

  if (steps < FEWEST_STEPS || results >= MANY_RESULTS || fl_grid_count_vector (grid->kernel, grid->body) > 1
      || !fl_sym_known_multiple (n, fl_sym_int (grid->symbols, FL_GRID_LANES)))
    return;
  grid->scheme = FL_GRID_LANE_A_COLUMN;
  grid->n_warps = fl_tuned_get (FL_TUNED_GRID_COLUMN_WARPS, &machine->caches);
  while (grid->n_warps < MOST_WARPS && results / FL_GRID_LANES < MANY_BLOCKS && steps >= 4 * grid->n_warps * 2)
    grid->n_warps *= 2;
  grid->why = "memory is contiguous along results: warps take its rows in turn, and combine";
}

void
fl_grid_choose (FlGrid *grid, const FlLoopMachine *machine)
{
  const gint64 columns = fl_grid_count_row (grid);

  grid->scheme = FL_GRID_FLAT;
  grid->n_warps = FL_GRID_FLAT_WARPS;
  grid->n_cluster = 1;
  if (columns < FL_GRID_LANES)
    return;
  if (is_columns (grid))
    {
      choose_columns (grid, machine, columns);
      return;
    }
  grid->scheme = columns <= fl_tuned_get (FL_TUNED_GRID_WARP_ROW, &machine->caches)
                         && !fl_sym_is_int_value (fl_grid_chain_get_extent (grid->symbols, &grid->outer), 1)
                     ? FL_GRID_WARP_A_ROW
                     : FL_GRID_BLOCK_A_ROW;
  grid->n_warps = ROWS_A_BLOCK;
  grid->why = "a warp combines without a barrier";
  if (grid->scheme == FL_GRID_BLOCK_A_ROW && !choose_cluster (grid, machine, columns))
    choose_block (grid, machine, columns);
}
