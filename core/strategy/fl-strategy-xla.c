/* XLA-classic: elementwise producers contract into elementwise and reduction consumers of one shape class, in one
 * sweep from readers to producers. Source: the rules of MLIR-HLO's mhlo_fusion pass (kLoop and kInput). */
#include "fl-clusters.h"
#include "fl-concepts.h"
#include "fl-op-strategies.h"
#include "fl-options.h"
#include "fl-xla-dims.h"
#include "fl-xla-limits.h"

typedef struct
{
  guint32 *classes; /* shape-equality classes: union-find over values */
} Xla;

static guint32
find_class (const Xla *xla, guint32 value)
{
  while (xla->classes[value] != value)
    value = xla->classes[value] = xla->classes[xla->classes[value]];
  return value;
}

/* Only elementwise ops say that shapes are equal: unrelated values of equal size stay in classes of their own. */
static void
find_classes (Xla *xla, const FlOpGraph *graph)
{
  xla->classes = g_new (guint32, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    xla->classes[i] = i;
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_OP_POINTWISE)
      for (guint k = 0; k < graph->nodes[i].n_inputs; k++)
        if (graph->nodes[graph->nodes[i].inputs[k]].kind != FL_OP_CONSTANT)
          xla->classes[find_class (xla, graph->nodes[i].inputs[k])] = find_class (xla, i);
}

/* --- what the search calls things ------------------------------------------------------------- */

static void
tell_op (const FlPass *pass, const FlOpGraph *graph, const FlOpNode *node)
{
  GString *text = g_string_new (NULL);
  const gboolean is_reduction = node->kind == FL_OP_REDUCE;
  const gboolean is_fusible = is_reduction || node->kind == FL_OP_POINTWISE;
  const gboolean is_split = fl_xla_is_split (graph, node, pass->options->xla_window);

  if (is_fusible)
    {
      g_string_append (text, is_reduction ? "a reduction: its loop runs over its operand, "
                                          : "elementwise: its loop runs over its result, ");
      fl_concept_append_sizes (text, fl_op_get_domain (graph, node));
      g_string_append (text, is_split       ? "; split in windows before fusion, so that nothing joins it"
                             : is_reduction ? "; others join it as producers"
                                            : "; joins readers, and is joined");
    }
  else
    g_string_append_printf (text, "%s: the planner takes elementwise operations and reductions",
                            fl_op_kind_get_name (node->kind));
  fl_concept_tell (pass, graph, FL_EVENT_CLASSIFY, node->id, G_MAXUINT32,
                   is_reduction ? "kInput"
                   : is_fusible ? "kLoop"
                                : "other",
                   fl_concept_take (pass, text));
}

static void
tell_class (const FlPass *pass, const Xla *xla, const FlOpGraph *graph, guint32 class)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  const FlOpNode *first;
  GString *text;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (find_class (xla, i) == class)
      g_array_append_val (members, i);
  if (members->len < 2)
    return;
  first = &graph->nodes[g_array_index (members, guint32, 0)];
  text = g_string_new (NULL);
  fl_concept_append_sizes (text, first);
  g_string_append (text, ": ");
  fl_concept_append_names (text, graph, (const guint32 *) (gpointer) members->data, members->len);
  fl_concept_tell (pass, graph, FL_EVENT_RELATE, first->id, G_MAXUINT32, "shape class", fl_concept_take (pass, text));
}

static void
tell_all (const FlPass *pass, const Xla *xla, const FlOpGraph *graph)
{
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (fl_op_is_work (&graph->nodes[i]))
      tell_op (pass, graph, &graph->nodes[i]);
  for (guint32 i = 0; i < graph->n_nodes && !fl_pass_is_stopped (pass, FL_STAGE_FUSE); i++)
    if (find_class (xla, i) == i)
      tell_class (pass, xla, graph, i);
  fl_xla_tell_dims (pass, graph);
}

static gboolean
is_one_class (gpointer data, const FlOpSet *set)
{
  const Xla *xla = data;
  guint32 first = G_MAXUINT32;

  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];
      guint32 own = find_class (xla, fl_op_get_domain (set->graph, node)->id);

      if (first == G_MAXUINT32)
        first = own;
      else if (first != own)
        return FALSE;
    }
  return TRUE;
}

static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  const FlOpNode *from = &clusters->graph->nodes[a->rep], *to = &clusters->graph->nodes[b->rep];
  g_auto (FlOpSet) set = { 0 };

  if (from->kind != FL_OP_POINTWISE)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "the producer is not elementwise", from->id);
      return FALSE;
    }
  if (to->kind != FL_OP_POINTWISE && to->kind != FL_OP_REDUCE)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "the consumer is neither elementwise nor a reduction",
                          to->id);
      return FALSE;
    }
  if (fl_xla_is_split (clusters->graph, to, clusters->pass->options->xla_window))
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL,
                          "the reduction is split in windows (TreeReductionRewriter), which no fusion joins", to->id);
      return FALSE;
    }
  fl_clusters_unite (clusters, a, b, &set);
  if (!is_one_class (data, &set))
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "results of different shape classes", to->id);
      return FALSE;
    }
  return fl_clusters_can_contract (clusters, a, b);
}

FlPartition *
fl_op_strategy_xla (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);
  Xla xla;

  if (fl_pass_is_cancelled (pass, error))
    return NULL;
  find_classes (&xla, graph);
  tell_all (pass, &xla, graph);
  fl_clusters_sweep (clusters, may_merge, &xla);
  if (pass->options->xla_siblings != FL_XLA_SIBLINGS_NONE)
    fl_xla_merge_siblings (clusters, &(FlXlaSiblings) { is_one_class, &xla });
  g_free (xla.classes);
  return fl_clusters_finish (clusters, error);
}
