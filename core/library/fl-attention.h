/* What attention and its gradients share: the call, rows of operands as f32, and rows of scores. */
#pragma once

#include "fl-library-op.h"
#include "fl-primitive.h"

G_BEGIN_DECLS

enum
{
  FL_ATTENTION_ROWS = 64, /* of a task, at most */
  FL_ATTENTION_STEP = 16  /* rows of scores are filled up to a multiple */
};

#define FL_ATTENTION_LOG2_E 1.44269504f

/* A call of softmax (scale query key' + bias) value. */
typedef struct
{
  FlWorkView q, k, v, bias; /* bias: broadcast to [batch, heads, rows, columns]; bytes NULL: none */
  gint64 rows, columns, depth, value_depth;
  gint64 block; /* rows of a task */
  float scale;
  gboolean is_causal;
} FlAttention;

/* --- the call: fl-attention-call.c ------------------------------------------------------------ */

/* FALSE: the call has sizes, types or a dropout that are left to the interpreter. */
gboolean fl_attention_read (FlAttention *self, const FlLibraryStep *step);
/* Reads a tensor argument of four dimensions by one of its names (other: NULL, or another name). */
gboolean fl_attention_read_view (const FlLibraryStep *step, const char *name, const char *other, FlWorkView *view);
gboolean fl_attention_is_float (FlDtype dtype); /* f32 or half precision */
/* Counts the columns that a row may look at. */
gint64 fl_attention_count_columns (const FlAttention *self, gint64 row);
/* Tells where element 0 of a row lies, in elements; views have 4 dimensions, or 3, whose last is the row. */
gint64 fl_attention_get_place (const FlWorkView *view, gint64 batch, gint64 head, gint64 row);
/* Copies rows one behind the other, as f32; and back, where somebody asks for the result. */
void fl_attention_read_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n, float *to);
void fl_attention_write_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n,
                              const float *from);
/* Brings [begin, begin + n) of a row of the bias, readable in whole steps: as it lies, or in scratch. NULL: none. */
const float *fl_attention_read_bias (const FlAttention *self, gint64 batch, gint64 head, gint64 row, gint64 begin,
                                     gint64 n, float *scratch);
gint64 fl_attention_fill_up (gint64 columns); /* to whole steps */
float *fl_attention_take_floats (gint64 n);   /* g_aligned_free it */

/* --- rows of scores: fl-attention-rows.c ------------------------------------------------------ */

/* A row's sum and largest score of all columns so far. */
typedef struct
{
  float sum, high;
} FlAttentionSum;

/* Scores of one row, times log2 e: the bias is added (NULL: none; readable up to whole steps), then each of `columns`
 * becomes 2^(x - high), where high is the largest so far; 0 beyond them, up to end and to a whole step. NaN makes all
 * of them NaN. Returns what earlier results of the row must be multiplied by. */
float fl_attention_continue_row (float *row, const float *bias, gint64 columns, gint64 end, FlAttentionSum *sum);
/* Makes to = from * factor; both may be the same. */
void fl_attention_scale_row (const float *from, float factor, float *to, gint64 n);

G_END_DECLS
