/* One product of matrices, by the library that Fuseloom was built with. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A float matrix in memory: element (i, j) at data[i * row_stride + j * column_stride]. */
typedef struct
{
  const float *data;
  gint64 rows, columns;
  gint64 row_stride, column_stride;
} FlMatrix;

/* C = alpha A B + beta C, row-major C with rows `stride` apart. A and B must have one stride of 1. */
void fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride);

/* Simple loops, no library at all. */
gboolean fl_library_gemm_is_plain (void);

G_END_DECLS
