/* Loops are divided among threads: parallel, where no two iterations touch one element that one of them writes.
 *
 * Exact: each iteration is done once, in its order within a part. The outermost loop is cut into parts; where it is too
 * short for as many parts as its work is worth, so many loops of a perfect nest are cut as one, of which the last one
 * has its iterations cut into blocks. */
#include "fl-loop-apart.h"
#include "fl-loop-partials.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-loop-work.h"

/* Ranges of the axis, each of which a thread goes through in order. */
static FlStmtId
share_one (FlLoopKernel *kernel, const FlLoopShare *share)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, share->loops[0]);
  const FlLoopStmt outer
      = { .kind = FL_STMT_LOOP,
          .map = FL_MAP_PARALLEL,
          .axis = fl_loop_add_partition (kernel, loop.axis, NULL, fl_sym_int (symbols, share->step)) };
  const FlLoopAxis parts = *fl_loop_get_axis (kernel, outer.axis);
  const FlAxisId axis
      = fl_loop_add_part (kernel, loop.axis, "s", (FlLoopAxis) { .begin = parts.var, .extent = parts.stop });

  return fl_loop_wrap (kernel, outer,
                       fl_loop_remake (kernel, &loop, fl_loop_get_var (kernel, axis), axis, FL_MAP_SERIAL));
}

/* Parts of a nest are numbered as its iterations are, the last loop counting blocks: a range of parts is, at each
 * level, what is left of it once the loops around have their positions. */
typedef struct
{
  const FlSym *begin, *end; /* parts */
  const FlSym *each;        /* parts of one position of the level */
} Range;

static FlAxisId
add_level (FlLoopKernel *kernel, FlAxisId of, const Range *range, const FlSym *block, gboolean is_first)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  /* Of an inner loop without iterations there are no parts, and nothing to divide by. */
  const FlSym *one = fl_sym_int (symbols, 1),
              *each = fl_sym_is_int (range->each, NULL) ? range->each : fl_sym_max (range->each, one);
  const FlSym *begin = fl_sym_floor_div (range->begin, each), *end = fl_sym_ceil_div (range->end, each);

  if (!is_first)
    begin = fl_sym_max (begin, fl_sym_int (symbols, 0));
  begin = fl_sym_mul (begin, block);
  end = fl_sym_mul (end, block);
  if (!is_first)
    end = fl_sym_min (end, fl_loop_get_axis (kernel, of)->extent);
  return fl_loop_add_part (kernel, of, "s", (FlLoopAxis) { .begin = begin, .extent = end });
}

static FlStmtId
share_nest (FlLoopKernel *kernel, const FlLoopShare *share)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlSym *one = fl_sym_int (symbols, 1), *block = fl_sym_int (symbols, share->block), *each[FL_LOOP_MAX_NEST];
  const guint last = share->n_loops - 1;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlLoopStmt loops[FL_LOOP_MAX_NEST], outer = { .kind = FL_STMT_LOOP, .map = FL_MAP_PARALLEL };
  FlAxisId axes[FL_LOOP_MAX_NEST];
  Range range;
  FlStmtId made;

  for (guint i = 0; i <= last; i++)
    loops[i] = *fl_loop_get_stmt (kernel, share->loops[i]);
  each[last] = one;
  each[last - 1] = fl_sym_ceil_div (fl_loop_get_axis (kernel, loops[last].axis)->extent, block);
  for (guint i = last - 1; i-- > 0;)
    each[i] = fl_sym_mul (fl_loop_get_axis (kernel, loops[i + 1].axis)->extent, each[i + 1]);
  outer.axis = fl_loop_add_partition (kernel, loops[0].axis,
                                      fl_sym_mul (fl_loop_get_axis (kernel, loops[0].axis)->extent, each[0]), one);
  range = (Range) { .begin = fl_loop_get_var (kernel, outer.axis), .end = fl_loop_get_axis (kernel, outer.axis)->stop };
  for (guint i = 0; i <= last; i++)
    {
      const FlSym *done;

      range.each = each[i];
      axes[i] = add_level (kernel, loops[i].axis, &range, i == last ? block : one, i == 0);
      done = fl_sym_mul (fl_loop_get_var (kernel, axes[i]), each[i]);
      range = (Range) { .begin = fl_sym_sub (range.begin, done), .end = fl_sym_sub (range.end, done) };
      fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, loops[i].axis), fl_loop_get_var (kernel, axes[i]));
    }
  made = fl_loop_remake_with (kernel, rewrite, &loops[last], axes[last], FL_MAP_SERIAL);
  for (guint i = last; i-- > 0;)
    made = fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axes[i] }, made);
  return fl_loop_wrap (kernel, outer, made);
}

/* --- what is said ----------------------------------------------------------------------------- */

static void
note_share (FlLoopContext *context, const FlLoopProgram *program, const FlLoopShare *share)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopMachine *machine = context->machine;
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, share->loops[share->n_loops - 1])->axis);
  const gint64 length = MAX (fl_sym_get_hint (axis->extent, 8), 0);

  if (share->n_loops > 1)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel),
                  "outer loops are divided among threads as one",
                  "%" G_GINT64_FORMAT " iterations around %s are under the %" G_GINT64_FORMAT
                  " parts that work of %" G_GINT64_FORMAT
                  " is worth (cpu.grain_bytes, cpu.parts): each is cut into %" G_GINT64_FORMAT
                  " parts of %" G_GINT64_FORMAT " of its %" G_GINT64_FORMAT,
                  share->around, axis->name, share->wanted, share->work, (length + share->block - 1) / share->block,
                  share->block, length);
  else if (share->work < 2 * machine->work_grain)
    fl_loop_note_small (context, program, share->work);
  else
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel),
                  "outermost loop is divided among threads",
                  "%s has %" G_GINT64_FORMAT " iterations%s; a thread has work of %" G_GINT64_FORMAT
                  " or more (cpu.grain_bytes) out of %" G_GINT64_FORMAT " (bytes moved, and operations)",
                  axis->name, length, share->step > 1 ? ", in multiples of 64" : "", machine->work_grain, share->work);
}

static void
note_unknown (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  *(gboolean *) data
      |= stmt->kind == FL_STMT_LOOP && !fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, NULL);
}

/* Of several loops one that is too short stays with its neighbours, unless its work comes with the call. */
static gboolean
is_worth_it (const FlLoopContext *context, const FlLoopKernel *kernel, const FlLoopShare *share)
{
  gboolean is_unknown = FALSE;

  fl_loop_visit (kernel, share->loops[0], note_unknown, &is_unknown);
  return is_unknown || share->work >= 2 * context->machine->work_grain;
}

const FlLoopProgram *
fl_pass_parallelize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt root = *fl_loop_get_stmt (kernel, program->root);
  FlStmtId now = program->root;
  guint n_handed = 0;

  for (guint i = 0; i < root.n_children; i++)
    {
      const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, root.children[i]);
      const char *why_not;
      FlLoopShare share;
      FlStmtId id;

      if (stmt.kind != FL_STMT_LOOP || stmt.map != FL_MAP_SERIAL
          || fl_loop_get_n_axes (kernel) + FL_LOOP_MAX_NEST + 1 > FL_LOOP_MAX_AXES)
        continue;
      why_not = fl_loop_find_why_dependent (kernel, root.children[i], NULL, 0, FALSE);
      if (why_not)
        {
          fl_loop_note (context, program, FL_VERDICT_ILLEGAL, fl_loop_get_axis (kernel, stmt.axis)->name,
                        "divided among threads", "%s", why_not);
          continue;
        }
      share = fl_loop_choose_share (context->machine, kernel, root.children[i]);
      note_share (context, program, &share);
      if (root.n_children > 1 && !is_worth_it (context, kernel, &share))
        continue;
      id = share.n_loops > 1 ? share_nest (kernel, &share) : share_one (kernel, &share);
      now = fl_loop_replace (kernel, now, root.children[i], &id, 1);
    }
  if (now == program->root)
    return program;
  now = fl_loop_hand_over (kernel, now, &n_handed);
  if (n_handed > 0)
    fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (kernel),
                  "values wait in memory between functions", "%u, which one function computes and another one reads",
                  n_handed);
  return fl_loop_program_new (kernel, now, "parallelize", program);
}
