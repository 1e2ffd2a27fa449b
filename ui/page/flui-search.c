#include "flui-search.h"

#include <string.h>

#include "flui-scroller.h"

#define MAX_HITS 60 /* rows; the others are counted */

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
  guint n_hits;  /* with those that have no row */
  guint current; /* where Enter went last; G_MAXUINT: nowhere */
  guint marked;  /* where Enter goes now: chosen by Up and Down; G_MAXUINT: after the current one */
  char *word;    /* the word of these hits */
};

G_DEFINE_FINAL_TYPE (FluiSearch, flui_search, GTK_TYPE_WIDGET)

static void
add_hit (FluiSearch *self, const char *word, FlItemKind kind, const char *name, const char *detail)
{
  Hit hit = { { kind, name }, detail };

  if (!name || !(strcasestr (name, word) || (detail && strcasestr (detail, word))))
    return;
  if (self->n_hits++ < MAX_HITS)
    g_array_append_val (self->hits, hit);
}

/* A node of the file that decomposition kept is listed once, as what it is now. */
static gboolean
is_kept (const FlRun *run, const FlNode *node)
{
  return run->decomposed && fl_graph_find_node (run->decomposed, node->name);
}

static void
find_hits (FluiSearch *self, const FlRun *run, const char *word)
{
  g_array_set_size (self->hits, 0);
  self->n_hits = 0;
  if (!run || !*word)
    return;
  for (guint i = 0; run->program && i < run->program->n_kernels; i++)
    add_hit (self, word, FL_ITEM_KERNEL, run->program->kernels[i].name,
             fl_kernel_kind_get_name (run->program->kernels[i].kind));
  for (guint i = 0; run->fused && i < run->fused->n_nodes; i++)
    if (run->fused->nodes[i]->n_originals > 1)
      add_hit (self, word, FL_ITEM_GROUP, run->fused->nodes[i]->name, NULL);
  for (guint i = 0; run->schedule && i < run->schedule->n_nodes; i++)
    add_hit (self, word, FL_ITEM_OP, run->schedule->nodes[i]->name, NULL);
  for (guint i = 0; run->lowered && i < run->lowered->n_buffers; i++)
    add_hit (self, word, FL_ITEM_BUFFER, run->lowered->buffers[i]->name,
             fl_buffer_kind_get_name (run->lowered->buffers[i]->kind));
  for (guint i = 0; run->decomposed && i < run->decomposed->n_nodes; i++)
    add_hit (self, word, FL_ITEM_NODE, run->decomposed->nodes[i].name, run->decomposed->nodes[i].target);
  for (guint i = 0; i < run->graph->n_nodes; i++)
    if (!is_kept (run, &run->graph->nodes[i]))
      add_hit (self, word, FL_ITEM_GRAPH_NODE, run->graph->nodes[i].name, run->graph->nodes[i].target);
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
list_hits (FluiSearch *self)
{
  g_autofree char *count = NULL;
  GtkWidget *row;

  g_free (self->word);
  self->word = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  find_hits (self, flui_session_get_run (self->session), self->word);
  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->hits->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (&g_array_index (self->hits, Hit, i)));
  count = self->n_hits > MAX_HITS ? g_strdup_printf ("the first %d of %u hits", MAX_HITS, self->n_hits)
                                  : g_strdup_printf ("%u hit%s", self->n_hits, self->n_hits == 1 ? "" : "s");
  gtk_label_set_text (GTK_LABEL (self->count), count);
  self->current = self->marked = G_MAXUINT;
  if (*self->word)
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_search_changed (GtkSearchEntry *entry, FluiSearch *self)
{
  if (g_strcmp0 (self->word, gtk_editable_get_text (GTK_EDITABLE (entry))) != 0)
    list_hits (self);
}

/* Keys come sooner than "search-changed", which waits for the typing to end. */
static void
catch_up (FluiSearch *self)
{
  on_search_changed (GTK_SEARCH_ENTRY (self->entry), self);
}

/* The row of a hit is lit and scrolled into view. */
static void
show_row (FluiSearch *self, guint position)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), position);
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (GTK_LIST_BOX (self->list));
  graphene_rect_t bounds;

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  if (adjustment && gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
go_to (FluiSearch *self, guint position)
{
  if (position >= self->hits->len)
    return;
  self->current = position;
  self->marked = G_MAXUINT;
  show_row (self, position);
  flui_session_select (self->session, g_array_index (self->hits, Hit, position).item);
}

static void
on_activate (GtkSearchEntry *entry, FluiSearch *self)
{
  catch_up (self);
  if (self->marked != G_MAXUINT)
    go_to (self, self->marked);
  else if (self->hits->len)
    go_to (self, self->current == G_MAXUINT ? 0 : (self->current + 1) % self->hits->len);
}

static void
on_previous (GtkSearchEntry *entry, FluiSearch *self)
{
  catch_up (self);
  if (self->hits->len)
    go_to (self, self->current == G_MAXUINT || self->current == 0 ? self->hits->len - 1 : self->current - 1);
}

/* Down and Up go through the hits; what they come to is where Enter goes. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, FluiSearch *self)
{
  gboolean is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;
  guint at;

  if ((!is_down && key != GDK_KEY_Up && key != GDK_KEY_KP_Up) || (state & gtk_accelerator_get_default_mod_mask ()))
    return GDK_EVENT_PROPAGATE;
  catch_up (self);
  if (!self->hits->len)
    return *self->word ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE; /* not away from what is being typed */
  at = self->marked != G_MAXUINT ? self->marked : self->current;
  if (at == G_MAXUINT)
    at = is_down ? 0 : self->hits->len - 1;
  else
    at = (at + self->hits->len + (is_down ? 1 : -1)) % self->hits->len;
  self->marked = at;
  gtk_popover_popup (GTK_POPOVER (self->popover));
  show_row (self, at);
  return GDK_EVENT_STOP;
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, FluiSearch *self)
{
  go_to (self, gtk_list_box_row_get_index (row));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* The list is of no use to who is elsewhere; it is within the widget, so that a click into it is
 * not elsewhere. */
static void
on_leave (GtkEventControllerFocus *controller, FluiSearch *self)
{
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

/* One stop for Tab. */
static gboolean
flui_search_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return !gtk_widget_get_focus_child (widget) && gtk_widget_grab_focus (FLUI_SEARCH (widget)->entry);
}

static void
flui_search_dispose (GObject *object)
{
  FluiSearch *self = FLUI_SEARCH (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->word, g_free);
  G_OBJECT_CLASS (flui_search_parent_class)->dispose (object);
}

static void
flui_search_class_init (FluiSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_search_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = flui_search_grab_focus;
  GTK_WIDGET_CLASS (klass)->focus = flui_search_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_search_init (FluiSearch *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = flui_scroller_new ();
  GtkEventController *keys, *focus;

  self->hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  self->current = self->marked = G_MAXUINT;
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", "Search nodes, kernels, buffers", NULL);
  gtk_widget_set_tooltip_text (self->entry,
                               "Search (Ctrl+F); Down and Up choose a hit, Enter goes there and to the next");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 18);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  self->list = gtk_list_box_new ();
  gtk_widget_set_focusable (self->list, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_focusable (scroller, FALSE); /* the entry keeps the focus */
  gtk_list_box_set_adjustment (GTK_LIST_BOX (self->list),
                               gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 340);
  gtk_widget_set_size_request (scroller, 420, -1);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  /* Before the text field sees them: it has no use for Up and Down. */
  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  focus = gtk_event_controller_focus_new ();
  g_signal_connect (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
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
  g_clear_pointer (&self->word, g_free);
}

GtkWidget *
flui_search_new (FluiSession *session)
{
  FluiSearch *self = g_object_new (FLUI_TYPE_SEARCH, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  return GTK_WIDGET (self);
}
