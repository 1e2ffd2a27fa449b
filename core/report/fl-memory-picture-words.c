/* Memory pictures in words: a box for its tooltip, a plan or the difference of two in one sentence.
 */
#include "fl-memory-picture.h"
#include "fl-text.h"

char *
fl_memory_picture_dup_tooltip (const FlMemoryPicture *picture, guint box)
{
  const FlMapBox *facts = &picture->map->boxes[box];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *size = fl_text_dup_bytes ((guint64) MAX (facts->size_bytes, 0));
  g_autofree char *why = fl_memory_map_dup_why (picture->map, box);

  g_string_append_printf (text, "%s   %s%s\n", facts->name, size, facts->is_output ? "   result" : "");
  if (facts->shape)
    g_string_append_printf (text, "%s\n", facts->shape);
  if (facts->producer)
    g_string_append_printf (text, "written by %s%s%s\n", facts->producer, facts->last_reader ? ", last read by " : "",
                            facts->last_reader ? facts->last_reader : "");
  g_string_append (text, why);
  while (text->len > 0 && text->str[text->len - 1] == '\n')
    g_string_truncate (text, text->len - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "1.12 MiB, 46 % above the lower bound" */
static void
append_arena (GString *text, const FlMemoryMap *map)
{
  g_autofree char *height = fl_text_dup_bytes ((guint64) MAX (map->height, 0));
  g_autofree char *bound = fl_text_dup_bytes ((guint64) MAX (map->bound, 0));
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, height);
  if (map->height <= map->bound)
    g_string_append (text, ", and none is smaller");
  else if (map->bound > 0)
    g_string_append_printf (text, ", %s %% above the lower bound %s",
                            g_ascii_formatd (percent, sizeof percent, "%.3g",
                                             100.0 * (double) (map->height - map->bound) / (double) map->bound),
                            bound);
}

static void
append_plan (GString *text, const FlMemoryPicture *picture)
{
  const FlMemoryMap *map = picture->map;
  g_autofree char *peak = fl_text_dup_bytes ((guint64) (map->n_steps > 0 ? map->live_bytes[map->peak_step] : 0));

  if (map->n_steps > 0)
    g_string_append_printf (text, "At most %s alive (%s %s); arena ", peak, map->is_problem ? "time" : "in",
                            map->steps[map->peak_step]);
  append_arena (text, map);
  if (picture->capacity > 0)
    g_string_append (text, map->height <= picture->capacity ? "; fits"
                           : map->bound > picture->capacity ? "; nothing fits: the bound is above the capacity"
                                                            : "; does not fit");
  if (map->measured_peak_bytes >= 0)
    {
      g_autofree char *measured = fl_text_dup_bytes ((guint64) map->measured_peak_bytes);

      g_string_append_printf (text, "; planned %s, measured %s", peak, measured);
    }
}

/* "peak 3 MiB -> 2 MiB (-33.3 %)", or "peak 3 MiB in both". */
static void
append_change (GString *text, const char *name, gint64 before, gint64 after)
{
  g_autofree char *old_text = fl_text_dup_bytes ((guint64) MAX (before, 0));
  g_autofree char *new_text = fl_text_dup_bytes ((guint64) MAX (after, 0));
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  if (before == after)
    {
      g_string_append_printf (text, "%s %s in both", name, new_text);
      return;
    }
  g_string_append_printf (text, "%s %s → %s", name, old_text, new_text);
  if (before > 0)
    g_string_append_printf (text, " (%s %%)",
                            g_ascii_formatd (percent, sizeof percent, "%+.3g",
                                             100.0 * (double) (after - before) / (double) before));
}

static double
get_gap_percent (const FlMemoryMap *map)
{
  return map->bound > 0 ? 100.0 * (double) (map->height - map->bound) / (double) map->bound : 0;
}

static void
append_difference (GString *text, const char *other_name, const FlMemoryMap *before, const FlMemoryMap *after)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  guint n_changes, n_elsewhere = 0;
  const FlMapChange *changes = fl_memory_map_compare (scratch, before, after, &n_changes);
  char old_gap[G_ASCII_DTOSTR_BUF_SIZE], new_gap[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < n_changes; i++)
    n_elsewhere += changes[i].kind != FL_MAP_SAME;
  g_string_append_printf (text, "With “%s” instead: ", other_name);
  append_change (text, "peak", before->n_steps > 0 ? before->live_bytes[before->peak_step] : 0,
                 after->n_steps > 0 ? after->live_bytes[after->peak_step] : 0);
  append_change (text, "; arena", before->height, after->height);
  append_change (text, "; bound", before->bound, after->bound);
  g_string_append_printf (text, "; gap to the bound %s %% → %s %%; %u of %u buffers differ",
                          g_ascii_formatd (old_gap, sizeof old_gap, "%.3g", get_gap_percent (before)),
                          g_ascii_formatd (new_gap, sizeof new_gap, "%.3g", get_gap_percent (after)), n_elsewhere,
                          n_changes);
}

char *
fl_memory_picture_dup_summary (const FlMemoryPicture *picture, const FlMemoryPicture *other, const char *other_name)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (other)
    append_difference (text, other_name ? other_name : other->map->planner, picture->map, other->map);
  else
    append_plan (text, picture);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
