/* The list of a kernel's passes, and what the words mean that they use. */
#include "flui-passes-private.h"

#include "fl-loop-words.h"

static GtkWidget *
new_label (const char *text, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (class_name)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

/* "✓ vectorize" and below it what it came to; the sign says whether it changed anything. */
static GtkWidget *
make_row (FluiPasses *self, guint position)
{
  const FlKernelStep *step = &self->steps->steps[position];
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *title = g_strdup_printf ("%s  %s", step->is_off ? "⊘" : step->has_changed ? "✓" : "–", step->name);
  g_autofree char *summary
      = position > 0 ? fl_kernel_step_dup_summary (step) : g_strdup_printf ("%u lines", step->n_outline);
  g_autofree char *worth = flui_passes_dup_worth (self, step->name);
  g_autofree char *below = worth ? g_strdup_printf ("%s; %s", summary, worth) : g_strdup (summary);
  g_autofree char *spoken = g_strdup_printf ("%s: %s. %s", step->name, below, step->sentence);

  gtk_box_append (GTK_BOX (box), new_label (title, step->is_off ? "dim-label" : NULL));
  gtk_box_append (GTK_BOX (box), new_label (below, "pass-summary"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, step->sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
fill_rows (FluiPasses *self)
{
  GtkWidget *row;

  self->is_setting = TRUE;
  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->steps->n_steps; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self, i));
  self->is_setting = FALSE;
}

static void
fill_words (FluiPasses *self)
{
  g_autoptr (GPtrArray) found = fl_loop_words_find (self->steps);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->word_list)))
    gtk_box_remove (GTK_BOX (self->word_list), child);
  for (guint i = 0; i < found->len; i++)
    {
      const FlLoopWord *word = found->pdata[i];

      gtk_box_append (GTK_BOX (self->word_list), new_label (word->word, "heading"));
      gtk_box_append (GTK_BOX (self->word_list), new_label (word->meaning, NULL));
    }
}

static gboolean
scroll_to_row (gpointer data)
{
  g_autoptr (FluiPasses) self = data;
  GtkListBoxRow *row = self->box ? gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)) : NULL;
  GtkWidget *scroller = row ? gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  double y = 0;

  if (scroller && gtk_widget_translate_coordinates (GTK_WIDGET (row), self->list, 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), y,
                               y + gtk_widget_get_height (GTK_WIDGET (row)));
  return G_SOURCE_REMOVE;
}

/* Rows that were just made have no place yet. */
void
flui_passes_show_row (FluiPasses *self)
{
  g_idle_add (scroll_to_row, g_object_ref (self));
}

void
flui_passes_fill_list (FluiPasses *self)
{
  fill_rows (self);
  fill_words (self);
}
