/* The phases of a loop program: a function for each loop that threads share, one for what one thread does between them.
 *
 * What phases hand on lies in memory: where a loop leaves something in registers or on the stack for those behind it,
 * or where one would evaluate a value again whose memory was written since, one function does all. */
#include "fl-c-threads.h"

#include "fl-intern.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-walk.h"
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

/* Work of a statement of the root, as it was before passes; total, where these have changed their number. */
static gint64
count_work (const FlLoopProgram *program, guint child, gint64 total)
{
  const FlNest *nest;
  const FlStmtId joined = fl_loop_kernel_get_joined (program->kernel, &nest);
  const FlLoopStmt *root = joined ? fl_loop_get_stmt (program->kernel, joined) : NULL;
  const guint n = fl_loop_get_stmt (program->kernel, program->root)->n_children;

  return root && root->n_children == n && n > 1 ? fl_loop_count_work (program->kernel, root->children[child]) : total;
}

static const char *
make_name (const FlCWriter *writer, const char *base)
{
  const guint n = writer->phases->len;

  return n == 0 ? base : n == 1 ? fl_intern_printf ("%s_then", base) : fl_intern_printf ("%s_then_%u", base, n);
}

static void
split (FlCWriter *writer, const char *name, const FlLoopProgram *program, gint64 work, gboolean is_one)
{
  const guint n = fl_loop_get_stmt (program->kernel, program->root)->n_children;

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

typedef struct
{
  GHashTable *stale; /* values that have names in earlier phases, and whose memory was written since */
  gboolean uses_stale;
} Reevaluation;

static void
note_use (const FlLoopKernel *kernel, FlValueId value, gpointer data)
{
  Reevaluation *reevaluation = data;

  reevaluation->uses_stale |= g_hash_table_contains (reevaluation->stale, GUINT_TO_POINTER (value));
}

/* Of the names that the root gives before a statement: those of values that it would find otherwise now. */
static void
note_stale (const FlLoopProgram *program, guint end, GHashTable *stale)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer home;

  for (guint i = end; i-- > 0;)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (program->kernel, root->children[i]);
      g_autoptr (GHashTable) own = fl_loop_collect_written (program->kernel, root->children[i]);

      if (stmt->kind == FL_STMT_LET && fl_loop_value_reads (program->kernel, stmt->value, written))
        g_hash_table_add (stale, GUINT_TO_POINTER (stmt->value));
      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &home, NULL))
        g_hash_table_add (written, home);
    }
}

static gboolean
hands_on_values (const FlCWriter *writer, const FlLoopProgram *program)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  g_autoptr (GHashTable) stale = g_hash_table_new (NULL, NULL);
  Reevaluation reevaluation = { .stale = stale };

  for (guint i = 1; i < writer->phases->len && !reevaluation.uses_stale; i++)
    {
      const FlCPhase *phase = &g_array_index (writer->phases, FlCPhase, i);

      note_stale (program, phase->first_item, stale);
      for (guint k = 0; k < phase->n_items && g_hash_table_size (stale) > 0; k++)
        fl_loop_walk_values (program->kernel, root->children[phase->first_item + k], note_use, &reevaluation);
    }
  return reevaluation.uses_stale;
}

void
fl_c_phases_make (FlCWriter *writer, const char *name, const FlLoopProgram *program, gint64 work)
{
  const gboolean is_one = has_homes (program->kernel, fl_loop_get_stmt (program->kernel, program->root));

  split (writer, name, program, work, is_one);
  if (!is_one && hands_on_values (writer, program))
    split (writer, name, program, work, TRUE);
}
