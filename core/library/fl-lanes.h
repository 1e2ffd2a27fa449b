/* Lanes of up to three tensors along one dimension, as scans, sorts and scatters go through them. */
#pragma once

#include "fl-library-op.h"

G_BEGIN_DECLS

enum
{
  FL_LANE_VIEWS = 3
};

typedef struct
{
  FlWorkView views[FL_LANE_VIEWS];             /* an absent tensor is all zeros */
  gint64 length, steps[FL_LANE_VIEWS];         /* along a lane */
  gint64 columns, column_steps[FL_LANE_VIEWS]; /* lanes that are gone through side by side; 1: there are none */
  gint64 n;                                    /* lanes, those side by side counted once */
  guint n_dims;                                /* of which lanes are numbered, the last one fastest */
  gint64 sizes[FL_MAX_DIMS], strides[FL_LANE_VIEWS][FL_MAX_DIMS];
} FlLanes;

/* Numbers the lanes of the views, which the caller has set. A tensor without dimensions is one lane of one
 * element. across: the dimension that is gone through side by side; G_MAXUINT: none. */
void fl_lanes_open (FlLanes *lanes, const gint64 *sizes, guint n_dims, guint dim, guint across);
/* Tells where a lane begins in each tensor, in elements. */
void fl_lanes_find (const FlLanes *lanes, gint64 lane, gint64 starts[FL_LANE_VIEWS]);

G_END_DECLS
