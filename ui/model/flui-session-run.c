/* Running: the pipeline after a change of options, the kernels at the chosen sizes, the report;
 * and cancelling all that. */
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-sizes.h"

#include "flui-session-private.h"

static void
run_again (FluiSession *self)
{
  FluiSessionJob *job;

  flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
  if (!self->run)
    return;
  job = flui_session_job_new (self);
  job->graph = fl_graph_ref (self->run->graph);
  job->theirs = self->theirs ? fl_theirs_ref (self->theirs) : NULL;
  flui_session_job_start (self, job);
}

void
flui_session_set_option (FluiSession *self, const FlOptionInfo *row, gint64 value)
{
  if (fl_options_get_value (&self->options, row) == value)
    return;
  fl_options_set_value (&self->options, row, value);
  run_again (self);
}

void
flui_session_set_target (FluiSession *self, FlTarget target)
{
  if (self->options.target == target)
    return;
  self->options.target = target;
  self->target_is_set = TRUE;
  run_again (self);
}

void
flui_session_set_strategy (FluiSession *self, const char *name)
{
  const char *interned = fl_intern (name);

  if (self->options.strategy == interned)
    return;
  self->options.strategy = interned;
  run_again (self);
}

void
flui_session_set_variant (FluiSession *self, const char *strategy, const FlOverride *overrides, guint n_overrides)
{
  g_array_set_size (self->overrides, 0);
  g_array_append_vals (self->overrides, overrides, n_overrides);
  self->variant_strategy = strategy ? fl_intern (strategy) : NULL;
  run_again (self);
}

static gboolean
find_size (const GArray *sizes, const FlSym *symbol, gint64 *value)
{
  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      {
        *value = g_array_index (sizes, FlSizeValue, i).value;
        return TRUE;
      }
  return FALSE;
}

gint64
flui_session_get_size (FluiSession *self, const FlSym *symbol)
{
  g_autoptr (GArray) sizes = g_array_copy (self->sizes);
  gint64 value;

  /* What was asked for, and what the given tensors tell; an error is the run's to tell. */
  if (self->given)
    fl_given_find_sizes (self->given, sizes, NULL);
  if (find_size (sizes, symbol, &value))
    return value;
  /* Beside others that are given; it walks the graph, and the window asks for each symbol. */
  if (self->run && sizes->len > 0)
    fl_sizes_choose (self->opened, sizes, NULL);
  return find_size (sizes, symbol, &value) ? value : fl_sizes_get_default (symbol);
}

GArray *
flui_session_dup_sizes (FluiSession *self, const FlGraph *graph)
{
  return fl_sizes_translate (self->sizes, graph);
}

gboolean
flui_session_set_sizes (FluiSession *self, const char *const *assignments, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue)), all = NULL;

  g_return_val_if_fail (self->run, FALSE);
  for (guint i = 0; assignments[i]; i++)
    {
      FlSizeValue size;

      if (!fl_sizes_parse (self->opened, assignments[i], &size, error))
        return FALSE;
      g_array_append_val (sizes, size);
    }
  all = g_array_copy (sizes);
  if (!fl_sizes_choose (self->opened, all, error)) /* with any of those that were not named */
    return FALSE;
  g_array_unref (self->sizes);
  self->sizes = g_steal_pointer (&sizes);
  return TRUE;
}

gboolean
flui_session_give (FluiSession *self, const char *path, GError **error)
{
  g_autoptr (FlGiven) given = NULL;

  if (!self->run)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: open the graph first that these tensors are for", path);
      return FALSE;
    }
  given = self->given ? fl_given_dup (self->given) : fl_given_new (self->opened, FALSE);
  if (!fl_given_add_path (given, path, error))
    return FALSE;
  g_clear_pointer (&self->given, fl_given_free);
  self->given = g_steal_pointer (&given);
  flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
  return TRUE;
}

char *
flui_session_dup_given (FluiSession *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fl_given_get_n (self->given); i++)
    {
      const FlGivenTensor *tensor = fl_given_get (self->given, i);
      g_autofree char *file = g_path_get_basename (tensor->path);

      g_string_append_printf (text, "%s%s from %s (%s", i > 0 ? ", " : "", tensor->name, file,
                              fl_dtype_get_short_name (tensor->array->dtype));
      for (guint d = 0; d < tensor->array->n_dims; d++)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d == 0 ? "[" : ", ", tensor->array->sizes[d]);
      g_string_append (text, tensor->array->n_dims > 0 ? "])" : ")");
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
execute (FluiSession *self, gboolean ablates)
{
  FluiSessionJob *job;

  if (!self->run)
    return;
  if (self->run->options.target == FL_TARGET_CUDA && flui_session_get_gpu_lack (self))
    {
      g_autofree char *message
          = g_strdup_printf ("The kernels of the CUDA target cannot run here: %s", flui_session_get_gpu_lack (self));

      flui_session_fail (self, message);
      return;
    }
  job = flui_session_job_new (self);
  job->is_execute = TRUE;
  job->ablates = ablates;
  job->opened = fl_graph_ref (self->opened);
  job->theirs = self->theirs ? fl_theirs_ref (self->theirs) : NULL;
  job->sizes = g_array_copy (self->sizes);
  job->given = self->given ? fl_given_dup (self->given) : NULL;
  job->fault = g_strdup (g_getenv ("FUSELOOM_TEST_FAULT"));
  job->base = fl_run_ref (self->run->base ? self->run->base : self->run);
  flui_session_job_start (self, job);
}

void
flui_session_execute (FluiSession *self)
{
  execute (self, FALSE);
}

void
flui_session_ablate (FluiSession *self)
{
  execute (self, TRUE);
}

/* With the CPU alone where there is no GPU: its strategies beside each other are worth a table, too. */
void
flui_session_measure_times (FluiSession *self, gboolean with_all)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  FluiSessionJob *job;

  if (!self->run)
    return;
  job = flui_session_job_new (self);
  job->is_execute = job->measures_times = TRUE;
  job->n_targets = flui_session_get_gpu_lack (self) ? 1 : 2;
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const char *name = fl_strategies_get_row (i)->name;

      if (with_all || g_str_equal (name, self->options.strategy))
        g_strv_builder_add (builder, name);
    }
  job->strategies = g_strv_builder_end (builder);
  job->graph = fl_graph_ref (self->run->graph);
  job->sizes = g_array_copy (self->sizes);
  flui_session_job_start (self, job);
}

void
flui_session_write_report (FluiSession *self, const char *folder, FluiReportDone done, gpointer data)
{
  FluiSessionJob *job;

  if (!self->run)
    return;
  job = flui_session_job_new (self);
  job->slot = &self->report_job;
  job->base = fl_run_ref (self->run);
  job->folder = g_strdup (folder);
  job->report_done = done;
  job->report_data = data;
  flui_session_job_start (self, job);
}

void
flui_session_cancel (FluiSession *self)
{
  flui_session_job_cancel (self->job);
  flui_session_job_cancel (self->step_job);
  flui_session_job_cancel (self->report_job);
}

gboolean
flui_session_is_busy (FluiSession *self)
{
  return flui_session_is_working (self) || self->step_job;
}

gboolean
flui_session_is_working (FluiSession *self)
{
  return self->job || self->report_job;
}

gboolean
flui_session_is_executing (FluiSession *self)
{
  return self->job && self->job->is_execute;
}
