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
static const double font_size = 11, small_font_size = 10;

void
fl_memory_brush_init (FlMemoryBrush *brush,
                      cairo_t *cr,
                      const FlMemoryPicture *picture,
                      const FlMemoryView *view,
                      const FlMemoryPaint *paint)
{
  *brush = (FlMemoryBrush){ cr, picture, view, paint, fl_theme_get_info (paint->dark) };
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, font_size);
}

void
fl_memory_brush_set_color (const FlMemoryBrush *brush, guint32 color, double alpha)
{
  cairo_set_source_rgba (brush->cr, ((color >> 16) & 0xff) / 255.0, ((color >> 8) & 0xff) / 255.0,
                         (color & 0xff) / 255.0, alpha);
}

void
fl_memory_brush_set_stroke (const FlMemoryBrush *brush, FlStroke stroke, double width)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (stroke, MIN (width, 1.5), dashes);

  cairo_set_line_width (brush->cr, width);
  cairo_set_dash (brush->cr, dashes, (int) n, 0);
}

static gboolean
fits (const FlMemoryBrush *brush, const char *text, double width)
{
  cairo_text_extents_t extents;

  cairo_text_extents (brush->cr, text, &extents);
  return extents.x_advance <= width;
}

/* Text that is too long loses its end. Returns its width. */
double
fl_memory_brush_draw_text (const FlMemoryBrush *brush,
                           const char *text,
                           double x,
                           double y,
                           double max_width)
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

/* --- axes ------------------------------------------------------------------------------------ */

static void
draw_byte_axis (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  double tick = fl_memory_view_get_byte_tick (view);

  for (double at = ceil (view->bytes / tick) * tick; at <= view->bytes + view->bytes_span;
       at += tick)
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
  for (double at = MAX (ceil (view->step / tick) * tick, 0);
       at < map->n_steps && at < view->step + view->step_span; at += tick)
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

/* --- boxes ----------------------------------------------------------------------------------- */

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
  used = fl_memory_brush_draw_text (brush, facts->name, left,
                                    top + MIN ((bottom - top) / 2 + 4, 14), right - left);
  size = fl_text_dup_bytes ((guint64) MAX (facts->size_bytes, 0));
  cairo_set_font_size (brush->cr, small_font_size);
  fl_memory_brush_set_color (brush, brush->theme->text, 0.75);
  if (used > 0 && bottom - top > 30
      && fits (brush, size, right - left)) /* half a number says something else */
    fl_memory_brush_draw_text (brush, size, left, top + 27, right - left);
  else if (used > 0 && bottom - top <= 30 && fits (brush, size, right - left - used - 7))
    fl_memory_brush_draw_text (brush, size, left + used + 7, top + MIN ((bottom - top) / 2 + 4, 14),
                               right - left - used - 7);
  cairo_set_font_size (brush->cr, font_size);
}

static void
draw_box (const FlMemoryBrush *brush, guint position)
{
  const FlPictureBox *drawn = &brush->picture->boxes[position];
  FlBox box = fl_memory_view_get_box (brush->view, brush->picture, position);
  FlColorPair colors = fl_look_get_colors (drawn->look, brush->paint->dark);
  gboolean is_large = box.width > 5 && box.height > 5;

  if (is_large) /* neighbours stay apart */
    box = (FlBox){ box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1 };
  if (drawn->tenure == FL_TENURE_SLICE && is_large)
    box = (FlBox){ box.x + 1.5, box.y + 1.5, MAX (box.width - 3, 1), MAX (box.height - 3, 1) };
  fl_memory_brush_trace_box (brush, box);
  if (!brush->paint->high_contrast)
    {
      fl_memory_brush_set_color (brush, colors.fill, 1);
      cairo_fill_preserve (brush->cr);
    }
  fl_memory_brush_set_color (brush,
                             brush->paint->high_contrast ? brush->theme->text : colors.stroke, 1);
  fl_memory_brush_set_stroke (brush,
                              drawn->tenure == FL_TENURE_SLICE ? FL_STROKE_DOTTED : FL_STROKE_SOLID,
                              brush->paint->high_contrast ? 2 : (is_large ? 1.2 : 0.6));
  cairo_stroke (brush->cr);
  if (!is_large)
    return;
  if (drawn->tenure == FL_TENURE_REUSED || drawn->tenure == FL_TENURE_INPLACE)
    hatch (brush, box, brush->paint->high_contrast ? brush->theme->text : colors.stroke);
  if (drawn->tenure == FL_TENURE_INPLACE)
    draw_seam (brush, box, colors.stroke);
  draw_words (brush, box, position);
}

/* What cannot be told apart: a grey heap with its number. */
static void
draw_heap (const FlMemoryBrush *brush, const FlMemoryHeap *heap)
{
  FlBox box = { heap->box.x, heap->box.y, MAX (heap->box.width, 1.5), MAX (heap->box.height, 1.5) };
  FlColorPair colors = fl_look_get_colors (FL_LOOK_BUFFER, brush->paint->dark);
  g_autofree char *text = NULL;

  cairo_rectangle (brush->cr, box.x, box.y, box.width, box.height);
  fl_memory_brush_set_color (brush, colors.stroke, heap->n > 1 ? 0.35 : 0.7);
  cairo_fill (brush->cr);
  if (heap->n < 2 || box.width < 22 || box.height < 9)
    return;
  text = g_strdup_printf ("%u", heap->n);
  cairo_set_font_size (brush->cr, small_font_size);
  fl_memory_brush_set_color (brush, brush->theme->text, 1);
  fl_memory_brush_draw_text (brush, text, box.x + 3, box.y + box.height / 2 + 4, box.width - 4);
  cairo_set_font_size (brush->cr, font_size);
}

static void
draw_boxes (const FlMemoryBrush *brush)
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

/* Steps of one value each, as a line in a range of heights. Not more points than pixels. */
static void
trace_curve (const FlMemoryBrush *brush, const gint64 *values, double base, double per_byte)
{
  const FlMemoryView *view = brush->view;
  const guint n = brush->picture->map->n_steps;
  guint from = (guint) CLAMP (floor (view->step), 0, n),
        to = (guint) CLAMP (ceil (view->step + view->step_span), 0, n);
  guint stride = MAX (1u, (guint) ((to - from) / MAX (view->plot.width * 2, 1)));

  for (guint i = from; i < to; i += stride)
    {
      gint64 most = 0;

      for (guint k = i; k < MIN (i + stride, to); k++)
        most = MAX (most, values[k]);
      cairo_line_to (brush->cr,
                     CLAMP (fl_memory_view_get_x (view, i), view->plot.x,
                            view->plot.x + view->plot.width),
                     base - (double) most * per_byte);
      cairo_line_to (brush->cr,
                     CLAMP (fl_memory_view_get_x (view, MIN (i + stride, to)), view->plot.x,
                            view->plot.x + view->plot.width),
                     base - (double) most * per_byte);
    }
}

static void
draw_strip (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  const FlMemoryMap *map = brush->picture->map;
  double base = view->strip.y + view->strip.height,
         most = (double) MAX (map->live_bytes[map->peak_step], 1);
  double per_byte;

  most = MAX (most, (double) map->measured_peak_bytes);
  per_byte = view->strip.height / most;
  cairo_new_path (brush->cr);
  cairo_move_to (brush->cr, view->plot.x, base);
  trace_curve (brush, map->live_bytes, base, per_byte);
  cairo_line_to (brush->cr, view->plot.x + view->plot.width, base);
  cairo_close_path (brush->cr);
  fl_memory_brush_set_color (brush, brush->theme->selection, 0.18);
  cairo_fill (brush->cr);
  trace_curve (brush, map->live_bytes, base, per_byte);
  fl_memory_brush_set_color (brush, brush->theme->selection, 1);
  fl_memory_brush_set_stroke (brush, FL_STROKE_SOLID, 1.2);
  cairo_stroke (brush->cr);
  if (map->measured_bytes)
    {
      trace_curve (brush, map->measured_bytes, base, per_byte);
      fl_memory_brush_set_color (brush,
                                 fl_edge_look_get_color (FL_EDGE_MUTATION, brush->paint->dark), 1);
      fl_memory_brush_set_stroke (brush, FL_STROKE_DASH_DOT, 1.5);
      cairo_stroke (brush->cr);
      cairo_set_dash (brush->cr, NULL, 0, 0);
    }
  fl_memory_brush_set_color (brush, brush->theme->secondary, 1);
  fl_memory_brush_draw_text (brush, "alive", 8, base - view->strip.height / 2 + 4, 60);
}

/* Where there is no room below, the bytes alive are a line among the boxes: offsets and sums have
 * one scale. */
static void
draw_live (const FlMemoryBrush *brush)
{
  const FlMemoryView *view = brush->view;
  const FlMemoryMap *map = brush->picture->map;
  double per_byte = view->plot.height / view->bytes_span;

  cairo_new_path (brush->cr);
  trace_curve (brush, map->live_bytes, fl_memory_view_get_y (view, 0), per_byte);
  fl_memory_brush_set_color (brush, brush->theme->selection, 0.75);
  fl_memory_brush_set_stroke (brush, FL_STROKE_SOLID, 1.3);
  cairo_stroke (brush->cr);
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
      if (box.x > brush->view->width || box.x + box.width < 0 || box.y > brush->view->height
          || box.y + box.height < 0)
        continue;
      fl_memory_brush_trace_box (brush, (FlBox){ box.x + 1.5, box.y + 1.5, MAX (box.width - 3, 1),
                                                 MAX (box.height - 3, 1) });
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
  fl_memory_brush_draw_text (brush,
                             paint->other_name ? paint->other_name : paint->other->map->planner,
                             x + 28, y + 4, brush->view->plot.width / 3);
}

/* --- all ------------------------------------------------------------------------------------- */

void
fl_memory_picture_paint (cairo_t *cr,
                         const FlMemoryPicture *picture,
                         const FlMemoryView *view,
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
  draw_boxes (&brush);
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
