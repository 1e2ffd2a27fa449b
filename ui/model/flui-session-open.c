/* Opening: a graph's file, or the folder of a compilation, with PyTorch's own dumps where they lie
 * beside it. */
#include "fl-graph-device.h"
#include "fl-graph-list.h"

#include "flui-session-private.h"

/* The dumps of the compilation that the graph is of. */
static void
find_dumps (FluiSessionJob *job, const FlListedGraph *listed)
{
  GError *error = NULL;
  FlDebugFolder *folder = listed->folder && fl_debug_folder_is_one (listed->folder)
                              ? fl_debug_folder_new (listed->folder, NULL)
                              : NULL;

  if (!folder)
    return;
  job->theirs = fl_theirs_new (folder, &error);
  if (job->theirs)
    return;
  job->warning
      = g_strdup_printf ("The graph is open, but not PyTorch's own: %s", error->message);
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

static void
open_number (FluiSession *self, const char *path, guint number)
{
  FluiSessionJob *job = flui_session_job_new (self);

  job->path = g_strdup (path);
  job->graph_number = number;
  g_array_set_size (job->overrides, 0); /* overrides belong to the graph that is open */
  job->request.options = self->has_own_options ? self->own_options : self->options;
  flui_session_job_start (self, job);
}

void
flui_session_open_file (FluiSession *self, const char *path)
{
  g_return_if_fail (FLUI_IS_SESSION (self) && path);
  open_number (self, path, 0);
}

const FlGraphList *
flui_session_get_graphs (FluiSession *self, guint *number)
{
  if (number)
    *number = self->graph_number;
  return self->graphs;
}

void
flui_session_open_graph (FluiSession *self, guint number)
{
  g_return_if_fail (FLUI_IS_SESSION (self) && self->path && number > 0);
  open_number (self, self->path, number);
}

void
flui_session_open_with (FluiSession *self,
                        const char *path,
                        guint number,
                        const FlOptions *options,
                        gboolean target_is_set)
{
  self->options = *options;
  self->has_own_options = FALSE;
  self->target_is_set = target_is_set;
  flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
  open_number (self, path, number);
}
