/* The chosen buffer of the memory desk: why it lies where it lies, its rows in the lists, and who
 * is told. */
#include "flui-memory-desk-private.h"

guint flui_memory_desk_signals[FLUI_MEMORY_DESK_N_SIGNALS];

static char *
dup_why (FluiMemoryDesk *self)
{
  gint32 box = flui_memory_map_get_selected (FLUI_MEMORY_MAP (self->map)),
         partner = flui_memory_map_get_partner (FLUI_MEMORY_MAP (self->map));
  const FlMemoryMap *map = self->plan ? self->plan->map : NULL;

  if (!map)
    return NULL;
  if (box >= 0 && partner >= 0)
    {
      g_autofree char *there = fl_memory_map_dup_why_not (map, (guint) box, (guint) partner);
      g_autofree char *back = fl_memory_map_dup_why_not (map, (guint) partner, (guint) box);

      return g_strdup_printf ("%s in the memory of %s?\n%s%s%s in the memory of %s?\n%s", map->boxes[box].name,
                              map->boxes[partner].name, there, strcmp (there, back) ? "\n" : "",
                              strcmp (there, back) ? map->boxes[partner].name : "The same for it", map->boxes[box].name,
                              strcmp (there, back) ? back : "");
    }
  if (box >= 0)
    {
      g_autofree char *why = fl_memory_map_dup_why (map, (guint) box);

      return g_strdup_printf ("%s\nSelect a second buffer (Ctrl+click, or Shift and an arrow key) "
                              "to ask why it does, or does "
                              "not, lie where that one lies.",
                              why);
    }
  return NULL;
}

static char *
dup_why_high (FluiMemoryDesk *self)
{
  g_autofree char *high = fl_memory_map_dup_why_high (self->plan->map);

  return g_strdup_printf ("Why the arena is this high, from the top down:\n%s\nSelect a buffer to "
                          "ask why it lies where it does.",
                          high);
}

static void
mark_rows (FluiMemoryDesk *self, gint32 box)
{
  guint found = G_MAXUINT;

  for (guint i = 0; box >= 0 && i < self->n_shares; i++)
    if (self->shares[i].box == (guint) box)
      found = i;
  flui_table_mark (FLUI_TABLE (self->alive_table), found);
  flui_share_bar_mark (FLUI_SHARE_BAR (self->bar), found);
  flui_table_mark (FLUI_TABLE (self->buffer_table), box >= 0 ? (guint) box : G_MAXUINT);
}

void
flui_memory_lists_set_selection (FluiMemoryDesk *self)
{
  g_autofree char *why = dup_why (self);

  if (!why && self->plan)
    why = dup_why_high (self);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->why)), why ? why : "", -1);
  g_free (self->why_text);
  self->why_text = g_steal_pointer (&why);
  mark_rows (self, flui_memory_map_get_selected (FLUI_MEMORY_MAP (self->map)));
}

void
flui_memory_desk_show (FluiMemoryDesk *self, const char *page)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
}

const char *
flui_memory_desk_get_page (FluiMemoryDesk *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

void
flui_memory_desk_on_box_selected (FluiMemoryMap *map, int box, gboolean as_second, FluiMemoryDesk *self)
{
  flui_memory_lists_set_selection (self);
  if (as_second)
    flui_memory_desk_show (self, "why");
  g_signal_emit (self, flui_memory_desk_signals[FLUI_MEMORY_DESK_BUFFER_CHOSEN], 0,
                 box >= 0 ? self->plan->map->boxes[box].name : NULL, as_second);
}

void
flui_memory_desk_choose (FluiMemoryDesk *self, guint box)
{
  flui_memory_map_select (FLUI_MEMORY_MAP (self->map), (gint32) box, -1);
  flui_memory_desk_on_box_selected (FLUI_MEMORY_MAP (self->map), (int) box, FALSE, self);
}
