/* Products of other numbers than floats: doubles, and bytes whose sums have 32 bits. A panel of columns of the right
 * operand is packed just before all rows of the left one need it. */
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

/* C = alpha A B + beta C of doubles, C with columns side by side. Panels [begin, end) of the product's columns. A has
 * columns side by side. scratch: fl_doubles_count_scratch () doubles. */
guint fl_doubles_count_panels (gint64 n);
gint64 fl_doubles_count_scratch (void);
void fl_doubles_run (const FlOtherMatrix *a, const FlOtherMatrix *b, guint begin, guint end, double alpha, double beta,
                     double *c, gint64 c_stride, double *scratch);

/* Rows [begin, end) of A, in groups of four bytes, what is beyond the last column 0; and 128 times the sum of each row.
 */
gint64 fl_bytes_count_groups (gint64 depth);
void fl_bytes_group (const FlOtherMatrix *a, gint64 begin, gint64 end, gint32 *groups, gint32 *sums);

/* C = A B exactly, modulo 2^32, A in groups; c gets 32 bits or, where is_narrow, the lowest 8 of them. scratch:
 * fl_bytes_count_scratch () bytes. */
guint fl_bytes_count_panels (gint64 n);
gint64 fl_bytes_count_scratch (gint64 depth);
void fl_bytes_run (const gint32 *groups, const gint32 *sums, gint64 n_rows, const FlOtherMatrix *b, guint begin,
                   guint end, gpointer c, gint64 c_stride, gint64 c_step, gboolean is_narrow, guint8 *scratch);

G_END_DECLS
