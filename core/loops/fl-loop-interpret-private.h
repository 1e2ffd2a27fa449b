/* The loop interpreter while it runs: values, shared with statements. */
#pragma once

#include "fl-error.h"
#include "fl-loop-interpret.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_LANES = 64
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
} FlLoopMemo;

typedef struct
{
  const FlLoopKernel *kernel;
  FlLoopInput *input;
  gint64 axes[FL_LOOP_MAX_AXES];
  gint64 stops[FL_LOOP_MAX_AXES]; /* of partitions: where the part at hand ends */
  const FlSym *lanes, *lanes64;
  FlLoopMemory *homes;      /* by home; accumulators have three elements */
  GHashTable *let;          /* value -> FlLoopNamed[1 + FL_LOOP_MAX_LANES]: without a lane, then one a lane */
  GArray *names;            /* FlValueId: LETs in reach, in order */
  guint lane;               /* 0: outside of vectors */
  FlLoopMemo *memo;               /* by value */
  guint64 moment;
  gint64 n_steps;
  FlStmtId stmt;            /* being executed */
  GError **error;
} FlLoopRunner;

/* FALSE, with what the statement at hand did wrong in the error. */
gboolean fl_loop_runner_fail (FlLoopRunner *runner, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);
gboolean fl_loop_runner_evaluate (FlLoopRunner *runner, FlValueId value, guint depth, FlLoopNumber *result);
gboolean fl_loop_runner_compute_index (FlLoopRunner *runner, const FlSym *index, gint64 *value);
/* NULL: outside of the home. */
FlLoopNumber *fl_loop_runner_find_element (FlLoopRunner *runner, FlHomeId home, const FlSym *index);

G_END_DECLS
