/* Shape: the outline of a box of each kind as a short path, for cairo and for SVG alike; and the space its text may
 * use. */
#pragma once

#include "fl-scene.h"

G_BEGIN_DECLS

typedef enum
{
  FL_PATH_MOVE,
  FL_PATH_LINE,
  FL_PATH_CURVE, /* three points */
  FL_PATH_CLOSE
} FlPathOp;

enum
{
  FL_SHAPE_MAX_STEPS = 24
};

typedef struct
{
  FlPathOp op;
  FlPoint points[3];
} FlPathStep;

typedef struct
{
  guint n_steps;
  FlPathStep steps[FL_SHAPE_MAX_STEPS];
} FlShape;

/* The outline of a box that looks like this. */
void fl_shape_init (FlShape *shape, FlLook look, const FlBox *box);
/* A rectangle with round corners. */
void fl_shape_init_rounded (FlShape *shape, const FlBox *box, double radius);
/* Space that the outline takes from the text on each side, beyond the padding. */
double fl_shape_get_inset (FlLook look);

G_END_DECLS
