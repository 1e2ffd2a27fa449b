/* What lowering left, as text: the boxes of every node, the state of the graph, and the buffers with their loops, as
 * Inductor prints them (torch/_inductor/ir.py). */
#include "fl-report-private.h"

/* --- stage LOWER ---------------------------------------------------------------------------- */

static void
append_name (GString *out, const FlBuffer *buffer, gboolean is_first)
{
  g_string_append_printf (out, "%s%s", is_first ? "" : ", ", buffer->name);
}

/* What realize_input makes of a result. */
static void
append_output (GString *out, const FlOutput *output)
{
  const FlBufferView *view = &output->tensor;

  if (output->kind == FL_OUTPUT_NONE)
    g_string_append (out, "NoneAsConstantBuffer()");
  else if (output->kind == FL_OUTPUT_SYM)
    {
      g_string_append (out, "ShapeAsConstantBuffer(");
      fl_sym_append (out, output->sym);
      g_string_append_c (out, ')');
    }
  else if (view->is_view)
    {
      g_string_append_printf (out, "ReinterpretView(%s, ", view->buffer->name);
      fl_layout_append (out, &view->layout);
      g_string_append_c (out, ')');
    }
  else
    g_string_append_printf (out, "%s %s", fl_buffer_get_class_name (view->buffer), view->buffer->name);
}

/* The lists that GraphLowering keeps. */
static void
append_state (GString *out, const FlLowered *lowered)
{
  guint n = 0;

  g_string_append (out, "\ngraph_inputs: ");
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL)
      append_name (out, lowered->inputs[i], n++ == 0);
  g_string_append (out, "\nconstants: ");
  for (guint i = 0; i < lowered->n_constants; i++)
    append_name (out, lowered->constants[i], i == 0);
  g_string_append (out, lowered->n_constants == 0 ? "none" : "");
  g_string_append (out, "\nmutated_inputs: ");
  for (guint i = 0; i < lowered->n_mutated_inputs; i++)
    append_name (out, lowered->mutated_inputs[i], i == 0);
  g_string_append (out, lowered->n_mutated_inputs == 0 ? "none" : "");
  g_string_append_printf (out, "\nbuffers: %u, operations: %u, of %u nodes", lowered->n_buffers, lowered->n_operations,
                          lowered->graph->n_nodes);
  g_string_append (out, "\ngraph_outputs:\n");
  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      g_string_append (out, "    ");
      append_output (out, &lowered->outputs[i]);
      g_string_append_c (out, '\n');
    }
}

void
fl_report_append_lowered (GString *out, const FlLowered *lowered)
{
  for (guint i = 0; i < lowered->graph->n_nodes; i++)
    {
      const FlLoweredNode *node = &lowered->nodes[i];

      g_string_append (out, lowered->graph->nodes[i].name);
      if (node->buffer != NULL)
        g_string_append_printf (out, " -> %s", node->buffer->name);
      g_string_append_c (out, '\n');
      if (node->text != NULL)
        g_string_append_printf (out, "    %s\n", node->text);
    }
  if (lowered->n_unlowered == 0)
    append_state (out, lowered);
}

/* --- stage REALIZE -------------------------------------------------------------------------- */

/* "i0, _": Inductor's names of the loops; those of one step have none. */
static void
append_vars (GString *out, const FlSym *const *vars, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      if (fl_sym_is_int (vars[i], NULL))
        g_string_append_c (out, '_');
      else
        fl_sym_append (out, vars[i]);
    }
  g_string_append (out, n == 1 ? "," : "");
}

static void
append_sizes (GString *out, const char *title, const FlSym *const *sizes, guint n)
{
  g_string_append_printf (out, "        %s=[", title);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, sizes[i]);
    }
  g_string_append (out, "],\n");
}

static void
append_inner_fn (GString *out, const FlLowered *lowered, const FlLoops *loops)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const gboolean is_reduction = loops->n_reduction_ranges > 0;
  const char *values[G_N_ELEMENTS (loops->values)];

  g_string_append_printf (out, "        def inner_fn(index%s):\n", is_reduction ? ", rindex" : "");
  if (loops->n_ranges > 0)
    {
      g_string_append (out, "            ");
      append_vars (out, loops->vars, loops->n_ranges);
      g_string_append (out, " = index\n");
    }
  if (is_reduction)
    {
      g_string_append (out, "            ");
      append_vars (out, loops->reduction_vars, loops->n_reduction_ranges);
      g_string_append (out, " = rindex\n");
    }
  for (guint i = 0; i < loops->n_values; i++)
    values[i] = fl_expr_append_lines (out, lowered->pool, loops->values[i], "            ", names);
  g_string_append (out, "            return ");
  for (guint i = 0; i < loops->n_values; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", values[i]);
  g_string_append_c (out, '\n');
}

static void
append_loops (GString *out, const FlLowered *lowered, const FlLoops *loops)
{
  static const char *const classes[] = { "Pointwise", "Reduction", "Scatter", "Scan", "Sort" };

  g_string_append_printf (out, "    data=%s(%s,\n", classes[loops->kind], fl_dtype_get_torch_name (loops->dtype));
  append_inner_fn (out, lowered, loops);
  append_sizes (out, "ranges", loops->ranges, loops->n_ranges);
  if (loops->n_reduction_ranges > 0)
    append_sizes (out, loops->kind == FL_LOOPS_REDUCTION ? "reduction_ranges" : "ordered_ranges",
                  loops->reduction_ranges, loops->n_reduction_ranges);
  if (loops->kind == FL_LOOPS_REDUCTION)
    g_string_append_printf (out, "        reduction_type=%s,\n", fl_reduction_get_name (loops->reduction));
  g_string_append (out, "    )\n");
}

void
fl_report_append_realized (GString *out, const FlLowered *lowered)
{
  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      const FlBuffer *buffer = lowered->buffers[i];

      g_string_append_printf (out, "%s: %s  ", buffer->name, fl_buffer_get_class_name (buffer));
      fl_layout_append (out, &buffer->layout);
      if (buffer->fx_node.index < lowered->graph->n_nodes)
        g_string_append_printf (out, "\n    origin_node: %s",
                                fl_graph_get_node (lowered->graph, buffer->fx_node)->name);
      g_string_append (out, "\n    origins:");
      for (guint k = 0; k < buffer->n_origins; k++)
        g_string_append_printf (out, " %s", fl_graph_get_node (lowered->graph, buffer->origins[k])->name);
      if (buffer->why != NULL)
        g_string_append_printf (out, "\n    realized: %s", buffer->why);
      g_string_append_c (out, '\n');
      if (buffer->loops != NULL)
        append_loops (out, lowered, buffer->loops);
    }
}
