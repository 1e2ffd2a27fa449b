#include "flui-icon-button.h"

GtkWidget *
flui_icon_button_new (const char *icon, const char *words, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  if (action)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}
