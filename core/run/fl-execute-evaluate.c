/* What the reference interpreter says of a run: evaluated once, and with noise where a result
 * disagrees. */
#include "fl-execute-verify-private.h"

FlVerification *
fl_verification_new (FlExecutor *executor)
{
  FlVerification *expected = g_new0 (FlVerification, 1);
  expected->executor = executor;
  expected->graph = executor->graph;
  expected->unverified = fl_unverified_new (executor->graph, executor->request->given, executor->pass->arena);
  expected->met = g_array_new (FALSE, TRUE, sizeof (FlAgreement));
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
  g_array_unref (expected->met);
  for (guint i = 0; i < FL_N_NOISES; i++)
    fl_verification_free (expected->noisy[i]);
  g_free (expected);
}

/* Attention with dropout draws the mask itself. */
static gboolean
drops_out (const FlNode *node)
{
  const FlArg *p = fl_node_find_arg (node, "dropout_p");
  return p != NULL && p->kind == FL_ARG_FLOAT && p->number > 0;
}

/* Numbers that PyTorch's own generator would draw differ from graph to graph, as the positions of
 * their nodes do; so do stand-ins. */
static gboolean
draws_by_position (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->kind != FL_NODE_CALL)
        continue;
      if (fl_calls_unknown (node->op) || drops_out (node)
          || (node->op->kind == FL_ATEN_RANDOM && !g_str_has_prefix (node->op->name, "prims.")))
        return TRUE;
    }
  return FALSE;
}

/* "aten.add_.Tensor", but not "aten.__and__.Tensor"; normalizations write their running statistics.
 */
static gboolean
may_write_inputs (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      const char *overload = node->kind == FL_NODE_CALL ? strrchr (node->target, '.') : NULL;
      if (node->kind != FL_NODE_CALL)
        continue;
      if ((node->op != NULL && node->op->kind == FL_ATEN_MUTATION) || fl_node_writes_statistics (node)
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

gboolean
fl_verification_evaluate (FlExecutor *self, const FlGraph *graph, guint64 noise, FlVerification *expected,
                          GError **error)
{
  expected->graph = graph;
  expected->unverified = fl_unverified_new (graph, self->request->given, self->pass->arena);
  g_clear_pointer (&expected->inputs, g_ptr_array_unref);
  g_clear_pointer (&expected->seen, g_ptr_array_unref);
  expected->seen = g_ptr_array_new_with_free_func (fl_seen_free);
  expected->inputs = may_write_inputs (graph) ? dup_arrays (self->inputs) : g_ptr_array_ref (self->inputs);
  const FlReferenceRequest request = { .graph = graph,
                                       .inputs = (FlArray *const *) expected->inputs->pdata,
                                       .sizes = fl_executor_get_size,
                                       .data = self,
                                       .given = self->request->given,
                                       .noise = noise,
                                       .is_for_gpu = fl_options_is_gpu (self->pass->options),
                                       .seen = expected->seen,
                                       .cancelled = self->pass->cancelled };
  expected->outputs = fl_reference_run_request (&request, error);
  return expected->outputs != NULL;
}

gboolean
fl_verification_run_reference (FlVerification *expected, GError **error)
{
  FlExecutor *self = expected->executor;
  g_autoptr (GError) inner = NULL;
  const FlGraph *given = self->request->graph;
  gboolean can_use_given = given != NULL && given->n_inputs == self->graph->n_inputs && !draws_by_position (given);
  if (can_use_given && fl_verification_evaluate (self, given, 0, expected, &inner))
    return TRUE;
  if (!g_error_matches (inner, FL_ERROR, FL_ERROR_CANCELLED))
    {
      g_clear_error (&inner);
      self->result->verified_decomposed = TRUE;
      if (fl_verification_evaluate (self, self->graph, 0, expected, &inner))
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

FlCheck
fl_agreement_get_check (const FlAgreement *agreement)
{
  return agreement->unverified_why != NULL ? FL_CHECK_UNVERIFIED
         : agreement->agrees               ? FL_CHECK_AGREES
                                           : FL_CHECK_DISAGREES;
}
