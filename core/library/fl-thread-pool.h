/* The threads of a worker: one pinned to each processor it may use; they spin while a program runs and sleep soon after
 * it. Unpinned threads would be stacked on the caller's processor and make short kernels a thousand times slower. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FlThreadPool FlThreadPool;

/* A part of a job: [begin, end) of its extent. */
typedef void (*FlPoolFunc) (gpointer data, gint64 begin, gint64 end);

/* n_threads 0: one a processor; never more than that. The calling thread becomes the first of them and is pinned. */
FlThreadPool *fl_thread_pool_new (guint n_threads);
void fl_thread_pool_free (FlThreadPool *pool);
guint fl_thread_pool_get_n_threads (const FlThreadPool *pool);
/* Lets the calling thread, and what it starts, use all processors again. */
void fl_thread_pool_unpin (const FlThreadPool *pool);
/* Begins and ends a program, in which threads wait for the next kernel without sleeping, so that starting one takes
 * less than a microsecond. */
void fl_thread_pool_begin (FlThreadPool *pool);
void fl_thread_pool_end (FlThreadPool *pool);
/* Splits [0, extent) evenly and returns when all parts are done. The same extent is split alike every time, so that a
 * thread finds in its caches, and in the memory next to it, what it wrote there. */
void fl_thread_pool_run (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent);
/* Splits among at most n_threads threads, into parts that begin at multiples of step. */
void fl_thread_pool_run_steps (FlThreadPool *pool, guint n_threads, FlPoolFunc func, gpointer data, gint64 extent,
                               gint64 step);
/* Jobs one after another by threads that are started once. Each is split as by run_steps; before one that waits, all
 * threads meet: what they did of the jobs before is done then. Other jobs are begun by each thread as soon as it is
 * done with its own parts. */
typedef struct
{
  FlPoolFunc func;
  gpointer data;
  gint64 extent, step;
  guint n_threads; /* at most */
  gboolean waits;
} FlPoolJob;

void fl_thread_pool_run_jobs (FlThreadPool *pool, const FlPoolJob *jobs, guint n_jobs);
/* How many threads a job is split among. */
guint fl_thread_pool_count_active (const FlThreadPool *pool, guint n_threads, gint64 extent, gint64 step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlThreadPool, fl_thread_pool_free)

G_END_DECLS
