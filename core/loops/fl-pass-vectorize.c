/* Strip mining of innermost axes by the vector's lanes: i = block + lane, the blocks going by steps of as many positions as a vector has
 * lanes; what is left over is a partial vector.
 *
 * Legal where statements may run one after the other over all lanes: no iteration reads or writes what another one writes. Worth it where
 * memory is contiguous along the axis: an access that is neither contiguous nor the same for all lanes costs a gather. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopMachine *machine;
  FlAxisId id;
  const FlLoopAxis *axis;
  GHashTable *written;           /* homes */
  GHashTable *seen;              /* values */
  GArray *accesses;              /* Written */
  guint n_contiguous, n_strided;
  guint widest;                  /* bytes of an element that differs from lane to lane */
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

  if (!(fl_loop_value_get_axes (kernel, id) >> finder->id & 1))
    return TRUE;
  if (value.op != FL_SCALAR_CONSTANT)
    finder->widest = MAX (finder->widest, fl_dtype_get_size_bytes (value.dtype));
  if (finder->machine->refuse_vector && !finder->why_not)
    finder->why_not = finder->machine->refuse_vector (kernel, id, finder->id);
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
      finder->widest = MAX (finder->widest, fl_dtype_get_size_bytes (fl_loop_get_home (finder->kernel, stmt->home)->dtype));
      if (finder->machine->refuse_store && !finder->why_not)
        finder->why_not = finder->machine->refuse_store (finder->kernel, stmt, finder->id);
      g_array_append_vals (finder->accesses, &(Written) { stmt->home, stmt->index }, 1);
    }
}

static void
look_at_loop (Finder *finder, const FlLoopStmt *loop)
{
  FlSymTable *symbols = fl_sym_get_table (finder->axis->var);

  if (finder->axis->step || fl_sym_known (FL_SYM_LT, finder->axis->extent, fl_sym_int (symbols, FL_LOOP_FEWEST_FLOATS)))
    finder->why_not = "it is shorter than a vector";
  for (guint i = 0; i < loop->n_children && !finder->why_not; i++)
    look_at_stmt (finder, fl_loop_get_stmt (finder->kernel, loop->children[i]));
  check_distances (finder);
  if (!finder->why_not && finder->n_contiguous == 0)
    finder->why_not = "memory is not contiguous along it";
}

/* --- the split --------------------------------------------------------------------------------------------------- */

/* Whole vectors, then a partial one. */
static guint
split (FlLoopKernel *kernel, const FlLoopStmt *loop, const FlSym *width, FlStmtId made[2])
{
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, loop->axis);
  const FlSym *begin = whole.begin ? whole.begin : fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const FlSym *end = fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (whole.extent, begin), width), width));
  const gboolean divides = fl_loop_axis_is_multiple (kernel, loop->axis, FL_LOOP_MOST_FLOATS);
  const FlAxisId blocks = fl_loop_add_part (kernel, loop->axis, "b", (FlLoopAxis) { .begin = whole.begin, .extent = divides ? whole.extent : end, .step = width });
  const FlAxisId lanes = fl_loop_add_part (kernel, loop->axis, "v", (FlLoopAxis) { .extent = width });
  const FlSym *block = fl_loop_get_axis (kernel, blocks)->var, *lane = fl_loop_get_axis (kernel, lanes)->var;
  FlLoopStmt outer = { .kind = FL_STMT_LOOP, .axis = blocks, .map = loop->map, .tail = divides ? FL_TAIL_NONE : FL_TAIL_MASK };
  FlAxisId rest, some;

  made[0] = fl_loop_wrap (kernel, outer, fl_loop_remake (kernel, loop, fl_sym_add (block, lane), lanes, FL_MAP_VECTOR));
  if (divides)
    return 1;
  rest = fl_loop_add_part (kernel, loop->axis, "r", (FlLoopAxis) { .begin = end, .extent = whole.extent, .step = width });
  block = fl_loop_get_axis (kernel, rest)->var;
  some = fl_loop_add_part (kernel, loop->axis, "t", (FlLoopAxis) { .extent = fl_sym_sub (whole.extent, block) });
  lane = fl_loop_get_axis (kernel, some)->var;
  outer.axis = rest;
  outer.tail = FL_TAIL_REST;
  made[1] = fl_loop_wrap (kernel, outer, fl_loop_remake (kernel, loop, fl_sym_add (block, lane), some, FL_MAP_VECTOR));
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

/* The root with one loop in vectors. Elements of 64 bits are half as many in a vector. */
static FlStmtId
vectorize (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, FlStmtId id)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop.axis);
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id), seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Written));
  Finder finder = { .kernel = kernel, .machine = context->machine, .id = loop.axis, .axis = &axis, .written = written, .seen = seen, .accesses = accesses };
  const char *name = fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, loop.axis))->name;
  const FlSym *lanes = fl_loop_kernel_get_lanes (kernel);
  FlStmtId made[2];
  guint n;

  look_at_loop (&finder, &loop);
  if (finder.why_not)
    {
      fl_loop_note (context, program, FL_VERDICT_REJECT, name, "vectorized", "%s", finder.why_not);
      return root;
    }
  if (finder.widest > 4)
    lanes = fl_loop_kernel_get_lanes64 (kernel);
  n = split (kernel, &loop, lanes, made);
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, name, "vectorized", "%u accesses are contiguous along it%s%s", finder.n_contiguous,
                finder.widest > 4 ? "; elements of 64 bits take two of a float's lanes" : "", n == 2 ? "; the last vector is partial" : "");
  return fl_loop_replace (kernel, root, id, made, n);
}

const FlLoopProgram *
fl_pass_vectorize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId root = program->root;

  if (context->machine->n_lanes < 2)
    return program;
  fl_loop_visit (kernel, program->root, collect_innermost, loops);
  for (guint i = 0; i < loops->len && fl_loop_get_n_axes (kernel) + 5 < FL_LOOP_MAX_AXES; i++)
    root = vectorize (context, program, root, g_array_index (loops, FlStmtId, i));
  return root == program->root ? program : fl_loop_program_new (kernel, root, "vectorize", program);
}
