/* What lies over a memory picture: the selection and its related nodes, arrows to former owners, reuse that
 * was refused, the step that is looked at. */
#include <cairo.h>
#include <math.h>

#include "fl-memory-picture-paint-private.h"

/* A ring in two tones, so that it is seen on any fill. */
static void
draw_ring (const FlMemoryBrush *brush, guint position, double width, guint32 color)
{
  FlBox box = fl_memory_view_get_box (brush->view, brush->picture, position);

  box = (FlBox) { box.x, box.y, MAX (box.width, 3), MAX (box.height, 3) };
  cairo_set_dash (brush->cr, NULL, 0, 0);
  fl_memory_brush_trace_box (brush, box);
  fl_memory_brush_set_color (brush, brush->theme->canvas, 1);
  cairo_set_line_width (brush->cr, width + 2);
  cairo_stroke_preserve (brush->cr);
  fl_memory_brush_set_color (brush, color, 1);
  cairo_set_line_width (brush->cr, width);
  cairo_stroke (brush->cr);
}

static void
draw_lit (const FlMemoryBrush *brush)
{
  for (guint i = 0; brush->paint->lit && i < brush->picture->map->n_boxes; i++)
    if (brush->paint->lit[i])
      draw_ring (brush, i, 2, brush->theme->selection);
}

static double
clamp_y (const FlMemoryBrush *brush, double y)
{
  return CLAMP (y, brush->view->plot.y, brush->view->plot.y + brush->view->plot.height);
}

/* From the start of the taker back to the end of whom it took the memory from. */
static void
draw_arrow (const FlMemoryBrush *brush, guint taker, guint former)
{
  FlBox to = fl_memory_view_get_box (brush->view, brush->picture, former),
        from = fl_memory_view_get_box (brush->view, brush->picture, taker);
  double x0 = from.x, y0 = clamp_y (brush, from.y + from.height / 2), x1 = to.x + to.width,
         y1 = clamp_y (brush, to.y + to.height / 2);
  double bend = MAX (x0 - x1, 0) / 2;

  /* Where they touch, the arrow would have no length: it reaches into both. */
  if (x0 - x1 < 14)
    {
      x0 += MIN (from.width / 2, 18);
      x1 -= MIN (to.width / 2, 18);
    }
  fl_memory_brush_set_color (brush, fl_edge_look_get_color (FL_EDGE_REUSE, brush->paint->dark), 1);
  fl_memory_brush_set_stroke (brush, FL_STROKE_DASH_DOT, 2);
  cairo_move_to (brush->cr, x0, y0);
  cairo_curve_to (brush->cr, x0 - bend, y0, x1 + bend, y1, x1, y1);
  cairo_stroke (brush->cr);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_move_to (brush->cr, x1, y1);
  cairo_rel_line_to (brush->cr, 8, -4.5);
  cairo_rel_line_to (brush->cr, 0, 9);
  cairo_close_path (brush->cr);
  cairo_fill (brush->cr);
}

static void
draw_former (const FlMemoryBrush *brush, gint32 box)
{
  const guint n_most = 64; /* a chain may be long */

  for (guint i = 0; box >= 0 && i < n_most && brush->picture->boxes[box].former >= 0; i++)
    {
      draw_arrow (brush, (guint) box, (guint) brush->picture->boxes[box].former);
      box = brush->picture->boxes[box].former;
    }
}

/* Where the selected buffer would have lain, had it been given that memory. */
static void
draw_refused (const FlMemoryBrush *brush)
{
  const FlMemoryMap *map = brush->picture->map;
  gint32 selected = brush->paint->selected;
  guint32 color = fl_edge_look_get_color (FL_EDGE_REFUSED, brush->paint->dark);

  for (guint i = 0; selected >= 0 && i < map->n_arrows; i++)
    {
      const FlMapArrow *arrow = &map->arrows[i];
      FlBox box, there;

      if (arrow->kind != FL_MAP_REFUSED || (gint32) arrow->to != selected || map->boxes[arrow->from].offset < 0)
        continue;
      if (brush->paint->partner >= 0 && (gint32) arrow->from != brush->paint->partner)
        continue;
      box = fl_memory_view_get_box (brush->view, brush->picture, (guint) selected);
      there = fl_memory_view_get_box (brush->view, brush->picture, arrow->from);
      box.y = there.y + there.height - box.height;
      fl_memory_brush_trace_box (brush, box);
      fl_memory_brush_set_color (brush, color, 1);
      fl_memory_brush_set_stroke (brush, FL_STROKE_LONG_DASH, 2);
      cairo_stroke (brush->cr);
      cairo_set_dash (brush->cr, NULL, 0, 0);
      if (box.height > 12)
        fl_memory_brush_draw_text (brush, arrow->reason, box.x + 5, box.y + box.height - 5, MAX (box.width, 240));
    }
}

static void
draw_step (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  double x0, x1, bottom = view->plot.y + view->plot.height;

  if (brush->paint->step < 0 || (guint) brush->paint->step >= brush->picture->map->n_steps)
    return;
  x0 = fl_memory_view_get_x (view, brush->paint->step);
  x1 = fl_memory_view_get_x (view, brush->paint->step + 1.0);
  if (x1 < view->plot.x || x0 > view->plot.x + view->plot.width)
    return;
  x0 = MAX (x0, view->plot.x);
  x1 = MIN (MAX (x1, x0 + 1), view->plot.x + view->plot.width);
  if (view->strip.height > 0)
    bottom = view->strip.y + view->strip.height;
  cairo_rectangle (brush->cr, x0, view->plot.y, x1 - x0, bottom - view->plot.y);
  fl_memory_brush_set_color (brush, brush->theme->selection, 0.13);
  cairo_fill (brush->cr);
  fl_memory_brush_set_color (brush, brush->theme->selection, 0.9);
  cairo_set_line_width (brush->cr, 1);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_move_to (brush->cr, floor ((x0 + x1) / 2) + 0.5, view->plot.y);
  cairo_line_to (brush->cr, floor ((x0 + x1) / 2) + 0.5, bottom);
  cairo_stroke (brush->cr);
  /* A handle above, that also marks the step where it is a pixel wide. */
  cairo_move_to (brush->cr, (x0 + x1) / 2 - 5, view->plot.y - 5);
  cairo_rel_line_to (brush->cr, 10, 0);
  cairo_rel_line_to (brush->cr, -5, 6);
  cairo_close_path (brush->cr);
  cairo_fill (brush->cr);
}

void
fl_memory_picture_paint_marks (cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                               const FlMemoryPaint *paint)
{
  FlMemoryBrush brush;

  cairo_save (cr);
  fl_memory_brush_init (&brush, cr, picture, view, paint);
  draw_step (&brush);
  cairo_rectangle (cr, view->plot.x - 2, view->plot.y - 2, view->plot.width + 4, view->plot.height + 4);
  cairo_clip (cr);
  draw_lit (&brush);
  if (paint->hovered >= 0 && paint->hovered != paint->selected)
    draw_ring (&brush, (guint) paint->hovered, 1.5, brush.theme->hover);
  draw_refused (&brush);
  if (paint->hovered >= 0)
    draw_former (&brush, paint->hovered);
  draw_former (&brush, paint->selected);
  if (paint->partner >= 0)
    draw_ring (&brush, (guint) paint->partner, 3, fl_edge_look_get_color (FL_EDGE_MUTATION, paint->dark));
  if (paint->selected >= 0)
    draw_ring (&brush, (guint) paint->selected, 3, brush.theme->selection);
  cairo_restore (cr);
}
