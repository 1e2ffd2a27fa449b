/* Which loops are reductions of columns. See fl-loop-strips.h. */
#include "fl-loop-strips.h"

#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-walk.h"

/* --- the loops ------------------------------------------------------------------------------- */

static gboolean
is_plain_loop (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  return stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_SERIAL && stmt->n_homes == 0 && stmt->n_children > 0
         && !fl_loop_get_axis (kernel, stmt->axis)->step;
}

/* From the child at a position on, nothing but names and stores of single elements. */
static gboolean
are_results (const FlLoopKernel *kernel, const FlLoopStmt *stmt, guint first)
{
  for (guint i = first; i < stmt->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, stmt->children[i]);

      if (child->kind != FL_STMT_LET && (child->kind != FL_STMT_STORE || child->mode == FL_LOOP_STORE_ATOMIC_ADD))
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_rows (FlLoopKernel *kernel, FlStmtId id, FlLoopStrip *strip)
{
  for (;;)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

      if (!is_plain_loop (kernel, stmt) || strip->n_loops == FL_LOOP_MAX_REDUCED)
        return FALSE;
      strip->loops[strip->n_loops++] = strip->rows = id;
      id = stmt->children[0];
      if (fl_loop_get_stmt (kernel, id)->kind != FL_STMT_LOOP)
        break;
      if (stmt->n_children > 1)
        return FALSE;
    }
  for (guint i = 0; i < fl_loop_get_stmt (kernel, strip->rows)->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, fl_loop_get_stmt (kernel, strip->rows)->children[i]);

      if (child->kind != FL_STMT_LET && (child->kind != FL_STMT_ACCUMULATE || child->index))
        return FALSE;
    }
  return TRUE;
}

/* --- the accesses ---------------------------------------------------------------------------- */

typedef struct
{
  FlAxisId column, row;
  gint balance; /* loads whose reduced elements are far apart, those of neighbouring results being
                   side by side, less those the other way */
} Balance;

/* What is the same for neighbouring results (the left side of a product) is no reason either way.
 * Windows that overlap are side by side both ways: as columns, a vector of results takes one load
 * for each element of a window. */
static void
weigh_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Balance *balance = data;
  const FlSym *across, *along;

  if (value->op != FL_SCALAR_LOAD || fl_sym_contains_kind (value->index, FL_SYM_INDIRECT))
    return;
  across = fl_loop_find_step (kernel, value->index, balance->column);
  along = fl_loop_find_step (kernel, value->index, balance->row);
  if (across && fl_sym_is_int_value (across, 1) && !(along && fl_sym_is_int_value (along, 0)))
    balance->balance++;
  else if (along && fl_sym_is_int_value (along, 1))
    balance->balance -= !(across && fl_sym_is_int_value (across, 0));
}

static gboolean
is_gain (const FlLoopKernel *kernel, const FlLoopStrip *strip)
{
  const FlLoopStmt rows = *fl_loop_get_stmt (kernel, strip->rows);

  for (guint i = 0; i < rows.n_children; i++)
    {
      Balance balance = { .column = strip->column, .row = rows.axis };

      if (fl_loop_get_stmt (kernel, rows.children[i])->kind != FL_STMT_ACCUMULATE)
        continue;
      fl_loop_walk_values (kernel, rows.children[i], weigh_load, &balance);
      if (balance.balance > 0)
        return TRUE;
    }
  return FALSE;
}

/* Does what is reduced depend on what is stored? Columns would be read before those before them are
 * stored. */
static void
note_conflict (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlHomeId home = fl_loop_get_value (kernel, id)->home;
  gpointer *both = data;

  if (home && g_hash_table_contains (both[0], GUINT_TO_POINTER (home)))
    *(gboolean *) both[1] = TRUE;
}

static gboolean
conflicts (FlLoopKernel *kernel, const FlLoopStrip *strip)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, strip->loop);
  gboolean found = FALSE;
  gpointer both[] = { written, &found };

  fl_loop_walk_values (kernel, strip->rows, note_conflict, both);
  return found;
}

gboolean
fl_loop_find_strip (FlLoopKernel *kernel, FlStmtId id, FlLoopStrip *strip)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  FlLoopStmt block;

  *strip = (FlLoopStrip) { .loop = id, .column = loop.axis };
  if (!is_plain_loop (kernel, &loop))
    return FALSE;
  strip->block = loop.children[0];
  block = *fl_loop_get_stmt (kernel, strip->block);
  if (block.kind != FL_STMT_SEQUENCE || block.n_homes == 0 || block.n_children == 0 || !are_results (kernel, &block, 1)
      || !are_results (kernel, &loop, 1))
    return FALSE;
  return find_rows (kernel, block.children[0], strip) && !conflicts (kernel, strip) && is_gain (kernel, strip);
}

/* --- vectors --------------------------------------------------------------------------------- */

typedef struct
{
  const FlLoopMachine *machine;
  FlAxisId column;
  const char *why_not;
} Asked;

static void
ask_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Asked *asked = data;

  if (!(fl_loop_value_get_axes (kernel, id) >> asked->column & 1) || asked->why_not)
    return;
  if (fl_dtype_get_size_bytes (value->dtype) > 4)
    asked->why_not = "elements of 64 bits";
  else if (value->op == FL_SCALAR_MASKED)
    asked->why_not = "elements that only some iterations may read";
  else if (value->op == FL_SCALAR_LOAD && !fl_loop_has_step (kernel, value->index, asked->column, 1))
    asked->why_not = "elements that are not next to each other";
  else if (asked->machine->refuse_vector)
    asked->why_not = asked->machine->refuse_vector (kernel, id, asked->column);
}

const char *
fl_loop_refuse_strip (const FlLoopKernel *kernel, const FlLoopStrip *strip)
{
  const FlLoopStmt *rows = fl_loop_get_stmt (kernel, strip->rows);

  for (guint i = 0; i < rows->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, rows->children[i]);
      const FlLoopHome *home = stmt->kind == FL_STMT_ACCUMULATE ? fl_loop_get_home (kernel, stmt->home) : NULL;

      if (!home)
        continue;
      if (home->combiner == FL_REDUCTION_WELFORD_REDUCE || home->combiner == FL_REDUCTION_WELFORD_COMBINE
          || home->combiner == FL_REDUCTION_ONLINE_SOFTMAX)
        return "a reduction that has no row of accumulators";
      if (fl_reduction_is_arg (home->combiner) && !fl_loop_is_place (kernel, stmt->more[0]))
        return "places that do not count up from 0";
    }
  return NULL;
}

const char *
fl_loop_refuse_strip_vectors (const FlLoopMachine *machine, FlLoopKernel *kernel, const FlLoopStrip *strip)
{
  const FlLoopStmt rows = *fl_loop_get_stmt (kernel, strip->rows);
  Asked asked = { .machine = machine, .column = strip->column };

  fl_loop_walk_values (kernel, strip->rows, ask_value, &asked);
  for (guint i = 0; i < rows.n_children && !asked.why_not; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, rows.children[i]);

      if (stmt->kind == FL_STMT_ACCUMULATE && fl_loop_get_home (kernel, stmt->home)->dtype == FL_DTYPE_F64)
        asked.why_not = "elements of 64 bits";
      else if (stmt->kind == FL_STMT_ACCUMULATE && fl_loop_get_home (kernel, stmt->home)->dtype == FL_DTYPE_I32)
        asked.why_not = "a row of accumulators of whole numbers";
      else if (stmt->kind == FL_STMT_ACCUMULATE && machine->refuse_accumulate && !asked.why_not)
        asked.why_not = machine->refuse_accumulate (kernel, stmt, strip->column);
    }
  return asked.why_not;
}
