/* One step of a program in the worker: a kernel, a library call, or the interpreter in its place. */
#include "fl-worker-private.h"

#include <string.h>

/* --- library calls by the interpreter's kernels ----------------------------------------------- */

static FlDatum
make_datum (const FlWorkArg *arg)
{
  FlDatum datum = arg->value;
  if (datum.kind == FL_DATUM_TENSOR)
    {
      const FlWorkView *view = &arg->view;
      datum.view = fl_view_new_array (
          fl_array_load (view->dtype, view->n_dims, view->sizes, view->strides, view->offset, view->bytes));
    }
  else if (datum.kind == FL_DATUM_LIST)
    {
      datum.n_items = arg->n_items;
      datum.items = g_new0 (FlDatum, arg->n_items + 1);
      for (guint i = 0; i < arg->n_items; i++)
        datum.items[i] = make_datum (&arg->items[i]);
    }
  return datum;
}

static void
store_mutated (const FlWorkArg *arg, const FlDatum *datum)
{
  for (guint i = 0; i < arg->n_items; i++)
    store_mutated (&arg->items[i], &datum->items[i]);
  if (datum->kind != FL_DATUM_TENSOR || !arg->view.is_mutated)
    return;
  g_autoptr (FlArray) array = fl_view_dup_array (datum->view);
  fl_array_store (array, arg->view.strides, arg->view.offset, arg->view.bytes);
}

static gboolean
store_result (const FlWorkStep *step, guint position, const FlDatum *datum, GError **error)
{
  const FlWorkView *out = &step->call.out[position];
  if (out->bytes == NULL || datum->kind != FL_DATUM_TENSOR)
    return TRUE;
  g_autoptr (FlArray) array = fl_view_dup_array (datum->view);
  gint64 numel = fl_sizes_product (out->sizes, out->n_dims);
  if (array->dtype != out->dtype || array->numel != numel)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
                   "%s: result %u is %s with %" G_GINT64_FORMAT " elements, the plan has %s with %" G_GINT64_FORMAT,
                   step->name, position, fl_dtype_get_short_name (array->dtype), array->numel,
                   fl_dtype_get_short_name (out->dtype), numel);
      return FALSE;
    }
  array->n_dims = out->n_dims;
  memcpy (array->sizes, out->sizes, sizeof array->sizes);
  fl_array_store (array, out->strides, out->offset, out->bytes);
  return TRUE;
}

static gboolean
store_results (const FlWorkStep *step, const FlDatum *result, GError **error)
{
  if (result->kind != FL_DATUM_LIST)
    return step->call.n_out == 0 || store_result (step, 0, result, error);
  for (guint i = 0; i < step->call.n_out && i < result->n_items; i++)
    if (!store_result (step, i, &result->items[i], error))
      return FALSE;
  return TRUE;
}

/* An operator that returns a value is called for what it writes over an argument (scatter_ by scatter): the value goes
 * there. Reference kernels that change their argument themselves return that same value. */
static gboolean
store_over_argument (const FlWorkStep *step, const FlDatum *result)
{
  for (guint i = 0; i < step->call.n_args && step->call.n_out == 0 && result->kind == FL_DATUM_TENSOR; i++)
    if (step->call.args[i].view.is_mutated && step->call.args[i].n_items == 0)
      {
        const FlWorkView *view = &step->call.args[i].view;
        g_autoptr (FlArray) array = fl_view_dup_array (result->view);
        if (array->dtype != view->dtype || array->numel != fl_sizes_product (view->sizes, view->n_dims))
          return FALSE;
        array->n_dims = view->n_dims;
        memcpy (array->sizes, view->sizes, sizeof array->sizes);
        fl_array_store (array, view->strides, view->offset, view->bytes);
        return TRUE;
      }
  return FALSE;
}

static gboolean
interpret (const FlWorkStep *step, GError **error)
{
  g_autofree FlDatum *datums = g_new0 (FlDatum, step->call.n_args + 1);
  for (guint i = 0; i < step->call.n_args; i++)
    datums[i] = make_datum (&step->call.args[i]);
  FlCall call;
  gboolean ok = fl_call_open (&call, step->call.row, datums, step->call.n_args, error);
  call.seed = step->seed;
  call.output_dtype = step->call.n_out > 0 ? step->call.out[0].dtype : FL_DTYPE_NONE;
  g_autofree FlCallOutput *outputs = g_new0 (FlCallOutput, step->call.n_out + 1);
  for (guint i = 0; i < step->call.n_out; i++)
    {
      outputs[i] = (FlCallOutput) { step->call.out[i].dtype, step->call.out[i].n_dims, { 0 } };
      memcpy (outputs[i].sizes, step->call.out[i].sizes, sizeof outputs[i].sizes);
    }
  call.outputs = outputs;
  call.n_outputs = step->call.n_out;
  ok = ok && fl_call_execute (&call) && store_results (step, &call.result, error);
  gboolean is_stored = ok && store_over_argument (step, &call.result);
  for (guint i = 0; i < step->call.n_args; i++)
    {
      if (ok && !is_stored)
        store_mutated (&step->call.args[i], &datums[i]);
      fl_datum_clear (&datums[i]);
    }
  fl_call_close (&call);
  return ok;
}

/* Between a strided tensor and dense bytes, element by element as they are. */
static void
copy_elements (const FlWorkView *view, guint8 *dense, gboolean is_out)
{
  gint64 index[FL_MAX_DIMS] = { 0 }, width = fl_dtype_get_size_bytes (view->dtype);
  guint n = view->n_dims;
  gint64 inner = n == 0 ? 1 : view->sizes[n - 1], step = n == 0 ? 1 : view->strides[n - 1];
  for (gint64 left = fl_sizes_product (view->sizes, n); left > 0; left -= inner)
    {
      guint8 *place = (guint8 *) view->bytes + view->offset * width;
      for (guint d = 0; d + 1 < n; d++)
        place += index[d] * view->strides[d] * width;
      for (gint64 i = 0; i < inner; i++, dense += width, place += step * width)
        memcpy (is_out ? place : dense, is_out ? dense : place, width);
      fl_index_next (index, view->sizes, n == 0 ? 0 : n - 1);
    }
}

static void
stand_in (const FlWorker *worker, const FlWorkStep *step)
{
  for (guint i = 0; i < step->n_seen; i++)
    copy_elements (&step->seen[i], worker->exchange + step->to[i], FALSE);
  for (guint i = 0; i < step->call.n_out; i++)
    copy_elements (&step->call.out[i], worker->exchange + step->from[i], TRUE);
}

typedef struct
{
  const FlWorkStep *step;
  FlKernelFunc func;
} PhaseCall;

static void
run_part (gpointer data, gint64 begin, gint64 end)
{
  const PhaseCall *call = data;
  call->func (call->step->buffers, call->step->sizes, begin, end);
}

static void
run_phases (FlWorker *worker, const FlWorkStep *step)
{
  for (guint i = 0; i < step->n_phases; i++)
    {
      const FlWorkPhase *phase = &step->phases[i];
      PhaseCall call = { step, phase->func };
      if (phase->n_threads == 1 || phase->extent <= phase->step)
        phase->func (step->buffers, step->sizes, 0, phase->extent);
      else
        fl_thread_pool_run_steps (worker->pool, phase->n_threads, run_part, &call, phase->extent, phase->step);
    }
}

static void
run_kernel (FlWorker *worker, FlWorkStep *step)
{
  fl_work_fence_close (worker, step->fence);
  run_phases (worker, step);
  fl_work_fence_open (worker, step->fence);
}

void
fl_work_step_announce (FlWorker *worker, const FlWorkStep *step)
{
  worker->control->is_library = step->n_phases == 0;
  g_strlcpy (worker->control->kernel, step->name, sizeof worker->control->kernel);
}

gboolean
fl_work_step_run (FlWorker *worker, FlWorkStep *step, GError **error)
{
  fl_work_step_announce (worker, step);
  if (step->library != NULL)
    {
      fl_library_run (step->library, worker->pool);
      return !fl_library_has_refused (step->library) || interpret (step, error);
    }
  if (step->from != NULL)
    stand_in (worker, step);
  else if (step->n_phases == 0)
    return interpret (step, error);
  else
    run_kernel (worker, step);
  return TRUE;
}

gboolean
fl_work_step_tune (FlWorker *worker, FlWorkStep *step, GError **error)
{
  /* An equal call may have been measured since it was prepared, in another program: all programs of a comparison do it
   * in one way. */
  if (step->library != NULL && !step->is_decided)
    step->is_decided = fl_library_recall (step->library, worker->decided)
                       || (worker->choices != NULL && fl_library_recall (step->library, worker->choices));
  if (step->library == NULL || step->is_decided)
    return fl_work_step_run (worker, step, error);
  fl_work_step_announce (worker, step);
  fl_library_tune (step->library, worker->pool);
  fl_library_keep (step->library, worker->decided, TRUE);
  if (worker->choices != NULL)
    fl_library_keep (step->library, worker->choices, FALSE);
  return !fl_library_has_refused (step->library) || interpret (step, error);
}

void
fl_work_step_stomp (FlWorkProgram *program, const FlWorkStep *step)
{
  for (guint i = 0; i < step->n_stomps; i++)
    memset (program->arena + step->stomps[2 * i], 0xff, step->stomps[2 * i + 1]);
}
