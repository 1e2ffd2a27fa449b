/* Loops over vectors of bf16 are unrolled by two, as an even/odd lane split: 16 bits of twice as many elements fill a
 * vector, which is loaded, or rounded and stored, at once.
 *
 * - Pairs: where all memory is bf16, an element is the upper half of its lane, or the lower one: a shift or a mask
 * makes floats of those at even places, or of those at odd ones. i = block + odd + 2 * lane.
 * - Halves: other cheap loops do one vector, then the next. i = block + lanes * half + lane.
 *
 * What both come to waits in registers for its store, behind both. The iterations of a loop in vectors touch nothing of
 * each other's, so that they may run in any order, and a store may move behind statements that do not read its memory.
 * Pairs are added up in lanes other than they would be: sums come in another order. */
#include "fl-bf16.h"
#include "fl-loop-passes.h"
#include "fl-loop-split.h"

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
} Unroller;

/* The loop over the lanes of several vectors, whose number is even; NULL: the statement is no loop over such. */
static const FlLoopStmt *
find_unrolled (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlLoopStmt *unrolled)
{
  const FlLoopStmt *inner
      = stmt->kind == FL_STMT_LOOP && stmt->n_children == 1 ? fl_loop_get_stmt (kernel, stmt->children[0]) : NULL;
  const FlLoopStmt *vector
      = inner && inner->kind == FL_STMT_LOOP && inner->map == FL_MAP_UNROLLED && inner->n_children == 1
            ? fl_loop_get_stmt (kernel, inner->children[0])
            : NULL;
  const FlSym *step;
  gint64 n;

  if (!vector || vector->kind != FL_STMT_LOOP || vector->map != FL_MAP_VECTOR)
    return NULL;
  step = fl_loop_get_axis (kernel, stmt->axis)->step;
  if (!step || !fl_sym_is_int (fl_loop_get_axis (kernel, inner->axis)->extent, &n) || n % 2 != 0
      || step != fl_sym_mul_int (fl_loop_get_axis (kernel, vector->axis)->extent, n) || fl_sym_is_int (step, NULL))
    return NULL;
  *unrolled = *inner;
  return vector;
}

static gboolean
stores (const FlLoopKernel *kernel, const FlLoopStmt *vector)
{
  for (guint i = 0; i < vector->n_children; i++)
    if (fl_loop_get_stmt (kernel, vector->children[i])->kind == FL_STMT_STORE)
      return TRUE;
  return FALSE;
}

/* --- the tree --------------------------------------------------------------------------------- */

/* Is nothing of the whole axis done before it? */
static gboolean
begins_with (const FlLoopKernel *kernel, FlAxisId id)
{
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, id);

  return axis->of && axis->begin == fl_loop_get_axis (kernel, axis->of)->begin;
}

/* The loop over the lanes of whole vectors of floats; NULL: the statement is no loop over such. */
static const FlLoopStmt *
find_vector (const Unroller *unroller, const FlLoopStmt *stmt)
{
  const FlLoopStmt *inner = stmt->kind == FL_STMT_LOOP && stmt->n_children == 1
                                ? fl_loop_get_stmt (unroller->kernel, stmt->children[0])
                                : NULL;
  const FlSym *lanes = fl_loop_kernel_get_lanes (unroller->kernel);

  return inner && inner->kind == FL_STMT_LOOP && inner->map == FL_MAP_VECTOR && stmt->n_homes == 0
                 && fl_loop_get_axis (unroller->kernel, stmt->axis)->step == lanes
                 && begins_with (unroller->kernel, stmt->axis)
                 && fl_loop_get_axis (unroller->kernel, inner->axis)->extent == lanes
             ? inner
             : NULL;
}

static void
note_split (const Unroller *unroller, FlAxisId axis, FlBf16Split split, guint n_flops)
{
  const char *name = fl_loop_get_name (unroller->kernel, axis);

  if (split == FL_BF16_HALVES)
    fl_loop_note (
        unroller->context, unroller->program, FL_VERDICT_ACCEPT, name, "bf16 of two vectors",
        "%u operations an element (at most %d) leave room: two vectors are rounded by one instruction where the machine has it, "
        "and stored as a whole line",
        n_flops, FL_BF16_MOST_FLOPS);
  else
    fl_loop_note (
        unroller->context, unroller->program, FL_VERDICT_ACCEPT, name, "bf16 in pairs",
        "all that is loaded and stored is bf16: elements at even places, then those at odd ones, as a shift or a mask makes "
        "them floats; both are rounded at once");
}

static FlStmtId
unroll_in (const Unroller *unroller, FlStmtId id, guint64 open)
{
  FlLoopKernel *kernel = unroller->kernel;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.kind == FL_STMT_LOOP)
    open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt blocks = *fl_loop_get_stmt (kernel, stmt.children[i]);
      const FlLoopStmt *found = find_vector (unroller, &blocks);
      const FlLoopStmt vector = found ? *found : (FlLoopStmt) { .kind = FL_STMT_LOOP };
      guint n_flops = 0;
      FlLoopStmt unrolled;
      const FlLoopStmt *several = found ? NULL : find_unrolled (kernel, &blocks, &unrolled);
      const FlBf16Split split = found && fl_loop_get_n_axes (kernel) + 6 < FL_LOOP_MAX_AXES
                                    ? fl_bf16_choose (kernel, &vector, &n_flops)
                                    : FL_BF16_NONE;
      FlStmtId made[2];

      if (several)
        {
          const FlLoopStmt lanes = *several;

          if (!stores (kernel, &lanes) && fl_bf16_choose (kernel, &lanes, &n_flops) == FL_BF16_PAIRS)
            {
              note_split (unroller, blocks.axis, FL_BF16_PAIRS, n_flops);
              made[0] = fl_loop_wrap (kernel, blocks, fl_bf16_pair_unrolled (kernel, &unrolled, &lanes));
              g_array_append_val (children, made[0]);
              continue;
            }
        }
      if (split == FL_BF16_NONE)
        {
          made[0] = unroll_in (unroller, stmt.children[i], open);
          g_array_append_val (children, made[0]);
          continue;
        }
      note_split (unroller, blocks.axis, split, n_flops);
      g_array_append_vals (children, made, fl_bf16_unroll (kernel, &blocks, &vector, split, open, made));
      if (blocks.tail == FL_TAIL_MASK && i + 1 < stmt.n_children
          && fl_loop_get_stmt (kernel, stmt.children[i + 1])->tail == FL_TAIL_REST)
        i++; /* the blocks of two vectors have a rest of their own */
    }
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

const FlLoopProgram *
fl_pass_bf16 (FlLoopContext *context, const FlLoopProgram *program)
{
  const Unroller unroller = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = unroll_in (&unroller, program->root, 0);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
