/* Kernels in a row: steps that follow each other and are loops of ours run as one job of the threads, which are started
 * once.
 *
 * Between two kernels all threads meet, unless the second touches nothing that the first, or one since they last met,
 * has written, nor writes what they have read; or each thread touches only what it touched itself, both being split
 * alike over the same rows. Starting threads and waiting for them takes a third of a microsecond, of kernels that take
 * a few. */
#include "fl-worker-private.h"

#include <string.h>

typedef struct _FlWorkRow
{
  guint n_steps, n_meetings, n_without; /* meetings, and kernels begun without one */
  GArray *jobs;                         /* FlPoolJob */
} Row;

typedef struct
{
  FlWorker *worker;
  const FlWorkStep *step;
  FlKernelFunc func;
} Call;

static void
run_call (gpointer data, gint64 begin, gint64 end)
{
  const Call *call = data;
  if (begin == 0)
    fl_work_step_announce (call->worker, call->step);
  call->func (call->step->buffers, call->step->sizes, begin, end);
}

/* --- who must wait for whom ------------------------------------------------------------------- */

/* Do threads take the same groups of rows of both? */
static gboolean
is_split_alike (const FlThreadPool *pool, const FlWorkStep *a, const FlWorkStep *b)
{
  const FlWorkPhase *x = &a->phases[0], *y = &b->phases[0];
  guint n_x = fl_thread_pool_count_active (pool, x->n_threads, x->extent, x->step);
  guint n_y = fl_thread_pool_count_active (pool, y->n_threads, y->extent, y->step);
  gint64 steps_x = (x->extent + x->step - 1) / x->step, steps_y = (y->extent + y->step - 1) / y->step;
  if (n_x != n_y || a->own == NULL || b->own == NULL || a->group < 1 || b->group < 1
      || x->extent / a->group != y->extent / b->group)
    return FALSE;
  for (guint i = 1; i < n_x; i++)
    {
      gint64 at_x = steps_x * i / n_x * x->step, at_y = steps_y * i / n_y * y->step;
      if (at_x % a->group != 0 || at_y % b->group != 0 || at_x / a->group != at_y / b->group)
        return FALSE;
    }
  return TRUE;
}

static gboolean
touches (const FlThreadPool *pool, const FlWorkStep *a, const FlWorkStep *b)
{
  gboolean is_alike = a->n_phases == 1 && b->n_phases == 1 && is_split_alike (pool, a, b);
  for (guint i = 0; i < a->n_buffers; i++)
    for (guint k = 0; k < b->n_buffers; k++)
      {
        const guint8 *x = a->buffers[i], *y = b->buffers[k];
        if ((!a->is_written[i] && !b->is_written[k]) || x + a->buffer_bytes[i] <= y || y + b->buffer_bytes[k] <= x)
          continue;
        if (!is_alike || x != y || a->own[i] <= 0 || a->own[i] != b->own[k])
          return TRUE;
      }
  return FALSE;
}

/* --- making ----------------------------------------------------------------------------------- */

static gboolean
is_kernel (const FlWorkProgram *program, guint i)
{
  const FlWorkStep *step = &program->steps[i];
  return step->n_phases > 0 && step->library == NULL && step->from == NULL && step->fence == NULL
         && step->is_written != NULL && !fl_work_chain_begins_at (program, i);
}

static void
add_step (FlWorker *worker, Row *row, const FlWorkStep *step, gboolean waits)
{
  for (guint i = 0; i < step->n_phases; i++)
    {
      const FlWorkPhase *phase = &step->phases[i];
      Call *call = g_new (Call, 1);
      FlPoolJob job = { run_call, call, phase->extent, phase->step, phase->n_threads, waits || i > 0 };
      *call = (Call) { worker, step, phase->func };
      row->n_meetings += job.waits;
      g_array_append_val (row->jobs, job);
    }
}

static void
clear_job (gpointer data)
{
  g_free (((FlPoolJob *) data)->data);
}

/* Functions of one kernel wait for each other, and so does a kernel of several, whose static memory an equal one may
 * share. */
static Row *
make_row (FlWorker *worker, const FlWorkProgram *program, guint first)
{
  Row *row = g_new0 (Row, 1);
  guint met = first; /* the first step since threads met */
  row->jobs = g_array_new (FALSE, FALSE, sizeof (FlPoolJob));
  g_array_set_clear_func (row->jobs, clear_job);
  for (guint i = first; i < program->n_steps && is_kernel (program, i); i++)
    {
      const FlWorkStep *step = &program->steps[i];
      gboolean waits = i > first && (step->n_phases > 1 || program->steps[i - 1].n_phases > 1);
      for (guint k = met; k < i && !waits; k++)
        waits = touches (worker->pool, &program->steps[k], step);
      met = waits ? i : met;
      row->n_without += i > first && !waits;
      add_step (worker, row, step, waits);
      row->n_steps++;
    }
  return row;
}

static void
row_free (Row *row)
{
  if (row == NULL)
    return;
  g_array_unref (row->jobs);
  g_free (row);
}

guint
fl_work_row_run_at (FlWorker *worker, FlWorkProgram *program, guint step)
{
  if (fl_thread_pool_get_n_threads (worker->pool) < 2)
    return 0;
  if (program->rows == NULL)
    program->rows = g_new0 (Row *, program->n_steps + 1);
  if (program->rows[step] == NULL)
    program->rows[step] = make_row (worker, program, step);
  const Row *row = program->rows[step];
  if (row->jobs->len < 2)
    return 0;
  fl_thread_pool_run_jobs (worker->pool, (const FlPoolJob *) row->jobs->data, row->jobs->len);
  return row->n_steps;
}

void
fl_work_rows_free (FlWorkProgram *program)
{
  for (guint i = 0; program->rows != NULL && i < program->n_steps; i++)
    row_free (program->rows[i]);
  g_clear_pointer (&program->rows, g_free);
}
