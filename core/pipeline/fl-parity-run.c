#include "fl-parity-run.h"

#include "fl-formats.h"

static void
set_hints (const FlGraph *graph, const char *const *hints)
{
  for (guint i = 0; hints != NULL && hints[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (hints[i], "=", 2);
      gint64 hint;

      if (parts[0] != NULL && parts[1] != NULL && g_ascii_string_to_signed (parts[1], 10, 0, G_MAXINT32, &hint, NULL))
        fl_sym_set_hint (fl_sym_size (graph->symbols, parts[0]), hint);
    }
}

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
  set_hints (graph, request->hints);
  fl_pipeline_request_init (&pipeline);
  pipeline.options = request->options;
  fl_theirs_apply_options (theirs, &pipeline.options, request->keeps_target);
  for (guint i = 0; request->settings != NULL && request->settings[i] != NULL; i++)
    fl_options_set (&pipeline.options, request->settings[i], NULL);
  run = fl_pipeline_run (graph, &pipeline);
  return fl_parity_new (run, theirs);
}
