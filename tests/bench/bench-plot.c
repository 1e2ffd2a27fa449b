/* Times over sizes as SVG: one line a series with its quartiles, and the target's line. */
#include "bench-plot.h"

#include <math.h>
#include <string.h>

enum
{
  WIDTH = 760,
  HEIGHT = 480,
  LEFT = 70,
  RIGHT = 150,
  TOP = 40,
  BOTTOM = 50
};

static const char *const colours[] = { "#1b6ca8", "#c05621", "#2f855a", "#6b46c1" };

typedef struct
{
  double min_x, max_x, min_y, max_y; /* decimal logarithms */
} Scale;

static double
get_x (const Scale *scale, double nodes)
{
  return LEFT + (log10 (nodes) - scale->min_x) / (scale->max_x - scale->min_x) * (WIDTH - LEFT - RIGHT);
}

static double
get_y (const Scale *scale, double ms)
{
  return HEIGHT - BOTTOM - (log10 (ms) - scale->min_y) / (scale->max_y - scale->min_y) * (HEIGHT - TOP - BOTTOM);
}

static Scale
get_scale (const BenchPoint *points, guint n)
{
  Scale scale = { 2, 4.5, 0, 3.2 };

  for (guint i = 0; i < n; i++)
    {
      scale.max_x = MAX (scale.max_x, log10 (points[i].nodes) + 0.1);
      scale.min_x = MIN (scale.min_x, floor (log10 (points[i].nodes)));
      scale.max_y = MAX (scale.max_y, log10 (points[i].high) + 0.1);
      scale.min_y = MIN (scale.min_y, floor (log10 (points[i].low)));
    }
  return scale;
}

static void
append_number (GString *out, const char *before, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s%s", before, g_ascii_formatd (text, sizeof text, "%.1f", value));
}

static void
append_line (GString *out, const Scale *scale, double x1, double y1, double x2, double y2, const char *style)
{
  append_number (out, "<line x1=\"", get_x (scale, x1));
  append_number (out, "\" y1=\"", get_y (scale, y1));
  append_number (out, "\" x2=\"", get_x (scale, x2));
  append_number (out, "\" y2=\"", get_y (scale, y2));
  g_string_append_printf (out, "\" %s/>\n", style);
}

static void
append_text (GString *out, double x, double y, const char *style, const char *text)
{
  append_number (out, "<text x=\"", x);
  append_number (out, "\" y=\"", y);
  g_string_append_printf (out, "\" %s>%s</text>\n", style, text);
}

static void
append_axes (GString *out, const Scale *scale)
{
  const char *grid = "stroke=\"#888\" stroke-opacity=\"0.25\"";
  double left = pow (10, scale->min_x), right = pow (10, scale->max_x), low = pow (10, scale->min_y),
         high = pow (10, scale->max_y);

  for (int power = (int) scale->min_x; power <= scale->max_x; power++)
    for (int digit = 1; digit < 10; digit++)
      {
        double value = digit * pow (10, power);
        g_autofree char *label = g_strdup_printf ("%.0f", value);

        if (value > right)
          break;
        append_line (out, scale, value, low, value, high, grid);
        if (digit == 1 || digit == 2 || digit == 5)
          append_text (out, get_x (scale, value), HEIGHT - BOTTOM + 18, "text-anchor=\"middle\"", label);
      }
  for (int power = (int) scale->min_y; power <= scale->max_y; power++)
    for (int digit = 1; digit < 10; digit++)
      {
        double value = digit * pow (10, power);
        g_autofree char *label = g_strdup_printf ("%g", value);

        if (value > high)
          break;
        append_line (out, scale, left, value, right, value, grid);
        if (digit == 1 || digit == 2 || digit == 5)
          append_text (out, LEFT - 8, get_y (scale, value) + 4, "text-anchor=\"end\"", label);
      }
  append_text (out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "text-anchor=\"middle\"", "FX nodes");
  append_text (out, LEFT - 50, TOP - 16, "", "CPU time from text to kernels, ms (median, quartiles)");
}

static void
append_series (GString *out, const Scale *scale, const BenchPoint *points, guint n, guint which)
{
  const char *colour = colours[which % G_N_ELEMENTS (colours)];
  g_autofree char *stroke = g_strdup_printf ("stroke=\"%s\" stroke-width=\"1.6\"", colour);
  g_autofree char *label = g_strdup_printf ("fill=\"%s\"", colour);
  gboolean is_line = strcmp (points[0].series, "files") != 0;

  for (guint i = 0; i < n; i++)
    {
      if (is_line && i > 0)
        append_line (out, scale, points[i - 1].nodes, points[i - 1].ms, points[i].nodes, points[i].ms, stroke);
      append_line (out, scale, points[i].nodes, points[i].low, points[i].nodes, points[i].high, stroke);
      append_number (out, "<circle cx=\"", get_x (scale, points[i].nodes));
      append_number (out, "\" cy=\"", get_y (scale, points[i].ms));
      g_string_append_printf (out, "\" r=\"3\" fill=\"%s\"/>\n", colour);
    }
  append_text (out, WIDTH - RIGHT + 10, TOP + 20 + 20 * which, label, points[0].series);
}

char *
bench_plot_dup_svg (const BenchPoint *points, guint n_points)
{
  GString *out = g_string_new (NULL);
  Scale scale = get_scale (points, n_points);
  double left = pow (10, scale.min_x), right = pow (10, scale.max_x);
  double highest = pow (10, scale.max_y) / 0.06, lowest = pow (10, scale.min_y) / 0.06;
  guint which = 0;

  g_string_append_printf (out,
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                          "font-family=\"sans-serif\" font-size=\"12\" fill=\"#555\">\n",
                          WIDTH, HEIGHT, WIDTH, HEIGHT);
  g_string_append (out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  append_axes (out, &scale);
  left = MAX (left, lowest);
  right = MIN (right, highest);
  append_line (out, &scale, left, 0.06 * left, right, 0.06 * right, "stroke=\"#b00\" stroke-dasharray=\"6 4\"");
  append_text (out, WIDTH - RIGHT + 10, TOP, "fill=\"#b00\"", "60 ms per 1,000");
  for (guint i = 0, end; i < n_points; i = end)
    {
      for (end = i + 1; end < n_points && strcmp (points[end].series, points[i].series) == 0; end++)
        continue;
      append_series (out, &scale, points + i, end - i, which++);
    }
  g_string_append (out, "</svg>\n");
  return g_string_free (out, FALSE);
}
