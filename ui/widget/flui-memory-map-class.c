/* The class of the memory map: what it draws, its signals, and its life. It stands above the files
 * that change a map: these take the instance for granted. */
#include "flui-memory-map-private.h"

G_DEFINE_FINAL_TYPE (FluiMemoryMap, flui_memory_map, GTK_TYPE_WIDGET)

static void
flui_memory_map_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiMemoryMap *self = FLUI_MEMORY_MAP (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const FlThemeInfo *theme = fl_theme_get_info (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  guint32 color = theme->selection;
  cairo_t *cr;

  if (width < 1 || height < 1 || !self->picture || self->view.width < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  flui_memory_map_paint (self, cr);
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_rectangle (cr, 1, 1, width - 2, height - 2);
      fl_color_set (cr, color, 0.8);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
flui_memory_map_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiMemoryMap *self = FLUI_MEMORY_MAP (widget);
  FlMemoryView view = self->view;

  if (!self->picture || (view.width == width && view.height == height))
    return;
  if (self->is_fitted || view.step_span <= 0)
    view = flui_memory_map_get_whole (self);
  flui_memory_map_set_view (self, &view);
}

static void
flui_memory_map_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 90;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 520 : 160;
}

static void
flui_memory_map_finalize (GObject *object)
{
  FluiMemoryMap *self = FLUI_MEMORY_MAP (object);

  g_clear_pointer (&self->base, cairo_surface_destroy);
  g_free (self->lit);
  g_free (self->other_name);
  G_OBJECT_CLASS (flui_memory_map_parent_class)->finalize (object);
}

static void
flui_memory_map_class_init (FluiMemoryMapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  guint *signals = flui_memory_map_signals;

  G_OBJECT_CLASS (klass)->finalize = flui_memory_map_finalize;
  widget_class->snapshot = flui_memory_map_snapshot;
  widget_class->size_allocate = flui_memory_map_size_allocate;
  widget_class->measure = flui_memory_map_measure;
  widget_class->query_tooltip = flui_memory_map_query_tooltip;
  signals[FLUI_MEMORY_MAP_BOX_SELECTED] = g_signal_new ("box-selected", FLUI_TYPE_MEMORY_MAP, G_SIGNAL_RUN_LAST, 0,
                                                        NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);
  signals[FLUI_MEMORY_MAP_BOX_ACTIVATED] = g_signal_new ("box-activated", FLUI_TYPE_MEMORY_MAP, G_SIGNAL_RUN_LAST, 0,
                                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FLUI_MEMORY_MAP_STEP_CHOSEN] = g_signal_new ("step-chosen", FLUI_TYPE_MEMORY_MAP, G_SIGNAL_RUN_LAST, 0, NULL,
                                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "memorymap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
flui_memory_map_init (FluiMemoryMap *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->selected = self->partner = self->hovered = self->step = -1;
  self->is_fitted = TRUE;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Memory map; the lists beside it say the same", -1);
  flui_memory_map_add_controllers (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (flui_memory_map_drop_base), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (flui_memory_map_drop_base), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (flui_memory_map_drop_base), NULL);
}

GtkWidget *
flui_memory_map_new (void)
{
  return g_object_new (FLUI_TYPE_MEMORY_MAP, NULL);
}
