/* Two-pass softmax: the reduction of online softmax becomes two loops, a maximum, and the sum of exponentials below it.
 *
 * An online softmax (M. Milakov, N. Gimelshein, 2018) reads a row once less than two loops, but each of its steps
 * waits for the exponential of the one before it. A row in registers is not read again, and its maximum takes one
 * instruction an element; what then divides by the sum finds the same exponentials. Of a row of -inf alone the
 * exponentials are NaN, and the sum is 0, as an online softmax has it. */
#include "fl-loop-passes.h"
#include "fl-pass-grid-private.h"
#include "fl-loop-rewrite.h"
#include "fl-variance-private.h"

#include <math.h>
#include <string.h>

enum
{
  VECTOR = 8 /* elements of 16 bytes at most */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlLoopRewrite *rewrite; /* replaces what is read of the old accumulators */
  guint n_split;
} Splitter;

static FlValueId
add_value (Splitter *self, FlScalar op, FlDtype dtype, guint n, const FlValueId *args, const char *name)
{
  FlLoopValue value = { .op = op, .dtype = dtype, .n_args = n, .name = name };

  memcpy (value.args, args, n * sizeof *args);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_number (Splitter *self, FlDtype dtype, double number)
{
  FlLoopValue value = { .op = FL_SCALAR_CONSTANT, .dtype = dtype, .name = "number" };

  memcpy (&value.bits, &number, sizeof number);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
read_home (Splitter *self, FlHomeId home)
{
  const FlLoopHome *what = fl_loop_get_home (self->kernel, home);

  return fl_loop_add_value (self->kernel, &(FlLoopValue) { .op = FL_SCALAR_GETITEM,
                                                           .dtype = what->dtype,
                                                           .home = home,
                                                           .epoch = 1,
                                                           .name = what->name });
}

static FlHomeId
add_accumulator (Splitter *self, const FlMoments *moments, FlReductionType combiner, const char *name)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, moments->home);

  home.name = name;
  home.combiner = combiner;
  home.n_components = 1;
  home.dtype = home.source_dtype = moments->dtype;
  return fl_loop_add_home (self->kernel, &home);
}

static FlStmtId
make_step (Splitter *self, const FlMoments *moments, FlHomeId home, FlValueId value)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);

  step.home = home;
  step.value = value;
  return fl_loop_add_stmt (self->kernel, &step);
}

/* The sum, or 0 below a maximum of -inf. */
static FlValueId
make_total (Splitter *self, const FlMoments *moments)
{
  const FlValueId largest = read_home (self, moments->sum), none = add_number (self, moments->dtype, -INFINITY),
                  zero = add_number (self, moments->dtype, 0);
  const FlValueId is_empty
      = add_value (self, FL_SCALAR_EQ, FL_DTYPE_BOOL, 2, (FlValueId[]) { largest, none }, "is_empty");

  return add_value (self, FL_SCALAR_WHERE, moments->dtype, 3,
                    (FlValueId[]) { is_empty, zero, read_home (self, moments->squares) }, "total");
}

/* Is it the exponential of an element less the old accumulator's maximum? */
static gboolean
is_exponential (const Splitter *self, const FlMoments *moments, const FlLoopValue *value)
{
  const FlLoopValue *below = value->op == FL_SCALAR_EXP ? fl_loop_get_value (self->kernel, value->args[0]) : NULL;
  const FlLoopValue *largest = below && below->op == FL_SCALAR_SUB && below->args[0] == moments->again
                                   ? fl_loop_get_value (self->kernel, below->args[1])
                                   : NULL;

  return largest && largest->op == FL_SCALAR_GETITEM && largest->home == moments->home && largest->component == 0
         && value->dtype == moments->dtype;
}

static void
replace_reads (Splitter *self, const FlMoments *moments, FlValueId exponential)
{
  const FlValueId by[] = { read_home (self, moments->sum), make_total (self, moments) };

  for (FlValueId id = 1, n = fl_loop_get_n_values (self->kernel); id <= n; id++)
    {
      const FlLoopValue *value = fl_loop_get_value (self->kernel, id);

      if (value->op == FL_SCALAR_GETITEM && value->home == moments->home)
        fl_loop_rewrite_add_value (self->rewrite, id, by[MIN (value->component, 1)]);
      else if (is_exponential (self, moments, value))
        fl_loop_rewrite_add_value (self->rewrite, id, exponential);
    }
}

/* exp (x - maximum), one of numbers of which the largest is 1. */
static FlValueId
make_exponential (Splitter *self, const FlMoments *moments)
{
  FlLoopValue value = {
    .op = FL_SCALAR_EXP, .dtype = moments->dtype, .n_args = 1, .function = FL_LOOP_FUNCTION_EXP_BELOW, .name = "exp"
  };

  value.args[0] = value.of = add_value (self, FL_SCALAR_SUB, moments->dtype, 2,
                                        (FlValueId[]) { moments->again, read_home (self, moments->sum) }, "below");
  return fl_loop_add_value (self->kernel, &value);
}

/* { maximum: loop } { sum: loop; what was behind the reduction }; in moments the maximum is `sum`, the sum `squares`.
 */
static void
split (Splitter *self, const FlLoopStmt *block, FlMoments *moments, FlStmtId *made)
{
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  FlValueId exponential;
  FlStmtId now;

  moments->sum = add_accumulator (self, moments, FL_REDUCTION_MAX, "largest");
  moments->squares = add_accumulator (self, moments, FL_REDUCTION_SUM, "sum_of_exp");
  for (guint i = 0; i < block->n_homes; i++)
    g_array_append_vals (homes, block->homes[i] == moments->home ? &moments->sum : &block->homes[i], 1);
  exponential = make_exponential (self, moments);
  replace_reads (self, moments, exponential);
  now = make_step (self, moments, moments->sum, step.value);
  now = fl_loop_replace (self->kernel, block->children[0], moments->step, &now, 1);
  made[0] = fl_moments_remake_block (self->kernel, block, (const FlHomeId *) homes->data, homes->len, now, FALSE);
  now = make_step (self, moments, moments->squares, exponential);
  now = fl_moments_make_second (self->kernel, moments, block->children[0], &now, 1);
  made[1] = fl_moments_remake_block (self->kernel, block, &moments->squares, 1, now, TRUE);
  self->n_split++;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_home (self->kernel, moments->home)->name,
                "maximum and sum of exponentials in two loops",
                "a step of online softmax waits for the exponential of the one before it");
}

typedef struct
{
  FlStmtId step;
  gboolean is_found;
} StepSearch;

static void
note_step (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  ((StepSearch *) data)->is_found |= id == ((StepSearch *) data)->step;
}

/* A scan reads at every step what it has until then. */
static gboolean
is_scan (const Splitter *self, const FlLoopStmt *block, const FlMoments *moments)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL);

  g_hash_table_add (homes, GUINT_TO_POINTER (moments->home));
  for (guint i = 0; i < block->n_children; i++)
    {
      StepSearch search = { .step = moments->step };

      fl_loop_visit (self->kernel, block->children[i], note_step, &search);
      if (search.is_found && fl_grid_reads (self->kernel, block->children[i], homes))
        return TRUE;
    }
  return FALSE;
}

/* Threads of a cluster have whole vectors alone, which online softmax then takes in as one chunk. */
static gboolean
combines_once (const Splitter *self, const FlMoments *moments)
{
  const FlLoopMachine *machine = self->context->machine;
  const gint64 threads = fl_tuned_get (FL_TUNED_GRID_CLUSTER_WARPS, &machine->caches) * FL_GRID_LANES;
  gint64 count = 0, n;

  fl_sym_is_int (moments->count, &count);
  n = fl_grid_count_cluster (machine, count, 1);
  return n > 1 && count % (n * threads * VECTOR) == 0;
}

static gboolean
may_split (Splitter *self, const FlLoopStmt *block, guint position, FlMoments *moments)
{
  const char *why_not;

  if (!fl_softmax_find (self->kernel, block, position, moments) || is_scan (self, block, moments))
    return FALSE;
  why_not = fl_moments_refuse_row (self->context, self->kernel, moments);
  if (!why_not && combines_once (self, moments))
    why_not = "a cluster has the row, whose blocks would wait for each other twice";
  if (why_not)
    fl_loop_note (self->context, self->program, FL_VERDICT_REJECT, fl_loop_get_home (self->kernel, moments->home)->name,
                  "maximum and sum of exponentials in two loops", "%s", why_not);
  return !why_not;
}

/* A child, or the two that it becomes. */
static void
append_split (gpointer data, FlStmtId id, GArray *out)
{
  Splitter *self = data;
  const FlLoopStmt block = *fl_loop_get_stmt (self->kernel, id);
  FlStmtId made[2];
  FlMoments moments;

  for (guint i = 0; i < block.n_homes; i++)
    if (may_split (self, &block, i, &moments))
      {
        split (self, &block, &moments, made);
        append_split (self, made[0], out); /* there may be others */
        append_split (self, made[1], out);
        return;
      }
  id = fl_loop_expand_children (self->kernel, id, append_split, self);
  g_array_append_val (out, id);
}

const FlLoopProgram *
fl_pass_softmax (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  Splitter self = { .context = context, .program = program, .kernel = program->kernel, .rewrite = rewrite };
  FlStmtId root = fl_loop_expand_children (self.kernel, program->root, append_split, &self);

  if (self.n_split == 0)
    return program;
  root = fl_loop_drop_unused (self.kernel, fl_loop_rewrite_values (rewrite, root));
  return fl_loop_program_new (self.kernel, root, context->pass, program);
}
