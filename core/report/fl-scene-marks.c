/* What PyTorch has, too, and what only one of the two has, on the boxes and groups of a scene. */
#include "fl-palette.h"
#include "fl-scene-private.h"

typedef struct
{
  FlScene *scene;
  const FlParity *parity;
  GHashTable *places; /* scheduler node -> position in nodes + 1, closed blocks included */
  GHashTable *groups; /* our scheduler node, or the name of our group -> FlParityGroup */
} Marking;

static void
index_places (Marking *marking)
{
  const FlScene *scene = marking->scene;

  for (guint i = 0; i < scene->n_hidden; i++)
    if (scene->hidden[i].item.name != NULL)
      g_hash_table_insert (marking->places, (gpointer) scene->hidden[i].item.name,
                           GUINT_TO_POINTER (scene->hidden[i].node + 1));
  for (guint i = 0; i < scene->n_nodes; i++)
    if (scene->nodes[i].item.name != NULL)
      g_hash_table_insert (marking->places, (gpointer) scene->nodes[i].item.name, GUINT_TO_POINTER (i + 1));
}

static void
index_groups (Marking *marking)
{
  const FlParity *parity = marking->parity;

  for (guint i = 0; i < parity->n_groups; i++)
    {
      const FlParityGroup *group = &parity->groups[i];

      if (group->mark == FL_MARK_THEIRS)
        continue;
      for (guint k = 0; k < group->n_members; k++)
        g_hash_table_insert (marking->groups, (gpointer) group->members[k], (gpointer) group);
      g_hash_table_insert (marking->groups, (gpointer) group->name, (gpointer) group);
    }
}

/* A closed block shows the gravest mark of what is inside. */
static void
set_mark (FlSceneNode *node, FlMark mark)
{
  if (mark > node->mark)
    node->mark = mark;
}

static const char *
add_line (Marking *marking, const char *tooltip, const char *line)
{
  return fl_arena_printf (marking->scene->arena, "%s%s%s", tooltip != NULL ? tooltip : "", tooltip != NULL ? "\n" : "",
                          line);
}

/* --- before fusion ---------------------------------------------------------------------------- */

static void
mark_nodes (Marking *marking)
{
  GHashTableIter iter;
  gpointer name, mark;

  g_hash_table_iter_init (&iter, marking->parity->marks);
  while (g_hash_table_iter_next (&iter, &name, &mark))
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (marking->places, name));

      if (place > 0)
        set_mark (&marking->scene->nodes[place - 1], (FlMark) GPOINTER_TO_INT (mark));
    }
  for (guint i = 0; i < marking->scene->n_nodes; i++)
    {
      FlSceneNode *node = &marking->scene->nodes[i];

      if (node->mark != FL_MARK_NONE)
        node->tooltip = add_line (marking, node->tooltip, fl_mark_get_info (node->mark)->sentence);
    }
}

/* --- after fusion ----------------------------------------------------------------------------- */

static const char *
describe_group (Marking *marking, const FlParityGroup *group)
{
  if (group->mark == FL_MARK_SAME)
    return "PyTorch has the same kernel";
  if (group->difference == G_MAXUINT)
    return "PyTorch does not have this kernel";
  return fl_arena_printf (marking->scene->arena, "PyTorch does not have this kernel\n%.400s",
                          marking->parity->differences[group->difference].title);
}

static void
mark_groups (Marking *marking)
{
  FlScene *scene = marking->scene;
  GHashTableIter iter;
  gpointer name, value;

  for (guint i = 0; i < scene->n_clusters; i++)
    {
      FlSceneCluster *cluster = &scene->clusters[i];
      const FlParityGroup *group = cluster->item.kind == FL_ITEM_GROUP && cluster->item.name != NULL
                                       ? g_hash_table_lookup (marking->groups, cluster->item.name)
                                       : NULL;

      if (group == NULL)
        continue;
      cluster->mark = group->mark;
      cluster->tooltip = add_line (marking, cluster->tooltip, describe_group (marking, group));
    }
  g_hash_table_iter_init (&iter, marking->groups);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (marking->places, name));
      const FlParityGroup *group = value;
      FlSceneNode *node = place > 0 ? &scene->nodes[place - 1] : NULL;

      if (node == NULL)
        continue;
      if (node->mark < group->mark)
        node->tooltip = add_line (marking, node->tooltip, describe_group (marking, group));
      set_mark (node, group->mark);
    }
}

static void
outline_group (Marking *marking, const FlParityGroup *group, GArray *outlines)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  FlSceneOutline outline = { 0 };

  for (guint i = 0; i < group->n_members; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (marking->places, group->members[i]));
      guint32 position = place - 1;
      gboolean is_new = place > 0;

      for (guint k = 0; k < nodes->len; k++)
        is_new = is_new && g_array_index (nodes, guint32, k) != position;
      if (is_new)
        g_array_append_val (nodes, position);
    }
  if (nodes->len == 0)
    return;
  outline.label = fl_arena_printf (marking->scene->arena, "P%u", outlines->len + 1);
  outline.tooltip = fl_arena_printf (marking->scene->arena, "%s: a kernel that only PyTorch has", group->name);
  outline.n_nodes = nodes->len;
  outline.nodes = fl_arena_memdup (marking->scene->arena, nodes->data, nodes->len * sizeof (guint32));
  g_array_append_val (outlines, outline);
}

static void
outline_theirs (Marking *marking)
{
  g_autoptr (GArray) outlines = g_array_new (FALSE, FALSE, sizeof (FlSceneOutline));
  FlScene *scene = marking->scene;

  for (guint i = 0; i < marking->parity->n_groups; i++)
    if (marking->parity->groups[i].mark == FL_MARK_THEIRS)
      outline_group (marking, &marking->parity->groups[i], outlines);
  scene->n_outlines = outlines->len;
  scene->outlines = fl_arena_memdup (scene->arena, outlines->data, outlines->len * sizeof (FlSceneOutline));
}

void
fl_scene_add_marks (FlScene *scene, const FlParity *parity)
{
  Marking marking = { .scene = scene, .parity = parity };

  if (scene->stage != FL_STAGE_SCHEDULE && !(scene->stage == FL_STAGE_FUSE && parity->has_groups))
    return;
  marking.places = g_hash_table_new (NULL, NULL);
  marking.groups = g_hash_table_new (NULL, NULL);
  index_places (&marking);
  index_groups (&marking);
  scene->is_compared = TRUE;
  if (scene->stage == FL_STAGE_SCHEDULE)
    mark_nodes (&marking);
  else
    {
      mark_groups (&marking);
      outline_theirs (&marking);
    }
  g_hash_table_unref (marking.places);
  g_hash_table_unref (marking.groups);
}
