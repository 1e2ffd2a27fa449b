/* What passes are worth as a picture, for the window and for files: a bar a pass along a scale of ratios. */
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>

#include "fl-ablation.h"
#include "fl-palette.h"
#include "fl-picture-bytes.h"
#include "fl-report-private.h"

enum
{
  LEFT = 150,  /* room for names */
  RIGHT = 210, /* room for words behind a bar */
  TOP = 26,
  BOTTOM = 34,
  ROW = 26,
  BAR = 14,
  FILE_WIDTH = 720,
  N_TICKS = 5
};

typedef struct
{
  const FlAblation *it;
  const FlAblationPaint *paint;
  const FlThemeInfo *theme;
  cairo_t *cr;
  double low, high; /* logarithms to base 2 of the ratios at both ends */
} Brush;

double
fl_ablation_get_height (const FlAblation *ablation)
{
  return TOP + ROW * ablation->n_rows + BOTTOM;
}

guint
fl_ablation_find (const FlAblation *ablation, double y)
{
  const double row = floor ((y - TOP) / ROW);

  return row >= 0 && row < ablation->n_rows ? (guint) row : G_MAXUINT;
}

static double
get_x (const Brush *brush, double ratio)
{
  return LEFT + (log2 (ratio) - brush->low) / (brush->high - brush->low) * MAX (brush->paint->width - LEFT - RIGHT, 40);
}

/* Whole halvings and doublings, and never less than from 1/2 to 2: a difference of some percent shall look like one. */
static void
find_range (Brush *brush)
{
  brush->low = -1;
  brush->high = 1;
  for (guint i = 0; i < brush->it->n_rows; i++)
    if (brush->it->rows[i].worth.low > 0)
      {
        brush->low = MIN (brush->low, floor (log2 (brush->it->rows[i].worth.low)));
        brush->high = MAX (brush->high, ceil (log2 (brush->it->rows[i].worth.high)));
      }
}

/* align: 0: x is its left end, 0.5: its middle, 1: its right end. y: its middle. */
static void
draw_text (const Brush *brush, const char *text, double x, double y, double align, double room)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (brush->cr);
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell, sans-serif");
  int width, height;

  pango_font_description_set_absolute_size (font, 12 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width > room)
    pango_layout_set_width (layout, (int) room * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_move_to (brush->cr, x - align * width, y - height / 2.0);
  pango_cairo_show_layout (brush->cr, layout);
}

static void
draw_line (const Brush *brush, double x0, double y0, double x1, double y1, double width)
{
  cairo_move_to (brush->cr, x0, y0);
  cairo_line_to (brush->cr, x1, y1);
  cairo_set_line_width (brush->cr, width);
  cairo_stroke (brush->cr);
}

static void
draw_scale (const Brush *brush)
{
  const double bottom = TOP + ROW * brush->it->n_rows;
  const double step = ceil ((brush->high - brush->low) / N_TICKS);

  for (double e = step * ceil (brush->low / step); e <= brush->high; e += step)
    {
      const double x = get_x (brush, exp2 (e));
      g_autofree char *number = fl_report_dup_number ("%.4g", exp2 (e)), *label = g_strconcat (number, " x", NULL);

      fl_color_set (brush->cr, brush->theme->secondary, e == 0 ? 1 : 0.3);
      draw_line (brush, x, TOP - 4, x, bottom, e == 0 ? 1.5 : 1);
      fl_color_set (brush->cr, brush->theme->secondary, 1);
      draw_text (brush, label, x, TOP - 13, 0.5, 80);
    }
  fl_color_set (brush->cr, brush->theme->text, 1);
  draw_text (brush, "time of the kernels that a pass changes: without it over with it", get_x (brush, 1), bottom + 14,
             0.5, brush->paint->width);
}

/* Slanted lines tell a loss apart where colours do not. */
static void
hatch (const Brush *brush, double x, double y, double width)
{
  cairo_save (brush->cr);
  cairo_rectangle (brush->cr, x, y, width, BAR);
  cairo_clip (brush->cr);
  fl_color_set (brush->cr, brush->theme->canvas, 1);
  for (double at = x - BAR; at < x + width; at += 5)
    draw_line (brush, at, y + BAR, at + BAR, y, 1.5);
  cairo_restore (brush->cr);
}

static void
draw_bar (const Brush *brush, const FlAblationRow *row, double middle)
{
  const double one = get_x (brush, 1), end = get_x (brush, row->worth.median), low = get_x (brush, row->worth.low),
               high = get_x (brush, row->worth.high);
  const FlLook look = row->worth.median >= 1 ? FL_LOOK_POINTWISE : FL_LOOK_REDUCTION;
  const guint32 color = fl_look_get_colors (look, brush->paint->dark).stroke;

  fl_color_set (brush->cr, color, row->is_apart || brush->paint->high_contrast ? 1 : 0.45);
  cairo_rectangle (brush->cr, MIN (one, end), middle - BAR / 2.0, MAX (fabs (end - one), 1), BAR);
  cairo_fill (brush->cr);
  if (row->worth.median < 1)
    hatch (brush, end, middle - BAR / 2.0, one - end);
  fl_color_set (brush->cr, brush->theme->text, 1);
  draw_line (brush, low, middle, high, middle, 1.2);
  draw_line (brush, low, middle - 4, low, middle + 4, 1.2);
  draw_line (brush, high, middle - 4, high, middle + 4, 1.2);
}

static void
draw_row (const Brush *brush, guint position)
{
  const FlAblationRow *row = &brush->it->rows[position];
  const double middle = TOP + ROW * position + ROW / 2.0;
  g_autofree char *verdict = fl_ablation_row_dup_verdict (row), *ratio = NULL, *said = NULL;
  double x = get_x (brush, 1) + 8;

  if (position == brush->paint->marked)
    {
      fl_color_set (brush->cr, brush->theme->selection, 1);
      cairo_rectangle (brush->cr, 2, middle - ROW / 2.0 + 1, brush->paint->width - 4, ROW - 2);
      cairo_set_line_width (brush->cr, 2);
      cairo_stroke (brush->cr);
    }
  fl_color_set (brush->cr, brush->theme->text, 1);
  draw_text (brush, row->pass, LEFT - 10, middle, 1, LEFT - 16);
  if (row->worth.median > 0)
    {
      draw_bar (brush, row, middle);
      x = MAX (get_x (brush, MAX (row->worth.high, row->worth.median)), get_x (brush, 1)) + 8;
      ratio = fl_report_dup_number ("%.3g", row->worth.median);
      said = row->is_apart ? g_strdup_printf ("%s x", ratio) : g_strdup_printf ("%s x, within the spread", ratio);
    }
  fl_color_set (brush->cr, row->worth.median > 0 ? brush->theme->text : brush->theme->secondary, 1);
  draw_text (brush, said ? said : verdict, x, middle, 0, brush->paint->width - x - 6);
}

void
fl_ablation_paint (const FlAblation *ablation, const FlAblationPaint *paint, cairo_t *cr)
{
  Brush brush = { .it = ablation, .paint = paint, .theme = fl_theme_get_info (paint->dark), .cr = cr };

  find_range (&brush);
  draw_scale (&brush);
  for (guint i = 0; i < ablation->n_rows; i++)
    draw_row (&brush, i);
}

char *
fl_ablation_dup_svg (const FlAblation *ablation, gboolean dark)
{
  FlAblationPaint paint
      = { .width = FILE_WIDTH, .height = fl_ablation_get_height (ablation), .dark = dark, .marked = G_MAXUINT };
  GString *out = g_string_new (NULL);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (fl_picture_append, out, paint.width, paint.height);
  cairo_t *cr = cairo_create (surface);

  fl_ablation_paint (ablation, &paint, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_string_free (out, FALSE);
}
