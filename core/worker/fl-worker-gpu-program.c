/* A program on the device: its arena, its kernels with their arguments, and one run of it, after which results lie in
 * the host's image. Each step of that run is waited for, so that an error names it. */
#include "fl-cublaslt.h"
#include "fl-cudnn.h"
#include "fl-worker-gpu-private.h"

#include <string.h>

/* --- steps ----------------------------------------------------------------------------------------------------------
 */

static gboolean
find_function (FlGpu *gpu, const FlWorkProgram *program, const char *name, FlCudaFunction *function, GError **error)
{
  for (guint i = 0; i < program->n_modules; i++)
    {
      guint number = CLAMP (program->modules[i], 0, G_MAXINT);
      gpointer module = number < gpu->modules->len ? gpu->modules->pdata[number] : NULL;
      int result = module == NULL ? FL_CUDA_NOT_FOUND : gpu->cuda->cuModuleGetFunction (function, module, name);
      if (result == FL_CUDA_SUCCESS)
        return TRUE;
      if (result != FL_CUDA_NOT_FOUND)
        return fl_cuda_check (gpu->cuda, result, "cuModuleGetFunction", name, error);
    }
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "program: no module has a kernel %s", name);
  return FALSE;
}

static gboolean
prepare_kernel (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out, GError **error)
{
  const FlWorkProgram *program = self->program;
  out->place = FL_GPU_KERNEL;
  out->functions = g_new0 (FlCudaFunction, step->n_phases + 1);
  out->addresses = g_new0 (FlCudaAddress, step->n_buffers + 1);
  out->arguments = g_new0 (gpointer, step->n_buffers + step->n_sizes + 1);
  for (guint i = 0; i < step->n_buffers; i++)
    {
      out->addresses[i] = self->arena + program->tensors[step->tensors[i]].offset;
      out->arguments[i] = &out->addresses[i];
    }
  for (guint i = 0; i < step->n_sizes; i++)
    out->arguments[step->n_buffers + i] = &step->sizes[i];
  for (guint i = 0; i < step->n_phases; i++)
    if (!find_function (self->gpu, program, step->phases[i].name, &out->functions[i], error))
      return FALSE;
  return TRUE;
}

static void
add_tensor (GArray *list, const FlWorkView *view)
{
  gint64 tensor = view->tensor;
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, gint64, i) == tensor)
      return;
  if (view->bytes != NULL)
    g_array_append_val (list, tensor);
}

static void
add_arguments (FlGpuStep *out, const FlWorkArg *args, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      add_arguments (out, args[i].items, args[i].n_items);
      if (args[i].value.kind != FL_DATUM_TENSOR)
        continue;
      add_tensor (out->reads, &args[i].view);
      if (args[i].view.is_mutated)
        add_tensor (out->writes, &args[i].view);
    }
}

/* A result may be a part of its tensor, whose rest is to stay: what is written is copied there, too. */
static void
prepare_host (const FlWorkStep *step, FlGpuStep *out)
{
  out->place = FL_GPU_HOST;
  out->reads = g_array_new (FALSE, FALSE, sizeof (gint64));
  out->writes = g_array_new (FALSE, FALSE, sizeof (gint64));
  out->why = step->from != NULL ? "nobody knows the operator" : out->why;
  add_arguments (out, step->call.args, step->call.n_args);
  for (guint i = 0; i < step->n_seen; i++)
    add_tensor (out->reads, &step->seen[i]);
  for (guint i = 0; i < step->call.n_out; i++)
    {
      add_tensor (out->reads, &step->call.out[i]);
      add_tensor (out->writes, &step->call.out[i]);
    }
}

/* --- the program ----------------------------------------------------------------------------------------------------
 */

static void
program_free (FlGpuProgram *self)
{
  if (self == NULL)
    return;
  if (self->graph != NULL)
    self->gpu->cuda->cuGraphExecDestroy (self->graph);
  if (self->arena != 0)
    self->gpu->cuda->cuMemFree (self->arena);
  for (guint i = 0; i < self->program->n_steps; i++)
    {
      FlGpuStep *step = &self->steps[i];
      fl_cublas_product_free (step->product);
      for (guint k = 0; k < step->n_plans; k++)
        fl_cudnn_plan_free (step->plans[k]);
      g_free (step->functions);
      g_free (step->addresses);
      g_free (step->arguments);
      g_clear_pointer (&step->reads, g_array_unref);
      g_clear_pointer (&step->writes, g_array_unref);
    }
  g_free (self->steps);
  g_free (self->no_graph_why);
  g_free (self);
}

/* By the library whose operator it is; FALSE: none takes it. */
static gboolean
prepare_library (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out)
{
  return fl_gpu_is_cudnn_call (&step->call) ? fl_gpu_prepare_cudnn (self, step, out)
                                            : fl_gpu_prepare_product (self, step, out);
}

static gboolean
prepare (FlGpuProgram *self, GError **error)
{
  FlWorkProgram *program = self->program;
  g_autofree char *doing
      = g_strdup_printf ("while taking %.1f MiB of the GPU's memory for the tensors", program->asked_bytes / 1048576.0);
  if (!FL_CUDA_TRY (self->gpu->cuda, doing, error, cuMemAlloc, &self->arena, MAX (program->asked_bytes, 256)))
    return FALSE;
  for (guint i = 0; i < program->n_steps; i++)
    {
      const FlWorkStep *step = &program->steps[i];
      if (step->n_phases == 0 && !prepare_library (self, step, &self->steps[i]))
        prepare_host (step, &self->steps[i]);
      else if (step->n_phases > 0 && !prepare_kernel (self, step, &self->steps[i], error))
        return FALSE;
    }
  return TRUE;
}

FlGpuProgram *
fl_gpu_program_get (FlWorker *worker, FlWorkProgram *program, GError **error)
{
  if (program->gpu != NULL)
    return program->gpu;
  FlGpuProgram *self = g_new0 (FlGpuProgram, 1);
  self->gpu = worker->gpu;
  self->program = program;
  self->steps = g_new0 (FlGpuStep, program->n_steps + 1);
  if (!prepare (self, error))
    {
      program_free (self);
      return NULL;
    }
  program->free_gpu = program_free;
  return program->gpu = self;
}

/* --- copies ---------------------------------------------------------------------------------------------------------
 */

static gboolean
upload (FlGpuProgram *self, gint64 number, GError **error)
{
  const FlWorkTensor *tensor = &self->program->tensors[number];
  return fl_gpu_copy_there (self->gpu, self->arena + tensor->offset, self->program->arena + tensor->offset,
                            tensor->bytes, error);
}

static gboolean
download (FlGpuProgram *self, gint64 number, GError **error)
{
  const FlWorkTensor *tensor = &self->program->tensors[number];
  return fl_gpu_copy_back (self->gpu, self->program->arena + tensor->offset, self->arena + tensor->offset,
                           tensor->bytes, error);
}

gboolean
fl_gpu_program_load (FlWorker *worker, FlGpuProgram *self, gboolean only_mutated, GError **error)
{
  FlWorkProgram *program = self->program;
  gboolean ok = TRUE;
  fl_work_program_load (worker, program, only_mutated);
  for (guint i = 0; i < program->n_tensors && ok; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      if ((tensor->load >= 0 || tensor->fill.n > 0) && (tensor->save >= 0 || !only_mutated))
        ok = upload (self, i, error);
    }
  return ok;
}

/* --- running --------------------------------------------------------------------------------------------------------
 */

gboolean
fl_gpu_step_launch (FlGpuProgram *self, guint position, GError **error)
{
  const FlWorkStep *step = &self->program->steps[position];
  const FlGpuStep *own = &self->steps[position];
  if (own->product != NULL)
    return fl_cublas_product_run (own->product, step->name, error);
  for (guint i = 0; i < own->n_plans; i++)
    if (!fl_cudnn_plan_run (own->plans[i], step->name, error))
      return FALSE;
  for (guint i = 0; i < step->n_phases; i++)
    {
      const FlWorkPhase *phase = &step->phases[i];
      if (phase->extent <= 0)
        continue;
      if (phase->extent > G_MAXINT32 || phase->step > 1024)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                       "kernel %s wants %" G_GINT64_FORMAT " blocks of %" G_GINT64_FORMAT
                       " threads: a GPU starts at most 2147483647 of 1024",
                       step->name, phase->extent, phase->step);
          return FALSE;
        }
      int result = self->gpu->cuda->cuLaunchKernel (own->functions[i], (guint) phase->extent, 1, 1, (guint) phase->step,
                                                    1, 1, 0, self->gpu->stream, own->arguments, NULL);
      g_autofree char *doing
          = result == FL_CUDA_SUCCESS ? NULL : g_strdup_printf ("while starting kernel %s", step->name);
      if (!fl_cuda_check (self->gpu->cuda, result, "cuLaunchKernel", doing, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_on_host (FlWorker *worker, FlGpuProgram *self, guint position, GError **error)
{
  const FlGpuStep *step = &self->steps[position];
  gboolean ok = TRUE;
  for (guint i = 0; i < step->reads->len && ok; i++)
    ok = download (self, g_array_index (step->reads, gint64, i), error);
  ok = ok && fl_work_step_run (worker, &self->program->steps[position], error);
  for (guint i = 0; i < step->writes->len && ok; i++)
    ok = upload (self, g_array_index (step->writes, gint64, i), error);
  return ok;
}

static gboolean
stomp (FlGpuProgram *self, const FlWorkStep *step, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < step->n_stomps && ok; i++)
    ok = FL_CUDA_TRY (self->gpu->cuda, "while filling free memory", error, cuMemsetD8Async,
                      self->arena + step->stomps[2 * i], 0xff, step->stomps[2 * i + 1], self->gpu->stream);
  return ok;
}

static gboolean
run_steps (FlWorker *worker, FlGpuProgram *self, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < self->program->n_steps && ok; i++)
    {
      FlWorkStep *step = &self->program->steps[i];
      g_autofree char *doing = g_strdup_printf ("kernel %s", step->name);
      fl_work_step_announce (worker, step);
      if (self->steps[i].place == FL_GPU_HOST)
        ok = run_on_host (worker, self, i, error);
      else
        ok = fl_gpu_step_launch (self, i, error) && fl_gpu_synchronize (self->gpu, doing, error);
      ok = ok && stomp (self, step, error);
    }
  return ok && fl_gpu_synchronize (self->gpu, NULL, error);
}

/* "library": those that were opened. */
static void
add_libraries (const FlGpu *gpu, cJSON *answer)
{
  const char *product = gpu->cublas != NULL ? fl_cublas_get_name (gpu->cublas) : NULL,
             *other = gpu->cudnn != NULL ? fl_cudnn_get_name (gpu->cudnn) : NULL;
  g_autofree char *both = product != NULL && other != NULL ? g_strconcat (product, ", ", other, NULL) : NULL;
  if (product != NULL || other != NULL)
    cJSON_AddStringToObject (answer, "library", both != NULL ? both : product != NULL ? product : other);
}

/* "places": where each step was run. */
static void
add_places (const FlGpuProgram *self, cJSON *answer)
{
  static const char *const names[] = { "kernel", "library", "host" };
  add_libraries (self->gpu, answer);
  cJSON *list = cJSON_AddArrayToObject (answer, "places");
  for (guint i = 0; i < self->program->n_steps; i++)
    {
      cJSON *object = cJSON_CreateObject ();
      cJSON_AddStringToObject (object, "place", names[self->steps[i].place]);
      if (self->steps[i].why != NULL)
        cJSON_AddStringToObject (object, "why", self->steps[i].why);
      cJSON_AddItemToArray (list, object);
    }
}

static gboolean
save (FlWorker *worker, FlGpuProgram *self, GError **error)
{
  for (guint i = 0; i < self->program->n_tensors; i++)
    if (self->program->tensors[i].save >= 0 && !download (self, i, error))
      return FALSE;
  fl_work_program_save (worker, self->program);
  return TRUE;
}

/* What no kernel writes is no number: it shows. */
static gboolean
clear (FlGpuProgram *self, GError **error)
{
  return FL_CUDA_TRY (self->gpu->cuda, "while filling the GPU's memory", error, cuMemsetD8Async, self->arena, 0xff,
                      MAX (self->program->asked_bytes, 1), self->gpu->stream)
         && fl_gpu_synchronize (self->gpu, "while filling the GPU's memory", error);
}

static void
commit_crash (FlGpuProgram *self)
{
  for (guint i = 0; i < self->program->n_steps; i++)
    for (guint k = 0; self->steps[i].place == FL_GPU_KERNEL && k < self->program->steps[i].n_buffers; k++)
      self->steps[i].addresses[k] = 4096;
}

gboolean
fl_gpu_run (FlWorker *worker, FlWorkProgram *program, const char *fault, cJSON *answer, GError **error)
{
  FlGpuProgram *self = fl_gpu_program_get (worker, program, error);
  if (self == NULL || !clear (self, error) || !fl_gpu_program_load (worker, self, FALSE, error))
    return FALSE;
  if (g_strcmp0 (fault, "crash") == 0)
    commit_crash (self);
  fl_gpu_take_index_errors (self->gpu);
  fl_thread_pool_begin (worker->pool);
  gint64 begin = fl_now_ns ();
  gboolean ok = run_steps (worker, self, error);
  cJSON_AddNumberToObject (answer, "ns", fl_now_ns () - begin);
  fl_thread_pool_end (worker->pool);
  if (!ok || !save (worker, self, error))
    return FALSE;
  cJSON_AddNumberToObject (answer, "index_errors", fl_gpu_take_index_errors (self->gpu));
  add_places (self, answer);
  return TRUE;
}
