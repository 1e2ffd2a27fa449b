/* The passes over loop programs, as rows of one list; each can be switched off alone, what remains is correct. */
#pragma once

#include "fl-loop-program.h"
#include "fl-loop-tuned.h"
#include "fl-options.h"
#include "fl-trace.h"

G_BEGIN_DECLS

/* What a pass may do to results. */
typedef enum
{
  FL_PASS_EXACT,       /* results keep their bits */
  FL_PASS_REORDERS,    /* sums in another order */
  FL_PASS_APPROXIMATES /* a value that is close: a reciprocal, one-pass moments */
} FlPassClass;

/* What passes know of the machine. */
typedef struct
{
  guint n_lanes; /* 1: no vectors */
  guint grain;   /* positions of an innermost loop that a thread's part is a multiple of: whole vectors, whole cache
                    lines; 0: 1 */
  /* Why a value, or a store, has no vector form along the axis; NULL: it has one. The functions may be NULL: all have.
   */
  const char *(*refuse_vector) (const FlLoopKernel *kernel, FlValueId value, FlAxisId axis);
  const char *(*refuse_store) (const FlLoopKernel *kernel, const FlLoopStmt *store, FlAxisId axis);
  const char *(*refuse_accumulate) (const FlLoopKernel *kernel, const FlLoopStmt *accumulate, FlAxisId axis);
  FlLoopCaches caches;
  /* Bytes that a kernel touches from which on results have non-temporal stores: given (-1: the table's, or what was
   * measured where nobody reads the result, and where it is read next; 0: never). */
  gint64 stream_bytes, measured_stream_bytes, measured_stream_read_bytes;
  gint64 prefetch_bytes; /* least prefetch distance; 0: prefetching is left to the processor */
  gint64 work_grain;     /* least work of a thread: bytes moved, and operations; 0: any */
  gint64 parts;          /* most parts of a kernel, where loops allow so many */
  FlTarget target;       /* whose rows of the list run */
  guint cluster;         /* blocks of a cluster at most; 0, 1: there are none */
  guint capability;      /* of a GPU: 90 is 9.0; 0: of none that is known */
} FlLoopMachine;

/* Targets of a row. */
enum
{
  FL_PASS_FOR_CPU = 1 << FL_TARGET_CPU,
  FL_PASS_FOR_CUDA = 1 << FL_TARGET_CUDA
};

/* A decision of a pass: what was done to, or why not. */
typedef struct
{
  const char *pass;
  FlVerdict verdict;
  const char *subject; /* an axis, a home, a value: interned */
  const char *reason;  /* interned, in the field's words */
  const char *facts;   /* in the kernel's arena: the values compared; may be NULL */
} FlLoopNote;

typedef struct
{
  const FlLoopMachine *machine;
  GArray *notes;    /* FlLoopNote; NULL: nobody reads them */
  const char *pass; /* the row that runs */
} FlLoopContext;

typedef struct
{
  const char *name; /* in the field's terms, as options call it: "vectorize" */
  const char *sentence;
  FlPassClass effect;
  /* Returns `program` itself where there is nothing to do. */
  const FlLoopProgram *(*run) (FlLoopContext *context, const FlLoopProgram *program);
  guint targets;        /* FL_PASS_FOR_… */
  gboolean is_required; /* before this pass there is no kernel yet: it cannot be switched off */
} FlLoopPass;

guint fl_loop_passes_get_n (void);
const FlLoopPass *fl_loop_passes_get (guint position);
/* The rows for the machine's target. off: bit k switches row k off. After every row the program is verified: NULL +
 * FL_ERROR_MISMATCH names the row that broke it. The versions hang together by `before`; a row that changed nothing has
 * none. */
const FlLoopProgram *fl_loop_passes_run (FlLoopContext *context, const FlLoopProgram *program, guint64 off,
                                         GError **error);

/* One row, verified. NULL: it broke a rule. */
const FlLoopProgram *fl_loop_passes_apply (FlLoopContext *context, const FlLoopPass *pass, const FlLoopProgram *program,
                                           GError **error);

void fl_loop_note (FlLoopContext *context, const FlLoopProgram *program, FlVerdict verdict, const char *subject,
                   const char *reason, const char *format, ...) G_GNUC_PRINTF (6, 7);

/* --- the rows --------------------------------------------------------------------------------- */
#define LOOP_PASS(id, name, effect, targets, sentence)                                                                 \
  const FlLoopProgram *fl_pass_##id (FlLoopContext *context, const FlLoopProgram *program);
#include "fl-loop-pass-list.def"

/* Does the row transpose this loop, or tile it? */
gboolean fl_loop_is_transposed (FlLoopKernel *kernel, FlStmtId loop);
gboolean fl_loop_is_tiled (FlLoopKernel *kernel, FlStmtId loop);
/* Why an innermost loop cannot be done in vectors; NULL: it can. */
const char *fl_loop_refuse_vectors (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId loop);

G_END_DECLS
