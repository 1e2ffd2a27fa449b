/* Write-combining buffers: short pieces are put together on the stack, and go to memory as one stretch.
 *
 * Rows of 58 floats whose ends are padding, or 24, 8 and 16 columns side by side, leave cache lines half written by
 * each piece: with non-temporal stores memory would read and write such a line for every part of it, and with plain
 * ones each line is read first. So what some rows write goes to a buffer in the L1 cache, and a copy streams that in
 * whole lines. Exact: the same elements are written, each once.
 *
 * Legal where the pieces that an iteration writes cover a stretch of memory without gaps, the next one's beginning
 * where it ends, and nobody reads that memory. */
#include "fl-intern.h"
#include "fl-loop-order.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-stream.h"

enum
{
  MAX_FLOATS = 4096, /* of a buffer: with as much that is read they stay in the L1 cache */
  WANTED = 2048,     /* of a buffer of several iterations: both its ends' lines are stored in parts, 1 in 64 */
  LINE = 16,
  MAX_PIECES = 16
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GHashTable *stores; /* FlStmtId that would gain */
  guint64 open;       /* axes around what is looked at */
} Stager;

/* What a store writes in one iteration of the loop that is staged. */
typedef struct
{
  const FlSym *begin; /* in the first iteration */
  gint64 n;
} Piece;

/* A loop whose iterations write one stretch after the other. */
typedef struct
{
  Stager *stager;
  FlLoopStmt loop;
  FlHomeId home;
  gint64 step; /* elements of an iteration */
  Piece pieces[MAX_PIECES];
  guint n_pieces;
  guint64 inner; /* axes between the loop and what is looked at */
  gboolean is_unfit;
} Stretch;

/* --- finding ---------------------------------------------------------------------------------- */

/* Are all inner axes digits of the index, so that it reaches elements that follow each other? */
static gboolean
measure_piece (const Stretch *stretch, const FlSym *index, Piece *piece)
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
add_store (Stretch *stretch, FlStmtId id)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlSym *by = fl_loop_find_step (kernel, stmt->index, stretch->loop.axis);
  Piece *piece = &stretch->pieces[stretch->n_pieces];
  gint64 step;

  if (!g_hash_table_contains (stretch->stager->stores, GUINT_TO_POINTER (id)))
    return;
  if (!by || !fl_sym_is_int (by, &step) || step > MAX_FLOATS || (stretch->home && stretch->home != stmt->home)
      || (stretch->home && step != stretch->step) || stretch->n_pieces == MAX_PIECES
      || fl_loop_get_home (kernel, stmt->home)->dtype != FL_DTYPE_F32 || !measure_piece (stretch, stmt->index, piece)
      || !(fl_loop_is_one_to_one (kernel, stmt->index, stretch->inner)))
    {
      stretch->is_unfit = TRUE;
      return;
    }
  stretch->home = stmt->home;
  stretch->step = step;
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
find_stores (Stretch *stretch, FlStmtId id)
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

/* Does each piece but the first begin where another one ends? first: which one none ends before. */
static gboolean
has_no_gaps (const Stretch *stretch, guint *first)
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

/* --- making ----------------------------------------------------------------------------------- */

/* The statement with its stores going to the buffer, whose first element stands for `begin`. */
static FlStmtId
redirect (FlLoopKernel *kernel, FlStmtId id, FlHomeId from, FlHomeId to, const FlSym *begin)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);

  if (stmt.kind == FL_STMT_STORE && stmt.home == from)
    {
      stmt.home = to;
      stmt.mode = FL_LOOP_STORE_PLAIN;
      stmt.index = fl_sym_sub (stmt.index, begin);
      return fl_loop_add_stmt (kernel, &stmt);
    }
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = redirect (kernel, stmt.children[i], from, to, begin);
  return fl_loop_with_children (kernel, id, children, stmt.n_children);
}

static FlHomeId
add_buffer (const Stretch *stretch, FlAxisId around, gint64 n)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlLoopHome buffer = { .name = fl_intern_printf ("%s_lines", fl_loop_get_home (kernel, stretch->home)->name),
                              .kind = FL_HOME_STACK,
                              .dtype = FL_DTYPE_F32,
                              .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), n),
                              .combiner = FL_N_REDUCTIONS,
                              .n_components = 1,
                              .varies = stretch->stager->open | G_GUINT64_CONSTANT (1) << around };

  return fl_loop_add_home (kernel, &buffer);
}

/* "for k [n]  memory[begin + k] = buffer[k]", by non-temporal stores. */
static FlStmtId
copy_out (const Stretch *stretch, FlHomeId buffer, const FlSym *begin, const FlSym *n)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlAxisId axis = fl_loop_add_part (kernel, stretch->loop.axis, "k", (FlLoopAxis) { .extent = n });
  const FlSym *k = fl_loop_get_axis (kernel, axis)->var;
  const FlLoopValue load = {
    .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = buffer, .epoch = stretch->n_pieces, .index = k, .name = "line"
  };
  const FlLoopStmt store = { .kind = FL_STMT_STORE,
                             .value = fl_loop_add_value (kernel, &load),
                             .home = stretch->home,
                             .index = fl_sym_add (begin, k),
                             .mode = FL_LOOP_STORE_STREAMING };

  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis }, fl_loop_add_stmt (kernel, &store));
}

/* A loop with one more home, around these statements. */
static FlStmtId
with_buffer (FlLoopKernel *kernel, FlLoopStmt loop, FlHomeId buffer, const FlStmtId *children, guint n)
{
  FlArena *arena = fl_loop_kernel_get_arena (kernel);
  FlHomeId *homes = fl_arena_new (arena, FlHomeId, loop.n_homes + 1);

  for (guint i = 0; i < loop.n_homes; i++)
    homes[i] = loop.homes[i];
  homes[loop.n_homes++] = buffer;
  loop.homes = homes;
  loop.children = fl_arena_memdup (arena, children, n * sizeof *children);
  loop.n_children = n;
  return fl_loop_add_stmt (kernel, &loop);
}

/* One iteration at a time. */
static FlStmtId
stage_each (const Stretch *stretch, const FlSym *first)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  const FlSym *var = fl_loop_get_axis (kernel, stretch->loop.axis)->var;
  const FlSym *begin = fl_sym_add (first, fl_sym_mul_int (var, stretch->step));
  const FlHomeId buffer = add_buffer (stretch, stretch->loop.axis, stretch->step);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId made;

  for (guint i = 0; i < stretch->loop.n_children; i++)
    {
      made = redirect (kernel, stretch->loop.children[i], stretch->home, buffer, begin);
      g_array_append_val (children, made);
    }
  made = copy_out (stretch, buffer, begin, fl_sym_int (fl_loop_kernel_get_symbols (kernel), stretch->step));
  g_array_append_val (children, made);
  return with_buffer (kernel, stretch->loop, buffer, (const FlStmtId *) children->data, children->len);
}

/* Some iterations at a time. */
static FlStmtId
stage_blocks (const Stretch *stretch, const FlSym *first, gint64 block)
{
  FlLoopKernel *kernel = stretch->stager->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, stretch->loop.axis);
  const FlSym *size = fl_sym_int (symbols, block);
  const gboolean divides = fl_sym_known_multiple (axis.extent, size);
  const FlAxisId blocks = fl_loop_add_part (kernel, stretch->loop.axis, "b",
                                            (FlLoopAxis) { .extent = fl_sym_ceil_div (axis.extent, size) });
  const FlSym *begin = fl_sym_mul (fl_loop_get_axis (kernel, blocks)->var, size), *end = fl_sym_add (begin, size);
  const FlAxisId within
      = fl_loop_add_part (kernel, stretch->loop.axis, "w",
                          (FlLoopAxis) { .begin = begin, .extent = divides ? end : fl_sym_min (end, axis.extent) });
  const FlHomeId buffer = add_buffer (stretch, blocks, block * stretch->step);
  const FlSym *start = fl_sym_add (first, fl_sym_mul_int (begin, stretch->step));
  const FlSym *n = divides ? size : fl_sym_min (size, fl_sym_sub (axis.extent, begin));
  FlStmtId children[2];

  children[0] = fl_loop_remake (kernel, &stretch->loop, fl_loop_get_axis (kernel, within)->var, within, FL_MAP_SERIAL);
  children[0] = redirect (kernel, children[0], stretch->home, buffer, start);
  children[1] = copy_out (stretch, buffer, start, fl_sym_mul_int (n, stretch->step));
  return with_buffer (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = blocks }, buffer, children, 2);
}

/* Iterations of a buffer: whole lines of them, if that is not too many. */
static gint64
choose_block (const Stretch *stretch)
{
  gint64 lines = 1, block = MAX (WANTED / stretch->step, 1);

  while (lines * stretch->step % LINE != 0)
    lines *= 2;
  return block >= lines ? block / lines * lines : block;
}

static FlStmtId
stage (const Stretch *stretch, const FlSym *first)
{
  Stager *stager = stretch->stager;
  const gint64 block = choose_block (stretch);

  fl_loop_note (stager->context, stager->program, FL_VERDICT_ACCEPT,
                fl_loop_get_home (stager->kernel, stretch->home)->name, "combined in a buffer",
                "%u pieces of %" G_GINT64_FORMAT " elements an iteration: a buffer of %" G_GINT64_FORMAT
                " elements is written in whole lines by non-temporal stores",
                stretch->n_pieces, stretch->step, block * stretch->step);
  return block > 1 ? stage_blocks (stretch, first, block) : stage_each (stretch, first);
}

/* --- the tree -------------------------------------------------------------------------------- */

static FlStmtId
stage_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  Stager *stager = data;
  Stretch stretch = { .stager = stager, .loop = *fl_loop_get_stmt (kernel, id) };
  guint first = 0;

  stager->open = open;
  if (goes_by_tiles (kernel, id))
    return id;
  if (stretch.loop.kind != FL_STMT_LOOP || stretch.loop.map != FL_MAP_SERIAL
      || fl_loop_get_axis (kernel, stretch.loop.axis)->begin || fl_loop_get_n_axes (kernel) + 8 >= FL_LOOP_MAX_AXES)
    return 0;
  for (guint i = 0; i < stretch.loop.n_children && !stretch.is_unfit; i++)
    find_stores (&stretch, stretch.loop.children[i]);
  return !stretch.is_unfit && stretch.home && has_no_gaps (&stretch, &first)
             ? stage (&stretch, stretch.pieces[first].begin)
             : 0;
}

const FlLoopProgram *
fl_pass_write_combining (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) stores = g_hash_table_new (NULL, NULL);
  Stager stager = { .context = context, .program = program, .kernel = program->kernel, .stores = stores };
  FlStmtId root;

  fl_stream_find_short (context, program, stores);
  root = g_hash_table_size (stores) > 0 ? fl_loop_map_stmts (program->kernel, program->root, 0, stage_stmt, &stager)
                                        : program->root;
  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "write combining", program);
}
