/* The FX text reader: one small text for every oddity met in files of PyTorch 2.0 to 2.13. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "fl-fx-fixture.h"

/* "target(arg, arg)" of the node. */
static char *
dup_call (const FlGraph *graph, const char *name)
{
  const FlNode *node = fl_graph_find_node (graph, name);
  GString *text = g_string_new (NULL);

  g_assert_nonnull (node);
  g_string_append_printf (text, "%s(", node->target);
  for (guint i = 0; i < node->n_args; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      fl_arg_append (text, graph, &node->args[i]);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
assert_call (const FlGraph *graph, const char *name, const char *expected)
{
  g_autofree char *text = dup_call (graph, name);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_type (const FlGraph *graph, const char *name, const char *expected)
{
  const FlNode *node = fl_graph_find_node (graph, name);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (node);
  if (node->value.kind == FL_VALUE_TENSOR)
    fl_tensor_append (text, &node->value.tensor, TRUE, TRUE);
  else
    fl_value_append (text, &node->value);
  g_assert_cmpstr (text->str, ==, expected);
}

/* The results, as the return statement has them. */
static void
assert_results (const FlGraph *graph, const char *expected)
{
  assert_call (graph, fl_graph_get_node (graph, graph->output)->name, expected);
}

static void
assert_no_remarks (const FlGraph *graph)
{
  g_assert_false (graph->truncated);
  g_assert_cmpuint (graph->n_warnings, ==, 0);
}

/* --- odd cases -------------------------------------------------------------------------------- */

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
test_06_integer_arithmetic (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("def forward(self, arg2_1: \"Sym(s16)\", arg3_1: \"Sym(s82)\", u: \"Sym(u1)\"):\n"
                   "    mul_2: \"Sym(s16*s82)\" = arg2_1 * arg3_1\n"
                   "    neg: \"Sym(-u1)\" = -u;  u = None\n"
                   "    floordiv = neg // 3\n"
                   "    ge = arg2_1 >= 0\n"
                   "    sym_sum = torch.sym_sum((arg2_1, arg3_1, 1))\n"
                   "    truediv: \"Sym(s16/s82)\" = arg2_1 / arg3_1\n"
                   "    ceil: \"Sym(s3)\" = math_ceil(truediv)\n"
                   "    sym_float = torch.sym_float(arg2_1)\n"
                   "    mod = arg2_1 % 2\n"
                   "    add = arg2_1 + -3\n"
                   "    pow_1 = arg2_1 ** 2\n"
                   "    sum_1 = 2 * arg2_1 - 1\n"
                   "    return (mul_2,)\n");

  assert_call (graph, "mul_2", "operator.mul(arg2_1, arg3_1)");
  assert_call (graph, "neg", "operator.neg(u)");
  assert_call (graph, "floordiv", "operator.floordiv(neg, 3)");
  assert_call (graph, "ge", "operator.ge(arg2_1, 0)");
  assert_call (graph, "sym_sum", "torch.sym_sum((arg2_1, arg3_1, 1))");
  assert_call (graph, "ceil", "math.ceil(truediv)");
  assert_call (graph, "add", "operator.add(arg2_1, -3)");
  assert_call (graph, "pow_1", "operator.pow(arg2_1, 2)");
  assert_call (graph, "sum_1", "operator.sub(mul, 1)"); /* the product became a node of its own */
  assert_type (graph, "mul_2", "Sym(s16*s82)");
  g_assert_nonnull (fl_graph_find_node (graph, "mod")->op);
  assert_no_remarks (graph);
}

static void
test_07_integers_in_lists (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, x: \"f32[s0, 768]\", add: \"Sym(s1)\"):\n"
                                         "    sym_size_int: \"Sym(s0)\" = torch.ops.aten.sym_size.int(x, 0)\n"
                                         "    view = torch.ops.aten.view.default(x, [sym_size_int, 768])\n"
                                         "    slice_1 = torch.ops.aten.slice.Tensor(x, 0, 0, add)\n"
                                         "    slice_2 = torch.ops.aten.slice.Tensor(x, 0, 1, 9223372036854775807)\n"
                                         "    return (view, slice_1, slice_2)\n");

  assert_call (graph, "view", "aten.view.default(x, [sym_size_int, 768])");
  assert_call (graph, "slice_2", "aten.slice.Tensor(x, 0, 1, 9223372036854775807)");
  assert_no_remarks (graph);
}

static void
test_08_assertions_with_strings (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "def forward(self, ge):\n"
      "    _assert_scalar = torch.ops.aten._assert_scalar.default(ge, \"Runtime assertion failed for 'u0 >= 0' on node \\\"ge\\\"; # not a comment\");  ge = _assert_scalar = None\n"
      "    _assert_2 = torch.ops.aten._assert_scalar.default(\n        1,\n        'it\\'s\\n \\x41\\u00e9'  # a real comment, with ) and \"\n    )\n"
      "    return ()\n");
  const FlNode *node = fl_graph_find_node (graph, "_assert_scalar");

  g_assert_cmpstr (node->args[1].text, ==, "Runtime assertion failed for 'u0 >= 0' on node \"ge\"; # not a comment");
  g_assert_cmpstr (fl_graph_find_node (graph, "_assert_2")->args[1].text, ==, "it's\n A\303\251");
  assert_no_remarks (graph);
}

static void
test_09_attributes (void)
{
  g_autoptr (FlGraph) graph
      = read_text ("def forward(self, x):\n"
                   "    _tensor_constant0: \"f32[][]cpu\" = self._tensor_constant0;  _tensor_constant0 = None\n"
                   "    w = self.L__self___weight\n"
                   "    v = getattr(self.layers, \"0\").weight\n"
                   "    y = getattr(self.layers, \"0\")(x)\n"
                   "    n = x.shape\n"
                   "    return (w, v)\n");

  g_assert_cmpint (fl_graph_find_node (graph, "w")->kind, ==, FL_NODE_GET_ATTR);
  g_assert_cmpstr (fl_graph_find_node (graph, "w")->target, ==, "L__self___weight");
  assert_type (graph, "_tensor_constant0", "f32[][]cpu");
  g_assert_cmpstr (fl_graph_find_node (graph, "y")->target, ==, "module.layers.0");
  assert_call (graph, "n", "getattr(x, 'shape')");
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
test_13_layouts (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "def forward(self, a: \"f32[]\", b: \"f32[][]cuda:0\", c: \"i64[8, 512][0, 1]cuda:0\", "
      "d: \"bf16[2, 3, 3, 3][27, 1, 9, 3]xpu:1\", e: f32[8, 3], f: \"f32[s0*s1, (((s0 - 1)//4)) + 1][s1, 1]cpu\", "
      "g: \"DTensor(f32[8], S(0))\", h: \"Sym(s68 > 5)\", i: \"Sym(ToFloat(s37) + 3.07)\", j: \"Tuple[int]\"):\n"
      "    return (a,)\n");

  assert_type (graph, "b", "f32[][]cuda:0");
  assert_type (graph, "c", "i64[8, 512][0, 1]cuda:0");
  assert_type (graph, "d", "bf16[2, 3, 3, 3][27, 1, 9, 3]xpu:1");
  assert_type (graph, "e", "f32[8, 3]");
  assert_type (graph, "g", "f32[8]");
  g_assert_cmpuint (fl_graph_find_node (graph, "f")->value.tensor.n_dims, ==, 2);
  g_assert_cmpint (fl_graph_find_node (graph, "h")->value.kind, ==, FL_VALUE_BOOL);
  g_assert_cmpint (fl_graph_find_node (graph, "i")->value.kind, ==, FL_VALUE_FLOAT);
  g_assert_cmpint (fl_graph_find_node (graph, "j")->value.kind, ==, FL_VALUE_UNKNOWN);
}

static void
test_14_numbers (void)
{
  static const struct
  {
    const char *text;
    FlArgKind kind;
    double number;
  } cases[] = {
    { "1.2115804975093732e-16", FL_ARG_FLOAT, 1.2115804975093732e-16 },
    { "-3.4028234663852886e+38", FL_ARG_FLOAT, -3.4028234663852886e+38 },
    { "1e-05", FL_ARG_FLOAT, 1e-05 },
    { "-inf", FL_ARG_FLOAT, -INFINITY },
    { "1.0", FL_ARG_FLOAT, 1 },
    { "2", FL_ARG_INT, 2 },
    { "-7", FL_ARG_INT, -7 },
    { "True", FL_ARG_BOOL, 1 },
    { "0x10", FL_ARG_INT, 16 },
    { "1j", FL_ARG_NAME, 0 },
    { "99999999999999999999999", FL_ARG_INT, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("def forward(self, x):\n    y = torch.ops.aten.mul.Tensor(x, %s)\n    return (y,)\n",
                             cases[i].text);
      g_autoptr (FlGraph) graph = read_text (text);
      const FlArg *arg = &fl_graph_find_node (graph, "y")->args[1];
      gint64 value;

      g_assert_cmpint (arg->kind, ==, cases[i].kind);
      if (arg->kind == FL_ARG_FLOAT || arg->kind == FL_ARG_BOOL)
        g_assert_cmpfloat (arg->number, ==, cases[i].number);
      else if (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &value))
        g_assert_cmpint (value, ==, (gint64) cases[i].number);
    }
}

static void
test_15_long_lines_and_foreign_letters (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self");
  g_autoptr (FlGraph) graph = NULL;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, ", arg%u_1: \"f32[768, 768][768, 1]cuda:0\"", i);
  g_string_append (text, "):\n    # File: caf\303\251/m.py:7 in f, code: s = 'x: \"' # \344\270\255\346\226\207 )\n"
                         "    add = torch.ops.aten.add.Tensor(arg0_1, arg1999_1);  ");
  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, "arg%u_1 = ", i);
  g_string_append (text, "None\n    return (add,)");
  graph = read_text (text->str);
  g_assert_cmpuint (graph->n_inputs, ==, 2000);
  g_assert_cmpuint (fl_graph_find_node (graph, "add")->source_line, ==, 7);
  g_assert_true (g_str_has_prefix (fl_graph_find_node (graph, "add")->source_code, "s = 'x: \"' # "));
  g_assert_null (fl_graph_find_node (graph, "arg0_1")->source_file);
  assert_no_remarks (graph);
}

static void
test_16_lists_as_parameters (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, clone, _shape_param_0, *args, k=1):\n"
                                         "    view = torch.ops.aten.view.default(clone, _shape_param_0)\n"
                                         "    return (view,)\n");

  assert_call (graph, "view", "aten.view.default(clone, _shape_param_0)");
  g_assert_cmpuint (graph->n_inputs, ==, 4);
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

  assert_type (graph, "primals_1", "bf16[1024, 2048]cuda:0");
  assert_type (graph, "primals_2", "f32[2048, 4][1, 2048]cpu");
  assert_type (graph, "arg2_1", "Sym(512)");
  g_assert_true (fl_sym_is_int_value (fl_graph_find_node (graph, "primals_2")->value.tensor.offset, 8));
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
  g_assert_cmpint (fl_sym_get_hint (fl_graph_find_node (graph, "n")->value.sym, 8), ==, 33);
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
  ADD ("no-parameters", test_01_no_parameters);
  ADD ("returns", test_02_returns);
  ADD ("tuples", test_03_tuples);
  ADD ("joint-graphs", test_04_joint_graphs);
  ADD ("dead-node-in-its-own-deletion", test_05_dead_node_in_its_own_deletion);
  ADD ("integer-arithmetic", test_06_integer_arithmetic);
  ADD ("integers-in-lists", test_07_integers_in_lists);
  ADD ("assertions-with-strings", test_08_assertions_with_strings);
  ADD ("attributes", test_09_attributes);
  ADD ("graphs-of-dynamo", test_10_graphs_of_dynamo);
  ADD ("other-namespaces", test_11_other_namespaces);
  ADD ("names-that-shadow-python", test_12_names_that_shadow_python);
  ADD ("layouts", test_13_layouts);
  ADD ("numbers", test_14_numbers);
  ADD ("long-lines-and-foreign-letters", test_15_long_lines_and_foreign_letters);
  ADD ("lists-as-parameters", test_16_lists_as_parameters);
  ADD ("text-around-the-graph", test_17_text_around_the_graph);
  ADD ("printed-graphs", test_18_printed_graphs);
  ADD ("aliases", test_19_aliases);
  ADD ("calls-over-several-lines", test_20_calls_over_several_lines);
  ADD ("sub-graphs", test_sub_graphs);
  ADD ("several-graphs", test_several_graphs);
  ADD ("runnable-files", test_runnable_files);
  ADD ("runnable-files-of-2.0", test_runnable_files_of_2_0);
  ADD ("runnable-files-with-symbols", test_runnable_files_with_symbols);
  ADD ("inputs-beside", test_inputs_beside);
  ADD ("large-graphs-are-read-quickly", test_large_graphs_are_read_quickly);
#undef ADD
  return g_test_run ();
}
