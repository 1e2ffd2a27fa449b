/* Rows in registers (scalar replacement of arrays): what a lane reads of an argument in one loop
 * over its part of a row, and again in another one over the same part, is read once and stays in
 * the lane's registers; so a row is read from memory once, however many phases it has. A row that a
 * loop makes and a later one reads is there, too, with the lane's elements alone; and one that a loop stores to memory
 * and a later one reads, as memory would give it back.
 *
 * The lane's part is an array, indexed by the loops that go over it, which are unrolled so that
 * each element is a register of its own. Its shape has every axis along which what it holds varies
 * within the lane. Worth it as long as there are registers: 64 elements a lane. */
#include "fl-intern.h"
#include "fl-keep-rows.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

/* --- statements ---------------------------------------------------------- */

/* Loads of a row that the kernel makes, wherever they are. */
static void
replace_made (FlKeeper *self, FlLoopRewrite *rewrite, const FlKeepRow *row)
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
make_load (FlKeeper *self, const FlKeepRow *row)
{
  FlLoopValue value = *fl_loop_get_value (self->kernel, row->load);

  value.home = row->kept;
  value.index = row->place;
  value.epoch = 0;
  return fl_loop_add_value (self->kernel, &value);
}

/* Loads of these rows are those of the registers, behind where these are filled. */
static void
rewrite_values (FlKeeper *self, FlLoopStmt *stmt, const gboolean *is_kept)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (self->kernel);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const FlKeepRow *row = &self->rows[i];

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
        const FlKeepTouch *load = &g_array_index (self->loads, FlKeepTouch, k);

        if (load->value && load->home == self->rows[i].home && load->index == self->rows[i].index)
          fl_loop_rewrite_add_value (rewrite, load->value, make_load (self, &self->rows[i]));
      }
  if (stmt->value)
    stmt->value = fl_loop_rewrite_value (rewrite, stmt->value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    stmt->more[i] = fl_loop_rewrite_value (rewrite, stmt->more[i]);
}

/* What memory gives back of a stored value. */
static FlValueId
find_held (const FlKeeper *self, const FlLoopStmt *store)
{
  const FlLoopHome *home = fl_loop_get_home (self->kernel, store->home);
  const FlLoopValue *value = fl_loop_get_value (self->kernel, store->value);
  const FlLoopValue rounded = { .op = FL_SCALAR_ROUND_LOW,
                                .dtype = home->dtype,
                                .n_args = 1,
                                .args = { store->value },
                                .name = fl_intern ("rounded") };

  return !fl_dtype_is_low_precision (home->dtype) || (value->op == FL_SCALAR_ROUND_LOW && value->dtype == home->dtype)
             ? store->value
             : fl_loop_add_value (self->kernel, &rounded);
}

static gboolean
has_name (const FlLoopKernel *kernel, const GArray *stmts, FlValueId value)
{
  for (guint i = 0; i < stmts->len; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, g_array_index (stmts, FlStmtId, i));

      if (stmt->kind == FL_STMT_LET && stmt->value == value)
        return TRUE;
    }
  return FALSE;
}

/* A statement of the loop; a store of a kept row goes to the registers, too. */
static void
append_rebuilt (FlKeeper *self, GArray *children, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id), kept;
  const FlKeepRow *row = NULL;

  for (guint i = 0; i < self->n_rows && stmt.kind == FL_STMT_STORE; i++)
    if (self->rows[i].is_stored && self->rows[i].home == stmt.home)
      row = &self->rows[i];
  if (row)
    {
      stmt.value = find_held (self, &stmt);
      kept = (FlLoopStmt) { .kind = FL_STMT_STORE, .home = row->kept, .index = row->place, .value = stmt.value };
      if (!has_name (self->kernel, children, stmt.value))
        fl_loop_append (children,
                        fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_LET, .value = stmt.value }));
      fl_loop_append (children, fl_loop_add_stmt (self->kernel, &stmt));
      fl_loop_append (children, fl_loop_add_stmt (self->kernel, &kept));
    }
  else
    fl_loop_append (children, id);
}

static FlStmtId
rebuild (FlKeeper *self, FlStmtId id, gboolean *is_kept)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  gboolean fills[FL_KEEP_MOST_ROWS] = { FALSE };

  if (stmt.n_children == 0)
    {
      rewrite_values (self, &stmt, is_kept);
      return fl_loop_add_stmt (self->kernel, &stmt);
    }
  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const FlKeepRow *row = &self->rows[i];

      for (guint k = 0; k < homes->len && !row->first; k++)
        if (g_array_index (homes, FlHomeId, k) == row->home)
          g_array_index (homes, FlHomeId, k) = row->kept;
      if (id == self->lane && row->first)
        g_array_append_val (homes, row->kept);
      if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_SERIAL && (row->axes >> stmt.axis & 1))
        stmt.map = FL_MAP_UNROLLED;
      fills[i] = id == row->first;
      if (fills[i] && !row->is_stored)
        {
          fl_loop_append (children, fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_STORE,
                                                                                    .home = row->kept,
                                                                                    .index = row->place,
                                                                                    .value = row->load }));
        }
    }
  for (guint i = 0; i < stmt.n_children; i++)
    append_rebuilt (self, children, rebuild (self, stmt.children[i], is_kept));
  for (guint i = 0; i < self->n_rows; i++)
    is_kept[i] |= fills[i];
  return fl_loop_add_block (self->kernel, stmt, children, homes);
}

const FlLoopProgram *
fl_pass_keep_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (FlKeepTouch));
  FlKeeper self = { .kernel = program->kernel, .loads = loads };
  gboolean is_kept[FL_KEEP_MOST_ROWS] = { FALSE };
  FlStmtId root;

  fl_keep_rows_find (&self, program->root);
  if (self.n_rows == 0)
    return program;
  for (guint i = 0; i < self.n_rows; i++)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_get_home (self.kernel, self.rows[i].home)->name,
                  "kept in registers", "%" G_GINT64_FORMAT " elements a lane, %s in a later loop", self.rows[i].n,
                  fl_loop_get_home (self.kernel, self.rows[i].kept)->pack ? "two in a register, read again"
                  : self.rows[i].is_stored                                ? "stored, and read again"
                  : self.rows[i].first                                    ? "read again"
                                                                          : "made in one loop and read");
  root = rebuild (&self, program->root, is_kept);
  return fl_loop_program_new (self.kernel, root, "keep rows", program);
}
