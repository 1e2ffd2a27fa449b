/* Folding, second half: the boxes and arrows of the folded scene. */
#include <string.h>

#include "fl-scene-fold-private.h"

enum
{
  MAX_CLUSTER_DEPTH = 3 /* deeper modules are not drawn as enclosing shapes */
};

/* --- new boxes ------------------------------------------------------------------------------ */
typedef struct
{
  guint looks[FL_N_LOOKS];
  double heat;
  gboolean is_faded;
  GString *members;
  guint n_members;
  const char *section;
} Summary;

static void
summarize (Fold *fold, const Group *group, Summary *summary, guint32 target)
{
  enum
  {
    MAX_MEMBERS = 24
  };

  for (guint i = 0; i < group->children->len; i++)
    {
      const Child *child = &g_array_index (group->children, Child, i);
      const FlSceneNode *node;

      if (child->group != NULL)
        {
          summarize (fold, child->group, summary, target);
          continue;
        }
      node = fl_scene_builder_get_node (fold->builder, child->leaf);
      fold->map[child->leaf] = target;
      summary->looks[node->look]++;
      summary->heat = MAX (summary->heat, node->heat);
      summary->is_faded = summary->is_faded && node->is_faded;
      if (summary->section == NULL)
        summary->section = fold->builder->sections->pdata[child->leaf];
      if (summary->n_members++ < MAX_MEMBERS && node->n_lines > 0)
        g_string_append_printf (summary->members, "\n%s%s%s", node->lines[0], node->n_lines > 1 ? "  " : "",
                                node->n_lines > 1 ? node->lines[1] : "");
    }
}

/* "12 pointwise · 4 extern · 2 reduction": the three most frequent kinds of work. */
static const char *
describe_looks (FlArena *arena, const guint *looks)
{
  static const char *const names[FL_N_LOOKS] = {
    [FL_LOOK_POINTWISE] = "pointwise", [FL_LOOK_REDUCTION] = "reduction", [FL_LOOK_VIEW] = "view",
    [FL_LOOK_EXTERN] = "extern",       [FL_LOOK_TEMPLATE] = "template",   [FL_LOOK_RANDOM] = "scatter",
    [FL_LOOK_BUFFER] = "buffer",       [FL_LOOK_FOLDED] = "group",        [FL_LOOK_OPAQUE] = "unknown",
  };
  g_autoptr (GString) out = g_string_new (NULL);
  guint left[FL_N_LOOKS];

  memcpy (left, looks, sizeof left);
  for (guint round = 0; round < 3; round++)
    {
      guint best = FL_N_LOOKS;

      for (guint i = 0; i < FL_N_LOOKS; i++)
        if (names[i] != NULL && left[i] > 0 && (best == FL_N_LOOKS || left[i] > left[best]))
          best = i;
      if (best == FL_N_LOOKS)
        break;
      g_string_append_printf (out, "%s%u %s", out->len > 0 ? " · " : "", left[best], names[best]);
      left[best] = 0;
    }
  return fl_arena_strdup (arena, out->str);
}

static void
add_folded (Fold *fold, Group *group, gint32 cluster)
{
  FlArena *arena = fold->builder->arena;
  g_autoptr (GString) members = g_string_new (NULL);
  Summary summary = { .heat = -1, .is_faded = TRUE, .members = members };
  guint32 position = fold->nodes->len;
  const char **lines = fl_arena_new (arena, const char *, 3);
  const char *kinds;
  FlSceneNode node;
  guint n = 0;

  summarize (fold, group, &summary, position);
  kinds = describe_looks (arena, summary.looks);
  lines[n++] = fl_scene_clip (arena, group->title, FL_MAX_LABEL);
  lines[n++] = fl_arena_printf (arena, "%u nodes", group->n_leaves);
  if (*kinds != '\0')
    lines[n++] = fl_scene_clip (arena, kinds, FL_MAX_LABEL);
  if (summary.n_members > 24)
    g_string_append_printf (members, "\n… and %u more", summary.n_members - 24);
  node = (FlSceneNode) {
    .item = { FL_ITEM_NONE, group->path },
    .look = FL_LOOK_FOLDED,
    .n_lines = n,
    .lines = lines,
    .tooltip = fl_arena_printf (arena, "%s\n%u nodes: %s%s%s\n%s", group->path, group->n_leaves, kinds,
                                summary.section != NULL ? "\n" : "", summary.section != NULL ? summary.section : "",
                                members->str),
    .badges = NULL,
    .cluster = cluster,
    .heat = summary.heat,
    .is_faded = summary.is_faded,
  };
  g_array_append_val (fold->nodes, node);
  fold->builder->n_folded += group->n_leaves;
}

static gboolean
wants_cluster (const Fold *fold, const Group *group)
{
  guint n_groups = 0;

  if (group->parent == NULL || group->is_run || group->children->len < 2 || group->depth > MAX_CLUSTER_DEPTH)
    return FALSE;
  for (guint i = 0; i < group->children->len; i++)
    n_groups += g_array_index (group->children, Child, i).group != NULL;
  return n_groups < group->children->len || n_groups > 1;
}

void
fl_fold_emit_group (Fold *fold, Group *group, gint32 cluster)
{
  FlSceneBuilder *builder = fold->builder;

  if (!group->is_open)
    {
      add_folded (fold, group, cluster);
      return;
    }
  if (wants_cluster (fold, group))
    {
      g_autofree char *title = g_strdup_printf ("%s   %u nodes", group->title, group->n_leaves);
      cluster
          = fl_scene_builder_add_cluster (builder, (FlItem) { FL_ITEM_NONE, group->path }, title, group->path, cluster);
    }
  for (guint i = 0; i < group->children->len; i++)
    {
      Child *child = &g_array_index (group->children, Child, i);
      FlSceneNode node;

      if (child->group != NULL)
        {
          fl_fold_emit_group (fold, child->group, cluster);
          continue;
        }
      node = *fl_scene_builder_get_node (builder, child->leaf);
      fold->map[child->leaf] = fold->nodes->len;
      if (node.cluster < 0)
        node.cluster = cluster;
      g_array_append_val (fold->nodes, node);
    }
}

/* --- new arrows ----------------------------------------------------------------------------- */
void
fl_fold_remap_edges (FlSceneBuilder *builder, const guint32 *map)
{
  g_autoptr (GArray) old = builder->edges;
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  builder->edges = g_array_new (FALSE, TRUE, sizeof (FlSceneEdge));
  for (guint i = 0; i < old->len; i++)
    {
      FlSceneEdge edge = g_array_index (old, FlSceneEdge, i);
      gint64 key;
      guint at;

      edge.from = map[edge.from];
      edge.to = map[edge.to];
      if (edge.from == edge.to)
        continue;
      key = ((gint64) edge.from << 35) | ((gint64) edge.to << 3) | (gint64) edge.look;
      at = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &key));
      if (at == 0)
        {
          g_array_append_val (builder->edges, edge);
          g_hash_table_insert (counts, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (builder->edges->len));
          continue;
        }
      FlSceneEdge *kept = &g_array_index (builder->edges, FlSceneEdge, at - 1);
      guint n = kept->label != NULL && g_str_has_prefix (kept->label, "×")
                    ? (guint) strtoul (kept->label + strlen ("×"), NULL, 10)
                    : 1;
      kept->label = fl_arena_printf (builder->arena, "×%u", n + 1);
      if (edge.tooltip != NULL && n < 12)
        kept->tooltip = kept->tooltip != NULL ? fl_arena_printf (builder->arena, "%s\n%s", kept->tooltip, edge.tooltip)
                                              : edge.tooltip;
    }
}

void
fl_fold_collapse_clusters (FlSceneBuilder *builder)
{
  guint n = builder->nodes->len;
  g_autofree guint32 *map = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *of_cluster = g_new (guint32, MAX (builder->clusters->len, 1));
  g_autoptr (GArray) old = builder->nodes;
  g_autoptr (GPtrArray) old_paths = builder->paths, old_sections = builder->sections;

  memset (of_cluster, 0xff, sizeof (guint32) * builder->clusters->len);
  builder->nodes = g_array_new (FALSE, TRUE, sizeof (FlSceneNode));
  builder->paths = g_ptr_array_new ();
  builder->sections = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    {
      FlSceneNode node = g_array_index (old, FlSceneNode, i);
      FlSceneHidden hidden = { node.item, builder->nodes->len };
      const FlSceneCluster *cluster
          = node.cluster >= 0 ? &g_array_index (builder->clusters, FlSceneCluster, node.cluster) : NULL;

      if (cluster != NULL && of_cluster[node.cluster] != G_MAXUINT32)
        {
          FlSceneNode *box;
          map[i] = hidden.node = of_cluster[node.cluster];
          g_array_append_val (builder->hidden, hidden);
          box = fl_scene_builder_get_node (builder, map[i]);
          box->heat = MAX (box->heat, node.heat);
          continue;
        }
      map[i] = builder->nodes->len;
      if (cluster != NULL)
        {
          const char **lines = fl_arena_new (builder->arena, const char *, 2);

          of_cluster[node.cluster] = map[i];
          g_array_append_val (builder->hidden, hidden);
          lines[0] = fl_scene_clip (builder->arena, cluster->item.name != NULL ? cluster->item.name : cluster->title,
                                    FL_MAX_LABEL);
          lines[1] = fl_scene_clip (builder->arena, cluster->title, FL_MAX_LABEL);
          node = (FlSceneNode) { .item = cluster->item,
                                 .look = FL_LOOK_FOLDED,
                                 .n_lines = 2,
                                 .lines = lines,
                                 .tooltip = cluster->tooltip,
                                 .badges = node.badges,
                                 .heat = node.heat };
        }
      node.cluster = -1;
      g_array_append_val (builder->nodes, node);
      g_ptr_array_add (builder->paths, old_paths->pdata[i]);
      g_ptr_array_add (builder->sections, old_sections->pdata[i]);
    }
  g_array_set_size (builder->clusters, 0);
  fl_fold_remap_edges (builder, map);
}
