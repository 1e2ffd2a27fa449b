/* The FX text reader: one small text for every oddity met in files of PyTorch 2.0 to 2.13. */
#include "fl-fx-fixture.h"

/* The results, as the return statement has them. */
static void
assert_results (const FlGraph *graph, const char *expected)
{
  assert_call (graph, fl_graph_get_node (graph, graph->output)->name, expected);
}

static void
test_01_no_parameters (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "class <lambda>(torch.nn.Module):\n"
      "    def forward(self):\n"
      "        full_default: \"f64[]\" = torch.ops.aten.full.default([], 8.97, dtype = torch.float64, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False);  full_default = None\n"
      "        return ()\n");

  g_assert_cmpstr (graph->name, ==, "<lambda>");
  g_assert_cmpuint (graph->n_inputs, ==, 0);
  assert_type (graph, "full_default", "f64[]");
  assert_call (
      graph, "full_default",
      "aten.full.default([], 8.97, dtype = torch.float64, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)");
  assert_results (graph, "output()");
  assert_no_remarks (graph);
}

static void
test_02_returns (void)
{
  static const struct
  {
    const char *text;
    const char *results;
  } cases[] = {
    { "return (None, x, None, y)", "output(None, x, None, y)" },
    { "return [x, y]", "output(x, y)" },
    { "return (x,)", "output(x)" },
    { "return x", "output(x)" },
    { "return pytree.tree_unflatten([x, y], self._out_spec)", "output(x, y)" },
    { "return pytree.tree_unflatten((x, [y, 1]), self._out_spec)", "output(x, [y, 1])" },
    { "return (\n        x,  # PlainAOTOutput(idx=0)\n        y,\n    )", "output(x, y)" },
    { "return [{'a': x}]", "output({'a': x})" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("def forward(self, x, y):\n    %s\n", cases[i].text);
      g_autoptr (FlGraph) graph = read_text (text);

      assert_results (graph, cases[i].results);
      assert_no_remarks (graph);
    }
}

static void
test_03_tuples (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "def forward(self, x: \"f32[8, 512, 768]\"):\n"
      "    var_mean = torch.ops.aten.var_mean.correction(x, [2], correction = 0, keepdim = True);  x = None\n"
      "    getitem: \"f32[8, 512, 1]\" = var_mean[0]\n"
      "    getitem_1: \"f32[8, 512, 1]\" = var_mean[1];  var_mean = None\n"
      "    return (getitem, getitem_1)\n");

  assert_call (graph, "getitem_1", "operator.getitem(var_mean, 1)");
  g_assert_cmpuint (fl_graph_find_node (graph, "var_mean")->n_users, ==, 2);
  assert_no_remarks (graph);
}

static void
test_04_joint_graphs (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "class inner_f(torch.nn.Module):\n"
      "    def forward(self, primals, tangents):\n"
      "        primals_1: \"f32[10]\"; primals_2: \"f32[10]\"; tangents_1: \"f32[10]\"; \n"
      "    \n"
      "        primals_1, primals_2, tangents_1, = fx_pytree.tree_flatten_spec([primals, tangents], self._in_spec)\n"
      "        mul: \"f32[10]\" = torch.ops.aten.mul.Tensor(primals_1, tangents_1);  primals_1 = tangents_1 = None\n"
      "        return pytree.tree_unflatten([primals_2, mul], self._out_spec)\n");

  g_assert_cmpuint (graph->n_inputs, ==, 3);
  g_assert_cmpstr (fl_graph_get_node (graph, graph->inputs[2])->name, ==, "tangents_1");
  assert_type (graph, "tangents_1", "f32[10]");
  assert_results (graph, "output(primals_2, mul)");
  assert_no_remarks (graph);
}

static void
test_05_dead_node_in_its_own_deletion (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "def forward(self, primals_1, mul_1):\n"
      "    copy_: \"f32[2, 2]\" = torch.ops.aten.copy_.default(primals_1, mul_1);  primals_1 = mul_1 = copy_ = None\n"
      "    return ()\n");

  g_assert_cmpuint (fl_graph_find_node (graph, "copy_")->n_users, ==, 0);
  assert_no_remarks (graph);
}

static void
test_10_graphs_of_dynamo (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("class GraphModule(torch.nn.Module):\n"
                   "    def forward(self, L_x_ : torch.Tensor, L_y_: \"f32[4][1]cpu\"):\n"
                   "        l_x_ = L_x_\n"
                   "        l_y_ = L_y_\n"
                   "        \n"
                   "        # File: m.py:3 in f, code: y = F.relu(x)\n"
                   "        relu: \"f32[4]\" = torch.nn.functional.relu(l_x_)\n"
                   "        linear = torch._C._nn.linear(relu, l_y_, None)\n"
                   "        sum_1 = linear.sum(dim = 1)\n"
                   "        getitem = linear[(Ellipsis, slice(-1, None, None))]\n"
                   "        item_2 = linear[0, 1:2, :, None]\n"
                   "        relu += 1;  add_: \"f32[4]\" = relu;  relu = None\n"
                   "        l_x_[0] = 1;  setitem = l_x_\n"
                   "        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None\n"
                   "        return (sum_1, add_)\n");

  g_assert_cmpstr (fl_graph_get_node (graph, graph->inputs[0])->name, ==, "l_x_");
  g_assert_cmpstr (fl_graph_get_node (graph, graph->inputs[0])->target, ==, "L_x_");
  assert_call (graph, "sum_1", "method.sum(linear, dim = 1)");
  assert_call (graph, "getitem", "operator.getitem(linear, (Ellipsis, slice(-1, None, None)))");
  assert_call (graph, "item_2", "operator.getitem(linear, (0, slice(1, 2, None), slice(None, None, None), None))");
  assert_call (graph, "add_", "operator.iadd(relu, 1)");
  assert_call (graph, "setitem", "operator.setitem(l_x_, 0, 1)");
  g_assert_cmpstr (fl_graph_find_node (graph, "linear")->source_file, ==, "m.py");
  assert_no_remarks (graph);
}

static void
test_11_other_namespaces (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("def forward(self, x):\n"
                   "    a = torch.ops._C.rms_norm.default(x, 1e-05)\n"
                   "    b = torch.ops._c10d_functional.all_gather_into_tensor.default(x, 128, '0')\n"
                   "    c = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')\n"
                   "    d = torch.ops.c10d_functional.wait_tensor.default(c)\n"
                   "    e = torch.ops.aten.sym_size(x, 0)\n"
                   "    return (a, b)\n");

  g_assert_null (fl_graph_find_node (graph, "a")->op);
  g_assert_cmpstr (fl_graph_find_node (graph, "a")->target, ==, "_C.rms_norm.default");
  g_assert_nonnull (fl_graph_find_node (graph, "b")->op);
  g_assert_nonnull (fl_graph_find_node (graph, "c")->op);
  g_assert_nonnull (fl_graph_find_node (graph, "d")->op);
  g_assert_nonnull (fl_graph_find_node (graph, "e")->op);
}

static void
test_12_names_that_shadow_python (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, any_1, not_1, or_1, is_1):\n"
                                         "    pow_1 = torch.ops.aten.pow.Tensor_Scalar(any_1, 2);  any_1 = None\n"
                                         "    _softmax = torch.ops.aten._softmax.default(pow_1, -1, False)\n"
                                         "    return_1 = torch.ops.aten.abs.default(_softmax)\n"
                                         "    add = not_1 + or_1\n"
                                         "    mul = or_1 * is_1\n"
                                         "    return (return_1,)\n");

  assert_results (graph, "output(return_1)");
  assert_call (graph, "add", "operator.add(not_1, or_1)");
  assert_no_remarks (graph);
}

static void
test_17_text_around_the_graph (void)
{
  static const char *const texts[] = {
    "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, x: \"f32[4]\"):\n"
    "            relu: \"f32[4]\" = torch.ops.aten.relu.default(x);  x = None\n            return (relu,)\n\n"
    "Graph signature: \n    # inputs\n    x: USER_INPUT\n\nRange constraints: {}\n",

    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs] ===== AFTER POST GRAD =====\n"
    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs]  class GraphModule(torch.nn.Module):\n"
    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs]     def forward(self, x: \"f32[4]\"):\n"
    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs]         relu: \"f32[4]\" = torch.ops.aten.relu.default(x);  x = None\n"
    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs]         return (relu,)\n"
    "V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs]         \n",

    "[rank0]:[2024-01-23 10:01:52,787] [0/0] torch._inductor.compile_fx.__post_grad_graphs: [DEBUG] class <lambda>(torch.nn.Module):\n"
    "[rank0]:[2024-01-23 10:01:52,787] [0/0] torch._inductor.compile_fx.__post_grad_graphs: [DEBUG]     def forward(self, x: f32[4]):\n"
    "[rank0]:[2024-01-23 10:01:52,787] [0/0] torch._inductor.compile_fx.__post_grad_graphs: [DEBUG]         relu: f32[4] = torch.ops.aten.relu.default(x);  x = None\n"
    "[rank0]:[2024-01-23 10:01:52,787] [0/0] torch._inductor.compile_fx.__post_grad_graphs: [DEBUG]         return (relu,)\n",

    "from __future__ import annotations\nimport torch\n\ndef forward(self, x: \"f32[4]\"):\r\n    relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\r\n    return (relu,)\r\n",

    "\033[36mclass GraphModule\033[0m(torch.nn.Module):\n    def forward(self, x: \"\033[31mf32\033[0m[4]\"):\n"
    "        relu: \"f32[4]\" = torch.ops.aten.relu.default(x);  \033[2mx = None\033[0m\n        return (relu,)\n",

    "\tclass GraphModule(torch.nn.Module):\n\t    def forward(self, x: \"f32[4]\"):\n"
    "\t        relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n\t        return (relu,)\n\t\n",

    "    self.assertExpectedInline(text, \"\"\"\\\ndef forward(self, x: \"f32[4]\"):\n    relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n    return (relu,)\"\"\")\n",

    "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('c', tensor(0.5))\n"
    "    def forward(self, x: \"f32[4]\") -> \"f32[4]\":\n        relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n        return (relu,)\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (FlGraph) graph = read_text (texts[i]);

      assert_type (graph, "relu", "f32[4]");
      assert_type (graph, "x", "f32[4]");
      assert_results (graph, "output(relu)");
      assert_no_remarks (graph);
    }
}

static void
test_18_printed_graphs (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "graph():\n"
      "    %x : [num_users=2] = placeholder[target=x]\n"
      "    %y : torch.Tensor [#users=1] = placeholder[target=y](default=None)\n"
      "    %w : [num_users=1] = get_attr[target=layer.weight]\n"
      "    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {alpha: 2})\n"
      "    %full : [num_users=0] = call_function[target=torch.ops.aten.full.default](args = ([2, 3], 1.5), kwargs = {dtype: torch.float32, device: cuda:0, pin_memory: False})\n"
      "    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor_mode](args = (%add, 2), kwargs = {rounding_mode: floor})\n"
      "    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%div, (slice(None, 5, None), 0)), kwargs = {})\n"
      "    %view : [num_users=1] = call_method[target=view](args = (%getitem, -1), kwargs = {})\n"
      "    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %w), kwargs = {})\n"
      "    return (view, mul)\n");

  g_assert_cmpuint (graph->n_inputs, ==, 2);
  assert_call (graph, "add", "aten.add.Tensor(x, y, alpha = 2)");
  assert_call (
      graph, "full",
      "aten.full.default([2, 3], 1.5, dtype = torch.float32, device = device(type='cuda', index=0), pin_memory = False)");
  assert_call (graph, "div", "aten.div.Tensor_mode(add, 2, rounding_mode = 'floor')");
  assert_call (graph, "getitem", "operator.getitem(div, (slice(None, 5, None), 0))");
  assert_call (graph, "view", "method.view(getitem, -1)");
  g_assert_cmpstr (fl_graph_find_node (graph, "w")->target, ==, "layer.weight");
  assert_results (graph, "output(view, mul)");
  assert_no_remarks (graph);
}

static void
test_19_aliases (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, L_x_):\n"
                                         "    getitem_2 = L_x_\n"
                                         "    other = getitem_2\n"
                                         "    sizes = [2, 3]\n"
                                         "    relu = torch.ops.aten.relu.default(other)\n"
                                         "    view = torch.ops.aten.view.default(L_x_, sizes)\n"
                                         "    return (relu,)\n");

  assert_call (graph, "relu", "aten.relu.default(getitem_2)");
  assert_call (graph, "view", "aten.view.default(getitem_2, [2, 3])");
  g_assert_cmpuint (graph->n_nodes, ==, 4);
}

static void
test_20_calls_over_several_lines (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "def forward(\n    self,\n    x: \"f32[4]\",  # a comment\n    y: \"f32[4]\",\n):\n"
      "    add: \"f32[4]\" = torch.ops.aten.add.Tensor(\n        x,\n        torch.ops.aten.relu.default(\n            y\n        ),\n        alpha = 2,\n    )\n"
      "    long = torch.ops.aten.add.Tensor(x, \\\n        y)\n"
      "    return (add,)\n");

  assert_call (graph, "add", "aten.add.Tensor(x, relu, alpha = 2)");
  assert_call (graph, "long", "aten.add.Tensor(x, y)");
  g_assert_cmpuint (fl_graph_find_node (graph, "add")->line, ==, 6);
  assert_no_remarks (graph);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add_func ("/core/formats/fx/" name, function)
  ADD ("no-parameters", test_01_no_parameters);
  ADD ("returns", test_02_returns);
  ADD ("tuples", test_03_tuples);
  ADD ("joint-graphs", test_04_joint_graphs);
  ADD ("dead-node-in-its-own-deletion", test_05_dead_node_in_its_own_deletion);
  ADD ("graphs-of-dynamo", test_10_graphs_of_dynamo);
  ADD ("other-namespaces", test_11_other_namespaces);
  ADD ("names-that-shadow-python", test_12_names_that_shadow_python);
  ADD ("text-around-the-graph", test_17_text_around_the_graph);
  ADD ("printed-graphs", test_18_printed_graphs);
  ADD ("aliases", test_19_aliases);
  ADD ("calls-over-several-lines", test_20_calls_over_several_lines);
#undef ADD
  return g_test_run ();
}
