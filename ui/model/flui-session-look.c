/* Looking: the shown stage and step, the difference from PyTorch, the selection and all that lights
 * up with it. */
#include "flui-session-private.h"

const FlRun *
flui_session_get_shown (FluiSession *self)
{
  return self->shown;
}

FlStage
flui_session_get_stage (FluiSession *self)
{
  return self->stage;
}

guint32
flui_session_get_n_steps (FluiSession *self)
{
  return self->run ? self->run->stages[self->stage].n_steps : 0;
}

guint32
flui_session_get_step (FluiSession *self)
{
  return self->step;
}

const FlEvent *
flui_session_get_event (FluiSession *self)
{
  return self->run && self->step > 0 ? fl_trace_get_step (self->run->trace, self->stage, self->step - 1) : NULL;
}

/* Stages in which a step is a partial result; in the others all steps show the same picture. */
static gboolean
has_partial_runs (FlStage stage)
{
  return stage == FL_STAGE_LOWER || stage == FL_STAGE_REALIZE || stage == FL_STAGE_FUSE || stage == FL_STAGE_MEMORY
         || stage == FL_STAGE_DECOMPOSE || stage == FL_STAGE_SCHEDULE;
}

static void
show_step (FluiSession *self)
{
  FluiSessionJob *job;

  if (self->step >= flui_session_get_n_steps (self) || !has_partial_runs (self->stage))
    {
      flui_session_job_cancel (self->step_job);
      self->step_job = NULL;
      flui_session_set_shown (self, fl_run_ref (self->run));
      return;
    }
  job = flui_session_job_new (self);
  job->slot = &self->step_job;
  job->is_step = TRUE;
  job->graph = fl_graph_ref (self->run->graph);
  job->request.options = self->run->own_options;
  job->request.with_unfused = FALSE;
  job->request.until = self->stage;
  job->request.stop_stage = self->stage;
  job->request.stop_step = self->step;
  flui_session_job_start (self, job);
}

void
flui_session_set_stage (FluiSession *self, FlStage stage)
{
  if (!self->run || !self->run->stages[stage].was_reached
      || (stage == self->stage && self->step == flui_session_get_n_steps (self)))
    return;
  self->stage = stage;
  self->step = flui_session_get_n_steps (self);
  if (self->difference != G_MAXUINT)
    flui_session_set_difference (self, G_MAXUINT); /* another stage has other ones */
  show_step (self);
}

void
flui_session_set_step (FluiSession *self, guint32 step)
{
  step = MIN (step, flui_session_get_n_steps (self));
  if (!self->run || step == self->step)
    return;
  self->step = step;
  show_step (self);
}

guint
flui_session_get_difference (FluiSession *self)
{
  return self->difference;
}

void
flui_session_set_difference (FluiSession *self, guint position)
{
  guint n_entries = 0;
  const FlParityEntry *entries = self->parity ? fl_parity_get_entries (self->parity, self->stage, &n_entries) : NULL;

  self->difference = position < n_entries ? position : G_MAXUINT;
  flui_session_emit (self, FLUI_SESSION_DIFFERENCE_CHANGED);
  if (self->difference == G_MAXUINT)
    return;
  flui_session_select_pair (self, (FlItem) { entries[position].a ? FL_ITEM_OP : FL_ITEM_NONE, entries[position].a },
                            (FlItem) { entries[position].b ? FL_ITEM_OP : FL_ITEM_NONE, entries[position].b });
}

FlItem
flui_session_get_selection (FluiSession *self)
{
  return self->selection;
}

FlItem
flui_session_get_partner (FluiSession *self)
{
  return self->partner;
}

void
flui_session_select (FluiSession *self, FlItem item)
{
  flui_session_select_pair (self, item, (FlItem) { FL_ITEM_NONE, NULL });
}

static gboolean
same_item (FlItem a, FlItem b)
{
  return a.kind == b.kind && a.name == b.name;
}

void
flui_session_select_pair (FluiSession *self, FlItem item, FlItem partner)
{
  if (same_item (self->selection, item) && same_item (self->partner, partner))
    return;
  self->selection = item;
  self->partner = partner;
  g_clear_pointer (&self->why, fl_why_free);
  flui_session_update_lit (self);
  flui_session_emit (self, FLUI_SESSION_SELECTION_CHANGED);
}

const FlItem *
flui_session_get_lit (FluiSession *self, guint *n_items)
{
  *n_items = self->lit->len;
  return (const FlItem *) (gpointer) self->lit->data;
}

const FlFusionLog *
flui_session_get_fusion_log (FluiSession *self)
{
  return self->log;
}

const FlWhy *
flui_session_get_why (FluiSession *self)
{
  guint32 a, b;

  if (self->why || !self->log || self->partner.kind == FL_ITEM_NONE)
    return self->why;
  a = fl_fusion_log_find_item (self->log, self->selection);
  b = fl_fusion_log_find_item (self->log, self->partner);
  if (a != G_MAXUINT32 && b != G_MAXUINT32 && a != b && self->log->nodes[a].is_work && self->log->nodes[b].is_work)
    self->why = fl_why_new (self->log, a, b);
  return self->why;
}

FlItem
flui_session_get_stand_in (FluiSession *self, FlItem item)
{
  const FlFusionLog *log = self->log;
  guint32 at = log && log->is_over_ops && item.kind == FL_ITEM_OP ? fl_fusion_log_find_item (log, item) : G_MAXUINT32;

  return at != G_MAXUINT32 && log->nodes[at].name == item.name && log->nodes[at].item.kind != FL_ITEM_NONE
             ? log->nodes[at].item
             : item;
}
