/* The window's commands about what if: fusions forced and forbidden, values stored or not, undo and
 * redo; the menu of the picture; and session files. */
#include "flui-window-private.h"

FluiWhatif *
flui_window_get_whatif (FluiWindow *self)
{
  return self->whatif;
}

/* --- changes ----------------------------------------------------------------------------------- */

static void
try_pair (FluiWindow *self, FlOverrideKind kind)
{
  FlItem a = flui_session_get_selection (self->session), b = flui_session_get_partner (self->session);

  if (a.kind == FL_ITEM_NONE || b.kind == FL_ITEM_NONE)
    flui_window_say (self, "Select two: click one, Ctrl+click the other.");
  else
    flui_whatif_try (self->whatif, kind, a, b);
}

static void
try_one (FluiWindow *self, FlOverrideKind kind)
{
  FlItem item = flui_session_get_selection (self->session);

  if (item.kind == FL_ITEM_NONE)
    flui_window_say (self, "Select a value first.");
  else
    flui_whatif_try (self->whatif, kind, item, (FlItem) { FL_ITEM_NONE, NULL });
}

static void
on_force (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  try_pair (data, FL_OVERRIDE_FORCE);
}

static void
on_forbid (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  try_pair (data, FL_OVERRIDE_FORBID);
}

static void
on_realize (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  try_one (data, FL_OVERRIDE_REALIZE);
}

static void
on_inline (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  try_one (data, FL_OVERRIDE_INLINE);
}

static void
on_split (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  FlItem item = flui_session_get_selection (self->session);

  if (item.kind == FL_ITEM_NONE)
    flui_window_say (self, "Select a node or a kernel first.");
  else
    flui_whatif_split (self->whatif, item);
}

static void
on_strategy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_whatif_try_strategy (((FluiWindow *) data)->whatif, g_variant_get_string (parameter, NULL));
}

static void
on_change (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_whatif_try_change (((FluiWindow *) data)->whatif, g_variant_get_string (parameter, NULL));
}

static void
on_measure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_window_show_drawer (data, "whatif");
  flui_whatif_measure (((FluiWindow *) data)->whatif);
}

/* An entry that has the focus undoes its own text first. */
static gboolean
is_done_by_entry (FluiWindow *self, const char *action)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus && GTK_IS_EDITABLE (focus) && gtk_widget_activate_action (focus, action, NULL);
}

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (!is_done_by_entry (data, "text.undo"))
    flui_whatif_undo (((FluiWindow *) data)->whatif);
}

static void
on_redo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (!is_done_by_entry (data, "text.redo"))
    flui_whatif_redo (((FluiWindow *) data)->whatif);
}

/* --- what came of it
 * -------------------------------------------------------------------------------------------- */

/* The page says what came of it: a card with what differs, or why it was refused. */
static void
on_told (FluiWhatif *whatif, FluiWindow *self)
{
  flui_window_show_drawer (self, "whatif");
}

static void
set_enabled (FluiWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

static void
update_actions (FluiWindow *self)
{
  gboolean has_one = flui_session_get_selection (self->session).kind != FL_ITEM_NONE;
  gboolean has_two = has_one && flui_session_get_partner (self->session).kind != FL_ITEM_NONE;
  gboolean are_one = has_two
                     && flui_whatif_are_one (self->whatif, flui_session_get_selection (self->session),
                                             flui_session_get_partner (self->session));
  gboolean has_graph = flui_whatif_get_n (self->whatif) > 0;

  set_enabled (self, "whatif-force", has_two && !are_one);
  set_enabled (self, "whatif-forbid", has_two);
  set_enabled (self, "whatif-realize", has_one && !has_two);
  set_enabled (self, "whatif-inline", has_one && !has_two);
  set_enabled (self, "whatif-split", has_one && !has_two);
  set_enabled (self, "whatif-strategy", has_graph);
  set_enabled (self, "whatif-measure", has_graph);
  set_enabled (self, "session-save-as", has_graph);
}

/* Undo and redo stay enabled: an entry may have something to undo. */
static void
on_changed (FluiWhatif *whatif, FluiWindow *self)
{
  const char *name = flui_session_get_path (self->session);
  g_autofree char *base = name ? g_path_get_basename (name) : NULL;
  guint current = flui_whatif_get_current (whatif);
  g_autofree char *title
      = base ? g_strdup_printf ("%s%s%s%s", flui_whatif_is_modified (whatif) ? "• " : "", base,
                                current > 0 ? " — " : "", current > 0 ? flui_whatif_get_name (whatif, current) : "")
             : NULL;

  if (title)
    adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  update_actions (self);
}

/* --- the menu of the picture
 * ------------------------------------------------------------------------------------ */

static GMenu *
new_menu (FluiWindow *self)
{
  FlItem a = flui_session_get_selection (self->session), b = flui_session_get_partner (self->session);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) ask = g_menu_new (), change = g_menu_new ();

  if (a.kind == FL_ITEM_NONE)
    {
      g_menu_append (menu, "Show _All", "win.zoom-fit");
      g_menu_append (menu, "Refused _Fusions", "win.show-refused");
      return menu;
    }
  if (b.kind != FL_ITEM_NONE)
    {
      g_menu_append (ask, "_Why?", "win.why");
      if (flui_whatif_are_one (self->whatif, a, b))
        g_menu_append (change, "_Forbid This Fusion", "win.whatif-forbid");
      else
        {
          g_menu_append (change, "F_orce This Fusion", "win.whatif-force");
          g_menu_append (change, "_Forbid This Fusion", "win.whatif-forbid");
        }
    }
  else
    {
      g_menu_append (change, "_Split Here", "win.whatif-split");
      g_menu_append (change, "_Realize: a Buffer of Its Own", "win.whatif-realize");
      g_menu_append (change, "_Inline Into Its Readers", "win.whatif-inline");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (ask));
  g_menu_append_section (menu, "What if", G_MENU_MODEL (change));
  return menu;
}

static gboolean
drop_menu (gpointer data)
{
  g_autoptr (FluiWindow) self = data;

  if (self->menu && !gtk_widget_get_visible (self->menu))
    g_clear_pointer (&self->menu, gtk_widget_unparent);
  return G_SOURCE_REMOVE;
}

/* The menu's action is yet to be carried out when it closes. */
static void
on_menu_closed (GtkPopover *popover, FluiWindow *self)
{
  g_idle_add_full (G_PRIORITY_LOW, drop_menu, g_object_ref (self), NULL);
}

static void
on_menu_asked (FluiCanvas *canvas, double x, double y, FluiWindow *self)
{
  g_autoptr (GMenu) menu = new_menu (self);
  double page_x = x, page_y = y;

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (self->menu, self->page);
  gtk_widget_translate_coordinates (GTK_WIDGET (canvas), self->page, x, y, &page_x, &page_y);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) page_x, (int) page_y, 1, 1 });
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  g_signal_connect (self->menu, "closed", G_CALLBACK (on_menu_closed), self);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* --- the table --------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "whatif-force", .activate = on_force },
  { .name = "whatif-forbid", .activate = on_forbid },
  { .name = "whatif-realize", .activate = on_realize },
  { .name = "whatif-inline", .activate = on_inline },
  { .name = "whatif-split", .activate = on_split },
  { .name = "whatif-strategy", .activate = on_strategy, .parameter_type = "s" },
  { .name = "whatif-change", .activate = on_change, .parameter_type = "s" },
  { .name = "whatif-measure", .activate = on_measure },
  { .name = "whatif-undo", .activate = on_undo },
  { .name = "whatif-redo", .activate = on_redo },
};

void
flui_window_add_whatif_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  flui_window_add_session_actions (self);
  g_signal_connect_object (self->whatif, "refused", G_CALLBACK (on_told), self, 0);
  g_signal_connect_object (self->whatif, "added", G_CALLBACK (on_told), self, 0);
  g_signal_connect_object (self->whatif, "changed", G_CALLBACK (on_changed), self, G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "selection-changed", G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page)), "menu-asked", G_CALLBACK (on_menu_asked),
                    self);
  update_actions (self);
}

void
flui_window_set_up_whatif_keys (GtkApplication *application)
{
  static const struct
  {
    const char *action;
    const char *keys[3];
  } keys[] = {
    { "win.whatif-undo", { "<Ctrl>z" } },      { "win.whatif-redo", { "<Ctrl><Shift>z" } },
    { "win.whatif-force", { "<Ctrl>j" } },     { "win.whatif-forbid", { "<Ctrl>k" } },
    { "win.whatif-realize", { "<Ctrl>b" } },   { "win.whatif-inline", { "<Ctrl>i" } },
    { "win.whatif-split", { "<Ctrl>slash" } }, { "win.whatif-measure", { "<Ctrl><Shift>Return" } },
    { "win.session-save", { "<Ctrl>s" } },     { "win.session-save-as", { "<Ctrl><Shift>s" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, (const char *const *) keys[i].keys);
}
