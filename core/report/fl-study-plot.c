/* Ratios of a study, row by row. */
#include "fl-study-plot.h"

#include <math.h>

#include "fl-quote.h"
#include "fl-report-private.h"

enum
{
  WIDTH = 980,
  LEFT = 290,
  RIGHT = 130,
  TOP = 28,
  BOTTOM = 30,
  ROW = 30,
  BOX = 12,
  MAX_ROWS = 80,
  MAX_DOTS = 300, /* of a row: more of them say no more */
  MAX_LABEL = 42, /* characters of a name */
  N_TICKS = 7
};

typedef struct
{
  GString *out;
  double low, high; /* logarithms to base 2 of both ends */
} Plot;

static const char style[]
    = "figure svg text{font:12.5px Cantarell,Inter,'Noto Sans','DejaVu Sans',sans-serif;fill:var(--fg)}"
      "figure svg .dim{fill:var(--dim)}figure svg .grid{stroke:var(--line);stroke-width:1}"
      "figure svg .one{stroke:var(--dim);stroke-width:1.5}"
      "figure svg .dot{fill:var(--accent);fill-opacity:.45}"
      "figure svg .box{fill:var(--accent);fill-opacity:.14;stroke:var(--accent);stroke-width:1.2}"
      "figure svg .range{stroke:var(--accent);stroke-width:1.2}"
      "figure svg .mean{fill:var(--fg);stroke:var(--card);stroke-width:1}\n";

void
fl_study_append_plot_style (GString *out)
{
  g_string_append (out, style);
}

static void
append (const Plot *plot, const char *format, double number)
{
  g_autofree char *text = fl_report_dup_number (format, number);

  g_string_append (plot->out, text);
}

/* ' x="12.5"' */
static void
attribute (const Plot *plot, const char *name, double value)
{
  g_string_append_printf (plot->out, " %s=\"", name);
  append (plot, "%.1f", value);
  g_string_append_c (plot->out, '"');
}

static double
get_x (const Plot *plot, double ratio)
{
  return LEFT + (log2 (ratio) - plot->low) / (plot->high - plot->low) * (WIDTH - LEFT - RIGHT);
}

static void
add_line (const Plot *plot, const char *class_name, double x0, double y0, double x1, double y1)
{
  g_string_append_printf (plot->out, "<line class=\"%s\"", class_name);
  attribute (plot, "x1", x0);
  attribute (plot, "y1", y0);
  attribute (plot, "x2", x1);
  attribute (plot, "y2", y1);
  g_string_append (plot->out, "/>\n");
}

static void
add_text (const Plot *plot, const char *class_name, double x, double y, const char *anchor, const char *text)
{
  g_string_append_printf (plot->out, "<text class=\"%s\" text-anchor=\"%s\"", class_name, anchor);
  attribute (plot, "x", x);
  attribute (plot, "y", y);
  g_string_append_c (plot->out, '>');
  fl_quote_append_xml (plot->out, text);
  g_string_append (plot->out, "</text>\n");
}

/* Never less than a quarter above and below 1: a difference of a percent shall look like one. */
static void
find_range (Plot *plot, const FlStudyGroup *group, FlMeasure measure)
{
  plot->low = -0.35;
  plot->high = 0.35;
  for (guint i = 0; i < group->rows->len; i++)
    {
      const FlStudySpread *spread = &((const FlStudyRow *) group->rows->pdata[i])->spreads[measure];

      if (spread->n > 0)
        {
          plot->low = MIN (plot->low, log2 (spread->ratios[0].ratio) - 0.05);
          plot->high = MAX (plot->high, log2 (spread->ratios[spread->n - 1].ratio) + 0.05);
        }
    }
}

/* Powers of two, and where the scale is short the quarters between one and the next. */
static void
draw_scale (const Plot *plot, double bottom)
{
  const double range = plot->high - plot->low;
  const int every = range > N_TICKS ? (int) ceil (range / N_TICKS) : 1, n_parts = range > 3 ? 1 : range > 1.5 ? 2 : 4;

  for (int e = (int) floor (plot->low) - 1; e <= plot->high; e++)
    for (int part = 0; part < n_parts; part++)
      {
        const double ratio = exp2 (e) * (1 + (double) part / n_parts), x = get_x (plot, ratio);
        g_autofree char *number = fl_report_dup_number ("%.4g", ratio), *label = g_strconcat (number, "×", NULL);

        if (log2 (ratio) < plot->low || log2 (ratio) > plot->high || e % every != 0)
          continue;
        add_line (plot, ratio == 1 ? "one" : "grid", x, TOP - 6, x, bottom);
        add_text (plot, "dim", x, TOP - 12, "middle", label);
      }
}

/* Dots stand apart by a few pixels up and down, in a fixed order. */
static void
draw_dots (const Plot *plot, const FlStudySpread *spread, double middle)
{
  static const int shifts[] = { 0, -4, 3, -2, 5, -5, 2, 4, -3 };
  const guint step = 1 + spread->n / (MAX_DOTS + 1);

  for (guint i = 0; i < spread->n; i += step)
    {
      const FlStudyRatio *ratio = &spread->ratios[i];
      g_autofree char *file = g_path_get_basename (ratio->cell->asked.graph),
                      *number = fl_report_dup_number ("%.4g", ratio->ratio);

      g_string_append (plot->out, "<circle class=\"dot\" r=\"3.2\"");
      attribute (plot, "cx", get_x (plot, ratio->ratio));
      attribute (plot, "cy", middle + shifts[i % G_N_ELEMENTS (shifts)]);
      g_string_append (plot->out, "><title>");
      fl_quote_append_xml (plot->out, file);
      g_string_append_printf (plot->out, ": %s×</title></circle>\n", number);
    }
}

static void
draw_spread (const Plot *plot, const FlStudySpread *spread, double middle)
{
  const double low = get_x (plot, spread->low), high = get_x (plot, spread->high), mean = get_x (plot, spread->mean);

  add_line (plot, "range", get_x (plot, spread->ratios[0].ratio), middle,
            get_x (plot, spread->ratios[spread->n - 1].ratio), middle);
  g_string_append (plot->out, "<rect class=\"box\" rx=\"2\"");
  attribute (plot, "x", low - 1);
  attribute (plot, "y", middle - BOX / 2.0);
  attribute (plot, "width", high - low + 2);
  attribute (plot, "height", BOX);
  g_string_append (plot->out, "/>\n");
  draw_dots (plot, spread, middle);
  g_string_append (plot->out, "<path class=\"mean\" d=\"M");
  append (plot, "%.1f", mean - 5);
  g_string_append_c (plot->out, ' ');
  append (plot, "%.1f", middle);
  g_string_append (plot->out, "l5 -7 5 7 -5 7z\"/>\n");
}

char *
fl_study_dup_short (const char *label, glong most)
{
  g_autofree char *line = fl_quote_dup_line (label), *start = NULL;

  if (g_utf8_strlen (line, -1) <= most)
    return g_steal_pointer (&line);
  start = g_utf8_substring (line, 0, most - 1);
  return g_strconcat (start, "…", NULL);
}

static void
draw_label (const Plot *plot, const char *label, double middle)
{
  g_autofree char *shown = fl_study_dup_short (label, MAX_LABEL);

  g_string_append (plot->out, "<g><title>");
  fl_quote_append_xml (plot->out, label);
  g_string_append (plot->out, "</title>");
  add_text (plot, "name", LEFT - 12, middle + 4, "end", shown);
  g_string_append (plot->out, "</g>\n");
}

static void
draw_row (const Plot *plot, const FlStudyRow *row, FlMeasure measure, double middle)
{
  const FlStudySpread *spread = &row->spreads[measure];
  g_autofree char *mean = fl_report_dup_number ("%.3g", spread->mean),
                  *said = g_strdup_printf ("%s×, %u graph%s", mean, spread->n, spread->n == 1 ? "" : "s");

  draw_label (plot, row->label, middle);
  if (spread->n == 0)
    {
      add_text (plot, "dim", get_x (plot, 1) + 8, middle + 4, "start", "nothing to compare");
      return;
    }
  draw_spread (plot, spread, middle);
  add_text (plot, "dim", WIDTH - RIGHT + 14, middle + 4, "start", said);
}

static gboolean
is_drawn (const FlStudyGroup *group, FlMeasure measure)
{
  for (guint i = 0; i < group->rows->len; i++)
    if (((const FlStudyRow *) group->rows->pdata[i])->spreads[measure].n > 0)
      return group->rows->len > 1;
  return FALSE;
}

gboolean
fl_study_append_strips (GString *out, const FlStudyGroup *group, FlMeasure measure)
{
  const guint n_rows = MIN (group->rows->len, MAX_ROWS);
  const double bottom = TOP + ROW * n_rows;
  const FlStudyRow *first = group->rows->pdata[0];
  g_autofree char *axis = NULL;
  Plot plot = { out, 0, 0 };

  if (!is_drawn (group, measure))
    return FALSE;
  find_range (&plot, group, measure);
  g_string_append_printf (
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"%s\" width=\"%d\" height=\"%.0f\" "
      "viewBox=\"0 0 %d %.0f\">\n",
      fl_measure_get_info (measure)->title, WIDTH, bottom + BOTTOM, WIDTH, bottom + BOTTOM);
  draw_scale (&plot, bottom);
  for (guint i = 0; i < n_rows; i++)
    draw_row (&plot, group->rows->pdata[i], measure, TOP + ROW * i + ROW / 2.0);
  axis = group->rows->len > MAX_ROWS
             ? g_strdup_printf ("ratio to %s, smaller is better; the first %d of %u configurations", first->label,
                                MAX_ROWS, group->rows->len)
             : g_strdup_printf ("ratio to %s, smaller is better", first->label);
  add_text (&plot, "dim", LEFT + (WIDTH - LEFT - RIGHT) / 2.0, bottom + 20, "middle", axis);
  g_string_append (out, "</svg>\n");
  return TRUE;
}
