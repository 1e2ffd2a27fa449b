/* Write-combining buffers: short pieces are put together on the stack, and go to memory as one stretch.
 *
 * Rows of 58 floats whose ends are padding, or 24, 8 and 16 columns side by side, leave cache lines half written by
 * each piece: with non-temporal stores memory would read and write such a line for every part of it, and with plain
 * ones each line is read first. So what some rows write goes to a buffer in the L1 cache, and a copy streams that in
 * whole lines. The copy of a large buffer goes on beside the rows that fill it, some lines behind them: memory would
 * wait while the buffer is filled, and the rows while it is stored. Exact: the same elements are written, each once.
 *
 * Legal where the pieces that an iteration writes cover a stretch of memory without gaps, the next one's beginning
 * where it ends, and nobody reads that memory. */
#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"
#include "fl-write-combining-private.h"
#include "fl-stream.h"

enum
{
  MAX_FLOATS = 4096, /* of a buffer: with as much that is read they stay in the L1 cache */
  WANTED = 2048      /* of a buffer of several iterations: both its ends' lines are stored in parts, 1 in 64 */
};

/* --- finding ---------------------------------------------------------------------------------- */

/* Are all inner axes digits of the index, so that it reaches elements that follow each other? */
static gboolean
measure_piece (const FlStretch *stretch, const FlSym *index, FlStretchPiece *piece)
{
  const FlLoopKernel *kernel = stretch->stager->kernel;
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *zero = fl_sym_int (symbols, 0);
  gint64 reach = 1;

  piece->n = 1;
  for (FlAxisId axis = 1; stretch->inner >> axis; axis++)
    {
      const FlLoopAxis *row = fl_loop_get_axis (kernel, axis);
      const FlSym *step = stretch->inner >> axis & 1 ? fl_loop_find_step (kernel, index, axis) : zero;
      gint64 by, n;

      if (!(stretch->inner >> axis & 1))
        continue;
      if (!step || row->begin || row->step || !fl_sym_is_int (step, &by) || by < 1 || by > MAX_FLOATS
          || !fl_sym_is_int (row->extent, &n) || n < 1 || n > MAX_FLOATS || piece->n > MAX_FLOATS)
        return FALSE;
      piece->n *= n;
      reach += by * (n - 1);
      index = fl_sym_substitute (index, &row->var, &zero, 1);
    }
  piece->begin = fl_sym_substitute (index, &fl_loop_get_axis (kernel, stretch->loop.axis)->var, &zero, 1);
  return reach == piece->n;
}

static void
add_store (FlStretch *stretch, FlStmtId id)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlSym *by = fl_loop_find_step (kernel, stmt->index, stretch->loop.axis);
  FlStretchPiece *piece = &stretch->pieces[stretch->n_pieces];
  gint64 step;

  if (!g_hash_table_contains (stretch->stager->stores, GUINT_TO_POINTER (id)))
    return;
  if (!by || !fl_sym_is_int (by, &step) || step > MAX_FLOATS || (stretch->home && stretch->home != stmt->home)
      || (stretch->home && step != stretch->step) || stretch->n_pieces == FL_STRETCH_MAX_PIECES
      || fl_loop_get_home (kernel, stmt->home)->dtype != FL_DTYPE_F32 || !measure_piece (stretch, stmt->index, piece)
      || !(fl_loop_is_one_to_one (kernel, stmt->index, stretch->inner)))
    {
      stretch->is_unfit = TRUE;
      return;
    }
  stretch->home = stmt->home;
  stretch->step = step;
  stretch->index = stmt->index;
  stretch->n_pieces++;
}

/* Is it a loop of tiles, which stores whole lines already? */
static gboolean
goes_by_tiles (FlLoopKernel *kernel, FlStmtId id)
{
  return fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP
         && (fl_loop_is_transposed (kernel, id) || fl_loop_is_tiled (kernel, id));
}

static void
find_stores (FlStretch *stretch, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (stretch->stager->kernel, id);
  const guint64 inner = stretch->inner;

  stretch->is_unfit |= stmt->kind == FL_STMT_GUARD || goes_by_tiles (stretch->stager->kernel, id);
  if (stmt->kind == FL_STMT_STORE)
    add_store (stretch, id);
  if (stmt->kind == FL_STMT_LOOP)
    stretch->inner |= G_GUINT64_CONSTANT (1) << stmt->axis;
  for (guint i = 0; i < stmt->n_children && !stretch->is_unfit; i++)
    find_stores (stretch, stmt->children[i]);
  stretch->inner = inner;
}

static void
count_store (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  guint *both = data;

  both[1] += stmt->kind == FL_STMT_STORE && stmt->home == both[0];
}

/* Are all stores to that memory pieces? Others would go to the buffer, too. */
static gboolean
has_all_stores (const FlStretch *stretch)
{
  guint both[] = { stretch->home, 0 };

  for (guint i = 0; i < stretch->loop.n_children; i++)
    fl_loop_visit (stretch->stager->kernel, stretch->loop.children[i], count_store, both);
  return both[1] == stretch->n_pieces;
}

/* Does each piece but the first begin where another one ends? first: which one none ends before. */
static gboolean
has_no_gaps (const FlStretch *stretch, guint *first)
{
  gint64 sum = 0, longest = 0;
  guint n_firsts = 0;

  for (guint i = 0; i < stretch->n_pieces; i++)
    {
      guint n_before = 0;

      for (guint k = 0; k < stretch->n_pieces; k++)
        n_before += k != i
                    && fl_sym_is_int_value (fl_sym_sub (stretch->pieces[i].begin, stretch->pieces[k].begin),
                                            stretch->pieces[k].n);
      if (n_before == 0)
        *first = i;
      n_firsts += n_before == 0;
      sum += stretch->pieces[i].n;
      longest = MAX (longest, stretch->pieces[i].n);
    }
  return n_firsts == 1 && sum == stretch->step && longest > 1; /* a loop over single elements writes no rows */
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Iterations of a buffer: whole lines of them, if that is not too many. */
static gint64
choose_block (const FlStretch *stretch)
{
  gint64 lines = 1, block = MAX (WANTED / stretch->step, 1);

  while (lines * stretch->step % FL_STRETCH_LINE != 0)
    lines *= 2;
  return block >= lines ? block / lines * lines : block;
}

static FlStmtId
stage (const FlStretch *stretch, const FlSym *first)
{
  FlStager *stager = stretch->stager;
  const gint64 block = choose_block (stretch), row = fl_stage_measure_rows (stretch);

  fl_loop_note (stager->context, stager->program, FL_VERDICT_ACCEPT,
                fl_loop_get_home (stager->kernel, stretch->home)->name, "combined in a buffer",
                "%u pieces of %" G_GINT64_FORMAT " elements an iteration: a buffer of %" G_GINT64_FORMAT
                " elements is written in whole lines by non-temporal stores%s",
                stretch->n_pieces, stretch->step, row > 0 ? stretch->step : block * stretch->step,
                row > 0 ? ", while rows fill it" : "");
  return row > 0     ? fl_stage_rows (stretch, first, row)
         : block > 1 ? fl_stage_blocks (stretch, first, block)
                     : fl_stage_each (stretch, first);
}

/* --- the tree -------------------------------------------------------------------------------- */

static FlStmtId
stage_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  FlStager *stager = data;
  FlStretch stretch = { .stager = stager, .loop = *fl_loop_get_stmt (kernel, id) };
  guint first = 0;

  stager->open = open;
  if (goes_by_tiles (kernel, id))
    return id;
  if (stretch.loop.kind != FL_STMT_LOOP || stretch.loop.map != FL_MAP_SERIAL
      || fl_loop_get_axis (kernel, stretch.loop.axis)->begin || fl_loop_get_n_axes (kernel) + 8 >= FL_LOOP_MAX_AXES)
    return 0;
  for (guint i = 0; i < stretch.loop.n_children && !stretch.is_unfit; i++)
    find_stores (&stretch, stretch.loop.children[i]);
  return !stretch.is_unfit && stretch.home && has_all_stores (&stretch) && has_no_gaps (&stretch, &first)
             ? stage (&stretch, stretch.pieces[first].begin)
             : 0;
}

const FlLoopProgram *
fl_pass_write_combining (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) stores = g_hash_table_new (NULL, NULL);
  FlStager stager = { .context = context, .program = program, .kernel = program->kernel, .stores = stores };
  FlStmtId root;

  fl_stream_find_short (context, program, stores);
  root = g_hash_table_size (stores) > 0 ? fl_loop_map_stmts (program->kernel, program->root, 0, stage_stmt, &stager)
                                        : program->root;
  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "write combining", program);
}
