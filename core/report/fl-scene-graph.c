/* Scenes of the FX graph, as read and decomposed: one box an operator with its target and shape. In
 * the decomposed graph what was opened stands in one enclosing shape an operator, and what stayed
 * the same is drawn weakly. */
#include <string.h>

#include "fl-scene-private.h"

const char *
fl_scene_short_target (const char *target)
{
  if (g_str_has_suffix (target, ".default"))
    return fl_intern_n (target, strlen (target) - strlen (".default"));
  return target;
}

/* Composite operators have no kind of their own to show; by name they are near enough to one. */
static FlLook
look_of_composite (const char *target)
{
  static const char *const reductions[] = { "softmax", "norm", "mean", "var", "std", "loss", "logsumexp" };
  static const char *const externs[] = { "linear", "matmul", "attention", "conv", "einsum", "lstm" };

  for (guint i = 0; i < G_N_ELEMENTS (externs); i++)
    if (strstr (target, externs[i]) != NULL)
      return FL_LOOK_EXTERN;
  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (strstr (target, reductions[i]) != NULL)
      return FL_LOOK_REDUCTION;
  return FL_LOOK_POINTWISE;
}

FlLook
fl_look_of_node (const FlNode *node)
{
  if (node->kind == FL_NODE_PLACEHOLDER)
    return FL_LOOK_INPUT;
  if (node->kind == FL_NODE_GET_ATTR)
    return FL_LOOK_CONSTANT;
  if (node->kind == FL_NODE_OUTPUT)
    return FL_LOOK_OUTPUT;
  if (node->op == NULL)
    return FL_LOOK_OPAQUE;
  switch (node->op->kind)
    {
    case FL_ATEN_POINTWISE:
    case FL_ATEN_SYMBOLIC: return FL_LOOK_POINTWISE;
    case FL_ATEN_REDUCTION: return FL_LOOK_REDUCTION;
    case FL_ATEN_VIEW:
    case FL_ATEN_OTHER: return FL_LOOK_VIEW;
    case FL_ATEN_INDEX:
    case FL_ATEN_RANDOM:
    case FL_ATEN_MUTATION: return FL_LOOK_RANDOM;
    case FL_ATEN_CREATE: return FL_LOOK_CONSTANT;
    case FL_ATEN_EXTERN: return FL_LOOK_EXTERN;
    case FL_ATEN_COMPOSITE: return look_of_composite (node->target);
    }
  return FL_LOOK_OPAQUE;
}

void
fl_scene_tip_source (FlSceneText *text, const FlNode *node)
{
  if (node->module_path != NULL)
    fl_scene_text_tip (text, "module: %s", node->module_path);
  if (node->source_file != NULL)
    fl_scene_text_tip (text, "%s:%u", node->source_file, node->source_line);
  if (node->source_code != NULL)
    fl_scene_text_tip (text, "    %s", node->source_code);
}

void
fl_scene_tip_origins (FlSceneText *text, const FlGraph *graph, const FlNodeId *origins, guint n_origins)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (graph == NULL || n_origins == 0)
    return;
  for (guint i = 0; i < n_origins && i < 16; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", fl_graph_get_node (graph, origins[i])->name);
  if (n_origins > 16)
    g_string_append_printf (names, " and %u more", n_origins - 16);
  fl_scene_text_tip (text, "from: %s", names->str);
  fl_scene_tip_source (text, fl_graph_get_node (graph, origins[n_origins - 1]));
}

static void
place_node (FlSceneBuilder *builder, guint32 position, const FlNode *node)
{
  const char *section = NULL;

  if (node->source_code != NULL)
    section = fl_intern (node->source_code);
  fl_scene_builder_set_place (builder, position, node->module_path, section);
}

void
fl_scene_builder_place_origins (FlSceneBuilder *builder, guint32 position, const FlGraph *graph,
                                const FlNodeId *origins, guint n_origins)
{
  if (graph != NULL && n_origins > 0)
    place_node (builder, position, fl_graph_get_node (graph, origins[n_origins - 1]));
}

static void
describe_value (FlSceneBuilder *builder, FlSceneText *text, const FlNode *node)
{
  g_autoptr (GString) value = g_string_new (NULL);

  if (node->value.kind == FL_VALUE_UNKNOWN || node->value.kind == FL_VALUE_NONE)
    return;
  fl_value_append (value, &node->value);
  fl_scene_text_add (text, builder, value->str);
  if (node->value.kind == FL_VALUE_TENSOR && node->value.tensor.strides != NULL)
    {
      g_string_truncate (value, 0);
      fl_tensor_append (value, &node->value.tensor, TRUE, TRUE);
      fl_scene_text_tip (text, "%s", value->str);
    }
}

static void
describe_args (FlSceneText *text, const FlGraph *graph, const FlNode *node)
{
  g_autoptr (GString) args = g_string_new (NULL);

  for (guint i = 0; i < node->n_args && args->len < 400; i++)
    {
      if (i > 0)
        g_string_append (args, ", ");
      fl_arg_append (args, graph, &node->args[i]);
    }
  fl_scene_text_tip (text, "(%.*s%s)", (int) MIN (args->len, 400), args->str, args->len > 400 ? "…" : "");
}

static guint32
add_node (FlSceneBuilder *builder, const FlGraph *graph, const FlNode *node, FlItemKind kind)
{
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, node->name);
  if (node->kind == FL_NODE_OUTPUT)
    {
      guint n = node->n_args == 1 && node->args[0].n_items > 0 ? node->args[0].n_items : node->n_args;
      fl_scene_text_add (&text, builder, fl_arena_printf (builder->arena, "%u result%s", n, n == 1 ? "" : "s"));
    }
  else if (node->kind == FL_NODE_CALL)
    fl_scene_text_add (&text, builder, fl_scene_short_target (node->target));
  describe_value (builder, &text, node);
  if (node->kind == FL_NODE_CALL)
    describe_args (&text, graph, node);
  if (node->kind == FL_NODE_CALL && node->op == NULL)
    fl_scene_text_tip (&text, "This operator is not known: it is kept as it stands.");
  fl_scene_tip_source (&text, node);
  position = fl_scene_builder_add_node (builder, (FlItem) { kind, node->name }, fl_look_of_node (node), &text);
  place_node (builder, position, node);
  return position;
}

static void
add_edges (FlSceneBuilder *builder, const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      g_autoptr (GString) value = g_string_new (NULL);
      const char *tip = NULL;

      if (node->value.kind != FL_VALUE_UNKNOWN && node->n_users > 0)
        {
          fl_value_append (value, &node->value);
          tip = fl_arena_printf (builder->arena, "%s: %.200s", node->name, value->str);
        }
      for (guint u = 0; u < node->n_users; u++)
        {
          const FlNode *user = fl_graph_get_node (graph, node->users[u]);
          gboolean mutates = user->kind == FL_NODE_CALL && user->op != NULL && user->op->kind == FL_ATEN_MUTATION
                             && user->n_args > 0 && user->args[0].kind == FL_ARG_NODE && user->args[0].node.index == i;

          fl_scene_builder_add_edge (builder, i, node->users[u].index, mutates ? FL_EDGE_MUTATION : FL_EDGE_DATA, NULL,
                                     tip);
        }
    }
}

/* In the decomposed graph: what one operator opened into stands together, the rest is drawn weakly.
 */
static void
mark_changes (FlSceneBuilder *builder, const FlGraph *graph, const FlGraph *before)
{
  g_autofree guint *n_made = g_new0 (guint, MAX (before->n_nodes, 1));
  g_autofree gint32 *clusters = g_new (gint32, MAX (before->n_nodes, 1));
  guint n_opened = 0, n_changed = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].origin.index < before->n_nodes)
      n_made[graph->nodes[i].origin.index]++;
  for (guint i = 0; i < before->n_nodes; i++)
    {
      clusters[i] = -1;
      if (n_made[i] < 2)
        continue;
      g_autofree char *title = g_strdup_printf ("%s   opened into %u", before->nodes[i].name, n_made[i]);
      g_autofree char *tip = g_strdup_printf ("%s was %s", before->nodes[i].name, before->nodes[i].target);
      clusters[i] = fl_scene_builder_add_cluster (builder, (FlItem) { FL_ITEM_GRAPH_NODE, before->nodes[i].name },
                                                  title, tip, -1);
      n_opened++;
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      FlSceneNode *box = fl_scene_builder_get_node (builder, i);
      gboolean has_origin = node->origin.index < before->n_nodes;
      gboolean is_same
          = has_origin && n_made[node->origin.index] == 1 && before->nodes[node->origin.index].target == node->target;

      if (has_origin && clusters[node->origin.index] >= 0)
        box->cluster = clusters[node->origin.index];
      box->is_faded = is_same;
      n_changed += !is_same;
    }
  if (n_changed > 0)
    {
      fl_scene_builder_note (builder, "%u operator%s opened; unchanged nodes are drawn weakly.", n_opened,
                             n_opened == 1 ? " was" : "s were");
      return;
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    fl_scene_builder_get_node (builder, i)->is_faded = FALSE;
  if (graph->n_nodes < before->n_nodes)
    fl_scene_builder_note (builder, "No operator was opened; %u nodes were removed.", before->n_nodes - graph->n_nodes);
  else
    fl_scene_builder_note (builder, "Nothing was decomposed: every operator is a simple one already.");
}

void
fl_scene_build_graph (FlSceneBuilder *builder, const FlGraph *graph, FlItemKind kind)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    add_node (builder, graph, &graph->nodes[i], kind);
  add_edges (builder, graph);
  if (kind == FL_ITEM_NODE && builder->run->graph != NULL)
    mark_changes (builder, graph, builder->run->graph);
  if (graph->truncated)
    fl_scene_builder_note (builder, "The file ends early: %s",
                           graph->truncated_why != NULL ? graph->truncated_why : "what could be read is shown.");
}
