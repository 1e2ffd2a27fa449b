/* FluiTable: a table over numbered rows. The owner gives the text of a cell and, for sorting, its
 * value; rows are made on demand, so the owner keeps nothing per row. Emits "row-chosen" (guint
 * position). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *title;
  const char *tooltip; /* meaning of the column; may be NULL */
  gboolean is_number;  /* right-aligned, tabular figures */
  gboolean expands;
  int min_chars; /* room that it keeps, however short its cells are now; 0: 18 where it expands */
} FluiColumn;

/* New text for a cell; value: what the row is sorted by (NAN: by text). */
typedef char *(*FluiCellFunc) (guint row, guint column, double *value, gpointer data);

#define FLUI_TYPE_TABLE (flui_table_get_type ())
G_DECLARE_FINAL_TYPE (FluiTable, flui_table, FLUI, TABLE, GtkWidget)

GtkWidget *flui_table_new (const char *name, const FluiColumn *columns, guint n_columns, FluiCellFunc cell,
                           gpointer data);
void flui_table_set_column_visible (FluiTable *self, guint column, gboolean visible);
/* All rows are new. */
void flui_table_set_n_rows (FluiTable *self, guint n_rows);
/* The rows are the same, what they say may not be. */
void flui_table_refresh (FluiTable *self);
/* Marks a row without emitting "row-chosen"; G_MAXUINT: none. */
void flui_table_mark (FluiTable *self, guint row);

/* For any GtkColumnView: GTK has no call for it before 4.12. */
void flui_table_scroll_to (GtkWidget *column_view, guint position);

G_END_DECLS
