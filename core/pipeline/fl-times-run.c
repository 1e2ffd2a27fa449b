#include "fl-times-run.h"

#include <string.h>

#include "fl-compare-run.h"
#include "fl-error.h"
#include "fl-intern.h"

typedef struct
{
  FlGraph *graph;
  const FlTimesRequest *request;
  const gint *cancelled;
  FlProgress progress;
  gpointer data;
  FlTimes *times;
  guint at; /* position of the target that is measured */
} Measuring;

static void
report (double fraction, const char *text, gpointer data)
{
  Measuring *self = data;
  const FlTarget target = self->request->targets[self->at];
  g_autofree char *where = g_strdup_printf ("%s: %s", fl_target_get_name (target), text);

  if (self->progress)
    self->progress ((self->at + fraction) / self->request->n_targets, where, self->data);
}

/* The strategy's run, which times keep: its kernels are named in them. NULL + error: it has no kernels. */
static const FlRun *
make_run (Measuring *self, FlTarget target, const char *strategy, GError **error)
{
  FlOptions options = self->request->options;
  FlRun *run;

  options.target = target;
  run = fl_compare_run_strategy (self->graph, &options, strategy, self->cancelled);
  g_ptr_array_add (self->times->kept, run);
  if (run->program)
    return run;
  g_propagate_prefixed_error (error, g_error_copy (run->error), "strategy %s: ", strategy);
  return NULL;
}

static gboolean
execute (Measuring *self, FlTarget target, GError **error)
{
  const FlTimesRequest *request = self->request;
  g_autofree FlVariant *variants = g_new0 (FlVariant, g_strv_length ((GStrv) request->strategies) + 1);
  FlExecuteRequest full = request->execute;
  const FlRun *first = NULL;
  g_autoptr (FlRun) executed = NULL;

  for (guint i = 0; request->strategies[i]; i++)
    {
      const FlRun *run;

      if (g_str_equal (request->strategies[i], "none"))
        continue;
      run = make_run (self, target, request->strategies[i], error);
      if (!run)
        return FALSE;
      if (!first)
        variants[full.n_variants++] = (FlVariant) { FL_TIMES_UNFUSED, run->unfused };
      first = first ? first : run;
      variants[full.n_variants++] = (FlVariant) { fl_intern (request->strategies[i]), run->program };
    }
  if (!first)
    {
      first = make_run (self, target, "none", error);
      if (!first)
        return FALSE;
      variants[full.n_variants++] = (FlVariant) { FL_TIMES_UNFUSED, first->program };
    }
  full.variants = variants;
  executed = fl_pipeline_execute (first, &full, self->cancelled, report, self, error);
  if (!executed)
    return FALSE;
  fl_times_add_run (self->times, request->by, target, executed);
  return TRUE;
}

FlTimes *
fl_times_run (FlGraph *graph, const FlTimesRequest *request, const gint *cancelled, FlProgress progress, gpointer data,
              GError **error)
{
  g_autoptr (FlTimes) times = fl_times_new (graph->name);
  Measuring self = { graph, request, cancelled, progress, data, times, 0 };

  for (; self.at < request->n_targets; self.at++)
    {
      g_autoptr (GError) failed = NULL;

      if (execute (&self, request->targets[self.at], &failed))
        continue;
      if (g_error_matches (failed, FL_ERROR, FL_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return NULL;
        }
      fl_times_add_error (times, request->by, request->targets[self.at], failed->message);
    }
  return g_steal_pointer (&times);
}
