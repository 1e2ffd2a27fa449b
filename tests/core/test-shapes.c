/* Shape propagation against PyTorch. tests/core/shapes/calls-*.py hold some 1,900 calls each whose types, strides and
 * devices PyTorch worked out (tests/tools/make-shape-cases.py): here everything but the inputs' types is forgotten,
 * propagated, and compared. The other tests use sizes worked out by hand. */
#include <string.h>

#include "fl-formats.h"

static FlGraph *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_fx_read (NULL, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static char *
dup_type (const FlValue *value)
{
  GString *text = g_string_new (NULL);

  if (value->kind == FL_VALUE_TENSOR)
    fl_tensor_append (text, &value->tensor, TRUE, TRUE);
  else
    fl_value_append (text, value);
  return g_string_free (text, FALSE);
}

/* --- PyTorch's own answers -------------------------------------------------------------------- */

static void
forget_types (FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_CALL)
      graph->nodes[i].value = graph->nodes[i].annotated = (FlValue) { 0 };
}

/* The two graphs have tables of their own; all sizes here are constant. */
static gboolean
same_sym (const FlSym *a, const FlSym *b)
{
  gint64 a_value, b_value;

  return fl_sym_is_int (a, &a_value) && fl_sym_is_int (b, &b_value) && a_value == b_value;
}

static gboolean
same_strides (const FlTensor *a, const FlTensor *b)
{
  for (guint i = 0; i < a->n_dims; i++)
    if (fl_sym_is_int_value (a->sizes[i], 0))
      return TRUE;
  for (guint i = 0; i < a->n_dims; i++)
    if (!fl_sym_is_int_value (a->sizes[i], 1) && !same_sym (a->strides[i], b->strides[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_tensor (const FlTensor *a, const FlTensor *b)
{
  if (a->dtype != b->dtype || a->n_dims != b->n_dims || a->device.type != b->device.type || b->strides == NULL)
    return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    if (!same_sym (a->sizes[i], b->sizes[i]))
      return FALSE;
  return same_strides (a, b);
}

static void
check_file (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "core", "shapes", data, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) expected = NULL;
  g_autoptr (FlGraph) graph = NULL;
  guint n_checked = 0, n_wrong = 0;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  expected = fl_fx_read (path, text, length, &error);
  g_assert_no_error (error);
  graph = fl_fx_read (path, text, length, &error);
  forget_types (graph);
  g_assert_true (fl_shapes_propagate (graph, NULL, &error));

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlValue *want = &expected->nodes[i].annotated, *got = &graph->nodes[i].value;
      g_autofree char *want_text = NULL, *got_text = NULL;

      if (want->kind != FL_VALUE_TENSOR || graph->nodes[i].kind != FL_NODE_CALL)
        continue;
      n_checked++;
      if (got->kind == FL_VALUE_TENSOR && same_tensor (&want->tensor, &got->tensor))
        continue;
      want_text = dup_type (want);
      got_text = dup_type (got);
      g_test_message ("line %u: %s (%s): PyTorch says %s, the rule %s", graph->nodes[i].line, graph->nodes[i].name,
                      graph->nodes[i].target, want_text, got_text);
      n_wrong++;
    }
  g_assert_cmpuint (n_checked, >, 1500);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* --- by hand ---------------------------------------------------------------------------------- */

static const struct
{
  const char *call;
  const char *type;
} symbolic_cases[] = {
  { "torch.ops.aten.add.Tensor(x, y)", "f32[s0, 8][8, 1]cpu" },
  { "torch.ops.aten.view.default(x, [-1])", "f32[8*s0][1]cpu" },
  { "torch.ops.aten.permute.default(x, [1, 0])", "f32[8, s0][1, 8]cpu" },
  { "torch.ops.aten.cat.default([x, x], 0)", "f32[2*s0, 8][8, 1]cpu" },
  { "torch.ops.aten.slice.Tensor(x, 0, 1, 9223372036854775807)", "f32[s0 - 1, 8][8, 1]cpu" },
  { "torch.ops.aten.sum.dim_IntList(x, [0], True)", "f32[1, 8][8, 1]cpu" },
  { "torch.ops.aten.expand.default(y, [s, 8])", "f32[s0, 8][0, 1]cpu" },
  { "torch.ops.aten.view.default(x, [s, 2, 4])", "f32[s0, 2, 4][8, 4, 1]cpu" },
  { "torch.ops.aten.unsqueeze.default(x, 1)", "f32[s0, 1, 8][8, 8, 1]cpu" },
  { "torch.ops.aten.mm.default(x, torch.ops.aten.t.default(x))", "f32[s0, s0][s0, 1]cpu" },
  { "torch.ops.aten.sym_size.int(x, 0)", "Sym(s0)" },
  { "torch.ops.aten.full.default([s, s * 2], 0, dtype = torch.int64, device = device(type='cpu'))",
    "i64[s0, 2*s0][2*s0, 1]cpu" },
  { "s + 1", "Sym(s0 + 1)" },
  { "s // 2", "Sym((s0//2))" },
};

static void
test_symbols_are_kept (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (symbolic_cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "def forward(self, x: \"f32[s0, 8][8, 1]cpu\", y: \"f32[1, 8][8, 1]cpu\", s: \"Sym(s0)\"):\n"
          "    z = %s\n    return (z,)\n",
          symbolic_cases[i].call);
      g_autoptr (FlGraph) graph = read_text (text);
      g_autofree char *got = NULL;

      g_assert_true (fl_shapes_propagate (graph, NULL, NULL));
      got = dup_type (&fl_graph_find_node (graph, "z")->value);
      g_assert_cmpstr (got, ==, symbolic_cases[i].type);
      g_assert_cmpuint (graph->n_warnings, ==, 0);
    }
}

/* One pixel is contiguous and channels-last at once: its strides alone say which is meant. Expected values are those of
 * PyTorch's fake tensors. */
static void
test_layouts_of_one_pixel (void)
{
  static const char *const cases[][2] = {
    { "c + 3", "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" },
    { "c + d", "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" },
    { "d + 3", "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" },
    { "torch.ops.aten.exp.default(c)", "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" },
    { "torch.ops.aten.where.self(c > 3, d, torch.ops.aten.full.default([], 0.0, dtype = torch.float32))",
      "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" },
    { "f + 1", "f32[1, 8, 5, 1][40, 1, 8, 8]cpu" },
    { "g + 1", "f32[1, 8, 1, 5][40, 1, 40, 8]cpu" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "def forward(self, c: \"f32[2, 8, 1, 1][8, 1, 8, 8]cpu\", d: \"f32[2, 8, 1, 1][8, 1, 1, 1]cpu\", "
          "f: \"f32[1, 8, 5, 1][40, 1, 8, 8]cpu\", g: \"f32[1, 8, 1, 5][40, 1, 8, 8]cpu\"):\n"
          "    z = %s\n    return (z,)\n",
          cases[i][0]);
      g_autoptr (FlGraph) graph = read_text (text);
      g_autofree char *got = NULL;

      g_assert_true (fl_shapes_propagate (graph, NULL, NULL));
      got = dup_type (&fl_graph_find_node (graph, "z")->value);
      g_assert_cmpstr (got, ==, cases[i][1]);
    }
}

/* The annotated type of view is wrong: 24 elements, not 25. */
static void
test_differences_become_warnings (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, x: \"f32[4, 6]\"):\n"
                                         "    view: \"f32[25]\" = torch.ops.aten.view.default(x, [24])\n"
                                         "    exp: \"f16[4, 6]\" = torch.ops.aten.exp.default(x)\n"
                                         "    return (view, exp)\n");

  g_assert_true (fl_shapes_propagate (graph, NULL, NULL));
  g_assert_cmpuint (graph->n_warnings, ==, 2);
  g_assert_nonnull (strstr (graph->warnings[0],
                            "line 2: view (aten.view.default): the sizes: the file says f32[25], the rule f32[24]"));
  g_assert_nonnull (strstr (graph->warnings[1], "the dtype"));
  /* sizes are the rule's, the element type is the file's */
  g_assert_true (fl_sym_is_int_value (fl_graph_find_node (graph, "view")->value.tensor.sizes[0], 24));
  g_assert_cmpint (fl_graph_find_node (graph, "exp")->value.tensor.dtype, ==, FL_DTYPE_F16);
}

static void
test_unknown_operators_keep_their_types (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, x: \"f32[4, 6]\"):\n"
                                         "    strange = torch.ops.mylib.strange.default(x)\n"
                                         "    getitem: \"f32[3]\" = strange[0]\n"
                                         "    getitem_1: \"i64[2]\" = strange[1];  strange = None\n"
                                         "    exp = torch.ops.aten.exp.default(getitem)\n"
                                         "    return (exp, getitem_1)\n");
  const FlValue *value;

  g_assert_true (fl_shapes_propagate (graph, NULL, NULL));
  value = &fl_graph_find_node (graph, "strange")->value;
  g_assert_cmpint (value->kind, ==, FL_VALUE_TUPLE);
  g_assert_cmpuint (value->n_items, ==, 2);
  g_assert_cmpuint (graph->n_warnings, ==, 0);
  g_assert_true (fl_sym_is_int_value (fl_graph_find_node (graph, "exp")->value.tensor.sizes[0], 3));
}

/* What a cond yields is what its branch returns; a user kernel yields the tensors that it writes. */
static void
test_higher_order_operators (void)
{
  g_autoptr (FlGraph) graph = read_text (
      "class M(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[4, 6][6, 1]cuda:0\", q: \"bf16[2, 8, 16, 64][8192, 64, 512, 1]cuda:0\", p: \"b8[][]cuda:0\"):\n"
      "        true_graph_0 = self.true_graph_0\n"
      "        cond = torch.ops.higher_order.cond(p, true_graph_0, true_graph_0, (x,))\n"
      "        a = cond[0]\n"
      "        triton = torch.ops.higher_order.triton_kernel_wrapper_functional(kernel_idx = 0, constant_args_idx = 0, grid = [(8, 1, 1)], "
      "tma_descriptor_metadata = {}, kwargs = {'in': a, 'out': x}, tensors_to_clone = ['out'])\n"
      "        b = triton['out']\n"
      "        flex = torch.ops.higher_order.flex_attention(q, q, q, true_graph_0, (), 0.1, {}, (), ())\n"
      "        c = flex[0]\n"
      "        d = flex[1]\n"
      "        return (a, b, c, d)\n"
      "    class true_graph_0(torch.nn.Module):\n"
      "        def forward(self, y: \"f32[4, 6][6, 1]cuda:0\"):\n"
      "            sum_1 = torch.ops.aten.sum.dim_IntList(y, [1])\n"
      "            return (sum_1,)\n");
  static const char *const expected[][2] = { { "a", "f32[4][1]cuda:0" },
                                             { "b", "f32[4, 6][6, 1]cuda:0" },
                                             { "c", "bf16[2, 8, 16, 64][8192, 64, 512, 1]cuda:0" },
                                             { "d", "f32[2, 8, 16][128, 16, 1]cuda:0" } };

  g_assert_true (fl_shapes_propagate (graph, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *got = dup_type (&fl_graph_find_node (graph, expected[i][0])->value);

      g_assert_cmpstr (got, ==, expected[i][1]);
    }
  g_assert_cmpuint (graph->n_warnings, ==, 0);
}

/* Rules must say no to nonsense, not crash. */
static void
test_nonsense_is_refused (void)
{
  static const char *const calls[] = {
    "aten.permute.default(x, [0, 0])",
    "aten.permute.default(x, [0, 5])",
    "aten.view.default(x, [-1, 0])",
    "aten.select.int(x, 7, 0)",
    "aten.slice.Tensor(x, 0, 0, 3, 0)",
    "aten.split.Tensor(x, 0, 0)",
    "aten.split.Tensor(x, -3)",
    "aten.expand.default(x, [6])",
    "aten.convolution.default(x, x, None, [0], [0], [0], False, [0], 0)",
    "aten.avg_pool2d.default(x, [], [], [])",
    "aten.cat.default([], 0)",
    "aten.cat.default([x, 1], 0)",
    "aten.embedding.default(x)",
    "aten.unflatten.int(x, 0, [0, -1])",
    "aten.diagonal.default(x, 0, 1, 1)",
    "aten.unfold.default(x, 0, 2, 0)",
    "aten.sum.dim_IntList(x, [9])",
    "aten.arange.start_step(0, 5, 0)",
    "aten.gather.default(x, 0, 3)",
    "aten.upsample_nearest2d.default(x, [])",
    "aten.native_layer_norm.default(x, [1, 2, 3], None, None, 0.1)",
    "aten.topk.default(x, None)",
    "aten.constant_pad_nd.default(x, [1, 2, 3])",
    "aten.as_strided.default(x, [2], [1, 1])",
    "aten.bmm.default(x, x)",
    "aten.mm.default(x)",
    "aten.index.Tensor(x, [None, None, x])",
    "aten.movedim.intlist(x, [0, 0], [0, 1])",
    "aten.chunk.default(x, 0)",
    "aten.pixel_shuffle.default(x, 0)",
    "aten.view_as_complex.default(x)",
    "aten.empty_permuted.default([2, 2], [0, 0])",
    "aten.convolution.default(y, w, x, [1], [0], [1], False, [0], 1)", /* x: no vector */
    "aten.convolution.default(y, w, b, [1], [0], [1], False, [0], 1)", /* 4 elements for 6 channels */
    "aten.clamp_max_.Tensor(x, y)",
    "aten.add_.Tensor(b, x)",
    "aten.avg_pool2d.default(y, [5, 2], [2, 1])",
    "aten.max_pool2d_with_indices.default(y, [3, 7], [1, 1])",
    "aten._softmax_backward_data.default(b, x, 0, torch.float32)",
    "aten._unsafe_masked_index_put_accumulate.default(b, k, [i, i], b)",
    "aten._log_softmax_backward_data.default(y, w, 0, torch.float32)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "def forward(self, x: \"f32[4, 6]\", y: \"f32[1, 4, 6]\", w: \"f32[6, 4, 1]\", b: \"f32[4]\", k: \"b8[4]\", i: \"i64[4]\"):\n"
          "    z = torch.ops.%s\n    return (z,)\n",
          calls[i]);
      g_autoptr (FlGraph) graph = read_text (text);
      g_autoptr (GError) error = NULL;
      g_autofree char *name = g_strndup (calls[i], strcspn (calls[i], "("));

      g_assert_false (fl_shapes_propagate (graph, NULL, &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
      g_assert_nonnull (strstr (error->message, name));
    }
}

/* As PyTorch: "Input and output sizes should be greater than 0", "Non-empty 4D data tensor expected"; "inputs dimension
 * -1 must have length 3", "inputs must have the same number of dimensions"; "Expected number of channels in input to be
 * divisible by num_groups"; "Tensor must have a last dimension with stride 1"; "index_fill_ only supports a
 * 0-dimensional value tensor"; "dim 0 appears multiple times in the list of dims". */
static void
test_sizes_that_do_not_fit (void)
{
  static const struct
  {
    const char *input, *call;
    gboolean is_right;
  } cases[] = {
    { "f32[1, 3, 0]", "aten.upsample_nearest1d.default(x, [5])", FALSE },
    { "f32[1, 3, 4, 0]", "aten._upsample_nearest_exact2d.default(x, [5, 5])", FALSE },
    { "f32[1, 0, 4, 4]", "aten.upsample_bilinear2d.vec(x, [5, 5], False, None)", FALSE },
    { "f32[1, 3, 4, 4]", "aten.upsample_bicubic2d.default(x, [5, 0], False)", FALSE },
    { "f32[2, 3, 4]", "aten.group_norm.default(x, 2)", FALSE },
    { "f32[2, 6, 4]", "aten.group_norm.default(x, 2)", TRUE },
    { "f32[4, 3]", "aten.linalg_cross.default(x, x)", TRUE },
    { "f32[3, 4]", "aten.linalg_cross.default(x, x)", FALSE },
    { "f32[3, 4]", "aten.linalg_cross.default(x, x, dim = 0)", TRUE },
    { "f32[]", "aten.linalg_cross.default(x, x)", FALSE },
    { "f32[0, 3, 4, 4]", "aten.upsample_bilinear2d.default(x, [5, 5], False)", TRUE },
    { "i64[1]", "aten.index_fill.int_Tensor(x, 0, x, x)", FALSE },
    { "i64[]", "aten.index_fill.int_Tensor(x, 0, x, x)", TRUE },
    { "f32[3, 2][2, 1]", "aten.view_as_complex.default(x)", TRUE },
    { "f32[3, 2][1, 3]", "aten.view_as_complex.default(x)", FALSE },
    { "f32[2, 3]", "aten.sum.dim_IntList(x, [0, -2])", FALSE },
    { "f32[2, 3]", "aten.amax.default(x, [0, -1])", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("def forward(self, x: \"%s\"):\n    z = torch.ops.%s\n    return (z,)\n",
                                               cases[i].input, cases[i].call);
      g_autoptr (FlGraph) graph = read_text (text);
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (fl_shapes_propagate (graph, NULL, &error), ==, cases[i].is_right);
      g_assert_true ((error == NULL) == cases[i].is_right);
    }
}

/* --- types that are written ------------------------------------------------------------------- */

static gboolean
is_read (const char *call, const char *dtype)
{
  g_autofree char *text = g_strdup_printf (
      "class G(torch.nn.Module):\n    def forward(self, x: \"%s[3, 3]\", y: \"%s[3, 3]\", m: \"b8[3, 3]\", i: \"i64[3]\"):\n"
      "        a = torch.ops.%s\n        return (a,)\n",
      dtype, dtype, call);
  g_autoptr (FlGraph) graph = fl_graph_read_text (NULL, text, strlen (text), NULL);

  return graph != NULL;
}

/* What PyTorch takes and what it refuses, of f32, integers and bools (tests/tools/make-written-types.py). */
static void
test_written_types (void)
{
  static const char *const dtypes[] = { "f32", "i64", "i32", "b8" };
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "data", "ops", "written-types.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], "|", 3);
      g_auto (GStrv) taken = g_strsplit (parts[2], " ", -1);
      g_autofree char *call = g_strdup_printf ("%s(%s)", parts[0], parts[1]);

      for (guint k = 0; k < G_N_ELEMENTS (dtypes); k++, n++)
        if (is_read (call, dtypes[k]) != g_strv_contains ((const char *const *) taken, dtypes[k]))
          {
            g_test_message ("%s of %s: PyTorch %s", call, dtypes[k],
                            g_strv_contains ((const char *const *) taken, dtypes[k]) ? "takes it" : "refuses");
            g_test_fail ();
          }
    }
  g_assert_cmpuint (n, >=, 500);
  /* as PyTorch: what is multiplied by floats in place is no integer */
  g_assert_false (is_read ("aten.mul_.Tensor(i, x)", "f32"));
  g_assert_false (is_read ("aten.mul_.Scalar(i, 2.5)", "f32"));
  g_assert_true (is_read ("aten.mul_.Tensor(x, i)", "f32"));
}

/* Strides as PyTorch 2.15 has them, of x with strides (1, 7). */
static void
test_copies_of_views (void)
{
  static const struct
  {
    const char *call, *value;
  } cases[] = {
    { "aten.slice_copy.Tensor(x, 1, 0, 5)", "f32[7, 5][5, 1]" },
    { "aten.t_copy.default(x)", "f32[16, 7][7, 1]" },
    { "aten.alias_copy.default(x)", "f32[7, 16][16, 1]" },
    { "aten.unsqueeze_copy.default(x, 0)", "f32[1, 7, 16][112, 16, 1]" },
    { "aten.expand_copy.default(x, [2, 7, 16])", "f32[2, 7, 16][112, 16, 1]" },
    { "aten.diagonal_copy.default(x)", "f32[7][1]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("def forward(self, x: \"f32[7, 16][1, 7]cpu\"):\n    z = torch.ops.%s\n    return (z,)\n",
                             cases[i].call);
      g_autoptr (FlGraph) graph = read_text (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) value = g_string_new (NULL);

      g_assert_true (fl_shapes_propagate (graph, NULL, &error));
      g_assert_no_error (error);
      fl_tensor_append (value, &graph->nodes[1].value.tensor, TRUE, FALSE);
      g_assert_cmpstr (value->str, ==, cases[i].value);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/graph/shapes/calls-on-cpu", "calls-cpu.py", check_file);
  g_test_add_data_func ("/core/graph/shapes/calls-on-cuda", "calls-cuda.py", check_file);
  g_test_add_func ("/core/graph/shapes/symbols-are-kept", test_symbols_are_kept);
  g_test_add_func ("/core/graph/shapes/layouts-of-one-pixel", test_layouts_of_one_pixel);
  g_test_add_func ("/core/graph/shapes/differences-become-warnings", test_differences_become_warnings);
  g_test_add_func ("/core/graph/shapes/unknown-operators-keep-their-types", test_unknown_operators_keep_their_types);
  g_test_add_func ("/core/graph/shapes/higher-order-operators", test_higher_order_operators);
  g_test_add_func ("/core/graph/shapes/nonsense-is-refused", test_nonsense_is_refused);
  g_test_add_func ("/core/graph/shapes/sizes-that-do-not-fit", test_sizes_that_do_not_fit);
  g_test_add_func ("/core/graph/shapes/types-that-are-written", test_written_types);
  g_test_add_func ("/core/graph/shapes/copies-of-views", test_copies_of_views);
  return g_test_run ();
}
