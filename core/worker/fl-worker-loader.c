/* The worker's one thread that may look at files: it loads kernels, which come as descriptors, and
 * opens the processor's counters. What it may read is what Landlock leaves, which is next to
 * nothing; kernels never run in it, and where they run nothing can be opened at all. */
#include <dlfcn.h>

#include "fl-worker-private.h"

typedef struct
{
  GFunc func;
  gpointer data;
  gboolean *is_done; /* NULL: nobody waits */
} Task;

struct _FlLoader
{
  GThread *thread;
  GAsyncQueue *tasks;
  GMutex lock;
  GCond done;
};

static gpointer
run_tasks (gpointer data)
{
  FlLoader *self = data;
  for (;;)
    {
      Task *task = g_async_queue_pop (self->tasks);
      if (task->func == NULL)
        {
          g_free (task);
          return NULL;
        }
      task->func (task->data, NULL);
      g_mutex_lock (&self->lock);
      if (task->is_done != NULL)
        *task->is_done = TRUE;
      g_cond_broadcast (&self->done);
      g_mutex_unlock (&self->lock);
      g_free (task);
    }
}

FlLoader *
fl_loader_new (void)
{
  FlLoader *self = g_new0 (FlLoader, 1);
  self->tasks = g_async_queue_new ();
  self->thread = g_thread_new ("loader", run_tasks, self);
  return self;
}

static void
push (FlLoader *self, GFunc func, gpointer data, gboolean *is_done)
{
  Task *task = g_new (Task, 1);
  *task = (Task) { func, data, is_done };
  g_async_queue_push (self->tasks, task);
}

void
fl_loader_begin (FlLoader *self, GFunc func, gpointer data)
{
  push (self, func, data, NULL);
}

void
fl_loader_run (FlLoader *self, GFunc func, gpointer data)
{
  gboolean is_done = FALSE;
  push (self, func, data, &is_done);
  g_mutex_lock (&self->lock);
  while (!is_done)
    g_cond_wait (&self->done, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
fl_loader_free (FlLoader *self)
{
  push (self, NULL, NULL, NULL);
  g_thread_join (self->thread);
  g_async_queue_unref (self->tasks);
  g_free (self);
}
