/* Putting the Compare page together: the bar above, the panes with their ribbons, the pages for
 * what is not there. */
#include <adwaita.h>

#include "fl-palette.h"

#include "flui-compare-private.h"
#include "flui-ribbons.h"

static void
set_label (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
make_button (const char *icon, const char *label, const char *tooltip, const char *action, gboolean is_toggle)
{
  GtkWidget *button = is_toggle ? gtk_toggle_button_new () : gtk_button_new ();

  if (icon)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  else
    gtk_button_set_label (GTK_BUTTON (button), label);
  gtk_widget_set_tooltip_text (button, tooltip);
  set_label (button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
on_n_columns (GtkDropDown *drop_down, GParamSpec *spec, FluiCompare *self)
{
  if (self->is_setting)
    return;
  self->has_chosen_columns = TRUE;
  flui_comparing_set_n_columns (self->comparing, gtk_drop_down_get_selected (drop_down) + FLUI_COMPARING_MIN_COLUMNS);
}

/* The signs in the colours of the pictures. */
static void
update_legend (FluiCompare *self)
{
  static const char *const names[] = { "same", "joins more", "a part", "regrouped" };
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  for (int relation = 0; relation < FL_N_RELATIONS; relation++)
    {
      g_autofree char *markup
          = g_strdup_printf ("<span foreground=\"#%06X\">%s %s</span>", fl_relation_get_color (relation, dark),
                             fl_relation_get_info (relation)->sign, names[relation]);

      gtk_label_set_markup (GTK_LABEL (self->legend[relation]), markup);
    }
}

static void
append_legend (FluiCompare *self, GtkWidget *bar)
{
  for (int relation = 0; relation < FL_N_RELATIONS; relation++)
    {
      self->legend[relation] = gtk_label_new (NULL);
      gtk_widget_add_css_class (self->legend[relation], "relation");
      gtk_widget_set_tooltip_text (self->legend[relation], fl_relation_get_sentence (relation));
      gtk_box_append (GTK_BOX (bar), self->legend[relation]);
    }
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_legend), self,
                           G_CONNECT_SWAPPED);
  update_legend (self);
}

static GtkWidget *
make_bar (FluiCompare *self)
{
  static const char *const counts[] = { "2 columns", "3 columns", "4 columns", NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *walk = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *space = gtk_label_new (NULL), *legend = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  self->n_columns = gtk_drop_down_new_from_strings (counts);
  gtk_widget_set_tooltip_text (self->n_columns, "How many strategies stand side by side");
  set_label (self->n_columns, "Columns");
  g_signal_connect (self->n_columns, "notify::selected", G_CALLBACK (on_n_columns), self);
  self->position = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->position, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (self->position), 13);
  gtk_widget_add_css_class (walk, "linked");
  gtk_box_append (GTK_BOX (walk), make_button ("go-up-symbolic", "Previous difference", "Previous difference (K)",
                                               "compare.previous", FALSE));
  gtk_box_append (GTK_BOX (walk),
                  make_button ("go-down-symbolic", "Next difference", "Next difference (J)", "compare.next", FALSE));
  gtk_widget_set_hexpand (space, TRUE);
  append_legend (self, legend);
  self->measure_button = make_button (NULL, "Measure", NULL, "compare.measure", FALSE);
  gtk_box_append (GTK_BOX (bar), self->n_columns);
  gtk_box_append (GTK_BOX (bar), make_button (NULL, "Link", "Panes move and zoom together (L)", "compare.link", TRUE));
  gtk_box_append (GTK_BOX (bar), make_button (NULL, "Ribbons",
                                              "Ties the operators of the chosen difference, or of "
                                              "the selected kernel, to the kernel that the "
                                              "next column puts them in (R)",
                                              "compare.ribbons", TRUE));
  gtk_box_append (GTK_BOX (bar),
                  make_button (NULL, "Kernels", "Kernels as one thing each, in all columns but the first (G)",
                               "compare.kernels", TRUE));
  gtk_box_append (GTK_BOX (bar), space);
  gtk_box_append (GTK_BOX (bar), legend);
  gtk_box_append (GTK_BOX (bar), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (bar), self->position);
  gtk_box_append (GTK_BOX (bar), walk);
  gtk_box_append (GTK_BOX (bar), self->measure_button);
  gtk_box_append (GTK_BOX (bar), make_button ("edit-copy-symbolic", "Copy as text",
                                              "Copy the table and all differences as text", "compare.copy", FALSE));
  gtk_box_append (GTK_BOX (bar),
                  make_button ("document-save-symbolic", "Export",
                               "Export the pictures side by side (.svg, .pdf, .png), or the differences (.txt, .json)",
                               "compare.export", FALSE));
  gtk_widget_add_css_class (bar, "compare-bar");
  return bar;
}

static GtkWidget *
make_progress (FluiCompare *self)
{
  self->progress_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 160, -1);
  set_label (self->progress, "Progress");
  self->progress_label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->progress_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->progress_label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->progress_label, TRUE);
  gtk_box_append (GTK_BOX (self->progress_row), self->progress);
  gtk_box_append (GTK_BOX (self->progress_row), self->progress_label);
  gtk_box_append (GTK_BOX (self->progress_row), make_button (NULL, "Cancel", "Stop (Ctrl+.)", "compare.cancel", FALSE));
  gtk_widget_add_css_class (self->progress_row, "compare-progress");
  gtk_widget_set_visible (self->progress_row, FALSE);
  return self->progress_row;
}

static GtkWidget *
make_summary (FluiCompare *self)
{
  self->summary = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->summary), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  gtk_widget_set_can_focus (self->summary, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_widget_add_css_class (self->summary, "compare-summary");
  return self->summary;
}

static GtkWidget *
make_panes (FluiCompare *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL), *overlay = gtk_overlay_new ();
  GtkWidget *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->panes_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_set_homogeneous (GTK_BOX (self->panes_row), TRUE);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    flui_compare_pane_make (self, i);
  self->ribbons = flui_ribbons_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->panes_row);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->ribbons);
  gtk_widget_set_vexpand (overlay, TRUE);
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_widget_add_css_class (self->note, "compare-note");
  gtk_widget_set_visible (self->note, FALSE);
  gtk_box_append (GTK_BOX (left), overlay);
  gtk_box_append (GTK_BOX (left), self->note);
  gtk_paned_set_start_child (GTK_PANED (paned), left);
  gtk_paned_set_end_child (GTK_PANED (paned), flui_compare_side_new (self));
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  return paned;
}

static GtkWidget *
make_status (const char *icon, const char *title, const char *description, GtkWidget *child)
{
  GtkWidget *page = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), icon);
  adw_status_page_set_title (ADW_STATUS_PAGE (page), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (page), description);
  if (child)
    {
      gtk_widget_set_halign (child, GTK_ALIGN_CENTER);
      adw_status_page_set_child (ADW_STATUS_PAGE (page), child);
    }
  return page;
}

/* Keys without a modifier act on pictures and list, not while somebody types. */
static void
add_keys (GtkWidget *widget)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_j, "compare.next" },         { GDK_KEY_k, "compare.previous" }, { GDK_KEY_l, "compare.link" },
    { GDK_KEY_r, "compare.ribbons" },      { GDK_KEY_g, "compare.kernels" },  { GDK_KEY_t, "compare.measure" },
    { GDK_KEY_question, "win.shortcuts" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, 0),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (widget, controller);
}

static void
add_cancel_key (GtkWidget *widget)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_period, GDK_CONTROL_MASK),
                                                          gtk_named_action_new ("compare.cancel")));
  gtk_widget_add_controller (widget, controller);
}

static GtkWidget *
make_pill (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = make_button (NULL, label, tooltip, action, FALSE);

  gtk_widget_add_css_class (button, "pill");
  return button;
}

void
flui_compare_build (FluiCompare *self)
{
  GtkWidget *panes, *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  gtk_box_append (GTK_BOX (self->box), make_summary (self));
  gtk_box_append (GTK_BOX (self->box), make_progress (self));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  panes = make_panes (self);
  gtk_box_append (GTK_BOX (buttons), make_pill ("Try Again", "Compare once more", "compare.retry"));
  gtk_box_append (GTK_BOX (buttons),
                  make_pill ("First Columns", "Two columns: before fusion, and after it", "compare.reset"));
  self->stopped = make_status ("dialog-warning-symbolic", "", "", buttons);
  gtk_stack_add_named (GTK_STACK (self->stack),
                       make_status ("view-dual-symbolic", "Nothing to compare yet",
                                    "Open a graph: its fusion strategies then stand here side by side.", NULL),
                       "empty");
  gtk_stack_add_named (GTK_STACK (self->stack),
                       make_status ("view-dual-symbolic", "Comparing",
                                    "Each strategy compiles the graph; large graphs take some seconds.", NULL),
                       "working");
  gtk_stack_add_named (GTK_STACK (self->stack), self->stopped, "stopped");
  gtk_stack_add_named (GTK_STACK (self->stack), panes, "panes");
  add_keys (panes);
  add_cancel_key (GTK_WIDGET (self));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
