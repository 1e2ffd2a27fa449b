/* Running sums, products, extremes and logarithms of sums of exponentials along one dimension. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

typedef struct _FlScanCall FlScanCall;

/* --- chains: fl-scan-rows.c ------------------------------------------------------------------- */

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
  FL_SCAN_LANES = 4 /* that are scanned side by side */
};

/* Elements of one type, in and out, along FL_SCAN_LANES lanes; before: what each begins with, and then ends with.
 * Floats are joined in double, one after the other. */
typedef struct
{
  gconstpointer in[FL_SCAN_LANES];
  gpointer out[FL_SCAN_LANES]; /* NULL: only the ends are asked for */
  gint64 in_step, out_step, n;
  union
  {
    double number;
    guint64 integer;
  } before[FL_SCAN_LANES];
} FlScanLanes;

/* As many of the first elements of a row next to each other as whole vectors hold, where the machine has such vectors;
 * returns how many: *before is what the next one begins with. */
gboolean fl_scan_has_row_f32 (void);
gint64 fl_scan_sum_row_f32 (const float *in, float *out, gint64 n, double *before, gboolean is_streamed);
/* The sum of all, in double. */
double fl_scan_total_f32 (const float *in, gint64 n);
/* After elements were stored past the caches (is_streamed), which both do where vectors of memory begin. */
void fl_scan_end_streams (void);
/* f32, f64 and i64; sums and products. */
void fl_scan_lanes (FlScanOp op, FlDtype dtype, FlScanLanes *lanes);
/* Rows of n elements next to each other, each joined to the row before: `length` of them. before: the row before the
 * first. */
void fl_scan_columns_f32 (FlScanOp op, const float *in, gint64 in_step, float *out, gint64 out_step, gint64 length,
                          gint64 n, double *before, gboolean is_streamed);

/* --- extremes: fl-scan-extremes.c ------------------------------------------------------------- */
/* The first elements of a row next to each other, in whole vectors, up to one with a NaN; returns how many. best and
 * place: of what comes before the first element (infinity, -1), then of the last one done. places: NULL, or of each
 * element. */
gint64 fl_scan_extreme_row_f32 (FlScanOp op, const float *in, float *out, gint64 *places, gint64 n, float *best,
                                gint64 *place, gboolean is_streamed);
/* One row of n elements, each joined to what its column has come to; out and places likewise. */
void fl_scan_extreme_columns_f32 (FlScanOp op, const float *in, float *out, gint64 *places, gint64 n, gint32 row,
                                  float *best, gint32 *place, gboolean is_streamed);

G_END_DECLS
