/* What the files about the GPU share. */
#pragma once

#include "fl-cuda.h"
#include "fl-worker-private.h"

G_BEGIN_DECLS

/* Where a step is run. */
typedef enum
{
  FL_GPU_KERNEL,
  FL_GPU_LIBRARY,
  FL_GPU_HOST /* on the CPU: copied there and back */
} FlGpuPlace;

enum
{
  FL_GPU_PLANS = 2 /* of cuDNN, of one step, at most */
};

struct _FlGpu
{
  const FlCudaDriver *cuda; /* NULL: error says why */
  GError *error;
  FlCudaContext context;
  FlCudaStream stream;
  char name[256];
  int driver_version, n_multiprocessors, l2_bytes, major, minor;
  gsize memory_bytes;
  GPtrArray *modules;  /* FlCudaModule by the protocol's number, or NULL */
  FlCudaAddress flush; /* written between samples, so that they find nothing in the cache; 0: not there yet */
  gint64 flush_bytes;
  struct _FlCublas *cublas; /* NULL: not asked for, or no_cublas_why */
  char *no_cublas_why;
  struct _FlCudnn *cudnn; /* NULL: not asked for, or no_cudnn_why */
  char *no_cudnn_why;
};

typedef struct
{
  FlGpuPlace place;
  const char *why;                  /* HOST: why it is run there; interned or static */
  FlCudaFunction *functions;        /* one a phase */
  FlCudaAddress *addresses;         /* one a buffer */
  gpointer *arguments;              /* places of addresses and sizes */
  struct _FlCublasProduct *product; /* LIBRARY */
  struct _FlCudnnPlan *plans[FL_GPU_PLANS];
  guint n_plans;
  GArray *reads, *writes; /* HOST: gint64, tensors to be copied there, and back */
} FlGpuStep;

struct _FlGpuProgram
{
  FlGpu *gpu;
  FlWorkProgram *program;
  FlCudaAddress arena;
  FlGpuStep *steps;      /* one each of the program's */
  FlCudaGraphExec graph; /* all of them as one; NULL: not made */
  char *no_graph_why;
};

/* The program's memory on the device and its functions; made once. */
FlGpuProgram *fl_gpu_program_get (FlWorker *worker, FlWorkProgram *program, GError **error);
/* Copies inputs: all, or those that the program writes. */
gboolean fl_gpu_program_load (FlWorker *worker, FlGpuProgram *self, gboolean only_mutated, GError **error);
/* fl-worker-gpu-product.c. FALSE: out->why says why no library of the GPU takes the step. */
gboolean fl_gpu_prepare_product (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out);
/* fl-worker-gpu-cudnn.c, likewise. */
gboolean fl_gpu_is_cudnn_call (const FlLibraryStep *step);
gboolean fl_gpu_prepare_cudnn (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out);
/* fl-worker-gpu-peak.c: "flops_per_s" of fused multiply-adds, "products" of the types that the message names; n samples
 * of each. */
gboolean fl_gpu_measure_peaks (FlGpu *gpu, const cJSON *message, guint n, cJSON *answer, GError **error);
/* Starts a step of the device, without waiting. */
gboolean fl_gpu_step_launch (FlGpuProgram *self, guint step, GError **error);
/* Copies in the stream's order: copies of the driver without a stream would not wait for its kernels, nor these for the
 * end of a copy to the device. The first form does not wait; memory that is not pinned may be changed all the same. */
gboolean fl_gpu_copy_there (FlGpu *gpu, FlCudaAddress to, const void *from, gsize bytes, GError **error);
gboolean fl_gpu_copy_back (FlGpu *gpu, void *to, FlCudaAddress from, gsize bytes, GError **error);
gboolean fl_gpu_synchronize (FlGpu *gpu, const char *doing, GError **error);

G_END_DECLS
