/* Which innermost loops may be done in vectors, and are worth it: for the pass vectorize.
 *
 * Legal where statements may run one after the other over all lanes: no iteration reads or writes what another one
 * writes. Worth it where memory is contiguous along the axis: an access that is neither contiguous nor the same for all
 * lanes costs a gather. */
#include "fl-vectorize-look.h"

#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-vectorize-combined.h"
#include "fl-vectorize-masks.h"

enum
{
  MAX_CHEAP_FLOPS = 5, /* of one operation: functions keep the machine busy by themselves */
  MIN_PART = 8         /* elements: vectors of a shorter part of a loop would mostly be masks */
};

/* An access to memory that the loop writes. All of one memory must be to one place: then what a lane touches is its
 * own. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
} Written;

void
fl_vectorize_finder_init (FlVectorFinder *finder, const FlLoopMachine *machine, const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *loop = fl_loop_get_stmt (kernel, id);

  *finder = (FlVectorFinder) { .kernel = kernel,
                               .machine = machine,
                               .id = loop->axis,
                               .axis = *fl_loop_get_axis (kernel, loop->axis),
                               .written = fl_loop_collect_written (kernel, id),
                               .seen = g_hash_table_new (NULL, NULL),
                               .accesses = g_array_new (FALSE, FALSE, sizeof (Written)),
                               .accumulated = g_array_new (FALSE, FALSE, sizeof (FlHomeId)) };
}

void
fl_vectorize_finder_clear (FlVectorFinder *finder)
{
  g_clear_pointer (&finder->written, g_hash_table_unref);
  g_clear_pointer (&finder->seen, g_hash_table_unref);
  g_clear_pointer (&finder->accesses, g_array_unref);
  g_clear_pointer (&finder->accumulated, g_array_unref);
}

/* Elements that one iteration goes on by. FALSE: not the same for all. */
static gboolean
get_step (const FlVectorFinder *finder, const FlSym *index, gint64 *step)
{
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *zero = fl_sym_int (symbols, 0), *one = fl_sym_int (symbols, 1);
  const FlSym *first = fl_sym_substitute (index, &finder->axis.var, &zero, 1),
              *second = fl_sym_substitute (index, &finder->axis.var, &one, 1);
  const FlSym *difference = fl_sym_sub (second, first);

  return fl_sym_is_int (difference, step) && fl_sym_sub (index, fl_sym_mul (difference, finder->axis.var)) == first;
}

static void
note_access (FlVectorFinder *finder, FlHomeId home, const FlSym *index, gboolean is_store)
{
  gint64 step = 0;
  const gboolean is_even
      = !fl_loop_index_is_read_along (finder->kernel, index, finder->id) && get_step (finder, index, &step);

  if (is_even && step == 1)
    finder->n_contiguous++;
  else if (!is_even || step != 0)
    finder->n_strided++;
  /* Lanes store one after the other: of several that go to one place the last one stays. */
  if ((is_store && (is_even ? step == 0 : !fl_loop_index_is_read_along (finder->kernel, index, finder->id)))
      || (!is_store && g_hash_table_contains (finder->written, GUINT_TO_POINTER (home)) && (!is_even || step == 0)))
    finder->why_not = "positions may meet in memory that it writes";
}

/* Both go on by one step, and the one begins between the other's elements, or behind all of them. */
static gboolean
never_meet (const FlVectorFinder *finder, const Written *a, const Written *b)
{
  FlSymTable *symbols = fl_sym_get_table (finder->axis.var);
  const FlSym *apart = fl_sym_sub (a->index, b->index), *reach = finder->axis.extent;
  gint64 step, distance;

  if (!get_step (finder, a->index, &step) || step == 0 || fl_sym_contains (apart, finder->axis.var))
    return FALSE;
  if (fl_sym_is_int (apart, &distance) && distance % step != 0)
    return TRUE;
  if (finder->axis.begin)
    reach = fl_sym_sub (reach, finder->axis.begin);
  reach = fl_sym_mul_int (reach, ABS (step));
  return fl_sym_known (FL_SYM_GE, apart, reach)
         || fl_sym_known (FL_SYM_GE, fl_sym_sub (fl_sym_int (symbols, 0), apart), reach);
}

static void
check_distances (FlVectorFinder *finder)
{
  const GArray *accesses = finder->accesses;

  for (guint i = 0; i < accesses->len && !finder->why_not; i++)
    for (guint k = 0; k < i; k++)
      {
        const Written *a = &g_array_index (accesses, Written, i), *b = &g_array_index (accesses, Written, k);

        if (a->home == b->home && a->index != b->index && !never_meet (finder, a, b))
          finder->why_not = "it reads and writes one memory at different places";
      }
}

/* Of integers that fill no lane alone the compiler makes vectors that hold four times as many. */
static void
note_element (FlVectorFinder *finder, FlDtype dtype)
{
  const guint bytes = fl_dtype_get_size_bytes (dtype);

  finder->does_fill |= bytes >= 4 || fl_dtype_is_float (dtype);
  finder->has_small_integers |= bytes < 4 && fl_dtype_is_integer (dtype) && dtype != FL_DTYPE_BOOL;
}

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  FlVectorFinder *finder = data;
  const guint flops = fl_scalar_get_info (value.op)->flops;

  if (value.op == FL_SCALAR_GETITEM && g_hash_table_contains (finder->written, GUINT_TO_POINTER (value.home)))
    finder->why_not = "it scans";
  if (!(fl_loop_value_get_axes (kernel, id) >> finder->id & 1)) /* done once, in front of the loop */
    return TRUE;
  finder->n_flops += flops;
  finder->has_function |= flops > MAX_CHEAP_FLOPS;
  if (value.op != FL_SCALAR_CONSTANT && value.op != FL_SCALAR_SET_INDIRECT) /* positions have lanes of 32 bits */
    finder->widest = MAX (finder->widest, fl_dtype_get_size_bytes (value.dtype));
  if (value.op != FL_SCALAR_CONSTANT && value.op != FL_SCALAR_SET_INDIRECT)
    note_element (finder, value.op == FL_SCALAR_LOAD ? fl_loop_get_home (kernel, value.home)->dtype : value.dtype);
  finder->has_masks |= value.op == FL_SCALAR_MASKED;
  if (finder->machine->refuse_vector && !finder->why_not)
    finder->why_not = finder->machine->refuse_vector (kernel, id, finder->id);
  if (!value.home || !value.index)
    return TRUE;
  note_access (finder, value.home, value.index, FALSE);
  if (g_hash_table_contains (finder->written, GUINT_TO_POINTER (value.home)))
    g_array_append_vals (finder->accesses, &(Written) { value.home, value.index }, 1);
  return TRUE;
}

/* One number is added, wherever the element lies, as by a count: it has no lanes, only positions have. */
static gboolean
adds_one_number (const FlLoopKernel *kernel, const FlLoopStmt *store)
{
  return store->mode == FL_LOOP_STORE_ATOMIC_ADD && fl_loop_get_value (kernel, store->value)->op == FL_SCALAR_CONSTANT;
}

/* A narrow integer is widened while it is stored, half a vector after the other. */
static guint
get_stored_bytes (const FlLoopKernel *kernel, const FlLoopStmt *store)
{
  const FlDtype dtype = fl_loop_get_home (kernel, store->home)->dtype;
  const gboolean is_widened = dtype == FL_DTYPE_I64 && fl_loop_get_value (kernel, store->value)->dtype == FL_DTYPE_I32;

  return is_widened || adds_one_number (kernel, store) ? 4 : fl_dtype_get_size_bytes (dtype);
}

/* Do partial results of lanes come to the same, but for the order of sums? */
static gboolean
merges_well (FlReductionType combiner)
{
  return combiner != FL_REDUCTION_WELFORD_REDUCE && combiner != FL_REDUCTION_WELFORD_COMBINE
         && combiner != FL_REDUCTION_ONLINE_SOFTMAX;
}

/* Each position has an accumulator to itself, side by side. */
static gboolean
is_own_element (const FlVectorFinder *finder, const FlSym *index)
{
  gint64 step = 0;

  return get_step (finder, index, &step) && step == 1;
}

static void
look_at_accumulation (FlVectorFinder *finder, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (finder->kernel, stmt->home);

  finder->n_flops += fl_scalar_get_info (FL_SCALAR_REDUCTION)->flops;
  if (finder->why_not)
    return;
  if (stmt->index && is_own_element (finder, stmt->index))
    {
      if (finder->machine->refuse_accumulate)
        finder->why_not = finder->machine->refuse_accumulate (finder->kernel, stmt, finder->id);
      return;
    }
  if (stmt->index || (home->varies >> finder->id & 1))
    finder->why_not = "it accumulates in an element that is not the loop's own";
  else if (!merges_well (home->combiner))
    finder->why_not = "what its lanes come to would be merged with other roundings";
  else if (finder->machine->refuse_accumulate && !finder->why_not)
    finder->why_not = finder->machine->refuse_accumulate (finder->kernel, stmt, finder->id);
  for (guint i = 0; i < finder->accumulated->len; i++)
    if (g_array_index (finder->accumulated, FlHomeId, i) == stmt->home)
      return;
  g_array_append_val (finder->accumulated, stmt->home);
}

static void
look_at_store (FlVectorFinder *finder, const FlLoopStmt *stmt)
{
  fl_loop_visit_positions (finder->kernel, stmt->index, finder->seen, enter_load, finder);
  note_access (finder, stmt->home, stmt->index, TRUE);
  finder->n_stores++;
  note_element (finder, fl_loop_get_home (finder->kernel, stmt->home)->dtype);
  finder->widest = MAX (finder->widest, get_stored_bytes (finder->kernel, stmt));
  if (finder->machine->refuse_store && !finder->why_not)
    finder->why_not = finder->machine->refuse_store (finder->kernel, stmt, finder->id);
  g_array_append_vals (finder->accesses, &(Written) { stmt->home, stmt->index }, 1);
}

/* A scatter of rows: where one goes is known before the loop, within which elements lie side by side. */
static gboolean
adds_to_rows (const FlVectorFinder *finder, const FlLoopStmt *stmt)
{
  gint64 step = 0;

  return !fl_loop_index_is_read_along (finder->kernel, stmt->index, finder->id) && get_step (finder, stmt->index, &step)
         && step == 1;
}

static void
look_at_stmt (FlVectorFinder *finder, const FlLoopStmt *stmt)
{
  if (stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_STORE && stmt->kind != FL_STMT_ACCUMULATE)
    finder->why_not = "a statement in it has no vector form";
  else if (stmt->kind == FL_STMT_STORE && stmt->mode == FL_LOOP_STORE_ATOMIC_ADD && !adds_to_rows (finder, stmt)
           && !adds_one_number (finder->kernel, stmt))
    finder->why_not = "it adds to elements that several iterations may share";
  if (finder->why_not)
    return;
  fl_loop_visit_value (finder->kernel, stmt->value, finder->seen, enter_load, finder);
  if (stmt->kind == FL_STMT_ACCUMULATE
      && fl_reduction_is_arg (fl_loop_get_home (finder->kernel, stmt->home)->combiner)) /* places: refuse_accumulate */
    {
      look_at_accumulation (finder, stmt);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    fl_loop_visit_value (finder->kernel, stmt->more[i], finder->seen, enter_load, finder);
  if (stmt->index)
    fl_loop_visit_positions (finder->kernel, stmt->index, finder->seen, enter_load, finder);
  if (finder->why_not)
    return;
  if (stmt->kind == FL_STMT_STORE)
    look_at_store (finder, stmt);
  else if (stmt->kind == FL_STMT_ACCUMULATE)
    look_at_accumulation (finder, stmt);
}

/* Has an element of the accumulator 64 bits? Places among floats fit 32. */
static gboolean
is_wide (const FlVectorFinder *finder, FlHomeId id)
{
  const FlLoopHome *home = fl_loop_get_home (finder->kernel, id);
  const FlDtype dtype = fl_reduction_is_arg (home->combiner) ? home->source_dtype : home->dtype;

  return fl_dtype_get_size_bytes (dtype) > 4;
}

void
fl_vectorize_look (FlVectorFinder *finder, const FlLoopStmt *loop)
{
  FlSymTable *symbols = fl_sym_get_table (finder->axis.var);

  const FlSym *length = finder->axis.begin ? fl_sym_sub (finder->axis.extent, finder->axis.begin) : finder->axis.extent;
  const gint64 fewest = fl_vectorize_has_combined (finder->kernel, loop) ? 2 /* elements would be combined one by one */
                        : finder->axis.of                                ? MIN_PART
                                                                         : FL_LOOP_FEWEST_FLOATS;

  if (finder->axis.step || fl_sym_known (FL_SYM_LT, length, fl_sym_int (symbols, fewest)))
    finder->why_not = "it is shorter than a vector";
  for (guint i = 0; i < loop->n_children && !finder->why_not; i++)
    look_at_stmt (finder, fl_loop_get_stmt (finder->kernel, loop->children[i]));
  check_distances (finder);
  if (!finder->why_not && finder->has_masks && !fl_vectorize_masks_whole_lines (finder->kernel, loop))
    finder->why_not = "elements that only some iterations may read";
  if (!finder->why_not && finder->has_small_integers && !finder->does_fill)
    finder->why_not = "integers of 8 or 16 bits only, of which the compiler makes better vectors";
  if (!finder->why_not && finder->n_contiguous == 0)
    finder->why_not = "memory is not contiguous along it";
  for (guint i = 0; i < finder->accumulated->len && !finder->why_not; i++)
    if ((finder->widest > 4) != is_wide (finder, g_array_index (finder->accumulated, FlHomeId, i)))
      finder->why_not = "it accumulates numbers of 32 bits beside elements of 64";
}

gboolean
fl_vectorize_is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  return fl_loop_is_innermost (kernel, stmt) && stmt->map == FL_MAP_SERIAL && stmt->n_homes == 0
         && stmt->n_children > 0;
}

const char *
fl_loop_refuse_vectors (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  g_auto (FlVectorFinder) finder = { 0 };

  if (machine->n_lanes < 2 || !fl_vectorize_is_innermost (kernel, &loop))
    return "there is a loop inside";
  fl_vectorize_finder_init (&finder, machine, kernel, id);
  fl_vectorize_look (&finder, &loop);
  return finder.why_not;
}
