/* Measuring on a GPU, by its own events. Before every sample the cache is written over, which takes the device longer
 * than starting the sample takes the host: what is timed follows without a gap of the host's making.
 *
 * A round times, of each program, one CUDA graph of all its kernels, the same by plain launches, and plain launches
 * with an event between any two. Steps that are run on the CPU are left out of all three. */
#include "fl-worker-gpu-private.h"

#include <string.h>

enum
{
  MIN_SAMPLES = 3,
  LAUNCH_NS = 8000,     /* the host takes less to start a kernel and to record an event */
  WRITE_NS_A_MIB = 250, /* no GPU writes faster: 4 TB/s */
  WARM_UPS = 2
};
static const gint64 COPY_BYTES = G_GINT64_CONSTANT (256) << 20;

typedef struct
{
  FlGpuProgram *program;
  GArray *graphs, *plains; /* gint64 ns */
  GArray **steps;
  FlCudaEvent *events; /* one more than steps */
} Subject;

/* --- what a sample needs --------------------------------------------------------------------------------------------
 */

static gboolean
take_flush_memory (FlGpu *gpu, GError **error)
{
  if (gpu->flush != 0)
    return TRUE;
  gpu->flush_bytes = CLAMP (2 * (gint64) gpu->l2_bytes, 32 << 20, 512 << 20);
  return FL_CUDA_TRY (gpu->cuda, "while taking memory to measure with", error, cuMemAlloc, &gpu->flush,
                      gpu->flush_bytes);
}

static gboolean
flush (FlGpu *gpu, guint n_launches, GError **error)
{
  gint64 ns = MAX (gpu->flush_bytes >> 20, 1) * WRITE_NS_A_MIB, n = 1 + n_launches * (gint64) LAUNCH_NS / ns;
  gboolean ok = TRUE;
  for (gint64 i = 0; i < n && ok; i++)
    ok = FL_CUDA_TRY (gpu->cuda, "while writing over the cache", error, cuMemsetD8Async, gpu->flush, (guint8) i,
                      gpu->flush_bytes, gpu->stream);
  return ok;
}

static gboolean
record (FlGpu *gpu, FlCudaEvent event, GError **error)
{
  return FL_CUDA_TRY (gpu->cuda, "while measuring", error, cuEventRecord, event, gpu->stream);
}

static gboolean
read_ns (FlGpu *gpu, FlCudaEvent begin, FlCudaEvent end, gint64 *ns, GError **error)
{
  float ms = 0;
  if (!FL_CUDA_TRY (gpu->cuda, "while measuring", error, cuEventElapsedTime, &ms, begin, end))
    return FALSE;
  *ns = (gint64) (ms * 1e6);
  return TRUE;
}

/* --- the graph ------------------------------------------------------------------------------------------------------
 */

static gboolean
launch_all (FlGpuProgram *program, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < program->program->n_steps && ok; i++)
    ok = program->steps[i].place == FL_GPU_HOST || fl_gpu_step_launch (program, i, error);
  return ok;
}

/* A driver that cannot make one says why; the rest is measured all the same. */
static gboolean
capture (FlGpuProgram *self, GError **error)
{
  const FlCudaDriver *cuda = self->gpu->cuda;
  const char *doing = "while making a CUDA graph";
  FlCudaGraph graph = NULL;
  if (!FL_CUDA_TRY (cuda, doing, error, cuStreamBeginCapture, self->gpu->stream, FL_CUDA_CAPTURE_RELAXED))
    return FALSE;
  gboolean ok = launch_all (self, error);
  int ended = cuda->cuStreamEndCapture (self->gpu->stream, &graph);
  ok = ok && fl_cuda_check (cuda, ended, "cuStreamEndCapture", doing, error)
       && FL_CUDA_TRY (cuda, doing, error, cuGraphInstantiateWithFlags, &self->graph, graph, 0);
  if (graph != NULL)
    cuda->cuGraphDestroy (graph);
  return ok;
}

static void
make_graph (FlGpuProgram *self)
{
  g_autoptr (GError) error = NULL;
  guint n = 0;
  for (guint i = 0; i < self->program->n_steps; i++)
    n += self->steps[i].place != FL_GPU_HOST;
  if (self->graph != NULL || self->no_graph_why != NULL)
    return;
  if (n == 0)
    self->no_graph_why = g_strdup ("no step runs on the GPU");
  else if (!capture (self, &error))
    self->no_graph_why = g_strdup (error->message);
}

/* --- samples --------------------------------------------------------------------------------------------------------
 */

static gboolean
time_graph (Subject *subject, gint64 *ns, GError **error)
{
  FlGpuProgram *program = subject->program;
  FlGpu *gpu = program->gpu;
  return flush (gpu, 1, error) && record (gpu, subject->events[0], error)
         && FL_CUDA_TRY (gpu->cuda, "while running the CUDA graph", error, cuGraphLaunch, program->graph, gpu->stream)
         && record (gpu, subject->events[1], error) && fl_gpu_synchronize (gpu, "while running the CUDA graph", error)
         && read_ns (gpu, subject->events[0], subject->events[1], ns, error);
}

static gboolean
time_plain (Subject *subject, gint64 *ns, GError **error)
{
  FlGpuProgram *program = subject->program;
  FlGpu *gpu = program->gpu;
  return flush (gpu, program->program->n_steps, error) && record (gpu, subject->events[0], error)
         && launch_all (program, error) && record (gpu, subject->events[1], error)
         && fl_gpu_synchronize (gpu, "while running the kernels", error)
         && read_ns (gpu, subject->events[0], subject->events[1], ns, error);
}

static gboolean
time_steps (Subject *subject, gint64 *ns, GError **error)
{
  FlGpuProgram *program = subject->program;
  FlGpu *gpu = program->gpu;
  guint n = program->program->n_steps;
  gboolean ok = flush (gpu, 2 * n, error) && record (gpu, subject->events[0], error);
  for (guint i = 0; i < n && ok; i++)
    ok = (program->steps[i].place == FL_GPU_HOST || fl_gpu_step_launch (program, i, error))
         && record (gpu, subject->events[i + 1], error);
  ok = ok && fl_gpu_synchronize (gpu, "while running the kernels", error);
  for (guint i = 0; i < n && ok; i++)
    ok = read_ns (gpu, subject->events[i], subject->events[i + 1], &ns[i], error);
  return ok;
}

static gboolean
take_round (FlWorker *worker, Subject *subject, gboolean is_kept, GError **error)
{
  FlGpuProgram *program = subject->program;
  guint n = program->program->n_steps;
  g_autofree gint64 *ns = g_new0 (gint64, n + 1);
  gint64 graph_ns = 0, plain_ns = 0;
  if (!fl_gpu_program_load (worker, program, TRUE, error)
      || (program->graph != NULL && !time_graph (subject, &graph_ns, error)) || !time_plain (subject, &plain_ns, error)
      || !time_steps (subject, ns, error))
    return FALSE;
  if (!is_kept)
    return TRUE;
  if (program->graph != NULL)
    g_array_append_val (subject->graphs, graph_ns);
  g_array_append_val (subject->plains, plain_ns);
  for (guint i = 0; i < n; i++)
    if (program->steps[i].place != FL_GPU_HOST)
      g_array_append_val (subject->steps[i], ns[i]);
  return TRUE;
}

/* --- the command ----------------------------------------------------------------------------------------------------
 */

static gboolean
open_subject (FlWorker *worker, guint id, Subject *subject, GError **error)
{
  FlWorkProgram *program = id < worker->programs->len ? worker->programs->pdata[id] : NULL;
  gboolean ok = TRUE;
  if (program == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "measure: there is no program %u", id);
      return FALSE;
    }
  subject->program = fl_gpu_program_get (worker, program, error);
  if (subject->program == NULL)
    return FALSE;
  subject->graphs = g_array_new (FALSE, FALSE, sizeof (gint64));
  subject->plains = g_array_new (FALSE, FALSE, sizeof (gint64));
  subject->steps = g_new0 (GArray *, program->n_steps + 1);
  subject->events = g_new0 (FlCudaEvent, program->n_steps + 2);
  for (guint i = 0; i < program->n_steps; i++)
    subject->steps[i] = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < program->n_steps + 2 && ok; i++)
    ok = FL_CUDA_TRY (worker->gpu->cuda, "while measuring", error, cuEventCreate, &subject->events[i], 0);
  make_graph (subject->program);
  return ok;
}

static void
close_subject (FlWorker *worker, Subject *subject)
{
  if (subject->steps == NULL)
    return;
  guint n = subject->program->program->n_steps;
  for (guint i = 0; i < n; i++)
    g_array_unref (subject->steps[i]);
  for (guint i = 0; i < n + 2; i++)
    if (subject->events[i] != NULL)
      worker->gpu->cuda->cuEventDestroy (subject->events[i]);
  g_free (subject->steps);
  g_free (subject->events);
  g_array_unref (subject->graphs);
  g_array_unref (subject->plains);
}

static void
add_times (cJSON *list, const GArray *times)
{
  for (guint i = 0; i < times->len; i++)
    cJSON_AddItemToArray (list, cJSON_CreateNumber (g_array_index (times, gint64, i)));
}

static void
add_subject (cJSON *programs, const Subject *subject)
{
  const FlGpuProgram *program = subject->program;
  cJSON *object = cJSON_CreateObject ();
  add_times (cJSON_AddArrayToObject (object, "totals"), program->graph != NULL ? subject->graphs : subject->plains);
  add_times (cJSON_AddArrayToObject (object, "plain"), subject->plains);
  if (program->no_graph_why != NULL)
    cJSON_AddStringToObject (object, "no_graph", program->no_graph_why);
  cJSON_AddNumberToObject (object, "dropped", 0);
  cJSON *steps = cJSON_AddArrayToObject (object, "steps");
  for (guint i = 0; i < program->program->n_steps; i++)
    {
      cJSON *step = cJSON_CreateArray ();
      add_times (step, subject->steps[i]);
      cJSON_AddItemToArray (steps, step);
    }
  cJSON_AddItemToArray (programs, object);
}

static gboolean
take_samples (FlWorker *worker, Subject *subjects, guint n, guint n_samples, gint64 end, GError **error)
{
  gboolean ok = TRUE;
  for (guint round = 0; round < WARM_UPS + n_samples && ok; round++)
    {
      if (fl_now_ns () > end && round >= WARM_UPS + MIN_SAMPLES)
        break;
      for (guint i = 0; i < n && ok; i++)
        ok = take_round (worker, &subjects[round % 2 == 0 ? i : n - 1 - i], round >= WARM_UPS, error);
    }
  return ok;
}

static double
get_number (const cJSON *message, const char *name, double fallback)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (message, name);
  return cJSON_IsNumber (item) ? item->valuedouble : fallback;
}

gboolean
fl_gpu_measure (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const cJSON *ids = cJSON_GetObjectItemCaseSensitive (message, "ids"), *item;
  guint n = cJSON_GetArraySize (ids), i = 0;
  g_autofree Subject *subjects = g_new0 (Subject, n + 1);
  gint64 end = fl_now_ns () + (gint64) get_number (message, "budget_ns", 1e10);
  gboolean ok = take_flush_memory (worker->gpu, error);
  g_strlcpy (worker->control->kernel, "of the measured programs", sizeof worker->control->kernel);
  worker->control->is_library = TRUE;
  cJSON_ArrayForEach (item, ids)
    ok = ok && open_subject (worker, CLAMP (item->valuedouble, 0, 4096), &subjects[i++], error);
  ok = ok
       && take_samples (worker, subjects, n, (guint) MAX (get_number (message, "samples", 25), MIN_SAMPLES), end,
                        error);
  if (ok)
    {
      cJSON *programs = cJSON_AddArrayToObject (answer, "programs");
      for (i = 0; i < n; i++)
        add_subject (programs, &subjects[i]);
      cJSON_AddStringToObject (answer, "no_counters", "a GPU's counters are not read");
      cJSON_AddNumberToObject (answer, "foreign", 0);
    }
  for (i = 0; i < n; i++)
    close_subject (worker, &subjects[i]);
  return ok;
}

/* --- the ceiling ----------------------------------------------------------------------------------------------------
 */

static gboolean
time_copies (FlGpu *gpu, FlCudaAddress memory, guint n_samples, cJSON *list, GError **error)
{
  FlCudaEvent events[2] = { NULL, NULL };
  const char *doing = "while measuring a copy";
  gboolean ok = FL_CUDA_TRY (gpu->cuda, doing, error, cuEventCreate, &events[0], 0)
                && FL_CUDA_TRY (gpu->cuda, doing, error, cuEventCreate, &events[1], 0);
  for (guint i = 0; i < WARM_UPS + n_samples && ok; i++)
    {
      gint64 ns = 0;
      ok = flush (gpu, 1, error) && record (gpu, events[0], error)
           && FL_CUDA_TRY (gpu->cuda, doing, error, cuMemcpyDtoDAsync, memory + COPY_BYTES, memory, COPY_BYTES,
                           gpu->stream)
           && record (gpu, events[1], error) && fl_gpu_synchronize (gpu, doing, error)
           && read_ns (gpu, events[0], events[1], &ns, error);
      if (ok && i >= WARM_UPS)
        cJSON_AddItemToArray (list, cJSON_CreateNumber (ns));
    }
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i] != NULL)
      gpu->cuda->cuEventDestroy (events[i]);
  return ok;
}

/* Memory that cannot be had is no failure: there is no ceiling then. */
static gboolean
find_copy_rate (FlGpu *gpu, guint n_samples, cJSON *answer, GError **error)
{
  FlCudaAddress memory = 0;
  cJSON *rows = cJSON_AddArrayToObject (answer, "rows");
  if (!take_flush_memory (gpu, error))
    return FALSE;
  if (gpu->cuda->cuMemAlloc (&memory, 2 * COPY_BYTES) != FL_CUDA_SUCCESS)
    return TRUE;
  cJSON *row = cJSON_CreateObject ();
  cJSON_AddStringToObject (row, "kind", "device copy");
  cJSON_AddNumberToObject (row, "bytes", 2.0 * COPY_BYTES); /* read and written */
  gboolean ok = FL_CUDA_TRY (gpu->cuda, "while measuring a copy", error, cuMemsetD8Async, memory, 1, 2 * COPY_BYTES,
                             gpu->stream)
                && time_copies (gpu, memory, n_samples, cJSON_AddArrayToObject (row, "ns"), error);
  cJSON_AddItemToArray (rows, row);
  gpu->cuda->cuMemFree (memory);
  return ok;
}

/* The copy rate, and what arithmetic reaches. */
gboolean
fl_gpu_find_ceilings (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const guint n_samples = (guint) MAX (get_number (message, "samples", 5), MIN_SAMPLES);

  return find_copy_rate (worker->gpu, n_samples, answer, error)
         && fl_gpu_measure_peaks (worker->gpu, message, n_samples, answer, error);
}
