/* Results beside those that the user gives, such as PyTorch's own of the same inputs: each variant's and the
 * reference's. */
#include "fl-execute-verify-private.h"

#include <math.h>

static gboolean
has_shape (const FlArray *array, const FlArray *other)
{
  gboolean ok = array->n_dims == other->n_dims;
  for (guint d = 0; ok && d < array->n_dims; d++)
    ok = array->sizes[d] == other->sizes[d];
  return ok;
}

/* Adds a result that cannot be compared. */
static void
add_miss (FlVerification *expected, const char *variant, const char *name, guint position, const char *why)
{
  FlAgreement agreement = { .variant = variant,
                            .output = name,
                            .position = position,
                            .max_abs = INFINITY,
                            .max_rel = INFINITY,
                            .tolerance_why = "",
                            .worst_place = why };
  g_array_append_val (expected->met, agreement);
}

static const FlArray *
find_given (const FlVerification *expected, const FlSubject *subject)
{
  return fl_given_find (expected->executor->request->expected, subject->is_input ? FL_GIVEN_WRITTEN : FL_GIVEN_RESULT,
                        subject->index);
}

void
fl_expectation_look (FlVerification *expected, const char *variant, const FlSubject *subject, const FlArray *got)
{
  const FlArray *given = find_given (expected, subject);
  if (given == NULL)
    return;
  if (!has_shape (given, got))
    add_miss (expected, variant, subject->name, subject->position, "the given result has another shape");
  else
    fl_verification_compare (expected->executor, variant, subject, got, given,
                             fl_verification_get (expected, subject, NULL), expected, "the given result",
                             expected->met);
}

/* The reference's, and what nothing was compared with: it is no tensor of the run's. */
static void
look_at_reference (FlVerification *expected, const FlGivenTensor *given)
{
  FlSubject subject = { .is_input = given->kind == FL_GIVEN_WRITTEN,
                        .index = given->position,
                        .position = given->position,
                        .name = given->name };
  const FlArray *array = fl_verification_get (expected, &subject, NULL);
  gboolean was_met = FALSE;
  for (guint i = 0; i < expected->met->len; i++)
    {
      const FlAgreement *agreement = &g_array_index (expected->met, FlAgreement, i);
      was_met |= g_str_equal (agreement->output, given->name);
    }
  if (array != NULL)
    fl_expectation_look (expected, "reference", &subject, array);
  else if (!was_met)
    add_miss (expected, "all", given->name, given->position,
              subject.is_input ? "the graph leaves this input as it is" : "nothing was computed to compare it with");
}

void
fl_expectation_finish (FlVerification *expected)
{
  FlExecution *result = expected->executor->result;
  const FlGiven *given = expected->executor->request->expected;
  for (guint i = 0; i < fl_given_get_n (given); i++)
    look_at_reference (expected, fl_given_get (given, i));
  result->n_expected = expected->met->len;
  result->expected = fl_arena_memdup (expected->executor->pass->arena, expected->met->data,
                                      expected->met->len * sizeof (FlAgreement));
  result->meets_expected = result->n_expected > 0;
  for (guint i = 0; i < result->n_expected; i++)
    result->meets_expected &= result->expected[i].agrees;
}
