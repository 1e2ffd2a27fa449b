/* What the sweeps over operators share: graphs of many calls on the same inputs, run at several widths of vectors, each
 * result against the reference interpreter's, element by element. */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* Which dtypes an operator is asked about. */
enum
{
  SWEEP_FLOATS = 1,
  SWEEP_INTS = 2,
  SWEEP_BOOL = 4,
  SWEEP_NUMBERS = SWEEP_FLOATS | SWEEP_INTS,
  SWEEP_ALL = SWEEP_FLOATS | SWEEP_INTS | SWEEP_BOOL
};

/* call: {x}, {y} tensors of the dtype, y without zeros; {n} integers from 0 to 6, {c} truth values. A float may be off
 * by ulps units in the last place of max (|expected|, scale). most: inputs beyond are made smaller; 0: any number,
 * infinities and NaN; -1: those and numbers up to 10. */
typedef struct
{
  const char *call;
  guint dtypes;
  double ulps, scale, most;
} SweepOp;

/* How x lies in memory and what shape y has: the parts of a signature. */
typedef struct
{
  const char *name;
  guint n_dims;
  gint64 sizes[3];    /* of the results */
  gint64 strides[3];  /* of x; 0, 0, 0: dense */
  gint64 y_sizes[3];  /* -1: y has fewer dims */
  const char *before; /* lines that make x of the input x0, or NULL */
} SweepPattern;

/* Without -m slow every so-manieth; with FUSELOOM_TEST_SANITIZE, all, at one width each. */
gboolean sweep_is_chosen (guint number, guint step);
/* Executes ops [0, n) of one dtype in one pattern; failures are test failures that name everything. */
void sweep_run (const SweepOp *ops, guint n, FlDtype dtype, const SweepPattern *pattern);

G_END_DECLS
