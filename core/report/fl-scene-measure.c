/* Measuring: sizes of boxes from their text, and the hash of everything that layout depends on. */
#include <pango/pangocairo.h>

#include "fl-scene-private.h"
#include "fl-shape.h"

typedef struct
{
  PangoContext *context;
  PangoLayout *layout;
  PangoFontDescription *title, *line, *cluster;
} Ruler;

static PangoFontDescription *
new_font (double size, PangoWeight weight)
{
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, FL_FONT_FAMILY);
  pango_font_description_set_weight (font, weight);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  return font;
}

static double
measure_width (Ruler *ruler, const PangoFontDescription *font, const char *text)
{
  int width;

  pango_layout_set_font_description (ruler->layout, font);
  pango_layout_set_text (ruler->layout, text, -1);
  pango_layout_get_size (ruler->layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

static void
measure_node (Ruler *ruler, FlSceneNode *node)
{
  double widest = 0, height = 2 * FL_BOX_PAD_Y;

  for (guint i = 0; i < node->n_lines; i++)
    {
      widest = MAX (widest, measure_width (ruler, i == 0 ? ruler->title : ruler->line, node->lines[i]));
      height += i == 0 ? FL_BOX_TITLE : FL_BOX_LINE;
    }
  node->width = MAX (FL_BOX_MIN_WIDTH, FL_BOX_BAND + 2 * FL_BOX_PAD_X + 2 * fl_shape_get_inset (node->look) + widest);
  node->width = 2 * (int) ((node->width + 1.999) / 2);
  node->height = MAX (height, 30);
  if (node->look == FL_LOOK_BUFFER)
    node->height += 6;
}

/* FNV-1a over numbers: equal scenes give equal hashes on every machine. */
static void
hash_number (guint64 *hash, guint64 number)
{
  for (guint i = 0; i < 8; i++, number >>= 8)
    *hash = (*hash ^ (number & 0xff)) * G_GUINT64_CONSTANT (1099511628211);
}

static guint64
hash_scene (const FlScene *scene)
{
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  hash_number (&hash, scene->n_nodes);
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      hash_number (&hash, (guint64) (scene->nodes[i].width * 16));
      hash_number (&hash, (guint64) (scene->nodes[i].height * 16));
      hash_number (&hash, (guint64) scene->nodes[i].cluster + ((guint64) scene->nodes[i].look << 40));
    }
  hash_number (&hash, scene->n_edges);
  for (guint i = 0; i < scene->n_edges; i++)
    hash_number (&hash,
                 ((guint64) scene->edges[i].from << 35) ^ ((guint64) scene->edges[i].to << 3) ^ scene->edges[i].look);
  for (guint i = 0; i < scene->n_clusters; i++)
    {
      hash_number (&hash, (guint64) scene->clusters[i].parent);
      hash_number (&hash, (guint64) (scene->clusters[i].title_width * 16));
    }
  for (const char *p = scene->note; p != NULL && *p != '\0'; p++)
    hash_number (&hash, (guchar) *p);
  return hash;
}

void
fl_scene_measure (FlScene *scene)
{
  PangoFontMap *map = pango_cairo_font_map_get_default ();
  Ruler ruler = {
    .context = pango_font_map_create_context (map),
    .title = new_font (fl_font_title, PANGO_WEIGHT_BOLD),
    .line = new_font (fl_font_line, PANGO_WEIGHT_NORMAL),
    .cluster = new_font (fl_font_cluster, PANGO_WEIGHT_BOLD),
  };

  pango_cairo_context_set_resolution (ruler.context, 72);
  ruler.layout = pango_layout_new (ruler.context);
  for (guint i = 0; i < scene->n_nodes; i++)
    measure_node (&ruler, &scene->nodes[i]);
  for (guint i = 0; i < scene->n_clusters; i++)
    scene->clusters[i].title_width = measure_width (&ruler, ruler.cluster, scene->clusters[i].title) + 20;
  scene->hash = hash_scene (scene);
  pango_font_description_free (ruler.title);
  pango_font_description_free (ruler.line);
  pango_font_description_free (ruler.cluster);
  g_object_unref (ruler.layout);
  g_object_unref (ruler.context);
}
