/* Steps that run panel by panel: some rows of a product, then what is computed from them, while they are in the caches. */
#pragma once

#include "fl-worker-private.h"

G_BEGIN_DECLS

typedef struct _FlWorkChain FlWorkChain;

/* Memory that a step reads or writes. own: part i of n touches nothing of it but the i-th n-th. */
typedef struct
{
  const guint8 *low;
  gint64 bytes;
  gboolean is_own, is_written;
  int tensor;       /* of the program; its storage, once chains are looked for */
} FlWorkAccess;

/* The chains of a program: FlWorkChain, in order; they share no step. */
GPtrArray *fl_work_chains_find (const FlWorkProgram *program, guint n_threads);
/* Times each chain against its steps one after the other, and keeps what is faster, or the chain. Runs the program once. */
gboolean fl_work_chains_tune (FlWorker *worker, FlWorkProgram *program, gboolean always, GError **error);
/* Runs the chain that begins with the step, if there is one and it is the faster; the number of steps that are done then. */
guint fl_work_chain_run_at (FlWorker *worker, const FlWorkProgram *program, guint step);
/* What became of each: an object of the protocol's "chains" each. */
void fl_work_chains_describe (const FlWorkProgram *program, cJSON *answer);

G_END_DECLS
