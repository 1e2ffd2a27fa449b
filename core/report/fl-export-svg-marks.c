/* The overlay of PyTorch's own in SVG: the same marks as the painter's (fl-scene-paint-marks.c). */
#include "fl-palette.h"
#include "fl-quote.h"
#include "fl-scene-private.h"

typedef struct
{
  GString *out;
  const FlScene *scene;
  const FlPlacement *placement;
  gboolean dark;
} Marks;

static void
append_number (GString *out, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, " %s=\"%s\"", name, g_ascii_formatd (text, sizeof text, "%.1f", number));
}

static void
append_stroke (Marks *marks, FlMark mark, double width)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (fl_mark_get_info (mark)->stroke, width, dashes);

  g_string_append_printf (marks->out, " fill=\"none\" stroke=\"#%06X\"", fl_mark_get_color (mark, marks->dark));
  append_number (marks->out, "stroke-width", width);
  for (guint i = 0; i < n; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (marks->out, "%s%s", i == 0 ? " stroke-dasharray=\"" : " ",
                              g_ascii_formatd (text, sizeof text, "%.1f", dashes[i]));
    }
  g_string_append (marks->out, n > 0 ? "\"" : "");
}

static void
append_rect (Marks *marks, FlMark mark, const FlBox *box, double grow)
{
  g_string_append (marks->out, "<rect rx=\"9\"");
  append_number (marks->out, "x", box->x - grow);
  append_number (marks->out, "y", box->y - grow);
  append_number (marks->out, "width", box->width + 2 * grow);
  append_number (marks->out, "height", box->height + 2 * grow);
  append_stroke (marks, mark, 2);
  g_string_append (marks->out, "/>\n");
}

/* A disc; the glyph tells them apart here, as text that can be searched. */
static void
append_badge (Marks *marks, FlMark mark, double x, double y, const char *label)
{
  const FlMarkInfo *info = fl_mark_get_info (mark);

  g_string_append (marks->out, "<g><title>");
  fl_quote_append_xml (marks->out, info->sentence);
  g_string_append (marks->out,
                   mark == FL_MARK_THEIRS ? "</title><rect width=\"18\" height=\"16\"" : "</title><circle r=\"8\"");
  append_number (marks->out, mark == FL_MARK_THEIRS ? "x" : "cx", mark == FL_MARK_THEIRS ? x - 9 : x);
  append_number (marks->out, mark == FL_MARK_THEIRS ? "y" : "cy", mark == FL_MARK_THEIRS ? y - 8 : y);
  g_string_append_printf (marks->out, " fill=\"#%06X\"/><text class=\"g\" fill=\"#%s\"",
                          fl_mark_get_color (mark, marks->dark), marks->dark ? "1A1A1A" : "FFFFFF");
  append_number (marks->out, "x", x);
  append_number (marks->out, "y", y + 3.2);
  g_string_append_printf (marks->out, ">%s</text></g>\n", label != NULL ? label : info->glyph);
}

static void
append_tie (Marks *marks, const FlSceneOutline *outline)
{
  g_string_append (marks->out, "<polyline points=\"");
  for (guint i = 0; i < outline->n_nodes; i++)
    {
      const FlBox *box = &marks->placement->nodes[outline->nodes[i]];

      g_string_append_printf (marks->out, "%s%d,%d", i > 0 ? " " : "", (int) (box->x + box->width / 2),
                              (int) (box->y + box->height / 2));
    }
  g_string_append (marks->out, "\"");
  append_stroke (marks, FL_MARK_THEIRS, 3);
  g_string_append (marks->out, " stroke-opacity=\"0.6\"/>\n");
}

void
fl_scene_append_svg_outlines (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark)
{
  Marks marks = { out, scene, placement, dark };

  for (guint i = 0; i < scene->n_clusters && i < placement->n_clusters; i++)
    if (scene->clusters[i].mark != FL_MARK_NONE && placement->clusters[i].width > 0)
      append_rect (&marks, scene->clusters[i].mark, &placement->clusters[i], 0);
  for (guint i = 0; i < scene->n_outlines; i++)
    {
      append_tie (&marks, &scene->outlines[i]);
      for (guint k = 0; k < scene->outlines[i].n_nodes; k++)
        append_rect (&marks, FL_MARK_THEIRS, &placement->nodes[scene->outlines[i].nodes[k]], 6);
    }
}

void
fl_scene_append_svg_badges (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark)
{
  Marks marks = { out, scene, placement, dark };

  for (guint i = 0; i < scene->n_clusters && i < placement->n_clusters; i++)
    if (scene->clusters[i].mark != FL_MARK_NONE && placement->clusters[i].width > 0)
      append_badge (&marks, scene->clusters[i].mark, placement->clusters[i].x + placement->clusters[i].width - 6,
                    placement->clusters[i].y + 2, NULL);
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlSceneNode *node = &scene->nodes[i];

      if (node->mark != FL_MARK_NONE
          && (node->cluster < 0 || scene->clusters[node->cluster].item.kind != FL_ITEM_GROUP))
        append_badge (&marks, node->mark, placement->nodes[i].x + placement->nodes[i].width - 3,
                      placement->nodes[i].y + 1, NULL);
    }
  for (guint i = 0; i < scene->n_outlines; i++)
    {
      const FlBox *box = &placement->nodes[scene->outlines[i].nodes[0]];

      append_badge (&marks, FL_MARK_THEIRS, box->x - 1, box->y - 2, scene->outlines[i].label);
    }
}

/* --- refused fusions -------------------------------------------------------------------------- */

void
fl_scene_append_svg_refusal (GString *out, FlEdgeLook look, FlPoint at, gboolean dark)
{
  guint32 color = fl_edge_look_get_color (look, dark);
  double reach = look == FL_EDGE_REFUSED ? 4.6 : 3;

  g_string_append_printf (out, "<circle r=\"6.5\" fill=\"#%06X\" stroke=\"#%06X\" stroke-width=\"1.6\"",
                          fl_theme_get_info (dark)->canvas, color);
  append_number (out, "cx", at.x);
  append_number (out, "cy", at.y);
  g_string_append (out, "/>");
  for (int turn = 1; look != FL_EDGE_UNTRIED && turn >= (look == FL_EDGE_REJECTED ? -1 : 1); turn -= 2)
    {
      g_string_append_printf (out, "<line stroke=\"#%06X\" stroke-width=\"1.6\"", color);
      append_number (out, "x1", at.x - reach * turn);
      append_number (out, "y1", at.y - reach);
      append_number (out, "x2", at.x + reach * turn);
      append_number (out, "y2", at.y + reach);
      g_string_append (out, "/>");
    }
  if (look != FL_EDGE_UNTRIED)
    return;
  g_string_append_printf (out, "<text text-anchor=\"middle\" font-size=\"10\" font-weight=\"bold\" fill=\"#%06X\"",
                          color);
  append_number (out, "x", at.x);
  append_number (out, "y", at.y + 3.6);
  g_string_append (out, ">?</text>");
}
