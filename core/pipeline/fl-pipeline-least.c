/* The optimum is searched for among partitions of tensor operations. What is carried out differs: views are left in
 * place, values computed twice inside their readers, and kernels joined, none of which a partition shows. So that no
 * other strategy moves fewer bytes than the one that is to move the fewest, it takes over another's kernels where these
 * do. */
#include "fl-pipeline-least.h"

#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-override.h"

static gboolean
obeys_as_much (const FlRun *run, const FlRun *own)
{
  for (guint i = 0; own->overrides != NULL && i < own->overrides->n; i++)
    if (own->overrides->states[i].outcome < FL_OUTCOME_REFUSED
        && run->overrides->states[i].outcome >= FL_OUTCOME_REFUSED)
      return FALSE;
  return TRUE;
}

const char *
fl_pipeline_find_least (const FlRun *own, FlRunStrategy make_run, gpointer data)
{
  const char *found = own->options.strategy;
  gint64 least = fl_schedule_count_traffic (own->fused);

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const char *name = fl_intern (fl_strategies_get_row (i)->name);
      g_autoptr (FlRun) run = name != own->options.strategy ? make_run (data, name) : NULL;
      gint64 bytes;

      if (run == NULL || run->error != NULL || run->fused == NULL || !obeys_as_much (run, own))
        continue;
      bytes = fl_schedule_count_traffic (run->fused);
      if (bytes >= least)
        continue;
      least = bytes;
      found = name;
    }
  return found;
}
