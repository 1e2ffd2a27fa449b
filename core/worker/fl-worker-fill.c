/* What is done before kernels run, by all processors: inputs made where they are needed, by the threads that will read
 * them, and fixed operands of products packed. */
#include "fl-worker-private.h"

enum
{
  PAGE_BYTES = 4096,
  BLOCK = PAGE_BYTES / sizeof (float), /* numbers that one thread makes at a time: a page of f32 */
  MIN_SHARE = 1 << 17                  /* numbers that are worth a thread */
};

/* --- inputs ----------------------------------------------------------------------------------- */

typedef struct
{
  const FlWorkTensor *tensor;
  gpointer to;
} Job;

/* Fills the share of a tensor that a kernel over its outermost dimension gives to a thread: pages lie near their
 * reader. */
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
      Job job = { tensor, program->arena + tensor->offset };
      fl_work_share_out (worker->pool, fill_blocks, &job, (tensor->fill.n + BLOCK - 1) / BLOCK, MIN_SHARE / BLOCK);
    }
  program->is_filled = TRUE;
  return !was_filled;
}

/* --- fixed operands --------------------------------------------------------------------------- */

void
fl_work_program_pack (FlWorker *worker, FlWorkProgram *program)
{
  for (guint i = 0; i < program->n_tensors; i++)
    if (program->tensors[i].is_fixed && program->tensors[i].load >= 0)
      return; /* an input's values are not there yet: the first call packs them */
  for (guint i = 0; i < program->n_steps; i++)
    if (program->steps[i].library != NULL)
      fl_library_pack (program->steps[i].library, worker->pool);
}
