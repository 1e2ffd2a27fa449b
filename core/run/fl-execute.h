/* Running programs: fuseloom-worker as a separate process, inputs from a seed, verification against the reference, and
 * times. Generated code never runs in the caller's process. */
#pragma once

#include "fl-codegen.h"
#include "fl-given.h"
#include "fl-reference.h"
#include "fl-sizes.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* "fused", "unfused" */
  const FlProgram *program;
} FlVariant;

/* A result of a variant after its run, or an input that it wrote. array is the callee's to look at only. */
typedef void (*FlTakeResult) (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data);

/* Called between rounds of measuring, and after the last: a benchmark may time something else there, in the same
 * minute. */
typedef void (*FlBetweenRounds) (guint round, gpointer data);

/* A worker that outlives an execution, with kernels that are loaded already: for thousands of small executions, one
 * after the other. */
typedef struct _FlExecuteSession FlExecuteSession;

typedef struct
{
  guint n_variants; /* run interleaved, on the same inputs */
  const FlVariant *variants;
  guint n_sizes;
  const FlSizeValue *sizes; /* symbols without one take their hint, or 8 */
  gboolean verify;
  gboolean measure;
  gboolean only_times;  /* measured: not what the machine does at most, which takes longer than small programs */
  const FlGraph *graph; /* the graph that the reference evaluates: the user's. NULL, or when it has operators that the
                         * interpreter lacks or random numbers of PyTorch's own: the lowered graph */
  FlArray *const
      *inputs;          /* one a placeholder, of the shapes and dtypes that the sizes give; NULL: made from the seed */
  const FlGiven *given; /* values of inputs and constants, of the shapes that the sizes give; may be NULL */
  const FlGiven *expected;  /* results to compare with; may be NULL */
  FlTakeResult take_result; /* may be NULL */
  gpointer take_data;
  const char *worker_path; /* ssh://HOST/PATH: there; NULL: found beside the program, or in PATH */
  guint n_rounds;          /* of measuring: the samples are split among them; 0: one */
  FlBetweenRounds between; /* may be NULL */
  gpointer between_data;
  const char *cache_folder; /* of compiled kernels; NULL: the user's */
  FlExecuteSession
      *session;      /* whose modules have all kernels of the variants; NULL: a worker of this execution's own */
  const char *fault; /* tests only: "crash", "hang", "compile": makes the first kernel do so */
} FlExecuteRequest;

typedef struct
{
  const char *kernel;                /* FlKernel.name */
  double median_ns, low_ns, high_ns; /* quartiles */
  guint n_samples;
  gint64 bytes;           /* read + written, each buffer once */
  double bandwidth_share; /* of a STREAM loop's that moves as many bytes, measured in the same run; 0: not measured */
  gint64 read_bytes, written_bytes;
  gint64 flops;         /* at the sizes' hints: scalar operations, and two for each term of a product; 0: not known */
  double ceiling_ns;    /* a STREAM loop that moves as many bytes, measured in the same run; 0: not measured */
  const char *ceiling;  /* FlCeiling.kind */
  double compute_ns;    /* time of flops at peak FMA throughput */
  double arithmetic_ns; /* the functions that it calls, timed by themselves in the L1 cache, and the rest of flops */
  const char *function; /* the one that takes longest: "exp"; NULL: none */
  double function_ns;   /* of that, an element */
  gint64 n_function;    /* elements that it is called for */
  const FlKernel *of;   /* NULL: not known */
  gint64 program_bytes; /* of all memory that its program goes over */
  gint64 near_bytes;    /* of the cache that one processor has for itself; 0: not known */
  guint n_threads;      /* of the run; 0: not known */
  const char *host_why; /* of a GPU's program: why it ran on the CPU, and has no times; NULL: it did not */
  gboolean is_on_gpu;   /* the ceiling is a copy on the device */
  const char *told_limit, *told_look; /* read from a file: fl_kernel_time_dup_limit, the name of its look; else NULL */
  gboolean is_interpreted;  /* the compiler refused it: the times are those of copying the interpreter's values */
  gboolean is_among_others; /* the program has other kernels, too */
  gboolean is_counted;      /* by the processor: of all threads, those included that wait for others */
  gint64 cycles, instructions, cache_misses;
} FlKernelTime;

/* A STREAM loop, measured beside the kernels. */
typedef struct
{
  const char *kind; /* "read", "copy", …, as the worker names them */
  gint64 bytes;     /* read and written, all arrays */
  double ns;        /* median */
} FlCeiling;

/* A GPU's library multiplying large matrices of this type, measured beside the kernels. */
typedef struct
{
  const char *type; /* "bf16" */
  double flops_per_s;
} FlProductPeak;

typedef struct
{
  const char *name;
  const FlProgram *program;
  guint n_kernels;
  FlKernelTime *kernels;
  double total_median_ns, total_low_ns, total_high_ns; /* the whole program, one call after the other */
  double gap_ns;            /* of the whole: between kernels, what their own times do not explain */
  double plain_median_ns;   /* on a GPU: the whole by plain launches, while total is one CUDA graph; else 0 */
  const char *no_graph_why; /* on a GPU: the total is by plain launches, as there is no graph */
  double saved_ns; /* the kernels' times, each alone, less the whole program's, where threads are started once for
                      several kernels */
  gint64 read_bytes, written_bytes; /* of the graph: inputs that are used and results, each once */
  double ceiling_ns;                /* a STREAM loop that moves those */
  const char *ceiling;
  double arithmetic_ns; /* of all kernels together */
  guint n_samples;
  const double *samples; /* of the whole; of all variants in the same order, so that they make pairs */
  double compile_ns;
  gboolean was_cached;          /* every kernel came from the cache */
  gint64 arena_bytes;           /* the planned part, inputs and constants */
  gint64 planned_bytes;         /* size of the memory plan's layout, at the sizes of this run */
  guint n_measured;             /* option run.track_memory: kernels after which memory in use was measured; else 0 */
  const gint64 *measured_bytes; /* of the planned part, in whole pages; a call that does nothing has none */
  const FlKernel *const *measured_kernels; /* n_measured: after which; of the program */
  gint64 measured_peak_bytes;              /* -1: not measured */
  gint64 page_bytes;
} FlVariantTime;

typedef enum
{
  FL_CHECK_UNVERIFIED, /* nobody knows: it was not compared, or rests on numbers that stand in for what is not known */
  FL_CHECK_AGREES,
  FL_CHECK_DISAGREES
} FlCheck;

typedef struct
{
  const char *variant;
  const char *output; /* FX name of the result */
  guint position;
  gboolean agrees;            /* is_within, and verified */
  gboolean is_within;         /* the error is within the tolerance */
  const char *unverified_why; /* a sentence: it rests on an unknown operator's stand-in, or on that of a constant; NULL:
                                 it is verified */
  double max_abs, max_rel;
  double tolerance; /* relative to the larger of |expected| and the output's scale: the mean of its |expected|, or
                       `scale` */
  const char *tolerance_why; /* the part of the result's history that the tolerance comes from: "bf16 (mul), 3
                                operators, 1 sum of up to 768 terms" */
  double scale;              /* not 0: all that is expected is 0, by cancellation of numbers about this large */
  double sensitivity; /* not 0: it disagreed at first, so the reference was evaluated again with every operator rounded
                       * up or down at random; the result moved by this, and the tolerance became eight times as much */
  gint64 worst_index; /* flat, row-major */
  const char *worst_place; /* "[3, 1027]" */
  double expected, got;
} FlAgreement;

/* From kernels' text to the first variant's results. What is done at the same time counts in each. */
typedef struct
{
  double total_ns;
  double layout_ns;  /* laying out inputs, memory and calls, before the worker is told */
  double worker_ns;  /* starting it, until it answers */
  double compile_ns; /* compiling, or finding in the cache, and loading */
  double library_ns; /* laying out memory and preparing library calls */
  double inputs_ns;  /* making random inputs: a user of the kernels would have them */
  double run_ns;     /* the first call of all kernels */
} FlFirstResult;

typedef struct
{
  guint n_variants;
  FlVariantTime *variants;
  FlFirstResult first;
  guint n_agreements;
  FlAgreement *agreements;
  guint n_expected; /* comparisons with given results: of each variant, and of the reference, called "reference" */
  FlAgreement *expected;
  gboolean meets_expected; /* all of them agree */
  FlCheck check;        /* of all results: DISAGREES when one does, else UNVERIFIED when one is or none was compared */
  gboolean is_compared; /* the reference could evaluate the graph */
  gboolean verified;    /* the reference could evaluate the graph, and no result is unverified */
  guint n_unverified;   /* of the agreements */
  const char *not_verified_why; /* the reason why results are unverified, or why none was compared */
  gboolean verified_decomposed; /* the reference evaluated the lowered graph, not the user's */
  guint n_notes;
  const char *
      *notes;      /* sentences on what was executed otherwise than on a real machine: unknown operators, collectives */
  gboolean agrees; /* all of them, and all are verified */
  double max_rel;  /* of the verified results whose tolerance was not widened */
  guint n_widened; /* results that agree only because rounding alone moves them far: FlAgreement.sensitivity */
  double speedup, speedup_low, speedup_high; /* variant 1 over variant 0, by pairs, when there are two */
  double copy_bytes_per_s;                   /* measured ceiling at DRAM size */
  guint n_ceilings;
  const FlCeiling *ceilings;
  double peak_flops_per_s; /* peak FMA throughput, all threads; 0: not measured */
  guint n_products;
  const FlProductPeak *products; /* of a GPU: one a type that the programs multiply */
  double ping_pong_ns;           /* a cache line from one thread's processor to another's and back; 0: one thread */
  const char *measured_why;      /* fewer samples than asked for were taken: how many, and why; else NULL */
  const char *no_counters_why;   /* why the processor's counters were not read: a sentence; NULL: they were, or nothing
                                    was measured */
  double foreign_share;          /* of all processors' time, used by other processes while it was measured */
  guint n_threads;
  double compile_cpu_ns;                      /* of the compilers, all programs; 0: all was cached */
  const char *compiler;                       /* "gcc 12.2.0 -O2 -march=native" */
  const char *compiler_path, *compiler_flags; /* NULL: there is none */
  const char *vectors; /* "16 floats (AVX-512), functions precise (cpu.math)"; NULL: no kernels were compiled */
  guint n_modules, n_cached_modules; /* compiled objects that were needed, and those of them that the cache had */
  const char *warning;  /* a sentence: what this machine lacks, what was done instead, what to install; NULL: nothing */
  const char *confined; /* limits put on kernels: "no network, no files, no new processes (seccomp, Landlock 7), at
                         * most 4.1 GiB of memory; …"; NULL: none ran */
  const char *not_confined; /* limits that this system lacks, and why; NULL: none */
  const char *gpu;          /* of kernels and times: "NVIDIA H200"; NULL: the CPU */
  const char *machine;      /* "2 x AMD EPYC …, matrix products by …" */
  const char *processor;    /* "2 x AMD EPYC …" */
  const char *device;       /* "ssh://HOST/PATH (Debian …, 2 x AMD EPYC …, NVIDIA H200)"; NULL: this machine */
  guint n_sizes;            /* of a graph with symbolic sizes: what they were */
  const FlSizeValue *sizes;
} FlExecution;

FlCheck fl_agreement_get_check (const FlAgreement *agreement);
/* "unverified", "agrees", "disagrees" */
const char *fl_check_get_word (FlCheck check);

typedef struct
{
  guint n;
  double low, median, high;
} FlQuartiles;

/* Sorts values. Zeros where there are none. */
FlQuartiles fl_samples_summarize (double *values, guint n);

/* Progress for bars: called from the executing thread. fraction in [0, 1]; text is a sentence. */
typedef void (*FlProgress) (double fraction, const char *text, gpointer data);

/* Result in pass->arena. Compiles, loads, runs, verifies and times in the worker; records COMPILE, VERIFY and TIME
 * events. */
FlExecution *fl_execute_run (const FlPass *pass, const FlExecuteRequest *request, FlProgress progress, gpointer data,
                             GError **error);

typedef enum
{
  FL_SESSION_UNCHECKED,
  FL_SESSION_BOUNDS, /* every access of a kernel is checked */
  FL_SESSION_CHECKED /* as with cpu.sanitize: undefined behaviour, too */
} FlSessionChecks;

/* worker_path and cache_folder as in FlExecuteRequest, which need not tell them again. Threads, time-out and checks of
 * its executions are the session's, whatever the options say; one that needs more exchange memory is refused. */
FlExecuteSession *fl_execute_session_new (const char *worker_path, const char *cache_folder, guint n_threads,
                                          guint timeout_s, FlSessionChecks checks, gsize exchange_bytes,
                                          GError **error);
void fl_execute_session_free (FlExecuteSession *session); /* may be NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlExecuteSession, fl_execute_session_free)
/* Compiles one more unit, or finds it in the cache. A kernel's name may stand in one unit alone. After
 * FL_ERROR_COMPILER and FL_ERROR_KERNEL the session is as before; after other errors, here or while it executes, its
 * worker has ended. */
gboolean fl_execute_session_load (FlExecuteSession *session, const char *name, const char *source, GError **error);
gint64 fl_execute_session_get_compile_ns (const FlExecuteSession *session); /* processor time of its compilers */
guint fl_execute_session_get_n_compiled (const FlExecuteSession *session);  /* units that the cache did not have */

/* Why kernels cannot run on a GPU of this machine: a sentence with what is missing; NULL: they can, on *name. Takes as
 * long as starting a worker does. The caller frees both. */
char *fl_execute_dup_gpu_lack (const char *worker_path, char **name);

/* Starts a worker for the next execution of this process, which then need not wait for it; worker_path as in
 * FlExecuteRequest. Call it before reading a graph that is to be executed, from a thread that lives on. */
void fl_execute_prepare (const char *worker_path);

G_END_DECLS
