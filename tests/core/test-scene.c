/* Scenes: what the boxes are, folding, provenance, painting, picking, export. */
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-palette.h"
#include "fl-test-run.h"

static const char *const samples[]
    = { "add-relu.py", "add-relu-shared.py", "attention.py", "gpt2-block.py",      "layer-norm.py",  "llama-block.py",
        "mlp-gelu.py", "rms-norm.py",        "softmax.py",   "softmax-dynamic.py", "conv-bn-relu.py" };

static const FlSceneNode *
find_node (const FlScene *scene, FlItemKind kind, const char *name)
{
  for (guint i = 0; i < scene->n_nodes; i++)
    if (scene->nodes[i].item.kind == kind && g_strcmp0 (scene->nodes[i].item.name, name) == 0)
      return &scene->nodes[i];
  g_error ("no box for %s", name);
}

static FlPlacement *
place (FlScene *scene)
{
  g_autoptr (GError) error = NULL;
  FlPlacement *placement;

  fl_scene_measure (scene);
  placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);
  g_assert_no_error (error);
  return placement;
}

static void
test_graph_has_a_box_a_node (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_GRAPH, NULL);

  /* arg0_1, amax, sub, exp, sum_1, div, output; x is read twice, exp twice */
  g_assert_cmpuint (scene->n_nodes, ==, 7);
  g_assert_cmpuint (scene->n_edges, ==, 8);
  g_assert_cmpint (find_node (scene, FL_ITEM_GRAPH_NODE, "arg0_1")->look, ==, FL_LOOK_INPUT);
  g_assert_cmpint (find_node (scene, FL_ITEM_GRAPH_NODE, "amax")->look, ==, FL_LOOK_REDUCTION);
  g_assert_cmpint (find_node (scene, FL_ITEM_GRAPH_NODE, "exp")->look, ==, FL_LOOK_POINTWISE);
  g_assert_cmpint (find_node (scene, FL_ITEM_GRAPH_NODE, "output")->look, ==, FL_LOOK_OUTPUT);
  g_assert_cmpstr (find_node (scene, FL_ITEM_GRAPH_NODE, "sub")->lines[0], ==, "sub");
  g_assert_cmpstr (find_node (scene, FL_ITEM_GRAPH_NODE, "sub")->lines[1], ==, "aten.sub.Tensor");
  g_assert_cmpstr (find_node (scene, FL_ITEM_GRAPH_NODE, "sub")->lines[2], ==, "f32[10, 3840]");
}

static void
check_scene (const FlScene *scene)
{
  for (guint i = 0; i < scene->n_edges; i++)
    {
      g_assert_cmpuint (scene->edges[i].from, <, scene->n_nodes);
      g_assert_cmpuint (scene->edges[i].to, <, scene->n_nodes);
      g_assert_cmpuint (scene->edges[i].from, !=, scene->edges[i].to);
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      g_assert_cmpint (scene->nodes[i].cluster, <, (gint32) scene->n_clusters);
      g_assert_cmpuint (scene->nodes[i].n_lines, >, 0);
      g_assert_nonnull (scene->nodes[i].tooltip);
      for (guint k = 0; k < scene->nodes[i].n_lines; k++)
        {
          g_assert_true (g_utf8_validate (scene->nodes[i].lines[k], -1, NULL));
          g_assert_cmpint (g_utf8_strlen (scene->nodes[i].lines[k], -1), <=, 40);
        }
    }
  for (guint i = 0; i < scene->n_clusters; i++)
    g_assert_cmpint (scene->clusters[i].parent, <, (gint32) i); /* parents first */
}

static void
test_every_stage_of_every_sample_draws (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (FlRun) run = run_sample (samples[i]);

      if (run->error != NULL)
        g_test_message ("%s: %s", samples[i], run->error->message);
      for (guint stage = 0; stage < FL_N_STAGES; stage++)
        {
          g_autoptr (FlScene) scene = fl_scene_new (run, stage, NULL);
          check_scene (scene);
          g_assert_true (scene->n_nodes > 0 || !run->stages[stage].was_reached);
        }
    }
}

static FlNodeId
add_call (FlGraphBuilder *builder, const char *name, const char *target, FlNodeId argument, guint origin)
{
  FlArg *args = fl_arena_new (fl_graph_builder_get_arena (builder), FlArg, 1);
  FlNode node = { .kind = FL_NODE_CALL,
                  .name = fl_intern (name),
                  .target = fl_intern (target),
                  .n_args = 1,
                  .args = args,
                  .origin = { origin } };

  args[0] = (FlArg) { .kind = FL_ARG_NODE, .node = argument };
  node.op = fl_aten_find (node.target);
  if (strcmp (name, "output") == 0)
    node.kind = FL_NODE_OUTPUT;
  return fl_graph_builder_add (builder, &node);
}

/* softmax and relu; or softmax opened into exp, sum and div. */
static FlGraph *
make_opened (gboolean is_opened)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "opened");
  g_autoptr (GError) error = NULL;
  FlNodeId at = fl_graph_builder_add (builder, &(FlNode) { .kind = FL_NODE_PLACEHOLDER,
                                                           .name = fl_intern ("x"),
                                                           .target = fl_intern ("x") });
  FlGraph *graph;

  if (is_opened)
    {
      at = add_call (builder, "exp", "aten.exp.default", at, 1);
      at = add_call (builder, "sum_1", "aten.sum.dim_IntList", at, 1);
      at = add_call (builder, "div", "aten.div.Tensor", at, 1);
    }
  else
    at = add_call (builder, "softmax", "aten.softmax.int", at, 1);
  at = add_call (builder, "relu", "aten.relu.default", at, 2);
  add_call (builder, "output", "output", at, 3);
  graph = fl_graph_builder_finish (builder, &error);
  g_assert_no_error (error);
  return graph;
}

static void
test_opened_operators_stand_together (void)
{
  g_autoptr (FlGraph) graph = make_opened (FALSE);
  g_autoptr (FlRun) run = run_only_graph (graph);
  g_autoptr (FlScene) scene = NULL;
  g_autoptr (FlKin) kin = NULL;
  guint n;

  run->decomposed = make_opened (TRUE);
  scene = fl_scene_new (run, FL_STAGE_DECOMPOSE, NULL);
  g_assert_cmpuint (scene->n_clusters, ==, 1);
  g_assert_cmpint (scene->clusters[0].item.kind, ==, FL_ITEM_GRAPH_NODE);
  g_assert_cmpstr (scene->clusters[0].item.name, ==, "softmax");
  g_assert_cmpint (find_node (scene, FL_ITEM_NODE, "sum_1")->cluster, ==, 0);
  g_assert_false (find_node (scene, FL_ITEM_NODE, "sum_1")->is_faded);
  g_assert_cmpint (find_node (scene, FL_ITEM_NODE, "relu")->cluster, ==, -1);
  g_assert_true (find_node (scene, FL_ITEM_NODE, "relu")->is_faded);
  kin = fl_kin_new (run);
  fl_kin_get (kin, (FlItem) { FL_ITEM_GRAPH_NODE, "softmax" }, &n);
  g_assert_cmpuint (n, ==, 4); /* itself, exp, sum_1, div */
}

static void
test_realized_shows_inlined_inside_their_reader (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_REALIZE, NULL);
  const FlSceneNode *sub, *buffer;

  /* On the CPU exp is realized (heavy, two readers) and sub is inlined into it: the golden has 4
   * buffers. */
  g_assert_no_error (run->error);
  sub = find_node (scene, FL_ITEM_NODE, "sub");
  buffer = find_node (scene, FL_ITEM_BUFFER, "buf1");
  g_assert_true (sub->is_faded);
  g_assert_cmpint (sub->cluster, >=, 0);
  g_assert_cmpint (sub->cluster, ==, buffer->cluster);
  g_assert_cmpint (buffer->look, ==, FL_LOOK_BUFFER);
  find_node (scene, FL_ITEM_BUFFER, "buf3");
}

static void
test_fused_nodes_stand_in_one_cluster (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_FUSE, NULL);
  gboolean found = FALSE;

  g_assert_no_error (run->error);
  /* Inductor makes one outer-loop kernel of the four nodes on the CPU (see the sample's note). */
  for (guint i = 0; i < scene->n_clusters; i++)
    if (scene->clusters[i].parent < 0)
      {
        g_assert_cmpint (scene->clusters[i].item.kind, ==, FL_ITEM_GROUP);
        g_assert_cmpstr (scene->clusters[i].item.name, ==, "op0_op1_op2_op3");
        found = TRUE;
      }
  g_assert_true (found);
  g_assert_cmpint (find_node (scene, FL_ITEM_OP, "op0")->cluster, >=, 0);
}

static void
test_refused_pairs_have_a_reason (void)
{
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  g_autoptr (FlScene) with = fl_scene_new (run, FL_STAGE_FUSE, &(FlSceneOptions) { .show_refused = TRUE });
  g_autoptr (FlScene) without = fl_scene_new (run, FL_STAGE_FUSE, &(FlSceneOptions) { .show_refused = FALSE });
  guint n_refused = 0;

  g_assert_no_error (run->error);
  for (guint i = 0; i < with->n_edges; i++)
    if (fl_edge_look_is_refusal (with->edges[i].look))
      {
        n_refused++;
        g_assert_nonnull (strstr (with->edges[i].tooltip, "not fused"));
      }
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (with->n_edges - n_refused, ==, without->n_edges);
}

/* --- folding -------------------------------------------------------------------------------- */
static void
test_twelve_thousand_nodes_fold_in_well_under_a_second (void)
{
  g_autoptr (FlGraph) graph = make_chain (12000, FALSE);
  g_autoptr (FlRun) run = run_only_graph (graph);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_GRAPH, NULL);
  g_autoptr (FlPlacement) placement = place (scene);
  double seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  guint n_closed = 0;

  g_assert_nonnull (placement);
  check_scene (scene);
  g_test_message ("%u boxes in %.3f s", scene->n_nodes, seconds);
  g_assert_cmpuint (scene->n_nodes, <=, 400);
  for (guint i = 0; i < scene->n_nodes; i++)
    n_closed += scene->nodes[i].look == FL_LOOK_FOLDED;
  /* x + 12,000 + output: every node is either a box or inside a closed group */
  g_assert_cmpuint (scene->n_folded + scene->n_nodes - n_closed, ==, 12002);
  g_assert_nonnull (scene->note);
  g_assert_cmpfloat (seconds, <, 1.0);
}

static void
test_modules_open_and_close (void)
{
  g_autoptr (FlGraph) graph = make_chain (2000, TRUE); /* 20 layers of 4 parts of 25 nodes */
  g_autoptr (FlRun) run = run_only_graph (graph);
  g_autoptr (FlScene) closed
      = fl_scene_new (run, FL_STAGE_GRAPH, &(FlSceneOptions) { .fold_modules = TRUE, .max_nodes = 40 });
  const char *open_paths[] = { "model/layer.3/part.1", NULL };
  g_autoptr (FlScene) open
      = fl_scene_new (run, FL_STAGE_GRAPH,
                      &(FlSceneOptions) { .fold_modules = TRUE, .max_nodes = 40, .unfolded = open_paths });
  const FlSceneNode *layer = find_node (closed, FL_ITEM_NONE, "model/layer.3");
  gboolean has_cluster = FALSE;

  check_scene (closed);
  check_scene (open);
  g_assert_cmpuint (closed->n_nodes, <=, 40);
  g_assert_cmpint (layer->look, ==, FL_LOOK_FOLDED);
  g_assert_cmpstr (layer->lines[0], ==, "layer.3");
  g_assert_cmpstr (layer->lines[1], ==, "100 nodes");
  /* nodes 300 to 399 are layer 3, its part 1 nodes 325 to 349 */
  find_node (open, FL_ITEM_GRAPH_NODE, "add_325");
  find_node (open, FL_ITEM_GRAPH_NODE, "add_349");
  find_node (open, FL_ITEM_NONE, "model/layer.3/part.0");
  for (guint i = 0; i < open->n_clusters; i++)
    has_cluster = has_cluster || g_strcmp0 (open->clusters[i].item.name, "model/layer.3/part.1") == 0;
  g_assert_true (has_cluster);
}

static void
test_no_folding_when_not_asked_for (void)
{
  g_autoptr (FlGraph) graph = make_chain (1000, FALSE);
  g_autoptr (FlRun) run = run_only_graph (graph);
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_GRAPH, &(FlSceneOptions) { .fold_modules = FALSE });

  g_assert_cmpuint (scene->n_nodes, ==, 1002);
}

/* --- provenance ----------------------------------------------------------------------------- */
static gboolean
has_kin (FlKin *kin, FlItem item, FlItemKind kind, const char *name)
{
  guint n;
  const FlItem *items = fl_kin_get (kin, item, &n);

  for (guint i = 0; i < n; i++)
    if (items[i].kind == kind && g_strcmp0 (items[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
test_one_selection_lights_its_kin (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlKin) kin = fl_kin_new (run);
  FlItem sub = { FL_ITEM_GRAPH_NODE, "sub" };
  FlItem kernel;
  g_autofree char *status = NULL;

  g_assert_no_error (run->error);
  kernel = (FlItem) { FL_ITEM_KERNEL, run->program->kernels[0].name };
  g_assert_true (has_kin (kin, sub, FL_ITEM_GRAPH_NODE, "sub"));
  g_assert_true (has_kin (kin, sub, FL_ITEM_NODE, "sub"));
  g_assert_true (has_kin (kin, sub, FL_ITEM_BUFFER, "buf1"));
  g_assert_true (has_kin (kin, sub, FL_ITEM_OP, "op1"));
  g_assert_true (has_kin (kin, sub, FL_ITEM_GROUP, "op0_op1_op2_op3"));
  g_assert_true (has_kin (kin, sub, FL_ITEM_KERNEL, kernel.name));
  /* a sibling in the same kernel is not the same thing */
  g_assert_false (has_kin (kin, sub, FL_ITEM_BUFFER, "buf3"));
  g_assert_false (has_kin (kin, sub, FL_ITEM_GRAPH_NODE, "div"));
  /* the kernel is all of them */
  g_assert_true (has_kin (kin, kernel, FL_ITEM_GRAPH_NODE, "div"));
  g_assert_true (has_kin (kin, kernel, FL_ITEM_GRAPH_NODE, "amax"));
  status = fl_kin_dup_status (kin, sub);
  g_assert_nonnull (strstr (status, "in kernel"));
}

static void
test_missing_counterparts_are_said (void)
{
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  g_autoptr (FlKin) kin = fl_kin_new (run);
  g_autofree char *input = fl_kin_dup_status (kin, (FlItem) { FL_ITEM_GRAPH_NODE, "arg0_1" });
  g_autofree char *nobody = fl_kin_dup_status (kin, (FlItem) { FL_ITEM_OP, "op9999" });

  g_assert_nonnull (strstr (input, "graph input"));
  g_assert_nonnull (strstr (nobody, "no counterpart"));
}

/* --- painting, picking, export -------------------------------------------------------------- */
static guint32
get_pixel (cairo_surface_t *surface, double x, double y)
{
  const guchar *row;

  cairo_surface_flush (surface);
  row = cairo_image_surface_get_data (surface) + (int) y * cairo_image_surface_get_stride (surface);
  return ((const guint32 *) (gconstpointer) row)[(int) x] & 0xFFFFFF;
}

/* Does the middle row of the box show anything but canvas? */
static gboolean
shows_something (cairo_surface_t *surface, const FlBox *box, double zoom, guint32 canvas)
{
  for (double x = box->x * zoom; x < (box->x + box->width) * zoom; x++)
    if (get_pixel (surface, x, (box->y + box->height / 2) * zoom) != canvas)
      return TRUE;
  return FALSE;
}

static void
test_paints_at_every_zoom (void)
{
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  const double zooms[] = { 0.05, 0.2, 0.3, 0.5, 0.8, 1, 2 };

  for (guint stage = 0; stage < FL_STAGE_RUN; stage++)
    {
      g_autoptr (FlScene) scene = fl_scene_new (run, stage, NULL);
      g_autoptr (FlPlacement) placement = place (scene);
      g_autofree guint8 *lit = g_new0 (guint8, scene->n_nodes);

      lit[0] = 2, lit[1] = 1;
      for (guint i = 0; i < G_N_ELEMENTS (zooms) * 2; i++)
        {
          double zoom = zooms[i / 2];
          gboolean dark = i % 2;
          cairo_surface_t *surface
              = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (placement->width * zoom),
                                            (int) ceil (placement->height * zoom));
          cairo_t *cr = cairo_create (surface);
          guint32 canvas = fl_theme_get_info (dark)->canvas;
          FlPaint paint = { .dark = dark,
                            .zoom = zoom,
                            .lit = lit,
                            .hovered = 2,
                            .focused_edge = 0,
                            .heat = i % 4 == 0,
                            .high_contrast = i % 3 == 0 };

          cairo_set_source_rgb (cr, (canvas >> 16 & 0xff) / 255.0, (canvas >> 8 & 0xff) / 255.0,
                                (canvas & 0xff) / 255.0);
          cairo_paint (cr);
          cairo_scale (cr, zoom, zoom);
          fl_scene_paint (cr, scene, placement, &paint);
          g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
          for (guint k = 0; k < scene->n_nodes; k++)
            g_assert_true (shows_something (surface, &placement->nodes[k], zoom, canvas));
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
    }
}

static void
test_picks_what_is_under_the_pointer (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_FUSE, NULL);
  g_autoptr (FlPlacement) placement = place (scene);

  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlBox *box = &placement->nodes[i];
      g_assert_cmpint (fl_scene_pick_node (scene, placement, box->x + box->width / 2, box->y + box->height / 2), ==, i);
    }
  g_assert_cmpint (fl_scene_pick_node (scene, placement, -5, -5), ==, -1);
  for (guint i = 0; i < scene->n_edges; i++)
    if (placement->edges[i].n_points >= 4)
      {
        FlPoint tip = placement->edges[i].arrow;
        gint32 picked = fl_scene_pick_edge (scene, placement, tip.x, tip.y - 4, 4);
        g_assert_cmpint (picked, >=, 0);
      }
  for (guint i = 0; i < scene->n_clusters; i++)
    {
      const FlBox *box = &placement->clusters[i];
      g_assert_cmpint (fl_scene_pick_cluster (scene, placement, box->x + 2, box->y + 2), ==, i);
    }
}

static void
test_svg_is_well_formed_and_has_the_text (void)
{
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  GMarkupParser parser = { 0 };

  for (guint stage = 0; stage < FL_STAGE_RUN; stage++)
    {
      g_autoptr (FlScene) scene = fl_scene_new (run, stage, NULL);
      g_autoptr (FlPlacement) placement = place (scene);
      g_autoptr (GString) svg = g_string_new (NULL);
      g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
      g_autoptr (GError) error = NULL;

      fl_scene_append_svg (svg, scene, placement, FALSE);
      g_markup_parse_context_parse (context, svg->str, (gssize) svg->len, &error);
      g_assert_no_error (error);
      g_assert_nonnull (strstr (svg->str, scene->nodes[0].lines[0]));
    }
}

static void
test_files_are_written (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_GRAPH, NULL);
  g_autoptr (FlPlacement) placement = place (scene);
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-scene-XXXXXX", NULL);
  g_autofree char *png = g_build_filename (folder, "a.png", NULL), *pdf = g_build_filename (folder, "a.pdf", NULL);
  g_autofree char *bad = g_build_filename (folder, "none", "a.svg", NULL), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) dot = g_string_new (NULL);

  g_assert_true (fl_scene_write_png (scene, placement, TRUE, 1, png, &error));
  g_assert_true (g_file_get_contents (png, &text, NULL, NULL) && memcmp (text, "\x89PNG", 4) == 0);
  g_clear_pointer (&text, g_free);
  g_assert_true (fl_scene_write_pdf (scene, placement, pdf, &error));
  g_assert_true (g_file_get_contents (pdf, &text, NULL, NULL) && memcmp (text, "%PDF", 4) == 0);
  g_assert_false (fl_scene_write_svg (scene, placement, FALSE, bad, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  fl_scene_append_dot (dot, scene);
  g_assert_true (g_str_has_prefix (dot->str, "digraph graph"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/scene/graph-has-a-box-a-node", test_graph_has_a_box_a_node);
  g_test_add_func ("/core/report/scene/every-stage-draws", test_every_stage_of_every_sample_draws);
  g_test_add_func ("/core/report/scene/opened-together", test_opened_operators_stand_together);
  g_test_add_func ("/core/report/scene/realized-shows-inlined", test_realized_shows_inlined_inside_their_reader);
  g_test_add_func ("/core/report/scene/fused-in-one-cluster", test_fused_nodes_stand_in_one_cluster);
  g_test_add_func ("/core/report/scene/refused-has-a-reason", test_refused_pairs_have_a_reason);
  g_test_add_func ("/core/report/fold/twelve-thousand", test_twelve_thousand_nodes_fold_in_well_under_a_second);
  g_test_add_func ("/core/report/fold/modules", test_modules_open_and_close);
  g_test_add_func ("/core/report/fold/not-asked-for", test_no_folding_when_not_asked_for);
  g_test_add_func ("/core/session/kin/one-selection", test_one_selection_lights_its_kin);
  g_test_add_func ("/core/session/kin/missing", test_missing_counterparts_are_said);
  g_test_add_func ("/core/report/paint/every-zoom", test_paints_at_every_zoom);
  g_test_add_func ("/core/report/pick", test_picks_what_is_under_the_pointer);
  g_test_add_func ("/core/report/export/svg", test_svg_is_well_formed_and_has_the_text);
  g_test_add_func ("/core/report/export/files", test_files_are_written);
  return g_test_run ();
}
