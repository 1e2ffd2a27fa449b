/* What scans are made of: elements of any type, and micro-kernels along rows and across rows. */
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
  FL_SCAN_CHUNK = 256 /* elements that are converted at a time: whole vectors */
};

typedef union
{
  double number;
  gint64 integer;
} FlScanElement;

/* Elements that are scanned: n lanes of `length` each. Steps are in elements. */
typedef struct
{
  FlDtype dtype; /* of `in` and `out`: f32, f64 or i64 */
  gconstpointer in;
  gpointer out;
  gint64 *places;        /* of extremes: where they lie, counted along the lane; NULL: not asked for */
  gint64 length, n, at;  /* at: the place of the first along its lane */
  gint64 steps[3];       /* of in, out and places along a lane */
  gint64 across[3];      /* from one lane to the next */
  FlScanElement *values; /* n: what comes before the first; of the last, afterwards; f32 and f64 in double */
  FlScanElement *others; /* n: of extremes where these lie, of logarithms the sum of exp (x - value) */
  gboolean is_streamed;  /* by non-temporal stores, where results are aligned */
} FlScanBlock;

/* --- elements: fl-scan-element.c -------------------------------------------------------------- */

/* Can scans read one type and write the other without a loss? */
gboolean fl_scan_has_types (FlDtype from, FlDtype to);
/* f32, f64 or i64: the type in which such results are scanned. */
FlDtype fl_scan_get_kernel_type (FlDtype to);
/* Up to FL_SCAN_CHUNK elements from a place on, as the type in which they are scanned; and back. */
void fl_scan_read (const FlWorkView *view, gint64 place, gint64 step, gint64 n, FlDtype dtype, gpointer to);
void fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, gconstpointer from);

/* --- micro-kernels: fl-scan-rows.c ------------------------------------------------------------ */

FlScanElement fl_scan_get_neutral (FlScanOp op, FlDtype dtype);
void fl_scan_run (FlScanOp op, const FlScanBlock *block);
void fl_scan_end_streams (void); /* after non-temporal stores */

G_END_DECLS
