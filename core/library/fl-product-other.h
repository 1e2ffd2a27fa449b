/* Products of other numbers than floats: doubles, and bytes whose sums have 32 bits. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A matrix in memory: element (i, j) at i * row_stride + j * column_stride. */
typedef struct
{
  gconstpointer data;
  gint64 rows, columns;
  gint64 row_stride, column_stride;
} FlOtherMatrix;

enum
{
  FL_DOUBLES_WIDTH = 24 /* columns of a panel */
};

/* Makes C = alpha A B + beta C of doubles; A and C have columns side by side. */
void fl_doubles_run (const FlOtherMatrix *a, const FlOtherMatrix *b, double alpha, double beta, double *c,
                     gint64 c_stride);

/* Makes C = A B of bytes, exactly, modulo 2^32, by the library; A and B have one stride of 1. FALSE: the library has
 * none that is exact on this processor, and nothing was done. */
gboolean fl_library_gemm_bytes (const FlOtherMatrix *a, const FlOtherMatrix *b, gint32 *c, gint64 c_stride);

G_END_DECLS
