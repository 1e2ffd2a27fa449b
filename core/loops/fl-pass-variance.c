/* Two-pass variance: a Welford reduction becomes two loops, a sum, from which the mean follows, and squares about it.
 *
 * Welford's step divides, and waits for the one before: an element takes some twenty cycles. A sum and squares about a
 * known mean are reductions as any other one, in vectors, and lose no more digits (T. Chan, G. Golub, R. LeVeque, 1983,
 * call it the two-pass algorithm). Of partial results, each counts by its weight. What is stored beside the first step
 * is loaded in the second loop, other values are computed again. */
#include "fl-loop-order.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

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

/* A Welford reduction, and what becomes of it. */
typedef struct
{
  FlHomeId home, sum, squares, weight; /* weight: of partial results; 0: elements are taken in */
  FlStmtId step;                       /* accumulates in `home` */
  FlDtype dtype;                       /* the type of the arithmetic */
  const FlSym *count;                  /* of elements */
  FlValueId mean;                      /* the whole recipe */
  FlValueId again;                     /* an element, behind the first loop */
  guint64 axes;                        /* of the loops */
  const FlLoopStmt *at;                /* the block of the step, while it is looked for */
} Moments;

/* --- the reduction ---------------------------------------------------------------------------- */

typedef struct
{
  FlHomeId home;
  guint n_steps;
  FlStmtId step;
} StepSearch;

static void
note_step (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  StepSearch *search = data;

  if ((stmt->kind != FL_STMT_ACCUMULATE && stmt->kind != FL_STMT_COMBINE) || stmt->home != search->home)
    return;
  search->step = id;
  search->n_steps += stmt->kind == FL_STMT_ACCUMULATE ? 1 : 2;
}

/* The loops from a statement down to the step multiply the count. FALSE: the step is not below, or something stands
 * around it that is no loop. */
static gboolean
count_elements (const FlLoopKernel *kernel, FlStmtId id, Moments *moments)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis *axis = stmt.kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, stmt.axis) : NULL;

  if (!axis || axis->step || axis->stop || stmt.map != FL_MAP_SERIAL)
    return FALSE;
  for (guint i = 0; i < stmt.n_children; i++)
    if (stmt.children[i] == moments->step || count_elements (kernel, stmt.children[i], moments))
      {
        const FlSym *length = axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent;

        moments->count = moments->count ? fl_sym_mul (length, moments->count) : length;
        moments->axes |= G_GUINT64_CONSTANT (1) << stmt.axis;
        if (stmt.children[i] == moments->step)
          moments->at = fl_loop_get_stmt (kernel, id);
        return TRUE;
      }
  return FALSE;
}

/* Does the loop write what the element is read from? */
static gboolean
is_lost (const Splitter *self, FlStmtId loop, FlValueId value)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (self->kernel, loop);

  return fl_loop_value_reads (self->kernel, value, written);
}

static void
count_stores (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  guint *both = data;

  both[1] += stmt->kind == FL_STMT_STORE && stmt->home == both[0];
}

/* Is every element kept in a place of its own? */
static gboolean
keeps_elements (const Splitter *self, FlStmtId loop, const FlLoopStmt *store, const Moments *moments)
{
  const FlLoopHome *home = fl_loop_get_home (self->kernel, store->home);
  guint both[] = { store->home, 0 };

  fl_loop_visit (self->kernel, loop, count_stores, both);
  return both[1] == 1 && store->mode != FL_LOOP_STORE_ATOMIC_ADD && home->dtype == moments->dtype
         && !(home->varies & moments->axes) && fl_loop_is_one_to_one (self->kernel, store->index, moments->axes);
}

/* Where the element was computed and stored beside the step, it is loaded from there. */
static FlValueId
find_again (const Splitter *self, FlStmtId loop, const Moments *moments)
{
  const FlValueId value = fl_loop_get_stmt (self->kernel, moments->step)->value;

  for (guint i = 0; i < moments->at->n_children; i++)
    {
      const FlLoopStmt store = *fl_loop_get_stmt (self->kernel, moments->at->children[i]);
      FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = moments->dtype, .index = store.index, .epoch = 1 };

      if (store.kind != FL_STMT_STORE || store.value != value
          || fl_loop_get_value (self->kernel, value)->op == FL_SCALAR_LOAD
          || !keeps_elements (self, loop, &store, moments))
        continue;
      load.home = store.home;
      load.name = fl_loop_get_home (self->kernel, store.home)->name;
      return fl_loop_add_value (self->kernel, &load);
    }
  return is_lost (self, loop, value) ? 0 : value;
}

/* Partial results of columns, which are loaded: those of a row are few, and joined one by one. */
static gboolean
has_columns (const Splitter *self, FlStmtId loop, const Moments *moments)
{
  const FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  const FlLoopValue *mean = fl_loop_get_value (self->kernel, step.value);

  return step.more[1] && mean->op == FL_SCALAR_LOAD
         && !fl_loop_has_step (self->kernel, mean->index, moments->at->axis, 1) && !is_lost (self, loop, step.more[0])
         && !is_lost (self, loop, step.more[1]);
}

static gboolean
find_moments (const Splitter *self, const FlLoopStmt *block, guint position, Moments *moments)
{
  StepSearch search = { .home = block->homes[position] };
  const FlLoopHome *home = fl_loop_get_home (self->kernel, search.home);

  *moments = (Moments) { .home = search.home, .dtype = fl_dtype_get_compute (home->dtype) };
  if ((home->combiner != FL_REDUCTION_WELFORD_REDUCE && home->combiner != FL_REDUCTION_WELFORD_COMBINE)
      || !fl_sym_is_int_value (home->size, 1) || block->kind != FL_STMT_SEQUENCE || block->n_children == 0)
    return FALSE;
  for (guint i = 0; i < block->n_children; i++)
    fl_loop_visit (self->kernel, block->children[i], note_step, &search);
  moments->step = search.step;
  if (search.n_steps != 1 || !count_elements (self->kernel, block->children[0], moments))
    return FALSE;
  if (!fl_loop_get_stmt (self->kernel, moments->step)->more[0] || has_columns (self, block->children[0], moments))
    moments->again = find_again (self, block->children[0], moments);
  return moments->again != 0;
}

/* --- what becomes of it ----------------------------------------------------------------------- */

static FlValueId
add_value (Splitter *self, const Moments *moments, FlScalar op, guint n, const FlValueId *args, const char *name)
{
  FlLoopValue value = { .op = op, .dtype = moments->dtype, .n_args = n, .name = name };
  memcpy (value.args, args, n * sizeof *args);
  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
read_home (Splitter *self, const Moments *moments, FlHomeId home)
{
  const FlLoopValue value = { .op = FL_SCALAR_GETITEM,
                              .dtype = moments->dtype,
                              .home = home,
                              .epoch = 1,
                              .name = fl_loop_get_home (self->kernel, home)->name };

  return fl_loop_add_value (self->kernel, &value);
}

static FlValueId
make_count (Splitter *self, const Moments *moments)
{
  FlLoopValue value = { .op = FL_SCALAR_INDEX_EXPR, .dtype = moments->dtype, .index = moments->count, .name = "count" };
  gint64 count;
  double number;

  if (moments->weight)
    return read_home (self, moments, moments->weight);
  if (!fl_sym_is_int (moments->count, &count))
    return fl_loop_add_value (self->kernel, &value);
  number = (double) count;
  value.op = FL_SCALAR_CONSTANT;
  value.index = NULL;
  memcpy (&value.bits, &number, sizeof value.bits);
  return fl_loop_add_value (self->kernel, &value);
}

static FlHomeId
add_sum (Splitter *self, const Moments *moments, const char *name)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, moments->home);

  home.name = name;
  home.combiner = FL_REDUCTION_SUM;
  home.n_components = 1;
  home.dtype = home.source_dtype = moments->dtype;
  return fl_loop_add_home (self->kernel, &home);
}

/* What is read of the old accumulator. TRUE: the squares are. */
static gboolean
replace_reads (Splitter *self, const Moments *moments)
{
  gboolean needs_squares = FALSE;
  const FlValueId by[] = { moments->mean, read_home (self, moments, moments->squares), make_count (self, moments) };

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

/* sum += x, or square (x - mean); of partial results, their mean and squares by their weight. */
static FlStmtId
make_step (Splitter *self, const Moments *moments, gboolean is_second)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  const FlValueId m2 = step.more[0], weight = step.more[1];
  FlValueId value = step.value;

  if (is_second)
    {
      value = add_value (self, moments, FL_SCALAR_SUB, 2, (FlValueId[]) { moments->again, moments->mean }, "delta");
      value = add_value (self, moments, FL_SCALAR_SQUARE, 1, &value, "square");
    }
  if (weight)
    value = add_value (self, moments, FL_SCALAR_MUL, 2, (FlValueId[]) { value, weight }, "weighted");
  if (weight && is_second)
    value = add_value (self, moments, FL_SCALAR_ADD, 2, (FlValueId[]) { m2, value }, "squares");
  step.home = is_second ? moments->squares : moments->sum;
  step.value = value;
  step.more[0] = step.more[1] = 0;
  return fl_loop_add_stmt (self->kernel, &step);
}

/* The first loop, which adds up; of partial results, their weights beside the sum. */
static FlStmtId
make_first (Splitter *self, const Moments *moments, FlStmtId loop)
{
  FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  FlStmtId both[2] = { make_step (self, moments, FALSE) };

  step.home = moments->weight;
  step.value = step.more[1];
  step.more[0] = step.more[1] = 0;
  if (moments->weight)
    both[1] = fl_loop_add_stmt (self->kernel, &step);
  return fl_loop_replace (self->kernel, loop, moments->step, both, moments->weight ? 2 : 1);
}

/* The second loop: only what leads to the squares is left. 0: nothing. */
static FlStmtId
make_second (Splitter *self, const Moments *moments, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  gboolean has_step = FALSE;

  if (id == moments->step)
    return make_step (self, moments, TRUE);
  if (stmt.n_children == 0)
    return stmt.kind == FL_STMT_LET ? id : 0;
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = make_second (self, moments, stmt.children[i]);

      if (child)
        g_array_append_val (children, child);
      has_step |= child && fl_loop_get_stmt (self->kernel, child)->kind != FL_STMT_LET;
    }
  stmt.n_homes = 0;
  stmt.n_children = children->len;
  stmt.children
      = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), children->data, children->len * sizeof (FlStmtId));
  return has_step ? fl_loop_add_stmt (self->kernel, &stmt) : 0;
}

/* The block with another loop and other accumulators. */
static FlStmtId
remake_block (Splitter *self, const FlLoopStmt *block, const FlHomeId *homes, guint n, FlStmtId loop, gboolean has_rest)
{
  FlArena *arena = fl_loop_kernel_get_arena (self->kernel);
  FlLoopStmt made = *block;
  FlStmtId *children = fl_arena_memdup (arena, block->children, sizeof (FlStmtId) * block->n_children);

  children[0] = loop;
  made.children = children;
  made.n_children = has_rest ? block->n_children : 1;
  made.n_homes = n;
  made.homes = fl_arena_memdup (arena, homes, n * sizeof *homes);
  return fl_loop_add_stmt (self->kernel, &made);
}

/* { sum: loop } mean = sum / count; { squares: loop; what was behind the reduction }. FALSE: nobody needs squares. */
static gboolean
split (Splitter *self, const FlLoopStmt *block, Moments *moments, FlStmtId *made)
{
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlLoopStmt step = *fl_loop_get_stmt (self->kernel, moments->step);
  gboolean needs_squares;

  moments->sum = add_sum (self, moments, "sum");
  moments->squares = add_sum (self, moments, "about_mean");
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
  made[0] = remake_block (self, block, (const FlHomeId *) homes->data, homes->len,
                          make_first (self, moments, block->children[0]), FALSE);
  made[1] = fl_loop_add_stmt (self->kernel,
                              &(FlLoopStmt) { .kind = FL_STMT_LET, .value = moments->mean, .origins = step.origins });
  made[2] = remake_block (self, block, &moments->squares, 1, make_second (self, moments, block->children[0]), TRUE);
  self->n_split++;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_home (self->kernel, moments->home)->name,
                needs_squares ? "mean and squares about it in two loops" : "a mean by its sum",
                "Welford's step divides and waits for the one before it");
  return needs_squares;
}

static FlStmtId split_in (Splitter *self, FlStmtId id);
/* A child, or the three that it becomes. */
static void
append_split (Splitter *self, FlStmtId id, GArray *out)
{
  const FlLoopStmt block = *fl_loop_get_stmt (self->kernel, id);
  FlStmtId made[3];
  Moments moments;

  for (guint i = 0; i < block.n_homes; i++)
    if (find_moments (self, &block, i, &moments))
      {
        const gboolean needs_squares = split (self, &block, &moments, made);

        append_split (self, made[0], out); /* there may be others */
        g_array_append_val (out, made[1]);
        made[2] = split_in (self, made[2]);
        if (needs_squares)
          g_array_append_val (out, made[2]);
        else
          g_array_append_vals (out, fl_loop_get_stmt (self->kernel, made[2])->children + 1, block.n_children - 1);
        return;
      }
  id = split_in (self, id);
  g_array_append_val (out, id);
}

static FlStmtId
split_in (Splitter *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    append_split (self, stmt.children[i], children);
  return fl_loop_with_children (self->kernel, id, (const FlStmtId *) children->data, children->len);
}

const FlLoopProgram *
fl_pass_variance (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  g_autoptr (GHashTable) needed = fl_loop_collect_needed (program->kernel, program->root);
  Splitter self
      = { .context = context, .program = program, .kernel = program->kernel, .rewrite = rewrite, .needed = needed };
  FlStmtId root = split_in (&self, program->root);

  if (self.n_split == 0)
    return program;
  root = fl_loop_drop_unused (self.kernel, fl_loop_rewrite_values (rewrite, root));
  return fl_loop_program_new (self.kernel, root, "two-pass variance", program);
}
