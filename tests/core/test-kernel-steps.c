/* Steps of kernels: what a pass changed is told line by line, what is switched off is, and the code is that of the last
 * step. */
#include <string.h>

#include "fl-formats.h"
#include "fl-kernel-steps.h"
#include "fl-loop-passes.h"
#include "fl-pipeline.h"

typedef enum
{
  IN_VECTORS,
  PLAIN,
  CUDA,
  N_WAYS
} Way;

/* Every step but one of this name is switched off; NULL: none is. */
static FlRun *
run_text (const char *signature, const char *body, Way way, const char *only)
{
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", signature, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("steps", text, strlen (text), &error);
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = way == CUDA ? FL_TARGET_CUDA : FL_TARGET_CPU;
  if (way == PLAIN)
    request.options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  for (guint i = 0; only && i < fl_loop_passes_get_n (); i++)
    if (!g_str_equal (fl_loop_passes_get (i)->name, only) && !fl_loop_passes_get (i)->is_required)
      request.options.loops_off |= G_GINT64_CONSTANT (1) << i;
  return fl_pipeline_run (graph, &request);
}

static const FlKernelStep *
find_step (const FlKernelSteps *steps, const char *name)
{
  for (guint i = 0; i < steps->n_steps; i++)
    if (g_str_equal (steps->steps[i].name, name))
      return &steps->steps[i];
  g_assert_not_reached ();
}

#define SCALED_SIGNATURE "x: \"f32[6, 40]\", y: \"f32[6]\""
static const char scaled[] = "        unsqueeze: \"f32[6, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                             "        neg: \"f32[6, 1]\" = torch.ops.aten.neg.default(unsqueeze)\n"
                             "        mul: \"f32[6, 40]\" = torch.ops.aten.mul.Tensor(x, neg)\n"
                             "        return (mul,)\n";

/* What is hoisted is one line more; the statement that used it stays the same one, though it reads otherwise now. */
static void
test_difference (void)
{
  g_autoptr (FlRun) run = run_text (SCALED_SIGNATURE, scaled, IN_VECTORS, "hoist");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlKernelSteps) steps = fl_kernel_steps_new (run, 0, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  fl_kernel_steps_append_outline (text, steps, "hoist", TRUE);
  g_assert_cmpstr (strchr (text->str, '\n') + 1, ==,
                   "  hoist i1: loop-invariant code motion: neg stays the same along i1\n"
                   "  for i0 [6]\n"
                   "+   let neg = neg (y[i0])\n"
                   "    for i1 [40]\n"
                   "~     buf0[40*i0 + i1] = x[40*i0 + i1] * neg                              # op0: mul\n");
  g_assert_true (find_step (steps, "hoist")->has_changed);
  g_assert_false (find_step (steps, "hoist")->is_off);
  g_assert_true (find_step (steps, "parallelize")->is_off);
  g_assert_false (find_step (steps, "parallelize")->has_changed);
}

/* Blanks apart: a line may stand further in. */
static gboolean
is_same (const char *a, const char *b)
{
  g_auto (GStrv) words_a = g_strsplit (a, " ", -1), words_b = g_strsplit (b, " ", -1);
  guint i = 0, k = 0;

  for (;; i++, k++)
    {
      while (words_a[i] && *words_a[i] == '\0')
        i++;
      while (words_b[k] && *words_b[k] == '\0')
        k++;
      if (!words_a[i] || !words_b[k])
        return !words_a[i] && !words_b[k];
      if (!g_str_equal (words_a[i], words_b[k]))
        return FALSE;
    }
}

static void
check_side (const FlKernelStep *before, const FlKernelStep *step)
{
  guint at_before = 0, at_after = 0;

  for (guint i = 0; i < step->n_lines; i++)
    {
      const FlStepLine *line = &step->lines[i];

      g_assert_cmpuint (line->before, ==, line->mark == FL_STEP_LINE_ADDED ? 0 : ++at_before);
      g_assert_cmpuint (line->after, ==, line->mark == FL_STEP_LINE_REMOVED ? 0 : ++at_after);
      if (line->mark == FL_STEP_LINE_KEPT)
        g_assert_true (is_same (before->outline[line->before - 1], step->outline[line->after - 1]));
      else if (line->mark == FL_STEP_LINE_RESPELLED)
        g_assert_false (is_same (before->outline[line->before - 1], step->outline[line->after - 1]));
    }
  g_assert_cmpuint (at_before, ==, before->n_outline);
  g_assert_cmpuint (at_after, ==, step->n_outline);
}

/* Every line of both outlines stands in the difference once, in order. */
static void
check_run (const FlRun *run, guint *n_changed)
{
  for (guint k = 0; k < run->program->n_kernels; k++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlKernelSteps) steps = fl_kernel_steps_new (run, k, &error);

      g_assert_no_error (error);
      g_assert_true ((steps->why_none != NULL) == (steps->n_steps == 0));
      for (guint i = 0; i < steps->n_steps; i++)
        {
          const FlKernelStep *step = &steps->steps[i];

          check_side (&steps->steps[i > 0 ? i - 1 : 0], step);
          g_assert_true ((step->code == NULL) == (step->no_code != NULL));
          if (i > 0 && !step->has_changed)
            g_assert_cmpuint (step->n_of[FL_STEP_LINE_KEPT], ==, step->n_lines);
          *n_changed += i > 0 && step->has_changed;
        }
      if (steps->is_made_of)
        g_assert_cmpstr (steps->steps[steps->n_steps - 1].code, ==, run->program->kernels[k].source);
    }
}

static const char normed[] = "        amax: \"f32[12, 1]\" = torch.ops.aten.amax.default(x, [1], True)\n"
                             "        sub: \"f32[12, 40]\" = torch.ops.aten.sub.Tensor(x, amax)\n"
                             "        exp: \"f32[12, 40]\" = torch.ops.aten.exp.default(sub)\n"
                             "        sum_1: \"f32[12, 1]\" = torch.ops.aten.sum.dim_IntList(exp, [1], True)\n"
                             "        div: \"f32[12, 40]\" = torch.ops.aten.div.Tensor(exp, sum_1)\n"
                             "        mm: \"f32[12, 12]\" = torch.ops.aten.mm.default(div, w)\n"
                             "        relu: \"f32[12, 12]\" = torch.ops.aten.relu.default(mm)\n"
                             "        return (relu,)\n";

static void
test_every_line (void)
{
  guint n_changed = 0;

  for (Way way = 0; way < N_WAYS; way++)
    {
      g_autoptr (FlRun) one = run_text (SCALED_SIGNATURE, scaled, way, NULL);
      g_autoptr (FlRun) other = run_text ("x: \"f32[12, 40]\", w: \"f32[40, 12]\"", normed, way, NULL);

      check_run (one, &n_changed);
      check_run (other, &n_changed);
    }
  g_assert_cmpuint (n_changed, >=, 4);
}

/* Plain C is printed from loop programs: without the pass that shares rows out, one thread does all of them. */
static void
test_switched_off (void)
{
  g_autoptr (FlRun) run = run_text ("x: \"f32[600, 400]\", y: \"f32[600]\"",
                                    "        unsqueeze: \"f32[600, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                                    "        mul: \"f32[600, 400]\" = torch.ops.aten.mul.Tensor(x, unsqueeze)\n"
                                    "        return (mul,)\n",
                                    PLAIN, NULL);
  g_autoptr (FlRun) serial = run_text ("x: \"f32[600, 400]\", y: \"f32[600]\"",
                                       "        unsqueeze: \"f32[600, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                                       "        mul: \"f32[600, 400]\" = torch.ops.aten.mul.Tensor(x, unsqueeze)\n"
                                       "        return (mul,)\n",
                                       PLAIN, "hoist");

  g_assert_nonnull (run->program->kernels[0].phases[0].extent);
  g_assert_null (serial->program->kernels[0].phases[0].extent);
}

static void
test_names (void)
{
  g_autoptr (FlRun) run = run_text (SCALED_SIGNATURE, scaled, IN_VECTORS, NULL);
  g_autofree char *passes = fl_kernel_steps_dup_passes (), *on = NULL, *off = NULL;
  FlOptions options = run->options;

  g_assert_true (g_str_has_prefix (passes, "build, "));
  g_assert_nonnull (strstr (passes, "hoist"));
  g_assert_true (fl_kernel_steps_has_pass ("hoist"));
  g_assert_false (fl_kernel_steps_has_pass ("lower"));
  g_assert_true (fl_kernel_steps_is_called (run, 0, "op0"));
  g_assert_false (fl_kernel_steps_is_called (run, 0, "op1"));
  off = fl_kernel_steps_dup_assignment (&options, "hoist", TRUE);
  g_assert_cmpstr (off, ==, "loops.off=hoist");
  g_assert_true (fl_options_set (&options, off, NULL));
  on = fl_kernel_steps_dup_assignment (&options, "hoist", FALSE);
  g_assert_cmpstr (on, ==, "loops.off=none");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/kernel-steps/difference", test_difference);
  g_test_add_func ("/core/report/kernel-steps/every-line", test_every_line);
  g_test_add_func ("/core/report/kernel-steps/switched-off", test_switched_off);
  g_test_add_func ("/core/report/kernel-steps/names", test_names);
  return g_test_run ();
}
