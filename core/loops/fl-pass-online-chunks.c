/* Online softmax by chunks: of a row that registers do not keep, a thread takes in some vectors at once, their maximum
 * and the sum of the exponentials below that, as one partial result. An element takes one exponential then, and only
 * one a chunk waits for the one before it; element by element each of them did. What a thread's registers keep of a row
 * is one chunk: threads then combine once, where a maximum of all in front of the sum would have them wait for each
 * other twice. */
#include "fl-intern.h"
#include "fl-loop-make.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

#include <math.h>
#include <string.h>

enum
{
  CHUNK = 4,     /* vectors: 16 or 32 elements, which wait in registers */
  MOST_KEPT = 64 /* elements of a thread */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopRewrite *exponentials; /* below the maxima, behind the loops */
} Pass;

/* What is made for one loop. */
typedef struct
{
  FlLoopKernel *kernel;
  FlLoopStmt step; /* the old accumulation */
  FlDtype dtype;
  FlAxisId block, inside, vector; /* block 0: there is one chunk */
  FlHomeId largest, sum;
  FlLoopRewrite *rewrite;
} Chunks;

/* The loop over vectors that does nothing but take in elements; its only statement but names. */
static gboolean
find_step (const FlLoopKernel *kernel, const FlLoopStmt *loop, FlLoopStmt *vector, FlLoopStmt *step,
           gboolean *is_one_chunk)
{
  guint n = 0;
  gint64 extent, width;

  if (loop->kind != FL_STMT_LOOP || loop->map != FL_MAP_SERIAL || loop->n_children != 1 || loop->n_homes > 0
      || !fl_sym_is_int (fl_loop_get_axis (kernel, loop->axis)->extent, &extent))
    return FALSE;
  *vector = *fl_loop_get_stmt (kernel, loop->children[0]);
  if (vector->kind != FL_STMT_LOOP || vector->map != FL_MAP_VECTOR || vector->n_homes > 0
      || !fl_sym_is_int (fl_loop_get_axis (kernel, vector->axis)->extent, &width))
    return FALSE;
  *is_one_chunk = extent * width <= MOST_KEPT;
  if (!*is_one_chunk && extent % CHUNK != 0)
    return FALSE;
  for (guint i = 0; i < vector->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, vector->children[i]);

      if (child->kind == FL_STMT_LET)
        continue;
      if (child->kind != FL_STMT_ACCUMULATE || child->more[0] || n++ > 0
          || fl_loop_get_home (kernel, child->home)->combiner != FL_REDUCTION_ONLINE_SOFTMAX)
        return FALSE;
      *step = *child;
    }
  return n == 1;
}

static FlHomeId
add_accumulator (Chunks *self, FlReductionType combiner, const char *name, guint64 open)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, self->step.home);

  home.name = fl_intern (name);
  home.combiner = combiner;
  home.n_components = 1;
  home.dtype = home.source_dtype = self->dtype;
  home.varies = open | (self->block ? G_GUINT64_CONSTANT (1) << self->block : 0);
  return fl_loop_add_home (self->kernel, &home);
}

static FlValueId
add_value (Chunks *self, FlScalar op, FlDtype dtype, guint n, const FlValueId *args, const char *name)
{
  FlLoopValue value = { .op = op, .dtype = dtype, .n_args = n, .name = name };

  memcpy (value.args, args, n * sizeof *args);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
add_number (Chunks *self, double number)
{
  FlLoopValue value = { .op = FL_SCALAR_CONSTANT, .dtype = self->dtype, .name = "number" };

  memcpy (&value.bits, &number, sizeof number);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
read_home (Chunks *self, FlHomeId home)
{
  return fl_loop_add_value (self->kernel, &(FlLoopValue) { .op = FL_SCALAR_GETITEM,
                                                           .dtype = self->dtype,
                                                           .home = home,
                                                           .epoch = 1,
                                                           .name = fl_loop_get_home (self->kernel, home)->name });
}

static FlStmtId
accumulate (Chunks *self, FlHomeId home, FlValueId value, FlValueId more)
{
  FlLoopStmt step = self->step;

  step.home = home;
  step.value = value;
  step.more[0] = more;
  return fl_loop_add_stmt (self->kernel, &step);
}

/* for the vectors of the chunk, for their elements: one step */
static FlStmtId
wrap (Chunks *self, FlStmtId step)
{
  step = fl_loop_add_loop (self->kernel, self->vector, FL_MAP_VECTOR, &step, 1);
  return fl_loop_add_loop (self->kernel, self->inside, FL_MAP_UNROLLED, &step, 1);
}

/* The chunk's partial result joins the old accumulator; below a maximum of -inf there is nothing. */
static FlStmtId
make_chunk (Chunks *self)
{
  const FlValueId x = fl_loop_rewrite_value (self->rewrite, self->step.value),
                  largest = read_home (self, self->largest), none = add_number (self, -INFINITY);
  const FlValueId is_empty
      = add_value (self, FL_SCALAR_EQ, FL_DTYPE_BOOL, 2, (FlValueId[]) { largest, none }, "is_empty"),
      total = add_value (self, FL_SCALAR_WHERE, self->dtype, 3,
                         (FlValueId[]) { is_empty, add_number (self, 0), read_home (self, self->sum) }, "total");
  FlLoopValue exponential = {
    .op = FL_SCALAR_EXP, .dtype = self->dtype, .n_args = 1, .function = FL_LOOP_FUNCTION_EXP_BELOW, .name = "exp"
  };
  const FlHomeId homes[] = { self->largest, self->sum };
  FlStmtId parts[3], made;
  FlLoopStmt loop;

  exponential.args[0] = exponential.of
      = add_value (self, FL_SCALAR_SUB, self->dtype, 2, (FlValueId[]) { x, largest }, "below");
  parts[0] = wrap (self, accumulate (self, self->largest, x, 0));
  parts[1] = wrap (self, accumulate (self, self->sum, fl_loop_add_value (self->kernel, &exponential), 0));
  parts[2] = accumulate (self, self->step.home, largest, total);
  loop = (FlLoopStmt) { .kind = FL_STMT_SEQUENCE };
  if (self->block)
    loop = (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = self->block, .map = FL_MAP_SERIAL };
  made = fl_loop_add_stmt (self->kernel, &loop);
  made = fl_loop_with_children (self->kernel, made, parts, G_N_ELEMENTS (parts));
  loop = *fl_loop_get_stmt (self->kernel, made);
  loop.n_homes = G_N_ELEMENTS (homes);
  loop.homes = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), homes, sizeof homes);
  return fl_loop_add_stmt (self->kernel, &loop);
}

/* Exponentials of elements less the maximum of all, of which the largest is 1. */
static void
mark_exponentials (FlLoopKernel *kernel, const FlLoopStmt *step, FlLoopRewrite *rewrite)
{
  for (FlValueId id = 1, n = fl_loop_get_n_values (kernel); id <= n; id++)
    {
      FlLoopValue value = *fl_loop_get_value (kernel, id);
      const FlLoopValue *below = value.op == FL_SCALAR_EXP ? fl_loop_get_value (kernel, value.args[0]) : NULL,
                        *largest = below && below->op == FL_SCALAR_SUB && below->args[0] == step->value
                                       ? fl_loop_get_value (kernel, below->args[1])
                                       : NULL;

      if (!largest || largest->op != FL_SCALAR_GETITEM || largest->home != step->home || largest->component != 0
          || value.function != FL_LOOP_FUNCTION_NONE)
        continue;
      value.function = FL_LOOP_FUNCTION_EXP_BELOW;
      value.of = value.args[0];
      fl_loop_rewrite_add_value (rewrite, id, fl_loop_add_value (kernel, &value));
    }
}

/* Position u of the loop is CHUNK b + u'. */
static void
cut_axis (Chunks *self, const FlLoopAxis *axis)
{
  const FlSym *n = fl_sym_int (fl_sym_get_table (axis->extent), CHUNK);

  self->block = fl_loop_make_axis (self->kernel, self->inside, fl_intern_printf ("%sb", axis->name),
                                   fl_sym_floor_div (axis->extent, n));
  self->inside = fl_loop_make_axis (self->kernel, self->inside, fl_intern_printf ("%su", axis->name), n);
  fl_loop_rewrite_add_var (self->rewrite, axis->var,
                           fl_sym_add (fl_sym_mul_int (fl_loop_get_var (self->kernel, self->block), CHUNK),
                                       fl_loop_get_var (self->kernel, self->inside)));
}

static FlStmtId
chunk (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  const Pass *pass = data;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  g_autoptr (FlLoopRewrite) rewrite = NULL;
  Chunks self = { .kernel = kernel };
  gboolean is_one_chunk;
  FlLoopStmt vector;
  FlLoopAxis axis;

  if (!open || !find_step (kernel, &loop, &vector, &self.step, &is_one_chunk))
    return 0;
  self.dtype = fl_dtype_get_compute (fl_loop_get_home (kernel, self.step.home)->dtype);
  mark_exponentials (kernel, &self.step, pass->exponentials);
  axis = *fl_loop_get_axis (kernel, loop.axis);
  self.vector = vector.axis;
  self.inside = loop.axis;
  self.rewrite = rewrite = fl_loop_rewrite_new (kernel);
  if (!is_one_chunk)
    cut_axis (&self, &axis);
  self.largest = add_accumulator (&self, FL_REDUCTION_MAX, "largest_of_chunk", open);
  self.sum = add_accumulator (&self, FL_REDUCTION_SUM, "sum_of_chunk", open);
  if (is_one_chunk)
    fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, fl_loop_get_home (kernel, self.step.home)->name,
                  "taken in at once", "all that a thread keeps of the row: threads combine once");
  else
    fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, fl_loop_get_home (kernel, self.step.home)->name,
                  "taken in by chunks", "%d vectors at once, one exponential an element", CHUNK);
  return make_chunk (&self);
}

const FlLoopProgram *
fl_pass_online_chunks (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) exponentials = fl_loop_rewrite_new (program->kernel);
  Pass pass = { context, program, exponentials };
  FlStmtId root;

  if (fl_loop_get_n_axes (program->kernel) + 8 >= FL_LOOP_MAX_AXES)
    return program;
  root = fl_loop_map_stmts (program->kernel, program->root, 0, chunk, &pass);
  if (root == program->root)
    return program;
  root = fl_loop_drop_unused (program->kernel, fl_loop_rewrite_values (exponentials, root));
  return fl_loop_program_new (program->kernel, root, context->pass, program);
}
