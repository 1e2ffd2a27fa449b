/* Partitioning of the iteration space over threads: what a loop costs, how many of a nest are shared as one, and how
 * large parts are (the grain size). See fl-loop-work.h.
 *
 * Parts depend on sizes and options alone, never on the machine: results are the same with any
 * number of threads, and one program serves all machines. */
#include "fl-loop-work.h"

#include "fl-loop-strips.h"

#include "fl-loop-apart.h"

enum
{
  UNKNOWN_LENGTH = 8 /* of a loop whose length comes with the call */
};

/* --- work ------------------------------------------------------------------------------------ */

typedef struct
{
  FlLoopKernel *kernel;
  gint64 work;
} Counter;

static gboolean
count_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->home ? fl_loop_get_home (kernel, value->home) : NULL;
  Counter *counter = data;

  counter->work += fl_scalar_get_info (value->op)->flops;
  if (value->op == FL_SCALAR_LOAD && home->kind == FL_HOME_ARGUMENT)
    counter->work += fl_dtype_get_size_bytes (home->dtype);
  return TRUE;
}

/* One statement; values that another one beside it has done, too, count once. */
static gint64
count_once (FlLoopKernel *kernel, const FlLoopStmt *stmt, GHashTable *seen)
{
  const FlLoopHome *home = stmt->home ? fl_loop_get_home (kernel, stmt->home) : NULL;
  Counter counter = { .kernel = kernel };

  fl_loop_visit_values (kernel, stmt, seen, count_value, &counter);
  if (stmt->kind == FL_STMT_STORE && home->kind == FL_HOME_ARGUMENT)
    counter.work += fl_dtype_get_size_bytes (home->dtype);
  if (stmt->kind == FL_STMT_ACCUMULATE)
    counter.work += fl_scalar_get_info (FL_SCALAR_REDUCTION)->flops;
  return counter.work;
}

static gint64
get_length (const FlLoopKernel *kernel, const FlLoopStmt *loop)
{
  return MAX (fl_sym_get_hint (fl_loop_get_axis (kernel, loop->axis)->extent, UNKNOWN_LENGTH), 0);
}

static gint64
count_in (FlLoopKernel *kernel, FlStmtId id, GHashTable *seen)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  gint64 total = 0, work;

  if (stmt.kind != FL_STMT_LOOP)
    total = count_once (kernel, &stmt, seen);
  for (guint i = 0; i < stmt.n_children; i++)
    if (__builtin_add_overflow (total, count_in (kernel, stmt.children[i], stmt.kind == FL_STMT_LOOP ? own : seen),
                                &total))
      return G_MAXINT64 / 4;
  if (stmt.kind != FL_STMT_LOOP)
    return total;
  if (__builtin_mul_overflow (MAX (total, 1), get_length (kernel, &stmt), &work))
    return G_MAXINT64 / 4;
  return MIN (work, G_MAXINT64 / 4);
}

gint64
fl_loop_count_work (FlLoopKernel *kernel, FlStmtId stmt)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return count_in (kernel, stmt, seen);
}

void
fl_loop_note_small (FlLoopContext *context, const FlLoopProgram *program, gint64 work)
{
  const gint64 least = 2 * context->machine->work_grain;

  fl_loop_note (context, program, FL_VERDICT_REJECT, fl_loop_kernel_get_name (program->kernel), "divided among threads",
                "work of %" G_GINT64_FORMAT " (bytes moved, and operations) is under %" G_GINT64_FORMAT
                " (2 x cpu.grain_bytes): starting a second thread would take as long",
                work, least);
}

/* --- parts ----------------------------------------------------------------------------------- */

static void
note_loop (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  *(guint *) data += fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP;
}

/* Will another pass make it run innermost? */
static gboolean
is_turned (FlLoopKernel *kernel, FlStmtId loop)
{
  FlLoopStrip strip;

  return fl_loop_is_tiled (kernel, loop) || fl_loop_find_strip (kernel, loop, &strip);
}

/* Parts begin at multiples of this: of what runs innermost, now or later, whole vectors and whole cache lines. */
static gint64
get_step (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId loop)
{
  guint n_loops = 0;

  fl_loop_visit (kernel, loop, note_loop, &n_loops);
  return n_loops == 1 || is_turned (kernel, loop) ? MAX (machine->grain, 1) : 1;
}

/* The loop inside the last one, if both may be divided as one; 0: there is none. */
static FlStmtId
get_inner (FlLoopKernel *kernel, const FlLoopShare *share)
{
  const FlLoopStmt *loop = fl_loop_get_stmt (kernel, share->loops[share->n_loops - 1]);
  const FlStmtId id = loop->n_children == 1 ? loop->children[0] : 0;
  const FlLoopStmt *inner = id ? fl_loop_get_stmt (kernel, id) : NULL;
  const FlSym *around[FL_LOOP_MAX_NEST];

  if (is_turned (kernel, share->loops[share->n_loops - 1]))
    return 0;
  if (!inner || inner->kind != FL_STMT_LOOP || inner->map != FL_MAP_SERIAL || loop->n_homes > 0
      || fl_loop_index_get_axes (kernel, fl_loop_get_axis (kernel, inner->axis)->extent))
    return 0;
  for (guint i = 0; i < share->n_loops; i++)
    around[i] = fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, share->loops[i])->axis)->var;
  return fl_loop_find_why_dependent (kernel, id, around, share->n_loops, FALSE) ? 0 : id;
}

FlLoopShare
fl_loop_choose_share (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId loop)
{
  FlLoopShare share = { .work = fl_loop_count_work (kernel, loop), .around = 1, .n_loops = 1, .loops = { loop } };
  gint64 length = get_length (kernel, fl_loop_get_stmt (kernel, loop)), n_blocks;
  FlStmtId inner;

  share.step = get_step (machine, kernel, loop);
  if (machine->work_grain > 0)
    share.wanted = MIN (share.work / machine->work_grain, machine->parts);
  while (share.work >= 2 * machine->work_grain && share.around * (length / share.step) < share.wanted
         && share.n_loops < FL_LOOP_MAX_NEST && (inner = get_inner (kernel, &share)))
    {
      const gint64 inside = get_length (kernel, fl_loop_get_stmt (kernel, inner)),
                   step = get_step (machine, kernel, inner);

      if (length * share.around * inside / step <= length * share.around / share.step)
        break;
      share.around *= length;
      share.loops[share.n_loops++] = inner;
      length = inside;
      share.step = step;
    }
  n_blocks = (share.wanted + share.around - 1) / MAX (share.around, 1);
  share.block = (length + n_blocks - 1) / MAX (n_blocks, 1);
  share.block = MAX ((share.block + share.step - 1) / share.step * share.step, 1);
  return share;
}
