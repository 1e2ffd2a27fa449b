/* A machine without a C compiler: the interpreter answers, and one sentence says what is lacking. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <string.h>

static const char text[] = "class GraphModule(torch.nn.Module):\n"
                           "    def forward(self, x: \"f32[2, 3]\", y: \"f32[3]\"):\n"
                           "        add: \"f32[2, 3]\" = torch.ops.aten.add.Tensor(x, y)\n"
                           "        relu: \"f32[2, 3]\" = torch.ops.aten.relu.default(add)\n"
                           "        copy_: \"f32[2, 3]\" = torch.ops.aten.copy_.default(x, relu)\n"
                           "        sum_1: \"f32[2]\" = torch.ops.aten.sum.dim_IntList(relu, [1])\n"
                           "        return (relu, sum_1)\n";

/* x + y = [[11, 18, 33], [6, 25, 36]]: nothing for relu to do; the sums are 62 and 67. */
static const double x_values[] = { 1, -2, 3, -4, 5, 6 }, y_values[] = { 10, 20, 30 };

typedef struct
{
  guint n_outputs, n_inputs;
} Seen;

static void
take (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  static const double relu[] = { 11, 18, 33, 6, 25, 36 }, sums[] = { 62, 67 };
  Seen *seen = data;
  const double *expected = is_input || index == 0 ? relu : sums;

  for (gint64 i = 0; i < array->numel; i++)
    g_assert_cmpfloat (array->numbers[i], ==, expected[i]);
  g_assert_cmpint (array->numel, ==, is_input || index == 0 ? 6 : 2);
  *(is_input ? &seen->n_inputs : &seen->n_outputs) += 1;
}

static FlRun *
execute (const char *source, const FlExecuteRequest *request, GError **error)
{
  g_autoptr (FlGraph) graph = fl_graph_read_text ("test", source, strlen (source), error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest pipeline;

  g_assert_nonnull (graph);
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  return fl_pipeline_execute (run, request, NULL, NULL, NULL, error);
}

static void
test_interpreter_answers (void)
{
  const gint64 x_sizes[] = { 2, 3 }, y_sizes[] = { 3 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 2, x_sizes), y = fl_array_new (FL_DTYPE_F32, 1, y_sizes);
  FlArray *const inputs[] = { x, y };
  Seen seen = { 0 };
  const FlExecuteRequest request
      = { .verify = TRUE, .measure = TRUE, .inputs = inputs, .take_result = take, .take_data = &seen };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL;

  memcpy (x->numbers, x_values, sizeof x_values);
  memcpy (y->numbers, y_values, sizeof y_values);
  run = execute (text, &request, &error);
  g_assert_no_error (error);
  g_assert_cmpint (seen.n_outputs, ==, 2);
  g_assert_cmpint (seen.n_inputs, ==, 1); /* x is written */
  g_assert_nonnull (strstr (run->execution->warning, "FUSELOOM_CC"));
  g_assert_nonnull (strstr (run->execution->warning, "interpreter"));
  g_assert_cmpstr (run->execution->compiler, ==, "none");
  g_assert_false (run->execution->verified); /* nothing was compared with itself */
  g_assert_nonnull (run->execution->not_verified_why);
  g_assert_cmpint (run->execution->variants[0].n_samples, ==, 0);
}

/* A program of library calls alone needs no compiler. */
static void
test_library_calls_run (void)
{
  static const char product[] = "class GraphModule(torch.nn.Module):\n"
                                "    def forward(self, x: \"f32[4, 8]\", y: \"f32[8, 3]\"):\n"
                                "        mm: \"f32[4, 3]\" = torch.ops.aten.mm.default(x, y)\n"
                                "        return (mm,)\n";
  const FlExecuteRequest request = { .verify = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = execute (product, &request, &error);

  g_assert_no_error (error);
  g_assert_true (run->execution->verified && run->execution->agrees);
  g_assert_null (run->execution->warning);
}

static void
test_what_neither_can_do_is_told (void)
{
  static const char unknown[] = "class GraphModule(torch.nn.Module):\n"
                                "    def forward(self, x: \"f32[4]\"):\n"
                                "        odd: \"f32[4]\" = torch.ops.mylib.odd.default(x)\n"
                                "        relu: \"f32[4]\" = torch.ops.aten.relu.default(odd)\n"
                                "        return (relu,)\n";
  const FlExecuteRequest request = { .verify = FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = execute (unknown, &request, &error);

  /* Unknown operators' results are stand-ins for the reference, too: then there is an answer. Otherwise the sentence
   * has both reasons. */
  if (run == NULL)
    {
      g_assert_error (error, FL_ERROR, FL_ERROR_COMPILER);
      g_assert_nonnull (strstr (error->message, "interpreter"));
    }
  else
    g_assert_nonnull (run->execution->warning);
}

int
main (int argc, char **argv)
{
  g_setenv ("FUSELOOM_CC", "none", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/worker/no-compiler/interpreter-answers", test_interpreter_answers);
  g_test_add_func ("/core/worker/no-compiler/library-calls-run", test_library_calls_run);
  g_test_add_func ("/core/worker/no-compiler/what-neither-can-do-is-told", test_what_neither_can_do_is_told);
  return g_test_run ();
}
