/* The Compare page: the bar above, the panes with their ribbons, the list and bars beside. */
#include <adwaita.h>

#include "fl-quote.h"

#include "flui-compare-private.h"
#include "flui-ribbons.h"

enum
{
  PULSE_MS = 120,
  WIDE = 1900 /* from this width on there is room for four columns */
};

G_DEFINE_FINAL_TYPE (FluiCompare, flui_compare, GTK_TYPE_WIDGET)

FluiComparing *
flui_compare_get_comparing (FluiCompare *self)
{
  return self->comparing;
}

FluiCanvas *
flui_compare_get_canvas (FluiCompare *self, guint column)
{
  g_return_val_if_fail (column < FLUI_COMPARING_MAX_COLUMNS, NULL);
  return FLUI_CANVAS (self->panes[column].canvas);
}

/* --- following the model
 * --------------------------------------------------------------------------------- */

static void
on_columns_changed (FluiCompare *self)
{
  FluiCanvas *canvases[FLUI_COMPARING_MAX_COLUMNS];

  flui_compare_pane_fill_choices (self);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    canvases[i] = FLUI_CANVAS (self->panes[i].canvas);
  flui_ribbons_set_canvases (FLUI_RIBBONS (self->ribbons), canvases, flui_comparing_get_n_columns (self->comparing));
}

static void
set_enabled (FluiCompare *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)),
                               enabled);
}

static void
update_actions (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  gboolean has_any = comparison && comparison->n_differences > 0;
  const char *obstacle = flui_comparing_get_obstacle (self->comparing);

  set_enabled (self, "next", has_any);
  set_enabled (self, "previous", has_any);
  set_enabled (self, "measure", !obstacle && !flui_comparing_is_working (self->comparing));
  set_enabled (self, "cancel", flui_comparing_is_working (self->comparing));
  set_enabled (self, "copy", comparison != NULL);
  set_enabled (self, "export", comparison != NULL);
  gtk_widget_set_tooltip_text (self->measure_button,
                               obstacle
                                   ? obstacle
                                   : "Build, run, check and time the kernels of all columns in interleaved rounds (T)");
}

static gboolean
on_pulse (gpointer data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (FLUI_COMPARE (data)->progress));
  return G_SOURCE_CONTINUE;
}

static void
show_state (FluiCompare *self)
{
  FluiComparingState state = flui_comparing_get_state (self->comparing);
  const char *message = flui_comparing_get_message (self->comparing);
  gboolean has_picture = flui_comparing_get_comparison (self->comparing) != NULL;
  const char *child = state == FLUI_COMPARING_EMPTY                       ? "empty"
                      : state == FLUI_COMPARING_WORKING && !has_picture   ? "working"
                      : state == FLUI_COMPARING_FAILED                    ? "stopped"
                      : state == FLUI_COMPARING_CANCELLED && !has_picture ? "stopped"
                                                                          : "panes";

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), child);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->stopped),
                             state == FLUI_COMPARING_FAILED ? "These cannot be compared" : "Cancelled");
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->stopped),
                                 state == FLUI_COMPARING_FAILED ? "dialog-warning-symbolic" : "process-stop-symbolic");
  {
    g_autofree char *escaped = state == FLUI_COMPARING_FAILED && message ? fl_quote_dup_xml (message) : NULL;
    adw_status_page_set_description (ADW_STATUS_PAGE (self->stopped),
                                     escaped ? escaped
                                             : "The columns were not compared. Try again, or start with two columns.");
  }
}

static void
on_busy_changed (FluiCompare *self)
{
  gboolean working = flui_comparing_is_working (self->comparing);
  double fraction = flui_comparing_get_progress (self->comparing);
  const char *text = flui_comparing_get_progress_text (self->comparing);

  gtk_widget_set_visible (self->progress_row, working);
  gtk_label_set_text (GTK_LABEL (self->progress_label), text ? text : "");
  if (working && fraction >= 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (fraction, 0, 1));
  if (working && fraction < 0 && !self->pulse_source)
    self->pulse_source = g_timeout_add (PULSE_MS, on_pulse, self);
  if (!working || fraction >= 0)
    g_clear_handle_id (&self->pulse_source, g_source_remove);
  show_state (self);
  update_actions (self);
}

static void
show_difference (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  guint at = flui_comparing_get_difference (self->comparing);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (FlItem));

  flui_compare_light (self);
  if (!comparison || at >= comparison->n_differences)
    return;
  flui_compare_add_ops (comparison, comparison->differences[at].ops, comparison->differences[at].n_ops, items);
  for (guint i = 0; i < (self->is_linked ? 1 : comparison->n_columns); i++)
    flui_canvas_show_items (FLUI_CANVAS (self->panes[i].canvas), (const FlItem *) (gpointer) items->data, items->len);
}

/* What is selected on the other pages is selected here, too. */
static void
take_selection (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  FlItem item = flui_session_get_selection (self->session);

  if (!comparison || item.kind != FL_ITEM_NODE || !fl_graph_find_node (comparison->graph, item.name))
    return;
  self->selection = item;
  flui_compare_light (self);
}

static void
on_changed (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  FlComparePicture *picture = flui_comparing_get_picture (self->comparing);
  const char *note = picture ? picture->note : NULL, *changed = flui_comparing_get_changed (self->comparing);
  g_autofree char *summary = comparison && changed ? g_strdup_printf ("%s\n%s", comparison->summary, changed) : NULL;

  gtk_label_set_text (GTK_LABEL (self->summary), summary ? summary : comparison ? comparison->summary : "");
  gtk_widget_set_visible (self->summary, comparison != NULL);
  gtk_label_set_text (GTK_LABEL (self->note), note ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
  flui_compare_pane_update (self);
  flui_compare_pane_take_pictures (self);
  flui_compare_side_update (self);
  show_state (self);
  show_difference (self);
  take_selection (self);
  update_actions (self);
}

static void
on_difference_changed (FluiCompare *self)
{
  self->selection = (FlItem) { FL_ITEM_NONE, NULL };
  flui_compare_side_show_difference (self);
  show_difference (self);
}

static void
on_measured (FluiCompare *self)
{
  flui_compare_side_show_times (self);
}

/* --- commands
 * -------------------------------------------------------------------------------------------- */

static void
on_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_move_difference (FLUI_COMPARE (data)->comparing, 1);
}

static void
on_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_move_difference (FLUI_COMPARE (data)->comparing, -1);
}

static void
on_link (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiCompare *self = data;

  self->is_linked = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  flui_compare_pane_sync (self, 0);
}

static void
on_ribbons (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiCompare *self = data;

  self->shows_ribbons = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  flui_compare_light (self);
}

/* All but the first: there, the operators stay, so that ribbons run from them to their kernels. */
static void
on_kernels (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiCompare *self = data;

  g_simple_action_set_state (action, state);
  for (guint i = 1; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    flui_canvas_set_shows_kernels (FLUI_CANVAS (self->panes[i].canvas), g_variant_get_boolean (state));
}

static void
on_measure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_measure (FLUI_COMPARE (data)->comparing);
}

static void
on_cancel (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_cancel (FLUI_COMPARE (data)->comparing);
}

static void
on_retry (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_retry (FLUI_COMPARE (data)->comparing);
}

/* A way out where a column cannot be shown. */
static void
on_reset (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_comparing_reset_columns (FLUI_COMPARE (data)->comparing);
}

static void
on_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *text = flui_comparing_dup_text (FLUI_COMPARE (data)->comparing);

  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (data), text);
}

static void
on_export_response (GtkNativeDialog *dialog, int response, FluiCompare *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      if (path && !flui_comparing_write (self->comparing, path, &error))
        text = g_strdup (error->message);
      else if (path)
        text = g_strdup_printf ("Written: %s", path);
      if (text)
        {
          gtk_label_set_text (GTK_LABEL (self->note), text);
          gtk_widget_set_visible (self->note, TRUE);
        }
    }
  g_object_unref (dialog);
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiCompare *self = data;
  GtkRoot *root = gtk_widget_get_root (data);
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new ("Export: .svg, .pdf or .png for the picture, .txt or .json for the differences",
                                     GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", "_Cancel");

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "compare.svg");
  g_signal_connect (dialog, "response", G_CALLBACK (on_export_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static const GActionEntry entries[] = {
  { .name = "next", .activate = on_next },
  { .name = "previous", .activate = on_previous },
  { .name = "link", .state = "true", .change_state = on_link },
  { .name = "ribbons", .state = "true", .change_state = on_ribbons },
  { .name = "kernels", .state = "false", .change_state = on_kernels },
  { .name = "measure", .activate = on_measure },
  { .name = "cancel", .activate = on_cancel },
  { .name = "retry", .activate = on_retry },
  { .name = "reset", .activate = on_reset },
  { .name = "copy", .activate = on_copy },
  { .name = "export", .activate = on_export },
};

/* --- life -------------------------------------------------------------------------------------- */

static void
on_map (FluiCompare *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));

  if (!self->has_chosen_columns && width >= WIDE)
    flui_comparing_set_n_columns (self->comparing, FLUI_COMPARING_MAX_COLUMNS);
  gtk_widget_set_size_request (self->list, width >= WIDE ? FLUI_COMPARE_SIDE_WIDTH_WIDE : FLUI_COMPARE_SIDE_WIDTH, 230);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->detail_scroller), width >= WIDE ? 260 : 118);
  flui_comparing_set_active (self->comparing, TRUE);
}

static void
on_unmap (FluiCompare *self)
{
  flui_comparing_set_active (self->comparing, FALSE);
}

static void
flui_compare_dispose (GObject *object)
{
  FluiCompare *self = FLUI_COMPARE (object);

  g_clear_handle_id (&self->pulse_source, g_source_remove);
  if (self->comparing)
    {
      flui_comparing_cancel (self->comparing);
      g_signal_handlers_disconnect_by_data (self->comparing, self);
    }
  g_clear_object (&self->comparing);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_compare_parent_class)->dispose (object);
}

static void
flui_compare_class_init (FluiCompareClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_compare_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "compare");
}

static void
flui_compare_init (FluiCompare *self)
{
  self->is_linked = self->shows_ribbons = TRUE;
}

GtkWidget *
flui_compare_new (FluiSession *session)
{
  FluiCompare *self = g_object_new (FLUI_TYPE_COMPARE, NULL);

  self->session = g_object_ref (session);
  self->comparing = flui_comparing_new (session);
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (self->actions));
  flui_compare_build (self);
  g_signal_connect_swapped (self->comparing, "columns-changed", G_CALLBACK (on_columns_changed), self);
  g_signal_connect_swapped (self->comparing, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->comparing, "difference-changed", G_CALLBACK (on_difference_changed), self);
  g_signal_connect_swapped (self->comparing, "busy-changed", G_CALLBACK (on_busy_changed), self);
  g_signal_connect_swapped (self->comparing, "measured", G_CALLBACK (on_measured), self);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (on_unmap), NULL);
  on_columns_changed (self);
  on_busy_changed (self);
  return GTK_WIDGET (self);
}
