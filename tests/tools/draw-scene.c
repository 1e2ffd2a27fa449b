/* draw-scene GRAPH PICTURE [--dark] [--stage NAME] [--max N] [--coarse] [--scale X]: draws one
 * stage of a graph as PNG, SVG, PDF or DOT by the suffix of PICTURE, and prints what took how long.
 * FUSELOOM_WORKER: the layout worker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-pipeline.h"

static double
get_ms (gint64 since)
{
  return (double) (g_get_monotonic_time () - since) / 1000;
}

static gboolean
write_picture (const FlScene *scene, const FlPlacement *placement, const char *path, gboolean dark, double scale,
               GError **error)
{
  if (g_str_has_suffix (path, ".svg"))
    return fl_scene_write_svg (scene, placement, dark, path, error);
  if (g_str_has_suffix (path, ".pdf"))
    return fl_scene_write_pdf (scene, placement, path, error);
  if (g_str_has_suffix (path, ".dot"))
    {
      g_autoptr (GString) out = g_string_new (NULL);
      fl_scene_append_dot (out, scene);
      return g_file_set_contents (path, out->str, (gssize) out->len, error);
    }
  return fl_scene_write_png (scene, placement, dark, scale, path, error);
}

int
main (int argc, char **argv)
{
  g_autofree char *stage_name = g_strdup ("graph");
  gboolean dark = FALSE, coarse = FALSE;
  int max_nodes = 0;
  double scale = 1;
  GOptionEntry entries[] = { { "dark", 0, 0, G_OPTION_ARG_NONE, &dark, "dark colours", NULL },
                             { "coarse", 0, 0, G_OPTION_ARG_NONE, &coarse, "the plain layout", NULL },
                             { "stage", 0, 0, G_OPTION_ARG_STRING, &stage_name, "which stage", "NAME" },
                             { "max", 0, 0, G_OPTION_ARG_INT, &max_nodes, "boxes at most", "N" },
                             { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "pixels a point", "X" },
                             { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("GRAPH PICTURE");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlRun) run = NULL;
  g_autoptr (FlScene) scene = NULL;
  g_autoptr (FlPlacement) placement = NULL;
  FlPipelineRequest request;
  int stage;
  gint64 start;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 3 || (stage = fl_stage_find (stage_name)) < 0)
    {
      fprintf (stderr, "usage: draw-scene GRAPH PICTURE (%s)\n", error != NULL ? error->message : "see --help");
      return 2;
    }
  graph = fl_graph_read_file (argv[1], &error);
  if (graph == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  fl_pipeline_request_init (&request);
  request.until = MIN ((FlStage) stage, FL_STAGE_CODEGEN);
  start = g_get_monotonic_time ();
  run = fl_pipeline_run (graph, &request);
  printf ("%u nodes; pipeline %.1f ms", graph->n_nodes, get_ms (start));
  if (run->error != NULL)
    printf (" (%s)", run->error->message);
  start = g_get_monotonic_time ();
  scene = fl_scene_new (run, (FlStage) stage,
                        &(FlSceneOptions) { .fold_modules = max_nodes >= 0,
                                            .max_nodes = (guint) MAX (max_nodes, 0),
                                            .show_refused = TRUE });
  printf ("; scene %.1f ms (%u nodes, %u edges, %u clusters)", get_ms (start), scene->n_nodes, scene->n_edges,
          scene->n_clusters);
  start = g_get_monotonic_time ();
  fl_scene_measure (scene);
  printf ("; measure %.1f ms", get_ms (start));
  start = g_get_monotonic_time ();
  placement = fl_layout_run (scene, coarse ? NULL : g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);
  printf ("; layout %.1f ms (%.0f x %.0f)", get_ms (start), placement->width, placement->height);
  start = g_get_monotonic_time ();
  if (!write_picture (scene, placement, argv[2], dark, scale, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  printf ("; picture %.1f ms%s%s\n", get_ms (start), placement->note != NULL ? "\n" : "",
          placement->note != NULL ? placement->note : "");
  return 0;
}
