/* The variants of a program: strategies, options, planners, widths. */
#include <string.h>

#include "fl-fuse.h"
#include "fl-inputs.h"
#include "fl-intern.h"
#include "fl-loop-passes.h"

#include "random-check-private.h"
#include "random-cuda.h"

static void
set (FlOptions *options, const char *setting)
{
  g_autoptr (GError) error = NULL;

  if (!fl_options_set (options, setting, &error))
    g_error ("%s", error->message);
}

static FlRun *
plan (const RndCheck *self, FlGraph *graph, const char *strategy, const char *option, const char *other)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.target = self->request->is_cuda ? FL_TARGET_CUDA : FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  request.options.optimal_limit_ms = 100;
  request.options.memory_planner_limit_ms = 20;
  request.options.timeout_s = 60;
  request.options.track_memory = FALSE;
  for (guint i = 0; self->choices.settings[i] != NULL; i++)
    set (&request.options, self->choices.settings[i]);
  if (option != NULL)
    set (&request.options, option);
  if (other != NULL)
    set (&request.options, other);
  request.until = FL_STAGE_CODEGEN;
  return fl_pipeline_run (graph, &request);
}

FlRun *
rnd_plan (const RndCheck *self, FlGraph *graph, const char *strategy, const char *option)
{
  return plan (self, graph, strategy, option, NULL);
}

gboolean
rnd_plans_are_equal (const FlRun *a, const FlRun *b)
{
  return g_strcmp0 (a->program->source, b->program->source) == 0
         && g_strcmp0 (a->program->wrapper, b->program->wrapper) == 0;
}

static gboolean
is_new (RndCheck *self, const FlRun *run)
{
  return g_hash_table_add (self->seen, g_strconcat (run->program->source != NULL ? run->program->source : "", "\001",
                                                    run->program->wrapper, NULL));
}

/* Fused kernels have no complex numbers: that is said, and no defect. */
static gboolean
is_stated_limit (const GError *error)
{
  return g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED)
         && strstr (error->message, "C kernels do not have elements of torch.complex") != NULL;
}

/* What has been planned already, byte by byte, is not run again. */
static FlRun *
add (RndCheck *self, const char *strategy, const char *option, const char *other)
{
  GString *name = g_string_new (strategy);
  FlRun *run;

  for (guint i = 0; self->choices.settings[i] != NULL; i++)
    g_string_append_printf (name, " %s", self->choices.settings[i]);
  if (option != NULL)
    g_string_append_printf (name, " %s", option);
  if (other != NULL)
    g_string_append_printf (name, " %s", other);
  if (self->request->only_variant != NULL && strcmp (name->str, self->request->only_variant) != 0)
    {
      g_string_free (name, TRUE);
      return NULL;
    }
  run = plan (self, self->graph, strategy, option, other);
  if (run->error != NULL && is_stated_limit (run->error))
    {
      self->verdict->is_idle = TRUE;
      g_free (self->verdict->detail);
      self->verdict->detail = g_strdup (run->error->message);
    }
  else if (run->error != NULL)
    {
      g_autofree char *detail = g_strdup_printf ("%s: %s", name->str, run->error->message);

      if (self->verdict->klass == NULL)
        self->verdict->variant = g_strdup (name->str);
      rnd_check_fail (self, "pipeline", run->error->message, detail);
    }
  else if (self->request->is_cuda && !self->request->only_loops
           && rnd_cuda_find_why_not (run->program, self->points) != NULL)
    {
      self->verdict->is_idle = TRUE;
      g_free (self->verdict->detail);
      self->verdict->detail = g_strdup (rnd_cuda_find_why_not (run->program, self->points));
      g_string_free (name, TRUE);
      fl_run_unref (run);
      return NULL;
    }
  if (run->error != NULL || self->n == RND_MAX_VARIANTS || !is_new (self, run))
    {
      g_string_free (name, TRUE);
      fl_run_unref (run);
      return NULL;
    }
  self->runs[self->n] = run;
  self->names[self->n++] = g_string_free (name, FALSE);
  return run;
}

static const FlOptionInfo *
find_option (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, name))
      return fl_options_get_row (i);
  g_assert_not_reached ();
}

static void
add_choices (RndCheck *self, const char *name, const char *other)
{
  g_auto (GStrv) choices = g_strsplit (find_option (name)->choices, "|", -1);

  for (guint i = 0; choices[i] != NULL; i++)
    {
      g_autofree char *setting = g_strdup_printf ("%s=%s", name, choices[i]);

      add (self, "inductor", setting, other);
    }
}

static const char *
get_strategy (guint i)
{
  return fl_strategies_get_row (i % fl_strategies_get_n_rows ())->name;
}

static void
add_everything (RndCheck *self)
{
  add_choices (self, "memory_planner", NULL);
  add_choices (self, "memory_pool", "memory_planning=true");
  for (guint i = 0; rnd_choices_get_width (i) != NULL; i++)
    add (self, get_strategy (self->seed / 5 + i), rnd_choices_get_width (i), NULL);
  for (guint i = 0; i < 3; i++)
    add (self, "inductor", rnd_choices_get_option (self->seed * 3 + i), NULL);
}

/* Kernels as some passes leave them: what the printed code does may differ where the interpreter sees the same. */
static void
add_subset_of_passes (RndCheck *self)
{
  g_autoptr (GString) setting = g_string_new ("loops.off=");
  guint64 state = fl_inputs_mix (self->seed) ^ 0x9A55E5;
  guint n = 0;

  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    {
      const FlLoopPass *pass = fl_loop_passes_get (i);

      state = fl_inputs_mix (state);
      if ((pass->targets >> FL_TARGET_CPU & 1) && !pass->is_required && (state >> 33) % 4 == 0)
        g_string_append_printf (setting, "%s%s", n++ ? "," : "", pass->name);
    }
  if (n > 0)
    add (self, get_strategy (self->seed / 3), setting->str, NULL);
}

void
rnd_plan_one (RndCheck *self)
{
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  add (self, get_strategy (self->seed), self->seed % 3 == 0 ? self->choices.option : NULL, NULL);
}

void
rnd_plan_variants (RndCheck *self)
{
  guint n = fl_strategies_get_n_rows (), chosen = self->seed % n;

  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++)
    {
      const char *option = i == (self->seed / 7) % n ? self->choices.option : NULL;
      FlRun *run = add (self, get_strategy (i), option, NULL);

      if (run == NULL || run->program == NULL || i != chosen)
        continue;
      g_autoptr (FlRun) again = rnd_plan (self, self->graph, get_strategy (i), option);

      if (again->error != NULL || !rnd_plans_are_equal (run, again))
        rnd_check_fail (self, "bytes differ", NULL, "two runs of the pipeline give different sources or wrappers");
    }
  if (self->seed % 2 == 0)
    add_subset_of_passes (self);
  if (self->choices.is_optimized && self->choices.pool != NULL)
    add (self, "inductor", "memory_planning=true", self->choices.pool);
  if (self->choices.is_full)
    add_everything (self);
}
