/* Matching: which nodes of two graphs made from one user graph are the same operator. */
#include <string.h>

#include "fl-compare-private.h"
#include "fl-intern.h"

/* Nodes of one origin (and target) in order, for both graphs. */
typedef struct
{
  guint32 origin;
  const char *target; /* NULL: whatever it is */
} Key;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return key->origin * 2654435761u ^ g_direct_hash (key->target);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *p = a, *q = b;

  return p->origin == q->origin && p->target == q->target;
}

static GArray *
get_list (GHashTable *lists, guint32 origin, const char *target)
{
  Key key = { origin, target };
  GArray *list = g_hash_table_lookup (lists, &key);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (lists, g_memdup2 (&key, sizeof key), list);
    }
  return list;
}

static GHashTable *
new_lists (void)
{
  return g_hash_table_new_full (hash_key, equal_keys, g_free, (GDestroyNotify) g_array_unref);
}

/* Exactly: the k-th last of an origin and target on both sides. What an operator is spelled out
 * into comes before its result. */
static void
match_exactly (const FlGraph *base, const FlNodeId *ops, guint n_ops, const FlGraph *graph, FlCompareMatch *match)
{
  g_autoptr (GHashTable) lists = new_lists ();

  for (guint32 i = 0; i < n_ops; i++)
    {
      const FlNode *node = fl_graph_get_node (base, ops[i]);
      g_array_append_val (get_list (lists, node->origin.index, node->target), i);
    }
  for (guint32 i = graph->n_nodes; i-- > 0;)
    {
      const FlNode *node = &graph->nodes[i];
      Key key = { node->origin.index, node->target };
      GArray *list = node->kind == FL_NODE_CALL ? g_hash_table_lookup (lists, &key) : NULL;

      if (list == NULL || list->len == 0)
        continue;
      match->op_of_node[i] = g_array_index (list, guint32, list->len - 1);
      match->node_of_op[match->op_of_node[i]] = i;
      g_array_set_size (list, list->len - 1);
    }
}

/* A mark that a group stores a value stands for the value: a stored view has no other origin. */
static void
match_marks (const FlGraph *graph, FlCompareMatch *match)
{
  const char *mark = fl_intern ("fuseloom.store.default");

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (node->kind == FL_NODE_CALL && node->target == mark && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE)
        match->op_of_node[i] = match->op_of_node[node->args[0].node.index];
    }
}

static void
match_leftovers (const FlGraph *base, const FlNodeId *ops, guint n_ops, const FlGraph *graph, FlCompareMatch *match)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const char *mark = fl_intern ("fuseloom.store.default");

  for (guint32 i = 0; i < n_ops; i++)
    {
      const FlNode *node = fl_graph_get_node (base, ops[i]);

      g_hash_table_add (known, GUINT_TO_POINTER (node->origin.index + 1));
      if (match->node_of_op[i] == G_MAXUINT32)
        g_array_append_val (get_list (match->left, node->origin.index, NULL), i);
    }
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      Key key = { node->origin.index, NULL };

      match->has_origin[i] = g_hash_table_contains (known, GUINT_TO_POINTER (node->origin.index + 1));
      if (node->kind == FL_NODE_CALL && node->target != mark && match->op_of_node[i] == G_MAXUINT32)
        match->left_of_node[i] = g_hash_table_lookup (match->left, &key);
      for (guint k = 0; match->left_of_node[i] != NULL && k < match->left_of_node[i]->len; k++)
        match->node_of_op[g_array_index (match->left_of_node[i], guint32, k)] = i;
    }
}

void
fl_compare_match_init (FlCompareMatch *match, const FlGraph *base, const FlNodeId *ops, guint n_ops,
                       const FlGraph *graph)
{
  guint n_nodes = MAX (graph->n_nodes, 1);

  *match = (FlCompareMatch) { .op_of_node = g_new (guint32, n_nodes),
                              .left_of_node = g_new0 (GArray *, n_nodes),
                              .has_origin = g_new0 (gboolean, n_nodes),
                              .node_of_op = g_new (guint32, MAX (n_ops, 1)),
                              .left = new_lists () };
  memset (match->op_of_node, 0xff, n_nodes * sizeof (guint32));
  memset (match->node_of_op, 0xff, MAX (n_ops, 1) * sizeof (guint32));
  match_exactly (base, ops, n_ops, graph, match);
  match_leftovers (base, ops, n_ops, graph, match);
  match_marks (graph, match);
}

void
fl_compare_match_clear (FlCompareMatch *match)
{
  g_free (match->op_of_node);
  g_free (match->left_of_node);
  g_free (match->has_origin);
  g_free (match->node_of_op);
  g_hash_table_unref (match->left);
}
