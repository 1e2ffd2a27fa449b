/* One-pass moments: a sum and the squares about the mean that it gives, in one loop.
 *
 * Two loops over a row, of which the second takes squares about the mean of the first, become one that adds up squares
 * beside the sum: they are the sum of squares less the square of the sum, divided by the count. That is as good as a
 * second loop unless the mean is much larger than the deviations from it: then digits cancel (T. Chan, G. Golub,
 * R. LeVeque, 1983). So it is looked at how many do, and rows that lose more than three bits are gone through again. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include "fl-intern.h"

#include <string.h>

enum
{
  MIN_INNERMOST = 16, /* elements: whole vectors */
  MIN_ELEMENTS = 256, /* of fewer, what stands around the loops takes as long as a second one */
  MAX_LOSS = 8        /* factor by which rounding errors may grow: three bits of 24 */
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

/* A reduction: a block with a nest of loops, and the step in the innermost one. */
typedef struct
{
  FlLoopStmt block;
  FlStmtId inner, step;
  FlHomeId home;
  FlValueId value;     /* the value that is added up */
  const FlSym *count;  /* elements */
  const FlSym *length; /* of the innermost loop */
} Reduction;

/* --- which loops they are --------------------------------------------------------------------- */

static gboolean
is_sum (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = stmt->kind == FL_STMT_ACCUMULATE ? fl_loop_get_home (kernel, stmt->home) : NULL;

  return home && home->combiner == FL_REDUCTION_SUM && home->dtype == FL_DTYPE_F32 && home->source_dtype == FL_DTYPE_F32
         && fl_sym_is_int_value (home->size, 1);
}

/* The nest of loops of a block, each of which has nothing else but names beside the next one, and the only sum in it.
 */
static gboolean
find_reduction (FlLoopKernel *kernel, FlStmtId id, Reduction *found)
{
  FlLoopStmt loop;
  guint n_sums = 0;

  *found = (Reduction) { .block = *fl_loop_get_stmt (kernel, id),
                         .count = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 1) };
  if (found->block.kind != FL_STMT_SEQUENCE || found->block.n_homes == 0 || found->block.n_children == 0)
    return FALSE;
  for (found->inner = found->block.children[0];; found->inner = loop.children[0])
    {
      const FlLoopAxis *axis;

      loop = *fl_loop_get_stmt (kernel, found->inner);
      axis = loop.kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, loop.axis) : NULL;
      if (!axis || axis->step || axis->stop || loop.map != FL_MAP_SERIAL)
        return FALSE;
      found->length = axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent;
      found->count = fl_sym_mul (found->count, found->length);
      if (loop.n_children != 1 || fl_loop_get_stmt (kernel, loop.children[0])->kind != FL_STMT_LOOP)
        break;
    }
  for (guint i = 0; i < loop.n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, loop.children[i]);

      if (!is_sum (kernel, child))
        continue;
      found->step = loop.children[i];
      found->home = child->home;
      found->value = child->value;
      n_sums++;
    }
  return n_sums == 1;
}

/* Is the second value the first one, or loaded from where that was stored beside its step? */
static gboolean
is_same_element (const FlLoopKernel *kernel, const Reduction *sum, FlValueId id)
{
  const FlLoopStmt inner = *fl_loop_get_stmt (kernel, sum->inner);
  const FlLoopValue *load = fl_loop_get_value (kernel, id);

  for (guint i = 0; id != sum->value && load->op == FL_SCALAR_LOAD && i < inner.n_children; i++)
    {
      const FlLoopStmt *store = fl_loop_get_stmt (kernel, inner.children[i]);

      if (store->kind == FL_STMT_STORE && store->value == sum->value && store->home == load->home
          && store->index == load->index && store->mode != FL_LOOP_STORE_ATOMIC_ADD
          && fl_loop_get_home (kernel, store->home)->dtype == FL_DTYPE_F32)
        return TRUE;
    }
  return id == sum->value;
}

static gboolean
is_read (const FlLoopKernel *kernel, FlValueId id, const Reduction *of)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return value->op == FL_SCALAR_GETITEM && value->home == of->home;
}

static gboolean
is_count (const FlLoopValue *value, const FlSym *count)
{
  gint64 number;
  double given;

  if (value->op == FL_SCALAR_INDEX_EXPR)
    return fl_sym_known_equal (value->index, count);
  memcpy (&given, &value->bits, sizeof given);
  return value->op == FL_SCALAR_CONSTANT && fl_sym_is_int (count, &number) && given == (double) number;
}

/* "sum / 768" */
static gboolean
is_mean (const FlLoopKernel *kernel, FlValueId id, const Reduction *sum)
{
  const FlLoopValue mean = *fl_loop_get_value (kernel, id);

  return mean.op == FL_SCALAR_TRUEDIV && mean.dtype == FL_DTYPE_F32 && is_read (kernel, mean.args[0], sum)
         && is_count (fl_loop_get_value (kernel, mean.args[1]), sum->count);
}

/* "square (x - mean)" */
static gboolean
is_about_mean (const FlLoopKernel *kernel, const Reduction *squares, const Reduction *sum)
{
  const FlLoopValue square = *fl_loop_get_value (kernel, squares->value);
  const FlLoopValue *delta = square.n_args > 0 ? fl_loop_get_value (kernel, square.args[0]) : NULL;

  if (square.op != FL_SCALAR_SQUARE && (square.op != FL_SCALAR_MUL || square.args[0] != square.args[1]))
    return FALSE;
  return delta->op == FL_SCALAR_SUB && is_same_element (kernel, sum, delta->args[0])
         && is_mean (kernel, delta->args[1], sum);
}

/* Nothing but the squares, and names. */
static gboolean
does_nothing_else (const FlLoopKernel *kernel, const Reduction *squares)
{
  const FlLoopStmt inner = *fl_loop_get_stmt (kernel, squares->inner);

  for (guint i = 0; i < inner.n_children; i++)
    if (inner.children[i] != squares->step && fl_loop_get_stmt (kernel, inner.children[i])->kind != FL_STMT_LET)
      return FALSE;
  return squares->block.n_homes == 1 && squares->block.homes[0] == squares->home;
}

static gboolean
are_moments (const Joiner *self, const Reduction *sum, const Reduction *squares)
{
  const FlLoopMachine *machine = self->context->machine;

  return fl_sym_known_equal (sum->count, squares->count) && fl_sym_get_hint (sum->length, MIN_ELEMENTS) >= MIN_INNERMOST
         && fl_sym_get_hint (sum->count, MIN_ELEMENTS) >= MIN_ELEMENTS && is_about_mean (self->kernel, squares, sum)
         && does_nothing_else (self->kernel, squares) && !fl_loop_refuse_vectors (machine, self->kernel, sum->inner)
         && !fl_loop_refuse_vectors (machine, self->kernel, squares->inner);
}

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
add_difference (Joiner *self, const Reduction *sum, FlHomeId home, FlValueId *difference, FlValueId *is_lost)
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
add_squares (Joiner *self, const Reduction *sum, const Reduction *squares, FlHomeId home)
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

/* if (loses_digits) { part: the second loop; about_mean += part } */
static FlStmtId
add_again (Joiner *self, const Reduction *squares, FlHomeId total, FlValueId is_lost)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, total);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (self->kernel);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlLoopStmt added = { .kind = FL_STMT_COMBINE, .home = total };
  FlStmtId made;

  home.name = fl_intern_printf ("%s_again", home.name);
  added.from = fl_loop_add_home (self->kernel, &home);
  fl_loop_rewrite_add_home (rewrite, squares->home, added.from);
  made = fl_loop_rewrite_stmt (rewrite, squares->block.children[0]);
  g_array_append_val (children, made);
  made = add_block (self, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, children, &added.from, 1);
  g_array_set_size (children, 0);
  g_array_append_val (children, made);
  made = fl_loop_add_stmt (self->kernel, &added);
  g_array_append_val (children, made);
  return add_block (self, (FlLoopStmt) { .kind = FL_STMT_GUARD, .condition = is_lost }, children, NULL, 0);
}

/* What the squares come to, by a second loop where digits cancelled; then what was behind it. */
static FlStmtId
add_second (Joiner *self, const Reduction *sum, const Reduction *squares, FlHomeId sum_of_squares)
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
  made = add_again (self, squares, total, result.args[0]);
  g_array_append_val (children, made);
  made = add_let (self, by, origins);
  g_array_append_val (children, made);
  g_array_append_vals (children, squares->block.children + 1, squares->block.n_children - 1);
  for (FlValueId id = 1, n = fl_loop_get_n_values (self->kernel); id <= n; id++)
    if (is_read (self->kernel, id, squares))
      fl_loop_rewrite_add_value (self->rewrite, id, by);
  return add_block (self, squares->block, children, &total, 1);
}

static void
join (Joiner *self, const Reduction *sum, const Reduction *squares, FlStmtId *first, FlStmtId *second)
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
                fl_sym_get_hint (sum->count, MIN_ELEMENTS), MIN_ELEMENTS);
}

static FlStmtId
join_in (Joiner *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      Reduction sum, squares;

      if (children[i])
        continue;
      if (find_reduction (self->kernel, stmt.children[i], &sum))
        for (guint k = i + 1; k < stmt.n_children && !children[i]; k++)
          if (!children[k] && find_reduction (self->kernel, stmt.children[k], &squares)
              && are_moments (self, &sum, &squares))
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
