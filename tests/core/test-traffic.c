/* What kernels move: bytes that their accesses reach, counted alike for every strategy, so that the optimum is never
 * beaten; and one number for one thing in every text. */
#include <string.h>

#include "fl-compare-run.h"
#include "fl-facts.h"
#include "fl-fuse.h"
#include "fl-fusion-log.h"
#include "fl-test-long.h"
#include "fl-test-run.h"

#define OPS "torch.ops.aten."

enum
{
  LIMIT_MS = 60 /* for the search of an optimum here */
};

static FlGraph *
parse_graph (const char *body)
{
  g_autofree char *text = g_strdup_printf ("class M(torch.nn.Module):\n%s", body);
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_text ("graph.py", text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static FlRun *
run_strategy (FlGraph *graph, const char *strategy, FlTarget target)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = fl_intern (strategy);
  request.options.target = target;
  request.options.optimal_limit_ms = LIMIT_MS;
  return fl_pipeline_run (graph, &request);
}

static gint64
count (FlGraph *graph, const char *strategy, FlTarget target)
{
  g_autoptr (FlRun) run = run_strategy (graph, strategy, target);

  g_assert_no_error (run->error);
  return fl_schedule_count_traffic (run->fused);
}

/* --- parts of buffers ------------------------------------------------------------------------- */

static void
test_counts_what_is_reached (void)
{
  static const struct
  {
    const char *name, *body;
    gint64 bytes; /* of TorchInductor's one kernel */
    gint64 whole; /* of the buffer that is read in part */
  } rows[] = {
    /* 8 rows of 64 floats, 8 indices of 8 bytes, 8 floats written */
    { "embedding",
      "    def forward(self, w: \"f32[50000, 64]cpu\", i: \"i64[8]cpu\"):\n"
      "        e = " OPS "embedding.default(w, i)\n"
      "        s = " OPS "sum.dim_IntList(e, [1])\n"
      "        return (s,)\n",
      8 * 64 * 4 + 8 * 8 + 8 * 4, 50000 * 64 * 4 },
    /* rows gathered by an index in brackets; the gathered value is used twice */
    { "index",
      "    def forward(self, w: \"f32[50000, 64]cpu\", i: \"i64[8]cpu\"):\n"
      "        e = " OPS "index.Tensor(w, [i])\n"
      "        a = " OPS "exp.default(e)\n"
      "        s = " OPS "mul.Tensor(a, e)\n"
      "        return (s,)\n",
      8 * 64 * 4 + 8 * 8 + 8 * 64 * 4, 50000 * 64 * 4 },
    /* by two lists of places, 8 rows each */
    { "two lists",
      "    def forward(self, w: \"f32[50000, 64]cpu\", i: \"i64[8]cpu\", j: \"i64[8]cpu\"):\n"
      "        e = " OPS "embedding.default(w, i)\n"
      "        f = " OPS "embedding.default(w, j)\n"
      "        s = " OPS "mul.Tensor(e, f)\n"
      "        return (s,)\n",
      2 * 8 * 64 * 4 + 2 * 8 * 8 + 8 * 64 * 4, 50000 * 64 * 4 },
    /* 16 of 1024 columns */
    { "slice",
      "    def forward(self, x: \"f32[256, 1024]cpu\"):\n"
      "        p = " OPS "slice.Tensor(x, 1, 32, 48)\n"
      "        s = " OPS "exp.default(p)\n"
      "        return (s,)\n",
      256 * 16 * 4 * 2, 256 * 1024 * 4 },
    /* two parts that do not overlap: 16 and 8 columns */
    { "two slices",
      "    def forward(self, x: \"f32[256, 1024]cpu\"):\n"
      "        p = " OPS "slice.Tensor(x, 1, 32, 48)\n"
      "        q = " OPS "slice.Tensor(x, 1, 64, 72)\n"
      "        a = " OPS "sum.dim_IntList(p, [1])\n"
      "        b = " OPS "sum.dim_IntList(q, [1])\n"
      "        s = " OPS "add.Tensor(a, b)\n"
      "        return (s,)\n",
      256 * (16 + 8) * 4 + 256 * 4, 256 * 1024 * 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FlGraph) graph = parse_graph (rows[i].body);

      g_test_message ("%s", rows[i].name);
      g_assert_cmpint (count (graph, "inductor", FL_TARGET_CPU), ==, rows[i].bytes);
      for (guint s = 0; s < fl_strategies_get_n_rows (); s++)
        g_assert_cmpint (count (graph, fl_strategies_get_row (s)->name, FL_TARGET_CPU), <, rows[i].whole);
    }
}

/* What a compiler saves is counted from eager PyTorch, one kernel an operator: f32[1024, 1024] is 4 MiB. */
static void
test_counts_eager (void)
{
  const gint64 mib = 1 << 20;
  g_autoptr (FlGraph) add_relu
      = parse_graph ("    def forward(self, x: \"f32[1024, 1024]cpu\", y: \"f32[1024, 1024]cpu\"):\n"
                     "        a = " OPS "add.Tensor(x, y)\n"
                     "        r = " OPS "relu.default(a)\n"
                     "        return (r,)\n");
  /* A bias is read as it lies, not spread out first; softmax is one operator, and one kernel, though it is opened. */
  g_autoptr (FlGraph) softmax = parse_graph ("    def forward(self, x: \"f32[64, 512]cpu\", b: \"f32[512]cpu\"):\n"
                                             "        a = " OPS "add.Tensor(x, b)\n"
                                             "        s = " OPS "_softmax.default(a, -1, False)\n"
                                             "        return (s,)\n");

  /* add reads 8 MiB and writes 4, relu reads 4 and writes 4; fused, 8 are read and 4 written */
  g_assert_cmpint (count (add_relu, "eager", FL_TARGET_CPU), ==, 20 * mib);
  g_assert_cmpint (count (add_relu, "inductor", FL_TARGET_CPU), ==, 12 * mib);
  g_assert_cmpint (count (softmax, "eager", FL_TARGET_CPU), ==, (4 * 64 * 512 + 512) * 4);
}

/* A broadcast reads its row once, however often the kernel does; the same elements read by two ways are not more than
 * there are. */
static void
test_counts_each_element_once (void)
{
  g_autoptr (FlGraph) row = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\", b: \"f32[32]cpu\"):\n"
                                         "        s = " OPS "add.Tensor(x, b)\n"
                                         "        return (s,)\n");
  g_autoptr (FlGraph) turned = parse_graph ("    def forward(self, x: \"f32[64, 64]cpu\"):\n"
                                            "        t = " OPS "permute.default(x, [1, 0])\n"
                                            "        s = " OPS "add.Tensor(x, t)\n"
                                            "        return (s,)\n");

  g_assert_cmpint (count (row, "inductor", FL_TARGET_CPU), ==, (64 * 32 + 32 + 64 * 32) * 4);
  g_assert_cmpint (count (turned, "inductor", FL_TARGET_CPU), ==, 2 * 64 * 64 * 4);
}

/* --- the optimum ------------------------------------------------------------------------------ */

/* The figure of every row that could be made; those of strategies that do not know the graph are left out. */
static void
check_optimal (FlGraph *graph, const char *name)
{
  for (FlTarget target = FL_TARGET_CPU; target <= FL_TARGET_CUDA; target++)
    {
      g_autoptr (FlRun) optimal = run_strategy (graph, "optimal", target);
      gint64 least;

      if (optimal->error != NULL)
        continue;
      least = fl_schedule_count_traffic (optimal->fused);
      g_assert_cmpstr (optimal->own_options.strategy, ==, "optimal");
      for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
        {
          const char *strategy = fl_strategies_get_row (i)->name;
          g_autoptr (FlRun) other = g_str_equal (strategy, "optimal") ? NULL : run_strategy (graph, strategy, target);

          if (other == NULL || other->error != NULL)
            continue;
          if (fl_schedule_count_traffic (other->fused) < least)
            g_test_message ("%s: %s moves fewer bytes than optimal", name, strategy);
          g_assert_cmpint (fl_schedule_count_traffic (other->fused), >=, least);
        }
    }
}

static void
test_optimal_never_loses (void)
{
  static const char *const samples[]
      = { "add-relu-shared.py", "attention.py",   "conv-bn-relu.py",   "gpt2-block.py",
          "layer-norm.py",      "llama-block.py", "long-reduction.py", "mlp-gelu.py",
          "rms-norm.py",        "softmax.py",     "softmax-outer.py",  "softmax-dynamic.py" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (FlGraph) graph = read_sample (samples[i]);

      check_optimal (graph, samples[i]);
    }
}

/* The graphs of tests/golden, which PyTorch wrote, in the long form; FUSELOOM_GRAPHS=DIR: in their place, every graph
 * below it of at most so many nodes. */
static void
test_optimal_never_loses_on_graphs_of_a_folder (void)
{
  g_autofree char *golden = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "cpu", NULL);
  const char *path = g_getenv ("FUSELOOM_GRAPHS") != NULL ? g_getenv ("FUSELOOM_GRAPHS")
                     : is_long_run ()                     ? golden
                                                          : NULL;
  const guint most_nodes = 400;
  g_autoptr (GDir) dir = path != NULL ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;
  guint n = 0;

  if (dir == NULL)
    {
      g_test_skip ("only in the long form, or where FUSELOOM_GRAPHS names a folder of graphs");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, "fx.py", NULL),
                      *file = g_build_filename (path, name, NULL);
      g_autoptr (FlGraph) graph = fl_graph_read_file (g_file_test (inside, G_FILE_TEST_EXISTS) ? inside : file, NULL);

      if (graph == NULL || graph->n_nodes > most_nodes)
        continue;
      check_optimal (graph, name);
      n++;
    }
  g_test_message ("%u graphs", n);
  g_assert_cmpuint (n, >, 0);
}

/* --- one number for one thing ----------------------------------------------------------------- */

static void
test_peak_is_one_number (void)
{
  static const char *const planners[] = { "memory_planner=auto", "memory_planner=reuse", "memory_planner=naive" };

  for (guint i = 0; i < G_N_ELEMENTS (planners); i++)
    {
      g_autoptr (FlGraph) graph = read_sample ("attention.py");
      g_autoptr (FlRun) run = NULL;
      g_autoptr (FlFacts) facts = NULL;
      g_autoptr (FlComparison) comparison = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *amount = NULL, *outcome = NULL;
      FlPipelineRequest request;

      fl_pipeline_request_init (&request);
      request.with_unfused = TRUE;
      g_assert_true (fl_options_set (&request.options, planners[i], NULL));
      run = fl_pipeline_run (graph, &request);
      facts = fl_facts_new (run);
      comparison = fl_comparison_new (&(FlCompareSource) { .run = run }, 1, NULL, &error);
      g_assert_no_error (error);
      amount = fl_fact_dup_amount (FL_FACT_PEAK, facts->amount[FL_FACT_PEAK]);
      outcome = fl_report_dup_outcome (run, FL_STAGE_MEMORY);
      g_assert_cmpfloat (facts->amount[FL_FACT_PEAK], ==, comparison->columns[0].peak_bytes);
      g_assert_cmpfloat (facts->amount[FL_FACT_PEAK], ==, fl_memory_plan_get_peak (run->plan));
      g_assert_nonnull (strstr (outcome, amount));
    }
}

static void
test_shared_data_is_one_number (void)
{
  static const char *const samples[] = { "softmax.py", "attention.py", "llama-block.py", "layer-norm.py" };
  static const char *const strategies[] = { "inductor", "xla", "tvm", "stitch" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    for (guint s = 0; s < G_N_ELEMENTS (strategies); s++)
      {
        g_autoptr (FlGraph) graph = read_sample (samples[i]);
        g_autoptr (FlRun) run = run_strategy (graph, strategies[s], FL_TARGET_CPU);
        g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);

        for (guint k = 0; k < log->n_refusals; k++)
          {
            g_autoptr (FlWhy) why = fl_why_new (log, log->refusals[k].a, log->refusals[k].b);

            g_assert_cmpint (why->shared, ==, log->refusals[k].shared);
            n++;
          }
      }
  g_assert_cmpuint (n, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/traffic/counts-eager", test_counts_eager);
  g_test_add_func ("/core/traffic/counts-what-is-reached", test_counts_what_is_reached);
  g_test_add_func ("/core/traffic/counts-each-element-once", test_counts_each_element_once);
  g_test_add_func ("/core/traffic/optimal-never-loses", test_optimal_never_loses);
  g_test_add_func ("/core/traffic/optimal-never-loses-on-graphs-of-a-folder",
                   test_optimal_never_loses_on_graphs_of_a_folder);
  g_test_add_func ("/core/traffic/peak-is-one-number", test_peak_is_one_number);
  g_test_add_func ("/core/traffic/shared-data-is-one-number", test_shared_data_is_one_number);
  return g_test_run ();
}
