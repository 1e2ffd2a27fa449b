/* Overrides that are refused leave no trace: a pass may find out late that it cannot obey, when earlier passes already
 * did (a value was stored for two that are in one kernel all the same). The run is then made anew without that
 * override. */
#include "fl-intern.h"
#include "fl-pipeline-overrides.h"

/* The outcomes so far, in no run's arena: texts are interned. */
static void
keep (FlOverrideState *to, const FlOverrideState *from)
{
  *to = *from;
  to->facts = from->facts != NULL ? fl_intern (from->facts) : NULL;
}

/* Of the overrides that were not left out, the first that was refused; n: none. */
static guint
find_refused (const FlRun *run, const FlOverrides *refused)
{
  for (guint i = 0; i < run->overrides->n; i++)
    if (run->overrides->states[i].outcome == FL_OUTCOME_REFUSED && refused->states[i].outcome < FL_OUTCOME_REFUSED)
      return i;
  return run->overrides->n;
}

/* The overrides before position hold together. Does this one hold with them? A run that failed, or NULL. */
static FlRun *
try_next (const FlObeying *obeying, FlOverrides *refused, guint position)
{
  FlOverrideState *state = &refused->states[position];
  FlRun *run = obeying->run (obeying->data, position + 1, TRUE, refused);
  guint first;

  if (run->error != NULL)
    return run;
  first = find_refused (run, refused);
  if (first == position)
    keep (state, &run->overrides->states[position]);
  else if (first < position)
    {
      g_autoptr (GString) facts = g_string_new (NULL);
      const FlOverrideState *other = &run->overrides->states[first];

      fl_override_append (facts, &other->override);
      g_string_append_printf (facts, ": %s", other->rule);
      *state = (FlOverrideState) { .override = obeying->list[position],
                                   .outcome = FL_OUTCOME_REFUSED,
                                   .rule = fl_intern ("another override could not hold then"),
                                   .facts = fl_intern (facts->str) };
    }
  fl_run_unref (run);
  return NULL;
}

/* All overrides from the first refused one on, one after the other. A run that failed, or NULL. */
static FlRun *
try_all (const FlObeying *obeying, FlOverrides *refused, guint first)
{
  FlRun *failed = NULL;

  for (guint i = first; i < refused->n && failed == NULL; i++)
    if (refused->states[i].outcome < FL_OUTCOME_REFUSED)
      failed = try_next (obeying, refused, i);
  return failed;
}

FlRun *
fl_pipeline_run_obeying (const FlObeying *obeying)
{
  g_autofree FlOverrideState *states = g_new0 (FlOverrideState, obeying->n);
  FlOverrides refused = { obeying->n, states };

  for (guint round = 0;; round++)
    {
      FlRun *run = obeying->run (obeying->data, obeying->n, !obeying->is_whole, &refused);
      /* A search that ends by the clock may answer otherwise each time: not for ever. */
      gboolean is_done = run->error != NULL || round > refused.n;
      guint first = is_done ? refused.n : find_refused (run, &refused);
      FlRun *failed;

      if (first == refused.n && (run->error != NULL || obeying->is_whole))
        return run;
      fl_run_unref (run);
      if (first == refused.n)
        return obeying->run (obeying->data, obeying->n, FALSE, &refused);
      failed = try_all (obeying, &refused, first);
      if (failed != NULL)
        return failed;
    }
}
