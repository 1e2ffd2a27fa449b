/* What the window says and shows: its drawer, toasts, errors. */
#include <string.h>

#include "fl-quote.h"

#include "flui-window-private.h"

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

void
flui_window_say (FluiWindow *self, const char *text)
{
  g_autofree char *escaped = fl_quote_dup_xml (text);

  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), adw_toast_new (escaped));
}

void
flui_window_set_drawer_page (FluiWindow *self, const char *name)
{
  self->is_setting = TRUE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->drawer_stack), name);
  self->is_setting = FALSE;
}

void
flui_window_show_drawer (FluiWindow *self, const char *name)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-drawer", g_variant_new_boolean (name != NULL));
  if (name)
    {
      self->drawer_is_chosen = TRUE;
      flui_window_set_drawer_page (self, name);
    }
}

const char *
flui_window_get_drawer (FluiWindow *self)
{
  return gtk_widget_get_visible (self->drawer) ? gtk_stack_get_visible_child_name (GTK_STACK (self->drawer_stack))
                                               : NULL;
}

/* --- errors ------------------------------------------------------------------------------------ */

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
