#include "flui-memory.h"

#include <adwaita.h>

#include "fl-text.h"

#include "flui-table.h"

#define MAP_WIDTH 520
#define LEFT 64.0
#define RIGHT 12.0
#define TOP 10.0
#define BOTTOM 22.0
#define ALIVE_RED 0.75
#define ALIVE_GREEN 0.2
#define ALIVE_BLUE 0.15

struct _FluiMemory
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *paned;
  GtkWidget *summary;
  GtkWidget *map;
  GtkWidget *table;
  const FlMemoryPlan *listed; /* compared only */
  gboolean is_stale;
};

G_DEFINE_FINAL_TYPE (FluiMemory, flui_memory, GTK_TYPE_WIDGET)

enum
{
  COLUMN_BUFFER,
  COLUMN_SIZE,
  COLUMN_OFFSET,
  COLUMN_LIFE,
  COLUMN_MEMORY,
  COLUMN_WHY,
  N_COLUMNS
};

static const FluiColumn columns[N_COLUMNS] = {
  { "Buffer", NULL, FALSE, FALSE },    { "Size", NULL, TRUE, FALSE },
  { "Offset", NULL, TRUE, FALSE },     { "Calls", NULL, TRUE, FALSE },
  { "Memory of", NULL, FALSE, FALSE }, { "Why", NULL, FALSE, TRUE },
};

static const FlMemoryPlan *
get_plan (FluiMemory *self)
{
  const FlRun *run = flui_session_get_shown (self->session);

  if (!run || !run->plan)
    run = flui_session_get_run (self->session);
  return run ? run->plan : NULL;
}

static char *
dup_cell (guint row, guint column, double *value, gpointer data)
{
  const FlMemoryPlan *plan = get_plan (data);
  const FlMemoryBuffer *buffer;

  if (!plan || row >= plan->n_buffers)
    return g_strdup ("");
  buffer = &plan->buffers[row];
  switch (column)
    {
    case COLUMN_BUFFER:
      return g_strdup (buffer->buffer->name);
    case COLUMN_SIZE:
      *value = buffer->size_bytes;
      return fl_text_dup_bytes (buffer->size_bytes);
    case COLUMN_OFFSET:
      *value = buffer->is_removed ? -1 : buffer->offset;
      return buffer->is_removed ? g_strdup ("–")
                                : g_strdup_printf ("%" G_GINT64_FORMAT, buffer->offset);
    case COLUMN_LIFE:
      *value = buffer->first;
      return g_strdup_printf ("%u – %u", buffer->first, buffer->last);
    case COLUMN_MEMORY:
      if (buffer->is_removed)
        return g_strdup ("none: inside a kernel");
      return g_strdup (buffer->owner && buffer->owner != buffer->buffer ? buffer->owner->name
                                                                        : "its own");
    case COLUMN_WHY:
      return g_strdup (buffer->why ? buffer->why : "");
    default:
      return g_strdup ("");
    }
}

/* --- map
 * --------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  double x_scale, y_scale, height;
} Scale;

static Scale
get_scale (const FlMemoryPlan *plan, int width, int height)
{
  return (Scale){ (width - LEFT - RIGHT) / MAX (plan->n_calls + 1.0, 1),
                  (height - TOP - BOTTOM) / MAX ((double) plan->arena_bytes, 1), height };
}

static FlBox
get_box (const FlMemoryBuffer *buffer, Scale scale)
{
  FlBox box;

  box.x = LEFT + buffer->first * scale.x_scale;
  box.width = MAX ((buffer->last - buffer->first + 1.0) * scale.x_scale - 1, 1);
  box.height = MAX (buffer->size_bytes * scale.y_scale - 1, 1);
  box.y = scale.height - BOTTOM - buffer->offset * scale.y_scale - box.height;
  return box;
}

static void
draw_axes (const FlMemoryPlan *plan, cairo_t *cr, Scale scale, int width, const GdkRGBA *ink)
{
  const int n_ticks = 4;

  cairo_set_line_width (cr, 1);
  for (int i = 0; i <= n_ticks; i++)
    {
      gint64 bytes = plan->arena_bytes * i / n_ticks;
      double y = scale.height - BOTTOM - bytes * scale.y_scale;
      g_autofree char *text = fl_text_dup_bytes (bytes);

      cairo_set_source_rgba (cr, ink->red, ink->green, ink->blue, 0.15);
      cairo_move_to (cr, LEFT, (int) y + 0.5);
      cairo_line_to (cr, width - RIGHT, (int) y + 0.5);
      cairo_stroke (cr);
      cairo_set_source_rgba (cr, ink->red, ink->green, ink->blue, 0.7);
      cairo_move_to (cr, 4, y + 4);
      cairo_show_text (cr, text);
    }
  cairo_move_to (cr, LEFT, scale.height - 6);
  cairo_show_text (cr, "calls in order →");
}

/* The sum of what is alive at each call: where it touches the peak is where memory decides. */
static void
draw_live (const FlMemoryPlan *plan, cairo_t *cr, Scale scale)
{
  cairo_new_path (cr); /* text leaves a point behind */
  cairo_set_source_rgba (cr, ALIVE_RED, ALIVE_GREEN, ALIVE_BLUE, 0.9);
  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; plan->live_bytes && i < plan->n_calls; i++)
    {
      double y = scale.height - BOTTOM - plan->live_bytes[i] * scale.y_scale;

      cairo_line_to (cr, LEFT + i * scale.x_scale, y);
      cairo_line_to (cr, LEFT + (i + 1) * scale.x_scale, y);
    }
  cairo_stroke (cr);
}

/* The buffer that is selected, or that is the same thing as what is. */
static gboolean
is_lit (FluiMemory *self, const FlBuffer *buffer)
{
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (self->session, &n_items);

  for (guint i = 0; i < n_items; i++)
    if (items[i].kind == FL_ITEM_BUFFER && items[i].name == buffer->name)
      return TRUE;
  return FALSE;
}

static void
draw_map (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FluiMemory *self = data;
  const FlMemoryPlan *plan = get_plan (self);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA ink;
  Scale scale;

  if (!plan || width < LEFT + RIGHT + 10 || height < TOP + BOTTOM + 10)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 11);
  scale = get_scale (plan, width, height);
  draw_axes (plan, cr, scale, width, &ink);
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *buffer = &plan->buffers[i];
      gboolean is_selected = is_lit (self, buffer->buffer);
      gboolean reuses = buffer->owner && buffer->owner != buffer->buffer;
      FlBox box = get_box (buffer, scale);

      if (buffer->is_removed)
        continue;
      cairo_rectangle (cr, box.x, box.y, box.width, box.height);
      if (dark)
        cairo_set_source_rgb (cr, 0.24, 0.18, 0.32);
      else
        cairo_set_source_rgb (cr, 0.9, 0.87, 0.95);
      cairo_fill_preserve (cr);
      cairo_set_source_rgba (cr, is_selected ? 0.04 : 0.44, is_selected ? 0.34 : 0.25,
                             is_selected ? 0.82 : 0.75, 1);
      cairo_set_line_width (cr, is_selected ? 3 : 1);
      cairo_set_dash (cr, (double[]){ 4, 2 }, reuses ? 2 : 0, 0);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
      if (box.width > 30 && box.height > 13)
        {
          cairo_save (cr);
          cairo_rectangle (cr, box.x, box.y, box.width, box.height);
          cairo_clip (cr);
          gdk_cairo_set_source_rgba (cr, &ink);
          cairo_move_to (cr, box.x + 4, box.y + MIN (box.height / 2 + 4, 14));
          cairo_show_text (cr, buffer->buffer->name);
          cairo_restore (cr);
        }
    }
  draw_live (plan, cr, scale);
}

static void
on_map_pressed (GtkGestureClick *click, int n_press, double x, double y, FluiMemory *self)
{
  const FlMemoryPlan *plan = get_plan (self);

  for (guint i = 0; plan && i < plan->n_buffers; i++)
    {
      FlBox box = get_box (&plan->buffers[i], get_scale (plan, gtk_widget_get_width (self->map),
                                                         gtk_widget_get_height (self->map)));

      if (!plan->buffers[i].is_removed && x >= box.x && x <= box.x + box.width && y >= box.y
          && y <= box.y + box.height)
        {
          flui_session_select (self->session,
                               (FlItem){ FL_ITEM_BUFFER, plan->buffers[i].buffer->name });
          return;
        }
    }
}

static void
mark_selection (FluiMemory *self)
{
  const FlMemoryPlan *plan = get_plan (self);
  FlItem selection = flui_session_get_selection (self->session);

  for (guint i = 0; plan && selection.kind != FL_ITEM_NONE && i < plan->n_buffers; i++)
    if (is_lit (self, plan->buffers[i].buffer))
      {
        flui_table_mark (FLUI_TABLE (self->table), i);
        return;
      }
  flui_table_mark (FLUI_TABLE (self->table), G_MAXUINT);
}

/* --- updates
 * ----------------------------------------------------------------------------------------------------
 */

/* A table that nobody sees is made when it is seen. */
static void
update (FluiMemory *self)
{
  const FlMemoryPlan *plan = get_plan (self);
  g_autofree char *text = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || (plan == self->listed && !self->is_stale))
    return;
  self->listed = plan;
  self->is_stale = FALSE;
  if (plan)
    {
      g_autofree char *peak = fl_text_dup_bytes (plan->peak_bytes);
      g_autofree char *bound = fl_text_dup_bytes (plan->lower_bound_bytes);
      g_autofree char *arena = fl_text_dup_bytes (plan->arena_bytes);

      text = g_strdup_printf ("Peak %s; no order of these calls needs less than %s; arena %s. Red: "
                              "bytes alive. Dashed: memory of an earlier buffer.",
                              peak, bound, arena);
    }
  gtk_label_set_text (GTK_LABEL (self->summary),
                      text ? text : "No plan: the run did not get that far.");
  flui_table_set_n_rows (FLUI_TABLE (self->table), plan ? plan->n_buffers : 0);
  gtk_widget_queue_draw (self->map);
  mark_selection (self);
}

/* A new run may lie where an old one lay. */
static void
on_run_changed (FluiSession *session, FluiMemory *self)
{
  self->is_stale = TRUE;
}

static void
on_selection_changed (FluiSession *session, FluiMemory *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_queue_draw (self->map);
  mark_selection (self);
}

static void
on_row_chosen (FluiTable *table, guint row, FluiMemory *self)
{
  const FlMemoryPlan *plan = get_plan (self);

  if (plan && row < plan->n_buffers)
    flui_session_select (self->session,
                         (FlItem){ FL_ITEM_BUFFER, plan->buffers[row].buffer->name });
}

static void
flui_memory_dispose (GObject *object)
{
  FluiMemory *self = FLUI_MEMORY (object);

  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_memory_parent_class)->dispose (object);
}

static void
flui_memory_class_init (FluiMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_memory_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_memory_init (FluiMemory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *click = gtk_gesture_click_new ();

  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_widget_add_css_class (self->summary, "drawer-bar");
  self->map = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->map), draw_map, self, NULL);
  gtk_widget_set_vexpand (self->map, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->map), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Memory map; the table beside it says the same", -1);
  g_signal_connect (click, "pressed", G_CALLBACK (on_map_pressed), self);
  gtk_widget_add_controller (self->map, GTK_EVENT_CONTROLLER (click));
  gtk_box_append (GTK_BOX (box), self->summary);
  gtk_box_append (GTK_BOX (box), self->map);
  self->table = flui_table_new ("Buffers of the memory plan", columns, N_COLUMNS, dup_cell, self);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row_chosen), self);
  gtk_paned_set_start_child (GTK_PANED (self->paned), box);
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->table);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_size_request (box, 320, -1);
  gtk_widget_set_size_request (self->table, 320, -1);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_position (GTK_PANED (self->paned), MAP_WIDTH);
}

GtkWidget *
flui_memory_new (FluiSession *session)
{
  FluiMemory *self = g_object_new (FLUI_TYPE_MEMORY, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self,
                           0);
  self->is_stale = TRUE;
  return GTK_WIDGET (self);
}
