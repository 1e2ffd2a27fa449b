/* What scans are made of: elements of any type, one step of each operation, and micro-kernels of f32. */
#pragma once

#include "fl-library-op.h"

G_BEGIN_DECLS

typedef enum
{
  FL_SCAN_SUM,
  FL_SCAN_PRODUCT,
  FL_SCAN_MAX,
  FL_SCAN_MIN,
  FL_SCAN_LOG_SUM
} FlScanOp;

enum
{
  FL_SCAN_CHUNK = 256 /* elements that are converted at a time */
};

typedef union
{
  double number;
  guint64 integer;
} FlScanElement;

/* The state of a lane after the elements so far. */
typedef struct
{
  FlScanElement value;
  double sum; /* LOG_SUM: of exp (x - value) */
  gint64 place;
} FlScanState;

/* --- elements: fl-scan-element.c -------------------------------------------------------------- */

/* Can scans read one type and write the other without a loss? */
gboolean fl_scan_has_types (FlDtype from, FlDtype to);
/* Up to FL_SCAN_CHUNK elements from a place on, as double or, where the result is of integers, as 64 bits; and back. */
void fl_scan_read (const FlWorkView *view, gboolean is_float, gint64 place, gint64 step, gint64 n, FlScanElement *to);
void fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const FlScanElement *from);
FlScanState fl_scan_get_first_state (FlScanOp op, gboolean is_float);
/* Elements become what the scan has there; state_step 0: all are of one lane, 1: each is of another. place: of the
 * first in its lane. places: where the largest or smallest lies. */
void fl_scan_join (FlScanOp op, gboolean is_float, FlScanState *states, gint64 state_step, FlScanElement *elements,
                   gint64 n, gint64 place, FlScanElement *places);

/* --- micro-kernels: fl-scan-rows.c ------------------------------------------------------------ */

/* Makes running sums, in double, of the first elements of a row next to each other, as many as whole vectors hold;
 * returns how many. *before is what the next one begins with. is_streamed: by non-temporal stores, where rows are
 * aligned. */
gint64 fl_scan_sum_row (const float *in, float *out, gint64 n, double *before, gboolean is_streamed);
/* Makes running sums or products of `length` rows of n elements next to each other; before: the row before the first.
 */
void fl_scan_columns (gboolean is_sum, const float *in, gint64 in_step, float *out, gint64 out_step, gint64 length,
                      gint64 n, double *before, gboolean is_streamed);
void fl_scan_end_streams (void); /* after non-temporal stores */

G_END_DECLS
