/* Micro-kernels of products: GEMV of f32, a row by a matrix whose columns are packed in panels, and GEMM of f64. */
#pragma once

#include "fl-primitive.h"

G_BEGIN_DECLS

enum
{
  FL_GEMV_WIDTH = 48 /* columns of a panel: [panel][k][column] */
};

/* to[j] = sum over k of a[k] b[k, j]: columns [begin, end) of the panels, whose first is a panel's first. */
void fl_gemv (const float *a, const float *packed, gint64 depth, gint64 begin, gint64 end, float *to);
/* Makes C = alpha A B + beta C of f64, rows of C c_stride apart; A and C have columns side by side. */
void fl_gemm_doubles (const FlMatrix *a, const FlMatrix *b, double alpha, double beta, double *c, gint64 c_stride);

G_END_DECLS
