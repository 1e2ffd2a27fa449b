/* A compiler without vectors (tcc): kernels are written one element at a time, agree with the reference, and a sentence
 * says what that costs. Plain kernels are right by any compiler. */
#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-report.h"

#include <glib/gstdio.h>
#include <string.h>

static FlRun *
execute (const char *name, const char *source, const char *vector_bytes)
{
  g_autofree char *option = g_strconcat ("cpu.vector_bytes=", vector_bytes, NULL);
  const FlExecuteRequest request = { .verify = TRUE, .measure = strcmp (name, "mixed") == 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (name, source, strlen (source), &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest pipeline;
  FlRun *executed;

  g_assert_no_error (error);
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  g_assert_true (fl_options_set (&pipeline.options, option, &error));
  run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return executed;
}

static FlRun *
execute_sample (const char *name, const char *vector_bytes)
{
  g_autofree char *file = g_strconcat (name, ".py", NULL),
                  *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", file, NULL);
  g_autofree char *source = NULL;

  g_assert_true (g_file_get_contents (path, &source, NULL, NULL));
  return execute (name, source, vector_bytes);
}

/* Small ones: tcc's code is many times slower. */
static const char *const samples[]
    = { "add-relu", "softmax", "layer-norm", "rms-norm", "attention", "conv-bn-relu", "mlp-gelu", "llama-block" };

/* NaN, infinities, truth values, integers, 16-bit floats, gathers, functions of the C library. */
static const char mixed[]
    = "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[5, 37]\", h: \"f16[5, 37]\", b: \"bf16[5, 37]\", i: \"i64[5, 37]\", t: \"f32[10, 4]\"):\n"
      "        log: \"f32[5, 37]\" = torch.ops.aten.log.default(x)\n"
      "        reciprocal: \"f32[5, 37]\" = torch.ops.aten.reciprocal.default(x)\n"
      "        sin: \"f32[5, 37]\" = torch.ops.aten.sin.default(x)\n"
      "        erf: \"f32[5, 37]\" = torch.ops.aten.erf.default(sin)\n"
      "        exp: \"f16[5, 37]\" = torch.ops.aten.exp.default(h)\n"
      "        mul: \"bf16[5, 37]\" = torch.ops.aten.mul.Tensor(b, b)\n"
      "        gt: \"b8[5, 37]\" = torch.ops.aten.gt.Scalar(x, 0.25)\n"
      "        where: \"f32[5, 37]\" = torch.ops.aten.where.self(gt, log, erf)\n"
      "        add: \"i64[5, 37]\" = torch.ops.aten.add.Tensor(i, 3)\n"
      "        embedding: \"f32[5, 37, 4]\" = torch.ops.aten.embedding.default(t, i)\n"
      "        argmax: \"i64[5]\" = torch.ops.aten.argmax.default(x, 1)\n"
      "        amax: \"f32[37]\" = torch.ops.aten.amax.default(reciprocal, [0])\n"
      "        permute: \"f32[37, 5]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
      "        clone: \"f32[37, 5]\" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format)\n"
      "        return (where, exp, mul, add, embedding, argmax, amax, clone)\n";

static void
check (const FlRun *run, const char *what)
{
  if (!run->execution->verified || !run->execution->agrees)
    g_test_message ("%s: %s", what,
                    run->execution->not_verified_why != NULL ? run->execution->not_verified_why : "disagrees");
  g_assert_true (run->execution->verified);
  g_assert_true (run->execution->agrees);
}

/* By the compiler that there is: what is written needs no vectors. */
static void
test_plain_kernels_agree (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (FlRun) run = execute_sample (samples[i], "4");

      check (run, samples[i]);
      g_assert_null (strstr (run->execution->variants[0].program->source, "fl_vec "));
    }
  {
    g_autoptr (FlRun) run = execute ("mixed", mixed, "4");

    check (run, "mixed");
    g_assert_null (strstr (run->execution->variants[0].program->source, "vector_size"));
  }
}

static void
test_tcc_stands_in (void)
{
  g_autofree char *path = g_find_program_in_path ("tcc");

  if (path == NULL)
    {
      g_test_skip ("tcc is not installed");
      return;
    }
  if (g_test_subprocess ())
    {
      for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
        {
          g_autoptr (FlRun) run = execute_sample (samples[i], "0");

          check (run, samples[i]);
          g_assert_nonnull (strstr (run->execution->warning, "tcc 0."));
          g_assert_nonnull (strstr (run->execution->warning, "one element at a time"));
          g_assert_true (g_str_has_prefix (run->execution->compiler, "tcc "));
          g_assert_nonnull (run->execution->compiler_flags);
          g_assert_true (run->execution->variants[run->execution->n_variants - 1].program == run->program);
        }
      g_autoptr (FlRun) run = execute ("mixed", mixed, "0");

      check (run, "mixed");
      g_autoptr (GString) told = g_string_new (NULL);
      fl_report_append_execution (told, run);
      g_assert_nonnull (strstr (told->str, "why not faster")); /* slow kernels' times are told, too */
      return;
    }
  /* The compiler is looked for once in a process. */
  g_setenv ("FUSELOOM_CC", "tcc", TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

typedef struct
{
  guint n;
  double first;
} Seen;

static void
take (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  Seen *seen = data;
  seen->n++;
  seen->first = array->numbers[0];
}

/* A compiler of C alone may refuse what was written for it: results there are, nonetheless, and a sentence tells whose.
 */
static void
test_refusal_is_interpreted (void)
{
  static const char source[] = "class GraphModule(torch.nn.Module):\n"
                               "    def forward(self, x: \"f32[2, 3]\"):\n"
                               "        add: \"f32[2, 3]\" = torch.ops.aten.add.Tensor(x, 1.5)\n"
                               "        return (add,)\n";
  g_autofree char *path = g_find_program_in_path ("tcc");

  if (path == NULL)
    {
      g_test_skip ("tcc is not installed");
      return;
    }
  if (g_test_subprocess ())
    {
      const gint64 sizes[] = { 2, 3 };
      g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 2, sizes);
      FlArray *const inputs[] = { x };
      Seen seen = { 0 };
      const FlExecuteRequest request = {
        .verify = TRUE, .measure = TRUE, .fault = "compile", .inputs = inputs, .take_result = take, .take_data = &seen
      };
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("refused", source, strlen (source), &error);
      FlPipelineRequest pipeline;

      x->numbers[0] = 2.25;
      fl_pipeline_request_init (&pipeline);
      pipeline.options.target = FL_TARGET_CPU;
      g_autoptr (FlRun) run = fl_pipeline_run (graph, &pipeline);
      g_autoptr (FlRun) executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (seen.n, ==, 1);
      g_assert_cmpfloat (seen.first, ==, 3.75);
      g_assert_nonnull (strstr (executed->execution->warning, "refused"));
      g_assert_nonnull (strstr (executed->execution->warning, "reference interpreter's"));
      g_assert_nonnull (strstr (executed->execution->warning, "FUSELOOM_CC"));
      g_assert_false (executed->execution->verified);
      g_assert_nonnull (executed->execution->not_verified_why);
      g_assert_cmpint (executed->execution->variants[0].n_samples, ==, 0);
      return;
    }
  g_setenv ("FUSELOOM_CC", "tcc", TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* A compiler that does not know kernels of exp: by its name tcc, which it is otherwise. */
static char *
make_choosy_compiler (const char *tcc)
{
  g_autofree char *script
      = g_strdup_printf ("#!/bin/sh\n"
                         "case \"$*\" in *' - '*) ;; *) exec %1$s \"$@\" ;; esac\n"
                         "source=$(cat)\n"
                         "case \"$source\" in *'cpp_fused_exp'*) echo 'error: exp is not known here'; exit 1 ;; esac\n"
                         "printf '%%s\\n' \"$source\" | %1$s \"$@\"\n",
                         tcc);
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-choosy-XXXXXX", NULL);
  char *path = g_build_filename (folder, "tcc", NULL);

  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return path;
}

/* Only the kernel that it refuses is interpreted; the others run and are compared. */
static void
test_refused_kernel_is_replaced (void)
{
  static const char source[] = "class GraphModule(torch.nn.Module):\n"
                               "    def forward(self, x: \"f32[20, 33]\", w: \"f32[33, 40]\", v: \"f32[40, 8]\"):\n"
                               "        add: \"f32[20, 33]\" = torch.ops.aten.add.Tensor(x, 1.5)\n"
                               "        mm: \"f32[20, 40]\" = torch.ops.aten.mm.default(add, w)\n"
                               "        exp: \"f32[20, 40]\" = torch.ops.aten.exp.default(mm)\n"
                               "        mm_1: \"f32[20, 8]\" = torch.ops.aten.mm.default(exp, v)\n"
                               "        relu: \"f32[20, 8]\" = torch.ops.aten.relu.default(mm_1)\n"
                               "        return (relu, add, exp)\n";
  static const char alone[] = "class GraphModule(torch.nn.Module):\n"
                              "    def forward(self, x: \"f32[20, 33]\"):\n"
                              "        exp: \"f32[20, 33]\" = torch.ops.aten.exp.default(x)\n"
                              "        return (exp,)\n";
  g_autofree char *tcc = g_find_program_in_path ("tcc"), *path = NULL, *folder = NULL;

  if (tcc == NULL)
    {
      g_test_skip ("tcc is not installed");
      return;
    }
  if (g_test_subprocess ())
    {
      g_autoptr (FlRun) run = execute ("mixed", source, "0"), only = execute ("alone", alone, "0");
      const FlExecution *execution = run->execution;
      guint n_interpreted = 0;

      check (run, "with a kernel that is refused");
      g_assert_nonnull (strstr (execution->warning, "cpp_fused_exp_1"));
      g_assert_nonnull (strstr (execution->warning, "exp is not known here"));
      g_assert_null (strstr (execution->warning, "cpp_fused_add_0"));
      g_assert_cmpuint (execution->n_agreements, ==, 2); /* exp itself would be compared with itself */
      for (guint i = 0; i < execution->variants[0].n_kernels; i++)
        n_interpreted += execution->variants[0].kernels[i].is_interpreted;
      g_assert_cmpuint (n_interpreted, ==, 1);
      g_assert_cmpfloat (execution->speedup, ==, 0);
      g_assert_false (only->execution->verified);
      g_assert_nonnull (strstr (only->execution->not_verified_why, "all results are the interpreter's"));
      return;
    }
  path = make_choosy_compiler (tcc);
  g_setenv ("FUSELOOM_CC", path, TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_unlink (path);
  folder = g_path_get_dirname (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/worker/plain-compiler/plain-kernels-agree", test_plain_kernels_agree);
  g_test_add_func ("/core/worker/plain-compiler/tcc-stands-in", test_tcc_stands_in);
  g_test_add_func ("/core/worker/plain-compiler/refusal-is-interpreted", test_refusal_is_interpreted);
  g_test_add_func ("/core/worker/plain-compiler/refused-kernel-is-replaced", test_refused_kernel_is_replaced);
  return g_test_run ();
}
