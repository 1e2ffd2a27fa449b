/* Write combining: pieces of rows are put together in a register, and go to memory as whole lines.
 *
 * Rows of 58 floats whose ends are padding, or 24, 8 and 16 columns side by side, leave cache lines half written by
 * each piece, and a row of 1003 floats leaves those at both its ends: with non-temporal stores memory would read and
 * write such a line for every part of it, and with plain ones each line is read first. So what pieces write goes to a
 * line in a register, whose vectors are stored as each one is full. Exact: the same elements are written. A line is
 * given the place of each piece, and where that is not behind the piece before, what waits is stored first: loops may
 * run in any order, which makes a difference to time alone.
 *
 * Legal where nobody in the kernel reads that memory, which is not all written yet, and all stores to it are combined.
 * Worth it where the pieces of an iteration cover a stretch of memory in its order, and the next one's begins where
 * it ends; and where rows are short, or little is computed of them: softmax of rows of 1003 floats took 13 % more time,
 * and 70 % more if they were pipelined, too. */
#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"
#include "fl-stream.h"

enum
{
  MAX_FLOATS = 1 << 24, /* of an iteration: products of a few of them fit 64 bits */
  MAX_PIECES = 64,
  LONG_ROW = 512, /* elements: of such a row, parts of lines count less than arithmetic that waits for the register */
  MAX_FLOPS = 8   /* of an element of a long row */
};

/* What a store writes in one iteration of the loop around. */
typedef struct
{
  FlStmtId stmt;
  const FlSym *begin; /* in the first iteration */
  gint64 n;
  guint child; /* which of the loop's statements has it in it */
} Piece;

/* A loop whose iterations write one stretch after the other. */
typedef struct
{
  const GHashTable *stores; /* FlStmtId that would gain */
  FlLoopKernel *kernel;
  FlLoopStmt loop;
  FlHomeId home;
  gint64 step; /* elements of an iteration */
  Piece pieces[MAX_PIECES];
  guint n_pieces;
  guint child;   /* which of the loop's statements is looked at */
  guint64 inner; /* axes between the loop and what is looked at */
  FlAxisId row;  /* the last one of them */
  gboolean has_long_rows, has_reductions;
  guint n_flops; /* of the elements that are stored */
  gboolean is_unfit;
} Stretch;

/* What was found of it. */
typedef struct
{
  FlHomeId home;
  guint n_pieces;
  gint64 step;
} Found;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GHashTable *stores, *combined; /* FlStmtId: that would gain, and that are pieces of a stretch */
  GArray *found;                 /* Found */
} Combiner;

/* --- finding ---------------------------------------------------------------------------------- */

/* Are all inner axes digits of the index, so that it reaches elements that follow each other? */
static gboolean
measure_piece (const Stretch *stretch, const FlSym *index, Piece *piece)
{
  const FlLoopKernel *kernel = stretch->kernel;
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

static gboolean
count_flops (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  *(guint *) data += fl_scalar_get_info (fl_loop_get_value (kernel, id)->op)->flops;
  return TRUE;
}

static void
note_row (Stretch *stretch, const FlLoopStmt *store)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gint64 n;

  stretch->has_long_rows
      |= stretch->row && fl_sym_is_int (fl_loop_get_axis (stretch->kernel, stretch->row)->extent, &n) && n >= LONG_ROW;
  fl_loop_visit_value (stretch->kernel, store->value, seen, count_flops, &stretch->n_flops);
}

static void
add_store (Stretch *stretch, FlStmtId id)
{
  FlLoopKernel *kernel = stretch->kernel;
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlSym *by = fl_loop_find_step (kernel, stmt->index, stretch->loop.axis);
  Piece *piece = &stretch->pieces[stretch->n_pieces];
  gint64 step;

  if (!g_hash_table_contains ((GHashTable *) stretch->stores, GUINT_TO_POINTER (id)))
    return;
  if (!by || !fl_sym_is_int (by, &step) || step > MAX_FLOATS || (stretch->home && stretch->home != stmt->home)
      || (stretch->home && step != stretch->step) || stretch->n_pieces == MAX_PIECES
      || fl_loop_get_home (kernel, stmt->home)->dtype != FL_DTYPE_F32 || !measure_piece (stretch, stmt->index, piece)
      || !(fl_loop_is_one_to_one (kernel, stmt->index, stretch->inner)))
    {
      stretch->is_unfit = TRUE;
      return;
    }
  note_row (stretch, stmt);
  piece->stmt = id;
  piece->child = stretch->child;
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
  const FlLoopStmt *stmt = fl_loop_get_stmt (stretch->kernel, id);
  const guint64 inner = stretch->inner;
  const FlAxisId row = stretch->row;

  stretch->has_reductions |= stmt->kind == FL_STMT_ACCUMULATE;
  stretch->is_unfit |= stmt->kind == FL_STMT_GUARD || goes_by_tiles (stretch->kernel, id);
  if (stmt->kind == FL_STMT_STORE)
    add_store (stretch, id);
  if (stmt->kind == FL_STMT_LOOP)
    {
      stretch->inner |= G_GUINT64_CONSTANT (1) << stmt->axis;
      stretch->row = stmt->axis;
    }
  for (guint i = 0; i < stmt->n_children && !stretch->is_unfit; i++)
    find_stores (stretch, stmt->children[i]);
  stretch->inner = inner;
  stretch->row = row;
}

/* Does each piece come after the one before it in memory, with nothing between, in an iteration and from one to the
 * next? */
static gboolean
goes_on (const Stretch *stretch)
{
  gint64 sum = 0, longest = 0;

  for (guint i = 0; i < stretch->n_pieces; i++)
    {
      const Piece *piece = &stretch->pieces[i];

      if (i > 0
          && (piece->child == piece[-1].child
              || !fl_sym_is_int_value (fl_sym_sub (piece->begin, piece[-1].begin), piece[-1].n)))
        return FALSE;
      sum += piece->n;
      longest = MAX (longest, piece->n);
    }
  return sum == stretch->step && longest > 1; /* a loop over single elements writes no rows */
}

/* Long rows, of which a loop computes much? */
static gboolean
is_dear (const Combiner *combiner, const Stretch *stretch)
{
  if (!stretch->has_long_rows || (!stretch->has_reductions && stretch->n_flops <= MAX_FLOPS))
    return FALSE;
  fl_loop_note (combiner->context, combiner->program, FL_VERDICT_REJECT,
                fl_loop_get_home (combiner->kernel, stretch->home)->name, "combined in a register",
                "rows have %d elements or more, and what is computed of them would wait for that register", LONG_ROW);
  return TRUE;
}

static gboolean
find_stretch (Combiner *combiner, FlStmtId id)
{
  Stretch stretch
      = { .stores = combiner->stores, .kernel = combiner->kernel, .loop = *fl_loop_get_stmt (combiner->kernel, id) };

  if (stretch.loop.kind != FL_STMT_LOOP || stretch.loop.map != FL_MAP_SERIAL
      || fl_loop_get_axis (combiner->kernel, stretch.loop.axis)->begin)
    return FALSE;
  for (; stretch.child < stretch.loop.n_children && !stretch.is_unfit; stretch.child++)
    find_stores (&stretch, stretch.loop.children[stretch.child]);
  if (stretch.is_unfit || !stretch.home || !goes_on (&stretch) || is_dear (combiner, &stretch))
    return FALSE;
  for (guint i = 0; i < stretch.n_pieces; i++)
    g_hash_table_add (combiner->combined, GUINT_TO_POINTER (stretch.pieces[i].stmt));
  g_array_append_vals (combiner->found, &(Found) { stretch.home, stretch.n_pieces, stretch.step }, 1);
  return TRUE;
}

static void
find_stretches (Combiner *combiner, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (combiner->kernel, id);

  if (goes_by_tiles (combiner->kernel, id) || find_stretch (combiner, id))
    return;
  for (guint i = 0; i < stmt.n_children; i++)
    find_stretches (combiner, stmt.children[i]);
}

/* --- choosing --------------------------------------------------------------------------------- */

typedef struct
{
  const GHashTable *combined;
  FlHomeId home;
  gboolean has_others;
} Search;

static void
look_for_others (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  Search *search = data;

  search->has_others |= fl_loop_get_stmt (kernel, id)->home == search->home
                        && !g_hash_table_contains ((GHashTable *) search->combined, GUINT_TO_POINTER (id));
}

/* Are all statements that write there pieces? */
static gboolean
has_only_pieces (const Combiner *combiner, FlHomeId home)
{
  Search search = { .combined = combiner->combined, .home = home };

  fl_loop_visit (combiner->kernel, combiner->program->root, look_for_others, &search);
  return !search.has_others;
}

static void
note (const Combiner *combiner, const Found *found)
{
  fl_loop_note (combiner->context, combiner->program, FL_VERDICT_ACCEPT,
                fl_loop_get_home (combiner->kernel, found->home)->name, "combined in a register",
                "an iteration writes %" G_GINT64_FORMAT
                " elements in %u %s, which are no whole cache lines: non-temporal stores write each line once it is "
                "full",
                found->step, found->n_pieces, found->n_pieces == 1 ? "piece" : "pieces");
}

static FlStmtId
combine_stmt (FlLoopKernel *kernel, FlStmtId id, G_GNUC_UNUSED guint64 open, gpointer data)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  if (!g_hash_table_contains (data, GUINT_TO_POINTER (id)))
    return 0;
  stmt.mode = FL_LOOP_STORE_COMBINED;
  return fl_loop_add_stmt (kernel, &stmt);
}

const FlLoopProgram *
fl_pass_write_combining (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) stores = g_hash_table_new (NULL, NULL), combined = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  Combiner combiner = { .context = context,
                        .program = program,
                        .kernel = program->kernel,
                        .stores = stores,
                        .combined = combined,
                        .found = found };
  GHashTableIter iter;
  gpointer key;

  fl_stream_find_parts (context, program, stores);
  if (g_hash_table_size (stores) > 0)
    find_stretches (&combiner, program->root);
  g_hash_table_iter_init (&iter, combined);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!has_only_pieces (&combiner, fl_loop_get_stmt (program->kernel, GPOINTER_TO_UINT (key))->home))
      g_hash_table_iter_remove (&iter);
  if (g_hash_table_size (combined) == 0)
    return program;
  for (guint i = 0; i < found->len; i++)
    if (has_only_pieces (&combiner, g_array_index (found, Found, i).home))
      note (&combiner, &g_array_index (found, Found, i));
  return fl_loop_program_new (program->kernel,
                              fl_loop_map_stmts (program->kernel, program->root, 0, combine_stmt, combined),
                              "write combining", program);
}
