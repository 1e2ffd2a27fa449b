/* Hulls in SVG, as the painter draws them (fl-scene-paint-hulls.c): once larger in the line's
 * colour, once in the filling. */
#include "fl-edge-path.h"
#include "fl-palette.h"
#include "fl-quote.h"
#include "fl-scene-private.h"

static void
append_number (GString *out, const char *before, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s%s", before, g_ascii_formatd (text, sizeof text, "%.1f", number));
}

/* One a relation and scene: ids must differ in a file of several pictures. */
static void
append_pattern (GString *out, const FlScene *scene, FlRelation relation, gboolean dark)
{
  guint32 color = fl_relation_get_color (relation, dark);

  g_string_append_printf (out, "<pattern id=\"%s-%s\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">",
                          scene->prefix != NULL ? scene->prefix : "hull", fl_relation_get_name (relation));
  g_string_append_printf (out,
                          "<rect width=\"8\" height=\"8\" fill=\"#%06X\"/><rect width=\"8\" "
                          "height=\"8\" fill=\"#%06X\" fill-opacity=\"%s\"/>",
                          fl_theme_get_info (dark)->canvas, color, relation == FL_RELATION_SAME ? "0.05" : "0.11");
  if (relation == FL_RELATION_PART)
    g_string_append_printf (out,
                            "<path d=\"M-1 9L9 -1\" stroke=\"#%06X\" stroke-opacity=\"0.42\" stroke-width=\"0.9\"/>",
                            color);
  else if (relation == FL_RELATION_REGROUPED)
    g_string_append_printf (out, "<circle cx=\"4\" cy=\"4\" r=\"1.1\" fill=\"#%06X\" fill-opacity=\"0.42\"/>", color);
  g_string_append (out, "</pattern>");
}

static void
append_bridges (GString *out, const FlScene *scene, const FlPlacement *placement, const FlSceneHull *hull, double grow,
                const char *paint)
{
  for (guint e = 0; e < hull->n_edges; e++)
    {
      FlEdgePath paths[2];

      g_string_append_printf (out, "<path fill=\"none\" stroke=\"%s\" stroke-linecap=\"round\"", paint);
      append_number (out, " stroke-width=\"", fl_hull_get_bridge (placement, scene, hull->edges[e]) + 2 * grow);
      g_string_append (out, "\" d=\"");
      guint n = fl_edge_path_init (paths, scene, placement, hull->edges[e], TRUE);

      for (guint i = 0; i < n; i++)
        {
          for (guint k = 0; k < paths[i].n_points; k++)
            {
              append_number (out, k == 0 ? "M" : k % 3 == 1 ? "C" : " ", paths[i].points[k].x);
              append_number (out, " ", paths[i].points[k].y);
            }
          append_number (out, "L", paths[i].tip.x);
          append_number (out, " ", paths[i].tip.y);
        }
      g_string_append (out, "\"/>");
    }
}

static void
append_hull (GString *out, const FlScene *scene, const FlPlacement *placement, const FlSceneHull *hull, double grow,
             const char *paint)
{
  double pad = FL_HULL_PAD + grow;

  g_string_append_printf (out, "<g fill=\"%s\">", paint);
  append_bridges (out, scene, placement, hull, grow, paint);
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      const FlBox *box = &placement->nodes[hull->nodes[i]];

      append_number (out, "<rect x=\"", box->x - pad);
      append_number (out, "\" y=\"", box->y - pad);
      append_number (out, "\" width=\"", box->width + 2 * pad);
      append_number (out, "\" height=\"", box->height + 2 * pad);
      append_number (out, "\" rx=\"", 9 + grow);
      g_string_append (out, "\"/>");
    }
  g_string_append (out, "</g>");
}

void
fl_scene_append_svg_hulls (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark)
{
  if (scene->n_hulls == 0)
    return;
  g_string_append (out, "<defs>");
  for (int relation = 0; relation < FL_N_RELATIONS; relation++)
    append_pattern (out, scene, relation, dark);
  g_string_append (out, "</defs>\n");
  for (guint i = 0; i < scene->n_hulls; i++)
    {
      const FlSceneHull *hull = &scene->hulls[i];
      g_autofree char *line = g_strdup_printf ("#%06X", fl_relation_get_color (hull->relation, dark));
      g_autofree char *filling = g_strdup_printf ("url(#%s-%s)", scene->prefix != NULL ? scene->prefix : "hull",
                                                  fl_relation_get_name (hull->relation));

      g_string_append (out, "<g><title>");
      fl_quote_append_xml (out, hull->tooltip);
      g_string_append (out, "</title>");
      append_hull (out, scene, placement, hull, hull->relation == FL_RELATION_SAME ? 1.1 : 2, line);
      append_hull (out, scene, placement, hull, 0, filling);
      g_string_append (out, "</g>\n");
    }
}

void
fl_scene_append_svg_hull_labels (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark)
{
  for (guint i = 0; i < scene->n_hulls; i++)
    {
      const FlSceneHull *hull = &scene->hulls[i];
      const FlBox *box = &placement->nodes[hull->nodes[0]];
      gboolean is_same = hull->relation == FL_RELATION_SAME;
      double width = 6.2 * (double) (g_utf8_strlen (hull->title, -1) + 3);

      append_number (out, "<rect rx=\"4\" height=\"15\" x=\"", box->x - FL_HULL_PAD + 4);
      append_number (out, "\" y=\"", box->y - FL_HULL_PAD - 10);
      append_number (out, "\" width=\"", width);
      g_string_append_printf (out, "\" fill=\"#%06X\"/>",
                              is_same ? fl_theme_get_info (dark)->canvas
                                      : fl_relation_get_color (hull->relation, dark));
      append_number (out, "<text class=\"c\" x=\"", box->x - FL_HULL_PAD + 9);
      append_number (out, "\" y=\"", box->y - FL_HULL_PAD + 1.5);
      g_string_append_printf (out, "\" fill=\"#%06X\">%s ",
                              is_same ? fl_theme_get_info (dark)->secondary
                              : dark  ? 0x1A1A1A
                                      : 0xFFFFFF,
                              fl_relation_get_info (hull->relation)->sign);
      fl_quote_append_xml (out, hull->title);
      g_string_append (out, "</text>\n");
    }
}
