/* One column of the Compare page: whose kernels, how many, and the picture. */
#include "flui-compare-private.h"

static FluiComparePane *
find_pane (FluiCompare *self, GtkWidget *canvas, guint *column)
{
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    if (self->panes[i].canvas == canvas)
      {
        *column = i;
        return &self->panes[i];
      }
  return NULL;
}

void
flui_compare_pane_sync (FluiCompare *self, guint column)
{
  double x, y, zoom;

  if (self->is_syncing || !self->is_linked)
    return;
  self->is_syncing = TRUE;
  flui_canvas_get_place (FLUI_CANVAS (self->panes[column].canvas), &x, &y, &zoom);
  for (guint i = 0; i < flui_comparing_get_n_columns (self->comparing); i++)
    if (i != column)
      flui_canvas_set_place (FLUI_CANVAS (self->panes[i].canvas), x, y, zoom);
  self->is_syncing = FALSE;
}

static void
on_place_changed (FluiCanvas *canvas, FluiCompare *self)
{
  guint column = 0;

  if (find_pane (self, GTK_WIDGET (canvas), &column) && column < flui_comparing_get_n_columns (self->comparing))
    flui_compare_pane_sync (self, column);
}

static void
on_item_selected (FluiCanvas *canvas, int kind, const char *name, gboolean as_second, FluiCompare *self)
{
  flui_compare_select (self, (FlItem) { (FlItemKind) kind, name });
}

static void
on_block_toggled (FluiCanvas *canvas, const char *path, gboolean open, FluiCompare *self)
{
  flui_comparing_set_block (self->comparing, path, open);
}

static void
on_choice (GtkDropDown *choice, GParamSpec *spec, FluiCompare *self)
{
  guint column = 0, selected = gtk_drop_down_get_selected (choice);

  if (self->is_setting || selected >= flui_comparing_get_n_choices (self->comparing))
    return;
  while (self->panes[column].choice != GTK_WIDGET (choice))
    column++;
  flui_comparing_set_column (self->comparing, column, flui_comparing_get_choice (self->comparing, selected));
}

static GtkWidget *
make_header (FluiCompare *self, FluiComparePane *pane, guint column)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  char letter[2] = { (char) ('A' + column), '\0' };
  g_autofree char *label = g_strdup_printf ("What column %s shows", letter);

  pane->letter = gtk_label_new (letter);
  gtk_widget_add_css_class (pane->letter, "column-letter");
  gtk_widget_set_valign (pane->letter, GTK_ALIGN_CENTER);
  pane->choice = gtk_drop_down_new_from_strings ((const char *const[]) { NULL });
  gtk_widget_set_hexpand (pane->choice, TRUE);
  gtk_widget_set_tooltip_text (pane->choice, "Whose kernels this column shows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (pane->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (pane->choice, "notify::selected", G_CALLBACK (on_choice), self);
  pane->counters = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (pane->counters), 0);
  gtk_label_set_ellipsize (GTK_LABEL (pane->counters), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (pane->counters, "column-counters");
  gtk_box_append (GTK_BOX (row), pane->letter);
  gtk_box_append (GTK_BOX (row), pane->choice);
  gtk_box_append (GTK_BOX (header), row);
  gtk_box_append (GTK_BOX (header), pane->counters);
  gtk_widget_add_css_class (header, "column-header");
  return header;
}

void
flui_compare_pane_make (FluiCompare *self, guint column)
{
  FluiComparePane *pane = &self->panes[column];
  g_autofree char *label = g_strdup_printf ("Kernels of column %c", (char) ('A' + column));

  pane->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  pane->canvas = flui_canvas_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (pane->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_size_request (pane->canvas, 180, 120);
  g_signal_connect (pane->canvas, "place-changed", G_CALLBACK (on_place_changed), self);
  g_signal_connect (pane->canvas, "item-selected", G_CALLBACK (on_item_selected), self);
  g_signal_connect (pane->canvas, "block-toggled", G_CALLBACK (on_block_toggled), self);
  gtk_box_append (GTK_BOX (pane->box), make_header (self, pane, column));
  gtk_box_append (GTK_BOX (pane->box), pane->canvas);
  gtk_widget_add_css_class (pane->box, "compare-column");
  gtk_widget_set_hexpand (pane->box, TRUE);
  gtk_box_append (GTK_BOX (self->panes_row), pane->box);
}

/* --- what the header says
 * ------------------------------------------------------------------------------ */

void
flui_compare_pane_fill_choices (FluiCompare *self)
{
  guint n = flui_comparing_get_n_choices (self->comparing);

  self->is_setting = TRUE;
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      const FluiCompared *shown = flui_comparing_get_column (self->comparing, i);
      GtkStringList *titles = gtk_string_list_new (NULL);
      guint selected = flui_comparing_find_choice (self->comparing, shown);

      for (guint k = 0; k < n; k++)
        {
          g_autofree char *title = flui_comparing_dup_choice_title (self->comparing, k);
          gtk_string_list_append (titles, title);
        }
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->panes[i].choice), G_LIST_MODEL (titles));
      g_object_unref (titles);
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->panes[i].choice),
                                  selected < n ? selected : GTK_INVALID_LIST_POSITION);
      gtk_widget_set_visible (self->panes[i].box, i < flui_comparing_get_n_columns (self->comparing));
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->n_columns),
                              flui_comparing_get_n_columns (self->comparing) - FLUI_COMPARING_MIN_COLUMNS);
  self->is_setting = FALSE;
}

void
flui_compare_pane_update (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);

  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      g_autofree char *counters
          = comparison && i < comparison->n_columns ? fl_comparison_dup_counters (comparison, i) : NULL;
      g_autofree char *tooltip = NULL;

      gtk_label_set_text (GTK_LABEL (self->panes[i].counters), counters ? counters : "");
      if (counters && i > 0)
        tooltip
            = g_strdup_printf ("%s\nBeside column A: kernels there and here; fusions that this column has and A has "
                               "not; fusions of "
                               "A that it lost; operators that both were found to share by where they come from",
                               counters);
      gtk_widget_set_tooltip_text (self->panes[i].counters, tooltip ? tooltip : counters);
    }
}

void
flui_compare_pane_take_pictures (FluiCompare *self)
{
  FlComparePicture *picture = flui_comparing_get_picture (self->comparing);
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  const FlScene *before = flui_canvas_get_scene (FLUI_CANVAS (self->panes[0].canvas));
  /* Other blocks, or the same operators under another strategy: what the eye rests on stays. */
  gboolean keeps = comparison == self->shown || (before && picture && before->n_nodes == picture->placement->n_nodes);

  self->shown = comparison;
  self->is_syncing = TRUE;
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      FluiCanvas *canvas = FLUI_CANVAS (self->panes[i].canvas);
      FlScene *scene = picture && i < picture->n_columns ? fl_compare_picture_take_scene (picture, i) : NULL;

      if (picture && i < picture->n_columns && !scene)
        continue; /* taken before */
      flui_canvas_set_scene (canvas, scene, scene ? fl_placement_ref (picture->placement) : NULL, keeps);
      flui_canvas_set_minimap (canvas, picture && i + 1 == picture->n_columns);
    }
  self->is_syncing = FALSE;
  for (guint i = 0; picture && !keeps && i < picture->n_columns; i++)
    flui_canvas_show_top (FLUI_CANVAS (self->panes[i].canvas));
  if (picture)
    flui_compare_pane_sync (self, 0);
}
