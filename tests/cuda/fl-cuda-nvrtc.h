/* NVRTC, where it is: opened at run time, so that neither building nor testing needs a toolkit. */
#pragma once

#include <dlfcn.h>
#include <glib.h>

typedef struct _nvrtcProgram *NvrtcProgram;

typedef struct
{
  void *library;
  int (*create) (NvrtcProgram *program, const char *source, const char *name, int n_headers, const char *const *headers,
                 const char *const *names);
  int (*compile) (NvrtcProgram program, int n_options, const char *const *options);
  int (*get_log_size) (NvrtcProgram program, gsize *size);
  int (*get_log) (NvrtcProgram program, char *log);
  int (*get_ptx_size) (NvrtcProgram program, gsize *size);
  int (*get_ptx) (NvrtcProgram program, char *ptx);
  int (*get_cubin_size) (NvrtcProgram program, gsize *size);
  int (*get_cubin) (NvrtcProgram program, char *cubin);
  int (*destroy) (NvrtcProgram *program);
} Nvrtc;

/* FALSE: it is not here. */
static inline gboolean
nvrtc_open (Nvrtc *self)
{
  static const char *const names[] = { "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                       "/usr/local/cuda/lib64/libnvrtc.so", "/usr/local/cuda/lib/libnvrtc.so" };

  *self = (Nvrtc) { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (names) && !self->library; i++)
    self->library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (!self->library)
    return FALSE;
  *(void **) &self->create = dlsym (self->library, "nvrtcCreateProgram");
  *(void **) &self->compile = dlsym (self->library, "nvrtcCompileProgram");
  *(void **) &self->get_log_size = dlsym (self->library, "nvrtcGetProgramLogSize");
  *(void **) &self->get_log = dlsym (self->library, "nvrtcGetProgramLog");
  *(void **) &self->get_ptx_size = dlsym (self->library, "nvrtcGetPTXSize");
  *(void **) &self->get_ptx = dlsym (self->library, "nvrtcGetPTX");
  *(void **) &self->get_cubin_size = dlsym (self->library, "nvrtcGetCUBINSize");
  *(void **) &self->get_cubin = dlsym (self->library, "nvrtcGetCUBIN");
  *(void **) &self->destroy = dlsym (self->library, "nvrtcDestroyProgram");
  return self->create && self->compile && self->get_log_size && self->get_log && self->get_ptx_size && self->get_ptx
         && self->get_cubin_size && self->get_cubin && self->destroy;
}

/* The PTX for "sm_90"; NULL: messages say why not. cubin_bytes: how large the machine code is. New
 * strings. */
static inline char *
nvrtc_compile (const Nvrtc *self, const char *source, const char *arch, gsize *cubin_bytes, char **messages)
{
  g_autofree char *option = g_strdup_printf ("-arch=%s", arch);
  const char *const options[] = { option, "-std=c++17", "-w" };
  NvrtcProgram program;
  char *ptx = NULL;
  gsize size = 0;

  *messages = NULL;
  *cubin_bytes = 0;
  if (self->create (&program, source, "kernels.cu", 0, NULL, NULL) != 0)
    return NULL;
  if (self->compile (program, G_N_ELEMENTS (options), options) == 0 && self->get_ptx_size (program, &size) == 0)
    {
      ptx = g_malloc0 (size + 1);
      self->get_ptx (program, ptx);
      self->get_cubin_size (program, cubin_bytes);
    }
  else if (self->get_log_size (program, &size) == 0)
    {
      *messages = g_malloc0 (size + 1);
      self->get_log (program, *messages);
    }
  self->destroy (&program);
  return ptx;
}

/* The machine code for "sm_90" in a file at path. FALSE: it was refused. */
static inline gboolean
nvrtc_write_cubin (const Nvrtc *self, const char *source, const char *arch, const char *path)
{
  g_autofree char *option = g_strdup_printf ("-arch=%s", arch), *cubin = NULL;
  const char *const options[] = { option, "-std=c++17", "-w" };
  NvrtcProgram program;
  gboolean ok = FALSE;
  gsize size = 0;

  if (self->create (&program, source, "kernels.cu", 0, NULL, NULL) != 0)
    return FALSE;
  if (self->compile (program, G_N_ELEMENTS (options), options) == 0 && self->get_cubin_size (program, &size) == 0)
    {
      cubin = g_malloc0 (size + 1);
      ok = self->get_cubin (program, cubin) == 0 && g_file_set_contents (path, cubin, (gssize) size, NULL);
    }
  self->destroy (&program);
  return ok;
}
