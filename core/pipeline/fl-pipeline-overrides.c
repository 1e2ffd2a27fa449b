/* What overrides mean in the graph at hand. */
#include "fl-pipeline-overrides.h"

#include "fl-aten.h"
#include "fl-error.h"
#include "fl-subject.h"

void
fl_pipeline_take_options (const FlPass *pass, FlOptions *options)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];
      FlOptions before = *options;
      g_autoptr (GError) error = NULL;
      gboolean is_changed;

      if (state->override.kind != FL_OVERRIDE_OPTION || state->outcome != FL_OUTCOME_PENDING)
        continue;
      if (!fl_options_set (options, state->override.a, &error))
        {
          fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "no option can have this value",
                              fl_arena_strdup (pass->arena, error->message));
          continue;
        }
      is_changed = before.rule_files != options->rule_files;
      for (guint k = 0; k < fl_options_get_n_rows (); k++)
        is_changed |= fl_options_get_value (&before, fl_options_get_row (k))
                      != fl_options_get_value (options, fl_options_get_row (k));
      fl_override_settle (pass, state, is_changed ? FL_OUTCOME_APPLIED : FL_OUTCOME_NEEDLESS,
                          is_changed ? "the option has this value" : "the option has this value anyway", NULL);
    }
}

/* --- where the subjects are ------------------------------------------------------------------- */

static void
locate (const FlPass *pass, FlOverrideState *state, const FlGraph *given, const FlGraph *graph, const char *subject,
        guint32 *node)
{
  g_autoptr (GError) error = NULL;

  *node = fl_subject_find (given, graph, subject, &error).index;
  if (*node == G_MAXUINT32)
    fl_override_settle (pass, state, FL_OUTCOME_UNKNOWN, "no such value",
                        fl_arena_strdup (pass->arena, error->message));
}

void
fl_pipeline_locate_nodes (const FlPass *pass, const FlGraph *given, const FlGraph *graph)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];

      /* An operation that was written in another way is another one now. */
      if (state->outcome >= FL_OUTCOME_REFUSED
          || (state->outcome == FL_OUTCOME_APPLIED
              && fl_override_get_info (state->override.kind)->stage == FL_STAGE_DECOMPOSE))
        continue;
      if (fl_override_get_info (state->override.kind)->n_subjects > 0)
        locate (pass, state, given, graph, state->override.a, &state->node_a);
      if (state->override.b != NULL)
        locate (pass, state, given, graph, state->override.b, &state->node_b);
      if (state->override.b != NULL && state->node_a == state->node_b && state->node_a != G_MAXUINT32)
        {
          fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "both names mean one value", NULL);
          state->node_a = state->node_b = G_MAXUINT32;
        }
    }
}

FlGraph *
fl_pipeline_rewrite (const FlPass *pass, const FlGraph *given, FlGraph *graph, GError **error)
{
  if (pass->overrides == NULL)
    return graph;
  fl_pipeline_locate_nodes (pass, given, graph);
  graph = fl_decompose_obey (pass, given, graph, error);
  for (guint i = 0; i < pass->overrides->n; i++)
    pass->overrides->states[i].node_a = pass->overrides->states[i].node_b = G_MAXUINT32;
  return graph;
}

static void
locate_op (const FlPass *pass, FlOverrideState *state, const FlGraph *graph, const FlOpGraph *ops, guint32 *node)
{
  const FlOpNode *op = NULL;

  if (*node == G_MAXUINT32)
    return;
  /* A view that is no operation there stands for what it views. */
  for (const FlNode *at = &graph->nodes[*node]; op == NULL && at != NULL;)
    {
      op = fl_op_graph_find (ops, at->name);
      at = at->op != NULL && at->op->kind == FL_ATEN_VIEW && at->n_args > 0 && at->args[0].kind == FL_ARG_NODE
               ? fl_graph_get_node (graph, at->args[0].node)
               : NULL;
    }
  *node = op != NULL && fl_op_is_work (op) ? op->id : G_MAXUINT32;
  if (*node == G_MAXUINT32)
    fl_override_settle (pass, state, FL_OUTCOME_REFUSED,
                        op != NULL ? "a constant is part of the kernels that use it"
                                   : "no operation of the strategy's graph",
                        op != NULL ? op->name : NULL);
}

/* Operations know no devices; under a CPU's rules there is only one. */
static void
check_devices (const FlPass *pass, FlOverrideState *state, const FlGraph *graph)
{
  const FlTensor *a, *b;
  g_autoptr (GString) text = NULL;

  if (state->override.kind != FL_OVERRIDE_FORCE || state->node_a == G_MAXUINT32 || state->node_b == G_MAXUINT32
      || !fl_options_is_gpu (pass->options))
    return;
  a = fl_node_find_tensor (&graph->nodes[state->node_a]);
  b = fl_node_find_tensor (&graph->nodes[state->node_b]);
  if (a == NULL || b == NULL || (a->device.type == b->device.type && a->device.index == b->device.index))
    return;
  text = g_string_new (NULL);
  fl_device_append (text, a->device);
  g_string_append (text, " vs ");
  fl_device_append (text, b->device);
  fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "device mismatch", fl_arena_strdup (pass->arena, text->str));
  state->node_a = state->node_b = G_MAXUINT32;
}

void
fl_pipeline_locate_ops (const FlPass *pass, const FlGraph *graph, const FlOpGraph *ops)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      check_devices (pass, &pass->overrides->states[i], graph);
      locate_op (pass, &pass->overrides->states[i], graph, ops, &pass->overrides->states[i].node_a);
      locate_op (pass, &pass->overrides->states[i], graph, ops, &pass->overrides->states[i].node_b);
    }
}

/* --- apart ------------------------------------------------------------------------------------ */

static gboolean
holds (const FlBuffer *buffer, guint32 node)
{
  if (buffer->fx_node.index == node)
    return TRUE;
  for (guint i = 0; i < buffer->n_origins; i++)
    if (buffer->origins[i].index == node)
      return TRUE;
  return FALSE;
}

static gboolean
has_forbidden (const FlPass *pass)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    if (pass->overrides->states[i].override.kind == FL_OVERRIDE_FORBID
        && pass->overrides->states[i].outcome == FL_OUTCOME_PENDING)
      return TRUE;
  return FALSE;
}

static void
mark_inlined (FlOverrides *overrides, const FlLowered *lowered)
{
  for (guint i = 0; i < overrides->n; i++)
    for (guint k = 0; k < lowered->n_operations && overrides->states[i].override.kind == FL_OVERRIDE_FORBID
                      && overrides->states[i].outcome == FL_OUTCOME_PENDING;
         k++)
      overrides->states[i].parts_values |= holds (lowered->operations[k], overrides->states[i].node_a)
                                           && holds (lowered->operations[k], overrides->states[i].node_b);
}

gboolean
fl_pipeline_part_values (const FlPass *pass, const FlGraph *graph, GError **error)
{
  FlPass trial = *pass;
  FlOverrides own;
  const FlLowered *lowered;

  if (!has_forbidden (pass))
    return TRUE;
  own = (FlOverrides) { pass->overrides->n, fl_arena_memdup (pass->arena, pass->overrides->states,
                                                             pass->overrides->n * sizeof *own.states) };
  trial.trace = fl_trace_new (pass->arena);
  trial.overrides = &own;
  trial.stop_stage = FL_N_STAGES;
  lowered = fl_lower_run (&trial, graph, error);
  if (lowered != NULL)
    mark_inlined (pass->overrides, lowered);
  return lowered != NULL;
}

void
fl_pipeline_check_inlined (const FlPass *pass, const FlRun *run)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];
      guint32 node;

      if (state->override.kind != FL_OVERRIDE_INLINE || state->outcome >= FL_OUTCOME_REFUSED)
        continue;
      node = fl_subject_find (run->graph, run->decomposed, state->override.a, NULL).index;
      for (guint k = 0; k < run->lowered->n_operations && node != G_MAXUINT32; k++)
        if (run->lowered->operations[k]->fx_node.index == node)
          fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "it must be in memory",
                              run->lowered->operations[k]->why);
    }
}

void
fl_pipeline_check_forbidden (const FlPass *pass, const FlRun *run)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];
      guint32 a, b;

      if (state->override.kind != FL_OVERRIDE_FORBID || state->outcome >= FL_OUTCOME_REFUSED)
        continue;
      a = fl_subject_find (run->graph, run->decomposed, state->override.a, NULL).index;
      b = fl_subject_find (run->graph, run->decomposed, state->override.b, NULL).index;
      for (guint k = 0; k < run->fused->n_nodes && a != G_MAXUINT32 && b != G_MAXUINT32; k++)
        if (fl_sched_node_computes (run->fused->nodes[k], a) && fl_sched_node_computes (run->fused->nodes[k], b))
          fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "one of the two has no kernel of its own",
                              fl_arena_printf (pass->arena,
                                               "%s computes both: a view or an operator on lists is part "
                                               "of the kernel that it belongs to",
                                               run->fused->nodes[k]->name));
    }
}

void
fl_pipeline_settle_rest (const FlPass *pass, const FlRun *run)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];

      if (state->outcome != FL_OUTCOME_PENDING)
        continue;
      if (state->override.kind == FL_OVERRIDE_FORBID)
        fl_override_settle (pass, state, FL_OUTCOME_APPLIED, "they are in different kernels", NULL);
      else
        fl_override_settle (pass, state, FL_OUTCOME_REFUSED, "nothing in this run could obey it", NULL);
    }
}
