#include "fl-graph-level.h"

#include <string.h>

typedef struct
{
  const char *part; /* of a name, in lower case */
  FlGraphLevel level;
} Name;

/* Longer names first: "before_post_grad_graph" is not "post_grad_graph". AOTAutograd traces with Inductor's
 * decompositions, so that its graphs in a trace are decomposed. */
static const Name names[] = {
  { "before_post_grad", FL_LEVEL_DECOMPOSED },    { "before post grad", FL_LEVEL_DECOMPOSED },
  { "after_post_grad", FL_LEVEL_TRANSFORMED },    { "after post grad", FL_LEVEL_TRANSFORMED },
  { "inductor_post_grad", FL_LEVEL_TRANSFORMED }, { "fx_graph_transformed", FL_LEVEL_TRANSFORMED },
  { "fx_transformed", FL_LEVEL_TRANSFORMED },     { "fx_graph_readable", FL_LEVEL_DECOMPOSED },
  { "fx_graph_runnable", FL_LEVEL_DECOMPOSED },   { "fx_runnable", FL_LEVEL_DECOMPOSED },
  { "dynamo_output_graph", FL_LEVEL_CAPTURED },   { "inductor_pre_grad", FL_LEVEL_CAPTURED },
};

static gboolean
set_by_name (FlGraph *graph, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (lower, names[i].part) != NULL)
      {
        graph->level = (FlLevelFact) { names[i].level, fl_arena_strdup (graph->arena, name) };
        return TRUE;
      }
  return FALSE;
}

void
fl_graph_settle_level (FlGraph *graph, const char *path, const char *kind)
{
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;

  if (graph->level.level != FL_LEVEL_UNKNOWN || (kind != NULL && set_by_name (graph, kind)))
    return;
  if (name != NULL)
    set_by_name (graph, name);
}
