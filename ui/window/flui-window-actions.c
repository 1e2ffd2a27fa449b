/* Every command of the window as a named action with its keys: menus, buttons, keys and tests all
 * go through these. */
#include "flui-preferences.h"
#include "flui-sizes.h"
#include "flui-window-private.h"

/* --- running ----------------------------------------------------------------------------------- */

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_session_execute (((FluiWindow *) data)->session);
}

static void
on_sizes (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWidget *sizes = ((FluiWindow *) data)->sizes;

  if (gtk_widget_get_visible (sizes))
    flui_sizes_popup (FLUI_SIZES (sizes));
}

static void
on_cancel (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_session_cancel (((FluiWindow *) data)->session);
}

/* --- looking ----------------------------------------------------------------------------------- */

static void
on_stage (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gint32 stage = g_variant_get_int32 (parameter);

  if (stage >= 0 && stage < FL_N_STAGES)
    flui_session_set_stage (((FluiWindow *) data)->session, stage);
}

static void
move_stage (FluiWindow *self, int by)
{
  const FlRun *run = flui_session_get_run (self->session);

  for (int stage = (int) flui_session_get_stage (self->session) + by; run && stage >= 0 && stage < FL_N_STAGES;
       stage += by)
    if (run->stages[stage].was_reached)
      {
        flui_session_set_stage (self->session, stage);
        return;
      }
}

static void
on_stage_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_stage (data, 1);
}

static void
on_stage_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_stage (data, -1);
}

static void
on_step_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiSession *session = ((FluiWindow *) data)->session;

  flui_session_set_step (session, flui_session_get_step (session) + 1);
}

static void
on_step_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiSession *session = ((FluiWindow *) data)->session;

  if (flui_session_get_step (session) > 0)
    flui_session_set_step (session, flui_session_get_step (session) - 1);
}

static void
on_step_first (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_session_set_step (((FluiWindow *) data)->session, 0);
}

static void
on_step_last (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_session_set_step (((FluiWindow *) data)->session, G_MAXUINT32);
}

static void
on_play (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiStepBar *bar = FLUI_STEP_BAR (((FluiWindow *) data)->step_bar);

  flui_step_bar_set_playing (bar, !flui_step_bar_is_playing (bar));
}

static void
on_zoom_in (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_canvas_zoom_by (flui_stage_page_get_canvas (flui_window_get_page (data)), 1.2);
}

static void
on_zoom_out (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_canvas_zoom_by (flui_stage_page_get_canvas (flui_window_get_page (data)), 1 / 1.2);
}

static void
on_zoom_fit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_canvas_zoom_fit (flui_stage_page_get_canvas (flui_window_get_page (data)));
}

static void
on_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_widget_grab_focus (((FluiWindow *) data)->search);
}

/* --- regions ----------------------------------------------------------------------------------- */

static void
on_show_rail (GSimpleAction *action, GVariant *state, gpointer data)
{
  gtk_widget_set_visible (((FluiWindow *) data)->rail, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_inspector (GSimpleAction *action, GVariant *state, gpointer data)
{
  gtk_widget_set_visible (((FluiWindow *) data)->inspector, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_drawer (GSimpleAction *action, GVariant *state, gpointer data)
{
  gtk_widget_set_visible (((FluiWindow *) data)->drawer, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_legend (GSimpleAction *action, GVariant *state, gpointer data)
{
  flui_stage_page_set_show_legend (flui_window_get_page (data), g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_minimap (GSimpleAction *action, GVariant *state, gpointer data)
{
  flui_canvas_set_minimap (flui_stage_page_get_canvas (flui_window_get_page (data)), g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_heat (GSimpleAction *action, GVariant *state, gpointer data)
{
  flui_canvas_set_heat (flui_stage_page_get_canvas (flui_window_get_page (data)), g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

/* The canvas has keys of its own for these two. */
static void
on_view_changed (FluiCanvas *canvas, FluiWindow *self)
{
  GAction *heat = g_action_map_lookup_action (G_ACTION_MAP (self), "heat");
  GAction *minimap = g_action_map_lookup_action (G_ACTION_MAP (self), "show-minimap");

  g_simple_action_set_state (G_SIMPLE_ACTION (heat), g_variant_new_boolean (flui_canvas_get_heat (canvas)));
  g_simple_action_set_state (G_SIMPLE_ACTION (minimap), g_variant_new_boolean (flui_canvas_get_minimap (canvas)));
}

static void
on_show_refused (GSimpleAction *action, GVariant *state, gpointer data)
{
  flui_stage_page_set_show_refused (flui_window_get_page (data), g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

/* --- PyTorch's own ----------------------------------------------------------------------------- */

static void
on_show_theirs (GSimpleAction *action, GVariant *state, gpointer data)
{
  flui_stage_page_set_show_theirs (flui_window_get_page (data), g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

/* Round and round; the first step from nowhere is the first, or the last, one. */
static void
move_difference (FluiWindow *self, int by)
{
  const FlParity *parity = flui_session_get_parity (self->session);
  guint at = flui_session_get_difference (self->session), n_entries = 0;

  if (flui_window_move_compared (self, by))
    return;
  if (parity)
    fl_parity_get_entries (parity, flui_session_get_stage (self->session), &n_entries);
  if (n_entries == 0)
    return;
  if (at == G_MAXUINT)
    at = by > 0 ? 0 : n_entries - 1;
  else
    at = (at + n_entries + (guint) by) % n_entries;
  flui_session_set_difference (self->session, at);
}

static void
on_difference_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_difference (data, 1);
}

static void
on_difference_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_difference (data, -1);
}

/* From the outside, the first region or the last is next. What takes no focus, and what is hidden, is passed over. */
static void
move_region (FluiWindow *self, int by)
{
  /* Each with the part of it where the focus arrives. */
  GtkWidget *const regions[][2]
      = { { self->header, self->header },
          { self->error_banner, self->error_banner },
          { self->rail, self->rail },
          { self->picture, gtk_stack_get_visible_child (GTK_STACK (self->picture)) == self->replay
                               ? self->replay
                               : GTK_WIDGET (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page))) },
          { self->step_bar, self->step_bar },
          { self->inspector, self->inspector },
          { self->side, self->side },
          { self->drawer, self->drawer_stack },
          { self->compare, self->compare } };
  const int n = G_N_ELEMENTS (regions);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int at = by > 0 ? -1 : n;

  for (int i = 0; focus && i < n; i++)
    if (regions[i][0] && (focus == regions[i][0] || gtk_widget_is_ancestor (focus, regions[i][0])))
      at = i;
  for (int i = 1; i <= n; i++)
    {
      GtkWidget *const *next = regions[((at + i * by) % n + n) % n];

      for (int part = 1; part >= 0; part--)
        if (next[part] && gtk_widget_get_mapped (next[part])
            && gtk_widget_child_focus (next[part], GTK_DIR_TAB_FORWARD))
          return;
    }
}

static void
on_region_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_region (data, 1);
}

static void
on_region_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_region (data, -1);
}

static void
on_fullscreen (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (gtk_window_is_fullscreen (data))
    gtk_window_unfullscreen (data);
  else
    gtk_window_fullscreen (data);
}

static void
on_note (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWidget *button = ((FluiWindow *) data)->note_button;

  if (gtk_widget_get_visible (button))
    gtk_menu_button_popup (GTK_MENU_BUTTON (button));
}

/* --- dialogs ----------------------------------------------------------------------------------- */

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_preferences_present (data, ((FluiWindow *) data)->session);
}

static void
on_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/io/github/fuseloom/Fuseloom/flui-shortcuts.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (window, data);
  gtk_window_present (window);
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  adw_show_about_window (data, "application-name", "Fuseloom", "application-icon", "io.github.fuseloom.Fuseloom",
                         "version", FL_VERSION, "developer-name", "The Fuseloom authors", "license-type",
                         GTK_LICENSE_APACHE_2_0, "comments",
                         "See how a compiler fuses tensor operators into kernels: step by step, "
                         "with the reason for every decision.",
                         NULL);
}

/* --- the table --------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "show-theirs", .state = "true", .change_state = on_show_theirs },
  { .name = "difference-next", .activate = on_difference_next },
  { .name = "difference-previous", .activate = on_difference_previous },
  { .name = "run", .activate = on_run },
  { .name = "sizes", .activate = on_sizes },
  { .name = "cancel", .activate = on_cancel },
  { .name = "stage", .activate = on_stage, .parameter_type = "i" },
  { .name = "stage-next", .activate = on_stage_next },
  { .name = "stage-previous", .activate = on_stage_previous },
  { .name = "step-next", .activate = on_step_next },
  { .name = "step-previous", .activate = on_step_previous },
  { .name = "step-first", .activate = on_step_first },
  { .name = "step-last", .activate = on_step_last },
  { .name = "play", .activate = on_play },
  { .name = "zoom-in", .activate = on_zoom_in },
  { .name = "zoom-out", .activate = on_zoom_out },
  { .name = "zoom-fit", .activate = on_zoom_fit },
  { .name = "search", .activate = on_search },
  { .name = "show-rail", .state = "true", .change_state = on_show_rail },
  { .name = "show-inspector", .state = "true", .change_state = on_show_inspector },
  { .name = "show-drawer", .state = "true", .change_state = on_show_drawer },
  { .name = "show-legend", .state = "false", .change_state = on_show_legend },
  { .name = "show-minimap", .state = "true", .change_state = on_show_minimap },
  { .name = "heat", .state = "false", .change_state = on_heat },
  { .name = "note", .activate = on_note },
  { .name = "show-refused", .state = "true", .change_state = on_show_refused },
  { .name = "region-next", .activate = on_region_next },
  { .name = "region-previous", .activate = on_region_previous },
  { .name = "fullscreen", .activate = on_fullscreen },
  { .name = "preferences", .activate = on_preferences },
  { .name = "shortcuts", .activate = on_shortcuts },
  { .name = "about", .activate = on_about },
};

static const struct
{
  const char *action;
  const char *keys[3];
} keys[] = {
  { "win.open", { "<Ctrl>o" } },
  { "win.open-folder", { "<Ctrl><Shift>o" } },
  { "win.show-theirs", { "<Ctrl><Shift>d" } },
  { "win.difference-next", { "F4" } },
  { "win.difference-previous", { "<Shift>F4" } },
  { "win.report", { "<Ctrl>e" } },
  { "win.run", { "<Ctrl>Return", "<Ctrl>KP_Enter" } },
  { "win.sizes", { "<Ctrl><Shift>n" } },
  { "win.cancel", { "<Ctrl>period" } },
  { "win.step-first", { "<Ctrl>Home" } },
  { "win.step-last", { "<Ctrl>End" } },
  { "win.play", { "<Ctrl>space" } },
  { "win.zoom-in", { "<Ctrl>plus", "<Ctrl>equal" } },
  { "win.zoom-out", { "<Ctrl>minus" } },
  { "win.zoom-fit", { "<Ctrl>0" } },
  { "win.search", { "<Ctrl>f" } },
  { "win.note", { "F1" } },
  { "win.show-legend", { "<Ctrl>l" } },
  { "win.show-inspector", { "F7" } },
  { "win.show-drawer", { "F8" } },
  { "win.enlarge-drawer", { "<Shift>F8" } },
  { "win.export-map", { "<Ctrl><Shift>e" } },
  { "win.show-rail", { "F9" } },
  { "win.show-refused", { "<Ctrl>r" } },
  { "win.region-next", { "F6" } },
  { "win.region-previous", { "<Shift>F6" } },
  { "win.fullscreen", { "F11" } },
  { "win.preferences", { "<Ctrl>comma" } },
  { "win.shortcuts", { "<Ctrl>question" } },
  { "window.close", { "<Ctrl>w" } },
  { "app.quit", { "<Ctrl>q" } },
};

void
flui_window_add_actions (FluiWindow *self)
{
  flui_window_add_file_actions (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  flui_window_add_fusion_actions (self);
  flui_window_add_compare_actions (self);
  g_signal_connect (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page)), "view-changed",
                    G_CALLBACK (on_view_changed), self);
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));

  /* Each is asked about what is not saved; without windows, the program ends. */
  for (GList *at = windows; at; at = at->next)
    gtk_window_close (at->data);
}

void
flui_window_set_up_application (GtkApplication *application)
{
  static const GActionEntry quit[] = { { .name = "quit", .activate = on_quit } };
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), quit, G_N_ELEMENTS (quit), application);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, (const char *const *) keys[i].keys);
  flui_window_set_up_fusion_keys (application);
  flui_window_set_up_compare_keys (application);
  for (int stage = 0; stage < FL_N_STAGES; stage++)
    {
      g_autofree char *action = g_strdup_printf ("win.stage(%d)", stage);
      g_autofree char *key = g_strdup_printf ("<Ctrl>%d", stage + 1);
      const char *stage_keys[] = { key, NULL };

      gtk_application_set_accels_for_action (application, action, stage_keys);
    }
  gtk_css_provider_load_from_resource (style, "/io/github/fuseloom/Fuseloom/flui-style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}
