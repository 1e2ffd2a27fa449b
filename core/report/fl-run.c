/* FlRun: life and death. */
#include "fl-run.h"

FlRun *
fl_run_ref (const FlRun *run)
{
  FlRun *own = (FlRun *) run;

  g_atomic_ref_count_inc (&own->refs);
  return own;
}

void
fl_run_unref (FlRun *run)
{
  if (run == NULL || !g_atomic_ref_count_dec (&run->refs))
    return;
  g_clear_error (&run->error);
  g_clear_pointer (&run->arena, fl_arena_close);
  g_clear_pointer (&run->decomposed, fl_graph_unref);
  g_clear_pointer (&run->graph, fl_graph_unref);
  g_clear_pointer (&run->symbols, fl_sym_table_unref);
  fl_run_unref ((FlRun *) run->base);
  g_free (run);
}
