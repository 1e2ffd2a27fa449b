#include "flui-decisions.h"

#include "fl-text.h"

#include "flui-cell.h"
#include "flui-event-list.h"
#include "flui-paced-list.h"
#include "flui-scroller.h"
#include "flui-table.h"

struct _FluiDecisions
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *count;
  GtkWidget *view;
  FluiEventList *list;
  GtkSingleSelection *selection;
  const FlRun *listed_run; /* compared only */
  FlStage listed_stage;
  gboolean is_setting;
  gboolean is_marked; /* the row of the step; else it is not there yet */
};

G_DEFINE_FINAL_TYPE (FluiDecisions, flui_decisions, GTK_TYPE_WIDGET)

typedef enum
{
  COLUMN_STEP,
  COLUMN_VERDICT,
  COLUMN_WHAT,
  COLUMN_SUBJECT,
  COLUMN_OBJECT,
  COLUMN_AMOUNT,
  COLUMN_REASON,
  COLUMN_FACTS,
  N_COLUMNS
} Column;

static const struct
{
  const char *title;
  gboolean expands;
  gboolean is_number;
} columns[N_COLUMNS] = {
  { "Step", FALSE, TRUE },     { "Verdict", FALSE, FALSE },        { "Decision", FALSE, FALSE },
  { "Subject", FALSE, FALSE }, { "With", FALSE, FALSE },           { "Amount", FALSE, TRUE },
  { "Reason", TRUE, FALSE },   { "Values compared", TRUE, FALSE },
};

static char *
dup_amount (const FlEvent *event)
{
  switch (fl_event_get_info (event->kind)->unit)
    {
    case FL_UNIT_BYTES: return fl_text_dup_bytes (MAX (event->amount, 0));
    case FL_UNIT_NS: return fl_text_dup_duration (event->amount);
    case FL_UNIT_COUNT: return g_strdup_printf ("%" G_GINT64_FORMAT, event->amount);
    case FL_UNIT_NONE: break;
    }
  return g_strdup ("");
}

static char *
dup_cell (const FlEvent *event, Column column)
{
  static const char *const verdicts[] = { "–  note", "✓  done", "✗  refused", "⊘  illegal" };

  switch (column)
    {
    case COLUMN_STEP: return g_strdup_printf ("%u", event->step + 1);
    case COLUMN_VERDICT: return g_strdup (verdicts[event->verdict]);
    case COLUMN_WHAT:
      return event->round ? g_strdup_printf ("%s, round %u", fl_event_get_info (event->kind)->name, event->round)
                          : g_strdup (fl_event_get_info (event->kind)->name);
    case COLUMN_SUBJECT: return g_strdup (event->subject.name ? event->subject.name : "");
    case COLUMN_OBJECT: return g_strdup (event->object.name ? event->object.name : "");
    case COLUMN_AMOUNT: return dup_amount (event);
    case COLUMN_REASON: return g_strdup (event->reason ? event->reason : "");
    case COLUMN_FACTS: return g_strdup (event->facts ? event->facts : "");
    case N_COLUMNS: break;
    }
  return g_strdup ("");
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  Column column = GPOINTER_TO_INT (data);

  gtk_list_item_set_child (item, flui_cell_new (columns[column].is_number, 0, columns[column].expands));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };
  const FlEvent *event = flui_event_row_get_event (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  Column column = GPOINTER_TO_INT (data);
  g_autofree char *text = dup_cell (event, column);

  flui_cell_set_text (FLUI_CELL (cell), text);
  if (column == COLUMN_VERDICT)
    {
      for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
        if (i != event->verdict)
          gtk_widget_remove_css_class (cell, classes[i]);
      gtk_widget_add_css_class (cell, "verdict-text");
      gtk_widget_add_css_class (cell, classes[event->verdict]);
    }
}

static FlItem
get_item_of (const FlRef *ref)
{
  static const FlItemKind kinds[] = { FL_ITEM_NONE, FL_ITEM_NODE, FL_ITEM_BUFFER, FL_ITEM_OP, FL_ITEM_KERNEL };

  return (FlItem) { kinds[ref->kind], ref->kind == FL_REF_NONE ? NULL : ref->name };
}

/* Lights both that the decision is about. */
static void
on_selected (GtkSingleSelection *selection, GParamSpec *spec, FluiDecisions *self)
{
  FluiEventRow *row = gtk_single_selection_get_selected_item (selection);
  const FlEvent *event;

  if (!row || self->is_setting)
    return;
  event = flui_event_row_get_event (row);
  flui_session_set_step (self->session, event->step + 1);
  if (event->subject.kind != FL_REF_NONE)
    flui_session_select_pair (self->session, get_item_of (&event->subject), get_item_of (&event->object));
}

static void
show_count (FluiDecisions *self)
{
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->list)), n_all = flui_event_list_get_n_all (self->list);
  g_autofree char *text = n_shown == n_all ? g_strdup_printf ("%u decision%s", n_all, n_all == 1 ? "" : "s")
                                           : g_strdup_printf ("%u of %u decisions", n_shown, n_all);

  gtk_label_set_text (GTK_LABEL (self->count), text);
}

/* The row of the shown step, scrolled into view as soon as the table has so many rows. */
static void
mark_step (FluiDecisions *self)
{
  guint32 step = flui_session_get_step (self->session);
  guint position = step > 0 ? flui_event_list_find_step (self->list, step - 1) : G_MAXUINT;

  self->is_marked = position == G_MAXUINT || position < g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (!self->is_marked)
    return;
  self->is_setting = TRUE;
  gtk_single_selection_set_selected (self->selection, position == G_MAXUINT ? GTK_INVALID_LIST_POSITION : position);
  self->is_setting = FALSE;
  if (position != G_MAXUINT)
    flui_table_scroll_to (self->view, position);
}

static void
list_again (FluiDecisions *self)
{
  self->listed_run = flui_session_get_run (self->session);
  self->listed_stage = flui_session_get_stage (self->session);
  flui_event_list_set (self->list, self->listed_run, self->listed_stage,
                       gtk_editable_get_text (GTK_EDITABLE (self->search)));
  mark_step (self);
}

/* Other decisions: those that matched before no longer stand for the step. */
static void
on_list_changed (GListModel *list, guint position, guint removed, guint added, FluiDecisions *self)
{
  show_count (self);
  self->is_setting = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_setting = FALSE;
  mark_step (self);
}

/* Rows come and go by themselves: what the selection does about them is not a choice of the user's. */
static void
on_rows_change (GListModel *rows, guint position, guint removed, guint added, FluiDecisions *self)
{
  self->is_setting = TRUE;
}

static void
on_rows_changed (GListModel *rows, guint position, guint removed, guint added, FluiDecisions *self)
{
  self->is_setting = FALSE;
  if (!self->is_marked)
    mark_step (self);
}

static void
on_filter_changed (GtkSearchEntry *entry, FluiDecisions *self)
{
  list_again (self);
}

/* Another step of the same stage: only the mark moves. A list that nobody sees is made when it is
 * seen. */
static void
update (FluiDecisions *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->listed_run != flui_session_get_run (self->session)
      || self->listed_stage != flui_session_get_stage (self->session))
    list_again (self);
  else
    mark_step (self);
}

/* A new run may lie where an old one lay. */
static void
on_run_changed (FluiSession *session, FluiDecisions *self)
{
  self->listed_run = NULL;
  self->listed_stage = FL_N_STAGES;
}

/* Two stops for Tab, the filter and the table: its rows are walked by arrow keys. */
static gboolean
flui_decisions_focus (GtkWidget *widget, GtkDirectionType direction)
{
  FluiDecisions *self = FLUI_DECISIONS (widget);

  if (gtk_widget_get_focus_child (self->view) && direction == GTK_DIR_TAB_FORWARD)
    return FALSE;
  if (gtk_widget_get_focus_child (self->view) && direction == GTK_DIR_TAB_BACKWARD)
    return gtk_widget_grab_focus (self->search);
  return GTK_WIDGET_CLASS (flui_decisions_parent_class)->focus (widget, direction);
}

static void
flui_decisions_dispose (GObject *object)
{
  FluiDecisions *self = FLUI_DECISIONS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (flui_decisions_parent_class)->dispose (object);
}

static void
flui_decisions_class_init (FluiDecisionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_decisions_dispose;
  GTK_WIDGET_CLASS (klass)->focus = flui_decisions_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_columns (FluiDecisions *self)
{
  for (int i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column;

      g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GINT_TO_POINTER (i));
      column = gtk_column_view_column_new (columns[i].title, factory);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
      g_object_unref (column);
    }
}

static void
flui_decisions_init (FluiDecisions *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *scroller = flui_scroller_new ();
  GListModel *rows;

  self->list = flui_event_list_new ();
  rows = G_LIST_MODEL (flui_paced_list_new (g_object_ref (G_LIST_MODEL (self->list))));
  g_signal_connect_object (rows, "items-changed", G_CALLBACK (on_rows_change), self, 0);
  self->selection = gtk_single_selection_new (rows);
  g_signal_connect_object (rows, "items-changed", G_CALLBACK (on_rows_changed), self, G_CONNECT_AFTER);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", "Filter: words, verdict:illegal, reason:numel, node:op3", NULL);
  gtk_widget_set_hexpand (self->search, TRUE);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (bar, "drawer-bar");
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), self->count);
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (self->view), FALSE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Decisions", -1);
  add_columns (self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), scroller);
  /* After the list that the view sees. */
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_list_changed), self, G_CONNECT_AFTER);
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (on_filter_changed), self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

GtkWidget *
flui_decisions_new (FluiSession *session)
{
  FluiDecisions *self = g_object_new (FLUI_TYPE_DECISIONS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  on_run_changed (session, self);
  return GTK_WIDGET (self);
}
