/* The window's commands about fusion: why not. */
#include "flui-window-private.h"

/* The answer is in the inspector: it must be there to be read. */
static void
on_why (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_action_group_change_action_state (G_ACTION_GROUP (data), "show-inspector",
                                      g_variant_new_boolean (TRUE));
}

static void
on_why_asked (FluiCanvas *canvas, FluiWindow *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self), "why", NULL);
}

static const GActionEntry entries[] = {
  { .name = "why", .activate = on_why },
};

void
flui_window_add_fusion_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page)), "why-asked",
                    G_CALLBACK (on_why_asked), self);
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
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action,
                                           (const char *const *) keys[i].keys);
}
