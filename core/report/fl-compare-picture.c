/* The columns side by side as one file: titles and counters above each, the summary over all, the
 * legend below. PNG and PDF by the painter; SVG as pictures inside a picture. */
#include "fl-compare-picture.h"

#include <cairo-pdf.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "fl-palette.h"
#include "fl-picture-bytes.h"
#include "fl-quote.h"
#include "fl-scene-private.h"
#include "fl-file.h"

enum
{
  MARGIN = 24,
  GAP = 28, /* between columns */
  TITLE_HEIGHT = 46,
  LINE_HEIGHT = 17,
  LEGEND_HEIGHT = 30,
  MAX_PDF_POINTS = 14400,
  MAX_PNG_PIXELS = 16000,
  MAX_PNG_AREA = 120000000,
  MIN_COLUMN = 300 /* titles need so much room */
};

static const double character_width = 6.4; /* of 12 point text, about */

/* One line of text, and where it goes. */
typedef struct
{
  double x, y, size;
  gboolean is_bold;
  guint32 color;
  char *text;
} Line;

typedef struct
{
  const FlComparePicture *picture;
  const FlComparison *comparison;
  gboolean dark;
  double width, height, top, column_width;
  GArray *lines; /* Line */
} Sheet;

static void
clear_line (gpointer data)
{
  g_free (((Line *) data)->text);
}

static void
add_line (Sheet *sheet, double x, double y, double size, gboolean is_bold, guint32 color, char *text)
{
  g_array_append_val (sheet->lines, ((Line) { x, y, size, is_bold, color, text }));
}

/* Words into lines of about so many characters; returns how many. */
static guint
add_paragraph (Sheet *sheet, double y, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  glong most = (glong) ((sheet->width - 2 * MARGIN) / character_width);
  g_autoptr (GString) line = g_string_new (NULL);
  guint32 color = fl_theme_get_info (sheet->dark)->text;
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (line->len > 0 && g_utf8_strlen (line->str, -1) + g_utf8_strlen (words[i], -1) + 1 > most)
        {
          add_line (sheet, MARGIN, y + LINE_HEIGHT * n++, 13, FALSE, color, g_strdup (line->str));
          g_string_truncate (line, 0);
        }
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
    }
  add_line (sheet, MARGIN, y + LINE_HEIGHT * n++, 13, FALSE, color, g_strdup (line->str));
  return n;
}

static void
add_legend (Sheet *sheet)
{
  double x = MARGIN, y = sheet->height - LEGEND_HEIGHT / 2.0 + 4;

  for (int relation = 0; relation < FL_N_RELATIONS; relation++)
    {
      char *text = g_strdup_printf ("%s %s", fl_relation_get_info (relation)->sign, fl_relation_get_name (relation));

      add_line (sheet, x, y, 11, TRUE, fl_relation_get_color (relation, sheet->dark), text);
      x += 11 + character_width * (double) g_utf8_strlen (text, -1) + 14;
    }
}

static void
init_sheet (Sheet *sheet, const FlComparePicture *picture, const FlComparison *comparison, gboolean dark)
{
  const FlThemeInfo *theme = fl_theme_get_info (dark);
  guint n = picture->n_columns, n_lines;

  *sheet = (Sheet) { picture, comparison, dark, .lines = g_array_new (FALSE, FALSE, sizeof (Line)) };
  g_array_set_clear_func (sheet->lines, clear_line);
  sheet->column_width = MAX (picture->placement->width, MIN_COLUMN);
  sheet->width = 2 * MARGIN + n * sheet->column_width + (n - 1) * GAP;
  n_lines = add_paragraph (sheet, MARGIN + 12, comparison->summary);
  if (picture->note != NULL)
    n_lines += add_paragraph (sheet, MARGIN + 12 + LINE_HEIGHT * n_lines, picture->note);
  sheet->top = MARGIN + LINE_HEIGHT * n_lines + 10;
  for (guint c = 0; c < n; c++)
    {
      double x = MARGIN + c * (sheet->column_width + GAP);

      add_line (sheet, x, sheet->top + 16, 15, TRUE, theme->text,
                g_strdup_printf ("%c  %s", comparison->columns[c].letter, comparison->columns[c].title));
      add_line (sheet, x, sheet->top + 34, 11.5, FALSE, theme->secondary, fl_comparison_dup_counters (comparison, c));
    }
  sheet->height = sheet->top + TITLE_HEIGHT + picture->placement->height + LEGEND_HEIGHT + 8;
  add_legend (sheet);
}

static FlPoint
get_corner (const Sheet *sheet, guint c)
{
  return (FlPoint) { MARGIN + c * (sheet->column_width + GAP)
                         + (sheet->column_width - sheet->picture->placement->width) / 2,
                     sheet->top + TITLE_HEIGHT };
}

/* --- by the painter
 * -------------------------------------------------------------------------------- */

static void
paint_lines (cairo_t *cr, const Sheet *sheet)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_new ();

  pango_cairo_context_set_resolution (pango_layout_get_context (layout), 72);
  pango_font_description_set_family_static (font, FL_FONT_FAMILY);
  for (guint i = 0; i < sheet->lines->len; i++)
    {
      const Line *line = &g_array_index (sheet->lines, Line, i);

      pango_font_description_set_weight (font, line->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
      pango_font_description_set_absolute_size (font, line->size * PANGO_SCALE);
      pango_layout_set_font_description (layout, font);
      pango_layout_set_text (layout, line->text, -1);
      fl_color_set (cr, line->color, 1);
      cairo_move_to (cr, line->x, line->y);
      pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (layout, 0));
    }
  pango_font_description_free (font);
  g_object_unref (layout);
}

static void
paint_sheet (cairo_t *cr, const Sheet *sheet, double zoom)
{
  const FlThemeInfo *theme = fl_theme_get_info (sheet->dark);
  FlPaint paint = { .dark = sheet->dark, .zoom = MIN (zoom, 1), .hovered = -1, .focused_edge = -1 };

  fl_color_set (cr, theme->canvas, 1);
  cairo_paint (cr);
  for (guint c = 0; c < sheet->picture->n_columns; c++)
    {
      FlPoint corner = get_corner (sheet, c);

      cairo_save (cr);
      cairo_translate (cr, corner.x, corner.y);
      fl_scene_paint (cr, sheet->picture->scenes[c], sheet->picture->placement, &paint);
      cairo_restore (cr);
      if (c == 0)
        continue;
      cairo_move_to (cr, MARGIN + c * (sheet->column_width + GAP) - GAP / 2.0, sheet->top);
      cairo_rel_line_to (cr, 0, sheet->height - sheet->top - LEGEND_HEIGHT);
      fl_color_set (cr, theme->text, 0.15);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  paint_lines (cr, sheet);
}

static gboolean
finish (cairo_t *cr, cairo_surface_t *surface, cairo_status_t status, const GString *bytes, const char *path,
        GError **error)
{
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return fl_file_write (path, bytes->str, (gssize) bytes->len, error);
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the picture could not be written: %s", path,
               cairo_status_to_string (status));
  return FALSE;
}

static gboolean
write_pdf (const Sheet *sheet, const char *path, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  double scale = MIN (1, MAX_PDF_POINTS / MAX (sheet->width, sheet->height));
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (fl_picture_append, bytes, sheet->width * scale, sheet->height * scale);
  cairo_t *cr = cairo_create (surface);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, "Fusion strategies side by side");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  cairo_scale (cr, scale, scale);
  paint_sheet (cr, sheet, 1);
  cairo_show_page (cr);
  return finish (cr, surface, CAIRO_STATUS_SUCCESS, bytes, path, error);
}

static gboolean
write_png (const Sheet *sheet, const char *path, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  double scale = MIN (2, MAX_PNG_PIXELS / MAX (sheet->width, sheet->height));
  cairo_status_t status;
  cairo_surface_t *surface;
  cairo_t *cr;

  scale = MIN (scale, sqrt (MAX_PNG_AREA / (sheet->width * sheet->height)));
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX ((int) (sheet->width * scale), 1),
                                        MAX ((int) (sheet->height * scale), 1));
  cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  paint_sheet (cr, sheet, scale);
  status = cairo_surface_write_to_png_stream (surface, fl_picture_append, bytes);
  return finish (cr, surface, status, bytes, path, error);
}

/* --- SVG --------------------------------------------------------------------------------------- */

static void
append_number (GString *out, const char *before, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s%s", before, g_ascii_formatd (text, sizeof text, "%.1f", number));
}

static void
append_svg_line (GString *out, const Line *line)
{
  append_number (out, "<text x=\"", line->x);
  append_number (out, "\" y=\"", line->y);
  append_number (out, "\" font-size=\"", line->size);
  g_string_append_printf (out, "\" fill=\"#%06X\"%s>", line->color, line->is_bold ? " font-weight=\"bold\"" : "");
  fl_quote_append_xml (out, line->text);
  g_string_append (out, "</text>\n");
}

static gboolean
write_svg (const Sheet *sheet, const char *path, GError **error)
{
  g_autoptr (GString) out = g_string_new ("<svg xmlns=\"http://www.w3.org/2000/svg\"");

  append_number (out, " width=\"", sheet->width);
  append_number (out, "\" height=\"", sheet->height);
  g_string_append_printf (out,
                          "\" font-family=\"" FL_FONT_FAMILY
                          "\" role=\"img\">\n<title>Fusion strategies side by side</title>\n"
                          "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06X\"/>\n",
                          fl_theme_get_info (sheet->dark)->canvas);
  for (guint i = 0; i < sheet->lines->len; i++)
    append_svg_line (out, &g_array_index (sheet->lines, Line, i));
  for (guint c = 0; c < sheet->picture->n_columns; c++)
    {
      FlPoint corner = get_corner (sheet, c);

      append_number (out, "<g transform=\"translate(", corner.x);
      append_number (out, ",", corner.y);
      g_string_append (out, ")\">\n");
      fl_scene_append_svg (out, sheet->picture->scenes[c], sheet->picture->placement, sheet->dark);
      g_string_append (out, "</g>\n");
    }
  g_string_append (out, "</svg>\n");
  return fl_file_write_text (path, out->str, (gssize) out->len, error);
}

gboolean
fl_compare_picture_write (const FlComparePicture *picture, const FlComparison *comparison, gboolean dark,
                          const char *path, GError **error)
{
  Sheet sheet;
  gboolean done;

  init_sheet (&sheet, picture, comparison, dark);
  if (g_str_has_suffix (path, ".pdf"))
    done = write_pdf (&sheet, path, error);
  else if (g_str_has_suffix (path, ".png"))
    done = write_png (&sheet, path, error);
  else
    done = write_svg (&sheet, path, error);
  g_array_unref (sheet.lines);
  return done;
}
