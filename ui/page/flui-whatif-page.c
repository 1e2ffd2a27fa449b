#include "flui-whatif-page.h"

#include "flui-icon-button.h"
#include "flui-scroller.h"

#include <math.h>

#include "fl-fuse.h"
#include "fl-text.h"
#include "fl-variant-table.h"

struct _FluiWhatifPage
{
  GtkWidget parent;
  FluiWhatif *whatif;
  GtkWidget *box;
  GtkWidget *busy;
  GtkWidget *sentence; /* a sentence on the variant's changes, and why */
  GtkWidget *scroller;
  GtkWidget *knob, *value; /* an option and its new value */
  GtkWidget *knob_help;
  GtkWidget *knob_popover;
  char *message; /* a refusal, or what the newest variant changed; NULL: neither */
  gboolean is_refusal;
  guint update_source;
};

G_DEFINE_FINAL_TYPE (FluiWhatifPage, flui_whatif_page, GTK_TYPE_WIDGET)

static void queue_update (FluiWhatifPage *self);

/* --- table ------------------------------------------------------------------------------------- */

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static guint
get_position (GtkWidget *widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "position"));
}

static void
set_position (GtkWidget *widget, guint position)
{
  g_object_set_data (G_OBJECT (widget), "position", GUINT_TO_POINTER (position));
}

static void
on_show (GtkToggleButton *button, FluiWhatifPage *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  g_clear_pointer (&self->message, g_free);
  flui_whatif_set_current (self->whatif, get_position (GTK_WIDGET (button)));
}

static void
on_remove (GtkButton *button, FluiWhatifPage *self)
{
  flui_whatif_remove (self->whatif, get_position (GTK_WIDGET (button)));
}

static const char no_note[] = "Add a note";

static void
on_note (GtkEditableLabel *label, GParamSpec *spec, FluiWhatifPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (label));
  gboolean is_empty = g_str_equal (text, no_note);

  if (gtk_editable_label_get_editing (label))
    {
      if (is_empty)
        gtk_editable_set_text (GTK_EDITABLE (label), "");
      return;
    }
  flui_whatif_set_note (self->whatif, get_position (GTK_WIDGET (label)), is_empty ? "" : text);
  queue_update (self);
}

/* The variant's name as a button that shows it, and a button that removes it. */
static GtkWidget *
new_head (FluiWhatifPage *self, guint position, GtkToggleButton *group)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2), *remove, *show = gtk_toggle_button_new ();
  const char *name = flui_whatif_get_name (self->whatif, position);
  GtkWidget *label = new_label (name, NULL);
  g_autofree char *tooltip = g_strdup_printf ("Show “%s” in the window", name);

  gtk_label_set_max_width_chars (GTK_LABEL (label), 26);
  gtk_button_set_child (GTK_BUTTON (show), label);
  gtk_widget_set_tooltip_text (show, tooltip);
  set_position (show, position);
  if (group)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (show), group);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (show), position == flui_whatif_get_current (self->whatif));
  g_signal_connect (show, "toggled", G_CALLBACK (on_show), self);
  gtk_box_append (GTK_BOX (row), show);
  if (position == 0)
    return row;
  remove = flui_icon_button_new ("window-close-symbolic", "Remove this variant", NULL);
  set_position (remove, position);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), self);
  gtk_box_append (GTK_BOX (row), remove);
  return row;
}

/* "62", what differs, and a star for the best of the row. */
static GtkWidget *
new_cell (FluiWhatifPage *self, guint position, FlFact fact, gboolean is_best)
{
  g_autofree char *amount = fl_variant_dup_amount (flui_whatif_get_facts (self->whatif, position), fact);
  g_autofree char *change = fl_variant_dup_change (flui_whatif_get_delta (self->whatif, position), fact);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = new_label (*amount ? amount : "–", "numeric");

  gtk_box_append (GTK_BOX (row), label);
  if (*change)
    {
      GtkWidget *differs = new_label (change, "numeric");

      gtk_widget_add_css_class (differs, "dim-label");
      gtk_box_append (GTK_BOX (row), differs);
    }
  if (is_best)
    {
      GtkWidget *star = new_label ("★ best", "best-badge");

      gtk_widget_set_tooltip_text (star, "The best of this row");
      gtk_box_append (GTK_BOX (row), star);
    }
  return row;
}

static void
add_facts (FluiWhatifPage *self, GtkGrid *grid, guint n, int *at)
{
  const FlFacts *facts[FLUI_WHATIF_MAX];
  gboolean is_best[FLUI_WHATIF_MAX];

  for (guint i = 0; i < n; i++)
    facts[i] = flui_whatif_get_facts (self->whatif, i);
  for (FlFact fact = 0; fact < FL_N_FACTS; fact++)
    {
      const FlFactInfo *info = fl_fact_get_info (fact);
      GtkWidget *title = new_label (info->title, "dim-label");

      fl_variant_find_best (facts, n, fact, is_best);
      gtk_widget_set_tooltip_text (title, info->sentence);
      gtk_grid_attach (grid, title, 0, *at, 1, 1);
      for (guint i = 0; i < n; i++)
        gtk_grid_attach (grid, new_cell (self, i, fact, is_best[i]), i + 1, *at, 1, 1);
      ++*at;
    }
}

static GtkWidget *
new_changes (FluiWhatifPage *self, guint position)
{
  g_autofree char *changes = flui_whatif_dup_changes (self->whatif, position);
  const char *error = flui_whatif_get_error (self->whatif, position);
  g_autofree char *line = g_strdelimit (g_strdup (changes), "\n", ';'); /* the tooltip has them one a line */
  GtkWidget *label = new_label (error ? error : *line ? line : "as the strategy decides", NULL);

  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_tooltip_text (label, error ? error : changes);
  gtk_widget_add_css_class (label, error ? "error" : "dim-label");
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  return label;
}

static GtkWidget *
new_note (FluiWhatifPage *self, guint position)
{
  const char *note = flui_whatif_get_note (self->whatif, position);
  GtkWidget *label = gtk_editable_label_new (*note ? note : no_note);

  if (!*note)
    gtk_widget_add_css_class (label, "dim-label");

  gtk_widget_set_tooltip_text (label, "A note of yours: click to write; it is saved with the session");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, "Note", -1);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (label), 30);
  gtk_editable_set_width_chars (GTK_EDITABLE (label), 18);
  set_position (label, position);
  g_signal_connect (label, "notify::editing", G_CALLBACK (on_note), self);
  return label;
}

static void
fill (FluiWhatifPage *self)
{
  guint n = MIN (flui_whatif_get_n (self->whatif), FLUI_WHATIF_MAX);
  GtkWidget *grid = gtk_grid_new ();
  GtkToggleButton *group = NULL;
  int at = 2;

  gtk_widget_add_css_class (grid, "whatif-grid");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *head = new_head (self, i, group);

      if (!group)
        group = GTK_TOGGLE_BUTTON (gtk_widget_get_first_child (head));
      gtk_grid_attach (GTK_GRID (grid), head, i + 1, 0, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), new_changes (self, i), i + 1, 1, 1, 1);
    }
  gtk_grid_attach (GTK_GRID (grid), new_label ("Changed", "dim-label"), 0, 1, 1, 1);
  add_facts (self, GTK_GRID (grid), n, &at);
  if (n > 1)
    gtk_grid_attach (GTK_GRID (grid), new_label ("Note", "dim-label"), 0, at, 1, 1);
  for (guint i = 1; i < n; i++)
    gtk_grid_attach (GTK_GRID (grid), new_note (self, i), i + 1, at, 1, 1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), grid);
}

static void
update_sentence (FluiWhatifPage *self)
{
  guint current = flui_whatif_get_current (self->whatif);
  const FlDelta *delta = flui_whatif_get_delta (self->whatif, current);
  const char *text = self->message ? self->message : delta ? delta->sentence : NULL;

  if (!text && flui_whatif_get_n (self->whatif) < 2)
    text = "Select two boxes, or a dashed arrow, and force or forbid their fusion; select one to "
           "realize, inline "
           "or split. Each change becomes a variant beside the base.";
  gtk_label_set_text (GTK_LABEL (self->sentence), text ? text : "");
  gtk_widget_set_tooltip_text (self->sentence, text);
  gtk_widget_remove_css_class (self->sentence, "dim-label");
  gtk_widget_remove_css_class (self->sentence, "error");
  if (!self->message)
    gtk_widget_add_css_class (self->sentence, "dim-label");
  else if (self->is_refusal)
    gtk_widget_add_css_class (self->sentence, "error");
}

static void
set_message (FluiWhatifPage *self, char *message, gboolean is_refusal)
{
  g_free (self->message);
  self->message = message;
  self->is_refusal = is_refusal;
  update_sentence (self);
}

static void
on_refused (FluiWhatif *whatif, FluiWhatifPage *self)
{
  set_message (self, g_strdup_printf ("⊘ %s", flui_whatif_get_message (whatif)), TRUE);
}

/* The card of a new variant. */
static void
on_added (FluiWhatif *whatif, FluiWhatifPage *self)
{
  guint added = flui_whatif_get_added (whatif);
  const FlDelta *delta = flui_whatif_get_delta (whatif, added);
  const char *error = flui_whatif_get_error (whatif, added);
  g_autofree char *card = delta ? fl_variant_dup_card (delta) : g_strdup (error ? error : "no figures");

  set_message (self, g_strdup_printf ("%s: %s", flui_whatif_get_name (whatif, added), card), delta == NULL);
}

/* Not while a handler of one of its own buttons is on the stack. */
static gboolean
is_writing (FluiWhatifPage *self)
{
  GtkWidget *focus = GTK_WIDGET (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
  GtkWidget *label = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_EDITABLE_LABEL) : NULL;

  return label && gtk_widget_is_ancestor (label, self->scroller)
         && gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (label));
}

static gboolean
update (gpointer data)
{
  FluiWhatifPage *self = data;

  self->update_source = 0;
  if (gtk_widget_get_root (GTK_WIDGET (self)) && is_writing (self))
    return G_SOURCE_REMOVE; /* the note's end brings another update */
  gtk_widget_set_visible (self->busy, flui_whatif_is_busy (self->whatif));
  fill (self);
  update_sentence (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (FluiWhatifPage *self)
{
  if (!self->update_source)
    self->update_source = g_idle_add (update, self);
}

/* --- knobs ------------------------------------------------------------------------------------- */

static void
on_knob (GtkDropDown *drop_down, GParamSpec *spec, FluiWhatifPage *self)
{
  const FlOptionInfo *row = fl_options_get_row (gtk_drop_down_get_selected (drop_down));
  g_autofree char *range = row->type == FL_OPTION_BOOL ? g_strdup ("true or false")
                           : row->choices              ? g_strdup (row->choices)
                                          : g_strdup_printf ("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " %s",
                                                             row->minimum, row->maximum, row->unit ? row->unit : "");
  g_autofree char *help = g_strdup_printf ("%s\n%s", row->sentence, range);

  gtk_label_set_text (GTK_LABEL (self->knob_help), help);
}

static void
on_try_knob (GtkWidget *widget, FluiWhatifPage *self)
{
  const FlOptionInfo *row = fl_options_get_row (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->knob)));
  g_autofree char *assignment
      = g_strdup_printf ("%s=%s", row->name, gtk_editable_get_text (GTK_EDITABLE (self->value)));

  gtk_popover_popdown (GTK_POPOVER (self->knob_popover));
  flui_whatif_try_option (self->whatif, assignment);
}

static GtkWidget *
make_knob_button (FluiWhatifPage *self)
{
  GtkWidget *button = gtk_menu_button_new (), *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *add = gtk_button_new_with_label ("Try It");
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    gtk_string_list_append (names, fl_options_get_row (i)->name);
  self->knob
      = gtk_drop_down_new (G_LIST_MODEL (names), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (self->knob), TRUE);
  self->knob_help = new_label (NULL, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->knob_help), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->knob_help), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->knob_help), 40);
  g_signal_connect (self->knob, "notify::selected", G_CALLBACK (on_knob), self);
  self->value = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->value), "New value");
  gtk_widget_set_hexpand (self->value, TRUE);
  g_signal_connect (self->value, "activate", G_CALLBACK (on_try_knob), self);
  gtk_widget_add_css_class (add, "suggested-action");
  g_signal_connect (add, "clicked", G_CALLBACK (on_try_knob), self);
  gtk_box_append (GTK_BOX (row), self->value);
  gtk_box_append (GTK_BOX (row), add);
  gtk_box_append (GTK_BOX (column), self->knob);
  gtk_box_append (GTK_BOX (column), self->knob_help);
  gtk_box_append (GTK_BOX (column), row);
  gtk_widget_set_size_request (column, 320, -1);
  self->knob_popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->knob_popover), column);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), self->knob_popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), "Knob");
  gtk_widget_set_tooltip_text (button, "Another value of an option, as a new variant");
  on_knob (GTK_DROP_DOWN (self->knob), NULL, self);
  return button;
}

static GtkWidget *
make_strategy_button (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const FlStrategyRow *row = fl_strategies_get_row (i);
      g_autofree char *action = g_strdup_printf ("win.whatif-strategy::%s", row->name);

      g_menu_append (menu, row->title, action);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), "Strategy");
  gtk_widget_set_tooltip_text (button, "Another fusion strategy, as a new variant");
  return button;
}

static GtkWidget *
make_button (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_bar (FluiWhatifPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->sentence = new_label (NULL, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->sentence), 2);
  gtk_label_set_width_chars (GTK_LABEL (self->sentence), 20);
  gtk_widget_add_css_class (self->sentence, "whatif-sentence");
  gtk_widget_set_hexpand (self->sentence, TRUE);
  self->busy = gtk_spinner_new ();
  gtk_spinner_start (GTK_SPINNER (self->busy));
  gtk_widget_set_visible (self->busy, FALSE);
  gtk_widget_add_css_class (bar, "drawer-bar");
  gtk_box_append (GTK_BOX (bar), make_knob_button (self));
  gtk_box_append (GTK_BOX (bar), make_strategy_button ());
  gtk_box_append (GTK_BOX (bar), make_button ("Measure", "Build and run all of them, interleaved (Ctrl+Shift+Return)",
                                              "win.whatif-measure"));
  gtk_box_append (GTK_BOX (bar), self->sentence);
  gtk_box_append (GTK_BOX (bar), self->busy);
  gtk_box_append (GTK_BOX (bar), make_button ("Undo", "Undo the last change (Ctrl+Z)", "win.whatif-undo"));
  gtk_box_append (GTK_BOX (bar), make_button ("Redo", "Do it again (Ctrl+Shift+Z)", "win.whatif-redo"));
  gtk_box_append (GTK_BOX (bar), make_button ("Save", "Save the session (Ctrl+S)", "win.session-save"));
  return bar;
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_whatif_page_dispose (GObject *object)
{
  FluiWhatifPage *self = FLUI_WHATIF_PAGE (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->message, g_free);
  g_clear_object (&self->whatif);
  G_OBJECT_CLASS (flui_whatif_page_parent_class)->dispose (object);
}

static void
flui_whatif_page_class_init (FluiWhatifPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_whatif_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_whatif_page_init (FluiWhatifPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  self->scroller = flui_scroller_new ();
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scroller);
}

GtkWidget *
flui_whatif_page_new (FluiWhatif *whatif)
{
  FluiWhatifPage *self = g_object_new (FLUI_TYPE_WHATIF_PAGE, NULL);

  self->whatif = g_object_ref (whatif);
  g_signal_connect_object (whatif, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (whatif, "refused", G_CALLBACK (on_refused), self, 0);
  g_signal_connect_object (whatif, "added", G_CALLBACK (on_added), self, 0);
  queue_update (self);
  return GTK_WIDGET (self);
}
