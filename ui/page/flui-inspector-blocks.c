/* What the inspector is told with: headings, badges, facts, and links to other things. */
#include "fl-intern.h"
#include "fl-quote.h"

#include "fl-loop-words.h"

#include "flui-inspector-private.h"

GtkWidget *
flui_inspector_new_text (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* A label that can be copied by the mouse, but the Tab key goes past it. (Unfocusable is not enough: GTK 4.8 would take
 * the key and go nowhere.) */
static GtkWidget *
new_selectable (const char *text, const char *css_class)
{
  GtkWidget *label = flui_inspector_new_text (text, css_class);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  return label;
}

GtkWidget *
flui_inspector_add_label (FluiInspector *self, const char *text, const char *css_class)
{
  GtkWidget *label = new_selectable (text, css_class);

  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

void
flui_inspector_add_heading (FluiInspector *self, const char *text)
{
  g_autofree char *upper = g_utf8_strup (text, -1);

  flui_inspector_add_label (self, upper, "inspector-heading");
}

void
flui_inspector_add_badge (FluiInspector *self, const char *text, const char *css_class)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *badge = gtk_label_new (text);

  gtk_widget_add_css_class (badge, "badge");
  gtk_widget_add_css_class (badge, css_class);
  gtk_box_append (GTK_BOX (row), badge);
  gtk_box_append (GTK_BOX (self->box), row);
}

/* Terms of the field in a label are explained on hover. NULL: there are none. */
static char *
explain_terms (GtkWidget *label, const char *text)
{
  char *tooltip = text ? fl_terms_dup_tooltip (text) : NULL;

  if (tooltip)
    gtk_widget_set_tooltip_text (label, tooltip);
  return tooltip;
}

static void
show_meaning (GtkEventController *controller, GtkWidget *meaning)
{
  gtk_widget_set_visible (meaning, TRUE);
}

static void
hide_meaning (GtkEventController *controller, GtkWidget *meaning)
{
  gtk_widget_set_visible (meaning, FALSE);
}

/* … and below the row while the value has the keyboard's focus. */
static void
explain_on_focus (FluiInspector *self, GtkWidget *value, const char *of_name, const char *of_value)
{
  g_autofree char *text
      = g_strjoin (of_name && of_value ? "\n\n" : "", of_name ? of_name : "", of_value ? of_value : "", NULL);
  GtkWidget *meaning;
  GtkEventController *controller;

  if (!*text)
    return;
  meaning = flui_inspector_new_text (text, "term-meaning");
  controller = gtk_event_controller_focus_new ();
  gtk_widget_set_visible (meaning, FALSE);
  g_signal_connect_object (controller, "enter", G_CALLBACK (show_meaning), meaning, 0);
  g_signal_connect_object (controller, "leave", G_CALLBACK (hide_meaning), meaning, 0);
  gtk_widget_add_controller (value, controller);
  gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_box_append (GTK_BOX (self->box), meaning);
}

GtkWidget *
flui_inspector_add_fact (FluiInspector *self, const char *name, const char *value)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *left = gtk_label_new (name);
  GtkWidget *right = new_selectable (value, "fact-value");

  g_autofree char *of_name = explain_terms (left, name), *of_value = explain_terms (right, value);

  gtk_label_set_xalign (GTK_LABEL (left), 0);
  gtk_label_set_yalign (GTK_LABEL (left), 0);
  gtk_label_set_width_chars (GTK_LABEL (left), 9);
  gtk_widget_set_valign (left, GTK_ALIGN_BASELINE);
  gtk_widget_add_css_class (left, "fact-name");
  gtk_widget_set_valign (right, GTK_ALIGN_BASELINE);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (row), left);
  gtk_box_append (GTK_BOX (row), right);
  gtk_box_append (GTK_BOX (self->box), row);
  explain_on_focus (self, right, of_name, of_value);
  return right;
}

static gboolean
on_link (GtkLabel *label, const char *uri, FluiInspector *self)
{
  char *end = NULL;
  FlItemKind kind = g_ascii_strtoull (uri, &end, 10);

  flui_session_select (self->session, (FlItem) { kind, fl_intern (end + 1) });
  return TRUE;
}

void
flui_inspector_append_link (GString *markup, FlItemKind kind, const char *name)
{
  g_autofree char *escaped = fl_quote_dup_xml (name);

  g_string_append_printf (markup, "%s<a href=\"%d:%s\">%s</a>", markup->len ? ",  " : "", kind, escaped, escaped);
}

void
flui_inspector_add_links (FluiInspector *self, const char *name, const GString *markup)
{
  GtkWidget *label;

  if (!markup->len)
    return;
  flui_inspector_add_label (self, name, "fact-name");
  label = flui_inspector_add_label (self, NULL, "inspector-links");
  gtk_label_set_markup (GTK_LABEL (label), markup->str);
  gtk_widget_set_can_focus (label, TRUE);
  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), self);
}

void
flui_inspector_add_actions (FluiInspector *self, const FluiInspectorAction *actions, guint n_actions)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (guint i = 0; i < n_actions; i++)
    {
      GtkWidget *button = gtk_button_new_with_label (actions[i].label);

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), actions[i].action);
      gtk_widget_set_tooltip_text (button, actions[i].tooltip);
      gtk_widget_add_css_class (button, "inspector-action");
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_box_append (GTK_BOX (self->box), row);
}
