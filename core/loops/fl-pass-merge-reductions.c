/* Equal reductions are one (common subexpression elimination of accumulators): where two
 * accumulators begin together and take in the same value in the same loop, as the mean's and the
 * variance's Welford do, what reads the second reads the first. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlLoopKernel *kernel;
  FlStmtId root;
  GHashTable *merged;  /* home -> the equal one */
  GHashTable *n_steps; /* home -> statements that accumulate in it */
  FlLoopRewrite *rewrite;
  const FlLoopStmt *scope;
} Merger;

static void
count_steps (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  GHashTable *n_steps = data;

  if (stmt->kind == FL_STMT_ACCUMULATE)
    g_hash_table_insert (n_steps, GUINT_TO_POINTER (stmt->home),
                         GUINT_TO_POINTER (
                             GPOINTER_TO_UINT (g_hash_table_lookup (n_steps, GUINT_TO_POINTER (stmt->home))) + 1));
}

static gboolean
begins_in (const FlLoopStmt *scope, FlHomeId home)
{
  for (guint i = 0; i < scope->n_homes; i++)
    if (scope->homes[i] == home)
      return TRUE;
  return FALSE;
}

static gboolean
has_one_step (const Merger *self, FlHomeId home)
{
  return g_hash_table_lookup (self->n_steps, GUINT_TO_POINTER (home)) == GUINT_TO_POINTER (1);
}

static gboolean
are_equal (const Merger *self, const FlLoopStmt *a, const FlLoopStmt *b)
{
  const FlLoopHome *first = fl_loop_get_home (self->kernel, a->home),
                   *second = fl_loop_get_home (self->kernel, b->home);

  return a->home != b->home && a->value == b->value && a->more[0] == b->more[0] && a->more[1] == b->more[1]
         && first->combiner == second->combiner && first->dtype == second->dtype
         && first->source_dtype == second->source_dtype && begins_in (self->scope, a->home)
         && begins_in (self->scope, b->home) && has_one_step (self, a->home) && has_one_step (self, b->home);
}

/* Steps that follow each other as children of one statement. */
static void
find_equal_steps (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Merger *self = data;

  for (guint i = 0; i < stmt.n_children; i++)
    for (guint k = 0; k < i; k++)
      {
        const FlLoopStmt *later = fl_loop_get_stmt (kernel, stmt.children[i]),
                         *earlier = fl_loop_get_stmt (kernel, stmt.children[k]);

        if (later->kind != FL_STMT_ACCUMULATE || earlier->kind != FL_STMT_ACCUMULATE
            || g_hash_table_contains (self->merged, GUINT_TO_POINTER (later->home))
            || g_hash_table_contains (self->merged, GUINT_TO_POINTER (earlier->home))
            || !are_equal (self, earlier, later))
          continue;
        g_hash_table_insert (self->merged, GUINT_TO_POINTER (later->home), GUINT_TO_POINTER (earlier->home));
      }
}

static void
find_in_scope (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Merger *self = data;

  self->scope = &stmt;
  if (stmt.n_homes > 1)
    fl_loop_visit (kernel, id, find_equal_steps, self);
  self->scope = NULL;
}

/* Every value that reads a merged accumulator. */
static void
replace_reads (Merger *self)
{
  const guint n = fl_loop_get_n_values (self->kernel);

  for (FlValueId id = 1; id <= n; id++)
    {
      FlLoopValue value = *fl_loop_get_value (self->kernel, id);
      const FlHomeId by
          = value.home ? GPOINTER_TO_UINT (g_hash_table_lookup (self->merged, GUINT_TO_POINTER (value.home))) : 0;

      if (!by)
        continue;
      value.home = by;
      fl_loop_rewrite_add_value (self->rewrite, id, fl_loop_add_value (self->kernel, &value));
    }
}

typedef struct
{
  Merger *merger;
  FlHomeId home;
  GArray *nodes; /* FlNodeId, of all steps that are this one now */
} OriginSearch;

static void
note_origins (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopOrigins *origins = fl_loop_get_origins (kernel, stmt->origins);
  OriginSearch *search = data;

  if (stmt->kind != FL_STMT_ACCUMULATE || !origins
      || (stmt->home != search->home
          && g_hash_table_lookup (search->merger->merged, GUINT_TO_POINTER (stmt->home))
                 != GUINT_TO_POINTER (search->home)))
    return;
  for (guint i = 0; i < origins->n; i++)
    {
      gboolean is_known = FALSE;

      for (guint k = 0; k < search->nodes->len; k++)
        is_known |= g_array_index (search->nodes, FlNodeId, k).index == origins->nodes[i].index;
      if (!is_known)
        g_array_append_val (search->nodes, origins->nodes[i]);
    }
}

/* A step stands for those that were merged into it, too. */
static guint
join_origins (Merger *self, FlStmtId root, const FlLoopStmt *step)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (FlNodeId));
  OriginSearch search = { .merger = self, .home = step->home, .nodes = nodes };
  const FlLoopOrigins *own = fl_loop_get_origins (self->kernel, step->origins);
  FlLoopOrigins joined = own ? *own : (FlLoopOrigins) { 0 };

  fl_loop_visit (self->kernel, root, note_origins, &search);
  joined.n = nodes->len;
  joined.nodes = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), nodes->data, nodes->len * sizeof (FlNodeId));
  return fl_loop_add_origins (self->kernel, &joined);
}

static FlStmtId
rebuild (Merger *self, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (self->kernel, stmt.children[i]);

      if (child->kind == FL_STMT_ACCUMULATE && g_hash_table_contains (self->merged, GUINT_TO_POINTER (child->home)))
        continue;
      fl_loop_append (children, rebuild (self, stmt.children[i]));
    }
  for (guint i = 0; i < stmt.n_homes; i++)
    if (!g_hash_table_contains (self->merged, GUINT_TO_POINTER (stmt.homes[i])))
      g_array_append_val (homes, stmt.homes[i]);
  if (stmt.kind == FL_STMT_ACCUMULATE)
    stmt.origins = join_origins (self, self->root, &stmt);
  stmt.value = stmt.value ? fl_loop_rewrite_value (self->rewrite, stmt.value) : 0;
  stmt.condition = stmt.condition ? fl_loop_rewrite_value (self->rewrite, stmt.condition) : 0;
  for (guint i = 0; i < G_N_ELEMENTS (stmt.more); i++)
    stmt.more[i] = stmt.more[i] ? fl_loop_rewrite_value (self->rewrite, stmt.more[i]) : 0;
  if (stmt.index)
    stmt.index = fl_loop_rewrite_index (self->rewrite, stmt.index);
  return fl_loop_add_block (self->kernel, stmt, children, homes);
}

const FlLoopProgram *
fl_pass_merge_reductions (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) merged = g_hash_table_new (NULL, NULL), n_steps = g_hash_table_new (NULL, NULL);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  Merger self
      = { .kernel = program->kernel, .root = program->root, .merged = merged, .n_steps = n_steps, .rewrite = rewrite };

  fl_loop_visit (self.kernel, program->root, count_steps, n_steps);
  fl_loop_visit (self.kernel, program->root, find_in_scope, &self);
  if (g_hash_table_size (merged) == 0)
    return program;
  for (FlHomeId home = 1; home <= fl_loop_get_n_homes (self.kernel); home++)
    if (g_hash_table_contains (merged, GUINT_TO_POINTER (home)))
      fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_get_home (self.kernel, home)->name,
                    "one reduction with an equal one", "both are %s of one value",
                    fl_reduction_get_name (fl_loop_get_home (self.kernel, home)->combiner));
  replace_reads (&self);
  return fl_loop_program_new (self.kernel, rebuild (&self, program->root), "merge reductions", program);
}
