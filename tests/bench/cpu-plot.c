/* One picture: for each kernel, how many times as fast as torch.compile, and which share of a STREAM loop's speed. */
#include "cpu-bench.h"

#include <math.h>
#include <string.h>

enum
{
  NAME_WIDTH = 170,
  PANEL = 330,
  GAP = 40,
  TOP = 70,
  LINE = 18,
  KEY = 75 /* width of an entry of the key */
};

static const struct
{
  const char *size, *colour;
} sizes[] = { { "L2", "#1b6ca8" },    { "L3", "#2f855a" },     { "memory", "#c05621" },
              { "block", "#6b46c1" }, { "sample", "#b83280" }, { "strategies", "#718096" } };

static const double low_ratio = 0.25, high_ratio = 16;

static const char *
get_colour (const char *size)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (strcmp (sizes[i].size, size) == 0)
      return sizes[i].colour;
  return "#888";
}

static double
place_ratio (double ratio)
{
  return NAME_WIDTH + PANEL * log (CLAMP (ratio, low_ratio, high_ratio) / low_ratio) / log (high_ratio / low_ratio);
}

static double
place_share (double share)
{
  return NAME_WIDTH + PANEL + GAP + PANEL * CLAMP (share, 0, 1.2) / 1.2;
}

static void
append_text (GString *out, double x, double y, const char *style, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append_printf (out, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, style, escaped);
}

static void
append_mark (GString *out, double x, double y, const cJSON *row, const char *what)
{
  const char *colour = get_colour (bench_row_get_text (row, "size"));
  gboolean is_many = bench_row_get_number (row, "threads") > 1;

  g_string_append_printf (out,
                          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\">"
                          "<title>%s %s, %.0f threads: %s</title></circle>\n",
                          x, y, is_many ? "none" : colour, colour, bench_row_get_text (row, "case"),
                          bench_row_get_text (row, "size"), bench_row_get_number (row, "threads"), what);
}

static void
append_row (GString *out, const cJSON *row, double y)
{
  const cJSON *variant = cJSON_GetArrayItem (cJSON_GetObjectItem (row, "variants"), 1);
  double ratio = bench_row_get_number (cJSON_GetObjectItem (variant, "compile_over_this"), "median"),
         time = bench_row_get_number (variant, "median_ns"), flops = bench_row_get_number (row, "flops");
  double share = time <= 0   ? 0
                 : flops > 0 ? flops / time / MAX (bench_row_get_number (row, "peak_gflops"), 1e-9)
                             : bench_row_get_number (row, "ceiling_ns") / time;
  g_autofree char *ratio_text = g_strdup_printf ("%.2f times as fast as the code of torch.compile", ratio),
                  *share_text = g_strdup_printf ("%.0f %% of the ceiling", 100 * share);

  if (ratio > 0)
    append_mark (out, place_ratio (ratio), y, row, ratio_text);
  if (share > 0 && bench_class_find (bench_row_get_text (row, "class"))->kind < BENCH_BLOCKS)
    append_mark (out, place_share (share), y, row, share_text);
}

static void
append_grid (GString *out, double bottom)
{
  const char *thin = "stroke=\"#888\" stroke-opacity=\"0.3\"", *thick = "stroke=\"#444\"";

  for (double ratio = low_ratio; ratio <= high_ratio; ratio *= 2)
    {
      g_autofree char *label = g_strdup_printf ("%g", ratio);

      g_string_append_printf (out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", place_ratio (ratio),
                              TOP - 8, place_ratio (ratio), bottom, ratio == 1 ? thick : thin);
      append_text (out, place_ratio (ratio), TOP - 12, "text-anchor=\"middle\"", label);
    }
  for (int tenth = 0; tenth <= 12; tenth += 2)
    {
      g_autofree char *label = g_strdup_printf ("%d %%", 10 * tenth);

      g_string_append_printf (out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n",
                              place_share (tenth / 10.0), TOP - 8, place_share (tenth / 10.0), bottom,
                              tenth == 10 ? thick : thin);
      append_text (out, place_share (tenth / 10.0), TOP - 12, "text-anchor=\"middle\"", label);
    }
}

char *
bench_plot_cpu_dup_svg (const cJSON *document)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const cJSON *row;
  double width = NAME_WIDTH + 2 * PANEL + GAP + 40, bottom;

  cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
    if (!g_ptr_array_find_with_equal_func (names, bench_row_get_text (row, "case"), g_str_equal, NULL))
      g_ptr_array_add (names, (gpointer) bench_row_get_text (row, "case"));
  bottom = TOP + LINE * names->len;
  g_string_append_printf (
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
      width, bottom + 20, width, bottom + 20);
  append_text (out, NAME_WIDTH, 18, "font-weight=\"bold\"", "times as fast as the code of torch.compile");
  append_text (out, NAME_WIDTH + PANEL + GAP, 18, "font-weight=\"bold\"",
               "share of STREAM bandwidth, or of peak FMA throughput");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_string_append_printf (out, "<circle cx=\"%d\" cy=\"33\" r=\"4\" fill=\"%s\"/>\n",
                              NAME_WIDTH + KEY * (int) i + 5, sizes[i].colour);
      append_text (out, NAME_WIDTH + KEY * i + 14, 37, "", sizes[i].size);
    }
  append_text (out, NAME_WIDTH + KEY * G_N_ELEMENTS (sizes) + 24, 37, "", "filled: one thread; rings: several");
  append_grid (out, bottom);
  for (guint i = 0; i < names->len; i++)
    {
      double y = TOP + LINE * i + LINE / 2.0;

      append_text (out, NAME_WIDTH - 10, y + 4, "text-anchor=\"end\"", names->pdata[i]);
      cJSON_ArrayForEach (row, cJSON_GetObjectItem (document, "rows"))
        if (strcmp (bench_row_get_text (row, "case"), names->pdata[i]) == 0)
          append_row (out, row, y);
    }
  g_string_append (out, "</svg>\n");
  return g_string_free (out, FALSE);
}
