/* Attention forward as one kernel: the scores of some rows stay in the cache from the first product to the second. */
#pragma once

#include "fl-worker-private.h"

G_BEGIN_DECLS

typedef struct _FlAttentionCall FlAttentionCall;

/* NULL when it is not such an operator, or one with dropout, or of types and layouts that are left to the interpreter. */
FlAttentionCall *fl_attention_prepare (const FlWorkStep *step, guint n_threads);
void fl_attention_run (FlAttentionCall *call, FlThreadPool *pool);
void fl_attention_free (FlAttentionCall *call);

/* Rows of scores, `stride` floats apart, a multiple of 16 and 64-byte aligned; what lies beyond `columns` up to there is filled. Each
 * row becomes exp (x - max); returns nothing in x beyond. sums and highs: one a row. A row whose maximum is -infinity becomes 0. */
void fl_attention_normalize (float *scores, gint64 rows, gint64 columns, gint64 stride, float *sums, float *highs);

G_END_DECLS
