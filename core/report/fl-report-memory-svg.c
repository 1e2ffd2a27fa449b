/* The memory plan as a picture: calls from left to right, offsets upwards, one box a buffer for as
 * long as it lives, and the bytes alive as a line. */
#include "fl-palette.h"
#include "fl-report-private.h"
#include "fl-text.h"

enum
{
  WIDTH = 960,
  HEIGHT = 300,
  LEFT = 70,
  TOP = 12,
  BOTTOM = 30
};

typedef struct
{
  GString *out;
  const FlMemoryPlan *plan;
  double x_scale, y_scale;
} Map;

static void
append_number (GString *out, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, " %s=\"%s\"", name,
                          g_ascii_formatd (text, sizeof text, "%.2f", number));
}

static double
get_y (const Map *map, gint64 bytes)
{
  return TOP + HEIGHT - (double) bytes * map->y_scale;
}

static void
append_buffer (Map *map, const FlMemoryBuffer *buffer)
{
  FlColorPair colors = fl_look_get_colors (FL_LOOK_BUFFER, FALSE);
  gboolean is_reused = buffer->owner != NULL && buffer->owner != buffer->buffer;
  guint last = MIN (buffer->last, map->plan->n_calls > 0 ? map->plan->n_calls - 1 : 0);
  double x = LEFT + buffer->first * map->x_scale,
         width = MAX ((last - buffer->first + 1) * map->x_scale, 1.5);
  double height = MAX ((double) buffer->size_bytes * map->y_scale, 1.5),
         y = get_y (map, buffer->offset) - height;
  g_autofree char *size = fl_text_dup_bytes ((guint64) MAX (buffer->size_bytes, 0));

  g_string_append (map->out, "<g><title>");
  fl_text_append_escaped_xml (map->out, buffer->buffer->name);
  g_string_append_printf (map->out, ": %s, calls %u to %u, offset %" G_GINT64_FORMAT, size,
                          buffer->first, last, buffer->offset);
  if (is_reused)
    {
      g_string_append (map->out, ", in the memory of ");
      fl_text_append_escaped_xml (map->out, buffer->owner->name);
    }
  g_string_append (map->out, "</title><rect rx=\"3\"");
  append_number (map->out, "x", x + 0.5);
  append_number (map->out, "y", y + 0.5);
  append_number (map->out, "width", MAX (width - 1, 0.5));
  append_number (map->out, "height", MAX (height - 1, 0.5));
  g_string_append_printf (map->out, " fill=\"#%06X\" stroke=\"#%06X\"%s/>", colors.fill,
                          colors.stroke, is_reused ? " stroke-dasharray=\"5 2\"" : "");
  if (width > 34 && height > 13)
    {
      g_string_append (map->out, "<text class=\"m\"");
      append_number (map->out, "x", x + 5);
      append_number (map->out, "y", y + MIN (height / 2 + 4, 14));
      g_string_append_printf (map->out, " fill=\"#%06X\">", fl_theme_get_info (FALSE)->text);
      fl_text_append_escaped_xml (map->out, buffer->buffer->name);
      if (width > 100)
        g_string_append_printf (map->out, "  %s", size);
      g_string_append (map->out, "</text>");
    }
  g_string_append (map->out, "</g>\n");
}

static void
append_axis (Map *map, gint64 top_bytes)
{
  guint32 color = fl_theme_get_info (FALSE)->secondary;

  for (guint i = 0; i <= 4; i++)
    {
      gint64 bytes = top_bytes * i / 4;
      g_autofree char *text = fl_text_dup_bytes ((guint64) bytes);

      g_string_append_printf (map->out,
                              "<path d=\"M%d %.0fH%d\" stroke=\"#%06X\" stroke-opacity=\"0.2\"/>",
                              LEFT, get_y (map, bytes), LEFT + WIDTH, color);
      g_string_append_printf (
          map->out,
          "<text class=\"m\" text-anchor=\"end\" x=\"%d\" y=\"%.0f\" fill=\"#%06X\">%s</text>\n",
          LEFT - 6, get_y (map, bytes) + 4, color, text);
    }
  g_string_append_printf (map->out,
                          "<text class=\"m\" x=\"%d\" y=\"%d\" fill=\"#%06X\">call 0</text>", LEFT,
                          TOP + HEIGHT + 18, color);
  g_string_append_printf (map->out,
                          "<text class=\"m\" text-anchor=\"end\" x=\"%d\" y=\"%d\" "
                          "fill=\"#%06X\">%u calls; the line is what is alive</text>\n",
                          LEFT + WIDTH, TOP + HEIGHT + 18, color, map->plan->n_calls);
}

static void
append_live (Map *map)
{
  guint32 color = fl_theme_get_info (FALSE)->selection;

  g_string_append (map->out, "<path fill=\"none\" stroke-width=\"1.6\" d=\"");
  for (guint i = 0; i < map->plan->n_calls; i++)
    {
      char x[2][G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (x[0], sizeof x[0], "%.1f", LEFT + i * map->x_scale);
      g_ascii_formatd (x[1], sizeof x[1], "%.1f", LEFT + (i + 1) * map->x_scale);
      g_ascii_formatd (y, sizeof y, "%.1f", get_y (map, map->plan->live_bytes[i]));
      g_string_append_printf (map->out, "%c%s %sH%s", i == 0 ? 'M' : 'L', x[0], y, x[1]);
    }
  g_string_append_printf (map->out, "\" stroke=\"#%06X\"/>\n", color);
}

void
fl_report_append_memory_svg (GString *out, const FlMemoryPlan *plan)
{
  gint64 top = MAX (plan->arena_bytes, plan->peak_bytes);
  Map map = { out, plan, 0, 0 };

  for (guint i = 0; i < plan->n_buffers; i++)
    if (!plan->buffers[i].is_removed)
      top = MAX (top, plan->buffers[i].offset + plan->buffers[i].size_bytes);
  if (plan->n_calls == 0 || top <= 0)
    return;
  map.x_scale = (double) WIDTH / plan->n_calls;
  map.y_scale = (double) HEIGHT / (double) top;
  g_string_append_printf (out,
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                          "width=\"%d\" height=\"%d\" role=\"img\" font-family=\"sans-serif\">\n",
                          LEFT + WIDTH + 10, TOP + HEIGHT + BOTTOM, LEFT + WIDTH + 10,
                          TOP + HEIGHT + BOTTOM);
  g_string_append (
      out,
      "<title>Memory over the calls of the program</title><style>.m{font-size:11px}</style>\n");
  append_axis (&map, top);
  for (guint i = 0; i < plan->n_buffers; i++)
    if (!plan->buffers[i].is_removed)
      append_buffer (&map, &plan->buffers[i]);
  append_live (&map);
  g_string_append (out, "</svg>\n");
}
