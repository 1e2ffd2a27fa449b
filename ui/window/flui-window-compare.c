/* The window's command that lays strategies side by side. */
#include "flui-compare.h"
#include "flui-window-private.h"

/* What is shown, and whose version's rules decided it: the basis in full is the tooltip. */
void
flui_window_update_subtitle (FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const char *page = self->is_comparing ? "Side by side"
                     : run != NULL      ? fl_stage_get_info (flui_session_get_stage (self->session))->title
                                        : "";
  g_autofree char *torch = run != NULL ? fl_options_dup_torch_short (&run->options) : NULL;
  g_autofree char *subtitle = run != NULL ? g_strdup_printf ("%s · %s", page, torch) : g_strdup ("");
  g_autofree char *why = run != NULL ? fl_options_dup_torch_why (&run->options) : NULL;

  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), subtitle);
  gtk_widget_set_tooltip_text (self->title, why);
}

void
flui_window_update_body (FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const char *child = !run ? "welcome" : self->is_comparing ? "compare" : "work";

  gtk_stack_set_visible_child_name (GTK_STACK (self->body), child);
  flui_window_update_subtitle (self);
}

gboolean
flui_window_move_compared (FluiWindow *self, int by)
{
  if (!self->is_comparing)
    return FALSE;
  flui_comparing_move_difference (flui_compare_get_comparing (FLUI_COMPARE (self->compare)), by);
  return TRUE;
}

static void
on_compare (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiWindow *self = data;

  self->is_comparing = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  flui_window_update_body (self);
  flui_window_update_actions (self);
  if (self->is_comparing)
    gtk_widget_grab_focus (GTK_WIDGET (flui_compare_get_canvas (FLUI_COMPARE (self->compare), 0)));
  else
    gtk_widget_grab_focus (GTK_WIDGET (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page))));
}

/* What-if variants can be columns. */
static void
on_variants_changed (FluiWhatif *whatif, FluiWindow *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free), runs = g_ptr_array_new ();

  if (!self->session) /* the window is closed */
    return;
  for (guint i = 1; i < flui_whatif_get_n (whatif); i++)
    if (flui_whatif_get_run (whatif, i))
      {
        g_ptr_array_add (titles, g_strdup_printf ("What if: %s", flui_whatif_get_name (whatif, i)));
        g_ptr_array_add (runs, (gpointer) flui_whatif_get_run (whatif, i));
      }
  flui_comparing_set_variants (flui_compare_get_comparing (FLUI_COMPARE (self->compare)), runs->len,
                               (const char *const *) titles->pdata, (const FlRun *const *) runs->pdata);
}

static const GActionEntry entries[] = {
  { .name = "compare", .state = "false", .change_state = on_compare },
};

void
flui_window_add_compare_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->whatif, "changed", G_CALLBACK (on_variants_changed), self, 0);
}

void
flui_window_set_up_compare_keys (GtkApplication *application)
{
  const char *keys[] = { "<Ctrl><Shift>c", NULL };

  gtk_application_set_accels_for_action (application, "win.compare", keys);
}
