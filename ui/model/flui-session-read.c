/* Reading the graph of a session: which of a file's, and what PyTorch dumped beside it. */
#include "fl-debug-folder.h"
#include "fl-graph-device.h"
#include "fl-graph-list.h"

#include "flui-session-private.h"

/* The dumps of the compilation that the graph is of. */
static void
find_dumps (FluiSessionJob *job, const FlListedGraph *listed)
{
  GError *error = NULL;
  FlDebugFolder *folder
      = listed->folder && fl_debug_folder_is_one (listed->folder) ? fl_debug_folder_new (listed->folder, NULL) : NULL;

  if (!folder)
    return;
  job->theirs = fl_theirs_new (folder, &error);
  if (job->theirs)
    return;
  job->warning = g_strdup_printf ("The graph is open, but not PyTorch's own: %s", error->message);
  g_error_free (error);
}

FlGraph *
flui_session_read_graph (FluiSessionJob *job)
{
  FlGraphList *list = fl_graph_list_new (job->path, &job->error);
  FlGraph *graph;
  guint number;

  if (!list)
    return NULL;
  g_clear_pointer (&job->graphs, fl_graph_list_free);
  job->graphs = list;
  number = job->graph_number > 0 ? job->graph_number : list->chosen;
  job->graph_number = number;
  if (number > 0 && number <= list->graphs->len)
    find_dumps (job, list->graphs->pdata[number - 1]);
  graph = fl_graph_list_read (list, number, &job->error);
  if (graph && job->theirs)
    fl_theirs_apply_options (job->theirs, &job->request.options, FALSE);
  else if (graph && !job->keeps_target)
    {
      FlDevice device = fl_graph_get_device (graph);

      job->request.options.target = device.type && g_strcmp0 (device.type, "cpu") != 0 ? FL_TARGET_CUDA : FL_TARGET_CPU;
    }
  return graph;
}
