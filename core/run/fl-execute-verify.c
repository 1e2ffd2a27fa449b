/* Comparing what a program left with what the reference interpreter says.
 *
 * In: the exchange memory after a variant's run. Out: one FlAgreement a result, a written input and an argument of an
 * operator that nobody knows. A result that disagrees is held against how far rounding alone moves it. */
#include "fl-execute-private.h"

#include <math.h>
#include <string.h>

/* What the reference says: outputs, and the inputs after the run. noisy: the same with every rounding disturbed, evaluated
 * only when a result disagrees. */
struct _FlVerification
{
  FlExecutor *executor;
  GPtrArray *outputs;
  GPtrArray *inputs;
  GPtrArray *seen;      /* FlSeen */
  const FlGraph *graph; /* that was evaluated */
  FlVerification *noisy;
};

FlVerification *
fl_verification_new (FlExecutor *executor)
{
  FlVerification *expected = g_new0 (FlVerification, 1);
  expected->executor = executor;
  return expected;
}

void
fl_verification_free (FlVerification *expected)
{
  if (expected == NULL)
    return;
  g_clear_pointer (&expected->outputs, g_ptr_array_unref);
  g_clear_pointer (&expected->inputs, g_ptr_array_unref);
  g_clear_pointer (&expected->seen, g_ptr_array_unref);
  fl_verification_free (expected->noisy);
  g_free (expected);
}

/* Attention with dropout draws the mask itself. */
static gboolean
drops_out (const FlNode *node)
{
  const FlArg *p = fl_node_find_arg (node, "dropout_p");
  return p != NULL && p->kind == FL_ARG_FLOAT && p->number > 0;
}

/* Numbers that PyTorch's own generator would draw differ from graph to graph, as the positions of their nodes do; so do
 * results that are made up. */
static gboolean
draws_by_position (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->kind != FL_NODE_CALL)
        continue;
      if (fl_calls_unknown (node->op) || drops_out (node) || (node->op->kind == FL_ATEN_RANDOM && !g_str_has_prefix (node->op->name, "prims.")))
        return TRUE;
    }
  return FALSE;
}

/* "aten.add_.Tensor", but not "aten.__and__.Tensor"; normalizations write their running statistics. */
static gboolean
may_write_inputs (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      const char *overload = node->kind == FL_NODE_CALL ? strrchr (node->target, '.') : NULL;
      if (node->kind != FL_NODE_CALL)
        continue;
      if ((node->op != NULL && node->op->kind == FL_ATEN_MUTATION) || strstr (node->target, "batch_norm") != NULL
          || (overload != NULL && overload > node->target + 1 && overload[-1] == '_' && overload[-2] != '_'))
        return TRUE;
    }
  return FALSE;
}

static GPtrArray *
dup_arrays (const GPtrArray *arrays)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < arrays->len; i++)
    g_ptr_array_add (copies, arrays->pdata[i] == NULL ? NULL : fl_array_dup (arrays->pdata[i]));
  return copies;
}

static gboolean
evaluate (FlExecutor *self, const FlGraph *graph, guint64 noise, FlVerification *expected, GError **error)
{
  expected->graph = graph;
  g_clear_pointer (&expected->inputs, g_ptr_array_unref);
  g_clear_pointer (&expected->seen, g_ptr_array_unref);
  expected->seen = g_ptr_array_new_with_free_func (fl_seen_free);
  expected->inputs = may_write_inputs (graph) ? dup_arrays (self->inputs) : g_ptr_array_ref (self->inputs);
  expected->outputs = fl_reference_run_noisy (graph, (FlArray *const *) expected->inputs->pdata, fl_executor_get_size, self, noise,
                                              expected->seen, self->pass->cancelled, error);
  return expected->outputs != NULL;
}

gboolean
fl_verification_run_reference (FlVerification *expected, GError **error)
{
  FlExecutor *self = expected->executor;
  g_autoptr (GError) inner = NULL;
  const FlGraph *given = self->request->graph;
  gboolean can_use_given = given != NULL && given->n_inputs == self->graph->n_inputs && !draws_by_position (given);
  if (can_use_given && evaluate (self, given, 0, expected, &inner))
    return TRUE;
  if (!g_error_matches (inner, FL_ERROR, FL_ERROR_CANCELLED))
    {
      g_clear_error (&inner);
      self->result->verified_decomposed = TRUE;
      if (evaluate (self, self->graph, 0, expected, &inner))
        return TRUE;
    }
  if (g_error_matches (inner, FL_ERROR, FL_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
  self->result->not_verified_why = fl_arena_strdup (self->pass->arena, inner->message);
  return TRUE;
}

/* The node of the position-th result, lists opened; counts down. */
static const FlArg *
find_result (const FlArg *args, guint n, guint *position)
{
  for (guint i = 0; i < n; i++)
    {
      const FlArg *arg = &args[i];
      if (arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE)
        {
          const FlArg *found = find_result (arg->items, arg->n_items, position);
          if (found != NULL)
            return found;
        }
      else if ((*position)-- == 0)
        return arg;
    }
  return NULL;
}

static const FlArg *
find_output (const FlGraph *graph, guint position)
{
  const FlNode *output = &graph->nodes[graph->output.index];
  return find_result (output->args, output->n_args, &position);
}

static const char *
name_output (FlExecutor *self, guint position)
{
  const FlArg *arg = find_output (self->graph, position);
  return arg != NULL && arg->kind == FL_ARG_NODE ? self->graph->nodes[arg->node.index].name : "output";
}

static void
record_agreement (FlExecutor *self, const FlAgreement *agreement)
{
  fl_trace_record (self->pass->trace,
                   &(FlEvent){ .stage = FL_STAGE_RUN,
                               .kind = FL_EVENT_VERIFY,
                               .verdict = agreement->agrees ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                               .subject = { FL_REF_NODE, agreement->position, agreement->output },
                               .reason = agreement->agrees ? "agrees with the reference" : "disagrees with the reference",
                               .facts = fl_arena_printf (self->pass->arena, "%s: at %s %.9g, expected %.9g; error %.3g, tolerance %.3g: %s%s",
                                                         agreement->variant, agreement->worst_place, agreement->got,
                                                         agreement->expected, agreement->max_rel, agreement->tolerance, agreement->tolerance_why,
                                                         agreement->sensitivity == 0 ? "" : ", widened: rounding alone moves it so far") });
}

/* One thing to compare. */
typedef struct
{
  const FlBuffer *buffer;
  const FlLayout *layout;
  const FlShown *shown; /* instead: an argument of an unknown operator */
  gboolean is_input;    /* a mutated one */
  guint index;          /* among the outputs or the inputs */
  const char *name;
  guint position;
} Subject;

static const FlSeen *
find_seen (const FlVerification *expected, const FlShown *shown)
{
  for (guint i = 0; i < expected->seen->len; i++)
    {
      const FlSeen *seen = expected->seen->pdata[i];
      if (seen->origin.index == shown->origin.index && seen->position == shown->position)
        return seen;
    }
  return NULL;
}

/* NULL: the reference has no such thing. An argument of an unknown operator is decoded into *made, which the caller owns. */
static const FlArray *
get_expected (const FlVerification *expected, const Subject *subject, FlArray **made)
{
  if (expected->outputs == NULL)
    return NULL;
  if (subject->shown != NULL)
    {
      const FlSeen *seen = find_seen (expected, subject->shown);
      return seen == NULL ? NULL : (*made = fl_seen_dup_array (seen));
    }
  if (!subject->is_input && subject->index >= expected->outputs->len)
    return NULL;
  return (subject->is_input ? expected->inputs : expected->outputs)->pdata[subject->index];
}

enum
{
  NOISE = 20240229,
  NOISE_MARGIN = 8
};

/* The position-th tensor among the arguments, lists opened: as the reference counts what it has seen. */
static const FlArg *
find_tensor (const FlGraph *graph, const FlArg *args, guint n, guint *position)
{
  for (guint i = 0; i < n; i++)
    {
      const FlArg *found = find_tensor (graph, args[i].items, args[i].n_items, position);
      if (found != NULL)
        return found;
      if (args[i].kind == FL_ARG_NODE && graph->nodes[args[i].node.index].value.kind == FL_VALUE_TENSOR && (*position)-- == 0)
        return &args[i];
    }
  return NULL;
}

/* Where the subject stands in a graph; NULL: nowhere. `input` is room for an argument that no node has. */
static const FlArg *
find_subject (const FlGraph *graph, const Subject *subject, FlArg *input)
{
  if (subject->shown != NULL)
    {
      guint position = subject->shown->position;
      for (guint i = 0; i < graph->n_nodes; i++)
        if (graph->nodes[i].kind == FL_NODE_CALL && graph->nodes[i].origin.index == subject->shown->origin.index && fl_calls_unknown (graph->nodes[i].op))
          return find_tensor (graph, graph->nodes[i].args, graph->nodes[i].n_args, &position);
      return NULL;
    }
  if (!subject->is_input)
    return find_output (graph, subject->index);
  *input = (FlArg){ .kind = FL_ARG_NODE, .node = graph->inputs[subject->index] };
  return input;
}

static FlTolerance
find_tolerance (FlExecutor *self, const Subject *subject, FlDtype dtype, const FlVerification *expected)
{
  FlArg input, opened;
  return fl_tolerance_find (expected->graph, find_subject (expected->graph, subject, &input), self->graph == expected->graph ? NULL : self->graph,
                            find_subject (self->graph, subject, &opened), dtype, self->pass->arena);
}

/* How the result moves when every operator rounds at random, and what it sums, too: a result that depends on which side of zero a
 * tiny number falls, or on the difference of nearly equal ones, may not be held to an ordinary tolerance. FALSE: not known. */
static gboolean
find_sensitivity (FlExecutor *self, const Subject *subject, const FlArray *exact, FlVerification *expected, FlAgreement *moved)
{
  if (expected->noisy == NULL)
    {
      expected->noisy = fl_verification_new (self);
      fl_executor_report (self, 0.6, "Evaluating the reference again, with noise");
      evaluate (self, expected->graph, NOISE, expected->noisy, NULL);
    }
  g_autoptr (FlArray) made = NULL;
  const FlArray *noisy = expected->noisy->outputs == NULL ? NULL : get_expected (expected->noisy, subject, &made);
  if (noisy == NULL)
    return FALSE;
  fl_agreement_compare (moved, exact, noisy, 0, self->pass->arena);
  return moved->max_abs > 0 && isfinite (moved->max_rel);
}

static gboolean
is_nothing (const FlArray *array)
{
  gboolean is_all_zero = array->numbers != NULL;
  for (gint64 i = 0; is_all_zero && i < array->numel; i++)
    is_all_zero = array->numbers[i] == 0;
  return is_all_zero;
}

/* A second look at what disagrees: by how far rounding moves it. */
static void
weigh (FlExecutor *self, const Subject *subject, const FlArray *got, const FlArray *exact, FlVerification *expected, FlAgreement *agreement)
{
  FlAgreement moved = { 0 };
  double tolerance = agreement->tolerance;
  if (isinf (agreement->max_rel) || !find_sensitivity (self, subject, exact, expected, &moved))
    return;
  agreement->sensitivity = moved.max_rel;
  if (is_nothing (exact)) /* how large were the numbers of which nothing is left? */
    {
      agreement->sensitivity = fl_dtype_get_unit (got->dtype);
      agreement->scale = moved.max_abs / agreement->sensitivity;
      agreement->max_abs = 0;
      fl_agreement_compare (agreement, exact, got, tolerance, self->pass->arena);
    }
  agreement->tolerance = MAX (tolerance, NOISE_MARGIN * agreement->sensitivity);
  if (exact->numbers == NULL) /* of shares: more than half of what rounding does not tip must be equal, or all would pass */
    agreement->tolerance = MIN (agreement->tolerance, (1 + agreement->sensitivity) / 2);
  agreement->agrees = agreement->max_rel <= agreement->tolerance;
}

/* What the variant left of it in the exchange memory; NULL and an error when a size has no value. */
static FlArray *
load_subject (FlExecutor *self, guint variant, const Subject *subject, GError **error)
{
  const FlSentProgram *program = &self->programs[variant];
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset, start = 0;
  const guint8 *bytes = fl_worker_client_get_exchange (self->client) + self->load_bytes;
  const FlShown *shown = subject->shown;
  if (shown != NULL)
    {
      gint64 stride = 1;
      for (guint d = shown->n_dims; d-- > 0; stride *= shown->sizes[d])
        strides[d] = stride;
      return fl_array_load (shown->dtype, shown->n_dims, shown->sizes, strides, 0, bytes + shown->offset);
    }
  const FlLayout *layout = subject->layout;
  const FlSaved *saved = fl_sent_program_find_saved (program, subject->buffer);
  const FlSym *slice = fl_buffer_get_slice_offset (subject->buffer);
  if (!fl_executor_evaluate_layout (self, layout, sizes, strides, &offset, error)
      || (slice != NULL && !fl_executor_evaluate (self, slice, &start, error)))
    return NULL;
  g_assert (saved != NULL);
  return fl_array_load (layout->dtype, layout->n_dims, sizes, strides, offset + start, bytes + saved->offset);
}

/* A number that leaves the range of a narrow format between two operators does so for PyTorch's eager mode and the reference, but not
 * in one kernel, by TorchInductor's rules. */
static void
note_overflow (FlExecutor *self, const Subject *subject, FlDtype format)
{
  fl_execution_add_note (self, "overflow of a narrow format",
                         fl_arena_printf (self->pass->arena, "%s is infinite or NaN by the reference, which rounds each operator's result to %s;"
                                          " kernels keep f32 from operator to operator, as TorchInductor's do, and it stays finite there",
                                          subject->name, fl_dtype_get_short_name (format)));
}

static gboolean
compare (FlExecutor *self, guint variant, const Subject *subject, const FlArray *got, const FlArray *exact, FlVerification *expected,
         GArray *agreements)
{
  FlAgreement agreement
      = { .variant = self->request->variants[variant].name, .output = subject->name, .position = subject->position };
  FlTolerance tolerance = find_tolerance (self, subject, got->dtype, expected);
  agreement.tolerance_why = tolerance.why;
  fl_agreement_compare (&agreement, exact, got, tolerance.relative, self->pass->arena);
  if (!agreement.agrees)
    weigh (self, subject, got, exact, expected, &agreement);
  if (!agreement.agrees && !isfinite (agreement.expected) && isfinite (agreement.got) && tolerance.coarsest != FL_DTYPE_NONE)
    note_overflow (self, subject, tolerance.coarsest);
  record_agreement (self, &agreement);
  g_array_append_val (agreements, agreement);
  return TRUE;
}

/* Hands a result to who asked for it, and compares it where there is something to compare it with. */
static gboolean
look_at (FlExecutor *self, guint variant, const Subject *subject, FlVerification *expected, GArray *agreements, GError **error)
{
  g_autoptr (FlArray) made = NULL;
  const FlArray *exact = get_expected (expected, subject, &made);
  gboolean is_wanted = self->request->take_result != NULL && subject->shown == NULL;
  if (!is_wanted && exact == NULL)
    return TRUE;
  g_autoptr (FlArray) got = load_subject (self, variant, subject, error);
  if (got == NULL)
    return FALSE;
  if (is_wanted)
    self->request->take_result (variant, subject->is_input, subject->index, got, self->request->take_data);
  return exact == NULL || fl_interpreted_has_buffer (self, variant, subject->buffer) || compare (self, variant, subject, got, exact, expected, agreements);
}

/* What the operators that nobody knows were given. */
static gboolean
verify_arguments (FlExecutor *self, guint variant, FlVerification *expected, GArray *agreements, GError **error)
{
  const GArray *shown = self->programs[variant].shown;
  for (guint i = 0; i < shown->len; i++)
    {
      const FlShown *argument = &g_array_index (shown, FlShown, i);
      Subject subject = { .shown = argument, .position = argument->origin.index };
      subject.name = fl_arena_printf (self->pass->arena, "argument %u of %s", argument->position, argument->name);
      if (!look_at (self, variant, &subject, expected, agreements, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fl_verification_look (FlVerification *expected, guint variant, GArray *agreements, GError **error)
{
  FlExecutor *self = expected->executor;
  const FlLowered *lowered = self->request->variants[variant].program->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      const FlOutput *output = &lowered->outputs[i];
      Subject subject = { output->tensor.buffer, &output->tensor.layout, NULL, FALSE, i, name_output (self, i), i };
      if (output->kind == FL_OUTPUT_TENSOR && !look_at (self, variant, &subject, expected, agreements, error))
        return FALSE;
    }
  for (guint i = 0; i < lowered->n_inputs; i++)
    for (guint k = 0; k < lowered->n_mutated_inputs; k++)
      {
        const FlBuffer *input = lowered->inputs[i];
        if (input == NULL || lowered->mutated_inputs[k] != input)
          continue;
        Subject subject = { input, &input->layout, NULL, TRUE, i, input->name, lowered->n_outputs + k };
        if (!look_at (self, variant, &subject, expected, agreements, error))
          return FALSE;
      }
  return verify_arguments (self, variant, expected, agreements, error);
}

void
fl_verification_finish (const FlVerification *expected, const GArray *agreements)
{
  FlExecution *result = expected->executor->result;
  result->verified = expected->outputs != NULL && (agreements->len > 0 || expected->executor->interpreted == NULL);
  if (expected->outputs != NULL && !result->verified)
    result->not_verified_why = "all results are the interpreter's: the plain compiler refused the kernels that make them";
  result->agrees = result->verified;
  result->n_agreements = agreements->len;
  result->agreements = fl_arena_memdup (expected->executor->pass->arena, agreements->data, agreements->len * sizeof (FlAgreement));
  for (guint i = 0; i < agreements->len; i++)
    {
      result->agrees &= result->agreements[i].agrees;
      if (result->agreements[i].agrees && result->agreements[i].sensitivity > 0)
        result->n_widened++;
      else
        result->max_rel = MAX (result->max_rel, result->agreements[i].max_rel);
    }
}

static void
hand_over (FlVerification *expected, guint variant, gboolean is_input, guint index)
{
  const FlExecuteRequest *request = expected->executor->request;
  Subject subject = { .is_input = is_input, .index = index };
  const FlArray *array = get_expected (expected, &subject, NULL);
  if (array != NULL)
    request->take_result (variant, is_input, index, array, request->take_data);
}

/* What the reference left, as a variant's. */
static void
hand_over_all (FlVerification *expected, guint variant)
{
  const FlLowered *lowered = expected->executor->request->variants[variant].program->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR)
      hand_over (expected, variant, FALSE, i);
  for (guint i = 0; i < lowered->n_inputs; i++)
    for (guint k = 0; k < lowered->n_mutated_inputs; k++)
      if (lowered->inputs[i] != NULL && lowered->mutated_inputs[k] == lowered->inputs[i])
        hand_over (expected, variant, TRUE, i);
}

gboolean
fl_verification_stand_in (FlVerification *expected, GError **error)
{
  FlExecutor *self = expected->executor;
  if (!fl_verification_run_reference (expected, error))
    return FALSE;
  if (expected->outputs == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s; the interpreter cannot evaluate this graph instead: %s", self->result->warning,
                   self->result->not_verified_why);
      return FALSE;
    }
  for (guint v = 0; v < self->request->n_variants && self->request->take_result != NULL; v++)
    hand_over_all (expected, v);
  return TRUE;
}
