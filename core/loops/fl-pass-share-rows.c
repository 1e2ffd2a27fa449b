/* Common subexpressions of several loops over one row: what two of them would compute of the same elements is computed
 * by the first one and kept in a row on the stack.
 *
 * A norm of a sum of two tensors would load both twice, and add them up twice. One load from the L1 cache
 * takes the place of it. That pays for what takes two loads or more, or much arithmetic, in rows that are short. Exact:
 * nothing that such a value reads is written in between. */
#include "fl-loop-partials.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include "fl-intern.h"
#include "fl-vectorize-look.h"

enum
{
  MIN_LOADS = 2,
  MIN_FLOPS = 8 /* of one load: what takes less is computed again */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlAxisId axis;       /* along the row */
  guint64 open;        /* axes around it */
  GHashTable *written; /* homes, in the loop over rows */
  GHashTable *known;   /* values that the first loop computes */
  GHashTable *seen;
  GHashTable *kept;    /* value -> the load that replaces it */
  GHashTable *readers; /* value -> how many later loops compute it */
  GArray *homes;       /* FlHomeId */
  FlLoopRewrite *rewrite;
} Sharer;

typedef struct
{
  guint n_loads, n_flops;
} Cost;

static gboolean
count_cost (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Cost *cost = data;

  cost->n_loads += value->op == FL_SCALAR_LOAD;
  cost->n_flops += fl_scalar_get_info (value->op)->flops;
  return TRUE;
}

static gboolean
is_worth_it (Sharer *self, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (self->kernel, id);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Cost cost = { 0 };

  if (value->n_args == 0 || value->dtype != FL_DTYPE_F32 || value->op == FL_SCALAR_MASKED
      || !(fl_loop_value_get_axes (self->kernel, id) >> self->axis & 1)
      || fl_loop_value_reads (self->kernel, id, self->written))
    return FALSE;
  fl_loop_visit_value (self->kernel, id, seen, count_cost, &cost);
  return cost.n_loads >= MIN_LOADS || (cost.n_loads == 1 && cost.n_flops >= MIN_FLOPS);
}

static gboolean
note_known (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  return fl_loop_get_value (kernel, id)->op != FL_SCALAR_MASKED;
}

static gboolean
count_reader (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  Sharer *self = data;
  const gpointer key = GUINT_TO_POINTER (id);

  if (fl_loop_get_value (kernel, id)->op == FL_SCALAR_MASKED)
    return FALSE;
  if (!g_hash_table_contains (self->known, key) || !is_worth_it (self, id))
    return TRUE;
  g_hash_table_insert (self->readers, key,
                       GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->readers, key)) + 1));
  return FALSE;
}

/* The largest parts of a later loop's values that the first one has, and no other loop: rows that two stages of a
 * pipeline read cannot be kept for both. */
static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  Sharer *self = data;
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  const FlSym *length = fl_loop_get_axis (kernel, self->axis)->extent;
  FlLoopHome home = { .kind = FL_HOME_STACK,
                      .dtype = FL_DTYPE_F32,
                      .size = length,
                      .combiner = FL_N_REDUCTIONS,
                      .n_components = 1,
                      .source_dtype = FL_DTYPE_F32,
                      .varies = self->open };
  FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .epoch = 1 };
  FlValueId made;

  if (value.op == FL_SCALAR_MASKED)
    return FALSE;
  if (!g_hash_table_contains (self->known, GUINT_TO_POINTER (id)) || !is_worth_it (self, id))
    return TRUE;
  if (g_hash_table_lookup (self->readers, GUINT_TO_POINTER (id)) != GUINT_TO_POINTER (1))
    return FALSE;
  home.name = fl_intern_printf ("%s_row", value.name ? value.name : "shared");
  load.home = fl_loop_add_home (self->kernel, &home);
  load.index = fl_loop_get_var (kernel, self->axis);
  load.name = home.name;
  made = fl_loop_add_value (self->kernel, &load);
  g_hash_table_insert (self->kept, GUINT_TO_POINTER (id), GUINT_TO_POINTER (made));
  g_array_append_val (self->homes, load.home);
  fl_loop_rewrite_add_value (self->rewrite, id, made);
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, home.name, "kept in a row on the stack",
                "what two loops over a row compute from several loads, or at length");
  return FALSE;
}

static void
visit_values (Sharer *self, const FlLoopStmt *loop, GHashTable *seen, FlLoopEnter enter)
{
  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, loop->children[i]);

      if (stmt.value && stmt.kind != FL_STMT_LET)
        fl_loop_visit_value (self->kernel, stmt.value, seen, enter, self);
    }
}

/* The first loop, which keeps what others load: a name for each in front of all, a store behind. */
static FlStmtId
keep (Sharer *self, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  GHashTableIter iter;
  gpointer key, load;

  for (guint pass = 0; pass < 2; pass++)
    {
      if (pass == 1)
        g_array_append_vals (children, loop.children, loop.n_children);
      g_hash_table_iter_init (&iter, self->kept);
      while (g_hash_table_iter_next (&iter, &key, &load))
        {
          const FlLoopValue *row = fl_loop_get_value (self->kernel, GPOINTER_TO_UINT (load));
          FlLoopStmt stmt = { .kind = pass == 0 ? FL_STMT_LET : FL_STMT_STORE, .value = GPOINTER_TO_UINT (key) };

          stmt.home = pass == 0 ? 0 : row->home;
          stmt.index = pass == 0 ? NULL : row->index;
          fl_loop_append (children, fl_loop_add_stmt (self->kernel, &stmt));
        }
    }
  return fl_loop_with_children (self->kernel, id, (const FlStmtId *) children->data, children->len);
}

/* --- the loops -------------------------------------------------------------------------------- */

/* Loops over the row, which are done in every iteration of the loop over rows. */
static void
find_loops (const FlLoopKernel *kernel, const FlLoopStmt *rows, GArray *loops)
{
  for (guint i = 0; i < rows->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, rows->children[i]);

      if (stmt->kind == FL_STMT_SEQUENCE)
        find_loops (kernel, stmt, loops);
      else if (fl_vectorize_is_innermost (kernel, stmt))
        g_array_append_val (loops, rows->children[i]);
    }
}

static FlStmtId
share (FlLoopContext *context, const FlLoopProgram *program, FlStmtId id, guint64 open, const GArray *loops)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt first = *fl_loop_get_stmt (kernel, g_array_index (loops, FlStmtId, 0));
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id), known = g_hash_table_new (NULL, NULL),
                         seen = g_hash_table_new (NULL, NULL), kept = g_hash_table_new (NULL, NULL),
                         readers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  Sharer self = { context, program, kernel, first.axis, open, written, known, seen, kept, readers, homes, rewrite };
  FlStmtId now = id, made;

  visit_values (&self, &first, known, note_known);
  for (guint i = 1; i < loops->len; i++)
    {
      g_autoptr (GHashTable) looked_at = g_hash_table_new (NULL, NULL);

      visit_values (&self, fl_loop_get_stmt (kernel, g_array_index (loops, FlStmtId, i)), looked_at, count_reader);
    }
  for (guint i = 1; i < loops->len; i++)
    if (fl_loop_get_stmt (kernel, g_array_index (loops, FlStmtId, i))->axis == first.axis)
      visit_values (&self, fl_loop_get_stmt (kernel, g_array_index (loops, FlStmtId, i)), seen, enter_value);
  if (homes->len == 0)
    return id;
  for (guint i = 1; i < loops->len; i++)
    {
      made = fl_loop_rewrite_values (rewrite, g_array_index (loops, FlStmtId, i));
      now = fl_loop_replace (kernel, now, g_array_index (loops, FlStmtId, i), &made, 1);
    }
  made = keep (&self, g_array_index (loops, FlStmtId, 0));
  return fl_loop_with_homes (kernel, fl_loop_replace (kernel, now, g_array_index (loops, FlStmtId, 0), &made, 1),
                             homes);
}

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
} Pass;

static FlStmtId
share_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  const Pass *pass = data;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  gint64 length;

  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_SERIAL)
    find_loops (kernel, &stmt, loops);
  return loops->len > 1
                 && fl_sym_is_int (
                     fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, g_array_index (loops, FlStmtId, 0))->axis)
                         ->extent,
                     &length)
                 && length * (gint64) sizeof (float)
                        < fl_tuned_get (FL_TUNED_IN_PLACE_LEAST, &pass->context->machine->caches)
             ? share (pass->context, pass->program, id, open | G_GUINT64_CONSTANT (1) << stmt.axis, loops)
             : 0;
}

const FlLoopProgram *
fl_pass_share_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  Pass pass = { context, program };
  FlStmtId root = program->root;

  if (context->machine->n_lanes < 2)
    return program;
  root = fl_loop_map_stmts (program->kernel, root, 0, share_stmt, &pass);
  return root == program->root ? program
                               : fl_loop_program_new (program->kernel, fl_loop_drop_unused (program->kernel, root),
                                                      context->pass, program);
}
