/* What a map says in words: what memory holds at a step, why a buffer lies where it lies and not
 * where another does, and how two maps differ. */
#include <string.h>

#include "fl-memory-map.h"
#include "fl-text.h"

static gboolean
live_together (const FlMapBox *a, const FlMapBox *b)
{
  return a->first <= b->last && b->first <= a->last;
}

static gint64
get_shared_bytes (const FlMapBox *a, const FlMapBox *b)
{
  return MAX (0, MIN (a->offset + a->size_bytes, b->offset + b->size_bytes) - MAX (a->offset, b->offset));
}

/* "until call 7 (cpp_fused_add_3)", "until time 12". */
static void
append_step (GString *out, const FlMemoryMap *map, guint step)
{
  if (map->is_problem)
    g_string_append_printf (out, "time %s", map->steps[step]);
  else if (step + 1 == map->n_steps)
    g_string_append (out, "the return");
  else
    g_string_append_printf (out, "call %u (%s)", step, map->steps[step]);
}

static void
append_bytes (GString *out, gint64 bytes)
{
  g_autofree char *text = fl_text_dup_bytes ((guint64) MAX (bytes, 0));

  g_string_append (out, text);
}

/* --- what memory holds ------------------------------------------------------------------------ */

/* Of a storage's buffers that are alive, the one that was written last; slices only when nothing
 * else is there. */
static guint
find_shown (const FlMemoryMap *map, guint storage, guint step, const guint *starts, const guint *members)
{
  guint best = G_MAXUINT;

  for (guint k = starts[storage]; k < starts[storage + 1]; k++)
    {
      const FlMapBox *box = &map->boxes[members[k]];

      if (box->first > step || box->last < step)
        continue;
      if (best == G_MAXUINT || (map->boxes[best].is_slice && !box->is_slice)
          || (map->boxes[best].is_slice == box->is_slice && box->first >= map->boxes[best].first))
        best = members[k];
    }
  return best;
}

static guint *
index_members (const FlMemoryMap *map, guint *starts)
{
  guint *members = g_new (guint, map->n_boxes + 1);
  g_autofree guint *used = g_new0 (guint, map->n_storages + 1);

  memset (starts, 0, (map->n_storages + 2) * sizeof *starts);
  for (guint i = 0; i < map->n_boxes; i++)
    starts[map->boxes[i].storage + 1]++;
  for (guint s = 0; s < map->n_storages; s++)
    starts[s + 1] += starts[s];
  for (guint i = 0; i < map->n_boxes; i++)
    members[starts[map->boxes[i].storage] + used[map->boxes[i].storage]++] = i;
  return members;
}

static const char *
explain_alive (FlArena *arena, const FlMemoryMap *map, const FlMapBox *box, guint step)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!map->is_problem && box->first == step)
    g_string_append (text, "written now");
  if (box->is_output)
    g_string_append_printf (text, "%sa result: the caller keeps it", text->len > 0 ? "; " : "");
  else if (box->last == step)
    g_string_append (text, map->is_problem      ? "ends after this time"
                           : box->first == step ? ": nobody reads it"
                                                : "read now, for the last time");
  else
    {
      g_string_append (text, text->len > 0     ? "; read until "
                             : map->is_problem ? "alive until "
                                               : "still to be read, last in ");
      append_step (text, map, box->last);
    }
  return fl_arena_strdup (arena, text->str);
}

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const FlMapShare *one = a, *other = b;

  if (one->bytes != other->bytes)
    return one->bytes > other->bytes ? -1 : 1;
  return one->box < other->box ? -1 : one->box > other->box;
}

const FlMapShare *
fl_memory_map_break_down (FlArena *arena, const FlMemoryMap *map, guint step, guint *n_shares)
{
  FlMapShare *shares = fl_arena_new (arena, FlMapShare, map->n_storages + 3);
  g_autofree guint *starts = g_new (guint, map->n_storages + 2);
  g_autofree guint *members = index_members (map, starts);
  gint64 padding = 0, holes;
  guint n = 0;

  g_assert (step < map->n_steps);
  for (guint s = 0; s < map->n_storages; s++)
    {
      guint box = map->storages[s].first <= step && step <= map->storages[s].last
                      ? find_shown (map, s, step, starts, members)
                      : G_MAXUINT;

      if (box == G_MAXUINT)
        continue;
      shares[n++]
          = (FlMapShare) { map->boxes[box].is_output ? FL_SHARE_RESULT : FL_SHARE_BUFFER, box, map->boxes[box].name,
                           map->boxes[box].size_bytes, explain_alive (arena, map, &map->boxes[box], step) };
      padding += map->storages[s].bytes - map->boxes[box].size_bytes;
    }
  qsort (shares, n, sizeof *shares, compare_shares);
  holes = map->top_bytes[step] - map->live_bytes[step];
  if (padding > 0)
    shares[n++] = (FlMapShare) { FL_SHARE_PADDING, G_MAXUINT, "padding", padding,
                                 "storages begin at multiples of the alignment" };
  if (holes > 0)
    shares[n++]
        = (FlMapShare) { FL_SHARE_HOLES, G_MAXUINT, "holes", holes, "free bytes below something that is alive" };
  if (map->outside_bytes > 0)
    shares[n++] = (FlMapShare) { FL_SHARE_OUTSIDE, G_MAXUINT, "inputs and constants", map->outside_bytes,
                                 "the caller's memory, outside of the arena" };
  *n_shares = n;
  return shares;
}

/* --- why here --------------------------------------------------------------------------------- */

guint
fl_memory_map_find_support (const FlMemoryMap *map, guint box)
{
  const FlMapStorage *self = &map->storages[map->boxes[box].storage];

  for (guint i = 0; i < map->n_boxes && self->offset > 0; i++)
    {
      const FlMapStorage *other = &map->storages[map->boxes[i].storage];

      if (other != self && other->offset + other->bytes == self->offset && other->first <= self->last
          && self->first <= other->last)
        return i;
    }
  return G_MAXUINT;
}

static void
append_place (GString *out, const FlMemoryMap *map, guint box)
{
  const FlMapBox *self = &map->boxes[box];
  guint support = fl_memory_map_find_support (map, box);

  g_string_append_printf (out, "%s: ", self->name);
  append_bytes (out, self->size_bytes);
  g_string_append_printf (out, " at offset %" G_GINT64_FORMAT ", from ", self->offset);
  append_step (out, map, self->first);
  g_string_append (out, " to ");
  append_step (out, map, self->last);
  if (map->storages[self->storage].offset == 0)
    g_string_append (out, "; at the bottom of the arena");
  else if (support != G_MAXUINT)
    g_string_append_printf (out, "; on top of %s, which is alive with it", map->boxes[support].name);
  g_string_append (out, ".\n");
}

static void
append_arrow (GString *out, const FlMemoryMap *map, const FlMapArrow *arrow)
{
  const char *from = map->boxes[arrow->from].name;

  switch (arrow->kind)
    {
    case FL_MAP_TAKES:
      g_string_append_printf (out, "Its bytes were %s's before, whose last use was in ", from);
      append_step (out, map, map->boxes[arrow->from].last);
      break;
    case FL_MAP_REUSE: g_string_append_printf (out, "The wrapper reuses %s for it: %s", from, arrow->reason); break;
    case FL_MAP_INPLACE: g_string_append_printf (out, "Written over %s: %s", from, arrow->reason); break;
    case FL_MAP_ALIAS: g_string_append_printf (out, "A slice of %s", from); break;
    case FL_MAP_REFUSED:
    default: g_string_append_printf (out, "Not the memory of %s: %s", from, arrow->reason); break;
    }
  if (arrow->facts != NULL)
    g_string_append_printf (out, " (%s)", arrow->facts);
  g_string_append (out, ".\n");
}

char *
fl_memory_map_dup_why (const FlMemoryMap *map, guint box)
{
  GString *out = g_string_new (NULL);
  gboolean has_source = FALSE;

  append_place (out, map, box);
  for (guint i = 0; i < map->n_arrows; i++)
    if (map->arrows[i].to == box)
      {
        append_arrow (out, map, &map->arrows[i]);
        has_source |= map->arrows[i].kind != FL_MAP_REFUSED;
      }
  if (!has_source)
    g_string_append_printf (out, "Nothing lay there before%s%s.\n", map->boxes[box].why[0] != '\0' ? ": " : "",
                            map->boxes[box].why);
  return g_string_free (out, FALSE);
}

/* --- why not there ---------------------------------------------------------------------------- */

/* What lies in the bytes of `other` while `box` lives, itself aside. */
static guint
find_occupant (const FlMemoryMap *map, guint box, guint other)
{
  for (guint i = 0; i < map->n_boxes; i++)
    if (i != box && i != other && map->boxes[i].storage != map->boxes[box].storage
        && live_together (&map->boxes[i], &map->boxes[box])
        && get_shared_bytes (&map->boxes[i], &map->boxes[other]) > 0)
      return i;
  return G_MAXUINT;
}

static void
append_conflict (GString *out, const FlMemoryMap *map, const FlMapBox *self, const FlMapBox *there)
{
  const FlMapBox *earlier = there->first <= self->first ? there : self, *later = earlier == there ? self : there;

  g_string_append_printf (out, "%s is alive until ", earlier->name);
  append_step (out, map, earlier->last);
  g_string_append_printf (out, ", and %s is there from ", later->name);
  append_step (out, map, later->first);
  g_string_append (out, " on: what is alive at the same time cannot share bytes.\n");
}

/* What stands in the way of TorchInductor's lines, which want the same dtype and number of
 * elements. */
static void
append_key (GString *out, const FlMapBox *self, const FlMapBox *there)
{
  if (self->buffer == NULL || there->buffer == NULL)
    return;
  if (self->buffer->buffer->layout.dtype != there->buffer->buffer->layout.dtype)
    g_string_append_printf (out, "A reuse line wants equal dtypes: %s is %s, %s is %s.\n", self->name,
                            fl_dtype_get_short_name (self->buffer->buffer->layout.dtype), there->name,
                            fl_dtype_get_short_name (there->buffer->buffer->layout.dtype));
  else if (self->size_bytes != there->size_bytes)
    g_string_append_printf (out,
                            "A reuse line wants equal sizes: %s needs %" G_GINT64_FORMAT
                            " bytes, %s has %" G_GINT64_FORMAT ".\n",
                            self->name, self->size_bytes, there->name, there->size_bytes);
}

static void
append_apart (GString *out, const FlMemoryMap *map, guint box, guint other)
{
  const FlMapBox *self = &map->boxes[box], *there = &map->boxes[other];
  guint occupant = find_occupant (map, box, other);

  if (there->first > self->last)
    {
      g_string_append_printf (out, "%s comes later, from ", there->name);
      append_step (out, map, there->first);
      g_string_append (out, " on.\n");
    }
  append_key (out, self, there);
  if (occupant != G_MAXUINT)
    {
      g_string_append_printf (out, "The planner put %s into those bytes, which is alive with %s until ",
                              map->boxes[occupant].name, self->name);
      append_step (out, map, map->boxes[occupant].last);
      g_string_append (out, ".\n");
    }
  else
    g_string_append_printf (out,
                            "The bytes are free while %s lives; planner %s chose offset %" G_GINT64_FORMAT
                            " instead.\n",
                            self->name, map->planner, self->offset);
}

char *
fl_memory_map_dup_why_not (const FlMemoryMap *map, guint box, guint other)
{
  const FlMapBox *self = &map->boxes[box], *there = &map->boxes[other];
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < map->n_arrows; i++)
    if (map->arrows[i].to == box && map->arrows[i].from == other)
      append_arrow (out, map, &map->arrows[i]);
  if (self->storage == there->storage && box != other)
    g_string_append_printf (out, "%s and %s are one piece of memory.\n", self->name, there->name);
  else if (live_together (self, there))
    append_conflict (out, map, self, there);
  else if (get_shared_bytes (self, there) > 0)
    {
      g_string_append_printf (out, "They do share ");
      append_bytes (out, get_shared_bytes (self, there));
      g_string_append (out, ", one after the other.\n");
    }
  else
    append_apart (out, map, box, other);
  return g_string_free (out, FALSE);
}

char *
fl_memory_map_dup_why_high (const FlMemoryMap *map)
{
  GString *out = g_string_new (NULL);
  guint at = G_MAXUINT;

  for (guint i = 0; i < map->n_boxes && at == G_MAXUINT; i++)
    if (map->storages[map->boxes[i].storage].offset + map->storages[map->boxes[i].storage].bytes == map->height)
      at = i;
  for (; at != G_MAXUINT; at = fl_memory_map_find_support (map, at))
    append_place (out, map, at);
  if (map->is_optimal)
    g_string_append (out, "No arena for these lifetimes is smaller.\n");
  return g_string_free (out, FALSE);
}

/* --- two maps --------------------------------------------------------------------------------- */

static FlMapChangeKind
compare_boxes (const FlMapBox *a, const FlMapBox *b)
{
  if (a->size_bytes != b->size_bytes || a->first != b->first || a->last != b->last)
    return FL_MAP_CHANGED;
  return a->offset != b->offset ? FL_MAP_MOVED : FL_MAP_SAME;
}

const FlMapChange *
fl_memory_map_compare (FlArena *arena, const FlMemoryMap *old_map, const FlMemoryMap *new_map, guint *n_changes)
{
  FlMapChange *changes = fl_arena_new (arena, FlMapChange, old_map->n_boxes + new_map->n_boxes + 1);
  g_autoptr (GHashTable) positions = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gboolean *is_known = g_new0 (gboolean, new_map->n_boxes + 1);
  guint n = 0;

  for (guint i = new_map->n_boxes; i-- > 0;)
    g_hash_table_insert (positions, (gpointer) new_map->boxes[i].name, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < old_map->n_boxes; i++)
    {
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (positions, old_map->boxes[i].name));

      changes[n++] = at == 0 ? (FlMapChange) { FL_MAP_ONLY_OLD, i, G_MAXUINT }
                             : (FlMapChange) { compare_boxes (&old_map->boxes[i], &new_map->boxes[at - 1]), i, at - 1 };
      if (at > 0)
        is_known[at - 1] = TRUE;
    }
  for (guint i = 0; i < new_map->n_boxes; i++)
    if (!is_known[i])
      changes[n++] = (FlMapChange) { FL_MAP_ONLY_NEW, G_MAXUINT, i };
  *n_changes = n;
  return changes;
}

char *
fl_memory_map_dup_comparison (const FlMemoryMap *old_map, const FlMemoryMap *new_map)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  GString *out = g_string_new ("height ");
  guint counts[FL_MAP_ONLY_NEW + 1] = { 0 }, n;
  const FlMapChange *changes = fl_memory_map_compare (scratch, old_map, new_map, &n);
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < n; i++)
    counts[changes[i].kind]++;
  append_bytes (out, old_map->height);
  g_string_append (out, " -> ");
  append_bytes (out, new_map->height);
  if (old_map->height > 0)
    g_string_append_printf (out, " (%s %%)",
                            g_ascii_formatd (percent, sizeof percent, "%+.1f",
                                             100.0 * (double) (new_map->height - old_map->height)
                                                 / (double) old_map->height));
  g_string_append_printf (out,
                          "; %u of %u buffers at the same place, %u moved, %u with another size or "
                          "lifetime, %u gone, %u new",
                          counts[FL_MAP_SAME], old_map->n_boxes, counts[FL_MAP_MOVED], counts[FL_MAP_CHANGED],
                          counts[FL_MAP_ONLY_OLD], counts[FL_MAP_ONLY_NEW]);
  return g_string_free (out, FALSE);
}
