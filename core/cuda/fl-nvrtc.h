/* NVRTC, which compiles CUDA C++: a library of CUDA toolkits and of Python's CUDA packages, opened at run time. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef struct _FlNvrtc FlNvrtc;

/* Opened once. NULL and FL_ERROR_COMPILER with where it was looked for. FUSELOOM_CUDA names folders. */
const FlNvrtc *fl_nvrtc_open (GError **error);
/* "NVRTC 13.0"; of the library that was opened. */
const char *fl_nvrtc_get_name (const FlNvrtc *nvrtc);
/* What it is told for compute capability 9.0, "sm_90": all options, for a key and for people. Where the library does
 * not know the GPU yet, the newest one that it knows, as PTX, which the driver compiles further. g_free it. */
char *fl_nvrtc_dup_options (const FlNvrtc *nvrtc, guint capability);
/* Machine code, or PTX with its terminating zero. NULL: it was refused, in NVRTC's words. g_free both. */
char *fl_nvrtc_compile (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, gsize *length,
                        char **refusal);
/* As PTX, whether or not the library knows the GPU. */
char *fl_nvrtc_compile_ptx (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, gsize *length,
                            char **refusal);

G_END_DECLS
