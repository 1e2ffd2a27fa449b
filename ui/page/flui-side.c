#include "flui-side.h"

#include <adwaita.h>
#include <math.h>

#include "fl-roofline.h"
#include "flui-scroller.h"
#include "flui-table.h"

#define CHART_WIDTH 430

struct _FluiSide
{
  GtkWidget parent;
  FluiSession *session;
  FlTimes *times; /* shown; NULL: none */
  FluiColumn columns[FL_TIMES_N_COLUMNS];
  GtkWidget *paned, *lack, *chart, *conditions, *save;
  GtkWidget *stack; /* "none", "table" or "rooflines" */
  GtkWidget *switcher, *table, *roofs;
  guint marked;
};

G_DEFINE_FINAL_TYPE (FluiSide, flui_side, GTK_TYPE_WIDGET)

static char *
dup_cell (guint row, guint column, double *value, gpointer data)
{
  FluiSide *self = data;
  char *text;

  if (!self->times || row >= self->times->rows->len)
    return g_strdup ("");
  text = fl_times_dup_cell (&g_array_index (self->times->rows, FlTimesRow, row), self->times, column, value);
  if (!self->columns[column].is_number)
    *value = NAN; /* sorted by its text */
  return text;
}

/* --- chart ------------------------------------------------------------------------------------ */

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
draw_chart (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FluiSide *self = data;
  const FlTimesPaint paint = { .width = width,
                               .height = height,
                               .dark = is_dark (),
                               .high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ()),
                               .marked = self->marked };

  if (self->times)
    fl_times_paint_chart (self->times, &paint, cr);
}

static void
choose (FluiSide *self, guint row)
{
  self->marked = row;
  flui_table_mark (FLUI_TABLE (self->table), row);
  gtk_widget_queue_draw (self->chart);
}

static void
on_chart_pressed (GtkGestureClick *click, int n_press, double x, double y, FluiSide *self)
{
  if (self->times)
    choose (self, fl_times_find_row (self->times, y));
}

static void
on_row_chosen (FluiTable *table, guint row, FluiSide *self)
{
  self->marked = row;
  gtk_widget_queue_draw (self->chart);
}

/* --- rooflines -------------------------------------------------------------------------------- */

static void
draw_roof (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const FlRooflinePaint paint
      = { .width = width, .height = height, .dark = is_dark (), .marked = G_MAXUINT, .hovered = G_MAXUINT };

  fl_roofline_paint (data, &paint, cr);
}

static void
add_roof (FluiSide *self, const FlTimesPart *part)
{
  FlRoofline *roofline = part->execution ? fl_roofline_new (part->execution) : NULL;
  g_autofree char *device = fl_times_dup_device (part);
  g_autofree char *title = g_strdup_printf ("%s, %s", device, part->by);
  GtkWidget *box, *label, *area;

  if (!roofline)
    return;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  label = gtk_label_new (title);
  area = gtk_drawing_area_new ();
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_roof, roofline, (GDestroyNotify) fl_roofline_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_vexpand (area, TRUE);
  gtk_widget_set_size_request (area, 360, 150);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (self->roofs), box);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void
show_lack (FluiSide *self)
{
  const char *lack = flui_session_get_gpu_lack (self->session);
  g_autofree char *text = lack ? g_strdup_printf ("On the CPU alone, as there is no GPU here: %s", lack) : NULL;

  gtk_label_set_text (GTK_LABEL (self->lack), text ? text : "");
  gtk_widget_set_visible (self->lack, text != NULL);
}

static void
update (FluiSide *self)
{
  const FlTimes *times = flui_session_get_times (self->session);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *child;

  show_lack (self);
  if (times == self->times)
    return;
  while ((child = gtk_widget_get_first_child (self->roofs)))
    gtk_box_remove (GTK_BOX (self->roofs), child);
  g_clear_pointer (&self->times, fl_times_unref);
  self->times = times ? fl_times_ref (times) : NULL;
  self->marked = G_MAXUINT;
  for (guint i = 0; times && i < times->parts->len; i++)
    add_roof (self, times->parts->pdata[i]);
  if (times)
    fl_times_append_conditions (text, times);
  gtk_label_set_text (GTK_LABEL (self->conditions), text->str);
  gtk_widget_set_visible (self->switcher, times != NULL);
  gtk_widget_set_sensitive (self->save, times != NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), times ? "table" : "none");
  gtk_widget_set_size_request (self->chart, -1, times ? (int) fl_times_get_chart_height (times) : 0);
  flui_table_set_n_rows (FLUI_TABLE (self->table), times ? times->rows->len : 0);
  gtk_widget_queue_draw (self->chart);
}

void
flui_side_show (FluiSide *self, const char *name)
{
  if (self->times)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}

static void
on_map (GtkWidget *widget, gpointer data)
{
  flui_session_find_gpu (FLUI_SIDE (widget)->session);
}

/* --- life ------------------------------------------------------------------------------------- */

static void
flui_side_dispose (GObject *object)
{
  FluiSide *self = FLUI_SIDE (object);

  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_pointer (&self->times, fl_times_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_side_parent_class)->dispose (object);
}

static void
flui_side_class_init (FluiSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_button (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static GtkWidget *
make_label (const char *class_name)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_widget_add_css_class (label, class_name);
  return label;
}

static GtkWidget *
make_left (FluiSide *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scroller = flui_scroller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_box_append (GTK_BOX (row), make_button ("Run on CPU and GPU", "win.measure-times",
                                              "The graph unfused and by the chosen strategy, on the CPU and on a GPU"));
  gtk_box_append (GTK_BOX (row), make_button ("All Strategies", "win.measure-all-times",
                                              "The graph by every strategy, on the CPU and on a GPU"));
  self->save = make_button ("Save…", "win.save-times", "These times as a file, which opens on any machine");
  gtk_box_append (GTK_BOX (row), self->save);
  self->lack = make_label ("dim-label");
  self->conditions = make_label ("timings-summary");
  self->chart = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->chart), draw_chart, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Times of each device; the table beside has the numbers", -1);
  g_signal_connect (click, "pressed", G_CALLBACK (on_chart_pressed), self);
  gtk_widget_add_controller (self->chart, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_css_class (box, "drawer-bar");
  gtk_box_append (GTK_BOX (box), row);
  gtk_box_append (GTK_BOX (box), self->lack);
  gtk_box_append (GTK_BOX (box), self->chart);
  gtk_box_append (GTK_BOX (box), self->conditions);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scroller, 340, -1);
  return scroller;
}

static GtkWidget *
make_right (FluiSide *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *none = make_label ("dim-label"), *scroller = flui_scroller_new ();
  GtkStack *stack;

  self->stack = gtk_stack_new ();
  stack = GTK_STACK (self->stack);
  self->table = flui_table_new ("Times of several devices", self->columns, FL_TIMES_N_COLUMNS, dup_cell, self);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row_chosen), self);
  self->roofs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_set_homogeneous (GTK_BOX (self->roofs), TRUE);
  gtk_widget_add_css_class (self->roofs, "roofline");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->roofs);
  gtk_label_set_text (GTK_LABEL (none), "Run the graph on CPU and GPU, or open a file that `fuseloom-cli run "
                                        "--target cpu,cuda --json -o FILE` wrote on another machine (Ctrl+O).");
  gtk_label_set_xalign (GTK_LABEL (none), 0.5);
  gtk_label_set_justify (GTK_LABEL (none), GTK_JUSTIFY_CENTER);
  gtk_stack_add_named (stack, none, "none");
  gtk_stack_add_titled (stack, self->table, "table", "Table");
  gtk_stack_add_titled (stack, scroller, "rooflines", "Rooflines");
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->switcher = gtk_stack_switcher_new ();
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switcher), stack);
  gtk_widget_set_halign (self->switcher, GTK_ALIGN_END);
  gtk_widget_set_visible (self->switcher, FALSE);
  gtk_box_append (GTK_BOX (box), self->switcher);
  gtk_box_append (GTK_BOX (box), self->stack);
  gtk_widget_set_size_request (box, 360, -1);
  return box;
}

static void
flui_side_init (FluiSide *self)
{
  GtkPaned *paned;

  for (guint c = 0; c < FL_TIMES_N_COLUMNS; c++)
    {
      const FlTimesColumnInfo *info = fl_times_column_get_info (c);

      self->columns[c] = (FluiColumn) { info->title, info->sentence, info->is_number, c == FL_TIMES_DEVICE };
    }
  self->marked = G_MAXUINT;
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  paned = GTK_PANED (self->paned);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  gtk_paned_set_start_child (paned, make_left (self));
  gtk_paned_set_end_child (paned, make_right (self));
  gtk_paned_set_resize_start_child (paned, FALSE);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  gtk_paned_set_position (paned, CHART_WIDTH);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
}

GtkWidget *
flui_side_new (FluiSession *session)
{
  FluiSide *self = g_object_new (FLUI_TYPE_SIDE, NULL);
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "times-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self->chart, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
