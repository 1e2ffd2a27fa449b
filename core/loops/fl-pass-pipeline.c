/* Software pipelining of loops over rows: what is made of one row overlaps with what is made of the next ones.
 *
 * Softmax goes through a row three times, a norm two or three times, and each time waits for what the one before came
 * to: lanes are merged, a root is taken, a quotient. Between two rows of some hundred elements the machine computes
 * nothing for as long as a third of the time. So loops over one row become stages of a pipeline: an iteration does the
 * last stage of row i, the one before of row i + 1, and the first stage of the row furthest ahead, all in one loop, in
 * which arithmetic of one row covers loads of another:
 *
 *     for i [0 .. 1]      max (i)                                             prologue
 *     for i [0 .. n - 1]  exp (i), max (i + 1)
 *     for i [0 .. n - 2]  divide (i), exp (i + 1), max (i + 2)                kernel
 *     for i [n - 2 .. n - 1]  divide (i)                                      epilogue
 *     for i [n - 1 .. n]  exp (i); divide (i)
 *
 * Exact: rows are independent of each other, and each row's stages keep their order. What one stage leaves to a later
 * one is kept for as many rows as lie between them. Of short rows, results that wait for a chain of operations have a
 * whole iteration to come about: stages are two rows apart. Of long rows, which would drive each other out of the L1
 * cache, only the first loop runs ahead: it brings the next row to the L2 cache while this one is computed.
 *
 * Source: Lam, Software pipelining (PLDI 1988), with rows for iterations and loops for instructions. */
#include "fl-loop-apart.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-pipeline-private.h"
#include "fl-vectorize-look.h"

enum
{
  MIN_ROWS = 8,       /* fewer: those in front of the kernel and behind it weigh too much */
  UNKNOWN_ROWS = 256, /* as many as come with the call */
  LINE_FLOATS = 16,   /* rows of whole lines: others have heads where stores are non-temporal */
  NEW_AXES = 2 * FL_PIPELINE_STAGES
};

/* What a row does, without the blocks that accumulators begin with. */
static void
flatten (const FlLoopKernel *kernel, const FlLoopStmt *stmt, GArray *children, GArray *homes)
{
  g_array_append_vals (homes, stmt->homes, stmt->n_homes);
  for (guint i = 0; i < stmt->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, stmt->children[i]);

      if (child->kind == FL_STMT_SEQUENCE)
        flatten (kernel, child, children, homes);
      else
        g_array_append_val (children, stmt->children[i]);
    }
}

/* --- stages ----------------------------------------------------------------------------------- */

static gboolean
goes_alike (const FlPipeline *self, FlAxisId a, FlAxisId b)
{
  const FlLoopAxis *first = fl_loop_get_axis (self->kernel, a), *second = fl_loop_get_axis (self->kernel, b);

  return first->extent == second->extent && first->begin == second->begin && !first->step && !second->step;
}

/* Each loop over the row ends a stage; what comes behind the last one belongs to that. */
static void
find_stages (FlPipeline *self)
{
  guint begin = 0;

  for (guint i = 0; i < self->rows.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, self->rows.children[i]);

      if (stmt->kind != FL_STMT_LOOP)
        continue;
      if (self->n_stages == FL_PIPELINE_STAGES || !fl_vectorize_is_innermost (self->kernel, stmt)
          || (self->n_stages > 0 && !goes_alike (self, stmt->axis, fl_pipeline_get_loop (self, 0)->axis))
          || fl_loop_refuse_vectors (self->context->machine, self->kernel, self->rows.children[i]))
        {
          self->n_stages = 0;
          return;
        }
      self->stages[self->n_stages++] = (FlPipelineStage) { .begin = begin, .loop = i, .end = i + 1 };
      begin = i + 1;
    }
  if (self->n_stages > 0)
    self->stages[self->n_stages - 1].end = self->rows.n_children;
}

/* --- what stages leave to each other ---------------------------------------------------------- */

typedef struct
{
  FlPipeline *self;
  guint stage;
} Look;

static void
note_read (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const Look *look = data;
  FlPipelineHome *own = value->home ? fl_pipeline_find_home (look->self, value->home) : NULL;

  if (!own)
    return;
  if (own->value && value->op == FL_SCALAR_GETITEM
      && (fl_loop_get_value (kernel, own->value)->dtype != value->dtype || value->component != 0 || value->index))
    look->self->why_not = "an accumulator has several parts";
  own->first = MIN (own->first, look->stage);
  own->last = MAX (own->last, look->stage);
  own->value = id;
}

static void
note_written (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const Look *look = data;
  FlPipelineHome *own
      = stmt->home && stmt->kind != FL_STMT_PREFETCH ? fl_pipeline_find_home (look->self, stmt->home) : NULL;

  if (!own)
    return;
  if (own->is_written && own->made != look->stage)
    look->self->why_not = "two of its loops write one row";
  own->made = look->stage;
  own->is_written = TRUE;
}

/* What a row on the stack is written and read at is one place, in loops of two stages. Behind the last loop that reads
 * the row, the first one has written the next row there. */
static gboolean
is_kept_well (const FlPipeline *self, const FlPipelineHome *own)
{
  const FlLoopHome *home = fl_loop_get_home (self->kernel, own->home);
  const FlPipelineStage *last = &self->stages[own->last];
  g_autoptr (GArray) touches = NULL;
  const FlSym *index = NULL;

  if (home->combiner != FL_N_REDUCTIONS)
    return home->kind == FL_HOME_REGISTER && home->n_components == 1 && fl_sym_is_int_value (home->size, 1)
           && !fl_reduction_is_arg (home->combiner);
  touches = fl_loop_collect_touches (self->kernel, self->id);
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (touch->home == own->home && ((index && touch->index != index) || touch->is_masked))
        return FALSE;
      if (touch->home == own->home)
        index = touch->index;
    }
  return index && home->kind == FL_HOME_STACK
         && !fl_pipeline_reads (self, self->stages[own->made].end, last->begin, own->home)
         && !fl_pipeline_reads (self, last->loop + 1, last->end, own->home);
}

static void
find_homes (FlPipeline *self)
{
  for (guint i = 0; i < self->rows.n_homes; i++)
    {
      const FlPipelineHome own = { .home = self->rows.homes[i], .first = G_MAXUINT };

      g_array_append_val (self->homes, own);
    }
  for (guint k = 0; k < self->n_stages; k++)
    for (guint i = self->stages[k].begin; i < self->stages[k].end; i++)
      {
        Look look = { self, k };

        fl_loop_walk_values (self->kernel, self->rows.children[i], note_read, &look);
        fl_loop_visit (self->kernel, self->rows.children[i], note_written, &look);
      }
  for (guint i = 0; i < self->homes->len && !self->why_not; i++)
    {
      FlPipelineHome *own = &g_array_index (self->homes, FlPipelineHome, i);

      if (!own->is_written || own->first < own->made)
        self->why_not = "what a row begins with comes of the row before";
      else if (own->last > own->made && !is_kept_well (self, own))
        self->why_not = "what one of its loops leaves to another cannot be kept for several rows";
      own->n_rows = own->last > own->made ? (own->last - own->made) * self->distance : 0;
    }
}

/* --- whether ---------------------------------------------------------------------------------- */

static void
note_own (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  for (guint i = 0; i < stmt->n_homes; i++)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->homes[i]));
}

/* Rows have nothing to do with each other: in memory, nor in what lives around the loop. Names in front of a loop are
 * evaluated again in a later stage, where memory must be as it was. */
static gboolean
are_independent (FlPipeline *self)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (self->kernel, self->id),
                         own = g_hash_table_new (NULL, NULL), memory = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  fl_loop_visit (self->kernel, self->id, note_own, own);
  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (fl_loop_get_home (self->kernel, GPOINTER_TO_UINT (key))->kind == FL_HOME_ARGUMENT)
        g_hash_table_add (memory, key);
      else if (!g_hash_table_contains (own, key))
        return FALSE;
    }
  for (guint i = 0; i < self->rows.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, self->rows.children[i]);

      if (stmt->kind == FL_STMT_LET && fl_loop_value_reads (self->kernel, stmt->value, memory))
        return FALSE;
    }
  return !fl_loop_find_why_dependent (self->kernel, self->id, (const FlSym *const *) self->around->pdata,
                                      self->around->len, FALSE);
}

/* In the set of modes, those of its stores. */
static void
note_mode (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  *(guint *) data |= 1u << fl_loop_get_stmt (kernel, id)->mode;
}

/* Stages behind the first one become one: two rows are under way, no more. */
static void
merge_later_stages (FlPipeline *self)
{
  self->stages[1].end = self->rows.n_children;
  self->n_stages = 2;
}

/* Is a pipeline worth it? All stages' rows should be in the L1 cache together, or in the L2 cache where stores are
 * non-temporal. Where they are not, that cache has room for the row that is made and for the one that is read ahead. */
static gboolean
decide (FlPipeline *self)
{
  const FlLoopCaches *caches = &self->context->machine->caches;
  const FlSym *length = fl_loop_get_axis (self->kernel, fl_pipeline_get_loop (self, 0)->axis)->extent;
  const FlLoopAxis *whole = fl_loop_get_axis (self->kernel, fl_loop_get_whole (self->kernel, self->rows.axis));
  const gint64 n = fl_sym_get_hint (length, 0), n_rows = fl_sym_get_hint (whole->extent, UNKNOWN_ROWS);
  const char *name = whole->name;
  const gint64 row = n * (gint64) sizeof (float);
  guint modes = 0;
  gboolean is_streaming;

  fl_loop_visit (self->kernel, self->id, note_mode, &modes);
  is_streaming = modes & (1u << FL_LOOP_STORE_STREAMING | 1u << FL_LOOP_STORE_COMBINED);
  self->distance = n <= fl_tuned_get (FL_TUNED_PIPELINE_SHORT_ROW, caches) ? 2 : 1;
  if (is_streaming && n % LINE_FLOATS != 0)
    self->why_not = "rows with non-temporal stores do not begin with a line";
  else if (n_rows < MIN_ROWS)
    self->why_not = "it has few rows";
  else if (row > fl_tuned_get (FL_TUNED_PIPELINE_LONG_ROW, caches))
    self->why_not = "rows of several iterations do not fit the caches";
  else if (!is_streaming && row > fl_tuned_get (FL_TUNED_PIPELINE_ROW, caches))
    merge_later_stages (self);
  if (self->why_not)
    fl_loop_note (self->context, self->program, FL_VERDICT_REJECT, name, "pipelined",
                  "%s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " elements", self->why_not, n_rows, n);
  return !self->why_not;
}

static FlStmtId
pipeline (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, FlStmtId id, const GPtrArray *around)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GArray) homes = g_array_new (FALSE, TRUE, sizeof (FlPipelineHome)),
                     own = g_array_new (FALSE, FALSE, sizeof (FlHomeId)),
                     children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlPipeline self = { .context = context,
                      .program = program,
                      .kernel = kernel,
                      .id = id,
                      .rows = *fl_loop_get_stmt (kernel, id),
                      .around = around,
                      .homes = homes };
  const char *name = fl_loop_get_name (kernel, self.rows.axis);
  FlStmtId made;

  self.axis = *fl_loop_get_axis (kernel, self.rows.axis);
  flatten (kernel, &self.rows, children, own);
  self.rows.n_children = children->len;
  self.rows.children = (const FlStmtId *) children->data;
  self.rows.n_homes = own->len;
  self.rows.homes = (const FlHomeId *) own->data;
  find_stages (&self);
  if (self.n_stages < 2 || self.axis.step || self.axis.stop || !are_independent (&self) || !decide (&self))
    return root;
  find_homes (&self);
  made = self.why_not ? 0 : fl_pipeline_make (&self);
  if (!made)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, name, "pipelined", "%s",
                    self.why_not ? self.why_not : "what all of its loops do has no vector form together");
      return root;
    }
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, name, "pipelined",
                "its %u loops over a row run beside each other, each %s ahead of the one behind it: none waits for "
                "what another one comes to",
                self.n_stages, self.distance == 1 ? "a row" : "two rows");
  return fl_loop_replace (kernel, root, id, &made, 1);
}

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  GPtrArray *around; /* FlSym: variables of loops around */
  FlStmtId root;
} Finder;

static void
find_rows (Finder *finder, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (finder->program->kernel, id);

  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_SERIAL
      && fl_loop_get_n_axes (finder->program->kernel) + NEW_AXES < FL_LOOP_MAX_AXES)
    finder->root = pipeline (finder->context, finder->program, finder->root, id, finder->around);
  if (stmt.kind == FL_STMT_LOOP)
    g_ptr_array_add (finder->around, (gpointer) fl_loop_get_var (finder->program->kernel, stmt.axis));
  for (guint i = 0; i < stmt.n_children; i++)
    find_rows (finder, stmt.children[i]);
  if (stmt.kind == FL_STMT_LOOP)
    g_ptr_array_set_size (finder->around, finder->around->len - 1);
}

const FlLoopProgram *
fl_pass_pipeline (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  Finder finder = { .context = context, .program = program, .around = around, .root = program->root };

  if (context->machine->n_lanes < 2)
    return program;
  find_rows (&finder, program->root);
  return finder.root == program->root ? program
                                      : fl_loop_program_new (program->kernel, finder.root, "pipeline", program);
}
