/* NVIDIA's driver, opened at run time: libcuda.so.1 comes with the driver, never with a toolkit, and a machine without
 * one runs everything else all the same. Every result goes through fl_cuda_check, which says the function, the name of
 * the error and what to do. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef struct _FlCudaContext *FlCudaContext;
typedef struct _FlCudaModule *FlCudaModule;
typedef struct _FlCudaFunction *FlCudaFunction;
typedef struct _FlCudaStream *FlCudaStream;
typedef struct _FlCudaEvent *FlCudaEvent;
typedef struct _FlCudaGraph *FlCudaGraph;
typedef struct _FlCudaGraphExec *FlCudaGraphExec;
typedef guint64 FlCudaAddress; /* in the device's memory */

/* Attributes of devices and functions, by the driver's numbers. */
enum
{
  FL_CUDA_N_MULTIPROCESSORS = 16,
  FL_CUDA_L2_BYTES = 38,
  FL_CUDA_MAJOR = 75,
  FL_CUDA_MINOR = 76,
  FL_CUDA_MOST_SHARED_BYTES = 8, /* of a function: dynamic */
  FL_CUDA_CAPTURE_RELAXED = 2,
  FL_CUDA_STREAM_NON_BLOCKING = 1
};

/* Codes that somebody asks for; all others have their name by the driver. */
enum
{
  FL_CUDA_SUCCESS = 0,
  FL_CUDA_OUT_OF_MEMORY = 2,
  FL_CUDA_NOT_FOUND = 500
};

typedef struct
{
#define ENTRY(function, version, arguments) int (*function) arguments;
#include "fl-cuda-entries.def"
#undef ENTRY
} FlCudaDriver;

/* The driver, ready to be asked; opened once. NULL and FL_ERROR_UNSUPPORTED with what is missing. FUSELOOM_CUDA_DRIVER
 * names another library, for tests. */
const FlCudaDriver *fl_cuda_driver_open (GError **error);

/* TRUE: the result is a success. Else the error says function, doing (a sentence's part: "while running kernel k0"),
 * the error's name and what to do. FL_ERROR_LIMIT: no memory; FL_ERROR_UNSUPPORTED: no device, or none that can be
 * used; FL_ERROR_WORKER: all others. */
gboolean fl_cuda_check (const FlCudaDriver *driver, int result, const char *function, const char *doing,
                        GError **error);
#define FL_CUDA_TRY(driver, doing, error, function, ...)                                                               \
  fl_cuda_check ((driver), (driver)->function (__VA_ARGS__), #function, (doing), (error))

/* --- libraries ---------------------------------------------------------------------------------------------------- */

/* Of a CUDA toolkit: the first of the names, closed by NULL, that is in the folders of FUSELOOM_CUDA (separated by
 * colons), where the loader looks, or in a toolkit's usual folders; "none" there: nowhere. The handle is never closed;
 * NULL: nowhere. */
gpointer fl_cuda_find_library (const char *const *names);
/* "FUSELOOM_CUDA (/opt/cuda), the loader's folders, /usr/local/cuda/lib64, …". g_free it. */
char *fl_cuda_dup_places (void);

G_END_DECLS
