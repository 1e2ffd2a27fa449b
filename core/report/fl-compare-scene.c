/* The joint scene: the operators of a comparison once, and for each column its kernels as hulls
 * around them. */
#include "fl-compare-picture.h"
#include "fl-compare-private.h"
#include "fl-palette.h"
#include "fl-scene-private.h"

typedef struct
{
  const FlComparison *comparison;
  guint column;
  guint *difference_of; /* by operator: position + 1; 0: none */
} Making;

/* --- boxes and arrows ---------------------------------------------------------------------------
 */

static const char *
describe_value (FlSceneBuilder *builder, const FlNode *node)
{
  g_autoptr (GString) value = g_string_new (NULL);

  if (node->value.kind == FL_VALUE_UNKNOWN || node->kind == FL_NODE_OUTPUT)
    return NULL;
  fl_value_append (value, &node->value);
  return fl_arena_strdup (builder->arena, value->str);
}

static guint32
add_box (FlSceneBuilder *builder, const FlNode *node)
{
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, node->name);
  fl_scene_text_add (&text, builder, describe_value (builder, node));
  if (node->kind == FL_NODE_CALL)
    fl_scene_text_tip (&text, "%s", fl_scene_short_target (node->target));
  fl_scene_tip_source (&text, node);
  position = fl_scene_builder_add_node (builder, (FlItem) { FL_ITEM_NODE, node->name }, fl_look_of_node (node), &text);
  fl_scene_builder_set_place (builder, position, node->module_path,
                              node->source_code != NULL ? fl_intern (node->source_code) : NULL);
  return position;
}

/* The mark that a group stores a value is no operator: arrows go through it. */
static gboolean
is_mark (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->target == fl_intern ("fuseloom.store.default");
}

static guint32
skip_marks (const FlGraph *graph, guint32 node)
{
  while (is_mark (&graph->nodes[node]) && graph->nodes[node].n_args > 0
         && graph->nodes[node].args[0].kind == FL_ARG_NODE)
    node = graph->nodes[node].args[0].node.index;
  return node;
}

static void
build (FlSceneBuilder *builder, gpointer data)
{
  const Making *making = data;
  const FlGraph *graph = making->comparison->graph;
  g_autofree guint32 *box_of = g_new (guint32, graph->n_nodes + 1);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      box_of[i] = G_MAXUINT32;
      if (!is_mark (node) && !(node->kind == FL_NODE_PLACEHOLDER && node->n_users == 0))
        box_of[i] = add_box (builder, node);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint u = 0; u < graph->nodes[i].n_users; u++)
      fl_scene_builder_add_edge (builder, box_of[skip_marks (graph, i)], box_of[graph->nodes[i].users[u].index],
                                 FL_EDGE_DATA, NULL, graph->nodes[i].name);
}

/* --- what differs
 * --------------------------------------------------------------------------------- */

static guint *
index_differences (const FlComparison *comparison)
{
  guint *difference_of = g_new0 (guint, comparison->n_ops + 1);

  for (guint d = 0; d < comparison->n_differences; d++)
    for (guint i = 0; i < comparison->differences[d].n_ops; i++)
      difference_of[comparison->differences[d].ops[i]] = d + 1;
  return difference_of;
}

/* Where each operator is drawn: its own box, or the closed block around it. */
static guint32 *
index_places (const Making *making, const FlScene *scene)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  guint32 *place_of = g_new (guint32, making->comparison->n_ops + 1);

  for (guint i = 0; i < scene->n_hidden; i++)
    g_hash_table_insert (places, (gpointer) scene->hidden[i].item.name, GUINT_TO_POINTER (scene->hidden[i].node + 1));
  for (guint i = 0; i < scene->n_nodes; i++)
    if (scene->nodes[i].item.kind == FL_ITEM_NODE)
      g_hash_table_insert (places, (gpointer) scene->nodes[i].item.name, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < making->comparison->n_ops; i++)
    place_of[i] = GPOINTER_TO_UINT (g_hash_table_lookup (places, fl_comparison_get_op_name (making->comparison, i)))
                  - 1; /* absent: max */
  return place_of;
}

/* Blocks tell how many differences are inside; what is the same everywhere fades. */
static void
mark_nodes (const Making *making, FlScene *scene, const guint32 *place_of)
{
  g_autofree guint *n_inside = g_new0 (guint, scene->n_nodes + 1);
  g_autofree guint *last = g_new0 (guint, scene->n_nodes + 1);

  for (guint i = 0; i < making->comparison->n_ops; i++)
    {
      guint d = making->difference_of[i];
      guint32 place = place_of[i];

      if (place == G_MAXUINT32 || d == 0 || last[place] == d)
        continue;
      last[place] = d;
      n_inside[place]++;
    }
  scene->is_compared = TRUE;
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      FlSceneNode *node = &scene->nodes[i];

      node->is_faded = making->comparison->n_differences > 0 && n_inside[i] == 0;
      if (node->look != FL_LOOK_FOLDED || n_inside[i] == 0)
        continue;
      node->mark = FL_MARK_CHANGED;
      node->tooltip
          = fl_arena_printf (scene->arena, "%s\n%u difference%s inside; double-click, or Enter, opens the block",
                             node->tooltip, n_inside[i], n_inside[i] == 1 ? "" : "s");
    }
}

/* --- hulls
 * -------------------------------------------------------------------------------------------- */

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return p < q ? -1 : p > q;
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const FlSceneHull *p = a, *q = b;

  return p->n_nodes != q->n_nodes ? (p->n_nodes > q->n_nodes ? -1 : 1) : g_strcmp0 (p->label, q->label);
}

static void
describe_hull (const Making *making, FlScene *scene, const FlCompareGroup *group, FlSceneHull *hull)
{
  const FlCompareColumn *column = &making->comparison->columns[making->column];
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) (group->read_bytes + group->written_bytes));
  g_autofree char *read = fl_text_dup_bytes ((guint64) group->read_bytes),
                  *written = fl_text_dup_bytes ((guint64) group->written_bytes);

  hull->item = (FlItem) { FL_ITEM_GROUP, fl_intern (group->label) };
  hull->label = hull->item.name; /* the scene may outlive the comparison */
  hull->relation = group->relation;
  hull->difference = group->difference;
  hull->title
      = group->n_ops > 1 ? fl_arena_printf (scene->arena, "%s · %u ops", group->label, group->n_ops) : hull->label;
  hull->subtitle = fl_arena_printf (scene->arena, "%s%s", bytes, group->is_library ? ", library call" : "");
  hull->tooltip = fl_arena_printf (scene->arena, "Kernel %s of %s: %s\n%u operator%s, reads %s, writes %s\n%s",
                                   group->label, column->title, group->name, group->n_ops, group->n_ops == 1 ? "" : "s",
                                   read, written, fl_relation_get_sentence (group->relation));
}

static gboolean
make_hull (const Making *making, FlScene *scene, const FlCompareGroup *group, const guint32 *place_of,
           FlSceneHull *hull)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < group->n_ops; i++)
    if (place_of[group->ops[i]] != G_MAXUINT32 && scene->nodes[place_of[group->ops[i]]].look != FL_LOOK_FOLDED)
      g_array_append_val (nodes, place_of[group->ops[i]]);
  if (nodes->len == 0)
    return FALSE;
  g_array_sort (nodes, compare_positions);
  for (guint i = 0; i < nodes->len; i++)
    if (n == 0 || g_array_index (nodes, guint32, n - 1) != g_array_index (nodes, guint32, i))
      g_array_index (nodes, guint32, n++) = g_array_index (nodes, guint32, i);
  *hull = (FlSceneHull) { .n_nodes = n, .nodes = fl_arena_memdup (scene->arena, nodes->data, n * sizeof (guint32)) };
  describe_hull (making, scene, group, hull);
  return TRUE;
}

static gboolean
has_node (const FlSceneHull *hull, guint32 node)
{
  return bsearch (&node, hull->nodes, hull->n_nodes, sizeof node, compare_positions) != NULL;
}

/* The arrows between boxes of one hull. */
static void
find_bridges (FlScene *scene, FlSceneHull *hulls, guint n_hulls)
{
  g_autofree GArray **edges_of = g_new0 (GArray *, scene->n_nodes + 1); /* by node: edges that leave it */

  for (guint32 e = 0; e < scene->n_edges; e++)
    {
      guint32 from = scene->edges[e].from;

      if (edges_of[from] == NULL)
        edges_of[from] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (edges_of[from], e);
    }
  for (guint h = 0; h < n_hulls; h++)
    {
      g_autoptr (GArray) bridges = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint i = 0; i < hulls[h].n_nodes; i++)
        {
          const GArray *edges = edges_of[hulls[h].nodes[i]];

          for (guint k = 0; edges != NULL && k < edges->len; k++)
            if (has_node (&hulls[h], scene->edges[g_array_index (edges, guint32, k)].to))
              g_array_append_val (bridges, g_array_index (edges, guint32, k));
        }
      hulls[h].n_edges = bridges->len;
      hulls[h].edges = fl_arena_memdup (scene->arena, bridges->data, bridges->len * sizeof (guint32));
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    g_clear_pointer (&edges_of[i], g_array_unref);
}

static void
add_hulls (const Making *making, FlScene *scene, const guint32 *place_of)
{
  const FlCompareColumn *column = &making->comparison->columns[making->column];
  FlSceneHull *hulls = fl_arena_new (scene->arena, FlSceneHull, MAX (column->n_groups, 1));
  gint32 *hull_of = fl_arena_new (scene->arena, gint32, MAX (scene->n_nodes, 1));
  guint n = 0;

  for (guint g = 0; g < column->n_groups; g++)
    n += make_hull (making, scene, &column->groups[g], place_of, &hulls[n]);
  qsort (hulls, n, sizeof *hulls, compare_sizes);
  find_bridges (scene, hulls, n);
  for (guint i = 0; i < scene->n_nodes; i++)
    hull_of[i] = -1;
  for (guint h = 0; h < n; h++)
    for (guint i = 0; i < hulls[h].n_nodes; i++)
      {
        FlSceneNode *node = &scene->nodes[hulls[h].nodes[i]];

        hull_of[hulls[h].nodes[i]] = (gint32) h;
        node->tooltip = fl_arena_printf (scene->arena, "%s\n%s %s of %s", node->tooltip,
                                         fl_relation_get_info (hulls[h].relation)->sign, hulls[h].title, column->title);
      }
  scene->n_hulls = n;
  scene->hulls = hulls;
  scene->hull_of_node = hull_of;
}

/* --- the picture
 * ----------------------------------------------------------------------------------------- */

static void
remember_blocks (const Making *making, const FlScene *scene, const guint32 *place_of, const char **block_of_op)
{
  for (guint i = 0; i < making->comparison->n_ops; i++)
    {
      const FlSceneNode *box = place_of[i] != G_MAXUINT32 ? &scene->nodes[place_of[i]] : NULL;

      if (box != NULL && box->look == FL_LOOK_FOLDED && box->item.kind == FL_ITEM_NONE)
        block_of_op[i] = box->item.name; /* interned */
    }
}

static FlScene *
make_scene (const Making *making, const FlSceneOptions *options, const char **block_of_op)
{
  const FlComparison *comparison = making->comparison;
  FlSceneOptions own = options != NULL ? *options : (FlSceneOptions) { .fold_modules = TRUE };
  FlScene *scene;
  g_autofree guint32 *place_of = NULL;

  own.parity = NULL;
  scene = fl_scene_new_built (comparison->columns[comparison->base].run, FL_STAGE_FUSE, &own, build, (gpointer) making);
  scene->prefix = fl_arena_printf (scene->arena, "column-%c", comparison->columns[making->column].letter);
  place_of = index_places (making, scene);
  remember_blocks (making, scene, place_of, block_of_op);
  mark_nodes (making, scene, place_of);
  add_hulls (making, scene, place_of);
  fl_scene_measure (scene);
  return scene;
}

FlComparePicture *
fl_compare_picture_new (const FlComparison *comparison, const FlSceneOptions *options, const char *worker_path,
                        guint deadline_ms, const gint *cancelled, GError **error)
{
  g_autofree guint *difference_of = index_differences (comparison);
  FlArena *arena = fl_arena_open ();
  FlComparePicture *picture = fl_arena_new (arena, FlComparePicture, 1);
  const char *note;

  picture->arena = arena;
  picture->n_columns = comparison->n_columns;
  picture->block_of_op = fl_arena_new (arena, const char *, MAX (comparison->n_ops, 1));
  picture->scenes = fl_arena_new (arena, FlScene *, comparison->n_columns);
  for (guint c = 0; c < comparison->n_columns; c++)
    picture->scenes[c] = make_scene (&(Making) { comparison, c, difference_of }, options, picture->block_of_op);
  picture->placement = fl_layout_run (picture->scenes[0], worker_path, deadline_ms, cancelled, error);
  if (picture->placement == NULL)
    {
      fl_compare_picture_free (picture);
      return NULL;
    }
  note = picture->placement->note != NULL ? picture->placement->note : picture->scenes[0]->note;
  picture->note = note != NULL ? fl_arena_strdup (arena, note) : NULL;
  return picture;
}

void
fl_compare_picture_free (FlComparePicture *picture)
{
  if (picture == NULL)
    return;
  for (guint c = 0; c < picture->n_columns; c++)
    fl_scene_free (picture->scenes[c]);
  fl_placement_free (picture->placement);
  fl_arena_close (picture->arena);
}

FlScene *
fl_compare_picture_take_scene (FlComparePicture *picture, guint column)
{
  return g_steal_pointer (&picture->scenes[column]);
}

char **
fl_compare_picture_find_blocks (const FlComparePicture *picture, const FlComparison *comparison, guint difference)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < comparison->differences[difference].n_ops; i++)
    {
      const char *path = picture->block_of_op[comparison->differences[difference].ops[i]];

      if (path != NULL && g_hash_table_add (seen, (gpointer) path))
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}
