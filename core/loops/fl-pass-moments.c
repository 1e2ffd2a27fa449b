/* One-pass moments: a sum and the squares about the mean that it gives, in one loop.
 *
 * Two loops over a row, of which the second takes squares about the mean of the first, become one that adds up squares
 * beside the sum: they are the sum of squares less the square of the sum, divided by the count. That is as good as a
 * second loop unless the mean is much larger than the deviations from it: then digits cancel (T. Chan, G. Golub,
 * R. LeVeque, 1983). So it is looked at how many do, and rows that lose more than three bits are gone through again. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-moments-private.h"

#include "fl-intern.h"

#include <float.h>
#include <string.h>

enum
{
  MAX_LOSS = 8 /* factor by which rounding errors may grow: three bits of 24 */
};

/* More than this is an infinity among the squares, or next to one. */
static const double most_squares = 3e38;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite; /* replaces what is read of the second sum */
  guint n_joined;
} Joiner;

/* --- values ----------------------------------------------------------------------------------- */

static FlValueId
add_op (Joiner *self, FlScalar op, FlDtype dtype, FlValueId a, FlValueId b, const char *name)
{
  const FlLoopValue value = { .op = op, .dtype = dtype, .n_args = b ? 2 : 1, .args = { a, b }, .name = name };

  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_number (Joiner *self, double number)
{
  FlLoopValue value = { .op = FL_SCALAR_CONSTANT, .dtype = FL_DTYPE_F64, .name = "number" };

  memcpy (&value.bits, &number, sizeof number);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_count (Joiner *self, const FlSym *count)
{
  const FlLoopValue value = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_F64, .index = count, .name = "count" };
  gint64 number;

  return fl_sym_is_int (count, &number) ? add_number (self, (double) number) : fl_loop_add_value (self->kernel, &value);
}

static FlValueId
convert (Joiner *self, FlValueId of, FlDtype from, FlDtype to, const char *name)
{
  const FlLoopValue value
      = { .op = FL_SCALAR_TO_DTYPE, .dtype = to, .src_dtype = from, .n_args = 1, .args = { of }, .name = name };

  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
read_sum (Joiner *self, FlHomeId home)
{
  const FlLoopValue value = { .op = FL_SCALAR_GETITEM,
                              .dtype = FL_DTYPE_F32,
                              .home = home,
                              .epoch = 1,
                              .name = fl_loop_get_home (self->kernel, home)->name };

  return fl_loop_add_value (self->kernel, &value);
}

/* What the squares come to, by squares - sum * (sum / count), and whether digits cancelled. */
static void
add_difference (Joiner *self, const FlMomentsSum *sum, FlHomeId home, FlValueId *difference, FlValueId *is_lost)
{
  const FlDtype f64 = FL_DTYPE_F64;
  const FlValueId total = convert (self, read_sum (self, sum->home), FL_DTYPE_F32, f64, "all_sum"),
                  squares = convert (self, read_sum (self, home), FL_DTYPE_F32, f64, "all_squares");
  const FlValueId mean = add_op (self, FL_SCALAR_TRUEDIV, f64, total, add_count (self, sum->count), "exact_mean");
  FlValueId kept, finite;

  *difference = add_op (self, FL_SCALAR_SUB, f64, squares, add_op (self, FL_SCALAR_MUL, f64, total, mean, "product"),
                        "difference");
  kept = add_op (self, FL_SCALAR_GE, FL_DTYPE_BOOL,
                 add_op (self, FL_SCALAR_MUL, f64, add_number (self, MAX_LOSS), *difference, "eightfold"), squares,
                 "keeps_digits");
  finite = add_op (self, FL_SCALAR_LE, FL_DTYPE_BOOL, squares, add_number (self, most_squares), "is_finite");
  *is_lost = add_op (self, FL_SCALAR_LOGICAL_NOT, FL_DTYPE_BOOL,
                     add_op (self, FL_SCALAR_LOGICAL_AND, FL_DTYPE_BOOL, kept, finite, "is_exact"), 0, "loses_digits");
  *difference = convert (self, *difference, f64, FL_DTYPE_F32, "difference");
}

/* --- statements ------------------------------------------------------------------------------- */

static FlStmtId
add_block (Joiner *self, FlLoopStmt stmt, const GArray *children, const FlHomeId *homes, guint n_homes)
{
  FlArena *arena = fl_loop_kernel_get_arena (self->kernel);

  stmt.children = fl_arena_memdup (arena, children->data, sizeof (FlStmtId) * children->len);
  stmt.n_children = children->len;
  stmt.homes = fl_arena_memdup (arena, homes, sizeof *homes * n_homes);
  stmt.n_homes = n_homes;
  return fl_loop_add_stmt (self->kernel, &stmt);
}

static FlStmtId
add_let (Joiner *self, FlValueId value, guint origins)
{
  return fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_LET, .value = value, .origins = origins });
}

/* The first loop with squares beside the sum. */
static FlStmtId
add_squares (Joiner *self, const FlMomentsSum *sum, const FlMomentsSum *squares, FlHomeId home)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, squares->step), block = sum->block;
  g_autofree FlHomeId *homes = g_new0 (FlHomeId, block.n_homes + 1);
  const FlLoopValue square
      = { .op = FL_SCALAR_SQUARE, .dtype = FL_DTYPE_F32, .n_args = 1, .args = { sum->value }, .name = "square" };
  FlStmtId both[2] = { sum->step };
  FlStmtId made;

  step.home = home;
  step.value = fl_loop_add_value (self->kernel, &square);
  both[1] = fl_loop_add_stmt (self->kernel, &step);
  memcpy (homes, block.homes, sizeof *homes * block.n_homes);
  homes[block.n_homes] = home;
  block.homes = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), homes, sizeof *homes * (block.n_homes + 1));
  block.n_homes++;
  made = fl_loop_add_stmt (self->kernel, &block);
  return fl_loop_replace (self->kernel, made, sum->step, both, 2);
}

static FlHomeId
add_again_home (Joiner *self, FlHomeId total, const char *name)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, total);

  home.name = fl_intern_printf ("%s_%s", home.name, name);
  return fl_loop_add_home (self->kernel, &home);
}

/* The second loop, with accumulators of its own: squares += (x - mean)^2, off_mean += x - mean. */
static FlStmtId
add_second_loop (Joiner *self, const FlMomentsSum *squares, const FlHomeId again[2])
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, squares->step);
  FlStmtId both[2], loop = squares->block.children[0];

  step.home = again[0];
  both[0] = fl_loop_add_stmt (self->kernel, &step);
  step.home = again[1];
  step.value = fl_loop_get_value (self->kernel, squares->value)->args[0];
  both[1] = fl_loop_add_stmt (self->kernel, &step);
  loop = fl_loop_replace (self->kernel, loop, squares->step, both, 2);
  return squares->other ? fl_loop_replace (self->kernel, loop, squares->other, NULL, 0) : loop;
}

/* The squares are about a mean that was rounded: total -= off_mean^2 / count, so that of elements that are all equal
 * nothing is left, nor less than that. */
static FlStmtId
add_correction (Joiner *self, const FlMomentsSum *sum, const FlMomentsSum *squares, FlHomeId total,
                const FlHomeId again[2])
{
  const FlDtype f32 = FL_DTYPE_F32, f64 = FL_DTYPE_F64;
  const FlValueId off_mean = convert (self, read_sum (self, again[1]), f32, f64, "off_mean");
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, squares->step);
  FlValueId left = add_op (self, FL_SCALAR_MUL, f64, off_mean, off_mean, "off_mean_square");

  left = add_op (self, FL_SCALAR_TRUEDIV, f64, left, add_count (self, sum->count), "left");
  left
      = add_op (self, FL_SCALAR_MINIMUM, f64, left, add_number (self, FLT_MAX), "finite"); /* squares may be infinite */
  left = add_op (self, FL_SCALAR_MINIMUM, f32, convert (self, left, f64, f32, "left"), read_sum (self, again[0]),
                 "at_most");
  step.home = total;
  step.value = add_op (self, FL_SCALAR_NEG, f32, left, 0, "correction");
  return fl_loop_add_stmt (self->kernel, &step);
}

/* if (loses_digits) { squares_again, off_mean: the second loop; about_mean += squares_again - off_mean^2 / count } */
static FlStmtId
add_again (Joiner *self, const FlMomentsSum *sum, const FlMomentsSum *squares, FlHomeId total, FlValueId is_lost)
{
  const FlHomeId again[2] = { add_again_home (self, total, "again"), add_again_home (self, total, "off_mean") };
  const FlLoopStmt combine = { .kind = FL_STMT_COMBINE, .home = total, .from = again[0] };
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId made[] = { add_second_loop (self, squares, again), fl_loop_add_stmt (self->kernel, &combine),
                      add_correction (self, sum, squares, total, again) };

  g_array_append_val (children, made[0]);
  made[0] = add_block (self, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, children, again, 2);
  g_array_set_size (children, 0);
  g_array_append_vals (children, made, G_N_ELEMENTS (made));
  return add_block (self, (FlLoopStmt) { .kind = FL_STMT_GUARD, .condition = is_lost }, children, NULL, 0);
}

/* What is read of the squares, or, where they are corrected, "relu (squares - off_mean^2 / count)". */
static void
replace_reads (Joiner *self, const FlMomentsSum *squares, FlValueId by)
{
  for (FlValueId id = 1, n = fl_loop_get_n_values (self->kernel); id <= n; id++)
    {
      const FlLoopValue value = *fl_loop_get_value (self->kernel, id),
                        below = *fl_loop_get_value (self->kernel, value.n_args ? value.args[0] : id);

      if (squares->other ? value.op == FL_SCALAR_RELU && below.op == FL_SCALAR_SUB
                               && fl_moments_is_read (self->kernel, below.args[0], squares)
                         : fl_moments_is_read (self->kernel, id, squares))
        fl_loop_rewrite_add_value (self->rewrite, id, by);
    }
}

/* What the squares come to, by a second loop where digits cancelled; then what was behind it. */
static FlStmtId
add_second (Joiner *self, const FlMomentsSum *sum, const FlMomentsSum *squares, FlHomeId sum_of_squares)
{
  const guint origins = fl_loop_get_stmt (self->kernel, squares->step)->origins;
  const FlLoopHome home = *fl_loop_get_home (self->kernel, squares->home);
  const FlHomeId total = fl_loop_add_home (self->kernel, &home);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlLoopValue result = { .op = FL_SCALAR_WHERE, .dtype = FL_DTYPE_F32, .n_args = 3, .name = "about_mean" };
  FlStmtId made;
  FlValueId by;

  add_difference (self, sum, sum_of_squares, &result.args[2], &result.args[0]);
  result.args[1] = read_sum (self, total);
  by = fl_loop_add_value (self->kernel, &result);
  made = add_let (self, result.args[0], origins);
  g_array_append_val (children, made);
  made = add_again (self, sum, squares, total, result.args[0]);
  g_array_append_val (children, made);
  made = add_let (self, by, origins);
  g_array_append_val (children, made);
  g_array_append_vals (children, squares->block.children + 1, squares->block.n_children - 1);
  replace_reads (self, squares, by);
  return add_block (self, squares->block, children, &total, 1);
}

static void
join (Joiner *self, const FlMomentsSum *sum, const FlMomentsSum *squares, FlStmtId *first, FlStmtId *second)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, squares->home);
  FlHomeId sum_of_squares;

  home.name = "squares";
  sum_of_squares = fl_loop_add_home (self->kernel, &home);
  *first = add_squares (self, sum, squares, sum_of_squares);
  *second = add_second (self, sum, squares, sum_of_squares);
  self->n_joined++;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_home (self->kernel, squares->home)->name,
                "mean and squares about it in one pass",
                "%" G_GINT64_FORMAT " elements, at least %d; where more than three bits cancel, a second loop",
                fl_sym_get_hint (sum->count, FL_MOMENTS_MIN_ELEMENTS), FL_MOMENTS_MIN_ELEMENTS);
}

static FlStmtId
join_in (Joiner *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      FlMomentsSum sum, squares;

      if (children[i])
        continue;
      if (fl_moments_find_sum (self->kernel, stmt.children[i], &sum))
        for (guint k = i + 1; k < stmt.n_children && !children[i]; k++)
          if (!children[k] && fl_moments_find_sum (self->kernel, stmt.children[k], &squares)
              && fl_moments_are (self->context->machine, self->kernel, &sum, &squares))
            join (self, &sum, &squares, &children[i], &children[k]);
      if (!children[i])
        children[i] = join_in (self, stmt.children[i]);
    }
  return fl_loop_with_children (self->kernel, id, children, stmt.n_children);
}

const FlLoopProgram *
fl_pass_moments (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  Joiner self = { .context = context, .program = program, .kernel = program->kernel, .rewrite = rewrite };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  root = join_in (&self, program->root);
  if (self.n_joined == 0)
    return program;
  root = fl_loop_drop_unused (self.kernel, fl_loop_rewrite_values (rewrite, root));
  return fl_loop_program_new (self.kernel, root, "one-pass moments", program);
}
