/* Strip mining of innermost axes by the vector's lanes: i = lanes * block + lane, the lanes mapped to a vector, and a loop of its own for
 * what is left over (the peeled tail).
 *
 * Legal where statements may run one after the other over all lanes: no iteration reads or writes what another one writes. Worth it where
 * memory is contiguous along the axis: an access that is neither contiguous nor the same for all lanes costs a gather. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include "fl-intern.h"

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopAxis *axis;
  GHashTable *written;           /* homes */
  GHashTable *seen;              /* values */
  GArray *accesses;              /* Written */
  guint n_contiguous, n_strided;
  const char *why_not;
} Finder;

/* An access to memory that the loop writes. All of one memory must be to one place: then what a lane touches is its own. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
} Written;

/* Elements that one iteration goes on by. FALSE: not the same for all. */
static gboolean
get_step (const Finder *finder, const FlSym *index, gint64 *step)
{
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *zero = fl_sym_int (symbols, 0), *one = fl_sym_int (symbols, 1);
  const FlSym *first = fl_sym_substitute (index, &finder->axis->var, &zero, 1), *second = fl_sym_substitute (index, &finder->axis->var, &one, 1);
  const FlSym *difference = fl_sym_sub (second, first);

  return fl_sym_is_int (difference, step) && fl_sym_sub (index, fl_sym_mul (difference, finder->axis->var)) == first;
}

static void
note_access (Finder *finder, FlHomeId home, const FlSym *index, gboolean is_store)
{
  gint64 step = 0;
  const gboolean is_even = !fl_sym_contains_kind (index, FL_SYM_INDIRECT) && get_step (finder, index, &step);

  if (is_even && step == 1)
    finder->n_contiguous++;
  else if (!is_even || step != 0)
    finder->n_strided++;
  if ((is_store && (!is_even || step == 0)) || (!is_store && g_hash_table_contains (finder->written, GUINT_TO_POINTER (home)) && (!is_even || step == 0)))
    finder->why_not = "positions may meet in memory that it writes";
}

static void
check_distances (Finder *finder)
{
  const GArray *accesses = finder->accesses;

  for (guint i = 0; i < accesses->len && !finder->why_not; i++)
    for (guint k = 0; k < i; k++)
      {
        const Written *a = &g_array_index (accesses, Written, i), *b = &g_array_index (accesses, Written, k);

        if (a->home == b->home && a->index != b->index)
          finder->why_not = "it reads and writes one memory at different places";
      }
}

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  Finder *finder = data;

  if (!value.home || !value.index)
    return TRUE;
  note_access (finder, value.home, value.index, FALSE);
  if (g_hash_table_contains (finder->written, GUINT_TO_POINTER (value.home)))
    g_array_append_vals (finder->accesses, &(Written) { value.home, value.index }, 1);
  return TRUE;
}

static void
look_at_stmt (Finder *finder, const FlLoopStmt *stmt)
{
  if (stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_STORE)
    finder->why_not = stmt->kind == FL_STMT_ACCUMULATE ? "it reduces" : "a statement in it has no vector form";
  else if (stmt->kind == FL_STMT_STORE && stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    finder->why_not = "it adds to elements that several iterations may share";
  if (finder->why_not)
    return;
  fl_loop_visit_value (finder->kernel, stmt->value, finder->seen, enter_load, finder);
  if (stmt->kind == FL_STMT_STORE)
    {
      note_access (finder, stmt->home, stmt->index, TRUE);
      g_array_append_vals (finder->accesses, &(Written) { stmt->home, stmt->index }, 1);
    }
}

static const char *
find_why_not (const FlLoopKernel *kernel, FlStmtId id, guint lanes, guint *n_contiguous)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id);
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Written));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Finder finder = { .kernel = kernel, .seen = seen, .accesses = accesses, .axis = fl_loop_get_axis (kernel, stmt.axis), .written = written };
  FlSymTable *symbols = fl_sym_get_table (finder.axis->var);

  if (fl_sym_known (FL_SYM_LT, finder.axis->extent, fl_sym_int (symbols, lanes)))
    return "it is shorter than a vector";
  for (guint i = 0; i < stmt.n_children && !finder.why_not; i++)
    look_at_stmt (&finder, fl_loop_get_stmt (kernel, stmt.children[i]));
  check_distances (&finder);
  if (!finder.why_not && finder.n_contiguous == 0)
    finder.why_not = "memory is not contiguous along it";
  *n_contiguous = finder.n_contiguous;
  return finder.why_not;
}

/* --- the split --------------------------------------------------------------------------------------------------- */

/* A part that was made of the same axis before is the same; of another axis that happens to be called so it gets a number. */
static FlAxisId
add_part (FlLoopKernel *kernel, const FlLoopAxis *whole, FlAxisId of, const char *suffix, const FlSym *extent, gint64 stride)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopAxis part = { .name = fl_intern_printf ("%s%s", whole->name, suffix), .extent = extent, .of = of, .stride = fl_sym_int (symbols, stride) };

  for (guint n = 1;; n++)
    {
      FlAxisId known;

      part.var = fl_sym_var (symbols, part.name, extent);
      known = fl_loop_find_axis (kernel, part.var);
      if (!known)
        return fl_loop_add_axis (kernel, &part);
      if (fl_loop_get_axis (kernel, known)->of == of && fl_loop_get_axis (kernel, known)->stride == part.stride)
        return known;
      part.name = fl_intern_printf ("%s%s%u", whole->name, suffix, n);
    }
}

/* The inside of a loop once more, its variable being that expression. */
static FlStmtId
make_loop (FlLoopKernel *kernel, const FlLoopStmt *inside, const FlSym *var, const FlSym *by, FlAxisId axis, FlAxisMap map)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, inside->n_children);
  const FlLoopStmt loop = { .kind = FL_STMT_LOOP, .axis = axis, .map = map, .n_children = inside->n_children, .children = children };

  fl_loop_rewrite_add_var (rewrite, var, by);
  for (guint i = 0; i < inside->n_children; i++)
    children[i] = fl_loop_rewrite_stmt (rewrite, inside->children[i]);
  return fl_loop_add_stmt (kernel, &loop);
}

static guint
split (FlLoopKernel *kernel, const FlLoopStmt *loop, guint lanes, FlStmtId made[2])
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, loop->axis);
  const FlSym *width = fl_sym_int (symbols, lanes), *n_blocks = fl_sym_floor_div (whole.extent, width);
  const FlSym *done = fl_sym_mul (n_blocks, width), *left = fl_sym_sub (whole.extent, done);
  const gboolean divides = fl_sym_is_int_value (left, 0);
  const FlAxisId block = add_part (kernel, &whole, loop->axis, "b", n_blocks, lanes), lane = add_part (kernel, &whole, loop->axis, "v", width, 1);
  const FlSym *inner = fl_loop_get_axis (kernel, lane)->var, *outer = fl_loop_get_axis (kernel, block)->var;
  FlStmtId *child = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, 1);
  FlLoopStmt blocks = *loop;
  FlAxisId rest;

  *child = make_loop (kernel, loop, whole.var, fl_sym_add (fl_sym_mul (outer, width), inner), lane, FL_MAP_VECTOR);
  blocks.axis = block;
  blocks.n_children = 1;
  blocks.children = child;
  blocks.tail = divides ? FL_TAIL_NONE : FL_TAIL_PEEL;
  made[0] = fl_loop_add_stmt (kernel, &blocks);
  if (divides)
    return 1;
  rest = add_part (kernel, &whole, loop->axis, "t", left, 1);
  made[1] = make_loop (kernel, loop, whole.var, fl_sym_add (done, fl_loop_get_axis (kernel, rest)->var), rest, FL_MAP_SERIAL);
  return 2;
}

static gboolean
is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_children; i++)
    if (fl_loop_get_stmt (kernel, stmt->children[i])->n_children > 0)
      return FALSE;
  return stmt->kind == FL_STMT_LOOP && stmt->n_homes == 0 && stmt->n_children > 0;
}

static void
collect_innermost (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  if (is_innermost (kernel, fl_loop_get_stmt (kernel, id)))
    g_array_append_val ((GArray *) data, id);
}

const FlLoopProgram *
fl_pass_vectorize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const guint lanes = context->machine->n_lanes;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId root = program->root;

  if (lanes < 2)
    return program;
  fl_loop_visit (kernel, program->root, collect_innermost, loops);
  for (guint i = 0; i < loops->len && fl_loop_get_n_axes (kernel) + 4 < FL_LOOP_MAX_AXES; i++)
    {
      const FlStmtId id = g_array_index (loops, FlStmtId, i);
      const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
      const char *name = fl_loop_get_axis (kernel, loop.axis)->name;
      guint n_contiguous = 0;
      const char *why_not = find_why_not (kernel, id, lanes, &n_contiguous);
      FlStmtId made[2];
      guint n;

      if (why_not)
        {
          fl_loop_note (context, program, FL_VERDICT_REJECT, name, "vectorized", "%s", why_not);
          continue;
        }
      n = split (kernel, &loop, lanes, made);
      root = fl_loop_replace (kernel, root, id, made, n);
      fl_loop_note (context, program, FL_VERDICT_ACCEPT, name, "vectorized", "%u lanes; %u accesses are contiguous along it%s", lanes, n_contiguous,
                    n == 2 ? "; the tail is peeled" : "");
    }
  return root == program->root ? program : fl_loop_program_new (kernel, root, "vectorize", program);
}
