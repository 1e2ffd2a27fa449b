/* Export: pictures as files by the painter (PDF, PNG) or the SVG writer, and the scene as DOT. */
#include <cairo-pdf.h>

#include "fl-palette.h"
#include "fl-picture-bytes.h"
#include "fl-quote.h"
#include "fl-scene-private.h"
#include "fl-file.h"

enum
{
  MAX_PDF_POINTS = 14400,  /* larger pages are outside of the specification */
  MAX_PNG_PIXELS = 16000,  /* a side; cairo ends at 32767, many viewers before */
  MAX_PNG_AREA = 120000000 /* pixels */
};

static void
paint_page (cairo_t *cr, const FlScene *scene, const FlPlacement *placement, gboolean dark, double zoom)
{
  FlPaint paint = {
    .dark = dark, .zoom = MIN (zoom, 1), .heat = scene->stage == FL_STAGE_RUN, .hovered = -1, .focused_edge = -1
  };
  guint32 canvas = fl_theme_get_info (dark)->canvas;

  fl_color_set (cr, canvas, 1);
  cairo_paint (cr);
  fl_scene_paint (cr, scene, placement, &paint);
}

static gboolean
finish_surface (cairo_t *cr, cairo_surface_t *surface, const GString *bytes, const char *path, GError **error)
{
  cairo_status_t status;

  cairo_destroy (cr);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return fl_file_write (path, bytes->str, (gssize) bytes->len, error);
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the picture could not be written: %s", path,
               cairo_status_to_string (status));
  return FALSE;
}

gboolean
fl_scene_write_pdf (const FlScene *scene, const FlPlacement *placement, const char *path, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  double largest = MAX (placement->width, placement->height), scale = MIN (1, MAX_PDF_POINTS / MAX (largest, 1));
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (fl_picture_append, bytes, MAX (placement->width * scale, 1),
                                             MAX (placement->height * scale, 1));
  cairo_t *cr = cairo_create (surface);

  /* No dates: the same scene gives the same bytes. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, fl_stage_get_info (scene->stage)->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  cairo_scale (cr, scale, scale);
  paint_page (cr, scene, placement, FALSE, 1);
  cairo_show_page (cr);
  return finish_surface (cr, surface, bytes, path, error);
}

gboolean
fl_scene_write_png (const FlScene *scene, const FlPlacement *placement, gboolean dark, double scale, const char *path,
                    GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  double largest = MAX (MAX (placement->width, placement->height), 1),
         area = MAX (placement->width * placement->height, 1);
  cairo_surface_t *surface;
  cairo_t *cr;
  cairo_status_t status;

  scale = scale > 0 ? scale : 1;
  scale = MIN (scale, MAX_PNG_PIXELS / largest);
  if (area * scale * scale > MAX_PNG_AREA)
    scale *= MAX_PNG_AREA / (area * scale * scale);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX ((int) (placement->width * scale + 0.5), 1),
                                        MAX ((int) (placement->height * scale + 0.5), 1));
  cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  paint_page (cr, scene, placement, dark, scale);
  status = cairo_surface_write_to_png_stream (surface, fl_picture_append, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the picture could not be written: %s", path,
                   cairo_status_to_string (status));
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
      return FALSE;
    }
  return finish_surface (cr, surface, bytes, path, error);
}

gboolean
fl_scene_write_svg (const FlScene *scene, const FlPlacement *placement, gboolean dark, const char *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fl_scene_append_svg (out, scene, placement, dark);
  return fl_file_write_text (path, out->str, (gssize) out->len, error);
}

/* --- DOT ------------------------------------------------------------------------------------ */
static void
append_quoted (GString *out, const char *text)
{
  fl_quote_append_dot (out, text != NULL ? text : "");
}

static void
append_dot_node (GString *out, const FlScene *scene, guint position)
{
  static const char *const shapes[FL_N_LOOKS] = {
    [FL_LOOK_INPUT] = "parallelogram",    [FL_LOOK_CONSTANT] = "parallelogram", [FL_LOOK_POINTWISE] = "box",
    [FL_LOOK_REDUCTION] = "invtrapezium", [FL_LOOK_VIEW] = "hexagon",           [FL_LOOK_EXTERN] = "box",
    [FL_LOOK_TEMPLATE] = "tab",           [FL_LOOK_RANDOM] = "octagon",         [FL_LOOK_BUFFER] = "cylinder",
    [FL_LOOK_OUTPUT] = "parallelogram",   [FL_LOOK_FOLDED] = "box3d",           [FL_LOOK_OPAQUE] = "box",
  };
  const FlSceneNode *node = &scene->nodes[position];
  FlColorPair colors = fl_look_get_colors (node->look, FALSE);

  g_string_append_printf (out, "  n%u [shape=%s, fillcolor=\"#%06X\", color=\"#%06X\"%s, label=", position,
                          shapes[node->look], colors.fill, colors.stroke,
                          node->look == FL_LOOK_EXTERN ? ", peripheries=2" : "");
  g_string_append_c (out, '"');
  for (guint i = 0; i < node->n_lines; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      append_quoted (line, node->lines[i]);
      g_string_append_printf (out, "%s%.*s", i > 0 ? "\\n" : "", (int) line->len - 2, line->str + 1);
    }
  g_string_append (out, "\", tooltip=");
  append_quoted (out, node->tooltip);
  g_string_append (out, "];\n");
}

static void
append_dot_cluster (GString *out, const FlScene *scene, gint32 cluster)
{
  if (cluster >= 0)
    {
      g_string_append_printf (out, "  subgraph cluster%d {\n  style=\"rounded\"; label=", cluster);
      append_quoted (out, scene->clusters[cluster].title);
      g_string_append (out, ";\n");
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    if (scene->nodes[i].cluster == cluster)
      append_dot_node (out, scene, i);
  for (guint i = 0; i < scene->n_clusters; i++)
    if (scene->clusters[i].parent == cluster)
      append_dot_cluster (out, scene, (gint32) i);
  if (cluster >= 0)
    g_string_append (out, "  }\n");
}

void
fl_scene_append_dot (GString *out, const FlScene *scene)
{
  static const char *const styles[] = {
    [FL_EDGE_DATA] = "solid",      [FL_EDGE_MUTATION] = "bold",  [FL_EDGE_WEAK] = "dotted",
    [FL_EDGE_ALIAS] = "solid",     [FL_EDGE_REUSE] = "dashed",   [FL_EDGE_REFUSED] = "dashed",
    [FL_EDGE_REJECTED] = "dashed", [FL_EDGE_UNTRIED] = "dotted",
  };

  g_string_append_printf (out,
                          "digraph %s {\n  newrank=true; node [style=filled, fontname=\"sans-serif\", fontsize=11];\n",
                          fl_stage_get_info (scene->stage)->name);
  append_dot_cluster (out, scene, -1);
  for (guint i = 0; i < scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &scene->edges[i];
      gboolean is_free = fl_edge_look_is_refusal (edge->look) || edge->look == FL_EDGE_REUSE;

      g_string_append_printf (out, "  n%u -> n%u [style=%s, color=\"#%06X\"%s", edge->from, edge->to,
                              styles[edge->look], fl_edge_look_get_color (edge->look, FALSE),
                              is_free ? ", constraint=false" : "");
      if (edge->tooltip != NULL)
        {
          g_string_append (out, ", tooltip=");
          append_quoted (out, edge->tooltip);
        }
      if (edge->label != NULL)
        {
          g_string_append (out, ", label=");
          append_quoted (out, edge->label);
        }
      g_string_append (out, "];\n");
    }
  g_string_append (out, "}\n");
}
