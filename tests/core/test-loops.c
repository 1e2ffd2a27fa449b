/* Loop programs: what is built is what the compiled kernel computes; the outline says it. */
#include "fl-loops-fixture.h"

#include "fl-intern.h"

typedef struct
{
  const char *name, *signature, *body;
} LoopsCase;

typedef struct
{
  guint n_checked, n_skipped, n_wrong;
} Tally;

static FlRun *
plan (FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  run = fl_pipeline_run (graph, &request);
  return run;
}

static FlGraph *
read_case (const LoopsCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", c->signature, c->body);
  FlGraph *graph = fl_graph_read_text (c->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

/* --- the interpreter beside compiled kernels --------------------------------------------------------------------- */

static void
check_kernel (const FlRun *run, void *library, guint position, Tally *tally)
{
  const FlKernel *kernel = &run->program->kernels[position];
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, position, &error);
  LoopsArguments arguments;
  FlLoopInput input = { .lookup = loops_look_up, .max_steps = 20 * 1000 * 1000 };

  g_assert_no_error (error);
  if (!loops_arguments_init (&arguments, kernel, run->symbols, random, FALSE))
    {
      loops_arguments_clear (&arguments);
      tally->n_skipped++;
      return;
    }
  input.n_arguments = arguments.n;
  input.arguments = arguments.numbers;
  if (!fl_loop_interpret (program, &input, &error))
    {
      if (g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
        tally->n_skipped++;
      else
        {
          g_test_message ("%s", error->message);
          tally->n_wrong++;
        }
    }
  else
    {
      loops_call (library, kernel, &arguments);
      tally->n_checked++;
      tally->n_wrong += loops_compare (&arguments, &arguments, kernel->name) > 0;
    }
  loops_arguments_clear (&arguments);
}

static void
check_run (const FlRun *run, Tally *tally)
{
  void *library = loops_compile (run->program->source);

  for (guint i = 0; i < run->program->n_kernels; i++)
    if (run->program->plan->nests[i])
      check_kernel (run, library, i, tally);
  dlclose (library);
}

static const LoopsCase cases[] = {
  { "pointwise", "x: \"f32[6, 33]\", y: \"f32[33]\"",
    "        add: \"f32[6, 33]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        mul: \"f32[6, 33]\" = torch.ops.aten.mul.Tensor(add, x)\n"
    "        relu: \"f32[6, 33]\" = torch.ops.aten.relu.default(mul)\n"
    "        gt: \"b8[6, 33]\" = torch.ops.aten.gt.Scalar(add, 0.5)\n"
    "        return (relu, gt)\n" },
  { "softmax", "x: \"f32[5, 41]\"",
    "        softmax: \"f32[5, 41]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
  { "norm", "x: \"f32[4, 70]\", w: \"f32[70]\", b: \"f32[70]\"",
    "        norm = torch.ops.aten.native_layer_norm.default(x, [70], w, b, 1e-05)\n"
    "        y: \"f32[4, 70]\" = norm[0]\n"
    "        return (y,)\n" },
  { "columns", "x: \"f32[37, 12]\"",
    "        sum_1: \"f32[12]\" = torch.ops.aten.sum.dim_IntList(x, [0])\n"
    "        amax: \"f32[37]\" = torch.ops.aten.amax.default(x, [1])\n"
    "        return (sum_1, amax)\n" },
  { "places", "x: \"f32[9, 50]\"",
    "        argmax: \"i64[9]\" = torch.ops.aten.argmax.default(x, 1)\n"
    "        any_1: \"b8[9]\" = torch.ops.aten.any.dim(x, 1)\n"
    "        return (argmax, any_1)\n" },
  { "transpose", "x: \"f32[20, 18]\", y: \"f32[18, 20]\"",
    "        t: \"f32[18, 20]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[18, 20]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        return (add,)\n" },
  { "gather", "w: \"f32[4, 16]\", i: \"i64[11]\"",
    "        embedding: \"f32[11, 16]\" = torch.ops.aten.embedding.default(w, i)\n"
    "        exp: \"f32[11, 16]\" = torch.ops.aten.exp.default(embedding)\n"
    "        return (exp,)\n" },
  { "pad-and-cat", "x: \"f32[3, 10]\", y: \"f32[3, 7]\"",
    "        cat: \"f32[3, 17]\" = torch.ops.aten.cat.default([x, y], 1)\n"
    "        pad: \"f32[3, 20]\" = torch.ops.aten.constant_pad_nd.default(cat, [1, 2], 0.5)\n"
    "        return (pad,)\n" },
  { "scatter", "x: \"f32[4, 8]\", i: \"i64[4, 8]\", s: \"f32[4, 8]\"",
    "        add: \"f32[4, 8]\" = torch.ops.aten.scatter_add.default(x, 1, i, s)\n"
    "        return (add,)\n" },
  { "integers", "x: \"i32[40]\", y: \"u8[40]\"",
    "        mul: \"i32[40]\" = torch.ops.aten.mul.Tensor(x, y)\n"
    "        sub: \"i32[40]\" = torch.ops.aten.sub.Tensor(mul, 7)\n"
    "        div: \"f32[40]\" = torch.ops.aten.div.Tensor(sub, x)\n"
    "        return (sub, div)\n" },
  { "half", "x: \"bf16[8, 24]\", y: \"bf16[8, 24]\"",
    "        add: \"bf16[8, 24]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        sum_1: \"bf16[8]\" = torch.ops.aten.sum.dim_IntList(add, [1])\n"
    "        return (add, sum_1)\n" },
  { "variance", "x: \"f32[7, 45]\"",
    "        var: \"f32[7]\" = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
    "        mean: \"f32[7]\" = torch.ops.aten.mean.dim(x, [1])\n"
    "        return (var, mean)\n" },
  { "in-place", "x: \"f32[32]\"",
    "        sin: \"f32[32]\" = torch.ops.aten.sin.default(x)\n"
    "        copy_: \"f32[32]\" = torch.ops.aten.copy_.default(x, sin)\n"
    "        add: \"f32[32]\" = torch.ops.aten.add.Tensor(copy_, 1)\n"
    "        return (add,)\n" },
};

static void
test_interpreter_agrees_with_kernels (gconstpointer data)
{
  static const char *const strategies[] = { "inductor", "none", "stitch-cpu", "xla" };
  g_autoptr (FlGraph) graph = read_case (data);
  Tally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (FlRun) run = plan (graph, strategies[i]);

      g_assert_no_error (run->error);
      check_run (run, &tally);
    }
  g_assert_cmpuint (tally.n_checked, >=, 4);
  g_assert_cmpuint (tally.n_skipped, ==, 0);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* Graphs of FUSELOOM_LOOPS_GRAPHS, one path a line: for looking at many by hand. */
static void
test_files (void)
{
  g_auto (GStrv) paths = g_strsplit (g_getenv ("FUSELOOM_LOOPS_GRAPHS"), "\n", -1);
  Tally all = { 0 };

  for (guint i = 0; paths[i] && *paths[i]; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_file (paths[i], &error);
      g_autoptr (FlRun) run = graph ? plan (graph, "inductor") : NULL;
      Tally tally = { 0 };

      if (!run || run->error || !run->program || !run->program->source)
        continue;
      check_run (run, &tally);
      if (tally.n_wrong)
        g_test_message ("%s: %u wrong of %u", paths[i], tally.n_wrong, tally.n_checked);
      all.n_checked += tally.n_checked;
      all.n_skipped += tally.n_skipped;
      all.n_wrong += tally.n_wrong;
    }
  g_test_message ("%u kernels beside the interpreter, %u skipped, %u wrong", all.n_checked, all.n_skipped, all.n_wrong);
  g_assert_cmpuint (all.n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/interpreter/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_interpreter_agrees_with_kernels);
    }
  if (g_getenv ("FUSELOOM_LOOPS_GRAPHS"))
    g_test_add_func ("/core/loops/files", test_files);
  return g_test_run ();
}
