#include "flui-difference-bar.h"

#include "flui-icon-button.h"

struct _FluiDifferenceBar
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *revealer;
  GtkWidget *summary;
  GtkWidget *detail; /* the chosen difference */
  GtkWidget *reason;
  GtkWidget *buttons;
  GtkWidget *position; /* "2 of 5" */
  gboolean is_active;
};

G_DEFINE_FINAL_TYPE (FluiDifferenceBar, flui_difference_bar, GTK_TYPE_WIDGET)

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  gtk_widget_set_tooltip_text (label, text && *text ? text : NULL);
  gtk_widget_set_visible (label, text && *text);
}

static void
show_entry (FluiDifferenceBar *self, const FlParityEntry *entries, guint n_entries)
{
  guint at = flui_session_get_difference (self->session);
  const FlParityEntry *entry = at < n_entries ? &entries[at] : NULL;
  g_autofree char *position = entry ? g_strdup_printf ("%u of %u", at + 1, n_entries)
                                    : g_strdup_printf ("%u difference%s", n_entries, n_entries == 1 ? "" : "s");

  gtk_label_set_text (GTK_LABEL (self->position), position);
  gtk_widget_set_visible (self->buttons, n_entries > 0);
  set_text (self->detail, entry ? entry->title : NULL);
  set_text (self->reason, entry ? entry->reason : NULL);
}

static void
update (FluiDifferenceBar *self)
{
  const FlParity *parity = flui_session_get_parity (self->session);
  FlStage stage = flui_session_get_stage (self->session);
  gboolean is_compared = stage == FL_STAGE_FUSE || stage == FL_STAGE_SCHEDULE;
  const FlParityEntry *entries;
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  guint n_entries = 0;

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), parity && is_compared && self->is_active);
  if (!parity || !is_compared)
    return;
  entries = fl_parity_get_entries (parity, stage, &n_entries);
  summary = stage == FL_STAGE_FUSE ? fl_parity_dup_summary (parity) : fl_parity_dup_node_summary (parity);
  text = g_strdup_printf ("PyTorch’s own: %s%s", summary,
                          stage == FL_STAGE_FUSE && parity->other_order ? ", in another order" : "");
  gtk_label_set_text (GTK_LABEL (self->summary), text);
  show_entry (self, entries, n_entries);
}

void
flui_difference_bar_set_active (FluiDifferenceBar *self, gboolean active)
{
  self->is_active = active;
  update (self);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_difference_bar_dispose (GObject *object)
{
  FluiDifferenceBar *self = FLUI_DIFFERENCE_BAR (object);

  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_difference_bar_parent_class)->dispose (object);
}

static void
flui_difference_bar_class_init (FluiDifferenceBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_difference_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_label (const char *css_class, gboolean wraps)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (wraps)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_lines (GTK_LABEL (label), 2);
    }
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_buttons (FluiDifferenceBar *self)
{
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  self->position = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->position, "numeric");
  gtk_box_append (GTK_BOX (self->buttons),
                  flui_icon_button_new ("go-up-symbolic", "Previous difference from PyTorch (K)",
                                        "win.difference-previous"));
  gtk_box_append (GTK_BOX (self->buttons), self->position);
  gtk_box_append (GTK_BOX (self->buttons),
                  flui_icon_button_new ("go-down-symbolic", "Next difference from PyTorch (J)", "win.difference-next"));
  gtk_widget_set_valign (self->buttons, GTK_ALIGN_START);
  return self->buttons;
}

static void
flui_difference_bar_init (FluiDifferenceBar *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->is_active = TRUE;
  self->summary = make_label ("heading", FALSE);
  gtk_widget_set_tooltip_text (self->summary,
                               "The folder holds what a real PyTorch wrote while it compiled this graph.\n"
                               "A group is a set of scheduler nodes that share a kernel: “the same” is in both,\n"
                               "“only PyTorch’s” was made by PyTorch alone, “only ours” by Fuseloom alone.");
  self->detail = make_label (NULL, FALSE);
  self->reason = make_label ("dim-label", TRUE);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), self->summary);
  gtk_box_append (GTK_BOX (words), self->detail);
  gtk_box_append (GTK_BOX (words), self->reason);
  gtk_box_append (GTK_BOX (row), words);
  gtk_box_append (GTK_BOX (row), make_buttons (self));
  gtk_widget_add_css_class (row, "difference-bar");
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), row);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
}

GtkWidget *
flui_difference_bar_new (FluiSession *session)
{
  FluiDifferenceBar *self = g_object_new (FLUI_TYPE_DIFFERENCE_BAR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "difference-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
