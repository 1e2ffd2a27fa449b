/* Times of several devices as a picture: bars, device by device from a common zero, and a roofline for each device. */
#include <cairo-svg.h>
#include <pango/pangocairo.h>

#include "fl-picture-bytes.h"
#include "fl-text.h"
#include "fl-times.h"

enum
{
  BAR = 18, /* pixels high */
  GAP = 8,
  TITLE = 26, /* a device's line above its bars */
  MARGIN = 12,
  NUMBER = 150, /* room for a time behind its bar */
  FILE_WIDTH = 860,
  ROOF_HEIGHT = 420
};

typedef struct
{
  const FlTimes *times;
  const FlTimesPaint *paint;
  const FlThemeInfo *theme;
  cairo_t *cr;
  double left;    /* where bars begin */
  double longest; /* ns of the longest bar of the device that is drawn */
} Brush;

static const FlTimesRow *
get_row (const FlTimes *times, guint i)
{
  return &g_array_index (times->rows, FlTimesRow, i);
}

/* --- text ------------------------------------------------------------------------------------- */

static double
draw_text (const Brush *brush, const char *text, double x, double y, gboolean is_bold, gboolean is_drawn)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (brush->cr);
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell, sans-serif");
  int width;

  pango_font_description_set_absolute_size (font, 13 * PANGO_SCALE);
  pango_font_description_set_weight (font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (is_drawn)
    {
      fl_color_set (brush->cr, brush->theme->text, 1);
      cairo_move_to (brush->cr, x, y);
      pango_cairo_show_layout (brush->cr, layout);
    }
  return width;
}

/* "inductor", and of others' kernels "torch.compile (PyTorch 2.11.0)". */
static char *
dup_label (const FlTimesRow *row)
{
  return g_str_has_prefix (row->part->by, "Fuseloom")
             ? g_strdup (fl_times_get_program (row))
             : g_strdup_printf ("%s (%s)", fl_times_get_program (row), row->part->by);
}

/* --- bars ------------------------------------------------------------------------------------- */

/* Of a row: its whole, or by plain launches, which the bar behind it shows. */
static double
get_length (const FlTimesRow *row)
{
  double gap = row->part->execution && row->part->execution->gpu ? MAX (fl_times_get_gap (row), 0) : 0;

  return row->time ? row->time->total_median_ns + gap : 0;
}

/* The kernels' share of the bar one by one, and what no kernel explains hatched behind them. */
static void
draw_bar (const Brush *brush, const FlTimesRow *row, double y)
{
  const FlVariantTime *time = row->time;
  double scale = (brush->paint->width - brush->left - NUMBER) / brush->longest, sum = fl_times_add_up_kernels (time);
  double whole = time->total_median_ns, gap = MAX (fl_times_get_gap (row), 0), x = brush->left;
  double busy = row->part->execution->gpu ? whole : MAX (whole - gap, 0), all = get_length (row);

  for (guint k = 0; k < time->n_kernels && sum > 0; k++)
    {
      const FlLook look = fl_roofline_get_look (&time->kernels[k]);
      double width = time->kernels[k].median_ns / sum * busy * scale;

      cairo_rectangle (brush->cr, x, y, MAX (width - 1, 0.5), BAR);
      fl_color_set (brush->cr, fl_look_get_colors (look, brush->paint->dark).stroke, 0.85);
      cairo_fill (brush->cr);
      x += width;
    }
  if (sum <= 0)
    {
      cairo_rectangle (brush->cr, x, y, MAX (busy * scale, 1), BAR);
      fl_color_set (brush->cr, brush->theme->secondary, 0.8);
      cairo_fill (brush->cr);
      x += busy * scale;
    }
  if (all - busy > 0)
    {
      double dashes[] = { 3, 2 };

      cairo_rectangle (brush->cr, x + 0.5, y + 0.5, MAX ((all - busy) * scale - 1, 0.5), BAR - 1);
      fl_color_set (brush->cr, brush->theme->secondary, 1);
      cairo_set_dash (brush->cr, dashes, 2, 0);
      cairo_set_line_width (brush->cr, 1);
      cairo_stroke (brush->cr);
      cairo_set_dash (brush->cr, NULL, 0, 0);
    }
}

static void
draw_row (const Brush *brush, guint i, double y)
{
  const FlTimesRow *row = get_row (brush->times, i);
  g_autofree char *label = dup_label (row), *time = NULL, *speedup = NULL, *text = NULL;
  double value;

  if (i == brush->paint->marked)
    {
      cairo_rectangle (brush->cr, 4, y - GAP / 2.0, brush->paint->width - 8, BAR + GAP);
      fl_color_set (brush->cr, brush->theme->selection, brush->paint->high_contrast ? 0.35 : 0.15);
      cairo_fill (brush->cr);
    }
  draw_text (brush, label, MARGIN, y, FALSE, TRUE);
  if (!row->time || row->time->total_median_ns <= 0)
    {
      draw_text (brush, row->time ? "not timed" : "not measured", brush->left, y, FALSE, TRUE);
      return;
    }
  draw_bar (brush, row, y);
  time = fl_text_dup_duration (row->time->total_median_ns);
  speedup = fl_times_dup_cell (row, brush->times, FL_TIMES_SPEEDUP, &value);
  text = value > 0 && !g_str_equal (row->time->name, FL_TIMES_UNFUSED) ? g_strdup_printf ("%s, %s×", time, speedup)
                                                                       : g_strdup (time);
  draw_text (brush, text,
             brush->left + get_length (row) / brush->longest * (brush->paint->width - brush->left - NUMBER) + 8, y,
             FALSE, TRUE);
}

static gboolean
begins_device (const FlTimes *times, guint i)
{
  g_autofree char *own = fl_times_dup_device (get_row (times, i)->part),
                  *before = i > 0 ? fl_times_dup_device (get_row (times, i - 1)->part) : NULL;

  return g_strcmp0 (own, before) != 0;
}

/* Bars of one device have one scale: those of a GPU beside a CPU's would be hairs. */
static double
find_longest (const FlTimes *times, guint i)
{
  double longest = 1;

  do
    longest = MAX (longest, get_length (get_row (times, i)));
  while (++i < times->rows->len && !begins_device (times, i));
  return longest;
}

void
fl_times_paint_chart (const FlTimes *times, const FlTimesPaint *paint, cairo_t *cr)
{
  Brush brush = { times, paint, fl_theme_get_info (paint->dark), cr, 0, 1 };
  double y = MARGIN;

  for (guint i = 0; i < times->rows->len; i++)
    {
      g_autofree char *label = dup_label (get_row (times, i));

      brush.left = MAX (brush.left, MARGIN + draw_text (&brush, label, 0, 0, FALSE, FALSE) + 14);
    }
  brush.left = MIN (brush.left, paint->width / 2);
  for (guint i = 0; i < times->rows->len; i++)
    {
      if (begins_device (times, i))
        {
          g_autofree char *device = fl_times_dup_device (get_row (times, i)->part);

          draw_text (&brush, device, MARGIN, y, TRUE, TRUE);
          y += TITLE;
          brush.longest = find_longest (times, i);
        }
      draw_row (&brush, i, y);
      y += BAR + GAP;
    }
}

double
fl_times_get_chart_height (const FlTimes *times)
{
  double height = 2 * MARGIN;

  for (guint i = 0; i < times->rows->len; i++)
    height += BAR + GAP + (begins_device (times, i) ? TITLE : 0);
  return height;
}

guint
fl_times_find_row (const FlTimes *times, double y)
{
  double top = MARGIN;

  for (guint i = 0; i < times->rows->len; i++)
    {
      top += begins_device (times, i) ? TITLE : 0;
      if (y >= top - GAP / 2.0 && y < top + BAR + GAP / 2.0)
        return i;
      top += BAR + GAP;
    }
  return G_MAXUINT;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Of each part that has one, below each other. */
static void
paint_roofs (const Brush *brush, double y, gboolean is_drawn, double *height)
{
  *height = 0;
  for (guint i = 0; i < brush->times->parts->len; i++)
    {
      const FlTimesPart *part = brush->times->parts->pdata[i];
      g_autoptr (FlRoofline) roofline = part->execution ? fl_roofline_new (part->execution) : NULL;
      g_autofree char *device = fl_times_dup_device (part);
      const FlRooflinePaint paint = { .width = brush->paint->width,
                                      .height = ROOF_HEIGHT,
                                      .dark = brush->paint->dark,
                                      .marked = G_MAXUINT,
                                      .hovered = G_MAXUINT };

      if (!roofline)
        continue;
      if (is_drawn)
        {
          draw_text (brush, device, MARGIN, y + *height, TRUE, TRUE);
          cairo_save (brush->cr);
          cairo_translate (brush->cr, 0, y + *height + TITLE);
          fl_roofline_paint (roofline, &paint, brush->cr);
          cairo_restore (brush->cr);
        }
      *height += TITLE + ROOF_HEIGHT + MARGIN;
    }
}

char *
fl_times_dup_svg (const FlTimes *times, gboolean dark)
{
  const FlTimesPaint paint = { .width = FILE_WIDTH, .dark = dark, .marked = G_MAXUINT };
  Brush brush = { times, &paint, fl_theme_get_info (dark), NULL, 0, 1 };
  double chart = fl_times_get_chart_height (times), roofs;
  GString *out = g_string_new (NULL);
  cairo_surface_t *surface;

  paint_roofs (&brush, 0, FALSE, &roofs);
  surface = cairo_svg_surface_create_for_stream (fl_picture_append, out, FILE_WIDTH, chart + roofs);
  brush.cr = cairo_create (surface);
  fl_color_set (brush.cr, brush.theme->canvas, 1);
  cairo_paint (brush.cr);
  fl_times_paint_chart (times, &paint, brush.cr);
  paint_roofs (&brush, chart, TRUE, &roofs);
  cairo_destroy (brush.cr);
  cairo_surface_destroy (surface);
  return g_string_free (out, FALSE);
}
