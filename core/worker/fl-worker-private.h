/* Inside the worker: programs as they run, and what measuring needs of them. */
#pragma once

#include "fl-confine.h"
#include "fl-inputs.h"
#include "fl-library-call.h"
#include "fl-machine.h"
#include "fl-reference-private.h"
#include "fl-service.h"
#include "fl-worker-protocol.h"

#include <cjson/cJSON.h>

G_BEGIN_DECLS

typedef void (*FlKernelFunc) (void *const *buffers, const gint64 *sizes, gint64 begin, gint64 end);

typedef struct
{
  const char *name;
  gint64 offset, bytes, element_bytes;
  gint64 load, save; /* place in the exchange memory; -1: none */
  FlInputFill fill;  /* n is 0: not made here */
  int storage;       /* tensors of one hold each other's values; -1: not of the plan */
  gboolean is_fixed; /* no step writes there */
} FlWorkTensor;

/* One function of a kernel, divided among threads. */
typedef struct
{
  const char *name;
  FlKernelFunc func; /* once the program is linked */
  gint64 extent, step;
  guint n_threads; /* at most */
} FlWorkPhase;

typedef struct
{
  const char *name;
  guint n_phases; /* 0: a library call */
  FlWorkPhase *phases;
  guint n_buffers;
  gpointer *buffers;
  guint n_sizes;
  gint64 *sizes;
  gint64 *tensors; /* numbers of the buffers' storages */
  gint64 *buffer_bytes;
  gboolean *is_written; /* of each buffer; NULL: not told */
  gint64 group;         /* parts of the only phase that have something to themselves, together */
  gint64 *own;          /* bytes of each buffer that a group has to itself; 0: shared; NULL: not told */
  gboolean *stores;     /* of each buffer, with own */
  gint64 bytes;
  FlLibraryStep call; /* row NULL: results are copied from the exchange memory */
  gint64 *from, *to;  /* where there: results and, before them, arguments that are copied out */
  guint64 seed;       /* of random operators */
  guint n_stomps;
  gint64 *stomps; /* offset and bytes of each piece of the arena that is free after the step */
  gboolean tells_writes;
  guint n_writes;
  gint64 *writes; /* tensors that a kernel may write; looked at with guard zones */
  guint n_frees;
  gint64 *frees; /* numbers of storages to be given back after the step, when memory in use is measured */
  guint n_seen;
  FlWorkView *seen;
  FlLibraryCall *library;     /* prepared, or NULL: by the interpreter's kernel */
  gboolean is_decided;        /* which of its ways is known from an earlier run */
  struct _FlWorkFence *fence; /* of a kernel that is checked; else NULL */
} FlWorkStep;

typedef struct
{
  guint n_tensors;
  FlWorkTensor *tensors;
  guint n_steps;
  FlWorkStep *steps;
  guint8 *arena;
  gsize arena_bytes;    /* mapped */
  gint64 asked_bytes;   /* bytes that tensors may use */
  gint64 planned_bytes; /* of those the first are laid out by a plan */
  guint n_zones;
  struct _FlWorkZone *zones;
  GPtrArray *chains;        /* FlWorkChain; NULL: not looked for */
  struct _FlWorkRow **rows; /* by their first step; NULL: not looked for */
  guint n_modules;
  gint64 *modules;           /* where its kernels are */
  struct _FlGpuProgram *gpu; /* the part on a GPU; NULL: not made */
  void (*free_gpu) (struct _FlGpuProgram *gpu);
  gboolean is_linked;
  gboolean is_filled; /* the inputs that are made here are there */
} FlWorkProgram;

typedef struct _FlLoader FlLoader;

typedef struct
{
  FlThreadPool *pool;
  FlService service;
  FlLoader *loader;
  FlConfined confined;
  guint timeout_s;     /* of one answer */
  gint64 memory_limit; /* 0: not set yet, or none */
  gboolean is_limited;
  char *compiler, *compiler_path; /* "none" and NULL: there is none */
  char *cache, *machine;          /* where choices are kept, and for what */
  int usage_fd;                   /* /proc/stat */
  struct _FlGpu *gpu;             /* of a worker for GPUs; else NULL */
  FlControlPage *control;
  guint8 *exchange;
  gsize exchange_bytes;
  gint64 limit_bytes;
  GPtrArray *modules;                       /* dlopen handles */
  GPtrArray *jobs;                          /* compilers at work */
  gint64 compilers_ns, compilers_before_ns; /* of ended ones, and when the present ones were started */
  GPtrArray *programs;                      /* FlWorkProgram */
  FlChoices *choices;                       /* kept from one run to the next; NULL: not asked for */
  FlChoices *decided;                       /* in this process: equal calls of all its programs are done in one way */
  guint8 *streams;                          /* arrays of the STREAM loops that measure bandwidth */
  gsize stream_bytes;
  gpointer functions; /* dlopen handle of what was timed by itself last; NULL: nothing */
  char *functions_source;
} FlWorker;

/* Bytes that nothing may write from before step `first` to after step `last`. */
typedef struct _FlWorkZone
{
  gint64 offset, bytes;
  guint first, last;
  int tensor; /* the tensor before the zone; -1: the arena's beginning */
} FlWorkZone;

FlWorkProgram *fl_work_program_new (FlWorker *worker, const cJSON *message, GError **error);
void fl_work_program_free (FlWorkProgram *program);
/* Finds the kernels in the modules; the first time only. */
gboolean fl_work_program_link (FlWorker *worker, FlWorkProgram *program, GError **error);
/* Makes the inputs that are not copied, unless they are there: FALSE. */
gboolean fl_work_program_fill (FlWorker *worker, FlWorkProgram *program);
/* Packs what products read in every run alike, once it is there. */
void fl_work_program_pack (FlWorker *worker, FlWorkProgram *program);
/* Copies the inputs in: all, or those that the program writes. */
void fl_work_program_load (FlWorker *worker, FlWorkProgram *program, gboolean only_mutated);
void fl_work_program_save (FlWorker *worker, FlWorkProgram *program);
gboolean fl_work_step_run (FlWorker *worker, FlWorkStep *step, GError **error);
/* fl_work_step_run with a search for the fastest implementation of a library call. */
gboolean fl_work_step_tune (FlWorker *worker, FlWorkStep *step, GError **error);
/* Fills what is free after the step with NaNs. */
void fl_work_step_stomp (FlWorkProgram *program, const FlWorkStep *step);

/* fl-worker-guard.c */
gboolean fl_work_zones_read (FlWorkProgram *program, const cJSON *message, GError **error);
void fl_work_zones_fill (FlWorkProgram *program, guint step);
/* Hashes of what is alive beside the tensors that the step writes, one a zone; NULL: it does not tell. g_free it. */
guint64 *fl_work_zones_hash (const FlWorkProgram *program, guint step);
gboolean fl_work_zones_check (const FlWorkProgram *program, guint step, const guint64 *hashes, GError **error);
/* Bytes of the planned part that the process holds, in whole pages: after start, what was touched and not released. */
void fl_work_resident_start (FlWorkProgram *program);
gint64 fl_work_resident_measure (const FlWorkProgram *program);
void fl_work_resident_release (FlWorkProgram *program, const FlWorkStep *step);
void fl_work_resident_stop (FlWorker *worker, FlWorkProgram *program);

/* fl-worker-sanitize.c: while a checked kernel runs, nothing but its own arguments is open to it. NULL where kernels
 * are not checked. */
struct _FlWorkFence *fl_work_fence_new (const FlWorkProgram *program, const gint64 *tensors, guint n_tensors);
void fl_work_fence_close (FlWorker *worker, const struct _FlWorkFence *fence);
void fl_work_fence_open (FlWorker *worker, const struct _FlWorkFence *fence);

/* fl-worker-loader.c: the thread that may look at files. It does one thing after the other; the first form does not
 * wait. */
FlLoader *fl_loader_new (void);
void fl_loader_free (FlLoader *loader);
void fl_loader_begin (FlLoader *loader, GFunc func, gpointer data);
void fl_loader_run (FlLoader *loader, GFunc func, gpointer data);

/* Who is at work, for the owner, should it not come back. */
void fl_work_step_announce (FlWorker *worker, const FlWorkStep *step);

/* fl-worker-compile.c: asking for kernels, and waiting for them. */
/* One unit by itself; NULL: it cannot be compiled. dlclose it. */
gpointer fl_worker_load (FlWorker *worker, const char *name, const char *source, const char *folder);
/* How many indices outside of their tensors kernels have met since it was last asked. */
gint64 fl_worker_take_index_errors (FlWorker *worker);
gboolean fl_worker_compile (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
gboolean fl_worker_finish_compiling (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);

/* fl-worker-chain.c: steps that are tiled over a shared panel: some rows of a product, then what is computed from them,
 * while they are in the caches. */
typedef struct _FlWorkChain FlWorkChain;

/* The chains of a program: FlWorkChain, in order; they share no step. */
GPtrArray *fl_work_chains_find (const FlWorkProgram *program, guint n_threads);
/* Times each chain against its steps one after the other, and keeps what is faster, or the chain. Runs the program
 * once. */
gboolean fl_work_chains_tune (FlWorker *worker, FlWorkProgram *program, gboolean always, GError **error);
/* Runs the chain that begins with the step, if there is one and it is the faster; the number of steps that are done
 * then. */
guint fl_work_chain_run_at (FlWorker *worker, const FlWorkProgram *program, guint step);
/* Does one begin there, whether it is run or not? */
gboolean fl_work_chain_begins_at (const FlWorkProgram *program, guint step);
/* What became of each: an object of the protocol's "chains" each. */
void fl_work_chains_describe (const FlWorkProgram *program, cJSON *answer);

/* fl-worker-row.c: kernels in a row, whose threads are started once. Runs those that begin with the step; the number of
 * steps that are done then, 0 where nothing is won. Chains must have been looked for. */
guint fl_work_row_run_at (FlWorker *worker, FlWorkProgram *program, guint step);
void fl_work_rows_free (FlWorkProgram *program);

gboolean fl_worker_measure (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
/* fl-worker-arithmetic.c: adds "functions" to the answer, unless they cannot be compiled. */
void fl_worker_time_functions (FlWorker *worker, const cJSON *asked, guint n_samples, cJSON *answer);
void fl_worker_forget_functions (FlWorker *worker);
/* ns that a copy takes which touches so many bytes, with ordinary or non-temporal stores; is_read: and reading the
 * result then. */
gint64 fl_worker_time_copy (FlWorker *worker, gint64 bytes, gboolean is_non_temporal, gboolean is_read);
gboolean fl_worker_find_streaming (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
gboolean fl_worker_find_ceilings (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
void fl_worker_send (cJSON *object); /* takes it */

/* --- a worker that was started for a GPU ------------------------------------------------------------------------ */

/* The host's arena of a program stays the image of the device's, at the same offsets: inputs are made there and copied,
 * and calls that no library of the GPU takes are run there, between copies. */
typedef struct _FlGpu FlGpu;
typedef struct _FlGpuProgram FlGpuProgram;

/* Before the process gives up files and privileges: the driver opens devices and starts threads. Never NULL: an error
 * is told by fl_gpu_describe. */
FlGpu *fl_gpu_open (void);
guint fl_gpu_get_capability (const FlGpu *gpu); /* 90: 9.0 */
/* As "device" of the answer to hello. FALSE: there is none that can be used. */
gboolean fl_gpu_describe (FlGpu *gpu, cJSON *answer, GError **error);

/* Loads what NVRTC made, a descriptor's bytes. */
gboolean fl_gpu_load_module (FlGpu *gpu, guint number, int object, GError **error);
/* How many indices outside of their tensors kernels have met since it was last asked. */
gint64 fl_gpu_take_index_errors (FlGpu *gpu);

/* fault: "crash" has the first kernel access memory that is not there, for tests; NULL: none. */
gboolean fl_gpu_run (FlWorker *worker, FlWorkProgram *program, const char *fault, cJSON *answer, GError **error);
gboolean fl_gpu_measure (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
/* A copy on the device, larger than its cache: "rows" as of the protocol's "ceilings". */
gboolean fl_gpu_find_ceilings (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);

G_END_DECLS
