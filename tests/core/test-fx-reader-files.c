/* The FX text reader: files with sub-graphs, with several graphs, runnable ones and large ones. */
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

#include "fl-fx-fixture.h"

/* --- sub-graphs, several graphs, runnable files ----------------------------------------------- */

static void
test_sub_graphs (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[4]\", p: \"b8[]\"):\n"
      "        true_graph_0 = self.true_graph_0\n"
      "        false_graph_0 = self.false_graph_0\n"
      "        cond = torch.ops.higher_order.cond(p, true_graph_0, false_graph_0, (x,));  p = true_graph_0 = false_graph_0 = x = None\n"
      "        getitem: \"f32[4]\" = cond[0];  cond = None\n"
      "        effects = torch.ops.higher_order.with_effects(getitem, torch.ops.aten.sin.default, getitem)\n"
      "        flex = torch.ops.higher_order.flex(x, {'BACKEND': 'AUTO', 'N': 128}, (), <Enum.A: 1>, dtype = torch.float32)\n"
      "        return (getitem,)\n"
      "        \n"
      "    class true_graph_0(torch.nn.Module):\n"
      "        def forward(self, arg0_1: \"f32[4]\"):\n"
      "            inner = self.inner\n"
      "            sin: \"f32[4]\" = torch.ops.higher_order.invoke_subgraph(inner, 'inner', arg0_1);  arg0_1 = None\n"
      "            return (sin,)\n"
      "            \n"
      "        class inner(torch.nn.Module):\n"
      "            def forward(self, a: \"f32[4]\"):\n"
      "                cos: \"f32[4]\" = torch.ops.aten.cos.default(a)\n"
      "                return (cos,)\n"
      "                \n"
      "    class false_graph_0(torch.nn.Module):\n"
      "        def forward(self, arg0_1: \"f32[4]\"):\n"
      "            return (arg0_1,)\n");
  const FlNode *cond = fl_graph_find_node (graph, "cond");
  const FlNode *branch = fl_graph_find_node (graph, "true_graph_0");

  g_assert_cmpint (cond->args[1].kind, ==, FL_ARG_GRAPH);
  g_assert_nonnull (branch->subgraph);
  g_assert_cmpstr (branch->subgraph->name, ==, "true_graph_0");
  g_assert_nonnull (fl_graph_find_node (branch->subgraph, "inner")->subgraph);
  g_assert_nonnull (fl_graph_find_node (fl_graph_find_node (branch->subgraph, "inner")->subgraph, "cos"));
  g_assert_nonnull (fl_graph_find_node (graph, "false_graph_0")->subgraph);
  assert_call (graph, "effects", "higher_order.with_effects(getitem, torch.ops.aten.sin.default, getitem)");
  assert_call (graph, "flex",
               "higher_order.flex(x, {'BACKEND': 'AUTO', 'N': 128}, (), <Enum.A: 1>, dtype = torch.float32)");
  assert_no_remarks (graph);
}

static void
test_several_graphs (void)
{
  static const char text[] = "class A(torch.nn.Module):\n    def forward(self, x):\n        return (x,)\n\n"
                             "class B(torch.nn.Module):\n    def forward(self, y):\n        return (y,)\n";
  g_autoptr (FlGraph) first = read_text (text);
  g_autoptr (FlGraph) named = fl_fx_read_named ("t.py", text, strlen (text), "B", NULL);

  g_assert_cmpstr (first->name, ==, "A");
  g_assert_cmpuint (first->n_warnings, ==, 1);
  g_assert_cmpstr (first->warnings[0], ==,
                   "the file has more graphs: this is 1 of 2, inference; the others are 2: inference, B (line 5)");
  g_assert_cmpstr (named->name, ==, "B");
}

static void
test_runnable_files (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "import torch\ntorch._inductor.config.fallback_random = True\nclass Stub(torch.nn.Module):\n    def forward(self, *args):\n        pass\n"
      "class Repro(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n\n"
      "    def forward(self, primals_1, primals_2, arg2_1):\n"
      "        mm = torch.ops.aten.mm.default(primals_1, primals_2);  primals_1 = primals_2 = None\n"
      "        return (mm,)\n\n"
      "def load_args(reader):\n"
      "    buf0 = reader.storage(None, 4194304, device=device(type='cuda', index=0), dtype_hint=torch.bfloat16)\n"
      "    reader.tensor(buf0, (1024, 2048), dtype=torch.bfloat16, is_leaf=True)  # primals_1\n"
      "    buf1 = reader.storage('d41d8cd9', 64)\n"
      "    reader.tensor(buf1, (2048, 4), (1, 2048), storage_offset=8, is_leaf=True)  # primals_2\n"
      "    reader.symint(512)  # arg2_1\n"
      "load_args._version = 0\nmod = Repro()\n");

  assert_type (graph, "primals_1", "bf16[1024, 2048][2048, 1]cuda:0"); /* contiguous: the reader says so by silence */
  assert_type (graph, "primals_2", "f32[2048, 4][1, 2048]cpu");
  assert_type (graph, "arg2_1", "Sym(512)");
  g_assert_true (fl_sym_is_int_value (fl_graph_find_node (graph, "primals_2")->value.tensor.offset, 8));
}

/* What torch.tensor makes of numbers without a dtype: floats are f32, whole numbers i64, truths bool. */
static void
test_tensors_of_runnable_files (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "import torch\nclass Repro(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.register_buffer('c0', tensor([0.5000, 0.2500]))\n"
      "        self.register_buffer('c1', tensor([[1, 2, 3],\n                [4, 5, 6]]).cuda())\n"
      "        self.register_buffer('c2', torch.randn([3, 4], dtype=torch.bfloat16))\n"
      "        self.register_buffer('c3', tensor([True, False]))\n"
      "        self.register_buffer('c4', tensor(2, dtype=torch.int32))\n"
      "        self.register_buffer('c5', tensor(\n\n"
      "    def forward(self, x):\n"
      "        c0 = self.c0\n        c1 = self.c1\n        c2 = self.c2\n        c3 = self.c3\n        c4 = self.c4\n"
      "        return (c0, c1, c2, c3, c4)\n\n"
      "def load_args(reader):\n    buf0 = reader.storage(None, 16)\n    reader.tensor(buf0, (4,), is_leaf=True)  # x\n"
      "mod = Repro()\n");

  assert_type (graph, "c0", "f32[2]cpu");
  assert_type (graph, "c1", "i64[2, 3]cuda:0");
  assert_type (graph, "c2", "bf16[3, 4]cpu");
  assert_type (graph, "c3", "b8[2]cpu");
  assert_type (graph, "c4", "i32[]cpu");
}

static void
test_runnable_files_of_2_0 (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("class Repro(torch.nn.Module):\n    def forward(self, a, b):\n        return (a,)\n"
                   "args = [((3, 4), (4, 1), torch.int32, 'cuda'), ((), (), torch.float32, 'cpu')]\n");

  assert_type (graph, "a", "i32[3, 4][4, 1]cuda");
  assert_type (graph, "b", "f32[][]cpu");
}

/* "symint (33, expr='s77')" is the symbol, and 33 what it was. */
static void
test_runnable_files_with_symbols (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("class Repro(torch.nn.Module):\n    def forward(self, n, x):\n        return (x,)\n"
                   "def load_args(reader):\n    buf0 = reader.storage(None, 4*s77)\n"
                   "    reader.tensor(buf0, (s77, 4), is_leaf=True)  # x\n"
                   "    reader.symint(33, expr='s77')  # n\n");

  assert_type (graph, "n", "Sym(s77)");
  assert_type (graph, "x", "f32[s77, 4][4, 1]cpu");
  g_assert_cmpint (fl_sym_get_hint (fl_graph_find_node (graph, "n")->value.sym, 8), ==, 33);
}

/* The reader leaves out the strides of contiguous inputs. A size that may be 0 counts as 1 in them where the length of
 * the storage was counted so: 4 * ((s58 - 1) * 8 * Max (1, s48 - 1) + 8 * (s48 - 2) + 8) bytes. */
static void
test_runnable_files_with_sizes_that_may_be_none (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("class Repro(torch.nn.Module):\n    def forward(self, x, y):\n        return (x,)\n"
                   "def load_args(reader):\n"
                   "    buf0 = reader.storage(None, 32*s48 + 32*(s58 - 1)*Max(1, s48 - 1) - 32)\n"
                   "    reader.tensor(buf0, (s58, s48 - 1, 8), is_leaf=True)  # x\n"
                   "    buf1 = reader.storage(None, 32*s58*(s48 - 1))\n"
                   "    reader.tensor(buf1, (s58, s48 - 1, 8), is_leaf=True)  # y\n");

  assert_type (graph, "x", "f32[s58, s48 - 1, 8][8*Max(1, s48 - 1), 8, 1]cpu");
  assert_type (graph, "y", "f32[s58, s48 - 1, 8][8*s48 - 8, 8, 1]cpu");
}

/* fx_graph_transformed.py gives sizes only; fx_graph_runnable.py beside it knows where the inputs lie. */
static void
test_inputs_beside (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "fx_graph_transformed.py", NULL);
  g_autofree char *inputs = g_build_filename (folder, "fx_graph_runnable.py", NULL);
  g_autoptr (FlGraph) alone = NULL;
  g_autoptr (FlGraph) both = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path,
                                      "class GraphModule(torch.nn.Module):\n"
                                      "    def forward(self, x: \"f32[4, 3]\", y: \"f32[4, 3]\"):\n"
                                      "        relu: \"f32[4, 3]\" = torch.ops.aten.relu.default(x)\n"
                                      "        return (relu, y)\n",
                                      -1, NULL));
  alone = fl_graph_read_file (path, &error);
  g_assert_no_error (error);
  assert_type (alone, "x", "f32[4, 3][3, 1]");
  g_assert_true (g_file_set_contents (inputs,
                                      "def load_args(reader):\n    buf0 = reader.storage(None, 48)\n"
                                      "    reader.tensor(buf0, (4, 3), (1, 4), is_leaf=True)  # x\n"
                                      "    reader.tensor(buf0, (5, 3, 1), (1, 5, 5), is_leaf=True)  # y\n",
                                      -1, NULL));
  both = fl_graph_read_file (path, &error);
  g_assert_no_error (error);
  assert_type (both, "x", "f32[4, 3][1, 4]cpu");
  assert_type (both, "relu", "f32[4, 3][1, 4]cpu"); /* an operator keeps its input's order */
  assert_type (both, "y", "f32[4, 3][3, 1]");       /* other dimensions: another input is meant */
  g_unlink (path);
  g_unlink (inputs);
  g_rmdir (folder);
}

/* --- size ------------------------------------------------------------------------------------- */

/* 12,000 nodes and 1.2 MB must be read in less than 100 ms; a slow machine or a sanitizer gets five times as long. */
static void
test_large_graphs_are_read_quickly (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x_0: \"f32[8, 197, 768][151296, 768, 1]cuda:0\"):\n");
  g_autoptr (FlGraph) graph = NULL;
  clock_t start;
  double ms;

  for (guint i = 1; i <= 12000; i++)
    g_string_append_printf (
        text,
        "    x_%u: \"f32[8, 197, 768][151296, 768, 1]cuda:0\" = torch.ops.aten.add.Tensor(x_%u, 1);  x_%u = None\n", i,
        i - 1, i - 1);
  g_string_append (text, "    return (x_12000,)\n");
  start = clock (); /* processor time: other programs do not count */
  graph = read_text (text->str);
  ms = 1000.0 * (double) (clock () - start) / CLOCKS_PER_SEC;
  g_test_message ("%u nodes, %" G_GSIZE_FORMAT " bytes: %.1f ms", graph->n_nodes, text->len, ms);
  g_assert_cmpfloat (ms, <, 500);
  g_assert_cmpuint (graph->n_nodes, ==, 12002);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add_func ("/core/formats/fx/" name, function)
  ADD ("sub-graphs", test_sub_graphs);
  ADD ("several-graphs", test_several_graphs);
  ADD ("runnable-files", test_runnable_files);
  ADD ("runnable-files-tensors", test_tensors_of_runnable_files);
  ADD ("runnable-files-of-2.0", test_runnable_files_of_2_0);
  ADD ("runnable-files-with-symbols", test_runnable_files_with_symbols);
  ADD ("runnable-files-with-sizes-that-may-be-none", test_runnable_files_with_sizes_that_may_be_none);
  ADD ("inputs-beside", test_inputs_beside);
  ADD ("large-graphs-are-read-quickly", test_large_graphs_are_read_quickly);
#undef ADD
  return g_test_run ();
}
