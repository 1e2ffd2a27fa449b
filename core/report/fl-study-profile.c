/* Performance profiles of a study's configurations. */
#include <math.h>

#include "fl-quote.h"
#include "fl-report-private.h"
#include "fl-study-plot.h"

enum
{
  WIDTH = 980,
  HEIGHT = 330,
  LEFT = 60,
  RIGHT = 340, /* names */
  TOP = 16,
  BOTTOM = 44,
  ROW = 24,
  MAX_CURVES = 8,
  MAX_LABEL = 40, /* characters of a name */
  MAX_FACTOR = 16 /* of the scale: what is beyond it is seen as what is missing above */
};

typedef struct
{
  GString *out;
  const FlStudyGroup *group;
  FlMeasure measure;
  GHashTable *best; /* the first configuration's FlStudyCell of a graph -> double *: the best ratio to it */
  double high;      /* logarithm to base 2 of the scale's end */
} Profile;

static const char style[]
    = ":root{--p0:#0b57d0;--p1:#b3261e;--p2:#1b6e35;--p3:#8a4b00;--p4:#6b2fa0;--p5:#00626b;--p6:#a0006b;--p7:#54585f}\n"
      "@media(prefers-color-scheme:dark){:root{--p0:#7cb7ff;--p1:#ff8a80;--p2:#6fd08c;--p3:#ffb870;--p4:#c9a3ff;--p5:#6fdbe6;"
      "--p6:#ff8ad1;--p7:#c4c7cc}}\n"
      "figure svg .curve{fill:none;stroke-width:2}"
      "figure svg .c0{stroke:var(--p0)}figure svg .c1{stroke:var(--p1);stroke-dasharray:7 3}"
      "figure svg .c2{stroke:var(--p2);stroke-dasharray:2 3}figure svg .c3{stroke:var(--p3);stroke-dasharray:9 3 2 3}"
      "figure svg .c4{stroke:var(--p4);stroke-dasharray:12 4}figure svg .c5{stroke:var(--p5);stroke-dasharray:4 4}"
      "figure svg .c6{stroke:var(--p6);stroke-dasharray:1 4}figure svg .c7{stroke:var(--p7);stroke-dasharray:9 3 2 3 2 3}\n";

void
fl_study_append_profile_style (GString *out)
{
  g_string_append (out, style);
}

static const FlStudySpread *
get_spread (const Profile *profile, guint row)
{
  return &((const FlStudyRow *) profile->group->rows->pdata[row])->spreads[profile->measure];
}

/* The best of all configurations on each graph. */
static void
find_best (Profile *profile)
{
  for (guint i = 0; i < profile->group->rows->len; i++)
    for (guint k = 0; k < get_spread (profile, i)->n; k++)
      {
        const FlStudyRatio *ratio = &get_spread (profile, i)->ratios[k];
        double *best = g_hash_table_lookup (profile->best, ratio->base);

        if (best == NULL)
          {
            best = g_new (double, 1);
            *best = ratio->ratio;
            g_hash_table_insert (profile->best, (gpointer) ratio->base, best);
          }
        *best = MIN (*best, ratio->ratio);
      }
}

static int
compare_factors (gconstpointer a, gconstpointer b)
{
  const double p = *(const double *) a, q = *(const double *) b;

  return p < q ? -1 : p > q;
}

/* How many times the best one's amount a configuration has, graph by graph, smallest first. */
static GArray *
new_factors (const Profile *profile, guint row)
{
  GArray *factors = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint k = 0; k < get_spread (profile, row)->n; k++)
    {
      const FlStudyRatio *ratio = &get_spread (profile, row)->ratios[k];
      const double factor = ratio->ratio / *(const double *) g_hash_table_lookup (profile->best, ratio->base);

      g_array_append_val (factors, factor);
    }
  g_array_sort (factors, compare_factors);
  return factors;
}

static void
find_range (Profile *profile)
{
  profile->high = 1;
  for (guint i = 0; i < profile->group->rows->len; i++)
    {
      g_autoptr (GArray) factors = new_factors (profile, i);

      if (factors->len > 0)
        profile->high = MAX (profile->high, ceil (log2 (g_array_index (factors, double, factors->len - 1))));
    }
  profile->high = MIN (profile->high, log2 (MAX_FACTOR));
}

static double
get_x (const Profile *profile, double factor)
{
  return LEFT + MIN (log2 (factor) / profile->high, 1) * (WIDTH - LEFT - RIGHT);
}

static double
get_y (double share)
{
  return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
}

static void
append_number (const Profile *profile, char before, double number)
{
  g_autofree char *text = fl_report_dup_number ("%.1f", number);

  g_string_append_c (profile->out, before);
  g_string_append (profile->out, text);
}

static void
draw_text (const Profile *profile, double x, double y, const char *anchor, const char *text)
{
  g_string_append_printf (profile->out, "<text class=\"dim\" text-anchor=\"%s\" x=", anchor);
  append_number (profile, '"', x);
  g_string_append (profile->out, "\" y=");
  append_number (profile, '"', y);
  g_string_append (profile->out, "\">");
  fl_quote_append_xml (profile->out, text);
  g_string_append (profile->out, "</text>\n");
}

static void
draw_line (const Profile *profile, double x0, double y0, double x1, double y1)
{
  g_string_append (profile->out, "<path class=\"grid\" d=\"");
  append_number (profile, 'M', x0);
  append_number (profile, ' ', y0);
  append_number (profile, 'L', x1);
  append_number (profile, ' ', y1);
  g_string_append (profile->out, "\"/>\n");
}

static void
draw_scales (const Profile *profile)
{
  for (guint percent = 0; percent <= 100; percent += 25)
    {
      g_autofree char *label = g_strdup_printf ("%u %%", percent);

      draw_line (profile, LEFT, get_y (percent / 100.0), WIDTH - RIGHT, get_y (percent / 100.0));
      draw_text (profile, LEFT - 8, get_y (percent / 100.0) + 4, "end", label);
    }
  for (guint e = 0; e <= profile->high; e++)
    {
      g_autofree char *label = g_strdup_printf ("%u×", 1u << e);

      draw_line (profile, get_x (profile, exp2 (e)), TOP, get_x (profile, exp2 (e)), get_y (0));
      draw_text (profile, get_x (profile, exp2 (e)), get_y (0) + 16, "middle", label);
    }
  draw_text (profile, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 8, "middle",
             "at most so many times the best configuration of the graph");
}

/* Steps: at each factor the share of all graphs of the group that are within it. */
static void
draw_curve (const Profile *profile, guint row)
{
  g_autoptr (GArray) factors = new_factors (profile, row);
  const double n = MAX (g_hash_table_size (profile->best), 1);

  g_string_append_printf (profile->out, "<path class=\"curve c%u\" d=\"", row);
  append_number (profile, 'M', get_x (profile, 1));
  append_number (profile, ' ', get_y (0));
  for (guint i = 0; i < factors->len && log2 (g_array_index (factors, double, i)) <= profile->high; i++)
    {
      append_number (profile, 'H', get_x (profile, g_array_index (factors, double, i)));
      append_number (profile, 'V', get_y ((i + 1) / n));
    }
  append_number (profile, 'H', WIDTH - RIGHT);
  g_string_append (profile->out, "\"/>\n");
}

static void
draw_name (const Profile *profile, guint row)
{
  const double y = TOP + 14 + ROW * row;
  g_autofree char *shown
      = fl_study_dup_short (((const FlStudyRow *) profile->group->rows->pdata[row])->label, MAX_LABEL);

  g_string_append_printf (profile->out, "<path class=\"curve c%u\" d=\"", row);
  append_number (profile, 'M', WIDTH - RIGHT + 18);
  append_number (profile, ' ', y - 4);
  g_string_append (profile->out, "h34\"/>\n");
  draw_text (profile, WIDTH - RIGHT + 60, y, "start", shown);
}

gboolean
fl_study_append_profile (GString *out, const FlStudyGroup *group, FlMeasure measure)
{
  g_autoptr (GHashTable) best = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Profile profile = { out, group, measure, best, 0 };
  guint n_filled = 0;

  for (guint i = 0; i < group->rows->len; i++)
    n_filled += get_spread (&profile, i)->n > 0;
  if (n_filled < 2 || group->rows->len > MAX_CURVES)
    return FALSE;
  find_best (&profile);
  find_range (&profile);
  g_string_append_printf (out,
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"Performance profiles\" "
                          "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
                          WIDTH, HEIGHT, WIDTH, HEIGHT);
  draw_scales (&profile);
  for (guint i = 0; i < group->rows->len; i++)
    {
      draw_curve (&profile, i);
      draw_name (&profile, i);
    }
  g_string_append (out, "</svg>\n");
  return TRUE;
}
