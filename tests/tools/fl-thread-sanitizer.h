/* Included before every source of a build with ThreadSanitizer. GLib is not built with it, so that
 * what GLib's locks, queues, guards of what is made once, and the main loop order would look like a
 * race: each call is told to the sanitizer here. Atomic integers need nothing (they are the
 * compiler's own), nor do threads (the sanitizer sees pthread_create and pthread_join). */
#pragma once

#include <glib.h>

void __tsan_acquire (void *at);
void __tsan_release (void *at);

static inline void
fl_tsan_lock (GMutex *lock)
{
  g_mutex_lock (lock);
  __tsan_acquire (lock);
}

static inline gboolean
fl_tsan_trylock (GMutex *lock)
{
  gboolean is_taken = g_mutex_trylock (lock);
  if (is_taken)
    __tsan_acquire (lock);
  return is_taken;
}

static inline void
fl_tsan_unlock (GMutex *lock)
{
  __tsan_release (lock);
  g_mutex_unlock (lock);
}

static inline void
fl_tsan_wait (GCond *cond, GMutex *lock)
{
  __tsan_release (lock);
  g_cond_wait (cond, lock);
  __tsan_acquire (lock);
}

static inline void
fl_tsan_push (GAsyncQueue *queue, gpointer data)
{
  __tsan_release (queue);
  g_async_queue_push (queue, data);
}

static inline gpointer
fl_tsan_pop (GAsyncQueue *queue)
{
  gpointer data = g_async_queue_pop (queue);
  __tsan_acquire (queue);
  return data;
}

static inline gboolean
fl_tsan_once_enter (void *at)
{
  gboolean is_first = (g_once_init_enter) (at);
  __tsan_acquire (at);
  return is_first;
}

static inline void
fl_tsan_once_leave (void *at, gsize value)
{
  __tsan_release (at);
  (g_once_init_leave) (at, value);
}

/* What one thread hands to the main loop's thread. The main loop gives the call back, so it is
 * where the order is taken note of. */
typedef struct
{
  GSourceFunc func;
  GDestroyNotify destroy;
  gpointer data;
} FlTsanCall;

static inline gboolean
fl_tsan_call (gpointer data)
{
  FlTsanCall *call = data;
  __tsan_acquire (call);
  return call->func (call->data);
}

static inline void
fl_tsan_drop (gpointer data)
{
  FlTsanCall *call = data;
  if (call->destroy != NULL)
    call->destroy (call->data);
  g_free (call);
}

static inline guint
fl_tsan_idle_add_full (gint priority, GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  FlTsanCall *call = g_new (FlTsanCall, 1);
  *call = (FlTsanCall) { func, destroy, data };
  __tsan_release (call);
  return g_idle_add_full (priority, fl_tsan_call, call, fl_tsan_drop);
}

static inline guint
fl_tsan_idle_add (GSourceFunc func, gpointer data)
{
  return fl_tsan_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

static inline void
fl_tsan_rc_box_release_full (gpointer block, GDestroyNotify clear)
{
  __tsan_release (block);
  __tsan_acquire (block);
  g_atomic_rc_box_release_full (block, clear);
}

#undef g_once_init_enter
#undef g_once_init_leave
#define g_mutex_lock fl_tsan_lock
#define g_mutex_trylock fl_tsan_trylock
#define g_mutex_unlock fl_tsan_unlock
#define g_cond_wait fl_tsan_wait
#define g_async_queue_push fl_tsan_push
#define g_async_queue_pop fl_tsan_pop
#define g_once_init_enter(at) fl_tsan_once_enter ((void *) (at))
#define g_once_init_leave(at, value) fl_tsan_once_leave ((void *) (at), (gsize) (value))
#define g_idle_add fl_tsan_idle_add
#define g_idle_add_full fl_tsan_idle_add_full
#define g_atomic_rc_box_release_full fl_tsan_rc_box_release_full
