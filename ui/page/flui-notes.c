#include "flui-notes.h"
#include "fl-file.h"

#include "flui-scroller.h"

#define SAVE_DELAY_MS 600

struct _FluiNotes
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *hint;
  GtkWidget *view;
  const FlGraph *graph; /* compared only */
  char *path;           /* where the shown notes are kept */
  guint save_source;
  gboolean is_setting;
};

G_DEFINE_FINAL_TYPE (FluiNotes, flui_notes, GTK_TYPE_WIDGET)

static void
save (FluiNotes *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  g_autofree char *folder = self->path ? g_path_get_dirname (self->path) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  GtkTextIter start, end;

  g_clear_handle_id (&self->save_source, g_source_remove);
  if (!self->path)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  g_mkdir_with_parents (folder, 0700);
  if (fl_file_write (self->path, text, -1, &error))
    gtk_label_set_text (GTK_LABEL (self->hint), "Saved.");
  else
    {
      said = g_strdup_printf ("Not saved: %s", error->message);
      gtk_label_set_text (GTK_LABEL (self->hint), said);
    }
}

static gboolean
on_save_timeout (gpointer data)
{
  FluiNotes *self = data;

  self->save_source = 0;
  save (self);
  return G_SOURCE_REMOVE;
}

static void
on_text_changed (GtkTextBuffer *buffer, FluiNotes *self)
{
  if (self->is_setting)
    return;
  g_clear_handle_id (&self->save_source, g_source_remove);
  self->save_source = g_timeout_add (SAVE_DELAY_MS, on_save_timeout, self);
}

static void
on_run_changed (FluiSession *session, FluiNotes *self)
{
  const FlRun *run = flui_session_get_run (session);
  g_autofree char *text = NULL;
  g_autofree char *sum = NULL;
  gsize length;

  if (!run || flui_session_get_opened (session) == self->graph)
    return;
  if (self->save_source)
    save (self);
  self->graph = flui_session_get_opened (session);
  g_clear_pointer (&self->path, g_free);
  if (run->graph->text)
    {
      sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, run->graph->text, run->graph->text_length);
      self->path = g_strdup_printf ("%s/fuseloom/notes/%s.txt", g_get_user_data_dir (), sum);
      fl_file_read_up_to (self->path, FL_FILE_MAX_SMALL_BYTES, &text, &length, NULL);
    }
  self->is_setting = TRUE;
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), text ? text : "", -1);
  self->is_setting = FALSE;
  gtk_widget_set_sensitive (self->view, self->path != NULL);
  gtk_label_set_text (GTK_LABEL (self->hint),
                      "Notes on this graph; saved as you type, found again by the graph's content.");
}

static void
flui_notes_dispose (GObject *object)
{
  FluiNotes *self = FLUI_NOTES (object);

  if (self->save_source)
    save (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (flui_notes_parent_class)->dispose (object);
}

static void
flui_notes_class_init (FluiNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_notes_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_notes_init (FluiNotes *self)
{
  GtkWidget *scroller = flui_scroller_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->hint = gtk_label_new ("Open a graph to take notes on it.");
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_widget_add_css_class (self->hint, "drawer-bar");
  self->view = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 12);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_widget_set_sensitive (self->view, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Notes", -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->hint);
  gtk_box_append (GTK_BOX (self->box), scroller);
  g_signal_connect (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), "changed", G_CALLBACK (on_text_changed),
                    self);
}

GtkWidget *
flui_notes_new (FluiSession *session)
{
  FluiNotes *self = g_object_new (FLUI_TYPE_NOTES, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  return GTK_WIDGET (self);
}
