/* Layout: Graphviz in its worker, deadlines, cancelling, and the plain layout that takes over. */
#include <gio/gio.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-test-run.h"

static FlScene *
new_scene (FlGraph *graph, gboolean folds)
{
  g_autoptr (FlRun) run = run_only_graph (graph);
  FlScene *scene = fl_scene_new (run, FL_STAGE_GRAPH, &(FlSceneOptions) { .fold_modules = folds });

  fl_scene_measure (scene);
  return scene;
}

static gboolean
overlap (const FlBox *a, const FlBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

static void
check_placement (const FlScene *scene, const FlPlacement *placement)
{
  g_assert_cmpuint (placement->n_nodes, ==, scene->n_nodes);
  g_assert_cmpuint (placement->n_edges, ==, scene->n_edges);
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlBox *box = &placement->nodes[i];

      g_assert_cmpfloat (box->x, >=, 0);
      g_assert_cmpfloat (box->y, >=, 0);
      g_assert_cmpfloat (box->x + box->width, <=, placement->width);
      g_assert_cmpfloat (box->y + box->height, <=, placement->height);
      for (guint k = i + 1; k < scene->n_nodes && k < i + 500; k++)
        g_assert_false (overlap (box, &placement->nodes[k]));
    }
  /* data flows downwards */
  for (guint i = 0; i < scene->n_edges; i++)
    g_assert_cmpfloat (placement->nodes[scene->edges[i].from].y, <, placement->nodes[scene->edges[i].to].y);
}

static void
test_graphviz_places_without_overlap (void)
{
  const char *const names[] = { "softmax.py", "gpt2-block.py", "llama-block.py" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (FlGraph) graph = read_sample (names[i]);
      g_autoptr (FlScene) scene = new_scene (graph, TRUE);
      g_autoptr (GError) error = NULL;
      g_autoptr (FlPlacement) placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);

      g_assert_no_error (error);
      g_assert_false (placement->is_coarse);
      check_placement (scene, placement);
    }
}

static void
test_clusters_enclose_their_members (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (FlScene) scene = fl_scene_new (run, FL_STAGE_FUSE, NULL);
  g_autoptr (FlPlacement) placement = NULL;

  g_assert_no_error (run->error);
  fl_scene_measure (scene);
  placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, NULL);
  g_assert_cmpuint (scene->n_clusters, >, 0);
  for (guint i = 0; i < scene->n_nodes; i++)
    for (gint32 c = scene->nodes[i].cluster; c >= 0; c = scene->clusters[c].parent)
      {
        const FlBox *node = &placement->nodes[i], *box = &placement->clusters[c];

        g_assert_cmpfloat (node->x, >=, box->x);
        g_assert_cmpfloat (node->y, >=, box->y + 16); /* room for the title */
        g_assert_cmpfloat (node->x + node->width, <=, box->x + box->width);
        g_assert_cmpfloat (node->y + node->height, <=, box->y + box->height);
      }
}

static char *
ask_worker (const char *request, int *status)
{
  const char *worker = g_getenv ("FUSELOOM_WORKER");
  g_autoptr (GSubprocess) process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, worker, "layout", NULL);
  char *reply = NULL;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate_utf8 (process, request, NULL, &reply, NULL, NULL));
  *status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  return reply;
}

/* Nodes in clusters side by side, joined at random: many places are equally good, and where
 * Graphviz decides by an address, each run may take another. */
static char *
make_request (guint seed, guint n_clusters, guint n_members)
{
  GString *out = g_string_new ("layout 0\n");
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_nodes = n_clusters * n_members;

  for (guint i = 0; i < n_clusters; i++)
    g_string_append_printf (out, "c %u -1 %d\n", i, g_rand_int_range (random, 100, 200));
  for (guint i = 0; i < n_nodes; i++)
    g_string_append_printf (out, "n %u %d 42 %d\n", i, g_rand_int_range (random, 90, 180),
                            i % 3 == 0 ? -1 : (int) (i / n_members));
  for (guint i = 1; i < n_nodes; i++)
    g_string_append_printf (out, "e %u %d %u 1\n", i - 1, g_rand_int_range (random, MAX (0, (gint) i - 12), (gint) i),
                            i);
  g_string_append (out, "end\n");
  return g_string_free (out, FALSE);
}

static void
test_worker_gives_the_same_again (void)
{
  for (guint seed = 1; seed <= 4; seed++)
    {
      g_autofree char *request = make_request (seed, 10, 7);
      int status;
      g_autofree char *first = ask_worker (request, &status);

      g_assert_cmpint (status, ==, 0);
      g_assert_nonnull (strstr (first, "\nend\n"));
      for (guint i = 0; i < 6; i++)
        {
          g_autofree char *again = ask_worker (request, &status);
          g_assert_cmpstr (first, ==, again);
        }
    }
}

static void
test_worker_refuses_nonsense (void)
{
  const char *const requests[] = { "",
                                   "hello\n",
                                   "layout 0\nn 5 1 1 -1\nend\n",
                                   "layout 0\nn 0 10 10 7\nend\n",
                                   "layout 0\nn 0 10 10 -1\ne 0 0 9 1\nend\n",
                                   "layout 0\nn 0 10 10 -1\n" };

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      int status;

      g_free (ask_worker (requests[i], &status));
      g_assert_cmpint (status, ==, 2);
    }
}

static void
test_without_a_worker_the_plain_layout_takes_over (void)
{
  g_autoptr (FlGraph) graph = make_chain (60, FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlPlacement) placement = fl_layout_run (scene, "/nonexistent/worker", 1000, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (placement->is_coarse);
  g_assert_nonnull (strstr (placement->note, "could not be started"));
  check_placement (scene, placement);
}

static void
test_a_late_layout_is_replaced (void)
{
  g_autoptr (FlGraph) graph = make_chain (390, FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, TRUE);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (FlPlacement) placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 1, NULL, NULL);

  g_assert_true (placement->is_coarse);
  g_assert_nonnull (strstr (placement->note, "more than 1 ms"));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 500000);
  check_placement (scene, placement);
}

static void
test_cancelling_ends_it (void)
{
  g_autoptr (FlGraph) graph = make_chain (70, FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, TRUE);
  g_autoptr (GError) error = NULL;
  gint cancelled = 1;

  g_assert_null (fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, &cancelled, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
}

static void
test_equal_scenes_share_a_placement (void)
{
  g_autoptr (FlGraph) graph = make_chain (50, FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, TRUE);
  g_autoptr (FlScene) same = new_scene (graph, TRUE);
  g_autoptr (FlPlacement) first = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, NULL);
  g_autoptr (FlPlacement) second = fl_layout_run (same, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, NULL);

  g_assert_cmphex (scene->hash, ==, same->hash);
  g_assert_true (first == second);
}

static void
test_ten_thousand_nodes_are_laid_out_plainly (void)
{
  g_autoptr (FlGraph) graph = make_chain (10000, FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, FALSE);
  g_autoptr (FlPlacement) placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, NULL);

  g_assert_true (placement->is_coarse);
  check_placement (scene, placement);
}

static gpointer
lay_out (gpointer data)
{
  g_autoptr (FlGraph) graph = make_chain (100 + GPOINTER_TO_UINT (data), FALSE);
  g_autoptr (FlScene) scene = new_scene (graph, TRUE);
  g_autoptr (FlPlacement) placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, NULL);

  check_placement (scene, placement);
  return GINT_TO_POINTER (!placement->is_coarse);
}

static void
test_threads_lay_out_at_once (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("layout", lay_out, GUINT_TO_POINTER (i));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[i])));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/layout/graphviz-no-overlap", test_graphviz_places_without_overlap);
  g_test_add_func ("/core/report/layout/clusters", test_clusters_enclose_their_members);
  g_test_add_func ("/core/report/layout/same-again", test_worker_gives_the_same_again);
  g_test_add_func ("/core/report/layout/nonsense", test_worker_refuses_nonsense);
  g_test_add_func ("/core/report/layout/no-worker", test_without_a_worker_the_plain_layout_takes_over);
  g_test_add_func ("/core/report/layout/late", test_a_late_layout_is_replaced);
  g_test_add_func ("/core/report/layout/cancelled", test_cancelling_ends_it);
  g_test_add_func ("/core/report/layout/shared", test_equal_scenes_share_a_placement);
  g_test_add_func ("/core/report/layout/ten-thousand", test_ten_thousand_nodes_are_laid_out_plainly);
  g_test_add_func ("/core/report/layout/threads", test_threads_lay_out_at_once);
  return g_test_run ();
}
