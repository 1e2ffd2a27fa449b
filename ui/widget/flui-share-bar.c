#include "flui-share-bar.h"

#include <adwaita.h>
#include <math.h>

#define HEIGHT 28
#define LEAST_LABEL 34.0

struct _FluiShareBar
{
  GtkWidget parent;
  GArray *shares; /* FluiShare */
};

static guint share_chosen;

G_DEFINE_FINAL_TYPE (FluiShareBar, flui_share_bar, GTK_TYPE_WIDGET)

void
flui_share_clear (gpointer data)
{
  FluiShare *share = data;

  g_free (share->label);
  g_free (share->tooltip);
}

static double
get_sum (FluiShareBar *self)
{
  double sum = 0;

  for (guint i = 0; i < self->shares->len; i++)
    sum += g_array_index (self->shares, FluiShare, i).amount;
  return MAX (sum, 1);
}

static guint
find_share (FluiShareBar *self, double px)
{
  double per_pixel = get_sum (self) / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), end = 0;

  for (guint i = 0; i < self->shares->len; i++)
    {
      end += g_array_index (self->shares, FluiShare, i).amount;
      if (px * per_pixel < end)
        return i;
    }
  return G_MAXUINT;
}

/* --- drawing ----------------------------------------------------------------------------------- */

static void
draw_label (FluiShareBar *self, cairo_t *cr, const FluiShare *share, double x, double width, double height,
            guint32 color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), share->label);
  int text_height;

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) ((width - 8) * PANGO_SCALE));
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  fl_color_set (cr, color, 1);
  cairo_move_to (cr, x + 5, (height - text_height) / 2);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_stripes (cairo_t *cr, double x, double width, double height, guint32 color)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, 0, width, height);
  cairo_clip (cr);
  for (double at = floor ((x - height) / 7) * 7; at < x + width; at += 7)
    {
      cairo_move_to (cr, at, height);
      cairo_rel_line_to (cr, height, -height);
    }
  fl_color_set (cr, color, 0.35);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_share (FluiShareBar *self, cairo_t *cr, const FluiShare *share, double x, double width, double height)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style), high = adw_style_manager_get_high_contrast (style);
  const FlThemeInfo *theme = fl_theme_get_info (dark);
  FlColorPair colors = fl_look_get_colors (share->look, dark);
  double line = share->is_marked ? 3 : 1;

  cairo_rectangle (cr, x + line / 2, line / 2, MAX (width - line, 0.5), height - line);
  if (!high && !share->is_empty)
    {
      fl_color_set (cr, colors.fill, 1);
      cairo_fill_preserve (cr);
    }
  fl_color_set (cr,
                share->is_marked  ? theme->selection
                : high            ? theme->text
                : share->is_empty ? theme->secondary
                                  : colors.stroke,
                1);
  cairo_set_line_width (cr, line);
  if (width > 3 || share->is_marked)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
  if (share->is_empty)
    draw_stripes (cr, x, width, height, theme->secondary);
  if (share->label && width >= LEAST_LABEL)
    draw_label (self, cr, share, x, width, height, theme->text);
}

static void
flui_share_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiShareBar *self = FLUI_SHARE_BAR (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double per_amount = width / get_sum (self), x = 0;
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  for (guint i = 0; i < self->shares->len; i++)
    {
      const FluiShare *share = &g_array_index (self->shares, FluiShare, i);

      draw_share (self, cr, share, x, share->amount * per_amount, height);
      x += share->amount * per_amount;
    }
  cairo_destroy (cr);
}

static void
flui_share_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : HEIGHT;
}

/* --- input ------------------------------------------------------------------------------------- */

static void
on_pressed (GtkGestureClick *click, int n_press, double px, double py, FluiShareBar *self)
{
  guint found = find_share (self, px);

  if (found != G_MAXUINT)
    g_signal_emit (self, share_chosen, 0, found);
}

static gboolean
flui_share_bar_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiShareBar *self = FLUI_SHARE_BAR (widget);
  guint found = keyboard ? G_MAXUINT : find_share (self, px);

  if (found == G_MAXUINT)
    return FALSE;
  gtk_tooltip_set_text (tooltip, g_array_index (self->shares, FluiShare, found).tooltip);
  return TRUE;
}

void
flui_share_bar_mark (FluiShareBar *self, guint position)
{
  for (guint i = 0; i < self->shares->len; i++)
    g_array_index (self->shares, FluiShare, i).is_marked = i == position;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_share_bar_take (FluiShareBar *self, GArray *shares)
{
  g_array_unref (self->shares);
  self->shares = shares;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_share_bar_finalize (GObject *object)
{
  g_array_unref (FLUI_SHARE_BAR (object)->shares);
  G_OBJECT_CLASS (flui_share_bar_parent_class)->finalize (object);
}

static void
flui_share_bar_class_init (FluiShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = flui_share_bar_finalize;
  widget_class->snapshot = flui_share_bar_snapshot;
  widget_class->measure = flui_share_bar_measure;
  widget_class->query_tooltip = flui_share_bar_query_tooltip;
  share_chosen = g_signal_new ("share-chosen", FLUI_TYPE_SHARE_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "sharebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
flui_share_bar_init (FluiShareBar *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->shares = g_array_new (FALSE, FALSE, sizeof (FluiShare));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
flui_share_bar_new (const char *name)
{
  FluiShareBar *self = g_object_new (FLUI_TYPE_SHARE_BAR, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}
