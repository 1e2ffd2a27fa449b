/* The facts of a run. */
#include "fl-facts.h"

#include <string.h>

#include "fl-intern.h"
#include "fl-subject.h"
#include "fl-text.h"

static const FlFactInfo infos[FL_N_FACTS] = {
  [FL_FACT_KERNELS]
  = { "kernels", "Kernels", FL_UNIT_COUNT, "Kernels that the program calls, library calls included." },
  [FL_FACT_POST_FUSION]
  = { "kernels_post_fusion", "Post-fusion", FL_UNIT_COUNT,
      "Kernels of ir_post_fusion, as TorchInductor's rules leave them; those that Fuseloom writes as one count apart." },
  [FL_FACT_BYTES]
  = { "bytes", "Bytes moved", FL_UNIT_BYTES, "What all kernels read and write, each value once a kernel." },
  [FL_FACT_PEAK] = { "peak", "Peak memory", FL_UNIT_BYTES,
                     "The most memory that results and intermediates hold at one time; inputs are not counted." },
  [FL_FACT_BOUND] = { "bound", "Lower bound", FL_UNIT_BYTES, "No memory plan for these kernels has a lower peak." },
  [FL_FACT_BUFFERS] = { "buffers", "Buffers", FL_UNIT_COUNT, "Values that are stored in memory." },
  [FL_FACT_FUSIONS] = { "fusions", "Fusions", FL_UNIT_COUNT,
                        "Values that share a kernel with others: a kernel of n values counts n - 1." },
  [FL_FACT_TIME] = { "time", "Time", FL_UNIT_NS, "The whole program, median of its runs." },
};

const FlFactInfo *
fl_fact_get_info (FlFact fact)
{
  g_assert ((guint) fact < FL_N_FACTS);
  return &infos[fact];
}

char *
fl_fact_dup_amount (FlFact fact, double amount)
{
  switch (fl_fact_get_info (fact)->unit)
    {
    case FL_UNIT_BYTES: return fl_text_dup_bytes ((guint64) amount);
    case FL_UNIT_NS: return fl_text_dup_duration (amount);
    default: return g_strdup_printf ("%.0f", amount);
    }
}

void
fl_facts_free (FlFacts *facts)
{
  if (facts != NULL)
    fl_arena_close (facts->arena);
}

static void
set (FlFacts *facts, FlFact fact, double amount)
{
  facts->has[fact] = TRUE;
  facts->amount[fact] = amount;
}

/* --- values ----------------------------------------------------------------------------------- */

typedef struct
{
  FlFacts *facts;
  const FlRun *run;
  guint *stored_in;           /* by node of run->decomposed: the kernel that stores it; G_MAXUINT: none */
  guint *computed_in;         /* the first that computes it inside its loops */
  const FlBuffer **buffer_of; /* the buffer that it has */
} Collector;

static void
visit_original (Collector *collector, guint kernel, const FlSchedNode *original)
{
  const FlBuffer *op = original->op;

  if (op->fx_node.index < collector->run->decomposed->n_nodes)
    {
      collector->stored_in[op->fx_node.index] = kernel;
      collector->buffer_of[op->fx_node.index] = op;
    }
  for (guint i = 0; i < op->n_origins; i++)
    if (collector->computed_in[op->origins[i].index] == G_MAXUINT)
      collector->computed_in[op->origins[i].index] = kernel;
}

static gboolean
is_computed (const FlRun *run, guint32 node)
{
  switch (run->lowered->nodes[node].kind)
    {
    case FL_LOWERED_POINTWISE:
    case FL_LOWERED_REDUCTION:
    case FL_LOWERED_EXTERN:
    case FL_LOWERED_CONCAT:
    case FL_LOWERED_SCATTER:
      return run->decomposed->nodes[node].value.kind == FL_VALUE_TENSOR
             && !g_str_has_prefix (run->decomposed->nodes[node].target,
                                   "fuseloom.store"); /* a plan's mark: the value is told by its own node */
    default: return FALSE;
    }
}

static void
set_buffer (Collector *collector, guint32 node, FlFactValue *value)
{
  const FlBuffer *buffer = collector->buffer_of[node];
  const FlMemoryBuffer *memory = buffer != NULL && collector->run->plan != NULL
                                     ? fl_memory_plan_find (collector->run->plan, buffer->name)
                                     : NULL;

  if (memory == NULL || memory->is_removed)
    return;
  value->buffer = buffer->name;
  value->bytes = memory->size_bytes;
}

static void
add_value (Collector *collector, guint32 node, GArray *values)
{
  const FlRun *run = collector->run;
  const FlNode *fx = &run->decomposed->nodes[node];
  FlArena *arena = collector->facts->arena;
  g_autoptr (GString) shape = g_string_new (NULL);
  FlFactValue value = { .kernel = collector->stored_in[node] };

  if (fx->is_copy) /* told by the node whose value it is */
    return;
  value.subject = fl_subject_of_node (run->graph, run->decomposed, (FlNodeId) { node });
  if (value.subject == NULL || !is_computed (run, node))
    return;
  if (value.kernel == G_MAXUINT)
    value.kernel = collector->computed_in[node];
  fl_tensor_append (shape, &fx->value.tensor, FALSE, FALSE);
  value.op = fx->stands_for != NULL ? fx->stands_for : fx->target;
  value.shape = fl_arena_strdup (arena, shape->str);
  if (run->graph->nodes[fx->origin.index].module_path != NULL)
    value.module = fl_arena_strdup (arena, run->graph->nodes[fx->origin.index].module_path);
  set_buffer (collector, node, &value);
  g_array_append_val (values, value);
}

static void
count_fusions (FlFacts *facts)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, facts->n_kernels + 1);
  guint n_values = 0, n_kernels = 0;

  for (guint i = 0; i < facts->n_values; i++)
    if (facts->values[i].kernel < facts->n_kernels)
      {
        n_values++;
        n_kernels += !is_used[facts->values[i].kernel];
        is_used[facts->values[i].kernel] = TRUE;
      }
  set (facts, FL_FACT_FUSIONS, n_values - n_kernels);
}

static void
collect_values (FlFacts *facts, const FlRun *run)
{
  guint n = run->decomposed->n_nodes;
  g_autofree guint *stored_in = g_new (guint, n + 1), *computed_in = g_new (guint, n + 1);
  g_autofree const FlBuffer **buffer_of = g_new0 (const FlBuffer *, n + 1);
  Collector collector = { facts, run, stored_in, computed_in, buffer_of };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (FlFactValue));

  for (guint i = 0; i < n; i++)
    stored_in[i] = computed_in[i] = G_MAXUINT;
  for (guint k = 0; k < run->fused->n_nodes; k++)
    for (guint i = 0; i < run->fused->nodes[k]->n_originals; i++)
      visit_original (&collector, k, run->fused->nodes[k]->originals[i]);
  for (guint32 i = 0; i < n; i++)
    if (run->decomposed->nodes[i].kind == FL_NODE_CALL)
      add_value (&collector, i, values);
  facts->n_values = values->len;
  facts->values = fl_arena_memdup (facts->arena, values->data, values->len * sizeof (FlFactValue));
  count_fusions (facts);
}

/* --- figures ---------------------------------------------------------------------------------- */

static void
name_kernels (FlFacts *facts, const FlRun *run)
{
  const char **names = fl_arena_new (facts->arena, const char *, run->fused->n_nodes + 1);
  guint *codes = fl_arena_new (facts->arena, guint, run->fused->n_nodes + 1);

  facts->n_kernels = run->fused->n_nodes;
  facts->kernels = names;
  facts->codes = codes;
  for (guint k = 0; k < run->fused->n_nodes; k++)
    {
      names[k] = run->fused->nodes[k]->name;
      for (guint i = 0; run->program != NULL && i < run->program->n_kernels; i++)
        if (run->program->kernels[i].node == run->fused->nodes[k] && run->program->kernels[i].name != NULL)
          {
            names[k] = run->program->kernels[i].name;
            codes[k] = run->program->kernels[i].source != NULL ? g_str_hash (run->program->kernels[i].source) : 0;
          }
      names[k] = fl_arena_strdup (facts->arena, names[k]);
    }
}

static void
count_kernels (FlFacts *facts, const FlRun *run)
{
  gint64 bytes = 0;

  for (guint i = 0; i < run->fused->n_nodes; i++)
    {
      gint64 read = 0, written = 0;

      fl_sched_node_count_traffic (run->fused, run->fused->nodes[i], &read, &written);
      bytes += read + written;
    }
  set (facts, FL_FACT_KERNELS, fl_schedule_count_kernels (run->fused, TRUE));
  set (facts, FL_FACT_POST_FUSION, fl_schedule_count_kernels (run->fused, FALSE));
  set (facts, FL_FACT_BYTES, bytes);
}

static void
count_memory (FlFacts *facts, const FlMemoryPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    n += !plan->buffers[i].is_removed;
  set (facts, FL_FACT_BUFFERS, n);
  set (facts, FL_FACT_PEAK, fl_memory_plan_get_peak (plan));
  set (facts, FL_FACT_BOUND, fl_memory_plan_get_bound (plan));
}

void
fl_facts_set_time (FlFacts *facts, const FlExecution *execution, const FlProgram *program)
{
  for (guint i = 0; i < execution->n_variants; i++)
    {
      const FlVariantTime *time = &execution->variants[i];

      if (time->program != program || !(time->total_median_ns > 0))
        continue;
      set (facts, FL_FACT_TIME, time->total_median_ns);
      facts->time_low_ns = time->total_low_ns;
      facts->time_high_ns = time->total_high_ns;
    }
}

/* Two graphs of equal text are the same, whatever their files are called. */
static const char *
hash_graph (FlFacts *facts, const FlGraph *graph)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      g_string_printf (line, "%s = %s ", graph->nodes[i].name, graph->nodes[i].target);
      fl_value_append (line, &graph->nodes[i].value);
      for (guint k = 0; k < graph->nodes[i].n_args; k++)
        fl_arg_append (line, graph, &graph->nodes[i].args[k]);
      g_checksum_update (sum, (const guchar *) line->str, line->len);
    }
  return fl_arena_strdup (facts->arena, g_checksum_get_string (sum));
}

FlFacts *
fl_facts_new (const FlRun *run)
{
  FlArena *arena = fl_arena_open ();
  FlFacts *facts = fl_arena_new (arena, FlFacts, 1);

  facts->arena = arena;
  facts->name = fl_arena_strdup (arena, run->graph->path != NULL   ? run->graph->path
                                        : run->graph->name != NULL ? run->graph->name
                                                                   : "graph");
  facts->strategy = run->own_options.strategy;
  facts->graph_hash = hash_graph (facts, run->graph);
  if (run->fused != NULL)
    {
      name_kernels (facts, run);
      count_kernels (facts, run);
      collect_values (facts, run);
    }
  if (run->plan != NULL)
    count_memory (facts, run->plan);
  if (run->execution != NULL)
    fl_facts_set_time (facts, run->execution, run->program);
  return facts;
}
