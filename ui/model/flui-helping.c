/* Changes that would bring two values into one kernel, tried in a thread. */
#include "flui-helping.h"

#include "flui-jobs.h"

typedef struct
{
  FluiHelping *helping; /* referenced */
  FlRun *run;
  const char *a, *b;
  gint cancelled;
  gint n_done, n_all; /* atomic */
  FlHelpSearch search;
} Job;

struct _FluiHelping
{
  GObject parent;
  FluiSession *session;
  const FlRun *run; /* of the answer; compared only */
  FlItem a, b;
  Job *job;  /* the newest under way; borrowed */
  Job *done; /* the answer; owned */
  guint timer;
};

G_DEFINE_FINAL_TYPE (FluiHelping, flui_helping, G_TYPE_OBJECT)

static guint changed_signal;

enum
{
  MAX_MS = 60000, /* people can cancel */
  TICK_MS = 100
};

static void
job_free (Job *job)
{
  fl_help_clear (&job->search);
  g_clear_object (&job->helping);
  fl_run_unref (job->run);
  g_free (job);
}

static void
stop_timer (FluiHelping *self)
{
  if (self->timer)
    g_source_remove (self->timer);
  self->timer = 0;
}

static gboolean
finish (gpointer data)
{
  Job *job = data;
  FluiHelping *self = job->helping;

  if (self->job != job)
    {
      job_free (job);
      return G_SOURCE_REMOVE;
    }
  g_object_ref (self);
  self->job = NULL;
  self->done = job;
  g_clear_object (&job->helping); /* an answer does not hold its owner */
  stop_timer (self);
  g_signal_emit (self, changed_signal, 0);
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

static void
take_progress (guint n_done, guint n_all, gpointer data)
{
  Job *job = data;

  g_atomic_int_set (&job->n_all, (gint) n_all);
  g_atomic_int_set (&job->n_done, (gint) n_done);
}

static gpointer
help_thread (gpointer data)
{
  Job *job = data;

  fl_help_find (&job->search, job->run, job->a, job->b, MAX_MS, &job->cancelled, take_progress, job);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish, job, NULL);
  return NULL;
}

static gboolean
on_tick (gpointer data)
{
  g_signal_emit (data, changed_signal, 0);
  return G_SOURCE_CONTINUE;
}

/* What was found up to then is kept; another question or run leaves nothing. */
void
flui_helping_cancel (FluiHelping *self)
{
  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
}

static void
forget (FluiHelping *self)
{
  flui_helping_cancel (self);
  self->job = NULL;
  self->run = NULL;
  stop_timer (self);
  g_clear_pointer (&self->done, job_free);
}

gboolean
flui_helping_ask (FluiHelping *self, FlItem a, FlItem b)
{
  const FlRun *run = flui_session_get_run (self->session);
  const char *one = run ? fl_whatif_find_item (run, a, NULL) : NULL;
  const char *other = run ? fl_whatif_find_item (run, b, NULL) : NULL;
  Job *job;

  forget (self);
  if (!one || !other || one == other || !run->fused)
    return FALSE;
  job = g_new0 (Job, 1);
  job->helping = g_object_ref (self);
  job->run = fl_run_ref (run);
  job->a = one;
  job->b = other;
  self->run = run;
  self->a = a;
  self->b = b;
  self->job = job;
  self->timer = g_timeout_add (TICK_MS, on_tick, self);
  flui_jobs_start ("what would help", help_thread, job);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

static gboolean
are_equal (FlItem a, FlItem b)
{
  return a.kind == b.kind && a.name == b.name;
}

gboolean
flui_helping_is_about (FluiHelping *self, FlItem a, FlItem b)
{
  return self->run && self->run == flui_session_get_run (self->session)
         && ((are_equal (a, self->a) && are_equal (b, self->b)) || (are_equal (a, self->b) && are_equal (b, self->a)));
}

gboolean
flui_helping_is_busy (FluiHelping *self)
{
  return self->job != NULL;
}

double
flui_helping_get_progress (FluiHelping *self)
{
  const gint n_all = self->job ? g_atomic_int_get (&self->job->n_all) : 0;

  return n_all > 0 ? (double) g_atomic_int_get (&self->job->n_done) / n_all : 0;
}

const FlHelpSearch *
flui_helping_get_found (FluiHelping *self)
{
  return self->done ? &self->done->search : NULL;
}

static void
flui_helping_dispose (GObject *object)
{
  FluiHelping *self = FLUI_HELPING (object);

  forget (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_helping_parent_class)->dispose (object);
}

static void
flui_helping_class_init (FluiHelpingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_helping_dispose;
  changed_signal = g_signal_new ("changed", FLUI_TYPE_HELPING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
flui_helping_init (FluiHelping *self)
{
}

FluiHelping *
flui_helping_new (FluiSession *session)
{
  FluiHelping *self = g_object_new (FLUI_TYPE_HELPING, NULL);

  self->session = g_object_ref (session);
  return self;
}
