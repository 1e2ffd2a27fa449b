/* The window's commands about fusion: why not, and the replay. */
#include "flui-replay.h"
#include "flui-window-private.h"

/* The answer is in the inspector: it must be there to be read. */
static void
on_why (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_action_group_change_action_state (G_ACTION_GROUP (data), "show-inspector", g_variant_new_boolean (TRUE));
}

static void
on_why_asked (FluiCanvas *canvas, FluiWindow *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self), "why", NULL);
}

/* --- replay ------------------------------------------------------------------------------------ */

static gboolean
is_replaying (FluiWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->picture)), "replay") == 0;
}

/* The replay needs the height: the drawer gives way, and comes back after it. */
static void
make_room (FluiWindow *self, gboolean for_replay)
{
  if (for_replay)
    self->replay_hid_drawer = gtk_widget_get_visible (self->drawer);
  if (self->replay_hid_drawer)
    g_action_group_change_action_state (G_ACTION_GROUP (self), "show-drawer", g_variant_new_boolean (!for_replay));
}

static void
on_replay (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiWindow *self = data;
  gboolean active = g_variant_get_boolean (state);

  if (active == is_replaying (self))
    return;
  if (active && flui_window_is_comparing (self)) /* the replay is behind that page */
    g_action_group_change_action_state (G_ACTION_GROUP (self), "compare", g_variant_new_boolean (FALSE));
  if (active && flui_session_get_stage (self->session) != FL_STAGE_FUSE)
    flui_session_set_stage (self->session, FL_STAGE_FUSE);
  g_simple_action_set_state (action, state);
  gtk_stack_set_visible_child_name (GTK_STACK (self->picture), active ? "replay" : "stage");
  make_room (self, active);
  flui_replay_set_active (FLUI_REPLAY (self->replay), active);
  if (active)
    gtk_widget_grab_focus (GTK_WIDGET (flui_replay_get_canvas (FLUI_REPLAY (self->replay))));
  else if (flui_session_get_stage (self->session) == FL_STAGE_FUSE
           && flui_replay_get_step (FLUI_REPLAY (self->replay)) > 0)
    flui_session_set_step (self->session, flui_replay_get_step (FLUI_REPLAY (self->replay)));
}

/* Of what was timed: the kernels under the roofs instead of the kernels in a row. */
static void
on_roofline (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiWindow *self = data;

  if (g_variant_get_boolean (state) && flui_session_get_stage (self->session) != FL_STAGE_RUN)
    flui_session_set_stage (self->session, FL_STAGE_RUN);
  g_simple_action_set_state (action, state);
  gtk_stack_set_visible_child_name (GTK_STACK (self->timed), g_variant_get_boolean (state) ? "roofline" : "graph");
}

static void
update_roofline (FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  gboolean is_timed = run && run->execution, is_shown = flui_session_get_stage (self->session) == FL_STAGE_RUN;
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), "roofline");

  if (g_variant_get_boolean (state) && (!is_timed || !is_shown))
    g_action_group_change_action_state (G_ACTION_GROUP (self), "roofline", g_variant_new_boolean (FALSE));
  gtk_widget_set_visible (self->roofline_button, is_timed && is_shown);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "roofline")),
                               is_timed);
}

/* Another stage has no replay. */
static void
on_shown_changed (FluiSession *session, FluiWindow *self)
{
  const FlFusionLog *log = flui_session_get_fusion_log (session);
  gboolean is_fusion = flui_session_get_stage (session) == FL_STAGE_FUSE;

  if (is_replaying (self) && (!is_fusion || !log))
    g_action_group_change_action_state (G_ACTION_GROUP (self), "replay", g_variant_new_boolean (FALSE));
  update_roofline (self);
  gtk_widget_set_visible (self->replay_button, is_fusion && log);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "replay")),
                               log != NULL);
}

static const GActionEntry entries[] = {
  { .name = "why", .activate = on_why },
  { .name = "replay", .state = "false", .change_state = on_replay },
  { .name = "roofline", .state = "false", .change_state = on_roofline },
};

void
flui_window_add_fusion_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page)), "why-asked", G_CALLBACK (on_why_asked),
                    self);
  g_signal_connect (self->session, "shown-changed", G_CALLBACK (on_shown_changed), self);
  on_shown_changed (self->session, self);
  flui_window_add_whatif_actions (self);
  flui_window_add_kernel_actions (self);
  flui_window_add_times_actions (self);
}

void
flui_window_set_up_fusion_keys (GtkApplication *application)
{
  static const struct
  {
    const char *action;
    const char *keys[3];
  } keys[] = {
    { "win.why", { "<Ctrl><Shift>w" } },
    { "win.replay", { "<Ctrl><Shift>r" } },
    { "win.roofline", { "<Ctrl><Shift>l" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, (const char *const *) keys[i].keys);
  flui_window_set_up_whatif_keys (application);
  flui_window_set_up_kernel_keys (application);
}
