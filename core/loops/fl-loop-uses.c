/* Who uses which value. See fl-loop-uses.h. */
#include "fl-loop-uses.h"

typedef struct
{
  FlLoopUses *uses;
  GHashTable *seen;
} Visit;

static void
note_use (FlLoopUses *uses, FlValueId of, FlLoopUse use)
{
  GArray *known = g_hash_table_lookup (uses->of, GUINT_TO_POINTER (of));

  if (!known)
    {
      known = g_array_new (FALSE, FALSE, sizeof (FlLoopUse));
      g_hash_table_insert (uses->of, GUINT_TO_POINTER (of), known);
    }
  g_array_append_val (known, use);
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const Visit *visit = data;

  for (guint i = 0; i < value->n_args; i++)
    note_use (visit->uses, value->args[i], (FlLoopUse) { .id = id, .position = i });
  g_array_append_val (visit->uses->values, id);
  return TRUE;
}

static void
note_values (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  const FlValueId values[] = { stmt.value, stmt.more[0], stmt.more[1], stmt.condition };
  Visit *visit = data;

  if (stmt.kind == FL_STMT_LET)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i])
      {
        note_use (visit->uses, values[i], (FlLoopUse) { .stmt = id });
        fl_loop_visit_value (kernel, values[i], visit->seen, enter_value, visit);
      }
  if (stmt.index)
    fl_loop_visit_positions (kernel, stmt.index, visit->seen, enter_value, visit);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const FlValueId x = *(const FlValueId *) a, y = *(const FlValueId *) b;

  return x < y ? -1 : x > y;
}

FlLoopUses *
fl_loop_uses_new (const FlLoopProgram *program)
{
  FlLoopUses *uses = g_new0 (FlLoopUses, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Visit visit = { .uses = uses, .seen = seen };

  uses->values = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  uses->of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  fl_loop_visit (program->kernel, program->root, note_values, &visit);
  g_array_sort (uses->values, compare_ids); /* numbers go up from what a value is made of to the value */
  return uses;
}

void
fl_loop_uses_free (FlLoopUses *uses)
{
  g_array_unref (uses->values);
  g_hash_table_unref (uses->of);
  g_free (uses);
}

const GArray *
fl_loop_uses_find (const FlLoopUses *uses, FlValueId value)
{
  return g_hash_table_lookup (uses->of, GUINT_TO_POINTER (value));
}
