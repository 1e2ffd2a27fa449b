/* A run as text: each stage in the form its readers know. */
#include <string.h>

#include "fl-memory-map.h"
#include "fl-report-private.h"
#include "fl-quote.h"
#include "fl-text.h"

/* --- FX ------------------------------------------------------------------------------------- */
static void
append_type (GString *out, const FlNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (node->value.kind == FL_VALUE_UNKNOWN)
    return;
  if (node->value.kind == FL_VALUE_TENSOR)
    fl_tensor_append (text, &node->value.tensor, TRUE, TRUE);
  else
    fl_value_append (text, &node->value);
  g_string_append (out, ": ");
  fl_quote_append_python_string (out, text->str);
}

/* Of a node, as Python can have it. */
static void
append_name (GString *out, const char *before, const FlNode *node)
{
  g_autofree char *name = fl_quote_dup_python_identifier (node->name);

  g_string_append_printf (out, "%s%s", before, name);
}

static void
append_signature (GString *out, const FlGraph *graph)
{
  g_string_append (out, "class GraphModule(torch.nn.Module):\n    def forward(self");
  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlNode *input = fl_graph_get_node (graph, graph->inputs[i]);

      append_name (out, ", ", input);
      append_type (out, input);
    }
  g_string_append (out, "):\n");
}

static void
append_call (GString *out, const FlGraph *graph, const FlNode *node)
{
  gboolean is_op = g_str_has_prefix (node->target, "aten.") || g_str_has_prefix (node->target, "prims.");
  g_autofree char *target = fl_quote_dup_python_path (node->target);

  append_name (out, "        ", node);
  append_type (out, node);
  if (node->kind == FL_NODE_GET_ATTR)
    {
      g_string_append_printf (out, " = self.%s\n", target);
      return;
    }
  g_string_append_printf (out, " = %s%s(", is_op ? "torch.ops." : "", target);
  for (guint i = 0; i < node->n_args; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      fl_arg_append_python (out, graph, &node->args[i]);
    }
  g_string_append (out, ")\n");
}

/* All of them, whether the graph returns them one by one or as one tuple. */
static void
append_results (GString *out, const FlGraph *graph, const FlNode *output)
{
  const gboolean is_whole
      = output->n_args == 1 && (output->args[0].kind == FL_ARG_TUPLE || output->args[0].kind == FL_ARG_LIST);

  g_string_append (out, is_whole ? "        return " : "        return (");
  for (guint i = 0; i < output->n_args; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      fl_arg_append_python (out, graph, &output->args[i]);
    }
  g_string_append (out, is_whole ? "\n" : output->n_args == 1 ? ",)\n" : ")\n");
}

void
fl_report_append_fx (GString *out, const FlGraph *graph)
{
  const char *section = NULL;

  append_signature (out, graph);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (node->kind == FL_NODE_PLACEHOLDER)
        continue;
      if (node->kind == FL_NODE_OUTPUT)
        {
          append_results (out, graph, node);
          continue;
        }
      if (node->source_code != NULL && (section == NULL || strcmp (section, node->source_code) != 0))
        {
          g_string_append (out, "        # File: ");
          fl_quote_append_python_comment (out, node->source_file != NULL ? node->source_file : "?");
          g_string_append_printf (out, ":%u, code: ", node->source_line);
          fl_quote_append_python_comment (out, node->source_code);
          g_string_append_c (out, '\n');
        }
      section = node->source_code;
      append_call (out, graph, node);
    }
}

/* --- memory --------------------------------------------------------------------------------- */
static void
append_memory_line (GString *out, const FlMemoryLine *line)
{
  static const char *const verbs[] = {
    [FL_LINE_ALLOCATE] = "allocate", [FL_LINE_REUSE] = "reuse", [FL_LINE_INPLACE] = "in place",
    [FL_LINE_ALIAS] = "alias",       [FL_LINE_CALL] = "call",   [FL_LINE_FREE] = "free",
    [FL_LINE_RETURN] = "return",
  };
  /* Inductor's lines of the wrapper that do the same. */
  static const char *const classes[] = {
    [FL_LINE_ALLOCATE] = "AllocateLine",
    [FL_LINE_REUSE] = "ReuseLine",
    [FL_LINE_FREE] = "FreeIfNotReusedLine",
    [FL_LINE_RETURN] = NULL,
  };

  g_string_append_printf (out, "%-9s", verbs[line->kind]);
  if (line->node != NULL)
    g_string_append_printf (out, " %s", line->node->name);
  if (line->buffer != NULL)
    g_string_append_printf (out, " %s", line->buffer->name);
  if (line->other != NULL)
    g_string_append_printf (out, " <- %s", line->other->name);
  if (classes[line->kind] != NULL)
    g_string_append_printf (out, "   (%s)", classes[line->kind]);
  g_string_append_c (out, '\n');
}

/* How far the arena is from the smallest one. */
static void
append_arena (GString *out, const FlMemoryPlan *plan)
{
  g_autofree char *ratio
      = fl_report_dup_number ("%.4f",
                              plan->arena_bound_bytes > 0 ? (double) plan->arena_bytes / plan->arena_bound_bytes : 1);

  g_string_append_printf (out,
                          "arena: %" G_GINT64_FORMAT " bytes, no arena below %" G_GINT64_FORMAT
                          " bytes: %s of that%s\n\n",
                          plan->arena_bytes, plan->arena_bound_bytes, ratio,
                          plan->is_arena_optimal ? ", the optimum" : "");
}

void
fl_report_append_memory (GString *out, const FlMemoryPlan *plan)
{
  g_autofree char *peak = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_peak (plan), 0));
  g_autofree char *bound = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_bound (plan), 0));
  g_autofree char *lines = fl_text_dup_bytes ((guint64) MAX (plan->peak_bytes, 0));
  FlTable table;

  g_string_append_printf (out,
                          "planner %s: peak %s (%" G_GINT64_FORMAT
                          " bytes), at least %s in this order, wrapper's peak %s, %u calls\n",
                          plan->planner, peak, fl_memory_plan_get_peak (plan), bound, lines, plan->n_calls);
  append_arena (out, plan);
  for (guint i = 0; i < plan->n_lines; i++)
    append_memory_line (out, &plan->lines[i]);
  g_string_append_c (out, '\n');
  fl_report_init_memory (&table, plan);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
}

/* --- the whole ------------------------------------------------------------------------------ */
void
fl_report_append_stages (GString *out, const FlRun *run)
{
  FlTable table;

  fl_report_init_stages (&table, run, TRUE);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
  if (run->error != NULL)
    g_string_append_printf (out, "\n%s\n", run->error->message);
}

static gboolean
is_missing (const FlRun *run, FlStage stage, gconstpointer result, GError **error)
{
  if (result != NULL)
    return FALSE;
  if (run->error != NULL)
    g_set_error (error, FL_ERROR, run->error->code, "%s was not reached: %s", fl_stage_get_info (stage)->title,
                 run->error->message);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s was not reached: the run stopped after %s",
                 fl_stage_get_info (stage)->title, fl_stage_get_info (run->last_stage)->title);
  return TRUE;
}

/* Names of files may be in the reason. */
static void
append_unwritten (GString *out, const FlKernel *kernel)
{
  g_autofree char *words = g_strdup_printf ("%s is not written yet: %s kernels do not have %s", kernel->name,
                                            kernel->target == FL_TARGET_CUDA ? "CUDA" : "C", kernel->why_no_source);

  g_string_append (out, out->len ? "\n/* " : "/* ");
  fl_quote_append_c_comment (out, words);
  g_string_append (out, " */\n");
}

static gboolean
append_program (GString *out, const FlRun *run, GError **error)
{
  if (is_missing (run, FL_STAGE_CODEGEN, run->program, error))
    return FALSE;
  if (run->program->source != NULL)
    g_string_append (out, run->program->source);
  for (guint i = 0; i < run->program->n_kernels; i++)
    if (run->program->kernels[i].why_no_source)
      append_unwritten (out, &run->program->kernels[i]);
  if (run->program->wrapper != NULL)
    g_string_append_printf (out, "\n%s", run->program->wrapper);
  return TRUE;
}

gboolean
fl_report_append_stage (GString *out, const FlRun *run, FlStage stage, GError **error)
{
  switch (stage)
    {
    case FL_STAGE_GRAPH: fl_report_append_fx (out, run->graph); return TRUE;
    case FL_STAGE_DECOMPOSE:
      if (is_missing (run, stage, run->decomposed, error))
        return FALSE;
      fl_report_append_fx (out, run->decomposed);
      return TRUE;
    case FL_STAGE_LOWER:
    case FL_STAGE_REALIZE:
      if (is_missing (run, stage, run->lowered, error))
        return FALSE;
      (stage == FL_STAGE_LOWER ? fl_report_append_lowered : fl_report_append_realized) (out, run->lowered);
      return TRUE;
    case FL_STAGE_SCHEDULE:
      if (is_missing (run, stage, run->schedule, error))
        return FALSE;
      fl_schedule_append_text (out, run->schedule);
      return TRUE;
    case FL_STAGE_FUSE:
      if (is_missing (run, stage, run->fused, error))
        return FALSE;
      fl_schedule_append_text (out, run->fused);
      return TRUE;
    case FL_STAGE_MEMORY:
      if (is_missing (run, stage, run->plan, error))
        return FALSE;
      fl_report_append_memory (out, run->plan);
      fl_memory_map_append_pools (out, run);
      g_string_append (out, "\nPyTorch's wrapper would do this (what runs here is laid out as above):\n\n");
      fl_report_append_torch_wrapper (out, run);
      return TRUE;
    case FL_STAGE_CODEGEN: return append_program (out, run, error);
    case FL_STAGE_RUN:
      if (is_missing (run, stage, run->execution, error))
        return FALSE;
      fl_report_append_execution (out, run);
      return TRUE;
    case FL_N_STAGES: break;
    }
  g_assert_not_reached ();
}
