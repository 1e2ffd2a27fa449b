/* Kernels that move elements rather than compute. Each graph is executed, fused and unfused, and compared with the
 * reference interpreter, which shares no code with the kernels. Sizes are odd on purpose. */
#pragma once

#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

#include <string.h>

typedef struct
{
  const char *name, *signature, *body, *results;
} LayoutCase;

#define A "torch.ops.aten."

static inline FlGraph *
make_graph (const LayoutCase *graph)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s        return (%s,)\n",
                         graph->signature, graph->body, graph->results);
  FlGraph *read = fl_graph_read_text (graph->name, text, strlen (text), &error);
  g_assert_no_error (error);
  return read;
}

static void
check_layout (const LayoutCase *data, gint64 stream_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (data);
  FlExecuteRequest execute = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  FlPipelineRequest request;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 60;
  request.options.cpu_stream_bytes = stream_bytes >= 0 ? stream_bytes : request.options.cpu_stream_bytes;
  request.with_unfused = TRUE;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  g_assert_cmpstr (execution->not_verified_why, ==, NULL);
  g_assert_true (execution->verified);
  g_assert_cmpint (execution->n_agreements, >, 0);
  g_assert_cmpint (execution->n_notes, ==, 0); /* nothing has a stand-in */
  for (guint i = 0; i < execution->n_agreements; i++)
    {
      const FlAgreement *a = &execution->agreements[i];
      if (!a->agrees)
        g_test_message ("%s %s at %s: %g, expected %g", a->variant, a->output, a->worst_place, a->got, a->expected);
      g_assert_true (a->agrees);
    }
}

static void
test_layout_agrees (gconstpointer data)
{
  check_layout (data, -1);
}

static void
test_layout_with_non_temporal_stores_agrees (gconstpointer data)
{
  check_layout (data, 1);
}

static inline void
add_layouts (const LayoutCase *graphs, guint n)
{
  compile_kernels_quickly ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/execute/%s", graphs[i].name);
      g_autofree char *stored = g_strdup_printf ("/core/execute/non-temporal/%s", graphs[i].name);
      g_test_add_data_func (path, &graphs[i], test_layout_agrees);
      if (g_str_has_prefix (graphs[i].name, "transposed/") || g_str_has_prefix (graphs[i].name, "ranges/"))
        g_test_add_data_func (stored, &graphs[i], test_layout_with_non_temporal_stores_agrees);
    }
}
