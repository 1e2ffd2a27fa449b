/* Which graph of several: the list beside Open, there when the open file or folder holds more than one. */
#include "flui-window-private.h"

enum
{
  MAX_LISTED = 200
};

static void
on_graph (GSimpleAction *action, GVariant *value, gpointer data)
{
  FluiWindow *self = data;
  guint open = 0;
  guint number = (guint) g_variant_get_int32 (value);
  const FlGraphList *list = flui_session_get_graphs (self->session, &open);

  if (list && number > 0 && number <= list->graphs->len && number != open
      && !flui_window_ask_to_save (self, NULL, number))
    flui_session_open_graph (self->session, number);
}

/* Underlines in a menu's labels would be mnemonics. */
static char *
dup_label (const FlListedGraph *listed, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u: %s, %u nodes, %s%s%s", number, listed->kind, listed->n_nodes,
                                           listed->device ? listed->device : "device not said",
                                           listed->obstacle ? " — cannot be lowered" : "",
                                           listed->n_nodes == 0 ? " — cannot be read" : "");
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);
  g_autofree char *joined = g_strjoinv ("__", parts);

  return g_utf8_make_valid (joined, -1);
}

static void
update (FluiWindow *self)
{
  guint open = 0;
  const FlGraphList *list = flui_session_get_graphs (self->session, &open);
  guint n = list ? list->graphs->len : 0;
  g_autofree char *label = g_strdup_printf ("Graph %u of %u", open, n);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "graph");

  gtk_widget_set_visible (self->graphs, n > 1);
  if (n < 2)
    return;
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->graphs), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->graphs), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_menu_remove_all (self->graphs_menu);
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_autofree char *text = dup_label (list->graphs->pdata[i], i + 1);
      g_autoptr (GMenuItem) item = g_menu_item_new (text, NULL);

      g_menu_item_set_action_and_target (item, "win.graph", "i", (gint32) (i + 1));
      g_menu_append_item (self->graphs_menu, item);
    }
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_int32 ((gint32) open));
}

GtkWidget *
flui_window_make_graphs_button (FluiWindow *self)
{
  static const GActionEntry entries[]
      = { { .name = "graph", .parameter_type = "i", .state = "0", .change_state = on_graph } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->graphs_menu = g_menu_new ();
  self->graphs = gtk_menu_button_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->graphs), G_MENU_MODEL (self->graphs_menu));
  g_object_unref (self->graphs_menu); /* the button keeps it */
  gtk_widget_set_tooltip_text (self->graphs, "The graphs of this file or folder");
  gtk_widget_set_visible (self->graphs, FALSE);
  g_signal_connect_object (self->session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return self->graphs;
}
