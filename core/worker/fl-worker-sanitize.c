/* Fences around checked kernels: of the arena, only what a kernel was given is open while it runs. */
#include "fl-sanitize.h"
#include "fl-worker-private.h"

#include <string.h>

struct _FlWorkFence
{
  gconstpointer begin; /* of the arena */
  gsize bytes;
  guint n;
  struct
  {
    gint64 offset, bytes, element_bytes;
    const char *name;
  } open[];
};

struct _FlWorkFence *
fl_work_fence_new (const FlWorkProgram *program, const gint64 *tensors, guint n_tensors)
{
  struct _FlWorkFence *fence;

  if (!fl_sanitize_is_on ())
    return NULL;
  fence = g_malloc0 (sizeof *fence + n_tensors * sizeof fence->open[0]);
  fence->begin = program->arena;
  fence->bytes = program->arena_bytes;
  fence->n = MIN (n_tensors, FL_MAX_RANGES);
  for (guint i = 0; i < fence->n; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[tensors[i]];

      fence->open[i].offset = tensor->offset;
      fence->open[i].bytes = tensor->bytes;
      fence->open[i].element_bytes = tensor->element_bytes;
      fence->open[i].name = tensor->name;
    }
  return fence;
}

void
fl_work_fence_close (FlWorker *worker, const struct _FlWorkFence *fence)
{
  FlControlPage *control = worker->control;

  if (fence == NULL)
    return;
  control->n_ranges = fence->n;
  for (guint i = 0; i < fence->n; i++)
    {
      control->ranges[i].begin = (guint64) (guintptr) fence->begin + fence->open[i].offset;
      control->ranges[i].bytes = fence->open[i].bytes;
      control->ranges[i].element_bytes = fence->open[i].element_bytes;
      g_strlcpy (control->ranges[i].name, fence->open[i].name, sizeof control->ranges[i].name);
    }
  fl_sanitize_close_all_but (control, fence->begin, fence->bytes);
}

void
fl_work_fence_open (FlWorker *worker, const struct _FlWorkFence *fence)
{
  if (fence != NULL)
    fl_sanitize_open_all (fence->begin, fence->bytes);
}
