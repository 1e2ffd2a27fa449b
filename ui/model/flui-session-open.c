/* Opening: a graph's file, or the folder of a compilation, with PyTorch's own dumps where they lie
 * beside it. */
#include "fl-formats.h"

#include "flui-session-private.h"

/* In a folder, the graph; where one folder holds many compilations, the first, and a word about the
 * others. */
static char *
find_graph (FluiSessionJob *job, GError **error)
{
  g_autoptr (GPtrArray) all = fl_debug_folder_find_all (job->path);
  const char *path = all->len > 0 ? all->pdata[0] : job->path;
  FlDebugFolder *folder = fl_debug_folder_new (path, error);
  char *graph_path = folder ? g_strdup (folder->graph_path) : NULL;
  GError *local = NULL;

  if (!folder)
    return NULL;
  job->theirs = fl_theirs_new (folder, &local);
  if (!job->theirs)
    {
      job->warning
          = g_strdup_printf ("The graph is open, but not PyTorch's own: %s", local->message);
      g_error_free (local);
    }
  else if (all->len > 1)
    job->warning = g_strdup_printf (
        "%u compilations are in this folder; %s is open. Open another one's own folder to see it.",
        all->len, job->theirs->folder->title);
  return graph_path;
}

/* The file that a debug folder's dumps belong to brings them along. */
static void
find_dumps_beside (FluiSessionJob *job)
{
  g_autofree char *parent = g_path_get_dirname (job->path);
  FlDebugFolder *folder
      = fl_debug_folder_is_one (parent) ? fl_debug_folder_new (parent, NULL) : NULL;
  g_autofree char *name = g_path_get_basename (job->path);
  g_autofree char *graph = folder ? g_path_get_basename (folder->graph_path) : NULL;

  if (folder && g_str_equal (name, graph))
    job->theirs = fl_theirs_new (folder, NULL);
  else if (folder)
    fl_debug_folder_free (folder);
}

static gboolean
is_gpu_graph (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const char *type = graph->nodes[i].value.tensor.device.type;

      if (graph->nodes[i].value.kind == FL_VALUE_TENSOR && type && g_strcmp0 (type, "cpu") != 0)
        return TRUE;
    }
  return FALSE;
}

FlGraph *
flui_session_read_graph (FluiSessionJob *job)
{
  g_autofree char *path = NULL;
  FlGraph *graph;

  if (g_file_test (job->path, G_FILE_TEST_IS_DIR))
    path = find_graph (job, &job->error);
  else
    {
      find_dumps_beside (job);
      path = g_strdup (job->path);
    }
  graph = path ? fl_graph_read_file_beside (path,
                                            job->theirs ? job->theirs->folder->runnable_path : NULL,
                                            &job->error)
               : NULL;
  if (graph && job->theirs)
    fl_theirs_apply_options (job->theirs, &job->request.options, FALSE);
  else if (graph && !job->keeps_target)
    job->request.options.target = is_gpu_graph (graph) ? FL_TARGET_CUDA : FL_TARGET_CPU;
  return graph;
}

void
flui_session_open_file (FluiSession *self, const char *path)
{
  FluiSessionJob *job;

  g_return_if_fail (FLUI_IS_SESSION (self) && path);
  job = flui_session_job_new (self);
  job->path = g_strdup (path);
  g_array_set_size (job->overrides, 0); /* they are of the graph that is open */
  job->request.options = self->has_own_options ? self->own_options : self->options;
  flui_session_job_start (self, job);
}

void
flui_session_open_with (FluiSession *self,
                        const char *path,
                        const FlOptions *options,
                        gboolean target_is_set)
{
  self->options = *options;
  self->has_own_options = FALSE;
  self->target_is_set = target_is_set;
  flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
  flui_session_open_file (self, path);
}
