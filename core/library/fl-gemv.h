/* Micro-kernel: a row by a matrix (GEMV) of f32, as sums of products of rows in memory. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* to[j] = sum over k of a[k] b[j * stride + k], j < n, k < depth. */
void fl_gemv (const float *a, const float *b, gint64 stride, gint64 depth, gint64 n, float *to);

G_END_DECLS
