#include "flui-jobs.h"

static gint n_running;

typedef struct
{
  GThreadFunc func;
  gpointer data;
} Start;

static gpointer
run (gpointer data)
{
  g_autofree Start *start = data;

  start->func (start->data);
  g_atomic_int_dec_and_test (&n_running);
  return NULL;
}

void
flui_jobs_start (const char *name, GThreadFunc func, gpointer data)
{
  Start *start = g_new0 (Start, 1);

  *start = (Start) { func, data };
  g_atomic_int_inc (&n_running);
  g_thread_unref (g_thread_new (name, run, start));
}

gboolean
flui_jobs_wait (guint timeout_ms)
{
  gint64 end_us = g_get_monotonic_time () + timeout_ms * G_GINT64_CONSTANT (1000);

  while (g_atomic_int_get (&n_running) > 0 && g_get_monotonic_time () < end_us)
    g_usleep (2000);
  return g_atomic_int_get (&n_running) == 0;
}
