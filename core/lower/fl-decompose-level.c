/* How far PyTorch had come with a graph: as the user says, as the names around it say, or by what it holds. */
#include "fl-decompose-level.h"

#include "fl-aten-ids.h"
#include "fl-decompose-table.h"

/* Just before patterns are matched, Inductor writes every view as a reshape: a graph that reshapes and has no views is
 * what its passes left. What they did not join, for an option or a rule of that version, stays apart. */
static const FlNode *
find_reshape (const FlGraph *graph)
{
  const FlNode *reshape = NULL;

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (fl_node_is_op (node, FL_ATEN_OP_VIEW) || fl_node_is_op (node, FL_ATEN_OP__UNSAFE_VIEW))
        return NULL;
      if (fl_node_is_op (node, FL_ATEN_OP_RESHAPE))
        reshape = node;
    }
  return reshape;
}

/* The first composite operator that opens; NULL: none does. */
static const FlNode *
find_composite (const FlPass *pass, const FlGraph *graph)
{
  const FlNode *found = NULL;
  FlRewrite rw;

  fl_rewrite_start (&rw, pass, graph);
  for (guint i = 0; i < graph->n_nodes && found == NULL; i++)
    {
      const FlNode *node = &graph->nodes[i];
      FlDecomposeFn how = node->kind == FL_NODE_CALL && node->op != NULL ? fl_decompose_find (node->op) : NULL;

      fl_rewrite_enter (&rw, i);
      rw.is_untold = FALSE;
      if (how != NULL && how (&rw, rw.node->op) && !rw.is_untold)
        found = node;
      else
        fl_rewrite_copy (&rw);
    }
  fl_rewrite_clear (&rw);
  return found;
}

FlLevelFact
fl_decompose_find_level (const FlPass *pass, const FlGraph *graph)
{
  const FlNode *found;

  if (pass->options->graph_level > 0)
    return (FlLevelFact) { (FlGraphLevel) pass->options->graph_level, "the option graph_level" };
  if (graph->level.level != FL_LEVEL_UNKNOWN)
    return graph->level;
  found = find_composite (pass, graph);
  if (found != NULL)
    return (FlLevelFact) { FL_LEVEL_COMPOSITE, found->target };
  found = find_reshape (graph);
  if (found != NULL)
    return (FlLevelFact) { FL_LEVEL_TRANSFORMED, "it reshapes where other graphs have views" };
  return (FlLevelFact) { FL_LEVEL_UNKNOWN, NULL };
}
