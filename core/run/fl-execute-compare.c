/* One result beside what the reference, or the user, says it should be. A result that disagrees is held against how far
 * rounding alone moves it. */
#include "fl-event-kinds.h"
#include "fl-execute-verify-private.h"

#include <math.h>

static void
record_agreement (FlExecutor *self, const FlAgreement *agreement, const char *against)
{
  static const FlVerdict verdicts[] = { FL_VERDICT_NOTE, FL_VERDICT_ACCEPT, FL_VERDICT_REJECT };
  static const char *const words[] = { "unverified beside", "agrees with", "disagrees with" };
  FlCheck check = fl_agreement_get_check (agreement);
  fl_trace_record (self->pass->trace,
                   &(FlEvent) { .stage = FL_STAGE_RUN,
                                .kind = FL_EVENT_VERIFY,
                                .verdict = verdicts[check],
                                .subject = { FL_REF_NODE, agreement->position, agreement->output },
                                .reason = fl_intern_printf ("%s %s", words[check], against),
                                .facts = fl_arena_printf (
                                    self->pass->arena,
                                    "%s: at %s %.9g, expected %.9g; error %.3g, tolerance %.3g: %s%s%s%s",
                                    agreement->variant, agreement->worst_place, agreement->got, agreement->expected,
                                    agreement->max_rel, agreement->tolerance, agreement->tolerance_why,
                                    agreement->sensitivity == 0 ? "" : ", widened: rounding alone moves it so far",
                                    agreement->unverified_why == NULL ? "" : "; ",
                                    agreement->unverified_why == NULL ? "" : agreement->unverified_why) });
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

const FlArg *
fl_verification_find_output (const FlGraph *graph, guint position)
{
  const FlNode *output = &graph->nodes[graph->output.index];
  return find_result (output->args, output->n_args, &position);
}

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

/* NULL: the reference has no such thing. An argument of an unknown operator is decoded into *made, which the caller
 * owns. */
const FlArray *
fl_verification_get (const FlVerification *expected, const FlSubject *subject, FlArray **made)
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
  NOISE = 20240229, /* seed of the first sample; later samples take the next numbers */
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
      if (args[i].kind == FL_ARG_NODE && graph->nodes[args[i].node.index].value.kind == FL_VALUE_TENSOR
          && (*position)-- == 0)
        return &args[i];
    }
  return NULL;
}

/* Where the subject stands in a graph; NULL: nowhere. `input` is room for an argument that no node has. */
static const FlArg *
find_subject (const FlGraph *graph, const FlSubject *subject, FlArg *input)
{
  if (subject->shown != NULL)
    {
      guint position = subject->shown->position;
      for (guint i = 0; i < graph->n_nodes; i++)
        if (graph->nodes[i].kind == FL_NODE_CALL && graph->nodes[i].origin.index == subject->shown->origin.index
            && fl_calls_unknown (graph->nodes[i].op))
          return find_tensor (graph, graph->nodes[i].args, graph->nodes[i].n_args, &position);
      return NULL;
    }
  if (!subject->is_input)
    return fl_verification_find_output (graph, subject->index);
  *input = (FlArg) { .kind = FL_ARG_NODE, .node = graph->inputs[subject->index] };
  return input;
}

static FlTolerance
find_tolerance (FlExecutor *self, const FlSubject *subject, FlDtype dtype, const FlVerification *expected)
{
  FlArg input, opened;
  return fl_tolerance_find (expected->graph, find_subject (expected->graph, subject, &input),
                            self->graph == expected->graph ? NULL : self->graph,
                            find_subject (self->graph, subject, &opened), dtype, self->pass->arena);
}

/* How the result moves when every operator rounds at random, and what it sums, too: a result that depends on which side
 * of zero a tiny number falls, or on the difference of nearly equal ones, may not be held to an ordinary tolerance.
 * FALSE: not known. */
static gboolean
find_sensitivity (FlExecutor *self, const FlSubject *subject, const FlArray *exact, guint sample,
                  FlVerification *expected, FlAgreement *moved)
{
  FlVerification **kept = &expected->noisy[sample];
  if (*kept == NULL)
    {
      *kept = fl_verification_new (self);
      fl_executor_report (self, 0.6, "Evaluating the reference again, with noise");
      fl_verification_evaluate (self, expected->graph, NOISE + sample, *kept, NULL);
    }
  g_autoptr (FlArray) made = NULL;
  const FlArray *noisy = (*kept)->outputs == NULL ? NULL : fl_verification_get (*kept, subject, &made);
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

static void
widen (FlExecutor *self, const FlArray *got, const FlArray *exact, double tolerance, const FlAgreement *moved,
       FlAgreement *agreement)
{
  agreement->sensitivity = moved->max_rel;
  if (is_nothing (exact)) /* how large were the numbers of which nothing is left? */
    {
      agreement->sensitivity = fl_dtype_get_unit (got->dtype);
      agreement->scale = moved->max_abs / agreement->sensitivity;
      agreement->max_abs = 0;
      fl_agreement_compare (agreement, exact, got, tolerance, self->pass->arena);
    }
  agreement->tolerance = MAX (tolerance, NOISE_MARGIN * agreement->sensitivity);
  if (exact->numbers
      == NULL) /* of shares: more than half of what rounding does not tip must be equal, or all would pass */
    agreement->tolerance = MIN (agreement->tolerance, (1 + agreement->sensitivity) / 2);
  agreement->is_within = agreement->max_rel <= agreement->tolerance;
}

/* A second look at what disagrees: by how far rounding moves it, at most. A single element near a pole or a step may be
 * moved by little, or to the other side, by one draw of noise and not by another. */
static void
weigh (FlExecutor *self, const FlSubject *subject, const FlArray *got, const FlArray *exact, const FlArray *base,
       FlVerification *expected, FlAgreement *agreement)
{
  double tolerance = agreement->tolerance;
  FlAgreement most = { 0 };
  if (isinf (agreement->max_rel))
    return;
  for (guint i = 0; i < (is_nothing (exact) ? 1 : FL_N_NOISES) && !agreement->is_within;
       i++) /* one draw tells how large numbers were */
    {
      FlAgreement moved = { 0 };
      if (!find_sensitivity (self, subject, base, i, expected, &moved) || moved.max_rel < most.max_rel)
        continue;
      most = moved;
      widen (self, got, exact, tolerance, &most, agreement);
    }
}

/* A number that leaves the range of a narrow format between two operators does so for PyTorch's eager mode and the
 * reference, but not in one kernel, by TorchInductor's rules. */
static void
note_overflow (FlExecutor *self, const FlSubject *subject, FlDtype format)
{
  fl_execution_add_note (
      self, "overflow of a narrow format",
      fl_arena_printf (self->pass->arena,
                       "%s is infinite or NaN by the reference, which rounds each operator's result to %s;"
                       " kernels keep f32 from operator to operator, as TorchInductor's do, and it stays finite there",
                       subject->name, fl_dtype_get_short_name (format)));
}

/* Finite, infinite to either side, or no number. */
static int
classify (double x)
{
  return isnan (x) ? 2 : isinf (x) ? (x > 0 ? 1 : -1) : 0;
}

/* What is finite in one order of additions or multiplications and infinite or no number in another: the reference with
 * noise, whose draws take both, says for which elements that is so. Which of both a result has is nobody's promise, so
 * that it is said, but not held to be equal. */
static void
note_order (FlExecutor *self, const FlSubject *subject, const FlArray *got, const FlArray *exact, const FlArray *base,
            const FlVerification *expected)
{
  const gint64 n = (fl_dtype_is_complex (exact->dtype) ? 2 : 1) * exact->numel;
  gint64 n_other = 0, n_moved = 0;
  if (got->numbers == NULL || exact->numbers == NULL || base->numel != exact->numel || base->numbers == NULL
      || got->numel != exact->numel)
    return;
  g_autofree gboolean *is_moved = g_new0 (gboolean, n + 1);
  for (guint s = 0; s < FL_N_NOISES; s++)
    {
      g_autoptr (FlArray) made = NULL;
      const FlVerification *kept = expected->noisy[s];
      const FlArray *noisy = kept == NULL || kept->outputs == NULL ? NULL : fl_verification_get (kept, subject, &made);
      for (gint64 e = 0; noisy != NULL && noisy->numel == base->numel && noisy->numbers != NULL && e < n; e++)
        is_moved[e] |= classify (noisy->numbers[e]) != classify (base->numbers[e]);
    }
  for (gint64 e = 0; e < n; e++)
    if (classify (got->numbers[e]) != classify (exact->numbers[e]))
      {
        n_other++;
        n_moved += is_moved[e];
      }
  if (n_other > 0 && n_moved == n_other)
    fl_execution_add_note (
        self, "order of infinities",
        fl_arena_printf (
            self->pass->arena,
            "%s: what is infinite or NaN on one side only (%" G_GINT64_FORMAT " of its elements) is so by the order"
            " of additions and multiplications alone: the reference has it both ways when it is evaluated again, with noise",
            subject->name, n_other));
}

gboolean
fl_verification_compare (FlExecutor *self, const char *variant, const FlSubject *subject, const FlArray *got,
                         const FlArray *exact, const FlArray *base, FlVerification *expected, const char *against,
                         GArray *agreements)
{
  FlAgreement agreement = { .variant = variant, .output = subject->name, .position = subject->position };
  FlTolerance tolerance = find_tolerance (self, subject, got->dtype, expected);
  FlArg room;
  agreement.tolerance_why = tolerance.why;
  agreement.unverified_why = fl_unverified_find (expected->unverified, find_subject (expected->graph, subject, &room));
  fl_agreement_compare (&agreement, exact, got, tolerance.relative, self->pass->arena);
  if (!agreement.is_within && agreement.unverified_why == NULL && base != NULL)
    weigh (self, subject, got, exact, base, expected, &agreement);
  agreement.agrees = agreement.is_within && agreement.unverified_why == NULL;
  if (!agreement.is_within && agreement.unverified_why == NULL && !isfinite (agreement.expected)
      && isfinite (agreement.got) && tolerance.coarsest != FL_DTYPE_NONE)
    note_overflow (self, subject, tolerance.coarsest);
  else if (!agreement.is_within && agreement.unverified_why == NULL && isinf (agreement.max_rel) && base != NULL)
    {
      FlAgreement moved = { 0 };
      for (guint s = 0; s < FL_N_NOISES; s++) /* has them evaluated */
        find_sensitivity (self, subject, base, s, expected, &moved);
      note_order (self, subject, got, exact, base, expected);
    }
  record_agreement (self, &agreement, against);
  g_array_append_val (agreements, agreement);
  return TRUE;
}

const char *
fl_check_get_word (FlCheck check)
{
  static const char *const words[] = { "unverified", "agrees", "disagrees" };
  return words[check];
}
