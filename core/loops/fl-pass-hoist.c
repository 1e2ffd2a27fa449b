/* Loop-invariant code motion: what a loop does not change is computed once, in front of it.
 *
 * Exact: a recipe gives the same bits wherever what it reads is the same. A value is not moved out from under a mask or
 * a guard. From a loop that may not run only those are moved whose loads are proved to lie within their memory: others
 * may read what only exists where the loop does. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *lets; /* FlValueId in reach */
  guint n_moved;
} Hoister;

static gboolean
is_in_reach (const GArray *lets, FlValueId id)
{
  for (guint i = 0; i < lets->len; i++)
    if (g_array_index (lets, FlValueId, i) == id)
      return TRUE;
  return FALSE;
}

/* A number, an index or an accumulator costs nothing where it is used. */
static gboolean
is_cheap (const FlLoopValue *value)
{
  return value->op == FL_SCALAR_CONSTANT || value->op == FL_SCALAR_INDEX_EXPR || value->op == FL_SCALAR_GETITEM;
}

typedef struct
{
  const Hoister *hoister;
  guint64 axes; /* axes of the loop, and of loops that are open between it and the value */
  GHashTable *written, *seen;
  GArray *found;
  gboolean may_not_run; /* a loop around the statement at hand may be empty */
} Search;

/* Is every load of it within its memory, whatever loops run? */
static gboolean
note_unsafe (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->home ? fl_loop_get_home (kernel, value->home) : NULL;

  if (value->op == FL_SCALAR_SET_INDIRECT || value->op == FL_SCALAR_MASKED
      || (home && value->index
          && (home->kind != FL_HOME_ARGUMENT || fl_sym_contains_kind (value->index, FL_SYM_INDIRECT)
              || !fl_sym_known (FL_SYM_GE, value->index, fl_sym_int (fl_sym_get_table (value->index), 0))
              || !fl_sym_known (FL_SYM_LT, value->index, home->size))))
    *(gboolean *) data = TRUE;
  return TRUE;
}

static gboolean
is_safe (const FlLoopKernel *kernel, FlValueId id)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean is_unsafe = FALSE;

  fl_loop_visit_value (kernel, id, seen, note_unsafe, &is_unsafe);
  return !is_unsafe;
}

static void collect_from_index (Search *search, const FlSym *index);

/* The largest parts of a value that stay the same along the axes. */
static void
collect_invariant (Search *search, FlValueId id)
{
  const FlLoopKernel *kernel = search->hoister->kernel;
  const FlLoopValue value = *fl_loop_get_value (kernel, id);

  if (is_cheap (&value) || is_in_reach (search->hoister->lets, id)
      || !g_hash_table_add (search->seen, GUINT_TO_POINTER (id)))
    return;
  if (!(fl_loop_value_get_axes (kernel, id) & search->axes) && !fl_loop_value_reads (kernel, id, search->written))
    {
      if (search->may_not_run && !is_safe (kernel, id))
        {
          g_hash_table_remove (search->seen,
                               GUINT_TO_POINTER (id)); /* a statement that is sure to run may read it, too */
          return;
        }
      g_array_append_val (search->found, id);
      return;
    }
  for (guint i = 0; i < value.n_args; i++)
    if (value.op != FL_SCALAR_MASKED || i == 0)
      collect_invariant (search, value.args[i]);
  if (value.index && value.op != FL_SCALAR_SET_INDIRECT)
    collect_from_index (search, value.index);
}

/* Positions that an index reads from memory. */
static void
collect_from_index (Search *search, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (search->hoister->kernel, symbols->pdata[i]);

      if (at)
        collect_invariant (search, at);
    }
}

/* Of statements that run in every iteration of the loop: not those under a guard. */
static void
collect_from (Search *search, FlStmtId id)
{
  FlLoopKernel *kernel = search->hoister->kernel;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const guint64 outer = search->axes;
  const gboolean was_unsure = search->may_not_run;

  if (stmt.kind == FL_STMT_LOOP)
    {
      search->axes |= G_GUINT64_CONSTANT (1) << stmt.axis;
      search->may_not_run
          |= !fl_sym_known (FL_SYM_GE, fl_loop_get_axis (kernel, stmt.axis)->extent, fl_sym_int (symbols, 1));
    }
  if (stmt.kind == FL_STMT_RELAYOUT)
    search->axes |= stmt.over;
  if (stmt.value)
    collect_invariant (search, stmt.value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt.more) && stmt.more[i]; i++)
    collect_invariant (search, stmt.more[i]);
  if (stmt.condition)
    collect_invariant (search, stmt.condition);
  if (stmt.index && stmt.kind == FL_STMT_STORE)
    collect_from_index (search, stmt.index);
  for (guint i = 0; i < stmt.n_children && stmt.kind != FL_STMT_GUARD; i++)
    collect_from (search, stmt.children[i]);
  search->axes = outer;
  search->may_not_run = was_unsure;
}

static const char *
get_name (const Hoister *hoister, FlAxisId axis)
{
  return fl_loop_get_name (hoister->kernel, axis);
}

static FlStmtId hoist_in (Hoister *hoister, FlStmtId id, GArray *before);

/* Statements of a block, with names for what its loops do not change in front of these. */
static FlStmtId
hoist_children (Hoister *hoister, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (hoister->kernel, id);
  const guint n_lets = hoister->lets->len;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = hoist_in (hoister, stmt.children[i], children);
      const FlLoopStmt *made = fl_loop_get_stmt (hoister->kernel, child);

      if (made->kind == FL_STMT_LET && is_in_reach (hoister->lets, made->value))
        continue;
      if (made->kind == FL_STMT_LET)
        g_array_append_val (hoister->lets, made->value);
      g_array_append_val (children, child);
    }
  if (stmt.kind != FL_STMT_SEQUENCE)
    g_array_set_size (hoister->lets, n_lets);
  return fl_loop_with_children (hoister->kernel, id, (const FlStmtId *) children->data, children->len);
}

static FlStmtId
hoist_in (Hoister *hoister, FlStmtId id, GArray *before)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (hoister->kernel, id);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  g_autoptr (GHashTable) written = NULL, seen = g_hash_table_new (NULL, NULL);
  Search search = { .hoister = hoister, .seen = seen, .found = found };

  /* Each thread has its own, in front of its part. */
  if (stmt.kind == FL_STMT_LOOP && !fl_loop_get_axis (hoister->kernel, stmt.axis)->stop)
    {
      written = fl_loop_collect_written (hoister->kernel, id);
      search.written = written;
      collect_from (&search, id);
      for (guint i = 0; i < found->len; i++)
        {
          const FlValueId value = g_array_index (found, FlValueId, i);
          const FlStmtId let
              = fl_loop_add_stmt (hoister->kernel, &(FlLoopStmt) { .kind = FL_STMT_LET, .value = value });

          g_array_append_val (before, let);
          g_array_append_val (hoister->lets, value);
          hoister->n_moved++;
          fl_loop_note (hoister->context, hoister->program, FL_VERDICT_ACCEPT, get_name (hoister, stmt.axis),
                        "loop-invariant code motion", "%s stays the same along %s",
                        fl_scalar_get_info (fl_loop_get_value (hoister->kernel, value)->op)->name,
                        get_name (hoister, stmt.axis));
        }
    }
  return stmt.n_children > 0 ? hoist_children (hoister, id) : id;
}

const FlLoopProgram *
fl_pass_hoist (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) lets = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  Hoister hoister = { .context = context, .program = program, .kernel = program->kernel, .lets = lets };
  const FlStmtId root = hoist_children (&hoister, program->root);

  return hoister.n_moved == 0 ? program : fl_loop_program_new (program->kernel, root, "hoist", program);
}
