/* The device of a worker for GPUs: the first that the driver shows, its facts, and the modules that are loaded. */
#include "fl-worker-gpu-private.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- opening --------------------------------------------------------------------------------------------------------
 */

static gboolean
read_facts (FlGpu *self, int device, GError **error)
{
  const FlCudaDriver *cuda = self->cuda;
  const char *doing = "while asking the GPU for its facts";
  return FL_CUDA_TRY (cuda, doing, error, cuDeviceGetName, self->name, sizeof self->name, device)
         && FL_CUDA_TRY (cuda, doing, error, cuDriverGetVersion, &self->driver_version)
         && FL_CUDA_TRY (cuda, doing, error, cuDeviceTotalMem, &self->memory_bytes, device)
         && FL_CUDA_TRY (cuda, doing, error, cuDeviceGetAttribute, &self->n_multiprocessors, FL_CUDA_N_MULTIPROCESSORS,
                         device)
         && FL_CUDA_TRY (cuda, doing, error, cuDeviceGetAttribute, &self->l2_bytes, FL_CUDA_L2_BYTES, device)
         && FL_CUDA_TRY (cuda, doing, error, cuDeviceGetAttribute, &self->major, FL_CUDA_MAJOR, device)
         && FL_CUDA_TRY (cuda, doing, error, cuDeviceGetAttribute, &self->minor, FL_CUDA_MINOR, device);
}

static gboolean
open_device (FlGpu *self, GError **error)
{
  const FlCudaDriver *cuda = self->cuda = fl_cuda_driver_open (error);
  const char *doing = "while opening the GPU";
  int device;
  return cuda != NULL && FL_CUDA_TRY (cuda, doing, error, cuDeviceGet, &device, 0) && read_facts (self, device, error)
         && FL_CUDA_TRY (cuda, doing, error, cuDevicePrimaryCtxRetain, &self->context, device)
         && FL_CUDA_TRY (cuda, doing, error, cuCtxSetCurrent, self->context)
         && FL_CUDA_TRY (cuda, doing, error, cuStreamCreate, &self->stream, FL_CUDA_STREAM_NON_BLOCKING);
}

FlGpu *
fl_gpu_open (void)
{
  FlGpu *self = g_new0 (FlGpu, 1);
  self->modules = g_ptr_array_new ();
  if (!open_device (self, &self->error))
    self->cuda = NULL;
  return self;
}

guint
fl_gpu_get_capability (const FlGpu *gpu)
{
  return 10 * gpu->major + gpu->minor;
}

gboolean
fl_gpu_describe (FlGpu *gpu, cJSON *answer, GError **error)
{
  if (gpu->cuda == NULL)
    {
      g_propagate_error (error, g_error_copy (gpu->error));
      return FALSE;
    }
  cJSON *device = cJSON_AddObjectToObject (answer, "device");
  g_autofree char *name = g_utf8_make_valid (gpu->name, -1);
  cJSON_AddStringToObject (device, "name", name);
  cJSON_AddNumberToObject (device, "capability", fl_gpu_get_capability (gpu));
  cJSON_AddNumberToObject (device, "multiprocessors", gpu->n_multiprocessors);
  cJSON_AddNumberToObject (device, "l2_bytes", gpu->l2_bytes);
  cJSON_AddNumberToObject (device, "memory_bytes", gpu->memory_bytes);
  cJSON_AddNumberToObject (device, "driver", gpu->driver_version);
  return TRUE;
}

gboolean
fl_gpu_synchronize (FlGpu *gpu, const char *doing, GError **error)
{
  return FL_CUDA_TRY (gpu->cuda, doing, error, cuStreamSynchronize, gpu->stream);
}

gboolean
fl_gpu_copy_there (FlGpu *gpu, FlCudaAddress to, const void *from, gsize bytes, GError **error)
{
  return bytes == 0
         || FL_CUDA_TRY (gpu->cuda, "while copying to the GPU", error, cuMemcpyHtoDAsync, to, from, bytes, gpu->stream);
}

gboolean
fl_gpu_copy_back (FlGpu *gpu, void *to, FlCudaAddress from, gsize bytes, GError **error)
{
  const char *doing = "while copying from the GPU";
  return bytes == 0
         || (FL_CUDA_TRY (gpu->cuda, doing, error, cuMemcpyDtoHAsync, to, from, bytes, gpu->stream)
             && fl_gpu_synchronize (gpu, doing, error));
}

/* --- modules --------------------------------------------------------------------------------------------------------
 */

gboolean
fl_gpu_load_module (FlGpu *gpu, guint number, int object, GError **error)
{
  struct stat facts;
  gpointer image = MAP_FAILED;
  FlCudaModule module = NULL;
  if (fstat (object, &facts) == 0 && facts.st_size > 0)
    image = mmap (NULL, facts.st_size, PROT_READ, MAP_PRIVATE, object, 0);
  if (image == MAP_FAILED)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "the compiled kernels cannot be read: %s", g_strerror (errno));
      return FALSE;
    }
  gboolean ok = FL_CUDA_TRY (gpu->cuda, "while loading kernels", error, cuModuleLoadData, &module, image);
  munmap (image, facts.st_size);
  if (number >= gpu->modules->len)
    g_ptr_array_set_size (gpu->modules, number + 1);
  gpu->modules->pdata[number] = module;
  return ok;
}

gint64
fl_gpu_take_index_errors (FlGpu *gpu)
{
  gint64 sum = 0;
  for (guint i = 0; i < gpu->modules->len; i++)
    {
      FlCudaAddress place;
      gsize bytes = 0;
      guint64 n = 0;
      const guint64 none = 0;
      if (gpu->modules->pdata[i] == NULL
          || gpu->cuda->cuModuleGetGlobal (&place, &bytes, gpu->modules->pdata[i], "fl_index_errors") != FL_CUDA_SUCCESS
          || bytes != sizeof n || !fl_gpu_copy_back (gpu, &n, place, sizeof n, NULL))
        continue;
      fl_gpu_copy_there (gpu, place, &none, sizeof none, NULL);
      sum += n;
    }
  return sum;
}
