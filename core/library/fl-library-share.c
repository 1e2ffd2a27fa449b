/* What is done before kernels run is divided among all processors, and the memory that it fills. */
#include <sys/mman.h>

#include "fl-library-op.h"
#include "fl-machine.h"

enum
{
  MAX_HELPERS = 16,
  MIN_PARALLEL = 1 << 14 /* elements that are worth a start of threads */
};

/* --- sharing out ------------------------------------------------------------------------------ */

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
      shares[i] = (Share) { pool, func, data, extent * i / n, extent * (i + 1) / n };
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

void
fl_loops_share_out (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 n_elements)
{
  if (extent > 1 && n_elements >= MIN_PARALLEL)
    fl_thread_pool_run (pool, func, data, extent);
  else
    func (data, 0, extent);
}

/* --- memory ----------------------------------------------------------------------------------- */

gpointer
fl_work_alloc (gsize bytes)
{
  const gsize huge = 2 << 20, whole = (bytes + huge - 1) / huge * huge;
  if (bytes < huge / 2)
    return g_aligned_alloc (MAX (bytes, 1), 1, 64);
  /* Each of many small pages would be a fault of its own, and lie in the L2 cache as chance has it. */
  gpointer memory = g_aligned_alloc (whole, 1, huge);
  madvise (memory, whole, MADV_HUGEPAGE);
  return memory;
}
