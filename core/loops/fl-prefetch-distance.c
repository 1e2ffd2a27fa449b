/* Prefetch distances: which loops read what, and how far ahead. See fl-pass-prefetch.c. */
#include "fl-prefetch-private.h"

gint64
fl_prefetch_get_tuned (const FlPrefetcher *prefetcher, FlTuned tuned)
{
  return fl_tuned_get (tuned, &prefetcher->context->machine->caches);
}

guint
fl_prefetch_get_n_outside (const FlPrefetcher *prefetcher, FlHomeId accumulator)
{
  const FlLoopKernel *kernel = prefetcher->kernel;
  const guint64 varies = fl_loop_get_home (kernel, accumulator)->varies;
  guint64 wholes = 0;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    if (varies >> axis & 1)
      wholes |= G_GUINT64_CONSTANT (1) << fl_loop_get_whole (kernel, axis);
  return (guint) __builtin_popcountll (wholes);
}

/* --- who reads what -------------------------------------------------------------------------- */

typedef struct
{
  FlPrefetcher *prefetcher;
  const char *op;  /* the operation that the statement comes from */
  guint n_outside; /* of a reduction */
} Reader;

static gboolean
note_reader (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const Reader *reader = data;
  guint *levels;

  if (value->op != FL_SCALAR_LOAD || fl_loop_get_home (kernel, value->home)->kind != FL_HOME_ARGUMENT)
    return TRUE;
  g_hash_table_insert (reader->prefetcher->last_readers, GUINT_TO_POINTER (value->home), (gpointer) reader->op);
  levels = &g_array_index (reader->prefetcher->row_levels, guint, value->home);
  *levels = MIN (*levels, reader->n_outside);
  return TRUE;
}

const char *
fl_prefetch_get_operation (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  const guint origins = stmt->origins || !stmt->value ? stmt->origins : fl_loop_get_value_origins (kernel, stmt->value);
  const FlLoopOrigins *from = fl_loop_get_origins (kernel, origins);

  return from ? from->op : NULL;
}

void
fl_prefetch_find_readers (FlPrefetcher *prefetcher, FlStmtId id)
{
  const FlLoopKernel *kernel = prefetcher->kernel;
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Reader reader = { .prefetcher = prefetcher,
                    .op = fl_prefetch_get_operation (kernel, stmt),
                    .n_outside = stmt->kind == FL_STMT_ACCUMULATE ? fl_prefetch_get_n_outside (prefetcher, stmt->home)
                                                                  : G_MAXUINT };

  if (stmt->tail == FL_TAIL_REST || stmt->tail == FL_TAIL_HEAD)
    return; /* the loop of whole vectors prefetches all */
  fl_loop_visit_values (kernel, stmt, seen, note_reader, &reader);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_prefetch_find_readers (prefetcher, stmt->children[i]);
}

typedef struct
{
  const char *op; /* the operation that reduces */
  gboolean has_others;
} Reductions;

static void
note_reduction (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ACCUMULATE && fl_loop_get_origins (kernel, stmt->origins))
    ((Reductions *) data)->op = fl_loop_get_origins (kernel, stmt->origins)->op;
}

static void
note_other (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopOrigins *from = fl_loop_get_origins (kernel, fl_loop_get_stmt (kernel, id)->origins);
  Reductions *reductions = data;

  reductions->has_others |= from && from->op != reductions->op;
}

/* Do operations go through a reduced row again? They take long enough to bring the next row nearer. */
gboolean
fl_prefetch_goes_again (const FlLoopProgram *program)
{
  Reductions reductions = { 0 };

  fl_loop_visit (program->kernel, program->root, note_reduction, &reductions);
  if (reductions.op)
    fl_loop_visit (program->kernel, program->root, note_other, &reductions);
  return reductions.has_others;
}

/* --- how far ahead --------------------------------------------------------------------------- */

gboolean
fl_prefetch_get_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, gint64 *step)
{
  const FlSym *var = fl_loop_get_var (kernel, axis);

  return fl_sym_is_int (fl_sym_get_stride (index, var, &var, 1), step);
}

/* Runs of elements that are reduced, each far from the one before, as the images of a channel: the processor's own
 * prefetcher begins anew with each. So the same element of the next run is prefetched. 0: elements lie otherwise. */
static gint64
get_distance_to_run (const FlPrefetcher *prefetcher, const FlPrefetchAccess *access)
{
  const guint d = prefetcher->levels->len - 1;
  const FlPrefetchLevel *levels = (const FlPrefetchLevel *) prefetcher->levels->data;
  gint64 length, step;

  if (d == 0 || d <= access->n_outside || !fl_sym_is_int (levels[d].whole, &length)
      || length * access->element_bytes > fl_prefetch_get_tuned (prefetcher, FL_TUNED_PREFETCH_ROW)
      || !fl_prefetch_get_step (prefetcher->kernel, access->index, levels[d - 1].axis, &step))
    return 0;
  return step > length ? step : 0;
}

/* A row that is gone through several times is prefetched while the row before is computed; what is read once, in its
 * order, the processor's own prefetcher has at hand, and what is gathered it has not. */
gint64
fl_prefetch_get_distance (const FlPrefetcher *prefetcher, const FlPrefetchAccess *access)
{
  const guint depth = MIN (prefetcher->levels->len - 1, g_array_index (prefetcher->row_levels, guint, access->home));
  const FlPrefetchLevel *levels = (const FlPrefetchLevel *) prefetcher->levels->data;
  const gint64 ahead = MAX (prefetcher->context->machine->prefetch_bytes / access->element_bytes, 1),
               run = get_distance_to_run (prefetcher, access);
  gint64 row;

  if (run > 0 || depth == 0 || !(prefetcher->goes_again || access->is_gathered))
    return run;
  if (!fl_prefetch_get_step (prefetcher->kernel, access->index, levels[depth - 1].axis, &row) || row <= 0)
    return 0; /* this row again, or an unknown one */
  if (row * access->element_bytes > fl_prefetch_get_tuned (prefetcher, FL_TUNED_PREFETCH_ROW))
    return fl_prefetch_get_tuned (prefetcher, FL_TUNED_PREFETCH_LONG_ROW) / access->element_bytes;
  return row * ((ahead + row - 1) / row);
}
