/* The FX text reader: what stands in graphs as numbers, lists, strings and layouts. */
#include <math.h>

#include "fl-fx-fixture.h"

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

/* Elements that are written out beside the graph are the constant's; those of another length are not. */
static void
test_elements_of_constants (void)
{
  static const char beside[] = "        self.register_buffer('_tensor_constant0', tensor([1., -2.5, 3.]))\n"
                               "        self.register_buffer('_tensor_constant1', tensor([7, 8]))\n";
  g_autoptr (FlGraph) graph = read_text ("def forward(self):\n"
                                         "    _tensor_constant0: \"f32[3]\" = self._tensor_constant0\n"
                                         "    _tensor_constant1: \"i64[3]\" = self._tensor_constant1\n"
                                         "    return (_tensor_constant0, _tensor_constant1)\n");

  fl_fx_read_constants (graph, beside, beside + strlen (beside));
  g_assert_cmpuint (graph->nodes[0].n_args, ==, 3);
  g_assert_cmpfloat (graph->nodes[0].args[1].number, ==, -2.5);
  g_assert_cmpuint (graph->nodes[1].n_args, ==, 0);
  g_assert_cmpuint (graph->n_warnings, ==, 0);
}

/* torch prints 1 / 64 as 0.0156. */
static void
test_rounded_constants (void)
{
  static const char beside[] = "        self.register_buffer('_tensor_constant0', tensor([0.2500, 0.0156]))\n";
  g_autoptr (FlGraph) graph = read_text ("def forward(self):\n"
                                         "    _tensor_constant0: \"f32[2]\" = self._tensor_constant0\n"
                                         "    return (_tensor_constant0,)\n");

  fl_fx_read_constants (graph, beside, beside + strlen (beside));
  g_assert_cmpuint (graph->n_warnings, ==, 1);
  g_assert_nonnull (strstr (graph->warnings[0], "_tensor_constant0"));
  g_assert_nonnull (strstr (graph->warnings[0], "0.0156"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add_func ("/core/formats/fx/" name, function)
  ADD ("elements-of-constants", test_elements_of_constants);
  ADD ("rounded-constants", test_rounded_constants);
  ADD ("integer-arithmetic", test_06_integer_arithmetic);
  ADD ("integers-in-lists", test_07_integers_in_lists);
  ADD ("assertions-with-strings", test_08_assertions_with_strings);
  ADD ("attributes", test_09_attributes);
  ADD ("layouts", test_13_layouts);
  ADD ("numbers", test_14_numbers);
  ADD ("long-lines-and-foreign-letters", test_15_long_lines_and_foreign_letters);
  ADD ("lists-as-parameters", test_16_lists_as_parameters);
#undef ADD
  return g_test_run ();
}
