/* Non-temporal stores: large results bypass the caches.
 *
 * Exact: what a store writes does not hang on the way it takes. A store that misses reads the line
 * first, so that plain stores move half as much again as they must; non-temporal ones do not,
 * which pays as soon as the data would not stay in the caches anyhow. Only whole lines pay: of a line that
 * is stored in parts memory reads and writes each. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-stream.h"

enum
{
  LINE = 64 /* bytes */
};

/* A store on its way to a decision. */
typedef struct
{
  FlStmtId stmt;
  FlHomeId home;
  const FlSym *index;
  gint64 elements;  /* of all its iterations, at hints */
  gint64 run;       /* bytes that follow each other in memory */
  gint64 innermost; /* bytes of the innermost loop's iterations */
  gboolean is_conditional;
  gboolean are_lines; /* rows that are whole cache lines */
} Store;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *stores;       /* Store */
  GHashTable *read;     /* homes */
  GHashTable *streamed; /* statements */
  GArray *around;       /* FlAxisId, inner ones last */
  gboolean any_rows;    /* short ones count as whole ones */
} Streamer;

static gint64
get_tuned (const Streamer *streamer, FlTuned tuned)
{
  return fl_tuned_get (tuned, &streamer->context->machine->caches);
}

/* --- what is stored -------------------------------------------------------------------------- */

typedef struct
{
  GHashTable *read;
  gboolean has_mask;
} Reading;

static gboolean
note_read (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Reading *reading = data;

  reading->has_mask |= value->op == FL_SCALAR_MASKED;
  if (value->op == FL_SCALAR_LOAD)
    g_hash_table_add (reading->read, GUINT_TO_POINTER (value->home));
  return TRUE;
}

static gint64
get_extent (const Streamer *streamer, FlAxisId axis)
{
  return MAX (fl_sym_get_hint (fl_loop_get_axis (streamer->kernel, axis)->extent, 8), 1);
}

/* Elements that follow each other without gaps when the loops around run on. */
static gint64
count_run (const Streamer *streamer, const FlSym *index)
{
  gint64 run = 1;
  gboolean is_longer = TRUE;

  while (is_longer)
    {
      is_longer = FALSE;
      for (guint i = 0; i < streamer->around->len && !is_longer; i++)
        {
          const FlAxisId axis = g_array_index (streamer->around, FlAxisId, i);
          const FlSym *var = fl_loop_get_var (streamer->kernel, axis);
          gint64 step;

          if (fl_sym_contains (index, var) && get_extent (streamer, axis) > 1
              && fl_sym_is_int (fl_sym_get_stride (index, var, &var, 1), &step) && step == run)
            {
              run *= get_extent (streamer, axis);
              is_longer = TRUE;
            }
        }
    }
  return run;
}

/* Do rows of the innermost loop begin and end where lines do? */
static gboolean
are_whole_lines (const Streamer *streamer, const FlSym *index, gint64 bytes)
{
  const guint n = streamer->around->len;
  const FlLoopAxis *axis
      = n > 0 ? fl_loop_get_axis (streamer->kernel, g_array_index (streamer->around, FlAxisId, n - 1)) : NULL;
  const FlSym *rest = axis ? fl_sym_sub (index, axis->var) : NULL;
  gint64 length;

  return axis && !axis->begin && !fl_sym_contains (rest, axis->var) && fl_sym_is_int (axis->extent, &length)
         && length * bytes % LINE == 0
         && fl_sym_known_multiple (rest, fl_sym_int (fl_sym_get_table (index), LINE / bytes));
}

static void
add_store (Streamer *streamer, FlStmtId id, gboolean is_conditional)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (streamer->kernel, id);
  const FlLoopHome *home = fl_loop_get_home (streamer->kernel, stmt->home);
  const gint64 bytes = fl_dtype_get_size_bytes (home->dtype);
  Store store = { .stmt = id,
                  .home = stmt->home,
                  .index = stmt->index,
                  .elements = 1,
                  .run = count_run (streamer, stmt->index) * bytes,
                  .is_conditional = is_conditional,
                  .are_lines = are_whole_lines (streamer, stmt->index, bytes) };

  for (guint i = 0; i < streamer->around->len; i++)
    {
      const FlAxisId axis = g_array_index (streamer->around, FlAxisId, i);

      if (fl_sym_contains (stmt->index, fl_loop_get_var (streamer->kernel, axis))
          && __builtin_mul_overflow (store.elements, get_extent (streamer, axis), &store.elements))
        store.elements = G_MAXINT64 / 8;
      store.innermost = get_extent (streamer, axis) * bytes;
    }
  if (home->kind == FL_HOME_ARGUMENT && (stmt->mode == FL_LOOP_STORE_PLAIN || streamer->any_rows)
      && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD)
    g_array_append_val (streamer->stores, store);
  else if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    g_hash_table_add (streamer->read, GUINT_TO_POINTER (stmt->home));
}

static void
find_stores (Streamer *streamer, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (streamer->kernel, id);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Reading reading = { .read = streamer->read };

  fl_loop_visit_values (streamer->kernel, stmt, seen, note_read, &reading);
  if (stmt->kind == FL_STMT_STORE)
    add_store (streamer, id, reading.has_mask);
  if (stmt->kind == FL_STMT_LOOP)
    g_array_append_val (streamer->around, stmt->axis);
  for (guint i = 0; i < stmt->n_children; i++)
    find_stores (streamer, stmt->children[i]);
  if (stmt->kind == FL_STMT_LOOP)
    g_array_set_size (streamer->around, streamer->around->len - 1);
}

/* --- how much is touched --------------------------------------------------------------------- */

static gint64
count_memory (const FlLoopHome *home)
{
  gint64 n = 1;

  for (guint i = 0; home->buffer && i < home->buffer->layout.n_dims; i++)
    n *= MAX (fl_sym_get_hint (home->buffer->layout.sizes[i], 8), 1);
  return home->buffer ? n : fl_sym_get_hint (home->size, 8);
}

/* Elements of the memory that the kernel writes, at one place or at several: pieces of rows that
 * are joined. */
static gint64
count_written (const Streamer *streamer, FlHomeId home)
{
  gint64 n = 0;

  for (guint i = 0; i < streamer->stores->len; i++)
    {
      const Store *store = &g_array_index (streamer->stores, Store, i);
      gboolean is_known = store->home != home;

      for (guint k = 0; k < i && !is_known; k++)
        is_known = g_array_index (streamer->stores, Store, k).home == home
                   && g_array_index (streamer->stores, Store, k).index == store->index;
      n += is_known ? 0 : store->elements;
    }
  return n;
}

/* What kernels touch that together write the memory, of which this one may write a slice: tensors
 * that are joined. Whole rows that are put here and there into memory that the kernel before has
 * filled: that one had non-temporal stores of what no cache would hold. 0: lines that a store shares
 * with its neighbours. */
static gint64
get_footprint (const Streamer *streamer, const Store *store)
{
  const FlLoopHome *home = fl_loop_get_home (streamer->kernel, store->home);
  const gint64 traffic = fl_loop_kernel_get_traffic (streamer->kernel), whole = count_memory (home);
  const gint64 written = count_written (streamer, store->home);
  const gboolean are_rows = store->are_lines || store->run >= get_tuned (streamer, FL_TUNED_STREAM_ROW);

  if (fl_sym_contains_kind (store->index, FL_SYM_INDIRECT))
    return home->buffer && home->buffer->kind == FL_BUFFER_COMPUTED && are_rows
               ? MAX (traffic, 2 * whole * (gint64) fl_dtype_get_size_bytes (home->dtype))
               : traffic;
  if (store->elements >= whole)
    return traffic;
  return are_rows || streamer->any_rows ? traffic * MAX (whole / MAX (written, 1), 1) : 0;
}

/* Bytes touched from which on non-temporal stores of a result are better; 0: never. why: where the
 * number comes from. */
static gint64
get_least (const Streamer *streamer, gboolean is_result, const char **why)
{
  const FlLoopMachine *machine = streamer->context->machine;
  const gint64 measured = is_result ? machine->measured_stream_bytes : machine->measured_stream_read_bytes;
  const gint64 fixed = machine->stream_bytes >= 0 ? machine->stream_bytes : get_tuned (streamer, FL_TUNED_STREAM_LEAST);

  if (machine->stream_bytes < 0 && measured > 0)
    {
      *why = is_result ? "measured on this machine, nobody reading the result"
                       : "measured on this machine, the result being read next";
      return measured;
    }
  *why = is_result ? "cpu.stream_bytes" : "cpu.stream_bytes x 4, being no result of the graph";
  return is_result ? fixed : get_tuned (streamer, FL_TUNED_STREAM_INTERMEDIATE) * fixed;
}

/* --- the decision ---------------------------------------------------------------------------- */

static void G_GNUC_PRINTF (4, 5)
    note (const Streamer *streamer, const FlLoopHome *home, FlVerdict verdict, const char *format, ...)
{
  g_autofree char *facts = NULL;
  va_list args;

  va_start (args, format);
  facts = g_strdup_vprintf (format, args);
  va_end (args);
  fl_loop_note (streamer->context, streamer->program, verdict, home->name, "written with non-temporal stores", "%s",
                facts);
}

static void
decide (Streamer *streamer, const Store *store)
{
  const FlLoopHome *home = fl_loop_get_home (streamer->kernel, store->home);
  const gboolean is_result = home->buffer && home->buffer->is_output;
  const gint64 cut = get_tuned (streamer, FL_TUNED_STREAM_CUT_ROW);
  const char *why;
  const gint64 least = get_least (streamer, is_result, &why);
  const gint64 footprint = get_footprint (streamer, store);

  if (least == 0 || g_hash_table_contains (streamer->read, GUINT_TO_POINTER (store->home)))
    return;
  if (footprint < least)
    note (streamer, home, FL_VERDICT_REJECT,
          "%" G_GINT64_FORMAT " bytes are touched, under %" G_GINT64_FORMAT
          " (%s): its reader finds the result in a cache",
          footprint, least, why);
  else if (home->is_for_library)
    note (streamer, home, FL_VERDICT_REJECT,
          is_result ? "a library call writes here and there into it next"
                    : "a library call reads it, which may be tiled with this kernel over a panel "
                      "that is still in a cache");
  else if (store->is_conditional && store->innermost < cut)
    note (streamer, home, FL_VERDICT_REJECT,
          "rows under %" G_GINT64_FORMAT " bytes are cut by conditions: lines would be stored in "
          "parts, each of which memory reads first",
          cut);
  else
    {
      g_hash_table_add (streamer->streamed, GUINT_TO_POINTER (store->stmt));
      note (streamer, home, FL_VERDICT_ACCEPT,
            "%" G_GINT64_FORMAT " bytes are touched, at least %" G_GINT64_FORMAT
            " (%s): nobody would find the result in a cache",
            footprint, least, why);
    }
}

/* Is the result that the store writes large enough, and would nobody find it in a cache? */
static gboolean
leaves_caches (const Streamer *streamer, const Store *store)
{
  const FlLoopHome *home = fl_loop_get_home (streamer->kernel, store->home);
  const char *why;
  const gint64 least = get_least (streamer, home->buffer && home->buffer->is_output, &why);

  return least > 0 && !home->is_for_library && get_footprint (streamer, store) >= least
         && !fl_sym_contains_kind (store->index, FL_SYM_INDIRECT)
         && !g_hash_table_contains (streamer->read, GUINT_TO_POINTER (store->home));
}

void
fl_stream_find_parts (FlLoopContext *context, const FlLoopProgram *program, GHashTable *found)
{
  g_autoptr (GArray) stores = g_array_new (FALSE, FALSE, sizeof (Store)),
                     around = g_array_new (FALSE, FALSE, sizeof (FlAxisId));
  g_autoptr (GHashTable) read = g_hash_table_new (NULL, NULL), in_parts = g_hash_table_new (NULL, NULL);
  Streamer streamer = { .context = context,
                        .program = program,
                        .kernel = program->kernel,
                        .stores = stores,
                        .read = read,
                        .around = around,
                        .any_rows = TRUE };

  if (context->machine->n_lanes < 2 || context->machine->stream_bytes == 0)
    return;
  find_stores (&streamer, program->root);
  for (guint i = 0; i < stores->len; i++)
    {
      const Store *store = &g_array_index (stores, Store, i);

      if (!store->are_lines || fl_loop_get_stmt (program->kernel, store->stmt)->mode == FL_LOOP_STORE_PLAIN)
        g_hash_table_add (in_parts, GUINT_TO_POINTER (store->home));
    }
  for (guint i = 0; i < stores->len; i++)
    {
      const Store *store = &g_array_index (stores, Store, i);

      if (g_hash_table_contains (in_parts, GUINT_TO_POINTER (store->home)) && leaves_caches (&streamer, store))
        g_hash_table_add (found, GUINT_TO_POINTER (store->stmt));
    }
}

static FlStmtId
stream_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer streamed)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  stmt.mode = FL_LOOP_STORE_STREAMING;
  return g_hash_table_contains (streamed, GUINT_TO_POINTER (id)) ? fl_loop_add_stmt (kernel, &stmt) : 0;
}

const FlLoopProgram *
fl_pass_stream (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) stores = g_array_new (FALSE, FALSE, sizeof (Store)),
                     around = g_array_new (FALSE, FALSE, sizeof (FlAxisId));
  g_autoptr (GHashTable) read = g_hash_table_new (NULL, NULL), streamed = g_hash_table_new (NULL, NULL);
  Streamer streamer = { .context = context,
                        .program = program,
                        .kernel = program->kernel,
                        .stores = stores,
                        .read = read,
                        .streamed = streamed,
                        .around = around };

  if (context->machine->n_lanes < 2 || context->machine->stream_bytes == 0)
    return program; /* numbers go one by one, which fill no line */
  find_stores (&streamer, program->root);
  for (guint i = 0; i < stores->len; i++)
    decide (&streamer, &g_array_index (stores, Store, i));
  if (g_hash_table_size (streamed) == 0)
    return program;
  return fl_loop_program_new (program->kernel,
                              fl_loop_map_stmts (program->kernel, program->root, 0, stream_stmt, streamed),
                              "non-temporal stores", program);
}
