/* Loop interchange: of loops one in the other, that along which memory is contiguous goes innermost.
 *
 * Loops come in the order of what the kernel writes first, or of the operation that it was fused to. Where no access is
 * contiguous along the innermost one, each element is a cache line of its own, and nothing can be done in vectors.
 * Legal where iterations may run in any order; where memory is contiguous along the one here and the other there, loops
 * are tiled instead. Exact: each element is computed as before. */
#include "fl-loop-order.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-loop-walk.h"

enum
{
  MAX_DEPTH = 8,
  MIN_LENGTH = 8 /* positions: a shorter loop inside would be less than a vector of most machines */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
} Changer;

/* Loops with nothing between them, from outside in. */
typedef struct
{
  FlLoopStmt loops[MAX_DEPTH];
  guint n_contiguous[MAX_DEPTH]; /* accesses along each */
  guint n;
} Nest;

static void
count_access (const FlLoopKernel *kernel, const FlSym *index, Nest *nest)
{
  for (guint i = 0; i < nest->n; i++)
    nest->n_contiguous[i] += fl_loop_has_step (kernel, index, nest->loops[i].axis, 1);
}

static void
count_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->home && value->index)
    count_access (kernel, value->index, data);
}

static gboolean
find_nest (const FlLoopKernel *kernel, FlStmtId id, Nest *nest)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id), *inner;

  *nest = (Nest) { .n = 0 };
  for (; stmt->kind == FL_STMT_LOOP; stmt = fl_loop_get_stmt (kernel, stmt->children[0]))
    {
      if (nest->n == MAX_DEPTH || stmt->map != FL_MAP_SERIAL || stmt->n_homes > 0
          || fl_loop_get_axis (kernel, stmt->axis)->step)
        return FALSE;
      nest->loops[nest->n++] = *stmt;
      if (stmt->n_children != 1)
        break;
    }
  if (nest->n < 2)
    return FALSE;
  inner = &nest->loops[nest->n - 1];
  for (guint i = 0; i < inner->n_children; i++)
    {
      stmt = fl_loop_get_stmt (kernel, inner->children[i]);
      if (stmt->n_children > 0)
        return FALSE;
      if (stmt->kind == FL_STMT_STORE)
        count_access (kernel, stmt->index, nest);
    }
  fl_loop_walk_values (kernel, id, count_load, nest);
  return TRUE;
}

/* The loop along which most accesses are contiguous; the innermost one where that has any. */
static guint
find_best (const FlLoopKernel *kernel, const Nest *nest)
{
  guint best = nest->n - 1;

  if (nest->n_contiguous[best] > 0)
    return best;
  for (guint i = 0; i + 1 < nest->n; i++)
    if (nest->n_contiguous[i] > nest->n_contiguous[best]
        && fl_sym_get_hint (fl_loop_get_whole_extent (kernel, nest->loops[i].axis), MIN_LENGTH) >= MIN_LENGTH)
      best = i;
  return best;
}

static FlStmtId
change (const Changer *changer, const Nest *nest, guint best)
{
  FlLoopKernel *kernel = changer->kernel;
  const FlLoopStmt *inner = &nest->loops[nest->n - 1];
  FlLoopStmt made = nest->loops[best];
  FlStmtId id;

  made.n_children = inner->n_children;
  made.children = inner->children;
  id = fl_loop_add_stmt (kernel, &made);
  for (guint i = nest->n; i-- > 0;)
    if (i != best)
      id = fl_loop_wrap (kernel, nest->loops[i], id);
  fl_loop_note (changer->context, changer->program, FL_VERDICT_ACCEPT,
                fl_loop_get_name (kernel, nest->loops[best].axis), "interchanged",
                nest->n_contiguous[best] == 1 ? "goes innermost: %u access is contiguous along it, none along %s"
                                              : "goes innermost: %u accesses are contiguous along it, none along %s",
                nest->n_contiguous[best], fl_loop_get_name (kernel, inner->axis));
  return id;
}

static FlStmtId
change_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  guint64 axes = 0;
  guint best;
  Nest nest;

  if (fl_loop_get_stmt (kernel, id)->kind != FL_STMT_LOOP || !find_nest (kernel, id, &nest))
    return 0;
  best = find_best (kernel, &nest);
  for (guint i = best; i < nest.n; i++)
    axes |= G_GUINT64_CONSTANT (1) << nest.loops[i].axis;
  return best < nest.n - 1 && fl_loop_has_free_order (kernel, id, axes) ? change (data, &nest, best) : 0;
}

const FlLoopProgram *
fl_pass_interchange (FlLoopContext *context, const FlLoopProgram *program)
{
  Changer changer = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = fl_loop_map_stmts (program->kernel, program->root, 0, change_stmt, &changer);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "interchange", program);
}
