/* How often the loops of a kernel go over a row: loops side by side within another one, of which each uses what an
 * earlier one made, run one after the other. Loops that need nothing of each other (the pieces of tensors that are
 * joined) count once. */
#include "fl-kernel-passes.h"

#include "fl-kernel-cost.h"
#include "fl-loop-rewrite.h"

/* Loops right below a statement, and what stands between them, in order. */
static void
collect (const FlLoopKernel *kernel, const FlLoopStmt *stmt, GArray *out)
{
  for (guint i = 0; i < stmt->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, stmt->children[i]);

      if (child->kind == FL_STMT_SEQUENCE || child->kind == FL_STMT_GUARD)
        collect (kernel, child, out);
      else
        g_array_append_val (out, stmt->children[i]);
    }
}

typedef struct
{
  const FlLoopKernel *kernel;
  GHashTable *homes;
  gboolean reads;
} Search;

static void
look_at_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlValueId values[] = { stmt->value, stmt->more[0], stmt->more[1], stmt->condition };
  Search *search = data;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    search->reads |= values[i] && fl_loop_value_reads (kernel, values[i], search->homes);
  search->reads |= stmt->from && g_hash_table_contains (search->homes, GUINT_TO_POINTER (stmt->from));
}

static gboolean
reads_of (const FlLoopKernel *kernel, FlStmtId reader, FlStmtId writer)
{
  g_autoptr (GHashTable) homes = fl_loop_collect_written (kernel, writer);
  Search search = { kernel, homes, FALSE };

  fl_loop_visit (kernel, reader, look_at_stmt, &search);
  return search.reads;
}

/* The longest chain of loops inside that wait for each other. */
static guint
count_inside (const FlLoopKernel *kernel, FlStmtId id)
{
  g_autoptr (GArray) stmts = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  g_autofree guint *chains = NULL;
  guint most = 1;

  collect (kernel, fl_loop_get_stmt (kernel, id), stmts);
  chains = g_new0 (guint, stmts->len + 1);
  for (guint i = 0; i < stmts->len; i++)
    {
      const FlStmtId stmt = g_array_index (stmts, FlStmtId, i);

      for (guint before = 0; before < i; before++)
        if (chains[before] > chains[i] && reads_of (kernel, stmt, g_array_index (stmts, FlStmtId, before)))
          chains[i] = chains[before];
      if (fl_loop_get_stmt (kernel, stmt)->kind == FL_STMT_LOOP)
        chains[i] += count_inside (kernel, stmt);
      most = MAX (most, chains[i]);
    }
  return most;
}

static void
count_loop (const FlLoopKernel *kernel, FlStmtId id, guint *most)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_LOOP)
    *most = MAX (*most, count_inside (kernel, id));
  for (guint i = 0; stmt->kind == FL_STMT_SEQUENCE && i < stmt->n_children; i++)
    count_loop (kernel, stmt->children[i], most);
}

guint
fl_kernel_count_passes (const FlLoopProgram *program)
{
  const FlLoopProgram *whole = fl_kernel_find_whole (program);
  guint most = 1;

  count_loop (whole->kernel, whole->root, &most);
  return most;
}
