#include "flui-welcome.h"

#include <adwaita.h>

#include "flui-samples.h"
#include "flui-scroller.h"

#define N_RECENT 4
#define PAGE_WIDTH 1120

static GtkWidget *
make_text (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_card (const char *title, const char *subtitle, const char *tooltip, const char *path)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *below = make_text (subtitle, "dim-label");

  gtk_widget_add_css_class (below, "caption");
  gtk_label_set_lines (GTK_LABEL (below), 2);
  gtk_label_set_ellipsize (GTK_LABEL (below), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (below), 22);
  gtk_label_set_max_width_chars (GTK_LABEL (below), 26);
  gtk_box_append (GTK_BOX (box), make_text (title, "heading"));
  gtk_box_append (GTK_BOX (box), below);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "card");
  gtk_widget_add_css_class (button, "sample-card");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-path");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", path);
  return button;
}

static GtkWidget *
make_flow (void)
{
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flow), 3);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 4);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 10);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 10);
  return flow;
}

/* The cards themselves take the focus, not the cells around them. */
static void
append_card (GtkWidget *flow, GtkWidget *card)
{
  gtk_flow_box_append (GTK_FLOW_BOX (flow), card);
  gtk_widget_set_focusable (gtk_widget_get_parent (card), FALSE);
}

static GtkWidget *
make_recent (void)
{
  g_autoptr (GPtrArray) paths = flui_recent_list (N_RECENT);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *flow = make_flow ();

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *folder = g_path_get_dirname (paths->pdata[i]);

      append_card (flow, make_card (name, folder, paths->pdata[i], paths->pdata[i]));
    }
  gtk_box_append (GTK_BOX (box), make_text ("Recent", "title-4"));
  gtk_box_append (GTK_BOX (box), flow);
  gtk_widget_set_visible (box, paths->len > 0);
  return box;
}

static GtkWidget *
make_samples (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *flow = make_flow ();

  for (guint i = 0; i < flui_samples_get_n_rows (); i++)
    {
      const FluiSample *sample = flui_samples_get_row (i);

      append_card (flow, make_card (sample->title, sample->teaches, sample->note, sample->path));
    }
  gtk_box_append (GTK_BOX (box), make_text ("Samples", "title-4"));
  gtk_box_append (GTK_BOX (box), flow);
  gtk_widget_set_visible (box, flui_samples_get_n_rows () > 0);
  return box;
}

static GtkWidget *
make_head (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 20);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *open = gtk_button_new_with_mnemonic ("_Open a Graph…");
  GtkWidget *icon = gtk_image_new_from_icon_name ("io.github.fuseloom.Fuseloom");

  gtk_image_set_pixel_size (GTK_IMAGE (icon), 96);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, "Fuseloom", -1);
  gtk_box_append (GTK_BOX (words), make_text ("See how a compiler fuses tensor operators into kernels", "title-2"));
  gtk_box_append (GTK_BOX (words), make_text ("Open what PyTorch's compiler dumps: fx_graph_transformed.py, "
                                              "fx_graph_readable.py, a log, or Fuseloom's own JSON; "
                                              "or drop a file on this window, also an allocation problem (.csv). "
                                              "Every stage is drawn, every decision "
                                              "has its reason, and the kernels run.",
                                              "dim-label"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_add_css_class (open, "suggested-action");
  gtk_widget_add_css_class (open, "pill");
  gtk_widget_set_valign (open, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), words);
  gtk_box_append (GTK_BOX (row), open);
  return row;
}

GtkWidget *
flui_welcome_new (void)
{
  GtkWidget *scroller = flui_scroller_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);

  gtk_box_append (GTK_BOX (box), make_head ());
  gtk_box_append (GTK_BOX (box), make_recent ());
  gtk_box_append (GTK_BOX (box), make_samples ());
  gtk_widget_add_css_class (box, "welcome");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), PAGE_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  return scroller;
}
