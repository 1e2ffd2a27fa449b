/* Sizes that come with the call: for which of them a graph holds, which are chosen, and what is refused.
 * Expected values, and sizes, are the reference interpreter's, which knows numbers only. */
#include "fl-agree-fixture.h"
#include "fl-reference.h"

/* With windows of 2, steps of 2 and padding 1 on both sides, PyTorch makes ceil ((n + 2 - 2) / 2) + 1 windows, less one
 * when the last would begin in the padding behind: (n + 1)/2 of an odd n, n/2 + 1 of an even one. The text below is
 * that of the odd ones. */
static const AgreeCase odd
    = { "odd",
        "x: \"f32[2, s0, 8]\"",
        "        p = torch.ops.aten.max_pool2d_with_indices.default(x, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
        "        g: \"f32[2, ((s0 + 1)//2), 5]\" = p[0]\n"
        "        return (g,)\n",
        NULL,
        { NULL },
        { 0 } };

static gint64
look_up_three (const FlSym *symbol, gpointer data)
{
  return 3;
}

/* A float of the call as PyTorch 2.15 passes it, in a tensor that a number is read out of. Expected values are those of
 * eager mode, x * k + sin (k), 2 k - 1, x ** k, x + k % -0.7 and x * (k // -0.7) with k = 2.5: 2.5 = -4 -0.7 - 0.3. */
static void
test_floats_of_the_call (void)
{
  static const AgreeCase c
      = { "floats",
          "n: \"Sym(s77)\", x: \"f32[s77][1]cpu\", t: \"f64[][]cpu\"",
          "        k: \"Sym(zf16)\" = torch.ops.aten._local_scalar_dense.default(t)\n"
          "        mul: \"f32[s77][1]cpu\" = torch.ops.aten.mul.Tensor(x, k)\n"
          "        sin: \"Sym(OpaqueUnaryFn_sin(zf16))\" = torch._sym_sin(k)\n"
          "        a: \"f32[s77][1]cpu\" = torch.ops.aten.add.Tensor(mul, sin)\n"
          "        twice: \"Sym(2.0*zf16)\" = k * 2.0\n"
          "        less: \"Sym(2.0*zf16 - 1.0)\" = twice - 1.0\n"
          "        left: \"Sym(PythonMod(zf16, -0.7))\" = k % -0.7\n"
          "        whole: \"Sym(ToFloat(FloorToInt(FloatTrueDiv(zf16, -0.7))))\" = k // -0.7\n"
          "        b: \"f32[s77][1]cpu\" = torch.ops.aten.full.default([n], less, dtype = torch.float32)\n"
          "        d: \"f32[s77][1]cpu\" = torch.ops.aten.pow.Tensor_Scalar(x, k)\n"
          "        e: \"f32[s77][1]cpu\" = torch.ops.aten.add.Tensor(x, left)\n"
          "        f: \"f32[s77][1]cpu\" = torch.ops.aten.mul.Tensor(x, whole)\n"
          "        return (a, b, d, e, f)\n",
          NULL,
          { NULL },
          { 0 } };
  static const float x[] = { 0, 1, 4 };
  static const float expected[5][3]
      = { { 0.5984721f, 3.0984721f, 10.598473f }, { 4, 4, 4 }, { 0, 1, 32 }, { -0.3f, 0.7f, 3.7f }, { 0, -4, -16 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor"), done = NULL;
  g_autoptr (FlArray) array = fl_array_new (FL_DTYPE_F32, 1, (const gint64[]) { 3 });
  g_autoptr (FlArray) number = fl_array_new (FL_DTYPE_F64, 0, NULL);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  FlSizeValue sizes[2] = { { fl_sym_size (graph->symbols, "s77"), 3 } };
  FlExecuteRequest request
      = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .sizes = sizes, .n_sizes = 2 };

  g_assert_false (fl_sizes_parse (graph, "zf16=much", &sizes[1], &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_true (fl_sizes_parse (graph, "zf16=2.5", &sizes[1], &error));
  g_assert_no_error (error);
  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
  for (guint i = 0; i < 3; i++)
    array->numbers[i] = x[i];
  number->numbers[0] = 2.5;
  results = fl_reference_run (graph, (FlArray *[]) { NULL, array, number }, look_up_three, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint r = 0; r < G_N_ELEMENTS (expected); r++)
    for (guint i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (((FlArray *) results->pdata[r])->numbers[i], expected[r][i], 1e-5);
}

static void
test_refused (void)
{
  g_autoptr (FlGraph) graph = agree_read (&odd);
  const FlSym *symbol = fl_sym_size (graph->symbols, "s0");

  for (gint64 n = 2; n < 40; n++)
    {
      g_autoptr (GError) error = NULL;
      const FlSizeValue size = { symbol, n };

      g_assert_cmpint (fl_sizes_check (graph, &size, 1, &error), ==, n % 2 == 1);
      if (n % 2 == 1)
        continue;
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      g_assert_nonnull (strstr (error->message, "PyTorch made this graph for other sizes"));
      g_assert_nonnull (strstr (error->message, "((s0 + 1)//2)"));
    }
}

/* As PyTorch: amax and norms of an order without a value for nothing refuse a dimension of no
 * elements, a gradient is of as many channels as the images, and what is written in place is not
 * broadcast. */
static void
test_refused_as_by_operators (void)
{
  static const struct
  {
    const char *inputs, *call;
    gint64 right, wrong;
  } graphs[] = {
    { "x: \"f32[2, u0]\"", "aten.amax.default(x, [1])", 1, 0 },
    { "x: \"f32[u0, u0]\"", "aten.argmin.default(x, 0)", 1, 0 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, inf, [0], True)", 1, 0 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, -1, [1])", 0, -1 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, 2, [0])", 0, -1 },
    { "x: \"f32[1, u0, 2]\"", "aten.upsample_linear1d_backward.default(x, [2], [1, 5, 8], True)", 5, 4 },
    { "x: \"f32[3]\", y: \"f32[u0, 3]\"", "aten.clamp_max_.Tensor(y, x)", 0, -1 },
    { "x: \"f32[3]\", y: \"f32[u0]\"", "aten.clamp_max_.Tensor(x, y)", 1, 2 },
    { "x: \"f32[2, u0]\"", "aten.glu.default(x)", 6, 7 },
    { "x: \"f32[u0, 3]\"", "aten.unbind.int(x)\n        b = a[2]", 3, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, n: \"Sym(u0)\", %s):\n"
                             "        a = torch.ops.%s\n        return (a,)\n",
                             graphs[i].inputs, graphs[i].call);
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("refused", text, strlen (text), &error);
      FlSizeValue size;

      g_assert_no_error (error);
      size = (FlSizeValue) { fl_sym_size (graph->symbols, "u0"), graphs[i].right };
      g_assert_true (fl_sizes_check (graph, &size, 1, &error));
      size.value = graphs[i].wrong;
      g_assert_true (size.value < 0 || !fl_sizes_check (graph, &size, 1, &error));
    }
}

/* Nobody gave a size, and 8 will not do. */
static void
test_chosen (void)
{
  g_autoptr (FlGraph) graph = agree_read (&odd);
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = agree_plan (graph, &odd, "inductor"), done = NULL;

  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
  g_assert_cmpuint (done->execution->n_sizes, ==, 1);
  g_assert_cmpint (done->execution->sizes[0].value % 2, ==, 1);
}

/* What decides is what will be executed: beside a size that was given, the others are chosen to suit. */
static void
test_hints (void)
{
  static const AgreeCase c = { "hints",
                               "n: \"Sym(s1)\", x: \"f32[s0, 6]\"",
                               "        a: \"f32[s1, 2]\" = torch.ops.aten.reshape.default(x, [n, 2])\n"
                               "        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  const FlSizeValue rows = { fl_sym_size (graph->symbols, "s0"), 4 };
  g_autoptr (GError) error = NULL;

  g_array_append_val (sizes, rows);
  g_assert_true (fl_sizes_choose_hints (graph, sizes, &error));
  g_assert_no_error (error);
  g_assert_cmpint (fl_sym_get_hint (fl_sym_size (graph->symbols, "s0"), 0), ==, 4);
  g_assert_cmpint (fl_sym_get_hint (fl_sym_size (graph->symbols, "s1"), 0), ==, 12); /* 4 * 6 / 2 */
}

/* A long sum beside a loop in the same loop: nothing is added up in pieces. */
static void
test_sum_beside_loop (void)
{
  static const AgreeCase c = { "beside",
                               "x: \"f32[1]\", y: \"f32[3, s0][1, 3]\", z: \"f32[s0]\", w: \"f32[s0]\"",
                               "        a = torch.ops.aten.addmv.default(x, y, z)\n"
                               "        b = torch.ops.aten.meshgrid.default([a, w, a])\n"
                               "        c = b[0]\n        d = b[1]\n        return (c, d)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  const FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 16 };
  FlExecuteRequest request
      = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .sizes = &size, .n_sizes = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = agree_plan (graph, &c, "stitch"), done = NULL;

  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
}

/* A derived size that is negative at 8: the plan is made all the same, and what was asked for is refused by name. */
static void
test_impossible (void)
{
  static const AgreeCase c = { "impossible",
                               "x: \"f32[s0]\"",
                               "        a = torch.ops.aten.unfold.default(x, 0, 20, 1)\n"
                               "        b = torch.ops.aten.neg.default(a)\n"
                               "        return (b,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor");
  const FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 8 };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (fl_sym_get_sample (size.symbol), >=, 20);
  g_assert_false (fl_sizes_check (graph, &size, 1, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
}

static void
test_unbacked (void)
{
  static const AgreeCase c = { "unbacked",
                               "x: \"f32[8]\"",
                               "        n: \"i64[u0, 1]\" = torch.ops.aten.nonzero.default(x)\n"
                               "        a: \"i64[u0, 1]\" = torch.ops.aten.add.Tensor(n, 1)\n"
                               "        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor");
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (GError) error = NULL;

  g_assert_null (fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "u0 comes from n (aten.nonzero.default)"));
}

/* Sizes that only strides have are those of dense rows, also where the graph passes them as numbers. */
static void
test_strides (void)
{
  static const AgreeCase c = { "strides",
                               "s0: \"Sym(s0)\", s1: \"Sym(s1)\", s2: \"Sym(s2)\", x: \"f32[s0, s1][s2, 1]\"",
                               "        a = torch.ops.aten.neg.default(x)\n        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  const FlSizeValue wide = { fl_sym_size (graph->symbols, "s1"), 100 };
  g_autoptr (GError) error = NULL;

  g_array_append_val (sizes, wide);
  g_assert_true (fl_sizes_choose (graph, sizes, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == fl_sym_size (graph->symbols, "s2"))
      g_assert_cmpint (g_array_index (sizes, FlSizeValue, i).value, ==, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/execute-sizes/sizes-that-a-graph-does-not-hold-for", test_refused);
  g_test_add_func ("/execute-sizes/sizes-that-an-operator-refuses", test_refused_as_by_operators);
  g_test_add_func ("/execute-sizes/sizes-are-chosen", test_chosen);
  g_test_add_func ("/execute-sizes/a-sum-beside-a-loop", test_sum_beside_loop);
  g_test_add_func ("/execute-sizes/sizes-that-decide", test_hints);
  g_test_add_func ("/execute-sizes/floats-of-the-call", test_floats_of_the_call);
  g_test_add_func ("/execute-sizes/impossible-sizes", test_impossible);
  g_test_add_func ("/execute-sizes/sizes-that-only-a-run-tells", test_unbacked);
  g_test_add_func ("/execute-sizes/strides-of-their-own", test_strides);
  return g_test_run ();
}
