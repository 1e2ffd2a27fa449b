/* The iterations of a pipeline over rows: stages written again for other rows, jammed into one loop, and what they
 * leave to each other in memory of several rows. */
#include "fl-pipeline-private.h"

#include "fl-intern.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

FlPipelineHome *
fl_pipeline_find_home (const FlPipeline *self, FlHomeId home)
{
  for (guint i = 0; i < self->homes->len; i++)
    if (g_array_index (self->homes, FlPipelineHome, i).home == home)
      return &g_array_index (self->homes, FlPipelineHome, i);
  return NULL;
}

const FlLoopStmt *
fl_pipeline_get_loop (const FlPipeline *self, guint stage)
{
  return fl_loop_get_stmt (self->kernel, self->rows.children[self->stages[stage].loop]);
}

gboolean
fl_pipeline_reads (const FlPipeline *self, guint begin, guint end, FlHomeId home)
{
  for (guint i = begin; i < end; i++)
    {
      g_autoptr (GArray) touches = fl_loop_collect_touches (self->kernel, self->rows.children[i]);

      for (guint k = 0; k < touches->len; k++)
        if (g_array_index (touches, FlLoopTouch, k).home == home)
          return TRUE;
    }
  return FALSE;
}

/* --- what is kept for several rows ------------------------------------------------------------ */

/* Where the row's begins: rows alternate. */
static const FlSym *
get_slot (const FlPipeline *self, const FlPipelineHome *own, const FlSym *var, gint64 ahead)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (self->kernel);
  const FlSym *row = fl_sym_add_int (var, ahead % own->n_rows),
              *slot = own->n_rows == 1 ? fl_sym_int (symbols, 0) : fl_sym_mod (row, fl_sym_int (symbols, own->n_rows));

  return fl_sym_mul (fl_loop_get_home (self->kernel, own->home)->size, slot);
}

static FlHomeId
add_kept (FlPipeline *self, const FlPipelineHome *own)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, own->home);

  if (home.combiner != FL_N_REDUCTIONS)
    home.dtype
        = fl_dtype_get_compute (fl_loop_get_value (self->kernel, own->value)->dtype); /* not rounded between stages */
  home.kind = FL_HOME_STACK;
  home.combiner = FL_N_REDUCTIONS;
  home.size = fl_sym_mul_int (home.size, own->n_rows);
  home.varies &= ~(G_GUINT64_CONSTANT (1) << self->rows.axis);
  return fl_loop_add_home (self->kernel, &home);
}

/* --- a stage of another row ------------------------------------------------------------------- */

typedef struct
{
  FlPipeline *self;
  guint stage;
  const FlSym *var; /* of the iteration */
  gint64 ahead;     /* rows */
  FlLoopRewrite *rewrite;
} Copy;

enum
{
  EPOCHS_A_STAGE = 1 << 8 /* more than a stage has stores to one row */
};

/* What an earlier stage left. */
static FlValueId
settle_value (gpointer data, FlLoopRewrite *rewrite, FlValueId id)
{
  const Copy *copy = data;
  FlLoopValue value = *fl_loop_get_value (copy->self->kernel, id);
  const FlPipelineHome *own = value.home ? fl_pipeline_find_home (copy->self, value.home) : NULL;
  const FlSym *slot;

  if (!own || own->n_rows == 0 || (value.op == FL_SCALAR_GETITEM && copy->stage == own->made))
    return 0;
  slot = get_slot (copy->self, own, copy->var, copy->ahead);
  value.index = value.op == FL_SCALAR_LOAD ? fl_sym_add (fl_loop_rewrite_index (rewrite, value.index), slot) : slot;
  if (value.op == FL_SCALAR_GETITEM)
    value.name = fl_loop_get_home (copy->self->kernel, own->home)->name;
  value.op = FL_SCALAR_LOAD;
  value.home = own->kept;
  /* Loops before left something else there, and stages of other rows, which stand beside this one, do. */
  value.epoch += (copy->self->n_loops * FL_PIPELINE_STAGES + copy->stage) * EPOCHS_A_STAGE;
  return fl_loop_add_value (copy->self->kernel, &value);
}

static FlStmtId
copy_stmt (const Copy *copy, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (copy->self->kernel, id);
  const FlPipelineHome *own = stmt.kind == FL_STMT_STORE ? fl_pipeline_find_home (copy->self, stmt.home) : NULL;

  if (!own || own->n_rows == 0)
    return fl_loop_rewrite_stmt (copy->rewrite, id);
  stmt.home = own->kept;
  stmt.value = fl_loop_rewrite_value (copy->rewrite, stmt.value);
  stmt.index = fl_sym_add (fl_loop_rewrite_index (copy->rewrite, stmt.index),
                           get_slot (copy->self, own, copy->var, copy->ahead));
  return fl_loop_add_stmt (copy->self->kernel, &stmt);
}

static void
copy_stmts (const Copy *copy, const FlStmtId *stmts, guint n, GArray *to)
{
  for (guint i = 0; i < n; i++)
    fl_loop_append (to, copy_stmt (copy, stmts[i]));
}

/* Accumulators and rows of the stage alone. */
static void
begin_homes (const Copy *copy, FlAxisId iteration, GArray *homes)
{
  FlPipeline *self = copy->self;

  for (guint i = 0; i < self->homes->len; i++)
    {
      const FlPipelineHome *own = &g_array_index (self->homes, FlPipelineHome, i);
      FlLoopHome home = *fl_loop_get_home (self->kernel, own->home);
      FlHomeId made;

      if (own->made != copy->stage || (own->n_rows > 0 && home.combiner == FL_N_REDUCTIONS))
        continue;
      if (own->n_rows > 0)
        home.name = fl_intern_printf ("%s_next", home.name);
      home.varies = (home.varies & ~(G_GUINT64_CONSTANT (1) << self->rows.axis)) | G_GUINT64_CONSTANT (1) << iteration;
      made = fl_loop_add_home (self->kernel, &home);
      fl_loop_rewrite_add_home (copy->rewrite, own->home, made);
      g_array_append_val (homes, made);
    }
}

/* What accumulators came to goes where a later stage finds it. */
static void
leave (const Copy *copy, GArray *to)
{
  FlPipeline *self = copy->self;

  for (guint i = 0; i < self->homes->len; i++)
    {
      const FlPipelineHome *own = &g_array_index (self->homes, FlPipelineHome, i);
      FlLoopStmt store = { .kind = FL_STMT_STORE, .home = own->kept };

      if (own->made != copy->stage || own->n_rows == 0
          || fl_loop_get_home (self->kernel, own->home)->combiner == FL_N_REDUCTIONS)
        continue;
      store.value = fl_loop_rewrite_value (copy->rewrite, own->value);
      store.index = get_slot (self, own, copy->var, copy->ahead);
      fl_loop_append (to, fl_loop_add_stmt (self->kernel, &store));
    }
}

/* --- iterations ------------------------------------------------------------------------------- */

/* Stages of one iteration, the last one first. */
typedef struct
{
  GArray *homes;                 /* FlHomeId */
  GArray *before, *row, *behind; /* FlStmtId: in front of the loop over a row, in it, behind it */
} Iteration;

/* The stage for the row so far ahead of the iteration's. */
static void
add_stage (FlPipeline *self, guint stage, gint64 ahead, FlAxisId iteration, FlAxisId element, Iteration *to)
{
  FlLoopKernel *kernel = self->kernel;
  const FlPipelineStage *part = &self->stages[stage];
  const FlLoopStmt loop = *fl_pipeline_get_loop (self, stage);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  const FlSym *var = fl_loop_get_var (kernel, iteration);
  Copy copy = { .self = self, .stage = stage, .var = var, .ahead = ahead, .rewrite = rewrite };
  const FlLoopSettle settle = { .value = settle_value, .data = &copy };

  fl_loop_rewrite_add_var (rewrite, self->axis.var, fl_sym_add_int (var, ahead));
  if (loop.axis != element)
    fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, loop.axis), fl_loop_get_var (kernel, element));
  fl_loop_rewrite_set_settle (rewrite, &settle);
  begin_homes (&copy, iteration, to->homes);
  copy_stmts (&copy, self->rows.children + part->begin, part->loop - part->begin, to->before);
  copy_stmts (&copy, loop.children, loop.n_children, to->row);
  copy_stmts (&copy, self->rows.children + part->loop + 1, part->end - part->loop - 1, to->behind);
  leave (&copy, to->behind);
}

/* A loop over iterations that do the stages from `first` to `last`: of rows apart in one loop, or, at the end, of one
 * row, one loop after the other. */
static FlStmtId
add_iterations (FlPipeline *self, const char *suffix, const FlSym *begin, const FlSym *extent, guint first, guint last,
                gboolean is_jammed)
{
  FlLoopKernel *kernel = self->kernel;
  const FlAxisId iteration
      = fl_loop_add_part (kernel, self->rows.axis, suffix, (FlLoopAxis) { .begin = begin, .extent = extent });
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId)),
                     children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     row = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     behind = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlLoopStmt over = { .kind = FL_STMT_LOOP, .axis = iteration };
  Iteration to = { .homes = homes, .before = children, .row = row, .behind = behind };

  self->n_loops++;
  for (guint n = 0; n <= last - first; n++)
    {
      const guint stage = is_jammed ? last - n : first + n;
      const FlLoopStmt loop = *fl_pipeline_get_loop (self, is_jammed ? last : stage);
      FlStmtId made;

      add_stage (self, stage, is_jammed ? n * self->distance : 0, iteration, loop.axis, &to);
      if (is_jammed && stage != first)
        continue;
      made = fl_loop_add_block (kernel, loop, row, NULL);
      if (fl_loop_refuse_vectors (self->context->machine, kernel, made))
        return 0;
      g_array_append_val (children, made);
      g_array_append_vals (children, behind->data, behind->len);
      g_array_set_size (row, 0);
      g_array_set_size (behind, 0);
    }
  return fl_loop_add_block (kernel, over, children, homes);
}

FlStmtId
fl_pipeline_make (FlPipeline *self)
{
  FlLoopKernel *kernel = self->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlSym *begin = self->axis.begin ? self->axis.begin : fl_sym_int (symbols, 0), *end = self->axis.extent;
  const gint64 d = self->distance;
  const guint n = self->n_stages;
  g_autoptr (GArray) iterations = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlLoopStmt block = { .kind = FL_STMT_SEQUENCE };

  for (guint i = 0; i < self->homes->len; i++)
    {
      FlPipelineHome *own = &g_array_index (self->homes, FlPipelineHome, i);

      own->kept = own->n_rows > 0 ? add_kept (self, own) : 0;
      if (own->kept)
        g_array_append_val (homes, own->kept);
    }
  for (guint i = 0; i < 2 * n - 1; i++)
    {
      const guint last = MIN (i, n - 1), first = i < n ? 0 : 2 * n - 1 - i;
      const FlSym *done = fl_sym_add_int (end, -(gint64) first * d), *to = fl_sym_add_int (end, -(gint64) last * d);
      const FlStmtId made
          = i < n - 1 ? add_iterations (self, "x", begin, fl_sym_min (fl_sym_add_int (begin, d), to), 0, last, TRUE)
            : i == n - 1
                ? add_iterations (self, "k", self->axis.begin, to, 0, last, TRUE)
                : add_iterations (self, "y", fl_sym_max (begin, done), fl_sym_add_int (done, d), first, last, FALSE);

      if (!made)
        return 0;
      g_array_append_val (iterations, made);
    }
  return fl_loop_add_block (kernel, block, iterations, homes);
}
