#include "flui-search.h"

#include <string.h>

#define MAX_HITS 200

typedef struct
{
  FlItem item;
  const char *detail; /* borrowed of the run */
} Hit;

struct _FluiSearch
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *entry;
  GtkWidget *popover;
  GtkWidget *list;
  GtkWidget *count;
  GArray *hits;
  guint current;
};

G_DEFINE_FINAL_TYPE (FluiSearch, flui_search, GTK_TYPE_WIDGET)

static void
add_hit (FluiSearch *self, const char *word, FlItemKind kind, const char *name, const char *detail)
{
  Hit hit = { { kind, name }, detail };

  if (self->hits->len < MAX_HITS && name
      && (strcasestr (name, word) || (detail && strcasestr (detail, word))))
    g_array_append_val (self->hits, hit);
}

static void
find_hits (FluiSearch *self, const FlRun *run, const char *word)
{
  g_array_set_size (self->hits, 0);
  if (!run || !*word)
    return;
  for (guint i = 0; run->program && i < run->program->n_kernels; i++)
    add_hit (self, word, FL_ITEM_KERNEL, run->program->kernels[i].name,
             fl_kernel_kind_get_name (run->program->kernels[i].kind));
  for (guint i = 0; run->schedule && i < run->schedule->n_nodes; i++)
    add_hit (self, word, FL_ITEM_OP, run->schedule->nodes[i]->name, NULL);
  for (guint i = 0; run->lowered && i < run->lowered->n_buffers; i++)
    add_hit (self, word, FL_ITEM_BUFFER, run->lowered->buffers[i]->name,
             fl_buffer_kind_get_name (run->lowered->buffers[i]->kind));
  for (guint i = 0; run->decomposed && i < run->decomposed->n_nodes; i++)
    add_hit (self, word, FL_ITEM_NODE, run->decomposed->nodes[i].name,
             run->decomposed->nodes[i].target);
  for (guint i = 0; !run->decomposed && i < run->graph->n_nodes; i++)
    add_hit (self, word, FL_ITEM_GRAPH_NODE, run->graph->nodes[i].name,
             run->graph->nodes[i].target);
}

static GtkWidget *
make_row (const Hit *hit)
{
  static const char *const kinds[] = { "", "FX", "FX", "buffer", "node", "group", "kernel" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *kind = gtk_label_new (kinds[hit->item.kind]);
  GtkWidget *name = gtk_label_new (hit->item.name);
  GtkWidget *detail = gtk_label_new (hit->detail);

  gtk_label_set_width_chars (GTK_LABEL (kind), 6);
  gtk_label_set_xalign (GTK_LABEL (kind), 0);
  gtk_widget_add_css_class (kind, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (detail), 28);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), kind);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), detail);
  return box;
}

static void
on_search_changed (GtkSearchEntry *entry, FluiSearch *self)
{
  const char *word = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autofree char *count = NULL;
  GtkWidget *row;

  find_hits (self, flui_session_get_run (self->session), word);
  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->hits->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (&g_array_index (self->hits, Hit, i)));
  count = self->hits->len == MAX_HITS ? g_strdup_printf ("the first %d hits", MAX_HITS)
                                      : g_strdup_printf ("%u hits", self->hits->len);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  self->current = G_MAXUINT;
  if (*word)
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
go_to (FluiSearch *self, guint position)
{
  GtkListBoxRow *row;

  if (position >= self->hits->len)
    return;
  self->current = position;
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), position);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  flui_session_select (self->session, g_array_index (self->hits, Hit, position).item);
}

static void
on_activate (GtkSearchEntry *entry, FluiSearch *self)
{
  if (self->hits->len)
    go_to (self, self->current == G_MAXUINT ? 0 : (self->current + 1) % self->hits->len);
}

static void
on_previous (GtkSearchEntry *entry, FluiSearch *self)
{
  if (self->hits->len)
    go_to (self, self->current == G_MAXUINT || self->current == 0 ? self->hits->len - 1
                                                                  : self->current - 1);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, FluiSearch *self)
{
  go_to (self, gtk_list_box_row_get_index (row));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_stop (GtkSearchEntry *entry, FluiSearch *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
}

static gboolean
flui_search_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (FLUI_SEARCH (widget)->entry);
}

static void
flui_search_dispose (GObject *object)
{
  FluiSearch *self = FLUI_SEARCH (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->hits, g_array_unref);
  G_OBJECT_CLASS (flui_search_parent_class)->dispose (object);
}

static void
flui_search_class_init (FluiSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_search_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = flui_search_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_search_init (FluiSearch *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  self->current = G_MAXUINT;
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", "Search nodes, kernels, buffers", NULL);
  gtk_widget_set_tooltip_text (self->entry, "Search (Ctrl+F); Enter goes to the next hit");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 18);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  self->list = gtk_list_box_new ();
  gtk_widget_set_focusable (self->list, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 340);
  gtk_widget_set_size_request (scroller, 420, -1);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  g_signal_connect (self->entry, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect (self->entry, "next-match", G_CALLBACK (on_activate), self);
  g_signal_connect (self->entry, "previous-match", G_CALLBACK (on_previous), self);
  g_signal_connect (self->entry, "stop-search", G_CALLBACK (on_stop), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
}

/* Hits name things of the old run. */
static void
on_run_changed (FluiSession *session, FluiSearch *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)))
    on_stop (GTK_SEARCH_ENTRY (self->entry), self);
  g_array_set_size (self->hits, 0);
}

GtkWidget *
flui_search_new (FluiSession *session)
{
  FluiSearch *self = g_object_new (FLUI_TYPE_SEARCH, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  return GTK_WIDGET (self);
}
