/* The plan as text, in the manner in which MLIR prints fusions: one operation a line, and of each fusion a region. */
#include "fl-concepts.h"

static void
append_type (GString *out, const FlOpNode *node)
{
  g_string_append (out, "tensor<");
  for (guint i = 0; i < node->n_dims; i++)
    {
      fl_sym_append (out, node->sizes[i]);
      g_string_append_c (out, 'x');
    }
  g_string_append_printf (out, "%s>", fl_dtype_get_short_name (node->dtype));
}

static void
append_list (GString *out, const FlOpGraph *graph, const guint32 *ops, guint n_ops)
{
  for (guint i = 0; i < n_ops; i++)
    g_string_append_printf (out, "%s%%%s", i > 0 ? ", " : "", graph->nodes[ops[i]].name);
}

static void
append_op (GString *out, const FlOpGraph *graph, const FlOpNode *node, const char *indent)
{
  g_string_append_printf (out, "%s%%%s = %s", indent, node->name,
                          node->fn != NULL ? node->fn : fl_op_kind_get_name (node->kind));
  if (node->kind == FL_OP_CONSTANT && node->n_inputs == 0)
    g_string_append (out, " constant");
  g_string_append_c (out, '(');
  append_list (out, graph, node->inputs, node->n_inputs);
  g_string_append_c (out, ')');
  for (guint k = 0, n = 0; node->kind == FL_OP_REDUCE && k < FL_OP_MAX_DIMS; k++)
    if ((node->axes >> k) & 1)
      g_string_append_printf (out, "%s%u", n++ == 0 ? " dims " : ", ", k);
  g_string_append (out, " : ");
  append_type (out, node);
  g_string_append_c (out, '\n');
}

static void
append_region (GString *out, const FlPartition *partition, const FlOpGroup *group, const char *kind)
{
  const FlOpGraph *graph = partition->graph;

  g_string_append (out, "  ");
  append_list (out, graph, group->results, group->n_results);
  g_string_append (out, " = fusion(");
  append_list (out, graph, group->inputs, group->n_inputs);
  g_string_append_printf (out, ") {kind = \"%s\"} {\n", kind);
  for (guint i = 0; i < group->n_members; i++)
    append_op (out, graph, &graph->nodes[group->members[i]], "    ");
  g_string_append (out, "    return ");
  append_list (out, graph, group->results, group->n_results);
  g_string_append (out, "\n  }\n");
}

void
fl_concepts_append_regions (GString *out, const FlPartition *partition, const char *strategy, const FlTrace *trace)
{
  const FlOpGraph *graph = partition->graph;
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      if (graph->nodes[i].kind == FL_OP_INPUT)
        g_array_append_val (inputs, i);
      if (graph->nodes[i].is_output)
        g_array_append_val (outputs, i);
    }
  g_string_append_printf (out, "// strategy %s: %u operations in %u group%s\nfunc(", strategy, graph->n_ops,
                          partition->n_groups, partition->n_groups == 1 ? "" : "s");
  for (guint i = 0; i < inputs->len; i++)
    {
      const FlOpNode *node = &graph->nodes[g_array_index (inputs, guint32, i)];

      g_string_append_printf (out, "%s%%%s: ", i > 0 ? ", " : "", node->name);
      append_type (out, node);
    }
  g_string_append (out, ") {\n");
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_OP_CONSTANT)
      append_op (out, graph, &graph->nodes[i], "  ");
  for (guint g = 0; g < partition->n_groups; g++)
    {
      const FlOpGroup *group = &partition->groups[g];

      if (group->n_members == 1)
        append_op (out, graph, &graph->nodes[group->members[0]], "  ");
      else
        append_region (out, partition, group, fl_concepts_get_group_kind (partition, group, strategy, trace));
    }
  g_string_append (out, "  return ");
  append_list (out, graph, (const guint32 *) (gpointer) outputs->data, outputs->len);
  g_string_append (out, "\n}\n");
}
