/* What a view of a memory picture shows: heaps of what is too small to be seen, round numbers for
 * the axes, and the levels that are drawn across. */
#include <math.h>

#include "fl-memory-picture-private.h"
#include "fl-text.h"

enum
{
  CELL_WIDTH = 40, /* boxes smaller than a cell that begin in one cell are counted together */
  CELL_HEIGHT = 14,
  BYTE_TICK = 40, /* pixels between lines, at least */
  STEP_TICK = 64
};

/* --- heaps ----------------------------------------------------------------------------------- */

static void
add_to_heap (FlMemoryHeap *heap, FlBox box)
{
  double right = MAX (heap->box.x + heap->box.width, box.x + box.width),
         bottom = MAX (heap->box.y + heap->box.height, box.y + box.height);

  heap->box.x = MIN (heap->box.x, box.x);
  heap->box.y = MIN (heap->box.y, box.y);
  heap->box.width = right - heap->box.x;
  heap->box.height = bottom - heap->box.y;
  heap->n++;
}

static gboolean
is_seen (const FlMemoryView *view, FlBox box)
{
  const FlBox *plot = &view->plot;

  return box.x <= plot->x + plot->width && box.x + box.width >= plot->x && box.y <= plot->y + plot->height
         && box.y + box.height >= plot->y;
}

GArray *
fl_memory_view_gather (const FlMemoryView *view, const FlMemoryPicture *picture, guint8 *is_drawn)
{
  g_autoptr (GHashTable) cells = g_hash_table_new (NULL, NULL);
  GArray *heaps = g_array_new (FALSE, FALSE, sizeof (FlMemoryHeap));

  for (guint i = 0; i < picture->map->n_boxes; i++)
    {
      FlBox box = fl_memory_view_get_box (view, picture, i);
      FlMemoryHeap heap = { box, 1 };
      guint column, row, position;

      is_drawn[i] = 0;
      if (picture->map->boxes[i].offset < 0 || !is_seen (view, box))
        continue;
      is_drawn[i] = box.width >= fl_memory_small && box.height >= fl_memory_small;
      if (is_drawn[i])
        continue;
      column = (guint) (MAX (box.x - view->plot.x, 0) / CELL_WIDTH) + 1;
      row = (guint) (MAX (box.y - view->plot.y, 0) / CELL_HEIGHT);
      position = GPOINTER_TO_UINT (g_hash_table_lookup (cells, GUINT_TO_POINTER (column << 12 | (row & 4095))));
      if (position > 0)
        add_to_heap (&g_array_index (heaps, FlMemoryHeap, position - 1), box);
      else
        {
          g_array_append_val (heaps, heap);
          g_hash_table_insert (cells, GUINT_TO_POINTER (column << 12 | (row & 4095)), GUINT_TO_POINTER (heaps->len));
        }
    }
  return heaps;
}

/* --- axes ------------------------------------------------------------------------------------ */

double
fl_memory_view_get_byte_tick (const FlMemoryView *view)
{
  double least = BYTE_TICK * view->bytes_span / view->plot.height, tick = 1;

  while (tick < least)
    tick *= 2;
  return tick;
}

double
fl_memory_view_get_step_tick (const FlMemoryView *view)
{
  double least = STEP_TICK * view->step_span / view->plot.width, tick = 1;

  for (guint i = 0; tick < least; i++)
    tick *= i % 3 == 1 ? 2.5 : 2;
  return tick;
}

/* --- levels ---------------------------------------------------------------------------------- */

static void
add_level (FlMemoryLevel *levels, guint *n, FlMemoryLevel level, const char *name)
{
  g_autofree char *size = fl_text_dup_bytes ((guint64) level.bytes);

  for (guint i = 0; i < *n; i++)
    if (levels[i].bytes == level.bytes)
      {
        char *both = g_strdup_printf ("%s = %s", levels[i].text, name);

        g_free (levels[i].text);
        levels[i].text = both;
        return;
      }
  level.text = g_strdup_printf ("%s %s", name, size);
  levels[(*n)++] = level;
}

guint
fl_memory_picture_list_levels (const FlMemoryPicture *picture, gboolean dark, FlMemoryLevel levels[4])
{
  const FlMemoryMap *map = picture->map;
  const FlThemeInfo *theme = fl_theme_get_info (dark);
  guint n = 0;

  if (map->height > 0)
    add_level (levels, &n, (FlMemoryLevel) { map->height, NULL, theme->text, FL_STROKE_SOLID, 1.5 }, "arena");
  if (map->bound > 0)
    add_level (levels, &n,
               (FlMemoryLevel) { map->bound, NULL, fl_edge_look_get_color (FL_EDGE_ALIAS, dark), FL_STROKE_DASHED,
                                 1.5 },
               "lower bound");
  if (picture->capacity > 0)
    add_level (levels, &n,
               (FlMemoryLevel) { picture->capacity, NULL, fl_edge_look_get_color (FL_EDGE_REFUSED, dark),
                                 FL_STROKE_LONG_DASH, 2 },
               "capacity");
  if (map->measured_peak_bytes > 0)
    add_level (levels, &n,
               (FlMemoryLevel) { map->measured_peak_bytes, NULL, fl_edge_look_get_color (FL_EDGE_MUTATION, dark),
                                 FL_STROKE_DASH_DOT, 1.5 },
               "measured");
  return n;
}
