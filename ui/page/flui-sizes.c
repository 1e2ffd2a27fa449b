#include "flui-sizes.h"

#include "fl-sizes.h"

#include "flui-scroller.h"

struct _FluiSizes
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *button;
  GtkWidget *grid;
  GtkWidget *error;
  GtkWidget *run;
  FlGraph *graph;     /* whose symbols the rows are of; referenced */
  GPtrArray *symbols; /* const FlSym *, one a row */
  GPtrArray *entries; /* GtkWidget */
};

G_DEFINE_FINAL_TYPE (FluiSizes, flui_sizes, GTK_TYPE_WIDGET)

/* --- the button -------------------------------------------------------------------------------- */

static char *
dup_value (FluiSizes *self, const FlSym *symbol)
{
  const FlSizeValue size = { symbol, flui_session_get_size (self->session, symbol) };
  GString *text = g_string_new (NULL);

  fl_sizes_append_value (text, &size);
  return g_string_free (text, FALSE);
}

static void
update_button (FluiSizes *self)
{
  g_autoptr (GString) tooltip = g_string_new ("Sizes for the run: ");
  g_autofree char *label = NULL;

  for (guint i = 0; i < self->symbols->len; i++)
    {
      g_autofree char *value = dup_value (self, self->symbols->pdata[i]);

      g_string_append_printf (tooltip, "%s%s = %s", i > 0 ? ", " : "", fl_sym_get_name (self->symbols->pdata[i]),
                              value);
      if (self->symbols->len == 1)
        label = g_strdup_printf ("%s = %s", fl_sym_get_name (self->symbols->pdata[i]), value);
    }
  if (!label)
    label = g_strdup_printf ("%u sizes", self->symbols->len);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), label);
  gtk_widget_set_tooltip_text (self->button, tooltip->str);
  gtk_widget_set_visible (GTK_WIDGET (self), self->symbols->len > 0);
}

static void
show_error (FluiSizes *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->error), text ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

/* --- taking the entries over ------------------------------------------------------------------- */

gboolean
flui_sizes_apply (FluiSizes *self)
{
  g_autoptr (GPtrArray) assignments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    g_ptr_array_add (assignments, g_strdup_printf ("%s=%s", fl_sym_get_name (self->symbols->pdata[i]),
                                                   gtk_editable_get_text (GTK_EDITABLE (self->entries->pdata[i]))));
  g_ptr_array_add (assignments, NULL);
  if (!flui_session_set_sizes (self->session, (const char *const *) assignments->pdata, &error))
    {
      show_error (self, error->message);
      return FALSE;
    }
  show_error (self, NULL);
  update_button (self);
  return TRUE;
}

static void
on_run (FluiSizes *self)
{
  if (!flui_sizes_apply (self))
    return;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  flui_session_execute (self->session);
}

/* --- the rows ---------------------------------------------------------------------------------- */

static void
clear_rows (FluiSizes *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->grid)))
    gtk_grid_remove (GTK_GRID (self->grid), child);
  g_ptr_array_set_size (self->entries, 0);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->graph, fl_graph_unref);
  show_error (self, NULL);
}

static void
add_row (FluiSizes *self, const FlSym *symbol)
{
  const char *name = fl_sym_get_name (symbol);
  g_autofree char *place = fl_sizes_dup_place (self->graph, symbol);
  GtkWidget *label = gtk_label_new (name), *entry = gtk_entry_new (), *where = gtk_label_new (place);
  int row = (int) self->entries->len;
  g_autofree char *tooltip = NULL;
  gint64 minimum, maximum;

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "heading");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 8);
  fl_sym_get_range (symbol, &minimum, &maximum);
  tooltip = fl_sym_is_float (symbol) ? g_strdup ("A number")
                                     : g_strdup_printf ("A whole number, at least %" G_GINT64_FORMAT, MAX (minimum, 0));
  gtk_widget_set_tooltip_text (entry, tooltip);
  gtk_entry_set_input_purpose (GTK_ENTRY (entry),
                               fl_sym_is_float (symbol) ? GTK_INPUT_PURPOSE_NUMBER : GTK_INPUT_PURPOSE_DIGITS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_label_set_xalign (GTK_LABEL (where), 0);
  gtk_label_set_ellipsize (GTK_LABEL (where), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (where), 40);
  gtk_widget_set_hexpand (where, TRUE);
  gtk_widget_set_tooltip_text (where, place);
  gtk_widget_add_css_class (where, "dim-label");
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_run), self);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), where, 2, row, 1, 1);
  g_ptr_array_add (self->entries, entry);
}

/* Given tensors bring sizes along. What the user typed and did not take over stays. */
static void
show_values (FluiSizes *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      GtkEditable *entry = self->entries->pdata[i];
      const char *shown = g_object_get_data (G_OBJECT (entry), "shown");
      char *value = dup_value (self, self->symbols->pdata[i]);

      if (!shown || g_str_equal (gtk_editable_get_text (entry), shown))
        gtk_editable_set_text (entry, value);
      g_object_set_data_full (G_OBJECT (entry), "shown", value, g_free);
    }
}

static void
update (FluiSizes *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const FlGraph *graph = flui_session_get_opened (self->session);
  const char *lack = NULL;

  if (run && run->options.target == FL_TARGET_CUDA)
    lack = flui_session_get_gpu_lack (self->session);
  gtk_widget_set_sensitive (self->run, run && run->program && !lack);
  gtk_widget_set_tooltip_text (self->run, lack);
  if (graph != self->graph || !self->symbols)
    {
      clear_rows (self);
      self->graph = graph ? fl_graph_ref (graph) : NULL;
      self->symbols = graph ? fl_sizes_list (graph) : g_ptr_array_new ();
      for (guint i = 0; i < self->symbols->len; i++)
        add_row (self, self->symbols->pdata[i]);
    }
  show_values (self);
  update_button (self);
}

void
flui_sizes_popup (FluiSizes *self)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
}

void
flui_sizes_type (FluiSizes *self, const char *symbol, const char *text)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (g_strcmp0 (fl_sym_get_name (self->symbols->pdata[i]), symbol) == 0)
      gtk_editable_set_text (GTK_EDITABLE (self->entries->pdata[i]), text);
}

const char *
flui_sizes_get_error (FluiSizes *self)
{
  return gtk_widget_get_visible (self->error) ? gtk_label_get_text (GTK_LABEL (self->error)) : NULL;
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_sizes_dispose (GObject *object)
{
  FluiSizes *self = FLUI_SIZES (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->graph, fl_graph_unref);
  G_OBJECT_CLASS (flui_sizes_parent_class)->dispose (object);
}

static void
flui_sizes_class_init (FluiSizesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_sizes_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_text (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_popover (FluiSizes *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10),
            *scroller = flui_scroller_new ();

  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 10);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->grid);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 300);
  self->error = make_text (NULL, "error");
  gtk_widget_set_visible (self->error, FALSE);
  self->run = gtk_button_new_with_label ("Run at These Sizes");
  gtk_widget_add_css_class (self->run, "suggested-action");
  gtk_widget_set_halign (self->run, GTK_ALIGN_END);
  g_signal_connect_swapped (self->run, "clicked", G_CALLBACK (on_run), self);
  gtk_box_append (GTK_BOX (box), make_text ("Sizes for the run", "heading"));
  gtk_box_append (GTK_BOX (box),
                  make_text ("This graph leaves some sizes open. A run decides for these sizes; kernels "
                             "take them as numbers, so those that come out alike are not compiled again.",
                             "dim-label"));
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->error);
  gtk_box_append (GTK_BOX (box), self->run);
  gtk_widget_add_css_class (box, "teaching-note");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static void
flui_sizes_init (FluiSizes *self)
{
  self->entries = g_ptr_array_new ();
  self->button = gtk_menu_button_new ();
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), make_popover (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Sizes for the run",
                                  -1);
}

GtkWidget *
flui_sizes_new (FluiSession *session)
{
  FluiSizes *self = g_object_new (FLUI_TYPE_SIZES, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "options-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
