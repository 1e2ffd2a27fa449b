/* "What would help?" of a pair: a button, then progress with a way to stop, then the changes, each of which can be
 * applied. */
#include "fl-text.h"

#include "flui-inspector-private.h"

enum
{
  MAX_SHOWN = 8
};

static void
clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

static void
on_ask (GtkButton *button, FluiInspector *self)
{
  if (!flui_helping_ask (self->helping, flui_session_get_selection (self->session),
                         flui_session_get_partner (self->session)))
    gtk_button_set_label (button, "No change can be tried: not both are values");
}

static void
on_stop (GtkButton *button, FluiInspector *self)
{
  flui_helping_cancel (self->helping);
}

static GtkWidget *
add_button (GtkWidget *box, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_add_css_class (button, "inspector-action");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
show_progress (FluiInspector *self)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  GtkWidget *stop;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), flui_helping_get_progress (self->helping));
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (bar), TRUE);
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (bar), "Trying changes…");
  gtk_box_append (GTK_BOX (self->help), bar);
  stop = add_button (self->help, "Stop", "Keep what was found up to now");
  g_signal_connect (stop, "clicked", G_CALLBACK (on_stop), self);
  self->progress = bar;
}

/* "force relu, add" as flui_whatif_try_change takes it. */
static char *
dup_change (const FlHelp *help)
{
  if (help->strategy)
    return g_strdup_printf ("strategy %s", help->strategy);
  return g_strdup_printf ("%s %s%s%s", fl_override_get_info (help->override.kind)->name, help->override.a,
                          help->override.b ? "," : "", help->override.b ? help->override.b : "");
}

static void
add_change (FluiInspector *self, const FlHelp *help, const FlRun *run)
{
  g_autofree char *change = dup_change (help);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_button_new_with_label ("Apply");

  fl_help_append_change (text, help);
  gtk_box_append (GTK_BOX (words), flui_inspector_new_text (text->str, NULL));
  g_string_prepend (text, "Apply: ");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
  g_string_truncate (text, 0);
  fl_help_append_gain (text, help, run);
  gtk_box_append (GTK_BOX (words), flui_inspector_new_text (text->str, "dim-label"));
  if (fl_help_is_rewrite (help))
    {
      g_string_truncate (text, 0);
      fl_help_append_meaning (text, help, run);
      gtk_box_append (GTK_BOX (words), flui_inspector_new_text (text->str, "dim-label"));
    }
  gtk_widget_set_hexpand (words, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.whatif-change");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", change);
  gtk_widget_set_tooltip_text (button, "Make a variant with this change");
  gtk_widget_add_css_class (button, "inspector-action");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (row), words);
  gtk_box_append (GTK_BOX (row), button);
  gtk_box_append (GTK_BOX (self->help), row);
}

static void
show_found (FluiInspector *self, const FlHelpSearch *search)
{
  const FlRun *run = flui_session_get_run (self->session);
  g_autoptr (GString) text = g_string_new (NULL);

  if (search->found->len == 0)
    g_string_append (text, "Nothing that was tried makes one kernel of the two that moves fewer bytes.");
  else
    g_string_append (text, "Tried: fewer bytes, and one kernel of the two unless it says so.");
  g_string_append_printf (text, " %u of %u changes were tried.", search->n_tried, search->n_all);
  gtk_box_append (GTK_BOX (self->help), flui_inspector_new_text (text->str, "dim-label"));
  for (guint i = 0; i < MIN (search->found->len, MAX_SHOWN); i++)
    add_change (self, &g_array_index (search->found, FlHelp, i), run);
}

static void
show (FluiInspector *self)
{
  const FlItem a = flui_session_get_selection (self->session), b = flui_session_get_partner (self->session);
  const gboolean is_about = flui_helping_is_about (self->helping, a, b);

  clear (self->help);
  self->progress = NULL;
  if (is_about && flui_helping_get_found (self->helping))
    show_found (self, flui_helping_get_found (self->helping));
  else if (is_about && flui_helping_is_busy (self->helping))
    show_progress (self);
  else
    g_signal_connect (add_button (self->help, "What Would Help?",
                                  "Try options, the pair forced, values stored or inlined, and other strategies: which "
                                  "of them make one kernel of the two that moves fewer bytes?"),
                      "clicked", G_CALLBACK (on_ask), self);
}

void
flui_inspector_update_help (FluiInspector *self)
{
  if (!self->help)
    return;
  if (self->progress && flui_helping_is_busy (self->helping))
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), flui_helping_get_progress (self->helping));
  else
    show (self);
}

void
flui_inspector_add_help (FluiInspector *self)
{
  self->help = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), self->help);
  show (self);
}
