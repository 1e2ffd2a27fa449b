/* Attention forward as one kernel: the scores of some rows stay in the cache from the first product to the second. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlAttentionCall FlAttentionCall;

/* NULL when it is not such an operator, or one with dropout, or of types and layouts that are left to the interpreter. */
FlAttentionCall *fl_attention_prepare (const FlLibraryStep *step, guint n_threads);
void fl_attention_run (FlAttentionCall *call, FlThreadPool *pool);
/* Times the ways there are and keeps the faster; results are as after a run. */
void fl_attention_tune (FlAttentionCall *call, FlThreadPool *pool);
void fl_attention_describe (const FlAttentionCall *call, FlLibraryChoice *choice);
/* As of products. */
char *fl_attention_dup_subject (const FlAttentionCall *call);
gboolean fl_attention_recall (FlAttentionCall *call, const FlChoice *choice);
void fl_attention_tell (const FlAttentionCall *call, FlChoice *choice);
void fl_attention_free (FlAttentionCall *call);

G_END_DECLS
