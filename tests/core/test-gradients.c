/* Gradients of attention and of convolutions by loops and library calls of their own, against the reference
 * interpreter. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

typedef struct
{
  const char *name, *inputs, *body;
  guint n_results;
  gint64 flops; /* 0: not looked at */
} Case;

#define FOR_CPU "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward.default"
#define EFFICIENT "torch.ops.aten._scaled_dot_product_efficient_attention_backward.default"
#define CONVOLUTION "torch.ops.aten.convolution_backward.default"

static const Case cases[] = {
  /* 2 * 3 heads of 20 x 35 scores; products of 16 three times, of 8 twice */
  { "attention-plain",
    "g: 'f32[2, 3, 20, 8]', q: 'f32[2, 3, 20, 16]', k: 'f32[2, 3, 35, 16]', v: 'f32[2, 3, 35, 8]', o: 'f32[2, 3, 20, 8]', l: 'f32[2, 3, 20]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, False)", 3, 2 * 6 * 20 * 35 * (3 * 16 + 2 * 8) },
  { "attention-causal",
    "g: 'f32[1, 2, 70, 16]', q: 'f32[1, 2, 70, 16]', k: 'f32[1, 2, 70, 16]', v: 'f32[1, 2, 70, 16]', o: 'f32[1, 2, 70, 16]', l: 'f32[1, 2, 70]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, True)", 3, 2 * 2 * 2485 * 5 * 16 },
  { "attention-causal-short",
    "g: 'f32[1, 1, 70, 8]', q: 'f32[1, 1, 70, 8]', k: 'f32[1, 1, 9, 8]', v: 'f32[1, 1, 9, 8]', o: 'f32[1, 1, 70, 8]', l: 'f32[1, 1, 70]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, True)", 3, 0 },
  { "attention-bias",
    "g: 'f32[2, 2, 9, 8]', q: 'f32[2, 2, 9, 8]', k: 'f32[2, 2, 17, 8]', v: 'f32[2, 2, 17, 8]', o: 'f32[2, 2, 9, 8]', l: 'f32[2, 2, 9]', m: 'f32[2, 1, 1, 17]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, False, attn_mask = m, scale = 0.3)", 3, 0 },
  { "attention-tokens-first", "t: 'f32[1, 33, 4, 16]', o: 'f32[1, 4, 33, 16]', l: 'f32[1, 4, 33]'",
    "torch.ops.aten.permute.default(t, [0, 2, 1, 3]);a = " FOR_CPU "(a, a, a, a, o, l, 0.0, True)", 3, 0 },
  { "attention-bf16",
    "g: 'bf16[1, 2, 40, 16]', q: 'bf16[1, 2, 40, 16]', k: 'bf16[1, 2, 24, 16]', v: 'bf16[1, 2, 24, 16]', o: 'bf16[1, 2, 40, 16]', l: 'f32[1, 2, 40]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, False)", 3, 0 },
  { "attention-shared-heads",
    "g: 'f32[1, 6, 12, 8]', q: 'f32[1, 6, 12, 8]', k: 'f32[1, 2, 12, 8]', v: 'f32[1, 2, 12, 8]', o: 'f32[1, 6, 12, 8]', l: 'f32[1, 6, 12]'",
    FOR_CPU "(g, q, k, v, o, l, 0.0, False)", 3, 0 },
  /* 3 x 20 x 9 x 11 results of 7 * 3 * 3 terms, for the input and the weight */
  { "convolution-plain", "g: 'f32[3, 20, 9, 11]', x: 'f32[3, 7, 9, 11]', w: 'f32[20, 7, 3, 3]'",
    CONVOLUTION "(g, x, w, [20], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, True])", 3,
    2 * 2 * 3 * 20 * 99 * 63 },
  { "convolution-stride", "g: 'f32[2, 16, 5, 6]', x: 'f32[2, 16, 10, 13]', w: 'f32[16, 16, 3, 3]'",
    CONVOLUTION "(g, x, w, [16], [2, 2], [1, 0], [1, 1], False, [0, 0], 1, [True, True, True])", 3, 0 },
  { "convolution-dilation", "g: 'f32[1, 33, 8, 8]', x: 'f32[1, 5, 12, 12]', w: 'f32[33, 5, 3, 3]'",
    CONVOLUTION "(g, x, w, [0], [1, 1], [0, 0], [2, 2], False, [0, 0], 1, [True, True, False])", 2, 0 },
  { "convolution-groups", "g: 'f32[5, 12, 7, 7]', x: 'f32[5, 8, 7, 7]', w: 'f32[12, 2, 3, 3]'",
    CONVOLUTION "(g, x, w, [12], [1, 1], [1, 1], [1, 1], False, [0, 0], 4, [True, True, True])", 3, 0 },
  { "convolution-depthwise", "g: 'f32[2, 24, 9, 9]', x: 'f32[2, 24, 9, 9]', w: 'f32[24, 1, 3, 3]'",
    CONVOLUTION "(g, x, w, [24], [1, 1], [1, 1], [1, 1], False, [0, 0], 24, [True, True, True])", 3, 0 },
  { "convolution-transposed", "g: 'f32[2, 6, 11, 12]', x: 'f32[2, 9, 5, 6]', w: 'f32[9, 6, 4, 3]'",
    CONVOLUTION "(g, x, w, [6], [2, 2], [1, 1], [1, 1], True, [1, 1], 1, [True, True, True])", 3,
    2 * 2 * 2 * 9 * 30 * 72 },
  { "convolution-line", "g: 'f32[4, 10, 30]', x: 'f32[4, 6, 32]', w: 'f32[10, 6, 3]'",
    CONVOLUTION "(g, x, w, [10], [1], [0], [1], False, [0], 1, [True, True, True])", 3, 0 },
  { "convolution-space", "g: 'f32[1, 8, 4, 5, 6]', x: 'f32[1, 3, 4, 5, 6]', w: 'f32[8, 3, 3, 3, 3]'",
    CONVOLUTION "(g, x, w, [8], [1, 1, 1], [1, 1, 1], [1, 1, 1], False, [0, 0, 0], 1, [True, True, True])", 3, 0 },
  { "convolution-weight-alone", "g: 'f32[1, 40, 6, 6]', x: 'f32[1, 3, 6, 6]', w: 'f32[40, 3, 1, 1]'",
    CONVOLUTION
    "(g, x, w, [0], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [False, True, False]);b = a[1];c = torch.ops.aten.neg.default(b)",
    0, 0 },
};

static char *
dup_text (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1);
  g_autoptr (GString) text = g_string_new (NULL), results = g_string_new (NULL);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n        a = %s\n",
                          inputs, lines[0]);
  for (guint i = 1; lines[i] != NULL; i++)
    g_string_append_printf (text, "        %s\n", lines[i]);
  for (guint i = 0; i < row->n_results; i++)
    {
      g_string_append_printf (text, "        r%u = a[%u]\n", i, i);
      g_string_append_printf (results, "r%u, ", i);
    }
  g_string_append_printf (text, "        return (%s)\n", row->n_results > 0 ? results->str : "c,");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* By loops of their own, not by the interpreter, which tells nothing of how. */
static gboolean
is_own (const FlRun *run)
{
  for (guint i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_RUN); i++)
    if (fl_trace_get_step (run->trace, FL_STAGE_RUN, i)->kind == FL_EVENT_LIBRARY)
      return TRUE;
  return FALSE;
}

static void
check_agrees (const Case *row, const char *threads)
{
  g_autofree char *text = dup_text (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (row->name, text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL, executed = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .verify = TRUE, .measure = row->flops > 0 && g_str_has_suffix (threads, "=1") };
  gint64 flops = 0;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  g_assert_true (fl_options_set (&request.options, threads, &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  g_assert_true (executed->execution->agrees);
  g_assert_true (is_own (executed));
  for (guint k = 0; k < executed->execution->variants[0].n_kernels; k++)
    flops = MAX (flops, executed->execution->variants[0].kernels[k].flops);
  if (execute.measure)
    g_assert_cmpint (flops, ==, row->flops);
}

static void
test_gradient_agrees (gconstpointer data)
{
  check_agrees (data, "cpp.threads=1");
  check_agrees (data, "cpp.threads=2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gradients/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_gradient_agrees);
    }
  return g_test_run ();
}
