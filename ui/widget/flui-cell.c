#include "flui-cell.h"

#define MAX_WIDTHS 2000 /* texts of different form whose widths are kept */

struct _FluiCell
{
  GtkWidget parent;
  char *text;
  PangoLayout *layout; /* NULL until drawn */
  int min_chars;
  gboolean is_number, expands;
};

G_DEFINE_FINAL_TYPE (FluiCell, flui_cell, GTK_TYPE_WIDGET)

/* --- sizes, shared by all cells of a font ----------------------------------------------------- */

static struct
{
  PangoFontDescription *font;
  double resolution;
  int height, char_width;
  GHashTable *widths; /* text with every figure as 0 -> pixels */
} known;

/* What is known holds for one font at a time: tables have one. */
static void
know_font (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double resolution = pango_cairo_context_get_resolution (context);
  PangoFontMetrics *metrics;

  if (known.font && pango_font_description_equal (known.font, font) && known.resolution == resolution)
    return;
  g_clear_pointer (&known.font, pango_font_description_free);
  g_clear_pointer (&known.widths, g_hash_table_unref);
  metrics = pango_context_get_metrics (context, font, pango_context_get_language (context));
  known.font = pango_font_description_copy (font);
  known.resolution = resolution;
  known.height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics) + pango_font_metrics_get_descent (metrics));
  known.char_width = PANGO_PIXELS_CEIL (MAX (pango_font_metrics_get_approximate_char_width (metrics),
                                             pango_font_metrics_get_approximate_digit_width (metrics)));
  known.widths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  pango_font_metrics_unref (metrics);
}

static PangoLayout *
new_layout (FluiCell *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (self->is_number)
    {
      PangoAttrList *attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
      pango_layout_set_attributes (layout, attributes);
      pango_attr_list_unref (attributes);
    }
  return layout;
}

/* Figures are as wide as 0 at most, so that op12 and op34 have one entry. */
static int
get_text_width (FluiCell *self)
{
  g_autofree char *form = g_strconcat (self->is_number ? "#" : "", self->text, NULL);
  gpointer found;
  int width;

  for (char *c = form; *c; c++)
    if (g_ascii_isdigit (*c))
      *c = '0';
  if (!g_hash_table_lookup_extended (known.widths, form, NULL, &found))
    {
      g_autoptr (PangoLayout) layout = new_layout (self, form + self->is_number);

      pango_layout_get_pixel_size (layout, &width, NULL);
      if (g_hash_table_size (known.widths) >= MAX_WIDTHS)
        g_hash_table_remove_all (known.widths);
      found = GINT_TO_POINTER (width);
      g_hash_table_insert (known.widths, g_steal_pointer (&form), found);
    }
  return GPOINTER_TO_INT (found);
}

static void
flui_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                   int *minimum_baseline, int *natural_baseline)
{
  FluiCell *self = FLUI_CELL (widget);

  know_font (widget);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = known.height;
      return;
    }
  *natural = self->expands ? (int) g_utf8_strlen (self->text, -1) * known.char_width : get_text_width (self);
  *minimum = self->is_number ? *natural : MAX (self->min_chars, 2) * known.char_width;
  *natural = MAX (*natural, *minimum);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static PangoLayout *
get_layout (FluiCell *self)
{
  if (!self->layout)
    {
      self->layout = new_layout (self, self->text);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
    }
  pango_layout_set_width (self->layout, gtk_widget_get_width (GTK_WIDGET (self)) * PANGO_SCALE);
  return self->layout;
}

static void
flui_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiCell *self = FLUI_CELL (widget);
  PangoLayout *layout;
  int width, height;

  if (!*self->text)
    return;
  layout = get_layout (self);
  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget),
                              self->is_number ? MAX (gtk_widget_get_width (widget) - width, 0) : 0,
                              (gtk_widget_get_height (widget) - height) / 2, layout);
}

static gboolean
flui_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiCell *self = FLUI_CELL (widget);

  if (self->is_number || !*self->text || !pango_layout_is_ellipsized (get_layout (self)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, self->text);
  return TRUE;
}

static void
flui_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (flui_cell_parent_class)->css_changed (widget, change);
  g_clear_object (&FLUI_CELL (widget)->layout);
}

static void
flui_cell_finalize (GObject *object)
{
  FluiCell *self = FLUI_CELL (object);

  g_clear_object (&self->layout);
  g_free (self->text);
  G_OBJECT_CLASS (flui_cell_parent_class)->finalize (object);
}

static void
flui_cell_class_init (FluiCellClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = flui_cell_finalize;
  widget->measure = flui_cell_measure;
  widget->snapshot = flui_cell_snapshot;
  widget->query_tooltip = flui_cell_query_tooltip;
  widget->css_changed = flui_cell_css_changed;
  gtk_widget_class_set_css_name (widget, "label");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
flui_cell_init (FluiCell *self)
{
  self->text = g_strdup ("");
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
flui_cell_new (gboolean is_number, int min_chars, gboolean expands)
{
  FluiCell *self = g_object_new (FLUI_TYPE_CELL, NULL);

  self->is_number = is_number;
  self->min_chars = min_chars;
  self->expands = expands;
  return GTK_WIDGET (self);
}

void
flui_cell_set_text (FluiCell *self, const char *text)
{
  if (!g_strcmp0 (self->text, text))
    return;
  g_free (self->text);
  self->text = g_strdup (text ? text : "");
  g_clear_object (&self->layout);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

const char *
flui_cell_get_text (FluiCell *self)
{
  return self->text;
}
