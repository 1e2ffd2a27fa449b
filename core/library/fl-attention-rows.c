/* Micro-kernel: powers of rows of scores less their maximum. Scores are in units of the logarithm of two, so that
 * exponentials are powers of two. */
#include "fl-attention.h"

#include "fl-vectors.h"

#include <math.h>

typedef gint32 Bits __attribute__ ((vector_size (64), may_alias));
typedef guint32 Unsigned __attribute__ ((vector_size (64), may_alias));

#define LOAD(p) (*(const FlFloats *) (p))
#define STORE(p, v) (*(FlFloats *) (p) = (v))

#define FL_BODY "fl-attention-rows.inc"
#include "fl-each-isa.inc"

float
fl_attention_continue_row (float *row, const float *bias, gint64 columns, gint64 end, FlAttentionSum *sum)
{
  const gint64 whole = fl_attention_fill_up (columns);
  const float before = sum->high;
  float top, factor = 1;

  for (gint64 c = columns; c < whole; c++)
    row[c] = -INFINITY;
  top = FL_CHOOSE (find_top) (row, whole, bias);
  if (isnan (top) || !(top <= before))
    {
      factor = before == -INFINITY ? 0 : exp2f (before - top);
      sum->high = top;
      sum->sum = before == -INFINITY ? 0 : sum->sum * factor;
    }
  if (sum->high == -INFINITY) /* nothing yet */
    for (gint64 c = 0; c < whole; c++)
      row[c] = 0;
  else
    sum->sum += FL_CHOOSE (raise) (row, whole, sum->high);
  for (gint64 c = whole; c < end; c++)
    row[c] = 0;
  return factor;
}

void
fl_attention_scale_row (const float *from, float factor, float *to, gint64 n)
{
  FL_CHOOSE (scale) (from, factor, to, n);
}
