/* The painter of memory pictures: the boxes, and the heaps of those too small to be seen. */
#include <cairo.h>
#include <math.h>

#include "fl-memory-picture-paint-private.h"
#include "fl-text.h"

enum
{
  SMALL_WIDTH = 16, /* in less there is no room for words */
  SMALL_HEIGHT = 12
};

static gboolean
fits (const FlMemoryBrush *brush, const char *text, double width)
{
  cairo_text_extents_t extents;

  cairo_text_extents (brush->cr, text, &extents);
  return extents.x_advance <= width;
}

/* Below the boxes, so that what a split leaves free shows it: the deeper, the darker. Pools have a
 * solid outline, what lies one behind the other a dotted one, what follows one another a dashed
 * one. */
static void
draw_split (const FlMemoryBrush *brush, const FlPictureSplit *split)
{
  const FlMemoryView *view = brush->view;
  guint32 color = fl_edge_look_get_color (FL_EDGE_REUSE, brush->paint->dark);
  double inset = MIN (split->depth, 8) * 1.5, x = fl_memory_view_get_x (view, split->begin) + inset,
         y = fl_memory_view_get_y (view, (double) (split->offset + split->size_bytes)) + inset,
         width = fl_memory_view_get_x (view, split->end) - inset - x,
         height = fl_memory_view_get_y (view, (double) split->offset) - inset - y;

  if (width < 4 || height < 4)
    return;
  fl_memory_brush_trace_box (brush, (FlBox) { x, y, width, height });
  if (!brush->paint->high_contrast)
    {
      fl_memory_brush_set_color (brush, color, 0.045);
      cairo_fill_preserve (brush->cr);
    }
  fl_memory_brush_set_color (brush, color, split->depth == 0 ? 1 : 0.75);
  fl_memory_brush_set_stroke (brush,
                              split->kind == FL_POOL_NODE_SPATIAL ? FL_STROKE_DOTTED
                              : split->depth == 0                 ? FL_STROKE_SOLID
                                                                  : FL_STROKE_DASHED,
                              split->depth == 0 ? 2 : 1);
  cairo_stroke (brush->cr);
}

void
fl_memory_brush_draw_splits (const FlMemoryBrush *brush)
{
  for (guint i = 0; i < brush->picture->n_splits; i++)
    if (brush->picture->splits[i].kind == FL_POOL_NODE_SPATIAL || brush->picture->splits[i].n_parts > 1
        || brush->picture->splits[i].depth == 0)
      draw_split (brush, &brush->picture->splits[i]);
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

/* The names stand over the boxes. */
static void
draw_pool_names (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;

  for (guint i = 0; i < brush->picture->n_splits; i++)
    {
      const FlPictureSplit *split = &brush->picture->splits[i];
      double x, y = fl_memory_view_get_y (view, (double) (split->offset + split->size_bytes));
      g_autofree char *text = split->depth == 0 ? g_strdup_printf ("pool %u", split->pool) : NULL;
      cairo_text_extents_t extents;

      if (!text || fl_memory_view_get_y (view, (double) split->offset) - y < 14)
        continue;
      cairo_text_extents (brush->cr, text, &extents);
      x = view->plot.x + view->plot.width - extents.x_advance - 6;
      fl_memory_brush_set_color (brush, brush->theme->canvas, 0.85); /* there may be a box below */
      cairo_rectangle (brush->cr, x - 4, y + 3, extents.x_advance + 8, 14);
      cairo_fill (brush->cr);
      fl_memory_brush_set_color (brush, fl_edge_look_get_color (FL_EDGE_REUSE, brush->paint->dark), 1);
      fl_memory_brush_draw_text (brush, text, x, y + 14, 90);
    }
}

/* Slanted lines, 6 pixels apart. */
static void
hatch (const FlMemoryBrush *brush, FlBox box, guint32 color)
{
  const double step = 6;

  cairo_save (brush->cr);
  cairo_rectangle (brush->cr, box.x, box.y, box.width, box.height);
  cairo_clip (brush->cr);
  for (double x = floor ((box.x - box.height) / step) * step; x < box.x + box.width; x += step)
    {
      cairo_move_to (brush->cr, x, box.y + box.height);
      cairo_line_to (brush->cr, x + box.height, box.y);
    }
  fl_memory_brush_set_color (brush, color, 0.3);
  cairo_set_line_width (brush->cr, 1);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
}

/* Where one buffer is written over another: a double line at its beginning. */
static void
draw_seam (const FlMemoryBrush *brush, FlBox box, guint32 color)
{
  fl_memory_brush_set_color (brush, color, 1);
  cairo_set_line_width (brush->cr, 1);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  for (double x = box.x + 3; x < box.x + 7 && x < box.x + box.width; x += 3)
    {
      cairo_move_to (brush->cr, floor (x) + 0.5, box.y);
      cairo_rel_line_to (brush->cr, 0, box.height);
    }
  cairo_stroke (brush->cr);
}

static void
draw_words (const FlMemoryBrush *brush, FlBox box, guint position)
{
  const FlMapBox *facts = &brush->picture->map->boxes[position];
  double left = MAX (box.x, brush->view->plot.x) + 6, top = MAX (box.y, brush->view->plot.y),
         right = MIN (box.x + box.width, brush->view->plot.x + brush->view->plot.width) - 4,
         bottom = MIN (box.y + box.height, brush->view->plot.y + brush->view->plot.height), used;
  g_autofree char *size = NULL;

  if (brush->picture->boxes[position].tenure == FL_TENURE_INPLACE)
    left += 5;
  if (right - left < 16 || bottom - top < 12)
    return;
  fl_memory_brush_set_color (brush, brush->theme->text, 1);
  used = fl_memory_brush_draw_text (brush, facts->name, left, top + MIN ((bottom - top) / 2 + 4, 14), right - left);
  size = fl_text_dup_bytes ((guint64) MAX (facts->size_bytes, 0));
  cairo_set_font_size (brush->cr, fl_memory_small_font_size);
  fl_memory_brush_set_color (brush, brush->theme->text, 0.75);
  if (used > 0 && bottom - top > 30 && fits (brush, size, right - left)) /* half a number says something else */
    fl_memory_brush_draw_text (brush, size, left, top + 27, right - left);
  else if (used > 0 && bottom - top <= 30 && fits (brush, size, right - left - used - 7))
    fl_memory_brush_draw_text (brush, size, left + used + 7, top + MIN ((bottom - top) / 2 + 4, 14),
                               right - left - used - 7);
  cairo_set_font_size (brush->cr, fl_memory_font_size);
}

/* On whole pixels, which costs a tenth of anything else: what has no room for words is drawn so. */
static void
fill_pixels (const FlMemoryBrush *brush, double x0, double y0, double x1, double y1)
{
  cairo_rectangle (brush->cr, x0, y0, x1 - x0, y1 - y0);
  cairo_fill (brush->cr);
}

static void
draw_small_box (const FlMemoryBrush *brush, FlBox box, FlColorPair colors)
{
  const FlBox *plot = &brush->view->plot;
  double x0 = rint (MAX (box.x, plot->x - 2)), y0 = rint (MAX (box.y, plot->y - 2)),
         x1 = MAX (rint (MIN (box.x + box.width, plot->x + plot->width + 2)), x0 + 1),
         y1 = MAX (rint (MIN (box.y + box.height, plot->y + plot->height + 2)), y0 + 1);
  double right = x1 - x0 > 5 ? 1 : 0, bottom = y1 - y0 > 5 ? 1 : 0; /* lines on two sides tell neighbours apart, too */
  gboolean high = brush->paint->high_contrast;

  fl_memory_brush_set_color (brush, high ? brush->theme->text : colors.stroke, 1);
  fill_pixels (brush, x0, y0, x1, y1);
  if (x1 - x0 < 3 || y1 - y0 < 3)
    return;
  fl_memory_brush_set_color (brush, high ? brush->theme->canvas : colors.fill, 1);
  fill_pixels (brush, x0 + 1, y0 + 1, x1 - right, y1 - bottom);
}

static void
draw_large_box (const FlMemoryBrush *brush, FlBox box, guint position, FlColorPair colors)
{
  const FlPictureBox *drawn = &brush->picture->boxes[position];
  gboolean is_slice = drawn->tenure == FL_TENURE_SLICE, high = brush->paint->high_contrast;

  box = (FlBox) { box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1 }; /* neighbours stay apart */
  if (is_slice)
    box = (FlBox) { box.x + 1.5, box.y + 1.5, box.width - 3, box.height - 3 };
  fl_memory_brush_trace_box (brush, box);
  if (!high)
    {
      fl_memory_brush_set_color (brush, colors.fill, 1);
      cairo_fill_preserve (brush->cr);
    }
  fl_memory_brush_set_color (brush, high ? brush->theme->text : colors.stroke, 1);
  fl_memory_brush_set_stroke (brush, is_slice ? FL_STROKE_DOTTED : FL_STROKE_SOLID, high ? 2 : 1.2);
  cairo_stroke (brush->cr);
  if (drawn->tenure == FL_TENURE_REUSED || drawn->tenure == FL_TENURE_INPLACE)
    hatch (brush, box, high ? brush->theme->text : colors.stroke);
  if (drawn->tenure == FL_TENURE_INPLACE)
    draw_seam (brush, box, colors.stroke);
  draw_words (brush, box, position);
}

/* Still to be placed: where it is going to lie, and nothing more. */
static void
draw_waiting_box (const FlMemoryBrush *brush, FlBox box, FlColorPair colors)
{
  fl_memory_brush_trace_box (brush, (FlBox) { box.x + 1, box.y + 1, MAX (box.width - 2, 1), MAX (box.height - 2, 1) });
  fl_memory_brush_set_color (brush, brush->paint->high_contrast ? brush->theme->text : colors.stroke, 0.6);
  fl_memory_brush_set_stroke (brush, FL_STROKE_DOTTED, 1);
  cairo_stroke (brush->cr);
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

static void
draw_box (const FlMemoryBrush *brush, guint position)
{
  const FlPictureBox *drawn = &brush->picture->boxes[position];
  FlBox box = fl_memory_view_get_box (brush->view, brush->picture, position);
  FlColorPair colors = fl_look_get_colors (drawn->look, brush->paint->dark);

  if (drawn->is_waiting)
    {
      draw_waiting_box (brush, box, colors);
      if (box.width >= SMALL_WIDTH && box.height >= SMALL_HEIGHT)
        draw_words (brush, box, position);
      return;
    }
  if (box.width >= SMALL_WIDTH && box.height >= SMALL_HEIGHT)
    draw_large_box (brush, box, position, colors);
  else
    draw_small_box (brush, box, colors);
}

/* What cannot be told apart: a grey heap with its number. */
static void
draw_heap (const FlMemoryBrush *brush, const FlMemoryHeap *heap)
{
  FlBox box
      = { rint (heap->box.x), rint (heap->box.y), MAX (rint (heap->box.width), 1), MAX (rint (heap->box.height), 1) };
  FlColorPair colors = fl_look_get_colors (FL_LOOK_BUFFER, brush->paint->dark);
  g_autofree char *text = NULL;

  cairo_rectangle (brush->cr, box.x, box.y, box.width, box.height);
  fl_memory_brush_set_color (brush, colors.stroke, heap->n > 1 ? 0.35 : 0.7);
  cairo_fill (brush->cr);
  if (heap->n < 2 || box.width < 22 || box.height < 9)
    return;
  text = g_strdup_printf ("%u", heap->n);
  cairo_set_font_size (brush->cr, fl_memory_small_font_size);
  fl_memory_brush_set_color (brush, brush->theme->text, 1);
  fl_memory_brush_draw_text (brush, text, box.x + 3, box.y + box.height / 2 + 4, box.width - 4);
  cairo_set_font_size (brush->cr, fl_memory_font_size);
}

void
fl_memory_brush_draw_boxes (const FlMemoryBrush *brush)
{
  guint n = brush->picture->map->n_boxes;
  g_autofree guint8 *is_drawn = g_new0 (guint8, n + 1);
  g_autoptr (GArray) heaps = fl_memory_view_gather (brush->view, brush->picture, is_drawn);

  for (guint i = 0; i < heaps->len; i++)
    draw_heap (brush, &g_array_index (heaps, FlMemoryHeap, i));
  for (guint slices = 0; slices < 2; slices++) /* slices over what they are part of */
    for (guint i = 0; i < n; i++)
      if (is_drawn[i] && (brush->picture->boxes[i].tenure == FL_TENURE_SLICE) == slices)
        draw_box (brush, i);
  draw_pool_names (brush);
}
