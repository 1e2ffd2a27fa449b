/* What the loops of scans share: the call, where a lane begins, and elements of any type. */
#pragma once

#include "fl-library-scan.h"

G_BEGIN_DECLS

enum
{
  CHUNK = 256,      /* elements of a lane that are converted at a time */
  PIECE = 512,      /* of a single lane, whose pieces are scanned side by side */
  STRIP = 2048,     /* columns at a time */
  LEAST_STRIP = 64, /* columns of a thread: lines of memory that lie next to each other */
  PART = 1 << 15,   /* of a long row, of which threads take parts: it stays in a second-level cache */
  FEW_LANES = 16,
  STREAMED_BYTES = 8 << 20, /* read and written: nobody would find the result in a cache */
  MIN_PARALLEL = 1 << 15
};

struct _FlScanCall
{
  FlScanOp op;
  FlWorkView in, out, places; /* places: of extremes; bytes NULL: not asked for */
  gboolean is_float;
  gint64 length, in_step, out_step, places_step;
  /* The other dimensions: lanes. Where memory is contiguous across them, the last of them is that one. */
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS], in_strides[FL_MAX_DIMS], out_strides[FL_MAX_DIMS], places_strides[FL_MAX_DIMS];
  gint64 n_lanes;
  gboolean is_across; /* rows of the last dimension are scanned side by side */
  gint64 width;       /* is_across: columns of a strip */
  gboolean is_streamed;
  double *totals; /* of parts of long rows: what comes before each */
};

typedef union
{
  double number;
  guint64 integer;
} FlScanElement;

/* Where a lane begins, in elements. */
typedef struct
{
  gint64 in, out, places;
} FlScanStart;

/* What has been seen of a lane. */
typedef struct
{
  FlScanElement value;
  double sum; /* LOG_SUM: of exp (x - value) */
  gint64 place;
} FlScanState;

/* --- elements: fl-scan-element.c -------------------------------------------------------------- */

FlScanStart fl_scan_find_start (const FlScanCall *self, gint64 lane);
/* Types that scans can read and write. */
gboolean fl_scan_is_plain (FlDtype dtype);
/* Does every value of one type have its like in the other? */
gboolean fl_scan_is_lossless (FlDtype from, FlDtype to);
/* n elements from a place on, to double or, where the result is of integers, to 64 bits; and back. */
void fl_scan_read (const FlWorkView *view, gboolean is_float, gint64 place, gint64 step, gint64 n, FlScanElement *to);
void fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const FlScanElement *from);
FlScanState fl_scan_get_first_state (FlScanOp op, gboolean is_float);
/* What the scan has at this place. */
FlScanElement fl_scan_step (FlScanOp op, gboolean is_float, FlScanState *state, FlScanElement x, gint64 place);

/* --- along lanes: fl-scan-lanes.c ------------------------------------------------------------- */

/* Can the loops of one type read and write memory as it lies? */
gboolean fl_scan_is_direct (const FlScanCall *self);
gboolean fl_scan_is_half (const FlScanCall *self);
gboolean fl_scan_is_extremes_f32 (const FlScanCall *self);
void fl_scan_read_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, float *to);
void fl_scan_write_floats (const FlWorkView *view, gint64 place, gint64 step, gint64 n, const float *from);
/* Work of a pool: groups of FL_SCAN_LANES lanes. */
void fl_scan_run_lanes (gpointer data, gint64 begin, gint64 end);
/* Few long rows in parts: totals of each part, what comes before each, then the parts. */
gboolean fl_scan_has_parts (const FlScanCall *self);
gint64 fl_scan_count_parts (const FlScanCall *self);
void fl_scan_find_totals (gpointer data, gint64 begin, gint64 end);
void fl_scan_join_totals (const FlScanCall *self);
void fl_scan_run_parts (gpointer data, gint64 begin, gint64 end);

/* --- across lanes: fl-scan-strips.c ----------------------------------------------------------- */

gint64 fl_scan_choose_width (const FlScanCall *self, guint n_threads);
void fl_scan_run_strips (gpointer data, gint64 begin, gint64 end);

G_END_DECLS
