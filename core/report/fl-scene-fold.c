/* Folding: fewer boxes for large stages. A tree is made of the nodes: modules by path, and inside a
 * module that has too many direct members, runs of neighbours ("nodes 32–63"). Modules are opened
 * from the top while the boxes stay within the limit; those the user opened come first. What stays
 * closed becomes one box with a count, and arrows are bundled.
 *
 * Inputs and constants stand beside their first reader: ranked at the top they would stretch arrows
 * over everything. */
#include <string.h>

#include "fl-scene-fold-private.h"

enum
{
  RUN_LENGTH = 32, /* nodes in a run of neighbours */
  MAX_RUNS = 40,   /* more runs than this in one place are put into runs of runs */
  RUNS_A_RUN = 16,
  FEW_SIBLINGS = 4 /* more are opened together or not at all */
};

static Group *
new_group (Fold *fold, Group *parent, const char *path, const char *title)
{
  Group *group = fl_arena_new (fold->builder->arena, Group, 1);

  group->path = path;
  group->title = title;
  group->parent = parent;
  group->depth = parent != NULL ? parent->depth + 1 : 0;
  group->children = g_array_new (FALSE, FALSE, sizeof (Child));
  group->cluster = -1;
  g_ptr_array_add (fold->groups, group);
  return group;
}

static void
free_groups (Fold *fold)
{
  for (guint i = 0; i < fold->groups->len; i++)
    {
      Group *group = fold->groups->pdata[i];
      g_array_unref (group->children);
      g_clear_pointer (&group->by_part, g_hash_table_unref);
    }
  g_ptr_array_unref (fold->groups);
}

/* --- the tree ------------------------------------------------------------------------------- */
static Group *
enter_module (Fold *fold, Group *root, const char *path)
{
  Group *group = root;
  const char *end;

  for (const char *part = path; part != NULL && *part != '\0'; part = *end == '/' ? end + 1 : end)
    {
      const char *name;
      Group *child;

      end = strchrnul (part, '/');
      if (end == part)
        continue;
      name = fl_intern_n (part, (gsize) (end - part));
      if (group->by_part == NULL)
        group->by_part = g_hash_table_new (NULL, NULL);
      child = g_hash_table_lookup (group->by_part, name);
      if (child == NULL)
        {
          child = new_group (fold, group, fl_intern_n (path, (gsize) (end - path)), name);
          g_hash_table_insert (group->by_part, (gpointer) name, child);
          g_array_append_val (group->children, ((Child) { .group = child }));
        }
      group = child;
    }
  return group;
}

typedef struct
{
  double key;
  guint32 node;
} Placed;

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *p = a, *q = b;

  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

/* Nodes in order, inputs just before their first reader; such inputs take their reader's module. */
static Placed *
place_nodes (FlSceneBuilder *builder)
{
  guint n = builder->nodes->len;
  Placed *placed = g_new (Placed, n);

  for (guint i = 0; i < n; i++)
    placed[i] = (Placed) { i, i };
  for (guint e = builder->edges->len; e-- > 0;)
    {
      const FlSceneEdge *edge = &g_array_index (builder->edges, FlSceneEdge, e);
      FlLook look = fl_scene_builder_get_node (builder, edge->from)->look;

      if ((look != FL_LOOK_INPUT && look != FL_LOOK_CONSTANT) || fl_edge_look_is_refusal (edge->look))
        continue;
      if (placed[edge->from].key == edge->from || edge->to - 0.5 < placed[edge->from].key)
        {
          placed[edge->from].key = edge->to - 0.5;
          builder->paths->pdata[edge->from] = builder->paths->pdata[edge->to];
          builder->sections->pdata[edge->from] = builder->sections->pdata[edge->to];
        }
    }
  qsort (placed, n, sizeof *placed, compare_placed);
  return placed;
}

/* "nodes 32–63" of a graph, "op12 … op40" of later stages, whose items are known by their numbers.
 */
static const char *
name_run (const Fold *fold, guint first, guint last)
{
  const char *from = fl_scene_builder_get_node (fold->builder, first)->item.name;
  const char *to = fl_scene_builder_get_node (fold->builder, last)->item.name;

  if (fold->builder->stage <= FL_STAGE_LOWER || from == NULL || to == NULL)
    return fl_intern_printf ("nodes %u–%u", first, last);
  from = fl_scene_clip (fold->builder->arena, from, 19);
  to = fl_scene_clip (fold->builder->arena, to, 19);
  return fl_intern_printf ("%s … %s", from, to);
}

static Group *
new_run (Fold *fold, Group *parent, const Child *children, guint first, guint n, guint first_node, guint last_node)
{
  const char *title = name_run (fold, first_node, last_node);
  Group *run = new_group (fold, parent, *parent->path != '\0' ? fl_intern_printf ("%s/%s", parent->path, title) : title,
                          title);

  run->is_run = TRUE;
  g_array_append_vals (run->children, children + first, n);
  for (guint i = 0; i < n; i++)
    if (children[first + i].group != NULL)
      children[first + i].group->parent = run;
  return run;
}

/* Positions of the first and last node inside that is no input: those stand out of order. */
static void
get_extent (const Fold *fold, const Child *child, guint *first, guint *last)
{
  FlLook look;

  if (child->group != NULL)
    {
      for (guint i = 0; i < child->group->children->len; i++)
        get_extent (fold, &g_array_index (child->group->children, Child, i), first, last);
      return;
    }
  look = fl_scene_builder_get_node (fold->builder, child->leaf)->look;
  if (look == FL_LOOK_INPUT || look == FL_LOOK_CONSTANT)
    return;
  *first = MIN (*first, child->leaf);
  *last = *last == G_MAXUINT ? child->leaf : MAX (*last, child->leaf);
}

/* Direct members of one module, many of them: cut into runs, where possible between two lines of
 * the user's code. */
static void
cut_into_runs (Fold *fold, Group *group)
{
  GPtrArray *sections = fold->builder->sections;

  for (guint length = RUN_LENGTH; group->children->len > MAX_RUNS; length = RUNS_A_RUN)
    {
      g_autoptr (GArray) old = g_steal_pointer (&group->children);
      const Child *children = (const Child *) (gpointer) old->data;
      guint n = old->len;

      group->children = g_array_new (FALSE, FALSE, sizeof (Child));
      for (guint first = 0, end; first < n; first = end)
        {
          guint a = G_MAXUINT, b = G_MAXUINT;

          end = MIN (first + length, n);
          if (n - end < length / 3)
            end = n;
          for (guint i = end; end < n && i > first + length * 2 / 3; i--)
            if (children[i].group == NULL && children[i - 1].group == NULL
                && sections->pdata[children[i].leaf] != sections->pdata[children[i - 1].leaf])
              {
                end = i;
                break;
              }
          for (guint i = first; i < end; i++)
            get_extent (fold, &children[i], &a, &b);
          if (a > b || b == G_MAXUINT)
            a = children[first].leaf, b = a + (end - first) - 1;
          Child child = { .group = new_run (fold, group, children, first, end - first, a, b) };
          g_array_append_val (group->children, child);
        }
    }
}

static guint
count_leaves (Group *group)
{
  group->n_leaves = 0;
  for (guint i = 0; i < group->children->len; i++)
    {
      Child *child = &g_array_index (group->children, Child, i);
      group->n_leaves += child->group != NULL ? count_leaves (child->group) : 1;
    }
  return group->n_leaves;
}

static Group *
make_tree (Fold *fold)
{
  FlSceneBuilder *builder = fold->builder;
  g_autofree Placed *placed = place_nodes (builder);
  Group *root = new_group (fold, NULL, fl_intern (""), "");
  guint n_modules;

  for (guint i = 0; i < builder->nodes->len; i++)
    {
      Group *group = enter_module (fold, root, builder->paths->pdata[placed[i].node]);
      Child child = { .leaf = placed[i].node };
      g_array_append_val (group->children, child);
    }
  n_modules = fold->groups->len;
  for (guint i = 0; i < n_modules; i++)
    cut_into_runs (fold, fold->groups->pdata[i]);
  count_leaves (root);
  return root;
}

/* --- which modules are open ----------------------------------------------------------------- */
static void
open_group (Fold *fold, Group *group)
{
  if (group->is_open)
    return;
  if (group->parent != NULL)
    open_group (fold, group->parent);
  group->is_open = TRUE;
  fold->n_visible += group->children->len - (group->parent != NULL ? 1 : 0);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *p = *(Group *const *) a, *q = *(Group *const *) b;

  return p->depth != q->depth ? (p->depth < q->depth ? -1 : 1) : strcmp (p->path, q->path);
}

/* Boxes when this group and its closed siblings are opened. */
static guint
count_after_siblings (const Fold *fold, const Group *group, guint *n_groups)
{
  guint n_after = fold->n_visible;

  *n_groups = 0;
  for (guint i = 0; i < group->parent->children->len; i++)
    {
      const Child *sibling = &g_array_index (group->parent->children, Child, i);

      *n_groups += sibling->group != NULL;
      if (sibling->group != NULL && !sibling->group->is_open)
        n_after += sibling->group->children->len - 1;
    }
  return n_after;
}

/* Many siblings (the layers of a model) are opened together or not at all, so that equal things
 * look equal. Runs of runs only while an overview remains; the last runs not where most would stay
 * closed: a picture half in detail helps nobody. */
static gboolean
wants_open (const Fold *fold, const Group *group, guint max_nodes)
{
  guint n_groups, n_after = count_after_siblings (fold, group, &n_groups);

  if (!group->is_run && n_groups > FEW_SIBLINGS)
    return n_after <= max_nodes;
  if (group->is_run && g_array_index (group->children, Child, 0).group != NULL)
    return n_after <= max_nodes / 3;
  if (group->is_run && fold->builder->nodes->len > 2 * max_nodes)
    return FALSE;
  return fold->n_visible + group->children->len - 1 <= max_nodes;
}

/* The user closed it, or a module around it. */
static gboolean
is_kept_closed (const Fold *fold, const Group *group)
{
  const char *const *folded = fold->builder->options.folded;

  for (; group != NULL && folded != NULL; group = group->parent)
    if (g_strv_contains (folded, group->path))
      return TRUE;
  return FALSE;
}

static void
choose_open (Fold *fold, guint max_nodes)
{
  g_autoptr (GQueue) queue = g_queue_new ();
  const char *const *unfolded = fold->builder->options.unfolded;
  Group *root = fold->groups->pdata[0];

  open_group (fold, root);
  for (; unfolded != NULL && *unfolded != NULL; unfolded++)
    for (guint i = 0; i < fold->groups->len; i++)
      if (strcmp (((Group *) fold->groups->pdata[i])->path, *unfolded) == 0
          && !is_kept_closed (fold, fold->groups->pdata[i]))
        open_group (fold, fold->groups->pdata[i]);
  g_queue_push_tail (queue, root);
  for (Group *group; (group = g_queue_pop_head (queue)) != NULL;)
    {
      if (!group->is_open && !is_kept_closed (fold, group) && wants_open (fold, group, max_nodes))
        open_group (fold, group);
      for (guint i = 0; group->is_open && i < group->children->len; i++)
        if (g_array_index (group->children, Child, i).group != NULL)
          g_queue_push_tail (queue, g_array_index (group->children, Child, i).group);
    }
}

/* What went into closed groups, so that it can be found there. */
static void
remember_hidden (const Fold *fold)
{
  FlSceneBuilder *builder = fold->builder;

  for (guint i = 0; i < builder->hidden->len; i++)
    {
      FlSceneHidden *hidden = &g_array_index (builder->hidden, FlSceneHidden, i);
      hidden->node = fold->map[hidden->node];
    }
  for (guint i = 0; i < builder->nodes->len; i++)
    {
      FlSceneHidden hidden = { fl_scene_builder_get_node (builder, i)->item, fold->map[i] };
      if (hidden.item.kind != FL_ITEM_NONE
          && g_array_index (fold->nodes, FlSceneNode, fold->map[i]).item.kind == FL_ITEM_NONE)
        g_array_append_val (builder->hidden, hidden);
    }
}

void
fl_scene_builder_fold (FlSceneBuilder *builder)
{
  guint max_nodes = builder->options.fold_modules ? builder->options.max_nodes : G_MAXUINT;
  gboolean has_paths = FALSE;
  guint n_before;
  Fold fold;

  if (builder->nodes->len > max_nodes && builder->clusters->len > 0)
    fl_fold_collapse_clusters (builder);
  for (guint i = 0; i < builder->paths->len; i++)
    has_paths = has_paths || builder->paths->pdata[i] != NULL;
  n_before = builder->nodes->len;
  if (n_before <= max_nodes && (!has_paths || builder->clusters->len > 0))
    return;
  fold = (Fold) {
    .builder = builder,
    .groups = g_ptr_array_new (),
    .nodes = g_array_new (FALSE, TRUE, sizeof (FlSceneNode)),
    .map = g_new0 (guint32, MAX (n_before, 1)),
  };
  make_tree (&fold);
  g_ptr_array_sort (fold.groups, compare_groups);
  choose_open (&fold, max_nodes);
  fl_fold_emit_group (&fold, fold.groups->pdata[0], -1);
  remember_hidden (&fold);
  g_array_unref (builder->nodes);
  builder->nodes = fold.nodes;
  fl_fold_remap_edges (builder, fold.map);
  if (builder->n_folded > 0)
    fl_scene_builder_note (builder, "%u of %u nodes are folded into %u groups; open a group to see its nodes.",
                           builder->n_folded, n_before, builder->nodes->len + builder->n_folded - n_before);
  g_free (fold.map);
  free_groups (&fold);
}
