/* Two-pass variance: a Welford reduction becomes two loops, a sum, from which the mean follows, and squares about it.
 *
 * Welford's step divides, and waits for the one before: an element takes some twenty cycles. A sum and squares about a
 * known mean are reductions as any other one, in vectors, and lose no more digits. What the mean lost to rounding is
 * corrected by the sum of the differences from it (T. Chan, G. Golub, R. LeVeque, 1983, call this the corrected
 * two-pass algorithm). Of partial results, each counts by its weight. What is stored beside the first step is loaded in
 * the second loop, other values are computed again. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-variance-private.h"

#include <float.h>
#include <string.h>

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite; /* replaces what is read of the old accumulators */
  GHashTable *needed;     /* values */
  guint n_split;
} Splitter;

/* --- what becomes of it ----------------------------------------------------------------------- */

static FlValueId
add_value (Splitter *self, const FlMoments *moments, FlScalar op, guint n, const FlValueId *args, const char *name)
{
  FlLoopValue value = { .op = op, .dtype = moments->dtype, .n_args = n, .name = name };
  memcpy (value.args, args, n * sizeof *args);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
read_home (Splitter *self, const FlMoments *moments, FlHomeId home)
{
  const FlLoopValue value = { .op = FL_SCALAR_GETITEM,
                              .dtype = moments->dtype,
                              .home = home,
                              .epoch = 1,
                              .name = fl_loop_get_home (self->kernel, home)->name };

  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_number (Splitter *self, const FlMoments *moments, double number)
{
  FlLoopValue value = { .op = FL_SCALAR_CONSTANT, .dtype = moments->dtype, .name = "number" };

  memcpy (&value.bits, &number, sizeof number);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
make_count (Splitter *self, const FlMoments *moments)
{
  const FlLoopValue value
      = { .op = FL_SCALAR_INDEX_EXPR, .dtype = moments->dtype, .index = moments->count, .name = "count" };
  gint64 count;

  if (moments->weight)
    return read_home (self, moments, moments->weight);
  return fl_sym_is_int (moments->count, &count) ? add_number (self, moments, (double) count)
                                                : fl_loop_add_value (self->kernel, &value);
}

static FlHomeId
add_sum (Splitter *self, const FlMoments *moments, const char *name)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, moments->home);

  home.name = name;
  home.combiner = FL_REDUCTION_SUM;
  home.n_components = 1;
  home.dtype = home.source_dtype = moments->dtype;
  return fl_loop_add_home (self->kernel, &home);
}

/* The count, or 1 of no element, of which nothing is left, either. */
static FlValueId
make_divisor (Splitter *self, const FlMoments *moments)
{
  const FlValueId count = make_count (self, moments);
  gint64 known;

  if (!moments->weight && fl_sym_is_int (moments->count, &known) && known > 0)
    return count;
  return add_value (self, moments, FL_SCALAR_MAXIMUM, 2, (FlValueId[]) { count, add_number (self, moments, 1) },
                    "divisor");
}

/* The squares about the mean that was rounded, less what that leaves: (sum of (x - mean))^2 / count. Of elements that
 * are all equal nothing is left, whatever the sum in front of them lost; where the squares are beyond all floats, less
 * than an infinity is, so that they stay one. */
static FlValueId
make_squares (Splitter *self, const FlMoments *moments)
{
  const FlValueId squares = read_home (self, moments, moments->squares),
                  off_mean = read_home (self, moments, moments->off_mean),
                  most = add_number (self, moments, moments->dtype == FL_DTYPE_F64 ? DBL_MAX : FLT_MAX);
  FlValueId value
      = add_value (self, moments, FL_SCALAR_MUL, 2, (FlValueId[]) { off_mean, off_mean }, "off_mean_square");

  value
      = add_value (self, moments, FL_SCALAR_TRUEDIV, 2, (FlValueId[]) { value, make_divisor (self, moments) }, "left");
  value = add_value (self, moments, FL_SCALAR_MINIMUM, 2, (FlValueId[]) { value, most }, "finite");
  value = add_value (self, moments, FL_SCALAR_SUB, 2, (FlValueId[]) { squares, value }, "corrected");
  return add_value (self, moments, FL_SCALAR_RELU, 1, &value, "squares"); /* rounding may leave less than 0 */
}

/* What is read of the old accumulator. TRUE: the squares are. */
static gboolean
replace_reads (Splitter *self, const FlMoments *moments)
{
  gboolean needs_squares = FALSE;
  const FlValueId by[] = { moments->mean, make_squares (self, moments), make_count (self, moments) };

  for (FlValueId id = 1, n = fl_loop_get_n_values (self->kernel); id <= n; id++)
    {
      const FlLoopValue *value = fl_loop_get_value (self->kernel, id);

      if (value->op != FL_SCALAR_GETITEM || value->home != moments->home)
        continue;
      needs_squares |= value->component == 1 && g_hash_table_contains (self->needed, GUINT_TO_POINTER (id));
      fl_loop_rewrite_add_value (self->rewrite, id, by[MIN (value->component, 2)]);
    }
  return needs_squares;
}

/* home += value, in the place of the old step; of partial results, by their weight. */
static FlStmtId
make_step (Splitter *self, const FlMoments *moments, FlHomeId home, FlValueId value)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  const FlValueId m2 = step.more[0], weight = step.more[1];

  if (weight)
    value = add_value (self, moments, FL_SCALAR_MUL, 2, (FlValueId[]) { value, weight }, "weighted");
  if (weight && home == moments->squares)
    value = add_value (self, moments, FL_SCALAR_ADD, 2, (FlValueId[]) { m2, value }, "squares");
  step.home = home;
  step.value = value;
  step.more[0] = step.more[1] = 0;
  return fl_loop_add_stmt (self->kernel, &step);
}

/* squares += (x - mean)^2, off_mean += x - mean */
static FlStmtId
make_second (Splitter *self, const FlMoments *moments, FlStmtId loop)
{
  const FlValueId delta
      = add_value (self, moments, FL_SCALAR_SUB, 2, (FlValueId[]) { moments->again, moments->mean }, "delta");
  const FlStmtId both[]
      = { make_step (self, moments, moments->squares, add_value (self, moments, FL_SCALAR_SQUARE, 1, &delta, "square")),
          make_step (self, moments, moments->off_mean, delta) };

  return fl_moments_make_second (self->kernel, moments, loop, both, G_N_ELEMENTS (both));
}

/* The first loop, which adds up; of partial results, their weights beside the sum. */
static FlStmtId
make_first (Splitter *self, const FlMoments *moments, FlStmtId loop)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  FlStmtId both[2] = { make_step (self, moments, moments->sum, step.value) };

  step.home = moments->weight;
  step.value = step.more[1];
  step.more[0] = step.more[1] = 0;
  if (moments->weight)
    both[1] = fl_loop_add_stmt (self->kernel, &step);
  return fl_loop_replace (self->kernel, loop, moments->step, both, moments->weight ? 2 : 1);
}

/* { sum: loop } mean = sum / count; { squares: loop; what was behind the reduction }. FALSE: nobody needs squares. */
static gboolean
split (Splitter *self, const FlLoopStmt *block, FlMoments *moments, FlStmtId *made)
{
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  gboolean needs_squares;

  moments->sum = add_sum (self, moments, "sum");
  moments->squares = add_sum (self, moments, "about_mean");
  moments->off_mean = add_sum (self, moments, "off_mean");
  moments->weight = step.more[0] ? add_sum (self, moments, "weight") : 0;
  moments->mean
      = add_value (self, moments, FL_SCALAR_TRUEDIV, 2,
                   (FlValueId[]) { read_home (self, moments, moments->sum), make_count (self, moments) }, "mean");
  fl_loop_set_value_origins (self->kernel, moments->mean, step.origins);
  for (guint i = 0; i < block->n_homes; i++)
    g_array_append_vals (homes, block->homes[i] == moments->home ? &moments->sum : &block->homes[i], 1);
  if (moments->weight)
    g_array_append_val (homes, moments->weight);
  needs_squares = replace_reads (self, moments);
  made[0] = fl_moments_remake_block (self->kernel, block, (const FlHomeId *) homes->data, homes->len,
                                     make_first (self, moments, block->children[0]), FALSE);
  made[1] = fl_loop_add_stmt (self->kernel,
                              &(FlLoopStmt) { .kind = FL_STMT_LET, .value = moments->mean, .origins = step.origins });
  made[2] = fl_moments_remake_block (self->kernel, block, (const FlHomeId[]) { moments->squares, moments->off_mean }, 2,
                                     make_second (self, moments, block->children[0]), TRUE);
  self->n_split++;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_home (self->kernel, moments->home)->name,
                needs_squares ? "mean and squares about it in two loops" : "a mean by its sum",
                "Welford's step divides and waits for the one before it");
  return needs_squares;
}

static gboolean
may_split (Splitter *self, const FlMoments *moments)
{
  const char *why_not = fl_moments_refuse_row (self->context, self->kernel, moments);

  if (why_not)
    fl_loop_note (self->context, self->program, FL_VERDICT_REJECT, fl_loop_get_home (self->kernel, moments->home)->name,
                  "mean and squares about it in two loops", "%s", why_not);
  return !why_not;
}

/* A child, or the three that it becomes. */
static void
append_split (gpointer data, FlStmtId id, GArray *out)
{
  Splitter *self = data;
  const FlLoopStmt block = *fl_loop_get_stmt (self->kernel, id);
  FlStmtId made[3];
  FlMoments moments;

  for (guint i = 0; i < block.n_homes; i++)
    if (fl_variance_find (self->kernel, &block, i, &moments) && may_split (self, &moments))
      {
        const gboolean needs_squares = split (self, &block, &moments, made);

        append_split (self, made[0], out); /* there may be others */
        g_array_append_val (out, made[1]);
        made[2] = fl_loop_expand_children (self->kernel, made[2], append_split, self);
        if (needs_squares)
          g_array_append_val (out, made[2]);
        else
          g_array_append_vals (out, fl_loop_get_stmt (self->kernel, made[2])->children + 1, block.n_children - 1);
        return;
      }
  id = fl_loop_expand_children (self->kernel, id, append_split, self);
  g_array_append_val (out, id);
}

const FlLoopProgram *
fl_pass_variance (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  g_autoptr (GHashTable) needed = fl_loop_collect_needed (program->kernel, program->root);
  Splitter self
      = { .context = context, .program = program, .kernel = program->kernel, .rewrite = rewrite, .needed = needed };
  FlStmtId root = fl_loop_expand_children (self.kernel, program->root, append_split, &self);

  if (self.n_split == 0)
    return program;
  root = fl_loop_drop_unused (self.kernel, fl_loop_rewrite_values (rewrite, root));
  return fl_loop_program_new (self.kernel, root, "two-pass variance", program);
}
