/* Several graphs in one file or folder, and where their tensors lie when their own text does not say. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-graph-device.h"
#include "fl-graph-list.h"

/* --- files ------------------------------------------------------------------------------------ */

typedef struct
{
  char *folder;
} Fixture;

static void
fixture_init (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("fuseloom-graphs-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
}

static void
remove_below (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (g_file_test (below, G_FILE_TEST_IS_DIR))
        remove_below (below);
      else
        g_unlink (below);
    }
  g_rmdir (path);
}

static void
fixture_clear (Fixture *fixture, gconstpointer data)
{
  remove_below (fixture->folder);
  g_free (fixture->folder);
}

/* Owned by the caller: its path. */
static char *
write_file (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static FlGraphList *
list_graphs (const char *path)
{
  g_autoptr (GError) error = NULL;
  FlGraphList *list = fl_graph_list_new (path, &error);

  g_assert_no_error (error);
  return list;
}

static const FlListedGraph *
get (const FlGraphList *list, guint number)
{
  return list->graphs->pdata[number - 1];
}

#define DYNAMO(margin)                                                                                                 \
  margin "class GraphModule(torch.nn.Module):\n" margin "    def forward(self, L_x_: \"f32[8, 4]\"):\n" margin         \
         "        relu: \"f32[8, 4]\" = torch.nn.functional.relu(L_x_)\n" margin "        return (relu,)\n"
#define FORWARD(margin)                                                                                                \
  margin "class GraphModule(torch.nn.Module):\n" margin                                                                \
         "    def forward(self, primals_1: \"f32[8, 4][4, 1]cpu\"):\n" margin                                          \
         "        relu: \"f32[8, 4][4, 1]cpu\" = torch.ops.aten.relu.default(primals_1)\n" margin                      \
         "        return (relu,)\n"
#define BACKWARD(margin)                                                                                               \
  margin                                                                                                               \
      "class GraphModule(torch.nn.Module):\n" margin                                                                   \
      "    def forward(self, primals_1: \"f32[8, 4][4, 1]cuda:0\", tangents_1: \"f32[8, 4][4, 1]cuda:0\"):\n" margin   \
      "        neg: \"f32[8, 4][4, 1]cuda:0\" = torch.ops.aten.neg.default(tangents_1)\n" margin                       \
      "        mul: \"f32[8, 4][4, 1]cuda:0\" = torch.ops.aten.mul.Tensor(neg, primals_1)\n" margin                    \
      "        return (mul,)\n"

static const char plain[] = "class GraphModule(torch.nn.Module):\n"
                            "    def forward(self, arg0_1: \"f32[8, 4]\"):\n"
                            "        relu: \"f32[8, 4]\" = torch.ops.aten.relu.default(arg0_1);  arg0_1 = None\n"
                            "        return (relu,)\n";

/* --- several ---------------------------------------------------------------------------------- */

static void
test_log (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (
      fixture, "run.log",
      "V0123 10:01:52.787000 14045 torch/_dynamo/output_graph.py:1] [0/0] [__graph_code] TRACED GRAPH\n"
      "V0123 10:01:52.787000 14045 torch/_dynamo/output_graph.py:1] [0/0] [__graph_code]  ===== __compiled_fn_1 =====\n"
      "V0123 10:01:52.787000 14045 torch/_dynamo/output_graph.py:1] [0/0] [__graph_code]  /x/y.py\n" DYNAMO (
          "V0123 10:01:52.787000 14045 torch/_dynamo/output_graph.py:1] [0/0] [__graph_code] ") "\n"
                                                                                                "I0123 10:01:53.787000 14045 torch/aot.py:1] [0/0] [__aot_graphs] TRACED\n"
                                                                                                "I0123 10:01:53.787000 14045 torch/aot.py:1] [0/0] [__aot_graphs]  ===== Forward graph 0 =====\n" FORWARD (
                                                                                                    "I0123 10:01:53.787000 14045 torch/aot.py:1] [0/0] [__aot_graphs] ") "\n"
                                                                                                                                                                         "I0123 10:01:53.787000 14045 torch/aot.py:1] [0/0] [__aot_graphs]  ===== Backward graph 0 =====\n" BACKWARD (
                                                                                                                                                                             "I0123 10:01:53.787000 14045 torch/aot.py:1] [0/0] [__aot_graphs] "));
  g_autoptr (FlGraphList) list = list_graphs (path);
  g_autoptr (FlGraph) chosen = fl_graph_read_file (path, NULL);
  g_autoptr (FlGraph) third = fl_graph_read_file_number (path, 3, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (list->graphs->len, ==, 3);
  g_assert_cmpstr (get (list, 1)->kind, ==, "Dynamo's");
  g_assert_nonnull (strstr (get (list, 1)->obstacle, "torch.nn.functional.relu"));
  g_assert_null (get (list, 1)->device);
  g_assert_cmpstr (get (list, 2)->kind, ==, "Forward graph 0");
  g_assert_cmpstr (get (list, 2)->device, ==, "cpu");
  g_assert_cmpuint (get (list, 2)->n_nodes, ==, 3); /* input, relu, output */
  g_assert_null (get (list, 2)->obstacle);
  g_assert_cmpstr (get (list, 3)->kind, ==, "Backward graph 0");
  g_assert_cmpstr (get (list, 3)->device, ==, "cuda:0");
  g_assert_cmpuint (get (list, 3)->n_nodes, ==, 5);
  g_assert_cmpuint (list->chosen, ==, 2); /* the first that can be lowered, not Dynamo's */
  g_assert_nonnull (fl_graph_find_node (chosen, "primals_1"));
  g_assert_null (fl_graph_find_node (chosen, "tangents_1"));
  g_assert_nonnull (fl_graph_find_node (third, "tangents_1"));
  g_assert_null (fl_graph_read_file_number (path, 4, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
}

/* A record of JSON, then its payload, each line behind a tab. */
static void
test_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (
      fixture, "trace.log",
      "V0521 11:50:39.474000 3054118 /torch/_dynamo/utils.py:1] {\"dynamo_output_graph\": {\"sizes\": {}}, \"rank\": 0, \"has_payload\": \"a\"}\n" DYNAMO ("\t") "V0521 11:50:39.474000 3054118 /torch/_dynamo/utils.py:1] {\"aot_forward_graph\": {}, \"rank\": 0, \"has_payload\": \"b\"}\n" FORWARD (
          "\t") "V0521 11:50:39.474000 3054118 /torch/_dynamo/utils.py:1] {\"artifact\": {\"name\": \"before_post_grad_graph\", \"encoding\": \"string\"}, \"has_payload\": \"c\"}\n" BACKWARD ("\t"));
  g_autoptr (FlGraphList) list = list_graphs (path);

  g_assert_cmpuint (list->graphs->len, ==, 3);
  g_assert_cmpstr (get (list, 1)->kind, ==, "dynamo_output_graph");
  g_assert_cmpstr (get (list, 2)->kind, ==, "aot_forward_graph");
  g_assert_cmpstr (get (list, 3)->kind, ==, "before_post_grad_graph");
  g_assert_cmpuint (list->chosen, ==, 2);
}

/* One graph that cannot be read hides no other. */
static void
test_one_of_them_is_broken (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (
      fixture, "two.py",
      "class A(torch.nn.Module):\n    def forward(self, x: \"f32[8]cpu\"):\n        y = torch.ops.aten.neg.default(x))\n"
      "        return (y,)\n" FORWARD (""));
  g_autoptr (FlGraphList) list = list_graphs (path);

  g_assert_cmpuint (list->graphs->len, ==, 2);
  g_assert_nonnull (strstr (get (list, 1)->obstacle, "two.py:3"));
  g_assert_cmpuint (list->chosen, ==, 2);
}

/* --- folders ---------------------------------------------------------------------------------- */

static void
test_compilations (Fixture *fixture, gconstpointer data)
{
  static const char *const files[][2] = {
    { "torchinductor/model__0_inference_0.0/fx_graph_transformed.py", plain },
    { "torchinductor/model__0_inference_0.0/fx_graph_readable.py", plain },
    { "torchinductor/model__0_inference_0.0/ir_pre_fusion.txt", "op0: SchedulerNode(ComputedBuffer)\n" },
    { "torchinductor/model__0_inference_0.0/output_code.py",
      "buf0 = empty_strided_cuda((8, 4), (4, 1), torch.float32)\n" },
    { "torchinductor/model__1_inference_1.1/fx_graph_transformed.py", plain },
    { "torchinductor/model__1_inference_1.1/ir_post_fusion.txt",
      "buf0.layout = FixedLayout('cuda:1', torch.float32, size=[8, 4], stride=[4, 1])\n" },
    { "torchinductor/model__2_inference_2.2/fx_graph_transformed.py", plain },
    { "torchinductor/model__2_inference_2.2/ir_pre_fusion.txt", "op0: SchedulerNode(ComputedBuffer)\n" },
    { "torchinductor/model__2_inference_2.2/fx_graph_runnable.py",
      "def load_args(reader):\n"
      "    buf0 = reader.storage(None, 128, device=device(type='cpu'))\n"
      "    reader.tensor(buf0, (8, 4), is_leaf=True)  # arg0_1\n" },
  };
  static const char *const devices[][2]
      = { { "cuda", "output_code.py" }, { "cuda:1", "ir_post_fusion.txt" }, { "cpu", "fx_graph_runnable.py" } };
  g_autoptr (FlGraphList) list = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autofree char *one = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_free (write_file (fixture, files[i][0], files[i][1]));
  list = list_graphs (fixture->folder);
  g_assert_cmpuint (list->graphs->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpstr (get (list, i + 1)->device, ==, devices[i][0]);
      g_assert_cmpstr (get (list, i + 1)->why, ==, devices[i][1]);
    }
  /* The device found from the file alone holds for every value of the graph. */
  one = g_build_filename (fixture->folder, "torchinductor/model__1_inference_1.1/fx_graph_transformed.py", NULL);
  graph = fl_graph_read_file (one, NULL);
  g_assert_cmpstr (fl_graph_find_node (graph, "relu")->value.tensor.device.type, ==, "cuda");
  g_assert_cmpstr (graph->device_why, ==, "ir_post_fusion.txt");
}

static void
test_folder_of_graphs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (FlGraphList) list = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (fl_graph_list_new (fixture->folder, &error)); /* empty */
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  g_free (write_file (fixture, "-_0_0_0/aot_forward_graph_1.txt", FORWARD ("")));
  g_free (write_file (fixture, "-_0_0_0/dynamo_output_graph_0.txt", DYNAMO ("")));
  g_free (write_file (fixture, "-_0_0_0/notes.md", "nothing\n"));
  list = list_graphs (fixture->folder);
  g_assert_cmpuint (list->graphs->len, ==, 2);
  g_assert_cmpstr (get (list, 1)->kind, ==, "forward");
  g_assert_cmpstr (get (list, 2)->kind, ==, "Dynamo's");
}

/* What a graph says itself holds, whatever lies beside it; and where nothing says, no device is assumed. */
static void
test_own_text_is_first (Fixture *fixture, gconstpointer data)
{
  g_autofree char *own = write_file (fixture, "a/fx_graph_transformed.py", FORWARD (""));
  g_autofree char *none = write_file (fixture, "b/fx_graph_transformed.py", plain);
  g_autoptr (FlGraph) said = NULL, unsaid = NULL;

  g_free (write_file (fixture, "a/output_code.py", "buf0 = empty_strided_cuda((8, 4), (4, 1), torch.float32)\n"));
  said = fl_graph_read_file (own, NULL);
  unsaid = fl_graph_read_file (none, NULL);
  g_assert_cmpstr (fl_graph_get_device (said).type, ==, "cpu");
  g_assert_cmpstr (said->device_why, ==, "its own text");
  g_assert_null (fl_graph_get_device (unsaid).type);
  g_assert_null (unsaid->device_why);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, fixture_init, test, fixture_clear);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/core/graph-list/log", test_log);
  add ("/core/graph-list/trace", test_trace);
  add ("/core/graph-list/one-of-them-is-broken", test_one_of_them_is_broken);
  add ("/core/graph-list/compilations", test_compilations);
  add ("/core/graph-list/folder-of-graphs", test_folder_of_graphs);
  add ("/core/graph-list/own-text-is-first", test_own_text_is_first);
  return g_test_run ();
}
