/* What is done before kernels run, by all processors: inputs made where they are needed, by the threads that will read them, and fixed
 * operands of products packed. */
#include "fl-worker-private.h"

#include <sys/mman.h>

enum
{
  PAGE_BYTES = 4096,
  BLOCK = PAGE_BYTES / sizeof (float), /* numbers that one thread makes at a time */
  MIN_SHARE = 1 << 17,                 /* numbers that are worth a thread */
  MAX_HELPERS = 16
};

/* --- sharing out ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlThreadPool *pool;
  FlPoolFunc func;
  gpointer data;
  gint64 begin, end;
} Share;

static gpointer
help (gpointer data)
{
  const Share *share = data;
  fl_thread_pool_unpin (share->pool);
  share->func (share->data, share->begin, share->end);
  return NULL;
}

static gboolean has_nodes;

void
fl_work_look_around (void)
{
  has_nodes = g_file_test ("/sys/devices/system/node/node1", G_FILE_TEST_IS_DIR);
}

/* Kernels have one thread, but this is no kernel: the other processors help, where all memory is equally near. */
static void
share_with_helpers (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 least)
{
  guint n = has_nodes ? 1 : CLAMP (MIN (extent / least, fl_count_processors ()), 1, MAX_HELPERS);
  Share shares[MAX_HELPERS];
  GThread *threads[MAX_HELPERS];
  for (guint i = 0; i < n; i++)
    {
      shares[i] = (Share){ pool, func, data, extent * i / n, extent * (i + 1) / n };
      threads[i] = i > 0 ? g_thread_new ("helper", help, &shares[i]) : NULL;
    }
  func (data, shares[0].begin, shares[0].end);
  for (guint i = 1; i < n; i++)
    g_thread_join (threads[i]);
}

void
fl_work_share_out (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 least)
{
  if (extent < 2 * least)
    func (data, 0, extent);
  else if (fl_thread_pool_get_n_threads (pool) > 1)
    fl_thread_pool_run (pool, func, data, extent);
  else
    share_with_helpers (pool, func, data, extent, least);
}

/* --- memory ---------------------------------------------------------------------------------------------------------- */

gpointer
fl_work_alloc (gsize bytes)
{
  const gsize huge = 2 << 20, whole = (bytes + huge - 1) / huge * huge;
  if (bytes < huge / 2)
    return g_aligned_alloc (MAX (bytes, 1), 1, 64);
  /* Else each of many pages is a fault of its own, and small ones lie in the second-level cache as chance has it. */
  gpointer memory = g_aligned_alloc (whole, 1, huge);
  madvise (memory, whole, MADV_HUGEPAGE);
  return memory;
}

/* --- inputs ---------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlWorkTensor *tensor;
  float *to;
} Job;

/* The same share of a tensor that a kernel over its outermost dimension gives to a thread: pages lie near who reads them. */
static void
fill_blocks (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  fl_inputs_fill (&job->tensor->fill, job->to, begin * BLOCK, MIN (end * BLOCK, job->tensor->fill.n));
}

gboolean
fl_work_program_fill (FlWorker *worker, FlWorkProgram *program)
{
  gboolean was_filled = program->is_filled;
  for (guint i = 0; i < program->n_tensors && !was_filled; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      Job job = { tensor, (float *) (program->arena + tensor->offset) };
      fl_work_share_out (worker->pool, fill_blocks, &job, (tensor->fill.n + BLOCK - 1) / BLOCK, MIN_SHARE / BLOCK);
    }
  program->is_filled = TRUE;
  return !was_filled;
}

/* --- fixed operands -------------------------------------------------------------------------------------------------- */

void
fl_work_program_pack (FlWorker *worker, FlWorkProgram *program)
{
  for (guint i = 0; i < program->n_tensors; i++)
    if (program->tensors[i].is_fixed && program->tensors[i].load >= 0)
      return; /* it is not there yet: the first call will */
  for (guint i = 0; i < program->n_steps; i++)
    if (program->steps[i].library != NULL)
      fl_library_pack (program->steps[i].library, worker->pool);
}
