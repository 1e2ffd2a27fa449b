#include "fl-event-kinds.h"
#include "fl-text.h"

#include "flui-jobs.h"
#include "flui-replay-private.h"
#include "flui-step-bar.h"
#include "flui-table.h"

#define LAYOUT_DEADLINE_MS 4000
#define GROW_MS 380

struct _FluiReplayJob
{
  FluiReplay *replay; /* referenced */
  FlRun *run;
  char *worker_path;
  gint cancelled;
  FlScene *scene;
  FlPlacement *placement;
  GError *error;
};

G_DEFINE_FINAL_TYPE (FluiReplay, flui_replay, GTK_TYPE_WIDGET)

/* --- frames ------------------------------------------------------------------------------------ */

static void
stop_growing (FluiReplay *self)
{
  if (self->growing)
    adw_animation_pause (self->growing);
  g_clear_object (&self->growing);
}

static void
drop_frame (FluiReplay *self)
{
  stop_growing (self);
  flui_canvas_set_film (FLUI_CANVAS (self->canvas), NULL, 1);
  g_clear_pointer (&self->frame, fl_film_frame_free);
}

static void
on_grow (double value, gpointer data)
{
  FluiReplay *self = data;

  flui_canvas_set_film (FLUI_CANVAS (self->canvas), self->frame, value);
}

/* Two groups grow together when the replay goes forwards; with reduced motion they are one at once.
 */
static void
show_frame (FluiReplay *self, gboolean forwards)
{
  gboolean grows;

  if (!self->log || !self->placement)
    return;
  drop_frame (self);
  self->frame = fl_film_frame_new (self->log, self->placement, self->step);
  grows = forwards && self->frame->merges && adw_get_enable_animations (GTK_WIDGET (self))
          && gtk_widget_get_mapped (GTK_WIDGET (self));
  flui_canvas_set_film (FLUI_CANVAS (self->canvas), self->frame, grows ? 0 : 1);
  if (!grows)
    return;
  self->growing = g_object_ref_sink (adw_timed_animation_new (GTK_WIDGET (self), 0, 1,
                                                              (guint) (GROW_MS / MAX (flui_replay_get_speed (self), 1)),
                                                              adw_callback_animation_target_new (on_grow, self, NULL)));
  adw_animation_play (self->growing);
}

/* The view moves only when the pair is not in sight. */
static void
show_pair (FluiReplay *self)
{
  const FlScene *scene = flui_canvas_get_scene (FLUI_CANVAS (self->canvas));

  if (self->frame && scene && self->frame->a != G_MAXUINT32 && self->frame->a < scene->n_nodes)
    {
      flui_canvas_show_item (FLUI_CANVAS (self->canvas), scene->nodes[self->frame->b].item);
      flui_canvas_show_item (FLUI_CANVAS (self->canvas), scene->nodes[self->frame->a].item);
    }
}

/* --- steps ------------------------------------------------------------------------------------- */

const FlFusionRound *
flui_replay_peek_round (FluiReplay *self)
{
  return self->log && self->round < self->log->n_rounds ? &self->log->rounds[self->round] : NULL;
}

static void
update_bar (FluiReplay *self)
{
  static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };
  const FlEvent *event = self->log ? fl_fusion_log_get_event (self->log, self->step) : NULL;
  g_autofree char *sentence = self->log ? fl_film_dup_sentence (self->log, self->step) : NULL;

  flui_step_bar_set (FLUI_STEP_BAR (self->bar), self->step, self->log ? self->log->n_steps : 0, sentence,
                     event ? verdicts[event->verdict] : NULL);
}

static guint
find_row (FluiReplay *self)
{
  const FlFusionRound *round = flui_replay_peek_round (self);

  for (guint i = 0; round && self->step > 0 && i < round->n_candidates; i++)
    if (round->candidates[i].step == self->step - 1)
      return i;
  return G_MAXUINT;
}

static void
update_list (FluiReplay *self, gboolean is_other_round)
{
  const FlFusionRound *round = flui_replay_peek_round (self);

  if (is_other_round)
    flui_table_set_n_rows (FLUI_TABLE (self->table), round ? round->n_candidates : 0);
  else
    flui_table_refresh (FLUI_TABLE (self->table));
  flui_table_mark (FLUI_TABLE (self->table), find_row (self));
}

static void
describe_round (FluiReplay *self)
{
  const FlFusionRound *round = flui_replay_peek_round (self);
  g_autofree char *saved = round ? fl_text_dup_bytes (MAX (round->saved, 0)) : NULL;
  g_autofree char *text
      = round ? g_strdup_printf ("%u merged, %u refused, %s saved", round->n_merged, round->n_refused, saved)
              : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->about), text);
  gtk_widget_set_tooltip_text (self->about, round ? round->sentence : NULL);
  self->is_setting = TRUE;
  if (round)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->rounds), self->round);
  self->is_setting = FALSE;
}

guint32
flui_replay_get_step (FluiReplay *self)
{
  return self->step;
}

void
flui_replay_set_step (FluiReplay *self, guint32 step)
{
  guint32 before = self->step;
  guint round;

  if (!self->log)
    return;
  self->step = MIN (step, self->log->n_steps);
  round = fl_fusion_log_find_round (self->log, self->step);
  if (round != self->round)
    {
      self->round = round;
      describe_round (self);
      update_list (self, TRUE);
    }
  else
    update_list (self, FALSE);
  update_bar (self);
  show_frame (self, self->step == before + 1 || (self->step > before && flui_replay_is_playing (self)));
  show_pair (self);
}

static gboolean
skips (FluiReplay *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->only_decisions));
}

void
flui_replay_move (FluiReplay *self, int by)
{
  guint32 to = self->step;

  if (!self->log || (by < 0 && self->step == 0))
    return;
  if (by > 0)
    to = skips (self) ? fl_film_find_decision (self->log, self->step) : self->step + 1;
  else
    do
      to--;
    while (skips (self) && to > 0 && fl_fusion_log_get_event (self->log, to)->kind != FL_EVENT_FUSE);
  flui_replay_set_step (self, to);
}

guint
flui_replay_get_round (FluiReplay *self)
{
  return self->round;
}

/* To where the round begins: nothing of it has happened. */
void
flui_replay_set_round (FluiReplay *self, guint round)
{
  if (!self->log || round >= self->log->n_rounds)
    return;
  flui_replay_set_step (self, self->log->rounds[round].first);
  if (self->round != round) /* between two rounds, the step belongs to the one before */
    {
      self->round = round;
      describe_round (self);
      update_list (self, TRUE);
    }
}

void
flui_replay_set_playing (FluiReplay *self, gboolean playing)
{
  flui_step_bar_set_playing (FLUI_STEP_BAR (self->bar), playing);
}

gboolean
flui_replay_is_playing (FluiReplay *self)
{
  return flui_step_bar_is_playing (FLUI_STEP_BAR (self->bar));
}

/* --- layout in a thread
 * ----------------------------------------------------------------------------------------- */

static void
job_free (FluiReplayJob *job)
{
  g_clear_object (&job->replay);
  g_clear_pointer (&job->run, fl_run_unref);
  g_clear_pointer (&job->scene, fl_scene_free);
  g_clear_pointer (&job->placement, fl_placement_free);
  g_clear_error (&job->error);
  g_free (job->worker_path);
  g_free (job);
}

static void
place_panes (FluiReplay *self)
{
  int width = gtk_widget_get_width (self->paned);

  if (self->is_placed || width < 100)
    return;
  gtk_paned_set_position (GTK_PANED (self->paned), width / 2);
  self->is_placed = TRUE;
}

static gboolean
take_layout (gpointer data)
{
  FluiReplayJob *job = data;
  FluiReplay *self = job->replay;

  if (job == self->job)
    {
      self->job = NULL;
      gtk_widget_set_visible (self->busy, FALSE);
      if (!job->error && self->canvas)
        {
          place_panes (self);
          drop_frame (self);
          g_clear_pointer (&self->placement, fl_placement_free);
          self->placement = job->placement; /* the canvas frees its own reference */
          g_atomic_ref_count_inc (&self->placement->refs);
          job->placement = NULL;
          flui_canvas_set_scene (FLUI_CANVAS (self->canvas), g_steal_pointer (&job->scene), self->placement, FALSE);
          show_frame (self, FALSE);
          show_pair (self);
        }
    }
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
layout_thread (gpointer data)
{
  FluiReplayJob *job = data;
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (job->run);

  job->scene = fl_film_new_scene (log);
  fl_scene_measure (job->scene);
  job->placement = fl_layout_run (job->scene, job->worker_path, LAYOUT_DEADLINE_MS, &job->cancelled, &job->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_layout, job, NULL);
  return NULL;
}

static void
cancel (FluiReplay *self)
{
  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
}

static void
lay_out (FluiReplay *self)
{
  FluiReplayJob *job;

  cancel (self);
  job = g_new0 (FluiReplayJob, 1);
  job->replay = g_object_ref (self);
  job->run = fl_run_ref (self->log->run);
  job->worker_path = g_strdup (flui_session_get_worker_path (self->session));
  self->job = job;
  gtk_widget_set_visible (self->busy, TRUE);
  flui_jobs_start ("replay", layout_thread, job);
}

gboolean
flui_replay_is_busy (FluiReplay *self)
{
  return self->job != NULL;
}

/* --- following the session
 * --------------------------------------------------------------------------------------- */

/* The replay starts where the step bar is, or at the beginning when that is at the end. */
static guint32
choose_first_step (FluiReplay *self)
{
  guint32 step = flui_session_get_step (self->session);

  return flui_session_get_stage (self->session) == FL_STAGE_FUSE && step < self->log->n_steps ? step : 0;
}

static void
load (FluiReplay *self)
{
  const FlFusionLog *log = flui_session_get_fusion_log (self->session);
  gboolean has_film = log && log->n_steps > 0;

  if (!self->is_active || log == self->log)
    return;
  cancel (self);
  drop_frame (self);
  g_clear_pointer (&self->placement, fl_placement_free);
  flui_canvas_set_scene (FLUI_CANVAS (self->canvas), NULL, NULL, FALSE);
  self->log = log;
  self->round = G_MAXUINT;
  self->step = 0;
  gtk_widget_set_visible (self->nothing, !has_film);
  flui_replay_fill_rounds (self);
  if (log)
    {
      lay_out (self);
      flui_replay_set_step (self, choose_first_step (self));
    }
  update_bar (self);
}

void
flui_replay_set_active (FluiReplay *self, gboolean active)
{
  if (!active)
    flui_replay_set_playing (self, FALSE);
  self->is_active = active;
  load (self);
}

void
flui_replay_on_run_changed (FluiSession *session, FluiReplay *self)
{
  flui_replay_set_playing (self, FALSE);
  cancel (self);
  drop_frame (self);
  self->log = NULL; /* the old one is gone */
  load (self);
}

void
flui_replay_on_selection_changed (FluiSession *session, FluiReplay *self)
{
  FluiLit lit = { .selection = flui_session_get_selection (session), .partner = flui_session_get_partner (session) };

  if (!self->is_active)
    return;
  lit.kin = flui_session_get_lit (session, &lit.n_kin);
  flui_canvas_set_lit (FLUI_CANVAS (self->canvas), &lit);
}

FluiCanvas *
flui_replay_get_canvas (FluiReplay *self)
{
  return FLUI_CANVAS (self->canvas);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_replay_dispose (GObject *object)
{
  FluiReplay *self = FLUI_REPLAY (object);

  cancel (self);
  if (self->canvas)
    drop_frame (self);
  self->canvas = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->placement, fl_placement_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_replay_parent_class)->dispose (object);
}

static void
flui_replay_class_init (FluiReplayClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_replay_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "replay");
}

static void
flui_replay_init (FluiReplay *self)
{
  self->round = G_MAXUINT;
}

double
flui_replay_get_speed (FluiReplay *self)
{
  return flui_replay_speeds[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed)),
                                 G_N_ELEMENTS (flui_replay_speeds) - 1)];
}

void
flui_replay_fill_rounds (FluiReplay *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; self->log && i < self->log->n_rounds; i++)
    gtk_string_list_append (titles, self->log->rounds[i].title);
  self->is_setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->rounds), G_LIST_MODEL (titles));
  self->is_setting = FALSE;
  gtk_widget_set_sensitive (self->rounds, self->log && self->log->n_rounds > 0);
  gtk_label_set_text (GTK_LABEL (self->list_title), self->log && self->log->is_over_ops
                                                        ? "Pairs of this round, in the order they were tried"
                                                        : "Candidates of this round, best score first");
}
