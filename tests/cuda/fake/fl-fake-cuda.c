/* A driver without a GPU: the entry points of libcuda.so.1 over the host's memory. A kernel is a function of a shared
 * object, which the NVRTC beside it made of the same source; streams do everything at once.
 *
 * FUSELOOM_FAKE_CUDA has faults, separated by commas: "no-device"; "memory=N": the N-th allocation fails; "illegal=N",
 * "lost=N": so do the N-th launch of a kernel and everything after it; "no-graphs". */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))

enum
{
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NO_DEVICE = 100,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  UNKNOWN = 999,
  MAX_ALLOCATIONS = 256,
  MAX_LAUNCHES = 4096,
  LARGE_BYTES = 32 << 20 /* more is only begun: tests need no cache written over */
};

typedef const char *(*Start) (void **arguments, long n_blocks, unsigned n_threads, unsigned seed);

typedef struct
{
  Start start;
  const size_t *sizes; /* of the arguments, closed by 0 */
} Function;

typedef struct
{
  const Function *function;
  void **arguments; /* copies */
  unsigned n_blocks, n_threads;
} Launch;

typedef struct
{
  unsigned n;
  Launch launches[MAX_LAUNCHES];
} Graph;

static struct
{
  char *begin;
  size_t bytes;
} allocations[MAX_ALLOCATIONS];
static unsigned n_allocations, n_asked, n_launched;
static int sticky; /* every call returns it after a fault */
static Graph *captured;

/* --- faults ---------------------------------------------------------------------------------------------------------
 */

/* The number behind "name="; 0: the fault is not asked for, or has none. */
static unsigned
get_fault (const char *name, int *is_there)
{
  const char *text = getenv ("FUSELOOM_FAKE_CUDA"), *at = text != NULL ? strstr (text, name) : NULL;

  *is_there = at != NULL;
  return at != NULL && at[strlen (name)] == '=' ? (unsigned) atoi (at + strlen (name) + 1) : 0;
}

static int
has_fault (const char *name)
{
  int is_there;

  get_fault (name, &is_there);
  return is_there;
}

static int
is_turn (const char *name, unsigned turn)
{
  int is_there;
  const unsigned wanted = get_fault (name, &is_there);

  return is_there && wanted == turn;
}

/* --- the device -----------------------------------------------------------------------------------------------------
 */

EXPORT int
cuInit (unsigned flags)
{
  return has_fault ("no-device") ? NO_DEVICE : SUCCESS;
}

EXPORT int
cuDriverGetVersion (int *version)
{
  *version = 13000;
  return SUCCESS;
}

EXPORT int
cuGetErrorName (int result, const char **name)
{
  *name = result == OUT_OF_MEMORY     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == NO_DEVICE       ? "CUDA_ERROR_NO_DEVICE"
          : result == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : result == UNKNOWN         ? "CUDA_ERROR_UNKNOWN"
          : result == INVALID_VALUE   ? "CUDA_ERROR_INVALID_VALUE"
                                      : "CUDA_ERROR_OF_THE_FAKE";
  return SUCCESS;
}

EXPORT int
cuGetErrorString (int result, const char **text)
{
  *text = "as the fake driver was asked to";
  return SUCCESS;
}

EXPORT int
cuDeviceGetCount (int *n)
{
  *n = 1;
  return SUCCESS;
}

EXPORT int
cuDeviceGet (int *device, int ordinal)
{
  *device = 0;
  return SUCCESS;
}

EXPORT int
cuDeviceGetName (char *name, int size, int device)
{
  snprintf (name, size, "fake GPU (emulated on the CPU)");
  return SUCCESS;
}

EXPORT int
cuDeviceGetAttribute (int *value, int attribute, int device)
{
  *value = attribute == 16 ? 2 : attribute == 38 ? 1 << 20 : attribute == 75 ? 9 : attribute == 76 ? 0 : 1;
  return SUCCESS;
}

EXPORT int
cuDeviceTotalMem_v2 (size_t *bytes, int device)
{
  *bytes = (size_t) 1 << 30;
  return SUCCESS;
}

EXPORT int
cuDevicePrimaryCtxRetain (void **context, int device)
{
  *context = &sticky;
  return SUCCESS;
}

EXPORT int
cuCtxSetCurrent (void *context)
{
  return SUCCESS;
}

/* --- memory ---------------------------------------------------------------------------------------------------------
 */

/* Do the bytes lie in one allocation? */
static int
is_ours (uint64_t address, size_t bytes)
{
  for (unsigned i = 0; i < n_allocations; i++)
    {
      const uint64_t begin = (uint64_t) (uintptr_t) allocations[i].begin;

      if (allocations[i].begin != NULL && address >= begin && bytes <= allocations[i].bytes
          && address - begin <= allocations[i].bytes - bytes)
        return 1;
    }
  return 0;
}

static int
is_known (uint64_t address)
{
  Dl_info info;

  return is_ours (address, 1)
         || dladdr ((void *) (uintptr_t) address, &info) != 0; /* a module's variable has no allocation */
}

EXPORT int
cuMemGetInfo_v2 (size_t *free_bytes, size_t *all_bytes)
{
  *free_bytes = *all_bytes = (size_t) 1 << 30;
  return sticky;
}

EXPORT int
cuMemAlloc_v2 (uint64_t *address, size_t bytes)
{
  void *memory = NULL;

  if (sticky != SUCCESS)
    return sticky;
  if (is_turn ("memory", ++n_asked) || n_allocations == MAX_ALLOCATIONS || posix_memalign (&memory, 256, bytes) != 0)
    return OUT_OF_MEMORY;
  allocations[n_allocations].begin = memory;
  allocations[n_allocations++].bytes = bytes;
  *address = (uint64_t) (uintptr_t) memory;
  return SUCCESS;
}

EXPORT int
cuMemFree_v2 (uint64_t address)
{
  for (unsigned i = 0; i < n_allocations; i++)
    if ((uint64_t) (uintptr_t) allocations[i].begin == address)
      {
        free (allocations[i].begin);
        allocations[i].begin = NULL;
        return sticky;
      }
  return INVALID_VALUE;
}

static int
copy (void *to, const void *from, size_t bytes, uint64_t device)
{
  if (sticky != SUCCESS)
    return sticky;
  if (!is_ours (device, bytes) && !is_known (device))
    return INVALID_VALUE;
  memcpy (to, from, bytes);
  return SUCCESS;
}

EXPORT int
cuMemcpyHtoDAsync_v2 (uint64_t to, const void *from, size_t bytes, void *stream)
{
  return copy ((void *) (uintptr_t) to, from, bytes, to);
}

EXPORT int
cuMemcpyDtoHAsync_v2 (void *to, uint64_t from, size_t bytes, void *stream)
{
  return copy (to, (const void *) (uintptr_t) from, bytes, from);
}

EXPORT int
cuMemcpyDtoDAsync_v2 (uint64_t to, uint64_t from, size_t bytes, void *stream)
{
  if (!is_ours (to, bytes) || !is_ours (from, bytes))
    return INVALID_VALUE;
  return copy ((void *) (uintptr_t) to, (const void *) (uintptr_t) from, bytes < LARGE_BYTES ? bytes : 4096, to);
}

EXPORT int
cuMemsetD8Async (uint64_t to, unsigned char value, size_t n, void *stream)
{
  if (sticky != SUCCESS)
    return sticky;
  if (!is_ours (to, n))
    return INVALID_VALUE;
  memset ((void *) (uintptr_t) to, value, n < LARGE_BYTES ? n : 4096);
  return SUCCESS;
}

/* --- modules --------------------------------------------------------------------------------------------------------
 */

/* As long as its section headers, which stand at the end, say. */
static size_t
get_image_bytes (const unsigned char *image)
{
  uint64_t offset;
  uint16_t size, n;

  memcpy (&offset, image + 40, sizeof offset);
  memcpy (&size, image + 58, sizeof size);
  memcpy (&n, image + 60, sizeof n);
  return offset + (size_t) size * n;
}

/* PTX is not compiled: the module has the one kernel that is asked for, which does nothing. */
static const char *
start_nothing (void **arguments, long n_blocks, unsigned n_threads, unsigned seed)
{
  return NULL;
}

static const size_t sizes_of_nothing[] = { 8, 4, 0 };

EXPORT int
cuModuleLoadData (void **module, const void *image)
{
  static const char ptx[] = "// fl_peak_fma\n";
  size_t bytes;
  char path[64];
  int fd;

  if (sticky != SUCCESS)
    return sticky;
  if (memcmp (image, ptx, sizeof ptx - 1) == 0)
    {
      *module = NULL;
      return SUCCESS;
    }
  fd = memfd_create ("fake-module", 0);
  bytes = get_image_bytes (image);
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  if (fd < 0 || write (fd, image, bytes) != (ssize_t) bytes || (*module = dlopen (path, RTLD_NOW | RTLD_LOCAL)) == NULL)
    return INVALID_VALUE;
  return SUCCESS;
}

EXPORT int
cuModuleUnload (void *module)
{
  return SUCCESS;
}

EXPORT int
cuModuleGetFunction (void **function, void *module, const char *name)
{
  char symbol[1024];
  Function *found = calloc (1, sizeof *found);

  snprintf (symbol, sizeof symbol, "start_%s", name);
  *(void **) &found->start = dlsym (module, symbol);
  snprintf (symbol, sizeof symbol, "sizes_%s", name);
  found->sizes = dlsym (module, symbol);
  if (module == NULL)
    {
      found->start = start_nothing;
      found->sizes = sizes_of_nothing;
    }
  *function = found;
  return found->start == NULL || found->sizes == NULL ? NOT_FOUND : sticky;
}

EXPORT int
cuModuleGetGlobal_v2 (uint64_t *address, size_t *bytes, void *module, const char *name)
{
  void *place = dlsym (module, name);

  *address = (uint64_t) (uintptr_t) place;
  *bytes = 8;
  return place == NULL ? NOT_FOUND : sticky;
}

EXPORT int
cuFuncSetAttribute (void *function, int attribute, int value)
{
  return sticky;
}

EXPORT int
cuFuncGetAttribute (int *value, int attribute, void *function)
{
  *value = 0;
  return sticky;
}

/* --- launches -------------------------------------------------------------------------------------------------------
 */

static int
execute (const Launch *launch)
{
  const char *message;

  n_launched++;
  sticky = is_turn ("illegal", n_launched) ? ILLEGAL_ADDRESS : is_turn ("lost", n_launched) ? UNKNOWN : SUCCESS;
  if (sticky != SUCCESS)
    return SUCCESS; /* told by what comes next */
  message = launch->function->start (launch->arguments, launch->n_blocks, launch->n_threads, n_launched);
  if (message == NULL)
    return SUCCESS;
  fprintf (stderr, "fake driver: %s\n", message);
  return sticky = 719; /* CUDA_ERROR_LAUNCH_FAILED */
}

EXPORT int
cuLaunchKernel (const Function *function, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z, unsigned threads_x,
                unsigned threads_y, unsigned threads_z, unsigned shared_bytes, void *stream, void **arguments,
                void **more)
{
  Launch launch = { function, NULL, blocks_x, threads_x };
  unsigned n = 0;

  if (sticky != SUCCESS)
    return sticky;
  if (blocks_x == 0 || threads_x == 0 || threads_x > 1024 || blocks_y != 1 || threads_y != 1)
    return INVALID_VALUE;
  while (function->sizes[n] != 0)
    n++;
  launch.arguments = calloc (n + 1, sizeof (void *));
  for (unsigned i = 0; i < n; i++)
    {
      launch.arguments[i] = malloc (function->sizes[i]);
      memcpy (launch.arguments[i], arguments[i], function->sizes[i]);
    }
  if (captured == NULL)
    return execute (&launch); /* the copies stay: a test is short */
  if (captured->n == MAX_LAUNCHES)
    return INVALID_VALUE;
  captured->launches[captured->n++] = launch;
  return SUCCESS;
}

EXPORT int
cuStreamCreate (void **stream, unsigned flags)
{
  *stream = &sticky;
  return SUCCESS;
}

EXPORT int
cuStreamSynchronize (void *stream)
{
  return captured != NULL ? INVALID_VALUE : sticky;
}

EXPORT int
cuStreamBeginCapture_v2 (void *stream, int mode)
{
  if (has_fault ("no-graphs"))
    return INVALID_VALUE;
  captured = calloc (1, sizeof *captured);
  return sticky;
}

EXPORT int
cuStreamEndCapture (void *stream, void **graph)
{
  *graph = captured;
  captured = NULL;
  return sticky;
}

EXPORT int
cuGraphInstantiateWithFlags (void **exec, void *graph, unsigned long long flags)
{
  *exec = graph;
  return sticky;
}

EXPORT int
cuGraphLaunch (void *exec, void *stream)
{
  const Graph *graph = exec;

  for (unsigned i = 0; i < graph->n && sticky == SUCCESS; i++)
    execute (&graph->launches[i]);
  return sticky;
}

EXPORT int
cuGraphExecDestroy (void *exec)
{
  free (exec);
  return SUCCESS;
}

EXPORT int
cuGraphDestroy (void *graph)
{
  return SUCCESS;
}

/* --- events ---------------------------------------------------------------------------------------------------------
 */

EXPORT int
cuEventCreate (struct timespec **event, unsigned flags)
{
  *event = calloc (1, sizeof **event);
  return sticky;
}

EXPORT int
cuEventRecord (struct timespec *event, void *stream)
{
  clock_gettime (CLOCK_MONOTONIC, event);
  return sticky;
}

EXPORT int
cuEventElapsedTime (float *ms, const struct timespec *begin, const struct timespec *end)
{
  *ms = (float) ((end->tv_sec - begin->tv_sec) * 1e3 + (end->tv_nsec - begin->tv_nsec) * 1e-6);
  return sticky;
}

EXPORT int
cuEventDestroy_v2 (struct timespec *event)
{
  free (event);
  return SUCCESS;
}
