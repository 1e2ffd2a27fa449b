/* The variants' runs, their facts and times, and the checks of changes: all in threads, one at a
 * time. */
#include "flui-jobs.h"
#include "flui-whatif-private.h"

struct _FluiWhatifJob
{
  FluiWhatif *whatif; /* referenced */
  gint cancelled;
  enum
  {
    RUN,
    CHECK,
    MEASURE
  } kind;
  FlRun *base; /* NULL: it is to be made */
  FlGraph *graph;
  FlOptions options;
  /* RUN */
  char *key;
  char *strategy;
  GArray *overrides; /* FlOverride; of CHECK, those to be checked */
  FluiWhatifResult *result;
  FlRun *made_base;
  /* CHECK */
  FlRun *shown;
  GArray *legal; /* FlOverride */
  GString *refusals;
  /* MEASURE */
  GPtrArray *keys, *runs; /* char, FlRun; the base first */
  char *worker_path;
  GPtrArray *results; /* FluiWhatifResult */
  GError *error;
};

void
flui_whatif_result_free (gpointer data)
{
  FluiWhatifResult *result = data;

  if (!result)
    return;
  g_clear_pointer (&result->delta, fl_delta_free);
  g_clear_pointer (&result->facts, fl_facts_free);
  g_clear_pointer (&result->run, fl_run_unref);
  g_free (result);
}

static void
job_free (FluiWhatifJob *job)
{
  g_clear_object (&job->whatif);
  g_clear_pointer (&job->base, fl_run_unref);
  g_clear_pointer (&job->made_base, fl_run_unref);
  g_clear_pointer (&job->shown, fl_run_unref);
  g_clear_pointer (&job->graph, fl_graph_unref);
  g_clear_pointer (&job->overrides, g_array_unref);
  g_clear_pointer (&job->legal, g_array_unref);
  g_clear_pointer (&job->keys, g_ptr_array_unref);
  g_clear_pointer (&job->runs, g_ptr_array_unref);
  g_clear_pointer (&job->results, g_ptr_array_unref);
  g_clear_pointer (&job->result, flui_whatif_result_free);
  if (job->refusals)
    g_string_free (job->refusals, TRUE);
  g_clear_error (&job->error);
  g_free (job->key);
  g_free (job->strategy);
  g_free (job->worker_path);
  g_free (job);
}

/* --- in the thread
 * ---------------------------------------------------------------------------------------------- */

static FluiWhatifResult *
new_result (FlRun *run, const FlRun *base)
{
  FluiWhatifResult *result = g_new0 (FluiWhatifResult, 1);

  result->run = run;
  result->facts = fl_facts_new (run);
  if (run != base && !run->error && base && !base->error)
    result->delta = fl_whatif_compare (base, run);
  return result;
}

static void
do_run (FluiWhatifJob *job)
{
  FlPipelineRequest request;
  FlRun *run;

  if (!job->base)
    {
      fl_pipeline_request_init (&request);
      request.options = job->options;
      request.cancelled = &job->cancelled;
      job->made_base = fl_pipeline_run (job->graph, &request);
      job->base = fl_run_ref (job->made_base);
    }
  run = job->overrides->len == 0 && !job->strategy
            ? fl_run_ref (job->base)
            : fl_whatif_run (job->base, job->strategy, (const FlOverride *) (gpointer) job->overrides->data,
                             job->overrides->len, &job->cancelled);
  job->result = new_result (run, job->base);
}

/* One by one: each is judged for itself, in the run that is shown. */
static void
do_check (FluiWhatifJob *job)
{
  for (guint i = 0; i < job->overrides->len && !job->error; i++)
    {
      FlOverride override = g_array_index (job->overrides, FlOverride, i);
      FlOverrideState state = { 0 };

      if (override.kind == FL_OVERRIDE_OPTION)
        {
          g_array_append_val (job->legal, override); /* parsing it has checked it */
          continue;
        }
      if (!fl_whatif_check (job->shown, &override, &job->cancelled, &state, &job->error))
        return;
      if (state.outcome == FL_OUTCOME_APPLIED)
        {
          g_array_append_val (job->legal, override);
          continue;
        }
      if (job->refusals->len > 0)
        continue; /* the first reason will do */
      fl_override_append (job->refusals, &override);
      g_string_append (job->refusals, state.outcome == FL_OUTCOME_NEEDLESS ? " changes nothing" : " is refused");
      if (state.rule)
        g_string_append_printf (job->refusals, ": %s", state.rule);
      if (state.facts)
        g_string_append_printf (job->refusals, " (%s)", state.facts);
    }
}

static void
do_measure (FluiWhatifJob *job)
{
  g_autofree FlVariant *variants = g_new0 (FlVariant, job->runs->len + 1);
  FlExecuteRequest request = { .verify = TRUE, .measure = TRUE, .worker_path = job->worker_path };
  const FlRun *base = job->runs->pdata[0];
  g_autoptr (FlRun) executed = NULL;

  for (guint i = 0; i < job->runs->len; i++)
    variants[i] = (FlVariant) { job->keys->pdata[i], ((const FlRun *) job->runs->pdata[i])->program };
  request.n_variants = job->runs->len;
  request.variants = variants;
  executed = fl_pipeline_execute (base, &request, &job->cancelled, NULL, NULL, &job->error);
  for (guint i = 0; executed && i < job->runs->len; i++)
    {
      FluiWhatifResult *result = g_new0 (FluiWhatifResult, 1);

      result->run = fl_run_ref (job->runs->pdata[i]);
      result->facts = fl_facts_new (result->run);
      fl_facts_set_time (result->facts, executed->execution, result->run->program);
      g_ptr_array_add (job->results, result);
      if (i > 0)
        result->delta = fl_delta_new (((const FluiWhatifResult *) job->results->pdata[0])->facts, result->facts,
                                      result->run->overrides);
    }
}

/* --- back on the main thread
 * ------------------------------------------------------------------------------------ */

static void
take_run (FluiWhatif *self, FluiWhatifJob *job)
{
  if (job->made_base)
    {
      g_clear_pointer (&self->base, fl_run_unref);
      self->base = g_steal_pointer (&job->made_base);
    }
  if (job->result)
    g_hash_table_replace (self->results, g_steal_pointer (&job->key), g_steal_pointer (&job->result));
}

/* Recursion over time: a check that ends adds a variant (flui-whatif-try.c), and what is added is checked and compiled
 * by further jobs. */
static void
take_check (FluiWhatif *self, FluiWhatifJob *job)
{
  if (job->error)
    flui_whatif_refuse (self, job->error->message);
  else if (job->legal->len == 0)
    flui_whatif_refuse (self, job->refusals->str);
  else
    flui_whatif_add (self, NULL, (const FlOverride *) (gpointer) job->legal->data, job->legal->len);
}

static void
take_measure (FluiWhatif *self, FluiWhatifJob *job)
{
  if (job->error)
    {
      flui_whatif_refuse (self, job->error->message);
      return;
    }
  for (guint i = 0; i < job->results->len; i++)
    g_hash_table_replace (self->results, g_strdup (job->keys->pdata[i]), g_steal_pointer (&job->results->pdata[i]));
}

static void
tell_added (FluiWhatif *self)
{
  if (!self->tells_added || !flui_whatif_find_result (self, self->added))
    return;
  self->tells_added = FALSE;
  flui_whatif_emit (self, FLUI_WHATIF_ADDED);
}

static gboolean
finish (gpointer data)
{
  FluiWhatifJob *job = data;
  FluiWhatif *self = job->whatif;

  if (self->job == job)
    {
      self->job = NULL;
      if (!g_atomic_int_get (&job->cancelled))
        {
          if (job->kind == RUN)
            take_run (self, job);
          else if (job->kind == CHECK)
            take_check (self, job);
          else
            take_measure (self, job);
          flui_whatif_pump (self);
          tell_added (self);
        }
      flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
    }
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
job_thread (gpointer data)
{
  FluiWhatifJob *job = data;

  if (job->kind == RUN)
    do_run (job);
  else if (job->kind == CHECK)
    do_check (job);
  else
    do_measure (job);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish, job, NULL);
  return NULL;
}

static void
start (FluiWhatif *self, FluiWhatifJob *job)
{
  flui_whatif_cancel (self);
  self->job = job;
  flui_jobs_start ("what if", job_thread, job);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

static FluiWhatifJob *
job_new (FluiWhatif *self)
{
  FluiWhatifJob *job = g_new0 (FluiWhatifJob, 1);

  job->whatif = g_object_ref (self);
  job->base = self->base ? fl_run_ref (self->base) : NULL;
  job->overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  return job;
}

void
flui_whatif_cancel (FluiWhatif *self)
{
  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
}

gboolean
flui_whatif_is_busy (FluiWhatif *self)
{
  return self->job != NULL;
}

static void
start_run (FluiWhatif *self, guint position)
{
  const FlSessionVariant *variant = flui_whatif_get_variant (self, position);
  const FlRun *run = flui_session_get_run (self->session);
  FluiWhatifJob *job = job_new (self);

  job->kind = RUN;
  job->key = flui_whatif_dup_key (variant);
  job->strategy = variant ? g_strdup (variant->strategy) : NULL;
  job->graph = fl_graph_ref (run->graph);
  job->options = *flui_session_get_options (self->session);
  if (variant)
    g_array_append_vals (job->overrides, variant->overrides->data, variant->overrides->len);
  start (self, job);
}

void
flui_whatif_pump (FluiWhatif *self)
{
  if (self->job || !flui_session_get_run (self->session))
    return;
  for (guint i = 0; i < flui_whatif_get_n (self); i++)
    if (!flui_whatif_find_result (self, i))
      {
        start_run (self, i);
        return;
      }
}

void
flui_whatif_check (FluiWhatif *self, const FlOverride *overrides, guint n_overrides)
{
  FluiWhatifJob *job = job_new (self);

  job->kind = CHECK;
  job->shown = fl_run_ref (flui_session_get_run (self->session));
  job->legal = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  job->refusals = g_string_new (NULL);
  g_array_append_vals (job->overrides, overrides, n_overrides);
  start (self, job);
}

void
flui_whatif_measure (FluiWhatif *self)
{
  FluiWhatifJob *job;

  if (!self->base)
    return;
  if (self->base->options.target == FL_TARGET_CUDA && flui_session_get_gpu_lack (self->session))
    {
      flui_whatif_refuse (self, flui_session_get_gpu_lack (self->session));
      return;
    }
  job = job_new (self);
  job->kind = MEASURE;
  job->worker_path = g_strdup (flui_session_get_device_path (self->session));
  job->keys = g_ptr_array_new_with_free_func (g_free);
  job->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  job->results = g_ptr_array_new_with_free_func (flui_whatif_result_free);
  for (guint i = 0; i < flui_whatif_get_n (self); i++)
    {
      const FluiWhatifResult *result = flui_whatif_find_result (self, i);

      if (!result || !result->run->program)
        continue;
      g_ptr_array_add (job->keys, flui_whatif_dup_key (flui_whatif_get_variant (self, i)));
      g_ptr_array_add (job->runs, fl_run_ref (result->run));
    }
  if (job->runs->len > 0)
    start (self, job);
  else
    {
      job_free (job);
      flui_whatif_refuse (self, "There are no kernels to measure yet.");
    }
}
