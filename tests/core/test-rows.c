/* Row kernels against the reference interpreter: softmax, norms, losses, their gradients; rows of every kind. And nodes
 * that become one kernel after fusion. */
#include <string.h>

#include "fl-formats.h"
#include "fl-options.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

typedef struct
{
  const char *name, *inputs, *body; /* the last value is the result */
  guint n_kernels, n_apart;         /* of the CPU, 0: any; with and without cpu.join */
} Case;

#define A "torch.ops.aten."
#define SOFTMAX(dtype, sizes) "x: '" dtype "[" sizes "]'", "y = " A "_softmax.default(x, -1, False)"
#define LOG_SOFTMAX(dtype, sizes) "x: '" dtype "[" sizes "]'", "y = " A "_log_softmax.default(x, -1, False)"
#define LAYER_NORM(dtype, rows, n)                                                                                     \
  "x: '" dtype "[" rows ", " n "]', w: '" dtype "[" n "]', b: '" dtype "[" n "]'",                                     \
      "n = " A "native_layer_norm.default(x, [" n "], w, b, 1e-05);y = n[0]"
#define RMS_NORM(dtype, rows, n)                                                                                       \
  "x: '" dtype "[" rows ", " n "]', w: '" dtype "[" n "]'",                                                            \
      "s = " A "mul.Tensor(x, x);m = " A "mean.dim(s, [1], True);a = " A "add.Tensor(m, 1e-06);r = " A                 \
      "rsqrt.default(a);p = " A "mul.Tensor(x, r);y = " A "mul.Tensor(p, w)"
#define GROUP_NORM(dtype, n, c, h, w, area, groups)                                                                    \
  "x: '" dtype "[" n ", " c ", " h ", " w "]', w: '" dtype "[" c "]', b: '" dtype "[" c "]'",                          \
      "n = " A "native_group_norm.default(x, w, b, " n ", " c ", " area ", " groups ", 1e-05);y = n[0]"
#define ATTENTION(dtype, heads, n, m)                                                                                  \
  "x: '" dtype "[" heads ", " n ", " m "]', k: '" dtype "[" n ", " m "]'",                                             \
      "s = " A "mul.Tensor(x, 0.125);a = " A "add.Tensor(s, k);y = " A "_softmax.default(a, -1, False)"
#define CROSS_ENTROPY(dtype, rows, n)                                                                                  \
  "x: '" dtype "[" rows ", " n "]', t: 'i64[" rows "]'",                                                               \
      "l = " A "_log_softmax.default(x, 1, False);n = " A "nll_loss_forward.default(l, t, None, 1, -100);y = n[0]"
/* Masked with -inf where x is below the limit; a row may have nothing else. */
#define MASKED(sizes, limit)                                                                                           \
  "x: 'f32[" sizes "]'",                                                                                               \
      "c = " A "gt.Scalar(x, " limit ");e = " A "full.default([], -inf, dtype = torch.float32);w = " A                 \
      "where.self(c, x, e);y = " A "_softmax.default(w, -1, False)"

static const Case cases[] = {
  { "softmax-whole", SOFTMAX ("f32", "7, 768"), 1, 1 },
  { "softmax-tail", SOFTMAX ("f32", "9, 101"), 1, 1 },
  { "softmax-short", SOFTMAX ("f32", "33, 5"), 0, 0 },
  { "softmax-one", SOFTMAX ("f32", "5, 1"), 0, 0 },
  { "softmax-long", SOFTMAX ("f32", "3, 9001"), 1, 1 },
  { "softmax-three", SOFTMAX ("f32", "3, 4, 130"), 0, 0 },
  { "softmax-bf16", SOFTMAX ("bf16", "9, 300"), 1, 1 },
  { "softmax-f16", SOFTMAX ("f16", "9, 300"), 1, 1 },
  { "softmax-masked", MASKED ("40, 200", "0.0"), 0, 0 },
  { "softmax-nothing", MASKED ("4, 200", "1000.0"), 0, 0 },
  { "softmax-nan", "x: 'f32[30, 77]'", "l = " A "log.default(x);y = " A "_softmax.default(l, -1, False)", 0, 0 },
  { "softmax-far", "x: 'f32[30, 77]'", "l = " A "mul.Tensor(x, 3000.0);y = " A "_softmax.default(l, -1, False)", 0, 0 },
  { "softmax-columns", "x: 'f32[50, 60]'", "y = " A "_softmax.default(x, 0, False)", 0, 0 },
  /* Divided once the sum is known, in the kernel that adds it up: by threads, alone, and in a chain. A row that others
     write is no such end. */
  { "mean-whole", "x: 'f32[512, 1024]'", "y = " A "mean.default(x)", 1, 2 },
  { "mean-small", "x: 'f32[7, 9]'", "y = " A "mean.default(x)", 1, 2 },
  { "mean-chain", "x: 'f32[512, 1024]'", "m = " A "mean.default(x);e = " A "exp.default(m);y = " A "log1p.default(e)",
    1, 2 },
  { "mean-nan", "x: 'f32[512, 1024]'", "l = " A "log.default(x);y = " A "mean.default(l)", 1, 2 },
  { "mean-of-two", "x: 'f32[512, 1024]', z: 'f32[100]'",
    "m = " A "mean.default(x);n = " A "sum.default(z);y = " A "mul.Tensor(m, n)", 0, 0 },
  { "mean-then-all", "x: 'f32[512, 1024]'", "m = " A "mean.default(x);y = " A "sub.Tensor(x, m)", 2, 2 },
  { "log-softmax", LOG_SOFTMAX ("f32", "7, 768"), 1, 1 },
  { "log-softmax-tail", LOG_SOFTMAX ("f32", "7, 99"), 1, 1 },
  { "log-softmax-bf16", LOG_SOFTMAX ("bf16", "7, 256"), 1, 1 },
  { "layer-norm", LAYER_NORM ("f32", "9", "1024"), 1, 1 },
  { "layer-norm-tail", LAYER_NORM ("f32", "9", "100"), 1, 1 },
  { "layer-norm-one", LAYER_NORM ("f32", "9", "1"), 0, 0 },
  { "layer-norm-bf16", LAYER_NORM ("bf16", "9", "768"), 1, 1 },
  { "rms-norm", RMS_NORM ("f32", "9", "1024"), 1, 1 },
  { "rms-norm-tail", RMS_NORM ("f32", "9", "37"), 1, 1 },
  { "rms-norm-f16", RMS_NORM ("f16", "9", "512"), 1, 1 },
  /* mean and variance; scale and shift a channel; all elements. PyTorch has three scheduler nodes, too. */
  { "group-norm", GROUP_NORM ("f32", "2", "16", "12", "12", "144", "4"), 1, 3 },
  { "group-norm-tail", GROUP_NORM ("f32", "3", "6", "9", "11", "99", "2"), 1, 3 },
  { "group-norm-long", GROUP_NORM ("f32", "2", "8", "32", "33", "1056", "2"), 1, 3 },
  { "group-norm-bf16", GROUP_NORM ("bf16", "2", "16", "12", "12", "144", "4"), 1, 3 },
  /* Maximum and exp over 2 x 64 rows, sum and quotient over 128. */
  { "attention", ATTENTION ("f32", "2", "64", "64"), 1, 2 },
  { "attention-tail", ATTENTION ("f32", "3", "17", "70"), 1, 2 },
  { "attention-bf16", ATTENTION ("bf16", "2", "64", "128"), 0, 0 },
  { "cross-entropy", CROSS_ENTROPY ("f32", "10", "1000"), 0, 0 },
  { "cross-entropy-long", CROSS_ENTROPY ("f32", "3", "8195"), 0, 0 },
  { "cross-entropy-bf16", CROSS_ENTROPY ("bf16", "10", "100"), 0, 0 },
  { "softmax-backward", "g: 'f32[9, 300]', o: 'f32[9, 300]'",
    "y = " A "_softmax_backward_data.default(g, o, -1, torch.float32)", 1, 1 },
  { "log-softmax-backward", "g: 'f32[9, 300]', o: 'f32[9, 300]'",
    "y = " A "_log_softmax_backward_data.default(g, o, -1, torch.float32)", 1, 1 },
  { "layer-norm-backward", "g: 'f32[20, 96]', x: 'f32[20, 96]', w: 'f32[96]', b: 'f32[96]'",
    "n = " A "native_layer_norm.default(x, [96], w, b, 1e-05);m = n[1];r = n[2];d = " A
    "native_layer_norm_backward.default(g, x, [96], m, r, w, b, [True, False, False]);y = d[0]",
    0, 0 },
  /* Pieces of the same rows, and of rows that are long. */
  { "concat", "x: 'f32[41, 24]', z: 'f32[41, 8]', w: 'f32[41, 16]'", "y = " A "cat.default([x, z, w], 1)", 1, 3 },
  { "concat-odd", "x: 'f32[3, 7, 5]', z: 'f32[3, 9, 5]'", "a = " A "exp.default(x);y = " A "cat.default([a, z], 1)", 1,
    2 },
  { "concat-bf16", "x: 'bf16[41, 3]', z: 'bf16[41, 40]'", "y = " A "cat.default([x, z], -1)", 1, 2 },
  { "concat-integers", "x: 'i64[41, 3]', z: 'i64[41, 19]'", "y = " A "cat.default([x, z], -1)", 1, 2 },
  { "concat-nothing", "x: 'f32[0, 3]', z: 'f32[0, 19]'", "y = " A "cat.default([x, z], -1)", 0, 0 },
  { "concat-long", "x: 'f32[3, 5000]', z: 'f32[3, 4000]'", "y = " A "cat.default([x, z], 1)", 2, 2 },
  { "concat-rows", "x: 'f32[30, 50]', z: 'f32[40, 50]'", "y = " A "cat.default([x, z], 0)", 2, 2 },
  /* The rows of one are the columns of the other: nothing stays where it is. */
  { "apart", "x: 'f32[64, 64]'",
    "s = " A "_softmax.default(x, 1, False);t = " A "permute.default(s, [1, 0]);y = " A "_softmax.default(t, 1, False)",
    0, 0 },
};

/* Norms of groups of channels, whose rows are one loop; with and without non-temporal stores. */
#define NORM_OF(before, n, c, h, w, area, groups)                                                                      \
  "x: 'f32[" n ", " c ", " h ", " w "]', w: 'f32[" c "]', b: 'f32[" c "]'",                                            \
      before "n = " A "native_group_norm.default(p, w, b, " n ", " c ", " area ", " groups ", 1e-05);y = n[0]", 1, 0
static const Case groups[] = {
  { "whole", NORM_OF ("p = " A "mul.Tensor(x, 1.0);", "5", "32", "12", "24", "288", "8") },
  { "far-mean", NORM_OF ("p = " A "add.Tensor(x, 3000.0);", "5", "32", "12", "24", "288", "8") },
  { "nan-in-some",
    NORM_OF ("a = " A "add.Tensor(x, 3.3);p = " A "log.default(a);", "5", "32", "12", "24", "288", "8") },
  { "tail", NORM_OF ("p = " A "mul.Tensor(x, 1.0);", "5", "32", "13", "23", "299", "8") },
  { "one-group", NORM_OF ("p = " A "mul.Tensor(x, 1.0);", "17", "8", "16", "16", "256", "1") },
  { "few-rows", NORM_OF ("p = " A "mul.Tensor(x, 1.0);", "1", "8", "16", "32", "512", "2") },
  { "long", NORM_OF ("p = " A "mul.Tensor(x, 1.0);", "3", "24", "48", "64", "3072", "4") },
};

static FlGraph *
read_case (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  FlGraph *graph;

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n", inputs);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "        %s\n", lines[i]);
  g_string_append (text, "        return (y,)\n");
  graph = fl_graph_read_text (row->name, text->str, text->len, &error);
  g_assert_no_error (error);
  return graph;
}

static guint
count_kernels (const FlRun *run)
{
  guint n = 0;

  for (guint i = 0; i < run->program->n_kernels; i++)
    n += run->program->kernels[i].source != NULL;
  return n;
}

static FlRun *
run_case (FlGraph *graph, gboolean joins)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.cpu_join = joins;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

static void
test_rows_agree (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (FlGraph) graph = read_case (row);
  g_autoptr (FlRun) run = run_case (graph, TRUE), apart = run_case (graph, FALSE), executed = NULL;
  FlExecuteRequest execute = { .verify = TRUE };
  g_autoptr (GString) text = g_string_new (NULL), text_apart = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (row->n_kernels > 0)
    g_assert_cmpuint (count_kernels (run), ==, row->n_kernels);
  if (row->n_apart > 0)
    g_assert_cmpuint (count_kernels (apart), ==, row->n_apart);
  /* Fusion is what it was. */
  fl_schedule_append_text (text, run->fused);
  fl_schedule_append_text (text_apart, apart->fused);
  g_assert_cmpstr (text->str, ==, text_apart->str);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  g_assert_true (executed->execution->agrees);
}

static void
test_groups_agree (gconstpointer data)
{
  static const char *const widths[] = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };
  const Case *row = data;
  g_autoptr (FlGraph) graph = read_case (row);

  for (guint i = 0; i < 6; i++)
    {
      FlPipelineRequest request;
      FlExecuteRequest execute = { .verify = TRUE };
      g_autoptr (FlRun) run = NULL, executed = NULL;
      g_autoptr (GError) error = NULL;
      const gboolean is_streamed = i >= 3;

      fl_pipeline_request_init (&request);
      request.options.target = FL_TARGET_CPU;
      fl_options_set (&request.options, widths[i % 3], &error);
      g_assert_no_error (error);
      request.options.cpu_stream_bytes = is_streamed;
      run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      if (g_str_equal (row->name, "whole"))
        g_assert_true (is_streamed == (strstr (run->program->kernels[0].source, "fl_stream_f32 (") != NULL));
      executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (executed->execution->verified);
      g_assert_true (executed->execution->agrees);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/rows/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_rows_agree);
    }
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autofree char *path = g_strconcat ("/core/rows/groups/", groups[i].name, NULL);

      g_test_add_data_func (path, &groups[i], test_groups_agree);
    }
  return g_test_run ();
}
