/* Scenes of lowering: what every FX node became, and which values got a buffer of their own. In the
 * second one a buffer is drawn around the operators that were inlined into it; an operator inlined
 * into several readers stands in each. */
#include <string.h>

#include "fl-scene-private.h"

FlLook
fl_look_of_buffer (const FlBuffer *buffer)
{
  switch (buffer->kind)
    {
    case FL_BUFFER_INPUT: return FL_LOOK_INPUT;
    case FL_BUFFER_CONSTANT: return FL_LOOK_CONSTANT;
    case FL_BUFFER_COMPUTED:
      if (buffer->loops == NULL || buffer->loops->kind == FL_LOOPS_POINTWISE)
        return FL_LOOK_POINTWISE;
      return buffer->loops->kind == FL_LOOPS_SCATTER ? FL_LOOK_RANDOM : FL_LOOK_REDUCTION;
    case FL_BUFFER_EXTERN_OUT:
    case FL_BUFFER_EXTERN_ALLOC:
    case FL_BUFFER_FALLBACK:
    case FL_BUFFER_DEVICE_COPY: return FL_LOOK_EXTERN;
    case FL_BUFFER_RANDOM_SEEDS: return FL_LOOK_RANDOM;
    case FL_BUFFER_MULTI_OUTPUT:
    case FL_BUFFER_CONCAT:
    case FL_BUFFER_NOP:
    case FL_BUFFER_MUTATION_OUTPUT: return FL_LOOK_VIEW;
    case FL_N_BUFFER_KINDS: break;
    }
  return FL_LOOK_OPAQUE;
}

const char *
fl_scene_layout_text (FlSceneBuilder *builder, const FlLayout *layout)
{
  g_autoptr (GString) out = g_string_new (fl_dtype_get_short_name (layout->dtype));

  if (layout->kind == FL_LAYOUT_NONE || layout->kind == FL_LAYOUT_MULTI_OUTPUT)
    return layout->kind == FL_LAYOUT_NONE ? "no tensor" : "several results";
  g_string_append_c (out, '[');
  for (guint i = 0; i < layout->n_dims; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      fl_sym_append (out, layout->sizes[i]);
    }
  g_string_append_c (out, ']');
  return fl_arena_strdup (builder->arena, out->str);
}

static void
tip_layout (FlSceneText *text, const FlLayout *layout)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fl_layout_append (out, layout);
  fl_scene_text_tip (text, "%s", out->str);
}

/* --- stage LOWER ---------------------------------------------------------------------------- */
static const struct
{
  FlLook look;
  const char *text;
} lowered_kinds[] = {
  [FL_LOWERED_NOTHING] = { FL_LOOK_VIEW, "nothing" },
  [FL_LOWERED_INPUT] = { FL_LOOK_INPUT, "input" },
  [FL_LOWERED_CONSTANT] = { FL_LOOK_CONSTANT, "constant" },
  [FL_LOWERED_POINTWISE] = { FL_LOOK_POINTWISE, "Pointwise" },
  [FL_LOWERED_REDUCTION] = { FL_LOOK_REDUCTION, "Reduction" },
  [FL_LOWERED_VIEW] = { FL_LOOK_VIEW, "view" },
  [FL_LOWERED_EXTERN] = { FL_LOOK_EXTERN, "extern" },
  [FL_LOWERED_CONCAT] = { FL_LOOK_VIEW, "concatenation" },
  [FL_LOWERED_SCATTER] = { FL_LOOK_RANDOM, "Scatter" },
  [FL_LOWERED_TUPLE] = { FL_LOOK_VIEW, "tuple" },
  [FL_LOWERED_OUTPUT] = { FL_LOOK_OUTPUT, "output" },
};

static const char *
describe_lowered (FlSceneBuilder *builder, const FlLoweredNode *lowered)
{
  const char *what = lowered_kinds[lowered->kind].text;

  if (lowered->kind == FL_LOWERED_INPUT || lowered->kind == FL_LOWERED_CONSTANT || lowered->kind == FL_LOWERED_NOTHING
      || lowered->kind == FL_LOWERED_OUTPUT)
    return what;
  if (lowered->buffer == NULL)
    return lowered->kind == FL_LOWERED_VIEW ? what : fl_arena_printf (builder->arena, "%s, inlined", what);
  if (lowered->kind == FL_LOWERED_EXTERN && lowered->buffer->kernel != NULL)
    what = lowered->buffer->kernel;
  return fl_arena_printf (builder->arena, lowered->kind == FL_LOWERED_VIEW ? "%s of %s" : "%s → %s", what,
                          lowered->buffer->name);
}

static void
add_lowered_node (FlSceneBuilder *builder, const FlGraph *graph, guint index, const FlLoweredNode *lowered,
                  gboolean is_done)
{
  const FlNode *node = &graph->nodes[index];
  FlLook look = is_done ? lowered_kinds[lowered->kind].look : fl_look_of_node (node);
  g_autoptr (GString) value = g_string_new (NULL);
  FlSceneText text;
  FlSceneNode *box;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, node->name);
  fl_scene_text_add (&text, builder, is_done ? describe_lowered (builder, lowered) : "not lowered yet");
  if (node->value.kind == FL_VALUE_TENSOR)
    {
      fl_value_append (value, &node->value);
      fl_scene_text_add (&text, builder, value->str);
    }
  if (node->kind == FL_NODE_CALL)
    fl_scene_text_tip (&text, "%s", node->target);
  if (is_done && (lowered->kind == FL_LOWERED_POINTWISE || lowered->kind == FL_LOWERED_REDUCTION))
    fl_scene_text_tip (&text, "%u operations, %u reads", lowered->count.n_ops, lowered->count.n_reads);
  if (is_done && lowered->buffer != NULL && lowered->buffer->why != NULL)
    fl_scene_text_tip (&text, "realized: %s", lowered->buffer->why);
  if (is_done && lowered->text != NULL)
    fl_scene_text_tip (&text, "%.600s", lowered->text);
  fl_scene_tip_source (&text, node);
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, node->name }, look, &text);
  fl_scene_builder_place_origins (builder, position, graph, &(FlNodeId) { index }, 1);
  box = fl_scene_builder_get_node (builder, position);
  box->is_faded = !is_done || (lowered->kind == FL_LOWERED_POINTWISE && lowered->buffer == NULL)
                  || lowered->kind == FL_LOWERED_NOTHING;
}

void
fl_scene_build_lowered (FlSceneBuilder *builder)
{
  const FlLowered *lowered = builder->run->lowered;
  const FlGraph *graph = lowered->graph;
  guint n_done = lowered->n_unlowered > 0 ? MIN (lowered->n_unlowered, graph->n_nodes) : graph->n_nodes;

  for (guint i = 0; i < graph->n_nodes; i++)
    add_lowered_node (builder, graph, i, &lowered->nodes[i], i < n_done);
  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint u = 0; u < graph->nodes[i].n_users; u++)
      {
        guint user = graph->nodes[i].users[u].index;
        gboolean is_view = user < n_done && lowered->nodes[user].kind == FL_LOWERED_VIEW;

        fl_scene_builder_add_edge (builder, i, user, is_view ? FL_EDGE_ALIAS : FL_EDGE_DATA, NULL, NULL);
      }
  if (n_done < graph->n_nodes)
    fl_scene_builder_note (builder, "%u of %u nodes are lowered at this step.", n_done, graph->n_nodes);
}

/* --- stage REALIZE -------------------------------------------------------------------------- */
static const char *
describe_work (FlSceneBuilder *builder, const FlBuffer *buffer)
{
  const FlLoops *loops = buffer->loops;

  if (buffer->kernel != NULL)
    return buffer->kernel;
  if (buffer->kind != FL_BUFFER_COMPUTED || loops == NULL)
    return fl_buffer_get_class_name (buffer);
  if (loops->kind == FL_LOOPS_REDUCTION)
    return fl_arena_printf (builder->arena, "Reduction, %s", fl_reduction_get_name (loops->reduction));
  return loops->kind == FL_LOOPS_POINTWISE
             ? "Pointwise"
             : (loops->kind == FL_LOOPS_SCATTER ? "Scatter" : (loops->kind == FL_LOOPS_SCAN ? "Scan" : "Sort"));
}

static guint32
add_buffer (FlSceneBuilder *builder, const FlGraph *graph, const FlBuffer *buffer)
{
  FlLook look = buffer->kind == FL_BUFFER_COMPUTED ? FL_LOOK_BUFFER : fl_look_of_buffer (buffer);
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, buffer->name);
  if (buffer->kind != FL_BUFFER_INPUT && buffer->kind != FL_BUFFER_CONSTANT)
    fl_scene_text_add (&text, builder, describe_work (builder, buffer));
  fl_scene_text_add (&text, builder, fl_scene_layout_text (builder, &buffer->layout));
  if (buffer->why != NULL)
    fl_scene_text_tip (&text, "realized: %s", buffer->why);
  if (buffer->op_name != NULL)
    fl_scene_text_tip (&text, "operation: %s", buffer->op_name);
  tip_layout (&text, &buffer->layout);
  fl_scene_tip_origins (&text, graph, buffer->origins, buffer->n_origins);
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_BUFFER, buffer->name }, look, &text);
  fl_scene_builder_place_origins (builder, position, graph, buffer->origins, buffer->n_origins);
  return position;
}

/* The buffer that holds an FX node's value; NULL while it is inlined. */
static const FlBuffer *
get_buffer (const FlLowered *lowered, guint index)
{
  return lowered->nodes != NULL ? lowered->nodes[index].buffer : NULL;
}

typedef struct
{
  FlSceneBuilder *builder;
  const FlLowered *lowered;
  const FlBuffer *buffer;
  guint32 *inside; /* per FX node: position of its box inside this buffer + 1; 0: none */
  guint depth;
} Inline;

static void link_argument (Inline *inl, const FlArg *arg, guint32 to);

static void
link_arguments (Inline *inl, guint index, guint32 to)
{
  const FlNode *node = &inl->lowered->graph->nodes[index];

  for (guint i = 0; i < node->n_args; i++)
    link_argument (inl, &node->args[i], to);
}

static void
link_argument (Inline *inl, const FlArg *arg, guint32 to)
{
  const FlBuffer *buffer;

  for (guint i = 0; i < arg->n_items; i++)
    link_argument (inl, &arg->items[i], to);
  if (arg->kind != FL_ARG_NODE)
    return;
  if (inl->inside[arg->node.index] != 0)
    {
      fl_scene_builder_add_edge (inl->builder, inl->inside[arg->node.index] - 1, to, FL_EDGE_DATA, NULL, NULL);
      return;
    }
  buffer = get_buffer (inl->lowered, arg->node.index);
  if (buffer != NULL && buffer != inl->buffer)
    fl_scene_builder_add_edge (inl->builder, fl_scene_builder_find (inl->builder, buffer->name), to, FL_EDGE_DATA, NULL,
                               NULL);
  else if (inl->depth < 64)
    {
      /* inlined, but not listed as an origin: look through it */
      inl->depth++;
      link_arguments (inl, arg->node.index, to);
      inl->depth--;
    }
}

static guint32
add_inlined (FlSceneBuilder *builder, const FlGraph *graph, const FlBuffer *buffer, guint index)
{
  const FlNode *node = &graph->nodes[index];
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, node->name);
  fl_scene_text_add (&text, builder, fl_scene_short_target (node->target));
  fl_scene_text_tip (&text, "inlined into %s: computed there again for each use", buffer->name);
  fl_scene_tip_source (&text, node);
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, node->name }, fl_look_of_node (node), &text);
  fl_scene_builder_place_origins (builder, position, graph, &(FlNodeId) { index }, 1);
  fl_scene_builder_get_node (builder, position)->is_faded = TRUE;
  return position;
}

/* A computed buffer with more than one origin: the operators inlined into it, and the buffer, in
 * one enclosing shape. */
static void
add_computed (FlSceneBuilder *builder, const FlLowered *lowered, const FlBuffer *buffer, guint32 *inside)
{
  const FlGraph *graph = lowered->graph;
  Inline inl = { builder, lowered, buffer, inside, 0 };
  gint32 cluster = -1;
  guint32 own;

  if (buffer->n_origins > 1)
    {
      g_autofree char *title = g_strdup_printf ("%s   %u operators in one loop", buffer->name, buffer->n_origins);
      cluster
          = fl_scene_builder_add_cluster (builder, (FlItem) { FL_ITEM_BUFFER, buffer->name }, title, buffer->why, -1);
      for (guint i = 0; i < buffer->n_origins; i++)
        {
          guint index = buffer->origins[i].index;

          if (index == buffer->fx_node.index || graph->nodes[index].kind != FL_NODE_CALL)
            continue;
          inside[index] = add_inlined (builder, graph, buffer, index) + 1;
          fl_scene_builder_get_node (builder, inside[index] - 1)->cluster = cluster;
          link_arguments (&inl, index, inside[index] - 1);
        }
    }
  own = add_buffer (builder, graph, buffer);
  fl_scene_builder_get_node (builder, own)->cluster = cluster;
  if (buffer->fx_node.index < graph->n_nodes)
    link_arguments (&inl, buffer->fx_node.index, own);
  else if (buffer->n_origins > 0)
    {
      guint last = buffer->origins[buffer->n_origins - 1].index;
      if (inside[last] != 0)
        fl_scene_builder_add_edge (builder, inside[last] - 1, own, FL_EDGE_DATA, NULL, NULL);
      else
        link_arguments (&inl, last, own);
    }
  for (guint i = 0; i < buffer->n_origins; i++)
    inside[buffer->origins[i].index] = 0;
}

static void
link_extern (FlSceneBuilder *builder, const FlBuffer *buffer, guint32 position)
{
  FlEdgeLook look
      = buffer->kind == FL_BUFFER_MULTI_OUTPUT || buffer->kind == FL_BUFFER_CONCAT || buffer->kind == FL_BUFFER_NOP
            ? FL_EDGE_ALIAS
            : FL_EDGE_DATA;

  for (guint i = 0; i < buffer->n_args; i++)
    {
      const FlExternArg *arg = &buffer->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && arg->tensor.buffer != NULL)
        fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, arg->tensor.buffer->name), position, look,
                                   NULL, NULL);
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (arg->tensors[k].buffer != NULL)
          fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, arg->tensors[k].buffer->name), position,
                                     look, NULL, NULL);
    }
}

static void
link_mutations (FlSceneBuilder *builder, const FlBuffer *buffer)
{
  guint32 position = fl_scene_builder_find (builder, buffer->name);

  for (guint i = 0; i < buffer->n_mutates; i++)
    fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, buffer->mutates[i]->name), position,
                               FL_EDGE_MUTATION, NULL, "writes into its memory");
  if ((buffer->layout.kind == FL_LAYOUT_MUTATION || buffer->layout.kind == FL_LAYOUT_NON_OWNING)
      && buffer->layout.target != NULL)
    fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, buffer->layout.target->name), position,
                               buffer->layout.kind == FL_LAYOUT_MUTATION ? FL_EDGE_MUTATION : FL_EDGE_ALIAS, NULL,
                               NULL);
}

static void
add_outputs (FlSceneBuilder *builder, const FlLowered *lowered)
{
  FlSceneText text;
  guint32 position;

  if (lowered->n_outputs == 0)
    return;
  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, "output");
  fl_scene_text_add (&text, builder,
                     fl_arena_printf (builder->arena, "%u result%s", lowered->n_outputs,
                                      lowered->n_outputs == 1 ? "" : "s"));
  position
      = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, fl_intern ("output") }, FL_LOOK_OUTPUT, &text);
  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR && lowered->outputs[i].tensor.buffer != NULL)
      fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, lowered->outputs[i].tensor.buffer->name),
                                 position, FL_EDGE_DATA, NULL, NULL);
}

void
fl_scene_build_realized (FlSceneBuilder *builder)
{
  const FlLowered *lowered = builder->run->lowered;
  g_autofree guint32 *inside = g_new0 (guint32, MAX (lowered->graph->n_nodes, 1));

  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL)
      add_buffer (builder, lowered->graph, lowered->inputs[i]);
  for (guint i = 0; i < lowered->n_constants; i++)
    add_buffer (builder, lowered->graph, lowered->constants[i]);
  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      const FlBuffer *buffer = lowered->buffers[i];

      if (buffer->kind == FL_BUFFER_COMPUTED)
        add_computed (builder, lowered, buffer, inside);
      else
        link_extern (builder, buffer, add_buffer (builder, lowered->graph, buffer));
    }
  for (guint i = 0; i < lowered->n_buffers; i++)
    link_mutations (builder, lowered->buffers[i]);
  add_outputs (builder, lowered);
}

FlLook
fl_look_of_sched_node (const FlSchedNode *node)
{
  if (node->kind == FL_SCHED_NOP)
    return FL_LOOK_VIEW;
  if (node->op != NULL && node->op->kind != FL_BUFFER_COMPUTED)
    return fl_look_of_buffer (node->op);
  if (node->op != NULL && node->op->loops != NULL && node->op->loops->kind == FL_LOOPS_SCATTER)
    return FL_LOOK_RANDOM;
  return node->is_reduction ? FL_LOOK_REDUCTION : FL_LOOK_POINTWISE;
}
