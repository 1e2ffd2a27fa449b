#include <adwaita.h>
#include <string.h>

#include "fl-text.h"

#include "flui-memory-desk-private.h"

#define MAP_SHARE 0.58 /* of the width, until the user moves the edge */

G_DEFINE_FINAL_TYPE (FluiMemoryDesk, flui_memory_desk, GTK_TYPE_WIDGET)

/* --- what is shown ----------------------------------------------------------------------------- */

static void
drop_other (FluiMemoryDesk *self)
{
  flui_memory_map_set_other (FLUI_MEMORY_MAP (self->map), NULL, NULL, NULL, 0);
  self->changes = NULL;
  self->n_changes = 0;
  g_clear_pointer (&self->compared, fl_arena_close);
  g_clear_pointer (&self->other, flui_plan_unref);
  g_clear_pointer (&self->other_name, g_free);
}

void
flui_memory_desk_set_plan (FluiMemoryDesk *self, FluiPlan *plan)
{
  FluiPlan *old = self->plan;

  g_return_if_fail (FLUI_IS_MEMORY_DESK (self));
  drop_other (self);
  self->plan = plan ? flui_plan_ref (plan) : NULL;
  flui_memory_map_set_picture (FLUI_MEMORY_MAP (self->map), plan ? plan->picture : NULL, TRUE);
  self->step = plan ? plan->map->peak_step : 0;
  flui_memory_lists_set_plan (self);
  flui_plan_unref (old);
}

FluiPlan *
flui_memory_desk_get_plan (FluiMemoryDesk *self)
{
  return self->plan;
}

void
flui_memory_desk_set_other (FluiMemoryDesk *self, FluiPlan *other, const char *name)
{
  g_return_if_fail (FLUI_IS_MEMORY_DESK (self));
  drop_other (self);
  if (self->plan && other)
    {
      self->other = flui_plan_ref (other);
      self->compared = fl_arena_open ();
      self->changes = fl_memory_map_compare (self->compared, other->map, self->plan->map, &self->n_changes);
      self->other_name = g_strdup (name);
      flui_memory_map_set_other (FLUI_MEMORY_MAP (self->map), other->picture, name, self->changes, self->n_changes);
    }
  flui_memory_lists_set_other (self);
}

FluiPlan *
flui_memory_desk_get_other (FluiMemoryDesk *self)
{
  return self->other;
}

static gint32
find_box (FluiMemoryDesk *self, const char *name)
{
  guint found = self->plan && name ? fl_memory_map_find (self->plan->map, name) : G_MAXUINT;

  return found == G_MAXUINT || self->plan->map->boxes[found].offset < 0 ? -1 : (gint32) found;
}

void
flui_memory_desk_select (FluiMemoryDesk *self, const char *name, const char *partner)
{
  gint32 box = find_box (self, name);

  flui_memory_map_select (FLUI_MEMORY_MAP (self->map), box, box >= 0 ? find_box (self, partner) : -1);
  flui_memory_lists_set_selection (self);
}

void
flui_memory_desk_set_lit (FluiMemoryDesk *self, const guint8 *lit)
{
  flui_memory_map_set_lit (FLUI_MEMORY_MAP (self->map), lit);
}

const char *
flui_memory_desk_get_why (FluiMemoryDesk *self)
{
  return self->why_text ? self->why_text : "";
}

GtkWidget *
flui_memory_desk_get_switcher (FluiMemoryDesk *self)
{
  return self->switcher;
}

FluiMemoryMap *
flui_memory_desk_get_map (FluiMemoryDesk *self)
{
  return FLUI_MEMORY_MAP (self->map);
}

char *
flui_memory_desk_dup_summary (FluiMemoryDesk *self)
{
  if (!self->plan)
    return NULL;
  return fl_memory_picture_dup_summary (self->plan->picture, self->other ? self->other->picture : NULL,
                                        self->other_name);
}

gboolean
flui_memory_desk_export (FluiMemoryDesk *self, const char *path, GError **error)
{
  FlMemoryPaint paint = { .other = self->other ? self->other->picture : NULL,
                          .other_name = self->other_name,
                          .changes = self->changes,
                          .n_changes = self->n_changes,
                          .selected = flui_memory_map_get_selected (FLUI_MEMORY_MAP (self->map)),
                          .partner = flui_memory_map_get_partner (FLUI_MEMORY_MAP (self->map)),
                          .hovered = -1,
                          .step = -1 };

  g_return_val_if_fail (self->plan, FALSE);
  return fl_memory_picture_write (self->plan->picture, &paint, path, error);
}

/* --- what is done to it ------------------------------------------------------------------------ */

static void
on_box_activated (FluiMemoryMap *map, guint box, FluiMemoryDesk *self)
{
  if (self->plan->picture->boxes[box].node)
    g_signal_emit (self, flui_memory_desk_signals[FLUI_MEMORY_DESK_OPERATOR_WANTED], 0,
                   self->plan->picture->boxes[box].node);
}

static void
on_step_chosen (FluiMemoryMap *map, guint step, FluiMemoryDesk *self)
{
  self->step = step;
  flui_memory_lists_set_step (self);
  flui_memory_desk_show (self, "alive");
}

static void
place_edge (FluiMemoryDesk *self)
{
  int width = gtk_widget_get_width (self->paned);

  if (width < 100 || (self->placed > 0 && ABS (gtk_paned_get_position (GTK_PANED (self->paned)) - self->placed) > 2))
    return;
  gtk_paned_set_position (GTK_PANED (self->paned), (int) (width * MAP_SHARE));
  self->placed = gtk_paned_get_position (GTK_PANED (self->paned));
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_memory_desk_dispose (GObject *object)
{
  FluiMemoryDesk *self = FLUI_MEMORY_DESK (object);

  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->switcher);
  g_clear_pointer (&self->compared, fl_arena_close);
  g_clear_pointer (&self->alive, fl_arena_close);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->plan, flui_plan_unref);
  g_clear_pointer (&self->other, flui_plan_unref);
  g_clear_pointer (&self->other_name, g_free);
  g_clear_pointer (&self->why_text, g_free);
  G_OBJECT_CLASS (flui_memory_desk_parent_class)->dispose (object);
}

static void
flui_memory_desk_class_init (FluiMemoryDeskClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_memory_desk_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  flui_memory_desk_signals[FLUI_MEMORY_DESK_BUFFER_CHOSEN]
      = g_signal_new ("buffer-chosen", FLUI_TYPE_MEMORY_DESK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                      G_TYPE_STRING, G_TYPE_BOOLEAN);
  flui_memory_desk_signals[FLUI_MEMORY_DESK_OPERATOR_WANTED]
      = g_signal_new ("operator-wanted", FLUI_TYPE_MEMORY_DESK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                      G_TYPE_STRING);
}

static void
flui_memory_desk_init (FluiMemoryDesk *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->map = flui_memory_map_new ();
  self->stack = gtk_stack_new ();
  self->switcher = g_object_ref_sink (gtk_stack_switcher_new ());
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switcher), GTK_STACK (self->stack));
  gtk_widget_add_css_class (self->switcher, "memory-tabs");
  flui_memory_lists_add (self);
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), self->map);
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->stack);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (place_edge), self);
  gtk_widget_set_size_request (self->stack, 320, -1);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  g_signal_connect (self->map, "box-selected", G_CALLBACK (flui_memory_desk_on_box_selected), self);
  g_signal_connect (self->map, "box-activated", G_CALLBACK (on_box_activated), self);
  g_signal_connect (self->map, "step-chosen", G_CALLBACK (on_step_chosen), self);
}

GtkWidget *
flui_memory_desk_new (void)
{
  return g_object_new (FLUI_TYPE_MEMORY_DESK, NULL);
}
