/* Attention forward, some rows of one head at a time, and what its rows of scores need. */
#pragma once

#include "fl-library-op.h"
#include "fl-primitive.h"

G_BEGIN_DECLS

enum
{
  FL_ATTENTION_ROWS = 64, /* of a task, at most */
  FL_ATTENTION_COLUMNS
  = 1024,                /* scores of so many keys at a time: a quarter of a megabyte, in the second-level cache */
  FL_ATTENTION_STEP = 16 /* rows of scores are filled up to a multiple */
};

/* Of one row, all columns so far. */
typedef struct
{
  float sum, high;
} FlAttentionSum;

/* What a task needs, of one thread. */
typedef struct
{
  float *query, *bias, *scores, *out;
  float *key, *value; /* of a head, as f32 with rows one behind the other; NULL: they lie so */
  FlAttentionSum sums[FL_ATTENTION_ROWS];
  gint64 lane; /* whose keys and values were copied; -1: none */
} FlAttentionScratch;

typedef struct
{
  FlWorkView q, k, v, out, log_sums, bias; /* bytes NULL: not there */
  gint64 n_lanes, rows, columns, depth, value_depth, block, stride;
  float scale;
  gboolean is_causal;
  guint n_threads;
  gint64 n_tasks;
  FlAttentionScratch *scratch; /* one a thread */
} FlAttentionCall;

void fl_attention_scratch_init (FlAttentionScratch *scratch, const FlAttentionCall *call);
gint64 fl_attention_scratch_count_bytes (const FlAttentionCall *call); /* of one thread */
void fl_attention_scratch_clear (FlAttentionScratch *scratch);
/* Some rows of one head. */
void fl_attention_do_task (const FlAttentionCall *call, FlAttentionScratch *scratch, gint64 task);

/* Where element 0 of a row lies, in elements; views have 4 dimensions (or 3, whose last is the row). */
gint64 fl_attention_get_place (const FlWorkView *view, gint64 batch, gint64 head, gint64 row);
/* f32 or half precision. */
gboolean fl_attention_is_float (FlDtype dtype);
/* An argument, by its place in the operator's signature or by one of its names; other: NULL, or another name. NULL: not
 * given. */
const FlWorkArg *fl_attention_find (const FlLibraryStep *step, const char *name, const char *other);
/* The mask or bias, broadcast to [batch, heads, rows, columns]: what is repeated has a stride of 0. Left alone where
 * there is none; FALSE: its sizes or type are left to the interpreter. */
gboolean fl_attention_read_bias (const FlLibraryStep *step, const FlWorkView *query, const FlWorkView *key,
                                 FlWorkView *bias);

#define FL_ATTENTION_LOG2_E 1.44269504f

/* Scores of one row, times log2 e: the bias is added (NULL: none; readable up to whole steps), then each of `columns`
 * becomes 2^(x - high), where high is the largest so far; 0 beyond them, up to end and to a whole step. NaN makes all
 * of them NaN. Returns what earlier results of the row must be multiplied by. */
float fl_attention_continue_row (float *row, const float *bias, gint64 columns, gint64 end, FlAttentionSum *sum);
/* to = from * factor; both may be the same. */
void fl_attention_scale_row (const float *from, float factor, float *to, gint64 n);

G_END_DECLS
