/* Rows in place: what a kernel keeps of a row on the way lies where the row's result goes in the end,
 * if each element of the result replaces the very element that it is made of.
 *
 * A long row on the stack pushes others out of the L1 cache; in the result's memory its lines are where they
 * are written for good. Not for results that have non-temporal stores, nor for short rows, which the caches hold
 * besides. Exact: nobody else reads or writes the result before the row is done. */
#include "fl-loop-access.h"
#include "fl-loop-order.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

/* Accesses to one home, in order. */
typedef struct
{
  const FlSym *index; /* of all of them; NULL: they differ, or some position may not do one */
  guint n, n_stores;
} Accesses;

static Accesses
find_accesses (const FlLoopKernel *kernel, const GArray *touches, FlHomeId home)
{
  Accesses found = { 0 };

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (touch->home != home)
        continue;
      found.index = found.n++ == 0 || found.index == touch->index ? touch->index : NULL;
      if (touch->is_masked)
        found.index = NULL;
      found.n_stores += !touch->value;
    }
  return found;
}

/* The result of an element, and what its statement reads of the row. */
typedef struct
{
  FlLoopKernel *kernel;
  const GArray *touches;
  FlHomeId row;
  FlStmtId result; /* 0: none */
} Search;

/* Does the statement that stores the result read the row, and nothing behind it? */
static gboolean
replaces_row (const Search *search, FlStmtId store)
{
  gboolean reads = FALSE, is_behind = FALSE;

  for (guint i = 0; i < search->touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (search->touches, FlLoopTouch, i);

      is_behind |= touch->stmt == store;
      if (touch->home != search->row)
        continue;
      reads |= touch->stmt == store && touch->value;
      if (is_behind && touch->stmt != store)
        return FALSE;
    }
  return reads;
}

static void
note_result (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopHome *home = stmt->kind == FL_STMT_STORE ? fl_loop_get_home (kernel, stmt->home) : NULL;
  Search *search = data;
  Accesses accesses;

  if (!home || search->result || home->kind != FL_HOME_ARGUMENT || home->dtype != FL_DTYPE_F32
      || stmt->mode != FL_LOOP_STORE_PLAIN || fl_loop_get_value (kernel, stmt->value)->dtype != FL_DTYPE_F32)
    return;
  accesses = find_accesses (kernel, search->touches, stmt->home);
  if (accesses.n == 1 && !fl_sym_contains_kind (stmt->index, FL_SYM_INDIRECT)
      && fl_loop_is_one_to_one (kernel, stmt->index, 0) && replaces_row (search, id))
    search->result = id;
}

/* --- the program ------------------------------------------------------------------------------ */

typedef struct
{
  FlLoopKernel *kernel;
  FlHomeId row, result;
  const FlSym *index; /* of the result */
} Move;

static FlValueId
settle_value (gpointer data, FlLoopRewrite *rewrite, FlValueId id)
{
  const Move *move = data;
  FlLoopValue value = *fl_loop_get_value (move->kernel, id);

  if (value.op != FL_SCALAR_LOAD || value.home != move->row)
    return 0;
  value.home = move->result;
  value.index = move->index;
  return fl_loop_add_value (move->kernel, &value);
}

/* Stores to the row go to the result, and the row no longer begins anywhere. */
static FlStmtId
move_stores (const Move *move, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (move->kernel, id);
  FlArena *arena = fl_loop_kernel_get_arena (move->kernel);
  FlStmtId *children = fl_arena_new (arena, FlStmtId, stmt.n_children + 1);
  FlHomeId *homes = fl_arena_new (arena, FlHomeId, stmt.n_homes + 1);
  guint n_homes = 0;

  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = move_stores (move, stmt.children[i]);
  for (guint i = 0; i < stmt.n_homes; i++)
    if (stmt.homes[i] != move->row)
      homes[n_homes++] = stmt.homes[i];
  if (n_homes == stmt.n_homes && !(stmt.kind == FL_STMT_STORE && stmt.home == move->row))
    return fl_loop_with_children (move->kernel, id, children, stmt.n_children);
  if (stmt.kind == FL_STMT_STORE)
    {
      stmt.home = move->result;
      stmt.index = move->index;
    }
  stmt.children = children;
  stmt.homes = homes;
  stmt.n_homes = n_homes;
  return fl_loop_add_stmt (move->kernel, &stmt);
}

static FlStmtId
contract (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, FlHomeId row)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopHome home = *fl_loop_get_home (kernel, row);
  g_autoptr (GArray) touches = fl_loop_collect_touches (kernel, root);
  Search search = { .kernel = kernel, .touches = touches, .row = row };
  const gint64 least = fl_tuned_get (FL_TUNED_IN_PLACE_LEAST, &context->machine->caches);
  g_autoptr (FlLoopRewrite) rewrite = NULL;
  Accesses accesses;
  Move move = { .kernel = kernel, .row = row };
  const FlLoopSettle settle = { .value = settle_value, .data = &move };

  if (home.kind != FL_HOME_STACK || !home.buffer || home.dtype != FL_DTYPE_F32 || home.combiner != FL_N_REDUCTIONS)
    return root;
  accesses = find_accesses (kernel, touches, row);
  fl_loop_visit (kernel, root, note_result, &search);
  if (!search.result || !accesses.index || accesses.n_stores == 0)
    return root;
  move.result = fl_loop_get_stmt (kernel, search.result)->home;
  move.index = fl_loop_get_stmt (kernel, search.result)->index;
  if (fl_loop_index_get_axes (kernel, move.index) & ~fl_loop_index_get_axes (kernel, accesses.index) & ~home.varies)
    return root; /* other loops do not know which element that is */
  if (fl_sym_get_hint (home.size, 0) * (gint64) sizeof (float) < least)
    {
      fl_loop_note (context, program, FL_VERDICT_REJECT, home.name, "kept in the row of a result",
                    "%" G_GINT64_FORMAT " elements are in the first-level cache besides",
                    fl_sym_get_hint (home.size, 0));
      return root;
    }
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, home.name, "kept in the row of a result",
                "each element of %s replaces the one that it is made of", fl_loop_get_home (kernel, move.result)->name);
  rewrite = fl_loop_rewrite_new (kernel);
  fl_loop_rewrite_set_settle (rewrite, &settle);
  return move_stores (&move, fl_loop_rewrite_values (rewrite, root));
}

const FlLoopProgram *
fl_pass_in_place (FlLoopContext *context, const FlLoopProgram *program)
{
  const guint n = fl_loop_get_n_homes (program->kernel);
  g_autoptr (GHashTable) written = fl_loop_collect_written (program->kernel, program->root);
  FlStmtId root = program->root;

  for (FlHomeId home = 1; home <= n; home++)
    if (g_hash_table_contains (written, GUINT_TO_POINTER (home)))
      root = contract (context, program, root, home);
  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
