/* The outermost axis is shared out to threads: parallel, where no two iterations touch one element that one of them writes. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

/* All accesses to one argument that is written, along the axis that may become parallel. */
typedef struct
{
  FlHomeId home;
  const FlSym *step;             /* elements that an iteration goes on by */
  gint64 minimum, maximum;       /* elements that iteration 0 touches */
  gboolean is_apart;
} Reach;

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopAxis *axis;
  FlAxisId id;
  GArray *reaches;               /* Reach, one a home that is written */
  GHashTable *seen;              /* values */
  const char *why_not;           /* interned; NULL: nothing against it */
} Finder;

static void
add_access (Finder *finder, FlHomeId home, const FlSym *index)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0), *first = fl_sym_substitute (index, &finder->axis->var, &zero, 1);
  const FlSym *one = fl_sym_int (fl_sym_get_table (index), 1), *second = fl_sym_substitute (index, &finder->axis->var, &one, 1);
  const FlSym *step = fl_sym_sub (second, first);
  gint64 minimum, maximum;

  for (guint i = 0; i < finder->reaches->len; i++)
    {
      Reach *reach = &g_array_index (finder->reaches, Reach, i);

      if (reach->home != home)
        continue;
      fl_sym_get_range (first, &minimum, &maximum);
      if (fl_sym_contains_kind (index, FL_SYM_INDIRECT) || fl_sym_contains (step, finder->axis->var)
          || fl_sym_contains (fl_sym_sub (index, fl_sym_mul (step, finder->axis->var)), finder->axis->var) || (reach->step && reach->step != step))
        reach->is_apart = FALSE;
      if (!reach->step)
        {
          reach->minimum = minimum;
          reach->maximum = maximum;
        }
      reach->step = step;
      reach->minimum = MIN (reach->minimum, minimum);
      reach->maximum = MAX (reach->maximum, maximum);
    }
}

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);

  if (value.home && value.index)
    add_access (data, value.home, value.index);
  return TRUE;
}

static void
add_loads (Finder *finder, FlValueId id)
{
  fl_loop_visit_value (finder->kernel, id, finder->seen, enter_load, finder);
}

static void
note_written (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Finder *finder = data;

  if (!stmt->home)
    return;
  if (stmt->kind == FL_STMT_ACCUMULATE)
    {
      if (!(fl_loop_get_home (kernel, stmt->home)->varies >> finder->id & 1))
        finder->why_not = "it reduces";
      return;
    }
  if (fl_loop_get_home (kernel, stmt->home)->kind != FL_HOME_ARGUMENT)
    return;
  for (guint i = 0; i < finder->reaches->len; i++)
    if (g_array_index (finder->reaches, Reach, i).home == stmt->home)
      return;
  g_array_append_vals (finder->reaches, &(Reach) { .home = stmt->home, .is_apart = TRUE }, 1);
}

static void
note_accesses (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ASSERT)
    ((Finder *) data)->why_not = "the kernel may stop in it";
  if (stmt->value)
    add_loads (data, stmt->value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    add_loads (data, stmt->more[i]);
  if (stmt->condition)
    add_loads (data, stmt->condition);
  if (stmt->home && stmt->index)
    add_access (data, stmt->home, stmt->index);
}

/* What an iteration touches lies within one step, of memory that is written. */
static gboolean
are_apart (const Reach *reach)
{
  gint64 step;

  if (!reach->is_apart || !reach->step || !fl_sym_is_int (reach->step, &step) || step == 0)
    return FALSE;
  return reach->minimum > G_MININT64 / 2 && reach->maximum < G_MAXINT64 / 2 && reach->maximum - reach->minimum < ABS (step);
}

static const char *
find_why_not (const FlLoopKernel *kernel, FlStmtId loop)
{
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, loop)->axis);
  g_autoptr (GArray) reaches = g_array_new (FALSE, FALSE, sizeof (Reach));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Finder finder = { .kernel = kernel, .seen = seen, .axis = &axis, .id = fl_loop_get_stmt (kernel, loop)->axis, .reaches = reaches };

  fl_loop_visit (kernel, loop, note_written, &finder);
  fl_loop_visit (kernel, loop, note_accesses, &finder);
  for (guint i = 0; i < reaches->len && !finder.why_not; i++)
    if (!are_apart (&g_array_index (reaches, Reach, i)))
      finder.why_not = "its iterations are not proved to write apart";
  return finder.why_not;
}

const FlLoopProgram *
fl_pass_parallelize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt root = *fl_loop_get_stmt (kernel, program->root);
  FlStmtId now = program->root;

  for (guint i = 0; i < root.n_children; i++)
    {
      const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, root.children[i]);
      const char *why_not;
      FlLoopStmt parallel = stmt;
      FlStmtId id;

      if (stmt.kind != FL_STMT_LOOP)
        continue;
      why_not = find_why_not (kernel, root.children[i]);
      fl_loop_note (context, program, why_not ? FL_VERDICT_ILLEGAL : FL_VERDICT_ACCEPT, fl_loop_get_axis (kernel, stmt.axis)->name,
                    "shared out to threads", why_not ? "%s" : NULL, why_not);
      if (why_not)
        continue;
      parallel.map = FL_MAP_PARALLEL;
      id = fl_loop_add_stmt (kernel, &parallel);
      now = fl_loop_replace (kernel, now, root.children[i], &id, 1);
    }
  return now == program->root ? program : fl_loop_program_new (kernel, now, "parallelize", program);
}
