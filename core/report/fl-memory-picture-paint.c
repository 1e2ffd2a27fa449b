/* The painter of memory pictures: axes, boxes, levels and the bytes alive. */
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "fl-memory-picture-paint-private.h"
#include "fl-text.h"

enum
{
  LIVE_FROM = 140 /* in less height, a curve among the boxes would only hide them */
};

/* --- axes ------------------------------------------------------------------------------------ */

static void
draw_byte_axis (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  double tick = fl_memory_view_get_byte_tick (view);

  for (double at = ceil (view->bytes / tick) * tick; at <= view->bytes + view->bytes_span; at += tick)
    {
      double y = floor (fl_memory_view_get_y (view, at)) + 0.5;
      g_autofree char *text = fl_text_dup_bytes ((guint64) MAX (at, 0));
      cairo_text_extents_t extents;

      if (at < 0)
        continue;
      fl_memory_brush_set_color (brush, brush->theme->text, 0.1);
      cairo_set_line_width (brush->cr, 1);
      cairo_move_to (brush->cr, view->plot.x, y);
      cairo_line_to (brush->cr, view->plot.x + view->plot.width, y);
      cairo_stroke (brush->cr);
      fl_memory_brush_set_color (brush, brush->theme->secondary, 1);
      cairo_text_extents (brush->cr, text, &extents);
      fl_memory_brush_draw_text (brush, text, view->plot.x - 8 - extents.x_advance, y + 4, 200);
    }
}

static char *
dup_step_label (const FlMemoryMap *map, guint step)
{
  if (map->is_problem)
    return g_strdup (map->steps[step]);
  return step + 1 == map->n_steps ? g_strdup ("return") : g_strdup_printf ("%u", step);
}

static void
draw_step_axis (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  const FlMemoryMap *map = brush->picture->map;
  double tick = fl_memory_view_get_step_tick (view), y = view->height - 6, from = view->plot.x + 44;
  const char *name = map->is_problem ? "time" : "call";

  fl_memory_brush_set_color (brush, brush->theme->secondary, 1);
  fl_memory_brush_draw_text (brush, name, 8, y, 50);
  for (double at = MAX (ceil (view->step / tick) * tick, 0); at < map->n_steps && at < view->step + view->step_span;
       at += tick)
    {
      double x = fl_memory_view_get_x (view, at);
      g_autofree char *text = dup_step_label (map, (guint) at);
      cairo_text_extents_t extents;

      fl_memory_brush_set_color (brush, brush->theme->text, 0.25);
      cairo_set_line_width (brush->cr, 1);
      cairo_move_to (brush->cr, floor (x) + 0.5, view->plot.y + view->plot.height);
      cairo_rel_line_to (brush->cr, 0, 4);
      cairo_stroke (brush->cr);
      cairo_text_extents (brush->cr, text, &extents);
      if (x < from - 44 || x + extents.x_advance > view->width)
        continue;
      fl_memory_brush_set_color (brush, brush->theme->secondary, 1);
      fl_memory_brush_draw_text (brush, text, x + 3, y, 90);
    }
}

/* --- levels and curves ----------------------------------------------------------------------- */

static void
draw_levels (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  FlMemoryLevel levels[4];
  guint n = fl_memory_picture_list_levels (brush->picture, brush->paint->dark, levels);
  double right = view->plot.x + view->plot.width;

  for (guint i = 0; i < n; i++)
    {
      double y = floor (fl_memory_view_get_y (view, (double) levels[i].bytes)) + 0.5;
      cairo_text_extents_t extents;

      cairo_text_extents (brush->cr, levels[i].text, &extents);
      if (y >= view->plot.y - 1 && y <= view->plot.y + view->plot.height + 1)
        {
          fl_memory_brush_set_color (brush, levels[i].color, 1);
          fl_memory_brush_set_stroke (brush, levels[i].stroke, levels[i].width);
          cairo_move_to (brush->cr, view->plot.x, y);
          cairo_line_to (brush->cr, view->plot.x + view->plot.width, y);
          cairo_stroke (brush->cr);
          /* Words above the plot, from right to left, each in its line's colour. */
          right -= extents.x_advance;
          if (right > view->plot.x)
            fl_memory_brush_draw_text (brush, levels[i].text, right, view->plot.y - 6, 400);
          right -= 18;
        }
      g_free (levels[i].text);
    }
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

/* The most of the steps that one column of pixels shows. */
static gint64
find_most (const FlMemoryBrush *brush, const gint64 *values, int column)
{
  const FlMemoryView *view = brush->view;
  const guint n = brush->picture->map->n_steps;
  double per_pixel = view->step_span / view->plot.width, at = view->step + column * per_pixel;
  guint from = (guint) CLAMP (at, 0, n - 1), to = (guint) CLAMP (ceil (at + per_pixel), from + 1, n);
  gint64 most = values[from];

  for (guint i = from + 1; i < to; i++)
    most = MAX (most, values[i]);
  return at < n ? most : 0;
}

typedef struct
{
  double base, per_byte; /* y of no bytes, and pixels of one */
  guint32 color;
  double fill; /* opacity below the line; 0: only the line */
} Curve;

/* One value a step: columns of whole pixels, which are drawn much faster than a line of as many
 * corners. Equal neighbours are one column. */
static void
draw_curve (const FlMemoryBrush *brush, const gint64 *values, Curve curve)
{
  const FlMemoryView *view = brush->view;
  int width = (int) view->plot.width;
  double last = curve.base;

  for (int column = 0, next; column < width; column = next)
    {
      double y = rint (curve.base - (double) find_most (brush, values, column) * curve.per_byte),
             x = rint (view->plot.x) + column, top = MIN (y, last), bottom = MAX (y, last);

      for (next = column + 1; next < width; next++)
        if (rint (curve.base - (double) find_most (brush, values, next) * curve.per_byte) != y)
          break;
      if (curve.fill > 0)
        {
          fl_memory_brush_set_color (brush, curve.color, curve.fill);
          cairo_rectangle (brush->cr, x, y, next - column, rint (curve.base) - y);
          cairo_fill (brush->cr);
        }
      fl_memory_brush_set_color (brush, curve.color, 1);
      cairo_rectangle (brush->cr, x, y, next - column, 1);
      cairo_rectangle (brush->cr, x, top, 1, bottom - top);
      cairo_fill (brush->cr);
      last = y;
    }
}

static void
draw_strip (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  const FlMemoryMap *map = brush->picture->map;
  double most = (double) MAX (MAX (map->live_bytes[map->peak_step], map->measured_peak_bytes), 1);
  Curve curve = { rint (view->strip.y + view->strip.height), view->strip.height / most, brush->theme->selection, 0.18 };

  draw_curve (brush, map->live_bytes, curve);
  if (map->measured_bytes)
    {
      curve.color = fl_edge_look_get_color (FL_EDGE_MUTATION, brush->paint->dark);
      curve.fill = 0;
      draw_curve (brush, map->measured_bytes, curve);
    }
  fl_memory_brush_set_color (brush, brush->theme->secondary, 1);
  fl_memory_brush_draw_text (brush, "alive", 8, curve.base - view->strip.height / 2 + 4, 60);
}

/* Where there is no room below, the bytes alive are a line among the boxes: offsets and sums have
 * one scale. */
static void
draw_live (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;

  draw_curve (brush, brush->picture->map->live_bytes,
              (Curve) { fl_memory_view_get_y (view, 0), view->plot.height / view->bytes_span, brush->theme->selection,
                        0 });
}

/* --- another plan ---------------------------------------------------------------------------- */

static void
draw_other (const FlMemoryBrush *brush)
{
  const FlMemoryPaint *paint = brush->paint;
  guint32 color = fl_mark_get_color (FL_MARK_THEIRS, paint->dark);

  for (guint i = 0; i < paint->n_changes; i++)
    {
      const FlMapChange *change = &paint->changes[i];
      FlBox box;

      if (change->old_box == G_MAXUINT || change->kind == FL_MAP_SAME
          || paint->other->map->boxes[change->old_box].offset < 0)
        continue;
      box = fl_memory_view_get_box (brush->view, paint->other, change->old_box);
      if (box.x > brush->view->width || box.x + box.width < 0 || box.y > brush->view->height || box.y + box.height < 0)
        continue;
      fl_memory_brush_trace_box (brush,
                                 (FlBox) { box.x + 1.5, box.y + 1.5, MAX (box.width - 3, 1), MAX (box.height - 3, 1) });
      fl_memory_brush_set_color (brush, color, 0.95);
      fl_memory_brush_set_stroke (brush, FL_STROKE_DASHED, paint->high_contrast ? 2.5 : 1.5);
      cairo_stroke (brush->cr);
    }
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

static void
draw_other_name (const FlMemoryBrush *brush)
{
  const FlMemoryPaint *paint = brush->paint;
  double x = brush->view->plot.x, y = brush->view->plot.y - 10;

  fl_memory_brush_set_color (brush, fl_mark_get_color (FL_MARK_THEIRS, paint->dark), 1);
  fl_memory_brush_set_stroke (brush, FL_STROKE_DASHED, 1.5);
  cairo_move_to (brush->cr, x, y);
  cairo_line_to (brush->cr, x + 22, y);
  cairo_stroke (brush->cr);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  fl_memory_brush_draw_text (brush, paint->other_name ? paint->other_name : paint->other->map->planner, x + 28, y + 4,
                             brush->view->plot.width / 3);
}

/* --- all ------------------------------------------------------------------------------------- */

void
fl_memory_picture_paint (cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                         const FlMemoryPaint *paint)
{
  FlMemoryBrush brush;

  cairo_save (cr);
  fl_memory_brush_init (&brush, cr, picture, view, paint);
  fl_memory_brush_set_color (&brush, brush.theme->canvas, 1);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_fill (cr);
  draw_byte_axis (&brush);
  draw_step_axis (&brush);
  cairo_save (cr);
  cairo_rectangle (cr, view->plot.x, view->plot.y, view->plot.width, view->plot.height);
  cairo_clip (cr);
  fl_memory_brush_draw_splits (&brush);
  fl_memory_brush_draw_boxes (&brush);
  if (paint->other)
    draw_other (&brush);
  if (view->strip.height <= 0 && view->plot.height > LIVE_FROM && picture->map->n_steps > 0)
    draw_live (&brush);
  cairo_restore (cr);
  if (view->strip.height > 0 && picture->map->n_steps > 0)
    draw_strip (&brush);
  if (paint->other)
    draw_other_name (&brush);
  draw_levels (&brush);
  cairo_restore (cr);
}
