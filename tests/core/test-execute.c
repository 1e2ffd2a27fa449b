/* Executing whole programs: the samples and small graphs agree with the reference, broken kernels are reported by name,
 * and what cannot be executed is refused with the reason. */
#include "fl-compiler.h"
#include "fl-formats.h"
#include "fl-inputs.h"
#include "fl-pipeline.h"

#include <math.h>
#include <string.h>

/* Graphs of one forward each, that reach what the samples do not. */
static const struct
{
  const char *name;
  const char *signature;
  const char *body;
} graphs[] = {
  { "mutates-an-input", "x: \"f32[8, 16][16, 1]cpu\", y: \"f32[8, 16][16, 1]cpu\"",
    "        mul: \"f32[8, 16][16, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 2.0)\n"
    "        add: \"f32[8, 16][16, 1]cpu\" = torch.ops.aten.add.Tensor(mul, y)\n"
    "        copy_: \"f32[8, 16][16, 1]cpu\" = torch.ops.aten.copy_.default(x, add)\n"
    "        return (mul,)\n" },
  { "returns-an-input", "x: \"f32[4, 4][4, 1]cpu\"",
    "        relu: \"f32[4, 4][4, 1]cpu\" = torch.ops.aten.relu.default(x)\n"
    "        return (x, relu, None)\n" },
  { "embeds", "weight: \"f32[50, 16][16, 1]cpu\", ids: \"i64[4, 7][7, 1]cpu\"",
    "        add: \"i64[4, 7][7, 1]cpu\" = torch.ops.aten.add.Tensor(ids, 2)\n"
    "        embedding: \"f32[4, 7, 16][112, 16, 1]cpu\" = torch.ops.aten.embedding.default(weight, add)\n"
    "        return (embedding,)\n" },
  { "sorts", "x: \"f32[6, 40][40, 1]cpu\"",
    "        sort = torch.ops.aten.sort.stable(x, stable = True, dim = 1, descending = True)\n"
    "        getitem: \"f32[6, 40][40, 1]cpu\" = sort[0]\n"
    "        getitem_1: \"i64[6, 40][40, 1]cpu\" = sort[1]\n"
    "        exp: \"f32[6, 40][40, 1]cpu\" = torch.ops.aten.exp.default(getitem)\n"
    "        return (exp, getitem_1)\n" },
  { "draws", "x: \"f32[33, 20][20, 1]cpu\"",
    "        seeds: \"i64[2][1]cpu\" = torch.ops.prims.inductor_seeds.default(2, device(type='cpu'))\n"
    "        seed: \"i64[][]cpu\" = torch.ops.prims.inductor_lookup_seed.default(seeds, 1)\n"
    "        random: \"f32[33, 20][20, 1]cpu\" = torch.ops.prims.inductor_random.default([33, 20], seed, 'rand')\n"
    "        gt: \"b8[33, 20][20, 1]cpu\" = torch.ops.aten.gt.Scalar(random, 0.25)\n"
    "        mul: \"f32[33, 20][20, 1]cpu\" = torch.ops.aten.mul.Tensor(gt, x)\n"
    "        return (mul,)\n" },
  { "rounds-to-bf16", "x: \"bf16[64, 64][64, 1]cpu\", y: \"bf16[64, 64][64, 1]cpu\"",
    "        add: \"bf16[64, 64][64, 1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        mul: \"bf16[64, 64][64, 1]cpu\" = torch.ops.aten.mul.Tensor(add, x)\n"
    "        return (mul,)\n" },
  { "multiplies-strided", "x: \"f32[5, 12][1, 5]cpu\", y: \"f32[12, 9][9, 1]cpu\", b: \"f32[9][1]cpu\"",
    "        addmm: \"f32[5, 9][9, 1]cpu\" = torch.ops.aten.addmm.default(b, x, y, beta = 0.5, alpha = 2.0)\n"
    "        permute: \"f32[9, 5][1, 9]cpu\" = torch.ops.aten.permute.default(addmm, [1, 0])\n"
    "        mm: \"f32[9, 9][9, 1]cpu\" = torch.ops.aten.mm.default(permute, addmm)\n"
    "        return (mm,)\n" },
  { "multiplies-halves",
    "x: \"bf16[5, 12][1, 5]cpu\", y: \"bf16[12, 9][18, 2]cpu\", b: \"bf16[9][1]cpu\", z: \"f16[3, 4, 5][20, 5, 1]cpu\"",
    "        addmm: \"bf16[5, 9][9, 1]cpu\" = torch.ops.aten.addmm.default(b, x, y)\n"
    "        permute: \"bf16[9, 5][1, 9]cpu\" = torch.ops.aten.permute.default(addmm, [1, 0])\n"
    "        mm: \"bf16[9, 9][9, 1]cpu\" = torch.ops.aten.mm.default(permute, addmm)\n"
    "        permute_1: \"f16[3, 5, 4][20, 1, 5]cpu\" = torch.ops.aten.permute.default(z, [0, 2, 1])\n"
    "        bmm: \"f16[3, 5, 5][25, 5, 1]cpu\" = torch.ops.aten.bmm.default(permute_1, z)\n"
    "        return (addmm, mm, bmm)\n" },
  { "convolves-in-groups",
    "x: \"f32[2, 8, 9, 9][648, 81, 9, 1]cpu\", w: \"f32[12, 4, 3, 3][36, 9, 3, 1]cpu\", b: \"f32[12][1]cpu\"",
    "        convolution: \"f32[2, 12, 5, 5][300, 25, 5, 1]cpu\" = torch.ops.aten.convolution.default(x, w, b, [2, 2], [1, 1], [1, 1], "
    "False, [0, 0], 2)\n"
    "        relu: \"f32[2, 12, 5, 5][300, 25, 5, 1]cpu\" = torch.ops.aten.relu.default(convolution)\n"
    "        return (relu,)\n" },
  { "counts-in-integers", "x: \"i64[3, 100][100, 1]cpu\", y: \"i32[3, 1][1, 1]cpu\"",
    "        add: \"i64[3, 100][100, 1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        sum_1: \"i64[3][1]cpu\" = torch.ops.aten.sum.dim_IntList(add, [1])\n"
    "        cumsum: \"i64[3, 100][100, 1]cpu\" = torch.ops.aten.cumsum.default(x, 1)\n"
    "        return (sum_1, cumsum)\n" },
  { "gathers", "x: \"f32[4, 6][6, 1]cpu\"",
    "        mul: \"f32[4, 6][6, 1]cpu\" = torch.ops.aten.mul.Tensor(x, x)\n"
    "        all_reduce: \"f32[4, 6][6, 1]cpu\" = torch.ops._c10d_functional.all_reduce.default(mul, 'sum', '0')\n"
    "        wait: \"f32[4, 6][6, 1]cpu\" = torch.ops._c10d_functional.wait_tensor.default(all_reduce)\n"
    "        gather: \"f32[8, 6][6, 1]cpu\" = torch.ops._c10d_functional.all_gather_into_tensor.default(wait, 2, '0')\n"
    "        wait_1: \"f32[8, 6][6, 1]cpu\" = torch.ops._c10d_functional.wait_tensor.default(gather)\n"
    "        exp: \"f32[8, 6][6, 1]cpu\" = torch.ops.aten.exp.default(wait_1)\n"
    "        return (exp,)\n" },
  { "calls-what-nobody-knows", "x: \"f32[5, 12][12, 1]cpu\", ids: \"i64[7][1]cpu\"",
    "        mul: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.5)\n"
    "        sin: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.sin.default(mul)\n"
    "        mine = torch.ops.mine.scale.default(sin, [ids, mul], 3)\n"
    "        getitem: \"f32[5, 12][1, 5]cpu\" = mine[0]\n"
    "        getitem_1: \"i64[7][1]cpu\" = mine[1]\n"
    "        add: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.add.Tensor(getitem, sin)\n"
    "        index: \"f32[7, 12][12, 1]cpu\" = torch.ops.aten.index.Tensor(add, [getitem_1])\n"
    "        return (index,)\n" },
  { "wraps-what-nobody-knows", "x: \"f32[5, 12][12, 1]cpu\"",
    "        neg: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.neg.default(x)\n"
    "        auto_functionalized = torch.ops.higher_order.auto_functionalized(torch.ops.mine.scale_.default, out = neg, input = x)\n"
    "        getitem: \"f32[5, 12][12, 1]cpu\" = auto_functionalized[1]\n"
    "        exp: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.exp.default(getitem)\n"
    "        return (exp, neg)\n" },
  { "fills-what-is-empty", "x: \"f32[5, 12][12, 1]cpu\"",
    "        exp: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        neg: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.neg.default(exp)\n"
    "        sum_1: \"f32[5][1]cpu\" = torch.ops.aten.sum.dim_IntList(neg, [1])\n"
    "        empty: \"f32[5, 12][12, 1]cpu\" = torch.ops.aten.empty.memory_format([5, 12], dtype = torch.float32)\n"
    "        view: \"f32[60][1]cpu\" = torch.ops.aten.view.default(empty, [60])\n"
    "        wrapped = torch.ops.higher_order.auto_functionalized(torch.ops.mine.scale.default, out = view, input = sum_1)\n"
    "        getitem: \"f32[60][1]cpu\" = wrapped[1]\n"
    "        sin: \"f32[60][1]cpu\" = torch.ops.aten.sin.default(getitem)\n"
    "        return (sin,)\n" },
  { "drops-out-in-attention", "q: \"f32[1, 2, 6, 8][96, 48, 8, 1]cpu\", g: \"f32[1, 2, 6, 8][96, 48, 8, 1]cpu\"",
    "        sdpa = torch.ops.aten._scaled_dot_product_efficient_attention.default(q, q, q, None, True, 0.25)\n"
    "        getitem: \"f32[1, 2, 6, 8][96, 8, 16, 1]cpu\" = sdpa[0]\n"
    "        getitem_1: \"f32[1, 2, 32][64, 32, 1]cpu\" = sdpa[1]\n"
    "        getitem_2: \"i64[][]cpu\" = sdpa[2]\n"
    "        getitem_3: \"i64[][]cpu\" = sdpa[3]\n"
    "        back = torch.ops.aten._scaled_dot_product_efficient_attention_backward.default(g, q, q, q, None, getitem, getitem_1, "
    "getitem_2, getitem_3, 0.25, [True, True, True, False])\n"
    "        getitem_4: \"f32[1, 2, 6, 8][96, 48, 8, 1]cpu\" = back[0]\n"
    "        getitem_5: \"f32[1, 2, 6, 8][96, 48, 8, 1]cpu\" = back[2]\n"
    "        add: \"f32[1, 2, 6, 8][96, 48, 8, 1]cpu\" = torch.ops.aten.add.Tensor(getitem_4, getitem_5)\n"
    "        return (getitem, getitem_1, getitem_2, add)\n" },
  { "sums-to-nothing", "x: \"f32[8, 4096][4096, 1]cpu\"",
    "        mean: \"f32[8, 1][1, 1]cpu\" = torch.ops.aten.mean.dim(x, [1], True)\n"
    "        sub: \"f32[8, 4096][4096, 1]cpu\" = torch.ops.aten.sub.Tensor(x, mean)\n"
    "        sum_1: \"f32[8][1]cpu\" = torch.ops.aten.sum.dim_IntList(sub, [1])\n"
    "        return (sum_1, mean)\n" },
  { "has-no-elements", "x: \"f32[0, 4][4, 1]cpu\"",
    "        relu: \"f32[0, 4][4, 1]cpu\" = torch.ops.aten.relu.default(x)\n"
    "        return (relu,)\n" },
};

static FlGraph *
make_graph (guint position)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s",
                                           graphs[position].signature, graphs[position].body);
  FlGraph *graph = fl_graph_read_text (graphs[position].name, text, strlen (text), &error);
  g_assert_no_error (error);
  return graph;
}

static FlGraph *
read_sample (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
  FlGraph *graph = fl_graph_read_file (path, &error);
  g_assert_no_error (error);
  return graph;
}

static FlRun *
compile_graph (FlGraph *graph, const char *option)
{
  FlPipelineRequest request;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 60;
  request.with_unfused = TRUE;
  if (option != NULL)
    g_assert_true (fl_options_set (&request.options, option, NULL));
  FlRun *run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

static FlRun *
execute (const FlRun *run, FlExecuteRequest request, const gint *cancelled, GError **error)
{
  request.worker_path = g_getenv ("FUSELOOM_WORKER");
  return fl_pipeline_execute (run, &request, cancelled, NULL, NULL, error);
}

static gboolean
has_unknown (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_CALL && fl_calls_unknown (graph->nodes[i].op))
      return TRUE;
  return FALSE;
}

/* With stand-ins, too, kernels and reference compute the same. */
static void
check_agreement (FlGraph *graph, FlExecuteRequest request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  g_autoptr (FlRun) done = execute (run, request, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  if (!has_unknown (graph))
    g_assert_cmpstr (execution->not_verified_why, ==, NULL);
  g_assert_true (execution->is_compared);
  g_assert_true (execution->verified || has_unknown (graph));
  g_assert_cmpint (execution->n_agreements, >, 0);
  for (guint i = 0; i < execution->n_agreements; i++)
    {
      const FlAgreement *a = &execution->agreements[i];
      if (!a->is_within)
        g_test_message ("%s %s at %s: %g, expected %g", a->variant, a->output, a->worst_place, a->got, a->expected);
      g_assert_true (a->is_within);
    }
}

static void
test_execute_small_graph_agrees (gconstpointer position)
{
  g_autoptr (FlGraph) graph = make_graph (GPOINTER_TO_UINT (position));
  check_agreement (graph, (FlExecuteRequest) { .verify = TRUE });
}

static void
test_execute_sample_agrees (gconstpointer name)
{
  g_autoptr (FlGraph) graph = read_sample (name);
  check_agreement (graph, (FlExecuteRequest) { .verify = TRUE });
}

/* The mutated input is compared, too: one result and one input for each of the two variants. */
static void
test_execute_compares_mutated_inputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (0);
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->n_agreements, ==, 4);
  g_assert_cmpstr (done->execution->agreements[1].output, ==, "x");
}

static guint
find_graph (const char *name)
{
  guint position = 0;
  while (strcmp (graphs[position].name, name) != 0)
    position++;
  return position;
}

/* Differences from the mean sum to 0 but for rounding: each of 4096 is off by up to half an ulp, so the sum, near 1e-5,
 * is another one in every order. That is said, and kept out of the largest relative error. */
static void
test_execute_tells_rounding_from_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (find_graph ("sums-to-nothing"));
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, NULL, &error);
  g_assert_no_error (error);
  guint n_widened = 0;
  for (guint i = 0; i < done->execution->n_agreements; i++)
    n_widened += done->execution->agreements[i].sensitivity > 0;
  g_assert_true (done->execution->agrees);
  g_assert_cmpint (done->execution->n_widened, ==, n_widened);
  g_assert_cmpfloat (done->execution->max_rel, <, 1e-4);
}

/* What an unknown operator is given is compared as well, three tensors here and the result, and the run says that what
 * rests on its results is unverified: the graph's result, in both variants. */
static void
test_execute_says_what_is_unverified (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (find_graph ("calls-what-nobody-knows"));
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  g_assert_cmpint (execution->n_agreements, ==, 2 * 4);
  g_assert_cmpstr (execution->agreements[1].output, ==, "argument 0 of mine");
  g_assert_cmpint (execution->n_notes, ==, 1);
  g_assert_true (g_str_has_prefix (execution->notes[0], "mine.scale.default is not known here"));
  g_assert_cmpint (execution->check, ==, FL_CHECK_UNVERIFIED);
  g_assert_cmpint (execution->n_unverified, ==, 2);
  g_assert_cmpstr (execution->agreements[0].unverified_why, ==, "mine.scale.default is not known here");
  g_assert_false (execution->verified || execution->agrees);
  g_assert_true (
      g_str_has_prefix (execution->not_verified_why, "2 of 8 results rest on what is not known: mine.scale.default"));
}

/* Of the two arguments only the one that was computed is compared: what is empty may hold anything. */
static void
test_execute_compares_nothing_empty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (find_graph ("fills-what-is-empty"));
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->n_agreements, ==, 2 * 2);
  g_assert_cmpstr (done->execution->agreements[1].output, ==, "argument 1 of wrapped");
}

/* A size symbol takes the value that was asked for. */
static void
test_execute_takes_sizes (void)
{
  g_autoptr (FlGraph) graph = read_sample ("softmax-dynamic.py");
  FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 37 };
  check_agreement (graph, (FlExecuteRequest) { .verify = TRUE, .n_sizes = 1, .sizes = &size });
}

/* Sizes that come with the call and do not fit together: an error that says so, or results that are not checked, and
 * why. */
static void
test_execute_refuses_sizes_that_do_not_fit (void)
{
  static const struct
  {
    const char *text, *word;
  } cases[] = {
    /* 129 x 63 indices into rows of s1 = 8 */
    { "class G(torch.nn.Module):\n    def forward(self, x: \"f32[129, s1]\", i: \"i64[129, 63]\", t: \"f32[s0, s1]\"):\n"
      "        z: \"f32[s0, s1]\" = torch.ops.aten.mul.Tensor(t, 0)\n"
      "        j: \"i64[129, 63]\" = torch.ops.aten.mul.Tensor(i, 0)\n"
      "        a: \"f32[s0, s1]\" = torch.ops.aten.scatter_add.default(z, 0, j, x)\n"
      "        return (a,)\n",
      "dimension 1 of `index` is larger than that of `self`" },
    { "class G(torch.nn.Module):\n    def forward(self, i: \"i64[129, 63]\", t: \"f32[s0, s1]\"):\n"
      "        j: \"i64[129, 63]\" = torch.ops.aten.mul.Tensor(i, 0)\n"
      "        a: \"f32[129, 63]\" = torch.ops.aten.gather.default(t, 0, j)\n"
      "        return (a,)\n",
      "dimension 1 of `index` is larger than that of `self`" },
    { "class G(torch.nn.Module):\n    def forward(self, x: \"f32[s0, 4]\", y: \"f32[9, 4]\"):\n"
      "        a = torch.ops.aten.cat.default([x, y], 1)\n"
      "        return (a,)\n",
      "with s0 = 8" },
    /* taps two apart: 8 of them reach over 15 elements */
    { "class G(torch.nn.Module):\n    def forward(self, x: \"f32[2, 4, s0, s0]\", w: \"f32[4, 4, s1, s1]\"):\n"
      "        a = torch.ops.aten.convolution.default(x, w, None, [3, 3], [0, 0], [2, 2], False, [0, 0], 1)\n"
      "        return (a,)\n",
      "with s0 = 8, s1 = 8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("sizes", cases[i].text, strlen (cases[i].text), &error);

      g_assert_no_error (error);
      g_autoptr (FlRun) run = compile_graph (graph, NULL);
      const FlSizeValue sizes[]
          = { { fl_sym_size (graph->symbols, "s0"), 8 }, { fl_sym_size (graph->symbols, "s1"), 8 } };
      g_autoptr (FlRun) done
          = execute (run, (FlExecuteRequest) { .verify = TRUE, .sizes = sizes, .n_sizes = G_N_ELEMENTS (sizes) }, NULL,
                     &error);
      const char *said = error != NULL ? error->message : done->execution->not_verified_why;

      g_test_message ("%s", said);
      g_assert_nonnull (said);
      g_assert_nonnull (strstr (said, cases[i].word));
    }
}

static void
test_execute_measures (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = read_sample ("softmax.py");
  g_autoptr (FlRun) run = compile_graph (graph, "run.repeats=5");
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .measure = TRUE }, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  g_assert_false (execution->verified);
  g_assert_cmpint (execution->n_variants, ==, 2);
  g_assert_cmpfloat (execution->speedup, >, 0);
  g_assert_cmpfloat (execution->speedup_low, <=, execution->speedup);
  g_assert_cmpfloat (execution->copy_bytes_per_s, >, 0);
  for (guint v = 0; v < 2; v++)
    {
      const FlVariantTime *variant = &execution->variants[v];
      guint n_exp = 0;
      g_assert_cmpint (variant->n_kernels, ==, variant->program->n_kernels);
      g_assert_cmpfloat (variant->total_low_ns, <=, variant->total_median_ns);
      g_assert_cmpfloat (variant->total_median_ns, <=, variant->total_high_ns);
      for (guint k = 0; k < variant->n_kernels; k++)
        {
          const FlKernelTime *time = &variant->kernels[k];
          g_assert_cmpint (time->n_samples, >=, 3);
          if (time->function == NULL)
            continue;
          /* One exponential for each element of 10 rows of 3840, timed by itself. */
          n_exp++;
          g_assert_cmpstr (time->function, ==, "exp");
          g_assert_cmpint (time->n_function, ==, 10 * 3840);
          g_assert_cmpfloat (time->function_ns, >, 0);
          g_assert_cmpfloat (time->arithmetic_ns, >=, time->function_ns * time->n_function);
        }
      g_assert_cmpuint (n_exp, ==, 1);
    }
}

static void
test_execute_reports_faults (void)
{
  static const struct
  {
    const char *fault;
    int code;
    const char *word;
  } cases[] = {
    { "crash", FL_ERROR_WORKER, "SIGSEGV" },
    { "hang", FL_ERROR_WORKER, "within 1 s" },
    { "compile", FL_ERROR_KERNEL, "this fault was asked for" },
  };
  g_autoptr (FlGraph) graph = read_sample ("add-relu.py");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlRun) run = compile_graph (graph, i == 1 ? "run.timeout=1" : NULL);
      g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .fault = cases[i].fault }, NULL, &error);
      g_assert_null (done);
      g_assert_error (error, FL_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].word));
      /* On a loaded machine a second may be over before the kernel begins. */
      if (cases[i].code == FL_ERROR_WORKER && strstr (error->message, "the worker did not") == NULL)
        g_assert_nonnull (strstr (error->message, "kernel cpp_fused"));
    }
}

static void
test_execute_can_be_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = read_sample ("add-relu.py");
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  gint cancelled = 1;
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, &cancelled, &error);
  g_assert_null (done);
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
}

static void
test_execute_refuses_what_is_too_large (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = read_sample ("add-relu.py");
  g_autoptr (FlRun) run = compile_graph (graph, "run.size_limit=1");
  g_autoptr (FlRun) done = execute (run, (FlExecuteRequest) { .verify = TRUE }, NULL, &error);
  g_assert_null (done);
  g_assert_error (error, FL_ERROR, FL_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "run.size_limit"));
}

static void
test_execute_says_when_there_is_no_worker (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = read_sample ("add-relu.py");
  g_autoptr (FlRun) run = compile_graph (graph, NULL);
  FlExecuteRequest request = { .worker_path = "/nowhere/fuseloom-worker" };
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_null (done);
  g_assert_nonnull (strstr (error->message, "/nowhere/fuseloom-worker"));
}

int
main (int argc, char **argv)
{
  static const char *const samples[]
      = { "add-relu.py",    "attention.py", "conv-bn-relu.py", "gpt2-block.py",      "layer-norm.py",
          "llama-block.py", "mlp-gelu.py",  "rms-norm.py",     "softmax-dynamic.py", "softmax.py" };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/run/execute/graph-agrees/%s", graphs[i].name);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_execute_small_graph_agrees);
    }
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/run/execute/sample-agrees/%s", samples[i]);
      g_test_add_data_func (path, samples[i], test_execute_sample_agrees);
    }
  g_test_add_func ("/core/run/execute/compares-mutated-inputs", test_execute_compares_mutated_inputs);
  g_test_add_func ("/core/run/execute/tells-rounding-from-errors", test_execute_tells_rounding_from_errors);
  g_test_add_func ("/core/run/execute/says-what-is-unverified", test_execute_says_what_is_unverified);
  g_test_add_func ("/core/run/execute/compares-nothing-empty", test_execute_compares_nothing_empty);
  g_test_add_func ("/core/run/execute/takes-sizes", test_execute_takes_sizes);
  g_test_add_func ("/core/run/execute/refuses-sizes-that-do-not-fit", test_execute_refuses_sizes_that_do_not_fit);
  g_test_add_func ("/core/run/execute/measures", test_execute_measures);
  g_test_add_func ("/core/run/execute/reports-faults", test_execute_reports_faults);
  g_test_add_func ("/core/run/execute/can-be-cancelled", test_execute_can_be_cancelled);
  g_test_add_func ("/core/run/execute/refuses-what-is-too-large", test_execute_refuses_what_is_too_large);
  g_test_add_func ("/core/run/execute/says-when-there-is-no-worker", test_execute_says_when_there_is_no_worker);
  return g_test_run ();
}
