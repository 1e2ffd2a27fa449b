#include "flui-table.h"

#include <math.h>

#include "flui-cell.h"
#include "flui-paced-list.h"
#include "flui-scroller.h"

/* --- rows -------------------------------------------------------------------------------------- */

#define FLUI_TYPE_TABLE_ROW (flui_table_row_get_type ())
G_DECLARE_FINAL_TYPE (FluiTableRow, flui_table_row, FLUI, TABLE_ROW, GObject)

struct _FluiTableRow
{
  GObject parent;
  guint position;
};

G_DEFINE_FINAL_TYPE (FluiTableRow, flui_table_row, G_TYPE_OBJECT)

static void
flui_table_row_class_init (FluiTableRowClass *klass)
{
}

static void
flui_table_row_init (FluiTableRow *self)
{
}

/* --- as many numbered rows as there are, made on demand
 * ----------------------------------------------------------- */

#define FLUI_TYPE_ROWS (flui_rows_get_type ())
G_DECLARE_FINAL_TYPE (FluiRows, flui_rows, FLUI, ROWS, GObject)

struct _FluiRows
{
  GObject parent;
  guint n;
};

static GType
get_item_type (GListModel *model)
{
  return FLUI_TYPE_TABLE_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return FLUI_ROWS (model)->n;
}

static gpointer
get_item (GListModel *model, guint position)
{
  FluiTableRow *row;

  if (position >= FLUI_ROWS (model)->n)
    return NULL;
  row = g_object_new (FLUI_TYPE_TABLE_ROW, NULL);
  row->position = position;
  return row;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FluiRows, flui_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
flui_rows_class_init (FluiRowsClass *klass)
{
}

static void
flui_rows_init (FluiRows *self)
{
}

/* --- table ------------------------------------------------------------------------------------- */

struct _FluiTable
{
  GtkWidget parent;
  GtkWidget *scroller;
  GtkWidget *view;
  FluiRows *rows;
  GListModel *sorted; /* of the paced list, which the selection holds */
  guint wanted;       /* position to be marked as soon as it is there; GTK_INVALID_LIST_POSITION */
  GtkSingleSelection *selection;
  FluiCellFunc cell;
  gpointer data;
  GHashTable *bound; /* GtkListItem -> ColumnData: the cells that are in sight */
  gboolean is_setting;
};

static guint row_chosen;

G_DEFINE_FINAL_TYPE (FluiTable, flui_table, GTK_TYPE_WIDGET)

typedef struct
{
  FluiTable *table;
  guint column;
  gboolean is_number, expands;
  int min_chars;
} ColumnData;

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  int min_chars = data->min_chars ? data->min_chars : 18; /* with fewer, a column would give way to nothing */

  gtk_list_item_set_child (item, flui_cell_new (data->is_number, data->expands || data->min_chars ? min_chars : 0,
                                                data->expands));
}

static void
fill_cell (GtkListItem *item, ColumnData *data)
{
  FluiTableRow *row = gtk_list_item_get_item (item);
  double value = NAN;
  g_autofree char *text = data->table->cell (row->position, data->column, &value, data->table->data);

  flui_cell_set_text (FLUI_CELL (gtk_list_item_get_child (item)), text);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  fill_cell (item, data);
  g_hash_table_insert (data->table->bound, item, data);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  if (data->table->bound)
    g_hash_table_remove (data->table->bound, item);
}

void
flui_table_refresh (FluiTable *self)
{
  GHashTableIter iter;
  gpointer item, data;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, &data))
    fill_cell (item, data);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ColumnData *data = user_data;
  double value_a = NAN, value_b = NAN;
  g_autofree char *text_a
      = data->table->cell (((const FluiTableRow *) a)->position, data->column, &value_a, data->table->data);
  g_autofree char *text_b
      = data->table->cell (((const FluiTableRow *) b)->position, data->column, &value_b, data->table->data);

  if (isnan (value_a) || isnan (value_b))
    return g_strcmp0 (text_a, text_b);
  return (value_a > value_b) - (value_a < value_b);
}

static void
on_selected (GtkSingleSelection *selection, GParamSpec *spec, FluiTable *self)
{
  FluiTableRow *row = gtk_single_selection_get_selected_item (selection);

  if (row && !self->is_setting)
    g_signal_emit (self, row_chosen, 0, row->position);
}

void
flui_table_set_n_rows (FluiTable *self, guint n_rows)
{
  guint n_before = self->rows->n;

  self->is_setting = TRUE;
  self->wanted = GTK_INVALID_LIST_POSITION;
  self->rows->n = n_rows;
  g_list_model_items_changed (G_LIST_MODEL (self->rows), 0, n_before, n_rows);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_setting = FALSE;
}

void
flui_table_set_column_visible (FluiTable *self, guint column, gboolean visible)
{
  g_autoptr (GtkColumnViewColumn) found
      = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view)), column);

  if (found)
    gtk_column_view_column_set_visible (found, visible);
}

static void
mark_wanted (FluiTable *self)
{
  guint position = self->wanted;

  if (position != GTK_INVALID_LIST_POSITION && position >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  self->wanted = GTK_INVALID_LIST_POSITION;
  self->is_setting = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->is_setting = FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    flui_table_scroll_to (self->view, position);
}

static void
on_items_changed (GListModel *model, guint position, guint removed, guint added, FluiTable *self)
{
  if (self->wanted != GTK_INVALID_LIST_POSITION)
    mark_wanted (self);
}

void
flui_table_mark (FluiTable *self, guint row)
{
  self->wanted = GTK_INVALID_LIST_POSITION;
  for (guint i = 0;
       row != G_MAXUINT && i < g_list_model_get_n_items (self->sorted) && self->wanted == GTK_INVALID_LIST_POSITION;
       i++)
    {
      g_autoptr (FluiTableRow) item = g_list_model_get_item (self->sorted, i);

      if (item->position == row)
        self->wanted = i;
    }
  mark_wanted (self);
}

void
flui_table_scroll_to (GtkWidget *column_view, guint position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (column_view); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

/* Rows are walked by arrow keys; Tab leaves the table, which a thousand rows would keep it from. */
static gboolean
flui_table_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (is_tab && gtk_widget_get_focus_child (widget))
    return FALSE;
  return GTK_WIDGET_CLASS (flui_table_parent_class)->focus (widget, direction);
}

static void
flui_table_dispose (GObject *object)
{
  FluiTable *self = FLUI_TABLE (object);

  g_clear_pointer (&self->bound, g_hash_table_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (flui_table_parent_class)->dispose (object);
}

static void
flui_table_class_init (FluiTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_table_dispose;
  GTK_WIDGET_CLASS (klass)->focus = flui_table_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  row_chosen = g_signal_new ("row-chosen", FLUI_TYPE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                             G_TYPE_UINT);
}

static void
flui_table_init (FluiTable *self)
{
  self->bound = g_hash_table_new (NULL, NULL);
  self->wanted = GTK_INVALID_LIST_POSITION;
}

static void
add_column (FluiTable *self, const FluiColumn *row, guint position)
{
  ColumnData *data = g_new0 (ColumnData, 1);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;

  *data = (ColumnData) { self, position, row->is_number, row->expands, row->min_chars };
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), data, (GClosureNotify) (void (*) (void)) g_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), data);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), data);
  column = gtk_column_view_column_new (row->title, factory);
  gtk_column_view_column_set_expand (column, row->expands);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_sorter (column, GTK_SORTER (gtk_custom_sorter_new (compare_rows, data, NULL)));
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  g_object_unref (column);
}

GtkWidget *
flui_table_new (const char *name, const FluiColumn *columns, guint n_columns, FluiCellFunc cell, gpointer data)
{
  FluiTable *self = g_object_new (FLUI_TYPE_TABLE, NULL);
  GtkSortListModel *sorted;

  self->cell = cell;
  self->data = data;
  self->rows = g_object_new (FLUI_TYPE_ROWS, NULL);
  self->view = gtk_column_view_new (NULL);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  for (guint i = 0; i < n_columns; i++)
    add_column (self, &columns[i], i);
  sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)),
                                    g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view))));
  self->sorted = G_LIST_MODEL (sorted);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (flui_paced_list_new (self->sorted)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect (self->selection, "items-changed", G_CALLBACK (on_items_changed), self);
  g_object_unref (self->selection); /* the view holds it */
  self->scroller = flui_scroller_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
