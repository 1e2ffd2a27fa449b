/* The roofline as a picture, for the window and for files. */
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>

#include "fl-roofline.h"
#include "fl-picture-bytes.h"

enum
{
  LEFT = 58, /* room for the numbers */
  RIGHT = 18,
  TOP = 14,
  BOTTOM = 40,
  FILE_WIDTH = 720,
  FILE_HEIGHT = 420,
  MAX_POINTS = 96, /* points of kernels that labels keep off */
  MAX_LABELS = 160
};

static const double radius = 5.5, label_height = 14;

typedef struct
{
  const FlRoofline *it;
  const FlRooflinePaint *paint;
  const FlThemeInfo *theme;
  cairo_t *cr;
  guint n_labels;
  cairo_rectangle_t labels[MAX_LABELS]; /* where text stands already */
} Brush;

/* --- places ----------------------------------------------------------------------------------- */

static double
get_x (const FlRoofline *it, const FlRooflinePaint *paint, double intensity)
{
  return LEFT + (log10 (intensity) - it->left) / (it->right - it->left) * (paint->width - LEFT - RIGHT);
}

static double
get_y (const FlRoofline *it, const FlRooflinePaint *paint, double rate)
{
  return paint->height - BOTTOM - (log10 (rate) - it->bottom) / (it->top - it->bottom) * (paint->height - TOP - BOTTOM);
}

guint
fl_roofline_find (const FlRoofline *roofline, const FlRooflinePaint *paint, double x, double y, double reach)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < roofline->n_points; i++)
    {
      double distance = hypot (get_x (roofline, paint, roofline->points[i].intensity) - x,
                               get_y (roofline, paint, roofline->points[i].rate) - y);

      if (distance > reach)
        continue;
      reach = distance;
      found = i;
    }
  return found;
}

/* --- strokes and text ------------------------------------------------------------------------- */

static void
set_color (const Brush *brush, guint32 color, double alpha)
{
  fl_color_set (brush->cr, color, alpha);
}

static void
stroke_line (const Brush *brush, double x0, double y0, double x1, double y1, double width)
{
  cairo_move_to (brush->cr, x0, y0);
  cairo_line_to (brush->cr, x1, y1);
  cairo_set_line_width (brush->cr, width);
  cairo_stroke (brush->cr);
}

static PangoLayout *
new_layout (const Brush *brush, const char *text, int *width)
{
  PangoLayout *layout = pango_cairo_create_layout (brush->cr);
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell, sans-serif");

  pango_font_description_set_absolute_size (font, 11 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, width, NULL);
  return layout;
}

/* align: 0: x is its left end, 0.5: its middle, 1: its right end. y: its upper edge. */
static void
draw_text (const Brush *brush, const char *text, double x, double y, double align, double angle)
{
  int width;
  g_autoptr (PangoLayout) layout = new_layout (brush, text, &width);

  cairo_save (brush->cr);
  cairo_move_to (brush->cr, x, y);
  cairo_rotate (brush->cr, angle);
  cairo_rel_move_to (brush->cr, -align * width, 0);
  pango_cairo_show_layout (brush->cr, layout);
  cairo_restore (brush->cr);
}

static double
measure_text (const Brush *brush, const char *text)
{
  int width;
  g_autoptr (PangoLayout) layout = new_layout (brush, text, &width);

  return width;
}

static char *
dup_power (double exponent)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.10g", pow (10, exponent)));
}

/* --- axes and roofs --------------------------------------------------------------------------- */

static void
draw_axes (const Brush *brush)
{
  const FlRoofline *it = brush->it;
  double bottom = brush->paint->height - BOTTOM, right = brush->paint->width - RIGHT;

  for (double e = ceil (it->left); e <= it->right; e++)
    {
      double x = get_x (it, brush->paint, pow (10, e));
      g_autofree char *number = dup_power (e);

      set_color (brush, brush->theme->secondary, 0.22);
      stroke_line (brush, x, TOP, x, bottom, 1);
      set_color (brush, brush->theme->secondary, 1);
      draw_text (brush, number, x, bottom + 4, 0.5, 0);
    }
  for (double e = ceil (it->bottom); e <= it->top; e++)
    {
      double y = get_y (it, brush->paint, pow (10, e));
      g_autofree char *number = dup_power (e);

      set_color (brush, brush->theme->secondary, 0.22);
      stroke_line (brush, LEFT, y, right, y, 1);
      set_color (brush, brush->theme->secondary, 1);
      draw_text (brush, number, LEFT - 6, y - 8, 1, 0);
    }
  set_color (brush, brush->theme->text, 1);
  draw_text (brush, "operations per byte moved", (LEFT + right) / 2, bottom + 20, 0.5, 0);
  draw_text (brush, "GFLOP/s", 4, (TOP + bottom) / 2, 0.5, -G_PI_2);
}

/* Text that comes later keeps off. */
static void
occupy (Brush *brush, double x, double y, double width, double height)
{
  if (brush->n_labels < MAX_LABELS)
    brush->labels[brush->n_labels++] = (cairo_rectangle_t) { x, y, width, height };
}

/* Text along a slope, as boxes one behind the other. */
static void
occupy_slope (Brush *brush, double x, double y, double length, double angle)
{
  for (double at = 0; at < length; at += label_height)
    occupy (brush, x + at * cos (angle) - sin (angle) * label_height / 2 - label_height / 2,
            y + at * sin (angle) + cos (angle) * label_height / 2 - label_height / 2, label_height, label_height);
}

/* The roof: up the slope of STREAM bandwidth to the peak of arithmetic, from there along the peak. */
static void
draw_roof (Brush *brush, double stream, const char *label, double label_offset)
{
  const FlRoofline *it = brush->it;
  double start = MAX (it->left, it->bottom - log10 (stream)), corner = it->peak / stream;
  double x0 = get_x (it, brush->paint, pow (10, start)), y0 = get_y (it, brush->paint, pow (10, start) * stream);
  double x1 = get_x (it, brush->paint, corner), y1 = get_y (it, brush->paint, it->peak);
  double angle = atan2 (y1 - y0, x1 - x0), share = 0.12;

  set_color (brush, brush->theme->text, brush->paint->high_contrast ? 1 : 0.8);
  stroke_line (brush, x0, y0, x1, y1, 2);
  double x = x0 + share * (x1 - x0) + label_offset * sin (angle),
         y = y0 + share * (y1 - y0) - label_offset * cos (angle);
  draw_text (brush, label, x, y, 0, angle);
  occupy_slope (brush, x, y, measure_text (brush, label), angle);
}

/* A flat roof from the steepest slope to the right edge. */
static void
draw_flat (Brush *brush, const FlRooflineFlat *flat)
{
  const FlRoofline *it = brush->it;
  double y = get_y (it, brush->paint, flat->rate), right = brush->paint->width - RIGHT;
  g_autofree char *label = g_strdup_printf ("%s, %.3g GFLOP/s", flat->label, flat->rate);

  set_color (brush, brush->theme->text, brush->paint->high_contrast ? 1 : 0.8);
  stroke_line (brush, get_x (it, brush->paint, flat->rate / it->fast), y, right, y, flat->rate < it->peak ? 1.2 : 2);
  draw_text (brush, label, right, y - 17, 1, 0);
  occupy (brush, right - measure_text (brush, label), y - 17, measure_text (brush, label), label_height + 2);
}

static void
draw_roofs (Brush *brush)
{
  const FlRoofline *it = brush->it;
  g_autofree char *fast = g_strdup_printf ("%s, %.3g GB/s", it->stream, it->fast),
                  *slow = g_strdup_printf ("%s, %.3g GB/s", it->stream, it->slow);

  draw_roof (brush, it->fast, fast, 16);
  if (it->fast > 1.2 * it->slow)
    draw_roof (brush, it->slow, slow, -3);
  for (guint i = 0; i < it->flats->len; i++)
    draw_flat (brush, &g_array_index (it->flats, FlRooflineFlat, i));
}

/* --- kernels ---------------------------------------------------------------------------------- */

static gboolean
is_free (const Brush *brush, const cairo_rectangle_t *box)
{
  if (box->x < LEFT || box->x + box->width > brush->paint->width - 4 || box->y < TOP
      || box->y + box->height > brush->paint->height - BOTTOM)
    return FALSE;
  for (guint i = 0; i < brush->n_labels; i++)
    {
      const cairo_rectangle_t *other = &brush->labels[i];

      if (box->x < other->x + other->width && other->x < box->x + box->width && box->y < other->y + other->height
          && other->y < box->y + box->height)
        return FALSE;
    }
  return TRUE;
}

static double
get_roof_y (const Brush *brush, double stream, double x)
{
  const FlRoofline *it = brush->it;
  double intensity = pow (10, it->left + (x - LEFT) / (brush->paint->width - LEFT - RIGHT) * (it->right - it->left));

  return get_y (it, brush->paint, MIN (it->peak, stream * intensity));
}

static gboolean
crosses_roof (const Brush *brush, const cairo_rectangle_t *box)
{
  const double streams[] = { brush->it->fast, brush->it->slow };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      double left = get_roof_y (brush, streams[i], box->x), right = get_roof_y (brush, streams[i], box->x + box->width);

      if (MAX (left, right) > box->y && MIN (left, right) < box->y + box->height)
        return TRUE;
    }
  return FALSE;
}

/* With an edge of the ground's colour, where lines pass behind it. */
static void
draw_name (const Brush *brush, const char *text, double x, double y)
{
  int width;
  g_autoptr (PangoLayout) layout = new_layout (brush, text, &width);

  cairo_move_to (brush->cr, x, y);
  pango_cairo_layout_path (brush->cr, layout);
  set_color (brush, brush->theme->canvas, 1);
  cairo_set_line_width (brush->cr, 3);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (brush->cr);
  set_color (brush, brush->theme->text, 1);
  cairo_move_to (brush->cr, x, y);
  pango_cairo_show_layout (brush->cr, layout);
}

/* Beside the point, on the first side where nothing stands, rather where no roof passes; left out where there is no
 * room at all (the tooltip has it). */
static void
draw_label (Brush *brush, const FlRooflinePoint *point, double x, double y)
{
  const char *text = point->time->kernel;
  double width = measure_text (brush, text);
  const cairo_rectangle_t places[] = { { x + 10, y - label_height / 2, width, label_height },
                                       { x - 10 - width, y - label_height / 2, width, label_height },
                                       { x - width / 2, y + 8, width, label_height },
                                       { x + 6, y + 9, width, label_height },
                                       { x - 6 - width, y + 9, width, label_height },
                                       { x - width, y + 24, width, label_height },
                                       { x, y + 24, width, label_height } };

  for (guint crosses = 0; crosses < 2; crosses++)
    for (guint i = 0; i < G_N_ELEMENTS (places) && brush->n_labels < MAX_LABELS; i++)
      if (is_free (brush, &places[i]) && (crosses > 0 || !crosses_roof (brush, &places[i])))
        {
          occupy (brush, places[i].x, places[i].y, width, label_height);
          draw_name (brush, text, places[i].x, places[i].y - 2);
          return;
        }
}

static void
draw_point (const Brush *brush, guint position)
{
  const FlRooflinePoint *point = &brush->it->points[position];
  guint32 color = fl_look_get_colors (point->look, brush->paint->dark).stroke;
  double x = get_x (brush->it, brush->paint, point->intensity), y = get_y (brush->it, brush->paint, point->rate);
  double roof = get_y (brush->it, brush->paint, point->roof), dashes[] = { 2, 3 };

  if (roof < y - radius)
    {
      set_color (brush, color, point->is_last ? 0.9 : 0.4);
      cairo_set_dash (brush->cr, dashes, 2, 0);
      stroke_line (brush, x, y - radius, x, roof, 1.2);
      cairo_set_dash (brush->cr, NULL, 0, 0);
    }
  cairo_new_path (brush->cr);
  cairo_arc (brush->cr, x, y, position == brush->paint->hovered ? radius + 2 : radius, 0, 2 * G_PI);
  set_color (brush, point->is_last ? color : brush->theme->canvas, 1);
  cairo_fill_preserve (brush->cr);
  set_color (brush, color, 1);
  cairo_set_line_width (brush->cr, 1.6);
  cairo_stroke (brush->cr);
  if (position != brush->paint->marked)
    return;
  cairo_arc (brush->cr, x, y, radius + 4, 0, 2 * G_PI);
  set_color (brush, brush->theme->selection, 1);
  cairo_set_line_width (brush->cr, 2.5);
  cairo_stroke (brush->cr);
}

void
fl_roofline_paint (const FlRoofline *roofline, const FlRooflinePaint *paint, cairo_t *cr)
{
  Brush brush = { .it = roofline, .paint = paint, .theme = fl_theme_get_info (paint->dark), .cr = cr };

  draw_axes (&brush);
  cairo_save (cr);
  cairo_rectangle (cr, LEFT, 0, paint->width - LEFT, paint->height - BOTTOM);
  cairo_clip (cr);
  draw_roofs (&brush);
  /* Text keeps off every point, hollow ones too. */
  for (guint i = 0; i < roofline->n_points && i < MAX_POINTS; i++)
    occupy (&brush, get_x (roofline, paint, roofline->points[i].intensity) - radius,
            get_y (roofline, paint, roofline->points[i].rate) - radius, 2 * radius, 2 * radius);
  for (guint last = 0; last < 2; last++)
    for (guint i = 0; i < roofline->n_points; i++)
      if (roofline->points[i].is_last == (gboolean) last)
        draw_point (&brush, i);
  for (guint i = 0; i < roofline->n_points; i++)
    if (roofline->points[i].is_last)
      draw_label (&brush, &roofline->points[i], get_x (roofline, paint, roofline->points[i].intensity),
                  get_y (roofline, paint, roofline->points[i].rate));
  cairo_restore (cr);
}

/* --- files ------------------------------------------------------------------------------------ */

char *
fl_roofline_dup_svg (const FlRoofline *roofline, gboolean dark)
{
  FlRooflinePaint paint
      = { .width = FILE_WIDTH, .height = FILE_HEIGHT, .dark = dark, .marked = G_MAXUINT, .hovered = G_MAXUINT };
  GString *out = g_string_new (NULL);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (fl_picture_append, out, FILE_WIDTH, FILE_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  fl_roofline_paint (roofline, &paint, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_string_free (out, FALSE);
}
