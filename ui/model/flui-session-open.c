/* Opening: a graph's file, or the folder of a compilation, with PyTorch's own dumps where they lie
 * beside it. */
#include "fl-graph-list.h"

#include "flui-session-private.h"

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
flui_session_open_with (FluiSession *self, const char *path, guint number, const FlOptions *options,
                        gboolean target_is_set)
{
  self->options = *options;
  self->has_own_options = FALSE;
  self->target_is_set = target_is_set;
  flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
  open_number (self, path, number);
}
