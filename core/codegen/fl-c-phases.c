/* The phases of a loop program: a function for each loop that threads share, one for what one thread does between them.
 * What they hand on lies in memory. */
#include "fl-c-phases.h"

#include "fl-intern.h"
#include "fl-loop-work.h"
#include "fl-print-c.h"

/* The tree that threads were given: later passes change what work there is only by copying loops. */
static FlStmtId
find_shared (const FlLoopProgram *program)
{
  const FlNest *nest;
  const FlStmtId joined = fl_loop_kernel_get_joined (program->kernel, &nest);

  for (const FlLoopProgram *at = program; at->before; at = at->before)
    if (g_str_equal (at->pass, "parallelize"))
      return at->before->root;
  return joined ? joined : program->root;
}

/* Work of a statement of the root; of all, where later passes have changed their number. */
static gint64
count_work (const FlLoopProgram *program, guint child)
{
  const FlStmtId shared = find_shared (program);
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, shared);

  return fl_loop_count_work (program->kernel,
                             root->n_children == fl_loop_get_stmt (program->kernel, program->root)->n_children
                                 ? root->children[child]
                                 : shared);
}

static const char *
make_name (const FlCWriter *writer, const char *base)
{
  const guint n = writer->phases->len;

  return n == 0 ? base : n == 1 ? fl_intern_printf ("%s_then", base) : fl_intern_printf ("%s_then_%u", base, n);
}

void
fl_c_phases_make (FlCWriter *writer, const char *name, const FlLoopProgram *program)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  const guint n = root->n_children;

  g_array_set_size (writer->phases, 0);
  for (guint i = 0; i < n; i++)
    {
      FlCPhase *last
          = writer->phases->len > 0 ? &g_array_index (writer->phases, FlCPhase, writer->phases->len - 1) : NULL;
      FlCPhase phase = { .first_item = i, .n_items = 1, .step = 1, .work = count_work (program, i) };

      phase.extent = fl_print_c_get_extent (program, i, &phase.step);
      if (last && !last->extent && !phase.extent)
        {
          last->n_items++;
          last->work += phase.work;
          continue;
        }
      phase.name = make_name (writer, name);
      g_array_append_val (writer->phases, phase);
    }
  if (n == 0)
    g_array_append_vals (writer->phases, &(FlCPhase) { .name = name, .step = 1 }, 1);
}

void
fl_c_phases_fill_kernel (const FlCWriter *writer, FlKernel *kernel)
{
  FlKernelPhase *phases = fl_arena_new (writer->pass->arena, FlKernelPhase, writer->phases->len + 1);

  for (guint i = 0; i < writer->phases->len; i++)
    {
      const FlCPhase *phase = &g_array_index (writer->phases, FlCPhase, i);

      phases[i]
          = (FlKernelPhase) { .name = phase->name, .extent = phase->extent, .step = phase->step, .work = phase->work };
    }
  kernel->n_phases = writer->phases->len;
  kernel->phases = phases;
}
