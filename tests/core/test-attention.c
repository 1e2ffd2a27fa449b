/* Attention as one kernel against the reference interpreter: layouts, masks, shared heads, half precision. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-attention.h"
#include "fl-pipeline.h"

typedef struct
{
  const char *name, *inputs, *body, *results;
} Case;

#define CPU "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default"

static const Case cases[] = {
  { "plain", "q: 'f32[2, 3, 20, 16]', k: 'f32[2, 3, 35, 16]', v: 'f32[2, 3, 35, 8]'", CPU "(q, k, v)", "a[0], a[1]" },
  { "causal", "q: 'f32[1, 2, 70, 16]', k: 'f32[1, 2, 70, 16]', v: 'f32[1, 2, 70, 16]'", CPU "(q, k, v, 0.0, True)",
    "a[0], a[1]" },
  { "bias-broadcast", "q: 'f32[2, 2, 9, 8]', k: 'f32[2, 2, 17, 8]', v: 'f32[2, 2, 17, 8]', m: 'f32[2, 1, 1, 17]'",
    CPU "(q, k, v, 0.0, False, attn_mask = m, scale = 0.3)", "a[0], a[1]" },
  { "shared-heads", "q: 'f32[1, 6, 12, 8]', k: 'f32[1, 2, 12, 8]', v: 'f32[1, 2, 12, 8]'", CPU "(q, k, v)",
    "a[0], a[1]" },
  { "tokens-first", "t: 'f32[1, 33, 4, 16]'",
    "torch.ops.aten.permute.default(t, [0, 2, 1, 3]);a = " CPU "(a, a, a, 0.0, True)", "a[0], a[1]" },
  { "efficient", "q: 'f32[1, 2, 40, 8]', k: 'f32[1, 2, 24, 8]', v: 'f32[1, 2, 24, 8]', m: 'f32[1, 2, 40, 24]'",
    "torch.ops.aten._scaled_dot_product_efficient_attention.default(q, k, v, m, True)", "a[0], a[1]" },
  { "many-columns", "q: 'f32[1, 1, 3, 16]', k: 'f32[1, 1, 2500, 16]', v: 'f32[1, 1, 2500, 16]', m: 'f32[3, 2500]'",
    CPU "(q, k, v, 0.0, False, attn_mask = m)", "a[0], a[1]" },
  { "many-columns-causal", "q: 'f32[1, 1, 1100, 16]', k: 'f32[1, 1, 1100, 16]', v: 'f32[1, 1, 1100, 16]'",
    CPU "(q, k, v, 0.0, True)", "a[0], a[1]" },
  { "columns-first", "t: 'f32[1, 2, 16, 40]', v: 'f32[1, 2, 16, 40]'",
    "torch.ops.aten.permute.default(t, [0, 1, 3, 2]);w = torch.ops.aten.permute.default(v, [0, 1, 3, 2]);a = " CPU
    "(a, a, w)",
    "a[0], a[1]" },
  { "f16-bias", "q: 'f16[1, 2, 9, 32]', k: 'f16[1, 2, 50, 32]', v: 'f16[1, 2, 50, 32]', m: 'f16[9, 50]'",
    CPU "(q, k, v, 0.0, False, attn_mask = m)", "a[0], a[1]" },
  { "composite-mask", "q: 'f32[2, 3, 20, 16]', k: 'f32[2, 3, 35, 16]', m: 'b8[20, 35]'",
    "torch.ops.aten.scaled_dot_product_attention.default(q, k, k, m)", "a, q" },
  { "composite-shared-heads", "q: 'f32[2, 4, 20, 16]', k: 'f32[2, 2, 20, 16]'",
    "torch.ops.aten.scaled_dot_product_attention.default(q, k, k, None, 0.0, True, scale = 0.5, enable_gqa = True)",
    "a, q" },
  { "composite-bf16", "q: 'bf16[1, 3, 20, 16]', k: 'bf16[1, 3, 35, 16]', m: 'bf16[1, 3, 20, 35]'",
    "torch.ops.aten.scaled_dot_product_attention.default(q, k, k, m)", "a, q" },
  { "composite-depths", "q: 'f32[1, 3, 20, 16]', k: 'f32[1, 3, 35, 16]', v: 'f32[1, 3, 35, 8]'",
    "torch.ops.aten.scaled_dot_product_attention.default(q, k, v)", "a, q" },
  { "flash-bf16", "q: 'bf16[1, 2, 40, 16]', k: 'bf16[1, 2, 24, 16]', v: 'bf16[1, 2, 24, 16]'",
    "torch.ops.aten._scaled_dot_product_flash_attention.default(q, k, v, 0.0, True)", "a[0], a[1]" },
};

static char *
dup_text (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1), results = g_strsplit (row->results, ", ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n        a = %s\n",
                          inputs, lines[0]);
  for (guint i = 1; lines[i] != NULL; i++)
    g_string_append_printf (text, "        %s\n", lines[i]);
  for (guint i = 0; results[i] != NULL; i++)
    g_string_append_printf (text, "        r%u = %s\n", i, results[i]);
  g_string_append (text, "        return (r0, r1)\n");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_attention_agrees (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *text = dup_text (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (row->name, text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL, executed = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .verify = TRUE };

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  g_assert_true (executed->execution->agrees);
}

/* 2 heads of 70 rows that see 1, 2, … 70 columns, each a product of 16 and one of 8 terms: 2 * 2 * 2485 * 24. */
static void
test_products_are_counted (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, q: \"f32[1, 2, 70, 16]\", k: \"f32[1, 2, 70, 16]\", v: \"f32[1, 2, 70, 8]\"):\n"
        "        a = " CPU "(q, k, v, 0.0, True)\n        b = a[0]\n        return (b,)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("counted", text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL, executed = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .measure = TRUE };
  guint n_found = 0;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  run = fl_pipeline_run (graph, &request);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < executed->execution->variants[0].n_kernels; k++)
    {
      const FlKernelTime *time = &executed->execution->variants[0].kernels[k];
      n_found += time->flops > 0;
      g_assert_true (time->flops == 0 || time->flops == 2 * 2 * 2485 * 24);
    }
  g_assert_cmpuint (n_found, ==, 1);
}

/* What becomes one operator on a CPU, and the reason why something else does not. */
static const struct
{
  const char *name, *inputs, *arguments, *reason; /* reason NULL: it does */
} composites[] = {
  { "plain", "q: 'f32[1, 2, 8, 16]', k: 'f32[1, 2, 8, 16]'", "q, k, k", NULL },
  { "causal", "q: 'f32[1, 2, 8, 16]', k: 'f32[1, 2, 8, 16]'", "q, k, k, None, 0.0, True", NULL },
  { "mask", "q: 'f16[1, 2, 8, 16]', k: 'f16[1, 2, 9, 16]', m: 'b8[1, 1, 8, 9]'", "q, k, k, m", NULL },
  { "three", "q: 'f32[2, 8, 16]', k: 'f32[2, 8, 16]'", "q, k, k", "four dimensions" },
  { "doubles", "q: 'f64[1, 2, 8, 16]', k: 'f64[1, 2, 8, 16]'", "q, k, k", "f32, bf16 and f16" },
  { "depths", "q: 'f32[1, 2, 8, 16]', k: 'f32[1, 2, 8, 16]', v: 'f32[1, 2, 8, 4]'", "q, k, v", "differ in depth" },
  { "nothing", "q: 'f32[1, 2, 8, 16]', k: 'f32[1, 2, 0, 16]'", "q, k, k", "nothing to attend to" },
  { "mask-of-three", "q: 'f32[1, 2, 8, 16]', k: 'f32[1, 2, 9, 16]', m: 'f32[2, 8, 9]'", "q, k, k, m",
    "neither two nor four" },
};

static void
test_composite_becomes_one (gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data), n_refused = 0;
  g_autofree char *inputs = g_strdelimit (g_strdup (composites[row].inputs), "'", '"');
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n"
                         "        a = torch.ops.aten.scaled_dot_product_attention.default(%s)\n        return (a,)\n",
                         inputs, composites[row].arguments);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (composites[row].name, text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_DECOMPOSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_DECOMPOSE, i);
      if (event->verdict != FL_VERDICT_ILLEGAL || !g_str_has_prefix (event->reason, "attention is opened"))
        continue;
      n_refused++;
      g_assert_nonnull (composites[row].reason);
      g_assert_nonnull (strstr (event->reason, composites[row].reason));
    }
  g_assert_cmpuint (n_refused, ==, composites[row].reason != NULL);
}

/* Largest 2 of 1, 2 and 0: 2^-1 + 2^0 + 2^-2. The places up to 16 become 0. */
static void
test_rows_become_powers (void)
{
  _Alignas(64) float row[16] = { 1, 2, 0 };
  FlAttentionSum sum = { 0, -INFINITY };

  for (int i = 3; i < 16; i++)
    row[i] = 99;
  g_assert_cmpfloat (fl_attention_continue_row (row, NULL, 3, 3, &sum), ==, 0);
  g_assert_cmpfloat (sum.high, ==, 2);
  g_assert_cmpfloat (sum.sum, ==, 1.75);
  g_assert_cmpfloat (row[0], ==, 0.5);
  g_assert_cmpfloat (row[15], ==, 0);
}

/* 48 columns of 0, then 16 of 3, which count 8 times as much: 48 / 8 + 16. A bias of ln 2 a column is one more; of -2
 * ln 2, two less. */
static void
test_rows_go_on (void)
{
  _Alignas(64) float row[48] = { 0 }, more[16], bias[16];
  FlAttentionSum sum = { 0, -INFINITY };

  for (int i = 0; i < 16; i++)
    {
      more[i] = 2;
      bias[i] = (float) G_LN2;
    }
  fl_attention_continue_row (row, NULL, 48, 48, &sum);
  g_assert_cmpfloat (sum.sum, ==, 48);
  g_assert_cmpfloat (fl_attention_continue_row (more, bias, 16, 16, &sum), ==, 0.125);
  g_assert_cmpfloat_with_epsilon (sum.high, 3, 1e-6);
  g_assert_cmpfloat_with_epsilon (sum.sum, 22, 1e-5);
  for (int i = 0; i < 16; i++)
    {
      more[i] = 3;
      bias[i] = -2 * (float) G_LN2;
    }
  g_assert_cmpfloat (fl_attention_continue_row (more, bias, 16, 16, &sum), ==, 1);
  g_assert_cmpfloat_with_epsilon (more[3], 0.25, 1e-6);
  g_assert_cmpfloat_with_epsilon (sum.sum, 26, 1e-5);
}

static void
test_rows_without_an_entry_are_zero (void)
{
  _Alignas(64) float row[16];
  FlAttentionSum sum = { 0, -INFINITY };

  for (int i = 0; i < 16; i++)
    row[i] = -INFINITY;
  fl_attention_continue_row (row, NULL, 16, 16, &sum);
  g_assert_cmpfloat (sum.sum, ==, 0);
  g_assert_cmpfloat (row[5], ==, 0);
  g_assert_cmpfloat (fl_attention_continue_row (row, NULL, 0, 16, &sum), ==, 1);
  g_assert_cmpfloat (sum.high, ==, -INFINITY);
}

static void
test_rows_keep_nan (void)
{
  for (int at = 0; at < 48; at++)
    {
      _Alignas(64) float row[48] = { 0 };
      FlAttentionSum sum = { 0, -INFINITY };

      row[at] = NAN;
      fl_attention_continue_row (row, NULL, 48, 48, &sum);
      g_assert_true (isnan (sum.sum));
      g_assert_true (isnan (row[47 - at]));
    }
}

/* Every float that matters: 2^x by the C library in double. */
static void
test_powers_are_near (void)
{
  for (int i = 0; i < 200000; i++)
    {
      _Alignas(64) float row[16] = { -130.0f * i / 200000 };
      FlAttentionSum sum = { 0, 0 };
      const double exact = exp2 (row[0]);

      fl_attention_continue_row (row, NULL, 1, 1, &sum);
      if (exact < 0x1p-126)
        g_assert_cmpfloat (row[0], <=, 0x1p-126);
      else
        g_assert_cmpfloat (fabs (row[0] / exact - 1), <, 3 * 0x1p-24);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/library/attention/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_attention_agrees);
    }
  for (guint i = 0; i < G_N_ELEMENTS (composites); i++)
    {
      g_autofree char *path = g_strconcat ("/core/library/attention/composite/", composites[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_composite_becomes_one);
    }
  g_test_add_func ("/core/library/attention/products-are-counted", test_products_are_counted);
  g_test_add_func ("/core/library/attention/rows-become-powers", test_rows_become_powers);
  g_test_add_func ("/core/library/attention/rows-go-on", test_rows_go_on);
  g_test_add_func ("/core/library/attention/powers-are-near", test_powers_are_near);
  g_test_add_func ("/core/library/attention/rows-without-an-entry-are-zero", test_rows_without_an_entry_are_zero);
  g_test_add_func ("/core/library/attention/rows-keep-nan", test_rows_keep_nan);
  return g_test_run ();
}
