/* Micro-kernel: a row by a matrix (GEMV) of f32, whose columns are packed in panels. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_GEMV_WIDTH = 48 /* columns of a panel: [panel][k][column] */
};

/* to[j] = sum over k of a[k] b[k, j]: columns [begin, end) of the panels, whose first is a panel's first. */
void fl_gemv (const float *a, const float *packed, gint64 depth, gint64 begin, gint64 end, float *to);

G_END_DECLS
