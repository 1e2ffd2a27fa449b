/* What statements of the loop interpreter begin and end: names and homes. */
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
