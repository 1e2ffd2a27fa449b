/* Reductions by Welford and of online softmax whose elements can be gone through twice: loaded again from where they
 * were stored, or computed again from what the loop leaves as it is. */
#include "fl-variance-private.h"

#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlHomeId home;
  guint n_steps;
  FlStmtId step;
} StepSearch;

static void
note_step (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  StepSearch *search = data;

  if ((stmt->kind != FL_STMT_ACCUMULATE && stmt->kind != FL_STMT_COMBINE) || stmt->home != search->home)
    return;
  search->step = id;
  search->n_steps += stmt->kind == FL_STMT_ACCUMULATE ? 1 : 2;
}

/* The axes of the loops from a statement down to the step. FALSE: the step is not below, or something stands around it
 * that is no loop. */
static gboolean
find_axes (const FlLoopKernel *kernel, FlStmtId id, FlMoments *moments)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis *axis = stmt.kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, stmt.axis) : NULL;

  if (!axis || axis->step || axis->stop || stmt.map != FL_MAP_SERIAL)
    return FALSE;
  for (guint i = 0; i < stmt.n_children; i++)
    if (stmt.children[i] == moments->step || find_axes (kernel, stmt.children[i], moments))
      {
        moments->axes |= G_GUINT64_CONSTANT (1) << stmt.axis;
        if (stmt.children[i] == moments->step)
          moments->at = fl_loop_get_stmt (kernel, id);
        return TRUE;
      }
  return FALSE;
}

static const FlSym *
get_length (const FlLoopAxis *axis)
{
  return axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent;
}

/* The axis that both are parts of; 0: none. */
static FlAxisId
find_common (const FlLoopKernel *kernel, FlAxisId one, FlAxisId other)
{
  for (; one; one = fl_loop_get_axis (kernel, one)->of)
    for (FlAxisId axis = other; axis; axis = fl_loop_get_axis (kernel, axis)->of)
      if (axis == one)
        return one;
  return 0;
}

/* The product of the loops' lengths. Where one goes through blocks of an axis and another one through a block's
 * elements, the last block may be shorter: both together are that axis. */
static gboolean
count_elements (const FlLoopKernel *kernel, FlMoments *moments)
{
  guint64 counted = 0;

  for (guint64 left = moments->axes; left; left &= left - 1)
    {
      FlAxisId axis = __builtin_ctzll (left);
      const FlSym *length;

      if (counted >> axis & 1)
        continue;
      for (guint64 others = left & (left - 1); others; others &= others - 1)
        {
          const FlAxisId other = __builtin_ctzll (others), common = find_common (kernel, axis, other);

          if (common)
            counted |= G_GUINT64_CONSTANT (1) << other;
          axis = common ? common : axis;
        }
      length = get_length (fl_loop_get_axis (kernel, axis));
      moments->count = moments->count ? fl_sym_mul (length, moments->count) : length;
    }
  return (fl_loop_index_get_axes (kernel, moments->count) & moments->axes) == 0;
}

/* Does the loop write what the element is read from? */
static gboolean
is_lost (FlLoopKernel *kernel, FlStmtId loop, FlValueId value)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, loop);

  return fl_loop_value_reads (kernel, value, written);
}

static void
count_stores (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  guint *both = data;

  both[1] += stmt->kind == FL_STMT_STORE && stmt->home == both[0];
}

/* Is every element kept in a place of its own? */
static gboolean
keeps_elements (FlLoopKernel *kernel, FlStmtId loop, const FlLoopStmt *store, const FlMoments *moments)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, store->home);
  guint both[] = { store->home, 0 };

  fl_loop_visit (kernel, loop, count_stores, both);
  return both[1] == 1 && store->mode != FL_LOOP_STORE_ATOMIC_ADD && home->dtype == moments->dtype
         && !(home->varies & moments->axes) && fl_loop_is_one_to_one (kernel, store->index, moments->axes);
}

/* Where the element was computed and stored beside the step, it is loaded from there. */
static FlValueId
find_again (FlLoopKernel *kernel, FlStmtId loop, const FlMoments *moments)
{
  const FlValueId value = fl_loop_get_stmt (kernel, moments->step)->value;

  for (guint i = 0; i < moments->at->n_children; i++)
    {
      const FlLoopStmt store = *fl_loop_get_stmt (kernel, moments->at->children[i]);
      FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = moments->dtype, .index = store.index, .epoch = 1 };

      if (store.kind != FL_STMT_STORE || store.value != value || fl_loop_get_value (kernel, value)->op == FL_SCALAR_LOAD
          || !keeps_elements (kernel, loop, &store, moments))
        continue;
      load.home = store.home;
      load.name = fl_loop_get_home (kernel, store.home)->name;
      return fl_loop_add_value (kernel, &load);
    }
  return is_lost (kernel, loop, value) ? 0 : value;
}

/* Partial results of columns, which are loaded: those of a row are few, and joined one by one. */
static gboolean
has_columns (FlLoopKernel *kernel, FlStmtId loop, const FlMoments *moments)
{
  const FlLoopStmt step = *fl_loop_get_stmt (kernel, moments->step);
  const FlLoopValue *mean = fl_loop_get_value (kernel, step.value);

  return step.more[1] && mean->op == FL_SCALAR_LOAD && !fl_loop_has_step (kernel, mean->index, moments->at->axis, 1)
         && !is_lost (kernel, loop, step.more[0]) && !is_lost (kernel, loop, step.more[1]);
}

static gboolean
find (FlLoopKernel *kernel, const FlLoopStmt *block, guint position, FlMoments *moments)
{
  StepSearch search = { .home = block->homes[position] };
  const FlLoopHome *home = fl_loop_get_home (kernel, search.home);

  *moments = (FlMoments) { .home = search.home, .dtype = fl_dtype_get_compute (home->dtype) };
  if (!fl_sym_is_int_value (home->size, 1) || block->kind != FL_STMT_SEQUENCE || block->n_children == 0)
    return FALSE;
  for (guint i = 0; i < block->n_children; i++)
    fl_loop_visit (kernel, block->children[i], note_step, &search);
  moments->step = search.step;
  if (search.n_steps != 1 || !find_axes (kernel, block->children[0], moments) || !count_elements (kernel, moments))
    return FALSE;
  if (!fl_loop_get_stmt (kernel, moments->step)->more[0] || has_columns (kernel, block->children[0], moments))
    moments->again = find_again (kernel, block->children[0], moments);
  return moments->again != 0;
}

gboolean
fl_variance_find (FlLoopKernel *kernel, const FlLoopStmt *block, guint position, FlMoments *moments)
{
  const FlReductionType combiner = fl_loop_get_home (kernel, block->homes[position])->combiner;

  return (combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE)
         && find (kernel, block, position, moments);
}

gboolean
fl_softmax_find (FlLoopKernel *kernel, const FlLoopStmt *block, guint position, FlMoments *moments)
{
  return fl_loop_get_home (kernel, block->homes[position])->combiner == FL_REDUCTION_ONLINE_SOFTMAX
         && find (kernel, block, position, moments) && !fl_loop_get_stmt (kernel, moments->step)->more[0];
}
