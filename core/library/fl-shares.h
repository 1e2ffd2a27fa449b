/* Primitives of the library for shares of one call, each run by one thread. */
#pragma once

#include "fl-primitive.h"
#include "fl-thread-pool.h"

G_BEGIN_DECLS

typedef struct
{
  FlPrimitive *primitive;
  gint64 in, right, bias, out;      /* where the share begins, in elements */
  gint64 n_runs, in_step, out_step; /* images one after the other; 1: all at once */
} FlShare;

typedef struct
{
  guint n;
  FlShare *shares;
  const float *in, *right, *bias; /* of the present run */
  float *out;
} FlShares;

/* Brings the right operands into shape, which runs else need. */
void fl_shares_pack (FlShares *shares, FlThreadPool *pool, const float *right);
/* right NULL: what was packed; bias NULL: none. */
void fl_shares_run (FlShares *shares, FlThreadPool *pool, const float *in, const float *right, const float *bias,
                    float *out);
gint64 fl_shares_count_packed (const FlShares *shares); /* bytes */
void fl_shares_close (FlShares *shares);                /* leaves none */

G_END_DECLS
