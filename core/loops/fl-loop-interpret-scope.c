/* What statements of the loop interpreter begin and end: names and homes; and memory that outlives a program. */
#include <math.h>

#include "fl-loop-interpret-private.h"

void
fl_loop_runner_forget_names (FlLoopRunner *runner, guint n)
{
  while (runner->names->len > n)
    {
      const FlValueId id = g_array_index (runner->names, FlValueId, runner->names->len - 1);
      FlLoopNamed *named = g_hash_table_lookup (runner->let, GUINT_TO_POINTER (id));

      for (guint i = 0; i <= FL_LOOP_MAX_LANES; i++)
        named[i].is_known = FALSE;
      g_array_set_size (runner->names, runner->names->len - 1);
    }
}

gboolean
fl_loop_runner_begin_homes (FlLoopRunner *runner, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (runner->kernel, stmt->homes[i]);
      FlLoopMemory *memory = &runner->homes[stmt->homes[i]];
      gint64 n;

      if (!fl_loop_runner_compute_index (runner, home->size, &n))
        return FALSE;
      if (home->combiner != FL_N_REDUCTIONS)
        n *= 3;
      if (!memory->elements)
        *memory = (FlLoopMemory) { .elements = g_new0 (FlLoopNumber, MAX (n, 1)), .n = n };
      for (gint64 k = 0; k < n && home->combiner != FL_N_REDUCTIONS; k += 3)
        if (fl_loop_runner_is_exact_sum (runner, home))
          memory->elements[k].number = 0;
        else
          fl_loop_number_begin (home->combiner, fl_dtype_get_compute (home->source_dtype), &memory->elements[k]);
      for (gint64 k = 0; k < n && home->combiner == FL_N_REDUCTIONS
                         && (home->kind == FL_HOME_SHARED || home->kind == FL_HOME_PARTIALS);
           k++)
        memory->elements[k].number = NAN; /* nobody must read what nobody wrote */
    }
  return TRUE;
}

/* --- memory between programs --------------------------------------------- */

static void
free_memory (gpointer data)
{
  g_free (((FlLoopMemory *) data)->elements);
  g_free (data);
}

GHashTable *
fl_loop_own_memory_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, free_memory);
}

/* NULL: its size is not known. */
static const FlLoopMemory *
find_own (FlLoopRunner *runner, const FlLoopHome *home)
{
  FlLoopMemory *memory = g_hash_table_lookup (runner->own, home->buffer);
  gint64 n;

  if (memory)
    return memory;
  if (!fl_loop_runner_compute_index (runner, home->size, &n))
    return NULL;
  memory = g_new (FlLoopMemory, 1);
  *memory = (FlLoopMemory) { .elements = g_new (FlLoopNumber, MAX (n, 1)), .n = n };
  for (gint64 k = 0; k < n; k++)
    memory->elements[k].number = NAN; /* nobody must read what nobody wrote */
  g_hash_table_insert (runner->own, (gpointer) home->buffer, memory);
  return memory;
}

gboolean
fl_loop_runner_bind_arguments (FlLoopRunner *runner)
{
  for (FlHomeId i = 1; i <= fl_loop_get_n_homes (runner->kernel); i++)
    {
      const FlLoopHome *home = fl_loop_get_home (runner->kernel, i);
      const FlLoopMemory *memory;

      if (home->kind != FL_HOME_ARGUMENT)
        continue;
      memory = home->argument < runner->input->n_arguments ? &runner->input->arguments[home->argument]
                                                           : find_own (runner, home);
      if (!memory)
        return FALSE;
      runner->homes[i] = *memory;
    }
  return TRUE;
}
