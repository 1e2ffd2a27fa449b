/* Comparing what a program left with what the reference interpreter says.
 *
 * In: the exchange memory after a variant's run. Out: one FlAgreement a result, a written input and an argument of an
 * operator that nobody knows; each is compared in fl-execute-compare.c. */
#include "fl-execute-verify-private.h"

#include <string.h>

static const char *
name_output (FlExecutor *self, guint position)
{
  const FlArg *arg = fl_verification_find_output (self->graph, position);
  return arg != NULL && arg->kind == FL_ARG_NODE ? self->graph->nodes[arg->node.index].name : "output";
}

/* What the variant left of it in the exchange memory; NULL and an error when a size has no value. */
static FlArray *
load_subject (FlExecutor *self, guint variant, const FlSubject *subject, GError **error)
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

/* Hands a result to who asked for it, and compares it where there is something to compare it with. */
static gboolean
look_at (FlExecutor *self, guint variant, const FlSubject *subject, FlVerification *expected, GArray *agreements,
         GError **error)
{
  g_autoptr (FlArray) made = NULL;
  const FlArray *exact = fl_verification_get (expected, subject, &made);
  gboolean is_wanted
      = (self->request->take_result != NULL || self->request->expected != NULL) && subject->shown == NULL;
  if (!is_wanted && exact == NULL)
    return TRUE;
  g_autoptr (FlArray) got = load_subject (self, variant, subject, error);
  if (got == NULL)
    return FALSE;
  if (is_wanted && self->request->take_result != NULL)
    self->request->take_result (variant, subject->is_input, subject->index, got, self->request->take_data);
  if (is_wanted)
    fl_expectation_look (expected, self->request->variants[variant].name, subject, got);
  return exact == NULL || fl_interpreted_has_buffer (self, variant, subject->buffer)
         || fl_verification_compare (self, self->request->variants[variant].name, subject, got, exact, exact, expected,
                                     "the reference", agreements);
}

/* What the operators that nobody knows were given. */
static gboolean
verify_arguments (FlExecutor *self, guint variant, FlVerification *expected, GArray *agreements, GError **error)
{
  const GArray *shown = self->programs[variant].shown;
  for (guint i = 0; i < shown->len; i++)
    {
      const FlShown *argument = &g_array_index (shown, FlShown, i);
      FlSubject subject = { .shown = argument, .position = argument->origin.index };
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
      FlSubject subject = { output->tensor.buffer, &output->tensor.layout, NULL, FALSE, i, name_output (self, i), i };
      if (output->kind == FL_OUTPUT_TENSOR && !look_at (self, variant, &subject, expected, agreements, error))
        return FALSE;
    }
  for (guint i = 0; i < lowered->n_inputs; i++)
    for (guint k = 0; k < lowered->n_mutated_inputs; k++)
      {
        const FlBuffer *input = lowered->inputs[i];
        if (input == NULL || lowered->mutated_inputs[k] != input)
          continue;
        FlSubject subject = { input, &input->layout, NULL, TRUE, i, input->name, lowered->n_outputs + k };
        if (!look_at (self, variant, &subject, expected, agreements, error))
          return FALSE;
      }
  return verify_arguments (self, variant, expected, agreements, error);
}

/* What the unverified results rest on, each once. */
static const char *
describe_unverified (const FlExecution *result, FlArena *arena)
{
  enum
  {
    SHOWN = 4
  };
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < result->n_agreements; i++)
    {
      const char *why = result->agreements[i].unverified_why;
      if (why == NULL || g_ptr_array_find_with_equal_func (reasons, why, g_str_equal, NULL))
        continue;
      if (reasons->len < SHOWN)
        g_string_append_printf (text, "%s%s", reasons->len == 0 ? "" : "; ", why);
      g_ptr_array_add (reasons, (gpointer) why);
    }
  if (reasons->len > SHOWN)
    g_string_append_printf (text, "; and %u more", reasons->len - SHOWN);
  return fl_arena_printf (arena, "%u of %u results rest on what is not known: %s", result->n_unverified,
                          result->n_agreements, text->str);
}

void
fl_verification_finish (FlVerification *expected, const GArray *agreements)
{
  FlExecution *result = expected->executor->result;
  gboolean disagrees = FALSE;
  result->is_compared = expected->outputs != NULL && (agreements->len > 0 || expected->executor->interpreted == NULL);
  if (expected->outputs != NULL && !result->is_compared)
    result->not_verified_why
        = "all results are the interpreter's: the plain compiler refused the kernels that make them";
  result->n_agreements = agreements->len;
  result->agreements
      = fl_arena_memdup (expected->executor->pass->arena, agreements->data, agreements->len * sizeof (FlAgreement));
  for (guint i = 0; i < agreements->len; i++)
    {
      const FlAgreement *agreement = &result->agreements[i];
      disagrees |= fl_agreement_get_check (agreement) == FL_CHECK_DISAGREES;
      if (agreement->unverified_why != NULL)
        result->n_unverified++;
      else if (agreement->agrees && agreement->sensitivity > 0)
        result->n_widened++;
      else
        result->max_rel = MAX (result->max_rel, agreement->max_rel);
    }
  if (result->n_unverified > 0)
    result->not_verified_why = describe_unverified (result, expected->executor->pass->arena);
  result->verified = result->is_compared && result->n_unverified == 0;
  result->agrees = result->verified && !disagrees;
  fl_expectation_finish (expected);
  result->check = disagrees ? FL_CHECK_DISAGREES : result->verified ? FL_CHECK_AGREES : FL_CHECK_UNVERIFIED;
}

static void
hand_over (FlVerification *expected, guint variant, gboolean is_input, guint index)
{
  const FlExecuteRequest *request = expected->executor->request;
  FlSubject subject = { .is_input = is_input, .index = index };
  const FlArray *array = fl_verification_get (expected, &subject, NULL);
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
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s; the interpreter cannot evaluate this graph instead: %s",
                   self->result->warning, self->result->not_verified_why);
      return FALSE;
    }
  for (guint v = 0; v < self->request->n_variants && self->request->take_result != NULL; v++)
    hand_over_all (expected, v);
  fl_expectation_finish (expected);
  return TRUE;
}
