/* The loop interpreter while it runs: values, shared with statements. */
#pragma once

#include "fl-error.h"
#include "fl-loop-interpret.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_LANES = 64,
  FL_LOOP_N_FOUND = 128
};

typedef struct
{
  FlLoopNumber number;
  gboolean is_known;
} FlLoopNamed;

/* What a value came to, good for one statement at one position: a value that is used twice there is evaluated once. */
typedef struct
{
  FlLoopNumber number;
  guint64 moment;
  gboolean is_named; /* some LET had it: there may be a name in reach */
} FlLoopMemo;

/* A symbol of an axis; at the position that its address gives. */
typedef struct
{
  const FlSym *symbol;
  FlAxisId axis;
} FlLoopFound;

/* Names of positions around: LETs of a warp are in reach of its lanes. */
typedef struct _FlLoopScope FlLoopScope;
struct _FlLoopScope
{
  GHashTable *let;
  const FlLoopScope *outer;
};

/* Who makes an access to memory that several positions share, and when. */
typedef struct
{
  guint block, thread, warp;
  guint block_clock, warp_clock; /* barriers passed: of the whole block; of the lanes alone */
} FlLoopActor;

/* What is known of positions that run at the same time. */
typedef struct
{
  const FlLoopActor *actor;       /* the position at work; NULL: there is one only */
  guint n_blocks;                 /* iterations of parallel axes until now */
  GHashTable *shared, *arguments; /* elements that positions share -> who used them: of the block at hand, of all */
  guint32 chance;                 /* state of the order of positions */
} FlLoopTogether;

typedef struct _FlLoopRunner FlLoopRunner;
struct _FlLoopRunner
{
  const FlLoopKernel *kernel;
  /* A statement with all below it, by the one position at hand: teams are executed by statements, and statements by
   * teams. */
  gboolean (*execute) (FlLoopRunner *runner, FlStmtId stmt);
  FlLoopInput *input;
  gint64 axes[FL_LOOP_MAX_AXES];
  gint64 stops[FL_LOOP_MAX_AXES]; /* of partitions: where the part at hand ends */
  const FlSym *lanes, *lanes64;
  GHashTable
      *own; /* FlBuffer -> FlLoopMemory: arguments behind those given, which stay for the kernel's next program */
  FlLoopMemory *homes;      /* by home; accumulators have three elements */
  GHashTable *let;          /* value -> FlLoopNamed[1 + FL_LOOP_MAX_LANES]: without a lane, then one a lane */
  GArray *names;            /* FlValueId: LETs in reach, in order */
  const FlLoopScope *outer; /* names of the positions around this one; NULL: none */
  FlLoopTogether together;
  guint lane;       /* 0: outside of vectors */
  FlLoopMemo *memo; /* by value */
  FlLoopFound found[FL_LOOP_N_FOUND];
  guint64 moment;
  gint64 n_steps;
  FlStmtId stmt; /* being executed */
  GError **error;
};

/* FALSE, with what the statement at hand did wrong in the error. */
gboolean fl_loop_runner_fail (FlLoopRunner *runner, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);
gboolean fl_loop_runner_evaluate (FlLoopRunner *runner, FlValueId value, guint depth, FlLoopNumber *result);
gboolean fl_loop_runner_compute_index (FlLoopRunner *runner, const FlSym *index, gint64 *value);
/* NULL: outside of the home. */
FlLoopNumber *fl_loop_runner_find_element (FlLoopRunner *runner, FlHomeId home, const FlSym *index);

/* What lives in the statement begins anew. */
gboolean fl_loop_runner_begin_homes (FlLoopRunner *runner, const FlLoopStmt *stmt);
void fl_loop_runner_forget_names (FlLoopRunner *runner, guint n);
/* Every argument has its memory: what the caller gave, or the kernel's own. */
gboolean fl_loop_runner_bind_arguments (FlLoopRunner *runner);
/* Empty: what a kernel's programs have in own. */
GHashTable *fl_loop_own_memory_new (void);
/* A loop over warps or lanes, whose positions run at the same time. */
gboolean fl_loop_runner_execute_team (FlLoopRunner *runner, FlStmtId stmt);
/* Notes who reads or writes an element. FALSE: another position does so between the same barriers, and one of the two
 * writes. */
gboolean fl_loop_runner_check_race (FlLoopRunner *runner, FlHomeId home, const FlLoopNumber *element,
                                    gboolean is_write);
void fl_loop_runner_forget_shared (FlLoopRunner *runner);

/* Is its sum added up without rounding? */
gboolean fl_loop_runner_is_exact_sum (const FlLoopRunner *runner, const FlLoopHome *home);

G_END_DECLS
