/* SVG by a small writer of our own: real text that can be searched, a tooltip on every box and
 * arrow, and small files. Shapes, colours and curves are those of the painter. */
#include <math.h>

#include "fl-edge-path.h"
#include "fl-palette.h"
#include "fl-quote.h"
#include "fl-scene-private.h"
#include "fl-shape.h"

typedef struct
{
  GString *out;
  const FlScene *scene;
  const FlPlacement *placement;
  gboolean dark;
  const FlThemeInfo *theme;
} Writer;

static void
append_number (GString *out, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (text, sizeof text, "%.2f", number);
  /* "12.50" -> "12.5", "12.00" -> "12" */
  end = text + strlen (text) - 1;
  while (*end == '0')
    *end-- = '\0';
  if (*end == '.')
    *end = '\0';
  g_string_append (out, strcmp (text, "-0") == 0 ? "0" : text);
}

static void
append_attribute (GString *out, const char *name, double number)
{
  g_string_append_printf (out, " %s=\"", name);
  append_number (out, number);
  g_string_append_c (out, '"');
}

static void
append_point (GString *out, char op, FlPoint point)
{
  if (op != '\0')
    g_string_append_c (out, op);
  else
    g_string_append_c (out, ' ');
  append_number (out, point.x);
  g_string_append_c (out, ' ');
  append_number (out, point.y);
}

static void
append_shape (GString *out, const FlShape *shape)
{
  g_string_append (out, " d=\"");
  for (guint i = 0; i < shape->n_steps; i++)
    {
      const FlPathStep *step = &shape->steps[i];

      if (step->op == FL_PATH_MOVE || step->op == FL_PATH_LINE)
        append_point (out, step->op == FL_PATH_MOVE ? 'M' : 'L', step->points[0]);
      else if (step->op == FL_PATH_CLOSE)
        g_string_append_c (out, 'Z');
      else
        {
          append_point (out, 'C', step->points[0]);
          append_point (out, '\0', step->points[1]);
          append_point (out, '\0', step->points[2]);
        }
    }
  g_string_append_c (out, '"');
}

static void
append_dashes (GString *out, FlStroke stroke, double width)
{
  double dashes[4];
  guint n = fl_stroke_get_dashes (stroke, width, dashes);

  if (n == 0)
    return;
  g_string_append (out, " stroke-dasharray=\"");
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      append_number (out, dashes[i]);
    }
  g_string_append_c (out, '"');
}

static void
append_title (GString *out, const char *text)
{
  if (text == NULL)
    return;
  g_string_append (out, "<title>");
  fl_quote_append_xml (out, text);
  g_string_append (out, "</title>");
}

static void
append_text (Writer *writer, const char *class_name, double x, double y, guint32 color, const char *text)
{
  g_string_append_printf (writer->out, "<text class=\"%s\"", class_name);
  append_attribute (writer->out, "x", x);
  append_attribute (writer->out, "y", y);
  g_string_append_printf (writer->out, " fill=\"#%06X\">", color);
  fl_quote_append_xml (writer->out, text);
  g_string_append (writer->out, "</text>\n");
}

static const char *
get_prefix (const Writer *writer)
{
  return writer->scene->prefix != NULL ? writer->scene->prefix : fl_stage_get_info (writer->scene->stage)->name;
}

/* --- clusters, arrows, boxes ---------------------------------------------------------------- */
static void
append_cluster (Writer *writer, guint position)
{
  const FlSceneCluster *cluster = &writer->scene->clusters[position];
  const FlBox *box = &writer->placement->clusters[position];
  gboolean is_module = cluster->item.kind == FL_ITEM_NONE;
  guint32 color = is_module ? writer->theme->group : writer->theme->selection;

  if (box->width <= 0)
    return;
  g_string_append (writer->out, "<g>");
  append_title (writer->out, cluster->tooltip != NULL ? cluster->tooltip : cluster->title);
  g_string_append (writer->out, "<rect rx=\"10\"");
  append_attribute (writer->out, "x", box->x);
  append_attribute (writer->out, "y", box->y);
  append_attribute (writer->out, "width", box->width);
  append_attribute (writer->out, "height", box->height);
  g_string_append_printf (writer->out, " fill=\"#%06X\" fill-opacity=\"", color);
  append_number (writer->out, writer->theme->group_tint * (is_module ? 0.7 : 1.5));
  g_string_append_printf (writer->out, "\" stroke=\"#%06X\" stroke-opacity=\"%s\"", color, is_module ? "0.25" : "0.55");
  append_attribute (writer->out, "stroke-width", is_module ? 1 : 1.4);
  append_dashes (writer->out, is_module ? FL_STROKE_SOLID : FL_STROKE_DASHED, 1.4);
  g_string_append (writer->out, "/>\n");
  g_string_append (writer->out, "</g>\n");
}

/* Over the arrows, on a patch of canvas. */
static void
append_cluster_title (Writer *writer, guint position)
{
  const FlSceneCluster *cluster = &writer->scene->clusters[position];
  const FlBox *box = &writer->placement->clusters[position];
  gboolean is_module = cluster->item.kind == FL_ITEM_NONE;

  if (box->width <= 0)
    return;
  g_string_append_printf (writer->out, "<rect rx=\"4\" height=\"16\" fill=\"#%06X\" fill-opacity=\"0.7\"",
                          writer->theme->canvas);
  append_attribute (writer->out, "x", box->x + 5);
  append_attribute (writer->out, "y", box->y + 3);
  append_attribute (writer->out, "width", MAX (MIN (box->width - 10, cluster->title_width - 10), 0));
  g_string_append (writer->out, "/>");
  append_text (writer, "c", box->x + 10, box->y + 15, is_module ? writer->theme->secondary : writer->theme->selection,
               cluster->title);
}

static void
append_head (Writer *writer, FlEdgeLook look, FlPoint tip, FlPoint from, guint32 color)
{
  double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot (dx, dy), size = look == FL_EDGE_MUTATION ? 9 : 8,
         half = size * 0.42;
  gboolean is_open = look == FL_EDGE_WEAK;
  FlPoint base;

  if (length < 0.01)
    return;
  dx /= length, dy /= length;
  base = (FlPoint) { tip.x - dx * size, tip.y - dy * size };
  g_string_append (writer->out, "<path d=\"");
  if (look == FL_EDGE_REUSE)
    {
      append_point (writer->out, 'M', tip);
      append_point (writer->out, 'L',
                    (FlPoint) { tip.x - dx * size * 0.75 - dy * half, tip.y - dy * size * 0.75 + dx * half });
      append_point (writer->out, 'L', (FlPoint) { tip.x - dx * size * 1.5, tip.y - dy * size * 1.5 });
      append_point (writer->out, 'L',
                    (FlPoint) { tip.x - dx * size * 0.75 + dy * half, tip.y - dy * size * 0.75 - dx * half });
      is_open = TRUE;
    }
  else
    {
      append_point (writer->out, 'M', (FlPoint) { base.x - dy * half, base.y + dx * half });
      append_point (writer->out, 'L', tip);
      append_point (writer->out, 'L', (FlPoint) { base.x + dy * half, base.y - dx * half });
    }
  g_string_append_printf (writer->out, "%s\"", look == FL_EDGE_WEAK ? "" : "Z");
  if (is_open)
    g_string_append_printf (writer->out, " fill=\"none\" stroke=\"#%06X\" stroke-width=\"1.3\"/>", color);
  else
    g_string_append_printf (writer->out, " fill=\"#%06X\"/>", color);
}

static void
append_curve (Writer *writer, const FlEdgePath *path, double dx)
{
  g_string_append (writer->out, " d=\"");
  for (guint i = 0; i < path->n_points; i++)
    append_point (writer->out, i == 0 ? 'M' : (i % 3 == 1 ? 'C' : '\0'),
                  (FlPoint) { path->points[i].x + dx, path->points[i].y });
  if (path->has_arrow)
    append_point (writer->out, 'L', (FlPoint) { path->base.x + dx, path->base.y });
  g_string_append_c (writer->out, '"');
}

static void
append_path (Writer *writer, const FlSceneEdge *edge, const FlEdgePath *path, guint32 color)
{
  const FlEdgeInfo *info = fl_edge_look_get_info (edge->look);
  gboolean is_double = info->stroke == FL_STROKE_DOUBLE && !path->is_stub;
  FlPoint middle = fl_edge_path_get_middle (path);

  for (int i = is_double ? -1 : 0; i <= (is_double ? 1 : 0); i += 2)
    {
      g_string_append (writer->out, "<path fill=\"none\"");
      append_curve (writer, path, i * 1.3);
      g_string_append_printf (writer->out, " stroke=\"#%06X\"", color);
      append_attribute (writer->out, "stroke-width", info->width);
      if (!path->is_stub)
        append_dashes (writer->out, info->stroke, info->width);
      else
        g_string_append (writer->out, " stroke-opacity=\"0.55\"");
      g_string_append (writer->out, "/>");
    }
  if (path->has_dot)
    {
      g_string_append (writer->out, "<circle r=\"2.4\"");
      append_attribute (writer->out, "cx", path->dot.x);
      append_attribute (writer->out, "cy", path->dot.y);
      g_string_append_printf (writer->out, " fill=\"#%06X\" fill-opacity=\"0.6\"/>", color);
      if (path->label[0] != 0)
        append_text (writer, "s", path->dot.x + 5, path->dot.y + 3, writer->theme->secondary, path->label);
    }
  if (path->has_arrow)
    append_head (writer, edge->look, path->tip, path->base, color);
  if (fl_edge_look_is_refusal (edge->look))
    {
      fl_scene_append_svg_refusal (writer->out, edge->look, middle, writer->dark);
      if (edge->label != NULL && writer->scene->n_refused <= FL_FEW_REFUSED)
        append_text (writer, "e", middle.x + 12, middle.y + 3.5, color, edge->label);
    }
  if (!path->has_dot && path->label[0] != 0)
    append_text (writer, "e", path->dot.x + 5, path->dot.y + 3.5, color, path->label);
  if (edge->label != NULL && !path->is_stub && !fl_edge_look_is_refusal (edge->look))
    append_text (writer, "e", middle.x + 5, middle.y + 3.5, color, edge->label);
}

static void
append_edge (Writer *writer, guint position)
{
  const FlSceneEdge *edge = &writer->scene->edges[position];
  guint32 color = fl_edge_look_get_color (edge->look, writer->dark);
  FlEdgePath paths[2];
  guint n = fl_edge_path_init (paths, writer->scene, writer->placement, position, FALSE);

  g_string_append (writer->out, writer->scene->nodes[edge->from].is_faded && writer->scene->nodes[edge->to].is_faded
                                    ? "<g opacity=\"0.5\">"
                                    : "<g>");
  append_title (writer->out, edge->tooltip);
  for (guint i = 0; i < n; i++)
    append_path (writer, edge, &paths[i], color);
  g_string_append (writer->out, "</g>\n");
}

static void
append_outline (Writer *writer, const FlSceneNode *node, const FlBox *box, FlColorPair colors, const char *fill)
{
  const FlLookInfo *info = fl_look_get_info (node->look);
  FlShape shape;

  fl_shape_init (&shape, node->look, box);
  g_string_append (writer->out, "<path");
  append_shape (writer->out, &shape);
  g_string_append_printf (writer->out, " fill=\"%s\" stroke=\"#%06X\" stroke-width=\"1.3\"", fill, colors.stroke);
  append_dashes (writer->out, info->stroke, 1.3);
  g_string_append (writer->out, "/>");
}

/* The lid of a cylinder, and badges with their letter. */
static void
append_ornaments (Writer *writer, const FlSceneNode *node, const FlBox *box, FlColorPair colors)
{
  double x = box->x + box->width - 4;

  if (node->look == FL_LOOK_BUFFER)
    {
      g_string_append (writer->out, "<path d=\"");
      append_point (writer->out, 'M', (FlPoint) { box->x, box->y + 5 });
      append_point (writer->out, 'C', (FlPoint) { box->x, box->y + 11.7 });
      append_point (writer->out, '\0', (FlPoint) { box->x + box->width, box->y + 11.7 });
      append_point (writer->out, '\0', (FlPoint) { box->x + box->width, box->y + 5 });
      g_string_append_printf (writer->out, "\" fill=\"none\" stroke=\"#%06X\" stroke-width=\"1.3\"/>", colors.stroke);
    }
  for (const char *badge = node->badges; badge != NULL && *badge != '\0'; badge++, x -= 15)
    {
      char letter[2] = { *badge, '\0' };

      g_string_append (writer->out, "<circle r=\"7\"");
      append_attribute (writer->out, "cx", x);
      append_attribute (writer->out, "cy", box->y);
      g_string_append_printf (writer->out, " fill=\"#%06X\" stroke=\"#%06X\"/>", *badge == '!' ? 0xB3261E : 0x5924AA,
                              writer->theme->canvas);
      append_text (writer, "g", x, box->y + 3.3, writer->dark ? 0x1A1A1A : 0xFFFFFF, letter);
    }
}

static void
append_node (Writer *writer, guint position)
{
  const FlSceneNode *node = &writer->scene->nodes[position];
  const FlBox *box = &writer->placement->nodes[position];
  const FlLookInfo *info = fl_look_get_info (node->look);
  FlColorPair colors = fl_look_get_colors (node->look, writer->dark);
  double inset = fl_shape_get_inset (node->look);
  double height = FL_BOX_TITLE + (node->n_lines > 1 ? (node->n_lines - 1) * FL_BOX_LINE : 0);
  double y = box->y + (box->height - height) / 2 + (node->look == FL_LOOK_BUFFER ? 3 : 0);
  guint32 text = writer->theme->text, secondary = writer->theme->secondary;
  char fill[8];

  if (writer->scene->stage == FL_STAGE_RUN && node->heat >= 0)
    {
      colors.fill = fl_heat_get_color (node->heat, &text);
      secondary = text;
    }
  g_snprintf (fill, sizeof fill, "#%06X", colors.fill);
  g_string_append_printf (writer->out, "<g id=\"%s-n%u\"%s>", get_prefix (writer), position,
                          node->is_faded ? " opacity=\"0.6\"" : "");
  append_title (writer->out, node->tooltip);
  if (node->look == FL_LOOK_FOLDED)
    for (int i = 2; i > 0; i--)
      {
        FlBox card = { box->x + 3 * i, box->y + 3 * i, box->width, box->height };
        append_outline (writer, node, &card, colors, fill);
      }
  append_outline (writer, node, box, colors, fill);
  g_string_append_printf (writer->out, "<clipPath id=\"%s-k%u\"><path", get_prefix (writer), position);
  {
    FlShape shape;
    fl_shape_init (&shape, node->look, box);
    append_shape (writer->out, &shape);
  }
  g_string_append_printf (writer->out, "/></clipPath><rect clip-path=\"url(#%s-k%u)\" fill=\"#%06X\"",
                          get_prefix (writer), position, colors.stroke);
  append_attribute (writer->out, "x", box->x);
  append_attribute (writer->out, "y", box->y);
  append_attribute (writer->out, "width", FL_BOX_BAND);
  append_attribute (writer->out, "height", box->height);
  g_string_append (writer->out, "/>");
  if (info->stroke == FL_STROKE_DOUBLE)
    {
      FlBox inner = { box->x + 2.5, box->y + 2.5, box->width - 5, box->height - 5 };
      append_outline (writer, node, &inner, colors, "none");
    }
  g_string_append_c (writer->out, '\n');
  append_text (writer, "g", box->x + FL_BOX_BAND / 2.0 + inset * 0.35, box->y + box->height / 2 + 3.3,
               writer->dark ? 0x1A1A1A : 0xFFFFFF, info->glyph);
  for (guint i = 0; i < node->n_lines; i++)
    append_text (writer, i == 0 ? "t" : "l", box->x + FL_BOX_BAND + FL_BOX_PAD_X + inset * 0.7,
                 i == 0 ? y + 11.5 : y + FL_BOX_TITLE + (i - 1) * FL_BOX_LINE + 10, i == 0 ? text : secondary,
                 node->lines[i]);
  append_ornaments (writer, node, box, colors);
  g_string_append (writer->out, "</g>\n");
}

void
fl_scene_append_svg (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark)
{
  Writer writer = { out, scene, placement, dark, fl_theme_get_info (dark) };

  g_string_append (out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_attribute (out, "width", placement->width);
  append_attribute (out, "height", placement->height);
  g_string_append (out, " viewBox=\"0 0 ");
  append_number (out, placement->width);
  g_string_append_c (out, ' ');
  append_number (out, placement->height);
  g_string_append (out, "\" font-family=\"" FL_FONT_FAMILY "\" role=\"img\">\n");
  append_title (out, fl_stage_get_info (scene->stage)->title);
  g_string_append (out, "<style>text{white-space:pre}.t{font-size:12px;font-weight:bold}.l{font-size:10.5px}.c{font-"
                        "size:11px;font-weight:bold}.e{font-size:9.5px}.s{font-size:9px}"
                        ".g{font-size:9px;font-weight:bold;text-anchor:middle}</style>\n");
  g_string_append_printf (out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06X\"/>\n", writer.theme->canvas);
  for (guint i = 0; i < scene->n_clusters; i++)
    append_cluster (&writer, i);
  fl_scene_append_svg_hulls (out, scene, placement, dark);
  fl_scene_append_svg_outlines (out, scene, placement, dark);
  for (guint i = 0; i < scene->n_edges; i++)
    append_edge (&writer, i);
  for (guint i = 0; i < scene->n_clusters; i++)
    append_cluster_title (&writer, i);
  for (guint i = 0; i < scene->n_nodes; i++)
    append_node (&writer, i);
  fl_scene_append_svg_badges (out, scene, placement, dark);
  fl_scene_append_svg_hull_labels (out, scene, placement, dark);
  g_string_append (out, "</svg>\n");
}
