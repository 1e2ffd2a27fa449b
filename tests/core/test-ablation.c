/* Ablation: programs with a pass switched off run beside the whole one, are verified, and what did not change is said,
 * not measured. */
#include <string.h>

#include "fl-ablate.h"
#include "fl-formats.h"

#define SIGNATURE "x: \"f32[600, 400]\", y: \"f32[600]\""
static const char body[] = "        unsqueeze: \"f32[600, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                           "        neg: \"f32[600, 1]\" = torch.ops.aten.neg.default(unsqueeze)\n"
                           "        mul: \"f32[600, 400]\" = torch.ops.aten.mul.Tensor(x, neg)\n"
                           "        return (mul,)\n";

static FlRun *
run_text (gboolean is_plain, const char *setting)
{
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", SIGNATURE, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("ablation", text, strlen (text), &error);
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.repeats = 5;
  if (is_plain)
    request.options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  if (setting)
    g_assert_true (fl_options_set (&request.options, setting, NULL));
  return fl_pipeline_run (graph, &request);
}

static const FlAblationRow *
find_row (const FlAblation *ablation, const char *pass)
{
  for (guint i = 0; i < ablation->n_rows; i++)
    if (g_str_equal (ablation->rows[i].pass, pass))
      return &ablation->rows[i];
  return NULL;
}

static void
check_report (const FlRun *executed)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-ablation-XXXXXX", NULL),
                  *path = g_build_filename (folder, "report.html", NULL), *html = NULL;
  g_autofree char *remove = g_strdup_printf ("rm -r %s", folder);
  g_autoptr (GError) error = NULL;

  g_assert_true (fl_report_write (executed, folder, g_getenv ("FUSELOOM_WORKER"), NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  g_assert_nonnull (strstr (html, "What each pass is worth"));
  g_assert_nonnull (strstr (html, "changes no kernel"));
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}

static FlAblation *
ablate (const FlRun *run, gboolean measure)
{
  const FlExecuteRequest request = { .verify = TRUE, .measure = measure };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) executed = fl_pipeline_ablate (run, &request, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (executed->execution->check, ==, FL_CHECK_AGREES);
  if (measure)
    check_report (executed);
  return fl_ablation_new (executed);
}

/* In plain C there are no lanes, so that no loop is strip-mined; rows are divided, and neg (y) is hoisted out of the
 * inner loop. */
static void
test_measured (void)
{
  g_autoptr (FlRun) run = run_text (TRUE, NULL);
  g_autoptr (FlAblation) ablation = ablate (run, TRUE);
  const FlAblationRow *shared = find_row (ablation, "parallelize"), *hoisted = find_row (ablation, "hoist"),
                      *all = find_row (ablation, FL_ABLATION_ALL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *svg = fl_ablation_dup_svg (ablation, FALSE);

  g_assert_cmpuint (ablation->n_kernels, ==, 1);
  g_assert_cmpfloat (ablation->program_ns, >, 0);
  g_assert_cmpint (shared->state, ==, FL_ABLATION_MEASURED);
  g_assert_cmpint (shared->check, ==, FL_CHECK_AGREES);
  g_assert_cmpuint (shared->n_kernels, ==, 1);
  g_assert_cmpfloat (shared->kernels[0].without_ns, >, 0);
  g_assert_cmpfloat (shared->worth.low, <=, shared->worth.median);
  g_assert_cmpfloat (shared->worth.median, <=, shared->worth.high);
  g_assert_cmpint (hoisted->state, ==, FL_ABLATION_MEASURED);
  g_assert_cmpint (find_row (ablation, "vectorize")->state, ==, FL_ABLATION_SAME_CODE);
  g_assert_cmpfloat (find_row (ablation, "vectorize")->worth.median, ==, 0);
  g_assert_nonnull (all);
  g_assert_cmpint (all->check, ==, FL_CHECK_AGREES);
  fl_ablation_append (text, ablation);
  g_assert_nonnull (strstr (text->str, "changes no kernel's code here"));
  g_assert_true (g_str_has_prefix (svg, "<?xml"));
  g_assert_cmpuint (fl_ablation_find (ablation, fl_ablation_get_height (ablation) - 1), ==, G_MAXUINT);
}

static void
test_not_timed (void)
{
  g_autoptr (FlRun) run = run_text (TRUE, "loops.off=hoist");
  g_autoptr (FlAblation) ablation = ablate (run, FALSE);

  g_assert_cmpint (find_row (ablation, "hoist")->state, ==, FL_ABLATION_OFF);
  g_assert_cmpint (find_row (ablation, "parallelize")->state, ==, FL_ABLATION_NOT_TIMED);
  g_assert_cmpint (find_row (ablation, "parallelize")->check, ==, FL_CHECK_AGREES);
  /* One pass is left that changes something: without it is without all. */
  g_assert_null (find_row (ablation, FL_ABLATION_ALL));
}

/* In vectors, one thread does all of a kernel whose rows are not divided: each element once, also where a result
 * lies over its input. */
static void
test_vectors_on_one_thread (void)
{
  g_autofree char *text = g_strdup ("class G(torch.nn.Module):\n"
                                    "    def forward(self, x: \"f32[512, 300]\", w: \"f32[300, 300]\"):\n"
                                    "        mm: \"f32[512, 300]\" = torch.ops.aten.mm.default(x, w)\n"
                                    "        mul: \"f32[512, 300]\" = torch.ops.aten.mul.Tensor(mm, 3.0)\n"
                                    "        add: \"f32[512, 300]\" = torch.ops.aten.add.Tensor(mul, 1.0)\n"
                                    "        return (add,)\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("vectors", text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL;
  g_autoptr (FlAblation) ablation = NULL;
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  run = fl_pipeline_run (graph, &request);
  ablation = ablate (run, FALSE); /* all programs agree with the reference */
  g_assert_cmpuint (ablation->n_kernels, ==, 1);
  g_assert_cmpint (find_row (ablation, "parallelize")->check, ==, FL_CHECK_AGREES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pipeline/ablation/measured", test_measured);
  g_test_add_func ("/core/pipeline/ablation/not-timed", test_not_timed);
  g_test_add_func ("/core/pipeline/ablation/vectors-on-one-thread", test_vectors_on_one_thread);
  return g_test_run ();
}
