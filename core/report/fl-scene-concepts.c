/* A strategy's own words on the boxes of its operations: the class, and in a stitched kernel the part and the tile. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-scene-private.h"

/* By operation: the line of its box, and all that is told of it. */
typedef struct
{
  char *line;
  GString *tooltip;
} Concept;

static void
concept_free (gpointer data)
{
  Concept *concept = data;

  g_free (concept->line);
  g_string_free (concept->tooltip, TRUE);
  g_free (concept);
}

static Concept *
get_concept (GHashTable *concepts, const char *name)
{
  Concept *concept = g_hash_table_lookup (concepts, name);

  if (concept == NULL)
    {
      concept = g_new0 (Concept, 1);
      concept->tooltip = g_string_new (NULL);
      g_hash_table_insert (concepts, (gpointer) name, concept);
    }
  return concept;
}

/* "sub-root, skeleton · tile [row]": of a tile's facts, what stands before its whole sizes. */
static char *
dup_line (const FlEvent *event)
{
  const char *end = event->facts != NULL ? strstr (event->facts, " of [") : NULL;

  if (event->kind != FL_EVENT_TILE || end == NULL)
    return g_strdup (event->reason);
  return g_strdup_printf ("%s · %.*s", event->reason, (int) (end - event->facts), event->facts);
}

static void
take_event (GHashTable *concepts, const FlEvent *event)
{
  Concept *concept;

  if (event->kind != FL_EVENT_CLASSIFY && event->kind != FL_EVENT_TILE && event->kind != FL_EVENT_STAGE
      && event->kind != FL_EVENT_BARRIER && event->kind != FL_EVENT_SEED && event->kind != FL_EVENT_RELATE)
    return;
  concept = get_concept (concepts, event->subject.name);
  if (event->kind == FL_EVENT_CLASSIFY || event->kind == FL_EVENT_TILE) /* a part says more than a class */
    {
      g_free (concept->line);
      concept->line = dup_line (event);
    }
  g_string_append_printf (concept->tooltip, "%s%s%s%s: %s", concept->tooltip->len > 0 ? "\n" : "", event->reason,
                          event->object.kind != FL_REF_NONE ? " " : "",
                          event->object.kind != FL_REF_NONE ? event->object.name : "",
                          event->facts != NULL ? event->facts : "");
}

void
fl_scene_builder_read_concepts (FlSceneBuilder *builder)
{
  const FlTrace *trace = builder->run->trace;

  if (builder->run->partition == NULL)
    return;
  builder->concepts = g_hash_table_new_full (NULL, NULL, NULL, concept_free);
  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    take_event (builder->concepts, fl_trace_get_step (trace, FL_STAGE_FUSE, i));
}

void
fl_scene_text_add_concepts (FlSceneText *text, FlSceneBuilder *builder, const FlSchedNode *node)
{
  const FlGraph *graph = builder->run->decomposed;
  const FlBuffer *op = node->op;
  const Concept *concept;

  if (builder->concepts == NULL || op == NULL || op->fx_node.index >= graph->n_nodes)
    return;
  concept = g_hash_table_lookup (builder->concepts, fl_graph_get_node (graph, op->fx_node)->name);
  if (concept == NULL)
    return;
  fl_scene_text_add (text, builder, concept->line);
  fl_scene_text_tip (text, "%s", concept->tooltip->str);
}
