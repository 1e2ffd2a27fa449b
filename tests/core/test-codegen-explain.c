/* Each choice about a kernel's loops is told, with the values that it was made by. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <string.h>

static const struct
{
  const char *name, *text, *reason;
  FlVerdict verdict;
  const char *facts;   /* a part of them */
  const char *setting; /* an option, or NULL */
} cases[] = {
#define ARGS(args) "class GraphModule(torch.nn.Module):\n    def forward(self, " args "):\n"
  /* A row that each row is added to lies still along i0. */
  { "order",
    ARGS ("x: \"f32[96, 512]\", y: \"f32[512]\"") "        a: \"f32[96, 512]\" = torch.ops.aten.add.Tensor(x, y)\n"
                                                  "        return (a,)\n",
    "loops are in this order", FL_VERDICT_ACCEPT,
    "i0 of 96, i1 of 512: the nearest elements lie along i1 in 3 of 3 accesses, along another loop in 0; steps x 512,1; y 0,1; buf0 512,1" },
  /* Written along the columns of what is read. */
  { "order-across",
    ARGS (
        "x: \"f32[96, 512]\"") "        t: \"f32[512, 96]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
                               "        c: \"f32[512, 96]\" = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
                               "        e: \"f32[512, 96]\" = torch.ops.aten.exp.default(c)\n"
                               "        return (e,)\n",
    "loops are in this order", FL_VERDICT_ACCEPT, "in 1 of 2 accesses, along another loop in 1" },
  { "tiles",
    ARGS (
        "x: \"f32[96, 512]\"") "        t: \"f32[512, 96]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
                               "        c: \"f32[512, 96]\" = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
                               "        e: \"f32[512, 96]\" = torch.ops.aten.exp.default(c)\n"
                               "        return (e,)\n",
    "size of tiles", FL_VERDICT_ACCEPT, "i0: 16 along i0, as many floats as a cache line has, and 64 along i1" },
  { "strips",
    ARGS ("x: \"f32[4096, 512]\"") "        s: \"f32[512]\" = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                                   "        return (s,)\n",
    "columns run innermost", FL_VERDICT_ACCEPT,
    "contiguous along i0, not along the reduction; strips of at most 1024 columns" },
  /* 1024 floats are 4096 bytes: their largest is sought, then their exponentials are summed. */
  { "rows",
    ARGS ("x: \"f32[64, 1024]\"") "        s: \"f32[64, 1024]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
                                  "        return (s,)\n",
    "its rows stay in a cache", FL_VERDICT_ACCEPT,
    "loops over i1 go through the same 4096 bytes, one after the other, before i0 goes on: not more than the 262144" },
  { "rows-too-long",
    ARGS (
        "x: \"f32[4, 100000]\"") "        v, m = torch.ops.aten.var_mean.correction(x, [1], correction = 0, keepdim = True)\n"
                                 "        d: \"f32[4, 100000]\" = torch.ops.aten.sub.Tensor(x, m)\n"
                                 "        return (d,)\n",
    "its rows stay in a cache", FL_VERDICT_REJECT,
    "the same 400000 bytes, one after the other, before i0 goes on: more than the 262144" },
  /* Two tensors of 2 MiB are more than twice the L2 cache, which is taken for 1 MiB. */
  { "fetched",
    ARGS ("x: \"f32[512, 1024]\"") "        s: \"f32[512, 1024]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
                                   "        return (s,)\n",
    "prefetched", FL_VERDICT_ACCEPT, "1024 elements (4096 bytes) before they are read" },
  { "not-fetched",
    ARGS ("x: \"f32[96, 512]\"") "        a: \"f32[96, 512]\" = torch.ops.aten.relu.default(x)\n"
                                 "        return (a,)\n",
    "prefetched", FL_VERDICT_REJECT, "393216 bytes are touched, under 2097152" },
  { "not-fetched-by-size",
    ARGS ("x: \"f32[96, 512]\"") "        a: \"f32[96, 512]\" = torch.ops.aten.relu.default(x)\n"
                                 "        return (a,)\n",
    "prefetched", FL_VERDICT_REJECT, "393216 bytes are touched, under 524288", "cpu.l2_bytes=262144" },
  { "fetched-by-size",
    ARGS ("x: \"f32[96, 512]\"") "        s: \"f32[96, 512]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
                                 "        return (s,)\n",
    "prefetched", FL_VERDICT_ACCEPT, "512 elements (2048 bytes) before they are read", "cpu.l2_bytes=131072" },
  { "one-vector",
    ARGS ("x: \"f32[96, 512]\"") "        a: \"f32[96, 512]\" = torch.ops.aten.relu.default(x)\n"
                                 "        return (a,)\n",
    "vectorized", FL_VERDICT_ACCEPT, "i0: 2 accesses are contiguous along it" },
};

static void
test_choice_is_told (gconstpointer data)
{
  const guint c = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (cases[c].name, cases[c].text, strlen (cases[c].text), &error);
  FlPipelineRequest request;
  FlRun *run;
  gboolean is_told = FALSE;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  if (cases[c].setting)
    g_assert_true (fl_options_set (&request.options, cases[c].setting, NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);

      if (event->stage != FL_STAGE_CODEGEN || g_strcmp0 (event->reason, cases[c].reason) != 0)
        continue;
      g_test_message ("%s: %s", event->reason, event->facts);
      is_told |= event->verdict == cases[c].verdict && strstr (event->facts, cases[c].facts);
    }
  g_assert_true (is_told);
  fl_run_unref (run);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/explain/%s", cases[c].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (c), test_choice_is_told);
    }
  return g_test_run ();
}
