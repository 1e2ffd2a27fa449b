/* The window's commands about kernels: the passes over their loop programs, and what these are worth. */
#include "flui-passes.h"
#include "flui-window-private.h"

static gboolean
is_shown (FluiWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->picture)), "passes") == 0;
}

static gboolean
get_state (FluiWindow *self, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), action);

  return state && g_variant_get_boolean (state);
}

static void
set_state (FluiWindow *self, const char *action, gboolean state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, g_variant_new_boolean (state));
}

/* Outlines side by side and the code need the room: drawer and inspector give way, and come back
 * after it. */
static void
make_room (FluiWindow *self, gboolean for_passes)
{
  if (for_passes)
    {
      self->passes_hid_drawer = gtk_widget_get_visible (self->drawer);
      self->passes_hid_inspector = gtk_widget_get_visible (self->inspector);
    }
  if (self->passes_hid_drawer)
    set_state (self, "show-drawer", !for_passes);
  if (self->passes_hid_inspector)
    set_state (self, "show-inspector", !for_passes);
}

static void
on_passes (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiWindow *self = data;
  const gboolean active = g_variant_get_boolean (state);

  if (active == is_shown (self))
    return;
  if (active && get_state (self, "compare")) /* the passes are behind that page */
    set_state (self, "compare", FALSE);
  if (active && flui_session_get_stage (self->session) != FL_STAGE_CODEGEN)
    flui_session_set_stage (self->session, FL_STAGE_CODEGEN);
  g_simple_action_set_state (action, state);
  gtk_stack_set_visible_child_name (GTK_STACK (self->picture), active ? "passes" : "stage");
  make_room (self, active);
  flui_passes_set_active (FLUI_PASSES (self->passes), active);
  if (active)
    gtk_widget_child_focus (self->passes, GTK_DIR_TAB_FORWARD);
}

static void
on_ablate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;

  flui_session_ablate (self->session);
  set_state (self, "passes", TRUE);
  flui_passes_show_worth (FLUI_PASSES (self->passes), TRUE);
}

static void
update (FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const gboolean has_kernels = run && run->program,
                 is_codegen = flui_session_get_stage (self->session) == FL_STAGE_CODEGEN;
  const gboolean can_run
      = has_kernels && run->options.target == FL_TARGET_CPU && !flui_session_is_working (self->session);

  if (is_shown (self) && (!has_kernels || !is_codegen))
    set_state (self, "passes", FALSE);
  gtk_widget_set_visible (self->passes_button, has_kernels && is_codegen);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "passes")),
                               has_kernels);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "ablate")), can_run);
}

static const GActionEntry entries[] = {
  { .name = "passes", .state = "false", .change_state = on_passes },
  { .name = "ablate", .activate = on_ablate },
};

void
flui_window_add_kernel_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->session, "shown-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->session, "busy-changed", G_CALLBACK (update), self);
  update (self);
}

void
flui_window_set_up_kernel_keys (GtkApplication *application)
{
  gtk_application_set_accels_for_action (application, "win.passes", (const char *const[]) { "<Ctrl><Shift>k", NULL });
  gtk_application_set_accels_for_action (application, "win.ablate", (const char *const[]) { "<Ctrl><Shift>a", NULL });
}
