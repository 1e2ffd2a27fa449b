/* The window follows the session: steps, status line, title, drawer, progress. */
#include "flui-devices.h"
#include "flui-samples.h"
#include "flui-window-private.h"

#define PULSE_MS 120

static void
update_steps (FluiWindow *self)
{
  static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };
  const FlRun *run = flui_session_get_run (self->session);
  FlStage stage = flui_session_get_stage (self->session);
  guint step = flui_session_get_step (self->session);
  guint n_steps = flui_session_get_n_steps (self->session);
  const FlEvent *event = flui_session_get_event (self->session);
  g_autofree char *outcome = run && step == n_steps ? fl_report_dup_outcome (run, stage) : NULL;
  g_autoptr (GString) sentence = g_string_new (NULL);

  /* At the end the outcome says more than the last decision, which may be about a detail. */
  if (outcome)
    {
      g_string_append_printf (sentence, "Done: %s", outcome);
      event = NULL;
    }
  else if (event)
    fl_event_append_sentence (event, sentence);
  else if (run)
    g_string_append (sentence, fl_stage_get_info (stage)->sentence);
  flui_step_bar_set (FLUI_STEP_BAR (self->step_bar), step, n_steps, sentence->str,
                     event ? verdicts[event->verdict] : NULL);
}

static const char *
get_plural (guint n)
{
  return n == 1 ? "" : "s";
}

static char *
dup_run_text (const FlRun *run)
{
  if (run->fused)
    return g_strdup_printf ("%u FX node%s, %u scheduler node%s, %u after fusion", run->graph->n_nodes,
                            get_plural (run->graph->n_nodes), run->schedule->n_nodes,
                            get_plural (run->schedule->n_nodes), run->fused->n_nodes);
  return g_strdup_printf ("%u FX node%s", run->graph->n_nodes, get_plural (run->graph->n_nodes));
}

static void
update_status (FluiWindow *self)
{
  FlKin *kin = flui_session_get_kin (self->session);
  const FlRun *run = flui_session_get_run (self->session);
  FlItem selection = flui_session_get_selection (self->session);
  FlItem partner = flui_session_get_partner (self->session);
  g_autofree char *text = NULL;

  if (selection.kind != FL_ITEM_NONE && partner.kind != FL_ITEM_NONE)
    text = g_strdup_printf ("%s and %s", selection.name, partner.name);
  else if (kin && selection.kind != FL_ITEM_NONE)
    text = fl_kin_dup_status (kin, selection);
  else if (run)
    text = dup_run_text (run);
  gtk_label_set_text (GTK_LABEL (self->status), text ? text : "");
  gtk_widget_set_tooltip_text (self->status, text);
}

/* Which tab goes with a stage, until the user picks one. */
void
flui_window_follow_stage (FluiWindow *self)
{
  static const char *const pages[FL_N_STAGES] = {
    [FL_STAGE_GRAPH] = "source",      [FL_STAGE_DECOMPOSE] = "decisions", [FL_STAGE_LOWER] = "source",
    [FL_STAGE_REALIZE] = "decisions", [FL_STAGE_SCHEDULE] = "source",     [FL_STAGE_FUSE] = "decisions",
    [FL_STAGE_MEMORY] = "memory",     [FL_STAGE_CODEGEN] = "source",      [FL_STAGE_RUN] = "timings",
  };
  FlStage stage = flui_session_get_stage (self->session);
  gboolean source_is_aside = gtk_widget_get_visible (self->side);

  if (self->drawer_is_chosen)
    return;
  if ((stage == FL_STAGE_SCHEDULE || stage == FL_STAGE_FUSE) && flui_session_get_parity (self->session))
    {
      flui_window_set_drawer_page (self, "parity");
      return;
    }
  flui_window_set_drawer_page (self,
                               source_is_aside && g_str_equal (pages[stage], "source") ? "decisions" : pages[stage]);
}

static void
update_note (FluiWindow *self)
{
  const FluiSample *sample = flui_samples_find (flui_session_get_path (self->session));

  gtk_widget_set_visible (self->note_button, sample && sample->note);
  if (!sample)
    return;
  gtk_label_set_text (GTK_LABEL (self->note_title), sample->title);
  gtk_label_set_text (GTK_LABEL (self->note_text), sample->note);
}

static void
on_run_changed (FluiSession *session, FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (session);
  const char *path = flui_session_get_path (session);
  g_autofree char *name = path ? g_path_get_basename (path) : NULL;
  g_autofree char *title = flui_session_dup_title (session);

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name ? name : "Fuseloom");
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_widget_set_tooltip_text (self->title, path);
  flui_window_update_body (self);
  if (path)
    flui_recent_add (path);
  if (run && run->execution)
    flui_window_set_drawer_page (self, "timings");
  else if (flui_session_get_parity (session))
    flui_window_set_drawer_page (self, "parity");
  update_note (self);
  update_status (self);
  flui_window_update_actions (self);
}

static void
on_shown_changed (FluiSession *session, FluiWindow *self)
{
  flui_window_update_subtitle (self);
  update_steps (self);
  flui_window_follow_stage (self);
  flui_window_update_actions (self);
}

static gboolean
on_pulse (gpointer data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (((FluiWindow *) data)->progress));
  return G_SOURCE_CONTINUE;
}

static void
on_busy_changed (FluiSession *session, FluiWindow *self)
{
  gboolean executing = flui_session_is_executing (session), busy = flui_session_is_working (session);
  double fraction = flui_session_get_progress (session);
  const char *text = flui_session_get_progress_text (session);

  gtk_stack_set_visible_child_name (GTK_STACK (self->run_stack), executing ? "cancel" : "run");
  gtk_widget_set_visible (self->progress, busy);
  if (busy && fraction >= 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (fraction, 0, 1));
  if (busy && fraction < 0 && !self->pulse_source)
    self->pulse_source = g_timeout_add (PULSE_MS, on_pulse, self);
  if (!busy || fraction >= 0)
    g_clear_handle_id (&self->pulse_source, g_source_remove);
  if (busy && text)
    gtk_label_set_text (GTK_LABEL (self->status), text);
  else
    update_status (self);
  flui_window_update_actions (self);
}

static void
on_failed (FluiSession *session, FluiWindow *self)
{
  flui_window_show_error (self, flui_session_get_message (session));
}

static void
on_options_changed (FluiSession *session, FluiWindow *self)
{
  const FlOptions *options = flui_session_get_options (session);

  self->is_setting = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->target), options->target);
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    if (g_strcmp0 (fl_strategies_get_row (i)->name, options->strategy) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->strategy), i);
  self->is_setting = FALSE;
}

void
flui_window_follow (FluiWindow *self)
{
  g_signal_connect (self->session, "run-changed", G_CALLBACK (on_run_changed), self);
  g_signal_connect (self->session, "shown-changed", G_CALLBACK (on_shown_changed), self);
  g_signal_connect_swapped (self->session, "selection-changed", G_CALLBACK (update_status), self);
  g_signal_connect (self->session, "busy-changed", G_CALLBACK (on_busy_changed), self);
  g_signal_connect (self->session, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->session, "options-changed", G_CALLBACK (on_options_changed), self);
  /* The machine that runs kernels is in a tooltip. */
  g_signal_connect_object (flui_devices_get_default (), "changed", G_CALLBACK (flui_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  on_options_changed (self->session, self);
  on_run_changed (self->session, self);
}
