/* Scene of the memory plan: one cylinder a buffer with its size, lifetime and place; arrows follow
 * the data from buffer to buffer, and dash-dotted ones lead from the former owner of a memory to
 * the one that takes it over. */
#include "fl-scene-private.h"

typedef struct
{
  const FlMemoryPlan *plan;
  guint peak_call;
} Peak;

static guint
find_peak_call (const FlMemoryPlan *plan)
{
  guint peak = 0;

  for (guint i = 1; i < plan->n_calls; i++)
    if (plan->live_bytes[i] > plan->live_bytes[peak])
      peak = i;
  return peak;
}

static const char *
describe_place (FlSceneBuilder *builder, const FlMemoryBuffer *buffer)
{
  g_autofree char *offset = fl_text_dup_bytes ((guint64) MAX (buffer->offset, 0));

  if (buffer->is_removed)
    return "inside the kernel only";
  if (buffer->owner != NULL && buffer->owner != buffer->buffer)
    return fl_arena_printf (builder->arena, "in the memory of %s", buffer->owner->name);
  return fl_arena_printf (builder->arena, "at %s", offset);
}

static void
add_buffer (FlSceneBuilder *builder, const FlMemoryPlan *plan, const FlMemoryBuffer *buffer, guint peak_call)
{
  const FlGraph *graph = plan->schedule->lowered->graph;
  const FlBuffer *of = buffer->buffer;
  g_autofree char *size = fl_text_dup_bytes ((guint64) MAX (buffer->size_bytes, 0));
  gboolean is_reused = buffer->owner != NULL && buffer->owner != of;
  gboolean at_peak
      = !buffer->is_removed && plan->n_calls > 0 && buffer->first <= peak_call && buffer->last >= peak_call;
  FlSceneText text;
  FlSceneNode *box;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, of->name);
  fl_scene_text_add (&text, builder,
                     fl_arena_printf (builder->arena, "%s   call %u to %u%s", size, buffer->first, buffer->last,
                                      buffer->is_output ? ", result" : ""));
  fl_scene_text_add (&text, builder, describe_place (builder, buffer));
  fl_scene_text_tip (&text, "%s", fl_scene_layout_text (builder, &of->layout));
  if (buffer->why != NULL)
    fl_scene_text_tip (&text, "%s", buffer->why);
  if (at_peak)
    fl_scene_text_tip (&text, "alive at the peak, call %u", peak_call);
  fl_scene_tip_origins (&text, graph, of->origins, of->n_origins);
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_BUFFER, of->name }, FL_LOOK_BUFFER, &text);
  fl_scene_builder_place_origins (builder, position, graph, of->origins, of->n_origins);
  box = fl_scene_builder_get_node (builder, position);
  box->is_faded = buffer->is_removed;
  box->badges = is_reused && at_peak ? "RP" : (is_reused ? "R" : (at_peak ? "P" : NULL));
  box->heat = buffer->is_removed ? -1 : 0;
}

static void
link_call (FlSceneBuilder *builder, const FlSchedNode *node)
{
  const char *tip = fl_arena_printf (builder->arena, "%s", node->name);

  for (guint o = 0; o < node->n_originals; o++)
    {
      const FlSchedNode *original = node->originals[o];

      for (guint w = 0; w < original->n_outputs; w++)
        for (guint r = 0; r < original->n_reads; r++)
          fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, original->reads[r].name),
                                     fl_scene_builder_find (builder, original->outputs[w]->buffer->name), FL_EDGE_DATA,
                                     NULL, tip);
    }
}

void
fl_scene_build_memory (FlSceneBuilder *builder)
{
  const FlMemoryPlan *plan = builder->run->plan;
  guint peak_call = find_peak_call (plan);
  g_autofree char *peak = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_peak (plan), 0));
  g_autofree char *bound = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_bound (plan), 0));
  gint64 largest = 1;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      add_buffer (builder, plan, &plan->buffers[i], peak_call);
      largest = MAX (largest, plan->buffers[i].size_bytes);
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      FlSceneNode *box = fl_scene_builder_get_node (builder, i);
      if (box->heat >= 0)
        box->heat = (double) plan->buffers[i].size_bytes / (double) largest;
    }
  for (guint i = 0; i < plan->schedule->n_nodes; i++)
    link_call (builder, plan->schedule->nodes[i]);
  for (guint i = 0; i < plan->n_lines; i++)
    {
      const FlMemoryLine *line = &plan->lines[i];

      if ((line->kind == FL_LINE_REUSE || line->kind == FL_LINE_INPLACE || line->kind == FL_LINE_ALIAS)
          && line->other != NULL && line->buffer != NULL)
        fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, line->other->name),
                                   fl_scene_builder_find (builder, line->buffer->name),
                                   line->kind == FL_LINE_ALIAS ? FL_EDGE_ALIAS : FL_EDGE_REUSE, NULL,
                                   fl_arena_printf (builder->arena, "%s %s %s", line->buffer->name,
                                                    line->kind == FL_LINE_REUSE
                                                        ? "takes the memory of"
                                                        : (line->kind == FL_LINE_INPLACE ? "is written over"
                                                                                         : "is a slice of"),
                                                    line->other->name));
    }
  fl_scene_builder_note (builder, "Peak %s in call %u; no plan in this order can do with less than %s.", peak,
                         peak_call, bound);
}
