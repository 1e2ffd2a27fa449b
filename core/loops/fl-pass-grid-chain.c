/* Mapping to a grid: loops of which each is all that the one around it does, counted by one number;
 * and what such loops accumulate. */
#include "fl-loop-apart.h"
#include "fl-pass-grid-private.h"

static gboolean
is_shareable (const FlLoopStmt *stmt)
{
  return stmt->kind == FL_STMT_LOOP && (stmt->map == FL_MAP_SERIAL || stmt->map == FL_MAP_UNROLLED);
}

void
fl_grid_chain_find (const FlLoopKernel *kernel, FlStmtId id, const FlGridChain *fixed, gboolean may_reduce,
                    FlGridChain *chain)
{
  const FlSym *around[2 * FL_GRID_MAX_LOOPS];
  guint n_around = fixed ? fixed->n : 0;

  *chain = (FlGridChain) { 0 };
  for (guint i = 0; i < n_around; i++)
    around[i] = fixed->vars[i];
  while (chain->n < FL_GRID_MAX_LOOPS && is_shareable (fl_loop_get_stmt (kernel, id)))
    {
      const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
      const FlLoopAxis *axis = fl_loop_get_axis (kernel, stmt.axis);

      if (fl_loop_find_why_dependent (kernel, id, around, n_around, may_reduce))
        return;
      chain->loops[chain->n] = id;
      chain->vars[chain->n] = around[n_around++] = axis->var;
      chain->extents[chain->n++] = axis->extent;
      if (stmt.n_homes > 0 || stmt.n_children != 1)
        return;
      id = stmt.children[0];
    }
}

FlStmtId
fl_grid_chain_get_inside (const FlGridChain *chain, FlStmtId stmt)
{
  return chain->n > 0 ? chain->loops[chain->n - 1] : stmt;
}

const FlSym *
fl_grid_chain_get_extent (FlSymTable *symbols, const FlGridChain *chain)
{
  return fl_sym_product (symbols, chain->extents, chain->n);
}

void
fl_grid_chain_substitute (FlLoopRewrite *rewrite, const FlGridChain *chain, const FlSym *number)
{
  const FlSym *step = fl_sym_int (fl_sym_get_table (number), 1);

  for (guint i = chain->n; i-- > 0;)
    {
      fl_loop_rewrite_add_var (rewrite, chain->vars[i],
                               i > 0 ? fl_sym_mod_index (number, step, chain->extents[i])
                                     : fl_sym_floor_div (number, step));
      step = fl_sym_mul (step, chain->extents[i]);
    }
}

FlStmtId
fl_grid_skip_sequences (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  while (stmt->kind == FL_STMT_SEQUENCE && stmt->n_children == 1 && stmt->n_homes == 0)
    {
      id = stmt->children[0];
      stmt = fl_loop_get_stmt (kernel, id);
    }
  return id;
}

/* --- what a loop accumulates --------------------------------------------- */

static void
note_accumulated (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ACCUMULATE)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->home));
}

static void
note_begun (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  for (guint i = 0; i < stmt->n_homes; i++)
    g_hash_table_remove (data, GUINT_TO_POINTER (stmt->homes[i]));
}

GHashTable *
fl_grid_collect_totals (const FlLoopKernel *kernel, FlStmtId stmt)
{
  GHashTable *totals = g_hash_table_new (NULL, NULL);

  fl_loop_visit (kernel, stmt, note_accumulated, totals);
  fl_loop_visit (kernel, stmt, note_begun, totals);
  return totals;
}

typedef struct
{
  GHashTable *totals;
  gboolean reads;
} ScanSearch;

static void
note_scan (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  ScanSearch *search = data;

  search->reads |= (stmt.value && fl_loop_value_reads (kernel, stmt.value, search->totals))
                   || (stmt.condition && fl_loop_value_reads (kernel, stmt.condition, search->totals));
}

gboolean
fl_grid_reads (const FlLoopKernel *kernel, FlStmtId stmt, GHashTable *totals)
{
  ScanSearch scan = { .totals = totals };

  fl_loop_visit (kernel, stmt, note_scan, &scan);
  return scan.reads;
}
