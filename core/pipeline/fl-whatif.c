/* "What if": names to subjects, runs with overrides, and what they change. */
#include "fl-whatif.h"

#include <string.h>

#include "fl-error.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-subject.h"

/* --- names ------------------------------------------------------------------------------------ */

static const char *
get_subject_of_buffer (const FlRun *run, const FlBuffer *buffer)
{
  const char *subject = fl_subject_of_node (run->graph, run->decomposed, buffer->fx_node);

  for (guint i = buffer->n_origins; i-- > 0 && subject == NULL;)
    subject = fl_subject_of_node (run->graph, run->decomposed, buffer->origins[i]);
  return subject;
}

/* A scheduler node, a group (its last value) or a buffer. */
static const char *
find_scheduled (const FlRun *run, const char *name)
{
  const FlSchedule *schedule = run->fused != NULL ? run->fused : run->schedule;
  const FlSchedNode *node = schedule != NULL ? fl_schedule_find_node (schedule, name) : NULL;
  const FlSchedBuffer *buffer = schedule != NULL && node == NULL ? fl_schedule_find_buffer (schedule, name) : NULL;

  if (node != NULL && node->n_originals > 0)
    return get_subject_of_buffer (run, node->originals[node->n_originals - 1]->op);
  return buffer != NULL ? get_subject_of_buffer (run, buffer->buffer) : NULL;
}

static const char *
find_kernel (const FlRun *run, const char *name)
{
  for (guint i = 0; run->program != NULL && i < run->program->n_kernels; i++)
    {
      const FlSchedNode *node = run->program->kernels[i].node;

      if (run->program->kernels[i].name != NULL && g_str_equal (run->program->kernels[i].name, name) && node != NULL
          && node->n_originals > 0)
        return get_subject_of_buffer (run, node->originals[node->n_originals - 1]->op);
    }
  return NULL;
}

const char *
fl_whatif_find_subject (const FlRun *run, const char *name, GError **error)
{
  const FlNode *node;
  const char *subject = NULL;
  FlNodeId id;
  GError *own = NULL;

  if (run->decomposed == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "“%s” cannot be looked up: the run stopped before its graph was opened", name);
      return NULL;
    }
  id = fl_subject_find (run->graph, run->decomposed, name, &own);
  if (id.index != G_MAXUINT32)
    return fl_subject_of_node (run->graph, run->decomposed, id);
  node = strchr (name, ':') == NULL ? fl_graph_find_node (run->decomposed, name) : NULL;
  if (node != NULL)
    subject
        = fl_subject_of_node (run->graph, run->decomposed, (FlNodeId) { (guint32) (node - run->decomposed->nodes) });
  if (subject == NULL)
    subject = find_scheduled (run, name);
  if (subject == NULL)
    subject = find_kernel (run, name);
  if (subject == NULL)
    {
      g_propagate_error (error, own);
      return NULL;
    }
  g_clear_error (&own);
  return subject;
}

const char *
fl_whatif_find_item (const FlRun *run, FlItem item, GError **error)
{
  if (item.kind == FL_ITEM_NODE && run->decomposed != NULL) /* the name may also be one of the user's */
    {
      const FlNode *node = fl_graph_find_node (run->decomposed, item.name);
      const char *subject = NULL;

      if (node != NULL)
        subject = fl_subject_of_node (run->graph, run->decomposed,
                                      (FlNodeId) { (guint32) (node - run->decomposed->nodes) });
      if (subject != NULL)
        return subject;
    }
  if (item.kind == FL_ITEM_NONE || item.name == NULL)
    {
      g_set_error_literal (error, FL_ERROR, FL_ERROR_USAGE, "nothing is selected");
      return NULL;
    }
  return fl_whatif_find_subject (run, item.name, error);
}

gboolean
fl_whatif_resolve (const FlRun *run, FlOverride *override, GError **error)
{
  const char *a, *b = NULL;

  if (override->kind == FL_OVERRIDE_OPTION)
    return TRUE;
  a = fl_whatif_find_subject (run, override->a, error);
  if (a != NULL && override->b != NULL)
    b = fl_whatif_find_subject (run, override->b, error);
  if (a == NULL || (override->b != NULL && b == NULL))
    return FALSE;
  if (a == b)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s “%s” and “%s”: both are the value %s",
                   fl_override_get_info (override->kind)->name, override->a, override->b, a);
      return FALSE;
    }
  override->a = a;
  override->b = b;
  return TRUE;
}

/* --- runs ------------------------------------------------------------------------------------- */

static FlRun *
run_with (const FlRun *base, const char *strategy, const FlOverride *overrides, guint n_overrides, FlStage until,
          const gint *cancelled)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options = base->own_options;
  request.target_why = base->target_why;
  if (strategy != NULL)
    request.options.strategy = fl_intern (strategy);
  request.overrides = overrides;
  request.n_overrides = n_overrides;
  request.until = until;
  request.cancelled = cancelled;
  return fl_pipeline_run (base->graph, &request);
}

FlRun *
fl_whatif_run (const FlRun *base, const char *strategy, const FlOverride *overrides, guint n_overrides,
               const gint *cancelled)
{
  return run_with (base, strategy, overrides, n_overrides, FL_STAGE_CODEGEN, cancelled);
}

FlRun *
fl_whatif_run_to_fusion (const FlRun *base, const char *strategy, const FlOverride *overrides, guint n_overrides,
                         const gint *cancelled)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FlOverride));

  for (guint i = 0; base->overrides != NULL && i < base->overrides->n; i++)
    g_array_append_val (all, base->overrides->states[i].override);
  g_array_append_vals (all, overrides, n_overrides);
  return run_with (base, strategy, (const FlOverride *) (gpointer) all->data, all->len, FL_STAGE_FUSE, cancelled);
}

gboolean
fl_whatif_check (const FlRun *base, const FlOverride *override, const gint *cancelled, FlOverrideState *state,
                 GError **error)
{
  const guint n = base->overrides != NULL ? base->overrides->n : 0;
  g_autoptr (FlRun) run = fl_whatif_run_to_fusion (base, NULL, override, 1, cancelled);

  if (run->error != NULL)
    {
      g_propagate_error (error, g_error_copy (run->error));
      return FALSE;
    }
  *state = run->overrides->states[n];
  if (state->facts != NULL)
    state->facts = fl_intern (state->facts);
  return TRUE;
}

FlDelta *
fl_whatif_compare (const FlRun *base, const FlRun *variant)
{
  g_autoptr (FlFacts) one = fl_facts_new (base), other = fl_facts_new (variant);

  return fl_delta_new (one, other, variant->overrides);
}

FlDelta *
fl_whatif_measure (const FlRun *base, const FlRun *variant, const FlExecuteRequest *request, const gint *cancelled,
                   FlProgress progress, gpointer data, FlRun **executed, GError **error)
{
  FlVariant variants[] = { { "base", base->program }, { "variant", variant->program } };
  g_autoptr (FlFacts) one = NULL, other = NULL;
  FlExecuteRequest both = *request;

  if (variant->program == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "the variant has nothing to execute: %s",
                   variant->error != NULL ? variant->error->message : "it stopped before kernels were written");
      return NULL;
    }
  both.n_variants = G_N_ELEMENTS (variants);
  both.variants = variants;
  *executed = fl_pipeline_execute (base, &both, cancelled, progress, data, error);
  if (*executed == NULL)
    return NULL;
  one = fl_facts_new (base);
  other = fl_facts_new (variant);
  fl_facts_set_time (one, (*executed)->execution, base->program);
  fl_facts_set_time (other, (*executed)->execution, variant->program);
  return fl_delta_new (one, other, variant->overrides);
}

/* --- sessions --------------------------------------------------------------------------------- */

gboolean
fl_whatif_request_init (FlPipelineRequest *request, const FlSession *session, const char *name, GError **error)
{
  const FlSessionVariant *variant = name != NULL ? fl_session_find_variant (session, name) : NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  fl_pipeline_request_init (request);
  fl_session_apply_options (session, &request->options);
  if (name == NULL)
    return TRUE;
  if (variant != NULL)
    {
      if (variant->strategy != NULL)
        request->options.strategy = fl_intern (variant->strategy);
      request->overrides = (const FlOverride *) (gpointer) variant->overrides->data;
      request->n_overrides = variant->overrides->len;
      return TRUE;
    }
  for (guint i = 0; i < session->variants->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ((const FlSessionVariant *) session->variants->pdata[i])->name);
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s has no variant “%s”; it has: %s",
               session->path != NULL ? session->path : "the session", name, names->len > 0 ? names->str : "none");
  return FALSE;
}
