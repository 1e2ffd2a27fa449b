#include "flui-roofline.h"

#include <adwaita.h>

#include "fl-roofline.h"

#define REACH 14.0

struct _FluiRooflinePage
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *area;
  GtkWidget *sentence;
  FlRun *run; /* whose execution the roofline shows */
  FlRoofline *roofline;
  guint marked, hovered;
};

G_DEFINE_FINAL_TYPE (FluiRooflinePage, flui_roofline_page, GTK_TYPE_WIDGET)

static FlRooflinePaint
get_paint (FluiRooflinePage *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  return (FlRooflinePaint) { .width = gtk_widget_get_width (self->area),
                             .height = gtk_widget_get_height (self->area),
                             .dark = adw_style_manager_get_dark (style),
                             .high_contrast = adw_style_manager_get_high_contrast (style),
                             .marked = self->marked,
                             .hovered = self->hovered };
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FluiRooflinePage *self = data;
  FlRooflinePaint paint = get_paint (self);

  if (self->roofline)
    fl_roofline_paint (self->roofline, &paint, cr);
}

/* --- what is marked --------------------------------------------------------------------------- */

static void
update_sentence (FluiRooflinePage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->roofline && self->marked < self->roofline->n_points)
    {
      g_autofree char *about = fl_roofline_dup_text (&self->roofline->points[self->marked]);

      g_string_append (text, about);
    }
  else if (self->roofline)
    {
      g_string_append (
          text,
          "Each kernel below its roof: filled is fused, hollow is unfused; a dotted line is what it could still gain.");
      if (self->roofline->n_left_out > 0)
        g_string_append_printf (text, " %u that compute nothing are not drawn.", self->roofline->n_left_out);
    }
  else
    g_string_append (text, "No kernel of this run was timed beside a STREAM loop: there is nothing to place.");
  gtk_label_set_text (GTK_LABEL (self->sentence), text->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL, "Roofline of the kernels",
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  gtk_widget_queue_draw (self->area);
}

/* Of two variants with a kernel of that name, the fused one. */
static void
on_selection_changed (FluiRooflinePage *self)
{
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (self->session, &n_items);

  self->marked = G_MAXUINT;
  for (guint p = 0; self->roofline && p < self->roofline->n_points; p++)
    for (guint i = 0; i < n_items; i++)
      if (items[i].kind == FL_ITEM_KERNEL && items[i].name == self->roofline->points[p].time->kernel
          && (self->marked == G_MAXUINT || self->roofline->points[p].is_last))
        self->marked = p;
  update_sentence (self);
}

static void
update (FluiRooflinePage *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  g_clear_pointer (&self->roofline, fl_roofline_free);
  g_clear_pointer (&self->run, fl_run_unref);
  self->hovered = G_MAXUINT;
  if (run && run->execution)
    {
      self->run = fl_run_ref (run);
      self->roofline = fl_roofline_new (run->execution);
    }
  on_selection_changed (self);
}

static void
choose (FluiRooflinePage *self, guint point)
{
  if (point >= self->roofline->n_points)
    return;
  flui_session_select (self->session, (FlItem) { FL_ITEM_KERNEL, self->roofline->points[point].time->kernel });
  self->marked = point;
  update_sentence (self);
}

/* --- input ------------------------------------------------------------------------------------ */

static guint
find (FluiRooflinePage *self, double x, double y)
{
  FlRooflinePaint paint = get_paint (self);

  return self->roofline ? fl_roofline_find (self->roofline, &paint, x, y, REACH) : G_MAXUINT;
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, FluiRooflinePage *self)
{
  guint found = find (self, x, y);

  gtk_widget_grab_focus (self->area);
  if (found != G_MAXUINT)
    choose (self, found);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, FluiRooflinePage *self)
{
  guint found = find (self, x, y);

  if (found == self->hovered)
    return;
  self->hovered = found;
  gtk_widget_queue_draw (self->area);
}

static gboolean
on_query_tooltip (GtkWidget *area, int x, int y, gboolean keyboard, GtkTooltip *tooltip, FluiRooflinePage *self)
{
  guint found = keyboard ? self->marked : find (self, x, y);
  g_autofree char *text
      = found != G_MAXUINT && self->roofline ? fl_roofline_dup_text (&self->roofline->points[found]) : NULL;

  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Arrows walk through the kernels in their order. */
static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, FluiRooflinePage *self)
{
  gboolean is_forward = key == GDK_KEY_Right || key == GDK_KEY_Down, is_back = key == GDK_KEY_Left || key == GDK_KEY_Up;
  guint n = self->roofline ? self->roofline->n_points : 0;

  if (n == 0 || (!is_forward && !is_back))
    return FALSE;
  if (self->marked >= n)
    choose (self, is_forward ? 0 : n - 1);
  else
    choose (self, (self->marked + (is_forward ? 1 : n - 1)) % n);
  return TRUE;
}

/* --- life ------------------------------------------------------------------------------------- */

static void
flui_roofline_page_dispose (GObject *object)
{
  FluiRooflinePage *self = FLUI_ROOFLINE_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->roofline, fl_roofline_free);
  g_clear_pointer (&self->run, fl_run_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_roofline_page_parent_class)->dispose (object);
}

static void
flui_roofline_page_class_init (FluiRooflinePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_roofline_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_input (FluiRooflinePage *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (self->area, "query-tooltip", G_CALLBACK (on_query_tooltip), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (self->area, motion);
  gtk_widget_add_controller (self->area, keys);
}

static void
flui_roofline_page_init (FluiRooflinePage *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->marked = self->hovered = G_MAXUINT;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->area = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_widget_set_vexpand (self->area, TRUE);
  gtk_widget_set_focusable (self->area, TRUE);
  gtk_widget_set_has_tooltip (self->area, TRUE);
  gtk_widget_add_css_class (self->box, "roofline");
  self->sentence = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->sentence), 0);
  gtk_label_set_selectable (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_set_can_focus (self->sentence, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_box_append (GTK_BOX (self->box), self->area);
  gtk_box_append (GTK_BOX (self->box), self->sentence);
  add_input (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self->area, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self->area,
                           G_CONNECT_SWAPPED);
}

guint
flui_roofline_page_count (FluiRooflinePage *self)
{
  return self->roofline ? self->roofline->n_points : 0;
}

const char *
flui_roofline_page_get_text (FluiRooflinePage *self)
{
  return gtk_label_get_text (GTK_LABEL (self->sentence));
}

GtkWidget *
flui_roofline_page_new (FluiSession *session)
{
  FluiRooflinePage *self = g_object_new (FLUI_TYPE_ROOFLINE_PAGE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
