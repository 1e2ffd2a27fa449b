/* A post-dominator tree by lowest common ancestors. */
#include "fl-dominators.h"

/* Meets two chains of the tree; G_MAXUINT32 when they have different roots. */
static guint32
meet (const FlDominator *tree, guint32 a, guint32 b, guint *path_kind)
{
  while (a != b)
    {
      if (a == G_MAXUINT32 || b == G_MAXUINT32)
        return G_MAXUINT32;
      if (tree[a].depth < tree[b].depth)
        {
          *path_kind = MAX (*path_kind, tree[b].path_kind);
          b = tree[b].parent;
        }
      else if (tree[a].depth > tree[b].depth)
        {
          *path_kind = MAX (*path_kind, tree[a].path_kind);
          a = tree[a].parent;
        }
      else
        {
          *path_kind = MAX (*path_kind, MAX (tree[a].path_kind, tree[b].path_kind));
          a = tree[a].parent;
          b = tree[b].parent;
        }
    }
  return a;
}

FlDominator *
fl_dominators_new (const FlOpGraph *graph, const guint *kinds)
{
  FlDominator *tree = g_new0 (FlDominator, graph->n_nodes + 1);
  guint hardest = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    hardest = MAX (hardest, kinds[i]);
  for (guint32 i = graph->n_nodes; i-- > 0;)
    {
      const FlOpNode *node = &graph->nodes[i];

      tree[i] = (FlDominator) { G_MAXUINT32, 1, hardest };
      if (node->n_users == 0 || node->is_output)
        continue;
      tree[i].parent = node->users[0];
      tree[i].path_kind = kinds[node->users[0]];
      for (guint k = 1; k < node->n_users; k++)
        {
          tree[i].path_kind = MAX (tree[i].path_kind, kinds[node->users[k]]);
          tree[i].parent = meet (tree, tree[i].parent, node->users[k], &tree[i].path_kind);
        }
      if (tree[i].parent != G_MAXUINT32)
        tree[i].depth = tree[tree[i].parent].depth + 1;
    }
  return tree;
}
