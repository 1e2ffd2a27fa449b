/* A run as text: each stage in the form its readers know. */
#include <string.h>

#include "fl-memory-map.h"
#include "fl-report-private.h"
#include "fl-quote.h"
#include "fl-slower.h"
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
  gboolean is_op
      = g_str_has_prefix (node->target, "aten.") || g_str_has_prefix (node->target, "prims.");
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
      = output->n_args == 1
        && (output->args[0].kind == FL_ARG_TUPLE || output->args[0].kind == FL_ARG_LIST);

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
      if (node->source_code != NULL
          && (section == NULL || strcmp (section, node->source_code) != 0))
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

/* --- lowering ------------------------------------------------------------------------------- */
static void
append_lowered (GString *out, const FlLowered *lowered)
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
}

static void
append_realized (GString *out, const FlLowered *lowered)
{
  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      const FlBuffer *buffer = lowered->buffers[i];

      g_string_append_printf (out, "%s: %s  ", buffer->name,
                              fl_buffer_get_class_name (buffer));
      fl_layout_append (out, &buffer->layout);
      g_string_append (out, "\n    origins:");
      for (guint k = 0; k < buffer->n_origins; k++)
        g_string_append_printf (out, " %s",
                                fl_graph_get_node (lowered->graph, buffer->origins[k])->name);
      if (buffer->why != NULL)
        g_string_append_printf (out, "\n    realized: %s", buffer->why);
      g_string_append_c (out, '\n');
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

  g_string_append_printf (out, "%-9s", verbs[line->kind]);
  if (line->node != NULL)
    g_string_append_printf (out, " %s", line->node->name);
  if (line->buffer != NULL)
    g_string_append_printf (out, " %s", line->buffer->name);
  if (line->other != NULL)
    g_string_append_printf (out, " <- %s", line->other->name);
  g_string_append_c (out, '\n');
}

/* How far the arena is from the smallest one. */
static void
append_arena (GString *out, const FlMemoryPlan *plan)
{
  g_autofree char *ratio
      = fl_report_dup_number ("%.4f", plan->arena_bound_bytes > 0 ? (double) plan->arena_bytes / plan->arena_bound_bytes : 1);

  g_string_append_printf (out, "arena: %" G_GINT64_FORMAT " bytes, no arena below %" G_GINT64_FORMAT " bytes: %s of that%s\n\n",
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

static void
append_speedup (GString *out, const FlExecution *execution)
{
  g_autofree char *speedup = fl_report_dup_number ("%.3g", execution->speedup);
  g_autofree char *low = fl_report_dup_number ("%.3g", execution->speedup_low);
  g_autofree char *high = fl_report_dup_number ("%.3g", execution->speedup_high);
  g_autofree char *slower = fl_execution_dup_slower (execution, 1, 0);
  gboolean is_noise = execution->speedup_low <= 1 && execution->speedup_high >= 1;

  g_string_append_printf (out, "%s runs %s times as fast as %s (quartiles of pairs: %s … %s)%s\n",
                          execution->variants[1].name, speedup, execution->variants[0].name, low,
                          high, is_noise ? ": within noise" : "");
  if (slower != NULL)
    g_string_append_printf (out, "%s\n", slower);
}

/* "compiled in 312 ms" or that nothing had to be. */
static void
append_compilation (GString *out, const FlExecution *execution)
{
  double ns = 0;

  for (guint i = 0; i < execution->n_variants; i++)
    ns += execution->variants[i].was_cached ? 0 : execution->variants[i].compile_ns;
  if (ns > 0)
    {
      g_autofree char *time = fl_text_dup_duration (ns), *processor = fl_text_dup_duration (execution->compile_cpu_ns);

      g_string_append_printf (out, "kernels: compiled in %s, %s of the compilers' processor time; %u of %u objects were in the cache\n",
                              time, processor, execution->n_cached_modules, execution->n_modules);
    }
  else if (execution->n_modules > 0)
    g_string_append (out, "kernels: found in the compile cache, nothing was compiled\n");
}

static void
append_part (GString *out, const char *what, double ns, const char *end)
{
  g_autofree char *time = fl_text_dup_duration (ns);

  g_string_append_printf (out, "%s %s%s", what, time, end);
}

/* How long one waits for the first results, and for what. */
static void
append_first_result (GString *out, const FlExecution *execution)
{
  const FlFirstResult *first = &execution->first;

  if (first->run_ns <= 0) /* the interpreter's */
    return;
  append_part (out, "first result: after", first->total_ns, " (");
  append_part (out, "laying out", first->layout_ns, ", ");
  append_part (out, "starting the worker", first->worker_ns, ", ");
  append_part (out, execution->variants[0].was_cached ? "loading from the cache" : "compiling", first->compile_ns, ", ");
  append_part (out, "preparing memory and library", first->library_ns, ", ");
  append_part (out, "making inputs", first->inputs_ns, ", ");
  append_part (out, "the first call", first->run_ns, "; some at the same time)\n");
}

void
fl_report_append_summary (GString *out, const FlExecution *execution)
{
  if (execution->warning != NULL)
    g_string_append_printf (out, "warning: %s\n", execution->warning);
  if (execution->n_variants == 2 && execution->speedup > 0)
    append_speedup (out, execution);
  for (guint i = 0; i < execution->n_sizes; i++)
    {
      g_string_append_printf (out, "%s%s = ", i > 0 ? ", " : "sizes: ",
                              fl_sym_get_name (execution->sizes[i].symbol));
      fl_sizes_append_value (out, &execution->sizes[i]);
      g_string_append (out, i + 1 == execution->n_sizes ? "\n" : "");
    }
  append_compilation (out, execution);
  append_first_result (out, execution);
  if (execution->machine != NULL)
    g_string_append_printf (out, "machine: %s\n", execution->machine);
  if (execution->compiler != NULL)
    g_string_append_printf (out, "compiler: %s%s%s%s\n", execution->compiler, execution->compiler_path != NULL ? " (" : "",
                            execution->compiler_path != NULL ? execution->compiler_path : "", execution->compiler_path != NULL ? ")" : "");
  if (execution->compiler_flags != NULL)
    g_string_append_printf (out, "flags: %s\n", execution->compiler_flags);
  if (execution->vectors != NULL)
    g_string_append_printf (out, "vectors: %s\n", execution->vectors);
  if (execution->confined != NULL)
    g_string_append_printf (out, "kernels have: %s\n", execution->confined);
  if (execution->not_confined != NULL)
    g_string_append_printf (out, "not confined: %s\n", execution->not_confined);
  if (execution->foreign_share > 0.05)
    g_string_append_printf (out, "other processes used %.0f %% of the machine meanwhile: times of several threads say little\n",
                            100 * execution->foreign_share);
  if (execution->no_counters_why != NULL)
    g_string_append_printf (out, "hardware counters: %s\n", execution->no_counters_why);
  if (execution->peak_flops_per_s > 0)
    {
      g_autofree char *rate = fl_report_dup_number ("%.3g", execution->peak_flops_per_s / 1e9);
      g_string_append_printf (out, "multiply-adds in registers: %s GFLOP/s with %u thread%s\n", rate, execution->n_threads,
                              execution->n_threads == 1 ? "" : "s");
    }
  if (execution->copy_bytes_per_s > 0)
    {
      g_autofree char *rate = fl_report_dup_number ("%.3g", execution->copy_bytes_per_s / 1e9);
      g_string_append_printf (out, "copy bandwidth at memory size: %s GB/s\n", rate);
    }
}

/* Planned against measured: the arena without inputs and constants. */
static void
append_measured_memory (GString *out, const FlVariantTime *variant)
{
  g_autofree char *planned = fl_text_dup_bytes ((guint64) MAX (variant->planned_bytes, 0));
  g_autofree char *measured = fl_text_dup_bytes ((guint64) MAX (variant->measured_peak_bytes, 0));
  g_autofree char *page = fl_text_dup_bytes ((guint64) MAX (variant->page_bytes, 0));

  if (variant->n_measured > 0)
    g_string_append_printf (out, "memory of %s: planned %s, at most %s in use at once (pages of %s)\n", variant->name, planned, measured, page);
}

/* What the processor counted, where it does. */
static void
append_counters (GString *out, const FlVariantTime *variant)
{
  for (guint i = 0; i < variant->n_kernels; i++)
    {
      const FlKernelTime *time = &variant->kernels[i];
      double cycles = MAX (time->cycles, 1);

      if (time->is_counted)
        g_string_append_printf (out, "counters of %s, %s: %" G_GINT64_FORMAT " cycles, %" G_GINT64_FORMAT " instructions (%.2f a cycle), %"
                                G_GINT64_FORMAT " cache misses\n",
                                variant->name, time->kernel, time->cycles, time->instructions, time->instructions / cycles,
                                time->cache_misses);
    }
}

/* Without a compiler no kernel runs; by a plain one all do. */
static gboolean
has_times (const FlExecution *execution)
{
  for (guint i = 0; i < execution->n_variants; i++)
    if (execution->variants[i].total_median_ns > 0)
      return TRUE;
  return FALSE;
}

/* "largest relative error 2e-07 over 4 results". */
static void
append_errors (GString *out, const FlExecution *execution, guint n)
{
  g_autofree char *error = fl_report_dup_number ("%.3g", execution->max_rel);

  g_string_append_printf (out, "largest relative error %s over %u results\n", error, n - execution->n_widened);
  if (execution->n_widened > 0)
    g_string_append_printf (out, "%u more differ by no more than eight times what rounding alone moves them by\n",
                            execution->n_widened);
}

static void
append_given_headline (GString *out, const FlExecution *execution)
{
  guint n_different = 0, n_unverified = 0;

  for (guint i = 0; i < execution->n_expected; i++)
    {
      n_different += fl_agreement_get_check (&execution->expected[i]) == FL_CHECK_DISAGREES;
      n_unverified += fl_agreement_get_check (&execution->expected[i]) == FL_CHECK_UNVERIFIED;
    }
  if (n_different > 0)
    g_string_append_printf (out, "DISAGREES with the given results: %u of %u\n", n_different, execution->n_expected);
  else if (n_unverified > 0)
    g_string_append_printf (out, "unverified beside the given results: %u of %u rest on what is not known\n", n_unverified, execution->n_expected);
  else if (execution->n_expected > 0)
    g_string_append_printf (out, "agrees with the given results: all %u\n", execution->n_expected);
}

void
fl_report_append_headline (GString *out, const FlExecution *execution)
{
  const char *why = execution->not_verified_why != NULL ? execution->not_verified_why : "verification was not asked for";
  guint n_verified = execution->n_agreements - execution->n_unverified;

  if (execution->check == FL_CHECK_UNVERIFIED)
    g_string_append_printf (out, "unverified: %s\n", why);
  if (execution->check != FL_CHECK_UNVERIFIED || n_verified > 0)
    {
      if (execution->check == FL_CHECK_UNVERIFIED)
        g_string_append_printf (out, "the other %u agree with the reference: ", n_verified);
      else
        g_string_append_printf (out, "%s the reference: ", execution->check == FL_CHECK_DISAGREES ? "DISAGREES with" : "agrees with");
      append_errors (out, execution, n_verified);
    }
  if (execution->check == FL_CHECK_DISAGREES && execution->n_unverified > 0)
    g_string_append_printf (out, "unverified: %s\n", why);
  append_given_headline (out, execution);
}

static void
append_agreement (GString *out, const FlAgreement *agreements, guint n)
{
  FlTable table;

  g_string_append_c (out, '\n');
  fl_report_init_agreement (&table, agreements, n);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
}

void
fl_report_append_execution (GString *out, const FlRun *run)
{
  const FlExecution *execution = run->execution;
  FlTable table;

  if (execution == NULL)
    {
      g_string_append (out, "not executed\n");
      return;
    }
  fl_report_append_headline (out, execution);
  for (guint i = 0; i < execution->n_notes; i++)
    g_string_append_printf (out, "note: %s\n", execution->notes[i]);
  if (execution->n_agreements > 0)
    append_agreement (out, execution->agreements, execution->n_agreements);
  if (execution->n_expected > 0)
    append_agreement (out, execution->expected, execution->n_expected);
  g_string_append_c (out, '\n');
  if (execution->warning != NULL && !has_times (execution))
    {
      fl_report_append_summary (out, execution);
      return;
    }
  fl_report_init_kernel_times (&table, execution);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < execution->n_variants; i++)
    {
      append_measured_memory (out, &execution->variants[i]);
      append_counters (out, &execution->variants[i]);
    }
  fl_report_append_summary (out, execution);
}

static gboolean
is_missing (const FlRun *run, FlStage stage, gconstpointer result, GError **error)
{
  if (result != NULL)
    return FALSE;
  if (run->error != NULL)
    g_set_error (error, FL_ERROR, run->error->code, "%s was not reached: %s",
                 fl_stage_get_info (stage)->title, run->error->message);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s was not reached: the run stopped after %s",
                 fl_stage_get_info (stage)->title, fl_stage_get_info (run->last_stage)->title);
  return TRUE;
}

static gboolean
append_program (GString *out, const FlRun *run, GError **error)
{
  if (is_missing (run, FL_STAGE_CODEGEN, run->program, error))
    return FALSE;
  if (run->program->source != NULL)
    g_string_append (out, run->program->source);
  else
    g_string_append_printf (out, "/* This version writes no %s source; the calls follow. */\n",
                            fl_target_get_name (run->program->target));
  if (run->program->wrapper != NULL)
    g_string_append_printf (out, "\n%s", run->program->wrapper);
  return TRUE;
}

gboolean
fl_report_append_stage (GString *out, const FlRun *run, FlStage stage, GError **error)
{
  switch (stage)
    {
    case FL_STAGE_GRAPH:
      fl_report_append_fx (out, run->graph);
      return TRUE;
    case FL_STAGE_DECOMPOSE:
      if (is_missing (run, stage, run->decomposed, error))
        return FALSE;
      fl_report_append_fx (out, run->decomposed);
      return TRUE;
    case FL_STAGE_LOWER:
    case FL_STAGE_REALIZE:
      if (is_missing (run, stage, run->lowered, error))
        return FALSE;
      (stage == FL_STAGE_LOWER ? append_lowered : append_realized) (out, run->lowered);
      return TRUE;
    case FL_STAGE_SCHEDULE:
      if (is_missing (run, stage, run->schedule, error))
        return FALSE;
      fl_schedule_append_text (out, run->schedule, run->options.format);
      return TRUE;
    case FL_STAGE_FUSE:
      if (is_missing (run, stage, run->fused, error))
        return FALSE;
      fl_schedule_append_text (out, run->fused, run->options.format);
      return TRUE;
    case FL_STAGE_MEMORY:
      if (is_missing (run, stage, run->plan, error))
        return FALSE;
      fl_report_append_memory (out, run->plan);
      fl_memory_map_append_pools (out, run);
      return TRUE;
    case FL_STAGE_CODEGEN:
      return append_program (out, run, error);
    case FL_STAGE_RUN:
      if (is_missing (run, stage, run->execution, error))
        return FALSE;
      fl_report_append_execution (out, run);
      return TRUE;
    case FL_N_STAGES:
      break;
    }
  g_assert_not_reached ();
}
