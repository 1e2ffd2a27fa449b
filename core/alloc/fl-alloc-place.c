/* Placing buffers in a given order: each at the lowest, or in the smallest, gap between the
 * conflicting ones that have their place.
 *
 * Placed buffers stand in chunks, by offset. What a chunk knows of all its buffers lets most of
 * them be passed over: none lives at the right time, or all do and no gap between them is large
 * enough. Many buffers stand on several shelves, each for a span of time: one for all of it, one
 * for each eighth, one for each of 32 parts; the shortest that holds a buffer's life is looked
 * through. */
#include <string.h>

#include "fl-alloc-private.h"

enum
{
  CHUNK = 96,
  N_PARTS = 32,
  N_LEVELS = 3,
  MIN_BUFFERS_FOR_PARTS = 512
};

/* Parts of time in a shelf of each level. */
static const guint level_parts[N_LEVELS] = { 1, 8, 32 };

typedef struct
{
  gint64 offset, end;
  gint64 lower, upper; /* when it lives */
} Placed;

typedef struct
{
  guint n;
  gint64 min_lower, max_lower, min_upper, max_upper;
  gint64 max_end;
  gint64 max_gap;    /* the largest gap between buffers of the chunk, were all of them in the way */
  gboolean is_stale; /* max_gap is not known */
  Placed items[CHUNK];
} Chunk;

typedef struct
{
  GPtrArray *chunks; /* Chunk, by offset */
} Shelf;

typedef struct
{
  guint n_parts;          /* 1, or N_PARTS */
  gint64 begins[N_PARTS]; /* of each part */
  Shelf shelves[N_LEVELS][N_PARTS];
} Room;

/* --- what is placed --------------------------------------------------------------------------- */

static void
summarise_gaps (Chunk *chunk)
{
  gint64 end = chunk->items[0].offset;

  chunk->max_gap = 0;
  for (guint i = 0; i < chunk->n; i++)
    {
      chunk->max_gap = MAX (chunk->max_gap, chunk->items[i].offset - end);
      end = MAX (end, chunk->items[i].end);
    }
  chunk->is_stale = FALSE;
}

static void
count_in (Chunk *chunk, const Placed *item)
{
  chunk->min_lower = MIN (chunk->min_lower, item->lower);
  chunk->max_lower = MAX (chunk->max_lower, item->lower);
  chunk->min_upper = MIN (chunk->min_upper, item->upper);
  chunk->max_upper = MAX (chunk->max_upper, item->upper);
  chunk->max_end = MAX (chunk->max_end, item->end);
  chunk->is_stale = TRUE;
}

static void
summarise (Chunk *chunk)
{
  chunk->min_lower = chunk->min_upper = G_MAXINT64;
  chunk->max_lower = chunk->max_upper = chunk->max_end = G_MININT64;
  for (guint i = 0; i < chunk->n; i++)
    count_in (chunk, &chunk->items[i]);
}

/* The chunk before whose successor the offset belongs. */
static guint
find_chunk (const Shelf *shelf, gint64 offset)
{
  guint low = 0, high = shelf->chunks->len;

  while (low + 1 < high)
    {
      guint middle = (low + high) / 2;

      if (((Chunk *) shelf->chunks->pdata[middle])->items[0].offset <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
split_chunk (Shelf *shelf, guint at)
{
  Chunk *chunk = shelf->chunks->pdata[at], *upper = g_new (Chunk, 1);

  upper->n = CHUNK / 2;
  chunk->n = CHUNK - upper->n;
  memcpy (upper->items, chunk->items + chunk->n, upper->n * sizeof *upper->items);
  summarise (chunk);
  summarise (upper);
  g_ptr_array_insert (shelf->chunks, (gint) at + 1, upper);
}

static void
shelve (Shelf *shelf, Placed item)
{
  guint at = find_chunk (shelf, item.offset), place;
  Chunk *chunk;

  if (shelf->chunks->len == 0)
    {
      g_ptr_array_add (shelf->chunks, g_new0 (Chunk, 1));
      summarise (shelf->chunks->pdata[0]);
    }
  chunk = shelf->chunks->pdata[at];
  if (chunk->n == CHUNK)
    {
      split_chunk (shelf, at);
      at = find_chunk (shelf, item.offset);
      chunk = shelf->chunks->pdata[at];
    }
  for (place = chunk->n; place > 0 && chunk->items[place - 1].offset > item.offset; place--)
    chunk->items[place] = chunk->items[place - 1];
  chunk->items[place] = item;
  chunk->n++;
  count_in (chunk, &item);
}

/* --- parts of time ---------------------------------------------------------------------------- */

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return one < other ? -1 : one > other;
}

/* As many buffers begin in each part. */
static void
open_room (Room *room, const FlAllocProblem *problem, const guint *order, guint n)
{
  g_autofree gint64 *lowers = g_new (gint64, n + 1);

  room->n_parts = n < MIN_BUFFERS_FOR_PARTS ? 1 : N_PARTS;
  for (guint i = 0; i < n; i++)
    lowers[i] = problem->buffers[order[i]].lower;
  qsort (lowers, n, sizeof *lowers, compare_times);
  for (guint part = 0; part < room->n_parts; part++)
    room->begins[part] = part == 0 ? G_MININT64 : lowers[(guint64) n * part / room->n_parts];
  for (guint level = 0; level < N_LEVELS; level++)
    for (guint part = 0; part < MIN (level_parts[level], room->n_parts); part++)
      room->shelves[level][part].chunks = g_ptr_array_new_with_free_func (g_free);
}

static void
close_room (Room *room)
{
  for (guint level = 0; level < N_LEVELS; level++)
    for (guint part = 0; part < MIN (level_parts[level], room->n_parts); part++)
      g_ptr_array_unref (room->shelves[level][part].chunks);
}

static guint
find_part (const Room *room, gint64 time)
{
  guint low = 0, high = room->n_parts;

  while (low + 1 < high)
    {
      guint middle = (low + high) / 2;

      if (room->begins[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
shelve_everywhere (Room *room, Placed item)
{
  guint first = find_part (room, item.lower), last = find_part (room, item.upper - 1);

  for (guint level = 0; level < N_LEVELS && (level == 0 || room->n_parts > 1); level++)
    {
      guint width = room->n_parts / MIN (level_parts[level], room->n_parts);

      for (guint part = first / width; part <= last / width; part++)
        shelve (&room->shelves[level][part], item);
    }
}

/* The shelf of the shortest span that holds the whole life. */
static const Shelf *
find_shelf (const Room *room, gint64 lower, gint64 upper)
{
  guint first = find_part (room, lower), last = find_part (room, upper - 1);

  for (guint level = N_LEVELS - 1; level > 0 && room->n_parts > 1; level--)
    {
      guint width = room->n_parts / level_parts[level];

      if (first / width == last / width)
        return &room->shelves[level][first / width];
    }
  return &room->shelves[0][0];
}

/* --- gaps ------------------------------------------------------------------------------------- */

/* A walk upwards: `previous` is where what was met so far ends. */
typedef struct
{
  gint64 size, previous, found, found_gap;
  FlAllocFit fit;
} Walk;

/* TRUE: that gap will do. */
static inline gboolean
meet (Walk *walk, gint64 offset, gint64 end)
{
  gint64 gap = offset - walk->previous;

  if (gap >= walk->size && gap < walk->found_gap)
    {
      walk->found = walk->previous;
      walk->found_gap = gap;
      if (walk->fit == FL_FIT_FIRST)
        return TRUE;
    }
  walk->previous = MAX (walk->previous, end);
  return FALSE;
}

static gint64
end_walk (const Walk *walk)
{
  return walk->found >= 0 ? walk->found : walk->previous;
}

static gint64
find_gap (const Shelf *shelf, gint64 lower, gint64 upper, gint64 size, FlAllocFit fit)
{
  Walk walk = { size, 0, -1, G_MAXINT64, fit };

  for (guint c = 0; c < shelf->chunks->len; c++)
    {
      Chunk *chunk = shelf->chunks->pdata[c];

      if (chunk->max_upper <= lower || chunk->min_lower >= upper)
        continue;
      if (chunk->max_lower < upper && chunk->min_upper > lower && chunk->items[0].offset - walk.previous < size)
        {
          if (chunk->is_stale)
            summarise_gaps (chunk);
          if (chunk->max_gap < size)
            {
              walk.previous = MAX (walk.previous, chunk->max_end);
              continue;
            }
        }
      for (guint i = 0; i < chunk->n; i++)
        if (chunk->items[i].lower < upper && chunk->items[i].upper > lower
            && meet (&walk, chunk->items[i].offset, chunk->items[i].end))
          return walk.found;
    }
  return end_walk (&walk);
}

static gint
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *one = a, *other = b;

  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* Where few conflict, those alone are sorted. */
static gint64
find_gap_among (const FlAllocProblem *problem, const FlAllocConflicts *conflicts, guint index,
                const gboolean *is_placed, const gint64 *offsets, FlAllocFit fit, Placed *placed)
{
  Walk walk = { fl_alloc_get_size (problem, index), 0, -1, G_MAXINT64, fit };
  guint n = 0;

  for (guint k = conflicts->starts[index]; k < conflicts->starts[index + 1]; k++)
    {
      guint other = conflicts->others[k];

      if (is_placed[other])
        placed[n++] = (Placed) { offsets[other], offsets[other] + fl_alloc_get_size (problem, other), 0, 0 };
    }
  qsort (placed, n, sizeof *placed, compare_placed);
  for (guint i = 0; i < n; i++)
    if (meet (&walk, placed[i].offset, placed[i].end))
      break;
  return end_walk (&walk);
}

void
fl_alloc_place (const FlAllocProblem *problem, const FlAllocConflicts *conflicts, const guint *order, guint n,
                FlAllocFit fit, gint64 *offsets)
{
  const guint sorting_cost = 8; /* of one conflicting buffer, in buffers looked at */
  g_autofree Placed *placed = g_new (Placed, problem->n + 1);
  g_autofree gboolean *is_placed = g_new0 (gboolean, problem->n + 1);
  Room room = { 0 };

  open_room (&room, problem, order, n);
  for (guint i = 0; i < n; i++)
    {
      guint index = order[i];
      const FlAllocBuffer *buffer = &problem->buffers[index];
      gint64 size = fl_alloc_get_size (problem, index);

      if (conflicts != NULL && (guint64) (conflicts->starts[index + 1] - conflicts->starts[index]) * sorting_cost < i)
        offsets[index] = find_gap_among (problem, conflicts, index, is_placed, offsets, fit, placed);
      else
        offsets[index]
            = find_gap (find_shelf (&room, buffer->lower, buffer->upper), buffer->lower, buffer->upper, size, fit);
      is_placed[index] = TRUE;
      shelve_everywhere (&room, (Placed) { offsets[index], offsets[index] + size, buffer->lower, buffer->upper });
    }
  close_room (&room);
}
