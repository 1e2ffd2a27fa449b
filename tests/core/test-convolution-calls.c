/* Whole graphs with convolutions against the reference interpreter, and the kernels around them. */
#include <stdio.h>
#include <string.h>

#include "fl-convolution-fixture.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

/* --- whole calls ------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *inputs, *call;
  gboolean is_interpreted; /* left to the interpreter */
} Case;

static const Case cases[] = {
  { "plane", "x: 'f32[2, 20, 9, 11]', w: 'f32[24, 20, 3, 3]', b: 'f32[24]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "plane-of-short-lines", "x: 'f32[2, 33, 45, 5]', w: 'f32[24, 33, 4, 4]'",
    "convolution.default(x, w, None, [1, 2], [1, 3], [1, 1], False, [0, 0], 1)" },
  { "plane-of-many-channels", "x: 'f32[1, 600, 6, 21]', w: 'f32[8, 600, 3, 2]'",
    "convolution.default(x, w, None, [1, 1], [2, 1], [1, 1], False, [0, 0], 1)" },
  { "space-of-short-lines", "x: 'f32[2, 18, 5, 19, 3]', w: 'f32[10, 18, 2, 4, 4]'",
    "convolution.default(x, w, None, [1, 1, 1], [1, 2, 2], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "plane-without-bias", "x: 'f32[5, 16, 8, 8]', w: 'f32[16, 16, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "points", "x: 'f32[3, 40, 7, 7]', w: 'f32[50, 40, 1, 1]', b: 'f32[50]'",
    "convolution.default(x, w, b, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)" },
  { "points-of-lines", "x: 'f32[3, 40, 300]', w: 'f32[50, 40, 1]'",
    "convolution.default(x, w, None, [1], [0], [1], False, [0], 1)" },
  { "few-channels", "x: 'f32[2, 3, 20, 21]', w: 'f32[32, 3, 7, 7]', b: 'f32[32]'",
    "convolution.default(x, w, b, [2, 2], [3, 3], [1, 1], False, [0, 0], 1)" },
  { "one-channel", "x: 'f32[2, 1, 12, 13]', w: 'f32[8, 1, 5, 5]', b: 'f32[8]'",
    "convolution.default(x, w, b, [1, 1], [2, 2], [1, 1], False, [0, 0], 1)" },
  { "one-output", "x: 'f32[2, 8, 12, 13]', w: 'f32[1, 8, 3, 3]', b: 'f32[1]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "dilated", "x: 'f32[1, 8, 15, 16]', w: 'f32[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [2, 2], [2, 2], False, [0, 0], 1)" },
  { "padding-of-one-number", "x: 'f32[1, 8, 15, 16]', w: 'f32[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [2], [1], [1], False, [0], 1)" },
  { "groups", "x: 'f32[2, 32, 9, 9]', w: 'f32[64, 8, 3, 3]', b: 'f32[64]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 4)" },
  { "depthwise", "x: 'f32[2, 36, 9, 9]', w: 'f32[36, 1, 3, 3]', b: 'f32[36]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 36)" },
  { "depthwise-strided", "x: 'f32[1, 16, 14, 14]', w: 'f32[16, 1, 5, 5]'",
    "convolution.default(x, w, None, [2, 2], [2, 2], [1, 1], False, [0, 0], 16)" },
  { "line", "x: 'f32[2, 4, 9]', w: 'f32[6, 4, 3]', b: 'f32[6]'",
    "convolution.default(x, w, b, [1], [1], [1], False, [0], 1)" },
  { "line-long", "x: 'f32[2, 80, 300]', w: 'f32[64, 80, 3]', b: 'f32[64]'",
    "convolution.default(x, w, b, [2], [1], [1], False, [0], 1)" },
  { "line-depthwise", "x: 'f32[2, 24, 40]', w: 'f32[24, 1, 4]', b: 'f32[24]'",
    "convolution.default(x, w, b, [1], [3], [1], False, [0], 24)" },
  { "space", "x: 'f32[1, 5, 6, 7, 8]', w: 'f32[10, 5, 3, 3, 3]', b: 'f32[10]'",
    "convolution.default(x, w, b, [1, 1, 1], [1, 1, 1], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "space-strided", "x: 'f32[2, 3, 4, 16, 16]', w: 'f32[20, 3, 2, 8, 8]'",
    "convolution.default(x, w, None, [2, 8, 8], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1)" },
  { "transposed", "x: 'f32[2, 12, 7, 8]', w: 'f32[12, 20, 4, 4]', b: 'f32[20]'",
    "convolution.default(x, w, b, [2, 2], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-by-nines", "x: 'f32[3, 33, 14, 13]', w: 'f32[33, 40, 4, 4]', b: 'f32[40]'",
    "convolution.default(x, w, b, [2, 2], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-by-three", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 6]', b: 'f32[36]'",
    "convolution.default(x, w, b, [2, 3], [1, 2], [1, 1], True, [1, 1], 1)" },
  { "transposed-without-gaps", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], True, [0, 0], 1)" },
  { "transposed-with-odd-taps", "x: 'f32[1, 20, 9, 8]', w: 'f32[20, 36, 3, 5]'",
    "convolution.default(x, w, None, [2, 2], [1, 1], [1, 1], True, [1, 0], 1)" },
  { "transposed-with-more", "x: 'f32[2, 12, 7, 8]', w: 'f32[12, 10, 3, 3]', b: 'f32[20]'",
    "convolution.default(x, w, b, [2, 3], [1, 0], [1, 2], True, [1, 2], 2)" },
  { "transposed-line", "x: 'f32[2, 12, 9]', w: 'f32[12, 10, 4]'",
    "convolution.default(x, w, None, [2], [1], [1], True, [0], 1)" },
  { "transposed-space", "x: 'f32[1, 4, 3, 4, 5]', w: 'f32[4, 6, 2, 2, 2]', b: 'f32[6]'",
    "convolution.default(x, w, b, [2, 2, 2], [0, 0, 0], [1, 1, 1], True, [0, 0, 0], 1)" },
  { "halves", "x: 'bf16[2, 20, 9, 11]', w: 'bf16[24, 20, 3, 3]', b: 'bf16[24]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "half-line", "x: 'f16[2, 8, 20]', w: 'f16[8, 8, 3]'",
    "convolution.default(x, w, None, [1], [1], [1], False, [0], 1)" },
  { "no-images", "x: 'f32[0, 8, 9, 9]', w: 'f32[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", TRUE },
  { "doubles", "x: 'f64[1, 8, 9, 9]', w: 'f64[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)" },
  { "doubles-strided-in-groups", "x: 'f64[3, 12, 11, 10]', w: 'f64[18, 4, 3, 2]', b: 'f64[18]'",
    "convolution.default(x, w, b, [2, 1], [1, 2], [1, 2], False, [0, 0], 3)" },
  { "doubles-line", "x: 'f64[2, 5, 700]', w: 'f64[7, 5, 4]', b: 'f64[7]'",
    "convolution.default(x, w, b, [1], [3], [1], False, [0], 1)" },
  { "doubles-space", "x: 'f64[1, 3, 4, 5, 6]', w: 'f64[5, 3, 2, 3, 2]'",
    "convolution.default(x, w, None, [1, 2, 1], [0, 1, 1], [1, 1, 2], False, [0, 0, 0], 1)" },
  { "doubles-depthwise", "x: 'f64[2, 16, 9, 9]', w: 'f64[16, 1, 3, 3]', b: 'f64[16]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 16)" },
  { "doubles-transposed", "x: 'f64[2, 12, 7, 8]', w: 'f64[12, 10, 3, 3]', b: 'f64[20]'",
    "convolution.default(x, w, b, [2, 3], [1, 0], [1, 2], True, [1, 2], 2)" },
  { "doubles-of-one-number", "x: 'f64[1, 8, 15, 16]', w: 'f64[16, 8, 3, 3]'",
    "convolution.default(x, w, None, [2], [1], [1], False, [0], 1)" },
  { "doubles-no-images", "x: 'f64[0, 8, 9, 9]', w: 'f64[8, 8, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", TRUE },
};

static FlRun *
execute (const char *name, const char *text, const char *option, gboolean measure)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (name, text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .verify = TRUE, .measure = measure, .only_times = TRUE };

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  g_assert_true (fl_options_set (&request.options, "run.repeats=3", NULL));
  g_assert_true (fl_options_set (&request.options, "cpu.choices=measured", NULL)); /* each way is run */
  g_assert_true (fl_options_set (&request.options, option, NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  FlRun *executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  for (guint i = 0; i < executed->execution->n_agreements; i++)
    {
      const FlAgreement *a = &executed->execution->agreements[i];
      if (!a->agrees)
        g_test_message ("%s %s at %s: %g, expected %g", a->variant, a->output, a->worst_place, a->got, a->expected);
    }
  g_assert_true (executed->execution->agrees);
  return executed;
}

static char *
dup_text (const char *inputs, const char *body)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (inputs), "'", '"');
  g_auto (GStrv) lines = g_strsplit (body, ";", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = g_strv_length (lines);

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n", quoted);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "        x%u = torch.ops.aten.%s\n", i, lines[i]);
  g_string_append_printf (text, "        return (x%u,)\n", n - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Did the worker say how it convolved? */
static gboolean
has_library_event (const FlRun *run)
{
  static const char *const clauses[]
      = { "direct convolution", "convolution of the library", "Winograd's convolution", "convolution of doubles" };

  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      for (guint k = 0; k < G_N_ELEMENTS (clauses); k++)
        if (event->kind == FL_EVENT_LIBRARY && event->reason != NULL && g_str_has_prefix (event->reason, clauses[k]))
          return TRUE;
    }
  return FALSE;
}

/* Timed on several threads, too, and with activations after it. */
static void
test_call_agrees (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *body = g_strdup_printf ("%s;relu.default(x0)", row->call), *text = dup_text (row->inputs, body);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (FlRun) run = execute (row->name, text, i == 1 ? "cpp.threads=2" : "cpp.threads=1", i > 0);
      if (i == 0)
        g_assert_true (has_library_event (run) == !row->is_interpreted);
    }
}

/* --- what stands around convolutions ---------------------------------------------------------- */

/* Each is tiled over a panel shared by so many steps where that is asked for, and leaves so many copying kernels out.
 */
static const struct
{
  const char *name, *inputs, *body;
  guint n_chained, n_skipped;
} surroundings[] = {
  { "relu", "x: 'f32[6, 24, 9, 9]', w: 'f32[32, 24, 3, 3]', b: 'f32[32]'",
    "convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);relu.default(x0)", 2, 2 },
  { "two", "x: 'f32[6, 24, 9, 9]', w: 'f32[32, 24, 1, 1]', v: 'f32[16, 32, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);relu.default(x0);"
    "convolution.default(x1, v, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);silu.default(x2)",
    4, 2 }, /* 1 x 1 has no other layout */
  { "residual", "x: 'f32[4, 32, 8, 8]', w: 'f32[32, 32, 3, 3]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);add.Tensor(x0, x);relu.default(x1)", 2,
    2 },
  /* PyTorch copies an image for each convolution that reads it; here one kernel does both. */
  { "shared-image", "x: 'f32[4, 16, 8, 8]', w: 'f32[16, 16, 3, 3]', v: 'f32[16, 16, 1, 1]'",
    "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);"
    "convolution.default(x, v, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);add.Tensor(x0, x1)",
    0, 2 },
  /* The weight is written before it is read: that copy is made. */
  { "written-weight", "x: 'f32[4, 16, 8, 8]', w: 'f32[16, 16, 3, 3]'",
    "add_.Tensor(w, 1.0);convolution.default(x, x0, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)", 0, 1 },
};

static guint
count_skipped (const FlRun *run)
{
  guint n = 0;
  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      n += event->kind == FL_EVENT_LIBRARY && g_str_has_prefix (event->reason, "not run: it only copies");
    }
  return n;
}

static guint
find_longest_chain (const FlRun *run)
{
  guint most = 0, n;
  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      if (event->kind == FL_EVENT_LIBRARY && event->verdict == FL_VERDICT_ACCEPT && event->facts != NULL
          && sscanf (event->facts, "%u steps", &n) == 1)
        most = MAX (most, n);
    }
  return most;
}

static void
test_surroundings (gconstpointer position)
{
  const guint at = GPOINTER_TO_UINT (position);
  g_autofree char *text = dup_text (surroundings[at].inputs, surroundings[at].body);
  g_autoptr (FlRun) panels = execute (surroundings[at].name, text, "cpu.panels=always", FALSE),
                    copied = execute (surroundings[at].name, text, "cpu.skip_copies=off", FALSE),
                    guarded = execute (surroundings[at].name, text, "run.guard=on", FALSE);

  g_assert_cmpuint (find_longest_chain (panels), >=, surroundings[at].n_chained);
  g_assert_cmpuint (count_skipped (panels), ==, surroundings[at].n_skipped);
  g_assert_cmpuint (count_skipped (copied), ==, 0);
  g_assert_cmpuint (count_skipped (guarded), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/library/convolution/agrees/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_call_agrees);
    }
  for (guint i = 0; i < G_N_ELEMENTS (surroundings); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/library/convolution/surroundings/%s", surroundings[i].name);
      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_surroundings);
    }
  return g_test_run ();
}
