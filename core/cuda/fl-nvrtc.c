/* NVRTC's entry points, and one compilation. */
#include "fl-nvrtc.h"

#include "fl-cuda.h"

#include <dlfcn.h>
#include <string.h>

enum
{
  MAX_LOG_BYTES = 16 << 10,
  MAX_CAPABILITIES = 64
};

typedef struct _Program *Program;

struct _FlNvrtc
{
#define ENTRIES                                                                                                        \
  ENTRY (nvrtcVersion, (int *major, int *minor))                                                                       \
  ENTRY (nvrtcGetNumSupportedArchs, (int *n))                                                                          \
  ENTRY (nvrtcGetSupportedArchs, (int *archs))                                                                         \
  ENTRY (nvrtcCreateProgram, (Program * program, const char *source, const char *name, int n_headers,                  \
                              const char *const *headers, const char *const *names))                                   \
  ENTRY (nvrtcCompileProgram, (Program program, int n_options, const char *const *options))                            \
  ENTRY (nvrtcGetProgramLogSize, (Program program, gsize * size))                                                      \
  ENTRY (nvrtcGetProgramLog, (Program program, char *log))                                                             \
  ENTRY (nvrtcGetCUBINSize, (Program program, gsize * size))                                                           \
  ENTRY (nvrtcGetCUBIN, (Program program, char *cubin))                                                                \
  ENTRY (nvrtcGetPTXSize, (Program program, gsize * size))                                                             \
  ENTRY (nvrtcGetPTX, (Program program, char *ptx))                                                                    \
  ENTRY (nvrtcDestroyProgram, (Program * program))
#define ENTRY(function, arguments) int (*function) arguments;
  ENTRIES
#undef ENTRY
  char *name;
  int n_capabilities, capabilities[MAX_CAPABILITIES];
};

/* --- opening --------------------------------------------------------------------------------------------------------
 */

static gboolean
open_entries (gpointer library, FlNvrtc *self, GError **error)
{
  int major = 0, minor = 0;
  const char *missing = NULL;
#define ENTRY(function, arguments)                                                                                     \
  *(gpointer *) &self->function = dlsym (library, #function);                                                          \
  if (self->function == NULL)                                                                                          \
    missing = #function;
  ENTRIES
#undef ENTRY
  if (missing != NULL || self->nvrtcVersion (&major, &minor) != 0
      || self->nvrtcGetNumSupportedArchs (&self->n_capabilities) != 0 || self->n_capabilities > MAX_CAPABILITIES
      || self->nvrtcGetSupportedArchs (self->capabilities) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                   "libnvrtc.so has no %s, or does not answer: install NVRTC of CUDA 11.2 or later",
                   missing != NULL ? missing : "nvrtcVersion");
      return FALSE;
    }
  self->name = g_strdup_printf ("NVRTC %d.%d", major, minor);
  return TRUE;
}

static gboolean
open_library (FlNvrtc *self, GError **error)
{
  static const char *const names[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so", NULL };
  gpointer library = fl_cuda_find_library (names);
  g_autofree char *places = fl_cuda_dup_places ();
  if (library != NULL)
    return open_entries (library, self, error);
  g_set_error (
      error, FL_ERROR, FL_ERROR_COMPILER,
      "NVRTC, which compiles CUDA kernels, is not here: looked for libnvrtc.so.13, .12 and .11.2 in %s; install a "
      "CUDA toolkit or the package nvidia-cuda-nvrtc of Python, and name its folder in FUSELOOM_CUDA; without it, "
      "CUDA sources are shown, and --target cpu runs",
      places);
  return FALSE;
}

const FlNvrtc *
fl_nvrtc_open (GError **error)
{
  static GMutex lock;
  static FlNvrtc nvrtc;
  static gboolean is_open;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  if (!is_open)
    is_open = open_library (&nvrtc, error);
  return is_open ? &nvrtc : NULL;
}

const char *
fl_nvrtc_get_name (const FlNvrtc *nvrtc)
{
  return nvrtc->name;
}

/* --- compiling ------------------------------------------------------------------------------------------------------
 */

/* The capability itself where the library has it: machine code, unless PTX is asked for. Else the newest one below:
 * PTX. */
static char *
dup_architecture (const FlNvrtc *self, guint capability, gboolean *is_ptx)
{
  guint newest = 0;
  for (int i = 0; i < self->n_capabilities; i++)
    if ((guint) self->capabilities[i] <= capability)
      newest = MAX (newest, (guint) self->capabilities[i]);
  *is_ptx |= newest != capability;
  return g_strdup_printf (*is_ptx ? "-arch=compute_%u" : "-arch=sm_%u", newest);
}

char *
fl_nvrtc_dup_options (const FlNvrtc *nvrtc, guint capability)
{
  gboolean is_ptx = FALSE;
  g_autofree char *architecture = dup_architecture (nvrtc, capability, &is_ptx);
  return g_strconcat (architecture, " -std=c++17 -w", NULL);
}

static char *
dup_log (const FlNvrtc *self, Program program)
{
  gsize size = 0;
  if (self->nvrtcGetProgramLogSize (program, &size) != 0 || size == 0)
    return g_strdup ("it says nothing");
  g_autofree char *log = g_malloc0 (size + 1);
  self->nvrtcGetProgramLog (program, log);
  log[MIN (size, MAX_LOG_BYTES)] = '\0';
  return g_utf8_make_valid (g_strstrip (log), -1);
}

static char *
take_code (const FlNvrtc *self, Program program, gboolean is_ptx, gsize *length)
{
  if ((is_ptx ? self->nvrtcGetPTXSize (program, length) : self->nvrtcGetCUBINSize (program, length)) != 0
      || *length == 0)
    return NULL;
  char *code = g_malloc0 (*length + 1);
  if ((is_ptx ? self->nvrtcGetPTX (program, code) : self->nvrtcGetCUBIN (program, code)) != 0)
    g_clear_pointer (&code, g_free);
  return code;
}

static char *
compile (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, gboolean is_ptx, gsize *length,
         char **refusal)
{
  g_autofree char *architecture = dup_architecture (nvrtc, capability, &is_ptx),
                  *file = g_strconcat (name, ".cu", NULL), *log = NULL;
  const char *const options[] = { architecture, "-std=c++17", "-w" };
  Program program = NULL;
  char *code = NULL;
  if (nvrtc->nvrtcCreateProgram (&program, source, file, 0, NULL, NULL) != 0)
    {
      *refusal = g_strdup_printf ("%s does not begin to compile %s", nvrtc->name, name);
      return NULL;
    }
  if (nvrtc->nvrtcCompileProgram (program, G_N_ELEMENTS (options), options) == 0)
    code = take_code (nvrtc, program, is_ptx, length);
  if (code == NULL)
    {
      log = dup_log (nvrtc, program);
      *refusal = g_strdup_printf ("%s (%s) refused the kernels of %s:\n%s", nvrtc->name, architecture, name, log);
    }
  nvrtc->nvrtcDestroyProgram (&program);
  return code;
}

char *
fl_nvrtc_compile (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, gsize *length,
                  char **refusal)
{
  return compile (nvrtc, name, source, capability, FALSE, length, refusal);
}

char *
fl_nvrtc_compile_ptx (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, gsize *length,
                      char **refusal)
{
  return compile (nvrtc, name, source, capability, TRUE, length, refusal);
}
