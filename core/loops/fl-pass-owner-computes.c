/* Owner computes: rows that indices choose are divided among threads, each of which goes through all indices and does
 * those of its rows.
 *
 * Two elements that go to the same place are written one after the other, in their order: so threads share out places,
 * not elements, and any number of threads gives the same result, bit by bit. Looking at an index takes about a
 * nanosecond, and each thread looks at all of them: it pays for rows, not for single elements. (The rule is that of
 * compilers for distributed memory: D. Callahan, K. Kennedy, 1988.) */
#include "fl-loop-apart.h"
#include "fl-loop-make.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-loop-walk.h"
#include "fl-loop-work.h"

#include "fl-intern.h"

enum
{
  LEAST_ROW_BYTES = 128 /* of a row that an index brings: looking at the index is little beside */
};

/* for …: { row, read from memory; for …: the store } */
typedef struct
{
  FlLoopKernel *kernel;
  GArray *loops; /* FlStmtId around the store, outer ones first */
  FlStmtId store;
  guint n_stores;
  gboolean is_plain; /* loops, names and stores */
  FlValueId row;
  guint level;  /* of the loop that the row is read in */
  gint64 bytes; /* of a row */
} Scatter;

/* --- the store -------------------------------------------------------------------------------- */

static void
find_store (Scatter *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  const guint n_loops = self->loops->len;

  if (stmt.kind == FL_STMT_STORE)
    {
      self->store = id;
      self->n_stores++;
      return;
    }
  self->is_plain &= (stmt.kind == FL_STMT_LOOP && stmt.n_homes == 0) || stmt.kind == FL_STMT_LET;
  if (stmt.kind == FL_STMT_LOOP)
    g_array_append_val (self->loops, id);
  for (guint i = 0; i < stmt.n_children; i++)
    find_store (self, stmt.children[i]);
  if (self->n_stores == 0)
    g_array_set_size (self->loops, n_loops);
}

typedef struct
{
  FlHomeId home;
  gboolean is_read;
} Reading;

static void
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  Reading *reading = data;

  reading->is_read |= fl_loop_get_value (kernel, id)->home == reading->home;
}

/* Are elements of different rows different ones? */
static gboolean
are_rows_apart (const FlLoopKernel *kernel, const FlSym *index, const FlSym *row)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0), *base;
  const FlSym *rest = fl_sym_substitute (index, &row, &zero, 1), *step = fl_sym_get_stride (index, row, &row, 1),
              *span = fl_loop_measure_span (kernel, rest, &base);

  return span && fl_sym_sub (index, fl_sym_mul (step, row)) == rest && fl_sym_known (FL_SYM_LT, span, step);
}

/* The innermost loop that the value depends on. FALSE: none, or there is none inside of it. */
static gboolean
find_level (Scatter *self, FlValueId value)
{
  const guint64 axes = fl_loop_value_get_axes (self->kernel, value);
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->loops->len; i++)
    if (axes >> fl_loop_get_stmt (self->kernel, g_array_index (self->loops, FlStmtId, i))->axis & 1)
      {
        self->level = i;
        is_found = TRUE;
      }
  return is_found && self->level + 1 < self->loops->len;
}

static gint64
count_bytes (const Scatter *self)
{
  const FlLoopKernel *kernel = self->kernel;
  gint64 n = fl_dtype_get_size_bytes (fl_loop_get_home (kernel, fl_loop_get_stmt (kernel, self->store)->home)->dtype);

  for (guint i = self->level + 1; i < self->loops->len; i++)
    {
      const FlLoopStmt *loop = fl_loop_get_stmt (kernel, g_array_index (self->loops, FlStmtId, i));

      n *= MAX (fl_sym_get_hint (fl_loop_get_axis (kernel, loop->axis)->extent, 1), 0);
    }
  return n;
}

static gboolean
find_scatter (Scatter *self, FlStmtId loop)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *index;
  Reading reading = { 0 };

  find_store (self, loop);
  if (!self->is_plain || self->n_stores != 1)
    return FALSE;
  index = fl_loop_get_stmt (self->kernel, self->store)->index;
  reading.home = fl_loop_get_stmt (self->kernel, self->store)->home;
  fl_loop_walk_values (self->kernel, loop, note_load, &reading);
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len && !reading.is_read; i++)
    {
      self->row = fl_loop_find_indirect (self->kernel, symbols->pdata[i]);
      if (self->row && fl_loop_get_value (self->kernel, self->row)->n_args > 0
          && are_rows_apart (self->kernel, index, symbols->pdata[i]) && find_level (self, self->row))
        {
          self->bytes = count_bytes (self);
          return TRUE;
        }
    }
  return FALSE;
}

/* --- the owner -------------------------------------------------------------------------------- */

static FlValueId
add_index (FlLoopKernel *kernel, const FlSym *index, const char *name)
{
  FlLoopValue value = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_I64, .index = index, .name = name };

  if (fl_sym_is_int (index, &value.bits))
    {
      value.op = FL_SCALAR_CONSTANT;
      value.index = NULL;
    }
  return fl_loop_add_value (kernel, &value);
}

static FlValueId
add_op (FlLoopKernel *kernel, FlScalar op, FlDtype dtype, FlValueId a, FlValueId b, const char *name)
{
  const FlLoopValue value = { .op = op, .dtype = dtype, .n_args = 2, .args = { a, b }, .name = name };

  return fl_loop_add_value (kernel, &value);
}

/* "row >= begin && row < end": of a row outside, which is counted where it is used, the last one, as that takes it. */
static FlValueId
add_condition (const Scatter *self, const FlLoopAxis *rows)
{
  FlLoopKernel *kernel = self->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopValue at = *fl_loop_get_value (kernel, self->row);
  FlLoopValue valid = { .op = FL_SCALAR_WHERE, .dtype = FL_DTYPE_I64, .n_args = 3, .name = "row" };
  const FlValueId last = add_index (kernel, fl_sym_add_int (at.bound, -1), "last");
  FlValueId row, begins, ends;

  at.check = FALSE;
  at.index = fl_sym_indirect (symbols, fl_intern_printf ("row%u", fl_loop_get_n_values (kernel)));
  fl_loop_add_value (kernel, &at);
  row = add_index (kernel, at.index, "row");
  valid.args[0] = add_op (kernel, FL_SCALAR_LT, FL_DTYPE_BOOL, row, add_index (kernel, fl_sym_int (symbols, 0), "zero"),
                          "is_before");
  valid.args[1] = last;
  valid.args[2] = add_op (kernel, FL_SCALAR_MINIMUM, FL_DTYPE_I64, row, last, "row");
  row = fl_loop_add_value (kernel, &valid);
  begins = add_op (kernel, FL_SCALAR_GE, FL_DTYPE_BOOL, row, add_index (kernel, rows->var, "begin"), "begins");
  ends = add_op (kernel, FL_SCALAR_LT, FL_DTYPE_BOOL, row, add_index (kernel, rows->stop, "end"), "ends");
  return add_op (kernel, FL_SCALAR_LOGICAL_AND, FL_DTYPE_BOOL, begins, ends, "is_own");
}

static FlStmtId
share_rows (const Scatter *self, FlStmtId id)
{
  FlLoopKernel *kernel = self->kernel;
  const FlSym *bound = fl_loop_get_value (kernel, self->row)->bound;
  const FlAxisId whole = fl_loop_make_axis (kernel, 0, "row", bound),
                 rows = fl_loop_add_partition (kernel, whole, NULL, fl_sym_int (fl_sym_get_table (bound), 1));
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, rows);
  const FlStmtId old = g_array_index (self->loops, FlStmtId, self->level);
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, old);
  const FlLoopStmt guard = { .kind = FL_STMT_GUARD,
                             .condition = add_condition (self, &axis),
                             .n_children = loop.n_children,
                             .children = loop.children };
  const FlStmtId inside = fl_loop_add_stmt (kernel, &guard), made = fl_loop_with_children (kernel, old, &inside, 1);

  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = rows, .map = FL_MAP_PARALLEL },
                       old == id ? made : fl_loop_replace (kernel, id, old, &made, 1));
}

const FlLoopProgram *
fl_pass_owner_computes (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt root = *fl_loop_get_stmt (kernel, program->root);
  FlStmtId now = program->root;

  for (guint i = 0; i < root.n_children; i++)
    {
      const FlStmtId id = root.children[i];
      g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
      Scatter scatter = { .kernel = kernel, .loops = loops, .is_plain = TRUE };
      FlStmtId made;

      if (fl_loop_get_stmt (kernel, id)->kind != FL_STMT_LOOP || fl_loop_get_n_axes (kernel) + 4 > FL_LOOP_MAX_AXES
          || !fl_loop_find_why_dependent (kernel, id, NULL, 0, FALSE)
          || fl_loop_count_work (kernel, id) < 2 * context->machine->work_grain || !find_scatter (&scatter, id))
        continue;
      fl_loop_note (context, program, scatter.bytes < LEAST_ROW_BYTES ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT,
                    fl_loop_kernel_get_name (kernel), "threads take rows that indices choose",
                    scatter.bytes < LEAST_ROW_BYTES
                        ? "an index brings %" G_GINT64_FORMAT
                          " bytes, under %d: to look at all indices would take each thread as long"
                        : "an index brings %" G_GINT64_FORMAT
                          " bytes (at least %d); each thread goes through all indices and takes those of its rows, in "
                          "their order: any number of threads gives the same result",
                    scatter.bytes, LEAST_ROW_BYTES);
      if (scatter.bytes < LEAST_ROW_BYTES)
        continue;
      made = share_rows (&scatter, id);
      now = fl_loop_replace (kernel, now, id, &made, 1);
    }
  return now == program->root ? program : fl_loop_program_new (kernel, now, "owner computes", program);
}
