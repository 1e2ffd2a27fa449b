/* The graph that a plan of a strategy over operations makes: each fusion one box, "fused.add_relu" as one node, before
 * anything is lowered. Stopped while the plan is applied, the picture has the fusions that were made so far. */
#include "fl-concepts.h"
#include "fl-event-kinds.h"
#include "fl-scene-private.h"

enum
{
  MAX_NAMES = 5 /* of members, in a box */
};

static FlLook
get_look (const FlOpNode *node)
{
  switch (node->kind)
    {
    case FL_OP_INPUT: return FL_LOOK_INPUT;
    case FL_OP_CONSTANT: return FL_LOOK_CONSTANT;
    case FL_OP_POINTWISE: return FL_LOOK_POINTWISE;
    case FL_OP_REDUCE: return FL_LOOK_REDUCTION;
    case FL_OP_BROADCAST:
    case FL_OP_TRANSPOSE:
    case FL_OP_RESHAPE:
    case FL_OP_SLICE: return FL_LOOK_VIEW;
    case FL_OP_CONCAT:
    case FL_OP_GATHER: return FL_LOOK_RANDOM;
    case FL_OP_MATMUL:
    case FL_OP_CONVOLUTION: return FL_LOOK_EXTERN;
    case FL_OP_OPAQUE: break;
    }
  return FL_LOOK_OPAQUE;
}

static void
add_shape (FlSceneText *text, FlSceneBuilder *builder, const FlOpNode *node)
{
  g_autoptr (GString) shape = g_string_new (fl_dtype_get_short_name (node->dtype));

  fl_concept_append_sizes (shape, node);
  fl_scene_text_add (text, builder, shape->str);
}

static void
append_names (GString *out, const FlOpGraph *graph, const guint32 *ops, guint n, guint most)
{
  for (guint i = 0; i < MIN (n, most); i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", graph->nodes[ops[i]].name);
  if (n > most)
    g_string_append_printf (out, " and %u more", n - most);
}

static void
add_op (FlSceneBuilder *builder, const FlOpNode *node, guint32 *boxes)
{
  FlSceneText text;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, node->name);
  if (node->kind != FL_OP_INPUT)
    fl_scene_text_add (&text, builder, node->fn != NULL ? node->fn : fl_op_kind_get_name (node->kind));
  add_shape (&text, builder, node);
  boxes[node->id] = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, node->name }, get_look (node), &text);
}

/* One node for all members: its kind, what it yields, and what it was. */
static void
add_fusion (FlSceneBuilder *builder, const FlOpGroup *group, guint32 *boxes)
{
  const FlRun *run = builder->run;
  const FlOpGraph *graph = run->partition->graph;
  const FlOpNode *root = &graph->nodes[group->members[group->n_members - 1]];
  const char *kind = fl_concepts_get_group_kind (run->partition, group, run->options.strategy, run->trace);
  g_autoptr (GString) results = g_string_new (NULL), members = g_string_new (NULL), all = g_string_new (NULL);
  FlSceneText text;
  guint32 position;

  append_names (results, graph, group->results, group->n_results, MAX_NAMES);
  append_names (members, graph, group->members, group->n_members, MAX_NAMES);
  append_names (all, graph, group->members, group->n_members, G_MAXUINT);
  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, results->str);
  fl_scene_text_add (&text, builder, kind);
  fl_scene_text_add (&text, builder, fl_arena_printf (builder->arena, "of %s", members->str));
  add_shape (&text, builder, root);
  fl_scene_text_tip (&text, "one operation in the place of %s", all->str);
  fl_scene_text_tip (&text, "template %s", fl_template_get_name (group->emission.template));
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, root->name }, FL_LOOK_TEMPLATE, &text);
  for (guint i = 0; i < group->n_members; i++)
    {
      boxes[group->members[i]] = position;
      fl_scene_builder_name (builder, graph->nodes[group->members[i]].name, position);
    }
}

static void
add_results (FlSceneBuilder *builder, const FlOpGraph *graph, const guint32 *boxes)
{
  FlSceneText text;
  guint32 position;
  guint n = 0;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    n += graph->nodes[i].is_output;
  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, "output");
  fl_scene_text_add (&text, builder, fl_arena_printf (builder->arena, "%u result%s", n, n == 1 ? "" : "s"));
  position
      = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, fl_intern ("output") }, FL_LOOK_OUTPUT, &text);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].is_output)
      fl_scene_builder_add_edge (builder, boxes[i], position, FL_EDGE_DATA, NULL, NULL);
}

/* Members of different groups may lie between each other: a value that is kept in several groups is drawn in the one
 * that writes it. */
static void
link_ops (FlSceneBuilder *builder, const FlOpGraph *graph, const guint32 *boxes)
{
  for (guint32 i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i].n_inputs; k++)
      fl_scene_builder_add_edge (builder, boxes[graph->nodes[i].inputs[k]], boxes[i], FL_EDGE_DATA, NULL, NULL);
}

guint
fl_scene_count_applied (const FlRun *run)
{
  const guint32 n_steps = fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE);
  guint n = 0;

  if (run->partition == NULL)
    return 0;
  for (guint32 i = n_steps; i > 0; i--, n++)
    if (fl_trace_get_step (run->trace, FL_STAGE_FUSE, i - 1)->kind != FL_EVENT_APPLY)
      break;
  return n;
}

void
fl_scene_build_regions (FlSceneBuilder *builder, gpointer data)
{
  const FlPartition *partition = builder->run->partition;
  const FlOpGraph *graph = partition->graph;
  g_autofree guint32 *boxes = g_new (guint32, graph->n_nodes + 1);
  const guint n_applied = GPOINTER_TO_UINT (data);
  guint n = 0;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      boxes[i] = G_MAXUINT32;
      if (!fl_op_is_work (&graph->nodes[i]) && (graph->nodes[i].n_users > 0 || graph->nodes[i].is_output))
        add_op (builder, &graph->nodes[i], boxes);
    }
  for (guint g = 0; g < partition->n_groups; g++)
    {
      const FlOpGroup *group = &partition->groups[g];

      if (group->n_members > 1 && n++ < n_applied)
        add_fusion (builder, group, boxes);
      else
        for (guint i = 0; i < group->n_members; i++)
          if (boxes[group->members[i]] == G_MAXUINT32)
            add_op (builder, &graph->nodes[group->members[i]], boxes);
    }
  link_ops (builder, graph, boxes);
  add_results (builder, graph, boxes);
  fl_scene_builder_note (builder, "The rewritten graph: %u fusion%s, each one operation.", MIN (n, n_applied),
                         MIN (n, n_applied) == 1 ? "" : "s");
}
