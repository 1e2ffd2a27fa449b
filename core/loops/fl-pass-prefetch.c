/* Software prefetch: memory that a later iteration reads is prefetched while this one computes.
 *
 * Exact: a prefetch is a hint, which changes no value and may go beyond what exists. A kernel that goes through each
 * row several times computes for a while between two rows, and the processor's own prefetcher has given up by then;
 * so the row that comes next is prefetched, or the same row further on where rows are long. Of several loops that read
 * one memory, the last one prefetches what comes next: earlier, it would be evicted again. What is read once, in its
 * order, is left to the processor: there, prefetches cost more than they bring. */
#include "fl-loop-rewrite.h"
#include "fl-prefetch-private.h"

/* --- vector loops ---------------------------------------------------------------------------- */

typedef struct
{
  const FlPrefetcher *prefetcher;
  FlAxisId lanes;
  const GPtrArray *ops; /* operations that statements of the loop come from */
  guint n_outside;
  GArray *accesses; /* FlPrefetchAccess */
} Finder;

static gboolean
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->home ? fl_loop_get_home (kernel, value->home) : NULL;
  const Finder *finder = data;
  const FlSym *index = value->index;
  gboolean is_gathered;
  gint64 step;

  if (value->op == FL_SCALAR_MASKED)
    return FALSE; /* only some lanes read, and perhaps none */
  is_gathered = value->op == FL_SCALAR_LOAD && fl_sym_contains_kind (index, FL_SYM_INDIRECT);
  if (is_gathered)
    index = fl_prefetch_get_gathered_row (finder->prefetcher, index, finder->lanes);
  if (value->op == FL_SCALAR_LOAD && home->kind == FL_HOME_ARGUMENT && index
      && fl_prefetch_get_step (kernel, index, finder->lanes, &step) && step == 1
      && g_ptr_array_find ((GPtrArray *) finder->ops,
                           g_hash_table_lookup (finder->prefetcher->last_readers, GUINT_TO_POINTER (value->home)),
                           NULL))
    {
      const FlPrefetchAccess access = { .home = value->home,
                                        .index = index,
                                        .element_bytes = fl_dtype_get_size_bytes (home->dtype),
                                        .is_gathered = is_gathered,
                                        .n_outside = finder->n_outside };

      g_array_append_val (finder->accesses, access);
    }
  return TRUE;
}

static void
find_accesses (const FlPrefetcher *prefetcher, const FlLoopStmt *vector, GArray *accesses)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) ops = g_ptr_array_new ();

  for (guint i = 0; i < vector->n_children; i++)
    g_ptr_array_add (ops,
                     (gpointer) fl_prefetch_get_operation (prefetcher->kernel,
                                                           fl_loop_get_stmt (prefetcher->kernel, vector->children[i])));
  for (guint i = 0; i < vector->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (prefetcher->kernel, vector->children[i]);
      Finder finder = {
        .prefetcher = prefetcher, .lanes = vector->axis, .ops = ops, .n_outside = G_MAXUINT, .accesses = accesses
      };

      if (stmt->kind == FL_STMT_ACCUMULATE)
        finder.n_outside = fl_prefetch_get_n_outside (prefetcher, stmt->home);
      fl_loop_visit_values (prefetcher->kernel, stmt, seen, note_load, &finder);
    }
}

typedef struct
{
  FlAxisId lanes;
  guint n;
} Streams;

static gboolean
count_stream (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  Streams *streams = data;

  streams->n += fl_loop_get_value (kernel, id)->op == FL_SCALAR_LOAD
                && (fl_loop_value_get_axes (kernel, id) >> streams->lanes & 1);
  return TRUE;
}

/* Vectors that the loop loads, from rows on the stack, too: all go through the L1 cache. */
static guint
count_streams (const FlLoopKernel *kernel, const FlLoopStmt *vector)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Streams streams = { .lanes = vector->axis };

  for (guint i = 0; i < vector->n_children; i++)
    fl_loop_visit_values (kernel, fl_loop_get_stmt (kernel, vector->children[i]), seen, count_stream, &streams);
  return streams.n;
}

static void
add_prefetch (FlPrefetcher *prefetcher, const FlPrefetchAccess *access, const FlLoopStmt *vector, GArray *children)
{
  FlLoopKernel *kernel = prefetcher->kernel;
  const FlSym *lane = fl_loop_get_var (kernel, vector->axis),
              *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const gint64 distance = fl_prefetch_get_distance (prefetcher, access);
  FlLoopStmt stmt = { .kind = FL_STMT_PREFETCH, .home = access->home };

  if (distance <= 0)
    return;
  stmt.index = fl_sym_add_int (fl_sym_substitute (access->index, &lane, &zero, 1), distance);
  stmt.is_far = distance * access->element_bytes * count_streams (kernel, vector)
                > fl_prefetch_get_tuned (prefetcher, FL_TUNED_PREFETCH_NEAR);
  fl_loop_append (children, fl_loop_add_stmt (kernel, &stmt));
  prefetcher->n_added++;
  fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_ACCEPT,
                fl_loop_get_home (kernel, access->home)->name, "prefetched",
                "%" G_GINT64_FORMAT " elements (%" G_GINT64_FORMAT
                " bytes) before they are read, as the kernel touches more than the L2 cache holds%s",
                distance, distance * access->element_bytes,
                stmt.is_far ? "; to that cache, as the L1 cache would not keep them so long" : "");
}

/* Does another access get there first: the same one, or one that is further ahead? */
static gboolean
is_known (const GArray *accesses, guint position)
{
  const FlPrefetchAccess *access = &g_array_index (accesses, FlPrefetchAccess, position);

  for (guint i = 0; i < accesses->len; i++)
    {
      const FlPrefetchAccess *other = &g_array_index (accesses, FlPrefetchAccess, i);
      gint64 ahead;

      if (other->home == access->home && fl_sym_is_int (fl_sym_sub (other->index, access->index), &ahead)
          && (ahead > 0 || (ahead == 0 && i < position)))
        return TRUE;
    }
  return FALSE;
}

/* Ahead of a vector of a loop: what later vectors will read. */
static void
add_prefetches (FlPrefetcher *prefetcher, const FlLoopStmt *vector, GArray *children)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (FlPrefetchAccess));

  find_accesses (prefetcher, vector, accesses);
  for (guint i = 0; i < accesses->len; i++)
    if (!is_known (accesses, i))
      add_prefetch (prefetcher, &g_array_index (accesses, FlPrefetchAccess, i), vector, children);
}

static void
open_level (FlPrefetcher *prefetcher, const FlLoopStmt *loop)
{
  const FlLoopAxis *axis = fl_loop_get_axis (prefetcher->kernel, loop->axis);
  const FlSym *whole
      = fl_loop_get_axis (prefetcher->kernel, fl_loop_get_whole (prefetcher->kernel, loop->axis))->extent;
  const GArray *levels = prefetcher->levels;

  if (axis->stop)
    return;
  /* What a part of a split reduction goes through: it is a level, and which part it is is none. */
  for (guint i = 0; i < levels->len && axis->begin; i++)
    {
      FlPrefetchLevel *level = &g_array_index (levels, FlPrefetchLevel, i);

      if (fl_loop_get_whole (prefetcher->kernel, level->axis) != fl_loop_get_whole (prefetcher->kernel, loop->axis)
          && fl_sym_contains (axis->begin, fl_loop_get_var (prefetcher->kernel, level->axis)))
        {
          *level = (FlPrefetchLevel) { .axis = loop->axis, .whole = whole };
          return;
        }
    }
  for (guint i = 0; i < levels->len; i++)
    if (fl_loop_get_whole (prefetcher->kernel, g_array_index (levels, FlPrefetchLevel, i).axis)
        == fl_loop_get_whole (prefetcher->kernel, loop->axis))
      return;
  g_array_append_vals (prefetcher->levels, &(FlPrefetchLevel) { .axis = loop->axis, .whole = whole }, 1);
}

static FlStmtId
prefetch_in (FlPrefetcher *prefetcher, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (prefetcher->kernel, id);
  const guint n_levels = prefetcher->levels->len;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.tail == FL_TAIL_REST || stmt.tail == FL_TAIL_HEAD)
    return id;
  if (stmt.kind == FL_STMT_LOOP)
    open_level (prefetcher, &stmt);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (prefetcher->kernel, stmt.children[i]);
      const gboolean is_vector = child.kind == FL_STMT_LOOP && child.map == FL_MAP_VECTOR;
      const FlStmtId made = is_vector ? stmt.children[i] : prefetch_in (prefetcher, stmt.children[i]);

      if (is_vector && prefetcher->levels->len > 0)
        add_prefetches (prefetcher, &child, children);
      g_array_append_val (children, made);
    }
  g_array_set_size (prefetcher->levels, n_levels);
  return fl_loop_with_children (prefetcher->kernel, id, (const FlStmtId *) children->data, children->len);
}

/* --- the pass -------------------------------------------------------------------------------- */

static void
note_nothing (const FlPrefetcher *prefetcher, gint64 least)
{
  const gint64 traffic = fl_loop_kernel_get_traffic (prefetcher->kernel);
  const char *name = fl_loop_kernel_get_name (prefetcher->kernel);

  if (prefetcher->context->machine->prefetch_bytes == 0)
    fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_REJECT, name, "prefetched",
                  "cpu.prefetch_bytes is 0");
  else if (traffic < least)
    fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_REJECT, name, "prefetched",
                  "%" G_GINT64_FORMAT " bytes are touched, under %" G_GINT64_FORMAT ": they are found in the L2 cache",
                  traffic, least);
  else
    fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_REJECT, name, "prefetched",
                  "no row is gone through again: the processor's own prefetcher has what is read in its order");
}

const FlLoopProgram *
fl_pass_prefetch (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (FlPrefetchLevel)),
                     row_levels = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) last_readers = g_hash_table_new (NULL, NULL);
  FlPrefetcher prefetcher = { .context = context,
                              .program = program,
                              .kernel = program->kernel,
                              .levels = levels,
                              .last_readers = last_readers,
                              .row_levels = row_levels,
                              .goes_again = fl_prefetch_goes_again (program) };
  const gint64 least = fl_prefetch_get_tuned (&prefetcher, FL_TUNED_PREFETCH_LEAST);
  const guint all = G_MAXUINT;
  FlStmtId root = program->root;

  if (context->machine->n_lanes < 2)
    return program; /* the compiler's loops, and its own prefetches */
  if (context->machine->prefetch_bytes > 0 && fl_loop_kernel_get_traffic (program->kernel) >= least)
    {
      for (guint i = 0; i <= fl_loop_get_n_homes (program->kernel); i++)
        g_array_append_val (row_levels, all);
      fl_prefetch_find_readers (&prefetcher, program->root);
      root = prefetch_in (&prefetcher, program->root);
    }
  if (prefetcher.n_added > 0)
    return fl_loop_program_new (program->kernel, root, "prefetch", program);
  note_nothing (&prefetcher, least);
  return program;
}
