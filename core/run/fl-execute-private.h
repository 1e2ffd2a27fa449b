/* What the parts of an execution share. */
#pragma once

#include "fl-compiler.h"
#include "fl-execute.h"
#include "fl-inputs.h"
#include "fl-reference-private.h"
#include "fl-worker-client.h"

G_BEGIN_DECLS

enum
{
  FL_EXCHANGE_ALIGNMENT = 64,
  FL_MAX_UNITS = 16 /* of a program, compiled at the same time */
};

/* Where a storage's bytes lie in the exchange memory after a run. */
typedef struct
{
  const FlBuffer *buffer;
  gint64 offset, bytes;
} FlSaved;

/* An argument of an operator that nobody knows, as the program had it: dense, in the save area. */
typedef struct
{
  FlNodeId origin;  /* the operator in the graph as the user gave it: programs of other strategies have other graphs */
  const char *name; /* of its node */
  guint position;
  gint64 offset;
  FlDtype dtype;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
} FlShown;

/* An unverified stand-in for a result of an operator that nobody knows, copied to its buffer when the operator's turn
 * comes. */
typedef struct
{
  FlNodeId node;   /* of the executor's graph */
  FlNodeId origin; /* of the user's */
  int item;        /* of the tuple; -1: the only result */
  gint64 place;    /* in the exchange memory, dense */
} FlStandIn;

/* A variant as the worker is told about it. */
typedef struct
{
  cJSON *message; /* the "program" command, without exchange_bytes; NULL once sent */
  GArray *saved;  /* FlSaved; offsets from the start of the save area */
  GArray *shown;  /* FlShown */
  gint64 saved_bytes;
  gint64 arena_bytes;
  gint64 planned_bytes;
  guint n_modules;
  guint n_steps;
  const FlKernel **steps; /* the kernel of each step, in the arena */
  const char **host_whys; /* of a GPU's program, one a step: why it runs on the CPU; NULL: it does not */
} FlSentProgram;

/* Where kernels run. */
typedef struct
{
  const FlCompiler *compiler; /* NULL: it has none */
  const char *no_compiler;    /* why, and what to do */
  guint n_processors, vector_bytes;
  const char *text; /* address, system, processor, GPUs; NULL: this machine */
} FlExecuteDevice;

typedef struct
{
  const FlPass *pass;
  FlExecuteDevice device;
  const FlExecuteRequest *request;
  FlProgress progress;
  gpointer data;
  const FlGraph *graph;   /* the lowered one: inputs and outputs are its */
  GHashTable *known;      /* size symbols that the inputs' shapes tell; others only the run knows */
  GPtrArray *inputs;      /* FlArray a placeholder, or NULL */
  GPtrArray *constants;   /* FlArray a lowered constant */
  GHashTable *loads;      /* buffer name -> place in the exchange memory + 1 */
  GHashTable *fills;      /* buffer name -> FlInputFill: inputs that the worker makes */
  gint64 load_bytes;      /* the save area starts here */
  GPtrArray *interpreted; /* buffers of kernels that the compiler refused; NULL: there are none */
  GPtrArray *stand_ins;   /* FlStandIn: results of operators that nobody knows */
  gint64 exchange_bytes;
  FlSentProgram *programs; /* one a variant */
  FlWorkerClient *client;
  gboolean is_compiling; /* an answer is due */
  gint64 start_us;
  FlExecution *result;
} FlExecutor;

/* fl-execute-device.c: fills in `device`; one that is reached by ssh is asked. */
gboolean fl_executor_find_device (FlExecutor *self, GError **error);

gint64 fl_executor_get_size (const FlSym *symbol, gpointer executor);                 /* FlSizeLookup */
gboolean fl_executor_look_up (const FlSym *symbol, gpointer executor, gint64 *value); /* FlSymLookup */
gboolean fl_executor_evaluate (FlExecutor *self, const FlSym *sym, gint64 *value, GError **error);
/* Sizes, strides and offset of a layout; room for FL_MAX_DIMS each. */
gboolean fl_executor_evaluate_layout (FlExecutor *self, const FlLayout *layout, gint64 *sizes, gint64 *strides,
                                      gint64 *offset, GError **error);
/* The request with a value for every symbol of the inputs; where none are found that fit, fl_sizes_check says why. In
 * the arena. */
FlExecuteRequest fl_executor_settle_sizes (FlArena *arena, const FlExecuteRequest *request, const FlGraph *graph);
void fl_executor_learn_sizes (FlExecutor *self); /* makes `known` */
void fl_executor_note_sizes (FlExecutor *self,
                             const FlExecuteRequest *asked); /* into the result; notes which were assumed */
/* Has every tensor in memory sizes that are known before the run? */
gboolean fl_executor_check_buffers (FlExecutor *self, GError **error);
void fl_executor_report (FlExecutor *self, double fraction, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* The request's session instead of a worker and modules of its own. */
gboolean fl_executor_enter_session (FlExecutor *self, GError **error);
void fl_executor_name_modules (FlExecutor *self); /* of each program: the session's */
void fl_executor_close_worker (FlExecutor *self); /* unless it is the session's */

gboolean fl_executor_has_kernels (const FlProgram *program); /* any that a compiler makes */

/* fl-execute-gpu.c */
gboolean fl_executor_is_for_gpu (const FlExecutor *self);
/* Can the programs be run, and together? */
gboolean fl_executor_check_target (FlExecutor *self, GError **error);
void fl_executor_read_device (FlExecutor *self, const cJSON *facts);
void fl_executor_read_places (FlExecutor *self, guint position, const cJSON *answer);
/* plain: double, samples of the whole by plain launches. */
void fl_executor_read_launches (FlExecutor *self, guint position, GArray *plain, const cJSON *program);

/* Only where inputs will lie, those that the worker makes apart: they are made while the compiler is at work. */
gboolean fl_executor_place_inputs (FlExecutor *self, GError **error);
/* Writes values of inputs and constants into the exchange memory. */
gboolean fl_executor_store_inputs (FlExecutor *self, GError **error);
/* The request's, given ones, or made from the seed. NULL where a placeholder is no tensor. */
GPtrArray *fl_executor_new_inputs (FlExecutor *self, GError **error);
FlArray *fl_executor_new_input (FlExecutor *self, guint position,
                                GError **error); /* one that is a tensor, not of the request's */

/* There is no compiler: the reference interpreter evaluates the graph instead, and nothing is timed. */
gboolean fl_executor_lacks_compiler (const FlExecutor *self);
gboolean fl_executor_interpret (FlExecutor *self, GError **error);
void fl_executor_leave_worker (FlExecutor *self); /* to begin anew */
/* fl_executor_interpret after a plain compiler refused the source that was written for it. */
gboolean fl_executor_interpret_refused (FlExecutor *self, const GError *refusal, GError **error);
/* Leaves out of the request's programs only the kernels that a plain compiler refuses: the interpreter's values of
 * their results are copied in their place. FALSE: it refuses none by itself, or one stores a value that the graph does
 * not have. */
gboolean fl_executor_leave_refused (FlExecutor *self, const GError *refusal);
gboolean fl_interpreted_place (FlExecutor *self, GError **error); /* in the exchange memory */
gboolean fl_interpreted_store (FlExecutor *self, GError **error);
gboolean fl_interpreted_has (const FlExecutor *self, const FlKernel *kernel);
gboolean fl_interpreted_has_buffer (const FlExecutor *self, guint variant, const FlBuffer *buffer);
void fl_interpreted_foreach (const FlExecutor *self, const FlKernel *kernel,
                             void (*func) (const FlBuffer *buffer, gint64 place, gpointer data), gpointer data);
/* Has the compiler no vectors? If so, the request's programs are written anew without. */
gboolean fl_executor_needs_plain (const FlExecutor *self);
gboolean fl_executor_write_plain (FlExecutor *self, GError **error);

gboolean fl_sent_program_open (FlExecutor *self, const FlVariant *variant, guint position, FlSentProgram *program,
                               GError **error);
void fl_sent_program_close (FlSentProgram *program);
const FlSaved *fl_sent_program_find_saved (const FlSentProgram *program, const FlBuffer *buffer);

/* Stand-ins for all results of unknown operators in the lowered graph, with places in the exchange memory. */
gboolean fl_stand_ins_make (FlExecutor *self, GError **error);
gboolean fl_stand_ins_store (FlExecutor *self, GError **error);
const FlStandIn *fl_stand_ins_find (const FlExecutor *self, FlNodeId origin, int item); /* NULL: not one */
/* A sentence for the result and an event; one that is there already is not repeated. */
void fl_executor_tell_confined (FlExecutor *self, gint64 memory_limit);
void fl_executor_note_threads (FlExecutor *self);
void fl_executor_note_cache (FlExecutor *self, const cJSON *modules);
/* A sentence where eager PyTorch has other values for the node than torch.compile; NULL: nothing is known of it. */
const char *fl_execution_describe_eager (const FlGraph *graph, const FlNode *node, FlArena *arena);
void fl_execution_add_note (FlExecutor *self, const char *reason, const char *note);
/* What differs from an execution by PyTorch on a real machine. */
void fl_execution_note_differences (FlExecutor *self);

/* Which values of a graph rest on what nobody here knows: results of unknown operators, constants whose values are not
 * given. Two views of one memory share that. In the arena. */
typedef struct _FlUnverified FlUnverified;
const FlUnverified *fl_unverified_new (const FlGraph *graph, const FlGiven *given, FlArena *arena);
const char *fl_unverified_find (const FlUnverified *unverified,
                                const FlArg *arg); /* a sentence; NULL: on none. arg may be NULL */

/* What the reference says, and how programs compare with it. */
typedef struct _FlVerification FlVerification;
FlVerification *fl_verification_new (FlExecutor *executor);
void fl_verification_free (FlVerification *verification);
/* FALSE only when cancelled; a graph that the reference cannot evaluate is executed all the same. */
gboolean fl_verification_run_reference (FlVerification *verification, GError **error);
/* After a variant's run: hands its results to who asked for them and compares them; adds FlAgreement to agreements. */
gboolean fl_verification_look (FlVerification *verification, guint variant, GArray *agreements, GError **error);
/* Where no program can run: evaluates the reference and hands its results to who asked for those of the variants. */
gboolean fl_verification_stand_in (FlVerification *verification, GError **error);
/* The agreements of all variants, into the execution. */
void fl_verification_finish (FlVerification *verification, const GArray *agreements);

/* Times all variants in the request's rounds: medians, quartiles, ratios of pairs. */
gboolean fl_executor_measure (FlExecutor *self, GError **error);

/* The functions that the programs' kernels call, timed by themselves with the STREAM loops. */
typedef struct _FlArithmetic FlArithmetic;
FlArithmetic *fl_arithmetic_new (FlExecutor *executor);
void fl_arithmetic_free (FlArithmetic *arithmetic);
/* Into the command "ceilings", and from its answer. */
void fl_arithmetic_ask (const FlArithmetic *arithmetic, cJSON *message);
void fl_arithmetic_read (FlArithmetic *arithmetic, const cJSON *answer);
/* Into the times of kernels and variants; after their ceilings. */
void fl_arithmetic_finish (FlArithmetic *arithmetic);

/* STREAM loops as large as what the programs' kernels and graphs move, measured once a round. */
typedef struct _FlCeilingSamples FlCeilingSamples;
FlCeilingSamples *fl_ceiling_samples_new (FlExecutor *executor);
void fl_ceiling_samples_free (FlCeilingSamples *samples);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlCeilingSamples, fl_ceiling_samples_free)
gboolean fl_ceiling_samples_take (FlCeilingSamples *samples, guint n, gboolean with_memory, GError **error);
/* Into the execution, and the ceilings of its kernels and variants; after their times. */
void fl_ceiling_samples_finish (FlCeilingSamples *samples);
/* Of a compiled kernel, a product, a convolution, attention, or the gradients of these; 0: of none of them. */
gint64 fl_kernel_count_flops (const FlKernel *kernel, FlSymLookup look_up, gpointer data);
/* Sorts values; 0 where there are none. */
double fl_samples_get_median (double *values, guint n);

/* A relative tolerance, and where it comes from. */
typedef struct
{
  double relative;
  const char *why;
  FlDtype coarsest; /* the type of least range that values were rounded to, below f32: f16 and 8-bit floats; NONE: no
                       such type */
} FlTolerance;

/* Of one result of a graph (an argument of its output, of an operator that nobody knows, or an input that the graph
 * writes; NULL: of all nodes): from what its own ancestors were rounded to, how many follow each other and the longest
 * sum among them. opened: the same result of the graph made of it, whose sums count, too; NULL: none. dtype: the
 * result's. */
FlTolerance fl_tolerance_find (const FlGraph *graph, const FlArg *result, const FlGraph *opened,
                               const FlArg *opened_result, FlDtype dtype, FlArena *arena);

/* Fills is_within and the numbers, but scale. Floats agree when |got - expected| <= tolerance * max (|expected|, mean
 * |expected|, scale) everywhere, infinities and NaN being equal to their kind. Integers and bools must be equal; where
 * they were computed from floats, a rounding may tip a comparison: then `tolerance` is the share of elements that may
 * differ. */
void fl_agreement_compare (FlAgreement *agreement, const FlArray *expected, const FlArray *got, double tolerance,
                           FlArena *arena);

G_END_DECLS
