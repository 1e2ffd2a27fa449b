/* What a write-combining buffer is filled from: prefetched while the buffer before is copied out.
 *
 * Filling reads and copying writes: done one after the other, memory would wait for the one while it does the other.
 * See fl-pass-write-combining.c. */
#include "fl-prefetch-private.h"

enum
{
  MAX_SOURCES = 4
};

typedef struct
{
  FlPrefetcher *prefetcher;
  const FlLoopStmt *loop;
} Finder;

/* The index where the loop's next iteration begins; NULL: it is not known how far that is. */
static const FlSym *
find_next (const Finder *finder, const FlSym *index, gint64 *step)
{
  const FlLoopKernel *kernel = finder->prefetcher->kernel;
  const FlSym *var = fl_loop_get_var (kernel, finder->loop->axis);
  const guint64 open = finder->prefetcher->open | G_GUINT64_CONSTANT (1) << finder->loop->axis;
  FlSymTable *symbols = fl_sym_get_table (index);

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return NULL;
  for (FlAxisId axis = fl_loop_get_n_axes (kernel); axis > 0; axis--)
    if (!(open >> axis & 1))
      {
        const FlLoopAxis *inner = fl_loop_get_axis (kernel, axis);
        const FlSym *begin = inner->begin ? inner->begin : fl_sym_int (symbols, 0);

        index = fl_sym_substitute (index, &inner->var, &begin, 1);
      }
  if ((fl_loop_index_get_axes (kernel, index) & ~open) || !fl_sym_is_int (fl_sym_get_stride (index, var, &var, 1), step)
      || *step <= 0)
    return NULL;
  return fl_sym_add_int (index, *step);
}

static gboolean
note_source (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const Finder *finder = data;
  GArray *sources = finder->prefetcher->sources;
  FlPrefetchSource source = { .home = value->home };

  if (value->op != FL_SCALAR_LOAD || fl_loop_get_home (kernel, value->home)->kind != FL_HOME_ARGUMENT
      || sources->len == MAX_SOURCES)
    return TRUE;
  source.next = find_next (finder, value->index, &source.step);
  for (guint i = 0; i < sources->len; i++) /* of windows and mirrors the first one prefetches all */
    if (g_array_index (sources, FlPrefetchSource, i).home == source.home)
      return TRUE;
  if (source.next)
    g_array_append_val (sources, source);
  return TRUE;
}

static void
note_filling (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const Finder *finder = data;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (stmt->kind == FL_STMT_STORE && stmt->home == finder->prefetcher->lines)
    fl_loop_visit_value (kernel, stmt->value, seen, note_source, data);
}

/* Is it a copy out of the row by non-temporal stores? */
static gboolean
is_copy (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlHomeId row)
{
  const FlLoopValue *value = stmt->kind == FL_STMT_STORE ? fl_loop_get_value (kernel, stmt->value) : NULL;

  return value && value->op == FL_SCALAR_LOAD && value->home == row && stmt->mode == FL_LOOP_STORE_STREAMING;
}

typedef struct
{
  FlHomeId row;
  gboolean is_found;
} Copy;

static void
note_copy (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  Copy *copy = data;

  copy->is_found |= is_copy (kernel, fl_loop_get_stmt (kernel, id), copy->row);
}

void
fl_prefetch_find_lines (FlPrefetcher *prefetcher, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (prefetcher->kernel, id);
  Finder finder = { prefetcher, &loop };

  for (guint i = 0; i < loop.n_homes && !prefetcher->lines; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (prefetcher->kernel, loop.homes[i]);
      Copy copy = { .row = loop.homes[i] };

      if (home->kind != FL_HOME_STACK || home->buffer || home->combiner != FL_N_REDUCTIONS)
        continue;
      fl_loop_visit (prefetcher->kernel, id, note_copy, &copy);
      if (copy.is_found)
        prefetcher->lines = loop.homes[i];
    }
  if (prefetcher->lines)
    fl_loop_visit (prefetcher->kernel, id, note_filling, &finder);
}

gboolean
fl_prefetch_lines (FlPrefetcher *prefetcher, const FlLoopStmt *vector, GArray *children)
{
  FlLoopKernel *kernel = prefetcher->kernel;
  const FlLoopStmt *stmt = vector->n_children > 0 ? fl_loop_get_stmt (kernel, vector->children[0]) : NULL;
  const FlSym *lane = fl_loop_get_var (kernel, vector->axis),
              *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0), *at;
  gint64 size;

  if (!prefetcher->lines || !stmt)
    return FALSE;
  if (!is_copy (kernel, stmt, prefetcher->lines))
    return stmt->kind == FL_STMT_STORE && stmt->home == prefetcher->lines;
  at = fl_sym_substitute (fl_loop_get_value (kernel, stmt->value)->index, &lane, &zero, 1);
  if (!fl_sym_is_int (fl_loop_get_home (kernel, prefetcher->lines)->size, &size))
    return TRUE;
  for (guint i = 0; i < prefetcher->sources->len; i++)
    {
      const FlPrefetchSource *source = &g_array_index (prefetcher->sources, FlPrefetchSource, i);
      const FlSym *part = 4 * source->step >= 3 * size ? at
                                                       : fl_sym_floor_div (fl_sym_mul_int (at, source->step),
                                                                           fl_sym_int (fl_sym_get_table (at), size));
      const FlStmtId id = fl_loop_add_stmt (kernel, &(FlLoopStmt) { .kind = FL_STMT_PREFETCH,
                                                                    .home = source->home,
                                                                    .index = fl_sym_add (source->next, part) });

      g_array_append_val (children, id);
      prefetcher->n_added++;
      fl_loop_note (prefetcher->context, prefetcher->program, FL_VERDICT_ACCEPT,
                    fl_loop_get_home (kernel, source->home)->name, "prefetched",
                    "%" G_GINT64_FORMAT
                    " elements before they are read, while non-temporal stores copy out the buffer made "
                    "of those before",
                    source->step);
    }
  return TRUE;
}
