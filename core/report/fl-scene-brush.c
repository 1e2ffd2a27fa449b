/* The brush of the painter: colours, strokes, shapes and lines of text. */
#include "fl-scene-paint-private.h"

void
fl_brush_set_color (FlBrush *brush, guint32 color, double alpha)
{
  fl_color_set (brush->cr, color, alpha);
}

void
fl_brush_set_stroke (FlBrush *brush, FlStroke stroke, double width)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (stroke, width, dashes);

  cairo_set_line_width (brush->cr, width);
  cairo_set_dash (brush->cr, dashes, (int) n, 0);
}

void
fl_brush_trace_shape (FlBrush *brush, const FlShape *shape)
{
  cairo_new_path (brush->cr);
  for (guint i = 0; i < shape->n_steps; i++)
    {
      const FlPoint *p = shape->steps[i].points;

      switch (shape->steps[i].op)
        {
        case FL_PATH_MOVE: cairo_move_to (brush->cr, p[0].x, p[0].y); break;
        case FL_PATH_LINE: cairo_line_to (brush->cr, p[0].x, p[0].y); break;
        case FL_PATH_CURVE: cairo_curve_to (brush->cr, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y); break;
        case FL_PATH_CLOSE: cairo_close_path (brush->cr); break;
        }
    }
}

gboolean
fl_brush_sees (const FlBrush *brush, double x, double y, double width, double height)
{
  const FlBox *v = &brush->visible;

  return v->width <= 0 || (x <= v->x + v->width && x + width >= v->x && y <= v->y + v->height && y + height >= v->y);
}

void
fl_brush_draw_text (FlBrush *brush, const char *text, const FlTextSpot *spot)
{
  PangoLayoutLine *line;
  int width;

  pango_font_description_set_weight (brush->font, spot->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size (brush->font, spot->size * PANGO_SCALE);
  pango_layout_set_font_description (brush->layout, brush->font);
  pango_layout_set_width (brush->layout, spot->max_width > 0 ? (int) (spot->max_width * PANGO_SCALE) : -1);
  pango_layout_set_text (brush->layout, text, -1);
  line = pango_layout_get_line_readonly (brush->layout, 0);
  if (line == NULL)
    return;
  pango_layout_get_size (brush->layout, &width, NULL);
  cairo_move_to (brush->cr, spot->centered ? spot->x - (double) width / PANGO_SCALE / 2 : spot->x, spot->y);
  pango_cairo_show_layout_line (brush->cr, line);
}
