/* Blocked summation: a lane that adds up thousands of floats loses digits, so every few thousand of them are added up
 * by themselves, and a double adds up these partial sums.
 *
 * Loops that are longer than a block are strip-mined; of shorter ones within longer sums each execution is a block.
 *
 * Source: Higham, The accuracy of floating point summation (SIAM J. Sci. Comput. 14, 1993). */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

#include "fl-intern.h"

enum
{
  BLOCK = 4096 /* elements */
};

/* A sum, and the partial sum of a block. */
typedef struct
{
  FlHomeId home, part;
} PartialSum;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *open;   /* FlAxisId around, outer ones first */
  GArray *depths; /* guint a home: how many were open where it began */
  gboolean is_changed;
} Cutter;

static gboolean
is_long (Cutter *self, FlHomeId home)
{
  const guint depth = home < self->depths->len ? g_array_index (self->depths, guint, home) : 0;
  double total = 1;

  for (guint i = depth; i < self->open->len; i++)
    {
      const FlLoopAxis *axis = fl_loop_get_axis (self->kernel, g_array_index (self->open, FlAxisId, i));

      total *= fl_sym_get_hint (axis->extent, BLOCK + 1);
    }
  return total > BLOCK;
}

static gboolean
is_float_sum (const FlLoopHome *home)
{
  return (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT) && home->dtype == FL_DTYPE_F32
         && home->kind == FL_HOME_REGISTER && fl_sym_is_int_value (home->size, 1);
}

/* Sums of a loop that are long. It must have nothing inside but statements, none of which reads a sum. */
static void
find_sums (Cutter *self, const FlLoopStmt *loop, GArray *sums)
{
  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, loop->children[i]);
      PartialSum sum = { .home = stmt->home };

      if (stmt->n_children > 0)
        {
          g_array_set_size (sums, 0);
          return;
        }
      for (guint k = 0; k < sums->len; k++)
        if (g_array_index (sums, PartialSum, k).home == stmt->home)
          sum.home = 0;
      if (stmt->kind == FL_STMT_ACCUMULATE && sum.home && is_float_sum (fl_loop_get_home (self->kernel, stmt->home))
          && is_long (self, stmt->home))
        g_array_append_val (sums, sum);
    }
}

static gboolean
reads_sum (Cutter *self, const FlLoopStmt *loop, FlStmtId id)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (self->kernel, id);

  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, loop->children[i]);

      if (stmt->value && stmt->kind == FL_STMT_ACCUMULATE && fl_loop_value_reads (self->kernel, stmt->value, written))
        return TRUE;
    }
  return FALSE;
}

/* { part; loop: part += …; } sum += part */
static FlStmtId
add_parts (Cutter *self, const FlLoopStmt *loop, FlStmtId inner, GArray *sums)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlHomeId *homes = fl_arena_new (fl_loop_kernel_get_arena (self->kernel), FlHomeId, sums->len);
  const FlLoopStmt block = { .kind = FL_STMT_SEQUENCE, .n_homes = sums->len, .homes = homes };

  g_array_append_val (children, inner);
  for (guint i = 0; i < sums->len; i++)
    {
      const PartialSum *sum = &g_array_index (sums, PartialSum, i);
      const FlLoopStmt combine = { .kind = FL_STMT_COMBINE, .home = sum->home, .from = sum->part };
      const FlStmtId added = fl_loop_add_stmt (self->kernel, &combine);

      homes[i] = sum->part;
      g_array_append_val (children, added);
    }
  return fl_loop_add_block (self->kernel, block, children, NULL);
}

/* The loop over one block. */
static FlStmtId
remake_at (Cutter *self, FlStmtId id, FlAxisId blocks, const FlLoopAxis *axis, const FlSym *step)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (self->kernel, id);
  const FlSym *at = fl_loop_get_var (self->kernel, blocks);
  const FlSym *end = fl_sym_add (at, step);
  const gboolean divides = fl_loop_axis_is_multiple (self->kernel, loop.axis, BLOCK);
  const FlAxisId block
      = fl_loop_add_part (self->kernel, loop.axis, "d",
                          (FlLoopAxis) { .begin = at, .extent = divides ? end : fl_sym_min (end, axis->extent) });

  return fl_loop_remake (self->kernel, &loop, fl_loop_get_var (self->kernel, block), block, FL_MAP_SERIAL);
}

static FlStmtId
cut (Cutter *self, FlStmtId id, GArray *sums)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop.axis);
  const char *name = fl_loop_get_name (kernel, loop.axis);
  const FlSym *step = fl_sym_int (fl_loop_kernel_get_symbols (kernel), BLOCK);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlLoopStmt outer = loop;
  FlStmtId inner;

  for (guint i = 0; i < sums->len; i++)
    {
      PartialSum *sum = &g_array_index (sums, PartialSum, i);
      FlLoopHome part = *fl_loop_get_home (kernel, sum->home);

      part.name = fl_intern_printf ("%s_part", part.name);
      sum->part = fl_loop_add_home (kernel, &part);
      fl_loop_rewrite_add_home (rewrite, sum->home, sum->part);
    }
  inner = fl_loop_rewrite_stmt (rewrite, id);
  self->is_changed = TRUE;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, name, "blocked summation",
                "of %d elements at most: a float that adds up more loses digits", BLOCK);
  if (fl_sym_get_hint (axis.extent, BLOCK + 1) <= BLOCK)
    return add_parts (self, &loop, inner, sums);
  outer.axis = fl_loop_add_part (kernel, loop.axis, "c",
                                 (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
  inner = remake_at (self, inner, outer.axis, &axis, step);
  return fl_loop_wrap (kernel, outer, add_parts (self, &loop, inner, sums));
}

static FlStmtId
cut_in (Cutter *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (PartialSum));
  const guint n_open = self->open->len;

  if (stmt.kind == FL_STMT_LOOP)
    g_array_append_val (self->open, stmt.axis);
  for (guint i = 0; i < stmt.n_homes; i++) /* a loop's begin anew with each iteration */
    {
      if (self->depths->len <= stmt.homes[i])
        g_array_set_size (self->depths, stmt.homes[i] + 1);
      g_array_index (self->depths, guint, stmt.homes[i]) = self->open->len;
    }
  if (stmt.kind == FL_STMT_LOOP)
    find_sums (self, &stmt, sums);
  if (sums->len > 0 && !reads_sum (self, &stmt, id) && fl_loop_get_n_axes (self->kernel) + 2 < FL_LOOP_MAX_AXES)
    {
      g_array_set_size (self->open, n_open);
      return cut (self, id, sums);
    }
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = cut_in (self, stmt.children[i]);
  g_array_set_size (self->open, n_open);
  return fl_loop_with_children (self->kernel, id, children, stmt.n_children);
}

const FlLoopProgram *
fl_pass_blocked_sums (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (FlAxisId)),
                     depths = g_array_new (FALSE, TRUE, sizeof (guint));
  Cutter self = { .context = context, .program = program, .kernel = program->kernel, .open = open, .depths = depths };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  root = cut_in (&self, program->root);
  return self.is_changed ? fl_loop_program_new (program->kernel, root, "blocked summation", program) : program;
}
