/* Scenes of the scheduler: nodes in order with their dependencies by kind; and after fusion, the
 * same nodes in enclosing shapes, with the pairs that were refused as dashed arrows. */
#include "fl-fusion-log.h"
#include "fl-scene-private.h"

enum
{
  MAX_REFUSED = 24 /* dashed arrows; the most valuable pairs */
};

/* --- boxes ---------------------------------------------------------------------------------- */
static void
append_sizes (GString *out, const FlSym *const *sizes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, " × ");
      fl_sym_append (out, sizes[i]);
    }
  if (n == 0)
    g_string_append_c (out, '1');
}

/* "10 × 3840, reduces 3840": what its loops run over. */
static const char *
describe_loops (FlSceneBuilder *builder, const FlSchedNode *node)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (node->body == NULL)
    return node->op != NULL && node->op->kernel != NULL ? node->op->kernel : fl_sched_kind_get_name (node->kind);
  append_sizes (out, node->iter_sizes, node->n_iter_sizes);
  if (node->n_reduce_sizes > 0)
    {
      g_string_append (out, ", reduces ");
      append_sizes (out, node->reduce_sizes, node->n_reduce_sizes);
    }
  return fl_arena_strdup (builder->arena, out->str);
}

static void
tip_deps (FlSceneText *text, const char *what, const FlDep *deps, guint n, const FlTorch *rules)
{
  for (guint i = 0; i < n && i < 12; i++)
    {
      g_autoptr (GString) dep = g_string_new (NULL);

      fl_dep_append (dep, &deps[i], rules);
      fl_scene_text_tip (text, "%s %s", what, dep->str);
    }
  if (n > 12)
    fl_scene_text_tip (text, "%s %u more", what, n - 12);
}

/* The FX operators it computes: "exp, sub". A library call lists what it was made from too: there
 * only its own counts. */
static const char *
describe_origins (FlSceneBuilder *builder, const FlGraph *graph, const FlBuffer *buffer)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (buffer->kind != FL_BUFFER_COMPUTED && graph != NULL && buffer->fx_node.index < graph->n_nodes)
    return fl_arena_strdup (builder->arena, fl_graph_get_node (graph, buffer->fx_node)->name);
  for (guint i = 0; graph != NULL && i < buffer->n_origins; i++)
    {
      const FlNode *node = fl_graph_get_node (graph, buffer->origins[i]);
      if (node->kind == FL_NODE_CALL)
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", node->name);
    }
  return fl_arena_strdup (builder->arena, out->str);
}

static guint32
add_node (FlSceneBuilder *builder, const FlSchedule *schedule, const FlSchedNode *node)
{
  const FlGraph *graph = schedule->lowered->graph;
  const FlBuffer *op = node->op;
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder,
                     op != NULL ? fl_arena_printf (builder->arena, "%s  →  %s", node->name, op->name) : node->name);
  if (op != NULL)
    fl_scene_text_add (&text, builder, describe_origins (builder, graph, op));
  fl_scene_text_add (&text, builder, describe_loops (builder, node));
  fl_scene_text_add_concepts (&text, builder, node);
  fl_scene_text_tip (&text, "%s, number %u in order", fl_sched_kind_get_name (node->kind), node->min_order);
  if (op != NULL)
    fl_scene_text_tip (&text, "writes %s", fl_scene_layout_text (builder, &op->layout));
  tip_deps (&text, "reads", node->reads, node->n_reads, &schedule->text_rules);
  tip_deps (&text, "waits for", node->unmet, node->n_unmet, &schedule->text_rules);
  if (op != NULL)
    fl_scene_tip_origins (&text, graph, op->origins, op->n_origins);
  position
      = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_OP, node->name }, fl_look_of_sched_node (node), &text);
  if (op != NULL)
    fl_scene_builder_place_origins (builder, position, graph, op->origins, op->n_origins);
  for (guint i = 0; i < node->n_outputs; i++)
    fl_scene_builder_name (builder, node->outputs[i]->buffer->name, position);
  return position;
}

static void
add_input (FlSceneBuilder *builder, const FlBuffer *buffer)
{
  FlSceneText text;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, buffer->name);
  fl_scene_text_add (&text, builder, fl_scene_layout_text (builder, &buffer->layout));
  fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_BUFFER, buffer->name }, fl_look_of_buffer (buffer), &text);
}

static void
add_inputs (FlSceneBuilder *builder, const FlSchedule *schedule)
{
  g_autoptr (GHashTable) read = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < schedule->n_originals; i++)
    for (guint k = 0; k < schedule->originals[i]->n_reads; k++)
      g_hash_table_add (read, (gpointer) schedule->originals[i]->reads[k].name);
  for (guint i = 0; i < schedule->lowered->n_inputs; i++)
    if (schedule->lowered->inputs[i] != NULL && g_hash_table_contains (read, schedule->lowered->inputs[i]->name))
      add_input (builder, schedule->lowered->inputs[i]);
  for (guint i = 0; i < schedule->lowered->n_constants; i++)
    if (g_hash_table_contains (read, schedule->lowered->constants[i]->name))
      add_input (builder, schedule->lowered->constants[i]);
}

/* --- arrows --------------------------------------------------------------------------------- */
static gboolean
writes_into (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_outputs; i++)
    for (guint k = 0; k < node->outputs[i]->n_mutations; k++)
      if (node->outputs[i]->mutations[k] == name)
        return TRUE;
  return FALSE;
}

static void
link_deps (FlSceneBuilder *builder, const FlSchedule *schedule, const FlSchedNode *node, const FlDep *deps, guint n,
           gboolean only_weak)
{
  guint32 to = fl_scene_builder_find (builder, node->name);

  for (guint i = 0; i < n; i++)
    {
      const FlDep *dep = &deps[i];
      FlEdgeLook look
          = dep->kind == FL_DEP_WEAK ? FL_EDGE_WEAK : (writes_into (node, dep->name) ? FL_EDGE_MUTATION : FL_EDGE_DATA);
      g_autoptr (GString) tip = g_string_new (NULL);

      if (only_weak && dep->kind != FL_DEP_WEAK)
        continue;
      fl_dep_append (tip, dep, &schedule->text_rules);
      fl_scene_builder_add_edge (builder, fl_scene_builder_find (builder, dep->name), to, look, NULL,
                                 fl_arena_printf (builder->arena, "%s reads %.300s", node->name, tip->str));
    }
}

static void
link_all (FlSceneBuilder *builder, const FlSchedule *schedule)
{
  FlSceneText text;
  guint32 output = G_MAXUINT32;
  guint n_results = 0;

  for (guint i = 0; i < schedule->n_originals; i++)
    {
      const FlSchedNode *node = schedule->originals[i];

      link_deps (builder, schedule, node, node->reads, node->n_reads, FALSE);
      link_deps (builder, schedule, node, node->unmet, node->n_unmet, TRUE);
    }
  for (guint i = 0; i < schedule->lowered->n_outputs; i++)
    n_results += schedule->lowered->outputs[i].kind == FL_OUTPUT_TENSOR;
  if (n_results == 0)
    return;
  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, "output");
  fl_scene_text_add (&text, builder,
                     fl_arena_printf (builder->arena, "%u result%s", n_results, n_results == 1 ? "" : "s"));
  output = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, fl_intern ("output") }, FL_LOOK_OUTPUT, &text);
  for (guint i = 0; i < schedule->lowered->n_outputs; i++)
    if (schedule->lowered->outputs[i].kind == FL_OUTPUT_TENSOR && schedule->lowered->outputs[i].tensor.buffer != NULL)
      fl_scene_builder_add_edge (builder,
                                 fl_scene_builder_find (builder, schedule->lowered->outputs[i].tensor.buffer->name),
                                 output, FL_EDGE_DATA, NULL, NULL);
}

void
fl_scene_build_schedule (FlSceneBuilder *builder, const FlSchedule *schedule)
{
  add_inputs (builder, schedule);
  for (guint i = 0; i < schedule->n_nodes; i++)
    for (guint k = 0; k < schedule->nodes[i]->n_originals; k++)
      add_node (builder, schedule, schedule->nodes[i]->originals[k]);
  link_all (builder, schedule);
  if (schedule->n_dead > 0)
    fl_scene_builder_note (builder, "%u nodes that nobody reads were removed.", schedule->n_dead);
}

/* --- stage FUSE ----------------------------------------------------------------------------- */
/* Bytes that the members would move as kernels of their own, less what the group moves. */
static gint64
get_saved_bytes (const FlSchedule *schedule, const FlSchedNode *group)
{
  gint64 read, written, total = 0;

  for (guint i = 0; i < group->n_originals; i++)
    {
      fl_sched_node_count_traffic (schedule, group->originals[i], &read, &written);
      total += read + written;
    }
  fl_sched_node_count_traffic (schedule, group, &read, &written);
  return total - read - written;
}

static void
add_group (FlSceneBuilder *builder, const FlSchedule *schedule, const FlSchedNode *node, gint32 parent)
{
  gint32 cluster = parent;

  if (node->n_originals > 1)
    {
      gint64 saved = get_saved_bytes (schedule, node);
      g_autofree char *saved_text = saved > 0 ? fl_text_dup_bytes ((guint64) saved) : NULL;
      g_autofree char *name = g_strdup (fl_scene_clip (builder->arena, node->name, 28));
      g_autofree char *title
          = g_strdup_printf ("%s   %u ops%s%s%s", name, node->n_originals, saved_text != NULL ? "   " : "",
                             saved_text != NULL ? saved_text : "", saved_text != NULL ? " saved" : "");
      g_autofree char *tip
          = g_strdup_printf ("%s\n%s of %u nodes%s%s%s", node->name, fl_sched_kind_get_name (node->kind),
                             node->n_originals, saved_text != NULL ? "\nsaves " : "",
                             saved_text != NULL ? saved_text : "", saved_text != NULL ? " of reads and writes" : "");
      cluster = fl_scene_builder_add_cluster (builder, (FlItem) { FL_ITEM_GROUP, node->name }, title, tip, parent);
    }
  if (node->n_members > 0 && (node->kind == FL_SCHED_OUTER_LOOP || node->kind == FL_SCHED_KERNEL_GROUP))
    {
      for (guint i = 0; i < node->n_members; i++)
        add_group (builder, schedule, node->members[i], cluster);
      return;
    }
  for (guint i = 0; i < node->n_originals; i++)
    {
      guint32 position = add_node (builder, schedule, node->originals[i]);
      fl_scene_builder_get_node (builder, position)->cluster = cluster;
    }
}

/* An outer-loop kernel holds clusters of its own. */
static gint32
get_top_cluster (FlSceneBuilder *builder, guint32 position)
{
  gint32 cluster = fl_scene_builder_get_node (builder, position)->cluster;

  while (cluster >= 0 && g_array_index (builder->clusters, FlSceneCluster, cluster).parent >= 0)
    cluster = g_array_index (builder->clusters, FlSceneCluster, cluster).parent;
  return cluster;
}

/* Unordered. */
static gint64 *
new_pair (gint32 a, gint32 b)
{
  gint64 pair = (gint64) ((guint64) (guint32) MIN (a, b) << 32 | (guint32) MAX (a, b));

  return g_memdup2 (&pair, sizeof pair);
}

/* What a dashed arrow says when the pointer is on it; the inspector says the rest. */
static const char *
describe_refusal (FlSceneBuilder *builder, const FlFusionLog *log, const FlRefusal *refusal)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shared = fl_text_dup_bytes ((guint64) MAX (refusal->shared, 0));

  g_string_append_printf (text, "%s and %s were not fused: %s", log->nodes[refusal->a].name,
                          log->nodes[refusal->b].name, refusal->reason);
  if (refusal->facts != NULL)
    g_string_append_printf (text, "\n%s", refusal->facts);
  g_string_append_printf (text, "\n%s", fl_refusal_kind_get_sentence (refusal->kind));
  if (refusal->shared > 0)
    g_string_append_printf (text, "\n%s shared", shared);
  if (refusal->event != NULL && refusal->event->round > 0)
    g_string_append_printf (text, "%s round %u", refusal->shared > 0 ? "," : "\n", refusal->event->round);
  if (refusal->n_events > 1)
    g_string_append_printf (text, "; refused %u times", refusal->n_events);
  return fl_arena_strdup (builder->arena, text->str);
}

static gboolean
add_refusal (FlSceneBuilder *builder, const FlFusionLog *log, const FlRefusal *refusal, GHashTable *pairs)
{
  static const FlEdgeLook looks[FL_N_REFUSALS]
      = { FL_EDGE_REFUSED, FL_EDGE_REFUSED, FL_EDGE_REJECTED, FL_EDGE_UNTRIED };
  guint32 a = fl_scene_builder_find (builder, log->nodes[refusal->a].item.name),
          b = fl_scene_builder_find (builder, log->nodes[refusal->b].item.name);
  gint32 group_a, group_b;

  if (a == G_MAXUINT32 || b == G_MAXUINT32 || a == b)
    return FALSE;
  group_a = get_top_cluster (builder, a);
  group_b = get_top_cluster (builder, b);
  if (group_a >= 0 && group_a == group_b)
    return FALSE;
  if (!g_hash_table_add (pairs,
                         new_pair (group_a >= 0 ? -1 - group_a : (gint32) a, group_b >= 0 ? -1 - group_b : (gint32) b)))
    return FALSE; /* one arrow a pair of kernels: the most valuable one */
  if (builder->n_refused < builder->options.max_refused)
    {
      fl_scene_builder_add_edge (builder, MIN (a, b), MAX (a, b), looks[refusal->kind],
                                 fl_refusal_kind_get_title (refusal->kind), describe_refusal (builder, log, refusal));
      builder->n_refused++;
    }
  return TRUE;
}

static void
add_refused (FlSceneBuilder *builder)
{
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (builder->run);
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  if (builder->options.max_refused == 0)
    builder->options.max_refused = MAX_REFUSED;
  for (guint i = 0; log != NULL && i < log->n_refusals; i++)
    builder->n_refused_in_all += add_refusal (builder, log, &log->refusals[i], pairs);
  if (builder->n_refused < builder->n_refused_in_all)
    fl_scene_builder_note (builder, "%u of %u refused pairs are drawn: those that share most.", builder->n_refused,
                           builder->n_refused_in_all);
}

void
fl_scene_build_fused (FlSceneBuilder *builder)
{
  const FlSchedule *schedule = builder->run->fused;

  fl_scene_builder_read_concepts (builder);
  add_inputs (builder, schedule);
  for (guint i = 0; i < schedule->n_nodes; i++)
    add_group (builder, schedule, schedule->nodes[i], -1);
  g_clear_pointer (&builder->concepts, g_hash_table_unref);
  link_all (builder, schedule);
  if (builder->options.show_refused)
    add_refused (builder);
}
