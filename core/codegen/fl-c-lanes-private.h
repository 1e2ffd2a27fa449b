/* What lanes hold, and the words for it: shared by the files of fl-c-lanes.h. */
#pragma once

#include "fl-c-ops.h"

G_BEGIN_DECLS

/* What holds the values of a dtype. */
typedef enum
{
  FL_LANE_NONE,
  FL_LANE_TRUTH, /* fl_mask: -1 and 0 */
  FL_LANE_FLOAT, /* fl_vec */
  FL_LANE_I32,
  FL_LANE_I64,
  FL_LANE_F64,
  FL_N_LANE_KINDS
} FlLaneKind;

FlLaneKind fl_lane_kind_get (FlDtype dtype);
/* The spelling of an operation on integers or numbers of 64 bits, @ for i32 or i64; NULL: it has no such form. */
const char *fl_lane_kind_find_spelling (const FlBodyOp *op, const FlCValue *args);
const char *fl_lane_kind_get_doubles (FlScalar op);
/* From elements of one type to those of another, {0} or <0> for the vector. */
const char *fl_lane_kind_get_conversion (FlDtype from, FlDtype to);

G_END_DECLS
