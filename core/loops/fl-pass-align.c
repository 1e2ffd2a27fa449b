/* Peeling to alignment: the elements of a row before the first whole vector of memory get a loop of
 * their own.
 *
 * Exact: iterations keep their order. Rows that are no multiple of a vector begin anywhere. What
 * a non-temporal store writes must be whole vectors of memory, and elsewhere, too, a store across two
 * cache lines takes as long as two. But so does a load: where loads bound a loop, as those of a
 * stencil do, rows are peeled only if that aligns more loads than it moves out of alignment. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

enum
{
  LOADS_A_STORE = 2 /* loads that a processor does beside one store */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint n_peeled;
} Aligner;

/* What a loop loads along its axis. */
typedef struct
{
  const FlSym *var;
  const FlSym *store; /* where a row of the store begins */
  gint64 n, n_aligned, n_aligned_with_store;
} Loads;

/* --- what it is worth ------------------------------------------------------------------------- */

static gboolean
begins_vectors (const FlSym *index)
{
  return fl_sym_known_multiple (index, fl_sym_int (fl_sym_get_table (index), FL_LOOP_MOST_FLOATS));
}

static gboolean
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->op == FL_SCALAR_LOAD ? fl_loop_get_home (kernel, value->home) : NULL;
  Loads *loads = data;
  const FlSym *zero = fl_sym_int (fl_sym_get_table (loads->var), 0), *begin;

  if (!home || home->kind != FL_HOME_ARGUMENT || home->dtype != FL_DTYPE_F32
      || fl_sym_contains_kind (value->index, FL_SYM_INDIRECT)
      || !fl_sym_is_int_value (fl_sym_get_stride (value->index, loads->var, &loads->var, 1), 1))
    return TRUE;
  begin = fl_sym_substitute (value->index, &loads->var, &zero, 1);
  loads->n++;
  loads->n_aligned += begins_vectors (begin);
  loads->n_aligned_with_store += begins_vectors (fl_sym_sub (begin, loads->store));
  return TRUE;
}

/* Do loads take longer than stores, and do no more of them become aligned? */
static gboolean
is_bound_by_loads (const Aligner *aligner, const FlLoopStmt *loop, const FlLoopStmt *store)
{
  const FlLoopAxis *axis = fl_loop_get_axis (aligner->kernel, loop->axis);
  const FlSym *zero = fl_sym_int (fl_sym_get_table (axis->var), 0);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Loads loads = { .var = axis->var, .store = fl_sym_substitute (store->index, &axis->var, &zero, 1) };
  gint64 n_stores = 0;

  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (aligner->kernel, loop->children[i]);

      n_stores += stmt->kind == FL_STMT_STORE;
      fl_loop_visit_value (aligner->kernel, stmt->value, seen, note_load, &loads);
    }
  if (loads.n <= LOADS_A_STORE * n_stores || loads.n_aligned_with_store > loads.n_aligned)
    return FALSE;
  fl_loop_note (aligner->context, aligner->program, FL_VERDICT_REJECT, axis->name, "peeled to alignment",
                "%" G_GINT64_FORMAT
                " loads along it bound the loop, and aligning the store would align no more of them",
                loads.n);
  return TRUE;
}

/* Does the store go along the loop, element by element, to floats in memory? Those that are combined are whole vectors
 * of memory wherever a row begins. */
static gboolean
goes_along (const Aligner *aligner, const FlLoopStmt *stmt, const FlSym *var)
{
  const FlLoopHome *home = stmt->kind == FL_STMT_STORE ? fl_loop_get_home (aligner->kernel, stmt->home) : NULL;

  return home && home->kind == FL_HOME_ARGUMENT && home->dtype == FL_DTYPE_F32 && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD
         && stmt->mode != FL_LOOP_STORE_COMBINED && !fl_sym_contains_kind (stmt->index, FL_SYM_INDIRECT)
         && fl_sym_is_int_value (fl_sym_get_stride (stmt->index, var, &var, 1), 1);
}

/* The first store that is worth the while; NULL: the loop is short, or every row begins where a
 * vector does. */
static const FlLoopStmt *
find_store (const Aligner *aligner, const FlLoopStmt *loop)
{
  const FlLoopAxis *axis = fl_loop_get_axis (aligner->kernel, loop->axis);
  const gint64 least = fl_tuned_get (FL_TUNED_ALIGN_LEAST, &aligner->context->machine->caches);
  const FlLoopStmt *found = NULL;
  gint64 size;

  if (axis->begin || axis->step || axis->stop || loop->n_homes > 0 || loop->map != FL_MAP_SERIAL
      || !fl_sym_is_int (axis->extent, &size) || size < FL_LOOP_MOST_FLOATS || size % FL_LOOP_MOST_FLOATS == 0)
    return NULL;
  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (aligner->kernel, loop->children[i]);

      if (stmt->kind != FL_STMT_STORE && stmt->kind != FL_STMT_LET)
        return NULL;
      if (!found && goes_along (aligner, stmt, axis->var) && (stmt->mode == FL_LOOP_STORE_STREAMING || size >= least))
        found = stmt;
    }
  return found && found->mode != FL_LOOP_STORE_STREAMING && is_bound_by_loads (aligner, loop, found) ? NULL : found;
}

/* --- peeling ---------------------------------------------------------------------------------- */

static FlStmtId
with_tail (const Aligner *aligner, FlStmtId loop, FlAxisTail tail)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (aligner->kernel, loop);

  stmt.tail = tail;
  return fl_loop_add_stmt (aligner->kernel, &stmt);
}

/* "let head = until aligned (buf0[1000*i0])", the loop up to there, and the one from there on. */
static void
peel (Aligner *aligner, const FlLoopStmt *loop, const FlLoopStmt *store, GArray *children)
{
  FlLoopKernel *kernel = aligner->kernel;
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop->axis);
  const FlSym *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const FlValueId head = fl_loop_add_head (kernel, store->home, fl_sym_substitute (store->index, &axis.var, &zero, 1));
  const FlSym *end = fl_loop_get_value (kernel, head)->index;
  const FlAxisId before = fl_loop_add_part (kernel, loop->axis, "h", (FlLoopAxis) { .extent = end });
  const FlAxisId behind
      = fl_loop_add_part (kernel, loop->axis, "a", (FlLoopAxis) { .begin = end, .extent = axis.extent });
  const FlStmtId made[]
      = { fl_loop_add_stmt (kernel, &(FlLoopStmt) { .kind = FL_STMT_LET, .value = head }),
          with_tail (aligner, fl_loop_remake (kernel, loop, fl_loop_get_var (kernel, before), before, FL_MAP_SERIAL),
                     FL_TAIL_HEAD),
          fl_loop_remake (kernel, loop, fl_loop_get_var (kernel, behind), behind, FL_MAP_SERIAL) };

  g_array_append_vals (children, made, G_N_ELEMENTS (made));
  aligner->n_peeled++;
  fl_loop_note (aligner->context, aligner->program, FL_VERDICT_ACCEPT, fl_loop_get_name (kernel, loop->axis),
                "peeled to alignment",
                store->mode == FL_LOOP_STORE_STREAMING
                    ? "rows are no multiple of %d elements, and non-temporal stores are of "
                      "whole vectors of memory"
                    : "rows are no multiple of %d elements, and a store across two cache lines "
                      "takes as long as two",
                FL_LOOP_MOST_FLOATS);
}

/* is_row: the statement is inside a loop. */
static FlStmtId
align_in (Aligner *aligner, FlStmtId id, gboolean is_row)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (aligner->kernel, id);
  const gboolean is_loop = stmt.kind == FL_STMT_LOOP && !fl_loop_get_axis (aligner->kernel, stmt.axis)->stop;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (aligner->kernel, stmt.children[i]);
      const FlLoopStmt *store = child.kind == FL_STMT_LOOP && (is_row || is_loop)
                                        && fl_loop_get_n_axes (aligner->kernel) + 12 < FL_LOOP_MAX_AXES
                                    ? find_store (aligner, &child)
                                    : NULL;

      if (store)
        peel (aligner, &child, &(FlLoopStmt) { .home = store->home, .index = store->index, .mode = store->mode },
              children);
      else
        fl_loop_append (children, align_in (aligner, stmt.children[i], is_row || is_loop));
    }
  return fl_loop_with_children (aligner->kernel, id, (const FlStmtId *) children->data, children->len);
}

const FlLoopProgram *
fl_pass_align (FlLoopContext *context, const FlLoopProgram *program)
{
  Aligner aligner = { .context = context, .program = program, .kernel = program->kernel };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  root = align_in (&aligner, program->root, FALSE);
  return aligner.n_peeled == 0 ? program : fl_loop_program_new (program->kernel, root, "peel to alignment", program);
}
