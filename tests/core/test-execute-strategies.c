/* Random graphs under every strategy: what each one's kernels compute is what the reference
 * computes, and each group is carried out as the kernels that its template promises. */
#include <string.h>

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-group-run.h"
#include "fl-intern.h"
#include "fl-pipeline.h"
#include "fl-random-graph.h"
#include "fl-test-long.h"

static const struct
{
  const char *name, *strategy, *settings[3];
} variants[] = {
  { "inductor", "inductor" },
  { "none", "none" },
  { "pattern", "pattern" },
  { "xla", "xla" },
  { "xla-siblings", "xla", { "xla.siblings=all" } },
  { "xla-window", "xla", { "xla.window=32", "xla.siblings=guarded" } },
  { "xla-base", "xla-base" },
  { "stitch", "stitch" },
  { "stitch-cpu", "stitch-cpu" },
  { "tvm", "tvm" },
  { "dnnfusion", "dnnfusion" },
  { "optimal", "optimal" },
  { "optimal-by-parts", "optimal", { "optimal.all_ops=0" } },
  { "optimal-again", "optimal", { "optimal.recompute=1" } },
  { "optimal-loops-again", "optimal", { "optimal.recompute=1", "optimal.templates=loops" } },
};

/* FUSELOOM_TEST_SANITIZE=1: kernels are checked while they run. */
static gboolean
is_sanitized (void)
{
  return g_getenv ("FUSELOOM_TEST_SANITIZE") != NULL;
}

static FlRun *
plan (FlGraph *graph, guint position)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (variants[position].strategy);
  request.options.epilogue_max_multiplications = 1 << 20;
  request.options.cpu_sanitize = is_sanitized ();
  request.options.timeout_s = 600;
  for (guint i = 0; i < G_N_ELEMENTS (variants[position].settings) && variants[position].settings[i] != NULL; i++)
    g_assert_true (fl_options_set (&request.options, variants[position].settings[i], NULL));
  run = fl_pipeline_run (graph, &request);
  if (run->error != NULL)
    g_test_message ("under %s", variants[position].name);
  g_assert_no_error (run->error);
  return run;
}

/* A group that a loop, rows, columns, a stitch or a product with an epilogue can compute is one kernel. */
static guint
check_groups (FlRun *run, const char *name)
{
  const FlGroupRun *groups = fl_group_runs_new (run->arena, run);
  guint n_groups = 0;

  for (guint i = 0; run->partition != NULL && i < run->partition->n_groups; i++)
    {
      const FlOpGroup *group = &run->partition->groups[i];

      n_groups += group->n_members > 1;
      switch (group->emission.template)
        {
        case FL_TEMPLATE_LOOP:
        case FL_TEMPLATE_ROW:
        case FL_TEMPLATE_COLUMN:
        case FL_TEMPLATE_STITCH:
        case FL_TEMPLATE_EPILOGUE: /* all products here may be loops */
          if (groups[i].n_kernels > 1)
            g_test_message ("%s: the group of %s runs as %u kernels", name,
                            run->partition->graph->nodes[group->members[0]].name, groups[i].n_kernels);
          g_assert_cmpuint (groups[i].n_kernels, <=, 1);
          break;
        case FL_TEMPLATE_NONE: g_assert_true (groups[i].n_kernels < 2 || groups[i].why != NULL); break;
        case FL_TEMPLATE_EXTERN: break;
        }
    }
  return n_groups;
}

static void
check_results (FlGraph *graph, FlRun *const *runs)
{
  g_autoptr (GError) error = NULL;
  FlVariant programs[G_N_ELEMENTS (variants)];
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (FlRun) done = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    programs[i] = (FlVariant) { variants[i].name, runs[i]->program };
  request.n_variants = G_N_ELEMENTS (variants);
  request.variants = programs;
  request.graph = graph;
  done = fl_pipeline_execute (runs[0], &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (done->execution->verified);
  for (guint i = 0; i < done->execution->n_agreements; i++)
    {
      const FlAgreement *agreement = &done->execution->agreements[i];

      if (!agreement->agrees)
        g_test_message ("%s: %s at %s is %g, expected %g", agreement->variant, agreement->output,
                        agreement->worst_place, agreement->got, agreement->expected);
      g_assert_true (agreement->agrees);
    }
}

static void
test_random_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261121);
  guint n_planned = g_test_slow () ? 5000 : get_test_count (120, 300),
        n_executed = g_test_slow ()    ? 200
                     : is_sanitized () ? 10
                                       : 4,
        n_groups = 0;

  for (guint round = 0; round < n_planned; round++)
    {
      g_autoptr (FlGraph) graph = graph_make_random (random, FALSE);
      FlRun *runs[G_N_ELEMENTS (variants)];

      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        {
          runs[i] = plan (graph, i);
          n_groups += check_groups (runs[i], variants[i].name);
        }
      if (round < n_executed)
        check_results (graph, runs);
      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        fl_run_unref (runs[i]);
    }
  g_test_message ("%u graphs, %u of them executed, %u groups of several operations", n_planned, n_executed, n_groups);
  g_assert_cmpuint (n_groups, >, n_planned);
}

/* More operators, sizes and dtypes: only what is computed counts. */
static void
test_wide_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261123);
  guint n_executed = g_test_slow () ? 200 : is_sanitized () ? 12 : 3;

  for (guint round = 0; round < n_executed; round++)
    {
      g_autoptr (FlGraph) graph = graph_make_random (random, TRUE);
      FlRun *runs[G_N_ELEMENTS (variants)];

      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        runs[i] = plan (graph, i);
      check_results (graph, runs);
      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        fl_run_unref (runs[i]);
    }
}

/* A tensor without dimensions gives way to the dtype of one with dimensions, of its own kind, also where a strategy
 * expands it first. */
static void
test_tensors_without_dims (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, a: \"i16[57][1]cpu\", b: \"i64[][]cpu\", c: \"bf16[3, 5][5, 1]cpu\", d: \"f32[][]cpu\", "
        "e: \"f64[][]cpu\", m: \"b8[57][1]cpu\"):\n"
        "        v1 = torch.ops.aten.add.Tensor(a, b)\n"
        "        v2 = torch.ops.aten.mul.Tensor(d, c)\n"
        "        v3 = torch.ops.aten.div.Tensor(a, b)\n"
        "        v4 = torch.ops.aten.gt.Tensor(c, e)\n"
        "        v5 = torch.ops.aten.add.Tensor(a, d)\n"
        "        v6 = torch.ops.aten.where.self(m, a, b)\n"
        "        v7 = torch.ops.aten.where.self(m, b, d)\n"
        "        v8 = torch.ops.aten.maximum.default(c, b)\n"
        "        return (v1, v2, v3, v4, v5, v6, v7, v8)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("text", text, strlen (text), &error);
  FlRun *runs[G_N_ELEMENTS (variants)];

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    runs[i] = plan (graph, i);
  check_results (graph, runs); /* of the dtypes that shape rules say, too */
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    fl_run_unref (runs[i]);
}

/* The sample graphs under every strategy. */
static void
test_sample (gconstpointer name)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  FlRun *runs[G_N_ELEMENTS (variants)];

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    runs[i] = plan (graph, i);
  check_results (graph, runs);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    fl_run_unref (runs[i]);
}

static void
add_samples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".py") && strcmp (name, "make-samples.py") != 0)
      {
        g_autofree char *path = g_strconcat ("/execute-strategies/sample/", name, NULL);

        g_test_add_data_func (path, fl_intern (name), test_sample);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/execute-strategies/random-graphs", test_random_graphs);
  g_test_add_func ("/execute-strategies/wide-graphs", test_wide_graphs);
  g_test_add_func ("/execute-strategies/tensors-without-dims", test_tensors_without_dims);
  if (g_test_slow () || is_sanitized ())
    add_samples ();
  return g_test_run ();
}
