#include "fl-parity-run.h"

#include "fl-formats.h"

FlParity *
fl_parity_run_folder (const char *path, const FlParityRequest *request, GError **error)
{
  FlDebugFolder *folder = fl_debug_folder_new (path, error);
  g_autoptr (FlTheirs) theirs = folder != NULL ? fl_theirs_new (folder, error) : NULL;
  g_autoptr (FlGraph) graph = theirs != NULL ? fl_graph_read_file (folder->graph_path, error) : NULL;
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest pipeline;

  if (graph == NULL)
    return NULL;
  fl_pipeline_request_init (&pipeline);
  pipeline.options = request->options;
  fl_theirs_apply_options (theirs, &pipeline.options, request->keeps_target);
  for (guint i = 0; request->settings != NULL && request->settings[i] != NULL; i++)
    fl_options_set (&pipeline.options, request->settings[i], NULL);
  run = fl_pipeline_run (graph, &pipeline);
  return fl_parity_new (run, theirs);
}
