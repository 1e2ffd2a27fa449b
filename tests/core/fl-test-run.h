/* What the tests of the report share: runs of the sample graphs. */
#pragma once

#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-pipeline.h"

static inline FlGraph *
read_sample (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_file (path, &error);

  g_assert_no_error (error);
  return graph;
}

static inline FlRun *
run_graph (FlGraph *graph)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  return fl_pipeline_run (graph, &request);
}

static inline FlRun *
run_sample (const char *name)
{
  g_autoptr (FlGraph) graph = read_sample (name);

  return run_graph (graph);
}

/* A chain of n pointwise operators with a skip connection every tenth, in n / 100 modules of two levels. */
static inline FlGraph *
make_chain (guint n, gboolean with_modules)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "chain");
  FlArena *arena = fl_graph_builder_get_arena (builder);
  g_autoptr (GError) error = NULL;
  FlNodeId before = fl_graph_builder_add (builder, &(FlNode) { .kind = FL_NODE_PLACEHOLDER,
                                                               .name = fl_intern ("x"),
                                                               .target = fl_intern ("x") });
  FlNodeId skip = before;
  FlArg *result = fl_arena_new (arena, FlArg, 1);
  FlGraph *graph;

  for (guint i = 0; i < n; i++)
    {
      FlArg *args = fl_arena_new (arena, FlArg, 2);
      FlNode node = { .kind = FL_NODE_CALL, .target = fl_intern ("aten.add.Tensor"), .n_args = 2, .args = args };

      args[0] = (FlArg) { .kind = FL_ARG_NODE, .node = before };
      args[1] = (FlArg) { .kind = FL_ARG_NODE, .node = skip };
      node.name = fl_intern_printf ("add_%u", i);
      node.op = fl_aten_find (node.target);
      node.module_path = with_modules ? fl_arena_printf (arena, "model/layer.%u/part.%u", i / 100, i / 25 % 4) : NULL;
      before = fl_graph_builder_add (builder, &node);
      if (i % 10 == 9)
        skip = before;
    }
  *result = (FlArg) { .kind = FL_ARG_NODE, .node = before };
  fl_graph_builder_add (builder, &(FlNode) { .kind = FL_NODE_OUTPUT,
                                             .name = fl_intern ("output"),
                                             .target = fl_intern ("output"),
                                             .n_args = 1,
                                             .args = result });
  graph = fl_graph_builder_finish (builder, &error);
  g_assert_no_error (error);
  return graph;
}

/* A run that holds only its graph. */
static inline FlRun *
run_only_graph (FlGraph *graph)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.until = FL_STAGE_GRAPH;
  return fl_pipeline_run (graph, &request);
}
