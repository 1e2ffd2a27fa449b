/* Times of several devices beside each other: measuring them, opening those of a file, and what is missing for a GPU.
 */
#include "fl-remote-address.h"
#include "fl-times-run.h"

#include "flui-jobs.h"
#include "flui-session-private.h"

/* --- is there a GPU? -------------------------------------------------------------------------- */

typedef struct
{
  FluiSession *session;
  char *worker_path, *lack, *name;
} Probe;

static gboolean
take_probe (gpointer data)
{
  Probe *probe = data;
  FluiSession *self = probe->session;

  self->gpu_is_known = TRUE;
  self->gpu_lack = g_steal_pointer (&probe->lack);
  self->gpu_name = g_steal_pointer (&probe->name);
  flui_session_emit (self, FLUI_SESSION_TIMES_CHANGED);
  flui_session_emit (self, FLUI_SESSION_BUSY_CHANGED);
  g_object_unref (self);
  g_free (probe->worker_path);
  g_free (probe);
  return G_SOURCE_REMOVE;
}

static gpointer
probe_thread (gpointer data)
{
  Probe *probe = data;

  probe->lack = fl_execute_dup_gpu_lack (probe->worker_path, &probe->name);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_probe, probe, NULL);
  return NULL;
}

void
flui_session_find_gpu (FluiSession *self)
{
  Probe *probe;

  if (self->gpu_is_asked)
    return;
  self->gpu_is_asked = TRUE;
  probe = g_new0 (Probe, 1);
  probe->session = g_object_ref (self);
  probe->worker_path = g_strdup (self->worker_path);
  flui_jobs_start ("gpu", probe_thread, probe);
}

const char *
flui_session_get_gpu_lack (FluiSession *self)
{
  if (fl_remote_address_is (flui_session_get_device_path (self)))
    return NULL; /* a machine elsewhere says what it lacks when it runs something */
  if (!self->gpu_is_known)
    return "looking for a GPU";
  return self->gpu_lack;
}

/* --- times ------------------------------------------------------------------------------------ */

const FlTimes *
flui_session_get_times (FluiSession *self)
{
  return self->times;
}

void
flui_session_take_times (FluiSession *self, FlTimes *times)
{
  g_clear_pointer (&self->times, fl_times_unref);
  self->times = times;
  flui_session_emit (self, FLUI_SESSION_TIMES_CHANGED);
}

gboolean
flui_session_open_times (FluiSession *self, const char *path, GError **error)
{
  FlTimes *times = fl_times_read (path, error);

  if (times)
    flui_session_take_times (self, times);
  return times != NULL;
}

gboolean
flui_session_save_times (FluiSession *self, const char *path, GError **error)
{
  return fl_times_write (self->times, path, error);
}

void
flui_session_do_measure_times (FluiSessionJob *job, FlProgress report)
{
  static const FlTarget targets[] = { FL_TARGET_CPU, FL_TARGET_CUDA };
  g_autoptr (GArray) sizes = fl_sizes_translate (job->sizes, job->graph);
  const FlTimesRequest request = { .options = job->request.options,
                                   .n_targets = job->n_targets,
                                   .targets = targets,
                                   .strategies = (const char *const *) job->strategies,
                                   .execute = { .verify = TRUE,
                                                .measure = TRUE,
                                                .worker_path = job->device_path,
                                                .n_sizes = sizes->len,
                                                .sizes = (const FlSizeValue *) (gpointer) sizes->data },
                                   .by = "Fuseloom " FL_VERSION };

  job->times = fl_times_run (job->graph, &request, &job->cancelled, report, job, &job->error);
}
