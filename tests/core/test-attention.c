/* Attention as one kernel against the reference interpreter: layouts, masks, shared heads, half precision. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-library-attention.h"
#include "fl-pipeline.h"

typedef struct
{
  const char *name, *inputs, *body, *results;
} Case;

#define CPU "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default"

static const Case cases[] = {
  { "plain", "q: 'f32[2, 3, 20, 16]', k: 'f32[2, 3, 35, 16]', v: 'f32[2, 3, 35, 8]'", CPU "(q, k, v)", "a[0], a[1]" },
  { "causal", "q: 'f32[1, 2, 70, 16]', k: 'f32[1, 2, 70, 16]', v: 'f32[1, 2, 70, 16]'", CPU "(q, k, v, 0.0, True)", "a[0], a[1]" },
  { "bias-broadcast", "q: 'f32[2, 2, 9, 8]', k: 'f32[2, 2, 17, 8]', v: 'f32[2, 2, 17, 8]', m: 'f32[2, 1, 1, 17]'",
    CPU "(q, k, v, 0.0, False, attn_mask = m, scale = 0.3)", "a[0], a[1]" },
  { "shared-heads", "q: 'f32[1, 6, 12, 8]', k: 'f32[1, 2, 12, 8]', v: 'f32[1, 2, 12, 8]'", CPU "(q, k, v)", "a[0], a[1]" },
  { "tokens-first", "t: 'f32[1, 33, 4, 16]'",
    "torch.ops.aten.permute.default(t, [0, 2, 1, 3]);a = " CPU "(a, a, a, 0.0, True)", "a[0], a[1]" },
  { "efficient", "q: 'f32[1, 2, 40, 8]', k: 'f32[1, 2, 24, 8]', v: 'f32[1, 2, 24, 8]', m: 'f32[1, 2, 40, 24]'",
    "torch.ops.aten._scaled_dot_product_efficient_attention.default(q, k, v, m, True)", "a[0], a[1]" },
  { "flash-bf16", "q: 'bf16[1, 2, 40, 16]', k: 'bf16[1, 2, 24, 16]', v: 'bf16[1, 2, 24, 16]'",
    "torch.ops.aten._scaled_dot_product_flash_attention.default(q, k, v, 0.0, True)", "a[0], a[1]" },
};

static char *
dup_text (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1), results = g_strsplit (row->results, ", ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n        a = %s\n", inputs, lines[0]);
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

/* Maximum 2 of 1, 2 and 0: e^-1 + e^0 + e^-2 = 1.503215. The 13 places up to 16 become 0. */
static void
test_rows_are_normalized (void)
{
  _Alignas (64) float row[16] = { 1, 2, 0 };
  float sum, high;

  for (int i = 3; i < 16; i++)
    row[i] = 99;
  fl_attention_normalize (row, 1, 3, 16, &sum, &high);
  g_assert_cmpfloat (high, ==, 2);
  g_assert_cmpfloat_with_epsilon (sum, 1.503215, 1e-5);
  g_assert_cmpfloat_with_epsilon (row[0], 0.367879, 1e-6);
  g_assert_cmpfloat (row[15], ==, 0);
}

static void
test_rows_without_an_entry_are_zero (void)
{
  _Alignas (64) float row[16];
  float sum, high;

  for (int i = 0; i < 16; i++)
    row[i] = -INFINITY;
  fl_attention_normalize (row, 1, 16, 16, &sum, &high);
  g_assert_cmpfloat (sum, ==, 0);
  g_assert_cmpfloat (row[5], ==, 0);
}

static void
test_rows_keep_nan (void)
{
  _Alignas (64) float row[32] = { 0 };
  float sum, high;

  row[20] = NAN;
  fl_attention_normalize (row, 1, 32, 32, &sum, &high);
  g_assert_true (isnan (sum));
  g_assert_true (isnan (row[0]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/run/attention/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_attention_agrees);
    }
  g_test_add_func ("/core/run/attention/rows-are-normalized", test_rows_are_normalized);
  g_test_add_func ("/core/run/attention/rows-without-an-entry-are-zero", test_rows_without_an_entry_are_zero);
  g_test_add_func ("/core/run/attention/rows-keep-nan", test_rows_keep_nan);
  return g_test_run ();
}
