/* A program's kernels in several translation units: each kernel in exactly one, with the helpers that it needs. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <string.h>

static FlRun *
build (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".py", NULL),
                  *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", file, NULL);
  g_autofree char *source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  FlPipelineRequest request;
  FlRun *run;

  g_assert_true (g_file_get_contents (path, &source, NULL, &error));
  graph = fl_graph_read_text (name, source, strlen (source), &error);
  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

static guint
count_kernels (const FlProgram *program)
{
  guint n = 0;

  for (guint i = 0; i < program->n_kernels; i++)
    n += program->kernels[i].source != NULL;
  return n;
}

/* Compares with its own text, so that one name that begins like another is not taken for it. */
static void
check_units (const FlProgram *program, const GPtrArray *units)
{
  for (guint i = 0; i < program->n_kernels; i++)
    {
      guint n = 0;

      for (guint k = 0; k < units->len && program->kernels[i].source; k++)
        n += strstr (units->pdata[k], program->kernels[i].source) != NULL;
      g_assert_cmpuint (n, ==, program->kernels[i].source != NULL);
    }
  for (guint k = 0; k < units->len; k++)
    g_assert_nonnull (strstr (units->pdata[k], "typedef __INT64_TYPE__ int64_t;"));
}

static void
test_every_kernel_is_in_one_unit (void)
{
  static const char *const names[] = { "gpt2-block", "llama-block", "attention", "add-relu", "conv-bn-relu" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (FlRun) run = build (names[i]);

      for (guint n = 1; n <= 16; n++)
        {
          g_autoptr (GPtrArray) units = fl_program_split (run->program, n);

          g_assert_cmpuint (units->len, >=, 1);
          g_assert_cmpuint (units->len, <=, MIN (n, count_kernels (run->program)));
          check_units (run->program, units);
        }
    }
}

/* Two of like length take half as long in two compilers; one alone stays what it was. */
static void
test_units_follow_the_work (void)
{
  g_autoptr (FlRun) one = build ("softmax"), many = build ("gpt2-block");
  g_autoptr (GPtrArray) whole = fl_program_split (one->program, 16), halves = fl_program_split (many->program, 2);

  g_assert_cmpuint (whole->len, ==, 1);
  g_assert_cmpstr (whole->pdata[0], ==, one->program->source);
  g_assert_cmpuint (halves->len, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/units/every-kernel-is-in-one", test_every_kernel_is_in_one_unit);
  g_test_add_func ("/core/codegen/units/follow-the-work", test_units_follow_the_work);
  return g_test_run ();
}
