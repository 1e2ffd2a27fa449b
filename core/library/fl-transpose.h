/* Micro-kernel: a matrix of floats transposed in registers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* to[k * to_stride + i] = from[i * from_stride + k], i < n_rows, k < n_columns. */
void fl_transpose (const float *from, gint64 from_stride, gint64 n_rows, gint64 n_columns, float *to, gint64 to_stride);

G_END_DECLS
