/* Opening the driver, and what its results mean. */
#include "fl-cuda.h"

#include <dlfcn.h>

static const char without[] = "without one, --target cpu runs, and CUDA sources are shown all the same";

/* --- opening --------------------------------------------------------------------------------------------------------
 */

static gpointer
find_entry (gpointer library, const char *function, const char *version)
{
  g_autofree char *symbol = g_strconcat (function, version, NULL);
  return dlsym (library, symbol);
}

static gboolean
open_entries (gpointer library, FlCudaDriver *driver, GError **error)
{
  const char *missing = NULL;
#define ENTRY(function, version, arguments)                                                                            \
  *(gpointer *) &driver->function = find_entry (library, #function, version);                                          \
  if (driver->function == NULL && missing == NULL)                                                                     \
    missing = #function;
#include "fl-cuda-entries.def"
#undef ENTRY
  if (missing != NULL)
    g_set_error (
        error, FL_ERROR, FL_ERROR_UNSUPPORTED,
        "the NVIDIA driver has no %s: it is older than CUDA 12; install a newer one (nvidia-smi shows the version)",
        missing);
  return missing == NULL;
}

static gboolean
open_driver (FlCudaDriver *driver, GError **error)
{
  const char *named = g_getenv ("FUSELOOM_CUDA_DRIVER");
  gpointer library = dlopen (named != NULL ? named : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library != NULL)
    return open_entries (library, driver, error) && FL_CUDA_TRY (driver, "while starting the driver", error, cuInit, 0);
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "no NVIDIA driver is here (%s): %s", dlerror (), without);
  return FALSE;
}

const FlCudaDriver *
fl_cuda_driver_open (GError **error)
{
  static GMutex lock;
  static FlCudaDriver driver;
  static gboolean is_open;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  if (!is_open)
    is_open = open_driver (&driver, error);
  return is_open ? &driver : NULL;
}

/* --- results --------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  int result, code;
  const char *advice;
} Meaning;

static const char lost[]
    = "the GPU is lost to this process: dmesg (NVRM: Xid) says why; the next run starts a new worker";
static const char wrong[]
    = "a defect of Fuseloom, or of a library that it calls; compute-sanitizer around the worker names the access; the "
      "next run starts a new worker";

static const Meaning meanings[] = {
  { FL_CUDA_OUT_OF_MEMORY, FL_ERROR_LIMIT,
    "the GPU has no room for it: end what else uses it (nvidia-smi lists processes), take smaller sizes, or --target cpu" },
  { 3, FL_ERROR_UNSUPPORTED, "the driver is not ready" },
  { 46, FL_ERROR_WORKER, "another process has the GPU to itself (nvidia-smi -q -d COMPUTE), or it is lost" },
  { 100, FL_ERROR_UNSUPPORTED,
    "the driver is here, but no GPU: nvidia-smi lists them, CUDA_VISIBLE_DEVICES may hide them, and a container needs "
    "to be given them (--gpus all); without one, --target cpu runs, and CUDA sources are shown all the same" },
  { 101, FL_ERROR_UNSUPPORTED, "there is no GPU of that number" },
  { 209, FL_ERROR_COMPILER, "the kernels were compiled for another GPU; remove the cache of kernels" },
  { 214, FL_ERROR_WORKER, lost },
  { 218, FL_ERROR_COMPILER, "the driver's compiler refused PTX: its NVRTC is newer than the driver" },
  { 222, FL_ERROR_COMPILER, "NVRTC is newer than the driver: install a newer driver or an older NVRTC" },
  { 700, FL_ERROR_WORKER, wrong },
  { 701, FL_ERROR_WORKER, "the kernel needs more registers or shared memory than a block of this GPU has" },
  { 702, FL_ERROR_WORKER, "the kernel ran longer than the display's watchdog allows" },
  { 710, FL_ERROR_WORKER, wrong },
  { 714, FL_ERROR_WORKER, wrong },
  { 715, FL_ERROR_WORKER, wrong },
  { 716, FL_ERROR_WORKER, wrong },
  { 717, FL_ERROR_WORKER, wrong },
  { 718, FL_ERROR_WORKER, wrong },
  { 719, FL_ERROR_WORKER, wrong },
  { 802, FL_ERROR_UNSUPPORTED, "the system's GPUs are not ready: the fabric manager must run" },
  { 803, FL_ERROR_UNSUPPORTED,
    "the driver's library and its kernel module are of different versions: restart the machine" },
  { 804, FL_ERROR_UNSUPPORTED, "the forward-compatibility package of CUDA does not work on this GPU" },
  { 999, FL_ERROR_WORKER, lost },
};

gboolean
fl_cuda_check (const FlCudaDriver *driver, int result, const char *function, const char *doing, GError **error)
{
  const char *name = NULL, *text = NULL, *advice = NULL;
  int code = FL_ERROR_WORKER;
  if (result == FL_CUDA_SUCCESS)
    return TRUE;
  driver->cuGetErrorName (result, &name);
  driver->cuGetErrorString (result, &text);
  for (guint i = 0; i < G_N_ELEMENTS (meanings) && advice == NULL; i++)
    if (meanings[i].result == result)
      {
        advice = meanings[i].advice;
        code = meanings[i].code;
      }
  g_set_error (error, FL_ERROR, code, "%s%s%s returned %s (%d%s%s)%s%s", doing != NULL ? doing : "",
               doing != NULL ? ": " : "", function, name != NULL ? name : "an error without a name", result,
               text != NULL ? ", " : "", text != NULL ? text : "", advice != NULL ? ": " : "",
               advice != NULL ? advice : "");
  return FALSE;
}
