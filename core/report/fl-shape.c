/* Shape: outlines of boxes. Slants are small, so that text stays where the eye expects it. */
#include "fl-shape.h"

enum
{
  RADIUS = 7,
  SLANT = 8
};

/* Length of a Bezier handle that makes a quarter circle of radius 1. */
static const double quarter = 0.5523;

static void
add (FlShape *shape, FlPathOp op, double x, double y)
{
  g_assert (shape->n_steps < FL_SHAPE_MAX_STEPS);
  shape->steps[shape->n_steps++] = (FlPathStep) { op, { { x, y } } };
}

static void
add_curve (FlShape *shape, double x1, double y1, double x2, double y2, double x3, double y3)
{
  g_assert (shape->n_steps < FL_SHAPE_MAX_STEPS);
  shape->steps[shape->n_steps++] = (FlPathStep) { FL_PATH_CURVE, { { x1, y1 }, { x2, y2 }, { x3, y3 } } };
}

void
fl_shape_init_rounded (FlShape *shape, const FlBox *box, double radius)
{
  double x = box->x, y = box->y, w = box->width, h = box->height;
  double r = MIN (radius, MIN (w, h) / 2);
  double k = r * (1 - quarter);

  shape->n_steps = 0;
  add (shape, FL_PATH_MOVE, x + r, y);
  add (shape, FL_PATH_LINE, x + w - r, y);
  add_curve (shape, x + w - k, y, x + w, y + k, x + w, y + r);
  add (shape, FL_PATH_LINE, x + w, y + h - r);
  add_curve (shape, x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
  add (shape, FL_PATH_LINE, x + r, y + h);
  add_curve (shape, x + k, y + h, x, y + h - k, x, y + h - r);
  add (shape, FL_PATH_LINE, x, y + r);
  add_curve (shape, x, y + k, x + k, y, x + r, y);
  add (shape, FL_PATH_CLOSE, 0, 0);
}

/* A polygon whose corners are softened by `radius`. */
static void
init_polygon (FlShape *shape, const FlPoint *corners, guint n, double radius)
{
  shape->n_steps = 0;
  for (guint i = 0; i < n; i++)
    {
      FlPoint before = corners[(i + n - 1) % n], at = corners[i], after = corners[(i + 1) % n];
      double to_before = MAX (ABS (before.x - at.x), ABS (before.y - at.y));
      double to_after = MAX (ABS (after.x - at.x), ABS (after.y - at.y));
      double a = to_before > 0 ? MIN (radius / to_before, 0.5) : 0;
      double b = to_after > 0 ? MIN (radius / to_after, 0.5) : 0;
      FlPoint in = { at.x + (before.x - at.x) * a, at.y + (before.y - at.y) * a };
      FlPoint out = { at.x + (after.x - at.x) * b, at.y + (after.y - at.y) * b };

      add (shape, i == 0 ? FL_PATH_MOVE : FL_PATH_LINE, in.x, in.y);
      add_curve (shape, (in.x + at.x) / 2, (in.y + at.y) / 2, (out.x + at.x) / 2, (out.y + at.y) / 2, out.x, out.y);
    }
  add (shape, FL_PATH_CLOSE, 0, 0);
}

static void
init_cylinder (FlShape *shape, const FlBox *box)
{
  double x = box->x, y = box->y, w = box->width, h = box->height, lip = 5;

  shape->n_steps = 0;
  add (shape, FL_PATH_MOVE, x, y + lip);
  add_curve (shape, x, y - lip * 0.35, x + w, y - lip * 0.35, x + w, y + lip);
  add (shape, FL_PATH_LINE, x + w, y + h - lip);
  add_curve (shape, x + w, y + h + lip * 0.35, x, y + h + lip * 0.35, x, y + h - lip);
  add (shape, FL_PATH_CLOSE, 0, 0);
}

void
fl_shape_init (FlShape *shape, FlLook look, const FlBox *box)
{
  double x = box->x, y = box->y, r = box->x + box->width, b = box->y + box->height;
  double s = SLANT, mid = box->y + box->height / 2;

  switch (look)
    {
    case FL_LOOK_INPUT:
    case FL_LOOK_OUTPUT:
      init_polygon (shape, (FlPoint[]) { { x + s, y }, { r, y }, { r - s, b }, { x, b } }, 4, 3);
      return;
    case FL_LOOK_CONSTANT:
      init_polygon (shape, (FlPoint[]) { { x + s, y }, { r - 9, y }, { r - 2, y + 9 }, { r - s, b }, { x, b } }, 5, 2);
      return;
    case FL_LOOK_REDUCTION:
      init_polygon (shape, (FlPoint[]) { { x, y }, { r, y }, { r - s, b }, { x + s, b } }, 4, 4);
      return;
    case FL_LOOK_VIEW:
      init_polygon (shape,
                    (FlPoint[]) { { x + s, y }, { r - s, y }, { r, mid }, { r - s, b }, { x + s, b }, { x, mid } }, 6,
                    3);
      return;
    case FL_LOOK_EXTERN:
    case FL_LOOK_TEMPLATE: fl_shape_init_rounded (shape, box, 1.5); return;
    case FL_LOOK_RANDOM:
      init_polygon (shape,
                    (FlPoint[]) { { x + s, y },
                                  { r - s, y },
                                  { r, y + s },
                                  { r, b - s },
                                  { r - s, b },
                                  { x + s, b },
                                  { x, b - s },
                                  { x, y + s } },
                    8, 2);
      return;
    case FL_LOOK_BUFFER: init_cylinder (shape, box); return;
    case FL_LOOK_POINTWISE:
    case FL_LOOK_FOLDED:
    case FL_LOOK_OPAQUE:
    case FL_N_LOOKS: break;
    }
  fl_shape_init_rounded (shape, box, RADIUS);
}

double
fl_shape_get_inset (FlLook look)
{
  switch (look)
    {
    case FL_LOOK_INPUT:
    case FL_LOOK_OUTPUT:
    case FL_LOOK_CONSTANT:
    case FL_LOOK_REDUCTION:
    case FL_LOOK_VIEW: return 6;
    case FL_LOOK_EXTERN:
    case FL_LOOK_TEMPLATE:
    case FL_LOOK_RANDOM: return 3;
    default: return 0;
    }
}
