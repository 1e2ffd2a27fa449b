/* The brush of the painter of memory pictures: colours, strokes, boxes and text. */
#include <cairo.h>

#include "fl-memory-picture-paint-private.h"

void
fl_memory_brush_init (FlMemoryBrush *brush, cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                      const FlMemoryPaint *paint)
{
  *brush = (FlMemoryBrush) { cr, picture, view, paint, fl_theme_get_info (paint->dark) };
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, fl_memory_font_size);
}

void
fl_memory_brush_set_color (const FlMemoryBrush *brush, guint32 color, double alpha)
{
  fl_color_set (brush->cr, color, alpha);
}

void
fl_memory_brush_set_stroke (const FlMemoryBrush *brush, FlStroke stroke, double width)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (stroke, MIN (width, 1.5), dashes);

  cairo_set_line_width (brush->cr, width);
  cairo_set_dash (brush->cr, dashes, (int) n, 0);
}

/* Text that is too long loses its end. Returns its width. */
double
fl_memory_brush_draw_text (const FlMemoryBrush *brush, const char *text, double x, double y, double max_width)
{
  g_autofree char *cut = NULL;
  cairo_text_extents_t extents;
  glong n = g_utf8_strlen (text, -1);

  cairo_text_extents (brush->cr, text, &extents);
  while (extents.x_advance > max_width && n > 2)
    {
      g_autofree char *start = NULL;

      n = MIN (n - 1, (glong) (n * max_width / extents.x_advance));
      if (n < 2)
        return 0;
      start = g_utf8_substring (text, 0, n - 1);
      g_free (cut);
      cut = g_strconcat (start, "…", NULL);
      cairo_text_extents (brush->cr, cut, &extents);
    }
  if (extents.x_advance > max_width)
    return 0;
  cairo_move_to (brush->cr, x, y);
  cairo_show_text (brush->cr, cut ? cut : text);
  cairo_new_path (brush->cr); /* text leaves a point behind */
  return extents.x_advance;
}

void
fl_memory_brush_trace_box (const FlMemoryBrush *brush, FlBox box)
{
  double r = box.width > 14 && box.height > 9 ? 3 : 0;

  cairo_new_path (brush->cr);
  if (r == 0)
    {
      cairo_rectangle (brush->cr, box.x, box.y, box.width, box.height);
      return;
    }
  cairo_arc (brush->cr, box.x + box.width - r, box.y + r, r, -G_PI / 2, 0);
  cairo_arc (brush->cr, box.x + box.width - r, box.y + box.height - r, r, 0, G_PI / 2);
  cairo_arc (brush->cr, box.x + r, box.y + box.height - r, r, G_PI / 2, G_PI);
  cairo_arc (brush->cr, box.x + r, box.y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (brush->cr);
}
