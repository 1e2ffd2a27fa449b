/* Software prefetch: memory that a later iteration reads is asked for while this one computes.
 *
 * Exact: a prefetch is a hint, which changes no value and may go beyond what exists. A row kernel
 * computes for a while between two rows, and the processor's own prefetcher has given up by then;
 * so the row that comes next is asked for, or the same row further on where rows are long, or where
 * the next row of a slice begins. Of several loops that read one memory, the last one asks for what
 * comes next: before, it would be pushed out again. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

/* Loops around, one a whole axis; partitions and lanes are none. */
typedef struct
{
  FlAxisId axis;      /* its outermost part that is open */
  const FlSym *whole; /* positions of the whole axis */
} Level;

/* Elements of contiguous memory that a vector loop reads. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
  guint element_bytes;
  guint n_outside; /* it is reduced: levels around the accumulator; else G_MAXUINT */
} Access;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *levels;           /* Level */
  GHashTable *last_readers; /* home -> the last loop with statements that read it */
  GArray *row_levels;       /* guint a home: fewest levels around a reduction that reads it */
  gboolean goes_again;      /* it reduces rows and goes through them again */
  guint n_added;
} Prefetcher;

static gint64
get_tuned (const Prefetcher *prefetcher, FlTuned tuned)
{
  return fl_tuned_get (tuned, &prefetcher->context->machine->caches);
}

static guint
get_n_outside (const Prefetcher *prefetcher, FlHomeId accumulator)
{
  const FlLoopKernel *kernel = prefetcher->kernel;
  const guint64 varies = fl_loop_get_home (kernel, accumulator)->varies;
  guint64 wholes = 0;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    if (varies >> axis & 1)
      wholes |= G_GUINT64_CONSTANT (1) << fl_loop_get_whole (kernel, axis);
  return (guint) __builtin_popcountll (wholes);
}

/* --- who reads what ------------------------------------------------------------------------------
 */

typedef struct
{
  Prefetcher *prefetcher;
  FlStmtId loop;   /* around the statement, not a vector */
  guint n_outside; /* of a reduction */
} Reader;

static gboolean
note_reader (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const Reader *reader = data;
  guint *levels;

  if (value->op != FL_SCALAR_LOAD
      || fl_loop_get_home (kernel, value->home)->kind != FL_HOME_ARGUMENT)
    return TRUE;
  g_hash_table_insert (reader->prefetcher->last_readers, GUINT_TO_POINTER (value->home),
                       GUINT_TO_POINTER (reader->loop));
  levels = &g_array_index (reader->prefetcher->row_levels, guint, value->home);
  *levels = MIN (*levels, reader->n_outside);
  return TRUE;
}

static void
find_readers (Prefetcher *prefetcher, FlStmtId id, FlStmtId loop)
{
  const FlLoopKernel *kernel = prefetcher->kernel;
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlValueId values[] = { stmt->value, stmt->more[0], stmt->more[1], stmt->condition };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Reader reader
      = { .prefetcher = prefetcher,
          .loop = loop,
          .n_outside
          = stmt->kind == FL_STMT_ACCUMULATE ? get_n_outside (prefetcher, stmt->home) : G_MAXUINT };

  if (stmt->tail == FL_TAIL_REST)
    return; /* the loop of whole vectors before it asks for both */
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i])
      fl_loop_visit_value (kernel, values[i], seen, note_reader, &reader);
  for (guint i = 0; i < stmt->n_children; i++)
    find_readers (prefetcher, stmt->children[i],
                  stmt->kind == FL_STMT_LOOP && stmt->map != FL_MAP_VECTOR ? id : loop);
}

typedef struct
{
  const char *op; /* that reduces */
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

/* It computes long enough meanwhile to bring the next row nearer. */
static gboolean
goes_again (const FlLoopProgram *program)
{
  Reductions reductions = { 0 };

  fl_loop_visit (program->kernel, program->root, note_reduction, &reductions);
  if (reductions.op)
    fl_loop_visit (program->kernel, program->root, note_other, &reductions);
  return reductions.has_others;
}

/* --- how far ahead -------------------------------------------------------------------------------
 */

static gboolean
get_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, gint64 *step)
{
  const FlSym *var = fl_loop_get_axis (kernel, axis)->var;

  return fl_sym_is_int (fl_sym_get_stride (index, var, &var, 1), step);
}

/* Slices of rows that are only copied: along a row the processor's own prefetcher is ahead, but it
 * stops where the next row lies farther on. So what begins that row is asked for while this one
 * ends: from position *first on. 0: rows go on into each other, or are short. */
static gint64
get_distance_to_next (const Prefetcher *prefetcher, const Access *access, gint64 row, gint64 *first)
{
  const Level *innermost = &g_array_index (prefetcher->levels, Level, prefetcher->levels->len - 1);
  const gint64 ahead = get_tuned (prefetcher, FL_TUNED_PREFETCH_ROW_START) / access->element_bytes;
  gint64 length;

  if (prefetcher->goes_again || !fl_sym_is_int (innermost->whole, &length)
      || length * access->element_bytes < get_tuned (prefetcher, FL_TUNED_PREFETCH_SLICE)
      || row <= length)
    return 0;
  *first = length - ahead;
  return row - *first;
}

/* Runs of elements that are reduced, each far from the one before, as the images of a channel: the
 * processor's own prefetcher begins anew with each. So the same element of the next run is asked
 * for. 0: elements lie otherwise. */
static gint64
get_distance_to_run (const Prefetcher *prefetcher, const Access *access)
{
  const guint d = prefetcher->levels->len - 1;
  const Level *levels = (const Level *) prefetcher->levels->data;
  const gint64 traffic = fl_loop_kernel_get_traffic (prefetcher->kernel);
  gint64 length, step;

  if (traffic < get_tuned (prefetcher, FL_TUNED_PREFETCH_LEAST) || d == 0 || d <= access->n_outside
      || !fl_sym_is_int (levels[d].whole, &length)
      || length * access->element_bytes < get_tuned (prefetcher, FL_TUNED_PREFETCH_SLICE)
      || length * access->element_bytes > get_tuned (prefetcher, FL_TUNED_PREFETCH_FIRST_LEVEL_ROW)
      || !get_step (prefetcher->kernel, access->index, levels[d - 1].axis, &step))
    return 0;
  return step > length ? step : 0;
}

/* In elements; *first: from which position on, 0: from all. 0: nothing is asked for. */
static gint64
get_distance (const Prefetcher *prefetcher, const Access *access, gint64 *first)
{
  const FlLoopMachine *machine = prefetcher->context->machine;
  const guint d = prefetcher->levels->len - 1;
  const guint depth = MIN (d, g_array_index (prefetcher->row_levels, guint, access->home));
  const Level *levels = (const Level *) prefetcher->levels->data;
  const gint64 ahead = MAX (machine->prefetch_bytes / access->element_bytes, 1);
  const gboolean is_near = fl_loop_kernel_get_traffic (prefetcher->kernel)
                           < get_tuned (prefetcher, FL_TUNED_PREFETCH_LEAST);
  gint64 next = get_distance_to_run (prefetcher, access), row, piece = 1;

  if (next > 0 || depth == 0)
    return next > 0 ? next : ahead;
  if (!get_step (prefetcher->kernel, access->index, levels[depth - 1].axis, &row) || row <= 0)
    return 0; /* the same row again, or an unknown one */
  if (is_near
      && row * access->element_bytes > get_tuned (prefetcher, FL_TUNED_PREFETCH_FIRST_LEVEL_ROW))
    return 0;
  if (row * access->element_bytes > get_tuned (prefetcher, FL_TUNED_PREFETCH_ROW))
    return ahead;
  next = depth == d ? get_distance_to_next (prefetcher, access, row, first) : 0;
  if (next > 0)
    return next;
  /* Pieces of longer rows: as many of them ahead as it takes. */
  for (guint i = depth; i <= d && piece < row; i++)
    piece *= MAX (fl_sym_get_hint (levels[i].whole, 1), 1);
  piece = MIN (row, piece);
  return row * ((ahead + piece - 1) / piece);
}

/* --- vector loops --------------------------------------------------------------------------------
 */

typedef struct
{
  const Prefetcher *prefetcher;
  FlAxisId lanes;
  FlStmtId loop;
  guint n_outside;
  GArray *accesses; /* Access */
} Finder;

static gboolean
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->home ? fl_loop_get_home (kernel, value->home) : NULL;
  const Finder *finder = data;
  gint64 step;

  if (value->op == FL_SCALAR_MASKED)
    return FALSE; /* only some lanes read, and perhaps none */
  if (value->op == FL_SCALAR_LOAD && home->kind == FL_HOME_ARGUMENT
      && !fl_sym_contains_kind (value->index, FL_SYM_INDIRECT)
      && get_step (kernel, value->index, finder->lanes, &step) && step == 1
      && finder->loop
             == GPOINTER_TO_UINT (g_hash_table_lookup (finder->prefetcher->last_readers,
                                                       GUINT_TO_POINTER (value->home))))
    {
      const Access access = { .home = value->home,
                              .index = value->index,
                              .element_bytes = fl_dtype_get_size_bytes (home->dtype),
                              .n_outside = finder->n_outside };

      g_array_append_val (finder->accesses, access);
    }
  return TRUE;
}

static void
find_accesses (const Prefetcher *prefetcher,
               FlStmtId loop,
               const FlLoopStmt *vector,
               GArray *accesses)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < vector->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (prefetcher->kernel, vector->children[i]);
      const FlValueId values[] = { stmt->value, stmt->more[0], stmt->more[1] };
      Finder finder = { .prefetcher = prefetcher,
                        .lanes = vector->axis,
                        .loop = loop,
                        .n_outside = G_MAXUINT,
                        .accesses = accesses };

      if (stmt->kind == FL_STMT_ACCUMULATE)
        finder.n_outside = get_n_outside (prefetcher, stmt->home);
      for (guint v = 0; v < G_N_ELEMENTS (values); v++)
        if (values[v])
          fl_loop_visit_value (prefetcher->kernel, values[v], seen, note_load, &finder);
    }
}

/* "if (i1b >= 640)" */
static FlStmtId
guard (const Prefetcher *prefetcher, const FlSym *position, gint64 first, FlStmtId stmt)
{
  FlLoopKernel *kernel = prefetcher->kernel;
  const FlLoopValue at
      = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_I64, .index = position, .name = "at" };
  const FlLoopValue least
      = { .op = FL_SCALAR_CONSTANT, .dtype = FL_DTYPE_I64, .bits = first, .name = "first" };
  const FlLoopValue holds
      = { .op = FL_SCALAR_GE,
          .dtype = FL_DTYPE_BOOL,
          .n_args = 2,
          .args = { fl_loop_add_value (kernel, &at), fl_loop_add_value (kernel, &least) },
          .name = "ends" };
  FlLoopStmt made = { .kind = FL_STMT_GUARD, .condition = fl_loop_add_value (kernel, &holds) };

  made.n_children = 1;
  made.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), &stmt, sizeof stmt);
  return fl_loop_add_stmt (kernel, &made);
}

static void
add_prefetch (Prefetcher *prefetcher, const Access *access, FlAxisId lanes, GArray *children)
{
  FlLoopKernel *kernel = prefetcher->kernel;
  const Level *innermost = &g_array_index (prefetcher->levels, Level, prefetcher->levels->len - 1);
  const FlSym *lane = fl_loop_get_axis (kernel, lanes)->var,
              *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  gint64 first = 0, distance = get_distance (prefetcher, access, &first);
  FlStmtId id;

  if (distance <= 0)
    return;
  id = fl_loop_add_stmt (kernel, &(FlLoopStmt){
                                     .kind = FL_STMT_PREFETCH,
                                     .home = access->home,
                                     .index = fl_sym_add_int (fl_sym_substitute (access->index,
                                                                                 &lane, &zero, 1),
                                                              distance) });
  if (first > 0)
    id = guard (prefetcher, fl_loop_get_axis (kernel, innermost->axis)->var, first, id);
  g_array_append_val (children, id);
  prefetcher->n_added++;
  fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_ACCEPT,
                fl_loop_get_home (kernel, access->home)->name, "fetched ahead",
                "%" G_GINT64_FORMAT " elements (%" G_GINT64_FORMAT
                " bytes) before they are read, as not all that the kernel touches is in the cache "
                "next to it; cpu.prefetch_bytes is %" G_GINT64_FORMAT,
                distance, distance * access->element_bytes,
                prefetcher->context->machine->prefetch_bytes);
}

/* Ahead of a vector of a loop: what later vectors will read. */
static void
add_prefetches (Prefetcher *prefetcher, FlStmtId loop, const FlLoopStmt *vector, GArray *children)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Access));

  find_accesses (prefetcher, loop, vector, accesses);
  for (guint i = 0; i < accesses->len; i++)
    {
      const Access *access = &g_array_index (accesses, Access, i);
      gboolean is_known = FALSE;

      for (guint k = 0; k < i; k++)
        is_known |= g_array_index (accesses, Access, k).home == access->home
                    && g_array_index (accesses, Access, k).index == access->index;
      if (!is_known)
        add_prefetch (prefetcher, access, vector->axis, children);
    }
}

static void
open_level (Prefetcher *prefetcher, const FlLoopStmt *loop)
{
  const FlLoopAxis *axis = fl_loop_get_axis (prefetcher->kernel, loop->axis);
  const FlSym *whole
      = fl_loop_get_axis (prefetcher->kernel, fl_loop_get_whole (prefetcher->kernel, loop->axis))
            ->extent;
  const GArray *levels = prefetcher->levels;

  if (axis->stop)
    return;
  for (guint i = 0; i < levels->len; i++)
    if (fl_loop_get_whole (prefetcher->kernel, g_array_index (levels, Level, i).axis)
        == fl_loop_get_whole (prefetcher->kernel, loop->axis))
      return;
  g_array_append_vals (prefetcher->levels, &(Level){ .axis = loop->axis, .whole = whole }, 1);
}

static FlStmtId
prefetch_in (Prefetcher *prefetcher, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (prefetcher->kernel, id);
  const guint n_levels = prefetcher->levels->len;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.tail == FL_TAIL_REST)
    return id;
  if (stmt.kind == FL_STMT_LOOP)
    open_level (prefetcher, &stmt);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (prefetcher->kernel, stmt.children[i]);
      const gboolean is_vector = child.kind == FL_STMT_LOOP && child.map == FL_MAP_VECTOR;
      const FlStmtId made
          = is_vector ? stmt.children[i] : prefetch_in (prefetcher, stmt.children[i]);

      if (is_vector && prefetcher->levels->len > 0)
        add_prefetches (prefetcher, id, &child, children);
      g_array_append_val (children, made);
    }
  g_array_set_size (prefetcher->levels, n_levels);
  return fl_loop_with_children (prefetcher->kernel, id, (const FlStmtId *) children->data,
                                children->len);
}

/* --- the pass ------------------------------------------------------------------------------------
 */

static void
note_small (const Prefetcher *prefetcher, gint64 least)
{
  const char *name = fl_loop_kernel_get_name (prefetcher->kernel);

  if (prefetcher->context->machine->prefetch_bytes == 0)
    fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_REJECT, name,
                  "fetched ahead", "cpu.prefetch_bytes is 0");
  else
    fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_REJECT, name,
                  "fetched ahead",
                  "%" G_GINT64_FORMAT " bytes are touched, under %" G_GINT64_FORMAT
                  ": they are found in the %s-level cache",
                  fl_loop_kernel_get_traffic (prefetcher->kernel), least,
                  prefetcher->goes_again ? "first" : "second");
}

const FlLoopProgram *
fl_pass_prefetch (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level)),
                     row_levels = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) last_readers = g_hash_table_new (NULL, NULL);
  Prefetcher prefetcher = { .context = context,
                            .program = program,
                            .kernel = program->kernel,
                            .levels = levels,
                            .last_readers = last_readers,
                            .row_levels = row_levels,
                            .goes_again = goes_again (program) };
  const gint64 least = get_tuned (&prefetcher, prefetcher.goes_again ? FL_TUNED_PREFETCH_LEAST_ROWS
                                                                     : FL_TUNED_PREFETCH_LEAST);
  const guint all = G_MAXUINT;
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program; /* the compiler's loops, and its own prefetches */
  if (context->machine->prefetch_bytes == 0 || fl_loop_kernel_get_traffic (program->kernel) < least)
    {
      note_small (&prefetcher, least);
      return program;
    }
  for (guint i = 0; i <= fl_loop_get_n_homes (program->kernel); i++)
    g_array_append_val (row_levels, all);
  find_readers (&prefetcher, program->root, 0);
  root = prefetch_in (&prefetcher, program->root);
  return prefetcher.n_added == 0 ? program
                                 : fl_loop_program_new (program->kernel, root, "prefetch", program);
}
