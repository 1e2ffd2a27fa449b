/* Inputs made where they are needed: in the program's memory, by the threads that will read them. */
#include "fl-worker-private.h"

enum
{
  PAGE_BYTES = 4096,
  BLOCK = PAGE_BYTES / sizeof (float), /* numbers that one thread makes at a time */
  MIN_SHARE = 1 << 17,                 /* numbers that are worth a thread */
  MAX_HELPERS = 16
};

typedef struct
{
  const FlWorkTensor *tensor;
  float *to;
  const FlThreadPool *pool;
  gint64 begin, end; /* of a helper */
} Job;

/* The same share of a tensor that a kernel over its outermost dimension gives to a thread: pages lie near who reads them. */
static void
fill_blocks (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  fl_inputs_fill (&job->tensor->fill, job->to, begin * BLOCK, MIN (end * BLOCK, job->tensor->fill.n));
}

static gpointer
help (gpointer data)
{
  const Job *job = data;
  fl_thread_pool_unpin (job->pool);
  fl_inputs_fill (&job->tensor->fill, job->to, job->begin, job->end);
  return NULL;
}

/* Kernels have one thread, but making numbers is no kernel: the other processors help where all memory is equally near. */
static void
fill_with_helpers (const Job *all)
{
  gint64 n = all->tensor->fill.n;
  gboolean is_near = !g_file_test ("/sys/devices/system/node/node1", G_FILE_TEST_IS_DIR);
  guint n_jobs = is_near ? CLAMP (MIN (n / MIN_SHARE, g_get_num_processors ()), 1, MAX_HELPERS) : 1;
  Job jobs[MAX_HELPERS];
  GThread *threads[MAX_HELPERS];
  for (guint i = 0; i < n_jobs; i++)
    {
      jobs[i] = *all;
      jobs[i].begin = n * i / n_jobs;
      jobs[i].end = n * (i + 1) / n_jobs;
      threads[i] = i > 0 ? g_thread_new ("inputs", help, &jobs[i]) : NULL;
    }
  fl_inputs_fill (&all->tensor->fill, all->to, jobs[0].begin, jobs[0].end);
  for (guint i = 1; i < n_jobs; i++)
    g_thread_join (threads[i]);
}

void
fl_work_program_fill (FlWorker *worker, FlWorkProgram *program)
{
  for (guint i = 0; i < program->n_tensors && !program->is_filled; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      Job job = { tensor, (float *) (program->arena + tensor->offset), worker->pool, 0, 0 };
      if (tensor->fill.n < MIN_SHARE)
        fl_inputs_fill (&tensor->fill, job.to, 0, tensor->fill.n);
      else if (fl_thread_pool_get_n_threads (worker->pool) > 1)
        fl_thread_pool_run (worker->pool, fill_blocks, &job, (tensor->fill.n + BLOCK - 1) / BLOCK);
      else
        fill_with_helpers (&job);
    }
  program->is_filled = TRUE;
}
