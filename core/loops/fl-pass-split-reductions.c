/* Split reductions (rfactor): long ones are divided among threads in parts, each with an accumulator of its own.
 *
 * What parts come to waits in memory, to be combined in their order (Halide and TVM call it so; "split-k" of products).
 *
 *   for i: sum += x[i]      for part: { s; for i in part: s += x[i]; sums[part] = s }      for part: sum += sums[part]
 *
 * Parts depend on sizes and options alone, never on the machine or on who does them: any number of threads gives the
 * same result. Rows of loops around the reduction have parts each; where columns are reduced, a part takes whole rows
 * of memory, and leaves a row of results.
 *
 * What follows shares the parts out to threads as it does any loop. */
#include "fl-loop-apart.h"
#include "fl-loop-make.h"
#include "fl-loop-partials.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-loop-strips.h"
#include "fl-loop-walk.h"
#include "fl-split-private.h"

#include "fl-intern.h"

static const FlLoopAxis *
get_axis (const FlLoopKernel *kernel, FlStmtId loop)
{
  return fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, loop)->axis);
}

/* --- which reductions ------------------------------------------------------------------------- */

static gboolean
is_plain_loop (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopAxis *axis = stmt->kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, stmt->axis) : NULL;

  return axis && stmt->map == FL_MAP_SERIAL && stmt->n_children > 0 && stmt->n_homes == 0 && !axis->step && !axis->begin
         && fl_loop_index_get_axes (kernel, axis->extent) == 0;
}

/* Nothing but what is done once with the results. */
static gboolean
are_results (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  for (guint i = 1; i < stmt->n_children; i++)
    if (fl_loop_get_stmt (kernel, stmt->children[i])->n_children > 0)
      return FALSE;
  return TRUE;
}

typedef struct
{
  const FlLoopStmt *block;
  GHashTable *inner; /* homes that begin within the loop */
  gboolean is_free;
} Asked;

static gboolean
begins_in (const FlLoopStmt *block, FlHomeId home)
{
  for (guint i = 0; i < block->n_homes; i++)
    if (block->homes[i] == home)
      return TRUE;
  return FALSE;
}

static void
ask_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Asked *asked = data;

  for (guint i = 0; i < stmt->n_homes; i++)
    g_hash_table_add (asked->inner, GUINT_TO_POINTER (stmt->homes[i]));
  asked->is_free &= stmt->kind != FL_STMT_ACCUMULATE || begins_in (asked->block, stmt->home)
                    || g_hash_table_contains (asked->inner, GUINT_TO_POINTER (stmt->home));
}

/* A scan reads what it has accumulated so far. */
static void
ask_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlHomeId home = fl_loop_get_value (kernel, id)->home;
  Asked *asked = data;

  asked->is_free &= !home || !begins_in (asked->block, home);
}

/* May iterations of the reduction be done in any order, but for what they accumulate? */
static gboolean
is_free (FlLoopKernel *kernel, const FlSplit *split)
{
  const FlLoopStmt block = *fl_loop_get_stmt (kernel, split->block);
  g_autoptr (GHashTable) inner = g_hash_table_new (NULL, NULL);
  Asked asked = { .block = &block, .inner = inner, .is_free = TRUE };
  const FlSym *around[FL_LOOP_MAX_NEST];

  for (guint i = 0; i < block.n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (kernel, block.homes[i]);

      if (home->combiner == FL_N_REDUCTIONS || !fl_sym_is_int_value (home->size, 1))
        return FALSE;
    }
  for (guint i = 0; i < split->n_outer; i++)
    {
      asked.is_free &= !fl_loop_find_why_dependent (kernel, split->outer[i], around, i, FALSE);
      around[i] = get_axis (kernel, split->outer[i])->var;
    }
  fl_loop_visit (kernel, split->loop, ask_stmt, &asked);
  fl_loop_walk_values (kernel, split->loop, ask_value, &asked);
  return asked.is_free && !fl_loop_find_why_dependent (kernel, split->loop, around, split->n_outer, TRUE);
}

static gboolean
find_split (FlLoopKernel *kernel, FlStmtId id, FlSplit *split)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  FlLoopStrip strip;
  gint64 length;

  *split = (FlSplit) { .stmt = id, .around = 1 };
  while (is_plain_loop (kernel, id))
    {
      if (split->n_outer == FL_LOOP_MAX_NEST || !fl_sym_is_int (get_axis (kernel, id)->extent, &length) || length < 1
          || __builtin_mul_overflow (split->around, length, &split->around))
        return FALSE;
      split->outer[split->n_outer++] = id;
      split->is_columns = fl_loop_find_strip (kernel, id, &strip);
      id = stmt->children[0];
      if (fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP ? stmt->n_children > 1 : !are_results (kernel, stmt))
        return FALSE;
      stmt = fl_loop_get_stmt (kernel, id);
    }
  if (stmt->kind != FL_STMT_SEQUENCE || stmt->n_homes == 0 || stmt->n_children == 0 || !are_results (kernel, stmt)
      || !is_plain_loop (kernel, stmt->children[0]))
    return FALSE;
  split->block = id;
  split->loop = stmt->children[0];
  split->length = MAX (fl_sym_get_hint (get_axis (kernel, split->loop)->extent, 8), 0);
  split->work = fl_loop_count_work (kernel, split->stmt);
  return is_free (kernel, split);
}

/* --- the two stages --------------------------------------------------------------------------- */

/* Where the part's result of the present iteration of the loops around waits. */
static const FlSym *
get_place (const FlSplitter *self, const FlSplit *split, FlAxisId part)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (self->kernel);
  const FlSym *at = fl_sym_int (symbols, 0), *var = fl_loop_get_var (self->kernel, part);

  for (guint i = 0; i < split->n_outer; i++)
    at = fl_sym_add (fl_sym_mul (at, get_axis (self->kernel, split->outer[i])->extent),
                     get_axis (self->kernel, split->outer[i])->var);
  return split->is_columns ? fl_sym_add (fl_sym_mul_int (var, split->around), at)
                           : fl_sym_add (fl_sym_mul (at, split->n_parts), var);
}

typedef struct
{
  FlHomeId home;
  guint origins;
} Search;

static void
find_origins (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Search *search = data;

  if (stmt->kind == FL_STMT_ACCUMULATE && stmt->home == search->home)
    search->origins = stmt->origins;
}

/* The part of the reduction, with accumulators of its own; parts: FlHomeId, which those are. */
static FlStmtId
add_part_loop (FlSplitter *self, const FlSplit *split, FlAxisId part, GArray *parts)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt block = *fl_loop_get_stmt (kernel, split->block), loop = *fl_loop_get_stmt (kernel, split->loop);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop.axis);
  const FlSym *begin = fl_sym_mul (split->size, fl_loop_get_var (kernel, part)), *end = fl_sym_add (begin, split->size);
  const gboolean divides = fl_sym_known_multiple (axis.extent, split->size);
  const FlAxisId own
      = fl_loop_add_part (kernel, loop.axis, "r",
                          (FlLoopAxis) { .begin = begin, .extent = divides ? end : fl_sym_min (end, axis.extent) });
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);

  for (guint i = 0; i < block.n_homes; i++)
    {
      FlLoopHome home = *fl_loop_get_home (kernel, block.homes[i]);
      FlHomeId made;

      home.varies |= G_GUINT64_CONSTANT (1) << part;
      made = fl_loop_add_home (kernel, &home);
      g_array_append_val (parts, made);
      fl_loop_rewrite_add_home (rewrite, block.homes[i], made);
    }
  fl_loop_rewrite_add_var (rewrite, axis.var, fl_loop_get_var (kernel, own));
  return fl_loop_remake_with (kernel, rewrite, &loop, own, FL_MAP_SERIAL);
}

/* What the accumulator comes to, into memory and out of it again. */
static void
add_partial (FlSplitter *self, const FlSplit *split, FlAxisId part, FlHomeId home, FlHomeId of_part, GArray *stores,
             GArray *steps)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopHome accumulator = *fl_loop_get_home (kernel, home);
  const FlSym *place = get_place (self, split, part), *size = fl_sym_int (fl_sym_get_table (place), split->most);
  FlLoopStmt step = { .kind = FL_STMT_ACCUMULATE, .home = home };
  Search search = { .home = home };

  fl_loop_visit (kernel, split->loop, find_origins, &search);
  step.origins = search.origins;
  for (guint k = 0; k < fl_loop_count_kept (&accumulator); k++)
    {
      const char *name = fl_intern_printf ("%s%s_parts", accumulator.name, fl_loop_get_kept_suffix (&accumulator, k));
      const FlHomeId partials = fl_loop_add_partials (kernel, name, fl_loop_get_kept_dtype (&accumulator, k), size);

      g_array_append_val (self->partials, partials);
      fl_loop_append (stores, fl_loop_store_partial (kernel, partials, place, fl_loop_read_kept (kernel, of_part, k),
                                                     search.origins));
      *(k == 0 ? &step.value : &step.more[k - 1]) = fl_loop_load_partial (kernel, partials, place);
    }
  fl_loop_append (steps, fl_loop_add_stmt (kernel, &step));
}

/* Returns the statements that the root has instead: all parts, and what joins them. */
static void
add_stages (FlSplitter *self, const FlSplit *split, FlStmtId stages[2])
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt block = *fl_loop_get_stmt (kernel, split->block);
  const FlAxisId part = fl_loop_make_axis (kernel, 0, "part", split->n_parts);
  const FlLoopStmt loop = { .kind = FL_STMT_LOOP, .axis = part };
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId)),
                     inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     steps = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId made = add_part_loop (self, split, part, homes), join;

  g_array_append_val (inside, made);
  for (guint i = 0; i < block.n_homes; i++)
    add_partial (self, split, part, block.homes[i], g_array_index (homes, FlHomeId, i), inside, steps);
  made = fl_loop_add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, inside, homes);
  if (!split->is_columns)
    made = fl_loop_wrap (kernel, loop, made);
  for (guint i = split->n_outer; i-- > 0;)
    made
        = fl_loop_wrap (kernel,
                        (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = fl_loop_get_stmt (kernel, split->outer[i])->axis },
                        made);
  stages[0] = split->is_columns ? fl_loop_wrap (kernel, loop, made) : made;
  join = fl_loop_add_block (kernel, loop, steps, NULL);
  stages[1] = fl_loop_replace (kernel, split->stmt, split->loop, &join, 1);
}

const FlLoopProgram *
fl_pass_split_reductions (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt root = *fl_loop_get_stmt (kernel, program->root);
  g_autoptr (GArray) partials = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlSplitter self = { .context = context, .program = program, .kernel = kernel, .partials = partials };
  FlStmtId now = program->root;

  for (guint i = 0; i < root.n_children; i++)
    {
      FlStmtId stages[2];
      FlSplit split;

      if (fl_loop_get_n_axes (kernel) + FL_LOOP_MAX_NEST + 4 > FL_LOOP_MAX_AXES
          || !find_split (kernel, root.children[i], &split) || !fl_split_choose (&self, &split))
        continue;
      add_stages (&self, &split, stages);
      now = fl_loop_replace (kernel, now, root.children[i], stages, 2);
    }
  return now == program->root
             ? program
             : fl_loop_program_new (kernel, fl_loop_with_homes (kernel, now, partials), "split reductions", program);
}
