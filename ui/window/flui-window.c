#include <string.h>

#include "fl-fuse.h"
#include "fl-quote.h"
#include "fl-tensor-file.h"

#include "flui-canvas.h"
#include "flui-samples.h"
#include "flui-window-private.h"

#define PULSE_MS 120
#define INSPECTOR_WIDTH 300
#define INSPECTOR_WIDTH_WIDE 400
#define DRAWER_HEIGHT 226
#define DRAWER_HEIGHT_LOW 206
#define DRAWER_HEIGHT_TALL 380
#define SIDE_WIDTH 640
#define CHROME_HEIGHT 76 /* header and status line */

G_DEFINE_FINAL_TYPE (FluiWindow, flui_window, ADW_TYPE_APPLICATION_WINDOW)

FluiSession *
flui_window_get_session (FluiWindow *self)
{
  return self->session;
}

FluiStagePage *
flui_window_get_page (FluiWindow *self)
{
  return FLUI_STAGE_PAGE (self->page);
}

/* FALSE: no file of tensors. */
static gboolean
flui_window_give (FluiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!fl_tensor_file_has_suffix (path))
    return FALSE;
  if (flui_session_give (self->session, path, &error))
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *text = g_strdup_printf ("The next run takes its values from %s", name);

      flui_window_say (self, text);
      flui_window_show_drawer (self, "timings");
    }
  else
    flui_window_show_error (self, error->message);
  return TRUE;
}

void
flui_window_open (FluiWindow *self, const char *path)
{
  flui_window_hide_error (self);
  if (flui_window_give (self, path) || flui_window_ask_to_save (self, path, 0))
    return;
  if (!flui_window_open_problem (self, path) && !flui_window_open_session (self, path))
    flui_session_open_file (self->session, path);
}

void
flui_window_say (FluiWindow *self, const char *text)
{
  g_autofree char *escaped = fl_quote_dup_xml (text);

  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), adw_toast_new (escaped));
}

static void
set_drawer_page (FluiWindow *self, const char *name)
{
  self->is_setting = TRUE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->drawer_stack), name);
  self->is_setting = FALSE;
}

void
flui_window_show_drawer (FluiWindow *self, const char *name)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-drawer",
                                      g_variant_new_boolean (name != NULL));
  if (name)
    {
      self->drawer_is_chosen = TRUE;
      set_drawer_page (self, name);
    }
}

const char *
flui_window_get_drawer (FluiWindow *self)
{
  return gtk_widget_get_visible (self->drawer)
             ? gtk_stack_get_visible_child_name (GTK_STACK (self->drawer_stack))
             : NULL;
}

/* --- errors
 * ------------------------------------------------------------------------------------------------------
 */

/* The first line says what is wrong; below it may stand the line at fault with a caret under the
 * place. */
void
flui_window_show_error (FluiWindow *self, const char *message)
{
  const char *end = strchr (message, '\n');
  g_autofree char *title = end ? g_strndup (message, end - message) : g_strdup (message);

  gtk_label_set_text (GTK_LABEL (self->error_title), title);
  gtk_label_set_text (GTK_LABEL (self->error_place), end ? end + 1 : "");
  gtk_widget_set_visible (self->error_place, end != NULL);
  gtk_widget_set_tooltip_text (self->error_title, message);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->error_banner), TRUE);
}

void
flui_window_hide_error (FluiWindow *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->error_banner), FALSE);
}

const char *
flui_window_get_error (FluiWindow *self)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->error_banner))
             ? gtk_widget_get_tooltip_text (self->error_title)
             : NULL;
}

/* --- following the session
 * --------------------------------------------------------------------------------------- */

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
    return g_strdup_printf ("%u FX node%s, %u scheduler node%s, %u after fusion",
                            run->graph->n_nodes, get_plural (run->graph->n_nodes),
                            run->schedule->n_nodes, get_plural (run->schedule->n_nodes),
                            run->fused->n_nodes);
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
static void
follow_stage (FluiWindow *self)
{
  static const char *const pages[FL_N_STAGES] = {
    [FL_STAGE_GRAPH] = "source",    [FL_STAGE_DECOMPOSE] = "decisions",
    [FL_STAGE_LOWER] = "source",    [FL_STAGE_REALIZE] = "decisions",
    [FL_STAGE_SCHEDULE] = "source", [FL_STAGE_FUSE] = "decisions",
    [FL_STAGE_MEMORY] = "memory",   [FL_STAGE_CODEGEN] = "source",
    [FL_STAGE_RUN] = "timings",
  };
  FlStage stage = flui_session_get_stage (self->session);
  gboolean source_is_aside = gtk_widget_get_visible (self->side);

  if (self->drawer_is_chosen)
    return;
  if ((stage == FL_STAGE_SCHEDULE || stage == FL_STAGE_FUSE)
      && flui_session_get_parity (self->session))
    {
      set_drawer_page (self, "parity");
      return;
    }
  set_drawer_page (self, source_is_aside && g_str_equal (pages[stage], "source") ? "decisions"
                                                                                 : pages[stage]);
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
    set_drawer_page (self, "timings");
  else if (flui_session_get_parity (session))
    set_drawer_page (self, "parity");
  update_note (self);
  update_status (self);
  flui_window_update_actions (self);
}

static void
on_shown_changed (FluiSession *session, FluiWindow *self)
{
  flui_window_update_subtitle (self);
  update_steps (self);
  follow_stage (self);
  flui_window_update_actions (self);
}

static gboolean
on_pulse (gpointer data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (FLUI_WINDOW (data)->progress));
  return G_SOURCE_CONTINUE;
}

static void
on_busy_changed (FluiSession *session, FluiWindow *self)
{
  gboolean executing = flui_session_is_executing (session),
           busy = flui_session_is_working (session);
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

/* --- sizes
 * --------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  int inspector, drawer, side;
} Sizes;

static Sizes
get_default_sizes (int width, int height)
{
  gboolean wide = width >= FLUI_WIDE;

  return (Sizes){ wide ? INSPECTOR_WIDTH_WIDE : INSPECTOR_WIDTH,
                  height >= 1100  ? DRAWER_HEIGHT_TALL
                  : height >= 760 ? DRAWER_HEIGHT
                                  : DRAWER_HEIGHT_LOW,
                  wide ? SIDE_WIDTH : 0 };
}

static void
place_panes (FluiWindow *self, int width, int height)
{
  Sizes sizes = get_default_sizes (width, height);

  if (self->state.inspector_width)
    sizes.inspector = self->state.inspector_width;
  if (self->state.drawer_height)
    sizes.drawer = self->state.drawer_height;
  if (self->state.side_width && sizes.side)
    sizes.side = self->state.side_width;
  width -= FLUI_RAIL_WIDTH;
  if (gtk_widget_get_visible (self->side))
    {
      width -= sizes.side;
      gtk_paned_set_position (GTK_PANED (self->wide_paned), width);
    }
  gtk_paned_set_position (GTK_PANED (self->inner_paned), width - sizes.inspector);
  gtk_paned_set_position (GTK_PANED (self->outer_paned), height - CHROME_HEIGHT - sizes.drawer);
}

static gboolean
update_side (gpointer data)
{
  g_autoptr (FluiWindow) self = data;
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->session && gtk_widget_get_visible (self->side) != (width >= FLUI_WIDE))
    {
      int side = self->state.side_width ? self->state.side_width : SIDE_WIDTH;

      gtk_widget_set_visible (self->side, width >= FLUI_WIDE);
      /* A pane that was allocated before keeps its end child's size by itself. */
      if (gtk_widget_get_width (self->inner_paned) == 0)
        place_panes (self, width, gtk_widget_get_height (GTK_WIDGET (self)));
      else
        gtk_paned_set_position (GTK_PANED (self->wide_paned), width - FLUI_RAIL_WIDTH - side);
      follow_stage (self);
    }
  return G_SOURCE_REMOVE;
}

/* Pane positions follow the window's first size; after that, they are the user's. */
static void
flui_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiWindow *self = FLUI_WINDOW (widget);

  if (!self->is_placed && width > 400)
    {
      place_panes (self, width, height);
      self->is_placed = TRUE;
    }
  GTK_WIDGET_CLASS (flui_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (gtk_widget_get_visible (self->side) != (width >= FLUI_WIDE))
    g_idle_add (update_side, g_object_ref (self)); /* not in the middle of an allocation */
}

static gboolean
get_state (FluiWindow *self, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), action);

  return state && g_variant_get_boolean (state);
}

/* 0 where the pane is as the window itself would place it: another size of window may want another.
 */
static int
get_chosen_size (GtkWidget *pane, int size, int by_default)
{
  if (!gtk_widget_get_mapped (pane) || ABS (size - by_default) <= 8)
    return 0;
  return size;
}

static void
remember_state (FluiWindow *self)
{
  FluiState *state = &self->state;
  Sizes sizes;

  gtk_window_get_default_size (GTK_WINDOW (self), &state->width, &state->height);
  sizes = get_default_sizes (gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)));
  state->is_maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  state->rail = get_state (self, "show-rail");
  state->inspector = get_state (self, "show-inspector");
  state->drawer = get_state (self, "show-drawer");
  state->legend = get_state (self, "show-legend");
  state->minimap = get_state (self, "show-minimap");
  state->inspector_width
      = get_chosen_size (self->inspector, gtk_widget_get_width (self->inspector), sizes.inspector);
  state->drawer_height
      = get_state (self, "enlarge-drawer")
            ? state->drawer_height
            : get_chosen_size (self->drawer, gtk_widget_get_height (self->drawer), sizes.drawer);
  state->side_width = get_chosen_size (self->side, gtk_widget_get_width (self->side), sizes.side);
  flui_state_save (state);
}

static gboolean
flui_window_close_request (GtkWindow *window)
{
  if (flui_window_ask_to_save (FLUI_WINDOW (window), NULL, 0))
    return TRUE;
  remember_state (FLUI_WINDOW (window));
  return GTK_WINDOW_CLASS (flui_window_parent_class)->close_request (window);
}

/* --- life
 * -------------------------------------------------------------------------------------------------------
 */

static void
flui_window_dispose (GObject *object)
{
  FluiWindow *self = FLUI_WINDOW (object);

  if (self->session)
    {
      flui_session_cancel (self->session);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_handle_id (&self->pulse_source, g_source_remove);
  flui_window_stop_autosave (self, FALSE);
  if (self->whatif)
    flui_whatif_cancel (self->whatif);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->whatif);
  g_clear_object (&self->session);
  g_clear_pointer (&self->path_to_open, g_free);
  g_clear_object (&self->open_menu);
  G_OBJECT_CLASS (flui_window_parent_class)->dispose (object);
}

/* After the last comes the first: GTK would leave the focus nowhere once around. */
static void
flui_window_move_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_child_focus (widget, direction))
    return;
  gtk_window_set_focus (GTK_WINDOW (widget), NULL);
  gtk_widget_child_focus (widget, direction);
}

static void
flui_window_class_init (FluiWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_window_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = flui_window_size_allocate;
  GTK_WIDGET_CLASS (klass)->move_focus = flui_window_move_focus;
  GTK_WINDOW_CLASS (klass)->close_request = flui_window_close_request;
}

static void
apply_state (FluiWindow *self)
{
  const struct
  {
    const char *action;
    gboolean value;
  } rows[] = {
    { "show-rail", self->state.rail },       { "show-inspector", self->state.inspector },
    { "show-drawer", self->state.drawer },   { "show-legend", self->state.legend },
    { "show-minimap", self->state.minimap },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_action_group_change_action_state (G_ACTION_GROUP (self), rows[i].action,
                                        g_variant_new_boolean (rows[i].value));
  gtk_window_set_default_size (GTK_WINDOW (self), self->state.width, self->state.height);
  if (self->state.is_maximized)
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
flui_window_init (FluiWindow *self)
{
  self->session = flui_session_new ();
  self->whatif = flui_whatif_new (self->session);
  flui_state_load (&self->state);
  gtk_window_set_title (GTK_WINDOW (self), "Fuseloom");
  gtk_window_set_icon_name (GTK_WINDOW (self), "io.github.fuseloom.Fuseloom");
  flui_window_build (self);
  flui_window_add_actions (self);
  flui_window_add_memory (self);
  apply_state (self);
  g_signal_connect (self->session, "run-changed", G_CALLBACK (on_run_changed), self);
  g_signal_connect (self->session, "shown-changed", G_CALLBACK (on_shown_changed), self);
  g_signal_connect_swapped (self->session, "selection-changed", G_CALLBACK (update_status), self);
  g_signal_connect (self->session, "busy-changed", G_CALLBACK (on_busy_changed), self);
  g_signal_connect (self->session, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->session, "options-changed", G_CALLBACK (on_options_changed), self);
  on_options_changed (self->session, self);
  on_run_changed (self->session, self);
}

GtkWidget *
flui_window_new (AdwApplication *application)
{
  return g_object_new (FLUI_TYPE_WINDOW, "application", application, NULL);
}
