/* The phases of a loop program: a function for each loop that threads share, one for what one thread does between them.
 *
 * What phases hand on lies in memory: where a loop leaves something in registers or on the stack for those behind it,
 * one function does all. */
#include "fl-c-threads.h"

#include "fl-intern.h"
#include "fl-loop-work.h"
#include "fl-print-c.h"

/* Does something live at the level of the root? */
static gboolean
has_homes (const FlLoopKernel *kernel, const FlLoopStmt *root)
{
  for (guint i = 0; i < root->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, root->children[i]);

      if (stmt->kind == FL_STMT_SEQUENCE && (stmt->n_homes > 0 || has_homes (kernel, stmt)))
        return TRUE;
    }
  return root->n_homes > 0;
}

/* Work of a statement of the root, as it was built; total, where passes have changed their number. */
static gint64
count_work (const FlLoopProgram *program, guint child, gint64 total)
{
  const FlLoopProgram *built = program;
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  const guint n = root->n_children;

  while (built->before)
    built = built->before;
  root = fl_loop_get_stmt (built->kernel, built->root);
  return root->n_children == n && n > 1 ? fl_loop_count_work (built->kernel, root->children[child]) : total;
}

static const char *
make_name (const FlCWriter *writer, const char *base)
{
  const guint n = writer->phases->len;

  return n == 0 ? base : n == 1 ? fl_intern_printf ("%s_then", base) : fl_intern_printf ("%s_then_%u", base, n);
}

void
fl_c_phases_make (FlCWriter *writer, const char *name, const FlLoopProgram *program, gint64 work)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  const guint n = root->n_children;
  const gboolean is_one = has_homes (program->kernel, root);

  g_array_set_size (writer->phases, 0);
  for (guint i = 0; i < n; i++)
    {
      FlCPhase *last
          = writer->phases->len > 0 ? &g_array_index (writer->phases, FlCPhase, writer->phases->len - 1) : NULL;
      FlCPhase phase = {
        .kind = FL_C_PHASE_SERIAL, .first_item = i, .n_items = 1, .step = 1, .work = count_work (program, i, work)
      };

      phase.extent = is_one ? NULL : fl_print_c_get_extent (program, i, &phase.step);
      if (phase.extent)
        phase.kind = FL_C_PHASE_RANGE;
      if (last && last->kind == FL_C_PHASE_SERIAL && !phase.extent)
        {
          last->n_items++;
          last->work += n > 1 ? phase.work : 0;
          continue;
        }
      phase.name = make_name (writer, name);
      g_array_append_val (writer->phases, phase);
    }
  if (n == 0)
    g_array_append_vals (writer->phases, &(FlCPhase) { .kind = FL_C_PHASE_SERIAL, .name = name, .step = 1 }, 1);
}
