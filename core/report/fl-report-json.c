/* A run as one JSON object: the contract of --json, described in data/schema/run.schema.json.
 * Fields are only ever added; a change of meaning raises schema_version. */
#include <cjson/cJSON.h>

#include "fl-access.h"
#include "fl-event-kinds.h"
#include "fl-facts.h"
#include "fl-override.h"
#include "fl-memory-map.h"
#include "fl-orders.h"
#include "fl-report-json.h"
#include "fl-report-private.h"

enum
{
  SCHEMA_VERSION = 1
};

/* An integer where it is one, else its text: "s0*s1". */
static void
push_sym (cJSON *array, const FlSym *sym)
{
  gint64 value;
  g_autofree char *text = NULL;

  if (sym != NULL && fl_sym_is_int (sym, &value))
    {
      cJSON_AddItemToArray (array, cJSON_CreateNumber ((double) value));
      return;
    }
  text = sym != NULL ? fl_sym_dup_text (sym) : g_strdup ("?");
  fl_json_push_text (array, text);
}

/* --- graph, stages -------------------------------------------------------------------------- */
static void
add_graph (cJSON *root, const FlRun *run)
{
  cJSON *graph = cJSON_AddObjectToObject (root, "graph"), *warnings;
  const FlNode *output
      = run->graph->output.index < run->graph->n_nodes ? fl_graph_get_node (run->graph, run->graph->output) : NULL;
  guint n_outputs = output == NULL || output->n_args == 0 ? 0 : 1;

  if (n_outputs == 1 && (output->args[0].kind == FL_ARG_TUPLE || output->args[0].kind == FL_ARG_LIST))
    n_outputs = output->args[0].n_items;
  fl_json_add_text (graph, "name", run->graph->name);
  fl_json_add_text (graph, "path", run->graph->path);
  cJSON_AddNumberToObject (graph, "nodes", run->graph->n_nodes);
  cJSON_AddNumberToObject (graph, "inputs", run->graph->n_inputs);
  cJSON_AddNumberToObject (graph, "outputs", n_outputs);
  if (run->decomposed != NULL)
    cJSON_AddNumberToObject (graph, "decomposed_nodes", run->decomposed->n_nodes);
  cJSON_AddBoolToObject (graph, "truncated", run->graph->truncated);
  warnings = cJSON_AddArrayToObject (graph, "warnings");
  for (guint i = 0; i < run->graph->n_warnings; i++)
    fl_json_push_text (warnings, run->graph->warnings[i]);
}

static void
add_stages (cJSON *root, const FlRun *run)
{
  cJSON *stages = cJSON_AddArrayToObject (root, "stages");

  for (guint i = 0; i < FL_N_STAGES; i++)
    {
      cJSON *stage = fl_json_push_object (stages);

      fl_json_add_text (stage, "name", fl_stage_get_info (i)->name);
      cJSON_AddBoolToObject (stage, "reached", run->stages[i].was_reached);
      cJSON_AddNumberToObject (stage, "events", run->stages[i].n_steps);
    }
  if (run->error == NULL)
    return;
  cJSON *error = cJSON_AddObjectToObject (root, "error");
  fl_json_add_text (error, "stage", fl_stage_get_info (run->failed_stage)->name);
  fl_json_add_text (error, "message", run->error->message);
}

static void
add_options (cJSON *root, const FlRun *run)
{
  cJSON *options = cJSON_AddObjectToObject (root, "options");

  fl_json_add_text (options, "target", fl_target_get_name (run->options.target));
  fl_json_add_text (options, "strategy", run->own_options.strategy);
  fl_json_add_text (options, "target_why", run->target_why);
  fl_json_add_torch (options, &run->options);
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      g_autofree char *text = fl_options_dup_value_text (&run->options, row);

      if (row->type == FL_OPTION_INT)
        cJSON_AddNumberToObject (options, row->name, (double) fl_options_get_value (&run->options, row));
      else if (row->type == FL_OPTION_BOOL)
        cJSON_AddBoolToObject (options, row->name, fl_options_get_value (&run->options, row) != 0);
      else
        fl_json_add_text (options, row->name, text);
    }
}

/* --- schedule ------------------------------------------------------------------------------- */
static void
add_deps (cJSON *node, const char *name, const char *full_name, const FlDep *deps, guint n, const FlTorch *rules)
{
  cJSON *names = cJSON_AddArrayToObject (node, name), *texts = cJSON_AddArrayToObject (node, full_name);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fl_dep_append (text, &deps[i], rules);
      fl_json_push_text (texts, text->str);
      if (g_hash_table_add (seen, (gpointer) deps[i].name))
        fl_json_push_text (names, deps[i].name);
    }
}

static void
add_sched_node (cJSON *nodes, const FlSchedule *schedule, const FlSchedNode *original, const FlSchedule *fused)
{
  cJSON *node = fl_json_push_object (nodes), *buffers, *group, *iteration, *sizes, *part;
  const FlSchedNode *holder = NULL;
  g_autoptr (GString) device = g_string_new (NULL);

  fl_json_add_text (node, "name", original->name);
  fl_json_add_text (node, "kind", fl_sched_kind_get_name (original->kind));
  buffers = cJSON_AddArrayToObject (node, "buffers");
  for (guint i = 0; i < original->n_outputs; i++)
    fl_json_push_text (buffers, original->outputs[i]->buffer->name);
  add_deps (node, "reads", "read_deps", original->reads, original->n_reads, &schedule->text_rules);
  add_deps (node, "writes", "write_deps", original->writes, original->n_writes, &schedule->text_rules);
  group = cJSON_AddObjectToObject (node, "group");
  fl_device_append (device, original->device);
  fl_json_add_text (group, "device", device->str);
  iteration = cJSON_AddArrayToObject (group, "iteration");
  if (original->numel != NULL)
    push_sym (iteration, original->numel);
  if (original->rnumel != NULL)
    push_sym (iteration, original->rnumel);
  sizes = cJSON_AddArrayToObject (node, "sizes");
  cJSON_AddItemToArray (sizes, part = cJSON_CreateArray ());
  for (guint i = 0; i < original->n_iter_sizes; i++)
    push_sym (part, original->iter_sizes[i]);
  cJSON_AddItemToArray (sizes, part = cJSON_CreateArray ());
  for (guint i = 0; i < original->n_reduce_sizes; i++)
    push_sym (part, original->reduce_sizes[i]);
  if (fused != NULL)
    {
      const FlSchedNode *same = fl_schedule_find_node (fused, original->name);
      holder = same != NULL ? fl_schedule_find_group (fused, same) : NULL;
    }
  fl_json_add_text (node, "fused_into", holder != NULL ? holder->name : NULL);
}

static void
add_schedule (cJSON *root, const FlRun *run)
{
  const FlSchedule *schedule = run->schedule;
  cJSON *object, *nodes, *dead;

  if (schedule == NULL)
    return;
  object = cJSON_AddObjectToObject (root, "schedule");
  nodes = cJSON_AddArrayToObject (object, "nodes");
  for (guint i = 0; i < schedule->n_originals; i++)
    add_sched_node (nodes, schedule, schedule->originals[i], run->fused);
  dead = cJSON_AddArrayToObject (object, "dead");
  for (guint i = 0; i < schedule->n_dead; i++)
    fl_json_push_text (dead, schedule->dead[i]);
  cJSON_AddNumberToObject (object, "bytes_accessed", (double) fl_schedule_count_bytes (schedule));
  cJSON_AddNumberToObject (object, "bytes_moved", (double) fl_schedule_count_traffic (schedule));
}

/* --- fusion --------------------------------------------------------------------------------- */
static void
add_access (cJSON *event, const FlAccess *access)
{
  cJSON *object = cJSON_AddObjectToObject (event, "access"), *sides;

  fl_json_add_text (object, "kind", fl_access_kind_get_name (access->kind));
  fl_json_add_text (object, "buffer", access->buffer);
  cJSON_AddNumberToObject (object, "bytes", (double) access->bytes);
  sides = cJSON_AddArrayToObject (object, "sides");
  for (guint i = 0; i < G_N_ELEMENTS (access->sides); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      cJSON *side = fl_json_push_object (sides);

      fl_access_append_side (text, &access->sides[i]);
      fl_json_add_text (side, "node", access->sides[i].node);
      fl_json_add_text (side, "access", text->str);
    }
}

static void
add_event (cJSON *events, const FlEvent *event)
{
  static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };
  cJSON *object = fl_json_push_object (events);

  cJSON_AddNumberToObject (object, "step", event->step);
  fl_json_add_text (object, "kind", fl_event_get_info (event->kind)->name);
  fl_json_add_text (object, "verdict", verdicts[event->verdict]);
  cJSON_AddNumberToObject (object, "round", event->round);
  fl_json_add_text (object, "subject", event->subject.name);
  fl_json_add_text (object, "object", event->object.name);
  cJSON_AddNumberToObject (object, "amount", (double) event->amount);
  fl_json_add_text (object, "reason", event->reason);
  fl_json_add_text (object, "facts", event->facts);
  if (event->upstream != NULL)
    fl_json_add_text (object, "upstream", event->upstream);
  if (event->access != NULL)
    add_access (object, event->access);
}

static void
add_fusion (cJSON *root, const FlRun *run)
{
  const FlSchedule *fused = run->fused;
  cJSON *object, *groups, *events;

  if (fused == NULL)
    return;
  object = cJSON_AddObjectToObject (root, "fusion");
  fl_json_add_text (object, "strategy", run->own_options.strategy);
  if (run->options.strategy != run->own_options.strategy)
    fl_json_add_text (object, "taken_from", run->options.strategy);
  cJSON_AddNumberToObject (object, "rounds", fused->n_rounds);
  groups = cJSON_AddArrayToObject (object, "groups");
  for (guint i = 0; i < fused->n_nodes; i++)
    {
      cJSON *group = cJSON_CreateArray ();

      cJSON_AddItemToArray (groups, group);
      for (guint k = 0; k < fused->nodes[i]->n_originals; k++)
        fl_json_push_text (group, fused->nodes[i]->originals[k]->name);
    }
  cJSON_AddNumberToObject (object, "bytes_accessed", (double) fl_schedule_count_bytes (fused));
  cJSON_AddNumberToObject (object, "bytes_moved", (double) fl_schedule_count_traffic (fused));
  events = cJSON_AddArrayToObject (object, "events");
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    add_event (events, fl_trace_get_step (run->trace, FL_STAGE_FUSE, i));
}

/* --- memory, kernels ------------------------------------------------------------------------ */
/* Of inputs and parameters together, at the hints of their sizes. */
static double
count_input_bytes (const FlLowered *lowered)
{
  gint64 bytes, sum = 0;

  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL
        && fl_buffer_get_size_bytes (lowered->inputs[i], lowered->symbols, NULL, NULL, &bytes, NULL))
      sum += bytes;
  for (guint i = 0; i < lowered->n_constants; i++)
    if (fl_buffer_get_size_bytes (lowered->constants[i], lowered->symbols, NULL, NULL, &bytes, NULL))
      sum += bytes;
  return (double) sum;
}

/* The orders of kernels that were tried for their peak. */
static void
add_orders (cJSON *memory, const FlRun *run)
{
  cJSON *orders = cJSON_AddArrayToObject (memory, "orders");

  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);
      cJSON *order;

      if (event->kind != FL_EVENT_PEAK)
        continue;
      if (g_str_has_prefix (event->reason, "planned"))
        {
          /* Not an estimate: what the planner says of one of those. */
          cJSON *planned = cJSON_GetObjectItem (memory, "planned_orders");

          order = fl_json_push_object (planned != NULL ? planned : cJSON_AddArrayToObject (memory, "planned_orders"));
          fl_json_add_text (order, "title", event->reason);
          cJSON_AddNumberToObject (order, "alive_bytes", (double) event->amount);
          cJSON_AddBoolToObject (order, "lowest_so_far", event->verdict == FL_VERDICT_ACCEPT);
          continue;
        }
      order = fl_json_push_object (orders);
      for (guint k = 0; k < fl_orders_get_n_rows (); k++)
        if (g_str_equal (fl_orders_get_row (k)->title, event->reason))
          fl_json_add_text (order, "name", fl_orders_get_row (k)->name);
      fl_json_add_text (order, "title", event->reason);
      cJSON_AddNumberToObject (order, "estimated_peak_bytes", (double) event->amount);
      cJSON_AddBoolToObject (order, "lowest_so_far", event->verdict == FL_VERDICT_ACCEPT);
      if (event->facts != NULL)
        fl_json_add_text (order, "facts", event->facts);
    }
}

/* Pools as nested splits, and the steps that made them. */
static void
add_pools (cJSON *memory, const FlPoolForest *forest)
{
  cJSON *pools, *steps;

  if (forest == NULL)
    return;
  pools = cJSON_AddArrayToObject (memory, "pools");
  for (guint i = 0; i < forest->n_pools; i++)
    {
      g_autoptr (GString) tree = g_string_new (NULL);
      cJSON *pool = fl_json_push_object (pools);

      fl_pool_node_append (tree, forest, forest->roots[i], fl_memory_map_name_block);
      cJSON_AddNumberToObject (pool, "bytes", (double) forest->roots[i]->used_bytes);
      fl_json_add_text (pool, "tree", tree->str);
    }
  steps = cJSON_AddArrayToObject (memory, "pool_steps");
  for (guint i = 0; i < forest->n_steps; i++)
    {
      const FlPoolStep *from = &forest->steps[i];
      cJSON *step = fl_json_push_object (steps);

      fl_json_add_text (step, "buffer", fl_memory_map_name_block (&forest->blocks[from->block]));
      fl_json_add_text (step, "outcome", fl_pool_outcome_get_name (from->outcome));
      cJSON_AddNumberToObject (step, "pool", from->pool);
      cJSON_AddNumberToObject (step, "offset", (double) forest->offsets[from->block]);
      cJSON_AddNumberToObject (step, "refused_many", from->n_many);
      cJSON_AddNumberToObject (step, "refused_small", from->n_small);
    }
}

static void
add_memory (cJSON *root, const FlRun *run)
{
  const FlMemoryPlan *plan = run->plan;
  cJSON *object, *buffers;

  if (plan == NULL)
    return;
  object = cJSON_AddObjectToObject (root, "memory");
  fl_json_add_text (object, "planner", plan->planner);
  cJSON_AddNumberToObject (object, "peak_bytes", (double) fl_memory_plan_get_peak (plan));
  cJSON_AddNumberToObject (object, "lower_bound_bytes", (double) fl_memory_plan_get_bound (plan));
  cJSON_AddNumberToObject (object, "wrapper_peak_bytes", (double) plan->peak_bytes);
  cJSON_AddNumberToObject (object, "wrapper_lower_bound_bytes", (double) plan->lower_bound_bytes);
  cJSON_AddNumberToObject (object, "input_bytes", count_input_bytes (run->lowered));
  cJSON_AddNumberToObject (object, "arena_bytes", (double) plan->arena_bytes);
  cJSON_AddNumberToObject (object, "arena_bound_bytes", (double) plan->arena_bound_bytes);
  cJSON_AddBoolToObject (object, "arena_is_optimal", plan->is_arena_optimal);
  cJSON_AddNumberToObject (object, "calls", plan->n_calls);
  add_orders (object, run);
  add_pools (object, plan->forest);
  buffers = cJSON_AddArrayToObject (object, "buffers");
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *from = &plan->buffers[i];
      cJSON *buffer = fl_json_push_object (buffers);

      fl_json_add_text (buffer, "name", from->buffer->name);
      cJSON_AddNumberToObject (buffer, "size_bytes", (double) from->size_bytes);
      cJSON_AddNumberToObject (buffer, "first", from->first);
      cJSON_AddNumberToObject (buffer, "last", from->last);
      cJSON_AddNumberToObject (buffer, "offset", (double) from->offset);
      fl_json_add_text (buffer, "owner", from->owner != NULL ? from->owner->name : from->buffer->name);
      cJSON_AddBoolToObject (buffer, "removed", from->is_removed);
      cJSON_AddBoolToObject (buffer, "output", from->is_output);
      fl_json_add_text (buffer, "why", from->why);
    }
}

static void
add_kernels (cJSON *root, const FlRun *run)
{
  cJSON *kernels;

  if (run->program == NULL)
    return;
  kernels = cJSON_AddArrayToObject (root, "kernels");
  for (guint i = 0; i < run->program->n_kernels; i++)
    {
      const FlKernel *from = &run->program->kernels[i];
      cJSON *kernel = fl_json_push_object (kernels), *nodes, *origins;
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      fl_json_add_text (kernel, "name", from->name);
      fl_json_add_text (kernel, "kind", fl_kernel_kind_get_name (from->kind));
      nodes = cJSON_AddArrayToObject (kernel, "nodes");
      origins = cJSON_AddArrayToObject (kernel, "origins");
      for (guint k = 0; from->node != NULL && k < from->node->n_originals; k++)
        {
          const FlBuffer *op = from->node->originals[k]->op;

          fl_json_push_text (nodes, from->node->originals[k]->name);
          for (guint o = 0; op != NULL && run->decomposed != NULL && o < op->n_origins; o++)
            {
              const char *name = fl_graph_get_node (run->decomposed, op->origins[o])->name;
              if (g_hash_table_add (seen, (gpointer) name))
                fl_json_push_text (origins, name);
            }
        }
      fl_json_add_text (kernel, "target", fl_target_get_name (from->target));
      cJSON_AddNumberToObject (kernel, "bytes_read", (double) from->read_bytes);
      cJSON_AddNumberToObject (kernel, "bytes_written", (double) from->written_bytes);
      cJSON_AddNumberToObject (kernel, "flops", (double) from->flops);
    }
}

/* --- run ------------------------------------------------------------------------------------ */
static void
add_run (cJSON *root, const FlRun *run)
{
  g_autoptr (FlAblation) ablation = run->execution ? fl_ablation_new (run) : NULL;
  cJSON *object;

  if (run->execution == NULL)
    return;
  object = fl_report_new_execution_json (run->execution, run->program);
  if (ablation != NULL)
    cJSON_AddItemToObject (object, "ablation", fl_ablation_new_json (ablation));
  cJSON_AddItemToObject (root, "run", object);
}

/* What was decided by hand, and what became of it. */
static void
add_overrides (cJSON *root, const FlRun *run)
{
  cJSON *list = run->overrides != NULL ? cJSON_AddArrayToObject (root, "overrides") : NULL;

  for (guint i = 0; list != NULL && i < run->overrides->n; i++)
    {
      const FlOverrideState *state = &run->overrides->states[i];
      cJSON *object = fl_json_push_object (list);

      fl_json_add_text (object, "kind", fl_override_get_info (state->override.kind)->name);
      fl_json_add_text (object, "a", state->override.a);
      fl_json_add_text (object, "b", state->override.b);
      fl_json_add_text (object, "outcome", fl_outcome_get_name (state->outcome));
      fl_json_add_text (object, "rule", state->rule);
      fl_json_add_text (object, "facts", state->facts);
    }
}

/* What another run can be compared with. */
static void
add_facts (cJSON *root, const FlRun *run)
{
  g_autoptr (FlFacts) facts = run->fused != NULL ? fl_facts_new (run) : NULL;

  if (facts != NULL)
    cJSON_AddItemToObject (root, "facts", fl_facts_new_json (facts));
}

cJSON *
fl_report_new_measured_json (const FlRun *run)
{
  cJSON *measured = cJSON_CreateObject (), *stages = cJSON_AddObjectToObject (measured, "stages_ns");

  for (guint i = 0; i < FL_N_STAGES; i++)
    if (run->stages[i].was_reached)
      cJSON_AddNumberToObject (stages, fl_stage_get_info (i)->name, (double) run->stages[i].time_ns);
  return measured;
}

cJSON *
fl_report_new_json (const FlRun *run)
{
  cJSON *root = cJSON_CreateObject ();

  cJSON_AddNumberToObject (root, "schema_version", SCHEMA_VERSION);
  add_graph (root, run);
  add_options (root, run);
  add_stages (root, run);
  add_schedule (root, run);
  add_fusion (root, run);
  add_memory (root, run);
  add_kernels (root, run);
  add_run (root, run);
  add_overrides (root, run);
  add_facts (root, run);
  return root;
}
