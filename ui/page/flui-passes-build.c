/* The widgets and keys of the page of passes. */
#include <adwaita.h>

#include "flui-passes-private.h"
#include "flui-scroller.h"
#include "flui-step-bar.h"

enum
{
  WIDE = 1240, /* from this width of the page on, the code stands beside the outlines */
  LIST_WIDTH = 236
};

static void
add_name (GtkWidget *widget, const char *text)
{
  gtk_widget_set_tooltip_text (widget, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static GtkWidget *
new_label (const char *class_name)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (class_name)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

/* --- bar -------------------------------------------------------------------------------------- */

static void
on_kernel (GtkDropDown *drop_down, GParamSpec *spec, FluiPasses *self)
{
  if (!self->is_setting)
    flui_passes_load (self);
}

static void
on_worth (GtkToggleButton *button, FluiPasses *self)
{
  flui_passes_show_worth (self, gtk_toggle_button_get_active (button));
}

static GtkWidget *
make_words (FluiPasses *self)
{
  GtkWidget *popover = gtk_popover_new (), *scroller = flui_scroller_new ();

  self->word_list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (self->word_list, "teaching-note");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->word_list);
  gtk_widget_set_size_request (scroller, 400, -1);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  self->words = gtk_menu_button_new ();
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->words), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->words), "Words");
  add_name (self->words, "What the words on this page mean");
  return self->words;
}

static GtkWidget *
make_top (FluiPasses *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = gtk_label_new ("Passes"), *close = gtk_button_new_with_label ("Done");

  gtk_widget_add_css_class (title, "heading");
  self->kernels = gtk_drop_down_new (NULL, NULL);
  add_name (self->kernels, "Kernel, in call order");
  g_signal_connect (self->kernels, "notify::selected", G_CALLBACK (on_kernel), self);
  self->about = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_widget_add_css_class (self->about, "dim-label");
  self->worth_button = gtk_toggle_button_new_with_label ("Worth");
  add_name (self->worth_button, "What each pass is worth on this graph and machine (V)");
  g_signal_connect (self->worth_button, "toggled", G_CALLBACK (on_worth), self);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.passes");
  gtk_widget_set_tooltip_text (close, "Back to the stage (Escape, or Ctrl+Shift+K)");
  gtk_widget_add_css_class (bar, "replay-bar");
  gtk_box_append (GTK_BOX (bar), title);
  gtk_box_append (GTK_BOX (bar), self->kernels);
  gtk_box_append (GTK_BOX (bar), self->about);
  gtk_box_append (GTK_BOX (bar), make_words (self));
  gtk_box_append (GTK_BOX (bar), self->worth_button);
  gtk_box_append (GTK_BOX (bar), close);
  return bar;
}

/* --- the list and what the chosen pass says --------------------------------------------------- */

static void
on_row (GtkListBox *list, GtkListBoxRow *row, FluiPasses *self)
{
  if (row && !self->is_setting)
    flui_passes_set_step (self, gtk_list_box_row_get_index (row));
}

static GtkWidget *
make_list (FluiPasses *self)
{
  GtkWidget *scroller = flui_scroller_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Passes, in the order that they run in", -1);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_size_request (scroller, LIST_WIDTH, -1);
  gtk_widget_add_css_class (scroller, "passes-list");
  return scroller;
}

static gboolean
on_switch (GtkSwitch *widget, gboolean state, FluiPasses *self)
{
  if (!self->is_setting)
    flui_passes_switch (self);
  return FALSE;
}

static GtkWidget *
make_switch (FluiPasses *self)
{
  GtkWidget *label = gtk_label_new_with_mnemonic ("_Runs");

  self->runs_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->runs = gtk_switch_new ();
  gtk_widget_set_valign (self->runs, GTK_ALIGN_CENTER);
  add_name (
      self->runs,
      "The pass runs (T). Switched off, it makes a variant that What If keeps beside the base; Ctrl+Z takes it back");
  g_signal_connect (self->runs, "state-set", G_CALLBACK (on_switch), self);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->runs);
  gtk_box_append (GTK_BOX (self->runs_row), label);
  gtk_box_append (GTK_BOX (self->runs_row), self->runs);
  return self->runs_row;
}

static GtkWidget *
make_head (FluiPasses *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10),
            *scroller = flui_scroller_new ();

  self->title = new_label ("heading");
  self->sentence = new_label (NULL);
  self->effect = new_label ("dim-label");
  self->notes = new_label (NULL);
  gtk_label_set_selectable (GTK_LABEL (self->notes), TRUE);
  gtk_label_set_yalign (GTK_LABEL (self->notes), 0);
  gtk_widget_set_can_focus (self->notes, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_widget_set_hexpand (self->sentence, TRUE);
  gtk_box_append (GTK_BOX (row), self->title);
  gtk_box_append (GTK_BOX (row), self->sentence);
  gtk_box_append (GTK_BOX (row), make_switch (self));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 76);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->notes);
  gtk_widget_add_css_class (column, "passes-head");
  gtk_box_append (GTK_BOX (column), row);
  gtk_box_append (GTK_BOX (column), self->effect);
  gtk_box_append (GTK_BOX (column), scroller);
  return column;
}

/* --- code ------------------------------------------------------------------------------------- */

/* GtkSourceView does not follow the desktop's colour scheme by itself. */
static void
update_scheme (FluiPasses *self)
{
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  if (!self->box)
    return;
  gtk_source_buffer_set_style_scheme (self->code,
                                      gtk_source_style_scheme_manager_get_scheme (schemes,
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
  flui_passes_color_outlines (self);
}

static GtkWidget *
make_code (FluiPasses *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = flui_scroller_new (), *view;

  self->code = gtk_source_buffer_new_with_language (
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "c"));
  view = gtk_source_view_new_with_buffer (self->code);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 6);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
  gtk_widget_add_css_class (view, "code");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Code after the pass", -1);
  g_object_unref (self->code); /* the view's */
  self->code_title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->code_title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->code_title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->code_title, "replay-title");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (column), self->code_title);
  gtk_box_append (GTK_BOX (column), scroller);
  gtk_widget_set_size_request (column, 200, 90);
  return column;
}

/* --- panes ------------------------------------------------------------------------------------ */

/* Panes are divided anew whenever the page has another width; between, they are the user's. */
static gboolean
place_panes (gpointer data)
{
  g_autoptr (FluiPasses) self = data;
  const int width = self->box ? gtk_widget_get_width (self->body) : 0,
            height = self->box ? gtk_widget_get_height (self->body) : 0;
  const gboolean is_wide = width >= WIDE - LIST_WIDTH;

  if (width < 100 || height < 100 || self->placed_width == width)
    return G_SOURCE_REMOVE;
  self->placed_width = width;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body),
                                  is_wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_position (GTK_PANED (self->body), is_wide ? width * 3 / 5 : height * 3 / 5);
  return G_SOURCE_REMOVE;
}

static gboolean
place_outlines (gpointer data)
{
  g_autoptr (FluiPasses) self = data;
  const int width = self->box ? gtk_widget_get_width (self->outlines) : 0;

  if (width < 100 || self->placed_outlines == width)
    return G_SOURCE_REMOVE;
  self->placed_outlines = width;
  gtk_paned_set_position (GTK_PANED (self->outlines), width / 2);
  return G_SOURCE_REMOVE;
}

/* Not in the middle of an allocation. */
static void
on_allocated (GtkPaned *paned, GParamSpec *spec, FluiPasses *self)
{
  g_idle_add (GTK_WIDGET (paned) == self->body ? place_panes : place_outlines, g_object_ref (self));
}

static GtkWidget *
make_steps (FluiPasses *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->body = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->body), flui_passes_make_outlines (self));
  gtk_paned_set_end_child (GTK_PANED (self->body), make_code (self));
  gtk_paned_set_shrink_start_child (GTK_PANED (self->body), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->body), FALSE);
  gtk_widget_set_vexpand (self->body, TRUE);
  g_signal_connect (self->body, "notify::max-position", G_CALLBACK (on_allocated), self);
  g_signal_connect (self->outlines, "notify::max-position", G_CALLBACK (on_allocated), self);
  gtk_box_append (GTK_BOX (column), make_head (self));
  gtk_box_append (GTK_BOX (column), self->body);
  gtk_widget_set_hexpand (column, TRUE);
  gtk_box_append (GTK_BOX (row), make_list (self));
  gtk_box_append (GTK_BOX (row), column);
  return row;
}

/* --- keys ------------------------------------------------------------------------------------- */

static void
on_step (FluiStepBar *bar, guint step, FluiPasses *self)
{
  flui_passes_set_step (self, step);
}

static gboolean
on_plain_key (FluiPasses *self, guint value)
{
  switch (value)
    {
    case GDK_KEY_Left:
    case GDK_KEY_comma: flui_passes_set_step (self, self->step > 0 ? self->step - 1 : 0); return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_period: flui_passes_set_step (self, self->step + 1); return TRUE;
    case GDK_KEY_Home: flui_passes_set_step (self, 0); return TRUE;
    case GDK_KEY_End: flui_passes_set_step (self, G_MAXUINT); return TRUE;
    case GDK_KEY_j: flui_passes_move_change (self, 1); return TRUE;
    case GDK_KEY_k: flui_passes_move_change (self, -1); return TRUE;
    case GDK_KEY_t: flui_passes_switch (self); return TRUE;
    case GDK_KEY_v:
      flui_passes_show_worth (self, !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->worth_button)));
      return TRUE;
    case GDK_KEY_Escape: gtk_widget_activate_action (GTK_WIDGET (self), "win.passes", NULL); return TRUE;
    default: return FALSE;
    }
}

/* A text's cursor, and what is open above the page, keep the keys that they know. */
static gboolean
is_taken (FluiPasses *self, guint value)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (!focus)
    return FALSE;
  if (gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
    return TRUE;
  return GTK_IS_TEXT_VIEW (focus)
         && (value == GDK_KEY_Left || value == GDK_KEY_Right || value == GDK_KEY_Home || value == GDK_KEY_End);
}

static gboolean
on_key (GtkEventControllerKey *key, guint value, guint code, GdkModifierType state, FluiPasses *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK) || is_taken (self, value))
    return FALSE;
  return on_plain_key (self, value);
}

static void
build (FluiPasses *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->stack = gtk_stack_new ();
  self->why_none = new_label ("dim-label");
  gtk_label_set_justify (GTK_LABEL (self->why_none), GTK_JUSTIFY_CENTER);
  gtk_widget_set_halign (self->why_none, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), make_top (self));
  gtk_stack_add_named (GTK_STACK (self->stack), self->why_none, "none");
  gtk_stack_add_named (GTK_STACK (self->stack), make_steps (self), "steps");
  gtk_stack_add_named (GTK_STACK (self->stack), flui_passes_make_worth (self), "worth");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  self->bar = flui_step_bar_new ();
  g_signal_connect (self->bar, "step-chosen", G_CALLBACK (on_step), self);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  update_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

GtkWidget *
flui_passes_new (FluiSession *session, FluiWhatif *whatif)
{
  FluiPasses *self = g_object_new (FLUI_TYPE_PASSES, NULL);

  build (self);
  flui_passes_follow (self, session, whatif);
  return GTK_WIDGET (self);
}
