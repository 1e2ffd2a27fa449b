/* The outermost axis is shared out to threads: parallel, where no two iterations touch one element that one of them writes. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

/* All accesses to one argument that is written, along the axis that may become parallel. */
typedef struct
{
  FlHomeId home;
  const FlSym *step;             /* elements that an iteration goes on by */
  gint64 minimum, maximum;       /* elements that iteration 0 touches */
  const FlSym *index;            /* of all accesses; NULL: they differ */
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
          reach->index = index;
        }
      if (reach->index != index)
        reach->index = NULL;
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

typedef struct
{
  gint64 step, extent;
} Digit;

static int
compare_digits (gconstpointer a, gconstpointer b)
{
  const Digit *x = a, *y = b;

  return x->step < y->step ? -1 : x->step > y->step;
}

/* Is every element written by one iteration of all loops together? So it is where the index is a number of several digits, one an axis. */
static gboolean
is_one_to_one (const FlLoopKernel *kernel, const FlSym *index)
{
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (Digit));
  const FlSym *rest = index;
  gint64 reach = 0;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    {
      const FlLoopAxis *row = fl_loop_get_axis (kernel, axis);
      const FlSym *step = fl_sym_get_stride (index, row->var, &row->var, 1);
      Digit digit;

      if (!fl_sym_contains (index, row->var))
        continue;
      if (!fl_sym_is_int (step, &digit.step) || !fl_sym_is_int (row->extent, &digit.extent) || digit.step <= 0)
        return FALSE;
      rest = fl_sym_sub (rest, fl_sym_mul (step, row->var));
      g_array_append_val (digits, digit);
    }
  if (!fl_sym_is_int (rest, NULL))
    return FALSE;
  g_array_sort (digits, compare_digits);
  for (guint i = 0; i < digits->len; i++)
    {
      const Digit *digit = &g_array_index (digits, Digit, i);
      gint64 more;

      if (digit->step <= reach || __builtin_mul_overflow (digit->step, digit->extent - 1, &more) || __builtin_add_overflow (reach, more, &reach))
        return FALSE;
    }
  return TRUE;
}

/* What an iteration touches lies within one step, of memory that is written; or each element is touched once. */
static gboolean
are_apart (const FlLoopKernel *kernel, const Reach *reach)
{
  gint64 step;

  if (!reach->is_apart || !reach->step || !fl_sym_is_int (reach->step, &step) || step == 0)
    return FALSE;
  if (reach->minimum > G_MININT64 / 2 && reach->maximum < G_MAXINT64 / 2 && reach->maximum - reach->minimum < ABS (step))
    return TRUE;
  return reach->index && is_one_to_one (kernel, reach->index);
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
    if (!are_apart (kernel, &g_array_index (reaches, Reach, i)))
      finder.why_not = "its iterations are not proved to write apart";
  return finder.why_not;
}

static void
note_loop (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  *(guint *) data += fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP;
}

/* Ranges of the axis, each of which a thread goes through in order. Parts of an innermost loop are whole vectors. */
static FlStmtId
share_out (FlLoopContext *context, FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopStmt parallel = { .kind = FL_STMT_LOOP, .map = FL_MAP_PARALLEL };
  FlLoopStmt outer = parallel;
  const FlLoopAxis *parts;
  FlAxisId axis;
  guint n_loops = 0;

  fl_loop_visit (kernel, id, note_loop, &n_loops);
  outer.axis = fl_loop_add_partition (kernel, loop.axis, fl_sym_int (fl_loop_kernel_get_symbols (kernel), n_loops == 1 ? MAX (context->machine->grain, 1) : 1));
  parts = fl_loop_get_axis (kernel, outer.axis);
  axis = fl_loop_add_part (kernel, loop.axis, "s", (FlLoopAxis) { .begin = parts->var, .extent = parts->stop });
  return fl_loop_wrap (kernel, outer, fl_loop_remake (kernel, &loop, fl_loop_get_axis (kernel, axis)->var, axis, FL_MAP_SERIAL));
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
      FlStmtId id;

      if (stmt.kind != FL_STMT_LOOP || stmt.map != FL_MAP_SERIAL || fl_loop_get_n_axes (kernel) + 3 > FL_LOOP_MAX_AXES)
        continue;
      why_not = find_why_not (kernel, root.children[i]);
      fl_loop_note (context, program, why_not ? FL_VERDICT_ILLEGAL : FL_VERDICT_ACCEPT, fl_loop_get_axis (kernel, stmt.axis)->name,
                    "shared out to threads", why_not ? "%s" : NULL, why_not);
      if (why_not)
        continue;
      id = share_out (context, kernel, root.children[i]);
      now = fl_loop_replace (kernel, now, root.children[i], &id, 1);
    }
  return now == program->root ? program : fl_loop_program_new (kernel, now, "parallelize", program);
}
