/* Memory pictures as files: SVG by a writer of our own, with text that can be searched and a
 * tooltip on every box; PDF and PNG by the painter. */
#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

#include "fl-error.h"
#include "fl-memory-picture-private.h"
#include "fl-quote.h"
#include "fl-text.h"
#include "fl-file.h"
#include "fl-picture-bytes.h"

enum
{
  FILE_WIDTH = 1120,
  FILE_HEIGHT = 560,
  FILE_HEIGHT_MANY = 860, /* of many buffers */
  MANY = 60,
  PNG_SCALE = 2
};

typedef struct
{
  GString *out;
  const FlMemoryPicture *picture;
  const FlMemoryPaint *paint;
  const FlMemoryView *view;
  const FlThemeInfo *theme;
} Writer;

static void
add_number (Writer *writer, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (writer->out, " %s=\"%s\"", name, g_ascii_formatd (text, sizeof text, "%.2f", number));
}

static void
add_text (Writer *writer, const char *text, double x, double y, guint32 color, const char *more)
{
  g_string_append (writer->out, "<text");
  add_number (writer, "x", x);
  add_number (writer, "y", y);
  g_string_append_printf (writer->out, " fill=\"#%06X\"%s>", color, more);
  fl_quote_append_xml (writer->out, text);
  g_string_append (writer->out, "</text>\n");
}

static void
add_dashes (Writer *writer, FlStroke stroke)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (stroke, 1.5, dashes);

  for (guint i = 0; i < n; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (writer->out, "%s%s", i == 0 ? " stroke-dasharray=\"" : " ",
                              g_ascii_formatd (text, sizeof text, "%.1f", dashes[i]));
    }
  if (n > 0)
    g_string_append_c (writer->out, '"');
}

static void
add_line (Writer *writer, double x0, double y0, double x1, double y1, guint32 color, double opacity, double width,
          FlStroke stroke)
{
  g_string_append (writer->out, "<line");
  add_number (writer, "x1", x0);
  add_number (writer, "y1", y0);
  add_number (writer, "x2", x1);
  add_number (writer, "y2", y1);
  g_string_append_printf (writer->out, " stroke=\"#%06X\"", color);
  add_number (writer, "stroke-opacity", opacity);
  add_number (writer, "stroke-width", width);
  add_dashes (writer, stroke);
  g_string_append (writer->out, "/>\n");
}

/* --- parts ----------------------------------------------------------------------------------- */

static void
add_axes (Writer *writer)
{
  const FlMemoryView *view = writer->view;
  const FlMemoryMap *map = writer->picture->map;
  double right = view->plot.x + view->plot.width, tick = fl_memory_view_get_byte_tick (view);

  for (double at = 0; at <= view->bytes_span; at += tick)
    {
      double y = fl_memory_view_get_y (view, at);
      g_autofree char *text = fl_text_dup_bytes ((guint64) at);

      add_line (writer, view->plot.x, y, right, y, writer->theme->text, 0.1, 1, FL_STROKE_SOLID);
      add_text (writer, text, view->plot.x - 8, y + 4, writer->theme->secondary, " text-anchor=\"end\"");
    }
  tick = fl_memory_view_get_step_tick (view);
  add_text (writer, map->is_problem ? "time" : "call", 8, view->height - 6, writer->theme->secondary, "");
  for (double at = 0; at < map->n_steps; at += tick)
    {
      guint step = (guint) at;
      g_autofree char *text = map->is_problem            ? g_strdup (map->steps[step])
                              : step + 1 == map->n_steps ? g_strdup ("return")
                                                         : g_strdup_printf ("%u", step);

      add_text (writer, text, fl_memory_view_get_x (view, at) + 3, view->height - 6, writer->theme->secondary, "");
    }
}

static void
add_hatches (Writer *writer)
{
  gboolean is_used[FL_N_LOOKS] = { FALSE };

  g_string_append (writer->out, "<defs>\n");
  for (guint i = 0; i < writer->picture->map->n_boxes; i++)
    is_used[writer->picture->boxes[i].look] = TRUE;
  for (guint look = 0; look < FL_N_LOOKS; look++)
    if (is_used[look])
      g_string_append_printf (writer->out,
                              "<pattern id=\"h%u\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                              "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" "
                              "stroke=\"#%06X\" stroke-opacity=\"0.45\"/></pattern>\n",
                              look, fl_look_get_colors (look, writer->paint->dark).stroke);
  g_string_append (writer->out, "</defs>\n");
}

static void
add_rectangle (Writer *writer, FlBox box, const char *more)
{
  g_string_append (writer->out, "<rect rx=\"2\"");
  add_number (writer, "x", box.x + 0.5);
  add_number (writer, "y", box.y + 0.5);
  add_number (writer, "width", MAX (box.width - 1, 0.5));
  add_number (writer, "height", MAX (box.height - 1, 0.5));
  g_string_append_printf (writer->out, "%s/>", more);
}

static void
add_box (Writer *writer, guint position)
{
  const FlPictureBox *drawn = &writer->picture->boxes[position];
  const FlMapBox *facts = &writer->picture->map->boxes[position];
  FlColorPair colors = fl_look_get_colors (drawn->look, writer->paint->dark);
  FlBox box = fl_memory_view_get_box (writer->view, writer->picture, position);
  g_autofree char *tooltip = fl_memory_picture_dup_tooltip (writer->picture, position);
  g_autofree char *size = fl_text_dup_bytes ((guint64) MAX (facts->size_bytes, 0));
  g_autofree char *style = g_strdup_printf (" fill=\"#%06X\" stroke=\"#%06X\"%s", colors.fill, colors.stroke,
                                            drawn->tenure == FL_TENURE_SLICE ? " stroke-dasharray=\"1.8 3\"" : "");

  g_string_append (writer->out, "<g><title>");
  fl_quote_append_xml (writer->out, tooltip);
  g_string_append (writer->out, "</title>");
  add_rectangle (writer, box, style);
  if (drawn->tenure == FL_TENURE_REUSED || drawn->tenure == FL_TENURE_INPLACE)
    {
      g_autofree char *hatch = g_strdup_printf (" fill=\"url(#h%u)\"", drawn->look);

      add_rectangle (writer, box, hatch);
    }
  if (drawn->tenure == FL_TENURE_INPLACE)
    add_line (writer, box.x + 4, box.y, box.x + 4, box.y + box.height, colors.stroke, 1, 1, FL_STROKE_SOLID);
  /* About 6.2 points a character. */
  if (box.height > 12 && box.width > 12 + 6.2 * (double) g_utf8_strlen (facts->name, -1))
    add_text (writer, facts->name, box.x + 7, box.y + MIN (box.height / 2 + 4, 14), writer->theme->text, "");
  if (box.height > 30 && box.width > 12 + 6.2 * (double) strlen (size))
    add_text (writer, size, box.x + 7, box.y + 27, writer->theme->text, " fill-opacity=\"0.75\"");
  g_string_append (writer->out, "</g>\n");
}

static void
add_levels (Writer *writer)
{
  const FlMemoryView *view = writer->view;
  FlMemoryLevel levels[4];
  guint n = fl_memory_picture_list_levels (writer->picture, writer->paint->dark, levels);
  double right = view->plot.x + view->plot.width;

  for (guint i = 0; i < n; i++)
    {
      double y = fl_memory_view_get_y (view, (double) levels[i].bytes);

      add_line (writer, view->plot.x, y, view->plot.x + view->plot.width, y, levels[i].color, 1, levels[i].width,
                levels[i].stroke);
      add_text (writer, levels[i].text, right, view->plot.y - 6, levels[i].color, " text-anchor=\"end\"");
      right -= 6.2 * (double) g_utf8_strlen (levels[i].text, -1) + 18;
      g_free (levels[i].text);
    }
}

static void
add_live (Writer *writer)
{
  const FlMemoryView *view = writer->view;
  const FlMemoryMap *map = writer->picture->map;
  double base = view->strip.y + view->strip.height,
         per_byte = view->strip.height / (double) MAX (map->live_bytes[map->peak_step], 1);

  g_string_append (writer->out, "<path d=\"M");
  for (guint i = 0; i < map->n_steps; i++)
    {
      char x0[G_ASCII_DTOSTR_BUF_SIZE], x1[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (x0, sizeof x0, "%.1f", fl_memory_view_get_x (view, i));
      g_ascii_formatd (x1, sizeof x1, "%.1f", fl_memory_view_get_x (view, i + 1.0));
      g_ascii_formatd (y, sizeof y, "%.1f", base - (double) map->live_bytes[i] * per_byte);
      g_string_append_printf (writer->out, "%s%s %sH%s", i > 0 ? "L" : "", x0, y, x1);
    }
  g_string_append_printf (writer->out, "\" fill=\"none\" stroke=\"#%06X\" stroke-width=\"1.3\"/>\n",
                          writer->theme->selection);
  add_text (writer, "alive", 8, base - view->strip.height / 2 + 4, writer->theme->secondary, "");
}

static void
add_other (Writer *writer)
{
  guint32 color = fl_mark_get_color (FL_MARK_THEIRS, writer->paint->dark);
  g_autofree char *style
      = g_strdup_printf (" fill=\"none\" stroke=\"#%06X\" stroke-width=\"1.5\" stroke-dasharray=\"6 3.8\"", color);

  for (guint i = 0; i < writer->paint->n_changes; i++)
    {
      const FlMapChange *change = &writer->paint->changes[i];
      const FlMemoryPicture *other = writer->paint->other;

      if (change->old_box == G_MAXUINT || change->kind == FL_MAP_SAME || other->map->boxes[change->old_box].offset < 0)
        continue;
      g_string_append (writer->out, "<g><title>");
      fl_quote_append_xml (writer->out, other->map->boxes[change->old_box].name);
      g_string_append_printf (writer->out, " by %s</title>", other->map->planner);
      add_rectangle (writer, fl_memory_view_get_box (writer->view, other, change->old_box), style);
      g_string_append (writer->out, "</g>\n");
    }
}

static void
add_splits (Writer *writer)
{
  guint32 color = fl_edge_look_get_color (FL_EDGE_REUSE, writer->paint->dark);

  for (guint i = 0; i < writer->picture->n_splits; i++)
    {
      const FlPictureSplit *split = &writer->picture->splits[i];
      double inset = MIN (split->depth, 8) * 1.5, x = fl_memory_view_get_x (writer->view, split->begin) + inset,
             y = fl_memory_view_get_y (writer->view, (double) (split->offset + split->size_bytes)) + inset,
             width = fl_memory_view_get_x (writer->view, split->end) - inset - x,
             height = fl_memory_view_get_y (writer->view, (double) split->offset) - inset - y;
      g_autofree char *title = fl_memory_picture_dup_split (writer->picture, i);
      g_autofree char *style
          = g_strdup_printf (" fill=\"#%06X\" fill-opacity=\"0.045\" stroke=\"#%06X\"%s", color, color,
                             split->kind == FL_POOL_NODE_SPATIAL ? " stroke-dasharray=\"1.2 2\""
                             : split->depth == 0                 ? " stroke-width=\"2\""
                                                                 : " stroke-dasharray=\"4 2.5\"");

      if ((split->kind != FL_POOL_NODE_SPATIAL && split->n_parts < 2 && split->depth > 0) || width < 4 || height < 4)
        continue;
      g_string_append_printf (writer->out, "<g><title>%s</title>", title);
      add_rectangle (writer, (FlBox) { x, y, width, height }, style);
      g_string_append (writer->out, "</g>\n");
    }
}

void
fl_memory_picture_append_svg (GString *out, const FlMemoryPicture *picture, const FlMemoryPaint *paint, double width,
                              double height)
{
  FlMemoryView view;
  Writer writer = { out, picture, paint, &view, fl_theme_get_info (paint->dark) };
  g_autofree char *planner = fl_quote_dup_xml (picture->map->planner ? picture->map->planner : "");

  fl_memory_view_fit (&view, picture, paint->other, width, height);
  g_string_append (out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                        "font-family=\"Cantarell, sans-serif\" "
                        "font-size=\"11\"");
  g_string_append_printf (out,
                          " viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
                          "height=\"%.0f\">\n<title>Memory over the steps of the "
                          "program, by planner %s</title>\n",
                          width, height, width, height, planner);
  g_string_append_printf (out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06X\"/>\n", writer.theme->canvas);
  add_hatches (&writer);
  add_axes (&writer);
  add_splits (&writer);
  for (guint slices = 0; slices < 2; slices++)
    for (guint i = 0; i < picture->map->n_boxes; i++)
      if (picture->map->boxes[i].offset >= 0 && (picture->boxes[i].tenure == FL_TENURE_SLICE) == slices)
        add_box (&writer, i);
  if (paint->other)
    {
      const char *name = paint->other_name ? paint->other_name : paint->other->map->planner;

      add_other (&writer);
      add_line (&writer, view.plot.x, view.plot.y - 10, view.plot.x + 22, view.plot.y - 10,
                fl_mark_get_color (FL_MARK_THEIRS, paint->dark), 1, 1.5, FL_STROKE_DASHED);
      add_text (&writer, name, view.plot.x + 28, view.plot.y - 6, fl_mark_get_color (FL_MARK_THEIRS, paint->dark), "");
    }
  if (view.strip.height > 0 && picture->map->n_steps > 0)
    add_live (&writer);
  add_levels (&writer);
  g_string_append (out, "</svg>\n");
}

/* --- files ----------------------------------------------------------------------------------- */

static gboolean
write_bytes (cairo_status_t status, const GString *bytes, const char *path, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return fl_file_write (path, bytes->str, (gssize) bytes->len, error);
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the picture could not be written: %s", path,
               cairo_status_to_string (status));
  return FALSE;
}

static void
paint_all (cairo_surface_t *surface, const FlMemoryPicture *picture, const FlMemoryPaint *paint, double height)
{
  cairo_t *cr = cairo_create (surface);
  FlMemoryView view;

  fl_memory_view_fit (&view, picture, paint->other, FILE_WIDTH, height);
  fl_memory_picture_paint (cr, picture, &view, paint);
  fl_memory_picture_paint_marks (cr, picture, &view, paint);
  cairo_show_page (cr);
  cairo_destroy (cr);
}

static gboolean
write_pdf (const FlMemoryPicture *picture, const FlMemoryPaint *paint, double height, const char *path, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (fl_picture_append, bytes, FILE_WIDTH, height);
  cairo_status_t status;

  /* No dates: the same plan gives the same bytes. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, "Memory plan");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  paint_all (surface, picture, paint, height);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return write_bytes (status, bytes, path, error);
}

static gboolean
write_png (const FlMemoryPicture *picture, const FlMemoryPaint *paint, double height, const char *path, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, FILE_WIDTH * PNG_SCALE, (int) height * PNG_SCALE);
  cairo_status_t status;

  cairo_surface_set_device_scale (surface, PNG_SCALE, PNG_SCALE);
  paint_all (surface, picture, paint, height);
  status = cairo_surface_write_to_png_stream (surface, fl_picture_append, bytes);
  cairo_surface_destroy (surface);
  return write_bytes (status, bytes, path, error);
}

static gboolean
write_svg (const FlMemoryPicture *picture, const FlMemoryPaint *paint, double height, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_memory_picture_append_svg (text, picture, paint, FILE_WIDTH, height);
  return fl_file_write_text (path, text->str, (gssize) text->len, error);
}

gboolean
fl_memory_picture_write_as (const FlMemoryPicture *picture, const FlMemoryPaint *paint, FlPictureFormat format,
                            const char *path, GError **error)
{
  double height = picture->map->n_boxes > MANY ? FILE_HEIGHT_MANY : FILE_HEIGHT;

  switch (format)
    {
    case FL_PICTURE_PDF: return write_pdf (picture, paint, height, path, error);
    case FL_PICTURE_PNG: return write_png (picture, paint, height, path, error);
    case FL_PICTURE_SVG:
    default: return write_svg (picture, paint, height, path, error);
    }
}

gboolean
fl_memory_picture_write (const FlMemoryPicture *picture, const FlMemoryPaint *paint, const char *path, GError **error)
{
  static const char *const endings[]
      = { [FL_PICTURE_SVG] = ".svg", [FL_PICTURE_PDF] = ".pdf", [FL_PICTURE_PNG] = ".png" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (path, endings[i]))
      return fl_memory_picture_write_as (picture, paint, i, path, error);
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: a memory map is written as .svg, .pdf or .png", path);
  return FALSE;
}
